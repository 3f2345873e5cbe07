"""The picture of the play screen: what the session says, in parts from back to front."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pygame import Rect

from puzzler.game.play.mode import Mode
from puzzler.search.compilation import COMPILING
from puzzler.search.method import Method
from puzzler.search.result import Outcome
from puzzler.search.stats import SearchStats
from puzzler.solver.preparation import PreparationState
from puzzler.window import figures
from puzzler.window.keymap import Command
from puzzler.window.layout import Grow, Size, column, inset, row
from puzzler.window.paint import Face
from puzzler.window.scene import Part
from puzzler.window.widgets.card import bar, card
from puzzler.window.widgets.label import figure, icon, label
from puzzler.window.widgets.meter import meter
from puzzler.window.widgets.mini_board import mini_board
from puzzler.window.widgets.tooltip import tooltip

if TYPE_CHECKING:
    from puzzler.window.screens.play import PlayScreen


def picture(screen: PlayScreen) -> Iterator[Part]:
    """Everything that is to be seen."""
    painter, layout, controls = screen.painter, screen.layout, screen.controls
    yield bar(painter, "top bar", layout.top_bar, is_at_top=True)
    yield bar(painter, "bottom bar", layout.bottom_bar, is_at_top=False)
    yield from screen.view.parts(painter)
    yield from _status(screen)
    solver = screen.control.solver.values()
    in_panel = [control for control in controls.controls if control in solver]
    yield from (controls.part(c, painter) for c in controls.controls if c not in in_panel)
    yield from _top(screen)
    yield from _editing(screen) if screen.is_editing else _transport(screen)
    if screen.is_panel_shown:
        yield from _panel(screen)
        yield from (controls.part(control, painter) for control in in_panel)
    if screen.is_welcome:
        yield from _welcome(screen)
    if screen.tip is not None:
        yield from _tip(screen, screen.tip)
    yield from screen.overlays.parts(painter)


def message(screen: PlayScreen) -> str:
    """The one line that says what is going on."""
    session = screen.session
    if session.mode is Mode.SEARCHING and screen.progress is not None and screen.layout.is_compact:
        stats = screen.progress.stats
        return (
            f"expanded {figures.short_count(stats.expanded)}   "
            f"{figures.short_count(screen.progress.rate)}/s   memory {_memory(stats)}"
        )
    if session.building is not None and screen.layout.is_compact:
        return _search_state(screen)
    words = session.message or screen.notice
    is_said_above = not screen.layout.is_compact and _is_preparing(screen)
    if not words and not is_said_above:
        words = session.preparation.message
    return words[:1].upper() + words[1:]


def promise_ahead(method: Method) -> str:
    """What an answer of this search will be worth."""
    factor = method.promise()
    if factor is None:
        return "No promise on the length"
    if factor <= 1:
        return "Finds a shortest answer"
    return f"Not promised shortest: at most {factor:g}x"


def _status(screen: PlayScreen) -> Iterator[Part]:
    painter, places, session = screen.painter, screen.layout.status, screen.session
    theme = painter.theme
    moves, time = f"{session.move_count:,}", figures.clock_time(session.seconds)
    color = theme.good if session.is_solved else theme.text_muted
    if screen.layout.is_compact:
        noun = "move" if session.move_count == 1 else "moves"
        for name, words in (("moves", f"{moves} {noun}"), ("time", time)):
            yield label(
                painter, name, places[name], words, color=theme.text, units=15, face=Face.FIGURES
            )
        align = 1.0
    else:
        yield figure(painter, "moves", places["moves"], "Moves", moves, units=24, align=0.5)
        caption = "Time, assisted" if session.assisted else "Time"
        yield figure(painter, "time", places["time"], caption, time, units=24, align=0.5)
        shortest = figures.NOTHING if session.optimal is None else f"{session.optimal:,}"
        yield figure(
            painter, "shortest", places["shortest"], "Shortest", shortest, units=24, align=0.5
        )
        align = 0.5
    yield label(
        painter, "message", places["message"], message(screen), color=color, units=15, align=align
    )


def _top(screen: PlayScreen) -> Iterator[Part]:
    painter, places = screen.painter, screen.layout.top
    if "title" not in places:
        return
    words = screen.session.preparation.message if _is_preparing(screen) else ""
    yield label(
        painter,
        "preparation",
        places["title"],
        words[:1].upper() + words[1:],
        color=painter.theme.text_muted,
        units=14,
        align=1.0,
    )


def _welcome(screen: PlayScreen) -> Iterator[Part]:
    """The hint of the first run: three things in one glance."""
    painter, rect, keymap = screen.painter, screen.layout.welcome, screen.keymap
    theme = painter.theme
    yield card(painter, "welcome", rect, is_floating=True)
    watch, help_key = keymap.hint(Command.WATCH), keymap.hint(Command.HELP)
    columns = (
        ("hand", "Click or drag", "a tile beside the blank"),
        ("keys", "Arrows or W A S D", "move tiles, too"),
        ("play", f"Press {watch} to watch", f"the AI solve; {help_key} for help"),
    )
    inner = inset(rect, painter.px(10), painter.px(9))
    for number, (place, (name, first, second)) in enumerate(
        zip(row(inner, [Grow()] * 3, painter.px(6)), columns, strict=True)
    ):
        lines: list[Size] = [painter.px(24), painter.px(22), painter.px(18), Grow()]
        picture, above, below, _ = column(place, lines, painter.px(2))
        yield icon(painter, picture, name, theme.accent)
        yield label(
            painter,
            f"welcome {number}",
            above,
            first,
            color=theme.text,
            face=Face.STRONG,
            align=0.5,
        )
        yield label(
            painter,
            f"welcome too {number}",
            below,
            second,
            color=theme.text_muted,
            units=13,
            align=0.5,
        )


def _tip(screen: PlayScreen, name: str) -> Iterator[Part]:
    control = next((c for c in screen.controls.controls if c.name == name), None)
    tip = screen.control.tip(name)
    if control is None or tip is None:
        return
    words, command = tip
    key = screen.keymap.hint(command) if command is not None else ""
    is_beside = control in screen.control.solver.values()
    within = Rect((0, 0), screen.size)
    yield tooltip(screen.painter, control.rect, within, words, key, is_beside=is_beside)


def _editing(screen: PlayScreen) -> Iterator[Part]:
    painter, places, editor = screen.painter, screen.layout.editing, screen.session.editor
    if editor is None:
        return
    theme = painter.theme
    color = theme.text if editor.problem else theme.good
    words = editor.problem or "this board can be solved"
    yield icon(painter, places["problem_icon"], "warning" if editor.problem else "check", color)
    yield label(painter, "problem", places["problem"], words[:1].upper() + words[1:], color=color)


def _transport(screen: PlayScreen) -> Iterator[Part]:
    painter, places, session = screen.painter, screen.layout.transport, screen.session
    theme = painter.theme
    playback = session.playback
    position, color = figures.NOTHING, theme.text_muted
    if playback is not None:
        more = "" if playback.is_complete else "+"
        position, color = f"{playback.position}/{playback.total}{more}", theme.text
    yield label(
        painter,
        "position",
        places["position"],
        position,
        color=color,
        face=Face.FIGURES,
        align=0.5,
    )
    speed = playback.speed if playback else session.settings.playback_speed
    yield label(
        painter,
        "speed label",
        places["speed_label"],
        figures.speed(speed),
        color=theme.text,
        face=Face.FIGURES,
        align=1.0,
    )


def _panel(screen: PlayScreen) -> Iterator[Part]:
    layout, painter = screen.layout, screen.painter
    if layout.is_compact:
        yield card(painter, "drawer sheet", layout.panel, is_floating=True)
    for name, rect in layout.cards.items():
        yield card(painter, f"card {name}", rect)
    yield from _solver_card(screen)
    if layout.figures:
        yield from _figures_card(screen)
    if layout.preview:
        yield from _preview_card(screen)


def _solver_card(screen: PlayScreen) -> Iterator[Part]:
    painter, places, settings = screen.painter, screen.layout.solver, screen.session.settings
    theme = painter.theme
    yield label(painter, "solver", places["caption"], "Solver", color=theme.text_muted, units=13)
    ahead = promise_ahead(settings.method(*screen.session.board.size))
    yield label(painter, "promise", places["promise"], ahead, color=theme.text_muted, units=14)


def _figures_card(screen: PlayScreen) -> Iterator[Part]:
    painter, places, session = screen.painter, screen.layout.figures, screen.session
    theme = painter.theme
    stats, rate = SearchStats(), 0.0
    if screen.progress is not None:
        stats, rate = screen.progress.stats, screen.progress.rate
    elif session.result is not None:
        stats = session.result.stats
        rate = stats.expanded / stats.elapsed if stats.elapsed else 0.0
    # a search that was stopped before its first state has no figures
    is_known = screen.progress is not None or stats.expanded > 0 or stats.elapsed > 0
    shown = {
        "expanded": ("Expanded", figures.short_count(stats.expanded)),
        "rate": ("Rate", f"{figures.short_count(rate)}/s"),
        "frontier": ("Frontier", figures.short_count(stats.frontier)),
        "memory": ("Memory", _memory(stats)),
        "depth": ("Depth", str(stats.depth)),
        "best_f": ("Best f", str(stats.bound)),
    }
    state = _search_state(screen)
    yield label(painter, "search", places["caption"], state, color=theme.text_muted, units=13)
    for name, (caption, value) in shown.items():
        words = value if is_known else figures.NOTHING
        yield figure(painter, name, places[name], caption, words)
    if stats.memory_bytes:
        yield meter(painter, "meter", places["meter"], stats.bytes / stats.memory_bytes)


def _search_state(screen: PlayScreen) -> str:
    session = screen.session
    if session.building is COMPILING:
        return "Compiling this search, first time only"
    if session.building is not None:
        share = math.floor(100 * session.building.done)
        if share == 100:
            return "Tables are built, the search is starting"
        return f"Building tables, first time only {share} %"
    if session.mode is Mode.SEARCHING:
        return "Search, paused" if session.is_paused else "Search, running"
    if session.result is None or session.result.stats == SearchStats():
        return "Search"
    return f"Search, ended after {figures.duration(session.result.stats.elapsed)}"


def _preview_card(screen: PlayScreen) -> Iterator[Part]:
    painter, places, session = screen.painter, screen.layout.preview, screen.session
    theme = painter.theme
    is_ghost = session.mode is Mode.SEARCHING and screen.progress is not None
    board = screen.progress.current if is_ghost and screen.progress else session.goal
    yield mini_board(
        painter,
        "preview",
        places["board"],
        board,
        session.goal,
        screen.view.skin,
        is_ghost=is_ghost,
    )
    caption, lines = _preview_words(screen, is_ghost)
    yield label(
        painter,
        "preview caption",
        places["caption"],
        caption,
        color=theme.text,
        units=16,
        face=Face.STRONG,
    )
    for number, words in enumerate(lines):
        yield label(
            painter, f"preview {number}", places[f"line{number}"], words, color=theme.text_muted
        )


def _preview_words(screen: PlayScreen, is_ghost: bool) -> tuple[str, list[str]]:
    """A caption and up to two lines beside the small board."""
    session = screen.session
    if is_ghost:
        return "Being expanded", ["The state that the", "search looks at now"]
    result = session.result
    if result is not None and result.status is Outcome.SOLVED:
        expanded = figures.counted(result.stats.expanded, "state")
        lines = [f"expanded {expanded}", session.worth]
        return figures.counted(len(result.moves), "move"), lines
    scenario = session.scenario
    if scenario.seed is not None:
        return "Goal", [f"seed {scenario.seed}", f"{scenario.shuffle_moves:,} shuffle moves"]
    return "Goal", [scenario.title or "the board to reach"]


def _is_preparing(screen: PlayScreen) -> bool:
    return screen.session.preparation.state is PreparationState.PREPARING


def _memory(stats: SearchStats) -> str:
    if not stats.memory_bytes:
        return "0 %"
    share = 100 * stats.bytes / stats.memory_bytes
    return f"{share:.0f} %" if share >= 1 else "< 1 %"
