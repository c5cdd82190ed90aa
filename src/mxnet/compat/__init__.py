"""Old packages on new Pythons: restores removed names for GluonCV and similar packages.

Development of packages for MXNet stopped years ago, and NumPy, Python and pandas have removed names
that they use. ``mxnet`` fixes that for installed packages that depend on it, and only for them:
their modules see shims for ``numpy``, ``inspect`` and others that have the old names as well, and
all other code uses the real modules. ``_rules.RULES`` lists packages with additional needs. Nothing
happens unless such a package is imported. ``applied()`` lists the applied shims; the environment
variable ``MXNET_COMPAT=0`` disables all of it. `run_script` and `run_module`, used by the command
``mxnet run``, provide the same names to a script and the modules next to it.
"""

from ._hook import applied, install
from ._scripts import run_module, run_script

__all__ = ["applied", "install", "run_module", "run_script"]
