"""Cases of ``surroundings.py``: what the machine lacks, or has damaged."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

from tools.trust.surroundings_cases.programs import (
    BOARD,
    NEAR,
    Window,
    case,
    check_kept,
    files_in,
    home_in,
    puzzler,
)


@case
def no_display(folder: Path) -> str:
    """No screen: a line and status 2."""
    home = home_in(folder)
    for env in ({"SDL_VIDEODRIVER": ""}, {"SDL_VIDEODRIVER": "x11", "DISPLAY": ":987"}):
        puzzler(home, status=2, says="no window can be opened", env=env)
        puzzler(home, "play", BOARD, status=2, says="no window can be opened", env=env)
        puzzler(home, "record", NEAR, folder / "a.gif", env=env)
    assert not [file for file in files_in(home) if not file.startswith("cache/")], files_in(home)
    return "one line, status 2; pictures are made all the same"


LARGER = "1 2 3 4/5 6 7 8/9 10 15 11/13 14 12 0"


@case
def no_numba(folder: Path) -> str:
    """Numba that cannot be imported, and environments without it and without llvmlite."""
    home = folder / "home"
    home.mkdir()
    blocked = folder / "blocked"
    (blocked / "numba").mkdir(parents=True)
    (blocked / "numba" / "__init__.py").write_text("raise ImportError('no llvmlite for you')\n")
    ways: dict[str, dict[str, Any]] = {"blocked": {"FIRST": str(blocked)}}
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
        how: dict[str, Any] = {"python": sys.executable if name == "blocked" else base}
        says = "" if name == "numba" else "uncompiled and slow"
        out = puzzler(home, "solve", BOARD, env=dict(env), **how)  # needs no compiled kernels
        assert "31 moves" in out, out
        out = puzzler(home, "solve", LARGER, env=dict(env), says=says, **how)
        assert "4 moves" in out, out
        assert "not compiled and therefore slow" in out, out
        window = Window(home, **how, **env)
        said = window.tell("wait=1 play=9 wait=0.5")["said"]
        window.close(lines=2)
        assert any("uncompiled and slow" in line for line in said), (name, said)
    return f"{len(ways)} ways: solved uncompiled, said in one line"


@case
def few_files(folder: Path) -> str:
    """64 open files (``ulimit -n 64``)."""
    under = ["sh", "-c", 'ulimit -n 64; exec "$@"', "sh"]
    home = home_in(folder)
    boards = "\n".join(puzzler(home, "shuffle", "--size", "3x3", "--count", "40").split("\n\n"))
    puzzler(home, "solve", BOARD, "--optimal", under=under)
    batch = ("solve", "-", "--batch", "--json", "--jobs", "4")
    out = puzzler(home, *batch, under=under, stdin=boards)
    assert out.count('"solved"') == 40, out[-500:]
    puzzler(home, "compare", BOARD, under=under)
    puzzler(home, "record", NEAR, folder / "a.gif", under=under)
    window = Window(home, under)
    window.tell("play=20 solved key=F5 wait=0.5 key=l wait=1 key=r wait=1")
    state = window.tell("set=interface_scale:1.5 wait=0.2 key=ESCAPE key=ESCAPE wait=0.3 play=5")
    window.close()
    check_kept(home, state)
    return "a search, a batch of 40 in 4 processes, a comparison, a GIF, a window: as ever"


@case
def clock_jumps(folder: Path) -> str:
    """The wall clock goes years back and forth while a window is open, and between windows."""
    home = home_in(folder)
    window = Window(home)
    for days in (0.1, -4000, 20_000, -30_000, 1):
        state = window.tell(f"play=7 clock={days} wait=0.2 play=7 key=u wait=0.1")
    window.close()
    check_kept(home, state)
    if shutil.which("faketime"):
        for when in ("-3000d", "+3000d", "@1970-01-02 00:00:00"):
            under = ["faketime", "-f", when]
            puzzler(home, "solve", BOARD, "--time-limit", "60", under=under)
            window = Window(home, under)
            assert window.state["board"] == state["board"], "another board is shown"
            state = window.tell("play=5 wait=0.1")
            window.close()
            check_kept(home, state)
    return "timers, limits and the saved game do not mind" + (
        "" if shutil.which("faketime") else " (faketime is not here: the clock was handed in)"
    )
