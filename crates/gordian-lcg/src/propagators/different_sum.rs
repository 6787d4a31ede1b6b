//! Sums of variables that have different values.
//!
//! The least sum of different values exceeds the sum of the least values: three different values
//! from 1 on have at least the sum 6. The least values that are all different are found in the
//! order of the lower bounds:
//!
//! ```text
//! lower bounds      1  1  2  6  6
//! different values  1  2  3  6  7      blocks 1–3 and 6–7
//! ```
//!
//! *Source*: Beldiceanu, Carlsson, Petit, Régin: "An O(n log n) bound consistency algorithm for the
//! conjunction of an alldifferent and an inequality between a sum of variables and a constant",
//! ECAI 2012, of which this is the part that ignores upper bounds; for rulers: Galinier, Jaumard,
//! Morales, Pesant: "A constraint-based approach to the Golomb ruler problem", CP-AI-OR 2001.

use gordian_core::numbers::to_u32;

use crate::atom::{Atom, Var, clamp};
use crate::propagator::{
    Before, Conflict, Domains, Event, Explanation, Priority, Propagator, n_bytes_of,
    n_bytes_of_list,
};

/// Variables with different values and other terms have a sum of at most a constant.
///
/// It does not require that the values are different; it requires that the least different values
/// that are not less than those of the variables have, with the other terms, at most this sum. For
/// different values that is the sum.
///
/// Sums of the magnitudes of coefficients times values are less than 2¹²⁶.
#[derive(Clone, Debug)]
pub struct DifferentSum {
    /// The variables with different values.
    vars: Vec<Var>,
    /// The coefficient of these: 1 or −1.
    sign: i64,
    /// The other terms; no coefficient is 0.
    rest: Vec<(i64, Var)>,
    bound: i128,
    /// The places of the variables by their least values; nearly right at the next run.
    order: Vec<usize>,
    /// The least value of each variable, times the sign.
    least: Vec<i64>,
}

impl DifferentSum {
    /// Returns the constraint that the sum of `different` and of `rest` is at most `bound`.
    #[must_use]
    pub fn at_most(different: &[Var], rest: &[(i64, Var)], bound: i64) -> Self {
        Self {
            vars: different.to_vec(),
            sign: 1,
            rest: rest.iter().copied().filter(|&(coefficient, _)| coefficient != 0).collect(),
            bound: bound.into(),
            order: (0..different.len()).collect(),
            least: Vec::new(),
        }
    }

    /// Returns the constraint that the sum of `different` and of `rest` is at least `bound`.
    ///
    /// # Panics
    ///
    /// Panics if a coefficient is −2⁶³.
    #[must_use]
    pub fn at_least(different: &[Var], rest: &[(i64, Var)], bound: i64) -> Self {
        let opposite = |&(coefficient, var): &(i64, Var)| {
            (coefficient.checked_neg().expect("the coefficient has an opposite"), var)
        };
        let rest: Vec<(i64, Var)> = rest.iter().map(opposite).collect();
        Self { sign: -1, bound: -i128::from(bound), ..Self::at_most(different, &rest, 0) }
    }

    /// Returns the least value of a variable times the sign.
    fn least(&self, (min, max): (i64, i64)) -> i64 {
        if self.sign > 0 { min } else { -max }
    }

    /// Returns the atom that a variable times the sign is at least `value`.
    fn at_least_atom(&self, var: Var, value: i64) -> Atom {
        if self.sign > 0 { var.at_least(value) } else { var.at_most(-value) }
    }

    /// Appends atoms by which the terms but that at `skipped` have at least the sum `needed`. `now`
    /// returns the bounds of a variable at the time of the explanation, `root` those before the
    /// first decision.
    fn explain_sum(
        &self,
        needed: i128,
        skipped: Option<usize>,
        now: impl Fn(Var) -> (i64, i64),
        root: impl Fn(Var) -> (i64, i64),
        out: &mut Vec<Atom>,
    ) {
        let n = self.vars.len();
        let is_other = |place: &usize| Some(*place) != skipped;
        let rest = || (0..self.rest.len()).filter(|at| is_other(&(n + at))).map(|at| self.rest[at]);
        // The least values, those of a block all as its first one, and the places.
        let mut different: Vec<(i64, usize)> = (0..n)
            .filter(is_other)
            .map(|place| (self.least(now(self.vars[place])), place))
            .collect();
        different.sort_unstable();
        let (mut start, mut next) = (i64::MIN, i64::MIN);
        for (least, _) in &mut different {
            if *least > next || next == i64::MIN {
                (start, next) = (*least, *least);
            }
            *least = start;
            next += 1;
        }
        let rest_sum: i128 = rest().map(|(c, var)| least_product(c, now(var))).sum();
        let mut surplus = least_sum(different.iter().map(|&(least, _)| least)) + rest_sum - needed;
        debug_assert!(surplus >= 0, "the sum implies the change");
        for (coefficient, var) in rest() {
            let (bounds, root) = (now(var), root(var));
            let gained = least_product(coefficient, bounds) - least_product(coefficient, root);
            if gained <= surplus {
                surplus -= gained;
                continue;
            }
            let slack = surplus / i128::from(coefficient).abs();
            surplus -= slack * i128::from(coefficient).abs();
            out.push(if coefficient > 0 {
                var.at_least(clamp(i128::from(bounds.0) - slack))
            } else {
                var.at_most(clamp(i128::from(bounds.1) + slack))
            });
        }
        // Bounds are left out, or else weakened, while the sum suffices.
        let least_needed = least_sum(different.iter().map(|&(least, _)| least)) - surplus;
        let mut sorted: Vec<i64> = Vec::with_capacity(different.len());
        for at in 0..different.len() {
            let (least, place) = different[at];
            let var = self.vars[place];
            let at_root = self.least(root(var));
            let mut suffices = |weaker: i64, different: &mut [(i64, usize)]| {
                let previous = std::mem::replace(&mut different[at].0, weaker);
                sorted.clear();
                sorted.extend(different.iter().map(|&(least, _)| least));
                sorted.sort_unstable();
                let suffices = least_sum(sorted.iter().copied()) >= least_needed;
                if !suffices {
                    different[at].0 = previous;
                }
                suffices
            };
            if least <= at_root || suffices(at_root, &mut different) {
                continue;
            }
            let mut step = least - at_root;
            while step > 1 {
                step /= 2;
                let weaker = different[at].0 - step;
                if weaker > at_root {
                    suffices(weaker, &mut different);
                }
            }
            out.push(self.at_least_atom(var, different[at].0));
        }
    }
}

/// Returns the least value of a product.
fn least_product(coefficient: i64, (min, max): (i64, i64)) -> i128 {
    i128::from(coefficient) * i128::from(if coefficient > 0 { min } else { max })
}

/// Returns the least sum of different values that are at least the given ones, which ascend.
fn least_sum(sorted: impl IntoIterator<Item = i64>) -> i128 {
    let mut next = i64::MIN;
    let mut sum = 0;
    for least in sorted {
        next = next.max(least);
        sum += i128::from(next);
        next += 1;
    }
    sum
}

impl Propagator for DifferentSum {
    fn subscriptions(&self) -> Vec<(Var, Event)> {
        let event = |is_positive: bool| if is_positive { Event::Min } else { Event::Max };
        let different = self.vars.iter().map(|&var| (var, event(self.sign > 0)));
        let rest = self.rest.iter().map(|&(coefficient, var)| (var, event(coefficient > 0)));
        different.chain(rest).collect()
    }

    fn priority(&self) -> Priority {
        Priority::Linear
    }

    fn n_bytes(&self) -> u64 {
        let n = self.vars.len();
        let state = n_bytes_of_list::<usize>(n) + n_bytes_of_list::<i64>(n);
        n_bytes_of(&self.vars) + n_bytes_of(&self.rest) + state
    }

    /// Cost: the number of variables, times that of those whose bounds are near the sum.
    fn propagate(&mut self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        let bounds = |domains: &Domains<'_>, var| (domains.min(var), domains.max(var));
        let mut least = std::mem::take(&mut self.least);
        least.clear();
        least.extend(self.vars.iter().map(|&var| self.least(bounds(domains, var))));
        self.order.sort_by_key(|&place| least[place]);
        let sum = least_sum(self.order.iter().map(|&place| least[place]));
        let products = self.rest.iter().map(|&(c, var)| least_product(c, bounds(domains, var)));
        let rest_sum: i128 = products.sum();
        self.least = least;
        let slack = self.bound - sum - rest_sum;
        if slack < 0 {
            let mut atoms = Vec::new();
            let root = |var| domains.root_bounds(var);
            self.explain_sum(self.bound + 1, None, |it| bounds(domains, it), root, &mut atoms);
            return Err(domains.conflict(&atoms));
        }
        let n = self.vars.len();
        for (place, &(coefficient, var)) in (n..).zip(&self.rest) {
            let (min, max) = bounds(domains, var);
            let steps = slack / i128::from(coefficient).abs();
            if i128::from(max) - i128::from(min) > steps {
                let atom = if coefficient > 0 {
                    var.at_most(clamp(i128::from(min) + steps))
                } else {
                    var.at_least(clamp(i128::from(max) - steps))
                };
                domains.assign(atom, Explanation::Later(to_u32(place)))?;
            }
        }
        for (place, &var) in self.vars.iter().enumerate() {
            let greatest = -i128::from(self.least_opposite(bounds(domains, var)));
            // Without a variable, the sum of the others falls by its least value at least.
            if greatest <= slack + i128::from(self.least[place]) {
                continue;
            }
            let others = self.order.iter().filter(|&&at| at != place).map(|&at| self.least[at]);
            let limit = self.bound - rest_sum - least_sum(others);
            if greatest > limit {
                let atom = if self.sign > 0 {
                    var.at_most(clamp(limit))
                } else {
                    var.at_least(clamp(-limit))
                };
                domains.assign(atom, Explanation::Later(to_u32(place)))?;
            }
        }
        Ok(())
    }

    fn explain(&self, atom: Atom, data: u32, before: &Before<'_>, out: &mut Vec<Atom>) {
        let place = data as usize;
        let coefficient = match self.rest.get(place.wrapping_sub(self.vars.len())) {
            Some(&(coefficient, _)) => coefficient,
            None => self.sign,
        };
        // The others are at least so great that the next value beyond the atom is too much.
        let beyond = i128::from((!atom).value) * i128::from(coefficient);
        let now = |var| (before.min(var), before.max(var));
        let root = |var| before.root_bounds(var);
        self.explain_sum(self.bound - beyond + 1, Some(place), now, root, out);
    }

    fn holds(&self, value: &dyn Fn(Var) -> i64) -> bool {
        let mut values: Vec<i64> = self.vars.iter().map(|&var| self.sign * value(var)).collect();
        values.sort_unstable();
        let product = |&(c, var): &(i64, Var)| i128::from(c) * i128::from(value(var));
        least_sum(values) + self.rest.iter().map(product).sum::<i128>() <= self.bound
    }
}

impl DifferentSum {
    /// Returns the least value of a variable times the opposite sign.
    fn least_opposite(&self, (min, max): (i64, i64)) -> i64 {
        if self.sign > 0 { -max } else { min }
    }
}
