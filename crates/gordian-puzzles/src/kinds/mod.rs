//! The kinds of puzzles. To add one, add its module and its line in `KINDS`; `CONTRIBUTING.md` has the
//! recipe.

pub mod cube3;
pub mod goishi;
pub mod grid;
pub mod pencil;
pub mod square1;
pub mod sudoku_cube;

use crate::kind::Kind;
use crate::pencil::Pencil;

/// Every kind, in the order of the documentation. Nothing else in the workspace lists kinds, except the
/// registry of models in `gordian-solve`.
pub(crate) static KINDS: &[Kind] = &[
    Kind::of::<grid::GridPuzzle>(),
    Kind::of::<goishi::Goishi>(),
    Kind::of::<sudoku_cube::SudokuCube>(),
    Kind::of::<square1::Square1>(),
    Kind::of::<cube3::Cube3>(),
    Kind::of::<Pencil<pencil::akari::Akari>>(),
    Kind::of::<Pencil<pencil::aqre::Aqre>>(),
    Kind::of::<Pencil<pencil::aquarium::Aquarium>>(),
    Kind::of::<Pencil<pencil::araf::Araf>>(),
    Kind::of::<Pencil<pencil::balance::Balance>>(),
    Kind::of::<Pencil<pencil::battleship::Battleship>>(),
    Kind::of::<Pencil<pencil::castle::Castle>>(),
    Kind::of::<Pencil<pencil::cave::Cave>>(),
    Kind::of::<Pencil<pencil::cojun::Cojun>>(),
    Kind::of::<Pencil<pencil::compass::Compass>>(),
    Kind::of::<Pencil<pencil::country::Country>>(),
    Kind::of::<Pencil<pencil::creek::Creek>>(),
    Kind::of::<Pencil<pencil::doppelblock::Doppelblock>>(),
    Kind::of::<Pencil<pencil::easyasabc::Easyasabc>>(),
    Kind::of::<Pencil<pencil::fillomino::Fillomino>>(),
    Kind::of::<Pencil<pencil::fivecells::Fivecells>>(),
    Kind::of::<Pencil<pencil::fourcells::Fourcells>>(),
    Kind::of::<Pencil<pencil::geradeweg::Geradeweg>>(),
    Kind::of::<Pencil<pencil::gokigen::Gokigen>>(),
    Kind::of::<Pencil<pencil::hashi::Hashi>>(),
    Kind::of::<Pencil<pencil::heyawake::Heyawake>>(),
    Kind::of::<Pencil<pencil::hitori::Hitori>>(),
    Kind::of::<Pencil<pencil::kakuro::Kakuro>>(),
    Kind::of::<Pencil<pencil::koburin::Koburin>>(),
    Kind::of::<Pencil<pencil::kurodoko::Kurodoko>>(),
    Kind::of::<Pencil<pencil::kurotto::Kurotto>>(),
    Kind::of::<Pencil<pencil::lits::Lits>>(),
    Kind::of::<Pencil<pencil::mashu::Mashu>>(),
    Kind::of::<Pencil<pencil::midloop::Midloop>>(),
    Kind::of::<Pencil<pencil::moonsun::Moonsun>>(),
    Kind::of::<Pencil<pencil::nanro::Nanro>>(),
    Kind::of::<Pencil<pencil::nonogram::Nonogram>>(),
    Kind::of::<Pencil<pencil::norinori::Norinori>>(),
    Kind::of::<Pencil<pencil::numlin::Numlin>>(),
    Kind::of::<Pencil<pencil::nurikabe::Nurikabe>>(),
    Kind::of::<Pencil<pencil::nurimisaki::Nurimisaki>>(),
    Kind::of::<Pencil<pencil::ripple::Ripple>>(),
    Kind::of::<Pencil<pencil::shakashaka::Shakashaka>>(),
    Kind::of::<Pencil<pencil::shikaku::Shikaku>>(),
    Kind::of::<Pencil<pencil::shimaguni::Shimaguni>>(),
    Kind::of::<Pencil<pencil::simpleloop::Simpleloop>>(),
    Kind::of::<Pencil<pencil::skyscrapers::Skyscrapers>>(),
    Kind::of::<Pencil<pencil::slither::Slither>>(),
    Kind::of::<Pencil<pencil::squarejam::Squarejam>>(),
    Kind::of::<Pencil<pencil::starbattle::Starbattle>>(),
    Kind::of::<Pencil<pencil::statuepark::Statuepark>>(),
    Kind::of::<Pencil<pencil::tapa::Tapa>>(),
    Kind::of::<Pencil<pencil::tatamibari::Tatamibari>>(),
    Kind::of::<Pencil<pencil::tentaisho::Tentaisho>>(),
    Kind::of::<Pencil<pencil::tents::Tents>>(),
    Kind::of::<Pencil<pencil::yajikazu::Yajikazu>>(),
    Kind::of::<Pencil<pencil::yajilin::Yajilin>>(),
    Kind::of::<Pencil<pencil::yajilin_regions::YajilinRegions>>(),
    Kind::of::<Pencil<pencil::yinyang::Yinyang>>(),
];
