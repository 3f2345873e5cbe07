"""Commands for typer: options declared in groups, help with lists of choices, completion."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable, Iterator
from itertools import zip_longest
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup

from puzzler.cli.values import TODAY
from puzzler.formats.registry import FORMATS

DEFAULT_COMMAND = "play"
DAILY = "--daily"


def option(
    declaration: str,
    text: str,
    parser: Callable[..., Any] | None = None,
    complete: Callable[[str], list[tuple[str, str]]] | None = None,
    **others: Any,
) -> Any:
    """An option, declared as its help shows it: "-o, --output FILE".

    parser: reads its value. complete: as in ``completion``. others: as for ``typer.Option``.
    """
    names = [word.rstrip(",") for word in declaration.split() if word.startswith("-")]
    _, _, metavar = declaration.partition(f"{names[-1]} ")
    return typer.Option(
        *names,
        metavar=metavar or None,
        parser=parser,
        autocompletion=complete,
        help=text,
        **others,
    )


class Without:
    """In the annotation of a group of options: the fields that a command does not offer."""

    def __init__(self, *fields: str) -> None:
        self.fields = fields


def expanded(command: Callable[..., int]) -> Callable[..., int]:
    """``command`` with separate parameters for the fields of its groups of options.

    A group is a parameter whose type is a dataclass, as in ``method: MethodOptions`` or ``method:
    Annotated[MethodOptions, Without("weight")]``. Its fields are annotated for typer.
    """
    hints = get_type_hints(command, include_extras=True)
    parameters: list[inspect.Parameter] = []
    groups: dict[str, tuple[Any, list[str]]] = {}
    for name, parameter in inspect.signature(command).parameters.items():
        hint, group, extras = hints[name], hints[name], list[Any]()
        if get_origin(hint) is Annotated:
            group, *extras = get_args(hint)
        is_plain = not all(isinstance(extra, Without) for extra in extras)
        if is_plain or not dataclasses.is_dataclass(group):
            parameters.append(parameter.replace(annotation=hint))
            continue
        omitted = [field for extra in extras for field in extra.fields]
        fields = [field for field in dataclasses.fields(group) if field.name not in omitted]
        types = get_type_hints(group, include_extras=True)
        parameters += [
            inspect.Parameter(
                field.name,
                inspect.Parameter.KEYWORD_ONLY,
                default=field.default,
                annotation=types[field.name],
            )
            for field in fields
        ]
        groups[name] = (group, [field.name for field in fields])

    def run(**given: Any) -> int:
        for name, (group, fields) in groups.items():
            given[name] = group(**{each: given.pop(each) for each in fields if each in given})
        return command(**given)

    run.__doc__ = command.__doc__
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return run


class Group(TyperGroup):
    """The program; a shell completes what is no command as an argument of the default command."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command that a line is about."""
        if ctx.resilient_parsing and args[0] not in self.commands:
            args = [DEFAULT_COMMAND, *args]
        return super().resolve_command(ctx, args)


class Command(TyperCommand):
    """A command whose help shows arguments as they are declared, and lists the choices."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """What follows the command's name in its usage line."""
        return ["[OPTIONS]", *(metavar for metavar, _ in argument_rows(self))]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write arguments and options; typer would add a type to each argument."""
        sections = ("Arguments", argument_rows(self)), ("Options", option_rows(self, ctx))
        for heading, rows in sections:
            if rows:
                with formatter.section(heading):
                    formatter.write_dl(rows)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse arguments; ``--daily`` without a date means today."""
        filled: list[str] = []
        for argument, following in zip_longest(args, args[1:], fillvalue="-"):
            filled.append(argument)
            if argument == DAILY and following.startswith("-"):
                filled.append(TODAY)
        rest: list[str] = super().parse_args(ctx, filled)
        return rest

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write the lists of choices."""
        for heading, rows in choices({name for option in self.params for name in option.opts}):
            with formatter.section(heading):
                formatter.write_dl(rows)


Row = tuple[str, str]
"""A name and its meaning."""


def argument_rows(command: Any) -> list[Row]:
    """The arguments of a command."""
    return [
        (each.metavar, each.help) for each in command.params if each.param_type_name != "option"
    ]


def option_rows(command: Any, context: Any) -> list[Row]:
    """The options of a command."""
    options = [each for each in command.get_params(context) if each.param_type_name == "option"]
    return [row for each in options if (row := each.get_help_record(context)) is not None]


def choices(options: set[str]) -> Iterator[tuple[str, list[Row]]]:
    """The formats, of a command with these options that writes them."""
    if "--to" in options:
        yield (
            "Formats",
            [
                (form.name, form.summary + ("" if form.write else " [only read]"))
                for form in FORMATS.values()
            ],
        )
