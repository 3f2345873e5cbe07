"""Lists and grids of equal cells: selection, scrolling, and drawing of visible cells."""

from __future__ import annotations

import pygame
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pygame import Rect, Surface

from puzzler.window.toolkit.cells import Cell, Cells
from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.element import Element
from puzzler.window.toolkit.layout import Column
from puzzler.window.toolkit.list import Item, List
from tests.window.toolkit.conftest import Hands, Show

UP, DOWN, ENTER = pygame.K_UP, pygame.K_DOWN, pygame.K_RETURN


class Tiles(Cells):
    """Cells of 100 by 60 in as many columns as fit."""

    GAP_UNITS = 4
    drawn_cells: list[int]

    def columns(self, ui: Context, width: int) -> int:
        return max(1, width // 100)

    def row_height(self, ui: Context) -> int:
        return 60

    def draw_cell(self, ui: Context, surface: Surface, cell: Cell) -> None:
        self.drawn_cells.append(cell.index)
        surface.fill("white", cell.rect)


class Chosen:
    def __init__(self, show: Show, count: int, *, is_grid: bool = False, **options: object) -> None:
        self.count, self.is_grid, self.options = count, is_grid, options
        self.chosen, self.drawn_cells = list[int](), list[int]()
        self.content: object = "first"
        self.hands: Hands = show(self.build)

    def build(self) -> Element:
        options = {"content": self.content, "key": "cells", "grow": 1, **self.options}
        cells: Cells
        if self.is_grid:
            cells = Tiles(self.count, self.chosen.append, **options)  # type: ignore[arg-type]
            cells.drawn_cells = self.drawn_cells
        else:
            items = [Item(f"row {number}", "note", "play") for number in range(self.count)]
            cells = List(items, self.chosen.append, **options)  # type: ignore[arg-type]
        return Column(cells)

    @property
    def cells(self) -> Cells:
        found = self.hands.find("cells")
        assert isinstance(found, Cells)
        return found

    @property
    def marked(self) -> int:
        return self.cells.own_state(self.hands.ui).marked

    def rect(self, index: int) -> Rect:
        return self.cells.cell_rect(self.hands.ui, index)


def test_keys_select_and_enter_chooses(show: Show) -> None:
    rows = Chosen(show, 100)
    hands = rows.hands
    hands.key(pygame.K_TAB)
    assert not hands.key(ENTER), "no cell is selected"
    for key, marked in (
        (DOWN, 0), (DOWN, 1), (UP, 0), (UP, 0), (pygame.K_END, 99), (pygame.K_HOME, 0)
    ):  # fmt: skip
        hands.key(key)
        assert rows.marked == marked
        assert rows.cells.view(hands.ui).contains(rows.rect(marked))
    hands.key(pygame.K_PAGEDOWN)
    assert rows.marked > 5
    hands.key(ENTER)
    assert rows.chosen == [rows.marked]


def test_a_click_chooses_or_first_selects(show: Show) -> None:
    rows = Chosen(show, 5)
    rows.hands.click(rows.rect(2).center)
    assert rows.chosen == [2]
    marks: list[int] = []
    rows = Chosen(show, 5, on_mark=marks.append)
    for _ in range(2):
        rows.hands.click(rows.rect(3).center)
    assert (marks, rows.chosen) == ([3], [3])


def test_new_contents_start_at_the_top(show: Show) -> None:
    rows = Chosen(show, 200, first=0)
    hands = rows.hands
    assert rows.marked == 0
    hands.key(pygame.K_TAB)
    hands.key(pygame.K_END)
    rows.count = 300
    hands.again()
    assert rows.marked == 199, "the same contents with more cells"
    rows.content = "second"
    hands.again()
    assert (rows.marked, rows.cells.in_sight(hands.ui).start) == (0, 0)


def test_a_new_selection_is_scrolled_into_view(show: Show) -> None:
    rows = Chosen(show, 500, marked=400)
    assert rows.cells.view(rows.hands.ui).contains(rows.rect(400))


def test_a_list_without_rows_has_a_text(show: Show) -> None:
    rows = Chosen(show, 0, empty="No rows.")
    rows.hands.key(pygame.K_TAB)
    assert not rows.hands.key(DOWN)
    rows.hands.click(rows.cells.rect.center)
    assert rows.chosen == []


def test_only_visible_cells_are_drawn(show: Show) -> None:
    tiles = Chosen(show, 100_000, is_grid=True)
    assert set(tiles.drawn_cells) <= set(tiles.cells.in_sight(tiles.hands.ui))
    tiles.hands.point(tiles.rect(0).center)
    tiles.drawn_cells.clear()
    tiles.hands.wheel(40)
    assert 0 < len(set(tiles.drawn_cells)) < 120 and min(tiles.drawn_cells) > 50


def test_a_cell_is_cut_at_the_edge_of_the_view(show: Show) -> None:
    tiles = Chosen(show, 500, is_grid=True)
    view, surface = tiles.cells.view(tiles.hands.ui), tiles.hands.surface
    last = tiles.rect(tiles.cells.in_sight(tiles.hands.ui)[-1])
    assert last.top < view.bottom < last.bottom
    assert surface.get_at((last.centerx, view.bottom - 1)) == pygame.Color("white")
    assert surface.get_at((last.centerx, view.bottom)) == pygame.Color("black")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(count=st.integers(1, 60), offset=st.integers(0, 3000))
def test_cells_do_not_overlap_and_are_found_by_position(
    show: Show, count: int, offset: int
) -> None:
    tiles = Chosen(show, count, is_grid=True)
    ui, cells = tiles.hands.ui, tiles.cells
    cells.own_state(ui).scrolled.by(offset)
    rects = [tiles.rect(index) for index in range(count)]
    assert all(rect.collidelist(rects[:index]) < 0 for index, rect in enumerate(rects))
    view = cells.view(ui)
    for index, rect in enumerate(rects):
        visible = rect.clip(view)
        if visible.width and visible.height:
            assert cells.cell_at(ui, visible.center) == index
            assert index in cells.in_sight(ui)


def test_arrow_keys_move_in_two_dimensions(show: Show) -> None:
    tiles = Chosen(show, 50, is_grid=True, first=0)
    hands = tiles.hands
    hands.key(pygame.K_TAB)
    columns = tiles.cells.columns(hands.ui, tiles.cells.view(hands.ui).width)
    assert columns > 3
    hands.key(pygame.K_RIGHT)
    hands.key(DOWN)
    assert tiles.marked == columns + 1


def test_a_press_chooses_the_row_on_which_it_is_released(show: Show) -> None:
    rows = Chosen(show, 5, on_mark=print)
    rows.hands.press(rows.rect(1).center)
    rows.hands.release(rows.rect(3).center)
    assert (rows.chosen, rows.marked) == ([], -1)
    rows = Chosen(show, 5)
    rows.hands.click(rows.rect(3).center)
    assert (rows.chosen, rows.marked) == ([3], 3), "Enter chooses the same row"


def test_a_shorter_list_has_its_mark_on_the_last_row(show: Show) -> None:
    rows = Chosen(show, 50, first=0)
    rows.hands.key(pygame.K_TAB)
    rows.hands.key(pygame.K_END)
    rows.count = 3
    rows.hands.again()
    rows.hands.key(ENTER)
    assert (rows.marked, rows.chosen) == (2, [2])


def test_a_mark_of_the_program_is_scrolled_into_view_once(show: Show) -> None:
    rows = Chosen(show, 500, marked=3)
    rows.options["marked"] = 400
    rows.hands.again()
    assert rows.cells.view(rows.hands.ui).contains(rows.rect(400))
    rows.hands.point(rows.cells.rect.center)
    rows.hands.wheel(-9)
    top = rows.rect(400).top
    rows.hands.again()
    assert rows.rect(400).top == top


def test_the_text_of_an_empty_list_can_change(show: Show) -> None:
    rows = Chosen(show, 0, empty="Reading")
    before = pygame.image.tobytes(rows.hands.surface, "RGB")
    rows.options["empty"] = "No rows."
    rows.hands.again()
    assert pygame.image.tobytes(rows.hands.surface, "RGB") != before


def test_a_screen_reader_marks_and_chooses_a_row(show: Show) -> None:
    rows = Chosen(show, 5)
    rows.cells.access(rows.hands.ui).children[3].actions["CLICK"]("")
    assert (rows.marked, rows.chosen) == (3, [3])


def test_typing_continues_at_the_first_row_after_the_last(show: Show) -> None:
    rows = Chosen(show, 5, first=0)
    rows.hands.key(pygame.K_TAB)
    rows.hands.key(pygame.K_END)
    rows.cells.write(rows.hands.ui, "ROW 1")
    assert rows.marked == 1
