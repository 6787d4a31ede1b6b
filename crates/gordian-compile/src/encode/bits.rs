//! Integers over large domains, as binary numbers.
//!
//! A number is `low + Σ 2^i · digits[i]`: unsigned digits over a lower bound, so that there is no
//! sign to carry. Beside it stand bounds that hold in every solution. Whatever is computed is
//! computed modulo a power of two that is just large enough for the bounds of the result, so digits
//! beyond them are never made, however wide the operands are. A negative multiple is one of the
//! complement: with k digits, `-u = ū - (2^k - 1)` where `ū` has all digits flipped.

use gordian_backend::Lit;

use super::{Clauses, Encoder};
use crate::ir::{IntRef, NodeId, Op, Unary};
use crate::stack;
use crate::wide::{Bounds, WideInt};

/// `low + Σ 2^i · digits[i]`, from `min` to `max` in every solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BinaryInt {
    pub(super) low: WideInt,
    /// Least significant first.
    pub(super) digits: Vec<Lit>,
    /// Not below `low`, and not above the greatest number that the digits can write.
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

    /// Pushes literals of which one must hold for the number to differ from `value`, which it can
    /// have.
    pub(super) fn push_blocking_lits(&self, value: WideInt, into: &mut Vec<Lit>) {
        let rest = value - self.low;
        for (position, &lit) in self.digits.iter().enumerate() {
            into.push(lit ^ rest.has_digit(position));
        }
    }

    /// Returns the greatest number that the digits can write.
    fn max_representable(&self) -> WideInt {
        self.low + WideInt::power_of_two(self.digits.len()) - 1
    }
}

impl Clauses {
    /// Returns a literal that holds exactly where the number is not above `bound`.
    pub(super) fn bits_le_lit(&mut self, bits: &BinaryInt, bound: WideInt) -> Lit {
        if bound >= bits.bounds.max {
            return self.true_lit();
        }
        if bound < bits.bounds.min {
            return !self.true_lit();
        }
        let rest = bound - bits.low;
        // From the least digit up: what the lower digits say, corrected by this one.
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

    /// Returns a literal that holds exactly where the number has this value.
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
    /// Returns a node as a binary number.
    pub(super) fn bits(&mut self, node: NodeId) -> BinaryInt {
        match self.int_encodings.get(&node).and_then(|encoding| encoding.bits.clone()) {
            Some(bits) => bits,
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
            // Few results of many operands: their literals are made from the digits, not the other
            // way round.
            Op::Unary(op, operand) if arena.domain(operand.node).values().is_none() => {
                self.bits_of_unary(op, *operand, bounds)
            }
            &Op::Binary(op, a, b) if !self.arena.has_few_pairs(a, b) => {
                self.bits_of_binary(op, a, b, bounds)
            }
            _ if domain.values().is_some() => {
                let values = domain.values().expect("as asked").to_vec();
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
                self.bits_of_cases_by_view(bounds, &[(condition, *a), (!condition, *b)])
            }
            Op::Element(list, index) => {
                let mut choices = Vec::with_capacity(list.len());
                for (position, &view) in (0_i64..).zip(list.iter()) {
                    let chosen = self.view_eq_lit(*index, position);
                    if chosen != !self.true_lit() {
                        choices.push((chosen, view));
                    }
                }
                self.bits_of_cases_by_view(bounds, &choices)
            }
            Op::Min(list) => self.bits_of_min(bounds, list),
            Op::Unary(Unary::Table(_), _) | Op::BoolToInt(_) | Op::NthSmallest(..) => {
                unreachable!("these have few values")
            }
            op => unreachable!("{op:?} is no number of many values"),
        };
        self.int_encodings.entry(node).or_default().bits = Some(bits.clone());
        bits
    }

    /// Returns a number within these bounds that nothing else is known about.
    pub(super) fn new_bits(&mut self, bounds: Bounds) -> BinaryInt {
        let digits: Vec<Lit> = (0..bounds.width()).map(|_| self.new_lit()).collect();
        let mut bits = BinaryInt { low: bounds.min, digits, bounds };
        bits.bounds.max = bits.max_representable();
        self.post_bits_at_most(&[], &bits, bounds.max);
        bits.bounds = bounds;
        bits
    }

    /// Returns the number beside the one literal that holds.
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

    /// Demands `bits ≤ bound` unless a literal of `prefix` holds.
    pub(super) fn post_bits_at_most(&mut self, prefix: &[Lit], bits: &BinaryInt, bound: WideInt) {
        if bound >= bits.bounds.max {
            return;
        }
        if bound < bits.bounds.min {
            return self.add_clause(prefix);
        }
        // Wherever the bound has a zero: a one there needs a zero where the bound has a one above.
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

    /// Demands `bits ≥ bound` unless a literal of `prefix` holds.
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

    /// Demands that the number is zero unless a literal of `prefix` holds.
    pub(super) fn post_bits_zero(&mut self, prefix: &[Lit], bits: &BinaryInt) {
        self.post_bits_at_most(prefix, bits, WideInt::ZERO);
        self.post_bits_at_least(prefix, bits, WideInt::ZERO);
    }

    /// Returns `a - b`, which need not fit 64 bits.
    pub(super) fn bits_of_difference(&mut self, a: IntRef, b: IntRef) -> BinaryInt {
        let (a, b) = (self.view_bits(a), self.view_bits(b));
        self.weighted_sum(&[(1, &a), (-1, &b)], WideInt::ZERO)
    }

    /// Returns a number that is one of several by choice literals; free where none holds.
    fn bits_of_cases_by_view(&mut self, bounds: Bounds, choices: &[(Lit, IntRef)]) -> BinaryInt {
        let result = self.new_bits(bounds);
        for &(choice, view) in choices {
            let bits = self.view_bits(view);
            let difference = self.weighted_sum(&[(1, &result), (-1, &bits)], WideInt::ZERO);
            self.post_bits_zero(&[!choice], &difference);
        }
        result
    }

    /// Returns the least of the views: not above any, and equal to one.
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
