"""One lane of a race: how it searches while that is chosen, and how it stands once it runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from pygame import Rect

from puzzler.board.board import Board
from puzzler.game.race.lanes import RaceLane
from puzzler.humanize import memory, sentence
from puzzler.search.method import Method
from puzzler.solver.race.progress import LaneState
from puzzler.window.layout import Grow, column, inset, middle, row
from puzzler.window.panels.lane_parts import (
    LEAST_BOARD,
    TYPE_UNITS,
    curve_part,
    few_lines,
    figure_places,
    figures_part,
    in_lines,
    line_height,
    marked_lines,
)
from puzzler.window.panels.method_choice import MethodChoice
from puzzler.window.panels.panel import drawn
from puzzler.window.panels.still import Still
from puzzler.window.race_words import bar_tip, figures_of, lane_titles
from puzzler.window.toolkit.menu import open_menu
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.toolkit.theme import Color
from puzzler.window.widgets.button import Button, Rank
from puzzler.window.widgets.card import card
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.label import label
from puzzler.window.widgets.meter import meter
from puzzler.window.widgets.mini_board import mini_board
from puzzler.window.widgets.spot import Spot
from puzzler.window.widgets.tooltip import Tip
from puzzler.window.window import Window

_MARGIN_UNITS = 14
_HEAD_UNITS = 34
_CHOICE_UNITS = 36
_GAP_UNITS = 6
_SAMPLE_UNITS = 26
_TIGHT_UNITS = 200
"""Narrower lanes, in units, have narrow margins."""
_ROOMY_UNITS = 320
"""Narrower lanes, in units, do not say what order and ties are called."""
_LARGEST_BOARD = 220
"""Units: before the race a board is there to be known, not to be studied."""


class LaneCard:
    """Shows what ``show`` was given last; places nothing anew for figures alone."""

    def __init__(
        self,
        desk: Window,
        number: int,
        on_choose: Callable[[Method], None],
        on_remove: Callable[[], None],
        on_stop: Callable[[], None],
        on_more: Callable[[Rect], None],
    ) -> None:
        """``on_more`` opens what can be done with a lane that is over, beside a rectangle."""
        self.number = number
        self.area = Rect(0, 0, 0, 0)
        name = f"lane {number + 1}"
        self.choice = MethodChoice(on_choose, partial(open_menu, desk.ui), f"{name} ")
        self.remove = Button(f"{name} remove", on_remove, icon="close", rank=Rank.QUIET)
        self.stop = Button(f"{name} stop", on_stop, icon="stop", rank=Rank.QUIET)
        self.more = Button(
            f"{name} more", lambda: on_more(self.more.rect), icon="menu", rank=Rank.QUIET
        )
        self.title = Spot(f"{name} title")
        self.state = Spot(f"{name} state")
        self.bar = Spot(f"{name} bar")
        self.warned = Spot(f"{name} warning")
        self.least_top = self.board_top = 0
        """Before the race: where its board could begin, and where it does, as in all lanes."""
        self.is_choosing = True
        self.is_over = False
        self.is_winner = False
        self.shown: RaceLane | None = None
        """What is seen of it; None before the race begins."""
        self._desk = desk
        self._name = name
        self._open_share: float | None = None
        self._revision = 0  # changes with what is shown
        self._start: Board | None = None
        self.state_words = ""
        """How it stands."""
        self.warning = ""
        """Why it cannot be expected to end, before the race."""
        self._still = Still()
        self._inner = Rect(0, 0, 0, 0)
        self._places: dict[str, Rect] = {}

    # ---- Layout -------------------------------------------------------------------------

    def place(self, painter: Painter, area: Rect) -> None:
        """Head, and below it the choices, or the board and its figures."""
        self.area = area
        self._inner = inset(area, self._margin(painter))
        target, gap = painter.target(_HEAD_UNITS), painter.px(_GAP_UNITS)
        head, below = column(self._inner, [target, Grow()], 0)
        sample, words, button = row(head, [painter.px(_SAMPLE_UNITS), Grow(), target], gap)
        self._places = {"sample": sample, "words": words}
        for each in (self.remove, self.stop, self.more):
            each.rect = button
        self.title.rect = words
        if self.is_choosing:
            self._place_choices(painter, below)
        else:
            self._place_figures(painter, below)

    def _margin(self, painter: Painter) -> int:
        return painter.px(_MARGIN_UNITS if self.area.width > painter.px(_TIGHT_UNITS) else 8)

    def _place_choices(self, painter: Painter, area: Rect) -> None:
        """Algorithm and heuristic in lines of their own, the rest in pairs."""
        self.choice.offer(is_brief=area.width < painter.px(_ROOMY_UNITS))
        line, gap = painter.target(_CHOICE_UNITS), painter.px(_GAP_UNITS)
        top = area.top
        for choices in in_lines(self.choice):
            place = Rect(area.left, top, area.width, line)
            rects = row(place, [Grow()] * len(choices), gap)
            for choice, rect in zip(choices, rects, strict=True):
                choice.rect = rect
            top += line + gap
        lines = self._warning_lines(painter, area.width)
        said = Rect(area.left, top, area.width, lines * line_height(painter))
        self._places["warning"] = self.warned.rect = said
        self.least_top = max(area.top + 4 * (line + gap), said.bottom + (gap if lines else 0))
        top = max(self.least_top, self.board_top)
        board = Rect(area.left, top, area.width, max(0, area.bottom - top))
        most = painter.px(_LARGEST_BOARD)
        self._places["board"] = middle(board, min(board.width, most), min(board.height, most))

    def _place_figures(self, painter: Painter, area: Rect) -> None:
        rows, columns = (1, 1) if self._start is None else self._start.size
        lines = self._state_lines(painter, area.width)
        self._places |= figure_places(painter, area, lines, max(1.0, columns / rows))
        self.title.rect = self._places["words"].union(self._places["detail"])
        self.state.rect = self._places["state"]
        self.bar.rect = self._places["said"].union(self._places["bar"])

    # ---- What is shown ------------------------------------------------------------------

    def follow(self, method: Method, start: Board, warning: str, *, is_choosing: bool) -> None:
        """How it searches, and why that cannot be expected to end; once a frame."""
        before = self._start, self.is_choosing, self.warning
        self._start, self.is_choosing, self.warning = start, is_choosing, warning
        is_other = before != (start, is_choosing, warning)
        if self.choice.follow(method) or is_other:
            if is_choosing:
                self.shown = None
            if self.area.width:
                self.place(self._desk.painter, self.area)

    def show(
        self, lane: RaceLane, state_words: str, open_share: float | None, *, is_winner: bool
    ) -> None:
        """Its figures from now on."""
        self._open_share = open_share
        self._revision += 1
        painter = self._desk.painter
        before = self._state_lines(painter, self._inner.width)
        self.shown, self.state_words, self.is_winner = lane, state_words, is_winner
        self.is_over = lane.progress is not None and lane.progress.state.is_over
        if self.area.width and self._state_lines(painter, self._inner.width) != before:
            self.place(painter, self.area)

    def _state_lines(self, painter: Painter, width: int) -> int:
        """How many lines what is said of how it stands takes."""
        words = self.state_words
        return len(few_lines(painter, words, width, mark=self._mark, face=Face.STRONG))

    @property
    def _mark(self) -> str:
        """The icon before the words of its state."""
        if self.is_winner:
            return "records"
        state = None if self.shown is None else self.shown.state
        if state is LaneState.SOLVED:
            return "check"
        if self.shown is not None and self.shown.trouble:
            return "warning"
        return "" if state in (None, LaneState.BUILDING, LaneState.RUNNING) else "warning"

    # ---- Controls -----------------------------------------------------------------------

    @property
    def controls(self) -> Sequence[Control]:
        """The choices, or what can be done with it and what is explained."""
        if self.is_choosing:
            return [*self.choice.shown, *([self.warned] if self.warning else []), self.remove]
        button = self.more if self.is_over else self.stop
        return [button, self.title, self.state, self.bar]

    def tip(self, name: str) -> Tip | None:
        """Of a control of this lane."""
        lane = self.number + 1
        if name == self.remove.name:
            return Tip(f"Take lane {lane} out of the race")
        if name == self.stop.name:
            return Tip(f"Stop lane {lane}; the others go on")
        if name == self.more.name:
            return Tip("Play its answer, or look inside it in the Lab")
        if name == self.warned.name:
            return Tip(sentence(self.warning))
        if name == self.bar.name:
            return None if self.shown is None else Tip(bar_tip(self.shown.bar.words))
        if name == self.state.name:
            won = "The winner. " if self.is_winner else ""
            return Tip(f"{won}{self.state_words}") if self.state_words else None
        if name == self.title.name:
            return None if self.choice.method is None else Tip(self._title_tip())
        return self.choice.tip(name)

    def _title_tip(self) -> str:
        title = "" if self.choice.method is None else self.choice.method.title
        most = 0 if self.shown is None else self.shown.stats.memory_bytes
        return f"{title}. It may use {memory(most)}" if most else title

    # ---- Picture ------------------------------------------------------------------------

    def parts(self, painter: Painter) -> Iterator[Part]:
        """The card and what is on it."""
        made_of = (
            self._open_share,
            *(self._revision, self.state_words, self.is_winner, self.is_choosing, painter),
            self.warning,
            *(self._start, self.choice.method, tuple(self.area), self._desk.view.skin),
            *(self._desk.session.activity.goal, self.is_over, tuple(self._places["board"])),
        )
        yield from self._still.parts(made_of, lambda: self._made(painter))
        yield from drawn(self._desk, painter, self.controls)

    def _made(self, painter: Painter) -> Iterator[Part]:
        theme, places, method = painter.theme, self._places, self.choice.method
        yield card(painter, f"card {self._name}", self.area)
        if method is None:
            return
        yield curve_part(painter, f"{self._name} sample", places["sample"], self.number)
        first, rest = lane_titles(method)
        words = f"{self.number + 1}  {first}" if not self.is_choosing else f"Lane {self.number + 1}"
        yield self._label(painter, "words", words, theme.text, face=Face.STRONG, units=16)
        board = self._start if self.shown is None else self.shown.board
        if board is not None and min(places["board"].size) >= LEAST_BOARD:
            yield mini_board(
                painter,
                f"{self._name} board",
                inset(places["board"], painter.px(4)),
                board,
                self._desk.session.activity.goal,
                self._desk.view.skin,
                is_ghost=not self.is_choosing,
            )
        if self.is_choosing:
            if self.warning:
                yield from marked_lines(
                    painter,
                    f"{self._name} warning",
                    places["warning"],
                    self._gist,
                    mark="warning",
                    tint=theme.bound,
                    face=Face.BODY,
                )
            return
        yield self._label(painter, "detail", rest, theme.text_muted)
        good = self._mark in ("records", "check")
        yield from marked_lines(
            painter,
            f"{self._name} state",
            places["state"],
            self.state_words,
            mark=self._mark,
            tint=theme.good if good else theme.bound,
            face=Face.STRONG,
        )
        if self.shown is not None:
            bar = self.shown.bar
            yield self._label(painter, "said", bar.words, theme.text_muted)
            is_open = bar.share is None
            share = self._open_share if bar.share is None else bar.share
            if share is not None:
                key = f"{self._name} meter"
                yield meter(painter, key, places["bar"], share, is_open=is_open)
        figures = [] if self.shown is None else figures_of(self.shown)
        yield figures_part(painter, f"{self._name} figures", places["figures"], figures)

    def _warning_lines(self, painter: Painter, width: int) -> int:
        if not self.warning:
            return 0
        return len(few_lines(painter, self._gist, width, mark="warning", face=Face.BODY))

    @property
    def _gist(self) -> str:
        """Of the warning, up to the colon: the tooltip says all of it."""
        return sentence(self.warning.partition(":")[0])

    def _label(
        self,
        painter: Painter,
        name: str,
        words: str,
        color: Color,
        *,
        face: Face = Face.BODY,
        units: float = TYPE_UNITS,
    ) -> Part:
        place = self._places[name]
        key = f"{self._name} {name}"
        return label(painter, key, place, words, color=color, face=face, units=units)
