"""Reviews get filled in: the one that is open first, then in the background that of every solve.

The shortest solution of a solve is kept beside it, and positions in which moves were lost become
cards of the drill. ``Statistics`` is what is shown of all solves.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from puzzler import resources
from puzzler.board.board import Board
from puzzler.board.scenario import Scenario
from puzzler.game.play.category import Category, Kind
from puzzler.game.play.context import Context
from puzzler.game.play.distances import CELLS_FOR_TABLES, Distances, Purpose, beside
from puzzler.game.play.game import PlayedPath, SavedGame
from puzzler.game.review import messages
from puzzler.game.review.review import Review
from puzzler.game.storage.practice import Card
from puzzler.game.storage.statistics import SolveRow, Summary
from puzzler.game.storage.store import Store
from puzzler.search.engine.measuring import Question

MOST_CARDS = 10
"""Of one game: more of the same would not be answered with care."""


@dataclass
class _Filling:
    """A review, and what is being proven for it."""

    review: Review
    solve_id: int = 0
    gives_cards: bool = False
    has_shortest: bool = True
    """It is kept already, or does not follow from this review."""
    questions: list[Question] = field(default_factory=list)
    """What is to be proven next, the first first; empty once all is."""

    def fill_in(self, boards: Iterable[Board], distances: Distances) -> None:
        """Take over what has been proven of ``boards``."""
        for board in boards:
            self.review.learn(board, *distances.ends(board, self.review.goal))
        self.questions = self.review.questions()


class Analysis:
    """Has distances proven for the review that is open, and for solves when nothing else is asked.

    Nothing waits for it.
    """

    def __init__(self, distances: Distances, store: Store) -> None:
        self._distances = distances
        self._store = store
        self._learned = -1
        self._open: _Filling | None = None  # the review that is looked at
        self._first: tuple[Question, ...] = ()  # what is looked at in it
        self.solves: list[_Filling] = []
        """Those that are not assessed yet."""
        self.news = 0
        """Counts up whenever the shortest solution of a kept solve has been proven."""

    def add(
        self, solve_id: int, scenario: Scenario, path: PlayedPath, *, gives_cards: bool
    ) -> None:
        """Assess a solve by hand, where its distances can be proven.

        gives_cards: the moves are the person's own, so that what was lost is worth a card.
        """
        if len(scenario.goal.tiles) <= CELLS_FOR_TABLES:
            review = Review(path.start, scenario.goal, path.moves)
            is_partial = path.start != scenario.start  # so that its shortest is another
            filling = _Filling(review, solve_id, gives_cards, has_shortest=is_partial)
            filling.fill_in(set(review.boards), self._distances)
            self.solves.insert(0, filling)

    def look_up(self, solve_id: int, start: Board, goal: Board) -> None:
        """Find the shortest solution of a solve, when all else is done."""
        filling = _Filling(Review(start, goal, ()), solve_id, has_shortest=False)
        filling.fill_in([start], self._distances)
        self.solves.append(filling)

    def open(self, review: Review) -> None:
        """Fill in ``review`` before all else."""
        self._open, self._first = _Filling(review), ()
        self._open.fill_in(set(review.boards), self._distances)

    def look_at(self, board: Board, goal: Board, *, with_path: bool) -> None:
        """Of the open review this board comes first: which moves are best, and a shortest path."""
        path = [Question(board, goal, with_path=True)] if with_path else []
        self._first = (*path, *beside(board, goal))

    def close(self, review: Review) -> None:
        """Stop proving distances of ``review``."""
        if self._open is not None and self._open.review is review:
            self._open, self._first = None, ()

    def tick(self) -> None:
        """Take over what has been proven since, and ask for what is to be proven next."""
        if self._learned != self._distances.learned:
            self._learned = self._distances.learned
            for filling in (*self.solves, *([self._open] if self._open else [])):
                boards = [question.board for question in filling.questions]
                filling.fill_in(boards, self._distances)
        for solve in self.solves:
            review = solve.review
            if not solve.has_shortest and review.shortest is not None:
                solve.has_shortest = True
                self._store.learn_shortest(solve.solve_id, review.shortest)
                self.news += 1
            if review.is_complete and solve.gives_cards:
                self._store.add_cards(cards_of(review))
        self.solves = [solve for solve in self.solves if solve.questions]
        opened = self._open.questions if self._open else []
        later = [question for solve in self.solves for question in solve.questions]
        self._distances.ask(Purpose.REVIEW, [*self._first, *opened])
        self._distances.ask(Purpose.STATISTICS, later)


def cards_of(review: Review) -> list[Card]:
    """The board before the first wrong move of each detour, once each, the dearest first.

    Ten at most; none asks for a move at the goal.
    """
    cards: dict[Board, Card] = {}
    for detour in sorted(review.detours, key=lambda detour: -detour.cost):
        board, distance = review.boards[detour.first], review.distance(detour.first)
        if distance and len(cards) < MOST_CARDS:
            cards.setdefault(board, Card(board, review.goal, distance))
    return list(cards.values())


def record(store: Store, saved: SavedGame, shortest: int | None = None) -> tuple[str, ...]:
    """Keep the present play as solved by hand; what it has beaten: time, moves, efficiency.

    Nothing where it had help, was not shuffled, was counted before, or is the first of its
    category. Efficiency is moves over ``shortest``, and beaten only where that is known.
    """
    play = saved.present
    category = Category.of(play)
    before = Summary() if category is None else store.summary(category)
    is_new = store.keep_solve(saved, shortest)
    if category is None or play.is_helped or not is_new:
        return ()
    # bests are of whole milliseconds: the same time twice is no record
    beaten = {
        "time": before.best_seconds is not None and round(play.seconds, 3) < before.best_seconds,
        "moves": before.best_moves is not None and play.move_count < before.best_moves,
        "efficiency": before.best_efficiency is not None
        and shortest is not None
        and play.move_count < before.best_efficiency * shortest,
    }
    return tuple(name for name, is_beaten in beaten.items() if is_beaten)


class Statistics:
    """What was solved, kind by kind, in all time and in this session: ``since`` it began."""

    def __init__(
        self,
        context: Context,
        store: Store,
        analysis: Analysis,
        now: Callable[[], float] = time.time,
    ) -> None:
        """now: seconds since 1970. The session begins with this."""
        self.store = store
        self.since = now()
        self._context = context
        self.analysis = analysis
        """Its ``news`` tell whether a line has become more complete."""
        self._looked_up: set[int] = set()

    @property
    def present_kind(self) -> Kind | None:
        """The kind of the game that is played; None where its board was not shuffled."""
        return Category.of(self._context.game.present)

    def export_csv(self, kind: Kind, path: Path) -> str:
        """Write every solve of one kind to a file; returns one line to be shown."""
        lines = list(self.store.csv(kind))
        try:
            resources.write_atomically(path, "".join(lines))
        except OSError as error:
            return f"The solves could not be exported: {error.strerror or error}"
        return messages.exported(len(lines) - 1, path)

    def look_up(self, kind: Kind, rows: Sequence[SolveRow]) -> None:
        """Find the shortest solutions that are not known in the background, once for each row."""
        if not isinstance(kind, Category) or kind.rows * kind.columns > CELLS_FOR_TABLES:
            return
        unknown = {row.id for row in rows if row.shortest is None}
        for solve_id in unknown - self._looked_up:
            solve = self.store.solve(solve_id)
            # where fewer moves are known than were made they do not begin at the start
            if solve is not None and len(solve.moves) == solve.move_count:
                self.analysis.look_up(solve_id, solve.start, solve.scenario.goal)
        self._looked_up |= unknown
