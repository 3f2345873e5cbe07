"""The figures of the search at the moment that is shown, as ``puzzler solve --json`` has them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pygame import Rect

from puzzler.game.lab.inspecting import Inspecting
from puzzler.game.watch.terms import TERMS
from puzzler.search.inspection.values import Glimpse
from puzzler.search.registry import ALGORITHMS
from puzzler.window.layout import Grow, inset, row
from puzzler.window.panels.panel import drawn
from puzzler.window.panels.still import Still
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.card import card
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.label import figure, figure_rows
from puzzler.window.widgets.spot import Spot
from puzzler.window.widgets.tooltip import Tip
from puzzler.window.window import Window

_UNITS = 17
_MARGIN = 16, 9
_GAP_UNITS = 12
_LEAST_GAP_UNITS = 5
_CAPTION_UNITS = 12.5


def lab_figures(glimpse: Glimpse, inspecting: Inspecting) -> list[tuple[str, str]]:
    """Captions and values; only those that mean something, and b* beside the answer."""
    stats, algorithm = glimpse.stats, ALGORITHMS[inspecting.method.algorithm]
    figures = [
        ("Expanded", f"{stats.expanded:,}"),
        ("Generated", f"{stats.generated:,}"),
        ("Duplicates", f"{stats.duplicates:,}"),
    ]
    if "frontier" in algorithm.figures:
        figures.append(("Frontier", f"{stats.frontier:,}"))
    figures.append(("Deepest", f"{stats.deepest:,}"))
    if "bound" in algorithm.figures:
        figures.append((algorithm.bound_name, f"{stats.bound:,}"))
    result = inspecting.result
    if inspecting.is_at_end and result is not None and result.branching is not None:
        figures.append(("b*", f"{result.branching:.2f}"))
    return figures


class LabFigures:
    """One line of figures, each explained by a tooltip."""

    name = "lab figures"
    is_shown = True

    def __init__(self, desk: Window) -> None:
        self._desk = desk
        self._still = Still()
        self._area = Rect(0, 0, 0, 0)
        self.card = Rect(0, 0, 0, 0)
        """What it stands on."""
        self._figures: list[tuple[str, str]] = []
        self._spots: dict[str, Spot] = {}

    def height(self, painter: Painter, width: int) -> int:
        """Caption and figure."""
        return sum(figure_rows(painter, _UNITS)) + painter.px(3) + 2 * painter.px(_MARGIN[1])

    def place(self, painter: Painter, area: Rect) -> None:
        """On a card of its own."""
        self.card = area
        self._area = inset(area, *map(painter.px, _MARGIN))
        self._place_spots(painter)

    def follow(self) -> None:
        """The figures of the moment."""
        inspecting = self._desk.inspecting
        glimpse = None if inspecting is None else inspecting.glimpse
        if inspecting is None or glimpse is None:
            self._figures = []
            return
        self._figures = lab_figures(glimpse, inspecting)
        if self._area.width:
            self._place_spots(self._desk.painter)

    @property
    def controls(self) -> Sequence[Control]:
        """One for each figure."""
        return [self._spots[caption] for caption, _ in self._figures if caption in self._spots]

    def tip(self, name: str) -> Tip | None:
        """What is counted."""
        caption, inspecting = name.removeprefix("figure "), self._desk.inspecting
        if caption.lower() in TERMS and caption != "Bound":
            return Tip(TERMS[caption.lower()])
        words = "" if inspecting is None else ALGORITHMS[inspecting.method.algorithm].bound_meaning
        return Tip(words) if words else None

    def parts(self, painter: Painter) -> Iterator[Part]:
        """The card and the figures on it."""
        made_of = tuple(self._figures), painter, tuple(self._area)
        yield from self._still.parts(made_of, lambda: self._made(painter))
        yield from drawn(self._desk, painter, self.controls)

    def _places(self, painter: Painter) -> list[Rect]:
        if not self._figures:
            return []
        widths = [_width(painter, said) for said in self._figures]
        rest = self._area.width - sum(widths)
        gap = max(painter.px(_LEAST_GAP_UNITS), min(painter.px(_GAP_UNITS), rest // len(widths)))
        return row(self._area, [Grow(width) for width in widths], gap)

    def _place_spots(self, painter: Painter) -> None:
        for (caption, _), place in zip(self._figures, self._places(painter), strict=True):
            self._spots.setdefault(caption, Spot(f"figure {caption}")).rect = place

    def _made(self, painter: Painter) -> Iterator[Part]:
        yield card(painter, "card figures", self.card)
        for (caption, value), place in zip(self._figures, self._places(painter), strict=True):
            size = painter.type_size(_UNITS)
            fits = painter.fits(value, Face.FIGURES, size, place.width)
            yield figure(
                painter,
                caption,
                place,
                caption,
                value,
                units=_UNITS,
                value_units=None if fits else _UNITS * 0.75,
            )


def _width(painter: Painter, said: tuple[str, str]) -> int:
    """What caption and value take."""
    caption, value = said
    return max(
        painter.text_width(caption, Face.BODY, painter.type_size(_CAPTION_UNITS)),
        painter.text_width(value, Face.FIGURES, painter.type_size(_UNITS)),
    )
