//! The greatest and the least of several variables.
//!
//! The greatest one is at least a value because one of the variables is, and at most a value
//! because all of them are. If one variable alone can be the greatest, it has at least the least
//! value of the result.
//!
//! *Source*: the explanations are those of the clauses of a decomposition into literals of bounds,
//! as in Ohrimenko, Stuckey, Codish: "Propagation via lazy clause generation", Constraints 14
//! (2009).

use crate::atom::{Atom, Relation, Var};
use crate::propagator::{
    Before, Conflict, Domains, Event, Explanation, Priority, Propagator, n_bytes_of,
};

/// A variable is the greatest, or the least, of several variables.
///
/// The least one is the opposite of the greatest of the opposites; the code is about the greatest.
#[derive(Clone, Debug)]
pub struct Extremum<const IS_MINIMUM: bool> {
    /// Each once.
    vars: Vec<Var>,
    result: Var,
}

/// A variable is the greatest of several variables.
pub type Maximum = Extremum<false>;

/// A variable is the least of several variables.
pub type Minimum = Extremum<true>;

/// Why a bound was tightened, as the `data` of explanations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
enum Rule {
    /// The result is at least one of the variables.
    OneIsGreat,
    /// The result is at most the greatest of the variables.
    AllAreSmall,
    /// A variable is at most the result.
    ResultIsSmall,
    /// The variable is the only one that can be the result.
    OthersAreSmall,
}

impl Rule {
    const fn later(self) -> Explanation<'static> {
        Explanation::Later(self as u32)
    }
}

impl<const IS_MINIMUM: bool> Extremum<IS_MINIMUM> {
    /// Returns the constraint that `result` is the greatest ([`Maximum`]) or the least
    /// ([`Minimum`]) of `vars`. The same variable may occur several times, also as the result.
    ///
    /// # Panics
    ///
    /// Panics if there are no variables.
    #[must_use]
    pub fn new(vars: &[Var], result: Var) -> Self {
        assert!(!vars.is_empty(), "an extremum of no variables does not exist");
        let mut vars = vars.to_vec();
        vars.sort_unstable();
        vars.dedup();
        Self { vars, result }
    }

    /// Returns bounds, or those of the opposite.
    fn view((min, max): (i64, i64)) -> (i64, i64) {
        if IS_MINIMUM { (-max, -min) } else { (min, max) }
    }

    fn bounds(domains: &Domains<'_>, var: Var) -> (i64, i64) {
        Self::view((domains.min(var), domains.max(var)))
    }

    fn at_least(var: Var, value: i64) -> Atom {
        if IS_MINIMUM { var.at_most(-value) } else { var.at_least(value) }
    }

    fn at_most(var: Var, value: i64) -> Atom {
        if IS_MINIMUM { var.at_least(-value) } else { var.at_most(value) }
    }
}

impl<const IS_MINIMUM: bool> Propagator for Extremum<IS_MINIMUM> {
    fn subscriptions(&self) -> Vec<(Var, Event)> {
        self.vars.iter().chain([&self.result]).map(|&var| (var, Event::Bounds)).collect()
    }

    fn priority(&self) -> Priority {
        if self.vars.len() <= 3 { Priority::Cheap } else { Priority::Linear }
    }

    fn n_bytes(&self) -> u64 {
        n_bytes_of(&self.vars)
    }

    fn propagate(&mut self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        let bounds = |&var: &Var| Self::bounds(domains, var);
        let least = self.vars.iter().map(bounds).map(|it| it.0).max().expect("not empty");
        let greatest = self.vars.iter().map(bounds).map(|it| it.1).max().expect("not empty");
        domains.assign(Self::at_least(self.result, least), Rule::OneIsGreat.later())?;
        domains.assign(Self::at_most(self.result, greatest), Rule::AllAreSmall.later())?;
        let (least, greatest) = Self::bounds(domains, self.result);
        let mut can_be_result = None;
        let mut n_can_be_result = 0;
        for &var in &self.vars {
            domains.assign(Self::at_most(var, greatest), Rule::ResultIsSmall.later())?;
            if Self::bounds(domains, var).1 >= least {
                can_be_result = Some(var);
                n_can_be_result += 1;
            }
        }
        if let Some(var) = can_be_result.filter(|_| n_can_be_result == 1) {
            domains.assign(Self::at_least(var, least), Rule::OthersAreSmall.later())?;
        }
        Ok(())
    }

    fn explain(&self, atom: Atom, data: u32, before: &Before<'_>, out: &mut Vec<Atom>) {
        debug_assert!(matches!(atom.relation, Relation::AtLeast | Relation::AtMost));
        let value = if IS_MINIMUM { -atom.value } else { atom.value };
        let bounds = |var| Self::view((before.min(var), before.max(var)));
        if data == Rule::OneIsGreat as u32 {
            // One that is great enough before the first decision needs no explanation.
            let root = |&&var: &&Var| Self::view(before.root_bounds(var)).0 >= value;
            let now = |&&var: &&Var| bounds(var).0 >= value;
            let great = self.vars.iter().find(root).or_else(|| self.vars.iter().find(now));
            out.push(Self::at_least(*great.expect("one of them is great"), value));
        } else if data == Rule::AllAreSmall as u32 {
            out.extend(self.vars.iter().map(|&var| Self::at_most(var, value)));
        } else if data == Rule::ResultIsSmall as u32 {
            out.push(Self::at_most(self.result, value));
        } else {
            let least = bounds(self.result).0;
            out.push(Self::at_least(self.result, least));
            let others = self.vars.iter().filter(|&&var| var != atom.var);
            out.extend(others.map(|&var| Self::at_most(var, least - 1)));
        }
    }

    fn holds(&self, value: &dyn Fn(Var) -> i64) -> bool {
        let values = self.vars.iter().map(|&var| value(var));
        let extremum = if IS_MINIMUM { values.min() } else { values.max() };
        extremum == Some(value(self.result))
    }
}
