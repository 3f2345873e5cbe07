"""Taking in what comes from outside: dropped, pasted, opened, or named on the command line."""

from __future__ import annotations

from collections import OrderedDict
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from puzzler.board.board import Board
from puzzler.board.errors import BoardError, PuzzlerError
from puzzler.board.parity import is_solvable
from puzzler.board.scenario import Scenario
from puzzler.formats import registry
from puzzler.formats.format import Contents
from puzzler.game import wording
from puzzler.game.files import import_messages
from puzzler.game.files.imported import Origin, Received, Taken
from puzzler.game.files.text_reader import understand
from puzzler.game.play.boards import Boards
from puzzler.game.play.editing import Editing
from puzzler.game.play.seed import parse_seed
from puzzler.game.play.slide import Happening
from puzzler.game.present import Present
from puzzler.game.review.reviews import Reviews
from puzzler.humanize import sentence
from puzzler.search.options import WEIGHTED_HEURISTIC
from puzzler.search.registry import DEFAULT_ALGORITHM

_MOST_ORIGINS = 64


class Receiving:
    """Nothing of the game is lost: what cannot be read changes nothing, and undo leads back."""

    def __init__(self, present: Present, boards: Boards, reviews: Reviews) -> None:
        self._present = present
        self._sitting = present.sitting
        self._boards = boards
        self._reviews = reviews
        self._origins: OrderedDict[tuple[Board, Board], Origin] = OrderedDict()
        self._compared = set[tuple[Board, Board]]()  # with what they promise

    @property
    def origin(self) -> Origin | None:
        """Where the present board came from; None where it was not received in this sitting."""
        scenario = self._present.activity.play.scenario
        return self.origin_of(scenario.start, scenario.goal)

    def origin_of(self, start: Board, goal: Board) -> Origin | None:
        """The same of any board with its goal."""
        return self._origins.get((start, goal))

    def receive(
        self, text: str, name: str = "", form: str | None = None, file: Path | None = None
    ) -> Received:
        """What ``text`` says becomes the game, or a review of it. Never raises.

        A board, a scramble or a game ID is a new game with its goal; with moves it is reviewed. A
        whole number is the seed of a new board. While tiles are placed by hand a board becomes the
        draft. name: what the text is called, such as that of its file. form: the name of the format
        that it is in; by default it is told by the content. file: what it was read from.
        """
        activity = self._present.activity
        if isinstance(activity, Editing):
            with suppress(BoardError):
                readings = registry.readings(text.replace("\r\n", "\n"), form)
                if len(readings) == 1:
                    return self.take(readings[0].contents, name, file)
            with suppress(PuzzlerError):
                parse_seed(text)
                return self._refuse(import_messages.SEED_IN_DRAFT)
        elif form is None:
            with suppress(PuzzlerError):
                seed = parse_seed(text)
                self._boards.new(seed=seed)
                # a board that has to be waited for has a line of its own
                said = "" if self._boards.pending else import_messages.of_seed(seed)
                return Received(Taken.SEED, said)
        scenario = activity.play.scenario
        try:
            understood = understand(text, scenario, form, "" if file is None else file.name)
        except BoardError as error:
            return self._refuse(import_messages.not_received(error, name))
        if understood.doubt is not None:
            return Received(Taken.ASKS, "", understood.choices, understood.doubt)
        return self.take(understood.choices[0].contents, name, file)

    def take(
        self,
        contents: Contents,
        name: str = "",
        file: Path | None = None,
        *,
        is_method_chosen: bool = False,
    ) -> Received:
        """The same of what has been read. Never raises.

        is_method_chosen: a weight in ``contents`` does not say how to search any more.
        """
        activity = self._present.activity
        if isinstance(activity, Editing):
            before = activity.draft
            activity.take(contents)
            is_same = activity.draft == before
            return Received(Taken.BOARD, import_messages.IS_DRAWN if is_same else "")
        goal = contents.meant_goal
        contents = replace(contents, goal=goal)
        if not is_solvable(contents.start, goal):
            error = BoardError(import_messages.unsolvable(goal, is_promised=contents.is_unsolvable))
            return self._refuse(import_messages.not_received(error, name))
        title = name or wording.PASTED
        if contents.moves:
            problem = self._reviews.open_contents(contents, title)
            if problem:
                return self._refuse(problem)
            self._remember(contents, name, file)
            return Received(Taken.REVIEW)
        if contents.start == goal:
            return self._refuse(import_messages.IS_SOLVED)
        scenario = Scenario(
            contents.start, goal, labels=contents.labels, title=name or import_messages.PASTED_BOARD
        )
        self._boards.begin_given(scenario)
        self._remember(contents, name, file)
        weight = None if is_method_chosen else contents.weight
        if weight is not None:
            self._search_with(weight)
        said = import_messages.received(scenario, contents, weight)
        self._sitting.say(said)
        return Received(Taken.BOARD)

    def tick(self) -> None:
        """Say it once where a board turns out not to be what its text promises."""
        origin = self.origin
        if origin is None or origin.contents.length is None:
            return
        key = origin.contents.start, origin.contents.meant_goal
        shortest = self._sitting.distances.shortest(*key).moves
        if shortest is None or key in self._compared:
            return
        self._compared.add(key)
        if shortest != origin.contents.length:
            self._sitting.say(import_messages.broken_promise(origin, shortest))

    def _remember(self, contents: Contents, name: str, file: Path | None) -> None:
        key = contents.start, contents.meant_goal
        self._compared.discard(key)
        self._origins[key] = Origin(contents, name, file)
        self._origins.move_to_end(key)
        while len(self._origins) > _MOST_ORIGINS:
            self._compared.discard(self._origins.popitem(last=False)[0])

    def _search_with(self, weight: float) -> None:
        """In this sitting Watch searches as a weighted scenario is to be searched."""
        self._sitting.settings = replace(
            self._sitting.settings,
            algorithm=DEFAULT_ALGORITHM,
            heuristic=WEIGHTED_HEURISTIC,
            weight=weight,
            shortest=False,
        )

    def _refuse(self, words: str) -> Received:
        self._sitting.stage.happen(Happening.REFUSED)
        return Received(Taken.REFUSED, sentence(words))
