//! Four Cells and Five Cells: divide the board into blocks of as many cells.

use gordian_core::Random;

use crate::board::Size;
use crate::pencil::blank::{count_borders, divisible_board};
use crate::pencil::check::{border_counts, borders_separate, equal_blocks};
use crate::pencil::{Board, Broken, CellForm, EdgeLayer, Family, Form, Rules, Section, Solved};

/// Four Cells or Five Cells: blocks of `N` cells. Other numbers do not compile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EqualBlocks<const N: usize>;

/// The texts that have the number.
struct Texts {
    /// The number as a word.
    number: &'static str,
    title: &'static str,
    /// The name in files and in links.
    names: [&'static str; 1],
    description: &'static str,
    rules: [(&'static str, &'static str); 3],
}

macro_rules! texts {
    ($name:literal, $title:literal, $number:literal) => {
        Texts {
            number: $number,
            title: $title,
            names: [$name],
            description: concat!(
                "Divide the board into blocks of ",
                $number,
                " cells.\n\n- Every block has exactly ",
                $number,
                " cells.\n- A number is how many of the four edges of its cell are borders. The outline of the board \
                 and the edges to holes are\n  borders too. `?` has no meaning.\n"
            ),
            rules: [
                ("border-ends", "a border ends inside a block"),
                ("size-of-block", concat!("a block does not have ", $number, " cells")),
                ("number-of-borders", "a number is not how many edges of its cell are borders"),
            ],
        }
    };
}

impl<const N: usize> EqualBlocks<N> {
    const TEXTS: &'static Texts = match N {
        4 => &texts!("fourcells", "Four Cells", "four"),
        5 => &texts!("fivecells", "Five Cells", "five"),
        _ => panic!("no kind has blocks of this size"),
    };

    /// The number of cells as a word.
    pub const NUMBER: &'static str = Self::TEXTS.number;
}

impl<const N: usize> Rules for EqualBlocks<N> {
    const NAME: &'static str = Self::TEXTS.names[0];
    const TITLE: &'static str = Self::TEXTS.title;
    const FAMILY: Family = Family::Division;
    const LINK_NAMES: &'static [&'static str] = &Self::TEXTS.names;
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 0, max: 9, unknown: true }),
        holes: true,
        link: &[Section::Number10],
        edge_layer: Some(EdgeLayer::Borders),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = Self::TEXTS.description;
    const RULES: &'static [(&'static str, &'static str)] = &Self::TEXTS.rules;

    fn blank(size: Size, random: &mut Random) -> Option<Board> {
        divisible_board(size, N, random)
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        count_borders(board, solution);
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        borders_separate(board, solution, broken);
        equal_blocks(board, solution, N, broken);
        border_counts(board, solution, broken);
    }
}
