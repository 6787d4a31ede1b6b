//! Tests of every operation against an independent definition.

use gordian_model::*;

use crate::support::assignments;

/// The JSON names of all operations.
pub(crate) const NAMES: [&str; 52] = [
    "add",
    "sub",
    "neg",
    "mul",
    "div",
    "rem",
    "pow",
    "factorial",
    "gcd",
    "greatest_power_dividing",
    "greatest_power_not_above",
    "abs",
    "min",
    "max",
    "eq",
    "ne",
    "lt",
    "le",
    "gt",
    "ge",
    "not",
    "and",
    "or",
    "xor",
    "implies",
    "iff",
    "if",
    "element",
    "nth_smallest",
    "distinct_count",
    "all_different",
    "in",
    "table",
    "sos1",
    "sos2",
    "global_cardinality",
    "lex_eq",
    "lex_ne",
    "lex_lt",
    "lex_le",
    "lex_gt",
    "lex_ge",
    "circuit",
    "subcircuit",
    "inverse",
    "cumulative",
    "disjunctive",
    "connected",
    "connected_edges",
    "single_cycle",
    "path",
    "regions",
];

const MIN: i64 = i64::MIN;
const MAX: i64 = i64::MAX;

fn evaluate(expr: &Expr) -> Result<i64, Undefined> {
    Model::new().evaluate(expr, &[])
}

/// Checks the values of an operation on lists of operands; `None` means undefined.
fn check<const N: usize>(operation: fn([Expr; N]) -> Expr, cases: &[([i64; N], Option<i64>)]) {
    for (operands, expected) in cases {
        let found = evaluate(&operation(operands.map(Expr::from)));
        assert_eq!(found.ok(), *expected, "operands {operands:?}");
    }
}

/// Checks an operation on all lists of numbers from -`limit` to `limit` against `definition`.
fn check_all<const N: usize>(
    limit: i64,
    operation: impl Fn([Expr; N]) -> Expr,
    definition: impl Fn([i64; N]) -> Option<i64>,
) {
    for operands in assignments(&vec![(-limit..=limit).collect(); N]) {
        let operands: [i64; N] = operands.try_into().unwrap();
        let found = evaluate(&operation(operands.map(Expr::from)));
        assert_eq!(found.ok(), definition(operands), "operands {operands:?}");
    }
}

fn boolean(value: i64) -> Option<bool> {
    [Some(false), Some(true)].get(usize::try_from(value).ok()?).copied().flatten()
}

#[test]
fn sums() {
    check_all(5, |[a, b, c]| a + b - c, |[a, b, c]| Some(a + b - c));
    check(|v: [Expr; 3]| sum(v), &[([MAX, 1, -1], None), ([MAX, -1, 1], Some(MAX))]);
    check(|[a]| -a, &[([MIN], None), ([MAX], Some(-MAX)), ([0], Some(0))]);
    check(|[]| sum::<Expr>([]), &[([], Some(0))]);
}

#[test]
fn products() {
    check_all(4, |[a, b, c]| a * b * c, |[a, b, c]| Some(a * b * c));
    check(|[a, b]| a * b, &[([1 << 31, 1 << 31], Some(1 << 62)), ([1 << 32, 1 << 31], None)]);
    check(|v: [Expr; 3]| product(v), &[([1 << 32, 1 << 32, 0], None)]);
    check(|[]| product::<Expr>([]), &[([], Some(1))]);
}

#[test]
fn division() {
    // The only quotient and remainder with a = q·b + r and 0 ≤ r < |b|.
    let by_search = |[a, b]: [i64; 2]| {
        let fits = |q: &i64| (0..b.abs()).contains(&(a - q * b));
        (-20..=20).find(fits).map(|q| (q, a - q * b))
    };
    check_all(15, |[a, b]| a / b, |operands| by_search(operands).map(|(q, _)| q));
    check_all(15, |[a, b]| a % b, |operands| by_search(operands).map(|(_, r)| r));
    check_all(
        15,
        |[a, b]| a.multiple_of(b),
        |[a, b]| (b != 0).then(|| i64::from((-15..=15).any(|q| q * b == a))),
    );
    check(|[a, b]| a / b, &[([-7, 2], Some(-4)), ([7, -2], Some(-3)), ([MIN, -1], None)]);
    check(|[a, b]| a % b, &[([-7, 2], Some(1)), ([7, -2], Some(1)), ([MIN, -1], Some(0))]);
}

#[test]
fn powers() {
    let by_products =
        |[base, exponent]: [i64; 2]| (exponent >= 0).then(|| (0..exponent).map(|_| base).product());
    check_all(6, |[a, b]| a.pow(b), by_products);
    check(
        |[a, b]| a.pow(b),
        &[
            ([0, 0], Some(1)),
            ([2, 62], Some(1 << 62)),
            ([2, 63], None),
            ([-2, 63], Some(MIN)),
            ([10, 19], None),
            ([1, MAX], Some(1)),
            ([-1, MAX], Some(-1)),
            ([0, MAX], Some(0)),
            ([2, MAX], None),
            ([1, -1], None),
        ],
    );
    check(
        |[a]| a.factorial(),
        &[
            ([-1], None),
            ([0], Some(1)),
            ([1], Some(1)),
            ([5], Some(120)),
            ([20], Some(2_432_902_008_176_640_000)),
            ([21], None),
            ([MAX], None),
        ],
    );
}

#[test]
fn greatest_powers() {
    let power = |base: i64| (0..60).map_while(move |n| base.checked_pow(n));
    for base in 2..=7 {
        check_all(
            70,
            |[a]| a.greatest_power_dividing(base),
            |[a]| power(base).filter(|power| a % power == 0).max().filter(|_| a != 0),
        );
        check_all(
            70,
            |[a]| a.greatest_power_not_above(base),
            |[a]| Some(power(base).filter(|&power| power <= a).max().unwrap_or(0)),
        );
    }
    check(|[a]| a.greatest_power_dividing(2), &[([1 << 62], Some(1 << 62)), ([MIN], None)]);
    check(|[a]| a.greatest_power_not_above(2), &[([MAX], Some(1 << 62)), ([MIN], Some(0))]);
    check(|[a]| a.greatest_power_dividing(MAX), &[([MAX], Some(MAX)), ([6], Some(1))]);
    check(|[a]| a.greatest_power_dividing(1), &[([6], None)]);
    check(|[a]| a.greatest_power_not_above(1), &[([6], None)]);
}

#[test]
fn common_divisors() {
    check_all(
        12,
        |v: [Expr; 2]| greatest_common_divisor(v),
        |[a, b]| {
            let divides = |d: &i64| a % d == 0 && b % d == 0;
            Some(if a == 0 && b == 0 { 0 } else { (1..=12).filter(divides).max().unwrap() })
        },
    );
    check(|v: [Expr; 3]| greatest_common_divisor(v), &[([12, -18, 8], Some(2))]);
    check(|v: [Expr; 2]| greatest_common_divisor(v), &[([MIN, 0], None), ([MIN, 6], Some(2))]);
    check(|[]| greatest_common_divisor::<Expr>([]), &[([], Some(0))]);
}

#[test]
fn extremes() {
    check_all(
        3,
        |v: [Expr; 3]| minimum(v),
        |[a, b, c]| [a, b, c].into_iter().find(|&x| x <= a && x <= b && x <= c),
    );
    check_all(
        3,
        |v: [Expr; 3]| maximum(v),
        |[a, b, c]| [a, b, c].into_iter().find(|&x| x >= a && x >= b && x >= c),
    );
    check_all(3, |[a]| absolute(a), |[a]| Some(if a < 0 { -a } else { a }));
    check(|[a]| a.abs(), &[([MIN], None)]);
    check(|[]| minimum::<Expr>([]), &[([], None)]);
    check(|[]| maximum::<Expr>([]), &[([], None)]);
}

#[test]
fn comparisons() {
    let check = |how: Comparison, less: bool, equal: bool, greater: bool| {
        check_all(
            3,
            move |[a, b]| a.compare(how, b),
            move |[a, b]| {
                Some(i64::from(if a < b {
                    less
                } else if a > b {
                    greater
                } else {
                    equal
                }))
            },
        );
    };
    check(Comparison::Eq, false, true, false);
    check(Comparison::Ne, true, false, true);
    check(Comparison::Lt, true, false, false);
    check(Comparison::Le, true, true, false);
    check(Comparison::Gt, false, false, true);
    check(Comparison::Ge, false, true, true);
}

#[test]
fn boolean_operations() {
    // Numbers other than 0 and 1 are undefined, even if the result does not depend on them.
    let define = |definition: fn([bool; 3]) -> bool| {
        move |operands: [i64; 3]| {
            let truths: Vec<bool> = operands.into_iter().map(boolean).collect::<Option<_>>()?;
            Some(i64::from(definition(truths.try_into().unwrap())))
        }
    };
    check_all(2, |[a, b, c]| a & b & c, define(|[a, b, c]| a && b && c));
    check_all(2, |[a, b, c]| a | b | c, define(|[a, b, c]| a || b || c));
    check_all(2, |[a, b, c]| a ^ b ^ c, define(|[a, b, c]| (a != b) != c));
    check_all(2, |[a, b, c]| !(a & b) | c, define(|[a, b, c]| !(a && b) || c));
    check_all(2, |[a, b, c]| a.implies(b).iff(c), define(|[a, b, c]| (!a || b) == c));
    check_all(2, |v: [Expr; 3]| exactly(2, v), |v| Some(i64::from(v.iter().sum::<i64>() == 2)));
    check(|[]| all_of::<Expr>([]), &[([], Some(1))]);
    check(|[]| any_of::<Expr>([]), &[([], Some(0))]);
    check(|[]| Expr::new(Node::Xor(vec![])), &[([], Some(0))]);
    check(|[a]| all_of([a]), &[([0], Some(0)), ([1], Some(1)), ([2], None)]);
}

#[test]
fn conditions() {
    check_all(
        2,
        |[a, b, c]| conditional(a, b, c),
        |[a, b, c]| boolean(a).map(|holds| if holds { b } else { c }),
    );
}

#[test]
fn arrays() {
    check_all(
        4,
        |[a, b, c, i]| element([a, b, c], i),
        |[a, b, c, i]| match i {
            0 => Some(a),
            1 => Some(b),
            2 => Some(c),
            _ => None,
        },
    );
    check(|[i]| element::<Expr>([], i), &[([0], None)]);
    for place in 0..3 {
        check_all(
            2,
            |v: [Expr; 3]| nth_smallest(v, place),
            |v| {
                // At most `place` elements are smaller, and more than `place` are at most as large.
                let below = |x| v.iter().filter(|&&y| y < x).count();
                let up_to = |x| v.iter().filter(|&&y| y <= x).count();
                v.into_iter().find(|&x| below(x) <= place && place < up_to(x))
            },
        );
    }
}

#[test]
fn different_values() {
    let pairs_differ = |v: &[i64]| (0..v.len()).all(|i| (0..i).all(|j| v[i] != v[j]));
    check_all(2, |v: [Expr; 3]| all_different(v), |v| Some(i64::from(pairs_differ(&v))));
    check_all(
        2,
        |v: [Expr; 3]| distinct_count(v),
        |v| Some((-2..=2).map(|value| i64::from(v.contains(&value))).sum()),
    );
    check(|[]| all_different::<Expr>([]), &[([], Some(1))]);
    check(|[]| distinct_count::<Expr>([]), &[([], Some(0))]);
}

#[test]
fn sets_and_tables() {
    let set = || Domain::from_ranges([(-3, -2), (0, 0), (4, 9)]).unwrap();
    let listed = [-3, -2, 0, 4, 5, 6, 7, 8, 9];
    check_all(11, |[a]| a.is_in(set()), |[a]| Some(i64::from(listed.contains(&a))));
    check_all(11, |[a]| a.is_not_in(set()), |[a]| Some(i64::from(!listed.contains(&a))));
    let rows = || vec![vec![1, 2], vec![-1, 0], vec![1, 2], vec![2, 2]];
    check_all(
        3,
        |v: [Expr; 2]| table(v, rows()),
        |[a, b]| Some(i64::from(matches!((a, b), (1, 2) | (-1, 0) | (2, 2)))),
    );
    check(|[a]| table([a], vec![]), &[([0], Some(0))]);
    check(|[]| table::<Expr>([], vec![vec![]]), &[([], Some(1))]);
}

#[test]
fn ordered_sets() {
    check_all(
        1,
        |v: [Expr; 4]| sos1(v),
        |v| Some(i64::from((0..4).any(|i| (0..4).all(|j| i == j || v[j] == 0)))),
    );
    check_all(
        1,
        |v: [Expr; 4]| sos2(v),
        |v| Some(i64::from((0..3).any(|i| (0..4).all(|j| i == j || i + 1 == j || v[j] == 0)))),
    );
    check(|[]| sos1::<Expr>([]), &[([], Some(1))]);
    check(|[]| sos2::<Expr>([]), &[([], Some(1))]);
}

/// An undefined part makes every enclosing expression undefined.
#[test]
fn undefined_operands_make_the_result_undefined() {
    let undefined = || Expr::from(1) / 0;
    let reason = |expr: Expr| evaluate(&expr).unwrap_err();
    assert_eq!(reason(Expr::from(1) | undefined()), Undefined::DivisionByZero);
    assert_eq!(reason(Expr::from(0) & undefined()), Undefined::DivisionByZero);
    assert_eq!(reason(Expr::from(0) * undefined()), Undefined::DivisionByZero);
    assert_eq!(reason(Expr::from(0).implies(undefined())), Undefined::DivisionByZero);
    assert_eq!(reason(conditional(1, 7, undefined())), Undefined::DivisionByZero);
    assert_eq!(reason(conditional(0, undefined(), 7)), Undefined::DivisionByZero);
    assert_eq!(reason(element([7.into(), undefined()], 0)), Undefined::DivisionByZero);
    assert_eq!(
        reason(undefined().is_in(Domain::from_range(0..=1).unwrap()) | 1),
        Undefined::DivisionByZero
    );
    assert_eq!(evaluate(&conditional(1, 7, Expr::from(1) / maximum([0, 1]))), Ok(7));
}

/// If several parts are undefined, the first reason in reading order is returned.
#[test]
fn first_undefined_reason_is_returned() {
    let division = || Expr::from(1) / 0;
    let exponent = || Expr::from(2).pow(-1);
    let reason = |expr: Expr| evaluate(&expr).unwrap_err();
    assert_eq!(reason(division() + exponent()), Undefined::DivisionByZero);
    assert_eq!(reason(exponent() + division()), Undefined::NegativeExponent { exponent: -1 });
}

#[test]
fn expressions_are_equal_if_all_parts_are_equal() {
    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.int(name, 0..=9));
    let set = |high| Domain::from_range(1..=high).unwrap();
    let all: Vec<Expr> = vec![
        1.into(),
        2.into(),
        x.into(),
        y.into(),
        x.eq(y),
        x.lt(y),
        y.lt(x),
        x.greatest_power_dividing(2),
        x.greatest_power_dividing(3),
        x.greatest_power_not_above(2),
        x.greatest_power_not_above(3),
        nth_smallest([x, y], 0),
        nth_smallest([x, y], 1),
        x.is_in(set(3)),
        x.is_in(set(4)),
        table([x], vec![vec![1]]),
        table([x], vec![vec![2]]),
        sum([x, y]),
        sum([x]),
        product([x, y]),
        minimum([x, y]),
    ];
    for (i, a) in all.iter().enumerate() {
        for (j, b) in all.iter().enumerate() {
            assert_eq!(a == b, i == j, "{} and {}", model.format_expr(a), model.format_expr(b));
            assert_eq!(
                (x + a) == (x + b),
                i == j,
                "{} and {}",
                model.format_expr(a),
                model.format_expr(b)
            );
        }
    }
}

#[test]
fn undefined_reasons_have_their_messages() {
    let check = |expr: Expr, expected: &str| {
        assert_eq!(evaluate(&expr).unwrap_err().to_string(), expected);
    };
    check(Expr::from(7) % 0, "division by zero");
    check(Expr::from(MAX) + 1, "the result does not fit into 64 bits");
    check(element([1, 2], -1), "index -1 is out of range for an array of length 2");
    check(Expr::from(2).pow(-3), "the negative exponent -3");
    check(Expr::from(-4).factorial(), "the factorial of -4");
    check(!Expr::from(2), "expected 0 or 1, found 2");
    check(maximum::<Expr>([]), "the minimum or maximum of an empty list");
    check(Expr::from(0).greatest_power_dividing(3), "no greatest power of 3 exists for 0");
}

#[test]
fn variables_have_the_methods_of_expressions() {
    let mut model = Model::new();
    let x = model.int("x", 0..=9);
    let e = Expr::from(x);
    let set = || Domain::from_range(2..=4).unwrap();
    assert_eq!(
        [x.abs(), x.factorial(), x.multiple_of(3), x.pow(2), x.is_in(set()), x.is_not_in(set())],
        [e.abs(), e.factorial(), e.multiple_of(3), e.pow(2), e.is_in(set()), e.is_not_in(set())],
    );
    assert_eq!(x.greatest_power_dividing(2), e.greatest_power_dividing(2));
    assert_eq!(x.greatest_power_not_above(2), e.greatest_power_not_above(2));
}

/// Operators extend an operation in place, but never change a shared one.
#[test]
fn chains_are_flat() {
    let mut model = Model::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| model.int(name, 0..=9));
    let same = |a: Expr, b: Expr| {
        assert!(a == b, "{} but {}", model.format_expr(&a), model.format_expr(&b))
    };
    same(x + y + z, sum([x, y, z]));
    same(2 * x * y, product(exprs![2, x, y]));
    same(x.eq(1) & y.eq(1) & z.eq(1), all_of([x, y, z].map(|v| v.eq(1))));
    let held = x + y;
    same(&held + z, sum(exprs![&held, z]));
    same(held.clone() + z, sum([held.clone(), z.into()]));
    same(held, sum([x, y]));
    let mut total = Expr::from(x) + y;
    total += z;
    total -= 1;
    same(total, sum(exprs![x, y, z, -Expr::from(1)]));
    same([x, y].iter().sum(), sum([x, y]));
    same([x, y].into_iter().product(), product([x, y]));
    let (left, right) = (&x, &y);
    same(left * 2 - right, x * 2 - y);
}

/// No function expands shared or deep trees.
#[test]
fn shared_and_deep_trees_are_cheap() {
    let mut model = Model::new();
    let x = model.boolean("x");
    let shared = |rounds: usize| (0..rounds).fold(Expr::from(x), |e, _| (&e + &e) / 2);
    assert_eq!(model.evaluate(&shared(200), &[1]), Ok(1));
    assert!(shared(200) == shared(200));
    assert!(shared(200) != shared(201));
    let deep = |rounds: usize| (0..rounds).fold(Expr::from(x), |e, _| !e);
    assert_eq!(model.evaluate(&deep(3001), &[1]), Ok(0));
    assert!(deep(3000) == deep(3000));
}
