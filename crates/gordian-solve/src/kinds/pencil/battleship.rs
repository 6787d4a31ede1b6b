//! The model of Battleship: the placements of the ships.

use gordian_model::{Expr, all_of};
use gordian_puzzles::board::{Cell, Direction};
use gordian_puzzles::kinds::pencil::battleship::{ANY_PART, Battleship, MIDDLE, WATER};
use gordian_puzzles::pencil::{Board, Clue};

use super::PencilModel;
use super::sketch::{Sketch, adjacent, squares};

impl PencilModel for Battleship {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let size = board.size();
        let shaded = sketch.shade(|_| true);
        let mut touching: Vec<[Cell; 2]> = adjacent(size);
        for [a, b, c, d] in squares(size) {
            touching.extend([[a, d], [b, c]]);
        }
        sketch.require_pieces(&shaded, &touching);
        for (cell, clue) in board.clues() {
            let Clue::Mark(mark) = *clue else { continue };
            let beside = Direction::ALL.map(|side| {
                let beside = size.neighbour(cell, side);
                beside.map_or_else(|| Expr::from(0), |it| shaded[it].clone())
            });
            let [up, right, down, left] = &beside;
            if mark == WATER {
                sketch.require(format!("the water at {cell} is not shaded"), !&shaded[cell]);
                continue;
            }
            let form = match mark {
                ANY_PART => Expr::from(1),
                MIDDLE => (up & down) | (left & right),
                _ => {
                    // Whether the ship goes on up, right, down and left.
                    let goes_on = match mark {
                        1 => [false, false, true, false],
                        2 => [true, false, false, false],
                        3 => [false, true, false, false],
                        4 => [false, false, false, true],
                        7 => [false, true, true, false],
                        8 => [false, false, true, true],
                        9 => [true, true, false, false],
                        10 => [true, false, false, true],
                        _ => [false; 4],
                    };
                    all_of(
                        beside.iter().zip(goes_on).map(|(it, goes_on)| it.eq(i64::from(goes_on))),
                    )
                }
            };
            let name = format!("{cell} is the given part of a ship");
            sketch.require(name, &shaded[cell] & form);
        }
    }
}
