"""The program: puts folders, settings, session, screen and keeper together, and runs the loop."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pygame

from puzzler.window.display import open_window
from puzzler.window.game_loop import GameLoop

if TYPE_CHECKING:
    from puzzler.board.scenario import Scenario
    from puzzler.game.kept.settings import Settings
    from puzzler.game.play.game import SavedGame
    from puzzler.game.session import Session
    from puzzler.window.screens.panel_screen import PanelScreen

SWITCH_SECONDS = 0.0005
"""How long another thread may keep the interpreter: its default of 5 ms makes frames late."""


def run(
    scenario: Scenario | None = None,
    settings: Settings | None = None,
    *,
    kept_settings: Settings | None = None,
    watch: bool = False,
    notice: str = "",
) -> int:
    """Open the window and stay until it is closed; the exit status for the command line.

    scenario: the board to begin with, by default a freshly shuffled one of the settings' size.
    settings: by default the user's own; a caller that overrides some of them loads them with
    ``game.settings.load_settings``, replaces fields, and hands on what was loaded as
    ``kept_settings`` and what the loader had to say as ``notice``, which is shown. What the user
    chooses in the window is kept at the end, and of the overrides nothing. watch: start solving at
    once. Returns 0, or 1 where no window can be opened, which is then said on standard error.
    """
    from puzzler.game.kept.settings import load_settings

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
        screen = _play_screen(scenario, settings, kept_settings, notice, surface.get_size())
        keeper = _Keeper(screen.session, kept_settings)
        previews = _previews()

        def on_rest() -> None:
            keeper.keep_records()
            next(previews, None)

        loop = GameLoop(screen, on_rest=on_rest)
        loop.draw()
        if watch:
            screen.session.watch()
        loop.run()
    finally:
        # the window goes first: nobody should have to look at it while threads come to their end
        pygame.display.quit()
        pygame.font.quit()
        if screen is not None and keeper is not None:
            saved = screen.session.saved_game()
            screen.close()
            keeper.keep_all(saved)
    return 0


def _previews() -> Iterator[None]:
    """Load the bundled pictures one by one, so that the gallery is there at once."""
    from puzzler.window.pictures import PictureError, bundled_pictures, preview

    for file in bundled_pictures().values():
        with contextlib.suppress(PictureError):
            preview(file)
        yield


class _Keeper:
    """Writes what is there the next time; what cannot be written is logged by those who try."""

    def __init__(self, session: Session, known: Settings) -> None:
        """``known``: the settings that are in the file."""
        self._session = session
        self._known = known
        self._records = session.records

    def keep_records(self) -> None:
        """Write the records where a solve has entered them since the last time."""
        from puzzler.game.play.records import save_records

        if self._session.records is not self._records:
            self._records = self._session.records
            save_records(self._records)

    def keep_all(self, saved: SavedGame) -> None:
        """Write settings, records and the game, at the end."""
        from puzzler.game.kept.saved_game import save_game
        from puzzler.game.kept.settings import save_settings

        if self._session.kept_settings != self._known:
            save_settings(self._session.kept_settings)
        self.keep_records()
        save_game(saved)


def _play_screen(
    scenario: Scenario | None,
    settings: Settings,
    kept_settings: Settings,
    notice: str,
    size: tuple[int, int],
) -> PanelScreen:
    from puzzler.game.kept.kept_file import what_cannot_be_kept
    from puzzler.game.kept.saved_game import load_game
    from puzzler.game.play.records import load_records
    from puzzler.game.session import Session
    from puzzler.solver.preparation import Preparation
    from puzzler.window.screens.play import play_screen
    from puzzler.window.sound import Sounds
    from puzzler.window.theme import load_theme_or_default

    saved, about_game = load_game()
    records, about_records = load_records()
    session = Session(
        settings,
        time.perf_counter,
        preparation=Preparation(),
        scenario=scenario,
        saved=saved,
        records=records,
        kept_settings=kept_settings,
    )
    notices = (notice, about_game, about_records, what_cannot_be_kept())
    notice = "; ".join(words for words in notices if words)
    return play_screen(
        session, load_theme_or_default, size, notice=notice, sounds=Sounds(), welcomes=True
    )
