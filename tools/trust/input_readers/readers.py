"""The readers that ``inputs.py`` tries.

A reader has valid examples and the function ``read``. It reads an input as the program does and
raises the error that the program prints, or ``Fault`` if the reader breaks a promise.
"""

from __future__ import annotations

import contextlib
import io
import json
import random
import shlex
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

import click

from puzzler import resources
from puzzler.board.board import Board
from puzzler.board.scenario import Scenario
from puzzler.cli import app, option_types
from puzzler.cli.commands.solve import _Answered
from puzzler.cli.output import ExitStatus
from puzzler.cli.solve_output import AnswerOptions
from puzzler.cli.text_game import TextGame
from puzzler.game.core.category import goal_from_text
from puzzler.game.core.settings import Settings
from puzzler.game.files.text_reader import interpret, solution_in
from puzzler.game.lessons.lesson import LessonError, agrees, format_value, plain
from puzzler.game.lessons.reading import read as read_lesson
from puzzler.game.play.new_boards import parse_seed
from puzzler.game.session import Session
from puzzler.game.storage.settings_file import FILE_NAME, load_settings
from puzzler.game.storage.solve_import import read_solves
from puzzler.game.storage.store import Store
from puzzler.search.custom.source import find, functions_of
from puzzler.search.homework.assignment import read_assignment
from puzzler.search.homework.divergence import read_trace
from puzzler.search.method import parse_method
from puzzler.solver.preparation import Preparation
from puzzler.window.core.keymap import Keymap, read_keys
from puzzler.window.main.actions import ACTIONS
from tools.trust.harness import OWN, ROOT, Fault
from tools.trust.input_readers.formats import (
    ANSWER,
    BLOCK,
    REVIEW,
    TRACE,
    Results,
    check_message,
    checked_errors,
    formats_read,
    texts,
)

PLAYED = Scenario(Board.parse("1 2 3/4 5 6/7 0 8"), Board.solved(3, 3))
SETTINGS = (
    '{"rows": 3, "columns": 4, "goal": "snail", "difficulty": "hard", "playback_speed": 4.5, '
    '"inspection": 15, "algorithm": "astar", "heuristic": "manhattan", "weight": 1.5, '
    '"order": "LRUD", "ties": "fifo", "depth_limit": 30, "time_limit": 2.5, "memory_limit": 500, '
    '"theme": "light", "volume": 0.5, "face": "picture", "picture": "dunes", "folder": "/tmp", '
    '"keys": {"new": ["ctrl+n", "f5"], "hint": ["h"]}, "later": [1, {"a": null}]}'
)
CSTIMER = (
    '{"session1": [[[0, 12340], "D2 R U", "first", 1700000000], [[-1, 9000], "U", "", 1]],'
    ' "properties": {"sessionData": "{\\"1\\": {\\"name\\": 7}}"}}'
)
SOLVES_CSV = (
    "date,start,goal,time,seed,moves,path,move times,penalty,session\n"
    "2026-11-28,1 2 3/4 5 6/7 0 8,standard,2.5,7,1,R,500,DNF,Evening\n"
)
LINES = (
    "solve B --algorithm astar --heuristic manhattan --weight 1.5 --order LRUD --ties fifo",
    "solve B --time-limit 2.5 --node-limit 1000 --memory-limit 100 --goal snail --from grid",
    "solve - --batch --jobs 2 --cluster tcp://lab1:8786 --as lodz --duplicates early",
    "shuffle --size 3x4 --seed 7 --moves 20 --count 3 --goal blank-first --daily 2026-11-21",
    "compare B --methods astar/manhattan/1.5,idastar,bfs --time-limit 3 --depth-limit 20",
    "trace B --expansions 30 --goal-test early --no-pruning --json",
    "review B --moves RLDRR --jobs 3",
    "record B out.gif --speed 4 --pixels 300 --theme dark --moves R --picture dunes",
    "lesson greedy --check --time-limit 5",
    "play B --size 4x4 --difficulty hard --seed 1 --goal standard",
    "tables --build none",
)


def paste_read(text: str, chance: random.Random, results: Results) -> None:
    """Read a text that is pasted into the window."""
    for choice in interpret(text, PLAYED, "puzzle04.txt").choices:
        check_message(choice.detail)
    solution_in(text, PLAYED)
    results.read["paste"] += 1


@cache
def lessons() -> tuple[str, ...]:
    """Parts of the bundled lessons and of the manual."""
    found = BLOCK.findall((ROOT / "docs" / "lessons.md").read_text(encoding="utf-8"))
    for file in sorted((resources.assets() / "lessons").glob("*.toml")):
        head, *steps = file.read_text(encoding="utf-8").split("[[step]]")
        found += [f"{head}[[step]]{step}" for step in steps if "board" in step]
    return tuple(each for each in found if "[[step]]" in each)


def lesson_read(text: str, chance: random.Random, results: Results) -> None:
    """Read a lesson, and prepare the texts of its steps."""
    try:
        lesson = read_lesson(text, "fuzz", "fuzz.toml")
    except LessonError as error:
        for fault in error.faults:
            check_message(fault.words)
            if fault.line is not None and not 1 <= fault.line <= text.count("\n") + 2:
                raise Fault(f"there is no line {fault.line}: {fault.words}") from None
        raise
    for step in lesson.steps:
        _ = plain(step.title), step.blocks, step.revealed
        for value in step.figures.values():
            _ = format_value(value), agrees(value, 3), agrees(value, "3")
    results.read["lesson"] += 1


def answers_read(text: str, chance: random.Random, results: Results) -> None:
    """Read the answers that ``--resume`` continues."""
    Path("answers.jsonl").write_text(text, encoding="utf-8", errors="surrogatepass", newline="")
    _Answered(AnswerOptions(output=Path("answers.jsonl"), as_json=True))
    results.read["answers"] += 1


def settings_read(text: str, chance: random.Random, results: Results) -> None:
    """Read the settings and their keys."""
    Path(FILE_NAME).write_text(text, encoding="utf-8", errors="surrogatepass")
    settings, message = load_settings(Path())
    keys, problem = read_keys([action.name for action in ACTIONS], settings.keys)
    Keymap({}, keys)
    for line_printed in filter(None, (message, problem)):
        check_message(line_printed)
    results.read["settings"] += not message


def solves_read(text: str, chance: random.Random, results: Results) -> None:
    """Read a file of solves of csTimer or as CSV."""
    with contextlib.suppress(ValueError):
        imported = read_solves(text)
        for problem in imported.problems:
            check_message(problem)
        results.read["solves"] += len(imported.solves) > 0


def words_read(text: str, chance: random.Random, results: Results) -> None:
    """Read the options of a command, a whole command line and single words."""
    word = text[:2000].replace("\0", "")
    for read in (parse_seed, parse_method, partial(goal_from_text, rows=3, columns=3)):
        with checked_errors():
            read(text)
    for kind in (option_types.method, option_types.algorithm):
        kind.words(word)
    name, *rest = shlex.split(chance.choice(LINES).replace("B", "'1 2 3/4 5 6/7 0 8'"))
    rest[chance.randrange(len(rest))] = word
    err = io.StringIO()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(err):
        try:
            command = app.PROGRAM.get_command(click.Context(app.PROGRAM), name)
            assert command is not None, name
            command.make_context(name, rest)
            results.read["options"] += 1
        except click.exceptions.Exit:  # of --help
            pass
        except click.UsageError as error:
            app._fail(error, ExitStatus.BAD_INPUT)
    for line_printed in err.getvalue().split("\n")[:-1]:
        check_message(line_printed)


ASSIGNMENT = """title = "Homework 3"
goal = "1 2 3/4 5 6/7 8 0"

[[tasks]]
function = "h"
ask = "expansions"
points = 4
most = 500
heuristic = "manhattan"

[[tasks]]
name = "A* as in the lecture"
function = "astar"
ask = "agrees"
ties = "fifo"
"""
EXPANSIONS = """{"board": "1 2 3/4 0 6/7 5 8", "g": 0, "f": 2}
{"board": "1 2 3/4 5 6/7 0 8", "g": 1, "f": 2}
"""


def code_read(text: str, chance: random.Random, results: Results) -> None:
    """Read user code without running it, an assignment and a trace of another program."""
    file = Path("own.py")
    file.write_text(text, encoding="utf-8", errors="surrogatepass")
    read: tuple[Callable[[], object], ...] = (
        lambda: find(f"own.py:{text[:20]}"),
        lambda: functions_of(file.absolute()),
        lambda: read_assignment(file),
        lambda: read_trace(file),
    )
    for each in read:
        with checked_errors():
            each()
            results.read["code"] += 1


@cache
def _prepared() -> Preparation:
    """Return a closed preparation, so that no input waits for a compiler."""
    preparation = Preparation()
    preparation.close()
    return preparation


TYPED = ("row 2\ncolumn 1\ntile 5\n", "5\nl\nu\nrow 3\n", "b\nm\nt\ntile 12\ncolumn 3\n?\n")


def typed_read(text: str, chance: random.Random, results: Results) -> None:
    """Type lines into the text game, without the commands that search."""
    lines = [line for line in text.split("\n")[:20] if line.strip() not in tuple("dhscaq")]
    settings = Settings(memory_limit=16)  # of the searches in the background, which are not read
    session = Session(
        settings, lambda: 0.0, preparation=_prepared(), scenario=PLAYED, store=Store.in_memory()
    )
    out = io.StringIO()
    sys.stdin = io.TextIOWrapper(io.BytesIO("\n".join(lines).encode(errors="replace")))
    try:
        with contextlib.redirect_stdout(out):
            TextGame(session, lambda *_: None).run()
    finally:
        session.close()
    for line_printed in out.getvalue().split("\n")[:-1]:
        check_message(line_printed or " ")
    results.read["typed"] += 1


@dataclass(frozen=True)
class Reader:
    """A reader and its share of a hundred inputs."""

    share: int
    examples: Callable[[], Sequence[str]]
    read: Callable[[str, random.Random, Results], None]


READERS = {
    "formats": Reader(48, texts, formats_read),
    "paste": Reader(10, texts, paste_read),
    "lesson": Reader(12, lessons, lesson_read),
    "answers": Reader(6, lambda: (json.dumps(ANSWER) + "\n", TRACE, REVIEW), answers_read),
    "code": Reader(4, lambda: (OWN, ASSIGNMENT, EXPANSIONS), code_read),
    "settings": Reader(6, lambda: (SETTINGS,), settings_read),
    "solves": Reader(4, lambda: (CSTIMER, SOLVES_CSV), solves_read),
    "typed": Reader(2, lambda: TYPED, typed_read),
    "words": Reader(2, lambda: (*LINES, "3x4", "1.5", "astar/manhattan/2", "20261121"), words_read),
}
