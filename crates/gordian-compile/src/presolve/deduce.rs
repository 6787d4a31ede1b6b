//! What the demands say about single variables.

use std::sync::Arc;

use gordian_core::IndexVec;
use gordian_model::{ConstraintId, Model, VarId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::ir::{Arena, Dom, Group, Lowered, NodeId, Op, Root, Truth, View};
use crate::wide::{self, Wide};

/// What one round learnt.
#[derive(Debug)]
pub(super) struct Conclusions {
    /// Domains of the variables, cut.
    pub(super) doms: IndexVec<VarId, Dom>,
    pub(super) n_cut: usize,
    /// Variables (by their nodes) that are views of other nodes.
    pub(super) aliases: FxHashMap<NodeId, View>,
    /// How many of them are selections by cases.
    pub(super) n_by_cases: usize,
    /// Groups that demands state.
    pub(super) groups: Vec<(ConstraintId, Group)>,
    /// Truths of the old graph that follow from the demands.
    pub(super) implied: Vec<Truth>,
    /// Demands that the conclusions say in full.
    pub(super) settled: Vec<bool>,
    /// What became of those, for the report.
    pub(super) notes: Vec<(ConstraintId, Arc<str>)>,
    /// Some demand cannot be met: the constraint it comes from.
    pub(super) contradiction: Option<Option<ConstraintId>>,
}

impl Conclusions {
    /// Returns that nothing was learnt from `lowered`.
    pub(super) fn none(lowered: &Lowered) -> Self {
        Self {
            doms: lowered.arena.var_doms().clone(),
            n_cut: 0,
            aliases: FxHashMap::default(),
            n_by_cases: 0,
            groups: Vec::new(),
            implied: Vec::new(),
            settled: vec![false; lowered.roots.len()],
            notes: Vec::new(),
            contradiction: None,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.n_cut == 0
            && self.aliases.is_empty()
            && self.groups.is_empty()
            && self.settled.iter().all(|&settled| !settled)
    }
}

/// Returns what the demands of `lowered` say.
pub(super) fn conclude(model: &Model, lowered: &Lowered) -> Conclusions {
    let mut deduction =
        Deduction { arena: &lowered.arena, model, conclusions: Conclusions::none(lowered) };
    for (place, &root) in lowered.roots.iter().enumerate() {
        if let Some(note) = deduction.read(root) {
            deduction.conclusions.settled[place] = true;
            if let Some(constraint) = root.constraint {
                deduction.conclusions.notes.push((constraint, note.into()));
            }
        }
        if deduction.conclusions.contradiction.is_some() {
            break;
        }
    }
    deduction.conclusions
}

struct Deduction<'a> {
    arena: &'a Arena,
    model: &'a Model,
    conclusions: Conclusions,
}

impl Deduction<'_> {
    /// Reads one demand; returns a note if nothing of it is left to be encoded.
    fn read(&mut self, root: Root) -> Option<String> {
        let (node, negated) = (root.truth.node(), root.truth.is_negated());
        let arena = self.arena;
        match arena.op(node) {
            Op::True if negated => {
                self.conclusions.contradiction = Some(root.constraint);
                None
            }
            Op::True => Some("always holds".to_owned()),
            Op::Eq(child, _) | Op::Le(child, _) if matches!(arena.op(*child), Op::Var(_)) => {
                let child = *child;
                self.cut(root, child, |value| holds_at(arena, root.truth, value));
                // Ranges cannot lose single values: the demand stays if it was such a one.
                let told = arena.dom(child).values().is_some()
                    || matches!(arena.op(node), Op::Le(..))
                    || !negated;
                told.then(|| "part of the domain".to_owned())
            }
            Op::Or(parts) if !negated => {
                let child = self.single_variable(parts)?;
                self.cut(root, child, |value| {
                    parts.iter().any(|&part| holds_at(arena, part, value))
                });
                arena.dom(child).values().map(|_| "part of the domain".to_owned())
            }
            Op::Eq(sum, value) if !negated => {
                let Op::Sum(terms) = arena.op(*sum) else { return None };
                // Of two flags, one is a view of the other.
                if *value == 1
                    && terms.len() > 2
                    && let Some(group) = self.group(terms, true)
                {
                    self.conclusions.groups.push((root.constraint?, group));
                    return Some("flags of which exactly one is set: an integer".to_owned());
                }
                let bound = Some(Wide::from(*value));
                self.bound_terms(root, terms, bound, bound);
                self.alias(root, terms, *value)
            }
            Op::Le(sum, bound) => {
                let Op::Sum(terms) = arena.op(*sum) else { return None };
                let bound = Wide::from(*bound);
                if negated {
                    self.bound_terms(root, terms, None, Some(bound + 1));
                } else {
                    if bound == Wide::ONE
                        && terms.len() > 2
                        && let Some(group) = self.group(terms, false)
                    {
                        self.conclusions.groups.push((root.constraint?, group));
                        return Some("flags of which at most one is set".to_owned());
                    }
                    self.bound_terms(root, terms, Some(bound), None);
                }
                None
            }
            Op::AllDifferent(views) if !negated => {
                self.exclude_known(root, views);
                None
            }
            _ => None,
        }
    }

    /// Returns the variable that all parts compare with constants, if there is one.
    fn single_variable(&self, parts: &[Truth]) -> Option<NodeId> {
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

    fn dom_of(&self, node: NodeId) -> Option<(VarId, &Dom)> {
        match *self.arena.op(node) {
            Op::Var(var) => Some((var, &self.conclusions.doms[var])),
            _ => None,
        }
    }

    /// Keeps the values of a variable for which `keep` holds.
    fn cut(&mut self, root: Root, node: NodeId, keep: impl Fn(i64) -> bool) {
        let Some((_, dom)) = self.dom_of(node) else { return };
        let cut = match dom {
            Dom::Values(_) => dom.retain(keep),
            // Of a range only the ends can be cut: what comparisons say of one.
            Dom::Range(lower, upper) => {
                let cut = self.cut_range(root.truth, *lower, *upper);
                cut.map_or(Some(dom.clone()), |(lower, upper)| dom.clamp(lower, upper))
            }
        };
        self.set_dom(root, node, cut);
    }

    fn cut_range(&self, truth: Truth, lower: i64, upper: i64) -> Option<(i64, i64)> {
        match (self.arena.op(truth.node()), truth.is_negated()) {
            (Op::Eq(_, value), false) => Some((*value, *value)),
            (Op::Le(_, bound), false) => Some((lower, *bound)),
            (Op::Le(_, bound), true) => Some((wide::add(*bound, 1), upper)),
            _ => None,
        }
    }

    fn set_dom(&mut self, root: Root, node: NodeId, cut: Option<Dom>) {
        let Some((var, dom)) = self.dom_of(node) else { return };
        match cut {
            None => self.conclusions.contradiction = Some(root.constraint),
            Some(cut) if cut != *dom => {
                self.conclusions.doms[var] = cut;
                self.conclusions.n_cut = self.conclusions.n_cut.saturating_add(1);
            }
            Some(_) => {}
        }
    }

    /// Cuts each term of `lower ≤ Σ ≤ upper` to what the others leave it.
    fn bound_terms(
        &mut self,
        root: Root,
        terms: &[(NodeId, i64)],
        upper: Option<Wide>,
        lower: Option<Wide>,
    ) {
        let bounds = |node: NodeId, factor: i64| {
            let dom = self.dom_of(node).map_or_else(|| self.arena.dom(node), |found| found.1);
            let (a, b) = (Wide::from(dom.min()) * factor, Wide::from(dom.max()) * factor);
            (a.min(b), a.max(b))
        };
        let (mut min, mut max) = (Wide::ZERO, Wide::ZERO);
        for &(node, factor) in terms {
            let (a, b) = bounds(node, factor);
            min += a;
            max += b;
        }
        let mut cuts: Vec<(NodeId, Option<Dom>)> = Vec::new();
        for &(node, factor) in terms {
            let Some((_, dom)) = self.dom_of(node) else { continue };
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
            let is_empty = least > Wide::from(dom.max()) || most < Wide::from(dom.min());
            cuts.push((node, if is_empty { None } else { dom.clamp(least.clamp(), most.clamp()) }));
        }
        for (node, cut) in cuts {
            self.set_dom(root, node, cut);
        }
    }

    /// Returns the terms as a group of flags, if that is what they are.
    fn group(&self, terms: &[(NodeId, i64)], exact: bool) -> Option<Group> {
        let mut members = Vec::with_capacity(terms.len());
        for &(node, factor) in terms {
            if factor != 1 {
                return None;
            }
            members.push(match *self.arena.op(node) {
                Op::FromTruth(truth) => Truth::new(truth),
                Op::Var(_) if *self.arena.dom(node) == Dom::boolean() => {
                    Truth::new(self.arena.find(&Op::Eq(node, 1))?)
                }
                _ => return None,
            });
        }
        Some(Group { members, exact })
    }

    /// Takes `factor · a + factor' · b = value` as the definition of one of the two variables.
    fn alias(&mut self, root: Root, terms: &[(NodeId, i64)], value: i64) -> Option<String> {
        // The later one first: definitions are written after what they are made of.
        for (x, view) in solved_for_each(terms, value).into_iter().rev() {
            if self.may_stand_for(x, view) {
                let y = view.node;
                let (var, dom) = self.dom_of(x)?;
                let own = dom.clone();
                let name = &self.model.variables()[var].name;
                let note = format!("`{name}` is a view of what it equals: no clauses");
                // The view must stay within the variable's domain.
                let inside = |value: i64| own.contains(view.apply(value));
                let cut = self.dom_of(y).and_then(|found| found.1.retain(inside));
                if self.dom_of(y).is_some() {
                    self.set_dom(root, y, cut);
                }
                self.conclusions.aliases.insert(x, view);
                return Some(note);
            }
        }
        None
    }

    /// Returns whether a variable can be replaced by a view of another node.
    fn may_stand_for(&self, x: NodeId, view: View) -> bool {
        let Some((_, dom)) = self.dom_of(x) else { return false };
        let listed = dom.values().is_some() && self.arena.dom(view.node).values().is_some();
        if !listed
            || self.arena.dom(view.node).view(view.factor, view.offset).is_none()
            || self.conclusions.aliases.contains_key(&x)
        {
            return false;
        }
        // What it stands for must not be made of it, nor of what was replaced in this round.
        let is_replaced = |node| node == x || self.conclusions.aliases.contains_key(&node);
        !self.arena.below(&[view.node]).into_iter().any(is_replaced)
    }

    /// Takes the values of the known ones from the others.
    fn exclude_known(&mut self, root: Root, views: &[View]) {
        let known = |view: &View| match view.factor {
            0 => Some(view.offset),
            _ => {
                let dom = self.dom_of(view.node).map(|found| found.1);
                dom.and_then(Dom::single).map(|value| view.apply(value))
            }
        };
        let taken: Vec<(usize, i64)> = views
            .iter()
            .enumerate()
            .filter_map(|(place, view)| known(view).map(|value| (place, value)))
            .collect();
        for (place, &view) in views.iter().enumerate() {
            let Some((_, dom)) = self.dom_of(view.node).filter(|_| view.factor != 0) else {
                continue;
            };
            let free = |value: i64| {
                let value = view.apply(value);
                !taken.iter().any(|&(owner, taken)| owner != place && taken == value)
            };
            let cut = dom.retain(free);
            self.set_dom(root, view.node, cut);
        }
    }
}

/// Returns what `Σ factor · node = value` says each of two nodes is, if it says that in whole
/// numbers; nothing for other sums.
pub(super) fn solved_for_each(
    terms: &[(NodeId, i64)],
    value: i64,
) -> SmallVec<[(NodeId, View); 2]> {
    let &[first, second] = terms else { return SmallVec::new() };
    let pairs = [(first, second), (second, first)].into_iter();
    let pairs = pairs.filter(|((_, factor), _)| matches!(factor, 1 | -1));
    // A view that does not fit 64 bits is none.
    let solve = |((x, factor_x), (y, factor_y)): ((NodeId, i64), (NodeId, i64))| {
        let factor = factor_y.checked_mul(factor_x)?.checked_neg()?;
        Some((x, View { node: y, factor, offset: value.checked_mul(factor_x)? }))
    };
    pairs.filter_map(solve).collect()
}

/// Returns whether a comparison of one variable holds where the variable has this value.
fn holds_at(arena: &Arena, truth: Truth, value: i64) -> bool {
    let holds = match *arena.op(truth.node()) {
        Op::Eq(_, wanted) => value == wanted,
        Op::Le(_, bound) => value <= bound,
        _ => unreachable!("asked for comparisons only"),
    };
    holds != truth.is_negated()
}
