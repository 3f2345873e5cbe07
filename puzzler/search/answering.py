"""The answer of a search as the formats write it: what a search found, without how."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from puzzler.formats.format import Answer, Contents, Format
from puzzler.search.engine.kept_tables import build
from puzzler.search.registry import HEURISTICS
from puzzler.search.result import Outcome, SearchResult


def answer_of(result: SearchResult, contents: Contents, form: Format | None = None) -> Answer:
    """What ``form.write_answer`` and ``form.write_figures`` take.

    contents: what was read, and then searched. form: the format that it is written in; f after
    every move is worked out only where that one needs it, for it takes the heuristic's tables.
    """
    needs_f_values = form is not None and form.needs_f_values
    stats = result.stats
    return Answer(
        contents,
        result.goal,
        None if result.length is None else result.moves,
        is_shortest=result.proven_optimal,
        is_unsolvable=result.status is Outcome.UNSOLVABLE,
        expanded=stats.expanded,
        generated=stats.generated,
        most_held=stats.stored,
        deepest=stats.deepest,
        seconds=stats.elapsed,
        memory_bytes=stats.bytes,
        weight=result.weight,
        f_values=tuple(_f_values(result)) if needs_f_values else (),
    )


def _f_values(result: SearchResult) -> Iterator[Fraction]:
    """The exact f, g + weight * h, of the state after each move."""
    weight = Fraction(str(result.weight))
    tables = build(HEURISTICS[result.heuristic], result.goal)
    board = result.start
    for g, move in enumerate(result.moves, 1):
        board = board.apply(move)
        yield weight * tables.evaluate(board) + g
