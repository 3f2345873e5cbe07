"""What can be asked for in the Lab besides going along its track; and to go there."""

from __future__ import annotations

from functools import partial

from puzzler.window.actions.action import IN_LAB, IN_PLAY, Action, Bar, Section
from puzzler.window.desk import Desk
from puzzler.window.sheets import look_inside


def _change_rate(step: int, desk: Desk) -> None:
    if desk.inspecting is not None:
        desk.inspecting.change_rate(step)


def _predict(desk: Desk) -> None:
    """Ask, or put the question away."""
    inspecting = desk.inspecting
    if inspecting is None:
        return
    if inspecting.question is None:
        inspecting.ask()
    else:
        inspecting.stop_asking()


def _choose_tab(number: int, desk: Desk) -> None:
    if number < len(desk.lab_tabs):
        desk.lab_tab = desk.lab_tabs[number]


def _is_inspecting(desk: Desk) -> bool:
    return desk.inspecting is not None


_L = Section.LAB
_RATE = "slower, faster"
_TABS = "the tabs"
_MOST_TABS = 5

# one row an action, in the order of the bars and of the help
# fmt: off
LAB_ACTIONS: tuple[Action, ...] = (
    Action("look-inside", ("i",), "Look inside: the search for this board, expansion by expansion",
           look_inside, _L, "look inside the search for this board", "lab",
           is_enabled=lambda desk: desk.session.lab.can_open, views=IN_PLAY),
    Action("lab-slower", ("minus", "kp_minus"), "Slower", partial(_change_rate, -1), _L, _RATE,
           views=IN_LAB),
    Action("lab-faster", ("plus", "equals", "kp_plus"), "Faster", partial(_change_rate, 1), _L,
           _RATE, views=IN_LAB),
    Action("predict", ("q",), "Predict what the search does next", _predict, _L,
           "predict what the search does next", "predict", "Predict", Bar.ASK,
           is_enabled=_is_inspecting, views=IN_LAB),
    *(Action(f"lab-tab-{number + 1}", (str(number + 1),), f"Tab {number + 1}",
             partial(_choose_tab, number), _L, _TABS, views=IN_LAB)
      for number in range(_MOST_TABS)),
)
# fmt: on
