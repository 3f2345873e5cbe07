"""An answer in words for people, and in JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from puzzler.formats import grid
from puzzler.search.limits import Limit
from puzzler.search.registry import ALGORITHMS, HEURISTICS
from puzzler.search.result import Outcome, SearchResult
from puzzler.search.solve import promise

if TYPE_CHECKING:
    from rich.text import Text

_LABEL_WIDTH = 9


def as_json(result: SearchResult) -> str:
    """One line of JSON with the keys that DESIGN.md promises, in that order."""
    stats = result.stats
    weight = int(result.weight) if float(result.weight).is_integer() else result.weight
    return json.dumps(
        {
            "status": result.status.value,
            "board": str(result.start),
            "goal": str(result.goal),
            "algorithm": result.algorithm,
            "heuristic": result.heuristic,
            "weight": weight,
            "length": result.length,
            "moves": _letters(result),
            "tiles": list(result.tiles),
            "optimal": result.proven_optimal,
            "lower_bound": result.lower_bound,
            "expanded": stats.expanded,
            "generated": stats.generated,
            "reopened": stats.reopened,
            "peak_frontier": stats.peak_frontier,
            "stored": stats.stored,
            "peak_bytes": stats.bytes,
            "seconds": round(stats.elapsed, 6),
            "setup_seconds": round(result.setup_seconds, 6),
        }
    )


def as_text(result: SearchResult, limit: Limit) -> Text:
    """The answer with a label before each line; ``limit`` is what the search was given."""
    from rich.text import Text

    text = Text()
    for label, content in _lines(result, limit):
        style = "bold" if label == "answer" else ""
        text.append(label.ljust(_LABEL_WIDTH), "dim").append(content, style).append("\n")
    text.right_crop(1)
    return text


def as_boards(result: SearchResult) -> Text:
    """Every board from the start to the goal, numbered, with the move that led to it."""
    from rich.text import Text

    text = Text()
    board = result.start
    width = len(str(len(result.moves)))
    for number, tile in enumerate((None, *result.tiles)):
        what = "start"
        if tile is not None:
            move = result.moves[number - 1]
            board = board.apply(move)
            what = f"{move.letter}, tile {tile}"
        text.append(f"\n{number:>{width}}  {what}\n", "dim")
        for row in grid.write(board, blank="_").splitlines():
            text.append(" " * (width + 2) + row + "\n")
    text.right_crop(1)
    return text


def _lines(result: SearchResult, limit: Limit) -> Iterator[tuple[str, str]]:
    stats = result.stats
    yield "board", str(result.start)
    yield "goal", str(result.goal)
    yield "answer", _answer(result, limit)
    if result.status is Outcome.UNSOLVABLE:
        return
    if result.moves:
        yield "moves", _letters(result)
        yield "tiles", " ".join(map(str, result.tiles))
    algorithm, heuristic = ALGORITHMS[result.algorithm], HEURISTICS[result.heuristic]
    yield "search", f"{algorithm.title}, h = {heuristic.title}, weight {result.weight:g}"
    counts = f"expanded {stats.expanded:,}, generated {stats.generated:,}"
    yield "figures", f"{counts}, reopened {stats.reopened:,}, peak frontier {stats.peak_frontier:,}"
    yield "memory", f"{stats.bytes / 1e6:,.1f} MB, states stored {stats.stored:,}"
    seconds = f"{stats.elapsed:.3f} s" + ("" if result.compiled else ", uncompiled and slow")
    yield "time", f"{seconds}; {result.setup_seconds:.3f} s to set up"


def _answer(result: SearchResult, limit: Limit) -> str:
    match result.status:
        case Outcome.SOLVED:
            count = len(result.moves)
            return f"{count} move{'' if count == 1 else 's'}, {promise(result)}"
        case Outcome.UNSOLVABLE:
            return "unsolvable: no moves lead to the goal; swapping any two tiles mends it"
        case Outcome.CANCELLED:
            return f"cancelled; the shortest takes at least {result.lower_bound} moves"
        case Outcome.LIMIT:
            return (
                f"stopped by the limit on {_limit_reached(result, limit)}; "
                f"the shortest takes at least {result.lower_bound} moves"
            )


def _limit_reached(result: SearchResult, limit: Limit) -> str:
    if limit.expansions is not None and result.stats.expanded >= limit.expansions:
        return f"expanded states, {limit.expansions:,}"
    if limit.seconds is not None and result.stats.elapsed >= limit.seconds:
        return f"time, {limit.seconds:g} s"
    megabytes = limit.memory / 1e6
    return f"memory, {round(megabytes):,} MB" if megabytes >= 1 else f"memory, {megabytes:g} MB"


def _letters(result: SearchResult) -> str:
    return "".join(move.letter for move in result.moves)
