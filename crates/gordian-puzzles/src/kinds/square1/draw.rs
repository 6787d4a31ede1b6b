//! The layers side by side, and the moves below them.

use gordian_perm::square1::{Notation, Sequence, draw};

use super::Square1;

impl Square1 {
    /// Draws the position, and below it the moves of a solution in the WCA notation, if there is
    /// one.
    ///
    /// Every line ends with a line break.
    #[must_use]
    pub fn draw(&self, moves: Option<&Sequence>) -> String {
        let mut drawn = draw(&self.position);
        if let Some(moves) = moves {
            drawn.push_str("moves: ");
            drawn.push_str(&moves.write(Notation::Wca));
            drawn.truncate(drawn.trim_end().len());
            drawn.push('\n');
        }
        drawn
    }
}
