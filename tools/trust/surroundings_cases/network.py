"""Cases of ``surroundings.py``: sockets and paths in files."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tools.trust.harness import EASY, NEAR, shared_kernels
from tools.trust.surroundings_cases.programs import (
    PATIENCE,
    Window,
    case,
    files_in,
    home_in,
    puzzler,
    surroundings,
)

HOOK = """
import os, sys
_log = os.open(os.environ["AUDIT"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
_made = {"os.mkdir": 0, "os.rename": 1, "os.link": 1, "os.symlink": 1, "os.remove": 0}
def _hook(event, args):
    said = ""
    if event == "socket.__new__" and getattr(args[1], "name", args[1]) not in ("AF_UNIX", 1):
        said = f"socket {args[1]}"
    elif event in ("socket.connect", "socket.bind") and not isinstance(args[1], (str, bytes)):
        said = f"{event} {args[1]}"
    elif event == "open" and isinstance(args[2], int) and args[2] & 3 and isinstance(args[0], str):
        said = f"writes {os.path.abspath(args[0])}"
    elif event in _made:
        said = f"writes {os.path.abspath(os.fspath(args[_made[event]]))}"
    if said:
        os.write(_log, (said + chr(10)).encode(errors="replace"))
sys.addaudithook(_hook)
"""


def audited(folder: Path, home: Path, use: Callable[[dict[str, str]], None]) -> set[str]:
    """Return the sockets of the processes of ``use`` and the files written outside ``home``."""
    (folder / "hook").mkdir()
    (folder / "hook" / "sitecustomize.py").write_text(HOOK)
    (folder / "temporary").mkdir()
    log = folder / "audit"
    use({"FIRST": str(folder / "hook"), "AUDIT": str(log), "TMPDIR": str(folder / "temporary")})
    known = shared_kernels().parent
    ours = [f"writes {place}" for place in (home, known, folder / "temporary", "/dev/")]
    lines = log.read_text().splitlines()
    assert lines, "the hook has seen nothing"
    return {line for line in lines if not line.startswith(tuple(ours)) and "pycache" not in line}


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
    home, given = home_in(folder), folder / "home" / "given"
    given.mkdir()
    evil = ["../../evil", "/evil", "~/evil", "a/../../evil", "..", "%2e%2e%2fevil", "con\0evil"]
    files = []
    for number, name in enumerate(evil):
        file = given / f"list{number}.txt"
        tiles = "8 6 7 2 5 4 3 0 1"
        file.write_text(f"{name} 31 {tiles}\n{number} 31 {tiles}\n")
        (given / f"json{number}.json").write_text(
            json.dumps({"board": NEAR, "goal": None, "id": name, "moves": "RR", "title": name})
        )
        quoted = json.dumps(name)
        step = f"[[step]]\ntitle = {quoted}\ntext = {quoted}\nboard = '{NEAR}'\npanel = 'board'\n"
        (given / f"lesson{number}.toml").write_text(f"title = {quoted}\nrank = 1\n{step}")
        files += [file, given / f"json{number}.json", given / f"lesson{number}.toml"]
    good = given / "puzzle04.txt"
    good.write_text("3\n8 6 7\n2 5 4\n3 0 1\n")
    (given / "linked.txt").symlink_to("/etc/hostname")
    before = files_in(folder)

    def use(env: dict[str, str]) -> None:
        for file in files:
            command = [sys.executable, "-m", "puzzler"]
            subprocess.run(
                [*command, "lesson" if file.suffix == ".toml" else "solve", file],
                env=surroundings(home, **env), capture_output=True, timeout=PATIENCE,
                check=False, cwd=given,
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
    return f"{len(files)} files read, {len(saved)} saved beside them: nothing is written elsewhere"
