"""A window without a screen, controlled by posted events and a clock of the test."""

from __future__ import annotations

import gc
import math
import os
import subprocess
import sys
import time
from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
import platformdirs
import pygame
import pytest

from puzzler.board import Board, Move, Scenario
from puzzler.game.core.feedback import Happening
from puzzler.game.core.settings import Settings
from puzzler.game.lessons.reading import read_bundled
from puzzler.game.play.boards import PlayState
from puzzler.game.session import Session
from puzzler.search.compilation import KernelState
from puzzler.solver.watch import start
from puzzler.window.core.display import drawing_hidden, open_window
from puzzler.window.core.window import Window as App
from puzzler.window.dialogs.folder import Folder
from puzzler.window.main.loop import FRAME_SECONDS, GameLoop
from puzzler.window.main.screen import ViewScreen
from puzzler.window.toolkit.control import Control
from puzzler.window.toolkit.element import Element, walk
from puzzler.window.toolkit.labels import Figure, Text
from puzzler.window.toolkit.layout import Group
from puzzler.window.toolkit.list import Item, List
from puzzler.window.toolkit.paint import SMALLEST_TARGET, Painter
from puzzler.window.toolkit.theme import Theme
from puzzler.window.toolkit.ui import Ui
from tests.game.fakes import (
    ExactMeasurer,
    FakeClock,
    FakeMeasurer,
    FakePreparation,
    FakeSolver,
    blank_store,
    no_advice,
)
from tests.solver.scripted import wait_until
from tools.trust.watchdog import LIMIT, Watchdog

bundled_lessons = cache(read_bundled)
"""Cached for all windows."""
_IS_AGAIN = "PUZZLER_TESTS_AGAIN"


@pytest.fixture(autouse=True)
def stays_inside(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    base, go = tmp_path_factory.getbasetemp(), Folder.go

    def go_inside(folder: Folder, path: Path | None = None, **more: Path) -> None:
        if path is None or path.is_relative_to(base):
            go(folder, path, **more)

    monkeypatch.setattr(Folder, "go", go_inside)
    monkeypatch.setattr("puzzler.window.export.saving.own_home", lambda: None)
    monkeypatch.setattr(platformdirs, "user_documents_path", lambda: tmp_path)


@pytest.fixture(scope="session")
def no_garbage() -> None:
    """Exclude the objects of pytest and of imports from garbage collection."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def frames_are_short(
    no_garbage: None, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[None]:
    """Fail if a frame took too much processor time, with the stack of the thread.

    A virtual machine can lose its processor during a frame. So the test is repeated alone in a new
    process, and fails if the frame is slow again.
    """
    if not hasattr(time, "pthread_getcpuclockid"):
        yield
        return
    dogs, frame = list[Watchdog](), GameLoop.frame

    def watched(loop: GameLoop, events: list[pygame.Event]) -> bool:
        if not dogs:
            dogs.append(Watchdog())
        width, height = pygame.display.get_window_size()
        dogs[0].limit = LIMIT * max(1, width * height / (1920 * 1080))
        gc.disable()
        try:
            with dogs[0].frame():
                return frame(loop, events)
        finally:
            gc.enable()

    monkeypatch.setattr(GameLoop, "frame", watched)
    yield
    for dog in dogs:
        dog.close()
    faults = "\n".join(str(fault) for dog in dogs for fault in dog.faults)
    assert not faults or not (_IS_AGAIN in os.environ or _fails_again(request)), faults


def _fails_again(request: pytest.FixtureRequest) -> bool:
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    command = [sys.executable, "-m", "pytest", "-q", "-n0", request.node.nodeid]
    again = subprocess.run(
        command,
        cwd=request.config.rootpath,
        env=own | {_IS_AGAIN: "yes"},
        capture_output=True,
        text=True,
        check=False,
    )
    print(again.stdout)
    return again.returncode != 0


@lru_cache(maxsize=6)
class SharedPainter(Painter):
    """A painter that remains when its window is closed, so that its caches are used again."""

    def __init__(self, theme: Theme, scale: float) -> None:
        super().__init__(theme, scale)
        self.forget = self.close = lambda: None

    def at_scale(self, scale: float) -> Painter:
        return SharedPainter(self.theme, scale)

    def in_theme(self, theme: Theme) -> Painter:
        return SharedPainter(theme, self.scale)


@pytest.fixture(scope="session", autouse=True)
def fonts_go_with_their_painters() -> Iterator[None]:
    quit_fonts = pygame.font.quit

    def quit_all() -> None:
        SharedPainter.cache_clear()
        quit_fonts()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pygame.font, "quit", quit_all)
        yield
        pygame.font.quit()


def shares_painter(app: App) -> App:
    """Make a window use the shared painter of its theme."""
    app.painter = app.ui.painter = SharedPainter(app.painter.theme, app.painter.scale)
    return app


class FakeClipboard:
    def __init__(self) -> None:
        self.text = ""
        self.is_there = True

    def copy(self, text: str) -> bool:
        self.text = text
        return self.is_there

    def paste(self) -> str | None:
        return self.text if self.is_there else None


class FakeSounds:
    def __init__(self) -> None:
        self.played: list[tuple[Happening, float]] = []
        self.problem = ""

    def play(self, happening: Happening, volume: float) -> None:
        self.played.append((happening, volume))

    def close(self) -> None:
        pass


class Driven:
    """A screen with methods to find elements."""

    screen: ViewScreen

    @property
    def ui(self) -> Ui:
        return self.screen.window.ui

    @property
    def play(self) -> PlayState:
        return self.screen.session.snapshot().play

    @property
    def words(self) -> set[str]:
        return words_of(self.screen)

    def find(self, key: Hashable) -> Element:
        element = self.ui.find(key)
        assert element is not None, f"nothing on the screen has the key {key!r}"
        return element

    def has(self, key: Hashable) -> bool:
        return self.ui.find(key) is not None

    def element(self, key: Hashable) -> Element | None:
        return next((each for each in self.elements() if each.key == key), None)

    def elements(self, root: Element | None = None) -> Iterator[Element]:
        self.ui.update()
        root = root or self.ui.layers[0].root
        yield root
        children = root.shown if isinstance(root, Group) else root.children
        for child in children:
            yield from self.elements(child)

    def texts_of(self, key: Hashable) -> list[str]:
        texts = (each for each in self.elements(self.element(key)) if isinstance(each, Text))
        return [text.text for text in texts if text.text]

    def figure(self, caption: str) -> str:
        figures = (each for each in self.elements() if isinstance(each, Figure))
        return next((each.value for each in figures if each.caption == caption), "")

    @property
    def tip(self) -> str:
        self.ui.update()
        tip = self.ui.tip
        return "" if tip is None else tip.text

    def frame(self) -> None:
        raise NotImplementedError

    def wait(self) -> None:
        """Advance until the background work has finished."""
        self.frame()
        background = self.screen.session.background
        self.wait_for(lambda: not background.is_busy and not self.ui.is_moving)
        self.frame()

    def wait_for(self, condition: Callable[[], bool], frames: int = 1) -> None:
        """frames: limit, which is larger for playback than for searches."""

        def is_there() -> bool:
            for _ in range(frames):
                self.frame()
                if condition():
                    return True
            return False

        if not condition():
            wait_until(is_there)

    def choices(self) -> dict[str, Item]:
        return {item.text: item for item in self.find("menu").items}

    def choose(self, words: str) -> None:
        menu = self.find("menu")
        menu.on_choose(next(at for at, x in enumerate(menu.items) if x.text.startswith(words)))


class Hand:
    def send(self, event: pygame.Event) -> bool:
        raise NotImplementedError

    def key(self, key: int, mod: int = 0) -> bool:
        return self.send(pygame.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=""))

    def type(self, text: str) -> None:
        self.send(pygame.Event(pygame.TEXTINPUT, text=text))

    def point(self, at: tuple[int, int]) -> None:
        self.send(pygame.Event(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(0, 0, 0)))

    def press(self, at: tuple[int, int]) -> None:
        self.send(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))

    def drag(self, at: tuple[int, int]) -> None:
        self.send(pygame.Event(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(1, 0, 0)))

    def release(self, at: tuple[int, int]) -> None:
        self.send(pygame.Event(pygame.MOUSEBUTTONUP, pos=at, button=1))

    def wheel(self, lines: int) -> None:
        """Turn the wheel. Positive is down."""
        self.send(pygame.Event(pygame.MOUSEWHEEL, x=0, y=-lines))


class Window(Driven, Hand):
    """A screen in its game loop, with methods for user input."""

    def __init__(
        self,
        scenario: Scenario,
        settings: Settings,
        size: tuple[int, int],
        welcomes: bool = False,
        advises: bool = False,
        knows: bool = False,
    ) -> None:
        self.now = 100.0
        open_window(size)
        preparation = FakePreparation(KernelState.UNAVAILABLE)
        idle = ExactMeasurer() if knows else FakeMeasurer(is_idle=True)
        measurer = None if advises else idle
        self.session = Session(
            settings,
            lambda: self.now,
            scenario=scenario,
            preparation=preparation,
            start_advice=start if advises else no_advice,
            measurer=measurer,
            store=blank_store(),
        )
        self.session.lessons.shelf = bundled_lessons()
        self.clipboard, self.sounds = FakeClipboard(), FakeSounds()
        self.app = shares_painter(
            App(self.session, sounds=self.sounds, clipboard=self.clipboard, welcomes=welcomes)
        )
        self.screen = ViewScreen(self.app, size)
        self.loop = GameLoop(self.screen, clock=lambda: self.now, sleep=self._sleep)
        self.loop.draw()

    def key(self, key: int, mod: int = 0) -> bool:
        """Press a key and release it with the next frame."""
        self.hold(key, mod)
        return pygame.event.post(pygame.Event(pygame.KEYUP, key=key, mod=mod, unicode=""))

    def hold(self, key: int, mod: int = 0, seconds: float = 0.0) -> None:
        super().key(key, mod)
        for _ in range(round(seconds / FRAME_SECONDS)):
            self.frame()

    @property
    def keys(self) -> set[Hashable]:
        self.ui.update()
        return {target.element.key for target in self.ui.top.frame.targets}

    def tip_of(self, key: Hashable) -> str:
        """Return the tooltip of an element with the pointer on it, or "" if there is none."""
        self.point((1, 1))
        self.rest_at(self.find(key).rect.center)
        return self.tip

    @property
    def is_searching(self) -> bool:
        return self.session.activity.is_searching

    def click_on(self, key: Hashable) -> None:
        ui = self.app.ui
        ui.update()
        target = next((t for t in ui.top.frame.targets if t.element.key == key), None)
        if target is not None and not target.hits(target.element.rect.center):
            self.walk_to(key)
        self.click(self.find(key).rect.center)

    def choose_more(self, words: str) -> None:
        """Choose an item of the menu *More*."""
        self.click_on("more")
        self.choose(words)
        self.frame()

    def walk_to(self, key: Hashable) -> None:
        """Press Tab, or Shift+Tab if that is shorter, until a control has the focus."""
        self.ui.update()
        elements = [target.element for target in self.ui.top.frame.targets]
        keys = [each.key for each in elements if isinstance(each, Control) and each.takes_focus]
        ends = self.ui.focused in keys and key in keys
        steps = (keys.index(key) - keys.index(self.ui.focused)) % len(keys) if ends else 0
        mod = pygame.KMOD_SHIFT if steps > len(keys) / 2 else 0
        for _ in range(60):
            if self.ui.focused == key:
                return
            self.key(pygame.K_TAB, mod)
        pytest.fail(f"Tab never comes to {key!r}")

    @property
    def open(self) -> list[Hashable]:
        return [layer.key for layer in self.app.ui.layers[1:]]

    @property
    def menu(self) -> List:
        return self.find("menu")

    def check_dialog(self) -> None:
        self.app.ui.update()
        frame = self.app.ui.top.frame
        assert pygame.Rect((0, 0), self.app.size).contains(frame.card)
        for target in frame.targets:
            element = target.element
            if isinstance(element, Control) and element.takes_focus:
                assert min(element.rect.size) >= SMALLEST_TARGET, element.key
                assert frame.card.left <= element.rect.left, element.key
                assert element.rect.right <= frame.card.right, element.key

    @property
    def dialog_words(self) -> str:
        self.app.ui.update()
        root = self.app.ui.top.root
        return "\n".join(element.text for element in walk(root) if isinstance(element, Text))

    def _sleep(self, seconds: float) -> None:
        self.now += max(seconds, 0.001)

    def send(self, event: pygame.Event) -> bool:
        pygame.event.post(event)
        self.frame()
        return True

    def rest_at(self, at: tuple[int, int]) -> None:
        """Keep the pointer at a position until a tooltip appears."""
        self.point(at)
        self.now += 1
        self.frame()

    def frame(self, count: int = 1) -> None:
        """Draw frames. While nothing moves, many frames are one step of the time."""
        while count:
            self.now += FRAME_SECONDS
            assert self.loop.frame(pygame.event.get())
            count -= 1
            if count > 10 and not self.screen.is_moving:
                wait = self.screen.seconds_to_change()
                if wait is None or wait > count * FRAME_SECONDS:
                    self.now += (count - 1) * FRAME_SECONDS
                    count = 1

    def settle(self) -> None:
        """Advance half a second, by frames during animations and otherwise by changes."""
        end = self.now + 0.5
        while self.now < end:
            self.frame()
            if not self.screen.is_moving:
                wait = self.screen.seconds_to_change()
                rest = math.inf if wait is None else max(0, wait - FRAME_SECONDS)
                self.now += max(0, min(end - self.now, rest))

    def click(self, at: tuple[int, int]) -> None:
        """Press and release within one frame, like a fast click."""
        for kind, more in (
            (pygame.MOUSEMOTION, {"rel": (1, 1), "buttons": (0, 0, 0)}),
            (pygame.MOUSEBUTTONDOWN, {"button": 1}),
            (pygame.MOUSEBUTTONUP, {"button": 1}),
        ):
            pygame.event.post(pygame.Event(kind, pos=at, **more))
        self.frame()

    def click_cell(self, cell: int) -> None:
        self.click(self.app.view.geometry.cells[cell].center)

    @property
    def focused(self) -> Hashable:
        return self.app.ui.focused


def pixels() -> np.ndarray:
    surface = pygame.display.get_surface()
    return np.frombuffer(pygame.image.tobytes(surface, "RGB"), np.uint8)


def words_of(screen: ViewScreen) -> set[str]:
    return set(_strings([part.look for part in screen.parts()]))


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | list):
        for entry in value:
            yield from _strings(entry)


Opener = Callable[..., Window]

NEAR = "1 2 3/4 5 0/7 8 6"
"""One move from the goal."""
HARD = "8 6 7/2 5 4/3 0 1"
"""31 moves from the goal."""


@pytest.fixture
def no_display() -> Iterator[None]:
    """Close the display after the test, except for the fonts."""
    yield
    pygame.display.quit()


@pytest.fixture
def display(no_display: None) -> None:
    open_window((640, 480))


@pytest.fixture
def unseen() -> Iterator[None]:
    with drawing_hidden():
        yield


@pytest.fixture
def open_board(no_display: None) -> Iterator[Opener]:
    opened: list[Window] = []

    def opener(
        board: str = HARD,
        *,
        size: tuple[int, int] = (1280, 800),
        settings: Settings | None = None,
        welcomes: bool = False,
        advises: bool = False,
        knows: bool = False,
        goal: str = "",
    ) -> Window:
        first = Board.parse(board)
        solved = Board.parse(goal) if goal else Board.solved(first.rows, first.columns)
        scenario = Scenario(first, solved)
        window = Window(scenario, settings or Settings(), size, welcomes, advises, knows)
        opened.append(window)
        return window

    yield opener
    for window in opened:
        window.screen.close()


@pytest.fixture
def board() -> str:
    return NEAR


@pytest.fixture
def size() -> tuple[int, int]:
    return 1280, 800


@pytest.fixture
def settings() -> Settings:
    return Settings()


@pytest.fixture
def window(open_board: Opener, board: str, size: tuple[int, int], settings: Settings) -> Window:
    """A window with this board, size and settings, which test files override."""
    return open_board(board, size=size, settings=settings)


SCENARIO = Scenario(Board.parse("1 2/0 3"), Board.solved(2, 2), labels=("", "A", "B", "C"))


class Watched(Driven):
    """A screen with searches that the test controls."""

    def __init__(
        self, size: tuple[int, int] = (1280, 800), settings: Settings | None = None
    ) -> None:
        open_window(size)
        self.solver = FakeSolver()
        self.clipboard, self.clock = FakeClipboard(), FakeClock()
        self.session = Session(
            settings or Settings(details=True),
            self.clock,
            preparation=FakePreparation(),
            scenario=SCENARIO,
            start_solver=self.solver,
            start_advice=no_advice,
            measurer=FakeMeasurer(is_idle=True),
            store=blank_store(),
        )
        self.session.lessons.shelf = bundled_lessons()
        app = shares_painter(App(self.session, clipboard=self.clipboard))
        self.screen: ViewScreen = ViewScreen(app, size)
        self.now = 0.0

    def frame(self) -> None:
        self.tick()

    def tick(self, count: int = 1) -> None:
        for _ in range(count):
            self.now += 0.11
            self.clock.now += 0.11
            self.screen.tick(self.now)

    def press(self, key: Hashable) -> None:
        self.find(key).activate(self.screen.window.ui)
        self.tick()

    def search(self, *, expanded: int = 42) -> None:
        self.session.watch.start()
        self.tick()
        handle = self.solver.last
        handle.find((Move.RIGHT,))
        self.finish(expanded=expanded)

    def finish(self, *, expanded: int = 42) -> None:
        handle = self.solver.last
        handle.finish(SCENARIO.start, SCENARIO.goal, (Move.RIGHT,))
        end = handle.events[-1]
        stats = end.result.stats._replace(expanded=expanded)
        handle.events[-1] = replace(end, result=replace(end.result, stats=stats))
        self.tick(20)


@pytest.fixture
def make_watched(no_display: None) -> Iterator[Callable[..., Watched]]:
    windows: list[Watched] = []

    def make(size: tuple[int, int] = (1280, 800), settings: Settings | None = None) -> Watched:
        windows.append(Watched(size, settings))
        return windows[-1]

    yield make
    for watched in windows:
        watched.session.close()


@pytest.fixture
def watched(make_watched: Callable[..., Watched]) -> Watched:
    return make_watched()
