"""The composition root: creates settings, session and screen, and runs the game loop."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pygame

from puzzler.board.scenario import Scenario, printable
from puzzler.formats.format import Contents
from puzzler.game.core.settings import Settings
from puzzler.game.lessons.lesson import Shelf
from puzzler.game.lessons.reading import read_bundled
from puzzler.game.session import Session
from puzzler.game.storage.settings_file import SettingsKeeper, load_settings
from puzzler.game.storage.store import Store
from puzzler.humanize import sentence
from puzzler.interrupts import noted_interrupts
from puzzler.search.kernels.jit import forbid_kernels
from puzzler.search.options import return_freed_memory
from puzzler.search.tables.shared import forget_unused
from puzzler.search.tables.store import release_pages
from puzzler.solver.preparation import Preparation
from puzzler.window.core.display import open_window
from puzzler.window.core.sound import Sounds
from puzzler.window.core.system_look import read_system_look
from puzzler.window.core.window import Window
from puzzler.window.dialogs.folder import remember_folder
from puzzler.window.main.loop import GameLoop
from puzzler.window.main.screen import ViewScreen

SWITCH_SECONDS = 0.0005
"""Time slice of other threads. The default of 5 ms makes frames late."""

YOUNG_THRESHOLDS = 700, 10
"""Thresholds of the two young generations of the garbage collector: Python's defaults."""
OLD_THRESHOLD = 1000
"""Threshold of the oldest generation, a hundred times the default, because a collection is slow."""
_IDLE_THRESHOLD = 10
"""After this many collections of the second generation, an idle window runs a full one."""


@forbid_kernels()
def run(
    scenario: Scenario | None = None,
    settings: Settings | None = None,
    *,
    kept_settings: Settings | None = None,
    begin: Callable[[Session], object] | None = None,
    lessons: Shelf | None = None,
    notice: str = "",
    contents: Contents | None = None,
    file: Path | None = None,
) -> int:
    """Open the window and run until it is closed. Return the exit status.

    scenario: the first board; by default a shuffled board of the size in the settings.
    settings: by default those of the user. A caller that overrides some of them loads the settings
    with ``load_settings``, and passes the loaded ones as ``kept_settings`` and the message of the
    loader as ``notice``, which is shown. Choices made in the window are stored. Overrides are not
    stored.
    begin: called first with the session, for example to start a search or open a lesson.
    lessons: listed instead of the bundled lessons; the list is opened.
    contents: used instead of a scenario. If it contains moves, they are reviewed.
    file: the file of the board; files are opened from its folder.

    Returns 1 with a message on standard error if no window can be opened, otherwise 0. A signal
    closes the window and is then raised as KeyboardInterrupt.
    """
    if settings is None:
        settings, notice = load_settings()
    kept_settings = kept_settings or settings
    sys.setswitchinterval(SWITCH_SECONDS)
    try:
        surface = open_window(bounds=kept_settings.window_bounds)
    except pygame.error as error:
        print(f"puzzler: no window can be opened: {error}", file=sys.stderr)
        return 1
    screen = keeper = None
    try:
        store = Store.open()
        session = Session(
            settings,
            time.perf_counter,
            preparation=Preparation(delay=2),  # until the first frame is shown
            scenario=scenario,
            store=store,
            kept_settings=kept_settings,
            read_lessons=read_bundled if lessons is None else lambda: lessons,
        )
        notice = "; ".join(words for words in (notice, store.notice) if words)
        quit_event = pygame.Event(pygame.QUIT)
        # an exception raised by a signal would be lost in the callbacks that measure and draw text
        with (
            noted_interrupts(lambda: pygame.event.post(quit_event)) as interrupts,
            collect_when_idle() as collect,
        ):
            window = Window(session, notice=notice, sounds=Sounds(), welcomes=True)
            screen = ViewScreen(window, surface.get_size())
            keeper = SettingsKeeper(kept_settings)

            def on_rest() -> None:
                if trouble := keeper.keep(session.kept_settings, can_wait=False):
                    window.say(sentence(trouble))
                session.store.rest()
                collect()

            loop = GameLoop(screen, on_rest=on_rest, read_system=read_system_look)
            loop.draw()
            window.update_system_look(read_system_look)
            if file is not None:
                remember_folder(window, file.parent)
            if contents is not None:
                name = "" if file is None else printable(file.name)
                window.say(
                    session.files.import_contents(
                        contents, name, file, is_method_chosen=True
                    ).message
                )
            if begin is not None:
                begin(session)
            if lessons is not None:
                session.lessons.browse()
            loop.run()
    finally:
        # close the window first, because ending the threads may take a moment
        pygame.display.quit()
        if screen is not None and keeper is not None:
            screen.close()
            keeper.keep(screen.session.kept_settings)
        pygame.font.quit()
    if interrupts:
        raise KeyboardInterrupt
    return 0


@contextmanager
def collect_when_idle() -> Iterator[Callable[[], None]]:
    """Context manager: collect garbage rarely; yield a function that collects it when idle.

    A full collection takes several frames, because the libraries of the searches are large. The
    function also frees tables that have not been used for some time, and the memory of pages.
    """
    trim = return_freed_memory()
    before, modules = gc.get_threshold(), len(sys.modules)
    gc.freeze()  # existing objects are permanent
    gc.set_threshold(*YOUNG_THRESHOLDS, OLD_THRESHOLD)

    def collect() -> None:
        nonlocal modules
        is_loaded = len(sys.modules) > modules
        release_pages()  # takes microseconds
        if forget_unused() or is_loaded or gc.get_count()[2] >= _IDLE_THRESHOLD:
            gc.collect()
            trim()
            if is_loaded:
                modules = len(sys.modules)
                gc.freeze()  # loaded libraries are permanent

    try:
        yield collect
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
