//! The rules of Sudoku as bitwise operations on planes.
//!
//! A plane is one candidate of all nodes; `and`, `or` and majority operate on all nodes at once. A
//! round sweeps over the grid until few nodes still change: a *cell pass* counts the candidates of
//! every cell (none, one, more), a *house pass* applies the rules of every digit to every band and
//! every stack. Counting up to two suffices:
//!
//! ```text
//! some of a, b, c       a | b | c
//! several of a, b, c    majority(a, b, c)
//! several of six        several(1..3) | several(4..6) | some(1..3) & some(4..6)
//! ```

#![expect(
    clippy::needless_range_loop,
    reason = "indices of cells, digits and registers are meaningful"
)]

use super::planes::{N_CANDIDATE_PLANES, Planes};
use super::word::Word;

/// The policy that ends the sweeps of a round.
#[derive(Clone, Copy, Debug)]
pub(super) struct SweepPolicy {
    /// The minimum number of sweeps.
    pub(super) min_sweeps: u32,
    /// The maximum number of sweeps. A lane that still changes after them continues in the next
    /// round.
    pub(super) max_sweeps: u32,
    /// Sweeping stops once fewer lanes than this still change: a sweep costs the same for one
    /// active lane as for all, and the idle ones could get new nodes.
    pub(super) min_active_lanes: u32,
}

impl SweepPolicy {
    /// Returns the policy of three sweeps, then until fewer than three of ten lanes change.
    /// Measured on all benchmark sets: from 2 to 4 sweeps and from 20 to 40 % the times differ by
    /// less than 4 %.
    pub(super) fn for_lanes(lanes: usize) -> Self {
        Self {
            min_sweeps: 3,
            max_sweeps: 20,
            min_active_lanes: u32::try_from(lanes * 3 / 10).unwrap_or(u32::MAX),
        }
    }
}

/// Sweeps over the grid; see [`SweepPolicy`]. The last pass is always a cell pass, so that its
/// flags match the remaining candidates, which the choice of the branch relies on.
#[inline(always)]
pub(super) fn propagate<W: Word>(planes: &mut Planes<W>, proof: W::Proof, policy: SweepPolicy) {
    let mut sweeps = 0;
    loop {
        cell_pass(planes, proof);
        let active = planes.changed.and(planes.is_open).and_not(planes.contradictory);
        if sweeps == policy.max_sweeps
            || sweeps >= policy.min_sweeps && count(active) < policy.min_active_lanes
        {
            return;
        }
        house_pass(planes, proof);
        sweeps += 1;
    }
}

/// Returns the number of set lanes.
#[inline(always)]
fn count<W: Word>(lanes: W) -> u32 {
    (0..W::LANES / 64).map(|group| lanes.group(group).count_ones()).sum()
}

/// Counts the candidates of every cell and sets the flags of contradictory, open and changed lanes.
#[inline(always)]
fn cell_pass<W: Word>(planes: &mut Planes<W>, proof: W::Proof) {
    let mut contradictory = planes.contradictory;
    let mut open = W::zero(proof);
    let mut moved = W::zero(proof);
    for cell in 0..81 {
        let v = &planes.stored;
        let (x0, x1, x2) = (v[cell], v[81 + cell], v[162 + cell]);
        let (x3, x4, x5) = (v[243 + cell], v[324 + cell], v[405 + cell]);
        let (x6, x7, x8) = (v[486 + cell], v[567 + cell], v[648 + cell]);
        let (a, b, c) = (x0.or3(x1, x2), x3.or3(x4, x5), x6.or3(x7, x8));
        let several = x0.majority(x1, x2).or3(x3.majority(x4, x5), x6.majority(x7, x8));
        let some = a.or3(b, c);
        let multi = a.majority(b, c).or(several);
        contradictory = contradictory.or_and_not(W::ones(proof), some);
        contradictory = contradictory.or_and(multi, planes.must_be_single[cell]);
        planes.must_be_single[cell] = planes.fixed[cell];
        moved = moved.or_xor(multi, planes.has_several[cell]);
        open = open.or(multi);
        planes.has_several[cell] = multi;
    }
    planes.contradictory = contradictory;
    planes.is_open = open;
    planes.changed = moved;
}

/// Applies the rules to every digit in every band, then in every stack.
#[inline(always)]
fn house_pass<W: Word>(planes: &mut Planes<W>, proof: W::Proof) {
    let Planes { stored, has_several: multi, fixed, contradictory, .. } = planes;
    let mut b = *contradictory;
    for v in stored[..N_CANDIDATE_PLANES].chunks_exact_mut(81) {
        for band in 0..3 {
            let cells = 27 * band..27 * band + 27;
            let v: &mut [W; 27] = (&mut v[cells.clone()]).try_into().expect("27 cells");
            let multi = multi[cells.clone()].try_into().expect("27 cells");
            let fixed = (&mut fixed[cells]).try_into().expect("27 cells");
            digit_in_band::<W, false, 27>(v, multi, fixed, &mut b, proof);
        }
        for stack in 0..3 {
            let cells = 3 * stack..3 * stack + 75;
            let v: &mut [W; 75] = (&mut v[cells.clone()]).try_into().expect("75 cells");
            let multi = multi[cells.clone()].try_into().expect("75 cells");
            let fixed = (&mut fixed[cells]).try_into().expect("75 cells");
            digit_in_band::<W, true, 75>(v, multi, fixed, &mut b, proof);
        }
    }
    *contradictory = b;
}

/// Applies all rules of one digit within one band (three rows, three boxes) or one stack (three
/// columns, three boxes), given as the `SPAN` cells from its first to its last.
///
/// ```text
/// band: line r = row, k = box, t = cell of the triad      stack: lines are columns
///   +-------+-------+-------+
///   | 0 0 . | 0 1 . | 0 2 . |  <- the three triads (r = 0, k = 0..3) of line 0
///   | 1 0 . | 1 1 . | 1 2 . |
///   | 2 0 . | 2 1 . | 2 2 . |
///   +-------+-------+-------+
/// ```
///
/// * A candidate is forced if its cell, its line or its box has no other.
/// * A triad *owns* its line (box) if the digit has no other place in the line (box), or if the
///   triad has a forced candidate. It then clears the other triads of the box (line). This covers
///   singles, pointing and claiming.
/// * Cells of one triad are in different lines of the other orientation, so a stack pass clears the
///   candidates that a band pass leaves beside a forced one. Forced candidates are not protected
///   from each other: two of the same digit in a house clear each other, and the empty house or
///   cell is detected.
/// * Stack passes record decided cells (`fixed`); band passes then remove the other digits of these
///   cells, except for forced ones: two forced digits leave the cell with several candidates, which
///   the cell pass treats as a contradiction (`must_be_single`).
#[inline(always)]
fn digit_in_band<W: Word, const STACK: bool, const SPAN: usize>(
    v: &mut [W; SPAN],
    multi: &[W; SPAN],
    fixed: &mut [W; SPAN],
    contradictory: &mut W,
    proof: W::Proof,
) {
    let at = |r: usize, k: usize, t: usize| {
        if STACK { 9 * (3 * k + t) + r } else { 9 * r + 3 * k + t }
    };
    let z = W::zero(proof);
    // Per triad: at least one candidate, at least two.
    let mut some = [[z; 3]; 3];
    let mut several = [[z; 3]; 3];
    for r in 0..3 {
        for k in 0..3 {
            let (a, b, c) = (v[at(r, k, 0)], v[at(r, k, 1)], v[at(r, k, 2)]);
            some[r][k] = a.or3(b, c);
            several[r][k] = a.majority(b, c);
        }
    }
    // Per line and per box: at least two candidates. None is a contradiction.
    let mut line_multi = [z; 3];
    let mut box_multi = [z; 3];
    let mut present = W::ones(proof);
    for i in 0..3 {
        let (l, b) = (some[i], [some[0][i], some[1][i], some[2][i]]);
        if STACK {
            let several = several[i][0].or3(several[i][1], several[i][2]);
            line_multi[i] = l[0].majority(l[1], l[2]).or(several);
        }
        box_multi[i] =
            b[0].majority(b[1], b[2]).or(several[0][i].or3(several[1][i], several[2][i]));
        present = present.and3(l[0].or3(l[1], l[2]), b[0].or3(b[1], b[2]));
    }
    *contradictory = contradictory.or_and_not(W::ones(proof), present);
    // Forced candidates; record decided cells (stack) or remove their other digits (band).
    let mut own_line = [[z; 3]; 3];
    let mut own_box = [[z; 3]; 3];
    for r in 0..3 {
        for k in 0..3 {
            let free = if STACK { line_multi[r].and(box_multi[k]) } else { box_multi[k] };
            let mut forced = [z; 3];
            for t in 0..3 {
                let i = at(r, k, t);
                let x = v[i];
                forced[t] = x.and_nand(free, multi[i]);
                if STACK {
                    fixed[i] = fixed[i].or(forced[t]);
                } else {
                    v[i] = forced[t].or_and_not(x, fixed[i]);
                }
            }
            let hit = forced[0].or3(forced[1], forced[2]);
            let (k1, k2, r1, r2) = ((k + 1) % 3, (k + 2) % 3, (r + 1) % 3, (r + 2) % 3);
            own_line[r][k] = hit.or(some[r][k].and_nor(some[r][k1], some[r][k2]));
            own_box[r][k] = hit.or(some[r][k].and_nor(some[r1][k], some[r2][k]));
        }
    }
    // Owners clear the triads they exclude.
    for r in 0..3 {
        for k in 0..3 {
            let (k1, k2, r1, r2) = ((k + 1) % 3, (k + 2) % 3, (r + 1) % 3, (r + 2) % 3);
            let dead = own_line[r1][k].or3(own_line[r2][k], own_box[r][k1]).or(own_box[r][k2]);
            for t in 0..3 {
                let i = at(r, k, t);
                v[i] = v[i].and_not(dead);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use gordian_core::Random;

    use super::super::node::{self, N_QWORDS, Nodes};
    use super::super::simd::Portable;
    use super::*;

    /// Returns 64 lanes, each with some cells of a solved grid as givens.
    fn planes_of_random_puzzles() -> Box<Planes<Portable>> {
        let proof = Portable::detect().expect("the portable form is always available");
        let mut random = Random::new(1);
        let mut nodes = Nodes::new();
        for lane in 0..Portable::LANES {
            let mut text = [b'.'; 81];
            for (cell, character) in text.iter_mut().enumerate() {
                if random.below(10) < 4 {
                    let (row, column) = (cell / 9, cell % 9);
                    *character = b"123456789"[(3 * (row % 3) + row / 3 + column) % 9];
                }
            }
            let mut q = [0; N_QWORDS];
            assert!(node::parse(&text, &mut q));
            nodes.set(lane, &q);
        }
        let mut planes = Planes::new(proof);
        Portable::load(proof, &nodes, &mut (), &mut planes);
        planes.reset(proof);
        planes
    }

    #[test]
    fn cell_flags_match_the_remaining_candidates() {
        let proof = Portable::detect().expect("the portable form is always available");
        for most in [1, 2, 3, 20] {
            let mut planes = planes_of_random_puzzles();
            // With this policy all sweeps are made.
            propagate(
                &mut planes,
                proof,
                SweepPolicy { min_sweeps: 0, max_sweeps: most, min_active_lanes: 0 },
            );
            let mut open = 0;
            for cell in 0..81 {
                let (mut some, mut several) = (0, 0);
                for digit in 0..9 {
                    let candidate = planes.stored[81 * digit + cell].group(0);
                    several |= some & candidate;
                    some |= candidate;
                }
                assert_eq!(
                    planes.has_several[cell].group(0),
                    several,
                    "cell {cell}, {most} sweeps"
                );
                open |= several;
            }
            assert_eq!(planes.is_open.group(0), open, "{most} sweeps");
        }
    }
}
