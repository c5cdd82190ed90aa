"""The parts of ``mxnet train`` and ``mxnet predict``: data, networks, the loop, charts."""
