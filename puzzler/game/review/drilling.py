"""Drilling: cards that ask for a move that begins a shortest solution."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from enum import Enum
from typing import Protocol

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.scenario import Scenario
from puzzler.game import wording
from puzzler.game.activity import Reply
from puzzler.game.coach.distances import Purpose
from puzzler.game.coach.line import beside
from puzzler.game.play import playback as speeds
from puzzler.game.play.game import Play
from puzzler.game.play.playback import Playback
from puzzler.game.play.slide import HAND_SECONDS, Cause, Happening
from puzzler.game.review.card_maker import CardMaker
from puzzler.game.sitting import Sitting
from puzzler.game.storage.drill_card import Card, is_right
from puzzler.search.engine.measuring import Question
from puzzler.solver.messages import Progress


class DrillPhase(Enum):
    """How far a card is."""

    BUILDING = "building"
    """A card is being made, or the answer waits for its proof: tables may have to be built."""
    ASKING = "asking"
    """The question waits for an answer."""
    RIGHT = "right"
    """The answer was right; the next card is a key away."""
    WRONG = "wrong"
    """The answer was wrong; the shortest continuation is shown, then the next card."""
    DONE = "done"
    """No card is left for now."""


class CardBox(Protocol):
    """Where the cards are kept."""

    def due_card(self, now: float) -> Card | None:
        """The card that has been due longest; None where none is."""
        ...

    def add_cards(self, cards: Iterable[Card]) -> list[int]:
        """Keep new cards; their ids."""
        ...

    def answer(self, number: int, is_right: bool, now: float) -> Card | None:
        """Keep an answer, and when the card is due again; the card as it is then."""
        ...


class Drilling:
    """One card after another. An answer is kept when it is given.

    The game waits beneath as it is.
    """

    is_aside = True

    def __init__(
        self,
        sitting: Sitting,
        cards: CardBox,
        now: Callable[[], float],
        maker: CardMaker | None = None,
    ) -> None:
        """Ask the cards that are due, or with ``maker`` generated ones, one after another.

        now: seconds since 1970.
        """
        self.card: Card | None = None
        """The one that is asked; None while it is being made and when none is left."""
        self.phase = DrillPhase.BUILDING
        """How far it is."""
        self.answered = 0
        """Answers so far."""
        self.right_in_row = 0
        """Right answers since the last wrong one."""
        self.shown: Playback | None = None
        """After a wrong answer, and on demand after a right one, the shortest continuation."""
        self._sitting = sitting
        self._cards = cards
        self._now = now
        self._maker = maker
        self._answer: Move | None = None
        self._board = sitting.board  # while there is no card, what was there before it
        self._goal = sitting.goal
        self._is_over = False

    # ---- What there is to see -------------------------------------------------------------

    @property
    def question(self) -> str:
        """What is asked, in one line; "" where nothing is."""
        return "" if self.card is None else wording.drill_question(self.card)

    @property
    def board(self) -> Board:
        """The board of the card, or as far as the continuation is."""
        return self._board if self.shown is None else self.shown.board

    @property
    def goal(self) -> Board:
        """The goal of the card."""
        return self._goal

    @property
    def first_moves(self) -> frozenset[Move] | None:
        """Once it was answered: all that would have been right; else None."""
        if self.card is None or self.phase not in (DrillPhase.RIGHT, DrillPhase.WRONG):
            return None
        return self._sitting.distances.first_moves(self.card.board, self.card.goal)

    @property
    def play(self) -> Play:
        """A play that stands at the card."""
        card = self.card
        if card is None:
            return Play(Scenario(self._board, self._goal), self._board)
        scenario = Scenario(card.board, card.goal, title=self.question)
        return Play(scenario, self.board, 0 if self.shown is None else self.shown.position)

    @property
    def progress(self) -> Progress | None:
        """No search is watched."""
        return None

    @property
    def is_busy(self) -> bool:
        """A card is being made, an answer waits for its proof, or the continuation plays."""
        return self.phase is DrillPhase.BUILDING or (
            self.shown is not None and self.shown.is_playing
        )

    @property
    def is_over(self) -> bool:
        """It was left."""
        return self._is_over

    @property
    def is_paused(self) -> bool:
        """The continuation stands still."""
        return self.shown is not None and not self.shown.is_playing

    @property
    def holds_timer(self) -> bool:
        """The game waits."""
        return True

    @property
    def can_undo(self) -> bool:
        """An answer is an answer."""
        return False

    @property
    def can_redo(self) -> bool:
        """An answer is an answer."""
        return False

    # ---- What the hand does ---------------------------------------------------------------

    def begin(self) -> None:
        """With the first card; until it is there the board stays as it is."""
        self._board, self._goal = self._sitting.board, self._sitting.goal
        self._sitting.say("")
        self.next_card()

    def click(self, cell: int) -> Reply:
        """Answer with the tile on ``cell``; where several slide, the first of them counts."""
        moves = self.board.moves_to_slide(cell)
        return self._answer_with(moves[0] if moves else None)

    def move(self, move: Move) -> Reply:
        """Answer with the tile that slides when the blank goes there."""
        return self._answer_with(move if move in self.board.legal_moves() else None)

    def undo(self) -> Reply:
        """An answer is an answer."""
        return Reply.REFUSED

    def redo(self) -> Reply:
        """An answer is an answer."""
        return Reply.REFUSED

    def next_card(self) -> None:
        """Ask the next card; an unanswered one stays due."""
        if self._maker is not None:
            self._leave_card(DrillPhase.BUILDING)
            self._make_card(self._maker)
            return
        card = self._cards.due_card(self._now())
        if card is None:
            self._leave_card(DrillPhase.DONE)
            self._sitting.say(wording.NO_CARD_IS_DUE)
        else:
            self._ask(card)

    def toggle_pause(self) -> None:
        """After a right answer go on; after a wrong one play the continuation, or pause it."""
        if self.phase is DrillPhase.RIGHT:
            self.next_card()
        elif self.shown is not None and self.shown.is_playing:
            self.shown.pause()
        elif self.shown is not None:
            before = self.board
            self.shown.play()
            self._sitting.stage.jump(before, self.board)

    def step(self, count: int) -> None:
        """Pause, and go ``count`` moves along the continuation."""
        if self.shown is not None:
            before = self.board
            self.shown.step(count)
            self._sitting.stage.change(before, self.board, Cause.PLAYBACK, HAND_SECONDS)

    def seek(self, position: int) -> None:
        """Go to ``position`` of the continuation."""
        if self.shown is not None:
            self.step(position - self.shown.position)

    def leave(self) -> None:
        """Back to the game as it was."""
        if not self._is_over:
            self._is_over = True
            self._sitting.distances.ask(Purpose.DRILL, ())
            self._sitting.stage.jump(self.board, self._sitting.board)
            self._sitting.say("")

    # ---- Time -----------------------------------------------------------------------------

    def tick(self, elapsed: float) -> None:
        """Make the card, judge the answer, or let the continuation play."""
        if self._is_over:
            return
        if self.card is None and self._maker and self.phase is DrillPhase.BUILDING:
            self._make_card(self._maker)
        if self._answer is not None:
            self._judge(self._answer)
        if self.phase is DrillPhase.WRONG and self.shown is None:
            self._show_continuation()
        if self.shown is not None:
            self.shown.speed = self._sitting.settings.playback_speed
            self._advance(self.shown, elapsed)

    # ---- Within ---------------------------------------------------------------------------

    def _make_card(self, maker: CardMaker) -> None:
        """Ask a new card, as soon as there is one."""
        card = maker.make(self._sitting.distances)
        if card is not None:
            # where it cannot be kept, it is asked all the same
            for number in self._cards.add_cards([card]):
                card = replace(card, id=number)
            self._ask(card)
        elif maker.is_hopeless:
            self.phase = DrillPhase.DONE
            self._sitting.say(wording.no_board_at(maker.distance))
        else:
            self._sitting.say(wording.MAKING_CARD)

    def _ask(self, card: Card) -> None:
        before = self.board
        self._leave_card(DrillPhase.ASKING)
        self.card, self._board, self._goal = card, card.board, card.goal
        self._sitting.stage.jump(before, self.board)
        self._sitting.distances.ask(
            Purpose.DRILL,
            (
                *beside(card.board, card.goal),
                Question(card.board, card.goal, with_path=True),
            ),
        )

    def _leave_card(self, phase: DrillPhase) -> None:
        self._board = self.board
        self.card = self.shown = self._answer = None
        self.phase = phase
        self._sitting.say("")

    def _answer_with(self, move: Move | None) -> Reply:
        if move is None or self.phase is not DrillPhase.ASKING:
            self._sitting.stage.happen(Happening.REFUSED)
            return Reply.REFUSED
        self._answer = move
        self.phase = DrillPhase.BUILDING
        self._judge(move)
        return Reply.DONE

    def _judge(self, move: Move) -> None:
        """Tell whether the answer was right, as soon as that is proven; then it is kept."""
        card, sitting = self.card, self._sitting
        assert card is not None  # it was answered
        first_moves = sitting.distances.first_moves(card.board, card.goal)
        if first_moves is None:
            sitting.say(wording.PROVING)
            return
        self._answer = None
        was_right = is_right(first_moves, move)
        self._cards.answer(card.id, was_right, self._now())
        self.answered += 1
        self.right_in_row = self.right_in_row + 1 if was_right else 0
        if was_right:
            self.phase = DrillPhase.RIGHT
            self._board = sitting.stage.glide(card.board, (move,), Cause.PLAYER, HAND_SECONDS)
            sitting.stage.happen(Happening.RIGHT)
            sitting.say(wording.right_answer(self.right_in_row))
        else:
            self.phase = DrillPhase.WRONG
            sitting.stage.happen(Happening.REFUSED)
            sitting.say(wording.WRONG_ANSWER)
            self._show_continuation()

    def _show_continuation(self) -> None:
        card, sitting = self.card, self._sitting
        path = None if card is None else sitting.distances.path(card.board, card.goal)
        if card is not None and path is not None:
            speed = sitting.settings.playback_speed
            self.shown = Playback(card.board, speed, list(path), is_complete=True)

    def _advance(self, shown: Playback, elapsed: float) -> None:
        stage, board = self._sitting.stage, shown.board
        is_linear = speeds.is_linear(shown.speed)
        for move in shown.advance(elapsed):
            seconds = speeds.slide_seconds(shown.speed)
            board = stage.glide(board, (move,), Cause.PLAYBACK, seconds, is_linear=is_linear)
            if not is_linear:
                stage.happen(Happening.SLID)
