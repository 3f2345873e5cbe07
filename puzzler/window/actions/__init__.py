"""The actions: everything that a key or a button can ask for, one row each.

Keys, tooltips, the bars, the menu of a compact window, the help and README's table of keys are all
made from these rows, and the settings file may name other keys for each. A view has its rows in a
file of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

from pygame import Rect

from puzzler.game.play.settings import Settings
from puzzler.window.actions.action import Action, Bar, Section
from puzzler.window.actions.files import FILE_ACTIONS
from puzzler.window.actions.lab import LAB_ACTIONS
from puzzler.window.actions.lessons import LESSON_ACTIONS
from puzzler.window.actions.play import PLAY_ACTIONS
from puzzler.window.actions.race import RACE_ACTIONS
from puzzler.window.actions.record import RECORD_ACTIONS
from puzzler.window.actions.review import REVIEW_ACTIONS
from puzzler.window.actions.window import window_actions
from puzzler.window.dialogs.help import open_help
from puzzler.window.keymap import Keymap, read_keys, shown
from puzzler.window.toolkit.cells import Item
from puzzler.window.toolkit.menu import open_menu
from puzzler.window.views import present_view
from puzzler.window.window import Window


def _open_files(desk: Window) -> None:
    open_files_menu(desk)


def _open_help(desk: Window) -> None:
    open_help(desk, list(sections(desk.keymap)), tile_keys(desk.session.settings))


ACTIONS: tuple[Action, ...] = (
    *PLAY_ACTIONS,
    *LAB_ACTIONS,
    *RACE_ACTIONS,
    *REVIEW_ACTIONS,
    *LESSON_ACTIONS,
    *FILE_ACTIONS,
    *RECORD_ACTIONS,
    *window_actions(_open_help, _open_files),
)
BY_NAME = {action.name: action for action in ACTIONS}


def default_keys(settings: Settings) -> dict[str, tuple[str, ...]]:
    """The keys of every action, unless others are chosen by hand."""
    if not settings.letters_move_tiles:
        return {action.name: action.keys for action in ACTIONS}
    letters = {action.letter for action in ACTIONS if action.letter}
    keys = {
        action.name: tuple(key for key in action.keys if key not in letters) for action in ACTIONS
    }
    return {name: (*keys[name], *filter(None, (BY_NAME[name].letter,))) for name in keys}


def make_keymap(settings: Settings) -> tuple[Keymap, str]:
    """The keys as the settings want them, and a line about what in them cannot be."""
    chosen, problem = read_keys(BY_NAME, settings.keys)
    return Keymap(default_keys(settings), chosen), problem


def tile_keys(settings: Settings) -> str:
    """Which keys move tiles, in words."""
    return "Arrows or W A S D" if settings.letters_move_tiles else "Arrow keys"


def find(desk: Window, key: int, modifiers: int) -> Action | None:
    """What a key means now; None where it means nothing."""
    names = desk.keymap.actions(key, modifiers)
    actions = [BY_NAME[name] for name in names]
    return next((action for action in actions if is_here(desk, action)), None)


def is_here(desk: Window, action: Action) -> bool:
    """It can be meant in what is seen now."""
    return present_view(desk.session).name in action.views and action.applies(desk)


def open_files_menu(desk: Window) -> None:
    """Everything about files and the clipboard, below the button that was pressed."""
    names = ("files", "menu")
    buttons = [
        control for name in names for control in desk.controls.controls if control.name == name
    ]
    actions = [action for action in in_bar(Bar.FILES) if is_here(desk, action)]
    actions = [action for action in actions if action.is_enabled(desk)]
    items = [Item(a.menu_words(desk), desk.keymap.hint(a.name), a.icon) for a in actions]
    anchor = buttons[0].rect if buttons else Rect(0, 0, *desk.size)

    def choose(index: int) -> None:
        actions[index].do(desk)

    open_menu(desk.ui, anchor, items, -1, choose)


def in_bar(bar: Bar) -> list[Action]:
    """Those whose buttons stand in ``bar``, in order."""
    return [action for action in ACTIONS if action.bar is bar]


def sections(keymap: Keymap) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """The help: heading, then keys and what they do."""
    for section in Section:
        rows = dict[str, list[str]]()
        for action in ACTIONS:
            if action.section is section:
                rows.setdefault(action.line, []).extend(_shown_keys(keymap, action))
        yield section.value, [(_joined(keys), line) for line, keys in rows.items() if keys]


def _joined(keys: list[str]) -> str:
    """Keys side by side; what many of them are pressed with is said once."""
    bare = [key.removeprefix("Ctrl+") for key in keys]
    if len(keys) > 2 and bare != keys:
        return f"Ctrl and {', '.join(bare)}"
    return "  ".join(keys)


def key_table() -> str:
    """README's table of keys, as Markdown."""
    keymap, _ = make_keymap(Settings())
    rows = ["| key | does |", "|---|---|"]
    for _, lines in sections(keymap):
        rows += [f"| {keys.replace('  ', ', ')} | {line} |" for keys, line in lines]
    return "\n".join(rows)


def _shown_keys(keymap: Keymap, action: Action) -> list[str]:
    """The first key, and the second where it is quite another one, as Enter beside S."""
    names = keymap.keys[action.name]
    count = 2 if action.name == "watch" or action.letter else 1
    return [shown(name) for name in names[:count]]
