"""Reviews get filled in: the one that is open first, then in the background that of every solve.

What comes of a solve in the background: its shortest solution is kept beside it, and positions in
which moves were lost become cards of the drill.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from puzzler.board.board import Board
from puzzler.board.errors import PuzzlerError
from puzzler.game.coach.distances import CELLS_FOR_TABLES, Distances, Purpose
from puzzler.game.coach.drill import Card
from puzzler.game.coach.line import around
from puzzler.game.coach.review import Review
from puzzler.game.play.path import PlayedPath
from puzzler.search.engine.measuring import Question

MOST_CARDS = 10
"""Of one game: more of the same would not be answered with care."""


class Shelf(Protocol):
    """Where what comes of a solve is kept."""

    def learn_shortest(self, number: int, moves: int) -> None:
        """Keep the length of the shortest solution beside a solve."""
        ...

    def add_cards(self, cards: Iterable[Card]) -> list[int]:
        """Keep cards; their ids. One that is there already stays as it is."""
        ...


@dataclass
class _Solve:
    """A solve whose review is under way."""

    id: int
    review: Review
    gives_cards: bool
    has_shortest: bool = False


class Assessing:
    """Has distances proven for reviews, with little urgency. Nothing waits for it."""

    def __init__(self, distances: Distances, shelf: Shelf) -> None:
        self._distances = distances
        self._shelf = shelf
        self.review: Review | None = None
        """The one that is open."""
        self._first: tuple[Question, ...] = ()  # what is looked at in it
        self._solves: list[_Solve] = []

    @property
    def is_done(self) -> bool:
        """Every solve has been assessed."""
        return not self._solves

    def add(self, solve_id: int, path: PlayedPath, goal: Board, *, gives_cards: bool) -> None:
        """Assess a solve by hand, where its distances can be proven.

        gives_cards: the moves are the person's own, so that what was lost is worth a card.
        """
        if len(goal.tiles) > CELLS_FOR_TABLES:
            return
        review = Review(path.start, goal, path.moves)
        self._solves.append(_Solve(solve_id, review, gives_cards))

    def look_at(
        self, review: Review | None, board: Board | None = None, wants: Sequence[Question] = ()
    ) -> None:
        """Fill in ``review``, beginning with ``wants`` and what is around ``board``; or none."""
        self.review = review
        self._first = tuple(wants)
        if review is not None and board is not None:
            self._first += tuple(around(board, review.goal))

    def tick(self) -> None:
        """Take over what has been proven since, and ask for what is to be proven next."""
        reviews = [solve.review for solve in self._solves]
        if self.review is not None:
            reviews.insert(0, self.review)
        for review in reviews:
            fill_in(review, self._distances)
        for solve in self._solves:
            self._keep(solve)
        self._solves = [solve for solve in self._solves if not solve.review.is_complete]
        questions = [question for review in reviews for question in review.questions()]
        self._distances.ask(Purpose.REVIEW, (*self._first, *questions))

    def _keep(self, solve: _Solve) -> None:
        review = solve.review
        if not solve.has_shortest and review.shortest is not None:
            solve.has_shortest = True
            self._shelf.learn_shortest(solve.id, review.shortest)
        if review.is_complete and solve.gives_cards:
            self._shelf.add_cards(cards_of(review))


def fill_in(review: Review, distances: Distances) -> None:
    """Let ``review`` learn what is known of its boards."""
    for board, (at_least, at_most) in zip(review.boards, review.ends, strict=True):
        if at_least != at_most:
            known = distances.shortest(board, review.goal)
            review.learn(board, known.at_least, known.at_most)


def cards_of(review: Review) -> list[Card]:
    """The first wrong move of each detour as a card, the dearest first, ten at most."""
    dearest = sorted(review.detours, key=lambda detour: -detour.cost)
    cards = list[Card]()
    for detour in dearest[:MOST_CARDS]:
        distance = review.distance(detour.first)
        assert distance is not None  # of a detour
        if distance:
            cards.append(Card(review.boards[detour.first], review.goal, distance))
    return cards
