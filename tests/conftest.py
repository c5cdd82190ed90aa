"""What every test gets: fixed seeds, and a check that it left nothing behind."""

import os
import random

import numpy as np
import pytest
import torch

from mxnet._core.scope import state
from mxnet._eager import generators

# Tests do not outlive a power failure, and waiting for the disk takes longer than most of them.
os.environ.setdefault("MXNET_FSYNC", "0")
# A plan that fails where the general code runs is a bug, not a reason to run slower.
os.environ.setdefault("MXNET_STRICT_PLANS", "1")


@pytest.fixture(autouse=True)
def fixed_seeds():
    random.seed(0)
    np.random.seed(0)
    for gpu in [ctx for ctx in generators._generators if ctx.device_type == "gpu"]:
        del generators._generators[gpu]  # it was simulated
    generators.seed_all(0)


@pytest.fixture(autouse=True)
def nothing_left_behind(an_empty_folder):
    """Neither our scopes, nor torch's global state, nor files may outlive a test."""
    yield
    assert not os.listdir(), "the test wrote into the working directory: use tmp_path"
    assert state.tape is None and not state.training and state.context is None
    assert state.drafts is None
    assert torch.is_grad_enabled() and torch.get_default_dtype() is torch.float32
