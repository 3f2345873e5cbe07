"""A user's script passes mypy --strict, with the types that the package declares."""

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
