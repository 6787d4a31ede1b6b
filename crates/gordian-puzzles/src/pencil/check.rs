//! The check of solutions, and what checkers share: collecting broken rules, and plain walks over a
//! board.

use super::{Board, EdgeLayer, Marks, Rules};
use crate::board::{Cell, Edge};
pub use crate::pencil_board::check::*;
use crate::pencil_board::rules::BROKEN_RULES;
use crate::violation::Violation;

/// Checks a solution: its size, that it is complete, and the rules.
pub(super) fn check<R: Rules>(board: &Board, marks: &Marks) -> Result<(), Vec<Violation>> {
    let size = board.size();
    if marks.size != size {
        return Err(vec![Violation::other_size(size, marks.size)]);
    }
    let mut broken = Broken::default();
    match marks.solved() {
        None => {
            let cells = marks.cells.as_ref();
            let open = cells.and_then(|it| it.iter().find(|(_, value)| value.is_none()));
            let (message, cells) = match open {
                Some((cell, _)) => (format!("{cell} is not filled in"), vec![cell]),
                None => ("a line or border is not known".to_owned(), Vec::new()),
            };
            broken.add("not-complete", message, cells);
        }
        Some(solved) => {
            broken.ignore(&board.omitted);
            R::check(board, &solved, &mut broken);
            for (name, rule) in R::catalogue() {
                if !board.omits(name) {
                    let mut found = Broken::default();
                    rule.check(board, &solved, &mut found);
                    broken.add_as(name, found);
                }
            }
            for rule in &board.rules {
                rule.check(board, &solved, &mut broken);
            }
            for violation in broken.violations() {
                let mut listed = R::RULES.iter().chain(BROKEN_RULES);
                let is_listed = listed.any(|(rule, _)| *rule == violation.rule);
                debug_assert!(is_listed, "{} lists no rule `{}`", R::NAME, violation.rule);
            }
        }
    }
    if let Some(EdgeLayer::Borders) = R::FORM.edge_layer {
        let holes: Vec<Cell> = board.holes().collect();
        // Holes are outside every block: there is a border around them, and none between two of
        // them.
        let is_outside = |edge: Edge| match edge.cells(size) {
            [Some(a), Some(b)] => {
                let n_holes = [a, b].into_iter().filter(|&cell| !board.is_cell(cell)).count();
                n_holes == 0 || marks.edge(edge) == Some(u32::from(n_holes == 1))
            }
            _ => true,
        };
        if marks.holes != holes || !size.edges().all(is_outside) {
            broken.add("other-holes", "the holes are not those of the board", holes);
        }
    }
    broken.into_result()
}
