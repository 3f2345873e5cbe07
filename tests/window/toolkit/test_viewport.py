"""The mapping between a drawing and the window."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pygame import Rect

from puzzler.window.toolkit.viewport import Extent, Viewport

numbers = st.floats(-50, 50)


@settings(max_examples=30)
@given(
    st.lists(st.tuples(numbers, numbers), min_size=1, max_size=5),
    st.tuples(st.integers(0, 90), st.integers(0, 90), st.integers(20, 300), st.integers(20, 300)),
    st.lists(st.tuples(st.integers(-4, 4), numbers, numbers), max_size=4),
)
def test_all_mappings_agree(
    points: list[tuple[float, float]],
    area: tuple[int, int, int, int],
    uses: list[tuple[int, float, float]],
) -> None:
    viewport = Viewport()
    viewport.place(Rect(area))
    viewport.show(Extent(-50, -50, 50, 50, (8, 30)))
    for notches, right, down in uses:
        viewport.zoom(notches, viewport.area.center)
        viewport.pan(right, down)
    x, y = np.array(points, np.float32).T
    for right, down, point in zip(*viewport.places(x, y), points, strict=True):
        assert (right, down) == pytest.approx(viewport.inside(*point), abs=0.6)
        assert viewport.under(viewport.place_of(*point)) == pytest.approx(point, abs=1e-6)


def test_a_larger_drawing_keeps_its_scale_and_a_zoom_its_point() -> None:
    viewport = Viewport()
    viewport.place(Rect(0, 0, 200, 100))
    viewport.show(Extent(0, 0, 50, 50, (40, 40)))
    at = 40, 30
    fixed = viewport.under(at)
    assert viewport.zoom(4, at)
    assert viewport.under(at) == pytest.approx(fixed)
    scale = viewport.scale
    viewport.show(Extent(0, 0, 500, 50, (40, 40)))
    assert viewport.scale[0] == pytest.approx(scale[0]) and not viewport.is_whole
    viewport.fit()
    looks = set()
    for size in ((200, 100), (300, 150)):
        viewport.place(Rect(0, 0, *size))
        looks.add(viewport.look)
    assert len(looks) == 2
