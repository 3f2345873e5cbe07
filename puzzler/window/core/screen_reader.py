"""Sends the accessibility tree and announcements to screen readers, if accesskit is installed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable
from functools import partial
from importlib.util import find_spec
from itertools import count
from typing import Any

import pygame

from puzzler.board.board import Board
from puzzler.game.core.texts import slide_text
from puzzler.game.lab.state import LabState
from puzzler.humanize import sentence
from puzzler.window.core.display import hidden_window
from puzzler.window.core.window import Window
from puzzler.window.toolkit.element import Access

REQUEST = pygame.event.custom_type()
"""The type of events posted from accesskit's threads when a reader starts or requests an action."""
_SYSTEM: str = sys.platform
EVERY_SECONDS = 0.1
"""The minimum time between two updates while something moves."""


def make_update(kit: Any, nodes: dict[int, tuple[Access, list[int]]]) -> Any:
    """Convert the nodes to an update for accesskit. The first node is the root."""
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
    is_text = access.role == "LABEL"  # accesskit expects its text as the value
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
        value, minimum, maximum = access.number
        node.set_numeric_value(value)
        node.set_min_numeric_value(minimum)
        node.set_max_numeric_value(maximum)
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
        with hidden_window():  # for a visible window accesskit aborts the program
            return kit.windows.SubclassingAdapter(handle, on_start, on_action)
    kit.macos.add_focus_forwarder_to_window_class("SDLWindow")
    return kit.macos.SubclassingAdapter.for_window(handle, on_start, on_action)


# accesskit calls these functions in other threads, so they only post an event


def _start() -> None:
    pygame.event.post(pygame.Event(REQUEST))  # the next frame sends the tree


def _request_action(kit: Any, request: Any) -> None:
    name = next((n for n in _ACTIONS if getattr(kit.Action, n) == request.action), "")
    value = request.data[1] if request.data is not None else ""
    request_fields = {"target": request.target, "action": name, "value": str(value)}
    pygame.event.post(pygame.Event(REQUEST, request_fields))


def _stop() -> None:
    pass  # there is nothing to free


class ScreenReader:
    """Sends the changes of a window. The tree is only described while a screen reader runs."""

    def __init__(self, kit: Any, describe: Callable[[], Access]) -> None:
        """kit: the module accesskit. describe: returns the current accessibility tree."""
        self._kit, self._describe = kit, describe
        self._count = count(1)
        self._numbers: dict[Hashable, int] = {}
        self.is_due = False
        """Whether there are changes that have not been sent."""
        self._nodes: dict[int, tuple[Access, list[int]]] = {}
        self._sent_at = 0.0
        # the adapter must not refer to the window, because the garbage collector cannot see into it
        self._adapter = _adapter(kit, _start, partial(_request_action, kit), _stop)

    def send(self, now: float, *, is_moving: bool) -> None:
        """Send the changes; while something moves, only every 0.1 s. now: in seconds."""
        self.is_due = is_moving and now - self._sent_at < EVERY_SECONDS
        if self.is_due:
            return
        self._sent_at = now
        events = self._adapter.update_if_active(self._update)
        if events is not None:
            events.raise_events()

    def _update(self) -> Any:
        self._nodes = self.number_nodes(self._describe())
        return make_update(self._kit, self._nodes)

    def number_nodes(self, root: Access) -> dict[int, tuple[Access, list[int]]]:
        """Map the number of each node to the node and the numbers of its children.

        An element has the same number in successive trees.
        """
        nodes: dict[int, tuple[Access, list[int]]] = {}
        names: dict[Hashable, int] = {}

        def add(access: Access, path: Hashable) -> int:
            path = path if access.key is None else ("key", access.key)
            if path in names:
                path = path, "again", len(nodes)
            number = self._numbers.get(path) or next(self._count)
            names[path] = number
            children: list[int] = []
            nodes[number] = access, children
            children += [add(child, (path, at)) for at, child in enumerate(access.children)]
            return number

        add(root, "root")
        self._numbers = names
        return nodes

    def handle(self, event: pygame.Event) -> bool:
        """Handle a change of focus or a request. Return True if an action was performed."""
        if event.type in (pygame.WINDOWFOCUSGAINED, pygame.WINDOWFOCUSLOST):
            self._focus(has_focus=event.type == pygame.WINDOWFOCUSGAINED)
        if event.type != REQUEST:
            return False
        access, _ = self._nodes.get(getattr(event, "target", 0), (None, ()))
        action = None if access is None else access.actions.get(event.action)
        if action is not None:
            action(event.value)
        return action is not None

    def _focus(self, *, has_focus: bool) -> None:
        """Send whether the window has the keyboard focus. On Windows the adapter detects it."""
        if _SYSTEM == "darwin":
            events = self._adapter.update_view_focus_state(has_focus)
            if events is not None:
                events.raise_events()
        elif _SYSTEM != "win32":
            self._adapter.update_window_focus_state(has_focus)


_ACTIONS = "CLICK", "FOCUS", "INCREMENT", "DECREMENT", "SET_VALUE"


def open_screen_reader(describe: Callable[[], Access]) -> ScreenReader | None:
    """Create the screen reader, or return None if accesskit is not installed."""
    if find_spec("accesskit") is None:
        return None
    import accesskit

    return ScreenReader(accesskit, describe)


class Announcer:
    """Describes changes since the last call. Without a change the text is the same as before."""

    def __init__(self) -> None:
        self._board: Board | None = None
        self._place = self._coach = self._line = self._text = ""

    def words(self, window: Window) -> str:
        """Return a text such as "8 slides right. 41 moves left." or "Expansion 3: g 2, ..."."""
        shown, line, parts = window.shown, window.line, list[str]()
        advice, is_search = shown.coach.line, shown.lab is not None or shown.race is not None
        coach = "" if advice is None or advice.left.is_computing else advice.text
        # changes of the board during a search are not moves of the player
        board = None if is_search or shown.play.is_covering else shown.play.board
        place = self._place if shown.lab is None or shown.lab.is_running else _place(shown.lab)
        if board is not None and self._board is not None and board != self._board:
            parts.append(slide_text(self._board, board, window.view.skin.words))
        if place != self._place:
            parts.append(place)
        if line != self._line:
            parts.append(line)
        if coach and (coach != self._coach or any(parts)):
            parts.append(coach)
        self._board, self._place, self._line, self._coach = board, place, line, coach
        if any(parts):
            self._text = " ".join(f"{sentence(part).rstrip('.')}." for part in parts if part)
        return self._text


def _place(lab: LabState) -> str:
    expansion = None if lab.glimpse is None else lab.glimpse.expansion
    if expansion is None or lab.is_goal_shown:
        return "the goal" if lab.is_goal_shown else ""
    node = expansion.node
    return f"expansion {lab.expansions:,}: g {node.g:g}, h {node.h:g}, f {node.f:g}"
