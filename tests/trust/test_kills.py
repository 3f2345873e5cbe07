"""A short run of ``tools/trust/kills.py``, which kills a window and a command with a list."""

from __future__ import annotations

import itertools
import subprocess
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


@pytest.mark.skipif(sys.platform != "linux", reason="its imports need Unix")
@pytest.mark.parametrize(("step", "is_done"), [(1e-4, True), (0, False), (10, False)])
def test_a_window_hangs_by_its_processor_time(
    monkeypatch: pytest.MonkeyPatch, step: float, is_done: bool
) -> None:
    from tools.trust import remote_window

    seconds = itertools.count(0, step)
    monkeypatch.setattr(remote_window, "seconds_of", lambda process: next(seconds))
    command = [sys.executable, "-S", "-c", "import time; time.sleep(0.8); print('{}')"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert remote_window.RemoteWindow(process, 0.3).wait_for(1) == is_done
        process.kill()
