"""The entry point of the bundle (``tools/bundle.py``): starts puzzler, or a module like Python.

In the bundle ``sys.executable`` is this program. Puzzler starts it with ``[-P] -m MODULE`` to
compile, to record and to run code of the user. Workers of multiprocessing also start here.
"""

import multiprocessing
import os
import platform
import runpy
import shutil
import sys
from contextlib import suppress
from pathlib import Path

# Compile kernels for every processor that the numpy of the bundle supports.
PROCESSOR = "x86-64-v2" if platform.machine().lower() in {"x86_64", "amd64"} else "generic"
os.environ |= {"NUMBA_CPU_NAME": PROCESSOR, "NUMBA_CPU_FEATURES": ""}
# The libraries of PyInstaller are for this program and not for ffmpeg. PyInstaller sets the
# variable again in child processes.
usual = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
os.environ.pop("LD_LIBRARY_PATH", None)
if usual is not None:
    os.environ["LD_LIBRARY_PATH"] = usual


def bring_kernels() -> None:
    """Copy the kernels of the bundle to the user's cache if it has none."""
    from puzzler import resources

    cached = resources.cache_folder() / "kernels"
    for folder in Path(__file__).with_name("kernels").glob("*"):
        with suppress(OSError):  # if the disk is full or another process was first
            if not (cached / folder.name).exists():
                with resources.unfinished(cached, folder.name) as new:
                    shutil.copytree(folder, new)
                    new.rename(cached / folder.name)


if __name__ == "__main__":
    multiprocessing.freeze_support()
    words = sys.argv[1:]
    if words[:1] == ["-P"]:
        del words[0]
    if words[:1] == ["-m"]:
        sys.argv = [sys.argv[0], *words[2:]]
        runpy.run_module(words[1], run_name="__main__", alter_sys=True)
    else:
        from puzzler.__main__ import main

        bring_kernels()
        sys.exit(main())
