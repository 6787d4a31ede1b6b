//! Variables that the demands define case by case.
//!
//! A person who has no arrays at hand writes what a variable is as one implication per case:
//!
//! ```text
//! corner 1 is at place 7                                   ⟹  p = permutation of corner 1
//! corner 2 is at place 7                                   ⟹  p = permutation of corner 2  …
//! corner 1 is at place 7  and  p = 0                       ⟹  value = 4
//! corner 1 is at place 7  and  p = 1                       ⟹  value = 9                    …
//! ```
//!
//! Where exactly one of the cases holds, the variable is a function of them and needs no literals
//! of its own: it becomes the integer that is selected by literals "this case holds", and what is
//! selected by the same cases shares them. What the engine then learns about one case tells it
//! something about everything that the case decides, in both directions.
//!
//! That one case holds is not guessed but shown, as a tree: of the values of a variable one is
//! taken; of variables that are all different and as many as their values, one takes a given value;
//! of a group of flags one is set.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use gordian_model::{Model, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::deduce::{Conclusions, solved_for_each};
use crate::ir::{Arena, Lowered, NodeId, Op, Root, Truth, View};

/// A case of more guards than this is none.
const MAX_GUARDS: usize = 3;
/// A variable with more cases than this keeps its own literals.
const MAX_CASES: usize = 512;
/// Groups larger than this are not tried.
const MAX_GROUP: usize = 128;

type Guards = SmallVec<[Truth; MAX_GUARDS]>;

/// A demand of the form "where all guards hold, the variable is this".
#[derive(Clone, Debug)]
struct Case {
    /// The demand's place among the demands.
    root: usize,
    guards: Guards,
    outcome: View,
}

impl Case {
    /// Returns whether the variable is a constant in this case.
    fn is_plain(&self) -> bool {
        self.outcome.factor == 0
    }
}

/// Adds to `conclusions` what is defined case by case: aliases of selections, which are added to
/// the arena.
///
/// What else the conclusions say of this round is taken into account.
pub(super) fn conclude(model: &Model, lowered: &mut Lowered, conclusions: &mut Conclusions) {
    let exclusive = Exclusive::new(lowered);
    let families = read(lowered, &exclusive, &conclusions.aliases);
    if families.is_empty() {
        return;
    }
    let mut search = Search {
        exclusive,
        lowered,
        aliased: &conclusions.aliases,
        defined: FxHashMap::default(),
        needed: FxHashSet::default(),
        never: FxHashSet::default(),
        implied: Vec::new(),
        stated: FxHashSet::default(),
    };
    search.find_never();
    let mut aliases: Vec<(NodeId, View)> = Vec::new();
    let (plain, by_others): (Vec<&Family>, Vec<&Family>) =
        families.iter().partition(|family| family.cases.iter().all(Case::is_plain));
    // What others are made of first: cases that say "as that one". Of each kind, later variables
    // first, because definitions are written after what they are made of.
    for (families, others_known) in [(by_others, false), (plain, true)] {
        if others_known && !search.defined.is_empty() {
            search.find_never();
        }
        for family in families.into_iter().rev() {
            let Some(definition) = search.define(family) else { continue };
            let name = &model.variables()[family.var].name;
            let note: Arc<str> =
                format!("`{name}` is decided by cases of which one holds: no clauses").into();
            for &root in &definition.roots {
                conclusions.settled[root] = true;
                if let Some(constraint) = search.lowered.roots[root].constraint {
                    conclusions.notes.push((constraint, Arc::clone(&note)));
                }
            }
            aliases.push((family.node, definition.view));
        }
    }
    conclusions.n_by_cases += aliases.len();
    conclusions.implied.append(&mut search.implied);
    conclusions.aliases.extend(aliases);
}

/// The cases of a variable.
#[derive(Debug)]
struct Family {
    node: NodeId,
    var: VarId,
    cases: Vec<Case>,
}

/// Returns all demands that can be read as cases of a variable, by variable in their order.
///
/// One demand may be read several ways.
fn read(
    lowered: &mut Lowered,
    exclusive: &Exclusive,
    aliases: &FxHashMap<NodeId, View>,
) -> Vec<Family> {
    let mut families: Vec<Family> = Vec::new();
    let mut family_of: FxHashMap<NodeId, usize> = FxHashMap::default();
    for root in 0..lowered.roots.len() {
        let Root { truth, .. } = lowered.roots[root];
        let Op::Or(parts) = lowered.arena.op(truth.node()) else { continue };
        if truth.is_negated() || parts.len() > MAX_GUARDS + 1 {
            continue;
        }
        let parts = parts.clone();
        for (place, &part) in parts.iter().enumerate() {
            let others = || parts.iter().enumerate().filter(|other| other.0 != place);
            let are_guards = others().all(|(_, &other)| exclusive.is_guard(&lowered.arena, !other));
            if !are_guards {
                continue;
            }
            for (node, outcome) in outcomes(&lowered.arena, part) {
                if aliases.contains_key(&node) || aliases.contains_key(&outcome.node) {
                    continue;
                }
                let Op::Var(var) = *lowered.arena.op(node) else { continue };
                let guards =
                    others().map(|(_, &other)| replaced(&mut lowered.arena, !other, aliases));
                let guards = guards.collect();
                let family = *family_of.entry(node).or_insert_with(|| {
                    families.push(Family { node, var, cases: Vec::new() });
                    families.len() - 1
                });
                families[family].cases.push(Case { root, guards, outcome });
            }
        }
    }
    families.sort_unstable_by_key(|family| family.var);
    families
}

/// Returns a guard as it reads with variables replaced by what they are views of.
fn replaced(arena: &mut Arena, guard: Truth, aliases: &FxHashMap<NodeId, View>) -> Truth {
    match as_value(arena, guard).and_then(|(node, value)| Some((aliases.get(&node)?, value))) {
        Some((&view, value)) => arena.eq_const(view, value),
        None => guard,
    }
}

/// Returns the variables that a truth determines, each with what it is then.
fn outcomes(arena: &Arena, truth: Truth) -> SmallVec<[(NodeId, View); 2]> {
    let mut outcomes = SmallVec::new();
    if let Some((node, value)) = as_value(arena, truth) {
        if is_variable(arena, node) {
            outcomes.push((node, View::constant(value)));
        }
    } else if let (&Op::Eq(sum, value), false) = (arena.op(truth.node()), truth.is_negated())
        && let Op::Sum(terms) = arena.op(sum)
    {
        outcomes = solved_for_each(terms, value);
        outcomes.retain(|(x, view)| is_variable(arena, *x) && is_variable(arena, view.node));
    }
    outcomes
}

fn is_variable(arena: &Arena, node: NodeId) -> bool {
    matches!(arena.op(node), Op::Var(_)) && arena.dom(node).values().is_some()
}

/// Returns the node and the value that it has where the truth holds, if that is all that the truth
/// says.
fn as_value(arena: &Arena, truth: Truth) -> Option<(NodeId, i64)> {
    let Op::Eq(node, value) = *arena.op(truth.node()) else { return None };
    if !truth.is_negated() {
        return (!matches!(arena.op(node), Op::Sum(_))).then_some((node, value));
    }
    match arena.dom(node).values() {
        Some(&[low, high]) => Some((node, if value == low { high } else { low })),
        _ => None,
    }
}

/// Truths of which exactly one holds.
#[derive(Debug, Default)]
struct Choice {
    members: Vec<Truth>,
    /// What this is a fact about, also where no member speaks of it.
    about: Vec<NodeId>,
}

/// What is known of truths of which exactly one holds.
struct Exclusive {
    /// Groups by their members, other than "one of the values of a variable".
    groups_of: FxHashMap<Truth, SmallVec<[Rc<Choice>; 2]>>,
    /// "One of the values of a variable", where the demands speak of all values, once asked for.
    values_of: RefCell<FxHashMap<NodeId, Option<Rc<Choice>>>>,
}

impl Exclusive {
    fn new(lowered: &Lowered) -> Self {
        let mut exclusive = Self { groups_of: FxHashMap::default(), values_of: RefCell::default() };
        for (_, group) in &lowered.groups {
            if group.exact && group.members.len() <= MAX_GROUP {
                let about = group.members.iter().map(|member| member.node()).collect();
                exclusive.add(group.members.clone(), about);
            }
        }
        for root in &lowered.roots {
            if let (Op::AllDifferent(views), false) =
                (lowered.arena.op(root.truth.node()), root.truth.is_negated())
                && views.len() <= MAX_GROUP
            {
                exclusive.add_permutation(&lowered.arena, views);
            }
        }
        exclusive
    }

    fn add(&mut self, members: Vec<Truth>, about: Vec<NodeId>) {
        let choice = Rc::new(Choice { members, about });
        for &member in &choice.members {
            self.groups_of.entry(member).or_default().push(Rc::clone(&choice));
        }
    }

    /// Notes that each value is taken by one of the views, if they are as many as their values.
    fn add_permutation(&mut self, arena: &Arena, views: &[View]) {
        let mut takers: FxHashMap<i64, Option<Vec<Truth>>> = FxHashMap::default();
        for view in views {
            let Some(values) = arena.dom(view.node).values().filter(|_| view.factor != 0) else {
                return;
            };
            for &value in values {
                let members = takers.entry(view.apply(value)).or_insert_with(|| Some(Vec::new()));
                // What no demand speaks of is no guard of any case.
                match find_value(arena, view.node, value) {
                    Some(truth) => members.iter_mut().for_each(|list| list.push(truth)),
                    None => *members = None,
                }
            }
        }
        if takers.len() == views.len() {
            // That a value is left to some of the views is a fact about all of them.
            let about: Vec<NodeId> = views.iter().map(|view| view.node).collect();
            for members in takers.into_values().flatten() {
                self.add(members, about.clone());
            }
        }
    }

    /// Returns whether the truth may be one of a group.
    fn is_guard(&self, arena: &Arena, truth: Truth) -> bool {
        as_value(arena, truth).is_some() || self.groups_of.contains_key(&truth)
    }

    /// Returns the groups with this truth.
    fn with(&self, arena: &Arena, truth: Truth) -> SmallVec<[Rc<Choice>; 2]> {
        let mut groups = self.groups_of.get(&truth).cloned().unwrap_or_default();
        if let Some((node, _)) = as_value(arena, truth) {
            let mut known = self.values_of.borrow_mut();
            let values = known.entry(node).or_insert_with(|| {
                let values = arena.dom(node).values().filter(|list| list.len() <= MAX_GROUP)?;
                let members = values.iter().map(|&value| find_value(arena, node, value));
                Some(Rc::new(Choice {
                    members: members.collect::<Option<_>>()?,
                    about: vec![node],
                }))
            });
            groups.extend(values.clone());
        }
        groups
    }
}

/// Returns the truth that the node has this value, if anything speaks of it.
fn find_value(arena: &Arena, node: NodeId, value: i64) -> Option<Truth> {
    match arena.dom(node).values() {
        // Of two values, one is the absence of the other.
        Some(&[low, high]) if value == low => {
            arena.find(&Op::Eq(node, high)).map(|node| !Truth::new(node))
        }
        _ => arena.find(&Op::Eq(node, value)).map(Truth::new),
    }
}

/// That one of several cases always holds.
#[derive(Default)]
struct Proof {
    /// The places of the cases.
    chosen: Vec<usize>,
    /// The groups by which the cases are told apart.
    groups: Vec<Rc<Choice>>,
}

/// What a variable was found to be.
struct Definition {
    view: View,
    roots: Vec<usize>,
}

struct Search<'a> {
    lowered: &'a mut Lowered,
    exclusive: Exclusive,
    /// Variables that are views of others.
    aliased: &'a FxHashMap<NodeId, View>,
    /// Variables that are other variables by one guard each.
    defined: FxHashMap<NodeId, FxHashMap<Truth, View>>,
    /// Variables that definitions are made of.
    needed: FxHashSet<NodeId>,
    /// Truths, in order, that never hold together.
    never: FxHashSet<Guards>,
    /// What follows from the definitions and helps engines, without repetition.
    implied: Vec<Truth>,
    stated: FxHashSet<Truth>,
}

impl Search<'_> {
    /// Returns what the variable is, if its cases cover everything.
    fn define(&mut self, family: &Family) -> Option<Definition> {
        let variable = family.node;
        if self.needed.contains(&variable) || family.cases.len() > MAX_CASES {
            return None;
        }
        let mut in_context: Vec<Guards> = Vec::with_capacity(family.cases.len());
        for case in &family.cases {
            let mut guards = case.guards.clone();
            self.put_in_context(&mut guards);
            in_context.push(guards);
        }
        let possible = in_context.iter().enumerate();
        let possible = possible.filter(|(_, guards)| !guards.contains(&Truth::FALSE));
        let open: Vec<(Guards, usize)> =
            possible.map(|(place, guards)| (guards.clone(), place)).collect();
        let mut proof = Proof::default();
        let first_group = self.cover(&open, &mut Guards::new(), &mut proof)?;
        let chosen: Vec<(&Guards, &Case)> = proof
            .chosen
            .into_iter()
            .map(|place| (&in_context[place], &family.cases[place]))
            .collect();
        // What the proof is about must stay what it is.
        let mut parts = FxHashSet::default();
        for group in &proof.groups {
            let below = self.lowered.arena.below(&group.about).into_iter();
            parts.extend(below.filter(|&node| matches!(self.lowered.arena.op(node), Op::Var(_))));
        }
        for &(_, case) in &chosen {
            if case.outcome.factor != 0 {
                parts.insert(case.outcome.node);
            }
        }
        // Nothing may be made of what is itself replaced now.
        let is_replaced = |part| self.defined.contains_key(part) || self.aliased.contains_key(part);
        if parts.contains(&variable) || parts.iter().any(is_replaced) {
            return None;
        }
        let arena = &mut self.lowered.arena;
        let mut members: Vec<(Truth, i64)> = Vec::new();
        let mut within: FxHashMap<Truth, SmallVec<[Truth; 8]>> = FxHashMap::default();
        for &(guards, Case { outcome, .. }) in &chosen {
            let n_before = members.len();
            match outcome.as_constant() {
                Some(value) => members.push((arena.and(guards.iter().copied()), value)),
                None => {
                    let values = arena.dom(outcome.node).values()?.to_vec();
                    for value in values {
                        let taken = arena.eq_const(View::of(outcome.node), value);
                        let holds = arena.and(guards.iter().copied().chain([taken]));
                        members.push((holds, outcome.apply(value)));
                    }
                }
            }
            if let Some(guard) = guards.iter().find(|guard| first_group.members.contains(guard)) {
                let holds = members[n_before..].iter().map(|member| member.0);
                within.entry(*guard).or_default().extend(holds);
            }
        }
        if members.len() > MAX_CASES {
            return None;
        }
        // An engine sees this only after trying all cases of the guard.
        for &guard in &first_group.members {
            let one = within.remove(&guard).unwrap_or_default();
            let truth = arena.or(one.into_iter().chain([!guard]));
            if truth != Truth::TRUE && self.stated.insert(truth) {
                self.implied.push(truth);
            }
        }
        let view = arena.select(members);
        self.needed.extend(parts);
        let by_guard = chosen.iter().filter_map(|&(guards, case)| match guards[..] {
            [guard] => Some((guard, case.outcome)),
            _ => None,
        });
        self.defined.insert(variable, by_guard.collect());
        Some(Definition { view, roots: chosen.iter().map(|(_, case)| case.root).collect() })
    }

    /// Notes the truths that a demand keeps from holding together, and states the demand itself
    /// without defined variables where that is possible.
    fn find_never(&mut self) {
        for place in 0..self.lowered.roots.len() {
            let truth = self.lowered.roots[place].truth;
            let arena = &self.lowered.arena;
            let Op::Or(parts) = arena.op(truth.node()) else { continue };
            if truth.is_negated()
                || parts.len() > MAX_GUARDS
                || !parts.iter().all(|&part| self.exclusive.is_guard(arena, !part))
            {
                continue;
            }
            let parts = parts.clone();
            let arena = &mut self.lowered.arena;
            let guards = parts.iter().map(|&part| replaced(arena, !part, self.aliased));
            let mut guards: Guards = guards.collect();
            if self.put_in_context(&mut guards) {
                let truth = self.lowered.arena.or(guards.iter().map(|&guard| !guard));
                self.lowered.roots[place].truth = truth;
            }
            self.never.insert(sorted(&guards));
        }
    }

    /// Replaces guards about defined variables by what they say where the other guards hold; returns
    /// whether there were any.
    fn put_in_context(&mut self, guards: &mut Guards) -> bool {
        let mut changed = false;
        if self.defined.is_empty() {
            return changed;
        }
        for place in 0..guards.len() {
            let Some((node, value)) = as_value(&self.lowered.arena, guards[place]) else {
                continue;
            };
            let Some(by_guard) = self.defined.get(&node) else { continue };
            let view = guards.iter().find_map(|guard| by_guard.get(guard));
            if let Some(&view) = view {
                guards[place] = self.lowered.arena.eq_const(view, value);
                changed = true;
            }
        }
        guards.retain(|guard| *guard != Truth::TRUE);
        changed
    }

    /// Shows that, where all of `path` holds, one of the cases does, and adds what is needed for it
    /// to `proof`: the cases chosen exclude each other.
    ///
    /// Returns the group by which the cases were told apart first (nothing where one of them
    /// simply holds, or where the path never does); `None` if it cannot be shown.
    fn cover(
        &self,
        cases: &[(Guards, usize)],
        path: &mut Guards,
        proof: &mut Proof,
    ) -> Option<Rc<Choice>> {
        let Some((first, _)) = cases.first() else {
            return self.never.contains(&sorted(path)).then(Rc::default);
        };
        if let Some(&(_, place)) = cases.iter().find(|(guards, _)| guards.is_empty()) {
            proof.chosen.push(place);
            return Some(Rc::default());
        }
        let before = (proof.chosen.len(), proof.groups.len());
        for &guard in first {
            for group in self.exclusive.with(&self.lowered.arena, guard) {
                let covered = group.members.iter().all(|&member| {
                    let mut rest: SmallVec<[(Guards, usize); 8]> = SmallVec::new();
                    for (guards, place) in cases {
                        if guards.contains(&member) {
                            let without = guards.iter().copied().filter(|&guard| guard != member);
                            rest.push((without.collect(), *place));
                        }
                    }
                    path.push(member);
                    let covered = self.cover(&rest, path, proof).is_some();
                    path.pop();
                    covered
                });
                if covered {
                    proof.groups.push(Rc::clone(&group));
                    return Some(group);
                }
                proof.chosen.truncate(before.0);
                proof.groups.truncate(before.1);
            }
        }
        None
    }
}

fn sorted(truths: &Guards) -> Guards {
    let mut truths = truths.clone();
    truths.sort_unstable();
    truths
}
