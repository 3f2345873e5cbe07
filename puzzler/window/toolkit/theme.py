"""Themes: the colours of the window."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

Color = tuple[int, int, int]


@dataclass(frozen=True, kw_only=True)
class Theme:
    """The colours of the window, each named by its use."""

    title: str
    """The name in the menu of themes."""
    assets: Path
    """The folder of the theme's fonts and icons."""
    ground: Color
    """The background at the top of the window."""
    ground_low: Color
    """The background at the bottom; the background is a slight gradient."""
    bar: Color
    """The bars at the top and the bottom."""
    panel: Color
    """Cards on the background."""
    panel_edge: Color
    """The hairline around cards and bars."""
    well: Color
    """Sunken parts of a card, behind figures and small boards."""
    control: Color
    """The background of a button that is neither hovered nor pressed."""
    control_hover: Color
    control_pressed: Color
    text: Color
    text_muted: Color
    """Captions and second lines."""
    text_disabled: Color
    """Text and icons of disabled controls."""
    accent: Color
    """The colour of primary buttons and of progress."""
    accent_hover: Color
    accent_pressed: Color
    on_accent: Color
    """Text and icons on the accent colour."""
    focus: Color
    """The ring around the focused control."""
    good: Color
    """The colour of success, such as a solved board."""
    coach: Color
    """The edge and the tick of tiles that start a shortest solution."""
    bound: Color
    """Proven bounds on a solution's length; found lengths use the accent colour."""
    track: Color
    """The line of a slider."""
    tray: Color
    """The tray around the tiles."""
    tray_edge: Color
    slot: Color
    """An empty cell."""
    tile_first: Color
    """The first tile of the goal. The other tiles are graded from this colour to ``tile_last``."""
    tile_last: Color
    tile_ink: Color
    """The numbers on the tiles."""
    shadow: Color


def mix(first: Color, second: Color, share: float) -> Color:
    """Blend two colours. share: weight of ``second``, 0 to 1."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue
