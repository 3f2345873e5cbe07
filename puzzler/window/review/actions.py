"""What can be asked for in Review: reviews and drills, mistakes, and what is shortest from here."""

from __future__ import annotations

from functools import partial

from puzzler.game.core.distances import CELLS_FOR_TABLES
from puzzler.game.review.drilling import DrillPhase
from puzzler.window.common.actions import IN_PLAY, IN_REVIEW, Action, ButtonPlace, HelpSection
from puzzler.window.common.entering import review_last
from puzzler.window.core.window import Window
from puzzler.window.dialogs.ask_text import open_paste

TOO_LARGE = f"Shortest solutions are proven on boards of up to {CELLS_FOR_TABLES} cells"


def _to_mistake(direction: int, window: Window) -> None:
    window.session.reviews.current.to_mistake(direction)


def _toggle_shortest(window: Window) -> None:
    """Show the shortest continuation, or what was played again."""
    reviewing = window.session.reviews.current
    if is_shortest_shown(window):
        reviewing.seek(reviewing.position)  # of what was played
    elif is_too_large(window):
        window.say(TOO_LARGE)
    else:
        reviewing.show_shortest()


def _drill(window: Window) -> None:
    """The cards that are due; where none is, generated ones."""
    drills = window.session.drills
    if drills.due:
        drills.begin()
    elif drills.begin_generated():
        window.say("No cards are due. These are generated.")


def is_shortest_shown(window: Window) -> bool:
    """The shortest continuation is shown, or awaited, and not what was played."""
    review = window.shown.review
    return review is not None and (review.shortest is not None or review.is_shortest_awaited)


def is_too_large(window: Window) -> bool:
    """Shortest solutions of such boards are not proven."""
    return len(window.shown.play.board.tiles) > CELLS_FOR_TABLES


def _is_reviewing(window: Window) -> bool:
    return window.shown.review is not None


def _is_unsolved(window: Window) -> bool:
    play = window.shown.play
    return _is_reviewing(window) and play.board != play.goal


def _can_show_shortest(window: Window) -> bool:
    return is_shortest_shown(window) or (_is_unsolved(window) and not is_too_large(window))


def _has_mistake(direction: int, window: Window) -> bool:
    """There is one on that side of where one is, as far as is proven."""
    review = window.shown.review
    mistakes = () if review is None else review.review.mistakes
    if review is None or not mistakes:
        return False
    return mistakes[-1] > review.position if direction > 0 else mistakes[0] < review.position


def _can_ask(window: Window) -> bool:
    drill = window.shown.drill
    return drill is not None and drill.phase is not DrillPhase.BUILDING


_R = HelpSection.REVIEW

# one row an action, in the order of the bars and of the help
# fmt: off
ACTIONS: tuple[Action, ...] = (
    *(Action(name, (key,), f"To the {words} mistake", partial(_to_mistake, direction), section=_R,
             help="to the previous and the next mistake", icon=name, bar=ButtonPlace.MISTAKES,
             applies=_is_reviewing,
             is_enabled=partial(_has_mistake, direction), views=IN_REVIEW)
      for name, key, words, direction in (("mistake-back", "pageup", "previous", -1),
                                          ("mistake-forward", "pagedown", "next", 1))),
    Action("shortest-from-here", ("f",), "Show a shortest solution from here, beside what was "
           "played", _toggle_shortest, section=_R,
           help="the shortest continuation from here, and back", icon="shortest",
           label="Shortest from here", bar=ButtonPlace.FROM_HERE, applies=_is_reviewing,
           is_enabled=_can_show_shortest, views=IN_REVIEW),
    Action("try-again", ("y",), "Try again from here: a new game, not counted for records",
           lambda window: window.session.reviews.current.try_again(), section=_R,
           help="try again from here", icon="hand", label="Try again from here",
           bar=ButtonPlace.FROM_HERE, applies=_is_reviewing, is_enabled=_is_unsolved,
           views=IN_REVIEW),
    Action("review-last", ("l",), "Review the last game, or this one so far", review_last,
           section=_R, help="review the last game, or this one so far", icon="review",
           label="Last game", bar=ButtonPlace.REVIEW, views=IN_REVIEW),
    Action("paste-solution", (), "Type or paste a solution to review", open_paste, icon="paste",
           label="Paste a solution", bar=ButtonPlace.REVIEW, views=IN_REVIEW),
    Action("drill", ("k",), "Drill: practise your mistakes", _drill, section=_R,
           help="practise your mistakes", icon="cards", label="Drill", bar=ButtonPlace.REVIEW,
           more=True, views=(*IN_PLAY, *IN_REVIEW)),
    Action("next-card", ("x",), "The next card",
           lambda window: window.session.drills.current.next_card(), section=_R,
           help="the next card of a drill", label="Next card",
           applies=lambda window: window.shown.drill is not None, is_enabled=_can_ask,
           views=IN_REVIEW),
)
# fmt: on
