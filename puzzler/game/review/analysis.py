"""Reviews get filled in: the one that is open first, then in the background that of every solve.

The shortest solution of a solve is kept beside it, and positions in which moves were lost become
cards of the drill. ``Statistics`` is what is shown of all solves.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from puzzler import resources
from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.scenario import Scenario
from puzzler.game.core.background import Background
from puzzler.game.core.category import Category, Kind
from puzzler.game.core.distances import (
    CELLS_FOR_TABLES,
    MAX_QUESTIONS,
    Bounds,
    Distances,
    Purpose,
    beside,
)
from puzzler.game.core.game import PlayedPath, SavedGame
from puzzler.game.core.services import Services
from puzzler.game.review.review import FOLLOWS, Review
from puzzler.game.storage.database import Database
from puzzler.game.storage.practice import DrillCard
from puzzler.game.storage.solve_columns import as_csv
from puzzler.game.storage.solves import SolveHistory, kept_since
from puzzler.game.storage.statistics import Curve, SolveRow, Solves, Summary, curve, summary
from puzzler.game.storage.store import Store
from puzzler.humanize import counted, sentence, short_path
from puzzler.progress import finish
from puzzler.search.engine.measuring import DistanceQuestion

SHORT_REVIEW = 1_000
"""Moves of which all figures are made at once."""
SHORT_LIST = 5_000
"""Solves whose statistics are read without the background."""
MOST_CARDS = 10
"""Cards of one game. More similar cards would not be answered carefully."""


MadeOf = tuple[Board, Board, Sequence[Move], Sequence[float] | None]
"""The start, the goal, the moves and their times, as of a ``Review``."""


@dataclass(eq=False)
class Filling:
    """A review that is filled in, and what there is to see of it."""

    review: Review
    """It is told what is proven."""
    solve_id: int = 0
    gives_cards: bool = False
    has_shortest: bool = True
    """It is kept already, or does not follow from this review."""
    _heard: object = None

    def __post_init__(self) -> None:
        self.take(finish(_figures(self.review.copy())))

    def take(self, made: tuple[Review, list[DistanceQuestion]]) -> None:
        """The newest figures: the review as it was then, and what was to be proven next."""
        self.shown, self.questions = made

    def tick(self, distances: Distances, background: Background) -> None:
        """Take over what has been proven, and make the figures anew."""
        news = distances.learned, self.shown
        if news != self._heard:
            self._heard = news
            for question in self.questions[:MAX_QUESTIONS]:
                self.review.learn(question.board, *distances.bounds(question.board, question.goal))
        kind = f"review {id(self)}"
        if self.review.learned != self.shown.learned and kind not in background:
            is_short = len(self.review.moves) <= SHORT_REVIEW
            background.run(kind, "", _figures(self.review.copy()), self.take, is_short=is_short)


def _figures(review: Review) -> Generator[None, None, tuple[Review, list[DistanceQuestion]]]:
    """``review`` with all that follows from it, and what is to be proven next."""
    yield None
    for name in FOLLOWS:
        getattr(review, name)
        yield None
    return review, review.questions()


def _filling(
    made_of: MadeOf, known: Mapping[Board, Bounds], more: Mapping[str, Any]
) -> Generator[None, None, Filling]:
    yield None
    review = Review(*made_of)
    yield None
    for board in review.distinct & known.keys():
        review.learn(board, *known[board])
    yield None
    return Filling(review, **more)


class Analysis:
    """Has distances proven for the review that is open, and for solves when nothing else is asked.

    Nothing waits for it.
    """

    def __init__(self, distances: Distances, background: Background, store: Store) -> None:
        self._distances = distances
        self._background = background
        self._store = store
        self._open: Filling | None = None  # the review that is looked at
        self._first: tuple[DistanceQuestion, ...] = ()  # what is looked at in it
        self.solves: list[Filling] = []
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
            is_partial = path.start != scenario.start  # so that its shortest is another
            made_of = path.start, scenario.goal, path.moves, None
            more = {"solve_id": solve_id, "gives_cards": gives_cards, "has_shortest": is_partial}
            self.make(f"solve {solve_id}", "", made_of, lambda r: self.solves.insert(0, r), **more)

    def make(
        self, kind: str, words: str, made_of: MadeOf, take: Callable[[Filling], object], **more: Any
    ) -> None:
        """Hand a new review to ``take``; where it is long it is made in the background."""
        _, goal, moves, _ = made_of
        steps = _filling(made_of, self._distances.all_bounds(goal), more)
        self._background.run(kind, words, steps, take, is_short=len(moves) <= SHORT_REVIEW)

    def look_up(self, solve_id: int, start: Board, goal: Board) -> None:
        """Find the shortest solution of a solve, when all else is done."""
        self.solves.append(Filling(Review(start, goal, ()), solve_id, has_shortest=False))

    def open(self, filling: Filling) -> None:
        """Fill in this review before all else."""
        self._open, self._first = filling, ()
        filling.tick(self._distances, self._background)

    def look_at(self, board: Board, goal: Board, *, with_path: bool) -> None:
        """Of the open review this board comes first: which moves are best, and a shortest path."""
        path = [DistanceQuestion(board, goal, with_path=True)] if with_path else []
        self._first = (*path, *beside(board, goal))

    def close(self, filling: Filling) -> None:
        """Stop proving distances of this review."""
        if self._open is filling:
            self._open, self._first = None, ()

    def tick(self) -> None:
        """Take over what has been proven since, and ask for what is to be proven next."""
        for each in (*self.solves, *([self._open] if self._open else [])):
            each.tick(self._distances, self._background)
        for solve in self.solves:
            review = solve.shown
            if not solve.has_shortest and review.shortest is not None:
                solve.has_shortest = True
                self._store.solves.learn_shortest(solve.solve_id, review.shortest)
                self.news += 1
            if review.is_complete and solve.gives_cards:
                self._store.practice.add_cards(cards_of(review))
        self.solves = [solve for solve in self.solves if solve.questions]
        opened = self._open.questions if self._open else []
        later = [question for solve in self.solves for question in solve.questions]
        self._distances.ask(Purpose.REVIEW, [*self._first, *opened])
        self._distances.ask(Purpose.STATISTICS, later)


def cards_of(review: Review) -> list[DrillCard]:
    """The board before the first wrong move of each detour, once each, the dearest first.

    Ten at most; none asks for a move at the goal.
    """
    cards: dict[Board, DrillCard] = {}
    for detour in review.dearest:
        board, distance = review.boards[detour.first], review.distance(detour.first)
        if distance and len(cards) < MOST_CARDS:
            cards.setdefault(board, DrillCard(board, review.goal, distance))
    return list(cards.values())


def record(store: Store, saved: SavedGame, shortest: int | None = None) -> tuple[str, ...]:
    """Store the current play as solved by hand; return its records: time, moves, efficiency.

    There is none if the play had help, was not shuffled, was counted before or is the first of its
    category. Efficiency is moves divided by ``shortest``, if that is known.
    """
    play = saved.present
    category = Category.of(play)
    before = Summary() if category is None else store.solves.bests(category)
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


def _exported(
    database: Database, kind: Kind, choose: Callable[[], Path]
) -> Generator[None, None, str]:
    yield None
    with database.reader() as reader:
        rows = SolveHistory(reader).all_rows(kind)
        if trouble := reader.take_trouble():
            return sentence(trouble)
    yield None
    try:
        path = choose()
        resources.write_atomically(path, as_csv(kind, rows))
    except OSError as error:
        return f"The solves could not be exported: {error.strerror or error}"
    return f"{sentence(counted(len(rows), 'solve'))} exported to {short_path(path)}"


@dataclass(frozen=True)
class Figures:
    """The statistics of one kind."""

    solves: Solves
    """The solves in the list, those with help included."""
    summary: Summary
    """The summary of ``solves``."""
    curve: Curve
    """The curve of all solves of the kind."""


def _figures_of(
    database: Database, kind: Kind, since: float | None, solves: Solves | None
) -> Generator[None, None, Figures]:
    yield None
    if solves is None:
        with database.reader() as reader:
            solves = SolveHistory(reader).array(kind)
    yield None
    shown = solves if since is None else kept_since(solves, since)
    made = summary(shown)
    yield None
    return Figures(shown, made, curve(solves))


class Statistics:
    """The solves of all time and of this session, which started at ``since``."""

    def __init__(
        self,
        context: Services,
        store: Store,
        analysis: Analysis,
        now: Callable[[], float] = time.time,
    ) -> None:
        """now: Return the seconds since 1970. The session starts with this call."""
        self._store = store
        self.solves = store.solves
        self.since = now()
        self._context = context
        self.analysis = analysis
        """Its ``news`` change when a shortest solution is proven."""
        self._looked_up: set[int] = set()

    def read(self, kind: Kind, since: float | None, then: Callable[[Figures], object]) -> None:
        """Read the statistics of one kind and pass them to ``then``.

        Many solves are read in the background. A database in memory has no second connection, so
        that only their figures are computed there.
        """
        solves = self.solves.array(kind) if self._store.folder is None else None
        steps = _figures_of(self._store, kind, since, solves)
        is_short = self.solves.count(kind) <= SHORT_LIST
        self._context.background.run("statistics", "", steps, then, is_short=is_short)

    @property
    def present_kind(self) -> Kind | None:
        """The kind of the current game; None if its board was not shuffled."""
        return Category.of(self._context.game.present)

    def export_csv(
        self, kind: Kind, choose: Callable[[], Path], then: Callable[[str], object]
    ) -> None:
        """Write every solve of one kind to a file and pass a message to ``then``.

        choose: Return the file. It is called in the background.
        """
        count = self.solves.count(kind)
        self._context.background.run(
            "csv",
            f"Exporting {counted(count, 'solve')}",
            _exported(self._store, kind, choose),
            then,
            is_short=self._store.folder is None,  # another thread has no part in its database
        )

    def look_up(self, kind: Kind, rows: Sequence[SolveRow]) -> None:
        """Find the unknown shortest solutions in the background, once for each row."""
        if not isinstance(kind, Category) or kind.rows * kind.columns > CELLS_FOR_TABLES:
            return
        unknown = {row.id for row in rows if row.shortest is None}
        for solve_id in unknown - self._looked_up:
            solve = self.solves.get(solve_id)
            # where fewer moves are known than were made they do not begin at the start
            if solve is not None and len(solve.moves) == solve.move_count:
                self.analysis.look_up(solve_id, solve.start, solve.scenario.goal)
        self._looked_up |= unknown
