"""The rules of a race: what lanes share equally, how far they go, and what wins."""

from __future__ import annotations

from dataclasses import replace

from puzzler import humanize
from puzzler.game.race.state import Phase, RaceState
from puzzler.humanize import memory
from puzzler.search.winning import Rule
from puzzler.solver.race.values import Pace, RaceRules
from puzzler.window.common.actions import action_button, actions
from puzzler.window.keymap import Keymap
from puzzler.window.toolkit.controls import Dropdown, Option, Rank
from puzzler.window.toolkit.element import Element, Tip
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.layout import Fit, Pages, Row
from puzzler.window.window import Window

PACES = {Pace.EXPANSIONS: "Equal expansions", Pace.TIME: "Equal time"}
UNTIL_DONE = "Run to completion"
_EXPANSIONS = (100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000)
_SECONDS = (0.1, 0.5, 1.0, 5.0, 10.0, 30.0, 60.0)
_PACES = [
    Option(Pace.EXPANSIONS, PACES[Pace.EXPANSIONS], detail="The same race each time"),
    Option(Pace.TIME, PACES[Pace.TIME], detail="Each lane gets the same time"),
]
_PACE_TIP = (
    "What the lanes share equally. Equal expansions give the same race each time; equal time "
    "also counts how fast each expansion is"
)


def race_rules(window: Window, race: RaceState) -> Element:
    """Pace and budget can be chosen before the race, what wins at any time."""
    can_add = race.phase is Phase.READY and race.can_add
    note = f"{memory(race.memory_each)} of memory per lane"
    return window.ui.reuse(
        _rules, window, race.rules, race.rule, race.phase, can_add, note, window.keymap
    )


def _rules(
    window: Window,
    rules: RaceRules,
    rule: Rule,
    phase: Phase,
    can_add: bool,
    memory_words: str,
    keymap: Keymap,
) -> Element:
    race = window.session.race  # these elements may outlast one race
    is_ready, is_counted = phase is Phase.READY, rules.pace is Pace.EXPANSIONS
    budget = rules.expansions if is_counted else rules.seconds
    amounts: set[float] = {*(_EXPANSIONS if is_counted else _SECONDS)}
    amounts |= set() if budget is None else {budget}
    budgets: list[Option[float | None]] = [
        Option(amount, budget_words(with_budget(rules, amount)))
        for amount in (None, *sorted(amounts))
    ]
    # the key that starts and pauses everything starts a race, too
    start = Tip(actions()["race-start"].words, keymap.hint("pause"))

    def choose_pace(pace: Pace) -> None:
        if pace is not rules.pace:
            race.current.set_rules(RaceRules(pace))

    def choose_budget(amount: float | None) -> None:
        race.current.set_rules(with_budget(rules, amount))

    def choose_rule(rule: Rule) -> None:
        race.current.rule = rule

    def row(note: str, *, is_brief: bool) -> Row:
        wins = [Option(each, each.words if is_brief else f"Wins: {each.words.lower()}")
                for each in Rule]  # fmt: skip
        return Row(
            Dropdown(_PACES, rules.pace, choose_pace, snug=True, enabled=is_ready, tip=_PACE_TIP,
                     key="pace"),
            Dropdown(budgets, budget, choose_budget, snug=True, enabled=is_ready,
                     tip="How far each lane goes at most", key="budget"),
            Dropdown(wins, rule, choose_rule, snug=True, key="winner",
                     tip="Which figure decides the winner, among the lanes with a solution"),
            action_button(window, "add-lane", rank=Rank.NORMAL, priority=-2) if can_add else None,
            Text(note, size=13, color="text_muted", align=0.5, lines=1, grow=1),
            Pages(
                action_button(window, "race-start", rank=Rank.PRIMARY, tip=start),
                action_button(window, "race-stop"),
                action_button(window, "race-again"),
                shown=(Phase.READY, Phase.RUNNING, Phase.OVER).index(phase), priority=-1,
            ),
            gap=6,
        )  # fmt: skip

    return Fit(row(memory_words, is_brief=False), row("", is_brief=False), row("", is_brief=True))


def with_budget(rules: RaceRules, amount: float | None) -> RaceRules:
    """The same pace with another budget."""
    if rules.pace is Pace.EXPANSIONS:
        return replace(rules, expansions=None if amount is None else int(amount), seconds=None)
    return replace(rules, seconds=amount, expansions=None)


def budget_words(rules: RaceRules) -> str:
    """How far each lane goes."""
    if rules.pace is Pace.EXPANSIONS and rules.expansions is not None:
        return f"{humanize.long_count(rules.expansions)} per lane"
    if rules.pace is Pace.TIME and rules.seconds is not None:
        return f"{rules.seconds:g} s per lane"
    return UNTIL_DONE
