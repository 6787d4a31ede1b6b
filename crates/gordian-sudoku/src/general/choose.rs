//! Where the search of larger grids branches.

use super::bits::Bits;
use super::depth::Choice;
use super::state::{Contradiction, State};
use super::tables::Tables;

/// How often each mask of a state was the one that was found empty, plus one: for each cell, then
/// for each house and digit.
///
/// A choice with few ways out that often failed is the best to make early: its subtrees end soon.
///
/// *Source*: F. Boussemart, F. Hemery, C. Lecoutre, L. Sais, "Boosting systematic search by
/// weighting constraints", ECAI 2004. There each constraint has a weight and a variable the sum of
/// those around it; here each of the masks is a constraint of its own (exactly one digit in a
/// cell, exactly one place for a digit), and its own weight alone did best.
#[derive(Debug)]
pub(super) struct Weights(Vec<u32>);

impl Weights {
    pub(super) fn new<W: Bits>(t: &Tables<W>) -> Self {
        Self(vec![1; t.n_cells + t.n_houses * t.n])
    }

    pub(super) fn reset(&mut self) {
        self.0.fill(1);
    }

    pub(super) fn blame(&mut self, contradiction: &Contradiction) {
        if let Some(word) = contradiction.empty {
            self.0[word] = self.0[word].saturating_add(1);
        }
    }
}

/// The best choice so far: few candidates over a large weight.
struct Best {
    n: u32,
    weight: u32,
    choice: Option<Choice>,
}

impl Best {
    #[inline]
    fn offer(&mut self, n: u32, weight: u32, choice: impl FnOnce() -> Choice) {
        if u64::from(n) * u64::from(self.weight) < u64::from(self.n) * u64::from(weight) {
            *self = Self { n, weight, choice: Some(choice()) };
        }
    }
}

/// Chooses a digit of the undecided cell, or a place of the undecided digit, with fewest
/// candidates over its weight; without weights the first with two will do.
pub(super) fn choose<W: Bits>(
    t: &Tables<W>,
    state: &State<W>,
    weights: Option<&Weights>,
) -> Choice {
    let mut best = Best { n: u32::MAX, weight: 1, choice: None };
    let weight = |word: usize| weights.map_or(1, |weights| weights.0[word]);
    let enough = |best: &Best| weights.is_none() && best.n == 2;
    for row in 0..t.n {
        for column in state.open(t, row).each() {
            let cell = row * t.n + column;
            let digits = state.words[cell];
            best.offer(digits.len(), weight(cell), || Choice { cell, digit: digits.first() });
        }
        if enough(&best) {
            break;
        }
    }
    for house in (0..t.n_houses).filter(|&house| t.full[house]) {
        if enough(&best) {
            break;
        }
        for digit in 0..t.n {
            let places = state.places(t, house, digit);
            if !places.at_most_one() {
                let weight = weight(t.n_cells + house * t.n + digit);
                let choice = || Choice { cell: t.cell(house, places.first()), digit };
                best.offer(places.len(), weight, choice);
            }
        }
    }
    best.choice.expect("an unsolved grid has open cells")
}
