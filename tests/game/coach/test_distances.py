"""What is known of the shortest solution: a number, a bound, "computing", or nothing."""

from __future__ import annotations

import pytest

from puzzler.board import Board, Move, Scenario, shuffle
from puzzler.game.coach.distances import LARGE_PATIENCE, PATIENCE, Shortest
from puzzler.game.coach.hints import Hint, HintStage
from puzzler.search.engine.constructive import construct
from puzzler.search.heuristics.heuristic import BuildProgress
from puzzler.search.limits import Limit, LimitKind
from puzzler.search.method import Method
from puzzler.search.result import Outcome
from puzzler.search.stats import SearchStats
from puzzler.solver.messages import Cancel, Progress, Started
from puzzler.solver.preparation import PreparationState
from tests.game.coach.test_advice import ANSWER, Advised
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


def test_on_4x4_it_is_proven_by_pattern_databases_and_said_to_be_computed_until_then():
    stage = Advised(scenario=FOUR)
    assert stage.session.shortest == Shortest(is_computing=True)
    method = stage.advice.last.method
    assert (method.algorithm, method.heuristic) == ("idastar", "pattern-database")
    assert method.limit.seconds == PATIENCE
    stage.answer((Move.UP,) * 0, start=FOUR.goal)  # of another board: nothing is learnt
    assert stage.session.shortest.moves is None


def test_a_large_board_takes_at_least_so_and_so_many_moves():
    stage = Advised(scenario=SIX)
    assert stage.advice.last.method == Method("anytime", limit=Limit(seconds=LARGE_PATIENCE))
    assert stage.session.shortest.text == "computing"
    end(stage, lower_bound=120)
    assert stage.session.shortest == Shortest(None, 120)
    assert stage.session.shortest.text == "at least 120"
    stage.pass_time(1)
    assert len(stage.advice.runs) == 1


def test_what_a_watched_search_proves_of_the_length_raises_the_bound():
    stage = Advised(scenario=SIX)
    end(stage, lower_bound=120)
    stage.session.watch()
    run = stage.solver.last
    run.finish(SIX.start, SIX.goal, (), Outcome.LIMIT, lower_bound=131)
    stage.tick()
    assert stage.session.shortest.text == "at least 131"
    stage.session.watch()
    stage.session.stop()
    run = stage.solver.last  # also where it was stopped; but what was known stays known
    run.finish(SIX.start, SIX.goal, (), Outcome.CANCELLED, lower_bound=90)
    stage.tick()
    assert stage.session.shortest.text == "at least 131"
    stage.session.watch()
    stage.session.stop()
    stage.solver.last.finish(SIX.start, SIX.goal, (), Outcome.CANCELLED, lower_bound=140)
    stage.tick()
    assert stage.session.shortest.text == "at least 140"


@pytest.mark.parametrize("state", [PreparationState.UNCOMPILED, PreparationState.FAILED])
def test_without_compiled_kernels_a_large_board_has_a_bound_at_once(state):
    stage = Advised(scenario=FOUR, state=state)
    assert stage.advice.last.method.limit.expansions == 1
    end(stage, lower_bound=38)
    assert stage.session.shortest.text == "at least 38"


def test_tables_are_built_once_whatever_board_is_played_meanwhile():
    stage = Advised(scenario=FOUR)
    first = stage.advice.last
    first.building = BuildProgress(0.3, "tables")
    stage.tick()
    stage.session.new(4, 4, seed=8)
    stage.tick()
    assert (first.sent, len(stage.advice.runs)) == ([], 1)
    assert stage.session.shortest.text == "computing"
    first.building = None
    end(stage, status=Outcome.SOLVED)
    assert len(stage.advice.runs) == 2
    assert stage.advice.last.problem.start == stage.session.scenario.start


def test_a_hint_does_not_end_the_building_of_tables():
    stage = Advised(scenario=FOUR, has_tables=False)
    first = stage.advice.last
    first.building = BuildProgress(0.3, "tables")
    stage.tick()
    stage.session.ask_hint()
    stage.tick()
    assert first.sent == []
    assert len(stage.advice.runs) == 2
    assert stage.advice.last.method.heuristic == "manhattan"


def test_a_board_of_another_goal_ends_the_search_for_the_old_one():
    stage = Advised(scenario=FOUR)
    first = stage.advice.last
    stage.session.new(3, 3, seed=8)
    stage.tick()
    assert first.sent == [Cancel()]
    assert stage.advice.last.problem.start.size == (3, 3)


def test_once_the_tables_are_there_a_hint_is_proven():
    stage = Advised()
    session = stage.session
    stage.answer()
    session.move(Move.UP)
    session.ask_hint()
    stage.tick()
    assert stage.advice.last.method == Method.shortest(3, 3, stage.advice.last.method.limit)
    stage.answer((Move.DOWN, *ANSWER), start=session.board)
    assert session.hint.is_shortest
    assert session.message == "A shortest solution begins with this tile"


def test_a_board_that_cannot_be_solved_has_no_distance():
    stage = Advised(scenario=Scenario(Board.parse("2 1 3/4 5 6/7 8 0"), GOAL))
    assert stage.session.shortest == Shortest()
    assert stage.advice.runs == []


def test_it_is_computing_while_a_search_is_watched():
    stage = Advised(scenario=NEAR)
    stage.answer()
    stage.session.new(seed=1)
    stage.session.watch()
    stage.pass_time(0.2)
    assert stage.session.shortest.text == "computing"


def test_a_hint_that_was_not_proven_is_looked_for_anew_once_the_tables_are_there():
    stage = Advised(has_tables=False)
    session = stage.session
    session.ask_hint()
    stage.tick()
    stage.answer(proven=False)
    assert not session.hint.is_shortest
    distance = stage.advice.last
    distance.events.append(Started(distance.run_id))
    stage.tick()
    session.move(Move.DOWN)
    session.undo()
    session.ask_hint()
    stage.tick()
    assert session.hint == Hint(HintStage.THINKING)
    stage.answer()
    assert session.hint.is_shortest


def test_a_new_board_ends_the_search_for_a_hint():
    stage = Advised(instant_shuffle=True)
    stage.session.ask_hint()
    stage.tick()
    asked = stage.advice.last
    stage.session.new()
    assert asked.sent == [Cancel()]


def test_the_bound_of_a_search_that_runs_is_known_at_once():
    stage = Advised(scenario=SIX)

    def tell(handle, bound):
        figures = SearchStats(expanded=bound)
        handle.latest = Progress(handle.run_id, figures, SIX.start, 1.0, lower_bound=bound)
        stage.tick()
        return stage.session.shortest.text

    assert tell(stage.advice.last, 89) == "at least 89"
    stage.session.watch()
    assert [tell(stage.solver.last, bound) for bound in (88, 91, 90)] == [
        "at least 89",
        "at least 91",
        "at least 91",
    ]
    assert stage.session.run.lower_bound == 91


def test_the_coach_keeps_to_the_memory_of_the_settings():
    stage = Advised(scenario=SIX, memory_limit=32)
    assert stage.advice.last.method.limit.memory_bytes == 32_000_000


def test_on_a_large_board_the_distance_gives_way_to_a_search_that_is_watched():
    stage = Advised(scenario=SIX)
    session, distance = stage.session, stage.advice.last
    session.watch()
    stage.solver.last.find(tuple(construct(SIX.start, SIX.goal)))
    stage.pass_time(0.5)
    assert distance.sent == [Cancel()] and len(stage.advice.runs) == 1
    session.stop()
    stage.solver.last.finish(SIX.start, SIX.goal, (), Outcome.CANCELLED)
    stage.pass_time(0.1)
    assert len(stage.advice.runs) == 2  # it was not tried to its end
