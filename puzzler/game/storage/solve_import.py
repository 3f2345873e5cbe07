"""Reads solves from csTimer's export (JSON) and from Puzzler's own CSV.

A file is read completely: invalid rows are reported by kind, and all other rows are returned.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from puzzler.board.board import Board
from puzzler.board.errors import quoted
from puzzler.board.move import Move
from puzzler.board.numbers import decimal_number, parse_json, whole_number
from puzzler.board.parity import check_solvable
from puzzler.board.path import invert_moves
from puzzler.board.scenario import printable
from puzzler.csv_text import read_csv
from puzzler.game.core.category import Difficulty, goal_from_text, goal_text
from puzzler.game.storage.averages import MAX_FIGURE
from puzzler.game.storage.statistics import FIRST_MOVE, PLUS_2, RETRY, SolveRow
from puzzler.humanize import DNF, counted, listed

MAX_BYTES = 2**26
"""Maximum size of a file with solves."""
_LONGEST = 1e9  # seconds
_LONGEST_NAME = 60
_MAX_PLACES = 6
"""Maximum number of invalid rows that a message names."""
_PENALTIES = {0: "", 2000: PLUS_2, -1: DNF}
"""Penalties by their number in csTimer."""
_SLIDING = re.compile(r"(8|15)p")
_STEP = re.compile(r"([UDLR\uffe9-\uffec←↑→↓])([1-9]?)")
_DIRECTIONS = dict(zip("UDLR\uffea\uffec\uffe9\uffeb↑↓←→", "UDLR" * 3, strict=True))


@dataclass(frozen=True)
class ImportedFile:
    """The solves of a file without ids, and a message for each kind of row that is not imported."""

    solves: tuple[SolveRow, ...]
    problems: tuple[str, ...]


class RowError(ValueError):
    """A row that cannot be imported. ``kind`` is the same for all rows with this problem."""

    def __init__(self, kind: str, example: str = "") -> None:
        super().__init__(kind)
        self.kind, self.example = kind, example


def read_solves(text: str, difficulty: Difficulty = Difficulty.MIXED) -> ImportedFile:
    """Read the solves in a file. Raises ValueError if the file is of neither format.

    difficulty: of the rows of a CSV file that do not name one.
    """
    if text.lstrip().startswith("{"):
        try:
            rows = _cstimer_rows(parse_json(text))
        except ValueError as error:
            raise ValueError(f"it is not valid JSON ({error})") from None
    else:
        rows = _csv_rows(text, difficulty)
    solves, problems = list[SolveRow](), dict[str, list[str]]()
    examples = dict[str, str]()
    for place, read in rows:
        try:
            solves.append(read())
        except RowError as error:
            problems.setdefault(error.kind, []).append(place)
            examples.setdefault(error.kind, error.example)
    return ImportedFile(
        tuple(sorted(solves, key=lambda solve: solve.solved_at)),
        tuple(_problem(kind, examples[kind], places) for kind, places in problems.items()),
    )


_Rows = Iterator[tuple[str, Callable[[], SolveRow]]]
"""The place of each row, and a function that reads the row and may raise RowError."""


def _problem(kind: str, example: str, places: list[str]) -> str:
    """Return a message such as "1 row not imported: invalid time, such as 'x' (line 3)"."""
    more = len(places) - _MAX_PLACES
    named = listed([*places[:_MAX_PLACES], *([f"{more:,} more"] if more > 0 else [])])
    such = f", such as {example}" if example else ""
    return f"{counted(len(places), 'row')} not imported: {kind}{such} ({named})"


def _value(kind: str, text: object, read: Callable[[], Any]) -> Any:
    """Return the result of ``read``; raise RowError if it raises ValueError."""
    try:
        return read()
    except (ValueError, OverflowError):
        raise RowError(f"invalid {kind}", quoted(str(text), 40)) from None


# ---- CSV ----------------------------------------------------------------------------------------


def _csv_rows(text: str, difficulty: Difficulty) -> _Rows:
    lines = read_csv(text)
    names = lines[0][1] if lines else []
    missing = [name for name in ("date", "start", "goal", "time") if name not in names]
    if missing:
        if "2x2 time" in names:
            raise ValueError("relays cannot be imported")
        columns = f"{'column' if len(missing) == 1 else 'columns'} {listed(missing)}"
        raise ValueError(f"it is neither an export of csTimer nor a CSV file with {columns}")
    for number, cells in lines[1:]:
        row = dict(zip(names, cells, strict=False))
        yield f"line {number}", partial(_csv_solve, row, len(cells) == len(names), difficulty)


def _csv_solve(row: Mapping[str, str], is_complete: bool, default: Difficulty) -> SolveRow:
    """Return the solve in a row. Raises RowError for the first invalid cell."""
    if not is_complete:
        raise RowError("another number of cells than columns")

    def cell(name: str, read: Callable[[str], Any], empty: Any = None) -> Any:
        text = row.get(name, "")
        return _value(name, text, lambda: read(text)) if text else empty

    def needed(name: str, read: Callable[[str], Any]) -> Any:
        return _value(name, row[name], lambda: read(row[name]))

    def count(text: str) -> int:
        return whole_number(text, high=MAX_FIGURE)

    def flag(text: str) -> bool:
        return bool(whole_number(text, high=1))

    def one_of(*choices: str) -> Callable[[str], str]:
        return lambda text: choices[choices.index(text)]

    start = needed("start", Board.parse)
    goal = needed("goal", lambda text: goal_from_text(text, *start.size))
    _value("start", row["start"], lambda: check_solvable(start, goal))
    move_count = cell("moves", count, 0)
    path = cell("path", lambda text: _checked_path(text, start, goal, move_count), "")
    return SolveRow(
        id=0,
        board=str(start),
        goal=goal_text(goal),
        difficulty=cell("difficulty", Difficulty, default),
        seconds=needed("time", lambda text: decimal_number(text, high=_LONGEST)),
        solved_at=needed("date", lambda text: datetime.fromisoformat(text).timestamp()),
        session=printable(row.get("session", ""))[:_LONGEST_NAME],
        blindfold=cell("blindfold", flag, False),
        seed=cell("seed", lambda text: str(whole_number(text)), ""),
        title=printable(row.get("title", "")),
        move_count=move_count,
        slides=cell("slides", count),
        shortest=cell("shortest", count),
        assisted=cell("assisted", flag, False),
        coached=cell("coached", flag, False),
        unranked=cell("unranked", one_of(RETRY, FIRST_MOVE), ""),
        penalty=cell("penalty", one_of(DNF, PLUS_2), ""),
        path=path,
        move_times=cell("move times", lambda text: _checked_times(text, len(path)), ""),
    )


def _checked_path(text: str, start: Board, goal: Board, move_count: int) -> str:
    """Return the moves that lead to ``goal``, from ``start`` unless some moves were undone."""
    moves = [Move.from_letter(letter) for letter in text]
    if goal.apply_all(invert_moves(moves)) != start and len(moves) >= move_count:
        raise ValueError
    return "".join(move.letter for move in moves)


def _checked_times(text: str, count: int) -> str:
    times = [whole_number(time, high=MAX_FIGURE) for time in text.split()]
    if len(times) != count:
        raise ValueError
    return " ".join(map(str, times))


# ---- csTimer ------------------------------------------------------------------------------------


def _cstimer_rows(data: Any) -> _Rows:
    keys = sorted(
        (key for key in data if re.fullmatch(r"session[0-9]{1,6}", key)),
        key=lambda key: whole_number(key.removeprefix("session")),
    )
    if not keys:
        raise ValueError("it has no sessions of csTimer")
    properties = data.get("properties")
    about = _parsed(properties.get("sessionData") if isinstance(properties, dict) else None)
    for key in keys:
        number = key.removeprefix("session")
        entry = about.get(number) if isinstance(about, dict) else None
        entry = entry if isinstance(entry, dict) else {}
        options = entry.get("opt")
        kind = str(options.get("scrType", "")) if isinstance(options, dict) else ""
        name = str(entry.get("name", number))
        name = f"csTimer {name}" if name == number else name
        solves = _parsed(data[key])
        for index, row in enumerate(solves if isinstance(solves, list) else [solves], 1):
            place = f"solve {index} of session {number}"
            yield place, partial(_cstimer_solve, row, name, kind)


def _parsed(value: Any) -> Any:
    """Return a value that csTimer may have written as JSON within a string."""
    try:
        return parse_json(value) if isinstance(value, str) else value
    except ValueError:
        return value


def _cstimer_solve(row: Any, session: str, kind: str) -> SolveRow:
    """Return a solve: [[penalty, milliseconds, ...], scramble, comment, seconds since 1970, ...].

    kind: The type of the session's scrambles; "" if unknown.
    """
    match row:
        case [[int(penalty), int(duration), *_], str(scramble), *more]:
            pass
        case _:
            raise RowError("not a solve of csTimer", quoted(str(row), 40))
    if kind and not _SLIDING.match(kind):
        raise RowError("another puzzle", quoted(kind, 40))
    if penalty not in _PENALTIES:
        raise RowError("invalid penalty", str(penalty))
    if not 0 <= duration <= 1000 * _LONGEST:
        raise RowError("invalid time", str(duration))
    comment, at = [*more, *("", 0)[len(more) :]][:2]  # old solves have no comment or no date
    if not isinstance(comment, str) or not isinstance(at, int | float) or not 0 <= at < 1e11:
        raise RowError("invalid comment or date", quoted(str(more), 40))
    return SolveRow(
        id=0,
        board=str(_scrambled(scramble, kind)),
        goal=goal_text(_solved(kind)),
        seed="",
        move_count=0,
        difficulty=Difficulty.MIXED,
        seconds=(duration + max(penalty, 0)) / 1000,
        solved_at=float(at),
        session=printable(session)[:_LONGEST_NAME],
        title=printable(comment),
        penalty=_PENALTIES[penalty],
    )


def _solved(kind: str) -> Board:
    side = 3 if kind.startswith("8") else 4
    return Board.solved(side, side)


def _scrambled(scramble: str, kind: str) -> Board:
    """Return the board after a scramble such as "D2 R U". Raises RowError if it is no such text.

    The letters are directions of tiles, or of the gap if the type of the scrambles contains an m.
    """
    steps = [_STEP.fullmatch(word) for word in scramble.split()]
    letters = [
        Move.from_letter(_DIRECTIONS[step[1]])
        for step in steps
        if step is not None
        for _ in range(whole_number(step[2] or "1"))
    ]
    if not letters or None in steps:
        raise RowError("not a scramble of a sliding puzzle", quoted(scramble, 40))
    moves = letters if "m" in kind else [move.inverse for move in letters]
    return _value("scramble", scramble, lambda: _solved(kind).apply_all(moves))  # type: ignore[no-any-return]


def import_text(imported: Iterable[SolveRow], added: int, repeated: int) -> list[str]:
    """Return sentences about an import: numbers of new solves and of solves that were stored."""
    names = {solve.session for solve in imported if solve.session}
    where = f" in {counted(len(names), 'session')}" if names else ""
    lines = [f"{counted(added, 'solve')} imported{where}."]
    if repeated:
        were = "was" if repeated == 1 else "were"
        lines.append(f"{counted(repeated, 'solve')} {were} stored before and not added again.")
    return lines
