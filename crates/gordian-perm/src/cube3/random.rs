//! Random positions.

use gordian_core::Random;

use super::position::{OrientedPiece, Position};
use super::reach::is_odd;

/// Returns a uniformly random solvable position, with or without orientations of the centres.
///
/// There are 43,252,003,274,489,856,000 positions, and 2,048 times as many with centres.
#[must_use]
pub fn random_position(random: &mut Random, with_centres: bool) -> Position {
    let mut corners = *Position::SOLVED.corners();
    random.shuffle(&mut corners);
    randomize_orientations(random, &mut corners, 3);
    let mut edges = *Position::SOLVED.edges();
    random.shuffle(&mut edges);
    let odd = is_odd(&corners);
    if is_odd(&edges) != odd {
        // Half of all permutations have the wrong parity; this maps them one-to-one to the others.
        edges.swap(0, 1);
    }
    randomize_orientations(random, &mut edges, 2);
    let centres = if with_centres {
        let mut quarters: [u8; 6] = std::array::from_fn(|_| *random.choose(&[0, 1, 2, 3]));
        if (quarters.iter().sum::<u8>() % 2 == 1) != odd {
            // One-to-one again.
            quarters[0] ^= 1;
        }
        quarters.map(Some)
    } else {
        [None; 6]
    };
    Position::new(corners, edges, centres).expect("the position obeys the laws of the cube")
}

/// Chooses random orientations whose sum is a multiple of `n_turns`.
fn randomize_orientations(random: &mut Random, placed: &mut [OrientedPiece], n_turns: u8) {
    let turns: Vec<u8> = (0..n_turns).collect();
    let (last, others) = placed.split_last_mut().expect("the cube has pieces");
    let mut sum = 0;
    for it in others {
        it.orientation = *random.choose(&turns);
        sum += it.orientation;
    }
    last.orientation = (n_turns - sum % n_turns) % n_turns;
}
