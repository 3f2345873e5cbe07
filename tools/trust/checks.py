"""What has to hold of the program after each event."""

from __future__ import annotations

import contextlib
import logging
import sys
import tempfile
import threading
import traceback
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pygame

from puzzler.board.errors import PuzzlerError
from puzzler.board.parity import is_solvable
from puzzler.game.play.editing import Editing
from puzzler.window.toolkit.scene import Scene

if TYPE_CHECKING:
    from tools.trust.program import Program


class Wrong(Exception):  # noqa: N818  it is what this program looks for
    """What should never happen."""


def check(is_right: bool, words: str) -> None:
    """Raise Wrong, unless it is right."""
    if not is_right:
        raise Wrong(words)


def children() -> list[int]:
    """The processes that this one has started and that are not gone."""
    found = list[str]()
    for task in Path("/proc/self/task").iterdir():
        with contextlib.suppress(OSError):  # a thread that has ended meanwhile
            found += (task / "children").read_text().split()
    return [int(number) for number in found]


def command_of(process: int) -> str:
    """Its words; "" where it is gone or waits to be collected."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    return ""


class Listener(logging.Handler):
    """Keeps what is logged as a warning, and what ended a thread."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.heard: list[str] = []
        logger = logging.getLogger("puzzler")
        logger.handlers = [self]
        logger.setLevel(logging.DEBUG)
        threading.excepthook = lambda args: self.hear(args.exc_value)
        sys.unraisablehook = lambda args: self.hear(args.exc_value)

    def hear(self, error: BaseException | None) -> None:
        """Keep what was raised where nobody catches it."""
        self.heard.append("".join(traceback.format_exception(error)))

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info:
            error = record.exc_info[1]
            if not isinstance(error, PuzzlerError):  # which is said in one line
                self.hear(error)
        elif record.levelno >= logging.WARNING:
            self.heard.append(record.getMessage())


def check_model(program: Program) -> None:
    """The model is as it has to be."""
    if program.listener.heard:
        heard, program.listener.heard = program.listener.heard, []
        raise Wrong("in the background: " + "\n".join(heard))
    session, activity = program.session, program.session.activity
    board, game = activity.board, session.context.game.present
    for shown, goal in {(board, activity.goal), (game.board, game.scenario.goal)}:
        check(sorted(shown.tiles) == list(range(len(shown.tiles))), f"not a board: {shown}")
        if not isinstance(activity, Editing):
            check(is_solvable(shown, goal), f"{shown} cannot reach {goal}")
    seen = session.snapshot()
    check(seen.play.board == board, "the snapshot shows another board than the session")
    check(seen.settings == session.settings, "the snapshot has other settings")
    check(seen.activity is type(activity), "the snapshot has another activity")
    check(seen.play.can_undo == activity.can_undo, "the snapshot differs in undo")
    check(game.move_count >= 0 and game.seconds >= 0, "a negative count or time")


def check_store(program: Program) -> None:
    """The file has the game as it is."""
    store, game = program.store, program.session.context.game
    connection, row, first = store.connection, (store.game.id,), store.game._first
    present = connection.execute("SELECT present FROM games WHERE id = ?", row).fetchone()
    check(present == (first + len(game.past),), "the store is at another step than the game")
    query = "SELECT max(position), count(*) FROM steps WHERE game = ?"
    steps = len(game.past) + 1 + len(game.future)
    is_same = connection.execute(query, row).fetchone() == (first + steps - 1, steps)
    check(is_same, "the store has other steps than the game")


def check_picture(program: Program) -> None:
    """What is drawn has keys of its own, and the keyboard is at something that is there."""
    keys = Counter(part.key for part in program.screen.parts())
    twice = [key for key, count in keys.items() if count > 1]
    check(not twice, f"parts with the same key: {twice[:3]}")
    for layer in program.window.ui.layers:
        targets = {target.element.key for target in layer.frame.targets}
        check(layer.focus is None or layer.focus in targets, f"focus on nothing: {layer.focus}")
    tiles = program.window.view.board.tiles
    check(sorted(tiles) == list(range(len(tiles))), "no board is drawn")
    owned = {worker._thread for worker in program.session.context._workers}
    others = [x for x in threading.enumerate() if x not in owned and x not in program.at_home]
    check(len(others) < 20, f"threads that nobody owns: {others}")


def check_drawing(program: Program) -> None:
    """What was drawn bit by bit is what is drawn at once."""
    surface = pygame.display.get_surface()
    shown = pygame.surfarray.array3d(surface).astype(int)
    Scene(program.screen.draw_ground).update(surface, program.screen.parts())
    # a blend at another offset may round another way, and that is all
    differs = np.abs(pygame.surfarray.array3d(surface) - shown).max(axis=2) > 2
    places = np.argwhere(differs)
    if len(places):
        (left, top), (right, low) = places.min(axis=0), places.max(axis=0)
        area = pygame.Rect(left, top, right - left + 1, low - top + 1)
        keys = [part.key for part in program.screen.parts() if part.bounds.colliderect(area)]
        folder = Path(tempfile.mkdtemp(prefix="events-drawn-"))
        pygame.image.save(surface, folder / "anew.png")
        pygame.surfarray.blit_array(surface, shown)
        pygame.image.save(surface, folder / "shown.png")
        raise Wrong(f"drawn anew it differs: {area} {keys[-6:]} {folder}")
