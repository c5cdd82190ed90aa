"""The short run of ``threads.py``."""

import sys

import pytest

from . import threads


@pytest.fixture(autouse=True)
def eager_switches():
    """Let Python change threads much more often than it does."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


@pytest.mark.parametrize("record", [False, True], ids=["inference", "record"])
@pytest.mark.parametrize("hybrid", [False, True], ids=["eager", "hybrid"])
@pytest.mark.parametrize("name", threads.NETWORKS)
def test_first_calls_in_many_threads(name, hybrid, record):
    assert max(threads.first_calls(name, hybrid, record) for _ in range(3)) < 1e-5


@pytest.mark.parametrize("name", threads.NETWORKS)
def test_inferences_in_many_threads(name):
    assert threads.inferences(name, 20) == 0


def test_trainings_in_many_threads():
    assert threads.trainings(5) == 0
