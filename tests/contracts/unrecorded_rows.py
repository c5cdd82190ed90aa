"""Calls of the operators that have no row to record: random ones, and those that 1.9.1 lacks."""

from __future__ import annotations

from tests.ops.row import integers, row, uniform, values

POSITIVE = uniform(2, 3, low=0.1, high=1.0)
VECTOR = uniform(4, low=0.1, high=1.0)
SHAPE = {"shape": (2, 3)}
SIZE = {"size": (2, 3)}
DRAWN = ("exponential", "gamma", "generalized_negative_binomial", "negative_binomial", "normal",
         "poisson", "uniform")  # fmt: skip
PARAMETERS = {"exponential": 1, "poisson": 1}  # of a distribution; others have two
NUMPY = {
    "bernoulli": {"prob": 0.5, "logit": None, "is_logit": False},
    "exponential": {"scale": 1.0},
    "gamma": {"shape": 1.0, "scale": 1.0},
    "gumbel": {"loc": 0.0, "scale": 1.0},
    "logistic": {"loc": 0.0, "scale": 1.0},
    "normal": {"loc": 0.0, "scale": 1.0},
    "normal_n": {"loc": 0.0, "scale": 1.0},
    "pareto": {"a": 2.0},
    "powerd": {"a": 2.0},
    "rayleigh": {"scale": 1.0},
    "uniform": {"low": 0.0, "high": 1.0},
    "uniform_n": {"low": 0.0, "high": 1.0},
    "weibull": {"a": 2.0},
}

UNRECORDED = [
    *(row(f"_random_{name}", **SHAPE) for name in DRAWN),
    *(row(f"_random_{name}_like", POSITIVE) for name in DRAWN),
    *(row(f"_sample_{name}", *[VECTOR] * PARAMETERS.get(name, 2), shape=2) for name in DRAWN),
    *(row(f"_npi_{name}", **attrs, **SIZE) for name, attrs in NUMPY.items()),
    row("_random_randint", low=0, high=9, **SHAPE),
    row("_sample_multinomial", values([[0.2, 0.8], [0.5, 0.5]]), shape=3),
    row("_sample_unique_zipfian", range_max=20, shape=(2, 3)),
    row("_shuffle", POSITIVE),
    row("_npi_multinomial", n=5, pvals=(0.2, 0.8), size=(3,)),
    row("_npi_choice", a=5, size=(3,)),
    row("_npi_multivariate_normal", uniform(2), values([[1.0, 0], [0, 1]]), size=(3,)),
    row("_npi_bincount", integers(5, dtype="int32")),
    row("_npi_unique", integers(5)),
    row("_npi_resize", POSITIVE, new_shape=(3, 3)),
    row("_npi_share_memory", POSITIVE, VECTOR),
    row("_npx_nonzero", POSITIVE),
    row("_CrossDeviceCopy", POSITIVE),
    row("_NoGradient"),
    row("_copyto", POSITIVE, out=(0,)),
    row("_set_value", src=1.0),
    row("_square_sum", POSITIVE, axis=1),
    row("_zeros_without_dtype", **SHAPE),
    row("_rnn_from_parts", uniform(5, 2, 3), *(uniform(4, n) for n in (3, 4)), uniform(4),
        uniform(4), uniform(1, 2, 4), state_size=4, num_layers=1, mode="rnn_tanh"),
    row("_softmax_cross_entropy_loss", POSITIVE, integers(2, high=3)),
    row("_mean_loss", POSITIVE, POSITIVE, kind="squared"),
    row("_silu", POSITIVE),
    row("_lstm_cell", uniform(2, 3), uniform(2, 4), uniform(2, 4), uniform(16, 3), uniform(16, 4),
        uniform(16), uniform(16)),
    row("_gru_cell", uniform(2, 3), uniform(2, 4), uniform(12, 3), uniform(12, 4), uniform(12),
        uniform(12)),
    row("_cvimdecode", integers(20, high=255, dtype="uint8")),
    row("_cvimread", filename="no such file"),
    row("_imdecode", uniform(2), integers(20, high=255, dtype="uint8")),
    row("_contrib_boolean_mask", POSITIVE, values([1, 0])),
    row("_contrib_count_sketch", POSITIVE, integers(1, 3, high=2), uniform(1, 3), out_dim=2),
    row("_contrib_fft", POSITIVE),
    row("_contrib_ifft", uniform(2, 4)),
    row("_contrib_group_adagrad_update", POSITIVE, POSITIVE, uniform(2, 1), lr=0.1),
    # for sparse arrays, which a row does not have: dense ones are refused
    row("_contrib_getnnz", POSITIVE),
    row("_contrib_edge_id", POSITIVE, VECTOR, VECTOR),
    row("_contrib_dgl_adjacency", POSITIVE),
    row("_contrib_dgl_csr_neighbor_uniform_sample", POSITIVE, VECTOR, num_args=2),
    row("_contrib_dgl_csr_neighbor_non_uniform_sample", POSITIVE, VECTOR, VECTOR, num_args=3),
    row("_contrib_dgl_graph_compact", POSITIVE, return_mapping=False, graph_sizes=(2,), num_args=1),
    row("_contrib_dgl_subgraph", POSITIVE, VECTOR, return_mapping=False, num_args=2),
    row("_sparse_adagrad_update", POSITIVE, POSITIVE, POSITIVE, lr=0.1),
    row("_sparse_retain", POSITIVE, VECTOR),
]  # fmt: skip
