"""The dialog that assigns keys to actions: choose an action, then press a key."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Unpack

import pygame
from pygame import Surface

from puzzler.humanize import listed
from puzzler.window.core.keymap import chord, chord_name, key_label
from puzzler.window.core.window import Window
from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.control import Control, ControlOptions
from puzzler.window.toolkit.controls import Button, Rank
from puzzler.window.toolkit.dialog import Dialog
from puzzler.window.toolkit.element import Touch
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.list import Item, List

KEY = "keys"
_CATCHER = "key catcher"
_ROWS = 9


class _KeyCatcher(Control):
    """An invisible focused control that passes on every key except Escape."""

    min_units = preferred_units = high_units = 32
    autofocus = True
    shows_focus = False

    def __init__(
        self, on_key: Callable[[int, int], object], **options: Unpack[ControlOptions]
    ) -> None:
        super().__init__(**options)
        self.on_key = on_key

    def look(self, ui: Context, touch: Touch) -> Hashable:
        return None

    def draw(self, ui: Context, surface: Surface, touch: Touch) -> None:
        """Draw nothing."""

    def key_down(self, ui: Context, key: int, mod: int) -> bool:
        if key == pygame.K_ESCAPE:
            return False  # closes the dialog
        self.on_key(key, mod)
        return True


def open_keys(window: Window) -> None:
    """Show all actions with their keys. Choosing an action asks for its key."""
    rows, message = list(window.keymap.titles), ""

    def assign(action: str, name: str) -> None:
        nonlocal message
        message = assign_key(window, action, name)

    def reset() -> None:
        nonlocal message
        window.set(keys={})
        message = "All actions have their default keys."

    def build() -> Dialog:
        keys = window.keymap.keys
        titles = window.keymap.titles
        items = [Item(titles[name], "  ".join(map(key_label, keys[name]))) for name in rows]
        listing = List(items, lambda index: _ask_key(window, rows[index], assign), first=0,
                       min_rows=3, autofocus=True, key="actions")  # fmt: skip
        listing.preferred_rows = _ROWS
        return Dialog(
            "Keys",
            Text("Choose an action, then press its key.", color="text_muted"),
            listing,
            status=message,
            foot=(
                Button("Reset all keys", reset, enabled=bool(window.session.settings.keys),
                       key="reset keys"),
                Button("Done", window.ui.close, rank=Rank.PRIMARY, key="done"),
            ),
            size=620,
        )  # fmt: skip

    window.ui.open(build, KEY)


def _ask_key(window: Window, action: str, assign: Callable[[str, str], object]) -> None:
    def take(key: int, modifiers: int) -> None:
        name = chord_name(key, modifiers)
        if name:
            window.ui.close(_CATCHER)
            assign(action, name)

    def restore() -> None:
        window.ui.close(_CATCHER)
        keys = window.session.settings.keys
        window.set(keys={name: keys[name] for name in keys if name != action})

    def build() -> Dialog:
        present = listed([key_label(name) for name in window.keymap.keys[action]])
        return Dialog(
            "Press a key",
            Text(window.keymap.titles[action], strong=True),
            Text(f"Now: {present or 'no key'}. Esc cancels.", color="text_muted"),
            _KeyCatcher(take, accessible_name="Press a key", key="catcher"),
            foot=(Button("Default key", restore, key="default key"),),
            size=420,
        )

    window.ui.open(build, _CATCHER)


def assign_key(window: Window, action: str, name: str) -> str:
    """Make ``name`` the key of an action, instead of its other keys. Return a message.

    The message names the actions that lose this key.
    """
    keymap, keys = window.keymap, dict(window.session.settings.keys)
    taken = [
        other
        for other, names in keymap.keys.items()
        if other != action and chord(name) in map(chord, names)
    ]
    for other in taken:
        if other in keys:
            keys[other] = tuple(key for key in keys[other] if chord(key) != chord(name))
    window.set(keys={**keys, action: (name,)})
    text = f"{key_label(name)} is now the key of “{keymap.titles[action]}”."
    if taken:
        text += f" It is no longer a key of {listed([f'“{keymap.titles[o]}”' for o in taken])}."
    return text
