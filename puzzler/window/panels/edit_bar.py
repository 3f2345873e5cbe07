"""The bar at the bottom while tiles are placed by hand: what is drawn, and how it ends."""

from __future__ import annotations

from collections.abc import Iterator

from pygame import Rect

from puzzler.game.play.editing import Editing, Target
from puzzler.window.layout import Grow, Size, inset, row
from puzzler.window.panels.panel import Places, drawn
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.button import Button, Rank
from puzzler.window.widgets.card import bar
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.segmented import Segmented
from puzzler.window.widgets.tooltip import Tip
from puzzler.window.window import Window


class EditBar:
    """Board or goal, make solvable, cancel, play it."""

    name = "edit bar"

    def __init__(self, desk: Window) -> None:
        self._desk = desk
        self._area = Rect(0, 0, 0, 0)
        self._places: Places = {}
        self.target: Segmented[Target] = Segmented(
            "target", [(target, target.value.capitalize()) for target in Target], self._turn_to
        )
        self.solvable = Button(
            "make solvable", self._make_solvable, label="Make solvable", icon="check"
        )
        self.cancel = Button("cancel edit", self._cancel, label="Cancel", icon="close")
        self.done = Button("done", self._finish, label="Play it", icon="play", rank=Rank.PRIMARY)

    @property
    def is_shown(self) -> bool:
        """While tiles are placed by hand."""
        return self._editing is not None

    def height(self, painter: Painter, width: int) -> int:
        """One line of targets."""
        return painter.target(40) + 2 * painter.px(10)

    def place(self, painter: Painter, area: Rect) -> None:
        """What ends it at the right; where there is no room, icons say it alone."""
        self._area = area
        room, gap = inset(area, painter.px(16), painter.px(10)), painter.px(8)
        buttons = {"make solvable": self.solvable, "cancel": self.cancel, "done": self.done}
        sizes: dict[str, Size] = {"target": self.target.width(painter), "space": Grow()}
        sizes |= {name: button.width(painter) for name, button in buttons.items()}
        for name in ("cancel", "make solvable", "done"):
            wanted = sum(size for size in sizes.values() if isinstance(size, int))
            if wanted + gap * (len(sizes) - 1) > room.width:
                sizes[name] = painter.target(40)
        self._places = dict(zip(sizes, row(room, list(sizes.values()), gap), strict=True))
        self.target.rect = self._places["target"]
        for name, button in buttons.items():
            button.rect = self._places[name]

    @property
    def controls(self) -> list[Control]:
        """From left to right."""
        return [self.target, self.solvable, self.cancel, self.done]

    def follow(self) -> None:
        """What is drawn, and whether it can be played."""
        if self._editing is not None:
            self.target.chosen = self._editing.target
            self.solvable.is_enabled = bool(self._editing.state().problem)
            self.done.is_enabled = not self._editing.state().problem

    def tip(self, name: str) -> Tip | None:
        """What the icons mean where they stand alone."""
        tips = {
            "target": Tip("Which of the two is drawn"),
            "make solvable": Tip("Swap two tiles, so that the board can be solved"),
            "cancel edit": Tip("Drop what was drawn", self._desk.keymap.hint("stop")),
            "done": Tip("Play what was drawn", self._desk.keymap.hint("edit")),
        }
        return tips.get(name)

    def parts(self, painter: Painter) -> Iterator[Part]:
        """The bar and the controls."""
        yield bar(painter, "bottom bar", self._area, is_at_top=False)
        yield from drawn(self._desk, painter, self.controls)

    @property
    def _editing(self) -> Editing | None:
        activity = self._desk.session.activity
        return activity if isinstance(activity, Editing) else None

    def _turn_to(self, target: Target) -> None:
        if self._editing is not None:
            self._editing.turn_to(target)

    def _make_solvable(self) -> None:
        if self._editing is not None:
            self._editing.make_solvable()

    def _cancel(self) -> None:
        self._desk.session.editor.cancel()

    def _finish(self) -> None:
        self._desk.session.context.finish_edit()
