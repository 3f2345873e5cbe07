"""The moves that a command line gives, or the file whose board they begin at."""

from __future__ import annotations

from typing import Annotated

import typer

from puzzler.board.errors import BoardError
from puzzler.board.move import Move
from puzzler.formats.format import Contents
from puzzler.formats.moves import of_blank, read_moves, split_mover
from puzzler.formats.reading import ReadingError

MOVES = "--moves"
Moves = Annotated[
    str | None,
    typer.Option(
        MOVES,
        metavar="MOVES",
        help="What was played: the letters U, D, L and R, the direction of the blank, or with "
        "'moves: tile' before them that of the tile. U3 stands for UUU; white space and commas are "
        "ignored. By default the moves that the FILE gives.",
        show_default=False,
    ),
]


def played_moves(said: str | None, contents: Contents, source: str) -> tuple[Move, ...]:
    """The moves from the board in ``contents``: as ``--moves`` says them, else as the text does.

    source: the name of the text. ReadingError, with the letter, where they are no moves or cannot
    be made; typer.BadParameter where there are none.
    """
    if said is None:
        if contents.moves is None:
            raise typer.BadParameter(f"{source} has no moves in it: give them with {MOVES}")
        return contents.moves
    try:
        mover, letters = split_mover(said)
        return of_blank(contents.start, read_moves(letters), mover)
    except BoardError as error:
        raise ReadingError(
            error.reason, source=MOVES, line=error.line, column=error.column, token=error.token
        ) from None
