"""A training step of DeepAR as GluonTS writes it, for Gluon and for torch: cases.py measures it."""

from __future__ import annotations

# Hourly data and GluonTS's defaults: two LSTM cells of 40, states kept at random (zoneout), the
# likelihood of Student's t distribution.
TABLES = """
import math
import numpy as np

LAGS = (
    *range(1, 8), 23, 24, 25, 47, 48, 49, 71, 72, 73, 95, 96, 97, 119, 120, 121, 143, 144, 145,
    167, 168, 169, 335, 336, 337, 503, 504, 505, 671, 672, 673, 719, 720, 721)
CONTEXT, LENGTH = 24, 48  # steps of the past that are read, and with those to predict
HISTORY = LENGTH + max(LAGS)
FEATURES, SERIES, CELLS, KEPT = 6, 100, 40, 0.1

def data(batch):
    random = np.random.RandomState(0)
    return [
        array.astype("float32") for array in (
            np.arange(batch) % SERIES, random.rand(batch, LENGTH, FEATURES),
            random.gamma(2.0, 5.0, (batch, HISTORY)), np.ones((batch, LENGTH)))]
"""

GLUON = """
rnn = gluon.rnn
class DeepAR(gluon.HybridBlock):
    def __init__(self):
        super().__init__()
        with self.name_scope():
            self.embedding = nn.Embedding(SERIES, 16)
            self.cells = rnn.HybridSequentialRNNCell()
            for i in range(2):
                cell = rnn.LSTMCell(CELLS)
                cell = rnn.ResidualCell(cell) if i else cell
                self.cells.add(rnn.ZoneoutCell(cell, zoneout_states=KEPT))
            self.location, self.spread, self.freedom = (
                nn.Dense(1, flatten=False) for _ in range(3))
    def hybrid_forward(self, F, series, features, target, observed):
        past = F.slice_axis(target, axis=1, begin=-LENGTH, end=-LENGTH + CONTEXT)
        scale = F.maximum(F.mean(F.abs(past), axis=1, keepdims=True), 1e-10)
        lags = [
            F.slice_axis(target, axis=1, begin=-lag - LENGTH, end=-lag).expand_dims(axis=-1)
            for lag in LAGS]
        lags = F.broadcast_div(F.concat(*lags, dim=-1), scale.expand_dims(axis=-1))
        static = F.concat(self.embedding(series), F.log(scale), dim=-1)
        static = F.repeat(static.expand_dims(axis=1), axis=1, repeats=LENGTH)
        inputs = F.concat(lags, static, features, dim=-1)
        outputs, _ = self.cells.unroll(LENGTH, inputs, layout="NTC", merge_outputs=True)
        location, spread, freedom = (
            part(outputs).squeeze(axis=-1) for part in (self.location, self.spread, self.freedom))
        location = F.broadcast_mul(location, scale)
        spread = F.broadcast_mul(F.Activation(spread, act_type="softrelu"), scale)
        freedom = F.Activation(freedom, act_type="softrelu") + 2.0
        y = F.slice_axis(target, axis=1, begin=-LENGTH, end=None)
        half = (freedom + 1.0) / 2.0
        density = (
            F.gammaln(half) - F.gammaln(freedom / 2.0) - 0.5 * F.log(math.pi * freedom)
            - F.log(spread) - half * F.log1p(F.square((y - location) / spread) / freedom))
        return F.sum(-density * observed, axis=1) / F.maximum(F.sum(observed, axis=1), 1.0)

def training(batch):
    net, arrays = DeepAR(), [nd.array(array) for array in data(batch)]
    net.initialize(mx.init.Xavier())
    net.hybridize()
    options = {"learning_rate": 0.001, "wd": 1e-8, "clip_gradient": 10.0}
    trainer = gluon.Trainer(net.collect_params(), "adam", options)
    def step():
        with autograd.record():
            loss = net(*arrays)
        loss.backward()
        trainer.step(batch)
        return loss
    return step
"""

TORCH = """
from torch import nn
class DeepAR(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(SERIES, 16)
        self.first = nn.LSTMCell(len(LAGS) + 17 + FEATURES, CELLS)
        self.second = nn.LSTMCell(CELLS, CELLS)
        self.location, self.spread, self.freedom = (nn.Linear(CELLS, 1) for _ in range(3))
    def forward(self, series, features, target, observed):
        scale = target[:, -LENGTH : CONTEXT - LENGTH].abs().mean(1, keepdim=True).clamp(min=1e-10)
        lags = torch.stack([target[:, -lag - LENGTH : -lag] for lag in LAGS], -1) / scale[..., None]
        static = torch.cat([self.embedding(series.long()), scale.log()], -1)
        inputs = torch.cat([lags, static[:, None].expand(-1, LENGTH, -1), features], -1)
        outputs = self.unrolled(inputs)
        location, spread, freedom = (
            part(outputs).squeeze(-1) for part in (self.location, self.spread, self.freedom))
        location = location * scale
        spread = nn.functional.softplus(spread) * scale
        freedom = nn.functional.softplus(freedom) + 2.0
        y = target[:, -LENGTH:]
        half = (freedom + 1.0) / 2.0
        density = (
            torch.lgamma(half) - torch.lgamma(freedom / 2.0) - 0.5 * torch.log(math.pi * freedom)
            - torch.log(spread) - half * torch.log1p(((y - location) / spread).square() / freedom))
        return (-density * observed).sum(1) / observed.sum(1).clamp(min=1.0)
    def unrolled(self, inputs):
        states = [[torch.zeros(len(inputs), CELLS) for _ in range(2)] for _ in range(2)]
        outputs = []
        for x in inputs.unbind(1):
            for i, cell in enumerate((self.first, self.second)):
                new = cell(x, states[i])
                x = new[0] + x if i else new[0]
                states[i] = [
                    torch.where(torch.rand(a.shape) < KEPT, b, a) for a, b in zip(new, states[i])]
            outputs.append(x)
        return torch.stack(outputs, 1)

def training(batch):
    net, arrays = DeepAR(), [torch.tensor(array) for array in data(batch)]
    updates = torch.optim.Adam(net.parameters(), lr=0.001)
    def step():
        updates.zero_grad()
        loss = net(*arrays)
        loss.sum().backward()
        nn.utils.clip_grad_value_(net.parameters(), 10.0)
        updates.step()
        return loss
    return step
"""
