"""Reads the searches of a lesson from tables of its TOML file."""

from __future__ import annotations

from typing import Any

from puzzler.board.board import Board
from puzzler.board.errors import BoardError, UnsolvableError
from puzzler.board.goal import GOALS
from puzzler.board.scenario import Problem
from puzzler.formats.toml_reading import TomlSection, is_of_type
from puzzler.game.lessons.lesson import Trial
from puzzler.search.custom.source import is_source
from puzzler.search.method import Method
from puzzler.search.options import Limit
from puzzler.search.parameters import PARAMETERS

METHOD = {row.name: row.kind for row in PARAMETERS}
"""The keys of a search method and the types of their values."""
RUN = {"board": str, "goal": str, **METHOD, "moment": object}
MAX_EXPANSIONS = 500_000
"""Maximum number of expansions of a lesson's search. Students cannot follow more."""
LIMIT = Limit(expansions=MAX_EXPANSIONS)
END = "end"
NO_CODE = "lessons cannot run files of code"
"""Lessons may come from anywhere. Code runs only if the user has named or confirmed its file."""


def read_trial(
    section: TomlSection, before: Trial | None, default_moment: int | None
) -> Trial | None:
    """Return the search in a table. Return None and record the faults if a key is missing or wrong.

    default_moment: the moment if the table has none; None for the end.
    """
    table, start = section.table, before.problem.start if before else None
    if "board" in table:
        start = _board(section, "board")
    elif start is None:
        section.note("the first step needs a board")
    moment, method = _moment(section, default_moment), _method(section, before)
    if start is None or method is None:
        return None
    if "goal" in table:
        goal = _goal(section, start)
    elif "board" in table or before is None:
        goal = Board.solved(*start.size)
    else:
        goal = before.problem.goal
    if goal is None:
        return None
    try:
        return Trial(Problem(start, goal), method, moment)
    except (UnsolvableError, BoardError) as error:
        section.note(str(error), "board" if "board" in table else "goal")
        return None


def _moment(section: TomlSection, default_moment: int | None) -> int | None:
    moment = section.table.get("moment", END if default_moment is None else default_moment)
    if moment == END:
        return None
    if isinstance(moment, int) and not isinstance(moment, bool) and moment >= 0:
        return moment
    section.note(f'moment is a number of expansions or "{END}", not {moment!r}', "moment")
    return 0


def _board(section: TomlSection, key: str) -> Board | None:
    text = section.table[key]
    if not isinstance(text, str):
        return None  # check_keys has noted the error
    try:
        return Board.parse(text)
    except BoardError as error:
        section.note(f"{text!r}: {error.reason}", key)
        return None


def _goal(section: TomlSection, start: Board) -> Board | None:
    name = section.table["goal"]
    if isinstance(name, str) and name in GOALS:
        return GOALS[name](*start.size)
    goal = _board(section, "goal")
    if goal is not None and goal.size != start.size:
        section.note("the goal and the board differ in shape", "goal")
        return None
    return goal


def _method(section: TomlSection, before: Trial | None) -> Method | None:
    entries = {key: section.table[key] for key in METHOD if key in section.table}
    if not all(is_of_type(word, METHOD[key]) for key, word in entries.items()):
        return None  # check_keys has noted the error
    if not entries and before is not None:
        return before.method
    words: dict[str, Any] = {}
    if before is not None and "algorithm" not in entries:
        words = {key: getattr(before.method, key) for key in METHOD}
    method = Method(limit=LIMIT)
    for key, word in entries.items():  # add one key after another to find the line of an error
        words[key] = word
        if isinstance(word, str) and is_source(word):
            section.note(NO_CODE, key)
            return None
        try:
            method = Method(limit=LIMIT, **words)
        except ValueError as error:
            section.note(str(error), key)
            return None
    if method != method.textbook:
        section.note("a lesson finds the duplicates of A* early", "duplicates")
        return None
    return method
