//! The fish found, compared with an exhaustive search over every base and cover.

use gordian_core::Random;
use gordian_grid::{Candidates, Grid, Layout};
use gordian_logic::{Position, Technique};
use proptest::prelude::*;

/// Returns the position in which digit 1 has these places and all other digits have every place.
fn position(layout: &Layout, places: u64) -> Position {
    let mut marks = Candidates::all(layout);
    for cell in (0..layout.n_cells()).filter(|cell| places >> cell & 1 == 0) {
        marks.remove(cell, 1);
    }
    let givens = vec![0; layout.n_cells()];
    Position::new(&Grid { layout: layout.clone(), givens, marks: Some(marks) }, &[])
}

/// Every subset of `size` of the numbers below `n`.
fn subsets(n: usize, size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let larger = |first: usize| {
        let rest = subsets(n - first - 1, size - 1).into_iter();
        rest.map(move |rest| {
            [first].into_iter().chain(rest.into_iter().map(|i| i + first + 1)).collect()
        })
    };
    (0..n).flat_map(larger).collect()
}

/// The houses and peers of a grid of up to 64 cells, one bit per cell.
struct HouseMasks {
    houses: Vec<u64>,
    is_full: Vec<bool>,
    peers: Vec<u64>,
}

impl HouseMasks {
    fn new(layout: &Layout) -> Self {
        let houses: Vec<u64> = layout
            .houses()
            .iter()
            .map(|house| house.cells.iter().fold(0, |all, cell| all | 1 << cell))
            .collect();
        let peers = (0..layout.n_cells()).map(|cell| {
            let own = houses.iter().filter(|&&house| house >> cell & 1 == 1);
            own.fold(0, |all, house| all | house) & !(1 << cell)
        });
        let is_full = layout.houses().iter().map(|house| house.cells.len() == layout.n()).collect();
        Self { peers: peers.collect(), is_full, houses }
    }

    /// Returns whether the placed digits can be completed to a template.
    fn can_be_placed(&self, places: u64, placed: u64) -> bool {
        let without = |&house: &usize| self.is_full[house] && self.houses[house] & placed == 0;
        let Some(house) = (0..self.houses.len()).find(without) else { return true };
        let choices = places & self.houses[house];
        (0..64).filter(|cell| choices >> cell & 1 == 1).any(|cell| {
            self.can_be_placed(places & !self.peers[cell] & !(1 << cell), placed | 1 << cell)
        })
    }

    /// Returns the eliminations of one base and one cover.
    fn eliminations(&self, places: u64, bases: &[usize], covers: &[usize]) -> u64 {
        let count = |houses: &[usize]| {
            houses.iter().fold((0, 0), |(once, twice), &house| {
                let cells = places & self.houses[house];
                (once | cells, twice | once & cells)
            })
        };
        let ((base, endo), (cover, double)) = (count(bases), count(covers));
        let fins = base & !cover | endo;
        let seen = |eliminated: u64, fin: usize| eliminated & self.peers[fin];
        (0..64).filter(|fin| fins >> fin & 1 == 1).fold((cover & !base | double) & !fins, seen)
    }

    /// Returns the eliminations of all fish of up to `size` houses.
    fn all_fish_eliminations(&self, places: u64, size: usize) -> u64 {
        let fits =
            |&base: &usize| self.is_full[base] && (places & self.houses[base]).count_ones() > 1;
        let candidates: Vec<usize> = (0..self.houses.len()).filter(fits).collect();
        let mut eliminated = 0;
        for size in 2..=size {
            for chosen in subsets(candidates.len(), size) {
                let bases: Vec<usize> = chosen.iter().map(|&at| candidates[at]).collect();
                let rest: Vec<usize> =
                    (0..self.houses.len()).filter(|house| !bases.contains(house)).collect();
                for chosen in subsets(rest.len(), size) {
                    let covers: Vec<usize> = chosen.iter().map(|&at| rest[at]).collect();
                    eliminated |= self.eliminations(places, &bases, &covers);
                }
            }
        }
        eliminated
    }

    /// Returns the places that see all places of a house; these need no fish.
    fn sees_a_house(&self, places: u64) -> u64 {
        let full = (0..self.houses.len()).filter(|&house| self.is_full[house]);
        full.fold(0, |eliminated, house| {
            let cells = places & self.houses[house];
            let seen = |eliminated: u64, cell: usize| eliminated & self.peers[cell];
            eliminated | (0..64).filter(|cell| cells >> cell & 1 == 1).fold(places & !cells, seen)
        })
    }
}

/// Compares both results for a digit that can be placed.
fn check(layout: &Layout, places: u64, techniques: &[Technique], size: usize) {
    let grid = HouseMasks::new(layout);
    if !grid.can_be_placed(places, 0) {
        return;
    }
    let position = position(layout, places);
    let all = grid.all_fish_eliminations(places, size);
    let mut found = 0;
    for &technique in techniques {
        for step in position.steps(technique) {
            for eliminated in step.eliminations {
                assert_eq!(eliminated.digit, 1);
                found |= 1 << eliminated.cell;
            }
        }
    }
    let simple = grid.sees_a_house(places);
    assert_eq!(found & !all, 0, "no fish of up to {size}: {found:#x} of {all:#x}");
    assert_eq!(all & !found & !simple, 0, "places {places:#x}: found {found:#x} of {all:#x}");
}

/// Returns the techniques of fish of two houses.
fn fish_of_two_houses() -> Vec<Technique> {
    let all = Technique::all();
    all.filter(|technique| technique.name().to_lowercase().ends_with("x-wing")).collect()
}

fn fish_of_up_to_three_houses() -> Vec<Technique> {
    let all = Technique::all().filter(|technique| technique.name().ends_with("swordfish"));
    all.chain(fish_of_two_houses()).collect()
}

/// Returns places for digit 1: those of a solved grid and a few more.
fn places(layout: &Layout, seed: u64, more: usize) -> u64 {
    let mut random = Random::new(seed);
    let grid = gordian_sudoku::tasks::shuffled_grid(layout, &mut random).expect("boxes");
    let own = (0..grid.len()).filter(|&cell| grid[cell] == 1).collect::<Vec<_>>();
    let more = (0..more).map(|_| random.below(grid.len()));
    own.into_iter().chain(more).fold(0, |all, cell| all | 1 << cell)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn all_fish_of_two_are_found(seed in any::<u64>(), more in 4..18_usize) {
        let six_by_six = Layout::boxes(2, 3).expect("a layout");
        let in_six = places(&six_by_six, seed, more);
        check(&six_by_six, in_six, &fish_of_two_houses(), 2);
        check(&six_by_six.with_main_diagonal(), in_six, &fish_of_two_houses(), 2);
        let latin_square = Layout::latin(6).expect("a layout").with_main_diagonal();
        check(&latin_square, in_six, &fish_of_two_houses(), 2);
        let eight = Layout::boxes(2, 4).expect("a layout");
        check(&eight, places(&eight, seed, 2 * more), &fish_of_two_houses(), 2);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]

    #[test]
    fn all_fish_of_three_are_found(seed in any::<u64>(), more in 3..12_usize) {
        let four = Layout::boxes(2, 2).expect("a layout");
        let in_four = places(&four, seed, more);
        check(&four.with_main_diagonal(), in_four, &fish_of_up_to_three_houses(), 3);
        let six_by_six = Layout::boxes(2, 3).expect("a layout");
        check(&six_by_six, places(&six_by_six, seed, more), &fish_of_up_to_three_houses(), 3);
    }
}
