"""The result of a play that the player has solved: storing it, and its texts."""

from __future__ import annotations

from dataclasses import dataclass, replace

from puzzler.board.scenario import Scenario
from puzzler.game.core.category import Category, Difficulty, Relay
from puzzler.game.core.distances import ShortestLength
from puzzler.game.core.game import SavedGame, count_slides
from puzzler.game.play.new_boards import result_line
from puzzler.game.storage.statistics import FIRST_MOVE, RETRY, Bests, Result, Solve
from puzzler.game.storage.store import Store
from puzzler.humanize import DNF, counted, listed, solve_time

UNRANKED = {
    RETRY: "solved before",
    FIRST_MOVE: "solved by the first move",
    DNF: "you had given up this board",
}
"""Texts for the reasons why a solve without help sets no record."""


@dataclass(frozen=True, kw_only=True)
class Finish:
    """The result of a play that the player has solved."""

    seconds: float
    moves: int
    """Moves of one tile, including those of a playback that the player took over."""
    slides: int | None = None
    """Multi-tile moves; None if unknown."""
    is_multi_tile: bool = False
    """Whether multi-tile moves are shown, if they are known."""
    shortest: ShortestLength
    beaten: tuple[str, ...] = ()
    """The records that it has broken: "time", "moves", "efficiency"."""
    best_seconds: float | None = None
    """The best time of this kind of board before; None if there is none."""
    unranked: str = ""
    """``RETRY``, ``FIRST_MOVE`` or ``DNF``: why the solve sets no record without help."""
    assisted: bool = False
    """The program has shown moves of a solution, so that the solve sets no record."""
    coached: bool = False
    blindfold: bool = False
    solve_id: int | None = None
    """Its row in the store, for a review; None if it could not be stored."""
    is_repeated: bool = False
    """The play was solved before. The values are those of the first solve, which alone counts."""
    relay: Relay | None = None

    @property
    def is_ranked(self) -> bool:
        """Whether the solve counts for records."""
        return not (self.assisted or self.coached or self.unranked or self.is_repeated)

    @property
    def lost(self) -> int | None:
        """Extra moves of one tile; None if unproven, or if multi-tile moves are shown."""
        if self.is_multi_tile or self.shortest.moves is None:
            return None
        return self.moves - self.shortest.moves

    @property
    def shown_moves(self) -> int:
        """Moves in the chosen metric; moves of one tile if it is unknown."""
        return self.slides if self.is_multi_tile and self.slides is not None else self.moves

    @property
    def moves_text(self) -> str:
        """Text such as "58 moves" or "40 multi-tile moves"."""
        metric = "" if not self.is_multi_tile else "single-" if self.slides is None else "multi-"
        return counted(self.shown_moves, f"{metric}tile move" if metric else "move")


def record(
    store: Store, saved: SavedGame, shortest: ShortestLength, *, is_multi_tile: bool = False
) -> Finish:
    """Store the current play as solved by hand, and return its result.

    If the play was solved before, the result is that of the first solve, as it was stored. A play
    sets no record if it had help, was not shuffled, is a retry, was solved by its first move, or is
    the first of its category. Efficiency is moves divided by ``shortest``, if that is known, and
    has no record in multi-tile moves.
    """
    play, category = saved.present, Category.of(saved.present)
    finish = Finish(
        seconds=play.seconds,
        moves=play.move_count,
        slides=count_slides(saved),
        is_multi_tile=is_multi_tile,
        shortest=shortest,
        assisted=play.assisted,
        coached=play.coached,
        blindfold=play.blindfold,
    )
    first_id = store.solve_id(play.number)
    first = None if first_id is None else store.solves.get(first_id)
    if first is not None:
        store.game.keep(saved)
        return _as_before(finish, first)
    before, unranked = Bests(), ""
    if category is not None:
        before = store.solves.bests(category, is_multi_tile=is_multi_tile)
        unranked = store.solves.unranked(saved)
    is_new = store.keep_solve(saved, shortest.moves)
    solve_id = store.solve_id(play.number)
    finish = replace(finish, best_seconds=before.seconds, unranked=unranked, solve_id=solve_id)
    if category is None or play.is_helped or not is_new or unranked:
        return finish
    moves = finish.slides if is_multi_tile else finish.moves
    # bests are of whole milliseconds: the same time twice is no record
    beaten = {
        "time": before.seconds is not None and round(play.seconds, 3) < before.seconds,
        "moves": before.moves is not None and moves is not None and moves < before.moves,
        "efficiency": before.efficiency is not None
        and shortest.moves is not None
        and play.move_count < before.efficiency * shortest.moves,
    }
    return replace(finish, beaten=tuple(name for name, is_beaten in beaten.items() if is_beaten))


def _as_before(finish: Finish, first: Solve) -> Finish:
    """Return the result of a play that was solved or given up before."""
    if first.penalty == DNF:
        return replace(finish, unranked=DNF)
    return replace(
        finish,
        seconds=first.seconds,
        moves=first.move_count,
        slides=first.slides,
        assisted=first.assisted,
        coached=first.coached,
        unranked=first.unranked,
        solve_id=first.id,
        is_repeated=True,
    )


def finish_text(finish: Finish) -> str:
    """Return the message about a solve.

    For example "Solved in 27 moves, a perfect solution. New best time: 2.0 s".
    """
    if finish.is_repeated:
        figures = f"{finish.moves_text} and {solve_time(finish.seconds)}"
        return f"Solved again. Your first solve counts: {figures}"
    if (relay := finish.relay) is not None:
        boards, time = f"{relay.title} of {len(relay.stages)} boards", solve_time(relay.seconds)
        return f"{boards} finished in {time}{', with help' if relay.is_helped else ''}"
    shortest, lost = finish.shortest.moves, finish.lost
    text = f"Solved in {finish.moves_text}"
    if "time" not in finish.beaten:
        text += f", {solve_time(finish.seconds)}"
    if lost is not None:
        text += f" (shortest: {shortest:,})" if lost else ", a perfect solution"
    if finish.assisted:
        text += ". Not counted: you had help"
    elif finish.coached:
        text += ". Not counted: you had the coach"
    elif finish.unranked:
        text += f". Not counted: {UNRANKED[finish.unranked]}"
    beaten = {
        "time": f"time: {solve_time(finish.seconds)}",
        "moves": f"number of moves: {finish.shown_moves:,}",
        "efficiency": "efficiency",
    }
    broken = [label for name, label in beaten.items() if name in finish.beaten]
    return f"{text}. New best {listed(broken)}" if broken else text


def finish_line(finish: Finish, scenario: Scenario) -> str:
    """Return a line to share, such as "Puzzler 3x3, 2026-11-23: 25 of 25 moves, 9.84 s"."""
    if finish.relay is not None:
        stages, time = finish.relay.stages, solve_time(finish.relay.seconds)
        first, last = (f"{rows}x{columns}" for rows, columns in (stages[0], stages[-1]))
        boards = f"{len(stages)} of {first}" if first == last else f"{first} to {last}"
        kind = finish.relay.title.lower()
        return f"Puzzler {kind} {boards}: {counted(finish.relay.moves, 'move')}, {time}"
    seed, shortest = "" if scenario.seed is None else str(scenario.seed), finish.shortest.moves
    result = Result(scenario.goal.size, seed, finish.seconds, finish.moves, shortest)
    return result_line(result, is_daily=scenario.difficulty == Difficulty.DAILY)
