"""Many Sudoku at once."""

from __future__ import annotations

from typing import Any, NamedTuple, Union

from gordian import _gordian


class Batch(NamedTuple):
    """The answers to a batch of puzzles, in its form and order."""

    #: The solutions. Where there is none: `None` in a list, `-` in lines, zeros in an array.
    solutions: Any
    #: The number of solutions of each puzzle: 0, 1, or 2 for several.
    counts: Any


def solve_many(
    puzzles: Union[list[str], bytes, Any], threads: int | None = None
) -> Batch:
    """Solves Sudoku, and proves for each whether its solution is unique.

    puzzles: a list of texts, each a puzzle in any text format; or `bytes` of lines; or a NumPy
        array of `uint8` with a row of 81 digits for each puzzle, 0 for an empty cell.
    threads: by default, as many as there are CPUs.

    Plain 9×9 puzzles are solved 512 at a time. The solutions are checked by the rules. An invalid
    puzzle is an error, whose `line` is its number in the list, from 1, or its line.
    """
    if isinstance(puzzles, (bytes, bytearray, memoryview)):
        return Batch(*_gordian.solve_lines(bytes(puzzles), threads))
    if hasattr(puzzles, "__array_interface__"):
        return _solve_array(puzzles, threads)
    if isinstance(puzzles, str):
        raise TypeError("a list of puzzles is needed, not one text: write `[puzzle]`")
    return Batch(*_gordian.solve_list(puzzles, threads))


def _solve_array(puzzles: Any, threads: int | None) -> Batch:
    import numpy as np

    puzzles = np.asarray(puzzles)
    if puzzles.dtype != np.uint8:
        raise TypeError(f"an array of `uint8` is needed, not of `{puzzles.dtype}`")
    if puzzles.ndim != 2 or puzzles.shape[1] != 81:
        raise ValueError(f"an array of shape (n, 81) is needed, not {puzzles.shape}")
    return Batch(*_gordian.solve_array(np.ascontiguousarray(puzzles), threads))
