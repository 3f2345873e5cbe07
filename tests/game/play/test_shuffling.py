"""The show of a shuffle: short, and made of slides that a hand could make."""

from __future__ import annotations

import pytest

from puzzler.board import Board, Scenario, shuffle
from puzzler.game.play.shuffling import SCENES, SECONDS, SLIDES, ShuffleShow

FRAME = 1 / 60


def shown(scenario: Scenario) -> tuple[list, float]:
    show = ShuffleShow(scenario)
    assert show.board == scenario.goal
    slides, frames = [], 0
    while not show.is_over:
        frames += 1
        slides += show.advance(FRAME)
        assert show.advance(0) == []
    assert show.board == scenario.start
    return slides, frames * FRAME


@pytest.mark.parametrize("shape", [(2, 2), (3, 3), (4, 4), (2, 10), (10, 10)])
@pytest.mark.parametrize("moves", [1, 30, 1000, None])
def test_every_slide_is_one_that_a_hand_could_make(shape, moves):
    scenario = shuffle(*shape, moves, seed=4)
    path = {scenario.goal}
    board = scenario.goal
    for move in scenario.shuffle:
        board = board.apply(move)
        path.add(board)
    slides, seconds = shown(scenario)
    assert len(slides) <= SLIDES
    assert seconds < SECONDS + 2 * FRAME
    cuts, board = 0, scenario.goal
    for before, run in slides:
        cuts += before != board
        board = before.apply_all(run)
        assert before in path and board in path
        # straight, as a click on the last of the tiles would be
        assert before.moves_to_slide(board.blank) == run
    assert cuts < SCENES


def test_a_short_shuffle_is_shown_whole():
    scenario = shuffle(4, 4, 40, seed=1)
    slides, seconds = shown(scenario)
    assert sum((run for _, run in slides), ()) == scenario.shuffle
    assert seconds < 1.2


def test_after_a_stall_little_is_skipped():
    show = ShuffleShow(shuffle(4, 4, seed=1))
    assert len(show.advance(60)) == 1


def test_without_moves_it_is_over_at_once():
    scenario = Scenario(Board.parse("1 2/0 3"), Board.solved(2, 2))
    assert ShuffleShow(scenario).is_over
