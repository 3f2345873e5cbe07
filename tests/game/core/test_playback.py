"""Playback by elapsed time: streams of moves, seeking, stalls and speeds."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzler.board import Board, Move, shuffle
from puzzler.game.core.playback import Playback, distances_along, peaks, slide_pace
from tests import naive

SCENARIO = shuffle(3, 3, moves=40, seed=5)
MOVES = SCENARIO.shuffle
START = SCENARIO.goal
FRAME = 1 / 60


def complete(speed: float = 4, count: int = 40) -> Playback:
    playback = Playback(START, speed, list(MOVES[:count]))
    playback.finish()
    return playback


def play_for(playback: Playback, seconds: float, frame: float = FRAME) -> int:
    return sum(len(playback.advance(frame)) for _ in range(round(seconds / frame)))


def test_the_first_move_is_immediate_and_the_next_follows_after_an_interval():
    playback = complete(speed=4)
    assert playback.advance(0.0) == MOVES[:1]
    for shown in (1, 21):
        assert playback.is_playing
        assert play_for(playback, 0.24) == 0
        assert play_for(playback, 0.02) == 1
        assert playback.board == START.apply_all(MOVES[: shown + 1])
        playback.seek(21)  # which also continues after a full interval


@pytest.mark.parametrize("speed", [0.5, 1, 4, 20, 60])
@pytest.mark.parametrize("frame", [1 / 30, 1 / 60, 1 / 144])
def test_the_speed_does_not_depend_on_the_frame_rate(speed, frame):
    playback = Playback(Board.solved(2, 2), speed, list(shuffle(2, 2, moves=1000, seed=1).shuffle))
    seconds = 10
    shown = play_for(playback, seconds, frame)
    assert abs(shown - (1 + seconds * speed)) <= 1


def test_a_stall_counts_as_fifty_milliseconds():
    for speed, moves in ((20, 1), (60, 3)):
        playback = complete(speed)
        playback.advance(0.0)
        assert playback.advance(-10.0) == ()  # negative time is ignored
        assert len(playback.advance(5.0)) == moves


def test_playback_waits_for_further_moves_of_the_search():
    playback = Playback(START, 4)
    assert play_for(playback, 1.0) == 0
    playback.take(0, MOVES[:1])
    assert playback.advance(FRAME) == MOVES[:1]
    assert play_for(playback, 1.0) == 0
    assert playback.is_playing
    assert not playback.is_at_end
    for move in MOVES[1:3]:
        playback.take(playback.total, (move,))
    assert playback.advance(FRAME) == MOVES[1:2]
    assert playback.advance(FRAME) == ()
    playback.finish()
    assert play_for(playback, 0.26) == 1
    assert playback.is_at_end
    assert not playback.is_playing


def test_a_step_pauses_and_stays_within_the_moves():
    playback = complete(count=5)
    playback.step(1)
    assert (playback.position, playback.is_playing) == (1, False)
    playback.step(10)
    assert (playback.position, playback.is_at_end) == (5, True)
    playback.step(-1)
    assert (playback.position, playback.board) == (4, START.apply_all(MOVES[:4]))
    playback.step(-10)
    assert (playback.position, playback.board) == (0, START)
    assert play_for(playback, 1.0) == 0
    playback.play()  # immediately
    assert playback.advance(FRAME) == MOVES[:1]
    playback.seek(5)
    assert not playback.is_playing
    playback.play()  # at the end it starts again
    assert (playback.position, playback.is_playing) == (0, True)


@given(
    st.lists(
        st.tuples(st.sampled_from(["seek", "step"]), st.integers(-50, 50))
        | st.tuples(st.just("advance"), st.floats(-1, 3))
    )
)
def test_the_board_always_matches_the_position(actions):
    playback = complete(speed=30)
    for name, value in actions:
        getattr(playback, name)(value)
        assert 0 <= playback.position <= playback.total
        assert playback.board == START.apply_all(MOVES[: playback.position])
        assert not (playback.is_playing and playback.is_at_end)


@pytest.mark.parametrize(
    ("speed", "seconds", "linear"),
    [
        (0.5, 0.16, False),
        (8, 0.0875, False),
        (10, 0.07, True),
        (30, 0.7 / 30, True),
        (30.1, 0, True),
    ],
)
def test_a_slide_takes_a_fixed_share_of_the_interval(speed, seconds, linear):
    assert slide_pace(speed) == (pytest.approx(seconds), linear)


def test_a_shorter_rest_replaces_the_future_moves():
    playback = Playback(START, 4, list(MOVES[:20]))
    playback.seek(7)
    before = playback.board
    assert playback.take(9, MOVES[30:34])
    assert playback.moves == [*MOVES[:9], *MOVES[30:34]]
    # the same moves up to the position, and others after it
    assert playback.take(5, (*MOVES[5:7], *MOVES[20:22]))
    assert playback.moves == [*MOVES[:7], *MOVES[20:22]]
    assert (playback.position, playback.board, playback.revision) == (7, before, 2)


def test_shown_moves_never_change():
    playback = Playback(START, 4, list(MOVES[:20]))
    playback.seek(7)
    other = MOVES[6].inverse
    for index, moves in ((6, (other,)), (0, ()), (5, MOVES[5:6])):
        assert not playback.take(index, moves)
        assert playback.moves == list(MOVES[:20])
    with pytest.raises(ValueError, match="do not follow"):
        playback.take(21, MOVES[:1])


REPLAY_START = Board.parse("1 2 3/4 5 6/0 7 8")
UP, DOWN, LEFT, RIGHT = Move
TIMED_MOVES = [UP, RIGHT, DOWN, RIGHT, UP]
TIMES = (0.0, 1.0, 1.0, 9.0, 9.5)
"""Times of the moves. Moves 2 and 3 are one slide, and move 4 follows a long pause."""


def make_replay(**changes):
    return Playback(
        REPLAY_START, moves=list(TIMED_MOVES), is_complete=True, **{"times": TIMES} | changes
    )


def times_shown(replay, seconds, step=0.05):
    """The times at which the moves were displayed, in hundredths of a second."""
    shown = {}
    for tick in range(round(seconds / step) + 1):
        for move in replay.advance(step if tick else 0.0):
            shown.setdefault(round(tick * step, 2), []).append(move)
    return shown


@pytest.mark.parametrize("factor", [1.0, 2.0])
def test_moves_are_shown_at_their_times_and_long_pauses_are_shortened(factor):
    replay = make_replay(factor=factor)
    expected = {0: [UP], 1: [RIGHT, DOWN], 4: [RIGHT], 4.5: [UP]}
    for _ in range(2):
        assert times_shown(replay, 6) == {when / factor: moves for when, moves in expected.items()}
        assert (replay.is_at_end, replay.is_playing) == (True, False)
        replay.play()  # from the start
    replay.seek(3)
    assert replay.board == REPLAY_START.apply_all(TIMED_MOVES[:3])
    assert times_shown(replay, 4) == {3 / factor: [RIGHT], 3.5 / factor: [UP]}


def test_without_times_moves_follow_the_speed_and_decreasing_times_cause_no_pause():
    replay = make_replay(times=None, speed=4.0)
    assert times_shown(replay, 2) == {0: [UP], 0.25: [RIGHT], 0.5: [DOWN], 0.75: [RIGHT], 1.0: [UP]}
    for times in ((5.0, 4.0, 3.0, 3.0, 3.0), (0.0,) * 5):
        replay = make_replay(times=times)
        times_shown(replay, 3)
        assert replay.is_at_end


@pytest.mark.parametrize("size", [(2, 2), (3, 3), (4, 4), (2, 7), (10, 10)])
def test_the_distances_along_a_path_belong_to_its_states(size: tuple[int, int]) -> None:
    generator = random.Random(7)
    board, goal = shuffle(*size, seed=3).start, Board.solved(*size)
    start, moves, distances = board, [], [naive.manhattan(board, goal)]
    for _ in range(60):
        moves.append(generator.choice(board.legal_moves()))
        board = board.apply(moves[-1])
        distances.append(naive.manhattan(board, goal))
    assert distances_along(start, goal, moves) == tuple(distances)


def test_peaks_are_maxima_of_neighbouring_values() -> None:
    values = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3]
    assert peaks(values, 10) == tuple(values) == peaks(values, 99)
    assert peaks(values, 5) == (3, 4, 9, 6, 5)
    assert len(peaks(range(46_143), 2048)) == 2048


def test_an_empty_solution_does_not_play():
    playback = Playback(START, is_complete=True)
    playback.play()
    assert not playback.is_playing
