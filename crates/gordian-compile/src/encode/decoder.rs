//! Variable decoders: read a value from a solution of the clauses, block it, or bound it.

use std::sync::Arc;

use gordian_backend::Lit;

use super::Clauses;
use super::bits::BinaryInt;
use crate::ir::IntRef;
use crate::wide::{self, WideInt};

/// Decodes the view `factor · node + offset` from the literals of the node. Does not need the
/// graph.
#[derive(Clone, Debug)]
pub(crate) struct VarDecoder {
    factor: i64,
    offset: i64,
    number: NodeLits,
}

#[derive(Clone, Debug)]
enum NodeLits {
    /// The constant 0.
    Zero,
    /// Values with their literals, of which exactly one holds.
    Direct(Vec<i64>, Arc<[Lit]>),
    /// Values with their literals; the first true literal determines the value, and the last is
    /// always true.
    Order(Vec<i64>, Arc<[Lit]>),
    BinaryInt(BinaryInt),
    /// Literals of which exactly one holds, with their values, which may repeat. Supports decoding
    /// only.
    SelectCases(Vec<(Lit, i64)>),
}

impl VarDecoder {
    pub(super) fn constant(value: i64) -> Self {
        Self { factor: 1, offset: value, number: NodeLits::Zero }
    }

    pub(super) fn direct(view: IntRef, values: Vec<i64>, lits: &Arc<[Lit]>) -> Self {
        let number = NodeLits::Direct(values, Arc::clone(lits));
        Self { factor: view.factor, offset: view.offset, number }
    }

    pub(super) fn order(view: IntRef, values: Vec<i64>, lits: &Arc<[Lit]>) -> Self {
        let number = NodeLits::Order(values, Arc::clone(lits));
        Self { factor: view.factor, offset: view.offset, number }
    }

    pub(super) fn bits(view: IntRef, bits: BinaryInt) -> Self {
        Self { factor: view.factor, offset: view.offset, number: NodeLits::BinaryInt(bits) }
    }

    pub(super) fn cases(view: IntRef, cases: Vec<(Lit, i64)>) -> Self {
        Self { factor: view.factor, offset: view.offset, number: NodeLits::SelectCases(cases) }
    }

    /// Returns the value in a solution.
    pub(crate) fn decode(&self, holds: &dyn Fn(Lit) -> bool) -> i64 {
        let number = match &self.number {
            NodeLits::Zero => 0,
            NodeLits::Direct(values, lits) | NodeLits::Order(values, lits) => {
                let position = lits.iter().position(|&lit| holds(lit));
                values[position.expect("an integer has a value in every solution")]
            }
            NodeLits::BinaryInt(bits) => bits.decode(holds),
            NodeLits::SelectCases(cases) => {
                let case = cases.iter().find(|case| holds(case.0));
                case.expect("one case holds in every solution").1
            }
        };
        wide::add(wide::mul(self.factor, number), self.offset)
    }

    /// Describes which literals (as DIMACS numbers) determine the value.
    pub(crate) fn describe(&self) -> String {
        let show = |number: i64| wide::add(wide::mul(self.factor, number), self.offset);
        let list = |sign: &str, values: &[i64], lits: &[Lit]| {
            let parts = values.iter().zip(lits);
            let parts = parts.map(|(&value, lit)| format!("{} {}", lit.to_dimacs(), show(value)));
            format!("{sign} {}", parts.collect::<Vec<_>>().join(", "))
        };
        match &self.number {
            NodeLits::Zero => format!("= {}", self.offset),
            NodeLits::Direct(values, lits) => list("is, by literal:", values, lits),
            NodeLits::Order(values, lits) => list("is, by the first true literal:", values, lits),
            NodeLits::BinaryInt(bits) => bits.describe(self.factor, self.offset),
            NodeLits::SelectCases(cases) => {
                let (lits, values): (Vec<Lit>, Vec<i64>) = cases.iter().copied().unzip();
                list("is, by literal:", &values, &lits)
            }
        }
    }

    /// Appends literals of which one holds if and only if the value differs from `value`, which it
    /// has in some solution.
    pub(crate) fn push_blocking_lits(&self, value: i64, into: &mut Vec<Lit>) {
        let number = (WideInt::from(value) - self.offset).exact_div(self.factor);
        let number = number.expect("the variable has this value in some solution");
        match &self.number {
            NodeLits::Zero => {}
            NodeLits::Direct(values, lits) => {
                into.push(!lits[position_of(values, number)]);
            }
            NodeLits::Order(values, lits) => {
                let position = position_of(values, number);
                into.push(!lits[position]);
                if let Some(before) = position.checked_sub(1) {
                    into.push(lits[before]);
                }
            }
            NodeLits::BinaryInt(bits) => bits.push_blocking_lits(number.into(), into),
            NodeLits::SelectCases(_) => unreachable!("answer variables have literals of their own"),
        }
    }

    /// Returns a literal equivalent to `value ≤ bound`.
    ///
    /// Supported for the order encoding and the log encoding.
    pub(crate) fn at_most_lit(&self, clauses: &mut Clauses, bound: i64) -> Lit {
        let rest = WideInt::from(bound) - self.offset;
        if self.factor > 0 {
            self.node_at_most_lit(clauses, rest.floor_div(self.factor))
        } else {
            !self.node_at_most_lit(clauses, -rest.floor_div(wide::sub(0, self.factor)) - 1)
        }
    }

    fn node_at_most_lit(&self, clauses: &mut Clauses, bound: WideInt) -> Lit {
        let is_within = |value: &i64| WideInt::from(*value) <= bound;
        match &self.number {
            NodeLits::Zero => clauses.constant_lit(bound >= WideInt::ZERO),
            NodeLits::Direct(values, lits) => {
                let below = values.partition_point(is_within);
                clauses.or_lit(&lits[..below])
            }
            NodeLits::Order(values, lits) => match values.partition_point(is_within).checked_sub(1)
            {
                None => !clauses.true_lit(),
                Some(last) => lits[last],
            },
            NodeLits::BinaryInt(bits) => clauses.bits_le_lit(bits, bound),
            NodeLits::SelectCases(_) => unreachable!("bounded integers have an order encoding"),
        }
    }
}

fn position_of(values: &[i64], value: i64) -> usize {
    values.binary_search(&value).expect("the value was read from these literals")
}
