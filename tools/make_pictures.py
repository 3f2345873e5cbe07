"""Make the pictures in ``assets/pictures``: ``python tools/make_pictures.py [NAME ...]``.

A good picture for a puzzle looks different on each of its pieces, so none has a large even field.
The same numbers give the same pictures, so that they can be changed here and nowhere else.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image

Field = npt.NDArray[np.float32]
"""One number for each pixel, or three."""

SIDE = 1536
FOLDER = Path(__file__).resolve().parent.parent / "assets" / "pictures"

ACROSS, DOWN = np.meshgrid(
    np.linspace(0, 1, SIDE, dtype=np.float32), np.linspace(0, 1, SIDE, dtype=np.float32)
)


def noise(seed: int, cells: int, octaves: int = 6, *, stretch: int = 1) -> Field:
    """Smooth noise of about -1 to 1: blobs ``1 / cells`` wide, and finer ones upon them.

    stretch: how many times wider than high.
    """
    generator = np.random.default_rng(seed)
    total = np.zeros((SIDE, SIDE), np.float32)
    strength = 1.0
    for octave in range(octaves):
        size = cells * 2**octave
        grid = generator.standard_normal((size * stretch + 3, size + 3)).astype(np.float32)
        layer = Image.fromarray(grid).resize((SIDE, SIDE), Image.Resampling.BICUBIC)
        total += strength * np.asarray(layer)
        strength /= 2
    return np.asarray(total / 2.2, np.float32)


def palette(share: Field, colors: Sequence[str]) -> Field:
    """Each number from 0 to 1 as a colour along ``colors``, written as rrggbb."""
    stops = np.array([[int(color[at : at + 2], 16) for at in (0, 2, 4)] for color in colors])
    places = np.linspace(0, 1, len(colors))
    channels = [np.interp(share, places, stops[:, channel]) for channel in range(3)]
    return np.asarray(np.stack(channels, -1) / 255, np.float32)


def over(picture: Field, share: Field, color: Field) -> Field:
    """``color`` laid over ``picture`` where ``share`` is 1, mixed between 0 and 1."""
    share = np.clip(share, 0, 1)[..., None]
    return np.asarray(picture * (1 - share) + color * share, np.float32)


def edge(distance: npt.ArrayLike, width: float = 1.5) -> Field:
    """1 where ``distance`` is positive, 0 where negative, smooth over some pixels between."""
    return np.asarray(np.clip(np.multiply(distance, SIDE / width) + 0.5, 0, 1), np.float32)


def dunes() -> Field:
    """Hills behind hills in the last light."""
    sky = DOWN / 0.62 + 0.05 * noise(3, 3, 5)
    picture = palette(sky, ("1d2b5c", "5a4a8c", "c9628c", "f59a6b", "fbd38a"))
    sun = np.hypot(ACROSS - 0.68, DOWN - 0.4)
    picture += np.exp(-sun * 5)[..., None] * np.array([0.28, 0.16, 0.02], np.float32)
    picture = over(picture, edge(0.085 - sun), palette(sun / 0.085, ("fff6d8", "ffe0a0")))
    clouds = np.clip(noise(8, 2, 6, stretch=4) * 0.8 - 0.2, 0, 1) * np.clip(1.1 - 2 * DOWN, 0, 1)
    picture = over(picture, clouds, palette(DOWN / 0.5, ("7d6aa8", "f7b9a0", "ffe2b8")))
    layers = (
        ("b8608a", "e08a76"),
        ("8f4a80", "c96c70"),
        ("6a3a74", "a9525f"),
        ("4a2c62", "8a4358"),
        ("33204f", "6b3350"),
        ("20163a", "47254a"),
    )
    for number, (high, low) in enumerate(layers):
        crest = 0.46 + 0.088 * number
        ridge = noise(20 + number, 2 + number // 2, 3)[0]
        fine = noise(40 + number, 24, 3)[0]
        line = crest + 0.055 * ridge + 0.0035 * fine
        slope = np.gradient(crest + 0.055 * ridge) * SIDE
        depth = (DOWN - line) / 0.2
        ripples = 0.05 * np.sin(
            260 * (DOWN - line) * (1 + 0.4 * noise(60 + number, 4, 3))
            + 30 * ACROSS
            + 6 * noise(80 + number, 3, 4)
        )
        light = np.clip(-slope * 0.5, -0.22, 0.3) * np.exp(-depth * 1.2)
        sand = palette(np.clip(depth, 0, 1) - light * 0.4, (low, high))
        sand = sand * (1 + light + ripples * np.clip(depth * 3, 0, 1))[..., None]
        picture = over(picture, edge(DOWN - line), sand)
    return picture


def glass() -> Field:
    """A window of coloured glass with leads between."""
    generator = np.random.default_rng(7)
    count = 170
    golden = np.pi * (3 - np.sqrt(5))
    radius = np.sqrt((np.arange(count) + 0.5) / count) * 0.74
    angle = np.arange(count) * golden
    points = np.stack([0.5 + radius * np.cos(angle), 0.5 + radius * np.sin(angle)], -1)
    points += generator.normal(0, 0.006, points.shape)
    first = np.full((SIDE, SIDE), 9, np.float32)
    second = first.copy()
    owner = np.zeros((SIDE, SIDE), np.int32)
    bend_x, bend_y = 0.008 * noise(1, 6, 3), 0.008 * noise(2, 6, 3)
    for number, (x, y) in enumerate(points):
        distance = np.hypot(ACROSS + bend_x - x, DOWN + bend_y - y).astype(np.float32)
        is_nearer = distance < first
        second = np.where(is_nearer, first, np.minimum(second, distance))
        owner[is_nearer] = number
        first = np.where(is_nearer, distance, first)
    ring = np.hypot(points[:, 0] - 0.5, points[:, 1] - 0.5) / 0.74
    turn = (angle % (2 * np.pi)) / (2 * np.pi)
    shade = (0.62 * ring + 0.3 * np.abs(2 * turn - 1) + generator.uniform(-0.09, 0.09, count)) % 1
    colors = ("ffd166", "f78c4b", "ef476f", "9b3f9b", "3f5fc0", "118ab2", "06b59a", "a8d672")
    picture = palette(shade[owner].astype(np.float32), colors)
    bright = generator.uniform(0.82, 1.12, count)[owner] + 0.09 * noise(5, 10, 5)
    glow = 1.12 - 0.45 * np.hypot(ACROSS - 0.42, DOWN - 0.38)
    picture *= (bright * glow)[..., None]
    lead = second - first
    picture *= np.clip(0.72 + lead * 14, 0, 1)[..., None]
    leads = palette(0.5 + 0.5 * noise(9, 30, 3), ("15161d", "2c2f3a"))
    return over(picture, edge(0.0062 - lead, 2.5), leads)


def lagoon() -> Field:
    """Shallow water over sand from high above, and foam where it breaks."""
    warp_x, warp_y = noise(31, 2, 5), noise(32, 2, 5)
    height = noise(33, 2, 7)
    rows = np.clip(np.arange(SIDE)[:, None] + 150 * warp_y, 0, SIDE - 1).astype(np.int32)
    columns = np.clip(np.arange(SIDE)[None, :] + 150 * warp_x, 0, SIDE - 1).astype(np.int32)
    height = height[rows, columns] + 0.9 * (ACROSS + DOWN - 0.95)
    share = np.clip(0.5 + 0.36 * height, 0, 1)
    colors = (
        "06304f", "08507a", "0d7ba0", "1fa5b8", "53cdc6", "a6e6d3",
        "f1e2b6", "e3c98c", "b9a45c", "6f8f45", "35663a", "1f4a33",
    )  # fmt: skip
    picture = palette(share, colors)
    is_water = edge(0.53 - share, 6)
    mesh = noise(35, 12, 4)[rows, columns]
    light = np.exp(-((mesh * 5) ** 2)) * np.clip(share * 2.2 - 0.25, 0, 1)
    picture += (0.16 * light * is_water)[..., None]
    foam = np.exp(-(((share - 0.527 + 0.006 * mesh) * 110) ** 2))
    foam += 0.5 * np.exp(-(((share - 0.497 + 0.012 * mesh) * 120) ** 2))
    picture = over(picture, foam * 0.9, np.ones_like(picture))
    relief = np.gradient(share, axis=0) + np.gradient(share, axis=1)
    ground = (1 - is_water) * np.clip(relief * 60, -0.35, 0.35)
    grain = (1 - is_water) * 0.07 * noise(36, 90, 3)
    return np.asarray(picture * (1 - ground + grain)[..., None], np.float32)


def planet() -> Field:
    """A ringed planet before clouds of stars."""
    generator = np.random.default_rng(77)
    mist = np.clip(0.5 + 0.33 * noise(51, 2, 7) + 0.2 * (ACROSS - DOWN), 0, 1)
    picture = palette(mist, ("070a1f", "141545", "35226b", "7a2f86", "c2508c", "f08a8a"))
    haze = np.clip(0.3 * noise(52, 3, 7) + 0.1 * (DOWN - ACROSS), 0, 1)
    picture += haze[..., None] * np.array([0.1, 0.55, 0.65], np.float32)
    stars = np.zeros((SIDE, SIDE), np.float32)
    for _ in range(900):
        x, y = generator.integers(8, SIDE - 8, 2)
        size = 0.7 + 1.9 * generator.random() ** 6
        grid = np.arange(-7, 8)
        spot = np.exp(-(grid[:, None] ** 2 + grid[None, :] ** 2) / (2 * size**2))
        area = stars[y - 7 : y + 8, x - 7 : x + 8]
        np.maximum(area, spot * (0.45 + 0.55 * generator.random()), out=area)
    picture = over(picture, stars, np.ones_like(picture))

    x, y = (ACROSS - 0.5) / 0.27, (DOWN - 0.5) / 0.27
    tilt = np.deg2rad(-24)
    along, across = x * np.cos(tilt) + y * np.sin(tilt), y * np.cos(tilt) - x * np.sin(tilt)
    distance = np.hypot(x, y)
    depth = np.sqrt(np.clip(1 - distance**2, 0, 1))
    bands = across * 3.1 + 0.5 * noise(54, 3, 6) + 0.25 * np.sin(9 * across)
    globe = palette(
        0.5 + 0.5 * np.sin(2.3 * bands),
        ("b8532f", "e8935a", "ffd9a0", "f6b27a", "8f3b3f", "ffe9c9"),
    )
    sunlight = np.clip(-0.55 * x - 0.45 * y + 0.7 * depth, 0, 1)
    globe = globe * (0.12 + 0.98 * sunlight)[..., None]
    globe += (np.clip(1 - depth, 0, 1) ** 3 * sunlight * 0.5)[..., None]
    ring = np.hypot(along, across / 0.3)
    stripes = 0.55 + 0.3 * np.sin(ring * 46) + 0.2 * np.sin(ring * 113 + 1)
    is_ring = edge((ring - 1.28) * 0.1, 3) * edge((2.02 - ring) * 0.1, 3)
    is_ring *= 1 - 0.85 * np.exp(-(((ring - 1.72) * 40) ** 2))
    rings = palette(stripes, ("6b4a52", "c99a7a", "fff0d2"))
    shaded = rings * (1 - 0.8 * np.exp(-(((along - 1.0) / 0.3) ** 4)))[..., None]
    picture = over(picture, is_ring * (across < 0) * 0.92, shaded)
    picture = over(picture, edge((1 - distance) * 0.27), globe)
    return over(picture, is_ring * (across >= 0) * 0.92, rings)


PICTURES: dict[str, Callable[[], Field]] = {
    make.__name__: make for make in (dunes, glass, lagoon, planet)
}


def save(name: str, picture: Field) -> None:
    """As a JPEG, with a little grain against stripes in the gradients."""
    grain = np.random.default_rng(1).normal(0, 0.004, (SIDE, SIDE, 1))
    pixels = np.round(np.clip(picture + grain, 0, 1) * 255).astype(np.uint8)
    FOLDER.mkdir(parents=True, exist_ok=True)
    Image.fromarray(pixels).save(FOLDER / f"{name}.jpg", quality=86, optimize=True)


if __name__ == "__main__":
    for chosen in sys.argv[1:] or PICTURES:
        save(chosen, PICTURES[chosen]())
