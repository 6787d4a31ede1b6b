//! Random models with the structures that presolve looks for: permutations, groups of flags, and
//! variables that implications define case by case; whole or with a case missing, stated twice,
//! excluded or contradicted.

use gordian_core::Random;
use gordian_model::{Expr, Model, VarId, all_different, conditional, sum};

/// Most assignments that a model may have.
const MANY_ASSIGNMENTS: u64 = 30_000;

/// Returns the model that belongs to `seed`.
pub(crate) fn model(seed: u64) -> Model {
    // Another stream than that of the wild models.
    let mut writer = Writer {
        random: Random::new(seed ^ 0x5eed_0000_0000),
        model: Model::new(),
        groups: Vec::new(),
        vars: Vec::new(),
        flags: Vec::new(),
    };
    for _ in 0..1 + writer.random.below(2) {
        writer.group();
    }
    for _ in 0..1 + writer.random.below(3) {
        if n_assignments(&writer.model) * 3 <= MANY_ASSIGNMENTS {
            writer.defined();
        }
    }
    for place in 0..writer.random.below(4) {
        writer.relation(place);
    }
    writer.model
}

fn n_assignments(model: &Model) -> u64 {
    model.variables().iter().map(|variable| variable.domain.size()).product()
}

struct Writer {
    random: Random,
    model: Model,
    /// Conditions of which one holds.
    groups: Vec<Vec<Expr>>,
    vars: Vec<VarId>,
    flags: Vec<VarId>,
}

impl Writer {
    /// Adds a permutation, a number or flags, with what there is of it that excludes each other.
    fn group(&mut self) {
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
        // The values of a number exclude each other too.
        let vars: Vec<VarId> = self.vars.clone();
        for var in vars {
            let values: Vec<i64> = self.model.variables()[var].domain.values().collect();
            self.groups.push(values.into_iter().map(|value| var.eq(value)).collect());
        }
    }

    /// Adds a variable that the cases of one or two groups define.
    fn defined(&mut self) {
        let number = self.model.variables().len();
        let values = 2 + i64::from(self.random.flip());
        let var = self.model.int(format!("d{number}"), 0..=values - 1);
        let first = self.random.choose(&self.groups).clone();
        let rule = format!("d{number} by cases");
        let fault = self.random.below(12);
        let at = self.random.below(first.len());
        for (place, guard) in first.iter().enumerate() {
            if self.random.below(3) == 0 {
                let second = self.random.choose(&self.groups).clone();
                for inner in second {
                    self.case(&rule, guard.clone() & inner, var);
                }
                continue;
            }
            match fault {
                0 if place == at => continue,
                1 if place == at => {
                    self.model.require(rule.as_str(), !guard.clone());
                    continue;
                }
                2 if place == at => self.case(&rule, guard.clone(), var),
                _ => {}
            }
            self.case(&rule, guard.clone(), var);
        }
        self.vars.push(var);
        if self.random.flip() {
            let values: Vec<i64> = self.model.variables()[var].domain.values().collect();
            self.groups.push(values.into_iter().map(|value| var.eq(value)).collect());
        }
    }

    /// Adds that the variable is something where the guard holds.
    fn case(&mut self, rule: &str, guard: Expr, var: VarId) {
        let shift = i64::from(self.random.flip());
        let outcome: Expr = match self.random.below(3) {
            0 if !self.vars.is_empty() => *self.random.choose(&self.vars) + shift,
            1 if !self.vars.is_empty() => shift + 1 - *self.random.choose(&self.vars),
            _ => i64::try_from(self.random.below(3)).expect("small").into(),
        };
        self.model.require(rule, guard.implies(var.eq(outcome)));
    }

    /// Adds something that ties the variables together.
    fn relation(&mut self, place: usize) {
        let name = format!("r{place}");
        if self.vars.is_empty() || (self.random.below(4) == 0 && self.flags.len() > 1) {
            let weighted: Vec<Expr> =
                self.flags.clone().iter().map(|&flag| self.weighted(flag)).collect();
            let bound = self.small(4);
            self.model.require(name, sum(weighted).le(bound));
            return;
        }
        let (a, b, c) = (self.pick(), self.pick(), self.pick());
        let constant = self.small(3);
        let truth = match self.random.below(6) {
            0 => (a + b).ne(c + constant),
            1 => conditional(a.eq(constant), b, c).le(a + 1),
            2 => conditional(a.eq(constant), (b + 1) % 3, b).eq(c) | b.eq(c),
            3 => (a + b + c).le(constant + 3),
            4 => a.eq(b) | c.gt(constant),
            _ => all_different([a.into(), b.into(), c + constant]),
        };
        self.model.require(name, truth);
    }

    fn weighted(&mut self, flag: VarId) -> Expr {
        self.small(3) * flag
    }

    fn pick(&mut self) -> VarId {
        *self.random.choose(&self.vars)
    }

    fn small(&mut self, n: usize) -> i64 {
        i64::try_from(self.random.below(n)).expect("small")
    }
}
