"""Make a folder that runs without Python: ``python tools/bundle.py [--out FOLDER]``.

PyInstaller puts the program, its Python and all libraries into FOLDER/puzzler, for this system and
kind of processor. Then the kernels are compiled into it. Last it is started as on a bare machine:
no Python on the path, an empty home (``tools/smoke.py``). Needs the group ``release`` of
pyproject.toml.
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
"""Parts of the standard library, what the cluster and numba bring where it is installed, and what
Pillow has for fonts and for pictures other than PNG, JPEG and GIF."""
WITH_SYMBOLS = "libpython*", "python3*/lib-dynload/*.so", "llvmlite/binding/*.so"
"""What is made smaller: libraries that auditwheel has patched would be broken by it."""


def main() -> None:
    """Build, compile, start; prints the size and how long the first start takes."""
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
    """Have PyInstaller make the folder from a wheel; ``work`` is for what that leaves over."""
    site, icon = work / "site", work / "puzzler.png"
    pip = ["-m", "pip", "install", "--quiet", "--no-deps", "--no-compile", "--target", str(site)]
    run(sys.executable, *pip, str(ROOT))
    drawing = site / "puzzler" / "assets" / "icons" / "puzzler.svg"
    pygame.image.save(pygame.image.load_sized_svg(str(drawing), (256, 256)), str(icon))
    run(
        *(sys.executable, "-m", "PyInstaller", str(ROOT / "tools" / "bundle_start.py")),
        *("--name=puzzler", "--noconfirm", "--log-level=ERROR", f"--icon={icon}"),
        *(f"--distpath={out}", f"--workpath={work / 'build'}", f"--specpath={work}"),
        # the text of modules tells one edition of the kernels from another, and assets are files
        *("--collect-submodules=puzzler", f"--add-data={site / 'puzzler'}{os.pathsep}puzzler"),
        *(f"--copy-metadata={name}" for name in ("numba", "llvmlite", "numpy")),
        *(f"--exclude-module={name}" for name in NOT_NEEDED),
        *standard_library(),
        *(["--hide-console=hide-early"] if sys.platform == "win32" else []),
        PYTHONPATH=str(site),
    )


def standard_library() -> Iterator[str]:
    """The options that take all of it: the user's own code may import anything."""
    for name in sorted(sys.stdlib_module_names - {*NOT_NEEDED, "antigravity", "this"}):
        if not name.startswith("_") and (spec := find_spec(name)) is not None:
            is_package = spec.submodule_search_locations is not None
            yield f"--{'collect-submodules' if is_package else 'hidden-import'}={name}"


def strip(folder: Path) -> None:
    """Take the symbols for debuggers away, where the system has what does that."""
    if sys.platform == "linux" and shutil.which("strip"):
        files = (str(file) for name in WITH_SYMBOLS for file in folder.glob(name))
        run("strip", "--strip-unneeded", *files)


def compile_into(folder: Path, program: Path, work: Path) -> None:
    """Have the program itself compile the kernels, and keep them in ``folder``."""
    kept = work / "compiling" / "cache" / "kernels"
    run(str(program), "-P", "-m", "puzzler.solver.preparation", PUZZLER_HOME=str(kept.parents[1]))
    shutil.copytree(kept, folder)


def run(*command: str, **environment: str) -> None:
    """Run a command to its end; CalledProcessError where it fails."""
    with subprocess.Popen(command, env=os.environ | environment, stdin=subprocess.PIPE) as process:
        if process.wait():
            raise subprocess.CalledProcessError(process.returncode, command[:4])


if __name__ == "__main__":
    main()
