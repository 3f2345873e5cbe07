"""Hints and distances: asked for, found in the background, told in two stages."""

from __future__ import annotations

import pytest

from puzzler.board import Board, Move, Scenario, shuffle
from puzzler.game.activities.playing import Playing
from puzzler.game.activities.watching import Phase
from puzzler.game.coach.distances import QUICK_LADDER as LADDER
from puzzler.game.coach.hints import Hint, HintStage
from puzzler.game.play.slide import Happening
from puzzler.search.result import Outcome
from puzzler.solver.handle import start
from puzzler.solver.messages import Cancel
from puzzler.solver.preparation import PreparationState
from tests.game.fakes import FakeSolver, doing
from tests.game.test_session import GOAL, NEAR, Stage
from tests.solver.scripted import wait_until

ANSWER = (Move.DOWN, Move.RIGHT, Move.RIGHT)


class Advised(Stage):
    """A stage whose advice a test gives."""

    def __init__(self, *, has_tables=True, **arguments):
        self.advice = FakeSolver(has_tables=has_tables)
        super().__init__(handed_in={"start_advice": self.advice}, **arguments)
        self.tick()

    def answer(self, moves=ANSWER, start=NEAR.start, *, status=Outcome.SOLVED, proven=True):
        run = self.advice.last
        run.finish(start, GOAL, moves, status, proven_optimal=proven)
        self.tick()


@pytest.fixture
def stage():
    return Advised()


def test_the_distance_is_found_in_the_background(stage):
    session = stage.session
    assert session.shortest.moves is None
    assert session.is_busy
    stage.answer()
    assert session.shortest.moves == 3
    assert not session.is_busy
    session.move(Move.DOWN)
    stage.pass_time(1)
    assert session.shortest.moves == 3
    assert len(stage.advice.runs) == 1
    assert not session.assisted


def test_a_distance_that_is_not_proven_stays_unknown(stage):
    stage.answer(proven=False)
    assert stage.session.shortest.moves is None


def test_a_distance_that_takes_too_long_stays_unknown_and_is_not_tried_again(stage):
    stage.answer((), status=Outcome.LIMIT)
    stage.pass_time(1)
    assert stage.session.shortest.moves is None
    assert not stage.session.is_busy
    assert len(stage.advice.runs) == 1


def test_a_failed_search_is_no_answer(stage):
    stage.advice.last.fail("out of memory")
    stage.tick()
    assert stage.session.shortest.moves is None
    assert not stage.session.is_busy


def test_every_scenario_has_its_own_distance(stage):
    session = stage.session
    stage.answer()
    session.new(seed=1)
    assert session.shortest.moves is None
    stage.tick()
    stage.answer((Move.UP,) * 0, start=session.scenario.start)
    assert session.shortest.moves == 0
    session.undo()
    assert session.shortest.moves == 3


def test_what_a_watched_search_has_proven_counts_too(stage):
    session = stage.session
    stage.answer((), status=Outcome.LIMIT)
    session.watch()
    stage.solver.last.find(ANSWER)
    stage.solver.last.finish(NEAR.start, GOAL, ANSWER, proven_optimal=True)
    stage.tick()
    stage.tick()
    assert session.shortest.moves == 3


def test_the_distance_waits_while_a_search_is_watched():
    stage = Advised()
    stage.answer()
    stage.session.new(seed=1)
    stage.session.watch()
    stage.pass_time(0.5)
    assert len(stage.advice.runs) == 1
    stage.session.stop()
    stage.tick()
    assert len(stage.advice.runs) == 2


@pytest.mark.parametrize(
    ("more", "worth"),
    [((), "Shortest"), ((Move.LEFT, Move.RIGHT), "2 moves longer than the shortest")],
)
def test_an_answer_is_compared_with_the_shortest_where_that_is_known(stage, more, worth):
    stage.answer()
    stage.session.watch()
    run = stage.solver.last
    run.find((*ANSWER, *more))
    run.finish(NEAR.start, GOAL, (*ANSWER, *more))
    stage.tick()
    assert stage.session.searches.worth == worth
    assert stage.session.message.endswith(worth.lower())


def test_the_line_tells_the_worth_of_an_answer_as_soon_as_the_shortest_is_known(stage):
    session = stage.session
    stage.answer()
    session.new(seed=1)
    session.stop()
    stage.tick()
    start = session.board
    session.watch()
    stage.solver.last.find(moves := start.legal_moves()[:1])
    stage.solver.last.finish(start, GOAL, moves)
    stage.tick()
    assert session.message.endswith("may be up to twice the shortest")
    stage.advice.last.finish(start, GOAL, moves, proven_optimal=True)
    stage.tick()
    assert session.message == "Found 1 move after 1,234 states: shortest"
    assert session.searches.rows[0].worth == "Shortest"


def test_a_hint_tells_the_tile_first_and_then_the_move(stage):
    session = stage.session
    stage.answer()
    assert session.hint is None
    session.ask_hint()
    assert session.hint == Hint(HintStage.TILE, 6, None, is_shortest=True)
    assert session.assisted
    session.ask_hint()
    assert session.hint == Hint(HintStage.MOVE, 6, Move.DOWN, is_shortest=True)
    session.ask_hint()
    assert session.hint == Hint(HintStage.MOVE, 6, Move.DOWN, is_shortest=True)
    session.move(Move.DOWN)
    assert session.hint is None
    session.ask_hint()
    assert session.hint == Hint(HintStage.TILE, 7, None, is_shortest=True)
    assert len(stage.advice.runs) == 1


def test_a_hint_is_looked_for_without_waiting(stage):
    session = stage.session
    stage.answer()
    session.move(Move.RIGHT)
    here = session.board
    session.ask_hint()
    assert session.hint == Hint(HintStage.THINKING)
    assert session.message == "Looking for a hint"
    assert not session.assisted
    stage.tick()
    assert session.is_busy
    stage.answer((Move.LEFT, *ANSWER), start=here)
    assert session.hint == Hint(HintStage.TILE, 3, None, is_shortest=True)
    assert (session.assisted, session.message) == (
        True,
        "A shortest solution begins with this tile",
    )


def test_asking_twice_while_it_is_looked_for_tells_the_move_at_once(stage):
    session = stage.session
    session.ask_hint()
    session.ask_hint()
    stage.tick()
    stage.answer()
    assert session.hint == Hint(HintStage.MOVE, 6, Move.DOWN, is_shortest=True)


def test_a_hint_comes_before_a_distance(stage):
    stage.session.ask_hint()
    stage.tick()
    first, second = stage.advice.runs
    assert first.sent == [Cancel()]
    assert second.sent == []
    stage.answer()
    assert stage.session.hint.stage is HintStage.TILE
    assert stage.session.shortest.moves == 3


def test_each_method_is_tried_until_one_finds_something(stage):
    session = stage.session
    session.ask_hint()
    stage.tick()
    for _ in LADDER[1:]:
        stage.answer((), status=Outcome.LIMIT)
        assert session.hint == Hint(HintStage.THINKING)
    stage.answer(proven=False)
    assert session.hint.cell == 6
    assert len(stage.advice.runs) >= 1 + len(LADDER)


def test_where_no_method_finds_anything_that_is_said(stage):
    session = stage.session
    session.ask_hint()
    stage.tick()
    for _ in ("by the tables", *LADDER):
        assert session.hint == Hint(HintStage.THINKING)
        stage.answer((), status=Outcome.LIMIT)
    assert session.hint is None
    assert session.message == "No hint was found for this board"
    assert not session.assisted
    session.ask_hint()
    assert session.hint == Hint(HintStage.THINKING)


@pytest.mark.parametrize("action", ["move", "undo", "new", "restart", "watch", "edit"])
def test_whatever_is_done_meanwhile_drops_the_hint(stage, action):
    session = stage.session
    session.move(Move.RIGHT)
    session.ask_hint()
    stage.tick()
    asked = stage.advice.last
    if action == "move":
        session.move(Move.RIGHT)
    else:
        getattr(session, action)()
    assert session.hint is None
    stage.tick()
    assert asked.sent == [Cancel()]
    assert not session.assisted


def test_a_solved_board_needs_no_hint():
    stage = Advised(scenario=Scenario(GOAL, GOAL))
    stage.session.ask_hint()
    assert stage.session.hint is None
    assert stage.session.message == "The board is solved already"


def test_a_board_that_cannot_be_solved_has_neither_distance_nor_hint():
    stage = Advised(scenario=Scenario(Board.parse("2 1 3/4 5 6/7 8 0"), GOAL))
    session = stage.session
    assert not session.is_busy
    session.ask_hint()
    stage.tick()
    assert (session.shortest.moves, session.hint) == (None, None)
    assert session.message == "No hint was found for this board"
    assert stage.advice.runs == []


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        (ANSWER, "Solved in 3 moves and 0.0 s, a perfect solution"),
        (
            (Move.RIGHT, Move.LEFT, *ANSWER),
            "Solved in 5 moves and 0.0 s; the shortest solution takes 3",
        ),
    ],
)
def test_a_solve_is_told_beside_the_shortest_way(stage, moves, message):
    stage.answer()
    for move in moves:
        stage.session.move(move)
    assert stage.session.message == message


@pytest.mark.parametrize("key", ["ask_hint", "edit"])
def test_no_key_ends_a_search_silently(stage, key):
    session = stage.session
    session.watch()
    getattr(session, key)()
    assert doing(session) is Phase.SEARCHING
    assert session.message.startswith("A search is running. Stop it first to")
    assert session.take_happenings() == [Happening.REFUSED]
    assert stage.solver.last.sent == []


def test_the_line_of_a_hint_outlasts_the_last_word_of_a_search_that_was_stopped(stage):
    session = stage.session
    session.watch()
    session.stop()
    session.ask_hint()
    assert session.message == "Looking for a hint"
    stage.solver.last.finish(NEAR.start, GOAL, (), Outcome.CANCELLED)
    stage.tick()
    assert session.run.is_over
    assert session.message == "Looking for a hint"


def test_a_hint_takes_the_board_over_from_a_playback(stage):
    session = stage.session
    stage.answer()
    session.watch()
    stage.solver.last.find(ANSWER)
    stage.tick()
    session.ask_hint()
    assert doing(session) is Playing
    assert session.hint is not None


def test_there_are_no_hints_for_a_draft(stage):
    stage.session.edit()
    stage.session.ask_hint()
    assert stage.session.hint is None


@pytest.mark.parametrize(
    ("state", "size", "finds_distance", "finds_hint"),
    [
        (PreparationState.READY, 4, True, True),
        (PreparationState.PREPARING, 3, False, True),
        (PreparationState.PREPARING, 4, False, False),
        (PreparationState.UNCOMPILED, 3, True, True),
        (PreparationState.UNCOMPILED, 4, True, True),
        (PreparationState.FAILED, 4, True, True),
    ],
)
def test_what_is_tried_before_the_kernels_are_compiled(state, size, finds_distance, finds_hint):
    goal = Board.solved(size, size)
    stage = Advised(scenario=Scenario(goal.apply(Move.UP), goal), state=state)
    assert bool(stage.advice.runs) == finds_distance
    stage.session.ask_hint()
    stage.tick()
    assert len(stage.advice.runs) == finds_distance + finds_hint


def test_the_real_search_finds_the_distance_and_the_hint():
    stage = Stage(handed_in={"start_advice": start})
    session = stage.session
    session.ask_hint()

    def is_known():
        stage.tick(0.02)
        return session.shortest.moves is not None and not session.is_busy

    wait_until(is_known)
    assert session.shortest.moves == 3
    assert session.hint == Hint(HintStage.TILE, 6, None, is_shortest=True)
    session.close()


@pytest.mark.parametrize("size", [(6, 7), (10, 10)])
def test_a_board_too_large_to_search_has_a_hint_that_is_not_called_the_shortest(size):
    scenario = shuffle(*size, seed=3)
    stage = Stage(scenario, handed_in={"start_advice": start})
    session = stage.session
    session.ask_hint()

    def is_told():
        stage.tick(0.02)
        return session.hint is None or session.hint.stage is not HintStage.THINKING

    wait_until(is_told, 60)
    assert session.hint is not None
    assert not session.hint.is_shortest
    assert session.message.endswith("it may not be the shortest")
    # every further hint on this way is there at once
    for _ in range(5):
        assert session.click(session.hint.cell)
        session.ask_hint()
        stage.tick(0.02)
        assert session.hint.stage is HintStage.TILE
    session.close()


def test_closing_closes_the_advice(stage):
    stage.session.close()
    assert all(run.is_closed for run in stage.advice.runs)
