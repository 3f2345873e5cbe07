"""The drill: the current card, generated cards, and the curve of right answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from puzzler.game.core.texts import goal_title
from puzzler.game.review.drilling import DrillPhase, DrillState
from puzzler.game.storage.practice import DAYS, CardKind, DrillDay
from puzzler.humanize import TIMES, counted, listed, long_date, sentence
from puzzler.window.board.mini import MiniBoard
from puzzler.window.common.actions import action_button
from puzzler.window.core.window import Window
from puzzler.window.review.curve import day_axis
from puzzler.window.toolkit.choices import Option, Segments
from puzzler.window.toolkit.controls import Button, Rank
from puzzler.window.toolkit.element import Element, Tip
from puzzler.window.toolkit.labels import Figure, Icon, Notice, Text
from puzzler.window.toolkit.layout import Card, Column, Fit, Row, Space
from puzzler.window.toolkit.plot import Plot
from puzzler.window.toolkit.plot_chart import Axis, Kind, PlotChart, PlotSeries
from puzzler.window.toolkit.track import Slider
from puzzler.window.toolkit.wrapping import Grid

MAX_DISTANCES = {(2, 2): 6, (2, 3): 21, (3, 3): 30, (3, 4): 44, (4, 4): 60}
"""The maximum distance of generated cards by size. Random boards are rarely further from the
goal."""
ANSWER, DAY_CURVE = "answer", "drill days"
"""The keys of the text after an answer and of the curve."""
_SIZE, _DISTANCE = "card size", "card distance"
_MISTAKES = "Boards that you got wrong return until you know the best move"
_SIGNS = {DrillPhase.RIGHT: ("check", "good"), DrillPhase.WRONG: ("close", "accent")}
_MIN_DAYS = 3
"""The number of days with answers from which the curve is shown."""
_AVERAGED_DAYS = 7
"""The number of days in each average of the curve."""


def drill_line(window: Window, drill: DrillState) -> Element:
    """Return the question and the answer. A sign marks the answer, for colour-blind users."""
    sign, color = _SIGNS.get(drill.phase, ("", ""))
    words = sentence(window.line)
    answer: Element = Notice(words, color="good" if color == "good" else "text_muted", key=ANSWER)
    if sign and words:
        icon = Icon(sign, size=22, color=color)
        answer = Row(Space(grow=1), icon, answer, Space(grow=1))
    question = window.shown.play.scenario.title
    return Column(Notice(question, color="text", key="question"), answer, gap=0)


def drill_card(window: Window, drill: DrillState) -> Element:
    """Return the card with the explanation, the figures, the goal and *Next card*."""
    card, drills = drill.card, window.session.drills
    counts = {"Due": drills.due, "Answered": drill.answered, "Current streak": drill.right_in_row}
    title, words = "Practise your mistakes", _MISTAKES
    if card is not None and card.kind is CardKind.GENERATED:
        title = f"Generated {card.board.rows}{TIMES}{card.board.columns} board"
        words = _MISTAKES if card.id else "Random boards at the distance you chose"
    elif card is not None:
        title = "You made a mistake here"
    rank = Rank.PRIMARY if drill.phase in _SIGNS else Rank.NORMAL
    end, skin = window.shown.play.goal, replace(window.view.skin, labels=None)  # of any size
    goal = Column(
        MiniBoard(end, end, skin, width=80, height=80),
        Text("Goal", size=12.5, color="text_muted", align=0.5, lines=1),
        gap=2,
        tip=goal_title(end),
        key="goal",
    )
    figures = (Figure(caption, f"{count:,}", size=22) for caption, count in counts.items())
    values = Grid(*figures, cell=None, grow=1)
    head = Column(
        Text(title, size=15, strong=True, lines=1, height=24),
        Text(words, size=13, color="text_muted"),
        gap=0,
    )
    days = listed([str(day) for day in DAYS[1:]])
    boxes = ("A card returns the same day after a wrong answer, and after right answers in a row "
             f"in {days} days")  # fmt: skip
    button = action_button(window, "next-card", rank=rank,
                           tip=Tip(boxes, window.keymap.hint("next-card")))  # fmt: skip
    below = Row(values, goal, gap=12), Notice(_next_review_text(window, drill), align=0.0)
    # in a compact window the button is visible without scrolling
    rows = (head, button, *below) if window.is_compact else (head, *below, button)
    return Card(*rows, gap=10, pad=(16, 14))


def _next_review_text(window: Window, drill: DrillState) -> str:
    """Return the time of the next review."""
    card = drill.card
    if card is None:
        count = window.session.drills.practice.card_count()
        return f"{counted(count, 'card')} in all" if count else "No cards yet"
    if drill.phase is DrillPhase.WRONG:
        return "You will see this again today"
    box = min(card.box + 1, len(DAYS))
    days = DAYS[box - 1]
    when = "tomorrow" if days == 1 else f"in {days} days"
    if drill.phase is DrillPhase.RIGHT:
        return f"You will see this again {when}"
    return f"If you get it right, you see it again {when}; if not, later today"


def maker_card(window: Window) -> Element:
    """Return the card that generates boards of a size and distance."""
    ui = window.ui
    size: tuple[int, int] = ui.choice(_SIZE, (3, 3))
    limit = MAX_DISTANCES[size]
    distance = min(limit, ui.choice(_DISTANCE, 12))
    words = counted(distance, "move")
    sizes = [Option(size, f"{size[0]}{TIMES}{size[1]}") for size in MAX_DISTANCES]
    slider = Slider(distance - 1, limit - 1, lambda more: ui.choose(_DISTANCE, 1 + more), width=0,
                    grow=1, tip="Length of the shortest solution", accessible_name="Distance",
                    key=_DISTANCE)  # fmt: skip
    start = Button("Start", lambda: window.session.drills.begin_generated(*size, distance),
                   icon="cards", tip="Practise with boards of this size and distance",
                   key="make cards")  # fmt: skip
    width = 80 if window.is_compact else 150
    shown = Fit(Text(f"{words} to the goal", lines=1), Text(words, lines=1), width=width)
    return Card(
        Text("Generated cards", size=15, strong=True, lines=1, height=24),
        Segments(sizes, size, partial(ui.choose, _SIZE), accessible_name="Size", key=_SIZE),
        Row(slider, shown, start, gap=12),
        pad=(16, 14),
    )


def answers_card(window: Window, drill: DrillState) -> Element:
    """Return the card with the curve of right answers, or a space if there are too few days."""
    days = window.session.drills.practice.drill_curve()
    if len(days) < _MIN_DAYS:
        return Space()

    def describe(place: float) -> str:
        day = days[int(place)]
        answers = counted(day.answered, "answer")
        return f"{long_date(day.day)}: {day.right:,} of {answers} right"

    places = range(len(days))
    averages = [_share(days[max(0, at + 1 - _AVERAGED_DAYS) : at + 1]) for at in places]
    shares = [_share(days[at : at + 1]) for at in places]
    curves = (
        PlotSeries(x=places, y=averages, thickness=2),
        PlotSeries(x=places, y=shares, kind=Kind.DOTS, color="bound"),
    )
    return Card(
        Text("Right answers, day by day", strong=True, lines=1, height=24),
        Plot(
            PlotChart(curves, Axis(high=1.0, steps=(0.25, 0.5, 1.0), format="{:.0%}".format)),
            x=day_axis([long_date(day.day) for day in days]),
            version=tuple(days),
            describe=describe,
            tip=f"The share of right answers per day, and the average of {_AVERAGED_DAYS} days",
            heights=(68, 128),
            key=DAY_CURVE,
        ),
        gap=4,
        pad=(16, 12),
    )


def _share(days: Sequence[DrillDay]) -> float:
    return sum(day.right for day in days) / max(1, sum(day.answered for day in days))
