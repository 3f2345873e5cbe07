"""The program as ``kills.py`` kills it: it acts by a seed and says after each action what is kept.

    python tools/trust/kill_cases/killed_window.py CASE SEED PIPE [ARGUMENT ...]

PIPE is an open file descriptor. "before" is written to it before an action, and after it a JSON
object that says what must be on the disk from then on.
"""

from __future__ import annotations

import json
import os
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame

from puzzler.__main__ import main as puzzler
from puzzler.game.core.game import Play, SavedGame
from puzzler.game.core.settings import Settings
from puzzler.game.lessons.reading import read_bundled
from puzzler.game.session import Session
from puzzler.game.storage.settings_file import SettingsKeeper
from puzzler.search.method import Method
from puzzler.window.dialogs.folder import remember_folder
from puzzler.window.files import recording, saving
from puzzler.window.main import app
from puzzler.window.main.game_loop import GameLoop

CTRL = pygame.KMOD_LCTRL
ARROWS = [(key, 0) for key in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN)]
PLAYED = [*ARROWS * 6, (pygame.K_z, CTRL), (pygame.K_z, CTRL), (pygame.K_y, CTRL), (pygame.K_n, 0)]
NAMES = "astar", "greedy", "bfs", "idastar"

Keys = Sequence[tuple[int, int]]
Actions = Iterator[Keys]


def marked(saved: SavedGame) -> dict[str, Any]:
    """A game as it is compared: its steps, and which of them is the present one."""
    steps = [*saved.past, saved.present, *reversed(saved.future)]
    return {"steps": [_mark(play) for play in steps], "at": len(saved.past)}


def _mark(play: Play) -> str:
    return f"{play.number} {len(play.moves)} {play.move_count} {play.board}"


def counted(connection: Any) -> dict[str, int]:
    """How many rows there are of what is kept beside the game."""
    query = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    names = {name for (name,) in connection.execute(query)} - {"games", "steps", "scenarios"}
    ask = connection.execute
    return {name: ask(f"SELECT count(*) FROM {name}").fetchone()[0] for name in sorted(names)}


def play(loop: Driven) -> Actions:
    """Moves, undo, redo and new boards."""
    while True:
        yield [loop.random.choice(PLAYED)]


def watch(loop: Driven) -> Actions:
    """Searches that are watched."""
    keys = [*ARROWS, (pygame.K_SPACE, 0), (pygame.K_HOME, 0), (pygame.K_END, 0)]
    while True:
        if not loop.session.is_busy and loop.random.random() < 0.2:
            loop.session.boards.new()
            loop.session.watch.start()
        yield [loop.random.choice(keys)] if loop.random.random() < 0.2 else []


def review(loop: Driven) -> Actions:
    """Games and their reviews."""
    keys = [*ARROWS, (pygame.K_f, 0), (pygame.K_y, 0), (pygame.K_k, 0), (pygame.K_ESCAPE, 0)]
    for turn, key in enumerate(play(loop)):
        if turn % 20 == 10:
            loop.session.reviews.open_last()
        yield [loop.random.choice(keys)] if turn % 20 > 10 else key


def drill(loop: Driven) -> Actions:
    """Cards and answers."""
    for turn, _ in enumerate(play(loop)):
        if turn % 60 == 0:
            loop.session.drills.begin_generated(2, 3, loop.random.randint(3, 12))
        yield [loop.random.choice([*ARROWS, (pygame.K_x, 0)])]


def lab(loop: Driven) -> Actions:
    """Searches in the Lab, and bets on them."""
    while True:
        loop.session.lab.open()
        loop.session.lab.current.set_method(Method(loop.random.choice(NAMES), "manhattan"))
        for _ in range(20):
            yield [loop.random.choice([*ARROWS, (pygame.K_q, 0), (pygame.K_1, 0), (pygame.K_2, 0)])]


def race(loop: Driven) -> Actions:
    """Two searches race."""
    while True:
        loop.session.boards.new()
        loop.session.race.open()
        methods = [Method(name, "manhattan") for name in loop.random.sample(NAMES, 2)]
        loop.session.race.current.set_methods(methods)
        loop.session.race.current.start()
        for _ in range(30):
            yield [(pygame.K_SPACE, 0)] if loop.random.random() < 0.1 else []


def lesson(loop: Driven) -> Actions:
    """Lessons, and answers to their questions."""
    lessons = list(read_bundled().lessons.values())
    keys = [(pygame.K_PERIOD, 0), (pygame.K_1, 0), (pygame.K_2, 0), (pygame.K_3, 0)]
    while True:
        loop.session.lessons.begin(loop.random.choice(lessons), 0)
        for _ in range(30):
            yield [loop.random.choice(keys)]


def anything(loop: Driven) -> Actions:
    """Any of these."""
    return loop.random.choice([play, watch, drill, lab, race, lesson])(loop)


def save(loop: Driven) -> Actions:
    """Games saved as files."""
    for turn, keys in enumerate(play(loop)):
        yield keys
        if turn % 5 == 4:
            (loop.out / f"{turn % 3}.txt").unlink(missing_ok=True)
            where = loop.screen.window, saving.Piece.GAME, "share", lambda: loop.out / "game.txt"
            saving._write(*where, lambda problem: None)


def record(suffix: str) -> Callable[[Driven], Actions]:
    """Recordings, one after the other."""

    def actions(loop: Driven) -> Actions:
        window, actions = loop.screen.window, play(loop)
        for number in range(1000):
            for _ in range(12):
                yield next(actions)
            film = recording._film(window, recording._recorded(window), 160)
            file = loop.out / f"{number % 3}{suffix}"
            recording._record(window, film, file, "Saving", lambda problem: None)
            while len(window.ui.layers) > 1 or loop.session.background.is_busy:
                yield []

    return actions


def settings(loop: Driven) -> Actions:
    """Settings that change."""
    while True:
        chosen = loop.random.randint(1, 99) / 100
        kept = replace(loop.session.settings, volume=chosen, interface_scale=1 + chosen)
        loop.session.settings = kept
        yield []


CASES: dict[str, Callable[[Driven], Actions]] = {
    "play": play, "coach": play, "watch": watch, "review": review, "drill": drill, "lab": lab,
    "race": race, "lessons": lesson, "save": save, "png": record(".png"), "gif": record(".gif"),
    "mp4": record(".mp4"), "settings": settings, "two": play, "first": watch, "quit": anything,
}  # fmt: skip


class Driven(GameLoop):
    """The loop of the window, with the actions of a case for its events."""

    case, seed, pipe = "play", "", 1

    def run(self) -> None:
        self.random = random.Random(self.seed)
        self.session: Session = self.screen.session
        self.out = Path(os.environ["PUZZLER_OUT"])
        remember_folder(self.screen.window, self.out)
        actions = CASES[self.case](self)
        while not pygame.event.get(pygame.QUIT):
            self.tell("before")
            for key, mod in next(actions):
                self.frame([pygame.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="")])
            self.frame([])
            self._on_rest()  # type: ignore[misc]  # the window has one
            chosen = self.session.kept_settings
            self.tell(
                json.dumps(
                    marked(self.session.context.game.saved)
                    | {"counts": counted(self.session.store.connection)}
                    | {"settings": [chosen.volume, chosen.interface_scale]}
                )
            )

    def tell(self, line: str) -> None:
        os.write(self.pipe, line.encode() + b"\n")


def build(arguments: Sequence[str]) -> int:
    """``puzzler tables --build`` with collections that are built in seconds."""
    from puzzler.search.tables import collection_store, collections
    from puzzler.search.tables.collections import Collection
    from puzzler.search.tables.pattern_choice import PatternFrame

    oblong = Collection(
        "4-4-3", PatternFrame(3, 4, 11), ((0, 1, 4, 5), (2, 3, 6, 7), (8, 9, 10)), "small"
    )
    collections.COLLECTIONS = (*collections.COLLECTIONS, oblong)
    collection_store.SAVE_EVERY, collection_store.BUDGET = 0.01, 3000
    return puzzler(arguments)


def main(case: str, seed: str, pipe: str, *arguments: str) -> int:
    """Run the program, which acts by the case."""
    if case == "build":
        return build(arguments)
    Driven.case, Driven.seed, Driven.pipe = case, seed, int(pipe)
    app.GameLoop = Driven  # type: ignore[misc]
    if not Path(os.environ["PUZZLER_HOME"], "data", "settings.json").exists():
        chosen = Settings(rows=2, columns=2, coach=case == "coach", instant_shuffle=True)
        SettingsKeeper(Settings()).keep(replace(chosen, reduced_motion=True))
    return puzzler(arguments)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
