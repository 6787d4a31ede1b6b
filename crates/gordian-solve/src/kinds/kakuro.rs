//! The model of Kakuro: one digit for each white cell.

use gordian_model::{Assignment, Model, VarId, all_different, sum};
use gordian_puzzles::board::{Cell, CellMap, Direction, NumberCell};
use gordian_puzzles::kinds::kakuro::{Kakuro, KakuroCell};

use crate::kind::{Decoder, SolveKind};

impl SolveKind for Kakuro {
    fn model(&self) -> Option<(Model, Decoder<CellMap<NumberCell>>)> {
        let mut model = Model::new();
        let size = self.cells.size();
        let is_white = |cell| self.cells[cell] == KakuroCell::White;
        let digits: CellMap<Option<VarId>> = CellMap::from_fn(size, |cell| {
            is_white(cell).then(|| model.int(cell.to_string(), 1..=9))
        });
        for (line, back, ahead) in
            [("row", Direction::Left, Direction::Right), ("column", Direction::Up, Direction::Down)]
        {
            for start in size.cells().filter(|&cell| is_white(cell)) {
                // The clue of the run that begins here.
                let clue = match size.neighbour(start, back).map(|before| self.cells[before]) {
                    Some(KakuroCell::White) => continue,
                    Some(KakuroCell::Clue { down, right }) => {
                        if ahead == Direction::Down {
                            down
                        } else {
                            right
                        }
                    }
                    None if ahead == Direction::Down => self.outside.above[start.column],
                    None => self.outside.left[start.row],
                };
                let after = size.ray(start, ahead).take_while(|&cell| is_white(cell));
                let run: Vec<Cell> = std::iter::once(start).chain(after).collect();
                let vars: Vec<VarId> = run.iter().filter_map(|&cell| digits[cell]).collect();
                let name = format!("the {line} from {start} to {}", run[run.len() - 1]);
                model.require(format!("no digit twice in {name}"), all_different(vars.clone()));
                if let Some(clue) = clue {
                    let rule = format!("{name} adds up to {clue}");
                    model.require(rule, sum(vars).eq(i64::from(clue)));
                }
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
