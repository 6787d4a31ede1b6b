//! The encoding *4Cell*: numbers from 0 to 4 in some cells.
//!
//! Each character is one item, in reading order:
//!
//! | characters | meaning |
//! | --- | --- |
//! | `0` to `4` | a number |
//! | `5` to `9` | a number (0 to 4) and one blank cell |
//! | `a` to `e` | a number (0 to 4) and two blank cells |
//! | `.` | a clue without number |
//! | `g` to `z` | 1 to 20 blank cells |

use super::{BodyReader, LinkError, base_36};
use crate::board::{CellMap, Size};

/// A clue of the encoding: a number from 0 to 4, or a clue without number.
pub type FourCellClue = Option<u8>;

/// Reads the clues of a board; `None` is a blank cell.
///
/// # Errors
///
/// Fails at a character that does not belong to the encoding, and if the body ends before the last
/// cell. Blank cells beyond the last cell are accepted: encoders write them. What follows the item
/// of the last cell is left.
pub fn read(
    reader: &mut BodyReader<'_>,
    size: Size,
) -> Result<CellMap<Option<FourCellClue>>, LinkError> {
    let mut cells = vec![None; size.n_cells()];
    let mut next = 0;
    while next < cells.len() {
        let Some(item) = reader.next_or_end() else { break };
        let (clue, blanks) = match item {
            '.' => (Some(None), 0),
            'g'..='z' => (None, base_36::value(item) - 15),
            '0'..='9' | 'a'..='e' => {
                let value = base_36::value(item);
                (Some(Some(value % 5)), value / 5)
            }
            other => {
                return Err(
                    reader.unexpected(other, "a clue (0 to 9, a to e, .) or a gap (g to z)")
                );
            }
        };
        if clue.is_some() {
            cells[next] = clue;
            next += 1;
        }
        next += usize::from(blanks);
    }
    reader.require_all(next, cells.len(), "cells")?;
    Ok(CellMap::from_values(size, cells).expect("there is one value for each cell"))
}

/// Returns the clues of a board in the form that puzz.link writes.
///
/// # Panics
///
/// Panics if a number is above 4.
#[must_use]
pub fn write(clues: &CellMap<Option<FourCellClue>>) -> String {
    let mut out = String::new();
    let mut cells = clues.values();
    while let Some((&cell, rest)) = cells.split_first() {
        // The item of a number includes the blank cells after it, at most two. The last one
        // counts cells after the end of the board as blank.
        let blank = |limit| cells.iter().skip(1).take(limit).take_while(|c| c.is_none()).count();
        let length = match cell {
            Some(None) => {
                out.push('.');
                1
            }
            Some(Some(number)) => {
                assert!(number <= 4, "a number of the encoding is at most 4");
                let blanks = blank(2);
                let at_end = rest.len() == blanks;
                out.push(base_36::digit(usize::from(number) + 5 * if at_end { 2 } else { blanks }));
                1 + blanks
            }
            None => {
                let blanks = 1 + blank(19);
                out.push(base_36::digit(15 + blanks));
                blanks
            }
        };
        cells = &cells[length..];
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Reads a body as one row; blank cells are `.`, clues without number `#`.
    fn row(body: &str, columns: usize) -> Result<String, String> {
        let cells = read(&mut BodyReader::new(body, 0), Size::new(1, columns));
        let symbol = |cell: &Option<FourCellClue>| match cell {
            None => '.',
            Some(None) => '#',
            Some(Some(number)) => char::from(b'0' + number),
        };
        let cells = cells.map_err(|error| error.to_string())?;
        Ok(cells.values().iter().map(symbol).collect())
    }

    #[test]
    fn every_item_is_read() {
        let check = |body: &str, expected: &str| {
            assert_eq!(row(body, expected.len()).as_deref(), Ok(expected), "{body}");
        };
        check("01234", "01234");
        check("56789", "0.1.2.3.4.");
        check("abcde", "0..1..2..3..4..");
        check(".g.h", "#.#..");
        check("z1", "....................1");
        // A link without a body.
        check("", "...");
        // Blanks beyond the board.
        check("2c", "22");
        check("2z", "2.");
        // What follows the last cell.
        check("012.", "012");
        check("i0", "...");
    }

    #[test]
    fn errors_name_the_character() {
        let short = "the link ends after character 1, but 2 of 3 cells are missing";
        assert_eq!(row("2", 3).unwrap_err(), short);
        let check =
            |body: &str, expected: &str| assert_eq!(row(body, 3).unwrap_err(), expected, "{body}");
        check("0f", "character 2 is `f`, not a clue (0 to 9, a to e, .) or a gap (g to z)");
        check("A", "character 1 is `A`, not a clue (0 to 9, a to e, .) or a gap (g to z)");
    }

    proptest! {
        #[test]
        fn written_clues_are_read_back(
            rows in 1..8_usize,
            columns in 1..8_usize,
            // Mostly blanks, so that long gaps occur.
            cells in prop::collection::vec(
                prop_oneof![8 => Just(None), 1 => Just(Some(None)), 2 => (0..=4_u8).prop_map(|n| Some(Some(n)))],
                64,
            ),
        ) {
            let size = Size::new(rows, columns);
            let clues = CellMap::from_values(size, cells[..size.n_cells()].to_vec()).unwrap();
            let body = write(&clues);
            prop_assert_eq!(read(&mut BodyReader::new(&body, 0), size), Ok(clues));
        }
    }
}
