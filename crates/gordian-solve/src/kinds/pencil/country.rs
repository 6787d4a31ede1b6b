//! The model of Country Road: the lines of the loop.

use gordian_model::sum;
use gordian_puzzles::kinds::pencil::country::Country;
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::sketch::Sketch;

impl PencilModel for Country {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let links = sketch.links(|_| true);
        sketch.require_loop("there is one loop", &links);
        let rooms = board.rooms();
        sketch.require_rooms_once(&rooms, &links, true);
        for (index, room) in rooms.rooms().iter().enumerate() {
            if let Some(number) = rooms.clue(board, index) {
                let n = sum(room.iter().map(|&cell| links.visits(cell)));
                let name = format!("the loop visits {number} cells of {}", rooms.name(index));
                sketch.require(name, n.eq(i64::from(number)));
            }
        }
        // Rooms are divided by walls, so these are all borders.
        for edge in board.size().edges().filter(|&edge| board.walls[edge]) {
            if let [Some(before), Some(after)] = edge.cells(board.size()) {
                let name = format!("{before} or {after}, on both sides of a border, is visited");
                sketch.require(name, links.visits(before) | links.visits(after));
            }
        }
    }
}
