"""The figures in the documentation are those that were measured, and slower results are noticed."""

import collections
import contextlib
import importlib
import json
import pathlib
import re
import subprocess
import sys
import types

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


def test_all_cores_were_measured_with_several_threads():
    settings = json.loads((BENCHMARKS / "results_threads.json").read_text())["settings"]
    assert settings["time"] == "wall"
    assert settings["threads"] > 1


@pytest.fixture
def options(results):
    """Return the options of a measurement from its command line."""
    return lambda *line: results.parser("", rounds=1).parse_args([*map(str, line)])


def finish(results, options, rows, **settings):
    """Measure rows, and return whether the process failed."""
    measured = results.Results(options, **settings)
    for row in rows:
        measured.add(results.Result(*row))
    with pytest.raises(SystemExit) as end:
        measured.finish()
    return end.value.code


def test_ratios_and_bars(results, capsys):
    result = results.Result("group", "case", {"regluon": 3.0, "torch": 1.0}, {"torch": 1.5, "a": 1})
    assert result.ratios == {"torch": 3.0}  # what has no counterpart has no ratio
    assert (result.judged, result.missed) == (["torch"], ["torch"])
    assert result.columns().rstrip() == "3.00 of 1.50  OVER"


@pytest.mark.parametrize(("ours", "fails"), [(1.0, False), (1.3, True)])
def test_bars_are_strict(results, options, ours, fails):
    rows = [("group", "case", {"regluon": ours, "torch": 1.0}, {"torch": 1.2})]
    assert finish(results, options("--strict"), rows) == fails
    assert not finish(results, options(), rows)


@pytest.mark.parametrize(
    ("unit", "ours", "worse"),
    [
        ("s", 1.0, False),
        ("s", 1.12, False),
        ("s", 1.3, True),
        ("MB", 1.05, False),
        ("MB", 1.12, True),
    ],
)
def test_regressions(results, options, tmp_path, capsys, unit, ours, worse):
    def row(ours):
        return ("group", "case", {"regluon": ours, "torch": 1.0}, {"torch": 0.5})  # always missed

    baseline = tmp_path / "baseline.json"
    finish(results, options("--json", baseline), [row(1.0)], unit=unit)
    settings, (read,) = results.read(baseline)
    assert (settings["unit"], settings["rounds"], read.values["regluon"]) == (unit, 1, 1.0)
    line = ("--baseline", baseline)
    assert finish(results, options("--strict", *line), [row(ours)], unit=unit) == worse
    assert not finish(results, options(*line), [row(ours)], unit=unit)
    assert (f"{ours:.2f} of torch, was 1.00" in capsys.readouterr().out) == worse


@pytest.mark.parametrize(
    ("others", "lines"),
    [
        ({"torch": 2.0, "jax": 0.5}, []),
        ({"torch": 2.0, "jax": 0.4}, ["2.50 of jax, was 2.00"]),
        ({"torch": 2.0, "mxnet": 0.1}, []),  # the baseline was not compared with it
    ],
)
def test_regressions_to_the_fastest(results, options, tmp_path, capsys, others, lines):
    def rows(**others):
        alone = ("group", "import", {"regluon": 1.0, "bar": 2.0})
        return [("group", "case", {"regluon": 1.0, **others}), alone]

    baseline = tmp_path / "baseline.json"
    finish(results, options("--json", baseline), rows(torch=2.0, jax=0.5))
    line = ("--strict", "--baseline", baseline)
    assert finish(results, options(*line), rows(**others)) == bool(lines)
    assert re.findall("worse than .*: (.*)", capsys.readouterr().out) == lines


def test_ratios_to_the_best_of_all(results, options, tmp_path, capsys):
    # An older state of this package is not another one, and a floor is none.
    seconds = {"regluon": 4.0, "before": 0.1, "floor": 0.1, "torch": 4.0, "jax": 2.0}
    rows = [
        ("group", "first", {"regluon": 1.0, "torch": 4.0, "mxnet": 2.0}),
        ("group", "second", seconds),
        ("import", "mxnet", {"bar": 2.0, "regluon": 1.0}),
    ]
    path = tmp_path / "best.json"
    finish(results, options("--json", path), rows, peers=["jax"])
    written = json.loads(path.read_text())
    assert written["best"] == {"group: second": ["jax", 2.0], "group: first": ["mxnet", 0.5]}
    assert written["mean_to_best"] == pytest.approx(1.0)
    printed = capsys.readouterr().out
    assert "geometric mean of 2 ratios to the best of all: 1.00" in printed
    assert "1 of them are above 1.2" in printed


@pytest.fixture
def measurement(results, module):
    """Return the cases of a run as the tables read them."""

    def read(peers, unit="s"):
        rows = [
            ("small", "slice", {"regluon": 1.0, "torch": 0.5, "mxnet": 4.0, "floor": 0.8}),
            ("small", "sum", {"regluon": 1.0, "torch": 2.0, "jax": 0.8, "mxnet": 4.0}),
            ("large", "exp", {"regluon": 1.0, "torch": 4.0, "compiled": 2.0, "mxnet": 5.0}),
        ]
        bars = {"torch": 1.6, "mxnet": None}
        cases = [results.Result(*row, bars) for row in rows]
        return module("report").Measurement(cases, peers, unit)

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


def test_table_of_memory(measurement, module):
    table = module("report").table(measurement([], "MB"))
    assert table.endswith(
        "| large | MB | / torch | / MXNet |\n|---|---|---|---|\n| exp | 1 | 0.25 (1.6) | 0.20 |\n"
    )


def test_overview(measurement, module):
    measurements = {"time": measurement(["jax", "compiled"]), "memory": measurement([], "MB")}
    assert module("report").overview(measurements) == (
        "|  | cases | / PyTorch | / MXNet | / best of all | behind |\n"
        "|---|---|---|---|---|---|\n"
        "| time | 3 | 0.63 | 0.23 | 1.08 | 2 above 1.2 of the best |\n"
        "| memory | 3 | 0.63 | 0.23 |  | 1 above a goal |\n"
    )


def test_cases_that_were_behind(measurement, module, monkeypatch):
    limit = module("limits").Limit
    limits = (limit("exp of large arrays", "large: e", "1.7 JAX", "passes"), limit("gone", "x", ""))
    monkeypatch.setattr(module("report"), "LIMITS", limits)
    measurements = {"one thread": measurement(["jax"]), "all cores": measurement(["jax"])}
    assert module("report").behind(measurements) == (
        "|  | then | now, one thread | now, all cores | / floor | what limits it |\n"
        "|---|---|---|---|---|---|\n"
        "| small: slice |  | **2.00** torch | **2.00** torch | 1.25 |  |\n"
        "| small: sum |  | **1.25** JAX | **1.25** JAX |  |  |\n"
        "| exp of large arrays | 1.7 JAX | 0.50 torch.compile | 0.50 torch.compile |  | passes |\n"
        "| gone |  |  |  |  |  |\n"
    )


@pytest.mark.parametrize(("peers", "fastest"), [(["jax"], "1.25 to 2.00"), ([], "")])
def test_summary(measurement, module, monkeypatch, peers, fastest):
    monkeypatch.setattr(module("report"), "SUMMARY", {"operators": "small", "nothing": "absent"})
    _, _, row, last = module("report").summary(measurement(peers)).splitlines()
    assert row == f"| operators | 0.50 to 2.00 | 0.25 | {fastest} |"
    assert last.startswith("| geometric mean of 3 cases | 0.63 | 0.23 | " + "1.08" * bool(peers))


def test_every_limit_is_of_some_case(module):
    names = [f"{case.group}: {case.name}" for case in module("cases").CASES]
    names.append("a process: import, and the first array")
    for limit in module("limits").LIMITS:
        assert any(map(limit.covers, names)), limit.text


# ------------------------------------------------------------------------- what is compared


ARRAYS = (
    "small operators", "a chain", "indexing", "hybridized chains", "large elementwise",
    "other large", "mx.np",
)  # fmt: skip


# Different numbers instead of ones, the same in both packages.
DIFFERENT = """
import itertools, numpy
seeds = itertools.count()
def different(*shape):
    shape = shape[0] if isinstance(shape[0], tuple) else shape
    return array(numpy.random.RandomState(next(seeds)).rand(*shape).astype("float32") * 3)
"""


def test_operators_compute_what_torch_computes(module):
    cases, peers = module("cases"), module("peers")
    chosen = [case for case in cases.CASES if case.group.startswith(ARRAYS)]
    assert len(chosen) > 50
    for case in chosen:

        def result(prelude, setup, statement, record, case=case):
            for text, other in (("10_000_000", "1_000"), ("2000", "20"), ("800", "8")):
                setup = setup.replace(text, other)
            setup = re.sub(r"(?<!head = )\b(nd|np|torch)\.ones\(", "different(", setup)
            names = {}
            exec(f"{prelude}{DIFFERENT}{setup}", names)
            with record(names) if case.recording else contextlib.nullcontext():
                exec(f"{case.before}\n{statement}", names)
            return eval(case.result, names)

        ours = result(
            f"{cases.MXNET}array = {'mx.np' if 'mx.np' in case.group else 'nd'}.array\n",
            case.mxnet_setup,
            case.mxnet,
            lambda names: names["autograd"].record(),
        )
        theirs = result(
            f"{peers.TORCH['torch']}array = torch.tensor\n",
            case.torch_setup,
            case.torch or case.mxnet,
            lambda names: contextlib.nullcontext(),
        ).detach()
        if ours.shape == (1,):  # MXNet: a full reduction, or one element, has an axis
            theirs = theirs.reshape(1)
        message = f"{case.group}: {case.name}: {{}}".format
        torch.testing.assert_close(torch.tensor(ours.asnumpy()), theirs, msg=message)


@pytest.mark.parametrize(
    "network", ["resnet18", "resnet50", "mobilenet", "mobilenet_v2", "mlp", "lenet"]
)
def test_networks_have_the_parameters_of_torch(module, network):
    cases, networks, peers = module("cases"), module("networks"), module("peers")
    shape = {"mlp": (1, 784), "lenet": (1, 1, 28, 28)}.get(network, (1, 3, 64, 64))
    ready = f"net, x = ready({network}(), *{shape})"
    ours, theirs = {}, {}
    exec(f"{cases.MXNET}{networks.TABLES}{networks.GLUON}{ready}", ours)
    exec(f"{peers.TORCH['torch']}{networks.TABLES}{networks.TORCH}{ready}", theirs)
    parameters = ours["net"].collect_params().values()
    sizes = [p.data().size for p in parameters if p.grad_req != "null"]
    assert sum(sizes) == sum(p.numel() for p in theirs["net"].parameters())
    assert ours["net"](ours["x"]).shape == tuple(theirs["net"](theirs["x"]).shape)


def test_variants_of_torch_prepare_their_network(module):
    prepares = re.compile(r"(= |\()(prepare|ready|fitting|training)\(")
    for case in module("cases").CASES:
        needs = {*case.variants} - {"fused"}  # which has other optimizers
        assert not needs or prepares.search(case.torch_setup), case.name
        assert "fused" not in case.variants or "torch.optim." in case.torch_setup, case.name


def test_every_program_of_jax_is_of_some_case(module):
    peers = module("peers")
    programs = {**peers.OPERATORS, **peers.NETWORKS}
    names = {(group, name) for group, members in programs.items() for name in members}
    assert names <= {(case.group, case.name) for case in module("cases").CASES}


def test_a_case_that_ran_eagerly_is_no_compiled_one(module, monkeypatch):
    counters = {"stats": collections.Counter()}
    dynamo = types.SimpleNamespace(utils=types.SimpleNamespace(counters=counters))
    monkeypatch.setitem(sys.modules, "torch._dynamo", dynamo)
    case = module("cases").CASES[0]
    with pytest.raises(SystemExit, match=r"x \+ y ran without torch.compile"):
        module("worker").check_compiled(case)
    counters["stats"]["unique_graphs"] = 1
    module("worker").check_compiled(case)


def test_half_an_environment_is_removed(module, monkeypatch, tmp_path):
    environments, python = module("environments"), tmp_path / "jax/bin/python"

    def run(command, **_):
        python.parent.mkdir(parents=True, exist_ok=True)
        if "pip" in command:
            raise subprocess.CalledProcessError(1, command)

    monkeypatch.setattr(environments.subprocess, "run", run)
    with pytest.raises(subprocess.CalledProcessError):
        environments.make(str(python))
    assert not (tmp_path / "jax").exists()
    python.parent.mkdir(parents=True)
    python.touch()
    environments.make(str(python))  # exists


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
