//! The naive models of pencil puzzles, a function for each kind.

mod akari;
mod aqre;
mod aquarium;
mod araf;
mod balance;
mod battleship;
mod castle;
mod cave;
mod cojun;
mod compass;
mod country;
mod creek;
mod doppelblock;
mod easyasabc;
mod fillomino;
mod fivecells;
mod fourcells;
mod geradeweg;
mod gokigen;
mod hashi;
mod heyawake;
mod hitori;
mod kakuro;
mod koburin;
mod kurodoko;
mod kurotto;
mod lits;
mod mashu;
mod midloop;
mod moonsun;
mod nanro;
mod nonogram;
mod norinori;
mod numlin;
mod nurikabe;
mod nurimisaki;
mod ripple;
mod shakashaka;
mod shikaku;
mod shimaguni;
mod simpleloop;
mod sketch;
mod skyscrapers;
mod slither;
mod squarejam;
mod starbattle;
mod statuepark;
mod tapa;
mod tatamibari;
mod tentaisho;
mod tents;
mod yajikazu;
mod yajilin;
mod yajilin_regions;
mod yinyang;

use gordian_core::Index as _;
use gordian_model::{Assignment, Model, VarId};
use gordian_puzzles::PuzzleKind;
use gordian_puzzles::pencil::{Board, Marks, Pencil, Rules, describe};

use self::sketch::Sketch;
use crate::kind::{Decoder, Parts, SolveKind};

/// A kind of pencil puzzle with a model.
pub(crate) trait PencilModel: Rules {
    /// Adds the variables and the constraints of a board.
    fn model(board: &Board, sketch: &mut Sketch<'_>);
}

/// Returns the model of a board under construction.
fn sketched<R: PencilModel>(board: &Board) -> Sketch<'_> {
    let mut sketch = Sketch::new(board);
    R::model(board, &mut sketch);
    sketch
}

impl<R: PencilModel> SolveKind for Pencil<R> {
    fn model(&self) -> Option<(Model, Decoder<<Self as PuzzleKind>::Solution>)> {
        let (model, places) = sketched::<R>(&self.board).finish(&R::FORM);
        let decoder =
            move |values: &Assignment| -> Marks { places.marks(&|var| Some(values[var])) };
        Some((model, Box::new(decoder)))
    }

    fn parts(&self) -> Option<Parts<<Self as PuzzleKind>::Solution>> {
        let sketch = sketched::<R>(&self.board);
        let definitions = sketch.definitions();
        let (_, places) = sketch.finish(&R::FORM);
        let size = self.board.size();
        let of_variable = places.by_variable();
        let describe = move |var: VarId, value: i64| match of_variable.get(&var) {
            Some(&place) => {
                let value = u32::try_from(value).expect("values of places are not negative");
                describe(&R::FORM, size, place, value)
            }
            None => format!("variable {} is {value}", var.index()),
        };
        let decoder = Box::new(move |known: &dyn Fn(VarId) -> Option<i64>| places.marks(known));
        Some(Parts { decoder, describe: Box::new(describe), definitions })
    }

    fn n_values(&self) -> usize {
        // A cell, the edge below it, and the one to its right.
        3 * self.board.size().n_cells()
    }
}
