"""Distances and hints are found in the background. Hints are displayed in two stages."""

from __future__ import annotations

import pytest

from puzzler.board import Board, Move, Scenario, shuffle
from puzzler.game.coach.coach import Hint
from puzzler.game.coach.finder import HINT_SECONDS
from puzzler.game.coach.finder import QUICK_LADDER as LADDER
from puzzler.game.core.distances import ShortestLength
from puzzler.game.lab.inspecting import Inspecting
from puzzler.game.lessons.learning import Browsing
from puzzler.game.play.editing import Editing
from puzzler.game.play.playing import Playing
from puzzler.game.race.racing import Racing
from puzzler.game.review.drilling import Drilling
from puzzler.game.review.reviewing import Reviewing
from puzzler.game.watch.watching import WatchPhase
from puzzler.search.compilation import KernelState
from puzzler.search.engine.measuring import DistanceQuestion
from puzzler.search.result import Outcome
from puzzler.search.solve import solve
from puzzler.solver.commands import Cancel
from puzzler.solver.watch import start
from tests.game.fakes import (
    LONG_SOLUTION,
    SOLUTION,
    FakeMeasurer,
    FakeSolver,
    activity_of,
    call,
    coach_of,
    message_of,
    play_of,
)
from tests.game.test_session import GOAL, NEAR, Stage
from tests.solver.scripted import wait_until


class Advised(Stage):
    """A stage on which the test gives the results of the solver."""

    def __init__(self, *, has_tables=True, **arguments):
        self.advice = FakeSolver()
        self.measurer = FakeMeasurer(has_tables=has_tables)
        handed_in = {"start_advice": self.advice, "measurer": self.measurer}
        super().__init__(handed_in=handed_in, **arguments)
        self.tick()

    def prove(self, moves=SOLUTION, start=NEAR.start, **bounds):
        """Let the measurer answer the question about ``start``."""
        self.measurer.find(start, moves, **bounds)
        self.tick()

    def answer(self, moves=SOLUTION, status=Outcome.SOLVED, *, proven=True, **more):
        """Finish the latest search for a hint or a distance."""
        run = self.advice.last
        problem, proven = run.problem, proven and status is Outcome.SOLVED
        run.finish(problem.start, problem.goal, moves, status, proven_optimal=proven, **more)
        self.tick()


@pytest.fixture
def stage():
    return Advised()


def test_the_distance_is_found_in_the_background(stage, session):
    assert coach_of(session).shortest.moves is None
    assert session.is_busy
    stage.prove()
    assert coach_of(session).shortest.moves == 3
    assert session.is_busy  # further questions may follow in the same tick
    stage.tick()
    assert not session.is_busy
    session.move(Move.DOWN)
    stage.pass_time(1)
    assert coach_of(session).shortest.moves == 3
    assert stage.measurer.lists == [(DistanceQuestion(NEAR.start, GOAL, at_least=1),), ()]
    assert stage.advice.runs == []
    assert not play_of(session).assisted


def test_a_distance_that_takes_too_long_stays_unknown_and_is_not_repeated(stage):
    stage.prove(None, at_least=2, is_over=True)
    stage.pass_time(1)
    # this implies a bound that is larger by two
    assert coach_of(stage.session).shortest == ShortestLength(3)
    assert not stage.session.is_busy
    assert len(stage.measurer.lists) == 2


def test_the_distance_waits_during_a_watch_unless_its_proof_has_started(stage, session):
    session.watch.start()
    stage.pass_time(0.5)
    assert stage.measurer.boards == [NEAR.start]
    stage.prove()
    session.boards.new(seed=1)
    session.watch.start()
    stage.pass_time(0.5)
    assert stage.measurer.last_request == ()
    session.stop()
    stage.tick()
    assert stage.measurer.boards == [play_of(session).scenario.start]


@pytest.mark.parametrize(
    ("moves", "text"),
    [(SOLUTION, "3 moves, the shortest possible"), (LONG_SOLUTION, "11 moves (the shortest is 3)")],
)
def test_a_solution_is_compared_with_the_proven_shortest(stage, moves, text):
    stage.prove()
    stage.session.watch.start()
    stage.finish_search(moves)
    assert message_of(stage.session) == f"Solution found: {text}"


def test_the_message_is_updated_when_the_shortest_solution_is_proven(stage, session):
    stage.prove()
    session.boards.new(seed=1)
    session.stop()
    stage.tick()
    start = play_of(session).board
    session.watch.start()
    moves = solve(start, GOAL, algorithm="idastar", compiled=False).moves
    stage.finish_search(moves)
    text = f"Solution found: {len(moves)} moves"
    assert message_of(session) == f"{text} (at most twice the shortest)"
    stage.prove(moves, start)
    assert message_of(session) == f"{text}, the shortest possible"
    assert session.watch.rows[0].quality == "Optimal"


def test_a_hint_is_first_the_tile_and_then_the_move(stage, session):
    assert coach_of(session).hint is None
    session.coach.ask_hint()
    stage.tick()
    stage.prove()
    assert coach_of(session).hint == Hint(6, None, is_shortest=True)
    assert play_of(session).assisted
    stored = session.store.connection.execute("SELECT assisted FROM steps").fetchall()
    assert stored == [(1,)], "a kill must not remove the mark"
    session.coach.ask_hint()
    assert coach_of(session).hint == Hint(6, Move.DOWN, is_shortest=True)
    session.coach.ask_hint()
    assert coach_of(session).hint == Hint(6, Move.DOWN, is_shortest=True)
    lists = len(stage.measurer.lists)
    session.move(Move.DOWN)
    assert coach_of(session).hint is None
    session.coach.ask_hint()
    assert coach_of(session).hint == Hint(7, None, is_shortest=True)
    stage.tick()
    assert (len(stage.measurer.lists), stage.advice.runs) == (lists, [])


def test_a_hint_is_searched_for_in_the_background(stage, session):
    session.edit()
    session.coach.ask_hint()
    assert coach_of(session).hint is None  # the editor has no hints
    session.editor.cancel()
    stage.prove()
    session.move(Move.RIGHT)
    here = play_of(session).board
    session.coach.ask_hint()
    assert coach_of(session).hint == Hint()
    assert message_of(session) == "Finding a hint"
    assert not play_of(session).assisted
    session.end_message()  # by another key, which does not cancel the search for the hint
    stage.tick()
    assert message_of(session) == "Finding a hint"
    assert session.is_busy
    [question] = stage.measurer.last_request
    assert (question.board, question.at_least, question.at_most) == (here, 2, 4)
    stage.prove((Move.LEFT, *SOLUTION), start=here)
    assert coach_of(session).hint == Hint(3, None, is_shortest=True)
    assert (play_of(session).assisted, message_of(session)) == (
        True,
        "Best move: highlighted tile",
    )


def test_a_second_request_during_the_search_skips_the_first_stage(stage, session):
    session.coach.ask_hint()
    session.coach.ask_hint()
    stage.tick()
    stage.prove()
    assert coach_of(session).hint == Hint(6, Move.DOWN, is_shortest=True)


def test_without_tables_methods_are_tried_until_one_finds_a_hint():
    stage = Advised(has_tables=False)
    session = stage.session
    session.coach.ask_hint()
    stage.tick()
    for _ in LADDER[1:]:
        stage.answer((), status=Outcome.LIMIT)
        assert coach_of(session).hint == Hint()
    stage.answer(proven=False)
    assert coach_of(session).hint.cell == 6
    assert not coach_of(session).hint.is_shortest
    assert len(stage.advice.runs) == len(LADDER)


def test_an_earlier_proof_ends_the_quick_search():
    stage = Advised(has_tables=False)
    stage.session.coach.ask_hint()
    stage.tick()
    stage.prove()
    assert coach_of(stage.session).hint == Hint(6, None, is_shortest=True)
    assert stage.advice.last.sent == [Cancel()]


def test_a_quick_search_gives_a_hint_if_the_proof_is_slow(stage, session):
    session.coach.ask_hint()
    stage.pass_time(HINT_SECONDS - 0.1)
    assert stage.advice.runs == []
    stage.pass_time(0.2)
    stage.answer(proven=False)
    assert coach_of(session).hint == Hint(6, None, is_shortest=False)


def test_a_message_is_shown_if_no_hint_is_found(stage, session):
    session.coach.ask_hint()
    stage.tick()
    stage.prove(None, is_over=True)
    for _ in LADDER:
        assert coach_of(session).hint == Hint()
        stage.answer((), status=Outcome.LIMIT)
    assert coach_of(session).hint is None
    assert message_of(session) == "No hint found for this board"
    assert not play_of(session).assisted
    session.move(Move.DOWN)
    session.coach.ask_hint()
    stage.pass_time(HINT_SECONDS + 0.1)
    stage.advice.last.fail("out of memory")
    stage.tick()
    assert message_of(session) == "No hint found for this board"
    session.undo()
    session.coach.ask_hint()
    assert coach_of(session).hint == Hint()


@pytest.mark.parametrize("action", ["move", "undo", "new", "restart", "watch", "edit"])
def test_any_action_cancels_the_search_for_a_hint(action):
    stage = Advised(has_tables=False)
    session = stage.session
    session.move(Move.RIGHT)
    session.coach.ask_hint()
    stage.tick()
    run = stage.advice.last
    if action == "move":
        session.move(Move.RIGHT)
    else:
        call(session, action)
    assert coach_of(session).hint is None
    stage.tick()
    assert run.sent == [Cancel()]
    assert not any(question.with_path for question in stage.measurer.last_request)
    assert not play_of(session).assisted


def test_a_solved_board_needs_no_hint():
    stage = Advised(scenario=Scenario(GOAL, GOAL))
    stage.session.coach.ask_hint()
    assert coach_of(stage.session).hint is None
    assert message_of(stage.session) == "The board is already solved"


def test_an_unsolvable_board_has_neither_distance_nor_hint():
    stage = Advised(scenario=Scenario(Board.parse("2 1 3/4 5 6/7 8 0"), GOAL))
    session = stage.session
    assert not session.is_busy
    session.coach.ask_hint()
    stage.tick()
    assert (coach_of(session).shortest.moves, coach_of(session).hint) == (None, None)
    assert message_of(session) == "No hint found for this board"
    assert stage.advice.runs == []


@pytest.mark.parametrize(
    ("key", "entered"),
    [
        ("ask_hint", Playing),
        ("edit", Editing),
        ("reviews.open_last", Reviewing),
        ("drills.begin", Drilling),
        ("lab.open", Inspecting),
        ("race.open", Racing),
        ("lessons.enter", Browsing),
    ],
)
def test_a_hint_stops_a_search_without_a_solution(stage, session, key, entered):
    session.move(Move.DOWN)
    session.watch.start()
    call(session, key)
    assert activity_of(session) is entered
    assert stage.solver.last.sent == [Cancel()]
    session.close()


def test_the_message_of_a_hint_remains_when_a_stopped_search_ends(stage, session):
    session.watch.start()
    session.stop()
    session.coach.ask_hint()
    assert message_of(session) == "Finding a hint"
    stage.solver.last.finish(NEAR.start, GOAL, (), Outcome.CANCELLED)
    stage.tick()
    assert session.watch.runs.shown.is_over
    assert message_of(session) == "Finding a hint"


def test_a_hint_ends_playback(stage, session):
    stage.prove()
    session.watch.start()
    stage.finish_search(SOLUTION)
    assert activity_of(session) is WatchPhase.PLAYBACK
    session.coach.ask_hint()
    assert activity_of(session) is Playing
    assert coach_of(session).hint is not None


@pytest.mark.parametrize(
    ("state", "size", "finds_distance", "finds_hint"),
    [
        (KernelState.READY, 4, True, True),
        (KernelState.MISSING, 3, False, True),
        (KernelState.MISSING, 4, False, False),
        (KernelState.UNAVAILABLE, 3, True, True),
        (KernelState.UNAVAILABLE, 4, True, True),
    ],
)
def test_hints_before_the_kernels_are_compiled(state, size, finds_distance, finds_hint):
    goal = Board.solved(size, size)
    start = goal.apply(Move.UP).apply(Move.UP)
    stage = Advised(scenario=Scenario(start, goal), state=state, has_tables=False)
    assert bool(stage.measurer.last_request) == finds_distance
    stage.session.coach.ask_hint()
    stage.tick()
    assert bool(stage.measurer.last_request) == finds_distance
    assert bool(stage.advice.runs) == finds_hint


def test_a_hint_on_a_large_board_is_not_called_the_shortest():
    scenario = shuffle(10, 10, seed=3)
    stage = Stage(scenario, handed_in={"start_advice": start})
    session = stage.session
    session.coach.ask_hint()

    def has_hint():
        stage.tick(0.02)
        return coach_of(session).hint != Hint()

    wait_until(has_hint)
    assert coach_of(session).hint is not None
    assert not coach_of(session).hint.is_shortest
    assert message_of(session).endswith("perhaps not a shortest one")
    # further hints on this path are found immediately
    for _ in range(5):
        assert session.click(coach_of(session).hint.cell)
        session.coach.ask_hint()
        stage.tick(0.02)
        assert coach_of(session).hint.cell is not None and coach_of(session).hint.move is None
    session.close()


def test_a_search_for_a_hint_has_at_most_the_memory_of_the_settings():
    for megabytes, expected in ((16, 16_000_000), (1000, 64 * 2**20)):
        stage = Advised(has_tables=False, memory_limit=megabytes)
        stage.session.coach.ask_hint()
        stage.tick()
        assert stage.advice.last.method.limit.memory_bytes == expected
