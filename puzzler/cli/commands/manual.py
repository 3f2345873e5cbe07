"""``puzzler manual``: the manual page, generated from the help of all commands."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from inspect import cleandoc

import click

import puzzler
from puzzler import resources
from puzzler.cli.click_options import CliCommand, Section, parameter_sections
from puzzler.cli.commands.methods import algorithms_and_heuristics
from puzzler.cli.options import OutputFile
from puzzler.cli.output import ExitStatus, Output

VERBATIM = "\b"
"""The start of a paragraph of a help text that keeps its line breaks."""
ENVIRONMENT = {
    "PUZZLER_HOME": "the folder for settings, games, tables and compiled kernels; the default is "
    "the user's own folders",
    "NO_COLOR": "if set, output has no colors and no bold text, as with --no-color",
    "FORCE_COLOR": "if set, output has colors also outside of a terminal, unless NO_COLOR is set",
}


def command(
    *,
    output: OutputFile = None,
) -> int:
    """Show the manual page.

    The page contains the help of every command. A pipe or FILE receives its source in the language
    of man: with -o ~/.local/share/man/man1/puzzler.1, man puzzler finds it.
    """
    text = _page(click.get_current_context().find_root())
    out = Output(output)
    if out.file is None and sys.stdout.isatty() and _show(text):
        return ExitStatus.SOLVED
    with out:
        out.write(text)
    return ExitStatus.SOLVED


def _show(text: str) -> bool:
    """Show the page with man. Returns False if man is not installed."""
    viewer = shutil.which("man")
    if viewer is None:
        return False
    with resources.temporary_folder() as folder:
        file = folder / "puzzler.1"
        file.write_text(text + "\n", encoding="utf-8")
        subprocess.run([viewer, str(file)], check=False)
    return True


def _page(context: click.Context) -> str:
    program = context.command
    assert isinstance(program, click.Group), "it has all commands"
    text = program.help or ""
    about = text.partition("\n\n")[0].rstrip(".")
    lines = [
        f'.TH PUZZLER 1 "" "puzzler {puzzler.__version__}" "User Commands"',
        ".SH NAME",
        f"puzzler \\- {_escaped(about[:1].lower() + about[1:])}",
        ".SH SYNOPSIS",
    ]
    names = program.list_commands(context)
    commands = {name: each for name in names if (each := program.get_command(context, name))}
    contexts = {
        name: each.make_context(name, [], parent=context, resilient_parsing=True)
        for name, each in commands.items()
    }
    usages = {
        name: _escaped(" ".join([name, *each.collect_usage_pieces(contexts[name])]))
        for name, each in commands.items()
    }
    for usage in usages.values():
        lines += [".br", f".B puzzler {usage}"]
    lines += [".SH DESCRIPTION", *_paragraphs(text)]
    lines += [".SH OPTIONS", *_parameters(program, context), ".SH COMMANDS"]
    sections: list[Section] = []
    for name, each in commands.items():
        lines += [f".SS puzzler {usages[name]}", *_paragraphs(cleandoc(each.help or ""))]
        lines += _parameters(each, contexts[name])
        sections += each.sections() if isinstance(each, CliCommand) else ()
    for heading, rows in (*sections, *algorithms_and_heuristics()):
        lines += [f".SH {heading.upper()}", *_terms(rows)]
    lines += [".SH EXIT STATUS"]
    lines += _terms((str(int(status)), status.meaning) for status in ExitStatus)
    lines += [".SH ENVIRONMENT", *_terms(ENVIRONMENT.items())]
    return "\n".join(lines)


def _parameters(command: click.Command, context: click.Context) -> Iterator[str]:
    for _, rows in parameter_sections(command, context):
        yield from _terms(rows)


def _terms(rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    for name, meaning in rows:
        yield ".TP"
        yield f".B {_escaped(name)}"
        yield _escaped(" ".join(meaning.split()))


def _paragraphs(text: str) -> Iterator[str]:
    """Convert the paragraphs of a help text to roff. Verbatim paragraphs keep their line breaks."""
    for paragraph in re.split(r"\n{2,}", text.strip()):
        yield ".PP"
        if paragraph.startswith(VERBATIM):
            yield ".nf"
            yield from map(_escaped, paragraph.removeprefix(VERBATIM).strip("\n").splitlines())
            yield ".fi"
        else:
            yield _escaped(" ".join(paragraph.split()))


def _escaped(text: str) -> str:
    """Escape text for roff: a leading "." or "'" starts no request, and "-" is a minus sign."""
    shown = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return f"\\&{shown}" if shown.startswith((".", "\\(aq")) else shown
