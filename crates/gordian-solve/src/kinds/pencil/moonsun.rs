//! The model of Moon or Sun: the lines of the loop, and whether it visits the moons of each room.

use gordian_model::{Expr, any_of};
use gordian_puzzles::kinds::pencil::moonsun::{MOON, Moonsun, SUN};
use gordian_puzzles::pencil::{Board, Clue};

use super::PencilModel;
use super::sketch::Sketch;

impl PencilModel for Moonsun {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let links = sketch.links(|_| true);
        sketch.require_loop("there is one loop", &links);
        let rooms = board.rooms();
        sketch.require_rooms_once(&rooms, &links, false);
        // Whether the loop visits the moons of each room, not the suns.
        let mut moons: Vec<Expr> = Vec::new();
        for (index, room) in rooms.rooms().iter().enumerate() {
            let name = rooms.name(index);
            let yes = format!("the loop visits the moons of {name}");
            let moon = sketch.boolean(yes.clone());
            sketch.say_whether(&moon, yes, format!("the loop does not visit the moons of {name}"));
            let has = |mark| room.iter().any(|&cell| board.cells[cell] == Clue::Mark(mark));
            let kinds = [(has(MOON), moon.clone()), (has(SUN), !&moon)];
            let some = any_of(kinds.into_iter().filter(|(has, _)| *has).map(|(_, kind)| kind));
            sketch.require(format!("the loop visits a moon or a sun of {name}"), some);
            for &cell in room {
                let visits = links.visits(cell);
                if board.cells[cell] == Clue::Mark(MOON) {
                    let name = format!("the moon at {cell} is visited if those of its room are");
                    sketch.require(name, visits.iff(&moon));
                } else if board.cells[cell] == Clue::Mark(SUN) {
                    let name = format!("the sun at {cell} is visited if those of its room are");
                    sketch.require(name, visits.iff(!&moon));
                }
            }
            moons.push(moon);
        }
        for (edge, link) in links.iter() {
            let [Some(before), Some(after)] = edge.cells(board.size()) else { continue };
            if let (Some(one), Some(other)) = (rooms.number(before), rooms.number(after))
                && one != other
            {
                let name = format!(
                    "the loop changes between moons and suns where it goes from {before} to {after}"
                );
                sketch.require(name, link.implies(moons[one].ne(&moons[other])));
            }
        }
    }
}
