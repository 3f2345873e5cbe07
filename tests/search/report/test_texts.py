"""The line that describes how a search ended."""

from dataclasses import replace

import pytest

from puzzler.board import Board, shuffle
from puzzler.board.scenario import Problem
from puzzler.search.method import Method
from puzzler.search.options import Limit, LimitKind
from puzzler.search.report.texts import command_text, line_text
from puzzler.search.result import Outcome, SearchResult, SearchStats
from puzzler.search.solve import solve
from puzzler.search.starting import start

HARDEST = Board.parse("8 6 7/2 5 4/3 0 1")
GOAL = Board.solved(3, 3)
FEWER = "No solution has fewer than {bound} moves"
EXPANDED = ", {expanded:,} expanded"


def lengths_of(result):
    return f"{result.length} moves ({result.multi_tile_length} multi-tile)"


@pytest.mark.parametrize(
    ("method", "shortest", "line"),
    [
        (
            Method("astar", "linear-conflict"),
            None,
            "Solved: 31 moves (25 multi-tile), optimal" + EXPANDED,
        ),
        (Method("greedy", "manhattan"), 31, "Solved: {lengths}, shortest: 31" + EXPANDED),
        (
            Method("greedy", "manhattan"),
            None,
            "Solved: {lengths}, not proven optimal" + EXPANDED,
        ),
        (
            Method("astar", "manhattan", 2),
            None,
            "Solved: {lengths}, at most twice the shortest, {expanded:,} expanded",
        ),
        (
            Method("astar", "manhattan", limit=Limit(expansions=100)),
            None,
            "Stopped at the limit of 100 expanded states. " + FEWER,
        ),
        (
            Method("astar", "manhattan", limit=Limit(memory_bytes=100_000)),
            None,
            "Out of memory (100 kB) after {stored:,} states. " + FEWER,
        ),
        (
            Method("dfs", depth_limit=8),
            None,
            "No path to the goal within the depth limit of 8 moves",
        ),
    ],
)  # fmt: skip
def test_the_text_of_a_finished_search(method, shortest, line):
    result = solve(HARDEST, GOAL, method)
    stats = result.stats
    expected = line.format(lengths=lengths_of(result), expanded=stats.expanded, stored=stats.stored,
                       bound=result.lower_bound)  # fmt: skip
    assert line_text(result, shortest) == expected


def test_the_larger_of_two_lower_bounds_is_named():
    result = solve(HARDEST, GOAL, Method("astar", "manhattan", limit=Limit(expansions=100)))
    bound = result.lower_bound
    for other, largest in ((bound - 1, bound), (bound + 1, bound + 1)):
        assert line_text(result, None, other).endswith(f"fewer than {largest} moves")


def test_the_text_of_a_stopped_search():
    search = start(Problem(HARDEST, GOAL), Method("astar", "manhattan"))
    assert line_text(search.result(cancelled=True)) == "Search stopped"
    search.advance(10)
    stopped = search.result(cancelled=True)
    assert line_text(stopped) == "Search stopped"
    assert command_text(stopped) == (
        f"cancelled; no solution has fewer than {stopped.lower_bound} moves"
    )


def test_the_text_of_a_stopped_search_with_a_solution():
    far = shuffle(5, 5, seed=1).start
    result = solve(far, method=Method("anytime", limit=Limit(expansions=3_000)))
    assert line_text(result) == (
        f"Solved: {lengths_of(result)}, the shortest takes at least {result.lower_bound}, "
        "3,000 expanded"
    )
    search = start(Problem(far, Board.solved(5, 5)), Method("anytime"))
    while not search.improvements:
        search.advance(1)
    found = search.result(cancelled=True)
    text = line_text(found)
    assert text.startswith(f"Solved: {lengths_of(found)}, the shortest takes at least ")


def test_multi_tile_moves_are_named_only_if_they_are_fewer():
    line = line_text(solve("1 2 3/4 0 6/7 5 8"))
    assert line.startswith("Solved: 2 moves, optimal")
    result = solve("1 2 3/4 0 6/7 5 8", metric="multi")
    assert line_text(result).startswith("Solved: 2 multi-tile moves (2 moves of one tile), optimal")


def test_a_limit_on_memory_below_the_tables_is_named():
    method = Method("idastar", "pattern-database", limit=Limit(memory_bytes=2_000_000))
    result = solve(HARDEST, method=method)
    assert result.limit_reached is LimitKind.MEMORY and not result.stats.expanded
    assert command_text(result) == (
        "the pattern databases exceed the memory limit (2.0 MB); "
        f"no solution has fewer than {result.lower_bound} moves"
    )


def test_large_counts_are_written_as_words():
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
    assert line_text(found) == (
        "Out of memory after 34 million states. No solution has fewer than 41 moves"
    )
    found = replace(found, process_bytes=540_000_000)
    assert command_text(found, limit=Limit(memory_bytes=2_000_000_000)) == (
        "out of memory (2.0 GB, 540 MB in the process) after 34 million states; "
        "no solution has fewer than 41 moves"
    )


def test_an_unsolvable_board_has_its_number_of_reachable_states():
    found = SearchResult(
        status=Outcome.UNSOLVABLE,
        start=HARDEST,
        goal=GOAL,
        algorithm="bfs",
        heuristic="zero",
        weight=1,
        stats=SearchStats(expanded=181_440),
    )
    assert line_text(found) == "Unsolvable: 181,440 reachable states searched"
