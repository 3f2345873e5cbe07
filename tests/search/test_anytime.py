"""Anytime: an immediate solution that improves, with bounds that converge."""

from __future__ import annotations

import gc
import weakref
from itertools import pairwise
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzler.board import Board, Move, shuffle
from puzzler.board.path import state_numbers
from puzzler.board.scenario import Problem
from puzzler.progress import BuildProgress
from puzzler.search.algorithms import anytime
from puzzler.search.algorithms.anytime import LARGE_TURNS, Anytime, Turns
from puzzler.search.engine import improving, prover
from puzzler.search.engine.beam_pass import NO_BOUND, BeamPass
from puzzler.search.engine.constructive import construct
from puzzler.search.engine.improving import Improver, Stage
from puzzler.search.engine.search import Search
from puzzler.search.engine.shortening import without_cycles
from puzzler.search.engine.stepping import Status
from puzzler.search.heuristics import linear_conflict, pattern_database
from puzzler.search.heuristics.pattern_database import PatternDatabases
from puzzler.search.inspection.beam import BeamPassReader
from puzzler.search.inspection.observation import rule_text
from puzzler.search.method import Method
from puzzler.search.options import Limit, LimitKind
from puzzler.search.solve import solve
from puzzler.search.starting import start
from tests import naive
from tests.instances import instances
from tests.search.ended import finish


@pytest.fixture(autouse=True)
def _no_large_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Avoid tables of 5x5, which take seconds to build."""
    monkeypatch.setattr(prover, "LARGEST_WITH_PATTERNS", 16)


def start_anytime(board: Board, goal: Board | None = None, **limit: float) -> Search:
    problem = Problem(board, goal or Board.solved(*board.size))
    return start(problem, Method("anytime", limit=Limit(**limit)))


def stepping(search: Search) -> Anytime:
    assert isinstance(search.stepping, Anytime)
    return search.stepping


def improves(search: Search) -> None:
    history = stepping(search).history
    assert history
    for before, after in pairwise(history):
        assert after.length <= before.length and after.lower_bound >= before.lower_bound
        assert (after.length, after.lower_bound) != (before.length, before.lower_bound)
        assert after.expanded >= before.expanded
    answer = search.stepping.solution()
    assert answer is not None and history[-1].length == len(answer)


def proves(board: Board, goal: Board, distance: int, budget: int = 10**9) -> Search:
    """Check the bounds for a board with a known distance, at the end and at every moment."""
    search = start_anytime(board, goal)
    result = finish(search, budget)
    assert result.proven_optimal and result.length == result.lower_bound == distance
    assert board.apply_all(result.moves) == goal
    improves(search)
    for moment in stepping(search).history:
        assert moment.lower_bound <= distance <= moment.length
    return search


EVERY = [
    *(("1 2 3/4 5 0", 1), ("5 0 2/4 1 3", 11), ("1 2/3 4/5 0", 11), ("3 2/0 5/1 4", 5)),
    *(("1 2 3 4/5 6 7 0", 701), ("7 1 0 3/4 2 6 5", 701)),
    *(("1 2 3/4 5 6/7 8 0", 17_999), ("7 2 3/1 0 6/5 4 8", 19_999)),
]
"""Goals with the step between the states that are searched."""


@pytest.mark.parametrize(
    ("goal", "step"),
    [*EVERY, *(pytest.param(goal, 1, marks=pytest.mark.slow) for goal, _ in EVERY[1:7])],
)
def test_small_boards_are_solved_with_a_proof(goal, step):
    goal = Board.parse(goal)
    for board, distance in naive.distances_from(goal).every(step):
        proves(board, goal, distance)


@given(
    seeds=st.tuples(st.integers(0, 10**6), st.integers(0, 10**6)),
    shape=st.sampled_from([(3, 4), (4, 3), (2, 5)]),
    expansions=st.integers(1, 3000),
)
@settings(max_examples=25, derandomize=True)
def test_the_optimal_length_is_always_between_the_bounds(seeds, shape, expansions):
    goal = shuffle(*shape, None, seeds[0]).start
    board = shuffle(*shape, None, seeds[1], goal).start
    shortest = solve(board, goal, algorithm="idastar", heuristic="linear-conflict").length
    assert shortest is not None
    turns = ((16, Turns(100, 300, 200, 200, 1000)),)
    with (
        mock.patch.object(anytime, "TURNS", turns),
        mock.patch.object(prover, "LARGEST_WITH_PATTERNS", 0),
    ):
        search = start_anytime(board, goal, expansions=expansions)
        result = finish(search)
    assert result.lower_bound <= shortest
    if result.status == "solved":
        assert len(result.moves) >= shortest
        improves(search)


@pytest.mark.slow
def test_15_puzzles_are_solved_with_a_proof():
    for board, distance in instances("korf_15puzzle_1_50.txt"):
        proves(board, Board.solved(4, 4), distance)


@pytest.mark.parametrize("expansions", [4, pytest.param(25, marks=pytest.mark.slow)])
def test_optimal_lengths_of_24_puzzles_are_between_the_bounds(expansions):
    for board, distance in instances("korf_felner_24puzzle_1_25.txt")[:expansions]:
        search = start_anytime(board, expansions=600_000)
        result = finish(search)
        assert result.lower_bound <= distance <= len(result.moves)
        assert result.lower_bound >= 0.8 * distance
        improves(search)


@pytest.mark.parametrize("shape", [(2, 10), (10, 2), (3, 7), (7, 3), (5, 4), (5, 5), (6, 6)])
def test_boards_close_to_any_goal_end_immediately(shape, monkeypatch):
    def prepare(prover):
        raise AssertionError("tables are not needed")

    monkeypatch.setattr(prover.Prover, "prepare", prepare)
    for seed in range(4):
        goal = shuffle(*shape, None, seed).start
        board = shuffle(*shape, 12, seed, goal).start
        search = start_anytime(board, goal)
        result = finish(search)
        assert result.proven_optimal and len(result.moves) <= 12
        assert board.apply_all(result.moves) == goal
        assert result.stats.expanded < 6_000


def test_the_proof_finds_a_shortest_solution():
    for board, distance in instances("korf_15puzzle_1_50.txt")[:5]:
        search = proves(board, Board.solved(4, 4), distance)
        shortest = solve(board, method=Method.shortest(4, 4))
        constructed = stepping(search).history[0].expanded
        turns = anytime.TURNS[0][1]
        assert search.expanded - constructed - turns.first_solutions in (
            shortest.stats.expanded,
            shortest.stats.expanded + turns.solutions,
        )


@pytest.mark.parametrize("budget", [13, 2000])
def test_results_do_not_depend_on_the_budget(budget, monkeypatch):
    turns = Turns(200, 1500, 300, 500)
    monkeypatch.setattr(anytime, "TURNS", ((16, turns), (36, turns)))
    for shape in ((4, 4), (5, 5), (3, 7), (7, 7)):
        board = shuffle(*shape, None, 8).start
        searches = [start_anytime(board, expansions=6_543) for _ in range(2)]
        one, other = finish(searches[0], budget), finish(searches[1])
        assert one == other
        assert one.stats.expanded <= 6_543
        assert stepping(searches[0]).history == stepping(searches[1]).history


def test_the_end_does_not_depend_on_the_budget():
    """A solution that reaches the bound ends the search, even in the middle of a budget."""
    board = shuffle(3, 3, seed=2, moves=12).start
    results = [finish(start_anytime(board), budget) for budget in (1, 3, 400, 2000)]
    assert [result.stats.expanded for result in results] == [217] * 4
    assert all(result == results[0] for result in results)


def test_results_do_not_depend_on_when_tables_are_built(monkeypatch):
    monkeypatch.setattr(anytime, "TURNS", ((16, Turns(100, 2000, 1000, 500, 9000)),))
    building = PatternDatabases.building
    board = instances("korf_15puzzle_1_50.txt")[0].board
    histories = []
    for parts in (0, 3, 5000):

        def slowly(databases, goal, parts=parts):
            for _ in range(parts):
                yield BuildProgress(0, "")
            return (yield from building(databases, goal))

        monkeypatch.setattr(PatternDatabases, "building", slowly)
        search = start_anytime(board, expansions=30_000)
        finish(search, 700)
        histories.append(stepping(search).history)
    assert histories[0] == histories[1] == histories[2]
    assert histories[0][-1].lower_bound == 55  # the linear conflict heuristic is 53


def test_a_proof_builds_other_tables_for_the_way_back_at_a_fixed_moment(monkeypatch, limit_tables):
    limit_tables(12**4)
    constants = {"TRIAL": 60, "TRIAL_STEP": 10, "LATE_TRIAL": 500, "LARGEST_ONE_WAY": 9}
    for name, value in constants.items():
        monkeypatch.setattr(prover, name, value)
    monkeypatch.setattr(anytime, "TURNS", ((16, Turns(100, 300, 200, 200, 400)),))
    is_reversed = set()
    for seed in range(4):
        board = shuffle(3, 4, None, seed).start
        best = solve(board, algorithm="idastar", heuristic="linear-conflict").length
        histories = []
        for budget in (11, 3_000):
            search = start_anytime(board)
            result = finish(search, budget)
            assert result.proven_optimal and result.length == best
            proof = stepping(search).prover
            histories.append((stepping(search).history, proof.expanded))
            is_reversed.add(proof.search.task.problem.start != board)
            if proof.search.task.problem.start != board:
                goals = Board.solved(3, 4), board
                tables = sum(pattern_database.table_bytes(goal) for goal in goals)
                assert proof.stats().bytes > tables
        assert histories[0] == histories[1]
    assert is_reversed == {False, True}


@pytest.mark.parametrize(("largest", "first"), [(prover.LARGEST_WITH_PATTERNS, 2_000), (8, 30_000)])
def test_the_search_for_solutions_has_more_time_if_the_proof_has_no_tables(
    monkeypatch, largest, first
):
    monkeypatch.setattr(prover, "LARGEST_WITH_PATTERNS", largest)
    search = start_anytime(instances("korf_15puzzle_1_50.txt")[0].board, expansions=40_000)
    finish(search)
    anytime_search = stepping(search)
    assert [share.is_proof for share in anytime_search.shares] == [False, True]
    assert first <= anytime_search.shares[1].solutions < first + 200
    assert anytime_search.history[0].length > anytime_search.history[1].length


@pytest.mark.parametrize("shape", [(2, 10), (10, 2), (10, 10), (7, 3), (6, 6), (3, 9), (5, 4)])
def test_a_limit_after_the_first_solution_returns_the_solution(shape):
    goal = shuffle(*shape, 80, 3).start
    board = shuffle(*shape, None, 4, goal).start
    search = start_anytime(board, goal, expansions=300_000)
    result = finish(search)
    assert result.status == "solved" and board.apply_all(result.moves) == goal
    assert 0 < result.lower_bound <= len(result.moves)
    assert result.limit_reached is LimitKind.EXPANSIONS or result.proven_optimal
    improves(search)
    assert len(result.moves) < stepping(search).history[0].length


@pytest.mark.parametrize("memory", [3000, 1_000_000])
@pytest.mark.parametrize("shape", [(2, 2), (4, 4), (8, 8)])
def test_little_memory_is_enough_for_a_solution(shape, memory):
    board = shuffle(*shape, None, 5).start
    search = start_anytime(board, memory_bytes=memory, expansions=30_000)
    while search.advance(5_000) is Status.RUNNING:
        assert search.stats().bytes <= memory
    result = search.result()
    assert result.status == "solved" and board.apply_all(result.moves) == result.goal
    assert result.stats.bytes <= memory


def test_tables_of_the_proof_are_used_only_if_they_fit_in_memory():
    board = instances("korf_15puzzle_1_50.txt")[0].board
    needed = pattern_database.table_bytes(Board.solved(4, 4))
    enough = (needed + prover.PATH_BYTES) * prover.MEMORY_SHARE
    with_tables = start_anytime(board, memory_bytes=enough, expansions=80_000)
    without = start_anytime(board, memory_bytes=enough - prover.MEMORY_SHARE, expansions=80_000)
    assert finish(with_tables, 10**9).stats.bytes >= needed
    assert finish(without, 10**9).stats.bytes < needed // 10
    bounds = [search.result().lower_bound for search in (with_tables, without)]
    assert bounds == [57, 53]


def test_played_moves_remain_and_the_rest_becomes_shorter(monkeypatch):
    monkeypatch.setattr(anytime, "TURNS", ((36, LARGE_TURNS),))
    search = start_anytime(shuffle(5, 5, None, 1).start)
    work = stepping(search)
    while not work.history:
        search.advance(100)
    track = search.path()
    for fixed in range(3, 90, 3):
        search.adopt(track, fixed)
        assert search.path()[:fixed] == track[:fixed]
        assert len(search.path()) <= len(track)
        search.advance(10_000)
        track = search.path()
        assert visits_no_state_twice(search)
    result = search.result(cancelled=True)
    assert result.start.apply_all(track) == result.goal
    assert len(result.moves) <= len(track) < work.history[0].length
    improves(search)


def test_wide_beams_also_search_backwards_from_the_goal(monkeypatch):
    monkeypatch.setattr(improving, "NARROWEST_POLISHED", 100)
    start = shuffle(6, 6, None, 7).start
    search = start_anytime(start)
    improver = stepping(search).improver
    before, lengths = None, {}
    while search.expanded < 400_000:
        search.advance(1_000)
        if improver.moves and improver.stage is not before:
            before = improver.stage
            if isinstance(before, BeamPass) and before.begin == Board.solved(6, 6):
                assert before.goal == start
                reader = BeamPassReader(before, search.task)
                assert reader.measure.goal == start
                words = rule_text(reader.view(1).rule)
                assert words == f"layer by layer, backward from the goal, width {before.width}"
                lengths[before.width] = len(improver.moves)
    assert list(lengths) == [184, 736]
    assert lengths[736] < lengths[184]
    improves(search)


def test_the_last_part_is_searched_again_on_the_largest_boards(monkeypatch):
    monkeypatch.setattr(improving, "WIDEST_LARGE", 160)
    monkeypatch.setattr(improving, "TAIL_WIDTHS", (256,))
    search = start_anytime(shuffle(10, 10, None, 1).start)
    lengths = []
    for expansions in (300_000, 1_500_000):
        while search.expanded < expansions:
            search.advance(100_000)
        lengths.append(len(search.path()))
    assert lengths[1] < lengths[0], "later beams must not be wider than the first"
    played = search.path()[:500]
    search.adopt(search.path(), len(played))
    while search.expanded < 2_000_000:
        search.advance(100_000)
    result = search.result(cancelled=True)
    assert search.path()[: len(played)] == played
    assert visits_no_state_twice(search)
    assert result.start.apply_all(search.path()) == result.goal
    improves(search)


def test_proofs_have_as_many_expansions_as_solutions_because_they_take_less_time():
    search = start_anytime(shuffle(6, 6, None, 1).start)
    while search.expanded < 1_700_000:
        search.advance(100_000)
    assert stepping(search).prover.expanded > stepping(search).improver.expanded


def test_the_bound_does_not_depend_on_the_heuristic():
    board = shuffle(6, 6, None, 1).start
    limit = Limit(expansions=2000)
    blind = solve(board, algorithm="anytime", heuristic="zero", limit=limit)
    assert blind.status == "solved" and blind.lower_bound > 50


def visits_no_state_twice(search: Search) -> bool:
    path = search.path()
    return len(set(state_numbers(search.task.problem.start, path))) == len(path) + 1


def search_with_commits(board: Board, commits: list[tuple[int, int]], budget: int) -> Search:
    """Run a search and commit moves. commits: (expansions, played moves)."""
    search = start_anytime(board, expansions=12_000)
    for at, fixed in commits:
        while search.expanded < at and search.advance(min(budget, at - search.expanded)):
            pass
        track = search.path()
        search.adopt(track, min(fixed, len(track)))
    while search.advance(budget) is Status.RUNNING:
        pass
    return search


@pytest.mark.parametrize("shape", [(4, 4), (5, 5), (7, 7)])
def test_results_depend_only_on_the_moments_of_the_commits(shape, monkeypatch):
    turns = Turns(200, 1500, 300, 500)
    monkeypatch.setattr(anytime, "TURNS", ((16, turns), (36, turns)))
    board = shuffle(*shape, None, 8).start
    commits = [(2000, 2), (2001, 4), (3500, 9), (5000, 3), (8000, 20)]
    one, other = (search_with_commits(board, commits, budget) for budget in (11, 10**9))
    assert stepping(one).history == stepping(other).history
    assert one.path() == other.path() and one.solution() == other.solution()
    assert len(one.path()) >= len(one.solution())
    assert visits_no_state_twice(one)


def test_the_search_continues_from_moves_of_another_source():
    board, goal = shuffle(5, 5, None, 3).start, Board.solved(5, 5)
    played = without_cycles(board, list(construct(board, goal)))
    search = start_anytime(board, expansions=90_000)
    while search.expanded < 40_000:
        search.advance(1000)
    earlier_path = search.path()
    pairs = enumerate(zip(earlier_path, played, strict=False))
    count = next(place for place, (one, other) in pairs if one is not other) + 3
    assert len(earlier_path) < len(played)
    search.adopt(played, count)
    assert search.path()[:count] == tuple(played[:count])
    finish(search, 1000)
    assert search.path()[:count] == tuple(played[:count])
    assert len(search.path()) < len(played)
    assert board.apply_all(search.path()) == goal
    # If no move is committed, the best known solution is valid again.
    search.adopt(search.path(), 0)
    assert len(search.path()) == len(search.solution()) <= len(earlier_path)


def test_finished_beams_start_again_after_a_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prover, "LARGEST_WITH_PATTERNS", 0)
    monkeypatch.setattr(anytime, "SMALL_WITHOUT_TABLES", Turns(0, 2000, 5, 500))
    board, goal = shuffle(2, 4, seed=4).start, Board.solved(2, 4)
    played = without_cycles(board, list(construct(board, goal)))
    search = start_anytime(board)
    while stepping(search)._can_improve:
        assert search.advance(1) is Status.RUNNING
    search.adopt(played, 10)
    adopted = len(search.path())
    assert finish(search).length < len(search.path()) < adopted


def test_proofs_refer_to_the_whole_problem_independent_of_played_moves():
    board, distance = instances("korf_15puzzle_1_50.txt")[3]
    played = list(construct(board, Board.solved(4, 4)))
    search = start_anytime(board)
    while not stepping(search).history:
        search.advance(100)
    search.adopt(played, 10)
    result = finish(search)
    assert result.proven_optimal and result.length == result.lower_bound == distance
    assert search.path()[:10] == tuple(played[:10])
    assert distance < len(search.path()) <= len(played)
    improves(search)


def test_only_moves_that_solve_the_board_can_be_adopted():
    search = start_anytime(shuffle(5, 5, None, 3).start)
    search.advance(5000)
    path = search.path()
    for moves, fixed in ((path[:-1], 3), (path, len(path) + 1), (path, -1), (path[1:], 3)):
        with pytest.raises(ValueError, match="cannot be adopted"):
            search.adopt(moves, fixed)


def test_the_rest_never_returns_to_a_played_state() -> None:
    """The shortest way to the goal would take back the two moves that have been played."""
    moves = [*map(Move.from_letter, "LDLUURDDLUURRDLULDRURDLLURDRULLDDRURDLUULDDRR")]
    improver = Improver(start_anytime(Board.parse("1 2 3/4 5 0/7 8 6")).task, lambda: None)
    improver.adopt(moves, 2)
    while improver.advance(1000):
        pass
    assert improver.moves == [*map(Move.from_letter, "LDRULDRULDR")]


@pytest.mark.parametrize(
    ("heuristic", "is_pruned"),
    [("manhattan", True), ("learned", True), ("manhattan+misplaced", False)],
)
def test_beams_are_pruned_only_by_lower_bounds(heuristic: str, is_pruned: bool) -> None:
    board = shuffle(5, 5, None, 3).start
    search = start(Problem(board, Board.solved(5, 5)), Method("anytime", heuristic))
    improver = stepping(search).improver
    while not isinstance(improver.stage, BeamPass):
        search.advance(100)
    assert (improver.stage.max_length < NO_BOUND) == is_pruned


@pytest.mark.parametrize("places", [(0, 60), (60, 0)])
def test_of_two_stretches_the_one_over_which_h_falls_less_is_searched(places) -> None:
    board, goal = shuffle(5, 5, None, 3).start, Board.solved(5, 5)
    task, moves = start_anytime(board).task, list(construct(board, goal))
    improver = Improver(task, lambda: None)
    improver.adopt(moves, 0)
    ends = {
        place: [board.apply_all(moves[:end]) for end in (place, place + 40)] for place in places
    }
    falls = {
        place: task.tables.evaluate(begin) - task.tables.evaluate(end)
        for place, (begin, end) in ends.items()
    }
    improver._generator = mock.Mock(**{"choice.return_value": 40, "integers.side_effect": places})
    assert improver._draw() == (min(places, key=falls.__getitem__), 40)
    assert len({*falls.values()}) == 2


def test_a_dropped_search_ends_immediately() -> None:
    """The search is freed without the garbage collector, and so is its claim on tables."""
    search = start(Problem(Board.parse("8 6 7/2 5 4/3 0 1"), Board.solved(3, 3)), Method("anytime"))
    search.advance(10)
    reference = weakref.ref(search.stepping)
    gc.disable()
    try:
        del search
        assert reference() is None
    finally:
        gc.enable()


def test_the_first_bound_has_the_parity_of_all_solutions() -> None:
    board, goal = shuffle(4, 4, seed=3).start, Board.solved(4, 4)
    task = start(Problem(board, goal), Method("anytime", "manhattan")).task
    conflicts = linear_conflict.HEURISTIC.build(goal).evaluate(board)
    for more, bound in ((-5, 0), (0, 0), (1, 2), (2, 2), (3, 4)):
        task.note_start_h(conflicts + more)
        assert prover.Prover(task).bound == conflicts + bound


def test_shortest_has_no_solution_before_one_is_proven():
    board = Board.parse("8 6 7/2 5 4/3 0 1")
    search = start(Problem(board, Board.solved(3, 3)), Method("shortest"))
    while search.advance(1) is Status.RUNNING:
        assert search.stepping.solution() is search.stepping.path() is None
        assert search.lower_bound() <= 31
    result = search.result()
    assert (result.length, result.proven_optimal) == (31, True)
    assert stepping(search).improver.moves, "the proof was preceded by another solution"
    stopped = solve(board, method=Method("shortest", limit=Limit(expansions=5)))
    assert (stopped.status, stopped.moves) == ("limit", ())


def test_counts_of_all_stages_are_summed() -> None:
    search = start_anytime(shuffle(5, 5, seed=3).start)
    improver, stages = stepping(search).improver, dict[int, Stage]()
    for _ in range(200):
        search.advance(1000)
        if improver.stage is not None:
            stages[id(improver.stage)] = improver.stage
        assert improver.stats().generated >= sum(stage.generated for stage in stages.values())
    assert len(stages) > 2
    whole, parts = search.stats(), (improver.stats(), stepping(search).prover.stats())
    assert whole.generated == sum(part.generated for part in parts)
    assert whole.bytes == sum(part.bytes for part in parts)
    assert whole.deepest == max(part.deepest for part in parts)


def test_the_live_bound_is_never_below_the_bound_of_the_previous_search() -> None:
    search = start_anytime(shuffle(4, 4, seed=3).start)
    search.advance(5000)
    prover = stepping(search).prover
    prover.bound += 100
    assert prover.search.expanded and prover.live_bound() == prover.bound


def test_wide_beams_from_the_start_alternate_with_tails_until_moves_are_played(monkeypatch):
    constants = {"WIDEST_LARGE": 40, "TAIL_WIDTHS": (64,), "RESTART_TAILS": 2}
    constants |= {"RESTART_WIDTH": 100, "RESTART_AFTER": 80_000}
    for name, value in constants.items():
        monkeypatch.setattr(improving, name, value)
    board = shuffle(10, 10, None, 1).start
    search = start_anytime(board)
    improver, beams = stepping(search).improver, list[BeamPass]()

    def run(expansions: int) -> None:
        while search.expanded < expansions:
            search.advance(2_000)
            stage = improver.stage
            if isinstance(stage, BeamPass) and all(stage is not beam for beam in beams):
                beams.append(stage)

    run(700_000)
    wide = [number for number, beam in enumerate(beams) if beam.width == 100]
    assert len(wide) >= 2 and all(beams[number].begin == board for number in wide)
    ranks = {beams[number].ranking.shape.tobytes() for number in wide}
    assert len(ranks) == len(wide), "each has other noise"
    assert {beam.width for beam in beams[wide[0] + 1 : wide[1]]} == {128}
    search.adopt(search.path(), 20)
    count = len(beams)
    run(900_000)
    assert len(beams) > count and all(beam.width != 100 for beam in beams[count:])
