"""Lessons: the list of them; and a step, its text beside what it is about."""

from __future__ import annotations

import pygame

from puzzler.game.lab.inspecting import LabState
from puzzler.game.lessons.learning import Browsing, Learning, Trying
from puzzler.game.lessons.lessons import LessonState
from puzzler.game.lessons.values import Panel
from puzzler.humanize import counted
from puzzler.window.common.board import BoardElement
from puzzler.window.common.entering import CHOICE, LAB_TAB, explore, is_exploring, put_question
from puzzler.window.common.top_bar import top_bar
from puzzler.window.common.views import LEARN, LESSONS, View
from puzzler.window.lab.expansion import InspectedBoard
from puzzler.window.lab.predict import predict_card
from puzzler.window.lab.view import lab_bar, lab_body, state_panel, tab_card
from puzzler.window.lessons.figures import figures_panel
from puzzler.window.lessons.list import lesson_list
from puzzler.window.lessons.text import explore_row, is_tight, step_buttons, step_text
from puzzler.window.toolkit.element import Element
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.layout import At, Column, Row
from puzzler.window.toolkit.scroll import Scroll
from puzzler.window.window import Window

_TEXT_SHARE, _COMPACT_TEXT_SHARE, _TIGHT_TEXT_SHARE = 0.42, 0.52, 0.56
"""Of the width, for the text; the panel has the rest."""
_UPRIGHT, _UPRIGHT_TEXT_SHARE = 1.0, 0.5
"""From this height for its width on a window has the panel above the text; of the height."""
_LIST_UNITS = 1160
"""The list is no wider: lines could not be read."""
_SOLVE_IT = "Slide the tiles with the pointer or the arrow keys"


class _Opened:
    step: object = None


def lessons_view(window: Window) -> Element:
    """The list, or the step that is open; or all of the Lab for the search of that step."""
    course, lab = window.shown.lesson, window.shown.lab
    pad = (8, 6) if window.is_compact else (20, 16)
    if course is None or not course.is_open:
        content = lesson_list(window)
        content.fixed_width = min(_LIST_UNITS, window.size[0] / window.painter.scale - 2 * pad[0])
        return Column(top_bar(window), At(content, pad=pad, grow=1), gap=0)
    _turn_to_tab(window)
    bar, bottom = top_bar(window), None
    if lab is not None and is_exploring(window):
        row, body = explore_row(window, course), lab_body(window, lab, is_played=True)
        if window.is_compact:  # every line of the body is needed
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


def _turn_to_tab(window: Window) -> None:
    """A step that opens has its tab turned to, and is not explored."""
    course, opened = window.shown.lesson, window.ui.state("lesson tab", _Opened)
    # one that comes back from elsewhere is another activity
    now = course and course.position, window.session.activity
    if course is not None and course.step is not None and now != opened.step:
        opened.step = now
        window.ui.choose(LAB_TAB, course.step.panel.value)
        explore(window, is_wanted=False)


def _choose(window: Window, key: int, mod: int) -> bool:
    """The letter of a choice takes it where it is in sight; else it leads to it."""
    course, number = window.session.lessons.state(), key - pygame.K_a
    count = 0 if course.asked is None or course.answered is not None else len(course.asked.choices)
    if number not in range(count) or mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
        return False
    choice = f"{CHOICE} {number + 1}"
    if window.ui.is_in_sight(choice):
        window.session.lessons.choose(number)
    else:
        put_question(window, choice)
    return True


def _enter(window: Window, key: int) -> bool:
    """Enter answers where something is asked, else it goes on."""
    focused = window.ui.find(window.ui.focused) if window.ui.focused is not None else None
    is_held = focused is not None and focused.is_enabled  # an answer that was given is not
    if key not in (pygame.K_RETURN, pygame.K_KP_ENTER) or is_held:
        return False
    if not put_question(window):
        window.session.lessons.next()
    return True


def _step(window: Window, course: LessonState, lab: LabState | None) -> Element:
    """The text beside the one panel that it is about; in an upright window below it."""
    text = Column(step_text(window), step_buttons(window), gap=6 if is_tight(window) else 14)
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
    """What the step points at; while a board is to be predicted, the boards to choose from."""
    panel = Panel.BOARD if course.step is None else course.step.panel
    if lab.is_predicting and window.is_compact:
        return Scroll(predict_card(window, lab), key="lesson prediction")
    if panel is Panel.FIGURES:
        return figures_panel(window, course)
    is_board = panel is Panel.BOARD or (panel is Panel.STATE and not lab.expansions)
    if not lab.is_predicting and (is_board or not course.is_revealed):
        return InspectedBoard(window, lab, is_played=True)
    if lab.is_predicting or panel is Panel.STATE:
        return state_panel(window, lab, is_played=True, is_narrow=True)
    return tab_card(window, lab)


def _played(window: Window) -> Element:
    play = window.shown.play
    count = play.move_count
    is_solved = play.is_solved and count > 0
    words = _SOLVE_IT if not count else counted(count, "move")
    if is_solved:
        words = f"Solved in {counted(count, 'move')}"
    color = "good" if is_solved else "text" if count else "text_muted"
    return Column(
        BoardElement(window),
        Text(words, size=17, strong=count > 0, color=color, align=0.5, lines=1, priority=1),
    )


VIEW = View(
    LESSONS, 30, "Lessons", "ctrl+5", "Learn how search works, step by step", "lessons",
    lambda window: window.session.lessons.enter(), lessons_view, (Browsing, Learning, Trying),
    LEARN,
    useful=("lesson-next", "lesson-back", "lesson-answer", "lesson-explore", "lesson-return"),
    picture=(("The text of the step", "Its question"),
             ("", "What the text is about"), "Back, Explore and Next"),
)  # fmt: skip
