"""The tool that makes the pictures of the documents."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.programs import finished

CHECKOUT = Path(__file__).resolve().parent.parent


def make(*names: str) -> subprocess.CompletedProcess[str]:
    return finished([sys.executable, str(CHECKOUT / "tools" / "make_screenshots.py"), *names])


def test_every_picture_of_the_documents_is_made_by_the_tool() -> None:
    pages = [CHECKOUT / "README.md", *(CHECKOUT / "docs").glob("*.md")]
    text = "".join(page.read_text(encoding="utf-8") for page in pages)
    shown = set(re.findall(r"screenshots/([\w-]+)\.png", text))
    assert shown == {file.stem for file in (CHECKOUT / "docs" / "screenshots").glob("*.png")}
    assert shown <= set(make("--list").stdout.split())


def test_an_unknown_picture_is_an_error() -> None:
    result = make("nothing")
    assert result.returncode == 2
    assert "there is no picture nothing" in result.stderr
