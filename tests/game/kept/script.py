"""Play by a script: the same actions in a child that is killed and in the test that looks at it."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path

from puzzler.board import shuffle
from puzzler.game.kept import running_game
from puzzler.game.kept.store import Store
from puzzler.game.play.game import Game, Play, SavedGame
from puzzler.game.play.score import Score

MOST_STEPS = 1_000_000
"""What lies far back stays, so that all of it can be compared."""


def begun(saved: SavedGame | None) -> Game:
    """A game that goes on from ``saved``, its clock standing still."""
    if saved is None:
        scenario = shuffle(2, 2, 5, seed=1).without_moves()
        saved = SavedGame(Play(scenario, scenario.start))
    return Game(saved, lambda: 0.0)


def actions(game: Game, seed: int) -> Iterator[bool]:
    """Do one random action after the other, for ever; True after one that solved the board."""
    choose = random.Random(seed).random
    while True:
        choice = choose()
        if game.play.is_solved or choice < 0.05:
            game.begin(shuffle(2, 2, 1 + int(8 * choose()), int(1e6 * choose())).without_moves())
            yield False
        elif choice < 0.15:
            game.undo()
            yield False
        elif choice < 0.2:
            game.redo()
            yield False
        else:
            moves = game.play.board.legal_moves()
            game.slide([moves[int(choose() * len(moves))]])
            yield game.play.is_solved


def main(folder: str, seed: str) -> None:
    """Play in ``folder`` until killed; a line for each action that has been kept."""
    running_game.MOST_STEPS = MOST_STEPS
    store = Store.open(Path(folder))
    game = begun(store.resume())
    score = Score(store)
    store.keep(game.saved)
    print("begun", flush=True)
    for is_solve in actions(game, int(seed)):
        if is_solve:
            score.note(game.saved)
            print("solved", flush=True)
        else:
            store.keep(game.saved)
            print("kept", flush=True)
        trouble = store.take_trouble()
        assert not trouble, trouble
        time.sleep(0.0005)  # nobody plays so fast that no other window gets its turn
