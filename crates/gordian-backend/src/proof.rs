//! Proofs of unsatisfiability that a stranger can check.
//!
//! A proof is a list of clauses, each of which follows from the formula and the clauses before it,
//! down to the empty clause. The format is DRAT text, which the usual checkers read:
//!
//! ```text
//! 1 -2 0       add this clause: to assume the opposite and to follow what that forces
//! d 3 4 0      this clause is not needed any more
//! 0            the empty clause: the formula contradicts itself
//! ```
//!
//! Every clause here is checked by unit propagation alone (RUP); the stronger steps that DRAT
//! allows are not used, so that the plainest checker will do.
//!
//! The clauses are those batsat learns. Two of its habits matter. It drops, without a word, clauses
//! that are true already and literals that are false already: the proof keeps those clauses as they
//! were, which helps a checker less but never hurts. And when it forgets a clause that it had
//! shortened, it names the short form, which no checker has seen: only clauses that stand in the
//! proof are deleted in it.
//!
//! What a proof covers is the formula, not the puzzle it came from.
//!
//! *Source*: Wetzler, Heule, Hunt: "DRAT-trim: efficient checking and trimming using expressive
//! clausal proofs", SAT 2014.

use std::io;

use ::batsat::{Callbacks, ClauseKind, SolverInterface, SolverOpts, lbool};
use gordian_core::Random;
use rustc_hash::FxHashMap;

use crate::solvers::{Watch, to_batsat};
use crate::{Cnf, Limits, Verdict};

/// Decides `cnf` and writes to `out` a DRAT proof, in text, if it has no solution.
///
/// After [`Verdict::Unsat`] the proof is complete and ends with the empty clause. After any other
/// verdict `out` holds the beginning of one that came to nothing.
///
/// Cost: the work of batsat without assumptions, and the writing of each clause it learns, in
/// blocks of 64 KiB.
///
/// # Errors
///
/// Returns the error of `out`; the search stops at it.
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
    let recorder = Recorder { watch: Watch::new(limits), script: Script::new(out) };
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
        recorder.script.add(&[]);
    }
    recorder.script.finish()?;
    Ok(match answer {
        answer if answer == lbool::TRUE => Verdict::Sat,
        answer if answer == lbool::FALSE => Verdict::Unsat,
        _ => recorder.watch.stopped(),
    })
}

/// What batsat tells of its work, on its way into the proof.
struct Recorder<'a> {
    watch: Watch,
    script: Script<'a>,
}

impl Callbacks for Recorder<'_> {
    fn on_new_clause(&mut self, clause: &[::batsat::Lit], kind: ClauseKind) {
        self.watch.on_new_clause(clause, kind);
        self.script.add(clause);
    }

    fn on_delete_clause(&mut self, clause: &[::batsat::Lit]) {
        self.script.delete(clause);
    }

    fn stop(&self) -> bool {
        self.watch.stop() || self.script.error.is_some()
    }
}

/// When so many bytes wait to be written, they are.
const BLOCK_BYTES: usize = 1 << 16;

/// The text of a proof, written block by block.
struct Script<'a> {
    out: &'a mut dyn io::Write,
    block: Vec<u8>,
    /// The first error of `out`; nothing is written after it.
    error: Option<io::Error>,
    /// How often each clause was added and not deleted, by [`fingerprint`].
    live: FxHashMap<u64, u32>,
}

impl<'a> Script<'a> {
    fn new(out: &'a mut dyn io::Write) -> Self {
        Self { out, block: Vec::new(), error: None, live: FxHashMap::default() }
    }

    fn add(&mut self, clause: &[::batsat::Lit]) {
        *self.live.entry(fingerprint(clause)).or_insert(0) += 1;
        self.line("", clause);
    }

    /// Deletes a clause that stands in the proof; leaves out the deletion of any other. Clauses of
    /// one literal are not deleted: checkers do not agree on what that means.
    fn delete(&mut self, clause: &[::batsat::Lit]) {
        if clause.len() < 2 {
            return;
        }
        if let Some(n) = self.live.get_mut(&fingerprint(clause)).filter(|n| **n > 0) {
            *n -= 1;
            self.line("d ", clause);
        }
    }

    fn line(&mut self, start: &str, clause: &[::batsat::Lit]) {
        use io::Write as _;
        self.block.extend_from_slice(start.as_bytes());
        for lit in clause {
            let sign = if lit.sign() { "" } else { "-" };
            write!(self.block, "{sign}{} ", lit.var().idx() + 1).expect("memory takes all writes");
        }
        self.block.extend_from_slice(b"0\n");
        if self.block.len() >= BLOCK_BYTES {
            self.write_block();
        }
    }

    fn write_block(&mut self) {
        if self.error.is_none() {
            self.error = self.out.write_all(&self.block).err();
        }
        self.block.clear();
    }

    fn finish(&mut self) -> io::Result<()> {
        self.write_block();
        match self.error.take() {
            Some(error) => Err(error),
            None => self.out.flush(),
        }
    }
}

/// Returns a number that depends on the literals but not on their order, since batsat reorders
/// them. Two clauses share one by accident once in 2⁶⁴ pairs; the worst that follows is the deletion
/// of a clause that is not there, which a checker reports or ignores.
fn fingerprint(clause: &[::batsat::Lit]) -> u64 {
    let mix = |lit: &::batsat::Lit| Random::new(u64::from(lit.idx())).bits();
    clause.iter().map(mix).fold(0, u64::wrapping_add)
}
