//! States as text: rows of pieces and orientations for each orbit, as in the solved state of a
//! definition.

use std::ops::Range;

use super::error::{DefinitionError, ReadError};
use super::state::{IGNORED, State};
use super::{Definition, Orbit};

/// The separator of rows on one line.
const SEPARATOR: char = ';';

/// A row: its words with their places in the text.
type Row<'a> = Vec<(&'a str, Range<usize>)>;

/// Returns the rows of a text that are not blank. They end at a line break or a semicolon.
fn rows(text: &str) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    let mut start = 0;
    for row in text.split_inclusive(['\n', SEPARATOR]) {
        let content = row.trim_end_matches(['\n', '\r', SEPARATOR]);
        let words = content.split_whitespace().map(|word| {
            // Words are parts of the text.
            let at = start + (word.as_ptr().addr() - row.as_ptr().addr());
            (word, at..at + word.len())
        });
        let words: Row<'_> = words.collect();
        if !words.is_empty() {
            rows.push(words);
        }
        start += row.len();
    }
    rows
}

/// Returns whether a word can be in a row of numbers.
fn is_number(word: &str) -> bool {
    word == "?" || word.bytes().all(|it| it.is_ascii_digit())
}

impl Definition {
    /// Returns whether a text is a state for [`Self::read_state`] rather than a sequence: it begins
    /// with the name of an orbit and a row of numbers.
    #[must_use]
    pub fn is_state(&self, text: &str) -> bool {
        let rows = rows(text);
        let [first, second, ..] = &rows[..] else { return false };
        let [(name, _)] = first[..] else { return false };
        self.orbits.iter().any(|orbit| orbit.name == name)
            && second.iter().all(|(word, _)| is_number(word))
    }

    /// Reads a state: for each orbit its name, the labels of the pieces at its positions and,
    /// unless all are 0, their orientations, each on a line or before a semicolon. Labels and
    /// orientations are written as in the solved state of the definition. Orbits that are left out
    /// are solved.
    ///
    /// # Errors
    ///
    /// Returns the first error in the text: among others, pieces that are not those of the puzzle,
    /// and states that a restriction forbids.
    pub fn read_state(&self, text: &str) -> Result<State, ReadError> {
        let fail = |error, span| Err(ReadError::new(text, error, span));
        let mut state = self.solved.clone();
        let mut seen = vec![None; self.orbits.len()];
        let rows = rows(text);
        let mut rest = rows.iter().peekable();
        while let Some(row) = rest.next() {
            let span = span_of(row);
            let (name, _) = row[0];
            if is_number(name) {
                return fail(DefinitionError::UnexpectedRow, span);
            }
            let Some(number) = self.orbits.iter().position(|it| it.name == name) else {
                return fail(DefinitionError::UnknownOrbit { name: name.to_owned() }, span);
            };
            let orbit = &self.orbits[number];
            if row.len() > 1 {
                let error = DefinitionError::WrongNumberOfWords {
                    form: "ORBIT",
                    expected: 1,
                    found: row.len(),
                };
                return fail(error, span);
            }
            if seen[number].replace(span.clone()).is_some() {
                return fail(DefinitionError::RepeatedOrbit { name: name.to_owned() }, span);
            }
            let mut numbers = || rest.next_if(|row| is_number(row[0].0));
            let Some(pieces) = numbers() else {
                return fail(DefinitionError::MissingRow { orbit: name.to_owned() }, span);
            };
            let orientations = numbers();
            orbit.read_rows(text, pieces, orientations, &mut state)?;
        }
        // The pieces of an orbit that is left out are those of the solved state.
        for (orbit, span) in self.orbits.iter().zip(seen) {
            if let Some(span) = span
                && !orbit.has_pieces_of(&self.solved, &state)
            {
                return fail(DefinitionError::WrongPieces { orbit: orbit.name.clone() }, span);
            }
        }
        if !self.is_legal(&state) {
            return fail(DefinitionError::IllegalState, 0..text.trim_end().len());
        }
        Ok(state)
    }
}

/// Returns the place of a row, which has a word.
fn span_of(row: &Row<'_>) -> Range<usize> {
    row[0].1.start..row[row.len() - 1].1.end
}

impl Orbit {
    /// Reads the rows of pieces and orientations of this orbit.
    fn read_rows(
        &self,
        text: &str,
        pieces: &Row<'_>,
        orientations: Option<&Row<'_>>,
        state: &mut State,
    ) -> Result<(), ReadError> {
        for row in [Some(pieces), orientations].into_iter().flatten() {
            if row.len() != self.n_positions {
                let error = DefinitionError::WrongRowLength {
                    orbit: self.name.clone(),
                    expected: self.n_positions,
                    found: row.len(),
                };
                return Err(ReadError::new(text, error, span_of(row)));
            }
        }
        for (number, at) in self.positions().enumerate() {
            let (word, span) = &pieces[number];
            let written = word.parse::<usize>().ok();
            let label = self.written_labels.iter().position(|&it| Some(usize::from(it)) == written);
            let Some(label) = label else {
                let (orbit, label) = (self.name.clone(), (*word).to_owned());
                let error = DefinitionError::UnknownLabel { orbit, label };
                return Err(ReadError::new(text, error, span.clone()));
            };
            state.pieces[at] = u8::try_from(label).expect("labels are limited");
            state.orientations[at] = 0;
            let Some((word, span)) = orientations.map(|row| &row[number]) else { continue };
            let written = word.parse::<u8>().ok().filter(|&it| it < self.orientations);
            let Some(orientation) = written.or((*word == "?").then_some(IGNORED)) else {
                let error = DefinitionError::OutOfRange {
                    what: "the orientation",
                    found: (*word).to_owned(),
                    min: 0,
                    max: usize::from(self.orientations) - 1,
                };
                return Err(ReadError::new(text, error, span.clone()));
            };
            state.orientations[at] = orientation;
        }
        Ok(())
    }
}
