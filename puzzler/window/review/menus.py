"""Menus and dialogs of the statistics: sessions, the import of solves, and one solve."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from pygame import Rect

from puzzler.game.core.category import Category, Difficulty, Kind, RelayKind
from puzzler.game.play.new_boards import result_line
from puzzler.game.review.analysis import Statistics, solves_in
from puzzler.game.storage.statistics import DEFAULT_SESSION, Result, SolveRow
from puzzler.humanize import DNF, counted, date_and_time, solve_time
from puzzler.window.core.window import Window
from puzzler.window.dialogs.ask_text import ask_text
from puzzler.window.dialogs.folder import Answer, choose_file
from puzzler.window.dialogs.previews import Summary
from puzzler.window.toolkit.choices import Dropdown, Option
from puzzler.window.toolkit.controls import Button, Rank
from puzzler.window.toolkit.dialog import Dialog, ask
from puzzler.window.toolkit.element import Element, Tip
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.layout import Row
from puzzler.window.toolkit.list import Item, open_actions

EVERY, SINCE_START = "every", "since start"
"""The choices of solves that are not a session."""
Choice = str | int
"""``EVERY``, ``SINCE_START`` or the id of a session."""

_LONGEST_NAME = 60


def session_choice(
    window: Window, statistics: Statistics, chosen: Choice, choose: Callable[[Choice], object]
) -> Element:
    """Return the menu of sessions and the button that creates, renames and deletes them.

    A chosen session becomes the current one, to which new solves belong.
    """
    stored = statistics.solves.sessions
    names, current = stored.names(), stored.current

    def take(choice: Choice) -> None:
        if isinstance(choice, int):
            stored.choose(choice)
        choose(choice)

    def create(name: str) -> str:
        if problem := _problem(name, names.values()):
            return problem
        choose(stored.create(name.strip()))
        return ""

    def rename(name: str) -> str:
        if problem := _problem(name, (names[each] for each in names if each != current)):
            return problem
        stored.rename(current, name.strip())
        window.ui.rebuild()
        return ""

    def ask_to_delete() -> None:
        def delete() -> None:
            stored.delete(current)
            choose(EVERY)

        words = f"Its solves move to the session {names[DEFAULT_SESSION]}."
        ask(window.ui, f"Delete the session {names[current]}?", words, "Delete", delete)

    def open_menu() -> None:
        name = names.get(current)
        ask_name = partial(ask_text, window, placeholder="Name", source=None)
        rows: list[tuple[Item, Callable[[], object]]] = [
            (Item("New session…", icon="add"), partial(
                ask_name, "New session", "New solves belong to the new session.", create,
                label="Create", text=""))
        ]  # fmt: skip
        if name is not None:
            rows.append((Item(f"Rename {name}…", icon="edit"), partial(
                ask_name, "Rename session", f"The new name of {name}:", rename,
                label="Rename", text=name)))  # fmt: skip
        if name is not None and current != DEFAULT_SESSION:
            rows.append((Item(f"Delete {name}…", icon="close"), ask_to_delete))
        open_actions(window.ui, window.ui.place_of("sessions"), rows)

    options: list[Option[Choice]] = [
        Option(EVERY, "All sessions"),
        Option(SINCE_START, "Since the start"),
        *(Option(number, name) for number, name in names.items()),
    ]
    return Row(
        Dropdown(options, chosen, take, accessible_name="Session", snug=True, key="session"),
        Button("", open_menu, icon="edit", tip=Tip("Create, rename or delete a session"),
               key="sessions"),
        gap=8, priority=1,
    )  # fmt: skip


def _problem(name: str, others: Iterable[str]) -> str:
    """Return why a session cannot have this name, or ""."""
    if len(name.strip()) > _LONGEST_NAME:
        return f"A name has at most {_LONGEST_NAME} characters."
    return "Another session has this name." if name.strip() in others else ""


def open_import(
    window: Window, statistics: Statistics, kind: Kind | None, then: Callable[[], object]
) -> None:
    """Ask for a file, import its solves, and list the results. ``then`` is called after that.

    kind: Its difficulty is that of rows in CSV without a difficulty.
    """
    difficulty = kind.difficulty if isinstance(kind, Category) else Difficulty.MIXED

    def show(lines: list[str]) -> None:
        then()
        close = Button("Close", window.ui.close, rank=Rank.PRIMARY, key="imported")
        texts = [Text(line) for line in lines]
        window.ui.open(lambda: Dialog("Import", *texts, foot=(close,), size=560), "imported")

    def take(file: Path, answer: Answer) -> None:
        answer("")
        statistics.import_file(file, difficulty, show)

    def look(file: Path) -> Summary:
        imported = solves_in(file, difficulty)
        if isinstance(imported, str):
            return "No list of solves", None
        return counted(len(imported.solves), "solve"), None

    choose_file(window, "Import solves: csTimer or CSV", None, (".txt", ".json", ".csv"), take,
                label="Import", look=look)  # fmt: skip


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
