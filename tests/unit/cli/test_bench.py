"""The command `bench`: both sides do the same work. Nothing here looks at times."""

import json

import numpy as np
import pytest

from mxnet.cli import _bench_worker, bench, main
from mxnet.cli._bench_cases import CASES


@pytest.mark.parametrize("case", range(len(CASES)), ids=[case.name for case in CASES])
def test_both_sides_have_the_same_result(case):
    ours, theirs = (np.asarray(_bench_worker.build(side, case)()) for side in bench.SIDES)
    assert ours.shape == theirs.shape and np.isfinite(ours).all()
    if "operators" in CASES[case].name:
        np.testing.assert_allclose(ours, theirs, rtol=1e-5)


def test_the_table(monkeypatch, capsys):
    monkeypatch.setattr(
        bench, "_ask", lambda process, side, case: {"mxnet": 0.001}.get(side, 0.002)
    )
    assert main(["bench", "--rounds", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["case", "mxnet", "ms", "torch", "ms", "ratio"]
    assert [line.split()[-3:] for line in lines[2:8]] == [["1.00", "2.00", "0.50"]] * 6
    assert main(["bench", "--rounds", "1", "--json", "--threads", "1"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["threads"] == 1 and len(report["cases"]) == len(CASES)


def test_mistakes(capsys):
    for option in ("--rounds", "--threads"):
        assert main(["bench", option, "0"]) == 1
        assert f"{option} must be at least 1, got 0" in capsys.readouterr().err


def test_a_process_answers_with_seconds(monkeypatch, capsys):
    monkeypatch.setattr(_bench_worker, "CHUNK", 0)
    monkeypatch.setattr("sys.stdin", ["4\n", "4\n"])
    _bench_worker.main("mxnet")
    assert all(float(line) > 0 for line in capsys.readouterr().out.splitlines())
