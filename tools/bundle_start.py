"""What the program of the bundle runs (``tools/bundle.py``): puzzler, or a module as Python would.

``sys.executable`` is the program itself there, so that ``[-P] -m MODULE`` is what Puzzler starts
beside itself: compiling, recording, the user's own code. Workers of multiprocessing start here too.
"""

import multiprocessing
import os
import platform
import runpy
import shutil
import sys
from contextlib import suppress
from pathlib import Path

# The kernels in the bundle run on every processor that its numpy runs on.
PROCESSOR = "x86-64-v2" if platform.machine().lower() in {"x86_64", "amd64"} else "generic"
os.environ |= {"NUMBA_CPU_NAME": PROCESSOR, "NUMBA_CPU_FEATURES": ""}
# PyInstaller's own libraries are for this program, not for ffmpeg; where it starts itself again it
# sets this anew.
usual = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
os.environ.pop("LD_LIBRARY_PATH", None)
if usual is not None:
    os.environ["LD_LIBRARY_PATH"] = usual


def bring_kernels() -> None:
    """Put the kernels of the bundle into the user's cache, where none are yet."""
    from puzzler import resources

    kept = resources.cache_folder() / "kernels"
    for folder in Path(__file__).with_name("kernels").glob("*"):
        with suppress(OSError):  # without room, or another was first: they are compiled, or there
            if not (kept / folder.name).exists():
                with resources.unfinished(kept, folder.name) as new:
                    shutil.copytree(folder, new)
                    new.rename(kept / folder.name)


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
