"""Changes random places of the program and reports which changes the tests notice.

    PYTHONPATH=. nice python tools/mutate.py --count 60 --seed 1 [--only board formats]

Each mutant changes one comparison, operator, constant, condition, statement or pair of arguments.
The test files that are near the module run in a copy of the checkout and stop at the first failure.
A survivor is a missing test, or an equivalent program. Kernels are omitted, because every mutant
would be compiled for minutes. The same seed gives the same mutants.
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
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OMITTED = ("search/kernels/", "solver/cluster/", "resources.py")
MAX_FILES = 8
"""Test files that run for a mutant."""
SECONDS = 300.0
"""A mutant whose tests take longer is killed."""

SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult, ast.Mod: ast.Mult, ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip


def mutation(node: ast.AST) -> ast.AST | None:
    """Return a changed copy of a node of the syntax tree, or None if there is none."""
    new = copy.deepcopy(node)
    match new:
        case ast.Compare(ops=[operator]) if type(operator) in SWAPS:
            new.ops = [SWAPS[type(operator)]()]  # type: ignore[list-item]
        case ast.BinOp(left=left, op=op) if type(op) in SWAPS and not is_text(left):
            new.op = SWAPS[type(op)]()  # type: ignore[assignment]
        case ast.BoolOp(op=op):
            new.op = SWAPS[type(op)]()  # type: ignore[assignment]
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return operand
        case ast.Constant(value=bool(value)):
            return ast.Constant(not value)
        case ast.Constant(value=int(value)):
            return ast.Constant(value + 1)
        case ast.Call(func=function, args=[first, second, *rest]) if not (
            ast.unparse(function) in ("max", "min")  # which give the same in any order
            or any(isinstance(arg, ast.Starred) for arg in new.args)
        ):
            new.args = [second, first, *rest]
        case ast.Expr(value=ast.Call()) | ast.AugAssign():
            return ast.Pass()
        case ast.If():
            new.test = ast.Constant(False)
        case _:
            return None
    return new


def is_text(node: ast.expr) -> bool:
    """Whether a node is literal text, which - and * cannot join."""
    is_constant = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return is_constant or isinstance(node, ast.JoinedStr)


class Replacement(ast.NodeTransformer):
    """Replaces one node of a syntax tree."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        """Return the new node for the old one."""
        return self.new if node is self.old else self.generic_visit(node)


def places(tree: ast.Module) -> Iterator[tuple[ast.AST, ast.AST]]:
    """Yield each node in a function of a module with its changed copy."""
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    inside = {node for function in functions for part in function.body for node in ast.walk(part)}
    for node in ast.walk(tree):
        if node in inside and (new := mutation(node)) is not None:
            yield node, new


def random_mutant(chance: random.Random, files: list[Path]) -> tuple[Path, str, str]:
    """Return a random module, a description of a random change, and the changed text."""
    while True:
        file = chance.choice(files)
        tree = ast.parse(file.read_text(encoding="utf-8"))
        if not (found := list(places(tree))):
            continue
        old, new = chance.choice(found)
        changed = (node.test if isinstance(node, ast.If) else node for node in (old, new))
        before, after = map(ast.unparse, changed)
        name = file.relative_to(ROOT)
        text = ast.unparse(ast.fix_missing_locations(Replacement(old, new).visit(tree)))
        return name, f"{name}:{old.lineno}: {before}  ->  {after}"[:200], text


def tests_near(file: Path) -> list[str]:
    """Return the test files that import a module or are in the folder of its package."""
    parent, _, last = ".".join(file.with_suffix("").parts).rpartition(".")
    imports = re.compile(rf"{parent}\.{last}\b|from {parent} import .*\b{last}\b")
    folder = ROOT / "tests" / Path(*file.parts[1:-1])
    while not any(folder.rglob("test_*.py")):
        folder = folder.parent
    distances = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        is_direct = imports.search(path.read_text(encoding="utf-8")) is not None
        if is_direct or folder in path.parents:
            is_named = not set(file.stem.split("_")).isdisjoint(path.stem.split("_"))
            distances[path] = (not is_named, not is_direct, path.parent != folder)
    near = sorted(distances, key=distances.__getitem__)[:MAX_FILES]
    return [str(path.relative_to(ROOT)) for path in near]


def is_noticed(checkout: Path, tests: list[str]) -> bool:
    """Run test files in a copy of the checkout; return whether one fails or takes too long."""
    options = ["-n", "0", "-q", "-x", "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", *options, *tests]
    environment, nowhere = {**os.environ, "PYTHONPATH": str(checkout)}, subprocess.DEVNULL
    try:
        done = subprocess.run(command, check=False, cwd=checkout, env=environment, stdin=nowhere,
                              stdout=nowhere, stderr=nowhere, timeout=SECONDS)  # fmt: skip
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0


def main() -> int:
    """Run the command line. The exit status is 1 if a mutant survives."""
    from tools.trust.harness import shared_kernels

    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=[""], help="folders or files in puzzler")
    options = parser.parse_args()
    package, files = ROOT / "puzzler", list[Path]()
    for path in sorted(package.rglob("*.py")):
        name = path.relative_to(package).as_posix()
        if name.startswith(tuple(options.only)) and not name.startswith(OMITTED):
            files.append(path)
    verdicts = Counter[str]()
    shared_kernels()  # otherwise the tests compile them, and take longer than their time limit
    with tempfile.TemporaryDirectory() as place:
        ignored = shutil.ignore_patterns(".git", ".venv*", "__pycache__", ".*_cache")
        checkout = Path(shutil.copytree(ROOT, Path(place) / "checkout", ignore=ignored))
        for number in range(options.count):
            name, description, text = random_mutant(
                random.Random(f"{options.seed} {number}"), files
            )
            original = (checkout / name).read_bytes()
            (checkout / name).write_text(text, encoding="utf-8")
            tests = tests_near(name)
            verdict = "killed" if is_noticed(checkout, tests) else "survived"
            (checkout / name).write_bytes(original)
            verdicts[verdict] += 1
            shown = f"survived {', '.join(tests)}" if verdict == "survived" else verdict
            print(f"{description}\n    {shown}", flush=True)
    print(f"{options.count} mutants of seed {options.seed}: {dict(verdicts)}")
    return int("survived" in verdicts)


if __name__ == "__main__":
    sys.exit(main())
