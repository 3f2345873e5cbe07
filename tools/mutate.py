"""Changes random places of the program and reports which changes the tests notice.

    PYTHONPATH=. nice python tools/mutate.py --count 60 --seed 1 [--only board formats]

Each mutant changes one comparison, operator, constant, condition, statement or pair of arguments.
The tests that call the changed function run in a copy of the checkout and stop at the first
failure. The test files that are near the module run once without a change, to find out which
functions each test calls and how long it takes. Therefore every mutant has a verdict: a mutant that
takes several times as long as the program is killed. A survivor is a missing test, or an equivalent
program. Kernels are omitted, because every mutant would be compiled for minutes. The same seed
gives the same mutants.
"""

from __future__ import annotations

import argparse
import ast
import copy
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

import pytest

ROOT = Path(__file__).resolve().parents[1]
OMITTED = ("search/kernels/", "solver/cluster/", "resources.py")
MAX_FILES = 6
"""Test files that are near a module."""
MORE_FILES = 3
"""Other test files: those that use the most names and users of the module."""
SECONDS = 8.0
"""Seconds of tests that are run for a mutant, the quickest first."""
CALLS = "MUTATE_CALLS"
"""The environment variable with the file for the calls of each test."""

SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult, ast.Mod: ast.Mult, ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """A changed module."""

    file: Path
    line: int
    function: int
    """The first line of the function that is changed."""
    description: str
    text: str


def mutations(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the changed copies of one node of the syntax tree."""
    new = copy.deepcopy(node)
    match new:
        case ast.Compare(ops=[operator]) if type(operator) in SWAPS:
            new.ops = [SWAPS[type(operator)]()]  # type: ignore[list-item]
            yield new
        case ast.BinOp(left=left, op=op) if type(op) in SWAPS and not is_text(left):
            new.op = SWAPS[type(op)]()  # type: ignore[assignment]
            yield new
        case ast.BoolOp(op=op):
            new.op = SWAPS[type(op)]()  # type: ignore[assignment]
            yield new
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield ast.Constant(value + 1)
        case ast.Call(func=function, args=[first, second, *rest]) if not (
            ast.unparse(function) in ("max", "min")  # which give the same in any order
            or any(isinstance(arg, ast.Starred) for arg in new.args)
        ):
            new.args = [second, first, *rest]
            yield new
        case ast.Expr(value=ast.Call()) | ast.AugAssign():
            yield ast.Pass()
        case ast.If():
            new.test = ast.Constant(False)
            yield new


def is_text(node: ast.expr) -> bool:
    """Whether a node is literal text, which - and * cannot join."""
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def mutants_of(file: Path) -> Iterator[tuple[ast.AST, ast.AST]]:
    """Yield each node in a function of a module with its changed copy."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    outer = {node for function in functions for part in function.body for node in ast.walk(part)}
    for node in ast.walk(tree):
        if node in outer and hasattr(node, "col_offset"):
            for new in mutations(node):
                yield node, new


def random_mutant(chance: random.Random, files: list[Path]) -> Mutant:
    """Return a random change of a random module, in which all places are equally likely."""
    while True:
        file = chance.choice(files)
        found = list(mutants_of(file))
        if not found:
            continue
        old, new = chance.choice(found)
        source = file.read_bytes().splitlines(keepends=True)
        first = sum(map(len, source[: old.lineno - 1])) + old.col_offset
        last = sum(map(len, source[: old.end_lineno - 1])) + old.end_col_offset
        source_bytes = b"".join(source)
        before = source_bytes[first:last].decode()
        if isinstance(old, ast.If):  # only the condition is replaced, which keeps the layout
            test = ast.get_source_segment(source_bytes.decode(), old.test) or ""
            before, after = test, "False"
            at = source_bytes.index(test.encode(), first)
            text = source_bytes[:at] + b"False" + source_bytes[at + len(test.encode()) :]
        else:
            after = ast.unparse(new)
            is_expression = isinstance(new, ast.expr) and not isinstance(new, ast.Constant)
            text = source_bytes[:first] + (f"({after})" if is_expression else after).encode()
            text += source_bytes[last:]
        try:
            ast.parse(text)
        except SyntaxError:  # such as within an f-string
            continue
        description = " ".join(f"{before}  ->  {after}".split())
        name, first = file.relative_to(ROOT), first_line(source_bytes, old.lineno)
        return Mutant(name, old.lineno, first, description[:160], text.decode())


def first_line(source: bytes, line: int) -> int:
    """Return the first line of the innermost function around a line, with its decorators."""
    functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
    around = max(
        (node for node in functions if node.lineno <= line <= (node.end_lineno or line)),
        key=lambda node: node.lineno,
    )
    return min(node.lineno for node in (around, *around.decorator_list))


# -- in the process of the tests: the functions that each test calls ------------------------------

_calls: dict[str, list[tuple[str, int]]] = {}
_seconds: dict[str, float] = {}
_failed: set[str] = set()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Record the functions of the program that a test calls, if a file for them is named."""
    if CALLS not in os.environ:
        return (yield)
    found: set[tuple[str, int]] = set()
    package = str(ROOT / "puzzler") + os.sep

    def note(frame: FrameType, event: str, argument: object) -> None:
        code = frame.f_code
        if code.co_filename.startswith(package):
            found.add((code.co_filename, code.co_firstlineno))

    threading.settrace(note)
    sys.settrace(note)
    start = time.monotonic()
    try:
        return (yield)
    finally:
        sys.settrace(None)
        threading.settrace(None)  # type: ignore[arg-type]
        _seconds[item.nodeid] = time.monotonic() - start
        _calls[item.nodeid] = [(str(Path(name).relative_to(ROOT)), at) for name, at in found]


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Forget a test that fails without a mutant."""
    if report.failed:
        _failed.add(report.nodeid)


def pytest_sessionfinish() -> None:
    """Write the calls."""
    if CALLS in os.environ:
        calls = {test: found for test, found in _calls.items() if test not in _failed}
        Path(os.environ[CALLS]).write_text(json.dumps([_seconds, calls]))


# -- in the process that counts --------------------------------------------------------------------


def dotted(file: Path) -> str:
    """Return the name by which a module is imported."""
    return ".".join(file.with_suffix("").parts).removesuffix(".__init__")


def files_near(file: Path) -> list[str]:
    """Return the test files of a module, of its package, of its names and of its users."""

    def importing(name: str) -> re.Pattern[str]:
        parent, _, last = name.rpartition(".")
        return re.compile(rf"{re.escape(name)}\b|from {re.escape(parent)} import .*\b{last}\b")

    pattern = importing(dotted(file))
    texts = {path: path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py")}
    direct = {path for path, text in texts.items() if pattern.search(text)}
    folder = ROOT / "tests" / Path(*file.parts[1:-1])
    while not any(folder.rglob("test_*.py")):
        folder = folder.parent
    near = [path for path in sorted(texts) if path in direct or folder in path.parents]
    words = set(file.stem.split("_"))
    near.sort(key=lambda path: (words.isdisjoint(path.stem.split("_")), path not in direct,
                                path.parent != folder, path.stat().st_size))  # fmt: skip
    near = near[:MAX_FILES]
    public = re.findall(r"^(?:def|class) ([A-Za-z]\w{5,})", (ROOT / file).read_text(), re.MULTILINE)
    modules = (ROOT / "puzzler").rglob("*.py")
    users = [importing(dotted(path.relative_to(ROOT))) for path in modules
             if pattern.search(path.read_text(encoding="utf-8"))]  # fmt: skip
    weights = {path: sum(name in text for name in public)
               + sum(user.search(text) is not None for user in users)
               for path, text in texts.items()}  # fmt: skip
    others = sorted((path for path in texts if weights[path] and path not in near),
                    key=lambda path: (-weights[path], path.stat().st_size, path))  # fmt: skip
    return [str(path.relative_to(ROOT)) for path in (*near, *others[:MORE_FILES])]


class Checkout:
    """A copy of the checkout in which mutants are tested."""

    def __init__(self, folder: Path) -> None:
        ignored = shutil.ignore_patterns(".git", ".venv*", "__pycache__", ".*_cache")
        self.folder = Path(shutil.copytree(ROOT, folder, ignore=ignored))
        self._seconds: dict[str, float] = {}
        self._tests: dict[tuple[str, int], list[str]] = {}
        self._traced: set[str] = set()

    def pytest(self, tests: Sequence[str], seconds: float, **variables: str) -> int | None:
        """Run tests and return the exit status, or None if they took too long."""
        variables["PYTHONPATH"] = str(self.folder)
        options = ["-n", "0", "-q", "-x" if CALLS not in variables else "-s", "-p", "tools.mutate"]
        command = [sys.executable, "-m", "pytest", *options, "-p", "no:cacheprovider", *tests]
        process = subprocess.Popen(
            command, cwd=self.folder, env={**os.environ, **variables}, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        try:
            return process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()

    def tests_of(self, mutant: Mutant) -> list[str]:
        """Return the tests that call the changed function, the quickest first."""
        for file in files_near(mutant.file):
            if file in self._traced:
                continue
            self._traced.add(file)
            calls = self.folder / "calls.json"
            calls.unlink(missing_ok=True)
            self.pytest([file], 300, **{CALLS: str(calls)})
            if not calls.exists():
                continue
            seconds, functions = json.loads(calls.read_text())
            self._seconds |= seconds
            for test, called in functions.items():
                for name, line in called:
                    self._tests.setdefault((name, line), []).append(test)
        tests = self._tests.get((str(mutant.file), mutant.function), [])
        return sorted(tests, key=self._seconds.__getitem__)

    def verdict(self, mutant: Mutant) -> str:
        """Return "killed", "survived" or "untested", and why."""
        chosen, total = list[str](), 0.0
        for test in self.tests_of(mutant):
            total += self._seconds[test]
            if chosen and total > SECONDS:
                break
            chosen.append(test)
        if not chosen:
            return "untested: no near test calls the function"
        file = self.folder / mutant.file
        original = file.read_bytes()
        file.write_text(mutant.text, encoding="utf-8")
        try:
            status = self.pytest(chosen, 30 + 10 * total)
        finally:
            file.write_bytes(original)
        if status == 0:
            return f"survived {len(chosen)} tests such as {chosen[0]}"
        return "killed" if status is not None else "killed by the time limit"


def main() -> int:
    """Run the command line. The exit status is 1 if a mutant survives."""
    # imported here because pytest imports this module before the environment is set
    from tools.trust.harness import shared_kernels

    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=[""], help="folders or files in puzzler")
    options = parser.parse_args()
    names = {path: path.relative_to(ROOT / "puzzler").as_posix() for path in
             sorted((ROOT / "puzzler").rglob("*.py"))}  # fmt: skip
    files = [path for path, name in names.items()
             if name.startswith(tuple(options.only)) and not name.startswith(OMITTED)]  # fmt: skip
    results: dict[str, int] = {}
    shared_kernels()  # otherwise the tests compile them, and take longer than their time limit
    with tempfile.TemporaryDirectory() as place:
        checkout = Checkout(Path(place) / "checkout")
        for number in range(options.count):
            mutant = random_mutant(random.Random(f"{options.seed} {number}"), files)
            result = checkout.verdict(mutant)
            kind = result.split(" ", 1)[0].rstrip(":")
            results[kind] = results.get(kind, 0) + 1
            print(f"{mutant.file}:{mutant.line}: {mutant.description}", flush=True)
            print(f"    {result}", flush=True)
    print(f"{options.count} mutants of seed {options.seed}: {results}")
    return 1 if results.get("survived") else 0


if __name__ == "__main__":
    sys.exit(main())
