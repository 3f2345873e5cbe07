"""The program: puts folders, settings, session, screen and keeper together, and runs the loop."""

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
from puzzler.search.kernels.jit import drawing
from puzzler.search.options import return_freed_memory
from puzzler.search.tables.shared import forget_unused
from puzzler.search.tables.store import release_pages
from puzzler.solver.preparation import Preparation
from puzzler.window.core.display import open_window
from puzzler.window.core.sound import Sounds
from puzzler.window.core.system_look import read_system_look
from puzzler.window.core.window import Window
from puzzler.window.dialogs.folder import remember_folder
from puzzler.window.main.game_loop import GameLoop
from puzzler.window.main.view_screen import ViewScreen

SWITCH_SECONDS = 0.0005
"""How long another thread may keep the interpreter: its default of 5 ms makes frames late."""

OFTEN = 700, 10
"""Python's own measure for young objects and those of middle age: each look is then a short one."""
SELDOM = 1000
"""The oldest objects are looked through a hundred times less often than by default."""
_WORTHWHILE = 10
"""How often the middle generation was looked through since: Python's own measure."""


@drawing()
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
    """Open the window and stay until it is closed; the exit status for the command line.

    scenario: the board to begin with, by default a freshly shuffled one of the settings' size.
    settings: by default the user's own; a caller that overrides some of them loads them with
    ``load_settings``, replaces fields, and hands on what was loaded as
    ``kept_settings`` and what the loader had to say as ``notice``, which is shown. What the user
    chooses in the window is kept at the end, and of the overrides nothing. begin: what the session
    does first, such as to watch or to open a lesson. lessons: are listed instead of those that come
    with Puzzler, and the list is opened. contents: what was read, instead of a scenario; where it
    has moves they are reviewed. file: what the board was read from; files are opened from its
    folder. Returns 0, or 1 where no window can be opened, which is then said on standard error.
    A signal closes it, too, and is raised as KeyboardInterrupt then.
    """
    if settings is None:
        settings, notice = load_settings()
    kept_settings = kept_settings or settings
    sys.setswitchinterval(SWITCH_SECONDS)
    try:
        surface = open_window()
    except pygame.error as error:
        print(f"puzzler: no window can be opened: {error}", file=sys.stderr)
        return 1
    screen = keeper = None
    try:
        store = Store.open()
        session = Session(
            settings,
            time.perf_counter,
            preparation=Preparation(),
            scenario=scenario,
            store=store,
            kept_settings=kept_settings,
            read_lessons=read_bundled if lessons is None else lambda: lessons,
        )
        notice = "; ".join(words for words in (notice, store.notice) if words)
        quit_event = pygame.Event(pygame.QUIT)
        # from here on letters are measured and drawn: what a signal raises would be lost in there
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
            window.follow_system(read_system_look)
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
        # the window goes first: nobody should have to look at it while threads come to their end
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
    """Within, call what is given whenever nothing moves: garbage and unused tables go then.

    The libraries of the searches are large: looking through all objects takes several frames. Once
    they are loaded, a search that was made ready has read tables that nothing needs at rest.
    """
    trim = return_freed_memory()
    before, modules = gc.get_threshold(), len(sys.modules)
    gc.freeze()  # what is there now stays
    gc.set_threshold(*OFTEN, SELDOM)

    def collect() -> None:
        nonlocal modules
        is_loaded = len(sys.modules) > modules
        if is_loaded or gc.get_count()[2] >= _WORTHWHILE:
            forget_unused()
            gc.collect()
            trim()
            release_pages()
            if is_loaded:
                modules = len(sys.modules)
                gc.freeze()  # a library was loaded, and stays

    try:
        yield collect
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
