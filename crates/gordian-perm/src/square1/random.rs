//! Random positions and random sequences.

use gordian_core::Random;

use super::layer::Layer;
use super::piece::{Colours, Middle, Piece};
use super::position::Position;
use super::sequence::{Move, Sequence, Turn};

/// Returns all fillings of `slots` slots with small (false) and big (true) pieces.
fn halves(slots: usize) -> Vec<Vec<bool>> {
    if slots == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (big, size) in [(false, 1), (true, 2)] {
        if let Some(rest) = slots.checked_sub(size) {
            let begin = |mut half: Vec<bool>| {
                half.insert(0, big);
                half
            };
            all.extend(halves(rest).into_iter().map(begin));
        }
    }
    all
}

/// Returns a uniformly random position among those in which a twist is possible.
///
/// A half layer can be filled in 13 ways; of the 13⁴ choices for four halves, those with eight big
/// pieces are the 3,678 outlines in which a twist is possible, and each belongs to equally many
/// positions.
#[must_use]
pub fn random_position(random: &mut Random, colours: Colours) -> Position {
    let halves = halves(6);
    let outline = loop {
        let outline: [&Vec<bool>; 4] = std::array::from_fn(|_| random.choose(&halves));
        let n_big = outline.iter().flat_map(|half| half.iter()).filter(|&&big| big).count();
        if n_big == 8 {
            break outline;
        }
    };
    let (mut big, mut small): (Vec<Piece>, Vec<Piece>) =
        colours.solved().concat().into_iter().partition(|piece| piece.is_big());
    random.shuffle(&mut big);
    random.shuffle(&mut small);
    let mut layer = |left: &[bool], right: &[bool]| {
        let sizes = left.iter().chain(right);
        let pieces: Vec<Piece> = sizes
            .map(|&is_big| if is_big { big.pop() } else { small.pop() })
            .map(|piece| piece.expect("the outline has eight pieces of each size"))
            .collect();
        Layer::from_pieces(&pieces, 0).expect("two halves fill a layer")
    };
    let [top, bottom] = [layer(outline[0], outline[1]), layer(outline[2], outline[3])];
    let middle = if random.flip() { Middle::Square } else { Middle::Kite };
    Position::new(top, bottom, middle).expect("every piece is placed once")
}

/// Returns a random sequence with `n_twists` twists that can be applied to the solved puzzle.
///
/// The turn before each twist is chosen uniformly among those that allow the twist; between two
/// twists the identity is excluded. The resulting positions are *not* uniformly distributed: use
/// [`random_position`] for that.
#[must_use]
pub fn random_sequence(random: &mut Random, n_twists: usize) -> Sequence {
    let mut position = Position::solved(Colours::Six);
    let mut moves = Vec::new();
    for twist in 0..n_twists {
        let turns: Vec<Turn> = position
            .top()
            .cut_turns()
            .flat_map(|top| position.bottom().cut_turns().map(move |bottom| Turn::new(top, bottom)))
            .filter(|turn| twist == 0 || !turn.is_identity())
            .collect();
        let turn = *random.choose(&turns);
        position = position.turned(turn).twisted().expect("the turn was chosen for the twist");
        if !turn.is_identity() {
            moves.push(Move::Turn(turn));
        }
        moves.push(Move::Twist);
    }
    moves.into()
}
