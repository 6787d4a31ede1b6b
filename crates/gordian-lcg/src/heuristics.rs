//! What the search decides next: atoms by activity, given orders, the values that are tried first,
//! and the part of the range of the objective that is probed.

use gordian_core::{ActivityHeap, Index as _, IndexVec, Random};
use rustc_hash::FxHashMap;

use crate::atom::{Atom, Relation, Var};
use crate::branching::Guide;
use crate::choices::Choices;
use crate::trail::{Entry, Trail};

/// Activities of variables are multiplied by this after each conflict.
const ACTIVITY_DECAY: f64 = 0.95;
/// Domains of at most this width are decided by a value, wider ones are split.
const MAX_VALUE_WIDTH: i64 = 256;
/// Half of the range of the objective is tried first.
const FIRST_PROBED_PART: i64 = 128;
/// All of the range of the objective.
const WHOLE_PART: i64 = 256;

/// The state of the decisions. It changes the order of the search, and no answer.
pub(crate) struct Heuristics {
    pub(crate) choices: Choices,
    /// Variables by the number of conflicts that they took part in, for decisions about atoms that
    /// took part in none.
    activity: ActivityHeap<Var>,
    /// The value that each variable had last, or in the last solution.
    phase: IndexVec<Var, i64>,
    /// See [`Solver::set_hint`](crate::Solver::set_hint).
    hints: FxHashMap<Var, i64>,
    /// The last solution, which is the best one of a minimisation.
    solution: Vec<i64>,
    /// Variables that are decided before others, the one with the least value first.
    pub(crate) earliest_first: Vec<Var>,
    /// Decisions that are given.
    guide: Guide,
    /// Whether they are made until the next restart.
    is_guided: bool,
    /// Whether they are made only until every second restart.
    alternates: bool,
    /// The variable that is minimised.
    minimised: Option<Var>,
    /// The same, once there is a solution.
    objective: Option<Var>,
    /// The part of the range of the objective, in 256ths, that the search tries to reach: its first
    /// decision is that the objective is so small. That it is not becomes a lower bound.
    probed_part: i64,
    /// The value that was tried last.
    probed: i64,
}

impl Default for Heuristics {
    fn default() -> Self {
        Self {
            choices: Choices::default(),
            activity: ActivityHeap::new(ACTIVITY_DECAY),
            phase: IndexVec::new(),
            hints: FxHashMap::default(),
            solution: Vec::new(),
            earliest_first: Vec::new(),
            guide: Guide::default(),
            is_guided: false,
            alternates: false,
            minimised: None,
            objective: None,
            probed_part: FIRST_PROBED_PART,
            probed: i64::MAX,
        }
    }
}

impl Heuristics {
    /// Adds a variable with the domain `min..=max`.
    pub(crate) fn add_var(&mut self, min: i64, max: i64) {
        self.activity.push(0.0);
        self.phase.push(if min <= 0 && 0 <= max { 0 } else { min });
    }

    /// Changes the order of the first decisions and the values that they try by a seed; seed 0
    /// changes nothing.
    pub(crate) fn set_seed(&mut self, seed: u64, trail: &Trail) {
        if seed == 0 {
            return;
        }
        let mut random = Random::new(seed);
        self.activity = ActivityHeap::new(ACTIVITY_DECAY);
        for at in 0..trail.n_vars() {
            let var = Var::from_usize(at);
            let (min, max) = trail.root_bounds(var);
            if random.flip() {
                self.phase[var] = if random.flip() { min } else { max };
            }
            // Below the activity of one conflict.
            let tie_break = u16::try_from(random.below(1 << 16)).expect("16 bits");
            self.activity.push(f64::from(tie_break) / 65_536.0);
        }
    }

    pub(crate) fn set_phase(&mut self, var: Var, value: i64) {
        self.phase[var] = value;
    }

    pub(crate) fn set_hint(&mut self, var: Var, value: i64) {
        self.hints.insert(var, value);
    }

    pub(crate) fn set_guide(&mut self, guide: Guide, alternates: bool) {
        self.guide = guide;
        self.is_guided = !self.guide.is_empty();
        self.alternates = alternates;
    }

    /// Returns the value of a variable in the last solution.
    pub(crate) fn solution_value(&self, var: Var) -> i64 {
        self.solution[var.index()]
    }

    /// Takes the values of a trail on which all variables are fixed as a solution.
    pub(crate) fn set_solution(&mut self, trail: &Trail) {
        let vars = (0..trail.n_vars()).map(Var::from_usize);
        self.solution = vars.map(|var| trail.min(var)).collect();
        for (at, &value) in self.solution.iter().enumerate() {
            self.phase[Var::from_usize(at)] = value;
        }
    }

    /// Begins to minimise a variable.
    pub(crate) fn begin_minimisation(&mut self, objective: Var) {
        self.minimised = Some(objective);
    }

    /// Probes the range of the objective, which got a new bound: it must be better than some
    /// solution.
    pub(crate) fn bound_objective(&mut self, objective: Var) {
        self.objective = Some(objective);
    }

    /// Probes the range of the objective from the start, because it has a new best solution.
    pub(crate) fn improve_objective(&mut self, objective: Var) {
        self.objective = Some(objective);
        self.probed_part = FIRST_PROBED_PART;
    }

    pub(crate) fn end_minimisation(&mut self, objective: Var) {
        (self.minimised, self.objective) = (None, None);
        // It was left out of the decisions.
        self.activity.insert(objective);
    }

    /// Changes what is tried first after a restart.
    pub(crate) fn restart(&mut self) {
        if self.alternates && !self.guide.is_empty() {
            self.is_guided = !self.is_guided;
        }
        // Neither reached nor refuted: the next try is easier.
        let rest = WHOLE_PART - self.probed_part;
        self.probed_part = if rest == 0 { FIRST_PROBED_PART } else { WHOLE_PART - (rest - 1) / 2 };
    }

    /// Notes that a variable took part in a conflict.
    pub(crate) fn bump(&mut self, var: Var) {
        self.activity.bump(var);
    }

    /// Makes later conflicts count more.
    pub(crate) fn decay(&mut self) {
        self.activity.decay();
        self.choices.decay();
    }

    /// Forgets what was decided above a level, before the changes of the trail are undone.
    pub(crate) fn backtrack(&mut self, level: u32) {
        self.choices.backtrack(level);
        self.guide.backtrack(level);
    }

    /// Opens the variable of a change that is undone.
    #[inline]
    pub(crate) fn undo(&mut self, entry: &Entry) {
        let var = entry.atom.var;
        self.activity.insert(var);
        if entry.min == entry.max {
            self.phase[var] = entry.min;
        }
    }

    /// Returns the value that is tried first for a variable.
    ///
    /// *Source*: Beck: "Solution-guided multi-point constructive search for job shop scheduling",
    /// JAIR 29 (2007); Demirović, Chu, Stuckey: "Solution-based phase saving for CP", CP 2018.
    pub(crate) fn first_value(&self, var: Var) -> i64 {
        let advised = if self.solution.is_empty() {
            self.hints.get(&var)
        } else if self.minimised.is_some() {
            self.solution.get(var.index())
        } else {
            None
        };
        advised.copied().unwrap_or(self.phase[var])
    }

    /// Returns the decision that a variable is in the half of its domain that has the value to try
    /// first.
    pub(crate) fn half(&self, var: Var, trail: &Trail) -> Atom {
        let (min, max) = (trail.min(var), trail.max(var));
        let middle = min + (max - min) / 2;
        if self.first_value(var) <= middle { var.at_most(middle) } else { var.at_least(middle + 1) }
    }

    /// Returns the next decision; `None` if all variables are fixed.
    pub(crate) fn decision(&mut self, trail: &Trail) -> Option<Atom> {
        if self.is_guided {
            if let Some(atom) = self.guide.next(trail) {
                return Some(trail.normal_form(atom));
            }
        } else if trail.level() == 0
            && let Some(probe) = self.probe(trail)
        {
            return Some(probe);
        }
        if let Some(atom) = self.choices.next(trail) {
            let (var, first) = (atom.var, self.first_value(atom.var));
            // That a variable has a value decides more than that it has not.
            if atom.relation == Relation::Equal {
                // The first solution is near the hints and further ones near the last one, better
                // ones need not be.
                let has_target = if self.solution.is_empty() {
                    self.hints.contains_key(&var)
                } else {
                    self.minimised.is_none()
                };
                let is_near = has_target && trail.contains(var, first);
                return Some(if is_near { trail.normal_form(var.equal(first)) } else { atom });
            }
            let holds = atom.holds_for(first);
            return Some(if holds { atom } else { !atom });
        }
        let open = self.earliest_first.iter().filter(|&&it| trail.min(it) < trail.max(it));
        if let Some(&var) = open.min_by_key(|&&it| (trail.min(it), trail.max(it))) {
            return Some(var.at_most(trail.min(var)));
        }
        loop {
            // The objective follows from the others; if not, it is decided last.
            let (var, is_last) = match (self.activity.pop(), self.minimised) {
                (Some(var), minimised) if Some(var) != minimised => (var, false),
                (Some(_), _) => continue,
                (None, minimised) => (minimised?, true),
            };
            let (min, max) = (trail.min(var), trail.max(var));
            if min == max {
                if is_last {
                    return None;
                }
                continue;
            }
            if is_last {
                return Some(var.at_most(min));
            }
            // The variable stays open unless the decision fixes it.
            let target = self.first_value(var).clamp(min, max);
            let decision = if max - min <= MAX_VALUE_WIDTH && trail.contains(var, target) {
                trail.normal_form(var.equal(target))
            } else if target < max {
                var.at_most(target)
            } else {
                var.at_least(target)
            };
            if decision.relation != Relation::Equal {
                self.activity.insert(var);
            }
            return Some(decision);
        }
    }

    /// Returns the decision that the objective is in the lower part of its range.
    fn probe(&mut self, trail: &Trail) -> Option<Atom> {
        let objective = self.objective?;
        let (min, max) = trail.root_bounds(objective);
        if min > self.probed {
            self.probed_part = FIRST_PROBED_PART;
        }
        if min == max || self.probed_part == WHOLE_PART {
            return None;
        }
        let width = i128::from(max - min - 1) * i128::from(self.probed_part);
        let steps = i64::try_from(width / i128::from(WHOLE_PART)).expect("less than the range");
        self.probed = min + steps;
        Some(objective.at_most(self.probed))
    }
}
