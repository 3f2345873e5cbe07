"""The result of a search for programs and for file formats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from puzzler.board.move import LETTERS
from puzzler.csv_text import write_csv
from puzzler.formats.format import Answer, Contents, Format
from puzzler.search.method import WEIGHT, Method, is_used_by
from puzzler.search.parameters import PARAMETERS
from puzzler.search.registry import HEURISTICS, algorithm_called, heuristic_called
from puzzler.search.report.texts import guarantee
from puzzler.search.result import Metric, Outcome, SearchResult

FAILED = "failed"
"""The status of a search that stopped without a solution before any limit, in JSON."""


def result_record(result: SearchResult) -> dict[str, Any]:
    """Return the object that ``puzzler solve --json`` prints, with keys in the documented order.

    docs/reference/json.md explains the keys.
    """
    stats, branching, limit = result.stats, result.branching, result.limit_reached
    is_failed = result.status is Outcome.LIMIT and limit is None
    quality = guarantee(result) or None
    return {
        "status": FAILED if is_failed else result.status.value,
        "limit": None if limit is None else limit.name.lower(),
        "board": str(result.start),
        "goal": str(result.goal),
        **method_record(result),
        "metric": result.metric.value,
        "length": result.length,
        "multi_tile_length": result.multi_tile_length,
        "moves": "".join([LETTERS[move] for move in result.moves]),
        "tiles": list(result.tiles),
        "optimal": result.proven_optimal,
        "lower_bound": result.lower_bound,
        "expanded": stats.expanded,
        "generated": stats.generated,
        "duplicates": stats.duplicates,
        "reopened": stats.reopened,
        "peak_frontier": stats.peak_frontier,
        "deepest": stats.deepest,
        "branching": None if branching is None else round(branching, 6),
        "stored": stats.stored,
        "peak_bytes": stats.bytes,
        "seconds": round(stats.elapsed, 6),
        "setup_seconds": round(result.setup_seconds, 6),
        "guarantee": quality,
        "worth": quality or "",  # until version 2.0
        "improvements": [
            {
                "seconds": round(improvement.seconds, 6),
                "expanded": improvement.expanded,
                "length": improvement.length,
                "lower_bound": improvement.lower_bound,
            }
            for improvement in result.improvements
        ],
    }


def method_record(method: Method | SearchResult) -> dict[str, Any]:
    """Return the parameters of a method or of the method of a result.

    The value of a parameter that the method does not use is None.
    """
    used = _used_keys(method.algorithm, method.heuristic)
    record = {row.key: getattr(method, row.name) if row.key in used else None for row in PARAMETERS}
    if WEIGHT.key in used:
        weight = float(method.weight)
        record[WEIGHT.key] = int(weight) if weight.is_integer() else weight
    return record


@lru_cache(maxsize=64)
def _used_keys(algorithm_name: str, heuristic_name: str) -> frozenset[str]:
    """Return the keys of the parameters that have a value in a record."""
    algorithm, heuristic = algorithm_called(algorithm_name), heuristic_called(heuristic_name)
    used = {row.key for row in PARAMETERS if is_used_by(row, algorithm, heuristic)}
    return frozenset(used | {"algorithm"})


def records_as_csv(records: Sequence[dict[str, Any]]) -> str:
    """Return records as CSV with their keys as columns, or "" if there are none.

    The columns are the keys of the largest record. A record may lack some of them.
    """
    columns = max(map(list, records), key=len, default=[])
    return write_csv((map(record.get, columns) for record in records), columns)


def answer_of(result: SearchResult, contents: Contents, form: Format | None = None) -> Answer:
    """Return the answer for ``form.write_answer`` and ``form.write_figures``.

    The f values need the tables of the heuristic, so they are computed only if ``form`` needs them.
    """
    needs_f_values = form is not None and form.needs_f_values
    stats = result.stats
    return Answer(
        contents=contents,
        goal=result.goal,
        moves=None if result.length is None else result.moves,
        is_shortest=result.proven_optimal and result.metric is Metric.SINGLE,
        is_unsolvable=result.status is Outcome.UNSOLVABLE,
        expanded=stats.expanded,
        peak_nodes=stats.stored,
        deepest=stats.deepest,
        seconds=stats.elapsed,
        memory_bytes=stats.bytes,
        weight=result.weight,
        f_values=tuple(_f_values(result)) if needs_f_values else (),
    )


def _f_values(result: SearchResult) -> Iterator[Fraction]:
    """Yield the exact f = g + weight * h of the state after each move."""
    weight = Fraction(str(result.weight))
    tables = HEURISTICS[result.heuristic].shared(result.goal)
    board = result.start
    for g, move in enumerate(result.moves, 1):
        board = board.apply(move)
        yield weight * tables.evaluate(board) + g
