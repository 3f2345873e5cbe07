"""The solver: how Watch searches, what its solution will be worth, and the button that begins."""

from __future__ import annotations

from typing import Any

from puzzler.game.play.settings import AUTOMATIC
from puzzler.game.watch import messages
from puzzler.humanize import sentence
from puzzler.search.method import Method
from puzzler.search.registry import ALGORITHMS, DEFAULT_ALGORITHM, HEURISTICS
from puzzler.window.common.actions import action_button, actions
from puzzler.window.common.method_choice import WEIGHTS, heuristic_options, method_item
from puzzler.window.toolkit.controls import Option, Rank, Stepper
from puzzler.window.toolkit.element import Element, Tip
from puzzler.window.toolkit.labels import Icon, Text
from puzzler.window.toolkit.layout import Card, Row
from puzzler.window.window import Window

SHORTEST = ""
"""Stands for the fastest method that proves a shortest solution, among the names of algorithms."""
AUTOMATIC_SUMMARY = "What suits the board: A* up to 16 cells, Anytime on larger ones"
SHORTEST_SUMMARY = "The fastest method that proves a shortest answer, by the size of the board"
_BUTTONS = "watch", "look-inside", "stop", "go-on"
_WEIGHT_TIP = "How much the estimate counts: f = g + W h. More is quicker, and the answer longer"


def solver_card(window: Window) -> Element:
    """The choice holds for the next search; what runs keeps its own method."""
    shown, watch = window.shown, window.shown.watch
    enabled = [actions()[name].is_enabled(window) for name in _BUTTONS]
    size = window.session.activity.board.size  # what algorithms are warned of depends on it
    inputs = watch.method, watch.warning, watch.can_go_on, size, enabled, window.keymap
    return window.ui.reuse(_solver_card, window, shown.settings, window.is_compact, inputs)


def _solver_card(window: Window, *_: object) -> Element:
    watch = window.shown.watch
    warning = watch.warning
    expected = warning or messages.worth_ahead(watch.method)
    return Card(
        _algorithm(window),
        _heuristic_and_weight(window),
        Row(
            Icon("warning", size=18, color="accent") if warning else None,
            Text(expected, color="text_muted", grow=1),
            align=0,
        ),
        None if window.is_compact else _buttons(window, warning),
        action_button(
            window, "go-on", rank=Rank.PRIMARY, shows_key=True, height=46,
            tip=Tip(messages.EVER_SHORTER, window.keymap.hint("go-on")),
        )
        if watch.can_go_on
        else None,
        gap=6,
        pad=(20, 16),
        key="solver",
    )  # fmt: skip


def _algorithm(window: Window) -> Stepper[str]:
    settings, method = window.shown.settings, window.shown.watch.method
    title = ALGORITHMS[method.algorithm].title
    if settings.shortest:
        tip = SHORTEST_SUMMARY
    elif settings.is_automatic:
        tip = f"{AUTOMATIC_SUMMARY}. Now {method.title}"
    else:
        tip = sentence(ALGORITHMS[method.algorithm].summary)

    def choose(name: str) -> None:
        changes: dict[str, Any] = {"shortest": name == SHORTEST}
        if name != SHORTEST:
            changes["algorithm"] = name
        if name in ALGORITHMS:
            changes["heuristic"] = _heuristic_with(window, name)
        window.set(**changes)

    return Stepper(
        _algorithms(window),
        SHORTEST if settings.shortest else settings.algorithm,
        choose,
        words=f"Automatic: {title}" if settings.is_automatic else None,
        height=34,
        tip=tip,
        key="algorithm",
    )


def _heuristic_and_weight(window: Window) -> Row:
    settings, method = window.shown.settings, window.shown.watch.method
    algorithm = ALGORITHMS[method.algorithm]
    entry = HEURISTICS[method.heuristic]

    def choose(**changes: Any) -> None:
        """A part of the method: of the one that is shown, where that was not chosen by name."""
        if window.session.settings.is_automatic:
            shown = {"algorithm": method.algorithm, "heuristic": method.heuristic}
            changes = {**shown, "weight": method.weight, **changes}
        window.set(**changes)

    def part(
        name: str, options: list[Option[Any]], is_used: bool, tip: str, **sizes: float
    ) -> Stepper[Any]:
        return Stepper(
            options,
            getattr(method, name) if is_used else None,
            lambda value: choose(**{name: value}),
            words=None if is_used else f"No {name}",
            enabled=is_used and not settings.shortest,
            height=34,
            tip=tip,
            key=name,
            **sizes,  # type: ignore[arg-type]  # width or grow
        )

    weights = [Option(w, f"W {w:g}") for w in sorted({*WEIGHTS, settings.weight})]
    tip = f"{sentence(entry.title)}: {entry.summary}"
    return Row(
        part("heuristic", heuristic_options(), algorithm.uses_heuristic, tip, grow=1),
        part("weight", weights, algorithm.uses_weight, _WEIGHT_TIP, width=96),
    )


def _buttons(window: Window, warning: str) -> Row:
    """In a compact window the bar has what watches."""
    return Row(
        action_button(
            window,
            "watch",
            label=actions()["watch"].words,
            icon="",
            rank=Rank.NORMAL if window.shown.watch.can_go_on else Rank.PRIMARY,
            shows_key=True,
            height=46,
            grow=1,
            tip=warning or None,
        ),
        action_button(window, "look-inside", rank=Rank.NORMAL, width=46, height=46),
        action_button(window, "stop", height=46),
    )


def _algorithms(window: Window) -> list[Option[str]]:
    settings, watch = window.shown.settings, window.session.watch
    options = [
        Option(AUTOMATIC, "Automatic", detail=AUTOMATIC_SUMMARY),
        Option(SHORTEST, "Shortest", detail=SHORTEST_SUMMARY),
    ]
    for name, algorithm in ALGORITHMS.items():
        method = Method(
            name,
            _heuristic_with(window, name),
            settings.weight,
            settings.limit,
            order=settings.order,
            ties=settings.ties,
            depth_limit=settings.depth_limit,
            goal_test=settings.goal_test,
            duplicates=settings.duplicates,
            pruning=settings.pruning,
        )
        item = method_item(algorithm.title, method, watch.warning_of(method))
        options.append(Option(name, item.words, icon=item.icon, detail=item.detail))
    return options


def _heuristic_with(window: Window, name: str) -> str:
    """What guides an algorithm that is chosen: its own heuristic, unless one was chosen."""
    settings = window.shown.settings
    before = ALGORITHMS.get(settings.algorithm, ALGORITHMS[DEFAULT_ALGORITHM])
    is_own = settings.heuristic == before.heuristic
    return ALGORITHMS[name].heuristic if is_own else settings.heuristic
