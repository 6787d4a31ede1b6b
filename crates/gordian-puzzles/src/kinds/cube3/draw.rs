//! The net, and the moves below it.

use gordian_perm::cube3::{Sequence, draw};

use super::Cube3;

impl Cube3 {
    /// Draws the position as a net of letters, with an arrow for each centre where centres matter,
    /// and below it the moves of a solution, if there is one.
    ///
    /// Every line ends with a line break.
    #[must_use]
    pub fn draw(&self, moves: Option<&Sequence>) -> String {
        let mut drawn = if self.centres {
            draw(&self.position)
        } else {
            let without = self.position.with_centres([None; 6]);
            draw(&without.expect("unknown centres are possible"))
        };
        if let Some(moves) = moves {
            drawn.push_str(&format!("moves: {moves}"));
            drawn.truncate(drawn.trim_end().len());
            drawn.push('\n');
        }
        drawn
    }
}
