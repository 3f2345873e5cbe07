"""The actions: everything that a key or a button can ask for, one row each.

Keys, buttons, tooltips, bars, menus, the help and the table of keys in the docs are made from these
rows, and the settings file may name other keys for each. Each feature has its
rows in its ``actions.py``, as ``ACTIONS``; the first of them that applies is what a key means.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from enum import Enum
from functools import cache
from typing import Unpack

from puzzler.game.core.settings import Settings
from puzzler.window.common.features import action_modules
from puzzler.window.common.views import LAB, LESSONS, PLAY, RACE, REVIEW, View, present_view
from puzzler.window.core.keymap import Keymap, key_label, read_keys
from puzzler.window.core.window import Window
from puzzler.window.toolkit.cells import Item
from puzzler.window.toolkit.controls import Button, Rank
from puzzler.window.toolkit.element import Element, Options, Tip
from puzzler.window.toolkit.menu import open_menu

IN_PLAY = (PLAY,)
IN_LAB = (LAB, LESSONS)
"""A step of a lesson has all that the Lab has."""
IN_RACE = (RACE,)
IN_LESSONS = (LESSONS,)
IN_REVIEW = (REVIEW,)
BY_HAND = (PLAY, REVIEW, LESSONS)
"""Where tiles can be moved by hand."""
IN_ALL: tuple[str, ...] = ()
"""In every view."""


class HelpSection(Enum):
    """The parts of the help; the value is its heading."""

    PLAYING = "Playing"
    WATCHING = "Watching"
    LAB = "The Lab"
    RACE = "Race"
    REVIEW = "Review and drill"
    LESSONS = "Lessons"
    EDITING = "Editing the board"
    FILES = "Files and sharing"
    WINDOW = "Window"


class ButtonPlace(Enum):
    """Where its button stands, in the order of the rows."""

    BOARD = "top, in Play"
    REVIEW = "top, in Review"
    WINDOW = "top, at the right end, but not in a compact window"
    COMPACT = "top, at the right end, in a compact window only"
    FILES = "in the menu of files"
    TRACK = "bottom"
    MISTAKES = "bottom, beside the track of a review"
    FROM_HERE = "bottom, at the right end, in a review"
    ASK = "bottom, at the right end, in the Lab"


def _always(window: Window) -> bool:
    return True


@dataclass(frozen=True)
class Action:
    """One row."""

    name: str
    """What the settings file calls it."""
    keys: tuple[str, ...]
    words: str
    """What it does: its tooltip, and its line in a menu."""
    do: Callable[[Window], object]
    _: KW_ONLY
    section: HelpSection | None = None
    """Where the help has it; None where the help need not say it."""
    help: str = ""
    """What the help says, where ``words`` are too short. Those that say the same share a line."""
    icon: str = ""
    label: str = ""
    """What stands on its button besides the icon."""
    bar: ButtonPlace | None = None
    more: bool = False
    """Wherever its button is not on the screen it is a line of the menu *More*."""
    is_enabled: Callable[[Window], bool] = _always
    """Its button can be pressed."""
    applies: Callable[[Window], bool] = _always
    """Its key means this now; where it does not, the key may mean a later row."""
    is_everywhere: bool = False
    """Its key counts whatever lies over the screen."""
    letter: str = ""
    """The key that it gets as well where the settings give W A S D to the tiles."""
    views: tuple[str, ...] = IN_PLAY
    """The views in which its key and its button mean this; every view where it is empty."""
    words_now: Callable[[Window], str] | None = None
    """Its line in a menu, where that depends on what it would do now."""

    def is_in(self, view: View) -> bool:
        """Its key and its button mean this in ``view``."""
        return not self.views or view.name in self.views

    def is_here(self, window: Window) -> bool:
        """It can be meant in what is seen now."""
        return self.is_in(present_view(window.session)) and self.applies(window)


@cache
def actions() -> Mapping[str, Action]:
    """Every action by its name, in the order of the bars, of the help and of the keys."""
    return {action.name: action for module in action_modules() for action in module.ACTIONS}


@cache
def in_bar(bar: ButtonPlace) -> list[Action]:
    """Those whose buttons stand in ``bar``, in order."""
    return [action for action in actions().values() if action.bar is bar]


# ---- Keys -------------------------------------------------------------------------------


def default_keys(settings: Settings) -> dict[str, tuple[str, ...]]:
    """The keys of every action, unless others are chosen by hand."""
    has_letters = settings.letters_move_tiles
    letters = {action.letter for action in actions().values() if has_letters}
    return {
        action.name: (
            *(key for key in action.keys if key not in letters),
            *([action.letter] if action.letter and letters else []),
        )
        for action in actions().values()
    }


def make_keymap(settings: Settings) -> tuple[Keymap, str]:
    """The keys as the settings want them, and a line about what in them cannot be."""
    chosen, problem = read_keys(actions(), settings.keys)
    return Keymap(default_keys(settings), chosen), problem


def tile_keys(settings: Settings) -> str:
    """Which keys move tiles, in words."""
    return "Arrows or W A S D" if settings.letters_move_tiles else "Arrow keys"


def find(window: Window, key: int, modifiers: int) -> Action | None:
    """What a key means now; None where it means nothing."""
    named = (actions()[name] for name in window.keymap.actions(key, modifiers))
    return next((action for action in named if action.is_here(window)), None)


# ---- Help -------------------------------------------------------------------------------


def sections(
    keymap: Keymap, present: View | None = None
) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """The help: heading, then keys and what they do; first what is of the ``present`` view only."""
    own = {a.section for a in actions().values() if present and present.name in a.views}
    for section in sorted(HelpSection, key=lambda section: section not in own):
        rows = dict[str, list[str]]()
        for action in actions().values():
            if action.section is section:
                # the second key too where it is quite another one, as Enter beside S
                count = 2 if action.name == "watch" or action.letter else 1
                keys = map(key_label, keymap.keys[action.name][:count])
                rows.setdefault(action.help or action.words, []).extend(keys)
        yield section.value, [(_joined(keys), line) for line, keys in rows.items() if keys]


def _joined(keys: list[str]) -> str:
    """Keys side by side; what many of them are pressed with is said once."""
    bare = [key.removeprefix("Ctrl+") for key in keys]
    if len(keys) > 2 and bare != keys:
        return f"Ctrl and {', '.join(bare)}"
    return "  ".join(keys)


# ---- Buttons and menus ------------------------------------------------------------------


def action_button(
    window: Window,
    name: str,
    *,
    label: str | None = None,
    icon: str | None = None,
    short: str = "",
    rank: Rank | None = None,
    shows_key: bool = False,
    size: float = 15,
    autofocus: bool = False,
    **options: Unpack[Options],
) -> Button:
    """The button of an action. ``label`` is by default the action's own, which may be none."""
    action, key = actions()[name], window.keymap.hint(name)
    label = action.label if label is None else label
    options.setdefault("key", name)
    options.setdefault("tip", Tip(action.words, key))
    rank = rank or (Rank.NORMAL if label else Rank.QUIET)
    return Button(
        label,
        lambda: action.do(window),
        icon=action.icon if icon is None else icon,
        short=short,
        hint=key if shows_key else "",
        rank=rank,
        size=size,
        enabled=action.is_enabled(window),
        autofocus=autofocus,
        **options,
    )


def open_actions(window: Window, offered: Sequence[Action], below: Element) -> None:
    """A menu of those that can be meant now, below what was pressed."""
    offered = [each for each in offered if each.is_here(window) and each.is_enabled(window)]
    items = [
        Item(a.words_now(window) if a.words_now else a.words, window.keymap.hint(a.name), a.icon)
        for a in offered
    ]
    open_menu(window.ui, below.rect, items, -1, lambda index: offered[index].do(window))
