"""Saves that are killed, torn or refused: see ``kills.py`` for the large run."""

import random

import pytest

from .kills import KINDS, kill_often, read_only, torn, without_room

FAST = [name for name in KINDS if name != "Module.save_checkpoint"]  # which binds a graph each time


@pytest.mark.parametrize("name", FAST)
def test_a_killed_save_leaves_old_or_new_files(name, tmp_path):
    counts = kill_often(KINDS[name], tmp_path, kills=3, rng=random.Random(name))
    assert counts["wrong"] == []
    assert counts["old"] + counts["new"] == 3


@pytest.mark.parametrize("name", FAST)
def test_a_save_that_fails_leaves_the_old_files(name, tmp_path):
    KINDS[name].save(str(tmp_path / "saved"), 3)
    assert without_room(KINDS[name], tmp_path, 100) == []
    assert read_only(KINDS[name], tmp_path) == []


@pytest.mark.parametrize("name", ["nd.save", "safetensors", "save_states", "model.mx", "sym.save"])
def test_torn_files_are_refused(name, tmp_path):
    assert torn(KINDS[name], tmp_path, step=65536) == []
