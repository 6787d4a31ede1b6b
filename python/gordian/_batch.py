"""Many Sudoku at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple, Union

from gordian import _answer, _gordian
from gordian._answer import Answer
from gordian.errors import Error

#: Puzzles: a list of texts, `bytes` of lines, or a NumPy array.
_Puzzles = Union[Iterable[str], bytes, Any]


class Batch(NamedTuple):
    """The answers to a batch of puzzles, in its form and order."""

    #: The solutions. Where there is none: `None` in a list, `-` in lines, zeros in an array.
    solutions: Any
    #: The number of solutions of each puzzle: 0, 1, or 2 for several.
    counts: Any

    def __repr__(self) -> str:
        counts = list(self.counts)
        words = [(1, "unique"), (0, "without solution"), (2, "with several solutions")]
        found = [f"{counts.count(n)} {text}" for n, text in words if n in counts]
        return f"<Batch of {len(counts)}{': ' if found else ''}{', '.join(found)}>"


def solve_many(puzzles: _Puzzles, threads: int | None = None) -> Batch:
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
        return Batch(*_gordian.solve_array(_array(puzzles), threads))
    _refuse_one_text(puzzles)
    return Batch(*_gordian.solve_list(puzzles, threads))


def rate_many(
    puzzles: _Puzzles,
    *,
    scale: Literal["gordian", "hodoku", "explainer"] | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
) -> list[Answer]:
    """Rates Sudoku, each as `rate` does, on several threads; the answers are in their order.

    puzzles: as in `solve_many`: a list of texts, each a puzzle in any text format; or `bytes` of
        lines; or a NumPy array of `uint8` with a row of 81 digits for each puzzle, 0 for an empty
        cell.
    scale: The scale: `gordian` by default.
    time_limit: The time limit of each puzzle, in seconds.
    threads: by default, as many as there are CPUs.

    An invalid puzzle is an error, whose `line` is its number in the list, from 1, or its line.
    """
    lines: list[int] | None = None
    if isinstance(puzzles, (bytes, bytearray, memoryview)):
        numbered = enumerate(bytes(puzzles).split(b"\n"), 1)
        stripped = [(at, line.strip()) for at, line in numbered]
        kept = [(at, line) for at, line in stripped if line and not line.startswith(b"#")]
        lines = [at for at, _ in kept]
        texts = [_decoded(at, line) for at, line in kept]
    elif hasattr(puzzles, "__array_interface__"):
        texts = [_line(at, row) for at, row in enumerate(_array(puzzles))]
    else:
        _refuse_one_text(puzzles)
        texts = list(puzzles)
    for text in texts:
        if not isinstance(text, str):
            raise TypeError(f"a puzzle is a text, not `{type(text).__name__}`")
    fields = {"scale": scale, "time_limit": time_limit}
    documents = [_answer.write({"puzzle": text, **fields}) for text in texts]
    try:
        found = _gordian.request_many("sudoku/rate", documents, threads)
    except Error as error:
        if lines is None or error.line is None:
            raise
        # The number of the puzzle becomes that of its line.
        line = lines[error.line - 1]
        raise Error(error.code, error.message, error.hint, line, error.column) from None
    return [_answer.read("sudoku/rate", text) for text in found]


def _refuse_one_text(puzzles: Any) -> None:
    if isinstance(puzzles, str):
        raise TypeError("a list of puzzles is needed, not one text: write `[puzzle]`")


def _decoded(at: int, line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        raise Error("input.not-utf8", "the line is not UTF-8", None, at) from None


def _line(at: int, row: Any) -> str:
    """Returns a row of an array as the text of a puzzle."""
    for cell, digit in enumerate(row.tolist()):
        if digit > 9:
            message = f"cell {cell} of puzzle {at} is {digit}, not 0 to 9"
            hint = "0 is an empty cell; puzzles and cells are numbered from 0"
            raise Error("sudoku.bad-character", message, hint, at + 1, cell + 1)
    return (row + ord("0")).tobytes().decode()


def _array(puzzles: Any) -> Any:
    import numpy as np

    puzzles = np.asarray(puzzles)
    if puzzles.dtype != np.uint8:
        raise TypeError(f"an array of `uint8` is needed, not of `{puzzles.dtype}`")
    if puzzles.ndim != 2 or puzzles.shape[1] != 81:
        raise ValueError(f"an array of shape (n, 81) is needed, not {puzzles.shape}")
    return np.ascontiguousarray(puzzles)
