"""The activity of racing: two to four searches on one board, then a replay of any moment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.scenario import Problem
from puzzler.game.core.live_figures import LiveFigures, SearchProgress
from puzzler.game.lab.plots import NOTHING_PLOTTED, PlotSet, plotted
from puzzler.game.lab.search_activity import InspectionContext, SearchActivity
from puzzler.game.race.state import (
    RaceLane,
    RacePhase,
    RaceState,
    Timeline,
    lane_at,
    lane_names,
    lane_now,
)
from puzzler.game.watch.watch import FIGURES_SECONDS
from puzzler.search import feasibility
from puzzler.search.inspection.samples import Sampled
from puzzler.search.method import Method
from puzzler.search.options import Limit
from puzzler.search.report.comparison import Entry, combine_bounds
from puzzler.search.report.winning import Winner, WinningRule, winner
from puzzler.search.result import SearchStats
from puzzler.solver.commands import Pause, Resume, Seek, Step, StopLane
from puzzler.solver.inspection.moment import InspectionWorker, Moment
from puzzler.solver.race.job import RaceWorker
from puzzler.solver.race.race_rules import (
    MAX_LANES,
    MIN_LANES,
    RaceProgress,
    RaceRules,
    check_lanes,
    lane_methods,
)

NO_MOVES = "This is a race: tiles are moved in Play."
RACE_IS_OVER = "The race is over: drag its timeline or set up another"


class Racing(SearchActivity):
    """A race that is ready, running or over.

    Choosing other lanes or rules discards the results and makes it ready again. Leaving ends the
    race and keeps its results until it is opened again.
    """

    snapshot_field = "race"
    refusal = NO_MOVES

    def __init__(
        self,
        inspection: InspectionContext,
        problem: Problem,
        methods: Sequence[Method],
        start: Callable[..., RaceWorker],
    ) -> None:
        """start: starts a race. inspection: replays moments of a lane."""
        super().__init__(inspection.context, problem, rate=None)
        self.methods = checked_lanes(methods)
        self.rules = RaceRules()
        self.rule = WinningRule.SHORTEST_SOLUTION
        self._inspection = inspection
        self._start = start
        self._shortest: int | None = None
        self._worker: RaceWorker | None = None
        self._race: RaceProgress | None = None
        self._since = 0.0  # seconds since the progress was received
        self._is_paused = False
        self._timeline: Timeline | None = None
        self._entries: tuple[Entry, ...] = ()
        self._moment: float | None = None  # shown after the race; None for its end
        self._examiners: dict[int, InspectionWorker] = {}
        self._replays: dict[int, Moment] = {}

    # ---- State ----------------------------------------------------------------------------

    @property
    def can_pause(self) -> bool:
        return self.state().phase is not RacePhase.OVER

    def state(self) -> RaceState:
        """Return the visible state of the race."""
        lanes = () if self._race is None else self._race.lanes
        rows = zip(self.methods, lanes, lane_names(self.methods), strict=False)
        size, memory = self.problem.start.size, self._context.settings.limit.memory
        limited = (
            replace(method, limit=replace(method.limit, seconds=self.rules.seconds))
            for method in lane_methods(self.methods, self.rules, memory)
        )
        return RaceState(
            problem=self.problem,
            methods=self.methods,
            rules=self.rules,
            rule=self.rule,
            phase=self.phase,
            rate=self.rate,
            warnings=tuple(feasibility.warning(each, *size) for each in limited),
            memory_each=self._memory_each,
            can_add=len(self.methods) < MAX_LANES,
            can_remove=len(self.methods) > MIN_LANES,
            race=self._race,
            is_paused=self.is_paused,
            building=None if self._worker is None else self._worker.building,
            lanes=self.lanes,
            plots=tuple(_plotted(method, lane.samples, name) for method, lane, name in rows),
            moment=self._shown_moment,
            timeline=self._timeline,
            shortest=self._shortest,
            entries=self._entries,
            winner=self._winner,
        )

    @property
    def phase(self) -> RacePhase:
        """The phase of the race."""
        if self._race is None:
            return RacePhase.READY
        return RacePhase.OVER if self._race.is_over else RacePhase.RUNNING

    @property
    def lanes(self) -> tuple[RaceLane, ...]:
        """All lanes at the moment that is shown."""
        if self._race is None:
            stats, start = SearchStats(memory_bytes=self._memory_each), self.problem.start
            ready = (LiveFigures(method=each, stats=stats, current=start) for each in self.methods)
            bar = SearchProgress(0.0, "")
            return tuple(RaceLane(place=at, figures=each, bar=bar) for at, each in enumerate(ready))
        reports, lanes = self._race.lanes, []
        lengths = (self._shortest, *(report.best_length for report in reports))
        shortest = min(filter(None, lengths), default=None)
        for place, report in enumerate(reports):
            lane = lane_now(place, report, shortest)
            if self._timeline is not None and self._moment is not None:
                replay, examiner = self._replays.get(place), self._examiners.get(place)
                lane = lane_at(lane, self._moment, self._timeline, replay, shortest)
                if not lane.is_there and examiner is not None:
                    lane = replace(lane, trouble=examiner.failure)
            lanes.append(lane)
        return tuple(lanes)

    @property
    def shown_moves(self) -> tuple[Board, Sequence[Move]] | None:
        """The solution of the winner."""
        for place in () if self._winner is None else self._winner.places:
            for result in self._entries[place].results:
                return result.start, result.moves
        return super().shown_moves

    @property
    def _winner(self) -> Winner | None:
        return winner(self._entries, self.rule) if self._entries else None

    @property
    def is_busy(self) -> bool:
        worker = self._worker
        if worker is not None and (worker.is_busy or self._race is not worker.latest):
            return True
        return any(
            each.is_busy or each.latest.moment is not self._replays.get(place)
            for place, each in self._examiners.items()
        )

    @property
    def is_paused(self) -> bool:
        return self.phase is RacePhase.RUNNING and self._is_paused

    # ---- Preparation ----------------------------------------------------------------------

    def set_methods(self, methods: Sequence[Method]) -> None:
        """Set two to four lanes. Raises ValueError if there are fewer or more."""
        lanes = checked_lanes(methods)
        if lanes != self.methods:
            self.reset()
            self.methods = lanes

    def change_lane(self, place: int, method: Method | None = None) -> None:
        """Set the method of a lane, add a lane at the end, or remove one with None.

        Does nothing if there would be too few or too many lanes.
        """
        lane = [] if method is None else [method]
        methods = [*self.methods[:place], *lane, *self.methods[place + 1 :]]
        if MIN_LANES <= len(methods) <= MAX_LANES:
            self.set_methods(methods)

    def set_rules(self, rules: RaceRules) -> None:
        """Set the rules."""
        if rules != self.rules:
            self.reset()
            self.rules = rules

    def reset(self) -> None:
        """End the race, discard its results and make it ready again."""
        self.stop()
        self._stop_replays()
        self._worker = self._race = self._timeline = None
        self._entries = ()

    # ---- Running --------------------------------------------------------------------------

    def start(self, *, is_paused: bool = False) -> None:
        """Start the race."""
        self.reset()
        # the rate is passed to the start: a small race would be over before a command arrives
        worker = self._start(
            self.problem,
            self.methods,
            self.rules,
            memory_bytes=self._context.settings.limit.memory,
            is_paused=is_paused,
            rate=self.rate,
        )
        self._worker = self._context.own(worker)
        self._is_paused = is_paused
        self._take(self._worker.latest)  # the race may be over already

    def toggle_pause(self) -> None:
        """Start, pause or resume the race. Refused if it is over."""
        match self.phase:
            case RacePhase.READY:
                self.start()
            case RacePhase.RUNNING:
                self._is_paused = not self._is_paused
                self._send(Pause() if self._is_paused else Resume())
            case RacePhase.OVER:
                self._refuse(RACE_IS_OVER)

    def step(self, count: int) -> None:
        """Pause and advance by ``count`` rounds; a finished race can also go back."""
        if self._timeline is not None:
            self.seek(self._shown_moment + count * self._timeline.round)
        elif count > 0:
            if self._worker is None:
                self.start(is_paused=True)
            self._is_paused = True
            self._send(Step(count))

    def stop(self) -> None:
        """End the race and stop all running lanes."""
        if self._worker is not None:
            self._worker.cancel()

    def stop_lane(self, place: int) -> None:
        """Stop one lane; the others continue."""
        self._send(StopLane(place))

    # ---- Replay ---------------------------------------------------------------------------

    def seek(self, position: float) -> None:
        """Show a moment of a finished race, in expansions per lane or in seconds."""
        timeline = self._timeline
        if timeline is None:
            return
        moment = timeline.nearest(position)
        self._moment = None if moment >= timeline.end else moment
        for place, lane in enumerate(timeline.lanes):
            if self._moment is None or timeline.is_done(lane, moment):
                continue
            examiner = self._examiners.get(place)
            if examiner is None or examiner.failure:
                self._examiners[place] = self._inspection.examine(self.problem, lane.method)
            self._examiners[place].send(Seek(timeline.expansions(lane, moment)))

    def to_end(self) -> None:
        """Show the end of the race; if it is not over, run it at full speed."""
        if self._timeline is not None:
            self.seek(self._timeline.end)
            return
        self.set_rate(None)
        if self.phase is RacePhase.READY or self._is_paused:
            self.toggle_pause()

    def tick(self, elapsed: float) -> None:
        for place, examiner in self._examiners.items():
            if examiner.latest.moment is not None:
                self._replays[place] = examiner.latest.moment
        self._since += elapsed
        if self._worker is not None and self._worker.latest is not self._race:
            latest = self._worker.latest
            if self._since >= FIGURES_SECONDS or self._is_paused or latest.is_over:
                self._take(latest)
        shortest = self._context.distances.distance(self.problem.start, self.problem.goal)
        if shortest != self._shortest:
            self._shortest = shortest
            self._make_entries()

    def leave(self) -> None:
        self.stop()
        self._stop_replays()
        super().leave()

    def _take(self, race: RaceProgress) -> None:
        self._race, self._since = race, 0.0
        if race.is_over:
            self._timeline = Timeline(self.rules.pace, race.lanes)
            for lane in race.lanes:
                if lane.result is not None:
                    self._context.distances.learn_result(lane.result)
            self._make_entries()

    def _make_entries(self) -> None:
        if self._timeline is None:
            return
        rows = combine_bounds(
            [
                Entry(method, () if lane.result is None else (lane.result,), failure=lane.failure)
                for method, lane in zip(self.methods, self._timeline.lanes, strict=True)
            ]
        )
        if self._shortest is not None:
            shortest = (self._shortest,)
            rows = tuple(replace(row, shortest=shortest) if row.results else row for row in rows)
        self._entries = rows

    def _stop_replays(self) -> None:
        for examiner in self._examiners.values():
            examiner.cancel()
        self._examiners, self._replays = {}, {}
        self._moment = None

    @property
    def _shown_moment(self) -> float:
        if self._moment is not None:
            return self._moment
        if self._timeline is not None:
            return self._timeline.end
        return 0 if self._race is None else self._race.moment

    @property
    def _memory_each(self) -> int:
        return self._context.settings.limit.memory // len(self.methods)


def checked_lanes(methods: Sequence[Method]) -> tuple[Method, ...]:
    """Return the methods without limits, which the rules of the race set.

    Raises ValueError if there are too few or too many.
    """
    check_lanes(methods)
    return tuple(replace(method, limit=Limit()) for method in methods)


@lru_cache(maxsize=MAX_LANES)
def _plotted(method: Method, sampled: Sampled | None, name: str) -> PlotSet:
    """Return the plots, which are the same object as before if the samples are unchanged."""
    return NOTHING_PLOTTED if sampled is None else plotted(method, sampled, name)
