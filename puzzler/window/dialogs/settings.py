"""The settings, in tabs; every change holds at once. A setting is one row of ``PAGES``."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace

from puzzler import resources
from puzzler.game.play.settings import (
    LARGEST_SCALE,
    LONGEST_INSPECTION,
    SHORTEST_INSPECTION,
    SMALLEST_SCALE,
    Settings,
)
from puzzler.game.storage.settings_file import FILE_NAME
from puzzler.humanize import counted, memory, precise_time, short_path
from puzzler.search.options import default_memory_bytes, machine_memory_bytes
from puzzler.window.display import interface_scale
from puzzler.window.themes import find_themes
from puzzler.window.toolkit.controls import Button, Dropdown, Option, Tabs, Toggle
from puzzler.window.toolkit.dialog import Dialog, labelled
from puzzler.window.toolkit.element import Element
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.layout import At, Column, Pages
from puzzler.window.toolkit.track import Slider
from puzzler.window.window import Window

_SCALES = (SMALLEST_SCALE, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.5, LARGEST_SCALE)
_SECONDS = (10.0, 30.0, 60.0, 300.0, 600.0, 1800.0, 3600.0)
_INSPECTIONS = (SHORTEST_INSPECTION, 10, 15, 30, LONGEST_INSPECTION)
"""Seconds to look at a new board; 15 is what speed-solvers have."""
_MEGABYTES = (256, 512, 1000, 2000, 4000, 8000, 16_000, 32_000, 64_000, 128_000, 256_000)
_PAGE = "settings page"
_RESET = "Reset"
"""The title of the last page."""
SOLVER = "Solver"

Value = Hashable
Choose = Callable[[object], None]
MakeControl = Callable[[Window, Value, Choose, str], Element]


@dataclass(frozen=True)
class Setting:
    """One row: the field of ``Settings``, what it is called, and how it is chosen."""

    name: str
    words: str
    note: str
    control: MakeControl
    """Makes it from the value, what sets another one, and its key."""
    width: float = 220


def _toggle(window: Window, value: Value, choose: Choose, key: str) -> Element:
    return Toggle(value is True, choose, key=key)


def _sound(window: Window, value: Value, choose: Choose, key: str) -> Element:
    return Toggle(value is False, lambda is_on: choose(not is_on), key=key)


def _volume(window: Window, value: Value, choose: Choose, key: str) -> Element:
    def change(percent: int) -> None:
        choose(percent / 100)
        window.try_sound()

    settings = window.session.settings
    return Slider(
        round(100 * settings.volume), 100, change, pace=5, enabled=not settings.is_muted, key=key
    )


def _dropdown(options: Callable[[Window], Sequence[Option[Value]]]) -> MakeControl:
    def control(window: Window, value: Value, choose: Choose, key: str) -> Element:
        return Dropdown(options(window), value, choose, key=key)

    return control


def offered_scales(size: tuple[int, int]) -> list[float]:
    """The interface scales that a window of this size really draws."""
    return [scale for scale in _SCALES if interface_scale(scale, *size) == scale]


def offered_memory(machine_bytes: int | None) -> list[int]:
    """The limits of memory, in megabytes, that a machine with so much of it really has."""
    return [n for n in _MEGABYTES if machine_bytes is None or n * 10**6 <= machine_bytes]


def _scales(window: Window) -> list[Option[Value]]:
    """Those that fit; where another was chosen, that one too, with what is drawn instead."""
    chosen, offered = window.session.settings.interface_scale, offered_scales(window.size)
    options: list[Option[Value]] = [Option(None, "Automatic")]
    options += [Option(scale, f"{scale:.0%}") for scale in offered]
    if chosen is not None and chosen not in offered:
        drawn = interface_scale(chosen, *window.size)
        options.append(Option(chosen, f"{chosen:.0%}, here {drawn:.0%}"))
    return options


def _inspections(window: Window) -> list[Option[Value]]:
    chosen = window.session.settings.inspection
    seconds = sorted({*_INSPECTIONS, chosen} - {0})
    return [Option(0, "Off"), *(Option(n, counted(n, "second")) for n in seconds)]


def _times(window: Window) -> list[Option[Value]]:
    chosen = window.session.settings.time_limit
    seconds = sorted({*_SECONDS, float(chosen or _SECONDS[0])})
    return [Option(None, "No limit"), *(Option(n, _duration(n)) for n in seconds)]


def _duration(seconds: float) -> str:
    for unit, name in ((3600, "hour"), (60, "minute"), (1, "second")):
        if seconds >= unit and seconds % unit == 0:
            return counted(int(seconds // unit), name)
    return precise_time(seconds)


def _memories(window: Window) -> list[Option[Value]]:
    chosen = window.session.settings.memory_limit
    offered = offered_memory(machine_memory_bytes())
    sizes = sorted({float(size) for size in (*offered, chosen) if size is not None})
    default: Option[Value] = Option(None, f"Default, {memory(default_memory_bytes())}")
    return [default, *(Option(n, memory(round(n * 10**6))) for n in sizes)]


PAGES: dict[str, tuple[Setting | str, ...]] = {
    "Look": (
        Setting("theme", "Theme", "",
                _dropdown(lambda window: [Option(*theme) for theme in find_themes().items()])),
        Setting("interface_scale", "Interface size", "Or press Ctrl and +, - or 0",
                _dropdown(_scales)),
        Setting("reduced_motion", "Reduced motion", "Tiles jump instead of sliding", _toggle, 52),
    ),
    "Playing": (
        Setting("coach", "Coach", "Moves left, and the best tiles", _toggle, 52),
        Setting("inspection", "Inspection time", "Before the timer starts",
                _dropdown(_inspections)),
        Setting("blindfold", "Blindfold", "Tiles are covered after the first move", _toggle, 52),
        Setting("instant_shuffle", "Instant shuffle", "A new board appears at once", _toggle, 52),
    ),
    "Keys": (
        Setting("arrows_move_blank", "Arrow keys move the blank", "Otherwise they move the tile",
                _toggle, 52),
        Setting("letters_move_tiles", "W A S D move tiles", "Watch is then Enter only",
                _toggle, 52),
        "Other keys can be set under “keys” in {file}",
    ),
    SOLVER: (
        Setting("time_limit", "Time limit", "Keeps the best solution so far", _dropdown(_times)),
        Setting("memory_limit", "Memory limit", "More memory lets A* solve harder boards",
                _dropdown(_memories)),
        "Applies from the next search.",
    ),
    "Sound": (
        Setting("is_muted", "Sound", "Or press M", _sound, 52),
        Setting("volume", "Volume", "", _volume),
    ),
}  # fmt: skip


def open_settings(window: Window, page: str = "") -> None:
    """Everything that can be chosen; ``page`` is opened, by default the last one."""
    if page:
        window.ui.choose(_PAGE, page)
    window.ui.open(lambda: settings_dialog(window), "settings")


def settings_dialog(window: Window) -> Dialog:
    """One page of settings below the tabs."""
    ui, titles = window.ui, [*PAGES, _RESET]
    page = ui.choice(_PAGE, titles[0])
    pages = [Column(*(_row(window, row) for row in rows), gap=12) for rows in PAGES.values()]
    pages.append(_reset(window))
    problem = window.sounds.problem if page == "Sound" else ""
    return Dialog(
        "Settings",
        Tabs([Option(title, title) for title in titles], page,
             lambda title: ui.choose(_PAGE, title), key="tabs"),
        Pages(*pages, shown=titles.index(page)),
        Text(problem, size=13) if problem else None,
        size=620,
    )  # fmt: skip


def _row(window: Window, row: Setting | str) -> Element:
    if isinstance(row, str):
        file = short_path(resources.data_folder() / FILE_NAME)
        return Text(row.format(file=file), size=13, color="text_muted")

    def choose(value: object) -> None:
        window.set(**{row.name: value})

    value: Value = getattr(window.session.settings, row.name)
    control = row.control(window, value, choose, row.name)
    return labelled(row.words, control, note=row.note, width=row.width)


def _reset(window: Window) -> Column:
    """A page of its own: nobody presses it on the way to something else."""
    words = "Sets everything on these pages to its default. Boards, statistics and method stay."
    button = Button("Reset all settings", lambda: _restore(window), key="reset")
    return Column(Text(words, color="text_muted"), At(button, x=0), gap=12)


def _restore(window: Window) -> None:
    """Everything on these pages, and nothing of the board or the method."""
    plain = Settings()
    names = [row.name for page in PAGES.values() for row in page if isinstance(row, Setting)]
    settings = window.session.settings
    window.session.settings = replace(settings, **{name: getattr(plain, name) for name in names})
