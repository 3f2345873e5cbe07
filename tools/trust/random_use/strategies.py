"""Strategies for random events, and the files that the events use.

An event is a tuple: the name of a method of ``Program`` and its arguments. No strategy depends on
the state of the program, so that a shortened sequence of events still has a meaning: a place in the
window is a number that selects one of the elements that are shown at the time of the event.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Sequence
from typing import Any

import pygame
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzler.board import Board
from puzzler.board.shuffler import shuffle
from puzzler.formats.registry import FORMATS
from puzzler.game.core.category import CHOICES as DIFFICULTIES
from puzzler.game.core.settings import AUTOMATIC, Settings
from puzzler.search.registry import ALGORITHMS, HEURISTICS
from puzzler.solver.race.race_rules import Pace
from puzzler.window.common.actions import actions, default_keys
from puzzler.window.core.keymap import chord
from tools.trust.harness import OWN

Place = tuple[int, int]
SIZES = ((480, 360), (640, 480), (900, 620), (1280, 800), (1024, 1400), (1920, 1080))
FILES: dict[str, str | bytes] = {
    **{f"{name}.txt": form.example for name, form in FORMATS.items()},
    "moves.txt": "1 2 3/4 5 6/0 7 8 R2",
    "greek.txt": "Γ Δ Θ\nΛ Ξ _\nΠ Σ Φ",
    "japanese.txt": "あ い う\nえ お か\nき _ く",
    "emoji.txt": "\U0001f600 \U0001f42c\n\u0663 _",
    "many.txt": "1 2 3 4 5 6 7 0 8\n1 2 3 0\nA B C D E F G _ H\n",
    "long.txt": "moves: blank\n1 2 3/4 5 6/7 0 8 " + "RL" * 300,
    "large.txt": str(shuffle(10, 10, seed=1).start),
    "bad.txt": "1 2 x",
    "empty.txt": "",
    "own.py": OWN,
    "bad.png": b"bad",
    "noise.bin": bytes(range(256)) * 20,
}
"""Files that are dropped, opened and pasted."""
TEXTS = ("RLUD", "LR", "42", "", "1 2 3/4 0 5 RLUD", *(x for x in FILES.values() if type(x) is str))
CHOICES: dict[str, Sequence[Any]] = {
    "theme": ("dark", "light", "okabe-ito", "none"),
    "interface_scale": (None, 0.75, 1.0, 1.5, 2.0, 3.0),
    "face": ("numbers", "letters", "picture"),
    "picture": ("", "dunes", "glass", "lagoon", "planet", "nothing"),
    "difficulty": tuple(map(str, DIFFICULTIES)),
    "goal": ("standard", "snail", "blank-first"),
    "playback_speed": (None, 0.5, 8.0, 60.0),
    "inspection": (0, 0, 5, 15),
    "volume": (0.0, 0.6),
    "algorithm": (AUTOMATIC, *ALGORITHMS),
    "heuristic": tuple(HEURISTICS),
    "weight": (1.0, 1.0, 1.5, 3.0),
    "ties": ("lifo", "fifo"),
    "memory_limit": (16, 50, 100),
    "time_limit": (0.1, 0.5, 2.0),
}
"""Values of the settings."""
# fmt: off
SWITCHES = ("numbers_on_pictures", "instant_shuffle", "reduced_motion", "coach", "blindfold",
            "details", "shortest", "letters_move_tiles", "arrows_move_blank", "is_muted")
# fmt: on
SHAPES = ((2, 2), (2, 3), (3, 2), (3, 3), (3, 3), (4, 4), (4, 3), (5, 5), (10, 10), (2, 7))
CHORDS = [
    (key, int(pygame.KMOD_LCTRL * with_ctrl | pygame.KMOD_LSHIFT * with_shift))
    for action, names in default_keys(Settings(letters_move_tiles=True)).items()
    if action != "quit"
    for name in names
    for key, with_ctrl, with_shift in [chord(name)]
]
_NAMED = "TAB SPACE RETURN PAGEDOWN BACKSPACE ESCAPE LEFT RIGHT UP DOWN"
MORE_KEYS = [
    (getattr(pygame, f"K_{name}"), mod)
    for name in _NAMED.split()
    for mod in (0, 0, 0, int(pygame.KMOD_LSHIFT))
]
INPUTS: list[tuple[str, dict[str, Any]]] = [
    *(("MOUSEWHEEL", {"x": 0, "y": lines}) for lines in (-3, -1, 1, 3) * 2),
    *(("TEXTINPUT", {"text": text}) for text in ("4", "7", "x", "1 2", "é", "あ")),
    ("WINDOWLEAVE", {}),
    ("DROPTEXT", {"text": "1 2 3/4 0 5"}),
]

places = st.tuples(st.integers(0, 9), st.integers(0, 9999))
"""A kind of place and a number that selects one: see ``Program.position``."""
sizes = st.sampled_from(SIZES) | st.tuples(st.integers(480, 1920), st.integers(360, 1080))
names = st.sampled_from
settings_values = names([*CHOICES, *SWITCHES]).flatmap(
    lambda name: st.tuples(st.just(name), names(CHOICES.get(name, (False, True))))
)


@st.composite
def solves(draw: st.DrawFn) -> tuple[str, str]:
    """A board and the moves that solve it. The moves may pass through the goal."""
    rows, columns = draw(names(SHAPES[:5]))
    goal = board = Board.solved(rows, columns)
    letters = ""
    for number in draw(st.lists(st.integers(0, 3), min_size=1, max_size=12)):
        moves = board.legal_moves()
        move = moves[number % len(moves)]
        board, letters = board.apply(move), move.inverse.letter + letters
    if board == goal:
        move = goal.legal_moves()[0]
        return str(goal.apply(move)), move.inverse.letter
    return str(board), letters


_KINDS: dict[str, tuple[int, st.SearchStrategy[Any]]] = {
    "press_key": (1600, names(CHORDS) | names(CHORDS) | names(MORE_KEYS)),
    "checked_frame": (400, st.tuples(names((0.016, 0.016, 0.05, 0.3)))),
    "use_mouse": (800, st.tuples(names([*["MOTION"] * 6, "BUTTONDOWN", "BUTTONUP"]), places)),
    "click": (900, st.tuples(places)),
    "drag": (120, st.tuples(places, places)),
    "send_input": (360, names(INPUTS)),
    "run_action": (400, st.tuples(names([name for name in actions() if name != "quit"]))),
    "wait": (60, st.tuples(names((2, 5, 10)), names((0.016, 0.1, 1.0)))),
    "resize": (20, sizes),
    "change_setting": (120, settings_values),
    "drop_file": (40, st.tuples(names([*FILES, "small.png", "wide.jpg", "none", "folder"]))),
    "paste": (40, st.tuples(names(TEXTS))),
    "new_board": (30, names(SHAPES)),
    "play_solve": (40, solves()),
    "open_lab": (30, st.tuples(names(list(ALGORITHMS)), names(list(HEURISTICS)))),
    "open_race": (20, st.tuples(st.lists(names(list(ALGORITHMS)), min_size=2, max_size=4),
                                names([pace.value for pace in Pace]))),
    "open_lesson": (30, st.tuples(st.integers(0, 98), st.integers(0, 98))),
    "open_review": (20, st.tuples(st.integers(1, 29))),
    "start_drill": (14, st.tuples(names((2, 3)), st.just(3), st.integers(1, 14))),
    "run_user_code": (6, st.tuples(names(("h", "refused", "bfs", "fails")))),
    "stop_everything": (30, st.just(())),
    "restart": (15, st.just(())),
}  # fmt: skip
"""The weight of each kind of event, and a strategy for its arguments."""
events = names([name for name, (weight, _) in _KINDS.items() for _ in range(weight)]).flatmap(
    lambda name: st.tuples(st.just(name), _KINDS[name][1])
)
"""Pairs of the name of a method and its arguments."""


def sample(number: int, count: int) -> list[tuple[str, Any]]:
    """Return independent random events of a seed."""
    # an ordinary run of hypothesis would repeat most events
    found, chance = list[tuple[str, Any]](), random.Random(number)

    @settings(database=None)
    @given(events)
    def use(event: tuple[str, Any]) -> None:
        found.append(event)

    while len(found) < count:
        use.hypothesis.fuzz_one_input(chance.randbytes(300))
    return found


if __name__ == "__main__":
    print(json.dumps(sample(*map(int, sys.argv[1:]))))
