"""The model of the puzzle: boards, moves, goals, parity and shuffling. Standard library only."""

from puzzler.board.board import Board
from puzzler.board.errors import BoardError, IllegalMoveError, PuzzlerError, UnsolvableError
from puzzler.board.goal import GOALS
from puzzler.board.move import Move
from puzzler.board.parity import check_solvable, is_solvable, make_solvable
from puzzler.board.scenario import Scenario
from puzzler.board.shuffler import new_seed, shuffle
from puzzler.board.tokens import LARGEST_SIDE, SMALLEST_SIDE

__all__ = [
    "GOALS", "LARGEST_SIDE", "SMALLEST_SIDE", "Board", "BoardError", "IllegalMoveError", "Move",
    "PuzzlerError", "Scenario", "UnsolvableError", "check_solvable", "is_solvable", "make_solvable",
    "new_seed", "shuffle",
]  # fmt: skip
