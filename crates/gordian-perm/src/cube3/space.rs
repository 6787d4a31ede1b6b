//! Vectors and rotations in space.
//!
//! The centre of the cube is the origin: x points right, y up, z out of the front face. Pieces of a
//! 3×3×3 have coordinates −1, 0 and 1.

use super::face::Face;

/// An integer vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Vector(pub [i8; 3]);

impl Vector {
    /// Returns the sum.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }

    /// Returns the vector multiplied by `factor`.
    #[must_use]
    pub fn scaled(self, factor: i8) -> Self {
        Self(self.0.map(|part| part * factor))
    }

    /// Returns the dot product.
    #[must_use]
    pub fn dot(self, other: Self) -> i8 {
        (0..3).map(|i| self.0[i] * other.0[i]).sum()
    }

    /// Returns the cross product, by the right-hand rule.
    #[must_use]
    pub fn cross(self, other: Self) -> Self {
        let part = |i: usize, j: usize| self.0[i] * other.0[j] - self.0[j] * other.0[i];
        Self([part(1, 2), part(2, 0), part(0, 1)])
    }

    /// Returns the vector after a quarter turn about `axis`, clockwise as seen from the tip of the
    /// axis.
    #[must_use]
    pub fn quarter_turn(self, axis: Self) -> Self {
        axis.scaled(self.dot(axis)).plus(self.cross(axis))
    }
}

/// A rotation of space that maps axes to axes: the images of x, y and z, the columns of its matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rotation([Vector; 3]);

impl Rotation {
    /// The identity.
    pub const IDENTITY: Self = Self([Vector([1, 0, 0]), Vector([0, 1, 0]), Vector([0, 0, 1])]);

    /// Returns the 24 rotations of a cube.
    pub fn all() -> impl Iterator<Item = Self> {
        let units = || Face::ALL.into_iter().map(normal);
        units().flat_map(move |x| {
            units().filter(move |y| x.dot(*y) == 0).map(move |y| Self([x, y, x.cross(y)]))
        })
    }

    /// Returns the image of a vector.
    #[must_use]
    pub fn apply(self, vector: Vector) -> Vector {
        let [x, y, z] = self.0;
        x.scaled(vector.0[0]).plus(y.scaled(vector.0[1])).plus(z.scaled(vector.0[2]))
    }

    /// Returns this rotation followed by a clockwise quarter turn about `axis`.
    #[must_use]
    pub fn then_quarter_turn(self, axis: Vector) -> Self {
        Self(self.0.map(|column| column.quarter_turn(axis)))
    }
}

/// Returns the outward normal of a face.
#[must_use]
pub fn normal(face: Face) -> Vector {
    Vector(match face {
        Face::U => [0, 1, 0],
        Face::L => [-1, 0, 0],
        Face::F => [0, 0, 1],
        Face::R => [1, 0, 0],
        Face::B => [0, 0, -1],
        Face::D => [0, -1, 0],
    })
}

/// Returns the coordinates of the piece with these faces.
pub(crate) fn piece_coordinates(faces: &[Face]) -> Vector {
    faces.iter().fold(Vector([0; 3]), |sum, &face| sum.plus(normal(face)))
}

/// Returns the face above `face` in the net, which has U above F and D below it.
#[must_use]
pub fn above(face: Face) -> Face {
    match face {
        Face::U => Face::B,
        Face::D => Face::F,
        Face::L | Face::F | Face::R | Face::B => Face::U,
    }
}

/// Returns the number of clockwise quarter turns about `axis` that map `from` to `to`.
///
/// # Panics
///
/// Panics unless both are unit vectors perpendicular to `axis`.
#[must_use]
pub fn turns_between(from: Vector, to: Vector, axis: Vector) -> u8 {
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
    fn there_are_24_rotations_and_they_preserve_handedness() {
        let all: Vec<Rotation> = Rotation::all().collect();
        assert_eq!(all.len(), 24);
        assert!(all.contains(&Rotation::IDENTITY));
        for (i, rotation) in all.iter().enumerate() {
            assert!(!all[..i].contains(rotation));
            let [x, y, z] = rotation.0;
            assert_eq!(x.cross(y), z);
        }
    }

    #[test]
    fn a_quarter_turn_is_clockwise_seen_from_its_axis() {
        let check =
            |axis, from, to| assert_eq!(normal(from).quarter_turn(normal(axis)), normal(to));
        check(Face::U, Face::F, Face::L);
        check(Face::F, Face::U, Face::R);
        check(Face::R, Face::F, Face::U);
        check(Face::D, Face::F, Face::R);
    }
}
