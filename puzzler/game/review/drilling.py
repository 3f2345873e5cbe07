"""The drill: cards ask for a move that starts a shortest solution."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum

from puzzler.board.board import Board
from puzzler.board.errors import BoardError, PuzzlerError
from puzzler.board.move import Move
from puzzler.board.scenario import Scenario
from puzzler.board.shuffler import shuffle
from puzzler.game.core.activity import ActivitySwitch, Aside, Opener, Reply
from puzzler.game.core.distances import CELLS_FOR_TABLES, Distances, Purpose, neighbour_questions
from puzzler.game.core.feedback import Happening
from puzzler.game.core.game import Play
from puzzler.game.core.playback import Playback
from puzzler.game.review.review import Review
from puzzler.game.storage.practice import CardKind, DrillCard, Practice
from puzzler.humanize import counted, sentence
from puzzler.search.engine.measuring import DistanceQuestion

MAX_CARDS = 10
"""Maximum number of cards from one game, because many similar cards are boring."""

MAX_TRIES = 200
"""Maximum number of boards tried for one card."""


def cards_of(review: Review) -> list[DrillCard]:
    """Return at most MAX_CARDS cards for the boards before detours, the most expensive first."""
    cards: dict[Board, DrillCard] = {}
    for detour in review.detours_by_cost:
        board, distance = review.boards[detour.first], review.distance(detour.first)
        if distance and len(cards) < MAX_CARDS:
            cards.setdefault(board, DrillCard(board, review.goal, distance))
    return list(cards.values())


class CardMaker:
    """Generates cards of one size and one distance.

    A random board that is further from the goal is moved along a shortest solution, because the
    distances of all boards on it are proven.
    """

    def __init__(self, rows: int, columns: int, distance: int) -> None:
        """Raises BoardError if distances cannot be proven in this size, or ``distance`` is 0."""
        if rows * columns > CELLS_FOR_TABLES:
            raise BoardError(f"cards are made for boards of at most {CELLS_FOR_TABLES} cells")
        if distance < 1:
            raise BoardError("a card needs a distance of at least 1")
        self.goal = Board.solved(rows, columns)
        self.distance = distance
        self._random = random.Random()
        self._candidate: Board | None = None
        self._tries = 0
        self.is_hopeless = False
        """No board at this distance was found."""

    def make(self, distances: Distances) -> DrillCard | None:
        """Return a card, or None if a distance must be proven first; then call again."""
        while self._candidate is not None or self._tries < MAX_TRIES:
            if self._candidate is None:
                self._tries += 1
                seed = self._random.getrandbits(32)
                self._candidate = shuffle(*self.goal.size, None, seed, self.goal).start
            path = distances.path(self._candidate, self.goal)
            if path is None:
                question = DistanceQuestion(self._candidate, self.goal, with_path=True)
                distances.ask(Purpose.DRILL, (question,))
                return None
            board, self._candidate = self._candidate, None
            if len(path) >= self.distance:
                self._tries = 0
                board = board.apply_all(path[: len(path) - self.distance])
                return DrillCard(board, self.goal, self.distance, CardKind.GENERATED)
        self.is_hopeless = True
        return None


class DrillPhase(Enum):
    """The phases of a card."""

    BUILDING = "building"
    """A card is being generated, or the answer waits for a proof."""
    ASKING = "asking"
    RIGHT = "right"
    WRONG = "wrong"
    """The shortest continuation is being shown."""
    DONE = "done"


@dataclass(frozen=True, kw_only=True)
class DrillState:
    """The state of the drill."""

    phase: DrillPhase
    card: DrillCard | None
    """None while a card is being generated, and if no card is due."""
    answered: int
    right_in_row: int
    continuation: Playback | None
    first_moves: frozenset[Move] | None
    """All correct answers, once the card is answered."""


class Drilling(Aside):
    """Asks cards. An answer is stored when it is proven right or wrong."""

    snapshot_field = "drill"
    timeline: Playback | None = None
    """The shortest continuation after a wrong answer."""

    def __init__(
        self,
        context: ActivitySwitch,
        practice: Practice,
        now: Callable[[], float],
        maker: CardMaker | None = None,
    ) -> None:
        """maker: generates cards; None uses the due cards. now: seconds since 1970."""
        super().__init__(context)
        self._card: DrillCard | None = None
        self._phase = DrillPhase.BUILDING
        self._answered = 0
        self._right_in_row = 0
        self._practice = practice
        self._now = now
        self._maker = maker
        self._answer: Move | None = None
        self._play: Play  # set by ``begin``

    def state(self) -> DrillState:
        """Return the state of the drill."""
        card, shown = self._card, self.timeline
        first_moves = None
        if card is not None and self._phase in (DrillPhase.RIGHT, DrillPhase.WRONG):
            first_moves = self._context.distances.first_moves(card.board, card.goal)
        return DrillState(
            phase=self._phase,
            card=card,
            answered=self._answered,
            right_in_row=self._right_in_row,
            continuation=None if shown is None else shown.snapshot(),
            first_moves=first_moves,
        )

    @property
    def play(self) -> Play:
        shown = self.timeline
        if shown is None:
            return self._play
        return replace(self._play, board=shown.board, move_count=shown.position)

    @property
    def is_busy(self) -> bool:
        return self._phase is DrillPhase.BUILDING or super().is_busy

    # ---- Actions --------------------------------------------------------------------------

    def begin(self) -> None:
        """Show the first card. The board does not change until it is ready."""
        context = self._context
        self._play = Play(scenario=Scenario(context.board, context.goal), board=context.board)
        context.say("")
        self.next_card()

    def slide(self, moves: tuple[Move, ...]) -> Reply:
        """Answer with a tile. If several slide, the first one counts."""
        if not moves or self._phase is not DrillPhase.ASKING:
            return self._refuse()
        self._answer = moves[0]
        self._phase = DrillPhase.BUILDING
        self._judge(moves[0])
        return Reply.DONE

    def next_card(self) -> None:
        """Show the next card. An unanswered stored card remains due."""
        if self._maker is not None:
            self._leave_card(DrillPhase.BUILDING)
            self._make_card(self._maker)
            return
        card = self._practice.due_card(self._now())
        if card is None:
            self._leave_card(DrillPhase.DONE)
            self._context.say("No cards due. You can practise with generated ones.")
        else:
            self._ask(card)

    def toggle_pause(self) -> None:
        """Show the next card after a right answer; otherwise play or pause the continuation."""
        if self._phase is DrillPhase.RIGHT:
            self.next_card()
        else:
            super().toggle_pause()

    def leave(self) -> None:
        self._context.distances.ask(Purpose.DRILL, ())
        super().leave()

    def tick(self, elapsed: float) -> None:
        if self._card is None and self._maker and self._phase is DrillPhase.BUILDING:
            self._make_card(self._maker)
        if self._answer is not None:
            self._judge(self._answer)
        if self._phase is DrillPhase.WRONG and self.timeline is None:
            self.timeline = self.shortest(is_playing=True)
        super().tick(elapsed)

    def _make_card(self, maker: CardMaker) -> None:
        card = maker.make(self._context.distances)
        if card is not None:
            self._ask(card)
        elif maker.is_hopeless:
            self._phase = DrillPhase.DONE
            self._context.say(f"No board is {maker.distance:,} moves from the goal")
        else:
            self._context.say("Finding a board")

    def _ask(self, card: DrillCard) -> None:
        self._leave_card(DrillPhase.ASKING)
        self._card = card
        left = sentence(counted(card.distance, "move"))
        question = f"Which tile starts a shortest solution? {left} to the goal."
        scenario = Scenario(card.board, card.goal, title=question)
        self._play = Play(scenario=scenario, board=card.board)
        path = DistanceQuestion(card.board, card.goal, with_path=True)
        self._context.distances.ask(
            Purpose.DRILL, (*neighbour_questions(card.board, card.goal), path)
        )

    def _leave_card(self, phase: DrillPhase) -> None:
        self._play = Play(
            scenario=Scenario(self.board, self.goal), board=self.board
        )  # the board that is shown already
        self._card = self.timeline = self._answer = None
        self._phase = phase
        self._context.say("")

    def _judge(self, move: Move) -> None:
        """Store the answer and show whether it was right, once that is proven."""
        card, context = self._card, self._context
        assert card is not None
        first_moves = context.distances.first_moves(card.board, card.goal)
        if first_moves is None:
            context.say("Checking your move")
            return
        self._answer = None
        was_right = move in first_moves
        # a generated card is stored with its first answer, because a skipped one is lost
        self._practice.answer(card, was_right, self._now())
        self._answered += 1
        self._right_in_row = self._right_in_row + 1 if was_right else 0
        if was_right:
            self._phase = DrillPhase.RIGHT
            board = context.feedback.glide(card.board, (move,))
            self._play = replace(self._play, board=board)
            context.feedback.happen(Happening.RIGHT)
            row = f", {self._right_in_row} in a row" if self._right_in_row > 1 else ""
            context.say(f"Right{row}")
        else:
            self._phase = DrillPhase.WRONG
            context.feedback.happen(Happening.REFUSED)
            context.say("That costs two moves. Here's a shortest solution.")
            self.timeline = self.shortest(is_playing=True)


class Drills(Opener[Drilling]):
    """Starts drills without changing the game."""

    def __init__(
        self, context: ActivitySwitch, practice: Practice, now: Callable[[], float] = time.time
    ) -> None:
        """now: seconds since 1970."""
        super().__init__(context, Drilling)
        self.practice = practice
        self._now = now

    @property
    def due(self) -> int:
        """The number of due cards."""
        return self.practice.card_count(self._now())

    def begin(self, maker: CardMaker | None = None) -> bool:
        """Start a drill. maker: generates the cards; None uses the due cards."""
        self._context.enter(Drilling(self._context, self.practice, self._now, maker))
        return True

    def begin_generated(self, rows: int = 3, columns: int = 3, distance: int = 12) -> bool:
        """Start a drill with random boards at this distance from the standard goal.

        Shows a message and returns False if distances in this size cannot be proven.
        """
        try:
            return self.begin(CardMaker(rows, columns, distance))
        except PuzzlerError as error:
            self._context.refuse(sentence(str(error)))
            return False
