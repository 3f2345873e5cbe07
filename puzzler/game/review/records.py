"""Records: solves by hand enter the store, each play once, and are compared with those before."""

from __future__ import annotations

from puzzler.game.play.category import Category
from puzzler.game.play.game import SavedGame
from puzzler.game.storage.statistics import Bests
from puzzler.game.storage.store import Store


def record(store: Store, saved: SavedGame, shortest: int | None = None) -> tuple[str, ...]:
    """Keep the present play as solved by hand; what it has beaten: time, moves, efficiency.

    Nothing where it had help, was not shuffled, was counted before, or is the first of its
    category. Efficiency is moves over ``shortest``, and beaten only where that is known.
    """
    play = saved.present
    category = Category.of(play)
    before = Bests() if category is None else store.bests(category)
    is_new = store.keep_solve(saved, shortest)
    if category is None or play.is_helped or not is_new:
        return ()
    # bests are of whole milliseconds: the same time twice is no record
    beaten = {
        "time": before.seconds is not None and round(play.seconds, 3) < before.seconds,
        "moves": before.moves is not None and play.move_count < before.moves,
        "efficiency": before.efficiency is not None
        and shortest is not None
        and play.move_count < before.efficiency * shortest,
    }
    return tuple(name for name, is_beaten in beaten.items() if is_beaten)
