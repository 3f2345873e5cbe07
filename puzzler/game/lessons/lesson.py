"""A lesson: steps with a text, a search at some moment, and an optional question.

Texts use a few of the marks of Markdown: *emphasis*, **strong** and `code`. A line that starts with
"- " is an item of a list, one that starts with "| " is a row of a table, and an empty line ends a
paragraph. The star in the names A*, IDA* and b* is not a mark.
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
from puzzler.search.homework.task import CodeTask
from puzzler.search.method import Method


class Style(Enum):
    """The style of a span."""

    PLAIN = "plain"
    EMPHASIS = "emphasis"
    STRONG = "strong"
    CODE = "code"

    __hash__ = object.__hash__  # the hash of Enum is slow, and layout needs one for every word


@dataclass(frozen=True)
class Span:
    """Text of one style."""

    text: str
    """Without marks and line breaks."""
    style: Style = Style.PLAIN


@dataclass(frozen=True)
class Block:
    """A paragraph, an item of a list, or a table."""

    spans: tuple[Span, ...]
    is_item: bool = False
    rows: tuple[tuple[tuple[Span, ...], ...], ...] = ()
    """The cells of a table, row by row. The first row has the headings. () for other blocks."""

    @property
    def text(self) -> str:
        """The text without styles; in a table, one line per row with tabs between cells."""
        if self.rows:
            return "\n".join("\t".join(map(_joined, row)) for row in self.rows)
        return _joined(self.spans)


def _joined(spans: tuple[Span, ...]) -> str:
    return "".join(span.text for span in spans)


class MarkError(ValueError):
    """A mark that is not closed. after: the text that follows it."""

    def __init__(self, mark: str, after: str) -> None:
        self.mark = mark
        self.after = after
        super().__init__(f"the mark {mark} before {after!r} is not closed")


_NAME = r"\b(?:A|IDA|b)\*"  # the star is not a mark
_INSIDE = rf"(?:{_NAME}|[^*`])+?"
_TOKEN = re.compile(
    rf"`(?P<code>[^`]+)`|\*\*(?P<strong>{_INSIDE})\*\*|\*(?P<emphasis>{_INSIDE})\*(?!\*)"
    rf"|(?P<plain>(?:{_NAME}|[^*`])+)|(?P<open>\*\*|\*|`)"
)


def parse(text: str) -> tuple[Block, ...]:
    """Parse the blocks of a text. Raises MarkError if a mark is not closed."""
    return tuple(map(_block, _blocks(text)))


def plain(text: str) -> str:
    """Remove the marks of a text."""
    return "\n\n".join(block.text for block in parse(text))


def _blocks(text: str) -> Iterator[list[str]]:
    lines: list[str] = []
    for line in [*text.splitlines(), ""]:
        stripped = line.strip()
        is_row = stripped.startswith("| ")
        continues = stripped and not stripped.startswith("- ")
        if lines and not (continues and is_row == lines[0].startswith("| ")):
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


def _spans(text: str) -> tuple[Span, ...]:
    spans = []
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or ""
        if kind == "open":
            raise MarkError(match[0], text[match.end() :][:24])
        spans.append(Span(match[kind], Style(kind)))
    return tuple(spans)


Value = int | float | str
"""The value of a figure: a count, a fraction, or a board or moves as text."""

QUOTE = re.compile(r"\{([^{}\s]*)\}")


def format_value(value: Value) -> str:
    """Format a figure for display: 1,204 or 1.42. Text is not changed."""
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:,g}" if isinstance(value, float) else value


def agrees(claimed: Value, found: Value) -> bool:
    """Whether ``found`` equals the claim. Fractions are rounded to the digits of the claim."""
    if isinstance(claimed, str) or isinstance(found, str):
        return claimed == found
    return round(found, len(repr(claimed).partition(".")[2])) == claimed


class LessonPanel(StrEnum):
    """The panel next to the text of a step."""

    PLAY = "play"
    """A board to solve by hand."""
    BOARD = "board"
    STATE = "state"
    """The expanded state: its board, why it was selected, and its successors."""
    FRONTIER = "frontier"
    TREE = "tree"
    PLOTS = "plots"
    MAP = "map"
    CODE = "code"
    FIGURES = "figures"
    """A table of the searches of the step when they have ended."""
    TEXT = "text"
    """No panel: the text has the whole width."""


class AnswerKind(StrEnum):
    """The kinds of answers."""

    PREDICT = "predict"
    """A board of the frontier: which is expanded next?"""
    CHOOSE = "choose"
    NUMBER = "number"
    CODE = "code"
    """A heuristic of the student, in a Python file."""


@dataclass(frozen=True)
class Trial:
    """A search and the moment at which it is shown."""

    problem: Problem
    method: Method
    """The method, with a limit that keeps lessons short."""
    moment: int | None = 0
    """Number of expanded states; None for the end of the search."""

    @property
    def title(self) -> str:
        """For example "A*, Manhattan, after 3 expansions"."""
        if not self.moment:
            return f"{self.method.title}{', at its end' if self.moment is None else ''}"
        return f"{self.method.title}, after {counted(self.moment, 'expansion')}"


@dataclass(frozen=True)
class LessonQuestion:
    """A question to the student."""

    kind: AnswerKind
    text: str
    """The question, with the names of figures in braces."""
    answer: float | str | None
    """The index of the right choice, the right number, or the name of the figure that contains it.
    None if the search determines it."""
    replies: tuple[str, ...]
    """The reply to each choice; without choices to a right answer, and to a wrong one."""
    choices: tuple[str, ...] = ()
    """The choices, in the order shown."""
    tasks: tuple[CodeTask, ...] = ()
    """The required properties of the student's heuristic."""


@dataclass(frozen=True, kw_only=True)
class LessonStep:
    """One page of a lesson."""

    title: str
    text: str
    """The text as written, with marks and names of figures in braces; see ``fill_in``."""
    trial: Trial
    panel: LessonPanel = LessonPanel.BOARD
    reveal: str = ""
    """Text that is shown after the question is answered. Until then the search is at its start."""
    runs: Mapping[str, Trial] = field(default_factory=dict)
    """Other searches for comparison, by name."""
    figures: Mapping[str, Value] = field(default_factory=dict)
    """The claimed figures, which are checked, by the name of a figure, or of a run and a figure
    with a dot between them."""
    question: LessonQuestion | None = None
    target: tuple[int, ...] = ()
    """Tiles that the student brings into place, in a step to play; () for no target."""

    @property
    def is_task(self) -> bool:
        """Whether the step has a question or a target."""
        return self.question is not None or bool(self.target)

    lines: Mapping[str, int] = field(default_factory=dict, compare=False)
    """Line numbers of its keys in the file, from 1."""

    @property
    def is_to_predict(self) -> bool:
        """Whether the question asks which board is expanded next."""
        return self.question is not None and self.question.kind is AnswerKind.PREDICT

    @property
    def asks_for_code(self) -> bool:
        """Whether the question requires a file of the student."""
        return self.question is not None and self.question.kind is AnswerKind.CODE

    def fill_in(self, text: str) -> str:
        """Replace the names of claimed figures in a text by their values."""
        texts = {name: format_value(value) for name, value in self.figures.items()}
        return QUOTE.sub(lambda quote: texts.get(quote[1], quote[0]), text)

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The text with figures filled in, parsed."""
        return parse(self.fill_in(self.text))

    @cached_property
    def revealed(self) -> tuple[Block, ...]:
        """The revealed text with figures filled in, parsed."""
        return parse(self.fill_in(self.reveal))


@dataclass(frozen=True)
class Lesson:
    """A lesson, read from one file."""

    name: str
    """The name on the command line: that of its file without the extension."""
    title: str
    summary: str
    rank: int
    """Position in the list. The lowest rank is first."""
    steps: tuple[LessonStep, ...]
    sources: tuple[str, ...] = ()
    """References: author, title, year."""
    file: str = ""


@dataclass(frozen=True)
class Shelf:
    """A list of lessons."""

    lessons: Mapping[str, Lesson]
    """Lessons by name, in the order of the list."""
    troubles: tuple[str, ...] = ()
    """A message for each file that could not be read."""
    folder: str = ""
    """The name of their folder; empty for the lessons that come with Puzzler."""


class LessonError(PuzzlerError):
    """A file with faults. The message is the first fault with file and line."""

    def __init__(self, file: str, faults: tuple[Fault, ...]) -> None:
        self.file = file
        self.faults = faults
        super().__init__(format_fault(file, faults[0]))


def format_fault(file: str, fault: Fault) -> str:
    """Return a fault as one line: "my.toml: line 12: no heuristic is called 'manhatan'"."""
    where = "" if fault.line is None else f"line {fault.line}: "
    return f"{file}: {where}{fault.words}"
