"""The Race view: two to four searches on one board, side by side."""

from __future__ import annotations

from dataclasses import replace

from puzzler.game.race.racing import Racing
from puzzler.game.race.state import RacePhase, RaceState
from puzzler.humanize import duration, long_count, memory
from puzzler.search.report.winning import WinningRule
from puzzler.solver.race.race_rules import Pace, RaceRules
from puzzler.window.common.actions import action_button, actions
from puzzler.window.common.entering import open_race
from puzzler.window.common.top_bar import top_bar
from puzzler.window.common.track_bar import position_label, rate_slider, track_bar, track_tips
from puzzler.window.common.views import LEARN, RACE, View
from puzzler.window.core.keymap import Keymap
from puzzler.window.core.window import Window
from puzzler.window.race.lanes import race_lanes
from puzzler.window.race.results import race_plot, race_table
from puzzler.window.toolkit.choices import Dropdown, Option, Tabs
from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.controls import Rank
from puzzler.window.toolkit.element import Element, Range, Tip
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.layout import Card, Column, Fit, Pages, Row, Space
from puzzler.window.toolkit.track import Track

LANES, PLOT, TABLE = "lanes", "plot", "table"
_TAB = "race tab"
_TABS = {
    LANES: Option(LANES, "Lanes", Tip("The state of each lane")),
    PLOT: Option(PLOT, "Plot", Tip("A curve for each lane by number of expansions")),
    TABLE: Option(TABLE, "Table", Tip("The result of each lane after the race")),
}
_TABS_UNITS = 150, 294
"""Minimum and preferred height of plot and table; the latter shows four rows."""
_EXPANSIONS = (100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000)
_SECONDS = (0.1, 0.5, 1.0, 5.0, 10.0, 30.0, 60.0)
_PACES = (
    (Pace.EXPANSIONS, "Equal expansions", "The race is repeatable"),
    (Pace.TIME, "Equal time", "Each lane gets the same time"),
)


def race_view(window: Window) -> Element:
    """Build the view: rules, lanes, and tabs. In a compact window the lanes are the first tab."""
    race = window.shown.race
    if race is None:
        return Space()
    shown = window.ui.state("race shown", _Shown)
    if shown.follow(race):
        window.ui.wake_in(0.0)
    is_compact, is_ready = window.is_compact, race.phase is RacePhase.READY
    lanes = race_lanes(window, shown.states) if is_ready or not is_compact else None
    if lanes is not None:
        lanes.panel = "Lanes"
    return Column(
        top_bar(window),
        Column(
            _rules_row(window, race),
            lanes,
            None if is_ready else _tabs(window, race, shown),
            gap=6 if is_compact else 12, pad=(8, 6) if is_compact else (20, 14), grow=1,
        ),
        race_bar(window, race, shown.states[0].moment),
        gap=0,
    )  # fmt: skip


class _Shown:
    """The states of the race that the lanes and the plot show.

    During the race, only one state is replaced per frame, so that no frame takes too long.
    """

    def __init__(self) -> None:
        self.states: list[RaceState] = []
        """One state for each lane, followed by one for the plot."""

    def follow(self, race: RaceState) -> bool:
        """Replace older states by ``race``. Return True if some states are still older."""
        states, count = self.states, len(race.methods) + 1
        if not race.is_running or len(states) != count or not states[0].is_running:
            self.states = [race] * count
            return False
        behind = [at for at, state in enumerate(states) if state is not states[0]]
        if behind:
            states[behind[0]] = states[0]
        else:
            states[0] = race
        return any(state is not race for state in states)


def _rules_row(window: Window, race: RaceState) -> Element:
    """Build the controls of the rules. Pace and budget can only be changed before the race."""
    can_add = race.phase is RacePhase.READY and race.can_add
    note = f"{memory(race.memory_each)} of memory per lane"
    return window.ui.reuse(
        _rules, window, race.rules, race.rule, race.phase, can_add, note, window.keymap
    )


def _rules(
    window: Window,
    rules: RaceRules,
    rule: WinningRule,
    phase: RacePhase,
    can_add: bool,
    memory_note: str,
    keymap: Keymap,
) -> Element:
    race = window.session.race  # these elements may be reused in the next race
    is_ready, is_counted = phase is RacePhase.READY, rules.pace is Pace.EXPANSIONS
    budget = rules.expansions if is_counted else rules.seconds
    amounts: set[float] = {*(_EXPANSIONS if is_counted else _SECONDS)}
    amounts |= set() if budget is None else {budget}
    # the key for run and pause also starts a race
    start = Tip(actions()["race-start"].text, keymap.hint("pause"))

    def choose_pace(pace: Pace) -> None:
        if pace is not rules.pace:
            race.current.set_rules(RaceRules(pace))

    def choose_budget(amount: float | None) -> None:
        count = None if amount is None or not is_counted else round(amount)
        seconds = None if is_counted else amount
        race.current.set_rules(replace(rules, expansions=count, seconds=seconds))

    def choose_rule(rule: WinningRule) -> None:
        race.current.rule = rule

    def row(note: str, *, is_brief: bool) -> Row:
        wins = [Option(each, each.words if is_brief else f"Winner: {each.words.lower()}")
                for each in WinningRule]  # fmt: skip
        paces = [Option(pace, text if is_brief else f"Advance: {text.lower()}", detail=detail)
                 for pace, text, detail in _PACES]  # fmt: skip
        budgets: list[Option[float | None]] = [
            Option(None, "No limit" if is_brief else "Limit: none")
        ]
        unit = "s" if not is_counted else "" if is_brief else "expansions"
        for each in sorted(amounts):
            amount = long_count(round(each)) if is_counted else f"{each:g}"
            words = " ".join(filter(None, (amount, unit, "per lane")))
            budgets.append(Option(each, words if is_brief else f"Limit: {words}"))
        return Row(
            Dropdown(paces, rules.pace, choose_pace, snug=True, enabled=is_ready, key="pace",
                     accessible_name="Pace",
                     tip="How the lanes advance. With equal expansions the race is repeatable; "
                         "equal time also measures the speed of expansions"),
            Dropdown(budgets, budget, choose_budget, snug=True, enabled=is_ready,
                     accessible_name="Budget",
                     tip="The limit of each lane", key="budget"),
            Dropdown(wins, rule, choose_rule, snug=True, key="winner",
                     accessible_name="Winner",
                     tip="The figure that decides the winner among lanes with a solution. Fewer "
                         "expansions decide between solutions of equal length"),
            action_button(window, "add-lane", rank=Rank.NORMAL, priority=-2) if can_add else None,
            Text(note, size=13, color="text_muted", align=0.5, lines=1, grow=1),
            Pages(
                action_button(window, "race-start", rank=Rank.PRIMARY, tip=start),
                action_button(window, "race-stop"),
                action_button(window, "race-again"),
                shown=(RacePhase.READY, RacePhase.RUNNING, RacePhase.OVER).index(phase),
                priority=-1,
            ),
            gap=6,
        )  # fmt: skip

    return Fit(row(memory_note, is_brief=False), row("", is_brief=False), row("", is_brief=True))


def offered_tabs(window: Window) -> list[str]:
    """Return the names of the tabs from left to right."""
    return [name for name in _TABS if name != LANES or window.is_compact]


def chosen_tab(window: Window, race: RaceState) -> str:
    """Return the name of the selected tab. The end of the race selects the table."""
    is_over, names = race.phase is RacePhase.OVER, offered_tabs(window)
    was_over, chosen = window.ui.choice(_TAB, (False, ""))
    if was_over is not is_over or chosen not in names:
        return TABLE if is_over else names[0]
    return chosen


def choose_tab(window: Window, name: str) -> None:
    """Select the tab ``name`` until the race ends or restarts."""
    is_over = window.session.race.current.phase is RacePhase.OVER
    window.ui.choose(_TAB, (is_over, name))


def _tabs(window: Window, race: RaceState, shown: _Shown) -> Element:
    tab, options = chosen_tab(window, race), [_TABS[name] for name in offered_tabs(window)]
    strip = Tabs(
        options, tab, lambda name: choose_tab(window, name), key=_TAB, accessible_name="Panels"
    )
    if tab == LANES:
        body: Element = race_lanes(window, shown.states)
    else:
        is_plot = tab == PLOT
        inner = race_plot(window, race, shown.states[-1]) if is_plot else race_table(window, race)
        inner.grow = 1
        body = Card(inner, pad=(8, 6) if window.is_compact else (16, 10), key="race card")
    body.fixed_height, body.grow, body.panel = 0, 1, strip
    return _BelowLanes(Row(strip), body, grow=1 if window.is_compact else 0.45)


class _BelowLanes(Column):
    """The tabs, with a height that does not depend on the selected tab."""

    def measure_height(self, ui: Context, width: int) -> Range:
        return Range(*map(ui.painter.px, _TABS_UNITS))


def race_bar(window: Window, race: RaceState, moment: float) -> Element:
    """Build the bar that runs, pauses and steps a race. moment: the position to display."""
    racing, timeline, step = window.session.race.current, race.timeline, 1.0
    here, last, tip = 0, 0, "Available after the race"
    if timeline is not None and timeline.end:
        step = timeline.round
        here, last = round(race.moment / step), round(timeline.end / step)
        tip = "The race: click or drag to see all lanes at the same moment"
    track = Track(here, last, (lambda position: racing.seek(position * step)) if last else None,
                  tip=tip, accessible_name="Timeline", key="track", grow=1)  # fmt: skip
    unit = "Expansions" if race.rules.pace is Pace.EXPANSIONS else "Milliseconds"
    return track_bar(
        window,
        track,
        position_label(_position(race, moment), 170 if window.is_compact else 250),
        *rate_slider(window, race.rate, racing.set_rate,
                     f"{unit} per second and lane; at the right end without a limit",
                     enabled=race.phase is not RacePhase.OVER),
        is_playing=race.is_running,
        tips=track_tips("race", "A step", "ten", "Run and pause the race", ", at full speed"),
    )  # fmt: skip


def _position(race: RaceState, moment: float) -> list[str]:
    pace, timeline = race.rules.pace, race.timeline
    if race.phase is RacePhase.READY:
        return ["Ready"]
    here = format_moment(pace, moment)
    if timeline is None:
        unit = "" if race.rules.pace is Pace.TIME else " expansions"
        return [f"{here}{unit} per lane", here]
    last = format_moment(pace, timeline.end)
    return [f"{here} of {last}", here]


def format_moment(pace: Pace, moment: float) -> str:
    """Format a moment of the timeline, which is in expansions or seconds."""
    if pace is Pace.EXPANSIONS:
        return f"{round(moment):,}"
    return duration(moment) if moment else "0 ms"


VIEW = View(
    name=RACE, title="Race", key="ctrl+3", purpose="Race searches against each other",
    icon="race",
    go=open_race, build=race_view, activities=(Racing,), place=LEARN,
    useful=("add-lane", "pause", "race-stop", "race-again", "lab-faster"),
    picture=(("", "A lane: its method and figures", "Plot and table"), ("", "A second lane"),
             "The race: run, pause, look back"),
)  # fmt: skip
