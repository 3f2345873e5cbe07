"""The views of the window. Each is the ``VIEW`` of a module in ``VIEWS``.

The activity of the session selects the view: opening a review shows Review, and closing it shows
the game again. The switches at the top left, the keys, the menu *More* and the help are made from
the views.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from puzzler.game.core.activity import Activity
from puzzler.game.session import Session
from puzzler.window.core.window import Window
from puzzler.window.toolkit.element import Element

PLAY, LAB, RACE, REVIEW, LESSONS = "play", "lab", "race", "review", "lessons"
LEARN = "Learn"
"""The place of Lessons, Lab and Race."""
VIEWS = ("play.view", "review.view", "lessons.view", "lab.view", "race.view")
"""The modules of the views, from left to right on the switch. They are imported when they are first
used, because they import this module. The first view shows activities that no view lists."""


@dataclass(frozen=True, kw_only=True)
class View:
    """A view."""

    name: str
    """The name in the rows of actions."""
    title: str
    """The title on the switch."""
    key: str
    """The key that opens the view from any other view."""
    purpose: str
    """The purpose of the view, used in the tooltip, the menu and the help."""
    icon: str
    """The icon in the menu of a compact window."""
    build: Callable[[Window], Element]
    """Returns the elements of the view."""
    activities: tuple[type[Activity], ...] = ()
    """The activities that the view shows. The first view also shows unlisted activities."""
    go: Callable[[Window], object] | None = None
    """Starts an activity that the view shows, by default the first of ``activities``."""
    place: str = ""
    """The place on the switch that contains the view, by default ``title``."""
    useful: tuple[str, ...] = ()
    """The actions that the help lists first."""
    picture: tuple[tuple[str, ...], tuple[str, ...], str] = (), (), ""
    """The sketch in the help: captions of the left side, the right side and the bar. An empty
    caption on a side is the board."""

    @property
    def line(self) -> str:
        """The title and the purpose."""
        return f"{self.title}: {self.purpose[:1].lower()}{self.purpose[1:]}"

    @property
    def at(self) -> str:
        """The place on the switch."""
        return self.place or self.title


@cache
def views() -> tuple[View, ...]:
    """Return all views, from left to right."""
    return tuple(import_module(f"puzzler.window.{name}").VIEW for name in VIEWS)


def views_at(place: str) -> list[View]:
    """Return the views of a place on the switch, from left to right."""
    return [view for view in views() if view.at == place]


def present_view(session: Session) -> View:
    """Return the view that shows the activity of the session."""
    for kind in type(session.activity).__mro__:  # the most derived class comes first
        for view in views():
            if kind in view.activities:
                return view
    return views()[0]


def go_to(view: View, window: Window) -> None:
    """Open ``view``. Nothing changes if it is already open."""
    context = window.session.context
    if present_view(window.session) is view:
        return
    if view.go is None:
        context.enter(view.activities[0](context))
    else:
        view.go(window)
