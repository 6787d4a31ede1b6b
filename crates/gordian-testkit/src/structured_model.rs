//! Random models with the structures that presolve detects: permutations, exclusive groups, and
//! variables that implications define case by case. Definitions may be complete, lack a case,
//! repeat one, or exclude or contradict one.

use gordian_core::Random;
use gordian_model::{Expr, Model, VarId, all_different, conditional, sum};

/// Limit on the number of assignments of a model.
const MAX_ASSIGNMENTS: u64 = 30_000;

/// Returns a model without solutions in which each of two bounds moves the other by 1: x > y > x,
/// from 0 to `largest`.
#[must_use]
pub fn small_steps(largest: i64) -> Model {
    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.int(name, 0..=largest));
    model.require("after", (x - y).ge(1));
    model.require("before", (y - x).ge(1));
    model
}

/// Returns the model of a seed.
#[must_use]
pub fn model(seed: u64) -> Model {
    // A random stream different from that of `random_model`.
    let mut generator = ModelGenerator {
        random: Random::new(seed ^ 0x5eed_0000_0000),
        model: Model::new(),
        groups: Vec::new(),
        vars: Vec::new(),
        flags: Vec::new(),
    };
    for _ in 0..1 + generator.random.below(2) {
        generator.add_group();
    }
    for _ in 0..1 + generator.random.below(3) {
        if n_assignments(&generator.model) * 3 <= MAX_ASSIGNMENTS {
            generator.add_variable_by_cases();
        }
    }
    for index in 0..generator.random.below(4) {
        generator.add_relation(index);
    }
    generator.model
}

fn n_assignments(model: &Model) -> u64 {
    model.variables().iter().map(|variable| variable.domain.size()).product()
}

struct ModelGenerator {
    random: Random,
    model: Model,
    /// Groups of conditions of which exactly one holds.
    groups: Vec<Vec<Expr>>,
    vars: Vec<VarId>,
    flags: Vec<VarId>,
}

impl ModelGenerator {
    /// Adds a permutation, an integer or flags, together with their exclusive groups.
    fn add_group(&mut self) {
        let n = 2 + self.random.below(2);
        let most = i64::try_from(n).expect("small");
        let name = |kind: &str, number: usize| format!("{kind}{number}");
        let so_far = self.model.variables().len();
        match self.random.below(4) {
            0 | 1 => {
                let vars: Vec<VarId> =
                    (0..n).map(|i| self.model.int(name("p", so_far + i), 1..=most)).collect();
                self.model.require("all of them", all_different(vars.iter().copied()));
                for value in 1..=most {
                    self.groups.push(vars.iter().map(|&var| var.eq(value)).collect());
                }
                self.vars.extend(vars);
            }
            2 => {
                let var = self.model.int(name("n", so_far), -1..=most - 2);
                self.vars.push(var);
            }
            _ => {
                let flags: Vec<VarId> =
                    (0..n).map(|i| self.model.boolean(name("f", so_far + i))).collect();
                self.model.require("one of them", sum(flags.iter().copied()).eq(1));
                self.groups.push(flags.iter().map(|&flag| flag.into()).collect());
                self.flags.extend(flags);
            }
        }
        // The values of an integer exclude each other too.
        let vars: Vec<VarId> = self.vars.clone();
        for var in vars {
            let values: Vec<i64> = self.model.variables()[var].domain.values().collect();
            self.groups.push(values.into_iter().map(|value| var.eq(value)).collect());
        }
    }

    /// Adds a variable that is defined by the cases of one or two groups.
    fn add_variable_by_cases(&mut self) {
        let number = self.model.variables().len();
        let values = 2 + i64::from(self.random.flip());
        let var = self.model.int(format!("d{number}"), 0..=values - 1);
        let first = self.random.choose(&self.groups).clone();
        let rule = format!("d{number} by cases");
        let fault = self.random.below(12);
        let at = self.random.below(first.len());
        for (index, guard) in first.iter().enumerate() {
            if self.random.below(3) == 0 {
                let second = self.random.choose(&self.groups).clone();
                for inner in second {
                    self.add_case(&rule, guard.clone() & inner, var);
                }
                continue;
            }
            match fault {
                0 if index == at => continue,
                1 if index == at => {
                    self.model.require(rule.as_str(), !guard.clone());
                    continue;
                }
                2 if index == at => self.add_case(&rule, guard.clone(), var),
                _ => {}
            }
            self.add_case(&rule, guard.clone(), var);
        }
        self.vars.push(var);
        if self.random.flip() {
            let values: Vec<i64> = self.model.variables()[var].domain.values().collect();
            self.groups.push(values.into_iter().map(|value| var.eq(value)).collect());
        }
    }

    /// Adds a case: if the guard holds, the variable has a random value.
    fn add_case(&mut self, rule: &str, guard: Expr, var: VarId) {
        let shift = i64::from(self.random.flip());
        let outcome: Expr = match self.random.below(3) {
            0 if !self.vars.is_empty() => *self.random.choose(&self.vars) + shift,
            1 if !self.vars.is_empty() => shift + 1 - *self.random.choose(&self.vars),
            _ => i64::try_from(self.random.below(3)).expect("small").into(),
        };
        self.model.require(rule, guard.implies(var.eq(outcome)));
    }

    /// Adds a random constraint on several variables.
    fn add_relation(&mut self, index: usize) {
        let name = format!("r{index}");
        if self.vars.is_empty() || (self.random.below(4) == 0 && self.flags.len() > 1) {
            let weighted: Vec<Expr> =
                self.flags.clone().iter().map(|&flag| self.weighted_flag(flag)).collect();
            let bound = self.small(4);
            self.model.require(name, sum(weighted).le(bound));
            return;
        }
        let (a, b, c) = (self.random_variable(), self.random_variable(), self.random_variable());
        let constant = self.small(3);
        let condition = match self.random.below(6) {
            0 => (a + b).ne(c + constant),
            1 => conditional(a.eq(constant), b, c).le(a + 1),
            2 => conditional(a.eq(constant), (b + 1) % 3, b).eq(c) | b.eq(c),
            3 => (a + b + c).le(constant + 3),
            4 => a.eq(b) | c.gt(constant),
            _ => all_different([a.into(), b.into(), c + constant]),
        };
        self.model.require(name, condition);
    }

    fn weighted_flag(&mut self, flag: VarId) -> Expr {
        self.small(3) * flag
    }

    fn random_variable(&mut self) -> VarId {
        *self.random.choose(&self.vars)
    }

    fn small(&mut self, n: usize) -> i64 {
        i64::try_from(self.random.below(n)).expect("small")
    }
}
