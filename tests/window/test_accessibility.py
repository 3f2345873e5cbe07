"""The tree for screen readers: every control is in it, has a name and can be used."""

from __future__ import annotations

import gc
import weakref
from types import SimpleNamespace
from typing import Any

import accesskit
import pygame
import pytest

from puzzler.board import Board
from puzzler.game.core.settings import Settings
from puzzler.game.core.texts import slide_text
from puzzler.humanize import clock_time
from puzzler.window.common.actions import actions
from puzzler.window.common.views import go_to, views
from puzzler.window.core import screen_reader
from puzzler.window.core.screen_reader import REQUEST, ScreenReader
from puzzler.window.main.loop import GameLoop
from puzzler.window.toolkit.control import Control
from puzzler.window.toolkit.element import Access
from puzzler.window.toolkit.field import Field
from puzzler.window.toolkit.scroll import Thumb
from tests.naive import distances_from
from tests.window.conftest import NEAR, Opener, Window
from tools.print_accessibility import BOARD, as_text, scenes, use, walk


def tree(window: Window) -> Access:
    window.settle()
    return window.screen.describe()


def node(window: Window, name: str, role: str = "") -> Access:
    every = tree(window).walk()
    return next(a for a in every if a.name.startswith(name) and role in ("", a.role))


def check(window: Window) -> None:
    root = tree(window)
    by_key = {access.key: access for access in root.walk() if access.key is not None}
    for target in window.ui.top.frame.targets:
        control = target.element
        if not isinstance(control, Control) or isinstance(control, Thumb):
            continue
        access = by_key.get(control.key)
        assert access is not None, (control.key, as_text(root))
        assert access.name or access.role == "GRID", access
        if not isinstance(control, Field):  # which handles every key
            assert not control.key_down(window.app.ui, pygame.K_F12, 0), access
        if control.is_enabled and control.takes_focus:
            assert "FOCUS" in access.actions, access
            access.actions["FOCUS"]("")
            window.frame()
            assert window.focused == control.key
            focused = [each for each in window.screen.describe().walk() if each.has_focus]
            assert len(focused) == 1, control.key
        can = access.actions.keys() | {name for a in access.children for name in a.actions}
        if control.is_enabled and access.role not in ("GRID", "IMAGE", "LIST_BOX"):
            assert can - {"FOCUS"}, access
    for access in root.walk():
        is_plain = access.role in ("WINDOW", "LABEL", "DIALOG", "MENU")
        assert is_plain or access.name, access


def test_every_control_has_a_name_and_can_be_focused(open_board: Opener) -> None:
    distances_from(Board.solved(3, 3))  # resolved before a frame needs them
    window = open_board(BOARD, knows=True)
    names = []

    def settle() -> None:
        window.wait_for(lambda: not window.session.activity.is_busy)
        window.settle()

    for name in walk(window.screen, settle):
        check(window)
        names.append(name)
    assert names == list(scenes())


def test_the_board_is_a_grid_whose_cells_slide(open_board: Opener) -> None:
    window = open_board("1 2 3/4 5 6/0 7 8", settings=Settings(coach=True))
    assert node(window, "Coach", "BUTTON").is_on
    grid = node(window, "Board", "GRID")
    assert grid.size == (3, 3)
    assert [cell.place for cell in grid.children] == [divmod(cell, 3) for cell in range(9)]
    assert grid.children[8].name == "8, row 3, column 3, can move"
    assert grid.children[1].name == "2, row 1, column 2"
    assert not grid.children[1].actions
    use(window.screen, "7, row 3")
    assert str(window.play.board) == "1 2 3/4 5 6/7 0 8"
    live = [access.name for access in tree(window).walk() if access.is_live]
    assert live[0].startswith("7 slides left.")


def test_in_the_editor_cells_can_be_swapped(open_board: Opener) -> None:
    window = open_board(BOARD)
    actions()["edit"].do(window.app)
    use(window.screen, "1, row 1, column 1, can be swapped")
    assert node(window, "1, row 1", "CELL").name.endswith("selected")
    use(window.screen, "2, row 1")
    assert str(window.play.board) == "2 1 3/4 5 6/0 7 8"


def test_in_the_lab_the_status_has_the_moment_of_the_search(open_board: Opener) -> None:
    window = open_board(BOARD)
    for action in ("view-lab", "step-forward", "step-forward"):
        actions()[action].do(window.app)
        window.wait_for(lambda: not window.session.activity.is_busy)
        window.settle()
    (live,) = (access.name for access in tree(window).walk() if access.is_live)
    assert live.startswith("Expansion 2: g 1, h 1, f 2.")
    names = [access.name for access in tree(window).walk()]
    assert "g 1 + h 1 = f 2" in names


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("1 2 3/4 5 6/0 7 8", "1 2 3/4 5 6/7 0 8", "7 slides left"),
        ("1 2 3/4 5 6/0 7 8", "1 2 3/4 5 6/7 8 0", "7 and 8 slide left"),
        ("1 2 3/4 5 6/7 0 8", "1 0 3/4 2 6/7 5 8", "2 and 5 slide down"),
        ("1 2 3/4 5 6/7 0 8", "8 2 3/4 5 6/7 0 1", ""),
        ("1 2 3/4 5 0", "1 2 3/4 5 6/7 8 0", ""),
    ],
)
def test_changes_are_announced(before: str, after: str, words: str) -> None:
    assert slide_text(Board.parse(before), Board.parse(after)) == words


def test_actions_of_a_screen_reader_operate_the_controls(open_board: Opener) -> None:
    window = open_board(NEAR)

    def press(name: str, action: str = "CLICK", value: str = "", role: str = "") -> None:
        use(window.screen, name, action, value, role)
        window.ui.rebuild()
        window.settle()

    press("4×4")
    assert window.play.board.size == (4, 4)
    press("Settings")
    press("Sound", role="TAB")
    assert node(window, "Volume", "SLIDER").number is not None
    press("Volume", "SET_VALUE", "30", "SLIDER")
    assert window.session.settings.volume == pytest.approx(0.3)
    press("Volume", "SET_VALUE", "loud", "SLIDER")
    assert window.session.settings.volume == pytest.approx(0.3)
    press("Volume", "INCREMENT", role="SLIDER")
    assert window.session.settings.volume == pytest.approx(0.35)
    switch = next(a for a in tree(window).walk() if a.role == "SWITCH")
    press(switch.name, role="SWITCH")
    assert node(window, switch.name, "SWITCH").is_on is not switch.is_on
    press("Close")
    assert not window.ui.is_covered


class FakeKit(SimpleNamespace):
    """A fake of accesskit 0.7 that records its arguments."""

    def __init__(self) -> None:
        names = SimpleNamespace(**{n: n for n in ("CLICK", "FOCUS", "INCREMENT", "DECREMENT",
                                                  "SET_VALUE")})  # fmt: skip
        super().__init__(Action=names, updates=[], on_action=None, is_active=False)

    def adapter(self, *handlers: Any) -> FakeKit:
        self.on_action = handlers[1]
        return self

    def update_if_active(self, factory: Any) -> None:
        if self.is_active:
            self.updates.append(factory())


def test_on_windows_the_adapter_is_created_before_the_window_is_visible(
    open_board: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_board("1 2 3/4 5 6/0 7 8")
    monkeypatch.setattr(screen_reader, "_SYSTEM", "win32")
    monkeypatch.setattr(pygame.display, "get_wm_info", lambda: {"window": 7})
    calls: list[tuple[int, bool]] = []
    kit: Any = SimpleNamespace(windows=SimpleNamespace(
        SubclassingAdapter=lambda handle, *_: calls.append((handle, pygame.display.get_active()))
    ))  # fmt: skip
    screen_reader._adapter(kit, None, None, None)
    assert (calls, pygame.display.get_active()) == ([(7, False)], True)


def test_a_screen_reader_receives_changes_and_sends_actions(
    open_board: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, kit = open_board("1 2 3/4 5 6/0 7 8"), FakeKit()
    window.settle()
    monkeypatch.setattr(screen_reader, "_adapter", FakeKit.adapter)
    monkeypatch.setattr(screen_reader, "make_update", lambda kit, nodes: nodes)
    reader = ScreenReader(kit, window.screen.describe)
    reader.send(1.0, is_moving=False)
    assert not kit.updates  # no screen reader is active
    kit.is_active = True
    reader.send(2.0, is_moving=False)
    first = kit.updates[-1]
    number = next(n for n, (access, _) in first.items() if access.name.startswith("7, row 3"))
    pygame.event.clear()
    kit.on_action(SimpleNamespace(action="CLICK", target=number, data=None))
    (event,) = [event for event in pygame.event.get() if event.type == REQUEST]
    assert reader.handle(event)
    window.settle()
    assert str(window.play.board) == "1 2 3/4 5 6/7 0 8"
    reader.send(2.05, is_moving=True)
    assert reader.is_due
    assert len(kit.updates) == 1
    reader.send(2.1, is_moving=False)
    assert set(first) & set(kit.updates[-1]), "numbers of nodes must not change"
    same = {n for n, (access, _) in first.items() if access.key == ("cell", 8)}
    assert same == {n for n, (a, _) in kit.updates[-1].items() if a.key == ("cell", 8)}


def test_a_running_clock_changes_once_a_second_for_screen_readers(open_board: Opener) -> None:
    window = open_board("8 6 7/2 5 4/3 0 1")
    window.click_cell(8)
    window.settle()
    names = list[set[str]]()
    for _ in range(2):
        window.now += 0.01
        window.frame()
        names.append({access.name for access in window.screen.describe().walk()})
    assert window.play.is_timing and names[0] == names[1]
    assert f"Time {clock_time(window.play.seconds)}" in names[0]


def test_a_running_clock_is_not_sent_in_every_frame(open_board: Opener) -> None:
    window = open_board("8 6 7/2 5 4/3 0 1")
    loop = GameLoop(window.screen, clock=lambda: window.now)
    window.click_cell(8)
    window.settle()
    assert loop._changes_soon() and not window.screen.is_moving
    window.key(pygame.K_SPACE)
    window.settle()
    assert not loop._changes_soon()


def test_accesskit_accepts_every_view(open_board: Opener) -> None:
    window = open_board(NEAR)
    for view in views():
        go_to(view, window.app)
        nodes = ScreenReader(accesskit, window.screen.describe).number_nodes(tree(window))
        update = screen_reader.make_update(accesskit, nodes)
        assert len(update.nodes) == len(nodes)
        children = [child for _, inner in nodes.values() for child in inner]
        assert sorted([*children, next(iter(nodes))]) == sorted(nodes)


def test_accesskit_does_not_keep_a_window_alive() -> None:
    class Screen:
        def describe(self) -> Access:
            return Access(role="WINDOW")

    screen = Screen()
    reader = ScreenReader(accesskit, screen.describe)
    reader.send(1.0, is_moving=False)
    reference = weakref.ref(screen)
    screen.reader = reader  # like a window and its loop
    del screen, reader
    gc.collect()
    assert reference() is None
