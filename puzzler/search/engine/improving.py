"""A sequence of shorter and shorter solutions, first constructed, then found by wider beams.

The first solution comes from the constructive method, without its cycles. Beams of growing width
follow. Wide beams are also run from the goal to the start, which gives very different solutions.
All beams prune states that, by h, cannot improve the best solution. If a beam gets stuck, a beam
with another heuristic continues from its best state, and after that the constructive method.
Solutions of wide beams are shortened piece by piece. If a solution is the best so far, its
stretches are also searched again, each with a beam between its ends.

When memory does not allow a wider beam, random stretches are searched, preferably those where h
remains high. On the largest boards, small changes of the rank lead to very different solutions, so
the last part of the solution is searched again with random changes. After some seconds this gains
little, so it alternates with very wide beams from the start, each with other random changes.

The first moves of a solution can be fixed because they have been played. The search then continues
from the state after them and never returns to a played state.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from itertools import accumulate, chain

import numpy as np

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.path import invert_moves, shortest_joined, state_numbers
from puzzler.search.engine.beam_pass import (
    MAX_VISITED_BITS,
    NO_BOUND,
    BeamPass,
    beam_between,
    row_bytes,
    visited_bits_for,
    with_noise,
)
from puzzler.search.engine.constructive import Constructing, Stage
from puzzler.search.engine.prover import MEMORY_SHARE
from puzzler.search.engine.shortening import Shortening, without_cycles
from puzzler.search.engine.stepping import Task
from puzzler.search.heuristics import learned, linear_conflict
from puzzler.search.heuristics.heuristic import Tables
from puzzler.search.kernels import beam as kernel
from puzzler.search.result import SearchStats
from puzzler.search.tables.learned import LARGEST_FROM

CELLS_SMALL = 16
"""Maximum number of cells of boards on which nearly all expansions belong to the proof."""
FIRST_WORK = 10_000
"""Approximate expansions of the first beam; a solution has less than cells ** 1.5 moves."""
NARROWEST = ((CELLS_SMALL, 24), (25, 128))
"""(largest number of cells, width of the first beam) for boards on which the proof has most of the
expansions."""
WIDENING = 4
"""Ratio of the widths of two successive beams."""
NARROWEST_POLISHED = 1024
"""Solutions of narrower beams are not shortened, because the next beam soon finds better ones."""
WIDEST_SMALL = 1 << 14
"""Maximum width on small boards; wider beams would only take time from the proof."""
WIDEST_LARGE = 1 << 12
"""Maximum width of the first beams on the largest boards, before tails are searched again."""
RESTART_WIDTH = 40_960
"""Width of the later beams from the start on the largest boards."""
RESTART_AFTER = 10_000_000
"""Expansions before the first of these beams: about 1.3 s. Each takes about five seconds."""
FINISHING_WIDER = 4
"""Ratio of the width of the beam that continues from a stuck beam to the width of the latter."""
STRETCHES = (40, 64, 96, 144)
"""Lengths of random stretches that are searched again."""
STRETCH_WIDTHS = (256, 1024, 4096)
SWEPT = 80
"""Length of the successive stretches of a beam's solution that are searched again."""
SWEEP_NARROWER = 4
"""Ratio of that beam's width to theirs; all stretches then take less than half the beam's time."""
TAIL_WIDTHS = (2048, 4096, 8192)
RESTART_TAILS = 4
"""Factor of TAIL_WIDTHS after a beam of RESTART_WIDTH."""
SHORTEST_TAIL = 8
"""Ratio of the solution's length to that of the shortest tail."""
SEED = 20022


class Improver:
    """Finds shorter and shorter solutions of a problem; ``moves`` is the best so far."""

    def __init__(self, task: Task, offer: Callable[[], object]) -> None:
        """offer: called whenever ``moves`` has become shorter."""
        self.moves: list[Move] | None = None
        self.fixed = 0
        """Number of moves at the start that must not change."""
        self._played = np.empty((0, len(task.problem.start.tiles)), np.int64)
        """The states before the last fixed move, as (fixed, cells)."""
        self._played_numbers: set[int] = set()  # see ``board.path.state_numbers``
        self._peak_frontier = 1
        self._duplicates = 0
        self._task = task
        self._memory = task.memory - task.memory // MEMORY_SHARE
        self._start, self._goal = task.problem.start, task.problem.goal
        self._widest = self._memory // 3 // row_bytes(len(self._goal.tiles))
        self._offer = offer
        self.expanded_before = self._generated = self._deepest = 0  # by previous stages
        self._stage_depth = 0  # moves from the start to the first state of the stage
        self._constructing = Constructing(self._start, self._goal)
        self.stage: Stage | None = self._constructing
        """The current stage; None between two stages."""
        self._stages = self._plan()
        self._current = self._start
        self._noise = 0
        """The seed of the noise in the rank of beams from the start; 0 for none."""
        self._generator = np.random.default_rng(SEED)
        self._largest = 0  # bytes of the largest previous stage
        self._narrowest = _first_width(len(self._goal.tiles))
        self._width = self._narrowest  # of the next beam

    @property
    def expanded(self) -> int:
        """The number of states expanded so far."""
        return self.expanded_before + (self.stage.expanded if self.stage else 0)

    def stats(self) -> SearchStats:
        """The figures of all stages so far."""
        stage = self.stage
        return SearchStats(
            generated=self._generated + (stage.generated if stage else 0),
            duplicates=self._duplicates,
            peak_frontier=self._peak_frontier,
            deepest=max(self._deepest, self._stage_depth + stage.deepest if stage else 0),
            bytes=max(self._largest, stage.bytes if stage else 0),
        )

    def construct(self, budget: int) -> None:
        """Make at most ``budget`` moves of the first solution; offer it when it is complete."""
        if not self._constructing.advance(budget):
            self._end(self._constructing)
            self.take(without_cycles(self._start, self._constructing.moves))

    def advance(self, budget: int) -> bool:
        """Expand at most ``budget`` states after the first solution, or until a shorter one.

        Returns False at the end.
        """
        stop, solution = self.expanded + budget, self.moves
        while self.expanded < stop and self.moves is solution:
            if self.stage is None:
                self.stage = next(self._stages, None)
                if self.stage is None:
                    return False
            if not self.stage.advance(stop - self.expanded):
                self._end(self.stage)
        return True

    def current(self) -> Board:
        """A recently expanded state."""
        board = None if self.stage is None else self.stage.current()
        return self._current if board is None else board

    def adopt(self, moves: Sequence[Move], fixed: int) -> None:
        """Replace the solution by ``moves``, whose first ``fixed`` moves have been played.

        If the previous solution contains a shorter rest, that rest is used. The current stage is
        dropped, unless the fixed moves are unchanged.
        """
        previous = self.moves
        if previous and fixed == self.fixed and list(moves[:fixed]) == previous[:fixed]:
            self.join(moves)
            return
        self.fixed, self.moves = fixed, list(moves)
        *played, self._current = accumulate(moves[:fixed], Board.apply, initial=self._start)
        tiles = np.array([board.tiles for board in played], np.int64)
        self._played = tiles.reshape(fixed, len(self._goal.tiles))
        numbers = state_numbers(self._start, moves[: fixed - 1]) if fixed else ()
        self._played_numbers = set(numbers)
        self.join(previous or moves)
        if self.stage is not None:
            self._end(self.stage)
        # a narrower beam, because the time until the next move may be as short as for this one
        self._width = max(self._narrowest, self._width // WIDENING)
        self._stages = self._plan()
        if previous is None:  # shorten a solution from elsewhere before others are searched
            self._stages = chain(self._polish(self._current, self._rest), self._stages)

    def join(self, moves: Sequence[Move]) -> None:
        """Shorten the rest of the solution by parts of ``moves``, another solution, if possible."""
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
            yield from self._restarts()
        elif len(self._goal.tiles) > CELLS_SMALL:
            yield from self._stretches()

    def _beams(self) -> Iterator[Stage]:
        """Beams of growing width between the first state that is not fixed and the goal."""
        cells, widest = len(self._goal.tiles), self._widest
        if cells <= CELLS_SMALL:
            widest = min(widest, WIDEST_SMALL)
        elif self._is_large:
            widest = min(widest, WIDEST_LARGE)
        # A beam makes most of its extra moves at its end. On the largest boards only the last part
        # of a solution is searched again, which would not help with a beam from the goal.
        is_learned = self._task.tables.pairs is not None
        has_backward = is_learned and cells > CELLS_SMALL and not self._is_large
        while self._width <= widest and self._rest:
            yield from self._beam_of(self._width)
            if has_backward and self._width >= NARROWEST_POLISHED:
                yield from self._beam_of(self._width, is_back=True)
            self._width *= WIDENING

    def _beam_of(self, width: int, *, is_back: bool = False) -> Iterator[Stage]:
        """A beam from the first state that is not fixed to the goal, or in the other direction."""
        origin, before = self._current, len(self._rest)
        begin, end = (self._goal, origin) if is_back else (origin, self._goal)
        tables = learned.build(end) if is_back else self._task.tables
        if self._noise:
            tables = with_noise(tables, np.random.default_rng(self._noise))
        # With the learned heuristic, h is Manhattan distance; the learned value is only the rank.
        # An h that is not admissible must not prune.
        is_admissible = self._task.factor == 1 or tables.pairs is not None
        max_length = before - 2 if is_admissible else NO_BOUND
        beam = self._beam(begin, end, tables, width, max_length)
        self._stage_depth = self.fixed
        yield beam
        if beam.code == kernel.SOLVED:
            path = beam.path_to(beam.last_node)
        elif is_back or beam.code == kernel.DRY:  # it cannot improve the solution
            return
        else:
            path = beam.path_to(beam.best_node)
            del beam  # release its memory before the next beam is allocated
            path = yield from self._finish(origin, path)
        path = invert_moves(path) if is_back else path
        self._take_rest(path)
        if width >= NARROWEST_POLISHED:
            yield from self._polish(origin, path)
            if len(self._rest) < before and CELLS_SMALL < len(origin.tiles) < LARGEST_FROM:
                yield from self._sweep(max(width // SWEEP_NARROWER, STRETCH_WIDTHS[0]))

    def _finish(self, origin: Board, path: list[Move]) -> Generator[Stage, None, list[Move]]:
        """Continue from the state in which a beam got stuck; return the moves from ``origin``.

        Usually a few tiles are in each other's place there. Linear conflicts rank such states
        better than the learned heuristic.
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
        """Search every stretch of the rest again; successive stretches overlap by half."""
        first = self.fixed
        while first + SWEPT // 2 < len(self.moves or []):
            yield from self._search_again(first, SWEPT, width)
            first += SWEPT // 2

    def _restarts(self) -> Iterator[Stage]:
        """Search tails again, in turns with very wide beams from the start if memory allows."""
        factor, until = 1, RESTART_AFTER
        state_bytes = row_bytes(len(self._goal.tiles)) + 4 * len(self._rest)
        has_room = RESTART_WIDTH * state_bytes + (4 << MAX_VISITED_BITS) <= self._memory
        # such a beam takes seconds, so it would not end while moves are being played
        while has_room and not self.fixed and len(self._rest) >= STRETCHES[0]:
            yield from self._tails(factor, until)
            before = self.expanded
            yield from self._beam_of(RESTART_WIDTH)
            self._noise += 1
            factor, until = RESTART_TAILS, 2 * self.expanded - before
        yield from self._tails(factor, None)

    def _tails(self, factor: int, until: int | None) -> Iterator[Stage]:
        """Search the last part of the solution again, each time with a slightly different rank.

        factor: of the widths. until: the number of expansions at the end.
        """
        tables = self._task.tables
        while len(self._rest) >= STRETCHES[0] and (until is None or self.expanded < until):
            rest, draw = self._rest, self._generator
            length = int(draw.integers(len(rest) // SHORTEST_TAIL, 3 * len(rest) // 4))
            head = rest[: len(rest) - length]
            ranked = with_noise(tables, draw)
            width = min(factor * int(draw.choice(TAIL_WIDTHS)), self._widest)
            start = self._current.apply_all(head)
            beam = self._beam(start, self._goal, ranked, width, length - 2)
            self._stage_depth = self.fixed + len(head)
            yield beam
            if beam.code == kernel.SOLVED:
                yield from self._polish(self._current, head + beam.path_to(beam.last_node))

    def _stretches(self) -> Iterator[Stage]:
        # the beams have searched shorter solutions as well as a stretch could
        while len(self._rest) >= STRETCHES[0]:
            first, length = self._draw()
            width = min(int(self._generator.choice(STRETCH_WIDTHS)), self._widest)
            if not width:
                return
            yield from self._search_again(first, length, width)

    def _search_again(self, first: int, length: int, width: int) -> Iterator[Stage]:
        moves = self.moves or []
        stretch = moves[first : first + length]
        begin = self._start.apply_all(moves[:first])
        end = begin.apply_all(stretch)
        bits = visited_bits_for(width, len(self._goal.tiles))
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

        # of two random stretches, choose the one over which h falls less
        candidates = [int(self._generator.integers(latest + 1)) for _ in range(2)]
        return self.fixed + min(candidates, key=fall), length

    @property
    def _is_large(self) -> bool:
        """Whether this is one of the largest boards with the learned heuristic."""
        return self._task.tables.pairs is not None and len(self._goal.tiles) >= LARGEST_FROM

    @property
    def _rest(self) -> list[Move]:
        return (self.moves or [])[self.fixed :]

    def take(self, moves: Sequence[Move]) -> None:
        """Replace the solution by ``moves`` if they are fewer."""
        if self.moves is None or len(moves) < len(self.moves):
            self.moves = list(moves)
            self._offer()

    def _take_rest(self, path: Sequence[Move]) -> None:
        if self._played_numbers.isdisjoint(state_numbers(self._current, path)):
            self.take([*(self.moves or [])[: self.fixed], *path])

    def _beam(self, begin: Board, end: Board, tables: Tables, width: int, limit: int) -> BeamPass:
        bits = visited_bits_for(width, len(self._goal.tiles))
        data = begin, end, tables, width, self._memory
        beam = BeamPass(*data, max_length=limit, visited_bits=bits)
        beam.exclude(self._played)
        return beam


def _first_width(cells: int) -> int:
    default = int(FIRST_WORK / cells**1.5)
    return next((width for limit, width in NARROWEST if cells <= limit), default)
