"""Reads whether the system prefers a dark theme and reduced motion."""

from __future__ import annotations

import re
import subprocess
import sys

from puzzler.game.core.settings import SystemLook

_PORTAL = (
    "gdbus", "call", "--session", "--timeout", "2", "--dest", "org.freedesktop.portal.Desktop",
    "--object-path", "/org/freedesktop/portal/desktop",
    "--method", "org.freedesktop.portal.Settings.ReadAll",
    "['org.freedesktop.appearance', 'org.gnome.desktop.interface']",
)  # fmt: skip
"""Command that reads the settings of the desktop portal. A client library would need GLib."""
_DARK = ("defaults", "read", "-g", "AppleInterfaceStyle")
_STILL = ("defaults", "read", "com.apple.universalaccess", "reduceMotion")
_SYSTEM: str = sys.platform


def read_system_look() -> SystemLook:
    """Read the preferences of the system. This can take seconds. Never raises."""
    if _SYSTEM == "win32":
        return _windows_look()
    if _SYSTEM == "darwin":
        return SystemLook(_output(*_DARK) == "Dark", _output(*_STILL) == "1")
    return portal_look(_output(*_PORTAL))


def portal_look(answer: str) -> SystemLook:
    """Parse the answer of the portal as printed by gdbus; "" if there is no portal."""

    def value(name: str) -> str:
        match = re.search(rf"'{name}': <(?:uint32 )?(\w+)>", answer)
        return match[1] if match else ""

    is_dark = {"1": True, "2": False}.get(value("color-scheme"))  # 0: no preference
    return SystemLook(
        is_dark, value("reduced-motion") == "1" or value("enable-animations") == "false"
    )


def _windows_look() -> SystemLook:
    import ctypes
    import winreg

    api, key = vars(winreg), r"Software\Microsoft\Windows\CurrentVersion\Themes\Personalize"
    try:
        with api["OpenKey"](api["HKEY_CURRENT_USER"], key) as opened:
            is_dark = not api["QueryValueEx"](opened, "AppsUseLightTheme")[0]
    except OSError:  # missing before Windows 10
        is_dark = None
    animates = ctypes.c_int(1)
    get_client_area_animation = 0x1042
    vars(ctypes)["windll"].user32.SystemParametersInfoW(
        get_client_area_animation, 0, ctypes.byref(animates), 0
    )
    return SystemLook(is_dark, not animates.value)


def _output(*command: str) -> str:
    """Return the output of a program, or "" if it is missing, fails or takes too long."""
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=3,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
