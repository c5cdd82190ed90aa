"""Updates over several batches, and with gradients of a bounded norm."""

from __future__ import annotations

from ..utils import clip_global_norm

__all__ = ["GradientAccumulator"]


class GradientAccumulator:
    """Performs one trainer step for every ``steps`` batches, optionally with clipped gradients.

    Call ``step`` instead of ``trainer.step`` after each ``backward``. The result is the same as for
    one batch with all the samples, with the memory of a small one. At the end of a ``with`` block
    the remaining batches are used, and each ``backward`` overwrites gradients again as before.

    Parameters
    ----------
    trainer : gluon.Trainer
        The trainer, whose parameters accumulate gradients meanwhile.
    steps : int
        The number of batches per step.
    max_norm : float, optional
        The largest norm of the mean gradient of all parameters together; larger ones are scaled.

    Examples
    --------
    >>> net = gluon.nn.Dense(1, in_units=2)
    >>> net.initialize()
    >>> trainer = gluon.Trainer(net.collect_params(), "sgd")
    >>> with GradientAccumulator(trainer, steps=4, max_norm=1.0) as accumulator:
    ...     for _ in range(4):
    ...         with autograd.record():
    ...             loss = net(nd.ones((8, 2)))
    ...         loss.backward()
    ...         taken = accumulator.step(8)
    >>> taken
    True
    """

    def __init__(self, trainer, steps=1, max_norm=None):
        if steps < 1:
            raise ValueError(f"steps is the number of batches of a step, at least 1, got {steps}")
        self.trainer, self.steps, self.max_norm = trainer, steps, max_norm
        self._batches = self._samples = 0
        self._added = [p for p in trainer._params if p.grad_req == "write"] if steps > 1 else []
        for parameter in self._added:
            parameter.grad_req = "add"

    def step(self, batch_size):
        """Count a batch; perform the step if it is the last one. Return whether that was done."""
        self._batches += 1
        self._samples += batch_size
        return self._batches == self.steps and self.flush()

    def flush(self):
        """Perform the step with the batches so far; return whether there were any."""
        if not self._batches:
            return False
        if self.max_norm is None:
            self.trainer.step(self._samples)
        else:
            self.trainer.allreduce_grads()
            self._clip()
            self.trainer.update(self._samples)
        for parameter in self._added:
            parameter.zero_grad()
        self._batches = self._samples = 0
        return True

    def _clip(self):
        """Scale the gradients of each device; the trainer divides them by the samples later."""
        trained = [p for p in self.trainer._params if p.grad_req != "null"]
        for gradients in zip(*(parameter.list_grad() for parameter in trained), strict=True):
            clip_global_norm(gradients, self.max_norm * self._samples)

    def close(self):
        """Perform the step with the remaining batches, and overwrite gradients again."""
        self.flush()
        for parameter in self._added:
            parameter.grad_req = "write"
        self._added = []

    def __enter__(self):
        return self

    def __exit__(self, kind, error, traceback):
        if kind is None:
            self.close()
