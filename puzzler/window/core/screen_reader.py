"""Hands the tree of accessibility to the screen readers of the system, where accesskit is there."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable
from functools import partial
from importlib.util import find_spec
from itertools import count
from typing import Any

import pygame

from puzzler.window.core.display import hidden_window
from puzzler.window.toolkit.access import Access

ASKED = pygame.event.custom_type()
"""A screen reader has come, or wants an action done: accesskit tells from threads of its own."""
_SYSTEM: str = sys.platform
_EVERY_SECONDS = 0.1
"""While something moves the tree is told so often at most."""


class Numbers:
    """The same number for the same element, from one tree to the next."""

    def __init__(self) -> None:
        self._count = count(1)
        self._numbers: dict[Hashable, int] = {}

    def numbered(self, root: Access) -> dict[int, tuple[Access, list[int]]]:
        """Every node of the tree by its number, with the numbers of its children."""
        nodes: dict[int, tuple[Access, list[int]]] = {}
        names: dict[Hashable, int] = {}

        def add(access: Access, path: Hashable) -> int:
            path = path if access.key is None else ("key", access.key)
            if path in names:
                path = path, "again", len(nodes)
            number = self._numbers.get(path) or self._numbers.setdefault(path, next(self._count))
            names[path] = number
            children: list[int] = []
            nodes[number] = access, children
            children += [add(child, (path, at)) for at, child in enumerate(access.children)]
            return number

        add(root, "root")
        self._numbers = names
        return nodes


def make_update(kit: Any, nodes: dict[int, tuple[Access, list[int]]]) -> Any:
    """The nodes as accesskit takes them; the first one is the root."""
    root = next(iter(nodes))
    focus = next((number for number, (access, _) in nodes.items() if access.has_focus), root)
    update = kit.TreeUpdate(focus)
    update.tree = kit.Tree(root)
    for number, (access, children) in nodes.items():
        update.nodes.append((number, _node(kit, access, children)))
    return update


def _node(kit: Any, access: Access, children: list[int]) -> Any:
    node = kit.Node(getattr(kit.Role, access.role))
    rect = access.rect
    node.set_bounds(kit.Rect(rect.left, rect.top, rect.right, rect.bottom))
    node.set_children(children)
    is_text = access.role == "LABEL"  # its words are its value
    if access.name:
        (node.set_value if is_text else node.set_label)(access.name)
    if access.value:
        node.set_value(access.value)
    if access.note:
        node.set_description(access.note)
    if not access.is_enabled:
        node.set_disabled()
    if access.is_on is not None:
        node.set_toggled(kit.Toggled.TRUE if access.is_on else kit.Toggled.FALSE)
    if access.is_selected is not None:
        node.set_selected(access.is_selected)
    if access.is_live:
        node.set_live(kit.Live.POLITE)
    if access.role == "DIALOG":
        node.set_modal()
    if access.number is not None:
        now, least, most = access.number
        node.set_numeric_value(now)
        node.set_min_numeric_value(least)
        node.set_max_numeric_value(most)
        node.set_numeric_value_step(1)
    if access.size is not None:
        node.set_row_count(access.size[0])
        node.set_column_count(access.size[1])
    if access.place is not None:
        node.set_row_index(access.place[0])
        node.set_column_index(access.place[1])
    for name in access.actions:
        node.add_action(getattr(kit.Action, name))
    return node


def _adapter(kit: Any, on_start: Any, on_action: Any, on_stop: Any) -> Any:
    if _SYSTEM not in ("win32", "darwin"):
        return kit.unix.Adapter(on_start, on_action, on_stop)
    handle = pygame.display.get_wm_info()["window"]
    if _SYSTEM == "win32":
        with hidden_window():  # for a visible one it ends the program
            return kit.windows.SubclassingAdapter(handle, on_start, on_action)
    kit.macos.add_focus_forwarder_to_window_class("SDLWindow")
    return kit.macos.SubclassingAdapter.for_window(handle, on_start, on_action)


# accesskit calls these three from other threads: what they want is done with the next event


def _start() -> None:
    pygame.event.post(pygame.Event(ASKED))  # the tree follows with the next frame


def _ask(kit: Any, request: Any) -> None:
    name = next((n for n in _ACTIONS if getattr(kit.Action, n) == request.action), "")
    value = request.data[1] if request.data is not None else ""
    asked = {"target": request.target, "action": name, "value": str(value)}
    pygame.event.post(pygame.Event(ASKED, asked))


def _stop() -> None:
    pass  # nothing is kept that it would free


class ScreenReader:
    """Follows a window. While no screen reader runs nothing is described."""

    def __init__(self, kit: Any, describe: Callable[[], Access]) -> None:
        """``kit`` is the module accesskit; ``describe`` makes the tree as it is now."""
        self._kit, self._describe = kit, describe
        self._numbers = Numbers()
        self.is_due = False
        """Something has changed that was not told yet."""
        self._nodes: dict[int, tuple[Access, list[int]]] = {}
        self._told_at = 0.0
        # what the adapter holds is hidden from the garbage collector: it must not hold the window
        self._adapter = _adapter(kit, _start, partial(_ask, kit), _stop)

    def follow(self, now: float, *, is_moving: bool) -> None:
        """Tell of what has changed, where somebody listens."""
        self.is_due = is_moving and now - self._told_at < _EVERY_SECONDS
        if self.is_due:
            return
        self._told_at = now
        events = self._adapter.update_if_active(self._update)
        if events is not None:
            events.raise_events()

    def _update(self) -> Any:
        self._nodes = self._numbers.numbered(self._describe())
        return make_update(self._kit, self._nodes)

    def takes(self, event: pygame.Event) -> bool:
        """Follow the window's focus, and do what was asked for; True where something was done."""
        if event.type in (pygame.WINDOWFOCUSGAINED, pygame.WINDOWFOCUSLOST):
            self._focus(has_focus=event.type == pygame.WINDOWFOCUSGAINED)
        if event.type != ASKED:
            return False
        access, _ = self._nodes.get(getattr(event, "target", 0), (None, ()))
        action = None if access is None else access.actions.get(event.action)
        if action is not None:
            action(event.value)
        return action is not None

    def _focus(self, *, has_focus: bool) -> None:
        """The window has the keyboard, or has it no more; on Windows the adapter sees that."""
        if _SYSTEM == "darwin":
            events = self._adapter.update_view_focus_state(has_focus)
            if events is not None:
                events.raise_events()
        elif _SYSTEM != "win32":
            self._adapter.update_window_focus_state(has_focus)


_ACTIONS = "CLICK", "FOCUS", "INCREMENT", "DECREMENT", "SET_VALUE"


def open_screen_reader(describe: Callable[[], Access]) -> ScreenReader | None:
    """None where the package is not installed, or there is nothing to talk to."""
    if find_spec("accesskit") is None:
        return None
    import accesskit

    return ScreenReader(accesskit, describe)
