//! Variables that implications define case by case.
//!
//! Models without arrays define a variable by one implication per case:
//!
//! ```text
//! corner 1 is at place 7                                   ⟹  p = permutation of corner 1
//! corner 2 is at place 7                                   ⟹  p = permutation of corner 2  …
//! corner 1 is at place 7  and  p = 0                       ⟹  value = 4
//! corner 1 is at place 7  and  p = 1                       ⟹  value = 9                    …
//! ```
//!
//! If exactly one of the cases holds, the variable is a function of them and needs no literals of
//! its own: it becomes a `Select` over literals "this case holds", and variables defined by the
//! same cases share these literals. What the engine learns about a case then constrains everything
//! that the case determines, in both directions.
//!
//! That one case holds is proved by a tree of case distinctions: a variable takes one of its
//! values; if there are as many all-different variables as values, one of them takes a given value;
//! one member of an exactly-one group holds.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use gordian_model::{Model, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::deduce::{Deductions, solve_for_each};
use crate::ir::{Arena, BoolRef, IntRef, LoweredModel, NodeId, Op, RootConstraint};

/// Implications with more guards than this are not considered cases.
const MAX_GUARDS: usize = 3;
/// A variable with more cases than this keeps its own literals.
const MAX_CASES: usize = 512;
/// Larger groups are not used for case distinctions.
const MAX_GROUP_SIZE: usize = 128;

type Guards = SmallVec<[BoolRef; MAX_GUARDS]>;

/// A root constraint of the form "if all guards hold, the variable equals `outcome`".
#[derive(Clone, Debug)]
struct Case {
    /// Index of the root constraint.
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

/// Adds to `deductions` the variables that are defined by cases: aliases of `Select` nodes, which
/// are added to the arena. What `lowered` states stays the same.
///
/// Takes the other deductions of this round into account.
pub(super) fn define_by_cases(
    model: &Model,
    lowered: &mut LoweredModel,
    deductions: &mut Deductions,
) {
    let exclusive = ExactlyOneIndex::new(lowered);
    let all_cases = collect_cases(lowered, &exclusive, &deductions.aliases);
    if all_cases.is_empty() {
        return;
    }
    let mut definer = CaseDefiner {
        exclusive,
        lowered,
        aliased: &deductions.aliases,
        defined: FxHashMap::default(),
        used_by_definitions: FxHashSet::default(),
        impossible_guards: FxHashSet::default(),
        implied: Vec::new(),
        implied_seen: FxHashSet::default(),
        rewritten: Vec::new(),
    };
    definer.collect_impossible_guards();
    let mut aliases: Vec<(NodeId, IntRef)> = Vec::new();
    let (constant, by_others): (Vec<&VarCases>, Vec<&VarCases>) =
        all_cases.iter().partition(|var_cases| var_cases.cases.iter().all(Case::is_constant));
    // First the variables that others are defined by: those with cases of the form `x = y + k`.
    // Within each kind, later variables first, because definitions usually follow what they refer
    // to.
    for (all_cases, others_known) in [(by_others, false), (constant, true)] {
        if others_known && !definer.defined.is_empty() {
            definer.collect_impossible_guards();
        }
        for var_cases in all_cases.into_iter().rev() {
            let Some(definition) = definer.define(var_cases) else { continue };
            let name = &model.variables()[var_cases.var].name;
            let note: Arc<str> =
                format!("`{name}` is defined by exhaustive cases: no clauses").into();
            for &root in &definition.roots {
                deductions.redundant[root] = true;
                if let Some(constraint) = definer.lowered.roots[root].constraint {
                    deductions.notes.push((constraint, Arc::clone(&note)));
                }
            }
            aliases.push((var_cases.node, definition.view));
        }
    }
    deductions.n_case_definitions += aliases.len();
    deductions.implied.append(&mut definer.implied);
    deductions.rewritten.append(&mut definer.rewritten);
    deductions.aliases.extend(aliases);
}

/// The cases of a variable.
#[derive(Debug)]
struct VarCases {
    node: NodeId,
    var: VarId,
    cases: Vec<Case>,
}

/// Returns all root constraints that have the form of a case, grouped by variable, in the order of
/// the variables.
///
/// A root constraint may be a case of several variables.
fn collect_cases(
    lowered: &mut LoweredModel,
    exclusive: &ExactlyOneIndex,
    aliases: &FxHashMap<NodeId, IntRef>,
) -> Vec<VarCases> {
    let mut all_cases: Vec<VarCases> = Vec::new();
    let mut index_of: FxHashMap<NodeId, usize> = FxHashMap::default();
    for root in 0..lowered.roots.len() {
        let RootConstraint { condition, .. } = lowered.roots[root];
        let Op::Or(parts) = lowered.arena.op(condition.node()) else { continue };
        if condition.is_negated() || parts.len() > MAX_GUARDS + 1 {
            continue;
        }
        let parts = parts.clone();
        for (position, &part) in parts.iter().enumerate() {
            let others = || parts.iter().enumerate().filter(|other| other.0 != position);
            let are_guards =
                others().all(|(_, &other)| exclusive.can_be_guard(&lowered.arena, !other));
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
                let index = *index_of.entry(node).or_insert_with(|| {
                    all_cases.push(VarCases { node, var, cases: Vec::new() });
                    all_cases.len() - 1
                });
                all_cases[index].cases.push(Case { root, guards, outcome });
            }
        }
    }
    all_cases.sort_unstable_by_key(|var_cases| var_cases.var);
    all_cases
}

/// Returns the guard with variables replaced by their aliases.
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

/// Returns the variables that a condition determines, with their values.
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

/// Returns the condition as an equality `node = value`, if it is equivalent to one.
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

/// Conditions of which exactly one holds.
#[derive(Debug, Default)]
struct ExactlyOneGroup {
    members: Vec<BoolRef>,
    /// The nodes that the group constrains, including those without a member of their own.
    subjects: Vec<NodeId>,
}

/// All known groups of conditions of which exactly one holds.
struct ExactlyOneIndex {
    /// Groups by member, except for the values of a single variable.
    groups_of: FxHashMap<BoolRef, SmallVec<[Rc<ExactlyOneGroup>; 2]>>,
    /// Groups of the values of a single variable, created on first use; `None` if some value occurs
    /// in no root constraint.
    values_of: RefCell<FxHashMap<NodeId, Option<Rc<ExactlyOneGroup>>>>,
}

impl ExactlyOneIndex {
    fn new(lowered: &LoweredModel) -> Self {
        let mut exclusive = Self { groups_of: FxHashMap::default(), values_of: RefCell::default() };
        for (_, group) in &lowered.groups {
            if group.exactly_one && group.members.len() <= MAX_GROUP_SIZE {
                let subjects = group.members.iter().map(|member| member.node()).collect();
                exclusive.add(group.members.clone(), subjects);
            }
        }
        for root in &lowered.roots {
            if let (Op::AllDifferent(views), false) =
                (lowered.arena.op(root.condition.node()), root.condition.is_negated())
                && views.len() <= MAX_GROUP_SIZE
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

    /// Adds a group "one of the views takes this value" for each value, if there are as many views
    /// as values.
    fn add_permutation_groups(&mut self, arena: &Arena, views: &[IntRef]) {
        let mut holders: FxHashMap<i64, Option<Vec<BoolRef>>> = FxHashMap::default();
        for view in views {
            let Some(values) = arena.domain(view.node).values().filter(|_| view.factor != 0) else {
                return;
            };
            for &value in values {
                let members = holders.entry(view.apply(value)).or_insert_with(|| Some(Vec::new()));
                // A condition that occurs in no root constraint is not a guard of any case.
                match find_equality(arena, view.node, value) {
                    Some(condition) => members.iter_mut().for_each(|list| list.push(condition)),
                    None => *members = None,
                }
            }
        }
        if holders.len() == views.len() {
            // Each of these groups depends on all views.
            let subjects: Vec<NodeId> = views.iter().map(|view| view.node).collect();
            for members in holders.into_values().flatten() {
                self.add(members, subjects.clone());
            }
        }
    }

    /// Returns whether the condition may be a member of a group.
    fn can_be_guard(&self, arena: &Arena, condition: BoolRef) -> bool {
        as_equality(arena, condition).is_some() || self.groups_of.contains_key(&condition)
    }

    /// Returns the groups that contain this condition.
    fn groups_containing(
        &self,
        arena: &Arena,
        condition: BoolRef,
    ) -> SmallVec<[Rc<ExactlyOneGroup>; 2]> {
        let mut groups = self.groups_of.get(&condition).cloned().unwrap_or_default();
        if let Some((node, _)) = as_equality(arena, condition) {
            let mut known = self.values_of.borrow_mut();
            let values = known.entry(node).or_insert_with(|| {
                let values =
                    arena.domain(node).values().filter(|list| list.len() <= MAX_GROUP_SIZE)?;
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

/// Returns the condition `node = value` if it exists in the arena.
fn find_equality(arena: &Arena, node: NodeId, value: i64) -> Option<BoolRef> {
    match arena.domain(node).values() {
        // With two values, each is the negation of the other.
        Some(&[low, high]) if value == low => {
            arena.find(&Op::Eq(node, high)).map(|node| !BoolRef::new(node))
        }
        _ => arena.find(&Op::Eq(node, value)).map(BoolRef::new),
    }
}

/// A proof that one of several cases always holds.
#[derive(Default)]
struct CoverageProof {
    /// Indices of the cases.
    chosen: Vec<usize>,
    /// The groups used for case distinctions.
    groups: Vec<Rc<ExactlyOneGroup>>,
}

/// The definition of a variable by cases.
struct Definition {
    view: IntRef,
    roots: Vec<usize>,
}

struct CaseDefiner<'a> {
    lowered: &'a mut LoweredModel,
    exclusive: ExactlyOneIndex,
    /// Variables that are aliases of other views.
    aliased: &'a FxHashMap<NodeId, IntRef>,
    /// Variables defined as views of other variables, by their single guard.
    defined: FxHashMap<NodeId, FxHashMap<BoolRef, IntRef>>,
    /// Variables that definitions refer to.
    used_by_definitions: FxHashSet<NodeId>,
    /// Sorted sets of conditions that cannot hold together.
    impossible_guards: FxHashSet<Guards>,
    /// Implied constraints that help engines, without duplicates.
    implied: Vec<BoolRef>,
    implied_seen: FxHashSet<BoolRef>,
    /// Root constraints with conditions without defined variables.
    rewritten: Vec<(usize, BoolRef)>,
}

impl CaseDefiner<'_> {
    /// Returns the definition of the variable if its cases are exhaustive.
    fn define(&mut self, var_cases: &VarCases) -> Option<Definition> {
        let variable = var_cases.node;
        if self.used_by_definitions.contains(&variable) || var_cases.cases.len() > MAX_CASES {
            return None;
        }
        let mut substituted_guards: Vec<Guards> = Vec::with_capacity(var_cases.cases.len());
        for case in &var_cases.cases {
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
            .map(|position| (&substituted_guards[position], &var_cases.cases[position]))
            .collect();
        // The variables that the proof refers to must not be replaced.
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
        // A definition must not refer to variables that are replaced in this round.
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
        // Implied: an engine would find it only after trying all cases of the guard.
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

    /// Collects the sets of conditions that root constraints exclude from holding together, and
    /// those root constraints without defined variables where possible.
    ///
    /// The root constraints themselves stay: one that defines a variable would become trivial by
    /// its own definition, and presolve may drop the definitions of a round.
    fn collect_impossible_guards(&mut self) {
        for position in 0..self.lowered.roots.len() {
            let condition = self.lowered.roots[position].condition;
            let arena = &self.lowered.arena;
            let Op::Or(parts) = arena.op(condition.node()) else { continue };
            if condition.is_negated()
                || parts.len() > MAX_GUARDS
                || !parts.iter().all(|&part| self.exclusive.can_be_guard(arena, !part))
            {
                continue;
            }
            let parts = parts.clone();
            let arena = &mut self.lowered.arena;
            let guards = parts.iter().map(|&part| substitute_alias(arena, !part, self.aliased));
            let mut guards: Guards = guards.collect();
            if self.substitute_defined(&mut guards) {
                let condition = self.lowered.arena.or(guards.iter().map(|&guard| !guard));
                self.rewritten.push((position, condition));
            }
            self.impossible_guards.insert(sorted_guards(&guards));
        }
    }

    /// Replaces guards on defined variables by equivalent ones under the other guards. Returns
    /// whether any guard was replaced.
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

    /// Proves that one of the cases holds whenever all of `path` holds, and adds the chosen cases,
    /// which exclude each other, to `proof`.
    ///
    /// Returns the group of the first case distinction (an empty one if a case holds
    /// unconditionally, or if the path is impossible); `None` if there is no proof.
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
