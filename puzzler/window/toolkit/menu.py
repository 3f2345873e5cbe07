"""A menu: a list that opens next to a control and closes when an item is chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pygame import Rect

from puzzler.window.toolkit.cards import Card
from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.element import Element
from puzzler.window.toolkit.layout import Group
from puzzler.window.toolkit.list import Item, List

_MAX_UNITS = 590
"""The maximum height of a menu; longer menus scroll."""
_ENOUGH_UNITS = 190
"""With this much room below the anchor, the menu opens below and scrolls if it is longer."""
MENU = "menu"
"""The key of the menu's layer and of its list."""


class _Beside(Group):
    """A card below ``anchor``, or above it if there is more room."""

    def __init__(self, anchor: Rect, child: List) -> None:
        super().__init__(Card(child, pad=0, floating=True), key="menu card")
        self.anchor, self.list = anchor, child

    def arrange(self, ui: Context, rect: Rect) -> None:
        painter, anchor = ui.painter, self.anchor
        room = rect.inflate(-2 * painter.px(8), -2 * painter.px(8))
        width = max(anchor.width, min(room.width, self.list.widths(ui).preferred))
        gap, margins = painter.px(6), 2 * painter.px(List.MARGIN_UNITS)
        high = len(self.list.items) * self.list.row_height(ui) + margins
        high = min(high, painter.px(_MAX_UNITS))
        below, above = room.bottom - anchor.bottom - gap, anchor.top - gap - room.top
        is_below = below >= min(high, painter.px(_ENOUGH_UNITS)) or below >= above
        place = Rect(anchor.left, anchor.bottom + gap, width, min(high, below))
        if not is_below:
            place.height = min(high, above)
            place.bottom = anchor.top - gap
        self.children[0].place(ui, place.clamp(room))


def open_menu(
    ui: Context,
    anchor: Rect,
    items: Sequence[Item],
    current: int,
    on_choose: Callable[[int], object],
    *,
    marked: int | None = None,
    name: str = "Menu",
) -> None:
    """Open a menu of ``items``; ``on_choose`` is called with the index of the chosen item.

    current: the item with a tick, -1 for none. marked: the item that Enter chooses, by default
    ``current``. name: the name for screen readers.
    """

    def choose(index: int) -> None:
        ui.close(MENU)
        on_choose(index)

    first = current if marked is None else marked

    def build() -> Element:
        rows = List(items, choose, current=current, first=first, on_hover=True, key=MENU)
        rows.accessible_name = name
        rows.shows_focus = False  # a menu always has the focus
        return _Beside(anchor, rows)

    ui.open(build, MENU, is_veiled=False, focus=MENU)
