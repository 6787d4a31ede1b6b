//! Questions about parts of a model: do some of its constraints, with the values of some variables, exclude a value?

use gordian_backend::{Limits, Lit, Verdict};
use gordian_core::Limit;
use gordian_model::{Model, VarId};
use rustc_hash::FxHashMap;

use crate::session::Session;
use crate::{CompileError, Compiled, Config};

/// A model whose constraints are enabled one by one. Constraints with the same name form a group.
///
/// Each question is answered by a search under assumptions; what the engine learns stays for the next ones.
///
/// # Example
///
/// ```
/// use gordian_backend::Limits;
/// use gordian_compile::{Config, Probe, ProbeVerdict};
/// use gordian_model::Model;
///
/// let mut model = Model::new();
/// let [x, y] = ["x", "y"].map(|name| model.int(name, 0..=9));
/// model.require("less", x.lt(y));
/// model.require("small", y.le(1));
/// let mut probe = Probe::new(&model, &Config::default())?;
/// // From both constraints, x is 0; from one of them it is not.
/// let verdict = probe.ask(&[0, 1], &[], Some((x, 0)), &Limits::default());
/// assert!(matches!(verdict, ProbeVerdict::Contradiction { groups, .. } if groups == [0, 1]));
/// let verdict = probe.ask(&[0], &[], Some((x, 0)), &Limits::default());
/// assert!(matches!(verdict, ProbeVerdict::Possible(_)));
/// # Ok::<(), gordian_compile::CompileError>(())
/// ```
#[derive(Debug)]
pub struct Probe<'m> {
    session: Session<'m>,
    /// The guard and the name of each group.
    groups: Vec<(Lit, &'m str)>,
    /// Literals that imply that a variable has another value.
    others: FxHashMap<(VarId, i64), Lit>,
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
        Ok(Self { session, groups, others: FxHashMap::default() })
    }

    /// Returns the names of the groups.
    pub fn names(&self) -> impl Iterator<Item = &'m str> {
        self.groups.iter().map(|&(_, name)| name)
    }

    /// Asks whether groups of constraints and known values leave room for another value of a variable than the one that
    /// is excluded; without such a value, whether they leave room at all.
    pub fn ask(
        &mut self,
        groups: &[usize],
        known: &[(VarId, i64)],
        excluded: Option<(VarId, i64)>,
        limits: &Limits,
    ) -> ProbeVerdict {
        let mut assumptions: Vec<Lit> = Vec::with_capacity(self.groups.len() + known.len() + 1);
        let mut origin: FxHashMap<Lit, usize> = FxHashMap::default();
        // The engine would enable the other groups as it enabled them before.
        let mut is_enabled = vec![false; self.groups.len()];
        groups.iter().for_each(|&group| is_enabled[group] = true);
        let guards = self.groups.iter().zip(is_enabled);
        assumptions.extend(guards.map(|(&(guard, _), is_on)| if is_on { guard } else { !guard }));
        let mut differs = Vec::new();
        for (index, &(var, value)) in known.iter().enumerate() {
            differs.clear();
            self.session.push_blocking_lits(var, value, &mut differs);
            for &lit in &differs {
                origin.insert(!lit, index);
                assumptions.push(!lit);
            }
        }
        if let Some((var, value)) = excluded {
            let other = self.other(var, value);
            assumptions.push(other);
        }
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
