"""Reports the comparisons of a user's search with its own copy of the goal."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from types import CodeType
from typing import Any

_REPORT, _OPERATOR = "__puzzler_compared__", "__puzzler_operator__"
_FUNCTIONS = frozenset(("array_equal", "array_equiv"))
"""Functions of numpy that compare two arrays."""

Report = Callable[[int, Any, Any], None]
"""Receives the place of a comparison in the file, and both values."""


def compile_search(content: bytes, file: str) -> CodeType:
    """Compile a file so that it reports the values that it compares. Raises SyntaxError."""
    tree = _Comparisons().visit(ast.parse(content, file))
    code: CodeType = compile(ast.fix_missing_locations(tree), file, "exec")
    return code


def names(report: Report) -> dict[str, Any]:
    """The global names that a compiled file needs."""

    def compared(place: int, left: Any, right: Any) -> tuple[Any, Any]:
        report(place, left, right)
        return left, right

    return {_REPORT: compared, _OPERATOR: operator}


class _Comparisons(ast.NodeTransformer):
    """Replaces ``a == b`` by ``operator.eq(*compared(place, a, b))``."""

    def __init__(self) -> None:
        self._places = 0

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        name = {ast.Eq: "eq", ast.NotEq: "ne"}.get(type(node.ops[0]))
        if name is None or len(node.ops) > 1:
            return node
        function = ast.Attribute(ast.Name(_OPERATOR, ast.Load()), name, ast.Load())
        return self._reporting(node, function, [node.left, *node.comparators])

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        if name not in _FUNCTIONS or len(node.args) != 2:
            return node
        return self._reporting(node, node.func, node.args)

    def _reporting(self, node: ast.expr, function: ast.expr, values: list[ast.expr]) -> ast.expr:
        self._places += 1
        report = ast.Name(_REPORT, ast.Load())
        both = ast.Call(report, [ast.Constant(self._places), *values], [])
        call = ast.Call(function, [ast.Starred(both, ast.Load())], [])
        return ast.copy_location(call, node)
