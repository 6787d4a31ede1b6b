//! Ranges of all parts of a model, by interval propagation in both directions.

use std::mem::{Discriminant, discriminant};

use gordian_core::{Budget, Index as _, IndexVec, Limit};
use gordian_model::{Comparison, Expr, Model, Node, VarId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::range::Range;

/// Limit on the number of rounds: bounds can creep towards each other in small steps.
const MAX_ROUNDS: usize = 60;

/// Limit on the number of operations that all rounds visit.
const MAX_VISITS: usize = 4_000_000;

/// The literals of clauses that a part counts as.
const LITERALS_PER_PART: usize = 8;

gordian_core::index! {
    /// A part of a model: a variable, a constant, an operation, or a product of the first factors
    /// of a longer one.
    pub(super) struct PartId;
}

/// What a part is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind<'m> {
    Var(VarId),
    Const(i64),
    /// A product of two operands. Longer products are split from the left, in the order of their
    /// evaluation.
    Product,
    Operation(&'m Expr),
}

#[derive(Debug)]
pub(super) struct Part<'m> {
    pub(super) kind: Kind<'m>,
    pub(super) operands: SmallVec<[PartId; 2]>,
    /// The number of the constraint where it occurs first; the last one for those of the objective.
    pub(super) constraint: usize,
}

/// The parts of a model, operands before the operations on them, and their ranges in all solutions.
///
/// *Invariant*: in every solution, each part has a value, and the value is in its range. An
/// assignment for which some part of a constraint is undefined violates it, so this also holds for
/// parts of conditions that are false.
#[derive(Debug)]
pub(super) struct Inference<'m> {
    pub(super) parts: IndexVec<PartId, Part<'m>>,
    pub(super) ranges: IndexVec<PartId, Range>,
    /// The conditions of the constraints.
    pub(super) conditions: Vec<PartId>,
    pub(super) objective: Option<PartId>,
    has_changed: bool,
    pub(super) is_contradictory: bool,
}

impl<'m> Inference<'m> {
    /// Infers the ranges of all parts of a model.
    ///
    /// Cost: up to [`MAX_ROUNDS`] visits of each operation.
    ///
    /// # Errors
    ///
    /// Returns the limit that was reached.
    pub(super) fn new(model: &'m Model, budget: &Budget) -> Result<Self, Limit> {
        let mut collector = Collector::new(model, budget)?;
        let mut conditions = Vec::with_capacity(model.constraints().len());
        for (at, constraint) in model.constraints().iter().enumerate() {
            collector.constraint = at;
            conditions.push(collector.collect(&constraint.condition)?);
        }
        let objective = model.goal().map(|goal| collector.collect(goal.objective())).transpose()?;
        let parts = collector.parts;
        let ranges = parts.iter().map(|part| match part.kind {
            Kind::Var(var) => {
                let domain = &model.variables()[var].domain;
                Range::new(domain.min(), domain.max())
            }
            Kind::Const(value) => Range::exactly(value),
            Kind::Product | Kind::Operation(_) => Range::ALL,
        });
        let ranges = ranges.collect();
        let mut this = Self {
            parts,
            ranges,
            conditions,
            objective,
            has_changed: false,
            is_contradictory: false,
        };
        this.propagate(budget)?;
        Ok(this)
    }

    fn propagate(&mut self, budget: &Budget) -> Result<(), Limit> {
        for condition in self.conditions.clone() {
            self.narrow(condition, Range::exactly(1));
        }
        let n_rounds = MAX_ROUNDS.min(MAX_VISITS.div_euclid(self.parts.len().max(1))).max(1);
        for _ in 0..n_rounds {
            self.has_changed = false;
            for id in self.parts.indices() {
                if !budget.check() {
                    return budget.result();
                }
                let range = self.result_range(id);
                self.narrow(id, range);
            }
            for id in self.parts.indices().rev() {
                if !budget.check() {
                    return budget.result();
                }
                self.narrow_operands(id);
            }
            if self.is_contradictory || !self.has_changed {
                return Ok(());
            }
        }
        Ok(())
    }

    fn narrow(&mut self, id: PartId, to: Range) {
        let own = self.ranges[id];
        let range = own.and(to);
        // The range of a contradiction is kept, so that no range is ever empty.
        if range.is_empty() {
            self.is_contradictory = true;
        } else if range != own {
            self.ranges[id] = range;
            self.has_changed = true;
        }
    }

    /// Returns a range of the results of an operation on its operands.
    fn result_range(&self, id: PartId) -> Range {
        let part = &self.parts[id];
        let operands: SmallVec<[Range; 4]> =
            part.operands.iter().map(|&operand| self.ranges[operand]).collect();
        let expr = match part.kind {
            Kind::Var(_) | Kind::Const(_) => return self.ranges[id],
            Kind::Product if part.operands[0] == part.operands[1] => return operands[0].power(2),
            Kind::Product => return operands[0] * operands[1],
            Kind::Operation(expr) => expr,
        };
        match expr.node() {
            Node::Add(_) => operands.into_iter().fold(Range::exactly(0), |sum, term| sum + term),
            // Products of two factors and more are split.
            Node::Mul(_) => operands.first().copied().unwrap_or(Range::exactly(1)),
            Node::Neg(_) => -operands[0],
            Node::Abs(_) if operands[0].min >= 0 => operands[0],
            Node::Abs(_) => Range::new(0, operands[0].max_abs()),
            Node::Min(_) => fold(&operands, |a, b| Range::new(a.min.min(b.min), a.max.min(b.max))),
            Node::Max(_) => fold(&operands, |a, b| Range::new(a.min.max(b.min), a.max.max(b.max))),
            Node::If(..) => match operands[0].truth() {
                Some(true) => operands[1],
                Some(false) => operands[2],
                None => operands[1].hull(operands[2]),
            },
            Node::Element(list, _) => fold(&operands[..list.len()], Range::hull),
            Node::Div(..) => match (operands[0], operands[1]) {
                (dividend, divisor) if divisor.min == divisor.max && divisor.min > 0 => {
                    dividend.floor_div(divisor.min)
                }
                (dividend, divisor) if dividend.min >= 0 && divisor.min >= 0 => {
                    Range::new(0, dividend.max)
                }
                (dividend, _) => Range::new(-dividend.max_abs(), dividend.max_abs()),
            },
            Node::Rem(..) => {
                let divisors = operands[1];
                let size = Range::new(0, divisors.max_abs().max(1));
                let rests = size + Range::exactly(-1);
                let rests = Range::new(0, rests.max);
                match operands[0] {
                    dividend if dividend.min >= 0 => rests.and(Range::new(0, dividend.max)),
                    _ => rests,
                }
            }
            Node::Pow(..) => match constant_exponent(operands[1]) {
                Some(exponent) => operands[0].power(exponent),
                None => Range::ALL,
            },
            Node::Gcd(_) | Node::Factorial(_) => Range::at_least(0),
            Node::Compare(how, ..) => truth_range(compare(*how, operands[0], operands[1])),
            Node::Not(_) => truth_range(operands[0].truth().map(|holds| !holds)),
            Node::And(_) => truth_range(all_hold(operands.iter().map(|it| it.truth()))),
            Node::Or(_) => {
                let negations = operands.iter().map(|it| it.truth().map(|holds| !holds));
                truth_range(all_hold(negations).map(|none_holds| !none_holds))
            }
            Node::Implies(..) => match (operands[0].truth(), operands[1].truth()) {
                (Some(false), _) | (_, Some(true)) => Range::exactly(1),
                (Some(true), Some(false)) => Range::exactly(0),
                _ => Range::BOOLEAN,
            },
            node if node.is_boolean() => Range::BOOLEAN,
            _ => Range::ALL,
        }
    }

    /// Narrows the operands of an operation by its result.
    fn narrow_operands(&mut self, id: PartId) {
        let part = &self.parts[id];
        let result = self.ranges[id];
        let operands = part.operands.clone();
        let expr = match part.kind {
            Kind::Var(_) | Kind::Const(_) => return,
            Kind::Product if operands[0] == operands[1] => {
                return self.narrow(operands[0], result.root(2));
            }
            Kind::Product => {
                for (one, other) in [(operands[0], operands[1]), (operands[1], operands[0])] {
                    self.narrow(one, result.divided_by(self.ranges[other]));
                }
                return;
            }
            Kind::Operation(expr) => expr,
        };
        // A condition is 0 or 1 where it is defined.
        for &condition in operands.iter().take(expr.node().n_conditions()) {
            self.narrow(condition, Range::BOOLEAN);
        }
        match expr.node() {
            Node::Add(_) => self.narrow_terms(&operands, result),
            Node::Mul(_) => operands.first().into_iter().for_each(|&it| self.narrow(it, result)),
            Node::Neg(_) => self.narrow(operands[0], -result),
            Node::Abs(_) => self.narrow(operands[0], Range::new(-result.max, result.max)),
            Node::Min(_) => self.narrow_each(&operands, Range::at_least(result.min)),
            Node::Max(_) => self.narrow_each(&operands, Range::at_most(result.max)),
            Node::If(..) => {
                let is_impossible = |branch: PartId| self.ranges[branch].and(result).is_empty();
                let choice = match self.ranges[operands[0]].truth() {
                    None if is_impossible(operands[1]) => Some(false),
                    None if is_impossible(operands[2]) => Some(true),
                    known => known,
                };
                if let Some(choice) = choice {
                    self.narrow(operands[0], truth_range(Some(choice)));
                    self.narrow(operands[if choice { 1 } else { 2 }], result);
                }
            }
            Node::Element(list, _) => {
                let last = i128::try_from(list.len()).map_or(i128::MAX, |n| n.saturating_sub(1));
                self.narrow(operands[list.len()], Range::new(0, last.max(0)));
            }
            Node::Div(..) => {
                let divisor = self.ranges[operands[1]];
                if divisor.min == divisor.max && divisor.min > 0 {
                    let rests = Range::new(0, divisor.min.saturating_sub(1));
                    self.narrow(operands[0], result * divisor + rests);
                }
            }
            Node::Pow(..) => {
                if let Some(exponent) = constant_exponent(self.ranges[operands[1]]) {
                    self.narrow(operands[0], result.root(exponent));
                }
            }
            _ => {
                if let Some(holds) = result.truth() {
                    self.narrow_condition(expr.node(), &operands, holds);
                }
            }
        }
    }

    fn narrow_each(&mut self, operands: &[PartId], to: Range) {
        operands.iter().for_each(|&operand| self.narrow(operand, to));
    }

    /// Narrows each term of a sum to the sum less all others.
    fn narrow_terms(&mut self, terms: &[PartId], sum: Range) {
        let mut after = vec![Range::exactly(0)];
        for &term in terms.iter().rev() {
            after.push(self.ranges[term] + after[after.len() - 1]);
        }
        let mut before = Range::exactly(0);
        for (at, &term) in terms.iter().enumerate() {
            let own = self.ranges[term];
            let others = before + after[terms.len() - 1 - at];
            self.narrow(term, sum + -others);
            before = before + own;
        }
    }

    /// Narrows the operands of a condition with a known truth value.
    fn narrow_condition(&mut self, node: &Node, operands: &[PartId], holds: bool) {
        let to = truth_range(Some(holds));
        match node {
            Node::Not(_) => self.narrow(operands[0], truth_range(Some(!holds))),
            Node::And(_) if holds => self.narrow_each(operands, to),
            Node::Or(_) if !holds => self.narrow_each(operands, to),
            Node::And(_) | Node::Or(_) => {
                // The only operand that is not known to be different decides.
                let is_open = |&&it: &&PartId| self.ranges[it].truth() != Some(!holds);
                let mut open = operands.iter().filter(is_open);
                match (open.next(), open.next()) {
                    (None, _) => self.is_contradictory = true,
                    (Some(&only), None) => self.narrow(only, to),
                    _ => {}
                }
            }
            Node::Implies(..) if !holds => {
                self.narrow(operands[0], Range::exactly(1));
                self.narrow(operands[1], to);
            }
            Node::Implies(..) => {
                if self.ranges[operands[0]].truth() == Some(true) {
                    self.narrow(operands[1], to);
                } else if self.ranges[operands[1]].truth() == Some(false) {
                    self.narrow(operands[0], Range::exactly(0));
                }
            }
            Node::Iff(..) => {
                for (one, other) in [(operands[0], operands[1]), (operands[1], operands[0])] {
                    if let Some(value) = self.ranges[one].truth() {
                        self.narrow(other, truth_range(Some(value == holds)));
                    }
                }
            }
            Node::InSet(_, set) if holds => {
                self.narrow(operands[0], Range::new(set.min(), set.max()));
            }
            Node::Compare(how, ..) => {
                self.narrow_compared(*how, operands[0], operands[1], holds);
            }
            _ => {}
        }
    }

    fn narrow_compared(&mut self, how: Comparison, left: PartId, right: PartId, holds: bool) {
        match (how, holds) {
            (Comparison::Eq, true) | (Comparison::Ne, false) => {
                self.narrow(left, self.ranges[right]);
                self.narrow(right, self.ranges[left]);
            }
            (Comparison::Le, true) | (Comparison::Gt, false) => self.narrow_ordered(left, right, 0),
            (Comparison::Lt, true) | (Comparison::Ge, false) => self.narrow_ordered(left, right, 1),
            (Comparison::Ge, true) | (Comparison::Lt, false) => self.narrow_ordered(right, left, 0),
            (Comparison::Gt, true) | (Comparison::Le, false) => self.narrow_ordered(right, left, 1),
            (Comparison::Ne, true) | (Comparison::Eq, false) => {}
        }
    }

    /// Narrows two parts of which the first, plus `gap`, is at most the second.
    fn narrow_ordered(&mut self, smaller: PartId, larger: PartId, gap: i128) {
        let gap = Range::exactly(gap);
        self.narrow(smaller, Range::at_most((self.ranges[larger] + -gap).max));
        self.narrow(larger, Range::at_least((self.ranges[smaller] + gap).min));
    }
}

fn fold(ranges: &[Range], operation: fn(Range, Range) -> Range) -> Range {
    ranges.iter().copied().reduce(operation).unwrap_or(Range::ALL)
}

/// Returns the exponent of a power, if it is a small constant other than 0.
fn constant_exponent(exponent: Range) -> Option<u32> {
    (exponent.min == exponent.max).then(|| u32::try_from(exponent.min).ok())?.filter(|&it| it > 0)
}

fn truth_range(truth: Option<bool>) -> Range {
    truth.map_or(Range::BOOLEAN, |holds| Range::exactly(i128::from(holds)))
}

/// Returns whether all of several conditions hold, if it is known.
fn all_hold(conditions: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut all = Some(true);
    for condition in conditions {
        match condition {
            Some(false) => return Some(false),
            Some(true) => {}
            None => all = None,
        }
    }
    all
}

/// Returns whether two numbers compare as given, if it is known.
fn compare(how: Comparison, left: Range, right: Range) -> Option<bool> {
    let is_less = if left.max < right.min {
        Some(true)
    } else if left.min >= right.max {
        Some(false)
    } else {
        None
    };
    let is_greater = if left.min > right.max {
        Some(true)
    } else if left.max <= right.min {
        Some(false)
    } else {
        None
    };
    let is_equal = match (is_less, is_greater) {
        (Some(true), _) | (_, Some(true)) => Some(false),
        (Some(false), Some(false)) => Some(true),
        _ => None,
    };
    let not = |truth: Option<bool>| truth.map(|holds| !holds);
    match how {
        Comparison::Lt => is_less,
        Comparison::Gt => is_greater,
        Comparison::Le => not(is_greater),
        Comparison::Ge => not(is_less),
        Comparison::Eq => is_equal,
        Comparison::Ne => not(is_equal),
    }
}

/// Collects the parts of a model, each once.
struct Collector<'m, 'b> {
    budget: &'b Budget,
    parts: IndexVec<PartId, Part<'m>>,
    /// Operations and constants by [`Expr::identity`].
    part_of: FxHashMap<usize, PartId>,
    /// Operations that their name and operands describe completely, so that a bound on one of them
    /// counts for all equal ones.
    operation_of: FxHashMap<(Discriminant<Node>, SmallVec<[PartId; 2]>), PartId>,
    constants: FxHashMap<i64, PartId>,
    constraint: usize,
}

impl<'m, 'b> Collector<'m, 'b> {
    fn new(model: &'m Model, budget: &'b Budget) -> Result<Self, Limit> {
        let mut this = Self {
            budget,
            parts: IndexVec::new(),
            part_of: FxHashMap::default(),
            operation_of: FxHashMap::default(),
            constants: FxHashMap::default(),
            constraint: 0,
        };
        // The parts of variables come first, in their order.
        for var in model.variables().indices() {
            this.push(Kind::Var(var), SmallVec::new())?;
        }
        Ok(this)
    }

    fn push(&mut self, kind: Kind<'m>, operands: SmallVec<[PartId; 2]>) -> Result<PartId, Limit> {
        self.budget.check();
        self.budget.charge(LITERALS_PER_PART.saturating_add(operands.len()));
        self.budget.result()?;
        Ok(self.parts.push(Part { kind, operands, constraint: self.constraint }))
    }

    /// Returns the part of an operation on these operands, a new one if there is none.
    fn intern(
        &mut self,
        expr: &Expr,
        kind: Kind<'m>,
        operands: SmallVec<[PartId; 2]>,
    ) -> Result<PartId, Limit> {
        let key = (discriminant(expr.node()), operands);
        if let Some(&part) = self.operation_of.get(&key) {
            return Ok(part);
        }
        let part = self.push(kind, key.1.clone())?;
        self.operation_of.insert(key, part);
        Ok(part)
    }

    fn find(&self, expr: &Expr) -> Option<PartId> {
        match expr.node() {
            Node::Var(var) => Some(var_part(*var)),
            _ => self.part_of.get(&expr.identity()).copied(),
        }
    }

    /// Adds an expression, operands first. Does not recurse, because expressions can be deep.
    fn collect(&mut self, root: &'m Expr) -> Result<PartId, Limit> {
        let mut open = vec![(root, false)];
        while let Some((expr, are_operands_done)) = open.pop() {
            if self.find(expr).is_some() {
                continue;
            }
            if !are_operands_done {
                open.push((expr, true));
                open.extend(expr.node().children().map(|operand| (operand, false)));
                continue;
            }
            let operands = expr.node().children().map(|operand| {
                self.find(operand).expect("operands are collected before the operation")
            });
            let operands: SmallVec<[PartId; 2]> = operands.collect();
            let part = match (expr.node(), &operands[..]) {
                (Node::Const(value), _) => match self.constants.get(value) {
                    Some(&part) => part,
                    None => {
                        let part = self.push(Kind::Const(*value), operands)?;
                        self.constants.insert(*value, part);
                        part
                    }
                },
                (Node::Mul(_), &[first, ref rest @ ..]) if !rest.is_empty() => {
                    rest.iter().try_fold(first, |product, &factor| {
                        let factors = [product.min(factor), product.max(factor)];
                        self.intern(expr, Kind::Product, SmallVec::from_slice(&factors))
                    })?
                }
                (node, _) if has_only_operands(node) => {
                    self.intern(expr, Kind::Operation(expr), operands)?
                }
                _ => self.push(Kind::Operation(expr), operands)?,
            };
            self.part_of.insert(expr.identity(), part);
        }
        Ok(self.find(root).expect("the root is collected last"))
    }
}

/// Returns whether an operation is described by its name and operands.
fn has_only_operands(node: &Node) -> bool {
    matches!(
        node,
        Node::Add(_)
            | Node::Neg(_)
            | Node::Div(..)
            | Node::Rem(..)
            | Node::Pow(..)
            | Node::Abs(_)
            | Node::Min(_)
            | Node::Max(_)
            | Node::Not(_)
            | Node::And(_)
            | Node::Or(_)
            | Node::If(..)
    )
}

/// Returns the part of a variable.
pub(super) fn var_part(var: VarId) -> PartId {
    PartId::from_usize(var.index())
}
