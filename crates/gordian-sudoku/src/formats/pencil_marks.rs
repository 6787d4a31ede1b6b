//! Pencil marks in 729 characters: nine per cell, each digit at its position or a blank.

use gordian_grid::{Candidates, Grid, Layout};

use super::alphabet::layout_of;
use super::grid::Word;
use super::{Format, FormatError, ParsedPuzzle};

/// The number of characters of a 9×9 grid.
pub(super) const LENGTH: usize = 729;

/// Reads the marks. A cell with one mark counts as a given, because the format cannot distinguish
/// the two. Marks that exclude nothing else are omitted.
pub(super) fn read(word: &Word<'_>, layout: Option<&Layout>) -> Result<ParsedPuzzle, FormatError> {
    let mut masks = vec![0_u64; 81];
    for (at, found) in word.text.chars().enumerate() {
        let column = word.column + at;
        let place = at % 9 + 1;
        match found.to_digit(10) {
            _ if found == '.' => {}
            Some(0) => {}
            Some(digit) if usize::try_from(digit) == Ok(place) => masks[at / 9] |= 1 << (place - 1),
            Some(digit) => {
                let narrow = |value: usize| u8::try_from(value).unwrap_or(u8::MAX);
                let digit = usize::try_from(digit).unwrap_or(usize::MAX);
                let (found, place) = (narrow(digit), narrow(place));
                return Err(FormatError::MisplacedMark { found, place, column });
            }
            None => return Err(FormatError::InvalidCharacter { found, column }),
        }
    }
    let layout = layout_of(9, layout)?;
    let all = layout.all_digits();
    let givens: Vec<u8> = masks
        .iter()
        .map(|mask| match mask.count_ones() {
            1 => u8::try_from(mask.trailing_zeros() + 1).unwrap_or(0),
            _ => 0,
        })
        .collect();
    let excludes = masks.iter().zip(&givens).any(|(&mask, &given)| given == 0 && mask != all);
    let mut puzzle = Grid::new(layout, givens);
    puzzle.marks = excludes.then(|| Candidates::from_masks(masks));
    Ok(ParsedPuzzle::new(puzzle, Format::PencilMarks))
}
