"""The tool that makes the pictures of the documents knows all that they show."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent


def test_every_picture_of_the_readme_is_made_by_the_tool() -> None:
    tool = CHECKOUT / "tools" / "make_screenshots.py"
    told = subprocess.run(
        [sys.executable, str(tool), "--list"],
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    readme = (CHECKOUT / "README.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"docs/screenshots/([\w-]+)\.png", readme))
    assert shown <= set(told.stdout.split())


def test_an_unknown_picture_is_named() -> None:
    tool = CHECKOUT / "tools" / "make_screenshots.py"
    told = subprocess.run(
        [sys.executable, str(tool), "nothing"],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert told.returncode == 2
    assert "there is no picture nothing" in told.stderr
