//! Symmetric patterns of givens.

/// A symmetry that the pattern of givens has: which cells of a square grid have a given together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symmetry {
    /// None: every cell for itself.
    #[default]
    None,
    /// Half a turn about the centre.
    HalfTurn,
    /// A quarter turn about the centre.
    QuarterTurn,
    /// Reflection in the diagonal from the top left.
    Diagonal,
    /// Reflection in the diagonal from the top right.
    AntiDiagonal,
    /// Left and right exchanged.
    LeftRight,
    /// Top and bottom exchanged.
    TopBottom,
    /// All turns and reflections of the square.
    Full,
}

impl Symmetry {
    /// All of them.
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

    /// Returns the word that stands for it in commands and documents.
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

    /// Returns the cells of a grid of `n` rows in sets of those that have a given together, each
    /// set in increasing order, the sets in the order of their first cells.
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

    /// Returns where the generators of the group send a cell.
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
