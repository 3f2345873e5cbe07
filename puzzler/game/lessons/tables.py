"""Tables of a TOML file, and the faults found in them, each with its line."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypeVar

from puzzler.board.errors import shortened
from puzzler.board.scenario import printable
from puzzler.game.lessons.lesson import Fault
from puzzler.humanize import listed
from puzzler.search.parameters import PARAMETERS

Place = tuple[str | int, ...]
"""("step", 2, "question", "kind"): keys, and places in lists of tables from 0."""

_TABLE = re.compile(r"^\s*(\[\[?)([^\[\]]+)\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"^\s*+([\w\-\"']++(?:\s*+\.\s*+[\w\-\"']++)*+)\s*+=")
_STRING = re.compile(
    r'#[^\n]*|"""(?:\\.|[^\\])*?"""|"(?:\\[^\n]|[^"\\\n])*"'
    r"|'''.*?'''|'[^'\n]*'"
    r"|(?P<open>['\"])",
    re.DOTALL,
)
_NEXT = re.compile(r"\n[ \t]*[\w.-]+[ \t]*=[ \t]*(?:\"\"\"|''')$")
MOST_PARTS = 9
"""Of a key with dots."""
MOST_DIGITS = 19
"""Of a number."""
_TOO_MUCH = re.compile(
    rf"(?P<parts>(?<![\w-])(?:[\w-]++[ \t]*+\.[ \t]*+){{{MOST_PARTS}}})"
    rf"|(?<!\w)\d\w{{{MOST_DIGITS}}}"
)
MOST_LINES = 1000
"""Of one text."""
LONGEST_FAULT = 300
"""Characters."""


def lines_of(text: str) -> dict[Place, int]:
    """The line, from 1, of every key and every table of a valid file.

    Keys within inline tables are not found.
    """
    found: dict[Place, int] = {}
    counts: dict[str, int] = {}
    table: Place = ()
    # strings of several lines hold no keys
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


def too_much(text: str) -> Fault | None:
    """What would take a parser of TOML very long, or Python refuses: long keys and numbers."""
    bare = _STRING.sub(lambda each: "s" + "\n" * each[0].count("\n"), text)
    found = _TOO_MUCH.search(bare)
    if found is None:
        return None
    what = f"{MOST_PARTS} parts in a key" if found["parts"] else f"{MOST_DIGITS} digits in a number"
    return Fault(bare.count("\n", 0, found.start()) + 1, f"more than {what}")


def open_string(text: str) -> int | None:
    """The line, from 1, of the first string that is not closed; None for none."""
    for match in _STRING.finditer(text):
        # one that ends where the next begins has lost its own end
        if match["open"] is not None or _NEXT.search(match[0]):
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


METHOD = {row.name: row.kind for row in PARAMETERS if row.is_lesson_key}
"""The keys of a method and the types of their values."""
RUN = {"board": str, "goal": str, **METHOD, "moment": object}
STEP = {
    "title": str,
    "text": str,
    "reveal": str,
    **RUN,
    "panel": str,
    "runs": dict,
    "claims": dict,
    "question": dict,
}
QUESTION = {
    "kind": str,
    "words": str,
    "choices": list,
    "replies": list,
    "answer": object,
    "right": str,
    "wrong": str,
    "ask": list,
    "heuristic": str,
}
ASKS = {
    "predict": ("kind", "words", "right", "wrong"),
    "choose": ("kind", "words", "choices", "replies", "answer"),
    "number": ("kind", "words", "answer", "right", "wrong"),
    "code": ("kind", "words", "ask", "heuristic", "right", "wrong"),
}
"""The keys of each kind of question."""
TEXTS = ("title", "text", "reveal", "words", "choices", "replies", "right", "wrong")
"""The keys of texts with marks and quoted figures."""
LESSON = {"title": str, "summary": str, "rank": int, "sources": list, "step": list}
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
    """A table of a file. What is wrong in it is noted with its line."""

    table: Table
    text: Sequence[str]
    """The lines of the file."""
    lines: Mapping[Place, int]
    """As of ``lines_of``."""
    faults: list[Fault]
    """Those of the whole file."""
    at: Place = ()

    def each(self, key: str) -> list[TomlSection]:
        """The tables that a key lists, each with the lines of its own."""
        lines: defaultdict[Place, dict[Place, int]] = defaultdict(dict)
        for path, line in self.lines.items():
            if path[0] == key:
                lines[path[1:2]][path] = line
        numbers = range(len(self.table[key]))
        return [replace(self.inside(key, n), lines=lines[()] | lines[n,]) for n in numbers]

    def inside(self, *path: str | int) -> TomlSection:
        """A table within it; empty where there is none, or it is wrong and noted."""
        found: Any = self.table
        for key in path:
            found = found.get(key) if isinstance(found, dict) else found[key]
        return replace(self, table=found if isinstance(found, dict) else {}, at=(*self.at, *path))

    def note(self, words: str, *path: str | int, token: str = "") -> None:
        """Note a fault at a key; where ``token`` is in the text that begins there, at its line."""
        line = self.line(*path)
        if token and line is not None:
            near = range(line, min(line + MOST_LINES, len(self.text) + 1))
            line = next((number for number in near if token in self.text[number - 1]), line)
        self.faults.append(Fault(line, shortened(printable(words), LONGEST_FAULT)))

    def line(self, *path: str | int) -> int | None:
        """The line of a key; of what it stands in where it is not in the file itself."""
        at = (*self.at, *path)
        while at and at not in self.lines:
            at = at[:-1]
        return self.lines.get(at)

    def lines_within(self) -> dict[str, int]:
        """The line of each key, with dots between keys and theirs."""
        depth = len(self.at)
        inside = {path: line for path, line in self.lines.items() if path[:depth] == self.at}
        return {".".join(map(str, path[depth:])): line for path, line in inside.items()}

    def check_keys(
        self, known: Mapping[str, type], what: str, needed: tuple[str, ...] = ()
    ) -> None:
        """Note keys that are unknown, hold what they cannot hold, or are missing."""
        for key, value in self.table.items():
            if key not in known:
                self.note(f"{what} has no {key!r}; it has {listed(list(known))}", key)
            elif not is_a(value, known[key]):
                self.note(f"{key} is {_KINDS[known[key]]}, not {value!r}", key)
        for key in needed:
            if not self.table.get(key):
                self.note(f"{what} needs {key!r}")

    def choice(self, key: str, kind: type[Chosen]) -> Chosen | None:
        """The choice that a key names; None where it is not there, or wrong and noted."""
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
        """The text of a key, or those that it lists; () where there are none, or it is wrong."""
        value = self.table.get(key)
        if isinstance(value, str):
            return (value.strip(),)
        return tuple(map(str, value)) if isinstance(value, list) else ()

    def one_text(self, key: str) -> str:
        """The text of a key; "" where there is none, or it is wrong and noted."""
        return "".join(self.texts(key))


def is_a(value: object, kind: type) -> bool:
    """Whether ``value`` is what a key of that kind holds."""
    if isinstance(value, bool):
        return kind in (object, bool)
    return isinstance(value, int | float) if kind is float else isinstance(value, kind)
