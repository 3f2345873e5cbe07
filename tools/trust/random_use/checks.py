"""Invariants of the program that are checked after each random event."""

from __future__ import annotations

import logging
import sys
import threading
import traceback
from collections import Counter

import numpy as np
import pygame

from puzzler.board.errors import PuzzlerError
from puzzler.board.parity import is_solvable
from puzzler.game.play.editing import Editing
from puzzler.game.session import Session
from puzzler.window.main.screen import ViewScreen
from puzzler.window.toolkit.frame import Scene
from tools.trust.harness import Fault, check


class Listener(logging.Handler):
    """Collects logged warnings and unhandled exceptions of threads."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.messages: list[str] = []
        logger = logging.getLogger("puzzler")
        logger.handlers = [self]
        logger.setLevel(logging.DEBUG)
        threading.excepthook = lambda args: self.add(args.exc_value)
        sys.unraisablehook = lambda args: self.add(args.exc_value)

    def add(self, error: BaseException | None) -> None:
        """Store the traceback of an unhandled exception."""
        self.messages.append("".join(traceback.format_exception(error)))

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info:
            error = record.exc_info[1]
            if not isinstance(error, PuzzlerError):  # reported to the user in one line
                self.add(error)
        elif record.levelno >= logging.WARNING:
            self.messages.append(record.getMessage())


def check_model(session: Session, listener: Listener) -> None:
    """Check the boards, the snapshot and the background threads of a session."""
    if listener.messages:
        messages, listener.messages = listener.messages, []
        raise Fault("in the background: " + "\n".join(messages))
    activity = session.activity
    board, game = activity.board, session.context.game.present
    for shown, goal in {(board, activity.goal), (game.board, game.scenario.goal)}:
        check(sorted(shown.tiles) == list(range(len(shown.tiles))), f"not a board: {shown}")
        if not isinstance(activity, Editing):
            check(is_solvable(shown, goal), f"{shown} cannot reach {goal}")
    snapshot = session.snapshot()
    is_same = snapshot.play.board == activity.shown_board
    check(is_same, "the snapshot shows another board than the session")
    check(snapshot.settings == session.settings, "the snapshot has other settings")
    check(snapshot.activity is type(activity), "the snapshot has another activity")
    check(snapshot.play.can_undo == activity.can_undo, "the snapshot differs in undo")
    check(game.move_count >= 0 and game.seconds >= 0, "a negative count or time")


def check_picture(screen: ViewScreen, other_threads: frozenset[threading.Thread]) -> None:
    """Check the keys of the drawn parts, the keyboard focus and the number of threads.

    ``other_threads`` are threads that do not belong to the program.
    """
    window = screen.window
    keys = Counter(part.key for part in screen.parts())
    repeated = [key for key, count in keys.items() if count > 1]
    check(not repeated, f"parts with the same key: {repeated[:3]}")
    for layer in window.ui.layers:
        targets = {target.element.key for target in layer.frame.targets}
        check(layer.focus is None or layer.focus in targets, f"focus on nothing: {layer.focus}")
    tiles = window.view.board.tiles
    check(sorted(tiles) == list(range(len(tiles))), "no board is drawn")
    expected = {worker._thread for worker in window.session.context._workers} | other_threads
    others = [thread for thread in threading.enumerate() if thread not in expected]
    check(len(others) < 20, f"threads that nobody owns: {others}")


def check_drawing(screen: ViewScreen) -> None:
    """Check that a complete redraw gives the picture that is on the screen."""
    surface = pygame.display.get_surface()
    shown = pygame.surfarray.array3d(surface).astype(int)
    Scene(screen.draw_ground).update(surface, screen.parts())
    # blending at another offset may round differently
    differs = np.abs(pygame.surfarray.array3d(surface) - shown).max(axis=2) > 2
    places = np.argwhere(differs)
    if len(places):
        (left, top), (right, low) = places.min(axis=0), places.max(axis=0)
        area = pygame.Rect(left, top, right - left + 1, low - top + 1)
        keys = [part.key for part in screen.parts() if part.bounds.colliderect(area)]
        raise Fault(f"a complete redraw differs: {area} {keys[-6:]}")
