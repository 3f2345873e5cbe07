"""The Lab: its board and method when it opens, and the moment at which it was left."""

from __future__ import annotations

import pytest

from puzzler.board import Board, Move
from puzzler.board.scenario import Problem
from puzzler.game.core import texts
from puzzler.game.play.playing import Playing
from puzzler.search.method import Method
from puzzler.search.options import Limit
from puzzler.search.result import Outcome
from puzzler.search.solve import solve
from puzzler.solver.commands import Resume, Seek
from tests.game.examined import ExaminedStage
from tests.game.fakes import doing, message_of, play_of

pytestmark = pytest.mark.usefixtures("compiled")

UP, DOWN, LEFT, RIGHT = Move
GOAL = Board.solved(2, 3)
START = Board.parse("1 2 0/4 5 3")
FAR = Board.parse("5 4 3/2 1 0")


class LabStage(ExaminedStage):
    def __init__(self, start=START, goal=GOAL):
        super().__init__(start, goal)

    @property
    def lab(self):
        return self.session.lab

    @property
    def opened(self):
        return self.lab.opened.problem, self.lab.opened.method

    def watch(self, method, result):
        """A finished search of the current board."""
        session = self.session
        session.watch.run_again(method)
        self.solver.last.find(result.moves)
        self.solver.last.finish(session.watch.runs.shown.start, GOAL, result.moves)
        self.tick()
        return session.watch.runs.shown


@pytest.fixture
def stage():
    return LabStage()


def test_the_current_board_opens_with_astar_and_manhattan(stage, session):
    session.move(LEFT)
    assert stage.lab.opened is None and stage.session.can_search
    assert stage.lab.open()
    assert stage.opened == (Problem(START.apply(LEFT), GOAL), Method("astar", "manhattan"))
    assert stage.lab.current.state().own_path == (START, START.apply(LEFT))


def test_board_goal_and_method_can_be_given(stage):
    goal = Board.parse("0 1 2/3 4 5")
    board, method = goal.apply(RIGHT), Method("dfs")
    assert stage.lab.open(board, goal, method)
    assert stage.opened == (Problem(board, goal), method)
    inspecting = stage.lab.opened
    assert stage.lab.open() and stage.lab.opened is inspecting
    large = Board.solved(3, 3).apply(UP)
    assert stage.lab.open(large)
    assert stage.opened[0] == Problem(large, Board.solved(3, 3))
    assert stage.lab.current.state().own_path == (large,)


def test_a_solved_play_opens_at_its_start():
    stage = LabStage()
    stage.session.move(DOWN)
    assert play_of(stage.session).is_solved
    assert stage.lab.open()
    assert stage.opened[0].start == START
    assert stage.lab.current.state().own_path == (START, START.apply(DOWN))


@pytest.mark.parametrize(
    ("board", "message"),
    [(GOAL, texts.ALREADY_SOLVED), (Board.parse("2 1 3/4 5 0"), texts.UNSOLVABLE)],
)
def test_solved_and_unsolvable_boards_are_rejected(stage, session, board, message):
    assert not stage.lab.open(board)
    assert (message_of(session), doing(session)) == (message, Playing)
    stage = LabStage(board)  # also if the current board is solved without a play
    assert stage.session.can_search == (board != GOAL)
    assert not stage.lab.open()
    assert message_of(stage.session) == message


def test_the_lab_uses_the_watched_method(stage):
    method = Method("greedy", "manhattan")
    stage.watch(method, solve(START, GOAL, method))
    assert stage.lab.open()
    assert stage.opened[1].title == method.title


def test_a_finished_search_opens_at_its_end(stage):
    method = Method("astar", "manhattan", limit=Limit(seconds=60))
    result = solve(START, GOAL, method)
    run = stage.watch(method, result)
    run.result = result
    stage.session.move(LEFT)
    assert stage.lab.open_run(run)
    stage.tick()
    inspecting = stage.lab.opened
    assert stage.opened == (run.problem, run.method)
    assert inspecting.state().is_at_end and inspecting.state().moment.result.moves == result.moves
    figures = inspecting.state().glimpse.stats
    assert (figures.expanded, figures.generated) == (result.stats.expanded, result.stats.generated)


def test_a_stopped_search_opens_at_its_last_moment(stage):
    stage.session.watch.start()
    stage.session.stop()
    stage.solver.last.finish(START, GOAL, (), Outcome.CANCELLED)
    stage.tick()
    assert stage.lab.open_run(stage.session.watch.runs.shown)
    assert Seek(1234) in stage.examiners[-1].sent
    assert Resume() not in stage.examiners[-1].sent


def test_a_search_reopens_at_the_moment_it_was_left():
    stage = LabStage(FAR)
    method = Method("bfs")
    stage.lab.open()
    inspecting = stage.lab.opened
    inspecting.set_method(method)
    inspecting.seek(5)
    inspecting.set_rate(100)
    stage.tick()
    stage.session.stop()
    assert stage.examiners[-1].is_cancelled
    stage.lab.open()
    stage.tick()
    inspecting = stage.lab.opened
    assert (inspecting.method, inspecting.expansions, inspecting.rate) == (method, 5, 100)
    stage.session.stop()
    assert stage.session.move(LEFT)
    stage.lab.open()
    stage.tick()
    inspecting = stage.lab.opened
    assert (inspecting.method, inspecting.expansions) == (Method("astar", "manhattan"), 0)
    assert inspecting.rate == 100


def test_closing_the_session_ends_every_search(stage):
    stage.lab.open()
    stage.lab.opened.set_method(Method("bfs"))
    stage.session.close()
    assert not any(examiner.is_alive for examiner in stage.examiners)


def test_a_reviewed_play_opens_with_its_path(stage, session):
    for move in (LEFT, RIGHT):
        session.move(move)
    session.reviews.open_last()
    session.activity.seek(1)
    assert stage.lab.open()
    assert stage.opened[0] == Problem(START.apply(LEFT), GOAL)
    assert stage.lab.current.state().own_path == (START, START.apply(LEFT), START)
