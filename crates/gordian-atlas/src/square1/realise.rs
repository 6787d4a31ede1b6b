//! From ways between positions to moves of the hand.
//!
//! A way leaves open how the layers are turned and whether the puzzle is flipped over. Here the
//! simulator of `gordian-perm` holds the puzzle, each twist is found among those the shape allows,
//! and what comes out is a sequence that ends with the puzzle solved, turned as it should be, and not
//! flipped.

use gordian_perm::square1::{Position, Sequence, Step, Turn};

use super::model::{Model, State};

/// Slots of a layer, and of half of one.
const SLOTS: i32 = 12;
const HALF: i32 = 6;

/// What a way comes to in the hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Realised {
    /// The moves.
    pub sequence: Sequence,
    /// Whether the puzzle ends up solved but flipped over: only where there is no twist to take the
    /// flip in.
    pub flipped: bool,
}

impl Model {
    /// Returns the moves that lead from `position` along `way` and turn the solved layers as they
    /// should be; `None` if the way does not begin at `position` or does not end at the solved one.
    #[must_use]
    pub fn realise(&self, position: &Position, way: &[State]) -> Option<Realised> {
        let straight = self.realise_with(position, way, 0)?;
        if straight.flipped && !way.is_empty() {
            // A twist of the other half is a twist and a flip.
            return self.realise_with(position, way, HALF);
        }
        Some(straight)
    }

    fn realise_with(&self, position: &Position, way: &[State], extra: i32) -> Option<Realised> {
        let mut position = *position;
        let mut steps = Vec::new();
        for (index, target) in way.iter().enumerate() {
            // At the last twist, so that nothing else changes.
            let extra = if index + 1 == way.len() { extra } else { 0 };
            let turn = self.turn_towards(&position, target, extra)?;
            if !turn.is_identity() {
                steps.push(Step::Turn(turn));
            }
            steps.push(Step::Twist);
            position = position.turned(turn).twisted()?;
        }
        let solved = Position::solved(self.colours());
        let (turn, flipped) = match turn_to(&position, &solved) {
            Some(turn) => (turn, false),
            None => (turn_to(&position.flipped(), &solved)?, true),
        };
        let turn = if flipped { turn.swapped() } else { turn };
        if !turn.is_identity() {
            steps.push(Step::Turn(turn));
        }
        Some(Realised { sequence: Sequence::from(steps), flipped })
    }

    /// Returns the turn after which a twist leads to `target`.
    fn turn_towards(&self, position: &Position, target: &State, extra: i32) -> Option<Turn> {
        let (state, reading) = self.read(position);
        let target = self.canonical(target);
        let moves = self.shapes()[usize::from(state.shape)].moves.iter();
        let step = moves.zip(self.neighbours(&state)).find(|(_, neighbour)| {
            neighbour.shape == target.shape && self.canonical(neighbour) == target
        });
        let cut = step?.0.cut;
        let [mut top, mut bottom] = [cut[0], cut[1]].map(i32::from);
        if reading.exchanged {
            std::mem::swap(&mut top, &mut bottom);
        }
        let [top_start, bottom_start] =
            [(position.top(), reading.first[0]), (position.bottom(), reading.first[1])].map(
                |(layer, first)| {
                    let begins = layer.begins();
                    let mut slots = (0..SLOTS).filter(|slot| begins >> slot & 1 == 1);
                    slots.nth(first).expect("a piece begins there")
                },
            );
        Some(Turn::new(top_start + top + extra, bottom_start + bottom + extra))
    }
}

/// Returns the turn that makes `position` equal to `goal`.
fn turn_to(position: &Position, goal: &Position) -> Option<Turn> {
    let top = (0..SLOTS).find(|&turn| position.top().turned(turn) == *goal.top())?;
    let bottom = (0..SLOTS).find(|&turn| position.bottom().turned(turn) == *goal.bottom())?;
    (position.middle() == goal.middle()).then(|| Turn::new(top, bottom))
}
