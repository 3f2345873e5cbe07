"""``puzzler play``: open the window or play in the terminal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from puzzler.board.board import Board
from puzzler.board.goal import GOALS
from puzzler.board.parity import is_solvable
from puzzler.board.scenario import Scenario
from puzzler.board.shuffler import new_seed
from puzzler.cli.board_input import Goal, InputOptions
from puzzler.cli.click_options import argument, flag
from puzzler.cli.commands.shuffle import ShuffleOptions
from puzzler.cli.open_window import run_window
from puzzler.cli.options import MethodOptions, Picture
from puzzler.cli.output import notify
from puzzler.cli.progress import status
from puzzler.formats.format import Contents

if TYPE_CHECKING:
    from puzzler.game.core.game import PlayedPath

BLANK_FIRST = "blank-first"
"""The goal of most published lists of boards."""


def command(
    board: str | None = argument(
        "[BOARD|FILE]",
        "Rows separated by /, such as '8 6 7/2 5 4/3 0 1', or a file. The default is a shuffled "
        "board.",
    ),
    *,
    shuffling: ShuffleOptions,
    reading: InputOptions,
    picture: Picture = None,
    method: MethodOptions,
    watch: bool = flag("--watch", "Start a search immediately and watch it."),
    as_text: bool = flag("--text", "Play in the terminal without a window. ? lists the commands."),
) -> int:
    """Open the window to play, or to watch a search solve the board.

    If the FILE contains moves, such as a solution or a shared game, the moves are reviewed unless
    --watch is given. If the FILE is a weighted scenario (see puzzler convert --help), S searches
    with its weight.
    """
    if board is not None and shuffling.is_given:
        raise click.UsageError(
            "--size, --difficulty, --seed and --daily cannot be combined with a BOARD"
        )
    if as_text and (watch or picture is not None):
        raise click.UsageError("--text cannot be combined with --watch or --picture")
    goal = Goal.read(reading.goal)
    scenario: Scenario | None = None
    contents: Contents | None = None
    file: Path | None = None
    if board is not None:
        puzzle = reading.open(board).puzzle()
        is_reachable = is_solvable(puzzle.start, puzzle.goal)
        is_free = puzzle.contents.goal is None and bool(puzzle.hint())
        if not is_reachable and is_free and BLANK_FIRST in puzzle.reachable_goals():
            puzzle = replace(puzzle, goal=GOALS[BLANK_FIRST](*puzzle.start.size))
            notify(f"{puzzle.where}: using the goal blank-first, because standard is unreachable")
        puzzle.check_solvable()
        contents = puzzle.with_goal
        method = _as_scenario_says(contents, method)
        file = Path(board) if Path(board).is_file() else None
        is_reviewed = bool(contents.moves) and not watch
        if as_text:
            file, is_reviewed = None, False
        if not is_reviewed and (file is None or puzzle.start == puzzle.goal):
            scenario, contents = Scenario(puzzle.start, puzzle.goal, labels=contents.labels), None
        elif watch:
            contents = replace(contents, moves=None, times=None)

    from puzzler.game.core.category import Difficulty
    from puzzler.game.storage.settings_file import load_settings

    stored, notice = load_settings()
    chosen = _chosen(method)
    if picture is not None:
        from puzzler.game.core.settings import TileFace
        from puzzler.window.board.pictures import find_picture_key

        chosen["face"], chosen["picture"] = TileFace.PICTURE, find_picture_key(picture)
    settings = replace(
        stored, **{name: value for name, value in chosen.items() if value is not None}
    )
    if board is None:
        shape = shuffling.shape(goal, (stored.rows, stored.columns))
        if shuffling.difficulty is not None:
            settings = settings.with_difficulty(*shape, Difficulty(shuffling.difficulty))
        scenario = shuffling.of_day(goal=reading.goal)
        if scenario is None and (shuffling.is_given or goal.is_given):
            seed = new_seed() if shuffling.seed is None else shuffling.seed
            scenario = shuffling.shuffled(shape, goal, seed)
    if as_text:
        from puzzler.cli import text_game

        return text_game.run(scenario, settings, _assessed)
    return run_window(
        scenario,
        settings,
        kept_settings=stored,
        begin=(lambda session: session.watch.start()) if watch else None,
        notice=notice,
        contents=contents,
        file=file,
    )


def _assessed(path: PlayedPath, scenario: Scenario) -> Iterable[str]:
    """Yield the result of ``puzzler review`` for the moves of a game, one fact per line."""
    from puzzler.cli.commands.review import review
    from puzzler.cli.review_output import ReviewedPlay, review_lines
    from puzzler.search.options import Limit

    with status("") as line:
        reviewed = review(ReviewedPlay(scenario.start, scenario.goal, path.moves, Limit()), line)
    if reviewed.review is not None:
        for label, words in review_lines(reviewed, reviewed.review, scenario.labels):
            if label not in ("board", "goal"):
                yield f"{label}: {words}"


def _as_scenario_says(contents: Contents, options: MethodOptions) -> MethodOptions:
    """Return the given options, or else those of a weighted scenario."""
    if contents.weight is None:
        return options
    from puzzler.search.options import Limit

    method = options.method(contents, Limit())
    return replace(
        options, algorithm=method.algorithm, heuristic=method.heuristic, weight=method.weight
    )


def _chosen(method: MethodOptions) -> dict[str, Any]:
    """Return the settings that select this method in the window."""
    from puzzler.game.core.settings import PARTS
    from puzzler.search.options import Limit
    from puzzler.search.registry import ALGORITHMS, DEFAULT_ALGORITHM

    if not method.is_given:
        return {}
    method.method(Contents(start=Board.solved(4, 4)), Limit())  # raises if an option has no effect
    heuristic = method.heuristic
    if method.algorithm is not None and heuristic is None:
        heuristic = ALGORITHMS[method.algorithm].heuristic
    parts = {part: getattr(method, part) for part in PARTS}
    return parts | {
        "algorithm": method.algorithm or DEFAULT_ALGORITHM,
        "heuristic": heuristic,
        "shortest": False,
    }
