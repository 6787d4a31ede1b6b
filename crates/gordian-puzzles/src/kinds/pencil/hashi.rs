//! Hashiwokakero: bridges between islands.

use gordian_core::Random;

use crate::pencil::blank::scattered_clues;
use std::collections::BTreeSet;

use crate::board::{Cell, Direction, Size};
use crate::pencil::check::{arms, groups_across};
use crate::pencil::{
    Board, Broken, CellForm, Clue, EdgeLayer, Family, Form, Rules, Section, Solved,
};

/// Hashiwokakero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hashi;

impl Rules for Hashi {
    const NAME: &'static str = "hashi";
    const TITLE: &'static str = "Hashiwokakero";
    const FAMILY: Family = Family::Lines;
    const LINK_NAMES: &'static [&'static str] = &["hashi", "hashikake", "bridges"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 0, max: 9, unknown: true }),
        link: &[Section::Number16],
        edge_layer: Some(EdgeLayer::Links { max: 2 }),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Join the islands by bridges so that all of them are connected.

- A bridge goes straight, horizontally or vertically, from one island to the next one. It passes over no island, and
  bridges do not cross.
- Two islands are joined by at most two bridges.
- A number is how many bridges its island has; `?` is any number.
- All islands are connected by bridges, and there is at least one bridge.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("too-many-bridges", "there are more than two bridges between two islands"),
        ("bridge-ends", "a bridge ends without an island"),
        ("bridges-cross", "two bridges cross"),
        ("number-of-bridges", "a number is not how many bridges its island has"),
        ("islands-divided", "the islands are not connected by bridges"),
        ("no-bridge", "there is no bridge"),
    ];

    fn blank(size: Size, random: &mut Random) -> Option<Board> {
        Some(scattered_clues(size, 5, random))
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        let size = board.size();
        for cell in size.cells() {
            if board.cells[cell].is_clue() {
                let sides = arms(solution, cell).into_iter();
                let n = sides.map(|side| solution.edge(cell, side)).sum();
                board.cells[cell] = Clue::Number(Some(n));
            }
        }
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        let size = board.size();
        // The bridges on one side of a cell.
        let bridges = |cell: Cell, side: Direction| {
            size.neighbour(cell, side).map_or(0, |_| solution.edge(cell, side))
        };
        for (edge, &n) in solution.edges.iter() {
            if let ([Some(before), Some(after)], 3..) = (edge.cells(size), n) {
                let message = format!("there are {n} bridges from {before} to {after}");
                broken.add("too-many-bridges", message, vec![before, after]);
            }
        }
        for cell in size.cells() {
            let [up, right, down, left] = Direction::ALL.map(|side| bridges(cell, side));
            if board.cells[cell].is_clue() {
                let n = u64::from(up) + u64::from(right) + u64::from(down) + u64::from(left);
                if let Some(number) = board.cells[cell].number()
                    && n != u64::from(number)
                {
                    let message = format!("the {number} at {cell} has {n} bridges");
                    broken.add("number-of-bridges", message, vec![cell]);
                }
                continue;
            }
            if up != down || left != right {
                broken.add("bridge-ends", format!("a bridge ends at {cell}"), vec![cell]);
            }
            if up.max(down) > 0 && left.max(right) > 0 {
                broken.add("bridges-cross", format!("bridges cross at {cell}"), vec![cell]);
            }
        }
        let is_part = |cell| board.cells[cell].is_clue() || !arms(solution, cell).is_empty();
        let groups = groups_across(size, is_part, |edge| solution.edges[edge] > 0);
        let islands: BTreeSet<Cell> = board.clues().map(|(cell, _)| cell).collect();
        let with_islands: Vec<&Vec<Cell>> =
            groups.iter().filter(|group| group.iter().any(|it| islands.contains(it))).collect();
        if let [_, second, ..] = with_islands[..] {
            let first = second.iter().find(|it| islands.contains(it)).expect("it has an island");
            let message = format!("the island at {first} is cut off from the others");
            broken.add("islands-divided", message, second.clone());
        }
        if !solution.edges.iter().any(|(_, &n)| n > 0) {
            broken.add("no-bridge", "there is no bridge", Vec::new());
        }
    }
}
