"""Networks that the real MXNet 1.9.1 quantized for the tests, and with which settings."""

NETS = ("lenet", "residual", "mobile", "joined")

CASES = [
    *((net, {"calib_mode": "naive"}) for net in NETS),
    ("lenet", {"calib_mode": "entropy"}),
    ("lenet", {"calib_mode": "naive", "quantize_granularity": "channel-wise"}),
    ("lenet", {"calib_mode": "naive", "exclude_layers_match": ["dense1"]}),
    ("residual", {"calib_mode": "naive", "quantize_mode": "smart"}),
    ("residual", {"calib_mode": "naive", "exclude_operators": ["FullyConnected", "Pooling"]}),
]
