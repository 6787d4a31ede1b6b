"""Requests as documents: what the service and the command line answer, too."""

from __future__ import annotations

import json
import operator
import os
from typing import Any

from gordian import _gordian

__all__ = ["configure", "request"]


def request(name: str, /, **fields: Any) -> dict[str, Any]:
    """Runs an operation, such as `sudoku/hint`, and returns its answer.

    Fields that are `None` are left out. The operations have functions of their own, such as
    `gordian.sudoku.hint`.
    """
    present = {field: value for field, value in fields.items() if value is not None}
    return json.loads(_gordian.request(name, json.dumps(present, default=_plain)))


def _plain(value: Any) -> Any:
    """Returns what stands in a document for an object that is not of JSON."""
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if hasattr(value, "tolist"):
        return value.tolist()
    return operator.index(value)


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
