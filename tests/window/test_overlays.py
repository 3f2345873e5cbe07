"""Sheets and menus: by pointer and by keyboard, at every size, and what they change."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from puzzler.board import Board
from puzzler.game.play.difficulty import Difficulty
from puzzler.game.play.editing import Editing, Target
from puzzler.game.play.playing import Playing
from puzzler.game.play.settings import Face, Settings
from puzzler.search.options import Limit
from puzzler.window.dialogs.settings import offered_scales
from puzzler.window.overlays.menu import Menu
from puzzler.window.overlays.sheet import Sheet
from puzzler.window.toolkit.paint import SMALLEST_TARGET
from tests.window.conftest import HARD, NEAR, Opener, Window

CTRL = pygame.KMOD_LCTRL
SHIFT = pygame.KMOD_LSHIFT
SIZES = [(480, 360), (640, 480), (1280, 800), (1920, 1080), (3840, 2160)]
SHEETS = {
    "New board": pygame.K_b,
    "Tile faces": pygame.K_p,
    "Statistics": pygame.K_t,
    "Help": pygame.K_F1,
    "Settings": pygame.K_F2,
}


def sheet_of(window: Window) -> Sheet:
    top = window.desk.overlays.top
    assert isinstance(top, Sheet)
    return top


def focus(window: Window, name: str) -> None:
    """Walk with Tab until the keyboard is on a control."""
    sheet = sheet_of(window)
    for _ in range(40):
        window.key(pygame.K_TAB)
        if sheet.controls.focused is not None and sheet.controls.focused.name == name:
            return
    pytest.fail(f"Tab never comes to {name}")


def press(window: Window, name: str) -> None:
    """Click a control of the sheet, after scrolling to it."""
    focus(window, name)
    control = next(c for c in sheet_of(window).controls.controls if c.name == name)
    window.click(control.rect.center)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("title", SHEETS)
def test_every_sheet_fits_and_every_target_is_large(
    open_board: Opener, size: tuple[int, int], title: str
) -> None:
    window = open_board(HARD, size=size)
    window.key(SHEETS[title])
    sheet = sheet_of(window)
    assert sheet.title == title
    assert pygame.Rect((0, 0), size).contains(sheet.rect)
    for control in sheet.controls.controls:
        assert min(control.rect.size) >= SMALLEST_TARGET, control.name
        assert sheet.rect.left <= control.rect.left, control.name
        assert control.rect.right <= sheet.rect.right, control.name


@pytest.mark.parametrize("key", SHEETS.values())
def test_what_lies_below_a_sheet_is_not_reached(open_board: Opener, key: int) -> None:
    window = open_board(NEAR)
    window.key(key)
    window.key(pygame.K_LEFT)
    window.click(window.desk.view.geometry.tray.midleft)
    assert str(window.session.snapshot().play.board) == NEAR
    assert window.desk.overlays.top is None, "a press beside it puts it away"
    window.key(key)
    window.key(pygame.K_ESCAPE)
    assert window.desk.overlays.top is None
    window.key(key)
    window.click(sheet_of(window)._cross.rect.center)
    assert window.desk.overlays.top is None


def test_help_comes_by_question_mark_and_by_button(open_board: Opener) -> None:
    window = open_board(NEAR)
    window.key(pygame.K_SLASH, SHIFT)
    assert sheet_of(window).title == "Help"
    window.key(pygame.K_ESCAPE)
    window.click_control("help")
    assert sheet_of(window).title == "Help"
    window.key(pygame.K_END)
    window.key(pygame.K_ESCAPE)
    window.click_control("settings")
    assert sheet_of(window).title == "Settings"


def test_a_theme_is_chosen_from_a_list(open_board: Opener) -> None:
    window = open_board(NEAR)
    window.key(pygame.K_F2)
    press(window, "theme")
    menu = window.desk.overlays.top
    assert isinstance(menu, Menu)
    window.key(pygame.K_END)
    window.key(pygame.K_RETURN)
    assert window.session.settings.theme == "light"
    assert window.desk.painter.theme.title == "Light"
    surface = pygame.display.get_surface()
    assert surface is not None
    assert surface.get_at((5, 5))[:3] == window.desk.painter.theme.bar or window.desk.overlays.top
    focus(window, "theme")
    window.key(pygame.K_UP)
    assert window.session.settings.theme != "light"


def test_a_menu_closes_without_a_choice(open_board: Opener) -> None:
    window = open_board(NEAR)
    window.key(pygame.K_F2)
    theme = window.session.settings.theme
    for close in (lambda: window.key(pygame.K_ESCAPE), lambda: window.click((3, 3))):
        press(window, "theme")
        assert isinstance(window.desk.overlays.top, Menu)
        close()
        assert isinstance(window.desk.overlays.top, Sheet)
    assert window.session.settings.theme == theme


def test_settings_hold_at_once(open_board: Opener) -> None:
    window = open_board(NEAR)
    window.key(pygame.K_F2)
    press(window, "reduced_motion")
    assert window.session.settings.reduced_motion
    focus(window, "tabs")
    window.key(pygame.K_RIGHT)
    for name in ("coach", "blindfold"):
        press(window, name)
        assert getattr(window.session.settings, name)
    focus(window, "inspection")
    window.key(pygame.K_DOWN)
    assert window.session.settings.inspection == 5
    focus(window, "tabs")
    window.key(pygame.K_RIGHT)
    press(window, "arrows_move_blank")
    assert window.session.settings.arrows_move_blank
    focus(window, "tabs")
    window.key(pygame.K_RIGHT)
    focus(window, "time limit")
    window.key(pygame.K_DOWN)
    assert window.session.settings.time_limit == 10
    focus(window, "memory limit")
    window.key(pygame.K_DOWN)
    assert window.session.settings.memory_limit == 256
    assert window.session.snapshot().watch.method.limit == Limit(
        seconds=10, memory_bytes=256_000_000
    )
    focus(window, "tabs")
    window.key(pygame.K_RIGHT)
    focus(window, "volume")
    window.key(pygame.K_HOME)
    assert window.session.settings.volume == 0
    press(window, "sound")
    assert window.session.settings.is_muted
    focus(window, "tabs")
    for _ in range(3):
        window.key(pygame.K_LEFT)
    press(window, "defaults")
    assert window.session.settings == Settings()


def test_the_interface_size_is_chosen_and_goes_back(open_board: Opener) -> None:
    window = open_board(NEAR)
    window.key(pygame.K_EQUALS, CTRL)
    assert window.desk.painter.scale == 1.1
    window.key(pygame.K_F2)
    window.key(pygame.K_PLUS, CTRL)
    assert window.desk.painter.scale == 1.25, "over a sheet, too"
    window.key(pygame.K_0, CTRL)
    assert window.session.settings.interface_scale is None
    for _ in range(9):
        window.key(pygame.K_MINUS, CTRL)
    assert window.desk.painter.scale == 0.75


@pytest.mark.parametrize("by_pointer", [True, False])
def test_any_size_goal_and_difficulty(open_board: Opener, by_pointer: bool) -> None:
    window = open_board(NEAR)
    if by_pointer:
        window.click_control("board")
    else:
        window.key(pygame.K_b)
    focus(window, "size")
    grid = sheet_of(window).controls.focused
    assert grid is not None
    if by_pointer:
        cell = grid.rect.width // 10
        window.click((grid.rect.left + 6 * cell + 5, grid.rect.top + cell + 5))
    else:
        for key in (pygame.K_UP, *[pygame.K_RIGHT] * 4):
            window.key(key)
    focus(window, "goal")
    window.key(pygame.K_RIGHT)
    focus(window, "difficulty")
    for _ in range(3):
        window.key(pygame.K_LEFT)
    press(window, "shuffle")
    assert window.desk.overlays.top is None
    window.frame(100)
    session = window.session
    assert session.snapshot().play.board.size == (2, 7)
    assert session.snapshot().play.goal == Board(2, 7, tuple(range(14)))
    assert session.settings.difficulty is Difficulty.EASY
    assert isinstance(session.activity, Playing)


def test_a_seed_is_typed_copied_and_pasted(open_board: Opener) -> None:
    window = open_board(NEAR)
    window.key(pygame.K_b)
    focus(window, "seed")
    for sign in "47x11":
        window.send(pygame.Event(pygame.TEXTINPUT, text=sign))
    window.key(pygame.K_RETURN)
    window.frame(100)
    assert window.session.snapshot().play.scenario.seed == 4711
    board = window.session.snapshot().play.board
    window.key(pygame.K_b)
    press(window, "copy")
    assert window.clipboard.text == "4711"
    press(window, "paste")
    press(window, "shuffle")
    window.frame(100)
    assert window.session.snapshot().play.board == board


def test_without_a_clipboard_it_is_said(open_board: Opener) -> None:
    window = open_board(NEAR)
    window.session.boards.new(seed=3)
    window.clipboard.is_there = False
    window.key(pygame.K_b)
    press(window, "copy")
    assert "There is no clipboard to copy to." in window.words
    press(window, "paste")
    assert "There is no seed in the clipboard." in window.words


def test_an_own_goal_leads_into_the_editor(open_board: Opener) -> None:
    window = open_board(NEAR)
    window.key(pygame.K_b)
    focus(window, "goal")
    for _ in range(3):
        window.key(pygame.K_RIGHT)
    assert window.desk.overlays.top is None
    activity = window.session.activity
    assert isinstance(activity, Editing)
    assert activity.target is Target.GOAL


# ---- What the tiles show ----------------------------------------------------------------------


def test_letters_pictures_and_numbers(open_board: Opener) -> None:
    window = open_board(NEAR)
    window.key(pygame.K_p)
    focus(window, "face")
    window.key(pygame.K_RIGHT)
    assert window.session.settings.face is Face.LETTERS
    assert window.desk.view.skin.words(27) == "AA"
    focus(window, "gallery")
    window.key(pygame.K_RETURN)
    assert window.session.settings.face is Face.PICTURE
    assert window.desk.view.skin.picture is not None
    first = window.session.settings.picture
    window.key(pygame.K_RIGHT)
    assert window.session.settings.picture != first
    press(window, "numbers")
    assert window.desk.view.skin.words(3) == ""


def test_an_own_picture_is_opened(open_board: Opener, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    (tmp_path / "album").mkdir()
    pygame.image.save(pygame.Surface((80, 60)), tmp_path / "album" / "mine.png")
    (tmp_path / "album" / "bad.png").write_bytes(b"no picture")
    (tmp_path / "album" / "notes.txt").write_text("no picture")
    window = open_board(NEAR)
    window.key(pygame.K_p)
    press(window, "own")
    assert sheet_of(window).title == "Open a picture"
    focus(window, "files")
    for key in (pygame.K_DOWN, pygame.K_RETURN, pygame.K_DOWN, pygame.K_RETURN):
        window.key(key)
    assert "bad.png is no PNG or JPEG picture" in window.words
    window.key(pygame.K_DOWN)
    window.key(pygame.K_DOWN)
    window.key(pygame.K_RETURN)
    assert sheet_of(window).title == "Tile faces"
    assert window.session.settings.picture == str(tmp_path / "album" / "mine.png")
    assert window.desk.view.skin.picture is not None


def test_a_picture_is_dropped(open_board: Opener, tmp_path: Path) -> None:
    file = tmp_path / "mine.jpg"
    pygame.image.save(pygame.Surface((80, 60)), file)
    window = open_board(NEAR)
    window.send(pygame.Event(pygame.DROPFILE, file=str(file)))
    assert window.session.settings.picture == str(file)
    (tmp_path / "bad.jpg").write_bytes(b"\xff\xd8\xff\xe0")
    window.send(pygame.Event(pygame.DROPFILE, file=str(tmp_path / "bad.jpg")))
    assert sheet_of(window).title == "This picture cannot be used"
    assert window.session.settings.picture == str(file)


def test_a_picture_that_has_gone_gives_numbers_and_says_so(open_board: Opener) -> None:
    window = open_board(NEAR, settings=Settings(face=Face.PICTURE, picture="/nowhere/at-all.png"))
    assert window.desk.view.skin.picture is None
    assert "at-all.png cannot be read" in window.desk.line


# ---- Editing and hints ------------------------------------------------------------------------


def test_the_editor_by_pointer(open_board: Opener) -> None:
    window = open_board(NEAR)
    window.click_control("edit")
    assert isinstance(window.session.activity, Editing)
    window.click_cell(3)
    window.click_cell(7)
    assert not window.control("done").is_enabled
    window.click_control("make solvable")
    assert window.control("done").is_enabled
    drawn = window.session.snapshot().play.board
    window.click_control("done")
    assert isinstance(window.session.activity, Playing)
    assert window.session.snapshot().play.board == drawn != Board.parse(NEAR)


def test_the_editor_by_keyboard(open_board: Opener) -> None:
    window = open_board(NEAR)
    window.key(pygame.K_e)
    for key in (pygame.K_UP, pygame.K_SPACE, pygame.K_LEFT, pygame.K_RETURN):
        window.key(key)
    assert str(window.session.snapshot().play.board) == "1 3 2/4 5 0/7 8 6"
    window.key(pygame.K_SPACE)
    window.key(pygame.K_ESCAPE)
    assert isinstance(window.session.activity, Editing), "the first only empties the hand"
    window.key(pygame.K_ESCAPE)
    assert isinstance(window.session.activity, Playing)
    assert str(window.session.snapshot().play.board) == NEAR


def test_a_hint_comes_in_two_stages(open_board: Opener) -> None:
    window = open_board(NEAR, advises=True)
    window.key(pygame.K_h)
    window.wait_for(lambda: bool(window.desk.view.marks))
    assert [(mark.cell, mark.move) for mark in window.desk.view.marks] == [(8, None)]
    window.click_control("hint")
    window.wait_for(lambda: window.desk.view.marks[0].move is not None)
    window.click_cell(8)
    assert window.session.snapshot().play.is_solved
    assert window.session.snapshot().play.assisted
    assert not window.desk.view.marks


def board_text(window: Window) -> str:
    field = window.panel("edit text").field
    return field.text


def test_the_editor_shows_nothing_of_the_play_before(open_board: Opener) -> None:
    window = open_board(HARD)
    window.click_cell(4)
    window.session.watch.start()
    window.wait_for(lambda: bool(window.session.watch.rows))
    window.session.stop()
    window.key(pygame.K_e)
    shown = {panel.name for panel in window.screen.room.panels if panel.is_shown}
    column = {panel.name for panel in window.panel("column").panels if panel.is_shown}
    assert shown == {"top bar", "column", "edit bar", "board", "edit text"}
    assert column == {"edit notes", "goal"}
    assert any(part.key == "edit frame" for part in window.screen.parts())
    assert not {"Moves", "Time", "Shortest", "This board so far"} & window.words
    window.key(pygame.K_ESCAPE)
    assert not any(part.key == "edit frame" for part in window.screen.parts())


@pytest.mark.parametrize("size", [(480, 360), (640, 480), (1280, 800)], ids=str)
def test_a_board_is_typed(open_board: Opener, size: tuple[int, int]) -> None:
    window = open_board(NEAR, size=size)
    window.key(pygame.K_e)
    assert board_text(window) == NEAR
    window.click_control("board text")
    for sign in "8 6 7/2 5 4/3 0 x":
        window.send(pygame.Event(pygame.TEXTINPUT, text=sign))
    assert str(window.session.snapshot().play.board) == NEAR
    problem = window.panel("edit text")._notice.words
    assert "x" in problem
    window.key(pygame.K_BACKSPACE)
    window.send(pygame.Event(pygame.TEXTINPUT, text="1"))
    assert str(window.session.snapshot().play.board) == HARD
    window.key(pygame.K_ESCAPE)
    assert isinstance(window.session.activity, Editing), "the first only leaves the field"
    window.click_control("done")
    assert isinstance(window.session.activity, Playing)
    assert str(window.session.snapshot().play.board) == HARD


@pytest.mark.parametrize("by_key", [True, False])
def test_a_board_is_pasted(open_board: Opener, by_key: bool) -> None:
    window = open_board(NEAR)
    window.key(pygame.K_e)
    for text, board in (
        ("8 6 7\n2 5 4\n3 0 1\n", HARD),
        ("1 2 3 4/5 6 7 8", HARD),
        ("1 2/0 3", "1 2/0 3"),
    ):
        window.clipboard.text = text
        if by_key:
            window.key(pygame.K_v, CTRL)
        else:
            window.click_control("paste board")
        assert str(window.session.snapshot().play.board) == board
        window.desk.controls.clear_focus()
    window.clipboard.is_there = False
    window.key(pygame.K_v, CTRL)
    assert "There is nothing in the clipboard." in window.words
    window.click_cell(0)
    window.click_cell(1)
    assert "There is nothing in the clipboard." not in window.words


# ---- The first run ----------------------------------------------------------------------------


def test_the_first_run_is_welcomed_once(open_board: Opener) -> None:
    window = open_board(NEAR, welcomes=True)
    assert "Click or drag" in window.words
    window.click(window.panel("welcome").rect.center)
    assert str(window.session.snapshot().play.board) == NEAR, "the tile below it is not meant"
    assert "Click or drag" not in window.words
    assert window.session.context.kept_settings.is_welcomed


def test_the_welcome_covers_no_notice(open_board: Opener) -> None:
    settings = Settings(keys={"fly": ("f",)})
    window = open_board(NEAR, settings=settings, welcomes=True)
    assert window.desk.line
    assert "Click or drag" not in window.words


# ---- Small things that must stay right ---------------------------------------------------------


def test_the_tabs_of_the_settings_keep_their_place(open_board: Opener) -> None:
    window = open_board(NEAR)
    window.key(pygame.K_F2)
    places = set()
    for _ in range(4):
        tabs = next(c for c in sheet_of(window).controls.controls if c.name == "tabs")
        places.add((tuple(tabs.rect), tuple(sheet_of(window).rect)))
        focus(window, "tabs")
        window.key(pygame.K_RIGHT)
    assert len(places) == 1


def test_only_scales_that_are_drawn_are_offered(open_board: Opener) -> None:
    for size, largest in (((1280, 800), 1.5), ((640, 480), 1.0), ((3840, 2160), 3.0)):
        offered = offered_scales(size)
        assert max(offered) == largest
        window = open_board(NEAR, size=size)
        for scale in offered:
            window.desk.set(interface_scale=scale)
            window.frame()
            assert window.desk.painter.scale == scale
    window = open_board(NEAR, settings=Settings(interface_scale=3.0))
    window.key(pygame.K_F2)
    scale = next(c for c in sheet_of(window).controls.controls if c.name == "scale")
    assert scale.options[-1][1].words == "300%, here 167%"


def test_the_present_choice_stays_ticked(open_board: Opener) -> None:
    window = open_board(NEAR)
    window.click_control("algorithm")
    menu = window.desk.overlays.top
    assert isinstance(menu, Menu)
    present = menu.list.marked
    window.point((menu.list.rect.centerx, menu.list.rect.bottom - 8))
    assert menu.list.marked != present
    assert menu.list.current == present


def test_the_wheel_turns_the_slider_it_is_over(open_board: Opener) -> None:
    window = open_board(NEAR)
    speed = window.session.settings.playback_speed
    window.point(window.control("speed").rect.center)
    window.send(pygame.Event(pygame.MOUSEWHEEL, x=0, y=1))
    assert window.session.settings.playback_speed > speed
    window.key(pygame.K_F2)
    focus(window, "tabs")
    for _ in range(4):
        window.key(pygame.K_RIGHT)
    volume = next(c for c in sheet_of(window).controls.controls if c.name == "volume")
    window.point(volume.rect.center)
    window.send(pygame.Event(pygame.MOUSEWHEEL, x=0, y=-1))
    assert window.session.settings.volume < Settings().volume


def test_the_seed_is_said_of_its_own_board_only(open_board: Opener) -> None:
    window = open_board(NEAR)
    window.session.boards.new(3, 3, seed=4711)
    window.key(pygame.K_b)
    assert any("seed 4711" in words for words in window.words)
    focus(window, "size")
    window.key(pygame.K_RIGHT)
    assert not any("4711" in words for words in window.words)


def test_folders_that_do_not_exist_are_not_offered(
    open_board: Opener, tmp_path: Path, monkeypatch
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr("platformdirs.user_pictures_path", lambda: tmp_path / "no such folder")
    window = open_board(NEAR)
    window.key(pygame.K_p)
    press(window, "own")
    names = {control.name for control in sheet_of(window).controls.controls}
    assert "home" in names
    assert "pictures" not in names


def test_a_sheet_stops_the_timer(open_board: Opener) -> None:
    window = open_board(HARD)
    window.click_cell(4)
    window.frame(60)
    for key in (pygame.K_F1, pygame.K_F2, pygame.K_b, pygame.K_g):
        before = window.session.activity.play.seconds
        window.key(key)
        assert window.screen.seconds_to_change() is None
        window.now += 5
        window.frame(2)
        window.key(pygame.K_ESCAPE)
        assert window.session.activity.play.seconds - before < 0.2
    before = window.session.activity.play.seconds
    window.frame(60)
    assert window.session.activity.play.seconds - before > 0.9


def test_a_menu_says_the_key_of_each_row(open_board: Opener) -> None:
    window = open_board(NEAR, size=(640, 480))
    window.click_control("menu")
    menu = window.desk.overlays.top
    assert isinstance(menu, Menu)
    surface, rect = pygame.display.get_surface(), menu.list.rect
    assert surface is not None
    row = pygame.Rect(rect.right - 34, rect.top + 8, 24, menu.list.row_height() - 6)
    ground = surface.get_at((rect.centerx, row.top))
    inked = [
        at
        for at in ((x, y) for x in range(row.left, row.right) for y in range(row.top, row.bottom))
        if surface.get_at(at) != ground
    ]
    assert inked, "the key stands at the right end"
