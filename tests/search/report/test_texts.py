"""One line that says how a search ended."""

import pytest

from puzzler.board import Board, shuffle
from puzzler.board.scenario import Problem
from puzzler.search.method import Method
from puzzler.search.options import Limit, LimitKind
from puzzler.search.report.texts import outcome_line, whole_process
from puzzler.search.result import Outcome, SearchResult, SearchStats
from puzzler.search.solve import solve, start

HARDEST = Board.parse("8 6 7/2 5 4/3 0 1")
GOAL = Board.solved(3, 3)
EXPANDED = ", {expanded:,} expanded"


@pytest.mark.parametrize(
    ("method", "shortest", "line"),
    [
        (Method("astar", "linear-conflict"), None, "Solved: 31 moves, optimal" + EXPANDED),
        (Method("greedy", "manhattan"), 31, "Solved: {length} moves, optimum 31" + EXPANDED),
        (Method("greedy", "manhattan"), None, "Solved: {length} moves, no guarantee" + EXPANDED),
        (
            Method("astar", "manhattan", 2),
            None,
            "Solved: {length} moves, at most 2× optimal, {expanded:,} expanded",
        ),
        (
            Method("astar", "manhattan", limit=Limit(expansions=100)),
            None,
            "Expansion limit reached: 100 expanded, lower bound {bound}",
        ),
        (
            Method("astar", "manhattan", limit=Limit(memory_bytes=100_000)),
            None,
            "Memory limit reached: {stored:,} states, lower bound {bound}, {whole}",
        ),
        (
            Method("dfs", depth_limit=8),
            None,
            "No path to the goal within the depth limit of 8 moves",
        ),
    ],
)  # fmt: skip
def test_the_end_of_a_search(method, shortest, line):
    result = solve(HARDEST, GOAL, method)
    stats = result.stats
    said = line.format(length=result.length, expanded=stats.expanded, stored=stats.stored,
                       bound=result.lower_bound, whole=whole_process(result))  # fmt: skip
    assert outcome_line(result, shortest) == said


def test_one_that_was_stopped():
    search = start(Problem(HARDEST, GOAL), Method("astar", "manhattan"))
    assert outcome_line(search.result(cancelled=True)) == "Stopped before the first expansion"
    search.advance(10)
    stopped = search.result(cancelled=True)
    assert outcome_line(stopped) == f"Stopped: 10 expanded, lower bound {stopped.lower_bound}"


def test_one_that_improves_keeps_its_solution():
    far = shuffle(5, 5, seed=1).start
    result = solve(far, method=Method("anytime", limit=Limit(expansions=3_000)))
    assert outcome_line(result) == (
        f"Expansion limit reached: {result.length} moves, lower bound {result.lower_bound}, "
        "3,000 expanded"
    )
    search = start(Problem(far, Board.solved(5, 5)), Method("anytime"))
    while not search.improvements:
        search.advance(1)
    found = search.result(cancelled=True)
    assert outcome_line(found).startswith(f"Stopped: {found.length} moves, lower bound ")


def test_large_counts_are_words():
    found = SearchResult(
        status=Outcome.LIMIT,
        start=HARDEST,
        goal=GOAL,
        algorithm="astar",
        heuristic="manhattan",
        weight=1,
        lower_bound=41,
        limit_reached=LimitKind.MEMORY,
        stats=SearchStats(expanded=20_000_000, stored=34_000_000),
    )
    assert outcome_line(found) == "Memory limit reached: 34 million states, lower bound 41"


def test_a_component_without_the_goal():
    found = SearchResult(
        status=Outcome.UNSOLVABLE,
        start=HARDEST,
        goal=GOAL,
        algorithm="bfs",
        heuristic="zero",
        weight=1,
        stats=SearchStats(expanded=181_440),
    )
    assert outcome_line(found) == "Unsolvable: 181,440 reachable states searched"
