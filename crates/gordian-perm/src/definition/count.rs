//! The number of states.

use gordian_core::Random;
use num_bigint::BigUint;

use super::abelian;
use super::group::{PermutationGroup, wreath_order};
use super::sequence::{Sequence, Step};
use super::state::{IGNORED, State};
use super::{Definition, MoveSet};

impl Definition {
    /// Returns the number of states that the group reaches from the solved one, or `None` if it is not
    /// known without enumeration: for puzzles with restrictions, and for groups that are smaller than
    /// their parities and sums of orientations allow, if pieces are identical.
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
        // The elements of the product of all components that keep the solved state: their number, and
        // generators of their invariants.
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

    /// Returns `n_moves` random moves from the solved state, each chosen among those that are legal and are no
    /// power of the move before; fewer if there is no such move. Not all states have the same probability.
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
        let mut state = self.solved.clone();
        let mut steps: Vec<Step> = Vec::with_capacity(n_moves);
        while steps.len() < n_moves {
            let last = steps.last().map(|step| step.base);
            let next: Vec<(Step, State)> = (moves.moves().iter())
                .filter(|it| Some(it.step().base) != last)
                .filter_map(|it| Some((it.step(), self.apply(&state, it.transformation())?)))
                .collect();
            if next.is_empty() {
                break;
            }
            let (step, after) = random.choose(&next).clone();
            steps.push(step);
            state = after;
        }
        steps.into_iter().collect()
    }
}
