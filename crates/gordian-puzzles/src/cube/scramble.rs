//! Makes Sudoku Cubes: solved ones, scrambled ones, and ones that somebody took apart.
//!
//! A scrambled cube of [`scrambled`] has a solution by construction, though perhaps more than one.
//! A [`forge`]d cube looks like any other, but no turns solve it the way it was made: it is a test
//! for those who claim to notice.

use gordian_core::Random;

use super::solid::Net;
use super::{Ambiguity, Direction, Face, Solid, SudokuCube};
use crate::puzzle::About;

/// Returns a solved 3×3×3: every face has the digits 1 to 9 in random order and looks a random way.
///
/// The directions of the centres are known. No two digits read the same, apart from the 1.
#[must_use]
pub fn solved(random: &mut Random) -> SudokuCube {
    solved_of_size(3, random)
}

/// Returns a solved cube of `size`, 2 to 5, in the same way: its faces have the numbers from 1 to
/// the square of the size.
///
/// # Panics
///
/// Panics if there are no cubes of that size.
#[must_use]
pub fn solved_of_size(size: usize, random: &mut Random) -> SudokuCube {
    assert!((2..=5).contains(&size), "cubes are of size 2 to 5");
    let n = u8::try_from(size).expect("at most 5");
    let net: Net = Face::ALL.map(|_| {
        let mut digits: Vec<u8> = (1..=n * n).collect();
        random.shuffle(&mut digits);
        let direction = *random.choose(&Direction::ALL);
        let row = |row: &[u8]| row.iter().map(|&digit| (digit, Some(direction))).collect();
        digits.chunks(size).map(row).collect()
    });
    Solid::from_net(&net).to_pieces(About::default(), Ambiguity::default())
}

/// Returns a solved 3×3×3 after `n_turns` random turns of random faces.
///
/// With a few dozen turns or more, nothing of the solution can be seen.
#[must_use]
pub fn scrambled(random: &mut Random, n_turns: usize) -> SudokuCube {
    scrambled_of_size(3, random, n_turns)
}

/// Returns a solved cube of `size`, 2 to 5, after `n_turns` random turns of random layers.
///
/// # Panics
///
/// Panics if there are no cubes of that size.
#[must_use]
pub fn scrambled_of_size(size: usize, random: &mut Random, n_turns: usize) -> SudokuCube {
    let cube = solved_of_size(size, random);
    let mut solid = Solid::from_cube(&cube);
    for _ in 0..n_turns {
        let quarters = *random.choose(&[1, 2, 3]);
        let face = *random.choose(&Face::ALL);
        // Each layer but that of the middle centres can be turned from one of its sides.
        let depth = if size < 4 { 0 } else { random.below(size / 2) };
        solid.turn_layer(face, depth, quarters);
    }
    solid.to_cube(&cube)
}

/// What can be done to a 3×3×3 with a screwdriver but not by turning its faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Forgery {
    /// Two pieces of the same sort change places.
    Swap,
    /// One corner is twisted by a third.
    Twist,
    /// One edge is flipped.
    Flip,
    /// One centre is turned by a quarter; does nothing to a centre without a known direction.
    CentreTurn,
}

impl Forgery {
    /// Every forgery.
    pub const ALL: [Self; 4] = [Self::Swap, Self::Twist, Self::Flip, Self::CentreTurn];
}

/// Returns the cube after a forgery at a random place.
///
/// A cube of another size is changed in the same way, as far as it has the pieces; whether turns
/// could do the same depends on the size.
///
/// Where [`SudokuCube::has_look_alikes`] holds, the forgery may be one that nobody can see.
#[must_use]
pub fn forge(cube: &SudokuCube, forgery: Forgery, random: &mut Random) -> SudokuCube {
    let mut forged = cube.clone();
    match forgery {
        Forgery::Swap if cube.edges.is_empty() || random.flip() => {
            let first = random.below(8);
            forged.corners.swap(first, (first + 1 + random.below(7)) % 8);
        }
        Forgery::Swap => {
            let first = random.below(12);
            forged.edges.swap(first, (first + 1 + random.below(11)) % 12);
        }
        Forgery::Twist => {
            let thirds = 1 + random.below(2);
            forged.corners[random.below(8)].rotate_left(thirds);
        }
        Forgery::Flip if cube.edges.is_empty() => {}
        Forgery::Flip => forged.edges[random.below(12)].swap(0, 1),
        Forgery::CentreTurn if cube.centres.is_empty() => {}
        Forgery::CentreTurn => {
            let centre = &mut forged.centres[random.below(6)];
            let quarter = *random.choose(&[1, 3]);
            centre.direction = centre
                .direction
                .map(|direction| Direction::from_turns(direction.turns() + quarter));
        }
    }
    forged
}
