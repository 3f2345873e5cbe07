"""The lanes of a race: method choices before the race, then boards, figures and progress bars."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

from pygame import Rect

from puzzler.board.board import Board
from puzzler.board.scenario import Problem
from puzzler.game.core.live_figures import figure_captions
from puzzler.game.race.state import RaceLane, RacePhase, RaceState
from puzzler.humanize import memory, sentence
from puzzler.search.compilation import COMPILING
from puzzler.search.method import Method
from puzzler.search.report.comparison import Entry
from puzzler.search.report.texts import line_text
from puzzler.search.result import SearchStats
from puzzler.solver.race.race_rules import LaneState
from puzzler.window.board.mini import MiniBoard
from puzzler.window.board.tiles import Skin
from puzzler.window.common.method_choice import method_choices
from puzzler.window.common.search_plot import LOOKS
from puzzler.window.core.window import Window
from puzzler.window.files.own_code import choose_own
from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.controls import Button, Rank
from puzzler.window.toolkit.element import Element, Range
from puzzler.window.toolkit.labels import LEADING, Canvas, Icon, Meter, Text
from puzzler.window.toolkit.layout import At, Card, Column, Fit, Responsive, Row, Space
from puzzler.window.toolkit.list import Item, open_actions
from puzzler.window.toolkit.paint import Face
from puzzler.window.toolkit.plot_chart import PlotSeries
from puzzler.window.toolkit.plot_lines import draw_piece
from puzzler.window.toolkit.wrapping import Grid

_MIN_UNITS, _PREFERRED_UNITS = 210, 354
"""Minimum and preferred height of the lanes."""
_TYPE_UNITS = 13
_PAD, _TIGHT_PAD = (14, 14), (8, 8)
_TIGHT_UNITS = 200
"""Lanes that are narrower than this have narrow margins."""
_BOARD_UNITS = 220
"""Maximum width of a board before the race."""
_MIN_BOARD = 48
"""Minimum side of a board in pixels; smaller boards would be unreadable."""
_FIGURES_UNITS = 260
"""Maximum width of the figures, so that captions are near their values."""
_BOARD_SHARE = 0.46
"""The board's share of the width if the figures are to its right."""
_GAP = 6
_FIGURES = ("expanded", "generated", "frontier", "deepest", "memory", "time")
_BARS = {
    "Lower": "Proven lower bound of solutions. The bar is full at the length of the best "
    "solution; without a solution, a grey bar compares the lanes",
    "Best": "The lowest h of all expanded states, compared with h of the start; 0 is the goal",
    "Depth": "Depth of the last expanded state",
}
"""Explanations of a bar, by the first word of its text."""
_OPEN = 0.75


class Lanes(Row):
    """Lanes of equal width. Before the race, the tops of their boards are aligned."""

    def __init__(self, *cards: Element, heads: Sequence[Element] = (), gap: float) -> None:
        """``heads``: the elements above the boards; all get the same height."""
        super().__init__(*cards, stretch=True, gap=gap, grow=0.55, priority=-1)
        self.heads = heads

    def measure_height(self, ui: Context, width: int) -> Range:
        return Range(ui.painter.px(_MIN_UNITS), ui.painter.px(_PREFERRED_UNITS))

    def arrange(self, ui: Context, rect: Rect) -> None:
        for head in self.heads:
            head.fixed_height = None
        if self.heads:
            count = len(self.heads)
            width = (rect.width - (count - 1) * ui.painter.space(self.gap)) // count
            width -= 2 * ui.painter.px(_pad(width / ui.painter.scale)[0])
            highest = max(head.heights(ui, width).preferred for head in self.heads)
            for head in self.heads:
                head.fixed_height = highest / ui.painter.scale
        super().arrange(ui, rect)


def race_lanes(window: Window, races: Sequence[RaceState]) -> Lanes:
    """Build a card for each lane. races: for each lane, the state of the race to show."""
    (race, *_), methods, skin = races, races[0].methods, window.view.skin
    gap, margins = (6, 16) if window.is_compact else (12, 40)
    pad = _pad((window.size[0] / window.painter.scale - margins) / len(methods) - gap)
    heads: list[Element] = []
    if race.phase is RacePhase.READY:
        heads = [
            window.ui.reuse(
                _choices, window, place, method, race.warnings[place], race.can_remove,
                key=("lane", place),
            )
            for place, method in enumerate(methods)
        ]  # fmt: skip
        board = partial(_start_board, race.problem, skin)
        cards: list[Element] = [
            Card(head, Responsive(board, grow=1, height=0), pad=pad, gap=_GAP, width=0, grow=1,
                 key=("lane", place), accessible_name=f"Lane {place + 1}")
            for place, head in enumerate(heads)
        ]  # fmt: skip
    else:
        cards = [
            window.ui.reuse(lane_card, window, state, place, skin, pad, key=("lane", place))
            for place, state in enumerate(races[: len(methods)])
        ]
    return Lanes(*cards, heads=heads, gap=gap)


def _start_board(problem: Problem, skin: Skin, ui: Context, width: int, height: int) -> Element:
    if min(width, height) < _MIN_BOARD:
        return Space()
    return At(MiniBoard(problem.start, problem.goal, skin, size=_BOARD_UNITS), max_share=0.95)


def _pad(units: float) -> tuple[float, float]:
    """Return the margins of a card that is ``units`` wide."""
    return _PAD if units > _TIGHT_UNITS else _TIGHT_PAD


# ---- Before the race ------------------------------------------------------------------------


def _choices(window: Window, place: int, method: Method, warning: str, can_remove: bool) -> Column:
    """Build the method controls of a lane, with a warning if the search may not finish."""
    race = window.session.race  # these elements may be reused in the next race

    def choose(method: Method) -> None:
        race.current.change_lane(place, method)

    remove = Button(
        "", lambda: race.current.change_lane(place), icon="close", rank=Rank.QUIET,
        enabled=can_remove, tip=f"Remove lane {place + 1}",
        key=(("lane", place), "remove"),
    )  # fmt: skip
    own = partial(choose_own, window, method, choose)
    full, brief = (
        method_choices(method, choose, own, key=("lane", place), is_brief=is_brief)
        for is_brief in (False, True)
    )  # fmt: skip
    # algorithm and heuristic have long names; the other parts are laid out in pairs
    wide = sum(choice.key[1] in ("algorithm", "heuristic") for choice in full)  # type: ignore[index]
    pairs = [
        Fit(*(Grid(*some[at : at + 2], columns=len(some[at : at + 2]), gap=_GAP)
              for some in (full, brief)))
        for at in range(wide, len(full), 2)
    ]  # fmt: skip
    gist = Text(sentence(warning.partition(":")[0]), size=_TYPE_UNITS, color="text_muted",
                lines=3, grow=1, width=0)  # fmt: skip
    return Column(
        _head(place, f"Lane {place + 1}", remove),
        *full[:wide],
        *pairs,
        Row(Icon("warning", size=16, color="bound"), gist, gap=_GAP, align=0,
            key=(("lane", place), "warning"), tip=sentence(warning)) if warning else None,
        gap=_GAP,
    )  # fmt: skip


def _head(place: int, title: str, button: Button, tip: str = "") -> Row:
    """Build the title row of a lane: a sample of its plot line, the title and a button."""
    color, dash = LOOKS[place]
    series = PlotSeries(x=(), y=(), color=color, dash=dash)
    return Row(
        Canvas(place, lambda surface, painter, rect: draw_piece(surface, painter, series, rect),
               width=26, height=22),
        Text(title, size=16, strong=True, lines=1, width=0, grow=1, tip=tip,
             key=(("lane", place), "title")),
        button,
        gap=_GAP,
    )  # fmt: skip


# ---- During and after the race ----------------------------------------------------------------


def lane_card(
    window: Window, race: RaceState, place: int, skin: Skin, pad: tuple[float, float]
) -> Element:
    """Build the card of a lane with its state, board, figures and progress bar."""
    lane, key = race.lanes[place], ("lane", place)
    state = state_text(race, lane, race.entries[place] if race.entries else None)
    is_solved = lane.state is LaneState.SOLVED
    # at an earlier moment there is no winner
    is_winner = is_solved and race.winner is not None and place in race.winner.places
    is_running = lane.state in (None, LaneState.BUILDING, LaneState.RUNNING) and not lane.trouble
    mark = "records" if is_winner else "check" if is_solved else "" if is_running else "warning"
    method, stats = lane.figures.method, lane.figures.stats or SearchStats()
    title, _, rest = method.title.partition(", ")
    limit, measured, is_open = stats.memory_bytes, lane.bar.text, lane.bar.share is None
    share = open_share(lane, race.lanes) if is_open else lane.bar.share
    meaning = _BARS.get(measured.partition(" ")[0], "The lane has found a solution")
    tip = f"{method.title}. Memory limit: {memory(limit)}" if limit else method.title
    return Card(
        Column(
            _head(place, f"{place + 1}  {title}", _button(window, lane), tip),
            Text(sentence(rest), size=_TYPE_UNITS, color="text_muted", lines=1, tip=tip,
                 key=(key, "options")),
            gap=0,
        ),
        Row(
            Icon(mark, size=16, color="good" if is_solved else "bound") if mark else None,
            Text(state, size=_TYPE_UNITS, strong=True, lines=3, width=0, grow=1),
            gap=_GAP, align=0, key=(key, "state"),
            tip=f"The winner. {state}" if is_winner else state,
        ),
        Responsive(partial(_board_and_figures, lane, race.problem.goal, skin), grow=1, height=0),
        Column(
            Text(measured, size=_TYPE_UNITS, color="text_muted", lines=1),
            Meter(share, is_open=is_open, height=8) if share is not None and not is_solved
            else Space(height=8),
            gap=2, key=(key, "bar"), tip=f"{sentence(measured)}. {meaning}.",
        ),
        pad=pad, gap=2, width=0, grow=1, key=key, accessible_name=f"Lane {place + 1}",
    )  # fmt: skip


def _button(window: Window, lane: RaceLane) -> Button:
    place, key = lane.place, (("lane", lane.place), "more")
    if lane.progress is None or not lane.progress.state.is_over:
        return Button(
            "", lambda: window.session.race.current.stop_lane(place), icon="stop", rank=Rank.QUIET,
            tip=f"Stop lane {place + 1}. The others continue", key=(("lane", place), "stop"),
        )  # fmt: skip

    return Button("", lambda: open_lane_menu(window, place, window.ui.place_of(key)), icon="menu",
                  rank=Rank.QUIET, key=key,
                  tip="Play its solution or open it in the Lab")  # fmt: skip


def open_lane_menu(window: Window, place: int, anchor: Rect) -> None:
    """Open the menu of a finished lane: play its solution if it has one, or open it in the Lab."""
    race, state = window.session.race, window.session.race.current.state()
    look_inside = Item("Open in Lab", state.methods[place].title, icon="lab")
    rows = [(look_inside, partial(race.look_inside, place))]
    if state.entries and state.entries[place].solved:
        rows.insert(0, (Item("Play its solution", icon="play"), partial(race.play, place)))
    open_actions(window.ui, anchor, rows)


def _board_and_figures(
    lane: RaceLane, goal: Board, skin: Skin, ui: Context, width: int, height: int
) -> Element:
    """Build the board with figures to its right or below; only figures if space is short."""
    board, painter = lane.figures.current, ui.painter
    assert board is not None, "every lane has a state"
    size = painter.type_size(_TYPE_UNITS)
    room, gap = min(height, len(_FIGURES) * round(size * LEADING)), painter.px(_GAP)
    scale = painter.scale
    is_beside = width >= 1.2 * height or height < room + gap + _MIN_BOARD
    across, down = width, height - room - gap
    if is_beside:
        breadth = max(1.0, board.columns / board.rows)
        across, down = min(round(width * _BOARD_SHARE), round(height * breadth)), height
    figures = Column(*(_figure(*row, height=1.2 * size / scale) for row in lane_figures(lane)),
                     gap=0, height=room / scale, width=0, grow=1)  # fmt: skip
    if min(across, down) < _MIN_BOARD:
        return Row(figures)
    mini = MiniBoard(board, goal, skin, ghost=True)
    if not is_beside:
        figures.grow, figures.fixed_width, mini.grow = 0, None, 1
        return Column(mini, figures, gap=_GAP, pad=(0, 4))
    mini.fixed_width = across / scale
    if width - across - 2 * gap > painter.px(_FIGURES_UNITS):
        figures.grow, figures.fixed_width = 0, _FIGURES_UNITS
    return Row(mini, figures, stretch=True, gap=2 * _GAP, pad=(0, 4))


def _figure(caption: str, value: str, brief: str, height: float) -> Element:
    """Build a row with a caption and a value, or its short form ``brief`` if space is short."""
    rows = (
        Row(
            Text(caption, size=_TYPE_UNITS, color="text_muted", lines=1, grow=1, priority=-1),
            Text(text, size=_TYPE_UNITS, face=Face.FIGURES, lines=1),
        )
        for text in (value, brief)
    )
    return Fit(*rows, height=height, grow=1, optional=True, reads_as=f"{caption} {value}")


def state_text(race: RaceState, lane: RaceLane, entry: Entry | None) -> str:
    """Return one line about the state or the result of a lane. entry: its row in the table."""
    result = None if lane.progress is None else lane.progress.result
    match lane.state:
        case LaneState.BUILDING:
            if race.building is None or race.building is COMPILING:
                return sentence(COMPILING.what) if race.building else "Preparing..."
            done = math.floor(100 * race.building.done)
            return f"Building tables (first time only): {done} %"
        case LaneState.RUNNING if lane.trouble:
            return f"Cannot be shown: {lane.trouble}"
        case LaneState.RUNNING:
            activity = "Paused" if race.is_paused else "Searching"
            return activity if lane.expansions else "At the start"
        case LaneState.FAILED if lane.progress is not None:
            return f"Failed: {lane.progress.failure}"
    if result is not None:
        shortest = None if entry is None else next(iter(entry.shortest), None)
        bound = None if entry is None else entry.lower_bound
        return line_text(result, shortest, bound)
    return "Stopped" if lane.state is not None else ""


def open_share(lane: RaceLane, lanes: Sequence[RaceLane]) -> float | None:
    """Return the length of a lane's bar, 0 to 1, while the solution's length is unknown.

    The bar compares the lower bounds of all lanes, or the depth of a lane with its largest depth.
    The largest value fills 0.75 of the bar. None if the share is known or there is no data.
    """
    if lane.bar.share is not None or lane.state is not LaneState.RUNNING or not lane.is_there:
        return None
    stats = lane.figures.stats or SearchStats()
    if lane.bar.text.startswith("Depth"):
        deepest = max(stats.deepest, stats.depth)
        return _OPEN * stats.depth / deepest if deepest else None
    bounds = [each.figures.lower_bound for each in lanes]
    largest = max(bounds, default=0)
    return _OPEN * bounds[lane.place] / largest if largest else None


def lane_figures(lane: RaceLane) -> list[tuple[str, str, str]]:
    """Return (caption, value, short value) for each figure that applies to the algorithm."""
    captions = figure_captions(lane.figures, _FIGURES)
    captions["memory"] = captions["memory"]._replace(value=captions["memory"].brief)
    return [*captions.values()]
