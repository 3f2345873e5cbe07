"""The checks of heuristics and searches as text, as JSON objects, and as a row of a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from puzzler.humanize import counted

if TYPE_CHECKING:
    from puzzler.search.custom.source import CodeFile
    from puzzler.search.homework.heuristic_check import Report
    from puzzler.search.homework.search_check import BoardResult, SearchReport

VERDICTS = {True: "yes", False: "no", None: "not proven"}


def search_record(source: CodeFile, report: SearchReport) -> dict[str, Any]:
    """Return the check of a search as a JSON object."""
    found = report.divergence
    return {
        "file": str(source.file),
        "name": source.function,
        "size": f"{report.goal.rows}x{report.goal.columns}",
        "goal": str(report.goal),
        "solved": report.solved,
        "solved_optimally": report.solved_optimally,
        "results": [_board_record(each) for each in report.boards],
        "against": report.against or None,
        "divergence": found
        and {
            "board": str(report.divergence_at),
            "expansion": found.number,
            "yours": found.yours and str(found.yours),
            "expected": found.expected and str(found.expected),
            "message": found.words,
            "cause": found.cause.name.lower(),
            "is_fault": found.cause.is_fault,
        },
    }


def _board_record(result: BoardResult) -> dict[str, Any]:
    counts = "expanded", "reopened", "duplicates", "deepest", "peak_frontier"
    return {
        "board": str(result.board),
        "length": result.length,
        **{name: getattr(result.stats, name) for name in counts},
        "failure": result.failure or None,
        "is_limited": result.is_limited,
        "shortest": result.distance,
    }


def search_lines(report: SearchReport) -> Iterator[tuple[str, str]]:
    """Yield the check of a search as (label, text)."""
    count = len(report.boards)
    yield "search", report.title
    yield "goal", str(report.goal)
    optimal = f", {report.solved_optimally} with an optimal solution" * report.is_optimal_expected
    yield "solved", f"{report.solved} of {count} boards{optimal}"
    failure = report.first_failure
    if failure is not None:
        yield "failed", f"{_place(failure)}: {failure.failure}"
    if report.limited:
        each = report.limited[0]
        yield (
            "not finished",
            f"{counted(len(report.limited), 'board')}: {each.board}: {each.failure}",
        )
    first = report.first_longer
    if first is not None and report.is_optimal_expected:
        lengths = f"{first.length:,} moves, the shortest solution has {first.distance}"
        yield "not optimal", f"{first.board}: {lengths}"
    solved = [each for each in report.boards if each.length is not None]
    if solved:
        mean = sum(each.stats.expanded for each in solved) / len(solved)
        largest = max(each.stats.expanded for each in solved)
        again = f"; re-expansions: {sum(each.stats.reopened for each in solved):,}"
        label, again = ("goal tests", "") if report.is_by_tests else ("expanded", again)
        yield label, f"mean {mean:,.1f}, maximum {largest:,}{again}"
        yield "frontier", f"maximum {max(each.stats.peak_frontier for each in solved):,}"
    found = report.divergence
    if found is not None:
        label = found.cause.label
        extents = {"differs": "from", "agrees": f"up to {found.cause.extent} with"}
        place = f"; shown on {report.divergence_at}" if label in extents else ""
        yield label, f"{extents.get(label, 'with')} {report.against}{place}:"
        yield "", found.words
    elif report.against and report.solved:
        extent = "" if report.first_failure is None else " on the boards that it solves"
        yield "agrees", f"expands the same states in the same order as {report.against}{extent}"


def _place(result: BoardResult) -> str:
    return f"{result.board}, {counted(result.distance, 'move')} from the goal"


def heuristic_record(source: CodeFile, report: Report) -> dict[str, Any]:
    """Return the check of a heuristic as a JSON object."""
    over, jump = report.counterexample, report.inconsistency
    return {
        "file": str(source.file),
        "name": source.function,
        "size": f"{report.goal.rows}x{report.goal.columns}",
        "goal": str(report.goal),
        "states": report.states,
        "admissible": report.admissible,
        "consistent": report.consistent,
        "counterexample": over
        and {"board": str(over.board), "h": over.h, "distance": over.distance},
        "overestimates": report.overestimates,
        "inconsistency": jump
        and {
            "board": str(jump.board),
            "move": jump.move.letter,
            "h": jump.h,
            "h_after": jump.h_after,
        },
        "goal_h": report.goal_h,
        "cause": report.cause or None,
        "least_h": report.least_h,
        "disagreement": report.disagreement and str(report.disagreement),
        "mean_h": report.mean_h,
        "mean_distance": report.mean_distance,
        "dominated_by": report.dominated_by,
        "dominates": report.dominates,
        "equals": report.equals,
        "expansions": report.expansions,
        "searched": report.searched,
        "microseconds_per_call": report.microseconds_per_call,
        "compiled": None if report.not_compiled is None else not report.not_compiled,
        "promises": report.promises,
        "broken_promises": report.broken_promises,
    }


def heuristic_lines(report: Report) -> Iterator[tuple[str, str]]:
    """Yield the check of a heuristic as (label, text)."""
    states = f"all {report.states:,} states" if report.is_proof else f"{report.states:,} boards"
    yield "heuristic", report.title
    yield "goal", str(report.goal)
    if report.disagreement is not None:  # no other result can be reproduced
        yield "not checked", f"h is not deterministic: two calls differ for {report.disagreement}"
        return
    yield "admissible", _admissible(report, states)
    yield "consistent", _consistent(report, states)
    if report.cause:
        yield "cause", report.cause
    if report.least_h < 0:
        yield "negative", f"{report.least_h:g} for {report.least_at}"
    scope = "over all states" if report.is_proof else "over boards with a known distance"
    yield "mean", f"h {report.mean_h:.2f}, true distance {report.mean_distance:.2f} {scope}"
    yield "", ", ".join(f"{name} {mean:.2f}" for name, mean in report.means.items())
    own = report.title
    for label, names, relation in (
        ("dominates", report.dominates, f"{own}(s) >= h(s)"),
        ("dominated by", report.dominated_by, f"h(s) >= {own}(s)"),
        ("equals", report.equals, f"h(s) = {own}(s)"),
    ):
        if names:
            yield label, f"{', '.join(names)} ({relation} for {states})"
    if report.expansions is None:
        yield "expanded", "not measured: h has values below 0 or too large"
    else:
        what = f"mean of {report.searched} boards"
        for algorithm, counts in report.expansions.items():
            figures = ", ".join(f"{name} {_count(count)}" for name, count in counts.items())
            yield "expanded", f"{algorithm}: {figures} ({what})"
    yield "call", f"{report.microseconds_per_call:.1f} microseconds"
    if report.not_compiled is not None:
        why = report.not_compiled
        yield "compiled", f"no, called as Python: {why}" if why else "yes"
    if report.broken_promises:
        yield "declared", f"does not hold: {', '.join(report.broken_promises)}"
    elif any(report.promises.values()):
        declared = [name for name, is_promised in report.promises.items() if is_promised]
        yield (
            "declared",
            f"{'proven' if report.is_proof else 'no counterexample'}: {', '.join(declared)}",
        )


def report_text(report: Report) -> str:
    """Return the check of a heuristic as lines of a label and a text."""
    return "\n".join(f"{label:13}{text}".rstrip() for label, text in heuristic_lines(report))


def _admissible(report: Report, states: str) -> str:
    over = report.counterexample
    if over is not None:
        count = counted(report.overestimates, "state" if report.is_proof else "board")
        return (
            f"no: {over.board} is {counted(over.distance, 'move')} from the goal, and h is "
            f"{over.h:g}; overestimates in {count}"
        )
    return _proven(report, states)


def _consistent(report: Report, states: str) -> str:
    jump = report.inconsistency
    if jump is not None:
        moved = f"moving the blank {jump.move.name.lower()}"
        return f"no: {jump.board}: {moved} changes h from {jump.h:g} to {jump.h_after:g}"
    if report.consistent is False:
        return f"no: h is {report.goal_h:g} at the goal"
    return _proven(report, states)


def _proven(report: Report, states: str) -> str:
    if report.is_proof:
        return f"yes, proven over {states}"
    return f"no counterexample among {states} (not a proof)"


def _count(count: float | None) -> str:
    return "stopped by a limit" if count is None else f"{count:,.1f}"


def heuristic_cells(report: Report) -> Iterator[str]:
    """Yield the cells of a heuristic's row in the table of a folder."""
    yield VERDICTS[report.admissible]
    yield VERDICTS[report.consistent]
    yield f"{report.mean_h:.2f}"
    for algorithm in ("astar", "idastar"):
        count = None if report.expansions is None else report.expansions[algorithm][report.title]
        yield "" if count is None else f"{count:,.1f}"
    yield f"{report.microseconds_per_call:.1f}"
    over = report.counterexample
    notes = [f"declared but false: {name}" for name in report.broken_promises]
    notes += [report.cause] * bool(report.cause)
    if over is not None:
        notes.append(f"h {over.h:g} at distance {over.distance}: {over.board}")
    if report.disagreement is not None:
        notes.append("two calls differ")
    yield "; ".join(notes)
