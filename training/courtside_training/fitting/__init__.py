"""From episodes to weights: rows of features, logistic models, calibration, where to abstain."""
