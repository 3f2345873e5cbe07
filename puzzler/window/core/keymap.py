"""The assignment of keys to the names of actions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

import pygame

Keys = Mapping[str, tuple[str, ...]]
"""Maps the names of actions to the names of their keys."""
Chord = tuple[int, bool, bool]
"""A key code, whether Ctrl is held, and whether Shift is held."""

_MODIFIERS = {"ctrl": pygame.KMOD_CTRL, "shift": pygame.KMOD_SHIFT}
_MODIFIER_KEYS = {
    *(side + key for side in "lr" for key in ("shift", "ctrl", "alt", "meta", "gui", "super")),
    *("capslock", "numlock", "scrollock", "mode", "unknown"),
}
_LABELS = {
    "up": "\N{UPWARDS ARROW}",
    "down": "\N{DOWNWARDS ARROW}",
    "left": "\N{LEFTWARDS ARROW}",
    "right": "\N{RIGHTWARDS ARROW}",
    "return": "Enter",
    "kp_enter": "Keypad Enter",
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


def chord(name: str) -> Chord:
    """Parse the name of a key such as ``ctrl+z``. Raises ValueError if there is no such key."""
    *modifiers, last = name.lower().split("+")
    key = getattr(pygame, f"K_{last}", getattr(pygame, f"K_{last.upper()}", None))
    if not last or not isinstance(key, int) or not _MODIFIERS.keys() >= set(modifiers):
        raise ValueError(f"there is no key {name!r}")
    return key, "ctrl" in modifiers, "shift" in modifiers


@cache
def _names() -> Mapping[int, str]:
    return {getattr(pygame, name): name[2:].lower() for name in dir(pygame) if name[:2] == "K_"}


def chord_name(key: int, modifiers: int) -> str:
    """Return the name of a pressed key, such as ``ctrl+z``; "" for a modifier or unknown key."""
    name = _names().get(key, "")
    if not name or name in _MODIFIER_KEYS or modifiers & (pygame.KMOD_ALT | pygame.KMOD_META):
        return ""
    return "+".join([*(each for each, bits in _MODIFIERS.items() if modifiers & bits), name])


def key_label(name: str) -> str:
    """Format the name of a key for people, such as Ctrl+Z or Esc."""
    if name in _LABELS:
        return _LABELS[name]
    return "+".join(_LABELS.get(part, part.capitalize()) for part in name.split("+"))


def read_keys(names: Iterable[str], chosen: Mapping[str, Sequence[str]]) -> tuple[Keys, str]:
    """Return the valid keys that the settings choose, and a message about invalid ones.

    names: the names of all actions.
    """
    names, keys, problems = set(names), dict[str, tuple[str, ...]](), list[str]()
    for action, chords in chosen.items():
        try:
            if action not in names:
                raise ValueError(f"there is no action {action!r}")
            for name in chords:
                chord(name)
        except ValueError as error:
            problems.append(str(error))
        else:
            keys[action] = tuple(name.lower() for name in chords)
    return keys, f"The settings name keys that cannot be: {'; '.join(problems)}" if problems else ""


class Keymap:
    """Maps keys to the names of actions.

    The ``chosen`` keys of an action replace its ``defaults`` and are removed from other actions.
    """

    def __init__(
        self, defaults: Keys, chosen: Keys | None = None, titles: Mapping[str, str] | None = None
    ) -> None:
        chosen = chosen or {}
        self.titles = titles or {}
        """The texts of the actions for people, in the order of the help."""
        chosen_chords = {chord(name) for keys in chosen.values() for name in keys}
        self.keys = {
            name: tuple(chosen[name])
            if name in chosen
            else tuple(key for key in keys if chord(key) not in chosen_chords)
            for name, keys in defaults.items()
        }
        """The keys of every action."""
        self._actions: dict[Chord, list[str]] = {}
        for name, keys in self.keys.items():
            for key in map(chord, keys):
                self._actions.setdefault(key, []).append(name)

    def actions(self, key: int, modifiers: int) -> list[str]:
        """Return the actions of a key in order. The first applicable action is performed."""
        if modifiers & (pygame.KMOD_ALT | pygame.KMOD_META):
            return []
        with_ctrl = bool(modifiers & pygame.KMOD_CTRL)
        with_shift = bool(modifiers & pygame.KMOD_SHIFT)
        found = list(self._actions.get((key, with_ctrl, with_shift), ()))
        if with_shift and not with_ctrl:
            # with Caps Lock or Shift a letter has the same meaning
            found += self._actions.get((key, False, False), ())
        return found

    def hint(self, action: str) -> str:
        """Return the label of the first key of an action, "" if it has none."""
        names = self.keys.get(action, ())
        return key_label(names[0]) if names else ""
