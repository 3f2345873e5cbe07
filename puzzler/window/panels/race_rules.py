"""The rules of a race: what lanes get equally much of, how far they go, and what wins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from pygame import Rect

from puzzler.game.race.racing import Racing
from puzzler.game.race.state import Phase
from puzzler.humanize import memory
from puzzler.search.winning import Rule
from puzzler.solver.race.rules import Pace, RaceRules
from puzzler.window.common.actions import actions
from puzzler.window.layout import Grow, Size, row
from puzzler.window.panels.method_choice import choice_width
from puzzler.window.panels.panel import action_button, action_tip, drawn
from puzzler.window.race_words import PACES, budget_words
from puzzler.window.toolkit.cells import Item
from puzzler.window.toolkit.menu import open_menu
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.button import Rank
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.dropdown import Dropdown
from puzzler.window.widgets.label import label
from puzzler.window.widgets.tooltip import Tip
from puzzler.window.window import Window

EXPANSIONS = (None, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000)
SECONDS = (None, 0.1, 0.5, 1.0, 5.0, 10.0, 30.0, 60.0)
_HEIGHT_UNITS = 38
_TYPE_UNITS = 13
_TIPS = {
    "pace": "What every lane gets as much of as the others. Equal expansions give the same race "
    "each time; equal time also counts how quick each expansion is",
    "budget": "How far each lane goes at most",
    "winner": "What the winner is found by, among the lanes with an answer",
}
_PRESS = "race-start", "race-stop", "race-again"


class RaceRulesPanel:
    """The rules can be changed before the race; what wins, at any time."""

    name = "race rules"
    is_shown = True

    def __init__(self, desk: Window) -> None:
        self._desk = desk
        self._area = self._note = Rect(0, 0, 0, 0)
        self._words = ""
        self._shape: object = None
        self.pace: Dropdown[Pace] = Dropdown(
            "pace",
            [
                (Pace.EXPANSIONS, Item(PACES[Pace.EXPANSIONS], detail="The same race each time")),
                (Pace.TIME, Item(PACES[Pace.TIME], detail="Each lane the same share of the clock")),
            ],
            self._choose_pace,
            partial(open_menu, desk.ui),
        )
        self.budget: Dropdown[float | None] = Dropdown(
            "budget", [], self._choose_budget, partial(open_menu, desk.ui)
        )
        self.winner: Dropdown[Rule] = Dropdown(
            "winner", [], self._choose_winner, partial(open_menu, desk.ui)
        )
        self.add = action_button(desk, actions()["add-lane"], rank=Rank.NORMAL)
        self._buttons = {name: action_button(desk, actions()[name]) for name in _PRESS}
        self._buttons["race-start"].rank = Rank.PRIMARY

    # ---- Layout -------------------------------------------------------------------------

    def height(self, painter: Painter, width: int) -> int:
        """One line of targets."""
        return painter.target(_HEIGHT_UNITS)

    def place(self, painter: Painter, area: Rect) -> None:
        """The choices from the left, what begins and ends the race at the right."""
        self._area = area
        gap = painter.px(6)
        self._offer(is_brief=False)
        sizes = self._sizes(painter)
        if self._taken(sizes, gap) > area.width:
            self._offer(is_brief=True)
            sizes = self._sizes(painter)
            for name in ("add", "press"):
                if name in sizes and self._taken(sizes, gap) > area.width:
                    sizes[name] = painter.target(_HEIGHT_UNITS)
        if self._taken(sizes, gap) > area.width:
            for name in ("pace", "budget", "winner"):
                width = sizes[name]
                sizes[name] = Grow(width if isinstance(width, int) else 1)
            del sizes["note"]
        rects = dict(zip(sizes, row(area, list(sizes.values()), gap), strict=True))
        self._note = rects.get("note", Rect(area.topleft, (0, 0)))
        for name, control in (
            ("pace", self.pace),
            ("budget", self.budget),
            ("winner", self.winner),
            ("add", self.add),
        ):
            control.rect = rects.get(name, Rect(area.topleft, (0, 0)))
        for button in self._buttons.values():
            button.rect = rects["press"]

    def _sizes(self, painter: Painter) -> dict[str, Size]:
        sizes: dict[str, Size] = {
            "pace": choice_width(painter, self.pace),
            "budget": choice_width(painter, self.budget),
            "winner": choice_width(painter, self.winner),
        }
        if self._can_add:
            sizes["add"] = self.add.width(painter)
        sizes["note"] = Grow()
        return sizes | {"press": max(each.width(painter) for each in self._buttons.values())}

    @staticmethod
    def _taken(sizes: dict[str, Size], gap: int) -> int:
        return sum(s for s in sizes.values() if isinstance(s, int)) + gap * (len(sizes) - 1)

    # ---- What is shown ------------------------------------------------------------------

    def follow(self) -> None:
        """What is chosen, and what can be done."""
        racing = self._desk.racing
        if racing is None:
            return
        rules, is_choosing = racing.rules, racing.phase is Phase.READY
        self.pace.is_enabled = self.budget.is_enabled = is_choosing
        for name, button in self._buttons.items():
            button.is_enabled = actions()[name].is_enabled(self._desk)
        self._words = _memory_words(racing)
        shape = rules, racing.rule, racing.phase, len(racing.methods)
        if shape != self._shape:
            self._shape = shape
            self.pace.chosen = rules.pace
            self.budget.chosen = _budget_of(rules)
            self.winner.chosen = racing.rule
            if self._area.width:
                self.place(self._desk.painter, self._area)

    def _offer(self, *, is_brief: bool) -> None:
        racing = self._desk.racing
        rules = RaceRules() if racing is None else racing.rules
        offered: set[float | None] = {*(EXPANSIONS if _is_counted(rules) else SECONDS)}
        offered.add(_budget_of(rules))
        amounts = sorted(amount for amount in offered if amount is not None)
        self.budget.options = [
            (amount, Item(budget_words(_with_budget(rules, amount)))) for amount in (None, *amounts)
        ]
        self.winner.options = [
            (rule, Item(rule.words if is_brief else f"Wins: {_within_sentence(rule.words)}"))
            for rule in Rule
        ]

    @property
    def _can_add(self) -> bool:
        racing = self._desk.racing
        return racing is not None and racing.phase is Phase.READY and racing.state().can_add

    @property
    def _press(self) -> str:
        """The one action of the three that means something now."""
        racing = self._desk.racing
        if racing is None or racing.phase is Phase.READY:
            return "race-start"
        return "race-again" if racing.phase is Phase.OVER else "race-stop"

    def _choose_pace(self, pace: Pace) -> None:
        racing = self._desk.racing
        if racing is not None and pace is not racing.rules.pace:
            racing.set_rules(RaceRules(pace))

    def _choose_budget(self, amount: float | None) -> None:
        racing = self._desk.racing
        if racing is not None:
            racing.set_rules(_with_budget(racing.rules, amount))

    def _choose_winner(self, rule: Rule) -> None:
        if self._desk.racing is not None:
            self._desk.racing.rule = rule

    # ---- Controls and picture -----------------------------------------------------------

    @property
    def controls(self) -> list[Control]:
        """From left to right."""
        add = [self.add] if self._can_add else []
        return [self.pace, self.budget, self.winner, *add, self._buttons[self._press]]

    def tip(self, name: str) -> Tip | None:
        """Of the choices and the buttons."""
        if name in _TIPS:
            return Tip(_TIPS[name])
        if name == "race-start":  # the key that lets anything go on
            return Tip(actions()[name].words, self._desk.keymap.hint("pause"))
        return action_tip(self._desk, actions()[name]) if name in actions() else None

    def parts(self, painter: Painter) -> Iterator[Part]:
        """The choices, the buttons, and how the memory is shared."""
        yield from drawn(self._desk, painter, self.controls)
        size = painter.type_size(_TYPE_UNITS)
        if self._note.width and painter.fits(self._words, Face.BODY, size, self._note.width):
            yield label(
                painter,
                "memory each",
                self._note,
                self._words,
                color=painter.theme.text_muted,
                units=_TYPE_UNITS,
                align=0.5,
            )


def _memory_words(racing: Racing) -> str:
    return f"{memory(racing.state().memory_each)} of memory each"


def _is_counted(rules: RaceRules) -> bool:
    return rules.pace is Pace.EXPANSIONS


def _budget_of(rules: RaceRules) -> float | None:
    return rules.expansions if _is_counted(rules) else rules.seconds


def _with_budget(rules: RaceRules, amount: float | None) -> RaceRules:
    if _is_counted(rules):
        return replace(rules, expansions=None if amount is None else int(amount), seconds=None)
    return replace(rules, seconds=amount, expansions=None)


def _within_sentence(text: str) -> str:
    return text[:1].lower() + text[1:]
