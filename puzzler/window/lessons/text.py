"""The text of a step, its question, and the buttons that lead on."""

from __future__ import annotations

import math
from functools import partial

from pygame import Rect, Surface

from puzzler.game.lessons.asking import LETTERS, Asked
from puzzler.game.lessons.lessons import Lessons, LessonState
from puzzler.game.lessons.values import Block, Panel, Question, QuestionKind, Step, parse
from puzzler.humanize import sentence
from puzzler.window.common.actions import action_button
from puzzler.window.common.entering import CHOICE, NUMBER_FIELD, STEP_TEXT, put_question
from puzzler.window.lessons.rich_text import RichText, laid_out
from puzzler.window.toolkit.controls import Button, Option, Pressable, Rank, Segments
from puzzler.window.toolkit.element import Context, Element, Tip
from puzzler.window.toolkit.field import Field
from puzzler.window.toolkit.labels import Canvas, Icon, Text
from puzzler.window.toolkit.layout import Card, Column, Responsive, Row, Space, Stack, Wrap
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scroll import THUMB_UNITS, Scroll, Scrolled
from puzzler.window.toolkit.theme import mix
from puzzler.window.window import Window

_TEXT_SIZES = (21.0, 19.5, 18.0, 17.0, 16.0)
"""The largest with which the text of every step of a lesson is in sight."""
_LARGEST_QUESTION = 19.0
_MOST_SHARE, _MOST_BESIDE_QUESTION = 0.58, 0.42
"""Of the height, for the text alone."""
_PAD_UNITS, _GAP_UNITS = 20, 14


def _lesson(window: Window) -> LessonState:
    lesson = window.shown.lesson
    assert lesson is not None, "no lesson is open"
    return lesson


class _Seen:
    """What was shown last: a step that opens begins at its top, a reply is scrolled to."""

    answered: object = None
    at: object = None


def step_text(window: Window) -> Element:
    """The text and the question of the present step, in letters that suit the room."""
    course, seen = _lesson(window), window.ui.state("lesson seen", _Seen)
    at = course.lesson and course.lesson.name, course.position
    scrolled = window.ui.state(("scroll", STEP_TEXT), Scrolled)
    if seen.at != at:
        scrolled.offset = 0
    is_new_reply = seen.at == at and course.answered is not None and seen.answered is None
    seen.answered, seen.at = course.answered, at

    def build(ui: Context, width: int, height: int) -> Element:
        size, step, reveal = _text_size(window, ui, width, height), course.step, None
        text = _text_card(window, size)
        question = question_card(window, min(size, _LARGEST_QUESTION))
        if step is not None and step.reveal and course.is_revealed:
            reveal = Card(RichText(step.revealed, size=size), pad=(_PAD_UNITS, 16))
        if is_new_reply and question is not None:
            inner, gap = width - ui.painter.px(THUMB_UNITS + 4), ui.painter.space(_GAP_UNITS)
            top = text.heights(ui, inner).wanted + gap
            end = top + question.heights(ui, inner).wanted
            scrolled.offset = max(top, end - height)  # no further than there is anything to see
        return Scroll(Column(text, question, reveal, gap=_GAP_UNITS), key=STEP_TEXT)

    return Responsive(build, grow=1)


def _text_size(window: Window, ui: Context, width: int, height: int) -> float:
    lesson, inner = _lesson(window).lesson, width - 2 * ui.painter.px(_PAD_UNITS)
    # in a compact window a question and its reply need the room
    sizes = _TEXT_SIZES[2:] if window.is_compact else _TEXT_SIZES
    for size in sizes if lesson is not None and inner > 0 else ():
        if all(
            sum(
                laid_out(ui.painter, blocks, size, inner).height
                for blocks in (step.blocks, step.revealed)
            )
            <= height * (_MOST_SHARE if step.question is None else _MOST_BESIDE_QUESTION)
            for step in (lesson.steps if lesson is not None else ())
        ):
            return size
    return sizes[-1]


def _text_card(window: Window, size: float) -> Element:
    course = _lesson(window)
    lesson, step = course.lesson, course.step
    if lesson is None or step is None:
        return Space()
    position, count = course.position, len(lesson.steps)
    return Card(
        Row(
            Text(lesson.title, color="text_muted", lines=1, grow=1),
            Text(f"{position + 1} of {count}", color="text_muted", face=Face.FIGURES, lines=1,
                 priority=1),
        ),
        _dots(position, count),
        Text(step.shown(step.title), size=24, face=Face.DISPLAY),
        RichText(step.blocks, size=size),
        _runs(window, course, step),
        gap=10, pad=(_PAD_UNITS, 16),
    )  # fmt: skip


def _runs(window: Window, course: LessonState, step: Step) -> Element | None:
    """Which of the searches of the step the panel shows."""
    if not step.runs or step.panel is Panel.FIGURES:
        return None
    # where one of them is the step's own search it need not be there twice
    own = next((name for name, run in step.runs.items() if run == step.trial), "")
    options = [Option(name, run_title(name)) for name in step.runs]
    options = options if own else [Option("", "This step"), *options]
    return Wrap(
        Segments(options, course.run or own, window.session.lessons.look_at, key="searches")
    )


def run_title(name: str) -> str:
    """The name of a search, as words: a-star is A*."""
    if name.endswith("-star"):
        return f"{name.removesuffix('-star').upper()}*"
    return sentence(name.replace("_", " ").replace("-", " "))


def _dots(position: int, count: int) -> Row:
    """One dash a step: those gone through, the present one, those to come."""
    dashes = (
        Canvas(
            number <= position,
            partial(_draw_dash, is_behind=number <= position),
            height=5 if number == position else 3,
            grow=1,
        )
        for number in range(count)
    )
    return Row(*dashes, gap=4, even=True, height=5)


def _draw_dash(surface: Surface, painter: Painter, rect: Rect, *, is_behind: bool) -> None:
    theme = painter.theme
    color = theme.accent if is_behind else mix(theme.well, theme.track, 0.45)
    painter.box(surface, rect, rect.height, color)


def step_buttons(window: Window) -> Row:
    """Back and Next; between them Explore, and where something else is shown what leads back."""
    course = _lesson(window)
    step = course.step
    is_asked = step is not None and step.question is not None and course.answered is None
    is_last = course.lesson is not None and step is course.lesson.steps[-1]
    is_played = step is not None and step.panel is Panel.PLAY
    width = 68 if window.is_compact else 84
    return Row(
        action_button(window, "lesson-back", width=width),
        Space(grow=1),
        action_button(window, "lesson-return") if course.is_away else None,
        None if is_played else action_button(window, "lesson-explore"),
        Space(grow=1),
        action_button(window, "lesson-next", width=width, label="Finish" if is_last else None,
                      rank=Rank.NORMAL if is_asked else Rank.PRIMARY),
        height=44,
    )  # fmt: skip


def explore_row(window: Window, course: LessonState) -> Row:
    """Above the Lab of a step: which step it is, another board for it, and the way back."""
    lesson, step = course.lesson, course.step
    back = action_button(window, "lesson-return", rank=Rank.PRIMARY)
    if window.is_compact or lesson is None or step is None:
        return Row(back, action_button(window, "lesson-board"))
    words = f"{lesson.title}: {step.shown(step.title)}"
    return Row(
        back,
        Text(words, color="text_muted", lines=1, width=0, grow=1),
        action_button(window, "lesson-board", label="Other board"),
        height=44,
    )


# ---- Questions ------------------------------------------------------------------------------


def question_card(window: Window, size: float) -> Element | None:
    """What the step asks, what answers it, and what is said to the answer."""
    course = _lesson(window)
    step, asked = course.step, course.asked
    if step is None or step.question is None:
        return None
    question, answered = step.question, course.answered
    answers: list[Element] = []
    if asked is not None and asked.kind is QuestionKind.CHOOSE:
        lessons, choices = window.session.lessons, range(len(asked.choices))
        answers += [_choice(lessons, course, asked, number, size) for number in choices]
    elif answered is None and question.kind is QuestionKind.NUMBER:
        answers.append(_number(window, course))
    elif answered is None and question.kind is QuestionKind.PREDICT:
        lab = window.shown.lab
        if lab is not None and lab.is_predicting:
            return None  # it is asked beside the text
        answers.append(_predict(window))
    if answered is not None:
        is_right = answered.is_right
        if question.kind is QuestionKind.NUMBER:
            answers.append(Text(f"Your answer: {answered.given}", size=15, strong=True,
                                color="text_muted", lines=1))  # fmt: skip
        mark, color = ("check", "good") if is_right else ("close", "accent")
        answers.append(
            Row(Icon(mark, size=22, color=color), RichText(_reply(course, question, step),
                size=size, width=0, grow=1), gap=10, align=0)
        )  # fmt: skip
        ask = window.session.lessons.ask_again
        again = Button("Try again", ask, rank=Rank.QUIET, size=14, key="put again",
                       tip="Ask the question once more")  # fmt: skip
        answers.append(Row(again, Space(grow=1)))
    words = RichText(parse(step.shown(question.words)), size=size)
    return Card(words, *answers, gap=9, pad=(_PAD_UNITS, 14), key="lesson question")


def _choice(
    lessons: Lessons, course: LessonState, asked: Asked, number: int, size: float
) -> Element:
    answered = course.answered
    is_right = answered is not None and number == asked.right
    is_chosen = answered is not None and number == course.chosen
    badge: Element = Canvas(
        (number, answered is None), partial(_draw_letter, number=number, is_open=answered is None),
        width=24, height=24,
    )  # fmt: skip
    if is_right or is_chosen:
        badge = Icon("check" if is_right else "close", size=24,
                     color="good" if is_right else "accent")  # fmt: skip
    look = is_right, is_chosen, answered is None
    return Pressable(
        Stack(
            Canvas(look, partial(_draw_ground, is_right=is_right, is_chosen=is_chosen,
                                 is_open=answered is None)),
            Row(badge, RichText(parse(asked.choices[number]), size=min(size, 16), width=0, grow=1),
                gap=10, pad=(10, 9)),
        ),
        lambda: lessons.choose(number), enabled=answered is None, key=f"{CHOICE} {number + 1}",
    )  # fmt: skip


def _draw_ground(
    surface: Surface,
    painter: Painter,
    rect: Rect,
    *,
    is_right: bool,
    is_chosen: bool,
    is_open: bool,
) -> None:
    theme, radius = painter.theme, painter.px(10)
    ground = theme.control if is_open else theme.well
    painter.box(surface, rect, radius, ground, mix(ground, theme.text, 0.10))
    if is_right or is_chosen:
        color = theme.good if is_right else theme.accent
        painter.ring(surface, rect, radius, color, max(2, painter.px(2)))


def _draw_letter(
    surface: Surface, painter: Painter, rect: Rect, *, number: int, is_open: bool
) -> None:
    color = painter.theme.text if is_open else painter.theme.text_muted
    painter.ring(surface, rect, painter.px(6), color, max(1, painter.px(1)))
    size = painter.type_size(13)
    painter.write(surface, LETTERS[number], Face.FIGURES, size, color, rect, align=0.5)


def _number(window: Window, course: LessonState) -> Element:
    key = NUMBER_FIELD, course.position

    def write(text: str) -> None:
        window.ui.choose(key, text)

    def say() -> None:
        if window.session.lessons.say(window.ui.choice(key, "")):
            write("")
            window.ui.focus(None)

    field = Field(
        window.ui.choice(key, ""), write, accepts=lambda letter: letter in "0123456789.,- ",
        most=20, placeholder="a number", on_enter=say, key=NUMBER_FIELD, grow=1,
    )  # fmt: skip
    return Row(field, Button("Answer", say, rank=Rank.PRIMARY, key="answer"))


def _predict(window: Window) -> Element:
    tip = Tip("Guess which board is expanded next", window.keymap.hint("lesson-answer"))
    return Row(
        Button("Predict", lambda: put_question(window), icon="predict", rank=Rank.PRIMARY,
               key="predict it", tip=tip),
        Space(grow=1),
    )  # fmt: skip


def _reply(course: LessonState, question: Question, step: Step) -> tuple[Block, ...]:
    answered, asked = course.answered, course.asked
    assert answered is not None, "there is an answer to reply to"
    if asked is None:  # beside it the search says whether the board was right
        return parse(step.shown(question.right if answered.is_right else question.wrong))
    if answered.is_right:
        return parse(asked.reply(asked.right))
    return parse(asked.reply(math.nan if course.chosen is None else course.chosen))
