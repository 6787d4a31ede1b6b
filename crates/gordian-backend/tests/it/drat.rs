//! A DRAT proof checker that shares no code with the proof writer.
//!
//! It reads the formula (DIMACS) and the proof (DRAT text) itself and depends only on the standard
//! library, so other tests can include it with `#[path]`.
//!
//! The proof is checked forwards. Each clause must follow from the live clauses by *reverse unit
//! propagation*: if all its literals are assumed to be false, unit propagation must lead to a
//! conflict. The proof must contain the empty clause; text after it is not read. Where checkers
//! differ, this one is strict:
//!
//! - steps that need more than unit propagation (RAT) are rejected;
//! - the deletion of a clause that is not live is rejected;
//! - literals that are implied at decision level 0 stay true when their reason clause is deleted,
//!   as is usual: the deletion of unit clauses has no effect.
//!
//! Invariants of the propagation: literals of decision level 0 stay at the bottom of the trail. A
//! clause is watched by its first two literals; after propagation, if one of them is false, the
//! other is true and was assigned no later, or is true at level 0.

use std::collections::BTreeMap;

/// The result of checking a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Check {
    /// The proof shows that the formula is unsatisfiable.
    Accepted,
    /// The proof is invalid or incomplete.
    Rejected {
        /// The reason.
        reason: String,
        /// The line of the proof, or of the formula if the reason begins with `formula:`, from 1.
        line: usize,
    },
}

/// Checks that `proof` (DRAT text) shows that `formula` (DIMACS CNF) is unsatisfiable.
pub(crate) fn check(formula: &str, proof: &str) -> Check {
    match run(formula, proof) {
        Ok(()) => Check::Accepted,
        Err((line, reason)) => Check::Rejected { reason, line },
    }
}

type Failure = (usize, String);

fn run(formula: &str, proof: &str) -> Result<(), Failure> {
    let (n_vars, clauses) =
        read_formula(formula).map_err(|(line, why)| (line, format!("formula: {why}")))?;
    let mut state = State::new(n_vars);
    for clause in clauses {
        state.add(&clause);
    }
    let mut last = 0;
    for (line, text) in (1..).zip(proof.lines()) {
        last = line;
        let fail = |why: String| (line, why);
        let Some((deletes, clause)) = read_step(text, n_vars).map_err(fail)? else { continue };
        if deletes {
            state.delete(&clause).map_err(fail)?;
        } else if !state.follows(&clause) {
            return Err(fail("clause does not follow by unit propagation".to_owned()));
        } else if clause.is_empty() {
            return Ok(());
        } else {
            state.add(&clause);
        }
    }
    Err((last, "the proof ends without the empty clause".to_owned()))
}

// Reading. The literal of DIMACS variable `n` is `2·(n − 1)`, and its negation is one more.

fn literal(token: &str, n_vars: usize) -> Result<Option<usize>, String> {
    let number: i32 = token.parse().map_err(|_| format!("`{token}` is not a number"))?;
    let variable = usize::try_from(number.unsigned_abs()).map_err(|_| "too large".to_owned())?;
    if variable > n_vars {
        return Err(format!("variable {variable} is not in the formula"));
    }
    Ok(variable.checked_sub(1).map(|v| 2 * v + usize::from(number < 0)))
}

fn sorted(mut clause: Vec<usize>) -> Vec<usize> {
    clause.sort_unstable();
    clause.dedup();
    clause
}

/// Returns the number of variables and the clauses.
fn read_formula(text: &str) -> Result<(usize, Vec<Vec<usize>>), Failure> {
    let mut header: Option<(usize, usize)> = None;
    let (mut clauses, mut clause) = (Vec::new(), Vec::new());
    let mut last = 0;
    for (line, text) in (1..).zip(text.lines()) {
        last = line;
        if text.starts_with('c') {
            continue;
        }
        let tokens: Vec<&str> = text.split_ascii_whitespace().collect();
        let Some((n_vars, _)) = header else {
            let ["p", "cnf", n_vars, n_clauses] = tokens.as_slice() else {
                return Err((line, "no header".to_owned()));
            };
            match (n_vars.parse(), n_clauses.parse()) {
                (Ok(n_vars), Ok(n_clauses)) => header = Some((n_vars, n_clauses)),
                _ => return Err((line, "bad header".to_owned())),
            }
            continue;
        };
        for token in tokens {
            match literal(token, n_vars).map_err(|why| (line, why))? {
                Some(lit) => clause.push(lit),
                None => clauses.push(sorted(std::mem::take(&mut clause))),
            }
        }
    }
    match header {
        Some((n_vars, n_clauses)) if clause.is_empty() && n_clauses == clauses.len() => {
            Ok((n_vars, clauses))
        }
        _ => Err((last, "not as many clauses as in the header".to_owned())),
    }
}

/// Returns whether a line of the proof is a deletion, and its clause; `None` for an empty line.
fn read_step(text: &str, n_vars: usize) -> Result<Option<(bool, Vec<usize>)>, String> {
    let mut tokens = text.split_ascii_whitespace().peekable();
    if tokens.peek().is_none() {
        return Ok(None);
    }
    let deletes = tokens.next_if_eq(&"d").is_some();
    let mut clause = Vec::new();
    loop {
        let token = tokens.next().ok_or("the line does not end with 0")?;
        match literal(token, n_vars)? {
            Some(lit) => clause.push(lit),
            None if tokens.next().is_some() => return Err("0 within the line".to_owned()),
            None => return Ok(Some((deletes, sorted(clause)))),
        }
    }
}

// Propagation.

struct State {
    /// The clauses, including deleted ones. The first two literals are watched.
    clauses: Vec<Vec<usize>>,
    dead: Vec<bool>,
    /// The live clauses, by their sorted literals.
    by_lits: BTreeMap<Vec<usize>, Vec<usize>>,
    /// For each literal, the clauses that watch it.
    watches: Vec<Vec<usize>>,
    /// For each literal, whether it is true.
    is_true: Vec<bool>,
    /// The true literals, in the order of assignment.
    trail: Vec<usize>,
    /// The length of the propagated part of the trail.
    propagated: usize,
    /// Whether the clauses are in conflict at decision level 0.
    contradiction: bool,
}

impl State {
    fn new(n_vars: usize) -> Self {
        Self {
            clauses: Vec::new(),
            dead: Vec::new(),
            by_lits: BTreeMap::new(),
            watches: vec![Vec::new(); 2 * n_vars],
            is_true: vec![false; 2 * n_vars],
            trail: Vec::new(),
            propagated: 0,
            contradiction: false,
        }
    }

    fn assign(&mut self, lit: usize) {
        self.is_true[lit] = true;
        self.trail.push(lit);
    }

    /// Adds a clause, sorted and without duplicates, and propagates it at decision level 0.
    fn add(&mut self, sorted: &[usize]) {
        let id = self.clauses.len();
        self.by_lits.entry(sorted.to_vec()).or_default().push(id);
        let mut clause = sorted.to_vec();
        // Literals that are not false come first, to be watched.
        clause.sort_by_key(|&lit| self.is_true[lit ^ 1]);
        let n_open = clause.iter().filter(|&&lit| !self.is_true[lit ^ 1]).count();
        if clause.len() >= 2 {
            self.watches[clause[0]].push(id);
            self.watches[clause[1]].push(id);
        }
        let first = clause.first().copied();
        self.clauses.push(clause);
        self.dead.push(false);
        match first {
            Some(lit) if n_open == 1 && !self.is_true[lit] => {
                self.assign(lit);
                self.contradiction |= !self.propagate();
            }
            _ => self.contradiction |= n_open == 0,
        }
    }

    /// Deletes a clause.
    fn delete(&mut self, sorted: &[usize]) -> Result<(), String> {
        let id = self.by_lits.get_mut(sorted).and_then(Vec::pop);
        self.dead[id.ok_or("deletes a clause that is not there")?] = true;
        Ok(())
    }

    /// Returns whether a clause follows by unit propagation.
    fn follows(&mut self, clause: &[usize]) -> bool {
        if self.contradiction || clause.iter().any(|&lit| self.is_true[lit]) {
            return true;
        }
        let for_good = self.trail.len();
        for &lit in clause {
            // A literal beside its negation: always true.
            if self.is_true[lit] {
                self.undo(for_good);
                return true;
            }
            if !self.is_true[lit ^ 1] {
                self.assign(lit ^ 1);
            }
        }
        let follows = !self.propagate();
        self.undo(for_good);
        follows
    }

    fn undo(&mut self, to: usize) {
        for lit in self.trail.drain(to..) {
            self.is_true[lit] = false;
        }
        self.propagated = to;
    }

    /// Propagates the true literals; returns whether no clause became false.
    fn propagate(&mut self) -> bool {
        while let Some(&lit) = self.trail.get(self.propagated) {
            self.propagated += 1;
            let watching = std::mem::take(&mut self.watches[lit ^ 1]);
            let mut kept = Vec::with_capacity(watching.len());
            let mut consistent = true;
            for (position, &id) in watching.iter().enumerate() {
                if self.dead[id] {
                    continue;
                }
                match self.visit(id, lit ^ 1) {
                    Visit::Moved => continue,
                    Visit::Kept => kept.push(id),
                    Visit::False => {
                        kept.extend_from_slice(&watching[position..]);
                        consistent = false;
                        break;
                    }
                }
            }
            self.watches[lit ^ 1] = kept;
            if !consistent {
                return false;
            }
        }
        true
    }

    /// Visits a clause whose watched literal `falsified` became false.
    fn visit(&mut self, id: usize, falsified: usize) -> Visit {
        let is_true = &self.is_true;
        let clause = &mut self.clauses[id];
        if clause[0] == falsified {
            clause.swap(0, 1);
        }
        let other = clause[0];
        if is_true[other] {
            return Visit::Kept;
        }
        if let Some(open) = (2..clause.len()).find(|&k| !is_true[clause[k] ^ 1]) {
            clause.swap(1, open);
            self.watches[clause[1]].push(id);
            return Visit::Moved;
        }
        if is_true[other ^ 1] {
            return Visit::False;
        }
        self.assign(other);
        Visit::Kept
    }
}

enum Visit {
    /// The clause now watches another literal.
    Moved,
    /// The clause is true, or was made true by a unit.
    Kept,
    /// All its literals are false.
    False,
}
