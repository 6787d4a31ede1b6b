//! Techniques with almost locked sets (ALS): n cells of a house with n + 1 candidates.
//!
//! A digit that two sets share is a *restricted common*, RCC, if each place in one set sees each
//! place in the other, so that only one of the sets can contain it. A set that lacks one of its
//! digits contains all others.
//!
//! - *ALS-XZ*: two sets with an RCC x. One of them lacks x and so contains every other common digit
//!   z: candidates z that see all z of both are eliminated. With two RCCs (*doubly linked*) each
//!   set lacks one of them, and both are locked: each RCC is eliminated from cells that see all its
//!   places in both sets, and each other digit of a set from cells that see all its places in this
//!   set.
//! - *ALS-XY-wing*: a set C with RCC x to a set A and a different RCC y to a set B. C cannot lack
//!   both, so A lacks x or B lacks y, and candidates z that see all z of A and B are eliminated.
//!   With three bivalue cells this is the XY-wing.
//! - *ALS chain*: the same with more sets between A and B; the RCCs on both sides of a set differ.
//! - *Death blossom*: a cell, the stem, and for each of its candidates a set, a petal, whose places
//!   of this candidate all see the stem. Whichever digit the stem holds, one petal lacks it and
//!   contains each digit z that all petals have: candidates z that see all z of all petals are
//!   eliminated. If z is a candidate of the stem, the eliminated candidates must also see the stem,
//!   and z needs no petal.
//!
//! ```text
//! row 2:  A {1 4} . . {4 9}     B {1 9} in row 7 below {4 9}: 9 is restricted, so A or B contains
//! row 7:    . . .   {1 9}       1, and candidates 1 that see the 1 of both are eliminated
//! ```
//!
//! *Source*: Bennys, Sudoku Players' Forum, 2005; described as here by SudokuWiki and HoDoKu. What
//! counts as one step follows HoDoKu: all digits z of the same two sets together, and no overlap
//! between adjacent sets or between both ends.

mod blossom;
mod chain;
mod wing;
mod xz;

pub(super) use xz::find as xz;

use gordian_grid::Candidate;

use crate::board::{Board, digits};
use crate::context::als::Als;
use crate::context::restricted_commons::Overlap;
use crate::context::{Context, Flow, StepSink};
use crate::step::{Link, Node, Pattern, Set};

pub(super) fn wings<const W: usize>(context: &Context<'_, W>, steps: &mut StepSink<'_>) -> Flow {
    each_overlap(steps, |steps, overlap| wing::find(context, steps, overlap))
}

pub(super) fn chains<const W: usize>(context: &Context<'_, W>, steps: &mut StepSink<'_>) -> Flow {
    each_overlap(steps, |steps, overlap| chain::find(context, steps, overlap))
}

pub(super) fn blossoms<const W: usize>(context: &Context<'_, W>, steps: &mut StepSink<'_>) -> Flow {
    each_overlap(steps, |steps, overlap| blossom::find(context, steps, overlap))
}

/// Finds steps with disjoint sets and then, if thorough, steps with overlapping sets.
fn each_overlap(
    steps: &mut StepSink<'_>,
    mut find: impl FnMut(&mut StepSink<'_>, Overlap) -> Flow,
) -> Flow {
    find(steps, Overlap::Forbidden)?;
    if steps.thorough { find(steps, Overlap::Allowed) } else { Flow::Continue(()) }
}

/// Returns the candidates that see all places of their digit in two sets, for each digit of a mask.
fn seen_by_both<const W: usize>(
    board: &Board<W>,
    one: &Als<W>,
    other: &Als<W>,
    mask: u64,
) -> Vec<Candidate> {
    let mut eliminated = Vec::new();
    for digit in digits(mask) {
        let cells = board.places(digit) & one.of_digit(digit).seen & other.of_digit(digit).seen;
        eliminated.extend(cells.iter().map(|cell| Candidate::new(cell, digit)));
    }
    eliminated
}

/// Returns the pattern of a chain of sets with the restricted commons between them.
fn pattern<const W: usize>(sets: &[&Als<W>], commons: &[u8]) -> Pattern {
    let links = sets.windows(2).zip(commons).map(|(pair, &digit)| {
        let node = |set: &Als<W>| Node {
            digit,
            cells: set.of_digit(digit).places.to_vec(),
            through: set.cells.to_vec(),
        };
        Link::weak(node(pair[0]), node(pair[1]))
    });
    let mut cells: Vec<usize> = sets.iter().flat_map(|set| set.cells.iter()).collect();
    cells.sort_unstable();
    cells.dedup();
    let mut digits = commons.to_vec();
    digits.sort_unstable();
    digits.dedup();
    let sets = sets.iter().map(|set| Set { cells: set.cells.to_vec(), digits: set.digits });
    Pattern { digits, cells, links: links.collect(), sets: sets.collect(), ..Pattern::default() }
}
