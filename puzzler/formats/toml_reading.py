"""Reads the TOML files of lessons and assignments, and finds the line of every fault."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypeVar

from puzzler.board.errors import shortened
from puzzler.board.numbers import whole_number
from puzzler.board.scenario import printable
from puzzler.humanize import listed

Place = tuple[str | int, ...]
"""Keys and, for lists of tables, indexes: ("step", 2, "question", "kind")."""

_TABLE = re.compile(r"^\s*(\[\[?)([^\[\]]+)\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"^\s*+([\w\-\"']++(?:\s*+\.\s*+[\w\-\"']++)*+)\s*+=")
_STRING = re.compile(
    r'#[^\n]*|"""(?:\\.|[^\\])*?(?:"""|(?P<text>\\?\Z))|"(?:\\[^\n]|[^"\\\n])*"'
    r"|'''.*?(?:'''|(?P<literal>\Z))|'[^'\n]*'"
    r"|(?P<line>['\"])",
    re.DOTALL,
)
"""A comment or a string. A string that is not closed has a named group. If it may have several
lines, it ends with the text, so that each character is read once."""
_NEXT = re.compile(r"\n[ \t]*[\w.-]+[ \t]*=[ \t]*(?:\"\"\"|''')$")
MAX_PARTS = 9
"""Parts of a key with dots."""
MAX_DIGITS = 19
"""Digits of a number."""
_TOO_MUCH = re.compile(
    rf"(?P<parts>(?<![\w-])(?:[\w-]++[ \t]*+\.[ \t]*+){{{MAX_PARTS}}})"
    rf"|(?<!\w)[0-9]\w{{{MAX_DIGITS}}}"
)
MAX_LINES = 1000
"""Limit on the number of lines of one text."""
LONGEST_FAULT = 300
"""Maximum length of the message of a fault, in characters."""


@dataclass(frozen=True)
class Fault:
    """An error in a file."""

    line: int | None
    """From 1. None if the fault is not on one line."""
    words: str


class TomlError(ValueError):
    """A text is not valid TOML. The message is that of the parser."""

    def __init__(self, message: str, fault: Fault) -> None:
        super().__init__(message)
        self.fault = fault


def parse(text: str) -> TomlSection:
    """Return the top level of a TOML text. Raises TomlError."""
    text = text.replace("\r\n", "\n")
    fault = _slow_token(text)
    if fault is not None:
        raise TomlError(f"line {fault.line}: {fault.words}", fault)
    try:
        table = tomllib.loads(text)
    except RecursionError:
        message = "it has too many brackets in brackets"
        raise TomlError(message, Fault(None, message)) from None
    except ValueError as error:
        raise TomlError(str(error), _syntax_fault(text, str(error))) from None
    return TomlSection(table, text.split("\n"), lines_of(text), [])


def _syntax_fault(text: str, message: str) -> Fault:
    """Convert a message of the parser to a fault."""
    place = re.search(r" \(at (?:line ([0-9]+), column [0-9]+|end of document)\)$", message)
    line = whole_number(place[1]) if place and place[1] else text.count("\n") + 1
    opened = _open_string(text)
    if opened is not None and opened <= line and not message.startswith("Invalid value"):
        return Fault(opened, "the string is not closed")
    message = message[: place.start()] if place else message
    return Fault(line, f"not valid TOML: {message[:1].lower()}{message[1:]}")


def lines_of(text: str) -> dict[Place, int]:
    """Return the line, from 1, of every key and table of a valid file.

    Keys within inline tables are not included.
    """
    found: dict[Place, int] = {}
    counts: dict[str, int] = {}
    table: Place = ()
    # keys within strings of several lines are text
    text = _STRING.sub(lambda each: "\n" * each[0].count("\n") or each[0], text)
    for number, line in enumerate(text.split("\n"), 1):
        if heading := _TABLE.match(line):
            table = _table(heading[2], heading[1] == "[[", counts)
            found.setdefault(table, number)
        elif key := _KEY.match(line):
            path = table
            for part in _parts(key[1]):
                path = (*path, part)
                found.setdefault(path, number)
    return found


def _slow_token(text: str) -> Fault | None:
    """Find a key or number that takes the parser very long, or that Python rejects."""
    bare = _STRING.sub(lambda each: "s" + "\n" * each[0].count("\n"), text)
    found = _TOO_MUCH.search(bare)
    if found is None:
        return None
    what = f"{MAX_PARTS} parts in a key" if found["parts"] else f"{MAX_DIGITS} digits in a number"
    return Fault(bare.count("\n", 0, found.start()) + 1, f"more than {what}")


def _open_string(text: str) -> int | None:
    """Return the line, from 1, of the first string that is not closed."""
    for match in _STRING.finditer(text):
        # a string that ends at the start of the next one is not closed
        if match.lastgroup is not None or _NEXT.search(match[0]):
            return text.count("\n", 0, match.start()) + 1
    return None


def _table(heading: str, is_list: bool, counts: dict[str, int]) -> Place:
    names = _parts(heading)
    path: Place = ()
    for place, name in enumerate(names):
        path = (*path, name)
        key = ".".join(names[: place + 1])
        if is_list and place == len(names) - 1:
            counts[key] = counts.get(key, -1) + 1
        if key in counts:
            path = (*path, counts[key])
    return path


def _parts(key: str) -> list[str]:
    return [part.strip().strip("\"'") for part in key.split(".")]


_KINDS = {
    str: "text in quotes",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    list: "a list in brackets",
    dict: "a table",
}

Table = Mapping[str, Any]
Chosen = TypeVar("Chosen", bound=StrEnum)


@dataclass(frozen=True)
class TomlSection:
    """A table of a file. Its methods add every fault to ``faults``, with its line."""

    table: Table
    text: Sequence[str]
    """The lines of the file."""
    lines: Mapping[Place, int]
    """The result of ``lines_of``."""
    faults: list[Fault]
    """The faults of the whole file."""
    at: Place = ()

    def each(self, key: str) -> list[TomlSection]:
        """Return the tables in the list of a key, each with its own lines."""
        lines: defaultdict[Place, dict[Place, int]] = defaultdict(dict)
        for path, line in self.lines.items():
            if path[0] == key:
                lines[path[1:2]][path] = line
        numbers = range(len(self.table[key]))
        return [replace(self.inside(key, n), lines=lines[()] | lines[n,]) for n in numbers]

    def inside(self, *path: str | int) -> TomlSection:
        """Return an inner table, or an empty one if the value is not a table."""
        found: Any = self.table
        for key in path:
            found = found.get(key) if isinstance(found, dict) else found[key]
        return replace(self, table=found if isinstance(found, dict) else {}, at=(*self.at, *path))

    def note(self, words: str, *path: str | int, token: str = "") -> None:
        """Add a fault at a key, or at the line of ``token`` if the text of the key contains it."""
        line = self.line(*path)
        if token and line is not None:
            near = range(line, min(line + MAX_LINES, len(self.text) + 1))
            line = next((number for number in near if token in self.text[number - 1]), line)
        self.faults.append(Fault(line, shortened(printable(words), LONGEST_FAULT)))

    def line(self, *path: str | int) -> int | None:
        """Return the line of a key, or of the innermost table in the file that contains it."""
        at = (*self.at, *path)
        while at and at not in self.lines:
            at = at[:-1]
        return self.lines.get(at)

    def lines_within(self) -> dict[str, int]:
        """Return the line of each inner key. Dots separate the parts of a key."""
        depth = len(self.at)
        inside = {path: line for path, line in self.lines.items() if path[:depth] == self.at}
        return {".".join(map(str, path[depth:])): line for path, line in inside.items()}

    def check_keys(
        self, allowed: Mapping[str, type], what: str, needed: tuple[str, ...] = ()
    ) -> None:
        """Add a fault for every key that is unknown, has a wrong type or is missing."""
        for key, value in self.table.items():
            if key not in allowed:
                self.note(f"{what} has no {key!r}; it has {listed(list(allowed))}", key)
            elif not is_of_type(value, allowed[key]):
                self.note(f"{key} is {_KINDS[allowed[key]]}, not {value!r}", key)
        for key in needed:
            if not self.table.get(key):
                self.note(f"{what} needs {key!r}")

    def choice(self, key: str, kind: type[Chosen]) -> Chosen | None:
        """Return the choice of a key. None if it is missing, or unknown, which is a fault."""
        word = self.table.get(key)
        if not isinstance(word, str):
            return None
        try:
            return kind(word)
        except ValueError:
            there = listed([each.value for each in kind], "or")
            self.note(f"{key} is {there}, not {word!r}", key)
            return None

    def texts(self, key: str) -> tuple[str, ...]:
        """Return the text or list of texts of a key. () if it is missing or has a wrong type."""
        value = self.table.get(key)
        if isinstance(value, str):
            return (value.strip(),)
        return tuple(map(str, value)) if isinstance(value, list) else ()

    def one_text(self, key: str) -> str:
        """Return the text of a key. "" if it is missing or has a wrong type."""
        return "".join(self.texts(key))


def is_of_type(value: object, kind: type) -> bool:
    """Whether ``value`` is valid for a key of type ``kind``."""
    if isinstance(value, bool):
        return kind in (object, bool)
    return isinstance(value, int | float) if kind is float else isinstance(value, kind)
