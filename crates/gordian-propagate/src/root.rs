//! Bounds that follow from the constraints of a model before any decision, for variables of any
//! width.
//!
//! Each expression has an interval of the values that it has in solutions. Going up, it follows
//! from those of the operands; going down, it narrows them, from the constraints, which are true,
//! to the variables. Every part of a constraint is defined in every solution, so that this also
//! holds for parts of conditions that are false. The intervals are exact beyond 64 bits, and may be
//! open: nothing is concluded from a bound that is not known.
//!
//! Where parts exclude each other, as the branches of a conditional, each is assumed in turn, and
//! the hull of what follows remains.
//!
//! *Source*: Benhamou, Goualard, Granvilliers, Puget: "Revising hull and box consistency",
//! ICLP 1999.

use std::ops::RangeInclusive;

use gordian_core::numbers::{to_i128, to_u64};
use gordian_core::{Cancel, Index as _, IndexVec, stack};
use gordian_model::{Comparison, Expr, Goal, Model, Node, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bounds::{Interval, result_bounds};

/// Magnitudes from here on are not known; products of known numbers and sums of many of them fit
/// into 128 bits.
const UNKNOWN: i128 = 1 << 100;
/// An end that is not known.
const OPEN: i128 = 1 << 126;
/// The largest number of rounds over all constraints; bounds that creep need no more of them.
const MAX_ROUNDS: usize = 60;
/// The largest number of visited expressions, so that large models do not take long.
const MAX_VISITS: u64 = 5_000_000;
/// The largest number of assumptions within assumptions.
const MAX_DEPTH: usize = 2;
/// The largest number of alternatives that are assumed in turn.
const MAX_ALTERNATIVES: usize = 64;

const ALL: Interval = Interval { min: -OPEN, max: OPEN };
const BOOLEAN: Interval = Interval { min: 0, max: 1 };
const TRUE: Interval = Interval { min: 1, max: 1 };
const FALSE: Interval = Interval { min: 0, max: 0 };
const NATURAL: Interval = Interval { min: 0, max: OPEN };

/// Bounds of the variables of a model, and of its expressions, that hold in all solutions.
#[derive(Clone, Debug)]
pub struct RootBounds<'m> {
    model: &'m Model,
    state: State,
    /// The disjunctions among the constraints.
    alternatives: Vec<&'m Expr>,
    cancel: Cancel,
    n_visits: u64,
    /// The number of the walk over an expression, so that a shared part is visited once in each.
    walk: u64,
    /// How many assumptions hold.
    depth: usize,
    /// Whether conditionals are narrowed by cases.
    by_cases: bool,
}

#[derive(Clone, Debug)]
struct State {
    vars: IndexVec<VarId, Interval>,
    /// What is known of expressions other than variables and constants, by [`Expr::identity`].
    nodes: FxHashMap<usize, Known>,
    is_contradictory: bool,
    has_changed: bool,
}

#[derive(Clone, Copy, Debug)]
struct Known {
    interval: Interval,
    /// The last walk that computed it from the operands, and the last one that narrowed the
    /// operands by it.
    up: u64,
    down: u64,
}

impl<'m> RootBounds<'m> {
    /// Infers the bounds of `model`. The variables in `unbounded` have no bounds but those that
    /// follow, whatever their domains are.
    ///
    /// Cost: a few rounds over all expressions, sixty at most. When `cancel` stops it, the bounds
    /// so far remain, which hold as well.
    #[must_use]
    pub fn new(model: &'m Model, unbounded: &[VarId], cancel: &Cancel) -> Self {
        let domains = model.variables().iter().map(|variable| {
            let domain = &variable.domain;
            Interval { min: domain.min().into(), max: domain.max().into() }
        });
        let mut vars: IndexVec<VarId, Interval> = domains.collect();
        for &var in unbounded {
            vars[var] = ALL;
        }
        let nodes = FxHashMap::default();
        let state = State { vars, nodes, is_contradictory: false, has_changed: false };
        let mut alternatives = Vec::new();
        for constraint in model.constraints() {
            collect_alternatives(&constraint.condition, &mut alternatives);
        }
        let cancel = cancel.clone();
        let (n_visits, walk, depth) = (0, 0, 0);
        let mut bounds =
            Self { model, state, alternatives, cancel, n_visits, walk, depth, by_cases: false };
        bounds.propagate();
        let is_open = |bounds: &Self| unbounded.iter().any(|&var| is_open(bounds.state.vars[var]));
        if is_open(&bounds) {
            bounds.narrow_by_cases();
        }
        bounds
    }

    /// Returns the least and the greatest value that a variable has in solutions; `None` if it is
    /// not known or exceeds 64 bits.
    #[must_use]
    pub fn of(&self, var: VarId) -> (Option<i64>, Option<i64>) {
        let Interval { min, max } = self.state.vars[var];
        (i64::try_from(min).ok(), i64::try_from(max).ok())
    }

    /// Returns whether the model provably has no solution.
    #[must_use]
    pub fn is_contradictory(&self) -> bool {
        self.state.is_contradictory
    }

    /// Restricts the solutions to those with an objective better than `value`, if the model has a
    /// goal.
    pub fn require_better(&mut self, value: i64) {
        let value = i128::from(value);
        let (objective, range) = match self.model.goal() {
            Some(Goal::Minimise(objective)) => (objective, Interval { min: -OPEN, max: value - 1 }),
            Some(Goal::Maximise(objective)) => (objective, Interval { min: value + 1, max: OPEN }),
            None => return,
        };
        self.apply(objective, range);
        self.narrow_by_cases();
    }

    /// Returns the interval of an expression of the model in all solutions.
    pub(crate) fn range(&self, expr: &Expr) -> Interval {
        match expr.node() {
            Node::Const(value) => Interval::from(*value),
            Node::Var(var) => self.state.vars[*var],
            _ => self.state.nodes.get(&expr.identity()).map_or(ALL, |known| known.interval),
        }
    }

    /// Applies all constraints until nothing changes.
    fn propagate(&mut self) {
        let model = self.model;
        for _ in 0..MAX_ROUNDS {
            self.state.has_changed = false;
            for constraint in model.constraints() {
                self.apply(&constraint.condition, TRUE);
                if self.state.is_contradictory || self.is_stopped() {
                    return;
                }
            }
            if let Some(goal) = model.goal() {
                self.apply(goal.objective(), ALL);
            }
            if !self.state.has_changed {
                return;
            }
        }
    }

    /// Narrows an expression, up to it and down from it.
    fn apply(&mut self, expr: &Expr, to: Interval) -> Interval {
        self.walk += 1;
        self.up(expr);
        self.down(expr, to)
    }

    fn is_stopped(&self) -> bool {
        self.n_visits > MAX_VISITS || self.cancel.stopped().is_some()
    }

    /// Narrows by cases: the branches of conditionals, and the operands of disjunctions.
    fn narrow_by_cases(&mut self) {
        self.by_cases = true;
        loop {
            self.propagate();
            self.state.has_changed = false;
            for condition in self.alternatives.clone() {
                if self.state.is_contradictory || self.is_stopped() {
                    break;
                }
                if self.depth < MAX_DEPTH {
                    self.assume_each_operand(condition);
                }
            }
            if !self.state.has_changed || self.state.is_contradictory || self.is_stopped() {
                break;
            }
        }
        self.by_cases = false;
    }

    /// Narrows by the cases of a disjunction that is true: one of its operands is.
    fn assume_each_operand(&mut self, disjunction: &Expr) {
        let cases: Vec<(&Expr, Interval)> = match disjunction.node() {
            Node::Or(operands) => operands.iter().map(|operand| (operand, TRUE)).collect(),
            Node::Implies(premise, conclusion) => vec![(premise, FALSE), (conclusion, TRUE)],
            _ => return,
        };
        let mut open = Vec::new();
        for (operand, truth) in cases {
            let value = self.apply(operand, BOOLEAN);
            if value == truth {
                return;
            }
            if value == BOOLEAN {
                open.push((operand, truth));
            }
        }
        if open.len() > MAX_ALTERNATIVES {
            return;
        }
        let cases = open.iter().map(|&(operand, truth)| {
            move |this: &mut Self| {
                this.apply(operand, truth);
                this.propagate();
            }
        });
        self.hull_of_cases(cases.collect());
    }

    /// Narrows all intervals to the hull of those in several cases, of which one holds.
    fn hull_of_cases(&mut self, cases: Vec<impl FnOnce(&mut Self)>) {
        let before = self.state.clone();
        let size = before.vars.len() + before.nodes.len();
        self.n_visits += to_u64(size * (cases.len() + 1));
        let by_cases = std::mem::replace(&mut self.by_cases, false);
        self.depth += 1;
        let mut hull: Option<State> = None;
        for case in cases {
            self.state = before.clone();
            case(self);
            if self.state.is_contradictory {
                continue;
            }
            match &mut hull {
                None => hull = Some(self.state.clone()),
                Some(hull) => hull.join(&self.state),
            }
        }
        self.depth -= 1;
        self.by_cases = by_cases;
        self.state = before;
        let Some(hull) = hull else {
            self.state.is_contradictory = true;
            return;
        };
        let has_narrowed = self.state.vars.iter().zip(&hull.vars).any(|(old, new)| old != new);
        self.state.vars = hull.vars;
        self.state.nodes = hull.nodes;
        self.state.has_changed |= has_narrowed;
    }

    /// Returns an interval of the values of an expression, from those of its operands.
    fn up(&mut self, expr: &Expr) -> Interval {
        match expr.node() {
            Node::Const(value) => return Interval::from(*value),
            Node::Var(var) => return self.state.vars[*var],
            _ => {}
        }
        self.n_visits += 1;
        let last = self.state.nodes.get(&expr.identity()).map(|known| known.up);
        if last == Some(self.walk) || self.is_stopped_now() {
            return self.range(expr);
        }
        let value = stack::ensure_sufficient(|| self.up_node(expr));
        let value = self.narrow(expr, value);
        let known = Known { interval: value, up: self.walk, down: 0 };
        self.state.nodes.entry(expr.identity()).or_insert(known).up = self.walk;
        value
    }

    /// Looks at the clock now and then only.
    fn is_stopped_now(&self) -> bool {
        self.n_visits > MAX_VISITS
            || self.n_visits.is_multiple_of(4096) && self.cancel.stopped().is_some()
    }

    fn up_each<'e>(&mut self, operands: impl IntoIterator<Item = &'e Expr>) -> Vec<Interval> {
        operands.into_iter().map(|operand| self.up(operand)).collect()
    }

    fn ranges<'e>(&self, operands: impl IntoIterator<Item = &'e Expr>) -> Vec<Interval> {
        operands.into_iter().map(|operand| self.range(operand)).collect()
    }

    fn up_node(&mut self, expr: &Expr) -> Interval {
        let node = expr.node();
        let operands = self.up_each(node.children());
        // A condition is 0 or 1 where it is defined.
        for condition in node.children().take(node.n_conditions()) {
            self.down(condition, BOOLEAN);
        }
        match node {
            Node::Add(_) => operands.into_iter().fold(0.into(), |sum, it| known(sum.add(it))),
            Node::Mul(list) => match &list[..] {
                [first, second] if is_same(first, second) => known(operands[0].power(2)),
                _ => operands.into_iter().fold(1.into(), |all, it| known(all.multiply(it))),
            },
            Node::Neg(_) => negative(operands[0]),
            Node::If(..) => match truth_of(operands[0]) {
                Some(true) => operands[1],
                Some(false) => operands[2],
                None => operands[1].hull(operands[2]),
            },
            Node::Element(list, index) => {
                if list.is_empty() {
                    self.state.is_contradictory = true;
                    return ALL;
                }
                let last = to_i128(list.len() - 1);
                let places = self.down(index, Interval { min: 0, max: last });
                let chosen = &operands[places_within(places, list.len())];
                chosen.iter().copied().reduce(Interval::hull).unwrap_or(ALL)
            }
            Node::Pow(_, exponent) => {
                self.down(exponent, NATURAL);
                let powers = known(result_bounds(node, &operands));
                // Odd exponents may lie between those that were tried.
                if operands[0].min < -1 && is_open(powers) { ALL } else { powers }
            }
            Node::Div(..) if is_open(operands[0]) => match operands[1].min > 0 {
                true => Interval {
                    min: if operands[0].min <= -UNKNOWN { -OPEN } else { operands[0].min.min(0) },
                    max: if operands[0].max >= UNKNOWN { OPEN } else { operands[0].max.max(0) },
                },
                false => ALL,
            },
            Node::Div(..) | Node::Rem(..) | Node::Gcd(_) | Node::Abs(_) => {
                known(result_bounds(node, &operands))
            }
            Node::Min(_) | Node::Max(_) => match operands.is_empty() {
                true => ALL,
                false => known(result_bounds(node, &operands)),
            },
            Node::NthSmallest(..) => operands.into_iter().reduce(Interval::hull).unwrap_or(ALL),
            Node::DistinctCount(list) => {
                let n = to_i128(list.len());
                Interval { min: n.min(1), max: n }
            }
            Node::FloorPower(..) => Interval { min: 0, max: operands[0].max.max(0) },
            Node::LargestPowerDivisor(..) => Interval { min: 1, max: operands[0].abs().max.max(1) },
            Node::Factorial(_) => Interval { min: 1, max: OPEN },
            Node::Compare(how, ..) => compare(*how, operands[0], operands[1]),
            Node::Not(_) => opposite(operands[0]),
            Node::And(_) => operands.into_iter().fold(TRUE, |all, it| Interval {
                min: all.min.min(it.min),
                max: all.max.min(it.max),
            }),
            Node::Or(_) => operands.into_iter().fold(FALSE, |any, it| Interval {
                min: any.min.max(it.min),
                max: any.max.max(it.max),
            }),
            Node::Implies(..) => {
                let premise = opposite(operands[0]);
                Interval {
                    min: premise.min.max(operands[1].min),
                    max: premise.max.max(operands[1].max),
                }
            }
            Node::Iff(..) => match (truth_of(operands[0]), truth_of(operands[1])) {
                (Some(first), Some(second)) => truth(first == second),
                _ => BOOLEAN,
            },
            Node::InSet(_, set) => {
                let (Interval { min, max }, ranges) = (operands[0], set.ranges());
                let meets = |&&(first, last): &&(i64, i64)| {
                    min <= i128::from(last) && i128::from(first) <= max
                };
                let mut met = ranges.iter().filter(meets);
                match (met.next(), met.next()) {
                    (None, _) => FALSE,
                    (Some(&(first, last)), None)
                        if i128::from(first) <= min && max <= i128::from(last) =>
                    {
                        TRUE
                    }
                    _ => BOOLEAN,
                }
            }
            _ => BOOLEAN,
        }
    }

    /// Intersects the interval of an expression with another one, and returns it.
    fn narrow(&mut self, expr: &Expr, with: Interval) -> Interval {
        let old = self.range(expr);
        let new = Interval { min: old.min.max(with.min), max: old.max.min(with.max) };
        if new.min > new.max {
            self.state.is_contradictory = true;
            return old;
        }
        if new != old {
            match expr.node() {
                Node::Const(_) => {}
                Node::Var(var) => {
                    self.state.vars[*var] = new;
                    self.state.has_changed = true;
                }
                _ => {
                    let known = Known { interval: new, up: 0, down: 0 };
                    self.state.nodes.entry(expr.identity()).or_insert(known).interval = new;
                }
            }
        }
        new
    }

    /// Narrows an expression to the values in an interval, and its parts by that. Returns what
    /// remains.
    fn down(&mut self, expr: &Expr, to: Interval) -> Interval {
        let old = self.range(expr);
        if self.state.is_contradictory {
            return old;
        }
        let value = self.narrow(expr, to);
        self.n_visits += 1;
        if self.state.is_contradictory || self.is_stopped_now() {
            return value;
        }
        if let Some(known) = self.state.nodes.get_mut(&expr.identity()) {
            if known.down == self.walk && value == old {
                return value;
            }
            known.down = self.walk;
        }
        stack::ensure_sufficient(|| self.down_node(expr, value));
        value
    }

    fn down_node(&mut self, expr: &Expr, value: Interval) {
        match expr.node() {
            Node::Const(_) | Node::Var(_) => {}
            Node::Add(list) => {
                let others = self.others(list, 0.into(), Interval::add);
                for (operand, others) in list.iter().zip(others) {
                    self.down_number(operand, known(value.add(negative(others))));
                }
            }
            Node::Neg(operand) => self.down_number(operand, negative(value)),
            Node::Mul(list) => match &list[..] {
                [first, second] if is_same(first, second) => self.down_power(first, 2, value),
                _ => {
                    let others = self.others(list, 1.into(), Interval::multiply);
                    for (operand, others) in list.iter().zip(others) {
                        if let Some(quotients) = quotients(value, others) {
                            self.down_number(operand, quotients);
                        }
                    }
                }
            },
            Node::Pow(base, exponent) => {
                let exponent = self.range(exponent);
                if let (true, Ok(exponent)) =
                    (exponent.min == exponent.max, u32::try_from(exponent.min))
                {
                    self.down_power(base, exponent, value);
                }
            }
            Node::Abs(operand) => {
                let own = self.range(operand);
                let least = if own.min > -value.min { value.min } else { -value.max };
                let greatest = if own.max < value.min { -value.min } else { value.max };
                self.down_number(operand, Interval { min: least, max: greatest });
            }
            Node::Div(dividend, divisor) => {
                // dividend = quotient · divisor + rest, 0 ≤ rest < |divisor|.
                let divisor = self.range(divisor);
                let rest = Interval { min: 0, max: (divisor.abs().max - 1).max(0) };
                let products = known(value.multiply(divisor));
                self.down_number(dividend, known(products.add(rest)));
            }
            Node::Min(list) | Node::Max(list) => {
                let is_min = matches!(expr.node(), Node::Min(_));
                let side = match is_min {
                    true => Interval { min: value.min, max: OPEN },
                    false => Interval { min: -OPEN, max: value.max },
                };
                let mut candidates = Vec::new();
                for operand in list {
                    let own = self.down(operand, side);
                    if own.min <= value.max && value.min <= own.max {
                        candidates.push(operand);
                    }
                }
                if let [only] = candidates[..] {
                    self.down_number(only, value);
                }
            }
            Node::If(condition, yes, no) => self.down_conditional([condition, yes, no], value),
            Node::Element(list, index) => {
                let places = self.range(index);
                let own = self.ranges(list);
                let is_possible =
                    |&at: &usize| own[at].min <= value.max && value.min <= own[at].max;
                let mut possible = places_within(places, own.len()).filter(is_possible);
                let Some(first) = possible.next() else {
                    self.state.is_contradictory = true;
                    return;
                };
                let last = possible.next_back().unwrap_or(first);
                self.down_number(index, Interval { min: to_i128(first), max: to_i128(last) });
                if first == last {
                    self.down_number(&list[first], value);
                }
            }
            _ => {
                if let Some(is_true) = truth_of(value) {
                    self.down_condition(expr, is_true);
                }
            }
        }
    }

    /// Narrows an operand, unless there is a contradiction already.
    fn down_number(&mut self, operand: &Expr, to: Interval) {
        if !self.state.is_contradictory {
            self.down(operand, to);
        }
    }

    /// Narrows the base of a power.
    fn down_power(&mut self, base: &Expr, exponent: u32, value: Interval) {
        let size = value.abs().max;
        if exponent == 0 || size >= UNKNOWN {
            return;
        }
        let most = root(size, exponent);
        let own = self.down(base, Interval { min: -most, max: most });
        let is_even = exponent.is_multiple_of(2);
        let least = match (value.min, value.max) {
            (1.., _) => root(value.min - 1, exponent) + 1,
            (_, ..=-1) if !is_even => root(-value.max - 1, exponent) + 1,
            _ => return,
        };
        let is_positive = if is_even { own.min > -least } else { value.min > 0 };
        let is_negative = if is_even { own.max < least } else { value.max < 0 };
        if is_positive {
            self.down_number(base, Interval { min: least, max: OPEN });
        } else if is_negative {
            self.down_number(base, Interval { min: -OPEN, max: -least });
        }
    }

    fn down_conditional(&mut self, [condition, yes, no]: [&Expr; 3], value: Interval) {
        let is_possible = |own: Interval| own.min <= value.max && value.min <= own.max;
        let possible = [self.range(yes), self.range(no)].map(is_possible);
        let chosen = match (truth_of(self.range(condition)), possible) {
            (_, [false, false]) => {
                self.state.is_contradictory = true;
                return;
            }
            (Some(true), _) | (None, [true, false]) => Some((yes, TRUE)),
            (Some(false), _) | (None, [false, true]) => Some((no, FALSE)),
            (None, [true, true]) => None,
        };
        if let Some((branch, truth)) = chosen {
            self.down_number(condition, truth);
            self.down_number(branch, value);
        } else if self.by_cases && self.depth < MAX_DEPTH {
            let cases = [(yes, TRUE), (no, FALSE)].map(|(branch, truth)| {
                move |this: &mut Self| {
                    // What one says may narrow the other.
                    for _ in 0..2 {
                        this.apply(condition, truth);
                        this.apply(branch, value);
                    }
                }
            });
            self.hull_of_cases(cases.into());
        }
    }

    fn down_each<'e>(&mut self, operands: impl IntoIterator<Item = &'e Expr>, to: Interval) {
        for operand in operands {
            self.down_number(operand, to);
        }
    }

    fn down_condition(&mut self, expr: &Expr, is_true: bool) {
        match expr.node() {
            Node::Not(operand) => self.down_number(operand, truth(!is_true)),
            Node::And(list) if is_true => self.down_each(list, TRUE),
            Node::Or(list) if !is_true => self.down_each(list, FALSE),
            Node::And(list) | Node::Or(list) => {
                // One operand differs from what all would have to be otherwise.
                let open = |value: &Interval| truth_of(*value) != Some(!is_true);
                let values = self.ranges(list);
                let mut rest = list.iter().zip(values).filter(|(_, value)| open(value));
                match (rest.next(), rest.next()) {
                    (None, _) => self.state.is_contradictory = true,
                    (Some((only, _)), None) => self.down_number(only, truth(is_true)),
                    _ => {}
                }
            }
            Node::Implies(premise, conclusion) if is_true => {
                if self.range(premise) == TRUE {
                    self.down_number(conclusion, TRUE);
                } else if self.range(conclusion) == FALSE {
                    self.down_number(premise, FALSE);
                }
            }
            Node::Implies(premise, conclusion) => {
                self.down_number(premise, TRUE);
                self.down_number(conclusion, FALSE);
            }
            Node::Iff(first, second) => {
                for (one, other) in [(first, second), (second, first)] {
                    if let Some(value) = truth_of(self.range(one)) {
                        self.down_number(other, truth(value == is_true));
                    }
                }
            }
            Node::Xor(list) => {
                let values = self.ranges(list);
                let n_true = values.iter().filter(|&&value| value == TRUE).count();
                let mut open = list.iter().zip(&values).filter(|(_, it)| truth_of(**it).is_none());
                if let (Some((only, _)), None) = (open.next(), open.next()) {
                    self.down_number(only, truth((n_true % 2 == 1) != is_true));
                }
            }
            Node::Compare(how, left, right) => {
                self.down_comparison(if is_true { *how } else { how.negated() }, left, right);
            }
            Node::InSet(operand, set) if is_true => {
                let own = self.range(operand);
                let meets = |&&(first, last): &&(i64, i64)| {
                    own.min <= i128::from(last) && i128::from(first) <= own.max
                };
                let mut met = set.ranges().iter().filter(meets);
                if let Some(&(first, last)) = met.next() {
                    let last = met.next_back().map_or(last, |range| range.1);
                    self.down_number(operand, Interval { min: first.into(), max: last.into() });
                }
            }
            node if is_true => self.down_global(node),
            _ => {}
        }
    }

    fn down_comparison(&mut self, how: Comparison, left: &Expr, right: &Expr) {
        match how {
            Comparison::Eq => {
                let value = self.range(right);
                let value = self.down(left, value);
                self.down_number(right, value);
            }
            Comparison::Ne => {
                for (one, other) in [(left, right), (right, left)] {
                    let (own, value) = (self.range(one), self.range(other));
                    if value.min != value.max {
                        continue;
                    }
                    let min = if own.min == value.min { own.min + 1 } else { own.min };
                    let max = if own.max == value.min { own.max - 1 } else { own.max };
                    match min > max {
                        true => self.state.is_contradictory = true,
                        false => self.down_number(one, Interval { min, max }),
                    }
                }
            }
            Comparison::Le | Comparison::Lt => {
                let strict = i128::from(how == Comparison::Lt);
                let most = self.range(right).max;
                let most = if most >= UNKNOWN { OPEN } else { most - strict };
                let left = self.down(left, Interval { min: -OPEN, max: most });
                let least = if left.min <= -UNKNOWN { -OPEN } else { left.min + strict };
                self.down_number(right, Interval { min: least, max: OPEN });
            }
            Comparison::Ge => self.down_comparison(Comparison::Le, right, left),
            Comparison::Gt => self.down_comparison(Comparison::Lt, right, left),
        }
    }

    /// Narrows the operands of a global constraint that holds.
    fn down_global(&mut self, node: &Node) {
        let below = |n: usize| {
            let n = to_i128(n);
            Interval { min: 0, max: (n - 1).max(0) }
        };
        match node {
            Node::Table(list, rows) => {
                let own = self.ranges(list);
                let is_possible = |row: &&Vec<i64>| {
                    let mut values = row.iter().zip(&own);
                    values.all(|(&value, it)| (it.min..=it.max).contains(&value.into()))
                };
                let rows: Vec<&Vec<i64>> = rows.iter().filter(is_possible).collect();
                if rows.is_empty() {
                    self.state.is_contradictory = true;
                    return;
                }
                for (column, operand) in list.iter().enumerate() {
                    let values = rows.iter().map(|row| Interval::from(row[column]));
                    let hull = values.reduce(Interval::hull).expect("there is a row");
                    self.down_number(operand, hull);
                }
            }
            Node::GlobalCardinality(items, values, counts) if values.len() == counts.len() => {
                let own = self.ranges(items);
                for (&value, count) in values.iter().zip(counts) {
                    let value = i128::from(value);
                    let may_be = own.iter().filter(|it| (it.min..=it.max).contains(&value));
                    let is_certain = own.iter().filter(|it| it.min == value && it.max == value);
                    let range =
                        Interval { min: to_i128(is_certain.count()), max: to_i128(may_be.count()) };
                    self.down_number(count, range);
                }
            }
            Node::Lexicographic(how, left, right) => {
                if let ([first, ..], [second, ..]) = (&left[..], &right[..]) {
                    let how = match how {
                        Comparison::Lt | Comparison::Le => Comparison::Le,
                        Comparison::Gt | Comparison::Ge => Comparison::Ge,
                        Comparison::Eq => Comparison::Eq,
                        Comparison::Ne => return,
                    };
                    self.down_comparison(how, first, second);
                }
            }
            Node::Circuit(list) | Node::Subcircuit(list) => self.down_each(list, below(list.len())),
            Node::Inverse(first, second) => {
                self.down_each(first, below(second.len()));
                self.down_each(second, below(first.len()));
            }
            Node::Cumulative { starts, durations, demands, capacity } => {
                self.down_each(durations.iter().chain(demands), NATURAL);
                self.down_number(capacity, NATURAL);
                if starts.len() != durations.len() || starts.len() != demands.len() {
                    return;
                }
                for (duration, demand) in durations.iter().zip(demands) {
                    if self.range(duration).min > 0 {
                        self.down_comparison(Comparison::Le, demand, capacity);
                    }
                }
            }
            Node::Disjunctive { durations, .. } => self.down_each(durations, NATURAL),
            Node::Path(graph, _, from, to) => {
                self.down_each([from, to], below(graph.n_vertices() as usize));
            }
            Node::Regions(graph, _, sizes) => {
                let sizes_range = Interval { min: 1, max: i128::from(graph.n_vertices()).max(1) };
                self.down_each(sizes, sizes_range);
            }
            _ => {}
        }
    }

    /// Returns, for each operand, the result of an operation on all others.
    fn others(
        &self,
        list: &[Expr],
        neutral: Interval,
        operation: fn(Interval, Interval) -> Interval,
    ) -> Vec<Interval> {
        let own = self.ranges(list);
        let mut after = vec![neutral; list.len() + 1];
        for at in (0..list.len()).rev() {
            after[at] = known(operation(own[at], after[at + 1]));
        }
        let mut before = neutral;
        (0..list.len())
            .map(|at| {
                let others = known(operation(before, after[at + 1]));
                before = known(operation(before, own[at]));
                others
            })
            .collect()
    }
}

impl State {
    /// Widens the intervals to contain those of another state.
    fn join(&mut self, other: &Self) {
        for (own, other) in self.vars.iter_mut().zip(&other.vars) {
            *own = own.hull(*other);
        }
        self.nodes.retain(|identity, own| match other.nodes.get(identity) {
            Some(other) => {
                own.interval = own.interval.hull(other.interval);
                true
            }
            None => false,
        });
    }
}

/// Collects the disjunctions that must hold.
fn collect_alternatives<'e>(condition: &'e Expr, into: &mut Vec<&'e Expr>) {
    let mut todo = vec![condition];
    let mut seen: FxHashSet<usize> = FxHashSet::default();
    while let Some(condition) = todo.pop() {
        if !seen.insert(condition.identity()) {
            continue;
        }
        match condition.node() {
            Node::And(list) => todo.extend(list),
            Node::Or(_) | Node::Implies(..) => into.push(condition),
            Node::Iff(first, second) => {
                let is_true = |it: &Expr| matches!(it.node(), Node::Const(1));
                if is_true(first) {
                    todo.push(second);
                } else if is_true(second) {
                    todo.push(first);
                }
            }
            _ => {}
        }
    }
}

/// Returns the interval with ends that are not known where they are too large.
fn known(Interval { min, max }: Interval) -> Interval {
    let min = if min <= -UNKNOWN { -OPEN } else { min.min(UNKNOWN) };
    let max = if max >= UNKNOWN { OPEN } else { max.max(-UNKNOWN) };
    Interval { min, max }
}

fn is_open(interval: Interval) -> bool {
    interval.min <= -UNKNOWN || interval.max >= UNKNOWN
}

fn negative(Interval { min, max }: Interval) -> Interval {
    Interval { min: -max, max: -min }
}

fn truth(value: bool) -> Interval {
    if value { TRUE } else { FALSE }
}

/// Returns the truth value of a condition, if it is known.
fn truth_of(value: Interval) -> Option<bool> {
    match value {
        TRUE => Some(true),
        FALSE => Some(false),
        _ => None,
    }
}

fn opposite(value: Interval) -> Interval {
    truth_of(value).map_or(BOOLEAN, |value| truth(!value))
}

fn compare(how: Comparison, a: Interval, b: Interval) -> Interval {
    let (holds, fails) = match how {
        Comparison::Le => (a.max <= b.min, a.min > b.max),
        Comparison::Lt => (a.max < b.min, a.min >= b.max),
        Comparison::Ge => return compare(Comparison::Le, b, a),
        Comparison::Gt => return compare(Comparison::Lt, b, a),
        Comparison::Eq => (a.min == a.max && a == b && !is_open(a), a.max < b.min || b.max < a.min),
        Comparison::Ne => return opposite(compare(Comparison::Eq, a, b)),
    };
    match (holds, fails) {
        (true, _) => TRUE,
        (_, true) => FALSE,
        _ => BOOLEAN,
    }
}

/// Returns the places of a list of `n` items, at least one, that are in an interval; the nearest
/// one if none is, as for an index that is not narrowed to the list because propagation was
/// stopped.
fn places_within(places: Interval, n: usize) -> RangeInclusive<usize> {
    let last = to_i128(n - 1);
    let place = |end: i128| usize::try_from(end.clamp(0, last)).expect("it is a place");
    place(places.min)..=place(places.max)
}

/// Returns whether two operands certainly have the same value.
fn is_same(first: &Expr, second: &Expr) -> bool {
    match (first.node(), second.node()) {
        (Node::Var(first), Node::Var(second)) => first.index() == second.index(),
        _ => first.identity() == second.identity(),
    }
}

/// Returns an interval of the integers whose product with a number in `factor` is in `product`;
/// `None` if nothing is known of them.
pub(crate) fn quotients(product: Interval, factor: Interval) -> Option<Interval> {
    // The ends may be those of 128 bits, which have no negative.
    let (product, factor) = (known(product), known(factor));
    if factor.max < 0 {
        return quotients(negative(product), negative(factor));
    }
    if factor.min <= 0 {
        // A factor of a product that is not 0 is at most as large as the product.
        let is_nonzero = product.min > 0 || product.max < 0;
        let size = product.abs().max;
        return is_nonzero.then(|| known(Interval { min: -size, max: size }));
    }
    let floor = |number: i128, divisor: i128| number.div_euclid(divisor);
    let ceil = |number: i128, divisor: i128| -(-number).div_euclid(divisor);
    let divisor = |is_small: bool| if is_small { factor.min } else { factor.max };
    let min = match product.min {
        min if min <= -UNKNOWN => -OPEN,
        min => ceil(min, divisor(min < 0)),
    };
    let max = match product.max {
        max if max >= UNKNOWN => OPEN,
        max => floor(max, divisor(max >= 0)),
    };
    Some(Interval { min, max })
}

/// Returns the greatest number whose power with this exponent, which is not 0, is at most `number`,
/// which is not negative.
fn root(number: i128, exponent: u32) -> i128 {
    let (mut low, mut high) = (0_i128, number.min(UNKNOWN));
    while low < high {
        let middle = low + (high - low + 1) / 2;
        match middle.checked_pow(exponent).is_some_and(|power| power <= number) {
            true => low = middle,
            false => high = middle - 1,
        }
    }
    low
}
