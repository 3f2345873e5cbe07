"""What the session says, in one line each."""

from __future__ import annotations

from collections.abc import Sequence

from puzzler.game.coach.hints import Hint
from puzzler.search.result import Outcome, SearchResult
from puzzler.search.solve import promise

STOPPED = "stopped"
SEARCHING = "searching"
ALREADY_SOLVED = "the board is solved already"
THINKING = "looking for a hint"
NO_HINT = "no hint was found for this board"
EDIT = "click two tiles to swap them"
DROPPED = "the drawn board was dropped: no moves lead from it to the goal"
DRAWN = "drawn by hand"


def hint(told: Hint) -> str:
    """Said beside a hint: what it is worth."""
    if told.is_shortest:
        return "a shortest way begins with this tile"
    return "a way to the goal begins with this tile, not proven to be the shortest"


def solved_by_hand(
    move_count: int, optimal: int | None, *, bests: Sequence[str] = (), assisted: bool = False
) -> str:
    """Said when the person reaches the goal; ``bests`` names what was beaten."""
    said = [f"solved in {_counted(move_count, 'move')}"]
    if optimal is not None:
        said.append("the shortest way" + ("" if move_count == optimal else f" takes {optimal}"))
    if bests:
        said.append(f"your new best in {' and '.join(bests)}")
    if assisted:
        said.append("with help")
    return ", ".join(said)


def worth(result: SearchResult, shortest: int | None) -> str:
    """What an answer is worth, beside the length of the shortest where that is known."""
    if shortest is None or result.status is not Outcome.SOLVED:
        return promise(result)
    longer = len(result.moves) - shortest
    return f"{_counted(longer, 'move')} longer than the shortest" if longer else "proven shortest"


def outcome(result: SearchResult, shortest: int | None = None) -> str:
    """What came of a search, and what the answer is worth.

    shortest: the length of the shortest answer, where that is known.
    """
    expanded = _counted(result.stats.expanded, "state")
    match result.status:
        case Outcome.SOLVED:
            moves = _counted(len(result.moves), "move")
            return f"{moves}, expanded {expanded}, {worth(result, shortest)}"
        case Outcome.UNSOLVABLE:
            return f"no moves lead to the goal, expanded {expanded}"
        case Outcome.CANCELLED if not result.stats.expanded:
            return f"{STOPPED} before the search began"
        case Outcome.CANCELLED:
            return f"{STOPPED}, expanded {expanded}"
        case Outcome.LIMIT if result.note:
            return f"{result.note}, expanded {expanded}"
        case Outcome.LIMIT:
            megabytes = result.stats.bytes / 1e6
            return (
                f"no answer within the limit: expanded {expanded}, {megabytes:,.0f} MB of memory, "
                f"{result.stats.elapsed:.1f} s"
            )


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
