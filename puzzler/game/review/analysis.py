"""Proves the distances of the open review, then the distances of stored solves.

The length of a shortest solution is stored with a solve, and positions with extra moves become
cards of the drill. ``Statistics`` are the figures of all solves.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from puzzler import resources
from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.scenario import Scenario
from puzzler.game.core.background import Background
from puzzler.game.core.category import Category, Difficulty, Kind
from puzzler.game.core.distances import (
    CELLS_FOR_TABLES,
    MAX_QUESTIONS,
    Distances,
    Purpose,
    neighbour_questions,
)
from puzzler.game.core.game import PlayedPath
from puzzler.game.core.services import Services
from puzzler.game.review.drilling import cards_of
from puzzler.game.review.review import DERIVED, Review
from puzzler.game.storage.database import Database
from puzzler.game.storage.solve_columns import as_csv
from puzzler.game.storage.solve_import import (
    MAX_BYTES,
    ImportedFile,
    import_text,
    read_solves,
)
from puzzler.game.storage.solves import SolveHistory
from puzzler.game.storage.statistics import (
    ALL,
    Curve,
    Selection,
    SolveRow,
    Solves,
    Summary,
    curve,
    summary,
)
from puzzler.game.storage.store import Store
from puzzler.humanize import counted, sentence, short_path
from puzzler.progress import Reporter, no_report, one_step
from puzzler.search.distance_bounds import Bounds
from puzzler.search.engine.measuring import DistanceQuestion

SHORT_REVIEW = 1_000
"""Maximum number of moves of a play whose values are computed in the foreground."""
SHORT_LIST = 5_000
"""Maximum number of solves for which statistics are read in the foreground."""


ReviewArguments = tuple[Board, Board, Sequence[Move], Sequence[float] | None]
"""Arguments of ``Review``: start, goal, moves and times."""


@dataclass(eq=False)
class LearningReview:
    """A review that learns distances, and a copy of it to show."""

    review: Review
    """The review that learns."""
    solve_id: int = 0
    gives_cards: bool = False
    has_shortest: bool = True
    """The shortest length is already stored, or this review cannot prove it."""
    _read_at: object = None

    def __post_init__(self) -> None:
        self.take(_compute(self.review.copy(), no_report))

    def take(self, result: tuple[Review, list[DistanceQuestion]]) -> None:
        """Store the review to show and the questions to ask next."""
        self.shown, self.questions = result

    def tick(self, distances: Distances, background: Background) -> None:
        """Learn what has been proven, and compute the values again."""
        news = distances.learned, self.shown
        if news != self._read_at:
            self._read_at = news
            for question in self.questions[:MAX_QUESTIONS]:
                self.review.learn(question.board, *distances.bounds(question.board, question.goal))
        kind = f"review {id(self)}"
        changes = self.review.board_bounds.changes
        if changes != self.shown.board_bounds.changes and kind not in background:
            is_short = len(self.review.moves) <= SHORT_REVIEW
            work = partial(_compute, self.review.copy())
            background.run(kind, "", work, self.take, is_short=is_short)


def _compute(review: Review, report: Reporter) -> tuple[Review, list[DistanceQuestion]]:
    """Return a review with its values computed, and the questions to ask next."""
    for name in DERIVED:
        report(None)
        getattr(review, name)
    report(None)
    return review, review.questions()


def _learning_review(
    arguments: ReviewArguments, bounds: Mapping[Board, Bounds], report: Reporter
) -> LearningReview:
    report(None)
    review = Review(*arguments)
    report(None)
    for board in review.board_bounds.numbers.keys() & bounds.keys():
        review.learn(board, *bounds[board])
    report(None)
    return LearningReview(review)


class Analysis:
    """Requests the distances of the open review, then the distances of solves. No method waits."""

    def __init__(self, distances: Distances, background: Background, store: Store) -> None:
        self._distances = distances
        self._background = background
        self._store = store
        self._open: LearningReview | None = None  # the review on the screen
        self._first: tuple[DistanceQuestion, ...] = ()  # the position on the screen
        self.solves: list[LearningReview] = []
        """Solves with unknown distances."""
        self.news = 0
        """Increases when the shortest length of a stored solve is proven."""

    def add(
        self, solve_id: int, scenario: Scenario, path: PlayedPath, *, gives_cards: bool
    ) -> None:
        """Analyse a solve in the background, if its distances can be proven.

        gives_cards: the moves are the player's own, so that mistakes become cards.
        """
        if len(scenario.goal.tiles) <= CELLS_FOR_TABLES:

            def take(learning: LearningReview) -> None:
                learning.solve_id, learning.gives_cards = solve_id, gives_cards
                # the shortest solution of a part of the path is another one
                learning.has_shortest = path.start != scenario.start
                self.solves.insert(0, learning)

            arguments = path.start, scenario.goal, path.moves, None
            self.make(f"solve {solve_id}", "", arguments, take)

    def make(
        self,
        kind: str,
        text: str,
        arguments: ReviewArguments,
        take: Callable[[LearningReview], object],
    ) -> None:
        """Create a review and pass it to ``take``, in the background if it is long."""
        _, goal, moves, _ = arguments
        work = partial(_learning_review, arguments, self._distances.all_bounds(goal))
        self._background.run(kind, text, work, take, is_short=len(moves) <= SHORT_REVIEW)

    def look_up(self, solve_id: int, start: Board, goal: Board) -> None:
        """Find the shortest length of a solve, with the lowest priority."""
        self.solves.append(LearningReview(Review(start, goal, ()), solve_id, has_shortest=False))

    def open(self, learning: LearningReview) -> None:
        """Prove the distances of this review before all others."""
        self._open, self._first = learning, ()
        learning.tick(self._distances, self._background)

    def look_at(self, board: Board, goal: Board, *, with_path: bool) -> None:
        """Prove the best moves of this board first. with_path: also a shortest solution."""
        path = [DistanceQuestion(board, goal, with_path=True)] if with_path else []
        self._first = (*path, *neighbour_questions(board, goal))

    def close(self, learning: LearningReview) -> None:
        """Stop proving distances of this review."""
        if self._open is learning:
            self._open, self._first = None, ()

    def tick(self) -> None:
        """Learn what has been proven, and request what to prove next."""
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


def _exported(database: Database, kind: Kind, file: Path, report: Reporter) -> str:
    report(None)
    with database.reader() as reader:
        rows = SolveHistory(reader).all_rows(kind)
        if trouble := reader.take_trouble():
            return sentence(trouble)
    report(None)
    try:
        resources.write_atomically(file, as_csv(kind, rows))
    except OSError as error:
        return f"The solves could not be exported: {error.strerror or error}"
    return f"{sentence(counted(len(rows), 'solve'))} exported to {short_path(file)}"


def solves_in(file: Path, difficulty: Difficulty) -> ImportedFile | str:
    """Return the solves in a file, or why it cannot be imported.

    difficulty: of rows that do not name one.
    """
    try:
        text = resources.read_whole(file, MAX_BYTES).decode("utf-8-sig")
        return read_solves(text, difficulty)
    except UnicodeDecodeError:
        return "it is not text"
    except OSError as error:
        return error.strerror or str(error)
    except ValueError as error:
        return str(error)


@dataclass(frozen=True)
class Figures:
    """The statistics of one kind."""

    solves: Solves
    """The solves in the list, including solves with help."""
    summary: Summary
    """The summary of ``solves``."""
    curve: Curve
    """The curve of all solves of the kind and the selected session."""


def _figures_of(
    database: Database,
    kind: Kind,
    since: float | None,
    selection: Selection,
    solves: Solves | None,
    report: Reporter,
) -> Figures:
    report(None)
    if solves is None:
        with database.reader() as reader:
            solves = SolveHistory(reader).array(kind, selection)
    report(None)
    shown = solves if since is None else solves[solves["at"] >= int(since)]
    result = summary(shown)
    report(None)
    return Figures(shown, result, curve(solves))


class Statistics:
    """Statistics of all solves and of the solves of this session, which started at ``since``."""

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

    def read(
        self,
        kind: Kind,
        since: float | None,
        then: Callable[[Figures], object],
        selection: Selection = ALL,
    ) -> None:
        """Read the statistics of one kind and pass them to ``then``.

        Many solves are read in the background. A database in memory has no second connection, so
        then only the figures are computed in the background.
        """
        solves = self.solves.array(kind, selection) if self._store.folder is None else None
        work = partial(_figures_of, self._store, kind, since, selection, solves)
        is_short = self.solves.count(kind) <= SHORT_LIST
        self._context.background.run("statistics", "", work, then, is_short=is_short)

    @property
    def present_kind(self) -> Kind | None:
        """The kind of the current game; None if its board was not shuffled."""
        return Category.of(self._context.game.present)

    def export_csv(self, kind: Kind, file: Path, then: Callable[[str], object]) -> None:
        """Write every solve of one kind to a file and pass a message to ``then``."""
        count = self.solves.count(kind)
        self._context.background.run(
            "csv",
            f"Exporting {counted(count, 'solve')}",
            partial(_exported, self._store, kind, file),
            then,
            is_short=self._store.folder is None,  # another thread has no part in its database
        )

    def import_file(
        self, file: Path, difficulty: Difficulty, then: Callable[[list[str]], object]
    ) -> None:
        """Add the solves in a file and pass sentences about the result to ``then``.

        The file is read in the background. difficulty: of rows that do not name one.
        """

        def add(imported: ImportedFile | str) -> None:
            if isinstance(imported, str):
                then([f"{file.name} cannot be imported: {imported}."])
                return
            numbers = self.solves.add_imported(imported.solves)
            failure = ["The solves could not be stored now."]
            lines = failure if numbers is None else import_text(imported.solves, *numbers)
            then([*lines, *imported.problems])

        work = one_step(partial(solves_in, file, difficulty))
        self._context.background.run("import", f"Importing {file.name}", work, add)

    def look_up(self, kind: Kind, rows: Sequence[SolveRow]) -> None:
        """Find the unknown shortest solutions in the background, once for each row."""
        if not isinstance(kind, Category) or kind.rows * kind.columns > CELLS_FOR_TABLES:
            return
        unknown = {row.id for row in rows if row.shortest is None}
        for solve_id in unknown - self._looked_up:
            solve = self.solves.get(solve_id)
            # if moves are missing, they do not start at the start
            if solve is not None and solve.moves and len(solve.moves) == solve.move_count:
                self.analysis.look_up(solve_id, solve.start, solve.scenario.goal)
        self._looked_up |= unknown
