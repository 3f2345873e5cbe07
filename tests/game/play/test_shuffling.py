"""The animation of a shuffle is short and consists of legal slides."""

from __future__ import annotations

import pytest

from puzzler.board import Board, Scenario, shuffle
from puzzler.formats import share
from puzzler.game.core.feedback import Slide
from puzzler.game.play.playing import (
    SHUFFLE_SCENES,
    SHUFFLE_SECONDS,
    SHUFFLE_SLIDES,
    Playing,
    Shuffling,
)
from tests.game.fakes import NEAR, Stage, activity_of, play_of

FRAME = 1 / 60


def start_shuffle(scenario: Scenario) -> Stage:
    stage = Stage()
    stage.session.context.start_play(scenario)
    stage.session.boards.show_shuffle(scenario)
    [jump] = stage.tick(0)
    assert (jump.moves, jump.after) == ((), scenario.goal)
    return stage


def animate_shuffle(scenario: Scenario) -> tuple[list[Slide], float]:
    stage, slides, frames = start_shuffle(scenario), [], 0
    while activity_of(stage.session) is Shuffling:
        frames += 1
        slides += stage.tick(FRAME)
        assert stage.tick(0) == []
    assert play_of(stage.session).board == scenario.start
    return slides, frames * FRAME


def test_actions_use_the_board_of_the_game():
    scenario = shuffle(3, 3, seed=4)
    stage = start_shuffle(scenario)
    stage.pass_time(SHUFFLE_SECONDS / 2)
    session = stage.session
    assert play_of(session).board not in (scenario.start, scenario.goal)
    assert session.activity.board == session.files.position.start == scenario.start
    assert session.files.game.start == scenario.start
    assert Board.parse(session.files.position_text()) == scenario.start
    assert share.read(session.files.share_text()).start == scenario.start
    assert not play_of(session).is_solved
    session.edit()
    assert session.editor.board == scenario.start


@pytest.mark.parametrize("shape", [(2, 2), (3, 3), (2, 10), (10, 10)])
@pytest.mark.parametrize("moves", [1, 30, 1000, None])
def test_every_slide_is_legal_for_a_player(shape, moves):
    scenario = shuffle(*shape, moves, seed=4)
    path = {scenario.goal}
    board = scenario.goal
    for move in scenario.shuffle:
        board = board.apply(move)
        path.add(board)
    slides, seconds = animate_shuffle(scenario)
    cuts = [slide for slide in slides if not slide.moves]
    assert len(cuts) < SHUFFLE_SCENES
    assert len(slides) - len(cuts) <= SHUFFLE_SLIDES
    assert seconds < (1.2 if moves == 30 else SHUFFLE_SECONDS + 2 * FRAME)
    if moves in (1, 30):  # a short shuffle is displayed completely
        assert not cuts and sum((slide.moves for slide in slides), ()) == scenario.shuffle
    board = scenario.goal
    for slide in slides:
        assert slide.before == board
        board = slide.after
        assert board in path
        if slide.moves:  # a straight line, like a click on the last of the tiles
            assert slide.before.moves_to_slide(board.blank) == slide.moves


def test_a_stall_skips_few_slides_and_a_shuffle_without_moves_ends_immediately():
    assert len(start_shuffle(shuffle(4, 4, seed=1)).tick(60)) == 1
    stage = Stage()
    stage.session.boards.show_shuffle(NEAR)
    assert activity_of(stage.session) is Playing
