"""Rows for operators that no recorded row tests, so that their gradients are measured too.

They draw numbers, 1.9.1 does not have them or runs them on GPUs only, or their shapes depend on
values. What takes sparse arrays only cannot be a row at all.
"""

from __future__ import annotations

from tests.ops.row import Row, integers, row, uniform, values

from mxnet._ops.random.draws import DISTRIBUTIONS

POSITIVE = uniform(2, 3, low=0.2, high=0.8)
# Parameters of distributions that are not between 0.2 and 0.8.
COUNTS = {"negative_binomial": {"k": 3, "p": 0.4}}
# Their inputs are CSR or row-sparse arrays.
SPARSE_ONLY = frozenset(
    """
    _contrib_dgl_adjacency _contrib_dgl_csr_neighbor_non_uniform_sample
    _contrib_dgl_csr_neighbor_uniform_sample _contrib_dgl_graph_compact _contrib_dgl_subgraph
    _contrib_edge_id _contrib_getnnz _sparse_adagrad_update _sparse_retain
    """.split()
)
# Their inputs are bytes or the name of a file, or they only write into the array given as out.
WITHOUT_GRADIENT = frozenset(
    {"_NoGradient", "_copyto", "_cvimdecode", "_cvimread", "_imdecode", "_set_value"}
)


def _drawn() -> list[Row]:
    """Numbers drawn by parameters, like an array, and by arrays of parameters."""
    rows = []
    for name, distribution in DISTRIBUTIONS.items():
        options = COUNTS.get(name, {})
        count = len(distribution.parameters)
        rows += [
            row(f"_random_{name}", shape=(2, 3), **options),
            row(f"_random_{name}_like", POSITIVE, **options),
            row(f"_sample_{name}", *([POSITIVE] * count), shape=(4,)),
        ]
    return rows


def _drawn_as_in_numpy() -> list[Row]:
    """Numbers drawn by arrays of parameters; the others have no input at all."""
    of_one = {
        "exponential": "scale", "pareto": "a", "powerd": "a", "rayleigh": "scale", "weibull": "a",
    }  # fmt: skip
    of_two = {
        "gamma": ("shape", "scale"), "gumbel": ("loc", "scale"), "logistic": ("loc", "scale"),
        "normal": ("loc", "scale"), "normal_n": ("loc", "scale"), "uniform": ("low", "high"),
        "uniform_n": ("low", "high"),
    }  # fmt: skip
    rows = [row(f"_npi_{name}", POSITIVE, **{word: None}) for name, word in of_one.items()]
    for name, words in of_two.items():
        rows.append(row(f"_npi_{name}", POSITIVE, POSITIVE, **dict.fromkeys(words)))
    return rows


DRAWN = [  # which torch cannot export: a module would have numbers of its own
    *_drawn(),
    *_drawn_as_in_numpy(),
    row("_random_randint", low=0, high=5, shape=(2, 3)),
    row("_sample_multinomial", values([[0.2, 0.8], [0.5, 0.5]])),
    row("_sample_unique_zipfian", range_max=10, shape=(1, 4)),
    row("_shuffle", uniform(4, 3)),
    row("_npi_bernoulli", POSITIVE, prob=None, logit=None, is_logit=False),
    row("_npi_choice", a=5, size=(3,)),
    row("_npi_multinomial", n=4, pvals=(0.2, 0.8), size=(3,)),
    row("_npi_multivariate_normal", uniform(2), values([[1, 0], [0, 1]])),
]  # fmt: skip
ROWS = [
    *DRAWN,
    row("_npi_bincount", values([0, 1, 1], "int32")),
    row("_npi_unique", uniform(4)),
    row("_npi_resize", uniform(4), new_shape=(2, 3)),
    row("_npi_share_memory", uniform(4), uniform(4)),
    row("_npx_nonzero", uniform(4)),
    row("_CrossDeviceCopy", uniform(2, 3)),
    row("_square_sum", uniform(2, 3), axis=1),
    row("_zeros_without_dtype", shape=(2, 3)),
    row("_contrib_boolean_mask", uniform(3, 2), values([1, 0, 1])),
    row("_contrib_count_sketch", uniform(2, 4), integers(1, 4, high=3), values([[1, -1, 1, 1]]),
        out_dim=3),
    row("_contrib_fft", uniform(2, 4)),
    row("_contrib_ifft", uniform(2, 8)),
    row("_contrib_group_adagrad_update", uniform(3, 2), uniform(3, 2), uniform(3, 1, low=0),
        lr=0.1),
    row("_rnn_from_parts", uniform(2, 1, 3), uniform(1, 1, 4), uniform(4, 3), uniform(4, 4),
        uniform(4), uniform(4), mode="rnn_tanh", state_size=4, num_layers=1),
    row("_softmax_cross_entropy_loss", uniform(4, 3), integers(4, high=3)),
    row("_mean_loss", uniform(4, 3), uniform(4, 3), kind="squared"),
    row("_silu", uniform(4, 3)),
    row("_lstm_cell", uniform(2, 3), uniform(2, 4), uniform(2, 4), uniform(16, 3), uniform(16, 4),
        uniform(16), uniform(16)),
    row("_gru_cell", uniform(2, 3), uniform(2, 4), uniform(12, 3), uniform(12, 4), uniform(12),
        uniform(12)),
]  # fmt: skip
