"""Numbers, letters and pictures on the tiles."""

from __future__ import annotations

import threading
from pathlib import Path

import pygame
import pytest

from puzzler.game.core.settings import MAX_ZOOM, Crop, Settings, TileColors, TileFace
from puzzler.window.board.pictures import load_picture
from puzzler.window.toolkit.element import walk
from puzzler.window.toolkit.labels import Text
from tests.window.conftest import NEAR, Opener, Window


def test_letters_pictures_and_numbers(window: Window) -> None:
    window.key(pygame.K_p)
    window.walk_to("face")
    window.key(pygame.K_RIGHT)
    assert window.session.settings.face is TileFace.LETTERS
    assert window.app.view.skin.words(27) == "AA"
    assert window.has("tile_colors") and not window.has("numbers_on_pictures")
    assert not window.has("choose part"), "no picture is shown"
    window.walk_to("tile_colors")
    window.key(pygame.K_RETURN)
    window.key(pygame.K_DOWN)
    window.key(pygame.K_RETURN)
    assert window.session.settings.tile_colors is TileColors.ROWS
    window.walk_to("gallery")
    window.key(pygame.K_RETURN)
    assert window.session.settings.face is TileFace.PICTURE
    window.wait()
    assert window.app.view.skin.picture is not None
    first = window.session.settings.picture
    window.key(pygame.K_RIGHT)
    assert window.session.settings.picture != first
    window.click_on("numbers_on_pictures")
    window.wait()
    assert window.app.view.skin.words(3) == ""
    gallery = window.find("gallery").rect
    window.click((gallery.left + 60, gallery.top + 50))
    assert window.session.settings.picture == first
    window.key(pygame.K_RETURN)
    assert window.open == [], "Enter must press Done"


def test_a_picture_of_the_user_is_opened(open_board: Opener, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    (tmp_path / "album").mkdir()
    pygame.image.save(pygame.Surface((80, 60)), tmp_path / "album" / "mine.png")
    (tmp_path / "album" / "bad.png").write_bytes(b"no picture")
    (tmp_path / "album" / "notes.txt").write_text("no picture")
    window = open_board(NEAR)
    window.key(pygame.K_p)
    window.click_on("own")
    assert window.open == ["tile faces", "open file"]
    for key in (pygame.K_DOWN, pygame.K_RETURN, pygame.K_DOWN, pygame.K_RETURN):
        window.wait()
        window.key(key)
    window.wait()
    assert "bad.png is not a PNG or JPEG picture" in window.dialog_words
    window.key(pygame.K_DOWN)
    window.key(pygame.K_RETURN)
    window.wait()
    assert window.open == ["tile faces"]
    assert window.session.settings.picture == str(tmp_path / "album" / "mine.png")
    assert window.app.view.skin.picture is not None


def test_a_picture_can_be_dropped(open_board: Opener, tmp_path: Path) -> None:
    file = tmp_path / "a picture of any name"
    pygame.image.save(pygame.Surface((80, 60)), tmp_path / "mine.jpg")
    (tmp_path / "mine.jpg").rename(file)
    window = open_board(NEAR)
    window.send(pygame.Event(pygame.DROPFILE, file=str(file)))
    window.wait()
    assert window.session.settings.picture == str(file)
    (tmp_path / "bad.jpg").write_bytes(b"\xff\xd8\xff\xe0")
    window.send(pygame.Event(pygame.DROPFILE, file=str(tmp_path / "bad.jpg")))
    window.wait()
    assert window.open == ["message"]
    assert "This picture cannot be used" in window.dialog_words
    assert window.session.settings.picture == str(file)


def test_a_missing_picture_is_replaced_by_numbers_with_a_message(open_board: Opener) -> None:
    window = open_board(
        NEAR, settings=Settings(face=TileFace.PICTURE, picture="/nowhere/at-all.png")
    )
    window.wait()
    assert window.app.view.skin.picture is None
    line = window.app.line
    assert "at-all.png" in line and line.endswith("showing numbers")


def test_missing_folders_are_not_listed(open_board: Opener, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr("platformdirs.user_pictures_path", lambda: tmp_path / "no such folder")
    window = open_board(NEAR)
    window.key(pygame.K_p)
    window.click_on("own")
    window.wait()
    window.click_on("places")
    assert list(window.choices()) == ["Home"]


def test_a_part_of_a_picture_is_chosen_and_stored_with_it(
    open_board: Opener, tmp_path: Path
) -> None:
    file = tmp_path / "mine.png"
    sketch = pygame.Surface((120, 60))
    sketch.fill("red", (0, 0, 60, 60))
    sketch.fill("blue", (60, 0, 60, 60))
    pygame.image.save(sketch, file)
    settings = Settings(face=TileFace.PICTURE, picture=str(file))
    window = open_board(NEAR, settings=settings)
    window.wait()

    def colors() -> list[tuple[int, int, int]]:
        picture = window.app.view.skin.picture
        shown = picture.covering(window.app.painter, 60, 60)
        return [shown.get_at((x, 30))[:3] for x in (2, 57)]

    red, blue = (255, 0, 0), (0, 0, 255)
    assert colors() == [red, blue], "the middle of the picture"
    window.key(pygame.K_p)
    window.click_on("choose part")
    window.key(pygame.K_RIGHT)
    for _ in range(20):
        window.key(pygame.K_RIGHT)
    window.frame(2)
    assert colors() == [blue, blue]
    place = window.find("crop")._place
    window.click((place.left + 2, place.centery))
    assert colors() == [red, red]
    window.click_on("zoom")
    crop = window.session.settings.crop_of(str(file))
    assert crop.x < 0.1 and crop.zoom > 1
    window.point(place.center)
    window.wheel(-99)
    assert window.session.settings.crop_of(str(file)).zoom == MAX_ZOOM
    assert not window.find("crop").key_down(window.ui, pygame.K_F5, 0)
    window.click_on("whole picture")
    assert colors() == [red, blue]


def test_a_part_is_inside_its_picture() -> None:
    for crop in (Crop(0, 0), Crop(1, 1, 3.0), Crop(0.3, 1.0, 8.0)):
        left, top, width, height = crop.part(400, 300, 1.5)
        assert 0 <= left <= 400 - width and 0 <= top <= 300 - height
        assert width / height == 1.5
    for bad in ({"a": 3}, {"a": {"x": 2, "y": 0, "zoom": 1}}, {"a": {"x": 0}}, 5):
        with pytest.raises(ValueError, match="crops cannot be"):
            Settings(crops=bad)


def test_the_pictures_have_a_title_of_their_own(window: Window) -> None:
    window.key(pygame.K_p)
    for _ in TileFace:
        root = window.app.ui.top.root
        title = next(e for e in walk(root) if isinstance(e, Text) and e.text == "Pictures")
        assert title.rect.bottom <= window.find("gallery").rect.top
        own = "numbers_on_pictures" if window.has("numbers_on_pictures") else "tile_colors"
        assert window.find("face").rect.bottom <= window.find(own).rect.top < title.rect.top
        window.walk_to("face")
        window.key(pygame.K_RIGHT)
        window.wait()


def test_a_changed_picture_is_shown_when_it_is_opened_again(
    open_board: Opener, tmp_path: Path
) -> None:
    window, colors = open_board(NEAR), []
    for color in ("red", "blue"):
        sketch = pygame.Surface((64, 64))
        sketch.fill(color)
        pygame.image.save(sketch, tmp_path / "mine.png")
        window.send(pygame.Event(pygame.DROPFILE, file=str(tmp_path / "mine.png")))
        window.wait()
        picture = window.app.view.skin.picture
        shown = picture.covering(window.app.painter, 60, 60).get_at((30, 30))
        colors.append("red" if shown.r > shown.b else "blue")
    assert colors == ["red", "blue"]


def test_a_picture_that_is_read_too_late_is_not_shown(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_continue = threading.Event()
    monkeypatch.setattr(
        "puzzler.window.core.window.load_picture",
        lambda file: may_continue.wait(60) and load_picture(file),
    )
    window.app.set(face=TileFace.PICTURE, picture="lagoon")
    window.frame()
    window.app.set(face=TileFace.NUMBERS)
    window.frame()
    may_continue.set()
    window.wait()
    assert window.app.view.skin.picture is None


def test_parts_of_several_pictures_are_stored(open_board: Opener) -> None:
    crops = {"glass": Crop(0.2, 0.4, 2.0)}
    settings = Settings(face=TileFace.PICTURE, picture="lagoon", crops=crops)
    window = open_board(NEAR, settings=settings)
    window.wait()
    window.key(pygame.K_p)
    window.click_on("choose part")
    window.key(pygame.K_RIGHT)
    assert window.session.settings.crops.keys() == {"glass", "lagoon"}
    assert window.session.settings.crops["glass"] == crops["glass"]
