"""The views of the window. Each is the ``VIEW`` of a ``view.py``, see ``features``.

The view follows what the session is doing: a review that is opened is seen in Review, and when it
is left the game is there again. The switches at the top left, the keys, the menu *More* and the
help are made from the views.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from puzzler.game.session import Session
from puzzler.window.common.features import view_modules
from puzzler.window.core.window import Window
from puzzler.window.toolkit.element import Element

PLAY, LAB, RACE, REVIEW, LESSONS = "play", "lab", "race", "review", "lessons"
LEARN = "Learn"
"""The place of Lessons, Lab and Race."""


@dataclass(frozen=True, kw_only=True)
class View:
    """One of them."""

    name: str
    """What the rows of actions call it."""
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
    build: Callable[[Window], Element]
    """What it shows."""
    activities: tuple[type, ...] = ()
    """Those that are seen in it; any that no view names is seen in the first."""
    place: str = ""
    """What it stands under on the switch; it has a place of its own where this is empty."""
    useful: tuple[str, ...] = ()
    """The actions whose keys the help says first."""
    picture: tuple[tuple[str, ...], tuple[str, ...], str] = (), (), ""
    """What the help draws of it: captions of the left side, of the right side, and of the bar.
    Empty ones on a side stand for the board."""

    @property
    def line(self) -> str:
        """Title and what it is for."""
        return f"{self.title}: {self.words[:1].lower()}{self.words[1:]}"

    @property
    def at(self) -> str:
        """The place on the switch."""
        return self.place or self.title


@cache
def views() -> tuple[View, ...]:
    """All views, from left to right."""
    return tuple(module.VIEW for module in view_modules())


def views_at(place: str) -> list[View]:
    """Those of one place on the switch, from left to right."""
    return [view for view in views() if view.at == place]


def present_view(session: Session) -> View:
    """The view in which what the session is doing is seen."""
    for kind in type(session.activity).__mro__:  # the most special class counts
        for view in views():
            if kind in view.activities:
                return view
    return views()[0]


def go_to(view: View, window: Window) -> None:
    """Go to ``view``; nothing ends where one is there already."""
    if present_view(window.session) is not view:
        view.go(window)
