"""The tool that makes the pictures of the documents knows all that they show."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.programs import finished

CHECKOUT = Path(__file__).resolve().parent.parent


def make(*names: str) -> subprocess.CompletedProcess[str]:
    return finished([sys.executable, str(CHECKOUT / "tools" / "make_screenshots.py"), *names])


def test_every_picture_of_the_readme_is_made_by_the_tool() -> None:
    readme = (CHECKOUT / "README.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"docs/screenshots/([\w-]+)\.png", readme))
    assert shown <= set(make("--list").stdout.split())


def test_an_unknown_picture_is_named() -> None:
    told = make("nothing")
    assert told.returncode == 2
    assert "there is no picture nothing" in told.stderr
