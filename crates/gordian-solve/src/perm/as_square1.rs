//! Definitions that are the Square-1, as [`Definition::named`] defines it.

use gordian_perm::definition::{
    BaseMove, Definition, MoveKind, MoveSet, Restriction, Sequence, State, Step, Transformation,
};
use gordian_perm::square1::{self, Colours, Layer, Middle, Move, Piece, Position};

/// The number of slots of a layer.
const SLOTS: usize = 12;

/// The moves of a definition that turn the layers, and that twist.
#[derive(Clone, Copy, Debug)]
pub struct SquareMap {
    top: usize,
    bottom: usize,
    twist: usize,
}

fn turns(definition: &Definition) -> impl Iterator<Item = (usize, &BaseMove)> {
    definition.base_moves().iter().enumerate().filter(|(_, it)| it.kind() == MoveKind::Turn)
}

fn restrictions(definition: &Definition) -> Vec<Restriction> {
    let mut all = definition.restrictions().to_vec();
    all.iter_mut().for_each(|it| it.labels.sort_unstable());
    all.sort_unstable_by_key(|it| it.position);
    all
}

impl SquareMap {
    /// Returns the moves of a definition that is the Square-1 up to names and the order of moves,
    /// with all of its moves; `None` for all others.
    #[must_use]
    pub fn new(definition: &Definition, moves: &MoveSet) -> Option<Self> {
        let square1 = Definition::named("square1").expect("the puzzle has a name");
        let is_it = definition.moduli() == square1.moduli()
            && definition.solved() == square1.solved()
            && restrictions(definition) == restrictions(&square1)
            && turns(definition).count() == turns(&square1).count()
            && MoveSet::all(definition, moves.metric()).as_ref() == Ok(moves);
        let find = |it: &Transformation| {
            turns(definition).find(|(_, base)| base.transformation() == it).map(|(base, _)| base)
        };
        let mut bases = turns(&square1).map(|(_, base)| find(base.transformation()));
        let mut next = || bases.next().flatten();
        let map = Self { top: next()?, bottom: next()?, twist: next()? };
        is_it.then_some(map)
    }

    /// Returns the state of the definition in a position in which a twist is possible.
    #[must_use]
    pub fn state(self, position: &Position) -> State {
        let home = Position::solved(Colours::Six);
        let sector_of = |piece: Piece| -> usize {
            let of_layer = |layer: &Layer| layer.slots().iter().position(|it| *it == Some(piece));
            let in_top = of_layer(home.top());
            in_top.or_else(|| Some(SLOTS + of_layer(home.bottom())?)).expect("all pieces are there")
        };
        let mut pieces = Vec::with_capacity(2 * SLOTS + 1);
        for layer in [position.top(), position.bottom()] {
            for (slot, begins) in layer.slots().iter().enumerate() {
                // The second half of a big piece follows its first one.
                let offset = usize::from(begins.is_none());
                let sector = sector_of(layer.piece_at(slot)) + offset;
                pieces.push(u8::try_from(sector).expect("there are few sectors"));
            }
        }
        pieces.push(0);
        let mut orientations = vec![0; pieces.len()];
        if position.middle() == Middle::Kite {
            orientations[2 * SLOTS] = 1;
        }
        State::new(pieces, orientations)
    }

    /// Returns the moves of the definition; `None` if the puzzle is turned upside down in between.
    #[must_use]
    pub fn sequence(self, moves: &square1::Sequence) -> Option<Sequence> {
        let mut steps = Vec::new();
        for &next in moves.moves() {
            match next {
                Move::Turn(turn) => {
                    let both = [(self.top, turn.top()), (self.bottom, turn.bottom())];
                    let turned = both.into_iter().filter(|&(_, amount)| amount != 0);
                    steps.extend(turned.map(|(base, amount)| Step { base, amount }));
                }
                Move::Twist => steps.push(Step { base: self.twist, amount: 1 }),
                Move::Flip => return None,
            }
        }
        Some(steps.into_iter().collect())
    }
}
