"""The table: only what is seen is asked for, and by hand or keyboard it does what a list does."""

from __future__ import annotations

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"

import itertools
from collections.abc import Iterator

import pygame
import pytest
from pygame import Rect, Surface

from puzzler.window.themes import find_themes, load_theme
from puzzler.window.toolkit.paint import SMALLEST_TARGET, Painter
from puzzler.window.widgets.control import NO_TOUCH, Touch
from puzzler.window.widgets.table import Column, Order, Pages, Table

COLUMNS = (
    Column("number", "Number", "100,000", need=3),
    Column("square", "Square", "10,000,000,000", need=1),
    Column("words", "Words", "a few words", is_right=False, need=2, is_sortable=False),
)
MANY = 100_000


class Store:
    """Has many rows, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, int]] = []

    def fetch(self, first: int, count: int) -> list[tuple[str, ...]]:
        self.asked.append((first, count))
        return [(f"{i}", f"{i * i}", "some words") for i in range(first, min(MANY, first + count))]

    @property
    def read(self) -> int:
        """How many rows were read."""
        return sum(count for _, count in self.asked)


@pytest.fixture(autouse=True)
def screen() -> Iterator[Surface]:
    pygame.display.init()
    pygame.font.init()
    yield pygame.display.set_mode((800, 400))
    pygame.display.quit()
    pygame.font.quit()


class Hands:
    """A table of many rows, and what it asked for."""

    def __init__(self, width: int = 700, scale: float = 1.0, theme: str = "dark") -> None:
        self.painter = Painter(load_theme(theme), scale)
        self.chosen: list[int] = []
        self.orders: list[Order] = []
        self.store = Store()
        self.table = Table(
            "solves",
            COLUMNS,
            self.chosen.append,
            painter=lambda: self.painter,
            on_sort=self.orders.append,
        )
        self.table.rect = Rect(10, 10, width, 300)
        self.table.order = Order("number")
        self.table.show_pages(Pages(MANY, self.store.fetch), 0)

    def draw(self, touch: Touch = NO_TOUCH) -> Surface:
        surface = Surface((800, 400))
        self.table.draw(surface, self.painter, touch)
        return surface

    def click(self, at: tuple[int, int]) -> None:
        self.table.press(at)
        self.table.release(at)

    def caption(self, name: str) -> tuple[int, int]:
        return next(rect.center for column, rect in self.table.places() if column.name == name)


def test_only_what_is_seen_is_read() -> None:
    hands = Hands()
    hands.draw()
    assert hands.store.read <= 200
    hands.table.key(pygame.K_END)
    assert hands.table.marked == MANY - 1
    hands.draw()
    assert hands.store.read <= 400
    for _ in range(50):
        hands.draw()
    assert hands.store.read <= 400, "what was read is kept"
    assert hands.table.pages.row(MANY - 1)[0] == "99999"


def test_few_pages_are_kept() -> None:
    hands = Hands()
    pages = hands.table.pages
    for index in range(0, MANY, 50):
        assert pages.row(index) == (f"{index}", f"{index * index}", "some words")
    assert len(pages._pages) <= 16


def test_rows_that_have_gone_meanwhile_are_blank() -> None:
    store = Store()
    pages = Pages(MANY + 10, store.fetch)
    assert pages.row(MANY + 5) == ()
    hands = Hands()
    hands.table.show_pages(pages)
    hands.table.key(pygame.K_END)
    hands.draw()


def test_a_row_is_chosen_by_click_and_by_enter() -> None:
    hands = Hands()
    height, view = hands.table.row_height(), hands.table._scroll.viewport
    assert height >= SMALLEST_TARGET
    hands.click((view.left + 40, view.top + 2 * height + 5))
    assert hands.chosen == [2]
    hands.table.key(pygame.K_DOWN)
    hands.table.key(pygame.K_RETURN)
    assert hands.chosen == [2, 3]


def test_a_caption_sorts_and_a_second_click_turns() -> None:
    hands = Hands()
    hands.click(hands.caption("square"))
    assert hands.orders[-1] == Order("square")
    hands.table.order = hands.orders[-1]
    hands.click(hands.caption("square"))
    assert hands.orders[-1] == Order("square", is_down=False)
    count = len(hands.orders)
    hands.click(hands.caption("words"))
    assert len(hands.orders) == count, "nothing is sorted by this one"
    assert not hands.chosen


def test_the_keyboard_sorts_too() -> None:
    hands = Hands()
    hands.table.key(pygame.K_RIGHT)
    assert hands.orders == [Order("square")]
    hands.table.order = hands.orders[-1]
    hands.table.key(pygame.K_LEFT, pygame.KMOD_LSHIFT)
    assert hands.orders[-1] == Order("square", is_down=False)
    hands.table.key(pygame.K_RIGHT)
    assert len(hands.orders) == 2, "there is none further on"


@pytest.mark.parametrize("theme", find_themes())
@pytest.mark.parametrize(("width", "scale"), [(700, 1.0), (280, 1.0), (200, 0.75), (780, 1.35)])
def test_where_room_is_scarce_columns_go(theme: str, width: int, scale: float) -> None:
    hands = Hands(width, scale, theme)
    hands.draw(Touch((60, 60)))
    places = hands.table.places()
    assert places[0][0].name == "number", "the one that is needed most"
    rects = [rect for _, rect in places]
    assert all(hands.table.rect.contains(rect) for rect in rects)
    assert all(one.right < other.left for one, other in itertools.pairwise(rects))
    if width != 200:
        assert len(places) == (3 if width >= 700 else 2)


def test_an_empty_table_says_so() -> None:
    hands = Hands()
    hands.table.show_pages(Pages())
    hands.table.empty = "Nothing here yet."
    hands.draw()
    assert not hands.table.key(pygame.K_DOWN)
    assert not hands.table.key(pygame.K_RIGHT)
    hands.click((100, 100))
    assert not hands.chosen
    assert hands.table.pages.row(0) == ()


def test_rows_shown_anew_keep_their_place() -> None:
    hands = Hands()
    hands.table.wheel(40)
    before = hands.table.row_at((100, 200))
    hands.table.show_pages(Pages(MANY - 1, hands.store.fetch), before, keeps_place=True)
    assert hands.table.row_at((100, 200)) == before
