"""Several processes give the same answers to many boards as one process, also after errors."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from puzzler.board.board import Board
from puzzler.board.errors import PuzzlerError
from puzzler.board.parity import is_solvable
from puzzler.board.shuffler import shuffle
from puzzler.cli import board_input as inputs
from puzzler.cli.batch import BatchJob, BatchTask, WorkerOptions
from puzzler.cli.commands import review as reviewing
from puzzler.cli.progress import ProgressLine
from puzzler.search.method import Method
from puzzler.search.options import Limit
from puzzler.search.report.export import result_record
from puzzler.search.result import Outcome
from puzzler.search.starting import unstarted_result
from puzzler.solver.processes.pool import Done
from tests.cli.conftest import Runner
from tests.cli.test_program import PIPES
from tests.cli.test_solve import UNSOLVABLE, bad
from tests.programs import start_puzzler
from tests.solver.scripted import wait_until

BOARDS = [str(shuffle(4, 4, None, seed).start) for seed in range(3)]
EASY = [str(shuffle(3, 3, None, seed).start) for seed in range(8)]
LIST = "\n".join(BOARDS) + "\n"
OPTIMAL = ("solve", "-", "--batch", "--json", "--optimal")
RESUME = ("solve", "-", "--batch", "--json", "--resume", "-o", "answers")
TIMES = {"seconds", "setup_seconds", "mean_seconds", "median_seconds"}
linux = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


def without_times(answers: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Remove the values that differ between runs."""
    return [{key: value for key, value in each.items() if key not in TIMES} for each in answers]


def workers_of(process: subprocess.Popen[Any]) -> list[int]:
    """Wait until a process has two workers and return their process ids."""
    file = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    wait_until(lambda: process.poll() is not None or len(file.read_text().split()) == 2)
    return [int(number) for number in file.read_text().split()]


def complete_lines(file: Path) -> list[str]:
    return [line for line in file.read_text().splitlines(keepends=True) if line.endswith("\n")]


@pytest.mark.parametrize("options", [("--optimal",), ("--algorithm", "astar", "--weight", "2")])
def test_two_processes_give_the_same_answers_as_one(run: Runner, options: tuple[str, ...]) -> None:
    text = f"{BOARDS[0]}\n# a comment\n{UNSOLVABLE}\n1 2/3\n" + LIST
    one = run("solve", "-", "--batch", "--json", *options, stdin=text)
    two = run("solve", "-", "--batch", "--json", *options, "--jobs", "2", stdin=text)
    assert one.status == two.status == 2
    assert (
        without_times(one.answers) == without_times(two.answers)
        and len(one.answers) == len(BOARDS) + 3
    )
    assert one.error in two.error and "line 4" in one.error
    # idastar stores no states
    assert ("share the memory" in two.error) == ("astar" in options)


class LastFirst:
    """A pool without processes, whose last worker dies. It finishes the last item first."""

    is_closed = False

    def run(
        self, work: Any, items: Any, *, total: int | None, is_ordered: bool, on_done: Any
    ) -> Iterator[Done[Any]]:
        self.total = total
        done = [Done(index, work(item)) for index, item in enumerate(items)]
        done[-1] = Done(len(done) - 1, None, "three workers died")
        for each in done if is_ordered else reversed(done):
            on_done()
            yield each

    def close(self) -> None:
        self.is_closed = True


def start_of(task: BatchTask, _: object, tell: Any) -> str:
    """The work of a test: return the start, with a note, or an error if it is unsolvable."""
    tell("a note")
    if not is_solvable(task.start, task.goal):
        raise PuzzlerError("no solution")
    return str(task.start)


@pytest.mark.parametrize("is_ordered", [True, False])
def test_replies_of_workers_belong_to_their_boards(is_ordered: bool, capsys: Any) -> None:
    goal, pool = Board.solved(3, 3), LastFirst()
    tasks = {board: BatchTask(Board.parse(board), goal) for board in (UNSOLVABLE, *EASY[:3])}
    items = [(UNSOLVABLE, tasks[UNSOLVABLE]), ("skipped", None), *[*tasks.items()][1:]]
    first = list[object]()
    job: Any = BatchJob(
        pool,  # type: ignore[arg-type]
        start_of,
        lambda item, *_: first.append(item),
        is_ordered=is_ordered,
    )
    replies = dict(job.replies(items, len(items)))
    workers = EASY[:3] if is_ordered else EASY[2::-1]
    assert list(replies) == [UNSOLVABLE, "skipped", *workers]
    assert (first, pool.total, pool.is_closed) == ([tasks[EASY[0]]], 3, True)
    assert replies[UNSOLVABLE].error == "no solution"
    assert [replies[board].result for board in EASY[:2]] == EASY[:2]
    assert (replies[EASY[2]].failure, replies[EASY[2]].error) == ("three workers died", "")
    assert capsys.readouterr().err == "puzzler: a note\n"


def test_zero_jobs_are_one_per_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzler.search.options.cores", lambda: 3)
    for jobs, shares in ((None, 1), (1, 1), (2, 2), (0, 3)):
        _, limit = WorkerOptions(jobs, None, False).pool(Limit())
        assert limit.memory_shares == shares


def test_unordered_answers_have_line_numbers(run: Runner) -> None:
    one = run(*OPTIMAL, stdin=LIST).answers
    two = run(*OPTIMAL, "--jobs", "2", "--unordered", stdin="# three\n\n" + LIST).answers
    lines = [answer.pop("line") for answer in two]
    assert sorted(lines) == list(range(3, 3 + len(BOARDS)))
    assert without_times([two[lines.index(line)] for line in sorted(lines)]) == without_times(one)
    text = run("solve", "-", "--batch", "--jobs", "0", "--unordered", stdin="\n" + EASY[0]).out
    assert text.startswith("line     2\nboard ")


def test_workers_share_the_memory_and_this_is_reported_once(run: Runner) -> None:
    arguments = ("solve", "-", "--batch", "--json", "--algorithm", "bfs", "--memory-limit", "12")
    one = run(*arguments[:-1], "6", stdin=LIST)
    two = run(*arguments, "--jobs", "2", stdin=LIST)
    assert one.status == two.status == 1
    assert without_times(one.answers) == without_times(two.answers)
    lines = two.error.splitlines()
    assert [line for line in lines if "share the memory" in line] == [
        "puzzler: 2 workers share the memory: 6.0 MB of states per worker"
    ]
    assert len(lines) == len(set(lines)) == 2  # the other line is a warning


def test_options_without_batch_are_errors(run: Runner) -> None:
    bad(run("solve", EASY[0], "--jobs", "2"), "--jobs", "--batch")
    bad(run("solve", EASY[0], "--unordered"), "--unordered", "--batch")
    bad(run("solve", EASY[0], "--resume"), "--resume", "--batch")
    bad(run("solve", EASY[0], "--batch", "--jobs", "-1"), "'-1' is not a whole number from 0")
    bad(run("solve", EASY[0], "--batch", "--jobs", "two"), "'two'")
    bad(run("solve", EASY[0], "--batch", "--resume"), "--resume", "--json", "-o")
    bad(run("solve", EASY[0], "--batch", "--resume", "-o", "file"), "--resume", "--json", "-o")
    bad(run("solve", EASY[0], "--batch", "--unordered", "--as", "lodz"), "--unordered", "--as")


def test_endless_noise_is_rejected(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            nonlocal read
            read += 1
            assert read < 1000
            return b"no board\n"

    read = 0
    monkeypatch.setattr(inputs, "standard_input", Endless)
    noise = run(*OPTIMAL, "--jobs", "2")
    assert noise.status == 2 and "no board in the first 100 lines" in noise.error


@linux
def test_a_named_pipe_is_read_once(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with start_puzzler(
        "solve", str(pipe), *OPTIMAL[2:], "--jobs", "2", stdout=subprocess.PIPE
    ) as process:
        pipe.write_text("\n".join(EASY))  # waits for a reader
        out, _ = process.communicate(timeout=60)
    assert [json.loads(line)["board"] for line in out.splitlines()] == EASY


@linux
@pytest.mark.parametrize("jobs", [(), ("--jobs", "2")])
def test_answers_are_written_before_the_input_ends(jobs: tuple[str, ...]) -> None:
    with start_puzzler(*OPTIMAL, *jobs, **PIPES) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdin.write(f"no board\n{UNSOLVABLE}\n".encode())
        process.stdin.flush()
        assert b"line 1" in process.stderr.readline()
        assert json.loads(process.stdout.readline())["status"] == "bad input"
        assert json.loads(process.stdout.readline())["status"] == "unsolvable"
        for board in EASY[:3]:
            process.stdin.write(f"{board}\n".encode())
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["board"] == board
        # Ctrl-C while it waits for the next line
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(60) == 130
        assert process.stderr.read() == b"puzzler: cancelled\n"
        assert process.stdout.read() == b""


@linux
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_keeps_complete_answers(tmp_path: Path, end: signal.Signals) -> None:
    hard = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"
    (tmp_path / "list").write_text("\n".join([EASY[0], hard, EASY[1], EASY[2]]) + "\n")
    arguments = ("solve", str(tmp_path / "list"), "--batch", "--json", "--algorithm", "iddfs")
    out = tmp_path / "out"
    with start_puzzler(
        *arguments, "--jobs", "2", "-o", str(out), stderr=subprocess.PIPE
    ) as process:
        workers = workers_of(process)
        wait_until(lambda: any(map(complete_lines, {*tmp_path.iterdir()} - {tmp_path / "list"})))
        process.send_signal(end)
        assert process.wait(60) == 128 + end
    assert {*tmp_path.iterdir()} == {tmp_path / "list", out}
    boards = [json.loads(line)["board"] for line in complete_lines(out)]
    assert EASY[0] in boards and hard not in boards
    assert not any(Path(f"/proc/{worker}").exists() for worker in workers)


def test_resume_compares_board_goal_and_method(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "answers"
    twice = f"{EASY[0]}\n{EASY[1]}\n{EASY[0]}\n"

    def boards(*options: str, text: str = twice) -> list[str]:
        assert run(*RESUME, *options, stdin=text).status in (0, 3)
        return [json.loads(line)["board"] for line in file.read_text().splitlines()]

    assert boards(text=EASY[0]) == [EASY[0]]
    assert boards() == [EASY[0], EASY[1], EASY[0]]
    assert len(boards()) == 3
    assert len(boards("--optimal")) == 3  # the default up to 16 cells
    assert len(boards("--method", "watch")) == 6
    assert len(boards("--method", "watch", "--jobs", "2")) == 6
    assert len(boards("--weight", "2")) == 9
    assert len(boards("--goal", "blank-first")) == 12
    assert len(boards("--metric", "multi")) == 15
    assert len(boards("--metric", "multi")) == 15


@pytest.mark.parametrize("kept", range(16))
def test_each_equal_board_of_an_unordered_list_has_its_answer(run: Runner, kept: int) -> None:
    """``kept`` has a bit for each line whose answer is in the file."""
    text, file = "\n".join([EASY[0]] * 4), Path("answers")
    assert run(*RESUME, "--unordered", "--jobs", "1", stdin=text).status == 0
    lines = complete_lines(file)
    file.write_text("".join(lines[n] for n in (3, 1, 0, 2) if kept >> n & 1))
    assert run(*RESUME, "--unordered", "--jobs", "1", stdin=text).status == 0
    assert sorted(json.loads(line)["line"] for line in complete_lines(file)) == [1, 2, 3, 4]


def test_stored_answers_count_in_the_exit_status(run: Runner) -> None:
    text = f"{UNSOLVABLE}\n{EASY[0]}\n"
    assert run(*RESUME, stdin=text).status == 3
    assert run(*RESUME, stdin=text).status == 3
    assert run(*RESUME, stdin=EASY[0]).status == 0
    assert len(complete_lines(Path("answers"))) == 2


DEFAULT = Method.automatic(3, 3)


@pytest.mark.parametrize(
    ("boards", "answers", "added"),
    [
        # a search that reached its limit is not repeated, a cancelled search is repeated
        (EASY[:2], [Method("anytime"), Outcome.LIMIT, DEFAULT, Outcome.CANCELLED], EASY[1:2]),
        # each answer counts for one board, even if the answers differ
        ([EASY[0]] * 2, [DEFAULT, Outcome.LIMIT, DEFAULT, Outcome.SOLVED], []),
    ],
)
def test_resume_repeats_cancelled_searches_only(
    run: Runner, boards: list[str], answers: list[Any], added: list[str]
) -> None:
    file, goal = Path("answers"), Board.solved(3, 3)
    with file.open("w") as stream:
        for board, method, outcome in zip(boards, answers[::2], answers[1::2], strict=True):
            record = result_record(unstarted_result(Board.parse(board), goal, method, outcome))
            stream.write(json.dumps(record) + "\n")
    assert run(*RESUME, stdin="\n".join(boards)).status == 1
    assert [json.loads(line)["board"] for line in complete_lines(file)[2:]] == added


def test_resume_repeats_a_search_interrupted_by_ctrl_c(run: Runner, interrupt) -> None:
    large, file = str(shuffle(4, 5, None, 1).start), Path("answers")
    interrupt(1, 20_000)
    assert run(*RESUME, stdin=large).status == 130
    (cut,) = map(json.loads, complete_lines(file))
    assert (cut["board"], cut["status"], cut["interrupted"]) == (large, "solved", True)
    interrupt(sys.maxsize)
    for _ in range(2):  # the second time all boards are answered
        assert run(*RESUME, "--node-limit", "1000", stdin=large).status == 0
        _, again = map(json.loads, complete_lines(file))
        assert again["board"] == large and "interrupted" not in again


def test_resume_refuses_other_files(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "answers"
    arguments = ("solve", "-", "--batch", "--json", "--resume", "-o")
    record = result_record(unstarted_result(Board.parse(EASY[0]), Board.solved(3, 3), Method()))
    lists = json.dumps(record | {"board": [], "status": "solved"}) + "\n"
    nested = '{"board": ' + "[" * 50_000 + "\n"
    for content in ("a letter\n", "[]\n", "{}\n", '{"board": 1}\n', lists, nested):
        file.write_text(content)
        bad(run(*arguments, str(file), stdin=LIST), "line 1", "--resume")
        assert file.read_text() == content
    for content in ("my thesis", '{"board"'):  # the last line is not an incomplete answer
        file.write_text(content)
        bad(run(*arguments, str(file), stdin=LIST), "line 1", "--resume")
        assert file.read_text() == content
    file.write_text('{"sta')
    assert run(*arguments, str(file), stdin=EASY[0]).status == 0
    assert [json.loads(line)["board"] for line in complete_lines(file)] == [EASY[0]]
    bad(run(*arguments, str(tmp_path), stdin=LIST), "folder")
    bad(run(*arguments, str(tmp_path / "no" / "file"), stdin=LIST), "not found")


@pytest.mark.parametrize("first", [0, 2])
def test_the_progress_bar_counts_skipped_boards_as_done(
    run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: int
) -> None:
    file, boards = tmp_path / "answers", tmp_path / "list"
    boards.write_text("\n".join(EASY))
    arguments = ("solve", str(boards), "--batch", "--json", "--resume", "-o", str(file))
    assert run(*arguments[:1], "-", *arguments[2:], stdin="\n".join(EASY[first::2])).status == 0
    totals, steps = list[object](), count()

    @contextmanager
    def watched(doing: str, total: float | None) -> Iterator[ProgressLine]:
        totals.append(total)
        yield ProgressLine(None, doing, total)

    monkeypatch.setattr("puzzler.cli.batch.bar", watched)
    monkeypatch.setattr(ProgressLine, "advance", lambda _: next(steps))
    assert run(*arguments, "--jobs", "2").status == 0
    # those at the start are skipped before there is a bar
    assert totals == [next(steps)] == [len(EASY) - (first == 0)]
    assert len(complete_lines(file)) == len(EASY)


def test_methods_are_compared_by_two_processes(run: Runner) -> None:
    arguments = ("compare", "-", "--batch", "--json", "--methods", "astar,greedy,idastar,walk")
    text = "\n".join([*EASY, UNSOLVABLE])
    one, two = (run(*arguments, *jobs, stdin=text) for jobs in ((), ("--jobs", "2")))
    assert one.status == two.status == 3
    rows = [without_times(each.answers) for each in (one, two)]
    assert rows[0] == rows[1] and len(rows[0]) == 4
    single = ("compare", EASY[0], "--json", "--methods", "astar,greedy")
    assert without_times(run(*single).answers) == without_times(run(*single, "--jobs", "2").answers)


def test_each_line_is_a_play_to_review(run: Runner) -> None:
    solved = run("solve", "-", "--batch", "--json", "--algorithm", "greedy", stdin="\n".join(EASY))
    text = solved.out + f"{EASY[0]}\n" + '{"board": "1 2/3 0"}\n{"board": \n'
    arguments = ("review", "-", "--batch", "--json")
    one, two = (run(*arguments, *jobs, stdin=text) for jobs in ((), ("--jobs", "2")))
    assert one.status == two.status == 2
    assert without_times(one.answers) == without_times(two.answers)
    refused = [answer["line"] for answer in one.answers if answer["status"] == "bad input"]
    assert refused == [9, 10, 11] and len(one.answers) == len(EASY) + len(refused)
    assert one.error == two.error
    assert [f"line {number}" in one.error for number in (8, 9, 10, 11)] == [False] + 3 * [True]
    alone = run("review", EASY[0], "--moves", one.answers[0]["moves"], "--json").answers
    assert without_times(alone) == without_times(one.answers[:1])
    unordered = run(*arguments, "--jobs", "2", "--unordered", stdin=solved.out).answers
    assert sorted(answer["line"] for answer in unordered) == list(range(1, len(EASY) + 1))


def test_reviews_share_the_memory(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    limits = list[Limit]()

    def record_limit(play: reviewing.ReviewedPlay, *others: Any) -> reviewing.PlayReview:
        limits.append(play.limit)
        return real(play, *others)

    real = reviewing.review

    play = json.dumps({"board": "1 2 3/4 5 6/8 7 0", "goal": "1 2 3/4 5 6/7 8 0", "moves": ""})
    monkeypatch.setattr(reviewing, "review", record_limit)
    run("review", "-", "--batch", "--jobs", "3", "--time-limit", "5", stdin=play)
    assert limits == [Limit(seconds=5, memory_shares=3)]


def test_reviews_as_text_are_separated_by_empty_lines(run: Runner) -> None:
    unsolvable = run("solve", UNSOLVABLE, "--json").out
    solved = run("solve", "-", "--batch", "--json", stdin="\n".join(EASY[:2])).out
    result = run("review", "-", "--batch", stdin=solved + unsolvable)
    assert result.status == 3
    assert [part.splitlines()[0] for part in result.out.split("\n\n")] == [
        f"board     {board}" for board in EASY[:2]
    ]
    assert result.error == "puzzler: standard input: line 3: unsolvable\n"
    bad(run("review", EASY[0], "--moves", "U", "--jobs", "2"), "--jobs", "--batch")
    bad(run("review", EASY[0], "--moves", "U", "--batch"), "--moves", "a list of boards")


def test_an_unreadable_line_gives_an_object(run: Runner, tmp_path: Path) -> None:
    text = f"{EASY[0]}\n1 2 3 y\n{EASY[1]}\n"
    result = run("solve", "-", "--batch", "--json", stdin=text)
    assert result.status == 2
    assert [answer["status"] for answer in result.answers] == ["solved", "bad input", "solved"]
    refused = result.answers[1]
    assert refused["line"] == 2 and "y" in refused["error"]
    assert len(result.error.splitlines()) == 1
    file = tmp_path / "answers"
    for _ in range(2):  # resume accepts a file with such a line
        again = run("solve", "-", *OPTIMAL[2:], "--resume", "-o", str(file), stdin=text)
        assert again.status == 2
    answers = [json.loads(line) for line in complete_lines(file)]
    assert [answer["status"] for answer in answers].count("solved") == 2


def test_an_error_follows_the_answers_of_earlier_files(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "boards"
    file.write_text("\n".join([*EASY[:5], "# goal: nowhere", EASY[5]]))
    ran = run("solve", str(file), *OPTIMAL[2:])
    assert [answer["board"] for answer in ran.answers] == EASY[:5]
    assert ran.status == 2 and "line 6" in ran.error
