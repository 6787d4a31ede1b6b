//! Directions and turns in space.
//!
//! The cube stands with its middle at the origin: x points right, y up, z at the person who looks
//! at the front. Pieces sit at coordinates from −(n − 1) to n − 1 in steps of 2, so that the layers of
//! cubes of any size n lie at whole numbers.

use super::{Direction, Face};

/// A vector of whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Vector(pub(crate) [i8; 3]);

impl Vector {
    pub(crate) fn plus(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }

    pub(crate) fn scaled(self, factor: i8) -> Self {
        Self(self.0.map(|part| part * factor))
    }

    pub(crate) fn dot(self, other: Self) -> i8 {
        (0..3).map(|i| self.0[i] * other.0[i]).sum()
    }

    /// Returns the cross product, by the right-hand rule.
    pub(crate) fn cross(self, other: Self) -> Self {
        let part = |i: usize, j: usize| self.0[i] * other.0[j] - self.0[j] * other.0[i];
        Self([part(1, 2), part(2, 0), part(0, 1)])
    }

    /// Returns the vector after a clockwise quarter turn, for somebody who looks at the cube from
    /// the side to which `axis` points.
    pub(crate) fn quarter_turn(self, axis: Self) -> Self {
        axis.scaled(self.dot(axis)).plus(self.cross(axis))
    }
}

/// A turn of the whole space that maps the axes to axes: where x, y and z go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rotation([Vector; 3]);

impl Rotation {
    /// Returns the 24 rotations of a cube.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let units = || Face::ALL.into_iter().map(normal);
        units().flat_map(move |x| {
            units().filter(move |y| x.dot(*y) == 0).map(move |y| Self([x, y, x.cross(y)]))
        })
    }

    pub(crate) fn apply(self, vector: Vector) -> Vector {
        let [x, y, z] = self.0;
        x.scaled(vector.0[0]).plus(y.scaled(vector.0[1])).plus(z.scaled(vector.0[2]))
    }
}

/// Returns the direction in which a face looks.
pub(crate) fn normal(face: Face) -> Vector {
    Vector(match face {
        Face::U => [0, 1, 0],
        Face::L => [-1, 0, 0],
        Face::F => [0, 0, 1],
        Face::R => [1, 0, 0],
        Face::B => [0, 0, -1],
        Face::D => [0, -1, 0],
    })
}

/// Returns the direction in space that is up in the drawn face.
///
/// In the net, U lies above F and D below it: so the top of U touches the back, and the top of D
/// the front.
pub(crate) fn up(face: Face) -> Vector {
    normal(match face {
        Face::U => Face::B,
        Face::D => Face::F,
        Face::L | Face::F | Face::R | Face::B => Face::U,
    })
}

/// Returns the direction in space that is right in the drawn face.
pub(crate) fn right(face: Face) -> Vector {
    up(face).quarter_turn(normal(face))
}

/// Returns the direction in space that `direction` is in the drawn face.
pub(crate) fn in_space(face: Face, direction: Direction) -> Vector {
    (0..direction.turns()).fold(up(face), |vector, _| vector.quarter_turn(normal(face)))
}

/// Returns how many clockwise quarter turns, seen from `axis`, lead from one vector to another.
///
/// Both are perpendicular to the axis.
pub(crate) fn turns_between(from: Vector, to: Vector, axis: Vector) -> u8 {
    let mut vector = from;
    for turns in 0..4 {
        if vector == to {
            return turns;
        }
        vector = vector.quarter_turn(axis);
    }
    unreachable!("{from:?} and {to:?} are not both unit vectors perpendicular to {axis:?}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_24_rotations_and_they_keep_handedness() {
        let all: Vec<Rotation> = Rotation::all().collect();
        assert_eq!(all.len(), 24);
        for (i, rotation) in all.iter().enumerate() {
            assert!(!all[..i].contains(rotation));
            let [x, y, z] =
                [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map(Vector).map(|v| rotation.apply(v));
            assert_eq!(x.cross(y), z);
        }
    }

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
