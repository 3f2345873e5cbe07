"""Lessons: the list of them; and a step, its text beside what it is about."""

from __future__ import annotations

from collections.abc import Collection

import pygame

from puzzler.game.lab.inspecting import LabState
from puzzler.game.lessons.learning import Browsing, Learning, Trying
from puzzler.game.lessons.values import Highlight, Tab
from puzzler.humanize import counted
from puzzler.window.common.board import BoardElement
from puzzler.window.common.entering import LAB_TAB, LESSON, STATE, put_question
from puzzler.window.common.top_bar import top_bar
from puzzler.window.common.views import LESSONS, View
from puzzler.window.lab.expansion import InspectedBoard
from puzzler.window.lab.view import (
    chosen_tab,
    lab_bar,
    lab_figures,
    lab_methods,
    ring,
    state_panel,
    tab_card,
    tab_strip,
)
from puzzler.window.lessons.list import lesson_list
from puzzler.window.lessons.text import step_buttons, step_text
from puzzler.window.toolkit.element import Element
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.layout import At, Column, Row
from puzzler.window.window import Window

_TEXT_SHARE, _STATE_SHARE = 0.325, 0.31
"""Of the width, for the text and for the state being expanded; the tabs have the rest."""
_UPRIGHT = 1.0
"""From this height for its width on a compact window has the board above the text."""
_LIST_UNITS = 1160
"""The list is no wider: lines could not be read."""
_ON_BOARD = (Highlight.BOARD, Highlight.LENS, Highlight.WHY, Highlight.SUCCESSORS)
_SOLVE_IT = "Slide the tiles with the pointer or the arrow keys"


class _Opened:
    step: object = None


def lessons_view(window: Window) -> Element:
    """The list, or the step that is open."""
    course, lab = window.shown.lesson, window.shown.lab
    pad = (8, 6) if window.is_compact else (20, 16)
    if course is None or not course.is_open:
        content = lesson_list(window)
        content.fixed_width = min(_LIST_UNITS, window.size[0] / window.painter.scale - 2 * pad[0])
        return Column(top_bar(window), At(content, pad=pad, grow=1), gap=0)
    _turn_to_tab(window)
    step = course.step
    ringed = () if step is None else step.highlight
    buttons = step_buttons(window)
    if window.is_compact:
        bar, foot = top_bar(window, middle=buttons), None
    else:
        bar, foot = top_bar(window), buttons
    text = Column(step_text(window), foot, gap=14, width=0, grow=_TEXT_SHARE)
    if lab is None:
        body, bottom = _played(window, text, ringed), None
    else:
        body, bottom = _inspected(window, lab, text, ringed), None
        bottom = lab_bar(window, lab, ringed)
    view = Column(bar, Row(body, stretch=True, pad=pad, grow=1, panel="Step"), bottom, gap=0)
    view.on_key = lambda key, mod: _enter(window, key)
    return view


def _turn_to_tab(window: Window) -> None:
    """A step that opens has its tab turned to; in a compact window its text."""
    course, opened = window.shown.lesson, window.ui.state("lesson tab", _Opened)
    # one that comes back from elsewhere is another activity
    now = course and course.position, window.session.activity
    if course is not None and course.step is not None and now != opened.step:
        opened.step = now
        window.ui.choose(LAB_TAB, LESSON if window.is_compact else course.step.tab.value)


def _enter(window: Window, key: int) -> bool:
    """Enter answers where something is asked, else it goes on."""
    focused = window.ui.find(window.ui.focused) if window.ui.focused is not None else None
    is_held = focused is not None and focused.is_enabled  # an answer that was given is not
    if key not in (pygame.K_RETURN, pygame.K_KP_ENTER) or is_held:
        return False
    if not put_question(window):
        window.session.lessons.next()
    return True


def _played(window: Window, text: Column, ringed: Collection[Highlight]) -> Element:
    play = window.shown.play
    count = play.move_count
    is_solved = play.is_solved and count > 0
    words = _SOLVE_IT if not count else counted(count, "move")
    if is_solved:
        words = f"Solved in {counted(count, 'move')}"
    color = "good" if is_solved else "text" if count else "text_muted"
    board = Column(
        ring(BoardElement(window), Highlight.BOARD, ringed),
        Text(words, size=17, strong=count > 0, color=color, align=0.5, lines=1, priority=1),
    )  # fmt: skip
    share = 0.5 if window.is_compact else 1 - _TEXT_SHARE
    return _beside(window, board, text, share, 0.5)


def _beside(window: Window, board: Element, text: Column, share: float, upright: float) -> Element:
    """The text beside the board, or in an upright window below it; ``board`` has that share."""
    width, height = window.size
    is_upright = height > width * _UPRIGHT
    board.grow = upright if is_upright else share
    text.grow = 1 - board.grow
    if not is_upright:
        board.fixed_width = 0
        gap = 8 if window.is_compact else 20
        return Row(text, board, stretch=True, gap=gap, grow=1)
    board.fixed_width = text.fixed_width = None
    board.fixed_height = text.fixed_height = 0
    return Column(board, text, grow=1)


def _inspected(
    window: Window, lab: LabState, text: Column, ringed: Collection[Highlight]
) -> Element:
    """The text beside the Lab; in a compact window as the first of its tabs."""
    tab = chosen_tab(window)
    strip = tab_strip(window)
    strip.ringed = [name.value for name in ringed if name.value in set(Tab) and name.value != tab]
    method = lab_methods(window, lab)
    figures = ring(lab_figures(window, lab), Highlight.FIGURES, ringed)
    if not window.is_compact:
        state = state_panel(window, lab, ringed, is_played=True)
        state.fixed_width, state.grow = 0, _STATE_SHARE
        body = Column(strip, _tab(window, lab, tab, ringed), figures, width=0,
                      grow=1 - _TEXT_SHARE - _STATE_SHARE)  # fmt: skip
        beside = Column(method, Row(state, body, stretch=True, gap=16, grow=1), gap=10, width=0,
                        grow=1 - _TEXT_SHARE)  # fmt: skip
        return Row(text, beside, stretch=True, gap=16, grow=1)
    if tab != STATE and any(name in _ON_BOARD for name in ringed):
        is_seen = tab == LESSON and all(
            name is Highlight.BOARD for name in ringed if name in _ON_BOARD
        )
        strip.ringed = [*strip.ringed, *([] if is_seen else [STATE])]
    if tab == LESSON:
        board = ring(InspectedBoard(window, lab, is_played=True), Highlight.BOARD, ringed)
        return Column(strip, _beside(window, board, text, 0.4, 0.4), gap=6, grow=1)
    body_ = (
        state_panel(window, lab, ringed, is_played=True)
        if tab == STATE
        else _tab(window, lab, tab, ringed)
    )
    return Column(method, strip, body_, figures, gap=6, grow=1)


def _tab(window: Window, lab: LabState, tab: str, ringed: Collection[Highlight]) -> Element:
    card = tab_card(window, lab)
    return ring(card, Highlight(tab), ringed) if tab in set(Tab) else card


VIEW = View(
    LESSONS, 50, "Lessons", "ctrl+5", "Learn how search works, step by step", "lessons",
    lambda window: window.session.lessons.enter(), lessons_view, (Browsing, Learning, Trying),
)  # fmt: skip
