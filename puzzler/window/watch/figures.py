"""The figures of a search: its method's, live while it runs, and only those that mean something."""

from __future__ import annotations

from collections.abc import Sequence

from puzzler.game.watch.figures import Figures
from puzzler.humanize import duration, memory, memory_of, precise_time, short_count
from puzzler.window.board.mini import CaptionedBoard
from puzzler.window.toolkit.element import Element
from puzzler.window.toolkit.labels import Figure, Meter, Text
from puzzler.window.toolkit.layout import Card, Column, Fit, Row
from puzzler.window.window import Window

_ROWS = (("expanded", "rate", "time"), ("frontier", "depth", "best_h", "bound", "memory"))
_WIDTHS = {"memory": 2.45, "depth": 0.72, "best_h": 0.78, "bound": 0.78}
"""How wide a figure is for most of the others."""
_LEAST_TELLING = ("best_h", "depth")
"""What is left out first where a line has no room for all."""
_GHOST_SECONDS = 0.3
"""A search that is over sooner shows no ghost: it would only flash."""


def figures_card(figures: Figures) -> Element:
    """Whose they are, and what they are: there from the first search on."""
    said = shown_figures(figures)
    above, below = ([name for name in names if name in said] for names in _ROWS)
    rows = Column(
        _line(figures, above, said),
        Fit(
            *(
                _line(figures, [name for name in below if name not in _LEAST_TELLING[:left]], said)
                for left in range(len(_LEAST_TELLING) + 1)
            )
        ),
    )
    return Card(
        Column(
            Text(figures.method.title, size=15, strong=True, lines=1),
            Text(figures.state, size=13, color="text_muted", lines=1),
            gap=2,
        ),
        # where little is told of a search one line may have room for it
        Fit(_line(figures, above + below, said), rows) if below == ["memory"] else rows,
        pad=(20, 14),
        key="figures",
    )


def _line(
    figures: Figures, names: Sequence[str], said: dict[str, tuple[str, str]]
) -> Element:  # fmt: skip
    if not names:
        return Figure("", "", size=15)  # nothing is known yet; its room is kept
    return Row(*(_figure(figures, name, *said[name]) for name in names), even=True, align=0)


def _figure(figures: Figures, name: str, caption: str, value: str) -> Element:
    width = _WIDTHS.get(name, 1.0)
    if name != "memory":
        return Figure(caption, value, size=15, grow=width)
    share = (figures.bytes or 0) / figures.memory_bytes if figures.memory_bytes else None
    return Column(
        Figure(caption, value, size=15, value_size=13),
        None if share is None else Meter(share),
        gap=0,
        grow=width,
    )


def shown_figures(figures: Figures) -> dict[str, tuple[str, str]]:
    """(caption, value) by name, of those that mean something for this method.

    Where a search has two bounds they have a panel of their own.
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


def ghost_card(window: Window) -> Element | None:
    """The state that is being expanded, while a search runs that can be watched."""
    watch = window.shown.watch
    run = watch.run
    if run is None or run.current is None or not watch.is_searching:
        return None
    if (run.figures.elapsed or 0.0) < _GHOST_SECONDS:
        return None
    board = CaptionedBoard(
        run.current,
        window.shown.play.goal,
        window.view.skin,
        "Being expanded",
        f"By {run.method.title}",
        ghost=True,
        size=92,
        least=64,
    )
    return Card(board, pad=(16, 10), priority=-1, key="ghost")
