"""Rows and columns fill their area to the pixel."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect

from puzzler.window.layout import Grow, column, inset, middle, row


def test_fixed_parts_keep_their_size_and_the_rest_is_shared() -> None:
    rects = row(Rect(10, 20, 300, 40), [50, Grow(), 30, Grow(3)], gap=10)
    assert rects == [
        Rect(10, 20, 50, 40),
        Rect(70, 20, 48, 40),
        Rect(128, 20, 30, 40),
        Rect(168, 20, 142, 40),
    ]


@given(st.integers(100, 4000), st.lists(st.integers(1, 5), min_size=1, max_size=9))
def test_growing_parts_fill_every_pixel(height: int, weights: list[int]) -> None:
    rects = column(Rect(0, 7, 50, height), [Grow(weight) for weight in weights], gap=3)
    assert rects[0].top == 7
    assert rects[-1].bottom == 7 + height
    assert all(low.top - high.bottom == 3 for high, low in itertools.pairwise(rects))


def test_where_there_is_no_room_nothing_becomes_negative() -> None:
    assert [rect.width for rect in row(Rect(0, 0, 20, 9), [30, Grow(), 30])] == [30, 0, 30]


def test_inset_and_middle() -> None:
    assert inset(Rect(0, 0, 100, 50), 10) == Rect(10, 10, 80, 30)
    assert inset(Rect(0, 0, 100, 50), 10, 5) == Rect(10, 5, 80, 40)
    assert middle(Rect(0, 0, 100, 50), 20, 10) == Rect(40, 20, 20, 10)
