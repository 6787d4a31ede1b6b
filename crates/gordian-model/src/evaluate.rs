//! The evaluation of assignments, which defines the semantics of models.
//!
//! Every solution is checked by this module and [`global`], so the code is simple: it has no
//! presolve and no tables, and shares no code with the solvers. Shared subexpressions are evaluated
//! once.

use std::convert::Infallible;

use gordian_core::Index;
use rustc_hash::FxHashMap;
use thiserror::Error;

use crate::expression::post_order;
use crate::{Assignment, ConstraintId, Expr, Model, Node, VarId, global};

/// The reason why an assignment is not a solution.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Violation {
    /// The number of values differs from the number of variables.
    #[error("{given} values for {expected} variables")]
    WrongLength {
        /// The number of values.
        given: usize,
        /// The number of variables.
        expected: usize,
    },
    /// A value is not in the domain of its variable.
    #[error("`{name}` is {value}, which is not in its domain {domain}")]
    OutsideDomain {
        /// The variable.
        var: VarId,
        /// Its name.
        name: String,
        /// Its value.
        value: i64,
        /// Its domain, as text.
        domain: String,
    },
    /// A constraint is false.
    #[error("constraint `{name}` does not hold")]
    Violated {
        /// The constraint.
        constraint: ConstraintId,
        /// Its name.
        name: String,
    },
    /// A part of a constraint is undefined.
    #[error("constraint `{name}` has no value: {reason}")]
    Undefined {
        /// The constraint.
        constraint: ConstraintId,
        /// Its name.
        name: String,
        /// Why the expression has no value.
        reason: Undefined,
    },
    /// The objective is undefined.
    #[error("the objective has no value: {reason}")]
    UndefinedObjective {
        /// Why the expression has no value.
        reason: Undefined,
    },
}

/// The reason why an expression has no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Undefined {
    /// Division or remainder by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// The result does not fit into 64 bits.
    #[error("the result does not fit into 64 bits")]
    Overflow,
    /// An array index is out of range.
    #[error("index {index} is out of range for an array of length {length}")]
    Index {
        /// The index.
        index: i64,
        /// The length of the array.
        length: usize,
    },
    /// A power with a negative exponent.
    #[error("the negative exponent {exponent}")]
    NegativeExponent {
        /// The exponent.
        exponent: i64,
    },
    /// The factorial of a negative number.
    #[error("the factorial of {number}")]
    NegativeFactorial {
        /// The number.
        number: i64,
    },
    /// An operand of a Boolean operation is neither 0 nor 1.
    #[error("expected 0 or 1, found {value}")]
    NotBoolean {
        /// The number.
        value: i64,
    },
    /// The minimum or maximum of an empty list.
    #[error("the minimum or maximum of an empty list")]
    EmptyMinMax,
    /// The greatest power that divides 0, or a base below 2.
    #[error("no greatest power of {base} exists for {number}")]
    UndefinedPower {
        /// The number.
        number: i64,
        /// The base.
        base: i64,
    },
}

impl Model {
    /// Returns all violated domains and constraints, in model order; empty if `values` is a
    /// solution.
    ///
    /// Cost: as [`Self::check`]; subexpressions that constraints share are evaluated once.
    #[must_use]
    pub fn violations(&self, values: &Assignment) -> Vec<Violation> {
        let Err(first) = self.check(values.as_slice()) else { return Vec::new() };
        let mut violations = Vec::new();
        for (var, variable) in self.variables().iter_enumerated() {
            if !variable.domain.contains(values[var]) {
                let (name, domain) = (variable.name.clone(), variable.domain.to_string());
                violations.push(Violation::OutsideDomain { var, name, value: values[var], domain });
            }
        }
        let mut evaluation = Evaluation::new(values.as_slice());
        for (constraint, stated) in self.constraints().iter_enumerated() {
            let name = || stated.name.clone();
            match evaluation.boolean(&stated.condition) {
                Ok(true) => {}
                Ok(false) => violations.push(Violation::Violated { constraint, name: name() }),
                Err(reason) => {
                    violations.push(Violation::Undefined { constraint, name: name(), reason });
                }
            }
        }
        if violations.is_empty() {
            // An undefined objective is reported by `check` only.
            violations.push(first);
        }
        violations
    }

    /// Checks whether `values`, one per variable, is a solution of this model.
    ///
    /// Cost: linear in the size of the model.
    ///
    /// # Errors
    ///
    /// Returns the first violation, in model order.
    pub fn check(&self, values: &[i64]) -> Result<(), Violation> {
        if values.len() != self.variables().len() {
            return Err(Violation::WrongLength {
                given: values.len(),
                expected: self.variables().len(),
            });
        }
        for ((var, variable), &value) in self.variables().iter_enumerated().zip(values) {
            if !variable.domain.contains(value) {
                return Err(Violation::OutsideDomain {
                    var,
                    name: variable.name.clone(),
                    value,
                    domain: variable.domain.to_string(),
                });
            }
        }
        let mut evaluation = Evaluation::new(values);
        for (constraint, stated) in self.constraints().iter_enumerated() {
            let name = || stated.name.clone();
            match evaluation.boolean(&stated.condition) {
                Ok(true) => {}
                Ok(false) => return Err(Violation::Violated { constraint, name: name() }),
                Err(reason) => {
                    return Err(Violation::Undefined { constraint, name: name(), reason });
                }
            }
        }
        if let Some(goal) = self.goal() {
            let value = evaluation.value(goal.objective());
            value.map_err(|reason| Violation::UndefinedObjective { reason })?;
        }
        Ok(())
    }

    /// Returns the value of `expr` under `values`, one per variable.
    ///
    /// # Errors
    ///
    /// Returns the reason why the expression has no value.
    ///
    /// # Panics
    ///
    /// Panics if `expr` contains a variable that has no value in `values`.
    pub fn evaluate(&self, expr: &Expr, values: &[i64]) -> Result<i64, Undefined> {
        Evaluation::new(values).value(expr)
    }
}

/// The cached values of expressions under one assignment.
struct Evaluation<'a> {
    values: &'a [i64],
    /// Values by [`Expr::identity`]. Expressions live as long as the model, so identities are
    /// unique.
    known: FxHashMap<usize, i64>,
    /// Why expressions have no value, so that a shared one is evaluated once, too.
    undefined: FxHashMap<usize, Undefined>,
}

impl<'a> Evaluation<'a> {
    fn new(values: &'a [i64]) -> Self {
        Self { values, known: FxHashMap::default(), undefined: FxHashMap::default() }
    }

    fn value(&mut self, expr: &Expr) -> Result<i64, Undefined> {
        // All operands are evaluated, even if the result does not depend on them, because an
        // undefined part makes the whole expression undefined.
        let walked = post_order(
            expr,
            self,
            |this, expr| this.look_up(expr).is_some(),
            |this, expr| {
                let look_up = |operand| this.look_up(operand).expect("operands come first");
                let operands: Result<Vec<i64>, Undefined> =
                    expr.node().children().map(look_up).collect();
                match operands.and_then(|operands| apply(expr.node(), &operands)) {
                    Ok(value) => {
                        this.known.insert(expr.identity(), value);
                    }
                    Err(reason) => {
                        this.undefined.insert(expr.identity(), reason);
                    }
                }
                Ok::<(), Infallible>(())
            },
        );
        match walked {
            Ok(()) => self.look_up(expr).expect("the walk ends at the root"),
        }
    }

    /// Returns the value of an expression, or why it has none; `None` if it was not evaluated.
    fn look_up(&self, expr: &Expr) -> Option<Result<i64, Undefined>> {
        match expr.node() {
            Node::Const(value) => Some(Ok(*value)),
            Node::Var(var) => Some(Ok(self.values[var.index()])),
            _ => {
                let identity = expr.identity();
                let value = self.known.get(&identity).map(|&value| Ok(value));
                value.or_else(|| self.undefined.get(&identity).map(|&reason| Err(reason)))
            }
        }
    }

    fn boolean(&mut self, expr: &Expr) -> Result<bool, Undefined> {
        self.value(expr).and_then(boolean)
    }
}

fn boolean(value: i64) -> Result<bool, Undefined> {
    match value {
        0 => Ok(false),
        1 => Ok(true),
        _ => Err(Undefined::NotBoolean { value }),
    }
}

/// Returns the value of the operation `node` on the values of its operands, in their order.
fn apply(node: &Node, operands: &[i64]) -> Result<i64, Undefined> {
    use Undefined::{EmptyMinMax, Overflow};
    let fits = |value: Option<i64>| value.ok_or(Overflow);
    match node {
        Node::Const(_) | Node::Var(_) => unreachable!("atoms have no operands"),
        Node::Add(_) => operands.iter().try_fold(0_i64, |sum, &x| fits(sum.checked_add(x))),
        Node::Mul(_) => operands.iter().try_fold(1_i64, |sum, &x| fits(sum.checked_mul(x))),
        Node::Neg(_) => fits(operands[0].checked_neg()),
        Node::Abs(_) => fits(operands[0].checked_abs()),
        Node::Min(_) => operands.iter().copied().min().ok_or(EmptyMinMax),
        Node::Max(_) => operands.iter().copied().max().ok_or(EmptyMinMax),
        Node::Div(..) if operands[1] == 0 => Err(Undefined::DivisionByZero),
        Node::Rem(..) if operands[1] == 0 => Err(Undefined::DivisionByZero),
        Node::Div(..) => fits(operands[0].checked_div_euclid(operands[1])),
        Node::Rem(..) => Ok(operands[0].wrapping_rem_euclid(operands[1])),
        Node::Pow(..) => power(operands[0], operands[1]),
        Node::Factorial(_) => match operands[0] {
            number @ ..0 => Err(Undefined::NegativeFactorial { number }),
            number => (1..=number).try_fold(1_i64, |sum, x| fits(sum.checked_mul(x))),
        },
        Node::Gcd(_) => fits(i64::try_from(operands.iter().fold(0, |a, &b| gcd(a, b))).ok()),
        Node::LargestPowerDivisor(_, base) => greatest_power_dividing(operands[0], *base),
        Node::FloorPower(_, base) => greatest_power_not_above(operands[0], *base),
        Node::If(..) => Ok(if boolean(operands[0])? { operands[1] } else { operands[2] }),
        Node::Element(array, _) => {
            let index = operands[array.len()];
            let place = usize::try_from(index).ok().filter(|&place| place < array.len());
            place
                .map(|place| operands[place])
                .ok_or(Undefined::Index { index, length: array.len() })
        }
        Node::NthSmallest(_, place) => Ok(sorted(operands)[*place]),
        Node::DistinctCount(_) => {
            let mut values = sorted(operands);
            values.dedup();
            fits(i64::try_from(values.len()).ok())
        }
        _ => apply_boolean(node, operands).map(i64::from),
    }
}

/// Returns the value of an operation whose result is Boolean.
fn apply_boolean(node: &Node, operands: &[i64]) -> Result<bool, Undefined> {
    let booleans = || operands.iter().map(|&value| boolean(value)).collect::<Result<Vec<_>, _>>();
    Ok(match node {
        Node::Compare(how, ..) => how.holds(&operands[0], &operands[1]),
        Node::Not(_) => !booleans()?[0],
        Node::And(_) => booleans()?.iter().all(|&t| t),
        Node::Or(_) => booleans()?.iter().any(|&t| t),
        Node::Xor(_) => booleans()?.iter().filter(|&&t| t).count() % 2 == 1,
        Node::Implies(..) => !booleans()?[0] || booleans()?[1],
        Node::Iff(..) => booleans()?[0] == booleans()?[1],
        Node::AllDifferent(_) => sorted(operands).windows(2).all(|pair| pair[0] != pair[1]),
        Node::InSet(_, set) => set.contains(operands[0]),
        Node::Table(_, rows) => rows.iter().any(|row| row == operands),
        Node::Sos1(_) => operands.iter().filter(|&&x| x != 0).count() <= 1,
        Node::Sos2(_) => {
            let places: Vec<usize> = (0..operands.len()).filter(|&i| operands[i] != 0).collect();
            match places[..] {
                [] | [_] => true,
                [first, second] => second == first + 1,
                _ => false,
            }
        }
        _ => return apply_global(node, operands),
    })
}

/// Returns the value of a global or graph constraint.
fn apply_global(node: &Node, operands: &[i64]) -> Result<bool, Undefined> {
    let n = node.n_conditions();
    let active: Vec<bool> =
        operands[..n].iter().map(|&value| boolean(value)).collect::<Result<_, _>>()?;
    let numbers = &operands[n..];
    Ok(match node {
        Node::GlobalCardinality(items, values, _) => {
            let (items, counts) = operands.split_at(items.len());
            global::global_cardinality(items, values, counts)
        }
        Node::Lexicographic(how, left, _) => {
            let (left, right) = operands.split_at(left.len());
            how.holds(&left, &right)
        }
        Node::Circuit(_) => global::circuit(operands),
        Node::Subcircuit(_) => global::subcircuit(operands),
        Node::Inverse(first, _) => {
            let (first, second) = operands.split_at(first.len());
            global::inverse(first, second)
        }
        Node::Cumulative { starts, durations, demands, .. } => {
            let (starts, rest) = operands.split_at(starts.len());
            let (durations, rest) = rest.split_at(durations.len());
            let (demands, capacity) = rest.split_at(demands.len());
            global::cumulative(starts, durations, demands, capacity[0])
        }
        Node::Disjunctive { starts, .. } => {
            let (starts, durations) = operands.split_at(starts.len());
            global::disjunctive(starts, durations)
        }
        Node::Connected(graph, _) => global::connected(graph, &active),
        Node::ConnectedEdges(graph, _) => global::connected_edges(graph, &active),
        Node::SingleCycle(graph, _) => global::single_cycle(graph, &active),
        Node::Path(graph, ..) => global::path(graph, &active, numbers[0], numbers[1]),
        Node::Regions(graph, ..) => global::regions(graph, &active, numbers),
        _ => unreachable!("numbers are computed by apply"),
    })
}

fn sorted(values: &[i64]) -> Vec<i64> {
    let mut values = values.to_vec();
    values.sort_unstable();
    values
}

fn power(base: i64, exponent: i64) -> Result<i64, Undefined> {
    if exponent < 0 {
        return Err(Undefined::NegativeExponent { exponent });
    }
    match base {
        0 | 1 => Ok(if exponent == 0 { 1 } else { base }),
        -1 => Ok(if exponent % 2 == 0 { 1 } else { -1 }),
        _ => {
            let exponent = u32::try_from(exponent).map_err(|_| Undefined::Overflow)?;
            base.checked_pow(exponent).ok_or(Undefined::Overflow)
        }
    }
}

fn gcd(a: u64, b: i64) -> u64 {
    let (mut a, mut b) = (a, b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

fn greatest_power_dividing(number: i64, base: i64) -> Result<i64, Undefined> {
    if base < 2 || number == 0 {
        return Err(Undefined::UndefinedPower { number, base });
    }
    let (magnitude, base) = (number.unsigned_abs(), base.unsigned_abs());
    let mut power = 1_u64;
    while let Some(next) = power.checked_mul(base).filter(|&next| magnitude.is_multiple_of(next)) {
        power = next;
    }
    i64::try_from(power).map_err(|_| Undefined::Overflow)
}

fn greatest_power_not_above(number: i64, base: i64) -> Result<i64, Undefined> {
    if base < 2 {
        return Err(Undefined::UndefinedPower { number, base });
    }
    if number < 1 {
        return Ok(0);
    }
    let mut power = 1_i64;
    while let Some(next) = power.checked_mul(base).filter(|&next| next <= number) {
        power = next;
    }
    Ok(power)
}
