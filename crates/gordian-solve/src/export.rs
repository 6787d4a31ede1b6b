//! Exports problems in the formats of other solvers.

use crate::ErrorDetail;
use std::io::{self, Write};
use std::str::FromStr;

use gordian_compile::{CompileOptions, Compiled};
use gordian_ilp::{LinearisationError, linearise, write_lp, write_mps, write_opb};
use gordian_model::Model;
use thiserror::Error;

use crate::models::PuzzleModel;
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

    /// Returns the name of the format on the command line.
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
        found.ok_or_else(|| format!("unknown format `{name}`"))
    }
}

/// Why a problem could not be exported.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The model cannot be compiled for this format.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The model cannot be linearised.
    #[error(transparent)]
    Linearise(#[from] LinearisationError),
    /// Writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Writes `problem` in the format of another solver; a puzzle as its naive model.
///
/// # Errors
///
/// Fails if the format cannot express the model, or if writing fails.
pub fn export(problem: &Problem, format: Format, out: &mut dyn Write) -> Result<(), ExportError> {
    let catalogue;
    let model = match problem {
        Problem::Model(model) => model,
        Problem::Puzzle(puzzle) => {
            let model = PuzzleModel::new(puzzle);
            catalogue = model.ok_or(SolveError::NoModel { kind: problem.kind() })?;
            catalogue.model()
        }
    };
    match format {
        Format::Cnf => write_cnf(model, out)?,
        Format::Opb => write_opb(&linearise(model)?, out)?,
        Format::Lp => write_lp(&linearise(model)?, out)?,
        Format::Mps => write_mps(&linearise(model)?, out)?,
    }
    Ok(())
}

fn write_cnf(model: &Model, out: &mut dyn Write) -> Result<(), ExportError> {
    let compiled = Compiled::new(model, &CompileOptions::default()).map_err(SolveError::from)?;
    let comments = compiled.describe_variables(model);
    let cnf = compiled.complete_cnf(model).map_err(SolveError::from)?;
    cnf.write_dimacs(out, comments.iter().map(String::as_str))?;
    Ok(())
}

impl From<ExportError> for ErrorDetail {
    fn from(error: ExportError) -> Self {
        match error {
            ExportError::Solve(error) => error.into(),
            ExportError::Linearise(error) => {
                Self::new("export.rows", error.to_string()).hint(error.hint())
            }
            ExportError::Io(error) => error.into(),
        }
    }
}
