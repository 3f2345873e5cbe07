"""Tables: only visible rows are read, and captions sort by pointer and keyboard."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pygame
import pytest

from puzzler.window.toolkit.paint import SMALLEST_TARGET
from puzzler.window.toolkit.table import Rows, SortOrder, Table, TableColumn
from tests.window.toolkit.conftest import Hands, Show

COLUMNS = (
    TableColumn("number", "Number", "100,000", "From 0 on", priority=3),
    TableColumn("square", "Square", "10,000,000,000", priority=1),
    TableColumn("words", "Words", "a few words", is_right=False, priority=2, is_sortable=False),
)
MANY = 100_000


class Case:
    """A table of many rows that records reads and requests."""

    def __init__(
        self, show: Show, *, count: int = MANY, width: int = 700, scale: float = 1.0
    ) -> None:
        self.read = 0
        self.rows = Rows(count, self.fetch)
        self.order = SortOrder("number")
        self.sorted: list[SortOrder] = []
        self.chosen: list[int] = []
        self.hands: Hands = show(self.build, (width, 300), scale)
        self.hands.ui.focus("table")

    def fetch(self, first: int, count: int) -> list[tuple[str, ...]]:
        self.read += count
        return [(f"{i}", f"{i * i}", "some words") for i in range(first, min(MANY, first + count))]

    def build(self) -> Table:
        return Table(COLUMNS, self.rows, self.chosen.append, order=self.order, on_sort=self.sort,
                     empty="Nothing here yet.", key="table")  # fmt: skip

    def sort(self, order: SortOrder) -> None:
        self.order = order
        self.sorted.append(order)
        self.hands.ui.rebuild()

    @property
    def table(self) -> Table:
        table = self.hands.find("table")
        assert isinstance(table, Table)
        return table

    def click_caption(self, name: str) -> None:
        places = self.table.places(self.hands.ui)
        self.hands.click(next(rect.center for column, rect in places if column.name == name))


def test_only_visible_rows_are_read(show: Show) -> None:
    case = Case(show)
    assert case.read <= 200
    case.hands.key(pygame.K_END)
    assert case.table.own_state(case.hands.ui).marked == MANY - 1
    read = case.read
    assert read <= 400
    for _ in range(50):
        case.hands.ui.refresh()
        case.hands.frame()
    assert case.read == read, "rows are cached"
    assert case.rows.row(MANY - 1)[0] == "99999"


def test_few_pages_are_cached_and_any_row_can_be_read_again() -> None:
    requests: list[int] = []

    def fetch(first: int, count: int) -> list[tuple[str]]:
        requests.append(first)
        return [(f"{number}",) for number in range(first, first + count)]

    rows = Rows(MANY, fetch)
    for index in range(0, MANY, 50):
        assert rows.row(index) == (f"{index}",)
    read = len(requests)
    rows.row(MANY - 50)
    assert len(requests) == read
    assert rows.row(0) == ("0",)
    assert len(requests) == read + 1


def test_a_row_is_chosen_by_click_and_by_enter(show: Show) -> None:
    case = Case(show)
    row = case.table.cell_rect(case.hands.ui, 2)
    assert row.height >= SMALLEST_TARGET
    case.hands.click(row.center)
    assert case.chosen == [2]
    case.hands.ui.focus("table")
    case.hands.key(pygame.K_DOWN)
    case.hands.key(pygame.K_RETURN)
    assert case.chosen == [2, 3]


def test_a_caption_sorts_and_a_second_click_reverses(show: Show) -> None:
    case = Case(show)
    case.click_caption("square")
    case.click_caption("square")
    case.click_caption("words")
    assert case.sorted == [SortOrder("square"), SortOrder("square", is_down=False)]
    assert not case.chosen


def test_the_keyboard_sorts_too(show: Show) -> None:
    case = Case(show)
    case.hands.key(pygame.K_RIGHT)
    case.hands.key(pygame.K_LEFT, pygame.KMOD_LSHIFT)
    case.hands.key(pygame.K_RIGHT)
    assert case.sorted == [SortOrder("square"), SortOrder("square", is_down=False)], (
        "there is no further row"
    )


@pytest.mark.parametrize(("width", "scale"), [(700, 1.0), (280, 1.0), (200, 0.75), (780, 1.35)])
def test_in_narrow_tables_columns_are_hidden(show: Show, width: int, scale: float) -> None:
    case = Case(show, width=width, scale=scale)
    places = case.table.places(case.hands.ui)
    assert places[0][0].name == "number", "the most important column"
    rects = [rect for _, rect in places]
    assert all(case.table.rect.contains(rect) for rect in rects)
    assert all(one.right < other.left for one, other in itertools.pairwise(rects))
    if width != 200:
        assert len(places) == (3 if width >= 700 else 2)


def test_a_caption_has_a_tooltip(show: Show) -> None:
    case = Case(show)
    case.hands.point(case.table.places(case.hands.ui)[0][1].center)
    case.hands.frame(1)
    case.hands.frame(1)
    assert case.hands.ui.tip is not None
    assert case.hands.ui.tip.text == "From 0 on"


def test_an_empty_table_cannot_be_chosen_or_sorted(show: Show) -> None:
    case = Case(show, count=0)
    for key in (pygame.K_DOWN, pygame.K_RIGHT, pygame.K_RETURN):
        case.hands.key(key)
    case.hands.click((100, 100))
    assert not case.chosen and not case.sorted
    assert Rows().row(0) == Case(show, count=MANY + 10).rows.row(MANY + 5) == ()


def test_rows_that_are_read_again_keep_their_position(show: Show) -> None:
    case = Case(show)
    case.hands.point((100, 200))
    case.hands.wheel(40)
    before = case.table.cell_at(case.hands.ui, (100, 200))
    assert before > 10
    case.rows = Rows(MANY - 1, case.fetch)
    case.hands.again()
    assert case.table.cell_at(case.hands.ui, (100, 200)) == before


def test_spare_room_goes_to_a_column_with_wider_texts(show: Show) -> None:
    plain, widened = (
        Table((replace(COLUMNS[0], widest=widest), COLUMNS[1]), Rows(), None, key="table")
        for widest in ("", "a text that is much wider than the sample")
    )
    widths = []
    for table in (plain, widened):
        hands = show(lambda table=table: table, (700, 300))
        widths.append([rect.width for _, rect in table.places(hands.ui)])
    assert widths[1][0] > widths[0][0] and widths[1][1] == widths[0][1]


def test_rows_that_no_longer_exist_are_empty(show: Show) -> None:
    case = Case(show, count=MANY + 1)
    assert case.rows.row(MANY) == () and case.rows.row(MANY - 1)[0] == f"{MANY - 1}"
    case.hands.key(pygame.K_END)
    assert case.table.own_state(case.hands.ui).marked == MANY


def test_a_press_on_a_row_does_not_sort(show: Show) -> None:
    case = Case(show)
    _, caption = case.table.places(case.hands.ui)[1]
    case.hands.press(case.table.cell_rect(case.hands.ui, 2).center)
    case.hands.release(caption.center)
    assert (case.sorted, case.chosen) == ([], [])


def test_a_row_below_the_captions_is_not_chosen(show: Show) -> None:
    case = Case(show)
    case.hands.point(case.table.rect.center)
    case.hands.wheel(1)
    case.table.own_state(case.hands.ui).scrolled.by(-10)
    case.hands.click((case.table.rect.centerx, case.table.view(case.hands.ui).top - 3))
    assert case.chosen == []


def test_an_empty_table_is_not_sorted_by_keys(show: Show) -> None:
    case = Case(show, count=0)
    assert not case.hands.key(pygame.K_RIGHT)
    assert case.sorted == []
