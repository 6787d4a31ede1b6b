//! The kinds of puzzles: their naive models, and the special searches of some. To add one, add its module
//! and its line in `KINDS`; `CONTRIBUTING.md` has the recipe.

mod cube3;
mod goishi;
mod grid;
mod pencil;
mod square1;
mod sudoku_cube;

use gordian_puzzles::kinds::pencil as kinds;
use gordian_puzzles::pencil::Pencil;

use crate::kind::Entry;

/// Every kind of `gordian-puzzles`, in the same order.
pub(crate) static KINDS: &[Entry] = &[
    Entry::of::<gordian_puzzles::grid::GridPuzzle>(),
    Entry::of::<gordian_puzzles::goishi::Goishi>(),
    Entry::of::<gordian_puzzles::cube::SudokuCube>(),
    Entry::of::<gordian_puzzles::square1::Square1>(),
    Entry::of::<gordian_puzzles::cube3::Cube3>(),
    Entry::of::<Pencil<kinds::akari::Akari>>(),
    Entry::of::<Pencil<kinds::aqre::Aqre>>(),
    Entry::of::<Pencil<kinds::aquarium::Aquarium>>(),
    Entry::of::<Pencil<kinds::araf::Araf>>(),
    Entry::of::<Pencil<kinds::balance::Balance>>(),
    Entry::of::<Pencil<kinds::battleship::Battleship>>(),
    Entry::of::<Pencil<kinds::castle::Castle>>(),
    Entry::of::<Pencil<kinds::cave::Cave>>(),
    Entry::of::<Pencil<kinds::cojun::Cojun>>(),
    Entry::of::<Pencil<kinds::compass::Compass>>(),
    Entry::of::<Pencil<kinds::country::Country>>(),
    Entry::of::<Pencil<kinds::creek::Creek>>(),
    Entry::of::<Pencil<kinds::doppelblock::Doppelblock>>(),
    Entry::of::<Pencil<kinds::easyasabc::Easyasabc>>(),
    Entry::of::<Pencil<kinds::fillomino::Fillomino>>(),
    Entry::of::<Pencil<kinds::fivecells::Fivecells>>(),
    Entry::of::<Pencil<kinds::fourcells::Fourcells>>(),
    Entry::of::<Pencil<kinds::geradeweg::Geradeweg>>(),
    Entry::of::<Pencil<kinds::gokigen::Gokigen>>(),
    Entry::of::<Pencil<kinds::hashi::Hashi>>(),
    Entry::of::<Pencil<kinds::heyawake::Heyawake>>(),
    Entry::of::<Pencil<kinds::hitori::Hitori>>(),
    Entry::of::<Pencil<kinds::kakuro::Kakuro>>(),
    Entry::of::<Pencil<kinds::koburin::Koburin>>(),
    Entry::of::<Pencil<kinds::kurodoko::Kurodoko>>(),
    Entry::of::<Pencil<kinds::kurotto::Kurotto>>(),
    Entry::of::<Pencil<kinds::lits::Lits>>(),
    Entry::of::<Pencil<kinds::mashu::Mashu>>(),
    Entry::of::<Pencil<kinds::midloop::Midloop>>(),
    Entry::of::<Pencil<kinds::moonsun::Moonsun>>(),
    Entry::of::<Pencil<kinds::nanro::Nanro>>(),
    Entry::of::<Pencil<kinds::nonogram::Nonogram>>(),
    Entry::of::<Pencil<kinds::norinori::Norinori>>(),
    Entry::of::<Pencil<kinds::numlin::Numlin>>(),
    Entry::of::<Pencil<kinds::nurikabe::Nurikabe>>(),
    Entry::of::<Pencil<kinds::nurimisaki::Nurimisaki>>(),
    Entry::of::<Pencil<kinds::ripple::Ripple>>(),
    Entry::of::<Pencil<kinds::shakashaka::Shakashaka>>(),
    Entry::of::<Pencil<kinds::shikaku::Shikaku>>(),
    Entry::of::<Pencil<kinds::shimaguni::Shimaguni>>(),
    Entry::of::<Pencil<kinds::simpleloop::Simpleloop>>(),
    Entry::of::<Pencil<kinds::skyscrapers::Skyscrapers>>(),
    Entry::of::<Pencil<kinds::slither::Slither>>(),
    Entry::of::<Pencil<kinds::squarejam::Squarejam>>(),
    Entry::of::<Pencil<kinds::starbattle::Starbattle>>(),
    Entry::of::<Pencil<kinds::statuepark::Statuepark>>(),
    Entry::of::<Pencil<kinds::tapa::Tapa>>(),
    Entry::of::<Pencil<kinds::tatamibari::Tatamibari>>(),
    Entry::of::<Pencil<kinds::tentaisho::Tentaisho>>(),
    Entry::of::<Pencil<kinds::tents::Tents>>(),
    Entry::of::<Pencil<kinds::yajikazu::Yajikazu>>(),
    Entry::of::<Pencil<kinds::yajilin::Yajilin>>(),
    Entry::of::<Pencil<kinds::yajilin_regions::YajilinRegions>>(),
    Entry::of::<Pencil<kinds::yinyang::Yinyang>>(),
];
