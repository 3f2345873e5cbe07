"""The tool that makes the pictures of the documents."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from tests.programs import run_command

CHECKOUT = Path(__file__).resolve().parent.parent


def test_every_picture_of_the_documents_is_made_by_the_tool() -> None:
    pages = [CHECKOUT / "README.md", *(CHECKOUT / "docs").glob("*.md")]
    text = "".join(page.read_text(encoding="utf-8") for page in pages)
    shown = set(re.findall(r"screenshots/([\w-]+)\.png", text))
    assert shown == {file.stem for file in (CHECKOUT / "docs" / "screenshots").glob("*.png")}
    tool = str(CHECKOUT / "tools" / "make_screenshots.py")
    assert shown <= set(run_command([sys.executable, tool, "--list"]).stdout.split())
