"""The lanes of a race side by side: their methods before it, then boards, figures and bars."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from pygame import Rect, Surface

from puzzler.board.board import Board
from puzzler.board.scenario import Problem
from puzzler.game.race.state import Phase, RaceLane, RaceState
from puzzler.game.watch.plots import LOOKS
from puzzler.humanize import memory, sentence
from puzzler.search.method import Method
from puzzler.solver.race.progress import LaneState
from puzzler.window.board.mini import MiniBoard
from puzzler.window.board.skin import Skin
from puzzler.window.common.method_choice import method_choices
from puzzler.window.race.words import bar_tip, figures_of, lane_titles, open_share, state_words
from puzzler.window.toolkit.cells import Item
from puzzler.window.toolkit.controls import Button, Rank
from puzzler.window.toolkit.element import Context, Element, Range
from puzzler.window.toolkit.labels import LEADING, Canvas, Icon, Meter, Text
from puzzler.window.toolkit.layout import At, Card, Column, Fit, Grid, Responsive, Row, Space
from puzzler.window.toolkit.menu import open_menu
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.plot_axes import Dash, Kind, Series
from puzzler.window.toolkit.plot_lines import draw_piece
from puzzler.window.window import Window

_LEAST_UNITS, _WANTED_UNITS = 210, 354
"""The height of the lanes above plot and table."""
_TYPE_UNITS = 13
_PAD, _TIGHT_PAD = (14, 14), (8, 8)
_TIGHT_UNITS = 200
"""Narrower lanes have narrow margins."""
_BOARD_UNITS = 220
"""The most that a board is wide before the race."""
_LEAST_BOARD = 48
"""Pixels: a smaller board cannot be read."""
_FIGURES_UNITS = 260
"""Further apart a caption and its value would not be read together."""
_BOARD_SHARE = 0.46
"""Of the width, where the figures stand beside the board."""
_ROWS = 6
"""Of figures, at most."""


class Lanes(Row):
    """Lanes of the same width. Before the race their boards stand at the same height."""

    def __init__(self, *cards: Element, heads: Sequence[Element] = (), gap: float) -> None:
        """``heads``: what stands above the boards."""
        super().__init__(*cards, stretch=True, gap=gap, grow=0.55, priority=-1)
        self.heads = heads

    def measure_height(self, ui: Context, width: int) -> Range:
        return Range(ui.painter.px(_LEAST_UNITS), ui.painter.px(_WANTED_UNITS))

    def arrange(self, ui: Context, rect: Rect) -> None:
        for head in self.heads:
            head.fixed_height = None
        if self.heads:
            count = len(self.heads)
            width = (rect.width - (count - 1) * self.space(ui)) // count
            width -= 2 * ui.painter.px(_pad(width / ui.painter.scale)[0])
            highest = max(head.heights(ui, width).wanted for head in self.heads)
            for head in self.heads:
                head.fixed_height = highest / ui.painter.scale
        super().arrange(ui, rect)


class _LaneCard(Card):
    """It is placed only where its size has changed: nothing in it scrolls."""

    def place(self, ui: Context, rect: Rect) -> None:
        if rect != self.rect:
            super().place(ui, rect)


def race_lanes(window: Window, races: Sequence[RaceState]) -> Lanes:
    """A card for each lane, as it was in the state of the race at its place in ``races``."""
    (race, *_), methods = races, races[0].methods
    gap = 6 if window.is_compact else 12
    width = (window.size[0] / window.painter.scale - (16 if window.is_compact else 40)) / len(
        methods
    )
    pad, skin = _pad(width - gap), window.view.skin
    if race.phase is not Phase.READY:
        cards = []
        for place, state in enumerate(races[: len(methods)]):
            card = window.ui.reuse(
                lane_card, window, _standing(state, place), skin, pad, key=("lane", place)
            )
            card.fixed_width, card.grow = 0, 1
            cards.append(card)
        return Lanes(*cards, gap=gap)
    heads = [
        window.ui.reuse(
            _choices, window, place, method, race.warnings[place], race.can_remove,
            key=("lane", place),
        )
        for place, method in enumerate(methods)
    ]  # fmt: skip
    cards = [
        Card(
            head,
            Responsive(partial(_start_board, race.problem, skin), grow=1, height=0),
            pad=pad, gap=6, width=0, grow=1, key=("lane", place),
        )
        for place, head in enumerate(heads)
    ]  # fmt: skip
    return Lanes(*cards, heads=heads, gap=gap)


def _start_board(problem: Problem, skin: Skin, ui: Context, width: int, height: int) -> Element:
    if min(width, height) < _LEAST_BOARD:
        return Space()
    return At(MiniBoard(problem.start, problem.goal, skin, size=_BOARD_UNITS), most=0.95)


def _pad(units: float) -> tuple[float, float]:
    """The margins of a card of that width."""
    return _PAD if units > _TIGHT_UNITS else _TIGHT_PAD


# ---- Before the race ------------------------------------------------------------------------


def _choices(window: Window, place: int, method: Method, warning: str, can_remove: bool) -> Column:
    """The method of a lane, part by part, and why it is not expected to end."""
    race = window.session.race  # these elements may outlast one race

    def choose(method: Method) -> None:
        race.current.change_lane(place, method)

    remove = Button(
        "", lambda: race.current.change_lane(place), icon="close", rank=Rank.QUIET,
        enabled=can_remove, tip=f"Take lane {place + 1} out of the race",
        key=(("lane", place), "remove"),
    )  # fmt: skip
    full, brief = (
        method_choices(method, choose, key=("lane", place), is_brief=is_brief)
        for is_brief in (False, True)
    )  # fmt: skip
    # algorithm and heuristic have long names; the other parts stand in pairs
    wide = sum(choice.key[1] in ("algorithm", "heuristic") for choice in full)  # type: ignore[index]
    pairs = [
        Fit(*(Grid(*some[at : at + 2], columns=len(some[at : at + 2]), gap=6)
              for some in (full, brief)))
        for at in range(wide, len(full), 2)
    ]  # fmt: skip
    return Column(_head(place, f"Lane {place + 1}", remove), *full[:wide], *pairs,
                  _warning(place, warning), gap=6)  # fmt: skip


def _warning(place: int, warning: str) -> Element | None:
    """The gist of it, up to the colon."""
    if not warning:
        return None
    said = Text(sentence(warning.partition(":")[0]), size=_TYPE_UNITS, color="text_muted",
                lines=3, grow=1, width=0)  # fmt: skip
    return Row(Icon("warning", size=16, color="bound"), said, gap=6, align=0,
               key=(("lane", place), "warning"), tip=sentence(warning))  # fmt: skip


def _head(place: int, title: str, button: Button, tip: str = "") -> Row:
    """The line of the lane in the plot, its title, and a button."""
    tone, line = LOOKS[place]
    series = Series((), (), "", Kind.LINE, tone.value, Dash[line.name])

    def draw(surface: Surface, painter: Painter, rect: Rect) -> None:
        draw_piece(surface, painter, series, rect)

    return Row(
        Canvas((tone, line), draw, width=26, height=22),
        Text(title, size=16, strong=True, lines=1, width=0, grow=1, tip=tip,
             key=(("lane", place), "title")),
        button,
        gap=6,
    )  # fmt: skip


# ---- From its start on ------------------------------------------------------------------------


@dataclass(frozen=True)
class LaneShown:
    """All that the card of a lane shows."""

    lane: RaceLane
    goal: Board
    state_words: str
    open_share: float | None
    is_winner: bool

    @property
    def is_over(self) -> bool:
        """Its search has ended, whatever moment is shown."""
        return self.lane.progress is not None and self.lane.progress.state.is_over

    @property
    def mark(self) -> str:
        """The icon before the words of its state."""
        if self.is_winner:
            return "records"
        if self.lane.state is LaneState.SOLVED:
            return "check"
        is_well = self.lane.state in (None, LaneState.BUILDING, LaneState.RUNNING)
        return "" if is_well and not self.lane.trouble else "warning"


def _standing(race: RaceState, place: int) -> LaneShown:
    lane = race.lanes[place]
    entry = race.entries[place] if race.entries else None
    winners = () if race.winner is None else race.winner.places
    return LaneShown(
        lane,
        race.problem.goal,
        state_words(race, lane, entry),
        open_share(lane, race.lanes),
        # at an earlier moment nobody has won yet
        is_winner=place in winners and lane.state is LaneState.SOLVED,
    )


def lane_card(window: Window, shown: LaneShown, skin: Skin, pad: tuple[float, float]) -> Element:
    """The state of a lane, its board, its figures, and how far it is."""
    lane, place = shown.lane, shown.lane.place
    title, rest = lane_titles(lane.method)
    most = lane.stats.memory_bytes
    tip = f"{lane.method.title}. It may use {memory(most)}" if most else lane.method.title
    return _LaneCard(
        Column(
            _head(place, f"{place + 1}  {title}", _button(window, shown), tip),
            Text(rest, size=_TYPE_UNITS, color="text_muted", lines=1, tip=tip,
                 key=(("lane", place), "options")),
            gap=0,
        ),
        _state(shown),
        Responsive(partial(_board_and_figures, shown, skin), grow=1, height=0),
        _bar(shown),
        pad=pad, gap=2, key=("lane", place),
    )  # fmt: skip


def _button(window: Window, shown: LaneShown) -> Button:
    place = shown.lane.place
    if not shown.is_over:
        return Button(
            "", lambda: window.session.race.current.stop_lane(place), icon="stop", rank=Rank.QUIET,
            tip=f"Stop lane {place + 1}; the others go on", key=(("lane", place), "stop"),
        )  # fmt: skip
    key = ("lane", place), "more"

    def open_more() -> None:
        button = window.ui.find(key)
        assert button is not None, "it was pressed"
        open_lane_menu(window, place, button.rect)

    return Button("", open_more, icon="menu", rank=Rank.QUIET, key=key,
                  tip="Play its answer, or look inside it in the Lab")  # fmt: skip


def open_lane_menu(window: Window, place: int, anchor: Rect) -> None:
    """Play the solution of a lane that has ended, if it has one; look inside it in the Lab."""
    features, state = window.session.race, window.session.race.current.state()
    offered = [(Item("Look inside it in the Lab", state.methods[place].title, icon="lab"),
                features.look_inside)]  # fmt: skip
    if state.entries and state.entries[place].solved:
        offered.insert(0, (Item("Play its answer", icon="play"), features.play))
    # Enter on a row of the table, and Enter again, does the first
    open_menu(window.ui, anchor, [item for item, _ in offered], -1,
              lambda index: offered[index][1](place), marked=0)  # fmt: skip


def _state(shown: LaneShown) -> Row:
    words, mark = shown.state_words, shown.mark
    color = "good" if mark in ("records", "check") else "bound"
    return Row(
        Icon(mark, size=16, color=color) if mark else None,
        Text(words, size=_TYPE_UNITS, strong=True, lines=3, width=0, grow=1),
        gap=6, align=0, key=(("lane", shown.lane.place), "state"),
        tip=f"The winner. {words}" if shown.is_winner else words,
    )  # fmt: skip


def _bar(shown: LaneShown) -> Column:
    """What is measured, and how much of it is done; grey where the whole is unknown."""
    said, is_open = shown.lane.bar.words, shown.lane.bar.share is None
    share = shown.open_share if is_open else shown.lane.bar.share

    return Column(
        Text(said, size=_TYPE_UNITS, color="text_muted", lines=1),
        None if share is None else Meter(share, is_open=is_open, height=8),
        gap=2, height=30, key=(("lane", shown.lane.place), "bar"), tip=bar_tip(said),
    )  # fmt: skip


def _board_and_figures(
    shown: LaneShown, skin: Skin, ui: Context, width: int, height: int
) -> Element:
    """The figures beside the board, or below it; alone where the board could not be read."""
    lane, painter = shown.lane, ui.painter
    board, figures = lane.board, tuple(figures_of(lane))
    rows = min(height, _ROWS * round(painter.type_size(_TYPE_UNITS) * LEADING))
    gap, scale = 6, painter.scale
    beside = width >= 1.2 * height or height < rows + painter.px(gap) + _LEAST_BOARD
    across, down = width, height - rows - painter.px(gap)
    if beside:
        breadth = max(1.0, board.columns / board.rows)
        across, down = min(round(width * _BOARD_SHARE), round(height * breadth)), height
    canvas = Canvas(figures, partial(_draw_figures, figures), height=rows / scale, width=0, grow=1)
    if min(across, down) < _LEAST_BOARD:
        return Row(canvas)
    mini = MiniBoard(board, shown.goal, skin, ghost=True)
    if not beside:
        canvas.grow, canvas.fixed_width, mini.grow = 0, None, 1
        return Column(mini, canvas, gap=gap, pad=(0, 4))
    mini.fixed_width = across / scale
    room = width - across - painter.px(2 * gap)
    if room > painter.px(_FIGURES_UNITS):
        canvas.grow, canvas.fixed_width = 0, _FIGURES_UNITS
    return Row(mini, canvas, stretch=True, gap=2 * gap, pad=(0, 4))


def _draw_figures(
    figures: Sequence[tuple[str, str, str]], surface: Surface, painter: Painter, rect: Rect
) -> None:
    """Captions, and at the right values or their short forms; the last are left out first."""
    theme, size = painter.theme, painter.type_size(_TYPE_UNITS)
    line = min(round(size * LEADING), max(round(1.2 * size), rect.height // max(1, len(figures))))
    for number, (caption, value, brief) in enumerate(figures[: max(1, rect.height // line)]):
        place = Rect(rect.left, rect.top + number * line, rect.width, line)
        room = rect.width - painter.text_width(caption, Face.BODY, size) - painter.px(8)
        said = value if painter.fits(value, Face.FIGURES, size, room) else brief
        painter.write(surface, said, Face.FIGURES, size, theme.text, place, align=1.0)
        place.width -= painter.text_width(said, Face.FIGURES, size) + painter.px(6)
        place.width = max(0, place.width)
        painter.write(surface, caption, Face.BODY, size, theme.text_muted, place)
