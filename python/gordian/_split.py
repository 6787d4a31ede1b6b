"""Parts of a model, and one answer from those about the parts."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Optional

from gordian import _gordian


class Repair(NamedTuple):
    """Constraints without which a model has a solution."""

    #: The names of the constraints, in the model's order.
    names: list[str]
    #: The sum of their costs.
    cost: int
    #: A solution of the other constraints.
    solution: _gordian.Assignment


class Part(Sequence[tuple[str, tuple[tuple[int, int], ...]]]):
    """A part of a model: its conditions, as names of variables with ranges of values.

    It refers to the variables by their names, so that it can be sent to another process together
    with the model.
    """

    #: The number of the part, from 0.
    number: int
    #: The number of parts.
    n_parts: int
    #: What identifies the parts that belong together.
    key: str

    __slots__ = ("_conditions", "key", "n_parts", "number")

    def __init__(
        self,
        conditions: Iterable[tuple[str, Iterable[tuple[int, int]]]],
        number: int,
        n_parts: int,
        key: str,
    ) -> None:
        self._conditions = tuple(
            (name, tuple((lower, upper) for lower, upper in ranges)) for name, ranges in conditions
        )
        self.number, self.n_parts, self.key = number, n_parts, key

    def __len__(self) -> int:
        return len(self._conditions)

    def __getitem__(self, index: Any) -> Any:
        return self._conditions[index]

    def __iter__(self) -> Iterator[tuple[str, tuple[tuple[int, int], ...]]]:
        return iter(self._conditions)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Part) and self.__reduce__() == other.__reduce__()

    def __hash__(self) -> int:
        return hash((self.key, self.number))

    def __reduce__(self) -> tuple[Any, ...]:
        return (Part, (self._conditions, self.number, self.n_parts, self.key))

    def __repr__(self) -> str:
        texts = []
        for name, ranges in self._conditions:
            values = ", ".join(
                str(lower) if lower == upper else f"{lower}..{upper}" for lower, upper in ranges
            )
            texts.append(f"{name} in {{{values}}}")
        inside = f": {', '.join(texts)}" if texts else ""
        return f"<Part {self.number} of {self.n_parts}{inside}>"


def parts(domains: list[list[tuple[str, list[tuple[int, int]]]]]) -> list[Part]:
    """Returns the parts with these conditions, which `Model.split` found."""
    key = hashlib.sha256(repr(domains).encode()).hexdigest()[:16]
    return [Part(part, number, len(domains), key) for number, part in enumerate(domains)]


def combine(results: Iterable[_gordian.Solution]) -> _gordian.Solution:
    """Makes one answer about a model of the answers about the parts of `Model.split`.

    A claim about the whole model (that there is no solution, that the best one is optimal or the
    only one, their number, that these are all) is made only if every part has it. Parts without an
    answer are undecided, as if they had been interrupted, but a part must not occur twice, and all
    answers must be about parts of the same model with the same task.
    """
    states = [_state(result) for result in results]
    if not states:
        raise ValueError("there are no answers to combine")
    first = states[0]
    for name, what in (("task", "tasks"), ("maximises", "objectives"), ("model", "models")):
        if any(state[name] != first[name] for state in states):
            raise ValueError(f"the answers are about different {what}")
    if any(state["part"].key != first["part"].key for state in states):
        raise ValueError("the answers are about parts of different splits")
    numbers = [state["part"].number for state in states]
    if len(set(numbers)) != len(numbers):
        raise ValueError("a part has several answers")
    states.sort(key=lambda state: state["part"].number)

    missing = first["part"].n_parts - len(states)
    limits = [state["limit"] for state in states if state["limit"] is not None]
    if missing:
        limits.append("interrupted")
    combined = {**first, **_claims(states, limits)}
    found = [state for state in states if state["solutions"]]
    if found:
        combined["names"] = max((state["names"] for state in found), key=len)
    confirmed = {state["confirmed_by"] for state in states}
    combined["confirmed_by"] = confirmed.pop() if len(confirmed) == 1 and not missing else None
    combined["engine"] = _joined(state["engine"] for state in states)
    combined["seconds"] = sum(state["seconds"] for state in states)
    notes = dict.fromkeys(note for state in states for note in state["notes"])
    if missing:
        notes[f"{missing} of {first['part'].n_parts} parts have no answer"] = None
    combined["notes"] = list(notes)
    combined["report"] = None
    combined.update(part=None, model=None, contradiction=None, contradiction_is_minimal=None)
    return _gordian.restore_solution(combined)


def _state(result: Any) -> dict[str, Any]:
    if not isinstance(result, _gordian.Solution):
        raise TypeError(f"answers are `Solution`s, not `{type(result).__name__}`")
    state = result._state()
    if not isinstance(state["part"], Part):
        raise ValueError("an answer is not about a part: solve with `assumptions=part`")
    return state


def _joined(names: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(names))


def _claims(states: list[dict[str, Any]], limits: list[str]) -> dict[str, Any]:
    """Returns what is known about the whole model; `limits` ended some of the work."""
    found = [state for state in states if state["solutions"]]
    # Whether each part was answered as far as the task asks.
    limit: Optional[str] = limits[0] if limits else None
    claims: dict[str, Any] = {
        "limit": limit,
        "stopped_by": None,
        "unique": None,
        "count": None,
        "objective": None,
        "bound": None,
        "determined": None,
        "undecided": None,
        "solutions": [],
    }
    task = states[0]["task"]
    if task == "count":
        claims["count"] = sum(state["count"] or 0 for state in states)
    has_solution = bool(found) or bool(claims["count"])
    if not has_solution:
        claims["outcome"] = "stopped" if limit else "infeasible"
        claims["stopped_by"] = limit
        return claims
    if states[0]["maximises"] is not None and task in ("prove", "first"):
        return {**claims, **_optimum(states, found, limit)}
    claims["outcome"] = "solved"
    solutions = [values for state in found for values in state["solutions"]]
    if task == "prove":
        # Solutions of different parts differ.
        claims["solutions"] = solutions[:2]
        if len(solutions) > 1:
            claims["unique"], claims["limit"] = False, None
        elif limit is None:
            claims["unique"] = found[0]["unique"]
        if claims["unique"]:
            claims["determined"], claims["undecided"] = found[0]["determined"], {}
    elif task == "first":
        claims["solutions"], claims["limit"] = solutions[:1], None
    elif task == "determined":
        claims["solutions"] = solutions[:2]
        claims["determined"], claims["undecided"] = _common(found, limit is not None)
        claims["unique"] = False if len(solutions) > 1 else (None if limit else found[0]["unique"])
    else:
        claims["solutions"] = solutions
        claims["unique"] = _unique_of_all(found, claims["count"], limit)
    return claims


def _unique_of_all(
    found: list[dict[str, Any]], count: Optional[int], limit: Optional[str]
) -> Optional[bool]:
    n = count if count is not None else sum(len(state["solutions"]) for state in found)
    if n > 1:
        return False
    return None if limit else True


def _optimum(
    states: list[dict[str, Any]], found: list[dict[str, Any]], limit: Optional[str]
) -> dict[str, Any]:
    """Returns the best solution, and a bound that none can improve on."""
    best_of = max if states[0]["maximises"] else min
    best = best_of(found, key=lambda state: state["objective"])
    n_parts = states[0]["part"].n_parts
    open_parts = [state for state in states if state["outcome"] in ("feasible", "stopped")]
    claims = {"objective": best["objective"], "solutions": best["solutions"][:1]}
    bounds = [state["bound"] for state in open_parts]
    if len(states) == n_parts and None not in bounds:
        # In the other parts, no solution is better than the best one of theirs.
        claims["bound"] = best_of([best["objective"], *bounds])
    if claims.get("bound") == best["objective"]:
        return {**claims, "outcome": "optimal", "limit": None}
    stopped_by = limit or next((state["stopped_by"] for state in open_parts), None)
    return {
        **claims,
        "outcome": "feasible",
        "stopped_by": stopped_by or "interrupted",
        "limit": limit or stopped_by,
    }


def _common(
    found: list[dict[str, Any]], is_stopped: bool
) -> tuple[dict[str, int], dict[str, int]]:
    """Returns values that all solutions have, and those that the known ones have."""
    everywhere = [{**(it["determined"] or {}), **(it["undecided"] or {})} for it in found]
    same = {
        name: value
        for name, value in everywhere[0].items()
        if all(values.get(name) == value for values in everywhere[1:])
    }
    is_proved = {
        name: not is_stopped and all(name in (it["determined"] or {}) for it in found)
        for name in same
    }
    determined = {name: value for name, value in same.items() if is_proved[name]}
    return determined, {name: value for name, value in same.items() if not is_proved[name]}
