"""Searches in Python files: three protocols, recordings and differences."""

from __future__ import annotations

import gc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from puzzler.board import Board, UnsolvableError, shuffle
from puzzler.board.scenario import Problem
from puzzler.search.custom import search as custom_search
from puzzler.search.custom.problem import RecordedProblem
from puzzler.search.custom.search import takes_heuristic
from puzzler.search.custom.source import CodeError, CodeFile, find
from puzzler.search.custom.variables import MAX_TEXT, describe
from puzzler.search.homework import search_check
from puzzler.search.homework.causes import Cause
from puzzler.search.homework.search_check import check_search
from puzzler.search.inspection.inspector import Inspector, trace_expansions
from puzzler.search.inspection.observation import SuccessorOutcome
from puzzler.search.method import Method
from puzzler.search.options import Ties
from puzzler.search.search_problem import SearchProblem
from puzzler.search.solve import solve, trace
from puzzler.search.starting import start
from puzzler.solver.user_code import process
from tests import naive
from tests.search.in_process import InProcess

GOAL = Board.solved(3, 3)
SMALL = Board.solved(2, 3)
BOARD = Board.parse("8 1 3/4 0 2/7 6 5")
NEAR = Board.parse("4 1 2/0 8 3/7 6 5")
PLAIN = """
from collections import deque

def bfs(problem):
    parents = {problem.start: None}
    queue = deque([problem.start])
    while queue:
        state = queue.popleft()
        if problem.is_goal(state):
            actions = []
            while parents[state]:
                state, action = parents[state]
                actions.append(action)
            return actions[::-1]
        for action, after in problem.successors(state):
            if after not in parents:
                parents[after] = state, action
                queue.append(after)
"""
ASTAR = """
import heapq
import itertools

def nullHeuristic(state, problem=None):
    return 0

def aStarSearch(problem, heuristic=nullHeuristic):
    count = itertools.count()
    start = problem.getStartState()
    frontier = [(heuristic(start, problem), next(count), start, [], 0)]
    closed = {}
    while frontier:
        f, _, state, actions, g = heapq.heappop(frontier)
        if closed.get(state, g + 1) <= g:
            continue
        closed[state] = g
        if problem.isGoalState(state):
            return actions
        for after, action, cost in problem.getSuccessors(state):
            new = actions + [action], g + cost
            heapq.heappush(frontier, (new[1] + heuristic(after, problem), next(count), after, *new))

astar = aStarSearch
"""
AIMA = """
from collections import deque

class Node:
    def __init__(self, state, parent=None, action=None):
        self.state, self.parent, self.action = state, parent, action

    def expand(self, problem):
        return [Node(problem.result(self.state, action), self, action)
                for action in problem.actions(self.state)]

    def solution(self):
        return [node.action for node in self.path()[1:]]

    def path(self):
        node, nodes = self, []
        while node:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

def breadth_first_graph_search(problem):
    frontier, explored = deque([Node(problem.initial)]), {problem.initial}
    while frontier:
        node = frontier.popleft()
        if problem.goal_test(node.state):
            return node
        for child in node.expand(problem):
            if child.state not in explored:
                explored.add(child.state)
                frontier.append(child)
"""


@pytest.fixture(autouse=True)
def _few_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check searches on five boards instead of twenty."""
    monkeypatch.setattr(search_check, "SEARCH_BOARDS", 5)


@pytest.mark.parametrize(
    ("text", "name", "own", "ours"),
    [
        (PLAIN, "bfs", "zero", Method("bfs")),
        (AIMA, "breadth_first_graph_search", "zero", Method("bfs")),
        (ASTAR, "astar", "manhattan", Method("astar", "manhattan", ties="fifo")),
        (ASTAR, "astar", "linear-conflict", Method("astar", "linear-conflict", ties="fifo")),
    ],
)
def test_a_search_of_any_protocol_is_recorded_like_a_built_in_search(
    write: Callable[..., Path],
    text: str,
    name: str,
    own: str,
    ours: Method,
) -> None:
    problem = Problem(BOARD, GOAL)
    method = Method(f"{write(text)}:{name}", own)
    mine, others = ([*trace(problem, each, 300)] for each in (method, ours))
    assert [each.node.board for each in mine] == [each.node.board for each in others]
    assert [each.node.g for each in mine] == [each.node.g for each in others]
    assert [each.parent_index for each in mine] == [each.parent_index for each in others]
    results = [solve(BOARD, method=each) for each in (method, ours)]
    assert results[0].length == results[1].length
    assert results[0].stats.expanded == results[1].stats.expanded
    assert results[0].stats.generated == results[1].stats.generated


def test_the_pseudocode_of_a_program_is_its_source(write: Callable[..., Path]) -> None:
    file = write(ASTAR)
    inspector = Inspector(start(Problem(BOARD, GOAL), Method(f"{file}:astar", "manhattan")))
    assert inspector.glimpse().trace is not None
    for _ in range(3):
        inspector.step()
    trace = inspector.glimpse().trace
    assert trace is not None
    (step,) = trace.steps
    assert "problem.getSuccessors(state)" in trace.code.lines[step.line]
    assert trace.counts == {step.line: 3}
    assert trace.code.text == ASTAR.rstrip("\n")


def test_the_variables_at_a_request_are_recorded() -> None:
    def search(problem: RecordedProblem) -> None:
        frontier, node, cost = [(3, problem.start)], problem.start, 0.5
        problem.successors(node)
        assert frontier and cost

    problem = RecordedProblem(SMALL, SMALL, "UDLR", lambda _: [], __file__, lambda: None)
    search(problem)
    assert problem.variables == []
    problem.shows_variables = True
    search(problem)
    assert problem.variables == [
        ("frontier", "[(3, 1 2 3/4 5 0)]"),
        ("node", "1 2 3\n4 5 0"),
        ("cost", "0.5"),
    ]


class Loud:
    """An object whose methods must not be called."""

    def __init__(self, **attributes: Any) -> None:
        self.__dict__ = attributes

    def __repr__(self) -> str:
        raise AssertionError

    __str__ = __len__ = __iter__ = __eq__ = __getattr__ = __repr__  # type: ignore[assignment]
    __hash__ = None  # type: ignore[assignment]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({SMALL: (None, "U")}, "{1 2 3/4 5 0: (None, 'U')}"),
        (set(range(9000)), "{0, 1, 2, ... 8,997 more}"),
        ([[[[[1, 2]]]]], "[[[[[2 items]]]]]"),
        (Loud(), "Loud()"),
        (Loud(state=SMALL, parent=Loud(parent=None), a=1, b=2, c=3, d=4),
         "Loud(state=1 2 3/4 5 0, parent=Loud, a=1, b=2, c=3, ... 1 more)"),
        (type("Stack", (list,), {"__iter__": None})([1]), "Stack[1]"),
        (10**5000, "a long integer"),
        ("x" * 1000, "'" + "x" * (MAX_TEXT - 4) + "..."),
    ],
    ids=["dict", "set", "nested", "empty", "object", "subclass", "number", "text"],
)  # fmt: skip
def test_values_are_described_briefly_without_calling_their_methods(
    value: object, text: str
) -> None:
    assert describe(value) == text


def test_a_shorter_path_replaces_an_entry_of_the_frontier(write: Callable[..., Path]) -> None:
    source = find(f"{write(ASTAR)}:aStarSearch")
    board = Board.parse("1 3 0/5 2 8/6 7 4")
    ours, theirs = (
        [*trace_expansions(start(Problem(board, GOAL), method))]
        for method in (
            Method("astar", "manhattan", ties=Ties.FIFO),
            Method(source.name, "manhattan"),
        )
    )
    replaced = [
        [
            (expansion.index, successor.node.board)
            for expansion in expansions
            for successor in expansion.successors
            if successor.outcome is SuccessorOutcome.REPLACED
        ]
        for expansions in (ours, theirs)
    ]
    assert replaced[0] == replaced[1] != []


@pytest.mark.parametrize("algorithm", ["own", "idastar", "beam"])
def test_the_path_remains_available_after_the_search_and_its_processes(
    write: Callable[..., Path], algorithm: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    processes: list[process.CodeProcess] = []
    begin = process.CodeProcess.__init__

    def record(self: process.CodeProcess, *source: CodeFile) -> None:
        processes.append(self)
        begin(self, *source)

    monkeypatch.setattr(process.CodeProcess, "__init__", record)
    file = write(ASTAR + "def h(board): return board.tiles[0]")
    name = f"{file}:astar" if algorithm == "own" else algorithm
    problem = Problem(shuffle(3, 4, 30, seed=2).start, Board.solved(3, 4))
    inspector = Inspector(start(problem, Method(name, f"{file}:h")))
    inspector.reach(20)
    path = inspector.glimpse().path
    del inspector
    gc.collect()
    assert processes
    assert all(each._process.returncode is not None for each in processes)
    assert len(path) > 1
    assert [node.h for node in path] == [node.board.tiles[0] for node in path]


@pytest.mark.parametrize("text", [PLAIN, ASTAR, AIMA])
def test_a_search_is_recorded_equally_in_this_process_and_in_its_own(
    write: Callable[..., Path], text: str
) -> None:
    functions: dict[str, Any] = {}
    exec(text, functions)
    source = find(str(write(text)), search=True) if text != ASTAR else find(f"{write(text)}:astar")
    problem = SearchProblem(NEAR, GOAL, "manhattan")
    function = functions[source.function]
    arguments = (problem, problem.heuristic) if takes_heuristic(source) else (problem,)
    moves = problem.moves(function(*arguments))
    steps = [*trace(Problem(NEAR, GOAL), Method(source.name, "manhattan"))]
    assert moves == solve(NEAR, method=Method(source.name, "manhattan")).moves
    assert [(e.board, e.parent, e.move, e.g) for e in problem.expansions] == [
        (s.node.board, s.parent_index, s.node.move, s.node.g) for s in steps
    ]


def test_a_search_problem_takes_a_function_and_checks_moves() -> None:
    problem = SearchProblem(BOARD, GOAL, naive.manhattan)
    assert problem.heuristic(problem.start) == naive.manhattan(BOARD, GOAL)
    assert problem.moves(None) is None
    for answer in (["U"], ["U", "U", "U"], 7):
        with pytest.raises(ValueError, match=r"returned 7|do not lead from"):
            problem.moves(answer)
    with pytest.raises(UnsolvableError):
        SearchProblem(Board.parse("2 1 3/4 5 6/7 8 0"))
    with pytest.raises(ValueError, match="did you mean manhattan"):
        SearchProblem(BOARD, heuristic="manhatan")


def test_slices_do_not_change_the_search(write: Callable[..., Path]) -> None:
    method = Method(f"{write(ASTAR)}:astar", "manhattan")
    unsliced, sliced = (start(Problem(BOARD, GOAL), method) for _ in range(2))
    unsliced.advance(1_000_000)
    while sliced.advance(3).value == "running":
        pass
    assert unsliced.result().moves == sliced.result().moves
    assert unsliced.expanded == sliced.expanded


def test_larger_boards_are_searched_with_built_in_heuristics(
    write: Callable[..., Path],
) -> None:
    board = shuffle(4, 4, 20, seed=2).start
    method = Method(f"{write(ASTAR)}:astar", "linear-conflict")
    assert solve(board, method=method).length == solve(board, method=Method("astar")).length


def test_actions_may_be_words_in_one_text(write: Callable[..., Path]) -> None:
    file = write("def search(problem):\n    return 'Down, Right'\n")
    assert solve(Board.parse("1 2 3/4 0 6/7 5 8"), method=Method(str(file))).length == 2


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("return ['U', 'U', 'U']", "returned 3 moves of which number 2 is not legal"),
        ("return ['U']", "returned 1 move; the last state is"),
        ("return 7", "mine.py: returned 7, which is not a list of actions such as"),
        ("return ['jump']", "returned ['jump'], which is not a list of actions such as"),
        ("return problem.successors('x')", "BoardError"),
        ("1 / 0", "line 2: ZeroDivisionError: division by zero"),
    ],
)
def test_a_wrong_answer_is_reported_in_one_line(
    write: Callable[..., Path],
    body: str,
    words: str,
) -> None:
    file = write(f"def search(problem):\n    {body}\n")
    with pytest.raises(CodeError) as error:
        solve(BOARD, method=Method(str(file)))
    assert words in str(error.value)
    assert len(str(error.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("actions", "advice"),
    [
        ("RD", "in reverse order they reach the goal: reverse the list"),
        ("UL", "the opposite moves reach the goal: an action is the direction of the blank"),
        ("LU", "they lead from the goal to the start: reverse the list and each move"),
        ("D", "the last move is missing"),
        ("R", "the first move is missing"),
        ("UDUD", "not the goal$"),
    ],
)
def test_a_usual_mistake_in_the_actions_is_named(
    write: Callable[..., Path], actions: str, advice: str
) -> None:
    file = write(f"def search(problem): return {actions!r}")
    with pytest.raises(CodeError, match=advice):
        solve(Board.parse("1 2 3/4 0 6/7 5 8"), method=Method(str(file)))


def test_a_missing_move_of_a_path_of_one_move_can_be_the_first_or_the_last(
    write: Callable[..., Path],
) -> None:
    file = write("def search(problem): return []")
    with pytest.raises(CodeError, match="the last move is missing, or the first move is missing"):
        solve(Board.parse("1 2 3/4 5 6/7 0 8"), method=Method(str(file)))


def test_exchanged_rows_and_columns_of_actions_are_named(write: Callable[..., Path]) -> None:
    file = write("def search(problem): return 'DR'")
    with pytest.raises(CodeError, match="with U and L, and D and R, exchanged"):
        solve(Board.parse("1 2 3/4 0 5/7 8 6"), method=Method(str(file)))


def test_a_goal_that_was_met_is_no_reason_to_return_nothing(write: Callable[..., Path]) -> None:
    text = "def search(problem):\n    problem.successors(problem.start)\n    problem.is_goal({})\n"
    with pytest.raises(CodeError, match="after a goal test was true; is `return` missing"):
        solve(BOARD, method=Method(str(write(text.format("problem.goal")))))
    assert solve(BOARD, method=Method(str(write(text.format("problem.start"))))).length is None


@pytest.mark.parametrize("place", ["problem, closed=set()", "problem"])
def test_variables_that_are_kept_between_searches_are_reported(
    write: Callable[..., Path], place: str
) -> None:
    text = BFS_CLOSED if "closed" in place else "closed = set()\n" + BFS_CLOSED
    source = find(f"{write(text.format(place))}:bfs")
    report = check_search(source, SMALL, Method(source.name), Method("bfs"))
    assert report.has_fault and report.solved == len(report.boards)
    assert report.divergence is not None
    assert report.divergence.cause is Cause.KEPT_VARIABLES
    right_text = BFS_CLOSED.format("problem").replace(
        "    queue = ", "    closed = set()\n    queue = "
    )
    right = find(f"{write(right_text)}:bfs")
    assert not check_search(right, SMALL, Method(right.name), Method("bfs")).has_fault


@pytest.mark.parametrize(
    ("parameters", "is_informed"),
    [
        ("problem, heuristic", True),
        ("problem, heuristic=None", True),
        ("problem, f=nullHeuristic", True),
        ("problem, h=lambda state: 0", True),
        ("problem, visited=None", False),
        ("problem, path=[]", False),
        ("problem, visited=set(), depth=0", False),
    ],
)
def test_a_second_parameter_with_a_value_is_not_the_heuristic(
    write: Callable[..., Path], parameters: str, is_informed: bool
) -> None:
    source = find(f"{write(f'def search({parameters}): return None')}:search")
    assert takes_heuristic(source) is is_informed


BFS_CLOSED = """
def bfs({}):
    queue = [(problem.start, [])]
    while queue:
        state, actions = queue.pop(0)
        if problem.is_goal(state):
            return actions
        if state not in closed:
            closed.add(state)
            queue += [(after, [*actions, a]) for a, after in problem.successors(state)]
    return None
"""


def test_no_solution_is_none(write: Callable[..., Path]) -> None:
    result = solve(BOARD, method=Method(str(write("def search(problem): return None"))))
    assert result.length is None
    assert result.note == "mine.py:search returned no solution"


def test_a_search_without_expansions_is_ended(
    write: Callable[..., Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(process, "EXPANSION_SECONDS", 0.2)
    file = write("def search(problem):\n    while True:\n        pass\n")
    with pytest.raises(CodeError, match=r"did not respond within 0\.2 s"):
        solve(BOARD, method=Method(str(file)))


def test_a_search_that_hangs_is_not_run_on_all_boards(
    write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "EXPANSION_SECONDS", 0.2)
    source = find(str(write("import time\ndef search(problem):\n    time.sleep(100)\n")))
    report = check_search(source, SMALL, Method(source.name))
    assert len(report.boards) == 5
    hung = ["did not respond within" in each.failure for each in report.boards]
    assert hung == [True, True, False, False, False]
    assert report.boards[2].failure.startswith("skipped: 2 earlier searches")


DIFFERENT = {
    "early": (
        ASTAR.replace(
            "            new = ",
            "            if problem.isGoalState(after):\n"
            "                return actions + [action]\n"
            "            new = ",
        ),
        "fifo",
        12,
        "the goal test is applied when a state is generated",
    ),
    "tie": (ASTAR, "lifo", 6, "only the tie-breaking differs"),
    "largest": (
        ASTAR.replace("(new[1] + heuristic", "(-new[1] - heuristic"),
        "fifo",
        3,
        "the node with the largest f is expanded first",
    ),
    "again": (
        ASTAR.replace("closed.get(state, g + 1) <= g", "False"),
        "fifo",
        11,
        "there is no check for duplicates",
    ),
}
"""Programs with the number of boards until the first difference."""


@pytest.mark.parametrize("kind", DIFFERENT)
def test_the_first_difference_is_explained(
    write: Callable[..., Path],
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
) -> None:
    text, ties, boards, words = DIFFERENT[kind]
    monkeypatch.setattr(custom_search, "start_code", InProcess)
    monkeypatch.setattr(search_check, "SEARCH_BOARDS", boards)
    source = find(f"{write(text)}:astar")
    method = Method(source.name, "manhattan")
    against = Method("astar", "manhattan", ties=ties)
    report = check_search(source, SMALL, method, against)
    found = report.divergence
    assert found is not None
    assert report.divergence_at is not None
    expected = [*trace(Problem(report.divergence_at, SMALL), against)]
    assert words in found.words
    assert found.cause.is_fault == (kind not in ("tie", "early"))
    if kind == "tie":
        assert expected[found.number - 1].node.board == found.expected
    assert f"{found.number}" in found.words


def test_a_correct_search_agrees(write: Callable[..., Path]) -> None:
    source = find(f"{write(ASTAR)}:astar")
    method, against = Method(source.name, "manhattan"), Method("astar", "manhattan", ties="fifo")
    report = check_search(source, SMALL, method, against)
    assert report.divergence is None
    assert report.solved == report.solved_optimally == len(report.boards)


def test_the_boards_of_a_check_share_a_process_but_no_variables(
    write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[CodeFile] = []
    begin = process.CodeProcess.__init__

    def record(self: process.CodeProcess, source: CodeFile) -> None:
        started.append(source)
        begin(self, source)

    monkeypatch.setattr(process.CodeProcess, "__init__", record)
    file = write(
        "import other\nCALLS = []\ndef search(problem):\n    CALLS.append(1)\n"
        "    other.CALLS.append(1)\n    problem.successors(problem.start)\n"
        "    return ['R'] if len(CALLS) == len(other.CALLS) == 1 else None\n"
    )
    file.with_name("other.py").write_text("CALLS = []\n", encoding="utf-8")
    boards = [Board.parse("1 2 3/4 0 5"), Board.parse("1 2 3/4 0 5")]
    source = find(f"{file}:search")
    report = check_search(source, SMALL, Method(source.name, "manhattan"), chosen=boards)
    assert report.solved == 2
    assert len(started) == 1
