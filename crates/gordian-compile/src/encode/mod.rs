//! From the intermediate form to clauses.
//!
//! Every integer node has one or more encodings, made when first asked for and tied together:
//!
//! ```text
//! direct   one literal per value:  d_v holds where node = v          (comparisons with =, ≠)
//! order    one literal per value:  o_v holds where node ≤ v          (comparisons with ≤, sums)
//! bits     binary digits of node − lower bound                       (domains too large for these)
//! ```
//!
//! Truths are encoded by the side that is needed: where a clause contains a truth's literal, only
//! "the literal implies the truth" is written down (Plaisted and Greenbaum 1986); both sides where
//! both are needed. A truth that is demanded gets no literal at all: it becomes clauses, behind a
//! *prefix* of literals of which one holds instead (a guard, or the rest of a disjunction).
//!
//! *Invariants*: the encodings of integers are exact (a solution of the clauses determines each
//! node's value, and every value of a node's operands leaves a solution), so that integers can be
//! read back and forbidden; literal `true_lit` is true.

#![deny(clippy::arithmetic_side_effects)]

mod adder;
mod bit_arithmetic;
mod bits;
mod boolean;
mod cardinality;
mod clauses;
mod decoder;
mod integer;
mod linear;

use std::ops::{Deref, DerefMut};
use std::rc::Rc;

use gordian_backend::Lit;
use gordian_core::Index;
use rustc_hash::FxHashMap;

use crate::ir::{Arena, BoolRef, IntRef, NodeId, Op};
use bits::BinaryInt;

pub(crate) use clauses::Clauses;
pub(crate) use decoder::VarDecoder;

/// What is encoded of an integer node so far.
#[derive(Clone, Debug, Default)]
struct IntEncoding {
    direct: Option<Rc<[Lit]>>,
    /// The last literal is always true.
    order: Option<Rc<[Lit]>>,
    bits: Option<BinaryInt>,
}

/// What is encoded of a truth node so far.
#[derive(Clone, Copy, Debug)]
struct BoolEncoding {
    lit: Lit,
    /// "The literal implies the truth" is written down.
    forward: bool,
    /// "The truth implies the literal" is written down.
    backward: bool,
}

/// How a node is used, seen before encoding begins.
#[derive(Clone, Copy, Debug, Default)]
struct NodeUsage {
    /// Times it stands in another node or is demanded.
    count: u32,
    /// Single values of it are asked for.
    by_value: bool,
    /// It is compared by order, or added up and compared by order.
    by_order: bool,
    /// For sums: how many comparisons with constants.
    comparisons: u32,
    /// For sums: used as a number by something that is no comparison.
    used_as_int: bool,
}

impl NodeUsage {
    fn count_comparison(&mut self) {
        self.comparisons = self.comparisons.saturating_add(1);
    }
}

/// Nodes becoming clauses.
#[derive(Debug)]
pub(crate) struct Encoder<'a> {
    arena: &'a Arena,
    clauses: Clauses,
    uses: Vec<NodeUsage>,
    int_encodings: FxHashMap<NodeId, IntEncoding>,
    bool_encodings: FxHashMap<NodeId, BoolEncoding>,
    /// Quotient and remainder of the pairs that were divided as binary numbers.
    quotients: FxHashMap<(IntRef, IntRef), (BinaryInt, BinaryInt)>,
    /// How the last demand was encoded, for the report.
    encoding_label: &'static str,
}

impl<'a> Encoder<'a> {
    /// Returns an encoder for the nodes of `arena`, of which `required` will be asserted.
    pub(crate) fn new(arena: &'a Arena, required: impl Iterator<Item = BoolRef>) -> Self {
        Self {
            arena,
            clauses: Clauses::new(arena.budget.share()),
            uses: collect_usage(arena, required),
            int_encodings: FxHashMap::default(),
            bool_encodings: FxHashMap::default(),
            quotients: FxHashMap::default(),
            encoding_label: "",
        }
    }

    /// Returns the clauses.
    pub(crate) fn into_clauses(self) -> Clauses {
        self.clauses
    }

    /// Returns how the last demand was encoded, and forgets it.
    pub(crate) fn take_encoding_label(&mut self) -> &'static str {
        std::mem::take(&mut self.encoding_label)
    }

    fn label_encoding(&mut self, label: &'static str) {
        if self.encoding_label.is_empty() {
            self.encoding_label = label;
        }
    }

    /// Returns the view in a form that can be read from a solution, encoding it if it is not yet;
    /// if it is an `answer`, its values can also be forbidden.
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

    /// Returns a number to be compared with many bounds later.
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

/// Looks at all nodes once to see how each is used.
fn collect_usage(arena: &Arena, required: impl Iterator<Item = BoolRef>) -> Vec<NodeUsage> {
    let counts = arena.count_uses(required);
    let mut uses: Vec<NodeUsage> =
        counts.into_iter().map(|count| NodeUsage { count, ..NodeUsage::default() }).collect();
    // Parents first, so that what is known of a sum reaches its terms.
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
            Op::True | Op::Var(_) | Op::BoolToInt(_) | Op::Select(_) | Op::Or(_) | Op::Xor(..) => {}
        }
    }
    uses
}
