//! Formulas for the tests.

use gordian_backend::{Cnf, Lit, Var};
use gordian_core::{Index, Random};

/// Returns the literal of a DIMACS number.
pub(crate) fn lit(number: i32) -> Lit {
    Lit::from_dimacs(number).expect("a literal")
}

/// Returns the formula with the given clauses, in DIMACS numbers.
pub(crate) fn cnf(clauses: &[&[i32]]) -> Cnf {
    let mut cnf = Cnf::new();
    for clause in clauses {
        cnf.push(&clause.iter().map(|&number| lit(number)).collect::<Vec<_>>());
    }
    cnf
}

/// Returns a random 3-SAT formula.
pub(crate) fn random_3sat(n_vars: usize, n_clauses: usize, seed: u64) -> Cnf {
    let mut random = Random::new(seed);
    let mut vars: Vec<Var> = (0..n_vars).map(Var::from_usize).collect();
    let mut cnf = Cnf::new();
    cnf.reserve_vars(n_vars);
    for _ in 0..n_clauses {
        for chosen in 0..3 {
            let other = chosen + random.below(n_vars - chosen);
            vars.swap(chosen, other);
        }
        cnf.push(&[0, 1, 2].map(|k| Lit::new(vars[k], random.flip())));
    }
    cnf
}

/// Returns the pigeonhole formula: each pigeon is in a hole, and no two are in the same hole.
pub(crate) fn pigeons(n_pigeons: usize, n_holes: usize) -> Cnf {
    let sits = |pigeon, hole| Lit::positive(Var::from_usize(pigeon * n_holes + hole));
    let mut cnf = Cnf::new();
    for pigeon in 0..n_pigeons {
        cnf.push(&(0..n_holes).map(|hole| sits(pigeon, hole)).collect::<Vec<_>>());
    }
    for hole in 0..n_holes {
        for one in 0..n_pigeons {
            for other in 0..one {
                cnf.push(&[!sits(one, hole), !sits(other, hole)]);
            }
        }
    }
    cnf
}

/// Returns an unsatisfiable formula of two XOR chains over the same variables, in different orders
/// and with opposite results.
pub(crate) fn parity_chains(n_vars: usize, seed: u64) -> Cnf {
    let mut cnf = Cnf::new();
    let mut order: Vec<Lit> = (0..n_vars).map(|_| Lit::positive(cnf.new_var())).collect();
    for chain in 0..2 {
        let mut sum = order[0];
        for &next in &order[1..] {
            let longer = Lit::positive(cnf.new_var());
            // longer = sum ⊕ next
            for (a, b) in [(false, false), (false, true), (true, false), (true, true)] {
                cnf.push(&[sum ^ a, next ^ b, longer ^ (a == b)]);
            }
            sum = longer;
        }
        cnf.push(&[sum ^ (chain == 1)]);
        Random::new(seed).shuffle(&mut order);
    }
    cnf
}

/// Returns all solutions, in increasing order of the binary number that their values form.
pub(crate) fn solutions(cnf: &Cnf) -> Vec<Vec<bool>> {
    let n = cnf.n_vars();
    (0_u32..1 << n)
        .map(|bits| (0..n).map(|v| bits >> v & 1 == 1).collect::<Vec<bool>>())
        .filter(|values| satisfies(cnf, |lit| values[lit.var().index()] != lit.is_negative()))
        .collect()
}

/// Returns whether every clause has a true literal.
pub(crate) fn satisfies(cnf: &Cnf, value: impl Fn(Lit) -> bool) -> bool {
    cnf.iter().all(|clause| clause.iter().any(|&lit| value(lit)))
}
