//! Checks solutions before they are returned.
//!
//! The checks are [`Grid::check`] and [`gordian_puzzles::grid::is_classic_solution`], which share no code
//! with the searches. This module converts the puzzle for them.

use gordian_grid::{House, HouseKind, Layout};
use gordian_puzzles::grid::{Diagonal, Group, Region};
use gordian_puzzles::{Cell, Grid, Metadata};

/// Checks solutions of puzzles; caches the rules of the last layout, because consecutive puzzles often
/// share it.
#[derive(Debug, Default)]
pub struct SolutionChecker {
    /// The last layout and its rules.
    known: Option<(Layout, Grid)>,
}

impl SolutionChecker {
    /// Returns the first rule of the puzzle that a solution breaks, as a sentence.
    pub fn first_violation(
        &mut self,
        puzzle: &gordian_grid::Grid,
        solution: &[u8],
    ) -> Option<String> {
        let grid = self.rules(puzzle);
        if let Err(broken) = grid.check(solution) {
            return broken.first().map(ToString::to_string);
        }
        excluded_by_marks(puzzle, solution).next()
    }

    /// Returns the rules of a puzzle.
    pub fn rules(&mut self, puzzle: &gordian_grid::Grid) -> &Grid {
        let known = self.known.take().filter(|(layout, _)| *layout == puzzle.layout);
        let (_, grid) = self.known.insert(
            known.unwrap_or_else(|| (puzzle.layout.clone(), grid_from_layout(&puzzle.layout))),
        );
        grid.givens.clone_from(&puzzle.givens);
        grid
    }
}

/// Returns a sentence for each digit of a solution that the pencil marks of its cell exclude. Values
/// outside 1 to n are skipped.
pub(crate) fn excluded_by_marks(
    puzzle: &gordian_grid::Grid,
    solution: &[u8],
) -> impl Iterator<Item = String> {
    let n = puzzle.layout.n();
    let marks = puzzle.marks.iter().flat_map(|marks| marks.masks());
    let cells = marks.zip(solution).enumerate();
    let excluded = cells.filter(move |&(_, (&mask, &digit))| {
        (1..=n).contains(&usize::from(digit)) && mask >> (digit - 1) & 1 == 0
    });
    excluded.map(move |(cell, (_, digit))| {
        format!("{} holds {digit}, which its marks exclude", Cell::new(cell / n, cell % n))
    })
}

/// Returns the rules of a layout, without givens.
pub(crate) fn grid_from_layout(layout: &Layout) -> Grid {
    let n = layout.n();
    let cells = |house: &House| -> Vec<Cell> {
        house.cells.iter().map(|&cell| Cell::new(cell / n, cell % n)).collect()
    };
    let mut grid = Grid {
        metadata: Metadata::default(),
        n,
        regions: Vec::new(),
        diagonals: Vec::new(),
        groups: Vec::new(),
        givens: vec![0; n * n],
        rules: Vec::new(),
    };
    let regions = layout.houses().iter().filter(|house| house.kind == HouseKind::Region);
    // A puzzle from a link may have cells without a region; a `Grid` has all regions or none.
    let whole = regions.map(|house| house.cells.len()).sum::<usize>() == n * n;
    for house in layout.houses() {
        let (name, cells) = (house.name.clone(), cells(house));
        match house.kind {
            // Every `Grid` has these.
            HouseKind::Row | HouseKind::Column => {}
            HouseKind::Region if whole => grid.regions.push(Region { name, cells }),
            HouseKind::Diagonal => grid.diagonals.push(match house.cells.first() {
                Some(0) => Diagonal::Main,
                _ => Diagonal::Anti,
            }),
            HouseKind::Region | HouseKind::Group => grid.groups.push(Group { name, cells }),
        }
    }
    grid
}

#[cfg(test)]
mod tests {
    use super::*;
    use gordian_sudoku::formats::parse_line;

    #[test]
    fn every_house_is_a_rule() {
        let check = |layout: &Layout, solution: &str, expected: Option<&str>| {
            let n = layout.n();
            let puzzle = gordian_grid::Grid::new(layout.clone(), vec![0; n * n]);
            let solution = parse_line(solution, Some(layout)).unwrap().puzzle.givens;
            let mut checker = SolutionChecker::default();
            assert_eq!(checker.first_violation(&puzzle, &solution).as_deref(), expected);
        };
        let boxes = Layout::boxes(2, 2).unwrap();
        check(&boxes, "1234 3412 2143 4321", None);
        check(&boxes, "1234 1234 2143 4321", Some("column 1 has 1 twice, at r1c1 and r2c1"));
        check(&boxes, "1224 3412 2143 4321", Some("row 1 has 2 twice, at r1c2 and r1c3"));
        check(&boxes, "1234 2143 3412 4321", Some("box 1 has 1 twice, at r1c1 and r2c2"));
        let latin = Layout::latin(4).unwrap();
        check(&latin, "1234 2143 3412 4321", None);
        let main = latin.with_main_diagonal();
        check(
            &main,
            "1234 2143 3412 4321",
            Some("main diagonal has 1 4 times, at r1c1, r2c2, r3c3 and r4c4"),
        );
        let anti = latin.with_anti_diagonal();
        check(
            &anti,
            "1234 2143 3412 4321",
            Some("anti-diagonal has 4 4 times, at r1c4, r2c3, r3c2 and r4c1"),
        );
        let group = latin.with_group("corners", vec![0, 3, 12, 15]).unwrap();
        check(&group, "1234 2143 3412 4321", Some("corners has 1 twice, at r1c1 and r4c4"));
    }

    #[test]
    fn marks_and_givens_are_rules() {
        let marks = parse_line(&("1.......9".to_owned() + &"123456789".repeat(80)), None).unwrap();
        let solved =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        let solution = parse_line(solved, None).unwrap().puzzle;
        let mut checker = SolutionChecker::default();
        let broken = checker.first_violation(&marks.puzzle, &solution.givens);
        assert_eq!(broken.as_deref(), Some("r1c1 holds 5, which its marks exclude"));
        let mut other = solution.clone();
        other.givens[0] = 4;
        let broken = checker.first_violation(&other, &solution.givens);
        assert_eq!(broken.as_deref(), Some("r1c1 holds 5, but 4 is given there"));
        assert_eq!(checker.first_violation(&solution, &solution.givens), None);
    }
}
