"""The lines that are shown about the game."""

from __future__ import annotations

from puzzler.board.board import Board
from puzzler.board.scenario import Scenario
from puzzler.game.play.category import OWN, name_of_goal
from puzzler.game.play.difficulty import Difficulty
from puzzler.game.play.relay import STAGES, Relay
from puzzler.humanize import TIMES, precise_time
from puzzler.steps import BuildProgress

ALREADY_SOLVED = "The board is solved already"
UNSOLVABLE = "This board cannot be solved"
GAME_PAUSED = "Game paused"
EDIT = "Click two tiles to swap them"
DROPPED = "The drawn board was dropped: it cannot be solved"
DRAWN = "Drawn by hand"
BLINDFOLD_GIVEN_UP = "The tiles are shown: this play enters no record"
COUNTS_AS_COACHED = "You are still playing this board: it counts as coached now"


def goal_title(goal: Board) -> str:
    """What a goal is called, in words."""
    known = {
        "standard": "In order, the blank last",
        "blank-first": "In order, the blank first",
        "snail": "In a spiral, like a snail's shell",
    }
    return known.get(name_of_goal(goal), "A goal of its own")


def other_board(scenario: Scenario) -> str:
    """Said where undo or redo leads to another board."""
    rows, columns = scenario.start.size
    said = f"This is another board now: {rows}{TIMES}{columns}"
    if scenario.title:
        said += f", {scenario.title[:1].lower()}{scenario.title[1:]}"
    elif scenario.seed is not None:
        said += f", seed {scenario.seed}"
    name = name_of_goal(scenario.goal)
    if name == OWN:
        said += ", its own goal"
    elif name != "standard":
        said += f", goal {name}"
    return said


def dealing(
    difficulty: Difficulty,
    rows: int,
    columns: int,
    building: BuildProgress | None,
    *,
    is_waiting: bool,
) -> str:
    """Said while a board is dealt in the background, or waits for the compiled kernels.

    building: how far its tables are.
    """
    article = "an" if difficulty is Difficulty.EASY else "a"
    said = f"Shuffling {article} {difficulty.label.lower()} {rows}{TIMES}{columns} board"
    if is_waiting:
        return f"{said} as soon as the solver is prepared"
    return said if building is None else f"{said}: building tables, {100 * building.done:.0f} %"


def board_of_the_day(scenario: Scenario, seconds: float | None) -> str:
    """Said when the board of the day begins; ``seconds`` in which it was solved before, if it was.

    "Board of the day, 21 November 2026: you have solved it in 41.3 s"
    """
    if seconds is None:
        return scenario.title
    return f"{scenario.title}: you have solved it in {precise_time(seconds)}"


def relay_board(relay: Relay) -> str:
    """Said when a board of a relay begins, or when the relay ends before its last."""
    if relay.is_ended:
        return f"The relay ended on board {relay.begun} of {len(STAGES)}"
    rows, columns = STAGES[relay.begun - 1]
    return f"Relay, board {relay.begun} of {len(STAGES)}: {rows}{TIMES}{columns}"
