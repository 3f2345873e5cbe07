"""Tables: rows asked for by pages, captions that sort, and columns that give way."""

from __future__ import annotations

import pygame
import pytest

from puzzler.window.toolkit.element import Element, Tip
from puzzler.window.toolkit.layout import Column
from puzzler.window.toolkit.table import Order, Rows, Table, TableColumn
from tests.window.toolkit.conftest import Hands, Show

MANY = 100_000
COLUMNS = (
    TableColumn("date", "Date", "88 May 2888", is_right=False, priority=9),
    TableColumn("time", "Time", "88:88.8", tip="Of the solve", priority=8),
    TableColumn("seed", "Seed", "8888888888", priority=1, is_sortable=False),
    TableColumn("moves", "Moves", "8,888", priority=7),
)


class Shown:
    """A table of many rows, and what was asked of it."""

    def __init__(self, show: Show, size: tuple[int, int] = (640, 480)) -> None:
        self.asked, self.chosen = list[tuple[int, int]](), list[int]()
        self.order = Order("date")
        self.rows = Rows(MANY, self.fetch)
        self.hands: Hands = show(self.build, size)

    def fetch(self, first: int, count: int) -> list[tuple[str, ...]]:
        self.asked.append((first, count))
        return [(f"day {n}", f"{n}", "seed", f"{n % 99}") for n in range(first, first + count)]

    def sort(self, order: Order) -> None:
        self.order = order

    def build(self) -> Element:
        return Column(
            Table(COLUMNS, self.rows, self.chosen.append, order=self.order, on_sort=self.sort,
                  content=self.order, first=0, empty="No rows.", grow=1, key="table")
        )  # fmt: skip

    @property
    def table(self) -> Table:
        found = self.hands.find("table")
        assert isinstance(found, Table)
        return found

    def caption(self, name: str) -> tuple[int, int]:
        places = self.table.places(self.hands.ui)
        return next(rect for column, rect in places if column.name == name).center


def test_only_the_pages_in_sight_are_asked_for(show: Show) -> None:
    shown = Shown(show)
    assert [first for first, _ in shown.asked] == [0]
    shown.hands.key(pygame.K_TAB)
    shown.hands.key(pygame.K_END)
    shown.hands.key(pygame.K_RETURN)
    assert shown.chosen == [MANY - 1]
    assert all(first >= MANY - 200 for first, _ in shown.asked[1:])
    count = len(shown.asked)
    shown.hands.key(pygame.K_UP)
    assert len(shown.asked) == count, "a page is kept"
    assert list(shown.rows.row(MANY - 1))[:1] == [f"day {MANY - 1}"]


def test_rows_that_have_become_fewer_are_empty() -> None:
    rows = Rows(70, lambda first, count: [("a",)] * max(0, 65 - first))
    assert list(rows.row(64)) == ["a"]
    assert list(rows.row(69)) == []
    assert len(Rows()) == 0 and list(Rows().row(0)) == []


def test_captions_sort_and_turn_by_pointer(show: Show) -> None:
    shown = Shown(show)
    shown.hands.click(shown.caption("time"))
    assert shown.order == Order("time")
    shown.hands.click(shown.caption("time"))
    assert shown.order == Order("time", is_down=False)
    shown.hands.click(shown.caption("seed"))
    assert shown.order.column == "time", "seeds have no order"
    assert shown.chosen == []


def test_captions_sort_by_keyboard_and_the_first_row_is_marked(show: Show) -> None:
    shown = Shown(show)
    hands = shown.hands
    hands.key(pygame.K_TAB)
    hands.key(pygame.K_END)
    hands.key(pygame.K_RIGHT)
    hands.key(pygame.K_RIGHT)
    assert shown.order == Order("moves"), "the seed is passed over"
    assert shown.table.own_state(hands.ui).marked == 0
    hands.key(pygame.K_LEFT, pygame.KMOD_SHIFT)
    assert shown.order == Order("moves", is_down=False)


@pytest.mark.parametrize("width", [640, 320, 240, 160])
def test_where_room_is_scarce_columns_are_left_out_by_priority(show: Show, width: int) -> None:
    shown = Shown(show, (width, 300))
    places = shown.table.places(shown.hands.ui)
    kept = [column.priority for column, _ in places]
    left_out = {column.priority for column in COLUMNS} - set(kept)
    assert all(priority < min(kept) for priority in left_out)
    rects = [rect for _, rect in places]
    assert all(rect.collidelist(rects[:at]) < 0 for at, rect in enumerate(rects))
    assert rects[-1].right <= width


def test_a_caption_says_what_it_means(show: Show) -> None:
    shown = Shown(show)
    table, ui = shown.table, shown.hands.ui
    assert table.tip_at(ui, shown.caption("time")) == Tip("Of the solve")
    assert table.tip_at(ui, shown.caption("date")) is None
