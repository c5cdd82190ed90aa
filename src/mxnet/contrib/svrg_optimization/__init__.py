"""Training with stochastic variance reduced gradients (Johnson and Zhang, 2013)."""

from . import svrg_module, svrg_optimizer

__all__ = ["svrg_module", "svrg_optimizer"]
