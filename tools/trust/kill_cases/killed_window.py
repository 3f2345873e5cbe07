"""A window with random actions, which ``kills.py`` kills.

    python tools/trust/kill_cases/killed_window.py CASE SEED PIPE [ARGUMENT ...]

The window writes "before" to the file descriptor PIPE before each action. After the action it
writes a JSON object with the state that must be stored from then on.
"""

from __future__ import annotations

import json
import os
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count, islice
from pathlib import Path
from typing import Any

import pygame

from puzzler.__main__ import main as puzzler
from puzzler.game.core.game import Play, SavedGame
from puzzler.game.core.settings import Settings
from puzzler.game.session import Session
from puzzler.game.storage.settings_file import SettingsKeeper
from puzzler.window.dialogs.folder import remember_folder
from puzzler.window.files import recording, saving
from puzzler.window.main import app
from puzzler.window.main.game_loop import GameLoop

CTRL = pygame.KMOD_LCTRL
ARROWS = [(key, 0) for key in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN)]
PLAYED = [*ARROWS * 6, (pygame.K_z, CTRL), (pygame.K_z, CTRL), (pygame.K_y, CTRL), (pygame.K_n, 0)]

Keys = Sequence[tuple[int, int]]
Actions = Iterator[Keys]


def marked(saved: SavedGame) -> dict[str, Any]:
    """Return the steps of a game and the number of the present one."""
    steps = [*saved.past, saved.present, *reversed(saved.future)]
    return {"steps": [_mark(play) for play in steps], "at": len(saved.past)}


def _mark(play: Play) -> str:
    return f"{play.number} {len(play.moves)} {play.move_count} {play.board}"


def counted(connection: Any) -> dict[str, int]:
    """Return the numbers of rows in the tables other than those of the game."""
    query = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    names = {name for (name,) in connection.execute(query)} - {"games", "steps", "scenarios"}
    ask = connection.execute
    return {name: ask(f"SELECT count(*) FROM {name}").fetchone()[0] for name in sorted(names)}


def play(loop: Driven) -> Actions:
    """Move, undo, redo and start new boards."""
    while True:
        yield [loop.random.choice(PLAYED)]


def save(loop: Driven) -> Actions:
    """Save games as files."""
    for turn, keys in enumerate(play(loop)):
        yield keys
        if turn % 5 == 4:
            (loop.out / f"{turn % 3}.txt").unlink(missing_ok=True)
            what = saving.TextPiece.GAME, "share", lambda: loop.out / "game.txt"
            saving._write(loop.screen.window, *what, lambda problem: None)


def record(loop: Driven) -> Actions:
    """Save animations."""
    window, actions = loop.screen.window, play(loop)
    for number in count():
        yield from islice(actions, 12)
        film = recording._film(window, recording._recorded(window), 160)
        file = loop.out / f"{number % 3}{loop.random.choice(['.gif', '.png', '.mp4'])}"
        recording._record(window, film, file, "Saving", lambda problem: None)
        while len(window.ui.layers) > 1 or loop.session.background.is_busy:
            yield []


def settings(loop: Driven) -> Actions:
    """Change settings."""
    while True:
        chosen = loop.random.randint(1, 99) / 100
        kept = replace(loop.session.settings, volume=chosen, interface_scale=1 + chosen)
        loop.session.settings = kept
        yield []


CASES: dict[str, Callable[[Driven], Actions]] = {
    "play": play, "coach": play, "save": save, "film": record, "settings": settings, "two": play,
    "first": play, "quit": play,
}  # fmt: skip


class Driven(GameLoop):
    """The loop of the window with the actions of a case."""

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
    """Run ``puzzler tables --build`` with collections that are built in seconds."""
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
    """Run the program with the actions of a case."""
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
