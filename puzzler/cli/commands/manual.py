"""``puzzler manual``: the manual page."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from puzzler.cli.exit_status import ExitStatus
from puzzler.cli.manual_page import page
from puzzler.cli.output import Output


def command(
    context: typer.Context,
    *,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Write the page to FILE: where it is ~/.local/share/man/man1/puzzler.1, man "
            "puzzler finds it.",
        ),
    ] = None,
) -> int:
    """Show the manual page.

    It says all that the help of every command says. Into a pipe or a FILE it is written in the
    language of man.
    """
    text = page(context.find_root())
    out = Output(output)
    if out.file is None and sys.stdout.isatty() and _is_shown(text):
        return ExitStatus.SOLVED
    with out:
        out.write(text)
    return ExitStatus.SOLVED


def _is_shown(text: str) -> bool:
    """Show the page as man shows pages; False where there is no man."""
    import shutil
    import subprocess
    import tempfile

    viewer = shutil.which("man")
    if viewer is None:
        return False
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "puzzler.1"
        file.write_text(text + "\n", encoding="utf-8")
        subprocess.run([viewer, str(file)], check=False)
    return True
