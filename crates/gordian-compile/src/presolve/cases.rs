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

use super::deduce::{Deductions, solve_for_each};
use crate::ir::{Arena, BoolRef, IntRef, LoweredModel, NodeId, Op, RootConstraint};

/// A case of more guards than this is none.
const MAX_GUARDS: usize = 3;
/// A variable with more cases than this keeps its own literals.
const MAX_CASES: usize = 512;
/// Groups larger than this are not tried.
const MAX_GROUP: usize = 128;

type Guards = SmallVec<[BoolRef; MAX_GUARDS]>;

/// A demand of the form "where all guards hold, the variable is this".
#[derive(Clone, Debug)]
struct Case {
    /// The demand's place among the demands.
    root: usize,
    guards: Guards,
    outcome: IntRef,
}

impl Case {
    /// Returns whether the variable is a constant in this case.
    fn is_constant(&self) -> bool {
        self.outcome.factor == 0
    }
}

/// Adds to `deductions` what is defined case by case: aliases of selections, which are added to
/// the arena.
///
/// What else the conclusions say of this round is taken into account.
pub(super) fn define_by_cases(
    model: &Model,
    lowered: &mut LoweredModel,
    deductions: &mut Deductions,
) {
    let exclusive = ExactlyOneIndex::new(lowered);
    let families = collect_cases(lowered, &exclusive, &deductions.aliases);
    if families.is_empty() {
        return;
    }
    let mut search = CaseDefiner {
        exclusive,
        lowered,
        aliased: &deductions.aliases,
        defined: FxHashMap::default(),
        used_by_definitions: FxHashSet::default(),
        impossible_guards: FxHashSet::default(),
        implied: Vec::new(),
        implied_seen: FxHashSet::default(),
    };
    search.collect_impossible_guards();
    let mut aliases: Vec<(NodeId, IntRef)> = Vec::new();
    let (plain, by_others): (Vec<&VarCases>, Vec<&VarCases>) =
        families.iter().partition(|family| family.cases.iter().all(Case::is_constant));
    // What others are made of first: cases that say "as that one". Of each kind, later variables
    // first, because definitions are written after what they are made of.
    for (families, others_known) in [(by_others, false), (plain, true)] {
        if others_known && !search.defined.is_empty() {
            search.collect_impossible_guards();
        }
        for family in families.into_iter().rev() {
            let Some(definition) = search.define(family) else { continue };
            let name = &model.variables()[family.var].name;
            let note: Arc<str> =
                format!("`{name}` is decided by cases of which one holds: no clauses").into();
            for &root in &definition.roots {
                deductions.redundant[root] = true;
                if let Some(constraint) = search.lowered.roots[root].constraint {
                    deductions.notes.push((constraint, Arc::clone(&note)));
                }
            }
            aliases.push((family.node, definition.view));
        }
    }
    deductions.n_case_definitions += aliases.len();
    deductions.implied.append(&mut search.implied);
    deductions.aliases.extend(aliases);
}

/// The cases of a variable.
#[derive(Debug)]
struct VarCases {
    node: NodeId,
    var: VarId,
    cases: Vec<Case>,
}

/// Returns all demands that can be read as cases of a variable, by variable in their order.
///
/// One demand may be read several ways.
fn collect_cases(
    lowered: &mut LoweredModel,
    exclusive: &ExactlyOneIndex,
    aliases: &FxHashMap<NodeId, IntRef>,
) -> Vec<VarCases> {
    let mut families: Vec<VarCases> = Vec::new();
    let mut family_of: FxHashMap<NodeId, usize> = FxHashMap::default();
    for root in 0..lowered.roots.len() {
        let RootConstraint { condition, .. } = lowered.roots[root];
        let Op::Or(parts) = lowered.arena.op(condition.node()) else { continue };
        if condition.is_negated() || parts.len() > MAX_GUARDS + 1 {
            continue;
        }
        let parts = parts.clone();
        for (position, &part) in parts.iter().enumerate() {
            let others = || parts.iter().enumerate().filter(|other| other.0 != position);
            let are_guards = others().all(|(_, &other)| exclusive.is_guard(&lowered.arena, !other));
            if !are_guards {
                continue;
            }
            for (node, outcome) in determined_vars(&lowered.arena, part) {
                if aliases.contains_key(&node) || aliases.contains_key(&outcome.node) {
                    continue;
                }
                let Op::Var(var) = *lowered.arena.op(node) else { continue };
                let guards = others()
                    .map(|(_, &other)| substitute_alias(&mut lowered.arena, !other, aliases));
                let guards = guards.collect();
                let family = *family_of.entry(node).or_insert_with(|| {
                    families.push(VarCases { node, var, cases: Vec::new() });
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
fn substitute_alias(
    arena: &mut Arena,
    guard: BoolRef,
    aliases: &FxHashMap<NodeId, IntRef>,
) -> BoolRef {
    match as_equality(arena, guard).and_then(|(node, value)| Some((aliases.get(&node)?, value))) {
        Some((&view, value)) => arena.eq_const(view, value),
        None => guard,
    }
}

/// Returns the variables that a truth determines, each with what it is then.
fn determined_vars(arena: &Arena, condition: BoolRef) -> SmallVec<[(NodeId, IntRef); 2]> {
    let mut determined_vars = SmallVec::new();
    if let Some((node, value)) = as_equality(arena, condition) {
        if is_variable(arena, node) {
            determined_vars.push((node, IntRef::constant(value)));
        }
    } else if let (&Op::Eq(sum, value), false) =
        (arena.op(condition.node()), condition.is_negated())
        && let Op::Sum(terms) = arena.op(sum)
    {
        determined_vars = solve_for_each(terms, value);
        determined_vars.retain(|(x, view)| is_variable(arena, *x) && is_variable(arena, view.node));
    }
    determined_vars
}

fn is_variable(arena: &Arena, node: NodeId) -> bool {
    matches!(arena.op(node), Op::Var(_)) && arena.domain(node).values().is_some()
}

/// Returns the node and the value that it has where the truth holds, if that is all that the truth
/// says.
fn as_equality(arena: &Arena, condition: BoolRef) -> Option<(NodeId, i64)> {
    let Op::Eq(node, value) = *arena.op(condition.node()) else { return None };
    if !condition.is_negated() {
        return (!matches!(arena.op(node), Op::Sum(_))).then_some((node, value));
    }
    match arena.domain(node).values() {
        Some(&[low, high]) => Some((node, if value == low { high } else { low })),
        _ => None,
    }
}

/// Truths of which exactly one holds.
#[derive(Debug, Default)]
struct ExactlyOneGroup {
    members: Vec<BoolRef>,
    /// What this is a fact about, also where no member speaks of it.
    subjects: Vec<NodeId>,
}

/// What is known of truths of which exactly one holds.
struct ExactlyOneIndex {
    /// Groups by their members, other than "one of the values of a variable".
    groups_of: FxHashMap<BoolRef, SmallVec<[Rc<ExactlyOneGroup>; 2]>>,
    /// "One of the values of a variable", where the demands speak of all values, once asked for.
    values_of: RefCell<FxHashMap<NodeId, Option<Rc<ExactlyOneGroup>>>>,
}

impl ExactlyOneIndex {
    fn new(lowered: &LoweredModel) -> Self {
        let mut exclusive = Self { groups_of: FxHashMap::default(), values_of: RefCell::default() };
        for (_, group) in &lowered.groups {
            if group.exactly_one && group.members.len() <= MAX_GROUP {
                let subjects = group.members.iter().map(|member| member.node()).collect();
                exclusive.add(group.members.clone(), subjects);
            }
        }
        for root in &lowered.roots {
            if let (Op::AllDifferent(views), false) =
                (lowered.arena.op(root.condition.node()), root.condition.is_negated())
                && views.len() <= MAX_GROUP
            {
                exclusive.add_permutation_groups(&lowered.arena, views);
            }
        }
        exclusive
    }

    fn add(&mut self, members: Vec<BoolRef>, subjects: Vec<NodeId>) {
        let choice = Rc::new(ExactlyOneGroup { members, subjects });
        for &member in &choice.members {
            self.groups_of.entry(member).or_default().push(Rc::clone(&choice));
        }
    }

    /// Notes that each value is taken by one of the views, if they are as many as their values.
    fn add_permutation_groups(&mut self, arena: &Arena, views: &[IntRef]) {
        let mut holders: FxHashMap<i64, Option<Vec<BoolRef>>> = FxHashMap::default();
        for view in views {
            let Some(values) = arena.domain(view.node).values().filter(|_| view.factor != 0) else {
                return;
            };
            for &value in values {
                let members = holders.entry(view.apply(value)).or_insert_with(|| Some(Vec::new()));
                // What no demand speaks of is no guard of any case.
                match find_equality(arena, view.node, value) {
                    Some(condition) => members.iter_mut().for_each(|list| list.push(condition)),
                    None => *members = None,
                }
            }
        }
        if holders.len() == views.len() {
            // That a value is left to some of the views is a fact about all of them.
            let subjects: Vec<NodeId> = views.iter().map(|view| view.node).collect();
            for members in holders.into_values().flatten() {
                self.add(members, subjects.clone());
            }
        }
    }

    /// Returns whether the truth may be one of a group.
    fn is_guard(&self, arena: &Arena, condition: BoolRef) -> bool {
        as_equality(arena, condition).is_some() || self.groups_of.contains_key(&condition)
    }

    /// Returns the groups with this truth.
    fn groups_containing(
        &self,
        arena: &Arena,
        condition: BoolRef,
    ) -> SmallVec<[Rc<ExactlyOneGroup>; 2]> {
        let mut groups = self.groups_of.get(&condition).cloned().unwrap_or_default();
        if let Some((node, _)) = as_equality(arena, condition) {
            let mut known = self.values_of.borrow_mut();
            let values = known.entry(node).or_insert_with(|| {
                let values = arena.domain(node).values().filter(|list| list.len() <= MAX_GROUP)?;
                let members = values.iter().map(|&value| find_equality(arena, node, value));
                Some(Rc::new(ExactlyOneGroup {
                    members: members.collect::<Option<_>>()?,
                    subjects: vec![node],
                }))
            });
            groups.extend(values.clone());
        }
        groups
    }
}

/// Returns the truth that the node has this value, if anything speaks of it.
fn find_equality(arena: &Arena, node: NodeId, value: i64) -> Option<BoolRef> {
    match arena.domain(node).values() {
        // Of two values, one is the absence of the other.
        Some(&[low, high]) if value == low => {
            arena.find(&Op::Eq(node, high)).map(|node| !BoolRef::new(node))
        }
        _ => arena.find(&Op::Eq(node, value)).map(BoolRef::new),
    }
}

/// That one of several cases always holds.
#[derive(Default)]
struct CoverageProof {
    /// The places of the cases.
    chosen: Vec<usize>,
    /// The groups by which the cases are told apart.
    groups: Vec<Rc<ExactlyOneGroup>>,
}

/// What a variable was found to be.
struct Definition {
    view: IntRef,
    roots: Vec<usize>,
}

struct CaseDefiner<'a> {
    lowered: &'a mut LoweredModel,
    exclusive: ExactlyOneIndex,
    /// Variables that are views of others.
    aliased: &'a FxHashMap<NodeId, IntRef>,
    /// Variables that are other variables by one guard each.
    defined: FxHashMap<NodeId, FxHashMap<BoolRef, IntRef>>,
    /// Variables that definitions are made of.
    used_by_definitions: FxHashSet<NodeId>,
    /// Truths, in order, that never hold together.
    impossible_guards: FxHashSet<Guards>,
    /// What follows from the definitions and helps engines, without repetition.
    implied: Vec<BoolRef>,
    implied_seen: FxHashSet<BoolRef>,
}

impl CaseDefiner<'_> {
    /// Returns what the variable is, if its cases cover everything.
    fn define(&mut self, family: &VarCases) -> Option<Definition> {
        let variable = family.node;
        if self.used_by_definitions.contains(&variable) || family.cases.len() > MAX_CASES {
            return None;
        }
        let mut substituted_guards: Vec<Guards> = Vec::with_capacity(family.cases.len());
        for case in &family.cases {
            let mut guards = case.guards.clone();
            self.substitute_defined(&mut guards);
            substituted_guards.push(guards);
        }
        let possible = substituted_guards.iter().enumerate();
        let possible = possible.filter(|(_, guards)| !guards.contains(&BoolRef::FALSE));
        let open: Vec<(Guards, usize)> =
            possible.map(|(position, guards)| (guards.clone(), position)).collect();
        let mut proof = CoverageProof::default();
        let first_group = self.prove_coverage(&open, &mut Guards::new(), &mut proof)?;
        let chosen: Vec<(&Guards, &Case)> = proof
            .chosen
            .into_iter()
            .map(|position| (&substituted_guards[position], &family.cases[position]))
            .collect();
        // What the proof is about must stay what it is.
        let mut parts = FxHashSet::default();
        for group in &proof.groups {
            let below = self.lowered.arena.reachable_from(&group.subjects).into_iter();
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
        let mut members: Vec<(BoolRef, i64)> = Vec::new();
        let mut conditions_by_guard: FxHashMap<BoolRef, SmallVec<[BoolRef; 8]>> =
            FxHashMap::default();
        for &(guards, Case { outcome, .. }) in &chosen {
            let n_before = members.len();
            match outcome.as_constant() {
                Some(value) => members.push((arena.and(guards.iter().copied()), value)),
                None => {
                    let values = arena.domain(outcome.node).values()?.to_vec();
                    for value in values {
                        let taken = arena.eq_const(IntRef::of(outcome.node), value);
                        let holds = arena.and(guards.iter().copied().chain([taken]));
                        members.push((holds, outcome.apply(value)));
                    }
                }
            }
            if let Some(guard) = guards.iter().find(|guard| first_group.members.contains(guard)) {
                let holds = members[n_before..].iter().map(|member| member.0);
                conditions_by_guard.entry(*guard).or_default().extend(holds);
            }
        }
        if members.len() > MAX_CASES {
            return None;
        }
        // An engine sees this only after trying all cases of the guard.
        for &guard in &first_group.members {
            let one = conditions_by_guard.remove(&guard).unwrap_or_default();
            let condition = arena.or(one.into_iter().chain([!guard]));
            if condition != BoolRef::TRUE && self.implied_seen.insert(condition) {
                self.implied.push(condition);
            }
        }
        let view = arena.select(members);
        self.used_by_definitions.extend(parts);
        let by_guard = chosen.iter().filter_map(|&(guards, case)| match guards[..] {
            [guard] => Some((guard, case.outcome)),
            _ => None,
        });
        self.defined.insert(variable, by_guard.collect());
        Some(Definition { view, roots: chosen.iter().map(|(_, case)| case.root).collect() })
    }

    /// Notes the truths that a demand keeps from holding together, and states the demand itself
    /// without defined variables where that is possible.
    fn collect_impossible_guards(&mut self) {
        for position in 0..self.lowered.roots.len() {
            let condition = self.lowered.roots[position].condition;
            let arena = &self.lowered.arena;
            let Op::Or(parts) = arena.op(condition.node()) else { continue };
            if condition.is_negated()
                || parts.len() > MAX_GUARDS
                || !parts.iter().all(|&part| self.exclusive.is_guard(arena, !part))
            {
                continue;
            }
            let parts = parts.clone();
            let arena = &mut self.lowered.arena;
            let guards = parts.iter().map(|&part| substitute_alias(arena, !part, self.aliased));
            let mut guards: Guards = guards.collect();
            if self.substitute_defined(&mut guards) {
                let condition = self.lowered.arena.or(guards.iter().map(|&guard| !guard));
                self.lowered.roots[position].condition = condition;
            }
            self.impossible_guards.insert(sorted_guards(&guards));
        }
    }

    /// Replaces guards about defined variables by what they say where the other guards hold; returns
    /// whether there were any.
    fn substitute_defined(&mut self, guards: &mut Guards) -> bool {
        let mut changed = false;
        if self.defined.is_empty() {
            return changed;
        }
        for position in 0..guards.len() {
            let Some((node, value)) = as_equality(&self.lowered.arena, guards[position]) else {
                continue;
            };
            let Some(by_guard) = self.defined.get(&node) else { continue };
            let view = guards.iter().find_map(|guard| by_guard.get(guard));
            if let Some(&view) = view {
                guards[position] = self.lowered.arena.eq_const(view, value);
                changed = true;
            }
        }
        guards.retain(|guard| *guard != BoolRef::TRUE);
        changed
    }

    /// Shows that, where all of `path` holds, one of the cases does, and adds what is needed for it
    /// to `proof`: the cases chosen exclude each other.
    ///
    /// Returns the group by which the cases were told apart first (nothing where one of them
    /// simply holds, or where the path never does); `None` if it cannot be shown.
    fn prove_coverage(
        &self,
        cases: &[(Guards, usize)],
        path: &mut Guards,
        proof: &mut CoverageProof,
    ) -> Option<Rc<ExactlyOneGroup>> {
        let Some((first, _)) = cases.first() else {
            return self.impossible_guards.contains(&sorted_guards(path)).then(Rc::default);
        };
        if let Some(&(_, position)) = cases.iter().find(|(guards, _)| guards.is_empty()) {
            proof.chosen.push(position);
            return Some(Rc::default());
        }
        let before = (proof.chosen.len(), proof.groups.len());
        for &guard in first {
            for group in self.exclusive.groups_containing(&self.lowered.arena, guard) {
                let covered = group.members.iter().all(|&member| {
                    let mut rest: SmallVec<[(Guards, usize); 8]> = SmallVec::new();
                    for (guards, position) in cases {
                        if guards.contains(&member) {
                            let without = guards.iter().copied().filter(|&guard| guard != member);
                            rest.push((without.collect(), *position));
                        }
                    }
                    path.push(member);
                    let covered = self.prove_coverage(&rest, path, proof).is_some();
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

fn sorted_guards(conditions: &Guards) -> Guards {
    let mut conditions = conditions.clone();
    conditions.sort_unstable();
    conditions
}
