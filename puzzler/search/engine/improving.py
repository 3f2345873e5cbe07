"""Solutions that get shorter: constructed at once, then found by beams that widen, then repaired.

The first is the constructive method's, with its cycles cut out. Beams follow, each some times as
wide as the one before, wide ones also from the goal back, which find quite another solution; they
drop whatever by h cannot become shorter than the best solution. Where a beam gets stuck, one that
ranks by another heuristic goes on from its best state, and from there the constructive method. What
a wide beam finds is made shorter piece by piece, and where it is the best so far, stretch by
stretch: each is searched anew by a beam between its ends. When no wider beam fits into the memory,
stretches are drawn by lot, one where h stays high the more likely. On the largest boards wide beams
gain little, while small differences in the rank lead to quite different solutions: there the last
part of the solution is searched anew with such ranks. All that is drawn is drawn by a seeded
generator.

The start of a solution can be fixed because it has been played. The search then continues from the
state after it and never returns to a state that was played.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate

import numpy as np

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.path import invert_moves, numbers, shortest_joined
from puzzler.board.scenario import Problem
from puzzler.search.engine.beam_pass import NO_BOUND, BeamPass, beam_between, row_bytes
from puzzler.search.engine.constructive import Constructing, Stage, construct, near_solution
from puzzler.search.engine.prover import MEMORY_SHARE
from puzzler.search.engine.shortening import Shortening, without_cycles
from puzzler.search.engine.stepping import Task
from puzzler.search.heuristics import learned, linear_conflict
from puzzler.search.heuristics.heuristic import Tables
from puzzler.search.kernels import beam as kernel
from puzzler.search.result import SearchStats
from puzzler.search.tables.learned import LARGEST_FROM

CELLS_SMALL = 16
"""Up to so many cells nearly all expansions are the proof's."""
FIRST_WORK = 10_000
"""Expansions of the first beam, about: a solution has somewhat fewer than cells ** 1.5 moves."""
NARROWEST = ((CELLS_SMALL, 24), (25, 128))
"""The width of the first beam by the largest number of cells, where the proof has most of the
expansions."""
WIDENING = 4
"""Times wider than the beam before: most of the work then goes into the last."""
NARROWEST_POLISHED = 1024
"""What a narrower beam finds is soon outdone by the next, without being made shorter."""
WIDEST_SMALL = 1 << 14
"""Beyond, beams on small boards only take time from the proof."""
WIDEST_LARGE = 1 << 12
"""Beyond, beams on the largest boards gain next to nothing: tails do."""
LEAST_SEEN_BITS, MOST_SEEN_BITS = 12, 24
FINISHING_WIDER = 4
"""Times wider than a beam that is stuck: the one that goes on from there."""
STRETCHES = (40, 64, 96, 144)
"""Moves of the stretches that are searched anew."""
STRETCH_WIDTHS = (256, 1024, 4096)
SWEPT = 80
"""Moves of the stretches that are searched anew one after the other, when a beam found them."""
SWEEP_NARROWER = 4
"""Times narrower than that beam: it then takes less than half of the beam's time."""
TAIL_WIDTHS = (1024, 2048, 4096)
NOISE = 2
"""The standard deviation of what each move of a tile counts more in the rank of a tail, in parts of
a move as in ``tables.learned``: so little leads to quite another solution."""
SEED = 20022


def first_solution(problem: Problem) -> list[Move]:
    """A shortest one close to the goal; else the constructive method's, with its cycles cut out."""
    near = near_solution(problem.start, problem.goal)
    if near is not None:
        return near
    return without_cycles(problem.start, list(construct(problem.start, problem.goal)))


class Improver:
    """Solutions of one problem, each shorter than the one before; ``moves`` is the latest."""

    def __init__(self, task: Task, offer: Callable[[], object]) -> None:
        """``offer`` is called whenever ``moves`` has become shorter."""
        self.moves: list[Move] | None = None
        self.fixed = 0
        """How many moves of it must stay as they are."""
        self._left = np.empty((0, len(task.problem.start.tiles)), np.int64)
        """(fixed, cells): the states before the end of the fixed moves."""
        self._left_numbers: set[int] = set()
        """Their numbers, see ``board.path.numbers``."""
        self._peak_frontier = 1
        self._duplicates = 0
        self._task = task
        self._memory = task.limit.memory - task.limit.memory // MEMORY_SHARE
        self._start, self._goal = task.problem.start, task.problem.goal
        self._widest = self._memory // 3 // row_bytes(len(self._goal.tiles))
        self._offer = offer
        self.expanded_before = self._generated = self._deepest = 0  # by stages that have ended
        self._stage_depth = 0  # moves from the start to where the stage begins
        self._constructing = Constructing(self._start, self._goal)
        self.stage: Stage | None = self._constructing
        """The work in progress; None between two stages."""
        self._stages = self._plan()
        self._current = self._start
        self._generator = np.random.default_rng(SEED)
        self._largest = 0  # bytes, of stages that have ended
        self._narrowest = _narrowest(len(self._goal.tiles))
        self._width = self._narrowest
        """Of the next beam."""

    @property
    def expanded(self) -> int:
        """How many states have been expanded so far."""
        return self.expanded_before + (self.stage.expanded if self.stage else 0)

    def stats(self) -> SearchStats:
        """The figures so far, of all its stages."""
        stage = self.stage
        return SearchStats(
            generated=self._generated + (stage.generated if stage else 0),
            duplicates=self._duplicates,
            peak_frontier=self._peak_frontier,
            deepest=max(self._deepest, self._stage_depth + stage.deepest if stage else 0),
            bytes=max(self._largest, stage.bytes if stage else 0),
        )

    def construct(self, budget: int) -> None:
        """Take at most ``budget`` moves towards the first solution, and offer it at the end."""
        if not self._constructing.advance(budget):
            self._end(self._constructing)
            self.take(without_cycles(self._start, self._constructing.moves))

    def advance(self, budget: int) -> bool:
        """Expand at most ``budget`` states after the first solution; False if none are left."""
        stop = self.expanded + budget
        while self.expanded < stop:
            if self.stage is None:
                self.stage = next(self._stages, None)
                if self.stage is None:
                    return False
            if not self.stage.advance(stop - self.expanded):
                self._end(self.stage)
        return True

    def current(self) -> Board:
        """A state that was expanded lately."""
        board = None if self.stage is None else self.stage.current()
        return self._current if board is None else board

    def adopt(self, moves: Sequence[Move], fixed: int) -> None:
        """Replace the solution by ``moves``, whose first ``fixed`` moves have been played and stay.

        If the previous solution contains a shorter rest, that rest is used. Drops the current
        stage, unless nothing but the rest has changed.
        """
        known = self.moves
        if known is not None and fixed == self.fixed and list(moves[:fixed]) == known[:fixed]:
            self.join(moves)
            return
        self.fixed, self.moves = fixed, list(moves)
        *left, self._current = accumulate(moves[:fixed], Board.apply, initial=self._start)
        tiles = np.array([board.tiles for board in left], np.int64)
        self._left = tiles.reshape(fixed, len(self._goal.tiles))
        self._left_numbers = set(numbers(self._start, moves[: fixed - 1])) if fixed else set()
        self.join(known or moves)
        if self.stage is not None:
            self._end(self.stage)
        # narrower, for there may not be more time than the beam had that was dropped
        self._width = max(self._narrowest, self._width // WIDENING)
        self._stages = self._plan()

    def join(self, moves: Sequence[Move]) -> None:
        """Shorten the rest of the solution with ``moves``, another solution, if possible."""
        if self.moves is None:
            return
        shorter = shortest_joined(self._start, self.moves, self.fixed, moves)
        if shorter is not None:
            self.take(shorter)

    def _end(self, stage: Stage) -> None:
        self._deepest = max(self._deepest, self._stage_depth + stage.deepest)
        self.expanded_before += stage.expanded
        self._generated += stage.generated
        self._largest = max(self._largest, stage.bytes)
        self._duplicates += stage.duplicates
        self._peak_frontier = max(self._peak_frontier, stage.peak_frontier)
        self.stage = None

    def _plan(self) -> Iterator[Stage]:
        yield from self._beams()
        if self._is_large:
            yield from self._tails()
        elif len(self._goal.tiles) > CELLS_SMALL:
            yield from self._stretches()

    def _beams(self) -> Iterator[Stage]:
        """Beams between the first state that is not fixed and the goal, wider and wider."""
        cells, widest = len(self._goal.tiles), self._widest
        if cells <= CELLS_SMALL:
            widest = min(widest, WIDEST_SMALL)
        elif self._is_large:
            widest = min(widest, WIDEST_LARGE)
        # on the largest boards what is searched again is the end, where a beam wastes most moves:
        # that of a beam from the goal wastes them at the beginning
        is_learned = self._task.tables.pairs is not None
        goes_back = is_learned and cells > CELLS_SMALL and not self._is_large
        while self._width <= widest and self._rest:
            yield from self._beam_of(self._width)
            if goes_back and self._width >= NARROWEST_POLISHED:
                yield from self._beam_of(self._width, is_back=True)
            self._width *= WIDENING

    def _beam_of(self, width: int, *, is_back: bool = False) -> Iterator[Stage]:
        """A beam from the first state that is not fixed to the goal, or from there back."""
        origin, before = self._current, len(self._rest)
        begin, end = (self._goal, origin) if is_back else (origin, self._goal)
        tables = learned.build(end) if is_back else self._task.tables
        # What was learned counts in the rank alone: beside it, h is Manhattan distance. Where h may
        # be too large it rules nothing out.
        is_admissible = self._task.factor == 1 or tables.pairs is not None
        most = before - 2 if is_admissible else NO_BOUND
        beam = self._beam(begin, end, tables, width, most)
        self._stage_depth = self.fixed
        yield beam
        if beam.code == kernel.SOLVED:
            path = beam.path_to(beam.last_node)
        elif is_back or beam.code == kernel.DRY:  # nothing in it could become shorter
            return
        else:
            path = beam.path_to(beam.best_node)
            del beam  # and its memory, before there is another
            path = yield from self._finish(origin, path)
        path = invert_moves(path) if is_back else path
        self._take_rest(path)
        if width >= NARROWEST_POLISHED:
            yield from self._polish(origin, path)
            if len(self._rest) < before and len(origin.tiles) > CELLS_SMALL:
                yield from self._sweep(max(width // SWEEP_NARROWER, STRETCH_WIDTHS[0]))

    def _finish(self, origin: Board, path: list[Move]) -> Generator[Stage, None, list[Move]]:
        """The moves from ``origin`` to the goal, where a beam got stuck after ``path``.

        As a rule a few tiles are in each other's place by then; another rank sees how they change.
        """
        stuck = origin.apply_all(path)
        tables = linear_conflict.HEURISTIC.shared(self._goal)
        width = min(FINISHING_WIDER * self._width, self._widest)
        beam = self._beam(stuck, self._goal, tables, width, NO_BOUND)
        self._stage_depth = self.fixed + len(path)
        yield beam
        if beam.code == kernel.SOLVED:
            return without_cycles(origin, path + beam.path_to(beam.last_node))
        path = path + beam.path_to(beam.best_node)
        finishing = Constructing(origin.apply_all(path), self._goal)
        self._stage_depth = self.fixed + len(path)
        yield finishing
        return without_cycles(origin, path + finishing.moves)

    def _polish(self, origin: Board, path: Sequence[Move]) -> Iterator[Stage]:
        shortening = Shortening(origin)
        shortening.moves = without_cycles(origin, path)
        self._stage_depth = self.fixed
        yield shortening
        self._take_rest(shortening.moves)

    def _sweep(self, width: int) -> Iterator[Stage]:
        """Search every stretch of the rest anew, each from the middle of the one before."""
        first = self.fixed
        while first + SWEPT // 2 < len(self.moves or []):
            yield from self._search_anew(first, SWEPT, width)
            first += SWEPT // 2

    def _tails(self) -> Iterator[Stage]:
        """Search the last part of the solution anew, each time ranked a little differently."""
        tables = self._task.tables
        pairs = tables.pairs
        assert pairs is not None
        while len(self._rest) >= STRETCHES[0]:
            rest, draw = self._rest, self._generator
            length = int(draw.integers(len(rest) // 4, 3 * len(rest) // 4))
            kept = rest[: len(rest) - length]
            noise = draw.normal(0, NOISE, (len(tables.distance), 1)) * tables.distance
            single = pairs.single + np.rint(noise).astype(np.int32)
            ranked = replace(tables, pairs=pairs._replace(single=single))
            width = min(int(draw.choice(TAIL_WIDTHS)), self._widest)
            start = self._current.apply_all(kept)
            beam = self._beam(start, self._goal, ranked, width, length - 2)
            self._stage_depth = self.fixed + len(kept)
            yield beam
            if beam.code == kernel.SOLVED:
                yield from self._polish(self._current, kept + beam.path_to(beam.last_node))

    def _stretches(self) -> Iterator[Stage]:
        # what is shorter is searched by the beams as well as can be
        while len(self._rest) >= STRETCHES[0]:
            first, length = self._draw()
            width = min(int(self._generator.choice(STRETCH_WIDTHS)), self._widest)
            if not width:
                return
            yield from self._search_anew(first, length, width)

    def _search_anew(self, first: int, length: int, width: int) -> Iterator[Stage]:
        moves = self.moves or []
        stretch = moves[first : first + length]
        begin = self._start.apply_all(moves[:first])
        end = begin.apply_all(stretch)
        bits = _seen_bits(width, len(self._goal.tiles))
        is_learned = self._task.tables.pairs is not None
        beam = beam_between(
            begin, end, len(stretch), width, self._memory, bits, is_learned=is_learned
        )
        self._stage_depth = first
        yield beam
        if beam.code == kernel.SOLVED:
            found = beam.path_to(beam.last_node)
            path = moves[self.fixed : first] + found + moves[first + length :]
            self._take_rest(without_cycles(self._current, path))

    def _draw(self) -> tuple[int, int]:
        rest = self._rest
        length = min(int(self._generator.choice(STRETCHES)), len(rest))
        latest = len(rest) - length

        def fall(first: int) -> int:
            begin = self._current.apply_all(rest[:first])
            end = begin.apply_all(rest[first : first + length])
            return self._task.tables.evaluate(begin) - self._task.tables.evaluate(end)

        # of two drawn by lot the one over which h falls less
        drawn = [int(self._generator.integers(latest + 1)) for _ in range(2)]
        return self.fixed + min(drawn, key=fall), length

    @property
    def _is_large(self) -> bool:
        """One of the largest boards, ranked by what was learned."""
        return self._task.tables.pairs is not None and len(self._goal.tiles) >= LARGEST_FROM

    @property
    def _rest(self) -> list[Move]:
        return (self.moves or [])[self.fixed :]

    def take(self, moves: Sequence[Move]) -> None:
        """Take ``moves`` as the solution, where they are fewer."""
        if self.moves is None or len(moves) < len(self.moves):
            self.moves = list(moves)
            self._offer()

    def _take_rest(self, path: Sequence[Move]) -> None:
        if self._left_numbers.isdisjoint(numbers(self._current, path)):
            self.take([*(self.moves or [])[: self.fixed], *path])

    def _beam(self, begin: Board, end: Board, tables: Tables, width: int, most: int) -> BeamPass:
        memory, bits = self._memory, _seen_bits(width, len(self._goal.tiles))
        beam = BeamPass(begin, end, tables, width, memory, most=most, seen_bits=bits)
        beam.exclude(self._left)
        return beam


def _narrowest(cells: int) -> int:
    """The width of the first beam."""
    usual = int(FIRST_WORK / cells**1.5)
    return next((width for most, width in NARROWEST if cells <= most), usual)


def _seen_bits(width: int, cells: int) -> int:
    """Room for what is met in about as many layers as a solution has moves, a few times over."""
    return min(max((4 * cells * width).bit_length(), LEAST_SEEN_BITS), MOST_SEEN_BITS)
