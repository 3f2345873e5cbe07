"""Functions in Python files of the user. They are found without running the file."""

from __future__ import annotations

import re
import warnings
from dataclasses import dataclass
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TYPE_CHECKING

from puzzler import resources
from puzzler.board.errors import PuzzlerError, quoted, reading_failure, suggestion

if TYPE_CHECKING:
    import ast

CODE_SUFFIX = ".py"
MAX_BYTES = 1 << 20
"""Limit on the size of a file."""
_NAME = re.compile(r"(.*\.py)(?::(\w*))?", re.DOTALL)
_PREFERRED = ("h", "heuristic")
"""Default functions of a file with several functions."""
_CALL = ("",)
"""The parameters of a result of a call, which may be a function: h = Manhattan(3)."""
_MAX_PARAMETERS = 2
"""Functions with more parameters are auxiliary ones."""


class CodeError(PuzzlerError, ValueError):
    """The user's code cannot be read or run. The message cites the file and, if known, the line."""


@dataclass(frozen=True)
class CodeFile:
    """A function in a file."""

    file: Path
    """An absolute path."""
    function: str

    @property
    def name(self) -> str:
        """The name in options and results. It does not depend on the current folder."""
        return f"{self.file}:{self.function}"

    @property
    def title(self) -> str:
        """The name on the screen: "mine.py:h"."""
        return f"{self.file.name}:{self.function}"


def is_source(name: str) -> bool:
    """Whether ``name`` is a file, with or without a function: "mine.py", "mine.py:h2"."""
    if not isinstance(name, str):
        raise TypeError(f"an algorithm or heuristic must be a name, not {name!r}")
    return _NAME.fullmatch(name) is not None


def named(name: str) -> CodeFile | None:
    """The function with this ``name``, which may not exist; None for other names."""
    match = _NAME.fullmatch(name)
    return CodeFile(Path(match[1]), match[2]) if match is not None and match[2] else None


def find(name: str, *, search: bool | None = None) -> CodeFile:
    """Find the function ``name``. Raises CodeError if it does not exist.

    Without the name of a function, find the only public function of the file with at most two
    parameters, or ``h`` or ``heuristic``. search: True for searches only, False for heuristics
    only. The first parameter of a search is ``problem``.
    """
    match = _NAME.fullmatch(name)
    if match is None:
        raise CodeError(f"{quoted(name)} is not the name of a Python file")
    file = Path(match[1]).absolute()
    functions = functions_of(Path(match[1]))  # errors name the file as the user did
    if match[2] is not None:
        if match[2] not in functions:
            hint = suggestion(match[2], functions, "it has") if functions else "it has none"
            raise CodeError(f"{file.name} has no function {quoted(match[2])}; {hint}")
        return CodeFile(file, match[2])
    public = [
        function
        for function, parameters in functions.items()
        if not function.startswith("_") and search in (None, parameters[:1] == ("problem",))
    ]
    defined = [function for function in public if functions[function] is not _CALL]
    short = [function for function in defined if len(functions[function]) <= _MAX_PARAMETERS]
    preferred = [[name for name in _PREFERRED if name in names] for names in (defined, public)]
    found = preferred[0] or short or preferred[1] or public
    if not found:
        kind = {None: "function", True: "search: a function of a problem", False: "heuristic"}
        raise CodeError(f"{file.name} has no {kind[search]}")
    if len(found) > 1 and found[0] not in _PREFERRED:
        raise CodeError(
            f"{file.name} has several functions; name one of them: "
            + ", ".join(f"{file.name}:{function}" for function in found)
        )
    return CodeFile(file, found[0])


def functions_of(file: Path) -> dict[str, tuple[str, ...]]:
    """The module-level functions of a file, with their positional parameters. Raises CodeError."""
    import ast  # not above: every search loads this module

    content = _read(file)
    try:
        with warnings.catch_warnings(action="ignore"):
            tree = ast.parse(content)
    except SyntaxError as error:
        line = f", line {error.lineno}" if error.lineno else ""
        raise CodeError(f"{file.name}{line}: SyntaxError: {_reason(error.msg)}") from None
    except (RecursionError, MemoryError):
        raise CodeError(f"{file.name}: the code is nested too deeply") from None
    except ValueError as error:
        raise CodeError(f"{file.name} is not Python: {_reason(str(error))}") from None
    found = {}
    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef):
            found[statement.name] = _parameters(statement.args)
        elif isinstance(statement, ast.Assign):
            value = statement.value
            for each in statement.targets:
                if not isinstance(each, ast.Name):
                    continue
                if isinstance(value, ast.Lambda):
                    found[each.id] = _parameters(value.args)
                elif isinstance(value, ast.Call) and each.id in _PREFERRED:
                    found.setdefault(each.id, _CALL)
                elif isinstance(value, ast.Name):
                    found[each.id] = found.get(value.id, ())  # an alias: bfs = breadthFirst
    return found


def _parameters(arguments: ast.arguments) -> tuple[str, ...]:
    """The positional parameters, up to the first one whose default is a value of the user.

    A default of None is one, except for parameters whose names start with "h".
    """
    import ast  # likewise

    names = [each.arg for each in (*arguments.posonlyargs, *arguments.args)]
    first = len(names) - len(arguments.defaults)
    for number, default in enumerate(arguments.defaults, first):
        is_none = isinstance(default, ast.Constant) and default.value is None
        is_function = isinstance(default, ast.Name | ast.Attribute | ast.Lambda)
        if not is_function and not (is_none and names[number].startswith("h")) and number > 0:
            return tuple(names[:number])
    return tuple(names)


def installed(group: str) -> dict[str, CodeFile]:
    """The functions of installed packages, by name. No code of the packages is run.

    group: the group of entry points, ``puzzler.heuristics`` or ``puzzler.algorithms``. Each entry
    point is a function of a module, such as ``mine = "package.module:function"``.
    """
    import importlib.util  # not above: looking through all packages takes a while
    from importlib.metadata import entry_points

    found = {}
    for entry in entry_points(group=group):
        package, _, module = entry.module.rpartition(".")
        folders = None
        if package:
            spec = importlib.util.find_spec(package.partition(".")[0])
            places = [] if spec is None else [*(spec.submodule_search_locations or ())]
            folders = [str(Path(place, *package.split(".")[1:])) for place in places]
        file = PathFinder.find_spec(module, folders)
        if file is not None and file.origin is not None and file.origin.endswith(".py"):
            found[entry.name] = CodeFile(Path(file.origin).absolute(), entry.attr)
    return found


def is_search(source: CodeFile) -> bool:
    """Whether the first parameter of the function is named ``problem``. Raises CodeError."""
    return functions_of(source.file).get(source.function, ())[:1] == ("problem",)


def reads_heuristic(source: CodeFile) -> bool:
    """Whether it has a second parameter or its file reads ``problem.h`` or ``problem.heuristic``.

    Raises CodeError.
    """
    import ast  # likewise

    if len(functions_of(source.file).get(source.function, ())) > 1:
        return True
    nodes = ast.walk(ast.parse(_read(source.file)))
    return any(
        isinstance(node, ast.Attribute)
        and node.attr in _PREFERRED
        and isinstance(node.value, ast.Name)
        and node.value.id == "problem"
        for node in nodes
    )


def digest_of(file: Path) -> str:
    """A digest of the content. Raises CodeError if the file cannot be read."""
    import hashlib  # likewise

    return hashlib.sha256(_read(file)).hexdigest()[:32]


def text_of(file: Path) -> str:
    """The content of the file. Raises CodeError if it cannot be read."""
    return _read(file).decode("utf-8", "replace")


_REASONS = {
    "set_int_max_str_digits": "a number has too many digits",
    "unicodeescape": "a text has an invalid escape such as \\U (r'...' allows it)",
    "codec can't decode": "a text has a character that is not UTF-8",
}
"""Replacements for messages of Python's parser that contain these words."""


def _reason(message: str) -> str:
    return next((reason for words, reason in _REASONS.items() if words in message), message)


def _read(file: Path) -> bytes:
    try:
        return resources.read_whole(file, MAX_BYTES)
    except OSError as error:
        raise CodeError(f"{file}: {reading_failure(error)}") from None
