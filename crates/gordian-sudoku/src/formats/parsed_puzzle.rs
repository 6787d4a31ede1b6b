//! What was read.

use super::LibraryCase;
use crate::Puzzle;

/// How many names are kept; whoever writes more of them is not to fill the memory.
const MAX_NAMES: usize = 100;

/// A puzzle and what its text said besides.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ParsedPuzzle {
    /// Houses, givens and pencil marks.
    pub puzzle: Puzzle,
    /// What the text was.
    pub format: Format,
    /// Digits that a player had placed, as (cell, digit). They are no givens.
    pub placed: Vec<(usize, u8)>,
    /// What the text says about the puzzle.
    pub metadata: PuzzleMetadata,
    /// What was assumed or left out without changing the puzzle.
    pub notes: Vec<Note>,
    /// Cages with sums. They are not part of `puzzle`.
    pub cages: Vec<Cage>,
    /// Every construct that was not understood, by the name it has in the text (the first hundred).
    /// Where there is one, `puzzle` is only a part of the puzzle that was meant: do not solve it as
    /// if it were whole.
    pub unknown_constructs: Vec<String>,
    /// The rest of a library line.
    pub library_case: Option<Box<LibraryCase>>,
}

impl ParsedPuzzle {
    pub(super) fn new(puzzle: Puzzle, format: Format) -> Self {
        Self {
            puzzle,
            format,
            placed: Vec::new(),
            metadata: PuzzleMetadata::default(),
            notes: Vec::new(),
            cages: Vec::new(),
            unknown_constructs: Vec::new(),
            library_case: None,
        }
    }

    /// Returns the puzzle with the digits that were placed as givens: the position that a player
    /// had reached.
    #[must_use]
    pub fn with_placed_digits(&self) -> Puzzle {
        let mut puzzle = self.puzzle.clone();
        for &(cell, digit) in &self.placed {
            puzzle.givens[cell] = digit;
        }
        puzzle
    }

    /// Returns the names of all rules missing from `puzzle`: cages with sums, and unknown constructs.
    #[must_use]
    pub fn missing_rules(&self) -> Vec<String> {
        let name = if self.format == Format::FPuzzles { "killercage" } else { "cages" };
        let cages = (!self.cages.is_empty()).then(|| name.to_owned());
        cages.into_iter().chain(self.unknown_constructs.iter().cloned()).collect()
    }

    /// Notes something that was left out without changing the puzzle, once.
    pub(super) fn note_ignored(&mut self, what: &str) {
        let note = Note::Ignored { what: what.to_owned() };
        if self.notes.len() < MAX_NAMES && !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// Names something that was not understood, once.
    pub(super) fn add_unknown_construct(&mut self, what: &str) {
        if self.unknown_constructs.len() < MAX_NAMES
            && !self.unknown_constructs.iter().any(|known| known == what)
        {
            self.unknown_constructs.push(what.to_owned());
        }
    }
}

/// Cells whose digits add up to a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cage {
    /// The cells, each once.
    pub cells: Vec<usize>,
    /// The sum of their digits, at least 1.
    pub sum: usize,
    /// Whether no digit repeats among them.
    pub distinct: bool,
}

/// The formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Format {
    /// A grid in one line, a character a cell. A file of them is called `.sdm`.
    Line,
    /// A grid in one line of separated numbers.
    Numbers,
    /// A grid drawn in n lines.
    Block,
    /// A 9×9 grid drawn in nine lines, with headers such as `#A`, or sections such as `[Puzzle]`.
    Sdk,
    /// A grid drawn with the candidates of each cell.
    Candidates,
    /// Pencil marks of a 9×9 grid in one line of 729 characters.
    PencilMarks,
    /// A line of a library of solving techniques, as HoDoKu writes it.
    Hodoku,
    /// An XML document of OpenSudoku.
    OpenSudoku,
    /// A link of f-puzzles, or the JSON that it holds.
    FPuzzles,
    /// A link of SudokuPad, or the JSON that it holds.
    SudokuPad,
    /// A link of SudokuWiki, or the board in it.
    SudokuWiki,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 11] = [
        Self::Line,
        Self::Numbers,
        Self::Block,
        Self::Sdk,
        Self::Candidates,
        Self::PencilMarks,
        Self::Hodoku,
        Self::OpenSudoku,
        Self::FPuzzles,
        Self::SudokuPad,
        Self::SudokuWiki,
    ];

    /// Returns its name in messages and options.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Numbers => "numbers",
            Self::Block => "block",
            Self::Sdk => "sdk",
            Self::Candidates => "candidates",
            Self::PencilMarks => "pencilmarks",
            Self::Hodoku => "hodoku",
            Self::OpenSudoku => "opensudoku",
            Self::FPuzzles => "f-puzzles",
            Self::SudokuPad => "sudokupad",
            Self::SudokuWiki => "sudokuwiki",
        }
    }
}

/// What a text says about its puzzle, as far as it says it. Nothing of it is checked; a rule that
/// is only told in the description is not known to anybody but the reader.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PuzzleMetadata {
    /// Its title.
    pub title: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// What it is, or its rules in words.
    pub description: Option<String>,
    /// A remark.
    pub comment: Option<String>,
    /// The book, paper or program it comes from.
    pub source: Option<String>,
    /// Its page.
    pub url: Option<String>,
    /// When it was made or published.
    pub date: Option<String>,
    /// How hard it is said to be.
    pub level: Option<String>,
}

/// Something to know about how a text was read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note {
    /// The text does not say what its boxes are, and this size has several: these were taken.
    AssumedBoxes {
        /// The rows of a box.
        height: usize,
        /// The columns of a box.
        width: usize,
    },
    /// Something was left out that is no part of the puzzle: a player's marks, colours, a solution.
    Ignored {
        /// Its name.
        what: String,
    },
    /// A remark that stood behind the puzzle, such as a rating.
    TrailingText {
        /// The remark.
        text: String,
    },
}
