"""Comparisons of methods: the table, combined bounds, averages and winners."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzler.board import Board, Move
from puzzler.formats.format import Contents
from puzzler.formats.registry import FORMATS
from puzzler.humanize import NOTHING
from puzzler.search.method import Method
from puzzler.search.options import Limit, LimitKind
from puzzler.search.report import comparison
from puzzler.search.report.comparison import (
    COLUMNS,
    Entry,
    combine_bounds,
    named,
    proven_lengths,
    sorted_by,
)
from puzzler.search.report.export import answer_of
from puzzler.search.report.texts import cell_text, length_ratio
from puzzler.search.report.winning import WinningRule, winner
from puzzler.search.result import (
    Improvement,
    Outcome,
    SearchResult,
    SearchStats,
    effective_branching_factor,
)
from puzzler.search.solve import solve

GOAL = Board.solved(3, 3)
ASTAR = Method("astar", "manhattan")
GREEDY = Method("greedy", "manhattan")
IDASTAR = Method("idastar", "manhattan")


def result(status=Outcome.SOLVED, *, moves=0, factor=None, lower_bound=0, limit=None, **others):
    more = {name: others.pop(name) for name in ("note", "improvements") if name in others}
    return SearchResult(
        status=status,
        start=GOAL,
        goal=GOAL,
        algorithm="astar",
        heuristic="manhattan",
        weight=1,
        moves=(Move.UP,) * moves,
        proven_optimal=factor == 1,
        bound_factor=factor,
        lower_bound=lower_bound,
        limit_reached=limit,
        stats=SearchStats(**others),
        **more,
    )


def entry(method=ASTAR, **fields):
    return Entry(method, (result(**fields),))


LIMITED = result(Outcome.LIMIT, limit=LimitKind.EXPANSIONS, expanded=50)
NARROWED = result(moves=12, lower_bound=10, improvements=(Improvement(0.1, 5, 12, 10),))


@pytest.mark.parametrize(
    ("found", "shortest", "words", "times"),
    [
        (result(moves=54, factor=2), None, "At most 2×", 2),
        (result(moves=54, factor=2), 54, "Optimal", 1),
        (result(moves=54, factor=2), 36, "+18 moves", 1.5),
        (result(moves=54, factor=1), None, "Optimal", 1),
        (result(moves=54), None, "Not proven optimal", None),
        (result(moves=0), 0, "Optimal", 1),
        (NARROWED, None, "At most +2 moves", 1.2),
        (result(Outcome.UNSOLVABLE), None, "Unsolvable", None),
        (result(Outcome.LIMIT, note="dead end"), None, "No solution found", None),
        (result(Outcome.CANCELLED), None, "Stopped", None),
        (LIMITED, None, "Out of expansions (50)", None),
    ],
)
def test_the_guarantee_of_a_solution(found, shortest, words, times):
    assert cell_text(found, shortest) == words
    assert length_ratio(found, shortest) == times


@pytest.mark.parametrize(
    ("results", "shortest"),
    [
        ([result(moves=14), result(moves=12, factor=1)], 12),
        ([result(moves=14), LIMITED], None),
        ([result(moves=12), result(Outcome.LIMIT, lower_bound=12)], 12),
        ([result(moves=13), result(Outcome.LIMIT, lower_bound=12)], None),
        ([result(Outcome.UNSOLVABLE)], None),
    ],
)
def test_a_proof_of_one_method_applies_to_the_others(results, shortest):
    entries = [Entry(ASTAR, (found,)) for found in results]
    assert proven_lengths(entries) == (shortest,)
    assert all(row.shortest == (shortest,) for row in combine_bounds(entries))


def test_a_failed_method_does_not_affect_the_others():
    failed = Entry(GREEDY, failure="out of luck")
    rows = combine_bounds([failed, entry(moves=3, factor=1), entry(GREEDY, moves=5)])
    texts = [[column.text(row) for column in COLUMNS] for row in rows]
    assert texts[0] == [GREEDY.title, NOTHING, "Failed: out of luck", *[NOTHING] * 7]
    assert texts[2][:3] == [GREEDY.title, "5", "+2 moves"]
    read = list(csv.DictReader(io.StringIO(comparison.as_csv(rows))))
    assert (read[0]["status"], read[0]["expanded"]) == ("failed", "")
    assert (read[2]["length"], read[2]["quality"], read[2]["shortest"]) == ("5", "'+2 moves", "3")
    assert comparison.as_csv([failed]).startswith("method,status,algorithm")


def test_the_table_shows_the_results_of_the_search():
    start = Board.parse("8 1 3/4 0 2/7 6 5")
    methods = [Method("bfs"), ASTAR, IDASTAR, GREEDY]
    rows = combine_bounds([Entry(method, (solve(start, GOAL, method),)) for method in methods])
    lines = [line.split("\t") for line in comparison.as_text(rows).splitlines()]
    assert lines[0] == [column.title for column in COLUMNS]
    for line, row in zip(lines[1:], rows, strict=True):
        found = row.result
        assert found is not None and found.branching is not None
        counts = found.length, found.stats.expanded, found.stats.generated
        assert [int(line[place].replace(",", "")) for place in (1, 3, 4)] == list(counts)
        assert line[5] == f"{found.branching:.2f}"
    assert [line[2] for line in lines[1:4]] == ["Optimal"] * 3


@given(st.lists(st.none() | st.integers(0, 5)), st.booleans())
def test_rows_are_sorted_and_those_without_a_figure_are_the_last(lengths, reverse):
    rows = [
        Entry(ASTAR, (LIMITED if length is None else result(moves=length),)) for length in lengths
    ]
    found = [row.results[0].length for row in sorted_by(rows, named("length", COLUMNS), reverse)]
    there = [length for length in lengths if length is not None]
    missing = len(lengths) - len(there)
    assert found == sorted(there, reverse=reverse) + [None] * missing


def test_a_column_is_found_by_name_or_title():
    assert named("branching", COLUMNS) is named("b*", COLUMNS)
    assert named("Peak-Frontier", COLUMNS).title == "Peak frontier"
    with pytest.raises(ValueError, match="unknown column 'foo'; choose from method, length"):
        named("foo", COLUMNS)


def test_averages_have_means_medians_and_the_share_of_solved_boards():
    found = [
        result(moves=2, factor=1, expanded=10, generated=20, elapsed=1.0, bytes=7),
        result(moves=3, factor=1, expanded=20, generated=40, elapsed=2.0, peak_frontier=9),
        result(moves=10, factor=1, expanded=90, generated=180, elapsed=6.0, bytes=5),
        LIMITED,
    ]
    row = comparison.average_record(Entry(ASTAR, tuple(found)))
    assert (row["boards"], row["solved"], row["solved_share"]) == (4, 3, 0.75)
    assert (row["mean_length"], row["median_length"]) == (5, 3)
    assert (row["mean_expanded"], row["median_expanded"]) == (42.5, 35)
    assert (row["mean_generated"], row["median_generated"]) == (60, 30)
    assert (row["mean_seconds"], row["median_seconds"]) == (2.25, 1.5)
    assert (row["largest_peak_frontier"], row["largest_peak_bytes"]) == (9, 7)
    assert row["quality"] == "Optimal"
    text = [column.text(Entry(ASTAR, tuple(found))) for column in comparison.AVERAGES]
    assert text[1:4] == ["3 of 4", "5.0", "3.0"]


def test_without_solutions_there_are_no_lengths():
    row = comparison.average_record(Entry(ASTAR, (LIMITED,)))
    assert (row["solved"], row["mean_length"], row["mean_branching"]) == (0, None, None)
    assert row["quality"] == "" and row["mean_expanded"] == 50
    none = comparison.average_record(Entry(ASTAR))
    assert (none["solved_share"], none["mean_expanded"]) == (None, None)


@pytest.mark.parametrize(
    ("found", "shortest", "words"),
    [
        ([result(moves=4), result(moves=6)], (4, 5), "+0.5 moves on average, 1 of 2 optimal"),
        ([result(moves=4), LIMITED], (4, None), "Optimal"),
        ([result(moves=4, factor=2), result(moves=6, factor=2)], (4, None), "At most 2×"),
        ([result(moves=4, factor=1), NARROWED], (None, None), "At most 1.2×"),
        ([result(moves=4), result(moves=4, factor=1)], (None, None), "Not proven optimal"),
        ([replace(NARROWED, moves=(Move.UP,) * 13, lower_bound=9)], (), "At most 1.45×"),
    ],
)
def test_the_guarantee_of_several_solutions(found, shortest, words):
    assert comparison.mean_guarantee(Entry(ASTAR, tuple(found), shortest)) == words


def test_the_smallest_figure_wins():
    rows = [
        entry(ASTAR, moves=12, expanded=1204, bytes=100, elapsed=0.5),
        entry(GREEDY, moves=14, expanded=30, bytes=200, elapsed=0.2),
    ]
    won = {rule: winner(rows, rule) for rule in WinningRule}
    assert [won[rule].places for rule in WinningRule] == [(0,), (1,), (0,), (1,)]
    assert won[WinningRule.FEWEST_EXPANSIONS].words == (
        f"Fewest expansions: {GREEDY.title} (30; 2 moves longer than the shortest)"
    )
    assert won[WinningRule.SHORTEST_SOLUTION].words == (
        "Shortest solution: A*, Manhattan (12 moves, 1,204 expanded)"
    )
    assert won[WinningRule.LEAST_MEMORY].words == "Least memory: A*, Manhattan (100 bytes)"
    assert won[WinningRule.LEAST_TIME].words == (
        f"Least time: {GREEDY.title} (200 ms; 2 moves longer than the shortest)"
    )


def test_only_methods_with_a_solution_can_win():
    rows = [Entry(ASTAR, (LIMITED,)), Entry(GREEDY, failure="no"), entry(IDASTAR, expanded=99)]
    assert winner(rows, WinningRule.FEWEST_EXPANSIONS).places == (2,)
    nobody = winner(rows[:2], WinningRule.LEAST_TIME)
    assert nobody.places == ()
    assert nobody.words == "Least time: no method found a solution"


def test_ties_are_decided_by_expansions_or_shared():
    rows = [entry(method, moves=1, factor=1) for method in (ASTAR, GREEDY, IDASTAR)]
    tied = winner(rows, WinningRule.SHORTEST_SOLUTION)
    assert tied.places == (0, 1, 2)
    assert tied.words == "Shortest solution: all 3 tie (1 move, 0 expanded each)"
    two = winner([*rows[:2], entry(IDASTAR, moves=3)], WinningRule.SHORTEST_SOLUTION)
    assert two.words == (
        f"Shortest solution: a tie of A*, Manhattan; {GREEDY.title} (1 move, 0 expanded each)"
    )
    rows[1] = entry(GREEDY, moves=1, elapsed=0.500_001)
    rows[2] = entry(IDASTAR, moves=1, elapsed=0.5)
    assert winner(rows[1:], WinningRule.LEAST_TIME).places == (0, 1), "both took 500 ms"
    rows[1] = entry(GREEDY, moves=1, expanded=5)
    assert winner(rows[:2], WinningRule.SHORTEST_SOLUTION).places == (0,), "fewer expansions"
    for fewer in range(3):
        counts = [
            entry(method, moves=1, expanded=fewer + more)
            for more, method in ((1, ASTAR), (0, GREEDY))
        ]
        for rule in (WinningRule.SHORTEST_SOLUTION, WinningRule.FEWEST_EXPANSIONS):
            assert winner(counts, rule).places == (1,)


RECORD_START = Board.parse("1 2 3/4 5 6/0 7 8")
RECORD_GOAL = Board.solved(3, 3)


def test_a_solution_has_the_figures_of_the_search():
    contents = Contents(start=RECORD_START, name="7")
    result = solve(RECORD_START, RECORD_GOAL, Method("bfs"))
    answer = answer_of(result, contents)
    assert (
        answer.contents is contents
        and answer.contents.start == RECORD_START
        and answer.goal == RECORD_GOAL
    )
    assert answer.moves == (Move.RIGHT, Move.RIGHT)
    assert answer.is_shortest and not answer.is_unsolvable
    stats = result.stats
    assert answer.expanded == stats.expanded
    assert (answer.peak_nodes, answer.deepest) == (stats.stored, stats.deepest)
    assert (answer.seconds, answer.memory_bytes) == (stats.elapsed, stats.bytes)
    assert answer.f_values == ()


def test_f_is_computed_after_every_move_if_the_format_needs_it():
    form = replace(FORMATS["grid"], needs_f_values=True)
    result = solve(RECORD_START, RECORD_GOAL, Method("astar", "manhattan", 1.5))
    answer = answer_of(result, Contents(start=RECORD_START), form)
    # h is 1 after the first move and 0 after the second
    assert answer.f_values == (Fraction(5, 2), Fraction(2))
    assert answer.weight == 1.5


def test_a_board_without_a_solution_has_no_moves():
    swapped = Board.parse("1 2 3/4 5 6/8 7 0")
    answer = answer_of(solve(swapped, RECORD_GOAL, Method("astar")), Contents(start=swapped))
    assert answer.moves is None and answer.is_unsolvable
    far = Board.parse("8 6 7/2 5 4/3 0 1")
    stopped = solve(far, RECORD_GOAL, Method("bfs", limit=Limit(expansions=5)))
    answer = answer_of(stopped, Contents(start=far))
    assert answer.moves is None and not answer.is_unsolvable and not answer.is_shortest


@pytest.mark.parametrize(
    ("generated", "depth", "expected"),
    [
        (52, 5, 1.92),  # example of Russell and Norvig
        (10, 2, 2.70),
        (3, 1, 3),
        (6, 2, 2),
        (31, 31, 1),
        (181_440, 31, 1.42),
        (90_316, 46_142, 1.00),
        (10**12, 80, 1.39),
        (10**12, 2, 10**6),
        (1, 2, 0.62),
    ],
)
def test_effective_branching_factors_equal_published_values(generated, depth, expected):
    factor = effective_branching_factor(generated, depth)
    assert factor == pytest.approx(expected, abs=0.006, rel=1e-6)


def test_there_is_no_branching_factor_without_moves_or_nodes():
    for generated, depth in ((0, 0), (5, 0), (0, 3)):
        assert effective_branching_factor(generated, depth) is None


def test_proven_bounds_apply_to_all_rows():
    beam = entry(Method("beam"), moves=121)
    stopped = Entry(
        Method("anytime"),
        (replace(result(Outcome.CANCELLED), lower_bound=99),),
    )
    rows = combine_bounds([beam, stopped])
    quality = named("quality", COLUMNS)
    assert quality.text(rows[0]) == "At most +22 moves" and rows[1].lower_bound is None
    assert quality.value(rows[0]) == 121 / 99
    assert quality.text(beam) == "Not proven optimal"


def test_searches_without_a_guarantee_are_compared_with_the_same_bound():
    rows = combine_bounds(
        [Entry(GREEDY, (result(moves=n, lower_bound=b),)) for n, b in ((9, 5), (7, 6))]
    )
    quality = named("quality", COLUMNS)
    assert [quality.text(row) for row in rows] == ["At most +3 moves", "At most +1 move"]


def test_a_search_without_a_frontier_has_a_dash_for_it():
    column = named("peak-frontier", COLUMNS)
    assert column.text(Entry(IDASTAR, (replace(result(), algorithm="idastar"),))) == NOTHING
    limited = replace(result(expanded=31), algorithm="dfs")
    assert column.text(Entry(Method("dfs", depth_limit=31), (limited,))) == NOTHING
    assert column.text(entry(ASTAR, peak_frontier=4)) == "4"
