//! Integers over large domains, as binary numbers.
//!
//! A number is `low + Σ 2^i · bits[i]`: unsigned digits over a lower bound, so that there is no
//! sign to carry. A negative multiple is taken of the complement: with k digits,
//! `-u = ū - (2^k - 1)` where `ū` has all digits flipped.

use gordian_backend::Lit;

use super::{Clauses, Encoder, TooLarge};
use crate::ir::{Binary, NodeId, Op, Unary, View};

/// `low + Σ 2^i · digits[i]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Bits {
    low: i64,
    /// Least significant first; at most 62.
    digits: Vec<Lit>,
}

impl Bits {
    pub(super) fn decode(&self, holds: &dyn Fn(Lit) -> bool) -> i64 {
        let digit = |(place, &lit): (usize, &Lit)| i64::from(holds(lit)) << place;
        self.low + self.digits.iter().enumerate().map(digit).sum::<i64>()
    }

    /// Describes the sum of true literals that makes up `factor · number + offset`.
    pub(super) fn describe(&self, factor: i64, offset: i64) -> String {
        let digits = self.digits.iter().enumerate();
        let digits = digits.map(|(place, lit)| format!("{} {}", lit.to_dimacs(), factor << place));
        let start = factor * self.low + offset;
        format!("is {start} plus, by literal: {}", digits.collect::<Vec<_>>().join(", "))
    }

    /// Pushes literals of which one must hold for the number to differ from `value`.
    pub(super) fn differs(&self, value: i64, into: &mut Vec<Lit>) {
        let rest = value - self.low;
        for (place, &lit) in self.digits.iter().enumerate() {
            into.push(lit ^ (rest >> place & 1 == 1));
        }
    }

    /// Largest number these digits can write.
    fn max(&self) -> i64 {
        self.low + (1_i64 << self.digits.len()) - 1
    }
}

/// Returns how many binary digits write all numbers up to `n`.
fn width(n: u64) -> usize {
    usize::try_from(u64::BITS - n.leading_zeros()).expect("a small number")
}

impl Clauses {
    /// Returns a literal that holds exactly where the number is not above `bound`.
    pub(super) fn bits_le_lit(&mut self, bits: &Bits, bound: i64) -> Lit {
        if bound >= bits.max() {
            return self.yes();
        }
        if bound < bits.low {
            return !self.yes();
        }
        let rest = bound - bits.low;
        // From the least digit up: what the lower digits say, corrected by this one.
        let mut lit = self.yes();
        for (place, &digit) in bits.digits.iter().enumerate() {
            lit = if rest >> place & 1 == 1 {
                self.or_lit(&[!digit, lit])
            } else {
                self.and_lit(&[!digit, lit])
            };
        }
        lit
    }

    /// Returns a literal that holds exactly where the number has this value.
    pub(super) fn bits_eq_lit(&mut self, bits: &Bits, value: i64) -> Lit {
        if value < bits.low || value > bits.max() {
            return !self.yes();
        }
        let mut lits = Vec::with_capacity(bits.digits.len());
        bits.differs(value, &mut lits);
        !self.or_lit(&lits)
    }
}

impl Encoder<'_> {
    /// Returns a node as a binary number.
    pub(super) fn bits(&mut self, node: NodeId) -> Bits {
        if let Some(bits) = self.ints.get(&node).and_then(|encoding| encoding.bits.clone()) {
            return bits;
        }
        let arena = self.arena;
        let dom = arena.dom(node);
        let bits = match arena.op(node) {
            Op::Sum(terms) => self.bits_of_terms(terms),
            // Few results of many operands: their literals are made from the digits, not the other
            // way round.
            Op::Unary(op, operand) if arena.dom(operand.node).values().is_none() => {
                self.bits_of_unary(node, op, *operand)
            }
            _ if dom.values().is_some() => self.bits_from_direct(node),
            Op::Var(_) => self.fresh_bits(dom.min(), dom.max()),
            &Op::Binary(op, a, b) => self.bits_of_binary(op, a, b),
            Op::If(truth, a, b) => {
                let truth = self.exact(*truth);
                self.bits_of_choice(dom.min(), dom.max(), &[(truth, *a), (!truth, *b)])
            }
            Op::Element(list, index) => {
                let mut choices = Vec::with_capacity(list.len());
                for (place, &view) in (0_i64..).zip(list.iter()) {
                    let chosen = self.view_eq_lit(*index, place);
                    if chosen != !self.yes() {
                        choices.push((chosen, view));
                    }
                }
                self.bits_of_choice(dom.min(), dom.max(), &choices)
            }
            Op::Min(list) => {
                // The first that is not above any other.
                let mut choices = Vec::with_capacity(list.len());
                let mut taken = !self.yes();
                for (place, &view) in list.iter().enumerate() {
                    let mut conditions = vec![!taken];
                    for (other_place, &other) in list.iter().enumerate() {
                        if other_place != place {
                            conditions.push(self.views_le_lit(view, other));
                        }
                    }
                    let chosen = self.and_lit(&conditions);
                    taken = self.or_lit(&[taken, chosen]);
                    choices.push((chosen, view));
                }
                self.bits_of_choice(dom.min(), dom.max(), &choices)
            }
            _ => self.give_up("this operation", dom.min(), dom.max()),
        };
        self.ints.entry(node).or_default().bits = Some(bits.clone());
        bits
    }

    /// Notes that an operation cannot be encoded and returns some number.
    fn give_up(&mut self, operation: &'static str, low: i64, high: i64) -> Bits {
        let pairs = low.abs_diff(high).saturating_add(1);
        self.too_large = Some(TooLarge { operation, pairs });
        self.fresh_bits(low, high)
    }

    /// Returns a number from `low` to `high` that nothing else is known about.
    fn fresh_bits(&mut self, low: i64, high: i64) -> Bits {
        let digits = (0..width(low.abs_diff(high))).map(|_| self.fresh()).collect();
        let bits = Bits { low, digits };
        self.demand_bits_at_most(&[], &bits, high);
        bits
    }

    fn bits_from_direct(&mut self, node: NodeId) -> Bits {
        let direct = self.direct(node);
        let values = self.arena.dom(node).values().expect("asked for listed domains only");
        let low = values[0];
        let n = width(low.abs_diff(values[values.len() - 1]));
        let mut digits = Vec::with_capacity(n);
        for place in 0..n {
            let ones: Vec<Lit> = values
                .iter()
                .zip(direct.iter())
                .filter(|(value, _)| (*value - low) >> place & 1 == 1)
                .map(|(_, &lit)| lit)
                .collect();
            digits.push(self.or_lit(&ones));
        }
        Bits { low, digits }
    }

    /// Returns a weighted sum of nodes.
    pub(super) fn bits_of_terms(&mut self, terms: &[(NodeId, i64)]) -> Bits {
        let mut weighted: Vec<(i64, Bits)> = Vec::with_capacity(terms.len());
        for &(node, factor) in terms {
            weighted.push((factor, self.bits(node)));
        }
        self.weighted_sum(&weighted, 0)
    }

    fn view_bits(&mut self, view: View) -> Bits {
        if view.factor == 0 {
            return Bits { low: view.offset, digits: Vec::new() };
        }
        let bits = self.bits(view.node);
        self.weighted_sum(&[(view.factor, bits)], view.offset)
    }

    /// Returns `Σ factor · number + offset`.
    fn weighted_sum(&mut self, terms: &[(i64, Bits)], offset: i64) -> Bits {
        let mut low = offset;
        let mut columns: Vec<Vec<Lit>> = Vec::new();
        for (factor, bits) in terms {
            low += factor * bits.low;
            let negative = *factor < 0;
            if negative {
                low += factor * ((1_i64 << bits.digits.len()) - 1);
            }
            let weight = factor.unsigned_abs();
            for shift in (0..width(weight)).filter(|shift| weight >> shift & 1 == 1) {
                for (place, &lit) in bits.digits.iter().enumerate() {
                    let place = place + shift;
                    if columns.len() <= place {
                        columns.resize(place + 1, Vec::new());
                    }
                    columns[place].push(lit ^ negative);
                }
            }
        }
        Bits { low, digits: self.add_columns(columns) }
    }

    /// Adds up literals by columns of equal weight, three at a time (Wallace).
    fn add_columns(&mut self, mut columns: Vec<Vec<Lit>>) -> Vec<Lit> {
        let mut digits = Vec::with_capacity(columns.len() + 1);
        let mut place = 0;
        while place < columns.len() {
            let mut column = std::mem::take(&mut columns[place]);
            column.retain(|&lit| lit != !self.yes());
            let mut at = 0;
            while column.len() - at > 1 {
                let n = (column.len() - at).min(3);
                let (sum, carry) = match column[at..at + n] {
                    [a, b] => (self.xor_lit(a, b), self.and_lit(&[a, b])),
                    [a, b, c] => self.full_adder(a, b, c),
                    _ => unreachable!("two or three literals"),
                };
                at += n;
                column.push(sum);
                if carry != !self.yes() {
                    if place + 1 == columns.len() {
                        columns.push(Vec::new());
                    }
                    columns[place + 1].push(carry);
                }
            }
            digits.push(column.get(at).copied().unwrap_or(!self.yes()));
            place += 1;
        }
        while digits.last() == Some(&!self.yes()) {
            digits.pop();
        }
        digits
    }

    /// Returns a literal that holds exactly where one of two does but not both.
    fn xor_lit(&mut self, a: Lit, b: Lit) -> Lit {
        if a == self.yes() || a == !self.yes() {
            return b ^ (a == self.yes());
        }
        if b == self.yes() || b == !self.yes() {
            return a ^ (b == self.yes());
        }
        if a.var() == b.var() {
            return self.known(a != b);
        }
        let lit = self.fresh();
        self.clause(&[!lit, a, b]);
        self.clause(&[!lit, !a, !b]);
        self.clause(&[lit, !a, b]);
        self.clause(&[lit, a, !b]);
        lit
    }

    /// Returns sum and carry of three digits.
    fn full_adder(&mut self, a: Lit, b: Lit, c: Lit) -> (Lit, Lit) {
        let half = self.xor_lit(a, b);
        let sum = self.xor_lit(half, c);
        if half == self.yes() || half == !self.yes() {
            // a and b are equal, or opposite: the carry is one of them, or c.
            return (sum, if half == self.yes() { c } else { a });
        }
        let carry = self.fresh();
        for (x, y) in [(a, b), (a, c), (b, c)] {
            self.clause(&[!x, !y, carry]);
            self.clause(&[x, y, !carry]);
        }
        (sum, carry)
    }

    /// Demands `bits ≤ bound` unless a literal of `prefix` holds.
    pub(super) fn demand_bits_at_most(&mut self, prefix: &[Lit], bits: &Bits, bound: i64) {
        if bound >= bits.max() {
            return;
        }
        if bound < bits.low {
            return self.clause(prefix);
        }
        // Wherever the bound has a zero: a one there needs a zero where the bound has a one above.
        let rest = bound - bits.low;
        let mut above: Vec<Lit> = Vec::new();
        for (place, &lit) in bits.digits.iter().enumerate().rev() {
            if rest >> place & 1 == 1 {
                above.push(!lit);
            } else {
                above.push(!lit);
                self.clause_with(prefix, &above);
                above.pop();
            }
        }
    }

    /// Demands `bits ≥ bound` unless a literal of `prefix` holds.
    pub(super) fn demand_bits_at_least(&mut self, prefix: &[Lit], bits: &Bits, bound: i64) {
        if bound <= bits.low {
            return;
        }
        if bound > bits.max() {
            return self.clause(prefix);
        }
        let rest = bound - bits.low;
        let mut above: Vec<Lit> = Vec::new();
        for (place, &lit) in bits.digits.iter().enumerate().rev() {
            if rest >> place & 1 == 0 {
                above.push(lit);
            } else {
                above.push(lit);
                self.clause_with(prefix, &above);
                above.pop();
            }
        }
    }

    /// Returns a literal that holds exactly where the first view is not above the second.
    fn views_le_lit(&mut self, a: View, b: View) -> Lit {
        let (a, b) = (self.view_bits(a), self.view_bits(b));
        let difference = self.weighted_sum(&[(1, a), (-1, b)], 0);
        self.bits_le_lit(&difference, 0)
    }

    /// Returns a number that is one of several by choice literals; free where none holds.
    fn bits_of_choice(&mut self, low: i64, high: i64, choices: &[(Lit, View)]) -> Bits {
        let result = self.fresh_bits(low, high);
        for &(choice, view) in choices {
            let bits = self.view_bits(view);
            let difference = self.weighted_sum(&[(1, result.clone()), (-1, bits)], 0);
            self.demand_bits_at_most(&[!choice], &difference, 0);
            self.demand_bits_at_least(&[!choice], &difference, 0);
        }
        result
    }

    /// Returns an operation on two numbers.
    pub(super) fn bits_of_binary(&mut self, op: Binary, a: View, b: View) -> Bits {
        match op {
            Binary::Mul => {
                let (a, b) = (self.view_bits(a), self.view_bits(b));
                self.product(&a, &b)
            }
            Binary::Div => {
                let (quotient, _) = self.divide(a, b);
                quotient
            }
            Binary::Rem => {
                let (_, remainder) = self.divide(a, b);
                remainder
            }
            Binary::Pow => self.give_up("a power", 0, i64::MAX >> 2),
            Binary::Gcd => self.give_up("a greatest common divisor", 0, i64::MAX >> 2),
        }
    }

    fn product(&mut self, a: &Bits, b: &Bits) -> Bits {
        // (p + u)(q + v) = pq + pv + qu + uv, with u and v unsigned.
        let mut columns: Vec<Vec<Lit>> = vec![Vec::new(); a.digits.len() + b.digits.len()];
        for (i, &x) in a.digits.iter().enumerate() {
            for (j, &y) in b.digits.iter().enumerate() {
                let both = self.and_lit(&[x, y]);
                columns[i + j].push(both);
            }
        }
        let unsigned = Bits { low: 0, digits: self.add_columns(columns) };
        let (u, v) = (Bits { low: 0, ..a.clone() }, Bits { low: 0, ..b.clone() });
        self.weighted_sum(&[(1, unsigned), (b.low, u), (a.low, v)], a.low * b.low)
    }

    /// Returns Euclidean quotient and remainder; free where the divisor is zero.
    fn divide(&mut self, a: View, b: View) -> (Bits, Bits) {
        let reach = |(low, high): (i64, i64)| low.unsigned_abs().max(high.unsigned_abs());
        let bounds_a = self.arena.view_bounds(a);
        let bounds_b = self.arena.view_bounds(b);
        let reach_a = i64::try_from(reach(bounds_a)).unwrap_or(i64::MAX >> 2);
        let reach_b = i64::try_from(reach(bounds_b)).unwrap_or(i64::MAX >> 2);
        if reach_a.checked_mul(reach_b).is_none_or(|product| product > 1 << 56) {
            let quotient = self.give_up("a division", -reach_a, reach_a);
            return (quotient.clone(), quotient);
        }
        let quotient = self.fresh_bits(-reach_a - 1, reach_a + 1);
        let remainder = self.fresh_bits(0, (reach_b - 1).max(0));
        let (dividend, divisor) = (self.view_bits(a), self.view_bits(b));
        let zero = self.bits_eq_lit(&divisor, 0);
        let product = self.product(&quotient, &divisor);
        // a - q·b - r = 0 and r < |b|.
        let balance =
            self.weighted_sum(&[(1, dividend), (-1, product), (-1, remainder.clone())], 0);
        self.demand_bits_at_most(&[zero], &balance, 0);
        self.demand_bits_at_least(&[zero], &balance, 0);
        let negative = self.bits_le_lit(&divisor, -1);
        for (sign, guard) in [(-1, negative), (1, !negative)] {
            let room = self.weighted_sum(&[(1, remainder.clone()), (sign, divisor.clone())], 0);
            self.demand_bits_at_most(&[zero, guard], &room, -1);
        }
        (quotient, remainder)
    }

    fn bits_of_unary(&mut self, node: NodeId, op: &Unary, operand: View) -> Bits {
        let dom = self.arena.dom(node);
        let (low, high) = (dom.min(), dom.max());
        match *op {
            Unary::Div(k) => self.divide(operand, View::constant(k)).0,
            Unary::Rem(k) => self.divide(operand, View::constant(k)).1,
            Unary::Divide(k) => self.divide(View::constant(k), operand).0,
            Unary::RemainderOf(k) => self.divide(View::constant(k), operand).1,
            Unary::ToPower(2) => {
                let bits = self.view_bits(operand);
                self.product(&bits.clone(), &bits)
            }
            _ => self.give_up("this operation", low, high),
        }
    }
}
