"""Choosing how the window searches, and what it says while tables are built."""

from __future__ import annotations

import pygame
import pytest

from puzzler.board import Board, Scenario
from puzzler.game.kept.settings import Settings
from puzzler.game.session import Session
from puzzler.search.heuristics.heuristic import BuildProgress
from puzzler.search.method import Method
from puzzler.search.registry import ALGORITHMS, HEURISTICS
from puzzler.window.overlays.menu import Menu
from puzzler.window.screens.play import PlayScreen
from puzzler.window.screens.play_picture import _search_state
from puzzler.window.theme import load_theme
from tests.game.fakes import FakeClock, FakePreparation, FakeSolver, no_advice

SCENARIO = Scenario(Board.parse("1 2/0 3"), Board.solved(2, 2), labels=("", "A", "B", "C"))


@pytest.fixture
def screen():
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((1280, 800))
    session = Session(
        Settings(),
        FakeClock(),
        preparation=FakePreparation(),
        scenario=SCENARIO,
        start_solver=FakeSolver(),
        start_advice=no_advice,
    )
    yield PlayScreen(session, load_theme, (1280, 800))
    session.close()
    pygame.display.quit()
    pygame.font.quit()


def chosen(screen: PlayScreen) -> tuple[str, str, float]:
    screen.tick(0)
    method = screen.session.settings.method(2, 2)
    return method.algorithm, method.heuristic, method.weight


def test_keys_and_clicks_choose(screen: PlayScreen) -> None:
    assert chosen(screen) == ("astar", "manhattan+misplaced", 1)
    names = list(ALGORITHMS)
    screen.control.algorithm.key(pygame.K_RIGHT)
    assert chosen(screen)[0] == names[(names.index("astar") + 1) % len(names)]
    screen.control.algorithm.key(pygame.K_LEFT)
    screen.control.heuristic.release(screen.control.heuristic.rect.midright[0:2])
    assert chosen(screen)[1] == "manhattan+misplaced"  # just outside of it
    screen.control.heuristic.release(
        (screen.control.heuristic.rect.left + 3, screen.control.heuristic.rect.centery)
    )
    heuristics = list(HEURISTICS)
    assert chosen(screen)[1] == heuristics[heuristics.index("manhattan+misplaced") - 1]
    if screen.control.weight.is_enabled:
        screen.control.weight.key(pygame.K_RIGHT)
        assert chosen(screen)[2] == 1.5


def test_a_list_says_one_line_on_each(screen: PlayScreen) -> None:
    screen.tick(0)
    for chooser, entries in (
        (screen.control.algorithm, ALGORITHMS),
        (screen.control.heuristic, HEURISTICS),
    ):
        chooser.release(chooser.rect.center)
        menu = screen.overlays.top
        assert isinstance(menu, Menu)
        rows = menu.list.items[-len(entries) :]
        assert [(row.words, row.detail.lower()) for row in rows] == [
            (entry.title, entry.summary.lower()) for entry in entries.values()
        ]
        assert menu.list.items[menu.list.marked].words == chooser._words()
        menu.list.key(pygame.K_HOME)
        screen.handle(pygame.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode=""))
        assert chosen(screen)[1] == next(iter(HEURISTICS)) or screen.session.settings.shortest
        assert screen.overlays.top is None
        assert screen.control.tip(chooser.name) is not None
        screen.session.settings = Settings()
        screen.tick(0)


def test_shortest_picks_by_itself_and_is_searched_with(screen: PlayScreen) -> None:
    screen.control.algorithm.on_choose("")
    assert screen.session.settings.method(2, 2) == Method.shortest(2, 2)
    screen.tick(0)
    assert not screen.control.heuristic.is_enabled
    assert not screen.control.weight.is_enabled


def test_every_part_can_be_drawn_whatever_is_chosen(screen: PlayScreen) -> None:
    surface = pygame.display.get_surface()
    for _ in range(len(ALGORITHMS)):
        screen.control.algorithm.key(pygame.K_RIGHT)
        if not screen.session.settings.shortest:
            screen.tick(0)
            for part in screen.parts():
                part.draw(surface)


def test_labels_stand_on_the_tiles(screen: PlayScreen) -> None:
    screen.tick(0)
    tiles = {
        part.key[1]: part.look[0].skin.words(part.key[1])
        for part in screen.parts()
        if part.key[0] == "tile"
    }
    assert tiles == {1: "A", 2: "B", 3: "C"}


def test_building_is_told(screen: PlayScreen) -> None:
    screen.session.watch()
    screen.session._searcher._handle.building = BuildProgress(0.42, "tables")
    screen.tick(0)
    assert _search_state(screen) == "Building tables, first time only 42 %"
    screen.session._searcher._handle.building = BuildProgress(0.999, "tables")
    screen.tick(1)
    assert _search_state(screen) == "Building tables, first time only 99 %"
    # what is left then, such as writing them to the disk, has no share to show
    screen.session._searcher._handle.building = BuildProgress(1.0, "tables")
    screen.tick(2)
    assert _search_state(screen) == "Tables are built, the search is starting"
