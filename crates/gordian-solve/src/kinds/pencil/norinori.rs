//! The model of Norinori: which cells are shaded.

use gordian_model::sum;
use gordian_puzzles::kinds::pencil::norinori::Norinori;
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::sketch::Sketch;

impl PencilModel for Norinori {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let size = board.size();
        let rooms = board.rooms();
        let shaded = sketch.shade(|_| true);
        for (index, room) in rooms.rooms().iter().enumerate() {
            let n = sum(room.iter().map(|&cell| shaded[cell].clone()));
            sketch.require(format!("{} has two shaded cells", rooms.name(index)), n.eq(2));
        }
        for cell in size.cells() {
            let n = sum(size.neighbours(cell).map(|other| shaded[other].clone()));
            let name = format!("if {cell} is shaded, it has exactly one shaded neighbour");
            sketch.require(name, shaded[cell].implies(n.eq(1)));
        }
    }
}
