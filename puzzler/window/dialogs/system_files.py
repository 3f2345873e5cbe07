"""The file dialogs of the system: zenity or kdialog on Linux, tkinter on Windows and macOS.

Each runs as a process of its own, so that the window continues to draw. While it is open, a dialog
of the window covers the board.
"""

from __future__ import annotations

import importlib.util
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pygame

from puzzler.window.core.display import HIDDEN_DRIVERS
from puzzler.window.core.window import Window
from puzzler.window.toolkit.dialog import Dialog
from puzzler.window.toolkit.labels import Text

KEY = "system files"
_TKINTER = """
import sys, tkinter
from tkinter import filedialog
title, path, name, *kinds = sys.argv[1:]
root = tkinter.Tk()
root.withdraw()
options = {"title": title, "initialdir": path}
if name:
    found = filedialog.asksaveasfilename(initialfile=name, **options)
else:
    found = filedialog.askopenfilename(filetypes=[("Files", kinds), ("All files", "*")], **options)
print(found or "", end="")
"""
_FAILED_SECONDS = 0.5
"""A dialog that ends sooner without a file could not be opened."""


def find_program(*, is_wanted: bool = True) -> str:
    """Return zenity, kdialog or the Python that has tkinter; "" if there is none.

    On Linux, tkinter is not used because its dialog is not that of the desktop. is_wanted: whether
    the settings allow the dialogs of the system.
    """
    if not is_wanted or pygame.display.get_driver() in HIDDEN_DRIVERS:
        return ""
    if found := shutil.which("zenity") or shutil.which("kdialog"):
        return found
    if platform.system() not in ("Windows", "Darwin"):
        return ""
    is_python = Path(sys.executable).stem.lower().startswith("python")
    return sys.executable if is_python and importlib.util.find_spec("_tkinter") else ""


def command_of(
    program: str, title: str, folder: Path, name: str, suffixes: Sequence[str]
) -> list[str]:
    """Return the command that asks for a file to open, or with a ``name`` for one to save."""
    patterns = [f"*{suffix}" for suffix in suffixes]
    place = f"{folder}/{name}"
    match Path(program).stem:
        case "zenity":
            saving = ["--save", "--confirm-overwrite"] if name else []
            kinds = [f"--file-filter=Files | {' '.join(patterns)}", "--file-filter=All files | *"]
            return [program, "--file-selection", f"--title={title}", f"--filename={place}",
                    *saving, *([] if name else kinds)]  # fmt: skip
        case "kdialog":
            action = "--getsavefilename" if name else "--getopenfilename"
            return [program, "--title", title, action, place, " ".join(patterns)]
    return [program, "-c", _TKINTER, title, str(folder), name, *patterns]


def ask_system(
    window: Window,
    command: Sequence[str],
    take: Callable[[Path], object],
    fall_back: Callable[[], object],
) -> None:
    """Run a dialog of the system. ``take`` is called with the file, if one was chosen.

    fall_back: called if the dialog could not be opened.
    """
    ui, started = window.ui, window.now
    try:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
    except OSError:
        fall_back()
        return

    def poll() -> bool:
        if process.poll() is None:
            return False
        assert process.stdout is not None, "it is a pipe"
        name = process.stdout.read().decode(sys.getfilesystemencoding(), "surrogateescape")
        ui.close(KEY)
        if name.strip("\r\n"):
            take(Path(name.strip("\r\n")))
        elif process.returncode and window.now < started + _FAILED_SECONDS:
            fall_back()
        return False

    def stop() -> None:
        if process.poll() is None:
            process.terminate()
        process.communicate()

    words = Text("Choose a file in the dialog of your system.", color="text_muted")
    ui.open(lambda: Dialog("Files", words, size=420), KEY, poll=poll, on_close=stop)
