"""What a session leaves behind when it is killed: all that the person has done, at any moment."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from puzzler.board import Move
from puzzler.game.storage.store import Store
from tests.game.fakes import play_of
from tests.game.test_session import NEAR, Stage


def after_a_kill(folder: Path):
    """A session that begins with what another one, still open, has written by now."""
    copy = folder.with_name("copy")
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(folder, copy)
    return Stage(scenario=None, handed_in={"store": Store.open(copy)}).session


def state(session) -> tuple:
    scenario = play_of(session).scenario
    undone = play_of(session).can_undo, play_of(session).can_redo
    return (
        play_of(session).board,
        play_of(session).move_count,
        scenario.start,
        scenario.seed,
        play_of(session).assisted,
        undone,
    )


def act(stage: Stage, choice: float, generator: random.Random) -> None:
    session = stage.session
    if choice < 0.1:
        session.undo()
    elif choice < 0.2:
        session.redo()
    elif choice < 0.25:
        session.boards.restart()
    elif choice < 0.3:
        session.boards.new(2, generator.randrange(2, 5), seed=generator.randrange(1000))
    elif choice < 0.4:
        session.click(generator.randrange(len(play_of(session).board.tiles)))
    elif choice < 0.45 and not play_of(session).is_solved:
        session.watch.start()
        stage.solver.last.find(play_of(session).board.legal_moves()[:1])
        stage.pass_time(0.2)
        session.stop()
    else:
        session.move(generator.choice(list(Move)))


@pytest.mark.parametrize("seed", range(3))
def test_nothing_that_was_done_is_lost(tmp_path, seed):
    folder = tmp_path / "data"
    stage = Stage(scenario=NEAR, handed_in={"store": Store.open(folder)}, instant_shuffle=True)
    generator = random.Random(seed)
    for _ in range(16):
        act(stage, generator.random(), generator)
        again = after_a_kill(folder)
        assert state(again) == state(stage.session)
        again.close()
    again = after_a_kill(folder)
    while stage.session.undo():
        assert again.undo()
        assert state(again)[0] == play_of(stage.session).board
    stage.session.close()
    again.close()
