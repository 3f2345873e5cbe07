"""A shared game: board, moves with times and mover as three lines for any chat.

It contains no characters that chats convert to formatting, quotes or smileys. The lines may be
joined, wrapped, quoted, and surrounded by other text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby, pairwise

from puzzler.board.board import Board
from puzzler.board.errors import BoardError, quoted
from puzzler.board.goal import GOALS
from puzzler.board.move import Move
from puzzler.board.numbers import whole_number
from puzzler.board.tokens import Token
from puzzler.formats.blocks import board_in_rows, sizes_in, token_at
from puzzler.formats.format import Contents, Format
from puzzler.formats.headers import goal_name
from puzzler.formats.moves import Letters, Mover, read_moves, resolve_moves, write_moves

MOVES_A_WORD = 20
"""Moves per word in a text without times."""

_ODD = re.compile(
    r"[^\S\n]|[>|\"'`*_~\u200b-\u200f\u2018-\u201f\u202a-\u202e\u2060\u2066-\u2069\ufeff\u00ab\u00bb]"
)
_HEAD = re.compile(r"\bpuzzler\s+(([0-9]{1,3})[x\u00d7]([0-9]{1,3}))(?=\s)", re.IGNORECASE)
_GOAL = re.compile(r"\bgoal\b", re.IGNORECASE)
_MOVES = re.compile(r"\bmoves\s+([0-9]{1,7})(?![\w.])(?:\s+in\s+(\S+)\s+s\b)?", re.IGNORECASE)
_END = re.compile(r"\beach\s+letter\s+moves\s+the\s+(\w+)", re.IGNORECASE)
_WORD = re.compile(r"[^\s,;]+")
_BETWEEN = re.compile(r"[\W_]+")
_NUMBER = re.compile(r"(?<!\S)[0-9]\S*")
_TIME = re.compile(r"[0-9]{1,7}\.[0-9]{2}")


def is_plausible(text: str) -> bool:
    """Whether the word Puzzler precedes a size."""
    return _HEAD.search(_ODD.sub(" ", text)) is not None


def read(text: str) -> Contents:
    """Parse the board, goal, moves and times. Text around them is ignored."""
    plain = _ODD.sub(" ", text)
    head = _HEAD.search(plain)
    if head is None:
        raise BoardError("a shared game starts with a line such as: Puzzler 3x3 1,2,3; 4,5 ..")
    if other := _HEAD.search(plain, head.end()):
        raise token_at(plain, other[0], other.start()).error("a second board starts here")
    end = _END.search(plain, head.end())
    if end is None:
        raise BoardError("the last line is missing: Each letter moves the blank")
    counted = _MOVES.search(plain, head.end(), end.start())
    if counted is None:
        raise BoardError("the line with the moves is missing, such as: Moves 0")
    start, goal = _boards(plain, head, counted.start())
    letters, times = _moves(plain, counted, end.start())
    if len(letters.moves) != whole_number(counted[1]):
        raise token_at(plain, counted[1], counted.start(1)).error(
            f"{counted[1]} moves are announced, but {len(letters.moves)} follow"
        )
    try:
        mover = Mover(end[1].lower())
    except ValueError:
        raise token_at(plain, end[1], end.start(1)).error(
            f"{quoted(end[1])} cannot move: it must be the blank or the tile"
        ) from None
    moves = resolve_moves(start, goal, letters, mover)
    return Contents(start=start, goal=goal, moves=moves or None, times=times or None)


def write(contents: Contents) -> str:
    """Format three lines. Times are rounded to hundredths of a second."""
    start, moves = contents.start, contents.moves or ()
    goal = contents.goal or Board.solved(*start.size)
    size = f"{start.rows}x{start.columns}"
    lines = [f"Puzzler {size} {_tiles(start)}{_goal(goal)}", f"Moves {len(moves)}"]
    if moves and contents.times:
        clock = [0, *accumulate((round(time * 100) for time in contents.times), max)]
        lines[1] += f" in {_seconds(clock[-1])} s {' '.join(_timed(moves, clock))}"
    else:
        for first in range(0, len(moves), MOVES_A_WORD):
            lines[1] += f" {write_moves(moves[first : first + MOVES_A_WORD])}"
    return "\n".join([*lines, f"Each letter moves the {Mover.BLANK.value}"])


def _boards(text: str, head: re.Match[str], end: int) -> tuple[Board, Board | None]:
    rows, columns = sizes_in(head)
    divided = _GOAL.search(text, head.end(), end)
    if divided is None:
        return _board(rows, columns, list(_words(text, head.end(), end)), text, end), None
    words = list(_words(text, divided.end(), end))
    start_words = list(_words(text, head.end(), divided.start()))
    start = _board(rows, columns, start_words, text, divided.start())
    name = _BETWEEN.sub("-", " ".join(word.text for word in words).lower())
    if name in GOALS:
        return start, GOALS[name](rows, columns)
    return start, _board(rows, columns, words, text, end)


def _board(rows: int, columns: int, words: list[Token], text: str, end: int) -> Board:
    """Build the board from ``words``, which end at index ``end``. Raises BoardError."""
    for word in words:
        if not (word.text.isascii() and word.text.isdigit()):
            raise word.error(f"{quoted(word.text)} is not a tile: tiles are numbers")
    if len(words) != rows * columns:
        last = words[-1] if words else token_at(text, "", end)
        raise last.error(f"a {rows}x{columns} board has {rows * columns} tiles, not {len(words)}")
    return board_in_rows(words, columns)


def _moves(text: str, counted: re.Match[str], end: int) -> tuple[Letters, tuple[float, ...] | None]:
    """Return the letters, and the seconds from the start to each move, or None without times."""
    first = counted.end()
    place = token_at(text, "", first)
    segment = text[first:end]
    if counted[2] is None:
        return read_moves(segment, place.line, place.column), None
    only_letters = _NUMBER.sub(lambda match: " " * len(match[0]), segment)
    letters = read_moves(only_letters, place.line, place.column)
    clock, times, waiting = 0, list[float](), 0
    counts: dict[str, int] = {}
    for word in _words(text, first, end):
        if not word.text[0].isdigit():
            if word.text not in counts:  # a few words are repeated often
                counts[word.text] = len(read_moves(word.text).moves)
            waiting += counts[word.text]
            continue
        passed = _hundredths_of(word)
        if not waiting:
            raise word.error(f"the time {word.text} must follow a move")
        clock += passed
        times += [clock / 100] * waiting
        waiting = 0
    if waiting:
        raise letters.token(len(times)).error(f"move {len(times) + 1} has no time")
    total = token_at(text, counted[2], counted.start(2))
    if clock != _hundredths_of(total):
        raise total.error(
            f"{counted[2]} seconds are announced, but the times add up to {_seconds(clock)}"
        )
    return letters, tuple(times)


def _hundredths_of(word: Token) -> int:
    if not _TIME.fullmatch(word.text):
        raise word.error(f"{quoted(word.text)} is not a time in seconds with two decimals")
    return whole_number(word.text.replace(".", ""))


def _words(text: str, first: int, end: int) -> Iterator[Token]:
    line = text.count("\n", 0, first) + 1
    line_start, counted_to = text.rfind("\n", 0, first) + 1, first
    for match in _WORD.finditer(text, first, end):
        if breaks := text.count("\n", counted_to, match.start()):
            line += breaks
            line_start = text.rfind("\n", 0, match.start()) + 1
        counted_to = match.start()
        yield Token(match[0], line, match.start() - line_start + 1)


def _tiles(board: Board) -> str:
    return "; ".join(",".join(map(str, row)) for row in board.grid)


def _goal(goal: Board) -> str:
    if goal == Board.solved(*goal.size):
        return ""
    name = goal_name(goal)  # chats may change a hyphen to a dash or break the line after it
    return f" goal {_tiles(goal) if name is None else name.replace('-', ' ')}"


def _timed(moves: Sequence[Move], clock: Sequence[int]) -> Iterator[str]:
    """Yield moves made at the same time, with the seconds since the previous moves."""
    since = [after - before for before, after in pairwise(clock)]
    timed = zip(moves, clock[1:], since, strict=True)
    for _, group in groupby(timed, key=lambda item: item[1]):
        items = list(group)
        yield f"{write_moves([move for move, _, _ in items])} {_seconds(items[0][2])}"


def _seconds(hundredths: int) -> str:
    return f"{hundredths // 100}.{hundredths % 100:02}"


FORMAT = Format(
    name="share",
    title="Puzzler game",
    summary="board, moves and times as three lines that you can paste into any chat",
    rank=50,
    pattern=re.compile(r"[0-9][xX\u00d7][0-9]"),
    is_plausible=is_plausible,
    read=read,
    example=(
        "Puzzler 3x3 1,2,3; 0,5,6; 4,7,8\n"
        "Moves 3 in 1.46 s D 0.75 R2 0.71\n"
        "Each letter moves the blank"
    ),
    write=write,
    suffix=".puzzler",
)
