//! Products.
//!
//! Bounds are those of interval arithmetic. An explanation consists of the bounds of the two other
//! variables.
//!
//! *Source*: Apt, Zoeteweij: "An analysis of arithmetic constraints on integer intervals",
//! Constraints 12 (2007).

use crate::atom::{Atom, Var, clamp};
use crate::propagator::{Before, Conflict, Domains, Event, Explanation, Priority, Propagator};

/// A variable is the product of two others, which may be the same.
#[derive(Clone, Copy, Debug)]
pub struct Product {
    factors: [Var; 2],
    product: Var,
}

/// An interval of values; empty if the first is greater.
type Interval = (i128, i128);

impl Product {
    /// Returns the constraint `factors[0] · factors[1] = product`.
    #[must_use]
    pub fn new(factors: [Var; 2], product: Var) -> Self {
        Self { factors, product }
    }

    /// Tightens the bounds of a variable; the explanation is about the others.
    fn tighten(
        &self,
        role: Role,
        (min, max): Interval,
        domains: &mut Domains<'_>,
    ) -> Result<(), Conflict> {
        let (var, later) = (self.var(role), Explanation::Later(role as u32));
        domains.assign(var.at_least(clamp(min)), later)?;
        domains.assign(var.at_most(clamp(max)), later)
    }

    fn var(&self, role: Role) -> Var {
        match role {
            Role::First => self.factors[0],
            Role::Second => self.factors[1],
            Role::Product => self.product,
        }
    }
}

/// What a variable is in the constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
enum Role {
    First,
    Second,
    Product,
}

const ROLES: [Role; 3] = [Role::First, Role::Second, Role::Product];

fn interval(domains: &Domains<'_>, var: Var) -> Interval {
    (domains.min(var).into(), domains.max(var).into())
}

/// Returns the products of the numbers of two intervals. They fit: values have at most 62 bits.
fn multiply((a, b): Interval, (c, d): Interval) -> Interval {
    let ends = [a * c, a * d, b * c, b * d];
    (ends.into_iter().min().expect("four ends"), ends.into_iter().max().expect("four ends"))
}

/// Returns an interval of the integers `x` for which `x · y` is in `product` for some `y` in
/// `factor`; `None` if nothing is known of them.
fn divide(product: Interval, factor: Interval) -> Option<Interval> {
    match factor {
        (1.., _) => {
            let ((low, high), (c, d)) = (product, factor);
            // The quotient with the greater magnitude is that with the smaller divisor.
            let min = ceil(low, if low < 0 { c } else { d });
            let max = floor(high, if high < 0 { d } else { c });
            Some((min, max))
        }
        (_, ..=-1) => divide((-product.1, -product.0), (-factor.1, -factor.0)),
        _ if product.0 > 0 || product.1 < 0 => {
            let size = product.0.abs().max(product.1.abs());
            Some((-size, size))
        }
        _ => None,
    }
}

/// Returns the quotient rounded down; the divisor is positive.
fn floor(number: i128, divisor: i128) -> i128 {
    number.div_euclid(divisor)
}

/// Returns the quotient rounded up; the divisor is positive.
fn ceil(number: i128, divisor: i128) -> i128 {
    -(-number).div_euclid(divisor)
}

impl Propagator for Product {
    fn subscriptions(&self) -> Vec<(Var, Event)> {
        ROLES.map(|role| (self.var(role), Event::Bounds)).to_vec()
    }

    fn priority(&self) -> Priority {
        Priority::Cheap
    }

    fn n_bytes(&self) -> u64 {
        0
    }

    fn propagate(&mut self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        let [x, y] = self.factors;
        let product = multiply(interval(domains, x), interval(domains, y));
        self.tighten(Role::Product, product, domains)?;
        let z = interval(domains, self.product);
        // No factor of a product that is not 0 is 0.
        let not_zero = match z {
            (1.., _) => Some(self.product.at_least(1)),
            (_, ..=-1) => Some(self.product.at_most(-1)),
            _ => None,
        };
        for (role, other) in [(Role::First, y), (Role::Second, x)] {
            if let Some(reason) = not_zero {
                let factor = self.var(role);
                domains.assign(factor.not_equal(0), Explanation::Now(&[reason]))?;
            }
            if let Some(quotients) = divide(z, interval(domains, other)) {
                self.tighten(role, quotients, domains)?;
            }
        }
        Ok(())
    }

    fn explain(&self, _atom: Atom, data: u32, before: &Before<'_>, out: &mut Vec<Atom>) {
        for role in ROLES.into_iter().filter(|&role| role as u32 != data) {
            let var = self.var(role);
            out.extend([var.at_least(before.min(var)), var.at_most(before.max(var))]);
        }
    }

    fn holds(&self, value: &dyn Fn(Var) -> i64) -> bool {
        let [x, y] = self.factors.map(|var| i128::from(value(var)));
        x * y == i128::from(value(self.product))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotients_contain_all_factors() {
        let intervals = || (-4..=4_i128).flat_map(|low| (low..=4).map(move |high| (low, high)));
        for product in intervals() {
            for factor in intervals() {
                let quotients = divide(product, factor);
                for x in -20..=20_i128 {
                    let is_factor =
                        (factor.0..=factor.1).any(|y| (product.0..=product.1).contains(&(x * y)));
                    if let (true, Some((low, high))) = (is_factor, quotients) {
                        assert!(low <= x && x <= high, "{x}: {product:?} / {factor:?}");
                    }
                }
            }
        }
        assert_eq!(divide((7, 20), (3, 3)), Some((3, 6)));
        assert_eq!(divide((-20, -7), (2, 3)), Some((-10, -3)));
        assert_eq!(divide((0, 9), (-1, 1)), None);
    }
}
