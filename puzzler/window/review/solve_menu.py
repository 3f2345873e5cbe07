"""The menu of a solve in the list of the statistics."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from pygame import Rect

from puzzler.game.core.category import Category, Difficulty, Kind, RelayKind
from puzzler.game.play.new_boards import result_line
from puzzler.game.storage.statistics import Result, SolveRow
from puzzler.humanize import DNF, counted, date_and_time, solve_time
from puzzler.window.core.window import Window
from puzzler.window.toolkit.controls import Button, Rank
from puzzler.window.toolkit.dialog import Dialog
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.list import Item, open_menu


@dataclass(frozen=True)
class SolveMenu:
    """The actions for a solve or a relay."""

    window: Window
    kind: Kind
    solve: SolveRow
    say: Callable[[str], object]
    """Shows a message in the dialog."""
    read: Callable[[], object]
    """Reads the solves again after a change."""

    def open(self, place: Rect) -> None:
        """Open the menu at a row of the list."""
        solve, kind = self.solve, self.kind
        choices: list[tuple[Item, Callable[[], object]]] = []
        if isinstance(kind, Category):
            if solve.path:
                replay = partial(self._review, is_playing=True)
                choices.append((Item("Review", icon="review"), self._review))
                choices.append((Item("Replay", icon="play"), replay))
            choices.append((Item("Play again", icon="restart"), self._play_again))
            is_dnf = solve.penalty == DNF
            if not is_dnf and solve.move_count:
                figures = solve.seconds, solve.move_count, solve.shortest
                result = Result((kind.rows, kind.columns), solve.seed, *figures)
                line = result_line(result, is_daily=kind.difficulty is Difficulty.DAILY)
                copy = partial(self._copy, line, "Copied the result.")
                choices.append((Item("Copy the result", icon="copy"), copy))
            if not is_dnf or solve.path:  # a game that was given up has no path
                label, penalty = ("Not DNF", "") if is_dnf else ("Mark as DNF", DNF)
                choices.append((Item(label, icon="stop"), partial(self._mark, penalty)))
            if solve.seed:
                copy = partial(self._copy, solve.seed, f"Copied seed {solve.seed}.")
                choices.append((Item("Copy the seed", solve.seed, icon="copy"), copy))
        choices.append((Item("Delete…", icon="close"), self._ask_to_delete))
        anchor = place.copy()
        anchor.width = self.window.painter.px(240)
        items = [item for item, _ in choices]
        open_menu(self.window.ui, anchor, items, -1, lambda at: choices[at][1](), marked=0)

    def _review(self, *, is_playing: bool = False) -> None:
        """Close the dialogs and open the review, or show a message if the solve is gone."""
        self.window.ui.close_all()
        self.window.session.reviews.open_solve(self.solve.id, is_playing=is_playing)

    def _play_again(self) -> None:
        session = self.window.session
        solve = session.statistics.solves.get(self.solve.id)
        if solve is not None:  # else another window has deleted it
            self.window.ui.close_all()
            session.boards.play_again(solve.scenario)

    def _copy(self, text: str, message: str) -> None:
        self.say(self.window.copied(text, message))

    def _mark(self, penalty: str) -> None:
        self.window.session.statistics.solves.mark(self.solve.id, penalty)
        self.say(f"{'Marked' if penalty else 'No longer marked'} as DNF.")
        self.read()

    def _ask_to_delete(self) -> None:
        solve, ui = self.solve, self.window.ui
        result = solve_time(solve.seconds)
        if solve.move_count:
            result += f" in {counted(solve.move_count, 'move')}"

        noun = "relay" if isinstance(self.kind, RelayKind) else "solve"

        def delete() -> None:
            ui.close("delete")
            self.say(f"Deleted the {noun}.")
            self.window.session.statistics.solves.delete(self.kind, solve.id)
            self.read()

        text = f"Solved {date_and_time(solve.solved_at)}: {result}. This can't be undone."
        ask_to_delete(self.window, f"Delete this {noun}?", text, delete)


def ask_to_delete(window: Window, title: str, text: str, delete: Callable[[], object]) -> None:
    """Ask before something is deleted."""
    keep = Button("Cancel", window.ui.close, rank=Rank.PRIMARY, key="keep")
    go = Button("Delete", delete, key="delete")
    words = Text(text, color="text_muted")
    window.ui.open(lambda: Dialog(title, words, foot=(go, keep), size=460), "delete")
