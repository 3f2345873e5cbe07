"""Palettes: exact if possible, otherwise similar."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from hypothesis import given
from hypothesis import strategies as st

from puzzler.window.export.gif import Palette, bits_of


def rows(*pixels: list[int]) -> npt.NDArray[np.int32]:
    return np.array(pixels, np.int32)


def test_few_colours_are_exact() -> None:
    pixels = rows([0x102030, 0xFFFFFF], [0x000000, 0x102030])
    palette = Palette([pixels], 8)
    assert bits_of(len(palette.colours)) == 2
    shown = palette.colours[palette.indexes(pixels, 0)].astype(int)
    assert shown.tolist() == [[[16, 32, 48], [255, 255, 255]], [[0, 0, 0], [16, 32, 48]]]


def test_many_colours_are_reduced_to_the_limit() -> None:
    pixels = np.arange(0x4000, dtype=np.int32).reshape(128, 128) * 0x0404
    palette = Palette([pixels], 64)
    assert 32 < len(palette.colours) <= 64
    assert bits_of(len(palette.colours)) == 6


@given(st.lists(st.integers(0, 0xFFFFFF), min_size=2, max_size=40), st.integers(0, 60))
def test_the_error_of_every_pixel_is_limited(pixels: list[int], tolerance: int) -> None:
    line = rows(pixels)
    palette = Palette([line], 256)
    shown = palette.colours[palette.indexes(line, tolerance)][0].astype(int)
    expected = np.stack([line >> 16, line >> 8 & 255, line & 255], axis=-1)[0]
    assert (((shown - expected) ** 2).sum(axis=1) <= tolerance**2).all()


def test_a_smooth_background_keeps_its_colour() -> None:
    line = rows([0x101010, 0x141414, 0x141414, 0x141414])
    places = Palette([line], 4).indexes(line, 8)
    assert places[0, 0] == places[0, 1]
    assert places[0, 2] == places[0, 3] != places[0, 0]
