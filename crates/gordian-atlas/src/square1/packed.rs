//! Positions packed into words, for searches in which the alignment of the layers matters.
//!
//! A layer consists of twelve slots of four bits; slot `s` is bits `4·s` to `4·s + 3`, and a big
//! piece fills two slots with its digit. A turn rotates 48 bits, a twist exchanges 24.
//!
//! ```text
//!   slot    11   10        6    5         1    0
//!         ┌────┬────┬ … ┬────┬────┬ … ┬────┬────┐
//!         │    │    │   │    │    │   │    │    │     slots 0–5: the half that a twist moves
//!         └────┴────┴ … ┴────┴────┴ … ┴────┴────┘
//! ```

use gordian_perm::perm8::Perm8;
use gordian_perm::square1::{Colours, Layer, Position, Turn};

use super::model::{Model, ShapeReading, State, middle_parity};

/// The number of slots of a layer.
pub(crate) const SLOTS: u32 = 12;
const HALF: u64 = (1 << 24) - 1;
const LAYER: u64 = (1 << 48) - 1;

/// A position with the alignment of its layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PackedPosition {
    top: u64,
    bottom: u64,
    /// The middle layer: 0 square, 1 kite.
    pub(crate) parity: usize,
}

fn turned(layer: u64, slots: u32) -> u64 {
    (layer >> (4 * slots) | layer << (4 * (SLOTS - slots) % 48)) & LAYER
}

fn piece(layer: u64, slot: u32) -> u64 {
    layer >> (4 * (slot % SLOTS)) & 15
}

/// Returns whether there is a boundary of pieces before slot `slot`: a big piece across it fills
/// both slots.
fn is_seam(layer: u64, slot: u32) -> bool {
    let here = piece(layer, slot);
    here.is_multiple_of(2) || here != piece(layer, slot + SLOTS - 1)
}

/// Returns the clockwise turns, 0 to 11, after which the layer can be cut.
fn cuts(layer: u64) -> impl Iterator<Item = u32> {
    (0..SLOTS).filter(move |&slot| is_seam(layer, slot) && is_seam(layer, slot + 6))
}

impl PackedPosition {
    /// Packs a position.
    pub(crate) fn new(position: &Position) -> Self {
        let pack = |layer: &Layer| {
            (0..12).fold(0, |packed, slot| {
                packed | u64::from(layer.piece_at(slot).index()) << (4 * slot)
            })
        };
        Self {
            top: pack(position.top()),
            bottom: pack(position.bottom()),
            parity: middle_parity(position.middle()),
        }
    }

    /// Returns every turn, clockwise 0 to 11 slots, after which a twist is possible.
    pub(crate) fn turns(self) -> impl Iterator<Item = (u32, u32)> {
        let bottoms: Vec<u32> = cuts(self.bottom).collect();
        cuts(self.top)
            .flat_map(move |top| bottoms.clone().into_iter().map(move |bottom| (top, bottom)))
    }

    /// Returns the position after a turn and a twist.
    pub(crate) fn twisted(self, (top, bottom): (u32, u32)) -> Self {
        let [top, bottom] = [turned(self.top, top), turned(self.bottom, bottom)];
        Self {
            top: bottom & HALF | top & !HALF,
            bottom: top & HALF | bottom & !HALF,
            parity: self.parity ^ 1,
        }
    }

    /// Returns the position with each layer turned to its least value.
    pub(crate) fn least_turned(self) -> Self {
        let least = |layer| (0..SLOTS).map(|slots| turned(layer, slots)).fold(u64::MAX, u64::min);
        Self { top: least(self.top), bottom: least(self.bottom), parity: self.parity }
    }

    /// Returns the turn that leads to `goal`, if there is one.
    pub(crate) fn turn_to(self, goal: Self) -> Option<(u32, u32)> {
        let top = (0..SLOTS).find(|&slots| turned(self.top, slots) == goal.top)?;
        let bottom = (0..SLOTS).find(|&slots| turned(self.bottom, slots) == goal.bottom)?;
        (self.parity == goal.parity).then_some((top, bottom))
    }

    /// Returns a state of this position.
    pub(crate) fn state(self, model: &Model) -> State {
        self.read(model).0
    }

    /// Returns a state of this position, and the alignment of its words with the layers.
    pub(crate) fn read(self, model: &Model) -> (State, ShapeReading) {
        let mask = |layer| {
            (0..SLOTS).fold(0, |mask, slot| mask | usize::from(is_seam(layer, slot)) << slot)
        };
        let reading = model.read_shape([mask(self.top), mask(self.bottom)]);
        let layers =
            if reading.exchanged { [self.bottom, self.top] } else { [self.top, self.bottom] };
        let (mut big, mut small) = ([0; 8], [0; 8]);
        let (mut n_big, mut n_small) = (0, 0);
        let shift = if model.colours() == Colours::Silver { 2 } else { 1 };
        for (layer, first) in layers.into_iter().zip(reading.first_slot) {
            let layer = turned(layer, u32::from(first));
            let mut slot = 0;
            while slot < SLOTS {
                let digit = layer.to_le_bytes()[slot as usize / 2] >> (4 * (slot % 2)) & 15;
                if digit % 2 == 1 {
                    big[n_big] = digit / 2;
                    n_big += 1;
                    slot += 2;
                } else {
                    small[n_small] = digit >> shift;
                    n_small += 1;
                    slot += 1;
                }
            }
        }
        let big = Perm8::new(big).expect("the big pieces are all different");
        (State { shape: reading.shape, big, small }, reading)
    }
}

/// Converts a turn to the type of the simulator.
pub(crate) fn to_turn((top, bottom): (u32, u32)) -> Turn {
    let slots = |turn: u32| i32::try_from(turn).expect("less than twelve");
    Turn::new(slots(top), slots(bottom))
}
