"""The drill: a card is answered by hand or by key, told right or wrong; then comes the next."""

from __future__ import annotations

import itertools
import time

import pygame
import pytest
from pygame import Rect

from puzzler.board import Board, Move
from puzzler.game.review.drilling import DrillPhase
from puzzler.game.storage.practice import Card
from puzzler.window.toolkit.paint import SMALLEST_TARGET
from puzzler.window.widgets.notice import Notice
from tests.window.conftest import NEAR, Opener, Window

CARDS = {"1 2 3/0 4 5": 2, "1 0 3/4 2 5": 2, "0 2 3/1 4 5": 3}
"""Boards and how far they are from the goal."""
CTRL = pygame.KMOD_LCTRL


def drilled(open_board: Opener, **more: object) -> Window:
    """A window with a few cards that are due, and the first of them asked."""
    window = open_board(NEAR, knows=True, **more)
    goal = Board.solved(2, 3)
    cards = [Card(Board.parse(board), goal, distance) for board, distance in CARDS.items()]
    window.session._store.add_cards(cards)
    window.session.drills.begin()
    window.settle()
    return window


def right(window: Window) -> int:
    """The cell of a right answer."""
    card, distances = window.desk.drilling.state().card, window.session.context.distances
    window.wait_for(lambda: distances.first_moves(card.board, card.goal) is not None)
    return card.board.target(min(distances.first_moves(card.board, card.goal)))


def wrong(window: Window) -> int:
    """The cell of a wrong answer."""
    board = window.desk.drilling.state().card.board
    return next(
        board.target(move) for move in board.legal_moves() if board.target(move) != right(window)
    )


def answer(window: Window) -> Notice:
    return window.panel("drill line")._answer


def test_a_question_in_words(open_board: Opener) -> None:
    window = drilled(open_board)
    drilling = window.desk.drilling
    assert drilling.state().phase is DrillPhase.ASKING
    assert window.panel("drill line")._question.words == drilling.state().question
    assert "to the goal" in drilling.state().question
    assert {"Due", "3", "Box", "1 of 5"} <= window.words
    assert not window.desk.view.ticked, "what is right is not told before"
    assert window.session.snapshot().play.board == drilling.state().card.board


def test_a_right_answer_by_click(open_board: Opener) -> None:
    window = drilled(open_board)
    window.click_cell(right(window))
    window.settle()
    assert window.desk.drilling.state().phase is DrillPhase.RIGHT
    assert answer(window).words.startswith("Right")
    icons = {part.look[0] for part in window.panel("drill line").parts(window.desk.painter)
             if str(part.key).startswith("icon")}  # fmt: skip
    assert icons == {"check"}, "told by a sign too, and not by colour alone"
    window.key(pygame.K_SPACE)
    assert window.desk.drilling.state().phase is DrillPhase.ASKING
    assert window.desk.drilling.state().answered == 1


def test_a_wrong_answer_by_key_shows_what_is_shortest(open_board: Opener) -> None:
    window = drilled(open_board)
    board, cell = window.desk.drilling.state().card.board, wrong(window)
    move = next(move for move in board.legal_moves() if board.target(move) == cell)
    keys = {
        Move.UP: pygame.K_DOWN,
        Move.DOWN: pygame.K_UP,
        Move.LEFT: pygame.K_RIGHT,
        Move.RIGHT: pygame.K_LEFT,
    }
    window.key(keys[move])
    window.wait_for(lambda: window.desk.drilling.state().continuation is not None)
    assert window.desk.drilling.state().phase is DrillPhase.WRONG
    icons = {part.look[0] for part in window.panel("drill line").parts(window.desk.painter)
             if str(part.key).startswith("icon")}  # fmt: skip
    assert icons == {"close"}
    window.key(pygame.K_HOME)
    window.settle()
    assert window.session.snapshot().play.board == board
    assert right(window) in window.desk.view.ticked
    window.key(pygame.K_END)
    window.settle()
    assert window.session.snapshot().play.board == window.session.snapshot().play.goal
    window.key(pygame.K_x)
    assert window.desk.drilling.state().phase is DrillPhase.ASKING


def test_a_mouse_alone_goes_on(open_board: Opener) -> None:
    window = drilled(open_board)
    window.click_cell(wrong(window))
    window.wait_for(lambda: window.desk.drilling.state().continuation is not None)
    window.click_control("to-end")
    window.click_control("step-back")
    assert window.desk.playback.position == window.desk.playback.total - 1
    track = window.control("track")
    window.click((track.left_of(0), track.rect.centery))
    assert window.desk.playback.position == 0
    window.click_control("next-card")
    assert window.desk.drilling.state().phase is DrillPhase.ASKING


def test_the_board_keeps_its_place(open_board: Opener) -> None:
    window = drilled(open_board)
    before = window.desk.view.geometry.tray.copy()
    window.click_cell(wrong(window))
    window.wait_for(lambda: window.desk.drilling.state().continuation is not None)
    window.settle()
    assert window.desk.view.geometry.tray == before


def test_when_no_card_is_due_any_more(open_board: Opener) -> None:
    window = drilled(open_board)
    for _ in CARDS:
        window.click_cell(right(window))
        window.settle()
        window.key(pygame.K_x)
        window.settle()
    assert window.desk.drilling.state().phase is DrillPhase.DONE
    assert answer(window).words == "No card is due now"
    window.click_control("drill")
    window.frame(3)
    assert "generated" in answer(window).words or window.desk.drilling.state().card is not None


def test_generated_cards(open_board: Opener) -> None:
    window = drilled(open_board)
    sizes = window.control("card size")
    window.click(sizes.segments()[1].center)
    slider = window.control("card distance")
    slider.drag((slider.left_at(0.25), slider.rect.centery))
    window.click_control("make cards")
    window.wait_for(lambda: window.desk.drilling.state().card is not None)
    card = window.desk.drilling.state().card
    assert card.board.size == (2, 3)
    assert card.distance == 6
    window.frame(2)
    assert "A generated 2×3 board" in window.words


def test_the_curve_counts_days(open_board: Opener) -> None:
    window = drilled(open_board)
    panel = window.panel("drill curve")
    assert not panel.is_shown, "nothing was answered yet"
    store, [card, *_] = window.session._store, [window.desk.drilling.state().card]
    for day, is_right in ((3, False), (2, False), (1, True)):
        store.answer(card.id, is_right, time.time() - 86_400 * day)
    window.click_cell(right(window))
    window.settle()
    assert panel.is_shown
    assert panel.curve.series.values == (0.0, 0.0, 1.0, 1.0)
    assert panel.curve.series.line[-1] == 0.5
    window.point(panel.curve.rect.center)
    assert panel.tip("drill days").words.endswith("right")


def test_escape_leads_back_to_the_game(open_board: Opener) -> None:
    window = drilled(open_board)
    window.key(pygame.K_ESCAPE)
    assert window.screen.view.name == "play"
    assert str(window.session.snapshot().play.board) == NEAR


@pytest.mark.parametrize("size", [(480, 360), (640, 480), (600, 900), (1280, 800), (1920, 1080)],
                         ids=str)  # fmt: skip
def test_all_lies_inside_and_nothing_overlaps(open_board: Opener, size: tuple[int, int]) -> None:
    window = drilled(open_board, size=size)
    window.click_cell(wrong(window))
    window.wait_for(lambda: window.desk.drilling.state().continuation is not None)
    window.settle()
    whole, line = Rect((0, 0), size), window.panel("drill line")
    named = {
        "question": line._question.rect,
        "answer": line._answer.rect,
        "board": window.desk.view.geometry.tray,
        "column": window.panel("column").viewport,
        "bar": window.panel("review bar")._area,
        "top": window.panel("top bar")._area,
    }
    for name, rect in named.items():
        assert whole.contains(rect), name
    for (one, first), (other, second) in itertools.combinations(named.items(), 2):
        assert not first.colliderect(second), (one, other)
    for control in window.desk.controls.controls:
        if not isinstance(control, Notice):
            assert min(control.rect.size) >= SMALLEST_TARGET, control.name
    for notice in (line._question, line._answer):
        assert not notice.is_cut(window.desk.painter), notice.words
