"""The views: what the window can be, one row each.

The view follows what the session is doing: whoever opens a review sees it in Review, and when that
is left the game is there again. The switch at the top left, its keys, the menu of a compact window
and the help are made from these rows; what each shows stands in ``screens/rooms.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from puzzler.game.lab.inspecting import Inspecting
from puzzler.game.lessons.browsing import Browsing
from puzzler.game.lessons.learning import Learning
from puzzler.game.lessons.trying import Trying
from puzzler.game.race.racing import Racing
from puzzler.game.review.drilling import Drilling
from puzzler.game.review.reviewing import Reviewing
from puzzler.game.session import Session
from puzzler.window.sheets import look_inside, open_race, review_last
from puzzler.window.window import Window


@dataclass(frozen=True)
class View:
    """One row."""

    name: str
    """What the rows of ``ACTIONS`` call it."""
    title: str
    """On the switch."""
    key: str
    """Goes there from any other view."""
    words: str
    """What it is for: its tooltip, its line in a menu, and what the help says of its key."""
    icon: str
    """In the menu of a compact window."""
    go: Callable[[Window], object]
    """Lets the session do what is seen in it."""
    activities: tuple[type, ...] = ()
    """Those that are seen in it; any that no row names is seen in the first."""


PLAY = "play"
LAB = "lab"
RACE = "race"
REVIEW = "review"
LESSONS = "lessons"

VIEWS: tuple[View, ...] = (
    View(PLAY, "Play", "ctrl+1", "Play a board", "hand",
         lambda desk: desk.session.stop()),
    View(LAB, "Lab", "ctrl+2", "Look inside a search", "lab", look_inside, (Inspecting,)),
    View(RACE, "Race", "ctrl+3", "Race searches against each other", "race", open_race, (Racing,)),
    View(REVIEW, "Review", "ctrl+4", "Review a game, and drill what it lost", "review",
         review_last, (Reviewing, Drilling)),
    View(LESSONS, "Lessons", "ctrl+5", "Learn how search works, step by step", "lessons",
         lambda desk: desk.session.lessons.enter(), (Browsing, Learning, Trying)),
)  # fmt: skip


def present_view(session: Session) -> View:
    """The view in which what the session is doing is seen."""
    for kind in type(session.activity).__mro__:  # the most special name counts
        for view in VIEWS:
            if kind in view.activities:
                return view
    return VIEWS[0]


def go_to(view: View, desk: Window) -> None:
    """Go to ``view``; nothing ends where one is there already."""
    if present_view(desk.session) is not view:
        view.go(desk)
