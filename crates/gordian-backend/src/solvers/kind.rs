//! SAT solvers by name.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{batsat::Batsat, cadical::Cadical};
use crate::SatSolver;

/// A SAT solver that can be selected.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SatSolverKind {
    /// batsat, a descendant of MiniSat in Rust: starts fast, does not simplify the formula.
    Batsat,
    /// CaDiCaL 1.9.5, in C++: simplifies the formula before and during the search (inprocessing).
    Cadical,
}

impl SatSolverKind {
    /// All solvers, in alphabetical order.
    pub const ALL: [Self; 2] = [Self::Batsat, Self::Cadical];

    /// Returns the name that selects the solver.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Batsat => "batsat",
            Self::Cadical => "cadical",
        }
    }

    /// Returns the other solver, which shares no code with this one and can confirm its verdicts.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Batsat => Self::Cadical,
            Self::Cadical => Self::Batsat,
        }
    }
}

impl fmt::Display for SatSolverKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for SatSolverKind {
    type Err = UnknownSatSolver;

    fn from_str(name: &str) -> Result<Self, UnknownSatSolver> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.name() == name)
            .ok_or_else(|| UnknownSatSolver { name: name.to_owned() })
    }
}

/// The error of parsing an unknown solver name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown SAT solver `{name}`")]
pub struct UnknownSatSolver {
    /// The unknown name.
    pub name: String,
}

impl UnknownSatSolver {
    /// Returns a hint that names the known solvers, as a lower-case fragment.
    #[must_use]
    pub fn hint(&self) -> String {
        format!("choose one of {}", SatSolverKind::ALL.map(|kind| format!("`{kind}`")).join(", "))
    }
}

/// Returns a new solver without variables and clauses.
///
/// Seed 0 keeps the solver's own variable order. Any other seed permutes the variables at random
/// and may negate all literals, which diversifies the search.
///
/// Cost: microseconds.
#[must_use]
pub fn create_solver(kind: SatSolverKind, seed: u64) -> Box<dyn SatSolver> {
    match kind {
        SatSolverKind::Batsat => Box::new(Batsat::new(seed)),
        SatSolverKind::Cadical => Box::new(Cadical::new(seed)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_parse_to_their_solvers() {
        for kind in SatSolverKind::ALL {
            assert_eq!(kind.name().parse(), Ok(kind));
            assert_eq!(create_solver(kind, 0).name(), kind.name());
            assert_ne!(kind.other(), kind);
        }
        let error = "minisat".parse::<SatSolverKind>().expect_err("an unknown name");
        assert_eq!(error.to_string(), "unknown SAT solver `minisat`");
        assert_eq!(error.hint(), "choose one of `batsat`, `cadical`");
    }
}
