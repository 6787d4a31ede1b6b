//! The kinds of puzzles. To add one, add its module and its line in
//! [`every_kind`](crate::every_kind); `CONTRIBUTING.md` has the recipe.

pub mod cube3;
pub mod goishi;
pub mod grid;
pub mod pencil;
pub mod square1;
pub mod sudoku_cube;

use crate::board::reader::nearest_name;
use crate::puzzle::Kind;

/// Lists every kind, in the order of the documentation: `every_kind!(Entry)` is a slice with
/// `Entry::of::<P>()` for the type `P` of the puzzles of each kind.
///
/// Nothing else in the workspace lists kinds: the registry of models in `gordian-solve` is made of
/// this list, and a kind without a model does not compile there.
#[macro_export]
macro_rules! every_kind {
    ($entry:ident) => {
        $crate::every_kind!(
            @list $entry
            [
                grid::GridPuzzle,
                goishi::Goishi,
                sudoku_cube::SudokuCube,
                square1::Square1,
                cube3::Cube3,
            ]
            pencil [
                akari::Akari,
                aqre::Aqre,
                aquapelago::Aquapelago,
                aquarium::Aquarium,
                araf::Araf,
                ayeheya::Ayeheya,
                balance::Balance,
                battleship::Battleship,
                canal::Canal,
                castle::Castle,
                cave::Cave,
                cbanana::Cbanana,
                chocona::Chocona,
                cocktail::Cocktail,
                cojun::Cojun,
                compass::Compass,
                country::Country,
                creek::Creek,
                custom::CustomBlocks,
                custom::CustomLoop,
                custom::CustomNumbers,
                custom::CustomObjects,
                custom::CustomShading,
                detour::Detour,
                doppelblock::Doppelblock,
                doubleback::Doubleback,
                easyasabc::Easyasabc,
                fillomino::Fillomino,
                equal_blocks::EqualBlocks<5>,
                equal_blocks::EqualBlocks<4>,
                geradeweg::Geradeweg,
                gokigen::Gokigen,
                hashi::Hashi,
                heyablock::Heyablock,
                heyawake::Heyawake,
                hitori::Hitori,
                kakuro::Kakuro,
                koburin::Koburin,
                kurochute::Kurochute,
                kurodoko::Kurodoko,
                kurotto::Kurotto,
                lits::Lits,
                lookair::Lookair,
                mashu::Mashu,
                midloop::Midloop,
                mochikoro::Mochikoro,
                moonsun::Moonsun,
                nagenawa::Nagenawa,
                nanro::Nanro,
                nawabari::Nawabari,
                nonogram::Nonogram,
                norinori::Norinori,
                norinuri::Norinuri,
                numlin::Numlin,
                nuribou::Nuribou,
                nurikabe::Nurikabe,
                nurimisaki::Nurimisaki,
                paintarea::Paintarea,
                ripple::Ripple,
                shakashaka::Shakashaka,
                shikaku::Shikaku,
                shimaguni::Shimaguni,
                simpleloop::Simpleloop,
                skyscrapers::Skyscrapers,
                slither::Slither,
                squarejam::Squarejam,
                starbattle::Starbattle,
                statuepark::Statuepark,
                tapa::Tapa,
                tatamibari::Tatamibari,
                tentaisho::Tentaisho,
                tents::Tents,
                yajikazu::Yajikazu,
                yajilin::Yajilin,
                yajilin_regions::YajilinRegions,
                yinyang::Yinyang,
            ]
        )
    };
    (
        @list $entry:ident
        [$($module:ident :: $kind:ident),* $(,)?]
        pencil [$($pencil:ident :: $rules:ident $(<$parameter:literal>)?),* $(,)?]
    ) => {
        &[
            $($entry::of::<$crate::kinds::$module::$kind>(),)*
            $($entry::of::<
                $crate::pencil::Pencil<$crate::kinds::pencil::$pencil::$rules$(<$parameter>)?>
            >(),)*
        ]
    };
}

static KINDS: &[Kind] = every_kind!(Kind);

impl Kind {
    /// Returns every kind, in the order of the documentation.
    #[must_use]
    pub fn all() -> &'static [Self] {
        KINDS
    }

    /// Returns the kind with this name: that in files, or one of those in links.
    ///
    /// # Example
    ///
    /// ```
    /// use gordian_puzzles::Kind;
    ///
    /// assert_eq!(Kind::named("slitherlink"), Kind::named("slither"));
    /// assert_eq!(Kind::named("sudoku").unwrap().name(), "grid");
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        KINDS.iter().copied().find(|kind| kind.names().any(|known| known == name))
    }

    /// Returns the name of a kind that `name` is probably a misspelling of.
    #[must_use]
    pub fn nearest_name(name: &str) -> Option<&'static str> {
        let names: Vec<&str> = KINDS.iter().flat_map(|kind| kind.names()).collect();
        nearest_name(&name.to_lowercase(), &names)
    }
}
