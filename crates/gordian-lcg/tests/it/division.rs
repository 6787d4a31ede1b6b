//! Quotients and remainders.

use gordian_core::{Cancel, Index as _, Random};
use gordian_lcg::propagators::{Linear, Product, Quotient, Remainder};
use gordian_lcg::{Atom, Solver, Var, Verdict};

use crate::brute_force::{Problem, Sweep, below, random_problem};

fn add_division(problem: &mut Problem, random: &mut Random) {
    let n_vars = problem.domains.len();
    let [x, y, z] = [(); 3].map(|()| Var::from_usize(random.below(n_vars)));
    problem.constraints.push(if random.flip() {
        Box::new(move || Box::new(Quotient::new(x, y, z)))
    } else {
        Box::new(move || Box::new(Remainder::new(x, y, z)))
    });
}

#[test]
fn solutions_equal_all_assignments_and_explanations_are_right() {
    let sweep = Sweep::run(2500, 25_000, |random| {
        let (n_vars, n_clauses) = (2 + random.below(4), random.below(4));
        let mut problem = random_problem(n_vars, n_clauses, random);
        for _ in 0..1 + random.below(3) {
            add_division(&mut problem, random);
        }
        problem
    });
    assert!(sweep.n_judged > 1000, "{sweep:?}");
    assert!(sweep.n_problems(0..1) > 100 && sweep.n_problems(11..) > 100, "{sweep:?}");
}

/// A wide number, a few divisors of magnitudes up to 400, and the quotient and the remainder.
#[test]
fn solutions_with_wide_numbers_equal_all_assignments() {
    let sweep = Sweep::run(120, 2500, |random| {
        let first = below(700, random) - 500;
        let divisor =
            [below(12, random), below(400, random)][random.below(2)] * [1, -1][random.below(2)];
        let n_divisors = [0, 0, 0, 2][random.below(4)];
        let rest = below(usize::try_from(divisor.abs()).expect("positive") + 1, random);
        let n_rests = below(8, random);
        let quotient = if divisor == 0 { 0 } else { (first + 150).div_euclid(divisor) };
        let domains = vec![
            (first, first + 300),
            (divisor, divisor + n_divisors),
            (rest, rest + n_rests),
            (quotient - 2, quotient + 3),
        ];
        let [x, d, r, q] = [0, 1, 2, 3].map(Var::from_usize);
        // Holes of the number and of the remainder.
        let mut clauses: Vec<Vec<Atom>> = (0..random.below(60))
            .map(|_| vec![x.not_equal(first + 120 + below(60, random))])
            .collect();
        clauses.extend((0..random.below(4)).map(|_| vec![r.not_equal(rest + below(8, random))]));
        let q_or_r = [q.at_most(quotient), r.at_least(rest + 2)];
        clauses.push(q_or_r.to_vec());
        let mut problem = Problem { domains, clauses, constraints: Vec::new() };
        problem.constraints.push(Box::new(move || Box::new(Remainder::new(x, d, r))));
        problem.constraints.push(Box::new(move || Box::new(Quotient::new(x, d, q))));
        problem
    });
    assert!(sweep.n_judged > 1000, "{sweep:?}");
    assert!(sweep.n_problems(0..1) > 10 && sweep.n_problems(11..) > 20, "{sweep:?}");
}

/// Many holes, which depend on decisions: they remove values on the other side.
#[test]
fn solutions_with_holes_equal_all_assignments() {
    let sweep = Sweep::run(300, 4000, |random| {
        // One domain is wider than those that lose single values.
        let width = [6, 14, 14, 280][random.below(4)];
        let (first, divisor) = (below(20, random) - 15, 2 + below(7, random));
        let sign = [1, -1][random.below(2)];
        let domains = vec![
            (first, first + width),
            (sign * divisor, sign * divisor),
            (0, divisor + 1),
            (0, 3),
        ];
        let [x, d, r, s] = [0, 1, 2, 3].map(Var::from_usize);
        let clauses = (0..20)
            .map(|_| {
                let switch = s.not_equal(below(4, random));
                let hole = if random.below(3) > 0 && width < 20 {
                    x.not_equal(first + below(14, random))
                } else {
                    r.not_equal(below(usize::try_from(divisor).expect("positive"), random))
                };
                vec![switch, hole]
            })
            .chain([vec![x.at_most(first + 14), s.at_least(2)]])
            .chain([vec![x.at_least(first + width - 20), s.at_most(1)]])
            .collect();
        let mut problem = Problem { domains, clauses, constraints: Vec::new() };
        problem.constraints.push(Box::new(move || Box::new(Remainder::new(x, d, r))));
        problem
    });
    assert!(sweep.n_judged > 500, "{sweep:?}");
    assert!(sweep.n_problems(0..1) > 1 && sweep.n_problems(11..) > 50, "{sweep:?}");
}

/// Tries all values first; none of them leads to a conflict. Returns those that are in a solution.
fn values_without_conflict(solver: &mut Solver, var: Var) -> Vec<i64> {
    let (min, max) = solver.bounds(var);
    let mut values = Vec::new();
    for phase in min..=max {
        solver.set_phase(var, phase);
        assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
        values.push(solver.value(var));
    }
    assert_eq!(solver.stats().conflicts, 0);
    values.sort_unstable();
    values.dedup();
    values
}

#[test]
fn values_without_solution_are_removed() {
    let mut solver = Solver::new();
    let x = solver.add_var(-100, 100);
    let (nine, four) = (solver.add_var(-9, -9), solver.add_var(4, 4));
    solver.post(Box::new(Remainder::new(x, nine, four)));
    let expected: Vec<i64> = (-100..=100_i64).filter(|value| value.rem_euclid(9) == 4).collect();
    assert_eq!(values_without_conflict(&mut solver, x), expected);
    // These numbers have remainders from 2 to 6.
    let mut solver = Solver::new();
    let (x, nine) = (solver.add_var(10, 50), solver.add_var(9, 9));
    let r = solver.add_var(0, 20);
    solver.post(Box::new(Remainder::new(x, nine, r)));
    for value in (10..=50).filter(|value| !(2..=6).contains(&(value % 9))) {
        solver.add_clause(&[x.not_equal(value)]);
    }
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
    assert_eq!(solver.bounds(r), (2, 6));
    // The bounds of a wide number have a possible remainder.
    let mut solver = Solver::new();
    let (x, hundred) = (solver.add_var(-999, 999), solver.add_var(100, 100));
    let r = solver.add_var(0, 99);
    solver.post(Box::new(Remainder::new(x, hundred, r)));
    for rest in (0..100).filter(|&rest| rest != 30 && rest != 60) {
        solver.add_clause(&[r.not_equal(rest)]);
    }
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
    assert_eq!(solver.bounds(x), (-970, 960));
    // The divisors of 18 that are greater than 2.
    let mut solver = Solver::new();
    let (x, d) = (solver.add_var(20, 20), solver.add_var(-40, 40));
    let r = solver.add_var(2, 2);
    solver.post(Box::new(Remainder::new(x, d, r)));
    assert_eq!(values_without_conflict(&mut solver, d), [-18, -9, -6, -3, 3, 6, 9, 18]);
}

#[test]
fn a_divisor_of_which_only_zero_is_left_is_a_conflict() {
    let mut solver = Solver::new();
    let (x, d, r) = (solver.add_var(1, 1), solver.add_var(-2, 2), solver.add_var(0, 0));
    // The bounds of the divisor become -1 and 1, which are no values of it.
    solver.add_clause(&[d.not_equal(-1)]);
    solver.add_clause(&[d.not_equal(1)]);
    solver.post(Box::new(Remainder::new(x, d, r)));
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Unsatisfiable);
}

/// Remainders by several moduli determine a number: the search finds the planted one.
#[test]
fn planted_numbers_of_all_magnitudes_are_found() {
    for seed in gordian_testkit::seeds(40, 400) {
        let mut random = Random::new(seed);
        let max = [1_000_000, 1 << 40, 1 << 60][random.below(3)];
        let sign = [1, -1][random.below(2)];
        let planted = |magnitude: i64, random: &mut Random| {
            let bits = random.bits() % u64::try_from(magnitude).expect("positive");
            sign * i64::try_from(bits).expect("below the magnitude")
        };
        let mut solver = Solver::new();
        let n = solver.add_var(-max, max);
        let number = planted(max, &mut random);
        // A divisor of any magnitude; the quotient and the remainder are known.
        let d = solver.add_var(-max, max);
        // Not 0.
        let divisor = planted([9, 1000, max][random.below(3)], &mut random) + sign;
        let (q, r) = (number.div_euclid(divisor), number.rem_euclid(divisor));
        let quotient = solver.add_var(-max, max);
        let rest = solver.add_var(r, r);
        solver.post(Box::new(Quotient::new(n, d, quotient)));
        solver.post(Box::new(Remainder::new(n, d, rest)));
        match random.below(3) {
            0 => solver.add_clause(&[d.equal(divisor)]),
            1 => solver.add_clause(&[n.equal(number)]),
            _ => solver.add_clause(&[n.at_least(number)]),
        }
        solver.add_clause(&[quotient.equal(q)]);
        let verdict = solver.solve(&Cancel::new());
        assert_eq!(verdict, Verdict::Satisfiable, "{number} {divisor}");
        let [n, d, q] = [n, d, quotient].map(|var| i128::from(solver.value(var)));
        assert!(d != 0 && n.div_euclid(d) == q && n.rem_euclid(d) == r.into(), "{n} {d} {q} {r}");
        assert!(solver.stats().conflicts < 3000, "{number} / {divisor}: {:?}", solver.stats());
    }
}

#[test]
fn number_is_found_by_its_remainders() {
    // n mod 97 = 5, n mod 101 = 7, n mod 103 = 9: one number below 97·101·103.
    let mut solver = Solver::new();
    let n = solver.add_var(0, 97 * 101 * 103 - 1);
    for (modulus, rest) in [(97, 5), (101, 7), (103, 9)] {
        let (d, r) = (solver.add_var(modulus, modulus), solver.add_var(rest, rest));
        let q = solver.add_var(0, 1 << 40);
        let multiple = solver.add_var(0, 1 << 40);
        solver.post(Box::new(Remainder::new(n, d, r)));
        solver.post(Box::new(Quotient::new(n, d, q)));
        solver.post(Box::new(Product::new([q, d], multiple)));
        let terms = [(1, multiple), (-1, n)];
        solver.post(Box::new(Linear::at_most(&terms, -rest)));
        solver.post(Box::new(Linear::at_least(&terms, -rest)));
    }
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
    let value = solver.value(n);
    assert_eq!([value % 97, value % 101, value % 103], [5, 7, 9]);
    solver.add_clause(&[n.not_equal(value)]);
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Unsatisfiable);
}

#[test]
fn impossible_divisions_end_at_once() {
    let wide = (1 << 62) - 1;
    let refute = |post: &dyn Fn(&mut Solver, Var, Var)| {
        let mut solver = Solver::new();
        let (x, y) = (solver.add_var(-wide, wide), solver.add_var(-wide, wide));
        post(&mut solver, x, y);
        assert_eq!(solver.solve(&Cancel::new()), Verdict::Unsatisfiable);
        assert!(solver.stats().reductions < 1000, "{:?}", solver.stats());
    };
    // x / x is 1, and a remainder is less than its divisor.
    refute(&|solver, x, y| {
        solver.post(Box::new(Quotient::new(x, x, y)));
        solver.add_clause(&[y.not_equal(1)]);
    });
    refute(&|solver, x, y| solver.post(Box::new(Remainder::new(y, x, x))));
    refute(&|solver, x, y| {
        solver.post(Box::new(Remainder::new(x, x, y)));
        solver.add_clause(&[y.not_equal(0)]);
    });
    refute(&|solver, x, y| {
        solver.post(Box::new(Quotient::new(x, y, x)));
        solver.add_clause(&[y.at_least(2)]);
        solver.add_clause(&[x.at_least(1)]);
    });
}
