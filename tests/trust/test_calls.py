"""A short run of ``tools/trust/calls.py``: a signal during any call ends a command."""

from __future__ import annotations

import sys

import pytest

from tests.programs import ROOT, finished


@pytest.mark.slow
@pytest.mark.skipif(
    sys.platform != "linux", reason="other systems report exit statuses differently"
)
def test_a_signal_at_some_calls_of_a_command() -> None:
    tool = ROOT / "tools" / "trust" / "calls.py"
    done = finished([sys.executable, tool, "--every", "10", "shuffle", "--count", "5"])
    assert done.returncode == 0 and ", 0 faults" in done.stdout, done.stdout + done.stderr
