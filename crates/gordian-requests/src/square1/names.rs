//! Positions in requests about the Square-1.

use gordian_perm::square1::{Colours, Notation, Position, parse_position_or_sequence};

use crate::ErrorDetail;

/// Reads a position, or the sequence that leads to it.
pub(super) fn read(
    text: &str,
    colours: Colours,
    notation: Notation,
) -> Result<Position, ErrorDetail> {
    parse_position_or_sequence(text, colours, notation)
        .map_err(|error| ErrorDetail::of_square1(&error, text))
}
