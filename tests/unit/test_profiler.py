"""The profiler: which operators it notices, tables, traces, parts of programs by name."""

from __future__ import annotations

import json
import sys

import pytest

import mxnet as mx
from mxnet import MXNetError, autograd, nd, profiler
from mxnet.gluon import nn
from tests.threads import in_thread


@pytest.fixture(autouse=True)
def fresh(tmp_path):
    """Each test begins with an empty profiler that writes to its own folder."""
    configure(tmp_path)
    yield
    profiler.set_state("stop")
    profiler.dumps(reset=True)
    profiler._profiler.record.trace.clear()
    profiler.set_config(continuous_dump=False)
    assert sys.getprofile() is None


def configure(tmp_path, **options):
    file = str(tmp_path / "profile.json")
    profiler.set_config(
        **{"filename": file, "aggregate_stats": True, "continuous_dump": False, **options}
    )
    return tmp_path / "profile.json"


class running:
    """A block that is profiled."""

    def __enter__(self):
        profiler.set_state("run")

    def __exit__(self, *exc):
        profiler.set_state("stop")


def times(category="operator"):
    return json.loads(profiler.dumps(format="json"))["Time"].get(category, {})


def counts(category="operator"):
    return {name: row["Count"] for name, row in times(category).items()}


def test_operators_called_by_themselves():
    x = nd.ones((2, 2))
    x.attach_grad()
    with running():
        y = nd.exp(x) + 1
        y = y * x - 2
        y += 1
        y = 2 - nd.dot(x, y.T)
        nd.zeros((2,))
        nd.concat(x, y, dim=0).sum(axis=1)
    assert counts() == {
        "exp": 1, "_plus_scalar": 2, "broadcast_mul": 1, "_minus_scalar": 1, "_rminus_scalar": 1,
        "dot": 1, "transpose": 1, "_zeros": 1, "Concat": 1, "sum": 1,
    }  # fmt: skip


def test_nothing_is_noticed_outside():
    x = nd.ones((2, 2))
    nd.exp(x)
    with running():
        profiler.pause()
        nd.exp(x)
        profiler.resume()
        nd.log(x)
    nd.exp(x)
    assert counts() == {"log": 1}


def test_operators_in_graphs():
    net = nn.HybridSequential()
    net.add(nn.Dense(3, activation="relu"), nn.Dense(2))
    net.initialize()
    net.hybridize()
    x = nd.ones((2, 4))
    with autograd.record():
        net(x)
    with running(), autograd.record():
        loss = net(x)
    assert {"FullyConnected": 2, "Activation": 1}.items() <= counts().items()
    with running():
        loss.backward()
    assert counts()["_backward"] == 1


def test_copies_of_results_are_not_operators():
    net = nn.HybridLambda(lambda F, x: [F.transpose(F.sin(x)), F.split(x, 2, axis=0)[0]])
    net.hybridize()
    x = nd.ones((4, 4))
    net(x)
    with running():
        net(x)
    assert counts() == {"sin": 1, "transpose": 1, "SliceChannel": 1}


def test_executors():
    x = mx.sym.var("x")
    executor = mx.sym.exp(mx.sym.dot(x, x)).bind(mx.cpu(), {"x": nd.ones((2, 2))})
    executor.forward()
    with running():
        executor.forward()
    assert counts() == {"dot": 1, "exp": 1}


def test_training_of_executors():
    layer = mx.sym.FullyConnected(mx.sym.var("x"), num_hidden=2)
    executor = mx.sym.SoftmaxOutput(layer).simple_bind(mx.cpu(), x=(2, 3))
    executor.forward(is_train=True)
    with running():
        executor.forward(is_train=True)
        executor.backward()
    assert counts() == {"FullyConnected": 1, "SoftmaxOutput": 1, "_backward": 1}


@pytest.mark.parametrize("what", ["imperative", "symbolic"])
def test_profiled_categories(what, tmp_path):
    configure(tmp_path, **{f"profile_{what}": False})
    executor = mx.sym.exp(mx.sym.var("x")).bind(mx.cpu(), {"x": nd.ones((2, 2))})
    x = nd.ones((2, 2))
    executor.forward()
    with running():
        executor.forward()
        nd.log(x)
    assert counts() == ({"exp": 1} if what == "imperative" else {"log": 1})


class Plus(mx.operator.CustomOp):
    def forward(self, is_train, req, in_data, out_data, aux):
        self.assign(out_data[0], req[0], in_data[0] + 1)

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        self.assign(in_grad[0], req[0], out_grad[0] * 1)


@mx.operator.register("profiled_plus")
class PlusProp(mx.operator.CustomOpProp):
    def create_operator(self, ctx, in_shapes, in_dtypes):
        return Plus()


def test_custom_operators():
    x = nd.ones((2,))
    x.attach_grad()
    with running():
        with autograd.record():
            y = nd.Custom(x, op_type="profiled_plus")
        y.backward()
    events = counts("Custom Operator")
    assert events["profiled_plus::pure_python"] == events["profiled_plus::_plus_scalar"] == 1
    assert events["_backward_profiled_plus::pure_python"] == 1


def test_an_operator_that_fails_has_ended():
    with running():
        with pytest.raises(MXNetError):
            nd.dot(nd.ones((2, 3)), nd.ones((2, 3)))
        nd.exp(nd.ones(2))
    assert counts()["dot"] == counts()["exp"] == 1


def test_other_threads():
    with running():
        in_thread(lambda: nd.exp(nd.ones((2,))))
    assert counts()["exp"] == 1


def test_code_that_is_made_while_the_profiler_runs():
    net = nn.Dense(2, in_units=3)
    net.initialize()
    net.hybridize()
    with running():
        net(nd.ones((4, 3)))
        net(nd.ones((4, 3)))
    assert counts()["FullyConnected"] == 2
    net(nd.ones((4, 3)))
    assert counts()["FullyConnected"] == 2


def test_a_hook_of_python_is_left_alone():
    """Profilers of Python code can run beside this one."""
    calls = []
    sys.setprofile(lambda *args: calls.append(1))
    with running():
        nd.exp(nd.ones(2))
    sys.setprofile(None)
    assert calls and counts()["exp"] == 1


# ----------------------------------------------------------------------- parts of programs


def test_tasks_frames_events_counters_and_markers(tmp_path):
    domain = profiler.Domain("training")
    task, frame = domain.new_task("epoch"), domain.new_frame("step")
    event = profiler.Event("loading")
    with running():
        task.start()
        with frame:
            pass
        task.stop()
        with event:
            pass
        counter = domain.new_counter("samples", 3)
        counter += 4
        counter -= 1
        counter.increment()
        domain.new_marker("now").mark("thread")
    assert counts("training") == {"epoch": 1, "samples": 4}
    assert counts("training,frame") == {"step": 1} and counts("event") == {"loading": 1}
    profiler.dump()
    trace = json.loads((tmp_path / "profile.json").read_text())
    events = [(e["name"], e["ph"]) for e in trace["traceEvents"] if e["ph"] != "M"]
    assert [pair for pair in events if pair[0] == "epoch"] == [("epoch", "b"), ("epoch", "e")]
    assert [pair for pair in events if pair[0] == "step"] == [("step", "("), ("step", ")")]
    assert ("now", "i") in events
    values = [e["args"]["samples"] for e in trace["traceEvents"] if e["name"] == "samples"]
    assert values == [3, 7, 6, 7]
    assert str(domain) == "training" and str(task) == "epoch" and str(counter) == "samples"


def test_parts_are_not_noted_while_nothing_runs():
    with profiler.Domain("idle").new_task("task"):
        pass
    assert counts("idle") == {}


# ------------------------------------------------------------------------------ tables, files


def test_a_table():
    with running():
        nd.exp(nd.ones((2,)))
    lines = profiler.dumps().splitlines()
    assert lines[:3] == [
        "", "Profile Statistics:", "\tNote the difference in units for different entries.",
    ]  # fmt: skip
    heading = next(line for line in lines if "Time (ms)" in line)
    assert heading == (
        "Name                          Total Count        Time (ms)    Min Time (ms)"
        "    Max Time (ms)    Avg Time (ms)"
    )
    row = next(line for line in lines if line.startswith("exp"))
    assert row[:41] == f"exp{'1':>38}" and len(row) == len(heading)


@pytest.mark.parametrize("sort_by", ["total", "avg", "min", "max", "count"])
@pytest.mark.parametrize("ascending", [False, True])
def test_sorting(sort_by, ascending):
    x = nd.ones((50, 50))
    with running():
        for count, function in enumerate((nd.exp, nd.log, nd.sqrt, nd.abs), start=1):
            for _ in range(count):
                function(x)
    table = json.loads(profiler.dumps(format="json", sort_by=sort_by, ascending=ascending))
    values = [row[sort_by.capitalize()] for row in table["Time"]["operator"].values()]
    assert values == sorted(values, reverse=not ascending)
    assert table["Unit"] == {"Time": "ms", "Memory": "kB"}


def test_reset():
    with running():
        nd.exp(nd.ones((2,)))
    assert "exp" in profiler.dumps(reset=True)
    assert counts() == {}


def test_without_sums(tmp_path):
    configure(tmp_path, aggregate_stats=False)
    with running():
        nd.exp(nd.ones((2,)))
    assert profiler.dumps() == ""


def test_memory():
    with running():
        nd.exp(nd.ones((2,)))
    row = json.loads(profiler.dumps(format="json"))["Memory"]["Device Storage"]["Memory: cpu/0"]
    assert row["Count"] >= 1 and 0 < row["Min"] <= row["Avg"] <= row["Max"] and "Total" not in row


def test_a_trace(tmp_path):
    with running():
        nd.exp(nd.ones((2,)))
    profiler.dump(finished=False)
    trace = json.loads((tmp_path / "profile.json").read_text())
    begin, end = (e for e in trace["traceEvents"] if e["name"] == "exp")
    assert (begin["ph"], end["ph"]) == ("B", "E") and begin["ts"] <= end["ts"]
    assert trace["displayTimeUnit"] == "ms"
    names = {e["pid"]: e["args"]["name"] for e in trace["traceEvents"] if e["ph"] == "M"}
    assert names[begin["pid"]] == "operator"
    profiler.dump()
    profiler.dump()
    assert json.loads((tmp_path / "profile.json").read_text())["traceEvents"] == []


def test_a_file_that_is_written_by_itself(tmp_path):
    file = configure(tmp_path, continuous_dump=True, dump_period=0)
    profiler.set_state("run")
    with profiler.Domain("d").new_task("t"):
        nd.exp(nd.ones((2,)))
    assert "exp" in file.read_text()
    file.unlink()
    profiler.set_state("stop")
    assert "exp" in file.read_text()


MISTAKES = [
    (lambda: profiler.set_config(colour=1), MXNetError, "Cannot find argument 'colour', Possible"),
    (lambda: profiler.set_config(profile_process="server"), MXNetError, "no server processes"),
    (lambda: profiler.set_state("walk"), KeyError, "walk"),
    (lambda: profiler.dumps(format="xml"), AssertionError, "format: xml. Support: 'table', 'json'"),
    (lambda: profiler.dumps(sort_by="name"), AssertionError, "sort_by: name. Support: 'total'"),
    (lambda: profiler.dumps(ascending="up"), AssertionError, "ascending: up. Support: False, True"),
    (lambda: profiler.dumps(reset="yes"), AssertionError, "reset: yes. Support: False, True"),
    (
        lambda: profiler.Marker(profiler.Domain("d"), "m").mark("moon"),
        MXNetError,
        "Invalid Input: 'moon', valid values are: global",
    ),
    (lambda: profiler.set_kvstore_handle(None), MXNetError, "no server processes"),
]


@pytest.mark.parametrize(("call", "error", "message"), MISTAKES)
def test_mistakes(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_older_names(tmp_path):
    file = tmp_path / "old.json"
    with pytest.warns(UserWarning, match="use profiler.set_config"):
        profiler.profiler_set_config("all", str(file))
    with pytest.warns(UserWarning, match="use profiler.set_state"):
        profiler.profiler_set_state("run")
    nd.exp(nd.ones((2,)))
    with pytest.warns(UserWarning, match="use profiler.dump"):
        profiler.dump_profile()
    assert "exp" in file.read_text()


def test_rewritten_file_keeps_earlier_events(tmp_path):
    file = tmp_path / "trace.json"

    def read_events():
        return [e for e in json.loads(file.read_text())["traceEvents"] if e["ph"] != "M"]

    profiler.set_config(filename=str(file), continuous_dump=False)
    profiler.set_state("run")
    domain = profiler.Domain('a "domain"')
    counter = profiler.Counter(domain, "count\\er", 3)
    profiler.dump(False)
    first = read_events()
    counter += 1.5
    profiler.Marker(domain, "mark").mark("thread")
    profiler.dump(False)
    assert [event["args"] for event in first] == [{"count\\er": 3}]
    assert read_events()[:1] == first
    assert [event["ph"] for event in read_events()] == ["C", "C", "i"]
    assert read_events()[1]["args"] == {"count\\er": 4.5}
    assert read_events()[2]["s"] == "t"
    assert read_events()[1]["pid"] == first[0]["pid"]
