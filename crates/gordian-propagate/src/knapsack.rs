//! Linear objectives under a linear constraint: a bound from both together, and a good choice to
//! begin with.
//!
//! The constraint times a factor is added to the definition of the objective. The result is a
//! linear constraint like others, by which the search excludes items as soon as they cannot belong
//! to a better solution. The factor is the one of the linear relaxation. If items are about as good
//! as they are heavy, that their number is limited says more; then this is added with a factor of
//! its own.
//!
//! *Source*: Dantzig: "Discrete-variable extremum problems", Operations Research 5 (1957);
//! Martello, Pisinger, Toth: "Dynamic programming and strong bounds for the 0-1 knapsack problem",
//! Management Science 45 (1999), for the number of items.

use gordian_core::numbers::to_i64;
use rustc_hash::FxHashMap;

/// Numbers of greater magnitude are left to the search.
const MAX_NUMBER: i64 = 1 << 30;
/// More items are left to the search.
const MAX_ITEMS: usize = 1500;
/// The number of factors that are tried together with one for the number of items.
const MAX_FACTORS: usize = 16;
/// Pairs of exchanges are tried if there are at most this many exchanges.
const MAX_EXCHANGES: usize = 60_000;
/// The number of improvements of a choice.
const MAX_ROUNDS: usize = 60;

/// Items with profits and weights, of which some are chosen whose weights are together at most the
/// capacity.
#[derive(Clone, Debug)]
pub(crate) struct Knapsack {
    /// The profit and the weight of each item; no weight is negative.
    items: Vec<(i64, i64)>,
    capacity: i64,
}

/// Factors of constraints: `profits · denominator ≤ weights · weight + number · count` up to a
/// constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Factors {
    pub(crate) denominator: i64,
    /// The factor of the weights and of the capacity.
    pub(crate) weight: i64,
    /// The factor of the number of items that have a weight.
    pub(crate) count: i64,
    /// The greatest number of items that have a weight.
    pub(crate) max_count: i64,
}

impl Knapsack {
    /// Returns a knapsack; `None` if it is too large, or if it is no knapsack.
    pub(crate) fn new(items: Vec<(i64, i64)>, capacity: i64) -> Option<Self> {
        let is_small = |number: i64| (-MAX_NUMBER..=MAX_NUMBER).contains(&number);
        let fits = items.iter().all(|&(p, w)| is_small(p) && 0 <= w && is_small(w));
        let total: i64 = items.iter().map(|&(_, weight)| weight).sum();
        let is_knapsack = items.len() <= MAX_ITEMS && fits && (0..total).contains(&capacity);
        is_knapsack.then_some(Self { items, capacity })
    }

    /// Returns the greatest number of items with a weight.
    fn max_count(&self) -> i64 {
        let mut weights: Vec<i64> = self.weights().filter(|&weight| weight > 0).collect();
        weights.sort_unstable();
        let mut rest = self.capacity;
        let fits = weights.iter().take_while(|&&weight| {
            rest -= weight;
            rest >= 0
        });
        to_i64(fits.count())
    }

    fn weights(&self) -> impl Iterator<Item = i64> + '_ {
        self.items.iter().map(|&(_, weight)| weight)
    }

    /// Returns the bound of the profit by some factors, times the denominator.
    fn bound(&self, factors: Factors) -> i128 {
        let wide = i128::from;
        let fixed = wide(factors.weight) * wide(self.capacity)
            + wide(factors.count) * wide(factors.max_count);
        let gains = self.items.iter().map(|&item| factors.gain(item).max(0));
        fixed + gains.sum::<i128>()
    }

    /// Returns the best factors that are found, with those of the weights alone first.
    pub(crate) fn factors(&self) -> Vec<Factors> {
        let max_count = self.max_count();
        let least = |candidates: &mut dyn Iterator<Item = Factors>| {
            candidates.min_by(|&a, &b| {
                let (left, right) = (self.bound(a), self.bound(b));
                // Less than 2⁷⁵ each.
                (left * i128::from(b.denominator)).cmp(&(right * i128::from(a.denominator)))
            })
        };
        let efficient = self.items.iter().filter(|&&(profit, weight)| profit > 0 && weight > 0);
        let mut alone = efficient.map(|&(profit, denominator)| Factors {
            denominator,
            weight: profit,
            count: 0,
            max_count,
        });
        let Some(first) = least(&mut alone) else { return Vec::new() };
        let mut found = vec![first];
        // Two items that are equally good have the factor between them; the most frequent ones are
        // tried.
        let mut slopes: FxHashMap<(i64, i64), usize> = FxHashMap::default();
        for pair in self.items.windows(2) {
            let (rise, run) = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
            if rise.signum() * run.signum() > 0 {
                let divisor = gcd(rise.abs(), run.abs());
                *slopes.entry((rise.abs() / divisor, run.abs() / divisor)).or_default() += 1;
            }
        }
        let mut slopes: Vec<_> = slopes.into_iter().map(|(slope, n)| (n, slope)).collect();
        slopes.sort_unstable_by(|a, b| b.cmp(a));
        let items = || self.items.iter().filter(|&&(_, weight)| weight > 0);
        for (_, (weight, denominator)) in slopes.into_iter().take(MAX_FACTORS) {
            let mut counts: Vec<i64> = items()
                .filter_map(|&(profit, w)| {
                    let gain = i128::from(profit) * i128::from(denominator)
                        - i128::from(w) * i128::from(weight);
                    i64::try_from(gain).ok().filter(|&gain| gain > 0 && gain < 1 << 40)
                })
                .collect();
            counts.sort_unstable();
            counts.dedup();
            let of = |&count: &i64| Factors { denominator, weight, count, max_count };
            let best = least(&mut counts.iter().map(of));
            found.extend(best);
        }
        let best = least(&mut found.iter().copied()).filter(|&best| best != first);
        [first].into_iter().chain(best).collect()
    }

    /// Returns a good choice: the best items per weight, improved by exchanges.
    pub(crate) fn good_choice(&self) -> Vec<bool> {
        let n = self.items.len();
        let mut chosen = vec![false; n];
        let mut rest = self.capacity;
        let mut order: Vec<usize> = (0..n).filter(|&at| self.items[at].0 > 0).collect();
        order.sort_by(|&a, &b| {
            let (a, b) = (self.items[a], self.items[b]);
            let times = |profit: i64, weight: i64| i128::from(profit) * i128::from(weight);
            times(b.0, a.1).cmp(&times(a.0, b.1))
        });
        for at in order {
            if self.items[at].1 <= rest {
                chosen[at] = true;
                rest -= self.items[at].1;
            }
        }
        for _ in 0..MAX_ROUNDS {
            let Some(moved) = self.exchange(&chosen, rest) else { break };
            for at in moved {
                let weight = self.items[at].1;
                rest += if chosen[at] { weight } else { -weight };
                chosen[at] = !chosen[at];
            }
        }
        chosen
    }

    /// Returns the items to put in and to take out for the best improvement by one or two
    /// exchanges.
    fn exchange(&self, chosen: &[bool], rest: i64) -> Option<Vec<usize>> {
        let n = self.items.len();
        // What an exchange adds to the weight and to the profit, and its items: the place `n` is no
        // item.
        let mut exchanges: Vec<(i64, i64, [usize; 2])> = vec![(0, 0, [n, n])];
        let item = |at: usize| self.items.get(at).copied().unwrap_or((0, 0));
        let side = |is_in: bool| {
            (0..=n).filter(move |&at| at == n || (chosen[at] == is_in)).collect::<Vec<_>>()
        };
        let (taken, open) = (side(true), side(false));
        if taken.len() * open.len() > MAX_EXCHANGES {
            return None;
        }
        for &out in &taken {
            for &added in open.iter().filter(|&&added| (out, added) != (n, n)) {
                let ((lost, lighter), (gained, heavier)) = (item(out), item(added));
                exchanges.push((heavier - lighter, gained - lost, [out, added]));
            }
        }
        exchanges.sort_unstable();
        // The most profitable exchange of each weight or less.
        let mut best_of: Vec<usize> = Vec::with_capacity(exchanges.len());
        for at in 0..exchanges.len() {
            let last = best_of.last().copied().unwrap_or(at);
            best_of.push(if exchanges[at].1 >= exchanges[last].1 { at } else { last });
        }
        let mut best: Option<(i64, [usize; 4])> = None;
        for &(weight, profit, [a, b]) in &exchanges {
            let end = exchanges.partition_point(|it| it.0 <= rest - weight);
            let Some(&other) = end.checked_sub(1).and_then(|last| best_of.get(last)) else {
                continue;
            };
            let (_, gained, [c, d]) = exchanges[other];
            let is_disjoint = (a == n || a != c) && (b == n || b != d);
            let profit = profit + gained;
            if is_disjoint && profit > best.map_or(0, |(profit, _)| profit) {
                best = Some((profit, [a, b, c, d]));
            }
        }
        best.map(|(_, items)| items.into_iter().filter(|&at| at < n).collect())
    }
}

impl Factors {
    /// Returns how much the profit of an item times the denominator is more than its weight allows.
    pub(crate) fn gain(self, (profit, weight): (i64, i64)) -> i128 {
        let wide = i128::from;
        wide(profit) * wide(self.denominator)
            - wide(weight) * wide(self.weight)
            - if weight > 0 { wide(self.count) } else { 0 }
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use gordian_core::Random;

    use super::*;

    fn below(n: usize, random: &mut Random) -> i64 {
        i64::try_from(random.below(n)).unwrap()
    }

    #[test]
    fn bounds_are_valid_and_choices_fit() {
        let (mut n_tight, mut n_best) = (0, 0);
        for seed in 0..400 {
            let mut random = Random::new(seed);
            let constant = below(30, &mut random);
            let items: Vec<(i64, i64)> = (0..2 + random.below(9))
                .map(|_| {
                    let weight = below(40, &mut random);
                    let profit = below(50, &mut random) - 5;
                    (if seed % 2 == 0 { weight + constant } else { profit }, weight)
                })
                .collect();
            let capacity = items.iter().map(|&(_, weight)| weight).sum::<i64>() / 2;
            let Some(knapsack) = Knapsack::new(items.clone(), capacity) else { continue };
            let profit_of = |set: usize| {
                let chosen = || items.iter().enumerate().filter(move |&(at, _)| set >> at & 1 == 1);
                let weight: i64 = chosen().map(|(_, &(_, weight))| weight).sum();
                let count = chosen().filter(|&(_, &(_, weight))| weight > 0).count();
                let profit: i64 = chosen().map(|(_, &(profit, _))| profit).sum();
                (weight <= capacity).then_some((profit, i64::try_from(count).unwrap()))
            };
            let all = || (0..1_usize << items.len()).filter_map(profit_of);
            let best = all().map(|(profit, _)| profit).max().unwrap();
            let max_count = all().map(|(_, count)| count).max().unwrap();
            for factors in knapsack.factors() {
                assert_eq!(factors.max_count, max_count, "{items:?}");
                let bound = knapsack.bound(factors).div_euclid(factors.denominator.into());
                assert!(bound >= best.into(), "{items:?} {factors:?}");
                n_tight += usize::from(bound == best.into());
            }
            let choice = knapsack.good_choice();
            let set = (0..items.len()).filter(|&at| choice[at]).map(|at| 1 << at).sum();
            let (profit, _) = profit_of(set).expect("the choice fits");
            n_best += usize::from(profit == best);
        }
        assert!(n_tight > 100 && n_best > 330, "{n_tight} {n_best}");
    }
}
