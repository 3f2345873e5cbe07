"""Racing: two to four searches on one board, and afterwards any moment of the race."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from puzzler.board.move import Move
from puzzler.board.scenario import Problem
from puzzler.game import wording
from puzzler.game.activity import Reply
from puzzler.game.lab.inspecting import RATES
from puzzler.game.play.slide import Happening
from puzzler.game.race.race_state import Phase, Raced, checked_lanes
from puzzler.game.race.timeline import Timeline
from puzzler.game.sitting import Sitting
from puzzler.search.method import Method
from puzzler.solver.inspection.job import InspectionWorker
from puzzler.solver.messages import Pause, Resume, Seek, SetRate, Step, StopLane
from puzzler.solver.race.job import RaceWorker
from puzzler.solver.race.progress import RaceProgress
from puzzler.solver.race.rules import LEAST_LANES, MOST_LANES, RaceRules


class StartRace(Protocol):
    """Begins a race, as ``game.race`` does."""

    def __call__(
        self,
        problem: Problem,
        methods: Sequence[Method],
        rules: RaceRules,
        *,
        is_paused: bool,
        rate: float | None,
    ) -> RaceWorker:
        """Let them race; ``is_paused``: they stand at the start. ``rate``: as of ``SetRate``."""
        ...


class Racing(Raced):
    """One race: ready, running, over. The game waits beneath as it is; ``leave`` goes back.

    To choose other lanes or rules makes it ready for another race, and what came of the one before
    is gone. To be left ends it, but what came of it stays, and is there where it is entered again.
    """

    def __init__(
        self,
        sitting: Sitting,
        problem: Problem,
        methods: Sequence[Method],
        rules: RaceRules,
        *,
        start: StartRace,
        examine: Callable[[Problem, Method], InspectionWorker],
        rate: float | None = None,
    ) -> None:
        """``rate``: rounds a second, see ``set_rate``; ``examine`` shows moments of one lane."""
        super().__init__(problem, methods, rules, sitting.settings.limit.memory)
        self.rate = rate
        """Rounds a second at most; None is as fast as it goes."""
        self._sitting = sitting
        self._start = start
        self._examine = examine

    # ---- Before it ------------------------------------------------------------------------

    @property
    def can_add(self) -> bool:
        """There may be another lane."""
        return len(self.methods) < MOST_LANES

    @property
    def can_remove(self) -> bool:
        """There may be a lane less."""
        return len(self.methods) > LEAST_LANES

    def set_methods(self, methods: Sequence[Method]) -> None:
        """Two to four lanes with those; ValueError where they are fewer or more."""
        fresh = checked_lanes(methods)
        if fresh != self.methods:
            self._drop()
            self._methods = fresh

    def set_method(self, place: int, method: Method) -> None:
        """Another method in that lane."""
        self.set_methods([*self.methods[:place], method, *self.methods[place + 1 :]])

    def add_lane(self, method: Method) -> None:
        """Another lane, where ``can_add``."""
        if self.can_add:
            self.set_methods([*self.methods, method])

    def remove_lane(self, place: int) -> None:
        """A lane less, where ``can_remove``."""
        if self.can_remove:
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
                self._refuse(wording.RACE_IS_OVER)

    def step(self, rounds: int) -> None:
        """Go so many rounds on, and stand still; in a finished race also back."""
        if self._timeline is not None:
            self.seek(self.moment + rounds * self._timeline.round)
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
        at = len(RATES) - 1
        if self.rate is not None:
            at = next(at for at, rate in enumerate(RATES) if rate is None or rate >= self.rate)
        self.set_rate(RATES[min(max(at + steps, 0), len(RATES) - 1)])

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

    # ---- What the hand does ---------------------------------------------------------------

    def begin(self) -> None:
        """It is shown, as it was left."""
        self._is_over = False
        self._sitting.stage.jump(self._sitting.board, self.board)
        self._sitting.say("")

    def click(self, cell: int) -> Reply:
        """Nothing is played here; the line says what to do."""
        return self._refuse(wording.RACED)

    def move(self, move: Move) -> Reply:
        """As ``click``."""
        return self._refuse(wording.RACED)

    def undo(self) -> Reply:
        """There is nothing to take back."""
        return Reply.REFUSED

    def redo(self) -> Reply:
        """There is nothing to do again."""
        return Reply.REFUSED

    def tick(self, elapsed: float) -> None:
        """Take the newest figures, and the newest moments of its lanes."""
        for place, examiner in self._examiners.items():
            if examiner.latest.moment is not None:
                self._looked[place] = examiner.latest.moment
        distances = self._sitting.distances
        if self._racer is not None and self._racer.latest is not self._race:
            self._take(self._racer.latest)
        self.shortest = distances.shortest(self.problem.start, self.problem.goal).moves

    def leave(self) -> None:
        """Back to the game as it was; the race ends, what came of it stays."""
        self.stop()
        self._stop_looking()
        if not self._is_over:
            self._is_over = True
            self._sitting.stage.jump(self.board, self._sitting.board)
            self._sitting.say("")

    # ---- Within ---------------------------------------------------------------------------

    def _begin_race(self, *, is_paused: bool) -> None:
        self._drop()
        # the rate goes along: a small race would be over before it hears of it
        self._racer = self._start(
            self.problem, self.methods, self.rules, is_paused=is_paused, rate=self.rate
        )
        self._is_held = is_paused
        self._take(self._racer.latest)  # which may be its end already

    def _take(self, race: RaceProgress) -> None:
        """That is how the race stands; at its end it has a timeline, and its answers are known."""
        self._race = race
        if race.is_over:
            self._timeline = Timeline(self.rules.pace, race.lanes)
            for lane in race.lanes:
                if lane.result is not None:
                    self._sitting.distances.learn(lane.result)

    def _send(self, order: Pause | Resume | Step | SetRate | StopLane) -> None:
        if self._racer is not None:
            if isinstance(order, Pause | Step | Resume):
                self._is_held = not isinstance(order, Resume)
            self._racer.send(order)

    def _drop(self) -> None:
        """What came of the race before is gone."""
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

    def _refuse(self, message: str) -> Reply:
        self._sitting.say(message)
        self._sitting.stage.happen(Happening.REFUSED)
        return Reply.REFUSED
