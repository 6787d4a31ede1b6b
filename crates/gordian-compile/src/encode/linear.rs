//! Linear comparisons over integers that are encoded value by value.
//!
//! Terms are added up in a tree of *partial sums*, each with one literal per value that it can
//! reach: `ge_s` holds where the partial sum is at least `s` (for literals that is the totalizer of
//! Bailleux and Boufkhad 2003, for weights its generalised form of Joshi, Martins and Manquinho
//! 2015, with integers in place of groups of which at most one holds). Only values that can still
//! decide the comparison are told apart. The last two partial sums are compared without adding
//! them. Where the tree would be large, the sum is made of binary numbers instead.

use gordian_backend::Lit;

use super::Encoder;
use super::truth::Relation;
use crate::ir::{NodeId, Op, View};

/// Largest number of pairs of values at one inner node of the tree.
const MAX_JOIN: usize = 1 << 15;

/// A sum of some of the terms: the values it can take, and a literal for "at least" each.
#[derive(Clone, Debug)]
pub(super) struct Partial {
    values: Vec<i64>,
    /// The first literal is always true.
    ge: Vec<Lit>,
}

impl Partial {
    /// Returns the partial sum that is 1 where the literal holds, else 0.
    pub(super) fn of_lit(yes: Lit, lit: Lit) -> Self {
        Self { values: vec![0, 1], ge: vec![yes, lit] }
    }

    fn min(&self) -> i64 {
        self.values[0]
    }

    fn max(&self) -> i64 {
        self.values[self.values.len() - 1]
    }
}

impl Encoder<'_> {
    /// Demands that a sum compares this way to a constant.
    pub(super) fn demand_sum(
        &mut self,
        prefix: &[Lit],
        node: NodeId,
        relation: Relation,
        value: i64,
    ) {
        let Op::Sum(terms) = self.arena.op(node) else { unreachable!("asked for sums only") };
        let dom = self.arena.dom(node);
        let (always, never) = match relation {
            Relation::Le => (dom.max() <= value, dom.min() > value),
            Relation::Ge => (dom.min() >= value, dom.max() < value),
            Relation::Eq => (false, !dom.contains(value)),
            Relation::Ne => (!dom.contains(value), false),
        };
        if always {
            return;
        }
        if never {
            self.clause(prefix);
            return;
        }
        if let Some(count) = self.count_of_truths(terms) {
            let value = value + count.negated;
            match relation {
                Relation::Le => return self.demand_at_most(prefix, &count.items, value),
                Relation::Ge => return self.demand_at_least(prefix, &count.items, value),
                Relation::Eq => {
                    if value == 1 {
                        self.note("exactly one");
                    }
                    self.demand_at_most(prefix, &count.items, value);
                    return self.demand_at_least(prefix, &count.items, value);
                }
                Relation::Ne => {}
            }
        }
        if let [(a, factor_a), (b, factor_b)] = terms[..]
            && matches!(relation, Relation::Eq | Relation::Ne)
            && self.demand_two_by_value(prefix, (a, factor_a), (b, factor_b), relation, value)
        {
            return;
        }
        match relation {
            Relation::Le => self.demand_linear(prefix, terms, Some(value), None),
            Relation::Ge => self.demand_linear(prefix, terms, None, Some(value)),
            Relation::Eq => self.demand_linear(prefix, terms, Some(value), Some(value)),
            Relation::Ne => {
                let (below, above) = (self.fresh(), self.fresh());
                self.demand_linear(&[!below], terms, Some(value - 1), None);
                self.demand_linear(&[!above], terms, None, Some(value + 1));
                self.clause_with(prefix, &[below, above]);
            }
        }
    }

    /// Demands that two views compare this way, where that is no node of its own.
    pub(super) fn demand_views(&mut self, prefix: &[Lit], a: View, b: View, relation: Relation) {
        let value = b.offset - a.offset;
        let terms: Vec<(NodeId, i64)> = [(a.node, a.factor), (b.node, -b.factor)]
            .into_iter()
            .filter(|term| term.1 != 0)
            .collect();
        match (&terms[..], relation) {
            ([], Relation::Eq) if value != 0 => self.clause(prefix),
            ([], Relation::Ne) if value == 0 => self.clause(prefix),
            ([], _) => {}
            ([(node, factor)], _) => {
                let view = View { node: *node, factor: *factor, offset: 0 };
                let lit = self.view_eq_lit(view, value) ^ (relation == Relation::Ne);
                self.clause_with(prefix, &[lit]);
            }
            (&[first, second], _)
                if self.demand_two_by_value(prefix, first, second, relation, value) => {}
            (_, Relation::Ne) => {
                let (below, above) = (self.fresh(), self.fresh());
                self.demand_linear(&[!below], &terms, Some(value - 1), None);
                self.demand_linear(&[!above], &terms, None, Some(value + 1));
                self.clause_with(prefix, &[below, above]);
            }
            _ => self.demand_linear(prefix, &terms, Some(value), Some(value)),
        }
    }

    /// Demands equality or difference of two scaled nodes value by value, if both are listed.
    fn demand_two_by_value(
        &mut self,
        prefix: &[Lit],
        (a, factor_a): (NodeId, i64),
        (b, factor_b): (NodeId, i64),
        relation: Relation,
        value: i64,
    ) -> bool {
        let (Some(xs), Some(ys)) = (self.arena.dom(a).values(), self.arena.dom(b).values()) else {
            return false;
        };
        self.note(if relation == Relation::Eq {
            "value by value: one has a value where the other has its counterpart"
        } else {
            "value by value: not both counterparts"
        });
        // The value of one that goes with a value of the other, if there is one.
        let partner = |factor: i64, x: i64, own: i64, domain: &[i64]| {
            let rest = value - factor * x;
            (rest % own == 0 && domain.binary_search(&(rest / own)).is_ok()).then(|| rest / own)
        };
        for &x in xs {
            let lit_x = self.eq_lit(a, x);
            let lit_y = match partner(factor_a, x, factor_b, ys) {
                Some(y) => self.eq_lit(b, y),
                None => !self.yes(),
            };
            self.clause_with(prefix, &[!lit_x, lit_y ^ (relation == Relation::Ne)]);
        }
        if relation == Relation::Eq {
            for &y in ys {
                let lit_y = self.eq_lit(b, y);
                let lit_x = match partner(factor_b, y, factor_a, xs) {
                    Some(x) => self.eq_lit(a, x),
                    None => !self.yes(),
                };
                self.clause_with(prefix, &[!lit_y, lit_x]);
            }
        }
        true
    }

    /// Demands `lower ≤ Σ terms ≤ upper`, each bound where there is one.
    pub(super) fn demand_linear(
        &mut self,
        prefix: &[Lit],
        terms: &[(NodeId, i64)],
        upper: Option<i64>,
        lower: Option<i64>,
    ) {
        if !self.fits_a_tree(terms) {
            self.note("binary numbers: the domains are large");
            let sum = self.bits_of_terms(terms);
            if let Some(upper) = upper {
                self.demand_bits_at_most(prefix, &sum, upper);
            }
            if let Some(lower) = lower {
                self.demand_bits_at_least(prefix, &sum, lower);
            }
            return;
        }
        self.note(if terms.len() == 2 {
            "order literals of both sides"
        } else {
            "partial sums by order literals"
        });
        let leaves = terms.iter().map(|&term| self.leaf(term)).collect();
        self.join_partials(prefix, leaves, upper, lower);
    }

    /// Returns whether all terms have listed values and the tree stays small.
    fn fits_a_tree(&self, terms: &[(NodeId, i64)]) -> bool {
        let mut sizes = Vec::with_capacity(terms.len());
        for &(node, factor) in terms {
            match self.arena.dom(node).values() {
                Some(values) => {
                    let width = values[values.len() - 1].abs_diff(values[0]);
                    sizes.push((values.len(), width.saturating_mul(factor.unsigned_abs())));
                }
                None => return false,
            }
        }
        // The same order of joining as below, by estimate.
        while sizes.len() > 2 {
            sizes.sort_unstable();
            let (a, b) = (sizes[0], sizes[1]);
            let width = a.1.saturating_add(b.1);
            let reach = usize::try_from(width.saturating_add(1)).unwrap_or(usize::MAX);
            if a.0.saturating_mul(b.0) > MAX_JOIN {
                return false;
            }
            sizes.splice(0..2, [((a.0 * b.0).min(reach), width)]);
        }
        true
    }

    /// Returns the partial sum of one term.
    fn leaf(&mut self, (node, factor): (NodeId, i64)) -> Partial {
        let order = self.order(node);
        let values = self.arena.dom(node).values().expect("terms of a tree are listed");
        let n = values.len();
        let (mut scaled, mut ge) = (Vec::with_capacity(n), Vec::with_capacity(n));
        if factor > 0 {
            for (place, &value) in values.iter().enumerate() {
                scaled.push(value * factor);
                ge.push(if place == 0 { self.yes() } else { !order[place - 1] });
            }
        } else {
            // Rising -x: at least -v where x ≤ v.
            for place in (0..n).rev() {
                scaled.push(values[place] * factor);
                ge.push(order[place]);
            }
        }
        Partial { values: scaled, ge }
    }

    /// Adds up all but two partial sums and compares those two.
    pub(super) fn join_partials(
        &mut self,
        prefix: &[Lit],
        mut parts: Vec<Partial>,
        upper: Option<i64>,
        lower: Option<i64>,
    ) {
        let total_min: i64 = parts.iter().map(Partial::min).sum();
        let total_max: i64 = parts.iter().map(Partial::max).sum();
        while parts.len() > 2 {
            parts.sort_by_key(|part| std::cmp::Reverse(part.values.len()));
            let (a, b) = (parts.pop().expect("three or more"), parts.pop().expect("two or more"));
            let rest_min = total_min - a.min() - b.min();
            let rest_max = total_max - a.max() - b.max();
            // Below `floor` and above `ceiling` the comparison is decided whatever the rest does.
            let floor = match (lower, upper) {
                (Some(lower), _) => lower - rest_max - 1,
                (None, Some(upper)) => upper - rest_max,
                (None, None) => i64::MIN,
            };
            let ceiling = match (upper, lower) {
                (Some(upper), _) => upper - rest_min + 1,
                (None, Some(lower)) => lower - rest_min,
                (None, None) => i64::MAX,
            };
            let joined = self.add_partials(
                &a,
                &b,
                (floor.min(ceiling), ceiling),
                upper.is_some(),
                lower.is_some(),
            );
            parts.push(joined);
        }
        let [a, b] = &parts[..] else {
            let zero = Partial { values: vec![0], ge: vec![self.yes()] };
            let a = parts.pop().unwrap_or_else(|| zero.clone());
            return self.compare_partials(prefix, &a, &zero, upper, lower);
        };
        self.compare_partials(prefix, a, b, upper, lower);
    }

    fn compare_partials(
        &mut self,
        prefix: &[Lit],
        a: &Partial,
        b: &Partial,
        upper: Option<i64>,
        lower: Option<i64>,
    ) {
        for (place, &x) in a.values.iter().enumerate() {
            if let Some(upper) = upper {
                // a ≥ x forbids b > upper - x.
                let beyond = b.values.partition_point(|&y| y <= upper - x);
                if beyond < b.values.len() {
                    self.clause_with(prefix, &[!a.ge[place], !b.ge[beyond]]);
                }
            }
            if let Some(lower) = lower {
                // a ≤ x demands b ≥ lower - x.
                let needed = b.values.partition_point(|&y| y < lower - x);
                let above = a.ge.get(place + 1).copied().unwrap_or(!self.yes());
                let lit = b.ge.get(needed).copied().unwrap_or(!self.yes());
                self.clause_with(prefix, &[above, lit]);
            }
        }
    }

    /// Returns the sum of two partial sums, its values told apart only within the range.
    ///
    /// `up`: large operands make the sum large. `down`: small operands make it small.
    fn add_partials(
        &mut self,
        a: &Partial,
        b: &Partial,
        (floor, ceiling): (i64, i64),
        up: bool,
        down: bool,
    ) -> Partial {
        let mut values: Vec<i64> = Vec::with_capacity(a.values.len() * b.values.len());
        for &x in &a.values {
            values.extend(b.values.iter().map(|&y| (x + y).clamp(floor, ceiling)));
        }
        values.sort_unstable();
        values.dedup();
        let mut ge = vec![self.yes()];
        for _ in 1..values.len() {
            ge.push(self.fresh());
        }
        for pair in ge.windows(2) {
            self.clause(&[!pair[1], pair[0]]);
        }
        for (i, &x) in a.values.iter().enumerate() {
            for (j, &y) in b.values.iter().enumerate() {
                let sum = (x + y).clamp(floor, ceiling);
                let place = values.partition_point(|&value| value < sum);
                if up && place > 0 {
                    self.clause(&[!a.ge[i], !b.ge[j], ge[place]]);
                }
                if down && place + 1 < values.len() {
                    let above_a = a.ge.get(i + 1).copied().unwrap_or(!self.yes());
                    let above_b = b.ge.get(j + 1).copied().unwrap_or(!self.yes());
                    self.clause(&[above_a, above_b, !ge[place + 1]]);
                }
            }
        }
        Partial { values, ge }
    }

    /// Returns the order literals of a sum that needs literals of its own.
    pub(super) fn sum_order(&mut self, node: NodeId, terms: &[(NodeId, i64)]) -> Option<Vec<Lit>> {
        if !self.fits_a_tree(terms) {
            return None;
        }
        let mut parts: Vec<Partial> = terms.iter().map(|&term| self.leaf(term)).collect();
        while parts.len() > 1 {
            parts.sort_by_key(|part| std::cmp::Reverse(part.values.len()));
            let (a, b) = (parts.pop()?, parts.pop()?);
            if a.values.len() * b.values.len() > 4 * MAX_JOIN {
                return None;
            }
            parts.push(self.add_partials(&a, &b, (i64::MIN, i64::MAX), true, true));
        }
        let sum = parts.pop()?;
        let values = self.arena.dom(node).values()?;
        // The domain may be wider than what the terms reach, or narrower by rounding: match.
        let order = values.iter().map(|&value| {
            let above = sum.values.partition_point(|&reached| reached <= value);
            sum.ge.get(above).map_or(self.yes(), |&lit| !lit)
        });
        Some(order.collect())
    }

    /// Returns literals for "at most v" for how many of `lits` hold, exact, for v = `k` only.
    pub(super) fn more_than(&mut self, lits: &[Lit], k: usize) -> Lit {
        if k >= lits.len() {
            return !self.yes();
        }
        let bound = i64::try_from(k).expect("lists fit into memory");
        let mut parts: Vec<Partial> =
            lits.iter().map(|&lit| Partial::of_lit(self.yes(), lit)).collect();
        while parts.len() > 1 {
            parts.sort_by_key(|part| std::cmp::Reverse(part.values.len()));
            let (a, b) = (parts.pop().expect("two"), parts.pop().expect("two"));
            parts.push(self.add_partials(&a, &b, (0, bound + 1), true, true));
        }
        let count = parts.pop().expect("more literals than k");
        let place = count.values.partition_point(|&value| value <= bound);
        count.ge.get(place).copied().unwrap_or(!self.yes())
    }
}
