"""GIF files: opaque frames of one palette, each only where it differs from the one before."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pygame
from PIL import Image

WIDTH = 800
"""Pixels; larger pictures are made smaller."""
COLOURS = 128
FRAME_MILLISECONDS, LAST_MILLISECONDS = 120, 3000


def save_animation(pictures: Sequence[pygame.Surface], file: Path) -> int:
    """Write them, the last one for longer, again and again; the size of the file."""
    frames = [_frame(picture) for picture in pictures]
    palette = frames[-1].quantize(COLOURS)
    reduced = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    reduced[0].save(
        file,
        save_all=True,
        append_images=reduced[1:],
        duration=[FRAME_MILLISECONDS] * (len(reduced) - 1) + [LAST_MILLISECONDS],
        loop=0,
        optimize=True,
    )
    return file.stat().st_size


def _frame(picture: pygame.Surface) -> Image.Image:
    width, height = picture.get_size()
    if width > WIDTH:
        picture = pygame.transform.smoothscale(picture, (WIDTH, height * WIDTH // width))
    return Image.frombytes("RGB", picture.get_size(), pygame.image.tobytes(picture, "RGB"))
