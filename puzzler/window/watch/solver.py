"""The solver: the button that watches, the method, and its details where they are open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from puzzler.game.play.settings import AUTOMATIC
from puzzler.game.watch.watching import worth_ahead
from puzzler.humanize import memory, precise_time, sentence
from puzzler.search.method import Method
from puzzler.search.options import default_memory_bytes
from puzzler.search.registry import ALGORITHMS, DEFAULT_ALGORITHM, HEURISTICS
from puzzler.window.common.actions import action_button, actions
from puzzler.window.common.method_choice import WEIGHTS, heuristic_options, method_item
from puzzler.window.dialogs.settings import SOLVER, open_settings
from puzzler.window.toolkit.cells import Item
from puzzler.window.toolkit.controls import Button, Option, Rank, Stepper
from puzzler.window.toolkit.element import Element, Tip
from puzzler.window.toolkit.labels import Icon, Text
from puzzler.window.toolkit.layout import Card, Row, Space
from puzzler.window.toolkit.menu import open_menu
from puzzler.window.watch.actions import can_stop, offers_to_go_on
from puzzler.window.window import Window

SHORTEST = ""
"""Stands for the fastest method that proves a shortest solution, among the names of algorithms."""
AUTOMATIC_SUMMARY = "Picks the method for this board: A* up to 16 cells, Anytime above"
SHORTEST_SUMMARY = "Picks the fastest method that proves a shortest solution"
_WEIGHT_TIP = "How much h counts: f = g + W h. More is faster, and the solution longer"
_INDENT_UNITS = 10
"""Of words beside quiet buttons: those keep a margin."""


def watch_button(window: Window) -> Button:
    """Watch, stop, or go on after a limit: what can be done now."""
    means = "stop" if can_stop(window) else "go-on" if offers_to_go_on(window) else "watch"
    action, key, is_compact = actions()[means], window.keymap.hint(means), window.is_compact
    warning = window.shown.watch.warning if means == "watch" else ""
    label = action.label.partition(" (")[0] if is_compact or means == "stop" else action.words
    button = action_button(
        window,
        "watch-or-stop",
        label=label,
        icon=action.icon or "play",
        rank=Rank.NORMAL if means == "stop" else Rank.PRIMARY,
        tip=Tip(warning or action.words, key),
        priority=1,
    )
    if not is_compact:
        button.hint, button.fixed_height = key, 46
    return button


def solver_card(window: Window) -> Element:
    """The choice holds for the next search; what runs keeps its own method."""
    shown, watch = window.shown, window.shown.watch
    size = window.session.activity.board.size  # what algorithms are warned of depends on it
    enabled = [actions()[name].is_enabled(window) for name in ("watch-or-stop", "look-inside")]
    means = can_stop(window), offers_to_go_on(window)
    inputs = watch.method, watch.warning, means, size, enabled, window.keymap
    return window.ui.reuse(_solver_card, window, shown.settings, window.is_compact, inputs)


def _solver_card(window: Window, *_: object) -> Element:
    settings, watch = window.shown.settings, window.shown.watch
    is_open = settings.details
    return Card(
        None if window.is_compact else watch_button(window),  # there the bar has it
        _line(f"Method: {_method_words(window)}", "method", lambda: _open_methods(window),
              tip=_method_tip(window)),
        Row(Space(width=_INDENT_UNITS), Icon("warning", size=18, color="accent"),
            Text(watch.warning, color="text_muted", grow=1), align=0)
        if watch.warning
        else None,
        Row(
            Button(
                "Details", lambda: window.set(details=not is_open),
                icon="down" if is_open else "right", rank=Rank.QUIET, size=14, height=34,
                tip=f"{'Hide' if is_open else 'Show'} the method, its limits and its figures",
                key="details",
            ),
            Space(grow=1),
            is_open
            and action_button(window, "look-inside", rank=Rank.QUIET, size=14, height=34),
        ),
        *(_details(window) if is_open else ()),
        gap=4,
        pad=(16, 10),
        key="solver",
    )  # fmt: skip


def _line(words: str, key: str, on_change: Callable[[], object], *, tip: str) -> Row:
    """What is chosen, and a button that chooses."""
    return Row(
        Space(width=_INDENT_UNITS),
        Text(words, lines=1, width=0, grow=1, tip=tip),
        Button("Change", on_change, rank=Rank.QUIET, size=14, height=34, key=key),
        gap=0,
    )


def _details(window: Window) -> list[Element]:
    limit = window.shown.settings.limit
    seconds = "no time limit" if limit.seconds is None else precise_time(limit.seconds)
    most = memory(limit.memory_bytes or default_memory_bytes())
    return [
        Row(_heuristic_and_weight(window), pad=(_INDENT_UNITS, 0)),
        _line(f"Limits: {seconds}, {most}", "limits", lambda: open_settings(window, SOLVER),
              tip="How long a search may take, and how much memory it may use"),
    ]  # fmt: skip


def _method_words(window: Window) -> str:
    settings = window.shown.settings
    method = window.shown.watch.method
    if not settings.is_automatic and not settings.shortest:
        return method.title
    chosen = "shortest" if settings.shortest else "automatic"
    return f"{chosen}, {ALGORITHMS[method.algorithm].title}" if settings.details else chosen


def _method_tip(window: Window) -> str:
    settings, method = window.shown.settings, window.shown.watch.method
    said = [f"Now {method.title}", worth_ahead(method)]
    if not settings.is_automatic and not settings.shortest:
        said[0] = sentence(ALGORITHMS[method.algorithm].summary)
    else:
        said.insert(0, SHORTEST_SUMMARY if settings.shortest else AUTOMATIC_SUMMARY)
    return ". ".join(said)


def _open_methods(window: Window) -> None:
    options, settings = _algorithms(window), window.shown.settings
    button = window.ui.find("method")
    assert button is not None, "it was pressed"
    items = [Item(option.words, icon=option.icon, detail=option.detail) for option in options]
    chosen = SHORTEST if settings.shortest else settings.algorithm
    present = [option.value for option in options].index(chosen)
    open_menu(window.ui, button.rect, items, present, lambda at: _choose(window, options[at].value))


def _choose(window: Window, name: str) -> None:
    """An algorithm, or what stands for one."""
    changes: dict[str, Any] = {"shortest": name == SHORTEST}
    if name != SHORTEST:
        changes["algorithm"] = name
    if name in ALGORITHMS:
        changes["heuristic"] = _heuristic_with(window, name)
    window.set(**changes)


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
        grow=1,
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
