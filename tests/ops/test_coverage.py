"""Every operator of the table has a row, or a reason why its test is elsewhere."""

from __future__ import annotations

from mxnet._ops import OPS
from mxnet._ops.random import DISTRIBUTIONS
from tests.ops.row import families, rows_of

# operators that 1.9.1 itself cannot run, or only into an array given as out: their tests are in
# tests/unit/ops/test_creation.py and tests/unit/ops/test_casting.py
# operators whose values are random: their tests are in tests/unit/test_random.py
# operators that 1.9.1 does not have: their tests are in tests/unit/optimizer and
# tests/unit/ops/test_rnn.py
# operators whose shapes are not known beforehand: their tests are in tests/unit/ops/test_opencv.py
ELSEWHERE: set[str] = {
    "_CrossDeviceCopy",
    "_NoGradient",
    "_copyto",
    "_set_value",
    "_square_sum",
    "_zeros_without_dtype",
    "_cvimdecode",
    "_cvimread",
    "_imdecode",
    "_multi_adam_update",
    *(f"_random_{name}" for name in DISTRIBUTIONS),
    *(f"_random_{name}_like" for name in DISTRIBUTIONS),
    *(f"_sample_{name}" for name in DISTRIBUTIONS),
    "_random_randint",
    "_sample_multinomial",
    "_sample_unique_zipfian",
    "_rnn_from_parts",
    "_shuffle",
}


def test_every_operator_has_a_row():
    covered = {OPS[row.op].name for family in families() for row in rows_of(family)}
    missing = {entry.name for entry in OPS.values()} - covered - ELSEWHERE
    assert not missing, f"no row for {sorted(missing)}"


def test_rows_name_known_operators():
    unknown = {row.op for family in families() for row in rows_of(family)} - set(OPS)
    assert not unknown
