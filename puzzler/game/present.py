"""The present activity: which one it is, and how another takes its place."""

from __future__ import annotations

from collections.abc import Callable

from puzzler.game.activity import Activity, Reply
from puzzler.game.play.editing import Editing
from puzzler.game.play.playing import Playing
from puzzler.game.play.slide import Happening
from puzzler.game.sitting import Sitting
from puzzler.game.watch.watching import Watching


class Present:
    """One activity at a time; playing, where there is no other."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.playing = Playing(sitting)
        """Always the same: it waits beneath whatever else is going on."""
        self.activity: Activity = self.playing
        self.is_covered = False
        """Something lies over the board: the timer stands."""
        self._is_held = False

    @property
    def is_playing(self) -> bool:
        """The person has the board."""
        return self.activity is self.playing

    @property
    def is_searching(self) -> bool:
        """A search is watched, and has found nothing yet."""
        return isinstance(self.activity, Watching) and self.activity.is_searching

    @property
    def has_search(self) -> bool:
        """The same, or what it has found is played while it looks for something better."""
        activity = self.activity
        if not isinstance(activity, Watching) or activity.is_over:
            return False
        return activity.run is None or not activity.run.is_over

    def enter(self, activity: Activity) -> None:
        """``activity`` is the present one from now on; the one before is left.

        Beneath one that is aside the game waits as it is, once a playback has handed it over.
        """
        if activity.is_aside and not self.activity.is_aside:
            self.stop()
        if self.activity is not self.playing:
            self.activity.leave()
        if activity is not self.playing and not activity.is_aside:
            self.playing.leave()
        self.sitting.coach.drop()
        self.activity = activity
        activity.begin()
        self.settle()

    def stop(self) -> None:
        """Go on playing; what else is under way ends at once."""
        if self.activity is not self.playing:
            self.enter(self.playing)

    def hush_and_stop(self) -> None:
        """The same; what was said is past, but not what stopping has to say."""
        self.sitting.say("")
        self.stop()

    def finish_edit(self) -> bool:
        """Let a draft become a play; False, and said, where it cannot be solved."""
        if isinstance(self.activity, Editing) and not self.activity.finish():
            return False
        self.settle()
        return True

    def act(self, act: Callable[[Activity], Reply]) -> bool:
        """What a hand does goes to the activity and, where that gives way, to the one who plays.

        False where it is refused. A line that was there before goes, unless nothing came of it.
        """
        stage = self.sitting.stage
        said, stage.message = stage.message, ""
        reply = act(self.activity)
        if reply is Reply.YIELDS:
            self.enter(self.playing)
            reply = act(self.activity)
        self.settle()
        if reply is Reply.REFUSED and not stage.message:
            stage.message = said
        return reply is Reply.DONE

    def refuse(self, message: str) -> None:
        """What was asked for cannot be, and ``message`` says why."""
        self.sitting.say(message)
        self.sitting.stage.happen(Happening.REFUSED)

    def settle(self) -> None:
        """Leave an activity that is over, and let the timer run or stand."""
        if self.activity.is_over:
            self.activity.leave()
            self.activity = self.playing
        is_held = self.is_covered or self.activity.holds_timer
        if is_held != self._is_held:
            self._is_held = is_held
            self.sitting.game.hold(is_held)
