//! The moves that a metric counts as one.

use gordian_core::excerpt;
use thiserror::Error;

use super::sequence::{Step, step_name};
use super::state::Transformation;
use super::{Definition, MoveKind};

/// The maximal number of moves of a [`MoveSet`].
pub const MAX_MOVES_IN_SET: usize = 4_096;
/// The maximal product of the number of moves and the number of positions.
const MAX_ENTRIES: usize = 1 << 24;

/// What counts as one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    schemars(rename = "PermMetric")
)]
pub enum Metric {
    /// Every power of a base move, as in the half-turn metric (HTM).
    #[default]
    #[cfg_attr(feature = "serde", serde(rename = "htm"))]
    AnyPower,
    /// A base move or its inverse, as in the quarter-turn metric (QTM).
    #[cfg_attr(feature = "serde", serde(rename = "qtm"))]
    SinglePower,
}

/// A power of a base move that counts as one move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    name: String,
    step: Step,
    transformation: Transformation,
    inverse: usize,
}

impl Move {
    /// Returns the name, such as `R2`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the base move and its power.
    #[must_use]
    pub fn step(&self) -> Step {
        self.step
    }

    /// Returns the effect on a state.
    #[must_use]
    pub fn transformation(&self) -> &Transformation {
        &self.transformation
    }

    /// Returns the index of the inverse in the [`MoveSet`].
    #[must_use]
    pub fn inverse(&self) -> usize {
        self.inverse
    }
}

/// An error in the choice of moves.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MoveSetError {
    /// A name is unknown.
    #[error("unknown move `{name}`")]
    UnknownMove {
        /// The name.
        name: String,
    },
    /// There are too many moves.
    #[error("there are more than {limit} moves with all their powers")]
    TooMany {
        /// The limit.
        limit: usize,
    },
}

impl MoveSetError {
    /// Returns a hint on how to fix the error.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::UnknownMove { .. } => "use names of the definition, such as `R` or `F2`",
            Self::TooMany { .. } => "choose fewer moves, or only single turns: the metric `qtm`",
        }
    }
}

/// A set of moves, closed under inverses. No move is without effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveSet {
    moves: Vec<Move>,
    metric: Metric,
}

impl MoveSet {
    /// Returns the moves of the puzzle, without rotations and aliases.
    ///
    /// # Errors
    ///
    /// [`MoveSetError::TooMany`] if there are too many powers.
    pub fn all(definition: &Definition, metric: Metric) -> Result<Self, MoveSetError> {
        let bases = definition.base_moves().iter().enumerate();
        let turns = bases.filter(|(_, base)| base.kind() == MoveKind::Turn);
        Self::generated(definition, metric, turns.map(|(base, _)| Step { base, amount: 1 }))
    }

    /// Returns the moves with these names and, in [`Metric::AnyPower`], their powers: `R U F2`
    /// allows every turn of R and U but only half turns of F. Rotations and aliases are allowed,
    /// too.
    ///
    /// # Errors
    ///
    /// [`MoveSetError::UnknownMove`] for an unknown name, [`MoveSetError::TooMany`] if there are
    /// too many powers.
    pub fn restricted(
        definition: &Definition,
        metric: Metric,
        names: &[&str],
    ) -> Result<Self, MoveSetError> {
        let find = |&name: &&str| {
            let unknown = || MoveSetError::UnknownMove { name: excerpt(name) };
            definition.find_step(name).ok_or_else(unknown)
        };
        let steps = names.iter().map(find).collect::<Result<Vec<Step>, MoveSetError>>()?;
        Self::generated(definition, metric, steps.into_iter())
    }

    fn generated(
        definition: &Definition,
        metric: Metric,
        steps: impl Iterator<Item = Step>,
    ) -> Result<Self, MoveSetError> {
        let limit = MAX_MOVES_IN_SET.min(MAX_ENTRIES / definition.n_positions());
        let too_many = || MoveSetError::TooMany { limit };
        let mut powers: Vec<(usize, u64)> = Vec::new();
        for Step { base, amount } in steps {
            let Some(order) = definition.base_moves()[base].order() else {
                return Err(too_many());
            };
            let order_signed = i128::from(order);
            let residue = |power: i128| {
                let rest = (power * i128::from(amount)).rem_euclid(order_signed);
                u64::try_from(rest).expect("a remainder is not negative")
            };
            let mut single = vec![(base, residue(1)), (base, residue(-1))];
            if metric == Metric::AnyPower {
                let mut power = 2;
                while residue(power) != 0 && residue(1) != 0 {
                    single.push((base, residue(power)));
                    power += 1;
                    if powers.len() + single.len() > 4 * limit {
                        return Err(too_many());
                    }
                }
            }
            powers.extend(single.into_iter().filter(|&(_, power)| power != 0));
        }
        powers.sort_unstable();
        powers.dedup();
        if powers.len() > limit {
            return Err(too_many());
        }
        let make = |&(base, power): &(usize, u64)| {
            let of = &definition.base_moves()[base];
            let order = of.order().expect("the order is checked");
            let amount = |n: u64| i32::try_from(n).map_err(|_| too_many());
            let amount =
                if power <= order - power { amount(power)? } else { -amount(order - power)? };
            let opposite = (base, order - power);
            let step = Step { base, amount };
            Ok(Move {
                name: step_name(definition.base_moves(), step),
                step,
                transformation: of.transformation().power(power),
                inverse: powers.binary_search(&opposite).expect("the set is closed"),
            })
        };
        Ok(Self { moves: powers.iter().map(make).collect::<Result<_, MoveSetError>>()?, metric })
    }

    /// Returns the moves, ordered by base move and power.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the metric.
    #[must_use]
    pub fn metric(&self) -> Metric {
        self.metric
    }
}
