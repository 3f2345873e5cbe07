"""A short run of ``tools/trust/surroundings.py``: the program with a broken environment."""

from __future__ import annotations

import sys

import pytest

from tools.trust import surroundings


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="the cases need a Unix")
def test_a_missing_display() -> None:
    assert surroundings.run_case("no-display")
