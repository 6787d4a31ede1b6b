//! Locked candidates: all places of a digit in one house lie in another house, too, which has no
//! other place for it then.
//!
//! - *Pointing* (type 1): the first house is a region, the other a line.
//! - *Claiming* (type 2): the first house is a line, the other a region, or both are other houses.
//!
//! ```text
//! . . . | x x . | x . .      x: places of a digit. In the middle box only the first row has some,
//! / / / | . . . | / / /      so the digit is there, and the other places of that row go.
//! ```

use gordian_sudoku::HouseKind;

use crate::Technique;
use crate::context::{Context, Flow, Steps};
use crate::step::Pattern;

pub(super) fn find<const W: usize>(context: &Context<'_, W>, steps: &mut Steps<'_>) -> Flow {
    let (board, topology) = (context.board, &context.board.topology);
    let pointing = steps.wanted == Technique::Pointing;
    context.each_house(steps, |steps, number| {
        let house = &topology.houses[number];
        if !house.full || (house.kind == HouseKind::Region) != pointing {
            return Flow::Continue(());
        }
        for digit in board.digits() {
            let places = board.places(digit) & house.cells;
            if places.is_empty() {
                continue;
            }
            for other in topology.houses_with(places).filter(|&other| other != number) {
                let gone = board.places_in(other, digit) - house.cells;
                steps.eliminate(digit, gone, || Pattern {
                    digits: vec![digit],
                    cells: places.to_vec(),
                    houses: vec![number],
                    covers: vec![other],
                    ..Pattern::default()
                })?;
            }
        }
        Flow::Continue(())
    })
}
