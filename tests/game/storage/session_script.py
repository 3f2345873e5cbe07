"""A person at a window, by a script: plays, reviews and drills, in a child that is killed."""

from __future__ import annotations

import random
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

from puzzler.board import Move
from puzzler.game.review.drilling import Drilling, DrillPhase, Drills
from puzzler.game.review.reviewing import Reviewing
from puzzler.game.storage.database import FILE_NAME
from puzzler.game.storage.store import Store
from tests.game.fakes import ExactMeasurer
from tests.game.test_session import Stage

DAY = 24 * 3600.0


def begun(folder: Path, seed: int) -> Stage:
    """A session that goes on with what is kept in ``folder``; half a day passes between two."""
    stage = Stage(
        scenario=None,
        handed_in={"store": Store.open(folder), "measurer": ExactMeasurer()},
        instant_shuffle=True,
        rows=2,
        columns=2,
    )
    session = stage.session
    session.drills = Drills(session.context, session._store, lambda: 1e9 + seed * DAY / 2)
    return stage


def acts(stage: Stage, seed: int) -> Iterator[str]:
    """Do one random thing after the other, for ever; a word for what each belongs to."""
    session, choose = stage.session, random.Random(seed)
    while True:
        activity = session.activity
        if isinstance(activity, Drilling):
            _drill(stage, activity, choose)
            yield "drill"
        elif isinstance(activity, Reviewing):
            _review(stage, activity, choose)
            yield "review"
        else:
            _play(stage, choose)
            yield "play"
        for _ in range(4):  # what goes on beside it has the time to
            stage.tick()


def _drill(stage: Stage, drilling: Drilling, choose: random.Random) -> None:
    if drilling.state().phase is DrillPhase.ASKING:
        stage.session.move(choose.choice(drilling.board.legal_moves()))
    elif drilling.state().phase is DrillPhase.DONE or choose.random() < 0.1:
        drilling.leave()
        stage.session.stop()
    else:
        drilling.next_card()


def _review(stage: Stage, reviewing: Reviewing, choose: random.Random) -> None:
    choice = choose.random()
    if choice < 0.6:
        reviewing.seek(choose.randrange(9))
    elif choice < 0.8:
        reviewing.show_shortest()
    elif choice < 0.9:
        reviewing.try_again()
    else:
        stage.session.stop()


def _play(stage: Stage, choose: random.Random) -> None:
    session, choice = stage.session, choose.random()
    if session.snapshot().play.is_solved and choice < 0.3:
        session.reviews.open_last()
    elif session.drills.due and choice < 0.1:
        session.drills.begin()
    elif session.snapshot().play.is_solved or choice < 0.15:
        session.boards.new(2, 2, seed=choose.randrange(1000))
    elif choice < 0.2:
        session.boards.restart()
    elif choice < 0.25:
        session.undo()
    elif choice < 0.3:
        session.redo()
    else:
        session.move(choose.choice(list(Move)))


def kept(folder: Path) -> dict[str, list[tuple]]:
    """What is in the file, without dates."""
    connection = sqlite3.connect(folder / FILE_NAME)
    told = {
        name: connection.execute(f"SELECT {query}").fetchall()
        for name, query in {
            "play": "present, next_number, position, number, moves, tiles, move_count, assisted,"
            " coached FROM games JOIN steps ON game = id ORDER BY position",
            "solves": "number, moves, move_count, assisted, coached FROM solves ORDER BY id",
            "shortest": "number FROM solves WHERE shortest IS NOT NULL ORDER BY number",
            "cards": "board, goal, distance, kind FROM cards ORDER BY id",
            "boxes": "card, box, is_right FROM answers JOIN cards ON card = cards.id"
            " ORDER BY answers.id",
        }.items()
    }
    connection.close()
    return told


def main(folder: str, seed: str) -> None:
    """Go on in ``folder`` until killed; a line for each thing that was done."""
    stage = begun(Path(folder), int(seed))
    print("begun", flush=True)
    for word in acts(stage, int(seed)):
        print(word, flush=True)
        assert "cannot" not in stage.session.snapshot().message, stage.session.snapshot().message
        time.sleep(0.0005)  # nobody is so fast that no other window gets its turn
