//! Tables of all positions: building, describing and verifying them, lookups, and a proof that
//! needs one.
//!
//! It is: the requests of `gordian atlas` and of the job kind `build-table`, their answers, the
//! response documents, and reports as web pages and files. It is not: the tables that requests
//! share ([`crate::Resources`]), and the searches that use a table if there is one
//! ([`crate::square1`]).

mod build;
mod info;
mod prove;
mod query;
mod report;
mod verify;

pub use build::{
    BuildRequest, BuildResponse, BuildResult, BuiltTable, Checkpoints, Kernel, TablePuzzle,
};
pub use info::{InfoResponse, TableKind};
pub use prove::{Claim, ProveRequest, ProveResponse, WcaBoundProof};
pub use query::{QueryResponse, TableQuery};
pub use report::{ReportFile, ReportFormat, report_files};
pub use verify::{VerifyRequest, VerifyResponse};

use crate::ErrorDetail;
use gordian_atlas::AtlasError;

/// Why work with a table fails.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableWorkError {
    /// The table cannot be built, read or used.
    #[error(transparent)]
    Atlas(#[from] AtlasError),
    /// A sequence that a lookup in the table returned does not solve the position.
    #[error("internal error: the table led to a sequence that does not solve the position")]
    WrongSolution,
    /// The solution of a proof does not solve its position.
    #[error("internal error: the solution does not solve the position")]
    WrongProof,
}

impl TableWorkError {
    /// Returns the stable code of the error.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Atlas(error) => error.code(),
            Self::WrongSolution => "solve.unsound",
            Self::WrongProof => "atlas.unsound",
        }
    }

    /// Returns a hint on how to fix the error.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Atlas(error) => error.hint(),
            Self::WrongSolution => "verify the table; if it is intact, please report a bug",
            Self::WrongProof => "this is a bug in Gordian; please report it",
        }
    }
}

impl From<TableWorkError> for ErrorDetail {
    fn from(error: TableWorkError) -> Self {
        Self::new(error.code(), error.to_string()).hint(error.hint())
    }
}
