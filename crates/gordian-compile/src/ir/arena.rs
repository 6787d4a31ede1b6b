//! The arena: nodes, their domains, and what is known of groups of truths.

use std::hash::{Hash as _, Hasher as _};

use gordian_core::{Index, IndexVec};
use gordian_model::VarId;
use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use super::{Dom, NodeId, Op, Truth, View};
use crate::watch::{Watch, refuse};
use crate::wide::Wide;

/// Truths of which at most one holds, or exactly one: a hand-made integer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Group {
    pub(crate) members: Vec<Truth>,
    /// Exactly one holds; else at most one.
    pub(crate) exact: bool,
}

/// The graph under construction.
#[derive(Debug)]
pub(crate) struct Arena {
    ops: IndexVec<NodeId, Op>,
    doms: IndexVec<NodeId, Dom>,
    /// The nodes by the hashes of their operations.
    known: HashTable<(u64, NodeId)>,
    /// Current domains of the model's variables.
    var_doms: IndexVec<VarId, Dom>,
    /// The variables as views, once asked for.
    var_nodes: IndexVec<VarId, Option<View>>,
    /// Disjunctions that stay whole inside others: what is selected by them has literals for them.
    whole: FxHashSet<NodeId>,
    groups: Vec<Group>,
    groups_of: FxHashMap<Truth, Vec<usize>>,
    /// For nodes in demanded all-different constraints: which one, and with what offset.
    different: FxHashMap<NodeId, Vec<(usize, i64)>>,
    n_different: usize,
    /// The domain of truths, shared by all of them.
    boolean: Dom,
    pub(crate) watch: Watch,
}

fn hash_of(op: &Op) -> u64 {
    if let Op::Or(parts) = op {
        return hash_of_or(parts);
    }
    let mut hasher = FxHasher::default();
    op.hash(&mut hasher);
    hasher.finish()
}

/// Returns the hash of a disjunction from its parts alone: most nodes are disjunctions, and most
/// lookups find one.
fn hash_of_or(parts: &[Truth]) -> u64 {
    let mut hasher = FxHasher::default();
    parts.hash(&mut hasher);
    hasher.finish()
}

/// A node without lists takes about as much memory as this many literals of clauses.
const LITERALS_PER_NODE: usize = 16;

/// Refuses the model: the values of the view do not fit 64 bits.
pub(super) fn refuse_view(dom: &Dom, view: View) -> ! {
    let value = |x: i64| (Wide::from(x) * view.factor + view.offset).get();
    let (a, b) = (value(dom.min()), value(dom.max()));
    refuse("a scaled number", a.min(b), a.max(b))
}

impl Arena {
    /// Returns an arena for variables with these domains, with room for `n_nodes` nodes; `watch` is told of
    /// each.
    pub(crate) fn new(var_doms: IndexVec<VarId, Dom>, n_nodes: usize, watch: Watch) -> Self {
        let mut arena = Self {
            ops: IndexVec::with_capacity(n_nodes),
            doms: IndexVec::with_capacity(n_nodes),
            known: HashTable::with_capacity(n_nodes),
            var_nodes: var_doms.iter().map(|_| None).collect(),
            var_doms,
            whole: FxHashSet::default(),
            groups: Vec::new(),
            groups_of: FxHashMap::default(),
            different: FxHashMap::default(),
            n_different: 0,
            boolean: Dom::boolean(),
            watch,
        };
        let node = arena.intern(Op::True, || Dom::from_range(1, 1));
        debug_assert_eq!(node, NodeId::TRUE);
        arena
    }

    pub(crate) fn op(&self, node: NodeId) -> &Op {
        &self.ops[node]
    }

    pub(crate) fn dom(&self, node: NodeId) -> &Dom {
        &self.doms[node]
    }

    pub(crate) fn len(&self) -> usize {
        self.ops.len()
    }

    pub(crate) fn nodes(&self) -> impl DoubleEndedIterator<Item = (NodeId, &Op)> {
        self.ops.iter_enumerated()
    }

    /// Returns the current domains of the model's variables.
    pub(crate) fn var_doms(&self) -> &IndexVec<VarId, Dom> {
        &self.var_doms
    }

    /// Returns the domain of a view.
    pub(crate) fn view_dom(&self, view: View) -> Dom {
        match self.doms[view.node].view(view.factor, view.offset) {
            Some(dom) => dom,
            None => refuse_view(&self.doms[view.node], view),
        }
    }

    /// Returns the smallest and the largest value of a view.
    pub(crate) fn view_bounds(&self, view: View) -> (i64, i64) {
        let dom = &self.doms[view.node];
        let (a, b) = (view.apply(dom.min()), view.apply(dom.max()));
        (a.min(b), a.max(b))
    }

    /// Returns the truth node of `op`.
    pub(super) fn intern_truth(&mut self, op: Op) -> Truth {
        let boolean = self.boolean.clone();
        Truth::new(self.intern(op, || boolean))
    }

    /// Returns the truth of a disjunction of two or more parts in rising order.
    pub(super) fn intern_or(&mut self, parts: &[Truth]) -> Truth {
        self.watch.look();
        let hash = hash_of_or(parts);
        let same = |&(other, node): &(u64, NodeId)| {
            other == hash && matches!(&self.ops[node], Op::Or(own) if **own == *parts)
        };
        if let Some(&(_, node)) = self.known.find(hash, same) {
            return Truth::new(node);
        }
        let boolean = self.boolean.clone();
        Truth::new(self.insert(hash, Op::Or(parts.into()), boolean))
    }

    /// Returns the node of `op`, made with the domain that `dom` computes if it is new.
    pub(super) fn intern(&mut self, op: Op, dom: impl FnOnce() -> Dom) -> NodeId {
        self.watch.look();
        let hash = hash_of(&op);
        if let Some(node) = self.find_hashed(hash, &op) {
            return node;
        }
        let dom = dom();
        self.insert(hash, op, dom)
    }

    /// Returns the node of `op` if there is one.
    pub(crate) fn find(&self, op: &Op) -> Option<NodeId> {
        self.find_hashed(hash_of(op), op)
    }

    fn find_hashed(&self, hash: u64, op: &Op) -> Option<NodeId> {
        let same = |&(other, node): &(u64, NodeId)| other == hash && self.ops[node] == *op;
        self.known.find(hash, same).map(|entry| entry.1)
    }

    /// Makes a node for `op`, which must not be there yet.
    pub(super) fn intern_new(&mut self, op: Op, dom: Dom) -> NodeId {
        self.insert(hash_of(&op), op, dom)
    }

    fn insert(&mut self, hash: u64, op: Op, dom: Dom) -> NodeId {
        self.watch.look();
        let n_children = op.len();
        let n_values = dom.values().map_or(0, <[i64]>::len);
        self.watch.charge(LITERALS_PER_NODE.saturating_add(n_children).saturating_add(n_values));
        let node = self.ops.push(op);
        self.doms.push(dom);
        self.known.insert_unique(hash, (hash, node), |entry| entry.0);
        node
    }

    /// Returns the view of a variable.
    pub(crate) fn var(&mut self, var: VarId) -> View {
        if let Some(view) = self.var_nodes[var] {
            return view;
        }
        let dom = self.var_doms[var].clone();
        let view = match dom.single() {
            Some(value) => View::constant(value),
            None => View::of(self.intern(Op::Var(var), || dom)),
        };
        self.var_nodes[var] = Some(view);
        view
    }

    /// Notes that something is selected by this truth.
    pub(crate) fn keep_whole(&mut self, truth: Truth) {
        self.whole.insert(truth.node());
    }

    pub(super) fn is_whole(&self, truth: Truth) -> bool {
        self.whole.contains(&truth.node())
    }

    /// Notes that at most, or exactly, one of the members holds.
    pub(crate) fn add_group(&mut self, group: Group) {
        let place = self.groups.len();
        for &member in &group.members {
            let places = self.groups_of.entry(member).or_default();
            if places.last() != Some(&place) {
                places.push(place);
            }
        }
        self.groups.push(group);
    }

    /// Returns the places of the groups that contain the truth, in the order in which they
    /// were added.
    pub(super) fn groups_with(&self, truth: Truth) -> &[usize] {
        self.groups_of.get(&truth).map_or(&[], Vec::as_slice)
    }

    /// Returns a group that contains all these truths, exact ones first.
    pub(super) fn group_of(&self, truths: &[Truth]) -> Option<&Group> {
        let candidates = self.groups_with(*truths.first()?);
        let covers =
            |place: &&usize| truths.iter().all(|&truth| self.groups_with(truth).contains(*place));
        let found = candidates.iter().filter(covers).map(|&place| &self.groups[place]);
        found.max_by_key(|group| group.exact)
    }

    /// Notes that the views are pairwise different.
    pub(crate) fn add_different(&mut self, views: &[View]) {
        for view in views.iter().filter(|view| view.factor == 1) {
            self.different.entry(view.node).or_default().push((self.n_different, view.offset));
        }
        self.n_different += 1;
    }

    /// Returns whether `a - b = value` is known to be impossible by an all-different constraint.
    pub(super) fn never_differ_by(&self, a: NodeId, b: NodeId, value: i64) -> bool {
        let (Some(of_a), Some(of_b)) = (self.different.get(&a), self.different.get(&b)) else {
            return false;
        };
        of_a.iter().any(|&(group, offset_a)| {
            of_b.iter().any(|&(other, offset_b)| {
                group == other && Wide::from(value) == Wide::from(offset_b) - offset_a
            })
        })
    }

    /// Returns these nodes and all that they are made of.
    pub(crate) fn below(&self, nodes: &[NodeId]) -> FxHashSet<NodeId> {
        let mut seen = FxHashSet::default();
        let mut open = nodes.to_vec();
        while let Some(node) = open.pop() {
            if seen.insert(node) {
                self.ops[node].for_each_child(|child| open.push(child));
            }
        }
        seen
    }

    /// Returns how many nodes and demands stand directly on each node.
    pub(crate) fn count_uses(&self, roots: impl IntoIterator<Item = Truth>) -> Vec<u32> {
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
