"""What each key asks for. The screen decides whether it can be done now."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

import pygame


class Command(Enum):
    """What a key can ask for."""

    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"
    WATCH = "watch"
    STOP = "stop"
    PAUSE = "pause"
    TO_START = "to start"
    TO_END = "to end"
    UNDO = "undo"
    REDO = "redo"
    NEW = "new"
    RESTART = "restart"
    FULL_SCREEN = "full screen"


_PLAIN = {
    pygame.K_UP: Command.UP,
    pygame.K_DOWN: Command.DOWN,
    pygame.K_LEFT: Command.LEFT,
    pygame.K_RIGHT: Command.RIGHT,
    pygame.K_RETURN: Command.WATCH,
    pygame.K_KP_ENTER: Command.WATCH,
    pygame.K_ESCAPE: Command.STOP,
    pygame.K_SPACE: Command.PAUSE,
    pygame.K_HOME: Command.TO_START,
    pygame.K_END: Command.TO_END,
    pygame.K_n: Command.NEW,
    pygame.K_r: Command.RESTART,
    pygame.K_F11: Command.FULL_SCREEN,
}
_WITH_CONTROL = {
    pygame.K_z: Command.UNDO,
    pygame.K_y: Command.REDO,
}
_LETTERS = {
    pygame.K_w: Command.UP,
    pygame.K_a: Command.LEFT,
    pygame.K_d: Command.RIGHT,
}

DIRECTIONS = (Command.UP, Command.DOWN, Command.LEFT, Command.RIGHT)


@dataclass
class Keymap:
    """Keys to commands.

    S is asked for twice: it watches, and it is the down of W A S D. It means down while a hand
    plays with the letters, that is once W, A or D was pressed and until anything else is done;
    otherwise it watches. Enter always watches.
    """

    is_on_letters: bool = field(default=False, init=False)
    """A hand plays with the letters."""

    def command(self, key: int, modifiers: int) -> Command | None:
        """What the key asks for; None where it asks for nothing."""
        if modifiers & (pygame.KMOD_ALT | pygame.KMOD_META):
            return None
        if modifiers & pygame.KMOD_CTRL:
            if key == pygame.K_z and modifiers & pygame.KMOD_SHIFT:
                return Command.REDO
            return _WITH_CONTROL.get(key)
        if key in _LETTERS:
            self.is_on_letters = True
            return _LETTERS[key]
        if key == pygame.K_s:
            return Command.DOWN if self.is_on_letters else Command.WATCH
        command = _PLAIN.get(key)
        if command is not None:
            self.is_on_letters = False
        return command

    def pointer_used(self) -> None:
        """The hand is on the pointer now."""
        self.is_on_letters = False
