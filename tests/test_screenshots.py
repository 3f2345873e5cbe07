"""The tool that makes the pictures of the documents knows all that they show."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent


def test_every_picture_of_the_documents_is_made_by_the_tool() -> None:
    tool = CHECKOUT / "tools" / "make_screenshots.py"
    told = subprocess.run(
        [sys.executable, str(tool), "--list"], capture_output=True, text=True, check=True
    )
    pages = [CHECKOUT / "README.md", *(CHECKOUT / "docs").glob("*.md")]
    text = "".join(page.read_text(encoding="utf-8") for page in pages)
    shown = set(re.findall(r"screenshots/([\w-]+)\.png", text))
    assert shown == {file.stem for file in (CHECKOUT / "docs" / "screenshots").glob("*.png")}
    assert shown <= set(told.stdout.split())


def test_an_unknown_picture_is_named() -> None:
    tool = CHECKOUT / "tools" / "make_screenshots.py"
    told = subprocess.run(
        [sys.executable, str(tool), "nothing"], capture_output=True, text=True, check=False
    )
    assert told.returncode == 2
    assert "there is no picture nothing" in told.stderr
