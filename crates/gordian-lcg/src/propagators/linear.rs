//! Linear inequalities.
//!
//! Bounds are tightened by the least value of the sum of the other terms. An explanation uses only as much of
//! their bounds as is needed.
//!
//! *Source*: Harvey, Schimpf: "Bounds consistency techniques for long linear constraints", TRICS 2002;
//! Feydy, Stuckey: "Lazy clause generation reengineered", CP 2009.

use crate::atom::{Atom, Var, clamp};
use crate::propagator::{Before, Conflict, Domains, Event, Explanation, Priority, Propagator};

/// A sum of variables with coefficients is at most a constant, if a condition holds.
#[derive(Clone, Debug)]
pub struct Linear {
    /// The coefficients, which are not 0, and the variables, each once.
    terms: Vec<(i64, Var)>,
    bound: i128,
    condition: Option<Atom>,
}

impl Linear {
    /// Returns the constraint `sum ≤ bound`.
    #[must_use]
    pub fn at_most(terms: &[(i64, Var)], bound: i64) -> Self {
        let mut sorted: Vec<(i64, Var)> = terms.to_vec();
        sorted.sort_by_key(|&(_, var)| var);
        let mut joined: Vec<(i64, Var)> = Vec::with_capacity(sorted.len());
        for (coefficient, var) in sorted {
            match joined.last_mut() {
                Some((sum, last)) if *last == var => {
                    *sum = sum.checked_add(coefficient).expect("the coefficients fit into 64 bits");
                }
                _ => joined.push((coefficient, var)),
            }
        }
        joined.retain(|&(coefficient, _)| coefficient != 0);
        Self { terms: joined, bound: i128::from(bound), condition: None }
    }

    /// Returns the constraint `sum ≥ bound`.
    ///
    /// # Panics
    ///
    /// Panics if a coefficient is −2⁶³.
    #[must_use]
    pub fn at_least(terms: &[(i64, Var)], bound: i64) -> Self {
        let negated: Vec<(i64, Var)> = terms
            .iter()
            .map(|&(coefficient, var)| {
                (coefficient.checked_neg().expect("the coefficient has an opposite"), var)
            })
            .collect();
        Self { bound: -i128::from(bound), ..Self::at_most(&negated, 0) }
    }

    /// Requires the constraint only if `condition` holds.
    #[must_use]
    pub fn only_if(self, condition: Atom) -> Self {
        Self { condition: Some(condition), ..self }
    }

    /// Returns the least value of a term.
    fn least(coefficient: i64, (min, max): (i64, i64)) -> i128 {
        i128::from(coefficient) * i128::from(if coefficient > 0 { min } else { max })
    }

    /// Appends atoms by which the terms but `skipped` have at least the sum `needed`. `bounds` are those of the
    /// time of the explanation.
    fn explain_sum(
        &self,
        needed: i128,
        skipped: Option<Var>,
        bounds: &dyn Fn(Var) -> (i64, i64),
        root_bounds: &dyn Fn(Var) -> (i64, i64),
        out: &mut Vec<Atom>,
    ) {
        let others = || self.terms.iter().filter(|&&(_, var)| Some(var) != skipped);
        let sum: i128 = others().map(|&(c, var)| Self::least(c, bounds(var))).sum();
        // How much of the bounds is not needed.
        let mut surplus = sum - needed;
        debug_assert!(surplus >= 0, "the sum implies the change");
        for &(coefficient, var) in others() {
            let (now, root) = (bounds(var), root_bounds(var));
            let gained = Self::least(coefficient, now) - Self::least(coefficient, root);
            if gained <= surplus {
                surplus -= gained;
                continue;
            }
            let size = i128::from(coefficient).abs();
            let slack = surplus / size;
            surplus -= slack * size;
            let atom = if coefficient > 0 {
                var.at_least(clamp(i128::from(now.0) - slack))
            } else {
                var.at_most(clamp(i128::from(now.1) + slack))
            };
            out.push(atom);
        }
    }
}

impl Propagator for Linear {
    fn subscriptions(&self) -> Vec<(Var, Event)> {
        let event = |coefficient: i64| if coefficient > 0 { Event::Min } else { Event::Max };
        let terms = self.terms.iter().map(|&(coefficient, var)| (var, event(coefficient)));
        terms.chain(self.condition.map(|condition| (condition.var, Event::Any))).collect()
    }

    fn priority(&self) -> Priority {
        if self.terms.len() <= 3 { Priority::Cheap } else { Priority::Linear }
    }

    fn propagate(&mut self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        let is_required = match self.condition.map(|condition| domains.truth(condition)) {
            Some(Some(false)) => return Ok(()),
            Some(None) => false,
            Some(Some(true)) | None => true,
        };
        let bounds = |domains: &Domains<'_>, var| (domains.min(var), domains.max(var));
        let least: i128 =
            self.terms.iter().map(|&(c, var)| Self::least(c, bounds(domains, var))).sum();
        let slack = self.bound - least;
        if slack < 0 {
            return match self.condition {
                Some(condition) => domains.assign(!condition, Explanation::Later(0)),
                None => {
                    let mut atoms = Vec::new();
                    let now = |var| bounds(domains, var);
                    let root = |var| domains.root_bounds(var);
                    self.explain_sum(self.bound + 1, None, &now, &root, &mut atoms);
                    Err(domains.conflict(&atoms))
                }
            };
        }
        if !is_required {
            return Ok(());
        }
        for &(coefficient, var) in &self.terms {
            let (min, max) = bounds(domains, var);
            let width = (i128::from(max) - i128::from(min)) * i128::from(coefficient).abs();
            if width <= slack {
                continue;
            }
            let steps = slack / i128::from(coefficient).abs();
            let atom = if coefficient > 0 {
                var.at_most(clamp(i128::from(min) + steps))
            } else {
                var.at_least(clamp(i128::from(max) - steps))
            };
            domains.assign(atom, Explanation::Later(0))?;
        }
        Ok(())
    }

    fn explain(&self, atom: Atom, _data: u32, before: &Before<'_>, out: &mut Vec<Atom>) {
        let now = |var| (before.min(var), before.max(var));
        let root = |var| before.root_bounds(var);
        if let Some(condition) = self.condition {
            if atom == !condition {
                return self.explain_sum(self.bound + 1, None, &now, &root, out);
            }
            out.push(condition);
        }
        let term = self.terms.iter().find(|&&(_, var)| var == atom.var);
        let &(coefficient, var) = term.expect("the atom is about a term");
        // The others are at least so great that the next value beyond the atom is too much.
        let beyond = i128::from((!atom).value) * i128::from(coefficient);
        self.explain_sum(self.bound - beyond + 1, Some(var), &now, &root, out);
    }

    fn holds(&self, value: &dyn Fn(Var) -> i64) -> bool {
        let is_required = self.condition.is_none_or(|atom| atom.holds_for(value(atom.var)));
        let term =
            |&(coefficient, var): &(i64, Var)| i128::from(coefficient) * i128::from(value(var));
        !is_required || self.terms.iter().map(term).sum::<i128>() <= self.bound
    }
}
