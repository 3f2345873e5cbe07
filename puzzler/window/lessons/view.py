"""The Lessons view: the list of lessons, or a step with its text and its panel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pygame

from puzzler.game.lab.state import LabState
from puzzler.game.lessons.course import LessonState
from puzzler.game.lessons.figures import compared_trials, quoted_figure
from puzzler.game.lessons.guide import Advice
from puzzler.game.lessons.learning import Browsing, Learning, Trying
from puzzler.game.lessons.lesson import LessonPanel, Trial
from puzzler.humanize import counted
from puzzler.search.report.comparison import COLUMNS, named
from puzzler.window.board.mini import MiniBoard
from puzzler.window.board.overlays import Mark
from puzzler.window.common.actions import action_button
from puzzler.window.common.board import BoardElement
from puzzler.window.common.entering import (
    CHOICE,
    LAB_TAB,
    explore,
    focus_question,
    is_exploring,
    open_race,
)
from puzzler.window.common.top_bar import top_bar
from puzzler.window.common.views import LEARN, LESSONS, View
from puzzler.window.core.window import Window
from puzzler.window.lab.expansion import InspectedBoard
from puzzler.window.lab.predict import predict_card
from puzzler.window.lab.view import lab_bar, lab_body, state_panel, tab_card
from puzzler.window.lessons.list import lesson_list
from puzzler.window.lessons.text import explore_row, is_tight, run_title, step_buttons, step_text
from puzzler.window.toolkit.controls import Button
from puzzler.window.toolkit.element import Element, Tip
from puzzler.window.toolkit.labels import Figure, Meter, Text
from puzzler.window.toolkit.layout import At, Card, Column, Fit, Row, Space
from puzzler.window.toolkit.scroll import Scroll
from puzzler.window.toolkit.wrapping import Wrap

_TEXT_SHARE, _COMPACT_TEXT_SHARE, _TIGHT_TEXT_SHARE = 0.42, 0.52, 0.56
"""The text's share of the width; the panel gets the rest."""
_UPRIGHT, _UPRIGHT_TEXT_SHARE = 1.0, 0.5
"""Minimum ratio of height to width for a text below the panel; its share of the height."""
_TEXT_UNITS, _AROUND_TEXT = 760, 40
"""Maximum width of a text without a panel, because long lines are hard to read; its margins."""
_LIST_UNITS = 1160
"""Maximum width of the list, because long lines are hard to read."""
_OPENED = "opened step"
_COLUMNS = [
    named(name, COLUMNS) for name in ("length", "quality", "expanded", "peak-frontier", "generated")
]
_LARGEST_BOARD, _AROUND_BOARD = 180, 44
"""Maximum side of a card's board, and the card's padding above and below it, in units."""
_AROUND_CARDS = 180
"""Height of everything above and below the cards, in units."""


def lessons_view(window: Window) -> Element:
    """Build the list of lessons, the open step, or the Lab if the step is explored."""
    course, lab = window.shown.lesson, window.shown.lab
    pad = (8, 6) if window.is_compact else (20, 16)
    if course is None:
        return Space()
    if not course.is_open:
        content = lesson_list(window, course)
        content.fixed_width = min(_LIST_UNITS, window.size[0] / window.painter.scale - 2 * pad[0])
        return Column(top_bar(window), At(content, pad=pad, grow=1), gap=0)
    _select_tab(window)
    bar, bottom = top_bar(window), None
    if lab is not None and is_exploring(window):
        row, body = explore_row(window), lab_body(window, lab)
        if window.is_compact:  # compact windows have no room for another row
            bar = top_bar(window, middle=row)
        else:
            body = Column(row, body, gap=8, grow=1)
        bottom = lab_bar(window, lab)
    else:
        body = _step(window, course, lab)
        body.panel = "Step"
    view = Column(bar, Row(body, stretch=True, pad=pad, grow=1), bottom, gap=0)
    view.on_key = lambda key, mod: _choose(window, key, mod) or _enter(window, key)
    return view


def _select_tab(window: Window) -> None:
    """When a step is opened, select its tab of the Lab and stop exploring."""
    course = window.shown.lesson
    # a step that is reopened after another view is a new activity
    now = course and course.position, window.session.activity
    if course is not None and course.step is not None and now != window.ui.choice(_OPENED, None):
        window.ui.choose(_OPENED, now)
        window.ui.choose(LAB_TAB, course.step.panel.value)
        explore(window, is_wanted=False)


def _choose(window: Window, key: int, mod: int) -> bool:
    """Handle the letter of a choice: choose it if it is visible, else scroll to it."""
    course, number = window.session.lessons.state(), key - pygame.K_a
    if course.shown_question is None or course.last_answer is not None:
        return False
    is_letter = number in range(len(course.shown_question.choices))
    if not is_letter or mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
        return False
    choice = f"{CHOICE} {number + 1}"
    if window.ui.is_in_sight(choice):
        window.session.lessons.choose(number)
    else:
        focus_question(window, choice)
    return True


def _enter(window: Window, key: int) -> bool:
    """Handle Enter: go to the open question, or to the next step if there is none."""
    focused = None if window.ui.focused is None else window.ui.find(window.ui.focused)
    has_target = focused is not None and focused.is_enabled  # disabled answers do not take Enter
    if key not in (pygame.K_RETURN, pygame.K_KP_ENTER) or has_target:
        return False
    if not focus_question(window):
        window.session.lessons.next()
    return True


def _step(window: Window, course: LessonState, lab: LabState | None) -> Element:
    """Build the step: the text next to its panel, or below it in upright windows."""
    text = Column(step_text(window), step_buttons(window), gap=6 if is_tight(window) else 14)
    if course.step is not None and course.step.panel is LessonPanel.TEXT:
        text.fixed_width = min(_TEXT_UNITS, window.size[0] / window.painter.scale - _AROUND_TEXT)
        return Row(Space(grow=1), text, Space(grow=1), stretch=True, gap=0, grow=1)
    panel = _played(window) if lab is None else _panel(window, course, lab)
    width, height = window.size
    if height > width * _UPRIGHT:
        text.grow, panel.grow = _UPRIGHT_TEXT_SHARE, 1 - _UPRIGHT_TEXT_SHARE
        text.fixed_height = panel.fixed_height = 0
        return Column(panel, text, gap=12, grow=1)
    share = _COMPACT_TEXT_SHARE if window.is_compact else _TEXT_SHARE
    if is_tight(window) and isinstance(panel, BoardElement):
        share = _TIGHT_TEXT_SHARE
    text.fixed_width = panel.fixed_width = 0
    text.grow, panel.grow = share, 1 - share
    return Row(text, panel, stretch=True, gap=8 if window.is_compact else 20, grow=1)


def _panel(window: Window, course: LessonState, lab: LabState) -> Element:
    """Build the panel that the step explains, or the choices of an open prediction."""
    panel = LessonPanel.BOARD if course.step is None else course.step.panel
    if lab.is_predicting and window.is_compact:
        return Scroll(predict_card(window, lab), key="lesson prediction")
    if panel is LessonPanel.FIGURES:
        return _figures(window, course)
    is_board = panel is LessonPanel.BOARD or (panel is LessonPanel.STATE and not lab.expansions)
    if not lab.is_predicting and (is_board or not course.is_revealed):
        return InspectedBoard(window, lab)
    if lab.is_predicting or panel is LessonPanel.STATE:
        return state_panel(window, lab, is_narrow=True)
    return tab_card(window, lab)


def _played(window: Window) -> Element:
    course, play = window.shown.lesson, window.shown.play
    if course is not None and course.advice is not None:
        return _guided(window, course.advice)
    text, color = "Slide tiles with the mouse or the arrow keys", "text_muted"
    if count := play.move_count:
        text, color = counted(count, "move"), "text"
        if play.is_solved:
            text, color = f"Solved in {text}", "good"
    return Column(
        BoardElement(window),
        Text(text, size=17, strong=count > 0, color=color, align=0.5, lines=1, priority=1),
    )


def _guided(window: Window, advice: Advice) -> Element:
    """Build the board with the next target marked, the advice and its buttons."""
    marks = [] if advice.place is None else [Mark(advice.place, is_slight=True)]
    if advice.tile is not None:
        marks.append(Mark(advice.tile))
    count = counted(window.shown.play.move_count, "move")
    color = "good" if advice.is_reached else "text"
    return Column(
        BoardElement(window, marks=marks, ticked=advice.placed),
        Text(advice.text, size=17, strong=True, color=color, align=0.5, lines=2),
        Text(advice.comment or count, size=15, color="text_muted", align=0.5, lines=2),
        Wrap(*(action_button(window, f"lesson-{name}") for name in ("show", "undo", "mix")),
             gap=8, align=0.5),
        gap=6,
    )  # fmt: skip


def _figures(window: Window, course: LessonState) -> Element:
    """Build a card for each search, with bars that compare their expanded states."""
    step = course.step
    if step is None:
        return Space()
    trials, results = compared_trials(step), course.results
    height = window.size[1] / window.painter.scale - _AROUND_CARDS
    side = min(_LARGEST_BOARD, height / len(trials) - _AROUND_BOARD)
    counts = [0 if entry.result is None else entry.result.stats.expanded for entry in results]
    cards = list[Element]()
    for place, (name, trial) in enumerate(trials.items()):
        is_known = course.is_revealed and place < len(results)
        values = [quoted_figure(step, name, column.name) or "?" for column in _COLUMNS]
        if is_known:
            values = [column.text(results[place]) for column in _COLUMNS]
        share = counts[place] / max(1, *counts) if is_known else 0.0
        cards.append(_card(window, name, trial, values, share, side))
    buttons = None
    if len(trials) > 1 and course.is_revealed:
        back = window.keymap.hint(f"view-{LESSONS}")
        tip = Tip(f"Race these searches; {back} returns here", window.keymap.hint("view-race"))
        buttons = Row(Space(grow=1), Button("Race them", lambda: open_race(window), icon="race",
                                            key="race them", tip=tip))  # fmt: skip
    return Column(Scroll(Column(*cards, gap=12), key="lesson figures", grow=1), buttons, gap=12)


def _card(
    window: Window, name: str, trial: Trial, values: Sequence[str], share: float, side: float
) -> Element:
    problem, method = trial.problem, trial.method.title
    title, size = run_title(name) or method, 16 if window.is_compact else 22
    if method.casefold().replace("-", " ").startswith(title.casefold()):
        title = method
    figures = [
        Figure(column.title, value, size=size, grow=1, tip=Tip(column.words))
        for column, value in zip(_COLUMNS, values, strict=True)
    ]
    skin = replace(window.view.skin, labels=None)  # labels belong to the board of the game
    board = MiniBoard(problem.start, problem.goal, skin, width=side, height=side)
    details = Column(
        Row(
            Text(title, size=18, strong=True, lines=1, priority=1),
            Text(method if title != method else "", size=14, color="text_muted", lines=1, width=0,
                 grow=1),
            gap=10,
        ),
        Fit(*(Row(*figures[:count], gap=10) for count in range(len(figures), 1, -1))),
        Meter(share, height=6, tip="Expanded states compared with the other searches"),
        gap=8,
    )  # fmt: skip
    centred = At(details, x=None, y=0.5, width=0, grow=1)
    return Card(Row(None if window.is_compact else board, centred, gap=14), pad=(16, 12))


VIEW = View(
    name=LESSONS, title="Lessons", key="ctrl+5", icon="lessons",
    purpose="Learn how search works, step by step", place=LEARN,
    go=lambda window: window.session.lessons.enter(), build=lessons_view,
    activities=(Browsing, Learning, Trying),
    useful=("lesson-next", "lesson-back", "lesson-answer", "lesson-explore", "lesson-return"),
    picture=(("The text of the step", "The question"),
             ("", "The panel of the text"), "Back, Explore and Next"),
)  # fmt: skip
