"""Solves a symmetric system of linear equations, by hand: numpy is no dependency. Knows no model.

A few dozen unknowns do not pay for it, here as in all of `learning/`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import mul

Matrix = list[list[float]]


def solve(matrix: Matrix, right: Sequence[float]) -> list[float]:
    """x of `matrix` x = `right`, by Cholesky. The matrix is positive definite; its lower triangle
    is read and overwritten.
    """
    _factor(matrix)
    size = len(matrix)
    x = list(right)
    for i, row in enumerate(matrix):
        x[i] = (x[i] - sum(map(mul, row[:i], x))) / row[i]
    for i in reversed(range(size)):
        x[i] /= matrix[i][i]
        for k, below in enumerate(matrix[i][:i]):
            x[k] -= below * x[i]
    return x


def _factor(matrix: Matrix) -> None:
    """The lower triangle becomes the factor L with L L' = matrix."""
    for i, row in enumerate(matrix):
        for j in range(i):
            other = matrix[j]
            row[j] = (row[j] - sum(map(mul, row[:j], other))) / other[j]
        row[i] = math.sqrt(row[i] - sum(value * value for value in row[:i]))
