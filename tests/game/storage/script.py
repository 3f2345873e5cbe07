"""Play, review and drill by a script: the same in a child that is killed and in the test of it."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from puzzler.board import Board, shuffle
from puzzler.game.play.game import Game, Play, SavedGame
from puzzler.game.review.statistics import record
from puzzler.game.storage import running_game
from puzzler.game.storage.practice import Card
from puzzler.game.storage.store import Store

MOST_STEPS = 1_000_000
"""What lies far back stays, so that all of it can be compared."""
HOUR = 3600.0
RIGHT = 0.7
"""How many of the answers are right."""


@dataclass
class Kept:
    """Everything that is to be in the file, as the script knows it."""

    game: Game
    solves: dict[int, int | None] = field(default_factory=dict)
    """By the number of the play: the shortest solution, where it was learned; -1 where deleted."""
    cards: list[Card] = field(default_factory=list)
    answers: list[tuple[int, bool]] = field(default_factory=list)
    relays: int = 0

    @classmethod
    def read(cls, store: Store) -> Kept:
        """What is in the file now; the clock stands still."""
        saved = store.resume()
        if saved is None:
            scenario = shuffle(2, 2, 5, seed=1).without_moves()
            saved = SavedGame(Play(scenario, scenario.start))
        rows = store.connection.execute
        return cls(
            Game(saved, lambda: 0.0),
            {
                number: -1 if deleted else shortest
                for number, shortest, deleted in rows(
                    "SELECT number, shortest, deleted FROM solves"
                )
            },
            [
                Card(Board.parse(board), Board.parse(goal), *rest)
                for board, goal, *rest in rows(
                    "SELECT board, goal, distance, kind, id, box, due_at FROM cards ORDER BY id"
                )
            ],
            [(card, bool(right)) for card, right in rows("SELECT card, is_right FROM answers")],
            rows("SELECT count(*) FROM relays").fetchone()[0],
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Kept) and self._told == other._told

    __hash__ = None

    @property
    def _told(self) -> tuple[object, ...]:
        return self.game.saved, self.solves, self.cards, self.answers, self.relays

    @property
    def now(self) -> float:
        """An hour passes with each answer."""
        return HOUR * len(self.answers)

    @property
    def due(self) -> Card | None:
        """The card to be asked next."""
        due = [card for card in self.cards if card.due_at <= self.now]
        return min(due, key=lambda card: (card.due_at, card.id), default=None)


def acts(kept: Kept, store: Store | None, seed: int) -> Iterator[str]:
    """Do one random thing after the other, for ever; a word for each, once it is done.

    Without a store only ``kept`` follows: that is how a test knows what a child has done.
    """
    choose = random.Random(seed).random
    while True:
        choice = choose()
        if choice < 0.15 and kept.due is not None:
            yield _answer(kept, store, choose() < RIGHT)
        elif choice < 0.2:
            yield _add_card(kept, store, int(1e6 * choose()))
        elif choice < 0.25 and kept.solves:
            yield _change_solve(kept, store, choose(), choose())
        elif choice < 0.27:
            kept.relays += 1
            if store:
                store.keep_relay([(1.5, 6)] * 4, assisted=False)
            yield "relay"
        else:
            yield _play(kept, store, (choice - 0.27) / 0.73, choose)


def _answer(kept: Kept, store: Store | None, is_right: bool) -> str:
    card, now = kept.due, kept.now
    assert card is not None
    answered = card.answered(is_right, now)
    kept.cards[kept.cards.index(card)] = answered
    kept.answers.append((card.id, is_right))
    if store:
        assert store.due_card(now) == card
        assert store.answer(card.id, is_right, now) == answered
    return "answer"


def _add_card(kept: Kept, store: Store | None, seed: int) -> str:
    board, goal = shuffle(2, 3, 9, seed).start, Board.solved(2, 3)
    if board not in [card.board for card in kept.cards] and board != goal:
        card = Card(board, goal, 9, id=len(kept.cards) + 1, due_at=kept.now)
        kept.cards.append(card)
        if store:
            assert store.add_cards([card]) == [card.id]
    return "card"


def _change_solve(kept: Kept, store: Store | None, which: float, what: float) -> str:
    number = sorted(kept.solves)[int(which * len(kept.solves))]
    solve = store.solve_id(number) if store else None
    is_there = kept.solves[number] != -1
    if what < 0.3 and is_there:
        kept.solves[number] = -1
        if store:
            assert solve is not None
            store.delete(solve)
    elif is_there:
        kept.solves[number] = 1 + int(99 * what)
        if store:
            assert solve is not None
            store.learn_shortest(solve, 1 + int(99 * what))
    return "solve"


def _play(kept: Kept, store: Store | None, choice: float, choose) -> str:
    game = kept.game
    is_slide = False
    if game.play.is_solved or choice < 0.05:
        game.begin(shuffle(2, 2, 1 + int(8 * choose()), int(1e6 * choose())).without_moves())
    elif choice < 0.15:
        game.undo()
    elif choice < 0.2:
        game.redo()
    else:
        moves = game.play.board.legal_moves()
        game.slide([moves[int(choose() * len(moves))]])
        is_slide = True
    if is_slide and game.play.is_solved:
        kept.solves.setdefault(game.play.number, None)
        if store:
            record(store, game.saved)
        return "solved"
    if store:
        store.keep(game.saved)
    return "move"


def main(folder: str, seed: str, what: str) -> None:
    """Play in ``folder`` until killed; a line for each thing that has been kept.

    what: "all", or "play" where another child adds solves and cards at the same time.
    """
    running_game.MOST_STEPS = MOST_STEPS
    store = Store.open(Path(folder))
    kept = Kept.read(store)
    store.keep(kept.game.saved)
    print("begun", flush=True)
    random_ = random.Random(int(seed)).random
    plays = (_play(kept, store, random_(), random_) for _ in count())
    for word in plays if what == "play" else acts(kept, store, int(seed)):
        print(word, flush=True)
        trouble = store.take_trouble()
        assert not trouble, trouble
        time.sleep(0.0005)  # nobody plays so fast that no other window gets its turn
