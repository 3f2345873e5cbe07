"""Changes random places of the program and reports which changes the tests notice.

    PYTHONPATH=. nice python tools/mutate.py --count 60 --seed 1 [--only board formats]

Each mutant changes one comparison, operator, constant, condition, statement or pair of arguments.
The tests that import the module run in a copy of the checkout, stop at the first failure and have
a time limit. A survivor is a missing test, or an equivalent program. Kernels are omitted, because
every mutant would be compiled for minutes. The same seed gives the same mutants.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OMITTED = ("search/kernels/", "solver/cluster/", "resources.py")
MAX_TESTS = 4
"""Test files that are run for a module."""
SLOW = re.compile(r"sleep\(|Popen|compile_all|mark\.slow")
"""Test files with a match are run only if no other file imports the module."""

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
        case ast.Call(args=[first, second, *rest]) if not any(
            isinstance(arg, ast.Starred) for arg in new.args
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
        whole = b"".join(source)
        before = whole[first:last].decode()
        if isinstance(old, ast.If):  # only the condition is replaced, which keeps the layout
            test = ast.get_source_segment(whole.decode(), old.test) or ""
            before, after = test, "False"
            at = whole.index(test.encode(), first)
            text = whole[:at] + b"False" + whole[at + len(test.encode()) :]
        else:
            after = ast.unparse(new)
            is_expression = isinstance(new, ast.expr) and not isinstance(new, ast.Constant)
            text = whole[:first] + (f"({after})" if is_expression else after).encode()
            text += whole[last:]
        try:
            ast.parse(text)
        except SyntaxError:  # such as within an f-string
            continue
        description = " ".join(f"{before}  ->  {after}".split())
        return Mutant(file.relative_to(ROOT), old.lineno, description[:160], text.decode())


def tests_of(file: Path) -> list[str]:
    """Return the test files that import a module, or else its package; the nearest first."""
    name = ".".join(file.with_suffix("").parts).removesuffix(".__init__")
    parent, _, last = name.rpartition(".")
    pattern = re.compile(rf"{re.escape(name)}\b|from {re.escape(parent)} import .*\b{last}\b")
    texts = {path: path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py")}
    found = [path for path, text in texts.items() if pattern.search(text)]
    folder = ROOT / "tests" / Path(*file.parts[1:-1])
    while not any(folder.glob("test_*.py")):
        folder = folder.parent
    quick = [path for path in found if not SLOW.search(texts[path])] or found
    quick = quick or sorted(folder.glob("test_*.py"), key=lambda path: path.stat().st_size)
    quick.sort(key=lambda path: (file.stem not in path.stem, path.parent != folder, path))
    return [str(path.relative_to(ROOT)) for path in quick[:MAX_TESTS]]


def survives(mutant: Mutant, folder: Path, seconds: float) -> str:
    """Run the tests with a mutant in the copy. Return "killed", "survived" or why it is unknown."""
    tests = tests_of(mutant.file)
    if not tests:
        return "no test"
    file = folder / mutant.file
    original = file.read_bytes()
    file.write_text(mutant.text, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-n", "0", "-q", "-x", "-p", "no:cacheprovider"]
    variables = {"PYTHONPATH": str(folder), "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    try:
        done = subprocess.run(
            [*command, *tests], cwd=folder, env={**os.environ, **variables},
            capture_output=True, timeout=seconds, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return f"time limit ({' '.join(tests)})"
    finally:
        file.write_bytes(original)
    return f"survived {' '.join(tests)}" if done.returncode == 0 else "killed"


def main() -> int:
    """Run the command line. The exit status is 1 if a mutant survives."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60, help="limit for the tests of a mutant")
    parser.add_argument("--only", nargs="*", default=[""], help="folders or files in puzzler")
    options = parser.parse_args()
    names = {path: path.relative_to(ROOT / "puzzler").as_posix() for path in
             sorted((ROOT / "puzzler").rglob("*.py"))}  # fmt: skip
    files = [path for path, name in names.items()
             if name.startswith(tuple(options.only)) and not name.startswith(OMITTED)]  # fmt: skip
    results: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as place:
        ignored = shutil.ignore_patterns(".git", ".venv*", "__pycache__", ".*_cache")
        folder = Path(shutil.copytree(ROOT, Path(place) / "checkout", ignore=ignored))
        for number in range(options.count):
            mutant = random_mutant(random.Random(f"{options.seed} {number}"), files)
            result = survives(mutant, folder, options.seconds)
            kind = result.split(" ", 1)[0]
            results[kind] = results.get(kind, 0) + 1
            print(f"{mutant.file}:{mutant.line}: {mutant.description}", flush=True)
            print(f"    {result}", flush=True)
    print(f"{options.count} mutants of seed {options.seed}: {results}")
    return 1 if results.get("survived") else 0


if __name__ == "__main__":
    sys.exit(main())
