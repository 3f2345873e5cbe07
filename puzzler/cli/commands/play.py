"""``puzzler play``: the window."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from puzzler.board.board import Board
from puzzler.board.errors import BoardError
from puzzler.board.parity import check_solvable
from puzzler.board.scenario import Scenario
from puzzler.board.shuffler import new_seed, shuffle
from puzzler.cli import forms, options
from puzzler.cli.exit_status import ExitStatus
from puzzler.cli.other_goals import hinted
from puzzler.cli.searching import Wishes
from puzzler.cli.shuffling import graded, of_day
from puzzler.formats.reading import find_source

if TYPE_CHECKING:
    pass

_log = logging.getLogger("puzzler")


def command(
    board: Annotated[
        str | None,
        typer.Argument(
            metavar="[BOARD|FILE]",
            help="Rows separated by /, as in '8 6 7/2 5 4/3 0 1', or a file. By default a shuffled "
            "board.",
            show_default=False,
        ),
    ] = None,
    *,
    size: options.Size = None,
    difficulty: options.Difficulty = None,
    seed: options.Seed = None,
    form: forms.Form = None,
    goal: options.Goal = None,
    daily: options.Daily = None,
    picture: Annotated[
        str | None,
        typer.Option(
            "--picture",
            metavar="FILE",
            help="Show this PNG or JPEG picture on the tiles, or a bundled one by name.",
        ),
    ] = None,
    algorithm: options.Algorithm = None,
    heuristic: options.Heuristic = None,
    weight: options.Weight = None,
    order: options.Order = None,
    ties: options.TieBreak = None,
    depth_limit: options.DepthLimit = None,
    watch: Annotated[
        bool, typer.Option("--watch", help="Solve the board at once and watch.")
    ] = False,
) -> int:
    """Open the window to play, or to watch a search solve the board.

    A FILE may be a weighted scenario (see puzzler solve --help): S then searches with its weight.
    """
    if board is not None and (size, difficulty, seed, daily) != (None,) * 4:
        raise typer.BadParameter(
            "--size, --difficulty, --seed and --daily shuffle a board; they cannot be combined "
            "with a BOARD"
        )
    choice = options.read_goal(goal)
    wishes = Wishes(algorithm, heuristic, weight, order, ties, depth_limit)
    given = None
    if board is not None:
        given, wishes = _read(board, form, choice, wishes)

    from puzzler.game.kept.settings_file import load_settings
    from puzzler.search.registry import ALGORITHMS, DEFAULT_ALGORITHM
    from puzzler.window import app

    face = {} if picture is None else _face(picture)
    kept, notice = load_settings()
    is_chosen = wishes != Wishes()
    if wishes.algorithm is not None and wishes.heuristic is None:
        # an algorithm that is asked for by name comes with its own, as it does elsewhere
        wishes = replace(wishes, heuristic=ALGORITHMS[wishes.algorithm].heuristic)
    chosen: dict[str, Any] = {
        "algorithm": wishes.algorithm or (DEFAULT_ALGORITHM if is_chosen else None),
        "heuristic": wishes.heuristic,
        "weight": wishes.weight,
        "order": wishes.order,
        "ties": wishes.ties,
        "depth_limit": wishes.depth_limit,
        "shortest": False if is_chosen else None,
        "difficulty": difficulty,
    } | face
    settings = replace(kept, **{name: value for name, value in chosen.items() if value is not None})
    shape = options.shape(size, choice, options.Shape(kept.rows, kept.columns))
    if daily is not None:
        others = {"--difficulty": difficulty, "--seed": seed, "--goal": goal}
        given = of_day(daily, shape, others)
    elif given is None and (size, difficulty, seed, goal) != (None,) * 4:
        given = _shuffled(shape, difficulty, seed, choice)
    status = app.run(given, settings, kept_settings=kept, watch=watch, notice=notice)
    return ExitStatus.SOLVED if status == 0 else ExitStatus.BAD_INPUT


def _read(
    argument: str, form: str | None, choice: options.GoalChoice, wishes: Wishes
) -> tuple[Scenario, Wishes]:
    """The scenario, and how to search it: as wished, else as a weighted scenario says."""
    source = find_source(argument, options.standard_input())
    contents = source.read(form, has_goal=choice.is_given)
    try:
        goal = choice.for_board(contents)
    except BoardError as error:
        raise source.error(error) from None
    with hinted(contents, goal):
        check_solvable(contents.start, goal)
    if contents.weight is not None:
        from puzzler.search.limits import Limit

        method = wishes.method(contents, Limit())
        wishes = replace(
            wishes, algorithm=method.algorithm, heuristic=method.heuristic, weight=method.weight
        )
    return Scenario(contents.start, goal, labels=contents.labels), wishes


def _face(picture: str) -> dict[str, Any]:
    """The settings that put ``picture`` onto the tiles."""
    from puzzler.game.kept.settings import Face
    from puzzler.window.pictures import PictureError, picture_key

    try:
        return {"face": Face.PICTURE, "picture": picture_key(picture)}
    except PictureError as error:
        raise typer.BadParameter(str(error), param_hint="--picture") from None


def _shuffled(
    shape: options.Shape, difficulty: str | None, seed: int | None, choice: options.GoalChoice
) -> Scenario:
    goal = choice.for_shape(*shape)
    if difficulty is not None:
        number = new_seed() if seed is None else seed
        return graded(difficulty, goal or Board.solved(*shape), number)
    scenario = shuffle(*shape, seed=seed, goal=goal)
    _log.info("board shuffled: %dx%d, seed %d", *shape, scenario.seed)
    return scenario
