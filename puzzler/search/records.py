"""The answer of a search for programs: one flat record with promised keys."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from typing import Any

from puzzler.search.result import SearchResult
from puzzler.search.solve import promise


def answer_record(result: SearchResult) -> dict[str, Any]:
    """What ``puzzler solve --json`` prints, its keys in the order that they are promised in."""
    stats, branching = result.stats, result.branching
    return {
        "status": result.status.value,
        "board": str(result.start),
        "goal": str(result.goal),
        "algorithm": result.algorithm,
        "heuristic": result.heuristic,
        "weight": plain_number(result.weight),
        "order": result.order,
        "ties": result.ties,
        "depth_limit": result.depth_limit,
        "length": result.length,
        "moves": "".join(move.letter for move in result.moves),
        "tiles": list(result.tiles),
        "optimal": result.proven_optimal,
        "lower_bound": result.lower_bound,
        "expanded": stats.expanded,
        "generated": stats.generated,
        "reopened": stats.reopened,
        "peak_frontier": stats.peak_frontier,
        "deepest": stats.deepest,
        "branching": None if branching is None else round(branching, 6),
        "stored": stats.stored,
        "peak_bytes": stats.bytes,
        "seconds": round(stats.elapsed, 6),
        "setup_seconds": round(result.setup_seconds, 6),
        "worth": promise(result),
        "improvements": [
            {
                "seconds": round(improvement.seconds, 6),
                "expansions": improvement.expansions,
                "length": improvement.length,
                "bound": improvement.bound,
            }
            for improvement in result.improvements
        ],
    }


def plain_number(value: float) -> float:
    """A whole one as such: 1, not 1.0."""
    return int(value) if float(value).is_integer() else value


def as_csv(records: Sequence[dict[str, Any]]) -> str:
    """Records as lines under a line of headings; "" where there are none.

    A record may lack some of the keys.
    """
    if not records:
        return ""
    text = io.StringIO()
    keys = max(map(list, records), key=len)
    writer = csv.DictWriter(text, keys, lineterminator="\n")
    writer.writeheader()
    for record in records:
        writer.writerow(
            {
                key: json.dumps(value) if isinstance(value, (bool, list)) else value
                for key, value in record.items()
            }
        )
    return text.getvalue()


def as_json(records: Iterable[dict[str, Any]]) -> str:
    """The records as a JSON list, one on each line."""
    return "[" + ",\n ".join(map(json.dumps, records)) + "]"


def as_tabs(lines: Iterable[Iterable[str]]) -> str:
    """Lines of a table with tabs between the columns: for the clipboard."""
    return "".join("\t".join(cells) + "\n" for cells in lines)
