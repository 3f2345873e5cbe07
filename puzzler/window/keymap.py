"""What each key asks for. The screen decides whether it can be done now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum

import pygame


class Command(Enum):
    """What a key can ask for; the value is its name in the settings file."""

    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"
    HINT = "hint"
    UNDO = "undo"
    REDO = "redo"
    NEW = "new"
    RESTART = "restart"
    WATCH = "watch"
    STOP = "stop"
    PAUSE = "pause"
    TO_START = "to-start"
    TO_END = "to-end"
    BOARD = "board"
    PICTURE = "picture"
    EDIT = "edit"
    RECORDS = "records"
    HELP = "help"
    SETTINGS = "settings"
    MUTE = "mute"
    LARGER = "larger"
    SMALLER = "smaller"
    AUTOMATIC_SCALE = "automatic-scale"
    FULL_SCREEN = "full-screen"
    QUIT = "quit"


DIRECTIONS = (Command.UP, Command.DOWN, Command.LEFT, Command.RIGHT)

KEYS: dict[Command, tuple[str, ...]] = {
    Command.UP: ("up", "w"),
    Command.DOWN: ("down",),
    Command.LEFT: ("left", "a"),
    Command.RIGHT: ("right", "d"),
    Command.HINT: ("h",),
    Command.UNDO: ("ctrl+z",),
    Command.REDO: ("ctrl+y", "ctrl+shift+z"),
    Command.NEW: ("n",),
    Command.RESTART: ("r",),
    Command.WATCH: ("s", "return", "kp_enter"),
    Command.STOP: ("escape",),
    Command.PAUSE: ("space",),
    Command.TO_START: ("home",),
    Command.TO_END: ("end",),
    Command.BOARD: ("b",),
    Command.PICTURE: ("p",),
    Command.EDIT: ("e",),
    Command.RECORDS: ("t",),
    Command.HELP: ("shift+slash", "question", "f1"),
    Command.SETTINGS: ("ctrl+comma", "f2"),
    Command.MUTE: ("m",),
    Command.LARGER: ("ctrl+plus", "ctrl+equals", "ctrl+shift+equals", "ctrl+kp_plus"),
    Command.SMALLER: ("ctrl+minus", "ctrl+kp_minus"),
    Command.AUTOMATIC_SCALE: ("ctrl+0", "ctrl+kp_0"),
    Command.FULL_SCREEN: ("f11",),
    Command.QUIT: ("ctrl+q",),
}
"""The keys of every command; the settings file may name others."""

_LETTERS = {pygame.K_w: Command.UP, pygame.K_a: Command.LEFT, pygame.K_d: Command.RIGHT}
_MODIFIERS = {"ctrl": pygame.KMOD_CTRL, "shift": pygame.KMOD_SHIFT}
_SHOWN = {
    "up": "\N{UPWARDS ARROW}",
    "down": "\N{DOWNWARDS ARROW}",
    "left": "\N{LEFTWARDS ARROW}",
    "right": "\N{RIGHTWARDS ARROW}",
    "return": "Enter",
    "escape": "Esc",
    "shift+slash": "?",
    "comma": ",",
    "plus": "+",
    "minus": "-",
    "equals": "=",
    "slash": "/",
}

Chord = tuple[int, bool, bool]
"""Key, with Ctrl, with Shift."""


def chord(words: str) -> Chord:
    """The keys that ``words`` such as ``ctrl+z`` name; ValueError where they name none."""
    *modifiers, name = words.lower().split("+")
    key = getattr(pygame, f"K_{name}", getattr(pygame, f"K_{name.upper()}", None))
    if not name or not isinstance(key, int) or any(word not in _MODIFIERS for word in modifiers):
        raise ValueError(f"there is no key {words!r}")
    return key, "ctrl" in modifiers, "shift" in modifiers


def shown(words: str) -> str:
    """A key as people read it: Ctrl+Z, Esc."""
    if words in _SHOWN:
        return _SHOWN[words]
    return "+".join(_SHOWN.get(part, part.capitalize()) for part in words.split("+"))


def read_keys(
    overrides: Mapping[str, Sequence[str]],
) -> tuple[dict[Command, tuple[str, ...]], str]:
    """The keys with what the settings file names instead, and a line about what cannot be."""
    keys, problems = dict(KEYS), []
    for name, names in overrides.items():
        try:
            command = Command(name)
            for words in names:
                chord(words)
        except ValueError as error:
            problems.append(str(error))
        else:
            keys[command] = tuple(words.lower() for words in names)
    return keys, f"the settings name keys that cannot be: {'; '.join(problems)}" if problems else ""


class Keymap:
    """Keys to commands.

    S is asked for twice: it watches, and it is the down of W A S D. It means down while a hand
    plays with the letters, that is once W, A or D was pressed and until anything else is done;
    otherwise it watches. Enter always watches.
    """

    def __init__(self, keys: Mapping[Command, tuple[str, ...]] | None = None) -> None:
        self.keys = dict(keys or KEYS)
        """What every command is asked for with."""
        self.is_on_letters = False
        """A hand plays with the letters."""
        self._commands: dict[Chord, Command] = {}
        # a key chosen in the settings counts more than one that is there by default
        for command, names in sorted(
            self.keys.items(), key=lambda entry: entry[1] != KEYS[entry[0]]
        ):
            self._commands |= {chord(name): command for name in names}

    def command(self, key: int, modifiers: int) -> Command | None:
        """What the key asks for; None where it asks for nothing."""
        if modifiers & (pygame.KMOD_ALT | pygame.KMOD_META):
            return None
        with_ctrl = bool(modifiers & pygame.KMOD_CTRL)
        with_shift = bool(modifiers & pygame.KMOD_SHIFT)
        found = self._commands.get((key, with_ctrl, with_shift))
        if found is None and with_shift and not with_ctrl:
            # with Shift a playback steps further, and Caps Lock or Shift make no other letter
            found = self._commands.get((key, False, False))
        if with_ctrl:
            return found
        if key in _LETTERS and found is _LETTERS[key]:
            self.is_on_letters = True
        elif key == pygame.K_s and found is Command.WATCH and self.is_on_letters:
            return Command.DOWN
        elif found is not None:
            self.is_on_letters = False
        return found

    def hint(self, command: Command) -> str:
        """The first key of a command, as people read it."""
        names = self.keys[command]
        return shown(names[0]) if names else ""

    def pointer_used(self) -> None:
        """The hand is on the pointer now."""
        self.is_on_letters = False
