"""The help: how to play in three lines, and every key."""

from __future__ import annotations

from collections.abc import Sequence

from puzzler.window.overlays.blocks import Facts, Words
from puzzler.window.overlays.sheet import Block, Sheet

HOW_TO_PLAY = (
    "Click or drag a tile in the row or column of the blank: every tile up to the blank slides. "
    "{tile_keys} do the same. Bring all tiles into the order that the goal shows.\n"
    "Watch lets a search solve the board from where it stands and plays the answer back. Touch a "
    "tile to take the board over again; the answer stays and can be resumed."
)


def help_sheet(sections: Sequence[tuple[str, Sequence[tuple[str, str]]]], tile_keys: str) -> Sheet:
    """(heading, its (keys, what they do)) as they are now; ``tile_keys`` move tiles."""
    blocks: list[Block] = [Words(HOW_TO_PLAY.format(tile_keys=tile_keys))]
    for title, rows in sections:
        blocks.append(Words(title, units=15, is_strong=True))
        blocks.append(Facts([(keys, line[:1].upper() + line[1:]) for keys, line in rows]))
    blocks.append(Words("Tab goes from control to control; Enter and Space press it."))
    return Sheet("Help", blocks, width_units=600)
