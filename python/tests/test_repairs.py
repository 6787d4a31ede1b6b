"""Repairs: the cheapest sets of constraints without which a model has a solution."""

from __future__ import annotations

import itertools
import pickle
import random

import gordian
import pytest
from test_models import pigeons


def meetings():
    m = gordian.Model("meetings")
    ann, bob = m.int(1, 5, "ann"), m.int(1, 5, "bob")
    m.require(ann >= 4, "ann comes late")
    m.require(bob <= 2, "bob comes early")
    m.require(ann < bob, "ann comes before bob")
    m.require(bob > 1, "bob is not first")
    return m, ann, bob


def test_each_constraint_costs_one():
    m, ann, bob = meetings()
    found = m.repairs()
    assert [(it.names, it.cost) for it in sorted(found)] == [
        (["ann comes before bob"], 1),
        (["ann comes late"], 1),
        (["bob comes early"], 1),
    ]
    for repair in found:
        values = repair.solution.to_dict()
        assert repair.solution[ann] == values["ann"]
        broken = m.violations(values)
        assert broken == [f"constraint `{repair.names[0]}` does not hold"]


def test_costs_and_constraints_that_stay():
    m, _, _ = meetings()
    costs = {"ann comes late": 3, "bob comes early": 2}
    assert [(it.names, it.cost) for it in m.repairs(costs)] == [(["bob comes early"], 2)]
    assert m.repairs({"bob is not first": 1}) == []
    assert m.repairs(costs={}) == []
    assert len(m.repairs(limit=2)) == 2


def test_a_model_with_a_solution_needs_no_repair():
    m = gordian.Model()
    x = m.int(0, 9, "x")
    m.require(x > 3, "large")
    m.maximize(x)
    (repair,) = m.repairs()
    assert (repair.names, repair.cost, repair.solution[x] > 3) == ([], 0, True)


def test_repairs_are_those_of_all_sets():
    chosen = random.Random(1)
    for _ in range(25):
        bounds = [(chosen.choice("<>"), chosen.randrange(3), chosen.randrange(4)) for _ in range(6)]
        costs = {f"c{at}": chosen.choice([1, 1, 2, 5]) for at in range(6)}

        def holds(at, values):
            sign, place, bound = bounds[at]
            return values[place] < bound if sign == "<" else values[place] > bound

        best = None
        for values in itertools.product(range(4), repeat=3):
            broken = [at for at in range(6) if not holds(at, values)]
            cost = sum(costs[f"c{at}"] for at in broken)
            if best is None or cost < best[0]:
                best = (cost, set())
            if cost == best[0]:
                best[1].add(tuple(f"c{at}" for at in broken))
        m = gordian.Model()
        x = m.ints("x", 3, 0, 3)
        for at, (sign, place, bound) in enumerate(bounds):
            m.require(x[place] < bound if sign == "<" else x[place] > bound, f"c{at}")
        found = m.repairs(costs)
        assert {tuple(it.names) for it in found} == best[1]
        assert {it.cost for it in found} == {best[0]}


def test_wrong_costs():
    m, _, _ = meetings()
    for costs in (
        {"nothing": 1},
        {"ann comes late": 0},
        {"ann comes late": -1},
        {"bob comes early": 2**40},
    ):
        with pytest.raises(gordian.Error) as caught:
            m.repairs(costs)
        assert caught.value.code == "request.out-of-range" and caught.value.hint
    with pytest.raises(gordian.Error):
        m.repairs(limit=0)
    for costs in ({"ann comes late": "1"}, {3: 1}, [1, 2], "ann"):
        with pytest.raises(TypeError):
            m.repairs(costs)
    with pytest.raises(TypeError):
        m.repairs(unknown=1)
    m.minimize(m.int(0, 9) & True)
    with pytest.raises(gordian.Error) as caught:
        m.repairs()
    assert caught.value.code == "model-not-condition"


def test_limits():
    with pytest.raises(TimeoutError, match="cost at least"):
        pigeons(13).repairs(time_limit=0.2)


def test_repairs_can_be_pickled():
    m, ann, _ = meetings()
    found = m.repairs()
    again = pickle.loads(pickle.dumps(found))
    assert [it.names for it in again] == [it.names for it in found]
    assert [it.solution[ann] for it in again] == [it.solution[ann] for it in found]


def test_removed_constraints_are_gone_and_expressions_stay():
    m = gordian.Model()
    x, y = m.int(1, 4, "x"), m.int(1, 4, "y")
    m.require([x > 2, y > 2], "large")
    m.require(x + y < 5, "small")
    m.require(x != y)
    (repair, *_) = m.repairs({"large": 1, "small": 2})
    assert repair.names == ["large"]
    with pytest.raises(ValueError, match="no constraint has the name `huge`"):
        m.remove("small", "huge")
    assert m.n_constraints == 4
    m.remove(*repair.names)
    assert m.n_constraints == 2
    m.require(x > y, "order")
    assert {(it[x], it[y]) for it in m.solutions()} == {(2, 1), (3, 1)}
    m.remove("order", "small", "constraint 4")
    assert m.count() == 16
