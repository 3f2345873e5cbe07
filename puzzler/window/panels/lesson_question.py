"""The question of a step: choices, a number or a prediction, and what is said to the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pygame import Rect

from puzzler.game.lessons.asking import Asked
from puzzler.game.lessons.markup import Block, parse
from puzzler.game.lessons.values import QuestionKind, Step
from puzzler.window.desk import Desk
from puzzler.window.layout import Grow, column, inset, row
from puzzler.window.paint import Face, Painter
from puzzler.window.panels.panel import drawn
from puzzler.window.scene import Part
from puzzler.window.sheets import CHOICE, NUMBER_FIELD, put_question
from puzzler.window.widgets.button import Button, Rank
from puzzler.window.widgets.choice import Choice
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.label import icon, label
from puzzler.window.widgets.rich_text import laid_out, rich_text
from puzzler.window.widgets.text_field import TextField
from puzzler.window.widgets.tooltip import Tip

MOST_CHOICES = 9
PREDICT_BUTTON = "predict it"
_MARGIN = 20, 14
_GAP_UNITS = 9
_BUTTON_UNITS = 40
_ANSWER, _AGAIN, _PREDICT = "Answer", "Ask again", "Predict"
_HOW = "Press a board, or the key of its number"
_IS_RIGHT, _IS_WRONG = "Right.", "Not quite."


class LessonQuestion:
    """There where a step asks something."""

    name = "lesson question"

    def __init__(self, desk: Desk, on_reply: Callable[[], None]) -> None:
        """``on_reply`` is called when something is said to an answer."""
        self._desk = desk
        self._on_reply = on_reply
        self._was_answered = True
        self._area = Rect(0, 0, 0, 0)
        self.units = 17.0
        """The size of the type."""
        self._step: Step | None = None
        self._asked: Asked | None = None
        self._words: tuple[Block, ...] = ()
        self._shown: object = None
        self.choices = [
            Choice(f"{CHOICE} {number + 1}", lambda number=number: self._choose(number))  # type: ignore[misc]
            for number in range(MOST_CHOICES)
        ]
        self.field = TextField(
            NUMBER_FIELD,
            lambda text: None,
            clipboard=desk.clipboard,
            accepts=lambda sign: sign in "0123456789.,- ",
            most=20,
            placeholder="a number",
            on_enter=self._say,
        )
        self._answer = Button("answer", self._say, label=_ANSWER, rank=Rank.PRIMARY)
        self._predict = Button(
            PREDICT_BUTTON, self._ask, label=_PREDICT, icon="predict", rank=Rank.PRIMARY
        )
        self._again = Button("put again", self._put_again, label=_AGAIN, rank=Rank.QUIET, units=14)

    @property
    def is_shown(self) -> bool:
        """The step asks something, and its place is on the screen."""
        course = self._desk.session.lessons
        step = course.step
        return course.is_open and step is not None and step.question is not None

    def height(self, painter: Painter, width: int) -> int:
        """Words, what answers them, the reply."""
        heights = self._heights(painter, width - 2 * painter.px(_MARGIN[0]))
        gaps = (len(heights) - 1) * painter.px(_GAP_UNITS)
        return sum(heights.values()) + gaps + 2 * painter.px(_MARGIN[1])

    def place(self, painter: Painter, area: Rect) -> None:
        """From the top."""
        self._area = inset(area, *map(painter.px, _MARGIN))
        places = self._places(painter)
        for number, choice in enumerate(self._offered):
            choice.rect = places[f"choice {number + 1}"]
        if "field" in places:
            width = self._answer.width(painter)
            gap = painter.px(8)
            self.field.rect, self._answer.rect = row(places["field"], [Grow(), width], gap)
        if "predict" in places:
            width = self._predict.width(painter)
            self._predict.rect = row(places["predict"], [width, Grow()])[0]
        if "again" in places:
            width = self._again.width(painter)
            self._again.rect = row(places["again"], [width, Grow()])[0]

    def follow(self) -> None:
        """What is asked, and whether it was answered."""
        course = self._desk.session.lessons
        step = course.step if self.is_shown else None
        if step is not self._step:
            self._step = step
            self._asked = None if step is None else course.asked
            self._words = ()
            if step is not None and step.question is not None:
                self._words = parse(step.shown(step.question.words))
            self.field.set("")
            self._was_answered = True
        if step is None:
            return
        answered, right = course.answered, -1
        if answered is not None and not self._was_answered:
            self._on_reply()
        self._was_answered = answered is not None
        if self._asked is not None and isinstance(self._asked.right, int | float):
            right = int(self._asked.right) - 1
        for number, choice in enumerate(self._offered):
            choice.blocks = parse(self._asked.choices[number]) if self._asked else ()
            choice.number = number + 1
            choice.is_right = number == right if answered is not None else None
            choice.is_chosen = answered is not None and number == course.state().chosen
            choice.is_enabled = answered is None

    @property
    def controls(self) -> Sequence[Control]:
        """What can be answered with; afterwards what asks again."""
        if self._step is None or self._step.question is None:
            return []
        if self._desk.session.lessons.answered is not None:
            return [self._again]
        kind = self._step.question.kind
        if kind is QuestionKind.NUMBER:
            return [self.field, self._answer]
        if kind is QuestionKind.PREDICT:
            return [] if self._is_predicting else [self._predict]
        return self._offered

    def tip(self, name: str) -> Tip | None:
        """The key that answers."""
        hint = self._desk.keymap.hint("lesson-answer")
        if name == self._predict.name:
            return Tip("Guess which board is expanded next", hint)
        if name == self._again.name:
            return Tip("Put the question once more")
        return None

    def parts(self, painter: Painter) -> Iterator[Part]:
        """Words, choices, reply."""
        if self._step is None or self._step.question is None:
            return
        theme, places = painter.theme, self._places(painter)
        strong = tuple(self._words)
        yield rich_text(painter, "question", places["words"], strong, self.units)
        course = self._desk.session.lessons
        answered = course.answered
        if answered is not None:
            at = places["reply"]
            color = theme.good if answered.is_right else theme.accent
            side = painter.px(22)
            mark, beside = row(at, [side, Grow()], painter.px(10))
            mark.height = round(painter.type_size(self.units) * 1.42)
            yield icon(painter, mark, "check" if answered.is_right else "close", color)
            yield rich_text(painter, "reply", beside, self._reply, self.units)
            kind = self._step.question.kind
            if kind is QuestionKind.NUMBER:
                yield label(
                    painter,
                    "given",
                    places["given"],
                    f"Your answer: {answered.given}",
                    color=theme.text_muted,
                    units=15,
                    face=Face.STRONG,
                )
        if "predict" in places and self._is_predicting:
            yield label(
                painter,
                "how",
                places["predict"],
                _HOW,
                color=theme.text_muted,
                units=self.units - 1,
            )
        if self._step.question.kind is QuestionKind.CHOOSE:
            yield from drawn(self._desk, painter, self._offered)
            if answered is not None:
                yield from drawn(self._desk, painter, [self._again])
        else:
            yield from drawn(self._desk, painter, self.controls)

    # ---- What is pressed ---------------------------------------------------------------------

    def _choose(self, number: int) -> None:
        self._desk.session.lessons.choose(number)

    def _say(self) -> None:
        if self._desk.session.lessons.say(self.field.text):
            self.field.set("")
            self._desk.controls.clear_focus()

    def _ask(self) -> None:
        put_question(self._desk)

    def _put_again(self) -> None:
        self._desk.session.lessons.ask_again()

    @property
    def _is_predicting(self) -> bool:
        """The boards to choose from are in sight."""
        inspecting = self._desk.inspecting
        is_asked = inspecting is not None and inspecting.state().is_predicting
        return is_asked and not self._desk.is_compact

    # ---- Within ------------------------------------------------------------------------------

    @property
    def _offered(self) -> list[Choice]:
        if self._asked is None or self._asked.kind is not QuestionKind.CHOOSE:
            return []
        return self.choices[: len(self._asked.choices)]

    @property
    def _reply(self) -> tuple[Block, ...]:
        """What is said to the answer that was given."""
        answered, step = self._desk.session.lessons.answered, self._step
        if answered is None or step is None or step.question is None:
            return ()
        said = step.shown(step.question.right if answered.is_right else step.question.wrong)
        if answered.is_right:
            return parse(f"**{_IS_RIGHT}** {said}")
        if self._asked is not None and self._asked.kind is QuestionKind.NUMBER:
            return parse(f"**Not quite: it is {self._asked.answer}.** {said}")
        return parse(f"**{_IS_WRONG}** {said}")

    def _places(self, painter: Painter) -> dict[str, Rect]:
        heights = self._heights(painter, self._area.width)
        rects = column(self._area, list(heights.values()), painter.px(_GAP_UNITS))
        return dict(zip(heights, rects, strict=True))

    def _heights(self, painter: Painter, width: int) -> dict[str, int]:
        """What stands in it, from the top."""
        width = max(1, width)
        heights = {"words": laid_out(painter, self._words, self.units, width).height}
        for number, choice in enumerate(self._offered):
            heights[f"choice {number + 1}"] = choice.height(painter, width)
        answered = self._desk.session.lessons.answered
        kind = None if self._step is None or self._step.question is None else self._step.question
        if answered is not None:
            if kind is not None and kind.kind is QuestionKind.NUMBER:
                heights["given"] = painter.type_size(20)
            beside = max(1, width - painter.px(32))
            heights["reply"] = laid_out(painter, self._reply, self.units, beside).height
            heights["again"] = painter.target(_BUTTON_UNITS - 6)
        elif kind is not None and kind.kind is QuestionKind.NUMBER:
            heights["field"] = painter.target(_BUTTON_UNITS)
        elif kind is not None and kind.kind is QuestionKind.PREDICT:
            heights["predict"] = painter.target(_BUTTON_UNITS)
        return heights
