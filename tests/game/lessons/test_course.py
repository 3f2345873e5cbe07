from __future__ import annotations

from puzzler.game.lessons.course import Course, Progress
from puzzler.game.lessons.reading import read
from tests.game.lessons.test_reading import LESSON

BEGINNING = Progress()


def course(progress: Progress = BEGINNING) -> Course:
    return Course(read(LESSON, "my"), progress)


def test_it_goes_to_and_fro_within_the_lesson() -> None:
    going = course()
    assert not going.back() and going.step.title == "One" and not going.is_last
    assert going.next() and going.step.title == "Two"
    assert going.is_last and going.is_done and not going.next()
    assert going.back() and going.is_done and not going.is_last
    assert not going.go(7) and going.progress == Progress(at=0, furthest=1)


def test_the_first_answer_counts_and_each_is_replied_to(compiled: None) -> None:
    going = course()
    first = going.answer(1)
    assert first is not None and not first.is_right and first.words.startswith("Not quite: it is 2")
    second = going.answer(2)
    assert second is not None and second.is_right and going.reply == second
    assert going.progress == Progress(wrong=frozenset({0}))
    going.next()
    assert going.reply is None and going.answer(2) is None


def test_what_was_kept_of_another_edition_fits_in() -> None:
    kept = Progress(9, 9, frozenset({0, 8}), frozenset({5}))
    assert course(kept).progress == Progress(1, 1, frozenset({0}))
    assert course(Progress(1, 1)).step.title == "Two"
