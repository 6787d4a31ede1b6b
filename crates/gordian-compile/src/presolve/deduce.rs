//! Deductions about single variables from root constraints.

use std::sync::Arc;

use gordian_core::IndexVec;
use gordian_model::{ConstraintId, Model, VarId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::budget::has_overflowed;
use crate::ir::{
    Arena, BoolRef, ExclusiveGroup, IntRef, LoweredModel, NodeDomain, NodeId, Op, RootConstraint,
};
use crate::wide::{self, WideInt};

/// The number of times that a round reads the constraints that bound variables, on average, because
/// domains were cut.
const MAX_READINGS: usize = 4;

/// The deductions of one round.
#[derive(Debug)]
pub(super) struct Deductions {
    /// The reduced domains of the variables.
    pub(super) domains: IndexVec<VarId, NodeDomain>,
    pub(super) n_domain_cuts: usize,
    /// Variables (by node) that are replaced by views of other nodes.
    pub(super) aliases: FxHashMap<NodeId, IntRef>,
    /// Number of aliases that are definitions by cases.
    pub(super) n_case_definitions: usize,
    /// Exclusive groups stated by root constraints.
    pub(super) groups: Vec<(ConstraintId, ExclusiveGroup)>,
    /// Implied conditions, as nodes of the old graph.
    pub(super) implied: Vec<BoolRef>,
    /// Root constraints, by their indices, with conditions that are equivalent under the aliases.
    pub(super) rewritten: Vec<(usize, BoolRef)>,
    /// For each root constraint, whether the deductions express it completely.
    pub(super) redundant: Vec<bool>,
    /// Notes about those constraints, for the report.
    pub(super) notes: Vec<(ConstraintId, Arc<str>)>,
    /// The constraint of a root constraint that cannot be satisfied.
    pub(super) contradiction: Option<Option<ConstraintId>>,
}

impl Deductions {
    /// Returns an empty set of deductions for `lowered`.
    pub(super) fn new(lowered: &LoweredModel) -> Self {
        Self {
            domains: lowered.arena.var_domains().clone(),
            n_domain_cuts: 0,
            aliases: FxHashMap::default(),
            n_case_definitions: 0,
            groups: Vec::new(),
            implied: Vec::new(),
            rewritten: Vec::new(),
            redundant: vec![false; lowered.roots.len()],
            notes: Vec::new(),
            contradiction: None,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.n_domain_cuts == 0
            && self.aliases.is_empty()
            && self.groups.is_empty()
            && self.redundant.iter().all(|&redundant| !redundant)
    }
}

/// Returns the deductions from the root constraints of `lowered`.
pub(super) fn deduce(model: &Model, lowered: &LoweredModel) -> Deductions {
    let mut reader = RootReader {
        arena: &lowered.arena,
        model,
        deductions: Deductions::new(lowered),
        cut: vec![],
    };
    for (position, &root) in lowered.roots.iter().enumerate() {
        if !lowered.arena.budget.check() || has_overflowed() {
            return reader.deductions;
        }
        if let Some(note) = reader.read_root(root) {
            reader.deductions.redundant[position] = true;
            if let Some(constraint) = root.constraint {
                reader.deductions.notes.push((constraint, note.into()));
            }
        }
        if reader.deductions.contradiction.is_some() {
            return reader.deductions;
        }
    }
    reader.bound_again(&lowered.roots);
    reader.deductions
}

struct RootReader<'a> {
    arena: &'a Arena,
    model: &'a Model,
    deductions: Deductions,
    /// Variables whose domains were cut, for the constraints that bound others by them.
    cut: Vec<NodeId>,
}

impl RootReader<'_> {
    /// Reads one root constraint. Returns a note if the deductions express it completely.
    fn read_root(&mut self, root: RootConstraint) -> Option<String> {
        let (node, negated) = (root.condition.node(), root.condition.is_negated());
        let arena = self.arena;
        match arena.op(node) {
            Op::True if negated => {
                self.deductions.contradiction = Some(root.constraint);
                None
            }
            Op::True => Some("always holds".to_owned()),
            Op::Eq(child, _) | Op::Le(child, _) if matches!(arena.op(*child), Op::Var(_)) => {
                let child = *child;
                self.restrict_domain(root, child, |value| {
                    comparison_holds_at(arena, root.condition, value)
                });
                // A range cannot lose a single value; then the root constraint remains.
                let is_fully_stated = arena.domain(child).values().is_some()
                    || matches!(arena.op(node), Op::Le(..))
                    || !negated;
                is_fully_stated.then(|| "merged into the domain".to_owned())
            }
            Op::Or(parts) if !negated => {
                let child = self.single_compared_variable(parts)?;
                self.restrict_domain(root, child, |value| {
                    parts.iter().any(|&part| comparison_holds_at(arena, part, value))
                });
                arena.domain(child).values().map(|_| "merged into the domain".to_owned())
            }
            Op::Eq(sum, value) if !negated => {
                let Op::Sum(terms) = arena.op(*sum) else { return None };
                // With two flags, one becomes a view of the other instead.
                if *value == 1
                    && terms.len() > 2
                    && let Some(group) = self.group(terms, true)
                {
                    self.deductions.groups.push((root.constraint?, group));
                    return Some("exactly one of several conditions: an integer".to_owned());
                }
                self.bound_root(root);
                self.add_alias(root, terms, *value)
            }
            Op::Le(sum, bound) => {
                let Op::Sum(terms) = arena.op(*sum) else { return None };
                if !negated
                    && *bound == 1
                    && terms.len() > 2
                    && let Some(group) = self.group(terms, false)
                {
                    self.deductions.groups.push((root.constraint?, group));
                    return Some("at most one of several conditions".to_owned());
                }
                self.bound_root(root);
                None
            }
            _ => {
                self.bound_root(root);
                None
            }
        }
    }

    /// Restricts the domains of the variables of a sum or of an all-different constraint by those
    /// of the others.
    fn bound_root(&mut self, root: RootConstraint) {
        let (node, negated) = (root.condition.node(), root.condition.is_negated());
        match self.arena.op(node) {
            Op::AllDifferent(views) if !negated => self.remove_fixed_values(root, views),
            Op::Eq(sum, value) if !negated => {
                let Op::Sum(terms) = self.arena.op(*sum) else { return };
                let bound = Some(WideInt::from(*value));
                self.bound_terms(root, terms, bound, bound);
            }
            Op::Le(sum, bound) => {
                let Op::Sum(terms) = self.arena.op(*sum) else { return };
                let bound = WideInt::from(*bound);
                match negated {
                    true => self.bound_terms(root, terms, None, Some(bound + 1)),
                    false => self.bound_terms(root, terms, Some(bound), None),
                }
            }
            _ => {}
        }
    }

    /// Returns the variables by which [`Self::bound_root`] bounds others.
    fn bounding_variables(&self, root: RootConstraint) -> Vec<NodeId> {
        let is_variable = |node: &NodeId| matches!(self.arena.op(*node), Op::Var(_));
        match self.arena.op(root.condition.node()) {
            Op::AllDifferent(views) => views.iter().map(|it| it.node).filter(is_variable).collect(),
            Op::Eq(sum, _) | Op::Le(sum, _) => match self.arena.op(*sum) {
                Op::Sum(terms) => terms.iter().map(|term| term.0).filter(is_variable).collect(),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    /// Reads the root constraints that bound variables again, as long as a variable of theirs loses
    /// values: the latest cuts first, which takes few steps along a chain of constraints in either
    /// direction. Stopping early is correct.
    fn bound_again(&mut self, roots: &[RootConstraint]) {
        if self.cut.is_empty() {
            return;
        }
        let mut roots_of: FxHashMap<NodeId, Vec<usize>> = FxHashMap::default();
        // The number of variables of each root constraint: what reading it costs.
        let mut costs: Vec<usize> = Vec::with_capacity(roots.len());
        for (position, &root) in roots.iter().enumerate() {
            let variables = self.bounding_variables(root);
            costs.push(variables.len());
            for var in variables {
                roots_of.entry(var).or_default().push(position);
            }
        }
        let mut rest = costs.iter().sum::<usize>().saturating_mul(MAX_READINGS);
        let mut waiting: Vec<usize> = Vec::new();
        let mut is_waiting = vec![false; roots.len()];
        loop {
            for var in self.cut.drain(..) {
                for &position in roots_of.get(&var).map_or(&[][..], |positions| positions) {
                    if !std::mem::replace(&mut is_waiting[position], true) {
                        waiting.push(position);
                    }
                }
            }
            let Some(position) = waiting.pop() else { return };
            is_waiting[position] = false;
            let Some(left) = rest.checked_sub(costs[position]) else { return };
            rest = left;
            self.bound_root(roots[position]);
            if self.deductions.contradiction.is_some() {
                return;
            }
        }
    }

    /// Returns the variable that all operands compare with constants, if there is a single one.
    fn single_compared_variable(&self, parts: &[BoolRef]) -> Option<NodeId> {
        let mut only = None;
        for part in parts {
            let (Op::Eq(child, _) | Op::Le(child, _)) = *self.arena.op(part.node()) else {
                return None;
            };
            if *only.get_or_insert(child) != child || !matches!(self.arena.op(child), Op::Var(_)) {
                return None;
            }
        }
        only
    }

    fn domain_of(&self, node: NodeId) -> Option<(VarId, &NodeDomain)> {
        match *self.arena.op(node) {
            Op::Var(var) => Some((var, &self.deductions.domains[var])),
            _ => None,
        }
    }

    /// Keeps the values of a variable for which `keep` holds.
    fn restrict_domain(&mut self, root: RootConstraint, node: NodeId, keep: impl Fn(i64) -> bool) {
        let Some((_, domain)) = self.domain_of(node) else { return };
        let cut = match domain {
            NodeDomain::Values(_) => domain.retain(keep),
            // Only the ends of a range can be cut, which comparisons do.
            NodeDomain::Range(lower, upper) => {
                let cut = self.restrict_range(root.condition, *lower, *upper);
                cut.map_or(Some(domain.clone()), |(lower, upper)| domain.clamp(lower, upper))
            }
        };
        self.set_domain(root, node, cut);
    }

    fn restrict_range(&self, condition: BoolRef, lower: i64, upper: i64) -> Option<(i64, i64)> {
        match (self.arena.op(condition.node()), condition.is_negated()) {
            (Op::Eq(_, value), false) => Some((*value, *value)),
            (Op::Le(_, bound), false) => Some((lower, *bound)),
            (Op::Le(_, bound), true) => Some((wide::add(*bound, 1), upper)),
            _ => None,
        }
    }

    fn set_domain(&mut self, root: RootConstraint, node: NodeId, cut: Option<NodeDomain>) {
        let Some((var, domain)) = self.domain_of(node) else { return };
        match cut {
            None => self.deductions.contradiction = Some(root.constraint),
            Some(cut) if cut != *domain => {
                self.deductions.domains[var] = cut;
                self.cut.push(node);
                self.deductions.n_domain_cuts = self.deductions.n_domain_cuts.saturating_add(1);
            }
            Some(_) => {}
        }
    }

    /// Bounds propagation: restricts each term of `lower ≤ Σ ≤ upper` by the bounds of the others.
    fn bound_terms(
        &mut self,
        root: RootConstraint,
        terms: &[(NodeId, i64)],
        upper: Option<WideInt>,
        lower: Option<WideInt>,
    ) {
        let bounds = |node: NodeId, factor: i64| {
            let domain =
                self.domain_of(node).map_or_else(|| self.arena.domain(node), |found| found.1);
            let (a, b) =
                (WideInt::from(domain.min()) * factor, WideInt::from(domain.max()) * factor);
            (a.min(b), a.max(b))
        };
        let (mut min, mut max) = (WideInt::ZERO, WideInt::ZERO);
        for &(node, factor) in terms {
            let (a, b) = bounds(node, factor);
            min += a;
            max += b;
        }
        let mut cuts: Vec<(NodeId, Option<NodeDomain>)> = Vec::new();
        for &(node, factor) in terms {
            let Some((_, domain)) = self.domain_of(node) else { continue };
            let (own_min, own_max) = bounds(node, factor);
            let most = upper.map_or(own_max, |upper| (upper - (min - own_min)).min(own_max));
            let least = lower.map_or(own_min, |lower| (lower - (max - own_max)).max(own_min));
            if (least, most) == (own_min, own_max) {
                continue;
            }
            // least ≤ factor · x ≤ most
            let (least, most, factor) = match factor {
                1.. => (least, most, factor),
                _ => (-most, -least, wide::sub(0, factor)),
            };
            let (least, most) = (least.ceil_div(factor), most.floor_div(factor));
            let is_empty =
                least > WideInt::from(domain.max()) || most < WideInt::from(domain.min());
            cuts.push((
                node,
                if is_empty { None } else { domain.clamp(least.clamp(), most.clamp()) },
            ));
        }
        for (node, cut) in cuts {
            self.set_domain(root, node, cut);
        }
    }

    /// Returns the terms as an exclusive group, if they are 0/1 integers with weight 1.
    fn group(&self, terms: &[(NodeId, i64)], exactly_one: bool) -> Option<ExclusiveGroup> {
        let mut members = Vec::with_capacity(terms.len());
        for &(node, factor) in terms {
            if factor != 1 {
                return None;
            }
            members.push(match *self.arena.op(node) {
                Op::BoolToInt(condition) => BoolRef::new(condition),
                Op::Var(_) if *self.arena.domain(node) == NodeDomain::boolean() => {
                    BoolRef::new(self.arena.find(&Op::Eq(node, 1))?)
                }
                _ => return None,
            });
        }
        Some(ExclusiveGroup { members, exactly_one })
    }

    /// Takes `factor · a + factor' · b = value` as the definition of one of the two variables.
    fn add_alias(
        &mut self,
        root: RootConstraint,
        terms: &[(NodeId, i64)],
        value: i64,
    ) -> Option<String> {
        // The later variable first: definitions usually follow what they refer to.
        for (x, view) in solve_for_each(terms, value).into_iter().rev() {
            if self.can_alias(x, view) {
                let y = view.node;
                let (var, domain) = self.domain_of(x)?;
                let own = domain.clone();
                let name = &self.model.variables()[var].name;
                let note = format!("`{name}` is a view of an equal expression: no clauses");
                // The view must remain within the domain of the variable.
                let inside = |value: i64| own.contains(view.apply(value));
                let cut = self.domain_of(y).and_then(|found| found.1.retain(inside));
                if self.domain_of(y).is_some() {
                    self.set_domain(root, y, cut);
                }
                self.deductions.aliases.insert(x, view);
                return Some(note);
            }
        }
        None
    }

    /// Returns whether a variable can be replaced by a view of another node.
    fn can_alias(&self, x: NodeId, view: IntRef) -> bool {
        let Some((_, domain)) = self.domain_of(x) else { return false };
        let listed = domain.values().is_some() && self.arena.domain(view.node).values().is_some();
        if !listed
            || self.arena.domain(view.node).view(view.factor, view.offset).is_none()
            || self.deductions.aliases.contains_key(&x)
        {
            return false;
        }
        // The view must not depend on the variable, nor on variables replaced in this round.
        let is_replaced = |node| node == x || self.deductions.aliases.contains_key(&node);
        !self.arena.reachable_from(&[view.node]).into_iter().any(is_replaced)
    }

    /// Removes the values of fixed views of an all-different constraint from the other views.
    fn remove_fixed_values(&mut self, root: RootConstraint, views: &[IntRef]) {
        let known = |view: &IntRef| match view.factor {
            0 => Some(view.offset),
            _ => {
                let domain = self.domain_of(view.node).map(|found| found.1);
                domain.and_then(NodeDomain::single).map(|value| view.apply(value))
            }
        };
        // The position that has a value; `None` if several have it.
        let mut owners: FxHashMap<i64, Option<usize>> = FxHashMap::default();
        for (position, view) in views.iter().enumerate() {
            if let Some(value) = known(view) {
                owners.entry(value).and_modify(|owner| *owner = None).or_insert(Some(position));
            }
        }
        for (position, &view) in views.iter().enumerate() {
            let Some((_, domain)) = self.domain_of(view.node).filter(|_| view.factor != 0) else {
                continue;
            };
            let free = |value: i64| match owners.get(&view.apply(value)) {
                None => true,
                Some(owner) => *owner == Some(position),
            };
            let cut = domain.retain(free);
            self.set_domain(root, view.node, cut);
        }
    }
}

/// Solves `Σ factor · node = value` with two nodes for each node, where the solution is a view of
/// the other node; empty for other sums.
pub(super) fn solve_for_each(
    terms: &[(NodeId, i64)],
    value: i64,
) -> SmallVec<[(NodeId, IntRef); 2]> {
    let &[first, second] = terms else { return SmallVec::new() };
    let pairs = [(first, second), (second, first)].into_iter();
    let pairs = pairs.filter(|((_, factor), _)| matches!(factor, 1 | -1));
    // Views that do not fit 64 bits are skipped.
    let solve = |((x, factor_x), (y, factor_y)): ((NodeId, i64), (NodeId, i64))| {
        let factor = factor_y.checked_mul(factor_x)?.checked_neg()?;
        Some((x, IntRef { node: y, factor, offset: value.checked_mul(factor_x)? }))
    };
    pairs.filter_map(solve).collect()
}

/// Returns whether a comparison of a variable holds for this value of the variable.
fn comparison_holds_at(arena: &Arena, condition: BoolRef, value: i64) -> bool {
    let holds = match *arena.op(condition.node()) {
        Op::Eq(_, wanted) => value == wanted,
        Op::Le(_, bound) => value <= bound,
        _ => unreachable!("the condition is a comparison"),
    };
    holds != condition.is_negated()
}
