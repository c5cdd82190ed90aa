"""The handler that saves checkpoints and resumes training from them."""

from __future__ import annotations

import os
import re

from ...._distributed import is_first_worker, read_launch
from ...._formats.local import reading_together, together
from ....base import MXNetError
from ....metric import EvalMetric
from ...checkpoint import Checkpoint
from ._events import BatchEnd, EpochEnd, TrainBegin
from ._monitors import Monitor

_SCALER = "_amp_loss_scaler"  # the attribute set by amp.init_trainer


class CheckpointHandler(Monitor, TrainBegin, BatchEnd, EpochEnd):
    """Saves parameters and trainer states during training, and resumes from the last ones.

    Files are ``<prefix>-epoch1batch8.params`` and ``.states``, for the best model (``save_best``,
    determined by ``monitor``) ``<prefix>-best``, and for a hybridized network
    ``<prefix>-symbol.json``. At most ``max_checkpoints`` of them are kept. A third file,
    ``.checkpoint``, contains random number states and the position in the data, so that training
    resumes bit for bit.
    """

    def __init__(
        self, model_dir, model_prefix="model", monitor=None, verbose=0, save_best=False,
        mode="auto", epoch_period=1, batch_period=None, max_checkpoints=5,
        resume_from_checkpoint=False,
    ):  # fmt: skip
        os.makedirs(model_dir, exist_ok=True)
        self.model_dir = model_dir
        self.model_prefix = model_prefix
        self.monitor = monitor
        self.verbose = verbose
        self.save_best = save_best
        self.epoch_period = epoch_period
        self.batch_period = batch_period
        self.max_checkpoints = max_checkpoints
        self.resume_from_checkpoint = resume_from_checkpoint
        self.current_batch = self.current_epoch = 0
        self.trained_epoch = self.trained_batch = -1
        self.saved_checkpoints = []
        if save_best:
            if not isinstance(monitor, EvalMetric):
                raise ValueError(
                    "To save best model only, please provide one of the metric objects from "
                    "estimator.train_metrics and estimator.val_metrics as monitor."
                )
            self._set_monitor(monitor, mode)
            self.best = self._worst()

    def train_begin(self, estimator, *args, **kwargs):
        self.current_batch = self.current_epoch = 0
        self.trained_epoch = self.trained_batch = -1
        if self.save_best:
            self.best = self._worst()
        if self.resume_from_checkpoint:
            self._resume(estimator)

    def batch_end(self, estimator, *args, **kwargs):
        if self.current_batch == 0:
            self._save_symbol(estimator)
        if self.batch_period and (self.current_batch + 1) % self.batch_period == 0:
            self._save_checkpoint(estimator, self.trained_batch + self.current_batch + 1)
        self.current_batch += 1

    def epoch_end(self, estimator, *args, **kwargs):
        if self.epoch_period and (self.current_epoch + 1) % self.epoch_period == 0:
            # MXNet: finished batches are counted here, and their indices in batch_end.
            trained = self.trained_batch if self.trained_batch >= 0 else 0
            self._save_checkpoint(estimator, trained + self.current_batch)
        self.current_epoch += 1

    # --------------------------------------------------------------------------------- saving

    def _path(self, stem, suffix):
        return os.path.join(self.model_dir, f"{stem}.{suffix}")

    def _save_symbol(self, estimator):
        if not is_first_worker():
            return
        path = self._path(f"{self.model_prefix}-symbol", "json")
        graph = getattr(estimator.net, "_cached_graph", ())
        if graph:
            graph[1].save(path)
        else:
            estimator.logger.info(
                "Model architecture(symbol file) is not saved, please use HybridBlock to construct "
                "your model, and call net.hybridize() before passing to Estimator in order to save "
                "model architecture as %s.",
                path,
            )

    def _save_checkpoint(self, estimator, batch):
        epoch = self.trained_epoch + self.current_epoch + 1
        stem = f"{self.model_prefix}-epoch{epoch}batch{batch}"
        self._save(estimator, stem)
        if self.verbose > 0:
            estimator.logger.info(
                "[Epoch %d] CheckpointHandler: saving model at %s with prefix: %s",
                self.current_epoch,
                self.model_dir,
                stem,
            )
        self.saved_checkpoints.append(stem)
        if len(self.saved_checkpoints) > self.max_checkpoints:
            self._forget(self.saved_checkpoints.pop(0))
        if self.save_best:
            self._save_if_best(estimator)

    def _save(self, estimator, stem):
        if not is_first_worker():
            return
        with together():
            estimator.net.save_parameters(self._path(stem, "params"))
            estimator.trainer.save_states(self._path(stem, "states"))
            self._checkpoint(estimator, stem).save()

    def _load(self, estimator, stem):
        params, states = self._path(stem, "params"), self._path(stem, "states")
        rest = self._checkpoint(estimator, stem)

        def load():
            estimator.net.load_parameters(params, ctx=estimator.context)
            estimator.trainer.load_states(states)
            if read_launch().size > 1:
                return  # the file has the random state and the position of the first worker
            try:
                rest.resume()
            except MXNetError as error:  # another dataset, which may be intended
                estimator.logger.warning(
                    "CheckpointHandler: the data starts from the beginning, with other random "
                    "numbers: %s",
                    error,
                )

        reading_together((params, states, rest.path), load)

    def _checkpoint(self, estimator, stem):
        """Return the checkpoint of the rest: position in the data, random numbers, loss scale."""
        loader, scaler = estimator._train_data, getattr(estimator.trainer, _SCALER, None)
        parts = {"loader": loader if hasattr(loader, "get_state") else None, "loss_scale": scaler}
        parts = {name: part for name, part in parts.items() if part is not None}
        return Checkpoint(self._path(stem, "checkpoint"), **parts)

    def _forget(self, stem):
        for suffix in ("params", "states", "checkpoint"):
            if is_first_worker() and os.path.exists(self._path(stem, suffix)):
                os.remove(self._path(stem, suffix))

    def _save_if_best(self, estimator):
        name, value = self._value()
        improved = bool(self.monitor_op(value, self.best))
        if self.verbose > 0:
            word = (
                f"improved from {self.best:.5f} to {value:.5f}"
                if improved
                else (f"did not improve from {self.best:.5f}")
            )
            estimator.logger.info(
                "[Epoch %d] CheckpointHandler: %s %s", self.current_epoch, name, word
            )
        if improved:
            self.best = value
            self._save(estimator, f"{self.model_prefix}-best")

    # ------------------------------------------------------------------------------- going on

    def _resume(self, estimator):
        self._check_periods(estimator)
        newest = self._newest()
        goal = estimator.max_epoch or estimator.max_batch
        unit = "epoch" if estimator.max_epoch else "batch"
        if newest is None:
            estimator.logger.info(
                "CheckpointHandler: No checkpoint found, training from scratch for %d %s",
                goal,
                "epochs" if estimator.max_epoch else "batches",
            )
            return
        self.trained_epoch, self.trained_batch, stem = newest
        done = (self.trained_epoch if estimator.max_epoch else self.trained_batch) + 1
        if done >= goal:
            raise ValueError(
                f"Found checkpoint with maximum number of {unit} {goal} reached, please specify "
                "resume_from_checkpoint=False (default value) if you want to train from scratch."
            )
        if estimator.max_epoch:
            estimator.max_epoch -= done
        else:
            estimator.max_batch -= done
        self._load(estimator, stem)
        estimator.logger.warning(
            "CheckpointHandler: Checkpoint resumed from epoch %d batch %d, continue to train for "
            "%d more",
            self.trained_epoch,
            self.trained_batch,
            goal - done,
        )

    def _check_periods(self, estimator):
        epochs, batches = bool(self.epoch_period), bool(self.batch_period)
        expected = (True, False) if estimator.max_epoch else (False, True)
        if (epochs, batches) != expected:
            raise AssertionError(
                "To use resume from checkpoint, you must only specify the same type of period you "
                "used for training. For example, if you are training based on number of epochs, "
                "you must save only based on epochs, and set batch_period to None."
            )

    def _newest(self):
        """Return epoch, batch and name of the newest complete checkpoint, or None."""
        pattern = re.compile(rf"({re.escape(self.model_prefix)}-epoch(\d+)batch(\d+))\.params")
        checkpoints = [
            (int(match[2]), int(match[3]), match[1])
            for match in map(pattern.fullmatch, os.listdir(self.model_dir))
            if match and os.path.exists(self._path(match[1], "states"))
        ]
        return max(checkpoints, default=None)
