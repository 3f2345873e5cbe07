"""Voluntary challenges: inspection time, blindfold play, the relay and the ghost."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace
from functools import cached_property

from puzzler.board.board import Board
from puzzler.game.core import texts
from puzzler.game.core.activity import ActivitySwitch
from puzzler.game.core.category import Relay
from puzzler.game.core.game import Play, PlayedPath
from puzzler.game.play.playing import Playing
from puzzler.game.storage.solves import SolveHistory
from puzzler.humanize import solve_time
from puzzler.search.engine.constructive import construct

OWN_BEST = 0.0
"""The value of the setting that selects the player's fastest solve of the board."""


@dataclass(frozen=True)
class Ghost:
    """Another solution of the board, at the time of a play."""

    title: str
    path: PlayedPath
    position: int = 0
    """The number of moves made so far."""

    @cached_property
    def board(self) -> Board:
        """The board after the moves made so far."""
        return self.path.start.apply_all(self.path.moves[: self.position])

    @property
    def total(self) -> int:
        """The number of all moves."""
        return len(self.path.moves)


class Challenges:
    """Runs the challenges of the current game. Call ``tick`` in every activity."""

    def __init__(self, context: ActivitySwitch, playing: Playing, solves: SolveHistory) -> None:
        self._context = context
        self._playing = playing
        self._solves = solves
        self._inspected: int | None = None  # the number of the play under inspection
        self._left = 0.0
        self._was_hidden = False  # at the last tick; such time does not count
        self._ghost: Ghost | None = None
        self._ghost_inputs: object = None  # the values on which the path of the ghost depends

    @property
    def inspection_left(self) -> float | None:
        """Seconds until the timer starts; None if the board is not under inspection."""
        context = self._context
        is_shown = self._is_inspected and context.is_playing and not context.game.is_timing
        return self._left if is_shown else None

    @property
    def relay(self) -> Relay | None:
        """The current state of the relay, if there is one."""
        relay = self._context.relay
        return None if relay is None else relay.at(self._context.game.play)

    def inspect(self) -> None:
        """Start the inspection of a new board, if the settings have one; a move ends it."""
        self._left = self._context.settings.inspection
        self._inspected = self._context.game.present.number if self._left else None
        self._was_hidden = True

    def show_tiles(self) -> bool:
        """Uncover the tiles; the play counts as assisted. Returns False if it is not blindfold."""
        context = self._context
        if not self._playing.is_blindfold:
            return False
        context.game.mark(assisted=True)
        context.say(texts.BLINDFOLD_GIVEN_UP)
        context.store_game()
        return True

    def tick(self, elapsed: float) -> None:
        """Advance the time by ``elapsed`` seconds."""
        if self._inspected is not None:
            self._follow_inspection(elapsed)
        # a view that shows the tiles ends blindfold play, and so does turning the setting off
        context = self._context
        if context.game.present.blindfold and (self._is_shown or not context.settings.blindfold):
            self.show_tiles()
        self.update_relay()

    def update_relay(self) -> None:
        """Start the next relay board once the current one is solved; end the relay after the last.

        A relay is aborted if the player leaves its board or watches a solution.
        """
        context, relay = self._context, self._context.relay
        if relay is None:
            return
        is_left = not relay.plays(context.game.present)
        if relay.is_ended:
            if is_left:
                self._end_relay()
        elif relay.stage == relay.started:
            if relay.is_complete:
                splits = [(split.seconds, split.moves) for split in relay.splits]
                self._solves.keep_relay(splits, relay.stages, assisted=relay.is_helped)
                self._end_relay()
            elif context.is_playing:  # the clock is running
                context.relay, scenario = relay.begin_next()
                context.start_play(scenario, is_fenced=True)
                context.game.start()
                context.say(texts.relay_message(context.relay))
        elif is_left or self._is_shown:
            # Watch keeps its board and will soon replace this message
            ended = replace(relay, is_ended=True)
            self._end_relay(None if is_left else ended)
            context.say(texts.relay_message(ended))

    def _end_relay(self, relay: Relay | None = None) -> None:
        """End the relay, so that undo can leave its board. relay: the state still to show."""
        self._context.relay = relay
        self._context.game.fence = None

    @property
    def _is_shown(self) -> bool:
        activity = self._context.activity
        return not (activity.is_aside or activity.is_game)

    @property
    def _is_inspected(self) -> bool:
        play = self._context.game.present
        return play.number == self._inspected and not play.move_count

    def _follow_inspection(self, elapsed: float) -> None:
        context = self._context
        if self._is_shown or not self._is_inspected:
            self._inspected = None  # returning to the play does not resume it
            return
        is_hidden = context.is_covered or not context.is_playing
        if not is_hidden and not self._was_hidden:
            self._left -= elapsed
            if self._left <= 0:
                self._inspected = None
                context.game.start(-self._left)
        self._was_hidden = is_hidden

    # ---- The ghost -------------------------------------------------------------------------

    def ghost(self, play: Play) -> Ghost | None:
        """Return the ghost of a play; None if there is none.

        Its position depends only on the time of the play.
        """
        setting = self._context.settings.ghost
        if setting is None:
            return None
        # a shortest solution that is proven before the start replaces a longer one
        changes = None if play.seconds else self._context.distances.learned
        inputs = setting, play.number, play.scenario, changes
        if inputs != self._ghost_inputs:
            self._ghost_inputs, is_own = inputs, setting == OWN_BEST
            self._ghost = self._own_best(play) if is_own else self._solution(play, setting)
        if self._ghost is not None:
            position = bisect_right(self._ghost.path.times, play.seconds) if play.seconds else 0
            if position != self._ghost.position:
                self._ghost = replace(self._ghost, position=position)
        return self._ghost

    def _own_best(self, play: Play) -> Ghost | None:
        solve = self._solves.fastest(play.scenario)
        if solve is None:
            return None
        path = PlayedPath(solve.start, solve.moves, solve.times)
        return Ghost(f"Your best: {solve_time(solve.seconds)}", path)

    def _solution(self, play: Play, speed: float) -> Ghost:
        start, goal = play.scenario.start, play.scenario.goal
        shortest = self._context.distances.path(start, goal)
        moves = tuple(construct(start, goal)) if shortest is None else shortest
        title = "Ghost: row by row" if shortest is None else "Ghost: shortest solution"
        times = tuple(number / speed for number in range(1, len(moves) + 1))
        return Ghost(title, PlayedPath(start, moves, times))
