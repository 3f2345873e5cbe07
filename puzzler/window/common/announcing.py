"""The text that a screen reader reads aloud after each change."""

from __future__ import annotations

from puzzler.board.board import Board
from puzzler.game.core.texts import slide_text
from puzzler.game.lab.state import LabState
from puzzler.humanize import sentence
from puzzler.window.core.window import Window


class Announcer:
    """Describes changes since the last call. Without a change the text is the same as before."""

    def __init__(self) -> None:
        self._board: Board | None = None
        self._place = self._coach = self._line = self._text = ""

    def words(self, window: Window) -> str:
        """Return a text such as "8 slides right. 41 moves left." or "Expansion 3: g 2, ..."."""
        shown, line, parts = window.shown, window.line, list[str]()
        advice, is_search = shown.coach.line, shown.lab is not None or shown.race is not None
        coach = "" if advice is None or advice.left.is_computing else advice.text
        # changes of the board during a search are not moves of the player
        board = None if is_search or shown.play.is_covering else shown.play.board
        place = self._place if shown.lab is None or shown.lab.is_running else _place(shown.lab)
        if board is not None and self._board is not None and board != self._board:
            parts.append(slide_text(self._board, board, window.view.skin.words))
        if place != self._place:
            parts.append(place)
        if line != self._line:
            parts.append(line)
        if coach and (coach != self._coach or any(parts)):
            parts.append(coach)
        self._board, self._place, self._line, self._coach = board, place, line, coach
        if any(parts):
            self._text = " ".join(f"{sentence(part).rstrip('.')}." for part in parts if part)
        return self._text


def _place(lab: LabState) -> str:
    expansion = None if lab.glimpse is None else lab.glimpse.expansion
    if expansion is None or lab.is_goal_shown:
        return "the goal" if lab.is_goal_shown else ""
    node = expansion.node
    return f"expansion {lab.expansions:,}: g {node.g:g}, h {node.h:g}, f {node.f:g}"
