"""The visible state of a session."""

from __future__ import annotations

from dataclasses import dataclass

from puzzler.game.coach.coach import CoachState
from puzzler.game.core.activity import Activity
from puzzler.game.core.settings import Settings, SystemLook
from puzzler.game.lab.state import LabState
from puzzler.game.lessons.course import LessonState
from puzzler.game.play.boards import PlayState
from puzzler.game.play.editing import EditState
from puzzler.game.race.state import RaceState
from puzzler.game.review.drilling import DrillState
from puzzler.game.review.reviewing import ReviewState
from puzzler.game.watch.watch import WatchState
from puzzler.search.compilation import KernelState


@dataclass(frozen=True, kw_only=True)
class Snapshot:
    """The visible state of a session: one frozen value per feature.

    A feature that has not changed returns the same object as before, and so does ``snapshot`` if no
    feature has changed, so that they can be compared with ``is``. Features that are not shown are
    None. Large values, such as a log of expansions or a review, are references. A number next to
    each reference changes with the value.
    """

    activity: type[Activity]
    message: str
    background_text: str
    """The background job and its progress in one line; "" if there is none."""
    is_busy: bool
    settings: Settings
    system: SystemLook
    preparation: KernelState
    preparation_message: str
    play: PlayState
    watch: WatchState
    coach: CoachState
    edit: EditState | None = None
    review: ReviewState | None = None
    drill: DrillState | None = None
    lab: LabState | None = None
    """The inspected search, also while a step of a lesson shows one."""
    race: RaceState | None = None
    lesson: LessonState | None
    """The current lesson, also while another view is shown, or the list of lessons."""

    @property
    def reduces_motion(self) -> bool:
        """Whether animations are disabled."""
        return self.settings.reduces_motion(self.system)
