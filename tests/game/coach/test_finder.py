"""The length of the shortest solution: a number, a bound, "computing" or unknown."""

from __future__ import annotations

import pytest

from puzzler.board import Move, shuffle
from puzzler.game.coach.coach import Hint
from puzzler.game.coach.finder import LARGE_LIMIT
from puzzler.game.core.distances import MAX_QUESTIONS, Purpose, ShortestLength, slide_questions
from puzzler.search.compilation import KernelState
from puzzler.search.engine.constructive import construct
from puzzler.search.engine.measuring import DistanceQuestion
from puzzler.search.method import Method
from puzzler.search.options import Limit
from puzzler.search.result import Outcome, SearchStats
from puzzler.solver.commands import Cancel, Progress
from tests.game.coach.test_advice import Advised
from tests.game.fakes import SOLUTION, coach_of
from tests.game.test_session import GOAL, NEAR

FOUR = shuffle(4, 4, seed=5)
SIX = shuffle(6, 6, seed=5)


def test_on_4x4_the_length_is_computing_until_it_is_proven():
    stage = Advised(scenario=FOUR)
    assert coach_of(stage.session).shortest == ShortestLength(is_computing=True)
    assert stage.measurer.last_request == (DistanceQuestion(FOUR.start, FOUR.goal, at_least=1),)
    stage.prove(None, FOUR.start, at_least=45, is_over=False)
    assert coach_of(stage.session).shortest == ShortestLength(45, is_computing=True)
    stage.prove(None, FOUR.start, at_least=47, at_most=47)
    assert coach_of(stage.session).shortest == ShortestLength(47, 47)
    assert stage.advice.runs == []


def test_a_large_board_has_a_lower_bound():
    stage = Advised(scenario=SIX, memory_limit=32)
    limit = Limit(seconds=LARGE_LIMIT, memory_bytes=32_000_000)
    assert stage.advice.last.method == Method("anytime", limit=limit)
    assert coach_of(stage.session).shortest == ShortestLength(is_computing=True)
    stage.answer((), Outcome.LIMIT, lower_bound=120)
    assert coach_of(stage.session).shortest == ShortestLength(120)
    stage.pass_time(1)
    assert len(stage.advice.runs) == 1


def test_a_bound_proven_by_a_search_is_used_and_remembered():
    stage = Advised(scenario=SIX)

    def text_after(handle, bound, status=None):
        if status is None:
            figures = SearchStats(expanded=bound)
            handle.latest = Progress(handle.run_id, figures, SIX.start, 1.0, lower_bound=bound)
        else:
            handle.finish(SIX.start, SIX.goal, (), status, lower_bound=bound)
        stage.tick()
        return coach_of(stage.session).shortest.text

    assert text_after(stage.advice.last, 90) == "at least 90"
    stage.session.watch.start()
    run = stage.solver.last
    # all solutions of a board have the same parity
    for bound, expected in ((88, 90), (91, 92), (90, 92)):
        assert text_after(run, bound) == f"at least {expected}"
    assert stage.session.watch.runs.shown.lower_bound == 91
    assert text_after(run, 132, Outcome.LIMIT) == "at least 132"
    for bound, expected in ((90, 132), (140, 140)):  # also if the search was stopped
        stage.session.watch.start()
        stage.session.stop()
        assert text_after(stage.solver.last, bound, Outcome.CANCELLED) == f"at least {expected}"


def test_without_compiled_kernels_a_large_board_has_an_immediate_bound():
    stage = Advised(scenario=SIX, state=KernelState.UNAVAILABLE)
    assert stage.advice.last.method.limit.expansions == 1
    stage.answer((), Outcome.LIMIT, lower_bound=38)
    assert coach_of(stage.session).shortest.text == "at least 38"


def test_a_hint_does_not_stop_the_building_of_tables():
    stage = Advised(scenario=FOUR, has_tables=False)
    stage.session.coach.ask_hint()
    stage.tick()
    assert stage.measurer.last_request == (
        DistanceQuestion(FOUR.start, FOUR.goal, 1, with_path=True),
    )
    assert stage.advice.last.method.heuristic == "manhattan"


def test_an_unproven_hint_is_searched_for_again_when_the_tables_are_built():
    stage = Advised(has_tables=False)
    session = stage.session
    session.coach.ask_hint()
    stage.tick()
    stage.answer((Move.RIGHT, Move.LEFT, *SOLUTION), proven=False)
    assert not coach_of(session).hint.is_shortest
    stage.measurer.tables = True
    session.move(Move.DOWN)
    session.undo()
    session.coach.ask_hint()
    stage.tick()
    assert coach_of(session).hint == Hint()
    stage.prove()
    assert coach_of(session).hint.is_shortest


def test_on_a_large_board_a_watch_cancels_the_search_for_the_distance():
    stage = Advised(scenario=SIX)
    session, distance = stage.session, stage.advice.last
    session.watch.start()
    stage.solver.last.find(tuple(construct(SIX.start, SIX.goal)))
    stage.pass_time(0.5)
    assert distance.sent == [Cancel()] and len(stage.advice.runs) == 1
    session.stop()
    stage.solver.last.finish(SIX.start, SIX.goal, (), Outcome.CANCELLED)
    stage.pass_time(0.1)
    assert len(stage.advice.runs) == 2  # the first search did not finish


# ---- Several questions -------------------------------------------------------------------------


def distances(stage):
    return stage.session.context.distances


def test_the_more_urgent_purpose_is_first_and_questions_are_unique():
    stage = Advised()
    board = NEAR.start.apply(Move.UP)
    distances(stage).ask(Purpose.DRILL, [DistanceQuestion(board, GOAL)])
    distances(stage).ask(Purpose.COACH, slide_questions(NEAR.start, GOAL)[:3])
    stage.tick()
    assert stage.measurer.boards == [NEAR.start, board, NEAR.start.apply(Move.DOWN)]
    distances(stage).ask(Purpose.COACH, ())
    stage.tick()
    assert stage.measurer.boards == [board, NEAR.start]


def test_known_bounds_narrow_the_questions_about_neighbours():
    stage = Advised()
    distances(stage).ask(Purpose.COACH, slide_questions(NEAR.start, GOAL)[:4])
    stage.tick()
    stage.prove()
    assert stage.measurer.last_request == (
        DistanceQuestion(NEAR.start.apply(Move.UP), GOAL, 2, 4),
        DistanceQuestion(NEAR.start.apply(Move.RIGHT), GOAL, 2, 4),
    )
    for move in (Move.UP, Move.RIGHT):
        stage.prove(None, NEAR.start.apply(move), at_least=4, at_most=4)
    assert stage.measurer.last_request == ()


def test_on_a_large_board_the_coach_has_both_bounds_of_the_current_board():
    stage = Advised(scenario=SIX)
    stage.answer((), Outcome.LIMIT, lower_bound=100)
    board = SIX.start.apply(SIX.start.legal_moves()[0])
    distances(stage).ask(Purpose.COACH, slide_questions(board, SIX.goal))
    stage.tick()
    run = stage.advice.last
    assert run.problem.start == board
    answer = tuple(construct(board, SIX.goal))
    stage.answer(answer, lower_bound=101, proven=False)
    shortest = distances(stage).shortest(board, SIX.goal)
    assert (shortest.at_least, shortest.at_most) == (101, len(answer))
    assert stage.measurer.lists == []


@pytest.mark.parametrize("scenario", [NEAR, SIX])
def test_questions_after_a_tick_are_answered_in_the_next(scenario):
    stage = Advised(scenario=scenario)
    if scenario is SIX:
        stage.answer((), Outcome.LIMIT, lower_bound=120)
    else:
        stage.prove()
    stage.tick()
    assert not stage.session.is_busy
    board = scenario.start.apply(scenario.start.legal_moves()[0])
    distances(stage).ask(Purpose.COACH, [DistanceQuestion(board, scenario.goal)])
    assert stage.session.is_busy
    stage.tick()
    assert stage.session.is_busy
    distances(stage).ask(Purpose.COACH, [])
    stage.tick()
    assert not stage.session.is_busy


def test_proofs_start_after_their_kernels_are_compiled():
    stage = Advised(scenario=FOUR, state=KernelState.MISSING)
    stage.preparation.state = KernelState.READY
    stage.tick()
    assert stage.measurer.lists == []
    assert stage.session.is_busy  # so that the window continues to tick
    stage.preparation.can_measure = True
    stage.tick()
    assert stage.measurer.boards == [FOUR.start]


def test_only_the_first_of_many_questions_are_used():
    stage = Advised()
    stage.prove()
    boards = list(dict.fromkeys(shuffle(3, 3, seed=seed).start for seed in range(400)))
    distances(stage).ask(Purpose.DRILL, [DistanceQuestion(board, GOAL) for board in boards])
    stage.tick()
    assert stage.measurer.boards == boards[:MAX_QUESTIONS]


def test_near_a_known_solution_a_hint_takes_at_most_a_tenth_of_a_second():
    stage = Advised(scenario=SIX)
    session = stage.session
    session.coach.ask_hint()
    stage.tick()
    stage.answer(tuple(construct(SIX.start, SIX.goal)), proven=False)
    hint = coach_of(session).hint
    assert hint is not None and hint.cell is not None
    for _ in range(2):
        away = next(
            move
            for move in session.activity.board.legal_moves()
            if stage.session.context.distances.next_move(
                session.activity.board.apply(move), SIX.goal
            )
            is None
        )
        session.move(away)
    session.coach.ask_hint()
    stage.tick()
    assert coach_of(session).hint.cell is None, "a search may find a better one"
    stage.pass_time(0.05)
    assert coach_of(session).hint.cell is not None
