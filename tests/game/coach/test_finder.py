"""What is known of the shortest solution: a number, a bound, "computing", or nothing."""

from __future__ import annotations

import pytest

from puzzler.board import Move, shuffle
from puzzler.game.coach.coach import Hint, HintStage
from puzzler.game.coach.finder import LARGE_LIMIT
from puzzler.game.play.distances import MOST_ASKED, Purpose, Shortest, around
from puzzler.search.engine.constructive import construct
from puzzler.search.engine.measuring import Question
from puzzler.search.method import Method
from puzzler.search.options import Limit, LimitKind
from puzzler.search.result import Outcome, SearchStats
from puzzler.search.solve import solve
from puzzler.solver.messages import Cancel, Progress
from puzzler.solver.preparation import PreparationState
from tests.game.coach.test_advice import ANSWER, Advised
from tests.game.fakes import coach_of
from tests.game.test_session import GOAL, NEAR

FOUR = shuffle(4, 4, seed=5)
SIX = shuffle(6, 6, seed=5)


def end(stage, *, status=Outcome.LIMIT, lower_bound=0, moves=()):
    """The search for a distance that was begun last ends."""
    run = stage.advice.last
    run.finish(
        run.problem.start,
        run.problem.goal,
        moves,
        status,
        lower_bound=lower_bound,
        limit_reached=LimitKind.TIME if status is Outcome.LIMIT else None,
    )
    stage.tick()


def test_what_is_said_of_it():
    assert Shortest(46).text == "46"
    assert Shortest(1234, 1234).text == "1,234"
    assert Shortest(None, 44).text == "at least 44"
    assert Shortest(None, 44, is_computing=True).text == "at least 44"
    assert Shortest(is_computing=True).text == "computing"
    assert Shortest().text == ""


def test_on_4x4_it_is_proven_and_said_to_be_computed_until_then():
    stage = Advised(scenario=FOUR)
    assert coach_of(stage.session).shortest == Shortest(is_computing=True)
    assert stage.measurer.asked == (Question(FOUR.start, FOUR.goal),)
    stage.prove(None, FOUR.start, at_least=45, is_over=False)
    assert coach_of(stage.session).shortest == Shortest(None, 45, is_computing=True)
    stage.prove(None, FOUR.start, at_least=47, at_most=47)
    assert coach_of(stage.session).shortest == Shortest(47, 47, 47)
    assert stage.advice.runs == []


def test_a_large_board_takes_at_least_so_and_so_many_moves():
    stage = Advised(scenario=SIX)
    assert stage.advice.last.method == Method("anytime", limit=Limit(seconds=LARGE_LIMIT))
    assert coach_of(stage.session).shortest.text == "computing"
    end(stage, lower_bound=120)
    assert coach_of(stage.session).shortest == Shortest(None, 120)
    assert coach_of(stage.session).shortest.text == "at least 120"
    stage.pass_time(1)
    assert len(stage.advice.runs) == 1


def test_what_a_watched_search_proves_of_the_length_raises_the_bound():
    stage = Advised(scenario=SIX)
    end(stage, lower_bound=120)
    stage.session.watch.start()
    run = stage.solver.last
    run.finish(SIX.start, SIX.goal, (), Outcome.LIMIT, lower_bound=132)
    stage.tick()
    assert coach_of(stage.session).shortest.text == "at least 132"
    for bound, known in ((90, 132), (140, 140)):  # also where it was stopped; and none is lost
        stage.session.watch.start()
        stage.session.stop()
        stage.solver.last.finish(SIX.start, SIX.goal, (), Outcome.CANCELLED, lower_bound=bound)
        stage.tick()
        assert coach_of(stage.session).shortest.text == f"at least {known}"


@pytest.mark.parametrize("state", [PreparationState.UNCOMPILED, PreparationState.FAILED])
def test_without_compiled_kernels_a_large_board_has_a_bound_at_once(state):
    stage = Advised(scenario=SIX, state=state)
    assert stage.advice.last.method.limit.expansions == 1
    end(stage, lower_bound=38)
    assert coach_of(stage.session).shortest.text == "at least 38"


def test_a_hint_does_not_end_the_building_of_tables():
    stage = Advised(scenario=FOUR, has_tables=False)
    stage.session.coach.ask_hint()
    stage.tick()
    assert stage.measurer.asked == (Question(FOUR.start, FOUR.goal, with_path=True),)
    assert stage.advice.last.method.heuristic == "manhattan"


def test_a_hint_that_was_not_proven_is_looked_for_anew_once_the_tables_are_there():
    stage = Advised(has_tables=False)
    session = stage.session
    session.coach.ask_hint()
    stage.tick()
    stage.answer((Move.RIGHT, Move.LEFT, *ANSWER), proven=False)
    assert not coach_of(session).hint.is_shortest
    stage.measurer.tables = True
    session.move(Move.DOWN)
    session.undo()
    session.coach.ask_hint()
    stage.tick()
    assert coach_of(session).hint == Hint(HintStage.THINKING)
    stage.prove()
    assert coach_of(session).hint.is_shortest


def test_the_bound_of_a_search_that_runs_is_known_at_once():
    stage = Advised(scenario=SIX)

    def tell(handle, bound):
        figures = SearchStats(expanded=bound)
        handle.latest = Progress(handle.run_id, figures, SIX.start, 1.0, lower_bound=bound)
        stage.tick()
        return coach_of(stage.session).shortest.text

    assert tell(stage.advice.last, 90) == "at least 90"
    stage.session.watch.start()
    assert [tell(stage.solver.last, bound) for bound in (88, 91, 90)] == [
        "at least 90",
        "at least 92",  # all solutions of a board have the same parity
        "at least 92",
    ]
    assert stage.session.watch.runs.shown.lower_bound == 91


def test_the_coach_keeps_to_the_memory_of_the_settings():
    stage = Advised(scenario=SIX, memory_limit=32)
    assert stage.advice.last.method.limit.memory_bytes == 32_000_000


def test_on_a_large_board_the_distance_gives_way_to_a_search_that_is_watched():
    stage = Advised(scenario=SIX)
    session, distance = stage.session, stage.advice.last
    session.watch.start()
    stage.solver.last.find(tuple(construct(SIX.start, SIX.goal)))
    stage.pass_time(0.5)
    assert distance.sent == [Cancel()] and len(stage.advice.runs) == 1
    session.stop()
    stage.solver.last.finish(SIX.start, SIX.goal, (), Outcome.CANCELLED)
    stage.pass_time(0.1)
    assert len(stage.advice.runs) == 2  # it was not tried to its end


# ---- Many questions -------------------------------------------------------------------------


def distances(stage):
    return stage.session.context.distances


def test_the_more_urgent_purpose_comes_first_and_nothing_is_asked_twice():
    stage = Advised()
    board = NEAR.start.apply(Move.UP)
    distances(stage).ask(Purpose.DRILL, [Question(board, GOAL)])
    distances(stage).ask(Purpose.COACH, around(NEAR.start, GOAL)[:3])
    stage.tick()
    assert stage.measurer.boards == [NEAR.start, board, NEAR.start.apply(Move.DOWN)]
    distances(stage).ask(Purpose.COACH, ())
    stage.tick()
    assert stage.measurer.boards == [board, NEAR.start]


def test_what_is_known_of_a_board_narrows_what_is_asked_of_its_neighbours():
    stage = Advised()
    distances(stage).ask(Purpose.COACH, around(NEAR.start, GOAL)[:4])
    stage.tick()
    stage.prove()
    assert stage.measurer.asked == (
        Question(NEAR.start.apply(Move.UP), GOAL, 2, 4),
        Question(NEAR.start.apply(Move.RIGHT), GOAL, 2, 4),
    )
    known = distances(stage)
    assert known.shortest(NEAR.start.apply(Move.DOWN), GOAL).moves == 2
    assert known.first_moves(NEAR.start, GOAL) is None
    for move in (Move.UP, Move.RIGHT):
        stage.prove(None, NEAR.start.apply(move), at_least=4, at_most=4)
    assert known.first_moves(NEAR.start, GOAL) == {Move.DOWN}
    assert known.next_move(NEAR.start, GOAL) == (Move.DOWN, True)
    assert known.path(NEAR.start, GOAL) == ANSWER
    assert known.first_moves(GOAL, GOAL) == frozenset()
    assert stage.measurer.asked == ()


def test_a_path_is_known_once_somebody_has_asked_for_it():
    near = shuffle(4, 4, 30, seed=5)
    path = solve(near.start, algorithm="idastar", compiled=False).moves
    stage = Advised(scenario=near)
    known = distances(stage)
    stage.prove(path, near.start)
    assert known.path(near.start, near.goal) is None
    known.ask(Purpose.DRILL, [Question(near.start, near.goal, with_path=True)])
    stage.tick()
    stage.prove(path, near.start)
    assert known.path(near.start, near.goal) == path
    later = near.start.apply_all(path[:5])
    assert known.path(later, near.goal) == path[5:]
    assert known.shortest(later, near.goal).moves == len(path) - 5


def test_on_a_large_board_the_coach_tells_both_ends_of_the_present_board():
    stage = Advised(scenario=SIX)
    end(stage, lower_bound=100)
    board = SIX.start.apply(SIX.start.legal_moves()[0])
    distances(stage).ask(Purpose.COACH, around(board, SIX.goal))
    stage.tick()
    run = stage.advice.last
    assert run.problem.start == board
    answer = tuple(construct(board, SIX.goal))
    end(stage, status=Outcome.SOLVED, lower_bound=101, moves=answer)
    shortest = distances(stage).shortest(board, SIX.goal)
    assert (shortest.at_least, shortest.at_most) == (101, len(answer))
    following = board.apply(answer[0])
    shortest = distances(stage).shortest(following, SIX.goal)
    assert (shortest.at_least, shortest.at_most) == (100, len(answer) - 1)
    assert distances(stage).first_moves(board, SIX.goal) is None
    assert stage.measurer.lists == []


@pytest.mark.parametrize("scenario", [NEAR, SIX])
def test_what_is_asked_after_a_tick_brings_the_next_one(scenario):
    stage = Advised(scenario=scenario)
    if scenario is SIX:
        end(stage, lower_bound=120)
    else:
        stage.prove()
    stage.tick()
    assert not stage.session.is_busy
    board = scenario.start.apply(scenario.start.legal_moves()[0])
    distances(stage).ask(Purpose.COACH, [Question(board, scenario.goal)])
    assert stage.session.is_busy
    stage.tick()
    assert stage.session.is_busy
    distances(stage).ask(Purpose.COACH, [])
    stage.tick()
    assert not stage.session.is_busy


def test_nothing_is_proven_before_the_kernels_for_it_are_compiled():
    stage = Advised(scenario=FOUR, state=PreparationState.PREPARING)
    stage.preparation.state = PreparationState.READY
    stage.tick()
    assert stage.measurer.lists == []
    assert stage.session.is_busy  # so that the next look is not left to chance
    stage.preparation.can_measure = True
    stage.tick()
    assert stage.measurer.boards == [FOUR.start]


def test_of_very_many_questions_the_first_are_heard():
    stage = Advised()
    stage.prove()
    boards = list(dict.fromkeys(shuffle(3, 3, seed=seed).start for seed in range(400)))
    distances(stage).ask(Purpose.DRILL, [Question(board, GOAL) for board in boards])
    stage.tick()
    assert stage.measurer.boards == boards[:MOST_ASKED]
