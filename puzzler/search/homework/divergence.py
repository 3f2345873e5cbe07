"""The first difference between two searches, and its reason in one sentence."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from puzzler import resources
from puzzler.board.board import Board
from puzzler.board.errors import PuzzlerError, quoted
from puzzler.search.inspection.observation import Expansion

MAX_BYTES = 100 << 20
"""Limit on the size of a file with a trace."""
LARGEST = 1e9
"""Upper limit on g and f in such a file."""


@dataclass(frozen=True)
class TracedState:
    """A state expanded by a search. g and f are None if the trace lacks them."""

    board: Board
    g: float | None = None
    f: float | None = None


@dataclass(frozen=True)
class Divergence:
    """The first difference between two searches."""

    number: int
    """The number of the expansion, from 1."""
    yours: Board | None
    """None if the search had ended."""
    expected: Board | None
    words: str
    """One sentence that contains both boards."""
    is_tie: bool = False
    """Whether both states have the same f, so that only the tie-breaking differs."""


def read_trace(file: Path) -> list[TracedState]:
    """Return the boards in a file of JSON lines. Raises PuzzlerError if the file is invalid."""
    try:
        text = resources.read_whole(file, MAX_BYTES).decode("utf-8", "replace")
    except OSError as error:
        raise PuzzlerError(f"{file}: {error.strerror or error}") from None
    found = list[TracedState]()
    for number, line in enumerate(text.split("\n"), 1):
        try:
            record = json.loads(line) if line.strip() else {}
            if not isinstance(record, dict):
                raise ValueError("not a JSON object")
            if "board" in record:
                g, f = (_number(record, key) for key in "gf")
                found.append(TracedState(Board.parse(str(record["board"])), g, f))
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


def traced_states(expansions: Sequence[Expansion]) -> list[TracedState]:
    """Return the states of recorded expansions."""
    return [TracedState(each.node.board, each.node.g, each.node.f) for each in expansions]


def first_difference(
    yours: Sequence[TracedState], expected: Sequence[Expansion], title: str, ending: str
) -> Divergence | None:
    """Return the first difference between ``yours`` and ``expected``, or None if they agree.

    expected: all expansions of the search called ``title``, which ends when it selects the goal.
    ending: why ``yours`` ends after its last expansion.
    """
    for index, (own, theirs) in enumerate(zip(yours, expected, strict=False)):
        if own.board != theirs.node.board:
            words, is_tie = _explain(index, yours, expected, title)
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
            f"Expansion {number:,}: your search expands {board}, but {title} has already reached "
            "the goal",
        )
    node = expected[number - 1].node
    return Divergence(
        number,
        None,
        node.board,
        f"Expansion {number:,}: {title} expands {node.board} ({_f_text(node.f)}); "
        f"your search stops here because {ending}",
    )


def _explain(
    index: int, yours: Sequence[TracedState], expected: Sequence[Expansion], title: str
) -> tuple[str, bool]:
    own, node = yours[index], expected[index].node
    generated: dict[Board, int] = {}
    best_f: dict[Board, float] = {}
    for number, expansion in enumerate(expected[:index], 1):
        best_f.setdefault(expansion.node.board, expansion.node.f)
        for successor in expansion.successors:
            child = successor.node
            if child.f < best_f.get(child.board, float("inf")):
                best_f[child.board], generated[child.board] = child.f, number
            generated.setdefault(child.board, number)
    own_f = best_f.get(own.board, own.f)
    own_text = "" if own_f is None else f" ({_f_text(own_f)})"
    begin = (
        f"Expansion {index + 1:,}: your search expands {own.board}{own_text}, "
        f"{title} expands {node.board} ({_f_text(node.f)}); "
    )
    before = [number for number, each in enumerate(yours[:index], 1) if each.board == own.board]
    if before:
        reason = f"your search expanded this state before, at expansion {before[0]:,}"
        return f"{begin}{reason}", False
    if own.board not in generated:
        return f"{begin}no earlier expansion generated the state that your search expands", False
    own_source, other_source = generated[own.board], generated.get(node.board, 0)
    if own_f == node.f:
        same = "both have the same f; only the tie-breaking differs"
        if own_source == other_source:
            reason = (
                f"expansion {own_source:,} generated both, and the searches order them differently"
            )
            return f"{begin}{same}: {reason}", True
        time = "earlier" if own_source < other_source else "later"
        return f"{begin}{same}: your search expands the node that was generated {time}", True
    later = [number for number, each in enumerate(yours, 1) if each.board == node.board]
    if not other_source:
        place = f"it expands {node.board} later" if later else f"it never expands {node.board}"
        return f"{begin}{place}", False
    rest = f"expands it at expansion {later[0]:,}" if later else "never expands it"
    return f"{begin}expansion {other_source:,} generated the latter; your search {rest}", False


def _f_text(value: float) -> str:
    return f"f {value:g}"
