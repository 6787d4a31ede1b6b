//! Links of Golden Waste: one bit for each place, 1 for an empty one.

use super::Goishi;
use crate::board::{Cell, Size};
use crate::link::{Link, LinkError, packed};
use crate::metadata::Metadata;

/// Reads a board. Links do not say where the walk starts: it may start anywhere.
pub(super) fn read(link: &Link, notes: &mut Vec<String>) -> Result<Goishi, LinkError> {
    link.require_flags("")?;
    let mut reader = link.reader();
    let empty = packed::read_bits(&mut reader, link.size.n_cells(), "places")?;
    reader.finish(notes)?;
    let places = link.size.cells().zip(empty);
    let coins: Vec<Cell> = places.filter(|(_, bit)| *bit == 0).map(|place| place.0).collect();
    if coins.is_empty() {
        return Err(LinkError::Invalid { message: "the board has no coin".to_owned() });
    }
    let Size { rows, columns } = link.size;
    Ok(Goishi { metadata: Metadata::default(), rows, columns, coins, start: None })
}

pub(super) fn write(puzzle: &Goishi) -> Result<Link, LinkError> {
    if puzzle.start.is_some() {
        return Err(LinkError::NotExpressible { what: "the start of a walk".to_owned() });
    }
    let Goishi { rows, columns, .. } = *puzzle;
    if rows.max(columns) > Size::MAX_SIDE {
        let what = format!("boards with more than {} rows or columns", Size::MAX_SIDE);
        return Err(LinkError::NotExpressible { what });
    }
    let size = Size::new(rows, columns);
    let bit = |cell| usize::from(puzzle.coins.binary_search(&cell).is_err());
    let bits: Vec<usize> = size.cells().map(bit).collect();
    Ok(Link::new("goishi", size, packed::write(&bits, 2)))
}
