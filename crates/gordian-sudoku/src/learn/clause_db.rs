//! The clause database: learnt clauses in one block of memory, with watch lists.
//!
//! ```text
//! words: | n | LBD, use | literal 0 | literal 1 | ... | literal n-1 | n | ...
//!          ^ a `ClauseRef` is the index of this word
//! ```
//!
//! *Invariants*: a clause has two or more distinct literals. Its first two literals are watched:
//! the clause is in the watch lists of both. When propagation has ended without a conflict, either
//! both are not false, or one of them is true and became true before the other became false. A
//! clause that forced a literal has it as its first literal.
//!
//! *Source*: M. Moskewicz et al., "Chaff: engineering an efficient SAT solver", DAC 2001, for two
//! watched literals; G. Audemard, L. Simon, "Predicting learnt clauses quality in modern SAT
//! solvers", IJCAI 2009, for the literal block distance (LBD).

use gordian_core::{Index, IndexVec};

use super::lit::Lit;

/// The number of words before the literals of a clause.
const HEADER_WORDS: usize = 2;

/// The number of bits of the second word that store how recently the clause was used.
const USE_BITS: u32 = 2;

/// The number of reductions for which a clause counts as recently used.
const RECENT_USE: u32 = 2;

/// A reference to a clause: the index of its first word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ClauseRef(u32);

impl ClauseRef {
    #[inline]
    fn offset(self) -> usize {
        self.0 as usize
    }
}

/// An entry of a watch list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    pub(crate) clause: ClauseRef,
    /// Another literal of the clause: while it is true, the clause need not be visited.
    pub(crate) blocker: Lit,
}

/// The clause database.
#[derive(Clone, Debug)]
pub(crate) struct ClauseDb {
    words: Vec<u32>,
    /// The watch list of each literal.
    pub(crate) watches: IndexVec<Lit, Vec<Watch>>,
    /// References to all clauses, in increasing order.
    refs: Vec<ClauseRef>,
}

impl ClauseDb {
    pub(crate) fn new(n_vars: usize) -> Self {
        Self { words: Vec::new(), watches: vec![Vec::new(); 2 * n_vars].into(), refs: Vec::new() }
    }

    /// Adds a clause of two or more literals with this LBD.
    pub(crate) fn add(&mut self, lits: &[Lit], lbd: u32) -> ClauseRef {
        let clause = ClauseRef(word(self.words.len()));
        self.words.extend([word(lits.len()), lbd << USE_BITS | RECENT_USE]);
        self.words.extend(lits.iter().map(|lit| lit.word()));
        self.refs.push(clause);
        self.watch(clause);
        clause
    }

    fn watch(&mut self, clause: ClauseRef) {
        let [first, second] = [0, 1].map(|k| self.lit(clause, k));
        self.watches[first].push(Watch { clause, blocker: second });
        self.watches[second].push(Watch { clause, blocker: first });
    }

    /// Returns the number of clauses.
    pub(crate) fn n_clauses(&self) -> usize {
        self.refs.len()
    }

    /// Returns the number of literals of a clause.
    #[inline]
    pub(crate) fn len(&self, clause: ClauseRef) -> usize {
        self.words[clause.offset()] as usize
    }

    /// Returns literal `k` of a clause.
    #[inline]
    pub(crate) fn lit(&self, clause: ClauseRef, k: usize) -> Lit {
        Lit::from_word(self.words[clause.offset() + HEADER_WORDS + k])
    }

    /// Returns the literals of a clause.
    #[inline]
    pub(crate) fn lits(&self, clause: ClauseRef) -> impl Iterator<Item = Lit> + '_ {
        let from = clause.offset() + HEADER_WORDS;
        self.words[from..from + self.len(clause)].iter().map(|&word| Lit::from_word(word))
    }

    /// Returns the literals of a clause as words, which can be reordered.
    #[inline]
    pub(crate) fn words_mut(&mut self, clause: ClauseRef) -> &mut [u32] {
        let from = clause.offset() + HEADER_WORDS;
        let n = self.len(clause);
        &mut self.words[from..from + n]
    }

    /// Returns the lowest LBD that the clause has had.
    pub(crate) fn lbd(&self, clause: ClauseRef) -> u32 {
        self.words[clause.offset() + 1] >> USE_BITS
    }

    /// Marks a clause as used, and updates its LBD if the new one is lower.
    pub(crate) fn mark_used(&mut self, clause: ClauseRef, lbd: u32) {
        let lbd = lbd.min(self.lbd(clause));
        self.words[clause.offset() + 1] = lbd << USE_BITS | RECENT_USE;
    }

    /// Returns whether a clause was used recently, and ages it.
    pub(crate) fn age(&mut self, clause: ClauseRef) -> bool {
        let used = self.words[clause.offset() + 1] & ((1 << USE_BITS) - 1) != 0;
        self.words[clause.offset() + 1] -= u32::from(used);
        used
    }

    /// Returns references to all clauses, in increasing order.
    pub(crate) fn refs(&self) -> &[ClauseRef] {
        &self.refs
    }

    /// Deletes all clauses that are not in `kept`, a subsequence of [`Self::refs`]. Afterwards
    /// [`Self::refs`] has the new reference of `kept[k]` at index k.
    pub(crate) fn retain(&mut self, kept: &[ClauseRef]) {
        let mut words = Vec::with_capacity(self.words.len());
        self.refs.clear();
        for &clause in kept {
            self.refs.push(ClauseRef(word(words.len())));
            let end = clause.offset() + HEADER_WORDS + self.len(clause);
            words.extend_from_slice(&self.words[clause.offset()..end]);
        }
        self.words = words;
        for at in 0..self.watches.len() {
            self.watches[Lit::from_usize(at)].clear();
        }
        for at in 0..self.refs.len() {
            self.watch(self.refs[at]);
        }
    }
}

fn word(n: usize) -> u32 {
    u32::try_from(n).expect("clauses take less than 16 GiB")
}
