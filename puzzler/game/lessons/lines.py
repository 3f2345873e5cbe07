"""Where the keys of a TOML file stand, since the standard library's reader does not tell."""

from __future__ import annotations

import re

Place = tuple[str | int, ...]
"""("step", 2, "question", "kind"): keys, and places in lists of tables from 0."""

_TABLE = re.compile(r"^\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"^\s*([A-Za-z0-9_.\-\"']+(?:\s*\.\s*[A-Za-z0-9_\-\"']+)*)\s*=\s*(.*)$")
_QUOTES = ('"""', "'''")


def lines_of(text: str) -> dict[Place, int]:
    """The line, from 1, of every key and every table of a valid file.

    Keys within inline tables are not found.
    """
    found: dict[Place, int] = {}
    counts: dict[str, int] = {}
    table: Place = ()
    quote = ""
    for number, line in enumerate(text.splitlines(), 1):
        if quote:
            if quote in line:
                quote = ""
            continue
        if heading := _TABLE.match(line):
            table = _table(heading[2], heading[1] == "[[", counts)
            found.setdefault(table, number)
        elif key := _KEY.match(line):
            path = table
            for part in _parts(key[1]):
                path = (*path, part)
                found.setdefault(path, number)
            quote = next((each for each in _QUOTES if key[2].count(each) == 1), "")
    return found


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
