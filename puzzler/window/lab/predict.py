"""Predict: the search waits and asks what it does next; a click on a choice answers."""

from __future__ import annotations

from functools import partial

from pygame import Rect, Surface

from puzzler.game.lab.inspecting import LabState
from puzzler.game.lab.prediction import Choice, Question, QuestionKind, Verdict
from puzzler.game.storage.practice import PredictionScore
from puzzler.window.board.mini import MiniBoard
from puzzler.window.lab.words import LEAST_BOARD, figures_of
from puzzler.window.toolkit.controls import Button, Pressable, Rank
from puzzler.window.toolkit.element import Element, Tip
from puzzler.window.toolkit.labels import Canvas, Icon, Text
from puzzler.window.toolkit.layout import At, Card, Column, Grid, Row, Space, Stack
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.window import Window

_MOST_CHOICES = 6
_BOARD_UNITS = 58
_HEAD_UNITS = 60
_WAITING = "Preparing..."


def hidden(what: str) -> Element:
    """Instead of what would tell the answer."""
    words = Text(f"The {what} is hidden until you answer", color="text_muted", align=0.5)
    return Column(Space(grow=1), words, Space(grow=1))


def predict_card(window: Window, lab: LabState) -> Element:
    """The question and its choices, or what decided; as high for every question."""
    question, verdict, current = lab.question, lab.verdict, window.session.lab.current
    shown = question if question is not None or verdict is None else verdict.question
    choices = () if shown is None else shown.choices
    cells = [_choice(window, lab, shown, at) for at in range(len(choices)) if shown]
    height = _board_units(window) + 10
    cells += [Space(height=height) for _ in range(_MOST_CHOICES - len(cells))]
    return Card(
        _head(window, lab, question, verdict),
        Grid(*cells, cell=124, most=3),
        Row(
            Text(_score(lab.score), color="text_muted", lines=1, grow=1),
            Button(
                "Ask again", current.ask, rank=Rank.PRIMARY, size=14, key="ask again",
                enabled=not lab.is_at_end,
                tip=Tip("Predict what the search does next", window.keymap.hint("predict")),
            ) if question is None and verdict is not None else None,
            Button("Done", current.stop_asking, size=14, key="stop asking"),
        ),
        pad=(16, 12),
    )  # fmt: skip


def _head(window: Window, lab: LabState, question: Question | None, verdict: Verdict | None) -> Row:
    """The question and the board that it is about, or right or wrong and why."""
    mark: Element | None = None
    words = _WAITING
    if question is not None:
        words, board = question.words, question.board or question.parent
        if board is not None:
            mark = MiniBoard(
                board, lab.goal, window.view.skin, width=_HEAD_UNITS, height=_HEAD_UNITS
            )
    elif verdict is not None:
        words = verdict.words
        mark = _mark(verdict.is_right, 26)
    return Row(
        mark,
        Text(words, size=16, smaller=(15, 14, 13), strong=True, lines=3, grow=1),
        gap=12, height=_HEAD_UNITS,
    )  # fmt: skip


def _mark(is_right: bool, size: float) -> Icon:
    return Icon("check" if is_right else "close", size=size, color="good" if is_right else "accent")


def _choice(window: Window, lab: LabState, question: Question, number: int) -> Element:
    verdict, choice = lab.verdict, question.choices[number]
    is_right = verdict is not None and number == question.right
    is_wrong = verdict is not None and number == verdict.chosen and not is_right
    method = lab.method
    by = figures_of(choice.node, method) if choice.node is not None else ()
    if verdict is None:
        # what it is ranked by would be the answer, where it has to be worked out
        by = by[: 1 if len(by) == 1 else 2] if question.kind is QuestionKind.NEXT else ()
    corner: Element | None = None
    if is_right or is_wrong:
        corner = _mark(is_right, 18)
    elif verdict is None:
        digit = number + 1 if choice.value is None else choice.value
        is_key = question.choice_of(digit) == number
        key = window.keymap.hint(f"answer-{digit}") if is_key else ""
        corner = Text(key, size=12, face=Face.FIGURES, color="text_muted", lines=1)
    look = Stack(
        Canvas((is_right, is_wrong), partial(_draw_ground, is_right=is_right, is_wrong=is_wrong)),
        _content(window, lab, choice, by),
        At(corner, x=1, y=0, pad=5),
        height=_board_units(window) + 10,
    )
    return Pressable(
        look,
        lambda: window.session.lab.current.answer(number),
        enabled=verdict is None,
        key=("choice", number),
    )


def _board_units(window: Window) -> float:
    """The side of a choice's board: its numbers can be read at any scale."""
    return max(_BOARD_UNITS, LEAST_BOARD / window.painter.scale)


def _content(
    window: Window, lab: LabState, choice: Choice, figures: tuple[tuple[str, float], ...]
) -> Element:
    """Words; or a board, with its figures where they may be told."""
    node = choice.node
    if node is None:
        return At(Text(choice.words, size=18, strong=True, lines=1))
    side = _board_units(window)
    board = MiniBoard(
        node.board, lab.goal, window.view.skin, width=side, height=side, grow=0 if figures else 1
    )
    lines = [
        Text(f"{letter} {value:g}", size=13, face=Face.FIGURES, lines=1)
        for letter, value in figures
    ]
    return Row(board, Column(*lines, gap=0, grow=1) if figures else None, pad=5)


def _draw_ground(
    surface: Surface, painter: Painter, rect: Rect, *, is_right: bool, is_wrong: bool
) -> None:
    """What a choice stands on; afterwards its edge tells what it was."""
    theme, radius = painter.theme, painter.px(10)
    painter.box(surface, rect, radius, theme.well, theme.panel_edge)
    if is_right or is_wrong:
        color = theme.good if is_right else theme.accent
        painter.ring(surface, rect, radius, color, max(2, painter.px(2)))


def _score(score: PredictionScore) -> str:
    """Right ones in a row, and of all."""
    if not score.answered:
        return ""
    told = f"{score.right:,} of {score.answered:,} right"
    return f"{score.streak:,} in a row, {told}" if score.streak else told
