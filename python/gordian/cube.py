"""The 3×3×3: solutions, scrambles."""

# Written by generate.py from the schemas of the operations.

from __future__ import annotations

from typing import Literal

from gordian._answer import Answer
from gordian.requests import request

__all__ = ["apply", "check", "scramble", "solve"]


def solve(
    position: str,
    *,
    centres: bool | None = None,
    metric: Literal["htm", "qtm"] | None = None,
    optimal: bool | None = None,
    max_length: int | None = None,
    time_limit: float | None = None,
) -> Answer:
    """Finds a short solution of the 3×3×3, with or without centres, or a shortest one if the time
    suffices to prove it.

    position: Stickers (54 letters in the order U R F D L B, optionally followed by `,` and six
        directions of centres), a net, or the sequence that leads to the position.
    centres: Whether the centres must be solved too.
    metric: The metric.
    optimal: Search until a shortest solution is proved.
    max_length: Stop at a solution of at most this length.
    time_limit: How long to search for a solution and improve it, in seconds: 1 by default.
    """
    return request(
        "cube/solve",
        position=position,
        centres=centres,
        metric=metric,
        optimal=optimal,
        max_length=max_length,
        time_limit=time_limit,
    )


def apply(position: str, moves: str) -> Answer:
    """Applies moves to a position.

    position: Stickers, a net, or the sequence that leads to the position.
    moves: The moves.
    """
    return request("cube/apply", position=position, moves=moves)


def scramble(*, centres: bool | None = None, seed: int | None = None) -> Answer:
    """Returns a random position, uniformly distributed, with a sequence that leads to it.

    centres: Whether to scramble the directions of the centres too.
    seed: The seed: equal seeds give equal positions. Chosen at random if left out.
    """
    return request("cube/scramble", centres=centres, seed=seed)


def check(position: str) -> Answer:
    """Checks whether a position is possible; if not, the error gives the reasons.

    position: Stickers, a net, or the sequence that leads to the position.
    """
    return request("cube/check", position=position)
