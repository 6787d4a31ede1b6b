//! Tests of expressions in infix notation.

use std::sync::Arc;

use gordian_model::*;

fn check(expected: &str, expr: impl FnOnce(&[VarId]) -> Expr) {
    let mut model = Model::new();
    let vars: Vec<VarId> =
        ["a", "b", "c", "d", "e", "f", "g"].map(|name| model.int(name, 0..=9)).to_vec();
    assert_eq!(model.format_expr(&expr(&vars)), expected);
}

#[test]
fn sums_and_products() {
    check("a + b + c", |v| v[0] + v[1] + v[2]);
    check("a - b", |v| v[0] - v[1]);
    check("a - (b - c)", |v| v[0] - (v[1] - v[2]));
    check("-a + b - 3", |v| -v[0] + v[1] - 3);
    check("a - 3 - 2·b - c", |v| v[0] + -3 + -2 * v[1] + -1 * v[2]);
    check("2·a·(b + 1)", |v| 2 * v[0] * (v[1] + 1));
    check("-2·a", |v| -2 * v[0]);
    check("a·(-2)", |v| v[0] * -2);
    check("-(a + b)", |v| -(v[0] + v[1]));
    check("-a^b", |v| -v[0].pow(v[1]));
    check("(a·b)^(c + 1)", |v| (v[0] * v[1]).pow(v[2] + 1));
    check("((a div b) mod c)·3", |v| v[0] / v[1] % v[2] * 3);
    check("0", |_| sum::<Expr>([]));
    check("1", |_| product::<Expr>([]));
}

#[test]
fn boolean_operations() {
    check("a + 1 ≤ b and a ≠ c", |v| (v[0] + 1).le(v[1]) & v[0].ne(v[2]));
    check("a and (b or c) and not d", |v| v[0] & (v[1] | v[2]) & !v[3]);
    check("not (a = b)", |v| !v[0].eq(v[1]));
    check("(a = b) + (c > d) = 1", |v| (v[0].eq(v[1]) + v[2].gt(v[3])).eq(1));
    check("a = 1 implies b < 2", |v| v[0].eq(1).implies(v[1].lt(2)));
    check("(a implies b) iff (c xor d)", |v| v[0].implies(v[1]).iff(v[2] ^ v[3]));
    check("true", |_| all_of::<Expr>([]));
    check("false", |_| any_of::<Expr>([]));
    check("a", |v| all_of([v[0]]));
}

#[test]
fn other_operations() {
    check("(if a = 1 then b else c + 1) + 2", |v| conditional(v[0].eq(1), v[1], v[2] + 1) + 2);
    check("[a, b, c + 1][d]", |v| element(exprs![v[0], v[1], v[2] + 1], v[3]));
    check("nth_smallest([a, b], 1)", |v| nth_smallest([v[0], v[1]], 1));
    check("a in {1..=3, 5}", |v| v[0].is_in(Domain::from_values([1, 2, 3, 5]).unwrap()));
    check("a + b not in {7}", |v| (v[0] + v[1]).is_not_in(Domain::from_range(7..=7).unwrap()));
    check("(a, b) is one of (1, 2), (3, -4)", |v| table(&v[..2], vec![vec![1, 2], vec![3, -4]]));
    check("greatest_power_dividing(a + 1, 3)", |v| (v[0] + 1).greatest_power_dividing(3));
    check("abs(a - b) + gcd(a, 6)", |v| {
        (v[0] - v[1]).abs() + greatest_common_divisor(exprs![v[0], 6])
    });
}

#[test]
fn global_constraints_have_lists() {
    let graph = Arc::new(Graph::grid(2, 1));
    check("global_cardinality([a, b], [1, 4], [c, 2])", |v| {
        global_cardinality(&v[..2], vec![1, 4], exprs![v[2], 2])
    });
    check("lex_lt([a], [b, c])", |v| lexicographic(&v[..1], Comparison::Lt, &v[1..3]));
    check("circuit(a, b + 1)", |v| circuit(exprs![v[0], v[1] + 1]));
    check("inverse([a, b], [c, d])", |v| inverse(&v[..2], &v[2..4]));
    check("disjunctive([a, b], [3, c])", |v| disjunctive(&v[..2], exprs![3, v[2]]));
    check("not cumulative([a], [2], [b], c + 1)", |v| {
        !cumulative(&v[..1], [2], &v[1..2], v[2] + 1)
    });
    check("connected(2 vertices and 1 edges, [a, b])", |v| connected(&graph, &v[..2]));
    check("path(2 vertices and 1 edges, [a], 0, b)", |v| path(&graph, &v[..1], 0, v[1]));
    check("regions(2 vertices and 1 edges, [a], [b, c])", |v| regions(&graph, &v[..1], &v[1..3]));
}

#[test]
fn long_expressions_are_truncated() {
    check("all_different(a, b, c, d, … 7 in all)", |v| all_different(v));
    check("a + b + c + d + … (7 in all) ≥ 45", |v| sum(v).ge(45));
    check("a in {0, 2, 4, 6, … 10 in all}", |v| {
        v[0].is_in(Domain::from_values((0..10).map(|i| 2 * i)).unwrap())
    });
    let mut model = Model::new();
    let x = model.boolean("x");
    let doubled = (0..100).fold(Expr::from(x), |expr, _| &expr + &expr);
    let text = model.format_expr(&doubled);
    assert!(text.contains('…') && text.len() < 400, "{text}");
}
