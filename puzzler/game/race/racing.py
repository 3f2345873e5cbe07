"""Racing: two to four searches on one board, and afterwards any moment of the race."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.scenario import Problem, Scenario
from puzzler.game.lab.inspecting import next_rate
from puzzler.game.play.context import Aside, Context
from puzzler.game.play.game import Play
from puzzler.game.race.lanes import RaceLane, Timeline, at, told, waiting
from puzzler.game.race.state import RACE_IS_OVER, RACED, Phase, RaceState, lane_names
from puzzler.game.watch.plots import NOTHING_PLOTTED, Plotted, plotted
from puzzler.game.watch.watch import FIGURES_SECONDS
from puzzler.search import feasibility
from puzzler.search.comparison import Entry, compared
from puzzler.search.method import Method
from puzzler.search.options import Limit
from puzzler.search.result import SearchResult
from puzzler.search.samples import Sampled
from puzzler.search.winning import Rule, winner
from puzzler.solver.inspection.job import InspectionWorker, Moment
from puzzler.solver.messages import Pause, Resume, Seek, SetRate, Step, StopLane
from puzzler.solver.race.job import RaceWorker
from puzzler.solver.race.values import (
    LEAST_LANES,
    MOST_LANES,
    RaceProgress,
    RaceRules,
    check_lanes,
    lane_methods,
)

StartRace = Callable[..., RaceWorker]
"""Called with the problem, the methods, the rules, ``is_paused=`` and ``rate=``."""


class Racing(Aside):
    """One race: ready, running, over.

    Choosing other lanes or rules makes it ready for another race, and drops the outcome of the one
    before. Leaving ends it, but its outcome stays, and is there where it is entered again.
    """

    refusal = RACED

    def __init__(
        self,
        context: Context,
        problem: Problem,
        methods: Sequence[Method],
        rules: RaceRules,
        *,
        start: StartRace,
        examine: Callable[[Problem, Method], InspectionWorker],
        rate: float | None = None,
    ) -> None:
        """``rate``: rounds a second, see ``set_rate``; ``examine`` shows moments of one lane."""
        super().__init__(context)
        self.problem = problem
        self.methods = checked_lanes(methods)
        self.rules = rules
        self.rule = Rule.FEWEST_EXPANSIONS
        self.rate = rate
        """Rounds a second at most; None is as fast as it goes."""
        self._memory_bytes = context.settings.limit.memory
        self._start = start
        self._examine = examine
        self._shortest: int | None = None
        self._racer: RaceWorker | None = None
        self._race: RaceProgress | None = None
        self._since = 0.0  # seconds since it was taken from the worker
        self._is_held = False  # it was asked to stand still
        self._timeline: Timeline | None = None
        self._moment: float | None = None  # shown of a finished race; None is its end
        self._examiners: dict[int, InspectionWorker] = {}
        self._looked: dict[int, Moment] = {}
        self._plots: dict[int, tuple[Sampled, str, Plotted]] = {}
        # the table, and what it was made of
        self._entries: tuple[tuple[Timeline | None, int | None], tuple[Entry, ...]] | None = None
        self._warnings: tuple[object, tuple[str, ...]] | None = None

    # ---- What there is to see -------------------------------------------------------------

    def state(self) -> RaceState:
        """The race as it stands."""
        entries = self._table
        shares = [each.latest.seeking for each in self._examiners.values()]
        return RaceState(
            self.problem,
            self.methods,
            self.rules,
            self.rule,
            self.rate,
            self._lane_warnings,
            self._memory_each,
            self._race,
            self.is_paused,
            None if self._racer is None else self._racer.building,
            self.lanes,
            self._plotted,
            self._shown_moment,
            self._timeline,
            min((share for share in shares if share is not None), default=None),
            self._shortest,
            entries,
            None if self._timeline is None else winner(entries, self.rule),
        )

    @property
    def phase(self) -> Phase:
        """How far the race is."""
        if self._race is None:
            return Phase.READY
        return Phase.OVER if self._race.is_over else Phase.RUNNING

    @property
    def lanes(self) -> tuple[RaceLane, ...]:
        """All lanes, at the moment that is shown."""
        shown = []
        for place, method in enumerate(self.methods):
            if self._race is None:
                shown.append(waiting(place, method, self.problem.start, self._memory_each))
                continue
            lane = told(place, method, self._race.lanes[place], self._least)
            if self._timeline is not None and self._moment is not None:
                looked, examiner = self._looked.get(place), self._examiners.get(place)
                lane = at(lane, self._moment, self._timeline, looked, self._least)
                if not lane.is_there and examiner is not None:
                    lane = replace(lane, trouble=examiner.failure)
            shown.append(lane)
        return tuple(shown)

    @property
    def results(self) -> tuple[SearchResult | None, ...]:
        """The result of each lane; none before the race."""
        return () if self._race is None else tuple(lane.result for lane in self._race.lanes)

    @property
    def board(self) -> Board:
        return self.problem.start

    @property
    def goal(self) -> Board:
        return self.problem.goal

    @property
    def shown_moves(self) -> tuple[Board, Sequence[Move]] | None:
        """The solution that has won."""
        state = self.state()
        if state.race is not None and state.winner is not None:
            for place in state.winner.places:
                result = state.race.lanes[place].result
                if result is not None:
                    return result.start, result.moves
        return super().shown_moves

    @property
    def play(self) -> Play:
        return Play(Scenario(self.problem.start, self.problem.goal), self.board, 0, 0.0)

    @property
    def is_busy(self) -> bool:
        racer = self._racer
        if racer is not None and (racer.is_busy or self._race is not racer.latest):
            return True
        return any(
            each.is_busy or each.latest.moment is not self._looked.get(place)
            for place, each in self._examiners.items()
        )

    @property
    def is_paused(self) -> bool:
        return self.phase is Phase.RUNNING and self._is_held

    # ---- Before it ------------------------------------------------------------------------

    def set_methods(self, methods: Sequence[Method]) -> None:
        """Two to four lanes with those; ValueError where they are fewer or more."""
        fresh = checked_lanes(methods)
        if fresh != self.methods:
            self._drop()
            self.methods = fresh

    def set_method(self, place: int, method: Method) -> None:
        """Another method in that lane."""
        self.set_methods([*self.methods[:place], method, *self.methods[place + 1 :]])

    def add_lane(self, method: Method) -> None:
        """Another lane, where there is room."""
        if len(self.methods) < MOST_LANES:
            self.set_methods([*self.methods, method])

    def remove_lane(self, place: int) -> None:
        """Remove a lane, where enough are left."""
        if len(self.methods) > LEAST_LANES:
            self.set_methods([*self.methods[:place], *self.methods[place + 1 :]])

    def set_rules(self, rules: RaceRules) -> None:
        """Keep them abreast by those."""
        if rules != self.rules:
            self._drop()
            self.rules = rules

    def reset(self) -> None:
        """Ready for another race with the same lanes and rules."""
        self._drop()

    # ---- In it ----------------------------------------------------------------------------

    def start(self) -> None:
        """Race, from the beginning."""
        self._begin_race(is_paused=False)

    def toggle_pause(self) -> None:
        """Start, pause, or go on; a race that is over stays as it is."""
        match self.phase:
            case Phase.READY:
                self.start()
            case Phase.RUNNING:
                self._send(Resume() if self._is_held else Pause())
            case Phase.OVER:
                self._refuse(RACE_IS_OVER)

    def step(self, rounds: int) -> None:
        """Go so many rounds on, and stand still; in a finished race also back."""
        if self._timeline is not None:
            self.seek(self._shown_moment + rounds * self._timeline.round)
            return
        if rounds <= 0:
            return
        if self._racer is None:
            self._begin_race(is_paused=True)
        self._send(Step(rounds))

    def set_rate(self, rate: float | None) -> None:
        """Rounds a second at most: expansions, or milliseconds, of each lane; None without end."""
        self.rate = None if rate is None else min(max(rate, 1), 1000)
        self._send(SetRate(self.rate))

    def change_rate(self, steps: int) -> None:
        """The rate so many places further among ``RATES``, slower where negative."""
        self.set_rate(next_rate(self.rate, steps))

    def stop(self) -> None:
        """End the race: lanes that are not done are stopped."""
        if self._racer is not None:
            self._racer.cancel()

    def stop_lane(self, place: int) -> None:
        """End one lane; the others go on."""
        self._send(StopLane(place))

    # ---- After it -------------------------------------------------------------------------

    def seek(self, moment: float) -> None:
        """Show that moment of a finished race: states expanded by each lane, or seconds."""
        timeline = self._timeline
        if timeline is None:
            return
        moment = timeline.held(moment)
        self._moment = None if moment >= timeline.end else moment
        if self._moment is None:
            return
        for place, lane in enumerate(timeline.lanes):
            if timeline.is_done(lane, moment):
                continue
            examiner = self._examiners.get(place)
            if examiner is None or examiner.failure:
                self._examiners[place] = self._examine(self.problem, lane.method)
            self._examiners[place].send(Seek(timeline.expansions(lane, moment)))

    def to_start(self) -> None:
        """Show the beginning of a finished race."""
        self.seek(0)

    def to_end(self) -> None:
        """Show its end."""
        if self._timeline is not None:
            self.seek(self._timeline.end)

    # ---- Time -----------------------------------------------------------------------------

    def tick(self, elapsed: float) -> None:
        for place, examiner in self._examiners.items():
            if examiner.latest.moment is not None:
                self._looked[place] = examiner.latest.moment
        distances = self._context.distances
        self._since += elapsed
        if self._racer is not None and self._racer.latest is not self._race:
            latest = self._racer.latest
            if self._since >= FIGURES_SECONDS or self._is_held or latest.is_over:
                self._take(latest)
        self._shortest = distances.distance(self.problem.start, self.problem.goal)

    def leave(self) -> None:
        self.stop()
        self._stop_looking()
        super().leave()

    # ---- Within ---------------------------------------------------------------------------

    def _begin_race(self, *, is_paused: bool) -> None:
        self._drop()
        # the rate is passed to the start: a small race would be over before a command arrives
        self._racer = self._start(
            self.problem, self.methods, self.rules, is_paused=is_paused, rate=self.rate
        )
        self._is_held = is_paused
        self._take(self._racer.latest)  # which may be its end already

    def _take(self, race: RaceProgress) -> None:
        self._race, self._since = race, 0.0
        if race.is_over:
            self._timeline = Timeline(self.rules.pace, race.lanes)
            for lane in race.lanes:
                if lane.result is not None:
                    self._context.distances.learn_result(lane.result)

    def _send(self, order: Pause | Resume | Step | SetRate | StopLane) -> None:
        if self._racer is not None:
            if isinstance(order, Pause | Step | Resume):
                self._is_held = not isinstance(order, Resume)
            self._racer.send(order)

    def _drop(self) -> None:
        self.stop()
        self._stop_looking()
        self._racer = self._race = self._timeline = None
        self._plots = {}

    def _stop_looking(self) -> None:
        """Show the end; the lanes that were run anew give their memory back."""
        for examiner in self._examiners.values():
            examiner.cancel()
        self._examiners, self._looked = {}, {}
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
        return self._memory_bytes // len(self.methods)

    @property
    def _lane_warnings(self) -> tuple[str, ...]:
        made_of = self.methods, self.rules
        if self._warnings is None or self._warnings[0] != made_of:
            size = self.problem.start.size
            limited = (
                replace(method, limit=replace(method.limit, seconds=self.rules.seconds))
                for method in lane_methods(self.methods, self.rules, self._memory_bytes)
            )
            self._warnings = made_of, tuple(feasibility.warning(each, *size) for each in limited)
        return self._warnings[1]

    @property
    def _plotted(self) -> tuple[Plotted, ...]:
        lanes = () if self._race is None else self._race.lanes
        names = lane_names(self.methods)
        return tuple(
            self._plot(place, names[place], lane.samples) for place, lane in enumerate(lanes)
        )

    def _plot(self, place: int, name: str, sampled: Sampled | None) -> Plotted:
        if sampled is None:
            return NOTHING_PLOTTED
        kept = self._plots.get(place)
        if kept is None or kept[0] is not sampled or kept[1] != name:
            kept = sampled, name, plotted(self.methods[place], sampled, name)
            self._plots[place] = kept
        return kept[2]

    @property
    def _table(self) -> tuple[Entry, ...]:
        made_of = self._timeline, self._shortest
        if self._entries is None or self._entries[0] != made_of:
            self._entries = made_of, self._made_entries()
        return self._entries[1]

    def _made_entries(self) -> tuple[Entry, ...]:
        if self._timeline is None:
            return ()
        lanes = zip(self.methods, self._timeline.lanes, strict=True)
        rows = compared(
            [
                Entry(method, () if lane.result is None else (lane.result,), failure=lane.failure)
                for method, lane in lanes
            ]
        )
        if self._shortest is None:
            return rows
        return tuple(
            replace(row, shortest=(self._shortest,)) if row.results else row for row in rows
        )

    @property
    def _least(self) -> int | None:
        """Moves of the shortest solution that any search knows of."""
        lanes = () if self._race is None else self._race.lanes
        lengths = [length for lane in lanes if (length := lane.best_length) is not None]
        if self._shortest is not None:
            lengths.append(self._shortest)
        return min(lengths, default=None)


def checked_lanes(methods: Sequence[Method]) -> tuple[Method, ...]:
    """The methods without limits, for the rules of the race say how far they go.

    ValueError where they are too few or too many.
    """
    check_lanes(methods)
    return tuple(replace(method, limit=Limit()) for method in methods)
