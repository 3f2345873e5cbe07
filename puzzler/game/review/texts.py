"""Messages of reviews, the drill and the statistics."""

from __future__ import annotations

from puzzler.game.review.review import Review
from puzzler.game.storage.practice import DrillCard
from puzzler.game.storage.statistics import Solve
from puzzler.humanize import TIMES, counted, local_time, long_date, sentence, solve_time

NOTHING_TO_REVIEW = "Nothing to review yet: make a move, or solve a board"
SOLVE_IS_GONE = "This solve is no longer available"
REVIEWED = "This is a review. Use Try again from here to play on."
NEW_GAME_FROM_REVIEW = "New game from this board. Undo to go back."
LOOKING_FOR_SHORTEST = "Finding a shortest solution from here"
LAST_SOLVE = "Your last solve"
LAST_GAME = "Your last game"
SOLVED_BY_AI = "Solved by the AI"
GAME_SO_FAR = "This game so far"
NO_CARD_IS_DUE = "No cards due. You can practise with generated ones."
MAKING_CARD = "Finding a board"
PROVING = "Checking your move"
WRONG_ANSWER = "That costs two moves. Here's a shortest solution."


def solve_title(solve: Solve) -> str:
    """Return the title of a solve: 4×4 fully mixed, seed 12, 21 November 2026."""
    rows, columns = solve.start.size
    kind = f"{rows}{TIMES}{columns}" if solve.category is None else solve.category.title
    origin, then = f"seed {solve.seed}" if solve.seed else solve.title, local_time(solve.solved_at)
    return ", ".join(filter(None, (kind, origin, "" if then is None else long_date(then))))


def review_summary(review: Review) -> tuple[tuple[str, str], ...]:
    """Return captions and values. Unknown values are omitted or given as lower bounds."""
    moves, (at_least, _) = len(review.moves), review.bounds[0]
    lines = [("Moves", f"{moves:,}")]
    if review.shortest is not None:
        lines.append(("Shortest", f"{review.shortest:,}"))
    elif at_least:
        lines.append(("Shortest", f"at least {at_least:,}"))
    if review.lost is not None:
        lines.append(("Extra moves", f"{review.lost:,}"))
    if review.times:
        lines.append(("Time", solve_time(review.times[-1])))
    if review.moves_a_second is not None:
        lines.append(("Moves per second", f"{review.moves_a_second:.2f}"))
    return tuple(lines)


def drill_question(card: DrillCard) -> str:
    """Return the question of a card."""
    left = counted(card.distance, "move")
    return f"Which tile starts a shortest solution? {sentence(left)} to the goal."
