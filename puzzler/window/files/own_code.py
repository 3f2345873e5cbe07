"""Choosing a heuristic or a search algorithm in a Python file of the user, with a warning."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from puzzler import resources
from puzzler.board.scenario import printable
from puzzler.game.lab.lab import LAB_DEFAULT
from puzzler.progress import one_step
from puzzler.search.custom.source import CODE_SUFFIX, CodeFile, functions_of
from puzzler.search.method import Method
from puzzler.search.registry import DEFAULT_ALGORITHM
from puzzler.solver.race.race_rules import MAX_LANES
from puzzler.window.common.method_choice import OnChoose, changed_method
from puzzler.window.common.views import LAB, RACE, present_view
from puzzler.window.core.window import Window
from puzzler.window.dialogs.folder import Answer, choose_file
from puzzler.window.dialogs.save_file import FileKind, SaveDialog
from puzzler.window.toolkit.controls import Button
from puzzler.window.toolkit.dialog import Dialog
from puzzler.window.toolkit.labels import Text

Use = Callable[[CodeFile, dict[str, Any]], object]
"""Called with the chosen function and the changes that put it into a method."""
FUNCTION_LIMIT = 12
"""The number of functions of a file that can be chosen."""
_WARNING = "The code runs in a separate process with your permissions. Run only code you trust."


def open_code(window: Window, use: Use | None = None, *, has_searches: bool = True) -> None:
    """Open the dialog that chooses a Python file, and then a function; see ``take_code``."""
    take = partial(take_code, window, use=use, has_searches=has_searches)
    choose_file(window, "Your own code", None, (CODE_SUFFIX,), take)


def save_new_code(window: Window) -> None:
    """Save a template for a heuristic and a search algorithm."""

    def save(file: Path, _: str, answer: Answer) -> None:
        text = (resources.assets() / "code" / "mine.py").read_text("utf-8")
        steps = one_step(lambda: resources.write_atomically(file, text))
        words = f"Saved {printable(file.name)}: open it in your editor"

        def done(_: object) -> None:
            answer("")
            window.say(words)

        window.session.background.run("code", "Saving", steps, done, fail=answer)

    kind = FileKind("code", "Python file", CODE_SUFFIX)
    SaveDialog(window, "Save a template", "mine", [kind], save, is_new=True)


def choose_own(window: Window, method: Method, on_choose: OnChoose) -> None:
    """Choose a function for the heuristic or the algorithm of ``method``."""
    open_code(window, lambda source, changes: on_choose(changed_method(method, **changes)))


def take_code(
    window: Window, file: Path, answer: Answer, use: Use | None = None, *, has_searches: bool = True
) -> None:
    """Ask which function of ``file`` to use. ``answer`` is called with "" or an error.

    use: called with the choice, by default applies it in the current view. has_searches: include
    search algorithms.
    """

    def take(found: Mapping[str, tuple[str, ...]]) -> None:
        functions = {
            name: parameters[:1] == ("problem",)
            for name, parameters in found.items()
            if not name.startswith("_") and (has_searches or parameters[:1] != ("problem",))
        }
        answer("" if functions else f"{printable(file.name)} has no function")
        if functions:
            first = dict(islice(functions.items(), FUNCTION_LIMIT))
            _ask(window, file, first, use or partial(_use, window))

    steps = one_step(partial(functions_of, file))
    words = f"Reading {printable(file.name)}"
    window.session.background.run("code", words, steps, take, fail=answer)


def _ask(window: Window, file: Path, functions: Mapping[str, bool], use: Use) -> None:
    """Ask which function to run. functions: maps names to whether it is a search algorithm."""

    def take(name: str, is_search: bool) -> None:
        window.ui.close("code")
        source = CodeFile(file.absolute(), name)
        use(source, {"algorithm" if is_search else "heuristic": source.name})

    def build() -> Dialog:
        buttons = [
            Button(
                f"Search with {name}" if is_search else f"Use {name} as the heuristic",
                partial(take, name, is_search),
                key=("code", name),
            )
            for name, is_search in functions.items()
        ]
        title = f"Run {printable(file.name)}?"
        return Dialog(title, Text(_WARNING, color="text_muted"), *buttons)

    window.ui.open(build, "code")


def _use(window: Window, source: CodeFile, changes: dict[str, Any]) -> None:
    """Use the function in the Lab, in a lane of the race, or in the next search."""
    session, view = window.session, present_view(window.session).name
    if view == LAB:
        lab = session.lab.current
        lab.set_method(changed_method(lab.method, **changes))
    elif view == RACE:
        methods = session.race.current.methods
        place = min(len(methods), MAX_LANES - 1)  # replaces the last lane if there are too many
        session.race.current.change_lane(place, changed_method(Method(*LAB_DEFAULT), **changes))
    else:
        is_search = "algorithm" in changes
        if not is_search and session.settings.is_automatic:
            changes["algorithm"] = DEFAULT_ALGORITHM
        window.set(shortest=False, **changes)
        part = "method" if is_search else "heuristic"
        window.say(f"The next search uses {source.title} as its {part}")
