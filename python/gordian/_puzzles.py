"""Puzzles and models of any kind."""

# Written by generate.py from the schemas of the operations.

from __future__ import annotations

from typing import Any, Literal

from gordian._answer import Answer, Check, Drawing
from gordian.requests import request

__all__ = ["check", "draw", "recognise", "solve"]


def solve(
    puzzle: str,
    *,
    task: Literal["prove", "determined", "first", "count", "all"] | None = None,
    limit: int | None = None,
    time_limit: float | None = None,
    engine: str | None = None,
    seed: int | None = None,
    moves: bool | None = None,
    report: bool | None = None,
    conflict: bool | None = None,
) -> Answer:
    """Solves a puzzle or a model, and proves that the solution is unique or optimal. Every solution
    is checked by the rules.

    puzzle: A puzzle file, a link, a model, or a Sudoku in any text format.
    task: The task: `prove` by default.
    limit: With `count` and `all`: stop after this many solutions.
    time_limit: The time limit, in seconds; at most the limit of the service.
    engine: The engine: `auto`, `search`, `model`, `sat`, `lcg`, `portfolio`, `batsat` or `cadical`.
    seed: The seed of all random choices.
    moves: For a scrambled 3×3×3 Sudoku Cube: find the turns too.
    report: Report what the compiler made of each rule.
    conflict: If there is no solution: find rules and givens that exclude each other.
    """
    return request(
        "solve",
        puzzle=puzzle,
        task=task,
        limit=limit,
        time_limit=time_limit,
        engine=engine,
        seed=seed,
        moves=moves,
        report=report,
        conflict=conflict,
    )


def check(puzzle: str, solution: Any, *, time_limit: float | None = None) -> Check:
    """Checks a solution by the rules and names the rules that it breaks. Of a part of a solution,
    says whether a solution continues it, and otherwise why none does.

    puzzle: A puzzle file, a link, a model, or a Sudoku in any text format.
    solution: The solution, in the form that `solve` returns; a solution of a grid may also be a
        text, in one line or in rows. A part of a solution has `?` where nothing is known; of a
        model, it has only some variables.
    time_limit: The time limit for a part, in seconds. A complete solution needs no time.
    """
    return request("check", puzzle=puzzle, solution=solution, time_limit=time_limit)


def draw(puzzle: str, *, solution: Any = None) -> Drawing:
    """Draws a puzzle of any kind, with a solution if one is given, as text and as SVG.

    puzzle: A puzzle file, a link, or a Sudoku in any text format.
    solution: The solution to draw into the puzzle, in the form that `solve` returns. It may be
        wrong.
    """
    return request("draw", puzzle=puzzle, solution=solution)


def recognise(text: str) -> Answer:
    """Says what a text is: which kind of puzzle, model or position.

    text: The text: a link, a puzzle file, a model, a Sudoku in any text format, a position or a
        sequence of a puzzle that turns, the name or the definition of one. Links are read, never
        fetched.
    """
    return request("recognise", text=text)
