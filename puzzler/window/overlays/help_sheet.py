"""The help: how to play in three lines, and every key."""

from __future__ import annotations

from collections.abc import Sequence

from puzzler.window.keymap import Command, Keymap, shown
from puzzler.window.overlays.blocks import Facts, Words
from puzzler.window.overlays.sheet import Block, Sheet

HOW_TO_PLAY = (
    "Click or drag a tile in the row or column of the blank: every tile up to the blank slides. "
    "Bring all tiles into the order that the goal shows.\n"
    "Watch has a search solve the board from where it stands and plays the answer back; touching "
    "a tile takes the board over again."
)

_SECTIONS: tuple[tuple[str, tuple[tuple[tuple[Command, ...], str], ...]], ...] = (
    (
        "Playing",
        (
            ((Command.UP, Command.DOWN, Command.LEFT, Command.RIGHT), "move a tile; also W A S D"),
            ((Command.HINT,), "hint: first the tile, then the move"),
            ((Command.UNDO,), "undo"),
            ((Command.REDO,), "redo"),
            ((Command.NEW,), "new board"),
            ((Command.RESTART,), "the same board from its start"),
        ),
    ),
    (
        "Watching",
        (
            ((Command.WATCH,), "watch the AI solve; so does Enter"),
            ((Command.PAUSE,), "pause and play"),
            ((Command.LEFT, Command.RIGHT), "step back and forward, with Shift by ten"),
            ((Command.TO_START, Command.TO_END), "to the start, to the end"),
            ((Command.STOP,), "stop; close what is open"),
        ),
    ),
    (
        "Window",
        (
            ((Command.BOARD,), "size, goal, difficulty and seed"),
            ((Command.PICTURE,), "numbers, letters or a picture"),
            ((Command.EDIT,), "place tiles by hand"),
            ((Command.RECORDS,), "records"),
            ((Command.SETTINGS,), "settings"),
            ((Command.HELP,), "this help"),
            ((Command.MUTE,), "sound on and off"),
            ((Command.LARGER, Command.SMALLER, Command.AUTOMATIC_SCALE), "interface size"),
            ((Command.FULL_SCREEN,), "full screen"),
            ((Command.QUIT,), "quit"),
        ),
    ),
)


def help_sheet(keymap: Keymap) -> Sheet:
    """The sheet for the keys as they are now."""
    blocks: list[Block] = [Words(HOW_TO_PLAY)]
    for title, lines in _SECTIONS:
        rows = [(_keys(keymap, commands), words) for commands, words in lines]
        blocks.append(Words(title, units=15, is_strong=True))
        blocks.append(Facts(rows))
    blocks.append(Words("Tab walks over every control; Enter and Space press it."))
    return Sheet("Help", blocks, width_units=600)


def _keys(keymap: Keymap, commands: Sequence[Command]) -> str:
    names = [keymap.keys[command][:1] for command in commands]
    return "  ".join(shown(name[0]) for name in names if name)
