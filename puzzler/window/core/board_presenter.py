"""Shows the board of the session: its tiles, their faces and their labels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from puzzler.board.scenario import printable
from puzzler.game.core.settings import Settings, TileFace
from puzzler.game.session import Session
from puzzler.game.snapshot import Snapshot
from puzzler.progress import one_step
from puzzler.window.board.pictures import Picture, find_picture_file, is_bundled, load_picture
from puzzler.window.board.tiles import Skin
from puzzler.window.board.view import BoardView

_PICTURE = "picture"
"""Names the background work that loads a picture."""


class BoardPresenter:
    """Updates a ``BoardView`` from the snapshots and settings of a session."""

    def __init__(self, session: Session, shown: Snapshot, say: Callable[[str], object]) -> None:
        """say: shows a message, for a picture that cannot be loaded."""
        self.view = BoardView(session.activity.shown_board, session.activity.goal)
        self._session, self._say = session, say
        self._shown = shown
        self._is_new = True  # whether ``show`` has not been called
        self._picture: Picture | None = None  # the last loaded picture
        self._put_on_skin(is_first=True)

    def show(self, shown: Snapshot) -> None:
        """Update the view from a snapshot. Does nothing if it is the snapshot of the last call."""
        if shown is self._shown and not self._is_new:
            return
        before, self._shown, self._is_new = self._shown.settings, shown, False
        if _skin_settings(before) != _skin_settings(shown.settings):
            self._put_on_skin()
        play, view = shown.play, self.view
        view.show(play.board, play.goal)
        self._label_tiles()
        view.is_solved = play.is_solved
        view.is_instant = shown.reduces_motion
        view.is_face_down = play.is_covering

    def choose_picture(self, picture: Picture) -> None:
        """Show a loaded picture on the tiles and store the choice in the settings."""
        self._picture, session = picture, self._session
        session.settings = replace(session.settings, face=TileFace.PICTURE, picture=picture.key)

    def _put_on_skin(self, *, is_first: bool = False) -> None:
        """Set the faces of the tiles. A picture that is not loaded yet appears later."""
        settings, background = self._session.settings, self._session.background
        background.drop(_PICTURE)
        file = find_picture_file(settings.picture) if settings.face is TileFace.PICTURE else None
        if file is None or (self._picture is not None and self._picture.file == file):
            self._set_skin(None if file is None else self._picture)
            return

        def fail(problem: str) -> None:
            self._set_skin(None)
            self._say(f"{problem}: showing numbers")

        is_own = not is_bundled(file)
        background.run(
            _PICTURE,
            f"Reading {printable(file.name)}" if is_own else "",
            one_step(partial(load_picture, file)),
            self._set_skin,
            fail=fail,
            # a bundled picture is loaded before the first frame
            is_short=is_first and not is_own,
        )

    def _set_skin(self, picture: Picture | None) -> None:
        settings = self._session.settings
        if picture is not None:
            picture = replace(picture, crop=settings.crop_of(picture.key))
        self._picture = picture or self._picture
        self.view.skin = Skin(
            settings.face, picture, settings.numbers_on_pictures, settings.tile_colors
        )
        self._label_tiles()

    def _label_tiles(self) -> None:
        """Show the board's own labels on the tiles, or remove labels if none fit the board."""
        play = self._shown.play
        labels = play.scenario.labels
        if labels is not None and len(labels) != len(play.board.tiles):
            labels = None
        if self.view.skin.labels != labels:
            self.view.skin = replace(self.view.skin, labels=labels)


def _skin_settings(settings: Settings) -> tuple[object, ...]:
    numbers = settings.numbers_on_pictures
    crop = settings.crop_of(settings.picture)
    return settings.face, settings.picture, numbers, settings.tile_colors, crop
