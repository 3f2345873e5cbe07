"""What can be asked for in Review: reviews and drills, mistakes, and what is shortest from here."""

from __future__ import annotations

from functools import partial

from puzzler.game.play.distances import CELLS_FOR_TABLES
from puzzler.window.common.actions import IN_REVIEW, Action, Bar, Section
from puzzler.window.dialogs.ask_text import open_paste
from puzzler.window.sheets import review_last
from puzzler.window.window import Window

RANK = 50

TOO_LARGE = f"Shortest solutions are proven on boards of up to {CELLS_FOR_TABLES} cells"


def _to_mistake(direction: int, desk: Window) -> None:
    if desk.reviewing is not None:
        desk.reviewing.to_mistake(direction)


def _turn_shortest(desk: Window) -> None:
    """Show the shortest continuation, or what was played again."""
    reviewing = desk.reviewing
    if reviewing is None:
        return
    if is_shortest_shown(desk):
        reviewing.hide_shortest()
    elif is_too_large(desk):
        desk.say(TOO_LARGE)
    else:
        reviewing.show_shortest()


def _try_again(desk: Window) -> None:
    if desk.reviewing is not None:
        desk.reviewing.try_again()


def _drill(desk: Window) -> None:
    """The cards that are due; where none is, generated ones."""
    drills = desk.session.drills
    if drills.due:
        drills.begin()
    elif drills.begin_generated():
        desk.say("No card is due. These are generated.")


def _next_card(desk: Window) -> None:
    if desk.drilling is not None:
        desk.drilling.next_card()


def is_shortest_shown(desk: Window) -> bool:
    """What is shown, or awaited, is the shortest continuation and not what was played."""
    reviewing = desk.reviewing
    return reviewing is not None and (
        reviewing.state().shortest is not None or reviewing.state().is_shortest_awaited
    )


def _is_reviewing(desk: Window) -> bool:
    return desk.reviewing is not None


def _is_drilling(desk: Window) -> bool:
    return desk.drilling is not None


def _has_mistake(direction: int, desk: Window) -> bool:
    """There is one on that side of where one is, as far as is proven."""
    reviewing = desk.reviewing
    if reviewing is None:
        return False
    here = reviewing.position
    return any((move - here) * direction > 0 for move in reviewing.review.mistakes)


def is_too_large(desk: Window) -> bool:
    """Shortest solutions of such boards are not proven here."""
    return len(desk.session.activity.board.tiles) > CELLS_FOR_TABLES


def _can_show_shortest(desk: Window) -> bool:
    return is_shortest_shown(desk) or (_is_unsolved(desk) and not is_too_large(desk))


def _is_unsolved(desk: Window) -> bool:
    return desk.reviewing is not None and desk.reviewing.board != desk.reviewing.goal


_R = Section.REVIEW
_MISTAKES = "to the previous and the next mistake"

# one row an action, in the order of the bars and of the help
# fmt: off
ACTIONS: tuple[Action, ...] = (
    Action("mistake-back", ("pageup",), "To the previous mistake", partial(_to_mistake, -1), _R,
           _MISTAKES, "mistake-back", bar=Bar.MISTAKES, applies=_is_reviewing,
           is_enabled=partial(_has_mistake, -1), views=IN_REVIEW),
    Action("mistake-forward", ("pagedown",), "To the next mistake", partial(_to_mistake, 1), _R,
           _MISTAKES, "mistake-forward", bar=Bar.MISTAKES, applies=_is_reviewing,
           is_enabled=partial(_has_mistake, 1), views=IN_REVIEW),
    Action("shortest-from-here", ("f",), "The shortest continuation from here, beside what was "
           "played", _turn_shortest, _R, "the shortest continuation from here, and back",
           "shortest", "Shortest from here", Bar.FROM_HERE, applies=_is_reviewing,
           is_enabled=_can_show_shortest, views=IN_REVIEW),
    Action("try-again", ("y",), "Try again from here: a new game, which enters no record",
           _try_again, _R, "try again from here", "hand", "Try again from here", Bar.FROM_HERE,
           applies=_is_reviewing, is_enabled=_is_unsolved, views=IN_REVIEW),
    Action("review-last", ("l",), "Review the last game, or this one so far", review_last, _R,
           "review the last game, or this one so far", "review", "Last game", Bar.BOARD,
           views=IN_REVIEW),
    Action("paste-solution", (), "Type or paste a solution to review", open_paste, icon="paste",
           label="Paste a solution", bar=Bar.BOARD, views=IN_REVIEW),
    Action("drill", ("k",), "Drill: positions in which moves were lost come back as cards",
           _drill, _R, "drill what was lost", "cards", "Drill",
           Bar.BOARD, views=IN_REVIEW),
    Action("next-card", ("x",), "The next card", _next_card, _R, "the next card of a drill",
           label="Next card", applies=_is_drilling, is_enabled=_is_drilling, views=IN_REVIEW),
)
# fmt: on
