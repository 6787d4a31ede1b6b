//! Log encoding: integers over large domains as binary numbers.
//!
//! An integer is `low + Σ 2^i · digits[i]`: unsigned digits above a lower bound, so there is no
//! sign to propagate. It carries bounds that hold in every solution. Results are computed modulo a
//! power of two just large enough for their bounds, so digits beyond it are never created, however
//! wide the operands are. A negative multiple uses the complement: with k digits, `-u = ū - (2^k -
//! 1)`, where `ū` has all digits flipped.

use gordian_backend::Lit;

use super::{Clauses, Encoder};
use crate::ir::{IntRef, NodeId, Op, Unary};
use crate::wide::{Bounds, WideInt};
use gordian_core::stack;

/// `low + Σ 2^i · digits[i]`, from `min` to `max` in every solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BinaryInt {
    pub(super) low: WideInt,
    /// The least significant digit comes first.
    pub(super) digits: Vec<Lit>,
    /// At least `low`, and at most the greatest number that the digits can represent.
    pub(super) bounds: Bounds,
}

impl BinaryInt {
    fn constant(value: WideInt) -> Self {
        Self { low: value, digits: Vec::new(), bounds: Bounds::exactly(value) }
    }

    pub(super) fn decode(&self, holds: &dyn Fn(Lit) -> bool) -> i64 {
        let mut value = self.low;
        for (position, &lit) in self.digits.iter().enumerate() {
            if holds(lit) {
                value += WideInt::power_of_two(position);
            }
        }
        value.to_i64().expect("the number is within its bounds, which fit 64 bits")
    }

    /// Describes the sum of true literals that makes up `factor · number + offset`.
    pub(super) fn describe(&self, factor: i64, offset: i64) -> String {
        let digits = self.digits.iter().enumerate().map(|(position, lit)| {
            format!("{} {}", lit.to_dimacs(), (WideInt::power_of_two(position) * factor).to_i128())
        });
        let start = (self.low * factor + offset).to_i128();
        format!("is {start} plus, by literal: {}", digits.collect::<Vec<_>>().join(", "))
    }

    /// Appends literals of which one holds if and only if the integer differs from `value`, which
    /// must be representable.
    pub(super) fn push_blocking_lits(&self, value: WideInt, into: &mut Vec<Lit>) {
        let rest = value - self.low;
        for (position, &lit) in self.digits.iter().enumerate() {
            into.push(lit ^ rest.has_digit(position));
        }
    }

    /// Returns the greatest number that the digits can represent.
    fn max_representable(&self) -> WideInt {
        self.low + WideInt::power_of_two(self.digits.len()) - 1
    }
}

impl Clauses {
    /// Returns a literal equivalent to `bits ≤ bound`.
    pub(super) fn bits_le_lit(&mut self, bits: &BinaryInt, bound: WideInt) -> Lit {
        if bound >= bits.bounds.max {
            return self.true_lit();
        }
        if bound < bits.bounds.min {
            return !self.true_lit();
        }
        let rest = bound - bits.low;
        // From the least significant digit up: the comparison of the lower digits, corrected by
        // this one.
        let mut lit = self.true_lit();
        for (position, &digit) in bits.digits.iter().enumerate() {
            lit = if rest.has_digit(position) {
                self.or_lit(&[!digit, lit])
            } else {
                self.and_lit(&[!digit, lit])
            };
        }
        lit
    }

    /// Returns a literal equivalent to `bits = value`.
    pub(super) fn bits_eq_lit(&mut self, bits: &BinaryInt, value: WideInt) -> Lit {
        if value < bits.bounds.min || value > bits.bounds.max {
            return !self.true_lit();
        }
        let mut lits = Vec::with_capacity(bits.digits.len());
        bits.push_blocking_lits(value, &mut lits);
        !self.or_lit(&lits)
    }
}

impl Encoder<'_> {
    /// Returns the log encoding of a node, creating it if necessary.
    pub(super) fn bits(&mut self, node: NodeId) -> BinaryInt {
        match self.int_encodings.get(&node).and_then(|encoding| encoding.bits.clone()) {
            Some(bits) => bits,
            None if self.is_stopped() => BinaryInt::constant(self.arena.domain(node).min().into()),
            None => stack::ensure_sufficient(|| self.build_bits(node)),
        }
    }

    fn build_bits(&mut self, node: NodeId) -> BinaryInt {
        let arena = self.arena;
        let domain = arena.domain(node);
        let bounds = domain.bounds();
        let bits = match arena.op(node) {
            Op::Sum(terms) => {
                let mut bits = self.bits_of_terms(terms);
                bits.bounds = bits.bounds.and(bounds);
                bits
            }
            // Few results of many operands: the value literals are defined by the digits, not vice
            // versa.
            Op::Unary(op, operand) if arena.domain(operand.node).values().is_none() => {
                self.bits_of_unary(op, *operand, bounds)
            }
            &Op::Binary(op, a, b) if !self.arena.has_few_pairs(a, b) => {
                self.bits_of_binary(op, a, b, bounds)
            }
            _ if domain.values().is_some() => {
                let values = domain.values().expect("checked by the guard").to_vec();
                let direct = self.direct(node);
                let cases: Vec<(i64, Lit)> =
                    values.into_iter().zip(direct.iter().copied()).collect();
                self.bits_of_cases(&cases, bounds)
            }
            Op::Var(_) => self.new_bits(bounds),
            &Op::Binary(op, a, b) => self.bits_of_binary(op, a, b, bounds),
            Op::Select(members) => {
                let cases: Vec<(i64, Lit)> = members
                    .iter()
                    .map(|&(condition, value)| (value, self.reified_lit(condition)))
                    .collect();
                self.bits_of_cases(&cases, bounds)
            }
            Op::If(condition, a, b) => {
                let condition = self.reified_lit(*condition);
                self.bits_of_chosen_view(bounds, &[(condition, *a), (!condition, *b)])
            }
            Op::Element(list, index) => {
                let mut choices = Vec::with_capacity(list.len());
                for (position, &view) in (0_i64..).zip(list.iter()) {
                    let chosen = self.view_eq_lit(*index, position);
                    if chosen != !self.true_lit() {
                        choices.push((chosen, view));
                    }
                }
                self.bits_of_chosen_view(bounds, &choices)
            }
            Op::Min(list) => self.bits_of_min(bounds, list),
            Op::Unary(Unary::Table(_), _) | Op::BoolToInt(_) | Op::NthSmallest(..) => {
                unreachable!("these nodes have listed values")
            }
            op => unreachable!("{op:?} is not an integer with a large domain"),
        };
        self.int_encodings.entry(node).or_default().bits = Some(bits.clone());
        bits
    }

    /// Returns an unconstrained integer within these bounds.
    pub(super) fn new_bits(&mut self, bounds: Bounds) -> BinaryInt {
        let digits: Vec<Lit> = (0..bounds.width()).map(|_| self.new_lit()).collect();
        let mut bits = BinaryInt { low: bounds.min, digits, bounds };
        bits.bounds.max = bits.max_representable();
        self.post_bits_at_most(&[], &bits, bounds.max);
        bits.bounds = bounds;
        bits
    }

    /// Returns the value of the literal that holds; exactly one of the literals holds.
    pub(super) fn bits_of_cases(&mut self, cases: &[(i64, Lit)], bounds: Bounds) -> BinaryInt {
        let mut digits = Vec::new();
        for position in 0..bounds.width() {
            let has_digit =
                |case: &&(i64, Lit)| (WideInt::from(case.0) - bounds.min).has_digit(position);
            let ones: Vec<Lit> = cases.iter().filter(has_digit).map(|case| case.1).collect();
            digits.push(self.or_lit(&ones));
        }
        BinaryInt { low: bounds.min, digits, bounds }
    }

    /// Returns a weighted sum of nodes.
    pub(super) fn bits_of_terms(&mut self, terms: &[(NodeId, i64)]) -> BinaryInt {
        let numbers: Vec<(i64, BinaryInt)> =
            terms.iter().map(|&(node, factor)| (factor, self.bits(node))).collect();
        let numbers: Vec<(i64, &BinaryInt)> = numbers.iter().map(|(f, bits)| (*f, bits)).collect();
        self.weighted_sum(&numbers, WideInt::ZERO)
    }

    pub(super) fn view_bits(&mut self, view: IntRef) -> BinaryInt {
        if view.factor == 0 {
            return BinaryInt::constant(view.offset.into());
        }
        let bits = self.bits(view.node);
        if view.factor == 1 {
            let offset = view.offset;
            return BinaryInt {
                low: bits.low + offset,
                digits: bits.digits,
                bounds: bits.bounds.plus(Bounds::exactly(offset)),
            };
        }
        self.weighted_sum(&[(view.factor, &bits)], view.offset.into())
    }

    /// Posts `bits ≤ bound`, unless a literal of `prefix` holds.
    pub(super) fn post_bits_at_most(&mut self, prefix: &[Lit], bits: &BinaryInt, bound: WideInt) {
        if bound >= bits.bounds.max {
            return;
        }
        if bound < bits.bounds.min {
            return self.add_clause(prefix);
        }
        // For each zero of the bound: a one there requires a zero where the bound has a higher one.
        let rest = bound - bits.low;
        let mut above: Vec<Lit> = Vec::new();
        for (position, &lit) in bits.digits.iter().enumerate().rev() {
            above.push(!lit);
            if !rest.has_digit(position) {
                self.add_clause_with(prefix, &above);
                above.pop();
            }
        }
    }

    /// Posts `bits ≥ bound`, unless a literal of `prefix` holds.
    pub(super) fn post_bits_at_least(&mut self, prefix: &[Lit], bits: &BinaryInt, bound: WideInt) {
        if bound <= bits.bounds.min {
            return;
        }
        if bound > bits.bounds.max {
            return self.add_clause(prefix);
        }
        let rest = bound - bits.low;
        let mut above: Vec<Lit> = Vec::new();
        for (position, &lit) in bits.digits.iter().enumerate().rev() {
            above.push(lit);
            if rest.has_digit(position) {
                self.add_clause_with(prefix, &above);
                above.pop();
            }
        }
    }

    /// Posts `bits = 0`, unless a literal of `prefix` holds.
    pub(super) fn post_bits_zero(&mut self, prefix: &[Lit], bits: &BinaryInt) {
        self.post_bits_at_most(prefix, bits, WideInt::ZERO);
        self.post_bits_at_least(prefix, bits, WideInt::ZERO);
    }

    /// Returns `a - b`, which need not fit 64 bits.
    pub(super) fn bits_of_difference(&mut self, a: IntRef, b: IntRef) -> BinaryInt {
        let (a, b) = (self.view_bits(a), self.view_bits(b));
        self.weighted_sum(&[(1, &a), (-1, &b)], WideInt::ZERO)
    }

    /// Returns the view whose choice literal holds; the integer is free if no choice literal holds.
    fn bits_of_chosen_view(&mut self, bounds: Bounds, choices: &[(Lit, IntRef)]) -> BinaryInt {
        let result = self.new_bits(bounds);
        for &(choice, view) in choices {
            let bits = self.view_bits(view);
            let difference = self.weighted_sum(&[(1, &result), (-1, &bits)], WideInt::ZERO);
            self.post_bits_zero(&[!choice], &difference);
        }
        result
    }

    /// Returns the minimum of the views: at most each of them, and equal to one.
    fn bits_of_min(&mut self, bounds: Bounds, list: &[IntRef]) -> BinaryInt {
        let result = self.new_bits(bounds);
        let mut equal_one = Vec::with_capacity(list.len());
        for &view in list {
            let bits = self.view_bits(view);
            let difference = self.weighted_sum(&[(1, &result), (-1, &bits)], WideInt::ZERO);
            self.post_bits_at_most(&[], &difference, WideInt::ZERO);
            let equals = self.new_lit();
            self.post_bits_at_least(&[!equals], &difference, WideInt::ZERO);
            equal_one.push(equals);
        }
        self.add_clause(&equal_one);
        result
    }
}
