//! Tests of composite operations against direct computation, on all assignments of small domains.

use gordian_model::*;

use crate::support::assignments;

/// Checks expressions over `N` variables from `low` to `high` on all assignments.
fn check<const N: usize>(
    low: i64,
    high: i64,
    written: impl FnOnce([VarId; N]) -> Vec<Expr>,
    computed: impl Fn([i64; N]) -> Vec<i64>,
) {
    let mut model = Model::new();
    let vars = std::array::from_fn(|i| model.int(format!("v{i}"), low..=high));
    let exprs = written(vars);
    for values in assignments(&vec![(low..=high).collect(); N]) {
        let found: Result<Vec<i64>, _> =
            exprs.iter().map(|expr| model.evaluate(expr, &values)).collect();
        let expected = computed(values.clone().try_into().unwrap());
        assert_eq!(found, Ok(expected), "values {values:?}");
    }
}

#[test]
fn one_hot_encoding() {
    check(
        0,
        5,
        |[x]| one_hot(x, [1, 4, 7]),
        |[x]| vec![i64::from(x == 1), i64::from(x == 4), i64::from(x == 7)],
    );
}

#[test]
fn digits_of_numbers() {
    let with_fits = |digits: Digits| [digits.digits, vec![digits.fits]].concat();
    check(
        0,
        99,
        |[x]| with_fits(digits(x, 3, 3)),
        |[x]| vec![x % 3, x / 3 % 3, x / 9 % 3, i64::from(x <= 26)],
    );
    check(
        -9,
        20,
        |[x]| with_fits(binary_digits(x, 4)),
        |[x]| {
            let low = (x + 16) % 16;
            let mut expected: Vec<i64> = (0..4).map(|place| low >> place & 1).collect();
            expected.push(i64::from((0..=15).contains(&x)));
            expected
        },
    );
    check(-1, 1, |[x]| with_fits(digits(x, 10, 0)), |[x]| vec![i64::from(x == 0)]);
    check(5, 5, |[x]| digits(x, 2, 62).digits, |[_]| [vec![1, 0, 1], vec![0; 59]].concat());
}

#[test]
fn array_set_replaces_one_element() {
    check(
        -1,
        3,
        |[i, x, y, z]| array_set([x, y], i, z),
        |[i, x, y, z]| match i {
            0 => vec![z, y],
            1 => vec![x, z],
            _ => vec![x, y],
        },
    );
}

#[test]
fn sort_and_nth_smallest_sort_arrays() {
    check(
        0,
        3,
        |v: [VarId; 4]| sort(v),
        |mut v| {
            // Bubble sort.
            for end in 0..v.len() {
                for i in 1..v.len() - end {
                    if v[i - 1] > v[i] {
                        v.swap(i - 1, i);
                    }
                }
            }
            v.to_vec()
        },
    );
    check(0, 0, |[_]| sort::<Expr>([]), |[_]| vec![]);
}

#[test]
fn lexicographic_comparison() {
    use Comparison::{Eq, Ge, Gt, Le, Lt, Ne};
    for n_left in 0..=2 {
        for n_right in 0..=2 {
            let written = |v: [VarId; 4]| {
                let compare = |how| lexicographic(&v[..n_left], how, &v[2..2 + n_right]);
                [Eq, Ne, Lt, Le, Gt, Ge].map(compare).to_vec()
            };
            let computed = |v: [i64; 4]| {
                // Vectors of the standard library compare lexicographically.
                let (left, right) = (v[..n_left].to_vec(), v[2..2 + n_right].to_vec());
                [
                    left == right,
                    left != right,
                    left < right,
                    left <= right,
                    left > right,
                    left >= right,
                ]
                .map(i64::from)
                .to_vec()
            };
            check(0, 2, written, computed);
        }
    }
}

#[test]
fn iterate_applies_conditional_steps() {
    // Euclid's algorithm, two numbers of at most 8: six rounds are enough.
    let written = |v: [VarId; 2]| {
        iterate(6, v.map(Expr::from).to_vec(), |_, state| {
            let (a, b) = (&state[0], &state[1]);
            (b.gt(0), vec![b.clone(), a % maximum([b.clone(), 1.into()])])
        })
    };
    check(1, 8, written, |[a, b]| {
        let (mut a, mut b) = (a, b);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        vec![a, 0]
    });
    // `step` gets the number of the round, and skipped rounds keep the state.
    let written = |[x]: [VarId; 1]| {
        iterate(4, vec![0.into(), x.into()], |round, state| {
            let round = i64::try_from(round).unwrap();
            (state[1].ne(round), vec![&state[0] + round, state[1].clone()])
        })
    };
    check(0, 5, written, |[x]| vec![(0..4).filter(|&round| round != x).sum(), x]);
}

#[test]
fn increasing_values() {
    let is_increasing = |is_allowed: fn(&i64, &i64) -> bool| {
        move |values: [i64; 4]| vec![i64::from(values.is_sorted_by(is_allowed))]
    };
    check(-1, 2, |x: [VarId; 4]| vec![increasing(x)], is_increasing(i64::le));
    check(-1, 2, |x: [VarId; 4]| vec![strictly_increasing(x)], is_increasing(i64::lt));
    check(0, 0, |[_]| vec![increasing([0_i64; 0]), strictly_increasing(exprs![1])], |_| vec![1, 1]);
}

#[test]
fn values_that_precede_others() {
    let first =
        |values: &[i64], value| values.iter().position(|it| *it == value).unwrap_or(usize::MAX);
    check(
        0,
        3,
        |x: [VarId; 4]| vec![value_precedence(x, [1, 3, 0]), value_precedence(x, [2])],
        |x| {
            let [a, b, c] = [1, 3, 0].map(|value| first(&x, value));
            let precedes = |a: usize, b: usize| b == usize::MAX || a < b;
            vec![i64::from(precedes(a, b) && precedes(b, c)), 1]
        },
    );
}

#[test]
fn index_of_the_first_best_item() {
    check(
        -1,
        1,
        |x: [VarId; 4]| vec![arg_maximum(x), arg_minimum(x)],
        |x| {
            let place =
                |best: Option<&i64>| (0..4).zip(&x).find(|it| Some(it.1) == best).unwrap().0;
            vec![place(x.iter().max()), place(x.iter().min())]
        },
    );
}

#[test]
fn element_of_a_table() {
    let rows = [[7, 5, 3], [2, 4, 6]];
    let mut model = Model::new();
    let (row, column) = (model.int("row", -4..=4), model.int("column", -4..=4));
    let chosen = element_2d(rows, row, column);
    for values in assignments(&vec![(-4..=4).collect(); 2]) {
        let at = |index: i64| usize::try_from(index).ok();
        let expected = at(values[0])
            .and_then(|row| rows.get(row))
            .and_then(|row| row.get(at(values[1])?).copied());
        assert_eq!(model.evaluate(&chosen, &values).ok(), expected, "{values:?}");
    }
}

#[test]
fn penalty_of_broken_conditions() {
    check(
        0,
        3,
        |[x, y]| vec![penalty([(5, x.lt(y)), (-2, y.eq(0))])],
        |[x, y]| vec![5 * i64::from(x >= y) - 2 * i64::from(y != 0)],
    );
}

/// Returns whether the tasks exceed the capacity at some time; each has a start, a duration,
/// whether it is present, and a demand.
fn exceed(tasks: &[[i64; 4]], capacity: i64) -> bool {
    (0..10).any(|time| {
        let demand = tasks.iter().map(|&[start, duration, present, demand]| {
            let runs = present == 1 && (start..start + duration).contains(&time);
            i64::from(runs) * demand
        });
        demand.sum::<i64>() > capacity
    })
}

#[test]
fn intervals_that_may_be_absent() {
    let mut model = Model::new();
    let a = model.interval("a", 0..=2, 2..=2);
    let b = model.optional_interval("b", 1..=3, 0..=2);
    let c = model.optional_interval("c", 0..=2, 3..=3);
    let names: Vec<&str> = model.variables().iter().map(|it| it.name.as_str()).collect();
    let expected = ["a.start", "b.start", "b.duration", "b.present", "c.start", "c.present"];
    assert_eq!(names, expected);
    let apart = no_overlap([&a, &b, &c]);
    let demands = within_capacity([&a, &b, &c], [2, 1, 3], 4);
    let order = b.ends_before(&c);
    let domains = model.variables().iter().map(|it| it.domain.values().collect());
    let mut n_solutions = 0;
    for values in assignments(&domains.collect::<Vec<_>>()) {
        let [start_a, start_b, duration_b, has_b, start_c, has_c] = values[..] else {
            unreachable!();
        };
        let tasks = |[a, b, c]: [i64; 3]| {
            [[start_a, 2, 1, a], [start_b, duration_b, has_b, b], [start_c, 3, has_c, c]]
        };
        let evaluate = |expr: &Expr| model.evaluate(expr, &values).unwrap();
        assert_eq!(evaluate(&apart) == 0, exceed(&tasks([1, 1, 1]), 1), "{values:?}");
        assert_eq!(evaluate(&demands) == 0, exceed(&tasks([2, 1, 3]), 4), "{values:?}");
        // The capacity does not suffice for the first and the last task together.
        assert!(!exceed(&tasks([1, 0, 1]), 1) || evaluate(&demands) == 0, "{values:?}");
        let ends_before = has_b == 0 || has_c == 0 || start_b + duration_b <= start_c;
        assert_eq!(evaluate(&order), i64::from(ends_before), "{values:?}");
        assert_eq!(evaluate(&b.duration), has_b * duration_b, "{values:?}");
        assert_eq!(evaluate(&b.end), start_b + has_b * duration_b, "{values:?}");
        let is_allowed =
            (has_b == 1 || (start_b, duration_b) == (1, 0)) && (has_c == 1 || start_c == 0);
        assert_eq!(model.check(&values).is_ok(), is_allowed, "{values:?}");
        n_solutions += usize::from(is_allowed);
    }
    // Absent, an interval has one state: 3 starts, 9 + 1 states of b, 3 + 1 of c.
    assert_eq!(n_solutions, 3 * 10 * 4);
}

#[test]
fn variables_that_may_be_absent() {
    let mut model = Model::new();
    let x = model.optional("x", -2..=1);
    let mut found: Vec<_> = assignments(&[(-2..=1).collect(), vec![0, 1]])
        .into_iter()
        .filter(|values| model.check(values).is_ok())
        .map(|values| (values.clone(), model.evaluate(&x.value_or(9), &values).unwrap()))
        .collect();
    let present = (-2..=1).map(|value| (vec![value, 1], value));
    let mut expected: Vec<_> = present.chain([(vec![-2, 0], 9)]).collect();
    expected.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, expected);
}

#[test]
fn rectangles_apart() {
    let mut model = Model::new();
    let x = model.interval("x", 0..=3, 0..=2);
    let y = model.interval("y", 0..=3, 1..=2);
    let big = [Interval::new(1, 2), Interval::new(1, 2)];
    let apart = no_overlap_2d(&[big.clone(), [x, y]]);
    let domains = model.variables().iter().map(|it| it.domain.values().collect());
    for values in assignments(&domains.collect::<Vec<_>>()) {
        let [x, width, y, height] = values[..] else { unreachable!() };
        let inside = |from: i64, length: i64| from < 3 && from + length > 1;
        let expected = !(inside(x, width) && inside(y, height));
        assert_eq!(model.evaluate(&apart, &values), Ok(i64::from(expected)), "{values:?}");
    }
    let negative = [Interval::new(9, -1), Interval::new(9, 1)];
    assert_eq!(model.evaluate(&no_overlap_2d(&[big.clone(), negative]), &[0; 4]), Ok(0));
}

/// An operand is evaluated even where the result does not depend on its value.
#[test]
fn operands_without_influence_must_be_defined() {
    let mut model = Model::new();
    let x = model.int("x", 0..=2);
    let part = || Expr::from(4) / x;
    let fixed = |start: Expr, duration: Expr| Interval::new(start, duration);
    let all = [
        (increasing([part()]), 1),
        (strictly_increasing([part()]), 1),
        (value_precedence([part()], [1]), 1),
        (value_precedence([part()], []), 1),
        (arg_maximum([part()]), 0),
        (arg_minimum([part()]), 0),
        (lexicographic([part()], Comparison::Eq, [0_i64; 0]), 0),
        (lexicographic([part()], Comparison::Ne, [0_i64; 0]), 1),
        (no_overlap_2d(&[[fixed(part(), 1.into()), fixed(0.into(), 1.into())]]), 1),
        (no_overlap_2d(&[[fixed(0.into(), 1.into()), fixed(0.into(), part())]]), 1),
        (penalty([(0, part().eq(2))]), 0),
        (nth_smallest(exprs![1, 1, part()], 0), 1),
    ];
    for (expr, value) in all {
        let found = [0, 2].map(|x| model.evaluate(&expr, &[x]));
        assert_eq!(found, [Err(Undefined::DivisionByZero), Ok(value)], "{expr:?}");
    }
}
