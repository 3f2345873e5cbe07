"""The menu of a solve in the list of the statistics."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pygame import Rect

from puzzler.game.core.category import Category, Difficulty, Kind, RelayKind
from puzzler.game.play.new_boards import result_line
from puzzler.game.storage.statistics import Result, SolveRow
from puzzler.humanize import DNF, counted, date_and_time, solve_time
from puzzler.window.core.window import Window
from puzzler.window.toolkit.dialog import ask
from puzzler.window.toolkit.list import Item, open_actions


def open_solve_menu(
    window: Window,
    kind: Kind,
    solve: SolveRow,
    place: Rect,
    say: Callable[[str], object],
    read: Callable[[], object],
) -> None:
    """Open the menu of a solve or a relay at its row in the list.

    say: shows a message in the statistics. read: reads the solves again after a change.
    """
    session, solves = window.session, window.session.statistics.solves

    def review(*, is_playing: bool = False) -> None:
        window.ui.close_all()
        session.reviews.open_solve(solve.id, is_playing=is_playing)

    def play_again() -> None:
        stored = solves.get(solve.id)
        if stored is not None:  # else another window has deleted it
            window.ui.close_all()
            session.boards.play_again(stored.scenario)

    def copy(text: str, message: str) -> None:
        say(window.copied(text, message))

    def mark(penalty: str) -> None:
        solves.mark(solve.id, penalty)
        say(f"{'Marked' if penalty else 'No longer marked'} as DNF.")
        read()

    def ask_to_delete() -> None:
        noun = "relay" if isinstance(kind, RelayKind) else "solve"
        result = solve_time(solve.seconds)
        if solve.move_count:
            result += f" in {counted(solve.move_count, 'move')}"

        def delete() -> None:
            say(f"Deleted the {noun}.")
            solves.delete(kind, solve.id)
            read()

        text = f"Solved {date_and_time(solve.solved_at)}: {result}. This can't be undone."
        ask(window.ui, f"Delete this {noun}?", text, "Delete", delete)

    rows: list[tuple[Item, Callable[[], object]]] = []
    if isinstance(kind, Category):
        if solve.path:
            rows.append((Item("Review", icon="review"), review))
            rows.append((Item("Replay", icon="play"), partial(review, is_playing=True)))
        rows.append((Item("Play again", icon="restart"), play_again))
        is_dnf = solve.penalty == DNF
        if not is_dnf and solve.move_count:
            figures = solve.seconds, solve.move_count, solve.shortest
            result = Result((kind.rows, kind.columns), solve.seed, *figures)
            line = result_line(result, is_daily=kind.difficulty is Difficulty.DAILY)
            copy_line = partial(copy, line, "Copied the result.")
            rows.append((Item("Copy the result", icon="copy"), copy_line))
        if not is_dnf or solve.path:  # a game that was given up has no path
            label, penalty = ("Not DNF", "") if is_dnf else ("Mark as DNF", DNF)
            rows.append((Item(label, icon="stop"), partial(mark, penalty)))
        if solve.seed:
            copy_seed = partial(copy, solve.seed, f"Copied seed {solve.seed}.")
            rows.append((Item("Copy the seed", solve.seed, icon="copy"), copy_seed))
    rows.append((Item("Delete…", icon="close"), ask_to_delete))
    anchor = place.copy()
    anchor.width = window.painter.px(240)
    open_actions(window.ui, anchor, rows)
