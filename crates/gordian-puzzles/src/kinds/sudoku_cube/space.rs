//! Directions and turns in space.
//!
//! The centre of the cube is the origin: x points right, y up, and z out of the front face. Pieces
//! have coordinates from −(n − 1) to n − 1 in steps of 2, so that the layers of cubes of any size n
//! have integer coordinates.

pub(crate) use gordian_perm::cube3::space::{Rotation, Vector, normal, turns_between};

use gordian_perm::cube3::space::above;

use super::{Direction, Face};

/// Returns the direction in space that is up in the drawn face.
///
/// In the net, U is above F and D below it, so the top row of U touches B, and the top row of D
/// touches F.
pub(crate) fn up(face: Face) -> Vector {
    normal(above(face))
}

/// Returns the direction in space that is right in the drawn face.
pub(crate) fn right(face: Face) -> Vector {
    up(face).quarter_turn(normal(face))
}

/// Returns the direction in space that `direction` is in the drawn face.
pub(crate) fn in_space(face: Face, direction: Direction) -> Vector {
    (0..direction.quarter_turns()).fold(up(face), |vector, _| vector.quarter_turn(normal(face)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_net_folds_into_a_cube() {
        // Neighbours in the net share the edge that they share on the cube.
        assert_eq!(right(Face::F), normal(Face::R));
        assert_eq!(right(Face::L), normal(Face::F));
        assert_eq!(right(Face::R), normal(Face::B));
        assert_eq!(right(Face::B), normal(Face::L));
        assert_eq!(right(Face::U), normal(Face::R));
        assert_eq!(right(Face::D), normal(Face::R));
    }
}
