"""The figures of a search: its method's, live while it runs, and only those that mean something."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

from pygame import Rect

from puzzler.game.watch.figures import Figures
from puzzler.humanize import duration, memory, memory_of, precise_time, short_count
from puzzler.window.layout import Grow, Size, column, inset, row
from puzzler.window.panels.still import Still
from puzzler.window.play.actions import is_editing
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.label import figure, figure_rows, label
from puzzler.window.widgets.meter import meter
from puzzler.window.window import Window

_UNITS = 15
_SMALL_UNITS = 13
_GAP_UNITS = 8
_ROWS = (("expanded", "rate", "time"), ("frontier", "depth", "best_h", "bound", "memory"))
_SHARES = {"memory": 2.45, "depth": 0.72, "best_h": 0.78, "bound": 0.78}
_USUAL = {
    "expanded": ("Expanded", "999 M"),
    "rate": ("Rate", "99.9 M/s"),
    "time": ("Time", "999 ms"),
    "memory": ("Memory", "99.9 MB of 9.9 GB"),
}
"""(caption, a long value) of those that may stand in one line."""


_NOTHING: Hashable = None


class FiguresPanel:
    """There from the first search on; they stay until another search is begun or chosen."""

    name = "figures"
    controls: Sequence[Control] = ()

    def __init__(self, desk: Window) -> None:
        self._desk = desk
        self._area = Rect(0, 0, 0, 0)
        self._still = Still()
        self._count, self._counted_of = 0, _NOTHING  # lines; asked for in every frame

    @property
    def is_shown(self) -> bool:
        """There was a search."""
        return self._desk.figures is not None and not is_editing(self._desk)

    def height(self, painter: Painter, width: int) -> int:
        """Method, state, and the lines of figures."""
        line = sum(figure_rows(painter, _UNITS)) + painter.px(3)
        made_of = self._desk.figures, painter, width
        if made_of != self._counted_of:
            figures = self._desk.figures
            said = shown_figures(figures) if figures is not None else {}
            self._count = len(_rows(said, painter, width - 2 * painter.px(20)))
            self._counted_of = made_of
        count = self._count
        return 2 * painter.px(20) + count * line + (count + 1) * painter.px(8) + 2 * painter.px(14)

    def place(self, painter: Painter, area: Rect) -> None:
        """All of it."""
        self._area = area

    def follow(self) -> None:
        """The desk has the figures, and keeps them still for as long as it takes to read them."""

    def parts(self, painter: Painter) -> Iterable[Part]:
        """Whose they are, and what they are."""
        figures = self._desk.figures
        if figures is None:
            return ()
        made_of = figures, painter, tuple(self._area)
        return self._still.parts(made_of, lambda: self._made(figures, painter))

    def _made(self, figures: Figures, painter: Painter) -> Iterator[Part]:
        theme = painter.theme
        inner = inset(self._area, painter.px(20), painter.px(14))
        said = shown_figures(figures)
        rows = _rows(said, painter, inner.width)
        sizes: list[Size] = [painter.px(20), painter.px(20), *[Grow()] * len(rows)]
        method, state, *lines = column(inner, sizes, painter.px(8))
        state.top -= painter.px(6)
        yield label(
            painter,
            "method",
            method,
            figures.method.title,
            color=theme.text,
            units=15,
            face=Face.STRONG,
        )
        yield label(painter, "search", state, figures.state, color=theme.text_muted, units=13)
        for line, names in zip(lines, rows, strict=True):
            present = _fitting(names, said, painter, line.width)
            shares = [Grow(share) for share in present.values()]
            if not present:
                continue
            for name, place in zip(present, row(line, shares, painter.px(_GAP_UNITS)), strict=True):
                caption, value = said[name]
                room = painter.fits(value, Face.FIGURES, painter.type_size(_UNITS), place.width)
                smaller = None if room else _SMALL_UNITS
                yield figure(
                    painter, name, place, caption, value, units=_UNITS, value_units=smaller
                )
                if name == "memory" and figures.memory_bytes:
                    bar = Rect(place.left, place.bottom, place.width, max(3, painter.px(3)))
                    share = (figures.bytes or 0) / figures.memory_bytes
                    yield meter(painter, "meter", bar, share)


def _rows(said: Mapping[str, object], painter: Painter, width: int) -> list[dict[str, float]]:
    """What stands in each line, and its share of it.

    Where only the memory is left for the second line, and the first has room for it, that is all.
    """
    if not said:  # nothing is known yet
        return [{}, {}]
    above, below = ([name for name in names if name in said] for names in _ROWS)
    shares = {name: float(_usual_width(name, painter)) for name in _USUAL}
    if below == ["memory"] and sum(shares.values()) + 3 * painter.px(_GAP_UNITS) <= width:
        return [{name: shares[name] for name in above + below}]
    return [{name: _SHARES.get(name, 1.0) for name in names} for names in (above, below)]


def _usual_width(name: str, painter: Painter) -> int:
    """How much room a figure takes as long as it is not extraordinary, in pixels."""
    caption, value = _USUAL[name]
    units = _SMALL_UNITS if name == "memory" else _UNITS
    value_width = painter.text_width(value, Face.FIGURES, painter.type_size(units))
    return max(painter.text_width(caption, Face.BODY, painter.type_size(12.5)), value_width)


def _fitting(
    names: dict[str, float], said: dict[str, tuple[str, str]], painter: Painter, width: int
) -> dict[str, float]:
    """Those that find room in one line; what tells least goes first."""

    def taken(name: str) -> int:
        caption, value = said[name]
        units = _SMALL_UNITS if name == "memory" else _UNITS
        value_width = painter.text_width(value, Face.FIGURES, painter.type_size(units))
        return max(painter.text_width(caption, Face.BODY, painter.type_size(12.5)), value_width)

    for least in ("best_h", "depth"):
        shares = sum(names.values())
        room = width - painter.px(_GAP_UNITS) * (len(names) - 1)
        if all(taken(name) <= room * share / shares for name, share in names.items()):
            break
        names = {name: share for name, share in names.items() if name != least}
    return names


def shown_figures(figures: Figures) -> dict[str, tuple[str, str]]:
    """(caption, value) by name, of those that mean something for this method.

    Where a search has two ends they have a panel of their own.
    """
    said: dict[str, tuple[str, str]] = {}
    if figures.expanded is not None:
        said["expanded"] = "Expanded", short_count(figures.expanded)
    if figures.rate is not None:
        said["rate"] = "Rate", f"{short_count(figures.rate)}/s"
    if figures.elapsed is not None:
        short = figures.elapsed < 1
        time = (duration if short else precise_time)(figures.elapsed)
        said["time"] = "Time", time.replace("under", "<")
    if figures.frontier is not None:
        said["frontier"] = "Frontier", short_count(figures.frontier)
    for name, caption, value in (
        ("depth", "Depth", figures.depth),
        ("best_h", "Best h", figures.best_h),
        ("bound", figures.bound_name, None if figures.improvements else figures.bound),
    ):
        if value is not None:
            said[name] = caption, f"{value:,}"
    if figures.bytes is not None:
        most = figures.memory_bytes
        used = memory_of(figures.bytes, most) if most else memory(figures.bytes)
        said["memory"] = "Memory", used
    return said
