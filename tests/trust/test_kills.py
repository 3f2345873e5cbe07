"""A short run of ``tools/trust/kills.py``, which kills a window and a command with a list."""

from __future__ import annotations

import sys

import pytest

from puzzler.search import compilation


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("name", ["film", "jobs"])
def test_a_kill_loses_at_most_one_action_and_leaves_nothing(name, tmp_path):
    from tools.trust import kills  # its imports need Unix

    done = kills.killed_often(name, 1, "1", tmp_path, compilation.kernel_folder())
    assert (done.faults, done.kills > 0) == ([], True)
