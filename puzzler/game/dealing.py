"""New boards: what a choice of shape, goal, difficulty and seed comes to."""

from __future__ import annotations

import logging
from dataclasses import replace

from puzzler.board.board import Board, check_shape
from puzzler.board.scenario import Scenario
from puzzler.board.shuffler import shuffle
from puzzler.game.kept.settings import Settings
from puzzler.game.play.difficulty import Difficulty
from puzzler.game.play.goals import OWN, goal_from_text, goal_text, name_of_goal

_log = logging.getLogger("puzzler")


def deal(
    settings: Settings,
    size: tuple[int, int],
    *,
    seed: int | None = None,
    goal: Board | None = None,
) -> Scenario:
    """A shuffled board; the goal, unless named, and the difficulty as in ``settings``.

    Raises BoardError where there is no such shape.
    """
    check_shape(*size)
    moves = settings.difficulty.shuffle_moves(*size)
    scenario = shuffle(*size, moves, seed, goal or goal_from_text(settings.goal, *size))
    scenario = replace(scenario, difficulty=settings.difficulty.value)
    _log.info("board shuffled: %dx%d, seed %d", *size, scenario.seed)
    return scenario


def goal_after(goal: Board, size: tuple[int, int], settings: Settings) -> Board:
    """What becomes of ``goal`` on a board of that size: itself, or of the same name."""
    if goal.size == size:
        return goal
    name = name_of_goal(goal)
    return goal_from_text(settings.goal if name == OWN else name, *size)


def chosen(
    settings: Settings,
    size: tuple[int, int] | None,
    goal: Board | str | None,
    difficulty: Difficulty | None,
) -> Settings:
    """``settings`` with what was named; BoardError where one of it cannot be."""
    if size is not None:
        settings = replace(settings, rows=size[0], columns=size[1])
    if goal is not None:
        settings = replace(settings, goal=goal if isinstance(goal, str) else goal_text(goal))
    if difficulty is not None:
        settings = replace(settings, difficulty=difficulty)
    return settings
