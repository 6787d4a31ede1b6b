//! The result of reading a text.

use gordian_grid::Grid;

use super::LibraryCase;

/// The maximum number of names that are kept, which bounds the memory.
const MAX_NAMES: usize = 100;

/// A puzzle read from a text, with everything else that the text contains.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ParsedPuzzle {
    /// Houses, givens and pencil marks.
    pub puzzle: Grid,
    /// The format of the text.
    pub format: Format,
    /// Digits placed by a player, as (cell, digit). They are not givens.
    pub placed: Vec<(usize, u8)>,
    /// The metadata of the puzzle.
    pub metadata: PuzzleMetadata,
    /// Assumptions and omissions that do not change the puzzle.
    pub notes: Vec<Note>,
    /// Cages with sums. They are not part of `puzzle`.
    pub cages: Vec<Cage>,
    /// The names of all constructs that are not supported, as in the text (the first hundred). If
    /// there are any, `puzzle` is only a part of the intended puzzle and must not be solved as if
    /// it were complete.
    pub unknown_constructs: Vec<String>,
    /// The solving step of a library line.
    pub library_case: Option<Box<LibraryCase>>,
}

impl ParsedPuzzle {
    pub(super) fn new(puzzle: Grid, format: Format) -> Self {
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

    /// Returns the puzzle with the placed digits as givens: the position that a player had reached.
    #[must_use]
    pub fn with_placed_digits(&self) -> Grid {
        let mut puzzle = self.puzzle.clone();
        for &(cell, digit) in &self.placed {
            puzzle.givens[cell] = digit;
        }
        puzzle
    }

    /// Returns the names of all rules missing from `puzzle`: cages with sums, and unknown
    /// constructs.
    #[must_use]
    pub fn missing_rules(&self) -> Vec<String> {
        let name = match self.format {
            Format::FPuzzles => "killercage",
            Format::Penpa => "killercages",
            _ => "cages",
        };
        let cages = (!self.cages.is_empty()).then(|| name.to_owned());
        cages.into_iter().chain(self.unknown_constructs.iter().cloned()).collect()
    }

    /// Adds a note about something omitted that does not change the puzzle, unless it is noted
    /// already.
    pub(super) fn note_ignored(&mut self, what: &str) {
        let note = Note::Ignored { what: what.to_owned() };
        if self.notes.len() < MAX_NAMES && !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// Adds the name of an unknown construct, unless it is listed already.
    pub(super) fn add_unknown_construct(&mut self, what: &str) {
        if self.unknown_constructs.len() < MAX_NAMES
            && !self.unknown_constructs.iter().any(|known| known == what)
        {
            self.unknown_constructs.push(what.to_owned());
        }
    }
}

/// A cage: cells whose digits add up to a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cage {
    /// The cells, each once.
    pub cells: Vec<usize>,
    /// The sum of their digits, at least 1.
    pub sum: usize,
    /// Whether no digit repeats among them.
    pub distinct: bool,
}

/// The text formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Format {
    /// A grid in one line, one character per cell. A file of such lines is called `.sdm`.
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
    /// A link of Penpa+, or the part of one behind its address.
    Penpa,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 12] = [
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
        Self::Penpa,
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
            Self::Penpa => "penpa",
        }
    }
}

/// The metadata of a puzzle, as far as the text has them. They are not validated; rules in the
/// description are not applied.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PuzzleMetadata {
    /// The title.
    pub title: Option<String>,
    /// The author.
    pub author: Option<String>,
    /// A description, or the rules in words.
    pub description: Option<String>,
    /// A remark.
    pub comment: Option<String>,
    /// The book, paper or program that is the source.
    pub source: Option<String>,
    /// The URL of its page.
    pub url: Option<String>,
    /// The date of creation or publication.
    pub date: Option<String>,
    /// The difficulty as stated in the text.
    pub level: Option<String>,
}

/// A note about how a text was read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note {
    /// The text does not define its boxes, and these were assumed.
    AssumedBoxes {
        /// The rows of a box.
        height: usize,
        /// The columns of a box.
        width: usize,
    },
    /// Something that is not part of the puzzle was omitted: marks of a player, colours, a
    /// solution.
    Ignored {
        /// Its name.
        what: String,
    },
    /// A remark after the puzzle, such as a rating.
    TrailingText {
        /// The remark.
        text: String,
    },
}
