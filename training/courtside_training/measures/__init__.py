"""How often the parts that ship are right; `python -m benchmarks.NAME` prints each measure."""
