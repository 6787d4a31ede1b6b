//! A readable report on the encoding of each constraint.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use gordian_backend::Cnf;
use gordian_model::{ConstraintId, Model, name_pattern};

/// A report on the compilation of a model.
///
/// Its text form ([`Report::display`]) groups constraints with the same encoding whose names differ
/// only in labels: numbers and single capital letters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    entries: Vec<ConstraintReport>,
    notes: Vec<(ConstraintId, Arc<str>)>,
    /// Lines about the whole model.
    summary: Vec<String>,
    n_vars: usize,
    n_clauses: usize,
}

/// The encoding of one constraint, or of a part of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConstraintReport {
    /// The constraint.
    pub constraint: ConstraintId,
    /// The encoding, and the reason for its choice.
    pub encoding: &'static str,
    /// New Boolean variables. Variables shared by several constraints count for the first one.
    pub n_vars: usize,
    /// New clauses; shared clauses count for the first constraint.
    pub n_clauses: usize,
}

impl Report {
    pub(crate) fn new() -> Self {
        Self {
            entries: Vec::new(),
            notes: Vec::new(),
            summary: Vec::new(),
            n_vars: 0,
            n_clauses: 0,
        }
    }

    pub(crate) fn add(&mut self, entry: ConstraintReport) {
        self.entries.push(entry);
    }

    /// Adds a note on a constraint that presolve replaced completely.
    pub(crate) fn note(&mut self, constraint: ConstraintId, text: Arc<str>) {
        self.notes.push((constraint, text));
    }

    /// Adds a line about the whole model.
    pub(crate) fn summarise(&mut self, line: String) {
        self.summary.push(line);
    }

    pub(crate) fn finish(&mut self, cnf: &Cnf) {
        self.n_vars = cnf.n_vars();
        self.n_clauses = cnf.len();
    }

    /// Returns the encoded constraints, in parts.
    #[must_use]
    pub fn entries(&self) -> &[ConstraintReport] {
        &self.entries
    }

    /// Returns notes on the constraints that presolve replaced completely.
    #[must_use]
    pub fn notes(&self) -> &[(ConstraintId, Arc<str>)] {
        &self.notes
    }

    /// Returns the number of Boolean variables of the formula.
    #[must_use]
    pub fn n_vars(&self) -> usize {
        self.n_vars
    }

    /// Returns the number of clauses of the formula.
    #[must_use]
    pub fn n_clauses(&self) -> usize {
        self.n_clauses
    }

    /// Returns the text form of the report on `model`.
    #[must_use]
    pub fn display<'a>(&'a self, model: &'a Model) -> impl fmt::Display + 'a {
        DisplayedReport { report: self, model }
    }
}

/// A report together with its model, which has the names.
struct DisplayedReport<'a> {
    report: &'a Report,
    model: &'a Model,
}

/// Constraints with similar names and the same encoding.
#[derive(Default)]
struct ConstraintFamily {
    first: String,
    encoding: String,
    members: Vec<ConstraintId>,
    n_vars: usize,
    n_clauses: usize,
}

impl fmt::Display for DisplayedReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { report, model } = self;
        let name = |constraint: ConstraintId| model.constraints()[constraint].name.as_str();
        writeln!(
            f,
            "{} variables, {} constraints → {} boolean variables, {} clauses",
            model.variables().len(),
            model.constraints().len(),
            report.n_vars,
            report.n_clauses
        )?;
        for line in &report.summary {
            writeln!(f, "  {line}")?;
        }
        let mut families: BTreeMap<(String, String), ConstraintFamily> = BTreeMap::new();
        let mut order: Vec<(String, String)> = Vec::new();
        let encoded = report.entries.iter().map(|entry| {
            // A constant constraint has no encoding; one that is false has the empty clause.
            let encoding = match (entry.encoding, entry.n_clauses) {
                ("", 0) => "always holds",
                ("", _) => "never holds",
                (encoding, _) => encoding,
            };
            (entry.constraint, encoding.to_owned(), entry.n_vars, entry.n_clauses)
        });
        let noted =
            report.notes.iter().map(|(constraint, text)| (*constraint, text.to_string(), 0, 0));
        for (constraint, encoding, n_vars, n_clauses) in encoded.chain(noted) {
            let key = (name_pattern(name(constraint)), name_pattern(&encoding));
            let family = families.entry(key.clone()).or_insert_with(|| {
                order.push(key);
                ConstraintFamily::default()
            });
            if family.members.is_empty() {
                family.first = name(constraint).to_owned();
                family.encoding = encoding;
            }
            if family.members.last() != Some(&constraint) {
                family.members.push(constraint);
            }
            family.n_vars += n_vars;
            family.n_clauses += n_clauses;
        }
        for key in order {
            let family = &families[&key];
            let encoding = match family.members.len() {
                1 => {
                    write!(f, "{}", family.first)?;
                    &family.encoding
                }
                n => {
                    write!(f, "{} ({n} constraints)", key.0)?;
                    &key.1
                }
            };
            write!(f, ": {encoding}")?;
            match (family.n_vars, family.n_clauses) {
                (0, 0) => writeln!(f)?,
                (0, 1) => writeln!(f, "; 1 clause")?,
                (0, clauses) => writeln!(f, "; {clauses} clauses")?,
                (vars, clauses) => writeln!(f, "; {vars} variables, {clauses} clauses")?,
            }
        }
        Ok(())
    }
}
