"""What a session leaves behind when it is killed: all that the person has done, at any moment."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from puzzler.board import Move
from puzzler.game.storage.store import Store
from tests.game.fakes import play_of
from tests.game.storage import session_script
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


def test_the_last_move_of_a_solve_and_the_solve_are_kept_as_one(tmp_path):
    folder = tmp_path / "data"
    stage = Stage(scenario=None, handed_in={"store": Store.open(folder)}, instant_shuffle=True)
    session = stage.session
    session.boards.new(2, 2, seed=1)
    while not play_of(session).is_solved:
        again = after_a_kill(folder)
        assert not Store.open(folder.with_name("copy")).kinds()
        again.close()
        session.move(play_of(session).board.legal_moves()[play_of(session).move_count % 2])
    again = after_a_kill(folder)
    assert play_of(again).is_solved
    (kind,) = Store.open(folder.with_name("copy")).kinds()
    assert Store.open(folder.with_name("copy")).count(kind) == 1
    again.close()
    session.close()


def killed_once(folder: Path, seed: int) -> list[str]:
    """Kill a window at a random moment and compare what is kept with what a second one has done."""
    twin = folder.with_name("twin")
    shutil.rmtree(twin, ignore_errors=True)
    shutil.copytree(folder, twin)
    code = "import sys; from tests.game.storage.session_script import main; main(*sys.argv[1:])"
    child = subprocess.Popen(
        [sys.executable, "-c", code, folder, str(seed)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,  # communicate() does not see what a buffer holds
        cwd=Path(__file__).parents[3],
    )
    assert child.stdout.readline() == b"begun\n", child.stderr.read()
    time.sleep(random.Random(seed).random() * 0.2)
    child.kill()
    out, errors = child.communicate(timeout=300)
    assert errors == b""
    told = out.decode().split("\n")[:-1]
    stage = session_script.begun(twin, seed)
    acts = session_script.acts(stage, seed)
    for word in told:
        assert next(acts) == word
    before = session_script.kept(twin)
    next(acts)
    after = session_script.kept(twin)
    left = session_script.kept(folder)
    for what, rows in left.items():
        # all that was told is there, and nothing but perhaps what came next; one game may give
        # several cards
        is_between = set(before[what]) <= set(rows) <= set(after[what]) and what == "cards"
        assert rows in (before[what], after[what]) or is_between, what
    assert len(set(left["cards"])) == len(left["cards"])
    assert len({number for number, *_ in left["solves"]}) == len(left["solves"])
    stage.session.close()
    return told


@pytest.mark.parametrize("kills", [3, pytest.param(200, marks=pytest.mark.slow)])
def test_a_window_that_is_killed_loses_at_most_what_was_under_way(tmp_path, kills):
    folder = tmp_path / "data"
    stage = session_script.begun(folder, 0)
    stage.session.boards.new(2, 2, seed=1)
    stage.session.close()
    told = Counter(word for seed in range(kills) for word in killed_once(folder, seed))
    assert told["play"] > 3 * kills  # they were killed in the middle
    if kills == 200:
        assert min(told["review"], told["drill"]) > kills
    assert Store.open(folder).notice == ""
