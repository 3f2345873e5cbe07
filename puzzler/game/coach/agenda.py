"""What distances are wanted for, and which of them are still to be found."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache

from puzzler.board.board import Board
from puzzler.board.parity import is_solvable
from puzzler.game.coach.known import Known
from puzzler.search.engine.measuring import Question

CELLS_FOR_TABLES = 16
"""Up to this size distances are proven."""

MOST_ASKED = 300
"""Questions for one purpose; who has more asks again once some are answered."""

Key = tuple[Board, Board]
"""A board, and the goal to reach."""


class Purpose(IntEnum):
    """What distances are asked for; the smaller, the more urgent."""

    HINT = 0
    COACH = 1
    DRILL = 2
    REVIEW = 3
    START = 4
    STATISTICS = 5


LARGE_PURPOSES = (Purpose.COACH, Purpose.START)
"""Of these the first board is looked at where it has more than ``CELLS_FOR_TABLES`` cells."""


class Agenda:
    """All questions by their urgency, less those to which nothing more is to be found."""

    def __init__(self, known: Known) -> None:
        self._known = known
        self._asked: dict[Purpose, tuple[Question, ...]] = {}
        self._given_up: set[Key] = set()
        self._made_of = -1  # what was known when the next three were made; -1: make them anew
        self._open: tuple[Question, ...] = ()
        self._large: Key | None = None
        self._keys: frozenset[Key] = frozenset()  # of both

    def ask(self, purpose: Purpose, questions: Sequence[Question]) -> None:
        """These take the place of what was asked before for the purpose."""
        questions = tuple(questions[:MOST_ASKED])
        if self._asked.get(purpose, ()) != questions:
            self._asked[purpose] = questions
            self._made_of = -1
            for question in questions:
                if _is_solvable(question.board, question.goal):
                    self._known.watch(question.board, question.goal)

    def give_up(self, question: Key) -> None:
        """It was tried, and is not tried again."""
        self._given_up.add(question)
        self._made_of = -1

    def has_given_up(self, question: Key) -> bool:
        """It was tried in vain."""
        return question in self._given_up

    @property
    def open(self) -> tuple[Question, ...]:
        """What is to be proven, the most urgent first, each with what is known already."""
        self._refresh()
        return self._open

    @property
    def large(self) -> Key | None:
        """The board too large for that whose ends are wanted most; None where there is none."""
        self._refresh()
        return self._large

    def has(self, question: Key) -> bool:
        """It was asked for, and more may become known."""
        self._refresh()
        return question in self._keys

    def is_wanted(self, question: Question) -> bool:
        """Not all is known of it that was asked for, and it was not given up."""
        key = question.board, question.goal
        if key in self._given_up or not _is_solvable(*key):
            return False
        if self._known.distance(*key) is None:
            return True
        return question.with_path and self._known.path(*key) is None

    def _refresh(self) -> None:
        """Make it anew where something was learned or asked."""
        if self._made_of == self._known.learned:
            return
        self._made_of = self._known.learned
        wanted: dict[Key, Question] = {}
        self._large = None
        for purpose in Purpose:
            for number, question in enumerate(self._asked.get(purpose, ())):
                key = question.board, question.goal
                if len(question.board.tiles) > CELLS_FOR_TABLES:
                    is_next = self._large is None and number == 0 and purpose in LARGE_PURPOSES
                    if is_next and self.is_wanted(question):
                        self._large = key
                elif self.is_wanted(question):
                    with_path = question.with_path or (key in wanted and wanted[key].with_path)
                    wanted[key] = Question(*key, *self._known.ends(*key), with_path)
        self._open = tuple(wanted.values())
        self._keys = frozenset(wanted if self._large is None else {*wanted, self._large})


@lru_cache(maxsize=4096)
def _is_solvable(board: Board, goal: Board) -> bool:
    return is_solvable(board, goal)
