"""What can be asked for in Play: moving tiles, boards, watching, and placing tiles by hand."""

from __future__ import annotations

from functools import partial

from puzzler.board.move import Move
from puzzler.game import wording
from puzzler.game.coach.distances import CELLS_FOR_TABLES
from puzzler.game.play.editing import Editing
from puzzler.game.play.playing import Playing
from puzzler.game.race.race_state import Phase
from puzzler.window.actions.action import BY_HAND, IN_TRACKS, Action, Bar, Section
from puzzler.window.dialogs.help import open_goal
from puzzler.window.dialogs.new_board import open_new_board
from puzzler.window.window import Window

LONG_STEP = 10

# ---- What they do -----------------------------------------------------------------------


def _move(move: Move, desk: Window) -> None:
    """``move`` is the blank's, which goes against the tile."""
    desk.session.move(move.inverse if desk.session.settings.arrows_move_blank else move)


def _step(count: int, desk: Window) -> None:
    desk.step(count)


def _to_start(desk: Window) -> None:
    desk.seek(0)


def _to_end(desk: Window) -> None:
    if desk.inspecting is not None:
        desk.inspecting.to_end()
    elif desk.racing is not None:
        desk.racing.to_end()
    elif desk.playback is not None:
        desk.seek(desk.playback.total)


def _pause(desk: Window) -> None:
    """The search or the playback; a track that was left goes on; else the game itself."""
    is_shown = desk.watching or desk.inspecting or desk.reviewing or desk.drilling
    if is_shown or desk.racing is not None or pauses_game(desk):
        desk.session.toggle_pause()
    elif desk.session.searches.ghost is not None:
        desk.session.searches.resume()


def _watch_or_stop(desk: Window) -> None:
    if can_stop(desk):
        desk.session.stop()
    elif offers_to_go_on(desk):
        desk.session.searches.go_on()
    else:
        desk.session.watch()


def _toggle_coach(desk: Window) -> None:
    desk.set(coach=not desk.session.settings.coach)


def _edit(desk: Window) -> None:
    if isinstance(desk.session.activity, Editing):
        desk.session.finish_edit()
    else:
        desk.session.edit()


def toggle_drawer(desk: Window) -> None:
    """Show the column in a compact window, or put it away."""
    desk.is_drawer_open = not desk.is_drawer_open


# ---- When they can be done --------------------------------------------------------------


def is_editing(desk: Window) -> bool:
    """Tiles are placed by hand."""
    return isinstance(desk.session.activity, Editing)


def can_stop(desk: Window) -> bool:
    """Something is under way that can be ended."""
    playback = desk.playback
    if isinstance(desk.session.activity, Playing | Editing):
        return False
    return playback is None or not playback.is_at_end


def can_watch(desk: Window) -> bool:
    """A search can be begun now."""
    return desk.watching is None or not desk.watching.is_searching


def can_watch_shortest(desk: Window) -> bool:
    """A shortest solution of the present board can be found; of a large one, where it is known."""
    session = desk.session
    is_small = len(session.board.tiles) <= CELLS_FOR_TABLES
    return can_watch(desk) and (is_small or session.shortest.moves is not None)


def can_go_on(desk: Window) -> bool:
    """The search that is shown stopped at a limit; anytime would have an answer."""
    return desk.session.searches.can_go_on


def offers_to_go_on(desk: Window) -> bool:
    """The same, and nothing else was chosen since."""
    run = desk.session.run
    return can_go_on(desk) and run is not None and run.method == desk.session.method


def can_pause(desk: Window) -> bool:
    """There is something that Space lets go on or stand."""
    if desk.racing is not None:
        return desk.racing.phase is not Phase.OVER
    is_watched = desk.watching is not None or desk.session.searches.ghost is not None
    return is_watched or _has_track(desk) or pauses_game(desk)


def pauses_game(desk: Window) -> bool:
    """What Space lets go on or stand is the game itself; a track that was left goes first."""
    session = desk.session
    if not isinstance(session.activity, Playing):
        return False
    return session.is_paused or (session.is_timing and session.searches.ghost is None)


def is_blindfold(desk: Window) -> bool:
    """The tiles are covered because the person wants it so."""
    return desk.session.is_covering and not desk.session.is_paused


def _can_restart(desk: Window) -> bool:
    session = desk.session
    is_playing = isinstance(session.activity, Playing)
    return not is_editing(desk) and (not is_playing or session.board != session.scenario.start)


def _can_hint(desk: Window) -> bool:
    is_searching = desk.watching is not None and desk.watching.is_searching
    return not (is_editing(desk) or is_searching or desk.session.is_solved)


def _can_edit(desk: Window) -> bool:
    return desk.watching is None or not desk.watching.is_searching


def _is_behind(desk: Window) -> bool:
    if desk.inspecting is not None:
        return desk.inspecting.expansions > 0
    if desk.racing is not None:
        return desk.racing.phase is Phase.OVER and desk.racing.moment > 0
    return desk.playback is not None and desk.playback.position > 0


def _is_before(desk: Window) -> bool:
    if desk.inspecting is not None:
        return not desk.inspecting.is_at_end
    if desk.racing is not None:
        timeline = desk.racing.timeline
        return timeline is None or desk.racing.moment < timeline.end
    playback = desk.playback
    return playback is not None and playback.position < playback.total


def _has_track(desk: Window) -> bool:
    is_search = desk.inspecting is not None or desk.racing is not None
    return desk.playback is not None or is_search


def _is_by_hand(desk: Window) -> bool:
    """Tiles can be moved: those of a review have been, and a search moves its own."""
    return desk.reviewing is None and desk.inspecting is None


_P, _W, _E = Section.PLAYING, Section.WATCHING, Section.EDITING
_STEP = "step along the track, with Shift by ten"
_MOVE = "move a tile into the blank"

# one row an action, in the order of the bars and of the help
# fmt: off
PLAY_ACTIONS: tuple[Action, ...] = (
    Action("watch", ("s", "return", "kp_enter"), "Watch the AI solve",
           lambda desk: desk.session.watch(), _W, "watch the AI solve", "play", "Watch",
           is_enabled=can_watch),
    Action("go-on", ("o",), wording.GO_ON, lambda desk: desk.session.searches.go_on(), _W,
           "go on with anytime after a limit", label=wording.GO_ON,
           is_enabled=can_go_on, applies=can_go_on),
    Action("watch-shortest", (), "Watch a shortest solution",
           lambda desk: desk.session.watch_shortest(), icon="play",
           is_enabled=can_watch_shortest),
    # along the track first: while one is played, left and right step and move no tile
    Action("to-start", ("home",), "To the start", _to_start, _W,
           "to the start and the end of the track", "to-start", bar=Bar.TRACK,
           is_enabled=_is_behind, views=IN_TRACKS),
    Action("step-back", ("left",), "A move back", partial(_step, -1), _W, _STEP, "step-back",
           bar=Bar.TRACK, is_enabled=_is_behind, applies=_has_track, views=IN_TRACKS),
    Action("pause", ("space",), "Play and pause", _pause, _W,
           "play and pause what is shown, or the game", "play", bar=Bar.TRACK,
           is_enabled=can_pause, views=IN_TRACKS),
    Action("step-forward", ("right",), "A move on", partial(_step, 1), _W, _STEP, "step-forward",
           bar=Bar.TRACK, is_enabled=_is_before, applies=_has_track, views=IN_TRACKS),
    Action("to-end", ("end",), "To the end", _to_end, _W, "to the start and the end of the track",
           "to-end", bar=Bar.TRACK, is_enabled=_is_before, views=IN_TRACKS),
    Action("ten-back", ("shift+left",), "Ten moves back", partial(_step, -LONG_STEP),
           applies=_has_track, views=IN_TRACKS),
    Action("ten-forward", ("shift+right",), "Ten moves on", partial(_step, LONG_STEP),
           applies=_has_track, views=IN_TRACKS),
    Action("left", ("left",), "Move a tile left", partial(_move, Move.RIGHT), _P, _MOVE,
           letter="a", applies=_is_by_hand, views=BY_HAND),
    Action("right", ("right",), "Move a tile right", partial(_move, Move.LEFT), _P, _MOVE,
           letter="d", applies=_is_by_hand, views=BY_HAND),
    Action("up", ("up",), "Move a tile up", partial(_move, Move.DOWN), _P, _MOVE, letter="w",
           applies=_is_by_hand, views=BY_HAND),
    Action("down", ("down",), "Move a tile down", partial(_move, Move.UP), _P, _MOVE,
           letter="s", applies=_is_by_hand, views=BY_HAND),
    Action("new", ("n",), "Shuffle a new board", lambda desk: desk.session.new(), _P,
           "a new board", "new", "New", Bar.BOARD),
    Action("board", ("b",), "Size, goal, difficulty and seed", open_new_board, _P,
           "size, goal, difficulty and seed of a new board", "grid", bar=Bar.BOARD),
    Action("daily", ("d",), "The board of the day",
           lambda desk: desk.session.boards.new_daily(), _P, "the board of the day"),
    Action("relay", (), "A relay: four boards by one clock",
           lambda desk: desk.session.boards.begin_relay(), _P),
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
    Action("coach", ("c",), "Coach: how far it is, and which tiles lose no move", _toggle_coach,
           _P, "the coach on and off", "coach", bar=Bar.BOARD),
    Action("show-tiles", ("v",), "Show the tiles: the play counts as helped",
           lambda desk: desk.session.show_tiles(), _P, "show the tiles of a blindfold play",
           applies=is_blindfold),
    Action("goal", ("g",), "The goal", open_goal, _P, "the goal, large", "goal", bar=Bar.PAGES),
    Action("watch-or-stop", (), "Watch the AI solve, stop it, or go on with anytime",
           _watch_or_stop, icon="play", label="Watch", bar=Bar.COMPACT,
           is_enabled=lambda desk: can_watch(desk) or can_stop(desk)),
    Action("edit", ("e",), "Place tiles by hand", _edit, _E,
           "begin and end placing tiles by hand", "edit", bar=Bar.PAGES, is_enabled=_can_edit),
    Action("panel", (), "Solver and figures", toggle_drawer, icon="panel", bar=Bar.COMPACT),
)
# fmt: on
