//! Rebuilds the graph with the deductions of a presolve round.

use std::rc::Rc;
use std::sync::Arc;

use gordian_core::Index;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::deduce::Deductions;
use crate::ir::{
    Arena, BoolRef, ExclusiveGroup, GraphOp, IntRef, LoweredModel, NodeDomain, NodeId, Op,
    RootConstraint,
};
use crate::wide;

/// Returns `old` with reduced domains, replaced variables and registered groups.
pub(super) fn rebuild(old: LoweredModel, deductions: Deductions) -> LoweredModel {
    let Deductions { domains, aliases, groups, implied, rewritten, redundant, .. } = deductions;
    let rewritten: FxHashMap<usize, BoolRef> = rewritten.into_iter().collect();
    let mut import = Rebuilder {
        arena: Arena::new(domains, old.arena.len(), old.arena.budget.share()),
        old: &old.arena,
        aliases: &aliases,
        imported: vec![None; old.arena.len()],
    };
    // Must be registered before any node is created from them.
    for (_, op) in old.arena.nodes() {
        if let Op::Select(members) = op {
            for member in members.iter() {
                let condition = import.condition(member.0);
                import.arena.keep_unflattened(condition);
            }
        }
    }
    let groups: Vec<_> = old
        .groups
        .iter()
        .chain(&groups)
        .map(|(constraint, group)| (*constraint, import.group(group)))
        .collect();
    for (_, group) in &groups {
        import.arena.add_group(group.clone());
    }
    for root in &old.roots {
        if let (Op::AllDifferent(views), false) =
            (old.arena.op(root.condition.node()), root.condition.is_negated())
        {
            let views: Vec<IntRef> = views.iter().map(|&view| import.view(view)).collect();
            import.arena.add_all_different(&views);
        }
    }
    let mut roots: Vec<RootConstraint> = Vec::with_capacity(old.roots.len());
    for (position, (root, redundant)) in old.roots.iter().zip(redundant).enumerate() {
        if !redundant && !import.arena.is_stopped() {
            let condition = *rewritten.get(&position).unwrap_or(&root.condition);
            let condition = import.condition(condition);
            push_root(&mut import.arena, &mut roots, RootConstraint { condition, ..*root });
        }
    }
    for condition in implied {
        let condition = import.condition(condition);
        push_root(&mut import.arena, &mut roots, RootConstraint { constraint: None, condition });
    }
    // The domain of a replaced variable still applies to its alias.
    let mut replaced: Vec<NodeId> = aliases.keys().copied().collect();
    replaced.sort_unstable();
    for node in replaced {
        let Op::Var(var) = *old.arena.op(node) else { unreachable!("only variables are replaced") };
        let view = import.view(IntRef::of(node));
        if let NodeDomain::Values(values) = import.arena.var_domains()[var].clone() {
            let condition = import.arena.in_values(view, &values);
            push_root(
                &mut import.arena,
                &mut roots,
                RootConstraint { constraint: None, condition },
            );
        }
    }
    let vars = old.vars.iter().map(|&view| import.view(view)).collect();
    let objective = old.objective.map(|view| import.view(view));
    LoweredModel { arena: import.arena, roots, groups, vars, objective }
}

/// Adds a root constraint: each operand of a conjunction separately, and a disjunction about
/// several integers selected by the same cases once per case.
fn push_root(arena: &mut Arena, roots: &mut Vec<RootConstraint>, root: RootConstraint) {
    // Iterative, because chains can be long.
    let mut open = vec![root];
    while let Some(root) = open.pop() {
        match arena.op(root.condition.node()) {
            Op::True if !root.condition.is_negated() => {}
            Op::Or(parts) if root.condition.is_negated() => {
                open.extend(
                    parts.iter().rev().map(|&part| RootConstraint { condition: !part, ..root }),
                );
            }
            Op::Or(parts) => match shared_cases(arena, parts) {
                None => roots.push(root),
                Some(cases) => {
                    let parts = parts.clone();
                    let first = open.len();
                    for (position, case) in cases.iter().enumerate() {
                        let within = parts
                            .iter()
                            .map(|&part| restrict_to_case(arena, part, &cases, position));
                        let within: Vec<BoolRef> = within.collect();
                        let condition = arena.or(within.into_iter().chain([!case.0]));
                        open.push(RootConstraint { condition, ..root });
                    }
                    open[first..].reverse();
                }
            },
            _ => roots.push(root),
        }
    }
}

/// The members of a `Select` node.
type SelectCases = Rc<[(BoolRef, i64)]>;

/// Returns the terms of the integer that a comparison compares.
fn compared(arena: &Arena, condition: BoolRef) -> Option<SmallVec<[(NodeId, i64); 2]>> {
    let (Op::Eq(number, _) | Op::Le(number, _)) = arena.op(condition.node()) else { return None };
    Some(match arena.op(*number) {
        Op::Sum(terms) => terms.iter().copied().collect(),
        _ => SmallVec::from_slice(&[(*number, 1)]),
    })
}

fn have_same_cases(a: &[(BoolRef, i64)], b: &[(BoolRef, i64)]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.0 == b.0)
}

/// Returns the cases that select two or more of the compared integers.
///
/// Encoded separately, each integer would need literals of its own, and their dependency would be
/// lost. One clause per case needs no literals and keeps it.
fn shared_cases(arena: &Arena, parts: &[BoolRef]) -> Option<SelectCases> {
    let mut seen: SmallVec<[(NodeId, &SelectCases); 4]> = SmallVec::new();
    for &part in parts {
        for (node, _) in compared(arena, part).unwrap_or_default() {
            let Op::Select(cases) = arena.op(node) else { continue };
            if seen.iter().any(|&(other, own)| other != node && have_same_cases(own, cases)) {
                return Some(cases.clone());
            }
            seen.push((node, cases));
        }
    }
    None
}

/// Returns the comparison restricted to one case.
fn restrict_to_case(
    arena: &mut Arena,
    condition: BoolRef,
    cases: &SelectCases,
    position: usize,
) -> BoolRef {
    let Some(terms) = compared(arena, condition) else { return condition };
    let mut rest: SmallVec<[IntRef; 2]> = SmallVec::new();
    for (node, factor) in terms {
        rest.push(match arena.op(node) {
            Op::Select(own) if have_same_cases(own, cases) => {
                IntRef::constant(wide::mul(factor, own[position].1))
            }
            _ => IntRef { node, factor, offset: 0 },
        });
    }
    let rest = arena.sum(&rest);
    let found = match *arena.op(condition.node()) {
        Op::Eq(_, value) => arena.eq_const(rest, value),
        Op::Le(_, bound) => arena.le_const(rest, bound),
        _ => unreachable!("only comparisons have terms"),
    };
    found.negate_if(condition.is_negated())
}

/// The node of the new graph that an old node became.
#[derive(Clone, Copy, Debug)]
enum Imported {
    Int(IntRef),
    Bool(BoolRef),
}

struct Rebuilder<'a> {
    arena: Arena,
    old: &'a Arena,
    aliases: &'a FxHashMap<NodeId, IntRef>,
    imported: Vec<Option<Imported>>,
}

impl Rebuilder<'_> {
    fn view(&mut self, view: IntRef) -> IntRef {
        if view.factor == 0 {
            return view;
        }
        let Imported::Int(node) = self.node(view.node) else {
            unreachable!("views refer to integers")
        };
        self.shift(node, view)
    }

    /// Returns `outer.factor · number + outer.offset`.
    fn shift(&mut self, number: IntRef, outer: IntRef) -> IntRef {
        match (outer.factor, outer.offset) {
            (1, 0) => number,
            (1, offset) => self.arena.shift(number, offset),
            (factor, offset) => {
                let scaled = self.arena.scale(number, factor);
                self.arena.shift(scaled, offset)
            }
        }
    }

    fn condition(&mut self, condition: BoolRef) -> BoolRef {
        let Imported::Bool(node) = self.node(condition.node()) else {
            unreachable!("conditions refer to Booleans")
        };
        node.negate_if(condition.is_negated())
    }

    fn group(&mut self, group: &ExclusiveGroup) -> ExclusiveGroup {
        let mut members: Vec<BoolRef> =
            group.members.iter().map(|&member| self.condition(member)).collect();
        members.sort_unstable();
        ExclusiveGroup { members, exactly_one: group.exactly_one }
    }

    /// Imports a node, children first. Iterative, because chains can be long.
    fn node(&mut self, root: NodeId) -> Imported {
        let mut open = vec![root];
        while let Some(&node) = open.last() {
            if self.arena.is_stopped() {
                return match self.old.op(root).is_boolean() {
                    true => Imported::Bool(BoolRef::TRUE),
                    false => Imported::Int(IntRef::constant(0)),
                };
            }
            if self.imported[node.index()].is_some() {
                open.pop();
                continue;
            }
            let before = open.len();
            let mut missing = |child: NodeId| {
                if self.imported[child.index()].is_none() {
                    open.push(child);
                }
            };
            match self.aliases.get(&node) {
                Some(alias) => missing(alias.node),
                None => self.old.op(node).for_each_child(missing),
            }
            if open.len() == before {
                open.pop();
                let imported = self.import_operation(node);
                self.imported[node.index()] = Some(imported);
            }
        }
        self.imported[root.index()].expect("the node was just imported")
    }

    /// Imports a node whose children are already imported.
    fn import_operation(&mut self, node: NodeId) -> Imported {
        if let Some(&alias) = self.aliases.get(&node) {
            return Imported::Int(self.view(alias));
        }
        let old = self.old;
        let views = |this: &mut Self, list: &[IntRef]| -> Vec<IntRef> {
            list.iter().map(|&view| this.view(view)).collect()
        };
        let number = match old.op(node) {
            Op::Var(var) => self.arena.var(*var),
            Op::BoolToInt(condition) => {
                let condition = self.condition(BoolRef::new(*condition));
                self.arena.bool_to_int(condition)
            }
            Op::Sum(terms) => {
                let terms: Vec<IntRef> = terms
                    .iter()
                    .map(|&(node, factor)| self.view(IntRef { node, factor, offset: 0 }))
                    .collect();
                self.arena.sum(&terms)
            }
            Op::Select(members) => {
                let members = members
                    .iter()
                    .map(|&(condition, value)| (self.condition(condition), value))
                    .collect();
                self.arena.select(members)
            }
            Op::Unary(op, operand) => {
                let operand = self.view(*operand);
                self.arena.unary(op.clone(), operand)
            }
            Op::Binary(op, a, b) => {
                let (a, b) = (self.view(*a), self.view(*b));
                self.arena.binary(*op, a, b)
            }
            Op::Min(list) => {
                let list = views(self, list);
                self.arena.min(&list)
            }
            Op::If(condition, a, b) => {
                let (condition, a, b) = (self.condition(*condition), self.view(*a), self.view(*b));
                self.arena.conditional(condition, a, b)
            }
            Op::Element(list, index) => {
                let (list, index) = (views(self, list), self.view(*index));
                self.arena.element(&list, index)
            }
            Op::NthSmallest(list, position) => {
                let list = views(self, list);
                self.arena.nth_smallest(&list, *position)
            }
            op => return Imported::Bool(self.import_boolean(op)),
        };
        Imported::Int(number)
    }

    fn import_boolean(&mut self, op: &Op) -> BoolRef {
        match op {
            Op::True => BoolRef::TRUE,
            Op::Or(parts) => {
                let parts: Vec<BoolRef> = parts.iter().map(|&part| self.condition(part)).collect();
                self.arena.or(parts)
            }
            Op::Xor(a, b) => {
                let (a, b) = (self.condition(BoolRef::new(*a)), self.condition(BoolRef::new(*b)));
                self.arena.xor(a, b)
            }
            Op::Eq(child, value) => {
                let view = self.view(IntRef::of(*child));
                self.arena.eq_const(view, *value)
            }
            Op::Le(child, bound) => {
                let view = self.view(IntRef::of(*child));
                self.arena.le_const(view, *bound)
            }
            Op::AllDifferent(list) => {
                let list: Vec<IntRef> = list.iter().map(|&view| self.view(view)).collect();
                self.arena.all_different(&list)
            }
            Op::Table(list, rows) => {
                let list: Vec<IntRef> = list.iter().map(|&view| self.view(view)).collect();
                self.arena.table_constraint(&list, rows)
            }
            Op::Defined(op, a, b) => {
                let (a, b) = (self.view(*a), self.view(*b));
                self.arena.definedness(*op, a, b)
            }
            Op::EqViews(a, b) => {
                let (a, b) = (self.view(*a), self.view(*b));
                self.arena.eq_views(a, b)
            }
            Op::LeViews(a, b) => {
                let (a, b) = (self.view(*a), self.view(*b));
                self.arena.le_views(a, b)
            }
            Op::Graph(op) => {
                let conditions =
                    op.conditions.iter().map(|&condition| self.condition(condition)).collect();
                let sizes = op.sizes.iter().map(|&size| self.view(size)).collect();
                let (kind, graph) = (op.kind, Arc::clone(&op.graph));
                self.arena.graph_constraint(GraphOp { kind, graph, conditions, sizes })
            }
            op => unreachable!("{op:?} is an integer"),
        }
    }
}
