//! SAT solvers by name.

use std::fmt;
use std::str::FromStr;

use gordian_core::excerpt;
use thiserror::Error;

use super::batsat::Batsat;
#[cfg(feature = "cadical")]
use super::cadical::Cadical;
use crate::SatSolver;

/// A SAT solver that can be selected.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum SatSolverKind {
    /// batsat, a descendant of MiniSat in Rust: starts fast, does not simplify the formula.
    Batsat,
    /// CaDiCaL 3, in C++: simplifies the formula before and during the search (inprocessing).
    /// Needs the feature `cadical`.
    #[cfg(feature = "cadical")]
    Cadical,
}

/// The name of the solver that the feature `cadical` includes.
const CADICAL: &str = "cadical";

impl SatSolverKind {
    /// All solvers of this build, in alphabetical order.
    #[cfg(feature = "cadical")]
    pub const ALL: [Self; 2] = [Self::Batsat, Self::Cadical];
    /// All solvers of this build.
    #[cfg(not(feature = "cadical"))]
    pub const ALL: [Self; 1] = [Self::Batsat];

    /// The solver of this build for formulas that take long: the last of [`Self::ALL`], CaDiCaL
    /// unless it is left out.
    pub const FOR_LONG_SEARCHES: Self = Self::ALL[Self::ALL.len() - 1];

    /// Returns the name that selects the solver.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Batsat => "batsat",
            #[cfg(feature = "cadical")]
            Self::Cadical => CADICAL,
        }
    }

    /// Returns the other solver, which shares no code with this one and can confirm its verdicts;
    /// `None` if this build has only one.
    #[must_use]
    pub fn other(self) -> Option<Self> {
        Self::ALL.into_iter().find(|&kind| kind != self)
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
            .ok_or_else(|| UnknownSatSolver { name: name.to_owned(), is_left_out: name == CADICAL })
    }
}

/// The error of parsing the name of a solver that is unknown or not part of this build.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{} `{}`", problem(.is_left_out), excerpt(name))]
pub struct UnknownSatSolver {
    /// The name.
    pub name: String,
    /// Whether the solver exists, but this build leaves it out.
    pub is_left_out: bool,
}

/// Returns what is wrong with a name.
fn problem(is_left_out: &bool) -> &'static str {
    if *is_left_out { "this build does not include the SAT solver" } else { "unknown SAT solver" }
}

impl UnknownSatSolver {
    /// Returns a hint that names the solvers of this build, as a lower-case fragment.
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
        #[cfg(feature = "cadical")]
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
            assert_ne!(kind.other(), Some(kind));
            assert_eq!(kind.other().is_some(), SatSolverKind::ALL.len() > 1);
        }
        let error = "minisat".parse::<SatSolverKind>().expect_err("an unknown name");
        assert_eq!(error.to_string(), "unknown SAT solver `minisat`");
        #[cfg(feature = "cadical")]
        assert_eq!(error.hint(), "choose one of `batsat`, `cadical`");
        assert!(!error.is_left_out);
    }

    #[cfg(not(feature = "cadical"))]
    #[test]
    fn the_name_of_a_solver_that_is_left_out_says_so() {
        let error = "cadical".parse::<SatSolverKind>().expect_err("it is left out");
        assert_eq!(error.to_string(), "this build does not include the SAT solver `cadical`");
        assert_eq!((&*error.hint(), error.is_left_out), ("choose one of `batsat`", true));
    }
}
