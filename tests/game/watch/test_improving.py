"""An answer that gets shorter while it is played: nothing jumps, and nothing promised is broken."""

from __future__ import annotations

import pytest

from puzzler.board import Move, Scenario, shuffle
from puzzler.game.play.playback import Playback
from puzzler.game.watch.watching import REST_SECONDS, Phase
from puzzler.search.engine.constructive import construct
from puzzler.search.method import Method
from puzzler.search.solve import solve
from puzzler.solver.messages import Cancel, Commit
from tests.game.fakes import doing, play_of, playback
from tests.game.test_session import GOAL, Stage

START = shuffle(3, 3, None, 5).start
LONG = tuple(construct(START, GOAL))
LARGE = shuffle(5, 5, None, 1).start


def better(kept: int) -> tuple[Move, ...]:
    """The long answer up to move number ``kept``, from there on as short as can be."""
    there = START.apply_all(LONG[:kept])
    return (*LONG[:kept], *solve(there, GOAL, Method.shortest(3, 3)).moves)


@pytest.fixture
def stage():
    """A watch that has found a long answer and shown a few moves of it."""
    stage = Stage(Scenario(START, GOAL))
    stage.session.watch.start()
    stage.solver.last.find(LONG)
    stage.pass_time(1.0)
    assert doing(stage.session) is Phase.PLAYBACK
    assert 0 < playback(stage.session).position < 8 < len(LONG)
    return stage


def played_to_the_end(stage: Stage) -> int:
    """Play on to the goal; every board on the screen is a move from the one before."""
    session = stage.session
    track, promised = playback(session), playback(session).total
    before = track.board
    while not play_of(session).is_solved:
        stage.tick()
        assert track.board == before or track.board in [
            before.apply(move) for move in before.legal_moves()
        ]
        before = track.board
        assert track.total <= promised
        promised = track.total
    assert START.apply_all(track.moves[: track.position]) == GOAL
    return track.position


def test_a_longer_answer_is_not_taken(stage):
    track = playback(stage.session)
    stage.solver.last.find(better(track.position))
    stage.tick()
    before = list(track.moves)
    stage.solver.last.find(LONG)
    stage.tick()
    assert track.moves == before


def test_a_pause_stands_still_while_the_answer_gets_shorter(stage):
    session = stage.session
    session.activity.toggle_pause()
    track = playback(session)
    board, position = track.board, track.position
    stage.solver.last.find(better(position + 1))
    stage.pass_time(0.5)
    assert (track.board, track.position) == (board, position)
    assert track.total <= len(better(position + 1)) < len(LONG)
    session.activity.toggle_pause()
    played_to_the_end(stage)


def test_the_search_is_told_how_far_it_is_played_ahead_of_the_playhead(stage):
    track = playback(stage.session)
    commits = [sent for sent in stage.solver.last.sent if isinstance(sent, Commit)]
    assert commits and all(sent.moves == LONG for sent in commits)
    fixed = [sent.fixed for sent in commits]
    assert fixed == sorted(set(fixed))
    for _ in range(100):
        stage.tick()
        assert (
            track.position <= len(stage.session.watch.runs.shown.committed)
            or play_of(stage.session).is_solved
        )


def test_a_goal_that_was_played_ends_the_search(stage):
    stage.session.activity.seek(len(LONG) - 1)
    stage.pass_time(0.3)
    assert play_of(stage.session).is_solved and Cancel() in stage.solver.last.sent


def test_a_goal_that_a_hand_went_to_ends_the_search_only_when_it_stays_there(stage):
    session = stage.session
    session.activity.seek(len(LONG))
    stage.pass_time(1.0)
    assert play_of(session).is_solved and Cancel() not in stage.solver.last.sent
    session.activity.seek(5)
    stage.tick()
    newest = [sent for sent in stage.solver.last.sent if isinstance(sent, Commit)][-1]
    assert 5 <= newest.fixed < 15
    session.activity.seek(len(LONG))
    stage.pass_time(REST_SECONDS + 1)
    assert Cancel() in stage.solver.last.sent


def test_a_track_goes_over_to_a_path_that_it_meets():
    path = better(0)
    track = Playback(START, moves=list(path))
    track.seek(3)
    # the path goes to a state ahead without the detour that the track makes
    aside = START.apply_all(path[:6]).legal_moves()[0]
    track.moves[6:6] = [aside, aside.inverse]
    assert track.join(path)
    assert tuple(track.moves) == path and track.position == 3
    assert not track.join(path)
