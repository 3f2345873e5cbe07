"""Predict: questions about the next step of the search, answered by clicking a choice."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from pygame import Rect, Surface

from puzzler.game.lab.prediction import PredictionKind, PredictionQuestion
from puzzler.game.lab.state import LabState
from puzzler.game.storage.practice import PredictionScore
from puzzler.window.common.entering import is_in_step
from puzzler.window.core.window import Window
from puzzler.window.lab.expansion import lab_board
from puzzler.window.lab.words import MIN_BOARD, PREPARING, figures_of
from puzzler.window.toolkit.controls import Button, Pressable, Rank
from puzzler.window.toolkit.element import Element, Tip
from puzzler.window.toolkit.labels import Canvas, Icon, Text
from puzzler.window.toolkit.layout import At, Card, Column, Row, Space, Stack
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.theme import mix
from puzzler.window.toolkit.wrapping import Grid

_HEAD_UNITS = 60


def hidden_note(what: str) -> Element:
    """Build a note to show instead of a panel that would reveal the answer. what: its name."""
    text = Text(f"The {what} is hidden until you answer", color="text_muted", align=0.5)
    return Column(Space(grow=1), text, Space(grow=1))


def predict_card(window: Window, lab: LabState) -> Element:
    """Build the card: a question with up to six choices, or the verdict, always equally high."""
    verdict, current = lab.verdict, window.session.lab.current
    question = lab.question or (verdict.question if verdict else None)
    # the numbers on the boards must be readable at any scale
    side = max(58, MIN_BOARD / window.painter.scale)
    count = len(question.choices) if question else 0
    is_step = is_in_step(window)
    close = "Skip" if verdict is None else "Close" if is_step else "Done"
    cells = [_choice(window, lab, question, at, side) for at in range(count) if question]
    return Card(
        _head(window, lab),
        Grid(*cells, *(Space(height=side + 10) for _ in range(6 - count)), cell=124,
             max_columns=3),
        Row(
            Text("" if is_step else _score(lab.score), color="text_muted", lines=1, grow=1),
            Button(
                "Ask again", current.ask, rank=Rank.PRIMARY, size=14, key="ask again",
                enabled=not lab.is_at_end,
                tip=Tip("Predict the next expansion", window.keymap.hint("predict")),
            ) if lab.question is None and verdict is not None and not is_step else None,
            Button(close, current.stop_asking, size=14, key="stop asking"),
        ),
        pad=(16, 12),
    )  # fmt: skip


def _head(window: Window, lab: LabState) -> Row:
    """Build the question or the verdict with its reason, and the board in question."""
    mark, text, question = None, PREPARING, lab.question
    if question is not None:
        text = question.words
    elif lab.verdict is not None:
        text, question = lab.verdict.words, lab.verdict.question
        mark = verdict_icon(lab.verdict.is_right, 26)
    board = None if question is None else question.board
    return Row(
        lab_board(window, board, width=_HEAD_UNITS, height=_HEAD_UNITS) if board else None,
        mark,
        Text(text, size=16, smaller=(15, 14, 13), strong=True, lines=3, grow=1),
        gap=12, height=_HEAD_UNITS,
    )  # fmt: skip


def verdict_icon(is_right: bool, size: float) -> Icon:
    """Build a green tick or a red cross."""
    return Icon("check" if is_right else "close", size=size, color="good" if is_right else "accent")


def choice_button(
    *content: Element,
    on_choose: Callable[[], object],
    verdict: bool | None,
    key: Hashable,
    is_open: bool,
    height: float | None = None,
) -> Pressable:
    """Build a choice. verdict: whether it is right, shown by its edge. is_open: can be pressed."""

    def draw_ground(surface: Surface, painter: Painter, rect: Rect) -> None:
        theme, radius = painter.theme, painter.px(10)
        ground = theme.control if is_open else theme.well
        painter.box(surface, rect, radius, ground, mix(ground, theme.text, 0.10))
        if verdict is not None:
            color = theme.good if verdict else theme.accent
            painter.ring(surface, rect, radius, color, max(2, painter.px(2)))

    look = Stack(Canvas((verdict, is_open), draw_ground), *content)
    look.fixed_height = height
    return Pressable(look, on_choose, enabled=is_open, key=key)


def _choice(
    window: Window, lab: LabState, question: PredictionQuestion, number: int, side: float
) -> Pressable:
    """Build a choice: a text, or a board with those figures that do not reveal the answer."""
    answer, choice = lab.verdict, question.choices[number]
    node, is_right = choice.node, number == question.right
    is_marked = answer is not None and number in (question.right, answer.chosen)
    verdict = is_right if is_marked else None
    by = () if node is None else figures_of(node, lab.method)
    corner: Element | None = None
    if answer is None:
        # hide the value that ranks the nodes, because it would be the answer
        by = by[: 1 if len(by) == 1 else 2] if question.kind is PredictionKind.NEXT else ()
        digit = number + 1 if choice.value is None else choice.value
        is_key = question.choice_of(digit) == number
        key = window.keymap.hint(f"answer-{digit}") if is_key else ""
        corner = Text(key, size=12, face=Face.FIGURES, color="text_muted", lines=1)
    elif verdict is not None:
        corner = verdict_icon(is_right, 18)
    content: Element = At(Text(choice.words, size=18, strong=True, lines=1))
    if node is not None:
        figures = [Text(f"{letter} {value:g}", size=13, face=Face.FIGURES, lines=1)
                   for letter, value in by]  # fmt: skip
        content = Row(
            lab_board(window, node.board, width=side, height=side, grow=0 if by else 1),
            Column(*figures, gap=0, grow=1) if by else None,
            pad=5,
        )
    return choice_button(
        content, At(corner, x=1, y=0, pad=5), verdict=verdict, is_open=answer is None,
        on_choose=lambda: window.session.lab.current.answer(number), key=("choice", number),
        height=side + 10,
    )  # fmt: skip


def _score(score: PredictionScore) -> str:
    """Format the current streak of right answers and their total."""
    if not score.answered:
        return ""
    total = f"{score.right:,} of {score.answered:,} right"
    return f"{score.streak:,} in a row, {total}" if score.streak else total
