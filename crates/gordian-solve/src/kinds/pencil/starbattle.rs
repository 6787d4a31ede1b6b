//! The model of Star Battle: the cells with stars.

use gordian_model::sum;
use gordian_puzzles::kinds::pencil::starbattle::Starbattle;
use gordian_puzzles::pencil::{Board, Side};

use super::PencilModel;
use super::sketch::{Sketch, touching};

impl PencilModel for Starbattle {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let size = board.size();
        let stars = sketch.cell_flags("has a star", |_| true);
        let number = board.parameter.unwrap_or(1);
        let rooms = board.rooms();
        let lines = [Side::Left, Side::Above].into_iter().flat_map(|side| {
            (0..side.n_lines(size))
                .map(move |index| (side.line_name(index), side.line(size, index)))
        });
        let lines = lines.filter(|_| !board.omits("stars-of-line"));
        let areas = rooms.rooms().iter().enumerate();
        let areas = areas.map(|(index, room)| (rooms.name(index), room.clone()));
        let areas = areas.filter(|_| !board.omits("stars-of-room"));
        for (name, cells) in lines.chain(areas) {
            let n = sum(cells.iter().map(|&cell| &stars[cell]));
            sketch.require(
                format!("the number of stars of {name} is {number}"),
                n.eq(i64::from(number)),
            );
        }
        let apart = touching(size).into_iter().filter(|_| !board.omits("touching"));
        for [one, other] in apart {
            let name = format!("{one} and {other} do not both have a star");
            sketch.require(name, !(&stars[one] & &stars[other]));
        }
    }
}
