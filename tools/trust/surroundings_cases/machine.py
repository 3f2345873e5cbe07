"""Cases of ``surroundings.py``: full disks, a read-only home, no screen, no numba, few files."""

from __future__ import annotations

import sys
from pathlib import Path

from tools.trust.harness import EASY, NEAR
from tools.trust.surroundings_cases.programs import (
    Window,
    as_user,
    case,
    check_kept,
    files_in,
    fill,
    home_in,
    puzzler,
    small_disk,
)


@case
def full_disk_output(folder: Path) -> str:
    """Every command that writes a file, onto a disk without room."""
    home, count = home_in(folder), 0
    with small_disk(folder, 256) as disk:
        fill(disk)
        before = files_in(disk)
        full = "No space left on device"
        for command in (
            ("solve", EASY, "-o", disk / "a.txt"),
            ("solve", "-", "--batch", "--json", "-o", disk / "b"),
            ("solve", "-", "--batch", "--json", "--resume", "-o", disk / "r"),
            ("solve", EASY, "--as", "lodz", "-o", "-", "--figures", disk / "f"),
            ("convert", EASY, "--to", "lodz", "-o", disk / "c"),
            ("compare", EASY, "--csv", disk / "d"),
            ("trace", NEAR, "--csv", disk / "t"),
            ("record", NEAR, disk / "e.gif"),
            ("record", NEAR, disk / "e.png"),
            ("lesson", "--html", disk / "l.html"),
        ):
            puzzler(home, *command, status=2, says=full, stdin=EASY)
            assert files_in(disk) - before <= {"r"}, f"left behind: {files_in(disk) - before}"
            (disk / "r").unlink(missing_ok=True)
            count += 1
    return f"{count} commands: status 2, one line, no part of a file"


@case
def full_disk_home(folder: Path) -> str:
    """A disk that is full before the window opens, and one that fills up while it is open."""
    with small_disk(folder, 2048) as disk:
        home = home_in(disk)
        filler = fill(disk)
        window = Window(home)
        said = window.tell("play=5 wait=0.2 key=s wait=1")["messages"]
        window.close("cannot be", lines=2)  # games, and tables where the search needed some
        assert any("cannot be" in words for words in said) or said, said
        puzzler(home, "solve", EASY)
        filler.unlink()
        window = Window(home)
        window.tell("play=20 wait=0.2")
        fill(disk)
        said = window.tell("play=60 set=rows:5 wait=1")["messages"]
        assert any("cannot be saved now (database or disk is full)" in line for line in said), said
        filler.unlink()
        window.tell("wait=1.5")
        window.kill()
        check_kept(home, window.state)
        fill(disk)
        puzzler(home, "tables", "4x4")
        window = Window(home)
        window.tell("play=30 wait=0.2")
        window.close("cannot be", lines=4)
    return (
        "full at the start: runs, said; full later: said once, all 80 moves kept when there is room"
    )


@case
def read_only_home(folder: Path) -> str:
    """A home that belongs to somebody else: with a game in it, without, and without a folder."""
    user = as_user()
    folder.chmod(0o755)
    home = home_in(folder)
    window = Window(home)
    state = window.tell("play=9 wait=0.2")
    window.close()
    for file in (*(home / "data").iterdir(), home / "data", home):
        file.chmod(0o444 if file.is_file() else 0o555)
    for place in (home, folder / "none"):
        window = Window(place, user, HOME=str(folder))
        look = window.tell("look")
        assert place != home or look["board"] == state["board"], "another board is shown"
        window.tell("play=5 wait=0.2 key=s wait=1 set=rows:5 wait=0.2")
        window.close("settings, games and solves cannot be saved", lines=3)
        puzzler(place, "solve", EASY, under=user)
        puzzler(place, "tables", "4x4", under=user)
        build = ("tables", "4x4", "--build", "7-8")
        puzzler(place, *build, under=user, status=2, says="Permission denied")
        puzzler(place, "solve", EASY, "-o", place / "o", under=user, status=2, lines=2)
    check_kept(home, state)
    return "the saved game is shown, said, played on; commands solve; files are refused in one line"


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
        says = "" if name == "numba" else "uncompiled and slow"
        out = puzzler(home, "solve", EASY, env=env, python=base)  # needs no compiled kernels
        assert "31 moves" in out, out
        out = puzzler(home, "solve", LARGER, env=env, says=says, python=base)
        assert "4 moves" in out, out
        assert "not compiled and therefore slow" in out, out
        window = Window(home, python=base, **env)
        said = window.tell("wait=1 play=9 wait=0.5")["messages"]
        window.close(lines=2)
        assert any("uncompiled and slow" in line for line in said), (name, said)
    return f"{len(ways)} ways: solved uncompiled, said in one line"


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
    return "timers, limits and the stored game stay correct"
