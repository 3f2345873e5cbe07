"""Cards with the live figures of a search, its bounds, and the finished searches."""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from puzzler.game.core import live_figures
from puzzler.game.core.live_figures import FigureCaption, LiveFigures, figure_captions
from puzzler.game.watch.run import SearchRow
from puzzler.game.watch.watching import WatchPhase
from puzzler.humanize import NOTHING, branching, counted, duration, memory, short_count
from puzzler.search.method import Method
from puzzler.search.registry import ALGORITHMS
from puzzler.search.result import Improvement, Outcome, SearchStats
from puzzler.window.board.mini import CaptionedBoard, MiniBoard
from puzzler.window.common.actions import action_button
from puzzler.window.common.method_choice import listed_algorithms, method_item
from puzzler.window.common.search_plot import table_buttons
from puzzler.window.core.window import Window
from puzzler.window.files.saving import save_answer, save_answer_text
from puzzler.window.toolkit.controls import Button, Rank
from puzzler.window.toolkit.element import Element, Tip
from puzzler.window.toolkit.labels import Figure, Icon, Meter, Text
from puzzler.window.toolkit.layout import Card, Column, Fit, Row, Space
from puzzler.window.toolkit.list import Item, List, open_menu
from puzzler.window.toolkit.plot import Plot
from puzzler.window.toolkit.plot_chart import Axis, Kind, PlotChart, PlotSeries
from puzzler.window.toolkit.track import GapBar

_ROWS = (("expanded", "rate", "time"), ("frontier", "depth", "best_h", "bound", "memory"))
_WIDTHS = {"memory": 2.45, "depth": 0.72, "best_h": 0.78, "bound": 0.78}
"""Relative widths of figures; 1 by default."""
_EXACT_LENGTH = len("999,999")
"""Longer counts of states are rounded, because figures have little room."""
_OMITTED_FIRST = ("best_h", "depth")
"""Figures that are omitted first if space is short."""
_GHOST_SECONDS = 0.3
"""Seconds until a search shows the ghost, because in a short search it would only flash."""
BOUNDS = "bounds"
_TICKS = (
    (0.001, "1 ms"), (0.01, "10 ms"), (0.1, "0.1 s"), (1.0, "1 s"), (10.0, "10 s"), (60.0, "1 min"),
    (600.0, "10 min"), (3600.0, "1 h"), (36_000.0, "10 h"),
)  # fmt: skip
"""(seconds, label) for the axis of time."""
_TIME_LIMITS = (1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 18_000, 36_000)
"""Possible ends of the time axis in seconds, so that the axis changes rarely."""
_SHOWN_FROM = 0.25
"""Earlier bounds are not shown, because they change too quickly and would flatten the curve."""
_LEAPS_UNTIL = 1.0
"""Until this time in seconds, the curve restarts whenever the gap halves."""


def search_card(window: Window) -> Element | None:
    """Build the live figures of a search; with *Details* also those of a finished search."""
    watch, has_details = window.shown.watch, window.shown.settings.details
    if watch.figures is None or not (has_details or watch.phase is WatchPhase.SEARCHING):
        return None
    return window.ui.reuse(_search_card, watch.figures, has_details)


def _search_card(figures: LiveFigures, has_details: bool) -> Element:
    if not has_details:
        texts = figure_captions(figures, ("expanded", "time", "memory"))
        state = Text(figures.state, size=15, strong=True, lines=1)
        return Card(state, _line(figures, [*texts], texts), gap=6, pad=(16, 10), key="figures")
    title = Text(figures.method.title, size=15, strong=True, lines=1)
    state = Text(figures.state, size=13, color="text_muted", lines=1)
    head = Fit(Row(title, Space(width=0, grow=1), state, gap=12), Column(title, state, gap=2))
    return Card(head, _rows(figures), gap=6, pad=(16, 10), key="figures")


def show_now_card(window: Window) -> Element | None:
    """Build the button that shows a solution by Anytime, while a search takes long."""
    watch = window.shown.watch
    is_slow = watch.is_searching and watch.can_show_now
    return action_button(window, "show-now", height=46) if is_slow else None


def _rows(figures: LiveFigures) -> Element:
    names = [name for row in _ROWS for name in row if name != "bound" or not figures.improvements]
    texts = figure_captions(figures, names)  # two bounds have a panel
    above, below = ([name for name in row if name in texts] for row in _ROWS)
    lines = (
        _line(figures, [name for name in below if name not in _OMITTED_FIRST[:count]], texts)
        for count in range(len(_OMITTED_FIRST) + 1)
    )
    rows = Column(_line(figures, above, texts), Fit(*lines))
    # one line may have room for few figures
    return Fit(_line(figures, above + below, texts), rows) if below == ["memory"] else rows


def _line(figures: LiveFigures, names: Sequence[str], texts: dict[str, FigureCaption]) -> Element:
    if not names:
        return Figure("", "", size=15)  # an empty line of the same height
    shown = (_figure(figures, name, texts[name]) for name in names)
    return Row(*shown, even=True, gap=12, align=0)


def _figure(figures: LiveFigures, name: str, caption: FigureCaption) -> Element:
    width = _WIDTHS.get(name, 1.0)
    if name == "expanded":
        is_short = len(caption.value) <= _EXACT_LENGTH
        return Figure("States", caption.value if is_short else caption.brief, size=15, grow=width)
    if name != "memory":
        return Figure(caption.title, caption.brief, size=15, grow=width)
    stats = figures.stats or SearchStats()
    share = stats.bytes / stats.memory_bytes if stats.memory_bytes else None
    memory_figure = Figure(caption.title, caption.value, size=15, value_size=13)
    return Column(memory_figure, None if share is None else Meter(share), gap=3, grow=width)


def ghost_card(window: Window) -> Element | None:
    """Build a board with the state being expanded, while a search runs."""
    watch, figures = window.shown.watch, window.shown.watch.figures
    if figures is None or figures.current is None or not watch.is_searching:
        return None
    if figures.stats is None or figures.stats.elapsed < _GHOST_SECONDS:
        return None
    board = MiniBoard(figures.current, window.shown.play.goal, window.view.skin, ghost=True)
    title = ALGORITHMS[figures.method.algorithm].title
    captioned = CaptionedBoard(board, "State being expanded", title, size=92)
    return Card(captioned, pad=(16, 10), priority=-1, key="ghost")


@dataclass(frozen=True)
class Bounds:
    """Lower and upper bound over time, from the first solution until now."""

    steps: tuple[Improvement, ...]
    """Bounds over time, the newest last. There is at least one."""
    seconds: float
    bound: int
    length: int
    is_over: bool = False

    @property
    def gap(self) -> int:
        """The difference of the bounds; 0 if the solution is proven shortest."""
        return self.length - self.bound

    @cached_property
    def start(self) -> float:
        """The time at which the curve starts."""
        if self.is_brief:
            return self.steps[0].seconds
        leaps = (
            step.seconds
            for before, step in itertools.pairwise(self.steps)
            if step.seconds <= _LEAPS_UNTIL
            and 0 < 2 * (step.length - step.lower_bound) <= before.length - before.lower_bound
        )
        return max(self.steps[0].seconds, _SHOWN_FROM, *leaps)

    @property
    def is_brief(self) -> bool:
        """Whether the search was so short that all of it is shown."""
        return self.is_over and self.seconds < 2 * _SHOWN_FROM

    @cached_property
    def first(self) -> Improvement:
        """The bounds at the start of the curve, which are the ends of the bar."""
        return self.at(self.start) or self.steps[0]

    @cached_property
    def axis(self) -> tuple[float, float]:
        """The first and last second of the axis."""
        first = max(self.start, _TICKS[0][0])
        if self.is_brief:
            return first / 2, max(self.seconds, 2 * first)
        limits = (float(end) for end in _TIME_LIMITS if end >= max(self.seconds, 2 * first))
        return first, next(limits, self.seconds)

    def at(self, seconds: float) -> Improvement | None:
        """Return the bounds at a time; None before the first solution."""
        index = bisect.bisect_right(self.steps, seconds, key=lambda step: step.seconds)
        return self.steps[index - 1] if index else None


def bounds_of(figures: LiveFigures | None) -> Bounds | None:
    """Return the bounds; None if the search has no solution or does not improve it."""
    if figures is None or not figures.improvements or figures.best_length is None:
        return None
    return Bounds(
        figures.improvements,
        0.0 if figures.stats is None else figures.stats.elapsed,
        min(figures.lower_bound, figures.best_length),
        figures.best_length,
        is_over=figures.is_over,
    )


def bounds_card(bounds: Bounds) -> Element:
    """Build the card with both bounds, a bar and a curve."""
    length = f"{bounds.length:,}"
    if bounds.gap:
        share = bounds.gap / max(1, bounds.bound)
        head = Row(
            Figure("At least", f"{bounds.bound:,}", size=24, grow=1),
            Figure(f"Difference, {share:.0%}", f"{bounds.gap:,}", size=24, align=0.5, grow=1),
            Figure("At most", length, size=24, align=1.0, grow=1),
            even=True,
        )
    else:
        proven = Text("Proven shortest", size=18, strong=True, color="good", lines=1, grow=1)
        head = Row(Icon("check", size=26, color="good"), proven,
                   Figure("Moves", length, size=24, align=1.0))  # fmt: skip
    first = bounds.first
    span = max(1, first.length - first.lower_bound)
    bar = GapBar((bounds.bound - first.lower_bound) / span, (first.length - bounds.length) / span)
    return Card(head, bar, _curve(bounds), gap=10, pad=(16, 14), key="gap")


def _curve(bounds: Bounds) -> Plot:
    first, axis = bounds.first, bounds.axis
    seconds = [step.seconds for step in bounds.steps]
    series = [
        PlotSeries(x=seconds, y=values, kind=Kind.STEPS, color=color, thickness=2)
        for values, color in (
            ([step.lower_bound for step in bounds.steps], "bound"),
            ([step.length for step in bounds.steps], "accent" if bounds.gap else "good"),
        )
    ]
    ticks = tuple((float(value), f"{value:,}") for value in {first.lower_bound, first.length})
    times = tuple(tick for tick in _TICKS if axis[0] <= tick[0] <= axis[1])
    return Plot(
        PlotChart(tuple(series), y=Axis(low=first.lower_bound, high=first.length, ticks=ticks)),
        x=Axis(low=axis[0], high=axis[1], ticks=times, is_log=True, until=bounds.seconds),
        version=(bounds.steps, axis),
        describe=lambda at: _describe(bounds, at),
        heights=(58, 96),
        tip="The best solution (above) and the proven lower bound (below) over time",
        key=BOUNDS,
    )


def _describe(bounds: Bounds, seconds: float) -> str:
    then = bounds.at(seconds)
    after = f"After {live_figures.seconds_text(seconds)}"
    if then is None:
        return f"{after}: no solution yet"
    return f"{after}: at least {then.lower_bound:,}, at most {counted(then.length, 'move')}"


ROWS = "rows"
_ICONS = {Outcome.LIMIT: "warning", Outcome.CANCELLED: "stop", Outcome.UNSOLVABLE: "close"}
"""Icons of searches without a solution."""


def finished_card(window: Window) -> Element | None:
    """Build the list of finished searches, the newest first; None if there are none."""
    watch = window.shown.watch
    rows = _different(watch.rows[::-1])
    if not rows:
        return None
    shown = next((at for at, row in enumerate(rows) if row.is_shown), -1)
    items = [_item(row) for row in rows]
    listed = List(
        items,
        lambda index: window.session.watch.show_run(rows[index].number),
        marked=shown,
        min_rows=len(rows),  # the column scrolls instead
        optional=watch.is_searching,
        tip="Click a row to replay its solution",
        tips=[
            f"{row.method.title}: {item.note}. {item.detail}. Click to replay this solution"
            for row, item in zip(rows, items, strict=True)
        ],
        priority=-1,
        key=ROWS,
    )
    listed.row_units = 44  # four rows must fit at 1280x800
    return Card(
        _head(window, is_shown=shown >= 0),
        listed,
        Button(
            save_answer_text(window), lambda: save_answer(window), icon="save", size=13, height=34,
            tip=Tip("Next to the file of the board, in the format of its course",
                    window.keymap.hint("save-answer")),
            key="save answer",
        )
        if window.session.files.answer_form is not None
        else None,
        pad=(16, 12),
        priority=-1,
        key="finished",
    )  # fmt: skip


def _different(rows: Sequence[SearchRow]) -> list[SearchRow]:
    """Keep one of several equal searches: the shown one, else the first."""
    rows_by_key: dict[object, SearchRow] = {}
    for row in rows:
        result = row.result
        same = row.method, result.status, result.length, result.stats.expanded
        if row.is_shown or same not in rows_by_key:
            rows_by_key[same] = row
    return list(rows_by_key.values())


def _head(window: Window, *, is_shown: bool) -> Element:
    def look_inside() -> None:
        if (run := window.shown.watch.run) is not None:
            window.session.lab.open_run(run)

    rows, columns = window.shown.play.board.size
    buttons = [
        Button(
            "Run again with…", lambda: _open_methods(window), short="Again…", size=13, height=34,
            tip="Search this board with another method; it is added to the list", key="again",
        ),
        Button("", look_inside, icon="lab", rank=Rank.QUIET, enabled=is_shown,
               width=34, height=34, tip="Open this search in the Lab", key="inside"),
        *table_buttons(window, f"{rows}x{columns}", [row.entry for row in window.shown.watch.rows],
                       width=34, height=34),
    ]  # fmt: skip
    caption = Text("Searches", strong=True, lines=1, grow=1)
    line = Row(Space(width=0, grow=1), *buttons, gap=4)
    return Fit(Row(caption, *buttons, gap=4), Column(caption, line, gap=0))


def _item(row: SearchRow) -> Item:
    result = row.result
    length = NOTHING if result.length is None else counted(result.length, "move")
    width = [] if result.branching is None else [f"b* {branching(result.branching)}"]
    expanded = f"{short_count(result.stats.expanded)} expanded"
    time, space = duration(result.stats.elapsed), memory(result.stats.bytes)
    details = [
        " \N{MIDDLE DOT} ".join(parts)
        for parts in (
            (row.quality, expanded, *width, time, space),
            (row.quality, expanded, time, space),
            (row.quality, expanded),
            (row.quality,),
        )
    ]
    icon = _ICONS.get(result.status, "check")
    # the title of a default method is short, and its duplicate detection is in the tooltip
    title = (row.method if row.method.is_chosen else row.method.textbook).title
    return Item(title, length, icon, details[0], tuple(details[1:]))


def _open_methods(window: Window) -> None:
    watch, shortest = window.session.watch, Method.shortest(*window.shown.play.board.size)
    methods = [shortest, *(Method(algorithm=name) for name in listed_algorithms())]
    items = [method_item(method.title, method, watch.warning_of(method)) for method in methods]
    items[0] = Item("Shortest", detail=shortest.title)
    place = window.ui.place_of("again")
    open_menu(window.ui, place, items, -1, lambda index: watch.run_again(methods[index]))
