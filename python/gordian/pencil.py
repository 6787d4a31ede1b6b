"""Pencil puzzles, such as Nurikabe and Slitherlink."""

# Written by generate.py from the schemas of the operations.

from __future__ import annotations

from typing import Any, Literal

from gordian._answer import Answer
from gordian.requests import request

__all__ = ["blank", "explain", "generate", "kinds", "read", "rules", "write"]


def kinds() -> Answer:
    """Lists the kinds of pencil puzzles with their families."""
    return request("pencil/kinds")


def read(puzzle: str) -> Answer:
    """Reads a pencil puzzle from a puzzle file or a link, as a document for editors.

    puzzle: A puzzle file or a link.
    """
    return request("pencil/read", puzzle=puzzle)


def blank(kind: str, rows: int, columns: int) -> Answer:
    """Returns an empty board of a kind of pencil puzzle.

    kind: The kind.
    rows: The number of rows.
    columns: The number of columns.
    """
    return request("pencil/blank", kind=kind, rows=rows, columns=columns)


def rules(kind: str) -> Answer:
    """Lists the rules of the catalogue that puzzles of a kind can have, with their parameters.

    kind: The kind.
    """
    return request("pencil/rules", kind=kind)


def write(kind: str, board: dict[str, Any], *, title: str | None = None) -> Answer:
    """Writes the board of a pencil puzzle as a puzzle file and a link.

    kind: The kind.
    title: The title.
    board: What is printed on the board.
    """
    return request("pencil/write", kind=kind, title=title, board=board)


def explain(puzzle: str, *, time_limit: float | None = None) -> Answer:
    """Explains what is the same in all solutions of a pencil puzzle, in steps from as few clues and
    rules as were found; every step is checked.

    puzzle: A puzzle file or a link.
    time_limit: The time limit, in seconds.
    """
    return request("pencil/explain", puzzle=puzzle, time_limit=time_limit)


def generate(
    kind: str,
    rows: int,
    columns: int,
    *,
    seed: int | None = None,
    symmetry: Literal["none", "half-turn", "left-right", "top-bottom"] | None = None,
    difficulty: Literal["easy", "medium", "hard", "expert"] | None = None,
    rules: list[dict[str, Any]] | None = None,
    omit: list[str] | None = None,
    time_limit: float | None = None,
) -> Answer:
    """Generates a pencil puzzle with exactly one solution, from which clues were removed.

    kind: The kind.
    rows: The number of rows.
    columns: The number of columns.
    seed: The seed.
    symmetry: The symmetry of the places of clues.
    difficulty: The level of difficulty; any by default, which is faster.
    rules: Rules of the catalogue: those of a custom puzzle, or others besides those of the kind.
    omit: The names of the rules of the kind that do not hold.
    time_limit: The time limit, in seconds.
    """
    return request(
        "pencil/generate",
        kind=kind,
        rows=rows,
        columns=columns,
        seed=seed,
        symmetry=symmetry,
        difficulty=difficulty,
        rules=rules,
        omit=omit,
        time_limit=time_limit,
    )
