//! The engines by name.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{batsat::Batsat, cadical::Cadical};
use crate::SatSolver;

/// An engine that can be chosen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SatSolverKind {
    /// batsat: a descendant of MiniSat in Rust. Small and quick to start; no simplification of the
    /// formula.
    Batsat,
    /// CaDiCaL 1.9.5, in C++: simplifies the formula before and during the search.
    Cadical,
}

impl SatSolverKind {
    /// All engines, in the order of their names.
    pub const ALL: [Self; 2] = [Self::Batsat, Self::Cadical];

    /// Returns the name by which people choose it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Batsat => "batsat",
            Self::Cadical => "cadical",
        }
    }

    /// Returns the engine that confirms what this one says: it shares no code with it.
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

/// There is no engine of that name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no engine is called `{name}`")]
pub struct UnknownSatSolver {
    /// The name that was asked for.
    pub name: String,
}

impl UnknownSatSolver {
    /// Returns what to do about it, as a lower-case fragment.
    #[must_use]
    pub fn hint(&self) -> String {
        format!("choose one of {}", SatSolverKind::ALL.map(|kind| format!("`{kind}`")).join(", "))
    }
}

/// Returns a new engine without variables and clauses.
///
/// Seed 0 leaves the engine as its authors meant it. Any other seed renumbers the variables at
/// random and may turn all signs round, which sends the search another way.
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
    fn names_there_and_back() {
        for kind in SatSolverKind::ALL {
            assert_eq!(kind.name().parse(), Ok(kind));
            assert_eq!(create_solver(kind, 0).name(), kind.name());
            assert_ne!(kind.other(), kind);
        }
        let error = "minisat".parse::<SatSolverKind>().expect_err("an unknown name");
        assert_eq!(error.to_string(), "no engine is called `minisat`");
        assert_eq!(error.hint(), "choose one of `batsat`, `cadical`");
    }
}
