"""Networks that cases.py measures, most of them hybridized, written with Gluon and with torch."""

from __future__ import annotations

# The step that all networks are trained with.
STEP = """
def training_step(net, loss_of, trainer, x, y):
    batch = len(y)
    def step():
        with autograd.record():
            loss = loss_of(net(x), y)
        loss.backward()
        trainer.step(batch)
    return step
"""
GLUON = (
    STEP
    + """
nn = gluon.nn
def stack(*layers):
    net = nn.HybridSequential()
    net.add(*layers)
    return net

def convolution(channels, kernel, stride=1, groups=1, act=True):
    conv = nn.Conv2D(channels, kernel, stride, kernel // 2, groups=groups, use_bias=False)
    return stack(conv, nn.BatchNorm(), *([nn.HybridLambda(act)] if act else []))

def relu(F, x):
    return F.Activation(x, act_type="relu")

def relu6(F, x):
    return F.clip(x, 0, 6)

class Residual(gluon.HybridBlock):
    def __init__(self, body, shortcut, act=None):
        super().__init__()
        self.body, self.shortcut, self.act = body, shortcut, act
    def hybrid_forward(self, F, x):
        y = self.body(x) + (self.shortcut(x) if self.shortcut else x)
        return self.act(F, y) if self.act else y

def resnet18():
    layers = [convolution(64, 7, 2, act=relu), nn.MaxPool2D(3, 2, 1)]
    for channels, stride in RESIDUAL:
        body = stack(convolution(channels, 3, stride, act=relu), convolution(channels, 3, act=None))
        shortcut = convolution(channels, 1, stride, act=None) if stride > 1 else None
        layers.append(Residual(body, shortcut, relu))
    return stack(*layers, nn.GlobalAvgPool2D(), nn.Dense(1000))

def resnet50():
    layers, inputs = [convolution(64, 7, 2, act=relu), nn.MaxPool2D(3, 2, 1)], 64
    for channels, count, first in BOTTLENECKS:
        for stride in [first] + [1] * (count - 1):
            body = stack(
                convolution(channels, 1, act=relu), convolution(channels, 3, stride, act=relu),
                convolution(4 * channels, 1, act=None))
            widens = inputs != 4 * channels
            shortcut = convolution(4 * channels, 1, stride, act=None) if widens else None
            layers.append(Residual(body, shortcut, relu))
            inputs = 4 * channels
    return stack(*layers, nn.GlobalAvgPool2D(), nn.Dense(1000))

def mobilenet():
    layers, channels = [convolution(32, 3, 2, act=relu)], 32
    for wider, stride in SEPARABLE:
        layers += [
            convolution(channels, 3, stride, channels, relu), convolution(wider, 1, act=relu)]
        channels = wider
    return stack(*layers, nn.GlobalAvgPool2D(), nn.Dense(1000))

def mobilenet_v2():
    layers, channels = [convolution(32, 3, 2, act=relu6)], 32
    for expansion, wider, count, first in INVERTED:
        for stride in [first] + [1] * (count - 1):
            inner = channels * expansion
            body = stack(
                convolution(inner, 1, act=relu6), convolution(inner, 3, stride, inner, relu6),
                convolution(wider, 1, act=None))
            layers.append(Residual(body, None) if stride == 1 and wider == channels else body)
            channels = wider
    return stack(*layers, convolution(1280, 1, act=relu6), nn.GlobalAvgPool2D(), nn.Dense(1000))

def mlp():
    return stack(nn.Dense(256, activation="relu"), nn.Dense(10))

def lenet():
    return stack(
        nn.Conv2D(20, 5, activation="tanh"), nn.MaxPool2D(), nn.Conv2D(50, 5, activation="tanh"),
        nn.MaxPool2D(), nn.Flatten(), nn.Dense(500, activation="tanh"), nn.Dense(10))

class Encoder(gluon.HybridBlock):  # a layer of BERT base, as GluonNLP writes it
    def __init__(self, units=768, heads=12):
        super().__init__()
        self.heads = heads
        self.projections, self.joined = (nn.Dense(n * units, flatten=False) for n in (3, 1))
        self.wide, self.narrow = (nn.Dense(n * units, flatten=False) for n in (4, 1))
        self.first, self.second, self.act = nn.LayerNorm(), nn.LayerNorm(), nn.GELU()
    def hybrid_forward(self, F, x):
        parts = self.projections(x)
        scores = F.contrib.interleaved_matmul_selfatt_qk(parts, heads=self.heads)
        mixed = F.contrib.interleaved_matmul_selfatt_valatt(
            parts, F.softmax(scores, axis=-1), heads=self.heads)
        x = self.first(x + self.joined(mixed))
        return self.second(x + self.narrow(self.act(self.wide(x))))

def bert():
    return stack(
        nn.HybridLambda(lambda F, x: F.swapaxes(x, 0, 1)), *(Encoder() for _ in range(4)),
        nn.HybridLambda(lambda F, x: F.mean(x, axis=0)), nn.Dense(10))

def ready(net, *shape):
    net.initialize(mx.init.Xavier(magnitude=2))
    net.hybridize(static_alloc=True, static_shape=True)
    x = nd.random.uniform(shape=shape)
    net(x).wait_to_read()
    return net, x

def training(net, x, hybrid=True):
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
    if hybrid:
        loss_of.hybridize(static_alloc=True, static_shape=True)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.01, "momentum": 0.9})
    batch = x.shape[0]
    y = nd.array([n % 10 for n in range(batch)])
    return training_step(net, loss_of, trainer, x, y)
"""
)
TORCH = """
from torch import nn
def convolution(inputs, channels, kernel, stride=1, groups=1, act=nn.ReLU):
    conv = nn.Conv2d(inputs, channels, kernel, stride, kernel // 2, groups=groups, bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(channels), *([act(inplace=True)] if act else []))

class Residual(nn.Module):
    def __init__(self, body, shortcut, act=None):
        super().__init__()
        self.body, self.shortcut, self.act = body, shortcut, act
    def forward(self, x):
        y = self.body(x) + (self.shortcut(x) if self.shortcut else x)
        return self.act(y) if self.act else y

def ended(layers, channels):
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(channels, 1000))

def resnet18():
    layers, inputs = [convolution(3, 64, 7, 2), nn.MaxPool2d(3, 2, 1)], 64
    for channels, stride in RESIDUAL:
        body = nn.Sequential(
            convolution(inputs, channels, 3, stride), convolution(channels, channels, 3, act=None))
        shortcut = convolution(inputs, channels, 1, stride, act=None) if stride > 1 else None
        layers.append(Residual(body, shortcut, torch.relu_))
        inputs = channels
    return ended(layers, 512)

def resnet50():
    layers, inputs = [convolution(3, 64, 7, 2), nn.MaxPool2d(3, 2, 1)], 64
    for channels, count, first in BOTTLENECKS:
        wide = 4 * channels
        for stride in [first] + [1] * (count - 1):
            body = nn.Sequential(
                convolution(inputs, channels, 1), convolution(channels, channels, 3, stride),
                convolution(channels, wide, 1, act=None))
            shortcut = convolution(inputs, wide, 1, stride, act=None) if inputs != wide else None
            layers.append(Residual(body, shortcut, torch.relu_))
            inputs = wide
    return ended(layers, inputs)

def mobilenet():
    layers, channels = [convolution(3, 32, 3, 2)], 32
    for wider, stride in SEPARABLE:
        layers += [
            convolution(channels, channels, 3, stride, channels), convolution(channels, wider, 1)]
        channels = wider
    return ended(layers, channels)

def mobilenet_v2():
    layers, channels, act = [convolution(3, 32, 3, 2, act=nn.ReLU6)], 32, nn.ReLU6
    for expansion, wider, count, first in INVERTED:
        for stride in [first] + [1] * (count - 1):
            inner = channels * expansion
            body = nn.Sequential(
                convolution(channels, inner, 1, act=act),
                convolution(inner, inner, 3, stride, inner, act),
                convolution(inner, wider, 1, act=None))
            layers.append(Residual(body, None) if stride == 1 and wider == channels else body)
            channels = wider
    return ended([*layers, convolution(channels, 1280, 1, act=act)], 1280)

class Encoder(nn.Module):
    def __init__(self, units=768, heads=12):
        super().__init__()
        self.heads = heads
        self.projections, self.joined = nn.Linear(units, 3 * units), nn.Linear(units, units)
        self.wide, self.narrow = nn.Linear(units, 4 * units), nn.Linear(4 * units, units)
        self.first, self.second = nn.LayerNorm(units), nn.LayerNorm(units)
    def forward(self, x):
        length, batch, units = x.shape
        parts = self.projections(x).view(length, batch, self.heads, 3, -1).permute(3, 1, 2, 0, 4)
        mixed = nn.functional.scaled_dot_product_attention(*parts)
        x = self.first(x + self.joined(mixed.permute(2, 0, 1, 3).reshape(length, batch, units)))
        return self.second(x + self.narrow(nn.functional.gelu(self.wide(x))))

class Mean(nn.Module):
    def forward(self, x):
        return x.mean(0)

class LengthFirst(nn.Module):
    def forward(self, x):
        return x.transpose(0, 1)

def bert():
    return nn.Sequential(
        LengthFirst(), *(Encoder() for _ in range(4)), Mean(), nn.Linear(768, 10))

def mlp():
    return nn.Sequential(nn.Linear(784, 256), nn.ReLU(), nn.Linear(256, 10))

def lenet():
    return nn.Sequential(
        nn.Conv2d(1, 20, 5), nn.Tanh(), nn.MaxPool2d(2), nn.Conv2d(20, 50, 5), nn.Tanh(),
        nn.MaxPool2d(2), nn.Flatten(), nn.Linear(800, 500), nn.Tanh(), nn.Linear(500, 10))

def ready(net, *shape):
    return prepare(net.eval(), torch.rand(shape))

def training(net, x):
    net.train()
    loss_of = nn.CrossEntropyLoss()
    updates = torch.optim.SGD(net.parameters(), lr=0.01, momentum=0.9)
    y = torch.arange(len(x)) % 10
    def step():
        updates.zero_grad()
        loss_of(net(x), y).backward()
        updates.step()
    return step
"""
# what the texts above read
TABLES = """
# output channels and stride: of residual blocks, of pairs of convolutions (by channel, by position)
BOTTLENECKS = ((64, 3, 1), (128, 4, 2), (256, 6, 2), (512, 3, 2))  # channels, count, first stride
RESIDUAL = ((64, 1), (64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2), (512, 1))
SEPARABLE = (
    (64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2), *[(512, 1)] * 5, (1024, 2),
    (1024, 1))
# expansion, output channels, how many, stride of the first
INVERTED = (
    (1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2),
    (6, 320, 1, 1))
"""

# The old way: a symbol in a Module, with the steps that `Module.fit` does for a batch.
MODULE = """
sym = mx.sym
def mlp():
    hidden = sym.FullyConnected(sym.var("data"), num_hidden=256)
    return sym.FullyConnected(sym.Activation(hidden, act_type="relu"), num_hidden=10)

def narrow():
    return sym.FullyConnected(sym.FullyConnected(sym.var("data"), num_hidden=16), num_hidden=10)

def lenet():
    x = sym.var("data")
    for channels in (20, 50):
        x = sym.Activation(sym.Convolution(x, num_filter=channels, kernel=(5, 5)), act_type="tanh")
        x = sym.Pooling(x, kernel=(2, 2), stride=(2, 2), pool_type="max")
    x = sym.Activation(sym.FullyConnected(x, num_hidden=500), act_type="tanh")
    return sym.FullyConnected(x, num_hidden=10)

def fitting(net, *shape):
    module = mx.mod.Module(sym.SoftmaxOutput(net, name="softmax"))
    module.bind([("data", shape)], [("softmax_label", shape[:1])])
    module.init_params(mx.init.Xavier(magnitude=2))
    options = {"learning_rate": 0.01, "momentum": 0.9}
    module.init_optimizer(optimizer="sgd", optimizer_params=options)
    labels = nd.array([n % 10 for n in range(shape[0])])
    batch = mx.io.DataBatch([nd.random.uniform(shape=shape)], [labels])
    metric = mx.metric.Accuracy()
    def step():
        module.forward_backward(batch)
        module.update()
        module.update_metric(metric, batch.label)
    return step
"""
TORCH_MODULE = (
    TORCH
    + """
def narrow():
    return nn.Sequential(nn.Linear(20, 16), nn.Linear(16, 10))

def fitting(net, *shape):
    net, x = ready(net, *shape)
    net.train()
    updates = torch.optim.SGD(net.parameters(), lr=0.01, momentum=0.9)
    loss_of = nn.CrossEntropyLoss()
    y, right = torch.arange(shape[0]) % 10, 0
    def step():
        nonlocal right
        updates.zero_grad()
        outputs = net(x)
        loss_of(outputs, y).backward()
        updates.step()
        right += (outputs.argmax(1) == y).sum().item()
    return step
"""
)
