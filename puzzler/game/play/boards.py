"""The boards of a session: new ones, the same from its start."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from puzzler.board.board import Board
from puzzler.board.errors import PuzzlerError
from puzzler.board.scenario import Scenario
from puzzler.board.shuffler import new_seed
from puzzler.game.play import messages
from puzzler.game.play.category import Category, goal_from_text, name_of_goal
from puzzler.game.play.context import Context
from puzzler.game.play.difficulty import Difficulty
from puzzler.game.play.game import Play
from puzzler.game.play.new_boards import (
    Dealer,
    Order,
    PendingDeal,
    chosen,
    daily,
    deal,
    goal_after,
    order,
    parse_seed,
)
from puzzler.game.play.relay import Relay
from puzzler.game.play.shuffling import Shuffling
from puzzler.humanize import sentence


class Boards:
    """What is played, and what comes next."""

    def __init__(
        self,
        context: Context,
        dealer: Dealer,
        best_seconds: Callable[[Scenario], float | None],
        today: Callable[[], date],
    ) -> None:
        """``best_seconds`` tells the best time of a board; ``today`` the date of the person."""
        self._context = context
        self._best_seconds = best_seconds
        self._dealer = dealer
        self._today = today
        self._replaces: Play | None = None  # the only play that gives way to what is dealt
        self._said = ""  # of the board that is waited for

    @property
    def goal_name(self) -> str:
        """A name in GOALS, or "own"."""
        return name_of_goal(self._context.activity.goal)

    @property
    def seed_text(self) -> str:
        """The seed of the present shuffle, to be copied; "" where the board was not shuffled."""
        seed = self._context.activity.play.scenario.seed
        return "" if seed is None else str(seed)

    @property
    def category(self) -> Category | None:
        """What this play is compared with; None where the board was not shuffled."""
        return Category.of(self._context.activity.play)

    def restart(self) -> None:
        """The same scenario from its start."""
        self._context.silence_and_stop()
        context, play = self._context, self._context.game.play
        if play.board != play.scenario.start or play.move_count:
            context.game.restart()
            context.feedback.jump(play.board, context.board)
            context.changed()
        context.board_changed()

    def new(
        self,
        rows: int | None = None,
        columns: int | None = None,
        seed: int | None = None,
        *,
        goal: Board | str | None = None,
        difficulty: Difficulty | None = None,
    ) -> None:
        """A freshly shuffled board, by default of the present shape; BoardError where it cannot be.

        goal: a board, or a name in GOALS; by default it stays as it is, where it has a name also in
        another shape. What is named here is chosen for later, too. Where a board is dealt in the
        background that one counts as the present one, and gives way to the new one.
        """
        self._context.silence_and_stop()
        context = self._context
        before = self._dealer.goal or context.goal
        if isinstance(goal, Board):
            rows, columns = rows or goal.rows, columns or goal.columns
        size = rows or before.rows, columns or before.columns
        settings = chosen(context.settings, size if rows or columns else None, goal, difficulty)
        if goal is None:
            goal = goal_after(before, size, settings)
        elif isinstance(goal, str):
            goal = goal_from_text(goal, *size)
        asked = order(settings, size, seed=seed, goal=goal)
        if asked.is_graded:
            self.deal_later(asked)
        else:
            self._begin(deal(asked))
        context.choose(settings)

    def paste_seed(self, text: str) -> bool:
        """A board shuffled by the seed in ``text``; False where it is none, and why is said."""
        try:
            seed = parse_seed(text)
        except PuzzlerError as error:
            self._context.refuse(str(error))
            return False
        self.new(seed=seed)
        return True

    def begin_given(self, scenario: Scenario) -> None:
        """A new play of a board that came from outside. Undo leads back into the game."""
        self._context.silence_and_stop()
        context, before = self._context, self._context.board
        self._dealer.drop()
        context.begin(scenario)
        context.feedback.jump(before, context.board)

    # ---- Boards that are not asked for by size and grade ------------------------------------

    def new_daily(self, rows: int | None = None, columns: int | None = None) -> None:
        """The board of the day, by default of the present shape; BoardError where it cannot be.

        Its goal is the standard one. A shape that is named here is chosen for later, too.
        """
        before = self._context.board
        size = rows or before.rows, columns or before.columns
        scenario = daily(self._today(), *size)
        settings = self._context.settings
        self._context.choose(chosen(settings, size if rows or columns else None, None, None))
        self._context.silence_and_stop()
        self._begin(scenario)
        seconds = self._best_seconds(scenario)
        self._context.say(messages.board_of_the_day(scenario, seconds))

    def begin_relay(self) -> None:
        """Four boards in a row, from 2x2 to 5x5, by one clock that begins with the first move."""
        self._context.silence_and_stop()
        context = self._context
        relay = Relay(new_seed())
        context.relay = relay.begin_next()
        self._begin(relay.next_scenario(), is_fenced=True)
        context.say(messages.relay_board(context.relay))

    def go_on_in_relay(self) -> None:
        """Begin the next board of the relay, at once: its clock runs."""
        context, before = self._context, self._context.board
        relay = context.relay
        assert relay is not None, "somebody has begun it"
        context.relay = relay.begin_next()
        context.begin(relay.next_scenario(), is_fenced=True)
        context.game.start()
        context.feedback.jump(before, context.board)
        context.say(messages.relay_board(context.relay))

    # ---- Boards that are dealt in the background ------------------------------------------

    @property
    def pending(self) -> PendingDeal | None:
        """The board that was asked for and is not there yet: the present one stays meanwhile."""
        return self._dealer.pending

    def deal_later(self, asked: Order, *, replaces: Play | None = None) -> None:
        """Deal a board in the background, instead of one that was asked for before.

        replaces: it is dropped where this play is no longer as it was, for nobody has asked for it.
        """
        self._dealer.begin(asked)
        self._replaces = replaces
        self._say_pending()

    def drop_pending(self) -> None:
        """Let the present board stay."""
        if self._context.feedback.message == self._said:
            self._context.say("")
        self._dealer.drop()

    def tick(self) -> None:
        """Begin the board that was asked for as soon as it is there, if it is wanted still."""
        if self._dealer.pending is None or self._context.activity.is_aside:
            return  # beneath a review the game stays as it was
        activity = self._context.activity
        is_left = not self._context.is_playing and not isinstance(activity, Shuffling)
        if is_left or self._replaces not in (None, self._context.game.play):
            self.drop_pending()
            return
        dealt = self._dealer.poll()
        if isinstance(dealt, Scenario):
            self._context.silence_and_stop()
            self._begin(dealt)
            if self._replaces is not None:
                self._context.inspection.end()  # whoever has just come may take all time
        elif dealt is not None:
            self._context.refuse(sentence(dealt))
        else:
            self._say_pending()

    def close(self) -> None:
        """End what is dealt in the background; harmless to repeat."""
        self._dealer.close()

    def _say_pending(self) -> None:
        """Let the line say what is waited for, unless it says something else that is newer."""
        pending = self._dealer.pending
        if pending is not None and self._context.feedback.message in ("", self._said):
            self._said = pending.text
            self._context.say(self._said)

    def _begin(self, scenario: Scenario, *, is_fenced: bool = False) -> None:
        """A new play of a board that was shuffled just now; is_fenced: as in ``Game.begin``."""
        context, before = self._context, self._context.board
        self._dealer.drop()
        context.begin(scenario, is_fenced=is_fenced)
        context.inspection.begin(context.game.play.number, context.settings.inspection)
        self.show_shuffle(scenario, before)

    def show_shuffle(self, scenario: Scenario, before: Board) -> None:
        """Show how ``scenario`` was shuffled, unless the person wants no show.

        before: the board on show until now.
        """
        context = self._context
        if context.settings.instant_shuffle or context.settings.reduced_motion:
            context.feedback.jump(before, context.board)
        else:
            self._context.enter(Shuffling(context, scenario, before))
