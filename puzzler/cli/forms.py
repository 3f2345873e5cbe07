"""The options that name a text format: what is read, and what is written."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from puzzler.board.errors import quoted
from puzzler.cli import completion
from puzzler.formats.format import Format
from puzzler.formats.registry import FORMATS

WRITABLE = [form.name for form in FORMATS.values() if form.write is not None]
"""The formats that boards are written in."""
ANSWERING = [form.name for form in FORMATS.values() if form.write_answer is not None]
"""The formats that answers are written in."""


def format_name(text: str) -> str:
    """The name of a format."""
    return _one_of(text, list(FORMATS), "there is no format")


def written_format(text: str) -> Format:
    """The format of that name, which boards are written in."""
    return FORMATS[_one_of(text, WRITABLE, "no boards are written as")]


def answering_format(text: str) -> Format:
    """The format of that name, which answers are written in."""
    return FORMATS[_one_of(text, ANSWERING, "no answers are written as")]


def _one_of(text: str, names: list[str], no_other: str) -> str:
    if text not in names:
        raise typer.BadParameter(f"{no_other} {quoted(text)}; choose from {', '.join(names)}")
    return text


def _complete(names: Iterable[str]) -> completion.Complete:
    return completion.among({name: FORMATS[name].summary for name in names})


Form = Annotated[
    str | None,
    typer.Option(
        "--from",
        metavar="FORMAT",
        parser=format_name,
        autocompletion=_complete(FORMATS),
        help="Read it as this format, one of those of puzzler convert --help. By default that is "
        "told by the content.",
    ),
]
To = Annotated[
    Format,
    typer.Option(
        "--to",
        metavar="FORMAT",
        parser=written_format,
        autocompletion=_complete(WRITABLE),
        help=f"What to write: {', '.join(WRITABLE)}.",
        show_default=False,
    ),
]
As = Annotated[
    Format | None,
    typer.Option(
        "--as",
        metavar="FORMAT",
        parser=answering_format,
        autocompletion=_complete(ANSWERING),
        help=f"Write the answer as those who use this format hand it in: {', '.join(ANSWERING)}.",
    ),
]
Figures = Annotated[
    Path | None,
    typer.Option(
        "--figures",
        metavar="FILE",
        help="With --as, also write the figures of the search to FILE, where the format has a "
        "second file for them: "
        f"{', '.join(form.name for form in FORMATS.values() if form.write_figures) or 'none'}.",
    ),
]
