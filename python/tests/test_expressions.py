"""Expressions: operators and operations have the meaning of the modelling language and of Python."""

from __future__ import annotations

import itertools
import operator
import re
from pathlib import Path

import gordian
import pytest

ROOT = Path(__file__).resolve().parents[2]


def evaluate(make, *ranges):
    """Compares an expression with a function of integers, for all values of the variables."""
    for chosen in itertools.product(*ranges):
        model = gordian.Model()
        variables = [model.int(r[0], r[-1]) for r in ranges]
        for variable, value in zip(variables, chosen):
            model.require(variable == value)
        solution = model.solve(task="first")
        try:
            expected = int(make(*chosen))
        except ZeroDivisionError:
            with pytest.raises((ValueError, ZeroDivisionError)):
                solution[make(*variables)]
            continue
        assert solution[make(*variables)] == expected, (make, chosen)


SMALL = range(-3, 4)


@pytest.mark.parametrize(
    "name",
    ["add", "sub", "mul", "floordiv", "mod", "eq", "ne", "lt", "le", "gt", "ge"],
)
def test_binary_operators_are_those_of_python(name):
    function = getattr(operator, name)
    evaluate(function, SMALL, SMALL)
    # With a number on either side.
    for number in (-3, -1, 1, 2):
        evaluate(lambda x, n=number: function(x, n), SMALL)
        evaluate(lambda x, n=number: function(n, x), SMALL)


def test_quotients_of_a_divisor_of_one_sign_are_those_of_python():
    evaluate(operator.floordiv, SMALL, range(1, 4))
    evaluate(operator.mod, SMALL, range(1, 4))
    evaluate(operator.floordiv, SMALL, range(-3, 0))
    evaluate(operator.mod, SMALL, range(-3, 0))
    evaluate(operator.floordiv, SMALL, range(0, 3))
    evaluate(operator.mod, SMALL, range(-2, 1))


def test_solved_quotients_are_those_of_python():
    model = gordian.Model()
    x, y = model.int(-7, 7, "x"), model.int(-3, 3, "y")
    q, r = model.int(-9, 9, "q"), model.int(-9, 9, "r")
    model.require(q == x // y)
    model.require(r == x % y)
    found = {(it[x], it[y]): (it[q], it[r]) for it in model.solutions()}
    expected = {(a, b): divmod(a, b) for a in range(-7, 8) for b in range(-3, 4) if b}
    assert found == expected


def test_other_operators():
    evaluate(lambda a, b: a**b, range(-2, 3), range(0, 4))
    evaluate(lambda a: 2**a, range(0, 5))
    evaluate(abs, SMALL)
    evaluate(operator.neg, SMALL)
    evaluate(operator.pos, SMALL)
    truth = range(0, 2)
    evaluate(lambda a, b: a & b, truth, truth)
    evaluate(lambda a, b: a | b, truth, truth)
    evaluate(lambda a, b: a ^ b, truth, truth)
    evaluate(lambda a: True & a, truth)
    evaluate(lambda a: False | a, truth)
    evaluate(lambda a: True ^ a, truth)
    evaluate(lambda a: ~a if isinstance(a, gordian.Expr) else 1 - a, truth)
    evaluate(lambda *it: sum(it), SMALL, SMALL, SMALL)


def test_euclidean_quotients():
    model = gordian.Model()
    rows = [(7, 2, 3, 1), (-7, 2, -4, 1), (7, -2, -3, 1), (-7, -2, 4, 1)]
    solution = model.solve()
    for number, divisor, quotient, remainder in rows:
        assert solution[gordian.div(number, divisor)] == quotient
        assert solution[gordian.rem(number, divisor)] == remainder


def test_in_place_operators():
    model = gordian.Model()
    x = model.int(3, 3)
    total = 0
    total += x
    total *= 2
    total -= 1
    assert model.solve()[total] == 5


def table_of_operations() -> list[str]:
    page = (ROOT / "docs/guides/models.md").read_text(encoding="utf-8")
    table = page.split("## Operations")[1].split("###")[0]
    return re.findall(r"^\| `(\w+)`", table, flags=re.MULTILINE)


def examples():
    """An expression for each operation of the modelling language."""
    m = gordian.Model()
    x, y, z = m.int(0, 3, "x"), m.int(0, 3, "y"), m.int(0, 3, "z")
    a, b, c = m.bool("a"), m.bool("b"), m.bool("c")
    square = gordian.Graph(4, [(0, 1), (1, 2), (2, 3), (3, 0)])
    edges = [a, b, c, 1]
    return {
        "add": x + y,
        "sub": x - y,
        "neg": -x,
        "mul": x * y,
        "div": gordian.div(x, y),
        "rem": gordian.rem(x, y),
        "pow": x**y,
        "factorial": gordian.factorial(x),
        "gcd": gordian.gcd(x, y),
        "greatest_power_dividing": gordian.greatest_power_dividing(x, 2),
        "greatest_power_not_above": gordian.greatest_power_not_above(x, 2),
        "abs": abs(x),
        "min": gordian.minimum(x, y),
        "max": gordian.maximum(x, y),
        "eq": x == y,
        "ne": x != y,
        "lt": x < y,
        "le": x <= y,
        "gt": x > y,
        "ge": x >= y,
        "not": ~a,
        "and": a & b,
        "or": a | b,
        "xor": a ^ b,
        "implies": gordian.implies(a, b),
        "iff": gordian.iff(a, b),
        "if": gordian.conditional(a, x, y),
        "element": gordian.element([x, y], z),
        "nth_smallest": gordian.nth_smallest([x, y], 0),
        "distinct_count": gordian.distinct_count(x, y),
        "all_different": gordian.all_different(x, y),
        "in": gordian.is_in(x, [1, 2]),
        "table": gordian.table([x, y], [(1, 2)]),
        "sos1": gordian.sos1(x, y),
        "sos2": gordian.sos2(x, y),
        "global_cardinality": gordian.global_cardinality([x, y], [1], [z]),
        "lex_eq": gordian.lex_eq([x], [y]),
        "lex_ne": gordian.lex_ne([x], [y]),
        "lex_lt": gordian.lex_lt([x], [y]),
        "lex_le": gordian.lex_le([x], [y]),
        "lex_gt": gordian.lex_gt([x], [y]),
        "lex_ge": gordian.lex_ge([x], [y]),
        "circuit": gordian.circuit(x, y),
        "subcircuit": gordian.subcircuit(x, y),
        "inverse": gordian.inverse([x, y], [y, x]),
        "cumulative": gordian.cumulative([x], [y], [1], 2),
        "disjunctive": gordian.disjunctive([x], [y]),
        "connected": gordian.connected(square, edges),
        "connected_edges": gordian.connected_edges(square, edges),
        "single_cycle": gordian.single_cycle(square, edges),
        "path": gordian.path(square, edges, 0, x),
        "regions": gordian.regions(square, edges, [1, 1, 1, 1]),
    }


def test_every_operation_of_the_language_has_an_expression():
    made = examples()
    assert list(made) == table_of_operations()
    for name, expr in made.items():
        # A difference is a sum, as in Rust.
        assert expr.operation == ("add" if name == "sub" else name)
        assert isinstance(expr.bounds, tuple)
        assert repr(expr)


def test_operations_are_written_to_json_by_their_names():
    model = gordian.Model()
    x, y = model.int(0, 3, "x"), model.int(0, 3, "y")
    model.require(gordian.all_different(x, y))
    assert '["all_different", "x", "y"]' in model.to_json()


def check(expected, make, *ranges):
    """Compares the solutions of a condition with those of a function."""
    model = gordian.Model()
    variables = [model.int(r[0], r[-1]) for r in ranges]
    model.require(make(*variables))
    found = sorted(tuple(it[variables]) for it in model.solutions())
    assert found == sorted(it for it in itertools.product(*ranges) if expected(*it))


def test_operations_have_their_meaning():
    r = range(0, 3)
    t = range(0, 2)
    check(lambda x, y, z: len({x, y, z}) == 3, gordian.all_different, r, r, r)
    check(lambda x, y: len({x, y}) == 1, lambda x, y: gordian.distinct_count(x, y) == 1, r, r)
    check(lambda x, y: x + y == 3, lambda x, y: gordian.sum([x, y]) == 3, r, r)
    check(lambda x, y: x * y == 2, lambda x, y: gordian.product(x, [y]) == 2, r, r)
    check(lambda x, y: min(x, y) == 1, lambda x, y: gordian.minimum(x, y) == 1, r, r)
    check(lambda x, y: max(x, y) == 1, lambda x, y: gordian.maximum(x, y) == 1, r, r)
    check(lambda x: x in (0, 2), lambda x: gordian.is_in(x, {0, 2}), r)
    check(lambda x: x in (0, 2), lambda x: x.is_in(range(0, 4, 2)), r)
    check(lambda x: x == 1, lambda x: x.is_not_in([0, 2]), r)
    check(lambda x: x in (1, 2), lambda x: x.is_in(range(1, 3)), r)
    check(lambda a, b: not a or b, lambda a, b: a.implies(b), t, t)
    check(lambda a, b: a == b, lambda a, b: a.iff(b), t, t)
    check(lambda a, b, c: a and b and c, gordian.all_of, t, t, t)
    check(lambda a, b, c: a or b or c, gordian.any_of, t, t, t)
    check(lambda a, b, c: (a + b + c) % 2, gordian.xor, t, t, t)
    check(lambda a, b, c: a + b + c == 2, lambda *it: gordian.exactly(2, it), t, t, t)
    check(lambda a, b, c: a + b + c == 1, lambda *it: gordian.count_true(it) == 1, t, t, t)
    check(lambda a, x: (x if a else 1) == 1, lambda a, x: gordian.conditional(a, x, 1) == 1, t, r)
    check(lambda i: [2, 0, 1][i] == 1, lambda i: gordian.element([2, 0, 1], i) == 1, r)
    rows = [[0, 1], [2, 3], [4, 5]]
    check(
        lambda i, j: rows[i][j] >= 3, lambda i, j: gordian.element_2d(rows, i, j) >= 3, r, t
    )
    check(lambda x, y: x <= y, gordian.increasing, r, r)
    check(lambda x, y: x < y, gordian.strictly_increasing, r, r)
    allowed = [(0, 2), (1, 1)]
    check(lambda x, y: (x, y) in allowed, lambda *it: gordian.table(it, allowed), r, r)
    check(lambda x, y: [x, y] < [y, 1], lambda x, y: gordian.lex_lt([x, y], [y, 1]), r, r)
    check(lambda x, y: [x, y] >= [y, 1], lambda x, y: gordian.lex_ge([x, y], [y, 1]), r, r)
    check(
        lambda x, y: sorted([x, y]) == [0, 2],
        lambda x, y: gordian.lex_eq(gordian.sort([x, y]), [0, 2]),
        r,
        r,
    )
    check(lambda x, y: y > x, lambda x, y: gordian.arg_maximum(x, y) == 1, r, r)
    check(lambda x, y: y < x, lambda x, y: gordian.arg_minimum(x, y) == 1, r, r)
    check(lambda x: x % 2 == 0, lambda x: x.multiple_of(2), r)
    check(lambda x: x == 2, lambda x: x.factorial() == 2, r)
    check(lambda x: x == 2, lambda x: x.greatest_power_not_above(2) == 2, r)
    check(lambda x: x == 2, lambda x: x.greatest_power_dividing(2) == 2, range(1, 4))
    check(lambda x, y: (x, y) == (1, 0), gordian.circuit, t, t)
    check(lambda x, y: x != y, lambda x, y: gordian.inverse([x, y], [x, y]), t, t)
    check(
        lambda x, y: (x == 0) + (y == 0) == 1,
        lambda x, y: gordian.global_cardinality([x, y], [0], [1]),
        r,
        r,
    )
    check(lambda x, y: abs(x - y) >= 2, lambda x, y: gordian.disjunctive([x, y], [2, 2]), r, r)
    check(
        lambda x, y: abs(x - y) >= 2,
        lambda x, y: gordian.cumulative([x, y], [2, 2], [1, 2], 2),
        r,
        r,
    )
    check(lambda x: 3 * (x != 1) == 3, lambda x: gordian.penalty([(3, x == 1)]) == 3, r)
    check(lambda x: x == 2, lambda x: gordian.one_hot(x, range(3))[2], r)
    check(lambda x: 20 <= x < 30, lambda x: gordian.digits(x, 2)[0][1] == 2, range(15, 35))
    check(lambda x: x < 10, lambda x: gordian.digits(x, 1)[1], range(5, 15))
    check(lambda i: i == 1, lambda i: gordian.array_set([5, 6], i, 7)[1] == 7, t)
    check(
        lambda x, y: not (x == 2 or (y == 2 and x != 1)),
        lambda x, y: gordian.value_precedence([x, y], [1, 2]),
        r,
        r,
    )


def test_graph_constraints_have_their_meaning():
    square = gordian.Graph.grid(2, 2)
    assert (square.vertices, square.edges) == (4, [(0, 1), (0, 2), (1, 3), (2, 3)])
    model = gordian.Model()
    cells = model.bools("c", 4)
    model.require(gordian.connected(square, cells))
    assert model.count() == 14
    model = gordian.Model()
    edges = model.bools("e", 4)
    model.require(gordian.single_cycle(square, edges))
    assert [list(it[edges]) for it in model.solutions()] == [[1, 1, 1, 1]]
    model = gordian.Model()
    edges = model.bools("e", 4)
    model.require(gordian.path(square, edges, 0, 3))
    assert model.count() == 2
    model = gordian.Model()
    edges = model.bools("e", 4)
    model.require(gordian.regions(square, edges, [2, 2, 2, 2]))
    assert model.count() == 2


def test_expressions_have_no_truth_value():
    x = gordian.Model().int(0, 9, "x")
    for use in (
        lambda: bool(x),
        lambda: x and x,
        lambda: x or x,
        lambda: not x,
        lambda: 0 < x < 5,
        lambda: 1 if x == 3 else 2,
        lambda: x in [1, 2],
    ):
        with pytest.raises(TypeError, match="no truth value.*write `a & b`"):
            use()


def test_names_and_texts():
    model = gordian.Model()
    x, y = model.int(0, 9, "x"), model.int(-5, 5, "y")
    assert (x.name, (x + 1).name, x.operation, (x + y).bounds) == ("x", None, "var", (-5, 14))
    assert repr(x + 2 * y <= 7) == "x + 2·y ≤ 7"
    assert {x: 1, y: 2}[x] == 1
    assert len({x, y, x}) == 2


def test_wrong_operands():
    model = gordian.Model()
    x = model.int(0, 9, "x")
    for use in (
        lambda: x + 1.5,
        lambda: x + "a",
        lambda: x == None,  # noqa: E711
        lambda: x == "a",
        lambda: x < 1.5,
        lambda: x + [1],
        lambda: x & None,
        lambda: gordian.all_different("abc"),
        lambda: gordian.all_different(None),
        lambda: gordian.all_different({x: 1}),
        lambda: gordian.all_different([x, 1.5]),
        lambda: gordian.element(x, 0),
        lambda: gordian.table([x], [["a"]]),
        lambda: gordian.table([x], 5),
        lambda: x.is_in(5),
        lambda: x.is_in(["a"]),
        lambda: x.implies("a"),
        lambda: pow(x, 2, 3),
        lambda: gordian.Graph("a", []),
        lambda: gordian.no_overlap([x]),
        lambda: gordian.penalty([(1.5, x == 1)]),
    ):
        with pytest.raises(TypeError):
            use()
    for use in (lambda: x / 2, lambda: 2 / x):
        with pytest.raises(TypeError, match="write `a // b`"):
            use()


def test_numbers_that_are_too_large():
    x = gordian.Model().int(0, 9, "x")
    for use in (
        lambda: x + 2**63,
        lambda: 2**64 * x,
        lambda: x == -(2**70),
        lambda: gordian.sum(x, 2**63),
        lambda: x.is_in([2**63]),
        lambda: gordian.table([x], [[2**63]]),
    ):
        with pytest.raises(OverflowError):
            use()
    assert (x + (2**63 - 1)).operation == "add"


def test_division_by_zero():
    x = gordian.Model().int(0, 9)
    for use in (lambda: x // 0, lambda: x % 0):
        with pytest.raises(ZeroDivisionError):
            use()


@pytest.mark.parametrize(
    ("code", "make"),
    [
        ("model-row-length", lambda x: gordian.table([x, x], [(1, 2), (1, 2, 3)])),
        ("model-row-length", lambda x: gordian.element_2d([[x], [x, 1]], 0, 0)),
        ("model-list-length", lambda x: gordian.inverse([x], [x, x])),
        ("model-list-length", lambda x: gordian.cumulative([x], [1], [1, 2], 3)),
        ("model-list-length", lambda x: gordian.disjunctive([x], [])),
        ("model-list-length", lambda x: gordian.global_cardinality([x], [1, 2], [x])),
        ("model-list-length", lambda x: gordian.connected(gordian.Graph.grid(2, 2), [x])),
        ("model-list-length", lambda x: gordian.path(gordian.Graph.grid(2, 2), [x], 0, 1)),
        ("model-duplicate-value", lambda x: gordian.global_cardinality([x], [1, 1], [x, x])),
        ("model-operand-count", lambda x: gordian.minimum()),
        ("model-operand-count", lambda x: gordian.maximum([])),
        ("model-operand-count", lambda x: gordian.arg_maximum([])),
        ("model-place", lambda x: gordian.nth_smallest([x], 1)),
        ("model-place", lambda x: gordian.nth_smallest([x], -1)),
        ("model-base", lambda x: x.greatest_power_dividing(1)),
        ("model-base", lambda x: gordian.greatest_power_not_above(x, 0)),
        ("model-graph", lambda x: gordian.Graph(2, [(0, 2)])),
        ("model-graph", lambda x: gordian.Graph(2, [(0, 0)])),
        ("model-graph", lambda x: gordian.Graph(2, [(0, 1), (1, 0)])),
        ("model-graph", lambda x: gordian.Graph(-1, [])),
        ("model-graph", lambda x: gordian.Graph.grid(100_000, 100_000)),
        ("model-domain", lambda x: x.is_in([])),
        ("model-domain", lambda x: x.is_in(range(0))),
    ],
)
def test_errors_have_the_codes_of_models_in_json(code, make):
    x = gordian.Model().int(0, 1, "x")
    with pytest.raises(gordian.Error) as caught:
        make(x)
    assert caught.value.code == code
    assert caught.value.message
    if code == "model-list-length":
        assert caught.value.hint


def test_expressions_of_two_models_do_not_mix():
    x, y = gordian.Model().int(0, 9, "x"), gordian.Model().int(0, 9, "y")
    for use in (
        lambda: x + y,
        lambda: x == y,
        lambda: gordian.all_different(x, y),
        lambda: gordian.Model().require(x == 1),
        lambda: gordian.Model().minimize(x),
        lambda: gordian.Model().solve()[x],
    ):
        with pytest.raises(ValueError, match="model"):
            use()


def test_empty_lists():
    solution = gordian.Model().solve()
    expected = [
        (gordian.sum(), 0),
        (gordian.sum([]), 0),
        (gordian.product([]), 1),
        (gordian.all_of([]), 1),
        (gordian.any_of([]), 0),
        (gordian.xor([]), 0),
        (gordian.gcd([]), 0),
        (gordian.all_different([]), 1),
        (gordian.distinct_count([]), 0),
        (gordian.circuit([]), 1),
        (gordian.table([], []), 0),
        (gordian.no_overlap([]), 1),
        (gordian.lex_lt([], []), 0),
        (gordian.lex_le([], []), 1),
    ]
    for expr, value in expected:
        assert solution[expr] == value, expr
    assert gordian.sort([]) == []


def test_deep_expressions():
    model = gordian.Model()
    x = model.int(0, 1, "x")
    total = x
    for _ in range(200_000):
        total = total + 1
    assert total.bounds == (200_000, 200_001)
    model.require(total == 200_001)
    assert model.solve()[x] == 1
    del total
