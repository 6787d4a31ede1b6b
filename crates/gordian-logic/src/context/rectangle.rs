//! Rectangles whose two digits could be exchanged.

use crate::board::{Board, bit, digits};

/// Four cells in two rows and two columns that can hold two digits crosswise in both ways.
///
/// Corners 0 and 1 are in one row, 2 and 3 in another; 0 and 2 are in one column, 1 and 3 in
/// another. Corners whose numbers add up to 3 are opposite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rectangle {
    pub(crate) corners: [usize; 4],
    /// The two digits, as bits.
    pub(crate) pair: u64,
}

/// Returns whether the two digits of `pair` can be exchanged if they fill `corners` crosswise: the
/// puzzle admits both in each corner, and every house with a corner has exactly two corners, which
/// are adjacent. (With regions: exactly two regions, and a diagonal or group contains both corners
/// of one side or none.)
pub(crate) fn is_exchangeable<const W: usize>(
    board: &Board<W>,
    corners: &[usize; 4],
    pair: u64,
) -> bool {
    let topology = &board.topology;
    let admits_pair = |&corner: &usize| board.admits(corner, pair);
    corners.iter().all(admits_pair)
        && (0..4).all(|corner| {
            topology.houses_of[corners[corner]].iter().all(|&house| {
                let has = |corner: usize| topology.houses[house].cells.has(corners[corner]);
                has(corner ^ 1) != has(corner ^ 2) && !has(corner ^ 3)
            })
        })
}

/// Returns the rectangles of open cells with one corner that has only the pair, and three corners
/// with at least one candidate of the pair.
pub(crate) fn rectangles<const W: usize>(board: &Board<W>) -> Vec<Rectangle> {
    let (topology, n) = (&board.topology, board.topology.n);
    let mut found = Vec::new();
    for corner in board.bivalue().iter() {
        let pair = board.mask(corner);
        let mut either = digits(pair).map(|digit| board.places(digit));
        let (Some(one), Some(other)) = (either.next(), either.next()) else { continue };
        let places = one | other;
        let (row, column) = (corner / n, n + corner % n);
        let in_row = places & topology.houses[row].cells;
        let in_column = places & topology.houses[column].cells;
        for beside in in_row.iter().filter(|&beside| beside != corner) {
            for below in in_column.iter().filter(|&below| below != corner) {
                let opposite = below / n * n + beside % n;
                // Each rectangle once: from the first corner that has only the pair.
                let is_earlier = |cell: usize| cell < corner && board.mask(cell) == pair;
                if !places.has(opposite) || [beside, below, opposite].into_iter().any(is_earlier) {
                    continue;
                }
                let mut corners = [corner, beside, below, opposite];
                corners.sort_unstable();
                if is_exchangeable(board, &corners, pair) {
                    found.push(Rectangle { corners, pair });
                }
            }
        }
    }
    found
}

impl Rectangle {
    /// Returns the numbers of the roof corners: those with candidates besides the pair.
    pub(crate) fn roof<const W: usize>(&self, board: &Board<W>) -> impl Iterator<Item = usize> {
        (0..4).filter(|&corner| board.mask(self.corners[corner]) & !self.pair != 0)
    }

    /// Returns the digit of the pair that is not `digit`.
    pub(crate) fn other(&self, digit: u8) -> u8 {
        crate::board::lowest(self.pair & !bit(digit))
    }
}
