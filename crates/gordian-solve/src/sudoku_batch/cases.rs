//! Test cases of techniques: the lines of HoDoKu's library.

use std::num::NonZeroUsize;

use gordian_core::Cancel;
use gordian_logic::{CaseVerdict, Technique, check_case};
use gordian_sudoku::formats::{FormatError, ParsedPuzzle};
use rayon::prelude::*;
use serde::Serialize;

use super::generate::thread_pool;
use super::read::{LineError, ReadOptions};
use crate::ErrorDetail;
use crate::document::SchemaVersion;

/// The lines of a text that are neither blank nor comments.
#[derive(Debug)]
pub struct CaseList<'a> {
    lines: Vec<CaseLine<'a>>,
}

#[derive(Debug)]
struct CaseLine<'a> {
    number: u64,
    text: &'a str,
    read: Result<ParsedPuzzle, FormatError>,
}

/// The result of a case.
#[derive(Clone, Debug, Serialize)]
pub struct CaseDocument {
    schema: SchemaVersion,
    /// The line, from 1.
    pub line: u64,
    /// The code of the case.
    pub code: String,
    /// The technique that has the code.
    pub technique: Option<Technique>,
    /// The verdict: `pass`, `wrong step`, `no step` or `technique unknown`.
    pub verdict: &'static str,
}

/// The number of cases by verdict.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CaseSummary {
    schema: SchemaVersion,
    /// The number of cases.
    pub cases: u64,
    /// The number of cases that pass.
    pub passed: u64,
    /// The number of cases for which the technique finds other steps.
    pub wrong_step: u64,
    /// The number of cases for which the technique finds no step.
    pub no_step: u64,
    /// The number of cases of techniques that do not exist.
    pub technique_unknown: u64,
}

impl CaseSummary {
    /// Counts a case.
    pub fn add(&mut self, case: &CaseDocument) {
        self.cases += 1;
        *match case.verdict {
            "pass" => &mut self.passed,
            "wrong step" => &mut self.wrong_step,
            "no step" => &mut self.no_step,
            _ => &mut self.technique_unknown,
        } += 1;
    }
}

impl<'a> CaseList<'a> {
    /// Reads the lines of a text.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        let reading = ReadOptions::default();
        let line = |(number, text): (u64, &'a str)| {
            let read = reading.read_line(text.as_bytes())?;
            Some(CaseLine { number, text, read })
        };
        Self { lines: (1..).zip(text.lines()).filter_map(line).collect() }
    }

    /// Checks all cases in parallel. The result of a line is `None` if it was not checked because
    /// of a cancellation, and an error if it is not a case.
    ///
    /// # Errors
    ///
    /// Fails if no threads can be started.
    pub fn check(
        &self,
        threads: NonZeroUsize,
        cancel: &Cancel,
    ) -> Result<Vec<Option<Result<CaseDocument, LineError>>>, ErrorDetail> {
        let check = |line: &CaseLine<'_>| {
            let checked = (!cancel.is_stopped()).then(|| line.check(cancel));
            // A search that was stopped may have missed the step.
            checked.filter(|_| !cancel.is_stopped())
        };
        let pool = thread_pool(threads)?;
        Ok(pool.install(|| self.lines.par_iter().map(check).collect()))
    }
}

impl CaseLine<'_> {
    fn check(&self, cancel: &Cancel) -> Result<CaseDocument, LineError> {
        let line = self.number;
        let read = self.read.as_ref();
        let read = read.map_err(|error| LineError::of_format(error, line, self.text.to_owned()))?;
        let Some(case) = &read.library_case else {
            let message = "the line is a puzzle without a technique, not a test case";
            let detail = ErrorDetail::new("sudoku.no-case", message)
                .hint("a case is a line such as `:0300:5:…grid…:::581::`");
            return Err(LineError::new(detail, line, self.text.to_owned()));
        };
        let verdict = match check_case(read, case, cancel) {
            CaseVerdict::Pass => "pass",
            CaseVerdict::WrongStep { .. } => "wrong step",
            CaseVerdict::NoStep => "no step",
            CaseVerdict::UnknownTechnique => "technique unknown",
        };
        let code = case.technique.clone();
        let technique = Technique::from_hodoku_code(&code);
        Ok(CaseDocument { schema: SchemaVersion, line, code, technique, verdict })
    }
}
