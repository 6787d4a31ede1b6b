"""The Square-1: shortest solutions, distances, scrambles."""

# Written by generate.py from the schemas of the operations.

from __future__ import annotations

from typing import Literal

from gordian._answer import Answer
from gordian.requests import request

__all__ = ["apply", "check", "distances", "report", "scramble", "solve"]


def solve(
    position: str,
    *,
    colours: Literal["silver", "six"] | None = None,
    metric: Literal["twist", "wca", "face"] | None = None,
    notation: Literal["wca", "cube21"] | None = None,
    all: int | None = None,
    time_limit: float | None = None,
) -> Answer:
    """Finds a shortest solution of a Square-1, the number of shortest solutions, and the distance
    in the model of 2007, which ignores the middle layer.

    position: A position such as `01034547-F898BCDC,K`, or the sequence that leads to it.
    colours: The colours of the puzzle that a sequence is applied to; a position implies its
        colours.
    metric: The metric.
    notation: The notation of sequences in the request and in the response.
    all: List up to this many shortest solutions; in the metric `twist` only.
    time_limit: The time limit, in seconds.
    """
    return request(
        "square1/solve",
        position=position,
        colours=colours,
        metric=metric,
        notation=notation,
        all=all,
        time_limit=time_limit,
    )


def distances(
    positions: list[str],
    *,
    colours: Literal["silver", "six"] | None = None,
    notation: Literal["wca", "cube21"] | None = None,
    solutions: bool | None = None,
    time_limit: float | None = None,
) -> Answer:
    """Looks up many positions: distances in twists, in both models, and shortest solutions.

    positions: Positions, or sequences that lead to them.
    colours: The colours of the puzzle that a sequence is applied to.
    notation: The notation of sequences.
    solutions: Whether to return a shortest solution of each position too.
    time_limit: The time limit, in seconds.
    """
    return request(
        "square1/distances",
        positions=positions,
        colours=colours,
        notation=notation,
        solutions=solutions,
        time_limit=time_limit,
    )


def apply(
    position: str,
    moves: str,
    *,
    colours: Literal["silver", "six"] | None = None,
    notation: Literal["wca", "cube21"] | None = None,
) -> Answer:
    """Applies moves to a position and returns the position after each step.

    position: A position, or the sequence that leads to it.
    moves: The moves.
    colours: The colours of the puzzle that a sequence is applied to.
    notation: The notation of sequences.
    """
    return request(
        "square1/apply",
        position=position,
        moves=moves,
        colours=colours,
        notation=notation,
    )


def scramble(
    *,
    colours: Literal["silver", "six"] | None = None,
    notation: Literal["wca", "cube21"] | None = None,
    seed: int | None = None,
) -> Answer:
    """Returns a random position, uniformly distributed, with a shortest sequence that leads to it.

    colours: The colours of the puzzle.
    notation: The notation of sequences.
    seed: The seed: equal seeds give equal positions. Chosen at random if left out.
    """
    return request("square1/scramble", colours=colours, notation=notation, seed=seed)


def check(
    position: str,
    *,
    colours: Literal["silver", "six"] | None = None,
    notation: Literal["wca", "cube21"] | None = None,
) -> Answer:
    """Checks whether a position is possible; if not, the error gives the reason.

    position: A position, or the sequence that leads to it.
    colours: The colours of the puzzle that a sequence is applied to.
    notation: The notation of sequences.
    """
    return request("square1/check", position=position, colours=colours, notation=notation)


def report(*, colours: Literal["silver", "six"] | None = None) -> Answer:
    """Returns the number of positions at each distance, for every shape, in both models.

    colours: The colours: `silver` by default. `six` needs a table, which a job builds.
    """
    return request("square1/report", colours=colours)
