//! Unique rectangles and loops (4.5 to 5.0, more with a set beside them).
//!
//! A loop is a closed path of cells in which adjacent cells share a region, every visited region
//! contains exactly two of the cells, and all cells have the same two candidates. Without other
//! candidates the two digits could be exchanged, and the puzzle would have two solutions. So one of
//! the cells with more candidates ("extra" cells) holds another digit. Type 1: one extra cell; type
//! 2: extra cells with one further digit; type 3: two extra cells that form a naked or hidden set
//! with other cells of their region; type 4: two extra cells of a region in which one of the two
//! digits has no other place.
//!
//! Sudoku Explainer extends loops cell by cell and accepts a cell if it has no other candidates, if
//! fewer than two earlier cells have some, or if there is only one further digit. The further digit
//! is collected over the neighbours tried so far, not only over the path; this misses or adds a few
//! loops and is kept here because ratings depend on it.

use crate::grid::{CELLS, GRID, Grid, bits, cells, choices};
use crate::sets::union_of;
use crate::step::{ExplainerRule, FoundStep};

/// A step at a loop with its sort key.
struct Hint {
    /// The rating as Sudoku Explainer's floating-point sum: 4.6 + 0.1 is less than 4.7.
    order: f64,
    kind: Kind,
    cells: u128,
    found: FoundStep,
}

/// The type of a step at a loop.
#[derive(PartialEq, Eq)]
enum Kind {
    One,
    Two,
    Naked { region: usize, digits: u16, places: u16 },
    Hidden { region: usize, digits: u16, places: u16 },
    Four,
}

impl Kind {
    fn number(&self) -> u8 {
        match self {
            Self::One => 1,
            Self::Two => 2,
            Self::Naked { .. } | Self::Hidden { .. } => 3,
            Self::Four => 4,
        }
    }
}

/// Returns the easiest step at a unique loop; of equally easy steps, one of the lowest type.
pub(crate) fn find(grid: &Grid) -> Option<FoundStep> {
    let mut hints: Vec<Hint> = Vec::new();
    for start in (0..CELLS).filter(|&cell| grid.count(cell) == 2) {
        let mut search =
            Search { grid, pair: grid.mask(start), path: Vec::new(), found: Vec::new() };
        search.grow(start, 2, 0, usize::MAX);
        for path in search.found {
            if is_deadly(&path) {
                steps_at(grid, &path, grid.mask(start), &mut hints);
            }
        }
    }
    let best = hints.into_iter().min_by_key(|hint| (hint.order.to_bits(), hint.kind.number()))?;
    Some(best.found)
}

/// The search for loops from one cell.
struct Search<'a> {
    grid: &'a Grid,
    pair: u16,
    path: Vec<usize>,
    found: Vec<Vec<usize>>,
}

impl Search<'_> {
    /// Adds a cell to the path and extends it; `extra` are the further digits so far, `free` is the
    /// number of cells that may still add new ones, `last` is the kind of region that led here.
    fn grow(&mut self, cell: usize, free: u32, mut extra: u16, last: usize) {
        self.path.push(cell);
        for kind in (0..3).filter(|&kind| kind != last) {
            for next in GRID.cells[GRID.region[cell][kind]] {
                if next == self.path[0] && self.path.len() >= 4 {
                    self.found.push(self.path.clone());
                } else if !self.path.contains(&next) {
                    let mask = self.grid.mask(next);
                    if mask & self.pair != self.pair {
                        continue;
                    }
                    extra = (extra | mask) & !self.pair;
                    let plain = mask == self.pair;
                    if plain || extra.count_ones() == 1 || free > 0 {
                        // Cells with only the one further digit are allowed even if none is free.
                        let free = if plain { free } else { free.saturating_sub(1) };
                        self.grow(next, free, extra, kind);
                    }
                }
            }
        }
        self.path.pop();
    }
}

/// Returns whether every visited region contains one cell of each colour of the loop.
fn is_deadly(path: &[usize]) -> bool {
    let mut visited = [0_u32; 2];
    for (i, &cell) in path.iter().enumerate() {
        for region in GRID.region[cell] {
            if visited[i % 2] >> region & 1 == 1 {
                return false;
            }
            visited[i % 2] |= 1 << region;
        }
    }
    visited[0] == visited[1]
}

/// Adds the new steps at a loop.
fn steps_at(grid: &Grid, path: &[usize], pair: u16, hints: &mut Vec<Hint>) {
    let extras: Vec<usize> = path.iter().copied().filter(|&cell| grid.count(cell) > 2).collect();
    let further = extras.iter().fold(0, |mask, &cell| mask | grid.mask(cell)) & !pair;
    let mut add = |kind: Kind, set_bonus: u16, removals: Vec<(usize, u16)>| {
        let set = path.iter().fold(0_u128, |set, &cell| set | 1 << cell);
        let known = hints.iter().any(|hint| hint.cells == set && hint.kind == kind);
        let (rating, order) = base_rating(path.len());
        let (rating, order) = (rating + set_bonus, order + f64::from(set_bonus) * 0.1);
        if let Some(found) = FoundStep::removing(ExplainerRule::UniqueLoop, rating, removals)
            && !known
        {
            hints.push(Hint { order, kind, cells: set, found });
        }
    };
    match *extras.as_slice() {
        [] => {}
        [cell] => add(Kind::One, 0, vec![(cell, pair)]),
        [first, second] => {
            if further.count_ones() == 1 {
                add(Kind::Two, 0, type_2(grid, &extras, pair));
            } else {
                let two = ExtraCells { cells: [first, second], further, pair };
                two.naked_and_hidden(grid, &mut add);
            }
            if let Some(removals) = type_4(grid, first, second, pair) {
                add(Kind::Four, 0, removals);
            }
        }
        _ => add(Kind::Two, 0, type_2(grid, &extras, pair)),
    }
}

fn base_rating(length: usize) -> (u16, f64) {
    match length {
        0..6 => (45, 4.5),
        6..8 => (46, 4.5 + 0.1),
        8..10 => (47, 4.5 + 0.2),
        _ => (50, 4.5 + 0.3 + 0.2),
    }
}

/// Returns the eliminations of type 2: the further digit in the cells that see all extra cells.
fn type_2(grid: &Grid, extras: &[usize], pair: u16) -> Vec<(usize, u16)> {
    let digit = (grid.mask(extras[0]) & !pair).trailing_zeros() as usize;
    let seen = extras.iter().fold(u128::MAX, |seen, &cell| seen & GRID.sees[cell]);
    cells(seen).filter(|&cell| grid.has(cell, digit)).map(|cell| (cell, 1 << digit)).collect()
}

/// Returns the eliminations of type 4: if one digit of the pair has no other place in a common
/// region, the other is eliminated from both cells.
fn type_4(grid: &Grid, first: usize, second: usize, pair: u16) -> Option<Vec<(usize, u16)>> {
    let low = pair.trailing_zeros() as usize;
    let high = (pair & (pair - 1)).trailing_zeros() as usize;
    let locked = |digit: usize| {
        (0..3).any(|kind| {
            let region = GRID.region[first][kind];
            let own = 1 << GRID.index[first][kind] | 1 << GRID.index[second][kind];
            region == GRID.region[second][kind] && grid.places(region, digit) & !own == 0
        })
    };
    let removed = if locked(low) {
        1 << high
    } else if locked(high) {
        1 << low
    } else {
        return None;
    };
    Some(vec![(first, removed), (second, removed)])
}

/// Two extra cells with two or more further digits.
struct ExtraCells {
    cells: [usize; 2],
    further: u16,
    pair: u16,
}

impl ExtraCells {
    /// Enumerates the sets that the two cells form as if they were one cell.
    fn naked_and_hidden(&self, grid: &Grid, add: &mut impl FnMut(Kind, u16, Vec<(usize, u16)>)) {
        let [first, second] = self.cells;
        for size in self.further.count_ones()..=7 {
            for kind in 0..3 {
                let region = GRID.region[first][kind];
                if region != GRID.region[second][kind] {
                    continue;
                }
                let at = [GRID.index[first][kind], GRID.index[second][kind]];
                if 2 * size as usize <= grid.open(region) {
                    self.naked(grid, region, at, size, add);
                }
                if 2 * (size as usize) < grid.open(region) {
                    self.hidden(grid, region, at, size, add);
                }
            }
        }
    }

    fn naked(
        &self,
        grid: &Grid,
        region: usize,
        at: [usize; 2],
        size: u32,
        add: &mut impl FnMut(Kind, u16, Vec<(usize, u16)>),
    ) {
        let region_cells = &GRID.cells[region];
        let common = self.further & grid.mask(self.cells[0]) & grid.mask(self.cells[1]);
        for set in choices(size, 9) {
            if set >> at[0] & 1 == 0 || set >> at[1] & 1 == 1 {
                continue;
            }
            let others = u16::try_from(set & !(1 << at[0])).expect("nine places");
            let covered =
                bits(others).fold(common, |digits, place| digits | grid.mask(region_cells[place]));
            if covered.count_ones() != size {
                continue;
            }
            let mask = |place: usize| {
                if place == at[0] { self.further } else { grid.mask(region_cells[place]) }
            };
            let Some(digits) = union_of(set, size, mask) else { continue };
            let removals = (0..9)
                .filter(|&place| others >> place & 1 == 0 && !at.contains(&place))
                .map(|place| (region_cells[place], grid.mask(region_cells[place]) & digits))
                .filter(|&(_, removed)| removed != 0)
                .collect();
            add(Kind::Naked { region, digits, places: others }, set_bonus(size), removals);
        }
    }

    fn hidden(
        &self,
        grid: &Grid,
        region: usize,
        at: [usize; 2],
        size: u32,
        add: &mut impl FnMut(Kind, u16, Vec<(usize, u16)>),
    ) {
        let rest: Vec<usize> = bits(0x1ff & !self.pair & !self.further).collect();
        let n = u32::try_from(rest.len()).expect("nine digits");
        if size - 2 > n {
            return;
        }
        for chosen in choices(size - 2, n) {
            let digits = (0..rest.len())
                .filter(|i| chosen >> i & 1 == 1)
                .fold(self.pair, |digits, i| digits | 1 << rest[i]);
            let sets = || bits(digits).map(|d| grid.places(region, d) & !(1 << at[1]));
            let union = sets().fold(0, |union, places| union | places);
            if union.count_ones() != size || sets().any(|places| places == 0) {
                continue;
            }
            let places = union & !(1 << at[0]);
            let removals = bits(places)
                .map(|place| GRID.cells[region][place])
                .map(|cell| (cell, grid.mask(cell) & !digits))
                .filter(|&(_, removed)| removed != 0)
                .collect();
            let kind = Kind::Hidden { region, digits, places };
            add(kind, set_bonus(places.count_ones()), removals);
        }
    }
}

/// Returns the rating bonus of a set of `size` beside the loop.
fn set_bonus(size: u32) -> u16 {
    u16::try_from(size.saturating_sub(1)).expect("nine digits")
}
