"""Names of torch, Keras and NumPy that users of MXNet type, and what does the same here.

Errors for unknown names show these hints: one table for each class or module, by the foreign name.
"""

from __future__ import annotations

# Names of arguments, metrics and initializers -> their names here.
ARGUMENTS = {
    "alpha": ("slope", "gamma1"),
    "axis": ("dim",),
    "batch_first": ("layout",),
    "bf16": ("bfloat16",),
    "bias": ("use_bias", "no_bias"),
    "bidir": ("bidirectional",),
    "callbacks": ("event_handlers",),
    "categorical_accuracy": ("accuracy",),
    "categorical_crossentropy": ("ce",),
    "collate_fn": ("batchify_fn",),
    "ctx": ("context",),
    "decay": ("wd",),
    "descending": ("is_ascend",),
    "device": ("ctx", "context"),
    "dilation": ("dilate",),
    "dim": ("axis",),
    "drop_last": ("last_batch",),
    "embedding_dim": ("output_dim",),
    "epochs": ("num_epoch",),
    "eta_min": ("final_lr",),
    "filters": ("channels", "num_filter"),
    "fp16": ("float16",),
    "fp32": ("float32",),
    "fp64": ("float64",),
    "from_logits": ("from_sigmoid",),
    "gamma": ("factor",),
    "groups": ("num_group",),
    "glorot_normal": ("xavier",),
    "glorot_uniform": ("xavier",),
    "he": ("msraprelu",),
    "he_normal": ("msraprelu",),
    "he_uniform": ("msraprelu",),
    "hidden": ("hidden_size", "num_hidden"),
    "in_features": ("in_units",),
    "input_dim": ("in_units",),
    "input_shape": ("in_units", "in_channels"),
    "is_train": ("train_mode",),
    "k": ("top_k",),
    "kaiming": ("msraprelu",),
    "kernel": ("kernel_size", "pool_size"),
    "kernel_size": ("kernel", "pool_size"),
    "learning_rate": ("optimizer_params",),
    "lr": ("learning_rate", "optimizer_params"),
    "max_lr": ("base_lr",),
    "mean_absolute_error": ("mae",),
    "mean_squared_error": ("mse",),
    "metrics": ("train_metrics",),
    "milestones": ("step",),
    "momentum": ("beta1",),
    "num_classes": ("classes", "depth"),
    "num_embeddings": ("input_dim",),
    "num_epochs": ("epochs", "num_epoch"),
    "num_features": ("in_channels",),
    "num_units": ("units", "hidden_size"),
    "optimizer": ("trainer",),
    "out_channels": ("channels", "num_filter"),
    "out_features": ("units", "num_hidden"),
    "p": ("rate", "ord"),
    "padding": ("pad",),
    "pct_start": ("rise",),
    "random_normal": ("normal",),
    "random_uniform": ("uniform",),
    "shape": ("size",),
    "size": ("shape",),
    "step_size": ("step",),
    "strides": ("stride",),
    "stride": ("strides",),
    "T_max": ("max_update",),
    "total_steps": ("max_update",),
    "train": ("train_mode",),
    "training": ("train_mode",),
    "validation_data": ("val_data",),
    "verbose": ("progress",),
    "weight_decay": ("wd",),
}

# Names of arguments -> what does the same here.
ARGUMENTS_INSTEAD = {
    "download": " Files that are missing are downloaded.",
    "ignore_index": " A sample_weight of 0, the third argument of a call, leaves out a sample.",
    "nesterov": " The optimizer 'nag' does it.",
    "weights": " pretrained=True loads the parameters of a file.",
    "prefetch_factor": " prefetch is the number of batches that are made in advance.",
    "reduction": " A loss has one value for each sample; loss.mean() is one number.",
}

# ------------------------------------------------------------------------------------ arrays

ARRAY = {
    name: f"as_np_ndarray() has NumPy's functions: x.as_np_ndarray().{name}()."
    for name in ("all", "any", "cumsum", "nonzero", "std", "var")
} | {
    "item": "asscalar() returns the one element as a number.",
    "numpy": "asnumpy() returns a NumPy array.",
    "tolist": "asnumpy().tolist() returns lists of numbers.",
    "view": "reshape() returns an array with another shape that shares the memory.",
    "permute": "transpose() changes the order of axes.",
    "unsqueeze": "expand_dims(axis) puts an axis in.",
    "to": "as_in_context(ctx) copies to a device, astype(dtype) converts.",
    "cuda": "as_in_context(mx.gpu()) copies to a GPU.",
    "cpu": "as_in_context(mx.cpu()) copies to the host.",
    "device": "The device is called context.",
    "float": "astype('float32') converts.",
    "long": "astype('int64') converts.",
    "requires_grad_": "attach_grad() lets backward compute its gradient.",
    "requires_grad": "attach_grad() lets backward compute its gradient.",
    "clone": "copy() returns a copy.",
    "detach_": "detach() returns an array outside of the graph.",
    "dim": "ndim is the number of axes.",
    "dot": "nd.dot(x, y) multiplies matrices.",
    "double": "astype('float64') converts.",
    "fill_": "x[:] = value sets all elements.",
    "grad_fn": "autograd.record() records operators, and backward() differentiates them.",
    "half": "astype('float16') converts.",
    "int": "astype('int32') converts.",
    "is_cuda": "context is the device.",
    "matmul": "nd.dot(x, y) multiplies matrices.",
    "mm": "nd.dot(x, y) multiplies matrices.",
    "numel": "size is the number of elements.",
    "append": "nd.concat(x, y, dim=0) returns an array that is longer.",
    "copy_": "x[:] = y copies the elements of y.",
    "data": "detach() returns the array outside of the graph, asnumpy() a NumPy array.",
    "zero_": "x[:] = 0 sets all elements to 0.",
    "add_": "x += y adds in place.",
    "bmm": "nd.batch_dot(x, y) multiplies matrices in pairs.",
    "bool": "astype('bool') converts.",
    "chunk": "split(num_outputs, axis) returns equal parts.",
    "clamp": "clip(a_min, a_max) limits the elements.",
    "contiguous": "Arrays are contiguous; copy() returns a copy.",
    "eq": "x == y compares the elements.",
    "expand": "broadcast_to(shape) repeats axes of size 1.",
    "expand_as": "broadcast_like(y) repeats axes of size 1.",
    "gather": "pick(index, axis) selects one element for each index.",
    "index_select": "take(indices, axis) selects along an axis.",
    "masked_fill": "nd.where(condition, x, y) chooses elements.",
    "mul": "x * y multiplies.",
    "mul_": "x *= y multiplies in place.",
    "new_zeros": "nd.zeros(shape, ctx=x.context, dtype=x.dtype) makes an array.",
    "pow": "x ** y is the power.",
    "ravel": "reshape(-1) returns all elements along one axis.",
    "t": "T is the transpose.",
    "type": "dtype is the type, astype(dtype) converts.",
    "unique": "as_np_ndarray() has NumPy's functions: mx.np.unique(x.as_np_ndarray()).",
    "values": "asnumpy() returns a NumPy array.",
    "view_as": "reshape_like(y) returns an array with the shape of y.",
}

NUMPY_ARRAY = {
    "append": "mx.np.append(x, y) returns an array that is longer.",
    "bmm": "x @ y multiplies matrices in pairs.",
    "masked_fill": "mx.np.where(condition, x, y) chooses elements.",
    "matmul": "x @ y multiplies matrices.",
    "mm": "x @ y multiplies matrices.",
    "new_zeros": "mx.np.zeros(shape, dtype=x.dtype, ctx=x.ctx) makes an array.",
    "unique": "mx.np.unique(x) returns the different elements.",
}

NUMPY = {
    "cat": "concatenate([a, b]) joins arrays along an axis.",
    "concat": "concatenate([a, b]) joins arrays along an axis.",
    "float": "float32 and float64 are types of elements.",
    "int": "int32 and int64 are types of elements.",
    "softmax": "mx.npx.softmax computes it.",
    "relu": "mx.npx.relu computes it.",
    "tensor": "array makes an array of numbers, lists and NumPy's arrays.",
}

FUNCTIONS = {
    "Tensor": "NDArray is the class of arrays.",
    "absolute": "abs computes it.",
    "allclose": "mx.test_utils.almost_equal(a, b, rtol, atol) compares arrays.",
    "average": "mean computes it; mx.np.average has weights.",
    "bmm": "batch_dot multiplies batches of matrices.",
    "cat": "concat(*arrays, dim=1) joins arrays along an axis.",
    "matmul": "dot multiplies matrices, batch_dot batches of them.",
    "chunk": "split(x, num_outputs, axis=...) returns equal parts.",
    "conv2d": "Convolution is the operator, gluon.nn.Conv2D the layer.",
    "cross_entropy": "gluon.loss.SoftmaxCrossEntropyLoss() computes it.",
    "dropout": "Dropout is the operator, gluon.nn.Dropout the layer.",
    "einsum": "mx.np.einsum computes it, with arrays of mx.np.",
    "float32": "A type is a name: dtype='float32'.",
    "from_torch": "array(tensor) copies a tensor, from_dlpack(tensor) shares its memory.",
    "gather": "pick(x, index, axis=...) selects one element for each index.",
    "isnan": "contrib.isnan computes it.",
    "linear": "FullyConnected is the operator, gluon.nn.Dense the layer.",
    "manual_seed": "mx.random.seed(0) does it.",
    "meshgrid": "mx.np.meshgrid computes it, with arrays of mx.np.",
    "mm": "dot multiplies matrices.",
    "no_grad": "Nothing is recorded outside of mx.autograd.record().",
    "permute": "transpose changes the order of axes.",
    "rand": "random.uniform(shape=...) draws numbers from 0 to 1.",
    "randint": "random.randint(low, high, shape=...) draws integers.",
    "randn": "random.normal(shape=...) draws from the normal distribution.",
    "scatter": "scatter_nd(data, indices, shape) puts elements into zeros.",
    "std": "mx.np.std computes it, with arrays of mx.np.",
    "tensor": "array makes an array of numbers, lists and NumPy's arrays.",
    "unsqueeze": "expand_dims puts an axis in.",
    "var": "mx.np.var computes it, with arrays of mx.np.",
    "view": "reshape changes the shape.",
}

LINALG = {
    "inv": "inverse inverts square matrices.",
    "matmul": "gemm2(A, B) multiplies matrices or batches of them.",
    "norm": "mx.nd.norm computes norms.",
    "solve": "trsm solves triangular systems; mx.np.linalg.solve, with arrays of mx.np, all.",
    "svd": "mx.np.linalg.svd computes it, with arrays of mx.np.",
}

# --------------------------------------------------------------------------- layers and networks

_ACTIVATION = "Activation('{}') is such a layer, and other layers take activation='{}'."
_ANY_AXES = "BatchNorm is for data with any number of axes."
_IN_RNN = "mx.gluon.rnn has recurrent layers."
_IN_LOSS = "mx.gluon.loss has losses: SoftmaxCrossEntropyLoss, L2Loss and others."
LAYERS = {
    "Identity": "mx.gluon.contrib.nn.Identity returns its input.",
    "Input": "A network needs no layer for its input: call it with an array.",
    "Linear": "Dense(units) is the fully connected layer.",
    "Layer": "Block and HybridBlock are the base classes of layers.",
    "Model": "Block and HybridBlock are the base classes of networks.",
    "Module": "Block and HybridBlock are the base classes of networks.",
    "ModuleList": "Sequential keeps layers in order; it has indices and can be iterated over.",
    "Parameter": "self.params.get(name, shape=...) makes a parameter in a Block.",
    "ReLU": _ACTIVATION.format("relu", "relu"),
    "Sigmoid": _ACTIVATION.format("sigmoid", "sigmoid"),
    "Tanh": _ACTIVATION.format("tanh", "tanh"),
    "Softmax": "mx.nd.softmax computes it, and loss.SoftmaxCrossEntropyLoss contains it.",
    "BatchNormalization": _ANY_AXES,
    "BatchNorm1d": _ANY_AXES,
    "BatchNorm2d": _ANY_AXES,
    "LayerNormalization": "LayerNorm is the layer.",
    "MaxPooling2D": "MaxPool2D is the layer.",
    "AveragePooling2D": "AvgPool2D is the layer.",
    "GlobalAveragePooling2D": "GlobalAvgPool2D is the layer.",
    "AdaptiveAvgPool2d": "GlobalAvgPool2D averages each channel; "
    "mx.nd.contrib.AdaptiveAvgPooling2D has a size.",
    "LSTM": _IN_RNN,
    "GRU": _IN_RNN,
    "RNN": _IN_RNN,
    "CrossEntropyLoss": _IN_LOSS,
    "MSELoss": _IN_LOSS,
    "functional": "mx.nd has the functions, and F in hybrid_forward.",
}

BLOCK = {
    "parameters": "collect_params() returns the parameters, by name.",
    "named_parameters": "collect_params().items() are the parameters with their names.",
    "state_dict": "save_parameters(file) writes the parameters, collect_params() returns them.",
    "load_state_dict": "load_parameters(file) reads them, load_torch(source) those of torch.",
    "weights": "collect_params() returns the parameters, by name.",
    "train": "Layers train inside `with autograd.record():` and predict outside of it.",
    "eval": "Layers train inside `with autograd.record():` and predict outside of it.",
    "zero_grad": "Each backward overwrites gradients; collect_params().zero_grad() clears "
    "those with grad_req='add'.",
    "to": "reset_ctx(ctx) of collect_params() moves the parameters, cast(dtype) converts them.",
    "cuda": "collect_params().reset_ctx(mx.gpu()) moves the parameters.",
    "cpu": "collect_params().reset_ctx(mx.cpu()) moves the parameters.",
    "half": "cast('float16') converts the parameters.",
    "children": "A Sequential is iterable; apply(function) visits all blocks.",
    "modules": "apply(function) visits all blocks.",
    "compile": "A gluon.Trainer has the optimizer; see mx.gluon.contrib.estimator for a loop.",
    "fit": "mx.gluon.contrib.estimator.Estimator(net, loss, trainer=trainer).fit(...) trains.",
    "predict": "Call the network: net(x).",
    "device": "collect_params() has parameters, and list_ctx() of each the devices.",
    "get_weights": "collect_params() returns the parameters, by name.",
    "training": "autograd.is_training() tells whether layers train or predict.",
    "add": "Sequential and HybridSequential have it; other blocks keep layers in attributes.",
    "add_module": "Assign the block to an attribute, or call register_child(block, name).",
    "append": "add(*layers) of a Sequential puts layers at the end.",
    "backward": "Call the network or loss inside autograd.record(), and backward() of the result.",
    "count_params": "summary(x) prints the layers and counts their parameters.",
    "float": "cast('float32') converts the parameters.",
    "insert": "add(*layers) of a new Sequential puts layers in another order.",
    "layers": "A Sequential is iterable: list(net) are its layers.",
    "load_weights": "load_parameters(file) reads the parameters.",
    "named_modules": "apply(function) visits all blocks.",
    "pop": "net[:-1] has all layers of a Sequential except the last one.",
    "register_buffer": "params.get_constant(name, value) makes a parameter that is not trained.",
    "requires_grad_": "collect_params().setattr('grad_req', 'null') freezes the parameters.",
    "save_weights": "save_parameters(file) writes the parameters.",
    "trainable": "collect_params().setattr('grad_req', 'null') freezes the parameters.",
    "evaluate": "mx.gluon.contrib.estimator.Estimator(net, loss).evaluate(...) computes metrics.",
}

# Including methods of arrays that are called on parameters by mistake.
PARAMETER = {
    name: f"The array of a Parameter is data(): data().{name}"
    for name in ("asnumpy", "asscalar", "max", "mean", "min", "norm", "reshape", "size", "sum")
} | {
    "item": "The array of a Parameter is data(): data().asscalar()",
    "numpy": "The array of a Parameter is data(): data().asnumpy()",
    "requires_grad": "grad_req = 'null' freezes a Parameter.",
    "trainable": "grad_req = 'null' freezes a Parameter.",
}

GLUON = {
    "DataLoader": "gluon.data.DataLoader loads batches.",
    "Dataset": "gluon.data.Dataset is the base class of datasets.",
    "Dense": "gluon.nn.Dense is the fully connected layer.",
    "Estimator": "gluon.contrib.estimator.Estimator trains.",
    "Layer": "gluon.Block and HybridBlock are the base classes of layers.",
    "Model": "gluon.Block and HybridBlock are the base classes of networks.",
    "Module": "gluon.Block and HybridBlock are the base classes of networks.",
    "Optimizer": "gluon.Trainer trains with an optimizer of mx.optimizer.",
    "Sequential": "gluon.nn.Sequential and HybridSequential put layers in order.",
    "datasets": "gluon.data.vision has MNIST and others.",
    "layers": "gluon.nn has the layers.",
    "losses": "gluon.loss has the losses.",
    "metric": "mx.metric has the metrics.",
    "metrics": "mx.metric has the metrics.",
    "optim": "gluon.Trainer trains with an optimizer of mx.optimizer.",
    "optimizer": "gluon.Trainer trains with an optimizer of mx.optimizer.",
}

_BINARY = "SigmoidBinaryCrossEntropyLoss is it, of scores; with from_sigmoid=True of probabilities."
_CROSS_ENTROPY = "SoftmaxCrossEntropyLoss is that of classes, of scores without softmax."
LOSSES = {
    "BCELoss": _BINARY,
    "BCEWithLogitsLoss": _BINARY,
    "BinaryCrossentropy": _BINARY,
    "CategoricalCrossentropy": f"{_CROSS_ENTROPY} sparse_label=False takes one-hot labels.",
    "CrossEntropyLoss": _CROSS_ENTROPY,
    "MSELoss": "L2Loss is half of the mean squared error.",
    "MeanSquaredError": "L2Loss is half of the mean squared error.",
    "NLLLoss": "SoftmaxCrossEntropyLoss(from_logits=True) takes the logarithms of softmax.",
    "SmoothL1Loss": "HuberLoss is it.",
    "SparseCategoricalCrossentropy": _CROSS_ENTROPY,
}

_HE = "MSRAPrelu(factor_type='in', slope=0) is it."
INITIALIZERS = {
    "Glorot": "Xavier is it.",
    "GlorotNormal": "Xavier(rnd_type='gaussian') is it.",
    "GlorotUniform": "Xavier() is it.",
    "HeNormal": _HE,
    "Kaiming": _HE,
    "KaimingNormal": _HE,
    "XavierNormal": "Xavier(rnd_type='gaussian') is it.",
    "XavierUniform": "Xavier() is it.",
}

# -------------------------------------------------------------------------------------- training

TRAINER = {
    "load": "load_states(file) reads what save_states(file) wrote.",
    "lr": "learning_rate is the current rate, and can be set.",
    "load_state_dict": "load_states(file) reads what save_states(file) wrote.",
    "param_groups": "Parameter.lr_mult and wd_mult are for single parameters.",
    "save": "save_states(file) writes the state of the optimizer.",
    "set_lr": "set_learning_rate(rate) does it.",
    "state_dict": "save_states(file) writes the state of the optimizer.",
    "zero_grad": "Each backward overwrites gradients; net.collect_params().zero_grad() clears "
    "those with grad_req='add'.",
}

_STEP = "gluon.Trainer(net.collect_params(), optimizer).step(batch_size) updates parameters."
OPTIMIZER = {
    "minimize": _STEP,
    "param_groups": "lr_mult and wd_mult of parameters, by set_lr_mult, are for groups of them.",
    "step": _STEP,
    "zero_grad": "Each backward overwrites gradients: there is nothing to clear.",
}

SCHEDULE = {
    "step": "A gluon.Trainer calls it: {'lr_scheduler': schedule} is one of its parameters.",
    "get_last_lr": "trainer.learning_rate is the current rate.",
}

SCHEDULES = {
    "CosineAnnealingLR": "CosineScheduler(max_update, base_lr) is it; it counts updates.",
    "ExponentialLR": "FactorScheduler(step, factor) is it; it counts updates.",
    "MultiStepLR": "MultiFactorScheduler(step, factor) is it; it counts updates.",
    "OneCycleLR": "OneCycleScheduler is it.",
    "ReduceLROnPlateau": "PlateauScheduler is it.",
    "StepLR": "FactorScheduler(step, factor) is it; it counts updates.",
}

METRIC = {
    "compute": "get() returns the name and the value.",
    "result": "get() returns the name and the value.",
    "reset_state": "reset() starts again.",
    "reset_states": "reset() starts again.",
    "update_state": "update(labels, preds) adds a batch.",
}

ESTIMATOR = {
    "compile": "The trainer has the optimizer: Estimator(net, loss, trainer=trainer).",
    "find_lr": "find_learning_rate(train_data) does it.",
    "history": "fit returns it.",
    "lr_find": "find_learning_rate(train_data) does it.",
    "predict": "Call the network: net(x).",
    "save": "net.save_parameters(file) saves the parameters, a CheckpointHandler each epoch.",
    "score": "evaluate(val_data) returns the metrics.",
    "train": "fit(train_data, epochs=...) trains.",
}

TRANSFORMS = {
    "ColorJitter": "RandomColorJitter changes brightness, contrast, saturation and hue.",
    "Grayscale": "mx.image.RandomGrayAug turns images gray; datasets take flag=0.",
    "Lambda": "Any function is a transform.",
    "RandomCrop": "RandomResizedCrop(size) is it; mx.image.random_crop does not resize.",
    "RandomHorizontalFlip": "RandomFlipLeftRight mirrors images.",
    "RandomVerticalFlip": "RandomFlipTopBottom turns images upside down.",
    "ToPILImage": "Arrays stay arrays: asnumpy() returns the pixels.",
}
