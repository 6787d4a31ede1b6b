//! The sixteen symmetries of a cube that preserve the U–D axis, and their action on turns and
//! coordinates.
//!
//! A symmetry maps every turn to a turn: `R` to `F` under a rotation about the axis, and to `L'`
//! under the reflection. So it maps sequences of turns to sequences, and the resulting states to
//! states. This determines its action on every compatible coordinate: [`automorphism`] computes it
//! by following turns from the solved state.

use std::io;

use super::cubies::TURNS;
use crate::map::Buffer;

/// The number of symmetries.
pub(super) const SYMMETRIES: usize = 16;

/// The image of each turn under a symmetry.
pub(super) type TurnMap = [usize; TURNS];

/// Returns the map of turns that maps faces by `faces` and, for reflections, inverts the direction.
fn turn_map(faces: [usize; 6], mirror: bool) -> TurnMap {
    std::array::from_fn(|turn| {
        let quarters = if mirror { 2 - turn % 3 } else { turn % 3 };
        faces[turn / 3] * 3 + quarters
    })
}

/// Returns three generators of the symmetries: a quarter turn about the U–D axis, a half turn about
/// the F–B axis, and the reflection that exchanges L and R. Faces are in the order U R F D L B.
pub(super) fn generators() -> [TurnMap; 3] {
    [
        turn_map([0, 2, 4, 3, 5, 1], false),
        turn_map([3, 4, 2, 0, 1, 5], false),
        turn_map([0, 4, 2, 3, 1, 5], true),
    ]
}

/// Returns the exponents of the generators in symmetry `number`: quarter turns, half turns,
/// reflections.
pub(super) fn generator_powers(number: usize) -> [usize; 3] {
    [number % 4, number / 4 % 2, number / 8]
}

/// Returns the turn maps of all symmetries; number 0 is the identity.
pub(super) fn all() -> [TurnMap; SYMMETRIES] {
    let generators = generators();
    std::array::from_fn(|number| {
        let mut map = std::array::from_fn(|turn| turn);
        for (generator, times) in generators.iter().zip(generator_powers(number)) {
            for _ in 0..times {
                map = map.map(|turn| generator[turn]);
            }
        }
        map
    })
}

/// Returns the number of the inverse of each symmetry.
pub(super) fn inverses() -> [usize; SYMMETRIES] {
    let all = all();
    std::array::from_fn(|number| {
        let undoes = |other: &TurnMap| (0..TURNS).all(|turn| other[all[number][turn]] == turn);
        all.iter().position(undoes).expect("symmetries form a group")
    })
}

/// Returns the image of each of the `n` values of a coordinate under a symmetry; value 0 is solved.
///
/// `step(value, k)` is the value after the k-th turn of `turns`. Every value must be reachable, and
/// the symmetry must permute these turns.
///
/// # Errors
///
/// The error of the system if it refuses the memory.
pub(super) fn automorphism(
    n: usize,
    turns: &[usize],
    step: impl Fn(usize, usize) -> usize,
    symmetry: &TurnMap,
) -> io::Result<Buffer<u32>> {
    let image = |k: usize| {
        let image = turns.iter().position(|&turn| turn == symmetry[turns[k]]);
        image.expect("a symmetry of these turns")
    };
    // Other turns are powers of these.
    let is_power = |turn: usize| !turn.is_multiple_of(3) && turns.contains(&(turn - turn % 3));
    let generators = (0..turns.len()).filter(|&k| !is_power(turns[k]));
    let images: Vec<(usize, usize)> = generators.map(|k| (k, image(k))).collect();
    let mut map: Buffer<u32> = Buffer::new(n)?;
    map.fill(u32::MAX);
    map[0] = 0;
    let mut open: Buffer<u32> = Buffer::new(n)?;
    let mut n_open = 1;
    while n_open > 0 {
        n_open -= 1;
        let value = open[n_open] as usize;
        let image_of_value = map[value] as usize;
        for &(k, image) in &images {
            let next = step(value, k);
            if map[next] == u32::MAX {
                map[next] = to_u32(step(image_of_value, image));
                open[n_open] = to_u32(next);
                n_open += 1;
            }
        }
    }
    debug_assert!(map.iter().all(|&image| image != u32::MAX), "every value is reached");
    Ok(map)
}

/// Converts a value of a coordinate, or a number of values, to 32 bits.
pub(super) fn to_u32(number: usize) -> u32 {
    u32::try_from(number).expect("coordinates have less than 2^32 values")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixteen_symmetries_preserve_the_axis_and_respect_turns() {
        let all = all();
        for (i, map) in all.iter().enumerate() {
            assert!(!all[..i].contains(map));
            assert_eq!(all[inverses()[i]].map(|turn| map[turn]), std::array::from_fn(|turn| turn));
            // Opposite faces stay opposite, half turns stay half turns.
            for turn in 0..TURNS {
                assert_eq!(map[(turn + 9) % TURNS] / 3, (map[turn] / 3 + 3) % 6);
                assert_eq!(map[turn] % 3 == 1, turn % 3 == 1);
            }
            assert_eq!(map[0] / 3 % 3, 0);
        }
    }
}
