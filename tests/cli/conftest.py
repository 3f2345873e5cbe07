"""Fixtures of the tests of the command line."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from puzzler.cli import app
from puzzler.search.compile_steps import prepare_steps, steps_for
from puzzler.search.engine.search import Search
from puzzler.search.method import Method


@dataclass(frozen=True)
class Run:
    """One run of the program in this process."""

    status: int
    out: str
    error: str

    @property
    def answers(self) -> list[dict[str, Any]]:
        """The lines of standard output, parsed as JSON."""
        return [json.loads(line) for line in self.out.splitlines()]


Runner = Callable[..., Run]


@pytest.fixture(scope="session")
def _compiled(compiled: None) -> None:
    """Compile the kernels, so that no run prints that it compiles."""
    for method in (Method(), Method.automatic(4, 4), Method.automatic(5, 5)):
        prepare_steps(steps_for(method))


@pytest.fixture
def interrupt(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Simulate Ctrl-C after some slices of at most ``limit`` expansions each."""
    advance = Search.advance

    def interrupt_after(slices: int, limit: int = 1 << 40) -> None:
        calls = count()

        def interrupted(search: Search, budget: int, **options: Any) -> object:
            if next(calls) >= slices:
                raise KeyboardInterrupt
            return advance(search, min(budget, limit), **options)

        monkeypatch.setattr(Search, "advance", interrupted)

    return interrupt_after


@pytest.fixture
def run(
    compiled: None,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> Runner:
    """Run the program in an empty folder with the standard input ``stdin``."""
    monkeypatch.chdir(tmp_path)
    # the kernels are compiled by the fixture or by another process
    monkeypatch.setattr("puzzler.search.kernel_switch.is_prepared", lambda steps: True)

    def run_once(*arguments: str, stdin: str | bytes = b"") -> Run:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
        status = app.main(arguments)
        out, error = capsys.readouterr()
        return Run(int(status), out, error)

    return run_once
