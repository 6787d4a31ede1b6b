//! Operations on two integers.

use super::unary::greatest_remainder;
use super::{Arena, Binary, BoolRef, IntRef, MAX_PAIRS, NodeDomain, Op, Unary, apply_binary};
use crate::budget::record_overflow;
use crate::wide::{Bounds, WideInt};

impl Arena {
    /// Returns the operation applied to two integers. Undefined results: see [`Arena::unary`].
    pub(crate) fn binary(&mut self, op: Binary, a: IntRef, b: IntRef) -> IntRef {
        if let Some(view) = self.binary_with_constant(op, a, b) {
            return view;
        }
        if op == Binary::Mul && a == b && self.domain(a.node).values().is_none() {
            return self.unary(Unary::PowConst(2), a);
        }
        if op == Binary::Mul {
            // A product with a 0/1 integer is a conditional.
            for (choice, number) in [(a, b), (b, a)] {
                if self.view_bounds(choice) == (0, 1) {
                    let condition = self.int_to_bool(choice);
                    return self.conditional(condition, number, IntRef::constant(0));
                }
            }
        }
        // Results that exceed 64 bits are undefined, so the bounds decide whether the compilation
        // stops.
        let fits = |bounds: Bounds| NodeDomain::from_bounds(bounds).is_some();
        if a.node == b.node
            && (op != Binary::Mul || fits(self.product_bounds(a, b)))
            && let Some(values) = self.domain(a.node).values()
        {
            let image: Vec<(i64, Option<i64>)> =
                values.iter().map(|&x| (x, apply_binary(op, a.apply(x), b.apply(x)))).collect();
            let default = image.iter().find_map(|entry| entry.1).unwrap_or(0);
            let list = image.into_iter().map(|(x, y)| (x, y.unwrap_or(default))).collect();
            return self.tabulated_node(a.node, list);
        }
        let (a, b) = match op {
            Binary::Mul | Binary::Gcd => (a.min(b), a.max(b)),
            _ => (a, b),
        };
        if op == Binary::Pow && !self.has_few_pairs(a, b) {
            return self.power_by_cases(a, b);
        }
        let op_node = Op::Binary(op, a, b);
        match self.find(&op_node) {
            Some(node) => IntRef::of(node),
            None => {
                let domain = self.binary_domain(op, a, b);
                IntRef::of(self.intern_new(op_node, domain))
            }
        }
    }

    fn binary_with_constant(&mut self, op: Binary, a: IntRef, b: IntRef) -> Option<IntRef> {
        Some(match (a.as_constant(), b.as_constant(), op) {
            (Some(x), Some(y), Binary::Mul) => match (WideInt::from(x) * y).to_i64() {
                Some(product) => IntRef::constant(product),
                None => {
                    let product = Bounds::exactly(WideInt::from(x) * y);
                    product.record_overflow(describe_binary(op));
                    IntRef::constant(0)
                }
            },
            // Definedness is required separately.
            (Some(x), Some(y), _) => IntRef::constant(apply_binary(op, x, y).unwrap_or(0)),
            (Some(k), None, Binary::Mul) => self.scale(b, k),
            (None, Some(k), Binary::Mul) => self.scale(a, k),
            (None, Some(0), Binary::Div | Binary::Rem) => IntRef::constant(0),
            (None, Some(k), Binary::Div) => self.unary(Unary::DivConst(k), a),
            (None, Some(k), Binary::Rem) => self.unary(Unary::RemConst(k), a),
            (None, Some(k), Binary::Pow) => self.unary(Unary::PowConst(k), a),
            (None, Some(k), Binary::Gcd) => self.unary(Unary::GcdConst(k), a),
            (Some(k), None, Binary::Div) => self.unary(Unary::ConstDiv(k), b),
            (Some(k), None, Binary::Rem) => self.unary(Unary::ConstRem(k), b),
            (Some(k), None, Binary::Pow) => self.unary(Unary::ConstPow(k), b),
            (Some(k), None, Binary::Gcd) => self.unary(Unary::GcdConst(k), b),
            (None, None, _) => return None,
        })
    }

    /// Returns whether an operation on these operands is tabulated over pairs of values.
    pub(crate) fn has_few_pairs(&self, a: IntRef, b: IntRef) -> bool {
        let n_values = |view: IntRef| match view.factor {
            0 => Some(1),
            _ => self.domain(view.node).values().map(<[i64]>::len),
        };
        let n_pairs = n_values(a).zip(n_values(b)).map(|(a, b)| a.saturating_mul(b));
        n_pairs.is_some_and(|n_pairs| n_pairs <= MAX_PAIRS)
    }

    fn product_bounds(&self, a: IntRef, b: IntRef) -> Bounds {
        Bounds::from(self.view_bounds(a)).times(self.view_bounds(b).into())
    }

    fn binary_domain(&mut self, op: Binary, a: IntRef, b: IntRef) -> NodeDomain {
        let (domain_a, domain_b) = (self.view_domain(a), self.view_domain(b));
        let (reach_a, reach_b) = (domain_a.bounds().max_abs(), domain_b.bounds().max_abs());
        // The range must cover all results: values outside it are taken as impossible.
        let bounds = match op {
            Binary::Mul => self.product_bounds(a, b),
            // The absolute value of a quotient is at most that of the dividend.
            Binary::Div => Bounds::new(-reach_a, reach_a),
            Binary::Rem => {
                let upper = greatest_remainder((domain_a.min(), domain_a.max()), reach_b);
                Bounds::new(0, upper)
            }
            Binary::Gcd => Bounds::new(0, reach_a.max(reach_b)),
            // Powers are tabulated; pairs whose power does not fit 64 bits are omitted.
            Binary::Pow => Bounds::exactly(0),
        };
        let Some(range) = NodeDomain::from_bounds(bounds) else {
            bounds.record_overflow(describe_binary(op));
            return NodeDomain::boolean();
        };
        match (domain_a.values(), domain_b.values()) {
            (Some(xs), Some(ys)) if self.has_few_pairs(a, b) => {
                let results =
                    xs.iter().flat_map(|&x| ys.iter().filter_map(move |&y| apply_binary(op, x, y)));
                NodeDomain::from_values(results.collect())
                    .unwrap_or_else(|| NodeDomain::from_range(0, 0))
            }
            _ => range,
        }
    }

    /// Returns a power with too many pairs of operands to be tabulated: by cases of the exponent,
    /// or by cases of the base if it lies between -1 and 1.
    fn power_by_cases(&mut self, base: IntRef, exponent: IntRef) -> IntRef {
        let (lower, upper) = self.view_bounds(base);
        let (_, most) = self.view_bounds(exponent);
        if lower >= -1 && upper <= 1 {
            // 0, 1 or -1 to any power; 0⁰ = 1.
            let is_zero = self.eq_const(exponent, 0);
            let odd = self.unary(Unary::RemConst(2), exponent);
            let is_odd = self.int_to_bool(odd);
            let square = self.unary(Unary::PowConst(2), base);
            let power = self.conditional(is_odd, base, square);
            return self.conditional(is_zero, IntRef::constant(1), power);
        }
        let reach = Bounds::new(lower, upper).max_abs();
        let mut powers = Vec::new();
        let mut greatest = WideInt::ONE;
        for k in 0..=most.max(0) {
            if k > 0 {
                greatest = greatest * reach;
            }
            if greatest.to_i64().is_none() {
                let negative = if lower < 0 { -greatest } else { WideInt::ZERO };
                record_overflow("a power", negative.to_i128(), greatest.to_i128());
                return IntRef::constant(0);
            }
            powers.push(self.unary(Unary::PowConst(k), base));
        }
        self.element(&powers, exponent)
    }

    /// Returns the condition that a binary operation is defined.
    pub(crate) fn definedness(&mut self, op: Binary, a: IntRef, b: IntRef) -> BoolRef {
        match op {
            Binary::Mul | Binary::Gcd => BoolRef::TRUE,
            Binary::Div | Binary::Rem => !self.eq_const(b, 0),
            Binary::Pow => {
                if let (Some(x), Some(y)) = (a.as_constant(), b.as_constant()) {
                    return BoolRef::constant(apply_binary(op, x, y).is_some());
                }
                if let Some(exponent) = b.as_constant() {
                    return self.unary_definedness(&Unary::PowConst(exponent), a);
                }
                if let Some(base) = a.as_constant() {
                    return self.unary_definedness(&Unary::ConstPow(base), b);
                }
                if a.node == b.node
                    && let Some(values) = self.domain(a.node).values()
                {
                    // Both operands are views of one node: tabulate over its values.
                    let defined = |&x: &i64| apply_binary(op, a.apply(x), b.apply(x)).is_some();
                    let inside: Vec<i64> = values.iter().copied().filter(defined).collect();
                    return self.in_values(IntRef::of(a.node), &inside);
                }
                if !self.has_few_pairs(a, b) {
                    // All powers fit 64 bits; otherwise the compilation was stopped.
                    return self.ge_const(b, 0);
                }
                self.intern_bool(Op::Defined(op, a, b))
            }
        }
    }
}
fn describe_binary(op: Binary) -> &'static str {
    match op {
        Binary::Mul => "a product",
        Binary::Div => "a quotient",
        Binary::Rem => "a remainder",
        Binary::Pow => "a power",
        Binary::Gcd => "a greatest common divisor",
    }
}
