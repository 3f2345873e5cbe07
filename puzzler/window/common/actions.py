"""The actions that keys and buttons start, one row each.

Keys, buttons, tooltips, bars, menus, the help and the table of keys in the docs are made from these
rows. The settings file can assign other keys. Each folder in ``FOLDERS`` lists its rows in
``ACTIONS`` of its ``actions.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from enum import Enum
from functools import cache
from importlib import import_module
from typing import Unpack

from puzzler.game.core.settings import Settings
from puzzler.window.common.views import LAB, LESSONS, PLAY, RACE, REVIEW, View, present_view
from puzzler.window.core.keymap import Keymap, key_label, read_keys
from puzzler.window.core.window import Window
from puzzler.window.toolkit.controls import Button, Rank
from puzzler.window.toolkit.element import Element, Options, Tip
from puzzler.window.toolkit.list import Item, open_menu

IN_PLAY = (PLAY,)
IN_LAB = (LAB, LESSONS)
"""The views with the actions of the Lab, which a step of a lesson also has."""
IN_RACE = (RACE,)
IN_LESSONS = (LESSONS,)
IN_REVIEW = (REVIEW,)
BY_HAND = (PLAY, REVIEW, LESSONS)
"""The views in which tiles can be moved by hand."""
IN_ALL: tuple[str, ...] = ()
"""In every view."""
FOLDERS = ("watch", "play", "lab", "race", "review", "lessons", "files", "main")
"""The folders with actions, in the order of the bars and the help. A key with several actions
starts the first one that applies: while a solution is shown, Left and Right step along it and do
not move tiles. Their modules are imported when they are first used, because they import this one.
"""


class HelpSection(Enum):
    """The sections of the help. The value is the heading."""

    PLAYING = "Playing"
    WATCHING = "Watching"
    LAB = "The Lab"
    RACE = "Race"
    REVIEW = "Review and drill"
    LESSONS = "Lessons"
    FILES = "Files and sharing"
    WINDOW = "Window"


class ButtonPlace(Enum):
    """The place of an action's button."""

    BOARD = "top, in Play"
    REVIEW = "top, in Review"
    WINDOW = "top, at the right end, but not in a compact window"
    COMPACT = "top, at the right end, in a compact window only"
    FILES = "in the menu of files"
    TRACK = "bottom"
    MISTAKES = "bottom, next to the track of a review"
    FROM_HERE = "bottom, at the right end, in a review"
    ASK = "bottom, at the right end, in the Lab"


@dataclass(frozen=True)
class Action:
    """An action with its keys, its texts and the conditions for its availability."""

    name: str
    """The name in the settings file."""
    keys: tuple[str, ...]
    text: str
    """The tooltip and the text in a menu."""
    do: Callable[[Window], object]
    _: KW_ONLY
    section: HelpSection | None = None
    """The section of the help; None if the help does not list the action."""
    help: str = ""
    """The text in the help, by default ``text``. Actions with the same text share a line."""
    icon: str = ""
    label: str = ""
    """The text on the button, next to the icon."""
    bar: ButtonPlace | None = None
    more: bool | tuple[str, ...] = False
    """Whether the menu *More* lists the action if its button is not on the screen, or the views in
    which it does."""
    is_enabled: Callable[[Window], bool] = lambda _: True
    """Whether the button can be pressed."""
    applies: Callable[[Window], bool] = lambda _: True
    """Whether its key starts it now. If not, the key can start an action of a later row."""
    is_everywhere: bool = False
    """Whether the key also works while a dialog or a menu is open."""
    letter: str = ""
    """An additional key if W A S D move tiles."""
    views: tuple[str, ...] = IN_PLAY
    """The views that have the action. If empty, all views."""
    text_now: Callable[[Window], str] | None = None
    """Returns the text in a menu, if that text depends on the current state."""

    @property
    def help_text(self) -> str:
        """The text in the help, with a small first letter if it is ``text``."""
        return self.help or f"{self.text[:1].lower()}{self.text[1:]}"

    def is_in(self, view: View) -> bool:
        """Whether ``view`` has the action."""
        return not self.views or view.name in self.views

    def is_in_more(self, view: View) -> bool:
        """Whether the menu *More* of ``view`` lists the action."""
        return view.name in self.more if isinstance(self.more, tuple) else self.more

    def is_here(self, window: Window) -> bool:
        """Whether the current view has the action and the action applies."""
        return self.is_in(present_view(window.session)) and self.applies(window)


@cache
def actions() -> Mapping[str, Action]:
    """Return all actions by name, in the order of the bars, the help and the keys."""
    modules = (import_module(f"puzzler.window.{name}.actions") for name in FOLDERS)
    return {action.name: action for module in modules for action in module.ACTIONS}


@cache
def in_bar(bar: ButtonPlace) -> list[Action]:
    """Return the actions with a button in ``bar``."""
    return [action for action in actions().values() if action.bar is bar]


# ---- Keys -------------------------------------------------------------------------------


def default_keys(settings: Settings) -> dict[str, tuple[str, ...]]:
    """Return the keys of every action, before changes by the settings file."""
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
    """Return the keys and a message about invalid keys in the settings, or ""."""
    chosen, problem = read_keys(actions(), settings.keys)
    order = [*HelpSection, None]
    listed = sorted(actions().values(), key=lambda action: order.index(action.section))
    titles = {action.name: action.text for action in listed}
    return Keymap(default_keys(settings), chosen, titles), problem


def tile_keys(settings: Settings) -> str:
    """Name the keys that move tiles."""
    return "Arrows or W A S D" if settings.letters_move_tiles else "Arrow keys"


def find(window: Window, key: int, modifiers: int) -> Action | None:
    """Return the action that a key starts now, or None."""
    named = (actions()[name] for name in window.keymap.actions(key, modifiers))
    return next((action for action in named if action.is_here(window)), None)


# ---- Help -------------------------------------------------------------------------------


def sections(
    keymap: Keymap, present: View | None = None
) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield each heading of the help with (keys, text) rows.

    present: leave out its useful keys and the keys of other views, and yield the sections of this
    view first.
    """
    shown = list(actions().values())
    if present is not None:
        useful = {line for _, line in useful_keys(keymap, present)}
        shown = [a for a in shown if a.is_in(present) and a.help_text not in useful]
    own = {a.section for a in shown if present and present.name in a.views}
    for section in sorted(HelpSection, key=lambda section: section not in own):
        lines = _lines(keymap, (action for action in shown if action.section is section))
        if lines:
            yield section.value, lines


def useful_keys(keymap: Keymap, view: View) -> list[tuple[str, str]]:
    """Return (keys, text) of the actions that the help of a view lists first."""
    texts = [actions()[name].help_text for name in view.useful]
    own = [action for action in actions().values() if action.section and action.is_in(view)]
    return _lines(keymap, (a for text in texts for a in own if a.help_text == text))


def _lines(keymap: Keymap, shown: Iterable[Action]) -> list[tuple[str, str]]:
    """Return (keys, text) for each text of the actions."""
    rows = dict[str, list[str]]()
    for action in shown:
        # include the second key if it is an alternative, such as Enter for S
        count = 2 if action.name == "watch" or action.letter else 1
        keys = map(key_label, keymap.keys[action.name][:count])
        rows.setdefault(action.help_text, []).extend(keys)
    return [(_joined(keys), line) for line, keys in rows.items() if keys]


def _joined(keys: list[str]) -> str:
    """Join the names of keys. If more than two have Ctrl, "Ctrl" is written once."""
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
    size: float = 15,
    autofocus: bool = False,
    **options: Unpack[Options],
) -> Button:
    """Return the button of an action. ``label``, ``icon``: by default those of the action."""
    action = actions()[name]
    label = action.label if label is None else label
    options.setdefault("key", name)
    options.setdefault("tip", Tip(action.text, window.keymap.hint(name)))
    rank = rank or (Rank.NORMAL if label else Rank.QUIET)
    return Button(
        label,
        lambda: action.do(window),
        icon=action.icon if icon is None else icon,
        short=short,
        rank=rank,
        size=size,
        enabled=action.is_enabled(window),
        autofocus=autofocus,
        **options,
    )


def open_actions(window: Window, choices: Sequence[Action], below: Element) -> None:
    """Open a menu of the available actions among ``choices``, below the pressed element."""
    choices = [each for each in choices if each.is_here(window) and each.is_enabled(window)]
    items = [
        Item(a.text_now(window) if a.text_now else a.text, window.keymap.hint(a.name), a.icon)
        for a in choices
    ]
    open_menu(window.ui, below.rect, items, -1, lambda index: choices[index].do(window))
