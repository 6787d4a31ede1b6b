//! Steps that place a digit at once.
//!
//! Besides the two singles, these are "direct" forms of locked digits and hidden sets: instead of
//! the eliminations of the pattern, the step places the hidden single that the pattern leaves. They
//! are rated below the naked single because they can be seen without pencil marks.

use crate::grid::{BLOCKS, CELLS, GRID, Grid, KINDS, ROWS, bits, choices};
use crate::sets::{CROSSINGS, Crossing, union_of};
use crate::step::{ExplainerRule, FoundStep};

/// Returns the easiest step that places a digit.
pub(crate) fn find(grid: &Grid) -> Option<FoundStep> {
    hidden_single(grid, true)
        .or_else(|| hidden_single(grid, false))
        .or_else(|| locking(grid))
        .or_else(|| hidden_set(grid, 2))
        .or_else(|| naked_single(grid))
        .or_else(|| hidden_set(grid, 3))
}

/// Finds a region with one open cell, or else a digit with one place in a region.
fn hidden_single(grid: &Grid, last_cell: bool) -> Option<FoundStep> {
    for kind in KINDS {
        for region in kind..kind + 9 {
            if (grid.open(region) == 1) != last_cell {
                continue;
            }
            for digit in 0..9 {
                let places = grid.places(region, digit);
                if places.count_ones() == 1 {
                    let cell = GRID.cells[region][places.trailing_zeros() as usize];
                    let rating = if last_cell {
                        10
                    } else if kind == BLOCKS {
                        12
                    } else {
                        15
                    };
                    return Some(FoundStep::placing(
                        ExplainerRule::HiddenSingle,
                        rating,
                        cell,
                        digit,
                    ));
                }
            }
        }
    }
    None
}

fn naked_single(grid: &Grid) -> Option<FoundStep> {
    let cell = (0..CELLS).find(|&cell| grid.count(cell) == 1)?;
    let digit = grid.mask(cell).trailing_zeros() as usize;
    Some(FoundStep::placing(ExplainerRule::NakedSingle, 23, cell, digit))
}

/// Finds locked digits that leave one place in another region of the same kind.
fn locking(grid: &Grid) -> Option<FoundStep> {
    for crossing in &CROSSINGS {
        let Crossing { base, cover, shared_base, .. } = *crossing;
        for digit in 0..9 {
            let places = grid.places(base, digit);
            if places.count_ones() < 2 || places & !shared_base != 0 {
                continue;
            }
            let kind = base / 9 * 9;
            for third in (kind..kind + 9).filter(|&third| third != base) {
                let others = grid.places(third, digit);
                if others.count_ones() < 2 {
                    continue;
                }
                let in_cover = cover_places(third, cover);
                let left = others & !in_cover;
                if in_cover != 0 && left.count_ones() == 1 {
                    let cell = GRID.cells[third][left.trailing_zeros() as usize];
                    let (rule, rating) = if base < ROWS {
                        (ExplainerRule::DirectPointing, 17)
                    } else {
                        (ExplainerRule::DirectClaiming, 19)
                    };
                    return Some(FoundStep::placing(rule, rating, cell, digit));
                }
            }
        }
    }
    None
}

/// Returns the places of `region` that are also in `cover`.
fn cover_places(region: usize, cover: usize) -> u16 {
    (0..9)
        .filter(|&place| GRID.region[GRID.cells[region][place]].contains(&cover))
        .fold(0, |set, place| set | 1 << place)
}

/// Finds a hidden set that leaves another digit one place.
fn hidden_set(grid: &Grid, size: usize) -> Option<FoundStep> {
    let (rule, rating, n) = if size == 2 {
        (ExplainerRule::DirectHiddenPair, 20, 2)
    } else {
        (ExplainerRule::DirectHiddenTriplet, 25, 3)
    };
    for kind in KINDS {
        for region in (kind..kind + 9).filter(|&region| grid.open(region) > size) {
            for set in choices(n, 9) {
                let Some(common) = union_of(set, n, |digit| grid.places(region, digit)) else {
                    continue;
                };
                for digit in (0..9).filter(|digit| set >> digit & 1 == 0) {
                    let places = grid.places(region, digit);
                    let left = places & !common;
                    if places.count_ones() > 1 && left.count_ones() == 1 {
                        let place = bits(left).next()?;
                        let cell = GRID.cells[region][place];
                        return Some(FoundStep::placing(rule, rating, cell, digit));
                    }
                }
            }
        }
    }
    None
}
