"""Plain and compiled kernels agree, and the program lives without a place to keep compiled code."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from puzzler.search import compilation
from puzzler.search.compilation import Readiness
from puzzler.search.registry import ALGORITHMS

ROOT = Path(__file__).parent.parent.parent
PRINT_RESULT = """
from dataclasses import replace
from puzzler.board import shuffle
from puzzler.search.solve import solve
for shape, moves in (((3, 3), 80), ((4, 4), 30), ((5, 5), 20)):
    result = solve(shuffle(*shape, moves, 3).start, compiled={compiled})
    print(result.compiled, result.moves, replace(result.stats, elapsed=0))
"""


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env=os.environ | {"PYTHONPATH": str(ROOT)} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_plain_python_and_compiled_code_do_the_same():
    plain = run(PRINT_RESULT.format(compiled=False))
    compiled = run(PRINT_RESULT.format(compiled=True))
    assert plain.stderr == compiled.stderr == ""
    assert plain.stdout.count("False") == compiled.stdout.count("True") == 3
    assert plain.stdout.replace("False", "True") == compiled.stdout


@pytest.mark.parametrize("home", ["/dev/null/none", "a-file"])
def test_no_place_for_compiled_code_is_no_obstacle(tmp_path, home):
    (tmp_path / "a-file").write_text("")
    said = run(
        "from puzzler.search import compilation as c; print(c.load_compiled(), c.readiness().name)",
        PUZZLER_HOME=str(tmp_path / home),
    )
    assert (said.stdout, said.stderr) == ("True COLD\n", "")


def test_nothing_is_compiled_and_numba_not_imported_before_it_is_asked_for():
    said = run(
        "import sys; from puzzler.search import solve, compilation as c; c.readiness()\n"
        "print(c.is_compiled(), 'numba' in sys.modules)"
    )
    assert (said.stdout, said.stderr) == ("False False\n", "")


def test_without_numba_kernels_run_plain(monkeypatch):
    monkeypatch.setattr(compilation, "_has_numba", lambda: False)
    assert compilation.readiness() is Readiness.MISSING
    assert compilation.load_compiled() is False


def test_preparing_the_default_marks_the_cache_warm(monkeypatch, tmp_path):
    monkeypatch.setenv("PUZZLER_HOME", str(tmp_path))
    compilation.kernel_folder().mkdir(parents=True)
    assert compilation.readiness() is Readiness.COLD
    parts = compilation.prepare()
    assert next(parts) == "astar"
    assert compilation.readiness() is Readiness.WARM and not compilation.is_complete()


@pytest.mark.slow
def test_preparing_all_of_it_is_told(monkeypatch, tmp_path):
    monkeypatch.setenv("PUZZLER_HOME", str(tmp_path))
    compilation.kernel_folder().mkdir(parents=True)
    assert len(list(compilation.prepare())) == 1 + sum(
        len(compilation.KINDS) if algorithm.uses_heuristic else 1
        for algorithm in ALGORITHMS.values()
    )
    assert compilation.is_complete()
