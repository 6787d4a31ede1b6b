//! The lines are one loop.

use super::{CatalogueRule, parameter};
use crate::pencil_board::check::Broken;
use crate::pencil_board::check::{arms, single_loop};
use crate::pencil_board::{Board, EdgeLayer, Form, Solved};

parameter::choice! {
    /// Which cells a loop visits.
    pub enum Visits {
        /// Any cells.
        Any = "any",
        /// All cells of the board.
        All = "all",
    }
}

parameter::rule! {
    /// The lines are one closed loop, which does not branch or cross itself.
    "single-loop" = pub struct SingleLoop {
        /// Which cells it visits; any, if it is left out.
        "visits" = visits: Option<Visits>,
    }
}

impl CatalogueRule for SingleLoop {
    const BROKEN: &'static str = "the lines are not one loop";

    fn sentence(&self) -> String {
        let all = if self.visits == Some(Visits::All) { " through all cells" } else { "" };
        format!("The lines are one closed loop{all}, which does not branch or cross itself.")
    }

    fn validate(&self, form: &Form) -> Result<(), String> {
        match form.edge_layer {
            Some(EdgeLayer::Links { max: 1 }) => Ok(()),
            _ => Err("there is no loop in puzzles of this form".to_owned()),
        }
    }

    fn check(&self, board: &Board, solution: &Solved, broken: &mut Broken) {
        let mut found = Broken::default();
        single_loop(solution, false, &mut found);
        broken.add_as("single-loop", found);
        if self.visits == Some(Visits::All) {
            for cell in board.playable_cells().filter(|&cell| arms(solution, cell).is_empty()) {
                let message = format!("the loop does not visit {cell}");
                broken.add("single-loop", message, vec![cell]);
            }
        }
    }
}
