"""Where one search first takes another state than another, and why, in a sentence."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from puzzler import resources
from puzzler.board.board import Board
from puzzler.board.errors import PuzzlerError, quoted
from puzzler.humanize import ordinal
from puzzler.search.inspection.observation import Expansion

MOST_BYTES = 100 << 20
"""Of a file with a trace."""
LARGEST = 1e9
"""No g and no f in it is as large."""


@dataclass(frozen=True)
class Taken:
    """A state that a search has taken, as far as a record tells."""

    board: Board
    g: float | None = None
    f: float | None = None


@dataclass(frozen=True)
class Divergence:
    """The first difference between two searches."""

    number: int
    """That of the expansion, from 1 on."""
    yours: Board | None
    """None where the search had ended."""
    expected: Board | None
    words: str
    """One sentence, with both boards."""
    is_tie: bool = False
    """Both states are as good: it is their order that differs."""


def read_trace(file: Path) -> list[Taken]:
    """The states in a file that has a JSON object for each on a line; PuzzlerError.

    Objects without a board are passed over.
    """
    try:
        text = resources.read_whole(file, MOST_BYTES).decode("utf-8", "replace")
    except OSError as error:
        raise PuzzlerError(f"{file}: {error.strerror or error}") from None
    found = list[Taken]()
    for number, line in enumerate(text.split("\n"), 1):
        try:
            record = json.loads(line) if line.strip() else {}
            if not isinstance(record, dict):
                raise ValueError("an object is expected")
            if "board" in record:
                g, f = (_number(record, key) for key in "gf")
                found.append(Taken(Board.parse(str(record["board"])), g, f))
        except (ValueError, RecursionError) as error:
            raise PuzzlerError(
                f"{file}, line {number}: {getattr(error, 'reason', error)}"
            ) from None
    return found


def _number(record: Mapping[str, object], key: str) -> float | None:
    value = record.get(key)
    if value is None:
        return None
    if isinstance(value, int | float) and abs(value) < LARGEST:
        return float(value)
    raise ValueError(f"{key} must be a number, not {quoted(str(value))}")


def taken(expansions: Sequence[Expansion]) -> list[Taken]:
    """The states of recorded expansions."""
    return [Taken(each.node.board, each.node.g, each.node.f) for each in expansions]


def first_difference(
    yours: Sequence[Taken], expected: Sequence[Expansion], title: str, ending: str
) -> Divergence | None:
    """Where ``yours`` differs from the search called ``title``; None where they agree.

    expected: all expansions of that search, which ends when it takes the goal. ending: why
    ``yours`` ends after its last expansion.
    """
    for index, (own, theirs) in enumerate(zip(yours, expected, strict=False)):
        if own.board != theirs.node.board:
            words, is_tie = _why(index, yours, expected, title)
            return Divergence(index + 1, own.board, theirs.node.board, words, is_tie)
    if len(yours) == len(expected):
        return None
    number = min(len(yours), len(expected)) + 1
    if len(yours) > len(expected):
        board = yours[number - 1].board
        return Divergence(
            number,
            board,
            None,
            f"{ordinal(number)} expansion: yours took {board}, but {title} has ended with the goal",
        )
    node = expected[number - 1].node
    return Divergence(
        number,
        None,
        node.board,
        f"{ordinal(number)} expansion: {title} takes {node.board} ({_f(node.f)}); "
        f"yours ends: {ending}",
    )


def _why(
    index: int, yours: Sequence[Taken], expected: Sequence[Expansion], title: str
) -> tuple[str, bool]:
    own, node = yours[index], expected[index].node
    generated: dict[Board, int] = {}
    known_f: dict[Board, float] = {}
    for number, expansion in enumerate(expected[:index], 1):
        known_f.setdefault(expansion.node.board, expansion.node.f)
        for successor in expansion.successors:
            child = successor.node
            if child.f < known_f.get(child.board, float("inf")):
                known_f[child.board], generated[child.board] = child.f, number
            generated.setdefault(child.board, number)
    own_f = known_f.get(own.board, own.f)
    said = "" if own_f is None else f" ({_f(own_f)})"
    begin = (
        f"{ordinal(index + 1)} expansion: yours took {own.board}{said}, "
        f"{title} takes {node.board} ({_f(node.f)}); "
    )
    before = [number for number, each in enumerate(yours[:index], 1) if each.board == own.board]
    if before:
        return f"{begin}yours expanded that state before, as the {ordinal(before[0])}", False
    if own.board not in generated:
        return f"{begin}no expansion before has generated the state that yours took", False
    of_own, of_theirs = generated[own.board], generated.get(node.board, 0)
    if own_f == node.f:
        same = f"both have {_f(node.f)}, it is the tie that differs"
        if of_own == of_theirs:
            same = f"{same}: the {ordinal(of_own)} generated both, and their order differs"
            return f"{begin}{same}", True
        age = "older" if of_own < of_theirs else "newer"
        return f"{begin}{same}: yours took the {age}", True
    later = [number for number, each in enumerate(yours, 1) if each.board == node.board]
    rest = f"yours takes it as the {ordinal(later[0])}" if later else "yours never takes it"
    if not of_theirs:
        return f"{begin}{rest}", False
    return f"{begin}the latter was generated by the {ordinal(of_theirs)}, and {rest}", False


def _f(value: float) -> str:
    return f"f {value:g}"
