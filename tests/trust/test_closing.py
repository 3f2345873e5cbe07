"""Closing the window during a job ends its process and leaves no files or processes."""

from __future__ import annotations

import sys

import pytest

from tools.trust.closing import close


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the tool looks at /proc")
@pytest.mark.parametrize("name", ["stuck", "anytime 6x6"])
def test_closing_does_not_wait_for_threads(name: str) -> None:
    # the kernel cache is empty, so a child process compiles
    assert close(name, None, seconds=0.2, is_timed=False)[1] == []
