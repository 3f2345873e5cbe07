"""The position, the game and solutions are copied and saved."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pygame
import pytest

from puzzler.board import Board, Move
from puzzler.board.errors import PuzzlerError
from puzzler.formats import share
from puzzler.formats.format import Contents
from puzzler.formats.registry import FORMATS
from puzzler.game.core.settings import Settings
from puzzler.game.files.text_reader import TextPiece
from puzzler.game.review.reviewing import Reviewing
from puzzler.search.kernels.jit import forbid_kernels
from puzzler.window.dialogs import folder
from puzzler.window.dialogs.folder import Answer
from puzzler.window.dialogs.save_file import FileKind, SaveDialog
from puzzler.window.files.saving import NO_ANSWER, open_save_board
from puzzler.window.toolkit.controls import Button
from tests.window.conftest import NEAR, Opener, Watched, Window

CTRL, SHIFT = pygame.KMOD_CTRL, pygame.KMOD_SHIFT
SIZES = [(1280, 800), (480, 360)]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(folder=str(tmp_path))


def save_as(window: Window, name: str) -> None:
    window.walk_to("file name")
    window.key(pygame.K_a, CTRL)
    window.type(name)
    enter(window)


def enter(window: Window) -> None:
    window.key(pygame.K_RETURN)
    window.wait()


def button(window: Window) -> Button:
    return window.find("save")


def test_the_board_and_the_game_are_copied(window: Window) -> None:
    window.key(pygame.K_c, CTRL)
    assert window.clipboard.text == "1 2 3\n4 5 0\n7 8 6"
    assert window.app.line == "Copied the 3×3 board."
    window.key(pygame.K_c, CTRL | SHIFT)
    assert share.read(window.clipboard.text) == Contents(start=Board.parse(NEAR))
    window.key(pygame.K_DOWN)
    window.key(pygame.K_c, CTRL | SHIFT)
    assert share.read(window.clipboard.text).moves == (Move.UP,)
    assert "1 move" in window.app.line
    window.key(pygame.K_v, CTRL)
    assert isinstance(window.session.activity, Reviewing)
    window.key(pygame.K_c, CTRL)
    assert window.clipboard.text == "1 2 3\n4 5 0\n7 8 6", "the displayed board"


def test_during_a_shuffle_the_board_of_the_game_is_copied(window: Window) -> None:
    window.key(pygame.K_n)
    window.frame(40)
    board = window.session.context.board
    assert window.play.board != board, "the shuffle is displayed"
    window.key(pygame.K_c, CTRL)
    assert Board.parse(window.clipboard.text) == board
    window.key(pygame.K_c, CTRL | SHIFT)
    assert share.read(window.clipboard.text).start == board
    assert window.play.board != board


def test_the_position_is_saved_and_replaced_after_a_question(
    window: Window, tmp_path: Path
) -> None:
    window.key(pygame.K_s, CTRL)
    assert window.open == ["save file"]
    assert "One line for each row; 0 is the gap" in window.dialog_words
    window.type("mine.txt")
    enter(window)
    assert window.open == []
    assert (tmp_path / "mine.txt").read_text() == "1 2 3\n4 5 0\n7 8 6\n"
    assert window.app.line == f"Saved {tmp_path / 'mine.txt'}"
    window.key(pygame.K_s, CTRL)
    save_as(window, "mine.txt")
    assert button(window).label == "Replace"
    assert "already exists" in window.dialog_words
    enter(window)
    assert window.open == []


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_question_is_visible_at_every_size(window: Window, tmp_path: Path) -> None:
    file = tmp_path / "board-3x3.txt"
    file.write_text("mine")
    window.key(pygame.K_s, CTRL)
    window.walk_to("files")  # in a small window the rest is scrolled
    window.click_on("save")
    window.wait()
    assert file.read_text() == "mine"
    assert button(window).label == "Replace"
    assert button(window)._shown[0] == "Replace", "the text must be complete"
    ui = window.app.ui
    (question,) = [part for part in ui.parts() if "already exists" in str(part.look)]
    card = ui.top.frame.card
    assert card is not None and card.contains(question.bounds)
    window.click_on("save")
    window.wait()
    assert file.read_text() != "mine"


@pytest.mark.parametrize("name", ["mine", "my board.v2", "4x4", "{}/other/mine.txt", "other/a.b"])
def test_a_typed_name_or_path_is_used_unchanged(window: Window, tmp_path: Path, name: str) -> None:
    (tmp_path / "other").mkdir()
    name = name.format(tmp_path)
    window.key(pygame.K_s, CTRL)
    window.wait()
    save_as(window, name)
    assert window.open == []
    assert (tmp_path / name).is_file()
    assert window.session.settings.recent_folders[0] == str((tmp_path / name).parent)


def test_a_path_can_be_pasted_and_a_folder_is_opened(window: Window, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    window.key(pygame.K_s, CTRL)
    window.wait()
    window.clipboard.text = f"{tmp_path / 'other'}\n"
    window.key(pygame.K_a, CTRL)
    window.key(pygame.K_v, CTRL)
    enter(window)
    assert window.open == ["save file"]
    assert window.find("path").text == str(tmp_path / "other")
    window.type("mine.txt")
    enter(window)
    assert (tmp_path / "other" / "mine.txt").is_file()


def test_a_name_keeps_its_suffix_when_another_format_is_chosen(
    window: Window, tmp_path: Path
) -> None:
    window.key(pygame.K_s, CTRL)
    window.type("mine")
    window.walk_to("kind")
    window.key(pygame.K_UP)
    assert window.find("file name").text == "mine"
    assert "may not recognise" in window.dialog_words


def test_letters_are_typed_into_the_name_independent_of_the_focus(window: Window) -> None:
    window.key(pygame.K_s, CTRL)
    window.walk_to("kind")
    window.type(" ")
    assert window.focused == "kind", "a space must press the button"
    window.type("m")
    window.type("ine.txt")
    assert window.focused == "file name"
    assert window.find("file name").text.endswith("mine.txt")


def test_a_folder_is_created(window: Window, tmp_path: Path) -> None:
    window.key(pygame.K_s, CTRL)
    window.wait()
    window.click_on("new folder")
    window.type("boards")
    enter(window)
    assert window.open == ["save file"]
    assert window.find("path").text == str(tmp_path / "boards")
    window.click_on("up")
    window.wait()
    window.click_on("new folder")
    window.type("boards")
    enter(window)
    assert "already exists" in window.dialog_words
    window.key(pygame.K_ESCAPE)
    assert window.open == ["save file"]


def test_a_file_of_the_list_sets_the_name(window: Window, tmp_path: Path) -> None:
    (tmp_path / "old.txt").write_text("mine")
    window.key(pygame.K_s, CTRL)
    window.wait()
    window.walk_to("files")
    window.key(pygame.K_DOWN)
    assert window.find("file name").text == "old.txt"
    window.click_on("save")
    window.wait()
    assert button(window).label == "Replace"
    window.walk_to("file name")
    window.key(pygame.K_END)
    window.key(pygame.K_BACKSPACE)
    assert button(window).label == "Save", "the new name"


def test_a_proposed_name_is_kept_in_another_folder(window: Window, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "board-3x3.png").write_bytes(b"")
    window.key(pygame.K_p, CTRL | SHIFT)
    window.wait()
    window.click_on("path")
    window.type("other")
    enter(window)
    assert window.find("path").text == str(tmp_path / "other")
    assert window.find("file name").text == "board-3x3.png"
    window.click_on("save")
    window.wait()
    assert button(window).label == "Replace"


def test_the_game_is_saved_as_text_to_share(window: Window, tmp_path: Path) -> None:
    window.session.move(Move.UP)
    open_save_board(window.app)
    pieces = window.find("piece")
    window.click(pieces.segments()[1].center)
    kinds = window.find("kind")
    assert kinds.chosen == "share"
    save_as(window, "game.puzzler")
    assert share.read((tmp_path / "game.puzzler").read_text()).moves == (Move.UP,)


def test_an_unsupported_format_shows_an_error(open_board: Opener, tmp_path: Path) -> None:
    window = open_board("1 2 3/4 0 5", settings=Settings(folder=str(tmp_path)))
    window.key(pygame.K_s, CTRL)
    window.click_on("kind")
    window.choose("Princeton course")
    assert not button(window).is_enabled
    window.key(pygame.K_RETURN)
    assert window.open == ["save file"]
    assert list(tmp_path.iterdir()) == []


def test_a_failed_save_shows_an_error(window: Window) -> None:
    window.key(pygame.K_s, CTRL)
    save_as(window, "é" * 180)
    assert "could not be saved" in window.dialog_words


def test_all_exports_use_the_same_dialog(window: Window, tmp_path: Path) -> None:
    saved: list[tuple[Path, str]] = []
    problems = ["It is too late.", ""]

    def save(file: Path, kind: str, answer: Answer) -> None:
        saved.append((file, kind))
        answer(problems.pop(0))

    kinds = [FileKind("gif", "GIF", ".gif"), FileKind("png", "PNG", ".png", "A picture")]
    SaveDialog(window.app, "Save as picture", "board", kinds, save)
    assert window.find("file name").text == "board.gif"
    window.walk_to("kind")
    window.key(pygame.K_DOWN)
    assert window.find("file name").text == "board.png"
    window.walk_to("file name")
    enter(window)
    assert window.open == ["save file"]
    assert "It is too late." in window.dialog_words
    enter(window)
    assert saved == [(tmp_path / "board.png", "png")] * 2
    assert window.open == []


def test_the_file_system_is_read_only_in_the_background(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads, thread = list[str](), threading.current_thread()
    for name in ("is_dir", "is_file", "exists"):

        def ask(path: Path, name: str = name) -> bool:
            if threading.current_thread() is thread and path.is_relative_to(tmp_path):
                threads.append(f"{name} {path}")
            return getattr(os.path, name.replace("_", ""))(path)

        monkeypatch.setattr(Path, name, ask)
    (tmp_path / "board-3x3.png").write_bytes(b"")
    for key, mod in ((pygame.K_s, CTRL), (pygame.K_o, CTRL), (pygame.K_p, CTRL | SHIFT)):
        window.key(key, mod)
        window.wait()
        if key == pygame.K_s:
            save_as(window, "mine.txt")
            assert (tmp_path / "mine.txt").is_file()
            threads.clear()
        elif key == pygame.K_p:
            assert window.find("file name").text == "board-3x3-2.png", "a new file"
        window.app.ui.close_all()
    assert not threads


def test_a_folder_that_hangs_does_not_stop_the_window(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_continue = threading.Event()
    monkeypatch.setattr(folder, "usual_folder", lambda last: may_continue.wait(60) and Path(last))
    window.key(pygame.K_s, CTRL)
    window.type("mine")
    window.frame(60)
    assert "Reading" in window.dialog_words
    may_continue.set()
    window.wait()


@forbid_kernels()
def press(watched: Watched) -> None:
    event = pygame.Event(pygame.KEYDOWN, key=pygame.K_s, mod=CTRL | SHIFT, unicode="")
    watched.screen.handle(event)


def test_one_press_writes_the_answer_in_the_format_of_the_board(
    watched: Watched, tmp_path: Path
) -> None:
    screen = watched.screen
    file = tmp_path / "a.txt"
    file.write_text("2 2\n1 2\n0 3\n")
    press(watched)
    assert screen.window.line == NO_ANSWER
    screen.handle(pygame.Event(pygame.DROPFILE, file=str(file)))
    watched.wait()
    watched.search()
    assert watched.find("save answer").label == "Save the solution as lodz"
    press(watched)
    watched.wait()
    assert (tmp_path / "a_solution.txt").read_text() == "1\nR\n"
    assert len((tmp_path / "a_figures.txt").read_text().splitlines()) == 5
    watched.press("save answer")
    watched.wait()
    assert (tmp_path / "a_solution-2.txt").exists(), "no file is replaced"
    assert screen.window.line.startswith("Saved ")


def test_an_answer_without_a_file_can_be_saved_in_any_format(
    watched: Watched, tmp_path: Path
) -> None:
    watched.session.settings = Settings(folder=str(tmp_path))
    watched.search()
    press(watched)
    pieces, name = (watched.screen.window.ui.find(key) for key in ("piece", "file name"))
    assert pieces.chosen == "answer"
    assert name.text.endswith("_solution.txt"), "not the format of the board's file"
    assert not watched.has("save answer")


def test_a_missing_answer_is_reported(watched: Watched) -> None:
    with pytest.raises(PuzzlerError, match="no solution to save: the board has changed"):
        watched.session.files.writing(TextPiece.ANSWER, FORMATS["lodz"])


def test_a_format_without_solutions_shows_an_error(watched: Watched) -> None:
    watched.search()
    form = next(form for form in FORMATS.values() if form.write_answer is None)
    with pytest.raises(PuzzlerError, match=f"the format {form.name} has no solutions"):
        watched.session.files.writing(TextPiece.ANSWER, form)()


def test_an_answer_of_a_list_has_the_name_of_the_board(watched: Watched, tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text("7 1 2 0 3\n8 1 2 3 0\n")
    watched.screen.handle(pygame.Event(pygame.DROPFILE, file=str(file)))
    watched.wait()
    watched.find("choices").on_choose(0)
    watched.tick()
    watched.search()
    press(watched)
    watched.wait()
    names = {each.name for each in tmp_path.iterdir()}
    is_written = "list_7_solution.txt" in names
    assert is_written or watched.find("file name").text == "list_solution.txt"
