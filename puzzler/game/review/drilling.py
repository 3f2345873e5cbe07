"""Drilling: cards, due or generated, that ask for a move that begins a shortest solution."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from puzzler.board.board import Board
from puzzler.board.errors import BoardError, PuzzlerError
from puzzler.board.move import Move
from puzzler.board.scenario import Scenario
from puzzler.board.shuffler import shuffle
from puzzler.game.core.activity import ActivitySwitch, Aside, Opener, Reply
from puzzler.game.core.distances import CELLS_FOR_TABLES, Distances, Purpose, beside
from puzzler.game.core.feedback import Happening
from puzzler.game.core.game import Play
from puzzler.game.core.playback import Playback
from puzzler.game.review import texts
from puzzler.game.storage.practice import CardKind, DrillCard, Practice
from puzzler.humanize import sentence
from puzzler.search.engine.measuring import DistanceQuestion

MOST_TRIES = 200
"""Boards that are looked at for one card; where none of them is far enough, hardly any is."""


class CardMaker:
    """Makes one card after another, of one shape and one distance.

    A random board that is farther from the goal is brought as near as is wanted along a shortest
    solution: every board on that has a distance that is proven.
    """

    def __init__(self, rows: int, columns: int, distance: int) -> None:
        """BoardError where distances of such boards cannot be proven, or there is none like it."""
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
        """No board so far from the goal was found."""

    def make(self, distances: Distances) -> DrillCard | None:
        """The next card, as soon as it can be had; to be called again until then."""
        while self._candidate is not None or self._tries < MOST_TRIES:
            if self._candidate is None:
                self._tries += 1
                seed = self._random.getrandbits(32)
                self._candidate = shuffle(*self.goal.size, None, seed, self.goal).start
            path = distances.path(self._candidate, self.goal)
            if path is None:
                wanted = DistanceQuestion(self._candidate, self.goal, with_path=True)
                distances.ask(Purpose.DRILL, (wanted,))
                return None
            board, self._candidate = self._candidate, None
            if len(path) >= self.distance:
                self._tries = 0
                board = board.apply_all(path[: len(path) - self.distance])
                return DrillCard(board, self.goal, self.distance, CardKind.GENERATED)
        self.is_hopeless = True
        return None


class DrillPhase(Enum):
    """How far a card is."""

    BUILDING = "building"
    """A card is being made, or the answer waits for its proof: tables may have to be built."""
    ASKING = "asking"
    RIGHT = "right"
    """The next card is a key away."""
    WRONG = "wrong"
    """The shortest continuation is shown, then the next card."""
    DONE = "done"


@dataclass(frozen=True, kw_only=True)
class DrillState:
    """What the drill shows."""

    phase: DrillPhase
    card: DrillCard | None
    """The one that is asked; None while it is being made and when none is left."""
    answered: int
    right_in_row: int
    continuation: Playback | None
    first_moves: frozenset[Move] | None
    """Once the card was answered: all that would have been right; else None."""


class Drilling(Aside):
    """One card after another. An answer is kept when it is given."""

    def __init__(
        self,
        context: ActivitySwitch,
        practice: Practice,
        now: Callable[[], float],
        maker: CardMaker | None = None,
    ) -> None:
        """``maker`` makes cards, in place of those that are due; ``now``: seconds since 1970."""
        super().__init__(context)
        self._card: DrillCard | None = None
        self._phase = DrillPhase.BUILDING
        self._answered = 0
        self._right_in_row = 0
        self._continuation: Playback | None = None
        self._practice = practice
        self._now = now
        self._maker = maker
        self._answer: Move | None = None
        self._play: Play  # from ``begin`` on

    def states(self) -> dict[str, Any]:
        return {"drill": self.state()}

    def state(self) -> DrillState:
        """The drill as it stands."""
        card, shown = self._card, self._continuation
        first_moves = None
        if card is not None and self._phase in (DrillPhase.RIGHT, DrillPhase.WRONG):
            first_moves = self._context.distances.first_moves(card.board, card.goal)
        return DrillState(
            phase=self._phase,
            card=card,
            answered=self._answered,
            right_in_row=self._right_in_row,
            continuation=None if shown is None else shown.track(),
            first_moves=first_moves,
        )

    @property
    def timeline(self) -> Playback | None:
        return self._continuation

    @property
    def play(self) -> Play:
        shown = self._continuation
        if shown is None:
            return self._play
        return replace(self._play, board=shown.board, move_count=shown.position)

    @property
    def is_busy(self) -> bool:
        return self._phase is DrillPhase.BUILDING or super().is_busy

    # ---- What a person does ---------------------------------------------------------------

    def begin(self) -> None:
        """With the first card; until it is there the board stays as it is."""
        context = self._context
        self._play = Play(scenario=Scenario(context.board, context.goal), board=context.board)
        context.say("")
        self.next_card()

    def slide(self, moves: tuple[Move, ...]) -> Reply:
        """Answer with the tile that slides; where several do, the first of them counts."""
        if not moves or self._phase is not DrillPhase.ASKING:
            return self._refuse()
        self._answer = moves[0]
        self._phase = DrillPhase.BUILDING
        self._judge(moves[0])
        return Reply.DONE

    def next_card(self) -> None:
        """Ask the next card; an unanswered one stays due, unless it was generated just now."""
        if self._maker is not None:
            self._leave_card(DrillPhase.BUILDING)
            self._make_card(self._maker)
            return
        card = self._practice.due_card(self._now())
        if card is None:
            self._leave_card(DrillPhase.DONE)
            self._context.say(texts.NO_CARD_IS_DUE)
        else:
            self._ask(card)

    def toggle_pause(self) -> None:
        """After a right answer go on; after a wrong one play the continuation, or pause it."""
        if self._phase is DrillPhase.RIGHT:
            self.next_card()
        else:
            super().toggle_pause()

    def leave(self) -> None:
        self._context.distances.ask(Purpose.DRILL, ())
        super().leave()

    # ---- Time -----------------------------------------------------------------------------

    def tick(self, elapsed: float) -> None:
        if self._card is None and self._maker and self._phase is DrillPhase.BUILDING:
            self._make_card(self._maker)
        if self._answer is not None:
            self._judge(self._answer)
        if self._phase is DrillPhase.WRONG and self._continuation is None:
            self._continuation = self.shortest(is_playing=True)
        super().tick(elapsed)

    # ---- Within ---------------------------------------------------------------------------

    def _make_card(self, maker: CardMaker) -> None:
        """Ask a new card, as soon as there is one."""
        card = maker.make(self._context.distances)
        if card is not None:
            self._ask(card)
        elif maker.is_hopeless:
            self._phase = DrillPhase.DONE
            self._context.say(f"No board {maker.distance:,} moves from the goal was found")
        else:
            self._context.say(texts.MAKING_CARD)

    def _ask(self, card: DrillCard) -> None:
        self._leave_card(DrillPhase.ASKING)
        self._card = card
        scenario = Scenario(card.board, card.goal, title=texts.drill_question(card))
        self._play = Play(scenario=scenario, board=card.board)
        path = DistanceQuestion(card.board, card.goal, with_path=True)
        self._context.distances.ask(Purpose.DRILL, (*beside(card.board, card.goal), path))

    def _leave_card(self, phase: DrillPhase) -> None:
        self._play = Play(
            scenario=Scenario(self.board, self.goal), board=self.board
        )  # what is there already
        self._card = self._continuation = self._answer = None
        self._phase = phase
        self._context.say("")

    def _judge(self, move: Move) -> None:
        """Tell whether the answer was right, as soon as that is proven; then it is kept."""
        card, context = self._card, self._context
        assert card is not None  # it was answered
        first_moves = context.distances.first_moves(card.board, card.goal)
        if first_moves is None:
            context.say(texts.PROVING)
            return
        self._answer = None
        was_right = move in first_moves
        # a generated card is kept with its first answer: one that is skipped is gone
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
            context.say(texts.WRONG_ANSWER)
            self._continuation = self.shortest(is_playing=True)


class Drills(Opener[Drilling]):
    """Begins drills beside the game."""

    def __init__(
        self, context: ActivitySwitch, practice: Practice, now: Callable[[], float] = time.time
    ) -> None:
        """now: seconds since 1970."""
        super().__init__(context, Drilling)
        self.practice = practice
        self._now = now

    @property
    def due(self) -> int:
        """How many cards are due."""
        return self.practice.card_count(self._now())

    def begin(self, maker: CardMaker | None = None) -> bool:
        """Ask the cards that are due, or with ``maker`` generated ones, one after another."""
        self._context.enter(Drilling(self._context, self.practice, self._now, maker))
        return True

    def begin_generated(self, rows: int = 3, columns: int = 3, distance: int = 12) -> bool:
        """Ask for a shortest move on random boards at that distance from the standard goal.

        False, and said, where distances of such boards are not proven.
        """
        try:
            return self.begin(CardMaker(rows, columns, distance))
        except PuzzlerError as error:
            self._context.refuse(sentence(str(error)))
            return False
