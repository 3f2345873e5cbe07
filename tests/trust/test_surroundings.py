"""A short run of ``tools/trust/surroundings.py``: the program with a broken environment."""

from __future__ import annotations

import sys

import pytest

from tools.trust import surroundings

CHEAP = ("no-display",)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="the cases need a Unix")
@pytest.mark.parametrize("name", CHEAP)
def test_broken_surroundings(name: str) -> None:
    try:
        assert surroundings.run_case(name)
    except surroundings.NotTriedError as reason:
        pytest.skip(str(reason))
