"""A theme: every colour by what it is for."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

Color = tuple[int, int, int]


@dataclass(frozen=True, kw_only=True)
class Theme:
    """The colours of the window, each named by its use."""

    title: str
    """What the person reads in a menu."""
    assets: Path
    """The folder whose fonts and icons it is drawn with."""
    ground: Color
    """Behind everything, at the top of the window."""
    ground_low: Color
    """Behind everything, at the bottom: the ground is a slight gradient."""
    bar: Color
    """The bars at the top and the bottom."""
    panel: Color
    """Cards on the ground."""
    panel_edge: Color
    """The hairline around cards and bars."""
    well: Color
    """Sunken parts of a card: behind figures and small boards."""
    control: Color
    """A button at rest."""
    control_hover: Color
    control_pressed: Color
    text: Color
    text_muted: Color
    """Captions and second lines."""
    text_disabled: Color
    """Text and icons of controls that cannot be used now."""
    accent: Color
    """The one colour that asks to be pressed or shows how far something is."""
    accent_hover: Color
    accent_pressed: Color
    on_accent: Color
    """Text and icons on the accent."""
    focus: Color
    """The ring around what the keyboard holds."""
    good: Color
    """Solved."""
    coach: Color
    """The edge and the tick of tiles that begin a shortest solution."""
    bound: Color
    """What is proven of an answer's length, where the accent is what was found."""
    track: Color
    """The line that a slider's handle runs on."""
    tray: Color
    """What the tiles lie in."""
    tray_edge: Color
    slot: Color
    """A cell with no tile on it."""
    tile_first: Color
    """The tile in the first cell of the goal; the others run from here to ``tile_last``."""
    tile_last: Color
    tile_ink: Color
    """The numbers."""
    shadow: Color


def mix(first: Color, second: Color, share: float) -> Color:
    """The colour that is ``share`` (0 to 1) ``second``, and for the rest ``first``."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue
