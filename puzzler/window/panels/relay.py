"""The relay that is played: its splits, and the time of them all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pygame import Rect

from puzzler.humanize import clock_time
from puzzler.window.layout import column, inset, row
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.label import label
from puzzler.window.widgets.splits import splits, splits_height
from puzzler.window.window import Window


class RelayPanel:
    """There while a relay is played, and on its last board where it was left."""

    name = "relay"
    controls: Sequence[Control] = ()

    def __init__(self, desk: Window) -> None:
        self._desk = desk
        self._area = Rect(0, 0, 0, 0)

    @property
    def is_shown(self) -> bool:
        """One of its boards is played."""
        return self._desk.session.challenges.relay is not None

    def height(self, painter: Painter, width: int) -> int:
        """A line above the splits."""
        return 2 * painter.px(14) + self._head(painter) + painter.px(8) + splits_height(painter)

    def place(self, painter: Painter, area: Rect) -> None:
        """All of it."""
        self._area = inset(area, painter.px(20), painter.px(14))

    def follow(self) -> None:
        """It is drawn from what there is."""

    def parts(self, painter: Painter) -> Iterator[Part]:
        """What it is and how long it has taken, then board by board."""
        relay, theme = self._desk.session.challenges.relay, painter.theme
        if relay is None:
            return
        lines = [self._head(painter), splits_height(painter)]
        above, below = column(self._area, lines, painter.px(8))
        name, time = row(above, [above.width // 2, above.width // 2])
        yield label(
            painter, "relay head", name, "Relay", color=theme.text, units=16, face=Face.STRONG
        )
        said = "ended" if relay.is_ended else f"{clock_time(relay.seconds)} in all"
        yield label(
            painter,
            "relay time",
            time,
            said,
            color=theme.text,
            units=14,
            face=Face.FIGURES,
            align=1.0,
        )
        yield from splits(painter, below, relay)

    def _head(self, painter: Painter) -> int:
        return painter.type_size(24)
