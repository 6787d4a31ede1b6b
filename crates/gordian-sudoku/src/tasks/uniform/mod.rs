//! Solved 9×9 grids, all equally likely.
//!
//! Boxes 1, 5 and 9 see nothing of each other: each may be any of the 9! boxes. So every solved
//! grid is given by exactly one triple of such boxes and by the place it has in the list of the `N`
//! ways to complete that triple. Let `M` be the largest `N` of any triple. Draw a triple and a place
//! below `M`, all equally likely; if the triple has no completion at that place, draw both again.
//! Each solved grid answers to one pair, and all pairs are equally likely: so are all grids. About
//! every second draw succeeds: the mean of `N` is 139,601.
//!
//! `N` and the completion at a place come from a ring of small matrices ([`ring`]), without any
//! search. That `M` is what it is said to be is proved by trying all triples up to symmetry, a
//! test that takes a minute; it also adds up the number of all solved grids.

mod ring;

use gordian_core::Random;

use ring::Ring;

/// The most ways to complete boxes 1, 5 and 9; there are that many if the three are equal.
const MOST_COMPLETIONS: u64 = 283_576;

/// Returns a solved 9×9 grid, row by row: each of the 6,670,903,752,021,072,936,960 there are is
/// equally likely, as far as the random source goes.
///
/// *Cost*: about 60 µs.
///
/// # Example
///
/// ```
/// use gordian_core::Random;
///
/// let grid = gordian_sudoku::tasks::random_grid(&mut Random::new(1));
/// let mut first_row = grid[..9].to_vec();
/// first_row.sort_unstable();
/// assert_eq!(first_row, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
/// ```
#[must_use]
pub fn random_grid(random: &mut Random) -> Vec<u8> {
    draw(random, MOST_COMPLETIONS, |random| {
        let boxes = std::array::from_fn(|_| {
            let mut digits = [0, 1, 2, 3, 4, 5, 6, 7, 8];
            random.shuffle(&mut digits);
            digits
        });
        Ring::new(&boxes)
    })
}

/// The ways to complete what was drawn, in some fixed order.
trait Completions {
    /// Returns how many there are.
    fn n(&self) -> u64;

    /// Returns the one at `place`, which is below their number.
    fn at(&self, place: u64) -> Vec<u8>;
}

/// Returns a grid, all equally likely if `start` draws the starts with equal probability, each grid
/// completes exactly one of them, and none has more than `most` completions.
fn draw<C: Completions>(
    random: &mut Random,
    most: u64,
    start: impl Fn(&mut Random) -> C,
) -> Vec<u8> {
    let most = usize::try_from(most).expect("a number of completions fits into memory");
    loop {
        let completions = start(random);
        let place = random.below(most) as u64;
        if place < completions.n() {
            return completions.at(place);
        }
    }
}

#[cfg(test)]
mod tests;
