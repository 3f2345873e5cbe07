"""What can be done with a solve of the statistics: review, replay, copy its seed, delete it."""

from __future__ import annotations

from collections.abc import Callable

from pygame import Rect

from puzzler.game.review.reviews import Reviews
from puzzler.game.storage.statistics import SolveRow
from puzzler.humanize import counted, date_and_time, precise_time
from puzzler.window.overlays.around import Around
from puzzler.window.overlays.blocks import Words
from puzzler.window.overlays.menu import Menu
from puzzler.window.overlays.sheet import Sheet
from puzzler.window.widgets.button import Button, Rank
from puzzler.window.widgets.scroll_list import Item

_UNITS = 240


class SolveMenu:
    """``say`` shows a line, and ``delete`` takes a solve out of the statistics."""

    def __init__(
        self,
        reviews: Reviews,
        around: Around,
        say: Callable[[str], None],
        delete: Callable[[SolveRow], None],
    ) -> None:
        self._reviews = reviews
        self._around = around
        self._say = say
        self._delete = delete

    def open(self, anchor: Rect, solve: SolveRow, *, has_path: bool) -> None:
        """A menu at ``anchor``; what has no path cannot be reviewed or replayed."""
        deeds: list[tuple[Item, Callable[[], object]]] = []
        if has_path:
            deeds += [
                (Item("Review", icon="review"), lambda: self.review(solve.id)),
                (Item("Replay", icon="play"), lambda: self._leave(self._reviews.replay, solve.id)),
            ]
        if has_path and solve.seed:
            copy = Item("Copy the seed", solve.seed, icon="copy")
            deeds.append((copy, lambda: self._copy_seed(solve.seed)))
        deeds.append((Item("Delete…", icon="close"), lambda: self._ask_to_delete(solve)))

        def do(chosen: int) -> None:
            deeds[chosen][1]()

        place = Rect(anchor)
        place.width = self._around.painter().px(_UNITS)
        menu = Menu(place, [item for item, _ in deeds], -1, do)
        menu.list.marked = 0  # Enter on a row, and Enter again, reviews it
        self._around.open_sheet(menu)

    def review(self, solve_id: int) -> None:
        """Open its review."""
        self._leave(self._reviews.open_solve, solve_id)

    def _leave(self, go: Callable[[int], bool], solve_id: int) -> None:
        """The sheet makes room for what is opened; where that cannot be, the line says why."""
        self._around.close_all()
        go(solve_id)

    def _copy_seed(self, seed: str) -> None:
        is_copied = self._around.clipboard.copy(seed)
        self._say(f"Seed {seed} is copied." if is_copied else "There is no clipboard to copy to.")

    def _ask_to_delete(self, solve: SolveRow) -> None:
        what = f"{precise_time(solve.seconds)} in {counted(solve.moves, 'move')}"
        words = (
            f"Solved {date_and_time(solve.solved_at)}: {what}. It goes out of the list and out of "
            "every figure, for good."
        )
        sheet = Sheet("Delete this solve?", [Words(words)], width_units=460)

        def delete() -> None:
            sheet.dismiss()
            self._delete(solve)

        sheet.foot = [
            Button("delete", delete, label="Delete", rank=Rank.PRIMARY),
            Button("keep", sheet.dismiss, label="Keep"),
        ]
        self._around.open_sheet(sheet)
