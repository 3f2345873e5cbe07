"""The board of a review or a drill: what was played, and what would have been shortest."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from pygame.event import Event

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.window.board.highlights import Mark
from puzzler.window.panels.board import BoardPanel


class ReviewBoard(BoardPanel):
    """An arrow on the tile that was played next; an edge and a tick where nothing is lost."""

    def follow(self) -> None:
        """The board, and what is marked on it."""
        super().follow()
        desk = self._desk
        view, reviewing, drilling = desk.view, desk.reviewing, desk.drilling
        board = desk.session.activity.board
        if reviewing is not None:
            played = reviewing.state().played_move if not reviewing.state().shortest else None
            cell = None if played is None else board.target(played)
            view.ticked = _cells(board, reviewing.state().first_moves)
            marks = [] if cell is None else [Mark(cell, played, has_ring=cell not in view.ticked)]
            view.marks = marks
            view.hovered = None
        elif drilling is not None:
            view.marks = []
            is_at_card = (card := drilling.state().card) is not None and card.board == board
            view.ticked = _cells(board, drilling.state().first_moves if is_at_card else None)

    def handle(self, event: Event) -> bool:
        """The wheel goes along what is shown; a review is not played by hand."""
        desk = self._desk
        if event.type == pygame.MOUSEWHEEL:
            if desk.playback is not None and event.y:
                desk.step(-event.y)
                return True
            return False
        if desk.reviewing is None:
            return super().handle(event)
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != 1:
            return False
        cell = desk.view.geometry.cell_at(event.pos)
        if cell is not None:
            desk.session.click(cell)
        return cell is not None


def _cells(board: Board, moves: frozenset[Move] | None) -> Sequence[int]:
    """Where the tiles are that these moves of the blank would slide."""
    return tuple(sorted(board.target(move) for move in moves or ()))
