"""Random actions on a store, for a child process that is killed and for its test."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

from puzzler.board import Board, shuffle
from puzzler.game.core.distances import ShortestLength
from puzzler.game.core.game import Game, Play, SavedGame
from puzzler.game.play.finish import record
from puzzler.game.storage import schema
from puzzler.game.storage import store as store_module
from puzzler.game.storage.database import FILE_NAME
from puzzler.game.storage.practice import DrillCard
from puzzler.game.storage.store import Store

MAX_STEPS = 1_000_000
"""Large enough that no steps are dropped, so that all can be compared."""
HOUR = 3600.0
RIGHT = 0.7
"""The share of right answers."""
CONTENTS = (
    "present, next_number, steps.* FROM games JOIN steps ON game = id ORDER BY position",
    "number, moves, times, shortest, deleted FROM solves ORDER BY number",
    "* FROM cards ORDER BY id",
    "* FROM answers ORDER BY id",
    "splits FROM relays",
)


def sql(folder: Path, statement: str, *values: object) -> list[tuple]:
    """Execute SQL on the file with a separate connection."""
    with closing(sqlite3.connect(folder / FILE_NAME, isolation_level=None)) as connection:
        return connection.execute(statement, values).fetchall()


def contents(folder: Path) -> list[list[tuple]]:
    """Return the contents of the file without the dates of plays and relays."""
    return [sql(folder, f"SELECT {query}") for query in CONTENTS]


def acts(store: Store, seed: int, *, plays_only: bool = False) -> Iterator[str]:
    """Do random actions forever and yield a word per stored action. Each answer takes an hour."""
    choose = random.Random(seed).random
    scenario = shuffle(2, 2, 5, seed=1).without_moves()
    game = Game(
        store.game.resume() or SavedGame(Play(scenario=scenario, board=scenario.start)), lambda: 0.0
    )
    store.game.keep(game.saved)
    yield "begun"
    while True:
        choice = 1.0 if plays_only else choose()
        now = HOUR * sum(day.answered for day in store.practice.drill_curve())
        card = store.practice.due_card(now)
        if choice < 0.15 and card is not None:
            store.practice.answer(card, choose() < RIGHT, now)
            yield "answer"
        elif choice < 0.2:
            board, goal = shuffle(2, 3, 9, int(1e6 * choose())).start, Board.solved(2, 3)
            if board != goal:
                store.practice.add_cards([DrillCard(board, goal, 9, due_at=now)])
            yield "card"
        elif choice < 0.25:
            solve = store.solve_id(1 + int(choose() * game.saved.next_number))
            if solve is not None and choose() < 0.3:
                store.solves.delete(store.solves.get(solve).category, solve)
            elif solve is not None:
                store.solves.learn_shortest(solve, 1 + int(99 * choose()))
            yield "solve"
        elif choice < 0.27:
            store.solves.keep_relay([(1.5, 6)] * 4, assisted=False)
            yield "relay"
        else:
            yield _play(store, game, choose)


def _play(store: Store, game: Game, choose) -> str:
    choice, moves = choose(), game.play.board.legal_moves()
    if game.play.is_solved or choice < 0.05:
        game.begin(shuffle(2, 2, 1 + int(8 * choose()), int(1e6 * choose())).without_moves())
    elif choice < 0.15:
        game.undo()
    elif choice < 0.2:
        game.redo()
    else:
        game.slide([moves[int(choose() * len(moves))]])
        if game.play.is_solved:
            record(store, game.saved, ShortestLength())
            return "solved"
    store.game.keep(game.saved)
    return "move"


def main(words: Connection, folder: Path, seed: int, what: str) -> None:
    """Play in ``folder`` until killed. Send a word per stored action.

    what: "all", or "play" if another child adds solves and cards simultaneously.
    """
    store_module.MAX_STEPS = MAX_STEPS
    store = Store.open(folder)
    for word in acts(store, seed, plays_only=what == "play"):
        words.send_bytes(word.encode())
        trouble = store.take_trouble()
        if trouble:
            words.send_bytes(trouble.encode())
            return
        time.sleep(0.0005)  # gives the other process time to write


def upgrade(file: Path, left: int) -> None:
    """Upgrade an older file. The process is killed after ``left`` changes or at the end."""

    def count(statement: str) -> None:
        nonlocal left
        left -= connection.in_transaction
        if not left or statement == "COMMIT":
            os.kill(os.getpid(), signal.SIGKILL)

    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("PRAGMA cache_size = 1")  # write changes to the file before the commit
    connection.set_trace_callback(count)
    schema.set_up(connection)


def process(target: Callable[..., None], *arguments: object) -> BaseProcess:
    """Start a process. It is forked from a server with all imports if possible."""
    context = multiprocessing.get_context()
    if "forkserver" in multiprocessing.get_all_start_methods():
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload([__name__])
    child = context.Process(target=target, args=arguments)
    child.start()
    return child
