//! The naive models of pencil puzzles, a function for each kind.

mod akari;
mod aquarium;
mod araf;
mod ayeheya;
mod balance;
mod battleship;
mod castle;
mod cave;
mod cojun;
mod compass;
mod country;
mod creek;
mod custom;
mod doppelblock;
mod easyasabc;
mod equal_blocks;
mod fillomino;
mod geradeweg;
mod gokigen;
mod hashi;
mod heyablock;
mod heyawake;
mod hitori;
mod kakuro;
mod koburin;
mod kurochute;
mod kurodoko;
mod kurotto;
mod lits;
mod mashu;
mod midloop;
mod mochikoro;
mod moonsun;
mod nanro;
mod nawabari;
mod nonogram;
mod norinori;
mod norinuri;
mod numlin;
mod nuribou;
mod nurikabe;
mod nurimisaki;
mod ripple;
mod rules;
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

use std::sync::Arc;

use gordian_core::Index as _;
use gordian_model::{Assignment, VarId};
use gordian_puzzles::PuzzleKind;
use gordian_puzzles::pencil::{Board, Marks, Pencil, Rules, describe};

use self::sketch::Sketch;
use crate::kind::{KindModel, Parts, SolveKind};
use crate::model_budget::ModelBudget;

#[cfg(test)]
mod tests;

/// A kind of pencil puzzle with a model.
pub(crate) trait PencilModel: Rules {
    /// Adds the variables of a board, and the constraints but those of the rules of the catalogue.
    /// By default there are no other constraints.
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let _ = board;
        sketch.places(&Self::FORM);
    }
}

/// The kinds whose rules are all of the catalogue.
macro_rules! declared {
    ($($module:ident::$Kind:ident),* $(,)?) => {
        $(impl PencilModel for gordian_puzzles::kinds::pencil::$module::$Kind {})*
    };
}
declared! {
    aqre::Aqre,
    aquapelago::Aquapelago,
    canal::Canal,
    cbanana::Cbanana,
    chocona::Chocona,
    cocktail::Cocktail,
    custom::CustomBlocks,
    custom::CustomLoop,
    custom::CustomObjects,
    custom::CustomShading,
    detour::Detour,
    doubleback::Doubleback,
    lookair::Lookair,
    nagenawa::Nagenawa,
    paintarea::Paintarea,
}

impl<R: PencilModel> SolveKind for Pencil<R> {
    const HAS_PARTS: bool = true;

    fn model(&self, budget: &ModelBudget) -> Option<KindModel<<Self as PuzzleKind>::Solution>> {
        let mut sketch = Sketch::new(&self.board, budget);
        R::model(&self.board, &mut sketch);
        rules::require_all(&R::catalogue(), &self.board, &mut sketch);
        if budget.is_exhausted() {
            return None;
        }
        let (model, definitions, words, places) = sketch.finish(&R::FORM);
        let places = Arc::new(places);
        let decoder = {
            let places = Arc::clone(&places);
            move |values: &Assignment| -> Marks { places.marks(&|var| Some(values[var])) }
        };
        let describe = {
            let (places, size) = (Arc::clone(&places), self.board.size());
            move |var: VarId, value: i64| match places.of_variable(var) {
                Some(place) => {
                    let value = u32::try_from(value).expect("values of places are not negative");
                    describe(&R::FORM, size, place, value)
                }
                None => format!("variable {} is {value}", var.index()),
            }
        };
        let encoder = {
            let (places, size) = (Arc::clone(&places), self.board.size());
            move |part: &Marks| places.facts(&R::FORM, size, part)
        };
        let partial_decoder = move |known: &dyn Fn(VarId) -> Option<i64>| places.marks(known);
        let (decoder_of_parts, describe) = (Box::new(partial_decoder), Box::new(describe));
        let encoder = Box::new(encoder);
        let parts = Parts { decoder: decoder_of_parts, describe, words, definitions, encoder };
        Some(KindModel { parts: Some(parts), ..KindModel::new(model, decoder) })
    }

    fn n_values(&self) -> usize {
        // A cell, the edge below it, and the one to its right.
        3 * self.board.size().n_cells()
    }
}
