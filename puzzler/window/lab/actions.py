"""The actions of the Lab, except those of its track; some are also available in a race."""

from __future__ import annotations

from functools import partial

from puzzler.game.lab.prediction import MAX_BOARDS, PredictionQuestion
from puzzler.window.common.actions import (
    IN_ALL,
    IN_LAB,
    IN_PLAY,
    IN_RACE,
    Action,
    ButtonPlace,
    HelpSection,
)
from puzzler.window.common.entering import LAB_TAB, STATE, look_inside, predict_for_lesson
from puzzler.window.common.presenting import PANELS
from puzzler.window.core.window import Window
from puzzler.window.dialogs.ask_text import open_run_until
from puzzler.window.toolkit.choices import Tabs


def _change_rate(step: int, window: Window) -> None:
    window.session.activity.change_rate(step)


def _predict(window: Window) -> None:
    """Ask a prediction question, or close the open one. In a lesson that skips the question."""
    inspecting = window.session.lab.opened
    if inspecting is None:
        return
    if inspecting.state().question is None:
        if window.is_compact:
            window.ui.choose(LAB_TAB, STATE)
        if not predict_for_lesson(window):
            inspecting.ask()
    else:
        inspecting.stop_asking()


def _question(window: Window) -> PredictionQuestion | None:
    inspecting = window.session.lab.opened
    return None if inspecting is None else inspecting.state().question


def _answer(digit: int, window: Window) -> None:
    question = _question(window)
    choice = None if question is None else question.choice_of(digit)
    if choice is not None:
        window.session.lab.current.answer(choice)


def _change_tab(step: int, window: Window) -> None:
    """Select the tab ``step`` places to the right, wrapping around."""
    tabs = window.ui.find(PANELS) or window.ui.find(LAB_TAB) or window.ui.find("race tab")
    if isinstance(tabs, Tabs):
        tabs.choose((tabs.index + step) % len(tabs.options))


_action = partial(Action, section=HelpSection.LAB, views=IN_LAB)
_ask = partial(_action, bar=ButtonPlace.ASK,
               is_enabled=lambda window: window.session.lab.opened is not None)  # fmt: skip
_tab = partial(Action, section=HelpSection.WINDOW, help="previous / next tab", views=IN_ALL)
_rate = partial(_action, help="slower / faster", views=(*IN_LAB, *IN_RACE))

# one row per action, in the order of the bars and of the help
# fmt: off
ACTIONS: tuple[Action, ...] = (
    Action("look-inside", ("i",), "Open this board in the Lab (the search step by step)",
           look_inside, section=HelpSection.WATCHING, help="open this board in the Lab", icon="lab",
           label="Open in Lab", is_enabled=lambda window: window.session.can_search,
           views=IN_PLAY),
    _rate("lab-slower", ("minus", "kp_minus"), "Slower", partial(_change_rate, -1)),
    _rate("lab-faster", ("plus", "equals", "kp_plus"), "Faster", partial(_change_rate, 1)),
    _ask("predict", ("q",), "Predict the next expansion", _predict, icon="predict",
         label="Predict"),
    _ask("run-until", ("shift+u",), "Run until a state, an f value or an outcome", open_run_until,
         icon="goal", label="Run until"),
    # the help lists only the numbers of choices; the other digits are values
    *(_action(f"answer-{digit}", (f"{digit}", f"kp{digit}"), f"Answer {digit}",
              partial(_answer, digit), help="answer by number",
              section=HelpSection.LAB if digit in range(1, MAX_BOARDS + 1) else None,
              applies=lambda window: _question(window) is not None)
      for digit in (*range(1, 10), 0)),
    _tab("tab-back", ("leftbracket",), "Previous tab", partial(_change_tab, -1)),
    _tab("tab-forward", ("rightbracket",), "Next tab", partial(_change_tab, 1)),
)
# fmt: on
