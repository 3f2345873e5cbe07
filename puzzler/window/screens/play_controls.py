"""The controls of the play screen: what they are, and what they say about the session."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from puzzler.game.activities.editing import Target
from puzzler.game.play.mode import Mode
from puzzler.game.play.playback import FASTEST, SLOWEST
from puzzler.search.registry import ALGORITHMS, HEURISTICS
from puzzler.window import figures
from puzzler.window.keymap import Command
from puzzler.window.widgets.button import Button, Rank
from puzzler.window.widgets.chooser import Chooser
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.scroll_list import Item
from puzzler.window.widgets.segmented import Segmented
from puzzler.window.widgets.slider import Slider

if TYPE_CHECKING:
    from puzzler.window.paint import Painter
    from puzzler.window.screens.play import PlayScreen

MENU_SIZES = ((3, 3), (4, 4))
SHORTEST = ""
"""Stands for the fastest way to a proven shortest answer among the names of algorithms."""
SHORTEST_SUMMARY = "the fastest way to a proven shortest answer, chosen by the board's size"
WEIGHTS = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0)

TIPS: dict[str, tuple[str, Command | None]] = {
    "new": ("Shuffle a new board", Command.NEW),
    "board": ("Size, goal, difficulty, seed", Command.BOARD),
    "undo": ("Undo", Command.UNDO),
    "redo": ("Redo", Command.REDO),
    "restart": ("The same board from its start", Command.RESTART),
    "hint": ("Hint: first the tile, then the move", Command.HINT),
    "picture": ("Numbers, letters or a picture", Command.PICTURE),
    "edit": ("Place tiles by hand", Command.EDIT),
    "records": ("Records", Command.RECORDS),
    "menu": ("More", None),
    "help": ("Help", Command.HELP),
    "settings": ("Settings", Command.SETTINGS),
    "drawer": ("Solver and figures", None),
    "to start": ("To the start", Command.TO_START),
    "back": ("A move back", None),
    "play": ("Play and pause", Command.PAUSE),
    "forward": ("A move on", None),
    "to end": ("To the end", Command.TO_END),
    "speed": ("Speed of the playback", None),
    "weight": ("How much the estimate counts: f = g + W h. More is quicker and longer", None),
}
"""What a tooltip says about a control, and the command whose key stands beside it."""


class PlayControls:
    """Made once; ``follow`` brings them to what the session says."""

    def __init__(self, screen: PlayScreen) -> None:
        session, do, quiet = screen.session, screen.do, Rank.QUIET
        self.new = Button("new", lambda: do(Command.NEW), label="New", icon="new")
        self.sizes: Segmented[tuple[int, int]] = Segmented(
            "size", [], lambda size: session.new(*size)
        )
        self.board = Button("board", lambda: do(Command.BOARD), icon="grid", rank=quiet)
        self.undo = Button("undo", lambda: do(Command.UNDO), icon="undo", rank=quiet)
        self.redo = Button("redo", lambda: do(Command.REDO), icon="redo", rank=quiet)
        self.restart = Button("restart", lambda: do(Command.RESTART), icon="restart", rank=quiet)
        self.hint = Button("hint", lambda: do(Command.HINT), icon="hint", rank=quiet)
        self.picture = Button("picture", lambda: do(Command.PICTURE), icon="picture", rank=quiet)
        self.edit = Button("edit", lambda: do(Command.EDIT), icon="edit", rank=quiet)
        self.records = Button("records", lambda: do(Command.RECORDS), icon="records", rank=quiet)
        self.menu = Button("menu", screen.open_more, icon="menu", rank=quiet)
        self.help = Button("help", lambda: do(Command.HELP), icon="help", rank=quiet)
        self.settings = Button(
            "settings", lambda: do(Command.SETTINGS), icon="settings", rank=quiet
        )
        self.drawer = Button("drawer", screen.toggle_drawer, icon="panel")
        self.short_watch = Button(
            "short watch", screen.watch_or_stop, label="Watch", icon="play", rank=Rank.PRIMARY
        )
        self._session = session
        self.algorithm: Chooser[str] = Chooser(
            "algorithm",
            [
                (SHORTEST, Item("Shortest", detail=_sentence(SHORTEST_SUMMARY))),
                *(
                    (a.name, Item(a.title, detail=_sentence(a.summary)))
                    for a in ALGORITHMS.values()
                ),
            ],
            self._choose_algorithm,
            screen.open_menu,
        )
        self.heuristic: Chooser[str] = Chooser(
            "heuristic",
            [(h.name, Item(h.title, detail=_sentence(h.summary))) for h in HEURISTICS.values()],
            lambda name: self._choose(heuristic=name),
            screen.open_menu,
        )
        weights = sorted({*WEIGHTS, session.settings.weight})
        self.weight: Chooser[float] = Chooser(
            "weight",
            [(weight, Item(f"W {weight:g}")) for weight in weights],
            lambda weight: self._choose(weight=weight),
            screen.open_menu,
        )
        self.watch = Button(
            "watch", session.watch, label="Watch the AI solve", hint="S", rank=Rank.PRIMARY
        )
        self.pause = Button("pause", session.toggle_pause, label="Pause", icon="pause")
        self.stop = Button("stop", session.stop, label="Stop", icon="stop")
        self.to_start = Button("to start", lambda: session.seek(0), icon="to-start", rank=quiet)
        self.back = Button("back", lambda: session.step(-1), icon="step-back", rank=quiet)
        self.play = Button("play", session.toggle_pause, icon="play")
        self.forward = Button("forward", lambda: session.step(1), icon="step-forward", rank=quiet)
        self.to_end = Button("to end", lambda: do(Command.TO_END), icon="to-end", rank=quiet)
        self.track = Slider("track", screen.seek)
        self.speed = Slider("speed", screen.set_speed)
        self.target: Segmented[Target] = Segmented(
            "target",
            [(target, target.value.capitalize()) for target in Target],
            screen.draw_target,
        )
        self.mend = Button("mend", screen.mend, label="Mend", icon="check")
        self.cancel = Button("cancel edit", session.cancel_edit, label="Cancel", icon="close")
        self.done = Button(
            "done", screen.finish_edit, label="Play it", icon="play", rank=Rank.PRIMARY
        )
        self._other: tuple[int, int] | None = None
        self.offer(session.board.size)

    def offer(self, size: tuple[int, int]) -> None:
        """The sizes one click away, and the last other one that was played."""
        if size not in MENU_SIZES:
            self._other = size
        sizes = [*MENU_SIZES, *([self._other] if self._other else [])]
        self.sizes.options = [(size, f"{size[0]}{figures.TIMES}{size[1]}") for size in sizes]

    @property
    def top(self) -> dict[str, Control]:
        """Those of the top bar by the names of their places."""
        return {
            "new": self.new,
            "size": self.sizes,
            "board": self.board,
            "undo": self.undo,
            "redo": self.redo,
            "restart": self.restart,
            "hint": self.hint,
            "picture": self.picture,
            "edit": self.edit,
            "records": self.records,
            "menu": self.menu,
            "watch": self.short_watch,
            "help": self.help,
            "settings": self.settings,
            "drawer": self.drawer,
        }

    @property
    def solver(self) -> dict[str, Control]:
        """Those of the solver's card."""
        return {
            "algorithm": self.algorithm,
            "heuristic": self.heuristic,
            "weight": self.weight,
            "watch": self.watch,
            "pause": self.pause,
            "stop": self.stop,
        }

    @property
    def transport(self) -> dict[str, Control]:
        """Those of the bottom bar."""
        return {
            "to_start": self.to_start,
            "back": self.back,
            "play": self.play,
            "forward": self.forward,
            "to_end": self.to_end,
            "track": self.track,
            "speed": self.speed,
        }

    @property
    def editing(self) -> dict[str, Control]:
        """Those of the bottom bar while tiles are placed by hand."""
        return {
            "target": self.target,
            "mend": self.mend,
            "cancel": self.cancel,
            "done": self.done,
        }

    def tip(self, name: str) -> tuple[str, Command | None] | None:
        """What a tooltip says about the control of that name; None where its words say it all."""
        settings, size = self._session.settings, self._session.board.size
        method = settings.method(*size)
        if name == "algorithm":
            summary = ALGORITHMS[method.algorithm].summary
            return _sentence(SHORTEST_SUMMARY if settings.shortest else summary), None
        if name == "heuristic":
            return _sentence(HEURISTICS[method.heuristic].summary), None
        return TIPS.get(name)

    def editing_widths(self, painter: Painter) -> dict[str, int]:
        """The widths that they ask for."""
        return {
            "target": self.target.width(painter),
            "mend": self.mend.width(painter),
            "cancel": self.cancel.width(painter),
            "done": self.done.width(painter),
        }

    def watch_width(self, painter: Painter) -> int:
        """The width that the short button asks for with either of its words."""
        buttons = (Button("", _nothing, label=words, icon="play") for words in ("Watch", "Stop"))
        return max(button.width(painter) for button in buttons)

    def follow(self, screen: PlayScreen) -> None:
        """Say what can be done now."""
        session = screen.session
        mode, playback = session.mode, session.playback
        is_playback = mode is Mode.PLAYBACK and playback is not None
        is_ended = playback is not None and is_playback and playback.is_at_end
        can_stop = mode not in (Mode.PLAY, Mode.EDIT) and not is_ended
        self.sizes.chosen = session.board.size
        self.hint.is_enabled = session.editor is None and not session.is_solved
        if session.editor is not None:
            self.target.chosen = session.editor.target
            self.mend.is_enabled = bool(session.editor.problem)
            self.done.is_enabled = not session.editor.problem
        self.undo.is_enabled = session.can_undo
        self.redo.is_enabled = session.can_redo
        self.restart.is_enabled = mode is not Mode.PLAY or session.board != session.scenario.start
        can_watch = not session.is_solved and mode not in (Mode.SEARCHING, Mode.PREPARING)
        can_watch |= mode is Mode.EDIT
        self.watch.is_enabled = can_watch
        self.short_watch.is_enabled = can_watch or can_stop
        self.short_watch.label = "Stop" if can_stop else "Watch"
        self.short_watch.icon = "stop" if can_stop else "play"
        self.short_watch.rank = Rank.NORMAL if can_stop else Rank.PRIMARY
        self.stop.is_enabled = can_stop
        self._follow_method()
        can_pause = mode is Mode.SEARCHING or is_playback
        is_still = can_pause and session.is_paused
        self.pause.is_enabled = self.play.is_enabled = can_pause
        self.pause.label = ("Resume" if mode is Mode.SEARCHING else "Play") if is_still else "Pause"
        self.pause.icon = self.play.icon = "play" if is_still or not can_pause else "pause"
        if not can_pause:
            self.pause.icon = "pause"
        position, total = (playback.position, playback.total) if playback else (0, 0)
        self.to_start.is_enabled = self.back.is_enabled = is_playback and position > 0
        self.forward.is_enabled = self.to_end.is_enabled = is_playback and position < total
        self.track.is_enabled = is_playback and total > 0
        self.track.value = position / total if total else 0.0
        self.track.step = 1 / max(total, 1)
        speed = playback.speed if playback else session.settings.playback_speed
        self.speed.value = math.log(speed / SLOWEST) / math.log(FASTEST / SLOWEST)

    def _follow_method(self) -> None:
        """Bring the choice of algorithm, heuristic and weight to what the settings say."""
        settings, size = self._session.settings, self._session.board.size
        method = settings.method(*size)
        uses = ALGORITHMS[method.algorithm]
        self.algorithm.chosen = SHORTEST if settings.shortest else method.algorithm
        self.heuristic.chosen = method.heuristic if uses.uses_heuristic else None
        self.heuristic.words = None if uses.uses_heuristic else "no heuristic"
        self.weight.chosen = method.weight
        self.weight.words = None if uses.uses_weight else figures.NOTHING
        self.heuristic.is_enabled = uses.uses_heuristic and not settings.shortest
        self.weight.is_enabled = uses.uses_weight and not settings.shortest

    def _choose_algorithm(self, name: str) -> None:
        if name == SHORTEST:
            self._choose(shortest=True)
        else:
            self._choose(algorithm=name, shortest=False)

    def _choose(self, **chosen: Any) -> None:
        self._session.settings = replace(self._session.settings, **chosen)


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def _nothing() -> None:
    """For a button that is only measured."""
