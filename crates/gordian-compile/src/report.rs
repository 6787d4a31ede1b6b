//! What the compiler made of each constraint, for people to read.

use std::collections::BTreeMap;
use std::fmt;

use gordian_backend::Cnf;
use gordian_model::{ConstraintId, Model};

/// What became of a model on its way to clauses.
///
/// Its text form groups constraints whose names differ in numbers only and which were encoded the
/// same way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    names: Vec<String>,
    n_model_vars: usize,
    entries: Vec<Entry>,
    notes: Vec<(ConstraintId, String)>,
    /// Lines about the whole model.
    summary: Vec<String>,
    n_vars: usize,
    n_clauses: usize,
}

/// What became of one constraint, or of a part of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The constraint.
    pub constraint: ConstraintId,
    /// How it was encoded, and why.
    pub how: &'static str,
    /// Boolean variables that it brought in. What several constraints use counts for the first.
    pub n_vars: usize,
    /// Clauses that it brought in, counted likewise.
    pub n_clauses: usize,
}

impl Report {
    pub(crate) fn new(model: &Model) -> Self {
        Self {
            names: model.constraints().iter().map(|constraint| constraint.name.clone()).collect(),
            n_model_vars: model.variables().len(),
            entries: Vec::new(),
            notes: Vec::new(),
            summary: Vec::new(),
            n_vars: 0,
            n_clauses: 0,
        }
    }

    pub(crate) fn add(&mut self, entry: Entry) {
        self.entries.push(entry);
    }

    /// Notes what presolve concluded from a constraint that needs no clauses any more.
    pub(crate) fn note(&mut self, constraint: ConstraintId, text: impl Into<String>) {
        self.notes.push((constraint, text.into()));
    }

    /// Adds a line about the whole model.
    pub(crate) fn summarise(&mut self, line: String) {
        self.summary.push(line);
    }

    pub(crate) fn finish(&mut self, cnf: &Cnf) {
        self.n_vars = cnf.n_vars();
        self.n_clauses = cnf.len();
    }

    /// Returns what became of the constraints that were encoded, part by part.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Returns what presolve concluded from constraints that needed no clauses.
    #[must_use]
    pub fn notes(&self) -> &[(ConstraintId, String)] {
        &self.notes
    }

    /// Returns the number of boolean variables of the formula.
    #[must_use]
    pub fn n_vars(&self) -> usize {
        self.n_vars
    }

    /// Returns the number of clauses of the formula.
    #[must_use]
    pub fn n_clauses(&self) -> usize {
        self.n_clauses
    }

    fn name(&self, constraint: ConstraintId) -> &str {
        &self.names[gordian_core::Index::index(constraint)]
    }
}

/// Constraints of one kind, encoded one way.
#[derive(Default)]
struct Family {
    first: String,
    how: String,
    members: Vec<ConstraintId>,
    n_vars: usize,
    n_clauses: usize,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} variables, {} constraints → {} boolean variables, {} clauses",
            self.n_model_vars,
            self.names.len(),
            self.n_vars,
            self.n_clauses
        )?;
        for line in &self.summary {
            writeln!(f, "  {line}")?;
        }
        let mut families: BTreeMap<(String, String), Family> = BTreeMap::new();
        let mut order: Vec<(String, String)> = Vec::new();
        let encoded = self
            .entries
            .iter()
            .map(|entry| (entry.constraint, entry.how.to_owned(), entry.n_vars, entry.n_clauses));
        let noted = self.notes.iter().map(|(constraint, text)| (*constraint, text.clone(), 0, 0));
        for (constraint, how, n_vars, n_clauses) in encoded.chain(noted) {
            let key = (pattern(self.name(constraint)), pattern(&how));
            let family = families.entry(key.clone()).or_insert_with(|| {
                order.push(key);
                Family::default()
            });
            if family.members.is_empty() {
                family.first = self.name(constraint).to_owned();
                family.how = how;
            }
            if family.members.last() != Some(&constraint) {
                family.members.push(constraint);
            }
            family.n_vars += n_vars;
            family.n_clauses += n_clauses;
        }
        for key in order {
            let family = &families[&key];
            let how = match family.members.len() {
                1 => {
                    write!(f, "{}", family.first)?;
                    &family.how
                }
                n => {
                    write!(f, "{} ({n} constraints)", key.0)?;
                    &key.1
                }
            };
            let how = if how.is_empty() { "always holds" } else { how };
            write!(f, ": {how}")?;
            match (family.n_vars, family.n_clauses) {
                (0, 0) => writeln!(f)?,
                (0, clauses) => writeln!(f, "; {clauses} clauses")?,
                (vars, clauses) => writeln!(f, "; {vars} variables, {clauses} clauses")?,
            }
        }
        Ok(())
    }
}

/// Returns the name with its numbers replaced, so that the rows of a grid fall together.
fn pattern(name: &str) -> String {
    let mut pattern = String::with_capacity(name.len());
    let mut in_number = false;
    for character in name.chars() {
        let digit = character.is_ascii_digit();
        if !digit {
            pattern.push(character);
        } else if !in_number {
            pattern.push('n');
        }
        in_number = digit;
    }
    pattern
}
