"""Make a folder that runs without Python: ``python tools/bundle.py [--out FOLDER]``.

PyInstaller puts the program, Python and all libraries into FOLDER/puzzler, for this system and
processor. Then the kernels are compiled into it. Finally it is started like on a new machine:
without Python on the path and with an empty home (``tools/smoke.py``). Requires the group
``release`` of pyproject.toml.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

try:
    import pygame
    import PyInstaller  # noqa: F401  the program runs it as a module
except ModuleNotFoundError as error:
    sys.exit(f"{error}: python -m pip install -e . --group release")
import smoke

ROOT = Path(__file__).resolve().parent.parent
NOT_NEEDED = ("tkinter", "turtle", "turtledemo", "idlelib", "lib2to3", "ensurepip", "test",
              "_testcapi", "nis", "distributed", "dask", "matplotlib", "scipy", "IPython",
              "PIL._avif", "PIL._imagingcms", "PIL._imagingft", "PIL._imagingtk",
              "PIL._webp")  # fmt: skip
"""Excluded modules.

Parts of the standard library, dependencies of the cluster and of numba, and parts of Pillow for
fonts and for other formats than PNG, JPEG and GIF.
"""
WITH_SYMBOLS = "libpython*", "python3*/lib-dynload/*.so", "llvmlite/binding/*.so"
"""Libraries that are stripped. Those patched by auditwheel would be damaged."""


def main() -> None:
    """Build, compile and start the bundle. Print its size and the time of the first start."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "dist", metavar="FOLDER")
    out = parser.parse_args().out.resolve()
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        build(out, work)
        bundle = out / "puzzler"
        strip(bundle / "_internal")
        program = bundle / "puzzler"
        compile_into(bundle / "_internal" / "kernels", program, work)
        if sys.platform == "linux":
            shutil.copytree(ROOT / "tools" / "desktop", bundle / "desktop")
        size = sum(file.stat().st_size for file in bundle.rglob("*") if not file.is_symlink())
        print(f"{bundle}: {size / 1e6:.0f} MB")
        for line in smoke.checked([str(program)], work, bundle):
            print(line, flush=True)


def build(out: Path, work: Path) -> None:
    """Build the folder from a wheel with PyInstaller. Temporary files are in ``work``."""
    site, icon = work / "site", work / "puzzler.png"
    pip = ["-m", "pip", "install", "--quiet", "--no-deps", "--no-compile", "--target", str(site)]
    run(sys.executable, *pip, str(ROOT))
    drawing = site / "puzzler" / "assets" / "icons" / "puzzler.svg"
    pygame.image.save(pygame.image.load_sized_svg(str(drawing), (256, 256)), str(icon))
    run(
        *(sys.executable, "-m", "PyInstaller", str(ROOT / "tools" / "bundle_start.py")),
        *("--name=puzzler", "--noconfirm", "--log-level=ERROR", f"--icon={icon}"),
        *(f"--distpath={out}", f"--workpath={work / 'build'}", f"--specpath={work}"),
        # the version of the kernels is a digest of the source, and assets are files
        *("--collect-submodules=puzzler", f"--add-data={site / 'puzzler'}{os.pathsep}puzzler"),
        *(f"--copy-metadata={name}" for name in ("numba", "llvmlite", "numpy")),
        *(f"--exclude-module={name}" for name in NOT_NEEDED),
        *standard_library(),
        *(["--hide-console=hide-early"] if sys.platform == "win32" else []),
        PYTHONPATH=str(site),
    )


def standard_library() -> Iterator[str]:
    """Return options that include all of it, because code of the user may import any module."""
    for name in sorted(sys.stdlib_module_names - {*NOT_NEEDED, "antigravity", "this"}):
        if not name.startswith("_") and (spec := find_spec(name)) is not None:
            is_package = spec.submodule_search_locations is not None
            yield f"--{'collect-submodules' if is_package else 'hidden-import'}={name}"


def strip(folder: Path) -> None:
    """Remove debug symbols if the system has ``strip``."""
    if sys.platform == "linux" and shutil.which("strip"):
        files = (str(file) for name in WITH_SYMBOLS for file in folder.glob(name))
        run("strip", "--strip-unneeded", *files)


def compile_into(folder: Path, program: Path, work: Path) -> None:
    """Compile the kernels with the program and store them in ``folder``."""
    compiled = work / "compiling" / "cache" / "kernels"
    preparation = ("-P", "-m", "puzzler.solver.preparation")
    run(str(program), *preparation, PUZZLER_HOME=str(compiled.parents[1]))
    shutil.copytree(compiled, folder)


def run(*command: str, **environment: str) -> None:
    """Run a command, which may end with its input. Raise CalledProcessError if it fails."""
    with subprocess.Popen(command, env=os.environ | environment, stdin=subprocess.PIPE) as process:
        if process.wait():
            raise subprocess.CalledProcessError(process.returncode, command[:4])


if __name__ == "__main__":
    main()
