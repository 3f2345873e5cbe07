"""``puzzler methods``: list algorithms and heuristics."""

from __future__ import annotations

import json
from collections.abc import Iterator

from puzzler.cli.options import Json
from puzzler.cli.output import ExitStatus, Output, plain_table


def command(*, as_json: Json = False) -> int:
    """List the algorithms and heuristics.

    These are the values of --algorithm and --heuristic, with descriptions.
    """
    with Output() as out:
        if as_json:
            for kind, rows in algorithms_and_heuristics():
                for name, summary in rows:
                    out.write(json.dumps({"kind": kind, "name": name, "summary": summary}))
            return ExitStatus.SOLVED
        for number, (heading, rows) in enumerate(algorithms_and_heuristics()):
            if number:
                out.write("")
            table = plain_table(heading, "", wrapped={""})
            for row in rows:
                table.add_row(*row)
            out.show(table)
    return ExitStatus.SOLVED


def algorithms_and_heuristics() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield two headings, each with names and descriptions."""
    from puzzler.search.custom.source import installed
    from puzzler.search.registry import ALGORITHMS, DEFAULT_ALGORITHM, HEURISTICS

    default = ALGORITHMS[DEFAULT_ALGORITHM].heuristic
    algorithms = []
    for name, algorithm in ALGORITHMS.items():
        notes = ["default"] if name == DEFAULT_ALGORITHM else []
        notes += [f"with {algorithm.heuristic}"] if algorithm.heuristic != default else []
        algorithms.append((name, _with_notes(algorithm.summary, notes, algorithm.aliases)))
    heuristics = [
        (name, _with_notes(each.summary, ["default"] if name == default else [], each.aliases))
        for name, each in HEURISTICS.items()
    ]
    for kind, rows in (("algorithms", algorithms), ("heuristics", heuristics)):
        for name, source in installed(f"puzzler.{kind}").items():
            rows.append((name, f"function {source.function} of {source.file}"))
    yield "algorithm", algorithms
    yield "heuristic", heuristics


def _with_notes(summary: str, notes: list[str], aliases: tuple[str, ...]) -> str:
    notes = [*notes, *([f"also {', '.join(aliases)}"] if aliases else [])]
    return f"{summary} ({'; '.join(notes)})" if notes else summary
