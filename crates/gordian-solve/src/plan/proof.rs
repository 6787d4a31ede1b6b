//! Writes a refuted formula and the proof that it is unsatisfiable.

use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use gordian_backend::{Cnf, Limits, Verdict, solve_with_proof};
use gordian_core::Cancel;

use super::{PlanError, ProofStatus};
use crate::ErrorDetail;

/// Writes a formula and the proof that it is unsatisfiable to `path` with the extensions `.cnf` and
/// `.drat`.
///
/// Both are written under temporary names and renamed when complete, because a truncated proof
/// looks like a valid one.
pub(super) fn write_proof(
    cnf: &Cnf,
    legend: &[String],
    path: &Path,
    cancel: &Cancel,
) -> Result<ProofStatus, PlanError> {
    let [cnf_path, drat_path] = proof_files(path);
    let [cnf_draft, drat_draft] =
        [".cnf.part", ".drat.part"].map(|extension| with_extension(path, extension));
    let written = write_cnf(cnf, legend, &cnf_draft).and_then(|()| {
        solve_with_proof(cnf, &mut fs_err::File::create(&drat_draft)?, &Limits::until(cancel))
    });
    let proof = match written {
        Ok(Verdict::Unsat) => fs_err::rename(&cnf_draft, &cnf_path)
            .and_then(|()| fs_err::rename(&drat_draft, &drat_path))
            .map(|()| ProofStatus::Written { cnf: cnf_path, drat: drat_path })
            .map_err(PlanError::from),
        Ok(Verdict::Stopped(limit)) => Ok(ProofStatus::Stopped(limit)),
        Ok(Verdict::Sat) => Err(PlanError::Problem(
            ErrorDetail::new(
                "solve.unconfirmed",
                "internal error: the refuted formula is satisfiable",
            )
            .hint("this is a bug in Gordian; please report it with the input file"),
        )),
        Err(error) => Err(error.into()),
    };
    if !matches!(proof, Ok(ProofStatus::Written { .. })) {
        for draft in [cnf_draft, drat_draft] {
            // The file may not exist; other errors do not change the result.
            let _ = fs_err::remove_file(draft);
        }
    }
    proof
}

/// Removes the files of an earlier proof.
pub(super) fn remove_old_proof(path: &Path) -> io::Result<()> {
    for file in proof_files(path) {
        match fs_err::remove_file(file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

fn proof_files(path: &Path) -> [PathBuf; 2] {
    [".cnf", ".drat"].map(|extension| with_extension(path, extension))
}

fn with_extension(path: &Path, extension: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(extension);
    PathBuf::from(name)
}

fn write_cnf(cnf: &Cnf, legend: &[String], path: &Path) -> io::Result<()> {
    let mut file = BufWriter::new(fs_err::File::create(path)?);
    let comment = "the problem without the solutions that were found";
    cnf.write_dimacs(&mut file, std::iter::once(comment).chain(legend.iter().map(String::as_str)))?;
    file.flush()
}
