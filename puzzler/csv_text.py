"""Tables as comma-separated values (CSV), for spreadsheets and for programs."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet evaluates a cell that starts with one of these as a formula."""
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")


def write_csv(rows: Iterable[Iterable[object]], columns: Iterable[str] = ()) -> str:
    """Return ``rows`` as CSV, one line each, after a line with the names of ``columns``, if any.

    None is an empty cell. Truth values and lists are written as JSON. Text that a spreadsheet would
    evaluate as a formula gets an apostrophe in front.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    if names := [*columns]:
        writer.writerow(map(_cell, names))
    writer.writerows(map(_cell, row) for row in rows)
    return text.getvalue()


def _cell(value: object) -> object:
    if isinstance(value, str):
        is_formula = value.startswith(_FORMULA_STARTS) and not _NUMBER.fullmatch(value)
        text = f"'{value}" if is_formula else value
        return text.replace("\r", "\n")  # because Python 3.11 does not quote a carriage return
    return json.dumps(value) if isinstance(value, bool | list) else value
