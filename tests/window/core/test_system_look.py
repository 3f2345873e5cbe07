"""Theme and motion follow the system by default."""

from __future__ import annotations

import pytest

from puzzler.game.core.settings import Settings, SystemLook
from puzzler.window.core import system_look
from puzzler.window.core.system_look import portal_look
from tests.window.conftest import NEAR, Opener

PORTAL = (
    "({'org.freedesktop.appearance': {'color-scheme': <uint32 %d>, 'contrast': <uint32 0>},"
    " 'org.gnome.desktop.interface': {'enable-animations': <%s>}},)"
)


@pytest.mark.parametrize(
    ("answer", "look"),
    [
        (PORTAL % (1, "true"), SystemLook(is_dark=True)),
        (PORTAL % (2, "false"), SystemLook(is_dark=False, reduces_motion=True)),
        (PORTAL % (0, "true"), SystemLook()),
        (
            "({'org.freedesktop.appearance': {'reduced-motion': <uint32 1>}},)",
            SystemLook(reduces_motion=True),
        ),
        ("", SystemLook()),
        ("no answer at all", SystemLook()),
    ],
)
def test_the_portal_has_theme_and_motion(answer: str, look: SystemLook) -> None:
    assert portal_look(answer) == look


def test_a_system_without_an_answer_has_no_effect(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system_look, "_PORTAL", ("no-such-program-of-any-system",))
    monkeypatch.setattr(system_look, "_SYSTEM", "linux")
    assert system_look.read_system_look() == SystemLook()


@pytest.mark.parametrize(
    ("dark", "still", "look"),
    [("Dark", "0", SystemLook(is_dark=True)), ("", "1", SystemLook(False, True))],
)
def test_macos_has_theme_and_motion(
    monkeypatch: pytest.MonkeyPatch, dark: str, still: str, look: SystemLook
) -> None:
    answers = {"AppleInterfaceStyle": dark, "reduceMotion": still}
    monkeypatch.setattr(system_look, "_SYSTEM", "darwin")
    monkeypatch.setattr(system_look, "_output", lambda *command: answers[command[-1]])
    assert system_look.read_system_look() == look


def test_the_window_follows_the_system(open_board: Opener) -> None:
    window = open_board(NEAR)
    assert window.app.theme == "dark"
    light = SystemLook(is_dark=False, reduces_motion=True)
    window.app.update_system_look(lambda: light)
    window.wait_for(lambda: window.app.shown.system == light)
    window.frame()
    assert window.app.painter.theme.title == "Light"
    assert window.app.view.is_instant
    window.app.set(theme="okabe-ito", reduced_motion=False)
    window.frame()
    assert window.app.theme == "okabe-ito"
    assert not window.app.view.is_instant


@pytest.mark.parametrize("value", [1, "yes", 0.0])
def test_reduced_motion_is_on_off_or_that_of_the_system(value: object) -> None:
    with pytest.raises(ValueError, match="reduced_motion"):
        Settings(reduced_motion=value)  # type: ignore[arg-type]
