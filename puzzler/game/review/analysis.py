"""Reviews get filled in: the one that is open first, then in the background that of every solve.

What comes of a solve in the background: its shortest solution is kept beside it, and positions in
which moves were lost become cards of the drill.
"""

from __future__ import annotations

from dataclasses import dataclass

from puzzler.board.board import Board
from puzzler.board.scenario import Scenario
from puzzler.game.play.distances import CELLS_FOR_TABLES, Distances, Purpose, beside
from puzzler.game.play.game import PlayedPath
from puzzler.game.review.review import Review
from puzzler.game.storage.practice import Card
from puzzler.game.storage.store import Store
from puzzler.search.engine.measuring import Question

MOST_CARDS = 10
"""Of one game: more of the same would not be answered with care."""


class Filling:
    """A review, and what is being proven for it."""

    def __init__(self, review: Review, distances: Distances) -> None:
        self.review = review
        self._distances = distances
        self.questions: list[Question] = []
        """What is to be proven next, the first first; empty once all is."""
        self._learned = distances.learned
        for board in dict.fromkeys(review.boards):
            review.learn(board, *distances.ends(board, review.goal))
        self.questions = review.questions()

    def fill_in(self) -> None:
        """Take over what has been proven of what was asked; the review tells what comes next."""
        if self._learned == self._distances.learned:
            return
        self._learned = self._distances.learned
        for question in self.questions:
            ends = self._distances.ends(question.board, question.goal)
            self.review.learn(question.board, *ends)
        self.questions = self.review.questions()


@dataclass
class _Solve:
    """A solve whose review is under way."""

    id: int
    filling: Filling
    gives_cards: bool
    has_shortest: bool = False
    """It is kept already, or cannot be told from this review."""


class Analysis:
    """Has distances proven for the review that is open, and for solves when nothing else is asked.

    Nothing waits for it.
    """

    def __init__(self, distances: Distances, store: Store) -> None:
        self._distances = distances
        self._store = store
        self._open: Filling | None = None  # that of the review that one looks at
        self._first: tuple[Question, ...] = ()  # what is looked at in it
        self._solves: list[_Solve] = []
        self._asked: dict[Purpose, list[Question]] = {}
        self.also: tuple[Question, ...] = ()
        """What the statistics would like to know, when all else is done."""

    @property
    def is_done(self) -> bool:
        """Every solve has been assessed."""
        return not self._solves

    def add(
        self, solve_id: int, scenario: Scenario, path: PlayedPath, *, gives_cards: bool
    ) -> None:
        """Assess a solve by hand, where its distances can be proven.

        gives_cards: the moves are the person's own, so that what was lost is worth a card.
        """
        if len(scenario.goal.tiles) <= CELLS_FOR_TABLES:
            filling = Filling(Review(path.start, scenario.goal, path.moves), self._distances)
            is_partial = path.start != scenario.start  # so that its shortest is another
            self._solves.append(_Solve(solve_id, filling, gives_cards, has_shortest=is_partial))

    def open(self, review: Review) -> None:
        """Fill in ``review`` before all else."""
        self._open, self._first = Filling(review, self._distances), ()

    def look_at(self, board: Board, goal: Board, *, with_path: bool) -> None:
        """Of the open review this board comes first: which moves are best, and a shortest path."""
        path = [Question(board, goal, with_path=True)] if with_path else []
        self._first = (*path, *beside(board, goal))

    def close(self, review: Review) -> None:
        """Nobody looks at ``review`` any more."""
        if self._open is not None and self._open.review is review:
            self._open, self._first = None, ()

    def tick(self) -> None:
        """Take over what has been proven since, and ask for what is to be proven next."""
        for solve in self._solves:
            solve.filling.fill_in()
            self._keep(solve)
        self._solves = [solve for solve in self._solves if solve.filling.questions]
        looked_at = list(self._first)
        if self._open is not None:
            self._open.fill_in()
            looked_at += self._open.questions
        self._ask(Purpose.REVIEW, looked_at)
        later = [question for solve in self._solves for question in solve.filling.questions]
        self._ask(Purpose.STATISTICS, [*later, *self.also])

    def _ask(self, purpose: Purpose, questions: list[Question]) -> None:
        """Ask where that is not what was asked already."""
        if questions != self._asked.get(purpose, []):
            self._asked[purpose] = questions
            self._distances.ask(purpose, questions)

    def _keep(self, solve: _Solve) -> None:
        review = solve.filling.review
        if not solve.has_shortest and review.shortest is not None:
            solve.has_shortest = True
            self._store.learn_shortest(solve.id, review.shortest)
        if review.is_complete and solve.gives_cards:
            self._store.add_cards(cards_of(review))


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
