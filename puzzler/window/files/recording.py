"""Saving the board as a picture, and the moves or the solution as an animation."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from puzzler.board.board import Board
from puzzler.formats.format import Contents
from puzzler.game.core.settings import MIDDLE, TileFace
from puzzler.game.play.new_boards import DailyBoard, daily
from puzzler.humanize import counted, duration, memory, sentence
from puzzler.progress import one_step
from puzzler.window.core.window import Window
from puzzler.window.dialogs.folder import Answer
from puzzler.window.dialogs.save_file import FileKind, SaveDialog
from puzzler.window.export.film import GIF, MP4, PNG, SHEET_SIDE, SIDE, Film, Look, RecordingError
from puzzler.window.export.frames import seconds_of
from puzzler.window.export.mp4 import find_ffmpeg
from puzzler.window.export.png import check_sheet
from puzzler.window.export.process import Recorder
from puzzler.window.toolkit.choices import Option, Segments
from puzzler.window.toolkit.controls import Button, Toggle
from puzzler.window.toolkit.dialog import Dialog, labelled
from puzzler.window.toolkit.element import Child, Element
from puzzler.window.toolkit.labels import Meter, Text

KEY = "recording"
NO_MOVES = "No moves to record yet. Make some, or watch the AI solve the board."
_BOARD_SIDES = (240, SIDE, 720, 1080)
_SHEET_SIDES = (120, SHEET_SIDE, 240, SIDE)
_SPEEDS = (1.0, 2.0, 4.0, 8.0, 16.0)
_WIDTH_UNITS = 330


def can_be_seen(window: Window) -> bool:
    """Whether the tiles are visible. Covered tiles must not be revealed by a picture."""
    return not window.shown.play.is_covering


def save_picture(window: Window) -> None:
    """Save the current board or all boards of the game as a picture."""
    board = Contents(start=window.session.activity.board, goal=window.session.activity.goal)
    alone, sheet = _film(window, board, SIDE), _film(window, _recorded(window), SHEET_SIDE)
    _save_still(window, "Save as picture", _stem(alone.start), alone, sheet)


def save_result(window: Window, board: DailyBoard) -> None:
    """Save a picture of the board of a day with its result."""
    scenario = daily(board.day)
    film = _film(window, Contents(start=scenario.start, goal=scenario.goal), SIDE)
    film = replace(film, card=board.card, look=replace(film.look, labels=None))
    _save_still(window, "Save the result as picture", f"puzzler-{board.day}", film, film)


def _save_still(window: Window, title: str, stem: str, alone: Film, sheet: Film) -> None:
    """Open the dialog that saves ``alone``, or all boards of ``sheet`` if it has moves."""
    chosen = alone

    def choose(film: Film) -> None:
        nonlocal chosen
        chosen = film

    def above() -> Sequence[Child]:
        boards = [Option(False, "This board"),
                  Option(True, f"All {counted(len(sheet.moves) + 1, 'board')}")]  # fmt: skip
        has_all = bool(chosen.moves)
        return (
            bool(sheet.moves)
            and _choice("Picture of", boards, has_all,
                        lambda has_all: choose(sheet if has_all else alone), "boards"),
            _number("Board size (px)", _SHEET_SIDES if has_all else _BOARD_SIDES, "side", chosen,
                    choose),
        )  # fmt: skip

    def save(file: Path, kind: str, answer: Answer) -> None:
        try:
            check_sheet(chosen)
        except RecordingError as error:
            answer(sentence(str(error)))
        else:
            _record(window, chosen, file, "Saving the picture", answer)

    note = "This board, or every position with its move." if sheet.moves else ""
    kinds = [FileKind("png", "PNG picture", PNG, note)]
    SaveDialog(window, title, stem, kinds, save, above, is_new=True)


def save_animation(window: Window) -> None:
    """Save the moves of the game or the solution as an animation."""
    game = _recorded(window)
    if not game.moves:
        window.say(NO_MOVES)
        return
    usual = window.session.settings.speed_of(len(game.moves))
    speed = min(_SPEEDS, key=lambda speed: abs(speed - usual))
    chosen = replace(_film(window, game, SIDE), speed=speed)
    dialog: SaveDialog | None = None

    def choose(film: Film) -> None:
        nonlocal chosen
        chosen = film

    def above() -> Sequence[Child]:
        length = f"{counted(len(chosen.moves), 'move')}, {duration(seconds_of(chosen))}"
        is_gif = dialog is None or dialog.kind is kinds[0]
        loop = Toggle(chosen.is_looped, lambda is_on: choose(replace(chosen, is_looped=is_on)),
                      key="loop")  # fmt: skip
        return (
            Text(length, color="text_muted"),
            _number("Moves per second", _SPEEDS, "speed", chosen, choose),
            _number("Board size (px)", _BOARD_SIDES, "side", chosen, choose),
            is_gif and labelled("Loop", loop, width=52),
        )

    def save(file: Path, kind: str, answer: Answer) -> None:
        _record(window, chosen, file, "Saving the animation", answer)

    kinds = [FileKind("gif", "Animated GIF", GIF, "Plays anywhere: browsers, chats, documents.")]
    with contextlib.suppress(RecordingError):
        find_ffmpeg()
        note = "Smoother, with all colours. Smaller for large boards."
        kinds.append(FileKind("mp4", "MP4 video", MP4, note))
    dialog = SaveDialog(
        window, "Save as animation", _stem(game.start), kinds, save, above, is_new=True
    )


def _record(window: Window, film: Film, file: Path, title: str, answer: Answer) -> None:
    """Record in a separate process and show the progress. Call ``answer`` with "" or an error.

    Closing the dialog before the end cancels the recording.
    """

    def take(recorder: Recorder) -> None:
        _show_progress(window, recorder, title)
        answer("")

    window.session.background.run(
        "record", "", one_step(partial(_started, film, file)), take,
        fail=lambda problem: answer(f"Recording failed: {problem}"),
    )  # fmt: skip


def _started(film: Film, file: Path) -> Recorder:
    try:
        return Recorder(film, file)
    except OSError as error:
        raise RecordingError(error.strerror or "the folder cannot be used") from None


def _show_progress(window: Window, recorder: Recorder, title: str) -> None:
    ui = window.ui

    def poll() -> bool:
        if recorder.poll() and not recorder.failure:
            ui.close(KEY)
            window.say(f"Saved {recorder.file} ({memory(recorder.file.stat().st_size)})")
        return not recorder.is_over

    def build() -> Dialog:
        words = f"{recorder.done:,} of {counted(recorder.total, 'move')} drawn"
        if recorder.failure:
            words = sentence(recorder.failure)
        elif not recorder.total:
            words = "Drawing the board"
        label = "Close" if recorder.is_over else "Cancel"
        return Dialog(
            title,
            Text(str(recorder.file), size=13, color="text_muted"),
            Meter(recorder.done / max(1, recorder.total)),
            Text(words, color="text_muted"),
            foot=(Button(label, ui.close, autofocus=True, key="cancel"),),
            size=520,
        )

    ui.close_all()
    ui.open(build, KEY, poll=poll, on_close=recorder.cancel)


def _recorded(window: Window) -> Contents:
    """Return the game with its moves, or the latest solution if it has none."""
    files = window.session.files
    game, result = files.game, files.result
    if game.moves or result is None or not result.moves or window.session.activity.is_aside:
        return game
    return Contents(start=result.start, goal=result.goal, labels=game.labels, moves=result.moves)


def _film(window: Window, game: Contents, side: int) -> Film:
    settings, skin = window.session.settings, window.view.skin
    face, crop = settings.face, MIDDLE
    if skin.picture is not None:
        crop = skin.picture.crop
    elif face is TileFace.PICTURE:
        face = TileFace.NUMBERS
    look = Look(window.theme, face, settings.picture, settings.numbers_on_pictures, skin.labels,
                settings.tile_colors, crop)  # fmt: skip
    return Film(game.start, game.goal_or_standard, game.moves or (), look, side)


def _choice(
    words: str,
    options: Sequence[Option[Any]],
    chosen: object,
    choose: Callable[[Any], object],
    key: str,
) -> Element:
    return labelled(words, Segments(options, chosen, choose, key=key), width=_WIDTH_UNITS)


def _number(
    words: str, numbers: Sequence[float], name: str, film: Film, choose: Callable[[Film], object]
) -> Element:
    """Return the choice of a numeric field of the film."""
    options = [Option(number, f"{number:g}") for number in numbers]
    return _choice(words, options, getattr(film, name),
                   lambda number: choose(replace(film, **{name: number})), name)  # fmt: skip


def _stem(board: Board) -> str:
    return f"board-{board.rows}x{board.columns}"
