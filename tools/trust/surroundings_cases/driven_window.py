"""A window that does what standard input says, for the cases of ``surroundings.py``.

A line of words on standard input is done word by word; a line of its state is the answer.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import pygame

from puzzler.window.files.importing import take_file
from puzzler.window.files.saving import save_answer
from puzzler.window.main import app, game_loop


class Driven(game_loop.GameLoop):
    """Does what standard input says instead of what a person does."""

    def run(self) -> None:
        self.said: dict[str, None] = {}
        self.waits: list[float] = []
        self.cpu = 0.0
        for line in sys.stdin:
            for word in line.split():
                name, _, value = word.partition("=")
                getattr(self, f"do_{name}")(value)
            self.look()

    def look(self) -> None:
        session = self.screen.session
        play = session.context.game.play
        print(
            json.dumps(
                {
                    "said": list(self.said),
                    "board": str(play.board),
                    "moves": play.move_count,
                    "past": len(session.context.game.saved.past),
                    "waits": self.waits,
                    "cpu": self.cpu,
                }
            ),
            flush=True,
        )
        self.said, self.waits, self.cpu = {}, [], 0.0

    def turn(self) -> None:
        began = time.thread_time()
        self.frame(pygame.event.get())
        if not self.screen.is_moving and self._on_rest is not None:
            self._on_rest()
        self.cpu = max(self.cpu, time.thread_time() - began)
        session = self.screen.session
        shown = session.feedback.message, session.context.preparation.message
        for words in (self.screen.window.notice, *shown):
            if words:
                self.said[words] = None

    def do_look(self, _: str) -> None:
        for _ in range(5):
            self.turn()

    def do_play(self, count: str) -> None:
        session = self.screen.session
        for number in range(int(count)):
            moves = session.activity.board.legal_moves()
            began = time.perf_counter()
            session.move(moves[number % len(moves)])
            self.waits.append(time.perf_counter() - began)
            self.turn()

    def do_wait(self, seconds: str) -> None:
        until = time.perf_counter() + float(seconds)
        while time.perf_counter() < until:
            self.turn()
            time.sleep(0.01)
            time.sleep(0.01)

    def do_key(self, name: str) -> None:
        key = getattr(pygame, f"K_{name}")
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
        self.turn()

    def do_set(self, change: str) -> None:
        name, value = change.split(":")
        self.screen.window.set(**{name: json.loads(value)})

    def do_solved(self, _: str) -> None:
        """Watch until a solution is found; at the latest after a minute."""
        self.screen.session.watch.start()
        for _ in range(6000):
            self.turn()
            if self.screen.session.files.result is not None:
                return
            time.sleep(0.01)

    def do_open(self, file: str) -> None:
        take_file(self.screen.window, Path(file))
        self.do_wait("1")

    def do_answer(self, _: str) -> None:
        save_answer(self.screen.window)
        self.turn()

    def do_clock(self, days: str) -> None:
        """The wall clock jumps."""
        now, seconds = time.time, 86_400 * float(days)
        time.time = lambda: now() + seconds


if __name__ == "__main__":
    app.GameLoop = Driven  # type: ignore[misc]
    sys.exit(app.run())
