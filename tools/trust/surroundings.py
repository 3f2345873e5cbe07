"""Runs the program in broken surroundings: no numba, no network, few open files.

    PYTHONPATH=. python tools/trust/surroundings.py [--only CASE ...]

Each case runs the command line, or a window without a screen, and prints one line. A case fails if
there is a traceback, more than one line of error, a wrong exit status, a lost move or a part of a
file. The exit status is 1 if a case failed. Full disks and read-only homes are tested by
``tests/cli/test_program.py``, ``tests/test_resources.py`` and ``tests/game/storage``.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tools.trust.harness import EASY, NEAR, shared_kernels
from tools.trust.surrounded import (
    CASES,
    PATIENCE,
    Window,
    case,
    check_stored,
    files_in,
    home_in,
    puzzler,
    surroundings,
)

HOOK = """
import os, sys
_log = os.open(os.environ["AUDIT"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
_places = {"os.mkdir": 0, "os.rename": 1, "os.link": 1, "os.symlink": 1, "os.remove": 0}
def _hook(event, args):
    text = ""
    if event == "socket.__new__" and getattr(args[1], "name", args[1]) not in ("AF_UNIX", 1):
        text = f"socket {args[1]}"
    elif event in ("socket.connect", "socket.bind") and not isinstance(args[1], (str, bytes)):
        text = f"{event} {args[1]}"
    elif event == "open" and isinstance(args[2], int) and args[2] & 3 and isinstance(args[0], str):
        text = f"writes {os.path.abspath(args[0])}"
    elif event in _places:
        text = f"writes {os.path.abspath(os.fspath(args[_places[event]]))}"
    if text:
        os.write(_log, (text + chr(10)).encode(errors="replace"))
sys.addaudithook(_hook)
"""


def audited(folder: Path, home: Path, use: Callable[[dict[str, str]], None]) -> set[str]:
    """Return the sockets of the processes of ``use`` and the files written outside ``home``."""
    (folder / "hook").mkdir()
    (folder / "hook" / "sitecustomize.py").write_text(HOOK)
    (folder / "temporary").mkdir()
    log = folder / "audit"
    use({"FIRST": str(folder / "hook"), "AUDIT": str(log), "TMPDIR": str(folder / "temporary")})
    kernels = shared_kernels().parent
    ours = [f"writes {place}" for place in (home, kernels, folder / "temporary", "/dev/")]
    lines = log.read_text().splitlines()
    assert lines, "the hook has seen nothing"
    return {line for line in lines if not line.startswith(tuple(ours)) and "pycache" not in line}


@case
def no_display(folder: Path) -> str:
    """No screen: a line and status 2."""
    home = home_in(folder)
    for env in ({"SDL_VIDEODRIVER": ""}, {"SDL_VIDEODRIVER": "x11", "DISPLAY": ":987"}):
        puzzler(home, status=2, says="no window can be opened", env=env)
        puzzler(home, "play", EASY, status=2, says="no window can be opened", env=env)
        puzzler(home, "record", NEAR, folder / "a.gif", env=env)
    assert not [file for file in files_in(home) if not file.startswith("cache/")], files_in(home)
    return "one line, status 2; pictures are made all the same"


LARGER = "1 2 3 4/5 6 7 8/9 10 15 11/13 14 12 0"


@case
def no_numba(folder: Path) -> str:
    """Environments without numba and without llvmlite."""
    home = folder / "home"
    home.mkdir()
    ways: dict[str, dict[str, str]] = {}
    site = Path(next(path for path in sys.path if path.endswith("site-packages")))
    for gone in ("numba", "llvmlite"):
        packages = folder / f"without-{gone}"
        packages.mkdir()
        for entry in site.iterdir():
            if not entry.name.startswith((gone, "__editable__", "_virtualenv", "distutils")):
                (packages / entry.name).symlink_to(entry)
        ways[gone] = {"FIRST": str(packages), "PYTHONNOUSERSITE": "1"}
    base = f"{sys.base_prefix}/bin/python{sys.version_info.major}.{sys.version_info.minor}"
    for name, env in ways.items():
        out = puzzler(home, "solve", EASY, env=env, python=base)  # needs no compiled kernels
        assert "31 moves" in out, out
        out = puzzler(home, "solve", LARGER, env=env, python=base)
        assert "4 moves" in out, out
        assert "not compiled and therefore slow" in out, out
        window = Window(home, python=base, **env)
        messages = window.tell("wait=1 play=9 wait=0.5")["messages"]
        window.close(lines=2)
        assert any("uncompiled and slow" in line for line in messages), (name, messages)
    return f"{len(ways)} ways: solved without compilation, with one message"


@case
def few_files(folder: Path) -> str:
    """64 open files (``ulimit -n 64``)."""
    under = ["sh", "-c", 'ulimit -n 64; exec "$@"', "sh"]
    home = home_in(folder)
    boards = "\n".join(puzzler(home, "shuffle", "--size", "3x3", "--count", "40").split("\n\n"))
    puzzler(home, "solve", EASY, "--optimal", under=under)
    batch = ("solve", "-", "--batch", "--json", "--jobs", "4")
    out = puzzler(home, *batch, under=under, stdin=boards)
    assert out.count('"solved"') == 40, out[-500:]
    puzzler(home, "compare", EASY, under=under)
    puzzler(home, "record", NEAR, folder / "a.gif", under=under)
    window = Window(home, under)
    window.tell("play=20 solved key=F5 wait=0.5 key=l wait=1 key=r wait=1")
    state = window.tell("set=interface_scale:1.5 wait=0.2 key=ESCAPE key=ESCAPE wait=0.3 play=5")
    window.close()
    check_stored(home, state)
    return "a search, a batch of 40 in 4 processes, a comparison, a GIF, a window: as ever"


@case
def clock_jumps(folder: Path) -> str:
    """The wall clock jumps by years while a window is open, and between windows."""
    home = home_in(folder)
    window = Window(home)
    for days in (0.1, -4000, 20_000, -30_000, 1):
        state = window.tell(f"play=7 clock={days} wait=0.2 play=7 key=u wait=0.1")
    window.close()
    check_stored(home, state)
    return "timers, limits and the stored game stay correct"


@case
def network(folder: Path) -> str:
    """No command and no window opens a socket, by an audit hook."""
    home, out = home_in(folder), folder / "home" / "out"
    out.mkdir()
    commands: list[tuple[str | Path, ...]] = [
        *(("solve", EASY), ("solve", "-", "--batch", "--jobs", "2"), ("shuffle",)),
        *(("compare", EASY), ("trace", NEAR), ("review", NEAR, "--moves", "RR"), ("methods",)),
        *(("record", NEAR, out / "a.gif"), ("lesson",), ("lesson", "--html", out / "l.html")),
        *(("tables",), ("convert", EASY, "--to", "lodz"), ("manual",), ("--help",)),
    ]

    def use(env: dict[str, str]) -> None:
        for command in commands:
            puzzler(home, *command, env=env, stdin=EASY)
        window = Window(home, **env)
        window.tell("play=9 solved key=l wait=0.5 key=F1 wait=0.2")
        window.close()

    beyond = audited(folder, home, use)
    assert not beyond, sorted(beyond)[:9]
    return f"{len(commands)} commands and a window: none"


@case
def paths(folder: Path) -> str:
    """Names in lists, lessons, shared games and solutions that look like paths."""
    home, sources = home_in(folder), folder / "home" / "given"
    sources.mkdir()
    evil = ["../../evil", "/evil", "~/evil", "a/../../evil", "..", "%2e%2e%2fevil", "con\0evil"]
    files = []
    for number, name in enumerate(evil):
        file = sources / f"list{number}.txt"
        tiles = "8 6 7 2 5 4 3 0 1"
        file.write_text(f"{name} 31 {tiles}\n{number} 31 {tiles}\n")
        (sources / f"json{number}.json").write_text(
            json.dumps({"board": NEAR, "goal": None, "id": name, "moves": "RR", "title": name})
        )
        quoted = json.dumps(name)
        step = f"[[step]]\ntitle = {quoted}\ntext = {quoted}\nboard = '{NEAR}'\npanel = 'board'\n"
        (sources / f"lesson{number}.toml").write_text(f"title = {quoted}\nrank = 1\n{step}")
        files += [file, sources / f"json{number}.json", sources / f"lesson{number}.toml"]
    good = sources / "puzzle04.txt"
    good.write_text("3\n8 6 7\n2 5 4\n3 0 1\n")
    (sources / "linked.txt").symlink_to("/etc/hostname")
    before = files_in(folder)

    def use(env: dict[str, str]) -> None:
        for file in files:
            command = [sys.executable, "-m", "puzzler"]
            subprocess.run(
                [*command, "lesson" if file.suffix == ".toml" else "solve", file],
                env=surroundings(home, **env), capture_output=True, timeout=PATIENCE,
                check=False, cwd=sources,
            )  # fmt: skip
        window = Window(home, **env)
        window.tell(f"open={good} solved answer wait=0.2")
        for file in files:
            window.tell(f"open={file} key=RETURN wait=0.2 answer key=RETURN wait=0.2")
        window.close(lines=99)

    beyond = audited(folder, home, use)
    assert not beyond, sorted(beyond)[:9]
    new = files_in(folder) - before
    saved = {name for name in new if name.startswith("home/given/")}
    assert "home/given/puzzle04_solution.txt" in saved, sorted(new)
    assert not any("evil" in name for name in new), sorted(new)
    return f"{len(files)} files read, {len(saved)} saved next to them: nothing is written elsewhere"


def run_case(name: str) -> str:
    """Return the result of a case. Raises AssertionError if the case fails."""
    folder = Path(tempfile.mkdtemp(prefix="puzzler-trust-"))
    try:
        return CASES[name](folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main() -> int:
    """Run the command line. The exit status is 1 if a case failed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", nargs="+", choices=CASES, default=list(CASES))
    options = parser.parse_args()
    began, faults = time.monotonic(), 0
    for name in options.only:
        try:
            verdict = run_case(name)
        except (AssertionError, subprocess.SubprocessError, OSError, ValueError) as error:
            faults, verdict = faults + 1, f"FAULT: {error}"
        print(f"{name:24}{verdict}", flush=True)
    minutes = (time.monotonic() - began) / 60
    print(f"surroundings: {len(options.only)} cases, {minutes:.1f} minutes, {faults} faults")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
