"""Commands for click: groups of options, help with additional sections, completion."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable, Iterable, Mapping
from types import ModuleType, NoneType
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

GENERAL = "General options"
MAKE = "make"
"""The metadata key of the function that makes a parameter from name, type and default."""


class Words(NamedTuple):
    """The type of a value that is a word."""

    read: Callable[[str], Any] = str
    """Converts a word."""
    words: Callable[[str], Mapping[str, str]] = lambda incomplete: {}
    """Returns words to complete the text before the cursor, with meanings, which may be ""."""


Parser = Words | Callable[..., Any] | None
"""Converts the text of a value. None: the annotated type does."""


def option(
    declaration: str,
    text: str,
    parser: Parser = None,
    default: Any = None,
    flag_value: str | None = None,
    heading: str = "",
) -> Any:
    """Declare an option as its help shows it: "-o, --output FILE".

    Use the result as the default of a field or parameter, or share it in an annotation.
    flag_value: the text if the option is given without a value. heading: the section of the help;
    the default is that of the group of options.
    """
    names = [word.rstrip(",") for word in declaration.split() if word.startswith("-")]
    _, _, metavar = declaration.partition(f"{names[-1]} ")

    def make(name: str, kind: Any, default: Any) -> _Option:
        is_needed = default is inspect.Parameter.empty
        how = {"required": True} if is_needed else {"default": default}
        if flag_value is not None:
            how |= {"is_flag": False, "flag_value": flag_value}
        elif kind is bool:
            how["is_flag"] = True
        result = _Option(
            [name, *names],
            metavar=metavar or None,
            help=text,
            show_default=not is_needed and default not in (None, False),
            **_typed(parser, kind),
            **how,
        )
        result.heading = heading
        return result

    return dataclasses.field(default=default, metadata={MAKE: make})


def flag(declaration: str, text: str, heading: str = "") -> Any:
    """Declare an option without a value. The default is False."""
    return option(declaration, text, default=False, heading=heading)


def argument(
    metavar: str,
    text: str,
    parser: Parser = None,
    *,
    is_many: bool = False,
) -> Any:
    """Declare an argument, optional if it has a default; see ``option``.

    is_many: one or more values, as a tuple.
    """

    def make(name: str, kind: Any, default: Any) -> _Argument:
        result = _Argument(
            [name],
            metavar=metavar,
            required=default is inspect.Parameter.empty,
            nargs=-1 if is_many else 1,
            **_typed(parser, kind),
        )
        result.meaning = text
        return result

    return dataclasses.field(default=None, metadata={MAKE: make})


class _Option(click.Option):
    heading = ""
    """The heading of its section in the help; "" for the first section."""


class _Argument(click.Argument):
    meaning = ""
    """The help text. Only new versions of click have one, and show it in another place."""


def _typed(parser: Parser, kind: Any) -> dict[str, Any]:
    """Return the arguments of a parameter for its type and for completion."""
    words = parser if isinstance(parser, Words) else Words(parser or kind)

    def convert(text: str) -> Any:
        try:
            return words.read(text)
        except ValueError as error:
            raise click.BadParameter(str(error)) from None

    is_class = isinstance(words.read, type)
    return {
        "type": words.read if is_class else convert,
        "shell_complete": completer(words.words),
    }


def completer(
    words: Callable[[str], Mapping[str, str]],
) -> Callable[..., list[CompletionItem[str]]]:
    """Convert ``words`` to click's form. The shell completes files if no word matches."""

    def items(_context: Any, _parameter: Any, incomplete: str) -> list[CompletionItem[str]]:
        from click.shell_completion import CompletionItem

        found = [
            CompletionItem(word, help=meaning)
            for word, meaning in words(incomplete).items()
            if word.startswith(incomplete)
        ]
        return found or [CompletionItem(incomplete, type="file")]

    return items


class Without:
    """An annotation that removes options from a group of options of a command."""

    def __init__(self, *fields: str) -> None:
        self.fields = fields


def make_command(name: str, module: ModuleType) -> CliCommand:
    """Make the click command that calls ``module.command``.

    Its help ends with the result of ``module.sections()``, if the module has that function.

    A group is a parameter whose type is a dataclass, as in ``method: MethodOptions`` or ``method:
    Annotated[MethodOptions, Without("weight")]``. Its fields, like all other parameters, are
    annotated with an ``option`` or an ``argument``. ``heading`` of the class is the heading of its
    options in the help.
    """
    function: Callable[..., int] = module.command
    hints = get_type_hints(function, include_extras=True)
    parameters: list[click.Parameter] = []
    groups: dict[str, tuple[Any, list[str]]] = {}
    for each, parameter in inspect.signature(function).parameters.items():
        group, *extras = _parts(hints[each])
        is_plain = isinstance(parameter.default, dataclasses.Field)
        if is_plain or not all(isinstance(extra, Without) for extra in extras):
            parameters.append(_parameter(each, hints[each], parameter.default))
            continue
        omitted = [field for extra in extras for field in extra.fields]
        fields = [field for field in dataclasses.fields(group) if field.name not in omitted]
        types = get_type_hints(group, include_extras=True)
        for field in fields:
            made = _parameter(field.name, types[field.name], field)
            if isinstance(made, _Option):
                made.heading = made.heading or group.heading
            parameters.append(made)
        groups[each] = (group, [field.name for field in fields])

    def run(**values: Any) -> int:
        for each, (group, fields) in groups.items():
            values[each] = group(**{field: values.pop(field) for field in fields})
        return function(**values)

    command = CliCommand(name, params=parameters, callback=run, help=function.__doc__)
    command.sections = getattr(module, "sections", tuple)
    return command


def _parameter(name: str, hint: Any, default: Any) -> click.Parameter:
    """Make a parameter of this type. The maker is in the default or the annotation."""
    kind, *declared = _parts(hint)
    kinds = [each for each in get_args(kind) or [kind] if each is not NoneType]
    if isinstance(default, dataclasses.Field):
        declared, default = [default, *declared], default.default
    maker = next(each.metadata[MAKE] for each in declared if MAKE in each.metadata)
    parameter: click.Parameter = maker(name, kinds[0], default)
    return parameter


def _parts(hint: Any) -> tuple[Any, ...]:
    """Return the type and its annotations."""
    return get_args(hint) if get_origin(hint) is Annotated else (hint,)


class CliCommand(click.Command):
    """A command with arguments and additional sections in its help."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        _write(formatter, parameter_sections(self, ctx))

    sections: Callable[[], Iterable[Section]] = tuple
    """Returns the sections below the options."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        _write(formatter, self.sections())


Row = tuple[str, str]
Section = tuple[str, list[Row]]
"""A heading and its rows."""


def _write(formatter: click.HelpFormatter, sections: Iterable[Section]) -> None:
    for heading, rows in sections:
        with formatter.section(heading):
            formatter.write_dl(rows)


def parameter_sections(command: click.Command, context: click.Context) -> list[Section]:
    """Return the arguments of a command, then its options by heading."""
    sections: dict[str, list[Row]] = {"Arguments": [], "Options": []}
    for each in command.get_params(context):
        if isinstance(each, _Argument):
            sections["Arguments"].append((each.human_readable_name, each.meaning))
        elif row := each.get_help_record(context):
            heading = each.heading if isinstance(each, _Option) else GENERAL
            sections.setdefault(heading or "Options", []).append(row)
    return [(heading, rows) for heading, rows in sections.items() if rows]
