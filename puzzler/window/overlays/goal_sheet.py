"""The goal, large: the board to reach, at every size of the window."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pygame import Rect

from puzzler.board.board import Board
from puzzler.game.session import Session
from puzzler.game.wording import goal_title
from puzzler.window.board.mini_board import mini_board
from puzzler.window.board.skin import Skin
from puzzler.window.overlays.blocks import Words
from puzzler.window.overlays.sheet import Block, Sheet
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.control import Control

_BOARD_UNITS = 300


def goal_sheet(session: Session, skin: Skin) -> Sheet:
    """The goal of the present play, with what the tiles carry."""
    blocks: list[Block] = [
        BoardBlock(lambda: session.goal, skin),
        Words(f"{goal_title(session.goal)}.", units=14),
    ]
    return Sheet("The goal", blocks, width_units=420)


class BoardBlock:
    """A board to look at."""

    controls: Sequence[Control] = ()

    def __init__(self, board: Callable[[], Board], skin: Skin) -> None:
        self._board = board
        self._skin = skin
        self._area = Rect(0, 0, 0, 0)

    def height(self, painter: Painter, width: int) -> int:
        """As high as it is wide, for a square board."""
        board = self._board()
        most = min(painter.px(_BOARD_UNITS), width)
        return min(most, most * board.rows // board.columns + painter.px(8))

    def place(self, painter: Painter, area: Rect) -> None:
        """Remember where."""
        self._area = area

    def parts(self, painter: Painter) -> Iterator[Part]:
        """The board."""
        board = self._board()
        yield mini_board(painter, "board", self._area, board, board, self._skin, is_ghost=False)
