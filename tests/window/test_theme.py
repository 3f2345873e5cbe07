"""Themes: text is readable, and everything differs from its background."""

from __future__ import annotations

import json
from dataclasses import fields
from itertools import product
from pathlib import Path

import pygame
import pytest

from puzzler import resources
from puzzler.board import Board
from puzzler.game.core.settings import TileColors
from puzzler.window.board.tiles import draw_tray, measure, tile_color
from puzzler.window.core.themes import load_theme, load_theme_or_default
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.theme import Color, Theme, mix

THEMES = sorted(file.stem for file in (resources.assets() / "themes").glob("*.json"))
_GROUNDS = ("ground", "ground_low", "bar", "panel", "well")

TEXT, MARK = 4.5, 3.0
PAIRS = (
    *product(("text", "text_muted", "good"), _GROUNDS, [TEXT]),
    *product(("text",), ("control", "control_hover", "control_pressed"), [TEXT]),
    ("text_muted", "control", TEXT),
    *product(("text_disabled",), (*_GROUNDS, "control"), [MARK]),
    *product(("on_accent",), ("accent", "accent_hover", "accent_pressed"), [TEXT]),
    *product(("tile_ink",), ("tile_first", "tile_last"), [TEXT]),
    ("tile_first", "tile_ink", TEXT),
    *product(("accent", "focus", "track", "good", "bound"), _GROUNDS, [MARK]),
    *product(("tile_first", "tile_last"), ("tray", "slot"), [MARK]),
    *product(("coach",), ("tray", "slot", "tile_ink"), [MARK]),
)
"""(foreground, background, minimum contrast) of everything that the window draws."""

MIXED_PAIRS = (
    *((text, ("well", "control"), TEXT) for text in ("text", "text_muted")),
    ("tile_ink", ("tile_first", "tile_last"), TEXT),
    ("tile_first", ("tray", "slot"), MARK),
)
"""The same for backgrounds that are any mix of two colours, such as tiles."""


def contrast(first: Color, second: Color) -> float:
    """The contrast of two colours from 1 to 21, defined by WCAG 2."""
    dark, light = sorted((_luminance(first), _luminance(second)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: Color) -> float:
    red, green, blue = (
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
        for share in (part / 255 for part in color)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_contrast_runs_from_1_to_21() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((90, 20, 30), (90, 20, 30)) == 1
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("name", THEMES)
def test_everything_drawn_differs_from_its_background(name: str) -> None:
    theme = load_theme(name)
    plain = ((foreground, (ground, ground), minimum) for foreground, ground, minimum in PAIRS)
    for foreground, (first, second), minimum in (*plain, *MIXED_PAIRS):
        for step in range(21):
            ground = mix(getattr(theme, first), getattr(theme, second), step / 20)
            assert contrast(getattr(theme, foreground), ground) >= minimum, (
                foreground,
                first,
                second,
            )


@pytest.mark.parametrize("name", THEMES)
def test_symbols_of_states_are_visible(name: str) -> None:
    theme = load_theme(name)
    # The knob of a switch on both backgrounds, and the edges of cells in the grid of sizes.
    for share in (0.35, 0.55):
        assert contrast(theme.text, mix(theme.panel, theme.track, share)) >= 3
    assert contrast(theme.on_accent, theme.accent_hover) >= 3
    # the arrows of a choice
    assert contrast(mix(theme.well, theme.text, 0.7), theme.well) >= 4.5


@pytest.mark.parametrize(
    "change",
    [
        lambda colors: colors.pop("ground"),
        lambda colors: colors.update(sky="#0000ff"),
        lambda colors: colors.update(ground="blue"),
        lambda colors: colors.update(ground="#00zz00"),
        lambda colors: colors.update(ground=7),
    ],
)
def test_an_invalid_theme_is_named(tmp_path: Path, change) -> None:  # type: ignore[no-untyped-def]  # a lambda
    colors = dict.fromkeys(
        [field.name for field in fields(Theme) if field.type == "Color"], "#102030"
    )
    change(colors)
    (tmp_path / "mine.json").write_text(json.dumps({"title": "Mine", "colors": colors}))
    with pytest.raises(ValueError, match=r"mine\.json"):
        load_theme("mine", tmp_path)


@pytest.mark.parametrize("colors", TileColors)
@pytest.mark.parametrize("name", THEMES)
def test_numbers_on_tiles_are_readable_in_every_colour_scheme(
    name: str, colors: TileColors
) -> None:
    theme, goal = load_theme(name), Board.solved(7, 7)
    for tile, is_home in product(goal.tiles[:-1], (True, False)):
        color = tile_color(theme, goal, colors, tile, is_home=is_home)
        assert contrast(theme.tile_ink, color) >= TEXT
        assert contrast(color, theme.slot) >= MARK


def test_colour_schemes_group_the_tiles() -> None:
    theme, goal = load_theme("dark"), Board.solved(3, 3)

    def groups(colors: TileColors, is_home: bool = True) -> list[list[int]]:
        found: dict[Color, list[int]] = {}
        for tile in goal.tiles[:-1]:
            color = tile_color(theme, goal, colors, tile, is_home=is_home)
            found.setdefault(color, []).append(tile)
        return list(found.values())

    assert groups(TileColors.ROWS) == [[1, 2, 3], [4, 5, 6], [7, 8]]
    assert groups(TileColors.COLUMNS) == [[1, 4, 7], [2, 5, 8], [3, 6]]
    assert groups(TileColors.LAYERS) == [[1, 2, 3, 4, 7], [5, 6, 8]]
    assert groups(TileColors.NONE) == [[*range(1, 9)]]
    home, away = (
        tile_color(theme, goal, TileColors.SOLVED, 1, is_home=is_home) for is_home in (True, False)
    )
    assert home != away


def test_a_missing_theme_is_replaced_by_the_dark_one() -> None:
    assert load_theme_or_default("no such theme") == load_theme("dark")
    assert load_theme_or_default("light") == load_theme("light")


def test_a_painter_in_another_theme_draws_new_pictures(display: None) -> None:
    geometry = measure(pygame.Rect(0, 0, 90, 90), 2, 2)

    def draw(painter: Painter) -> bytes:
        surface = pygame.Surface((90, 90))
        draw_tray(surface, painter, geometry, 0.0)
        return pygame.image.tobytes(surface, "RGB")

    dark, light = (Painter(load_theme(name), 1.0) for name in ("dark", "light"))
    draw(dark)
    assert draw(dark.in_theme(light.theme)) == draw(light) != draw(dark)
