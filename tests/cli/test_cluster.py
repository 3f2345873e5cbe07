"""Lists of boards on the workers of a Dask scheduler, on the command line."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Runner
from tests.cli.test_batch import without_times
from tests.cli.test_solve import bad
from tests.clusters import wait_for
from tests.instances import DATA
from tests.programs import started

pytestmark = pytest.mark.xdist_group("cluster")
KORF = (DATA / "korf_15puzzle_1_50.txt").read_text(encoding="utf-8").splitlines()
LIST = "\n".join([*KORF[:4], "nonsense", "1 2 3/4 5 6/8 7 0", "8 6 7/2 5 4/3 0 1"])


def test_answers_and_counts_are_those_of_one_process(run: Runner, dask_address: str) -> None:
    command = ("solve", "-", "--batch", "--optimal", "--json")
    here = run(*command, stdin=LIST)
    there = run(*command, "--cluster", dask_address, stdin=LIST)
    assert (there.status, there.error) == (here.status, here.error)
    assert without_times(there.answers) == without_times(here.answers)
    assert ["moves" in answer for answer in here.answers].count(True) == 4
    anyhow = run(*command, "--cluster", dask_address, "--unordered", stdin=LIST)
    lines = sorted(answer["line"] for answer in anyhow.answers)
    assert lines == [3, 4, 5, 6, 7]


@pytest.mark.slow
def test_comparisons_and_reviews_are_those_of_one_process(run: Runner, dask_address: str) -> None:
    compare = ("compare", "-", "--batch", "--algorithms", "astar,beam,bfs", "--json")
    boards = "8 6 7/2 5 4/3 0 1\n1 2 3/4 5 6/0 7 8\n"
    here, there = (run(*compare, *more, stdin=boards) for more in ((), ("--cluster", dask_address)))
    assert without_times(json.loads(there.out)) == without_times(json.loads(here.out))
    plays = run("solve", "-", "--batch", "--algorithm", "greedy", "--json", stdin=boards).out
    review = ("review", "-", "--batch", "--json")
    here, there = (run(*review, *more, stdin=plays) for more in ((), ("--cluster", dask_address)))
    assert without_times(there.answers) == without_times(here.answers)


@pytest.mark.slow
def test_a_local_cluster_is_started(run: Runner) -> None:
    command = ("solve", "-", "--batch", "--json")
    there = run(*command, "--cluster", "local", "--jobs", "1", stdin=LIST.splitlines()[-1])
    assert there.error == ""
    assert [answer["length"] for answer in there.answers] == [31]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9")
def test_a_list_is_resumed_after_kill_9(run: Runner, dask_address: str, tmp_path: Path) -> None:
    boards, file = tmp_path / "boards.txt", tmp_path / "answers.jsonl"
    boards.write_text("\n".join(KORF[:12]), encoding="utf-8")
    command = ["solve", str(boards), "--batch", "--optimal", "--json", "-o", str(file), "--resume"]
    command += ["--cluster", dask_address]
    with started(*command):
        wait_for(lambda: file.exists() and file.read_text().count("\n") >= 2)
    first = file.read_text()
    assert run(*command).status == 0
    assert file.read_text().startswith(first[: first.rindex("\n") + 1])  # no board is solved twice
    answers = [json.loads(line) for line in file.read_text().splitlines()]
    expected = run("solve", str(boards), "--batch", "--optimal", "--json").answers
    assert without_times(answers) == without_times(expected)


def test_invalid_options_give_an_error_of_one_line(run: Runner) -> None:
    bad(
        run("solve", "-", "--batch", "--cluster", "here", stdin="1 2/3 0"),
        "no Dask scheduler at 'here'",
    )
    bad(
        run("solve", "-", "--batch", "--cluster", "127.0.0.1:1", stdin="1 2/3 0"),
        "no Dask scheduler at",
    )
    bad(
        run("solve", "-", "--cluster", "local", stdin="1 2/3 0"),
        "--cluster requires --batch, a list of boards",
    )
    bad(
        run("review", "-", "--cluster", "local", stdin="1 2/3 0"),
        "--cluster requires --batch, a list of plays",
    )
    bad(
        run("compare", "1 2/3 0", "--jobs", "2", "--cluster", "x:1", stdin="1 2/3 0"),
        "--jobs cannot be combined with --cluster ADDRESS",
    )
