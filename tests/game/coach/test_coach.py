"""The coach during a game: moves left, extra moves, and tiles that start a shortest solution."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzler.board import Board, Move, Scenario
from puzzler.game.coach.coach import CoachLine, extra_moves_between
from puzzler.game.core.category import Category
from puzzler.game.core.distances import ShortestLength
from puzzler.game.watch.watching import WatchPhase
from tests import naive
from tests.game.fakes import (
    ExactMeasurer,
    FakeMeasurer,
    activity_of,
    best_moves,
    call,
    coach_of,
    message_of,
    play_of,
)
from tests.game.storage.reading import read_rows, read_summary
from tests.game.test_session import NEAR, Stage

UP, DOWN, LEFT, RIGHT = Move
GOALS = [
    Board.solved(2, 2),
    Board.solved(2, 3),
    Board.parse("4 1/0 3/2 5"),
    Board.parse("2 0 5/3 1 4"),
]
"""Standard goals, and custom goals with the blank in the middle of an edge."""


def coached_stage(scenario=NEAR, measurer=None, **handed_in):
    handed_in = {"measurer": measurer or ExactMeasurer()} | handed_in
    return Stage(scenario, handed_in, coach=True)


@cache
def boards_of(goal):
    return st.sampled_from(sorted(naive.distances_from(goal), key=str))


@st.composite
def scenarios(draw):
    goal = draw(st.sampled_from(GOALS))
    return Scenario(draw(boards_of(goal).filter(lambda board: board != goal)), goal)


ACTIONS = st.one_of(
    st.tuples(st.just("click"), st.integers(0, 5)),
    st.tuples(st.just("move"), st.sampled_from(Move)),
    st.tuples(st.sampled_from(["undo", "redo", "restart"])),
    st.tuples(st.just("watch"), st.integers(0, 9)),
)


def watch(stage, position):
    """Find a solution with extra moves, and take over the board during its playback."""
    session = stage.session
    session.watch.start()
    if not isinstance(activity_of(session), WatchPhase):
        return  # the board is solved
    board, moves = play_of(session).board, []
    for number in range(6):
        moves.append(board.legal_moves()[number % 2])
        board = board.apply(moves[-1])
    stage.solver.last.find(tuple(moves))
    stage.tick()
    session.activity.seek(position)
    session.stop()


@settings(max_examples=60)
@given(scenarios(), st.lists(ACTIONS, max_size=25))
def test_every_figure_equals_the_exact_table(scenario, actions):
    stage = coached_stage(scenario)
    session, distances = stage.session, naive.distances_from(scenario.goal)
    last_lost = 0
    for name, *arguments in actions:
        before, count, number = (
            play_of(session).board,
            play_of(session).move_count,
            session.context.game.play.number,
        )
        if name == "watch":
            watch(stage, *arguments)
        else:
            if name == "click" and arguments[0] >= len(before.tiles):
                continue
            call(session, name, *arguments)
        slid = play_of(session).move_count - count
        if name in ("click", "move") and slid:
            last_lost = slid + distances[play_of(session).board] - distances[before]
        elif (
            play_of(session).board != before
            or session.context.game.play.number != number
            or name == "watch"
        ):
            last_lost = 0
        stage.settle()
        board, line = play_of(session).board, coach_of(session).line
        assert (line is None) == (board == scenario.goal)
        if line is None:
            assert coach_of(session).green_cells == ()
            continue
        now = distances[board]
        assert line.left == ShortestLength(now, now)
        play = play_of(session)
        assert line.lost == play.move_count + now - distances[play.scenario.start]
        right = best_moves(board, scenario.goal)
        assert set(coach_of(session).green_cells) == {board.target(move) for move in right}
        assert line.last_lost == last_lost
        assert session.context.game.play.coached
    session.close()


@pytest.mark.parametrize(
    ("left", "lost", "text", "line"),
    [
        (ShortestLength(1041, 1041), 6, "1,041", "1,041 moves left, 6 extra"),
        (ShortestLength(41, 41), None, "41", "41 moves left"),
        (ShortestLength(41), None, "at least 41", "at least 41 moves left"),
        (
            ShortestLength(41, is_computing=True),
            None,
            "at least 41",
            "at least 41 moves left",
        ),
        (ShortestLength(88, 97), None, "at least 88", "88 to 97 moves left"),
        (ShortestLength(0, 97), None, "", "at most 97 moves left"),
        (ShortestLength(0, None, is_computing=True), None, "computing", "computing"),
        (ShortestLength(), None, "", ""),
    ],
)
def test_the_coach_shows_proven_moves_left(left, lost, text, line):
    coached = CoachLine(left, lost)
    assert (left.text, coached.text) == (text, line)
    assert coached.short_text == line.replace(" moves", "").replace(" move", "")


def test_extra_moves_need_both_distances():
    proven, unknown = ShortestLength(5, 5), ShortestLength()
    assert extra_moves_between(proven, ShortestLength(6, 6), 1) == 2
    assert extra_moves_between(proven, unknown, 1) is None
    assert extra_moves_between(unknown, proven, 1) is None


def test_the_coach_shows_a_lower_bound_until_the_distance_is_proven():
    near = coached_stage(measurer=FakeMeasurer())
    near.tick()
    assert coach_of(near.session).line.text == "1 to 3 moves left"
    measurer = FakeMeasurer()
    far = Board.parse("8 6 7/2 5 4/3 0 1")
    stage = coached_stage(Scenario(far, Board.solved(3, 3)), measurer)
    stage.tick()
    assert coach_of(stage.session).line.text == "at least 21 moves left"  # Manhattan distance
    assert stage.session.is_busy
    measurer.find(far, at_least=21, is_over=False)
    stage.tick()
    assert coach_of(stage.session).line.text == "at least 21 moves left"
    assert coach_of(stage.session).green_cells == ()
    measurer.find(far, at_least=31, at_most=31)
    stage.tick()
    assert coach_of(stage.session).line.text == "31 moves left, no extra moves"


def test_the_coach_has_no_line_when_off_or_outside_play():
    stage = Stage(handed_in={"measurer": ExactMeasurer()})
    session = stage.session
    stage.tick()
    assert (coach_of(session).line, coach_of(session).green_cells) == (None, ())
    assert not session.context.game.play.coached
    session.settings = type(session.settings)(coach=True)
    assert coach_of(session).line is not None
    session.edit()
    assert (coach_of(session).line, coach_of(session).green_cells) == (None, ())
    session.editor.cancel()
    session.watch.start()
    assert coach_of(session).line is None
    session.stop()
    session.move(DOWN)
    session.toggle_pause()
    assert (
        play_of(session).is_covering,
        coach_of(session).line,
        coach_of(session).green_cells,
    ) == (True, None, ())
    session.toggle_pause()
    session.boards.new(3, 3, seed=1)
    assert coach_of(session).line is None  # during the shuffle
    session.stop()
    assert coach_of(session).line is not None


def test_a_coached_play_is_marked_and_sets_no_record():
    goal = Board.solved(2, 3)
    scenario = Scenario(goal.apply(UP), goal, seed=1, shuffle_moves=9, difficulty="easy")
    stage = coached_stage(scenario)
    session = stage.session
    stage.tick()
    session.settings = type(session.settings)(rows=2, columns=3)
    session.move(DOWN)
    assert play_of(session).finish.coached
    assert "you had the coach" in message_of(session)
    kind = Category.of(session.context.game.play)
    assert read_summary(session.store.solves, kind).count == 0
    [row] = read_rows(session.store.solves, kind)
    assert row.coached
    session.boards.restart()
    assert session.context.game.play.coached
    session.boards.new(seed=5)
    session.stop()
    assert not session.context.game.play.coached
    while session.undo():
        pass
    assert session.context.game.play.coached


def test_switching_the_coach_on_during_a_slide_marks_the_play():
    stage = Stage()
    stage.session.settings = type(stage.session.settings)(coach=True)
    stage.session.move(DOWN)
    assert stage.session.context.game.play.coached


def test_the_coach_requests_distances_once_per_board():
    measurer = FakeMeasurer()
    stage = coached_stage(measurer=measurer)
    for _ in range(5):
        stage.tick()
    requests = len(measurer.lists)
    stage.tick()
    assert len(measurer.lists) == requests
    stage.session.move(DOWN)
    stage.tick()
    assert len(measurer.lists) > requests
    assert measurer.boards[0] == play_of(stage.session).board
