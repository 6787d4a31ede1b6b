//! Learnt clauses in one piece of memory, and who watches them.
//!
//! ```text
//! words: | n | level count, use | literal 0 | literal 1 | ... | literal n-1 | n | ...
//!          ^ a clause is named by where it begins
//! ```
//!
//! *Invariants*: a clause has two or more literals, each once. Its first two literals watch it, which
//! means: it stands in the lists of both. When propagation has ended without a conflict, either both
//! are not false, or one of them is true and was so before the other became false. A clause that
//! forced a literal has it in front.
//!
//! *Source*: M. Moskewicz et al., "Chaff: engineering an efficient SAT solver", DAC 2001, for two
//! watched literals; G. Audemard, L. Simon, "Predicting learnt clauses quality in modern SAT solvers",
//! IJCAI 2009, for counting levels.

use gordian_core::{Index, IndexVec};

use super::lit::Lit;

/// Words before the literals of a clause.
const HEADER: usize = 2;

/// Bits of the second word that count how long ago the clause was used.
const USE_BITS: u32 = 2;

/// A clause that was just used is taken for used in so many reductions.
const USED: u32 = 2;

/// A clause, named by where it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Clause(u32);

impl Clause {
    #[inline]
    fn at(self) -> usize {
        self.0 as usize
    }
}

/// An entry in the list of a literal that watches a clause.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    pub(crate) clause: Clause,
    /// Some other literal of the clause: while it is true, the clause need not be looked at.
    pub(crate) blocker: Lit,
}

/// The clauses.
#[derive(Clone, Debug)]
pub(crate) struct Clauses {
    words: Vec<u32>,
    /// For each literal the clauses that it watches.
    pub(crate) watches: IndexVec<Lit, Vec<Watch>>,
    /// All clauses, in increasing order.
    all: Vec<Clause>,
}

impl Clauses {
    pub(crate) fn new(n_choices: usize) -> Self {
        Self { words: Vec::new(), watches: vec![Vec::new(); 2 * n_choices].into(), all: Vec::new() }
    }

    /// Adds a clause of two or more literals that touches so many levels.
    pub(crate) fn add(&mut self, lits: &[Lit], n_levels: u32) -> Clause {
        let clause = Clause(word(self.words.len()));
        self.words.extend([word(lits.len()), n_levels << USE_BITS | USED]);
        self.words.extend(lits.iter().map(|lit| lit.word()));
        self.all.push(clause);
        self.watch(clause);
        clause
    }

    fn watch(&mut self, clause: Clause) {
        let [first, second] = [0, 1].map(|k| self.lit(clause, k));
        self.watches[first].push(Watch { clause, blocker: second });
        self.watches[second].push(Watch { clause, blocker: first });
    }

    /// Returns how many clauses there are.
    pub(crate) fn n_clauses(&self) -> usize {
        self.all.len()
    }

    /// Returns how many literals a clause has.
    #[inline]
    pub(crate) fn len(&self, clause: Clause) -> usize {
        self.words[clause.at()] as usize
    }

    /// Returns the literal number `k` of a clause.
    #[inline]
    pub(crate) fn lit(&self, clause: Clause, k: usize) -> Lit {
        Lit::from_word(self.words[clause.at() + HEADER + k])
    }

    /// Returns the literals of a clause.
    #[inline]
    pub(crate) fn lits(&self, clause: Clause) -> impl Iterator<Item = Lit> + '_ {
        let from = clause.at() + HEADER;
        self.words[from..from + self.len(clause)].iter().map(|&word| Lit::from_word(word))
    }

    /// Returns the literals of a clause as words, to be put in another order.
    #[inline]
    pub(crate) fn words_mut(&mut self, clause: Clause) -> &mut [u32] {
        let from = clause.at() + HEADER;
        let n = self.len(clause);
        &mut self.words[from..from + n]
    }

    /// Returns how many levels the clause touched, at the least time.
    pub(crate) fn n_levels(&self, clause: Clause) -> u32 {
        self.words[clause.at() + 1] >> USE_BITS
    }

    /// Takes note that the clause was used, and now touches so many levels.
    pub(crate) fn note_use(&mut self, clause: Clause, n_levels: u32) {
        let n_levels = n_levels.min(self.n_levels(clause));
        self.words[clause.at() + 1] = n_levels << USE_BITS | USED;
    }

    /// Returns whether the clause was used lately, and takes note that time passed.
    pub(crate) fn age(&mut self, clause: Clause) -> bool {
        let used = self.words[clause.at() + 1] & ((1 << USE_BITS) - 1) != 0;
        self.words[clause.at() + 1] -= u32::from(used);
        used
    }

    /// Returns all clauses, in increasing order.
    pub(crate) fn all(&self) -> &[Clause] {
        &self.all
    }

    /// Throws away what is not in `kept`, a part of [`Self::all`] in its order; afterwards, the
    /// clause `kept[k]` is the one that [`Self::all`] has at k.
    pub(crate) fn keep(&mut self, kept: &[Clause]) {
        let mut words = Vec::with_capacity(self.words.len());
        self.all.clear();
        for &clause in kept {
            self.all.push(Clause(word(words.len())));
            let end = clause.at() + HEADER + self.len(clause);
            words.extend_from_slice(&self.words[clause.at()..end]);
        }
        self.words = words;
        for at in 0..self.watches.len() {
            self.watches[Lit::from_usize(at)].clear();
        }
        for at in 0..self.all.len() {
            self.watch(self.all[at]);
        }
    }
}

fn word(n: usize) -> u32 {
    u32::try_from(n).expect("clauses take less than 16 GiB")
}
