"""What can be asked for in the Lab: along a search, faster and slower, predict; and to go there."""

from __future__ import annotations

from functools import partial

from puzzler.window.actions.action import IN_LAB, IN_PLAY, Action, Bar, Section
from puzzler.window.desk import Desk
from puzzler.window.sheets import look_inside

LONG_STEP = 10


def _step(count: int, desk: Desk) -> None:
    if desk.inspecting is not None:
        desk.inspecting.step(count)


def _to_start(desk: Desk) -> None:
    if desk.inspecting is not None:
        desk.inspecting.to_start()


def _to_end(desk: Desk) -> None:
    if desk.inspecting is not None:
        desk.inspecting.to_end()


def _run(desk: Desk) -> None:
    if desk.inspecting is not None:
        desk.inspecting.toggle_pause()


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


def _is_begun(desk: Desk) -> bool:
    return desk.inspecting is not None and desk.inspecting.expansions > 0


def _goes_on(desk: Desk) -> bool:
    return desk.inspecting is not None and not desk.inspecting.is_at_end


_L = Section.LAB
_STEP = "an expansion back or on, with Shift ten"
_ENDS = "to the start and the end of the search"
_RATE = "slower, faster"
_TABS = "the tabs"
_MOST_TABS = 5

# one row an action, in the order of the bars and of the help
# fmt: off
LAB_ACTIONS: tuple[Action, ...] = (
    Action("look-inside", ("i",), "Look inside: the search for this board, expansion by expansion",
           look_inside, _L, "look inside the search for this board", "lab",
           is_enabled=lambda desk: desk.session.lab.can_open, views=IN_PLAY),
    Action("lab-start", ("home",), "To the start of the search", _to_start, _L, _ENDS,
           "to-start", bar=Bar.SEARCH, is_enabled=_is_begun, views=IN_LAB),
    Action("lab-back", ("left",), "An expansion back", partial(_step, -1), _L, _STEP,
           "step-back", bar=Bar.SEARCH, is_enabled=_is_begun, views=IN_LAB),
    Action("lab-run", ("space",), "Run and pause", _run, _L, "run and pause the search", "play",
           bar=Bar.SEARCH, is_enabled=_is_inspecting, views=IN_LAB),
    Action("lab-forward", ("right",), "An expansion on", partial(_step, 1), _L, _STEP,
           "step-forward", bar=Bar.SEARCH, is_enabled=_goes_on, views=IN_LAB),
    Action("lab-end", ("end",), "To the end of the search", _to_end, _L, _ENDS, "to-end",
           bar=Bar.SEARCH, is_enabled=_goes_on, views=IN_LAB),
    Action("lab-ten-back", ("shift+left",), "Ten expansions back", partial(_step, -LONG_STEP),
           views=IN_LAB),
    Action("lab-ten-forward", ("shift+right",), "Ten expansions on", partial(_step, LONG_STEP),
           views=IN_LAB),
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
