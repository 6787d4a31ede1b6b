//! XY-wings (4.2) and XYZ-wings (4.4).
//!
//! ```text
//! x y z  .  .     The pivot has two candidates (or three), the wings have two each and see it:
//! .  .  .         whatever the pivot holds, one of the wings (or the pivot) holds z. Cells that
//! x z   y z       see all cells that may hold z lose z.
//! ```

use crate::grid::{CELLS, GRID, Grid, cells};
use crate::step::{ExplainerRule, FoundStep};

/// Returns the first XY-wing, or XYZ-wing.
pub(crate) fn find(grid: &Grid, xyz: bool) -> Option<FoundStep> {
    let (size, rule, rating) =
        if xyz { (3, ExplainerRule::XyzWing, 44) } else { (2, ExplainerRule::XyWing, 42) };
    for pivot in (0..CELLS).filter(|&cell| grid.count(cell) == size) {
        let wings = || GRID.peers[pivot].iter().copied().filter(|&cell| grid.count(cell) == 2);
        for first in wings() {
            if (grid.mask(pivot) & !grid.mask(first)).count_ones() != 1 {
                continue;
            }
            for second in wings() {
                let masks = [grid.mask(pivot), grid.mask(first), grid.mask(second)];
                let all = masks[0] | masks[1] | masks[2];
                let common = masks[0] & masks[1] & masks[2];
                if all.count_ones() != 3 || common.count_ones() != u32::from(xyz) {
                    continue;
                }
                let digit = (masks[1] & masks[2]).trailing_zeros() as usize;
                let mut seen = GRID.sees[first] & GRID.sees[second];
                if xyz {
                    seen &= GRID.sees[pivot];
                }
                let losing = cells(seen & !(1 << pivot)).filter(|&cell| grid.has(cell, digit));
                let removals = losing.map(|cell| (cell, 1 << digit)).collect();
                if let Some(found) = FoundStep::removing(rule, rating, removals) {
                    return Some(found);
                }
            }
        }
    }
    None
}
