"""Dropped, pasted or opened data starts a game, a review or a question, or is an error."""

from __future__ import annotations

import os
from pathlib import Path

import pygame
import pytest
from PIL import Image

from puzzler.board import Move
from puzzler.game.core.settings import Settings
from puzzler.game.lab.inspecting import Inspecting
from puzzler.game.play.editing import Editing
from puzzler.game.race.racing import Racing
from puzzler.window.dialogs import previews
from puzzler.window.dialogs.folder import PreviewList
from puzzler.window.dialogs.previews import look_at
from puzzler.window.files import importing
from puzzler.window.files.importing import NOTHING_TO_PASTE, open_file
from puzzler.window.play.status import message
from tests.window.conftest import HARD, NEAR, Opener, Watched, Window

CTRL = pygame.KMOD_CTRL
BOTH = "A B\n_ C\nU R\n"
"""A text of two formats."""


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(folder=str(tmp_path))


def drop(window: Window, file: Path) -> None:
    window.send(pygame.Event(pygame.DROPFILE, file=str(file)))
    window.wait()


def paste(window: Window, text: str) -> None:
    window.clipboard.text = text
    window.key(pygame.K_v, CTRL)


def list_of(window: Window, key: str = "files") -> PreviewList:
    return window.find(key)


def test_a_dropped_file_starts_a_new_game(window: Window, tmp_path: Path) -> None:
    file = tmp_path / "boards" / "puzzle04.txt"
    file.parent.mkdir()
    file.write_text("3\n 0  1  3 \n 4  2  5 \n 7  8  6 \n")
    drop(window, file)
    assert str(window.play.board) == "0 1 3/4 2 5/7 8 6"
    assert window.open == []
    assert "From puzzle04.txt: 3×3, 4 moves expected" in window.app.line
    assert window.session.settings.folder == str(file.parent)
    window.key(pygame.K_z, CTRL)
    assert str(window.play.board) == NEAR
    window.send(pygame.Event(pygame.DROPTEXT, text=HARD))
    assert str(window.play.board) == HARD


def test_an_unreadable_text_shows_an_error_of_one_line(window: Window, tmp_path: Path) -> None:
    window.session.move(Move.DOWN)
    before = window.play.board
    (tmp_path / "a.txt").write_text("8 6 7\n2 5 y\n3 0 1")
    os.mkfifo(tmp_path / "pipe")
    for name, expected in (
        ("a.txt", "In a.txt, line 2, column 5: 'y' is not a tile"),
        ("none.txt", "In none.txt: cannot be read: No such file"),
        ("pipe", "In pipe: cannot be read"),
    ):
        drop(window, tmp_path / name)
        assert window.app.line.startswith(expected)
    assert (window.play.board, window.open) == (before, [])


def test_errors_over_a_dialog_and_in_the_lessons_are_shown_in_a_dialog(
    window: Window, tmp_path: Path
) -> None:
    window.key(pygame.K_F1)
    (tmp_path / "a.txt").write_text("?")
    drop(window, tmp_path / "a.txt")
    assert window.open == ["help", "message"]
    assert "Nothing has changed" in window.dialog_words
    (tmp_path / "a.txt").write_text(HARD)
    drop(window, tmp_path / "a.txt")
    assert (window.open, str(window.play.board)) == ([], HARD)
    window.key(pygame.K_5, CTRL)
    paste(window, "x x")
    assert window.open == ["message"]
    window.key(pygame.K_ESCAPE)
    paste(window, NEAR)
    assert str(window.play.board) == NEAR


def test_an_ambiguous_text_opens_a_dialog(window: Window, tmp_path: Path) -> None:
    file = tmp_path / "both.txt"
    file.write_text(BOTH)
    drop(window, file)
    assert "Which format is it?" in window.dialog_words
    window.check_dialog()
    window.key(pygame.K_DOWN)
    window.key(pygame.K_RETURN)
    assert window.open == []
    assert window.play.board.size == (3, 2)
    origin = window.session.files.origin
    assert origin is not None and origin.file == file and origin.contents.form == "letters"
    paste(window, BOTH)
    window.key(pygame.K_ESCAPE)
    assert window.open == []


def test_a_list_opens_a_choice_of_boards(window: Window, tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text("7 1 2 3 4 5 6 7 0 8\n8 1 2 3 4 5 6 0 7 8\n")
    drop(window, file)
    row = list_of(window, "choices").cell_rect(window.app.ui, 1).center
    window.click(row)
    assert window.open == ["import"], "the first click selects the row"
    window.click(row)
    assert str(window.play.board) == "1 2 3/4 5 6/0 7 8"
    assert "list.txt, board 8, line 2" in window.app.line


@pytest.mark.parametrize("view", [pygame.K_1, pygame.K_2, pygame.K_3, pygame.K_4])
def test_a_board_can_be_pasted_in_any_view(window: Window, view: int) -> None:
    window.session.move(Move.UP)
    window.key(view, CTRL)
    paste(window, HARD)
    assert (str(window.play.board), window.open) == (HARD, [])
    kinds = {pygame.K_2: Inspecting, pygame.K_3: Racing}
    if view in kinds:
        assert isinstance(window.session.activity, kinds[view]), "the view must not change"
    paste(window, "hello there 1")
    assert window.app.line and str(window.play.board) == HARD
    window.frame(3)


def test_nine_pasted_digits_are_a_board_and_not_a_seed(window: Window) -> None:
    paste(window, "867254301")
    assert str(window.play.board) == HARD
    assert message(window.app) == (
        "Pasted board: 3×3. Read as a board, not as a seed. Undo to go back."
    )
    window.key(pygame.K_z, CTRL)
    assert str(window.play.board) == NEAR
    paste(window, "867254311")
    assert "seed 867254311" in message(window.app)


def test_an_empty_clipboard_is_reported(window: Window) -> None:
    paste(window, "")
    assert window.app.line == NOTHING_TO_PASTE
    window.clipboard.is_there = False
    for key in (pygame.K_v, pygame.K_c):
        window.key(key, CTRL)
    assert "No clipboard" in window.app.line


def test_the_paste_button_works_like_the_key(window: Window) -> None:
    window.key(pygame.K_e)
    window.clipboard.text = BOTH
    window.click_on("paste board")
    assert "Which format is it?" in window.dialog_words
    window.key(pygame.K_RETURN)
    activity = window.session.activity
    assert isinstance(activity, Editing)
    assert activity.draft.start.size == (2, 2)


def test_errors_are_visible_during_a_search(watched: Watched) -> None:
    app = watched.screen.window
    app.is_compact = True
    watched.session.watch.start()
    watched.tick(3)
    assert app.session.activity.is_searching
    watched.clipboard.text = "1 2 y"
    importing.paste(app)
    assert "column 5: 'y' is not a tile" in message(app)


def test_files_are_listed_newest_first_with_their_contents(window: Window, tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    for age, (name, text) in enumerate(
        {"b.txt": HARD, "a.txt": BOTH, "bad.txt": "1 2 x", "list.csv": f"{HARD}\n{NEAR}"}.items()
    ):
        (tmp_path / name).write_text(text)
        os.utime(tmp_path / name, (10**9 - age, 10**9 - age))
    pygame.image.save(pygame.Surface((90, 60)), tmp_path / "p.png")
    (tmp_path / "program.exe").write_text("")
    window.key(pygame.K_o, CTRL)
    window.wait()
    rows = {item.text: item.detail for item in list_of(window).items}
    assert list(rows) == ["sub", "p.png", "b.txt", "a.txt", "bad.txt", "list.csv"]
    assert rows["p.png"] == "Picture, 90 × 60"
    assert rows["b.txt"] == "3×3 · In order, gap last"
    assert rows["a.txt"] == "Could be scramble or letters"
    assert rows["bad.txt"] == "Not a board"
    assert rows["list.csv"] == "2 boards"
    assert "2001" in list_of(window).items[2].note
    for key in (*[pygame.K_DOWN] * 3, pygame.K_RETURN):
        window.key(key)
    window.wait()
    assert (window.open, str(window.play.board)) == ([], HARD)


def test_a_folder_can_be_entered_and_left(window: Window, tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    drop(window, tmp_path)
    assert window.open == ["open file"]
    window.key(pygame.K_DOWN)
    assert window.find("open").is_enabled
    window.key(pygame.K_RETURN)
    window.wait()
    assert list_of(window).count == 0 and not window.find("open").is_enabled
    window.click_on("up")
    window.wait()
    assert list_of(window).own_state(window.app.ui).marked == 0, "the previous folder"
    window.key(pygame.K_RETURN)
    window.wait()
    assert list_of(window).count == 0, "Enter must press Open"


def enter_path(window: Window, text: str) -> None:
    window.click_on("path")
    window.type(text)
    window.key(pygame.K_RETURN)
    window.wait()


def test_a_path_can_be_typed(window: Window, tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.unusual").write_text(HARD)
    window.key(pygame.K_o, CTRL)
    window.wait()
    enter_path(window, "sub")
    assert window.find("path").text == str(tmp_path / "sub")
    enter_path(window, str(tmp_path / "none"))
    assert f"{tmp_path / 'none'} does not exist" in window.dialog_words
    enter_path(window, str(tmp_path / "sub" / "a.unusual"))
    assert (window.open, str(window.play.board)) == ([], HARD)


def test_recent_folders_are_listed(window: Window, tmp_path: Path) -> None:
    for name in ("one", "two", "one"):
        (tmp_path / name).mkdir(exist_ok=True)
        (tmp_path / name / "a.txt").write_text(HARD)
        drop(window, tmp_path / name / "a.txt")
    recent = window.session.settings.recent_folders
    assert recent == (str(tmp_path / "one"), str(tmp_path / "two"))
    window.key(pygame.K_o, CTRL)
    window.wait()
    window.click_on("places")
    place = [item.text for item in window.menu.items].index(str(tmp_path / "two"))
    window.menu.on_choose(place)
    window.wait()
    assert window.find("path").text == str(tmp_path / "two")


def test_typed_letters_find_a_row_and_a_click_focuses_the_list(
    window: Window, tmp_path: Path
) -> None:
    for name in ("alpha", "beta one", "beta two", "gamma"):
        (tmp_path / name).mkdir()
    window.key(pygame.K_o, CTRL)
    window.wait()

    def marked() -> str:
        rows = list_of(window)
        return rows.items[rows.own_state(window.ui).marked].text

    window.type("g")
    assert marked() == "gamma"
    window.frame(70)
    for letter in "beta":
        window.type(letter)
    assert marked() == "beta one"
    window.key(pygame.K_SPACE)
    window.wait()
    assert window.find("path").text == str(tmp_path), "a space in a name opens no folder"
    window.type(" ")
    window.type("T")
    assert (marked(), window.open) == ("beta two", ["open file"])
    window.frame(70)
    window.type("b")
    assert marked() == "beta one", "the same letter cycles through the rows"
    for letter in "~/x":
        window.type(letter)
    assert (window.focused, window.find("path").text) == ("path", "~/x")
    window.walk_to("up")
    window.click(list_of(window).cell_rect(window.ui, 0).center)
    window.key(pygame.K_DOWN)
    assert (marked(), window.focused) == ("beta one", "files")


@pytest.mark.parametrize("key", [pygame.K_o, pygame.K_s])
def test_ten_rows_are_visible(open_board: Opener, tmp_path: Path, key: int) -> None:
    window = open_board(NEAR, settings=Settings(folder=str(tmp_path)))
    for number in range(20):
        (tmp_path / f"{number}.txt").write_text(HARD)
    window.session.move(window.play.board.legal_moves()[0])
    window.key(key, CTRL)
    window.wait()
    rows, ui = list_of(window), window.ui
    complete = [at for at in rows.in_sight(ui) if rows.view(ui).contains(rows.cell_rect(ui, at))]
    assert len(complete) >= 10
    assert window.ui.is_in_sight("files")


def test_a_missing_folder_is_replaced_by_another(open_board: Opener, tmp_path: Path) -> None:
    window = open_board(NEAR, settings=Settings(folder=str(tmp_path / "gone")))
    window.key(pygame.K_o, CTRL)
    window.wait()
    assert window.find("path").text == str(tmp_path), "the folder of documents"
    open_file(window.app, tmp_path / "gone")
    window.wait()
    assert "cannot be read" in window.dialog_words


def test_unusual_files_are_listed(window: Window, tmp_path: Path) -> None:
    (tmp_path / "no.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"\0" * 40)
    (tmp_path / "noise.txt").write_bytes(bytes(range(256)) * 50)
    (tmp_path / "nothing.txt").write_bytes(b"")
    (tmp_path / os.fsdecode(b"\xff.txt")).write_text(HARD)
    (tmp_path / "link.txt").symlink_to(tmp_path / "none")
    (tmp_path / ".hidden.txt").write_text(HARD)
    (tmp_path / "folder.txt").mkdir()
    window.key(pygame.K_o, CTRL)
    window.wait()
    rows = {item.text: item.detail for item in list_of(window).items}
    assert rows["no.png"] == "Not a picture"
    assert rows["nothing.txt"] == rows["noise.txt"] == "Not a board"
    assert "link.txt" not in rows and ".hidden.txt" not in rows
    assert rows["folder.txt"] == "Folder"
    window.frame(2)


def test_an_unreadable_file_is_an_error_in_the_dialog(window: Window, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("1 2 x " + "9" * 200)
    (tmp_path / "b.png").write_bytes(b"\x89PNG no")
    window.key(pygame.K_o, CTRL)
    window.wait()
    names = [item.text for item in list_of(window).items]
    for name, expected in {"a.txt": "In a.txt, line 1", "b.png": "b.png is not a PNG"}.items():
        window.key(pygame.K_HOME)
        for _ in range(names.index(name)):
            window.key(pygame.K_DOWN)
        window.key(pygame.K_RETURN)
        window.wait()
        assert window.open == ["open file"]
        assert expected in window.dialog_words
    assert str(window.play.board) == NEAR


def test_animations_are_shown_next_to_their_names(window: Window, tmp_path: Path) -> None:
    Image.new("RGB", (40, 20)).save(tmp_path / "a.gif")
    (tmp_path / "b.mp4").write_bytes(b"\0\0\0 ftyp\xe0")
    for name, detail in {"a.gif": "Animation, 40 × 20", "b.mp4": "Video"}.items():
        words, preview = look_at(tmp_path / name, window.play.scenario)
        assert (words, preview is not None) == (detail, name == "a.gif")


def test_the_summary_of_a_file_has_its_problem(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.txt").write_text("2 1 3/4 5 6/7 8 0")
    Image.new("RGB", (400, 300)).save(tmp_path / "large.png")

    def look(name: str) -> str:
        return look_at(tmp_path / name, window.play.scenario)[0]

    assert look("a.txt") == "3×3 · no goal given"
    assert look("none.txt") == "No such file or directory"
    monkeypatch.setattr(previews, "MAX_MEGAPIXELS", {".png": 0.1, ".jpg": 1})
    assert look("large.png") == "Picture, 400 × 300: too large"
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 100)
    assert look("large.png") == "Picture, too large for a preview"


def test_a_typed_path_is_opened_by_the_button(window: Window, tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.txt").write_text(HARD)
    window.key(pygame.K_o, CTRL)
    window.wait()
    assert not window.find("open").is_enabled
    enter_path(window, str(tmp_path / "none"))
    assert "does not exist" in window.dialog_words
    window.type("s")
    assert "does not exist" not in window.dialog_words, "the error of another path"
    enter_path(window, str(tmp_path / "sub"))
    window.click_on("path")
    window.type("a.txt")
    window.click_on("open")
    window.wait()
    assert (window.open, str(window.play.board)) == ([], HARD)


def test_a_folder_that_cannot_be_read_leaves_the_present_one(
    window: Window, tmp_path: Path
) -> None:
    window.key(pygame.K_o, CTRL)
    window.wait()
    folder = tmp_path / "gone"
    folder.mkdir()
    window.click_on("places")
    window.ui.close()
    dialog = window.ui.layers[-1]
    enter_path(window, str(folder))
    assert window.find("path").text == str(folder)
    folder.rmdir()
    (tmp_path / "a.txt").write_text(HARD)
    enter_path(window, str(tmp_path / "gone"))
    assert "does not exist" in window.dialog_words and window.ui.layers[-1] is dialog
    window.click_on("up")
    window.wait()
    assert window.find("path").text == str(tmp_path)
    window.key(pygame.K_ESCAPE)
    assert not window.session.background.is_busy


def test_an_error_of_a_row_disappears_with_another_row(window: Window, tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("1 2 x " + "9" * 200)
        os.utime(tmp_path / name, (10**9, 10**9))
    window.key(pygame.K_o, CTRL)
    window.wait()
    window.key(pygame.K_DOWN)
    window.key(pygame.K_RETURN)
    window.wait()
    assert "In a.txt" in window.dialog_words
    window.key(pygame.K_DOWN)
    window.wait()
    assert "In a.txt" not in window.dialog_words
