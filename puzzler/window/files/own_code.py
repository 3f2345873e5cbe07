"""A Python file of the user's: a heuristic or a search of it is chosen after a question."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from puzzler.board.scenario import printable
from puzzler.search.custom.source import CodeError, Source, functions_of
from puzzler.search.registry import DEFAULT_ALGORITHM
from puzzler.steps import one_step
from puzzler.window.common.method_choice import changed_method
from puzzler.window.common.views import LAB, present_view
from puzzler.window.dialogs.folder import Answer, choose_file
from puzzler.window.dialogs.previews import CODE_SUFFIX
from puzzler.window.toolkit.controls import Button
from puzzler.window.toolkit.dialog import Dialog
from puzzler.window.toolkit.labels import Text
from puzzler.window.window import Window

MOST_OFFERED = 12
"""Functions of one file."""
_WARNING = "It is run as you, in a process of its own. Run only what you trust."


def open_code(window: Window) -> None:
    """Choose a Python file."""
    choose_file(window, "Your own code", None, (CODE_SUFFIX,), partial(take_code, window))


def take_code(window: Window, file: Path, answer: Answer) -> None:
    """Ask which function of ``file`` to use; ``answer`` gets "" or why there is none."""

    def take(found: Mapping[str, tuple[str, ...]] | CodeError) -> None:
        if isinstance(found, CodeError):
            answer(str(found))
            return
        public = [name for name in found if not name.startswith("_")][:MOST_OFFERED]
        answer("" if public else f"{printable(file.name)} has no function")
        if public:
            _ask(window, file, {name: found[name][:1] == ("problem",) for name in public})

    steps = one_step(partial(_functions, file))
    words = f"Reading {printable(file.name)}"
    window.session.context.background.run("code", words, steps, take, fail=answer)


def _functions(file: Path) -> Mapping[str, tuple[str, ...]] | CodeError:
    try:
        return functions_of(file)
    except CodeError as error:
        return error


def _ask(window: Window, file: Path, functions: Mapping[str, bool]) -> None:
    """Ask which of the functions to run; True for those that are searches."""

    def use(name: str, is_search: bool) -> None:
        window.ui.close("code")
        _choose(window, Source(file.absolute(), name), is_search=is_search)

    def build() -> Dialog:
        buttons = [
            Button(
                f"Search with {name}" if is_search else f"Use {name} as the heuristic",
                partial(use, name, is_search),
                key=("code", name),
            )
            for name, is_search in functions.items()
        ]
        title = f"Run {printable(file.name)}?"
        return Dialog(title, Text(_WARNING, color="text_muted"), *buttons)

    window.ui.open(build, "code")


def _choose(window: Window, source: Source, *, is_search: bool) -> None:
    """Search with it: in the Lab what is inspected, elsewhere what is watched next."""
    changes: dict[str, Any] = {"algorithm" if is_search else "heuristic": source.name}
    if present_view(window.session).name == LAB:
        lab = window.session.lab.current
        lab.set_method(changed_method(lab.method, **changes))
        return
    if not is_search and window.session.settings.is_automatic:
        changes["algorithm"] = DEFAULT_ALGORITHM
    window.set(shortest=False, **changes)
    window.say(f"{source.title} is the {'method' if is_search else 'heuristic'} of the next search")
