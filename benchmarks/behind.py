"""Workloads in which an earlier comparison found this package behind another one.

Statements for MXNet's API with their counterparts in torch, None where torch has none, and setups.
This file is read by each subject's interpreter, so it uses nothing but the standard library.
"""

from __future__ import annotations

import pathlib

PICTURE = pathlib.Path(__file__).parents[1] / "docs/pictures/detected.jpg"

# ------------------------------------------------------------------------------------ 100 x 100
TABLE = """
a, row, k = nd.ones((100, 100)), nd.ones(100), 7
ints = nd.array([1, 5, 9, 40]).astype("int64")
"""
TORCH_TABLE = """
a, row, k = torch.ones(100, 100), torch.ones(100), 7
ints = torch.tensor([1, 5, 9, 40])
"""
INDEXING = (
    ("a[k]", "r = a[k]", ""),
    ("a[2:50]", "r = a[2:50]", ""),
    # MXNet copies what is not one block of memory, so torch copies too.
    ("a[:, 3]", "r = a[:, 3]", "r = a[:, 3].contiguous()"),
    ("a[5:50:3, k]", "r = a[5:50:3, k]", "r = a[5:50:3, k].contiguous()"),
    ("a[ints]", "r = a[ints]", ""),
    ("a[k] = row", "a[k] = row; r = a", ""),
    ("a[2:50] = 1", "a[2:50] = 1; r = a", ""),
    ("a[:, 3] = row", "a[:, 3] = row; r = a", ""),
    ("a[5:50:3, k] = 2", "a[5:50:3, k] = 2; r = a", ""),
    ("a[ints] = 0", "a[ints] = 0; r = a", ""),
)

# ----------------------------------------------------------------------- mx.np on few elements
FEW = "np = mx.np; x, y, m = np.ones(10), np.ones(10), np.ones((3, 4))"
TORCH_FEW = "x, y, m = torch.ones(10), torch.ones(10), torch.ones(3, 4)"
NUMPY = (
    ("x + y", "r = x + y", ""),
    ("exp", "r = np.exp(x)", "r = torch.exp(x)"),
    ("sum", "r = x.sum()", ""),
    ("maximum", "r = np.maximum(x, y)", "r = torch.maximum(x, y)"),
    ("where", "r = np.where(x, x, y)", "r = torch.where(x.bool(), x, y)"),
    ("concatenate", "r = np.concatenate((x, y))", "r = torch.cat((x, y))"),
    ("dot", "r = np.dot(x, y)", "r = torch.dot(x, y)"),
    ("clip", "r = np.clip(x, 0, 1)", "r = torch.clamp(x, 0, 1)"),
    ("reshape", "r = m.reshape(4, 3)", "r = m.reshape(4, 3).clone()"),
    ("transpose", "r = m.T", "r = m.T.contiguous()"),
)

# ------------------------------------------------------------------------ detection and others
BOXES = """
import random
random.seed(0)
def boxes(count):
    corners = [(random.random() * 90, random.random() * 90) for _ in range(count)]
    return [(x, y, x + 4 + random.random() * 20, y + 4 + random.random() * 20) for x, y in corners]
def scored(count):
    return nd.array([(n % 3, random.random(), *box) for n, box in enumerate(boxes(count))])
def rois(count):
    return nd.array([(0, *box) for box in boxes(count)])
contrib, features = nd.contrib, nd.random.uniform(shape=(1, 18, 25, 25))
"""
MXNET_ONLY = (
    ("box_nms, 30 boxes", "x = scored(30)", "r = contrib.box_nms(x)"),
    ("box_nms, 1000 boxes", "x = scored(1000)", "r = contrib.box_nms(x)"),
    (
        "box_iou, 30 x 10 boxes",
        "x, y = nd.array(boxes(30)), nd.array(boxes(10))",
        "r = contrib.box_iou(x, y)",
    ),
    (
        "box_encode, 30 boxes",
        "s = nd.ones((1, 30)); m = nd.zeros((1, 30)); a = nd.array([boxes(30)]); "
        "g = nd.array([boxes(5)]); u, v = nd.zeros(4), nd.ones(4)",
        "r = contrib.box_encode(s, m, a, g, u, v)[0]",
    ),
    ("ROIPooling, 16 boxes", "x = rois(16)", "r = nd.ROIPooling(features, x, (3, 3), 0.25)"),
    (
        "ROIAlign, 16 boxes",
        "x = rois(16)",
        "r = contrib.ROIAlign(features, x, (3, 3), 0.25, sample_ratio=2)",
    ),
    (
        "PSROIPooling, 16 boxes",
        "x = rois(16)",
        "r = contrib.PSROIPooling(features, x, spatial_scale=0.25, output_dim=2, pooled_size=3)",
    ),
    (
        "hawkesll, 4 x 20 events",
        """
mu, alpha, beta, state = nd.ones((4, 3)), nd.ones(3) * 0.5, nd.ones(3), nd.zeros((4, 3))
lags, marks = nd.ones((4, 20)) * 0.3, (nd.arange(80) % 3).reshape((4, 20)).astype("int32")
valid, most = nd.ones(4) * 20, nd.ones(4) * 7
""",
        "r = contrib.hawkesll(mu, alpha, beta, state, lags, marks, valid, most)[0]",
    ),
    ("LRN, 4 x 64 x 56 x 56", "x = nd.ones((4, 64, 56, 56))", "r = nd.LRN(x, nsize=5)"),
    ("10 normal numbers", "", "r = nd.random.normal(shape=10)"),
    ("1 million normal numbers", "", "r = nd.random.normal(shape=1000000)"),
    (
        "bind of an unrolled LSTM, 20 steps",
        """
cell = mx.rnn.LSTMCell(16, prefix="l_")
outputs, _ = cell.unroll(20, inputs=mx.sym.var("data"), merge_outputs=True, layout="NTC")
""",
        "outputs.simple_bind(mx.cpu(), data=(4, 20, 8)); r = nd.zeros(1)",
    ),
    (
        "infer_shape_partial, 600 nodes",
        """
net = mx.sym.var("data")
for _ in range(300):
    net = mx.sym.relu(mx.sym.FullyConnected(net, num_hidden=8))
""",
        "net.infer_shape_partial(data=(2, 8)); r = nd.zeros(1)",
    ),
)

# ------------------------------------------------------------------------- training and samples
EMBEDDING = """
rows = nd.array([(n * 7919) % 10000 for n in range(640)])
net = gluon.nn.Embedding(10000, 50, sparse_grad=True)
net.initialize()
trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
def step():
    with autograd.record():
        loss = net(rows).sum()
    loss.backward()
    trainer.step(1)
"""
TORCH_EMBEDDING = """
rows = torch.tensor([(n * 7919) % 10000 for n in range(640)])
net = torch.nn.Embedding(10000, 50, sparse=True)
updates = torch.optim.SGD(net.parameters(), lr=0.1)
def step():
    updates.zero_grad()
    net(rows).sum().backward()
    updates.step()
"""
TRAINER = """
params = gluon.ParameterDict()
for i in range(5000):
    params.get(f"p{i}", shape=(10,), init="ones")
params.initialize()
trainer = gluon.Trainer(params, "sgd", {"learning_rate": 0.01, "momentum": 0.9})
arrays = [parameter.data() for parameter in params.values()]
def backward():
    with autograd.record():
        loss = nd.add_n(*arrays)
    loss.backward()
def update():
    trainer.step(1)
"""
TORCH_TRAINER = """
params = [torch.nn.Parameter(torch.ones(10)) for _ in range(5000)]
updates = torch.optim.SGD(params, lr=0.01, momentum=0.9)
def backward():
    updates.zero_grad()
    torch.stack(params).sum().backward()
def update():
    updates.step()
"""
JPEGS = f"""
from mxnet.gluon.data.vision import transforms
with open({str(PICTURE)!r}, "rb") as file:
    encoded = file.read()
change = transforms.Compose([
    transforms.ToTensor(), transforms.Normalize((0.485, 0.456, 0.406), (0.229, 0.224, 0.225))])
def load():
    return [change(mx.image.imdecode(encoded)) for _ in range(8)]
"""
TORCH_JPEGS = f"""
import cv2
import numpy as np
encoded = np.fromfile({str(PICTURE)!r}, np.uint8)
mean = torch.tensor((0.485, 0.456, 0.406)).reshape(3, 1, 1)
std = torch.tensor((0.229, 0.224, 0.225)).reshape(3, 1, 1)
def picture():
    image = cv2.cvtColor(cv2.imdecode(encoded, cv2.IMREAD_COLOR), cv2.COLOR_BGR2RGB)
    x = torch.from_numpy(image).permute(2, 0, 1).contiguous().float().div(255)
    return x.sub(mean).div(std)
def load():
    return [picture() for _ in range(8)]
"""
SAMPLE = """
image = nd.ones((28, 28, 1), dtype="uint8")
def five(x):
    return (nd.transpose(x, (2, 0, 1)).astype("float32") / 255 - 0.13) / 0.31
"""
TORCH_SAMPLE = """
image = torch.ones(28, 28, 1, dtype=torch.uint8)
def five(x):
    return (x.permute(2, 0, 1).float() / 255 - 0.13) / 0.31
"""
ARRAYS = """
import atexit, os, shutil, tempfile
folder = tempfile.mkdtemp()
atexit.register(shutil.rmtree, folder)
path, values = os.path.join(folder, "arrays"), nd.ones(25_000_000)
nd.save(path, [values])
"""
TORCH_ARRAYS = """
import atexit, os, shutil, tempfile
folder = tempfile.mkdtemp()
atexit.register(shutil.rmtree, folder)
path, values = os.path.join(folder, "arrays"), torch.ones(25_000_000)
torch.save([values], path)
"""
SHUFFLED = "x = (nd.arange(1_000_000) * 7919) % 1_000_003"
TORCH_SHUFFLED = "x = (torch.arange(1_000_000) * 7919 % 1_000_003).float()"
# Name, both statements and both setups.
OTHERS = (
    ("Embedding with row-sparse gradient", "step()", "step()", EMBEDDING, TORCH_EMBEDDING),
    ("five operators on a sample", "r = five(image)", "r = five(image)", SAMPLE, TORCH_SAMPLE),
    (
        "8 JPEGs decoded, ToTensor, Normalize",
        "r = load()",
        "r = load()",
        JPEGS,
        TORCH_JPEGS,
    ),
    ("sort of 1 million", "r = nd.sort(x)", "r = x.sort().values", SHUFFLED, TORCH_SHUFFLED),
    (
        "argsort of 1 million",
        "r = nd.argsort(x)",
        "r = x.argsort(stable=True).float()",
        SHUFFLED,
        TORCH_SHUFFLED,
    ),
    (
        "save of 100 MB",
        "nd.save(path, [values])",
        "torch.save([values], path)",
        ARRAYS,
        TORCH_ARRAYS,
    ),
    ("load of 100 MB", "r = nd.load(path)[0]", "r = torch.load(path)[0]", ARRAYS, TORCH_ARRAYS),
)
