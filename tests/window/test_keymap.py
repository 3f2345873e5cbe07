"""Keys to commands."""

from __future__ import annotations

import pygame
import pytest

from puzzler.window.keymap import Command, Keymap


@pytest.mark.parametrize(
    ("key", "modifiers", "command"),
    [
        (pygame.K_UP, 0, Command.UP),
        (pygame.K_a, 0, Command.LEFT),
        (pygame.K_s, 0, Command.WATCH),
        (pygame.K_RETURN, 0, Command.WATCH),
        (pygame.K_ESCAPE, 0, Command.STOP),
        (pygame.K_SPACE, 0, Command.PAUSE),
        (pygame.K_z, pygame.KMOD_LCTRL, Command.UNDO),
        (pygame.K_y, pygame.KMOD_RCTRL, Command.REDO),
        (pygame.K_z, pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT, Command.REDO),
        (pygame.K_n, 0, Command.NEW),
        (pygame.K_r, 0, Command.RESTART),
        (pygame.K_F11, 0, Command.FULL_SCREEN),
        (pygame.K_z, 0, None),
        (pygame.K_n, pygame.KMOD_LCTRL, None),
        (pygame.K_s, pygame.KMOD_LALT, None),
    ],
)
def test_commands(key: int, modifiers: int, command: Command | None) -> None:
    assert Keymap().command(key, modifiers) is command


def test_s_is_down_while_a_hand_plays_with_the_letters() -> None:
    keymap = Keymap()
    keymap.command(pygame.K_w, 0)
    assert keymap.command(pygame.K_s, 0) is Command.DOWN
    assert keymap.command(pygame.K_s, 0) is Command.DOWN
    keymap.command(pygame.K_LEFT, 0)
    assert keymap.command(pygame.K_s, 0) is Command.WATCH
    keymap.command(pygame.K_d, 0)
    keymap.pointer_used()
    assert keymap.command(pygame.K_s, 0) is Command.WATCH
