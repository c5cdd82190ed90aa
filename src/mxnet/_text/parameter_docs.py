"""Parameter docs of initializers, schedules and metrics, each written once."""

from __future__ import annotations

INITIALIZERS = {
    "attrs": "Attributes of the parameter, by name.",
    "global_init": "The initializer of the whole network.",
    "name": "The name of the parameter.",
    "bidirectional": "Whether the network runs both ways.",
    "default_init": "Initializer of parameters that ``param`` has no value for.",
    "factor_type": "What the range depends on: ``in``, ``out`` or ``avg`` of both sizes.",
    "forget_bias": "Bias of the forget gate.",
    "init": "Initializer of the weights inside the vector.",
    "initializers": "An initializer for each pattern.",
    "magnitude": "Scale of the range.",
    "mode": "``lstm``, ``gru``, ``rnn_relu`` or ``rnn_tanh``.",
    "num_hidden": "Size of the states.",
    "num_layers": "Number of layers.",
    "param": "A file, or a dictionary of arrays by name.",
    "patterns": "Regular expressions of names; the first that matches counts.",
    "rand_type": "``uniform`` or ``normal`` numbers to begin with.",
    "rnd_type": "``uniform`` or ``gaussian`` numbers.",
    "scale": "Of uniform numbers the bound, of an orthogonal matrix a factor.",
    "sigma": "Standard deviation.",
    "slope": "Slope of the PReLU that follows, for negative numbers.",
    "value": "The value of all elements, or an array of them.",
    "verbose": "Whether to log where values come from.",
}

SCHEDULES = {
    "base_lr": "The rate at the beginning, after the warm-up; of one cycle the largest.",
    "begin_factor": "What ``base_lr`` is divided by for the first rate.",
    "cooldown": "Number of values after a change that do not count.",
    "factor": "What the rate is multiplied by.",
    "final_factor": "What the first rate is divided by for the last one.",
    "final_lr": "The rate at the end.",
    "max_update": "Number of updates until the end.",
    "mode": "``min`` where smaller values are better, ``max`` where larger ones are.",
    "patience": "How many values in a row may be no better than the best one.",
    "pwr": "The power with which the rate falls.",
    "rise": "The share of the updates until the largest rate.",
    "step": "Number of updates between changes, or a list of the updates with a change.",
    "stop_factor_lr": "The rate that is not fallen below.",
    "threshold": "By which share a value must be better to count as such.",
    "warmup_begin_lr": "The rate at the beginning of the warm-up.",
    "warmup_mode": "``linear``, or ``constant`` until the end of the warm-up.",
    "warmup_steps": "Number of updates of the warm-up.",
}

METRICS = {
    "allow_extra_outputs": "Whether there may be more predictions than labels.",
    "average": "``macro`` for the mean over batches, ``micro`` for all samples together.",
    "axis": "The axis of the classes.",
    "eps": "Added to probabilities, whose logarithm is taken.",
    "feval": "A function of label and prediction that gives a number, or a sum and a count.",
    "has_global_stats": "Whether values since ``reset`` and since ``reset_local`` are kept apart.",
    "ignore_label": "A label that does not count, or None.",
    "label_names": "Names of the labels that ``update_dict`` takes; by default all.",
    "metrics": "The metrics, or their names.",
    "name": "What the value is called.",
    "output_names": "Names of the predictions that ``update_dict`` takes; by default all.",
    "top_k": "Among how many largest predictions the label may be.",
}
