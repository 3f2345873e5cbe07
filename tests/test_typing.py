"""A user's script passes mypy --strict. The plugin of mypy refuses conversions of text."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import puzzler

SCRIPT = Path(__file__).with_name("data") / "typed_script.py"


def test_the_script_has_every_public_name() -> None:
    names = set(re.findall(r"\w+", SCRIPT.read_text("utf-8")))
    assert set(puzzler.__all__) <= names


def test_type_checkers_see_every_public_name() -> None:
    module = ast.parse(Path(puzzler.__file__).read_text("utf-8"))
    [block] = [node for node in module.body if isinstance(node, ast.If)]
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    names = [alias.name for node in imports for alias in node.names]
    assert sorted(names) == sorted(puzzler.__all__)


@pytest.mark.slow
def test_the_script_passes_mypy(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", str(SCRIPT)]
    command += ["--cache-dir", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


CONVERSIONS = """
from __future__ import annotations
import ast, json
from decimal import Decimal
from enum import StrEnum
from functools import partial
from typing import Any, AnyStr, NewType, TypeVar
import numpy as np
Name = NewType("Name", str)
T = TypeVar("T", bound=str)
alias = int
class Kind(StrEnum):
    ONE = "1"
def of_texts(text: str, texts: list[str], name: Name, kind: Kind, some: Any, more: T, other: AnyStr,
             either: str | int, view: memoryview) -> None:
    convert = int
    int(text)
    int(text, 10)
    float(text)
    complex(text)
    alias(text)
    convert(text)
    int(name)
    int(kind)
    int(some)
    int(more)
    int(other)
    int(either)
    int(view)
    map(int, texts)
    map(float, text.split())
    sorted(texts, key=int)
    max(texts, key=float)
    partial(int, base=16)
    Decimal(text)
    np.int64(text)
    ast.literal_eval(text)
    json.loads(text)
def of_numbers(number: float, numbers: list[float]) -> None:
    int(number)
    float(3)
    map(int, numbers)
    max(numbers, key=int)
    partial(max, 3)(4)
    np.int64(number)
"""


@pytest.mark.slow
def test_the_plugin_refuses_conversions_of_text(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    file = tmp_path / "puzzler" / "cli" / "conversions.py"
    file.parent.mkdir(parents=True)
    file.write_text(CONVERSIONS)
    plugin = Path(__file__).parents[1] / "tools" / "mypy_numbers.py"
    (tmp_path / "mypy.ini").write_text(f"[mypy]\nplugins = {plugin}\n")
    command = [sys.executable, "-m", "mypy", "--cache-dir", str(tmp_path / "cache"), str(file)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    reported = {int(line) for line in re.findall(r":([0-9]+): error: Read numbers", done.stdout)}
    lines = CONVERSIONS.splitlines()
    first, last = lines.index("    int(text)"), lines.index("    json.loads(text)")
    assert reported == set(range(first + 1, last + 2)), done.stdout
