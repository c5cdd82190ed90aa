"""print_summary and plot_network."""

import shutil
import sys
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

import mxnet as mx

SHAPE = {"data": (1, 3, 28, 28)}


def net():
    x = mx.sym.Convolution(
        mx.sym.var("data"), name="conv", num_filter=8, kernel=(3, 3), stride=(2, 2)
    )
    x = mx.sym.Activation(mx.sym.BatchNorm(x, name="bn"), name="relu", act_type="relu")
    x = mx.sym.Pooling(x, name="pool", kernel=(2, 2), stride=(2, 2), pool_type="max")
    one = mx.sym.FullyConnected(x, name="fc1", num_hidden=10)
    two = mx.sym.FullyConnected(x, name="fc2", num_hidden=10, no_bias=True)
    return mx.sym.SoftmaxOutput(mx.sym.Concat(one, two, name="both"), name="softmax")


TABLE = """\
____________________________________________________________
Layer (type)            Output Shape    Param #   Previous Layer
============================================================
data(null)              3x28x28         0
____________________________________________________________
conv(Convolution)       8x13x13         224       data
____________________________________________________________
bn(BatchNorm)           8x13x13         16        conv
____________________________________________________________
relu(Activation)        8x13x13         0         bn
____________________________________________________________
pool(Pooling)           8x6x6           0         relu
____________________________________________________________
fc1(FullyConnected)     10              2890      pool
____________________________________________________________
fc2(FullyConnected)     10              2880      pool
____________________________________________________________
both(Concat)            20              0         fc1
                                                  fc2
____________________________________________________________
softmax(SoftmaxOutput)  20              0         both
============================================================
Total params: 6010
____________________________________________________________
"""


def test_a_table(capsys):
    mx.viz.print_summary(net(), SHAPE, line_length=60, positions=[24, 40, 50, 70])
    lines = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    assert "\n".join(lines) + "\n" == TABLE


def test_a_table_without_shapes(capsys):
    mx.viz.print_summary(net())
    out = capsys.readouterr().out
    assert len(out.splitlines()[0]) == 120
    assert "fc2(FullyConnected)" in out
    assert "Total params: 18" in out  # the biases of conv and fc1, from the attributes
    embedding = mx.sym.Embedding(mx.sym.var("data"), input_dim=10, output_dim=4)
    mx.viz.print_summary(embedding)
    assert "Total params: 40" in capsys.readouterr().out


def test_parameters_of_every_layer_count(capsys):
    normalized = mx.sym.LayerNorm(mx.sym.var("data"), name="ln")
    mx.viz.print_summary(normalized, {"data": (2, 5)})
    assert "Total params: 10" in capsys.readouterr().out
    flat = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=4, no_bias=True)
    mx.viz.print_summary(flat, {"data": (1, 3, 8, 8)})
    assert "Total params: 768" in capsys.readouterr().out
    parts = mx.sym.split(mx.sym.var("data"), num_outputs=2, name="cut")
    mx.viz.print_summary(parts, {"data": (1, 6, 8)})
    assert "cut(SliceChannel)" in (out := capsys.readouterr().out) and " 3x8 " in out


def test_errors():
    with pytest.raises(TypeError, match="Symbol or a Gluon block, got an object of type int"):
        mx.viz.print_summary(3)
    with pytest.raises(mx.MXNetError, match="argument name zz not found"):
        mx.viz.print_summary(net(), {"zz": (1,)})


# ----------------------------------------------------------------------------------- drawings


@pytest.fixture
def drawing():
    pytest.importorskip("graphviz")
    kinds = {"data": np.float32}
    return mx.viz.plot_network(net(), shape=SHAPE, dtype=kinds, save_format="svg")


def test_a_drawing(drawing):
    source = drawing.source
    assert 'conv [label="Convolution\n3x3/2x2, 8" fillcolor="#fb8072" fixedsize=true' in source
    assert "data [label=data" in source
    assert 'fc1 -> pool [label="8x6x6(float32)" arrowtail=open dir=back]' in source
    assert "conv_weight" not in source


@pytest.mark.parametrize(
    ("options", "label"),
    [
        ({}, '""'),
        ({"shape": SHAPE}, '"3x28x28"'),
        ({"dtype": {"data": np.float16}}, '"(float16)"'),
        ({"shape": SHAPE, "dtype": {"data": np.float16}}, '"3x28x28(float16)"'),
    ],
)
def test_edges_show_known_shapes(options, label):
    pytest.importorskip("graphviz")
    source = mx.viz.plot_network(net(), **options).source
    assert f"conv -> data [label={label} arrowtail=open dir=back]" in source


def test_weights_and_attributes():
    pytest.importorskip("graphviz")
    source = mx.viz.plot_network(
        net(), title="net", node_attrs={"shape": "oval"}, hide_weights=False
    ).source
    assert source.startswith("digraph net {")
    assert 'conv -> conv_weight [label=""' in source
    assert "conv_weight [label=conv_weight" in source
    assert "shape=box" not in source


def test_one_name_for_several_nodes():
    pytest.importorskip("graphviz")
    x = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc")
    with pytest.warns(RuntimeWarning, match="same name in your graph.*fc"):
        mx.viz.plot_network(mx.sym.FullyConnected(x, num_hidden=2, name="fc"))


@pytest.mark.skipif(shutil.which("dot") is not None, reason="dot draws it")
def test_without_dot(drawing, tmp_path):
    path = drawing.render(str(tmp_path / "net"))
    root = ElementTree.parse(path).getroot()
    texts = [element.text for element in root.iter() if element.tag.endswith("text")]
    assert {"Convolution", "3x3/2x2, 8", "bn", "8x6x6(float32)"} <= set(texts)
    boxes = [element for element in root.iter() if element.tag.endswith(("rect", "ellipse"))]
    assert len(boxes) == 10
    assert drawing.pipe("svg", encoding="utf-8").startswith("<svg")
    with pytest.raises(mx.MXNetError, match=r"to draw pdf .*'dot' has to be installed.*svg"):
        mx.viz.plot_network(net()).render(str(tmp_path / "net"))


def test_nodes_do_not_cover_each_other():
    picture = pytest.importorskip("mxnet.visualization._svg")
    names = ["data", "a", "b", "sum", "label"]
    edges = [
        ("a", "data", ""),
        ("b", "data", ""),
        ("sum", "a", ""),
        ("sum", "b", ""),
        ("sum", "label", ""),
    ]
    positions = picture._positions({name: {"label": name} for name in names}, edges, picture.WIDTH)
    assert len(set(positions.values())) == len(names)
    height = {name: -y for name, (_, y) in positions.items()}
    assert all(height[user] > height[source] for user, source, _ in edges)


def test_without_the_package(monkeypatch):
    monkeypatch.setitem(sys.modules, "graphviz", None)
    monkeypatch.delitem(sys.modules, "mxnet.visualization._digraph", raising=False)
    with pytest.raises(ImportError, match="requires graphviz library: pip install graphviz"):
        mx.viz.plot_network(net())


def test_bad_arguments():
    pytest.importorskip("graphviz")
    for call, text in (
        (lambda: mx.viz.plot_network(3), "Symbol or a Gluon block, got an object of type int"),
        (lambda: mx.viz.plot_network(net(), node_attrs=[1]), "node_attrs must be a dict"),
    ):
        with pytest.raises(TypeError, match=text):
            call()
    with (
        pytest.raises(ValueError, match="Input shape is incomplete"),
        pytest.warns(UserWarning, match="Cannot decide shape"),
    ):
        mx.viz.plot_network(net(), shape={}, dtype={"data": np.float32})
