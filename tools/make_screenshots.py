"""Make the pictures of ``docs/screenshots``: ``python tools/make_screenshots.py [NAME ...]``.

The program runs without a screen: real searches on fixed boards, simulated keys and clicks, and a
temporary user folder with some hundred fictitious solves. ``--list`` prints the names, ``--out
FOLDER`` changes the folder.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import platformdirs

os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

from screenshots import scenes
from screenshots.image import save, save_animation
from screenshots.past import forget, make_past
from screenshots.scenes import EIGHT, FIFTEEN, HARDEST, OWN, TWENTY_FOUR, lab
from screenshots.window import Window

from puzzler.board import Scenario
from puzzler.game.core.settings import Settings, TileFace
from puzzler.search.method import Method
from puzzler.window.common.entering import STATE

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "screenshots"
PLAIN, SMALL, FULL = (1280, 800), (640, 480), (1920, 1080)
LIGHT, COLOUR_BLIND = "light", "okabe-ito"


Scene = Callable[[Window], object]
"""Prepares a window for a picture. That of an animation yields before each picture."""


@dataclass(frozen=True)
class Picture:
    """A scene in a window."""

    scene: Scene
    scenario: Scenario = FIFTEEN
    theme: str = "dark"
    size: tuple[int, int] = PLAIN
    settings: Settings = field(default_factory=Settings)
    """Settings except the theme."""


def of(scene: Callable[..., object], *arguments: object) -> Scene:
    """Return a scene with these arguments."""
    return lambda window: scene(window, *arguments)


def in_all_themes(name: str, scene: Scene, **others: object) -> dict[str, Picture]:
    """Return a scene in the dark, light and colour-blind themes and in a small window."""
    return {
        name: Picture(scene, **others),
        f"{name}-light": Picture(scene, theme=LIGHT, **others),
        f"{name}-colour-blind": Picture(scene, theme=COLOUR_BLIND, **others),
        f"{name}-small": Picture(scene, size=SMALL, **others),
    }


def in_lab(scene: Scene, scenario: Scenario = HARDEST, **others: object) -> Picture:
    """Return a scene in the Lab."""
    # with the coach there is no message that the Lab counts as help
    return Picture(scene, scenario, settings=Settings(coach=True), **others)


ASTAR, BLIND = Method("astar", "manhattan"), Method("astar", "misplaced")
DEEPENING, BOTH_ENDS = Method("idastar", "manhattan"), Method("bidirectional", "manhattan")
CALM = Settings(playback_speed=0.5)
FOUR = (ASTAR, DEEPENING, Method("astar", "linear-conflict"), Method("bidirectional", "manhattan"))
COACHED = Settings(coach=True)  # with the coach there is no message about help

PICTURES = {
    "play": Picture(of(scenes.play_moves, 7)),
    "watch": Picture(scenes.watch),
    "small": Picture(scenes.watch, size=SMALL),
    "picture": Picture(of(scenes.play_moves, 3), theme=LIGHT,
                       settings=Settings(face=TileFace.PICTURE)),
    "colour-blind": Picture(scenes.hint, EIGHT, COLOUR_BLIND),
    "editor": Picture(scenes.editor),
    "settings": Picture(scenes.settings),
    "large": Picture(scenes.searching, TWENTY_FOUR, size=FULL,
                     settings=Settings(algorithm="astar", heuristic="manhattan+misplaced")),
    "anytime-late": Picture(of(scenes.anytime, 40.0), TWENTY_FOUR, settings=CALM),
    # taken last, when the tables are loaded, like in a window that has been open for a while
    "anytime-early": Picture(of(scenes.anytime, 0.3), TWENTY_FOUR, settings=CALM),
    **in_all_themes("coach", scenes.coach, settings=Settings(coach=True)),
    **in_all_themes("finish", scenes.finish),
    **in_all_themes("review", scenes.review),
    **in_all_themes("drill", scenes.drill),
    **in_all_themes("statistics", scenes.statistics),
    "lab-frontier": in_lab(of(lab, "frontier", ASTAR, 1204)),
    "lab-tree": in_lab(of(lab, "tree", ASTAR, 120), EIGHT),
    "lab-plots": in_lab(of(lab, "plots", ASTAR, 4000)),
    "lab-map": in_lab(of(lab, "map", BLIND, 60_000, OWN)),
    "lab-predict": in_lab(of(scenes.predict, ASTAR, 1204)),
    "lab-light": in_lab(of(lab, "frontier", DEEPENING, 5_200_000), FIFTEEN, theme=LIGHT),
    "lab-colour-blind": in_lab(of(lab, "frontier", BOTH_ENDS, 1000), theme=COLOUR_BLIND),
    "lab-small": in_lab(of(lab, STATE, ASTAR, 1204), size=SMALL),
    "lab-small-frontier": in_lab(of(lab, "frontier", ASTAR, 1204), size=SMALL),
    "lab-small-tree": in_lab(of(lab, "tree", ASTAR, 120), EIGHT, size=SMALL),
    "lab-small-plots": in_lab(of(lab, "plots", ASTAR, 4000), size=SMALL),
    "lab-small-map": in_lab(of(lab, "map", BLIND, 60_000, OWN), size=SMALL),
    "race-middle": Picture(of(scenes.race, FOUR, "plot", 3000), HARDEST, settings=COACHED),
    "race-end": Picture(of(scenes.race, FOUR, "table"), HARDEST, settings=COACHED),
    "race-small": Picture(of(scenes.race, FOUR, "table"), HARDEST, size=SMALL, settings=COACHED),
    "lessons": Picture(scenes.lessons, HARDEST, settings=COACHED),
    "lesson-greedy": Picture(of(scenes.lesson, "greedy", 0), HARDEST, settings=COACHED),
    "lesson-space": Picture(of(scenes.lesson, "state-space", 3), HARDEST, LIGHT, settings=COACHED),
    "lesson-belief": Picture(of(scenes.lesson, "belief-accuracy", 1), HARDEST, COLOUR_BLIND,
                             settings=COACHED),
    "lesson-small": Picture(of(scenes.lesson, "a-star", 0), HARDEST, size=SMALL, settings=COACHED),
}  # fmt: skip

ANIMATIONS = {
    "race": Picture(of(scenes.race_as_it_goes, FOUR, "plot", 40), HARDEST, settings=COACHED),
}


def main() -> None:
    """Take the requested pictures, by default all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these")
    parser.add_argument("--out", type=Path, default=FOLDER, metavar="FOLDER")
    parser.add_argument("--list", action="store_true", help="say which there are")
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in PICTURES | ANIMATIONS]
    if unknown:
        parser.error(f"there is no picture {', '.join(unknown)}; see --list")
    if options.list:
        print("\n".join(PICTURES | ANIMATIONS))
        return
    options.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        _settle_in(home)
        for name in options.names or PICTURES | ANIMATIONS:
            if name in PICTURES:
                size = take(PICTURES[name], options.out / f"{name}.png", home)
            else:
                size = film(ANIMATIONS[name], options.out / f"{name}.gif", home)
            print(f"{name:24} {size / 1000:6.1f} kB", flush=True)


def take(picture: Picture, file: Path, home: Path) -> int:
    """Take a picture and return the size of its file."""
    with _window(picture, home) as window:
        picture.scene(window)
        return save(window.surface, file)


def film(animation: Picture, file: Path, home: Path) -> int:
    """Take the pictures of an animation and return the size of its file."""
    with _window(animation, home) as window:
        pictures = [window.surface.copy() for _ in animation.scene(window)]
    return save_animation(pictures, file)


@contextlib.contextmanager
def _window(row: Picture, home: Path) -> Iterator[Window]:
    forget(home)
    make_past()
    settings = replace(row.settings, theme=row.theme, is_welcomed=True)
    gc.collect()  # start without data of the previous window
    with contextlib.closing(Window(row.scenario, settings, row.size)) as window:
        yield window


def _settle_in(home: Path) -> None:
    """Create an empty home for a fictitious user, with the compiled kernels of the real user."""
    cached = platformdirs.user_cache_path("puzzler", appauthor=False)
    cached.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(OSError):
        (home / "cache").symlink_to(cached, target_is_directory=True)
    os.environ["PUZZLER_HOME"] = str(home)


if __name__ == "__main__":
    main()
