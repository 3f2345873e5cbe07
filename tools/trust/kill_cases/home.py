"""A home in which ``kills.py`` starts and kills the program, and the checks after a kill."""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from puzzler.board.shuffler import shuffle
from puzzler.search.kernels.kernel_store import SUFFIX
from tools.trust.harness import check, command_of, environment, processes_with

MARK = "PUZZLER_KILLS"
"""A variable of the environment by which the processes of a case are known."""
GRACE, LONGEST = 3.0, 300.0
"""Seconds of the processor that processes have to end, and seconds after which one is hung."""
KEPT = re.compile(
    r"home/data/(games\.sqlite(-wal|-shm)?|settings\.json|\.[\w-]+\.lock)"
    r"|home/cache/kernels/.*|home/cache/tables/[\w.-]+\.(table|part)|out/[\w-]+\.\w+|given/.*"
)
"""Files that may exist after a start."""
FFMPEG = '#!/bin/sh\nfor last; do :; done\ncat > "$last" && echo END >> "$last"\n'
ENDS = {".gif": b";", ".png": b"IEND\xaeB`\x82", ".mp4": b"END\n", ".txt": b"\n"}
"""The last bytes of complete files."""
BOARDS = [str(shuffle(3, 3, None, seed).start) for seed in range(300)]


@dataclass
class Case:
    """A home, and the kills and faults of the programs that were started in it."""

    name: str
    folder: Path
    warm: Path
    """Compiled kernels that all cases share."""
    random: random.Random = field(default_factory=random.Random)
    kills: int = 0
    faults: list[str] = field(default_factory=list)

    def begin(self, *, is_warm: bool = True) -> None:
        """Make new folders. The folder of compiled kernels is shared or missing."""
        shutil.rmtree(self.folder, ignore_errors=True)
        for name in ("home/data", "home/cache/kernels", "tmp", "out", "given"):
            (self.folder / name).mkdir(parents=True)
        (self.folder / "given/ffmpeg").write_text(FFMPEG)
        (self.folder / "given/ffmpeg").chmod(0o755)
        self.boards.write_text("\n".join(BOARDS) + "\n")
        if is_warm:
            self.kernels.symlink_to(self.warm, target_is_directory=True)

    def begin_partly(self) -> set[str]:
        """Begin with a cache that lacks some kernels, or all; return the names of all."""
        whole = {file.name for file in self.warm.glob("*" + SUFFIX)}
        self.begin(is_warm=False)
        self.kernels.mkdir()
        lacking = self.random.sample(sorted(whole), self.random.choice([5, 5, 40, len(whole)]))
        for name in whole.difference(lacking):
            shutil.copy2(self.warm / name, self.kernels / name)
        return whole

    @property
    def boards(self) -> Path:
        return self.folder / "given/boards"

    @property
    def answers(self) -> Path:
        return self.folder / "out/answers.json"

    @property
    def kernels(self) -> Path:
        return self.folder / "home/cache/kernels" / self.warm.name

    def start(self, *command: str, **others: Any) -> subprocess.Popen[Any]:
        """Start Python with these arguments in this home."""
        env = environment(
            PUZZLER_HOME=str(self.folder / "home"),
            TMPDIR=str(self.folder / "tmp"),
            PATH=f"{self.folder / 'given'}{os.pathsep}{os.environ['PATH']}",
            **{MARK: str(self.folder)},
        )
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL} | others
        with (self.folder / "given/errors").open("ab") as errors:
            return subprocess.Popen(
                [sys.executable, "-P", *command],
                cwd=self.folder / "out",
                env=env,
                stderr=errors,
                **pipes,
            )

    def puzzler(self, *arguments: str) -> str:
        """Return the output of a command. Raises Fault if the command fails."""
        done = self.start("-m", "puzzler", *arguments, stdout=subprocess.PIPE, text=True)
        out, _ = done.communicate(timeout=LONGEST)
        check(done.returncode == 0, f"{arguments[:3]} ends with {done.returncode}")
        return str(out)

    def kill(self, process: subprocess.Popen[Any]) -> bool:
        """Kill a process; return False if it has already ended."""
        if process.poll() is not None:
            return False
        process.kill()
        self.kills += 1
        return process.wait(LONGEST) == -signal.SIGKILL

    def kill_soon(self, *command: str, spread: float = 1.5) -> bool:
        """Start a command and kill it within ``spread`` seconds; return False if it has ended."""
        with self.start(*command, stdin=subprocess.PIPE) as process:
            until = time.monotonic() + 0.3 + self.random.random() * spread
            while process.poll() is None and time.monotonic() < until:
                time.sleep(0.01)
            return self.kill(process)

    def errors(self) -> str:
        """Return the end of the standard error of all processes since the last check."""
        file = self.folder / "given/errors"
        return file.read_text(errors="replace")[-2000:] if file.exists() else ""

    def check(self) -> None:
        """Check for tracebacks, processes, incomplete files, and temporary files after a start."""
        errors = self.errors()
        check("Traceback" not in errors, errors)
        (self.folder / "given/errors").unlink(missing_ok=True)
        until, before = time.monotonic() + LONGEST / 5, sum(map(seconds_of, self.processes()))
        while (left := self.processes()) and time.monotonic() < until:
            if sum(map(seconds_of, left)) > before + GRACE:
                break
            time.sleep(0.02)
        running = [command for number in left if (command := command_of(number)[:200])]
        check(not running, f"processes are left: {running}")
        for file in (self.folder / "out").iterdir():
            if file.suffix in ENDS and not file.name.startswith("."):
                is_whole = file.read_bytes().endswith(ENDS[file.suffix])
                check(is_whole, f"{file.name} is not whole")
        self.puzzler("--version")
        found = (path for path in self.folder.rglob("*") if not path.is_dir())
        names = [str(path.relative_to(self.folder)) for path in found]
        other = [name for name in names if not KEPT.fullmatch(name)]
        other += [str(path) for path in (self.folder / "tmp").iterdir()]
        if self.kernels.exists() and not self.kernels.is_symlink():
            other += [file.name for file in self.kernels.iterdir() if file.name.startswith(".")]
        check(not other, f"files are left: {other[:5]}")

    def processes(self) -> list[int]:
        """Return the running processes of this case."""
        return list(processes_with(MARK, str(self.folder)))


def seconds_of(number: int) -> float:
    """Return the processor time of a process, or 0 if it has ended."""
    with suppress(OSError):
        figures = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
        return (int(figures[11]) + int(figures[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0
