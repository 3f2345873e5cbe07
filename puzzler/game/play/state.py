"""What the game shows."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from puzzler.board.board import Board
from puzzler.board.scenario import Scenario
from puzzler.game.play.boards import Boards, PendingDeal
from puzzler.game.play.category import name_of_goal
from puzzler.game.play.challenges import Challenges
from puzzler.game.play.context import Context
from puzzler.game.play.editing import Editing
from puzzler.game.play.finish import Finish
from puzzler.game.play.playing import Playing
from puzzler.game.play.relay import Relay
from puzzler.game.play.shuffling import Shuffling


@dataclass(frozen=True)
class PlayState:
    """The board that is shown, whatever the activity, and the play that it belongs to."""

    board: Board
    goal: Board
    scenario: Scenario
    """What is being played, or drawn, and where it came from."""
    move_count: int
    """Steps of the blank in this play, those of a playback included."""
    seconds: float
    """Play timer, from the first move to the goal; in whole seconds while it runs."""
    is_timing: bool
    is_solved: bool
    """The board shown is the goal, and not only because a shuffle or a draft begins there."""
    assisted: bool
    """The machine has shown moves of a solution of this scenario."""
    is_paused: bool
    """What moves stands still, and ``toggle_pause`` would let it go on."""
    can_undo: bool
    can_redo: bool
    is_covering: bool
    """The tiles are to be covered: the game is paused, or played blindfold."""
    inspection_left: int | None
    """Whole seconds until the timer starts; None where the board is not inspected."""
    relay: Relay | None
    """The state of the relay whose board is played; its time in whole seconds while it runs."""
    finish: Finish | None
    """The result of the solve that the last action was; None after any other action."""
    pending: PendingDeal | None
    """A board that was asked for and is not there yet."""
    goal_name: str
    """A name in GOALS, or "own"."""
    seed_text: str
    """The seed of the shuffle, to be copied; "" where the board was not shuffled."""


def play_state(
    context: Context, playing: Playing, boards: Boards, challenges: Challenges
) -> PlayState:
    """The game as it stands."""
    activity = context.activity
    board, goal, play = activity.board, activity.goal, activity.play
    is_timing = context.game.is_timing
    relay = challenges.relay
    if relay is not None and is_timing:
        relay = replace(relay, seconds=math.floor(relay.seconds))
    is_drawn = isinstance(activity, Shuffling | Editing)
    left = challenges.inspection_left
    return PlayState(
        board,
        goal,
        play.scenario,
        play.move_count,
        math.floor(play.seconds) if is_timing else play.seconds,
        is_timing,
        not is_drawn and board == goal,
        play.assisted,
        activity.is_paused,
        activity.can_undo,
        activity.can_redo,
        context.is_playing and playing.is_covering,
        None if left is None else math.ceil(left),
        relay,
        playing.finish if context.is_playing else None,
        boards.pending,
        name_of_goal(goal),
        "" if play.scenario.seed is None else str(play.scenario.seed),
    )
