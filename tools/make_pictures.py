"""Make the pictures in ``assets/pictures``: ``python tools/make_pictures.py [NAME ...]``.

Each tile of a picture should look different, so the pictures have no large uniform areas. The
pictures are reproducible and must only be changed by this script.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from itertools import product
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
    """Return smooth noise of about -1 to 1 with blobs of width ``1 / cells`` and finer ones.

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
    """Map numbers from 0 to 1 to a gradient of ``colors``, given as rrggbb."""
    stops = np.array([[int(color[at : at + 2], 16) for at in (0, 2, 4)] for color in colors])
    places = np.linspace(0, 1, len(colors))
    channels = [np.interp(share, places, stops[:, channel]) for channel in range(3)]
    return np.asarray(np.stack(channels, -1) / 255, np.float32)


def over(picture: Field, share: Field, color: Field) -> Field:
    """Blend ``color`` over ``picture`` with the opacity ``share``."""
    share = np.clip(share, 0, 1)[..., None]
    return np.asarray(picture * (1 - share) + color * share, np.float32)


def edge(distance: npt.ArrayLike, width: float = 1.5) -> Field:
    """Return 1 for positive and 0 for negative ``distance``, with a smooth edge of some pixels."""
    return np.asarray(np.clip(np.multiply(distance, SIDE / width) + 0.5, 0, 1), np.float32)


def dunes() -> Field:
    """Hills at sunset."""
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
    """A window of stained glass."""
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
    """Shallow water over sand from above, with foam."""
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
    """A planet with rings in front of clouds of stars."""
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


TURN = 2 * np.pi


def polar(x: float = 0.5, y: float = 0.5) -> tuple[Field, Field]:
    """Return the distance of each pixel from a point and its angle from 0 to 1."""
    angle = np.arctan2(DOWN - y, ACROSS - x) / TURN % 1
    return np.hypot(ACROSS - x, DOWN - y), np.asarray(angle, np.float32)


def gems() -> Field:
    """Gems with individual light on a grid of triangles."""
    generator = np.random.default_rng(11)
    count = 9
    sway = 0.03 * np.sin(TURN * DOWN * 1.5), 0.03 * np.sin(TURN * ACROSS * 1.5)
    x, y = (ACROSS + sway[0]) * count, (DOWN + sway[1]) * count
    column, row = np.floor(x).astype(np.int32), np.floor(y).astype(np.int32)
    inner_x, inner_y = x - column, y - row
    is_even = (column + row) % 2 == 0
    diagonal = np.where(is_even, inner_x - inner_y, inner_x + inner_y - 1)
    half = (diagonal > 0).astype(np.int32)
    light = generator.uniform(-0.16, 0.16, (count + 4, count + 4, 2))
    shade = (column + 1.0 + row) / (2 * count + 1) + light[row + 1, column + 1, half]
    colors = ("2b1055", "5b2a9d", "c13c9d", "ff6f61", "ffb347", "ffe66d", "4ecdc4", "1a6fb0")
    picture = palette(shade.astype(np.float32), colors)
    picture *= (0.9 + 0.35 * (inner_x - inner_y) * (half * 2 - 1))[..., None]
    rim = np.minimum.reduce([inner_x, 1 - inner_x, inner_y, 1 - inner_y, np.abs(diagonal) / 1.4])
    return over(picture, edge((0.02 - rim) / count, 2), palette(shade * 0, ("fff4e0", "fff4e0")))


def mandala() -> Field:
    """Rings of petals around the middle, each ring with other colours."""
    distance, angle = polar()
    picture = palette(distance / 0.72, ("3a0d4f", "16284f", "0d4f5c"))
    rings = (
        (0.66, 22, "f2c14e", "f78154"), (0.54, 18, "5fad56", "b4d455"),
        (0.43, 15, "4d9de0", "9ad1f5"), (0.33, 12, "e15554", "ffb5a0"),
        (0.23, 9, "7768ae", "c8b8ff"), (0.14, 6, "f2c14e", "fff1b8"),
    )  # fmt: skip
    for outer, petals, dark, bright in rings:
        wave = np.abs(np.cos(np.pi * petals * angle))
        inside = outer * (0.72 + 0.28 * wave) - distance
        share = np.clip(inside / (0.3 * outer), 0, 1)
        picture = over(picture, edge(inside + 0.005), palette(share * 0, ("201030", "201030")))
        sheen = palette(share * (0.55 + 0.45 * wave) + 0.15 * (angle - 0.5), (bright, dark))
        picture = over(picture, edge(inside), sheen)
        dots = np.abs(np.cos(np.pi * petals * angle)) * 0.03 - np.abs(distance - outer * 0.86)
        picture = over(picture, edge(dots - 0.022), palette(share * 0, ("fffaf0", "fffaf0")))
    return picture * (1.08 - 0.35 * np.hypot(ACROSS - 0.35, DOWN - 0.3))[..., None]


def marble() -> Field:
    """Polished stone with veins of gold."""
    bend = noise(71, 2, 5) + 0.5 * noise(72, 5, 4)
    share = 0.5 + 0.5 * np.sin(TURN * (0.8 * ACROSS + 0.5 * DOWN + 0.42 * bend))
    colors = ("05343c", "0b5d63", "2a9d8f", "bfe3d0", "f4efe2", "d9a7a0", "8c3f5d")
    picture = palette(0.75 * share + 0.25 * DOWN, colors)
    vein = np.abs(noise(73, 3, 5) + 0.4 * bend)
    picture = over(picture, 0.9 * np.exp(-((vein * 26) ** 2)), palette(share, ("a8762a", "ffe9a8")))
    return picture * (1.06 - 0.2 * DOWN)[..., None]


def nebula() -> Field:
    """Clouds of gas between the stars."""
    generator = np.random.default_rng(23)
    first, second = noise(81, 2, 6), noise(82, 3, 6)
    picture = palette(0.45 + 0.3 * first, ("05040f", "1a0f3c", "4a1f6b", "b23a7a", "ff9a76"))
    glow = np.clip(0.5 * second - 0.1 + 0.4 * ACROSS, 0, 1) ** 1.5
    picture = over(picture, glow, palette(0.5 + 0.4 * first, ("0b2b52", "1f8a9e", "b8fff0")))
    picture *= np.clip(0.85 + 0.5 * noise(83, 2, 5), 0.25, 1.4)[..., None]
    for _ in range(260):
        x, y = generator.uniform(0.01, 0.99, 2)
        size = 0.0012 + 0.006 * generator.random() ** 8
        left, top = (max(0, int((each - 0.05) * SIDE)) for each in (x, y))
        area = slice(top, top + SIDE // 9), slice(left, left + SIDE // 9)
        off_x, off_y = np.abs(ACROSS[area] - x), np.abs(DOWN[area] - y)
        spark = np.exp(-((np.hypot(off_x, off_y) / size) ** 2))
        spark += 0.5 * np.exp(-np.maximum(off_x * off_y * 4e5, (off_x + off_y) / size / 2))
        picture[area] += np.clip(spark, 0, 1)[..., None]
    return picture


def northern() -> Field:
    """Northern lights over mountains and a lake."""
    level = 0.66
    mirror = np.where(level > DOWN, DOWN, 2 * level - DOWN)  # the lake mirrors the sky
    picture = palette(mirror / level, ("050b26", "0b1f4a", "12405f", "2b6b6f"))
    for number, (color, place) in enumerate((("5effa1", 0.4), ("4fd8ff", 0.29), ("c77dff", 0.2))):
        curve = place + 0.07 * noise(91 + number, 2, 3)[SIDE // 2]
        up = curve - mirror
        rays = 0.65 + 0.35 * noise(95 + number, 18, 3)[SIDE // 3]
        band = np.where(up > 0, np.exp(-up * 9), np.exp(up * 60)) * rays
        picture += band[..., None] * palette(band * 0, (color, color)) * 0.75
    stars = np.random.default_rng(5).random((SIDE // 4, SIDE // 4)) > 0.9975
    spots = np.repeat(np.repeat(stars, 4, 0), 4, 1) & (mirror < 0.45)
    picture += 0.6 * spots[..., None]
    for number, (high, low) in enumerate((("51688f", "2a3a5f"), ("27385c", "131d38"))):
        ridge = level - 0.13 + 0.06 * number + 0.055 * noise(101 + number, 3 + number, 6)[0]
        snow = palette(np.clip((mirror - ridge) * 12 + 0.3 * noise(105, 12, 4), 0, 1),
                       ("e8f1ff", high, low))  # fmt: skip
        picture = over(picture, edge(mirror - ridge), snow)
    ripple = 1 - 0.28 * (level < DOWN) * (0.6 + 0.4 * np.sin(300 * DOWN + 5 * noise(109, 3, 4)))
    return np.asarray(picture * ripple[..., None], np.float32)


def quilt() -> Field:
    """Patchwork of patches with different patterns and colours."""
    generator = np.random.default_rng(37)
    count = 6
    picture = np.zeros((SIDE, SIDE, 3), np.float32)
    colors = ("e63946", "f4a261", "ffe8a3", "2a9d8f", "457b9d", "1d3557", "9d4edd", "f8c4d4")
    side = SIDE // count
    down, across = np.meshgrid(*2 * (np.linspace(-1, 1, side, dtype=np.float32),), indexing="ij")
    radius, angle = np.hypot(across, down), np.arctan2(down, across)
    for patch in range(count * count):
        size = 2 + patch % 3
        patterns = (
            np.sin(np.pi * size * 1.5 * across),
            np.sin(np.pi * size * 1.5 * (across + down)),
            np.sin(np.pi * size * across) * np.sin(np.pi * size * down),
            np.sin(np.pi * size * 1.5 * radius),
            np.sin((4 + 2 * size) * angle),
            0.55 + 0.3 * np.cos((3 + size) * angle) - radius,
            np.abs(across) + np.abs(down) - 0.4 - 0.2 * size / 2,
        )
        dark, bright = generator.choice(len(colors), 2, replace=False)
        row, column = divmod(patch, count)
        share = edge(patterns[(patch * 3 + row) % len(patterns)] / 8, 12)
        cloth = palette(share, (colors[dark], colors[bright]))
        seam = np.maximum(np.abs(across), np.abs(down))
        cloth = cloth * np.clip(1.15 - 0.45 * seam**8, 0, 1.05)[..., None]
        stitch = (np.abs(seam - 0.9) < 0.012) & (np.sin(angle * 60) > 0)
        cloth[stitch] = (1, 0.97, 0.9)
        picture[row * side : (row + 1) * side, column * side : (column + 1) * side] = cloth
    return picture


def sunflower() -> Field:
    """The seeds of a flower on spirals, and its petals."""
    distance, angle = polar()
    picture = palette(DOWN + 0.2 * noise(111, 3, 5), ("7ec8e3", "bfe3ee", "8fbf6a", "3f7d3a"))
    for number, petals in enumerate((21, 21, 34)):
        wave = np.abs(np.sin(np.pi * petals * (angle + 0.013 * number))) ** 0.6
        inside = (0.5 - 0.06 * number) * (0.62 + 0.38 * wave) - distance
        share = np.clip(inside * 4, 0, 1) + 0.25 * (1 - wave)
        picture = over(picture, edge(inside + 0.004), palette(share * 0, ("8a4b08", "8a4b08")))
        picture = over(picture, edge(inside), palette(share, ("ffe45c", "ffb703", "d9730d")))
    picture = over(picture, edge(0.31 - distance), palette(distance / 0.31, ("3d2410", "1d0f06")))
    for seed in range(620):
        away, turn = 0.3 * np.sqrt((seed + 0.5) / 620), seed * np.pi * (3 - np.sqrt(5))
        x, y = 0.5 + away * np.cos(turn), 0.5 + away * np.sin(turn)
        left, top = int((x - 0.015) * SIDE), int((y - 0.015) * SIDE)
        area = slice(top, top + SIDE // 32), slice(left, left + SIDE // 32)
        off = np.hypot(ACROSS[area] - x, DOWN[area] - y)
        size = 0.0035 + 0.014 * away
        tone = np.clip(away / 0.3 - 40 * (off - 0.004), 0, 1)
        grain = palette(tone, ("9bb53c", "5a3515", "a8672a", "e0a03a"))
        picture[area] = over(picture[area], edge(size - off), grain)
    return picture


def waves() -> Field:
    """Waves in front of a low sun, drawn as overlapping fans."""
    distance, _ = polar(0.5, 0.3)
    picture = palette(DOWN / 0.55, ("ffdf8f", "ff9e6d", "e05c7a", "6b3f8f"))
    picture = over(picture, edge(0.17 - distance), palette(distance / 0.17, ("fff6d5", "ffd35c")))
    colors = (("0e3b5c", "2f8fa8"), ("124e78", "4fb3bf"), ("1b2f5e", "3f7fb5"))
    rows, columns = 15, 9
    radius = 0.62 / columns
    for row in range(rows):
        y = 0.42 + row * 0.045
        for column in range(-1, columns + 1):
            x = (column + 0.5 * (row % 2) + 0.25) / columns
            y_here = y + 0.02 * np.sin(TURN * (x * 1.3 + row * 0.11))
            area = np.ix_(
                np.abs(DOWN[:, 0] - y_here) < 1.1 * radius, np.abs(ACROSS[0] - x) < 1.1 * radius
            )
            off = np.hypot(ACROSS[area] - x, DOWN[area] - y_here) / radius
            dark, bright = colors[(row + 2 * column) % len(colors)]
            fan = palette(0.5 + 0.5 * np.cos(off * 4 * np.pi), (dark, bright))
            fan = over(fan, edge((np.abs(off - 0.95) < 0.05) - 0.5), fan * 0 + 0.95)
            picture[area] = over(picture[area], edge((1 - off) * radius), fan * (0.75 + 0.5 * x))
    return picture


PICTURES: dict[str, Callable[[], Field]] = {
    make.__name__: make
    for make in (
        dunes, gems, glass, lagoon, mandala, marble, nebula, northern, planet, quilt, sunflower,
        waves,
    )
}  # fmt: skip
LARGE = {"dunes", "glass", "lagoon", "planet"}
"""Pictures in full size. The others are reduced to at most MAX_BYTES."""
MAX_BYTES = 60_000


def save(name: str, picture: Field) -> None:
    """Save as a JPEG, with a little noise to avoid stripes in gradients."""
    is_large = name in LARGE
    grain = np.random.default_rng(1).normal(0, 0.004 if is_large else 0.002, (SIDE, SIDE, 1))
    pixels = np.round(np.clip(picture + grain, 0, 1) * 255).astype(np.uint8)
    image, file = Image.fromarray(pixels), FOLDER / f"{name}.jpg"
    FOLDER.mkdir(parents=True, exist_ok=True)
    if is_large:
        image.save(file, quality=86, optimize=True)
        return
    for side, quality in product((768, 640, 512), (86, 78, 70, 62)):
        small = image.resize((side, side), Image.Resampling.LANCZOS)
        small.save(file, quality=quality, optimize=True)
        if file.stat().st_size <= MAX_BYTES:
            return


if __name__ == "__main__":
    for chosen in sys.argv[1:] or PICTURES:
        save(chosen, PICTURES[chosen]())
