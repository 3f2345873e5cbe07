"""Any text can be drawn quickly, independent of its source."""

from __future__ import annotations

import os
from itertools import product
from pathlib import Path

import pytest
from pygame import SRCALPHA, Rect, Surface
from pygame.image import tobytes

from puzzler.window.core.themes import load_theme
from puzzler.window.toolkit import fill, paint
from puzzler.window.toolkit.dialog import message
from puzzler.window.toolkit.paint import LONGEST, Face, Painter, drawable, has_glyph, parts_of
from tests.window.conftest import Window

HARD_TO_DRAW = [
    "a\0b",
    "lone \ud800 surrogate",
    os.fsdecode(b"caf\xe9.png"),
    "right \u202e to left",
    "a\nb\tc\x7f\x85",
    "W" * 100_000,
    "i" * 100_000,
    "word " * 20_000,
    "\u0301" * 5_000,
    "",
]


@pytest.fixture
def painter(display: None) -> Painter:
    return Painter(load_theme("dark"), 1.0)


@pytest.mark.parametrize("words", HARD_TO_DRAW, ids=lambda words: repr(words[:20]))
def test_any_text_is_drawn(painter: Painter, words: str) -> None:
    surface = Surface((200, 40))
    painter.write(surface, words, Face.BODY, 14, (255, 255, 255), Rect(0, 0, 150, 40))
    assert painter.text_width(painter.fitted(words, Face.BODY, 14, 150), Face.BODY, 14) <= 150
    for line in painter.wrapped(words, Face.BODY, 14, 150):
        assert painter.text_width(line, Face.BODY, 14) <= 150


def test_undrawable_characters_are_replaced() -> None:
    assert drawable("a\0b\ud800c") == "a\ufffdb\ufffdc"
    assert drawable("a\n\tb") == "a b"
    assert drawable("right \u202e to left") == "right \ufffd to left"
    assert drawable("3×3, ø, 数") == "3×3, ø, 数"


@pytest.mark.parametrize("face", [Face.BODY, Face.STRONG, Face.FIGURES])
@pytest.mark.parametrize(
    "words",
    ["board-4x4.gif", "saved/4x4/a.txt", "4x4.txt", "\U0001f600", "a\u6570b", "\U0010fffd"],
    ids=ascii,
)
def test_each_part_of_a_line_has_a_font_that_can_draw_it(
    painter: Painter, face: Face, words: str
) -> None:
    assert all(
        has_glyph(font, each) for font, part in painter._runs(words, face, 256) for each in part
    )
    runs = painter._runs(words, face, 14)
    assert painter.text_width(words, face, 14) == sum(font.size(part)[0] for font, part in runs)
    assert painter.text(words, face, 14, (255, 255, 255)).get_width() == sum(
        font.render(part, True, "white").get_width() for font, part in runs
    )


def test_a_character_that_no_font_has_is_replaced(
    painter: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paint, "system_fonts", lambda: ())
    texts = [part for _, part in painter._runs("a\u6570\u6570\ufe0f\u00e9", Face.BODY, 14)]
    assert "".join(texts) == "a\ufffd\ufffd\u00e9"


def test_an_x_is_a_multiplication_sign_only_in_sizes() -> None:
    for size in ("Relay: 2x2 to 5x5, one clock", "4x4 board", "(4x4)", "0x", "ax4"):
        assert list(parts_of(size)) == [size]
    assert list(parts_of("Saved /a/board-4x4.gif")) == ["Saved /a/board-4", "x", "4.gif"]
    assert list(parts_of("4x4 and 4x4.txt")) == ["4x4 and 4", "x", "4.txt"]


def test_long_text_is_bounded_before_it_is_measured(painter: Painter, monkeypatch) -> None:
    measured = []
    font = painter._font(Face.BODY, 14)

    class Counting:
        def size(self, words: str) -> tuple[int, int]:
            measured.append(len(words))
            return font.size(words)

        metrics = font.metrics

    counting = Counting()
    monkeypatch.setattr(painter, "_font", lambda face, pixels: counting)
    painter.fitted("W" * 100_000, Face.BODY, 14, 100)
    assert max(measured) <= LONGEST + 1
    assert len(measured) < 20


def test_a_board_with_labels_that_cannot_be_drawn_is_played(window: Window) -> None:
    labels = ("", *HARD_TO_DRAW[:8])
    scenario = window.play.scenario
    object.__setattr__(scenario, "labels", labels)
    window.click_cell(8)
    window.settle()
    assert window.app.view.skin.labels == labels


def test_a_dialog_with_any_text_is_drawn(window: Window) -> None:
    message(window.app.ui, "a\0b", "\n".join(HARD_TO_DRAW))
    window.frame(2)


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="open files cannot be counted")
def test_fonts_do_not_keep_files_open(painter: Painter) -> None:
    before = len(list(Path("/proc/self/fd").iterdir()))
    for face, pixels in product(Face, range(12, 40)):
        assert painter.text_width("x", face, pixels) > 0
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_a_replaced_painter_frees_its_caches(window: Window, painter: Painter) -> None:
    window.app.painter = window.app.ui.painter = painter
    for change in ({"theme": "light"}, {"interface_scale": 1.5}):
        before = window.app.painter
        window.app.set(**change)
        window.frame()
        assert window.app.painter is not before
        assert not before._surfaces and not before._widths
        assert before._fonts is window.app.painter._fonts


def test_emphasis_is_slanted(painter: Painter) -> None:
    plain, slanted = (
        tobytes(painter.text("l", face, 20, (0, 0, 0)), "RGBA")
        for face in (Face.BODY, Face.EMPHASIS)
    )
    assert plain != slanted


def test_unused_pictures_are_deleted(painter: Painter, monkeypatch) -> None:
    monkeypatch.setattr(fill, "_CACHE_BYTES", 0)
    drawn = list[str]()
    for name in ("a", "a", "b", "a"):
        painter.cached(name, lambda name=name: drawn.append(name) or Surface((1, 1)))
    assert drawn == ["a", "b", "a"]


@pytest.mark.parametrize("words", ["!=", "==", "<=", "->"])
def test_code_has_no_ligatures(painter: Painter, words: str) -> None:
    signs = [painter.text(sign, Face.CODE, 20, (0, 0, 0)) for sign in words]
    apart = Surface(painter.text(words, Face.CODE, 20, (0, 0, 0)).get_size(), SRCALPHA)
    apart.blit(signs[0], (0, 0))
    apart.blit(signs[1], (signs[0].get_width(), 0))
    together = painter.text(words, Face.CODE, 20, (0, 0, 0))
    assert tobytes(together, "RGBA") == tobytes(apart, "RGBA")
