"""Everything of a session that can be seen, as one frozen value.

``session.snapshot()`` makes it. It consists of one frozen value per feature, each defined in the
folder of its feature. A feature in which nothing has changed hands out the same object as before,
and where no feature has changed the snapshot itself is the same object: compare them with
``is``. Features that are not on the screen are None.

Values that would be costly to copy (a log of expansions, the moves of a long track, a review) are
in it by reference, beside a number that differs whenever they have changed. What a person does is a
method of the feature's object: ``session.watch.start()``, ``session.race.current.reset()``.
"""

from __future__ import annotations

from dataclasses import dataclass

from puzzler.game.coach.coach import CoachState
from puzzler.game.files.files import FilesState
from puzzler.game.lab.inspecting import LabState
from puzzler.game.lessons.lessons import LessonState
from puzzler.game.play.context import Activity
from puzzler.game.play.editing import EditState
from puzzler.game.play.settings import Settings
from puzzler.game.play.state import PlayState
from puzzler.game.race.state import RaceState
from puzzler.game.review.drilling import DrillState
from puzzler.game.review.reviewing import ReviewState
from puzzler.game.watch.watch import WatchState
from puzzler.solver.preparation import PreparationState


@dataclass(frozen=True)
class Snapshot:
    """A session at one moment."""

    activity: type[Activity]
    message: str
    """One line about what happened last; may be empty."""
    is_busy: bool
    """Something will change without input: keep ticking every frame; else sleep on events."""
    settings: Settings
    preparation: PreparationState
    preparation_message: str
    play: PlayState
    watch: WatchState
    coach: CoachState
    files: FilesState
    edit: EditState | None
    review: ReviewState | None
    drill: DrillState | None
    lab: LabState | None
    """Where a search is inspected, also by a step of a lesson."""
    race: RaceState | None
    lesson: LessonState | None
    """Where a lesson is begun, also while another view is shown, or where the list is."""
