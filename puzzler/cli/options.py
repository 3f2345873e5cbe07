"""Options that several commands share, in groups: a command declares a parameter for a group."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from puzzler.cli import completion, option_types
from puzzler.cli.click_options import flag, option
from puzzler.cli.option_types import OFF, ON

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


@dataclass(frozen=True, kw_only=True)
class MethodOptions:
    """How to search; None for what the command line does not say."""

    algorithm: str | None = option(
        "--algorithm A",
        "The search algorithm: one of those of puzzler methods.",
        option_types.algorithm,
        completion.algorithm,
    )
    heuristic: str | None = option(
        "--heuristic H",
        "The heuristic: one of those of puzzler methods.",
        option_types.heuristic,
        completion.heuristic,
    )
    weight: float | None = option(
        "--weight W",
        "f = g + W * h. Above 1: faster, longer solutions; 0: g alone. By default 1.",
        option_types.weight,
    )
    order: str | None = option(
        "--order UDLR",
        "The order in which the moves of the blank are tried: U, D, L and R, each once. "
        "By default UDLR.",
        option_types.order,
    )
    ties: str | None = option(
        "--ties T",
        "Which of several nodes with equal f A* and greedy expand first: high-g, low-g, "
        "fifo (first in, first out) or lifo. By default lifo.",
        option_types.ties,
        completion.ties,
    )
    depth_limit: int | None = option(
        "--depth-limit N",
        "Limit dfs to a depth of N moves; it then keeps only the current path. By default "
        "it keeps every state and has no limit.",
        option_types.depth_limit,
    )
    goal_test: str | None = option(
        "--goal-test WHEN",
        "When bfs tests for the goal: early, when a state is generated, or late, when it is "
        "taken from the queue. By default late.",
        option_types.when,
        completion.when,
    )
    duplicates: str | None = option(
        "--duplicates WHEN",
        "When A* finds duplicates: early, when a state is generated, as textbooks have it, "
        "or late, when it is taken from the frontier, which is faster. By default early; "
        "late where no method is named and the board has more than 9 cells.",
        option_types.when,
        completion.when,
    )
    pruning: str | None = option(
        "--pruning on|off",
        "Whether idastar with pattern-database leaves out superfluous paths of up to 8 "
        "moves. By default on.",
        option_types.switch,
    )

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
        """The options given that are of one algorithm only, and not of that of ``method``."""
        return {
            name
            for name in ("goal_test", "duplicates", "pruning")
            if (given := getattr(self, name)) is not None
            and getattr(method, name) != (given == ON if name == "pruning" else given)
        }

    def any_method(self, contents: Contents, limit: Limit) -> Method:
        """The same, whatever difference the options make."""
        from puzzler.search.method import Method
        from puzzler.search.options import DEFAULT_ORDER, WEIGHTED_HEURISTIC, When
        from puzzler.search.registry import DEFAULT_ALGORITHM

        if not self.is_given and contents.weight is None:
            return Method.automatic(*contents.start.size, limit)
        heuristic, weight = self.heuristic, self.weight
        if contents.weight is not None:
            heuristic = heuristic or WEIGHTED_HEURISTIC
            weight = contents.weight if weight is None else weight
        return Method(
            self.algorithm or DEFAULT_ALGORITHM,
            heuristic,
            1 if weight is None else weight,
            limit,
            order=self.order or DEFAULT_ORDER,
            ties=self.ties,
            depth_limit=self.depth_limit,
            goal_test=self.goal_test or When.LATE,
            duplicates=self.duplicates or When.EARLY,
            pruning=self.pruning != OFF,
        )

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
                "--optimal picks the method itself; it cannot be combined with --algorithm, "
                "--heuristic, --weight, --order, --ties, --depth-limit, --goal-test, --duplicates "
                "or --pruning"
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
        "--node-limit N", "Stop after N expanded states.", option_types.whole_number(1)
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
