"""Requests as documents: what the service and the command line answer, too."""

from __future__ import annotations

import os
from typing import Any, Literal, overload

from gordian import _answer, _gordian
from gordian._answer import Answer, Check, Drawing

__all__ = ["configure", "request"]


@overload
def request(name: Literal["check"], /, **fields: Any) -> Check: ...
@overload
def request(name: Literal["draw"], /, **fields: Any) -> Drawing: ...
@overload
def request(name: str, /, **fields: Any) -> Answer: ...
def request(name: str, /, **fields: Any) -> Answer:
    """Runs an operation, such as `sudoku/hint`, and returns its answer: a dict, whose fields are
    attributes, too.

    Fields that are `None` are left out. The operations have functions of their own, such as
    `gordian.sudoku.hint`.
    """
    puzzle = fields.get("puzzle")
    if isinstance(puzzle, (list, tuple, bytes, bytearray)) or hasattr(puzzle, "tolist"):
        raise TypeError(
            f"one puzzle is needed, a text, not `{type(puzzle).__name__}`; for many Sudoku, there "
            "are `gordian.sudoku.solve_many` and `gordian.sudoku.rate_many`"
        )
    return _answer.run(name, fields)


def configure(
    *,
    tables: str | os.PathLike[str] | None = None,
    threads: int = 1,
    memory_limit: int | None = None,
) -> None:
    """Sets what all requests use from now on.

    tables: the folder in which tables of permutation puzzles are kept, and looked for; without
        one, each process builds those that it needs.
    threads: how many threads work on a request.
    memory_limit: the memory that a model and its clauses may take, in bytes.
    """
    folder = None if tables is None else os.path.expanduser(os.fspath(tables))
    _gordian.configure(tables=folder, threads=threads, memory_limit=memory_limit)
