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
