"""Animations of the window, written like those of ``puzzler record``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pygame

from puzzler.window.export.gif import GifWriter, Palette, pixels_of

WIDTH = 800
"""Largest side in pixels. Larger pictures are reduced."""
COLOURS = 127
FRAME_HUNDREDTHS, LAST_HUNDREDTHS = 12, 300
"""Duration of a picture in seconds."""
_SAMPLES = 4
"""Number of pictures from which the palette is computed."""


def save_animation(pictures: Sequence[pygame.Surface], file: Path) -> int:
    """Write a looping animation with a longer last picture. Return the size of the file."""
    frames = [_frame(picture) for picture in pictures]
    samples = frames[:: max(1, len(frames) // _SAMPLES)] + frames[-1:]
    palette = Palette([pixels_of(frame) for frame in samples], COLOURS)
    writer = GifWriter(frames[0].get_size(), palette, is_looped=True, is_opaque=False)
    for frame in frames:
        is_last = frame is frames[-1]
        writer.add(frame, frame.get_rect(), LAST_HUNDREDTHS if is_last else FRAME_HUNDREDTHS)
    file.write_bytes(writer.finish())
    return file.stat().st_size


def _frame(picture: pygame.Surface) -> pygame.Surface:
    width, height = picture.get_size()
    if width > WIDTH:
        picture = pygame.transform.smoothscale(picture, (WIDTH, height * WIDTH // width))
    frame = pygame.Surface(picture.get_size(), depth=32)
    frame.blit(picture, (0, 0))
    return frame
