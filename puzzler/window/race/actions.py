"""The actions of the Race view, except those of its track."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from puzzler.game.race.state import RacePhase
from puzzler.search.method import Method
from puzzler.search.registry import TAUGHT_HEURISTICS
from puzzler.window.common.actions import IN_RACE, Action, HelpSection
from puzzler.window.core.window import Window

_INFORMED = ("astar", "idastar", "greedy", "bidirectional")
_WELL_KNOWN = (*(Method(name, TAUGHT_HEURISTICS[0]) for name in _INFORMED), Method("bfs"))


def _add_lane(window: Window) -> None:
    """Add a lane with the first well-known method that is not in the race."""
    racing = window.session.race.current
    others = (method for method in _WELL_KNOWN if method not in racing.methods)
    racing.change_lane(len(racing.methods), next(others, racing.methods[-1]))


def _is_in(phases: Sequence[RacePhase], window: Window) -> bool:
    race = window.shown.race
    return race is not None and race.phase in phases


def _can_add(window: Window) -> bool:
    race = window.shown.race
    return race is not None and race.phase is RacePhase.READY and race.can_add


_is_ready = partial(_is_in, (RacePhase.READY,))
_is_running = partial(_is_in, (RacePhase.RUNNING,))
_has_started = partial(_is_in, (RacePhase.RUNNING, RacePhase.OVER))
_action = partial(Action, section=HelpSection.RACE, views=IN_RACE)

# one row per action, in the order of the bars and of the help
# fmt: off
ACTIONS: tuple[Action, ...] = (
    Action("race-start", (), "Start the race", lambda window: window.session.race.current.start(),
           icon="play", label="Start the race", is_enabled=_is_ready, views=IN_RACE),
    _action("race-stop", ("shift+escape",), "Stop all lanes and end the race",
            lambda window: window.session.race.current.stop(), help="stop all lanes of the race",
            icon="stop", label="Stop", is_enabled=_is_running, applies=_is_running),
    _action("race-again", ("backspace",), "Change lanes or rules (same board)",
            lambda window: window.session.race.current.reset(), help="change lanes or rules",
            icon="restart", label="Change lanes", is_enabled=_has_started, applies=_has_started),
    _action("add-lane", ("insert",), "Add a lane (up to four)", _add_lane, help="add a lane",
            icon="add", label="Add a lane", is_enabled=_can_add, applies=_can_add),
)
# fmt: on
