"""Uses the whole program at random, and checks it after each event.

    PYTHONPATH=. python tools/trust/events.py --count 1000000 --seed 1 --jobs 2
    PYTHONPATH=. python tools/trust/events.py --replay FILE

A program has a temporary home, a window that nobody sees, and a clock that the events move. An event
is a JSON list such as ["key", 104, 0]: a key, a click, a dialog, a file, another size of the window,
a setting, a view, a restart. Where something is wrong the shortest sequence of events found that
still fails is printed, a line each, and written to a file for ``--replay``. Searches run in threads
of their own, so that the same seed gives nearly, but not always, the same run: after each frame the
threads get a few milliseconds to come to rest, and a replay is tried several times.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import json
import logging
import os
import random
import shutil
import signal
import sys
import tempfile
import threading
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import replace
from itertools import chain
from multiprocessing import get_context
from pathlib import Path
from typing import Any

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", PYGAME_HIDE_SUPPORT_PROMPT="1")

import pygame

from puzzler import resources
from puzzler.board import Board, Scenario
from puzzler.board.parity import is_solvable
from puzzler.board.shuffler import shuffle
from puzzler.formats.registry import FORMATS
from puzzler.game.play.category import CHOICES as DIFFICULTIES
from puzzler.game.play.editing import Editing
from puzzler.game.play.game import SavedGame
from puzzler.game.play.playing import Playing
from puzzler.game.play.settings import AUTOMATIC, Settings
from puzzler.game.session import Session
from puzzler.game.storage.settings_file import SettingsKeeper, load_settings
from puzzler.game.storage.store import MOST_STEPS, Store
from puzzler.search.method import Method
from puzzler.search.registry import ALGORITHMS, HEURISTICS
from puzzler.solver.preparation import Preparation
from puzzler.solver.race.values import Pace, RaceRules
from puzzler.window.app import collect_when_idle
from puzzler.window.common.actions import actions, default_keys
from puzzler.window.dialogs.folder import Folder
from puzzler.window.dialogs.tile_faces import bundled
from puzzler.window.display import open_window
from puzzler.window.game_loop import GameLoop
from puzzler.window.keymap import chord
from puzzler.window.sound import Sounds
from puzzler.window.toolkit.element import Clipboard
from puzzler.window.view_screen import ViewScreen
from puzzler.window.window import Window

Event = list[Any]
SIZES = ((480, 360), (640, 480), (900, 620), (1280, 800), (1024, 1400), (1920, 1080))
SETTLE = 0.004
"""Seconds that the threads of searches get after each frame to come to rest."""
HANG = 60
"""Seconds of one event that count as a hang."""
DIRECT = {"set", "action", "new", "lab", "race", "lesson", "review", "drill"}
CHUNK = 2000
"""Events of one program."""
CLOSING = 30.0
"""Seconds in which threads and child processes have to end once a session is closed."""

FILES: dict[str, str | bytes] = {
    **{f"{name}.txt": form.example for name, form in FORMATS.items()},
    "moves.txt": "1 2 3/4 5 6/0 7 8 R2",
    "russian.txt": "А Б В\nГ Д _\nЕ Ж З",
    "japanese.txt": "あ い う\nえ お か\nき _ く",
    "emoji.txt": "\U0001f600 \U0001f42c\n\u0663 _",
    "many.txt": "1 2 3 4 5 6 7 0 8\n1 2 3 0\nA B C D E F G _ H\n",
    "long.txt": "moves: blank\n1 2 3/4 5 6/7 0 8 " + "RL" * 300,
    "large.txt": str(shuffle(10, 10, seed=1).start),
    "bad.txt": "1 2 x",
    "empty.txt": "",
    "bad.png": b"bad",
    "noise.bin": bytes(range(256)) * 20,
}
"""What is dropped, opened and pasted."""
TEXTS = ("RLUD", "LR", "42", "", "1 2 3/4 0 5 RLUD", *(x for x in FILES.values() if type(x) is str))
CHOICES: dict[str, Sequence[Any]] = {
    "theme": ("dark", "light", "okabe-ito", "none"),
    "interface_scale": (None, 0.75, 1.0, 1.5, 2.0, 3.0),
    "face": ("numbers", "letters", "picture"),
    "picture": ("", "dunes", "glass", "lagoon", "planet", "nothing"),
    "difficulty": tuple(map(str, DIFFICULTIES)),
    "goal": ("standard", "snail", "blank-first"),
    "playback_speed": (None, 0.5, 8.0, 60.0),
    "inspection": (0, 0, 5, 15),
    "volume": (0.0, 0.6),
    "algorithm": (AUTOMATIC, *ALGORITHMS),
    "heuristic": tuple(HEURISTICS),
    "weight": (1.0, 1.0, 1.5, 3.0),
    "ties": ("lifo", "fifo"),
    "memory_limit": (16, 50, 100),
    "time_limit": (0.1, 0.5, 2.0),
    **dict.fromkeys(("numbers_on_pictures", "instant_shuffle", "reduced_motion", "coach", "blindfold",
                     "details", "shortest", "letters_move_tiles", "arrows_move_blank", "is_muted"),
                    (False, True)),
}  # fmt: skip
SHAPES = ((2, 2), (2, 3), (3, 2), (3, 3), (3, 3), (4, 4), (4, 3), (5, 5), (10, 10), (2, 7))
CHORDS = [
    chord(name)
    for action, names in default_keys(Settings(letters_move_tiles=True)).items()
    if action != "quit"
    for name in names
]
MORE_KEYS = (pygame.K_TAB, pygame.K_SPACE, pygame.K_RETURN, pygame.K_PAGEDOWN, pygame.K_BACKSPACE,
             pygame.K_ESCAPE, *(getattr(pygame, f"K_{way}") for way in ("LEFT", "RIGHT", "UP", "DOWN")))  # fmt: skip


class Wrong(Exception):  # noqa: N818  it is what this program looks for
    """What should never happen."""


def check(is_right: bool, words: str) -> None:
    if not is_right:
        raise Wrong(words)


class Pocket(Clipboard):
    """A clipboard of the program's own."""

    text = ""

    def copy(self, text: str) -> bool:
        self.text = text
        return True

    def paste(self) -> str | None:
        return self.text or None


class Listener(logging.Handler):
    """Keeps what is logged as a warning, and what ended a thread."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.heard: list[str] = []
        logger = logging.getLogger("puzzler")
        logger.handlers = [self]
        logger.setLevel(logging.DEBUG)
        threading.excepthook = lambda args: self.hear(args.exc_value)
        sys.unraisablehook = lambda args: self.hear(args.exc_value)

    def hear(self, error: BaseException | None) -> None:
        self.heard.append("".join(traceback.format_exception(error)))

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info:
            self.hear(record.exc_info[1])
        elif record.levelno >= logging.WARNING:
            self.heard.append(record.getMessage())


class Program:
    """The program in a temporary home: opened, driven by events, closed and opened again."""

    def __init__(self, home: Path, *, is_simulated: bool = True) -> None:
        """``is_simulated``: time is what the events say, else it passes as it does."""
        self.home, self.is_simulated = home, is_simulated
        self.now, self.frames, self.events = 100.0, 0, 0
        self.in_frame: Callable[[], contextlib.AbstractContextManager[object]] = (
            contextlib.nullcontext
        )
        """Entered for what the window's own thread does for a frame or an event."""
        self.listener, self.pocket = Listener(), Pocket()
        self.at_home = frozenset(threading.enumerate())
        self.make_files()
        self.open()

    def make_files(self) -> None:
        """Give the program a home with files; compiled kernels and tables stay the user's."""
        cache = resources.cache_folder()
        cache.mkdir(parents=True, exist_ok=True)
        own = self.home / "puzzler"
        own.mkdir()
        (own / "cache").symlink_to(cache.resolve(), target_is_directory=True)
        os.environ.update(PUZZLER_HOME=str(own), HOME=str(self.home))
        for name, content in FILES.items():
            data = content if isinstance(content, bytes) else content.encode()
            (self.home / name).write_bytes(data)
        pygame.image.save(pygame.Surface((64, 64)), self.home / "small.png")
        pygame.image.save(pygame.Surface((900, 500)), self.home / "wide.jpg")
        (self.home / "folder").mkdir()
        go = Folder.go
        Folder.go = lambda folder, path: path.is_relative_to(self.home) and go(folder, path)  # type: ignore[method-assign]

    def open(self) -> None:
        """As ``puzzler.window.app.run`` does."""
        settings, problem = load_settings()
        if not (resources.data_folder() / "settings.json").exists():
            settings = replace(settings, rows=3, columns=3, time_limit=1.0, memory_limit=100)
        surface = open_window((1280, 800))
        self.store = Store.open()
        self.session = Session(
            settings,
            self.clock,
            preparation=Preparation(),
            store=self.store,
        )
        notice = "; ".join(filter(None, (problem, self.store.notice)))
        check(not notice, f"notice at the start: {notice}")
        self.window = Window(
            self.session, sounds=Sounds(), clipboard=self.pocket, welcomes=True
        )
        self.screen = ViewScreen(self.window, surface.get_size())
        self.keeper, self.previews = SettingsKeeper(settings), bundled()
        self.collecting = contextlib.ExitStack()
        self.collect = self.collecting.enter_context(collect_when_idle())
        self.loop = GameLoop(self.screen, self.clock)
        self.loop.draw()

    def close(self) -> SavedGame:
        """Close it; the game that was left. Threads and children have to end."""
        pygame.display.quit()
        pygame.font.quit()
        self.screen.close()
        self.keeper.keep(self.session.context.kept_settings)
        self.collecting.close()
        end = time.monotonic() + CLOSING
        while (left := [*(set(threading.enumerate()) - self.at_home), *children()]) and (
            time.monotonic() < end
        ):
            time.sleep(0.01)
        check(not left, f"not ended with the session: {left}")
        return self.session.context.game.saved

    def reopen(self) -> None:
        """Begin anew after an event that failed."""
        with contextlib.suppress(Exception):
            self.close()
        self.listener.heard.clear()
        self.open()

    def clock(self) -> float:
        return self.now if self.is_simulated else time.perf_counter()

    def pass_time(self, seconds: float) -> None:
        if self.is_simulated:
            self.now += seconds
        else:
            time.sleep(seconds)

    def frame(self, seconds: float = 1 / 60) -> None:
        """Let time pass, draw, and do what the loop does when nothing moves."""
        self.pass_time(seconds)
        self.frames += 1
        with self.in_frame():
            self.loop.frame([])
        if not self.screen.is_moving:
            self.keeper.keep(self.session.context.kept_settings)
            self.store.rest()
            next(self.previews, None)
            self.collect()
        self.settle()

    def settle(self) -> None:
        """Let the threads of searches come to rest, where they do so soon."""
        end = time.monotonic() + SETTLE
        workers = self.session.context._workers  # noqa: SLF001  there is no other way to see them
        while any(worker.is_busy and worker.is_alive for worker in workers):
            if time.monotonic() > end:
                break
            time.sleep(0.0005)

    def frames_until(self, is_over: Callable[[], bool], seconds: float) -> None:
        """Frames in real time until something is over."""
        end = time.monotonic() + seconds
        while not is_over() and time.monotonic() < end:
            time.sleep(0.01)
            self.frame(0.01)

    # ---- What is done -------------------------------------------------------------------------

    def do(self, event: Event) -> None:
        """Do one event and check the program; Wrong or whatever it raised where it fails."""
        name, *rest = event
        if name in DIRECT - {"set", "action"}:  # a person cannot do this below a dialog
            self.window.ui.close_all()
        self.events += name != "frame"
        getattr(self, "do_" + name)(*rest)
        if name in DIRECT:  # what was done past the window, it sees with the next frame
            self.frame()
        self.check()

    def send(self, kind: int, **values: Any) -> None:
        with self.in_frame():
            self.loop_handle(pygame.Event(kind, **values))

    def loop_handle(self, event: pygame.Event) -> None:
        """As the loop does, without a frame."""
        after = self.screen.handle(event)
        check(after.name != "QUIT", "an event closed the window")
        if after.name == "FULL_SCREEN":
            self.loop._toggle_full_screen()  # noqa: SLF001

    def do_frame(self, seconds: float) -> None:
        self.frame(seconds)
        self.check_picture()

    def do_wait(self, frames: int, seconds: float) -> None:
        for _ in range(frames):
            self.frame(seconds)

    def do_key(self, key: int, mod: int) -> None:
        self.send(pygame.KEYDOWN, key=key, mod=mod, unicode="")

    def do_text(self, text: str) -> None:
        self.send(pygame.TEXTINPUT, text=text)

    def do_motion(self, x: int, y: int, is_held: int = 0) -> None:
        self.send(pygame.MOUSEMOTION, pos=(x, y), rel=(1, 1), buttons=(is_held, 0, 0))

    def do_down(self, x: int, y: int) -> None:
        self.send(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=1)

    def do_up(self, x: int, y: int) -> None:
        self.send(pygame.MOUSEBUTTONUP, pos=(x, y), button=1)

    def do_click(self, x: int, y: int) -> None:
        self.do_motion(x, y)
        self.do_down(x, y)
        self.do_up(x, y)

    def do_drag(self, x: int, y: int, to_x: int, to_y: int) -> None:
        self.do_motion(x, y)
        self.do_down(x, y)
        self.do_motion((x + to_x) // 2, (y + to_y) // 2, 1)
        self.do_motion(to_x, to_y, 1)
        self.do_up(to_x, to_y)

    def do_wheel(self, lines: int) -> None:
        self.send(pygame.MOUSEWHEEL, x=0, y=lines)

    def do_leave(self) -> None:
        self.send(pygame.WINDOWLEAVE)

    def do_drop(self, name: str) -> None:
        self.send(pygame.DROPFILE, file=str(self.home / name))

    def do_drop_text(self, text: str) -> None:
        self.send(pygame.DROPTEXT, text=text)

    def do_paste(self, text: str) -> None:
        self.pocket.text = text
        self.do_key(pygame.K_v, pygame.KMOD_LCTRL)

    def do_resize(self, width: int, height: int) -> None:
        pygame.display.set_mode((width, height), pygame.RESIZABLE)
        self.frame()

    def do_set(self, name: str, value: object) -> None:
        with contextlib.suppress(ValueError):  # what cannot be chosen together
            self.window.set(**{name: value})

    def do_action(self, name: str) -> None:
        action = actions()[name]
        if self.window.ui.is_covered and not action.is_everywhere:
            return
        if action.is_here(self.window) and action.is_enabled(self.window):
            action.do(self.window)
            self.window.ui.rebuild()

    def do_new(self, rows: int, columns: int) -> None:
        self.session.boards.new(rows, columns)

    def do_solve(self, start: str, directions: str) -> None:
        """A board that is solved by hand."""
        self.window.ui.close_all()
        board = Board.parse(start)
        self.session.boards.begin_given(Scenario(board, Board.solved(*board.size)))
        for letter in directions:
            moves = {move.letter: move for move in self.session.activity.board.legal_moves()}
            if letter in moves:
                self.session.move(moves[letter])
        self.frame()

    def do_lab(self, algorithm: str, heuristic: str) -> None:
        if self.session.lab.open():
            self.session.lab.current.set_method(Method(algorithm, heuristic))

    def do_race(self, algorithms: list[str], pace: str) -> None:
        if self.session.race.opened is None:
            self.session.race.open()
        if self.session.race.opened is not None:
            current = self.session.race.current
            current.set_methods([Method(name, "manhattan") for name in algorithms])
            current.set_rules(RaceRules(Pace(pace)))

    def do_lesson(self, number: int, position: int) -> None:
        found = list(self.session.lessons.shelf.lessons.values())
        lesson = found[number % len(found)]
        self.session.lessons.begin(lesson, position % len(lesson.steps))

    def do_review(self, number: int) -> None:
        self.session.reviews.open_solve(number, is_playing=True)

    def do_drill(self, rows: int, columns: int, distance: int) -> None:
        self.session.drills.begin_generated(rows, columns, distance)

    def do_record(self) -> None:
        """Save the moves as an animation, to the end."""
        self.window.ui.close_all()
        self.do_action("save-animation")
        self.window.ui.update()
        primary = self.window.ui.top.frame.primary
        if primary is not None:
            primary.activate(self.window.ui)
            is_over = lambda: not any(x.key == "recording" for x in self.window.ui.layers)  # noqa: E731
            self.frames_until(is_over, 60)

    def do_quiet(self) -> None:
        """Everything is closed and stopped; only threads that the session owns may go on."""
        self.window.ui.close_all()
        self.session.stop()
        self.frame()

    def do_undo_redo(self, most: int) -> None:
        """Undo leads back and redo forward again, board by board."""
        self.do_quiet()
        session, boards = self.session, [self.session.context.board]
        while len(boards) <= most and session.context.game.can_undo:
            check(session.undo(), "undo refused what can be undone")
            boards.append(session.context.board)
        for board in reversed(boards[:-1]):
            check(session.redo(), "redo refused what was undone")
            check(session.context.board == board, "redo leads to another board than undo left")

    def do_restart(self) -> None:
        """Close the program and open it again: the game has to be the one that was left."""
        left = self.close()
        self.open()
        found = self.session.store._written  # noqa: SLF001  what was read of the file
        steps = [*left.past, left.present, *reversed(left.future)]
        check(found == steps[-len(found) :] and len(found) >= min(len(steps), MOST_STEPS),
              "another game after a restart than was left")  # fmt: skip
        board = self.session.context.board
        check(board == left.present.board, f"left at {left.present.board}, opened at {board}")

    # ---- What is checked ----------------------------------------------------------------------

    def check(self) -> None:
        """The model is as it has to be."""
        if self.listener.heard:
            heard, self.listener.heard = self.listener.heard, []
            raise Wrong("in the background: " + "\n".join(heard))
        session, activity = self.session, self.session.activity
        board, game = activity.board, session.context.game.present
        for shown, goal in ((board, activity.goal), (game.board, game.scenario.goal)):
            check(sorted(shown.tiles) == list(range(len(shown.tiles))), f"not a board: {shown}")
            if not isinstance(activity, Editing):
                check(is_solvable(shown, goal), f"{shown} cannot reach {goal}")
        shown = session.snapshot()
        check(shown.play.board == board, "the snapshot shows another board than the session")
        check(shown.settings == session.settings, "the snapshot has other settings")
        check(shown.activity is type(activity), "the snapshot has another activity")
        check(shown.play.can_undo == activity.can_undo, "the snapshot differs in undo")
        check(game.move_count >= 0 and game.seconds >= 0, "a negative count or time")
        if self.events % 20 == 0:
            self.check_store()

    def check_store(self) -> None:
        """The file has the game as it is."""
        store, game = self.store, self.session.context.game
        row = store._game  # noqa: SLF001
        query = "SELECT present FROM games WHERE id = ?"
        present = store.connection.execute(query, (row,)).fetchone()
        query = "SELECT max(position), count(*) FROM steps WHERE game = ?"
        last, count = store.connection.execute(query, (row,)).fetchone()
        first = store._first  # noqa: SLF001
        check(present == (first + len(game.past),), "the store is at another step than the game")
        steps = len(game.past) + 1 + len(game.future)
        check((last, count) == (first + steps - 1, steps), "the store has other steps than the game")

    def check_picture(self) -> None:
        """What is drawn has keys of its own, and the keyboard is at something that is there."""
        keys = Counter(part.key for part in self.screen.parts())
        twice = [key for key, count in keys.items() if count > 1]
        check(not twice, f"parts with the same key: {twice[:3]}")
        for layer in self.window.ui.layers:
            targets = {target.element.key for target in layer.frame.targets}
            check(layer.focus is None or layer.focus in targets, f"focus on nothing: {layer.focus}")
        view = self.window.view
        check(sorted(view.board.tiles) == list(range(len(view.board.tiles))), "no board is drawn")
        mine = self.session.context._workers  # noqa: SLF001
        owned = {worker._thread for worker in mine}  # noqa: SLF001
        others = [x for x in threading.enumerate() if x not in owned and x not in self.at_home]
        check(len(others) < 20, f"threads that nobody owns: {others}")


def children() -> list[int]:
    """The processes that this one has started and that are not gone."""
    folder = Path("/proc/self/task")
    found = [(task / "children").read_text().split() for task in folder.iterdir()]
    return [int(number) for number in chain(*found)]


class Hand:
    """Makes events from a seed, as the program is just then."""

    def __init__(self, seed: object, program: Program) -> None:
        self.random = random.Random(str(seed))
        self.program = program
        self.kinds, self.weights = list(KINDS), [weight for weight, _ in KINDS.values()]
        self.waiting: list[Event] = [self.solve() for _ in range(3)]
        self.since = 0

    def next(self) -> Event:
        """The next event; a frame comes after every few."""
        if self.waiting:
            return self.waiting.pop()
        self.since += 1
        if self.random.random() < 0.12:
            return ["frame", self.random.choice((0.016, 0.016, 0.05, 0.3))]
        [kind] = self.random.choices(self.kinds, self.weights)
        return [kind, *KINDS[kind][1](self)]

    def choose(self, values: Sequence[Any]) -> Any:
        return self.random.choice(values)

    def place(self) -> tuple[int, int]:
        window, kind = self.program.window, self.random.random()
        if kind < 0.3:
            return self.choose(window.view.geometry.cells).center
        targets = window.ui.top.frame.targets
        if kind < 0.9 and targets:
            return self.choose(targets).element.rect.center
        return self.random.randrange(window.size[0]), self.random.randrange(window.size[1])

    def key(self) -> Event:
        if self.random.random() < 0.35:
            return [self.choose(MORE_KEYS), self.choose((0, 0, 0, int(pygame.KMOD_LSHIFT)))]
        key, with_ctrl, with_shift = self.choose(CHORDS)
        return [key, int(pygame.KMOD_LCTRL * with_ctrl | pygame.KMOD_LSHIFT * with_shift)]

    def setting(self) -> Event:
        name = self.choose(list(CHOICES))
        return [name, self.choose(CHOICES[name])]

    def solve(self) -> Event:
        rows, columns = self.choose(SHAPES[:5])
        board, letters = Board.solved(rows, columns), ""
        for _ in range(self.choose((1, 2, 5, 12))):
            move = self.choose(board.legal_moves())
            board, letters = board.apply(move), move.inverse.letter + letters
        if board == Board.solved(rows, columns):
            return self.solve()
        return ["solve", str(board), letters]

    def size(self) -> tuple[int, int]:
        if self.random.random() < 0.5:
            return self.choose(SIZES)
        return self.random.randrange(480, 1921), self.random.randrange(360, 1081)

    def race(self) -> Event:
        lanes = self.random.choices(list(ALGORITHMS), k=self.random.randint(2, 4))
        return [lanes, self.choose(list(Pace)).value]


KINDS: dict[str, tuple[float, Callable[[Hand], Sequence[Any]]]] = {
    "key": (80, Hand.key),
    "motion": (30, Hand.place),
    "click": (45, Hand.place),
    "down": (5, Hand.place),
    "up": (5, Hand.place),
    "drag": (6, lambda hand: (*hand.place(), *hand.place())),
    "wheel": (8, lambda hand: [hand.choose((-3, -1, 1, 3))]),
    "text": (8, lambda hand: [hand.choose(("4", "7", "x", "1 2", "é", "あ"))]),
    "leave": (1, lambda hand: ()),
    "action": (20, lambda hand: [hand.choose([name for name in actions() if name != "quit"])]),
    "wait": (3, lambda hand: (hand.choose((2, 5, 10)), hand.choose((0.016, 0.1, 1.0)))),
    "resize": (1, Hand.size),
    "set": (6, Hand.setting),
    "drop": (2, lambda hand: [hand.choose([*FILES, "small.png", "wide.jpg", "none", "folder"])]),
    "drop_text": (1, lambda hand: [hand.choose(TEXTS)]),
    "paste": (2, lambda hand: [hand.choose(TEXTS)]),
    "new": (1.5, lambda hand: hand.choose(SHAPES)),
    "solve": (2, lambda hand: hand.solve()[1:]),
    "lab": (1.5, lambda hand: (hand.choose(list(ALGORITHMS)), hand.choose(list(HEURISTICS)))),
    "race": (1, Hand.race),
    "lesson": (1.5, lambda hand: (hand.random.randrange(99), hand.random.randrange(99))),
    "review": (1, lambda hand: [hand.random.randrange(1, 30)]),
    "drill": (0.7, lambda hand: (*hand.choose(((2, 3), (3, 3))), hand.random.randrange(1, 15))),
    "quiet": (1.5, lambda hand: ()),
    "undo_redo": (1, lambda hand: [hand.choose((1, 3, 30))]),
    "restart": (0.15, lambda hand: ()),
    "record": (0.03, lambda hand: ()),
}
"""Each kind of event: how often it comes, and what makes its values."""
