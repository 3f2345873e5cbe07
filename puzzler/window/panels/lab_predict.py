"""Predict: the search waits and asks what it does next; a press on a choice answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pygame import Rect, Surface

from puzzler.board.board import Board
from puzzler.game.lab.inspecting import Inspecting
from puzzler.game.lab.prediction import Choice, PredictionScore, Question, Verdict
from puzzler.window.fates import LEAST_BOARD
from puzzler.window.layout import Grow, column, inset, middle, row
from puzzler.window.panels.panel import drawn
from puzzler.window.panels.still import Still
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.button import Button, Rank
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.label import icon, label
from puzzler.window.widgets.mini_board import mini_board
from puzzler.window.widgets.spot import Spot
from puzzler.window.widgets.tooltip import Tip
from puzzler.window.window import Window

_MARGIN = 16, 12
_HEAD_LINES = 3
_LINE_UNITS = 20
_MOST = 6
_ACROSS, _NARROW_ACROSS = 3, 2
_LEAST_CHOICE = 124
"""Units: where choices were narrower, fewer stand side by side."""
_CHOICE_UNITS = 68
_INSET_UNITS = 5
_FOOT_UNITS = 36
_GAP_UNITS = 8
_WAITING = "The search is going to where it can be asked…"
_AGAIN, _DONE = "Ask again", "Done"


class LabPredict:
    """There from the question on, until something else is done than to answer it."""

    name = "lab predict"

    def __init__(self, desk: Window) -> None:
        self._desk = desk
        self._still = Still()
        self._area = Rect(0, 0, 0, 0)
        self._spots = [
            Spot(f"choice {number}", lambda number=number: self._answer(number))  # type: ignore[misc]
            for number in range(_MOST)
        ]
        self._again = Button("ask again", self._ask, label=_AGAIN, rank=Rank.PRIMARY, units=14)
        self._done = Button("stop asking", self._stop, label=_DONE, units=14)

    @property
    def is_shown(self) -> bool:
        """Something is asked, or was answered just now."""
        inspecting = self._desk.inspecting
        return inspecting is not None and inspecting.is_predicting

    def height(self, painter: Painter, width: int) -> int:
        """The same for every question, so that nothing jumps."""
        choice = max(painter.px(_CHOICE_UNITS), LEAST_BOARD + 2 * painter.px(_INSET_UNITS))
        down = _MOST // _across(painter, width - 2 * painter.px(_MARGIN[0]))
        gaps = (down + 1) * painter.px(_GAP_UNITS) + 2 * painter.px(_MARGIN[1])
        head, foot = painter.px(_HEAD_LINES * _LINE_UNITS), painter.target(_FOOT_UNITS)
        return head + down * choice + foot + gaps

    def place(self, painter: Painter, area: Rect) -> None:
        """Question, choices, score."""
        self._area = inset(area, *map(painter.px, _MARGIN))
        _, choices, foot = self._rows(painter)
        for spot, place in zip(self._spots, _grid(painter, choices), strict=True):
            spot.rect = place
        sizes = [self._again.width(painter), self._done.width(painter)]
        _, self._again.rect, self._done.rect = row(foot, [Grow(), *sizes], painter.px(8))

    def follow(self) -> None:
        """What can be pressed; a wrong answer is not taken back."""
        inspecting = self._desk.inspecting
        is_asked = inspecting is not None and inspecting.question is not None
        for spot in self._spots:
            spot.is_enabled = is_asked
        self._again.hint = ""
        self._again.is_enabled = inspecting is not None and not inspecting.is_at_end

    @property
    def controls(self) -> Sequence[Control]:
        """The choices; afterwards what may come next."""
        inspecting = self._desk.inspecting
        if inspecting is None:
            return []
        if inspecting.question is not None:
            return [*self._spots[: len(inspecting.question.choices)], self._done]
        return [self._again, self._done] if inspecting.verdict is not None else [self._done]

    def tip(self, name: str) -> Tip | None:
        """The key that asks; the buttons say the rest."""
        if name == self._again.name:
            return Tip("Predict what the search does next", self._desk.keymap.hint("predict"))
        return None

    def parts(self, painter: Painter) -> Iterator[Part]:
        """What is asked, or what decided; the choices; the score."""
        inspecting = self._desk.inspecting
        if inspecting is None:
            return
        asked = inspecting.question, inspecting.verdict, inspecting.score
        made_of = asked, self._desk.view.skin, painter, tuple(self._area)
        yield from self._still.parts(made_of, lambda: self._made(painter, inspecting))
        yield from drawn(self._desk, painter, self.controls)

    # ---- What is pressed ---------------------------------------------------------------------

    def _answer(self, number: int) -> None:
        if self._desk.inspecting is not None:
            self._desk.inspecting.answer(number)

    def _ask(self) -> None:
        if self._desk.inspecting is not None:
            self._desk.inspecting.ask()

    def _stop(self) -> None:
        if self._desk.inspecting is not None:
            self._desk.inspecting.stop_asking()

    # ---- Picture -----------------------------------------------------------------------------

    def _rows(self, painter: Painter) -> list[Rect]:
        head, foot = painter.px(_HEAD_LINES * _LINE_UNITS), painter.target(_FOOT_UNITS)
        return column(self._area, [head, Grow(), foot], painter.px(_GAP_UNITS))

    def _made(self, painter: Painter, inspecting: Inspecting) -> Iterator[Part]:
        head, choices, foot = self._rows(painter)
        question, verdict = inspecting.question, inspecting.verdict
        if question is not None:
            yield from self._head(painter, head, question.words, question.board or question.parent)
        elif verdict is not None:
            yield from self._verdict(painter, head, verdict)
            question = verdict.question
        else:
            yield from self._head(painter, head, _WAITING, None)
        if question is not None:
            yield from self._choices(painter, choices, question, verdict)
        yield label(
            painter,
            "score",
            Rect(foot.left, foot.top, self._again.rect.left - foot.left, foot.height),
            _score(inspecting.score),
            color=painter.theme.text_muted,
            units=14,
        )

    def _head(
        self, painter: Painter, place: Rect, words: str, board: Board | None
    ) -> Iterator[Part]:
        """The question, and at its left the board that it is about."""
        if board is not None:
            at, place = row(place, [place.height, Grow()], painter.px(12))
            yield self._board(painter, "asked board", at, board)
        yield from _wrapped(painter, place, words, Face.STRONG)

    def _verdict(self, painter: Painter, place: Rect, verdict: Verdict) -> Iterator[Part]:
        """A mark, and what decided."""
        theme, size = painter.theme, painter.px(26)
        at, beside = row(place, [size, Grow()], painter.px(10))
        color = theme.good if verdict.is_right else theme.accent
        mark = "check" if verdict.is_right else "close"
        yield icon(painter, middle(at, size, size), mark, color)
        yield from _wrapped(painter, beside, verdict.words, Face.STRONG)

    def _choices(
        self, painter: Painter, place: Rect, question: Question, verdict: Verdict | None
    ) -> Iterator[Part]:
        for number, (choice, at) in enumerate(
            zip(question.choices, _grid(painter, place), strict=False)
        ):
            is_right = verdict is not None and number == question.right
            is_wrong = verdict is not None and number == verdict.chosen and not is_right
            yield _ground(painter, f"choice {number} ground", at, is_right, is_wrong)
            inner = inset(at, painter.px(_INSET_UNITS))
            if choice.node is None:
                yield label(
                    painter,
                    f"choice {number} words",
                    inner,
                    choice.words,
                    color=painter.theme.text,
                    units=18,
                    face=Face.STRONG,
                    align=0.5,
                )
            else:
                tells = question.tells or verdict is not None
                yield from self._choice(painter, f"choice {number}", inner, choice, tells)
            if verdict is None:
                yield self._number(painter, number, at)
            if is_right or is_wrong:
                yield _chip(painter, f"choice {number} mark", at, is_right)

    def _choice(
        self, painter: Painter, key: str, place: Rect, choice: Choice, tells: bool
    ) -> Iterator[Part]:
        """A board, and its figures where they may be told."""
        node = choice.node
        assert node is not None
        at, beside = row(place, [place.height, Grow()], painter.px(8))
        yield self._board(painter, f"{key} board", at if tells else place, node.board)
        if not tells:
            return
        figures = ("g", f"{node.g}"), ("h", f"{node.h}"), ("f", f"{node.f:g}")
        for (letter, value), line in zip(figures, column(beside, [Grow()] * 3), strict=True):
            yield label(
                painter,
                f"{key} {letter}",
                line,
                f"{letter} {value}",
                color=painter.theme.text,
                units=14,
                face=Face.FIGURES,
            )

    def _number(self, painter: Painter, number: int, place: Rect) -> Part:
        """The key that chooses it, in its corner."""
        size = painter.type_size(15)
        at = Rect(place.right - size - painter.px(4), place.top + painter.px(3), size, size)
        color, key = painter.theme.text_muted, f"choice {number} key"
        words = self._desk.keymap.hint(f"answer-{number + 1}")
        return label(painter, key, at, words, color=color, units=12, face=Face.FIGURES, align=1.0)

    def _board(self, painter: Painter, key: str, place: Rect, board: Board) -> Part:
        desk = self._desk
        goal, skin = desk.session.goal, desk.view.skin
        return mini_board(painter, key, place, board, goal, skin, is_ghost=False)


def _grid(painter: Painter, place: Rect) -> list[Rect]:
    gap, across = painter.px(_GAP_UNITS), _across(painter, place.width)
    lines = column(place, [Grow()] * (_MOST // across), gap)
    return [at for line in lines for at in row(line, [Grow()] * across, gap)]


def _across(painter: Painter, width: int) -> int:
    """How many choices stand side by side."""
    each = (width - (_ACROSS - 1) * painter.px(_GAP_UNITS)) // _ACROSS
    return _ACROSS if each >= painter.px(_LEAST_CHOICE) else _NARROW_ACROSS


def _score(score: PredictionScore) -> str:
    """Right ones in a row, and of all."""
    if not score.answered:
        return ""
    told = f"{score.right:,} of {score.answered:,} right"
    return f"{score.streak:,} in a row, {told}" if score.streak else told


def _wrapped(painter: Painter, place: Rect, words: str, face: Face) -> Iterator[Part]:
    """As large as it fits into its lines."""
    for units in (16.0, 15.0, 14.0, 13.0):
        lines = painter.wrapped(words, face, painter.type_size(units), place.width)
        if len(lines) <= _HEAD_LINES:
            break
    height = place.height // _HEAD_LINES
    top = place.top + (place.height - height * min(len(lines), _HEAD_LINES)) // 2
    for number, line in enumerate(lines[:_HEAD_LINES]):
        at = Rect(place.left, top + number * height, place.width, height)
        yield label(
            painter, f"line {number}", at, line, color=painter.theme.text, units=units, face=face
        )


def _ground(painter: Painter, key: str, place: Rect, is_right: bool, is_wrong: bool) -> Part:
    """What a choice stands on; afterwards its edge tells what it was."""

    def draw(surface: Surface) -> None:
        theme, radius = painter.theme, painter.px(10)
        painter.box(surface, place, radius, theme.well, theme.panel_edge)
        if is_right or is_wrong:
            color = theme.good if is_right else theme.accent
            painter.ring(surface, place, radius, color, max(2, painter.px(2)))

    return Part(key, place, (is_right, is_wrong), draw)


def _chip(painter: Painter, key: str, place: Rect, is_right: bool) -> Part:
    """A tick, or a cross, in the corner."""
    size = painter.px(18)
    at = Rect(place.right - size - painter.px(5), place.top + painter.px(5), size, size)
    color = painter.theme.good if is_right else painter.theme.accent
    part = icon(painter, at, "check" if is_right else "close", color)
    return Part(key, part.bounds, part.look, part.draw)
