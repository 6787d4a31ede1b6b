//! Uniformly random solved 9×9 grids.
//!
//! Boxes 1, 5 and 9 share no house, so each can be any of the 9! boxes. Every solved grid
//! corresponds to exactly one triple of such boxes and one index in the list of the `N` completions
//! of that triple. Let `M` be the largest `N` of any triple. Draw a triple and an index below `M`
//! uniformly; if the triple has no completion with this index, draw both again. Each solved grid
//! corresponds to one pair, and all pairs are equally likely, so the grids are uniform. About every
//! second draw succeeds: the mean of `N` is 139,601.
//!
//! `N` and the completion with a given index come from products of small matrices ([`box_cycle`]),
//! without a search. A test that takes a minute verifies `M` by trying all triples up to symmetry;
//! it also sums up the number of all solved grids.

mod box_cycle;

use gordian_core::Random;

use box_cycle::BoxCycle;

/// The largest number of completions of boxes 1, 5 and 9; reached if the three are equal.
const MAX_COMPLETIONS: u64 = 283_576;

/// Returns a solved 9×9 grid, row by row, uniformly distributed over all
/// 6,670,903,752,021,072,936,960 grids, as far as the random source allows.
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
    rejection_sample(random, MAX_COMPLETIONS, |random| {
        let boxes = std::array::from_fn(|_| {
            let mut digits = [0, 1, 2, 3, 4, 5, 6, 7, 8];
            random.shuffle(&mut digits);
            digits
        });
        BoxCycle::new(&boxes)
    })
}

/// The completions of a start, in some fixed order.
trait Completions {
    /// Returns the number of completions.
    fn count(&self) -> u64;

    /// Returns the completion with index `place`, which is below their number.
    fn nth(&self, place: u64) -> Vec<u8>;
}

/// Returns a uniformly random grid. `start` must draw the starts uniformly, each grid must complete
/// exactly one start, and no start may have more than `most` completions.
fn rejection_sample<C: Completions>(
    random: &mut Random,
    most: u64,
    start: impl Fn(&mut Random) -> C,
) -> Vec<u8> {
    let most = usize::try_from(most).expect("the number of completions fits into usize");
    loop {
        let completions = start(random);
        let place = random.below(most) as u64;
        if place < completions.count() {
            return completions.nth(place);
        }
    }
}

#[cfg(test)]
mod tests;
