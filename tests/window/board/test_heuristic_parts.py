"""The terms of a heuristic, drawn on the board."""

from __future__ import annotations

from pygame import Rect, Surface

from puzzler.board import Board
from puzzler.search.heuristics.contributions import Breakdown, ContributionKind, break_down
from puzzler.search.registry import HEURISTICS
from puzzler.window.board.heuristic_parts import shares_part
from puzzler.window.board.tiles import measure
from tests.window.conftest import HARD, Opener

BLACK = (0, 0, 0)


def test_brackets_of_conflicts_do_not_cover_digits(open_board: Opener) -> None:
    board, goal = Board.parse("3 2 1/4 5 6/8 7 0"), Board.solved(3, 3)
    heuristic = HEURISTICS["linear-conflict"]
    parts = break_down(heuristic, heuristic.build(goal), board, goal)
    conflicts = [part for part in parts.contributions if part.kind is ContributionKind.CONFLICT]
    assert len(conflicts) == 3, "two conflicts in the first row, one in the last"
    geometry = measure(Rect(0, 0, 600, 600), 3, 3)
    surface = Surface((600, 600))
    painter = open_board(HARD).app.painter
    shares_part(painter, geometry, Breakdown(0, tuple(conflicts), "")).draw(surface)
    for tile in geometry.tiles:
        digit = tile.inflate(-tile.width // 2, -round(tile.height * 0.66))
        points = [
            (x, y) for x in range(*span(digit.x, digit.w)) for y in range(*span(digit.y, digit.h))
        ]
        assert {tuple(surface.get_at(point))[:3] for point in points} == {BLACK}
    row = range(geometry.tiles[6].top, geometry.tiles[6].centery)
    assert any(surface.get_at((geometry.tiles[6].centerx, y))[:3] != BLACK for y in row), "drawn"


def span(start: int, length: int) -> tuple[int, int, int]:
    return start, start + length, 3
