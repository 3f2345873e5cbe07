"""What an action is: one row of a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from puzzler.window.views import LAB, LESSONS, PLAY, RACE, REVIEW, VIEWS
from puzzler.window.window import Window

IN_PLAY = (PLAY,)
IN_LAB = (LAB, LESSONS)
"""A step of a lesson has all that the Lab has."""
IN_RACE = (RACE,)
IN_LESSONS = (LESSONS,)
IN_REVIEW = (REVIEW,)
BY_HAND = (PLAY, REVIEW, LESSONS)
"""Where tiles can be moved by hand."""
IN_TRACKS = (PLAY, LAB, RACE, REVIEW, LESSONS)
"""Where something can be gone along, back and forth."""
IN_BOARDS = (PLAY, LAB, RACE, REVIEW, LESSONS)
"""Where there is a board to copy or to save."""
IN_ALL = tuple(view.name for view in VIEWS)


class Section(Enum):
    """The parts of the help; the value is its heading."""

    PLAYING = "Playing"
    WATCHING = "Watching"
    LAB = "The Lab"
    RACE = "Race"
    REVIEW = "Review and drill"
    LESSONS = "Lessons"
    EDITING = "Placing tiles by hand"
    FILES = "Files and sharing"
    WINDOW = "Window"


class Bar(Enum):
    """Where its button stands, in the order of the rows."""

    BOARD = "top, left"
    PAGES = "top, right; in a compact window in the menu"
    WINDOW = "top, at the right end"
    FILES = "in the menu of files"
    COMPACT = "top, at the right end, in a compact window only"
    TRACK = "bottom"
    MISTAKES = "bottom, beside the track of a review"
    FROM_HERE = "bottom, at the right end, in a review"
    ASK = "bottom, at the right end, in the Lab"


def _always(desk: Window) -> bool:
    return True


@dataclass(frozen=True)
class Action:
    """One row."""

    name: str
    """What the settings file calls it."""
    keys: tuple[str, ...]
    words: str
    """What it does: its tooltip, and its line in a menu."""
    do: Callable[[Window], object]
    section: Section | None = None
    """Where the help has it; None where the help need not say it."""
    help: str = ""
    """What the help says, where ``words`` are too short. Those that say the same share a line."""
    icon: str = ""
    label: str = ""
    """What stands on its button besides the icon."""
    bar: Bar | None = None
    is_enabled: Callable[[Window], bool] = _always
    """Its button can be pressed."""
    applies: Callable[[Window], bool] = _always
    """Its key means this now; where it does not, the key may mean a later row."""
    is_everywhere: bool = False
    """Its key counts whatever lies over the screen."""
    letter: str = ""
    """The key that it gets as well where the settings give W A S D to the tiles."""
    views: tuple[str, ...] = IN_PLAY
    """The views in which its key and its button mean this."""
    words_now: Callable[[Window], str] | None = None
    """Its line in a menu, where that depends on what it would do now."""

    def menu_words(self, desk: Window) -> str:
        """Its line in a menu."""
        return self.words if self.words_now is None else self.words_now(desk)

    @property
    def line(self) -> str:
        """What the help says of it."""
        return self.help or self.words
