"""Dialogs for a pasted solution and for another board of a lesson."""

from __future__ import annotations

import pygame
import pytest

from puzzler.window.dialogs.ask_text import open_paste
from tests.window.conftest import HARD, NEAR, Window

CTRL = pygame.KMOD_LCTRL


def paste(window: Window, text: str) -> None:
    window.clipboard.text = text
    open_paste(window.app)
    assert window.open == ["Paste a solution"]
    window.key(pygame.K_RETURN)


@pytest.mark.parametrize(
    ("text", "start", "moves"),
    [
        ("1 2 3\n4 0 5\n\nr u d", "1 2 3/4 0 5", 3),
        ('{\n  "board": "1 2 3/0 4 5",\n  "moves": "RLRR", "goal": "1 2 3/4 5 0"\n}',
         "1 2 3/0 4 5", 4),
        ("UDD", NEAR, 3),
    ],
    ids=["a board of its own", "as the command line prints it", "of the present board"],
)  # fmt: skip
def test_a_solution_is_pasted(window: Window, text: str, start: str, moves: int) -> None:
    assert window.session.files.review_text(f"{NEAR} UDD") == ""
    window.frame()
    paste(window, text)
    assert window.open == []
    assert window.session.activity is not None
    review = window.session.activity.state().review
    assert (str(review.start), len(review.moves)) == (start, moves)


def test_an_invalid_solution_has_an_error(window: Window) -> None:
    window.session.files.review_text(f"{NEAR} UDD")
    window.frame()
    before = window.session.activity
    paste(window, "UDQ")
    assert "column 3" in window.dialog_words
    assert window.session.activity is before
    window.type("UD")
    assert "column 3" not in window.dialog_words
    window.key(pygame.K_ESCAPE)
    assert window.open == []


@pytest.mark.parametrize("size", [(480, 360), (1280, 800), (3840, 2160)], ids=str)
def test_the_dialog_fits_and_its_field_has_one_line(window: Window) -> None:
    open_paste(window.app)
    window.frame()
    window.check_dialog()
    window.click_on("source")
    assert "The clipboard is empty." in window.dialog_words
    window.clipboard.text = f"{HARD}\nU"
    window.click_on("source")
    window.walk_to("text")
    window.key(pygame.K_c, CTRL)
    assert window.clipboard.text == f"{HARD} / U", "lines are joined"
