//! Problems for other solvers.

use std::io::{self, Write};
use std::str::FromStr;

use gordian_compile::ilp;
use gordian_model::Model;
use thiserror::Error;

use crate::models::Reachability;
use crate::solve::{compiled, model_of};
use crate::{Problem, SolveError};

/// A format that other solvers read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Clauses, for SAT solvers (DIMACS).
    Cnf,
    /// Pseudo-Boolean constraints.
    Opb,
    /// Integer rows, in the LP format of CPLEX.
    Lp,
    /// Integer rows, in the MPS format.
    Mps,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 4] = [Self::Cnf, Self::Opb, Self::Lp, Self::Mps];

    /// Returns the name by which people choose the format.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Cnf => "cnf",
            Self::Opb => "opb",
            Self::Lp => "lp",
            Self::Mps => "mps",
        }
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|format| format.name() == name);
        found.ok_or_else(|| format!("there is no format `{name}`"))
    }
}

/// Why a problem could not be exported.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The model cannot be turned into this format.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The model cannot be turned into rows.
    #[error(transparent)]
    Linearise(#[from] ilp::LinearisationError),
    /// The text could not be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Writes `problem` for another solver; puzzles as their naive models.
///
/// # Errors
///
/// Fails if the model does not fit the format or the text cannot be written.
pub fn export(
    problem: &Problem,
    format: Format,
    reachability: Reachability,
    out: &mut dyn Write,
) -> Result<(), ExportError> {
    let catalogue;
    let model = match problem {
        Problem::Model(model) => model,
        Problem::Puzzle(puzzle) => {
            catalogue = model_of(puzzle, reachability)?;
            catalogue.model()
        }
    };
    match format {
        Format::Cnf => write_cnf(model, out)?,
        Format::Opb => ilp::write_opb(&ilp::linearise(model)?, out)?,
        Format::Lp => ilp::write_lp(&ilp::linearise(model)?, out)?,
        Format::Mps => ilp::write_mps(&ilp::linearise(model)?, out)?,
    }
    Ok(())
}

fn write_cnf(model: &Model, out: &mut dyn Write) -> Result<(), ExportError> {
    let compiled = compiled(model)?;
    let comments = compiled.describe_variables(model);
    compiled.cnf().write_dimacs(out, comments.iter().map(String::as_str))?;
    Ok(())
}
