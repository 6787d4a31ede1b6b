//! The digits of characters, and the default boxes of grid sizes.

use std::sync::{LazyLock, OnceLock};

use gordian_grid::Layout;

use super::{FormatError, Note, ParsedPuzzle};

static CLASSIC: LazyLock<Layout> = LazyLock::new(Layout::classic);

/// The layouts with default boxes by size, each created once: a text can have a hundred thousand
/// small grids, and the houses take a hundred times the memory of the digits.
static DEFAULT: [OnceLock<Layout>; Layout::MAX_SIZE + 1] =
    [const { OnceLock::new() }; Layout::MAX_SIZE + 1];

/// Returns the 9×9 grid, created once, because files have millions of lines.
pub(super) fn classic_layout() -> Layout {
    CLASSIC.clone()
}

/// Returns the digit of a one-character cell in a grid of `n` rows, 0 for blank.
pub(super) fn digit_of_char(character: char, n: usize) -> Option<usize> {
    match character {
        '.' | '_' | '-' | '*' | '?' => Some(0),
        'x' | 'X' if n <= 9 => Some(0),
        _ => character.to_digit(36).and_then(|value| usize::try_from(value).ok()),
    }
}

/// Returns the character of a digit up to 35, `.` for 0.
pub(super) fn char_of_digit(digit: u8) -> char {
    match digit {
        0 => '.',
        _ => char::from_digit(digit.into(), 36).map_or('?', |letter| letter.to_ascii_uppercase()),
    }
}

/// Returns n if `cells` is n·n.
pub(super) fn grid_size(cells: usize) -> Option<usize> {
    let n = cells.isqrt();
    (n > 0 && n * n == cells).then_some(n)
}

/// Returns the default boxes of a grid of `n` rows: as square as possible, and at least as wide as
/// high. `None` if the boxes would be rows.
pub(super) fn default_boxes(n: usize) -> Option<(usize, usize)> {
    let height = (1..=n.isqrt()).rev().find(|height| n.is_multiple_of(*height))?;
    (height > 1 || n == 1).then(|| (height, n / height))
}

/// Returns the layout of a grid of `n` rows: the given one, or the default one.
pub(super) fn layout_of(n: usize, layout: Option<&Layout>) -> Result<Layout, FormatError> {
    match (layout, n) {
        (Some(layout), _) if layout.n() == n => Ok(layout.clone()),
        (Some(layout), _) => Err(FormatError::WrongSize { cells: n * n, n: layout.n() }),
        (None, 9) => Ok(classic_layout()),
        (None, _) if n > Layout::MAX_SIZE => Err(FormatError::TooLarge { n }),
        (None, _) => {
            let (height, width) = default_boxes(n).ok_or(FormatError::NoBoxes { n })?;
            let create = || Layout::boxes(height, width).expect("the size is valid");
            Ok(DEFAULT[n].get_or_init(create).clone())
        }
    }
}

/// Adds a note about the default boxes if they are not square.
pub(super) fn note_boxes(read: &mut ParsedPuzzle, layout: Option<&Layout>) {
    if let (None, Some((height, width))) = (layout, read.puzzle.layout.box_size())
        && height != width
    {
        read.notes.push(Note::AssumedBoxes { height, width });
    }
}
