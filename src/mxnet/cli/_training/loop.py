"""The loop of ``mxnet train``: epochs, validation, checkpoints."""

from __future__ import annotations

import contextlib
import json
import os
import time
from dataclasses import dataclass, field

import numpy as np

from ... import autograd, gluon, lr_scheduler, metric, random as mx_random
from ..._formats.local import replacing
from ...base import MXNetError
from ...contrib import amp
from .._terminal import progress

HISTORY = "history.json"


@dataclass(slots=True)
class Settings:
    """The settings that determine the course of training; a resumed one must have the same."""

    epochs: int
    batch_size: int
    optimizer: str
    lr: float
    wd: float
    schedule: str
    warmup: float
    seed: int
    amp: str | None = None
    workers: int = 0
    # Options of the command: network, data, augmentation.
    others: dict = field(default_factory=dict)


class Training:
    """A network, its data and its trainer; ``fit`` continues from the last checkpoint.

    Each epoch starts with a separate seed. So an epoch draws the same random numbers (order of the
    images, augmentation, dropout) whether or not the process was restarted, and resumed training
    has the same bits as uninterrupted training.
    """

    def __init__(self, net, data, settings: Settings, folder: str, train_transform):
        self.net, self.data, self.settings, self.folder = net, data, settings, folder
        self.history: list[dict] = []
        self._loss = gluon.loss.SoftmaxCrossEntropyLoss()
        predicting = data.preprocessing.for_prediction()
        self._train = data.train.transform_first(train_transform, lazy=True)
        self._validation = data.validation.transform_first(predicting, lazy=True)
        self._steps = -(-len(data.train) // settings.batch_size)
        if settings.amp:
            amp.init(settings.amp)
        self.trainer = gluon.Trainer(net.collect_params(), settings.optimizer, self._options())
        if settings.amp:
            amp.init_trainer(self.trainer)
        self._checkpoint = gluon.Checkpoint(self._path("last.ckpt"), net=net, trainer=self.trainer)

    def _options(self) -> dict:
        total = self.settings.epochs * self._steps
        warmup = min(round(self.settings.warmup * self._steps), total - 1)
        rates = {"base_lr": self.settings.lr, "warmup_steps": warmup}
        if self.settings.schedule == "cosine":
            schedule = lr_scheduler.CosineScheduler(total, **rates)
        elif self.settings.schedule == "step":
            steps = sorted({max(1, round(total * share)) for share in (0.5, 0.8)})
            schedule = lr_scheduler.MultiFactorScheduler(steps, 0.1, **rates)
        else:
            # One step beyond the end, so that the rate is constant after the warm-up.
            schedule = lr_scheduler.FactorScheduler(total + 1, 1.0, **rates)
        momentum = {"momentum": 0.9} if self.settings.optimizer in ("sgd", "nag") else {}
        rate = {"learning_rate": self.settings.lr, "wd": self.settings.wd}
        return {**rate, "lr_scheduler": schedule, **momentum}

    def fit(self, after_epoch) -> None:
        """Train to the end; ``after_epoch`` gets the history row of each epoch."""
        for epoch in range(len(self.history), self.settings.epochs):
            begin = time.perf_counter()
            mx_random.seed_everything(self.settings.seed * 100_003 + epoch)
            loss, accuracy = self._run_epoch(epoch)
            right, val_loss = self.validate()
            self.history.append({
                "epoch": epoch + 1, "lr": float(self.trainer.learning_rate), "loss": loss,
                "accuracy": accuracy, "val_loss": val_loss,
                "val_accuracy": float(np.trace(right) / right.sum()),
                "seconds": round(time.perf_counter() - begin, 2),
            })  # fmt: skip
            self._save(epoch + 1)
            after_epoch(self.history[-1])

    def _loader(self, dataset, shuffle: bool):
        return gluon.data.DataLoader(
            dataset, self.settings.batch_size, shuffle=shuffle, num_workers=self.settings.workers
        )

    def _run_epoch(self, epoch: int) -> tuple[float, float]:
        accuracy, total, count = metric.Accuracy(), 0.0, 0
        title = f"epoch {epoch + 1}/{self.settings.epochs}"
        bar = progress(self._loader(self._train, True), self._steps, title, "batch")
        for images, labels in bar:
            with autograd.record():
                outputs = self.net(images)
                loss = self._loss(outputs, labels)
                scaled = self._scale(loss)
                with scaled as head:
                    autograd.backward(head)
            self.trainer.step(len(images))
            accuracy.update(labels, outputs)
            total, count = total + float(loss.sum().asscalar()), count + len(images)
            if not np.isfinite(total):
                raise MXNetError(f"the loss is not a number in epoch {epoch + 1}: lower --lr")
            if hasattr(bar, "set_postfix"):
                bar.set_postfix(loss=f"{total / count:.4f}", accuracy=f"{accuracy.get()[1]:.3f}")
        return total / count, float(accuracy.get()[1])

    def _scale(self, loss):
        if self.settings.amp:
            return amp.scale_loss(loss, self.trainer)
        return contextlib.nullcontext(loss)

    def validate(self) -> tuple[np.ndarray, float]:
        """Return how often each class (row) was classified as each (column), and the mean loss."""
        size = len(self.data.preprocessing.classes)
        confusion, total = np.zeros((size, size), np.int64), 0.0
        for images, labels in self._loader(self._validation, False):
            outputs = self.net(images)
            total += float(self._loss(outputs, labels).sum().asscalar())
            pairs = labels.asnumpy().astype(int), outputs.argmax(axis=1).asnumpy().astype(int)
            np.add.at(confusion, pairs, 1)
        return confusion, total / max(confusion.sum(), 1)

    # ---------------------------------------------------------------------------------- checkpoints

    def _path(self, name: str) -> str:
        return os.path.join(self.folder, name)

    def _save(self, epoch: int) -> None:
        """Write the history, for users and programs, then the checkpoint, which resumes it."""
        best = max(self.history, key=lambda row: row["val_accuracy"])
        if best is self.history[-1]:
            self.net.save_parameters(self._path("best.params"))
        content = {"settings": self._settings(), "best": best["epoch"], "history": self.history}
        with replacing(self._path(HISTORY)) as file:
            file.write(json.dumps(content, indent=1).encode())
        self._checkpoint.save(settings=self._settings(), history=self.history)

    def _settings(self) -> dict:
        return {name: getattr(self.settings, name) for name in self.settings.__dataclass_fields__}

    def resume(self) -> None:
        """Continue from the checkpoint in the folder."""
        progress = self._checkpoint.resume()
        if not progress:
            raise MXNetError(f"there is nothing to resume in {self.folder!r}")
        for name, value in self._settings().items():
            previous = progress["settings"][name]
            if value != previous and name != "workers":
                raise MXNetError(
                    f"cannot resume: {name} was {previous!r}, now it is {value!r}; use the options "
                    "of the first run, or another --out"
                )
        self.history = progress["history"]
