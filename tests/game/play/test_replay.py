"""A replay: every move at the time at which it was made."""

from __future__ import annotations

import pytest

from puzzler.board import Board, Move
from puzzler.game.play.playback import Replay

START = Board.parse("1 2 3/4 5 6/0 7 8")
UP, DOWN, LEFT, RIGHT = Move
MOVES = [UP, RIGHT, DOWN, RIGHT, UP]
TIMES = (0.0, 1.0, 1.0, 9.0, 9.5)
"""Of these the second and the third are one slide, and the fourth follows a long pause."""


def make_replay(**changes):
    return Replay(START, moves=list(MOVES), is_complete=True, **{"times": TIMES} | changes)


def shown_at(replay, seconds, step=0.05):
    """When each move was shown, to the hundredth."""
    shown = {}
    for tick in range(round(seconds / step) + 1):
        for move in replay.advance(step if tick else 0.0):
            shown.setdefault(round(tick * step, 2), []).append(move)
    return shown


def test_moves_are_shown_when_they_were_made_and_long_pauses_are_cut():
    replay = make_replay()
    assert replay.is_timed
    assert shown_at(replay, 6) == {0: [UP], 1: [RIGHT, DOWN], 4: [RIGHT], 4.5: [UP]}
    assert replay.is_at_end
    assert not replay.is_playing


def test_it_can_be_faster():
    assert shown_at(make_replay(factor=2.0), 3) == {
        0: [UP],
        0.5: [RIGHT, DOWN],
        2: [RIGHT],
        2.25: [UP],
    }


def test_it_can_be_paused_sought_and_played_again():
    replay = make_replay()
    shown_at(replay, 0.5)
    replay.pause()
    assert shown_at(replay, 5) == {}
    replay.seek(3)
    assert replay.board == START.apply_all(MOVES[:3])
    replay.play()
    assert shown_at(replay, 4) == {3: [RIGHT], 3.5: [UP]}
    replay.play()
    assert replay.position == 0
    assert replay.is_playing


def test_without_times_it_plays_at_its_speed():
    replay = make_replay(times=None, speed=4.0)
    assert not replay.is_timed
    assert shown_at(replay, 2) == {0: [UP], 0.25: [RIGHT], 0.5: [DOWN], 0.75: [RIGHT], 1.0: [UP]}


@pytest.mark.parametrize("times", [(5.0, 4.0, 3.0, 3.0, 3.0), (0.0,) * 5])
def test_times_that_fall_or_stand_wait_for_nothing(times):
    replay = make_replay(times=times)
    shown_at(replay, 3)
    assert replay.is_at_end
