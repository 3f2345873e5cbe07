"""The drill: cards are answered by pointer or key, and the next card follows."""

from __future__ import annotations

import time

import pygame
import pytest

from puzzler.board import Board, Move
from puzzler.game.review.drilling import DrillPhase, DrillState
from puzzler.game.storage.practice import DrillCard
from puzzler.window.review.view import COLUMN
from puzzler.window.toolkit.labels import Icon
from tests.window.conftest import NEAR, Opener, Window
from tests.window.layout import check_layout
from tests.window.review.test_review import words_at

CARDS = {"1 2 3/0 4 5": 2, "1 0 3/4 2 5": 2, "0 2 3/1 4 5": 3}
"""Boards and their distances from the goal."""
KEYS = dict(zip(Move, (pygame.K_DOWN, pygame.K_UP, pygame.K_RIGHT, pygame.K_LEFT), strict=True))


def open_drill(open_board: Opener, **more: object) -> Window:
    """Open a window with a few due cards, of which the first is displayed."""
    window = open_board(NEAR, knows=True, **more)
    goal = Board.solved(2, 3)
    cards = [DrillCard(Board.parse(board), goal, distance) for board, distance in CARDS.items()]
    window.session.store.practice.add_cards(cards)
    window.session.drills.begin()
    window.settle()
    return window


@pytest.fixture
def window(open_board: Opener) -> Window:
    return open_drill(open_board)


def state(window: Window) -> DrillState:
    window.frame()
    drill = window.app.shown.drill
    assert drill is not None
    return drill


def card_of(window: Window) -> DrillCard:
    card = state(window).card
    assert card is not None
    return card


def right_cell(window: Window) -> int:
    """Return the cell of a right answer."""
    card, distances = card_of(window), window.session.context.distances
    window.wait_for(lambda: distances.first_moves(card.board, card.goal) is not None)
    return card.board.target(min(distances.first_moves(card.board, card.goal)))


def answer_wrong(window: Window, *, by_key: bool = False) -> None:
    board, cell = card_of(window).board, right_cell(window)
    move = next(move for move in board.legal_moves() if board.target(move) != cell)
    if by_key:
        window.key(KEYS[move])
    else:
        window.click_cell(board.target(move))
    window.wait_for(lambda: state(window).continuation is not None)
    window.settle()


def signs(window: Window) -> list[str]:
    window.frame()
    return [element.icon for element in window.elements() if isinstance(element, Icon)]


def test_a_card_has_a_question_and_escape_closes_the_drill(window: Window) -> None:
    assert state(window).phase is DrillPhase.ASKING
    assert words_at(window, "question") == window.app.shown.play.scenario.title
    assert "to the goal" in window.app.shown.play.scenario.title
    assert {"Due", "3", "Answered", "0"} <= window.words
    assert not window.app.view.ticked, "the answer is hidden"
    assert window.play.board == card_of(window).board
    window.key(pygame.K_ESCAPE)
    assert window.screen.view.name == "play" and str(window.play.board) == NEAR


def test_a_right_answer_by_click(window: Window) -> None:
    window.click_cell(right_cell(window))
    window.settle()
    assert state(window).phase is DrillPhase.RIGHT
    assert words_at(window, "answer").startswith("Right")
    assert signs(window) == ["check"], "a sign in addition to the colour"
    window.key(pygame.K_SPACE)
    assert state(window).phase is DrillPhase.ASKING
    assert state(window).answered == 1


def test_a_wrong_answer_by_key_shows_the_shortest_move(window: Window) -> None:
    board, cell = card_of(window).board, right_cell(window)
    before = window.app.view.geometry.tray.copy()
    answer_wrong(window, by_key=True)
    assert state(window).phase is DrillPhase.WRONG
    assert signs(window) == ["close"]
    assert window.app.view.geometry.tray == before, "the board must not move"
    window.key(pygame.K_HOME)
    window.settle()
    assert window.play.board == board
    assert cell in window.app.view.ticked
    window.key(pygame.K_END)
    window.settle()
    assert window.play.board == window.play.goal
    window.key(pygame.K_x)
    assert state(window).phase is DrillPhase.ASKING


def test_the_drill_can_be_continued_by_mouse(window: Window) -> None:
    assert not window.has("track"), "nothing can be played before an answer"
    answer_wrong(window)
    window.click_on("to-end")
    window.click_on("step-back")
    shown = state(window).continuation
    assert shown is not None and shown.position == shown.total - 1
    track = window.find("track")
    window.click((track.left_of(0), track.rect.centery))
    assert state(window).continuation.position == 0
    window.click_on("next-card")
    assert state(window).phase is DrillPhase.ASKING


def test_cards_can_be_generated(window: Window) -> None:
    window.click(window.find("card size").segments()[1].center)
    slider = window.find("card distance")
    window.click((slider.left_of(slider.total / 4), slider.rect.centery))
    window.click_on("make cards")
    window.wait_for(lambda: state(window).card is not None)
    card = card_of(window)
    assert (card.board.size, card.distance) == ((2, 3), 6)
    assert "Generated 2×3 board" in window.words


def test_the_curve_has_a_value_per_day(window: Window) -> None:
    assert not window.has("drill days"), "no card was answered"
    card = card_of(window)
    for day, is_right in ((3, False), (2, False), (1, True)):
        window.frame(2)
        assert not window.has("drill days"), "too few days for a curve"
        window.session.store.practice.answer(card, is_right, time.time() - 86_400 * day)
    window.click_cell(right_cell(window))
    window.settle()
    curve = window.find("drill days")
    together, days = curve.charts[0].series
    assert days.ys.tolist() == [0.0, 0.0, 1.0, 1.0]
    assert together.ys[-1] == 0.5
    window.rest_at(curve.rect.center)
    assert window.tip.endswith("right")


@pytest.mark.parametrize("size", [(640, 480), (800, 600), (1280, 800)], ids=str)
def test_start_is_visible_without_scrolling(open_board: Opener, size: tuple[int, int]) -> None:
    window = open_drill(open_board, size=size)
    for answer in (None, answer_wrong):
        if answer is not None:
            answer(window)
        assert window.element(COLUMN).rect.contains(window.find("make cards").rect)


def test_the_slider_of_the_distance_keeps_a_length_in_the_smallest_window(
    open_board: Opener,
) -> None:
    window = open_drill(open_board, size=(480, 360))
    assert window.find("card distance").rect.width >= 60
    check_layout(window)


def test_the_key_of_the_drill_shows_the_due_cards(window: Window) -> None:
    window.key(pygame.K_ESCAPE)
    window.settle()
    assert window.app.shown.drill is None
    window.key(pygame.K_k)
    assert str(card_of(window).board) in CARDS
