"""The window is closed while something runs: its process ends, and leaves nothing behind."""

from __future__ import annotations

import sys

import pytest

from tools.trust.closing import close


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the tool looks at /proc")
@pytest.mark.parametrize("name", ["stuck", "anytime 6x6"])
def test_closing_waits_for_no_thread(name: str) -> None:
    # the kernel cache is empty: a child compiles
    assert close(name, None, seconds=0.2, is_timed=False)[1] == []
