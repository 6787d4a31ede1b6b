//! Reading definitions in the format of twsearch.
//!
//! A definition is a text of lines; a line is a list of words, and a line that begins with `#` is a
//! comment:
//!
//! ```text
//! Name Floppy
//! Set EDGE 4 2          an orbit: its name, its positions, the orientations of each piece
//! Solved                the labels of the pieces, then their orientations; `?` ignores one
//! EDGE
//! 1 2 3 4
//! 0 0 0 0
//! End
//! Move R                the position from which each piece comes, then how much the piece that
//! EDGE                  leaves each position is turned
//! 1 2 3 4
//! 0 1 0 0
//! End
//! MoveSequence Q R R    a move that is a sequence; `MoveAlias` is only a name for one
//! Illegal EDGE 1 4      position 1 must not have piece 4
//! ```
//!
//! Orbits that a state or a move omits are solved or at rest. `StartState` and `MoveTransformation`
//! are variants of `Solved` and `Move` that count positions and labels from 0; in the latter the
//! orientations belong to the piece that arrives at each position.

use std::ops::Range;
use std::sync::Arc;

use gordian_core::excerpt;

use super::error::{DefinitionError, ReadError, SequenceParseError};
use super::sequence::{self, Step};
use super::state::{IGNORED, State, Transformation};
use super::{BaseMove, Definition, MoveKind, Orbit, Restriction};

/// The maximal length of a text in bytes.
pub const MAX_TEXT_LEN: usize = 4 << 20;
/// The maximal number of orbits.
pub const MAX_ORBITS: usize = 1_000;
/// The maximal number of pieces of an orbit.
pub const MAX_PIECES: usize = 255;
/// The maximal number of orientations of a piece.
pub const MAX_ORIENTATIONS: usize = 127;
/// The maximal number of positions of all orbits.
pub const MAX_POSITIONS: usize = 20_000;
/// The maximal number of base moves, rotations and aliases.
pub const MAX_MOVES: usize = 1_000;
/// The maximal product of the number of positions and the number of base moves.
pub const MAX_MOVE_ENTRIES: usize = 1 << 20;
/// The maximal number of moves of a sequence that defines a move.
const MAX_DEFINING_LEN: usize = 1_000;
/// The maximal number of restricted labels.
const MAX_RESTRICTIONS: usize = 10_000;

/// Limits of a text, for input from strangers; the default ones are those of this module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadLimits {
    /// The maximal length of the text in bytes.
    pub text_len: usize,
    /// The maximal number of positions of all orbits.
    pub positions: usize,
    /// The maximal number of base moves, rotations and aliases.
    pub moves: usize,
    /// The maximal number of moves that are defined by a sequence.
    pub sequences: usize,
    /// The maximal length of such a sequence. Each of its moves takes several products of all
    /// positions.
    pub sequence_len: usize,
    /// The maximal number of characters of the names of the puzzle, its orbits and its moves.
    /// Answers repeat names for each move and each state.
    pub name_chars: usize,
}

impl Default for ReadLimits {
    fn default() -> Self {
        Self {
            text_len: MAX_TEXT_LEN,
            positions: MAX_POSITIONS,
            moves: MAX_MOVES,
            sequences: MAX_MOVES,
            sequence_len: MAX_DEFINING_LEN,
            name_chars: MAX_TEXT_LEN,
        }
    }
}

type Result<T> = std::result::Result<T, ReadError>;

/// A word and its place in the text.
#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    start: usize,
}

impl Word<'_> {
    fn span(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }
}

/// The words of a line that is neither empty nor a comment.
struct Line<'a> {
    words: Vec<Word<'a>>,
}

impl Line<'_> {
    fn span(&self) -> Range<usize> {
        let end = self.words.last().map_or(0, |word| word.span().end);
        self.words.first().map_or(0, |word| word.start)..end
    }
}

/// Two rows of numbers per orbit; an empty row is missing.
struct Rows {
    /// The row of pieces, counted from 0, and where it is written.
    pieces: Vec<(Vec<u8>, Range<usize>)>,
    orientations: Vec<Vec<u8>>,
}

/// How the numbers of a state or a move are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Numbering {
    /// Positions and labels count from 1.
    One,
    /// Positions and labels count from 0; orientations of a move are those of the arriving pieces.
    Zero,
}

impl Numbering {
    fn first(self) -> usize {
        match self {
            Self::One => 1,
            Self::Zero => 0,
        }
    }
}

/// A move that is defined by a sequence, which can use moves defined later.
struct Defined<'a> {
    /// The index among the base moves.
    index: usize,
    name: &'a str,
    kind: MoveKind,
    text: String,
    span: Range<usize>,
}

struct Reader<'a> {
    text: &'a str,
    limits: ReadLimits,
    lines: std::vec::IntoIter<Line<'a>>,
    name: Option<&'a str>,
    orbits: Vec<Orbit>,
    n_positions: usize,
    moduli: Arc<[u8]>,
    solved: Option<State>,
    moves: Vec<Option<BaseMove>>,
    names: Vec<&'a str>,
    defined: Vec<Defined<'a>>,
    restrictions: Vec<Restriction>,
    n_restricted: usize,
}

impl Definition {
    /// Reads a definition in the format of twsearch.
    ///
    /// Unlike twsearch, this function accepts restrictions and moves in any order after the solved
    /// state, and it rejects names that cannot be written in sequences.
    ///
    /// # Errors
    ///
    /// Returns the first error, with its line and column. Texts, orbits and moves beyond the limits
    /// of this module are errors, so the work is bounded for any input.
    ///
    /// # Example
    ///
    /// ```
    /// use gordian_perm::definition::Definition;
    ///
    /// let text = "Name Swap\nSet A 3 1\nSolved\nA\n1 2 3\nEnd\nMove S\nA\n2 1\nEnd\n";
    /// let error = Definition::read(text).unwrap_err();
    /// assert_eq!(error.to_string(), "line 9, column 1: orbit `A` needs 3 numbers, found 2");
    /// ```
    pub fn read(text: &str) -> Result<Self> {
        Self::read_within(text, ReadLimits::default())
    }

    /// Reads a definition as [`Self::read`] does, within lower limits.
    ///
    /// # Errors
    ///
    /// As for [`Self::read`].
    pub fn read_within(text: &str, limits: ReadLimits) -> Result<Self> {
        let limit = limits.text_len.min(MAX_TEXT_LEN);
        if text.len() > limit {
            let error = DefinitionError::TextTooLong { limit };
            return Err(ReadError { error, line: 1, column: 1, span: 0..0 });
        }
        let lines: Vec<Line<'_>> = lines(text).collect();
        let mut reader = Reader {
            text,
            limits,
            lines: lines.into_iter(),
            name: None,
            orbits: Vec::new(),
            n_positions: 0,
            moduli: Arc::from([]),
            solved: None,
            moves: Vec::new(),
            names: Vec::new(),
            defined: Vec::new(),
            restrictions: Vec::new(),
            n_restricted: 0,
        };
        while let Some(line) = reader.lines.next() {
            reader.line(&line)?;
        }
        reader.finish()
    }
}

fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut start = 0;
    let lines = text.split_inclusive(['\n', '\r']).map(move |line| {
        let line_start = start;
        start += line.len();
        (line_start, line)
    });
    let words = |(line_start, line): (usize, &'_ str)| -> Vec<(usize, usize)> {
        let mut words = Vec::new();
        let mut word_start = None;
        for (at, character) in line.char_indices() {
            if !character.is_whitespace() {
                word_start.get_or_insert(at);
            } else if let Some(from) = word_start.take() {
                words.push((line_start + from, line_start + at));
            }
        }
        words.extend(word_start.map(|from| (line_start + from, line_start + line.len())));
        words
    };
    lines
        .map(words)
        .map(|words| Line {
            words: (words.iter())
                .map(|&(start, end)| Word { text: &text[start..end], start })
                .collect(),
        })
        .filter(|line| line.words.first().is_some_and(|word| !word.text.starts_with('#')))
}

/// The words that begin a line outside the rows of a state or a move.
const KEYWORDS: [&str; 9] = [
    "Name",
    "Set",
    "Solved",
    "StartState",
    "Move",
    "MoveTransformation",
    "MoveSequence",
    "MoveAlias",
    "Illegal",
];

/// Returns whether a name means a rotation of the whole puzzle.
fn is_rotation(name: &str) -> bool {
    let is_grip = |grip: &str| {
        !grip.is_empty() && grip.chars().all(|it| it.is_ascii_uppercase() || it == '_')
    };
    matches!(name, "x" | "y" | "z") || name.strip_suffix('v').is_some_and(is_grip)
}

fn is_valid_name(name: &str) -> bool {
    !name.contains("//") && !name.contains(|it| "()[],:'’‘′´\"`".contains(it))
}

impl<'a> Reader<'a> {
    fn error<T>(&self, error: DefinitionError, span: Range<usize>) -> Result<T> {
        Err(ReadError::new(self.text, error, span))
    }

    fn line(&mut self, line: &Line<'a>) -> Result<()> {
        let keyword = line.words[0];
        let after_sets = "write `Name` and all `Set` lines before `Solved`";
        let before_moves = "write `Solved` once, after all `Set` lines";
        let after_solved = "write moves and restrictions after `Solved`";
        let place = |rule| DefinitionError::WrongPlace { keyword: keyword.text.to_owned(), rule };
        match keyword.text {
            "Name" if self.name.is_some() || !self.orbits.is_empty() || self.solved.is_some() => {
                self.error(place("write `Name` once, in the first line"), keyword.span())
            }
            "Set" if self.solved.is_some() => self.error(place(after_sets), keyword.span()),
            "Solved" | "StartState" if self.solved.is_some() || self.orbits.is_empty() => {
                self.error(place(before_moves), keyword.span())
            }
            "Move" | "MoveTransformation" | "MoveSequence" | "MoveAlias" | "Illegal"
                if self.solved.is_none() =>
            {
                self.error(place(after_solved), keyword.span())
            }
            "Name" => {
                self.expect_words(line, 2, "Name NAME")?;
                self.check_name_length(line.words[1])?;
                self.name = Some(line.words[1].text);
                Ok(())
            }
            "Set" => self.set(line),
            "Solved" => self.solved(line, Numbering::One),
            "StartState" => self.solved(line, Numbering::Zero),
            "Move" => self.transformation(line, Numbering::One),
            "MoveTransformation" => self.transformation(line, Numbering::Zero),
            "MoveSequence" => self.defined(line, false),
            "MoveAlias" => self.defined(line, true),
            "Illegal" => self.illegal(line),
            found => {
                let error = DefinitionError::UnknownKeyword { found: excerpt(found) };
                self.error(error, keyword.span())
            }
        }
    }

    fn expect_words(&self, line: &Line<'_>, expected: usize, form: &'static str) -> Result<()> {
        if line.words.len() == expected {
            return Ok(());
        }
        let found = line.words.len();
        let error = DefinitionError::WrongNumberOfWords { form, expected, found };
        self.error(error, line.span())
    }

    fn check_name_length(&self, word: Word<'_>) -> Result<()> {
        let limit = self.limits.name_chars;
        if word.text.chars().nth(limit).is_none() {
            return Ok(());
        }
        let error = DefinitionError::NameTooLong { name: excerpt(word.text), limit };
        self.error(error, word.span())
    }

    /// Reads a number from `min` to `max`.
    fn number(&self, word: Word<'_>, what: &'static str, min: usize, max: usize) -> Result<usize> {
        if !word.text.bytes().all(|byte| byte.is_ascii_digit()) {
            let error = DefinitionError::NotANumber { found: excerpt(word.text) };
            return self.error(error, word.span());
        }
        match word.text.parse::<usize>().ok().filter(|number| (min..=max).contains(number)) {
            Some(number) => Ok(number),
            None => {
                let found = excerpt(word.text);
                self.error(DefinitionError::OutOfRange { what, found, min, max }, word.span())
            }
        }
    }

    fn find_orbit(&self, word: Word<'_>) -> Result<usize> {
        match self.orbits.iter().position(|orbit| orbit.name == word.text) {
            Some(orbit) => Ok(orbit),
            None => {
                let error = DefinitionError::UnknownOrbit { name: excerpt(word.text) };
                self.error(error, word.span())
            }
        }
    }

    fn set(&mut self, line: &Line<'a>) -> Result<()> {
        self.expect_words(line, 4, "Set ORBIT POSITIONS ORIENTATIONS")?;
        let [_, name, positions, orientations] = line.words[..] else {
            unreachable!("the number of words is checked")
        };
        self.check_name_length(name)?;
        if self.orbits.iter().any(|orbit| orbit.name == name.text) {
            let error = DefinitionError::RepeatedOrbit { name: excerpt(name.text) };
            return self.error(error, name.span());
        }
        let n_positions = self.number(positions, "the number of positions", 1, MAX_PIECES)?;
        let orientations =
            self.number(orientations, "the number of orientations", 1, MAX_ORIENTATIONS)?;
        if self.orbits.len() == MAX_ORBITS {
            let error = DefinitionError::TooMany { what: "orbits", limit: MAX_ORBITS };
            return self.error(error, line.span());
        }
        let limit = MAX_POSITIONS.min(self.limits.positions);
        if self.n_positions + n_positions > limit {
            let error = DefinitionError::TooMany { what: "positions", limit };
            return self.error(error, line.span());
        }
        self.orbits.push(Orbit {
            name: name.text.to_owned(),
            n_positions,
            orientations: u8::try_from(orientations).expect("the number is limited"),
            start: self.n_positions,
            written_labels: Vec::new(),
        });
        self.n_positions += n_positions;
        Ok(())
    }

    /// Reads the rows of a state or a move up to `End`.
    fn rows(
        &mut self,
        opening: &Line<'_>,
        numbering: Numbering,
        allows_ignored: bool,
    ) -> Result<Rows> {
        let n_orbits = self.orbits.len();
        let mut rows = Rows {
            pieces: vec![(Vec::new(), 0..0); n_orbits],
            orientations: vec![Vec::new(); n_orbits],
        };
        let mut current: Option<(usize, Word<'_>)> = None;
        loop {
            let Some(line) = self.lines.next() else {
                return self.error(DefinitionError::MissingEnd, opening.span());
            };
            let first = line.words[0];
            if begins_row(first.text) {
                let Some((orbit, _)) = current.filter(|&(it, _)| rows.orientations[it].is_empty())
                else {
                    return self.error(DefinitionError::UnexpectedRow, line.span());
                };
                if rows.pieces[orbit].0.is_empty() {
                    rows.pieces[orbit] = (self.pieces(&line, orbit, numbering)?, line.span());
                } else {
                    rows.orientations[orbit] = self.orientations(&line, orbit, allows_ignored)?;
                }
                continue;
            }
            if let Some((_, word)) = current.filter(|&(it, _)| rows.pieces[it].0.is_empty()) {
                let error = DefinitionError::MissingRow { orbit: excerpt(word.text) };
                return self.error(error, word.span());
            }
            if first.text == "End" {
                self.expect_words(&line, 1, "End")?;
                return Ok(rows);
            }
            let is_orbit = self.orbits.iter().any(|orbit| orbit.name == first.text);
            if KEYWORDS.contains(&first.text) && !is_orbit {
                return self.error(DefinitionError::MissingEnd, opening.span());
            }
            self.expect_words(&line, 1, "ORBIT")?;
            let orbit = self.find_orbit(first)?;
            if !rows.pieces[orbit].0.is_empty() {
                let error = DefinitionError::RepeatedOrbit { name: excerpt(first.text) };
                return self.error(error, first.span());
            }
            current = Some((orbit, first));
        }
    }

    fn expect_row_length(&self, line: &Line<'_>, orbit: usize) -> Result<()> {
        let orbit = &self.orbits[orbit];
        if line.words.len() == orbit.n_positions {
            return Ok(());
        }
        let error = DefinitionError::WrongRowLength {
            orbit: orbit.name.clone(),
            expected: orbit.n_positions,
            found: line.words.len(),
        };
        self.error(error, line.span())
    }

    /// Reads a row of positions or labels, which count from 0 afterwards.
    fn pieces(&self, line: &Line<'_>, orbit: usize, numbering: Numbering) -> Result<Vec<u8>> {
        self.expect_row_length(line, orbit)?;
        let first = numbering.first();
        let max = MAX_PIECES - 1 + first;
        let read = |&word: &Word<'_>| {
            let number = self.number(word, "the piece", first, max)?;
            Ok(u8::try_from(number - first).expect("the number is limited"))
        };
        line.words.iter().map(read).collect()
    }

    fn orientations(&self, line: &Line<'_>, orbit: usize, allows_ignored: bool) -> Result<Vec<u8>> {
        self.expect_row_length(line, orbit)?;
        let orientations = self.orbits[orbit].orientations;
        let read = |&word: &Word<'_>| match word.text {
            // The only orientation is known.
            "?" if allows_ignored && orientations == 1 => Ok(0),
            "?" if allows_ignored => Ok(IGNORED),
            _ => {
                let max = usize::from(orientations) - 1;
                let number = self.number(word, "the orientation", 0, max)?;
                Ok(u8::try_from(number).expect("the number is limited"))
            }
        };
        line.words.iter().map(read).collect()
    }

    fn solved(&mut self, line: &Line<'a>, numbering: Numbering) -> Result<()> {
        self.expect_words(line, 1, "Solved")?;
        let moduli: Vec<u8> = (self.orbits.iter())
            .flat_map(|orbit| std::iter::repeat_n(orbit.orientations, orbit.n_positions))
            .collect();
        self.moduli = Arc::from(moduli);
        let rows = self.rows(line, numbering, true)?;
        let mut solved = State { pieces: Vec::new(), orientations: Vec::new() };
        for (index, (pieces, span)) in rows.pieces.into_iter().enumerate() {
            let n_positions = self.orbits[index].n_positions;
            let pieces = if pieces.is_empty() {
                (0..n_positions)
                    .map(|label| u8::try_from(label).expect("the number is limited"))
                    .collect()
            } else {
                pieces
            };
            let orientations = match &rows.orientations[index][..] {
                [] => vec![0; n_positions],
                row => row.to_vec(),
            };
            let mut labels = pieces.clone();
            labels.sort_unstable();
            labels.dedup();
            for &label in &labels {
                let mut ignored = (pieces.iter().zip(&orientations))
                    .filter(|&(&piece, _)| piece == label)
                    .map(|(_, &orientation)| orientation == IGNORED);
                let first = ignored.next();
                if ignored.any(|it| Some(it) != first) {
                    let label = label.saturating_add(
                        u8::try_from(numbering.first()).expect("the number is 0 or 1"),
                    );
                    let orbit = self.orbits[index].name.clone();
                    return self.error(DefinitionError::MixedIgnored { orbit, label }, span);
                }
            }
            let compact = |piece: &u8| {
                let label = labels.binary_search(piece).expect("every label is listed");
                u8::try_from(label).expect("labels are at most as many as pieces")
            };
            solved.pieces.extend(pieces.iter().map(compact));
            solved.orientations.extend(orientations);
            // Labels are at most 254, so they can be written from 1.
            self.orbits[index].written_labels = labels.iter().map(|label| label + 1).collect();
        }
        self.solved = Some(solved);
        Ok(())
    }

    /// Registers the name of a move.
    fn move_name(&mut self, word: Word<'a>) -> Result<()> {
        self.check_name_length(word)?;
        if !is_valid_name(word.text) {
            let error = DefinitionError::InvalidName { name: excerpt(word.text) };
            return self.error(error, word.span());
        }
        if self.names.contains(&word.text) {
            let error = DefinitionError::RepeatedMove { name: excerpt(word.text) };
            return self.error(error, word.span());
        }
        let limit = self.limits.moves.min(MAX_MOVES).min(MAX_MOVE_ENTRIES / self.n_positions);
        if self.names.len() >= limit {
            let error = DefinitionError::TooMany { what: "moves", limit };
            return self.error(error, word.span());
        }
        self.names.push(word.text);
        Ok(())
    }

    fn transformation(&mut self, line: &Line<'a>, numbering: Numbering) -> Result<()> {
        self.expect_words(line, 2, "Move NAME")?;
        let name = line.words[1];
        self.move_name(name)?;
        let rows = self.rows(line, numbering, false)?;
        let mut transformation = Transformation::identity(&self.moduli);
        for (index, (sources, span)) in rows.pieces.into_iter().enumerate() {
            if sources.is_empty() {
                continue;
            }
            let orbit = &self.orbits[index];
            let mut is_used = vec![false; orbit.n_positions];
            for (to, &from) in sources.iter().enumerate() {
                let written = || (usize::from(from) + numbering.first()).to_string();
                let Some(is_used) = is_used.get_mut(usize::from(from)) else {
                    let (min, max) = (numbering.first(), orbit.n_positions - 1 + numbering.first());
                    let found = written();
                    let what = "the position";
                    return self.error(DefinitionError::OutOfRange { what, found, min, max }, span);
                };
                if std::mem::replace(is_used, true) {
                    let (orbit, number) = (orbit.name.clone(), written());
                    return self.error(DefinitionError::NotAPermutation { orbit, number }, span);
                }
                transformation.sources[orbit.start + to] =
                    u16::try_from(orbit.start + usize::from(from))
                        .expect("the number of positions is limited");
                let row = &rows.orientations[index];
                let place = if numbering == Numbering::One { usize::from(from) } else { to };
                transformation.twists[orbit.start + to] = row.get(place).copied().unwrap_or(0);
            }
        }
        let kind = if is_rotation(name.text) { MoveKind::Rotation } else { MoveKind::Turn };
        self.moves.push(Some(base_move(name.text, kind, transformation)));
        Ok(())
    }

    fn defined(&mut self, line: &Line<'a>, is_alias: bool) -> Result<()> {
        if line.words.len() < 3 {
            self.expect_words(line, 3, "MoveSequence NAME MOVES")?;
        }
        let name = line.words[1];
        self.move_name(name)?;
        let limit = self.limits.sequences;
        if self.defined.len() >= limit {
            let error = DefinitionError::TooMany { what: "moves that are sequences", limit };
            return self.error(error, name.span());
        }
        let kind = match (is_alias, is_rotation(name.text)) {
            (true, _) => MoveKind::Alias,
            (false, true) => MoveKind::Rotation,
            (false, false) => MoveKind::Turn,
        };
        let span = line.words[2].start..line.span().end;
        let text = &self.text[span.clone()];
        // Outside of commutators, commas separate moves.
        let text = if text.contains('[') { text.to_owned() } else { text.replace(',', " ") };
        let index = self.moves.len();
        self.defined.push(Defined { index, name: name.text, kind, text, span });
        self.moves.push(None);
        Ok(())
    }

    fn illegal(&mut self, line: &Line<'a>) -> Result<()> {
        if line.words.len() < 4 {
            self.expect_words(line, 4, "Illegal ORBIT POSITION LABEL…")?;
        }
        let orbit = self.find_orbit(line.words[1])?;
        let orbit = &self.orbits[orbit];
        let position = self.number(line.words[2], "the position", 1, orbit.n_positions)?;
        let position = orbit.start + position - 1;
        let mut labels = Vec::new();
        for &word in &line.words[3..] {
            let written = self.number(word, "the label", 1, MAX_PIECES)?;
            let label = orbit.written_labels.iter().position(|&it| usize::from(it) == written);
            let Some(label) = label else {
                let error = DefinitionError::UnknownLabel {
                    orbit: orbit.name.clone(),
                    label: excerpt(word.text),
                };
                return self.error(error, word.span());
            };
            labels.push(u8::try_from(label).expect("labels are limited"));
        }
        self.n_restricted += labels.len();
        if self.n_restricted > MAX_RESTRICTIONS {
            let error = DefinitionError::TooMany { what: "restrictions", limit: MAX_RESTRICTIONS };
            return self.error(error, line.span());
        }
        let solved = self.solved.as_ref().expect("restrictions follow the solved state");
        if labels.contains(&solved.pieces[position]) {
            return self.error(DefinitionError::SolvedIsIllegal, line.span());
        }
        self.restrictions.push(Restriction { position, labels });
        Ok(())
    }

    /// Resolves moves that are sequences of other moves, in any order.
    fn resolve(&mut self) -> Result<Vec<BaseMove>> {
        let mut pending = std::mem::take(&mut self.defined);
        while !pending.is_empty() {
            let known: Vec<BaseMove> = self.moves.iter().flatten().cloned().collect();
            let mut later = Vec::new();
            let n_pending = pending.len();
            let mut first_error = None;
            for defined in pending {
                match self.composed(&defined, &known) {
                    Ok(composed) => self.moves[defined.index] = Some(composed),
                    Err(error) => {
                        let is_unknown = matches!(
                            error.error,
                            DefinitionError::Sequence {
                                error: super::SequenceError::UnknownMove { .. },
                                ..
                            }
                        );
                        if !is_unknown {
                            return Err(error);
                        }
                        first_error.get_or_insert(error);
                        later.push(defined);
                    }
                }
            }
            if let Some(error) = first_error.filter(|_| later.len() == n_pending) {
                return Err(error);
            }
            pending = later;
        }
        Ok(std::mem::take(&mut self.moves).into_iter().flatten().collect())
    }

    fn composed(&self, defined: &Defined<'_>, known: &[BaseMove]) -> Result<BaseMove> {
        let limit = self.limits.sequence_len.min(MAX_DEFINING_LEN);
        let sequence = match sequence::parse(&defined.text, known, limit) {
            Ok(sequence) => sequence,
            Err(SequenceParseError { error, .. }) => {
                let name = excerpt(defined.name);
                return self.error(DefinitionError::Sequence { name, error }, defined.span.clone());
            }
        };
        let mut transformation = Transformation::identity(&self.moduli);
        for &Step { base, amount } in sequence.steps() {
            let power = known[base].transformation.power(u64::from(amount.unsigned_abs()));
            let power = if amount < 0 { power.inverse() } else { power };
            transformation = transformation.then(&power);
        }
        Ok(base_move(defined.name, defined.kind, transformation))
    }

    fn finish(mut self) -> Result<Definition> {
        let end = self.text.len()..self.text.len();
        let missing = |keyword| DefinitionError::MissingPart { keyword };
        if self.orbits.is_empty() {
            return self.error(missing("Set"), end);
        }
        let Some(solved) = self.solved.take() else {
            return self.error(missing("Solved"), end);
        };
        let base_moves = self.resolve()?;
        if !base_moves.iter().any(|base| base.kind == MoveKind::Turn) {
            return self.error(missing("Move"), end);
        }
        Ok(Definition {
            name: self.name.unwrap_or("Unnamed").to_owned(),
            orbits: self.orbits,
            moduli: self.moduli,
            solved,
            base_moves,
            restrictions: self.restrictions,
        })
    }
}

pub(crate) fn base_move(name: &str, kind: MoveKind, transformation: Transformation) -> BaseMove {
    let order = transformation.order();
    BaseMove { name: name.to_owned(), kind, transformation, order }
}

/// Returns whether a line that begins with this word is a row.
fn begins_row(word: &str) -> bool {
    word == "?" || word.starts_with(|it: char| it.is_ascii_digit())
}

/// Returns whether rows can be given for an orbit with this name: a line with it is neither a row
/// itself nor the end of all rows.
pub(super) fn can_have_rows(name: &str) -> bool {
    !begins_row(name) && name != "End"
}
