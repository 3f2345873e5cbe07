"""Print the tree for screen readers: python tools/print_accessibility.py [SCENE ...].

A scene is a view or a dialog in a certain state. Tests also use all scenes.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from puzzler.board import Board, Scenario
from puzzler.game.core.settings import Settings
from puzzler.game.lessons.reading import bundled, read_file
from puzzler.game.session import Session
from puzzler.solver.preparation import Preparation
from puzzler.window.common.actions import actions
from puzzler.window.common.views import views
from puzzler.window.core.display import drawing_hidden
from puzzler.window.core.window import Window
from puzzler.window.dialogs.settings import PAGES
from puzzler.window.lab.view import LAB_TAB, LAB_TABS
from puzzler.window.main.screen import ViewScreen
from puzzler.window.toolkit.element import Access

BOARD = "1 2 3/4 5 6/0 7 8"
LESSON = "greedy"
DIALOGS = (
    "board", "edit", "picture", "files", "open", "save", "save-picture", "save-animation",
    "paste-solution", "help",
)  # fmt: skip
PATIENCE = 20.0
Step = Callable[[ViewScreen], object]


def scenes() -> dict[str, tuple[Step, ...]]:
    """Return the steps to each scene by name.

    Each scene starts from the previous one, and the window settles after each step.
    """

    def act(name: str) -> Step:
        return lambda screen: actions()[name].do(screen.window)

    def choose_tab(name: str) -> Step:
        return lambda screen: screen.window.ui.choose(LAB_TAB, name)

    def press(name: str, role: str = "BUTTON") -> Step:
        return lambda screen: use(screen, name, role=role)

    def begin_lesson(screen: ViewScreen) -> None:
        screen.session.lessons.begin(read_file(bundled()[LESSON]))

    def close(screen: ViewScreen) -> None:
        screen.window.ui.close_all()

    play, lab, race = act("view-play"), act("view-lab"), act("view-race")
    steps_by_name: dict[str, tuple[Step, ...]] = {v.name: (act(f"view-{v.name}"),) for v in views()}
    steps_by_name |= {
        f"lab, {tab.name}": (lab, choose_tab(tab.name), act("step-forward")) for tab in LAB_TABS
    }
    steps_by_name |= {
        "lab, predict": (choose_tab("frontier"), act("predict")),
        "race, a choice": (race, press("Algorithm", "COMBO_BOX")),
        "race, over": (close, act("race-start")),
        "lesson": (begin_lesson,),
        "watched": (play, act("panel"), act("watch-or-stop")),
        "solved": (act("restart"), act("panel"), act("coach"), act("left"), act("left")),
        "review, a game": (act("view-review"),),
        "statistics": (act("statistics"),),
        "drill": (close, play, act("drill")),
        "More": (play, press("More")),
    }
    for page in PAGES:
        steps_by_name[f"settings, {page}"] = (close, act("settings"), press(page, "TAB"))
    return steps_by_name | {name: (close, play, act(name)) for name in DIALOGS}


def use(
    screen: ViewScreen, name: str, action: str = "CLICK", value: str = "", role: str = ""
) -> None:
    """Do ``action`` of the first control whose name starts with ``name``, like a screen reader."""
    found = next(
        access
        for access in screen.describe().walk()
        if access.name.startswith(name) and role in ("", access.role)
    )
    found.actions[action](value)


def as_text(access: Access, depth: int = 0) -> str:
    """Return the tree with a line per node."""
    states = (
        ("disabled", not access.is_enabled), ("on", access.is_on is True),
        ("off", access.is_on is False), ("selected", access.is_selected is True),
        ("focus", access.has_focus), ("live", access.is_live),
    )  # fmt: skip
    words = [access.role.lower().replace("_", " ")]
    words += [repr(text) for text in (access.name, access.value) if text]
    words += ["{:g} of {:g} to {:g}".format(*access.number)] if access.number else []
    words += [f"({name})" for name, holds in states if holds]
    words += [f"[{', '.join(access.actions).lower().replace('_', ' ')}]"] if access.actions else []
    words += [f"- {access.note}"] if access.note else []
    lines = ["  " * depth + " ".join(words)]
    return "\n".join([*lines, *(as_text(child, depth + 1) for child in access.children)])


def walk(screen: ViewScreen, settle: Callable[[], object]) -> Iterator[str]:
    """Go through all scenes and yield their names."""
    for name, steps in scenes().items():
        for step in steps:
            step(screen)
            settle()
        yield name


def main() -> None:
    """Print the scenes with the given names, by default all."""
    with drawing_hidden():
        board = Board.parse(BOARD)
        session = Session(
            replace(Settings(), is_welcomed=True, instant_shuffle=True),
            time.perf_counter,
            preparation=Preparation(),
            scenario=Scenario(board, Board.solved(3, 3), seed=1, difficulty="easy"),
        )
        screen = ViewScreen(Window(session), (1280, 800))

        def settle() -> None:
            end = time.monotonic() + PATIENCE
            screen.tick(time.perf_counter())
            while session.is_busy and time.monotonic() < end:
                time.sleep(0.01)
                screen.tick(time.perf_counter())

        try:
            for name in walk(screen, settle):
                if not sys.argv[1:] or name in sys.argv[1:]:
                    print(f"# {name}\n{as_text(screen.describe())}\n")
        finally:
            screen.close()


if __name__ == "__main__":
    main()
