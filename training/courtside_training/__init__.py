"""Makes and measures the weights, the detector and the experiments. Not in the wheel.

`collect` fills files of episodes (`collecting/`), `label_steps` labels their steps, `tables` makes
small files of them and `fit` the weights (`fitting/`). `world` says what a place to train in has
to offer; `datasets`, `packed_lines` and `served_folder` are imported by several parts. The other
modules here are commands: they check worlds, measure the judge, or make tables of others' runs.
"""
