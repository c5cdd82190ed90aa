"""What every test gets: fixed seeds before it, and a check that it left no state behind."""

import random

import numpy as np
import pytest
import torch

from mxnet._core.scope import state
from mxnet._eager import generators


@pytest.fixture(autouse=True)
def fixed_seeds():
    random.seed(0)
    np.random.seed(0)
    generators.seed_all(0)


@pytest.fixture(autouse=True)
def no_state_left_behind():
    """Neither our scopes nor torch's global state may outlive a test."""
    yield
    assert state.tape is None and not state.training and state.context is None
    assert torch.is_grad_enabled() and torch.get_default_dtype() is torch.float32
