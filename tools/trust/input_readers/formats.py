"""How texts with boards are tried in every format, and what all readers of ``inputs.py`` share."""

from __future__ import annotations

import io
import json
import random
import re
import tracemalloc
from collections import Counter
from dataclasses import dataclass, field
from functools import cache

from puzzler.board.board import Board
from puzzler.board.errors import BoardError, UnsolvableError
from puzzler.board.move import Move
from puzzler.board.parity import is_solvable
from puzzler.board.scenario import Problem
from puzzler.cli.output import LONGEST_LINE, escape_controls
from puzzler.formats.format import Contents
from puzzler.formats.reading import TextSource
from puzzler.formats.registry import FORMATS, AmbiguousError, candidates, readings
from puzzler.search.solve import solve
from tools.trust.harness import ROOT, Fault

SHAPES = ((2, 2), (2, 3), (3, 2), (3, 3), (4, 4), (2, 5), (5, 5), (10, 10))
SOLVED_SHARE = 0.01
"""Of the small boards that are read, so many are solved."""
LONGEST_MESSAGE = len("puzzler: ") + LONGEST_LINE
"""Characters: of one that names three readings of large boards."""

BLOCK = re.compile(r"^```[a-z]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass
class Told:
    """What came of many inputs."""

    done: int = 0
    read: Counter[str] = field(default_factory=Counter)
    """Inputs that were read as something, by reader or by format."""
    ambiguous: int = 0
    unsolvable: int = 0
    solved: int = 0
    slowest: float = 0.0
    largest: int = 0
    """Bytes that one of the sampled inputs took at most."""
    faults: list[str] = field(default_factory=list)

    def add(self, other: Told) -> None:
        """Take over what another one has found."""
        self.done += other.done
        self.read += other.read
        self.ambiguous += other.ambiguous
        self.unsolvable += other.unsolvable
        self.solved += other.solved
        self.slowest = max(self.slowest, other.slowest)
        self.largest = max(self.largest, other.largest)
        self.faults += other.faults


def check_message(words: str) -> None:
    """Fault unless it is one line that a person can be shown."""
    if not words or escape_controls(words) != words or "\n" in words:
        raise Fault(f"a message that is not one printable line: {words!r}")
    if len(words) > LONGEST_MESSAGE:
        raise Fault(f"a message of {len(words):,} characters: {words[:200]!r}")


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


# ---- texts with boards ----------------------------------------------------------------------


@cache
def texts() -> tuple[str, ...]:
    """Texts that are right, or nearly."""
    found = [form.example for form in FORMATS.values()]
    for file in sorted((ROOT / "tests" / "data").glob("*.txt")):
        lines = file.read_text(encoding="utf-8").splitlines()
        found += ["\n".join(lines[:4]), lines[-1]]
    for page in ("formats", "command-line"):
        found += BLOCK.findall((ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8"))
    return tuple(dict.fromkeys([*found, json.dumps(ANSWER), TRACE, REVIEW, TABLE]))


def written(chance: random.Random) -> str:
    """What one of the formats writes for a random board; an example where it cannot say that."""
    rows, columns = chance.choice(SHAPES)
    tiles = list(range(rows * columns))
    chance.shuffle(tiles)
    start = board = Board(rows, columns, tuple(tiles))
    moves: list[Move] = []
    for _ in range(chance.choice((0, 0, 3, 12))):
        moves.append(chance.choice(board.legal_moves()))
        board = board.apply(moves[-1])
    goal = chance.choice((None, board, Board.solved(rows, columns)))
    weight = chance.choice((None, None, 1.5))
    contents = Contents(start=start, goal=goal, weight=weight, moves=tuple(moves) or None)
    write = chance.choice([form.write for form in FORMATS.values() if form.write])
    try:
        return write(contents)
    except BoardError:
        return chance.choice(texts())


# ---- checks of what formats read ------------------------------------------------------------


def _checked_readings(text: str) -> dict[str, Contents]:
    """What each format that recognises ``text`` makes of it, where it makes something of it."""
    found = {}
    for form in candidates(text):
        contents = _read_as(text, form.name)
        if contents is not None:
            found[form.name] = contents
    return found


def _read_as(text: str, name: str) -> Contents | None:
    try:
        (reading,) = readings(text, name)
    except BoardError as error:
        _check_error(error, text)
        return None
    return reading.contents


def _check_error(error: BoardError, text: str) -> None:
    check_message(str(error))
    lines = text.split("\n")
    if error.line is not None and not 1 <= error.line <= len(lines) + 1:
        raise Fault(f"there is no line {error.line}: {error}")
    if error.line is not None and error.column is not None and error.line <= len(lines):
        line = lines[error.line - 1]
        if not 1 <= error.column <= len(line) + 1:
            raise Fault(f"there is no column {error.column} in line {error.line}: {error}")


def _check_contents(contents: Contents, chance: random.Random, told: Told) -> None:
    start, goal = contents.start, contents.goal or Board.solved(*contents.start.size)
    if goal.size != start.size:
        raise Fault(f"the goal {goal} has another shape than {start}")
    board = start
    for move in contents.moves or ():
        if move not in board.legal_moves():
            raise Fault(f"{move} is not legal on {board}")
        board = board.apply(move)
    if contents.times is not None and len(contents.times) != len(contents.moves or ()):
        raise Fault("there are not as many times as moves")
    solvable = is_solvable(start, goal)
    told.unsolvable += not solvable
    # the room of a search has a limit of its own, and is no input's memory
    is_tried = chance.random() < SOLVED_SHARE and not tracemalloc.is_tracing()
    if len(start.tiles) <= 9 and is_tried:
        _check_solved(start, goal, is_promised=solvable)
        told.solved += 1


def _check_solved(start: Board, goal: Board, *, is_promised: bool) -> None:
    try:
        Problem(start, goal)
    except UnsolvableError:
        if is_promised:
            raise Fault(f"{start} to {goal} is solvable, and called unsolvable") from None
        return
    board = start
    for move in solve(start, goal).moves:
        board = board.apply(move)
    if board != goal or not is_promised:
        raise Fault(f"{start} to {goal} is not solved")


def _check_round_trip(contents: Contents) -> None:
    """What a format can write of what it has read, it reads as the same board, goal and moves.

    A weight or labels may be left out: scramble reads boards in other formats, and writes its own.
    """
    form = FORMATS[contents.form]
    if form.write is None:
        return
    try:
        text = form.write(contents)
    except BoardError:
        return
    again = _read_as(text, form.name)
    if again is None or _puzzle(again) != _puzzle(contents):
        raise Fault(f"{form.name} writes {text!r} and reads {again}")


def _check_silence(text: str, found: dict[str, Contents]) -> bool:
    """Whether formats differ, which is said where no format is named."""
    meanings = {_meaning(contents) for contents in found.values()}
    try:
        single = readings(text)
    except BoardError as error:
        if found:
            raise Fault(f"{', '.join(found)} can read it, and yet: {error}") from None
        return False
    if len(single) != len(meanings) or {_meaning(each.contents) for each in single} != meanings:
        raise Fault(f"{len(meanings)} meanings, and {len(single)} are told")
    if len(single) > 1:
        check_message(str(AmbiguousError(single)))
    return len(meanings) > 1


def _meaning(contents: Contents) -> tuple[object, ...]:
    """What makes two readings different; written anew, not to trust the registry."""
    return *_puzzle(contents), contents.labels, contents.weight


def _puzzle(contents: Contents) -> tuple[object, ...]:
    goal = contents.goal or Board.solved(*contents.start.size)
    return contents.start, goal, contents.moves


def _check_source(text: str, chance: random.Random) -> None:
    """The same as bytes, damaged now and then, as a file with one board and as one with many."""
    data = text.encode("utf-8", errors="surrogatepass")
    if data and chance.random() < 0.3:
        place = chance.randrange(len(data))
        data = data[:place] + bytes([chance.randrange(256)]) + data[place + 1 :]
    source = TextSource("fuzz.txt", lambda: io.BytesIO(data))
    try:
        source.read()
    except BoardError as error:
        check_message(str(error))
    try:
        for line in source.lines():
            try:
                source.read_line(line)
            except BoardError as error:
                check_message(str(error))
    except BoardError as error:
        check_message(str(error))


def formats_read(text: str, chance: random.Random, told: Told) -> None:
    """A text in all formats, and as bytes."""
    found = _checked_readings(text)
    told.ambiguous += _check_silence(text, found)
    other = chance.choice(list(FORMATS))  # what somebody insists on, however little it looks so
    if other not in found:
        _read_as(text, other)
    if chance.random() < 0.05:
        _check_source(text, chance)
    for name, contents in found.items():
        told.read[name] += 1
        _check_contents(contents, chance, told)
        if chance.random() < 0.1:
            _check_round_trip(contents)
