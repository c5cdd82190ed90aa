"""The figures in the documentation are those that were measured, and slower results are noticed."""

import contextlib
import importlib
import json
import pathlib
import re
import subprocess
import sys

import pytest
import torch

BENCHMARKS = pathlib.Path(__file__).parents[2] / "benchmarks"


@pytest.fixture
def module(monkeypatch):
    """Import a module of the benchmarks, which are no part of the package."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    return importlib.import_module


@pytest.fixture
def results(module):
    return module("results")


def test_documents_contain_the_measured_figures():
    command = [sys.executable, str(BENCHMARKS / "report.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("page", ["README.md", "README.zh.md", "docs/index.md"])
def test_sentences_agree_with_the_table(page):
    root = BENCHMARKS.parent
    row = r"geometric mean of (\d+) cases \| ([\d.]+) \| ([\d.]+)"
    figures = re.search(row, (root / "README.md").read_text(encoding="utf-8")).groups()
    text = (root / page).read_text(encoding="utf-8")
    (sentence,) = re.findall(r"- \*\*(?:It is fast|速度快)\*\*.*", text)
    assert sorted(re.findall(r"\d+(?:\.\d+)?", sentence)) == sorted(figures)


def make_results(results, ours, torch):
    results_ = results.Results(rounds=1)
    seconds = {"regluon": ours, "torch": torch, "products": 0.1}
    results_.add(results.Result("group", "case", seconds, {"torch": 1.5, "mxnet": None}))
    return results_


def test_ratios_and_bars(results, capsys):
    (result,) = make_results(results, 3.0, 1.0).results
    assert result.ratios == {"torch": 3.0}  # what has no counterpart has no ratio
    assert (result.judged, result.missed) == (["torch"], ["torch"])
    assert "3.00 of 1.50  OVER" in capsys.readouterr().out


@pytest.mark.parametrize(("ours", "worse"), [(1.0, 0), (1.1, 0), (1.3, 1)])
def test_regressions(results, tmp_path, capsys, ours, worse):
    baseline = tmp_path / "baseline.json"
    make_results(results, 1.0, 1.0).finish(baseline, None)
    assert json.loads(baseline.read_text())["settings"]["rounds"] == 1
    assert make_results(results, ours, 1.0).finish(None, baseline) == worse
    assert ("1.30 of torch's time, was 1.00" in capsys.readouterr().out) == bool(worse)


@pytest.mark.parametrize(
    ("seconds", "lines"),
    [
        ({"torch": 2.0, "jax": 0.5}, []),
        ({"torch": 2.0, "jax": 0.4}, ["2.50 of jax's time, was 2.00"]),
        ({"torch": 2.0, "mxnet": 0.1}, []),  # the baseline was not compared with it
    ],
)
def test_regressions_to_the_fastest(results, tmp_path, capsys, seconds, lines):
    def measured(**others):
        results_ = results.Results()
        results_.add(results.Result("group", "case", {"regluon": 1.0, **others}))
        results_.add(results.Result("group", "import", {"regluon": 1.0, "bar": 2.0}))
        return results_

    baseline = tmp_path / "baseline.json"
    measured(torch=2.0, jax=0.5).finish(baseline, None)
    assert measured(**seconds).finish(None, baseline) == len(lines)
    printed = re.findall("slower than .*: (.*)", capsys.readouterr().out)
    assert printed == lines


def test_ratios_to_the_best_of_all(results, tmp_path, capsys):
    measured, path = results.Results(peers=["jax"]), tmp_path / "best.json"
    measured.add(results.Result("group", "first", {"regluon": 1.0, "torch": 4.0, "mxnet": 2.0}))
    # An older state of this package is not another one, and a floor is none.
    seconds = {"regluon": 4.0, "before": 0.1, "floor": 0.1, "torch": 4.0, "jax": 2.0}
    measured.add(results.Result("group", "second", seconds))
    measured.add(results.Result("import", "mxnet", {"bar": 2.0, "regluon": 1.0}))
    measured.finish(path, None)
    written = json.loads(path.read_text())
    assert written["best"] == {"group: second": ["jax", 2.0], "group: first": ["mxnet", 0.5]}
    assert written["mean_to_best"] == pytest.approx(1.0)
    printed = capsys.readouterr().out
    assert "geometric mean of 2 ratios to the best of all: 1.00" in printed
    assert "1 of them are above 1.2" in printed


@pytest.fixture
def measurement(results, module):
    """Return the cases of a run as the tables read them."""

    def read(peers):
        rows = [
            ("small", "slice", {"regluon": 1.0, "torch": 0.5, "mxnet": 4.0, "floor": 0.8}),
            ("small", "sum", {"regluon": 1.0, "torch": 2.0, "jax": 0.8, "mxnet": 4.0}),
            ("large", "exp", {"regluon": 1.0, "torch": 4.0, "compiled": 2.0, "mxnet": 5.0}),
        ]
        bars = {"torch": 1.6, "mxnet": None}
        cases = [results.Result(*row, bars) for row in rows]
        return module("report").Measurement(cases, peers)

    return read


def test_tables_with_peers(measurement, module):
    assert module("report").table(measurement(["jax", "compiled"])) == (
        "| small | ms | / torch | / MXNet | / fastest | / floor |\n"
        "|---|---|---|---|---|---|\n"
        "| slice | 1000 | **2.00** (1.6) | 0.25 | **2.00** torch | 1.25 |\n"
        "| sum | 1000 | 0.50 (1.6) | 0.25 | **1.25** JAX |  |\n"
        "\n"
        "| large | ms | / torch | / MXNet | / fastest |\n"
        "|---|---|---|---|---|\n"
        "| exp | 1000 | 0.25 (1.6) | 0.20 | 0.50 torch.compile |\n"
    )


def test_best_of_all(measurement, module):
    measurements = {"one thread": measurement(["jax", "compiled"]), "all cores": measurement([])}
    assert module("report").best(measurements) == (
        "| | cases | geometric mean | above 1.2 |\n"
        "|---|---|---|---|\n"
        "| one thread | 3 | 1.08 | 2 |\n"
        "\n"
        "| above 1.2, one thread | / fastest | / floor |\n"
        "|---|---|---|\n"
        "| small: slice | **2.00** torch | 1.25 |\n"
        "| small: sum | **1.25** JAX |  |\n"
    )


@pytest.mark.parametrize(("peers", "fastest"), [(["jax"], "1.25 to 2.00"), ([], "")])
def test_summary(measurement, module, monkeypatch, peers, fastest):
    monkeypatch.setattr(module("report"), "SUMMARY", {"operators": "small"})
    _, _, row, last = module("report").summary(measurement(peers)).splitlines()
    assert row == f"| operators | 0.50 to 2.00 | 0.25 | {fastest} |"
    assert last.startswith("| geometric mean of 3 cases | 0.63 | 0.23 | " + "1.08" * bool(peers))


# Different numbers for all arrays, which the cases fill with ones.
NUMBERS = """
import itertools, math
numbers = itertools.count()
def filled(shape):
    if isinstance(shape, int):
        return nd.array([next(numbers) / 10 for _ in range(shape)])
    x = filled(math.prod(shape))
    return x.reshape(shape) if hasattr(x, "reshape") else type(x)(x.tensor.view(shape))
"""


def test_floors_have_the_results_of_the_package(module):
    cases, floors = module("cases"), module("floors")
    chosen = [case for case in cases.CASES if "nd." in case.floor_setup]
    assert len(chosen) == 21
    for case in chosen:
        setup, results = case.floor_setup.replace("nd.ones", "filled"), []
        for prelude in (cases.MXNET, cases.FLOOR):
            names = {}
            exec(f"{prelude}{NUMBERS}{setup}", names)
            record = names["autograd"].record if case.recording else contextlib.nullcontext
            with record():
                exec(case.mxnet, names)
            results.append(names[case.result])
        ours, floor = results
        assert isinstance(floor, floors.Array), case.name
        assert floor.tensor.requires_grad == case.recording, case.name
        expected = torch.from_numpy(ours.asnumpy())
        torch.testing.assert_close(floor.tensor.detach(), expected, msg=f"{case.name}: {{}}".format)


@pytest.mark.parametrize(
    ("optimizer", "theirs"),
    [
        ("sgd", lambda p: torch.optim.SGD(p, lr=0.01, momentum=0.9)),
        ("adam", lambda p: torch.optim.Adam(p, lr=0.001)),
    ],
)
def test_floors_train_as_torch_does(module, optimizer, theirs):
    floors, nn = module("floors"), torch.nn
    torch.manual_seed(0)
    layers = floors.network(5, 7, 6, 3)
    x, y = torch.rand(4, 5), torch.arange(4) % 3
    first, second, third = nn.Linear(5, 7), nn.Linear(7, 6), nn.Linear(6, 3)
    net = nn.Sequential(first, nn.ReLU(), second, nn.ReLU(), third)
    arrays = [array for layer in layers for array in layer]
    with torch.no_grad():
        for parameter, array in zip(net.parameters(), arrays, strict=True):
            parameter.copy_(array)
    update = theirs(net.parameters())
    step = floors.training(layers, x, y, getattr(floors, optimizer))
    for _ in range(5):
        step()
        update.zero_grad()
        nn.functional.cross_entropy(net(x), y).backward()
        update.step()
    for parameter, array in zip(net.parameters(), arrays, strict=True):
        torch.testing.assert_close(array, parameter.detach(), rtol=1e-4, atol=1e-6)


def test_rows_of_single_operators_name_their_inputs(module):
    cases = module("kernel_cases")
    for name, ours, other, inputs, leaves in cases.CASES:
        for expression in (ours, other):
            compile(expression, name, "eval")
        assert set(leaves.split()) <= set(inputs.split()), name
        assert {word.rstrip("0123456789") for word in inputs.split()} <= set(cases.INPUTS), name
