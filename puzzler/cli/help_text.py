"""The help of a command: its arguments as they were named, and what there is to choose from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from typer.core import TyperCommand

from puzzler.cli import options
from puzzler.formats.registry import FORMATS

Section = tuple[str, list[tuple[str, str]]]
"""A heading, and what stands below it: names and what they mean."""


class Command(TyperCommand):
    """A command whose help shows arguments as they were named, and what there is to choose from."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """What stands behind the command's name in the line of its usage."""
        return ["[OPTIONS]", *(argument.metavar for argument in self._arguments(ctx))]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Arguments and options; typer would say about each argument that it is a str."""
        arguments = [(argument.metavar, argument.help) for argument in self._arguments(ctx)]
        options = [option for option in self.get_params(ctx) if _is_option(option)]
        if arguments:
            with formatter.section("Arguments"):
                formatter.write_dl(arguments)
        with formatter.section("Options"):
            formatter.write_dl([option.get_help_record(ctx) for option in options])

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """An option whose value may be left out gets its usual one."""
        rest: list[str] = super().parse_args(ctx, options.with_usual_values(args))
        return rest

    def _arguments(self, ctx: Any) -> list[Any]:
        return [argument for argument in self.get_params(ctx) if not _is_option(argument)]

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """What there is to choose from."""
        for heading, rows in choices({name for option in self.params for name in option.opts}):
            with formatter.section(heading):
                formatter.write_dl(rows)


def choices(options: set[str]) -> Iterator[Section]:
    """What there is to choose from for a command with these options.

    The search is looked up only here: no other help waits for it to load.
    """
    if "--to" in options:
        yield (
            "Formats",
            [
                (form.name, form.summary + ("" if form.write else " [only read]"))
                for form in FORMATS.values()
            ],
        )
    if not {"--algorithm", "--algorithms"} & options:
        return
    from puzzler.search.registry import ALGORITHMS, DEFAULT_ALGORITHM, HEURISTICS

    usual = ALGORITHMS[DEFAULT_ALGORITHM].heuristic
    yield (
        "Algorithms",
        [
            (
                name,
                entry.summary
                + (" [default]" if name == DEFAULT_ALGORITHM else "")
                + (f" [with {entry.heuristic}]" if entry.heuristic != usual else "")
                + _also(entry.aliases),
            )
            for name, entry in ALGORITHMS.items()
        ],
    )
    yield (
        "Heuristics",
        [
            (name, entry.summary + (" [default]" if name == usual else "") + _also(entry.aliases))
            for name, entry in HEURISTICS.items()
        ],
    )


def _also(aliases: tuple[str, ...]) -> str:
    return f" [also {', '.join(aliases)}]" if aliases else ""


def _is_option(parameter: Any) -> bool:
    kind: str = parameter.param_type_name
    return kind == "option"
