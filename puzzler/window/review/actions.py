"""Actions of Review: mistakes, the shortest continuation, and drills."""

from __future__ import annotations

from functools import partial

from puzzler.game.core.distances import CELLS_FOR_TABLES
from puzzler.game.review.drilling import DrillPhase
from puzzler.window.common.actions import IN_PLAY, IN_REVIEW, Action, ButtonPlace, HelpSection
from puzzler.window.common.entering import review_last
from puzzler.window.core.window import Window
from puzzler.window.dialogs.ask_text import open_paste

TOO_LARGE = f"Shortest solutions are computed for boards of up to {CELLS_FOR_TABLES} cells"


def _to_mistake(direction: int, window: Window) -> None:
    window.session.reviews.current.to_mistake(direction)


def _toggle_shortest(window: Window) -> None:
    """Show the shortest continuation, or return to the game."""
    reviewing = window.session.reviews.current
    if is_shortest_shown(window):
        reviewing.seek(reviewing.position)  # a position of the game
    elif is_too_large(window):
        window.say(TOO_LARGE)
    else:
        reviewing.show_shortest()


def _drill(window: Window) -> None:
    """Start a drill with the due cards, or with generated cards if none are due."""
    drills = window.session.drills
    if drills.due:
        drills.begin()
    elif drills.begin_generated():
        window.say("No cards due. These are generated ones.")


def is_shortest_shown(window: Window) -> bool:
    """Whether the shortest continuation is shown or being computed."""
    review = window.shown.review
    return review is not None and (review.shortest is not None or review.is_shortest_awaited)


def is_too_large(window: Window) -> bool:
    """Whether the board is too large to compute shortest solutions."""
    return len(window.shown.play.board.tiles) > CELLS_FOR_TABLES


def _is_reviewing(window: Window) -> bool:
    return window.shown.review is not None


def _is_unsolved(window: Window) -> bool:
    play = window.shown.play
    return _is_reviewing(window) and play.board != play.goal


def _can_show_shortest(window: Window) -> bool:
    return is_shortest_shown(window) or (_is_unsolved(window) and not is_too_large(window))


def _has_mistake(direction: int, window: Window) -> bool:
    """Whether there is a proven mistake before (-1) or after (1) the current position."""
    review = window.shown.review
    mistakes = () if review is None else review.review.mistakes
    if review is None or not mistakes:
        return False
    return mistakes[-1] > review.position if direction > 0 else mistakes[0] < review.position


def _can_ask(window: Window) -> bool:
    drill = window.shown.drill
    return drill is not None and drill.phase is not DrillPhase.BUILDING


_action = partial(Action, section=HelpSection.REVIEW, views=IN_REVIEW)
_IN_BOTH = (*IN_PLAY, *IN_REVIEW)

# in the order of the bars and the help
# fmt: off
ACTIONS: tuple[Action, ...] = (
    *(_action(name, (key,), f"{words} mistake", partial(_to_mistake, direction), icon=name,
              help="previous / next mistake", bar=ButtonPlace.MISTAKES, applies=_is_reviewing,
              is_enabled=partial(_has_mistake, direction))
      for name, key, words, direction in (("mistake-back", "pageup", "Previous", -1),
                                          ("mistake-forward", "pagedown", "Next", 1))),
    _action("shortest-from-here", ("f",), "Show the shortest continuation from here",
            _toggle_shortest, help="show / hide the shortest continuation", icon="shortest",
            label="Shortest from here", bar=ButtonPlace.FROM_HERE, applies=_is_reviewing,
            is_enabled=_can_show_shortest),
    _action("try-again", ("y",), "Try again from here (a new game, not counted for records)",
            lambda window: window.session.reviews.current.try_again(), help="try again from here",
            icon="hand", label="Try again from here", bar=ButtonPlace.FROM_HERE,
            applies=_is_reviewing, is_enabled=_is_unsolved),
    _action("review-last", ("l",), "Review the last or the current game", review_last,
            icon="review", label="Last game", bar=ButtonPlace.REVIEW, views=_IN_BOTH),
    _action("paste-solution", (), "Type or paste a solution to review", open_paste, icon="paste",
            label="Paste a solution", bar=ButtonPlace.REVIEW, section=None),
    _action("drill", ("k",), "Drill: practise your mistakes", _drill, help="practise your mistakes",
            icon="cards", label="Drill", bar=ButtonPlace.REVIEW, more=IN_REVIEW, views=_IN_BOTH),
    _action("next-card", ("x",), "Next card",
            lambda window: window.session.drills.current.next_card(), help="next card of a drill",
            label="Next card", applies=lambda window: window.shown.drill is not None,
            is_enabled=_can_ask),
)
# fmt: on
