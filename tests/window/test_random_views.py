"""Many random events in each of the views: nothing fails, and no two parts have one key."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from puzzler.game.lab.inspecting import Inspecting
from puzzler.game.lessons.learning import Learning
from puzzler.game.race.racing import Racing
from puzzler.game.review.drilling import Drilling
from puzzler.game.review.reviewing import Reviewing
from puzzler.search.method import Method
from puzzler.search.registry import ALGORITHMS
from puzzler.solver.race.values import Pace, RaceRules
from puzzler.window.window import Next
from tests.game.lessons.lesson_texts import lessons
from tests.window.conftest import Opener, Window
from tests.window.review.test_statistics import fill
from tests.window.test_random_events import SIZES, Hand

EVENTS = 400
START = "1 2 3/0 4 5"
PASTED = ("1 2 3/4 0 5 RLUD", "LR", "bad", "")
KEYS = (
    *(pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END, pygame.K_SPACE, pygame.K_TAB),
    *(pygame.K_MINUS, pygame.K_EQUALS, pygame.K_LEFTBRACKET, pygame.K_RIGHTBRACKET, pygame.K_q),
    *(pygame.K_RETURN, pygame.K_BACKSPACE, pygame.K_INSERT, pygame.K_1, pygame.K_2, pygame.K_3),
    *(pygame.K_PERIOD, pygame.K_COMMA, pygame.K_DELETE, pygame.K_u, pygame.K_j),
)
NAMES = [name for name in ALGORITHMS if name != "anytime"]


def lab(window: Window, hand: Hand) -> None:
    """Looks inside a search, sometimes another one."""
    session = window.session
    if not isinstance(session.activity, Inspecting):
        session.stop()
        session.lab.open()
    if hand.random.random() < 0.4 and isinstance(session.activity, Inspecting):
        session.lab.current.set_method(Method(hand.random.choice(NAMES), "manhattan"))


def lesson(window: Window, hand: Hand) -> None:
    """Opens a step of a lesson."""
    if not window.session.lessons.is_open:
        found = hand.random.choice(list(lessons().values()))
        window.session.lessons.begin(found, hand.random.randrange(3))


def race(window: Window, hand: Hand) -> None:
    """Opens a race, sometimes with other lanes and rules."""
    session = window.session
    if session.race.opened is None:
        session.stop()
        session.race.open()
    racing = session.race.opened
    if racing is not None and hand.random.random() < 0.4:
        lanes = hand.random.choices(NAMES, k=hand.random.randint(2, 4))
        racing.set_methods([Method(name, "manhattan") for name in lanes])
        racing.set_rules(RaceRules(hand.random.choice(list(Pace))))


def review(window: Window, hand: Hand) -> None:
    """Opens a review, a drill, or the statistics."""
    session, kind = window.session, hand.random.randrange(5)
    if kind == 0:
        session.reviews.open_last()
    elif kind == 1:
        session.drills.begin_generated(2, 3, hand.random.randrange(1, 15))
    elif kind == 2:
        window.key(pygame.K_t)
    elif kind == 3:
        window.clipboard.text = hand.random.choice(PASTED)
        session.files.review_text(hand.random.choice(PASTED))
    else:
        session.reviews.open_solve(hand.random.randrange(1, 40), is_playing=True)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("begin", "kinds"),
    [(lab, {Inspecting}), (lesson, {Learning}), (race, {Racing}), (review, {Reviewing, Drilling})],
)
def test_random_events(
    open_board: Opener,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    seed: int,
    begin: Callable[[Window, Hand], None],
    kinds: set[type],
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    pygame.image.save(pygame.Surface((64, 64)), tmp_path / "good.png")
    window = open_board(START, size=SIZES[seed], knows=True)
    fill(window.session, 40, rows=2)
    hand, seen = Hand(seed, window, tmp_path), set[type]()
    for number in range(EVENTS):
        if number % 25 == 0:
            window.app.ui.close_all()
            begin(window, hand)
            window.frame()
        event = hand.event()
        if hand.random.random() < 0.4:
            key = hand.random.choice(KEYS)
            event = pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode="")
        assert window.screen.handle(event) is not Next.QUIT
        seen.add(type(window.session.activity))
        if number % 5 == 0:
            window.frame()
            parts = [part.key for part in window.screen.parts()]
            assert len(parts) == len(set(parts)), number
        if number % 150 == 149:
            pygame.display.set_mode(hand.random.choice(SIZES), pygame.RESIZABLE)
        if window.is_searching:
            window.key(pygame.K_ESCAPE)
    assert kinds <= seen
