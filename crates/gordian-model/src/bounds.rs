//! Bounds propagation: lower and upper bounds of expressions.

use std::convert::Infallible;

use rustc_hash::{FxHashMap, FxHashSet};
use thiserror::Error;

use crate::expression::post_order;
use crate::{Constraint, Expr, Model, Node};

/// Lower and upper bounds of the values of an expression, both inclusive.
///
/// Every value of the expression lies within the bounds. The bounds need not be tight, because
/// operands are treated as independent of each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The lower bound.
    pub lower: i64,
    /// The upper bound.
    pub upper: i64,
}

/// The bounds of an operation that is unbounded or always undefined.
const UNBOUNDED: Bounds = Bounds { lower: i64::MIN, upper: i64::MAX };

impl Bounds {
    /// Returns the bounds of a constant.
    pub(crate) fn constant(value: i64) -> Self {
        Self { lower: value, upper: value }
    }

    /// Returns whether all values are 0 or 1, so that the expression is a condition.
    #[must_use]
    pub fn is_condition(self) -> bool {
        self.lower >= 0 && self.upper <= 1
    }

    /// Returns the union of the bounds of all `items`, or `None` if there are no items.
    fn union(items: impl IntoIterator<Item = Self>) -> Option<Self> {
        items
            .into_iter()
            .reduce(|a, b| Self { lower: a.lower.min(b.lower), upper: a.upper.max(b.upper) })
    }

    /// Returns the bounds of the negated values.
    pub(crate) fn negated(self) -> Self {
        Self { lower: self.upper.saturating_neg(), upper: self.lower.saturating_neg() }
    }

    fn of_values(values: impl IntoIterator<Item = i64>) -> Option<Self> {
        Self::union(values.into_iter().map(Self::constant))
    }

    /// Returns the largest absolute value, saturated at `i64::MAX`.
    fn magnitude(self) -> i64 {
        self.lower.saturating_abs().max(self.upper.saturating_abs())
    }

    /// Returns the bounds of the values from `lower` to `upper`, or `None` if no value is in that
    /// range.
    fn intersect(self, lower: i64, upper: i64) -> Option<Self> {
        let (lower, upper) = (self.lower.max(lower), self.upper.min(upper));
        (lower <= upper).then_some(Self { lower, upper })
    }
}

impl Model {
    /// Returns bounds of the values of `expr`.
    ///
    /// Cost: linear in the size of the expression.
    ///
    /// # Panics
    ///
    /// Panics if `expr` has a variable of another model.
    ///
    /// # Example
    ///
    /// ```
    /// use gordian_model::Model;
    ///
    /// let mut model = Model::new();
    /// let x = model.int("x", 0..=9);
    /// let bounds = model.bounds(&(x + 3));
    /// assert_eq!((bounds.lower, bounds.upper), (3, 12));
    /// assert!(!bounds.is_condition());
    /// assert!(model.bounds(&(x + 3).eq(5)).is_condition());
    /// ```
    #[must_use]
    pub fn bounds(&self, expr: &Expr) -> Bounds {
        let mut known: FxHashMap<usize, Bounds> = FxHashMap::default();
        self.cached_bounds(expr, &mut known)
    }

    /// Returns bounds of `expr`. `known` caches the bounds of operations by [`Expr::identity`].
    fn cached_bounds(&self, expr: &Expr, known: &mut FxHashMap<usize, Bounds>) -> Bounds {
        let of = |known: &FxHashMap<usize, Bounds>, expr: &Expr| match expr.node() {
            Node::Const(value) => Bounds::constant(*value),
            Node::Var(var) => {
                let domain = &self.variables()[*var].domain;
                Bounds { lower: domain.min(), upper: domain.max() }
            }
            _ => known[&expr.identity()],
        };
        let done = |known: &FxHashMap<usize, Bounds>, expr: &Expr| {
            expr.is_atom() || known.contains_key(&expr.identity())
        };
        let mut operands = Vec::new();
        let walked = post_order(expr, known, done, |known, expr| {
            operands.clear();
            operands.extend(expr.node().children().map(|operand| of(known, operand)));
            known.insert(expr.identity(), operation_bounds(expr.node(), &operands));
            Ok::<(), Infallible>(())
        });
        match walked {
            Ok(()) => of(known, expr),
        }
    }
}

/// The error that an expression whose values are not limited to 0 and 1 is used as a condition.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{place}: `{needed_by}` needs a condition, found a number {}", describe(*bounds))]
pub struct ConditionError {
    /// ``constraint `name` `` or `the objective`.
    pub place: String,
    /// The operation that needs the condition, or `require`.
    pub needed_by: &'static str,
    /// The bounds of the expression.
    pub bounds: Bounds,
}

impl ConditionError {
    /// The stable error code, for programs.
    pub const CODE: &'static str = "model-not-condition";

    /// The hint on how to correct the error.
    pub const HINT: &'static str = "a condition is a comparison, or an expression whose only values \
                                    are 0 and 1; compare the number with another, as in `[\"eq\", \
                                    \"x\", 3]`";
}

/// Returns a description of the values within `bounds`.
pub(crate) fn describe(bounds: Bounds) -> String {
    match bounds {
        Bounds { lower, upper } if lower == upper => format!("that is {lower}"),
        Bounds { lower: i64::MIN, .. } | Bounds { upper: i64::MAX, .. } => {
            "of unknown size".to_owned()
        }
        Bounds { lower, upper } => format!("from {lower} to {upper}"),
    }
}

impl Model {
    /// Checks that every expression that is used as a condition is a condition.
    ///
    /// [`Model::check`] is defined without this check: an assignment for which such an expression
    /// is neither 0 nor 1 is not a solution. Such a model is almost always a mistake, so the JSON
    /// reader and `gordian-solve` reject it.
    ///
    /// Cost: linear in the size of the model.
    ///
    /// # Errors
    ///
    /// Returns the first expression that is not a condition, in model order.
    pub fn check_conditions(&self) -> Result<(), ConditionError> {
        let mut known: FxHashMap<usize, Bounds> = FxHashMap::default();
        let mut visited: FxHashSet<usize> = FxHashSet::default();
        for Constraint { name, condition } in self.constraints() {
            self.check_required(name, condition, &mut known, &mut visited)?;
        }
        if let Some(goal) = self.goal() {
            let place = || "the objective".to_owned();
            self.check_operations(goal.objective(), &place, &mut known, &mut visited)?;
        }
        Ok(())
    }

    /// Checks a condition before it is required, as [`Model::check_conditions`] does for all
    /// constraints.
    ///
    /// Cost: linear in the size of the expression.
    ///
    /// # Errors
    ///
    /// Returns the first expression in it that is not a condition.
    pub fn check_condition(&self, name: &str, condition: &Expr) -> Result<(), ConditionError> {
        self.check_required(name, condition, &mut FxHashMap::default(), &mut FxHashSet::default())
    }

    fn check_required(
        &self,
        name: &str,
        condition: &Expr,
        known: &mut FxHashMap<usize, Bounds>,
        visited: &mut FxHashSet<usize>,
    ) -> Result<(), ConditionError> {
        let place = || format!("constraint `{name}`");
        self.check_operations(condition, &place, known, visited)?;
        check_condition(self.cached_bounds(condition, known), "require", &place)
    }

    /// Checks the operands of all operations of an expression that are not in `visited`.
    fn check_operations(
        &self,
        root: &Expr,
        place: &dyn Fn() -> String,
        known: &mut FxHashMap<usize, Bounds>,
        visited: &mut FxHashSet<usize>,
    ) -> Result<(), ConditionError> {
        self.cached_bounds(root, known);
        let done = |visited: &FxHashSet<usize>, expr: &Expr| {
            expr.is_atom() || visited.contains(&expr.identity())
        };
        post_order(root, visited, done, |visited, expr| {
            visited.insert(expr.identity());
            let node = expr.node();
            for operand in node.children().take(node.n_conditions()) {
                let bounds = self.cached_bounds(operand, known);
                check_condition(bounds, node.name(), place)?;
            }
            Ok(())
        })
    }
}

fn check_condition(
    bounds: Bounds,
    needed_by: &'static str,
    place: &dyn Fn() -> String,
) -> Result<(), ConditionError> {
    if bounds.is_condition() {
        return Ok(());
    }
    Err(ConditionError { place: place(), needed_by, bounds })
}

/// Returns bounds of an operation from the bounds of its operands, in order.
///
/// The operation must not be a constant or a variable.
pub(crate) fn operation_bounds(node: &Node, operands: &[Bounds]) -> Bounds {
    let bounds = match node {
        Node::Add(_) => {
            let sum = |end: fn(&Bounds) -> i64| {
                saturate(operands.iter().map(|bounds| i128::from(end(bounds))).sum())
            };
            Some(Bounds { lower: sum(|bounds| bounds.lower), upper: sum(|bounds| bounds.upper) })
        }
        Node::Mul(_) => Some(operands.iter().fold(Bounds::constant(1), |a, &b| product(a, b))),
        Node::Neg(_) => Some(operands[0].negated()),
        Node::Div(..) => quotient(operands[0], operands[1]),
        Node::Rem(..) => remainder(operands[0], operands[1]),
        Node::Pow(..) => power(operands[0], operands[1]),
        Node::Factorial(_) => operands[0].intersect(0, i64::MAX).map(|number| Bounds {
            lower: factorial(number.lower),
            upper: factorial(number.upper),
        }),
        Node::Gcd(_) => {
            // A divisor of a nonzero number is at most the absolute value of the number.
            let definite = operands.iter().filter(|bounds| bounds.lower > 0 || bounds.upper < 0);
            let least = definite.map(|bounds| bounds.magnitude()).min();
            let greatest = || operands.iter().map(|bounds| bounds.magnitude()).max();
            let upper = least.or_else(greatest).unwrap_or(0);
            Some(Bounds { lower: 0, upper })
        }
        Node::LargestPowerDivisor(..) => {
            Some(Bounds { lower: 1, upper: operands[0].magnitude().max(1) })
        }
        Node::FloorPower(..) => {
            let lower = i64::from(operands[0].lower > 0);
            Some(Bounds { lower, upper: operands[0].upper.max(0) })
        }
        Node::Abs(_) => {
            let Bounds { lower, upper } = operands[0];
            let least = if lower > 0 { lower } else { upper.min(0).saturating_neg() };
            Some(Bounds { lower: least, upper: operands[0].magnitude() })
        }
        Node::Min(_) => operands
            .iter()
            .copied()
            .reduce(|a, b| Bounds { lower: a.lower.min(b.lower), upper: a.upper.min(b.upper) }),
        Node::Max(_) => operands
            .iter()
            .copied()
            .reduce(|a, b| Bounds { lower: a.lower.max(b.lower), upper: a.upper.max(b.upper) }),
        Node::If(..) => Bounds::union(operands[1..].iter().copied()),
        Node::Element(list, _) => {
            let index = operands[list.len()];
            let within = |(place, _): &(i64, Bounds)| (index.lower..=index.upper).contains(place);
            let items = (0_i64..).zip(operands[..list.len()].iter().copied());
            Bounds::union(items.filter(within).map(|(_, item)| item))
        }
        Node::NthSmallest(_, place) => {
            let at = |end: fn(&Bounds) -> i64| {
                let mut ends: Vec<i64> = operands.iter().map(end).collect();
                ends.sort_unstable();
                ends.get(*place).copied()
            };
            at(|bounds| bounds.lower)
                .zip(at(|bounds| bounds.upper))
                .map(|(lower, upper)| Bounds { lower, upper })
        }
        Node::DistinctCount(_) => {
            let upper = i64::try_from(operands.len()).unwrap_or(i64::MAX);
            Some(Bounds { lower: upper.min(1), upper })
        }
        node if node.is_boolean() => Some(Bounds { lower: 0, upper: 1 }),
        _ => None,
    };
    bounds.unwrap_or(UNBOUNDED)
}

/// Saturates a value to 64 bits; values outside 64 bits are undefined, so the bounds stay valid.
fn saturate(value: i128) -> i64 {
    let end = if value < 0 { i64::MIN } else { i64::MAX };
    i64::try_from(value).unwrap_or(end)
}

fn product(a: Bounds, b: Bounds) -> Bounds {
    let times = |a: i64, b: i64| saturate(i128::from(a) * i128::from(b));
    let corners = [(a.lower, b.lower), (a.lower, b.upper), (a.upper, b.lower), (a.upper, b.upper)];
    Bounds::of_values(corners.map(|(a, b)| times(a, b))).expect("there are four corners")
}

fn quotient(number: Bounds, divisor: Bounds) -> Option<Bounds> {
    let by = |divisor: Bounds| {
        let divide = |a: i64, b: i64| saturate(i128::from(a).div_euclid(i128::from(b)));
        let (a, b) = (number, divisor);
        let corners =
            [(a.lower, b.lower), (a.lower, b.upper), (a.upper, b.lower), (a.upper, b.upper)];
        Bounds::of_values(corners.map(|(a, b)| divide(a, b))).expect("there are four corners")
    };
    // For divisors of one sign the quotient is monotone in each operand.
    let signs = [divisor.intersect(i64::MIN, -1), divisor.intersect(1, i64::MAX)];
    Bounds::union(signs.into_iter().flatten().map(by))
}

fn remainder(number: Bounds, divisor: Bounds) -> Option<Bounds> {
    if divisor == Bounds::constant(0) {
        return None;
    }
    let most = divisor.magnitude() - 1;
    let upper = if number.lower >= 0 { most.min(number.upper) } else { most };
    Some(Bounds { lower: 0, upper })
}

fn power(base: Bounds, exponent: Bounds) -> Option<Bounds> {
    let exponent = exponent.intersect(0, i64::MAX)?;
    let raise = |base: i64, exponent: i64| match (base, exponent) {
        (_, 0) | (1, _) => 1,
        (0, _) => 0,
        (-1, _) => 1 - 2 * (exponent % 2),
        _ => {
            let raised =
                u32::try_from(exponent).ok().and_then(|exponent| base.checked_pow(exponent));
            let end = if base < 0 && exponent % 2 == 1 { i64::MIN } else { i64::MAX };
            raised.unwrap_or(end)
        }
    };
    // Powers are monotone between these points, also if the parity of the exponent decides the
    // sign.
    let bases = [base.lower, -1, 0, 1, base.upper];
    let bases = bases.into_iter().filter(|value| (base.lower..=base.upper).contains(value));
    let Bounds { lower, upper } = exponent;
    let exponents = [lower, lower.saturating_add(1).min(upper), (upper - 1).max(lower), upper];
    Bounds::of_values(bases.flat_map(|base| exponents.map(|exponent| raise(base, exponent))))
}

fn factorial(number: i64) -> i64 {
    (1..=number.min(21)).fold(1_i64, i64::saturating_mul)
}
