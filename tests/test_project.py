"""Rules for the whole project: its files, documents and imports."""

from __future__ import annotations

import ast
import doctest
import importlib.metadata
import inspect
import itertools
import re
import runpy
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import puzzler
from puzzler.board import Board
from puzzler.game.core.category import Difficulty
from puzzler.game.play.new_boards import NewBoardOptions
from tests.programs import run_command

CHECKOUT = Path(__file__).resolve().parent.parent
PACKAGE = CHECKOUT / "puzzler"
TEXT = {".py", ".md", ".toml", ".txt", ".json", ".svg", ".yml", ".cfg", ".sh", ""}


@cache
def project_files() -> tuple[Path, ...]:
    """Return the files in git, or without git all files that no tool created."""
    options = ("-z", "--cached", "--others", "--exclude-standard")
    listing = run_command(["git", "-C", str(CHECKOUT), "ls-files", *options])
    own = CHECKOUT / ".git"
    if own.exists() and listing.returncode == 0:
        names = [name for name in listing.stdout.split("\0") if name]
        return tuple(path for name in names if (path := CHECKOUT / name).is_file())
    places = [
        CHECKOUT / name for name in (".ci", "assets", "benchmarks", "puzzler", "tests", "tools")
    ]
    inside = [path for place in places for path in place.rglob("*")]
    return tuple(
        path
        for path in (*CHECKOUT.glob("*"), CHECKOUT / ".gitignore", *inside)
        if path.is_file() and "__pycache__" not in path.parts and path.name != "uv.lock"
    )


def text_of(name: str) -> str:
    return (CHECKOUT / name).read_text(encoding="utf-8")


def modules(folder: str = "") -> Iterator[Path]:
    return (PACKAGE / folder).rglob("*.py")


# ---- One place for everything --------------------------------------------------------------


def test_the_version_is_in_one_place() -> None:
    project = tomllib.loads(text_of("pyproject.toml"))
    assert "version" in project["project"]["dynamic"]
    assert project["tool"]["hatch"]["version"]["path"] == "puzzler/version.py"
    assert re.fullmatch(r"\d+\.\d+\.\d+", puzzler.__version__)
    holders = [
        path.relative_to(CHECKOUT).as_posix()
        for path in modules()
        if f'"{puzzler.__version__}"' in path.read_text(encoding="utf-8")
    ]
    assert holders == ["puzzler/version.py"]


def test_the_changelog_has_a_section_for_the_next_change() -> None:
    headings = re.findall(r"^## \[(.+?)\]", text_of("CHANGELOG.md"), re.MULTILINE)
    assert headings[:2] == ["Unreleased", puzzler.__version__]
    assert f"\nversion: {puzzler.__version__}\n" in text_of("CITATION.cff")


def test_readme_and_ci_run_the_same_test_command() -> None:
    mark = "<!-- .ci/run runs the next command -->"
    readme = text_of("README.md")
    assert readme.count(mark) == 1
    block = re.search(rf"{re.escape(mark)}\n```sh\n(.+)\n```\n", readme)
    assert block is not None, "the test command is one line in a block of its own"
    assert block[1].endswith("-m pytest")
    script = text_of(".ci/run")
    assert mark.replace("/", r"\/") in script
    assert "pytest" not in script, "CI takes the command out of README.md"


@pytest.mark.skipif(sys.platform == "win32", reason="there is no bash on Windows")
def test_ci_rejects_an_unknown_option() -> None:
    done = run_command(["bash", str(CHECKOUT / ".ci" / "run"), "--quick"])
    assert (done.returncode, done.stderr) == (2, "usage: bash .ci/run [--slow]\n")


def test_readme_starts_with_the_command_that_starts_the_game() -> None:
    first = re.search(r"```sh\n(.+?)\n```", text_of("README.md"), re.DOTALL)
    assert first is not None
    assert first[1] == "python3 run.py"


PAGES = [*CHECKOUT.glob("*.md"), *(CHECKOUT / "docs").rglob("*.md")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_in_documents_exist(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)]+?)\)|(?:src|href)=\"([^\"]+?)\"", text):
        path, _, heading = "".join(target).partition("#")
        if path.startswith("https:"):
            continue
        file = page.parent / path if path else page
        assert file.exists(), target
        if heading:
            headings = re.findall(r"^#+ (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE)
            anchors = [re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in headings]
            assert heading in anchors, target


def test_contributing_mentions_files_and_names_that_exist() -> None:
    text, paths = text_of("CONTRIBUTING.md"), project_files()
    files = [f"/{path.relative_to(CHECKOUT).as_posix()}" for path in paths]
    for name in re.findall(r"`([\w./-]+\.py)`", text):
        assert any(file.endswith(f"/{name}") for file in files), name
    code = "".join(path.read_text(encoding="utf-8") for path in paths if path.suffix == ".py")
    for name in re.findall(r"`([A-Z_]\w{2,})`", text):
        assert name in code, name
    for owner, name in re.findall(r"`([A-Z][a-z]\w+)\.([a-z]\w+)`", text):
        classes = re.split(rf"\nclass {owner}\b", code)[1:]
        bodies = (each.partition("\nclass ")[0] for each in classes)
        assert any(f" def {name}(" in body for body in bodies), f"{owner}.{name}"


def test_readme_is_short_and_links_to_every_page() -> None:
    text = text_of("README.md")
    assert len(text.splitlines()) <= 160
    for page in (CHECKOUT / "docs").glob("*.md"):
        assert f"(docs/{page.name})" in text, page


EXAMPLES = [
    *("README.md", "docs/index.md"),
    *("docs/how-to/recipes.md", "docs/reference/slidingpuzzle.md"),
]


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_in_python_succeed(name: str) -> None:
    failed, tried = doctest.testfile(str(CHECKOUT / name), module_relative=False)
    assert failed == 0
    assert tried > 0


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("name", puzzler.__all__)
def test_every_public_object_has_a_correct_example(name: str) -> None:
    value = getattr(puzzler, name)
    module = sys.modules[getattr(value, "__module__", "puzzler.board.goal")]  # else GOALS
    assert examples_of(value.__doc__ if callable(value) else module.__doc__)
    for text in docstrings_of(value) or [module.__doc__]:
        example = doctest.DocTestParser().get_doctest(text, dict(vars(module)), name, None, None)
        assert doctest.DocTestRunner().run(example).failed == 0


def docstrings_of(value: object) -> list[str]:
    """Return the docstrings of a function, or of a class and its methods."""
    if inspect.isclass(value):
        members = [member for name, member in vars(value).items() if not name.startswith("_")]
        return [inspect.getdoc(member) or "" for member in (value, *members)]
    return [value.__doc__ or ""] if callable(value) else []


def examples_of(text: str | None) -> str:
    return "".join(example.source for example in doctest.DocTestParser().get_examples(text or ""))


def test_help_of_a_public_class_describes_its_fields() -> None:
    for name in puzzler.__all__:
        value = getattr(puzzler, name)
        fields = getattr(value, "__dataclass_fields__", getattr(value, "_fields", ()))
        if fields:
            described = re.findall(r"^ {4}([\w, ]+): .", inspect.getdoc(value) or "", re.MULTILINE)
            assert set(fields) <= set(", ".join(described).split(", ")), name


def test_every_public_method_and_option_is_in_an_example() -> None:
    public = {name: getattr(puzzler, name) for name in puzzler.__all__}
    pages = [text_of(name) for name in EXAMPLES]
    texts = [*pages, *itertools.chain(*map(docstrings_of, public.values()))]
    code = "".join(map(examples_of, texts))
    for page in (CHECKOUT / "docs" / "tutorials").glob("*.md"):  # every build executes the cells
        code += "".join(
            re.findall(r"```\{code-cell\}\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
        )
    used = {*re.findall(r"\.(\w+)", code), *re.findall(r"(\w+)=", code)}
    missing = []
    for name, value in public.items():
        if inspect.isclass(value):
            missing += [
                f"{name}.{key}"
                for key, member in vars(value).items()
                if not key.startswith("_")
                and (inspect.isroutine(member) or inspect.isdatadescriptor(member))
                and key not in {*used, *getattr(value, "_fields", ())}
            ]
        elif callable(value):
            missing += [
                f"{name}({key}=)"
                for key, parameter in inspect.signature(value).parameters.items()
                if parameter.kind is parameter.KEYWORD_ONLY and key not in used
            ]
    assert not missing


def test_the_docstring_of_the_package_has_an_example_and_every_name() -> None:
    text = puzzler.__doc__ or ""
    assert set(puzzler.__all__) <= set(re.findall(r"\w+", text))
    assert doctest.testmod(puzzler).failed == 0
    page = text_of("docs/reference/python.md")
    assert set(puzzler.__all__) - set(re.findall(r"auto\w+:: (\w+)", page)) == {"GOALS"}


def test_every_dependency_has_a_comment_with_a_reason() -> None:
    project = tomllib.loads(text_of("pyproject.toml"))
    needs = [
        *project["project"]["dependencies"],
        *project["project"]["optional-dependencies"]["test"],
        *itertools.chain(*project["dependency-groups"].values()),
    ]
    reasons = text_of("CONTRIBUTING.md").partition("## Dependencies")[2]
    for need in needs:
        name = re.split(r"[^\w-]", need)[0]
        if name != "puzzler-lab":
            assert re.search(rf"^\| .*\b{name}\b", reasons, re.MULTILINE), name


# ---- Files ----------------------------------------------------------------------------------


def test_no_file_contains_a_path_of_a_developer() -> None:
    places = re.compile(
        r"/(?:root|tmp|work|opt)/\w|/home/\w|/Users/\w|[A-Z]:\\Users"
        r"|\b(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d+\.\d+"
        r"|(?:extra-)?index-url|find-links|\.pyenv"
    )
    for path in project_files():
        if path.suffix in TEXT and path != Path(__file__):
            found = places.search(path.read_text(encoding="utf-8"))
            assert found is None, f"{path.relative_to(CHECKOUT)}: {found and found[0]}"


def test_every_folder_of_code_is_a_package() -> None:
    for folder in {path.parent for path in modules()}:
        assert (folder / "__init__.py").is_file(), folder


def test_every_kind_of_asset_names_its_licence() -> None:
    folders = {path.relative_to(CHECKOUT / "assets").parts[0] for path in assets()}
    for folder in sorted(folders):
        texts = [path for path in assets() if path.suffix in {".md", ".txt"}]
        assert any(path.parent.name == folder for path in texts), folder


def assets() -> list[Path]:
    return [path for path in project_files() if path.is_relative_to(CHECKOUT / "assets")]


def test_an_installed_package_contains_the_assets() -> None:
    """The test command of README.md installs a wheel."""
    try:
        files = importlib.metadata.files("puzzler-lab") or []
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("puzzler is not installed here")
    installed = {file.as_posix() for file in files}
    if "puzzler/__init__.py" not in installed:
        pytest.skip("the checkout itself is installed")
    for path in assets():
        assert f"puzzler/{path.relative_to(CHECKOUT).as_posix()}" in installed


# ---- What a start waits for (import-linter holds who may import what) -------------------------


def test_a_start_imports_neither_numba_nor_pygame_and_the_window_no_numba() -> None:
    paths = [path.relative_to(CHECKOUT).with_suffix("") for path in modules("window")]
    names = ", ".join(".".join(path.parts).removesuffix(".__init__") for path in paths)
    code = f"""
import sys, puzzler.cli.app, puzzler.game.session
print({{"numba", "pygame"}} & set(sys.modules))
import {names}
print("numba" in sys.modules)
"""
    assert run_command(code).stdout == "set()\nFalse\n"


# ---- Docstrings (ruff holds all others) -------------------------------------------------------


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the statements in ``node`` at any depth, but skip expressions, which are numerous."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
            yield child
            yield from statements(child)


def test_a_public_method_without_docstring_overrides_a_documented_method() -> None:
    bases: dict[str, set[str]] = {}
    documented: dict[str, set[str]] = {}
    undocumented: list[tuple[str, str]] = []
    for path in PACKAGE.rglob("*.py"):
        for node in statements(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                own = documented.setdefault(node.name, set())
                bases.setdefault(node.name, set()).update(
                    ast.unparse(base).partition("[")[0].rpartition(".")[2] for base in node.bases
                )
                for item in node.body:
                    if isinstance(item, ast.AnnAssign):
                        own.add(ast.unparse(item.target))
                    elif isinstance(item, ast.FunctionDef):
                        is_setter = any(".setter" in ast.unparse(d) for d in item.decorator_list)
                        if ast.get_docstring(item):
                            own.add(item.name)
                        elif not item.name.startswith("_") and not is_setter:
                            undocumented.append((node.name, item.name))

    def is_documented(name: str, method: str) -> bool:
        if name not in documented:  # a class of another library
            return name not in {"ABC", "Generic", "Protocol"}
        return method in documented[name] or any(
            is_documented(base, method) for base in bases[name]
        )

    missing = [
        each for each in undocumented if not each[0].startswith("_") and not is_documented(*each)
    ]
    assert not missing


@pytest.mark.parametrize("folder", ["benchmarks", "tools"])
def test_scripts_import_names_that_exist(folder: str) -> None:
    for path in sorted((CHECKOUT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("puzzler"):
                names = ", ".join(alias.name for alias in node.names)
                exec(f"from {node.module} import {names}")


@pytest.mark.parametrize(
    ("script", "name"), [("window_coach", "_report"), ("window_atlas", "report")]
)
def test_benchmarks_report_a_single_time(
    script: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    runpy.run_path(str(CHECKOUT / "benchmarks" / f"{script}.py"))[name]("one time", [0.0125])
    out = capsys.readouterr().out
    assert "p50 12.5 ms" in out and "worst 12.5 ms" in out


def test_the_benchmark_of_grades_can_measure_a_single_board() -> None:
    script = runpy.run_path(str(CHECKOUT / "benchmarks" / "solver_grading.py"))
    order = NewBoardOptions(Board.solved(3, 3), Difficulty.EASY, 0)
    *_, p50, p90, p99, most, _ = script["line"](order, 1).split()
    assert p50 == p90 == p99 and round(float(p50)) == int(most)


def test_every_public_name_of_the_package_exists() -> None:
    assert all(getattr(puzzler, name) is not None for name in puzzler.__all__)


def test_patterns_match_ascii_digits_only() -> None:
    pattern = re.compile(r"(?<!\\W)\\d")  # [^\W\d] matches letters
    assert not [path for path in modules() if pattern.search(path.read_text(encoding="utf-8"))]


def test_no_name_or_table_leads_around_the_check_of_numbers() -> None:
    """The plugin of mypy sees calls of int and float by name and where one of them is passed on.

    Here are the other ways: a default argument, a table, a variable, a result, an attribute, and
    arithmetic with ord(). The table of types of a lesson and the exit statuses convert no text.
    """
    found = []
    for path in itertools.chain.from_iterable(map(modules, ("board", "formats", "cli", "game"))):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.arguments(defaults=defaults, kw_defaults=others):
                    values = [*defaults, *others]
                case ast.Dict(values=values):
                    pass
                case ast.BinOp(left=ast.Call(func=ast.Name(id="ord") as function)):
                    values = [function]
                case ast.Assign(value=value) | ast.Return(value=value) | ast.Lambda(body=value):
                    values = [value]
                case ast.Attribute(value=value):
                    values = [value]
                case ast.IfExp(body=body, orelse=value):
                    values = [body, value]
                case _:
                    continue
            names = {value.id for value in values if isinstance(value, ast.Name)}
            if names & {"int", "float", "complex", "ord"}:
                found.append(f"{path.relative_to(PACKAGE).as_posix()}: {ast.unparse(node)}"[:60])
    assert sorted(found) == [
        "board/cleaning.py: ord(char) - 9311",
        "cli/output.py: int.__new__",
        "game/core/texts.py: ord('A') + rest",
        "game/lessons/reading.py: {'title': str, 'summary': str, 'ran",
    ]
