"""Check a release and build its files: ``python tools/release.py``. Needs the group ``release``.

Checks the version and the changelog, the figures in README, and the contents of the sdist and the
wheel, and installs the wheel in clean environments with the oldest and the newest versions of its
dependencies. There it runs in another folder, with a read-only installation. If every check passes,
both files are written to ``dist``, or not with ``--check``. Prints how many commits are newer than
the figures and the pictures. Run it with the oldest supported Python, because all oldest versions
exist for it.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import smoke

try:
    from packaging.requirements import Requirement
except ModuleNotFoundError as error:
    sys.exit(f"{error}: python -m pip install -e . --group release")

ROOT = Path(__file__).resolve().parent.parent
LARGEST = 6_000_000
"""Bytes of the wheel, and of the sdist."""
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


class NotReadyError(Exception):
    """A check failed. The message gives the reason."""


def main() -> int:
    """Run all checks and print the results. Return 1 if one fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing to dist")
    options = parser.parse_args()
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        built = Path(folder, "built")
        checks: dict[str, Callable[[], str]] = {
            "version": version,
            "figures": figures,
            "build": lambda: build(built),
            "sdist": lambda: sdist(built),
            "wheel": lambda: wheel(built),
            "newest": lambda: installed(built, Path(folder, "newest"), is_oldest=False),
            "oldest": lambda: installed(built, Path(folder, "oldest"), is_oldest=True),
        }
        for name, check in checks.items():
            try:
                print(f"ok      {name}: {check()}", flush=True)
            except (NotReadyError, smoke.SmokeError) as error:
                failures += 1
                print(f"FAILED  {name}: {error}", flush=True)
                if name == "build":  # the other checks read the files
                    break
        if not failures and not options.check:
            shutil.copytree(built, ROOT / "dist", dirs_exist_ok=True)
            print(f"{ROOT / 'dist'}: {', '.join(sorted(file.name for file in built.iterdir()))}")
    return int(failures > 0)


def version() -> str:
    """Check that the changelog starts with this version and a date, and CITATION.cff agrees."""
    found = re.search(r'^VERSION = "(.+)"', text("puzzler/version.py"), re.MULTILINE)
    assert found is not None
    number = found[1]
    head, _, rest = text("CHANGELOG.md").partition("## [Unreleased]")[2].partition("\n## ")
    if head.strip():
        raise NotReadyError("CHANGELOG.md has entries under Unreleased: give them a version")
    if not re.match(rf"\[{re.escape(number)}\] - \d{{4}}-\d\d-\d\d\n", rest):
        raise NotReadyError(f"CHANGELOG.md does not begin with: ## [{number}] - DATE")
    if f"version: {number}\n" not in text("CITATION.cff"):
        raise NotReadyError(f"CITATION.cff does not have the version {number}")
    is_tag, name = os.environ.get("GITHUB_REF_TYPE") == "tag", os.environ.get("GITHUB_REF_NAME")
    if is_tag and name != f"v{number}":
        raise NotReadyError(f"the tag is {name}, not v{number}")
    if output_of("git", "status", "--porcelain"):
        raise NotReadyError("there are changes that are not committed")
    return number


def figures() -> str:
    """Check that docs/figures.md has the figures of README. Pictures are only dated."""
    rows = [line for line in text("docs/figures.md").splitlines() if line.startswith("|")]
    for row in text("README.md").partition("## Figures")[2].partition("\n## ")[0].splitlines():
        numbers = re.findall(r"\d[\d.,]*\d|\d", "".join(row.split("|")[2:3]))
        if missing := [number for number in numbers if number not in "".join(rows)]:
            raise NotReadyError(f"README.md has {missing}, docs/figures.md has not: {row}")
    measured = age("docs/figures.md", "puzzler/search", "puzzler/solver")
    shown = age("docs/screenshots", "puzzler/window", "assets/themes", "assets/icons")
    return f"{len(rows) - 2} rows{measured}{shown}"


def age(product: str, *sources: str) -> str:
    """Return how many commits to ``sources`` are newer than the last commit to ``product``."""
    last = output_of("git", "log", "-1", "--format=%H", "--", product)
    count = int(output_of("git", "rev-list", "--count", f"{last}..HEAD", "--", *sources))
    return f"; {count} commits to {', '.join(sources)} are newer than {product}" if count else ""


def build(folder: Path) -> str:
    """Build the sdist, and the wheel from it, and check the rules of the package index."""
    output_of(sys.executable, "-m", "build", "--outdir", str(folder), str(ROOT))
    files = [str(file) for file in folder.iterdir()]
    output_of(sys.executable, "-m", "twine", "check", "--strict", *files)
    return ", ".join(f"{file.name} {file.stat().st_size:,} bytes" for file in folder.iterdir())


def sdist(folder: Path) -> str:
    """Check that the sdist has the files for tests and documentation."""
    [file] = folder.glob("*.tar.gz")
    with tarfile.open(file) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    needed = ["LICENSE", "run.py", "tests/naive.py", "tools/release.py", "docs/reference/json.md"]
    return check_contents(file, names, needed, unwanted=r"docs/screenshots|__pycache__|\.venv")


def wheel(folder: Path) -> str:
    """Check that the wheel has the package, all assets and all licences, and nothing else."""
    [file] = folder.glob("*.whl")
    with zipfile.ZipFile(file) as archive:
        names = {re.sub(r"^[^/]+\.dist-info/", "", name) for name in archive.namelist()}
        [metadata] = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        has_links = b"Project-URL: Source" in archive.read(metadata)
    if has_links != bool(os.environ.get("GITHUB_REPOSITORY")):
        raise NotReadyError("the links to GITHUB_REPOSITORY are missing: see hatch_metadata.py")
    assets = output_of("git", "ls-files", "assets").splitlines()
    licences = [name for name in assets if re.search("LICENSE|OFL", name)]
    return check_contents(
        file,
        names,
        needed=[
            *("puzzler/__main__.py", "puzzler/py.typed", "entry_points.txt"),
            *(f"puzzler/{name}" for name in assets),
            *(f"licenses/{name}" for name in ["LICENSE", *licences]),
        ],
        unwanted=r"(^|/)(tests|tools|benchmarks|docs)/|screenshots|__pycache__",
    )


def check_contents(file: Path, names: set[str], needed: list[str], unwanted: str) -> str:
    """Return the number of files. Raises NotReadyError if the contents or the size are wrong."""
    if missing := [name for name in needed if name not in names]:
        raise NotReadyError(f"{file.name} lacks {', '.join(missing)}")
    if found := [name for name in names if re.search(unwanted, name)]:
        raise NotReadyError(f"{file.name} has {', '.join(sorted(found)[:5])}")
    if file.stat().st_size > LARGEST:
        raise NotReadyError(f"{file.name} has more than {LARGEST:,} bytes")
    return f"{len(names)} files"


def installed(folder: Path, place: Path, *, is_oldest: bool) -> str:
    """Install the wheel in ``place`` with the oldest or newest dependencies, and run it."""
    [file] = folder.glob("*.whl")
    environment = place / "environment"
    output_of(sys.executable, "-m", "venv", str(environment))
    programs = environment / ("Scripts" if sys.platform == "win32" else "bin")
    oldest = [pinned(Requirement(each)) for each in PROJECT["project"]["dependencies"]]
    requirements = [str(file), *(oldest if is_oldest else [])]
    output_of(str(programs / "python"), "-m", "pip", "install", "--quiet", *requirements)
    for path in (environment, *environment.rglob("*")):
        if not path.is_symlink():
            path.chmod(path.stat().st_mode & ~0o222)
    lines = list(smoke.checked([str(programs / "puzzler")], place, environment))
    return "".join(f"\n            {line}" for line in lines)


def pinned(need: Requirement) -> str:
    """Return the requirement of exactly the oldest allowed version."""
    [bound] = [each.version for each in need.specifier if each.operator == ">="]
    return f"{need.name}=={bound}" + (f"; {need.marker}" if need.marker else "")


def text(name: str) -> str:
    """Return the text of a file of the checkout."""
    return (ROOT / name).read_text(encoding="utf-8")


def output_of(*command: str) -> str:
    """Return the output of a command. Raises NotReadyError, with its last lines, if it fails."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        last = "\n".join((done.stdout + done.stderr).strip().splitlines()[-5:])
        raise NotReadyError(f"{' '.join(command[:4])}: status {done.returncode}: {last}")
    return done.stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
