"""Permutation puzzles with a name, or by a definition."""

# Written by generate.py from the schemas of the operations.

from __future__ import annotations

from typing import Literal

from gordian._answer import Answer
from gordian.requests import request

__all__ = ["apply", "read", "scramble", "solve"]


def read(
    puzzle: str,
    *,
    moves: str | None = None,
    metric: Literal["htm", "qtm"] | None = None,
    after: str | None = None,
) -> Answer:
    """Returns the orbits, the moves, the solved state and the number of states of a permutation
    puzzle, by its name or its definition.

    puzzle: The name of a puzzle, or the text of a definition in the format of twsearch.
    moves: Only these moves and their powers, such as `U R2`; all by default.
    metric: What counts as one move: `htm`, any number of turns of one kind, by default; single
        turns if these are too many.
    after: Also returns the state after this sequence of moves.
    """
    return request("perm/read", puzzle=puzzle, moves=moves, metric=metric, after=after)


def apply(puzzle: str, moves: str, *, setup: str | None = None) -> Answer:
    """Applies moves to a state of a permutation puzzle and returns the state after each of them.

    puzzle: The name of a puzzle, or the text of a definition in the format of twsearch.
    setup: The sequence that leads from the solved state to the first one.
    moves: The moves: a sequence with groups, commutators, conjugates and comments.
    """
    return request("perm/apply", puzzle=puzzle, setup=setup, moves=moves)


def scramble(
    puzzle: str,
    *,
    moves: str | None = None,
    metric: Literal["htm", "qtm"] | None = None,
    length: int | None = None,
    seed: int | None = None,
) -> Answer:
    """Returns a random state of a permutation puzzle with a sequence that leads to it, or random
    moves.

    puzzle: The name of a puzzle, or the text of a definition in the format of twsearch.
    moves: Only these moves and their powers, such as `U R2`; all by default.
    metric: What counts as one move: `htm`, any number of turns of one kind, by default.
    length: This many random moves; by default a random state.
    seed: The seed: equal seeds give equal states. Chosen at random if left out.
    """
    return request(
        "perm/scramble",
        puzzle=puzzle,
        moves=moves,
        metric=metric,
        length=length,
        seed=seed,
    )


def solve(
    puzzle: str,
    setup: str,
    *,
    to: str | None = None,
    moves: str | None = None,
    metric: Literal["htm", "qtm"] | None = None,
    solutions: int | None = None,
    time_limit: float | None = None,
) -> Answer:
    """Finds a shortest solution of a state of a permutation puzzle, or a proved lower bound of its
    length.

    puzzle: The name of a puzzle, or the text of a definition in the format of twsearch.
    setup: The sequence that leads from the solved state to the state.
    to: The sequence that leads from the solved state to the target; by default, the target is the
        solved state.
    moves: Only these moves and their powers, such as `U R2`; all by default.
    metric: What counts as one move: `htm`, any number of turns of one kind, by default.
    solutions: The largest number of solutions to return: 1 by default.
    time_limit: The time limit, in seconds.
    """
    return request(
        "perm/solve",
        puzzle=puzzle,
        setup=setup,
        to=to,
        moves=moves,
        metric=metric,
        solutions=solutions,
        time_limit=time_limit,
    )
