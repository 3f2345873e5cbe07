"""A menu: a list that opens beside what was pressed, and closes with the choice."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pygame import Rect

from puzzler.window.toolkit.cards import Card
from puzzler.window.toolkit.cells import Item, List
from puzzler.window.toolkit.element import Context, Element
from puzzler.window.toolkit.layout import Group

_MOST_UNITS = 590
"""The height of the longest; the rest is scrolled."""
_ENOUGH_UNITS = 190
"""With so much room below what was pressed a menu stays there, and scrolls."""
MENU = "menu"
"""The key of its layer, and of its list."""


class _Beside(Group):
    """A card below ``anchor``, or above it where there is little room below."""

    def __init__(self, anchor: Rect, child: List) -> None:
        super().__init__(Card(child, pad=0, floating=True), key="menu card")
        self.anchor, self.list = anchor, child

    def arrange(self, ui: Context, rect: Rect) -> None:
        painter, anchor = ui.painter, self.anchor
        room = rect.inflate(-2 * painter.px(8), -2 * painter.px(8))
        width = max(anchor.width, min(room.width, self.list.widths(ui).wanted))
        gap, margins = painter.px(6), 2 * painter.px(List.MARGIN_UNITS)
        high = len(self.list.items) * self.list.row_height(ui) + margins
        high = min(high, painter.px(_MOST_UNITS))
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
    """Let one of ``items`` be chosen; ``current`` is the one that is chosen now, -1 for none.

    marked: the one that Enter chooses at once, by default ``current``. name: what a screen reader
    calls it.
    """

    def choose(index: int) -> None:
        ui.close(MENU)
        on_choose(index)

    first = current if marked is None else marked

    def build() -> Element:
        rows = List(items, choose, current=current, first=first, on_hover=True, key=MENU)
        rows.accessible_name = name
        rows.shows_focus = False  # it always has the keyboard
        return _Beside(anchor, rows)

    ui.open(build, MENU, is_veiled=False, focus=MENU)
