//! Values of a coordinate that symmetries carry into each other: one of them stands for all.

use std::io;

use rayon::prelude::*;

use super::coordinates::to_u16;
use super::symmetry::{self, SYMMETRIES, to_u32};
use crate::map::Buffer;

/// The classes of a coordinate under the sixteen symmetries.
pub(super) struct Classes {
    /// By value: 16 · class + the symmetry that carries the value to the class's representative.
    pub(super) of: Vec<u32>,
    /// By class: the representative, the smallest of its values.
    pub(super) representatives: Vec<u32>,
    /// By class: the symmetries, as bits, that leave the representative as it is.
    pub(super) stabilisers: Vec<u16>,
}

impl Classes {
    /// Finds the classes of the `n` values of a coordinate; for `turns` and `step` see
    /// [`symmetry::automorphism`].
    ///
    /// # Errors
    ///
    /// What the system says when it refuses the memory.
    pub(super) fn new(
        n: usize,
        turns: &[usize],
        step: impl Fn(usize, usize) -> usize + Sync,
    ) -> io::Result<Self> {
        let generators: Vec<Buffer<u32>> = symmetry::generators()
            .par_iter()
            .map(|generator| symmetry::automorphism(n, turns, &step, generator))
            .collect::<io::Result<_>>()?;
        let inverses = symmetry::inverses();
        let mut classes =
            Self { of: vec![u32::MAX; n], representatives: Vec::new(), stabilisers: Vec::new() };
        for value in 0..n {
            if classes.of[value] != u32::MAX {
                continue;
            }
            let class = to_u32(classes.representatives.len());
            let mut stabiliser = 0;
            for (number, &inverse) in inverses.iter().enumerate() {
                let mut image = value;
                for (generator, times) in generators.iter().zip(symmetry::generator_powers(number))
                {
                    for _ in 0..times {
                        image = generator[image] as usize;
                    }
                }
                if image == value {
                    stabiliser |= 1 << number;
                }
                if classes.of[image] == u32::MAX {
                    classes.of[image] = 16 * class + to_u32(inverse);
                }
            }
            classes.representatives.push(to_u32(value));
            classes.stabilisers.push(stabiliser);
        }
        Ok(classes)
    }

    /// Returns how many classes there are.
    pub(super) fn len(&self) -> usize {
        self.representatives.len()
    }

    /// Returns the class of a value and the symmetry that carries it to its representative.
    pub(super) fn find(&self, value: usize) -> (usize, usize) {
        let of = self.of[value] as usize;
        (of / SYMMETRIES, of % SYMMETRIES)
    }
}

/// Where each symmetry carries each value of a coordinate of at most 65,536 values.
pub(super) type Images = Vec<[u16; SYMMETRIES]>;

/// Returns where each symmetry carries each value; for the arguments see
/// [`symmetry::automorphism`].
///
/// # Errors
///
/// What the system says when it refuses the memory.
pub(super) fn images(
    n: usize,
    turns: &[usize],
    step: impl Fn(usize, usize) -> usize + Sync,
) -> io::Result<Images> {
    let maps: Vec<Buffer<u32>> = symmetry::all()
        .par_iter()
        .map(|symmetry| symmetry::automorphism(n, turns, &step, symmetry))
        .collect::<io::Result<_>>()?;
    let image = |number: usize, value: usize| to_u16(maps[number][value] as usize);
    Ok((0..n).map(|value| std::array::from_fn(|number| image(number, value))).collect())
}
