"""The trace of pseudocode: counts of executed lines agree with the figures of the search."""

from __future__ import annotations

from collections import Counter

import pytest

from puzzler.board import Board
from puzzler.board.scenario import Problem
from puzzler.search.engine.stepping import Status
from puzzler.search.inspection.inspector import Inspector
from puzzler.search.inspection.observation import SuccessorOutcome, Trace
from puzzler.search.method import Method
from puzzler.search.starting import start

EASY = "1 3 6/4 2 8/7 0 5"
SOLVED = "1 2 3/4 5 6/7 8 0"
METHODS = {
    "astar": Method("astar", "manhattan"),
    "astar inconsistent": Method("astar", "manhattan+misplaced", weight=2),
    "astar fifo": Method("astar", "misplaced", ties="fifo"),
    "greedy": Method("greedy", "misplaced"),
    "bfs": Method("bfs"),
    "bfs early": Method("bfs", goal_test="early"),
    "dfs": Method("dfs"),
    "dfs late": Method("dfs", duplicates="late"),
    "dfs limited": Method("dfs", depth_limit=9),
    "dfs too limited": Method("dfs", depth_limit=5),
    "iddfs": Method("iddfs"),
    "idastar": Method("idastar", "manhattan"),
    "idastar misplaced": Method("idastar", "misplaced", order="RDLU"),
    "idastar zero": Method("idastar", "zero"),
    "idastar pruning": Method("idastar", "pattern-database"),
    "idastar weighted": Method("idastar", "manhattan", weight=0.5),
    "bidirectional": Method("bidirectional", "manhattan"),
    "walk": Method("walk", "manhattan"),
    "beam": Method("beam", "manhattan"),
}
LIMIT = 120
"""Number of traced expansions per method, because ``dfs`` needs thousands."""


def traces(method: Method, text: str = EASY) -> list[tuple[Trace, Status]]:
    """Yield the trace of every moment up to the limit or the end."""
    board = Board.parse(text)
    search = start(Problem(board, Board.solved(*board.size)), method)
    inspector, found = Inspector(search), []
    for _ in range(LIMIT):
        glimpse = inspector.glimpse(0)
        if glimpse.trace is None:  # the beam search has finished, and its path is shortened
            return found
        found.append((glimpse.trace, search.status))
        if inspector.step() is None:
            if search.status is not found[-1][1]:
                last = inspector.glimpse(0)
                if last.trace is not None:
                    found[-1] = last.trace, search.status
            return found
    return found


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("text", [EASY, SOLVED, "8 1 3/4 0 2/7 6 5"])
def test_counts_equal_the_executed_lines(name: str, text: str) -> None:
    ran: Counter[str] = Counter()
    for trace, _ in traces(METHODS[name], text):
        before = Counter(ran)
        for number, step in enumerate(trace.steps):
            assert step.line == step.ran[-1]
            ran.update(step.ran)
            at = trace.counts_at(number)
            assert at == {line: ran[line] for line in trace.counts}, (step, ran - before)
        assert trace.steps


@pytest.mark.parametrize("name", METHODS)
def test_the_last_line_describes_the_end_of_the_search(name: str) -> None:
    trace, status = traces(METHODS[name])[-1]
    line = trace.steps[-1].line
    if status is Status.SOLVED or name == "beam":
        assert line == "found"
    elif status is Status.EXHAUSTED:
        assert line == "fail"
    else:
        assert line not in ("found", "fail")


def test_a_moment_reached_by_a_seek_has_counts_but_no_steps() -> None:
    board = Board.parse("8 6 7/2 5 4/3 0 1")
    search = start(Problem(board, Board.solved(3, 3)), METHODS["bfs"])
    inspector = Inspector(search)
    search.advance(50)
    trace = inspector.glimpse().trace
    assert trace is not None and trace.steps == ()
    assert trace.counts["take"] == 50


def test_sizes_change_with_each_successor() -> None:
    for method in (METHODS["astar inconsistent"], METHODS["bfs"], METHODS["dfs"]):
        frontier = 0
        for trace, _ in traces(method):
            for step in trace.steps:
                more = {"start": 1, "take": -1, "new": 1, "reopen": 1}.get(step.line, 0)
                frontier += more
                assert dict(step.values)["frontier"] == frontier


def test_variables_are_those_of_the_expansion() -> None:
    board = Board.parse("8 6 7/2 5 4/3 0 1")
    search = start(Problem(board, Board.solved(3, 3)), METHODS["astar"])
    inspector = Inspector(search)
    for _ in range(200):
        expansion = inspector.step()
        trace = inspector.glimpse(0).trace
        assert expansion is not None and trace is not None
        assert {step.node for step in trace.steps} == {expansion.node}
        successors = [step.successor for step in trace.steps if step.line == "each"]
        assert successors == [successor.node for successor in expansion.successors]
        dropped = [step.successor for step in trace.steps if step.line == "discard"]
        assert dropped == [
            successor.node
            for successor in expansion.successors
            if successor.outcome is SuccessorOutcome.DUPLICATE
        ]
