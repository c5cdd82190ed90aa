"""Exceptions that are allowed on devices, each with its reason."""

ASKS = "the values decide whether the call is an error"
SIZES = "the size of the result depends on values"
STEPS = "the number of steps depends on values"
HOST = "OpenCV and NumPy compute on the host"
CHECKED = "torch itself reads whether the matrix can be factored"
EXACT = "how sums of 8-bit products stay exact depends on the weights"
SCALE = "as in MXNet, a scale that is not finite leaves the weights alone"
RATES = "rates that are arrays are read: the steps take numbers"

OPERATORS_THAT_WAIT = {
    "CTCLoss": ASKS,
    "ctc_loss": ASKS,
    "_contrib_allclose": "the result is a tolerance test over all values",
    "_contrib_bipartite_matching": STEPS,
    "_contrib_box_encode": ASKS,
    "_contrib_box_nms": STEPS,
    "_contrib_box_non_maximum_suppression": STEPS,
    "_contrib_hawkesll": ASKS,
    "_contrib_index_copy": ASKS,
    "_contrib_MultiBoxDetection": STEPS,
    "_contrib_MultiBoxTarget": STEPS,
    "_contrib_MultiProposal": STEPS,
    "_contrib_Proposal": STEPS,
    "_contrib_RROIAlign": STEPS,
    "_contrib_calibrate_entropy": HOST,
    "_contrib_quantized_conv": EXACT,
    "_contrib_quantized_fully_connected": EXACT,
    "_contrib_ROIAlign": STEPS,
    "_cvcopyMakeBorder": HOST,
    "_cvimresize": HOST,
    "_image_resize": HOST,
    "_image_random_color_jitter": "the order of its four steps is drawn on the device",
    "_linalg_inverse": CHECKED,
    "_linalg_potrf": CHECKED,
    "_npi_cholesky": CHECKED,
    "_npi_inv": CHECKED,
    "_npi_solve": CHECKED,
    "_npi_tensorinv": CHECKED,
    "_npi_tensorsolve": CHECKED,
    "_npi_boolean_mask_assign_tensor": SIZES,
    "_npi_eig": ASKS,
    "_npi_eigvals": ASKS,
    "_npi_insert_tensor": SIZES,
    "_npi_percentile": ASKS,
    "_npx_constraint_check": ASKS,
    "_npi_einsum": "torch multiplies matrices of integers on the host",
    "_adamw_update": SCALE,
    "_mp_adamw_update": SCALE,
    "_multi_adamw_update": SCALE,
    "_multi_mp_adamw_update": SCALE,
    "preloaded_multi_sgd_update": RATES,
    "preloaded_multi_sgd_mom_update": RATES,
    "preloaded_multi_mp_sgd_update": RATES,
    "preloaded_multi_mp_sgd_mom_update": RATES,
    "take": "mode='raise' asks whether all indices are inside",
}

# torch differentiates these by another formula for subclasses of tensors, as the fake ones are.
OTHER_GRADIENTS = {"nanprod": "inf instead of nan where an element is 0"}

LAYERS_THAT_WAIT = {"CTCLoss": ASKS}
OPTIMIZERS_THAT_WAIT = {"LARS": "the rates of all layers are read, once a step"}
STORES_THAT_WAIT = {"local": "it sums on the host; 'device' sums on a GPU"}
AMP_WAITS = {
    "contrib/amp/loss_scaler.py <genexpr>": "whether gradients are finite decides about the step",
}
LENGTHS_WAIT = {
    "_ops/nn/rnn.py <genexpr>": "lengths that are not those of the data are an error",
    "_ops/nn/rnn.py _run_packed": "torch packs sequences by lengths on the host",
}
RANDOM_WAITS = {"_ops/np/random.py _check_all": "as in MXNet, a negative scale is an error"}

# What every row of an operator is refused with on Apple's GPUs. With PYTORCH_ENABLE_MPS_FALLBACK=1
# torch computes on the host where a kernel is missing.
REFUSED_ON_MPS = {
    "CTCLoss": "aten::_ctc_loss.Tensor has no kernel for mps",
    "ctc_loss": "aten::_ctc_loss.Tensor has no kernel for mps",
    "_contrib_hawkesll": "aten::take has no kernel for mps",
    "_contrib_PSROIPooling": "aten::take has no kernel for mps",
    "_npi_eig": "aten::linalg_eig has no kernel for mps",
    "_npi_eigvals": "aten::linalg_eig has no kernel for mps",
    "_npi_pinv_scalar_rcond": "mps does not support torch.float64",  # as which it takes tolerances
}
# How many rows of an operator are less exact than on the CPU, which computes in float64.
LESS_EXACT_ON_MPS = {
    "erf": 1,  # of integers it is rounded from float32
    "SpatialTransformer": 1,  # its grid
}
