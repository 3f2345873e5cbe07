"""The play screen: the board, the machine that solves it, and the bar that plays the answer."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pygame
from pygame import Surface
from pygame.event import Event

from puzzler.board.move import Move
from puzzler.game.mode import Mode
from puzzler.game.playback import FASTEST, SLOWEST
from puzzler.game.session import Session
from puzzler.game.settings import way
from puzzler.search.registry import ALGORITHMS, HEURISTICS
from puzzler.window.board_view import BoardView
from puzzler.window.keymap import DIRECTIONS, Command, Keymap
from puzzler.window.paint import Painter, automatic_scale
from puzzler.window.scene import Part
from puzzler.window.screens.play_layout import PlayLayout, TopWidths, arrange
from puzzler.window.screens.play_picture import picture
from puzzler.window.screens.screen import Next
from puzzler.window.theme import Theme
from puzzler.window.widgets.button import Button, Rank
from puzzler.window.widgets.chooser import Chooser
from puzzler.window.widgets.control import Control, Controls
from puzzler.window.widgets.segmented import Segmented
from puzzler.window.widgets.slider import Slider

MENU_SIZES = ((3, 3), (4, 4))
SMALLEST_SIZE = (480, 360)
FIGURES_SECONDS = 0.1
"""Live figures and the ghost board change at most this often: faster cannot be read."""
LONG_STEP = 10
SHORTEST = ""
"""Stands for the fastest way to a proven shortest answer among the names of algorithms."""
WEIGHTS = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0)
EN_DASH = "\N{EN DASH}"
TIMES = "\N{MULTIPLICATION SIGN}"

_BLANK_MOVES = {
    Command.UP: Move.DOWN,
    Command.DOWN: Move.UP,
    Command.LEFT: Move.RIGHT,
    Command.RIGHT: Move.LEFT,
}
"""Which way the blank goes when a tile is told to go a way."""


class PlayScreen:
    """Turns what the person does into calls of the session, and the session into a picture."""

    title = "Puzzler"

    def __init__(
        self, session: Session, theme: Theme, size: tuple[int, int], *, notice: str = ""
    ) -> None:
        self.session = session
        self.notice = notice
        """One line to show until the session has something to say."""
        self.theme = theme
        self.view = BoardView(session.board, session.goal)
        self.progress = session.progress
        """The live figures on show."""
        self.is_drawer_open = False
        self._keymap = Keymap()
        self._now: float | None = None
        self._progress_since = -math.inf
        self.painter = Painter(theme, automatic_scale(*size))
        self._make_controls()
        self.resize(size)

    def _make_controls(self) -> None:
        session = self.session
        sizes = list(MENU_SIZES)
        if session.board.size not in sizes:
            sizes.append(session.board.size)
        options = [(size, f"{size[0]}{TIMES}{size[1]}") for size in sizes]
        self.new = Button("new", session.new, label="New", icon="new")
        self.sizes: Segmented[tuple[int, int]] = Segmented(
            "size", options, lambda size: session.new(*size)
        )
        quiet = Rank.QUIET
        self.undo = Button("undo", lambda: self._do(Command.UNDO), icon="undo", rank=quiet)
        self.redo = Button("redo", lambda: self._do(Command.REDO), icon="redo", rank=quiet)
        self.restart = Button("restart", session.restart, icon="restart", rank=quiet)
        self.drawer = Button("drawer", self._toggle_drawer, icon="panel")
        self.short_watch = Button(
            "short watch", self._watch_or_stop, label="Watch", icon="play", rank=Rank.PRIMARY
        )
        self.algorithm: Chooser[str] = Chooser(
            "algorithm",
            [(SHORTEST, "Shortest"), *((a.name, a.title) for a in ALGORITHMS.values())],
            self._choose_algorithm,
        )
        self.heuristic: Chooser[str] = Chooser(
            "heuristic",
            [(h.name, h.title) for h in HEURISTICS.values()],
            lambda name: self._choose(heuristic=name),
        )
        weights = sorted({*WEIGHTS, session.settings.weight})
        self.weight: Chooser[float] = Chooser(
            "weight",
            [(weight, f"W {weight:g}") for weight in weights],
            lambda weight: self._choose(weight=weight),
        )
        self.watch = Button(
            "watch", session.watch, label="Watch the AI solve", hint="S", rank=Rank.PRIMARY
        )
        self.pause = Button("pause", session.toggle_pause, label="Pause", icon="pause")
        self.stop = Button("stop", session.stop, label="Stop", icon="stop")
        self.to_start = Button("to start", lambda: session.seek(0), icon="to-start", rank=quiet)
        self.back = Button("back", lambda: session.step(-1), icon="step-back", rank=quiet)
        self.play = Button("play", session.toggle_pause, icon="play")
        self.forward = Button("forward", lambda: session.step(1), icon="step-forward", rank=quiet)
        self.to_end = Button("to end", lambda: self._do(Command.TO_END), icon="to-end", rank=quiet)
        self.track = Slider("track", self._seek)
        self.speed = Slider("speed", self._set_speed)
        self.controls = Controls([])

    # ------------------------------------------------------------------- size

    def resize(self, size: tuple[int, int]) -> None:
        """The window is of this size now, in pixels."""
        self.size = size
        scale = automatic_scale(*size)
        if self.painter.scale != scale:
            self.painter = Painter(self.theme, scale)
        painter = self.painter
        widest_watch = max(
            Button("", _nothing, label=words, icon="play").width(painter)
            for words in ("Watch", "Stop")
        )
        widths = TopWidths(self.new.width(painter), self.sizes.width(painter), widest_watch)
        self._shape = self.session.board.size
        # a window that is smaller still shows the upper left of this
        room = max(size[0], SMALLEST_SIZE[0]), max(size[1], SMALLEST_SIZE[1])
        self.layout: PlayLayout = arrange(room, self._shape, painter, widths)
        self.is_drawer_open &= self.layout.is_compact
        self.view.area = self.layout.board
        self._place_controls()

    def backdrop(self) -> Surface:
        """A slight gradient."""
        theme = self.theme
        return self.painter.gradient(*self.size, theme.ground, theme.ground_low).convert()

    @property
    def is_panel_shown(self) -> bool:
        """The panel is on the screen, as a column or as an open drawer."""
        return not self.layout.is_compact or self.is_drawer_open

    def _place_controls(self) -> None:
        layout = self.layout
        top: dict[str, Control] = {
            "new": self.new,
            "size": self.sizes,
            "undo": self.undo,
            "redo": self.redo,
            "restart": self.restart,
        }
        if layout.is_compact:
            top |= {"watch": self.short_watch, "drawer": self.drawer}
        solver = self._solver_controls()
        transport: dict[str, Control] = {
            "to_start": self.to_start,
            "back": self.back,
            "play": self.play,
            "forward": self.forward,
            "to_end": self.to_end,
            "track": self.track,
            "speed": self.speed,
        }
        shown: list[Control] = []
        for places, controls in (
            (layout.top, top),
            (layout.solver if self.is_panel_shown else {}, solver),
            (layout.transport, transport),
        ):
            for name, control in controls.items():
                if name in places:
                    control.rect = places[name]
                    shown.append(control)
        self.controls.show_only(shown)

    def _solver_controls(self) -> dict[str, Control]:
        return {
            "algorithm": self.algorithm,
            "heuristic": self.heuristic,
            "weight": self.weight,
            "watch": self.watch,
            "pause": self.pause,
            "stop": self.stop,
        }

    @property
    def panel_controls(self) -> list[Control]:
        """The controls that lie on the panel, in Tab order."""
        return list(self._solver_controls().values())

    def _toggle_drawer(self) -> None:
        self.is_drawer_open = not self.is_drawer_open
        self._place_controls()

    # ------------------------------------------------------------------- time

    @property
    def is_moving(self) -> bool:
        """The picture may change every frame without any input."""
        return self.view.is_moving or self.session.is_busy

    def seconds_to_change(self) -> float | None:
        """The next whole second of the timer, where it runs."""
        return 1.001 - self.session.seconds % 1 if self.session.is_timing else None

    def tick(self, now: float) -> None:
        """Let time pass up to ``now``."""
        self.view.advance(0.0 if self._now is None else now - self._now)
        self._now = now
        for slide in self.session.tick(now):
            self.view.slide(slide)
        self._follow()
        progress = self.session.progress
        if progress is None or now - self._progress_since >= FIGURES_SECONDS:
            self.progress, self._progress_since = progress, now

    def _follow(self) -> None:
        """Bring controls and board to what the session says."""
        session = self.session
        if session.board.size != self._shape:
            self.resize(self.size)
        self.view.show(session.board, session.goal)
        self.view.labels = session.scenario.labels
        self.view.is_solved = session.is_solved
        mode, playback = session.mode, session.playback
        is_playback = mode is Mode.PLAYBACK and playback is not None
        is_ended = playback is not None and is_playback and playback.is_at_end
        can_stop = mode is not Mode.PLAY and not is_ended
        self.sizes.chosen = session.board.size
        self.undo.is_enabled = session.can_undo
        self.redo.is_enabled = session.can_redo
        self.restart.is_enabled = mode is not Mode.PLAY or session.board != session.scenario.start
        can_watch = not session.is_solved and mode not in (Mode.SEARCHING, Mode.PREPARING)
        self.watch.is_enabled = can_watch
        self.short_watch.is_enabled = can_watch or can_stop
        self.short_watch.label = "Stop" if can_stop else "Watch"
        self.short_watch.icon = "stop" if can_stop else "play"
        self.short_watch.rank = Rank.NORMAL if can_stop else Rank.PRIMARY
        self.stop.is_enabled = can_stop
        self._follow_way()
        can_pause = mode is Mode.SEARCHING or is_playback
        is_still = can_pause and session.is_paused
        self.pause.is_enabled = self.play.is_enabled = can_pause
        self.pause.label = ("Resume" if mode is Mode.SEARCHING else "Play") if is_still else "Pause"
        self.pause.icon = self.play.icon = "play" if is_still or not can_pause else "pause"
        if not can_pause:
            self.pause.icon = "pause"
        position, total = (playback.position, playback.total) if playback else (0, 0)
        self.to_start.is_enabled = self.back.is_enabled = is_playback and position > 0
        self.forward.is_enabled = self.to_end.is_enabled = is_playback and position < total
        self.track.is_enabled = is_playback and total > 0
        self.track.value = position / total if total else 0.0
        self.track.step = 1 / max(total, 1)
        speed = playback.speed if playback else session.settings.playback_speed
        self.speed.value = math.log(speed / SLOWEST) / math.log(FASTEST / SLOWEST)

    def _follow_way(self) -> None:
        """Bring the choice of algorithm, heuristic and weight to what the settings say."""
        settings, size = self.session.settings, self.session.board.size
        algorithm, heuristic, weight = way(settings, *size)
        uses = ALGORITHMS[algorithm]
        self.algorithm.chosen = SHORTEST if settings.shortest else algorithm
        self.heuristic.chosen = heuristic if uses.uses_heuristic else None
        self.heuristic.words = None if uses.uses_heuristic else "no heuristic"
        self.weight.chosen = weight
        self.weight.words = None if uses.uses_weight else EN_DASH
        self.heuristic.is_enabled = uses.uses_heuristic and not settings.shortest
        self.weight.is_enabled = uses.uses_weight and not settings.shortest

    def _choose_algorithm(self, name: str) -> None:
        if name == SHORTEST:
            self._choose(shortest=True)
        else:
            self._choose(algorithm=name, shortest=False)

    def _choose(self, **chosen: Any) -> None:
        self.session.settings = replace(self.session.settings, **chosen)

    # ------------------------------------------------------------------ input

    @property
    def is_over_control(self) -> bool:
        """The pointer is over a control or over a tile that can slide."""
        return self.controls.is_hovering or self.view.hovered is not None

    def handle(self, event: Event) -> Next:
        """One event."""
        if event.type == pygame.QUIT:
            return Next.QUIT
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self._point(event)
        elif event.type == pygame.MOUSEWHEEL and self.session.mode is Mode.PLAYBACK:
            if event.y:
                self.session.step(-event.y)
        elif event.type == pygame.WINDOWLEAVE:
            self.controls.handle(event)
            self.view.hovered = None
        elif not self.controls.handle(event) and event.type == pygame.KEYDOWN:
            command = self._keymap.command(event.key, event.mod)
            if command is Command.FULL_SCREEN:
                return Next.FULL_SCREEN
            if command is not None:
                self._do(command, long=bool(event.mod & pygame.KMOD_SHIFT))
        self._follow()
        return Next.STAY

    def _point(self, event: Event) -> None:
        is_taken = self.controls.handle(event)
        is_on_drawer = self.is_drawer_open and self.layout.panel.collidepoint(event.pos)
        cell = None if is_on_drawer or is_taken else self.view.geometry.cell_at(event.pos)
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._keymap.pointer_used()
            if event.button != 1 or is_taken or is_on_drawer:
                return
            if self.is_drawer_open:
                self._toggle_drawer()
            elif cell is not None:
                self._click(cell)
        can_slide = cell is not None and self.session.board.moves_to_slide(cell)
        self.view.hovered = None if self.controls.is_hovering or not can_slide else cell

    def _click(self, cell: int) -> None:
        if not self.session.click(cell) and not self.session.settings.reduced_motion:
            self.view.show(self.session.board, self.session.goal)
            self.view.shake(cell)

    def _do(self, command: Command, *, long: bool = False) -> None:
        session = self.session
        if command in DIRECTIONS:
            self._go(command, long=long)
        elif command is Command.WATCH:
            if self.watch.is_enabled:
                session.watch()
        elif command is Command.STOP:
            self._escape()
        elif command is Command.PAUSE:
            session.toggle_pause()
        elif command is Command.UNDO:
            session.undo()
        elif command is Command.REDO:
            session.redo()
        elif command is Command.NEW:
            session.new()
        elif command is Command.RESTART:
            session.restart()
        elif session.playback is not None:
            session.seek(0 if command is Command.TO_START else session.playback.total)

    def _go(self, command: Command, *, long: bool) -> None:
        """A direction: steps through a playback by arrow, else moves a tile."""
        if self.session.mode is Mode.PLAYBACK and not self._keymap.is_on_letters:
            steps = {Command.LEFT: -1, Command.RIGHT: 1}.get(command, 0)
            if steps:
                self.session.step(steps * (LONG_STEP if long else 1))
            return
        move = _BLANK_MOVES[command]
        self.session.move(move.inverse if self.session.settings.arrows_move_blank else move)

    def _escape(self) -> None:
        """Stop what runs; else put away what is open."""
        if self.session.mode is not Mode.PLAY:
            self.session.stop()
        elif self.is_drawer_open:
            self._toggle_drawer()
        else:
            self.controls.clear_focus()

    def _watch_or_stop(self) -> None:
        if self.stop.is_enabled:
            self.session.stop()
        else:
            self.session.watch()

    def _seek(self, share: float) -> None:
        if self.session.playback is not None:
            self.session.seek(round(share * self.session.playback.total))

    def _set_speed(self, share: float) -> None:
        speed = SLOWEST * (FASTEST / SLOWEST) ** share
        self.session.set_speed(round(speed, 1) if speed < 10 else round(speed))

    # ---------------------------------------------------------------- picture

    def parts(self) -> Iterator[Part]:
        """The picture, from back to front."""
        return picture(self)

    def close(self) -> None:
        """End the session."""
        self.session.close()


def _nothing() -> None:
    """For a button that is only measured."""
