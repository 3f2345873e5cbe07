"""Files and the clipboard in the window: dropped, pasted, copied, opened, saved."""

from __future__ import annotations

import os
from pathlib import Path

import pygame
import pytest
from PIL import Image

from puzzler.board import Board, Move
from puzzler.board.goal import snail
from puzzler.board.parity import is_solvable
from puzzler.formats import share
from puzzler.formats.format import Contents
from puzzler.formats.registry import FORMATS
from puzzler.game.lab.inspecting import Inspecting
from puzzler.game.play.editing import Editing
from puzzler.game.play.settings import Settings
from puzzler.game.race.racing import Racing
from puzzler.game.review.reviewing import Reviewing
from puzzler.window import taking
from puzzler.window.board_saving import NO_ANSWER, open_save_board
from puzzler.window.files import last_folder, open_save
from puzzler.window.overlays.save_sheet import SaveKind
from puzzler.window.overlays.sheet import Sheet
from puzzler.window.play.status import message
from puzzler.window.previews import look_at
from puzzler.window.taking import NOTHING_TO_PASTE, open_file
from tests.window.conftest import HARD, NEAR, Opener, Watched, Window

CTRL, SHIFT = pygame.KMOD_CTRL, pygame.KMOD_SHIFT
BOTH = "3\n8 1 3\n4 0 2\n7 6 5\n"
LODZ = "3 3\n1 2 3\n4 5 6\n0 7 8\n"
SIZES = [(1280, 800), (640, 480), (1920, 1080), (480, 360)]


def drop(window: Window, file: Path) -> None:
    window.send(pygame.Event(pygame.DROPFILE, file=str(file)))


def paste(window: Window, text: str) -> None:
    window.clipboard.text = text
    window.key(pygame.K_v, CTRL)


def sheet_of(window: Window) -> Sheet:
    top = window.desk.overlays.top
    assert isinstance(top, Sheet), top
    return top


def control(sheet: Sheet, name: str):  # type: ignore[no-untyped-def]  # each test knows which
    return next(c for c in sheet.controls.controls if c.name == name)


def wait(window: Window) -> None:
    """Until all files have been looked at."""
    window.wait_for(lambda: not window.desk.overlays.is_moving)
    window.frame()


# ---- In ----------------------------------------------------------------------------------------


def test_a_file_that_is_dropped_is_a_new_game(open_board: Opener, tmp_path: Path) -> None:
    window = open_board(NEAR)
    file = tmp_path / "puzzle04.txt"
    file.write_text("3\n 0  1  3 \n 4  2  5 \n 7  8  6 \n")
    drop(window, file)
    assert str(window.session.snapshot().play.board) == "0 1 3/4 2 5/7 8 6"
    assert window.desk.overlays.top is None
    assert "From puzzle04.txt: 3×3, 4 moves promised" in window.desk.line
    assert window.session.settings.folder == str(tmp_path)
    window.key(pygame.K_z, CTRL)
    assert str(window.session.snapshot().play.board) == NEAR


def test_the_words_of_a_drop_are_taken_in(open_board: Opener) -> None:
    window = open_board(NEAR)
    window.send(pygame.Event(pygame.DROPTEXT, text=HARD))
    assert str(window.session.snapshot().play.board) == HARD


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.txt", b"8 6 7\n2 5 x\n3 0 1", "In a.txt, line 2, column 5: 'x' is not a tile"),
        ("a.bin", b"\xff\xfe\x00\x01", "In a.bin, line 1, column 1: byte 0xff is not UTF-8"),
        ("empty", b"", "In empty: there is nothing to read"),
        ("large.txt", b"1 2 3\n" * 400_000, "In large.txt"),
    ],
)
def test_what_cannot_be_read_is_said_in_one_line(
    open_board: Opener, tmp_path: Path, name: str, content: bytes, said: str
) -> None:
    window = open_board(NEAR)
    window.session.move(Move.DOWN)
    before = window.session.snapshot().play.board
    (tmp_path / name).write_bytes(content)
    drop(window, tmp_path / name)
    assert window.desk.line.startswith(said)
    assert (window.session.snapshot().play.board, window.desk.overlays.top) == (before, None)


def test_what_is_not_there_is_said(open_board: Opener, tmp_path: Path) -> None:
    window = open_board(NEAR)
    drop(window, tmp_path / "none.txt")
    assert window.desk.line.startswith("In none.txt: cannot be read: No such file")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        drop(window, tmp_path / "pipe")
        assert window.desk.line.startswith("In pipe: it is not a file")


def test_a_picture_of_any_name_goes_onto_the_tiles(open_board: Opener, tmp_path: Path) -> None:
    window = open_board(NEAR)
    pygame.image.save(pygame.Surface((80, 60)), tmp_path / "a.png")
    (tmp_path / "a.png").rename(tmp_path / "picture")
    drop(window, tmp_path / "picture")
    assert window.desk.view.skin.picture is not None


def test_a_folder_is_shown(open_board: Opener, tmp_path: Path) -> None:
    window = open_board(NEAR)
    drop(window, tmp_path)
    assert sheet_of(window).title == "Open"


def test_over_a_sheet_what_is_wrong_is_said_in_one(open_board: Opener, tmp_path: Path) -> None:
    window = open_board(NEAR)
    window.key(pygame.K_F1)
    (tmp_path / "a.txt").write_text("?")
    drop(window, tmp_path / "a.txt")
    assert sheet_of(window).title == "Nothing has changed"
    (tmp_path / "a.txt").write_text(HARD)
    drop(window, tmp_path / "a.txt")
    assert window.desk.overlays.top is None
    assert str(window.session.snapshot().play.board) == HARD


def test_what_two_formats_read_is_asked(open_board: Opener, tmp_path: Path) -> None:
    window = open_board(NEAR)
    file = tmp_path / "both.txt"
    file.write_text(BOTH)
    drop(window, file)
    sheet = sheet_of(window)
    assert sheet.title == "Which format is it?"
    window.key(pygame.K_DOWN)
    window.key(pygame.K_RETURN)
    assert sheet_of(window) is sheet, "it cannot be solved"
    assert any("cannot be solved" in str(part.look) for part in sheet.parts(window.desk.painter))
    window.key(pygame.K_UP)
    window.key(pygame.K_RETURN)
    assert window.desk.overlays.top is None
    assert str(window.session.snapshot().play.board) == "8 1 3/4 0 2/7 6 5"
    origin = window.session.files.origin
    assert origin is not None and origin.file == file and origin.contents.form == "princeton"


def test_a_question_is_put_away(open_board: Opener) -> None:
    window = open_board(NEAR)
    paste(window, BOTH)
    window.key(pygame.K_ESCAPE)
    assert window.desk.overlays.top is None
    assert str(window.session.snapshot().play.board) == NEAR


def test_a_list_is_asked_for_one_board(open_board: Opener, tmp_path: Path) -> None:
    window = open_board(NEAR)
    file = tmp_path / "list.txt"
    file.write_text("7 1 2 3 4 5 6 7 0 8\n8 1 2 3 4 5 6 0 7 8\n")
    drop(window, file)
    sheet = sheet_of(window)
    listed = control(sheet, "choices")
    window.click(listed.row_rect(1).center)
    window.click(listed.row_rect(1).center)
    assert str(window.session.snapshot().play.board) == "1 2 3/4 5 6/0 7 8"
    assert "list.txt, board 8, line 2" in window.desk.line


@pytest.mark.parametrize("view", [pygame.K_1, pygame.K_2, pygame.K_3, pygame.K_4])
def test_a_board_is_pasted_in_any_view(open_board: Opener, view: int) -> None:
    window = open_board(NEAR)
    window.session.move(Move.DOWN if NEAR[0] == "0" else Move.UP)
    window.key(view, CTRL)
    paste(window, HARD)
    assert (str(window.session.snapshot().play.board), window.desk.overlays.top) == (HARD, None)
    kinds = {pygame.K_2: Inspecting, pygame.K_3: Racing}
    if view in kinds:
        assert isinstance(window.session.activity, kinds[view]), "one stays where one was"
    paste(window, "hello there 1")
    assert window.desk.line and str(window.session.snapshot().play.board) == HARD
    window.frame(3)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("is_dropped", [True, False], ids=["dropped", "pasted"])
def test_every_format_is_taken_in(
    open_board: Opener, tmp_path: Path, name: str, is_dropped: bool
) -> None:
    window, form = open_board(NEAR), FORMATS[name]
    expected = form.read(form.example)
    if is_dropped:
        (tmp_path / "a.txt").write_text(form.example)
        drop(window, tmp_path / "a.txt")
    else:
        paste(window, form.example)
    if window.desk.overlays.top is not None:
        choices = control(sheet_of(window), "choices")
        names = [item.words for item in choices.items]
        choices.on_choose(names.index(name) if name in names else 0)
    session = window.session
    if not is_solvable(expected.start, expected.meant_goal):
        assert "cannot be solved" in window.desk.line
        return
    assert (session.snapshot().play.scenario.start, session.snapshot().play.goal) == (
        expected.start,
        expected.meant_goal,
    )
    assert isinstance(session.activity, Reviewing) == bool(expected.moves)
    origin = session.files.origin
    assert origin is not None and origin.contents.form == name


def test_in_the_lessons_it_is_said_in_a_sheet(open_board: Opener) -> None:
    window = open_board(NEAR)
    window.key(pygame.K_5, CTRL)
    paste(window, "x x")
    assert sheet_of(window).title == "Nothing has changed"
    window.key(pygame.K_ESCAPE)
    paste(window, HARD)
    assert str(window.session.snapshot().play.board) == HARD


def test_an_empty_clipboard_is_said(open_board: Opener) -> None:
    window = open_board(NEAR)
    paste(window, "")
    assert window.desk.line == NOTHING_TO_PASTE
    window.clipboard.is_there = False
    window.key(pygame.K_v, CTRL)
    window.key(pygame.K_c, CTRL)
    assert "no clipboard" in window.desk.line


def test_while_tiles_are_placed_it_is_the_draft(open_board: Opener, tmp_path: Path) -> None:
    window = open_board(NEAR)
    window.key(pygame.K_e)
    paste(window, HARD)
    (tmp_path / "a.txt").write_text("2 1 3/4 5 6/7 8 0")
    drop(window, tmp_path / "a.txt")
    activity = window.session.activity
    assert isinstance(activity, Editing)
    assert str(activity.draft.board) == "2 1 3/4 5 6/7 8 0"
    paste(window, BOTH)
    window.key(pygame.K_DOWN)
    window.key(pygame.K_RETURN)
    assert activity.draft.goal == snail(3, 3)
    paste(window, "9 9 9")
    assert window.session.activity is activity and window.desk.line


# ---- Copied ------------------------------------------------------------------------------------


def test_the_board_and_the_game_are_copied(open_board: Opener) -> None:
    window = open_board(NEAR)
    window.key(pygame.K_c, CTRL)
    assert window.clipboard.text == "1 2 3\n4 5 0\n7 8 6"
    assert window.desk.line == "Copied the 3×3 board."
    window.key(pygame.K_c, CTRL | SHIFT)
    assert share.read(window.clipboard.text) == Contents(Board.parse(NEAR))
    window.key(pygame.K_DOWN)
    window.key(pygame.K_c, CTRL | SHIFT)
    assert share.read(window.clipboard.text).moves == (Move.UP,)
    assert "1 move" in window.desk.line
    paste(window, window.clipboard.text)
    assert isinstance(window.session.activity, Reviewing)
    window.key(pygame.K_c, CTRL)
    assert window.clipboard.text == "1 2 3\n4 5 0\n7 8 6", "the board that is shown"


def test_a_text_field_keeps_its_keys(open_board: Opener) -> None:
    window = open_board(NEAR)
    window.key(pygame.K_e)
    window.click_control("board text")
    window.key(pygame.K_c, CTRL)
    assert window.clipboard.text == NEAR, "the line that is written into, not the rows"


# ---- Opened ------------------------------------------------------------------------------------


def test_files_are_listed_newest_first_with_what_is_in_them(
    open_board: Opener, tmp_path: Path
) -> None:
    window = open_board(NEAR, settings=Settings(folder=str(tmp_path)))
    (tmp_path / "sub").mkdir()
    for age, (name, text) in enumerate(
        {"b.txt": HARD, "a.txt": BOTH, "bad.txt": "1 2 x", "list.csv": f"{HARD}\n{NEAR}"}.items()
    ):
        (tmp_path / name).write_text(text)
        os.utime(tmp_path / name, (10**9 - age, 10**9 - age))
    pygame.image.save(pygame.Surface((90, 60)), tmp_path / "p.png")
    (tmp_path / "program.exe").write_text("")
    window.key(pygame.K_o, CTRL)
    wait(window)
    listed = control(sheet_of(window), "files")
    rows = [(item.words, item.detail) for item in listed.items]
    assert [name for name, _ in rows] == ["sub", "p.png", "b.txt", "a.txt", "bad.txt", "list.csv"]
    told = dict(rows)
    assert told["p.png"] == "Picture, 90 × 60"
    assert told["b.txt"] == "3×3 · In order, the blank last"
    assert told["a.txt"] == "May be princeton or 42"
    assert told["bad.txt"].startswith("Line 1")
    assert told["list.csv"] == "2 boards"
    assert listed.items[2].note.endswith("2001, 01:46") or "2001" in listed.items[2].note
    window.frame(3)
    window.key(pygame.K_DOWN)
    window.key(pygame.K_DOWN)
    window.key(pygame.K_DOWN)
    window.key(pygame.K_RETURN)
    assert window.desk.overlays.top is None
    assert str(window.session.snapshot().play.board) == HARD


def test_a_folder_is_gone_into_and_left(open_board: Opener, tmp_path: Path) -> None:
    window = open_board(NEAR, settings=Settings(folder=str(tmp_path)))
    (tmp_path / "sub").mkdir()
    window.key(pygame.K_o, CTRL)
    window.key(pygame.K_DOWN)
    window.key(pygame.K_RETURN)
    sheet = sheet_of(window)
    assert len(control(sheet, "files").items) == 0
    window.click(control(sheet, "up").rect.center)
    assert control(sheet, "files").marked == 0
    wait(window)
    window.key(pygame.K_ESCAPE)
    assert window.desk.overlays.top is None


def test_a_folder_that_is_gone_gives_another(open_board: Opener, tmp_path: Path) -> None:
    window = open_board(NEAR, settings=Settings(folder=str(tmp_path / "gone")))
    assert last_folder(window.desk) != tmp_path / "gone"
    open_file(window.desk)
    wait(window)


def test_every_file_may_be_odd(open_board: Opener, tmp_path: Path) -> None:
    window = open_board(NEAR, settings=Settings(folder=str(tmp_path)))
    (tmp_path / "no.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"\0" * 40)
    (tmp_path / "noise.txt").write_bytes(bytes(range(256)) * 50)
    (tmp_path / "nothing.txt").write_bytes(b"")
    (tmp_path / os.fsdecode(b"\xff.txt")).write_text(HARD)
    (tmp_path / "link.txt").symlink_to(tmp_path / "none")
    window.key(pygame.K_o, CTRL)
    wait(window)
    told = {item.words: item.detail for item in control(sheet_of(window), "files").items}
    assert told["no.png"] == "Not a picture"
    assert told["nothing.txt"] == "There is nothing to read"
    assert "UTF-8" in told["noise.txt"] and "link.txt" not in told
    window.frame(2)


# ---- Saved -------------------------------------------------------------------------------------


def type_name(window: Window, name: str) -> None:
    control(sheet_of(window), "file name").select_all()
    control(sheet_of(window), "file name").write(name)


def test_the_position_is_saved_and_read_again(open_board: Opener, tmp_path: Path) -> None:
    window = open_board(NEAR, settings=Settings(folder=str(tmp_path)))
    window.key(pygame.K_s, CTRL)
    assert sheet_of(window).title == "Save"
    type_name(window, "mine")
    window.key(pygame.K_RETURN)
    assert window.desk.overlays.top is None
    assert (tmp_path / "mine.txt").read_text() == "1 2 3\n4 5 0\n7 8 6\n"
    assert window.desk.line == f"Saved {tmp_path / 'mine.txt'}"
    window.key(pygame.K_s, CTRL)
    type_name(window, "mine.txt")
    window.key(pygame.K_RETURN)
    sheet = sheet_of(window)
    window.frame()
    assert control(sheet, "save").label == "Replace"
    assert any("is there already" in str(part.look) for part in sheet.parts(window.desk.painter))
    window.key(pygame.K_RETURN)
    assert window.desk.overlays.top is None


def test_the_game_is_saved_to_be_shared(open_board: Opener, tmp_path: Path) -> None:
    window = open_board(HARD, settings=Settings(folder=str(tmp_path)))
    window.session.move(Move.UP)
    open_save_board(window.desk)
    segments = control(sheet_of(window), "piece")
    window.click((segments.rect.right - 10, segments.rect.centery))
    assert control(sheet_of(window), "kind").chosen == "share"
    type_name(window, "game")
    window.key(pygame.K_RETURN)
    assert share.read((tmp_path / "game.txt").read_text()).moves == (Move.UP,)


def test_a_format_that_cannot_say_it_says_so(open_board: Opener, tmp_path: Path) -> None:
    window = open_board("1 2 3/4 0 5", settings=Settings(folder=str(tmp_path)))
    window.key(pygame.K_s, CTRL)
    kinds = control(sheet_of(window), "kind")
    kinds.on_choose("princeton")
    window.frame()
    assert not control(sheet_of(window), "save").is_enabled
    window.key(pygame.K_RETURN)
    assert sheet_of(window).title == "Save"
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_written_is_said(open_board: Opener, tmp_path: Path) -> None:
    window = open_board(NEAR, settings=Settings(folder=str(tmp_path)))
    window.key(pygame.K_s, CTRL)
    type_name(window, "é" * 180)
    window.key(pygame.K_RETURN)
    sheet = sheet_of(window)
    assert any("cannot be written" in str(part.look) for part in sheet.parts(window.desk.painter))


def test_anything_is_saved_with_the_same_sheet(open_board: Opener, tmp_path: Path) -> None:
    window = open_board(NEAR, settings=Settings(folder=str(tmp_path)))
    saved: list[tuple[Path, str]] = []
    problems = ["It is too late.", ""]

    def save(file: Path, kind: str) -> str:
        saved.append((file, kind))
        return problems.pop(0)

    kinds = [SaveKind("gif", "GIF", ".gif"), SaveKind("png", "PNG", ".png", "A picture")]
    pages = open_save(window.desk, "Save as picture", kinds, "board", save)
    assert pages.field.text == "board.gif"
    control(sheet_of(window), "kind").on_choose("png")
    assert pages.field.text == "board.png"
    window.key(pygame.K_RETURN)
    assert sheet_of(window).title == "Save as picture"
    window.key(pygame.K_RETURN)
    assert saved == [(tmp_path / "board.png", "png")] * 2
    assert window.desk.overlays.top is None


def test_one_press_writes_the_answer_in_the_form_of_the_course(
    watched: Watched, tmp_path: Path
) -> None:
    screen, session = watched.screen, watched.session
    file = tmp_path / "a.txt"
    file.write_text("2 2\n1 2\n0 3\n")

    def press() -> None:
        key = pygame.Event(pygame.KEYDOWN, key=pygame.K_s, mod=CTRL | SHIFT, unicode="")
        screen.handle(key)

    press()
    assert screen.desk.line == NO_ANSWER
    screen.handle(pygame.Event(pygame.DROPFILE, file=str(file)))
    watched.search()
    assert watched.finished.answer in watched.finished.controls
    assert watched.finished.answer.label == "Save the answer as lodz"
    press()
    assert (tmp_path / "a_solution.txt").read_text() == "1\nR\n"
    assert len((tmp_path / "a_figures.txt").read_text().splitlines()) == 5
    watched.finished.answer.on_press()
    assert (tmp_path / "a_solution-2.txt").exists(), "nothing is replaced"
    assert screen.desk.line.startswith("Saved ")
    tmp_path.joinpath("a_solution.txt").unlink()
    session.boards.new()


def test_an_answer_without_a_file_is_saved_in_any_form(watched: Watched, tmp_path: Path) -> None:
    watched.session.settings = Settings(folder=str(tmp_path))
    watched.search()
    key = pygame.Event(pygame.KEYDOWN, key=pygame.K_s, mod=CTRL | SHIFT, unicode="")
    watched.screen.handle(key)
    top = watched.screen.desk.overlays.top
    assert isinstance(top, Sheet)
    assert control(top, "piece").chosen == "answer"
    assert control(top, "file name").text.endswith("_solution.txt"), "not that of the board's file"
    assert watched.finished.answer not in watched.finished.controls


# ---- The menu, and every size ------------------------------------------------------------------


def test_all_of_it_is_in_the_menu(open_board: Opener) -> None:
    window = open_board(NEAR)
    window.click_control("files")
    words = [item.words for item in window.find("menu").items]
    assert "Open a file…" in words and "Copy the game to share" in words
    assert "Save the answer" not in words, "there is none"
    window.key(pygame.K_DOWN)
    window.key(pygame.K_RETURN)
    assert sheet_of(window).title == "Open"


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("theme", ["dark", "light", "okabe-ito"])
def test_the_sheets_fit_at_every_size(
    open_board: Opener, tmp_path: Path, size: tuple[int, int], theme: str
) -> None:
    window = open_board(NEAR, size=size, settings=Settings(folder=str(tmp_path), theme=theme))
    (tmp_path / "a.txt").write_text(HARD)
    room = pygame.Rect(0, 0, *size)
    for key in (pygame.K_o, pygame.K_s):
        window.key(key, CTRL)
        wait(window)
        sheet = sheet_of(window)
        assert room.contains(sheet.rect)
        for button in sheet.foot:
            assert sheet.rect.contains(button.rect) and button.rect.height >= 32
        window.key(pygame.K_ESCAPE)
    paste(window, BOTH)
    window.frame(2)
    assert room.contains(sheet_of(window).rect)


def test_in_the_sheet_what_cannot_be_read_is_said_and_it_stays(
    open_board: Opener, tmp_path: Path
) -> None:
    window = open_board(NEAR, size=(640, 480), settings=Settings(folder=str(tmp_path)))
    (tmp_path / "a.txt").write_text("1 2 x " + "9" * 200)
    (tmp_path / "b.png").write_bytes(b"\x89PNG no")
    window.key(pygame.K_o, CTRL)
    sheet = sheet_of(window)
    for name, said in {"a.txt": "In a.txt, line 1", "b.png": "b.png is no PNG"}.items():
        listed = control(sheet, "files")
        listed.marked = [item.words for item in listed.items].index(name)
        window.key(pygame.K_RETURN)
        assert sheet_of(window) is sheet
        assert any(said in str(part.look) for part in sheet.parts(window.desk.painter))
    assert str(window.session.snapshot().play.board) == NEAR


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_before_a_file_is_replaced_the_question_is_in_sight(
    open_board: Opener, tmp_path: Path, size: tuple[int, int]
) -> None:
    window = open_board(NEAR, size=size, settings=Settings(folder=str(tmp_path)))
    (tmp_path / "board-3x3.txt").write_text("mine")
    window.key(pygame.K_s, CTRL)
    wait(window)
    sheet, painter = sheet_of(window), window.desk.painter
    window.key(pygame.K_TAB)
    window.key(pygame.K_TAB)
    window.key(pygame.K_TAB)  # the list: the rest is scrolled away in a small window
    window.click(sheet.foot[0].rect.center)
    assert (tmp_path / "board-3x3.txt").read_text() == "mine"
    button = sheet.foot[0]
    assert button.label == "Replace"
    assert button.rect.width == button.width(painter), "not cut off"
    (asked,) = [part for part in sheet.parts(painter) if "is there already" in str(part.look)]
    assert sheet.rect.contains(asked.bounds)
    assert asked.bounds.height >= painter.type_size(13)
    window.click(button.rect.center)
    assert (tmp_path / "board-3x3.txt").read_text() != "mine"


def test_in_the_lab_it_is_said_what_came_of_a_seed(open_board: Opener) -> None:
    window = open_board(HARD)
    window.key(pygame.K_2, CTRL)
    paste(window, "42")
    assert isinstance(window.session.activity, Inspecting)
    assert "A new board of seed 42. Undo leads back." in window.desk.line


def test_the_folder_of_a_picture_is_remembered(open_board: Opener, tmp_path: Path) -> None:
    window = open_board(HARD)
    picture = tmp_path / "pictures" / "a.png"
    picture.parent.mkdir()
    pygame.image.save(pygame.Surface((64, 64)), picture)
    open_file(window.desk, picture.parent)
    window.key(pygame.K_DOWN)
    window.key(pygame.K_RETURN)
    assert window.desk.overlays.top is None
    assert last_folder(window.desk) == picture.parent


def test_animations_are_shown_beside_their_names(open_board: Opener, tmp_path: Path) -> None:
    window = open_board(NEAR, settings=Settings(folder=str(tmp_path)))
    Image.new("RGB", (40, 20)).save(tmp_path / "a.gif")
    (tmp_path / "b.mp4").write_bytes(b"\0\0\0 ftyp\xe0")
    for name, detail in {"a.gif": "Animation, 40 × 20", "b.mp4": "Film"}.items():
        told, preview = look_at(tmp_path / name, window.session.snapshot().play.scenario)
        assert (told, preview is not None) == (detail, name == "a.gif")


def test_while_a_search_runs_what_is_wrong_is_in_sight(watched: Watched) -> None:
    desk = watched.screen.desk
    desk.is_compact = True
    watched.session.watch.start()
    watched.tick(3)
    assert desk.watching is not None and desk.watching.is_searching
    watched.pocket.text = "1 2 x"
    taking.paste(desk)
    assert "column 5: 'x' is not a tile" in message(desk)


def test_the_button_that_pastes_asks_as_the_key_does(open_board: Opener) -> None:
    window = open_board(NEAR)
    window.key(pygame.K_e)
    window.clipboard.text = BOTH
    window.click_control("paste board")
    assert sheet_of(window).title == "Which format is it?"
    window.key(pygame.K_RETURN)
    activity = window.session.activity
    assert isinstance(activity, Editing)
    assert str(activity.draft.board) == "8 1 3/4 0 2/7 6 5"
