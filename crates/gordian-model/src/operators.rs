//! Operators on expressions and variables: `x + 2 * y`, `!a & b`, `total += x`.

use std::mem;
use std::ops;

use crate::{Expr, Node, VarId};

/// Applies an associative operation to `left` and `right`; extends `left` if it is the same
/// operation.
///
/// `a + b + c` becomes one sum of three terms, and a sum that is built in a loop becomes one long
/// sum, not a deep tree. If `left` is shared, it is not changed and becomes an operand.
macro_rules! chain {
    ($left:ident, $right:ident, $operation:ident) => {{
        let mut left = $left;
        match left.node_mut() {
            Some(Node::$operation(items)) => {
                items.push($right);
                left
            }
            _ => Expr::new(Node::$operation(vec![left, $right])),
        }
    }};
}

/// Implements a binary operator for all types of left operands.
macro_rules! binary_operator {
    ($trait:ident, $method:ident, |$left:ident, $right:ident| $made:expr) => {
        impl<R: Into<Expr>> ops::$trait<R> for Expr {
            type Output = Expr;

            fn $method(self, right: R) -> Expr {
                let ($left, $right) = (self, right.into());
                $made
            }
        }

        binary_operator!($trait, $method, <R: Into<Expr>> &Expr, R);
        binary_operator!($trait, $method, <R: Into<Expr>> VarId, R);
        binary_operator!($trait, $method, <R: Into<Expr>> &VarId, R);
        binary_operator!($trait, $method, <> i64, Expr);
        binary_operator!($trait, $method, <> i64, &Expr);
        binary_operator!($trait, $method, <> i64, VarId);
        binary_operator!($trait, $method, <> i64, &VarId);
    };
    ($trait:ident, $method:ident, <$($r:ident: $bound:path)?> $left:ty, $right:ty) => {
        impl$(<$r: $bound>)? ops::$trait<$right> for $left {
            type Output = Expr;

            fn $method(self, right: $right) -> Expr {
                ops::$trait::$method(Expr::from(self), right)
            }
        }
    };
}

binary_operator!(Add, add, |a, b| chain!(a, b, Add));
binary_operator!(Sub, sub, |a, b| a + -b);
binary_operator!(Mul, mul, |a, b| chain!(a, b, Mul));
binary_operator!(Div, div, |a, b| Expr::new(Node::Div(a, b)));
binary_operator!(Rem, rem, |a, b| Expr::new(Node::Rem(a, b)));
binary_operator!(BitAnd, bitand, |a, b| chain!(a, b, And));
binary_operator!(BitOr, bitor, |a, b| chain!(a, b, Or));
binary_operator!(BitXor, bitxor, |a, b| chain!(a, b, Xor));

macro_rules! assign_operator {
    ($trait:ident, $method:ident, $operator:tt) => {
        impl<R: Into<Expr>> ops::$trait<R> for Expr {
            fn $method(&mut self, right: R) {
                // With the placeholder in `self`, `left` is the only owner and can grow in place.
                let left = mem::replace(self, Expr::from(0));
                *self = left $operator right;
            }
        }
    };
}

assign_operator!(AddAssign, add_assign, +);
assign_operator!(SubAssign, sub_assign, -);
assign_operator!(MulAssign, mul_assign, *);
assign_operator!(BitAndAssign, bitand_assign, &);
assign_operator!(BitOrAssign, bitor_assign, |);
assign_operator!(BitXorAssign, bitxor_assign, ^);

macro_rules! unary_operator {
    ($trait:ident, $method:ident, $node:ident) => {
        impl ops::$trait for Expr {
            type Output = Expr;

            fn $method(self) -> Expr {
                Expr::new(Node::$node(self))
            }
        }

        impl ops::$trait for &Expr {
            type Output = Expr;

            fn $method(self) -> Expr {
                Expr::new(Node::$node(self.clone()))
            }
        }

        impl ops::$trait for VarId {
            type Output = Expr;

            fn $method(self) -> Expr {
                Expr::new(Node::$node(self.into()))
            }
        }

        impl ops::$trait for &VarId {
            type Output = Expr;

            fn $method(self) -> Expr {
                Expr::new(Node::$node(self.into()))
            }
        }
    };
}

unary_operator!(Neg, neg, Neg);
unary_operator!(Not, not, Not);

impl<E: Into<Expr>> std::iter::Sum<E> for Expr {
    fn sum<I: Iterator<Item = E>>(terms: I) -> Expr {
        crate::sum(terms)
    }
}

impl<E: Into<Expr>> std::iter::Product<E> for Expr {
    fn product<I: Iterator<Item = E>>(factors: I) -> Expr {
        crate::product(factors)
    }
}
