"""Random events for the program, generated from a seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import pygame

from puzzler.board import Board
from puzzler.board.shuffler import shuffle
from puzzler.formats.registry import FORMATS
from puzzler.game.core.category import CHOICES as DIFFICULTIES
from puzzler.game.core.settings import AUTOMATIC, Settings
from puzzler.search.registry import ALGORITHMS, HEURISTICS
from puzzler.solver.race.race_rules import Pace
from puzzler.window.common.actions import actions, default_keys
from puzzler.window.core.keymap import chord
from puzzler.window.core.window import Window
from puzzler.window.toolkit.clipboard import Clipboard

Event = list[Any]
SIZES = ((480, 360), (640, 480), (900, 620), (1280, 800), (1024, 1400), (1920, 1080))
OWN = """
from collections import deque

def h(board, goal):
    places = {tile: divmod(cell, goal.columns) for cell, tile in enumerate(goal.tiles)}
    found = [(divmod(cell, board.columns), places[tile])
             for cell, tile in enumerate(board.tiles) if tile]
    print(board)
    return sum(abs(a - c) + abs(b - d) for (a, b), (c, d) in found)

def refused(board):
    return -1 if board.tiles[-1] else 0

def bfs(problem):
    frontier, known = deque([(problem.start, [])]), {problem.start}
    while frontier:
        state, moves = frontier.popleft()
        if problem.is_goal(state):
            return moves
        for move, child in problem.successors(state):
            if child not in known:
                known.add(child)
                frontier.append((child, [*moves, move]))

def fails(problem):
    for number in range(5):
        print(problem.successors(problem.start)[number])
"""
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
    chord(name)
    for action, names in default_keys(Settings(letters_move_tiles=True)).items()
    if action != "quit"
    for name in names
]
_NAMED = "TAB SPACE RETURN PAGEDOWN BACKSPACE ESCAPE LEFT RIGHT UP DOWN"
MORE_KEYS = [getattr(pygame, f"K_{name}") for name in _NAMED.split()]
INPUTS: list[Event] = [
    *(["MOUSEWHEEL", {"x": 0, "y": lines}] for lines in (-3, -1, 1, 3) * 2),
    *(["TEXTINPUT", {"text": text}] for text in ("4", "7", "x", "1 2", "é", "あ")),
    ["WINDOWLEAVE", {}],
    ["DROPTEXT", {"text": "1 2 3/4 0 5"}],
]


class Pocket(Clipboard):
    """A clipboard that other programs cannot change."""

    text = ""

    def copy(self, text: str) -> bool:
        self.text = text
        return True

    def paste(self) -> str | None:
        return self.text or None


class Hand:
    """Generates events from a seed and from the elements that the window shows.

    ``window`` returns the current window, because a restart replaces it.
    """

    def __init__(self, seed: object, window: Callable[[], Window]) -> None:
        self.random = random.Random(str(seed))
        self.window = window
        self.kinds, self.weights = list(KINDS), [weight for weight, _ in KINDS.values()]
        self.waiting: list[Event] = [self.solve() for _ in range(3)]

    def next(self) -> Event:
        """Return the next event. About one in twelve is a frame."""
        if self.waiting:
            return self.waiting.pop()
        if self.random.random() < 0.08:
            return ["frame", self.random.choice((0.016, 0.016, 0.05, 0.3))]
        [kind] = self.random.choices(self.kinds, self.weights)
        return [kind, *KINDS[kind][1](self)]

    def choose(self, values: Sequence[Any]) -> Any:
        """Return a random element of values."""
        return self.random.choice(values)

    def place(self) -> tuple[int, int]:
        """Return the position of a cell, of an element or of any pixel."""
        window, kind = self.window(), self.random.random()
        if kind < 0.3:
            return self.choose(window.view.geometry.cells).center
        targets = window.ui.top.frame.targets
        if kind < 0.9 and targets:
            return self.choose(targets).element.rect.center
        return self.random.randrange(window.size[0]), self.random.randrange(window.size[1])

    def key(self) -> Event:
        """Return a key that a person might press and its modifiers."""
        if self.random.random() < 0.35:
            return [self.choose(MORE_KEYS), self.choose((0, 0, 0, int(pygame.KMOD_LSHIFT)))]
        key, with_ctrl, with_shift = self.choose(CHORDS)
        return [key, int(pygame.KMOD_LCTRL * with_ctrl | pygame.KMOD_LSHIFT * with_shift)]

    def setting(self) -> Event:
        """Return the name and the value of a setting."""
        name = self.choose((*CHOICES, *SWITCHES))
        return [name, self.choose(CHOICES.get(name, (False, True)))]

    def solve(self) -> Event:
        """Return a solve event: a board and the moves that solve it."""
        rows, columns = self.choose(SHAPES[:5])
        board, letters = Board.solved(rows, columns), ""
        for _ in range(self.choose((1, 2, 5, 12))):
            move = self.choose(board.legal_moves())
            board, letters = board.apply(move), move.inverse.letter + letters
        if board == Board.solved(rows, columns):
            return self.solve()
        return ["solve", str(board), letters]

    def size(self) -> tuple[int, int]:
        """Return a size of the window in pixels."""
        if self.random.random() < 0.5:
            return self.choose(SIZES)
        return self.random.randrange(480, 1921), self.random.randrange(360, 1081)

    def race(self) -> Event:
        """Return the algorithms and the pace of a race."""
        lanes = self.random.choices(list(ALGORITHMS), k=self.random.randint(2, 4))
        return [lanes, self.choose(list(Pace)).value]


KINDS: dict[str, tuple[float, Callable[[Hand], Sequence[Any]]]] = {
    "key": (80, Hand.key),
    "motion": (30, Hand.place),
    "click": (45, Hand.place),
    "down": (5, Hand.place),
    "up": (5, Hand.place),
    "drag": (6, lambda hand: (*hand.place(), *hand.place())),
    "input": (18, lambda hand: hand.choose(INPUTS)),
    "action": (20, lambda hand: [hand.choose([name for name in actions() if name != "quit"])]),
    "wait": (3, lambda hand: (hand.choose((2, 5, 10)), hand.choose((0.016, 0.1, 1.0)))),
    "resize": (1, Hand.size),
    "set": (6, Hand.setting),
    "drop": (2, lambda hand: [hand.choose([*FILES, "small.png", "wide.jpg", "none", "folder"])]),
    "paste": (2, lambda hand: [hand.choose(TEXTS)]),
    "new": (1.5, lambda hand: hand.choose(SHAPES)),
    "solve": (2, lambda hand: hand.solve()[1:]),
    "lab": (1.5, lambda hand: (hand.choose(list(ALGORITHMS)), hand.choose(list(HEURISTICS)))),
    "race": (1, Hand.race),
    "lesson": (1.5, lambda hand: (hand.random.randrange(99), hand.random.randrange(99))),
    "review": (1, lambda hand: [hand.random.randrange(1, 30)]),
    "drill": (0.7, lambda hand: (*hand.choose(((2, 3), (3, 3))), hand.random.randrange(1, 15))),
    "own": (0.3, lambda hand: [hand.choose(("h", "refused", "bfs", "fails"))]),
    "quiet": (1.5, lambda hand: ()),
    "undo_redo": (1, lambda hand: [hand.choose((1, 3, 30))]),
    "restart": (0.15, lambda hand: ()),
    "record": (0.05, lambda hand: hand.solve()[1:]),
}
"""The weight of each kind of event and a function that returns its arguments."""
