//! From the intermediate form to clauses.
//!
//! Every integer node has one or more encodings, created on first use and channelled:
//!
//! ```text
//! direct   one literal per value:  d_v holds if node = v            (comparisons with =, ≠)
//! order    one literal per value:  o_v holds if node ≤ v            (comparisons with ≤, sums)
//! log      binary digits of node − lower bound                      (domains too large for the others)
//! ```
//!
//! Booleans are encoded by polarity (Plaisted and Greenbaum 1986): if a literal occurs in clauses
//! with one sign only, only "the literal implies the condition" is encoded, otherwise both
//! implications. A root constraint gets no literal: it becomes clauses, extended by a *prefix* of
//! literals of which one may hold instead (a guard, or the other operands of a disjunction).
//!
//! *Invariants*: the encodings of integers are exact: a solution of the clauses determines the
//! value of each node, and every value of the operands of a node extends to a solution. Integers
//! can therefore be decoded and blocked. The literal `true_lit` is true.

#![deny(clippy::arithmetic_side_effects)]

mod adder;
mod bit_arithmetic;
mod bits;
mod boolean;
mod cardinality;
mod clauses;
mod decoder;
mod graph;
mod integer;
mod linear;

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use gordian_backend::Lit;
use gordian_core::Index;
use gordian_model::ConstraintId;
use rustc_hash::FxHashMap;

use crate::ir::{Arena, BoolRef, IntRef, NodeId, Op};
use bits::BinaryInt;

pub(crate) use clauses::Clauses;
pub(crate) use decoder::VarDecoder;
pub(crate) use graph::LazyConstraint;

/// The existing encodings of an integer node.
#[derive(Clone, Debug, Default)]
struct IntEncoding {
    direct: Option<Arc<[Lit]>>,
    /// The last literal is always true.
    order: Option<Arc<[Lit]>>,
    bits: Option<BinaryInt>,
}

/// The existing encoding of a Boolean node.
#[derive(Clone, Copy, Debug)]
struct BoolEncoding {
    lit: Lit,
    /// "The literal implies the condition" is encoded.
    forward: bool,
    /// "The condition implies the literal" is encoded.
    backward: bool,
}

/// The uses of a node, collected before encoding begins.
#[derive(Clone, Copy, Debug, Default)]
struct NodeUsage {
    /// Number of parents and root constraints that refer to it.
    count: u32,
    /// It is compared with single values.
    by_value: bool,
    /// It is compared by order, directly or as a term of a sum.
    by_order: bool,
    /// For sums: the number of comparisons with constants.
    comparisons: u32,
    /// For sums: an operand of an operation other than a comparison.
    used_as_int: bool,
}

impl NodeUsage {
    fn count_comparison(&mut self) {
        self.comparisons = self.comparisons.saturating_add(1);
    }
}

/// Encodes nodes as clauses.
#[derive(Debug)]
pub(crate) struct Encoder<'a> {
    arena: &'a Arena,
    clauses: Clauses,
    uses: Vec<NodeUsage>,
    int_encodings: FxHashMap<NodeId, IntEncoding>,
    bool_encodings: FxHashMap<NodeId, BoolEncoding>,
    /// Quotients and remainders of divisions in the log encoding, by their operands.
    quotients: FxHashMap<(IntRef, IntRef), (BinaryInt, BinaryInt)>,
    /// The encoding of the last posted condition, for the report.
    encoding_label: &'static str,
    /// Constraints that are added lazily.
    lazy: Vec<LazyConstraint>,
    /// The constraint of the model that is being encoded.
    pub(crate) current_constraint: Option<ConstraintId>,
}

impl<'a> Encoder<'a> {
    /// Returns an encoder for the nodes of `arena`; the conditions `required` will be posted.
    pub(crate) fn new(arena: &'a Arena, required: impl Iterator<Item = BoolRef>) -> Self {
        Self {
            arena,
            clauses: Clauses::new(arena.budget.share()),
            uses: collect_usage(arena, required),
            int_encodings: FxHashMap::default(),
            bool_encodings: FxHashMap::default(),
            quotients: FxHashMap::default(),
            encoding_label: "",
            lazy: Vec::new(),
            current_constraint: None,
        }
    }

    /// Returns the clauses, and the constraints that are added lazily.
    pub(crate) fn into_clauses(self) -> (Clauses, Vec<LazyConstraint>) {
        (self.clauses, self.lazy)
    }

    /// Returns the label of the last encoding and clears it.
    pub(crate) fn take_encoding_label(&mut self) -> &'static str {
        std::mem::take(&mut self.encoding_label)
    }

    fn label_encoding(&mut self, label: &'static str) {
        if self.encoding_label.is_empty() {
            self.encoding_label = label;
        }
    }

    /// Returns a decoder of the view, encoding its node if necessary. The values of `answer`
    /// variables can also be blocked.
    pub(crate) fn decoder(&mut self, view: IntRef, answer: bool) -> VarDecoder {
        if view.factor == 0 {
            return VarDecoder::constant(view.offset);
        }
        let node = view.node;
        if !self.int_encodings.contains_key(&node) {
            if let (Op::Select(members), false) = (self.arena.op(node), answer) {
                let cases =
                    members.iter().map(|&(condition, value)| (self.reified_lit(condition), value));
                return VarDecoder::cases(view, cases.collect());
            }
            let node_use = self.uses[node.index()];
            if self.arena.domain(node).values().is_none() {
                self.bits(node);
            } else if node_use.by_order && !node_use.by_value {
                self.order(node);
            } else {
                self.direct(node);
            }
        }
        let encoding = &self.int_encodings[&node];
        let values = || {
            let values = self.arena.domain(node).values().expect("literals per value need values");
            values.to_vec()
        };
        match encoding {
            IntEncoding { direct: Some(lits), .. } => VarDecoder::direct(view, values(), lits),
            IntEncoding { order: Some(lits), .. } => VarDecoder::order(view, values(), lits),
            IntEncoding { bits: Some(bits), .. } => VarDecoder::bits(view, bits.clone()),
            _ => unreachable!("an encoding was made"),
        }
    }

    /// Returns a decoder of a view that will be compared with many bounds.
    pub(crate) fn bounded_decoder(&mut self, view: IntRef) -> VarDecoder {
        if view.factor == 0 {
            return VarDecoder::constant(view.offset);
        }
        match self.arena.domain(view.node).values() {
            Some(values) => {
                let order = self.order(view.node);
                VarDecoder::order(view, values.to_vec(), &order)
            }
            None => {
                let bits = self.bits(view.node);
                VarDecoder::bits(view, bits)
            }
        }
    }
}

impl Deref for Encoder<'_> {
    type Target = Clauses;

    fn deref(&self) -> &Clauses {
        &self.clauses
    }
}

impl DerefMut for Encoder<'_> {
    fn deref_mut(&mut self) -> &mut Clauses {
        &mut self.clauses
    }
}

/// Collects the uses of all nodes in one pass.
fn collect_usage(arena: &Arena, required: impl Iterator<Item = BoolRef>) -> Vec<NodeUsage> {
    let counts = arena.count_uses(required);
    let mut uses: Vec<NodeUsage> =
        counts.into_iter().map(|count| NodeUsage { count, ..NodeUsage::default() }).collect();
    // Parents first, so that the uses of a sum reach its terms.
    for (node, op) in arena.nodes().rev() {
        let own = uses[node.index()];
        let mut view = |view: &IntRef, by_value: bool| {
            let child = &mut uses[view.node.index()];
            child.by_value |= by_value;
            child.by_order |= !by_value;
            child.used_as_int = true;
        };
        match op {
            Op::Eq(child, _) => {
                uses[child.index()].by_value = true;
                uses[child.index()].count_comparison();
            }
            Op::Le(child, _) => {
                uses[child.index()].by_order = true;
                uses[child.index()].count_comparison();
            }
            Op::Sum(terms) => {
                let small = terms.len() == 2 && own.by_value && !own.by_order;
                for &(child, _) in terms.iter() {
                    uses[child.index()].by_value |= small;
                    uses[child.index()].by_order |= !small;
                }
            }
            Op::Unary(_, a) => view(a, true),
            Op::Binary(_, a, b) | Op::Defined(_, a, b) => {
                view(a, true);
                view(b, true);
            }
            Op::EqViews(a, b) | Op::LeViews(a, b) => {
                view(a, false);
                view(b, false);
            }
            Op::If(_, a, b) => {
                let by_value = own.by_value || !own.by_order;
                view(a, by_value);
                view(b, by_value);
            }
            Op::Min(list) | Op::NthSmallest(list, _) => list.iter().for_each(|a| view(a, false)),
            Op::AllDifferent(list) | Op::Table(list, _) => list.iter().for_each(|a| view(a, true)),
            Op::Element(list, index) => {
                list.iter().for_each(|a| view(a, true));
                view(index, true);
            }
            Op::Graph(op) => op.sizes.iter().for_each(|size| view(size, false)),
            Op::True | Op::Var(_) | Op::BoolToInt(_) | Op::Select(_) | Op::Or(_) | Op::Xor(..) => {}
        }
    }
    uses
}
