//! Locked candidates: all places of a digit in one house are also in another house, which therefore
//! has no other place for it.
//!
//! - *Pointing* (type 1): the first house is a region, the other a line.
//! - *Claiming* (type 2): the first house is a line, the other a region, or both are other houses.
//!
//! ```text
//! . . . | x x . | x . .      x: places of a digit. In the middle box all of them are in the first
//! / / / | . . . | / / /      row, so the other places of that row are eliminated.
//! ```

use gordian_grid::HouseKind;

use crate::Technique;
use crate::context::{Context, Flow, StepSink};
use crate::step::Pattern;

pub(super) fn find<const W: usize>(context: &Context<'_, W>, steps: &mut StepSink<'_>) -> Flow {
    let (board, topology) = (context.board, &context.board.topology);
    let pointing = steps.technique == Technique::Pointing;
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
            for other in topology.houses_containing(places).filter(|&other| other != number) {
                let eliminated = board.places_in(other, digit) - house.cells;
                steps.eliminate(digit, eliminated, || Pattern {
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
