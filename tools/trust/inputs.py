"""Reads a great many spoilt inputs with every reader: a million take about half an hour.

    PYTHONPATH=. nice python tools/trust/inputs.py --count 1000000 --seed 1

Each input is an example of a text format, a pasted text, a lesson, an answer, a setting, a
picture or a command line with random changes. ``input_readers`` reads it. Reading must
return a result or raise an error of one printable line within half a second of the processor and
50 MB of peak memory. Each fault is printed with the command that repeats it, and the exit status is
1. The same seed gives the same inputs for any number of jobs. Ctrl-C ends the run and prints the
results so far.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import logging
import random
import re
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any
from unittest.mock import patch

from puzzler.board.errors import PuzzlerError
from tools.trust.harness import Fault
from tools.trust.input_readers.formats import Results, check_message, texts
from tools.trust.input_readers.readers import READERS

CHUNK = 2000
"""Inputs of one task of a process."""
LONGEST = 20_000
"""Characters of an input. Longer ones are cut."""
SLOW = 0.5
"""Seconds of the reading thread's processor time that are too many for one input."""
MAX_MEMORY = 50_000_000
MAX_REPORTS = 20

NUMBERS = ("9" * 5000, "0", "\u00b2", "\u0663", "1e400", "-0")
"""Numbers that replace digits."""
_DIGITS = re.compile(r"[0-9]+")
_KEY = re.compile(r"^[\w-]+(?= *=)", re.MULTILINE)
_WORD = re.compile(r"[^\s,/:]+")
_SPICES = (
    *" \t\n\r\f\v\0,/:;#_*.-+xX=()[]{}\"'`~^|\\<>!?%&@0123456789UDLRudlrABab",
    "\r\n", "\n\n", "\n\n\n", "  ", "\u00a0", "\u2003", "\u2028", "\u2029", "\u0085", "\ufeff",
    "\u200b", "\u2019", "\u201c", "\u2212", "\u00b2", "\u0663", "\u2460", "\uff11", "é", "ß", "İ",
    "\U0001f600", "\ud800", "# ", "# goal: snail\n", "# moves: tile\n", "moves: blank\n", "4x4\n",
    "3x3:", "-1", "00", "1e3", "1.5", "nan", "9" * 30, "9" * 5000, "> ", "U2R3", "U0", "R99999999",
    "\x1b[31m", "\\u001b[2J", "\x9b", "\u202e", "inf", "null", "true", "0x" + "f" * 5000,
    "1979-05-27", "[" * 3000, "{a=" * 500, '{"a":' * 2000, "a." * 40, '"""', "'''",
    "[[step]]\n", "[step.claims]\n", "layer." + "1" * 4500 + " = 1\n", "{expanded}",
    "**", "- ", "| a | b\n", "\\", "--", "=", "1e999",
)  # fmt: skip
_ODD = (None, True, -1, 0, 10**30, 1e308, "", "x", "\x1b[31m", [], {}, [[[]]], "9" * 5000)


def _place(text: str, chance: random.Random) -> tuple[int, int]:
    first = chance.randint(0, len(text))
    return first, min(len(text), first + chance.choice((0, 1, 1, 1, 2, 5, 40)))


def _replace(
    pattern: re.Pattern[str],
    text: str,
    chance: random.Random,
    new: Callable[[str], str],
    is_all: bool,
) -> str:
    """Replace all matches of a pattern, or one of them."""
    if is_all:
        return pattern.sub(lambda match: new(match[0]), text)
    matches = list(pattern.finditer(text))
    if not matches:
        return text
    match = chance.choice(matches)
    return text[: match.start()] + new(match[0]) + text[match.end() :]


def _spice(text: str, chance: random.Random) -> str:
    first, last = _place(text, chance)
    return text[:first] + chance.choice(_SPICES) * chance.choice((1, 1, 1, 1, 2, 30)) + text[last:]


def _repeat(text: str, chance: random.Random) -> str:
    """Delete or repeat a part of the text, or all before or after it."""
    first, last = _place(text, chance)
    piece = text[first:last] * chance.choice((0, 0, 2, 3, 101))
    return chance.choice((text[:first] + piece + text[last:],) * 4 + (text[:first], text[first:]))


def _word(text: str, chance: random.Random) -> str:
    """Replace a word by another word of the text, a number or a letter."""
    other = chance.choice(_WORD.findall(text) or [""])
    number = str(chance.choice((-1, 0, 1, 2, 8, 9, 15, 16, 99, 100, 10**9)))
    forms = other, other, number, "{}x", "", chance.choice("ABCÄΩ漢_")
    form = chance.choice(forms)
    return _replace(_WORD, text, chance, lambda old: form.replace("{}", old[0]), is_all=False)


def _number(text: str, chance: random.Random) -> str:
    """Replace each run of digits, or one of them, by a number that Python might misread."""
    number = chance.choice(NUMBERS)
    return _replace(_DIGITS, text, chance, lambda _: number, is_all=chance.random() < 0.5)


def _key(text: str, chance: random.Random) -> str:
    """Replace each TOML key, or one of them, by a quoted or a dotted one."""
    number = chance.choice(NUMBERS)
    forms = f'"{{}}.{number}"', '"{}"', "{}.{}", "{}." * 40 + "x", f'{{}}."{number}"'
    form = chance.choice(forms)
    is_all = chance.random() < 0.5
    return _replace(_KEY, text, chance, lambda key: form.replace("{}", key), is_all=is_all)


def _swap(text: str, chance: random.Random) -> str:
    """Exchange two words, which often gives another board."""
    words = list(_WORD.finditer(text))
    if len(words) < 2:
        return text
    one, two = sorted(chance.sample(range(len(words)), 2))
    one_word, two_word = words[one], words[two]
    between = text[one_word.end() : two_word.start()]
    return text[: one_word.start()] + two_word[0] + between + one_word[0] + text[two_word.end() :]


def _lines(text: str, chance: random.Random) -> str:
    """Move, repeat, delete, indent or comment out a line, or join or strip all lines."""
    lines = text.split("\n")
    here, there = chance.randrange(len(lines)), chance.randrange(len(lines))
    line = lines[here]
    prefix = chance.choice((" ", "  ", "\t", "> ", "# "))
    lines[here : here + 1] = chance.choice(([], [line, line], [prefix + line], [line.swapcase()]))
    if chance.random() < 0.4:
        lines.insert(there, line)
    if chance.random() < 0.15:
        lines = [line.strip() for line in lines]
    return chance.choice((*["\n"] * 9, " ", ",", "/", "\r\n", "\n\n")).join(lines)


def _splice(text: str, chance: random.Random) -> str:
    """Insert a piece of another text."""
    other = chance.choice(texts())
    first, last = _place(text, chance)
    begin, end = sorted((chance.randint(0, len(other)), chance.randint(0, len(other))))
    return text[:first] + other[begin:end] + text[last:]


def _value(text: str, chance: random.Random) -> str:
    """Replace a value in a JSON object."""
    try:
        document = inside = json.loads(text)
        while isinstance(inside, dict | list) and inside:
            key: Any = chance.choice(
                list(inside) if isinstance(inside, dict) else range(len(inside))
            )
            if not isinstance(inside[key], dict | list) or chance.random() < 0.3:
                inside[key] = chance.choice((*_ODD, inside[key] * 3 if inside[key] else 7))
                return json.dumps(document)
            inside = inside[key]
    except (ValueError, TypeError, RecursionError):
        pass
    return _word(text, chance)


CHANGES: Sequence[Callable[[str, random.Random], str]] = (
    _spice, _spice, _repeat, _repeat, _word, _number, _number, _key, _swap, _swap, _swap, _swap,
    _lines, _lines, _splice, _value,
)  # fmt: skip


def input_of(number: int, seed: int) -> tuple[str, str, random.Random]:
    """Return the reader, the input with up to six changes, and the random generator."""
    chance = random.Random(f"{seed} {number}")
    name = chance.choices(list(READERS), [reader.share for reader in READERS.values()])[0]
    text = chance.choice(READERS[name].examples())
    for _ in range(0 if chance.random() < 0.02 else chance.choice((1, 1, 1, 2, 2, 3, 6))):
        text = chance.choice(CHANGES)(text, chance)[:LONGEST]
    return name, text, chance


def read(number: int, seed: int, results: Results) -> None:
    """Read one input. Raises Fault if that takes too much time or memory, or breaks a promise."""
    name, text, chance = input_of(number, seed)
    before, start = peak_memory(), time.thread_time()
    try:
        READERS[name].read(text, chance, results)
    except PuzzlerError as error:
        check_message(str(error))
    seconds, more = time.thread_time() - start, peak_memory() - before
    results.slowest = max(results.slowest, seconds)
    if seconds > SLOW or more > MAX_MEMORY:
        raise Fault(f"took {seconds:.1f} s and {more:,} bytes")


def peak_memory() -> int:
    """Return the peak memory of this process in bytes, or 0 on Windows."""
    if sys.platform == "win32":
        return 0
    import resource

    return 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def run(seed: int, numbers: range) -> Results:
    """Read the inputs with these numbers and collect the faults."""
    results, no_log = Results(), patch.object(logging.getLogger("puzzler"), "disabled", True)
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder), no_log:
        for reader in READERS.values():  # the memory of imports and caches belongs to no input
            with contextlib.suppress(PuzzlerError, Fault):
                reader.read(reader.examples()[0], random.Random(1), Results())
        for number in numbers:
            results.done += 1
            try:
                read(number, seed, results)
            except Exception as error:
                name, text, _ = input_of(number, seed)
                fault = f"{name}: {type(error).__name__}: {str(error)[:600]}\n    in {text[:300]!r}"
                results.faults.append(f"{fault}\n    --seed {seed} --only {number}")
    return results


def main() -> int:
    """Run the command line. The exit status is 1 if there was a fault."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=20_000, help="number of inputs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="number of processes")
    parser.add_argument("--only", type=int, metavar="N", help="only this input")
    options = parser.parse_args()
    first, end = (0, options.count) if (at := options.only) is None else (at, at + 1)
    chunks = [range(at, min(at + CHUNK, end)) for at in range(first, end, CHUNK)]
    results, start = Results(), time.monotonic()
    ignore = signal.SIGINT, signal.SIG_IGN  # this process handles Ctrl-C
    pool = ProcessPoolExecutor(options.jobs, get_context("spawn"), signal.signal, ignore)
    with contextlib.suppress(KeyboardInterrupt):
        for part in pool.map(run, [options.seed] * len(chunks), chunks):
            results.add(part)
            print(*part.faults[:MAX_REPORTS], sep="\n", end="\n" * bool(part.faults), flush=True)
    pool.shutdown(cancel_futures=True)
    read = ", ".join(f"{name} {count:,}" for name, count in results.read.most_common())
    print(
        f"{results.done:,} of {end - first:,} inputs of seed {options.seed} in "
        f"{(time.monotonic() - start) / 60:.1f} min: read {read}; slowest "
        f"{results.slowest * 1000:.0f} ms; "
        f"{len(results.faults):,} faults"
    )
    return 1 if results.faults or results.done < end - first else 0


if __name__ == "__main__":
    sys.exit(main())
