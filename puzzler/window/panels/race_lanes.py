"""The lanes of a race, side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from pygame import Rect

from puzzler.game.race.lanes import RaceLane
from puzzler.game.race.racing import Racing
from puzzler.game.race.state import Phase
from puzzler.search.method import Method
from puzzler.solver.race.progress import LaneState
from puzzler.solver.race.rules import MOST_LANES
from puzzler.window.layout import Grow, row
from puzzler.window.panels.race_lane import LaneCard
from puzzler.window.race_menu import open_lane_menu
from puzzler.window.race_words import open_share, state_words
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.tooltip import Tip
from puzzler.window.window import FIGURES_SECONDS, Window

_GAP_UNITS = 12
_LEAST_UNITS = 210


class RaceLanes:
    """While it runs one lane is drawn in a frame, and each at most ten times a second."""

    name = "race lanes"

    def __init__(self, desk: Window) -> None:
        self._desk = desk
        self._area = Rect(0, 0, 0, 0)
        self._count = 0
        self.moment = 0.0
        """Of the race, that the lanes show."""
        self.has_drawn = False
        """A lane of a race that runs changes in this frame: what can wait is for another one."""
        self._seen: list[tuple[object, ...] | None] = [None] * MOST_LANES
        self._picked: tuple[RaceLane, ...] = ()
        self._picked_at = 0.0
        self._waiting: list[tuple[RaceLane, tuple[object, ...], bool]] = []
        self._warned_of: object = None
        self._warnings: list[str] = []
        self.is_behind = False
        """A lane has something new that it does not show yet."""
        self.lanes = [
            LaneCard(
                desk,
                number,
                partial(self._choose, number),
                partial(self._remove, number),
                partial(self._stop, number),
                partial(open_lane_menu, desk, number),
            )
            for number in range(MOST_LANES)
        ]

    @property
    def is_shown(self) -> bool:
        """In a compact window they are one of the tabs."""
        return self._desk.are_lanes_shown

    @property
    def _there(self) -> list[LaneCard]:
        return self.lanes[: self._count]

    def height(self, painter: Painter, width: int) -> int:
        """A board, figures and a bar."""
        return painter.px(_LEAST_UNITS)

    def place(self, painter: Painter, area: Rect) -> None:
        """All as wide as each other."""
        self._area = area
        racing = self._desk.racing
        self._count = 0 if racing is None else len(racing.methods)
        gap = painter.px(_GAP_UNITS if area.width >= painter.px(900) else 6)
        for lane, rect in zip(self._there, row(area, [Grow()] * self._count, gap), strict=True):
            lane.place(painter, rect)
        self._level()

    def _level(self) -> None:
        """All boards at one height, whatever stands above them."""
        top = max((lane.least_top for lane in self._there), default=0)
        for lane in self._there:
            if lane.is_choosing and lane.board_top != top:
                lane.board_top = top
                lane.place(self._desk.painter, lane.area)

    def follow(self) -> None:
        """How the lanes search, and how they stand."""
        racing = self._desk.racing
        if racing is None:
            return
        if len(racing.methods) != self._count and self._area.width:
            self.place(self._desk.painter, self._area)
        is_choosing = racing.phase is Phase.READY
        if is_choosing:
            self._follow_warnings(racing)
        for lane, method in zip(self._there, racing.methods, strict=False):
            warning = self._warnings[lane.number] if is_choosing else ""
            lane.follow(method, racing.problem.start, warning, is_choosing=is_choosing)
            lane.remove.is_enabled = racing.state().can_remove
        if self._area.width:
            self._level()
        if is_choosing:
            self._seen, self._waiting, self.moment = [None] * MOST_LANES, [], 0.0
        else:
            self._follow_figures(racing)

    def _follow_warnings(self, racing: Racing) -> None:
        key = racing.methods, racing.rules, racing.problem
        if key != self._warned_of:
            self._warned_of = key
            self._warnings = [
                racing.state().warnings[place] for place in range(len(racing.methods))
            ]

    def _follow_figures(self, racing: Racing) -> None:
        """While it runs a lane in a frame, all of them at the same moment; else all at once."""
        is_first = all(seen is None for seen in self._seen)
        before = self._waiting
        if not racing.state().is_running or is_first:
            self._pick(racing)
            while self._waiting:
                self._show_next(racing)
        elif self._waiting:
            self._show_next(racing)
        elif self._desk.now - self._picked_at >= FIGURES_SECONDS:
            self._pick(racing)
            self._show_next(racing)
        self.has_drawn = racing.state().is_running and self.is_shown and self._waiting is not before

    def _pick(self, racing: Racing) -> None:
        """Take the newest moment, to be shown by one lane after the other."""
        self._picked, self._picked_at = racing.lanes, self._desk.now
        self.moment = racing.state().moment
        winner, entries = racing.state().winner, racing.state().entries
        winners = () if winner is None else winner.places
        state = racing.state().building, racing.is_paused, racing.state().shortest, bool(entries)
        self._waiting = []
        for lane in self._picked:
            # while one looks back, nobody has won yet
            is_winner = lane.place in winners and lane.state is LaneState.SOLVED
            look = (*_looks_of(lane), is_winner, *state)
            if look != self._seen[lane.place]:
                self._waiting.append((lane, look, is_winner))

    def _show_next(self, racing: Racing) -> None:
        if not self._waiting:
            return
        (lane, look, is_winner), *self._waiting = self._waiting
        self._seen[lane.place] = look
        entry = racing.state().entries[lane.place] if racing.state().entries else None
        words, share = state_words(racing, lane, entry), open_share(lane, self._picked)
        self.lanes[lane.place].show(lane, words, share, is_winner=is_winner)

    def seconds_to_change(self) -> float | None:
        """What waits for its turn is shown in the next frame."""
        return 0.0 if self._waiting else None

    @property
    def controls(self) -> Sequence[Control]:
        """Lane by lane."""
        return [control for lane in self._there for control in lane.controls]

    def tip(self, name: str) -> Tip | None:
        """Of a control of any lane."""
        for lane in self._there:
            if any(control.name == name for control in lane.controls):
                return lane.tip(name)
        return None

    def parts(self, painter: Painter) -> Iterator[Part]:
        """Card by card."""
        for lane in self._there:
            yield from lane.parts(painter)

    def _choose(self, number: int, method: Method) -> None:
        if self._desk.racing is not None:
            self._desk.racing.set_method(number, method)

    def _remove(self, number: int) -> None:
        if self._desk.racing is not None:
            self._desk.racing.remove_lane(number)

    def _stop(self, number: int) -> None:
        if self._desk.racing is not None:
            self._desk.racing.stop_lane(number)


def _looks_of(lane: RaceLane) -> tuple[object, ...]:
    """What changes where the lane looks different."""
    at = lane.expansions, lane.is_there, lane.trouble
    return lane.stats, lane.board, lane.state, lane.bar, at
