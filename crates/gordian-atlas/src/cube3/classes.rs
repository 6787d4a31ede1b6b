//! Symmetry classes of the values of a coordinate, each with a representative.

use std::io;

use rayon::prelude::*;

use super::coordinates::to_u16;
use super::symmetry::{self, SYMMETRIES, to_u32};
use crate::map::Buffer;

/// The classes of a coordinate under the sixteen symmetries.
pub(super) struct Classes {
    /// By value: 16 · class + the symmetry that maps the value to the representative of the class.
    pub(super) class_and_symmetry: Vec<u32>,
    /// By class: the representative, its least value.
    pub(super) representatives: Vec<u32>,
    /// By class: the stabiliser of the representative, as a bit set of symmetries.
    pub(super) stabilisers: Vec<u16>,
}

impl Classes {
    /// Computes the classes of the `n` values of a coordinate; for `turns` and `step` see
    /// [`symmetry::automorphism`].
    ///
    /// # Errors
    ///
    /// The error of the system if it refuses the memory.
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
        let mut classes = Self {
            class_and_symmetry: vec![u32::MAX; n],
            representatives: Vec::new(),
            stabilisers: Vec::new(),
        };
        for value in 0..n {
            if classes.class_and_symmetry[value] != u32::MAX {
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
                if classes.class_and_symmetry[image] == u32::MAX {
                    classes.class_and_symmetry[image] = 16 * class + to_u32(inverse);
                }
            }
            classes.representatives.push(to_u32(value));
            classes.stabilisers.push(stabiliser);
        }
        Ok(classes)
    }

    /// Returns by class and turn 16 · the class after the turn + the symmetry to its
    /// representative; `step` maps a value by the k-th of `n_turns` turns.
    ///
    /// # Errors
    ///
    /// The error of the system if it refuses the memory.
    pub(super) fn links(
        &self,
        n_turns: usize,
        step: impl Fn(usize, usize) -> usize,
    ) -> io::Result<Buffer<u32>> {
        let mut links = Buffer::new(self.len() * n_turns)?;
        for (links, &value) in links.chunks_exact_mut(n_turns).zip(&self.representatives) {
            for (turn, link) in links.iter_mut().enumerate() {
                *link = self.class_and_symmetry[step(value as usize, turn)];
            }
        }
        Ok(links)
    }

    /// Returns the number of classes.
    pub(super) fn len(&self) -> usize {
        self.representatives.len()
    }

    /// Returns the class of a value and the symmetry that maps it to the representative.
    pub(super) fn find(&self, value: usize) -> (usize, usize) {
        let entry = self.class_and_symmetry[value] as usize;
        (entry / SYMMETRIES, entry % SYMMETRIES)
    }
}

/// The image of each value of a coordinate (of at most 65,536 values) under each symmetry.
pub(super) type Images = Vec<[u16; SYMMETRIES]>;

/// Returns the image of each value under each symmetry; for the arguments see
/// [`symmetry::automorphism`].
///
/// # Errors
///
/// The error of the system if it refuses the memory.
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
