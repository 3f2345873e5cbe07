"""``puzzler play``: the window."""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from puzzler.board.board import Board
from puzzler.board.errors import BoardError
from puzzler.board.parity import check_solvable
from puzzler.board.scenario import Scenario
from puzzler.board.shuffler import new_seed, shuffle
from puzzler.cli import completion, forms, options
from puzzler.cli.exit_status import ExitStatus
from puzzler.cli.other_goals import hinted
from puzzler.cli.searching import Wishes
from puzzler.cli.shuffling import graded, of_day
from puzzler.formats.format import Contents
from puzzler.formats.reading import find_source

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
            autocompletion=completion.picture,
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

    Where the FILE has moves, as a solution has, or a game that was shared, they are reviewed unless
    --watch is given. A FILE may be a weighted scenario (see puzzler solve --help): S then searches
    with its weight.
    """
    if board is not None and (size, difficulty, seed, daily) != (None,) * 4:
        raise typer.BadParameter(
            "--size, --difficulty, --seed and --daily shuffle a board; they cannot be combined "
            "with a BOARD"
        )
    choice = options.read_goal(goal)
    wishes = Wishes(algorithm, heuristic, weight, order, ties, depth_limit)
    given = contents = file = None
    if board is not None:
        contents = _read(board, form, choice)
        wishes = _as_it_says(contents, wishes)
        file = Path(board) if Path(board).is_file() else None
        is_reviewed = bool(contents.moves) and not watch
        if not is_reviewed and (file is None or contents.start == contents.goal):
            given = Scenario(contents.start, contents.meant_goal, labels=contents.labels)
            contents = None

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
    elif board is None and (size, difficulty, seed, goal) != (None,) * 4:
        given = _shuffled(shape, difficulty, seed, choice)
    status = app.run(
        given,
        settings,
        kept_settings=kept,
        watch=watch,
        notice=notice,
        contents=replace(contents, moves=None, times=None) if contents and watch else contents,
        file=file,
    )
    return ExitStatus.SOLVED if status == 0 else ExitStatus.BAD_INPUT


def _read(argument: str, form: str | None, choice: options.GoalChoice) -> Contents:
    """What is opened, with its goal; UnsolvableError where that cannot be reached."""
    source = find_source(argument, options.standard_input())
    contents = source.read(form, has_goal=choice.is_given)
    try:
        goal = choice.for_board(contents)
    except BoardError as error:
        raise source.error(error) from None
    with hinted(contents, goal):
        check_solvable(contents.start, goal)
    return replace(contents, goal=goal)


def _as_it_says(contents: Contents, wishes: Wishes) -> Wishes:
    """How to search: as wished, else as a weighted scenario says."""
    if contents.weight is None:
        return wishes
    from puzzler.search.options import Limit

    method = wishes.method(contents, Limit())
    return replace(
        wishes, algorithm=method.algorithm, heuristic=method.heuristic, weight=method.weight
    )


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
