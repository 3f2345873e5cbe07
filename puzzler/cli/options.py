"""Options that several commands share, in groups: a command declares a parameter for a group."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click

from puzzler.cli import completion, option_types
from puzzler.cli.click_options import flag, option
from puzzler.humanize import listed
from puzzler.search.parameters import PARAMETERS, MethodParameter, with_fields

if TYPE_CHECKING:
    from puzzler.formats.format import Contents
    from puzzler.game.core.settings import TileFace
    from puzzler.search.method import Method
    from puzzler.search.options import Limit

MEGABYTE = 1_000_000
MOST_MEMORY = 1 << 40
"""Bytes for a search where the memory of the machine is unknown."""

Batch = Annotated[
    bool, flag("--batch", "Read a board from every line of a list; # starts a comment.")
]
Json = Annotated[bool, flag("--json", "Print JSON, with the keys above.")]
CsvFile = Annotated[
    Path | None, option("--csv FILE", "Write the figures to FILE, for a spreadsheet.")
]
OutputFile = Annotated[
    Path | None, option("-o, --output FILE", "Write to FILE; - is standard output.")
]
Picture = Annotated[
    str | None,
    option(
        "--picture FILE",
        "Show this PNG or JPEG picture on the tiles, or a bundled one by name.",
        complete=completion.picture,
    ),
]


def picture_face(picture: str) -> tuple[TileFace, str]:
    """The setting and the key that put ``picture`` onto the tiles."""
    from puzzler.game.core.settings import TileFace
    from puzzler.window.board.pictures import PictureError, find_picture_key

    try:
        return TileFace.PICTURE, find_picture_key(picture)
    except PictureError as error:
        raise click.BadParameter(str(error), param_hint="--picture") from None


def _declared(row: MethodParameter) -> Any:
    """The option of a method parameter."""
    complete = completion.parameter(row)
    return option(row.option, row.help, option_types.parameter(row), complete)


@dataclass(frozen=True)
@with_fields(PARAMETERS, _declared)
class MethodOptions:
    """The parameters of a method; None if the command line does not contain the option."""

    algorithm: str | None = None
    heuristic: str | None = None
    weight: float | None = None

    @property
    def is_given(self) -> bool:
        """Whether any of the options is given."""
        return self != type(self)()

    def method(self, contents: Contents, limit: Limit) -> Method:
        """The method for a board: as given, else as its file says, else the default.

        BadParameter where an option of one algorithm only is given for another.
        """
        method = self.any_method(contents, limit)
        for name in self.idle(method):
            raise click.BadParameter(
                f"--{name.replace('_', '-')} makes no difference to {method.title}"
            )
        return method

    def idle(self, method: Method) -> set[str]:
        """The given options that are of one algorithm only, and not of that of ``method``."""
        return {
            row.name
            for row in PARAMETERS
            if row.is_strict and getattr(self, row.name) not in (None, getattr(method, row.name))
        }

    def any_method(self, contents: Contents, limit: Limit) -> Method:
        """The same method, even if some options make no difference."""
        from puzzler.search.method import Method
        from puzzler.search.registry import WEIGHTED_HEURISTIC

        if not self.is_given and contents.weight is None:
            return Method.automatic(*contents.start.size, limit)
        values = self._values()
        if contents.weight is not None:
            values = {"heuristic": WEIGHTED_HEURISTIC, "weight": contents.weight} | values
        return Method(limit=limit, **values)

    def _values(self) -> dict[str, Any]:
        """The values of the given options, by parameter."""
        values = {row.name: getattr(self, row.name) for row in PARAMETERS}
        return {name: value for name, value in values.items() if value is not None}

    def terminating_method(self, contents: Contents, limit: Limit, seconds: float) -> Method:
        """The same, but anytime stops after ``seconds`` where ``limit`` does not stop it."""
        from puzzler.search.method import ENDLESS

        method = self.method(contents, limit)
        if method.algorithm == ENDLESS and limit.seconds is None and limit.expansions is None:
            return self.method(contents, replace(limit, seconds=seconds))
        return method


@dataclass(frozen=True)
class SearchOptions(MethodOptions):
    """How to search, or that a proven shortest solution is wanted."""

    optimal: bool = flag(
        "--optimal",
        "Find a proven shortest solution as fast as possible; cannot be combined with "
        "any other of these options.",
    )

    def __post_init__(self) -> None:
        if self.optimal and replace(self, optimal=False).is_given:
            raise click.BadParameter(
                "--optimal picks the method itself; it cannot be combined with "
                + listed([row.flag for row in PARAMETERS], "or")
            )

    def method(self, contents: Contents, limit: Limit) -> Method:
        """The method for a board."""
        from puzzler.search.method import Method

        if self.optimal:
            return Method.shortest(*contents.start.size, limit)
        return super().method(contents, limit)


@dataclass(frozen=True)
class LimitOptions:
    """How far a search may go."""

    time_limit: float | None = option(
        "--time-limit S", "Stop after S seconds.", option_types.positive_number
    )
    node_limit: int | None = option(
        "--node-limit N", "Stop after N expanded states.", option_types.WholeNumber(1)
    )
    memory_limit: float | None = option(
        "--memory-limit MB",
        "Use at most MB megabytes, and never more than the machine has. By default 2.1 GB "
        "or 40 % of the machine's memory, whichever is less.",
        option_types.positive_number,
    )

    def limit(self, seconds: float | None = None) -> Limit:
        """The limits; ``seconds`` where neither time nor nodes are limited."""
        from puzzler.search.options import Limit, machine_memory_bytes

        memory = None
        if self.memory_limit is not None:
            most = machine_memory_bytes() or MOST_MEMORY
            memory = max(1, int(min(self.memory_limit * MEGABYTE, most)))
        if self.time_limit is not None or self.node_limit is not None:
            seconds = self.time_limit
        return Limit(seconds=seconds, expansions=self.node_limit, memory_bytes=memory)
