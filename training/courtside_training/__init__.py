"""Makes and measures the weights, the detector and the experiments. Not in the wheel.

`collect` fills files of episodes (`collecting/`), `label_steps` labels their steps, `tables` makes
small files of them and `fit` the weights (`fitting/`). The other modules here are commands that
check worlds or measure the judge.
"""
