"""The path of a play: its moves, and when each of them was made."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.game.play.game import Play, SavedGame


@dataclass(frozen=True)
class PlayedPath:
    """Moves from a start, those of playbacks that were handed over among them."""

    start: Board
    moves: tuple[Move, ...] = ()
    times: tuple[float, ...] = ()
    """Seconds of play at which each of ``moves`` was made; those of one slide have the same."""


def played(saved: SavedGame) -> PlayedPath:
    """The path that led to the present board of ``saved``, without what was taken back.

    It begins at the start of the scenario. Only where a search was gone back to whose board is not
    on the path any more, it begins at that board.
    """
    steps: list[Play] = [saved.present]
    for play in reversed(saved.past):
        if play.number != saved.present.number:
            break
        steps.append(play)
    steps.reverse()
    start, moves, times = steps[0].board, list[Move](), list[float]()
    for before, play in pairwise(steps):
        if play.moves:
            moves += play.moves
            # a state knows the time at which it was left: that is when the next moves were made
            times += [before.seconds] * len(play.moves)
            continue
        del moves[play.move_count :], times[play.move_count :]
        if start.apply_all(moves) != play.board:
            start, moves, times = play.board, [], []
    return PlayedPath(start, tuple(moves), tuple(times))
