"""Which key asks for which action. What the actions are and do, others know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import pygame

Keys = Mapping[str, tuple[str, ...]]
"""The name of an action to the names of the keys that ask for it."""
Chord = tuple[int, bool, bool]
"""Key, with Ctrl, with Shift."""

_MODIFIERS = {"ctrl": pygame.KMOD_CTRL, "shift": pygame.KMOD_SHIFT}
_SHOWN = {
    "up": "\N{UPWARDS ARROW}",
    "down": "\N{DOWNWARDS ARROW}",
    "left": "\N{LEFTWARDS ARROW}",
    "right": "\N{RIGHTWARDS ARROW}",
    "return": "Enter",
    "escape": "Esc",
    "pageup": "Page Up",
    "pagedown": "Page Down",
    "shift+slash": "?",
    "comma": ",",
    "plus": "+",
    "minus": "-",
    "equals": "=",
    "slash": "/",
    "leftbracket": "[",
    "rightbracket": "]",
}


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


def read_keys(known: Iterable[str], chosen: Mapping[str, Sequence[str]]) -> tuple[Keys, str]:
    """What the settings file names instead, and a line about what in it cannot be."""
    names, keys, problems = set(known), dict[str, tuple[str, ...]](), list[str]()
    for action, chords in chosen.items():
        try:
            if action not in names:
                raise ValueError(f"there is no action {action!r}")
            for words in chords:
                chord(words)
        except ValueError as error:
            problems.append(str(error))
        else:
            keys[action] = tuple(words.lower() for words in chords)
    return keys, f"The settings name keys that cannot be: {'; '.join(problems)}" if problems else ""


class Keymap:
    """Keys to the names of actions.

    ``chosen`` by hand stands in place of what is there by ``defaults``, and a key chosen for one
    action is taken from every other.
    """

    def __init__(self, defaults: Keys, chosen: Keys | None = None) -> None:
        chosen = chosen or {}
        self.keys = {name: tuple(chosen.get(name, keys)) for name, keys in defaults.items()}
        """What every action is asked for with."""
        self._actions: dict[Chord, list[str]] = {}
        taken = {chord(words) for keys in chosen.values() for words in keys}
        for name, keys in self.keys.items():
            for key in map(chord, keys):
                if name in chosen or key not in taken:
                    self._actions.setdefault(key, []).append(name)

    def actions(self, key: int, modifiers: int) -> list[str]:
        """What the key asks for, in the order of the actions: the first that applies is meant."""
        if modifiers & (pygame.KMOD_ALT | pygame.KMOD_META):
            return []
        with_ctrl = bool(modifiers & pygame.KMOD_CTRL)
        with_shift = bool(modifiers & pygame.KMOD_SHIFT)
        found = list(self._actions.get((key, with_ctrl, with_shift), ()))
        if with_shift and not with_ctrl:
            # Caps Lock or Shift make no other letter
            found += self._actions.get((key, False, False), ())
        return found

    def hint(self, action: str) -> str:
        """The first key of an action, as people read it; "" where it has none."""
        names = self.keys.get(action, ())
        return shown(names[0]) if names else ""
