//! Positions and moves: the simulator.

use super::error::SquareError;
use super::layer::Layer;
use super::piece::{Colours, CutEnd, Middle, Piece, Side};
use super::sequence::{Move, Sequence, Turn};

/// A position of the whole puzzle: both layers as they are turned, and the middle layer.
///
/// It is written as the words of the top and of the bottom layer and the letter of the middle one:
/// `01234567-F89ABCDE,S` is solved. A word begins with the piece that begins at the cut; where a
/// big piece lies across the cut, a `+` says so, the word begins one slot after the cut, and that
/// piece comes last. Reading takes lower-case letters and blanks too.
///
/// Two positions are equal when the hand would need no move from one to the other; see
/// [`canonical`](Self::canonical) for positions up to turns.
///
/// # Example
///
/// ```
/// use gordian_perm::square1::{Position, Turn};
///
/// let solved: Position = "01234567-F89ABCDE,S".parse().unwrap();
/// assert_eq!(solved.twisted().unwrap().to_string(), "F89A4567-0123BCDE,K");
/// let blocked = solved.turned(Turn::new(2, 0));
/// assert_eq!(blocked.to_string(), "+23456701-F89ABCDE,S");
/// assert_eq!(blocked.twisted(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    top: Layer,
    bottom: Layer,
    middle: Middle,
}

impl Position {
    /// Returns the position of these three layers.
    ///
    /// # Errors
    ///
    /// [`SquareError::WrongPieces`] unless the layers together hold the pieces of a silver or of a
    /// six-colour puzzle.
    pub fn new(top: Layer, bottom: Layer, middle: Middle) -> Result<Self, SquareError> {
        let pieces: Vec<Piece> = top.pieces().chain(bottom.pieces()).collect();
        check_pieces(&pieces)?;
        Ok(Self { top, bottom, middle })
    }

    /// Returns the solved puzzle: `01034547-F898BCDC,S` in silver, `01234567-F89ABCDE,S` in six
    /// colours.
    #[must_use]
    pub fn solved(colours: Colours) -> Self {
        let layer = |pieces| Layer::from_pieces(pieces, 0).expect("a solved layer is full");
        let [top, bottom] = colours.solved();
        Self { top: layer(&top), bottom: layer(&bottom), middle: Middle::Square }
    }

    /// Returns the top layer.
    #[must_use]
    pub fn top(&self) -> &Layer {
        &self.top
    }

    /// Returns the bottom layer.
    #[must_use]
    pub fn bottom(&self) -> &Layer {
        &self.bottom
    }

    /// Returns the state of the middle layer.
    #[must_use]
    pub fn middle(&self) -> Middle {
        self.middle
    }

    /// Returns the colours of the puzzle, as its pieces show them.
    #[must_use]
    pub fn colours(&self) -> Colours {
        let silver = self.top.pieces().chain(self.bottom.pieces()).all(|it| it == it.to_silver());
        if silver { Colours::Silver } else { Colours::Six }
    }

    /// Returns the position after a turn, which is always possible.
    #[must_use]
    pub fn turned(&self, turn: Turn) -> Self {
        Self {
            top: self.top.turned(turn.top()),
            bottom: self.bottom.turned(turn.bottom()),
            middle: self.middle,
        }
    }

    /// Returns whether a twist is possible: whether no big piece lies across the cut.
    #[must_use]
    pub fn can_twist(&self) -> bool {
        self.top.can_cut() && self.bottom.can_cut()
    }

    /// Returns the position after a twist; `None` where a big piece is in the way.
    #[must_use]
    pub fn twisted(&self) -> Option<Self> {
        if !self.can_twist() {
            return None;
        }
        let mut after = Self { middle: self.middle.toggled(), ..*self };
        after.top.exchange_halves(&mut after.bottom);
        Some(after)
    }

    /// Returns the same puzzle held upside down: turned over around the axis of the twist, so that
    /// the right half stays on the right.
    ///
    /// The layers exchange their names, and what was cut stays cut. The middle layer keeps its
    /// state.
    #[must_use]
    pub fn flipped(&self) -> Self {
        Self { top: self.bottom, bottom: self.top, middle: self.middle }
    }

    /// Returns what the position is on a silver puzzle; a silver position is itself.
    #[must_use]
    pub fn to_silver(&self) -> Self {
        Self {
            top: self.top.map(Piece::to_silver),
            bottom: self.bottom.map(Piece::to_silver),
            middle: self.middle,
        }
    }

    /// Returns the position after the steps of a sequence.
    ///
    /// # Errors
    ///
    /// [`SquareError::BlockedTwist`] for the first twist that is not possible.
    pub fn apply(&self, sequence: &Sequence) -> Result<Self, SquareError> {
        self.pass(sequence, |_| ())
    }

    /// Does the steps of a sequence, shows the position after each, and returns the last one.
    pub(crate) fn pass(
        &self,
        sequence: &Sequence,
        mut show: impl FnMut(&Self),
    ) -> Result<Self, SquareError> {
        let mut position = *self;
        let mut n_twists = 0;
        for (at, &step) in sequence.moves().iter().enumerate() {
            position = position.step(step).ok_or_else(|| position.blocked(at, n_twists))?;
            n_twists += usize::from(step == Move::Twist);
            show(&position);
        }
        Ok(position)
    }

    /// Returns the position after one step; `None` for a twist that is not possible.
    #[must_use]
    pub fn step(&self, step: Move) -> Option<Self> {
        match step {
            Move::Turn(turn) => Some(self.turned(turn)),
            Move::Twist => self.twisted(),
            Move::Flip => Some(self.flipped()),
        }
    }

    /// Returns the position with other layers, which hold the same pieces.
    pub(crate) fn with_layers(&self, top: Layer, bottom: Layer) -> Self {
        Self { top, bottom, middle: self.middle }
    }

    /// Returns the error of a twist that is not possible here: step number `step` of its sequence,
    /// with `twist` twists before it.
    fn blocked(&self, move_index: usize, n_twists_before: usize) -> SquareError {
        // The top layer's slots begin at the front, those of the bottom layer at the back.
        let places = [
            (Side::Top, 0, CutEnd::Front),
            (Side::Top, 6, CutEnd::Back),
            (Side::Bottom, 6, CutEnd::Front),
            (Side::Bottom, 0, CutEnd::Back),
        ];
        let layer = |side| if side == Side::Top { &self.top } else { &self.bottom };
        let (side, slot, cut) = places
            .into_iter()
            .find(|&(side, slot, _)| layer(side).slots()[slot].is_none())
            .expect("a twist is blocked by a piece across the cut");
        SquareError::BlockedTwist {
            move_index,
            n_twists_before,
            piece: layer(side).piece_at(slot),
            side,
            cut,
        }
    }
}

/// Checks that these are the pieces of a puzzle.
pub(crate) fn check_pieces(pieces: &[Piece]) -> Result<(), SquareError> {
    let [six, silver] =
        [Colours::Six, Colours::Silver].map(|colours| Difference::new(colours, pieces));
    // The colours that are meant are those that the pieces come nearer to; in doubt, all six.
    let nearer = if silver.missing.len() < six.missing.len() { silver } else { six };
    let Difference { colours, missing, surplus } = nearer;
    if missing.is_empty() && surplus.is_empty() {
        return Ok(());
    }
    Err(SquareError::WrongPieces { colours, missing, surplus })
}

/// How some pieces differ from those of a puzzle.
struct Difference {
    colours: Colours,
    /// Rising, each as often as it is missing.
    missing: Vec<Piece>,
    /// Rising, each once.
    surplus: Vec<Piece>,
}

impl Difference {
    fn new(colours: Colours, pieces: &[Piece]) -> Self {
        let count = |piece| pieces.iter().filter(|&&other| other == piece).count();
        let mut difference = Self { colours, missing: Vec::new(), surplus: Vec::new() };
        let wanted = Piece::ALL.map(|piece| colours.piece(piece));
        for piece in Piece::ALL {
            let n_wanted = wanted.iter().filter(|&&other| other == piece).count();
            let n = count(piece);
            difference.missing.extend(std::iter::repeat_n(piece, n_wanted.saturating_sub(n)));
            difference.surplus.extend((n > n_wanted).then_some(piece));
        }
        difference
    }
}
