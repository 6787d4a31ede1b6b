"""Arrays of expressions, with NumPy if it is installed."""

from __future__ import annotations

import operator
from typing import Any

try:
    import numpy as np
except ImportError:
    np = None  # type: ignore[assignment]


def _arrange(items: list[Any], shape: tuple[int, ...]) -> Any:
    """Returns the items, row by row, as an array of this shape."""
    if np is not None:
        array = np.empty(len(items), dtype=object)
        array[:] = items
        return array.reshape(shape).view(Array)
    if not shape:
        return items[0]
    for length in reversed(shape[1:]):
        n_rows = len(items) // length if length else _product(shape[:-1])
        items = [items[at * length : (at + 1) * length] for at in range(n_rows)]
        shape = shape[:-1]
    return items


def _product(lengths: tuple[int, ...]) -> int:
    product = 1
    for length in lengths:
        product *= length
    return product


def _integers(values: list[int], shape: tuple[int, ...]) -> Any:
    """Returns the values of a solution as an array of integers."""
    return np.array(values, dtype=np.int64).reshape(shape)


def _broadcast(name: str, expr: Any, array: Any, is_swapped: bool) -> Any:
    """Applies an operator to an expression and each item of an array."""
    function = getattr(operator, name)
    if is_swapped:
        return _elementwise(function, array, expr)
    return _elementwise(function, expr, array)


def _elementwise(function: Any, left: Any, right: Any) -> Any:
    found = np.frompyfunc(function, 2, 1)(_object(left), _object(right))
    return found.view(Array) if isinstance(found, np.ndarray) else found


def _object(operand: Any) -> Any:
    """Returns an operand as an array of Python objects."""
    if isinstance(operand, np.ndarray):
        return operand.astype(object).view(np.ndarray)
    single = np.empty((), dtype=object)
    single[()] = operand
    return single


if np is not None:

    class Array(np.ndarray):
        """An array of expressions: comparisons are expressions, too."""

        def __eq__(self, other: Any) -> Any:
            return _elementwise(operator.eq, self, _items(other))

        def __ne__(self, other: Any) -> Any:
            return _elementwise(operator.ne, self, _items(other))

        def __lt__(self, other: Any) -> Any:
            return _elementwise(operator.lt, self, _items(other))

        def __le__(self, other: Any) -> Any:
            return _elementwise(operator.le, self, _items(other))

        def __gt__(self, other: Any) -> Any:
            return _elementwise(operator.gt, self, _items(other))

        def __ge__(self, other: Any) -> Any:
            return _elementwise(operator.ge, self, _items(other))

        __hash__ = None  # type: ignore[assignment]

    def _items(other: Any) -> Any:
        return np.asarray(other, dtype=object) if isinstance(other, (list, tuple)) else other

else:
    Array = list  # type: ignore[assignment,misc]
