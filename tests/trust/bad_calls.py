"""Every bad call of every row: ``python -m tests.trust.bad_calls`` (ten minutes).

``tests/contracts/test_bad_calls.py`` makes a third of those of one row for each operator.
"""

from __future__ import annotations

import sys
import warnings
from collections import Counter

from mxnet._ops import OPS
from tests.contracts.bad_calls import all_cases, all_rows
from tests.contracts.check_bad_calls import check, little_memory
from tests.contracts.unrecorded_rows import UNRECORDED


def main() -> bool:
    """Make all calls and print what came of them; return whether something is wrong."""
    warnings.simplefilter("ignore")
    calls, wrong = 0, Counter()
    rows = [*all_rows(), *UNRECORDED]
    with little_memory():
        for row in rows:
            for case in all_cases(row, OPS[row.op].attrs):
                calls += 1
                try:
                    check(row, case)
                except AssertionError as error:
                    if not wrong[row.op]:
                        print(f"{row.key}: {error}", flush=True)
                    wrong[row.op] += 1
    print(f"{calls} bad calls of {len(rows)} rows: {sum(wrong.values())} not refused by name")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
