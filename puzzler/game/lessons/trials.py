"""Reads which search a step tells of; what it does not say is as in the search before."""

from __future__ import annotations

from typing import Any

from puzzler.board.board import Board
from puzzler.board.errors import BoardError, UnsolvableError
from puzzler.board.goal import GOALS
from puzzler.board.scenario import Problem
from puzzler.game.lessons.lines import Place
from puzzler.game.lessons.tables import METHOD, Notes, Table
from puzzler.game.lessons.values import Trial
from puzzler.search.method import Method
from puzzler.search.options import Limit

MOST_EXPANSIONS = 500_000
"""A lesson's search goes no further: one that takes longer is none that a student looks into."""
LIMIT = Limit(expansions=MOST_EXPANSIONS)
END = "end"
"""The moment at which the search has ended."""


def read_trial(
    notes: Notes, table: Table, at: Place, before: Trial | None, opens_at: int | None
) -> Trial | None:
    """The search that a table names; None where it names none, or what is wrong is noted.

    opens_at: the moment at which it stands where the table says none; None is its end.
    """
    start = before.start if before else None
    if "board" in table:
        start = _board(notes, table, "board", at)
    elif start is None:
        notes.note(at, "the first step needs a board")
    moment, method = _moment(notes, table, at, opens_at), _method(notes, table, at, before)
    if start is None or method is None:
        return None
    if "goal" in table:
        goal = _goal(notes, table, at, start)
    elif "board" in table or before is None:
        goal = Board.solved(*start.size)
    else:
        goal = before.goal
    if goal is None:
        return None
    try:
        Problem(start, goal)
    except (UnsolvableError, BoardError) as error:
        notes.note((*at, "board" if "board" in table else "goal"), str(error))
        return None
    return Trial(start, goal, method, moment)


def _moment(notes: Notes, table: Table, at: Place, opens_at: int | None) -> int | None:
    moment = table.get("moment", END if opens_at is None else opens_at)
    if moment == END:
        return None
    if isinstance(moment, int) and not isinstance(moment, bool) and moment >= 0:
        return moment
    words = f'moment is a number of expansions or "{END}", not {moment!r}'
    notes.note((*at, "moment"), words)
    return 0


def _board(notes: Notes, table: Table, key: str, at: Place) -> Board | None:
    if not isinstance(table[key], str):
        return None  # that was noted
    try:
        return Board.parse(table[key])
    except BoardError as error:
        notes.note((*at, key), f"{table[key]!r}: {error.reason}")
        return None


def _goal(notes: Notes, table: Table, at: Place, start: Board) -> Board | None:
    if table["goal"] in GOALS:
        return GOALS[table["goal"]](*start.size)
    goal = _board(notes, table, "goal", at)
    if goal is not None and goal.size != start.size:
        notes.note((*at, "goal"), "the goal and the board differ in shape")
        return None
    return goal


def _method(notes: Notes, table: Table, at: Place, before: Trial | None) -> Method | None:
    given = {key: table[key] for key in METHOD if key in table}
    if not given and before is not None:
        return before.method
    words: dict[str, Any] = {}
    if before is not None and "algorithm" not in given:
        words = {key: getattr(before.method, key) for key in METHOD}
    method = Method(limit=LIMIT)
    for key, word in given.items():  # one by one, so that the line of what is wrong is known
        words[key] = word
        try:
            method = Method(limit=LIMIT, **words)
        except TypeError:
            return None  # that was noted
        except ValueError as error:
            notes.note((*at, key), str(error))
            return None
    return method
