"""Lessons as text: valid files, and errors of invalid files."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import pytest

from puzzler.board.board import Board
from puzzler.game.lessons.asking import check, fill_question
from puzzler.game.lessons.figures import FIGURES, find_figure
from puzzler.game.lessons.lesson import (
    AnswerKind,
    Lesson,
    LessonError,
    LessonPanel,
    agrees,
    format_fault,
    format_value,
)
from puzzler.game.lessons.reading import read, read_file, read_folder
from puzzler.search.options import Limit, Ties

LESSON = '''title = "A lesson"
summary = "about something"

[[step]]
title = "One"
text = """
It expands {expanded} states,
and greedy search {quick.expanded}.
"""
board = "1 2 3/4 0 6/7 5 8"
algorithm = "astar"
heuristic = "manhattan"
ties = "fifo"
moment = 1
panel = "tree"
[step.runs.quick]
algorithm = "greedy"
[step.claims]
expanded = 2
quick.expanded = 2
length = 2
[step.question]
kind = "choose"
words = "How long?"
choices = ["1", "2"]
replies = ["No.", "Yes."]
answer = "length"

[[step]]
title = "Two"
text = "More."
weight = 2
moment = "end"
'''


def faults(text: str) -> list[str]:
    with pytest.raises(LessonError) as caught:
        read(text, "my")
    return [format_fault("my", fault) for fault in caught.value.faults]


def replace_text(old: str, new: str) -> str:
    assert old in LESSON
    return LESSON.replace(old, new, 1)


def test_a_lesson_is_read_with_all_its_keys() -> None:
    lesson = read(LESSON, "my")
    one, _ = lesson.steps
    assert (lesson.name, lesson.title, lesson.rank) == ("my", "A lesson", 0)
    assert one.panel is LessonPanel.TREE
    assert one.trial.problem.start == Board.parse("1 2 3/4 0 6/7 5 8")
    assert one.trial.method.ties is Ties.FIFO
    assert one.runs["quick"].method.algorithm == "greedy"
    assert one.blocks[0].text == "It expands 2 states, and greedy search 2."
    assert one.question is not None and one.question.kind is AnswerKind.CHOOSE


def test_a_step_inherits_missing_keys() -> None:
    one, two = read(LESSON, "my").steps
    assert two.trial.problem.start == one.trial.problem.start and two.panel is LessonPanel.TREE
    assert (two.trial.method.heuristic, two.trial.method.weight) == ("manhattan", 2)
    assert two.trial.method.ties is Ties.FIFO
    assert two.trial.moment is None and not two.figures and two.question is None


def test_a_run_has_its_own_moment_or_the_end_if_its_step_has() -> None:
    text = replace_text('"greedy"\n', '"greedy"\n[step.runs.slow]\nalgorithm = "bfs"\nmoment = 5\n')
    text += '[step.runs.other]\nalgorithm = "bfs"\n'
    one, two = read(text, "my").steps
    assert {name: run.moment for name, run in one.runs.items()} == {"quick": 0, "slow": 5}
    assert {name: run.moment for name, run in two.runs.items()} == {"other": None}


def test_true_is_not_a_number_of_expansions() -> None:
    assert "not True" in faults(replace_text("moment = 1", "moment = true"))[0]


def test_a_new_algorithm_or_board_resets_the_other_keys() -> None:
    two = read(LESSON + 'algorithm = "greedy"\nboard = "1 2/0 3"\n', "my").steps[1]
    assert two.trial.method.heuristic == "manhattan+misplaced"
    assert two.trial.method.ties is Ties.LIFO
    assert two.trial.problem.goal == Board.solved(2, 2)


def test_a_goal_is_a_name_or_a_board() -> None:
    text = replace_text('algorithm = "astar"', 'goal = "1 2 3/4 6 8/7 5 0"\nalgorithm = "astar"')
    assert read(text, "my").steps[1].trial.problem.goal == Board.parse("1 2 3/4 6 8/7 5 0")
    text = replace_text('board = "1 2 3/4 0 6/7 5 8"', 'board = "0 1/3 2"\ngoal = "snail"')
    assert read(text, "my").steps[0].trial.problem.goal == Board.parse("1 2/0 3")


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ('"manhattan"', '"manhatan"', 12, "unknown heuristic 'manhatan'; did you mean manhattan"),
        ('algorithm = "astar"', 'algorithm = "a*"', 11, "unknown algorithm 'a*'"),
        ('"fifo"', '"filo"', 13, "unknown tie-break 'filo'"),
        ('"fifo"', '"fifo"\nduplicates = "late"', 14, "a lesson finds the duplicates of A* early"),
        ('"1 2 3/4 0 6/7 5 8"', '"1 2 3/4 0 6/7 5 9"', 10, "'1 2 3/4 0 6/7 5 9': "),
        ('"1 2 3/4 0 6/7 5 8"', '"1 2 3/4 0 6/7 8 5"', 10, ""),
        ("moment = 1", 'moment = "and"', 14, "moment is a number of expansions or \"end\", not"),
        ("moment = 1", "moment = -1", 14, "moment is a number of expansions"),
        ('panel = "tree"', 'panel = "trees"', 15, "panel is play, board, state, frontier, tree"),
        ('panel = "tree"', 'tab = "tree"', 15, "a step has no 'tab'; it has title, text, reveal"),
        ("runs.quick", "runs.length", 16, "a run cannot be called 'length': that is a figure"),
        ("runs.quick", "runs.at", 16, "a run cannot be called 'at': that is a figure"),
        ("runs.quick", 'runs."a.b"', 4, "a run cannot be called 'a.b': that is a figure"),
        ("moment = 1", 'goal = "1 2/3 0"', 14, "the goal and the board differ in shape"),
        ("\nquick.expanded", "\nquik.expanded", 20, "is called 'quik.expanded'; the runs"),
        ("{expanded}", "{expended}", 7, "{expended} is quoted but not claimed"),
        ("{quick.expanded}", "{deepest}", 8, "{deepest} is quoted but not claimed"),
        ('"No."', '"{deepest}"', 26, "{deepest} is quoted but not claimed"),
        ("It expands", "It *expands", 7, "the mark * before 'expands"),
        ("expanded = 2", "expanded = true", 19, "expanded is a number or text, not True"),
        ('kind = "choose"', 'kind = "chose"', 23, "kind is predict, choose, number or code"),
        ('kind = "choose"\n', "", 22, "a question needs 'kind'"),
        ('choices = ["1", "2"]', 'choices = ["1"]', 25, "needs two choices or more"),
        ('choices = ["1", "2"]', 'choices = ["2", "2"]', 25, "two choices are the same"),
        ('["1", "2"]', '["1", "2", "3", "4", "5", "6", "7"]', 25, "at most 6 choices"),
        ('choices = ["1", "2"]', 'choices = ["1", "2", "3"]', 26, "3 choices and 2 replies: each"),
        ('replies = ["No.", "Yes."]', 'replies = ["No."]', 26, "2 choices and 1 reply: each"),
        ('answer = "length"', "answer = 3", 27, "no choice is number 3; there are 2"),
        ('answer = "length"', "answer = 0", 27, "no choice is number 0; there are 2"),
        ('answer = "length"', 'answer = "lenght"', 27, "'lenght' is the answer but not claimed"),
        ('answer = "length"', 'answer = 1\nright = "x"', 28, "a question to choose has no 'right'"),
        ('kind = "choose"', 'kind = "number"', 22, "a question to number needs 'right'"),
        ('kind = "choose"', 'kind = "number"', 25, "a question to number has no 'choices'"),
        ('kind = "choose"', 'kind = "predict"', 27, "a question to predict has no 'answer'"),
        ('text = "More."', 'text = "More."\nreveal = "x"', 32, "reveals something needs a"),
        ('title = "Two"\n', "", 29, "a step needs 'title'"),
        ("weight = 2", 'weight = "2"', 32, "weight is a number, not '2'"),
        ("weight = 2", "weight = -1", 32, "weight"),
        ("title = \"A lesson\"\n", "", None, "a lesson needs 'title'"),
        ("moment = \"end\"\n", "moment = \n", 33, "not valid TOML: invalid value"),
        ("title = \"One\"", "title = 1", 5, "title is text in quotes, not 1"),
        ('["1", "2"]', '"1"', 25, "choices is a list in brackets, not '1'"),
        ('[step.runs.quick]\nalgorithm = "greedy"', 'runs.quick = 3', 16, "a run is a table"),
    ],
)  # fmt: skip
def test_unknown_names_raise_an_error(old: str, new: str, line: int | None, words: str) -> None:
    found = faults(replace_text(old, new))
    where = "my: " if line is None else f"my: line {line}: "
    assert any(each.startswith(where) and words in each for each in found), found


@pytest.mark.parametrize(
    ("panel", "goal", "target", "words"),
    [
        ("play", "standard", "[1, 2]", ""),
        ("tree", "standard", "[1, 2]", 'a target needs panel = "play"'),
        ("play", "blank-first", "[1, 2]", "a target needs a goal with the blank in the last cell"),
        *(
            ("play", "standard", numbers, "has a number that is not a tile of the board")
            for numbers in ("[0]", "[9]", "[1, true]", "[2.0]")
        ),
    ],
)
def test_a_target_has_tiles_and_a_board_to_play(
    panel: str, goal: str, target: str, words: str
) -> None:
    step = f'[[step]]\ntitle = "A"\ntext = "B"\npanel = "{panel}"\ngoal = "{goal}"\n'
    text = f'title = "A"\nsummary = "B"\n\n{step}board = "1 2 3/4 5 6/7 0 8"\ntarget = {target}\n'
    if not words:
        assert read(text, "my").steps[0].target == (1, 2)
    else:
        assert any(words in each for each in faults(text))


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ('"astar"', '"astar', 11),
        ('"astar"', "'astar", 11),
        ('["1", "2"]', '["1, "2"]', 25),
        ('quick.expanded}.\n"""', "quick.expanded}.", 6),
        ('"More."', '"""\nMore.\n"""', 6),
        ('text = """', "text = '''", 6),
    ],
)
def test_an_unclosed_string_is_reported_with_its_line(old: str, new: str, line: int) -> None:
    text = replace_text(old, new)
    if "More" in old:  # the first text is not closed, and a second text follows
        text = text.replace('expanded}.\n"""', "expanded}.")
    assert faults(text) == [f"my: line {line}: the string is not closed"]


def test_all_faults_are_reported_together() -> None:
    text = (
        replace_text('"fifo"', '"filo"').replace("{expanded}", "{expended}").replace("panel", "tap")
    )
    assert [int(each.split()[2][:-1]) for each in faults(text)] == [7, 13, 15]


def test_choices_are_shuffled_in_a_fixed_order_with_their_replies() -> None:
    step = LESSON[LESSON.index("[[step]]") : LESSON.rindex("[[step]]")]
    one = step.replace('"length"', "1", 1).replace('["1", "2"]', '["a", "b", "c"]')
    one = one.replace('["No.", "Yes."]', '["to a", "to b", "to c"]')
    text = LESSON[: LESSON.index("[[step]]")] + one * 60
    orders = set()
    for first, again in zip(read(text, "my").steps, read(text, "my").steps, strict=True):
        question = first.question
        assert question is not None and question == again.question
        assert [f"to {choice}" for choice in question.choices] == list(question.replies)
        assert isinstance(question.answer, int) and question.choices[question.answer] == "a"
        orders.add(question.choices)
    assert len(orders) == 6


def test_damaged_lessons_raise_only_lesson_errors() -> None:
    """Each line is removed once, and each value is replaced by one of another type."""
    lines = LESSON.splitlines()
    for number, line in enumerate(lines):
        others = [f"{line.split(' = ')[0]} = {value}" for value in ("1", "'x'", "[]", "{}", "true")]
        for other in ("", *(others if " = " in line else ())):
            with suppress(LessonError):
                read("\n".join([*lines[:number], other, *lines[number + 1 :]]), "my")


def test_the_first_step_requires_a_board_and_a_lesson_requires_steps() -> None:
    text = replace_text('board = "1 2 3/4 0 6/7 5 8"\n', "")
    assert "my: line 4: the first step needs a board" in faults(text)
    assert faults('title = "x"\nsummary = "y"') == ["my: a lesson needs steps, each under [[step]]"]


def test_unreadable_files_are_errors(tmp_path: Path) -> None:
    noise, large = tmp_path / "noise.toml", tmp_path / "large.toml"
    noise.write_bytes(b"title = '\n\xff'")
    large.write_bytes(b"#" * 250_001)
    (tmp_path / "fits.toml").write_text(LESSON.ljust(250_000))
    assert len(read_file(tmp_path / "fits.toml").steps) == 2
    os.mkfifo(tmp_path / "pipe.toml")  # reading it would wait for ever
    for file, words in (
        (tmp_path / "none.toml", "none.toml: file not found"),
        (tmp_path / "\x1b.toml", r"'\\x1b.toml': file not found"),
        (tmp_path, "this is a folder, not a file"),
        (noise, "noise.toml: line 2: byte 0xff is not UTF-8 text"),
        (large, "large.toml: larger than"),
        (tmp_path / "pipe.toml", "pipe.toml: cannot be read: it is not a regular file"),
    ):
        with pytest.raises(LessonError, match=words):
            read_file(file)


def test_a_folder_is_read_in_the_order_of_ranks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, rank in (("c", 1), ("a", 2), ("b", 1)):
        (tmp_path / f"{name}.toml").write_text(f"rank = {rank}\n{LESSON}")
    (tmp_path / "bad.toml").write_text("title = 1")
    (tmp_path / "folder.toml").mkdir()
    monkeypatch.chdir(tmp_path)
    shelf = read_folder(Path())
    assert list(shelf.lessons) == ["b", "c", "a"]
    assert shelf.folder == tmp_path.name
    (trouble,) = shelf.troubles
    assert trouble.startswith("bad.toml: ")


def test_a_table_of_figures_has_at_most_four_runs() -> None:
    runs = "".join(f'[step.runs.r{number}]\nalgorithm = "bfs"\n' for number in range(5))
    four, five = runs[: runs.index("[step.runs.r4]")], runs
    assert len(read(LESSON + five, "my").steps[1].runs) == 5  # in another panel
    assert len(read(f'{LESSON}panel = "figures"\n{four}', "my").steps[1].runs) == 4
    assert faults(f'{LESSON}panel = "figures"\n{five}') == [
        "my: line 29: a table of figures has at most 4 runs, not 5"
    ]


def test_searches_have_a_limit_and_a_board_to_play_has_none_to_predict() -> None:
    assert read(LESSON, "my").steps[0].trial.method.limit == Limit(expansions=500_000)
    begin = LESSON.index("kind =")
    text = LESSON[:begin].replace('"tree"', '"play"')
    text += 'kind = "predict"\nright = "Yes."\nwrong = "{deepest}"\n'
    assert faults(text) == [
        "my: line 23: a step that is played by hand has no search to predict",
        "my: line 25: {deepest} is quoted but not claimed",
    ]


# ---- Claims compared with the search
# ------------------------------------------------------------------------


def messages(lesson: Lesson) -> list[str]:
    return [format_fault("my", fault) for fault in check(lesson)]


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ('expanded = "2"', "expanded is a number: write 2, without quotes"),
        ("at.board = 3", 'at.board is text: write "1 2 3/4 0 6/7 5 8", in quotes'),
    ],
)
def test_a_claim_of_the_wrong_type_is_reported(claim: str, words: str, compiled: None) -> None:
    text = replace_text("\nexpanded = 2", f"\n{claim}").replace("{expanded}", "")
    assert messages(read(text, "my")) == [f"my: line 19: {words}"]


def test_a_false_claim_is_reported(compiled: None) -> None:
    assert messages(read(LESSON, "my")) == []
    assert messages(read(replace_text("\nexpanded = 2", "\nexpanded = 3"), "my")) == [
        "my: line 19: expanded: claimed 3, actual 2"
    ]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("moment = 1", "moment = 9",
         "line 14: moment: the search ends after 2 expansions, before 9"),
        ('choices = ["1", "2"]', 'choices = ["1", "3"]',
         "line 27: question: length is 2, which must be one of the choices"),
        ('choices = ["1", "2"]', 'choices = ["2", "{length}"]',
         "line 27: question: length is 2, which must be one of the choices"),
        ("\nexpanded = 2", "\nexpanded = 2\nmeeting = 4",
         "line 20: meeting: only bidirectional has it"),
        ("\nexpanded = 2", "\nexpanded = 2\nneighbour.5 = 4",
         "line 20: neighbour.5: there are 4, counted from 1"),
        ('"greedy"\n', '"greedy"\nmoment = 9\n',
         "line 18: moment: the search ends after 2 expansions, before 9"),
        ('"greedy"\n[step.claims]\n', '"idastar"\n[step.claims]\nquick.bound.0 = 2\n',
         "line 19: quick.bound.0: there are 1, counted from 1"),
        ('"greedy"\n[step.claims]\n', '"idastar"\n[step.claims]\nquick.pass.0 = 2\n',
         "line 19: quick.pass.0: there are 1, counted from 1"),
    ],
)  # fmt: skip
def test_a_figure_that_the_search_does_not_have_is_reported(
    old: str, new: str, fault: str, compiled: None
) -> None:
    assert f"my: {fault}" in messages(read(replace_text(old, new), "my"))


def test_every_figure_has_a_value_or_a_reason(compiled: None) -> None:
    names = [f"{name}1" if name.endswith(".") else name for name in FIGURES]
    assert all(map(find_figure, names))
    assert not any(map(find_figure, ("", ".", "layer.", "layer.x", "at", "speed", "h.1")))
    assert not any(map(find_figure, ("layer." + "9" * 4500, "layer.٣", "layer.-1")))
    for algorithm in ("astar", "idastar", "bidirectional", "bfs", "walk"):
        claims = "".join(f"{name} = -1\n" for name in names)
        text = LESSON[: LESSON.index("[[step]]")] + (
            f'[[step]]\ntitle = "a"\ntext = "b"\nboard = "4 1 3/0 2 5"\nalgorithm = "{algorithm}"\n'
            f"moment = 2\n[step.claims]\n{claims}"
        )
        found = messages(read(text, "my"))
        assert len(found) >= len(names)
        assert not [each for each in found if ": claimed" not in each and ": th" not in each
                    and "is text" not in each
                    and "only" not in each]  # fmt: skip


def test_a_question_is_formatted(compiled: None) -> None:
    step = read(LESSON, "my").steps[0]
    question = fill_question(step)
    assert question is not None
    right = question.choices.index("2")
    assert sorted(question.choices) == ["1", "2"]
    assert (question.right, question.answer) == (right, "2")
    assert question.reply(right) == "**Right.** Yes."
    assert question.reply(1 - right) == "**Not quite.** No."


def test_a_number_has_a_reply(compiled: None) -> None:
    begin = LESSON.index("kind =")
    more = 'kind = "number"\nwords = "?"\nanswer = "length"\nright = "Yes."\nwrong = "No."\n'
    question = fill_question(read(LESSON[:begin] + more, "my").steps[0])
    assert question is not None
    assert question.reply(2) == "**Right.** Yes."
    assert question.reply(3) == "**Not quite: it is 2.** No."


def test_a_board_to_predict_is_found_in_the_search(compiled: None) -> None:
    begin = LESSON.index("kind =")
    text = LESSON[:begin] + 'kind = "predict"\nright = "Yes."\nwrong = "No."\n'
    question = fill_question(read(text, "my").steps[0])
    assert question is not None and len(question.nodes) == 4
    assert question.answer == "1 2 3/4 5 6/7 0 8"
    boards = [node.board for node in question.nodes]
    assert boards == sorted(boards, key=lambda board: board.tiles)
    assert (
        question.frontier
        == "The frontier holds 4 states. Selected first: lowest f; ties: first in, first out."
    )
    assert "1 2 3/4 5 6/7 0 8   g 1  h 1  successor 2 of the last expansion" in question.lines


def test_figures_are_formatted_and_compared() -> None:
    assert [format_value(value) for value in (1204, 1.42, "ULD")] == ["1,204", "1.42", "ULD"]
    assert agrees(1.42, 1.4191) and not agrees(1.4, 1.5) and agrees(3, 3) and not agrees(3, "3")
    assert not agrees("3", 3)


def test_a_lesson_never_runs_code(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("raise RuntimeError")
    for old, new in (
        ('heuristic = "manhattan"', f'heuristic = "{file}:h"'),
        ('algorithm = "astar"', f'algorithm = "{file}:search"'),
    ):
        with pytest.raises(LessonError, match="lessons cannot run files of code"):
            read(LESSON.replace(old, new, 1), "lesson")
