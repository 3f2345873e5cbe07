"""The text of a step, its question, and its buttons."""

from __future__ import annotations

import math
from bisect import bisect_left
from functools import partial
from typing import NamedTuple

from pygame import Rect, Surface

from puzzler.board.scenario import printable
from puzzler.game.lessons.asking import LETTERS, ShownQuestion
from puzzler.game.lessons.course import SKIPPED, LessonState
from puzzler.game.lessons.lesson import AnswerKind, Lesson, LessonPanel, LessonStep, parse
from puzzler.humanize import sentence
from puzzler.search.registry import HEURISTICS
from puzzler.window.common.actions import action_button
from puzzler.window.common.entering import (
    CHOICE,
    CODE_BUTTON,
    NUMBER_FIELD,
    STEP_TEXT,
    focus_question,
)
from puzzler.window.core.window import Window
from puzzler.window.files.own_code import open_code, save_new_code
from puzzler.window.lab.predict import choice_button, verdict_icon
from puzzler.window.lessons.rich_text import RichText, layout_of
from puzzler.window.toolkit.choices import Option, Segments
from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.controls import Button, Pressable, Rank
from puzzler.window.toolkit.element import Element, Tip
from puzzler.window.toolkit.field import Field
from puzzler.window.toolkit.labels import Canvas, Heading, Meter, Text
from puzzler.window.toolkit.layout import Card, Column, Responsive, Row, Space
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scroll import THUMB_UNITS, Scroll, Scrolled
from puzzler.window.toolkit.wrapping import Wrap

_TEXT_SIZES = (21.0, 19.5, 18.0, 17.0, 16.0)
"""Type sizes. A lesson uses the largest size at which the texts of all steps fit."""
_MAX_SHARE, _MAX_SHARE_WITH_QUESTION = 0.58, 0.42
"""Maximum share of the height for the text, without and with a question."""
_LOW_UNITS = 500
"""Windows below this height have small margins."""


class _Spacing(NamedTuple):
    """Margins and gaps in layout units."""

    pad: tuple[float, float]
    """Padding of a card: horizontal, vertical."""
    cards: float
    lines: float
    choice: float
    """Padding above and below a choice."""


_ROOMY, _TIGHT = _Spacing((20, 16), 14, 9, 9), _Spacing((12, 9), 7, 5, 4)


def _open_step(window: Window) -> tuple[LessonState, Lesson, LessonStep]:
    course = window.shown.lesson
    if course is None or course.lesson is None or course.step is None:
        raise LookupError("no step is open")
    return course, course.lesson, course.step


def is_tight(window: Window) -> bool:
    """Whether the window is so low that margins are narrow and the title is in the first line."""
    return window.is_compact and window.size[1] / window.painter.scale < _LOW_UNITS


class _Previous:
    """The state of the previous frame, which tells when to scroll to a new step or reply."""

    answered: object = None
    at: object = None
    is_hidden = False
    """Whether the answers are below the visible area."""


def step_text(window: Window) -> Element:
    """Build the text and the question of the current step, in a type size that fits."""
    (course, lesson, step), before = _open_step(window), window.ui.state("lesson seen", _Previous)
    at, space = (lesson.name, course.position), _TIGHT if is_tight(window) else _ROOMY
    scrolled = window.ui.state(("scroll", STEP_TEXT), Scrolled)
    if before.at != at:
        scrolled.offset = 0
    is_new_reply = before.at == at and course.last_answer is not None and before.answered is None
    before.answered, before.at = course.last_answer, at

    def build(ui: Context, width: int, height: int) -> Element:
        size = _text_size(window, ui, width - 2 * ui.painter.px(space.pad[0]), height)
        text, reveal, is_hidden = _text_card(window, size, space), None, False
        question = question_card(window, min(size, 19.0), space)
        if step.reveal and course.is_revealed:
            reveal = Card(RichText(step.revealed, size=size), pad=space.pad)
        if question is not None:
            inner = width - ui.painter.px(THUMB_UNITS + 4)
            top = text.heights(ui, inner).preferred + ui.painter.space(space.cards)
            if is_new_reply:  # not beyond the end of the content
                scrolled.offset = max(top, top + question.heights(ui, inner).preferred - height)
            total = Column(text, question, gap=space.cards).heights(ui, width).preferred
            below = total - height > ui.painter.px(2 * space.pad[1])  # more than the margin
            is_hidden = below and course.last_answer is None and not scrolled.offset
        if before.is_hidden != is_hidden:
            before.is_hidden = is_hidden
            ui.wake_in(0.0)  # to update the buttons
        return Scroll(Column(text, question, reveal, gap=space.cards), key=STEP_TEXT)

    return Responsive(build, grow=1)


def _text_size(window: Window, ui: Context, inner: int, height: int) -> float:
    _, lesson, _ = _open_step(window)
    # compact windows need the space for questions and replies
    sizes = _TEXT_SIZES[2:] if window.is_compact else _TEXT_SIZES

    def has_room(step: LessonStep, at: int) -> bool:
        share = _MAX_SHARE if step.question is None else _MAX_SHARE_WITH_QUESTION
        texts = step.blocks, step.revealed
        laid = (layout_of(ui.painter, blocks, sizes[at], inner).height for blocks in texts)
        return inner > 0 and sum(laid) <= height * share

    at, last = 0, len(sizes) - 1
    # longest first, so that the others are usually laid out in one size only
    for step in sorted(lesson.steps, key=lambda step: -len(step.text) - len(step.reveal)):
        if at < last and not has_room(step, at):
            at = bisect_left(range(last), True, at + 1, key=partial(has_room, step))
    return sizes[at]


def _text_card(window: Window, size: float, space: _Spacing) -> Card:
    course, lesson, step = _open_step(window)
    position, count = course.position, len(lesson.steps)
    is_low, title = space is _TIGHT, step.fill_in(step.title)
    return Card(
        Row(
            Heading(title, size=18, smaller=(17, 16), lines=2, width=0, grow=1,
                 tip=lesson.title)
            if is_low else Text(lesson.title, color="text_muted", lines=1, grow=1),
            Text(f"{position + 1} of {count}", color="text_muted", face=Face.FIGURES, lines=1,
                 priority=1),
        ),
        Row(  # one dash per step, filled up to the current step
            *(Meter(float(number <= position), height=5 if number == position else 3, grow=1)
              for number in range(count)),
            gap=4, even=True, height=5, reads_as="",
        ),
        None if is_low else Heading(title, size=24, lines=9),
        RichText(step.blocks, size=size),
        _runs(window, course, step),
        gap=space.lines + 1, pad=space.pad,
    )  # fmt: skip


def _runs(window: Window, course: LessonState, step: LessonStep) -> Element | None:
    """Build the control that selects one of the step's searches for the panel.

    None if the panel shows no single search, or if a search could reveal the answer.
    """
    without = LessonPanel.FIGURES, LessonPanel.PLAY, LessonPanel.TEXT
    if not step.runs or step.panel in without or not course.is_revealed:
        return None
    # the step's own search is listed only once
    own = next((name for name, run in step.runs.items() if run == step.trial), "")
    options, method = [Option(name, run_title(name)) for name in step.runs], step.trial.method
    if not own:
        is_same = all(run.method.algorithm == method.algorithm for run in step.runs.values())
        title = sentence(HEURISTICS[method.heuristic].title) if is_same else method.title
        options.insert(0, Option("", title))
    return Wrap(Segments(options, course.run or own, window.session.lessons.look_at,
                         key="searches", accessible_name="Searches"))  # fmt: skip


def run_title(name: str) -> str:
    """Return the title of a search: "a-star" becomes "A*", "fifo" "FIFO", "larger-g" "Larger g"."""
    if name.endswith("-star"):
        return f"{name.removesuffix('-star').upper()}*"
    words = name.replace("_", " ").replace("-", " ").replace("th first", "th-first").split()
    return sentence(" ".join(w.upper() if w in ("lifo", "fifo") else w for w in words))


def step_buttons(window: Window) -> Row:
    """Build the row Back, Explore, Next, with buttons to return or to go to a hidden question."""
    course, lesson, step = _open_step(window)
    is_unanswered = step.question is not None and course.last_answer is None
    is_last, is_played = step is lesson.steps[-1], step.panel is LessonPanel.PLAY
    is_low, width = is_tight(window), 68 if window.is_compact else 84
    is_hidden = is_unanswered and is_low and window.ui.state("lesson seen", _Previous).is_hidden
    return Row(
        action_button(window, "lesson-back", width=width),
        Space(grow=1),
        action_button(window, "lesson-return", label="" if is_low else None)
        if course.is_away else None,
        None if is_played else action_button(
            window, "lesson-explore", label="" if is_hidden else None),
        action_button(window, "lesson-answer", label="Question", rank=Rank.PRIMARY)
        if is_hidden else None,
        Space(grow=1),
        action_button(window, "lesson-next", width=width, label="Finish" if is_last else None,
                      rank=Rank.NORMAL if is_unanswered else Rank.PRIMARY),
        height=44,
    )  # fmt: skip


def explore_row(window: Window) -> Row:
    """Build the row above an explored step: a button back, the title and "Other board"."""
    _, lesson, step = _open_step(window)
    back = action_button(window, "lesson-return", rank=Rank.PRIMARY)
    if window.is_compact:
        return Row(back, action_button(window, "lesson-board"))
    title = f"{lesson.title}: {step.fill_in(step.title)}"
    return Row(back, Text(title, color="text_muted", lines=1, width=0, grow=1),
               action_button(window, "lesson-board", label="Other board"), height=44)  # fmt: skip


def question_card(window: Window, size: float, space: _Spacing) -> Card | None:
    """Build the card with question, answers and reply, if any. size: type size of the texts."""
    course, _, step = _open_step(window)
    question, asked, answered = step.question, course.shown_question, course.last_answer
    if question is None:
        return None
    answers: list[Element] = []
    if asked is not None and asked.kind is AnswerKind.CHOOSE:
        answers += [_choice(window, course, asked, number, size, space.choice)
                    for number in range(len(asked.choices))]  # fmt: skip
    elif answered is None and question.kind is AnswerKind.NUMBER:
        answers.append(_number(window, course))
    elif answered is None and question.kind is AnswerKind.PREDICT:
        lab = window.shown.lab
        if lab is None or not lab.is_predicting:  # else the panel shows the boards to choose from
            tip = Tip("Predict the next expansion", window.keymap.hint("lesson-answer"))
            button = Button("Predict", lambda: focus_question(window), icon="predict", tip=tip,
                            rank=Rank.PRIMARY, key="predict it")  # fmt: skip
            answers.append(Row(button, Space(grow=1)))
    elif question.kind is AnswerKind.CODE and (answered is None or not answered.is_right):
        answers.append(_code(window, course))
    if answered is not None:
        if question.kind in (AnswerKind.NUMBER, AnswerKind.CODE):
            answers.append(Text(f"Your answer: {answered.text}", size=15, strong=True,
                                color="text_muted"))  # fmt: skip
        if asked is None:  # the panel shows which board was right
            reply_text = step.fill_in(question.replies[not answered.is_right])
            if answered == SKIPPED:
                reply_text = f"**Not answered.** {reply_text}"
        else:
            answer = math.nan if course.selected is None else course.selected
            reply_text = asked.reply(asked.right if answered.is_right else answer)
        reply = RichText(parse(reply_text), size=size, width=0, grow=1)
        again = Button("Try again", window.session.lessons.ask_again, rank=Rank.QUIET, size=14,
                       key="put again", tip="Ask the question again")  # fmt: skip
        answers.append(Row(verdict_icon(answered.is_right, 22), reply, gap=10, align=0))
        if answered != SKIPPED and (question.kind is not AnswerKind.CODE or answered.is_right):
            answers.append(Row(again, Space(grow=1)))
    text = RichText(parse(step.fill_in(question.text)), size=size)
    return Card(text, *answers, gap=space.lines, pad=space.pad, key="lesson question")


def _choice(
    window: Window,
    course: LessonState,
    question: ShownQuestion,
    number: int,
    size: float,
    pad: float,
) -> Pressable:
    is_open, is_right = course.last_answer is None, number == question.right
    verdict = None if is_open or number not in (question.right, course.selected) else is_right

    def draw_letter(surface: Surface, painter: Painter, rect: Rect) -> None:
        color = painter.theme.text if is_open else painter.theme.text_muted
        painter.ring(surface, rect, painter.px(6), color, max(1, painter.px(1)))
        letter, size = LETTERS[number], painter.type_size(13)
        painter.write(surface, letter, Face.FIGURES, size, color, rect, align=0.5)

    badge: Element = verdict_icon(is_right, 24)
    if verdict is None:
        badge = Canvas((number, is_open), draw_letter, width=24, height=24)
    text = RichText(parse(question.choices[number]), size=min(size, 16), width=0, grow=1)
    return choice_button(
        Row(badge, text, gap=10, pad=(10, pad)), verdict=verdict, is_open=is_open,
        on_choose=lambda: window.session.lessons.choose(number), key=f"{CHOICE} {number + 1}",
    )  # fmt: skip


def _code(window: Window, course: LessonState) -> Element:
    check, again = window.session.lessons.check_code, None
    if course.code is not None:
        again = Button(f"Check {printable(course.code.title)}", partial(check, course.code),
                       rank=Rank.PRIMARY, key="check again")  # fmt: skip
    choose = partial(open_code, window, lambda source, _: check(source), has_searches=False)
    return Wrap(
        again,
        Button("Your file...", choose, rank=Rank.NORMAL if again else Rank.PRIMARY, key=CODE_BUTTON,
               tip="Choose a Python file. It is checked every time it is saved"),
        Button("New file...", partial(save_new_code, window), key="new code",
               tip="Save a template and open it in your editor"),
        gap=10,
    )  # fmt: skip


def _number(window: Window, course: LessonState) -> Element:
    key = NUMBER_FIELD, course.position

    def write(text: str) -> None:
        window.ui.choose(key, text)

    def submit() -> None:
        if window.session.lessons.say(window.ui.choice(key, "")):
            write("")
            window.ui.focus(None)

    field = Field(
        window.ui.choice(key, ""), write, accepts=lambda letter: letter in "0123456789.,- ",
        max_length=20, placeholder="a number", on_enter=submit, key=NUMBER_FIELD, grow=1,
        accessible_name="Answer",
    )  # fmt: skip
    return Row(field, Button("Answer", submit, rank=Rank.PRIMARY, key="answer"))
