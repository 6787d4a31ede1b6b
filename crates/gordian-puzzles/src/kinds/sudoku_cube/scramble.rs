//! Generates Sudoku Cubes: solved ones, scrambled ones, and ones with an illegal change.
//!
//! A cube of [`random_scrambled`] has a solution by construction, but possibly several. A cube
//! changed by [`apply_illegal_move`] has the same pieces, but its original solution cannot be
//! reached by turns: it tests whether checkers detect that.

use gordian_core::Random;

use super::sticker_cube::Net;
use super::{Ambiguity, Direction, Face, StickerCube, SudokuCube};
use crate::metadata::Metadata;

/// Returns a solved 3×3×3: every face has the digits 1 to 9 in random order and a random direction.
///
/// The directions of the centres are known. No digit is ambiguous, apart from the 1.
#[must_use]
pub fn random_solved(random: &mut Random) -> SudokuCube {
    random_solved_of_size(3, random)
}

/// Returns a solved cube of `size`, 2 to 5, in the same way: its faces have the numbers from 1 to
/// the square of the size.
///
/// # Panics
///
/// Panics if there are no cubes of that size.
#[must_use]
pub fn random_solved_of_size(size: usize, random: &mut Random) -> SudokuCube {
    assert!((2..=5).contains(&size), "cubes are of size 2 to 5");
    let n = u8::try_from(size).expect("at most 5");
    let net: Net = Face::ALL.map(|_| {
        let mut digits: Vec<u8> = (1..=n * n).collect();
        random.shuffle(&mut digits);
        let direction = *random.choose(&Direction::ALL);
        let row = |row: &[u8]| row.iter().map(|&digit| (digit, Some(direction))).collect();
        digits.chunks(size).map(row).collect()
    });
    StickerCube::from_net(&net).to_pieces(Metadata::default(), Ambiguity::default())
}

/// Returns a solved 3×3×3 after `n_turns` random turns of random faces.
///
/// With a few dozen turns or more, nothing of the solution can be seen.
#[must_use]
pub fn random_scrambled(random: &mut Random, n_turns: usize) -> SudokuCube {
    random_scrambled_of_size(3, random, n_turns)
}

/// Returns a solved cube of `size`, 2 to 5, after `n_turns` random turns of random layers.
///
/// # Panics
///
/// Panics if there are no cubes of that size.
#[must_use]
pub fn random_scrambled_of_size(size: usize, random: &mut Random, n_turns: usize) -> SudokuCube {
    let cube = random_solved_of_size(size, random);
    let mut sticker_cube = StickerCube::from_cube(&cube);
    for _ in 0..n_turns {
        let quarters = *random.choose(&[1, 2, 3]);
        let face = *random.choose(&Face::ALL);
        // Each layer but that of the middle centres can be turned from one of its sides.
        let depth = if size < 4 { 0 } else { random.below(size / 2) };
        sticker_cube.turn_layer(face, depth, quarters);
    }
    sticker_cube.to_cube(&cube)
}

/// A change of a 3×3×3 that is possible only by taking it apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IllegalMove {
    /// Two pieces of the same kind are swapped.
    Swap,
    /// One corner is twisted by a third.
    Twist,
    /// One edge is flipped.
    Flip,
    /// One centre is turned by a quarter; does nothing to a centre without a known direction.
    CentreTurn,
}

impl IllegalMove {
    /// Every illegal_move.
    pub const ALL: [Self; 4] = [Self::Swap, Self::Twist, Self::Flip, Self::CentreTurn];
}

/// Returns the cube after a illegal_move at a random place.
///
/// A cube of another size is changed in the same way, as far as it has the pieces; whether turns
/// could do the same depends on the size.
///
/// If [`SudokuCube::has_identical_pieces`] holds, the change may be invisible.
#[must_use]
pub fn apply_illegal_move(
    cube: &SudokuCube,
    illegal_move: IllegalMove,
    random: &mut Random,
) -> SudokuCube {
    let mut tampered = cube.clone();
    match illegal_move {
        IllegalMove::Swap if cube.edges.is_empty() || random.flip() => {
            let first = random.below(8);
            tampered.corners.swap(first, (first + 1 + random.below(7)) % 8);
        }
        IllegalMove::Swap => {
            let first = random.below(12);
            tampered.edges.swap(first, (first + 1 + random.below(11)) % 12);
        }
        IllegalMove::Twist => {
            let thirds = 1 + random.below(2);
            tampered.corners[random.below(8)].rotate_left(thirds);
        }
        IllegalMove::Flip if cube.edges.is_empty() => {}
        IllegalMove::Flip => tampered.edges[random.below(12)].swap(0, 1),
        IllegalMove::CentreTurn if cube.centres.is_empty() => {}
        IllegalMove::CentreTurn => {
            let centre = &mut tampered.centres[random.below(6)];
            let quarter = *random.choose(&[1, 3]);
            centre.direction = centre.direction.map(|direction| {
                Direction::from_quarter_turns(direction.quarter_turns() + quarter)
            });
        }
    }
    tampered
}
