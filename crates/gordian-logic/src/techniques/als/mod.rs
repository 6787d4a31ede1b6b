//! Techniques with almost locked sets, sets for short: n cells of a house with n + 1 candidates.
//!
//! A digit that two sets share is a *restricted common*, RC, if each place in one set sees each
//! place in the other, so that only one of them can hold it. A set without one of its digits holds
//! all others.
//!
//! - *ALS-XZ*: two sets with an RC x. One of them lacks x and so holds every other common digit z:
//!   what sees all z of both goes. With two RCs (*doubly linked*) each set lacks one of them, and
//!   both are locked: each RC goes from what sees all its places in both, and each other digit of a
//!   set from what sees all its places in this set.
//! - *ALS-XY-wing*: a set C with RC x to a set A and a different RC y to a set B. C cannot lack both,
//!   so A lacks x or B lacks y, and what sees all z of A and B goes. With three cells this is the
//!   XY-wing.
//! - *ALS chain*: the same with more sets between A and B; the RCs on both sides of a set differ.
//! - *Death blossom*: a cell, the stem, and for each of its candidates a set, a petal, of which all
//!   places of this candidate see the stem. Whatever the stem holds, one petal lacks it and holds
//!   each digit z that all petals have: what sees all z of all petals goes. If z is a candidate of
//!   the stem, what goes must see the stem, too, and z itself needs no petal.
//!
//! ```text
//! row 2:  A {1 4} . . {4 9}     B {1 9} in row 7 below {4 9}: 9 is restricted, A or B holds 1 and 4,
//! row 7:    . . .   {1 9}       or 1: what sees the 1 of both goes
//! ```
//!
//! Known from the Sudoku Players' forum (Bennys, 2005) and described as here by SudokuWiki and by
//! HoDoKu, which decides what is one step: all digits z of the same two sets at once, and no two
//! sets with a common cell beside each other or at both ends.

mod blossom;
mod chain;
mod wing;
mod xz;

pub(super) use xz::find as xz;

use crate::als::Als;
use crate::board::{Board, digits};
use crate::commons::Overlap;
use crate::context::{Context, Flow, Steps};
use crate::step::{Candidate, Link, Node, Pattern, Set};

pub(super) fn wings<const W: usize>(context: &Context<'_, W>, steps: &mut Steps<'_>) -> Flow {
    each_overlap(steps, |steps, overlap| wing::find(context, steps, overlap))
}

pub(super) fn chains<const W: usize>(context: &Context<'_, W>, steps: &mut Steps<'_>) -> Flow {
    each_overlap(steps, |steps, overlap| chain::find(context, steps, overlap))
}

pub(super) fn blossoms<const W: usize>(context: &Context<'_, W>, steps: &mut Steps<'_>) -> Flow {
    each_overlap(steps, |steps, overlap| blossom::find(context, steps, overlap))
}

/// Looks for steps with sets that have no cell in common and, if everything is wanted, then for those
/// with sets that have some.
fn each_overlap(
    steps: &mut Steps<'_>,
    mut find: impl FnMut(&mut Steps<'_>, Overlap) -> Flow,
) -> Flow {
    find(steps, Overlap::No)?;
    if steps.thorough { find(steps, Overlap::Yes) } else { Flow::Continue(()) }
}

/// Returns what sees all places of a digit of two sets, for each digit of a mask.
fn seen_by_both<const W: usize>(
    board: &Board<W>,
    one: &Als<W>,
    other: &Als<W>,
    mask: u64,
) -> Vec<Candidate> {
    let mut gone = Vec::new();
    for digit in digits(mask) {
        let cells = board.places(digit) & one.part(digit).seen & other.part(digit).seen;
        gone.extend(cells.each().map(|cell| Candidate::new(cell, digit)));
    }
    gone
}

/// Returns the pattern of a row of sets, each with the restricted common that links it to the next.
fn pattern<const W: usize>(sets: &[&Als<W>], commons: &[u8]) -> Pattern {
    let links = sets.windows(2).zip(commons).map(|(pair, &digit)| {
        let node = |set: &Als<W>| Node {
            digit,
            cells: set.part(digit).places.to_vec(),
            through: set.cells.to_vec(),
        };
        Link::weak(node(pair[0]), node(pair[1]))
    });
    let mut cells: Vec<usize> = sets.iter().flat_map(|set| set.cells.each()).collect();
    cells.sort_unstable();
    cells.dedup();
    let mut digits = commons.to_vec();
    digits.sort_unstable();
    digits.dedup();
    let sets = sets.iter().map(|set| Set { cells: set.cells.to_vec(), digits: set.digits });
    Pattern { digits, cells, links: links.collect(), sets: sets.collect(), ..Pattern::default() }
}
