//! Large grids with evenly spread holes (quasigroups with holes).

use gordian_core::Random;
use gordian_grid::{Grid, Layout};

use super::{TaskError, shuffled_grid};

/// A solved grid with holes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridWithHoles {
    /// The grid without the digits in the holes. It may have several solutions.
    pub puzzle: Grid,
    /// The solved grid, row by row.
    pub solution: Vec<u8>,
}

/// Returns a solved grid ([`shuffled_grid`]) with `holes` holes, balanced so that the numbers of
/// holes in any two rows, columns or boxes differ by at most one.
///
/// Such problems, *quasigroups with holes*, are the usual benchmark of large grids. The share of
/// holes determines their difficulty, with a sharp transition: singles alone almost solve 36×36
/// grids with 44% holes, and leave nine of ten holes open with 48%. With many more holes there are
/// many solutions.
///
/// The cells of one digit in a solved grid are one in each row, column and box. So the holes are
/// the cells of the first digits of a second, independent grid, and some of the cells of its next
/// digit.
///
/// *Cost*: a few milliseconds for 64×64. The same seed gives the same grid on every machine.
///
/// *Source*: Kautz, Ruan, Achlioptas, Gomes, Selman, Stickel: "Balance and filtering in structured
/// satisfiable problems", IJCAI 2001, for the idea of balance, there over rows and columns.
///
/// # Errors
///
/// Fails if there are more holes than cells, or if the layout has houses other than rows, columns
/// and boxes.
pub fn balanced_holes(
    layout: &Layout,
    holes: usize,
    seed: u64,
) -> Result<GridWithHoles, TaskError> {
    let cells = layout.n_cells();
    if holes > cells {
        return Err(TaskError::TooManyHoles { holes, cells });
    }
    let mut random = Random::new(seed);
    let solution = shuffled_grid(layout, &mut random)?;
    let places = shuffled_grid(layout, &mut random)?;
    let n_full = holes / layout.n();
    let digit = |cell: &usize| usize::from(places[*cell]);
    let full = (0..cells).filter(|cell| digit(cell) <= n_full);
    let mut next: Vec<usize> = (0..cells).filter(|cell| digit(cell) == n_full + 1).collect();
    random.shuffle(&mut next);
    let mut givens = solution.clone();
    for cell in full.chain(next.into_iter().take(holes % layout.n())) {
        givens[cell] = 0;
    }
    Ok(GridWithHoles { puzzle: Grid::new(layout.clone(), givens), solution })
}
