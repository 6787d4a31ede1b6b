//! Positions and the effect of moves: the simulator.

use super::error::SquareError;
use super::layer::Layer;
use super::piece::{Colours, CutEnd, Middle, Piece, Side};
use super::sequence::{Move, Sequence, Turn};

/// A position of the whole puzzle: both layers with their rotations, and the middle layer.
///
/// Its text form is the words of the top and of the bottom layer and the letter of the middle
/// layer: `01234567-F89ABCDE,S` is solved. A word begins with the piece that begins at the cut. If
/// a big piece lies across the cut, the word begins with `+`, then the next piece, and that piece
/// comes last. Parsing also accepts lower-case letters and blanks.
///
/// Positions that differ by a turn are different; see [`canonical`](Self::canonical) for positions
/// up to turns.
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
    /// Returns the position with these three layers.
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

    /// Returns the colours of the puzzle, determined from its pieces.
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

    /// Returns the position after a twist, or `None` if a big piece blocks it.
    #[must_use]
    pub fn twisted(&self) -> Option<Self> {
        if !self.can_twist() {
            return None;
        }
        let mut after = Self { middle: self.middle.toggled(), ..*self };
        after.top.exchange_halves(&mut after.bottom);
        Some(after)
    }

    /// Returns the same puzzle held upside down: turned over about the axis of the twist, so that
    /// the right half stays on the right.
    ///
    /// The top and bottom layers are exchanged with their rotations unchanged; the middle layer
    /// keeps its state.
    #[must_use]
    pub fn flipped(&self) -> Self {
        Self { top: self.bottom, bottom: self.top, middle: self.middle }
    }

    /// Returns the corresponding position of a silver puzzle; a silver position is unchanged.
    #[must_use]
    pub fn to_silver(&self) -> Self {
        Self {
            top: self.top.map(Piece::to_silver),
            bottom: self.bottom.map(Piece::to_silver),
            middle: self.middle,
        }
    }

    /// Returns the position after the moves of a sequence.
    ///
    /// # Errors
    ///
    /// [`SquareError::BlockedTwist`] for the first blocked twist.
    pub fn apply(&self, sequence: &Sequence) -> Result<Self, SquareError> {
        self.apply_and_visit(sequence, |_| ())
    }

    /// Applies the moves of a sequence, calls `visit` with the position after each, and returns the
    /// last one.
    ///
    /// # Errors
    ///
    /// As [`Self::apply`]; the positions before the blocked twist were visited.
    pub fn apply_and_visit(
        &self,
        sequence: &Sequence,
        mut visit: impl FnMut(&Self),
    ) -> Result<Self, SquareError> {
        let mut position = *self;
        let mut n_twists = 0;
        for (index, &next) in sequence.moves().iter().enumerate() {
            position = position.after(next).ok_or_else(|| position.blocked(index, n_twists))?;
            n_twists += usize::from(next == Move::Twist);
            visit(&position);
        }
        Ok(position)
    }

    /// Returns the position after one move, or `None` for a blocked twist.
    #[must_use]
    pub fn after(&self, next: Move) -> Option<Self> {
        match next {
            Move::Turn(turn) => Some(self.turned(turn)),
            Move::Twist => self.twisted(),
            Move::Flip => Some(self.flipped()),
        }
    }

    /// Returns the position with other layers, which consist of the same pieces.
    pub(crate) fn with_layers(&self, top: Layer, bottom: Layer) -> Self {
        Self { top, bottom, middle: self.middle }
    }

    /// Returns the error of a blocked twist: move `move_index` of its sequence, with
    /// `n_twists_before` twists before it.
    fn blocked(&self, move_index: usize, n_twists_before: usize) -> SquareError {
        // The slots of the top layer begin at the front, those of the bottom layer at the back.
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
    // Assume the colours with fewer missing pieces; six colours in a tie.
    let nearer = if silver.missing.len() < six.missing.len() { silver } else { six };
    let Difference { colours, missing, surplus } = nearer;
    if missing.is_empty() && surplus.is_empty() {
        return Ok(());
    }
    Err(SquareError::WrongPieces { colours, missing, surplus })
}

/// The difference of some pieces from those of a puzzle.
struct Difference {
    colours: Colours,
    /// Ascending, with multiplicity.
    missing: Vec<Piece>,
    /// Ascending, each once.
    surplus: Vec<Piece>,
}

impl Difference {
    fn new(colours: Colours, pieces: &[Piece]) -> Self {
        let count = |piece| pieces.iter().filter(|&&other| other == piece).count();
        let mut difference = Self { colours, missing: Vec::new(), surplus: Vec::new() };
        let expected = Piece::ALL.map(|piece| colours.piece(piece));
        for piece in Piece::ALL {
            let n_expected = expected.iter().filter(|&&other| other == piece).count();
            let n = count(piece);
            difference.missing.extend(std::iter::repeat_n(piece, n_expected.saturating_sub(n)));
            difference.surplus.extend((n > n_expected).then_some(piece));
        }
        difference
    }
}
