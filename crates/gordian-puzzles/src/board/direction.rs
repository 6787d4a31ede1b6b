//! The four directions of a board.

/// A direction on a board, or in a drawn face of a cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// No turn.
    Up,
    /// One quarter turn clockwise.
    Right,
    /// A half turn.
    Down,
    /// Three quarter turns clockwise.
    Left,
}

impl Direction {
    /// Every direction, by clockwise quarter turns from up.
    pub const ALL: [Self; 4] = [Self::Up, Self::Right, Self::Down, Self::Left];

    /// Returns the direction after `turns` clockwise quarter turns from up.
    #[must_use]
    pub fn from_quarter_turns(turns: u8) -> Self {
        Self::ALL[usize::from(turns % 4)]
    }

    /// Returns the number of clockwise quarter turns from up, 0 to 3.
    #[must_use]
    pub fn quarter_turns(self) -> u8 {
        match self {
            Self::Up => 0,
            Self::Right => 1,
            Self::Down => 2,
            Self::Left => 3,
        }
    }

    /// Returns the direction turned by half.
    #[must_use]
    pub fn opposite(self) -> Self {
        Self::from_quarter_turns(self.quarter_turns() + 2)
    }

    /// Returns `up`, `right`, `down` or `left`.
    #[must_use]
    pub fn name(self) -> &'static str {
        ["up", "right", "down", "left"][usize::from(self.quarter_turns())]
    }

    /// Returns the arrow that the drawings use.
    #[must_use]
    pub fn arrow(self) -> char {
        ['↑', '→', '↓', '←'][usize::from(self.quarter_turns())]
    }
}

impl std::fmt::Display for Direction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
