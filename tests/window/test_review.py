"""The review room: what is seen of a play, and where hands and keys lead in it."""

from __future__ import annotations

import itertools

import pygame
import pytest
from pygame import Rect

from puzzler.board import Board, Move
from puzzler.game.play.playing import Playing
from puzzler.game.play.settings import Settings
from puzzler.window.themes import find_themes
from puzzler.window.toolkit.paint import SMALLEST_TARGET
from puzzler.window.widgets.notice import Notice
from tests.window.conftest import Opener, Window

SIZES = [(480, 360), (640, 480), (800, 600), (600, 900), (1024, 768), (1280, 800), (1920, 1080)]
CTRL, SHIFT = pygame.KMOD_LCTRL, pygame.KMOD_LSHIFT
START = "1 2 3/0 4 5"
"""Two moves from the goal: the blank goes right twice."""
MOVES = (Move.UP, Move.DOWN, Move.RIGHT, Move.UP, Move.RIGHT, Move.DOWN, Move.LEFT)
"""Two of them wrong at once, then on; it ends four moves from the goal."""


def reviewed(
    open_board: Opener,
    moves: tuple[Move, ...] = (Move.UP, Move.DOWN, Move.RIGHT, Move.RIGHT),
    **more: object,
) -> Window:
    """A play from START of these moves, a second each, and its review."""
    window = open_board(START, knows=True, **more)
    for move in moves:
        window.session.move(move)
        window.now += 1
        window.settle()
    window.session.reviews.open_last()
    window.wait_for(lambda: window.desk.reviewing.review.is_complete)
    window.settle()
    return window


def words(window: Window) -> str:
    """What the line below the board says."""
    return window.panel("review line")._notice.words


# ---- What is seen ----------------------------------------------------------------------------


def test_every_distance_is_on_the_curve(open_board: Opener) -> None:
    window = reviewed(open_board)
    trail = window.panel("review graph").curve.trail
    assert list(trail.ends) == [(d, d) for d in (2, 3, 2, 1, 0)]
    assert [(d.first, d.last, d.cost) for d in trail.detours] == [(0, 2, 2)]
    assert {"all proven", "Moves left after every move"} <= window.words


def test_what_was_played_and_what_is_shortest_is_on_the_board(open_board: Opener) -> None:
    window = reviewed(open_board)
    window.key(pygame.K_HOME)
    window.settle()
    view = window.desk.view
    assert str(view.board) == START
    [mark] = view.marks
    assert (mark.cell, mark.move, mark.has_ring) == (0, Move.UP, True)
    assert view.ticked == (4,), "the tile beside the blank that begins a shortest solution"
    assert words(window) == "Tile 1 was played, which lost 2 moves; shortest is tile 4"
    window.key(pygame.K_RIGHT)
    window.key(pygame.K_RIGHT)
    window.settle()
    [mark] = view.marks
    assert (mark.cell, mark.has_ring) == (4, False), "the tick of the same tile stays whole"
    assert words(window) == "Tile 4 was played: a shortest move"
    window.key(pygame.K_END)
    window.settle()
    assert not view.marks and not view.ticked
    assert words(window) == "Solved"


def test_figures_and_stages(open_board: Opener) -> None:
    window = reviewed(open_board)
    said = {part.look[:2] for part in window.panel("review summary").parts(window.desk.painter)
            if isinstance(part.look, tuple)}  # fmt: skip
    assert {("Moves", "4"), ("Shortest", "2"), ("Moves lost", "2")} <= said
    assert any(look[0] == "Moves a second" for look in said)
    stages = window.desk.reviewing.review.stages
    assert {stage.name for stage in stages} <= window.words
    window.key(pygame.K_HOME)
    assert {"0/4", "Left", "2"} <= window.words


def test_what_is_not_proven_is_never_a_number(open_board: Opener) -> None:
    window = open_board("1 2 3/0 4 5")  # nobody proves anything
    for move in (Move.UP, Move.DOWN, Move.RIGHT):
        window.session.move(move)
    window.settle()
    window.session.reviews.open_last()
    window.frame(3)
    assert not window.desk.reviewing.review.is_complete
    assert "all proven" not in window.words
    assert any("of 4 proven" in said for said in window.words)
    window.key(pygame.K_HOME)
    window.settle()
    assert "not proven yet" in words(window)
    assert not window.desk.view.ticked


# ---- Where hands and keys lead ---------------------------------------------------------------


def test_keys_step_and_find_mistakes(open_board: Opener) -> None:
    window = reviewed(open_board, MOVES)
    reviewing = window.desk.reviewing
    window.key(pygame.K_HOME)
    assert reviewing.position == 0
    window.key(pygame.K_RIGHT, SHIFT)
    assert reviewing.position == len(MOVES)
    window.key(pygame.K_LEFT)
    assert reviewing.position == len(MOVES) - 1
    window.key(pygame.K_PAGEUP)
    mistakes = reviewing.review.mistakes
    assert reviewing.position == max(move for move in mistakes if move < len(MOVES) - 1)
    window.key(pygame.K_HOME)
    seen = []
    for _ in range(len(MOVES)):
        window.key(pygame.K_PAGEDOWN)
        seen.append(reviewing.position)
    assert sorted(set(seen) | {0}) == sorted({0, *mistakes})


def test_a_mouse_alone_does_all_of_it(open_board: Opener) -> None:
    window = reviewed(open_board, MOVES)
    reviewing = window.desk.reviewing
    for position in (0, 3, 5):
        curve = window.control("curve")
        window.click((round(curve.left_of(position)), curve.plot.centery))
        assert reviewing.position == position
    curve = window.control("curve")
    window.press((round(curve.left_of(1)), curve.plot.centery))
    window.drag((round(curve.left_of(4)), curve.plot.centery))
    window.release((round(curve.left_of(4)), curve.plot.centery))
    assert reviewing.position == 4
    track = window.control("track")
    window.click((track.left_of(2), track.line(is_ghost=False)))
    assert reviewing.position == 2
    window.click_control("step-forward")
    assert reviewing.position == 3
    window.click_control("mistake-back")
    assert reviewing.position == max(m for m in reviewing.review.mistakes if m < 3)
    window.point(window.control("curve").rect.center)
    window.send(pygame.Event(pygame.MOUSEWHEEL, x=0, y=-1))
    before = reviewing.position
    window.point(window.desk.view.geometry.tray.center)
    window.send(pygame.Event(pygame.MOUSEWHEEL, x=0, y=-1))
    assert reviewing.position == before + 1


def test_the_shortest_runs_beside_what_was_played(open_board: Opener) -> None:
    window = reviewed(open_board, MOVES)
    reviewing = window.desk.reviewing
    reviewing.seek(5)
    window.frame()
    window.click_control("shortest-from-here")
    window.wait_for(lambda: reviewing.state().shortest)
    window.settle()
    length = reviewing.review.distance(5)
    trail = window.panel("review graph").curve.trail
    assert trail.continuation == (5, length)
    assert window.control("shortest-from-here").label == "As it was played"
    window.key(pygame.K_RIGHT)
    window.frame()
    assert window.panel("review graph").curve.ahead == 1
    assert reviewing.position == 5
    window.key(pygame.K_END)
    window.settle()
    assert window.session.snapshot().play.board == window.session.snapshot().play.goal
    assert window.control("shortest-from-here").is_enabled, "one can go back from its end"
    track = window.control("track")
    window.click((track.left_of(5 + 1), track.line(is_ghost=True)))
    assert reviewing.state().shortest.position == 1
    window.key(pygame.K_f)
    assert not reviewing.state().shortest
    assert reviewing.position == 5


def test_it_plays_with_its_real_timing(open_board: Opener) -> None:
    window = reviewed(open_board)
    reviewing = window.desk.reviewing
    window.key(pygame.K_HOME)
    window.key(pygame.K_SPACE)
    assert reviewing.state().track.is_playing
    window.frame(20)
    assert reviewing.position == 1, "the first move came at once, the next a second later"
    window.key(pygame.K_SPACE)
    assert not reviewing.state().track.is_playing
    assert window.control("pace").label == "1×"
    window.click_control("pace")
    assert reviewing.state().factor == 2
    for _ in range(3):
        window.click_control("pace")
    assert reviewing.state().factor == 1


def test_try_again_from_here(open_board: Opener) -> None:
    window = reviewed(open_board, MOVES)
    window.desk.reviewing.seek(3)
    window.frame()
    board = window.session.snapshot().play.board
    window.key(pygame.K_y)
    window.settle()
    assert isinstance(window.session.activity, Playing)
    assert (
        window.session.snapshot().play.board
        == window.session.snapshot().play.scenario.start
        == board
    )
    assert window.screen.view.name == "play"


def test_a_tile_of_a_review_is_not_moved(open_board: Opener) -> None:
    window = reviewed(open_board, MOVES)
    board = window.session.snapshot().play.board
    window.click_cell(
        window.session.snapshot().play.board.target(
            window.session.snapshot().play.board.legal_moves()[0]
        )
    )
    window.key(pygame.K_UP)
    window.settle()
    assert window.session.snapshot().play.board == board
    assert "Try again from here" in words(window)
    window.key(pygame.K_LEFT)
    window.settle()
    assert "Try again from here" not in words(window), "one has gone on"


def test_escape_leads_back_to_the_game(open_board: Opener) -> None:
    window = reviewed(open_board, MOVES)
    window.desk.reviewing.seek(1)
    window.key(pygame.K_ESCAPE)
    assert isinstance(window.session.activity, Playing)
    assert window.session.snapshot().play.board == Board.parse(START).apply_all(MOVES)


# ---- At every size ---------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_all_lies_inside_and_nothing_overlaps(open_board: Opener, size: tuple[int, int]) -> None:
    window = reviewed(open_board, MOVES, size=size)
    window.desk.reviewing.seek(2)
    window.desk.reviewing.show_shortest()
    window.wait_for(lambda: window.desk.reviewing.state().shortest)
    window.settle()
    whole = Rect((0, 0), size)
    bar = window.panel("review bar")
    named = {f"top {n}": r for n, r in window.panel("top bar")._places.items() if n != "space"}
    named |= {f"bar {n}": r for n, r in bar._places.items() if n != "track"}
    named |= {f"line {n}": r for n, r in window.panel("review line")._places.items()}
    named["board"] = window.desk.view.geometry.tray
    named["column"] = window.panel("column").viewport
    for name, rect in named.items():
        assert whole.contains(rect), name
        assert rect.width > 0 and rect.height > 0, name
    for (one, first), (other, second) in itertools.combinations(named.items(), 2):
        assert not first.colliderect(second), (one, other)
    for control in window.desk.controls.controls:
        if not isinstance(control, Notice):
            assert min(control.rect.size) >= SMALLEST_TARGET, control.name


@pytest.mark.parametrize("size", [(640, 480), (1280, 800), (1920, 1080)], ids=str)
def test_the_board_keeps_its_share(open_board: Opener, size: tuple[int, int]) -> None:
    window = open_board("1 2 3/4 5 6/7 0 8", size=size, knows=True)
    window.click_cell(8)
    window.settle()
    window.session.reviews.open_last()
    window.settle()
    assert window.desk.view.geometry.tray.height >= 0.6 * size[1]


@pytest.mark.parametrize("size", [(480, 360), (640, 480), (1280, 800)], ids=str)
def test_all_of_the_column_can_be_reached(open_board: Opener, size: tuple[int, int]) -> None:
    window = reviewed(open_board, MOVES, size=size)
    column = window.panel("column")
    window.point(column.viewport.center)
    window.point((column.viewport.left + 2, column.viewport.bottom - 2))
    seen = set[str]()
    for _ in range(25):
        for name, card in column.cards.items():
            low = card.bottom <= column.viewport.bottom + 1
            seen |= {name} if low else set()
        window.send(pygame.Event(pygame.MOUSEWHEEL, x=0, y=-1))
    assert seen == {"review graph", "review summary"}


@pytest.mark.parametrize("theme", find_themes())
@pytest.mark.parametrize("size", [(640, 480), (1280, 800)], ids=str)
def test_every_theme_draws_it(open_board: Opener, theme: str, size: tuple[int, int]) -> None:
    window = reviewed(open_board, MOVES, size=size, settings=Settings(theme=theme))
    curve, painter = window.panel("review graph").curve, window.desk.painter
    surface = pygame.display.get_surface()
    assert surface is not None
    head = round(curve.left_of(curve.position)), curve.plot.top + 2
    assert surface.get_at(head)[:3] == painter.theme.text, "the playhead"


def test_a_review_at_rest_is_idle(open_board: Opener) -> None:
    window = reviewed(open_board, MOVES)
    assert not window.screen.is_moving
    assert window.screen.seconds_to_change() is None


def test_terms_have_tooltips(open_board: Opener) -> None:
    window = reviewed(open_board, MOVES)
    for control in window.desk.controls.controls:
        if control.name in ("view", "size"):
            continue
        window.point((2, 300))
        window.point(control.rect.center)
        window.now += 1
        window.frame()
        if control.is_enabled:
            assert window.screen.tips.tip is not None, control.name


def test_a_large_board_is_reviewed_between_its_ends(open_board: Opener) -> None:
    board = "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 23 0 24"
    window = open_board(board)
    window.session.move(Move.UP)
    window.session.move(Move.DOWN)
    window.session.move(Move.RIGHT)
    window.settle()
    window.session.reviews.open_last()
    window.frame(3)
    trail = window.panel("review graph").curve.trail
    assert trail.ends[-1] == (0, 0)
    assert all(most is not None for _, most in trail.ends), "what was played is an upper end"
    window.key(pygame.K_HOME)
    assert not window.control("shortest-from-here").is_enabled
    window.key(pygame.K_f)
    assert not window.desk.reviewing.state().is_shortest_awaited, "nobody would ever prove it"
    assert "up to 16 cells" in words(window)
