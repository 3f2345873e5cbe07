"""The drill: the card that is asked, generated cards, and how many answers were right."""

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
from puzzler.window.toolkit.cards import Card, Space
from puzzler.window.toolkit.choices import Option, Segments
from puzzler.window.toolkit.controls import Button, Rank
from puzzler.window.toolkit.element import Element, Tip
from puzzler.window.toolkit.labels import Figure, Icon, Notice, Text
from puzzler.window.toolkit.layout import Column, Fit, Row
from puzzler.window.toolkit.plot import Plot
from puzzler.window.toolkit.plot_axes import Axis, Kind, PlotChart, PlotSeries
from puzzler.window.toolkit.track import Slider
from puzzler.window.toolkit.wrapping import Grid

FARTHEST = {(2, 2): 6, (2, 3): 21, (3, 3): 30, (3, 4): 44, (4, 4): 60}
"""Sizes that are offered, and the largest distance at which boards are met now and then."""
ANSWER, DAY_CURVE = "answer", "drill days"
"""Keys: of the words after an answer, and of the curve."""
_SIZE, _DISTANCE = "card size", "card distance"
_NEXT = "next-card"
_BOXES = (
    "A right answer moves a card to the next box, a wrong one back to box 1. Cards in box 1 come "
    f"back the same day, in the other boxes after {listed([str(d) for d in DAYS[1:]])} days"
)
_MISTAKES = "Drill: boards that you got wrong come back until you know the best move"
_GENERATED = "Drill: random boards, all as far from the goal as you chose"
_SIGNS = {DrillPhase.RIGHT: ("check", "good"), DrillPhase.WRONG: ("close", "accent")}
_MEAN_OF = 7
"""Days that the line counts together."""


def drill_line(window: Window, drill: DrillState) -> Element:
    """The question; below it the answer, marked by a sign and not by its colour alone."""
    sign, color = _SIGNS.get(drill.phase, ("", ""))
    words = sentence(window.line)
    answer: Element = Notice(words, color="good" if color == "good" else "text_muted", key=ANSWER)
    if sign and words:
        icon = Icon(sign, size=22, color=color)
        answer = Row(Space(grow=1), icon, answer, Space(grow=1))
    question = window.shown.play.scenario.title
    return Column(Notice(question, color="text", key="question"), answer, gap=0)


def drill_card(window: Window, drill: DrillState) -> Element:
    """What a drill is, the box of this card, how it goes; and the next card."""
    card, drills = drill.card, window.session.drills
    figures = (
        ("Due", f"{drills.due:,}"),
        ("Box", "" if card is None else f"{card.box} of {len(DAYS)}"),
        ("Answered", f"{drill.answered:,}"),
        ("Right in a row", f"{drill.right_in_row:,}"),
    )
    title, words = "Practise your mistakes", _MISTAKES
    if card is not None and card.kind is CardKind.GENERATED:
        title = f"Generated {card.board.rows}{TIMES}{card.board.columns} board"
        words = _GENERATED if not card.id else _MISTAKES
    elif card is not None:
        title = "You lost moves here"
    rank = Rank.PRIMARY if drill.phase in _SIGNS else Rank.NORMAL
    end, skin = window.shown.play.goal, replace(window.view.skin, labels=None)  # of any size
    goal = Column(
        MiniBoard(end, end, skin, width=80, height=80),
        Text("Goal", size=12.5, color="text_muted", align=0.5, lines=1),
        gap=2,
        tip=goal_title(end),
        key="goal",
    )
    told = Grid(*(Figure(*each, size=22) for each in figures), cell=None, grow=1)
    head = Column(
        Text(title, size=15, strong=True, lines=1, height=24),
        Text(words, size=13, color="text_muted"),
        gap=0,
    )
    on = action_button(window, _NEXT, rank=rank, tip=Tip(_BOXES, window.keymap.hint(_NEXT)))
    is_first = window.is_compact  # it is in sight without scrolling
    return Card(
        head,
        on if is_first else None,
        Row(told, goal, gap=12),
        Notice(_box_words(window, drill), align=0.0),
        None if is_first else on,
        gap=10,
        pad=(16, 14),
    )


def _box_words(window: Window, drill: DrillState) -> str:
    """When the card comes back."""
    card = drill.card
    if card is None:
        count = window.session.drills.practice.card_count()
        return f"{counted(count, 'card')} in all" if count else "No cards yet"
    if drill.phase is DrillPhase.WRONG:
        return "Back to box 1: next review today"
    box = min(card.box + 1, len(DAYS))
    days = DAYS[box - 1]
    when = "tomorrow" if days == 1 else f"in {days} days"
    if drill.phase is DrillPhase.RIGHT:
        return f"Box {box}: next review {when}"
    return f"Next review {when} if right, today if wrong"


def maker_card(window: Window) -> Element:
    """Generated cards: of which size, and how far from the goal."""
    ui = window.ui
    size: tuple[int, int] = ui.choice(_SIZE, (3, 3))
    most = FARTHEST[size]
    distance = min(most, ui.choice(_DISTANCE, 12))
    words = counted(distance, "move")
    sizes = [Option(size, f"{size[0]}{TIMES}{size[1]}") for size in FARTHEST]
    slider = Slider(
        distance - 1,
        most - 1,
        lambda more: ui.choose(_DISTANCE, 1 + more),
        width=0,
        grow=1,
        tip="Moves of a shortest solution",
        accessible_name="Distance",
        key=_DISTANCE,
    )
    start = Button(
        "Start",
        lambda: window.session.drills.begin_generated(*size, distance),
        icon="cards",
        tip="One board after another, of this size and distance",
        key="make cards",
    )
    shown = Fit(Text(f"{words} to the goal", lines=1), Text(words, lines=1), width=150)
    return Card(
        Text("Generated cards", size=15, strong=True, lines=1, height=24),
        Segments(sizes, size, partial(ui.choose, _SIZE), accessible_name="Size", key=_SIZE),
        Row(slider, shown, gap=12),
        start,
        pad=(16, 14),
    )


def answers_card(window: Window, drill: DrillState) -> Element:
    """How many answers of each day were right; nothing before the first one."""
    days = window.session.drills.practice.drill_curve()
    if not days:
        return Space()

    def told(place: float) -> str:
        day = days[int(place)]
        answers = counted(day.answered, "answer")
        return f"{long_date(day.day)}: {day.right:,} of {answers} right"

    places = range(len(days))
    together = [_share(days[max(0, at + 1 - _MEAN_OF) : at + 1]) for at in places]
    shares = [_share(days[at : at + 1]) for at in places]
    curves = (
        PlotSeries(x=places, y=together, thickness=2),
        PlotSeries(x=places, y=shares, kind=Kind.DOTS, color="bound"),
    )
    return Card(
        Text("Right answers, day by day", strong=True, lines=1, height=24),
        Plot(
            PlotChart(curves, Axis(high=1.0, steps=(0.25, 0.5, 1.0), format="{:.0%}".format)),
            x=day_axis([long_date(day.day) for day in days]),
            version=tuple(days),
            describe=told,
            tip=f"The share of right answers of each day, and of {_MEAN_OF} days together",
            heights=(68, 128),
            key=DAY_CURVE,
        ),
        gap=4,
        pad=(16, 12),
    )


def _share(days: Sequence[DrillDay]) -> float:
    """Of right answers."""
    return sum(day.right for day in days) / max(1, sum(day.answered for day in days))
