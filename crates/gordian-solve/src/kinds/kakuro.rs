//! The model of Kakuro: one digit for each white cell.

use gordian_model::{Assignment, Model, VarId, all_different, sum};
use gordian_puzzles::board::{CellMap, Direction, NumberCell};
use gordian_puzzles::kinds::kakuro::{Kakuro, KakuroCell};

use super::runs::runs;
use crate::kind::{Decoder, SolveKind};

impl SolveKind for Kakuro {
    fn model(&self) -> Option<(Model, Decoder<CellMap<NumberCell>>)> {
        let mut model = Model::new();
        let size = self.cells.size();
        let is_white = |cell| self.cells[cell] == KakuroCell::White;
        let digits: CellMap<Option<VarId>> = CellMap::from_fn(size, |cell| {
            is_white(cell).then(|| model.int(cell.to_string(), 1..=9))
        });
        for run in runs(size, is_white) {
            let (start, end) = (run.cells[0], run.cells[run.cells.len() - 1]);
            let before = size.neighbour(start, run.direction.opposite());
            let clue = match (before.map(|cell| self.cells[cell]), run.direction) {
                (Some(KakuroCell::Clue { down, .. }), Direction::Down) => down,
                (Some(KakuroCell::Clue { right, .. }), _) => right,
                (Some(KakuroCell::White), _) => unreachable!("the run begins after a clue cell"),
                (None, Direction::Down) => self.outside.above[start.column],
                (None, _) => self.outside.left[start.row],
            };
            let vars: Vec<VarId> = run.cells.iter().filter_map(|&cell| digits[cell]).collect();
            let name = format!("the {} from {start} to {end}", run.line());
            model.require(format!("no digit twice in {name}"), all_different(vars.clone()));
            if let Some(clue) = clue {
                let rule = format!("{name} adds up to {clue}");
                model.require(rule, sum(vars).eq(i64::from(clue)));
            }
        }
        let decoder = move |values: &Assignment| {
            CellMap::from_fn(size, |cell| match digits[cell] {
                Some(digit) => NumberCell::Number(
                    u32::try_from(values[digit]).expect("the model's digits are 1 to 9"),
                ),
                None => NumberCell::Blocked,
            })
        };
        Some((model, Box::new(decoder)))
    }

    fn n_values(&self) -> usize {
        self.cells.size().n_cells()
    }
}

#[cfg(test)]
mod tests;
