"""Sudoku: reading, hints, explanations, ratings, generation, batches."""

# Written by generate.py from the schemas of the operations.

from __future__ import annotations

from typing import Literal

from gordian._answer import Answer
from gordian._batch import Batch, rate_many, solve_many
from gordian._puzzles import solve
from gordian.requests import request

__all__ = [
    "Batch",
    "candidates",
    "explain",
    "generate",
    "hint",
    "rate",
    "rate_many",
    "read",
    "solve",
    "solve_many",
]


def read(text: str) -> Answer:
    """Reads Sudoku in any text format, and puzzle files of the kind `grid`, as data that can be
    drawn.

    text: One puzzle or several: lines, drawn grids, links, files.
    """
    return request("sudoku/read", text=text)


def candidates(puzzle: str, *, time_limit: float | None = None) -> Answer:
    """Finds the digits that occur in some solution, digits that repeat in a house, and whether
    there is one solution.

    puzzle: A grid in any text format, or a puzzle file; placed digits count as givens.
    time_limit: The time limit, in seconds.
    """
    return request("sudoku/candidates", puzzle=puzzle, time_limit=time_limit)


def hint(
    puzzle: str,
    *,
    placed: list[int] | None = None,
    marks: list[list[int]] | None = None,
    order: Literal["all", "hodoku"] | None = None,
    time_limit: float | None = None,
) -> Answer:
    """Finds the easiest next step, with its reason; if a placed digit is wrong, names it instead.

    puzzle: A grid in any text format, or a puzzle file, with placed digits and pencil marks.
    placed: The digits placed by a player, row by row; 0: none. They replace those of the text.
    marks: The pencil marks of each cell, row by row; in a cell without marks, every digit is
        possible. They replace those of the text.
    order: The order in which techniques are tried: `all` by default.
    time_limit: The time limit, in seconds.
    """
    return request(
        "sudoku/hint",
        puzzle=puzzle,
        placed=placed,
        marks=marks,
        order=order,
        time_limit=time_limit,
    )


def explain(
    puzzle: str,
    *,
    placed: list[int] | None = None,
    marks: list[list[int]] | None = None,
    order: Literal["all", "hodoku"] | None = None,
    time_limit: float | None = None,
) -> Answer:
    """Solves a grid step by step with human techniques; every step is verified against all
    solutions.

    puzzle: A grid in any text format, or a puzzle file, with placed digits and pencil marks.
    placed: The digits placed by a player, row by row; 0: none. They replace those of the text.
    marks: The pencil marks of each cell, row by row; in a cell without marks, every digit is
        possible. They replace those of the text.
    order: The order in which techniques are tried: `all` by default.
    time_limit: The time limit, in seconds.
    """
    return request(
        "sudoku/explain",
        puzzle=puzzle,
        placed=placed,
        marks=marks,
        order=order,
        time_limit=time_limit,
    )


def rate(
    puzzle: str,
    *,
    scale: Literal["gordian", "hodoku", "explainer"] | None = None,
    time_limit: float | None = None,
) -> Answer:
    """Rates how hard a grid with one solution is, on Gordian's scale, HoDoKu's or Sudoku
    Explainer's.

    puzzle: A grid in any text format, or a puzzle file. Placed digits are ignored.
    scale: The scale: `gordian` by default.
    time_limit: The time limit, in seconds.
    """
    return request("sudoku/rate", puzzle=puzzle, scale=scale, time_limit=time_limit)


def generate(
    *,
    size: int | None = None,
    box: list[int] | None = None,
    diagonals: bool | None = None,
    symmetry: str | None = None,
    clues: int | None = None,
    minimal: bool | None = None,
    level: str | None = None,
    needs: list[str] | None = None,
    avoids: list[str] | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
) -> Answer:
    """Generates a puzzle with exactly one solution, of the requested difficulty.

    size: The number of rows, columns and digits: 9 by default.
    box: Rows and columns of a box; as close to square as possible by default.
    diagonals: Whether digits must not repeat on the two main diagonals.
    symmetry: The symmetry of the givens: `none` (default), `half-turn`, `quarter-turn`, `diagonal`,
        `anti-diagonal`, `left-right`, `top-bottom` or `full`.
    clues: The number of givens.
    minimal: Whether the puzzle must be minimal: without any given (or any symmetric set of givens)
        it would have several solutions.
    level: HoDoKu's level: `easy`, `medium`, `hard`, `unfair` or `extreme`.
    needs: Techniques that the solution must use.
    avoids: Techniques that the solution must not use.
    seed: The seed: equal seeds give equal puzzles. Chosen at random if left out.
    time_limit: The time limit, in seconds.
    """
    return request(
        "sudoku/generate",
        size=size,
        box=box,
        diagonals=diagonals,
        symmetry=symmetry,
        clues=clues,
        minimal=minimal,
        level=level,
        needs=needs,
        avoids=avoids,
        seed=seed,
        time_limit=time_limit,
    )
