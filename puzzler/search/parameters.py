"""The parameters of a method, each declared once.

Command-line options, completion, the keys of lessons, JSON records, settings, the choices in the
window, their tooltips and the checks of ``Method`` are derived from these declarations. A new
parameter is a field of ``Choices``, its name in the ``parameters`` of the algorithms that use it,
and their code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field, fields, replace
from typing import Any, TypeVar

from puzzler.search.options import (
    BY_F_TIES,
    DEFAULT_ORDER,
    MAX_DEPTH,
    ORDERS,
    Ties,
    When,
    checked_depth,
    checked_order,
    checked_ties,
    checked_weight,
    checked_when,
    read_weight,
)

TAUGHT_ORDERS = (DEFAULT_ORDER, "LRUD", "URDL", "RDLU")
"""Orders of moves that the window lists first."""
WEIGHTS = (0.0, 0.5, 1.0, 1.1, 1.25, 1.5, 2.0, 3.0, 5.0, 10.0)
DEPTHS = (5, 10, 15, 20, 25, 30, 50, 100)
PARAMETER = "parameter"
"""The key of a MethodParameter in the metadata of a field."""
Group = TypeVar("Group")


def _unchanged(value: Any) -> Any:
    return value


@dataclass(frozen=True)
class MethodParameter:
    """One parameter of a method: how it is read, checked, stored and shown."""

    option: str
    """The option as its help shows it: "--ties T"."""
    help: str
    """The help text of the option."""
    kind: type
    """str, int, float or bool: the type of the value in JSON and TOML."""
    _: KW_ONLY
    name: str = ""
    """The field of ``Method``."""
    default: Any = None
    """The value if none is given and the algorithm uses the parameter."""
    unused: Any = None
    """The value if the algorithm does not use the parameter."""
    check: Callable[[Any], Any] = _unchanged
    """Returns a valid value. Raises ValueError if the value is not allowed."""
    read: Callable[[str], Any] | None = None
    """Converts the text of an option. Raises ValueError. None: ``check`` converts it."""
    bounds: tuple[int, int] | None = None
    """The smallest and the largest integer."""
    words: Mapping[str, str] = field(default_factory=dict, hash=False)
    """The values that a shell completes, each with its meaning."""
    key: str = ""
    """The key in JSON and CSV; by default the name."""
    depends_on_heuristic: bool = False
    """Whether only heuristics with this parameter in their ``parameters`` use it."""
    phrase: Callable[[Any], str] = str
    """The text of a value other than the default in the title of a method."""
    menu: Callable[[Any], Iterable[Any]] | None = None
    """Returns the values in a menu, for the current value. None: the window has no menu."""
    has_menu: Callable[[Any], bool] = lambda method: True
    """Whether a method that uses the parameter has the menu."""
    caption: str = ""
    """The label of a menu entry, before the value."""
    brief_caption: str = ""
    """The part of ``caption`` that is shown if there is little room."""
    label: Callable[[Any], str] = str
    """The text of a value in a menu, after the caption."""
    absent: str = ""
    """The label of None in a menu."""
    meaning: str = ""
    """One sentence for a tooltip."""

    @property
    def flag(self) -> str:
        """The option alone: "--ties"."""
        return re.split("[ /]", self.option)[0]

    @property
    def title(self) -> str:
        """The name with spaces."""
        return self.name.replace("_", " ")

    def text(self, value: Any, *, is_brief: bool = False) -> str:
        """The menu entry of ``value``."""
        if value is None:
            return self.absent
        return (self.brief_caption if is_brief else self.caption) + self.label(value)

    def checked(self, value: Any, *, is_used: bool) -> Any:
        """The value of a method; ``unused`` if the algorithm does not use the parameter.

        Raises ValueError if ``value`` is not allowed.
        """
        value = None if value is None else self.check(value)
        if not is_used:
            return self.unused
        return self.default if value is None else value


def _parameter(option: str, help: str, kind: type, default: Any = None, **more: Any) -> Any:
    unused = more.pop("unused", default)
    row = MethodParameter(option, help, kind, default=default, unused=unused, **more)
    return field(default=unused, metadata={PARAMETER: row})


@dataclass(frozen=True, kw_only=True)
class Choices:
    """The parameters of a method except algorithm, heuristic and weight; see ``Method``."""

    order: str = _parameter(
        "--order UDLR",
        "The order in which the moves of the blank are tried (default: UDLR).",
        str,
        DEFAULT_ORDER,
        check=checked_order,
        phrase="order {}".format,
        menu=lambda _: dict.fromkeys((*TAUGHT_ORDERS, *ORDERS)),
        caption="Order ",
        meaning="The order in which moves are tried: U, D, L and R are the moves of the blank.",
    )
    ties: Ties | None = _parameter(
        "--ties T",
        "Tie-breaking among equal f (A*, greedy): high-g, low-g, fifo or lifo (last in, first "
        "out; default).",
        str,
        Ties.LIFO,
        unused=None,
        check=checked_ties,
        words={each.value: each.words for each in Ties},
        phrase=lambda ties: f"tie-break: {ties.words}",
        menu=lambda _: BY_F_TIES,
        caption="Tie-break: ",
        label=lambda ties: ties.words,
        meaning="Which of the nodes with equal f is expanded first.",
    )
    depth_limit: int | None = _parameter(
        "--depth-limit N",
        "Limit dfs to a depth of N moves and store only the current path (default: no limit).",
        int,
        bounds=(1, MAX_DEPTH),
        check=checked_depth,
        phrase="depth limit {}".format,
        menu=lambda present: [None, *sorted({*DEPTHS, present} - {None})],
        caption="Depth limit ",
        absent="No depth limit",
        meaning="The largest depth of the search, in moves. It finds no longer solutions.",
    )
    goal_test: When = _parameter(
        "--goal-test WHEN",
        "When bfs tests for the goal: early, when a state is generated, or late (default).",
        str,
        When.LATE,
        check=checked_when,
        words=dict.fromkeys(When, ""),
        phrase="goal test {}".format,
        menu=lambda _: tuple(When),
        caption="Goal test: ",
        meaning="Early: when a state is generated (AIMA); late: when it is expanded.",
    )
    duplicates: When = _parameter(
        "--duplicates WHEN",
        "When astar and dfs find duplicates: early, when a state is generated, or late, when it "
        "is selected (default: early).",
        str,
        When.EARLY,
        check=checked_when,
        words=dict.fromkeys(When, ""),
        key="duplicates_found",
        phrase="duplicates {}".format,
        menu=lambda _: tuple(When),
        has_menu=lambda method: method.algorithm == "dfs" and method.depth_limit is None,
        caption="Duplicates: ",
        meaning="Early: found when a state is generated; late: when it is selected (CS188).",
    )
    pruning: bool = _parameter(
        "--pruning/--no-pruning",
        "Whether idastar with pattern-database prunes redundant paths of up to 8 moves (default: "
        "--pruning).",
        bool,
        True,
        depends_on_heuristic=True,
        phrase=lambda _: "no pruning",
    )

    def choices(self) -> dict[str, Any]:
        """The values by name."""
        return {row.name: getattr(self, row.name) for row in CHOICES}


def _named(row: MethodParameter, name: str) -> MethodParameter:
    return replace(row, name=name, key=row.key or name)


CHOICES = tuple(_named(each.metadata[PARAMETER], each.name) for each in fields(Choices))
"""The declarations of the fields of ``Choices``."""
NAMED = tuple(
    _named(row, row.flag.removeprefix("--"))
    for row in (
        MethodParameter("--algorithm A", "The search algorithm, see `puzzler methods`.", str),
        MethodParameter("--heuristic H", "The heuristic, see `puzzler methods`.", str),
        MethodParameter(
            "--weight W",
            "f = g + W * h. Above 1: faster, longer solutions; 0: g alone (default: 1).",
            float,
            default=1.0,
            unused=1.0,
            check=checked_weight,
            read=read_weight,
            menu=lambda present: sorted({*WEIGHTS, present}),
            caption="Weight W = ",
            brief_caption="W = ",
            label="{:g}".format,
            meaning="Weight of h in f = g + W h. Above 1: faster, and the solution may be longer.",
        ),
    )
)
"""Algorithm, heuristic and weight, which ``Method`` declares itself."""
PARAMETERS = (*NAMED, *CHOICES)
"""All parameters, in the order of the help and of JSON."""


def with_fields(
    rows: Iterable[MethodParameter], declare: Callable[[MethodParameter], Any]
) -> Callable[[type[Group]], type[Group]]:
    """A decorator that adds a field for each parameter to a class, below ``@dataclass``.

    declare: returns the default value of the field.
    """

    def add(group: type[Group]) -> type[Group]:
        for row in rows:
            group.__annotations__[row.name] = Any
            setattr(group, row.name, declare(row))
        return group

    return add
