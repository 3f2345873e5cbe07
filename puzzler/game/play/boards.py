"""The boards of a session: new ones, the same from its start."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from puzzler.board.board import Board
from puzzler.board.errors import PuzzlerError
from puzzler.board.scenario import Scenario
from puzzler.board.shuffler import new_seed
from puzzler.game import wording
from puzzler.game.play.category import Category
from puzzler.game.play.daily import daily
from puzzler.game.play.difficulty import Difficulty
from puzzler.game.play.game import Play
from puzzler.game.play.goals import goal_from_text, name_of_goal
from puzzler.game.play.new_boards import Dealer, Order, PendingDeal, chosen, deal, goal_after, order
from puzzler.game.play.playing import Playing
from puzzler.game.play.relay import Relay
from puzzler.game.play.seed import parse_seed
from puzzler.game.play.shuffling import Shuffling
from puzzler.game.present import Present
from puzzler.humanize import sentence


class Boards:
    """What is played, and what comes next."""

    def __init__(self, present: Present, dealer: Dealer, today: Callable[[], date]) -> None:
        """``today`` tells the date where the person is."""
        self._present = present
        self._sitting = present.sitting
        self._dealer = dealer
        self._today = today
        self._replaces: Play | None = None  # the only play that gives way to what is dealt
        self._said = ""  # of the board that is waited for

    @property
    def goal_name(self) -> str:
        """A name in GOALS, or "own"."""
        return name_of_goal(self._present.activity.goal)

    @property
    def seed_text(self) -> str:
        """The seed of the present shuffle, to be copied; "" where the board was not shuffled."""
        seed = self._present.activity.play.scenario.seed
        return "" if seed is None else str(seed)

    @property
    def category(self) -> Category | None:
        """What this play is compared with; None where the board was not shuffled."""
        return Category.of(self._present.activity.play)

    def restart(self) -> None:
        """The same scenario from its start."""
        self._present.hush_and_stop()
        sitting, play = self._sitting, self._sitting.game.play
        if play.board != play.scenario.start or play.move_count:
            sitting.game.restart()
            sitting.stage.jump(play.board, sitting.board)
            sitting.runs.turn_to(sitting.board, sitting.goal)
            sitting.changed()
        sitting.coach.drop()

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
        self._present.hush_and_stop()
        sitting = self._sitting
        before = self._dealer.goal or sitting.goal
        if isinstance(goal, Board):
            rows, columns = rows or goal.rows, columns or goal.columns
        size = rows or before.rows, columns or before.columns
        settings = chosen(sitting.settings, size if rows or columns else None, goal, difficulty)
        if goal is None:
            goal = goal_after(before, size, settings)
        elif isinstance(goal, str):
            goal = goal_from_text(goal, *size)
        asked = order(settings, size, seed=seed, goal=goal)
        if asked.is_graded:
            self.deal_later(asked)
        else:
            self._begin(deal(asked))
        sitting.choose(settings)

    def paste_seed(self, text: str) -> bool:
        """A board shuffled by the seed in ``text``; False where it is none, and why is said."""
        try:
            seed = parse_seed(text)
        except PuzzlerError as error:
            self._present.refuse(str(error))
            return False
        self.new(seed=seed)
        return True

    def begin_given(self, scenario: Scenario) -> None:
        """A new play of a board that came from outside. Undo leads back into the game."""
        self._present.hush_and_stop()
        sitting, before = self._sitting, self._sitting.board
        self._dealer.drop()
        sitting.begin(scenario)
        sitting.stage.jump(before, sitting.board)

    # ---- Boards that are not asked for by size and grade ------------------------------------

    def new_daily(self, rows: int | None = None, columns: int | None = None) -> None:
        """The board of the day, by default of the present shape; BoardError where it cannot be.

        Its goal is the standard one. A shape that is named here is chosen for later, too.
        """
        before = self._sitting.board
        size = rows or before.rows, columns or before.columns
        scenario = daily(self._today(), *size)
        settings = self._sitting.settings
        self._sitting.choose(chosen(settings, size if rows or columns else None, None, None))
        self._present.hush_and_stop()
        self._begin(scenario)
        seconds = self._sitting.score.best_seconds(scenario)
        self._sitting.say(wording.board_of_the_day(scenario, seconds))

    def begin_relay(self) -> None:
        """Four boards in a row, from 2x2 to 5x5, by one clock that begins with the first move."""
        self._present.hush_and_stop()
        sitting = self._sitting
        relay = Relay(new_seed())
        sitting.relay = relay.begin_next()
        self._begin(relay.next_scenario(), is_fenced=True)
        sitting.say(wording.relay_board(sitting.relay))

    def go_on_in_relay(self) -> None:
        """Begin the next board of the relay, at once: its clock runs."""
        sitting, before = self._sitting, self._sitting.board
        relay = sitting.relay
        assert relay is not None, "somebody has begun it"
        sitting.relay = relay.begin_next()
        sitting.begin(relay.next_scenario(), is_fenced=True)
        sitting.game.start()
        sitting.stage.jump(before, sitting.board)
        sitting.say(wording.relay_board(sitting.relay))

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
        if self._sitting.stage.message == self._said:
            self._sitting.say("")
        self._dealer.drop()

    def tick(self) -> None:
        """Begin the board that was asked for as soon as it is there, if it is wanted still."""
        if self._dealer.pending is None or self._present.activity.is_aside:
            return  # beneath a review the game stays as it was
        is_left = not isinstance(self._present.activity, Playing | Shuffling)
        if is_left or self._replaces not in (None, self._sitting.game.play):
            self.drop_pending()
            return
        dealt = self._dealer.poll()
        if isinstance(dealt, Scenario):
            self._present.hush_and_stop()
            self._begin(dealt)
            if self._replaces is not None:
                self._sitting.inspection.end()  # whoever has just come may take all time
        elif dealt is not None:
            self._present.refuse(sentence(dealt))
        else:
            self._say_pending()

    def close(self) -> None:
        """End what is dealt in the background; harmless to repeat."""
        self._dealer.close()

    def _say_pending(self) -> None:
        """Let the line say what is waited for, unless it says something else that is newer."""
        pending = self._dealer.pending
        if pending is not None and self._sitting.stage.message in ("", self._said):
            self._said = pending.text
            self._sitting.say(self._said)

    def _begin(self, scenario: Scenario, *, is_fenced: bool = False) -> None:
        """A new play of a board that was shuffled just now; is_fenced: as in ``Game.begin``."""
        sitting, before = self._sitting, self._sitting.board
        self._dealer.drop()
        sitting.begin(scenario, is_fenced=is_fenced)
        sitting.inspection.begin(sitting.game.play.number, sitting.settings.inspection)
        self.show_shuffle(scenario, before)

    def show_shuffle(self, scenario: Scenario, before: Board) -> None:
        """Show how ``scenario`` was shuffled, unless the person wants no show.

        before: the board on show until now.
        """
        sitting = self._sitting
        if sitting.settings.instant_shuffle or sitting.settings.reduced_motion:
            sitting.stage.jump(before, sitting.board)
        else:
            self._present.enter(Shuffling(sitting, scenario, before))
