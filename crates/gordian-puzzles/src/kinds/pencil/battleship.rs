//! Battleship: place the ships of a fleet so that they do not touch.

use gordian_core::Random;

use crate::board::{Cell, Direction, Size};
use crate::pencil::blank::{bank, count_shaded_lines};
use crate::pencil::check::{group_numbers, groups, shaded_pieces};
use crate::pencil::{
    Board, Broken, CellForm, CellLayer, Clue, Family, Form, OutsideForm, PENTOMINOES, Rules,
    Section, Side, Solved,
};
use crate::pencil_board::rules::{Cells, Rule, Where};

/// Battleship.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Battleship;

/// The mark of water.
pub const WATER: usize = 0;
/// The mark of a middle part of a ship.
pub const MIDDLE: usize = 5;
/// The mark of a part of a ship of unknown form.
pub const ANY_PART: usize = 11;

/// The sides on which the other cells of the ship are, for the marks that tell them.
const PARTS: &[(usize, &[Direction])] = &[
    (1, &[Direction::Down]),
    (2, &[Direction::Up]),
    (3, &[Direction::Right]),
    (4, &[Direction::Left]),
    (6, &[]),
    (7, &[Direction::Right, Direction::Down]),
    (8, &[Direction::Down, Direction::Left]),
    (9, &[Direction::Up, Direction::Right]),
    (10, &[Direction::Up, Direction::Left]),
];

/// The marks, in the order of their numbers in links.
const MARKS: &[(char, &str)] = &[
    ('~', "water"),
    ('^', "the upper end of a ship"),
    ('v', "the lower end of a ship"),
    ('<', "the left end of a ship"),
    ('>', "the right end of a ship"),
    ('+', "a middle part of a ship"),
    ('o', "a ship of one cell"),
    ('F', "the upper left corner of a ship"),
    ('7', "the upper right corner of a ship"),
    ('L', "the lower left corner of a ship"),
    ('J', "the lower right corner of a ship"),
    ('?', "a part of a ship of unknown form"),
];

/// The fleets of links, whose longest ships have 3, 4 and 5 cells, and the pentominoes.
const PRESETS: &[(char, &[&str]); 4] = &[
    ('c', &["#", "#", "#", "##", "##", "###"]),
    ('d', &["#", "#", "#", "#", "##", "##", "##", "###", "###", "####"]),
    (
        'e',
        &[
            "#", "#", "#", "#", "#", "##", "##", "##", "##", "###", "###", "###", "####", "####",
            "#####",
        ],
    ),
    ('p', PENTOMINOES),
];

impl Rules for Battleship {
    const NAME: &'static str = "battleship";
    const TITLE: &'static str = "Battleship";
    const FAMILY: Family = Family::Objects;
    const LINK_NAMES: &'static [&'static str] = &["battleship"];
    const FORM: Form = Form {
        cells: Some(CellForm::Marks(MARKS)),
        outside: Some(OutsideForm {
            sides: &[Side::Above, Side::Left],
            is_list: false,
            min: 0,
            is_letter: false,
        }),
        pieces: true,
        link: &[Section::ExCell, Section::MarkNumber16, Section::Pieces(PRESETS)],
        cell_layer: Some(CellLayer::Shade),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Shade the ships of the fleet.

- Each ship of the fleet, the pieces, is used once; it can be rotated and mirrored. No other cells are shaded.
- Ships do not touch, not even at a corner.
- A number outside is how many cells of its column or row are shaded; a line without a number, or with `?`, has any number
  of them.
- A cell with water is not shaded. A cell with a part of a ship is shaded, and the mark tells on which sides other cells
  of the ship are: for an end, on one side, opposite to the end; for a corner, on two sides, opposite to the corner; for a
  middle part, on two opposite sides at least; for a ship of one cell, on none; for `?`, on any.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("not-a-piece", "connected shaded cells are not a ship of the fleet"),
        ("piece-too-often", "a ship is used more often than it is in the fleet"),
        ("piece-missing", "a ship of the fleet is not used"),
        ("ships-touch", "two ships touch at a corner"),
        ("number-of-line", "a number is not how many cells of its column or row are shaded"),
        ("water-shaded", "a cell with water is shaded"),
        ("part-unshaded", "a given part of a ship is not shaded"),
        ("other-part", "a given part of a ship is another part than its mark tells"),
    ];

    fn catalogue() -> Vec<(&'static str, Rule)> {
        vec![("number-of-line", Rule::clue(Cells::Shaded, Where::Line))]
    }

    fn blank(size: Size, _: &mut Random) -> Option<Board> {
        let [(_, small), (_, usual), (_, large), _] = PRESETS;
        let mut board = Board::new(size);
        board.pieces = match size.n_cells() {
            0..30 => bank(small, size.n_cells() / 5),
            30..75 => bank(small, 10),
            75..150 => bank(usual, 20),
            n_cells => bank(large, n_cells / 4),
        };
        Some(board)
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        count_shaded_lines(board, solution);
        let size = board.size();
        for cell in size.cells() {
            let is_part = |side: &Direction| {
                size.neighbour(cell, *side).is_some_and(|it| solution.is_marked(it))
            };
            let sides: Vec<Direction> = Direction::ALL.into_iter().filter(is_part).collect();
            let part = PARTS.iter().find(|(_, expected)| sides == *expected);
            let mark = match part {
                _ if !solution.is_marked(cell) => WATER,
                Some(&(mark, _)) => mark,
                // Two opposite sides, or more than two.
                None => MIDDLE,
            };
            board.cells[cell] = Clue::Mark(mark);
        }
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        let size = board.size();
        shaded_pieces(board, solution, broken);
        let ships = group_numbers(size, &groups(size, |cell| solution.is_marked(cell)));
        for Cell { row, column } in size.cells() {
            let [here, beside, below, far] = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(r, c)| {
                let cell = Cell::new(row + r, column + c);
                size.contains(cell) && solution.is_marked(cell)
            });
            // Two shaded cells touch at their corners only.
            if here == far && beside == below && here != beside {
                let [one, other] = if here { [(0, 0), (1, 1)] } else { [(0, 1), (1, 0)] }
                    .map(|(r, c)| Cell::new(row + r, column + c));
                // They can be cells of the same ship, if it is bent.
                if ships[one] != ships[other] {
                    let message = format!("the ships at {one} and {other} touch at a corner");
                    broken.add("ships-touch", message, vec![one, other]);
                }
            }
        }
        for (cell, clue) in board.clues() {
            let Clue::Mark(mark) = *clue else { continue };
            if (mark == WATER) == solution.is_marked(cell) {
                let (rule, message) = if mark == WATER {
                    ("water-shaded", format!("the water at {cell} is shaded"))
                } else {
                    ("part-unshaded", format!("the part of a ship at {cell} is not shaded"))
                };
                broken.add(rule, message, vec![cell]);
                continue;
            }
            let is_part = |&side: &Direction| {
                size.neighbour(cell, side).is_some_and(|it| solution.is_marked(it))
            };
            let sides: Vec<Direction> =
                Direction::ALL.into_iter().filter(|side| is_part(side)).collect();
            let is_right = match mark {
                WATER | ANY_PART => true,
                MIDDLE => sides.iter().any(|side| sides.contains(&side.opposite())),
                _ => PARTS.iter().any(|(part, expected)| *part == mark && sides == *expected),
            };
            if !is_right {
                let what = MARKS.get(mark).map_or("", |(_, meaning)| meaning);
                broken.add("other-part", format!("{cell} is not {what}"), vec![cell]);
            }
        }
    }
}
