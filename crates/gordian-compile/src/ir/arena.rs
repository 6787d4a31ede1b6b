//! The arena: nodes, their domains, and known groups of exclusive conditions.

use std::hash::{Hash as _, Hasher as _};

use gordian_core::{Budget, Index, IndexVec};
use gordian_model::VarId;
use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use super::{BoolRef, IntRef, NodeDomain, NodeId, Op};
use crate::budget::{is_stopped, record_overflow};
use crate::wide::WideInt;

/// Conditions of which at most one holds, or exactly one. Such a group acts as an integer variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExclusiveGroup {
    /// The conditions.
    pub members: Vec<BoolRef>,
    /// Whether exactly one member holds; otherwise at most one.
    pub exactly_one: bool,
}

/// The graph under construction.
#[derive(Debug)]
pub(crate) struct Arena {
    ops: IndexVec<NodeId, Op>,
    domains: IndexVec<NodeId, NodeDomain>,
    /// Nodes by the hash of their operation.
    node_table: HashTable<(u64, NodeId)>,
    /// Current domains of the model's variables.
    var_domains: IndexVec<VarId, NodeDomain>,
    /// Views of the variables, created on first use.
    var_views: IndexVec<VarId, Option<IntRef>>,
    /// Disjunctions that are not flattened into larger ones, because a `Select` uses their
    /// literals.
    unflattened: FxHashSet<NodeId>,
    groups: Vec<ExclusiveGroup>,
    groups_of: FxHashMap<BoolRef, Vec<usize>>,
    /// For each node under a root all-different constraint: the number of the constraint, and the
    /// offset.
    all_different_of: FxHashMap<NodeId, Vec<(usize, i64)>>,
    n_all_different: usize,
    /// The domain {0, 1}, shared by all Boolean nodes.
    boolean: NodeDomain,
    /// The integer that all new integers are once the compilation is stopped.
    placeholder: Option<NodeId>,
    pub(crate) budget: Budget,
}

fn hash_of(op: &Op) -> u64 {
    if let Op::Or(parts) = op {
        return hash_of_or(parts);
    }
    let mut hasher = FxHasher::default();
    op.hash(&mut hasher);
    hasher.finish()
}

/// Returns the hash of a disjunction, computed from its operands alone: most nodes are
/// disjunctions, and most lookups find one.
fn hash_of_or(parts: &[BoolRef]) -> u64 {
    let mut hasher = FxHasher::default();
    parts.hash(&mut hasher);
    hasher.finish()
}

/// Memory that a node without lists takes, in literals of clauses.
const LITERALS_PER_NODE: usize = 16;

/// Stops the compilation because the values of the view do not fit 64 bits.
fn record_view_overflow(domain: &NodeDomain, view: IntRef) {
    let value = |x: i64| (WideInt::from(x) * view.factor + view.offset).to_i128();
    let (a, b) = (value(domain.min()), value(domain.max()));
    record_overflow("a scaled number", a.min(b), a.max(b));
}

impl Arena {
    /// Returns an arena for variables with these domains, with capacity for `n_nodes` nodes. Each
    /// new node is charged to `budget`.
    pub(crate) fn new(
        var_domains: IndexVec<VarId, NodeDomain>,
        n_nodes: usize,
        budget: Budget,
    ) -> Self {
        let mut arena = Self {
            ops: IndexVec::with_capacity(n_nodes),
            domains: IndexVec::with_capacity(n_nodes),
            node_table: HashTable::with_capacity(n_nodes),
            var_views: var_domains.iter().map(|_| None).collect(),
            var_domains,
            unflattened: FxHashSet::default(),
            groups: Vec::new(),
            groups_of: FxHashMap::default(),
            all_different_of: FxHashMap::default(),
            n_all_different: 0,
            boolean: NodeDomain::boolean(),
            placeholder: None,
            budget,
        };
        let hash = hash_of(&Op::True);
        let node = arena.ops.push(Op::True);
        arena.domains.push(NodeDomain::from_range(1, 1));
        arena.node_table.insert_unique(hash, (hash, node), |entry| entry.0);
        debug_assert_eq!(node, NodeId::TRUE);
        arena
    }

    pub(crate) fn op(&self, node: NodeId) -> &Op {
        &self.ops[node]
    }

    pub(crate) fn domain(&self, node: NodeId) -> &NodeDomain {
        &self.domains[node]
    }

    pub(crate) fn len(&self) -> usize {
        self.ops.len()
    }

    pub(crate) fn nodes(&self) -> impl DoubleEndedIterator<Item = (NodeId, &Op)> {
        self.ops.iter_enumerated()
    }

    /// Returns the current domains of the model's variables.
    pub(crate) fn var_domains(&self) -> &IndexVec<VarId, NodeDomain> {
        &self.var_domains
    }

    /// Returns the domain of a view.
    pub(crate) fn view_domain(&self, view: IntRef) -> NodeDomain {
        match self.domains[view.node].view(view.factor, view.offset) {
            Some(domain) => domain,
            None => {
                record_view_overflow(&self.domains[view.node], view);
                NodeDomain::boolean()
            }
        }
    }

    /// Returns the smallest and the largest value of a view.
    pub(crate) fn view_bounds(&self, view: IntRef) -> (i64, i64) {
        let domain = &self.domains[view.node];
        let (a, b) = (view.apply(domain.min()), view.apply(domain.max()));
        (a.min(b), a.max(b))
    }

    /// Returns whether the compilation cannot be completed, for loops that take long.
    #[inline]
    pub(crate) fn is_stopped(&self) -> bool {
        is_stopped(&self.budget)
    }

    /// Returns a node instead of a new one, once the compilation is stopped: a constant for a
    /// condition, and for an integer a leaf with two values, which all functions can take as an
    /// operand.
    fn placeholder(&mut self, op: &Op) -> NodeId {
        if op.is_boolean() {
            return NodeId::TRUE;
        }
        *self.placeholder.get_or_insert_with(|| {
            self.domains.push(self.boolean.clone());
            self.ops.push(Op::Var(VarId::from_usize(0)))
        })
    }

    /// Returns a reference to the Boolean node of `op`.
    pub(super) fn intern_bool(&mut self, op: Op) -> BoolRef {
        let boolean = self.boolean.clone();
        BoolRef::new(self.intern(op, || boolean))
    }

    /// Returns the disjunction of two or more operands, which are in ascending order.
    pub(super) fn intern_or(&mut self, parts: &[BoolRef]) -> BoolRef {
        if !self.budget.check() {
            return BoolRef::TRUE;
        }
        let hash = hash_of_or(parts);
        let same = |&(other, node): &(u64, NodeId)| {
            other == hash && matches!(&self.ops[node], Op::Or(own) if **own == *parts)
        };
        if let Some(&(_, node)) = self.node_table.find(hash, same) {
            return BoolRef::new(node);
        }
        let boolean = self.boolean.clone();
        BoolRef::new(self.insert(hash, Op::Or(parts.into()), boolean))
    }

    /// Returns the node of `op`. A new node gets the domain computed by `domain`.
    pub(super) fn intern(&mut self, op: Op, domain: impl FnOnce() -> NodeDomain) -> NodeId {
        if !self.budget.check() {
            return self.placeholder(&op);
        }
        let hash = hash_of(&op);
        if let Some(node) = self.find_hashed(hash, &op) {
            return node;
        }
        let domain = domain();
        self.insert(hash, op, domain)
    }

    /// Returns the node of `op` if it exists.
    pub(crate) fn find(&self, op: &Op) -> Option<NodeId> {
        self.find_hashed(hash_of(op), op)
    }

    fn find_hashed(&self, hash: u64, op: &Op) -> Option<NodeId> {
        let same = |&(other, node): &(u64, NodeId)| other == hash && self.ops[node] == *op;
        self.node_table.find(hash, same).map(|entry| entry.1)
    }

    /// Creates a node for `op`, which must not exist yet.
    pub(super) fn intern_new(&mut self, op: Op, domain: NodeDomain) -> NodeId {
        self.insert(hash_of(&op), op, domain)
    }

    fn insert(&mut self, hash: u64, op: Op, domain: NodeDomain) -> NodeId {
        self.budget.check();
        let n_children = op.len();
        let n_values = domain.values().map_or(0, <[i64]>::len);
        self.budget.charge(LITERALS_PER_NODE.saturating_add(n_children).saturating_add(n_values));
        if self.is_stopped() {
            return self.placeholder(&op);
        }
        let node = self.ops.push(op);
        self.domains.push(domain);
        self.node_table.insert_unique(hash, (hash, node), |entry| entry.0);
        node
    }

    /// Returns the view of a variable.
    pub(crate) fn var(&mut self, var: VarId) -> IntRef {
        if let Some(view) = self.var_views[var] {
            return view;
        }
        let domain = self.var_domains[var].clone();
        let view = match domain.single() {
            Some(value) => IntRef::constant(value),
            None => IntRef::of(self.intern(Op::Var(var), || domain)),
        };
        self.var_views[var] = Some(view);
        view
    }

    /// Records that a `Select` uses this condition, so that it keeps its own literal.
    pub(crate) fn keep_unflattened(&mut self, condition: BoolRef) {
        self.unflattened.insert(condition.node());
    }

    pub(super) fn is_kept_unflattened(&self, condition: BoolRef) -> bool {
        self.unflattened.contains(&condition.node())
    }

    /// Records a group of which at most one, or exactly one, member holds.
    pub(crate) fn add_group(&mut self, group: ExclusiveGroup) {
        let position = self.groups.len();
        for &member in &group.members {
            let positions = self.groups_of.entry(member).or_default();
            if positions.last() != Some(&position) {
                positions.push(position);
            }
        }
        self.groups.push(group);
    }

    /// Returns the indices of the groups that contain the condition, in the order of their
    /// addition.
    pub(super) fn groups_with(&self, condition: BoolRef) -> &[usize] {
        self.groups_of.get(&condition).map_or(&[], Vec::as_slice)
    }

    /// Returns a group that contains all these conditions; prefers groups of which exactly one
    /// holds.
    pub(super) fn group_of(&self, conditions: &[BoolRef]) -> Option<&ExclusiveGroup> {
        let candidates = self.groups_with(*conditions.first()?);
        let covers = |position: &&usize| {
            conditions.iter().all(|&condition| self.groups_with(condition).contains(*position))
        };
        let found = candidates.iter().filter(covers).map(|&position| &self.groups[position]);
        found.max_by_key(|group| group.exactly_one)
    }

    /// Records that the views are pairwise different.
    pub(crate) fn add_all_different(&mut self, views: &[IntRef]) {
        for view in views.iter().filter(|view| view.factor == 1) {
            self.all_different_of
                .entry(view.node)
                .or_default()
                .push((self.n_all_different, view.offset));
        }
        self.n_all_different += 1;
    }

    /// Returns whether an all-different constraint rules out `a - b = value`.
    pub(super) fn excludes_difference(&self, a: NodeId, b: NodeId, value: i64) -> bool {
        let (Some(of_a), Some(of_b)) =
            (self.all_different_of.get(&a), self.all_different_of.get(&b))
        else {
            return false;
        };
        of_a.iter().any(|&(group, offset_a)| {
            of_b.iter().any(|&(other, offset_b)| {
                group == other && WideInt::from(value) == WideInt::from(offset_b) - offset_a
            })
        })
    }

    /// Returns these nodes and all their descendants.
    pub(crate) fn reachable_from(&self, nodes: &[NodeId]) -> FxHashSet<NodeId> {
        let mut seen = FxHashSet::default();
        let mut open = nodes.to_vec();
        while let Some(node) = open.pop() {
            if seen.insert(node) {
                self.ops[node].for_each_child(|child| open.push(child));
            }
        }
        seen
    }

    /// Returns for each node how many parents and root constraints refer to it.
    pub(crate) fn count_uses(&self, roots: impl IntoIterator<Item = BoolRef>) -> Vec<u32> {
        let mut uses = vec![0_u32; self.len()];
        let mut count = |node: NodeId| {
            let n = &mut uses[node.index()];
            *n = n.saturating_add(1);
        };
        for op in &self.ops {
            op.for_each_child(&mut count);
        }
        for root in roots {
            count(root.node());
        }
        uses
    }
}
