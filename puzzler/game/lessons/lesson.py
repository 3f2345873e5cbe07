"""A lesson: steps with a text, a search, and where it should stand, and maybe a question.

Texts have a few of the marks of Markdown: *emphasis*, **strong**, `code`, no others. A line that
begins with "- " is an item of a list, a line that begins with "| " is a row of a table, an empty
line ends a paragraph. The star of A*, IDA* and b* is a letter of their names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from functools import cached_property

from puzzler.board.errors import PuzzlerError
from puzzler.board.scenario import Problem
from puzzler.formats.toml_reading import Fault
from puzzler.humanize import counted
from puzzler.search.homework.assignment import CodeTask
from puzzler.search.method import Method


class Style(Enum):
    """How a span is set."""

    PLAIN = "plain"
    EMPHASIS = "emphasis"
    STRONG = "strong"
    CODE = "code"

    __hash__ = object.__hash__  # that of Enum is slow, and every word that is laid out needs it


@dataclass(frozen=True)
class Span:
    """Text of one style."""

    text: str
    """Without marks and without line breaks."""
    style: Style = Style.PLAIN


@dataclass(frozen=True)
class Block:
    """A paragraph, an item of a list, or a table."""

    spans: tuple[Span, ...]
    is_item: bool = False
    rows: tuple[tuple[tuple[Span, ...], ...], ...] = ()
    """The cells of a table, row by row, the first row its heads; () for all else."""

    @property
    def text(self) -> str:
        """Its text without styles; of a table, a line for each row, with tabs between cells."""
        if self.rows:
            return "\n".join("\t".join(map(_joined, row)) for row in self.rows)
        return _joined(self.spans)


def _joined(spans: tuple[Span, ...]) -> str:
    return "".join(span.text for span in spans)


class MarkError(ValueError):
    """A mark that is opened and not closed; ``mark`` is what opens, ``after`` what follows."""

    def __init__(self, mark: str, after: str) -> None:
        self.mark = mark
        self.after = after
        super().__init__(f"the mark {mark} before {after!r} is not closed")


_NAME = r"\b(?:A|IDA|b)\*"  # with a star that is no mark
_INSIDE = rf"(?:{_NAME}|[^*`])+?"
_TOKEN = re.compile(
    rf"`(?P<code>[^`]+)`|\*\*(?P<strong>{_INSIDE})\*\*|\*(?P<emphasis>{_INSIDE})\*(?!\*)"
    rf"|(?P<plain>(?:{_NAME}|[^*`])+)|(?P<open>\*\*|\*|`)"
)


def parse(text: str) -> tuple[Block, ...]:
    """The blocks of a text; MarkError where a mark is not closed."""
    return tuple(map(_block, _blocks(text)))


def plain(text: str) -> str:
    """A line or a text without its marks."""
    return "\n\n".join(block.text for block in parse(text))


def _blocks(text: str) -> Iterator[list[str]]:
    """The lines of each block."""
    lines: list[str] = []
    for line in [*text.splitlines(), ""]:
        stripped = line.strip()
        is_row = stripped.startswith("| ")
        goes_on = stripped and not stripped.startswith("- ")
        if lines and not (goes_on and is_row == lines[0].startswith("| ")):
            yield lines
            lines = []
        if stripped:
            lines.append(stripped)


def _block(lines: list[str]) -> Block:
    if lines[0].startswith("| "):
        rows = (line.strip("|").split("|") for line in lines)
        cells = (tuple(_spans(cell.strip()) for cell in row) for row in rows)
        return Block((), rows=tuple(cells))
    is_item = lines[0].startswith("- ")
    if is_item:
        lines = [lines[0][2:].strip(), *lines[1:]]
    return Block(_spans(" ".join(lines)), is_item)


def _spans(words: str) -> tuple[Span, ...]:
    spans = []
    for match in _TOKEN.finditer(words):
        kind = match.lastgroup or ""
        if kind == "open":
            raise MarkError(match[0], words[match.end() :][:24])
        spans.append(Span(match[kind], Style(kind)))
    return tuple(spans)


Value = int | float | str
"""What a figure can be: a count, a share, a board or moves as text."""

QUOTE = re.compile(r"\{([^{}\s]*)\}")


def as_read(value: Value) -> str:
    """A figure as people read it: 1,204; 1.42; a board or moves as they are."""
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:,g}" if isinstance(value, float) else value


def agrees(claimed: Value, found: Value) -> bool:
    """Whether ``found`` is what is claimed; a fraction is as exact as it was written."""
    if isinstance(claimed, str) or isinstance(found, str):
        return claimed == found
    return round(found, len(repr(claimed).partition(".")[2])) == claimed


class LessonPanel(StrEnum):
    """What a step shows beside its text."""

    PLAY = "play"
    """The board, to be solved by hand."""
    BOARD = "board"
    STATE = "state"
    """The state being expanded: its board, why it was selected, and its successors."""
    FRONTIER = "frontier"
    TREE = "tree"
    PLOTS = "plots"
    MAP = "map"
    CODE = "code"
    FIGURES = "figures"
    """A table of the searches of the step, each at its end."""


class AnswerKind(StrEnum):
    """How a question is answered."""

    PREDICT = "predict"
    """By one of the boards that wait: which is expanded next?"""
    CHOOSE = "choose"
    NUMBER = "number"
    CODE = "code"
    """By a heuristic of the student's, in a Python file."""


@dataclass(frozen=True)
class Trial:
    """The search of a step."""

    problem: Problem
    method: Method
    """How it searches; its limit keeps lessons short."""
    moment: int | None = 0
    """How many states it has expanded where it is looked at; None is its end."""

    @property
    def title(self) -> str:
        """Such as "A*, Manhattan, after 3 expansions"."""
        if not self.moment:
            return f"{self.method.title}{', at its end' if self.moment is None else ''}"
        return f"{self.method.title}, after {counted(self.moment, 'expansion')}"


@dataclass(frozen=True)
class LessonQuestion:
    """What the student is asked."""

    kind: AnswerKind
    words: str
    """The question; what is quoted in it stands in braces, as in all texts here."""
    answer: float | str | None
    """The index of the right choice, or the right number; or the name of the figure that says it.
    None where the search itself says it."""
    replies: tuple[str, ...]
    """The reply to each choice; without choices to a right answer, and to a wrong one."""
    choices: tuple[str, ...] = ()
    """The answers to choose from, in the order in which they are shown."""
    tasks: tuple[CodeTask, ...] = ()
    """What a heuristic of the student's is asked for."""


@dataclass(frozen=True)
class Claim:
    """What a step says about a search."""

    name: str
    """A figure, or a run and its figure with a dot between them."""
    value: Value
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, kw_only=True)
class LessonStep:
    """One page of a lesson."""

    title: str
    text: str
    """As it was written, with marks and with figures in braces; ``shown`` has them filled in."""
    trial: Trial
    panel: LessonPanel = LessonPanel.BOARD
    reveal: str = ""
    """Text that is shown once the question is answered; until then the search stands at its
    beginning."""
    runs: Mapping[str, Trial] = field(default_factory=dict)
    """Other searches that the text compares it with, by their names."""
    claims: tuple[Claim, ...] = ()
    question: LessonQuestion | None = None
    lines: Mapping[str, int] = field(default_factory=dict, compare=False)
    """Where its keys stand in the file, from 1."""

    @property
    def figures(self) -> dict[str, Value]:
        """What is claimed, by name."""
        return {claim.name: claim.value for claim in self.claims}

    @property
    def is_to_predict(self) -> bool:
        """Its question asks which board is expanded next."""
        return self.question is not None and self.question.kind is AnswerKind.PREDICT

    @property
    def asks_for_code(self) -> bool:
        """Its question asks for a file of the person's."""
        return self.question is not None and self.question.kind is AnswerKind.CODE

    def shown(self, text: str) -> str:
        """A text of this step with figures in the place of their names, where they are claimed."""
        figures = self.figures
        return QUOTE.sub(
            lambda quote: as_read(figures[quote[1]]) if quote[1] in figures else quote[0], text
        )

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The text as it is laid out, its figures filled in."""
        return parse(self.shown(self.text))

    @cached_property
    def revealed(self) -> tuple[Block, ...]:
        """The same of what it reveals."""
        return parse(self.shown(self.reveal))


@dataclass(frozen=True)
class Lesson:
    """A lesson, from its first step to its last."""

    name: str
    """As on the command line: the name of its file without the ending."""
    title: str
    summary: str
    rank: int
    """Its place among the others: the lowest comes first."""
    steps: tuple[LessonStep, ...]
    sources: tuple[str, ...] = ()
    """Where it is from: author, title, year."""
    file: str = ""


@dataclass(frozen=True)
class Shelf:
    """Several lessons, and what is wrong with those that could not be read."""

    lessons: Mapping[str, Lesson]
    """By name, in their order."""
    troubles: tuple[str, ...] = ()
    """A line for each file that is no lesson."""
    folder: str = ""
    """The name of the folder that they are in; "" for those that come with Puzzler."""


class LessonError(PuzzlerError):
    """A file that is no lesson; the message is the first of its ``faults``, with file and line."""

    def __init__(self, file: str, faults: tuple[Fault, ...]) -> None:
        self.file = file
        self.faults = faults
        super().__init__(located(file, faults[0]))


def located(file: str, fault: Fault) -> str:
    """A fault on one line: "my.toml: line 12: no heuristic is called 'manhatan'"."""
    where = "" if fault.line is None else f"line {fault.line}: "
    return f"{file}: {where}{fault.words}"
