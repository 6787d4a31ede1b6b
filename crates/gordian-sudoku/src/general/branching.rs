//! The branching heuristic of larger grids.

use super::bits::Bits;
use super::depth_first::Candidate;
use super::state::{Contradiction, State};
use super::tables::LayoutTables;

/// How often each mask of a state was found empty, plus one: for each cell, then for each house and
/// digit.
///
/// A choice with few options that often failed is best made early, because its subtrees end soon.
///
/// *Source*: F. Boussemart, F. Hemery, C. Lecoutre, L. Sais, "Boosting systematic search by
/// weighting constraints", ECAI 2004. There a constraint has a weight, and a variable has the sum
/// of the weights of its constraints. Here each mask is a constraint of its own (exactly one digit
/// in a cell, exactly one place for a digit), and its own weight alone performed best.
#[derive(Debug)]
pub(super) struct Weights(Vec<u32>);

impl Weights {
    pub(super) fn new<W: Bits>(t: &LayoutTables<W>) -> Self {
        Self(vec![1; t.n_cells + t.n_houses * t.n])
    }

    pub(super) fn reset(&mut self) {
        self.0.fill(1);
    }

    pub(super) fn bump(&mut self, contradiction: &Contradiction) {
        if let Some(word) = contradiction.empty_word {
            self.0[word] = self.0[word].saturating_add(1);
        }
    }
}

/// The best choice so far: the smallest ratio of options to weight.
struct BestCandidate {
    n: u32,
    weight: u32,
    candidate: Option<Candidate>,
}

impl BestCandidate {
    #[inline]
    fn consider(&mut self, n: u32, weight: u32, candidate: impl FnOnce() -> Candidate) {
        if u64::from(n) * u64::from(self.weight) < u64::from(self.n) * u64::from(weight) {
            *self = Self { n, weight, candidate: Some(candidate()) };
        }
    }
}

/// Returns the candidate to branch on: a digit of the undecided cell, or a place of the undecided
/// digit, with the fewest options per weight. Without weights, the first one with two options is
/// taken.
pub(super) fn choose_candidate<W: Bits>(
    t: &LayoutTables<W>,
    state: &State<W>,
    weights: Option<&Weights>,
) -> Candidate {
    let mut best = BestCandidate { n: u32::MAX, weight: 1, candidate: None };
    let weight = |word: usize| weights.map_or(1, |weights| weights.0[word]);
    let is_good_enough = |best: &BestCandidate| weights.is_none() && best.n == 2;
    for row in 0..t.n {
        for column in state.undecided_columns(t, row).iter() {
            let cell = row * t.n + column;
            let digits = state.words[cell];
            best.consider(digits.len(), weight(cell), || Candidate { cell, digit: digits.first() });
        }
        if is_good_enough(&best) {
            break;
        }
    }
    for house in (0..t.n_houses).filter(|&house| t.full[house]) {
        if is_good_enough(&best) {
            break;
        }
        for digit in 0..t.n {
            let places = state.places(t, house, digit);
            if !places.at_most_one() {
                let weight = weight(t.n_cells + house * t.n + digit);
                let candidate = || Candidate { cell: t.cell(house, places.first()), digit };
                best.consider(places.len(), weight, candidate);
            }
        }
    }
    best.candidate.expect("an unsolved grid has open cells")
}
