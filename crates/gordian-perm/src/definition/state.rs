//! States and their transformations: the plain simulator.

use std::sync::Arc;

/// The orientation of a piece whose orientation is ignored.
pub const IGNORED: u8 = u8::MAX;

/// An arrangement of pieces: for each position, the label and the orientation of its piece.
///
/// Orbits follow each other in the order of the definition. Labels count from 0 within an orbit;
/// identical pieces have the same label. An orientation can be [`IGNORED`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    pub(crate) pieces: Vec<u8>,
    pub(crate) orientations: Vec<u8>,
}

impl State {
    /// Returns a state with these labels and orientations, one of each for each position of its
    /// definition.
    ///
    /// # Panics
    ///
    /// Panics if the numbers of labels and orientations differ.
    #[must_use]
    pub fn new(pieces: Vec<u8>, orientations: Vec<u8>) -> Self {
        assert_eq!(
            pieces.len(),
            orientations.len(),
            "each position has a label and an orientation"
        );
        Self { pieces, orientations }
    }

    /// Returns the label of the piece at each position.
    #[must_use]
    pub fn pieces(&self) -> &[u8] {
        &self.pieces
    }

    /// Returns the orientation of the piece at each position.
    #[must_use]
    pub fn orientations(&self) -> &[u8] {
        &self.orientations
    }
}

/// A bijection of the states: each position receives the piece of another one, turned.
///
/// The piece that arrives at position `i` comes from position `sources()[i]`, and `twists()[i]` is
/// added to its orientation, modulo the number of orientations of the orbit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Transformation {
    pub(crate) sources: Vec<u16>,
    pub(crate) twists: Vec<u8>,
    pub(crate) moduli: Arc<[u8]>,
}

/// Returns `a + b` modulo `modulus`.
pub(crate) fn add(a: u8, b: u8, modulus: u8) -> u8 {
    let sum = (u16::from(a) + u16::from(b)) % u16::from(modulus);
    u8::try_from(sum).expect("a remainder is smaller than its modulus")
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Transformation {
    /// Returns the transformation without effect.
    pub(crate) fn identity(moduli: &Arc<[u8]>) -> Self {
        let sources = (0..moduli.len())
            .map(|position| u16::try_from(position).expect("the number of positions is limited"))
            .collect();
        Self { sources, twists: vec![0; moduli.len()], moduli: Arc::clone(moduli) }
    }

    /// Returns the position from which the piece at each position comes.
    #[must_use]
    pub fn sources(&self) -> &[u16] {
        &self.sources
    }

    /// Returns the amount by which the piece that arrives at each position is turned.
    #[must_use]
    pub fn twists(&self) -> &[u8] {
        &self.twists
    }

    /// Returns whether the transformation has no effect.
    #[must_use]
    pub fn is_identity(&self) -> bool {
        self.twists.iter().all(|&twist| twist == 0)
            && self.sources.iter().enumerate().all(|(to, &from)| to == usize::from(from))
    }

    /// Returns the state that `state` becomes.
    ///
    /// # Panics
    ///
    /// Panics if `state` belongs to a definition with fewer positions.
    #[must_use]
    pub fn apply(&self, state: &State) -> State {
        let pieces = self.sources.iter().map(|&from| state.pieces[usize::from(from)]).collect();
        let orientations = (self.sources.iter().zip(&self.twists).zip(&*self.moduli))
            .map(|((&from, &twist), &modulus)| match state.orientations[usize::from(from)] {
                IGNORED => IGNORED,
                orientation => add(orientation, twist, modulus),
            })
            .collect();
        State { pieces, orientations }
    }

    /// Returns the transformation that does this one first and then `next`.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        let sources = next.sources.iter().map(|&from| self.sources[usize::from(from)]).collect();
        let twists = (next.sources.iter().zip(&next.twists).zip(&*self.moduli))
            .map(|((&from, &twist), &modulus)| add(self.twists[usize::from(from)], twist, modulus))
            .collect();
        Self { sources, twists, moduli: Arc::clone(&self.moduli) }
    }

    /// Returns the inverse.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let mut inverse = Self::identity(&self.moduli);
        for (to, (&from, &twist)) in self.sources.iter().zip(&self.twists).enumerate() {
            let from = usize::from(from);
            inverse.sources[from] = u16::try_from(to).expect("the number of positions is limited");
            inverse.twists[from] = add(self.moduli[from] - twist, 0, self.moduli[from]);
        }
        inverse
    }

    /// Returns the transformation repeated `n` times.
    #[must_use]
    pub fn power(&self, n: u64) -> Self {
        let mut result = Self::identity(&self.moduli);
        let mut square = self.clone();
        let mut rest = n;
        while rest > 0 {
            if rest & 1 == 1 {
                result = result.then(&square);
            }
            rest >>= 1;
            if rest > 0 {
                square = square.then(&square);
            }
        }
        result
    }

    /// Returns the least positive number of repetitions without effect, or `None` if it does not
    /// fit into 64 bits.
    #[must_use]
    pub fn order(&self) -> Option<u64> {
        let mut order = 1_u64;
        let mut seen = vec![false; self.sources.len()];
        for start in 0..self.sources.len() {
            let (mut length, mut twist) = (0_u64, 0);
            let modulus = self.moduli[start];
            let mut position = start;
            while !seen[position] {
                seen[position] = true;
                length += 1;
                twist = add(twist, self.twists[position], modulus);
                position = usize::from(self.sources[position]);
            }
            if length > 0 {
                let turns = u64::from(modulus) / gcd(u64::from(modulus), u64::from(twist));
                let cycle = length * turns;
                order = order.checked_mul(cycle / gcd(order, cycle))?;
            }
        }
        Some(order)
    }
}
