"""The Lab view: the state being expanded, tabs about the search, and the bar that runs it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial

from puzzler.board.board import Board
from puzzler.board.scenario import printable
from puzzler.game.core.live_figures import figure_captions
from puzzler.game.lab.inspecting import Inspecting
from puzzler.game.lab.plots import NOTHING_PLOTTED, plotted
from puzzler.game.lab.state import LabState
from puzzler.game.lab.terms import TERMS
from puzzler.humanize import counted, sentence
from puzzler.search.custom.source import named
from puzzler.search.method import Method
from puzzler.search.packing import has_ranks
from puzzler.search.registry import ALGORITHMS
from puzzler.window.common.actions import action_button
from puzzler.window.common.entering import LAB_TAB, STATE, is_in_step, look_inside
from puzzler.window.common.method_choice import OnChoose, method_row
from puzzler.window.common.search_plot import save_buttons, search_plot
from puzzler.window.common.top_bar import top_bar
from puzzler.window.common.track_bar import (
    TRACK,
    position_label,
    rate_slider,
    track_bar,
    track_tips,
)
from puzzler.window.common.views import LAB, LEARN, View
from puzzler.window.core.window import Window
from puzzler.window.files.own_code import choose_own
from puzzler.window.lab.code import code
from puzzler.window.lab.expansion import InspectedBoard, expansion_card, successors_card
from puzzler.window.lab.frontier import frontier
from puzzler.window.lab.map import map_panel
from puzzler.window.lab.predict import predict_card
from puzzler.window.lab.tree import tree
from puzzler.window.lab.words import placeholder
from puzzler.window.toolkit.choices import Option, Tabs
from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.controls import Rank
from puzzler.window.toolkit.element import Element, Tip
from puzzler.window.toolkit.labels import Figure, Text
from puzzler.window.toolkit.layout import Card, Column, Responsive, Row, Space
from puzzler.window.toolkit.paint import Face
from puzzler.window.toolkit.plot import Cursor
from puzzler.window.toolkit.scroll import Scroll, Scrolled, TextScroll
from puzzler.window.toolkit.track import Track

CODE = "code"
_OUTPUT = "lab output"
_FIGURES = ("expanded", "generated", "duplicates", "frontier", "deepest", "bound")
_LOW_UNITS = 500
"""Windows below this height show the outcome of a search instead of its figures."""
_BOARD_SHARE = 0.385
"""The share of the width for the state being expanded; the tabs get the rest."""
_MAX_BOARD_SHARE = 0.45
"""Maximum share of a compact window's width for the board; the texts get the rest."""
_UPRIGHT = 1.0
"""Minimum ratio of height to width at which a compact window has the board above the texts."""


def lab_view(window: Window) -> Element:
    """Build the Lab."""
    lab = window.shown.lab
    if lab is None:
        return Space()
    pad = (8, 6) if window.is_compact else (20, 16)
    body = lab_body(window, lab)
    return Column(top_bar(window), Row(body, stretch=True, pad=pad, grow=1), lab_bar(window, lab),
                  gap=0)  # fmt: skip


def lab_body(window: Window, lab: LabState) -> Element:
    """Build the state being expanded and, to its right, the method and the tabs."""
    is_compact = window.is_compact
    state, body = None, tab_card(window, lab)
    if not is_compact:
        state = state_panel(window, lab)
        state.fixed_width, state.grow, state.panel = 0, _BOARD_SHARE, "State"
    elif chosen_tab(window) == STATE:
        body = state_panel(window, lab)
        body.panel = tab_strip(window)
    choose = window.session.lab.current.set_method  # restarts the search
    methods = window.ui.reuse(_methods, window, lab.method, choose)
    printed = "" if lab.glimpse is None else lab.glimpse.printed
    output = None
    if printed or lab.failure:
        is_search = named(lab.method.algorithm) is not None
        title = "Output up to the next expansion" if is_search else "Output"
        failure = sentence(lab.failure)
        output = window.ui.reuse(_output, window, title, printed, failure, _is_low(window))
    search = Column(methods, tab_strip(window), body, output, lab_figures(window, lab),
                    gap=6 if is_compact else 8, width=0, grow=1 - _BOARD_SHARE)  # fmt: skip
    return Row(state, search, stretch=True, gap=20, grow=1)


def _methods(window: Window, method: Method, choose: OnChoose) -> Element:
    return method_row(method, choose, partial(choose_own, window, method, choose))


def _output(window: Window, title: str, printed: str, failure: str, is_low: bool) -> Element:
    """Build the output of the user's code and its error, scrolled to the end."""
    window.ui.state(("scroll", _OUTPUT), Scrolled).offset = sys.maxsize
    lines = [printable(line.expandtabs()) for line in printed.splitlines()[-50:]]
    texts = (
        Text("\n".join(lines), size=13, face=Face.FIGURES) if lines else None,
        Text(failure, size=13, color="accent") if failure else None,
    )
    return Card(
        Text(title, size=13, color="text_muted", lines=1) if not is_low else None,
        TextScroll(Column(*texts, gap=4), key=_OUTPUT, height=40 if is_low else 60),
        pad=(16, 6), gap=8, panel="Output", key="output",
    )  # fmt: skip


def state_panel(window: Window, lab: LabState, *, is_narrow: bool = False) -> Element:
    """Build the board being expanded, with the cards about it. is_narrow: always below it."""
    if lab.is_predicting:
        cards: tuple[Element, ...] = (predict_card(window, lab),)
    else:
        cards = (expansion_card(window, lab), successors_card(window, lab))
    texts = Scroll(Column(*cards, gap=4 if window.is_compact else 14), key="lab state", priority=1)
    board = InspectedBoard(window, lab)
    width, height = window.size
    if is_narrow or not window.is_compact or height >= width * _UPRIGHT:
        return Column(board, texts, gap=14, grow=1)

    def build(ui: Context, width: int, height: int) -> Element:
        """Make the board as large as possible, with the cards to its right."""
        rows, columns = lab.board.size
        side = min(_MAX_BOARD_SHARE * width, height * columns / rows)
        board.fixed_width, board.grow = side / ui.painter.scale, 0
        texts.fixed_width, texts.grow = 0, 1
        return Row(board, texts, stretch=True)

    return Responsive(build, grow=1)


_plotted = lru_cache(maxsize=1)(plotted)


def plots(window: Window, lab: LabState) -> Element:
    """Build charts over the number of expansions, with a cursor at the current moment."""
    sampled = None if lab.moment is None else lab.moment.samples
    shown = NOTHING_PLOTTED if sampled is None else _plotted(lab.method, sampled)
    title = f"{lab.problem.start}: {lab.method.title}"
    plot = search_plot(shown, cursor=Cursor(lab.expansions), key="lab plot",
                       empty="Curves start with the first solution" if lab.expansions
                       else "No node expanded yet",
                       on_seek=window.session.lab.current.seek, grow=1)  # fmt: skip
    if is_in_step(window):
        return plot
    saving = save_buttons(window, shown, title, "search", is_brief=_is_low(window))
    if _is_low(window):
        return Row(plot, Column(*saving, gap=0), stretch=True, gap=0)
    return Column(plot, Row(Space(grow=1), *saving))


def _is_low(window: Window) -> bool:
    return window.size[1] / window.painter.scale < _LOW_UNITS


@dataclass(frozen=True)
class LabTab:
    """A tab of the Lab."""

    name: str
    title: str
    tip: str
    build: Callable[[Window, LabState], Element]
    fits: Callable[[Board], bool] = lambda _: True
    """Whether the tab is available for a goal."""


LAB_TABS: tuple[LabTab, ...] = (
    LabTab("frontier", "Frontier", "The order of the next expansions and the reason", frontier),
    LabTab("tree", "Tree", "The search tree and the path to the current state",
           tree),
    LabTab("plots", "Plots", "Figures of the search by number of expansions", plots),
    LabTab("map", "Map", "All states of a small board by distance from the goal",
           map_panel, fits=has_ranks),
    LabTab(CODE, "Code", "The pseudocode, executed line by line", code),
)  # fmt: skip
_STATE_TAB = Option(STATE, "State", Tip("The expanded state, the reason, and its successors"))


def tab_options(window: Window) -> list[Option[str]]:
    """Return the available tabs. In a compact window the state being expanded is a tab too."""
    lab = window.shown.lab
    tabs: list[Option[str]] = [
        Option(tab.name, tab.title, Tip(tab.tip))
        for tab in LAB_TABS
        if lab is None or tab.fits(lab.goal)
    ]
    return [_STATE_TAB, *tabs] if window.is_compact else tabs


def chosen_tab(window: Window) -> str:
    """Return the name of the selected tab."""
    names = [option.value for option in tab_options(window)]
    chosen = window.ui.choice(LAB_TAB, LAB_TABS[0].name)
    return chosen if chosen in names else LAB_TABS[0].name


def tab_strip(window: Window) -> Tabs[str]:
    """Build the row of tabs."""
    choose, chosen = partial(window.ui.choose, LAB_TAB), chosen_tab(window)
    window.session.lab.current.steps_in_code = chosen == CODE
    return Tabs(tab_options(window), chosen, choose, key=LAB_TAB, accessible_name="Panels")


def tab_card(window: Window, lab: LabState) -> Element:
    """Build the content of the selected tab; empty if it is the state tab."""
    chosen = chosen_tab(window)
    tab = next((tab for tab in LAB_TABS if tab.name == chosen), None)
    if tab is None:
        return Space(grow=1)
    window.session.lab.current.record(ranks=tab.build is map_panel, tree=tab.build is tree)
    inner: Element = Text(placeholder(lab), color="text_muted")
    if lab.glimpse is not None:
        inner = tab.build(window, lab)
    inner.grow = 1
    pad = (8, 6) if window.is_compact else (16, 12)
    return Card(inner, pad=pad, grow=1, panel=tab_strip(window))


def lab_figures(window: Window, lab: LabState) -> Element:
    """Build the card with the outcome of the search and the figures at the shown moment.

    The figures are the same as in ``puzzler solve --json``. Low windows omit them after the end.
    """
    figures = () if lab.outcome and _is_low(window) else tuple(_figures(lab))
    return window.ui.reuse(_figures_card, lab.method.algorithm, figures, lab.outcome)


def _figures_card(algorithm: str, shown: tuple[tuple[str, str], ...], outcome: str) -> Element:
    chosen = ALGORITHMS[algorithm]
    tips = {chosen.bound_name: chosen.bound_meaning}
    figures = [
        Figure(caption, value, size=17, grow=1, key=("figure", caption),
               tip=tips.get(caption) or TERMS.get(caption.lower(), ""))
        for caption, value in shown
    ]  # fmt: skip
    outcome_text = Text(outcome, size=15, smaller=(14, 13), strong=True, lines=1, key="outcome",
                 color="good" if outcome.startswith("Solved") else "text")  # fmt: skip
    return Card(
        outcome_text if outcome else None,
        Row(*figures, gap=12) if figures else None,
        gap=2, pad=(16, 9), height=40 if not figures else 87 if outcome else 63,
    )  # fmt: skip


def _figures(lab: LabState) -> list[tuple[str, str]]:
    """Return (caption, value) for the figures of the algorithm, and b* if it is solved."""
    if lab.figures is None:
        return []
    # the bound may reveal the answer to a question about the next expansion
    names = [name for name in _FIGURES if name != "bound" or lab.question is None]
    shown = figure_captions(lab.figures, names).values()
    figures = [(caption.title, caption.value) for caption in shown]
    result = None if lab.moment is None else lab.moment.result
    if lab.is_at_end and result is not None and result.branching is not None:
        figures.append(("b*", f"{result.branching:.2f}"))
    return figures


def lab_bar(window: Window, lab: LabState) -> Element:
    """Build the bar with the track, which grows with the search, the speed and Predict."""
    current, label = window.session.lab.current, "" if window.is_compact else None
    steps = ("A line", "ten expansions") if chosen_tab(window) == CODE else ("An expansion", "ten")
    track = Track(
        lab.position, lab.last_position, current.seek, is_open=not lab.is_end_known,
        target=lab.target if lab.is_seeking else None, grow=1, priority=-3,
        tip="The search: click or drag to go to any expansion", accessible_name="Search", key=TRACK,
    )  # fmt: skip
    return track_bar(
        window,
        track,
        position_label(_position(lab), 150 if window.is_compact else 216),
        *rate_slider(window, lab.rate, current.set_rate,
                     "Expansions per second; at the right end without a limit"),
        action_button(window, "run-until", label=label),
        action_button(window, "predict", label=label,
                      rank=Rank.PRIMARY if lab.is_predicting else Rank.NORMAL),
        is_playing=lab.is_running,
        tips=track_tips("search", *steps, "Run and pause"),
    )  # fmt: skip


def _position(lab: LabState) -> list[str]:
    here, last = lab.expansions, lab.last_known
    if lab.is_seeking and lab.seeking is not None:
        return [f"going to {lab.target:,}: {lab.seeking:.0%}"]
    more = "" if lab.is_end_known else "+"
    of = f" of {last:,}{more}" if here < last or lab.is_end_known else ""
    if lab.is_goal_shown:
        return [f"goal, {counted(here, 'expansion')}", "goal"]
    return [f"expansion {here:,}{of}", f"{here:,}{of}"]


VIEW = View(
    name=LAB, title="Lab", key="ctrl+2", purpose="Watch a search step by step", icon="lab",
    go=look_inside, build=lab_view, activities=(Inspecting,), place=LEARN,
    useful=("pause", "step-forward", "ten-forward", "predict", "tab-forward"),
    picture=(("", "The state being expanded", "Why it was chosen", "Its successors"),
             ("The method", "Frontier, tree, plots, map", "Figures"),
             "The search: run, pause, step"),
)  # fmt: skip
