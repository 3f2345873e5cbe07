"""The actions: everything that a key or a button can ask for, one row each.

Keys, tooltips, the bars, the menu of a compact window, the help and README's table of keys are all
made from these rows, and the settings file may name other keys for each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import partial

from puzzler.board.move import Move
from puzzler.game import wording
from puzzler.game.activities.editing import Editing
from puzzler.game.activities.playing import Playing
from puzzler.game.kept.settings import Settings
from puzzler.window.desk import Desk
from puzzler.window.keymap import Keymap, read_keys, shown
from puzzler.window.overlays.help_sheet import help_sheet
from puzzler.window.overlays.settings_sheet import offered_scales
from puzzler.window.screen import Next
from puzzler.window.sheets import (
    open_board,
    open_goal,
    open_pictures,
    open_records,
    open_settings,
    try_sound,
)
from puzzler.window.widgets.control import TakesText

LONG_STEP = 10


class Section(Enum):
    """The parts of the help; the value is its heading."""

    PLAYING = "Playing"
    WATCHING = "Watching"
    EDITING = "Placing tiles by hand"
    WINDOW = "Window"


class Bar(Enum):
    """Where its button stands, in the order of the rows."""

    BOARD = "top, left"
    PAGES = "top, right; in a compact window in the menu"
    WINDOW = "top, at the right end"
    COMPACT = "top, at the right end, in a compact window only"
    TRACK = "bottom"


def _always(desk: Desk) -> bool:
    return True


@dataclass(frozen=True)
class Action:
    """One row."""

    name: str
    """What the settings file calls it."""
    keys: tuple[str, ...]
    words: str
    """What it does: its tooltip, and its line in a menu."""
    do: Callable[[Desk], object]
    section: Section | None = None
    """Where the help has it; None where the help need not say it."""
    help: str = ""
    """What the help says, where ``words`` are too short. Those that say the same share a line."""
    icon: str = ""
    label: str = ""
    """What stands on its button besides the icon."""
    bar: Bar | None = None
    is_enabled: Callable[[Desk], bool] = _always
    """Its button can be pressed."""
    applies: Callable[[Desk], bool] = _always
    """Its key means this now; where it does not, the key may mean a later row."""
    is_everywhere: bool = False
    """Its key counts whatever lies over the screen."""
    letter: str = ""
    """The key that it gets as well where the settings give W A S D to the tiles."""

    @property
    def line(self) -> str:
        """What the help says of it."""
        return self.help or self.words


# ---- What they do -----------------------------------------------------------------------


def _move(move: Move, desk: Desk) -> None:
    """``move`` is the blank's, which goes against the tile."""
    desk.session.move(move.inverse if desk.session.settings.arrows_move_blank else move)


def _step(count: int, desk: Desk) -> None:
    if desk.watching is not None:
        desk.watching.step(count)


def _to_start(desk: Desk) -> None:
    if desk.watching is not None:
        desk.watching.seek(0)


def _to_end(desk: Desk) -> None:
    if desk.watching is not None and desk.watching.playback is not None:
        desk.watching.seek(desk.watching.playback.total)


def _pause(desk: Desk) -> None:
    """The search or the playback; a track that was left goes on."""
    if desk.watching is not None:
        desk.session.toggle_pause()
    elif desk.session.searches.ghost is not None:
        desk.session.searches.resume()


def _watch_or_stop(desk: Desk) -> None:
    if can_stop(desk):
        desk.session.stop()
    elif offers_to_go_on(desk):
        desk.session.searches.go_on()
    else:
        desk.session.watch()


def _escape(desk: Desk) -> None:
    """Stop what runs; else put away what is open."""
    activity = desk.session.activity
    focused: object = desk.controls.focused
    if isinstance(focused, TakesText):
        desk.controls.clear_focus()
    elif isinstance(activity, Editing):
        if activity.held is not None:
            activity.drop()
        else:
            desk.session.cancel_edit()
    elif not isinstance(activity, Playing):
        desk.session.stop()
    elif desk.is_drawer_open:
        _toggle_drawer(desk)
    else:
        desk.controls.clear_focus()


def _edit(desk: Desk) -> None:
    if isinstance(desk.session.activity, Editing):
        desk.session.finish_edit()
    else:
        desk.session.edit()


def _paste(desk: Desk) -> None:
    """What is in the clipboard becomes the board that is being drawn."""
    activity = desk.session.activity
    if isinstance(activity, Editing):
        text = desk.clipboard.paste()
        desk.say(activity.take_text(text) if text else "There is nothing in the clipboard.")


def _toggle_drawer(desk: Desk) -> None:
    desk.is_drawer_open = not desk.is_drawer_open


def _mute(desk: Desk) -> None:
    desk.set(is_muted=not desk.session.settings.is_muted)
    try_sound(desk)


def _rescale(step: int, desk: Desk) -> None:
    """To the next larger or smaller interface that fits, or with 0 to the automatic one."""
    scale = None
    if step:
        now, offered = desk.painter.scale, offered_scales(desk.size)
        beyond = [s for s in offered if (s > now + 0.01 if step > 0 else s < now - 0.01)]
        scale = (min(beyond) if step > 0 else max(beyond)) if beyond else now
    desk.set(interface_scale=scale)


def _open_help(desk: Desk) -> None:
    desk.open(help_sheet(list(sections(desk.keymap)), tile_keys(desk.session.settings)))


def _come(after: Next, desk: Desk) -> None:
    desk.next = after


# ---- When they can be done --------------------------------------------------------------


def is_editing(desk: Desk) -> bool:
    """Tiles are placed by hand."""
    return isinstance(desk.session.activity, Editing)


def can_stop(desk: Desk) -> bool:
    """Something is under way that can be ended."""
    playback = desk.playback
    if isinstance(desk.session.activity, Playing | Editing):
        return False
    return playback is None or not playback.is_at_end


def can_watch(desk: Desk) -> bool:
    """A search can be begun now."""
    return desk.watching is None or not desk.watching.is_searching


def can_go_on(desk: Desk) -> bool:
    """The search that is shown stopped at a limit; anytime would have an answer."""
    return desk.session.searches.can_go_on


def offers_to_go_on(desk: Desk) -> bool:
    """The same, and nothing else was chosen since."""
    run = desk.session.run
    return can_go_on(desk) and run is not None and run.method == desk.session.method


def can_pause(desk: Desk) -> bool:
    """There is something that Space lets go on or stand."""
    return desk.watching is not None or desk.session.searches.ghost is not None


def _can_restart(desk: Desk) -> bool:
    session = desk.session
    is_playing = isinstance(session.activity, Playing)
    return not is_editing(desk) and (not is_playing or session.board != session.scenario.start)


def _can_hint(desk: Desk) -> bool:
    is_searching = desk.watching is not None and desk.watching.is_searching
    return not (is_editing(desk) or is_searching or desk.session.is_solved)


def _can_edit(desk: Desk) -> bool:
    return desk.watching is None or not desk.watching.is_searching


def _is_behind(desk: Desk) -> bool:
    return desk.playback is not None and desk.playback.position > 0


def _is_before(desk: Desk) -> bool:
    playback = desk.playback
    return playback is not None and playback.position < playback.total


def _has_playback(desk: Desk) -> bool:
    return desk.playback is not None


_P, _W, _E, _O = Section.PLAYING, Section.WATCHING, Section.EDITING, Section.WINDOW
_STEP = "step along the track, with Shift by ten"
_MOVE = "move a tile into the blank"
_SIZE = "a larger, smaller or automatic interface"

# one row an action, in the order of the bars and of the help
# fmt: off
ACTIONS: tuple[Action, ...] = (
    Action("watch", ("s", "return", "kp_enter"), "Watch the AI solve",
           lambda desk: desk.session.watch(), _W, "watch the AI solve", "play", "Watch",
           is_enabled=can_watch),
    Action("go-on", ("o",), wording.GO_ON, lambda desk: desk.session.searches.go_on(), _W,
           "go on with anytime where a search stopped at a limit", label=wording.GO_ON,
           is_enabled=can_go_on, applies=can_go_on),
    # along the track first: while one is played, left and right step and move no tile
    Action("to-start", ("home",), "To the start", _to_start, _W,
           "to the start and the end of the track", "to-start", bar=Bar.TRACK,
           is_enabled=_is_behind),
    Action("step-back", ("left",), "A move back", partial(_step, -1), _W, _STEP, "step-back",
           bar=Bar.TRACK, is_enabled=_is_behind, applies=_has_playback),
    Action("pause", ("space",), "Play and pause", _pause, _W, "play and pause", "play",
           bar=Bar.TRACK, is_enabled=can_pause),
    Action("step-forward", ("right",), "A move on", partial(_step, 1), _W, _STEP, "step-forward",
           bar=Bar.TRACK, is_enabled=_is_before, applies=_has_playback),
    Action("to-end", ("end",), "To the end", _to_end, _W, "to the start and the end of the track",
           "to-end", bar=Bar.TRACK, is_enabled=_is_before),
    Action("ten-back", ("shift+left",), "Ten moves back", partial(_step, -LONG_STEP),
           applies=_has_playback),
    Action("ten-forward", ("shift+right",), "Ten moves on", partial(_step, LONG_STEP),
           applies=_has_playback),
    Action("left", ("left",), "Move a tile left", partial(_move, Move.RIGHT), _P, _MOVE,
           letter="a"),
    Action("right", ("right",), "Move a tile right", partial(_move, Move.LEFT), _P, _MOVE,
           letter="d"),
    Action("up", ("up",), "Move a tile up", partial(_move, Move.DOWN), _P, _MOVE, letter="w"),
    Action("down", ("down",), "Move a tile down", partial(_move, Move.UP), _P, _MOVE, letter="s"),
    Action("new", ("n",), "Shuffle a new board", lambda desk: desk.session.new(), _P,
           "a new board", "new", "New", Bar.BOARD),
    Action("board", ("b",), "Size, goal, difficulty and seed", open_board, _P,
           "size, goal, difficulty and seed of a new board", "grid", bar=Bar.BOARD),
    Action("undo", ("ctrl+z",), "Undo", lambda desk: desk.session.undo(), _P, "undo, redo",
           "undo", bar=Bar.BOARD, is_enabled=lambda desk: desk.session.can_undo),
    Action("redo", ("ctrl+y", "ctrl+shift+z"), "Redo", lambda desk: desk.session.redo(), _P,
           "undo, redo", "redo", bar=Bar.BOARD, is_enabled=lambda desk: desk.session.can_redo),
    Action("restart", ("r",), "The same board from its start",
           lambda desk: desk.session.restart(), _P, "the same board from its start", "restart",
           bar=Bar.BOARD, is_enabled=_can_restart),
    Action("hint", ("h",), "Hint: first the tile, then the move",
           lambda desk: desk.session.ask_hint(), _P, "a hint: first the tile, then the move",
           "hint", bar=Bar.BOARD, is_enabled=_can_hint),
    Action("goal", ("g",), "The goal", open_goal, _P, "the goal, large", "goal", bar=Bar.PAGES),
    Action("watch-or-stop", (), "Watch the AI solve, stop it, or go on with anytime",
           _watch_or_stop, icon="play", label="Watch", bar=Bar.COMPACT,
           is_enabled=lambda desk: can_watch(desk) or can_stop(desk)),
    Action("stop", ("escape",), "Stop", _escape, _W, "stop; close what is open", "stop", "Stop",
           is_enabled=can_stop),
    Action("edit", ("e",), "Place tiles by hand", _edit, _E,
           "begin and end placing tiles by hand", "edit", bar=Bar.PAGES, is_enabled=_can_edit),
    Action("paste-board", ("ctrl+v",), "Paste a board", _paste, _E,
           "paste a board while placing tiles", applies=is_editing),
    Action("picture", ("p",), "Tile faces: numbers, letters or a picture", open_pictures, _O,
           "numbers, letters or a picture on the tiles", "picture", bar=Bar.PAGES),
    Action("records", ("t",), "Records", open_records, _O, "records", "records", bar=Bar.PAGES),
    Action("help", ("shift+slash", "question", "f1"), "Help", _open_help, _O, "help", "help",
           bar=Bar.WINDOW),
    Action("settings", ("ctrl+comma", "f2"), "Settings", open_settings, _O, "settings",
           "settings", bar=Bar.WINDOW),
    Action("panel", (), "Solver and figures", _toggle_drawer, icon="panel", bar=Bar.COMPACT),
    Action("mute", ("m",), "Sound on and off", _mute, _O, "sound on and off"),
    Action("larger", ("ctrl+plus", "ctrl+equals", "ctrl+shift+equals", "ctrl+kp_plus"),
           "A larger interface", partial(_rescale, 1), _O, _SIZE, is_everywhere=True),
    Action("smaller", ("ctrl+minus", "ctrl+kp_minus"), "A smaller interface",
           partial(_rescale, -1), _O, _SIZE, is_everywhere=True),
    Action("automatic-scale", ("ctrl+0", "ctrl+kp_0"), "An interface that follows the window",
           partial(_rescale, 0), _O, _SIZE, is_everywhere=True),
    Action("full-screen", ("f11",), "Full screen", partial(_come, Next.FULL_SCREEN), _O,
           "full screen", is_everywhere=True),
    Action("quit", ("ctrl+q",), "Quit", partial(_come, Next.QUIT), _O, "quit",
           is_everywhere=True),
)
# fmt: on

BY_NAME = {action.name: action for action in ACTIONS}


# ---- Made from the rows -----------------------------------------------------------------


def default_keys(settings: Settings) -> dict[str, tuple[str, ...]]:
    """The keys of every action, unless others are chosen by hand."""
    if not settings.letters_move_tiles:
        return {action.name: action.keys for action in ACTIONS}
    letters = {action.letter for action in ACTIONS if action.letter}
    keys = {
        action.name: tuple(key for key in action.keys if key not in letters) for action in ACTIONS
    }
    return {name: (*keys[name], *filter(None, (BY_NAME[name].letter,))) for name in keys}


def make_keymap(settings: Settings) -> tuple[Keymap, str]:
    """The keys as the settings want them, and a line about what in them cannot be."""
    chosen, problem = read_keys(BY_NAME, settings.keys)
    return Keymap(default_keys(settings), chosen), problem


def tile_keys(settings: Settings) -> str:
    """Which keys move tiles, in words."""
    return "Arrows or W A S D" if settings.letters_move_tiles else "Arrow keys"


def find(desk: Desk, key: int, modifiers: int) -> Action | None:
    """What a key means now; None where it means nothing."""
    names = desk.keymap.actions(key, modifiers)
    return next((BY_NAME[name] for name in names if BY_NAME[name].applies(desk)), None)


def in_bar(bar: Bar) -> list[Action]:
    """Those whose buttons stand in ``bar``, in order."""
    return [action for action in ACTIONS if action.bar is bar]


def sections(keymap: Keymap) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """The help: heading, then keys and what they do."""
    for section in Section:
        rows = dict[str, list[str]]()
        for action in ACTIONS:
            if action.section is section:
                rows.setdefault(action.line, []).extend(_shown_keys(keymap, action))
        yield section.value, [(_joined(keys), line) for line, keys in rows.items() if keys]


def _joined(keys: list[str]) -> str:
    """Keys side by side; what many of them are pressed with is said once."""
    bare = [key.removeprefix("Ctrl+") for key in keys]
    if len(keys) > 2 and bare != keys:
        return f"Ctrl and {', '.join(bare)}"
    return "  ".join(keys)


def key_table() -> str:
    """README's table of keys, as Markdown."""
    keymap, _ = make_keymap(Settings())
    rows = ["| key | does |", "|---|---|"]
    for _, lines in sections(keymap):
        rows += [f"| {keys.replace('  ', ', ')} | {line} |" for keys, line in lines]
    return "\n".join(rows)


def _shown_keys(keymap: Keymap, action: Action) -> list[str]:
    """The first key, and the second where it is quite another one, as Enter beside S."""
    names = keymap.keys[action.name]
    count = 2 if action.name == "watch" or action.letter else 1
    return [shown(name) for name in names[:count]]
