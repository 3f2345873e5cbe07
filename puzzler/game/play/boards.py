"""The boards of a session: new ones, the same from its start."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date

from puzzler.board.board import Board
from puzzler.board.scenario import Scenario
from puzzler.board.shuffler import check_goal, new_seed
from puzzler.game.core import texts
from puzzler.game.core.activity import ActivitySwitch
from puzzler.game.core.category import OWN, Difficulty, goal_from_text, goal_text, name_of_goal
from puzzler.game.core.game import Play
from puzzler.game.core.relay import Relay
from puzzler.game.play.challenges import Challenges
from puzzler.game.play.new_boards import (
    NewBoardOptions,
    Today,
    daily,
    days_in_a_row,
    deal,
    dealing,
    seed_of,
)
from puzzler.game.play.playing import Finish, Playing, Shuffling
from puzzler.game.storage.solves import SolveHistory
from puzzler.humanize import solve_time
from puzzler.solver.preparation import PreparationState

BOARD = "board"
"""The kind of work that deals one."""


@dataclass(frozen=True, kw_only=True)
class PlayState:
    """The board that is shown, whatever the activity, and the play that it belongs to."""

    board: Board
    """The board to draw: ``Activity.shown_board``."""
    goal: Board
    scenario: Scenario
    """What is being played, or drawn, and where it came from."""
    move_count: int
    """Steps of the blank in this play, those of a playback included."""
    seconds: float
    """The play timer, which starts with the player's first move; in whole tenths while it runs."""
    is_timing: bool
    is_solved: bool
    """The board is the goal, and it is not a draft in the editor."""
    assisted: bool
    """The machine has shown moves of a solution of this scenario."""
    is_paused: bool
    can_undo: bool
    can_redo: bool
    is_covering: bool
    inspection_left: int | None
    """Whole seconds until the timer starts; None where the board is not inspected."""
    relay: Relay | None
    """The state of the relay whose board is played; its time in whole tenths while it runs."""
    finish: Finish | None
    """The result if the player has solved the board that is shown; else None."""
    goal_name: str
    """A name in GOALS, or "own"."""
    seed_text: str
    """The seed of the shuffle, to be copied; "" where the board was not shuffled."""


class Boards:
    """What is played, and what comes next. One board at a time is dealt in the background."""

    def __init__(
        self,
        context: ActivitySwitch,
        playing: Playing,
        challenges: Challenges,
        solves: SolveHistory,
        today: Callable[[], date],
    ) -> None:
        """today: Return the local date."""
        self._context = context
        self._playing = playing
        self._challenges = challenges
        self._solves = solves
        self._today = today
        self._asked: NewBoardOptions | None = None  # what was dealt last in the background
        self._replaces: Play | None = None  # the only play that the new board replaces

    def state(self) -> PlayState:
        """Return the state of the game and the board to draw, for any activity."""
        context, activity, challenges = self._context, self._context.activity, self._challenges
        goal, play = activity.goal, activity.play
        is_playing, is_timing = activity is self._playing, context.game.is_timing
        relay, left = challenges.relay, challenges.inspection_left
        if relay is not None and is_timing:
            relay = replace(relay, seconds=tenths(relay.seconds))
        return PlayState(
            board=activity.shown_board,
            goal=goal,
            scenario=play.scenario,
            move_count=play.move_count,
            seconds=tenths(play.seconds) if is_timing else play.seconds,
            is_timing=is_timing,
            is_solved=activity.board == goal and not activity.is_editing,
            assisted=play.assisted,
            is_paused=activity.is_paused,
            can_undo=activity.can_undo,
            can_redo=activity.can_redo,
            is_covering=is_playing and self._playing.is_covering,
            inspection_left=None if left is None else math.ceil(left),
            relay=relay,
            finish=self._playing.finish if is_playing else None,
            goal_name=name_of_goal(goal),
            seed_text="" if play.scenario.seed is None else str(play.scenario.seed),
        )

    def restart(self) -> None:
        """The same scenario from its start."""
        self._context.stop(is_silent=True)
        context, play = self._context, self._context.game.play
        if play.board != play.scenario.start or play.move_count:
            context.game.restart()
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
        self._context.stop(is_silent=True)
        context = self._context
        before = context.goal if self.pending is None else self.pending.goal
        if isinstance(goal, Board):
            rows, columns = rows or goal.rows, columns or goal.columns
        size = rows or before.rows, columns or before.columns
        settings = context.settings
        if rows or columns:
            settings = replace(settings, rows=size[0], columns=size[1])
        if isinstance(goal, Board):
            settings = replace(settings, goal=goal_text(goal))
        elif goal is not None:
            settings = replace(settings, goal=goal)
            goal = goal_from_text(goal, *size)
        elif before.size == size:
            goal = before
        else:
            name = name_of_goal(before)
            goal = goal_from_text(settings.goal if name == OWN else name, *size)
        if difficulty is not None:
            settings = replace(settings, difficulty=difficulty)
        check_goal(goal, *size)
        asked = NewBoardOptions(goal, settings.difficulty, seed)
        if asked.band is not None:
            self.deal_later(asked)
        else:
            self._begin(deal(asked))
        context.choose(settings)

    def begin_given(self, scenario: Scenario) -> None:
        """A new play of a board that is there already. Undo leads back into the game."""
        self._context.stop(is_silent=True)
        self._context.background.drop(BOARD)
        self._context.begin(scenario)

    def play_again(self, scenario: Scenario) -> None:
        """A new play of a board that was solved before; it counts as the solve before did."""
        self.begin_given(scenario)
        self._challenges.inspect()
        self._say_best(scenario, "The same board again", "your best time is")

    # ---- Boards that are not asked for by size and grade ------------------------------------

    def new_daily(self, rows: int | None = None, columns: int | None = None) -> None:
        """The board of the day, by default of the present shape; BoardError where it cannot be.

        Its goal is the standard one. A shape that is named here is chosen for later, too.
        """
        before = self._context.board
        size = rows or before.rows, columns or before.columns
        scenario = daily(self._today(), *size)
        if rows or columns:
            settings = replace(self._context.settings, rows=size[0], columns=size[1])
            self._context.choose(settings)
        self._context.stop(is_silent=True)
        self._begin(scenario)
        self._say_best(scenario, scenario.title, "you solved it in")

    def today(self, rows: int, columns: int) -> Today:
        """Return the best result of today's board of this shape and the days in a row."""
        day, solves = self._today(), self._solves
        goal = Board.solved(rows, columns)
        result = solves.best_result(goal, Difficulty.DAILY, seed_of(day))
        return Today(day, (rows, columns), result, days_in_a_row(solves.daily_seeds(), day))

    def begin_relay(self) -> None:
        """Four boards in a row, from 2x2 to 5x5, by one clock that begins with the first move."""
        self._context.stop(is_silent=True)
        context = self._context
        context.relay, scenario = Relay(new_seed(), record=self._solves.best_relay()).begin_next()
        self._begin(scenario, is_fenced=True)
        context.say(texts.relay_board(context.relay))

    def _say_best(self, scenario: Scenario, said: str, words: str) -> None:
        """Say ``said``, and the best time of this board without help, where there is one."""
        best = self._solves.best_result(
            scenario.goal, scenario.difficulty, scenario.seed, scenario.start
        )
        self._context.say(said if best is None else f"{said}: {words} {solve_time(best.seconds)}")

    # ---- Boards that are dealt in the background ------------------------------------------

    @property
    def pending(self) -> NewBoardOptions | None:
        """The board that was asked for and is not there yet: the present one stays meanwhile."""
        return self._asked if BOARD in self._context.background else None

    def deal_later(self, asked: NewBoardOptions, *, replaces: Play | None = None) -> None:
        """Deal a board in the background, instead of one that was asked for before.

        replaces: it is dropped where this play is no longer as it was, for nobody has asked for it.
        """
        preparation = self._context.preparation
        self._replaces = replaces
        if asked == self.pending:
            return  # tables that are half built go on

        def is_prepared() -> bool:
            return preparation.state is not PreparationState.PREPARING or not asked.needs_tables

        self._asked = asked
        self._context.background.run(
            BOARD,
            texts.dealing(asked.difficulty, *asked.goal.size),
            dealing(asked),
            self._take,
            prepare=preparation.load,
            can_begin=is_prepared,
            can_end=lambda: not self._context.activity.is_aside,
        )

    def tick(self) -> None:
        """Drop the board that was asked for where it is wanted no longer."""
        context, activity = self._context, self._context.activity
        if self.pending is None or activity.is_aside:
            return  # while a review is open the game stays as it was
        if not activity.is_game or self._replaces not in (None, context.game.play):
            context.background.drop(BOARD)

    def _take(self, scenario: Scenario) -> None:
        self._context.stop(is_silent=True)
        # nobody has asked for a board that replaces another: there is no countdown
        self._begin(scenario, is_inspected=self._replaces is None)

    def _begin(
        self, scenario: Scenario, *, is_fenced: bool = False, is_inspected: bool = True
    ) -> None:
        """A new play of a board that was shuffled just now; is_fenced: as in ``Game.begin``."""
        self._context.background.drop(BOARD)
        self._context.begin(scenario, is_fenced=is_fenced)
        if is_inspected:
            self._challenges.inspect()
        self.show_shuffle(scenario)

    def show_shuffle(self, scenario: Scenario) -> None:
        """Show how ``scenario`` was shuffled, unless the person wants no show."""
        context = self._context
        settings = context.settings
        if not (settings.instant_shuffle or settings.reduces_motion(context.system)):
            context.enter(Shuffling(context, scenario))


def tenths(seconds: float) -> float:
    """Those that have passed: what is shown while the timer runs."""
    return math.floor(10 * seconds + 1e-6) / 10
