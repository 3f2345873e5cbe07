"""The figures of the searches of a step, one card a search, and the way to let them race."""

from __future__ import annotations

from puzzler.game.lessons.figures import compared_trials
from puzzler.game.lessons.lessons import LessonState
from puzzler.game.lessons.values import Trial
from puzzler.humanize import NOTHING
from puzzler.search.comparison import COLUMNS, Entry, named
from puzzler.window.board.mini import MiniBoard
from puzzler.window.common.entering import open_race
from puzzler.window.common.views import LESSONS
from puzzler.window.lessons.text import run_title
from puzzler.window.toolkit.controls import Button
from puzzler.window.toolkit.element import Element, Tip
from puzzler.window.toolkit.labels import Figure, Meter, Text
from puzzler.window.toolkit.layout import At, Card, Column, Row, Space
from puzzler.window.toolkit.scroll import Scroll
from puzzler.window.window import Window

_SHOWN = ("length", "worth", "expanded", "peak-frontier", "generated")
_ROOM = ((1000, 5), (600, 4), (0, 3))
"""In a window that is so wide, in units, so many of them."""
_HIDDEN = "?"
"""A figure that the question of the step asks for."""
_BAR = "States expanded, beside those of the other searches"
_LARGEST_BOARD, _AROUND_BOARD = 180, 44
"""In units, of a card's board; and what a card needs above and below it."""
_AROUND_CARDS = 180
"""Above the cards and below them, in units."""


def figures_panel(window: Window, course: LessonState) -> Element:
    """A card a search; the lengths of the bars compare how much each has expanded."""
    step = course.step
    if step is None:
        return Space()
    trials, results = compared_trials(step), course.results
    height = window.size[1] / window.painter.scale - _AROUND_CARDS
    side = min(_LARGEST_BOARD, height / len(trials) - _AROUND_BOARD)
    most = max((_expanded(entry) for entry in results), default=0)
    cards = [
        _card(window, name, trial, results[place] if place < len(results) else None,
              side=side, most=most, is_hidden=not course.is_revealed)
        for place, (name, trial) in enumerate(trials.items())
    ]  # fmt: skip
    back = window.keymap.hint(f"view-{LESSONS}")
    race = Button(
        "Race them", lambda: open_race(window), icon="race", key="race them",
        tip=Tip(f"Let these searches race; {back} leads back here",
                window.keymap.hint("view-race")),
    ) if len(trials) > 1 and course.is_revealed else None  # fmt: skip
    buttons = None if race is None else Row(Space(grow=1), race)
    return Column(Scroll(Column(*cards, gap=12), key="lesson figures", grow=1), buttons, gap=12)


def _card(
    window: Window,
    name: str,
    trial: Trial,
    entry: Entry | None,
    *,
    side: float,
    most: int,
    is_hidden: bool,
) -> Element:
    problem, method = trial.problem, trial.method.title
    title = run_title(name) or method
    figures = []
    width = window.size[0] / window.painter.scale
    count = next(count for least, count in _ROOM if width >= least)
    for figure in _SHOWN[:count]:
        column = named(figure, COLUMNS)
        value = _HIDDEN if is_hidden else NOTHING if entry is None else column.text(entry)
        size = 16 if window.is_compact else 22
        figures.append(Figure(column.title, value, size=size, grow=1, tip=Tip(column.words)))
    share = 0.0 if entry is None or is_hidden else _expanded(entry) / max(1, most)
    board = MiniBoard(problem.start, problem.goal, window.view.skin, width=side, height=side)
    words = Column(
        Row(
            Text(title, size=18, strong=True, lines=1, priority=1),
            Text(method if title != method else "", size=14, color="text_muted", lines=1, width=0,
                 grow=1),
            gap=10,
        ),
        Row(*figures, gap=10),
        Meter(share, height=6, tip=Tip(_BAR)),
        gap=8,
    )  # fmt: skip
    beside = At(words, x=None, y=0.5, width=0, grow=1)
    return Card(Row(None if window.is_compact else board, beside, gap=14), pad=(16, 12))


def _expanded(entry: Entry) -> int:
    return 0 if entry.result is None else entry.result.stats.expanded
