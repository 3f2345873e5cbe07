"""Saving what is seen as a picture, and what was played or found as an animation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.game.play.settings import Face
from puzzler.humanize import counted, duration, memory, sentence
from puzzler.window.export.film import SHEET_SIDE, SIDE, Film, Look, RecordingError
from puzzler.window.export.frames import seconds_of
from puzzler.window.export.mp4 import MISSING, find_ffmpeg
from puzzler.window.export.png import check_sheet
from puzzler.window.export.process import Recorder
from puzzler.window.export.recorder import GIF, MP4, PNG
from puzzler.window.files import last_folder, open_save
from puzzler.window.overlays.blocks import Field, Words
from puzzler.window.overlays.recording_sheet import RecordingPages
from puzzler.window.overlays.save_sheet import SaveKind
from puzzler.window.saving import new_file
from puzzler.window.widgets.segmented import Segmented
from puzzler.window.widgets.toggle import Toggle
from puzzler.window.window import Window

NO_MOVES = "There are no moves to record yet: make some, or watch the AI solve the board."
_SIDES = (240, SIDE, 720, 1080)
_SHEET_SIDES = (120, SHEET_SIDE, 240, SIDE)
_SPEEDS = (1.0, 2.0, 4.0, 8.0, 16.0)
_BOARD, _BOARDS = "board", "boards"


@dataclass(frozen=True)
class _Path:
    """Moves that are shown, or were played."""

    start: Board
    goal: Board
    moves: tuple[Move, ...] = ()


def can_be_seen(desk: Window) -> bool:
    """The tiles are not covered: a picture would show what the game hides."""
    return not desk.session.snapshot().play.is_covering


def save_picture(desk: Window) -> None:
    """The board as it stands, or all boards of what is shown or was played."""
    path = _path(desk)
    board = _Path(desk.session.activity.board, desk.session.activity.goal)
    pixels = {_BOARD: (_SIDES, SIDE), _BOARDS: (_SHEET_SIDES, SHEET_SIDE)}
    sides = _sides(_SIDES)

    def show(what: str) -> None:
        whole.chosen = what
        offered, sides.chosen = pixels[what]
        sides.options = [(side, f"{side}") for side in offered]

    count = counted(len(path.moves) + 1, "board")
    whole: Segmented[str] = Segmented(
        "whole", [(_BOARD, "This board"), (_BOARDS, f"All {count}")], show
    )
    show(_BOARD)
    fields = [Field("Pixels of a board", sides, control_units=330)]
    if path.moves:
        fields.insert(0, Field("Picture of", whole, control_units=330))

    def save(file: Path, kind: str) -> str:
        film = _film(desk, path if whole.chosen == _BOARDS else board, sides.chosen)
        try:
            check_sheet(film)
        except RecordingError as error:
            return sentence(str(error))
        return _begin(desk, film, file, "Saving the picture")

    note = "All boards stand side by side, each with its move." if path.moves else ""
    kinds = [SaveKind("png", "PNG picture", PNG, note)]
    open_save(desk, "Save as picture", kinds, _stem(desk, board.start, PNG), save, above=fields)


def save_animation(desk: Window) -> None:
    """What is shown or was played, move by move."""
    path = _path(desk)
    if not path.moves:
        desk.say(NO_MOVES)
        return
    sides, loops = _sides(_SIDES), Toggle("loop", lambda is_on: setattr(loops, "is_on", is_on))
    sides.chosen, loops.is_on = SIDE, True
    speeds: Segmented[float] = Segmented(
        "speed",
        [(speed, f"{speed:g}") for speed in _SPEEDS],
        lambda speed: setattr(speeds, "chosen", speed),
    )
    usual = desk.session.settings.playback_speed
    speeds.chosen = min(_SPEEDS, key=lambda speed: abs(speed - usual))
    kinds = [
        SaveKind("gif", "Animated GIF", GIF, "Every browser, chat and document plays it."),
        SaveKind("mp4", "MP4 film", MP4, "Smoother, in all colours; larger boards take less room."),
    ]
    trouble = _missing_program()

    def film() -> Film:
        speed = speeds.chosen or usual
        return replace(_film(desk, path, sides.chosen), speed=speed, is_looped=loops.is_on)

    def told() -> str:
        return f"{counted(len(path.moves), 'move')}, {duration(seconds_of(film()))}"

    def save(file: Path, kind: str) -> str:
        return _begin(desk, film(), file, "Saving the animation")

    open_save(
        desk,
        "Save as animation",
        kinds,
        _stem(desk, path.start, GIF),
        save,
        above=(
            Words(told),
            Field("Moves a second", speeds, control_units=330),
            Field("Pixels", sides, control_units=330),
            Field("A GIF begins anew at its end", loops, control_units=0),
        ),
        check=lambda kind: trouble if kind == "mp4" else "",
    )


def _begin(desk: Window, film: Film, file: Path, title: str) -> str:
    """Record, with a sheet that tells how far it is; "" or why that cannot be begun."""
    try:
        recorder = Recorder(film, file)
    except OSError as error:
        return f"It cannot be recorded: {error.strerror}"

    def end() -> None:
        desk.overlays.close(pages.sheet)
        desk.say(f"Saved {file} ({memory(file.stat().st_size)})")

    pages = RecordingPages(recorder, title, end)
    desk.open(pages.sheet)
    return ""


def _path(desk: Window) -> _Path:
    """The moves of the track that is shown, else those that led to the board that is shown.

    Where none did, those of the answer that was found for it.
    """
    session, playback = desk.session, desk.playback
    goal = session.activity.goal
    found = session.files.result
    if desk.racing is not None:
        winner, race = desk.racing.state().winner, desk.racing.state().race
        lanes = [] if winner is None or race is None else [race.lanes[p] for p in winner.places]
        found = next((lane.result for lane in lanes if lane.result is not None), None)
    elif desk.inspecting is not None:
        found = desk.inspecting.state().result
    elif playback is not None:
        return _Path(playback.start, goal, tuple(playback.moves))
    else:
        game = session.files.game
        if game.moves:
            return _Path(game.start, goal, game.moves)
    if found is None:
        return _Path(session.activity.board, goal)
    return _Path(found.start, found.goal, found.moves)


def _film(desk: Window, path: _Path, side: int | None) -> Film:
    """A film that looks as the window does."""
    settings, skin = desk.session.settings, desk.view.skin
    face = Face.NUMBERS if settings.face is Face.PICTURE and skin.picture is None else settings.face
    look = Look(settings.theme, face, settings.picture, settings.numbers_on_pictures, skin.labels)
    return Film(path.start, path.goal, path.moves, look, side)


def _sides(sides: Sequence[int]) -> Segmented[int]:
    """Which sides of a board, in pixels, can be chosen."""
    choice: Segmented[int] = Segmented(
        f"sides {sides}",
        [(side, f"{side}") for side in sides],
        lambda side: setattr(choice, "chosen", side),
    )
    return choice


def _missing_program() -> str:
    """Why there can be no MP4 files; "" where there can."""
    try:
        find_ffmpeg()
    except RecordingError:
        return sentence(MISSING)
    return ""


def _stem(desk: Window, board: Board, suffix: str) -> str:
    """A name that no file in the folder has yet."""
    return new_file(last_folder(desk), f"board-{board.rows}x{board.columns}", suffix).stem
