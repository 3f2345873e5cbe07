"""The manual page, as ``man`` reads it, made from the help of the program and its commands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from inspect import cleandoc
from typing import Any

import puzzler
from puzzler.cli.exit_status import ExitStatus
from puzzler.cli.help_text import choices

KEPT = "\b"
"""A paragraph of a help that begins with it keeps its lines."""
EXIT_STATUS = {
    ExitStatus.SOLVED: "everything that was asked for is done",
    ExitStatus.LIMIT: "a search was stopped by one of its limits",
    ExitStatus.BAD_INPUT: "something in the input or on the command line is wrong; one line on "
    "standard error says what, and where",
    ExitStatus.UNSOLVABLE: "no moves lead from the board to its goal",
    ExitStatus.CANCELLED: "stopped by Ctrl-C",
    ExitStatus.BROKEN_PIPE: "nobody reads the output any more",
}
ENVIRONMENT = {
    "PUZZLER_HOME": "the folder for settings, games, tables and compiled kernels; by default they "
    "are kept in the user's own folders",
    "NO_COLOR": "where it is set, answers have no colours",
}


def page(context: Any) -> str:
    """The page, in the language of ``man``, without its last line end.

    context: that of the program, as typer makes it.
    """
    program = context.command
    lines = [
        f'.TH PUZZLER 1 "" "puzzler {puzzler.__version__}" "User Commands"',
        ".SH NAME",
        f"puzzler \\- {_escaped(_name(program.help))}",
        ".SH SYNOPSIS",
    ]
    for name in program.commands:
        lines += [".br", f".B puzzler {_escaped(_usage(name, program.commands[name], context))}"]
    lines += [".SH DESCRIPTION", *_paragraphs(program.help)]
    lines += [".SH OPTIONS", *_terms(_options(program, context)), ".SH COMMANDS"]
    options: set[str] = set()
    for name, command in program.commands.items():
        lines += [f".SS puzzler {_escaped(_usage(name, command, context))}"]
        lines += _paragraphs(cleandoc(command.help or ""))
        lines += _terms(_arguments(command))
        lines += _terms(_options(command, _within(name, command, context)))
        options |= {option for each in command.params for option in each.opts}
    for heading, rows in choices(options):
        lines += [f".SH {heading.upper()}", *_terms(rows)]
    lines += [".SH EXIT STATUS"]
    lines += _terms((str(int(status)), words) for status, words in EXIT_STATUS.items())
    lines += [".SH ENVIRONMENT", *_terms(ENVIRONMENT.items())]
    return "\n".join(lines)


def _name(text: str) -> str:
    """The first paragraph of the help, as it stands behind the name of a program."""
    first = text.partition("\n\n")[0]
    return first[:1].lower() + first[1:].rstrip(".")


def _within(name: str, command: Any, context: Any) -> Any:
    return command.make_context(name, [], parent=context, resilient_parsing=True)


def _usage(name: str, command: Any, context: Any) -> str:
    pieces = command.collect_usage_pieces(_within(name, command, context))
    return " ".join([name, *pieces])


def _arguments(command: Any) -> Iterator[tuple[str, str]]:
    for parameter in command.params:
        if parameter.param_type_name == "argument":
            yield parameter.metavar, parameter.help


def _options(command: Any, context: Any) -> Iterator[tuple[str, str]]:
    for parameter in command.get_params(context):
        if parameter.param_type_name == "option":
            record = parameter.get_help_record(context)
            if record is not None:
                yield record


def _terms(rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Names, each with what it means, indented."""
    for name, meaning in rows:
        yield ".TP"
        yield f".B {_escaped(name)}"
        yield _escaped(" ".join(meaning.split()))


def _paragraphs(text: str) -> Iterator[str]:
    """Paragraphs; those that keep their lines stay as they are."""
    for paragraph in re.split(r"\n{2,}", text.strip()):
        yield ".PP"
        if paragraph.startswith(KEPT):
            yield ".nf"
            yield from map(_escaped, paragraph.removeprefix(KEPT).strip("\n").splitlines())
            yield ".fi"
        else:
            yield _escaped(" ".join(paragraph.split()))


def _escaped(text: str) -> str:
    """``text`` as ``man`` shows it: no word of it is a command, no dash a hyphen."""
    shown = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return f"\\&{shown}" if shown.startswith((".", "\\(aq")) else shown
