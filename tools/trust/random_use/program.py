"""The whole program in a temporary home, driven by events and checked after each event.

Used by ``events.py`` and ``soak.py``. An event is the name of a method and its arguments.
"""

from __future__ import annotations

import contextlib
import gc
import math
import os
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", PYGAME_HIDE_SUPPORT_PROMPT="1")

import pygame

from puzzler import resources
from puzzler.board import Board, Scenario
from puzzler.game.core.game import SavedGame
from puzzler.game.session import Session
from puzzler.game.storage.settings_file import SettingsKeeper, load_settings
from puzzler.game.storage.store import MAX_STEPS, Store
from puzzler.search import compilation
from puzzler.search.method import Method
from puzzler.solver.preparation import Preparation
from puzzler.solver.race.race_rules import Pace, RaceRules
from puzzler.window.common.actions import actions
from puzzler.window.core.display import open_window
from puzzler.window.core.sound import Sounds
from puzzler.window.core.window import Window
from puzzler.window.dialogs.folder import Folder
from puzzler.window.main.app import collect_when_idle
from puzzler.window.main.loop import GameLoop
from puzzler.window.main.screen import ViewScreen
from puzzler.window.toolkit.context import Clipboard
from tools.trust.harness import check, children, command_of
from tools.trust.random_use.checks import Listener, check_drawing, check_model, check_picture
from tools.trust.random_use.strategies import FILES, Place

SETTLE = 0.004
"""Seconds that the threads of searches get after each frame to come to rest."""
CLOSING = 120.0
"""Seconds in which threads and child processes must end, also on a busy machine."""
REDRAWN = 60
"""Number of frame events between two comparisons with a complete redraw."""
DIRECT = {"new_board", "open_lab", "open_race", "open_lesson", "open_review", "start_drill"}
"""Actions that bypass the window. Dialogs are closed first, because they block a person."""


class Pocket(Clipboard):
    """A clipboard that other programs cannot change."""

    text = ""

    def copy(self, text: str) -> bool:
        self.text = text
        return True

    def paste(self) -> str | None:
        return self.text or None


class Program:
    """The program: opened, driven by events, closed and opened again."""

    def __init__(self, home: Path, *, is_simulated: bool = True) -> None:
        """If ``is_simulated``, only events advance the clock."""
        self.home, self.is_simulated = home, is_simulated
        self.now, self.frames, self.events = 100.0, 0, 0
        self.in_frame: Callable[[], contextlib.AbstractContextManager[object]]
        self.in_frame = contextlib.nullcontext
        """Entered while the window's thread handles an event or draws a frame."""
        self.listener, self.pocket = Listener(), Pocket()
        self.other_threads = frozenset(threading.enumerate())
        self._make_home()
        self.open()

    def _make_home(self) -> None:
        """Create folders and files. Compiled kernels and tables are those of the user."""
        cache, own = resources.cache_folder(), self.home / "puzzler"
        cache.mkdir(parents=True, exist_ok=True)
        # the process loads kernels after this home is deleted, too
        compilation.use_folder(compilation.kernel_folder())
        own.mkdir()
        (own / "cache").symlink_to(cache.resolve(), target_is_directory=True)
        os.environ.update(PUZZLER_HOME=str(own), HOME=str(self.home))
        for name, content in FILES.items():
            data = content if isinstance(content, bytes) else content.encode()
            (self.home / name).write_bytes(data)
        pygame.image.save(pygame.Surface((64, 64)), self.home / "small.png")
        pygame.image.save(pygame.Surface((900, 500)), self.home / "wide.jpg")
        (self.home / "folder").mkdir()
        go = getattr(Folder.go, "original", Folder.go)

        def go_inside(folder: Folder, path: Path | None = None, **more: Path) -> None:
            if path is None or path.is_relative_to(self.home):
                go(folder, path, **more)

        go_inside.original = go  # type: ignore[attr-defined]
        Folder.go = go_inside  # type: ignore[method-assign]

    def open(self) -> None:
        """Open the window in the same way as ``puzzler.window.main.app.run``."""
        stored, problem = load_settings()
        settings = stored
        if not (resources.data_folder() / "settings.json").exists():
            settings = replace(stored, rows=3, columns=3, time_limit=1.0, memory_limit=100)
        surface = open_window((1280, 800))
        self.store, self.resumed = Store.open(), None
        resume = self.store.game.resume

        def resume_and_store() -> SavedGame | None:
            self.resumed = resume()
            return self.resumed

        self.store.game.resume = resume_and_store  # type: ignore[method-assign]
        self.session = Session(settings, self.clock, preparation=Preparation(), store=self.store)
        notice = "; ".join(filter(None, (problem, self.store.notice)))
        check(not notice, f"notice at the start: {notice}")
        self.window = Window(self.session, sounds=Sounds(), clipboard=self.pocket, welcomes=True)
        self.screen = ViewScreen(self.window, surface.get_size())
        self.keeper = SettingsKeeper(stored)
        self.collecting = contextlib.ExitStack()
        self.collect = self.collecting.enter_context(collect_when_idle())
        self.loop = GameLoop(self.screen, self.clock)
        self.loop.draw()

    def close(self) -> SavedGame:
        """Close the program and return its game.

        Raises Fault if a thread or a child process does not end.
        """
        pygame.display.quit()
        self.screen.close()
        pygame.font.quit()
        self.keeper.keep(self.session.kept_settings)
        self.collecting.close()
        collected, end = -math.inf, time.monotonic() + CLOSING
        while left := [*(set(threading.enumerate()) - self.other_threads), *children()]:
            commands = [command_of(each) for each in left if isinstance(each, int)]
            check(time.monotonic() < end, f"not ended with the session: {left} {commands}")
            if time.monotonic() > collected + 1:
                gc.collect()  # repeated, because a thread that ends releases more objects
                collected = time.monotonic()
            time.sleep(0.01)
        saved, session = self.session.context.game.saved, weakref.ref(self.session)
        del self.session, self.window, self.screen, self.loop
        while session() is not None:  # an object that ends later can refer to it for a moment
            check(time.monotonic() < end, "the closed session is still in memory")
            gc.collect()
        return saved

    def reopen(self) -> None:
        """Close and open the program after an event that failed."""
        with contextlib.suppress(Exception):
            self.close()
        self.listener.messages.clear()
        self.open()

    def clock(self) -> float:
        """Return the time in seconds for the session and the loop."""
        return self.now if self.is_simulated else time.perf_counter()

    def frame(self, seconds: float = 1 / 60) -> None:
        """Advance the time, draw and do the idle work of the loop."""
        if self.is_simulated:
            self.now += seconds
        else:
            time.sleep(seconds)
        self.frames += 1
        with self.in_frame():
            self.loop.frame([])
        if not self.screen.is_moving:
            self.keeper.keep(self.session.kept_settings)
            self.store.rest()
            self.collect()
        end, workers = time.monotonic() + SETTLE, self.session.context._workers
        while any(worker.is_busy and worker.is_alive for worker in workers):
            if time.monotonic() > end:
                break
            time.sleep(0.0005)

    def frames_until(self, is_over: Callable[[], bool], seconds: float) -> None:
        """Draw frames in real time until is_over returns True."""
        end = time.monotonic() + seconds
        while not is_over() and time.monotonic() < end:
            time.sleep(0.01)
            self.frame(0.01)

    def do(self, name: str, arguments: Sequence[Any]) -> None:
        """Run the method of this name and check the program.

        Raises Fault if a check fails.
        """
        if name in DIRECT:
            self.window.ui.close_all()
        self.events += 1
        getattr(self, name)(*arguments)
        if name in DIRECT or name in ("change_setting", "run_action"):
            self.frame()  # the window follows
        check_model(self.session, self.listener)

    def position(self, place: Place) -> tuple[int, int]:
        """Return the position of a cell, of an element or of any pixel."""
        kind, number = place
        cells, targets = self.window.view.geometry.cells, self.window.ui.top.frame.targets
        if kind < 3:
            return cells[number % len(cells)].center
        if kind < 9 and targets:
            return targets[number % len(targets)].element.rect.center
        width, height = self.window.size
        return number * 7919 % width, number * 104_729 % height

    def send(self, kind: int, **values: Any) -> None:
        """Handle a pygame event without drawing a frame."""
        with self.in_frame():
            stays = self.screen.handle(pygame.Event(kind, **values))
        check(stays, "an event closed the window")

    def send_input(self, kind: str, values: dict[str, Any]) -> None:
        self.send(getattr(pygame, kind), **values)

    def checked_frame(self, seconds: float) -> None:
        self.frame(seconds)
        check_picture(self.screen, self.other_threads)
        is_drawn = self.screen.parts() is self.loop._parts and not self.window.ui.wakes
        if self.frames % REDRAWN == 0 and is_drawn:
            check_drawing(self.screen)

    def wait(self, frames: int, seconds: float) -> None:
        for _ in range(frames):
            self.frame(seconds)

    def press_key(self, key: int, mod: int) -> None:
        self.send(pygame.KEYDOWN, key=key, mod=mod, unicode="")
        self.send(pygame.KEYUP, key=key, mod=mod, unicode="")  # a held key could repeat

    def use_mouse(self, kind: str, place: Place) -> None:
        self._mouse(getattr(pygame, f"MOUSE{kind}"), self.position(place))

    def click(self, place: Place) -> None:
        position = self.position(place)
        for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self._mouse(kind, position)

    def drag(self, place: Place, target: Place) -> None:
        (x, y), (to_x, to_y) = self.position(place), self.position(target)
        self._mouse(pygame.MOUSEBUTTONDOWN, (x, y))
        self._mouse(pygame.MOUSEMOTION, ((x + to_x) // 2, (y + to_y) // 2), is_held=True)
        self._mouse(pygame.MOUSEMOTION, (to_x, to_y), is_held=True)
        self._mouse(pygame.MOUSEBUTTONUP, (to_x, to_y))

    def _mouse(self, kind: int, position: tuple[int, int], *, is_held: bool = False) -> None:
        if kind == pygame.MOUSEMOTION:
            self.send(kind, pos=position, rel=(1, 1), buttons=(int(is_held), 0, 0))
        else:
            self.send(kind, pos=position, button=1)

    def new_board(self, rows: int, columns: int) -> None:
        self.session.boards.new(rows, columns)

    def open_review(self, number: int) -> None:
        self.session.reviews.open_solve(number, is_playing=True)

    def start_drill(self, *shape: int) -> None:
        self.session.drills.begin_generated(*shape)

    def drop_file(self, name: str) -> None:
        self.send(pygame.DROPFILE, file=str(self.home / name))

    def paste(self, text: str) -> None:
        self.pocket.text = text
        self.press_key(pygame.K_v, pygame.KMOD_LCTRL)

    def resize(self, width: int, height: int) -> None:
        if (width, height) != pygame.display.get_window_size():  # the same size would clear it
            pygame.display.set_mode((width, height), pygame.RESIZABLE)
        self.frame()

    def change_setting(self, name: str, value: object) -> None:
        with contextlib.suppress(ValueError):  # a combination that is not allowed
            self.window.set(**{name: value})

    def run_action(self, name: str) -> None:
        action = actions()[name]
        is_reached = action.is_everywhere or not self.window.ui.is_covered
        if is_reached and action.is_here(self.window) and action.is_enabled(self.window):
            action.do(self.window)
            self.window.ui.rebuild()

    def play_solve(self, start: str, letters: str) -> None:
        """Start a board and play the moves that solve it."""
        self.window.ui.close_all()
        board = Board.parse(start)
        self.session.boards.begin_scenario(Scenario(board, Board.solved(*board.size)))
        for letter in letters:
            moves = {move.letter: move for move in self.session.activity.board.legal_moves()}
            if letter in moves:
                self.session.move(moves[letter])
        self.frame()

    def open_lab(self, algorithm: str, heuristic: str) -> None:
        if self.session.lab.open():
            self.session.lab.current.set_method(Method(algorithm, heuristic))

    def open_race(self, algorithms: list[str], pace: str) -> None:
        self.session.race.open()
        racing = self.session.race.opened
        if racing is not None:
            racing.set_methods([Method(name, "manhattan") for name in algorithms])
            racing.set_rules(RaceRules(Pace(pace)))

    def open_lesson(self, number: int, position: int) -> None:
        found = list(self.session.lessons.shelf.lessons.values())
        lesson = found[number % len(found)]
        self.session.lessons.begin(lesson, position % len(lesson.steps))

    def run_user_code(self, function: str) -> None:
        """Change the user's Python file, drop it on the window and run a function."""
        with (self.home / "own.py").open("a") as file:
            file.write(f"# {self.events}\n")
        self.window.ui.close_all()
        self.drop_file("own.py")
        self.frames_until(lambda: self.window.ui.top.key == "code", 2)
        for target in self.window.ui.top.frame.targets:
            if target.element.key == ("code", function):
                target.element.activate(self.window.ui)
                self.frame()
                break

    def stop_everything(self) -> None:
        """Close all dialogs and stop the session."""
        self.window.ui.close_all()
        self.session.stop()
        self.frame()

    def restart(self) -> None:
        """Close and open the program and compare the games and the settings."""
        chosen = self.session.kept_settings
        left = self.close()
        self.open()
        found = self.resumed
        check(found is not None, "no game after a restart")
        past = left.past[len(left.past) - len(found.past) :]
        check(len(past) >= min(len(left.past), MAX_STEPS), "too little to undo after a restart")
        seconds = left.present.seconds if self.is_simulated else found.present.seconds
        left = replace(left, past=past, present=replace(left.present, seconds=seconds))
        check(found == left, f"another game after a restart than was left: {found} {left}")
        check(self.session.settings == chosen, f"other settings after a restart: {chosen}")
        board = self.session.context.board
        check(board == left.present.board, f"left at {left.present.board}, opened at {board}")
