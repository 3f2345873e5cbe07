"""An answer in words for people, and in JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from puzzler import words
from puzzler.cli.output import labelled
from puzzler.formats import grid
from puzzler.formats.format import Contents
from puzzler.search.guarantee import guarantee
from puzzler.search.options import DEFAULT_ORDER, Limit, LimitKind
from puzzler.search.records import result_record
from puzzler.search.registry import ALGORITHMS, HEURISTICS
from puzzler.search.result import Outcome, SearchResult

if TYPE_CHECKING:
    from rich.text import Text

BOARDS_AT_ONCE = 100
LABEL_WIDTH = 9


Labels = tuple[str, ...] | None
"""What stands on the tiles, by their numbers; None where that is the number."""


def as_json(result: SearchResult, contents: Contents, line: int | None = None) -> str:
    """One line of JSON: an object with the keys of ``answer_record``, and what the text said.

    "id" is what it calls the board, "promised" how many moves it says that a shortest answer takes;
    null where it does not say. ``line``: where the board stood, which "line" says.
    """
    said: dict[str, object] = {"id": contents.name or None, "promised": contents.length}
    if line is not None:
        said["line"] = line
    return json.dumps(result_record(result) | said)


def as_text(result: SearchResult, limit: Limit, labels: Labels = None) -> Text:
    """The answer with a label before each line; ``limit`` is what the search was given."""
    from rich.text import Text

    lines = list[Text]()
    for label, content in _lines(result, limit, labels):
        lines.append(labelled(label, content, LABEL_WIDTH, "bold" if label == "answer" else ""))
    return Text("\n").join(lines)


def as_boards(result: SearchResult, labels: Labels = None) -> Iterator[Text]:
    """Every board from the start to the goal, numbered, with the move that led to it.

    Some at a time: an answer may have tens of thousands.
    """
    from rich.text import Text

    text = Text()
    board = result.start
    width = len(str(len(result.moves)))
    for number, tile in enumerate((None, *result.tiles)):
        what = "start"
        if tile is not None:
            move = result.moves[number - 1]
            board = board.apply(move)
            what = f"{move.letter}, tile {labels[tile] if labels else tile}"
        text.append(f"\n{number:>{width}}  {what}\n", "dim")
        for row in grid.write(board, "_", labels).splitlines():
            text.append(" " * (width + 2) + row + "\n")
        if number % BOARDS_AT_ONCE == BOARDS_AT_ONCE - 1 or number == len(result.moves):
            text.right_crop(1)
            yield text
            text = Text()


def _lines(result: SearchResult, limit: Limit, labels: Labels) -> Iterator[tuple[str, str]]:
    stats = result.stats
    yield "board", grid.write_line(result.start, labels)
    yield "goal", grid.write_line(result.goal, labels)
    yield "answer", _answer(result, limit)
    if result.status is Outcome.UNSOLVABLE:
        return
    if result.moves:
        yield "moves", _letters(result)
        yield "tiles", " ".join(labels[tile] if labels else str(tile) for tile in result.tiles)
    yield "search", _method(result)
    counts = f"expanded {stats.expanded:,}, generated {stats.generated:,}"
    yield "figures", f"{counts}, reopened {stats.reopened:,}, peak frontier {stats.peak_frontier:,}"
    deepest = f"deepest {stats.deepest:,}"
    b = result.branching
    yield "shape", deepest if b is None else f"{deepest}, b* {words.branching(b)}"
    yield "memory", f"{words.memory(stats.bytes)}, states stored {stats.stored:,}"
    seconds = f"{stats.elapsed:.3f} s" + (
        "" if result.compiled else ", not compiled and therefore slow"
    )
    yield "time", f"{seconds}; {result.setup_seconds:.3f} s to set up"


def _method(result: SearchResult) -> str:
    """How was searched; order, tie-break and depth limit only where they are not as usual."""
    algorithm, heuristic = ALGORITHMS[result.algorithm], HEURISTICS[result.heuristic]
    parts = [algorithm.title, f"h = {heuristic.title}", f"weight {result.weight:g}"]
    if result.order != DEFAULT_ORDER:
        parts.append(f"order {result.order}")
    if algorithm.ties and result.ties != algorithm.ties[0]:
        parts.append(f"ties {result.ties}")
    if result.depth_limit is not None:
        parts.append(f"depth limit {result.depth_limit:,}")
    return ", ".join(parts)


def _answer(result: SearchResult, limit: Limit) -> str:
    if result.status is Outcome.SOLVED:
        return f"{words.counted(len(result.moves), 'move')}, {guarantee(result)}"
    reason = why_not(result, limit)
    if result.status is Outcome.UNSOLVABLE:
        return f"{reason}: this board cannot be solved; swap any two tiles to make it solvable"
    least = words.counted(result.lower_bound, "move")
    return f"{reason}; a shortest answer takes at least {least}"


def why_not(result: SearchResult, limit: Limit) -> str:
    """Why there is no answer, in a few words; "" where there is one."""
    match result.status:
        case Outcome.SOLVED:
            return ""
        case Outcome.LIMIT:
            return result.note or f"stopped by the limit of {_limit_reached(result, limit)}"
        case Outcome.UNSOLVABLE | Outcome.CANCELLED:
            return result.status.value


def _limit_reached(result: SearchResult, limit: Limit) -> str:
    match result.limit_reached:
        case LimitKind.EXPANSIONS:
            return words.counted(limit.expansions or 0, "expanded state")
        case LimitKind.TIME:
            return f"{limit.seconds:g} s"
        case LimitKind.MEMORY | None:
            return f"{words.memory(limit.memory)} of memory"


def _letters(result: SearchResult) -> str:
    return "".join(move.letter for move in result.moves)
