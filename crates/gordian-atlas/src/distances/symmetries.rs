//! The symmetries of moves, found from the moves alone.
//!
//! A *symmetry* is a permutation `s` of the slots with `s M s⁻¹` a move for each move `M`. Then the
//! states of `g` and of `s g s⁻¹` have the same distance: `s` turns the moves that make one into
//! moves that make the other. Nothing else is asked of `s`: rotations, reflections and exchanges of
//! orbits are all found in the same way. Symmetries that permute the moves alike act alike on all
//! elements of the group, so there is one for each permutation of the moves.
//!
//! The images of generating moves are chosen one after the other. After each choice there must be
//! an `s` for the moves so far: with the image of one slot of each orbit of them the other images
//! follow,
//!
//! ```text
//!   s(M(x)) = M'(s(x))     for each move M and its image M'
//! ```
//!
//! Two choices of the image of an orbit that both succeed are alike for these moves, so the first
//! one that does is enough.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::chain::{Slot, inverse_map, slot};

/// The largest number of symmetries.
const MAX_SYMMETRIES: usize = 1_000;
/// The largest number of images of slots of all moves.
const MAX_ENTRIES: usize = 1 << 18;
/// The largest number of images of slots that are tried or checked: some tenths of a second.
const MAX_WORK: usize = 1 << 25;
/// The number of powers of a generating move that are left out.
const MAX_POWERS: usize = 64;
/// No slot.
const NONE: usize = usize::MAX;

/// A symmetry of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Symmetry {
    /// The image of each slot.
    pub(super) slots: Vec<Slot>,
    /// The image of each move, both by their numbers among the different moves.
    moves: Vec<usize>,
}

impl Symmetry {
    /// Returns whether `other` undoes what this symmetry does to the group.
    pub(super) fn is_inverse_of(&self, other: &Self) -> bool {
        (0..).zip(&self.moves).all(|(number, &image): (usize, _)| other.moves[image] == number)
    }
}

/// Returns all symmetries of moves, which are permutations of slots; they are a group, in which the
/// first one is the identity. If they are too many or too hard to find, returns the identity alone.
pub(super) fn symmetries(moves: &[Vec<Slot>]) -> Vec<Symmetry> {
    let mut is_known = FxHashSet::default();
    let moves: Vec<&[Slot]> =
        moves.iter().map(Vec::as_slice).filter(|&it| is_known.insert(it)).collect();
    let n_slots = moves.first().map_or(0, |it| it.len());
    let identity =
        || Symmetry { slots: (0..n_slots).map(slot).collect(), moves: (0..moves.len()).collect() };
    if moves.is_empty() || moves.len() * n_slots > MAX_ENTRIES {
        return vec![identity()];
    }
    let mut search = SymmetrySearch {
        generators: generators(&moves),
        cycles: moves.iter().map(|it| cycle_lengths(it)).collect(),
        numbers: moves.iter().copied().zip(0..).collect(),
        moves: &moves,
        images: Vec::new(),
        work: MAX_WORK,
        found: Vec::new(),
    };
    if search.extend().is_none() {
        return vec![identity()];
    }
    let mut found = search.found;
    let first = found.iter().position(|it| it.moves.is_sorted());
    found[first.expect("the identity is a symmetry")] = identity();
    found.sort_by(|a, b| a.moves.cmp(&b.moves));
    found
}

/// Returns the numbers of moves that generate all others.
fn generators(moves: &[&[Slot]]) -> Vec<usize> {
    let mut powers: FxHashSet<Vec<Slot>> = FxHashSet::default();
    let mut generators = Vec::new();
    for (number, &map) in moves.iter().enumerate() {
        if powers.contains(map) {
            continue;
        }
        generators.push(number);
        let mut power = map.to_vec();
        for _ in 0..MAX_POWERS {
            let next = power.iter().map(|&it| map[usize::from(it)]).collect();
            if !powers.insert(std::mem::replace(&mut power, next)) {
                break;
            }
        }
        // The inverse, whatever the order.
        powers.insert(inverse_map(map));
    }
    generators
}

/// Returns the sorted lengths of the cycles of a permutation.
fn cycle_lengths(map: &[Slot]) -> Vec<usize> {
    let mut is_seen = vec![false; map.len()];
    let mut lengths = Vec::new();
    for start in 0..map.len() {
        let (mut at, mut length) = (start, 0);
        while !std::mem::replace(&mut is_seen[at], true) {
            at = usize::from(map[at]);
            length += 1;
        }
        if length > 0 {
            lengths.push(length);
        }
    }
    lengths.sort_unstable();
    lengths
}

/// A search for symmetries.
struct SymmetrySearch<'a> {
    /// The different moves.
    moves: &'a [&'a [Slot]],
    numbers: FxHashMap<&'a [Slot], usize>,
    cycles: Vec<Vec<usize>>,
    generators: Vec<usize>,
    /// The images of the first generators.
    images: Vec<usize>,
    /// The work that is left.
    work: usize,
    found: Vec<Symmetry>,
}

impl SymmetrySearch<'_> {
    /// Finds all symmetries with the images chosen; returns `None` at a limit.
    fn extend(&mut self) -> Option<()> {
        let Some(&generator) = self.generators.get(self.images.len()) else {
            let slots = self.conjugator()?.expect("there is one for the generators");
            self.work = self.work.saturating_sub(self.moves.len() * slots.len());
            self.found.extend(self.symmetry(&slots));
            return (self.found.len() <= MAX_SYMMETRIES).then_some(());
        };
        for image in 0..self.moves.len() {
            if self.cycles[image] != self.cycles[generator] {
                continue;
            }
            self.images.push(image);
            if self.conjugator()?.is_some() {
                self.extend()?;
            }
            self.images.pop();
        }
        Some(())
    }

    /// Returns the symmetry that permutes the slots like this, if it is one.
    fn symmetry(&self, slots: &[usize]) -> Option<Symmetry> {
        let mut conjugate: Vec<Slot> = vec![0; slots.len()];
        let image = |map: &&[Slot]| {
            for (&from, &to) in slots.iter().zip(*map) {
                conjugate[from] = slot(slots[usize::from(to)]);
            }
            self.numbers.get(conjugate.as_slice()).copied()
        };
        let moves = self.moves.iter().map(image).collect::<Option<_>>()?;
        Some(Symmetry { slots: slots.iter().map(|&it| slot(it)).collect(), moves })
    }

    /// Returns a permutation of the slots that turns the first generators into their images,
    /// `Some(None)` if there is none and `None` at the limit of work.
    fn conjugator(&mut self) -> Option<Option<Vec<usize>>> {
        let n_slots = self.moves.first().map_or(0, |it| it.len());
        let pairs: Vec<(&[Slot], &[Slot])> = (self.generators.iter().zip(&self.images))
            .map(|(&generator, &image)| (self.moves[generator], self.moves[image]))
            .collect();
        let (mut images, mut is_image) = (vec![NONE; n_slots], vec![false; n_slots]);
        let mut assigned = Vec::new();
        for start in 0..n_slots {
            if images[start] != NONE {
                continue;
            }
            let has_image = (0..n_slots).any(|target| {
                self.work = self.work.saturating_sub(1);
                if is_image[target] || self.work == 0 {
                    return false;
                }
                assigned.clear();
                let is_consistent = follow(
                    (start, target),
                    &pairs,
                    &mut images,
                    &mut is_image,
                    &mut assigned,
                    &mut self.work,
                );
                if !is_consistent {
                    for &at in &assigned {
                        is_image[std::mem::replace(&mut images[at], NONE)] = false;
                    }
                }
                is_consistent
            });
            if self.work == 0 {
                return None;
            }
            if !has_image {
                return Some(None);
            }
        }
        Some(Some(images))
    }
}

/// Assigns the images that follow from that of one slot; returns whether they are consistent.
/// `assigned` are the slots with a new image.
fn follow(
    (start, target): (usize, usize),
    pairs: &[(&[Slot], &[Slot])],
    images: &mut [usize],
    is_image: &mut [bool],
    assigned: &mut Vec<usize>,
    work: &mut usize,
) -> bool {
    images[start] = target;
    is_image[target] = true;
    assigned.push(start);
    let mut next = 0;
    while let Some(&at) = assigned.get(next) {
        next += 1;
        for (map, image_map) in pairs {
            *work = work.saturating_sub(1);
            let (to, target) = (usize::from(map[at]), usize::from(image_map[images[at]]));
            if images[to] == NONE && !is_image[target] {
                images[to] = target;
                is_image[target] = true;
                assigned.push(to);
            } else if images[to] != target {
                return false;
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use gordian_core::{Cancel, Random};
    use gordian_perm::definition::{Definition, Metric, MoveSet, PermutationGroup};

    use super::*;
    use crate::chain::ChainIndex;

    fn inverse(map: &[Slot]) -> Vec<Slot> {
        let mut inverse = vec![0; map.len()];
        (0..).zip(map).for_each(|(from, &to): (usize, _)| inverse[usize::from(to)] = slot(from));
        inverse
    }

    /// Returns `s M s⁻¹`.
    fn conjugate(s: &[Slot], map: &[Slot]) -> Vec<Slot> {
        let back = inverse(s);
        let image = |&it: &Slot| s[usize::from(map[usize::from(it)])];
        back.iter().map(image).collect()
    }

    /// Calls `visit` with all permutations that begin with those of `map`.
    fn permutations(map: &mut Vec<Slot>, n: usize, visit: &mut impl FnMut(&[Slot])) {
        if map.len() == n {
            return visit(map);
        }
        for next in 0..n {
            if !map.contains(&slot(next)) {
                map.push(slot(next));
                permutations(map, n, visit);
                map.pop();
            }
        }
    }

    #[test]
    fn symmetries_are_those_of_all_permutations_of_slots() {
        let mut random = Random::new(11);
        let mut n_nontrivial = 0;
        for _ in 0..60 {
            let n = 2 + random.below(5);
            let mut shuffled = || {
                let mut map: Vec<Slot> = (0..n).map(slot).collect();
                random.shuffle(&mut map);
                map
            };
            // Moves that a random symmetry permutes, and others.
            let (symmetry, mut map, other) = (shuffled(), shuffled(), shuffled());
            let mut moves = vec![other];
            for _ in 0..random.below(4) {
                moves.push(map.clone());
                map = conjugate(&symmetry, &map);
            }
            let inverses: Vec<Vec<Slot>> = moves.iter().map(|it| inverse(it)).collect();
            moves.extend(inverses);
            let first = usize::from(random.flip() && moves.len() > 2);
            let mut moves = moves.split_off(first);
            let mut is_known = FxHashSet::default();
            moves.retain(|it| is_known.insert(it.clone()));
            let mut expected = FxHashSet::default();
            permutations(&mut Vec::new(), n, &mut |s| {
                let number = |it: &Vec<Slot>| {
                    let image = conjugate(s, it);
                    moves.iter().position(|it| *it == image)
                };
                expected.extend(moves.iter().map(number).collect::<Option<Vec<usize>>>());
            });
            let found = symmetries(&moves);
            assert!(found[0].slots.is_sorted());
            for symmetry in &found {
                for (map, &image) in moves.iter().zip(&symmetry.moves) {
                    assert_eq!(conjugate(&symmetry.slots, map), moves[image]);
                }
            }
            let n_found = found.len();
            n_nontrivial += usize::from(n_found > 1);
            let found: FxHashSet<Vec<usize>> = found.into_iter().map(|it| it.moves).collect();
            assert_eq!((found.len(), &found), (n_found, &expected));
        }
        assert!(n_nontrivial > 20, "{n_nontrivial}");
    }

    #[test]
    fn named_puzzles_have_their_symmetries() {
        let n_symmetries = |name: &str, names: &[&str], metric| {
            let definition = Definition::named(name).unwrap();
            let moves = match names {
                [] => MoveSet::all(&definition, metric),
                names => MoveSet::restricted(&definition, metric, names),
            };
            let moves = moves.unwrap();
            let group = PermutationGroup::generated(&definition, &moves, &Cancel::new()).unwrap();
            let maps = ChainIndex::new(&definition, &moves, &group, 0).moves;
            symmetries(&maps).len()
        };
        for metric in [Metric::AnyPower, Metric::SinglePower] {
            // Those of the cube that keep the corner that no move changes.
            assert_eq!(n_symmetries("2x2x2", &[], metric), 6);
            // All of the tetrahedron.
            assert_eq!(n_symmetries("pyraminx", &[], metric), 24);
            // All of the cube.
            assert_eq!(n_symmetries("3x3x3", &[], metric), 48);
            // Those of the cube that keep the edge between the faces.
            assert_eq!(n_symmetries("3x3x3", &["U", "R"], metric), 4);
        }
        let others = [
            // All of the square.
            ("floppy", 8),
            // Those of the cube that keep the tetrahedron of the corners that turn.
            ("ivy", 24),
            // Those of the prism that keep the column that no move changes.
            ("tower", 4),
            // Those of the cube that keep the corner that no move changes.
            ("skewb", 6),
            // All of the cube.
            ("dino", 48),
        ];
        for (name, n) in others {
            assert_eq!(n_symmetries(name, &[], Metric::AnyPower), n, "{name}");
        }
    }
}
