"""Starts plays: new boards, the current board again, boards of the day and relays."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import partial

from puzzler.board.board import Board
from puzzler.board.goal import resolve_goal
from puzzler.board.scenario import Scenario
from puzzler.board.shuffler import new_seed
from puzzler.game.core import texts
from puzzler.game.core.activity import ActivitySwitch
from puzzler.game.core.category import (
    OWN,
    STAGES,
    Category,
    Difficulty,
    Relay,
    Stages,
    goal_from_text,
    goal_text,
    name_of_goal,
)
from puzzler.game.core.game import Play, SavedGame, count_slides
from puzzler.game.play.challenges import Challenges, Ghost
from puzzler.game.play.finish import Finish
from puzzler.game.play.new_boards import (
    DailyBoard,
    NewBoardOptions,
    daily,
    daily_results,
    daily_streak,
    day_of,
    deal,
    streak,
)
from puzzler.game.play.playing import Playing, Shuffling
from puzzler.game.storage.solves import SolveHistory
from puzzler.game.storage.statistics import Times
from puzzler.humanize import TIMES, solve_time
from puzzler.search.compilation import KernelState

BOARD = "board"
"""The name of the background work that shuffles a board."""


@dataclass(frozen=True, kw_only=True)
class PlayState:
    """The board to draw and the play that it belongs to, in any activity."""

    board: Board
    """The board to draw: ``Activity.shown_board``."""
    goal: Board
    scenario: Scenario
    """The scenario that is played or edited."""
    move_count: int
    """Moves of one tile in this play, including those of a playback."""
    shown_moves: int | None
    """Moves in the chosen metric, of all boards of a finished relay; None if unknown."""
    seconds: float
    """Time of the play or the finished relay, in steps of ``TIMER_STEP`` while the timer runs."""
    is_timing: bool
    is_solved: bool
    """The board is the goal and is not being edited."""
    assisted: bool
    """The program has shown moves of a solution."""
    is_paused: bool
    can_undo: bool
    can_redo: bool
    is_covering: bool
    inspection_left: int | None
    """Whole seconds until the timer starts; None outside inspection."""
    relay: Relay | None
    """The relay that the board belongs to, its time in the same steps."""
    finish: Finish | None
    """The result if the player has solved the board."""
    goal_name: str
    """A name in GOALS, or "own"."""
    seed_text: str
    """The seed, to be copied; empty if the board was not shuffled."""
    times: Times
    """Times of the solves of this kind of board; empty if it was not shuffled."""
    ghost: Ghost | None = None
    """Another solution of the board, at the time of the play."""


class Boards:
    """Starts plays. At most one board is shuffled in the background."""

    def __init__(
        self,
        context: ActivitySwitch,
        playing: Playing,
        challenges: Challenges,
        solves: SolveHistory,
        give_up: Callable[[SavedGame], object],
        today: Callable[[], date],
    ) -> None:
        """give_up: Store the current play as DNF. today: Return the local date."""
        self._context = context
        self._playing = playing
        self._challenges = challenges
        self._solves = solves
        self._give_up = give_up
        self._today = today
        self._options: NewBoardOptions | None = None  # of the last board shuffled in the background
        self._times = Times()
        self._counted: tuple[Play, int | None] | None = None  # a state of the game and its slides
        self._times_inputs: object = None  # the values on which ``_times`` depends
        self._replaces: Play | None = None  # the play that the new board replaces

    def state(self) -> PlayState:
        """Return the state of the game and the board to draw, for any activity."""
        context, activity, challenges = self._context, self._context.activity, self._challenges
        goal, play = activity.goal, activity.play
        is_playing, is_timing = activity is self._playing, context.game.is_timing
        relay, left = challenges.relay, challenges.inspection_left
        if relay is not None and is_timing:
            relay = replace(relay, seconds=timer_step(relay.seconds))
        moves, seconds = self._count_moves(play), play.seconds
        finish = self._playing.finish if is_playing else None
        if finish is not None and finish.relay is not None:
            relay, moves, seconds = finish.relay, finish.relay.moves, finish.relay.seconds
        return PlayState(
            board=activity.shown_board,
            goal=goal,
            scenario=play.scenario,
            move_count=play.move_count,
            shown_moves=moves,
            seconds=timer_step(seconds) if is_timing else seconds,
            is_timing=is_timing,
            is_solved=activity.board == goal and not activity.is_editing,
            assisted=play.assisted,
            is_paused=activity.is_paused,
            can_undo=activity.can_undo,
            can_redo=activity.can_redo,
            is_covering=is_playing and self._playing.is_covering,
            inspection_left=None if left is None else math.ceil(left),
            relay=relay,
            finish=finish,
            goal_name=name_of_goal(goal),
            seed_text="" if play.scenario.seed is None else str(play.scenario.seed),
            times=self._read_times(play),
            ghost=challenges.ghost(play) if is_playing and relay is None else None,
        )

    def _count_moves(self, play: Play) -> int | None:
        """Return the moves in the chosen metric. Slides are counted when the game has changed."""
        game = self._context.game
        if not self._context.settings.multi_tile or play.number != game.present.number:
            return play.move_count
        if self._counted is None or self._counted[0] is not game.present:
            self._counted = game.present, count_slides(game.saved)
        return self._counted[1]

    def _read_times(self, play: Play) -> Times:
        """Return the times of this kind of board. They are read when they may have changed."""
        context = self._context
        inputs = play.number, play.scenario, play.blindfold, context.game.is_finished, (
            context.activity is self._playing, self._solves.changes, self._solves.sessions.changes
        )  # fmt: skip
        if inputs != self._times_inputs:
            self._times_inputs, kind = inputs, Category.of(play)
            days = streak(self._solves.days(), self._today())
            is_ranked = kind is not None and self._challenges.relay is None
            self._times = self._solves.times(kind, days) if is_ranked and kind else Times()
        return self._times

    def restart(self) -> None:
        """Start the current scenario again."""
        self._context.stop(is_silent=True)
        context, play = self._context, self._context.game.play
        if play.board != play.scenario.start or play.move_count:
            context.game.restart()
            context.store_game()
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
        """Shuffle a new board, by default with the present size.

        goal: a board, or a name in GOALS; by default the present goal, if its name also fits the
        new size. The arguments become the new defaults. A board that is being shuffled in the
        background counts as the current board and is replaced. Raises BoardError if there is no
        such board.
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
            settings = settings.with_difficulty(*size, difficulty)
        resolve_goal(goal, Board.solved(*size))  # checks the shape
        options = NewBoardOptions(goal, settings.difficulty_of(*size), seed)
        if options.band is not None:
            self.deal_later(options)
        else:
            self._begin(deal(options))
        context.choose(settings)

    @property
    def can_give_up(self) -> bool:
        """Whether the player has started to solve a shuffled board and has not solved it."""
        context, game = self._context, self._context.game
        is_playing = context.activity is self._playing and self._challenges.relay is None
        is_open = not (game.present.is_solved or game.is_finished) and game.present.move_count > 0
        return is_playing and is_open and Category.of(game.present) is not None

    def give_up(self) -> None:
        """Store the current play as DNF, and shuffle a new board of the same kind."""
        if self.can_give_up:
            self._give_up(self._context.game.saved)
            self.new()
            self._context.say(texts.GIVEN_UP)

    def begin_scenario(self, scenario: Scenario) -> None:
        """Start a play of this board. Undo returns to the current game."""
        self._context.stop(is_silent=True)
        self._context.background.drop(BOARD)
        self._context.start_play(scenario)

    def play_again(self, scenario: Scenario) -> None:
        """Start a play of a board from the list of solves."""
        self.begin_scenario(scenario)
        self._challenges.inspect()
        self._show_best(scenario, "The same board again", "your best time is")

    # ---- Board of the day and relay ---------------------------------------------------------

    def new_daily(self, day: date | None = None) -> None:
        """Start the board of a day, by default today."""
        scenario = daily(day or self._today())
        self._context.stop(is_silent=True)
        self._begin(scenario)
        self._show_best(scenario, scenario.title, "you solved it in")

    def daily_boards(self, count: int) -> list[DailyBoard]:
        """Return the boards of the last ``count`` days with their results, today's first."""
        results = daily_results(self._solves.daily())
        days = (self._today() - timedelta(ago) for ago in range(count))
        return [DailyBoard(day, results.get(day)) for day in days]

    def daily_board(self) -> DailyBoard | None:
        """Return the day of the current board with its result; None for other boards."""
        scenario = self._context.game.present.scenario
        day = day_of(str(scenario.seed))
        if day is None or scenario.difficulty != Difficulty.DAILY:
            return None
        return DailyBoard(day, daily_results(self._solves.daily()).get(day))

    def daily_streak(self) -> int:
        """Count the consecutive days up to today whose board was solved in time."""
        return daily_streak(self._solves.daily(), self._today())

    def start_relay(self, stages: Stages = STAGES) -> None:
        """Start a relay or a marathon: boards of these sizes with one clock."""
        self._context.stop(is_silent=True)
        context = self._context
        relay = Relay(new_seed(), record=self._solves.best_relay(stages), stages=stages)
        context.relay, scenario = relay.begin_next()
        self._begin(scenario, is_fenced=True)
        context.say(texts.relay_message(context.relay))

    def _show_best(self, scenario: Scenario, text: str, phrase: str) -> None:
        """Show ``text``, followed by ": <phrase> <time>" if this board has an unaided best time."""
        best = self._solves.best_seconds(scenario)
        self._context.say(text if best is None else f"{text}: {phrase} {solve_time(best)}")

    # ---- Boards that are shuffled in the background -----------------------------------------

    @property
    def pending(self) -> NewBoardOptions | None:
        """Options of the board that is being shuffled in the background."""
        return self._options if BOARD in self._context.background else None

    def deal_later(self, options: NewBoardOptions, *, replaces: Play | None = None) -> None:
        """Shuffle a board in the background, instead of any other.

        replaces: drop the new board if this play changes, because nobody has requested it.
        """
        preparation = self._context.preparation
        self._replaces = replaces
        if options == self.pending:
            return  # continue with the tables that are half built

        def is_prepared() -> bool:
            return preparation.state is not KernelState.MISSING or not options.needs_tables

        self._options = options
        kind = f"{options.difficulty.label.lower()} {TIMES.join(map(str, options.goal.size))} board"
        self._context.background.run(
            BOARD,
            f"Shuffling {'an' if kind.startswith('e') else 'a'} {kind}",
            partial(deal, options),
            self._take,
            prepare=preparation.load,
            can_begin=is_prepared,
            can_end=lambda: not self._context.activity.is_aside,
        )

    def tick(self) -> None:
        """Stop shuffling if the player has left the play that the board would replace."""
        context, activity = self._context, self._context.activity
        if self.pending is None or activity.is_aside:
            return  # the game does not change while a review is open
        if not activity.is_game or self._replaces not in (None, context.game.play):
            context.background.drop(BOARD)

    def _take(self, scenario: Scenario) -> None:
        self._context.stop(is_silent=True)
        # no countdown for a board that nobody has requested
        self._begin(scenario, is_inspected=self._replaces is None)

    def _begin(
        self, scenario: Scenario, *, is_fenced: bool = False, is_inspected: bool = True
    ) -> None:
        """Start a play of a new board. is_fenced: as in ``Game.begin``."""
        self._context.background.drop(BOARD)
        self._context.start_play(scenario, is_fenced=is_fenced)
        if is_inspected:
            self._challenges.inspect()
        self.show_shuffle(scenario)

    def show_shuffle(self, scenario: Scenario) -> None:
        """Animate the shuffle, unless the settings turn that off."""
        context = self._context
        settings = context.settings
        if not (settings.instant_shuffle or settings.reduces_motion(context.system)):
            context.enter(Shuffling(context, scenario))


TIMER_STEP = 0.03
"""How often a running timer changes, in seconds, so that all hundredths appear."""


def timer_step(seconds: float) -> float:
    """Round down to the last change of a running timer."""
    return math.floor(seconds / TIMER_STEP + 1e-6) * TIMER_STEP
