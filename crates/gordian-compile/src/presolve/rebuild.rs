//! The graph anew, with what a round of presolve learnt.

use std::rc::Rc;

use gordian_core::Index;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::deduce::Conclusions;
use crate::ir::{Arena, Dom, Group, Lowered, NodeId, Op, Root, Truth, View};
use crate::wide;

/// Returns `old` with smaller domains, variables replaced, and groups known.
pub(super) fn rebuild(old: Lowered, conclusions: Conclusions) -> Lowered {
    let Conclusions { doms, aliases, groups, implied, settled, .. } = conclusions;
    let mut import = Import {
        arena: Arena::new(doms, old.arena.len(), old.arena.watch.again()),
        old: &old.arena,
        aliases: &aliases,
        known: vec![None; old.arena.len()],
    };
    // Before anything is made of them.
    for (_, op) in old.arena.nodes() {
        if let Op::Select(members) = op {
            for member in members.iter() {
                let truth = import.truth(member.0);
                import.arena.keep_whole(truth);
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
            (old.arena.op(root.truth.node()), root.truth.is_negated())
        {
            let views: Vec<View> = views.iter().map(|&view| import.view(view)).collect();
            import.arena.add_different(&views);
        }
    }
    let mut roots: Vec<Root> = Vec::with_capacity(old.roots.len());
    for (root, settled) in old.roots.iter().zip(settled) {
        if !settled {
            let truth = import.truth(root.truth);
            push_root(&mut import.arena, &mut roots, Root { truth, ..*root });
        }
    }
    for truth in implied {
        let truth = import.truth(truth);
        push_root(&mut import.arena, &mut roots, Root { constraint: None, truth });
    }
    // A variable that was replaced still keeps to its domain.
    let mut replaced: Vec<NodeId> = aliases.keys().copied().collect();
    replaced.sort_unstable();
    for node in replaced {
        let Op::Var(var) = *old.arena.op(node) else { unreachable!("variables are replaced") };
        let view = import.view(View::of(node));
        if let Dom::Values(values) = import.arena.var_doms()[var].clone() {
            let truth = import.arena.in_values(view, &values);
            push_root(&mut import.arena, &mut roots, Root { constraint: None, truth });
        }
    }
    let vars = old.vars.iter().map(|&view| import.view(view)).collect();
    let objective = old.objective.map(|view| import.view(view));
    Lowered { arena: import.arena, roots, groups, vars, objective }
}

/// Adds a demand, each part of a conjunction on its own, and one that speaks of several numbers
/// which the same cases decide case by case.
fn push_root(arena: &mut Arena, roots: &mut Vec<Root>, root: Root) {
    // Without recursion: chains can be long.
    let mut open = vec![root];
    while let Some(root) = open.pop() {
        match arena.op(root.truth.node()) {
            Op::True if !root.truth.is_negated() => {}
            Op::Or(parts) if root.truth.is_negated() => {
                open.extend(parts.iter().rev().map(|&part| Root { truth: !part, ..root }));
            }
            Op::Or(parts) => match shared_cases(arena, parts) {
                None => roots.push(root),
                Some(cases) => {
                    let parts = parts.clone();
                    let first = open.len();
                    for (place, case) in cases.iter().enumerate() {
                        let within =
                            parts.iter().map(|&part| within_case(arena, part, &cases, place));
                        let within: Vec<Truth> = within.collect();
                        let truth = arena.or(within.into_iter().chain([!case.0]));
                        open.push(Root { truth, ..root });
                    }
                    open[first..].reverse();
                }
            },
            _ => roots.push(root),
        }
    }
}

/// The members of a selection.
type Cases = Rc<[(Truth, i64)]>;

/// Returns the terms of the number that a comparison is about.
fn compared(arena: &Arena, truth: Truth) -> Option<SmallVec<[(NodeId, i64); 2]>> {
    let (Op::Eq(number, _) | Op::Le(number, _)) = arena.op(truth.node()) else { return None };
    Some(match arena.op(*number) {
        Op::Sum(terms) => terms.iter().copied().collect(),
        _ => SmallVec::from_slice(&[(*number, 1)]),
    })
}

fn have_same_cases(a: &[(Truth, i64)], b: &[(Truth, i64)]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.0 == b.0)
}

/// Returns the cases by which two or more numbers in these comparisons are selected.
///
/// Each of the numbers would need literals of its own, and that they depend on each other would be
/// lost; a clause per case needs neither.
fn shared_cases(arena: &Arena, parts: &[Truth]) -> Option<Cases> {
    let mut seen: SmallVec<[(NodeId, &Cases); 4]> = SmallVec::new();
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

/// Returns what is left of a comparison where one of the cases holds.
fn within_case(arena: &mut Arena, truth: Truth, cases: &Cases, place: usize) -> Truth {
    let Some(terms) = compared(arena, truth) else { return truth };
    let mut rest: SmallVec<[View; 2]> = SmallVec::new();
    for (node, factor) in terms {
        rest.push(match arena.op(node) {
            Op::Select(own) if have_same_cases(own, cases) => {
                View::constant(wide::mul(factor, own[place].1))
            }
            _ => View { node, factor, offset: 0 },
        });
    }
    let rest = arena.sum(&rest);
    let found = match *arena.op(truth.node()) {
        Op::Eq(_, value) => arena.eq_const(rest, value),
        Op::Le(_, bound) => arena.le_const(rest, bound),
        _ => unreachable!("only comparisons have terms"),
    };
    found.negate_if(truth.is_negated())
}

/// What a node became.
#[derive(Clone, Copy, Debug)]
enum Imported {
    Int(View),
    Truth(Truth),
}

struct Import<'a> {
    arena: Arena,
    old: &'a Arena,
    aliases: &'a FxHashMap<NodeId, View>,
    known: Vec<Option<Imported>>,
}

impl Import<'_> {
    fn view(&mut self, view: View) -> View {
        if view.factor == 0 {
            return view;
        }
        let Imported::Int(node) = self.node(view.node) else { unreachable!("views are numbers") };
        self.shift(node, view)
    }

    /// Returns `outer` applied to a number.
    fn shift(&mut self, number: View, outer: View) -> View {
        match (outer.factor, outer.offset) {
            (1, 0) => number,
            (1, offset) => self.arena.shift(number, offset),
            (factor, offset) => {
                let scaled = self.arena.scale(number, factor);
                self.arena.shift(scaled, offset)
            }
        }
    }

    fn truth(&mut self, truth: Truth) -> Truth {
        let Imported::Truth(node) = self.node(truth.node()) else {
            unreachable!("truths are no numbers")
        };
        node.negate_if(truth.is_negated())
    }

    fn group(&mut self, group: &Group) -> Group {
        let mut members: Vec<Truth> =
            group.members.iter().map(|&member| self.truth(member)).collect();
        members.sort_unstable();
        Group { members, exact: group.exact }
    }

    /// Imports a node, its children first, without recursion: chains can be long.
    fn node(&mut self, root: NodeId) -> Imported {
        let mut open = vec![root];
        while let Some(&node) = open.last() {
            if self.known[node.index()].is_some() {
                open.pop();
                continue;
            }
            let before = open.len();
            let mut missing = |child: NodeId| {
                if self.known[child.index()].is_none() {
                    open.push(child);
                }
            };
            match self.aliases.get(&node) {
                Some(alias) => missing(alias.node),
                None => self.old.op(node).for_each_child(missing),
            }
            if open.len() == before {
                open.pop();
                let imported = self.apply(node);
                self.known[node.index()] = Some(imported);
            }
        }
        self.known[root.index()].expect("the node was just imported")
    }

    /// Imports a node whose children are.
    fn apply(&mut self, node: NodeId) -> Imported {
        if let Some(&alias) = self.aliases.get(&node) {
            return Imported::Int(self.view(alias));
        }
        let old = self.old;
        let views = |this: &mut Self, list: &[View]| -> Vec<View> {
            list.iter().map(|&view| this.view(view)).collect()
        };
        let number = match old.op(node) {
            Op::Var(var) => self.arena.var(*var),
            Op::FromTruth(truth) => {
                let truth = self.truth(Truth::new(*truth));
                self.arena.number_of(truth)
            }
            Op::Sum(terms) => {
                let terms: Vec<View> = terms
                    .iter()
                    .map(|&(node, factor)| self.view(View { node, factor, offset: 0 }))
                    .collect();
                self.arena.sum(&terms)
            }
            Op::Select(members) => {
                let members =
                    members.iter().map(|&(truth, value)| (self.truth(truth), value)).collect();
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
            Op::If(truth, a, b) => {
                let (truth, a, b) = (self.truth(*truth), self.view(*a), self.view(*b));
                self.arena.conditional(truth, a, b)
            }
            Op::Element(list, index) => {
                let (list, index) = (views(self, list), self.view(*index));
                self.arena.element(&list, index)
            }
            Op::Nth(list, place) => {
                let list = views(self, list);
                self.arena.nth(&list, *place)
            }
            op => return Imported::Truth(self.apply_truth(op)),
        };
        Imported::Int(number)
    }

    fn apply_truth(&mut self, op: &Op) -> Truth {
        match op {
            Op::True => Truth::TRUE,
            Op::Or(parts) => {
                let parts: Vec<Truth> = parts.iter().map(|&part| self.truth(part)).collect();
                self.arena.or(parts)
            }
            Op::Xor(a, b) => {
                let (a, b) = (self.truth(Truth::new(*a)), self.truth(Truth::new(*b)));
                self.arena.xor(a, b)
            }
            Op::Eq(child, value) => {
                let view = self.view(View::of(*child));
                self.arena.eq_const(view, *value)
            }
            Op::Le(child, bound) => {
                let view = self.view(View::of(*child));
                self.arena.le_const(view, *bound)
            }
            Op::AllDifferent(list) => {
                let list: Vec<View> = list.iter().map(|&view| self.view(view)).collect();
                self.arena.all_different(&list)
            }
            Op::Table(list, rows) => {
                let list: Vec<View> = list.iter().map(|&view| self.view(view)).collect();
                self.arena.one_of_rows(&list, rows)
            }
            Op::Defined(op, a, b) => {
                let (a, b) = (self.view(*a), self.view(*b));
                self.arena.defined(*op, a, b)
            }
            Op::EqViews(a, b) => {
                let (a, b) = (self.view(*a), self.view(*b));
                self.arena.eq_views(a, b)
            }
            Op::LeViews(a, b) => {
                let (a, b) = (self.view(*a), self.view(*b));
                self.arena.le_views(a, b)
            }
            op => unreachable!("{op:?} is a number"),
        }
    }
}
