"""Print the tree that screen readers are given: python tools/print_accessibility.py [VIEW ...]."""

from __future__ import annotations

import sys
from dataclasses import replace

from puzzler.board import Board, Scenario
from puzzler.game.play.settings import Settings
from puzzler.game.session import Session
from puzzler.solver.preparation import Preparation
from puzzler.window.common.views import views
from puzzler.window.display import drawing_unseen
from puzzler.window.toolkit.access import Access
from puzzler.window.view_screen import ViewScreen
from puzzler.window.window import Window


def as_text(access: Access, depth: int = 0) -> str:
    """The tree, a line for each node."""
    states = (
        ("disabled", not access.is_enabled), ("on", access.is_on is True),
        ("off", access.is_on is False), ("selected", access.is_selected is True),
        ("focus", access.has_focus), ("live", access.is_live),
    )  # fmt: skip
    words = [access.role.lower().replace("_", " ")]
    words += [repr(said) for said in (access.name, access.value) if said]
    words += ["{:g} of {:g} to {:g}".format(*access.number)] if access.number else []
    words += [f"({name})" for name, holds in states if holds]
    words += [f"[{', '.join(access.actions).lower().replace('_', ' ')}]"] if access.actions else []
    lines = ["  " * depth + " ".join(words)]
    return "\n".join([*lines, *(as_text(child, depth + 1) for child in access.children)])


def main() -> None:
    """Print the views of these names, by default all."""
    with drawing_unseen():
        board = Board.parse("1 2 3/4 5 6/0 7 8")
        scenario = Scenario(board, Board.solved(3, 3))
        session = Session(
            replace(Settings(), is_welcomed=True),
            lambda: 0.0,
            preparation=Preparation(),
            scenario=scenario,
        )
        screen = ViewScreen(Window(session), (1280, 800))
        try:
            for number, view in enumerate(views()):
                if not sys.argv[1:] or view.name in sys.argv[1:]:
                    view.go(screen.window)
                    screen.tick(1.0 + number)
                    print(f"# {view.name}\n{as_text(screen.describe())}\n")
        finally:
            screen.close()


if __name__ == "__main__":
    main()
