"""Positions of elements by parent, grow, minimum size and priority."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Unpack

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect

from puzzler.window.core.themes import load_theme
from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.controls import Button
from puzzler.window.toolkit.dialog import CONTROL_UNITS, labelled
from puzzler.window.toolkit.element import Element, Options, Range
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.layout import (
    At,
    Column,
    Fit,
    Group,
    Pages,
    Responsive,
    Row,
    Space,
    Stack,
    share,
)
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.scroll import Scroll
from puzzler.window.toolkit.wrapping import Grid, Wrap
from tests.window.toolkit.conftest import Show


class Box(Element):
    def __init__(
        self, across: tuple[int, int], down: tuple[int, int], **options: Unpack[Options]
    ) -> None:
        super().__init__(**options)
        self.across, self.down = Range(*across), Range(*down)

    def measure_width(self, ui: Context) -> Range:
        return self.across

    def measure_height(self, ui: Context, width: int) -> Range:
        return self.down


sizes = st.tuples(st.integers(0, 60), st.integers(0, 120)).map(lambda s: (min(s), max(s)))
boxes = st.lists(
    st.builds(
        Box,
        sizes,
        sizes,
        grow=st.sampled_from([0.0, 0.0, 1.0, 2.5]),
        priority=st.integers(0, 2),
        optional=st.booleans(),
    ),
    min_size=1,
    max_size=6,
)
rooms = st.builds(
    Rect, st.integers(0, 9), st.integers(0, 9), st.integers(0, 700), st.integers(0, 500)
)
gaps = st.integers(0, 12)


@pytest.fixture(scope="module")
def ui(show: Show) -> Context:
    """Shared by all examples, because it stores nothing."""
    return Context(Painter(load_theme("dark"), 1.0))


def sides(group: Group, is_row: bool) -> list[tuple[int, int]]:
    """Return start and end of children along the line. Omitted children have no size."""
    rects = [child.rect for child in group.children]
    return [(r.left, r.right) if is_row else (r.top, r.bottom) for r in rects]


@pytest.mark.parametrize("kind", [Row, Column])
@given(children=boxes, room=rooms, gap=gaps, pad=st.integers(0, 9))
def test_rows_and_columns_share_their_space(
    ui: Context, kind: type[Row | Column], children: list[Box], room: Rect, gap: int, pad: int
) -> None:
    group = kind(*children, gap=gap, pad=pad)
    minimum = group.widths(ui).minimum if kind is Row else group.heights(ui, room.width).minimum
    length = room.width if kind is Row else room.height
    group.place(ui, room)
    is_row = kind is Row
    places = [
        place
        for place, child in zip(sides(group, is_row), group.children, strict=True)
        if place[1] > place[0] or not child.is_optional
    ]
    assert all(before[1] + gap <= after[0] for before, after in pairwise(places))
    if length < minimum:
        return  # there is too little space for required children
    start, end = (room.left, room.right) if is_row else (room.top, room.bottom)
    assert all(start + pad <= low and high <= end - pad for low, high in places)
    shown = [c for c, (low, high) in zip(children, sides(group, is_row), strict=True) if high > low]
    if places and any(child.grow for child in shown):
        assert places[-1][1] == end - pad, "growing children must fill the space"
    for child, (low, high) in zip(children, sides(group, is_row), strict=True):
        range_ = child.across if is_row else child.down
        assert high - low >= range_.minimum or (child.is_optional and high == low)
        assert high - low <= range_.preferred or child.grow


@given(children=boxes, width=st.integers(0, 700))
def test_lower_priority_yields_first(ui: Context, children: list[Box], width: int) -> None:
    row = Row(*children, gap=0)
    row.place(ui, Rect(0, 0, width, 50))
    for child in children:
        if child.is_optional or child.rect.width >= child.across.preferred:
            continue
        for other in children:
            if other.priority < child.priority:
                assert other.rect.width <= (0 if other.is_optional else other.across.minimum)


def preferred_size(ui: Context, group: Group, width: int) -> int:
    return group.heights(ui, width).preferred


@given(children=boxes, width=st.integers(130, 700), gap=gaps)
def test_lines_and_grids_contain_their_children(
    ui: Context, children: list[Box], width: int, gap: int
) -> None:
    groups: Sequence[Group] = (
        Wrap(*children, gap=gap),
        Wrap(*children, gap=gap, fill=True),
        Grid(*children, gap=gap, cell=120),
        Grid(*children, gap=gap, cell=None),
        Grid(*children, gap=gap, columns=2),
    )
    for group in groups:
        room = Rect(3, 5, width, preferred_size(ui, group, width))
        group.place(ui, room)
        rects = [child.rect for child in group.children if child.rect.width and child.rect.height]
        assert all(room.contains(rect) for rect in rects)
        assert all(rect.collidelist(rects[:at]) < 0 for at, rect in enumerate(rects))
        by_line = [rect for rect in rects if rect.top == rects[0].top]
        assert by_line == sorted(by_line, key=lambda rect: rect.left)


def test_a_grid_as_wide_as_its_widest_child_has_even_rows(ui: Context) -> None:
    children = [Box((0, width), (10, 10)) for width in (80, 100, 60, 90, 70)]
    grid = Grid(*children, gap=10, cell=None)
    for width, rows in ((540, [5]), (539, [3, 2]), (320, [3, 2]), (319, [2, 2, 1]), (50, [1] * 5)):
        grid.place(ui, Rect(0, 0, width, 200))
        tops = [child.rect.top for child in children]
        assert [tops.count(top) for top in sorted(set(tops))] == rows
        assert len({child.rect.left for child in children}) == max(rows)


def test_a_button_first_loses_its_icon_and_then_its_text(ui: Context) -> None:
    button = Button("Watch the search", print, icon="play", short="Watch")
    shown = []
    for width in range(260, 30, -2):
        button.place(ui, Rect(0, 0, width, 40))
        if button._shown not in shown:
            shown.append(button._shown)
    assert shown == [
        ("Watch the search", "play"),
        ("Watch the search", ""),
        ("Watch", ""),
        ("", "play"),
    ]


def test_fit_uses_the_first_child_that_fits(ui: Context) -> None:
    fit = Fit(Box((90, 200), (20, 20)), Box((90, 100), (30, 30)), Box((90, 400), (40, 40)))
    for width, chosen in ((250, 0), (150, 1), (50, 2)):
        fit.place(ui, Rect(0, 0, width, 50))
        assert [child.rect.width > 0 for child in fit.children].index(True) == chosen
        assert len(fit.shown) == 1


def test_pages_have_the_size_of_the_largest(ui: Context) -> None:
    pages = [Pages(Box((9, 9), (9, 30)), Box((9, 9), (9, 80)), shown=at) for at in (0, 1)]
    assert [preferred_size(ui, page, 100) for page in pages] == [80, 80]
    for at, page in enumerate(pages):
        page.place(ui, Rect(0, 0, 100, 100))
        assert page.shown == [page.children[at]]


def test_alignment_in_free_space_and_layers(ui: Context) -> None:
    child = Box((9, 40), (9, 20))
    room = Rect(0, 0, 100, 100)
    Stack(Space(), At(child, x=1, y=0.5)).place(ui, room)
    assert child.rect == Rect(60, 40, 40, 20)


@given(width=st.integers(20, 400), words=st.text(st.characters(codec="ascii"), max_size=80))
def test_the_height_of_a_text_is_the_height_of_its_lines(
    ui: Context, width: int, words: str
) -> None:
    text = Text(words)
    height = preferred_size(ui, Column(text), width)
    text.place(ui, Rect(0, 0, width, height))
    assert not text.is_cut
    short = Text(words, lines=1)
    short.place(ui, Rect(0, 0, width, short.heights(ui, width).preferred))
    line, pixels = words.replace("\n", " "), ui.painter.type_size(14)
    fits = ui.painter.text_width(line, short.face, pixels) <= width
    assert short.is_cut is not fits


def test_content_that_is_too_high_scrolls(ui: Context) -> None:
    child = Box((9, 9), (90, 300))
    scroll = Scroll(child, key="scroll")
    scroll.place(ui, Rect(0, 0, 100, 100))
    assert child.rect.height == 100, "it can be as small as the space"
    child = Box((9, 9), (200, 300))
    scroll = Scroll(child, key="scroll")
    scroll.place(ui, Rect(0, 0, 100, 100))
    assert (child.rect.height, scroll.scrolled(ui).can_scroll) == (300, True)
    assert child.rect.width < 100, "the thumb must cover nothing"
    offsets = []
    for lines in (1, 1, -2, 2):
        assert scroll.wheel(ui, lines)
        offsets.append(scroll.scrolled(ui).offset)
    assert offsets == [offsets[0], 2 * offsets[0], 0, 2 * offsets[0]]


def test_a_labelled_control_has_the_common_width_unless_it_has_its_own() -> None:
    own = Button("x", print, width=80)
    common, free = Button("x", print, accessible_name="y"), Button("x", print)
    for control, options in ((own, {}), (common, {}), (free, {"width": 0})):
        row = labelled("Name", control, **options)
        assert row.children[-1] is control
    assert [each.fixed_width for each in (own, common, free)] == [80, CONTROL_UNITS, None]
    assert [each.accessible_name for each in (own, common, free)] == ["Name", "y", "Name"]


def lengths(*children: tuple[int, int, int, bool]) -> list[int]:
    """The lengths in 100 pixels of children with a minimum, a preferred size and a priority."""
    elements = [Element(priority=child[2], optional=child[3]) for child in children]
    return share(100, 0, elements, [Range(*child[:2]) for child in children])


def test_the_last_of_equal_priority_yields_first() -> None:
    assert lengths((10, 80, 1, False), (10, 80, 1, False)) == [80, 20]


def test_freed_space_is_used_up_to_the_preferred_size() -> None:
    assert lengths((10, 60, 0, False), (95, 95, 1, True)) == [60, 0]


def test_elements_follow_another_size(ui: Context) -> None:
    built = list[tuple[int, int]]()

    def build(ui: Context, width: int, height: int) -> Element:
        built.append((width, height))
        return Space()

    responsive = Responsive(build)
    for size in ((100, 50), (100, 50), (100, 90), (80, 90)):
        responsive.place(ui, Rect(0, 0, *size))
    assert built == [(100, 50), (100, 90), (80, 90)]
    row = Row(Space(grow=1), Space(grow=1), gap=0)
    text = Text("many words that need several lines")
    for width in (100, 900):
        row.place(ui, Rect(0, 0, width, 9))
        assert [child.rect.width for child in row.children] == [width / 2] * 2
        text.place(ui, Rect(0, 0, width, 20))
        tip = text.tip_at(ui, None)
        assert (None if tip is None else tip.text) == (text.text if width == 100 else None)
