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


def read_csv(text: str) -> list[tuple[int, list[str]]]:
    """Return the line number, counted from 1, and the cells of each row that is not empty.

    The apostrophe that ``write_csv`` adds in front of formulas is removed. Raises ValueError if
    the text is not CSV.
    """
    reader, rows = csv.reader(io.StringIO(text)), list[tuple[int, list[str]]]()
    line = 1
    try:
        for cells in reader:
            if cells:
                rows.append((line, [_unquoted(cell) for cell in cells]))
            line = reader.line_num + 1
    except csv.Error as error:
        raise ValueError(f"line {line}: {error}") from None
    return rows


def _unquoted(cell: str) -> str:
    return cell[1:] if cell[:1] == "'" and cell[1:].startswith(_FORMULA_STARTS) else cell


def _cell(value: object) -> object:
    if isinstance(value, str):
        is_formula = value.startswith(_FORMULA_STARTS) and not _NUMBER.fullmatch(value)
        text = f"'{value}" if is_formula else value
        return text.replace("\r", "\n")  # because Python 3.11 does not quote a carriage return
    return json.dumps(value) if isinstance(value, bool | list) else value
