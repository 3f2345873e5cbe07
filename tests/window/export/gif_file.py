"""A parser of GIF files that follows the standard."""

from __future__ import annotations

import struct
from dataclasses import dataclass


@dataclass(frozen=True)
class GifFrame:
    place: tuple[int, int, int, int]
    """Left, top, width and height of the frame."""
    hundredths: int
    has_own_palette: bool
    is_transparent: bool
    disposal: int
    length: int
    """Size in bytes, without the control block."""


@dataclass(frozen=True)
class GifFile:
    size: tuple[int, int]
    colours: int
    loops: bool
    frames: tuple[GifFrame, ...]


def parse_gif(data: bytes) -> GifFile:
    assert data[:6] == b"GIF89a"
    width, height, flags = struct.unpack_from("<HHB", data, 6)
    assert flags & 0x80, "the palette must be global"
    colours = 2 << (flags & 7)
    at, loops, control = 13 + 3 * colours, False, (0, 0)
    frames = []
    while data[at] != 0x3B:
        if data[at] == 0x21 and data[at + 1] == 0xF9:
            control = struct.unpack_from("<BH", data, at + 3)
            at += 2
        elif data[at] == 0x21:
            loops |= data[at + 3 : at + 14] == b"NETSCAPE2.0"
            at += 2
        else:
            assert data[at] == 0x2C
            *place, own = struct.unpack_from("<HHHHB", data, at + 1)
            assert not own & 0x40, "the frame must not be interlaced"
            left, top, across, down = place
            begin, at = at, _end_of_blocks(data, at + 11)
            frames.append(
                GifFrame(
                    (left, top, across, down),
                    control[1],
                    bool(own & 0x80),
                    bool(control[0] & 1),
                    control[0] >> 2 & 7,
                    at - begin,
                )
            )
            continue
        at = _end_of_blocks(data, at)
    assert at == len(data) - 1
    return GifFile((width, height), colours, loops, tuple(frames))


def _end_of_blocks(data: bytes, at: int) -> int:
    while data[at]:
        at += 1 + data[at]
    return at + 1
