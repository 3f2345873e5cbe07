"""The settings, in tabs; every change holds at once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from typing import Any

from puzzler.game.kept.settings import LARGEST_SCALE, SMALLEST_SCALE, Face, Settings
from puzzler.game.play.inspection import LONGEST, SHORTEST
from puzzler.search.options import default_memory_bytes, machine_memory_bytes
from puzzler.window.overlays.blocks import Field, Line, Words
from puzzler.window.overlays.sheet import Block, Sheet
from puzzler.window.paint import interface_scale
from puzzler.window.theme import find_themes
from puzzler.window.widgets.button import Button
from puzzler.window.widgets.dropdown import Dropdown, OpenMenu
from puzzler.window.widgets.scroll_list import Item
from puzzler.window.widgets.segmented import Segmented
from puzzler.window.widgets.slider import Slider
from puzzler.window.widgets.tabs import Tabs
from puzzler.window.widgets.toggle import Toggle
from puzzler.words import counted, memory, precise_time

_SCALES = (SMALLEST_SCALE, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.5, LARGEST_SCALE)
_TOGGLE_UNITS = 52
_TIMES = (
    (10.0, "10 seconds"),
    (30.0, "30 seconds"),
    (60.0, "1 minute"),
    (300.0, "5 minutes"),
    (600.0, "10 minutes"),
    (1800.0, "30 minutes"),
    (3600.0, "1 hour"),
)
_INSPECTIONS = (SHORTEST, 10, 15, 30, LONGEST)
"""Seconds to look at a new board; 15 is what speed-solvers have."""
_MEGABYTES = (256, 512, 1000, 2000, 4000, 8000, 16_000, 32_000, 64_000, 128_000, 256_000)


def offered_scales(size: tuple[int, int]) -> list[float]:
    """The interface scales that a window of this size really draws."""
    return [scale for scale in _SCALES if interface_scale(scale, *size) == scale]


def offered_memory(machine_bytes: int | None) -> list[int]:
    """The limits of memory, in megabytes, that a machine with so much of it really has."""
    return [n for n in _MEGABYTES if machine_bytes is None or n * 10**6 <= machine_bytes]


class SettingsPages:
    """The controls, and what they read and write: ``get`` and ``put`` the settings."""

    def __init__(
        self,
        get: Callable[[], Settings],
        put: Callable[[Settings], None],
        open_menu: OpenMenu,
        try_sound: Callable[[], None],
        sound_problem: Callable[[], str],
        size: Callable[[], tuple[int, int]],
    ) -> None:
        """``sound_problem`` says why nothing can be heard, or "" where nothing is wrong.

        ``size`` is the window's, in pixels: it decides which scales are offered.
        """
        self._get, self._put = get, put
        self._size = size
        self._sound_problem = sound_problem
        self._try_sound = try_sound
        self.page = "look"
        self._toggles = {
            name: Toggle(name, self._setter(name))
            for name in (
                "reduced_motion",
                "instant_shuffle",
                "arrows_move_blank",
                "letters_move_tiles",
                "numbers_on_pictures",
                "coach",
                "blindfold",
            )
        }
        self._sound = Toggle("sound", lambda is_on: self._set("is_muted", not is_on))
        themes = [(name, Item(title)) for name, title in find_themes().items()]
        self._theme = Dropdown("theme", themes, self._setter("theme"), open_menu)
        self._scale: Dropdown[Hashable] = Dropdown(
            "scale", self._scales(), self._setter("interface_scale"), open_menu
        )
        self._time: Dropdown[Hashable] = Dropdown(
            "time limit", self._times(), self._setter("time_limit"), open_menu
        )
        self._memory: Dropdown[Hashable] = Dropdown(
            "memory limit", self._memories(), self._setter("memory_limit"), open_menu
        )
        self._inspection: Dropdown[Hashable] = Dropdown(
            "inspection", self._inspections(), self._setter("inspection"), open_menu
        )
        self._faces = Segmented(
            "face", [(face, face.value.capitalize()) for face in Face], self._setter("face")
        )
        self._volume = Slider("volume", self._set_volume)
        self._defaults = Button("defaults", self._restore, label="Restore the defaults")
        self._tabs = Tabs(
            "tabs",
            [
                ("look", "Look"),
                ("playing", "Playing"),
                ("keys", "Keys"),
                ("solver", "Solver"),
                ("sound", "Sound"),
            ],
            self._turn_to,
        )
        self._pages = self._make_pages()
        self.sheet = Sheet(
            "Settings",
            self._pages[self.page],
            width_units=620,
            update=self._update,
            pages=tuple(self._pages.values()),
        )

    def _make_pages(self) -> dict[str, Sequence[Block]]:
        tabs = Line([self._tabs])
        return {
            "look": (
                tabs,
                Field("Theme", self._theme),
                Field("Interface size", self._scale, note="Or press Ctrl and +, - or 0"),
                Field("Tile faces", self._faces, control_units=280),
                self._toggle("numbers_on_pictures", "Numbers on pictures", "In a corner of each"),
                self._toggle("reduced_motion", "Reduced motion", "Tiles jump instead of gliding"),
            ),
            "playing": (
                tabs,
                self._toggle("coach", "Coach", "How far it is, and which tiles lose no move"),
                Field("Time to look", self._inspection, note="At a new board, before the timer"),
                self._toggle("blindfold", "Blindfold", "Tiles are covered after the first move"),
                self._toggle("instant_shuffle", "Instant shuffle", "A new board appears at once"),
                Line([self._defaults]),
            ),
            "keys": (
                tabs,
                self._toggle(
                    "arrows_move_blank", "Arrow keys move the blank", "Otherwise they move the tile"
                ),
                self._toggle(
                    "letters_move_tiles", "W A S D move tiles", "Then Enter alone watches"
                ),
                Words("Other keys can be set in the settings file, under “keys”."),
            ),
            "solver": (
                tabs,
                Field("Time for a search", self._time, note="What it has found by then stays"),
                Field("Memory for a search", self._memory, note="More lets A* search farther"),
                Words("Both hold from the next search on.", units=13),
            ),
            "sound": (
                tabs,
                Field("Sound", self._sound, control_units=_TOGGLE_UNITS, note="Or press M"),
                Field("Volume", self._volume),
                Words(lambda: self._sound_problem() or " ", units=13),
            ),
        }

    def _scales(self) -> list[tuple[Hashable, Item]]:
        """Those that fit; where another was chosen, that one too, with what is drawn instead."""
        size, chosen = self._size(), self._get().interface_scale
        offered = offered_scales(size)
        scales: list[tuple[Hashable, Item]] = [(None, Item("Automatic"))]
        scales += [(scale, Item(f"{scale:.0%}")) for scale in offered]
        if chosen is not None and chosen not in offered:
            drawn = interface_scale(chosen, *size)
            scales.append((chosen, Item(f"{chosen:.0%}, here {drawn:.0%}")))
        return scales

    def _times(self) -> list[tuple[Hashable, Item]]:
        """None, the usual ones, and the one that was chosen elsewhere."""
        times = dict(_TIMES)
        chosen = self._get().time_limit
        if chosen is not None:
            times.setdefault(float(chosen), precise_time(chosen))
        return [(None, Item("No limit")), *((at, Item(times[at])) for at in sorted(times))]

    def _inspections(self) -> list[tuple[Hashable, Item]]:
        """None, the usual ones, and the one that was chosen elsewhere."""
        chosen = self._get().inspection
        seconds = sorted({*_INSPECTIONS, *([chosen] if chosen else [])})
        return [(0, Item("Off")), *((n, Item(counted(n, "second"))) for n in seconds)]

    def _memories(self) -> list[tuple[Hashable, Item]]:
        """The default, those that the machine has, and the one that was chosen elsewhere."""
        sizes = {float(size) for size in offered_memory(machine_memory_bytes())}
        chosen = self._get().memory_limit
        if chosen is not None:
            sizes.add(float(chosen))
        default = Item(f"Default, {memory(default_memory_bytes())}")
        return [
            (None, default),
            *((size, Item(memory(round(size * 10**6)))) for size in sorted(sizes)),
        ]

    def _toggle(self, name: str, words: str, note: str) -> Field:
        return Field(words, self._toggles[name], note=note, control_units=_TOGGLE_UNITS)

    def _turn_to(self, page: str) -> None:
        self.page = page
        self.sheet.show(self._pages[page])

    def _update(self) -> None:
        settings = self._get()
        self._tabs.chosen = self.page
        for name, toggle in self._toggles.items():
            toggle.is_on = getattr(settings, name)
        self._sound.is_on = not settings.is_muted
        self._volume.is_enabled = not settings.is_muted
        self._volume.value = settings.volume
        self._theme.chosen = settings.theme
        self._scale.options = self._scales()
        self._scale.chosen = settings.interface_scale
        self._faces.chosen = settings.face
        self._inspection.options, self._inspection.chosen = self._inspections(), settings.inspection
        self._time.options, self._time.chosen = self._times(), settings.time_limit
        self._memory.options, self._memory.chosen = self._memories(), settings.memory_limit

    def _setter(self, name: str) -> Callable[[Any], None]:
        return lambda value: self._set(name, value)

    def _set(self, name: str, value: object) -> None:
        # the settings themselves check what is chosen
        self._put(replace(self._get(), **{name: value}))  # type: ignore[arg-type]

    def _set_volume(self, share: float) -> None:
        self._set("volume", round(share, 2))
        self._try_sound()

    def _restore(self) -> None:
        """Everything that stands on these pages, and nothing of the board or the method."""
        plain = Settings()
        names = (
            "theme",
            "interface_scale",
            "face",
            "numbers_on_pictures",
            "reduced_motion",
            "arrows_move_blank",
            "letters_move_tiles",
            "instant_shuffle",
            "coach",
            "inspection",
            "blindfold",
            "time_limit",
            "memory_limit",
            "is_muted",
            "volume",
        )
        self._put(replace(self._get(), **{name: getattr(plain, name) for name in names}))
