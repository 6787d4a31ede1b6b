//! Integers in a form that can be read from a solution and forbidden, without the graph.

use std::rc::Rc;

use gordian_backend::Lit;

use super::Clauses;
use super::bits::Bits;
use crate::ir::View;
use crate::wide::{self, Wide};

/// `factor · number + offset`, the number by its literals.
#[derive(Clone, Debug)]
pub(crate) struct Readable {
    factor: i64,
    offset: i64,
    number: Number,
}

#[derive(Clone, Debug)]
enum Number {
    /// Always zero.
    Zero,
    /// Exactly one literal holds: that of the value beside it.
    Direct(Vec<i64>, Rc<[Lit]>),
    /// The first literal that holds is that of the value beside it; the last always holds.
    Order(Vec<i64>, Rc<[Lit]>),
    Bits(Bits),
    /// Exactly one literal holds, and the value is beside it; values may be repeated. It can be
    /// read, and nothing else.
    Cases(Vec<(Lit, i64)>),
}

impl Readable {
    pub(super) fn constant(value: i64) -> Self {
        Self { factor: 1, offset: value, number: Number::Zero }
    }

    pub(super) fn direct(view: View, values: Vec<i64>, lits: &Rc<[Lit]>) -> Self {
        let number = Number::Direct(values, Rc::clone(lits));
        Self { factor: view.factor, offset: view.offset, number }
    }

    pub(super) fn order(view: View, values: Vec<i64>, lits: &Rc<[Lit]>) -> Self {
        let number = Number::Order(values, Rc::clone(lits));
        Self { factor: view.factor, offset: view.offset, number }
    }

    pub(super) fn bits(view: View, bits: Bits) -> Self {
        Self { factor: view.factor, offset: view.offset, number: Number::Bits(bits) }
    }

    pub(super) fn cases(view: View, cases: Vec<(Lit, i64)>) -> Self {
        Self { factor: view.factor, offset: view.offset, number: Number::Cases(cases) }
    }

    /// Returns the value in a solution.
    pub(crate) fn decode(&self, holds: &dyn Fn(Lit) -> bool) -> i64 {
        let number = match &self.number {
            Number::Zero => 0,
            Number::Direct(values, lits) | Number::Order(values, lits) => {
                let place = lits.iter().position(|&lit| holds(lit));
                values[place.expect("an integer has a value in every solution")]
            }
            Number::Bits(bits) => bits.decode(holds),
            Number::Cases(cases) => {
                let case = cases.iter().find(|case| holds(case.0));
                case.expect("one case holds in every solution").1
            }
        };
        wide::add(wide::mul(self.factor, number), self.offset)
    }

    /// Describes in words which literals (as DIMACS numbers) tell the value.
    pub(crate) fn describe(&self) -> String {
        let show = |number: i64| wide::add(wide::mul(self.factor, number), self.offset);
        let list = |sign: &str, values: &[i64], lits: &[Lit]| {
            let parts = values.iter().zip(lits);
            let parts = parts.map(|(&value, lit)| format!("{} {}", lit.to_dimacs(), show(value)));
            format!("{sign} {}", parts.collect::<Vec<_>>().join(", "))
        };
        match &self.number {
            Number::Zero => format!("= {}", self.offset),
            Number::Direct(values, lits) => list("is, by literal:", values, lits),
            Number::Order(values, lits) => list("is, by the first true literal:", values, lits),
            Number::Bits(bits) => bits.describe(self.factor, self.offset),
            Number::Cases(cases) => {
                let (lits, values): (Vec<Lit>, Vec<i64>) = cases.iter().copied().unzip();
                list("is, by literal:", &values, &lits)
            }
        }
    }

    /// Pushes literals of which one must hold for the value to differ from `value`, which it has
    /// in some solution.
    pub(crate) fn differs(&self, value: i64, into: &mut Vec<Lit>) {
        let number = (Wide::from(value) - self.offset).exact_div(self.factor);
        let number = number.expect("the variable has this value in some solution");
        match &self.number {
            Number::Zero => {}
            Number::Direct(values, lits) => {
                into.push(!lits[place_of(values, number)]);
            }
            Number::Order(values, lits) => {
                let place = place_of(values, number);
                into.push(!lits[place]);
                if let Some(before) = place.checked_sub(1) {
                    into.push(lits[before]);
                }
            }
            Number::Bits(bits) => bits.differs(number.into(), into),
            Number::Cases(_) => unreachable!("answer variables have literals of their own"),
        }
    }

    /// Returns a literal that holds exactly where the value is not above `bound`.
    ///
    /// Only for numbers by order or by bits.
    pub(crate) fn at_most(&self, clauses: &mut Clauses, bound: i64) -> Lit {
        let rest = Wide::from(bound) - self.offset;
        if self.factor > 0 {
            self.number_at_most(clauses, rest.floor_div(self.factor))
        } else {
            !self.number_at_most(clauses, -rest.floor_div(wide::sub(0, self.factor)) - 1)
        }
    }

    fn number_at_most(&self, clauses: &mut Clauses, bound: Wide) -> Lit {
        let is_within = |value: &i64| Wide::from(*value) <= bound;
        match &self.number {
            Number::Zero => clauses.known(bound >= Wide::ZERO),
            Number::Direct(values, lits) => {
                let below = values.partition_point(is_within);
                clauses.or_lit(&lits[..below])
            }
            Number::Order(values, lits) => match values.partition_point(is_within).checked_sub(1) {
                None => !clauses.yes(),
                Some(last) => lits[last],
            },
            Number::Bits(bits) => clauses.bits_le_lit(bits, bound),
            Number::Cases(_) => unreachable!("what is to be bounded has literals by order"),
        }
    }
}

fn place_of(values: &[i64], value: i64) -> usize {
    values.binary_search(&value).expect("the value was read from these literals")
}
