//! Constraints on graphs.

mod boards;
mod random;

use std::sync::Arc;

use gordian_core::Cancel;
use gordian_lcg::propagators::graph::Graph;
use gordian_lcg::{Atom, Solver, Var, Verdict};

/// Returns the grid graph with `n_rows` rows of `n_columns` vertices, row by row.
fn grid(n_rows: u32, n_columns: u32) -> Arc<Graph> {
    let mut edges = Vec::new();
    for (row, column) in (0..n_rows).flat_map(|row| (0..n_columns).map(move |column| (row, column)))
    {
        let at = row * n_columns + column;
        if column + 1 < n_columns {
            edges.push([at, at + 1]);
        }
        if row + 1 < n_rows {
            edges.push([at, at + n_columns]);
        }
    }
    Arc::new(Graph::new(n_rows * n_columns, edges).unwrap())
}

/// Adds variables with the values 0 and 1; returns the atoms that they are 1.
fn add_atoms(solver: &mut Solver, n: usize) -> Vec<Atom> {
    (0..n).map(|_| solver.add_var(0, 1).at_least(1)).collect()
}

/// Returns whether an atom holds in the last solution.
fn is_true(solver: &Solver, atom: Atom) -> bool {
    atom.holds_for(solver.value(atom.var))
}

/// Counts the solutions that differ in some atoms.
fn count(solver: &mut Solver, atoms: &[Atom]) -> usize {
    let mut n = 0;
    while solver.solve(&Cancel::new()) == Verdict::Satisfiable {
        n += 1;
        let difference: Vec<Atom> =
            atoms.iter().map(|&atom| if is_true(solver, atom) { !atom } else { atom }).collect();
        solver.add_clause(&difference);
    }
    n
}

/// Returns the variables of some atoms.
fn vars(atoms: &[Atom]) -> Vec<Var> {
    atoms.iter().map(|atom| atom.var).collect()
}
