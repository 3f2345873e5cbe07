"""The lanes of a race, side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from pygame import Rect

from puzzler.game.activities.racing import Racing
from puzzler.game.race_lanes import RaceLane
from puzzler.game.raced import Phase
from puzzler.search.method import Method
from puzzler.solver.racing import MOST_LANES
from puzzler.window.desk import FIGURES_SECONDS, Desk
from puzzler.window.layout import Grow, row
from puzzler.window.paint import Painter
from puzzler.window.panels.race_lane import LaneCard
from puzzler.window.race_menu import open_lane_menu
from puzzler.window.race_words import open_share, state_words
from puzzler.window.scene import Part
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.tooltip import Tip

_GAP_UNITS = 12
_LEAST_UNITS = 210


class RaceLanes:
    """While it runs one lane is drawn in a frame, and each at most ten times a second."""

    name = "race lanes"

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._area = Rect(0, 0, 0, 0)
        self._count = 0
        self._drawn_at = [0.0] * MOST_LANES
        self._seen: list[tuple[object, ...] | None] = [None] * MOST_LANES
        self._turn = 0
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
            lane.remove.is_enabled = racing.can_remove
        if is_choosing:
            self._seen = [None] * MOST_LANES
            self.is_behind = False
        else:
            self._follow_figures(racing)

    def _follow_warnings(self, racing: Racing) -> None:
        key = racing.methods, racing.rules, racing.problem
        if key != self._warned_of:
            self._warned_of = key
            self._warnings = [racing.warning(place) for place in range(len(racing.methods))]

    def _follow_figures(self, racing: Racing) -> None:
        """The next lane in turn that has something new; all of them once nothing runs."""
        shown, entries, now = racing.lanes, racing.entries, self._desk.now
        winner = racing.winner
        winners = () if winner is None else winner.places
        is_live = racing.is_running
        self.is_behind = has_shown = False
        for step in range(len(shown)):
            number = (self._turn + step) % len(shown)
            lane = shown[number]
            entry = entries[number] if entries else None
            known = bool(entries), racing.shortest, number in winners
            seen = *_looks_of(lane), racing.building, racing.is_paused, *known
            if seen == self._seen[number]:
                continue
            is_early = is_live and now - self._drawn_at[number] < FIGURES_SECONDS
            if is_live and (has_shown or is_early) and self._seen[number] is not None:
                self.is_behind = True
                continue
            has_shown = True
            self._seen[number], self._drawn_at[number] = seen, now
            words = state_words(racing, lane, entry)
            share = open_share(lane, shown)
            self.lanes[number].show(lane, words, share, is_winner=number in winners)
        if has_shown:
            self._turn = (self._turn + 1) % len(shown)

    def seconds_to_change(self) -> float | None:
        """What waits for its turn is shown in the next frame."""
        return 0.0 if self.is_behind else None

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
    """What changes where the lane looks different: compared without going through its figures."""
    return id(lane.stats), id(lane.board), lane.state, lane.is_there, lane.bar, lane.expansions
