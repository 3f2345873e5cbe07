"""What the session says, in one line each."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from puzzler.board.board import Board
from puzzler.board.scenario import Scenario
from puzzler.game.coach.hints import Hint
from puzzler.game.play.difficulty import Difficulty
from puzzler.game.play.finish import Finish
from puzzler.game.play.goals import OWN, name_of_goal
from puzzler.game.play.relay import STAGES, Relay
from puzzler.game.review.review import Review
from puzzler.game.storage.drill_card import Card
from puzzler.game.storage.statistics import KeptSolve
from puzzler.humanize import (
    TIMES,
    counted,
    listed,
    long_date,
    precise_time,
    roughly_counted,
    sentence,
)
from puzzler.search.guarantee import factor_in_words, guarantee, reason_without_solution
from puzzler.search.heuristics.heuristic import BuildProgress
from puzzler.search.method import Method
from puzzler.search.registry import ALGORITHMS
from puzzler.search.result import Outcome, SearchResult

STOPPED = "Search stopped"
GO_ON = "Go on with anytime"
EVER_SHORTER = "An answer at once, then ever shorter ones"
SEARCHING = "Searching"
PAUSED = "Search paused"
GAME_PAUSED = "Game paused"
ALREADY_SOLVED = "The board is solved already"
THINKING = "Looking for a hint"
NO_HINT = "No hint was found for this board"
HINT_WHILE_SEARCHING = "A search is running. Stop it first to get a hint."
EDIT_WHILE_SEARCHING = "A search is running. Stop it first to edit the board."
EDIT = "Click two tiles to swap them"
UNSOLVABLE = "This board cannot be solved"
DROPPED = "The drawn board was dropped: it cannot be solved"
DRAWN = "Drawn by hand"
BLINDFOLD_GIVEN_UP = "The tiles are shown: this play enters no record"
REVIEW_WHILE_SEARCHING = "A search is running. Stop it first to review the game."
NOTHING_TO_REVIEW = "There is nothing to review yet: make a move, or solve a board"
SOLVE_IS_GONE = "This solve is not kept any more"
COUNTS_AS_COACHED = "You are still playing this board: it counts as coached now"
REVIEWED = "This is a review. Use Try again from here to play on."
TRIED_AGAIN = "A new play from this board. Undo leads back to the game."
LOOKING_FOR_SHORTEST = "Looking for a shortest solution from here"
LAST_SOLVE = "Your last solve"
LAST_GAME = "Your last game"
GAME_SO_FAR = "This game so far"
PASTED = "Pasted solution"
NO_MOVES = "There are no moves: write U, D, L and R, after a board if it is not the present one"
DRILL_WHILE_SEARCHING = "A search is running. Stop it first to drill."
NO_CARD_IS_DUE = "No card is due now"
MAKING_CARD = "Looking for a board"
PROVING = "Proving the answer"
RACE_WHILE_SEARCHING = "A search is running. Stop it first to race."
RACED = "This is a race. Play is where tiles are moved."
RACE_IS_OVER = "The race is over: drag its timeline, or race again"
NO_ANSWER_TO_PLAY = "This lane has no answer to play"
LAB_WHILE_SEARCHING = "A search is running. Stop it first to look inside."
LESSON_WHILE_SEARCHING = "A search is running. Stop it first to go to the lessons."
GOAL_HAS_NO_SEARCH = "That is the goal: there would be nothing to search"
NOT_A_NUMBER = "Write a number, as 12 or 1,204 or 1.5"
INSPECTED = "This is the Lab. Leave it to play on."
NOTHING_TO_PREDICT = "The search has ended: go back to predict"
NO_QUESTION_HERE = "There is nothing to predict at this moment"
WRONG_ANSWER = "That move loses two. This is a shortest solution."


def hint(told: Hint) -> str:
    """Said beside a hint: what it is worth."""
    if told.is_shortest:
        return "A shortest solution begins with this tile"
    return "A solution begins with this tile, but it may not be the shortest"


def finished(finish: Finish) -> str:
    """Said when the person reaches the goal.

    "Solved in 27 moves, a perfect solution. New best time: 2.0 s"
    """
    if finish.relay is not None:
        said = f"Relay of {len(STAGES)} boards finished in {precise_time(finish.relay.seconds)}"
        return f"{said}, with help" if finish.relay.is_helped else said
    shortest, lost = finish.shortest.moves, finish.lost
    said = f"Solved in {counted(finish.moves, 'move')}"
    if "time" not in finish.beaten:
        said += f" and {precise_time(finish.seconds)}"
    if lost is not None:
        said += f"; the shortest solution takes {shortest:,}" if lost else ", a perfect solution"
    if finish.assisted:
        said += ", with help"
    elif finish.coached:
        said += ", coached"
    beaten = {
        "time": f"time: {precise_time(finish.seconds)}",
        "moves": f"number of moves: {finish.moves:,}",
        "efficiency": "efficiency",
    }
    named = [words for name, words in beaten.items() if name in finish.beaten]
    return f"{said}. New best {listed(named)}" if named else said


def goal_title(goal: Board) -> str:
    """What a goal is called, in words."""
    known = {
        "standard": "In order, the blank last",
        "blank-first": "In order, the blank first",
        "snail": "In a spiral, like a snail's shell",
    }
    return known.get(name_of_goal(goal), "A goal of its own")


# ---- Review and drill -----------------------------------------------------------------------


def solve_title(solve: KeptSolve) -> str:
    """What a kept solve is called: 4×4, standard goal, fully mixed, seed 12, 21 November 2026."""
    rows, columns = solve.start.size
    kind = f"{rows}{TIMES}{columns}" if solve.category is None else solve.category.title
    parts = [kind, f"seed {solve.seed}" if solve.seed else solve.title, day(solve.solved_at)]
    return ", ".join(filter(None, parts))


def day(at: float) -> str:
    """A day by the clock of this machine, from seconds since 1970; "" for nonsense."""
    try:
        return long_date(date.fromtimestamp(at))
    except (OverflowError, OSError, ValueError):
        return ""


def tried_again(title: str, position: int) -> str:
    """The title of a play that begins in the middle of a review."""
    return f"{title}, from move {position:,}" if position else title


def shortest_from_here(moves: int) -> str:
    """Said when the shortest continuation is shown."""
    return f"A shortest solution from here takes {counted(moves, 'move')}"


def no_mistake(*, is_after: bool, is_known: bool) -> str:
    """Said where there is no mistake to go to."""
    said = f"No {'later' if is_after else 'earlier'} mistake"
    return said if is_known else f"{said} is known yet"


def review_summary(review: Review) -> tuple[tuple[str, str], ...]:
    """Captions and values; what is not known is left out, or said to be at least so much."""
    moves, (at_least, _) = len(review.moves), review.ends[0]
    lines = [("Moves", f"{moves:,}")]
    if review.shortest is not None:
        lines.append(("Shortest", f"{review.shortest:,}"))
    elif at_least:
        lines.append(("Shortest", f"at least {at_least:,}"))
    if review.lost is not None:
        lines.append(("Moves lost", f"{review.lost:,}"))
    if review.times:
        lines.append(("Time", precise_time(review.times[-1])))
    if review.moves_a_second is not None:
        lines.append(("Moves a second", f"{review.moves_a_second:.1f}"))
    return tuple(lines)


def drill_question(card: Card) -> str:
    """What a card asks."""
    left = counted(card.distance, "move")
    return f"Which tile begins a shortest solution? {sentence(left)} to the goal."


def right_answer(in_row: int) -> str:
    """Said after a right answer."""
    return f"Right, {in_row} in a row" if in_row > 1 else "Right"


def no_board_at(distance: int) -> str:
    """Said where no card could be made."""
    return f"No board at distance {distance:,} was found"


def exported(count: int, file: Path) -> str:
    """Said when solves were written to a file: how many, and where it is."""
    home = Path.home()
    where = f"~/{file.relative_to(home)}" if file.is_relative_to(home) else str(file)
    return f"{sentence(counted(count, 'solve'))} exported to {where}"


def not_exported(error: OSError) -> str:
    """Said where they could not be."""
    return f"The solves could not be exported: {error.strerror or error}"


def worth(result: SearchResult, shortest: int | None) -> str:
    """What an answer is worth, beside the length of the shortest where that is known.

    "" where there is no answer.
    """
    if result.status is not Outcome.SOLVED:
        return ""
    if shortest is not None:
        longer = len(result.moves) - shortest
        return f"{counted(longer, 'move')} longer than the shortest" if longer else "Shortest"
    return "Shortest" if result.proven_optimal else sentence(guarantee(result))


def worth_ahead(method: Method) -> str:
    """What an answer of ``method`` will be worth."""
    factor = method.guarantee()
    if ALGORITHMS[method.algorithm].improves:
        return EVER_SHORTER
    return "Finds a shortest solution" if factor == 1 else sentence(factor_in_words(factor))


def outcome(result: SearchResult, shortest: int | None = None) -> str:
    """What came of a search, and what the answer is worth.

    shortest: the length of the shortest answer, where that is known.
    """
    states = roughly_counted(result.stats.expanded, "state")
    match result.status:
        case Outcome.SOLVED:
            moves = counted(len(result.moves), "move")
            value = worth(result, shortest)
            said = value[:1].lower() + value[1:]
            return f"Found {moves} after {states}: {said}"
        case Outcome.UNSOLVABLE:
            return f"{UNSOLVABLE}: all {states} that it can reach were searched"
        case Outcome.CANCELLED if not result.stats.expanded:
            return f"{STOPPED} before it began"
        case Outcome.CANCELLED:
            return f"{STOPPED} after {states}"
        case Outcome.LIMIT if result.note:
            return sentence(result.note)
        case Outcome.LIMIT:
            said = f"{reason_without_solution(result)} after {states}"
            if not result.lower_bound:
                return said
            return f"{said}; a solution takes at least {counted(result.lower_bound, 'move')}"


def going_on(result: SearchResult, method: Method) -> str:
    """Said where a search that nobody has chosen stops at a limit, and ``method`` takes over."""
    before, after = ALGORITHMS[result.algorithm].title, ALGORITHMS[method.algorithm].title
    said = reason_without_solution(result)
    return f"{before}: {said[:1].lower()}{said[1:]}. {after} goes on"


def failed(message: str) -> str:
    """A search ended by an error."""
    return f"The search failed: {message}"


def other_board(scenario: Scenario) -> str:
    """Said where undo or redo leads to another board."""
    rows, columns = scenario.start.size
    said = f"This is another board now: {rows}{TIMES}{columns}"
    if scenario.title:
        said += f", {scenario.title[:1].lower()}{scenario.title[1:]}"
    elif scenario.seed is not None:
        said += f", seed {scenario.seed}"
    name = name_of_goal(scenario.goal)
    if name == OWN:
        said += ", its own goal"
    elif name != "standard":
        said += f", goal {name}"
    return said


def dealing(difficulty: Difficulty, rows: int, columns: int, building: BuildProgress | None) -> str:
    """Said while a board is dealt in the background; ``building`` is how far its tables are."""
    article = "an" if difficulty is Difficulty.EASY else "a"
    said = f"Shuffling {article} {difficulty.label.lower()} {rows}{TIMES}{columns} board"
    return said if building is None else f"{said}: building tables, {100 * building.done:.0f} %"


def dealing_later(difficulty: Difficulty, rows: int, columns: int) -> str:
    """Said while that has to wait for the compiled kernels."""
    return f"{dealing(difficulty, rows, columns, None)} as soon as the solver is prepared"


def board_of_the_day(scenario: Scenario, seconds: float | None) -> str:
    """Said when the board of the day begins; ``seconds`` in which it was solved before, if it was.

    "Board of the day, 21 November 2026: you have solved it in 41.3 s"
    """
    if seconds is None:
        return scenario.title
    return f"{scenario.title}: you have solved it in {precise_time(seconds)}"


def relay_board(relay: Relay) -> str:
    """Said when a board of a relay begins."""
    rows, columns = STAGES[relay.begun - 1]
    return f"Relay, board {relay.begun} of {len(STAGES)}: {rows}{TIMES}{columns}"


def relay_left(relay: Relay) -> str:
    """Said when a relay ends before its last board is solved."""
    return f"The relay ended on board {relay.begun} of {len(STAGES)}"
