"""Keys of actions, and texts that are generated from the table of actions."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from puzzler.game.core.settings import Settings
from puzzler.humanize import sentence
from puzzler.window.common.actions import (
    HelpSection,
    actions,
    make_keymap,
    sections,
    useful_keys,
)
from puzzler.window.common.views import View, views
from puzzler.window.core.keymap import chord
from puzzler.window.toolkit.element import walk
from puzzler.window.toolkit.labels import Text
from tests.window.conftest import Opener, Window

PAGE = Path(__file__).parents[3] / "docs" / "play.md"


@pytest.mark.parametrize(
    ("key", "modifiers", "actions"),
    [
        (pygame.K_UP, 0, ["up"]),
        (pygame.K_LEFT, 0, ["step-back", "left"]),
        (pygame.K_LEFT, pygame.KMOD_LSHIFT, ["ten-back", "step-back", "left"]),
        (pygame.K_s, 0, ["watch"]),
        (pygame.K_z, pygame.KMOD_LCTRL, ["undo", "lesson-undo"]),
        (pygame.K_z, pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT, ["redo"]),
        (pygame.K_n, pygame.KMOD_LSHIFT, ["new", "lesson-mix"]),
        (pygame.K_w, 0, []),
        (pygame.K_n, pygame.KMOD_LCTRL, []),
        (pygame.K_s, pygame.KMOD_LALT, []),
        (pygame.K_s, pygame.KMOD_LMETA, []),
    ],
)
def test_keys_are_mapped_to_actions(key: int, modifiers: int, actions: list[str]) -> None:
    assert make_keymap(Settings())[0].actions(key, modifiers) == actions


def test_a_setting_uses_letters_to_move_tiles_and_enter_to_watch() -> None:
    keymap, _ = make_keymap(Settings(letters_move_tiles=True))
    for key, action in zip("wasd", ("up", "left", "down", "right"), strict=True):
        assert keymap.actions(ord(key), 0) == [action]
    assert keymap.actions(pygame.K_RETURN, 0) == ["watch"]
    assert keymap.hint("watch") == "Enter"


@pytest.mark.parametrize("letters", [False, True])
def test_keys_are_unique(letters: bool) -> None:
    """A key has the same action in all views."""
    keymap, _ = make_keymap(Settings(letters_move_tiles=letters))
    meanings: dict[object, set[str]] = {}
    for action in actions().values():
        for name in keymap.keys[action.name]:
            meanings.setdefault(chord(name), set()).add(action.name)
    shared = {frozenset(names) for names in meanings.values() if len(names) > 1}
    pairs = [
        ("left", "step-back"),
        ("right", "step-forward"),
        ("hint", "lesson-show"),
        ("undo", "lesson-undo"),
        ("new", "lesson-mix"),
    ]
    assert shared == set(map(frozenset, pairs))


def test_every_view_has_a_key_and_every_action_a_view() -> None:
    names = {view.name for view in views()}
    assert [actions()[f"view-{view.name}"].keys for view in views()] == [(v.key,) for v in views()]
    for action in actions().values():
        assert set(action.views) <= names, action.name
        if action.section is HelpSection.WINDOW:
            assert all(action.is_in(view) for view in views()), action.name


def test_the_settings_file_can_assign_keys() -> None:
    keymap, problem = make_keymap(Settings(keys={"hint": ("f5",), "undo": ("ctrl+u", "n")}))
    assert not problem
    assert keymap.actions(pygame.K_F5, 0) == ["hint"]
    assert keymap.actions(pygame.K_h, 0) == ["lesson-show"], "the key of another action"
    assert keymap.actions(pygame.K_n, 0) == ["undo"], "other actions lose the assigned key"
    assert keymap.hint("undo") == "Ctrl+U"


@pytest.mark.parametrize("keys", [{"fly": ("f",)}, {"hint": ("nokey",)}])
def test_invalid_keys_are_named(keys: dict[str, tuple[str, ...]]) -> None:
    keymap, problem = make_keymap(Settings(keys=keys))
    assert "keys that cannot be" in problem
    assert keymap.keys["hint"] == ("h",)


def test_every_row_can_be_read() -> None:
    assert len(actions()) > 80
    for action in actions().values():
        assert action.text[0].isupper()
        assert not action.text.endswith(".")
        for key in action.keys:
            chord(key)
        if action.bar is not None:
            assert action.icon


def test_the_help_lists_every_key_once() -> None:
    keymap, _ = make_keymap(Settings())
    lines = [line for _, rows in sections(keymap) for _, line in rows]
    assert len(lines) == len(set(lines))
    assert [heading for heading, _ in sections(keymap)] == [
        section.value for section in HelpSection
    ]


def test_docs_list_all_keys() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for _, lines in sections(make_keymap(Settings())[0]):
        for keys, line in lines:
            assert f"| {keys.replace('  ', ', ')} | {line} |" in page


@pytest.mark.parametrize("size", [(480, 360), (1280, 800)], ids=str)
@pytest.mark.parametrize("view", views(), ids=lambda view: view.name)
def test_the_help_starts_with_the_current_view(
    open_board: Opener, view: View, size: tuple[int, int]
) -> None:
    window = open_board("1 2/0 3", size=size)
    window.click_cell(3)
    window.settle()
    window.key(chord(view.key)[0], pygame.KMOD_LCTRL)
    assert window.screen.view is view
    window.key(pygame.K_F1)
    lines = window.dialog_words.split("\n")
    assert lines[1].startswith(f"{view.title}: ")
    useful = [sentence(line) for _, line in useful_keys(window.app.keymap, view)]
    assert len(useful) <= 5 and all(window.app.keymap.hint(name) for name in view.useful)
    captions = [*view.picture[0], *view.picture[1], view.picture[2]]
    first = next(at for at, words in enumerate(lines) if words in {s.value for s in HelpSection})
    assert {*useful, *filter(None, captions)} <= set(lines[:first])
    assert not set(useful) & set(lines[first:]), "a key is listed once"
    others = (a for a in actions().values() if sentence(a.help_text) not in useful)
    own = {a.section for a in others if view.name in a.views and a.section}
    assert not own or HelpSection(lines[first]) in own
    others = {a.section for a in actions().values() if not a.is_in(view)} - {
        a.section for a in actions().values() if a.is_in(view)
    }
    assert not {section.value for section in others if section} & set(lines), "keys of other views"
    check_dialog_texts(window)


def test_a_large_window_has_two_columns_of_keys(open_board: Opener) -> None:
    window = open_board("1 2/3 0", size=(1280, 800))
    window.key(pygame.K_F1)
    window.check_dialog()
    titles = {section.value for section in HelpSection}
    root = window.app.ui.top.root
    heads = [e for e in walk(root) if isinstance(e, Text) and e.text in titles and e.rect.width]
    lefts = sorted({head.rect.left for head in heads})
    assert len(lefts) == 2
    first, second = (next(head for head in heads if head.rect.left == left) for left in lefts)
    assert first.rect.top == second.rect.top


@pytest.mark.parametrize("letters", [False, True])
def test_lines_of_the_help_are_complete(open_board: Opener, letters: bool) -> None:
    window = open_board("1 2/3 0", settings=Settings(letters_move_tiles=letters))
    window.key(pygame.K_F1)
    assert window.open == ["help"]
    check_dialog_texts(window)


def check_dialog_texts(window: Window) -> None:
    root = window.app.ui.top.root
    placed = (text for text in walk(root) if isinstance(text, Text) and text.rect.width)
    assert not [text.text for text in placed if text.is_cut]


def test_a_changed_key_is_in_the_tooltips_of_both_bars(window: Window) -> None:
    window.key(pygame.K_2, pygame.KMOD_LCTRL)
    window.settle()
    window.app.set(keys={"pause": ("f9",), "settings": ("f8",)})
    window.frame(2)
    assert [window.find(name).tip.key for name in ("pause", "settings")] == ["F9", "F8"]
