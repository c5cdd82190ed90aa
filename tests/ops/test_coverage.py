"""Every operator of the table has a row, or a reason why its test is elsewhere."""

from __future__ import annotations

from mxnet._ops import OPS

from tests.ops.row import families, rows_of

# operators whose values are random: their tests are in tests/unit/test_random.py
ELSEWHERE: set[str] = set()


def test_every_operator_has_a_row():
    covered = {OPS[row.op].name for family in families() for row in rows_of(family)}
    missing = {entry.name for entry in OPS.values()} - covered - ELSEWHERE
    assert not missing, f"no row for {sorted(missing)}"


def test_rows_name_known_operators():
    unknown = {row.op for family in families() for row in rows_of(family)} - set(OPS)
    assert not unknown
