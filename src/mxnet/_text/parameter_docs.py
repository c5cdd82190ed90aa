"""Parameter docs of initializers, schedules and metrics, each written once."""

from __future__ import annotations

INITIALIZERS = {
    "attrs": "Attributes of the parameter, as a dictionary.",
    "global_init": "The initializer of the entire network.",
    "name": "The name of the parameter.",
    "bidirectional": "Whether the network also runs backward in time.",
    "default_init": "Initializer of parameters that are not in ``param``.",
    "factor_type": "The size that determines the range: ``in``, ``out``, or ``avg`` of both.",
    "forget_bias": "Bias of the forget gate.",
    "init": "Initializer of the weights inside the parameter vector.",
    "initializers": "The initializer for each pattern.",
    "magnitude": "Scale of the range.",
    "mode": "Type of the cells: ``lstm``, ``gru``, ``rnn_relu`` or ``rnn_tanh``.",
    "num_hidden": "Size of the states.",
    "num_layers": "Number of layers.",
    "param": "A file, or a dictionary of arrays by name.",
    "patterns": "Regular expressions for names; the first one that matches is used.",
    "rand_type": "Distribution of the random matrix: ``uniform`` or ``normal``.",
    "rnd_type": "Distribution of the random numbers: ``uniform`` or ``gaussian``.",
    "scale": "The bound of uniform numbers, or the factor of an orthogonal matrix.",
    "sigma": "Standard deviation.",
    "slope": "Slope for negative numbers of the PReLU that follows.",
    "value": "The value of all elements, or an array with the values.",
    "verbose": "Whether to log the source of the values.",
}

SCHEDULES = {
    "base_lr": "The initial learning rate, after warm-up; for one-cycle schedules, the largest.",
    "begin_factor": "Divisor of ``base_lr`` that gives the initial rate.",
    "cooldown": "Number of values to ignore after a reduction.",
    "factor": "Factor by which the rate is multiplied.",
    "final_factor": "Divisor of the initial rate that gives the final rate.",
    "final_lr": "The final learning rate.",
    "max_update": "Number of updates until the final rate is reached.",
    "mode": "``min`` if smaller values are better, ``max`` if larger values are better.",
    "patience": "Number of consecutive values without improvement that are tolerated.",
    "pwr": "Exponent of the polynomial decay.",
    "rise": "Fraction of the updates before the largest rate is reached.",
    "step": "Number of updates between changes, or a list of the updates with a change.",
    "stop_factor_lr": "Lower limit of the learning rate.",
    "threshold": "Relative improvement that a value needs to count as better.",
    "warmup_begin_lr": "The learning rate at the start of the warm-up.",
    "warmup_mode": "``linear`` increase, or ``constant`` until the end of the warm-up.",
    "warmup_steps": "Number of updates in the warm-up.",
}

METRICS = {
    "allow_extra_outputs": "Whether there may be more predictions than labels.",
    "average": "``macro`` for the mean over batches, ``micro`` for all samples combined.",
    "axis": "The axis of the classes.",
    "eps": "Constant added to probabilities before taking the logarithm.",
    "feval": "A function of label and prediction that returns a number, or a sum and a count.",
    "has_global_stats": "Whether to track values since ``reset`` and ``reset_local`` separately.",
    "ignore_label": "A label to ignore, or None.",
    "label_names": "Names of the labels that ``update_dict`` uses; by default all.",
    "metrics": "The metrics, or their names.",
    "name": "Name of the value.",
    "output_names": "Names of the predictions that ``update_dict`` uses; by default all.",
    "top_k": "Number of largest predictions that may include the label.",
}
