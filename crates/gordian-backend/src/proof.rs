//! DRAT proofs of unsatisfiability.
//!
//! A proof is a list of clauses that ends with the empty clause; each clause follows from the
//! formula and the clauses before it. The format is DRAT text, which common checkers read:
//!
//! ```text
//! 1 -2 0       adds a clause: its negation leads to a conflict by unit propagation
//! d 3 4 0      deletes a clause
//! 0            adds the empty clause: the formula is unsatisfiable
//! ```
//!
//! Every clause follows by reverse unit propagation (RUP). The stronger RAT steps of DRAT are not
//! used, so a RUP checker is sufficient.
//!
//! The clauses are the learnt clauses of batsat. Two properties of batsat matter:
//!
//! - It removes satisfied clauses and false literals without a callback. The proof keeps these
//!   clauses unchanged, which is correct but gives the checker more work.
//! - When it deletes a clause that it has shortened, it reports the shortened clause, which the
//!   checker does not know. The proof therefore contains deletions only of clauses that it has
//!   added.
//!
//! A proof covers the formula, not the encoding of the puzzle into the formula.
//!
//! *Source*: Wetzler, Heule, Hunt: "DRAT-trim: efficient checking and trimming using expressive
//! clausal proofs", SAT 2014.

use std::io;

use ::batsat::{Callbacks, ClauseKind, SolverInterface, SolverOpts, lbool};
use gordian_core::Random;
use rustc_hash::FxHashMap;

use crate::solvers::{StopCheck, to_batsat};
use crate::{Cnf, Limits, Verdict};

/// Solves `cnf` and writes a DRAT proof in text form to `out`.
///
/// After [`Verdict::Unsat`] the proof is complete and ends with the empty clause. After any other
/// verdict `out` holds an incomplete proof, which proves nothing.
///
/// Cost: a run of batsat without assumptions, and writing each learnt clause, in blocks of 64 KiB.
///
/// # Errors
///
/// Returns the first error of `out`, which also stops the search.
///
/// # Example
///
/// ```
/// use gordian_backend::{Cnf, Limits, Verdict, solve_with_proof};
///
/// let cnf = Cnf::from_dimacs("p cnf 1 2\n1 0\n-1 0\n")?;
/// let mut proof = Vec::new();
/// assert_eq!(solve_with_proof(&cnf, &mut proof, &Limits::default())?, Verdict::Unsat);
/// assert_eq!(proof, b"0\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve_with_proof(
    cnf: &Cnf,
    out: &mut dyn io::Write,
    limits: &Limits,
) -> io::Result<Verdict> {
    if let Some(limit) = limits.cancel.stopped() {
        return Ok(Verdict::Stopped(limit));
    }
    let recorder =
        ProofRecorder { stop_check: StopCheck::new(limits), proof: DratWriter::new(out) };
    let mut solver = ::batsat::Solver::new(SolverOpts::default(), recorder);
    if let Some(last) = cnf.n_vars().checked_sub(1) {
        solver.var_of_int(u32::try_from(last).expect("a variable is a u32"));
    }
    let mut buffer = Vec::new();
    for clause in cnf.iter() {
        buffer.clear();
        buffer.extend(clause.iter().map(|&lit| to_batsat(lit)));
        solver.add_clause_reuse(&mut buffer);
    }
    let answer = solver.solve_limited(&[]);
    let recorder = solver.cb_mut();
    if answer == lbool::FALSE {
        recorder.proof.add(&[]);
    }
    recorder.proof.finish()?;
    Ok(match answer {
        answer if answer == lbool::TRUE => Verdict::Sat,
        answer if answer == lbool::FALSE => Verdict::Unsat,
        _ => recorder.stop_check.stopped(),
    })
}

/// The callbacks that write batsat's learnt and deleted clauses to the proof.
struct ProofRecorder<'a> {
    stop_check: StopCheck,
    proof: DratWriter<'a>,
}

impl Callbacks for ProofRecorder<'_> {
    fn on_new_clause(&mut self, clause: &[::batsat::Lit], kind: ClauseKind) {
        self.stop_check.on_new_clause(clause, kind);
        self.proof.add(clause);
    }

    fn on_delete_clause(&mut self, clause: &[::batsat::Lit]) {
        self.proof.delete(clause);
    }

    fn stop(&self) -> bool {
        self.stop_check.stop() || self.proof.error.is_some()
    }
}

/// The buffer is written when it holds this number of bytes.
const BUFFER_BYTES: usize = 1 << 16;

/// A buffered writer of DRAT text.
struct DratWriter<'a> {
    out: &'a mut dyn io::Write,
    buffer: Vec<u8>,
    /// The first error of `out`; later output is discarded.
    error: Option<io::Error>,
    /// For each clause, by [`fingerprint`], how often it was added minus how often it was deleted.
    n_live: FxHashMap<u64, u32>,
}

impl<'a> DratWriter<'a> {
    fn new(out: &'a mut dyn io::Write) -> Self {
        Self { out, buffer: Vec::new(), error: None, n_live: FxHashMap::default() }
    }

    fn add(&mut self, clause: &[::batsat::Lit]) {
        *self.n_live.entry(fingerprint(clause)).or_insert(0) += 1;
        self.line("", clause);
    }

    /// Writes the deletion of a clause that the proof contains, and ignores the deletion of any
    /// other.
    ///
    /// Unit clauses are not deleted, because checkers disagree on what that means.
    fn delete(&mut self, clause: &[::batsat::Lit]) {
        if clause.len() < 2 {
            return;
        }
        if let Some(n) = self.n_live.get_mut(&fingerprint(clause)).filter(|n| **n > 0) {
            *n -= 1;
            self.line("d ", clause);
        }
    }

    fn line(&mut self, start: &str, clause: &[::batsat::Lit]) {
        use io::Write as _;
        self.buffer.extend_from_slice(start.as_bytes());
        for lit in clause {
            let sign = if lit.sign() { "" } else { "-" };
            write!(self.buffer, "{sign}{} ", lit.var().idx() + 1)
                .expect("writing to memory cannot fail");
        }
        self.buffer.extend_from_slice(b"0\n");
        if self.buffer.len() >= BUFFER_BYTES {
            self.flush_buffer();
        }
    }

    fn flush_buffer(&mut self) {
        if self.error.is_none() {
            self.error = self.out.write_all(&self.buffer).err();
        }
        self.buffer.clear();
    }

    fn finish(&mut self) -> io::Result<()> {
        self.flush_buffer();
        match self.error.take() {
            Some(error) => Err(error),
            None => self.out.flush(),
        }
    }
}

/// Returns a hash of the literals that does not depend on their order, because batsat reorders
/// them.
///
/// Two different clauses collide with probability 2⁻⁶⁴. A collision can at worst cause the deletion
/// of an unknown clause, which a checker reports or ignores.
fn fingerprint(clause: &[::batsat::Lit]) -> u64 {
    let mix = |lit: &::batsat::Lit| Random::new(u64::from(lit.idx())).bits();
    clause.iter().map(mix).fold(0, u64::wrapping_add)
}
