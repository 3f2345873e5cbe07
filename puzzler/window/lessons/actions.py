"""The actions of the Lessons view: changing the step, exploring, and using another board."""

from __future__ import annotations

from functools import partial

from puzzler.window.common.actions import IN_LESSONS, Action, HelpSection
from puzzler.window.common.entering import explore, focus_question, is_exploring
from puzzler.window.core.window import Window
from puzzler.window.dialogs.ask_text import open_lesson_board


def _is_open(window: Window) -> bool:
    return window.session.lessons.state().is_open


def _is_searched(window: Window) -> bool:
    return _is_open(window) and window.shown.lab is not None


def _is_guided(window: Window) -> bool:
    return window.session.lessons.state().advice is not None


def _can_show(window: Window) -> bool:
    advice = window.session.lessons.state().advice
    return advice is not None and not advice.is_reached


def has_changed(window: Window) -> bool:
    """Whether the step no longer shows its original state."""
    return window.session.lessons.state().is_away or is_exploring(window)


def _return(window: Window) -> None:
    explore(window, is_wanted=False)
    window.session.lessons.restore()


_action = partial(Action, section=HelpSection.LESSONS, views=IN_LESSONS)
_STEPS, _OTHERS = "next / previous step", "undo, another board to solve by hand"

# one row per action, in the order of the help
# fmt: off
ACTIONS: tuple[Action, ...] = (
    _action("lesson-answer", ("j",), "Go to the question", focus_question, applies=_is_open,
            help="go to the question (answer with the letter of a choice)"),
    _action("lesson-next", ("period",), "Next step (or Enter after the answer)",
            lambda window: window.session.lessons.next(), help=_STEPS, label="Next",
            applies=_is_open, is_enabled=_is_open),
    _action("lesson-back", ("comma",), "Previous step",
            lambda window: window.session.lessons.previous(), help=_STEPS, label="Back",
            applies=_is_open, is_enabled=lambda window: _is_open(window)
            and window.session.lessons.state().position > 0),
    _action("lesson-explore", ("z",), "Explore the step's search in the Lab", explore, icon="lab",
            label="Explore", applies=_is_searched, is_enabled=_is_searched),
    _action("lesson-return", ("delete",), "Restore the step", _return, icon="undo",
            label="Back to the step", applies=_is_open, is_enabled=has_changed),
    _action("lesson-board", ("u",), "Use another board (type one, or slide tiles)",
            open_lesson_board, help="use another board in the step", icon="edit",
            applies=_is_open, is_enabled=_is_open),
    _action("lesson-show", ("h",), "Show the moves to the next target",
            lambda window: window.session.lessons.demonstrate(), icon="hint", label="Show me",
            applies=_is_guided, is_enabled=_can_show),
    _action("lesson-undo", ("ctrl+z",), "Undo", lambda window: window.session.undo(),
            help=_OTHERS, icon="undo", label="Undo",
            applies=lambda window: _is_open(window) and window.shown.lab is None,
            is_enabled=lambda window: window.session.activity.can_undo),
    _action("lesson-mix", ("n",), "Another board", lambda window: window.session.lessons.mix(),
            help=_OTHERS, icon="new", label="Another board", applies=_is_guided,
            is_enabled=_is_guided),
)
# fmt: on
