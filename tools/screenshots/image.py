"""Small PNG files without visible differences."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pygame
from PIL import Image

Colours = npt.NDArray[np.float32]

MAX_COLORS = 256
"""Number of colours of a palette."""
ROUNDS = 4
"""Number of iterations of k-means, after which a palette hardly improves."""
VISIBLE = 8.0
"""Distance in red, green and blue at which two adjacent colours can be distinguished."""
BEARABLE = 0.002
"""Share of pixels that may have a visible error, such as single pixels at the edges of letters."""


def save(surface: pygame.Surface, file: Path) -> int:
    """Write a PNG, with a palette if it looks the same. Return the size of the file."""
    pygame.image.save(_with_palette(surface) or surface, file)
    with Image.open(file) as image:
        image.load()
    image.save(file, optimize=True)  # 8 % smaller than the files of SDL
    return file.stat().st_size


def _with_palette(surface: pygame.Surface) -> pygame.Surface | None:
    """Return the picture with 256 colours, or None if the difference is visible."""
    pixels = pygame.surfarray.array3d(surface)
    flat = pixels.astype(np.uint32) @ np.array([1 << 16, 1 << 8, 1], np.uint32)
    packed, places, counts = np.unique(flat, return_inverse=True, return_counts=True)
    colours = np.stack([packed >> 16, packed >> 8 & 255, packed & 255], axis=1).astype(np.float32)
    palette, chosen = _palette(colours, counts)
    errors = np.linalg.norm(colours - palette[chosen], axis=1)
    if counts[errors > VISIBLE].sum() > BEARABLE * flat.size:
        return None
    result = pygame.Surface(surface.get_size(), depth=8)
    result.set_palette([tuple(map(int, colour)) for colour in palette])
    pygame.surfarray.blit_array(result, chosen[places].reshape(flat.shape).astype(np.uint8))
    return result


def _palette(
    colours: Colours, counts: npt.NDArray[np.int64]
) -> tuple[Colours, npt.NDArray[np.int64]]:
    """Return a palette and the entry of each colour.

    Entries are added for the colour with the largest error, and then improved by k-means (Lloyd,
    1957). Rare colours have a larger weight, so that a small mark keeps its colour next to a large
    gradient.
    """
    weights = np.sqrt(counts).astype(np.float32)
    entries = [int(counts.argmax())]
    missed = np.full(len(colours), np.inf, np.float32)
    while len(entries) < min(MAX_COLORS, len(colours)):
        far = ((colours - colours[entries[-1]]) ** 2).sum(axis=1)
        missed = np.minimum(missed, weights * far)
        entries.append(int(missed.argmax()))
    palette = colours[entries]
    chosen = _nearest(colours, palette)
    for _ in range(ROUNDS):
        total = np.bincount(chosen, weights, len(palette))
        for channel in range(3):
            sums = np.bincount(chosen, weights * colours[:, channel], len(palette))
            palette[:, channel] = np.where(total > 0, sums / np.maximum(total, 1e-9), 0)
        chosen = _nearest(colours, palette)
    palette = np.rint(palette)
    return palette, _nearest(colours, palette)


def _nearest(colours: Colours, palette: Colours) -> npt.NDArray[np.int64]:
    far = (palette**2).sum(axis=1) - 2 * colours @ palette.T
    return far.argmin(axis=1)
