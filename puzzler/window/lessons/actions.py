"""What can be asked for in Lessons: from step to step, back to the step, and another board."""

from __future__ import annotations

from puzzler.window.common.actions import IN_LESSONS, Action, Section
from puzzler.window.common.entering import put_question
from puzzler.window.dialogs.ask_text import open_lesson_board
from puzzler.window.window import Window

RANK = 60


def _is_open(window: Window) -> bool:
    return window.session.lessons.state().is_open


def _has_back(window: Window) -> bool:
    return _is_open(window) and window.session.lessons.state().position > 0


_L = Section.LESSONS
_STEPS = "the next step, the step before"

# one row an action, in the order of the help
# fmt: off
ACTIONS: tuple[Action, ...] = (
    Action("lesson-answer", ("j",), "Go to the question", put_question, _L,
           "go to the question", applies=_is_open, views=IN_LESSONS),
    Action("lesson-next", ("period",), "The next step; Enter, too, once the question is answered",
           lambda window: window.session.lessons.next(), _L, _STEPS, label="Next",
           applies=_is_open, is_enabled=_is_open, views=IN_LESSONS),
    Action("lesson-back", ("comma",), "The step before",
           lambda window: window.session.lessons.previous(), _L, _STEPS, label="Back",
           applies=_is_open, is_enabled=_has_back, views=IN_LESSONS),
    Action("lesson-return", ("delete",), "Back to what the step tells of",
           lambda window: window.session.lessons.restore(), _L,
           "back to what the step tells of", "undo", "Back to the step", applies=_is_open,
           is_enabled=lambda window: window.session.lessons.state().is_away, views=IN_LESSONS),
    Action("lesson-board", ("u",), "Another board: type one, or press a tile to slide it",
           open_lesson_board, _L, "another board for the step's search", "edit", applies=_is_open,
           is_enabled=_is_open, views=IN_LESSONS),
)
# fmt: on
