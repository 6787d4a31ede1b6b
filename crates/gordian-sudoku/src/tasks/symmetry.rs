//! Symmetric patterns of givens.

use std::str::FromStr;

use gordian_core::excerpt;
use thiserror::Error;

/// A symmetry of the pattern of givens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symmetry {
    /// No symmetry.
    #[default]
    None,
    /// Rotation by 180°.
    HalfTurn,
    /// Rotation by 90°.
    QuarterTurn,
    /// Reflection in the main diagonal.
    Diagonal,
    /// Reflection in the anti-diagonal.
    AntiDiagonal,
    /// Reflection that swaps left and right.
    LeftRight,
    /// Reflection that swaps top and bottom.
    TopBottom,
    /// All rotations and reflections of the square.
    Full,
}

/// The error for a name that no symmetry has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown symmetry `{}`", excerpt(name))]
pub struct UnknownSymmetry {
    /// The name.
    pub name: String,
}

impl FromStr for Symmetry {
    type Err = UnknownSymmetry;

    fn from_str(name: &str) -> Result<Self, UnknownSymmetry> {
        let found = Self::ALL.into_iter().find(|symmetry| symmetry.name() == name);
        found.ok_or_else(|| UnknownSymmetry { name: name.to_owned() })
    }
}

impl Symmetry {
    /// All symmetries.
    pub const ALL: [Self; 8] = [
        Self::None,
        Self::HalfTurn,
        Self::QuarterTurn,
        Self::Diagonal,
        Self::AntiDiagonal,
        Self::LeftRight,
        Self::TopBottom,
        Self::Full,
    ];

    /// Returns the name in commands and documents.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::HalfTurn => "half-turn",
            Self::QuarterTurn => "quarter-turn",
            Self::Diagonal => "diagonal",
            Self::AntiDiagonal => "anti-diagonal",
            Self::LeftRight => "left-right",
            Self::TopBottom => "top-bottom",
            Self::Full => "full",
        }
    }

    /// Returns the orbits of the cells of a grid of `n` rows. Each orbit is in increasing order,
    /// and the orbits are in the order of their first cells.
    #[must_use]
    pub fn orbits(self, n: usize) -> Vec<Vec<usize>> {
        let mut seen = vec![false; n * n];
        let mut orbits = Vec::new();
        for first in 0..n * n {
            if seen[first] {
                continue;
            }
            seen[first] = true;
            let mut orbit = vec![first];
            let mut next = 0;
            while next < orbit.len() {
                for image in self.images(n, orbit[next]) {
                    if !seen[image] {
                        seen[image] = true;
                        orbit.push(image);
                    }
                }
                next += 1;
            }
            orbit.sort_unstable();
            orbits.push(orbit);
        }
        orbits
    }

    /// Returns the images of a cell under the generators of the group.
    fn images(self, n: usize, cell: usize) -> Vec<usize> {
        let (row, column) = (cell / n, cell % n);
        let (below, right) = (n - 1 - row, n - 1 - column);
        let at = |row: usize, column: usize| row * n + column;
        match self {
            Self::None => vec![],
            Self::HalfTurn => vec![at(below, right)],
            Self::QuarterTurn => vec![at(column, below)],
            Self::Diagonal => vec![at(column, row)],
            Self::AntiDiagonal => vec![at(right, below)],
            Self::LeftRight => vec![at(row, right)],
            Self::TopBottom => vec![at(below, column)],
            Self::Full => vec![at(column, below), at(column, row)],
        }
    }
}
