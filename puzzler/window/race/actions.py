"""What can be asked for in a race besides going along its track."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from puzzler.game.race.state import Phase
from puzzler.search.method import Method
from puzzler.window.common.actions import IN_RACE, Action, Section
from puzzler.window.window import Window

RANK = 40

_WELL_KNOWN = (
    Method("astar", "manhattan"),
    Method("idastar", "manhattan"),
    Method("greedy", "manhattan"),
    Method("bidirectional", "manhattan"),
    Method("bfs"),
)


def _start(desk: Window) -> None:
    if desk.racing is not None:
        desk.racing.start()


def _stop(desk: Window) -> None:
    if desk.racing is not None:
        desk.racing.stop()


def _choose_again(desk: Window) -> None:
    if desk.racing is not None:
        desk.racing.reset()


def another_method(methods: Sequence[Method]) -> Method:
    """What a new lane begins with: the first well-known one that does not race yet."""
    return next((method for method in _WELL_KNOWN if method not in methods), methods[-1])


def _add_lane(desk: Window) -> None:
    if desk.racing is not None:
        desk.racing.add_lane(another_method(desk.racing.methods))


def _is_in(phase: Phase, desk: Window) -> bool:
    return desk.racing is not None and desk.racing.phase is phase


def _has_begun(desk: Window) -> bool:
    return desk.racing is not None and desk.racing.phase is not Phase.READY


def _is_under_way(desk: Window) -> bool:
    return _has_begun(desk) and not _is_in(Phase.OVER, desk)


def _can_add(desk: Window) -> bool:
    return _is_in(Phase.READY, desk) and desk.racing is not None and desk.racing.state().can_add


_S = Section.RACE

# one row an action, in the order of the bars and of the help
# fmt: off
ACTIONS: tuple[Action, ...] = (
    Action("race-start", (), "Start the race", _start, icon="play", label="Start the race",
           is_enabled=partial(_is_in, Phase.READY), views=IN_RACE),
    Action("race-stop", ("shift+escape",), "Stop all lanes: the race is over", _stop, _S,
           "stop all lanes of the race", "stop", "Stop", is_enabled=_is_under_way,
           applies=_is_under_way, views=IN_RACE),
    Action("race-again", ("backspace",), "Choose lanes and rules anew, on the same board",
           _choose_again, _S, "choose lanes and rules anew", "restart", "Race again",
           is_enabled=_has_begun, applies=_has_begun, views=IN_RACE),
    Action("add-lane", ("insert",), "Add a lane: up to four searches race", _add_lane, _S,
           "add a lane", "add", "Add a lane", is_enabled=_can_add, applies=_can_add,
           views=IN_RACE),
)
# fmt: on
