"""Every operator of the table has a row, or a test elsewhere because a row cannot be recorded."""

from __future__ import annotations

import pathlib

import pytest

from mxnet._ops import OPS
from mxnet._ops.np import random
from mxnet._ops.random.draws import DISTRIBUTIONS
from tests.ops.row import families, rows_of

TESTS = pathlib.Path(__file__).parents[1]
RANDOM = {
    *(f"_random_{name}" for name in DISTRIBUTIONS),
    *(f"_random_{name}_like" for name in DISTRIBUTIONS),
    *(f"_sample_{name}" for name in DISTRIBUTIONS),
    "_random_randint",
    "_sample_multinomial",
    "_sample_unique_zipfian",
    "_shuffle",
}
NUMPY_RANDOM = {
    *(f"_npi_{name}" for name in random.DISTRIBUTIONS),
    *("_npi_normal_n", "_npi_uniform_n", "_npi_gamma"),
    *("_npi_bernoulli", "_npi_multinomial", "_npi_choice", "_npi_multivariate_normal"),
}
ELSEWHERE = {
    # 1.9.1 cannot run them on dense arrays, or only into an array given as out
    "unit/ops/test_casting.py": {"_CrossDeviceCopy", "_NoGradient", "_copyto"},
    "unit/ops/test_creation.py": {"_set_value", "_square_sum", "_zeros_without_dtype"},
    # 1.9.1 does not have them
    "unit/ops/test_rnn.py": {"_rnn_from_parts"},
    "unit/gluon/test_fused_cross_entropy.py": {"_softmax_cross_entropy_loss"},
    "unit/gluon/test_fused_losses.py": {"_mean_loss"},
    "unit/gluon/test_fused_layers.py": {"_silu", "_lstm_cell", "_gru_cell"},
    # their shapes are not known beforehand
    "unit/ops/test_opencv.py": {"_cvimdecode", "_cvimread", "_imdecode"},
    # 1.9.1 has them on GPUs only, or their shapes are not known beforehand
    "unit/ops/test_contrib.py": {
        "_contrib_boolean_mask", "_contrib_count_sketch", "_contrib_fft",
        "_contrib_group_adagrad_update", "_contrib_ifft",
    },
    # they work on sparse arrays
    "ops/errors/test_contrib.py": {"_contrib_getnnz"},
    "unit/ndarray/test_sparse_graphs.py": {
        "_contrib_dgl_adjacency", "_contrib_dgl_csr_neighbor_non_uniform_sample",
        "_contrib_dgl_csr_neighbor_uniform_sample", "_contrib_dgl_graph_compact",
        "_contrib_dgl_subgraph", "_contrib_edge_id",
    },
    "unit/ndarray/test_sparse.py": {"_sparse_adagrad_update", "_sparse_retain"},
    "unit/ops/test_np.py": {"_npi_bincount", "_npi_unique", "_npx_nonzero"},
    # their values are drawn
    "unit/test_random.py": RANDOM,
    "unit/ops/test_np_random.py": NUMPY_RANDOM,
    # 1.9.1 does not have it; its result does not depend on the values
    "unit/ops/test_np_arrays.py": {"_npi_resize", "_npi_share_memory"},
}  # fmt: skip
WITH_ROWS = {OPS[row.op].name for family in families() for row in rows_of(family)}


def test_every_operator_has_a_row():
    missing = {entry.name for entry in OPS.values()} - WITH_ROWS - set().union(*ELSEWHERE.values())
    assert not missing, f"no row for {sorted(missing)}"


@pytest.mark.parametrize("path", ELSEWHERE)
def test_remaining_operators_are_tested_elsewhere(path):
    assert not ELSEWHERE[path] & WITH_ROWS, "they have rows"
    text = (TESTS / path).read_text()
    unnamed = {
        name for name in ELSEWHERE[path] - RANDOM if name.removeprefix("_contrib_") not in text
    }
    assert not unnamed, f"{path} does not name {sorted(unnamed)}"


def test_rows_name_known_operators():
    unknown = {row.op for family in families() for row in rows_of(family)} - set(OPS)
    assert not unknown
