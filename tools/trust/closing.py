"""Closes the window during a job and measures the time until the process has ended.

    PYTHONPATH=. python tools/trust/closing.py [--count N] [--seed S] [--only CASE ...]

Each case is a process with its own home. Its kernel cache is empty or full. The window is closed
after a random time. A case fails if the process needs more than 0.5 s to end, has another exit
status than 0, or leaves a child or a temporary file. The window has no screen and no sound.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tools.trust.harness import command_of, environment, processes_with, shared_kernels
from tools.trust.remote_window import RemoteWindow

LIMIT = 0.5
"""Seconds from the close event to the end of the process."""
PATIENCE = 60.0
"""Seconds after which a process counts as hung and is killed."""
LONGEST = 3.0
"""Maximum seconds until the window is closed."""
GAME = "14 15 8 12/10 11 9 13/2 6 5 1/3 7 4 0 " + "DRUL" * 40
"""The file ``game.txt`` of each home."""
SIDE6, SIDE10 = "set=rows:6 set=columns:6 key=n", "set=rows:10 set=columns:10 key=n"
CASES = {
    "nothing": "",
    "anytime 6x6": f'{SIDE6} set=algorithm:"anytime" key=s',
    "beam 6x6": f'{SIDE6} set=algorithm:"beam" key=s',
    "anytime 10x10": f'{SIDE10} set=algorithm:"anytime" key=s',
    "beam 10x10": f'{SIDE10} set=algorithm:"beam" key=s',
    "tables 5x5": 'set=rows:5 set=columns:5 key=n set=heuristic:"pattern-database"'
    ' set=algorithm:"idastar" key=s',
    "A* 4x4": 'set=heuristic:"manhattan" set=algorithm:"astar" key=s',
    "lab": "key=l wait=0.1 key=space",
    "race": "key=r wait=0.1 key=space",
    "coach": "set=coach:true key=h",
    "coach 6x6": f"{SIDE6} set=coach:true key=h",
    "deal": 'set=difficulty:"hard" key=n',
    "review": "open=game.txt key=return",
    "save": "play=2000 film=saved.gif",
    "lessons": "key=f2",
    "stuck": f"hang={2 * PATIENCE}",
}
"""The words that start the work: see ``remote_window.py``."""


def close(
    name: str, cache: Path | None, seconds: float, *, is_timed: bool = True
) -> tuple[float, list[str]]:
    """Close a case after ``seconds``. Return its seconds until the end, and its faults.

    cache: a folder of compiled kernels. is_timed: a late end and a slow frame are faults.
    """
    with tempfile.TemporaryDirectory(prefix="puzzler-closing-") as folder:
        home, temporary = Path(folder, "home"), Path(folder, "tmp")
        temporary.mkdir()
        (home / "cache").mkdir(parents=True)
        (home / "game.txt").write_text(GAME)
        if cache is not None:
            (home / "cache" / "kernels").symlink_to(cache)
        places = {"PUZZLER_HOME": str(home), "TMPDIR": str(temporary), "PUZZLER_CASE": folder}
        process = subprocess.Popen(
            [sys.executable, *RemoteWindow.command],
            cwd=home,
            env=environment(**places),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        window = RemoteWindow(process, seconds + PATIENCE)
        window.send(f"watch_frames {CASES[name]} wait={seconds}")
        window.wait_for(1)
        assert process.stdin is not None
        process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(PATIENCE)
        ended = time.monotonic()
        left = [(number, command_of(number)) for number in processes_with("PUZZLER_CASE", folder)]
        for number, _ in left:
            os.kill(number, signal.SIGKILL)
        assert process.stdout is not None
        assert process.stderr is not None
        with process, process.stdout, process.stderr:
            errors = process.stderr.read().decode()
        state = window.last[0] or {"time": ended, "slow": ["it was never closed"]}
        needed, slow = ended - state["time"], "".join(state["slow"][:3])
        junk = [*temporary.iterdir(), *home.rglob("*.tmp"), *home.rglob("saved.gif")]
        faults = {
            f"exit status {process.returncode}": process.returncode,
            f"it needed {needed:.2f} s": is_timed and needed > LIMIT,
            f"a slow frame: {slow}": is_timed and slow,
            f"messages: {errors[-4000:]}": errors,
            f"processes are left: {left}": left,
            f"files are left: {junk}": junk,
        }
        return needed, [text for text, is_fault in faults.items() if is_fault]


def main() -> int:
    """Run the command line. The exit status is 1 if a case failed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=1, help="closings of each case and cache")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="+", choices=CASES, default=list(CASES))
    options = parser.parse_args()
    draw, began, faults, worst = random.Random(options.seed), time.monotonic(), 0, 0.0
    caches = {"empty": None, "full": shared_kernels().parent}
    rows = [(name, kind) for name in options.only for kind in caches] * options.count
    for name, kind in rows:
        seconds = round(draw.uniform(0.1, LONGEST), 2)
        needed, found = close(name, caches[kind], seconds)
        worst = max(worst, needed)
        faults += bool(found)
        print(
            f"{name:14} {kind:7} after {seconds:4.2f} s: {needed:5.2f} s",
            *found,
            sep="  ",
            flush=True,
        )
    minutes = (time.monotonic() - began) / 60
    print(
        f"{len(rows)} closings, seed {options.seed}: at most {worst:.2f} s, {minutes:.1f} minutes,"
        f" {faults} faults"
    )
    return min(1, faults)


if __name__ == "__main__":
    sys.exit(main())
