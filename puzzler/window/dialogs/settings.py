"""The settings in tabs, with the keys. Changes apply immediately. Each is a row of ``PAGES``."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Unpack

import pygame
from pygame import Surface

from puzzler.game.core.settings import (
    LARGEST_SCALE,
    LONGEST_INSPECTION,
    SHORTEST_INSPECTION,
    SMALLEST_SCALE,
    SYSTEM,
    Settings,
    TileColors,
)
from puzzler.game.play.challenges import OWN_BEST
from puzzler.humanize import counted, listed, memory, precise_time
from puzzler.search.options import default_memory_bytes, machine_memory_bytes
from puzzler.window.core.display import interface_scale
from puzzler.window.core.keymap import chord, chord_name, key_label
from puzzler.window.core.themes import find_themes
from puzzler.window.core.window import Window
from puzzler.window.toolkit.choices import Dropdown, Option, Tabs
from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.control import Control, ControlOptions
from puzzler.window.toolkit.controls import Button, Rank, Toggle
from puzzler.window.toolkit.dialog import Dialog, labelled
from puzzler.window.toolkit.element import Element, Touch
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.layout import Column, Pages
from puzzler.window.toolkit.list import Item, List
from puzzler.window.toolkit.track import Slider

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


_SCALES = (SMALLEST_SCALE, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.5, LARGEST_SCALE)
_SECONDS = (10.0, 30.0, 60.0, 300.0, 600.0, 1800.0, 3600.0)
_GHOSTS = (OWN_BEST, 1.0, 2.0, 3.0, 5.0, 8.0)
_INSPECTIONS = (SHORTEST_INSPECTION, 10, 15, 30, LONGEST_INSPECTION)
"""Seconds to inspect a new board. Speed-solving competitions allow 15."""
_MEGABYTES = (256, 512, 1000, 2000, 4000, 8000, 16_000, 32_000, 64_000, 128_000, 256_000)
_PAGE = "settings page"
_RESET = "Reset"
"""The key of the question before the reset, and of the message after it."""
SOLVER = "Solver"

Value = Hashable
Choose = Callable[[object], None]
MakeControl = Callable[[Window, Value, Choose, str], Element]


@dataclass(frozen=True)
class Setting:
    """A row: a field of ``Settings``, its label, a note and its control."""

    name: str
    label: str
    note: str
    control: MakeControl
    """Creates the control from the window, the value, a function that sets it, and its key."""


def _toggle(window: Window, value: Value, choose: Choose, key: str) -> Element:
    return Toggle(value is True, choose, width=52, key=key)


def _volume(window: Window, value: Value, choose: Choose, key: str) -> Element:
    def change(percent: int) -> None:
        choose(percent / 100)
        window.play_sound()

    settings = window.session.settings
    return Slider(
        round(100 * settings.volume), 100, change, pace=5, enabled=not settings.is_muted, key=key
    )


_MOTION = [Option(None, "Same as system"), Option(True, "On"), Option(False, "Off")]


def _dropdown(options: Callable[[Window, Value], Sequence[Option[Value]]]) -> MakeControl:
    def control(window: Window, value: Value, choose: Choose, key: str) -> Element:
        return Dropdown(options(window, value), value, choose, key=key)

    return control


def fitting_scales(size: tuple[int, int]) -> list[float]:
    """Return the interface scales that fit into a window of this size."""
    return [scale for scale in _SCALES if interface_scale(scale, *size) == scale]


def _scales(window: Window, _: Value) -> list[Option[Value]]:
    """Return the scales that fit. A chosen scale that does not fit has its substitute."""
    chosen, scales = window.session.settings.interface_scale, fitting_scales(window.size)
    options: list[Option[Value]] = [Option(None, "Automatic")]
    options += [Option(scale, f"{scale:.0%}") for scale in scales]
    if chosen is not None and chosen not in scales:
        actual = interface_scale(chosen, *window.size)
        options.append(Option(chosen, f"{chosen:.0%}, here {actual:.0%}"))
    return options


def _numbers(
    default: str, numbers: Iterable[float], words: Callable[[Any], str], *, off: float | None = None
) -> MakeControl:
    """Return a menu with ``default`` for the value ``off``, the numbers and the chosen value."""

    def options(_: Window, value: Value) -> list[Option[Value]]:
        values = sorted({*numbers, value} - {off})  # type: ignore[type-var]  # numbers
        return [Option(off, default), *(Option(each, words(each)) for each in values)]

    return _dropdown(options)


def _duration(seconds: float) -> str:
    for unit, name in ((3600, "hour"), (60, "minute"), (1, "second")):
        if seconds >= unit and seconds % unit == 0:
            return counted(int(seconds // unit), name)
    return precise_time(seconds)


def _ghost_text(speed: float) -> str:
    return f"Solver: {speed:g} moves/s" if speed else "Your best solve"


def _memory_limit(window: Window, value: Value, choose: Choose, key: str) -> Element:
    default, limit = memory(default_memory_bytes()), machine_memory_bytes()
    megabytes = [n for n in _MEGABYTES if limit is None or n * 10**6 <= limit]
    control = _numbers(f"Default, {default}", megabytes, lambda n: memory(round(n * 10**6)))
    return control(window, value, choose, key)


TILE_COLORS = Setting(
    "tile_colors", "Tile colours", "",
    _dropdown(lambda *_: [Option(rule, rule.capitalize()) for rule in TileColors]),
)  # fmt: skip
PAGES: dict[str, tuple[Setting | str, ...]] = {
    "Look": (
        Setting("theme", "Theme", "",
                _dropdown(lambda *_: [Option(SYSTEM, "Same as system"),
                                      *(Option(*theme) for theme in find_themes().items())])),
        TILE_COLORS,
        Setting("interface_scale", "Interface size", "Shortcuts: Ctrl +, Ctrl -, Ctrl 0",
                _dropdown(_scales)),
        Setting("reduced_motion", "Reduced motion", "Tiles jump instead of sliding",
                _dropdown(lambda *_: _MOTION)),
        Setting("system_dialogs", "File dialogs of the system",
                "Instead of those of Puzzler", _toggle),
    ),
    "Playing": (
        Setting("coach", "Coach", "Shows moves left and the best tiles", _toggle),
        Setting("inspection", "Inspection time", "Before the timer starts",
                _numbers("Off", _INSPECTIONS, partial(counted, noun="second"), off=0)),
        Setting("blindfold", "Blindfold", "Tiles are covered after the first move", _toggle),
        Setting("ghost", "Ghost", "Shows another solve next to yours",
                _numbers("Off", _GHOSTS, _ghost_text, off=None)),
        Setting("multi_tile", "Multi-tile moves", "A row of tiles moved together is one move",
                _toggle),
        Setting("instant_shuffle", "Instant shuffle", "No animation of new boards", _toggle),
    ),
    "Keys": (
        Setting("arrows_move_blank", "Arrow keys move the gap", "Otherwise they move a tile",
                _toggle),
        Setting("hover", "Hover control", "Tiles move without a click; Ctrl stops it", _toggle),
        Setting("letters_move_tiles", "W A S D move tiles", "S no longer starts Watch; use Enter",
                _toggle),
        Setting("keys", "Other keys", "Choose a key for every action",
                lambda window, value, choose, key:
                Button("Change…", partial(open_keys, window), key=key)),
    ),
    SOLVER: (
        Setting("time_limit", "Time limit", "Then the best solution so far is kept",
                _numbers("No limit", _SECONDS, _duration)),
        Setting("memory_limit", "Memory limit", "More lets A* solve harder boards",
                _memory_limit),
        Setting("thinking_seconds", "Anytime searches first", "Then it plays and keeps improving",
                _numbers("Not at all", (1.0, 3.0), _duration, off=0.0)),
        "Applies from the next search.",
    ),
    "Sound": (
        Setting("is_muted", "Sound", "Shortcut: M", lambda window, value, choose, key:
                _toggle(window, value is False, lambda is_on: choose(not is_on), key)),
        Setting("volume", "Volume", "", _volume),
    ),
}  # fmt: skip


def open_settings(window: Window, page: str = "") -> None:
    """Open the settings on a page, by default the last one."""
    if page:
        window.ui.choose(_PAGE, page)
    window.ui.choose(_RESET, "")
    window.ui.open(lambda: settings_dialog(window), "settings")


def settings_dialog(window: Window) -> Dialog:
    """Return the dialog with the tabs and the chosen page."""
    ui, titles = window.ui, [*PAGES]
    page = ui.choice(_PAGE, titles[0])
    pages = [Column(*(setting_row(window, row) for row in rows), gap=12) for rows in PAGES.values()]
    problem = window.sounds.problem if page == "Sound" else ""
    return Dialog(
        "Settings",
        Tabs([Option(title, title) for title in titles], page,
             lambda title: ui.choose(_PAGE, title), key="tabs", accessible_name="Pages"),
        Pages(*pages, shown=titles.index(page)),
        Text(problem, size=13) if problem else None,
        status=ui.choice(_RESET, "") or None,
        foot=(Button("Reset all settings…", partial(_reset, window), rank=Rank.QUIET,
                     key="reset"),),
        size=620,
    )  # fmt: skip


def setting_row(window: Window, row: Setting | str) -> Element:
    """Return the row of a setting, or of a text."""
    if isinstance(row, str):
        return Text(row, size=13, color="text_muted")

    def choose(value: object) -> None:
        window.set(**{row.name: value})

    value: Value = getattr(window.session.settings, row.name)
    control = row.control(window, value, choose, row.name)
    return labelled(row.label, control, note=row.note)


def _reset(window: Window) -> None:
    """Reset the settings of all pages after a question, but not the board or the method."""
    ui = window.ui

    def restore() -> None:
        rows = [row for page in PAGES.values() for row in page if isinstance(row, Setting)]
        window.set(**{row.name: getattr(Settings(), row.name) for row in rows})
        ui.close(_RESET)
        ui.choose(_RESET, "All settings have their default values.")

    words = "Restores the default settings. Your boards, statistics and method are kept."
    cancel = Button("Cancel", ui.close, rank=Rank.PRIMARY, key="keep")
    go = Button("Reset", restore, key="confirm reset")
    ui.open(lambda: Dialog("Reset all settings?", Text(words, color="text_muted"),
                           foot=(go, cancel), size=460), _RESET)  # fmt: skip
