//! Random positions and random sequences.

use gordian_core::Random;

use super::layer::Layer;
use super::piece::{Colours, Middle, Piece};
use super::position::Position;
use super::sequence::{Move, Sequence, Turn};

/// The ways to fill half a layer, six slots, with small (false) and big (true) pieces.
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

/// Returns a random position in which a twist is possible.
///
/// All such positions are equally likely: every cut pair of layers, every order of the pieces, both
/// states of the middle layer. (The halves of a layer can be filled in 13 ways; of the 13⁴ choices
/// for four halves, those with eight big pieces are the 3,678 cut outlines of the puzzle, and each
/// belongs to equally many positions.)
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
    Position::new(top, bottom, middle).expect("all pieces were dealt out")
}

/// Returns a random sequence with that many twists, which can be applied to the solved puzzle.
///
/// Before each twist, one of the turns that allow it is made, each equally likely; between two
/// twists never the turn by nothing. The positions that such sequences lead to are *not* equally
/// likely: use [`random_position`] for that.
#[must_use]
pub fn random_sequence(random: &mut Random, n_twists: usize) -> Sequence {
    let mut position = Position::solved(Colours::Six);
    let mut steps = Vec::new();
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
            steps.push(Move::Turn(turn));
        }
        steps.push(Move::Twist);
    }
    steps.into()
}
