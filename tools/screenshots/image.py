"""Small PNG and GIF files without visible differences, by Pillow."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pygame
from PIL import Image

VISIBLE = 8.0
"""Distance in red, green and blue at which two adjacent colours can be distinguished."""
BEARABLE = 0.002
"""Share of pixels that may have a visible error, such as single pixels at the edges of letters."""
WIDTH = 800
"""Largest width of an animation in pixels. Larger pictures are reduced."""
COLOURS = 127
"""Colours of an animation."""
FRAME_MILLISECONDS, LAST_MILLISECONDS = 120, 3000


def save(surface: pygame.Surface, file: Path) -> int:
    """Write a PNG, with a palette if it looks the same. Return the size of the file."""
    picture = _picture(surface)
    reduced = _with_palette(picture)
    before, after = (np.asarray(each.convert("RGB"), np.float32) for each in (picture, reduced))
    is_visible = np.linalg.norm(before - after, axis=2) > VISIBLE
    (picture if is_visible.mean() > BEARABLE else reduced).save(file, optimize=True)
    return file.stat().st_size


def save_animation(surfaces: Sequence[pygame.Surface], file: Path) -> int:
    """Write a looping GIF with a longer last picture. Return the size of the file."""
    pictures = [_picture(surface) for surface in surfaces]
    for picture in pictures:
        picture.thumbnail((WIDTH, WIDTH), Image.Resampling.BOX)
    palette = _with_palette(pictures[-1], COLOURS)
    first, *others = (
        picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures
    )
    durations = [FRAME_MILLISECONDS] * len(others) + [LAST_MILLISECONDS]
    first.save(file, save_all=True, append_images=others, duration=durations, loop=0)
    return file.stat().st_size


def _picture(surface: pygame.Surface) -> Image.Image:
    return Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))


def _with_palette(picture: Image.Image, colours: int = 256) -> Image.Image:
    return picture.quantize(colours, Image.Quantize.MAXCOVERAGE, kmeans=4, dither=Image.Dither.NONE)
