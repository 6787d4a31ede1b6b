//! Questions about parts of a model: do some of its constraints, with the values of some variables,
//! exclude a value?

use gordian_backend::{Limits, Lit, Verdict};
use gordian_core::{Index as _, Limit};
use gordian_model::{Model, VarId};
use rustc_hash::FxHashMap;

use crate::session::Session;
use crate::{CompileError, Compiled, Config};

/// A model whose constraints are enabled one by one. Constraints with the same name form a group.
///
/// Each question is answered by a search under assumptions; what the engine learns stays for the
/// next ones.
///
/// # Example
///
/// ```
/// use gordian_backend::Limits;
/// use gordian_compile::{Config, Fact, Probe, ProbeVerdict};
/// use gordian_model::Model;
///
/// let mut model = Model::new();
/// let [x, y] = ["x", "y"].map(|name| model.int(name, 0..=9));
/// model.require("less", x.lt(y));
/// model.require("small", y.le(1));
/// let mut probe = Probe::new(&model, &Config::default())?;
/// // From both constraints, x is 0; from one of them it is not.
/// let fact = Fact::equal(x, 0);
/// let verdict = probe.ask(&[0, 1], &[], Some(fact), &Limits::default());
/// assert!(matches!(verdict, ProbeVerdict::Contradiction { groups, .. } if groups == [0, 1]));
/// let verdict = probe.ask(&[0], &[], Some(fact), &Limits::default());
/// assert!(matches!(verdict, ProbeVerdict::Possible(_)));
/// // If y is not 1, it is 0, and nothing is less.
/// let verdict = probe.ask(&[0, 1], &[Fact::different(y, 1)], None, &Limits::default());
/// assert!(matches!(verdict, ProbeVerdict::Contradiction { known, .. } if known == [0]));
/// # Ok::<(), gordian_compile::CompileError>(())
/// ```
#[derive(Debug)]
pub struct Probe<'m> {
    session: Session<'m>,
    /// The guard and the name of each group.
    groups: Vec<(Lit, &'m str)>,
    /// Literals that imply that a variable has another value.
    others: FxHashMap<(VarId, i64), Lit>,
    /// Literals that imply that a variable has a value.
    equals: FxHashMap<(VarId, i64), Lit>,
}

/// What is known about a variable: its value, or a value that it does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fact {
    /// The variable.
    pub var: VarId,
    /// The value.
    pub value: i64,
    /// Whether the variable has the value.
    pub is_equal: bool,
}

impl Fact {
    /// Returns the fact that a variable has a value.
    #[must_use]
    pub fn equal(var: VarId, value: i64) -> Self {
        Self { var, value, is_equal: true }
    }

    /// Returns the fact that a variable does not have a value.
    #[must_use]
    pub fn different(var: VarId, value: i64) -> Self {
        Self { var, value, is_equal: false }
    }

    /// Returns whether the fact holds for the values of all variables.
    #[must_use]
    pub fn holds(&self, values: &[i64]) -> bool {
        (values[self.var.index()] == self.value) == self.is_equal
    }
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProbeVerdict {
    /// The parts do not contradict each other: they have a solution with these values, by variable.
    Possible(Vec<i64>),
    /// They contradict each other.
    Contradiction {
        /// Groups that do, in the order of the question; not necessarily as few as possible.
        groups: Vec<usize>,
        /// Known values that do, by their places in the question.
        known: Vec<usize>,
    },
    /// A limit was reached.
    Stopped(Limit),
}

impl<'m> Probe<'m> {
    /// Compiles the model.
    ///
    /// # Errors
    ///
    /// Fails as [`Compiled::new`] does.
    pub fn new(model: &'m Model, config: &Config) -> Result<Self, CompileError> {
        let compiled = Compiled::with_guards(model, &config.compile)?;
        let guards = compiled.guards.iter();
        let groups = guards
            .map(|&(constraint, guard)| (guard, model.constraints()[constraint].name.as_str()))
            .collect();
        let session = Session::from_compiled(model, compiled, config);
        Ok(Self { session, groups, others: FxHashMap::default(), equals: FxHashMap::default() })
    }

    /// Returns the names of the groups.
    pub fn names(&self) -> impl Iterator<Item = &'m str> {
        self.groups.iter().map(|&(_, name)| name)
    }

    /// Asks whether groups of constraints and known facts have a solution in which another fact
    /// does not hold; without such a fact, whether they have a solution.
    pub fn ask(
        &mut self,
        groups: &[usize],
        known: &[Fact],
        refuted: Option<Fact>,
        limits: &Limits,
    ) -> ProbeVerdict {
        let refuted = refuted.map(|fact| self.negation(fact));
        self.ask_under(groups, known, refuted, limits)
    }

    /// Asks whether groups of constraints and known facts have a solution in which one of several
    /// facts does not hold.
    pub fn ask_any(
        &mut self,
        groups: &[usize],
        known: &[Fact],
        refuted: &[Fact],
        limits: &Limits,
    ) -> ProbeVerdict {
        let mut negations = Vec::with_capacity(refuted.len());
        for &Fact { var, value, is_equal } in refuted {
            match is_equal {
                true => self.session.push_blocking_lits(var, value, &mut negations),
                false => negations.push(self.equal(var, value)),
            }
        }
        let any = self.session.implying(&negations);
        let verdict = self.ask_under(groups, known, Some(any), limits);
        self.session.retire(any);
        verdict
    }

    /// Asks whether groups of constraints and known facts have a solution in which a literal holds.
    fn ask_under(
        &mut self,
        groups: &[usize],
        known: &[Fact],
        assumed: Option<Lit>,
        limits: &Limits,
    ) -> ProbeVerdict {
        let mut assumptions: Vec<Lit> = Vec::with_capacity(self.groups.len() + known.len() + 1);
        let mut origin: FxHashMap<Lit, usize> = FxHashMap::default();
        // The engine would enable the other groups as it enabled them before.
        let mut is_enabled = vec![false; self.groups.len()];
        groups.iter().for_each(|&group| is_enabled[group] = true);
        let guards = self.groups.iter().zip(is_enabled);
        assumptions.extend(guards.map(|(&(guard, _), is_on)| if is_on { guard } else { !guard }));
        for (index, &fact) in known.iter().enumerate() {
            let before = assumptions.len();
            self.push_fact(fact, &mut assumptions);
            origin.extend(assumptions[before..].iter().map(|&lit| (lit, index)));
        }
        assumptions.extend(assumed);
        match self.session.solve(&assumptions, limits) {
            Verdict::Stopped(limit) => ProbeVerdict::Stopped(limit),
            Verdict::Sat => ProbeVerdict::Possible(self.session.values()),
            Verdict::Unsat => {
                let core = self.session.core();
                let is_used = |group: &&usize| core.contains(&self.groups[**group].0);
                let mut known: Vec<usize> =
                    core.iter().filter_map(|lit| origin.get(lit).copied()).collect();
                known.sort_unstable();
                known.dedup();
                let groups = groups.iter().filter(is_used).copied().collect();
                ProbeVerdict::Contradiction { groups, known }
            }
        }
    }

    /// Returns a literal that implies that a fact does not hold.
    fn negation(&mut self, fact: Fact) -> Lit {
        let Fact { var, value, is_equal } = fact;
        if is_equal { self.other(var, value) } else { self.equal(var, value) }
    }

    /// Returns a literal that implies that a variable has a value.
    fn equal(&mut self, var: VarId, value: i64) -> Lit {
        if let Some(&lit) = self.equals.get(&(var, value)) {
            return lit;
        }
        let mut lits = Vec::new();
        self.push_fact(Fact::equal(var, value), &mut lits);
        let lit = match lits[..] {
            [lit] => lit,
            _ => self.session.implying_all(&lits),
        };
        self.equals.insert((var, value), lit);
        lit
    }

    /// Appends literals that together imply a fact.
    fn push_fact(&mut self, fact: Fact, into: &mut Vec<Lit>) {
        let Fact { var, value, is_equal } = fact;
        if is_equal {
            let before = into.len();
            self.session.push_blocking_lits(var, value, into);
            into[before..].iter_mut().for_each(|lit| *lit = !*lit);
        } else {
            let other = self.other(var, value);
            into.push(other);
        }
    }

    /// Returns a literal that implies that a variable has another value.
    fn other(&mut self, var: VarId, value: i64) -> Lit {
        if let Some(&lit) = self.others.get(&(var, value)) {
            return lit;
        }
        let mut differs = Vec::new();
        self.session.push_blocking_lits(var, value, &mut differs);
        let lit = match differs[..] {
            [lit] => lit,
            _ => self.session.implying(&differs),
        };
        self.others.insert((var, value), lit);
        lit
    }
}
