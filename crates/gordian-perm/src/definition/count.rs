//! The number of states.

use gordian_core::Random;
use num_bigint::BigUint;

use super::abelian;
use super::group::{PermutationGroup, wreath_order};
use super::sequence::Sequence;
use super::state::{IGNORED, State};
use super::{Definition, Move, MoveSet};

impl Definition {
    /// Returns the number of states that the group reaches from the solved one, or `None` if it is
    /// not known without enumeration: for puzzles with restrictions, and for groups that are
    /// smaller than their parities and sums of orientations allow, if pieces are identical.
    ///
    /// By the orbit-stabiliser theorem it is the order of the group divided by the number of its
    /// elements that exchange only identical pieces and turn only pieces with ignored orientation.
    #[must_use]
    pub fn n_states(&self, group: &PermutationGroup) -> Option<BigUint> {
        if !self.restrictions().is_empty() {
            return None;
        }
        if !self.has_identical_pieces() {
            return Some(group.order());
        }
        if !group.attains_bound() {
            return None;
        }
        let components = group.components();
        let moduli = abelian::invariant_moduli(components);
        let of_group: Vec<Vec<u64>> = (group.generators().iter())
            .map(|generator| abelian::invariants(components, generator))
            .collect();
        // The elements of the product of all components that keep the solved state: their number,
        // and generators of their invariants.
        let mut n_keeping = BigUint::from(1_u8);
        let mut keeping: Vec<Vec<u64>> = Vec::new();
        for (index, component) in components.iter().enumerate() {
            let mut counts = [0_usize; 256];
            let invariant = |offset: usize| {
                let mut vector = vec![0; moduli.len()];
                vector[2 * index + offset] = 1 % moduli[2 * index + offset];
                vector
            };
            for &position in &component.positions {
                counts[usize::from(self.solved.pieces[position])] += 1;
                if self.solved.orientations[position] == IGNORED {
                    n_keeping *= u32::from(component.modulus);
                    keeping.push(invariant(1));
                }
            }
            for count in counts.into_iter().filter(|&count| count > 1) {
                n_keeping *= wreath_order(count, 1);
                keeping.push(invariant(0));
            }
        }
        let n_invariants = abelian::subgroup_order(&moduli, &of_group);
        let both: Vec<Vec<u64>> = of_group.into_iter().chain(keeping).collect();
        let n_both = abelian::subgroup_order(&moduli, &both);
        Some(group.order() * n_both / (n_keeping * n_invariants))
    }

    /// Returns the state after a random element of the group; every reachable state has the same
    /// probability. `None` for a puzzle with restrictions, whose states are not those of a group.
    #[must_use]
    pub fn random_state(&self, group: &PermutationGroup, random: &mut Random) -> Option<State> {
        self.restrictions().is_empty().then(|| group.random(random).apply(&self.solved))
    }

    /// Returns `n_moves` random moves from the solved state: a canonical sequence, fewer if none
    /// can be continued. Not all states have the same probability.
    ///
    /// Each move is chosen among those that are legal, change the state, and belong after the ones
    /// before: where a move commutes with the last ones, it could as well come before them, so it
    /// makes one move or none with none of them, and it has a larger number in the set than all of
    /// them. So turns of two opposite faces come in one order, and turns of the Square-1 alternate
    /// with twists.
    ///
    /// # Panics
    ///
    /// Panics if the moves belong to another definition.
    #[must_use]
    pub fn random_sequence(
        &self,
        moves: &MoveSet,
        n_moves: usize,
        random: &mut Random,
    ) -> Sequence {
        let all = moves.moves();
        let mut state = self.solved.clone();
        let mut chosen: Vec<usize> = Vec::new();
        let mut order: Vec<usize> = (0..all.len()).collect();
        while chosen.len() < n_moves {
            // The first of a random order that may follow is each of those with the same
            // probability.
            random.shuffle(&mut order);
            let next = order.iter().find_map(|&number| {
                let after = self.apply(&state, all[number].transformation())?;
                let is_next = after != state && may_follow(all, &chosen, number);
                is_next.then_some((number, after))
            });
            let Some((number, after)) = next else { break };
            chosen.push(number);
            state = after;
        }
        chosen.into_iter().map(|number| all[number].step()).collect()
    }
}

/// Returns whether a move may follow the chosen ones in a canonical sequence.
fn may_follow(moves: &[Move], chosen: &[usize], next: usize) -> bool {
    let (base, b) = (moves[next].step().base, moves[next].transformation());
    for &number in chosen.iter().rev() {
        let a = moves[number].transformation();
        let both = a.then(b);
        let is_one_move = moves[number].step().base == base
            || both.is_identity()
            || moves.iter().any(|it| *it.transformation() == both);
        if is_one_move {
            return false;
        }
        if both != b.then(a) {
            return true;
        }
        if number > next {
            return false;
        }
    }
    true
}
