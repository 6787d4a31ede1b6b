//! Locked digits, naked and hidden sets, fish.
//!
//! The finders pass every pattern to a closure in Sudoku Explainer's order, because they have two
//! uses: the solver takes the first pattern; chains that use patterns take all.

use std::ops::ControlFlow;

use crate::grid::{COLUMNS, GRID, Grid, KINDS, REGIONS, ROWS, bits, choices};
use crate::step::{ExplainerRule, FoundStep};

/// A block and a line (or a line and a block) that share three cells.
#[derive(Clone, Copy)]
pub(crate) struct Crossing {
    /// The region whose digit is confined.
    pub(crate) base: usize,
    /// The region that loses the digit elsewhere.
    pub(crate) cover: usize,
    /// The shared cells as places of the base.
    pub(crate) shared_base: u16,
    /// The shared cells as places of the cover.
    pub(crate) shared_cover: u16,
}

/// All crossings in Sudoku Explainer's order: blocks with columns, blocks with rows, columns with
/// blocks, rows with blocks.
pub(crate) static CROSSINGS: [Crossing; 108] = crossings();

const fn crossings() -> [Crossing; 108] {
    let mut all = [Crossing { base: 0, cover: 0, shared_base: 0, shared_cover: 0 }; 108];
    let kinds = [(0, COLUMNS), (0, ROWS), (COLUMNS, 0), (ROWS, 0)];
    let mut n = 0;
    let mut kind = 0;
    while kind < 4 {
        let (bases, covers) = kinds[kind];
        let mut base = bases;
        while base < bases + 9 {
            let mut cover = covers;
            while cover < covers + 9 {
                let shared_base = shared(base, cover);
                if shared_base != 0 {
                    let shared_cover = shared(cover, base);
                    all[n] = Crossing { base, cover, shared_base, shared_cover };
                    n += 1;
                }
                cover += 1;
            }
            base += 1;
        }
        kind += 1;
    }
    assert!(n == 108, "each of nine blocks crosses six lines");
    all
}

/// Returns the places of `region` that are in `other`, a block and a line.
const fn shared(region: usize, other: usize) -> u16 {
    let mut set = 0;
    let mut place = 0;
    while place < 9 {
        let cell = if region < ROWS {
            (region / 3 * 3 + place / 3) * 9 + region % 3 * 3 + place % 3
        } else if region < COLUMNS {
            (region - ROWS) * 9 + place
        } else {
            place * 9 + region - COLUMNS
        };
        let (row, column) = (cell / 9, cell % 9);
        let inside = if other < ROWS {
            row / 3 * 3 + column / 3 == other
        } else if other < COLUMNS {
            row == other - ROWS
        } else {
            column == other - COLUMNS
        };
        if inside {
            set |= 1 << place;
        }
        place += 1;
    }
    set
}

/// A pattern with its eliminations and its basis.
pub(crate) struct Pattern {
    pub(crate) rule: ExplainerRule,
    pub(crate) rating: u16,
    pub(crate) removals: Vec<(usize, u16)>,
    pub(crate) basis: Basis,
}

/// The facts that make a pattern valid.
pub(crate) enum Basis {
    /// All places of the digit in the base regions are in the cover regions.
    Lines { digit: usize, bases: u32, covers: u32 },
    /// The cells of a region have only these candidates.
    Naked { region: usize, places: u16, digits: u16 },
    /// The digits of a region have only these places.
    Hidden { region: usize, places: u16, digits: u16 },
}

impl Basis {
    /// Returns the candidates of `before` whose elimination creates the pattern; none if the
    /// pattern already exists in `before`.
    pub(crate) fn parents(&self, before: &Grid, now: &Grid) -> Vec<(usize, usize)> {
        let mut parents = Vec::new();
        match *self {
            Self::Lines { digit, bases, covers } => {
                for region in (0..REGIONS).filter(|region| bases >> region & 1 == 1) {
                    let removed = before.places(region, digit) & !now.places(region, digit);
                    for place in bits(removed) {
                        let cell = GRID.cells[region][place];
                        if !GRID.region[cell].iter().any(|cover| covers >> cover & 1 == 1) {
                            parents.push((cell, digit));
                        }
                    }
                }
            }
            Self::Naked { region, places, digits } => {
                for place in bits(places) {
                    let cell = GRID.cells[region][place];
                    parents.extend(bits(before.mask(cell) & !digits).map(|digit| (cell, digit)));
                }
            }
            Self::Hidden { region, places, digits } => {
                for place in bits(0x1ff & !places) {
                    let cell = GRID.cells[region][place];
                    parents.extend(bits(before.mask(cell) & digits).map(|digit| (cell, digit)));
                }
            }
        }
        parents
    }
}

/// The receiver of patterns.
pub(crate) type PatternReceiver<'a> = &'a mut dyn FnMut(Pattern) -> ControlFlow<()>;

/// Returns the first pattern of a finder as a step.
pub(crate) fn first(
    find: impl FnOnce(PatternReceiver<'_>) -> ControlFlow<()>,
) -> Option<FoundStep> {
    let mut found = None;
    let _ = find(&mut |pattern: Pattern| {
        found = FoundStep::removing(pattern.rule, pattern.rating, pattern.removals);
        ControlFlow::Break(())
    });
    found
}

/// Returns the union of the sets of the members of `chosen`, if each has two or more elements and
/// the union has `size`.
#[inline]
pub(crate) fn union_of(chosen: u64, size: u32, set: impl Fn(usize) -> u16) -> Option<u16> {
    let mut union = 0;
    let mut rest = chosen;
    while rest != 0 {
        let one = set(rest.trailing_zeros() as usize);
        union |= one;
        if one & one.wrapping_sub(1) == 0 || union.count_ones() > size {
            return None;
        }
        rest &= rest - 1;
    }
    (union.count_ones() == size).then_some(union)
}

/// Returns which of nine sets have two to `size` elements; only these can be part of a pattern.
#[inline]
fn usable_sets(size: u32, set: impl Fn(usize) -> u16) -> u64 {
    (0..9).filter(|&i| (2..=size).contains(&set(i).count_ones())).fold(0, |fit, i| fit | 1 << i)
}

/// Pointing (2.6) and claiming (2.8).
pub(crate) fn locking(grid: &Grid, take: PatternReceiver<'_>) -> ControlFlow<()> {
    for crossing in &CROSSINGS {
        let Crossing { base, cover, shared_base, shared_cover } = *crossing;
        for digit in 0..9 {
            let places = grid.places(base, digit);
            let removed = grid.places(cover, digit) & !shared_cover;
            if removed == 0 || places & !shared_base != 0 || places.count_ones() < 2 {
                continue;
            }
            let (rule, rating) = if base < ROWS {
                (ExplainerRule::Pointing, 26)
            } else {
                (ExplainerRule::Claiming, 28)
            };
            let removals =
                bits(removed).map(|place| (GRID.cells[cover][place], 1 << digit)).collect();
            let basis = Basis::Lines { digit, bases: 1 << base, covers: 1 << cover };
            take(Pattern { rule, rating, removals, basis })?;
        }
    }
    ControlFlow::Continue(())
}

/// Naked pairs (3.0), triplets (3.6) and quads (5.0).
pub(crate) fn naked(grid: &Grid, size: u32, take: PatternReceiver<'_>) -> ControlFlow<()> {
    let (rule, rating, least) = match size {
        2 => (ExplainerRule::NakedPair, 30, 4),
        3 => (ExplainerRule::NakedTriplet, 36, 6),
        _ => (ExplainerRule::NakedQuad, 50, 8),
    };
    for kind in KINDS {
        for region in (kind..kind + 9).filter(|&region| grid.open(region) >= least) {
            let cells = &GRID.cells[region];
            let fit = usable_sets(size, |place| grid.mask(cells[place]));
            if fit.count_ones() < size {
                continue;
            }
            for set in choices(size, 9).filter(|set| set & !fit == 0) {
                let Some(digits) = union_of(set, size, |place| grid.mask(cells[place])) else {
                    continue;
                };
                let others = (0..9).filter(|place| set >> place & 1 == 0).map(|place| cells[place]);
                let removals: Vec<(usize, u16)> = others
                    .map(|cell| (cell, grid.mask(cell) & digits))
                    .filter(|&(_, removed)| removed != 0)
                    .collect();
                if !removals.is_empty() {
                    let places = to_u16(set);
                    let basis = Basis::Naked { region, places, digits };
                    take(Pattern { rule, rating, removals, basis })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Hidden pairs (3.4), triplets (4.0) and quads (5.4).
pub(crate) fn hidden(grid: &Grid, size: u32, take: PatternReceiver<'_>) -> ControlFlow<()> {
    let (rule, rating, least) = match size {
        2 => (ExplainerRule::HiddenPair, 34, 5),
        3 => (ExplainerRule::HiddenTriplet, 40, 7),
        _ => (ExplainerRule::HiddenQuad, 54, 9),
    };
    for kind in KINDS {
        for region in (kind..kind + 9).filter(|&region| grid.open(region) >= least) {
            let fit = usable_sets(size, |digit| grid.places(region, digit));
            if fit.count_ones() < size {
                continue;
            }
            for set in choices(size, 9).filter(|set| set & !fit == 0) {
                let Some(places) = union_of(set, size, |digit| grid.places(region, digit)) else {
                    continue;
                };
                let digits = to_u16(set);
                let removals: Vec<(usize, u16)> = bits(places)
                    .map(|place| GRID.cells[region][place])
                    .map(|cell| (cell, grid.mask(cell) & !digits))
                    .filter(|&(_, removed)| removed != 0)
                    .collect();
                if !removals.is_empty() {
                    let basis = Basis::Hidden { region, places, digits };
                    take(Pattern { rule, rating, removals, basis })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// X-wings (3.2), swordfish (3.8) and jellyfish (5.2).
pub(crate) fn fish(grid: &Grid, size: u32, take: PatternReceiver<'_>) -> ControlFlow<()> {
    let (rule, rating, most) = match size {
        2 => (ExplainerRule::XWing, 32, 5),
        3 => (ExplainerRule::Swordfish, 38, 3),
        _ => (ExplainerRule::Jellyfish, 52, 1),
    };
    for (bases, covers) in [(COLUMNS, ROWS), (ROWS, COLUMNS)] {
        for set in choices(size, 9) {
            for digit in (0..9).filter(|&digit| grid.placed(digit) <= most) {
                let Some(lines) = union_of(set, size, |line| grid.places(bases + line, digit))
                else {
                    continue;
                };
                let removals: Vec<(usize, u16)> = bits(lines)
                    .flat_map(|line| {
                        let removed = grid.places(covers + line, digit) & !to_u16(set);
                        bits(removed)
                            .map(move |place| (GRID.cells[covers + line][place], 1 << digit))
                    })
                    .collect();
                if !removals.is_empty() {
                    let bases = u32::from(to_u16(set)) << bases;
                    let covers = u32::from(lines) << covers;
                    let basis = Basis::Lines { digit, bases, covers };
                    take(Pattern { rule, rating, removals, basis })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Converts a set of numbers below nine.
fn to_u16(set: u64) -> u16 {
    u16::try_from(set).expect("nine bits")
}
