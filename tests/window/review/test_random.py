"""Thousands of random events in Review, in the drill and over the statistics: nothing breaks."""

from __future__ import annotations

import random
from pathlib import Path

import pygame
import pytest

from puzzler.game.review.drilling import Drilling
from puzzler.game.review.reviewing import Reviewing
from puzzler.window.toolkit.dialog import Dialog
from puzzler.window.window import Next
from tests.window.conftest import Opener, Window
from tests.window.review.test_review import START
from tests.window.review.test_statistics import fill
from tests.window.test_random_events import SIZES, Hand

EVENTS = 1500
PASTED = ("1 2 3/4 0 5 RLUD", "LR", "bad", "")


def go_somewhere(window: Window, chance: random.Random) -> None:
    """Open a review, a drill, or the statistics, as chance has it."""
    session = window.session
    kind = chance.randrange(5)
    if kind == 0:
        session.reviews.open_last()
    elif kind == 1:
        session.drills.begin_generated(2, 3, chance.randrange(1, 15))
    elif kind == 2 and not window.open:
        window.key(pygame.K_t)
    elif kind == 3:
        window.clipboard.text = chance.choice(PASTED)
        session.files.review_text(chance.choice(PASTED))
    else:
        session.reviews.open_solve(chance.randrange(1, 40), is_playing=True)
    window.frame()


@pytest.mark.parametrize("seed", range(4))
def test_random_events(
    open_board: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    pygame.image.save(pygame.Surface((64, 64)), tmp_path / "good.png")
    (tmp_path / "bad.png").write_bytes(b"bad")
    window = open_board(START, size=SIZES[seed], knows=True)
    fill(window.session, 40, rows=2)
    hand = Hand(seed, window, tmp_path)
    seen = set[type]()
    for number in range(EVENTS):
        if number % 60 == 0:
            go_somewhere(window, hand.random)
        assert window.screen.handle(hand.event()) is not Next.QUIT
        if window.open == ["statistics"]:
            seen.add(Dialog)
        seen.add(type(window.session.activity))
        if number % 20 == 0:
            window.frame()
        if number % 500 == 499:
            pygame.display.set_mode(hand.random.choice(SIZES), pygame.RESIZABLE)
        if window.is_searching:
            window.key(pygame.K_ESCAPE)
    assert {Reviewing, Drilling, Dialog} <= seen
    window.app.ui.close_all()
    window.session.stop()
    window.settle()
