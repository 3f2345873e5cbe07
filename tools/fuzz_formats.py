"""Reads a great many spoilt texts in every format: a million take some minutes.

    nice python tools/fuzz_formats.py --count 1000000 --seed 1 --jobs 2

Each text is an example of a format, a file of the tests, or what a format writes for a random
board, changed here and there. Whatever it is, reading it gives a puzzle or a ``BoardError`` of one
line that names a place in the text; what is read is solvable or is called unsolvable, which for
some small boards is tried out; and where two formats make different things of it, that is said.
What is wrong is printed with the text, and the exit status is 1. The same seed and count give the
same texts, whatever the jobs. Ctrl-C ends it and tells what came of it by then.
"""

from __future__ import annotations

import argparse
import io
import os
import random
import re
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from multiprocessing import get_context
from pathlib import Path

from puzzler.board.board import Board
from puzzler.board.errors import BoardError, UnsolvableError
from puzzler.board.move import Move
from puzzler.board.parity import is_solvable
from puzzler.formats.format import Contents
from puzzler.formats.reading import Source
from puzzler.formats.registry import FORMATS, AmbiguousError, candidates, readings

ROOT = Path(__file__).parent.parent
SHAPES = ((2, 2), (2, 3), (3, 2), (3, 3), (4, 4), (2, 5), (5, 5), (10, 10))
CHUNK = 2000
"""Texts of one seed of their own: what one process does in one go."""
LONGEST = 20_000
"""Characters of a text; what grows beyond is cut."""
SLOW = 1.0
"""Seconds of the processor for one text, in all formats, that are too many."""
SOLVED_SHARE = 0.02
"""Of the small boards that are read, so many are solved."""
MOST_TOLD = 20

_BLOCK = re.compile(r"^```[a-z]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_WORD = re.compile(r"[^\s,/:]+")
_SPICES = (
    *" \t\n\r\f\v\0,/:;#_*.-+xX=()[]{}\"'`~^|\\<>!?%&@0123456789UDLRudlrABab",
    "\r\n", "\n\n", "\n\n\n", "  ", "\u00a0", "\u2003", "\u2028", "\u2029", "\u0085", "\ufeff",
    "\u200b", "\u2019", "\u201c", "\u2212", "\u00b2", "\u0663", "\u2460", "\uff11", "é", "ß", "İ",
    "\U0001f600", "\ud800", "# ", "# goal: snail\n", "# moves: tile\n", "moves: blank\n", "4x4\n",
    "3x3:", "-1", "00", "1e3", "1.5", "nan", "9" * 30, "9" * 5000, "> ", "U2R3", "U0", "R99999999",
)  # fmt: skip


@dataclass
class Told:
    """What one process has found."""

    read: int = 0
    by_form: Counter[str] = field(default_factory=Counter)
    ambiguous: int = 0
    unsolvable: int = 0
    solved: int = 0
    slowest: float = 0.0
    faults: list[str] = field(default_factory=list)

    def add(self, other: Told) -> None:
        """Take over what another one has found."""
        self.read += other.read
        self.by_form += other.by_form
        self.ambiguous += other.ambiguous
        self.unsolvable += other.unsolvable
        self.solved += other.solved
        self.slowest = max(self.slowest, other.slowest)
        self.faults += other.faults


class Wrong(Exception):  # noqa: N818  it is what this program looks for
    """What should never happen."""


# ---- texts ----------------------------------------------------------------------------------


@cache
def examples() -> tuple[str, ...]:
    """Texts that are right, or nearly."""
    found = [form.example for form in FORMATS.values()]
    for file in sorted((ROOT / "tests" / "data").glob("*.txt")):
        lines = file.read_text(encoding="utf-8").splitlines()
        found += ["\n".join(lines[:4]), lines[-1]]
    page = ROOT / "docs" / "formats.md"
    if page.exists():
        found += _BLOCK.findall(page.read_text(encoding="utf-8"))
    return tuple(dict.fromkeys(found))


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
    contents = Contents(start, goal, weight=weight, moves=tuple(moves) or None)
    write = chance.choice([form.write for form in FORMATS.values() if form.write])
    try:
        return write(contents)
    except BoardError:
        return chance.choice(examples())


def text_of(chance: random.Random) -> str:
    """A text, spoilt in up to six places; one in fifty is as it was."""
    text = written(chance) if chance.random() < 0.4 else chance.choice(examples())
    for _ in range(0 if chance.random() < 0.02 else chance.choice((1, 1, 1, 2, 2, 3, 6))):
        text = chance.choice(CHANGES)(text, chance)[:LONGEST]
    return text


def _place(text: str, chance: random.Random) -> tuple[int, int]:
    first = chance.randint(0, len(text))
    return first, min(len(text), first + chance.choice((0, 1, 1, 1, 2, 5, 40)))


def _spice(text: str, chance: random.Random) -> str:
    first, last = _place(text, chance)
    return text[:first] + chance.choice(_SPICES) * chance.choice((1, 1, 1, 1, 2, 30)) + text[last:]


def _cut(text: str, chance: random.Random) -> str:
    first, last = _place(text, chance)
    return chance.choice((text[:first] + text[last:], text[:first], text[first:]))


def _double(text: str, chance: random.Random) -> str:
    first, last = _place(text, chance)
    return text[:last] + text[first:last] * chance.choice((1, 1, 2, 100)) + text[last:]


def _word(text: str, chance: random.Random) -> str:
    """Another word in place of one: of the text, or a number, or a letter."""
    words = list(_WORD.finditer(text))
    if not words:
        return text
    old, other = chance.choice(words), chance.choice(words)[0]
    number = str(chance.choice((-1, 0, 1, 2, 8, 9, 15, 16, 99, 100, 10**9)))
    new = chance.choice((other, other, number, old[0] + "x", "", chance.choice("ABCÄΩ漢_")))
    return text[: old.start()] + new + text[old.end() :]


def _swap(text: str, chance: random.Random) -> str:
    """Two words in each other's place: often another board."""
    words = list(_WORD.finditer(text))
    if len(words) < 2:
        return text
    one, two = sorted(chance.sample(range(len(words)), 2))
    one_word, two_word = words[one], words[two]
    between = text[one_word.end() : two_word.start()]
    return text[: one_word.start()] + two_word[0] + between + one_word[0] + text[two_word.end() :]


def _lines(text: str, chance: random.Random) -> str:
    """A line moved, doubled, left out, indented, joined or made a comment."""
    lines = text.split("\n")
    here, there = chance.randrange(len(lines)), chance.randrange(len(lines))
    change = chance.randrange(7)
    if change == 0:
        lines[here], lines[there] = lines[there], lines[here]
    elif change == 1:
        lines.insert(there, lines[here])
    elif change == 2:
        del lines[here]
    elif change == 3:
        lines[here] = chance.choice((" ", "  ", "\t", "> ", "# ")) + lines[here]
    elif change == 4:
        return chance.choice((" ", ",", "/", "\r\n", "\n\n")).join(lines)
    elif change == 5:
        lines = [line.strip() for line in lines]
    else:
        lines[here] = lines[here].swapcase()
    return "\n".join(lines)


def _splice(text: str, chance: random.Random) -> str:
    """A piece of another text put in."""
    other = chance.choice(examples())
    first, last = _place(text, chance)
    begin, end = sorted((chance.randint(0, len(other)), chance.randint(0, len(other))))
    return text[:first] + other[begin:end] + text[last:]


CHANGES: Sequence[Callable[[str, random.Random], str]] = (
    _spice, _spice, _cut, _double, _word, _swap, _swap, _swap, _swap, _lines, _lines, _splice
)  # fmt: skip


# ---- checks ---------------------------------------------------------------------------------


def check(text: str, chance: random.Random, told: Told) -> None:
    """Wrong where anything about ``text`` is not as it should be."""
    began = time.process_time()
    found = _checked_readings(text)
    told.read += bool(found)
    told.ambiguous += _check_silence(text, found)
    other = chance.choice(list(FORMATS))  # what somebody insists on, however little it looks so
    if other not in found:
        _read_as(text, other)
    if chance.random() < 0.05:
        _check_source(text, chance)
    seconds = time.process_time() - began
    told.slowest = max(told.slowest, seconds)
    if seconds > SLOW:
        raise Wrong(f"took {seconds:.1f} s")
    for name, contents in found.items():
        told.by_form[name] += 1
        _check_contents(contents, chance, told)
        if chance.random() < 0.1:
            _check_round_trip(contents)


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
    _check_printable(error)
    lines = text.split("\n")
    if error.line is not None and not 1 <= error.line <= len(lines) + 1:
        raise Wrong(f"there is no line {error.line}: {error}")
    if error.line is not None and error.column is not None and error.line <= len(lines):
        line = lines[error.line - 1]
        if not 1 <= error.column <= len(line) + 1:
            raise Wrong(f"there is no column {error.column} in line {error.line}: {error}")


def _check_contents(contents: Contents, chance: random.Random, told: Told) -> None:
    start, goal = contents.start, contents.goal or Board.solved(*contents.start.size)
    if goal.size != start.size:
        raise Wrong(f"the goal {goal} has another shape than {start}")
    board = start
    for move in contents.moves or ():
        if move not in board.legal_moves():
            raise Wrong(f"{move} is not legal on {board}")
        board = board.apply(move)
    if contents.times is not None and len(contents.times) != len(contents.moves or ()):
        raise Wrong("there are not as many times as moves")
    solvable = is_solvable(start, goal)
    told.unsolvable += not solvable
    if len(start.tiles) <= 9 and chance.random() < SOLVED_SHARE:
        _check_solved(start, goal, is_promised=solvable)
        told.solved += 1


def _check_solved(start: Board, goal: Board, *, is_promised: bool) -> None:
    from puzzler.board.scenario import Problem
    from puzzler.search.solve import solve

    try:
        Problem(start, goal)
    except UnsolvableError:
        if is_promised:
            raise Wrong(f"{start} to {goal} is solvable, and called unsolvable") from None
        return
    board = start
    for move in solve(start, goal).moves:
        board = board.apply(move)
    if board != goal or not is_promised:
        raise Wrong(f"{start} to {goal} is not solved")


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
        raise Wrong(f"{form.name} writes {text!r} and reads {again}")


def _check_silence(text: str, found: dict[str, Contents]) -> bool:
    """Whether formats differ, which is said where no format is named."""
    meanings = {_meaning(contents) for contents in found.values()}
    try:
        single = readings(text)
    except BoardError as error:
        if found:
            raise Wrong(f"{', '.join(found)} can read it, and yet: {error}") from None
        return False
    if len(single) != len(meanings) or {_meaning(each.contents) for each in single} != meanings:
        raise Wrong(f"{len(meanings)} meanings, and {len(single)} are told")
    if len(single) > 1:
        _check_printable(AmbiguousError(single))
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
    source = Source("fuzz.txt", lambda: io.BytesIO(data))
    try:
        source.read()
    except BoardError as error:
        _check_printable(error)
    try:
        for line in source.lines():
            try:
                source.read_line(line)
            except BoardError as error:
                _check_printable(error)
    except BoardError as error:
        _check_printable(error)


def _check_printable(error: BoardError) -> None:
    message = str(error)
    if not message or not message.isprintable():
        raise Wrong(f"{type(error).__name__} with a message that is not one line: {message!r}")


# ---- the run --------------------------------------------------------------------------------


def run(seed: int, count: int) -> Told:
    """So many texts of one seed; no fault ends it."""
    chance = random.Random(seed)
    told = Told()
    for _ in range(count):
        text = text_of(chance)
        try:
            check(text, chance, told)
        except Wrong as wrong:
            told.faults.append(f"{wrong}\n    in {text[:500]!r}")
        except Exception as error:
            told.faults.append(f"{type(error).__name__}: {error}\n    in {text[:500]!r}")
    return told


def runs(seed: int, count: int, jobs: int) -> Iterator[Told]:
    """The same in chunks, in so many processes."""
    chunks = [min(CHUNK, count - first) for first in range(0, count, CHUNK)]
    seeds = [random.Random(f"{seed} {number}").getrandbits(64) for number in range(len(chunks))]
    if jobs == 1:
        yield from map(run, seeds, chunks)
        return
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _hear_nothing)
    try:
        yield from pool.map(run, seeds, chunks)
    finally:
        pool.shutdown(cancel_futures=True)


def _hear_nothing() -> None:
    """Ctrl-C is for the process that counts."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def natural(text: str) -> int:
    """A whole number from 0; ValueError where it is none, which argparse says."""
    number = int(text)
    if number < 0:
        raise ValueError
    return number


def main() -> int:
    """Run as the command line says; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--count", type=natural, default=20_000, help="texts (default: 20,000)")
    parser.add_argument("--seed", type=int, default=1, help="of all that is random (default: 1)")
    parser.add_argument(
        "--jobs", type=natural, default=0, help="processes; 0 is one for every core"
    )
    given = parser.parse_args()
    told, began, done = Told(), time.monotonic(), 0
    with suppress(KeyboardInterrupt):
        for part in runs(given.seed, given.count, given.jobs or os.cpu_count() or 1):
            told.add(part)
            for fault in part.faults[: max(0, MOST_TOLD - len(told.faults) + len(part.faults))]:
                print(fault, flush=True)
            done = min(given.count, done + CHUNK)
            if sys.stderr.isatty():
                print(f"\r{done:,} of {given.count:,}", end="", file=sys.stderr, flush=True)
    forms = ", ".join(f"{name} {count:,}" for name, count in told.by_form.most_common())
    print(
        f"{done:,} of {given.count:,} texts of seed {given.seed} in "
        f"{(time.monotonic() - began) / 60:.1f} min: {told.read:,} read ({forms}), "
        f"{told.ambiguous:,} ambiguous and said so, {told.unsolvable:,} unsolvable, "
        f"{told.solved:,} tried out, slowest {told.slowest * 1000:.0f} ms; "
        f"{len(told.faults):,} faults"
    )
    return 1 if told.faults or done < given.count else 0


if __name__ == "__main__":
    sys.exit(main())
