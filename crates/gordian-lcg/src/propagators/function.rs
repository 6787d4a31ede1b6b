//! Any function of a few variables, by its values.
//!
//! It is for operations without a propagator of their own: the result follows when all operands are
//! fixed, and the values of the last open operand are tried if they are few.

use crate::atom::{Atom, Var};
use crate::propagator::{
    Before, Conflict, Domains, Event, Explanation, Priority, Propagator, n_bytes_of,
};

/// A function of integers; `None` where it is undefined.
type Evaluate = dyn Fn(&[i64]) -> Option<i64> + Send;

/// A variable is the value of a function of other variables, which is defined for their values.
pub struct Function {
    operands: Vec<Var>,
    result: Var,
    evaluate: Box<Evaluate>,
    /// Two places of operands; while both are open, nothing is concluded.
    watched: [usize; 2],
}

/// The last open operand is tried with all its values if it has at most this many.
const MAX_TRIED_WIDTH: i64 = 64;
/// The value of `data` in explanations of the result.
const RESULT: u32 = u32::MAX;

impl Function {
    /// Returns the constraint `evaluate(operands) = result`. Operands may be equal to each other
    /// and to the result.
    #[must_use]
    pub fn new(operands: &[Var], result: Var, evaluate: Box<Evaluate>) -> Self {
        let mut distinct = operands.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        let places: Vec<usize> = operands
            .iter()
            .map(|var| distinct.binary_search(var).expect("it is one of them"))
            .collect();
        let evaluate = Box::new(move |values: &[i64]| {
            let values: Vec<i64> = places.iter().map(|&place| values[place]).collect();
            evaluate(&values)
        });
        let last = distinct.len().saturating_sub(1);
        Self { operands: distinct, result, evaluate, watched: [0, last] }
    }
}

impl std::fmt::Debug for Function {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Function")
            .field("operands", &self.operands)
            .field("result", &self.result)
            .finish_non_exhaustive()
    }
}

impl Propagator for Function {
    fn subscriptions(&self) -> Vec<(Var, Event)> {
        let operands = self.operands.iter().map(|&var| (var, Event::Any));
        operands.chain([(self.result, Event::Any)]).collect()
    }

    fn priority(&self) -> Priority {
        Priority::Linear
    }

    fn n_bytes(&self) -> u64 {
        // The function is of the caller.
        n_bytes_of(&self.operands)
    }

    fn propagate(&mut self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        let is_open = |domains: &Domains<'_>, var| domains.value(var).is_none();
        let [first, second] = self.watched;
        if first != second
            && is_open(domains, self.operands[first])
            && is_open(domains, self.operands[second])
        {
            return Ok(());
        }
        let mut open = (0..self.operands.len()).filter(|&at| is_open(domains, self.operands[at]));
        let (first, second) = (open.next(), open.next());
        if let (Some(first), Some(second)) = (first, second) {
            self.watched = [first, second];
            return Ok(());
        }
        let mut values: Vec<i64> = self.operands.iter().map(|&var| domains.min(var)).collect();
        let Some(open) = first else {
            let Some(value) = (self.evaluate)(&values) else {
                let fixed = self.operands.iter().zip(values);
                let atoms: Vec<Atom> = fixed.map(|(&var, value)| var.equal(value)).collect();
                return Err(domains.conflict(&atoms));
            };
            return domains.assign(self.result.equal(value), Explanation::Later(RESULT));
        };
        let var = self.operands[open];
        let (min, max) = (domains.min(var), domains.max(var));
        if max - min >= MAX_TRIED_WIDTH {
            return Ok(());
        }
        for value in min..=max {
            if !domains.contains(var, value) {
                continue;
            }
            values[open] = value;
            let result = (self.evaluate)(&values);
            // The result may be the open operand itself.
            let is_possible = result.is_some_and(|result| {
                domains.contains(self.result, result) && (self.result != var || result == value)
            });
            if is_possible {
                continue;
            }
            let others = self.operands.iter().filter(|&&it| it != var);
            let mut atoms: Vec<Atom> = others.map(|&it| it.equal(domains.min(it))).collect();
            if let Some(result) = result.filter(|_| self.result != var) {
                atoms.push(self.result.not_equal(result));
            }
            domains.assign(var.not_equal(value), Explanation::Now(&atoms))?;
        }
        Ok(())
    }

    fn explain(&self, _atom: Atom, _data: u32, before: &Before<'_>, out: &mut Vec<Atom>) {
        out.extend(self.operands.iter().map(|&var| var.equal(before.min(var))));
    }

    fn holds(&self, value: &dyn Fn(Var) -> i64) -> bool {
        let values: Vec<i64> = self.operands.iter().map(|&var| value(var)).collect();
        (self.evaluate)(&values) == Some(value(self.result))
    }
}
