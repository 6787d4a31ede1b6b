//! Wings: a few cells with few candidates, one of which must hold a certain digit.
//!
//! - *XY-wing*, also "Y-wing": a cell `{x y}`, the pivot, sees a cell `{x z}` and a cell `{y z}`,
//!   the pincers. Whichever digit the pivot is, one pincer is z; z is eliminated from the cells
//!   that see both.
//! - *XYZ-wing*: the pivot is `{x y z}`. z is in one of the three cells and is eliminated from the
//!   cells that see all of them.
//! - *WXYZ-wing*, also "bent quadruple": four cells with four digits between them, not in one
//!   house. All places of each digit except z see one another, so these three digits fill at most
//!   three of the cells, and z is in the fourth; it is eliminated from the cells that see all its
//!   places.
//! - *W-wing*: two cells `{x z}` that do not see each other, and a house with two places for x, one
//!   seen by the first cell and the other by the second. The cells cannot both be x, so one is z.
//!
//! ```text
//! XY-wing  -z {xy} -z |  . {xz}  .        W-wing   {xz} .  . | .  . -z
//!           .   .   . |  .   .   .                  .   .  . | .  .  .
//!         {yz}  .   . | -z  -z  -z                  x   .  . | .  .  x    the only ones of row 3
//!         ------------+------------               -----------+---------
//!           .   .   . |  .   .   .                 -z   .  . | .  . {xz}
//! ```
//!
//! *Source*: Sudoku Players' Forum, 2005; the W-wing is by George Woods.

use smallvec::SmallVec;

use crate::board::{Board, bit, digits, lowest};
use crate::cells::Cells;
use crate::context::{Context, Flow, StepSink};
use crate::step::{Link, Mark, Node, Pattern};

pub(super) fn xy_wings<const W: usize>(context: &Context<'_, W>, steps: &mut StepSink<'_>) -> Flow {
    let (board, topology) = (context.board, &context.board.topology);
    let bivalue = board.bivalue();
    for pivot in bivalue.iter() {
        let pincers = bivalue & topology.peers[pivot];
        for first in pincers.iter() {
            let shared = board.mask(first) & board.mask(pivot);
            if shared.count_ones() != 1 {
                continue;
            }
            let z = board.mask(first) & !shared;
            let other = (board.mask(pivot) & !shared) | z;
            for second in pincers.iter().filter(|&second| second > first) {
                if board.mask(second) != other {
                    continue;
                }
                let seen = topology.peers[first] & topology.peers[second];
                let eliminated = board.places(lowest(z)) & seen;
                let pattern = || pattern(board, &[pivot, first, second], z);
                steps.eliminate(lowest(z), eliminated, pattern)?;
            }
        }
    }
    Flow::Continue(())
}

pub(super) fn xyz_wings<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut StepSink<'_>,
) -> Flow {
    let (board, topology) = (context.board, &context.board.topology);
    let bivalue = board.bivalue();
    let has_three = |cell: &usize| board.mask(*cell).count_ones() == 3;
    for pivot in board.open().iter().filter(has_three) {
        let mask = board.mask(pivot);
        let pincers = bivalue & topology.peers[pivot];
        for first in pincers.iter().filter(|&first| board.mask(first) & !mask == 0) {
            for second in pincers.iter().filter(|&second| second > first) {
                if board.mask(first) | board.mask(second) != mask {
                    continue;
                }
                let z = board.mask(first) & board.mask(second);
                if z.count_ones() != 1 {
                    continue;
                }
                let cells = [pivot, first, second];
                let seen = topology.seen_by_all(cells.into_iter().collect());
                let eliminated = board.places(lowest(z)) & seen;
                steps.eliminate(lowest(z), eliminated, || pattern(board, &cells, z))?;
            }
        }
    }
    Flow::Continue(())
}

/// Returns the pattern of a wing in which one of `cells` holds `z`.
fn pattern<const W: usize>(board: &Board<W>, cells: &[usize], z: u64) -> Pattern {
    let all = cells.iter().fold(0, |all, &cell| all | board.mask(cell));
    let mut marks = Vec::new();
    for &cell in cells {
        marks.extend(board.marks(cell, !z, Mark::Pattern));
        marks.extend(board.marks(cell, z, Mark::Second));
    }
    Pattern { digits: digits(all).collect(), cells: cells.to_vec(), marks, ..Pattern::default() }
}

pub(super) fn wxyz_wings<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut StepSink<'_>,
) -> Flow {
    let board = context.board;
    let few = |cell: &usize| (2..=4).contains(&board.mask(*cell).count_ones());
    let few: Vec<usize> = board.open().iter().filter(few).collect();
    grow_bent_set(
        context,
        steps,
        &few,
        &mut BentSet { cells: SmallVec::new(), mask: 0, non_restricted: 0 },
    )
}

/// A part of the cells of a WXYZ-wing.
struct BentSet {
    cells: SmallVec<[usize; 4]>,
    /// Their candidates.
    mask: u64,
    /// The non-restricted digits: those that two of the cells can both hold.
    non_restricted: u64,
}

/// Extends the set with cells from `few` to four cells and reports the wings.
fn grow_bent_set<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut StepSink<'_>,
    few: &[usize],
    bent_so_far: &mut BentSet,
) -> Flow {
    let (board, topology) = (context.board, &context.board.topology);
    for (number, &cell) in few.iter().enumerate() {
        context.continues()?;
        let (mask, non_restricted) = (bent_so_far.mask, bent_so_far.non_restricted);
        let apart = bent_so_far.cells.iter().filter(|&&other| !topology.peers[cell].has(other));
        let shared = apart.fold(0, |all, &other| all | board.mask(other)) & board.mask(cell);
        let with = BentSet {
            cells: bent_so_far.cells.iter().copied().chain([cell]).collect(),
            mask: mask | board.mask(cell),
            non_restricted: non_restricted | shared,
        };
        if with.mask.count_ones() > 4 || with.non_restricted.count_ones() > 1 {
            continue;
        }
        if with.cells.len() < 4 {
            *bent_so_far = with;
            grow_bent_set(context, steps, &few[number + 1..], bent_so_far)?;
            bent_so_far.cells.pop();
            (bent_so_far.mask, bent_so_far.non_restricted) = (mask, non_restricted);
        } else if with.mask.count_ones() == 4 && with.non_restricted != 0 {
            let z = lowest(with.non_restricted);
            let cells: Cells<W> = with.cells.iter().copied().collect();
            let eliminated = board.places(z) & topology.seen_by_all(cells & board.places(z));
            steps.eliminate(z, eliminated, || pattern(board, &with.cells, with.non_restricted))?;
        }
    }
    Flow::Continue(())
}

pub(super) fn w_wings<const W: usize>(context: &Context<'_, W>, steps: &mut StepSink<'_>) -> Flow {
    let (board, topology) = (context.board, &context.board.topology);
    let bivalue = board.bivalue();
    for first in bivalue.iter() {
        context.continues()?;
        for second in (bivalue - topology.peers[first]).iter().filter(|&second| second > first) {
            if board.mask(first) != board.mask(second) {
                continue;
            }
            let seen = topology.peers[first] & topology.peers[second];
            for z in digits(board.mask(first)) {
                let eliminated = board.places(z) & seen;
                if !eliminated.is_empty() {
                    let x = lowest(board.mask(first) & !bit(z));
                    find_bridges(context, steps, &WWingEnds { first, second, x, z, eliminated })?;
                }
            }
        }
    }
    Flow::Continue(())
}

/// Two cells with candidates x and z, and the places of z that see both.
struct WWingEnds<const W: usize> {
    first: usize,
    second: usize,
    x: u8,
    z: u8,
    eliminated: Cells<W>,
}

/// Finds houses whose two places for x see one end each.
fn find_bridges<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut StepSink<'_>,
    ends: &WWingEnds<W>,
) -> Flow {
    let (board, topology) = (context.board, &context.board.topology);
    let &WWingEnds { first, second, x, z, eliminated } = ends;
    let sees = |cell: usize, other: usize| topology.peers[cell].has(other);
    for (number, house) in topology.houses.iter().enumerate().filter(|(_, house)| house.full) {
        let Some((low, high)) = (board.places(x) & house.cells).pair() else { continue };
        let (near, far) = if sees(first, low) && sees(second, high) {
            (low, high)
        } else if sees(first, high) && sees(second, low) {
            (high, low)
        } else {
            continue;
        };
        let link = |from: (usize, u8), to: (usize, u8), strong: bool| Link {
            from: Node::one(from.0, from.1),
            to: Node::one(to.0, to.1),
            strong,
            house: (strong && from.1 == to.1).then_some(number),
        };
        steps.eliminate(z, eliminated, || Pattern {
            digits: digits(bit(x) | bit(z)).collect(),
            cells: vec![first, second, near, far],
            houses: vec![number],
            links: vec![
                link((first, z), (first, x), true),
                link((first, x), (near, x), false),
                link((near, x), (far, x), true),
                link((far, x), (second, x), false),
                link((second, x), (second, z), true),
            ],
            ..Pattern::default()
        })?;
    }
    Flow::Continue(())
}
