"""One search in the background, as the game sees it: its method, its figures and its result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.path import leads
from puzzler.board.scenario import Problem
from puzzler.game.play.playback import Playback
from puzzler.search.method import Method
from puzzler.search.result import Improvement, SearchResult, thinned
from puzzler.solver.messages import (
    Cancel,
    Command,
    Commit,
    Failed,
    Finished,
    Found,
    Pause,
    Progress,
    Resume,
    SearchEvent,
    Started,
    Step,
)
from puzzler.solver.watch import SearchWorker
from puzzler.steps import BuildProgress


class Ended:
    """A search that has ended elsewhere, as in a race."""

    latest: Progress | None = None
    building: BuildProgress | None = None
    is_alive = False

    def __init__(self, run_id: int, result: SearchResult) -> None:
        self._events: list[SearchEvent] = [Started(run_id), Finished(run_id, result)]

    def send(self, command: Command) -> None:
        """Ignored."""

    def poll(self) -> Sequence[SearchEvent]:
        """Its end, once."""
        events, self._events = self._events, []
        return events

    def close(self) -> None:
        """It has ended."""


class Run:
    """A search from its start to its end, and the track of the moves that it has found.

    Whatever is said of it is said with ``method``: that is what made it. Nothing here waits.
    """

    def __init__(
        self, problem: Problem, method: Method, handle: SearchWorker | Ended, number: int
    ) -> None:
        self.number = number
        self.problem = problem
        self.method = method
        self.track = Playback(problem.start)
        """The moves found so far, and where among them one was left."""
        self.progress: Progress | None = None
        """Live figures; None before the search is made and after its end."""
        self.building: BuildProgress | None = None
        """How far its tables are, while they are being built."""
        self.result: SearchResult | None = None
        """The result; None while it runs, and where it failed."""
        self.bound_factor: float | None = None
        """The answer found so far is at most this many times the shortest; None: no promise."""
        self.improvements: tuple[Improvement, ...] = ()
        """How both ends of the answer's length came closer so far, thinned evenly; none where the
        method has one answer only."""
        self.lower_bound = 0
        """No answer is shorter, whatever is played: what is proven of the whole problem."""
        self.best_length: int | None = None
        """Moves of the shortest answer that it has found; None while there is none.

        The track may be longer: what is played already stays, even where a shorter answer begins
        with other moves."""
        self.failure = ""
        """What went wrong, in one line; "" where nothing did."""
        self.traceback = ""
        """The whole of it, for the log."""
        self.is_paused = False
        self.committed: tuple[Move, ...] = ()
        """The moves, the first of the track, behind which the search was asked to go on."""
        self.moves_before = 0
        """How many moves the play had when it was begun."""
        self._handle = handle
        self._found: list[Move] = []  # as told last
        self._is_whole = False  # the track leads to the goal
        self.is_over = False
        """Its last event has been taken."""
        self._known: Progress | None = None  # the figures when the last command was sent

    @property
    def start(self) -> Board:
        """The board that is to be solved."""
        return self.problem.start

    @property
    def goal(self) -> Board:
        """The board that is to be reached."""
        return self.problem.goal

    @property
    def is_alive(self) -> bool:
        """Its thread may be running still."""
        return not self.is_over and self._handle.is_alive

    @property
    def is_busy(self) -> bool:
        """Events or figures will come without further input."""
        if self.is_over:
            return False
        latest = self._handle.latest
        has_settled = latest is not None and latest is not self._known and latest.is_paused
        return not (self.is_paused and has_settled and latest is self.progress)

    @property
    def is_proven(self) -> bool:
        """No answer is shorter than ``best_length``, by proof."""
        if self.result is not None:
            return self.result.proven_optimal
        return self.best_length is not None and self.best_length <= self.lower_bound

    @property
    def gap(self) -> int | None:
        """Its best answer is at most this many moves longer than the shortest.

        None where nothing is known but what the method promises.
        """
        if self.best_length is None or not self.improvements:
            return None
        return max(0, self.best_length - self.lower_bound)

    @property
    def elapsed(self) -> float:
        """Seconds that it has searched."""
        if self.result is not None:
            return self.result.stats.elapsed
        return self.progress.stats.elapsed if self.progress is not None else 0.0

    @property
    def has_track(self) -> bool:
        """There are moves to be shown."""
        return bool(self.track.moves)

    def poll(self) -> None:
        """Take the newest figures and a capped number of events."""
        if self.is_over:
            return
        self.progress = self._handle.latest
        if self.progress is not None:
            self._learn(self.progress.improvements, self.progress.lower_bound)
        self.building = self._handle.building
        for event in self._handle.poll():
            if event.run_id == self.number:
                self._hear(event)

    def toggle_pause(self) -> None:
        """Pause the search, or go on with it."""
        self.is_paused = not self.is_paused
        self._send(Pause() if self.is_paused else Resume())

    def step(self, expansions: int) -> None:
        """Expand ``expansions`` states, then pause."""
        self.is_paused = True
        self._send(Step(expansions))

    def cancel(self) -> None:
        """Ask the search to end; its last figures are still to come."""
        self.is_paused = False
        self._send(Cancel())

    def keep_ahead(self, lead: int) -> None:
        """See to it that the search works on what comes some ``lead`` moves behind the playhead.

        It is told anew where the playhead comes close to what it works on, where it was taken back,
        and where the track has changed before that. Whatever the search has found meanwhile, it
        takes over the track as it is then.
        """
        track = self.track
        if self.is_over or not self._is_whole:
            return
        last = min(track.position + lead, track.total)
        committed = len(self.committed)
        is_close = committed < min(last, track.position + 1 + lead // 4)
        is_far = committed > track.position + (2 * lead + 4 if lead else 0)
        if is_close or is_far or self.committed != tuple(track.moves[:committed]):
            moves = tuple(track.moves)
            self.committed = moves[:last]
            self._send(Commit(moves, last))

    def reconsider(self) -> None:
        """The playhead was taken back: where the search is over, what it found may fit by now."""
        if self.result is not None and self.result.moves:
            self._show(self.result.moves)

    def close(self) -> None:
        """End the search and wait for its thread; harmless to repeat."""
        self._handle.close()

    def _learn(self, improvements: tuple[Improvement, ...], lower_bound: int) -> None:
        """Narrow both bounds, in whatever order news comes."""
        if improvements:
            self.improvements = improvements
            self._know_answer(improvements[-1].length)
            lower_bound = max(lower_bound, improvements[-1].bound)
        self.lower_bound = max(self.lower_bound, lower_bound)

    def _know_answer(self, length: int) -> None:
        self.best_length = min(length, self.best_length or length)

    def _hear(self, event: SearchEvent) -> None:
        match event:
            case Found(index=index, moves=moves):
                self._found[index:] = moves
                self._show(self._found)
                self.bound_factor = event.bound_factor
                self._learn((), event.lower_bound)
            case Finished(result=result):
                self._end()
                if result.length is not None:
                    self._show(result.moves)
                self.result = result = self._with_track(result)
                self._learn(thinned(result.improvements), result.lower_bound)
                if result.length is not None:
                    self._know_answer(result.length)
                self.track.finish()
            case Failed(message=message, traceback=traceback):
                self.failure, self.traceback = message, traceback
                self._end()
                self.track.finish()

    def _show(self, moves: Sequence[Move]) -> None:
        """Replace the track by these moves, or join them where they are shorter.

        A track that leads to the goal never gets longer: it has promised how many moves it takes.
        """
        track = self.track
        if track.moves == list(moves):
            return
        if self._is_whole:
            if leads(self.start, moves, self.goal):
                track.join(moves)
        elif track.take(0, moves):
            self._is_whole = leads(self.start, moves, self.goal)

    def _with_track(self, result: SearchResult) -> SearchResult:
        """Where the track has become shorter than all that the search knew, it is the answer.

        It goes over from one answer to another, which the search may not have heard before its end.
        """
        total = self.track.total
        if result.length is None or not self._is_whole or total >= result.length:
            return result
        stats = result.stats
        last = Improvement(stats.elapsed, stats.expanded, total, result.lower_bound)
        return replace(
            result,
            moves=tuple(self.track.moves),
            proven_optimal=total <= result.lower_bound,
            improvements=(*result.improvements, last),
        )

    def _end(self) -> None:
        self.is_over = True
        self.progress = self.building = None
        self.is_paused = False
        self._handle.close()  # it has said its last word: its thread is about to end

    def _send(self, command: Command) -> None:
        if not self.is_over:
            self._known = self._handle.latest
            self._handle.send(command)
