"""Reads texts with boards in every format, and checks the messages of all readers."""

from __future__ import annotations

import contextlib
import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from puzzler.board.board import Board
from puzzler.board.errors import BoardError, PuzzlerError
from puzzler.cli.output import LONGEST_LINE, escape_controls
from puzzler.formats.registry import FORMATS, candidates, readings
from tools.trust.harness import ROOT, Fault

LONGEST_MESSAGE = len("puzzler: ") + LONGEST_LINE
_PYTHON = re.compile(r"codec can't|int_max|recursion depth|invalid literal|NoneType|\[Errno")
BLOCK = re.compile(r"^```[a-z]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass
class Results:
    """The results of many inputs."""

    done: int = 0
    read: Counter[str] = field(default_factory=Counter)
    """Numbers of inputs without an error, by reader or by format."""
    slowest: float = 0.0
    faults: list[str] = field(default_factory=list)

    def add(self, other: Results) -> None:
        """Add the results of other inputs."""
        self.done += other.done
        self.read += other.read
        self.slowest = max(self.slowest, other.slowest)
        self.faults += other.faults


def check_message(message: str) -> None:
    """Raise Fault unless the message is one line that can be printed, in the program's words."""
    is_line = message and escape_controls(message) == message and "\n" not in message
    if not is_line or _PYTHON.search(message):
        raise Fault(f"a message that is not one line in the program's words: {message!r}")
    if len(message) > LONGEST_MESSAGE:
        raise Fault(f"a message of {len(message):,} characters: {message[:200]!r}")


@contextlib.contextmanager
def checked_errors() -> Iterator[None]:
    """Suppress the errors of a reader, and check their messages."""
    try:
        yield
    except (PuzzlerError, ValueError) as error:
        if not isinstance(error, PuzzlerError) and type(error) is not ValueError:
            raise  # such as a UnicodeError
        check_message(str(error))


ANSWER = json.loads(
    '{"status": "solved", "board": "1 2 3/0 5 6/4 7 8", "goal": "1 2 3/4 5 6/7 8 0", '
    '"algorithm": "astar", "heuristic": "manhattan", "weight": 1, "order": "UDLR", "ties": "lifo", '
    '"depth_limit": null, "goal_test": "late", "duplicates_found": "early", "pruning": true, '
    '"length": 3, "moves": "DRR", "tiles": [4, 7, 8], "optimal": true, "lower_bound": 3, '
    '"expanded": 3, "seconds": 9.8e-05, "line": 2, "promised": null}'
)
TRACE = (
    '{"expansion": 1, "board": "1 2 3/4 5 6/7 0 8", "parent": null, "g": 0, "h": 2, "f": 2, '
    '"successors": [{"board": "1 2 3/4 0 6/7 5 8", "move": "U", "g": 1, "outcome": "new"}]}'
)
REVIEW = (
    '{"status": "proven", "board": "1 2 3/0 5 6/4 7 8", "goal": "1 2 3/4 5 6/7 8 0", '
    '"length": 5, "moves": "RLDRR", "shortest": 3, "mistakes": [0], "at_least": [3, 4, 3, 2]}'
)
TABLE = "method,board,length,seconds\nastar,1 2 3/4 5 6/7 0 8,1,0.01\n"


@cache
def texts() -> tuple[str, ...]:
    """Texts with boards that are valid, or nearly."""
    found = [form.example for form in FORMATS.values()]
    for file in sorted((ROOT / "tests" / "data").glob("*.txt")):
        lines = file.read_text(encoding="utf-8").splitlines()
        found += ["\n".join(lines[:4]), lines[-1]]
    for page in ("formats", "command-line"):
        found += BLOCK.findall((ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8"))
    return tuple(dict.fromkeys([*found, json.dumps(ANSWER), TRACE, REVIEW, TABLE]))


def formats_read(text: str, chance: random.Random, results: Results) -> None:
    """Read a text in all formats."""
    recognised = [form.name for form in candidates(text)]
    for name in {*recognised, chance.choice(list(FORMATS))}:
        results.read[name] += _read_as(text, name)
    with contextlib.suppress(BoardError):
        readings(text)


def _read_as(text: str, name: str) -> bool:
    """Read a text in one format, and check the place of an error or the moves of the board."""
    try:
        (contents,) = readings(text, name)
    except BoardError as error:
        check_message(str(error))
        lines = text.split("\n")
        row, column = error.line or 1, error.column or 1
        last = len(lines[row - 1]) + 1 if 0 < row <= len(lines) else 1
        if not (1 <= row <= len(lines) + 1 and (column <= last or row > len(lines))):
            raise Fault(f"there is no such place: {error}") from None
        return False
    board, goal = contents.start, contents.goal or Board.solved(*contents.start.size)
    if goal.size != board.size:
        raise Fault(f"the goal {goal} has another shape than {board}")
    for move in contents.moves or ():
        if move not in board.legal_moves():
            raise Fault(f"{move} is not legal on {board}")
        board = board.apply(move)
    if contents.times is not None and len(contents.times) != len(contents.moves or ()):
        raise Fault("the numbers of times and of moves differ")
    return True
