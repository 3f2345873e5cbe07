"""Groups of options that several commands share. A command has one parameter per group."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from puzzler.cli import option_types
from puzzler.cli.click_options import Words, flag, option
from puzzler.humanize import listed
from puzzler.search.parameters import PARAMETERS, with_fields

if TYPE_CHECKING:
    from puzzler.formats.format import Contents
    from puzzler.search.method import Method
    from puzzler.search.options import Limit

MEGABYTE = 1_000_000
MAX_MEMORY = 1 << 40
"""Bytes for a search if the memory of the machine is unknown."""

MANY_BOARDS = "Many boards"
METHOD = "Method"
OUTPUT = "Output"
Batch = Annotated[
    bool,
    flag(
        "--batch",
        "Read one board per line. # starts a comment. The default for a FILE of several boards.",
        heading=MANY_BOARDS,
    ),
]
Json = Annotated[bool, flag("--json", "Print JSON, one object per line.", heading=OUTPUT)]
CsvFile = Annotated[
    Path | None,
    option("--csv FILE", "Write a table as CSV to FILE; - is standard output.", heading=OUTPUT),
]
OutputFile = Annotated[
    Path | None,
    option("-o, --output FILE", "Write to FILE; - is standard output.", heading=OUTPUT),
]


def _pictures(_: str) -> dict[str, str]:
    from puzzler.window.board.pictures import bundled_pictures

    return {file.stem: name for name, file in bundled_pictures().items()}


Picture = Annotated[
    str | None,
    option(
        "--picture FILE",
        "Show a PNG or JPEG picture, or a bundled one by name, on the tiles.",
        Words(words=_pictures),
    ),
]


@dataclass(frozen=True)
@with_fields(PARAMETERS, lambda row: option(row.option, row.help, option_types.parameter(row)))
class MethodOptions:
    """The parameters of a method; None if the option is not given."""

    heading = METHOD

    algorithm: str | None = None
    heuristic: str | None = None
    weight: float | None = None

    @property
    def is_given(self) -> bool:
        """Whether any of the options is given."""
        return self != type(self)()

    def method(self, contents: Contents, limit: Limit) -> Method:
        """Return the method for a board: as given, or else by its file, or else the default.

        Raises UsageError if an option has no effect on the algorithm.
        """
        method = self.any_method(contents, limit)
        for name in self.idle(method):
            raise click.UsageError(f"--{name.replace('_', '-')} has no effect on {method.title}")
        return method

    def check_effect(self, methods: Iterable[Method]) -> None:
        """Raise UsageError if an option has no effect on any of ``methods``."""
        for name in set.intersection(*map(self.idle, methods)):
            raise click.UsageError(f"--{name.replace('_', '-')} has no effect on these methods")

    def idle(self, method: Method) -> set[str]:
        """Return the parameters that are given but have no effect on ``method``."""
        names = [row.name for row in PARAMETERS]
        return {name for name in names if getattr(self, name) not in (None, getattr(method, name))}

    def any_method(self, contents: Contents, limit: Limit) -> Method:
        """Return the same method without checking for options that have no effect."""
        from puzzler.search.method import Method
        from puzzler.search.registry import WEIGHTED_HEURISTIC

        if not self.is_given and contents.weight is None:
            return self._default(*contents.start.size, limit)
        values = {row.name: getattr(self, row.name) for row in PARAMETERS}
        values = {name: value for name, value in values.items() if value is not None}
        if contents.weight is not None:
            values = {"heuristic": WEIGHTED_HEURISTIC, "weight": contents.weight} | values
        return Method(limit=limit, **values)

    def _default(self, rows: int, columns: int, limit: Limit) -> Method:
        from puzzler.search.method import Method

        return Method.watch(rows, columns, limit)

    def terminating_method(self, contents: Contents, limit: Limit, seconds: float) -> Method:
        """Return the same method, but stop anytime after ``seconds`` unless it has a limit."""
        from puzzler.search.method import ENDLESS

        method = self.method(contents, limit)
        if method.algorithm == ENDLESS and limit.seconds is None and limit.expansions is None:
            return self.method(contents, replace(limit, seconds=seconds))
        return method


@dataclass(frozen=True)
class SearchOptions(MethodOptions):
    """Method options, or a method by its name. The default is that of ``solve``."""

    preset: str | None = option(
        "--method NAME",
        "A method by name. shortest: a proven shortest solution, the default up to 16 cells. "
        "anytime: the default above. watch: the default of Watch in the window.",
        option_types.choice("method", option_types.PRESETS),
    )

    optimal: bool = flag(
        "--optimal",
        "The same as --method shortest.",
    )
    metric: str = option(
        "--metric METRIC",
        "The moves of which the solution has the fewest: single, of one tile, or multi, in which a "
        "row of tiles that slides together counts once. multi has its own method.",
        option_types.choice("metric", option_types.METRICS),
        default="single",
    )

    def __post_init__(self) -> None:
        given = [row.flag for row in PARAMETERS if getattr(self, row.name) is not None]
        given = ["--method"] * (self.preset is not None) + given
        if self.metric == "multi":
            chosen = "--metric multi"
        elif self.optimal:
            chosen = "--optimal"
        elif self.preset is not None:
            chosen = given.pop(0)
        else:
            return
        if given:
            raise click.UsageError(f"{chosen} cannot be combined with {listed(given)}")

    def method(self, contents: Contents, limit: Limit) -> Method:
        """Return the method for a board."""
        from puzzler.search.method import ENDLESS, Method

        if self.metric == "multi":
            from puzzler.search.starting import MULTI_TILE_METHOD

            return replace(MULTI_TILE_METHOD, limit=limit)
        match "shortest" if self.optimal else self.preset:
            case "shortest":
                return Method.shortest(*contents.start.size, limit)
            case "watch":
                return Method.watch(*contents.start.size, limit)
            case "anytime":
                return Method(ENDLESS, limit=limit)
        return super().method(contents, limit)

    def _default(self, rows: int, columns: int, limit: Limit) -> Method:
        from puzzler.search.method import Method

        return Method.automatic(rows, columns, limit)


@dataclass(frozen=True)
class LimitOptions:
    """Limits of a search."""

    heading = "Limits"

    time_limit: float | None = option(
        "--time-limit S",
        "Stop each search after S seconds, or with a unit: 90s, 5m, 2h.",
        option_types.seconds,
    )
    node_limit: int | None = option(
        "--node-limit N", "Stop each search after N expanded states.", option_types.integer(1)
    )
    memory_limit: float | None = option(
        "--memory-limit MB",
        "Limit search memory to MB megabytes, or with a unit: 500MB, 2GB. The default is 2.1 GB, "
        "at most 40 % of the machine.",
        option_types.megabytes,
    )

    def limit(self, seconds: float | None = None) -> Limit:
        """Return the limits. seconds: the default if neither time nor nodes are limited."""
        from puzzler.search.options import Limit, machine_memory_bytes

        memory = None
        if self.memory_limit is not None:
            available = machine_memory_bytes() or MAX_MEMORY
            memory = max(1, int(min(self.memory_limit * MEGABYTE, available)))
        if self.time_limit is not None or self.node_limit is not None:
            seconds = self.time_limit
        return Limit(seconds=seconds, expansions=self.node_limit, memory_bytes=memory)
