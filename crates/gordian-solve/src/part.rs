//! Checks parts of solutions: whether a solution continues them, and otherwise which clues and
//! rules exclude which of their values.
//!
//! A part that breaks a clue or rule by itself is refuted by that one alone; all of these are found
//! first. If there is none, the part is a dead end that shows only by several together, and one
//! minimal set of them is found. Every refutation is established a second time by propagators, and
//! every solution is checked by the rules.

use std::time::Duration;

use gordian_compile::{Config, Fact, Probe, ProbeVerdict};
use gordian_core::{Cancel, Limit, Limits, Progress, ProgressEvent};
use gordian_model::{Assignment, Domain, Model, VarId};
use gordian_puzzles::{Puzzle, Solution};
use gordian_search::SearchError;

use crate::kind::{Contradiction, Parts};
use crate::models::catalogue_model;
use crate::structure::{Refuted, Structure, refute};
use crate::{Request, SolveError};

/// The largest number of conflicts that are listed.
const MAX_LISTED: usize = 20;
/// The conflicts of the search after which a clue or rule does not count as broken by itself.
const MAX_EFFORT_ALONE: u64 = 2_000;
/// The conflicts of the search after which a reason counts as needed.
const MAX_EFFORT: u64 = 2_000;
/// The time in which a conflict is established again after the time limit was reached.
const CHECK_AFTER_STOP: Duration = Duration::from_millis(50);

/// What is known of a part of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartVerdict<P> {
    /// A solution continues the part; it was found and checked.
    Possible,
    /// No solution continues the part, for these reasons, at least one.
    Impossible(Vec<PartConflict<P>>),
    /// A limit was reached before it was known.
    Stopped(Limit),
}

/// Clues and rules that exclude values of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartConflict<P> {
    /// The names of the clues and rules. A single one is broken by the values themselves.
    pub reasons: Vec<String>,
    /// The values, as sentences.
    pub values: Vec<String>,
    /// The values alone.
    pub part: P,
    /// Whether nothing can be left out: without any of the reasons or values, the others have a
    /// solution.
    pub minimal: bool,
}

/// Checks a part of a solution of a puzzle.
///
/// A part of another size than the board says nothing; check it by [`Puzzle::check`] before.
///
/// # Errors
///
/// Fails if solutions of the kind have no parts, or if the model cannot be compiled.
///
/// # Example
///
/// ```
/// use gordian_core::{Cancel, NoProgress};
/// use gordian_puzzles::Solution;
/// use gordian_solve::{PartVerdict, Request, check_part};
///
/// let puzzle = gordian_puzzles::parse(
///     "kind = 'nurikabe'
///      board = '''
///      . . . .
///      . 2 . .
///      . . . .
///      '''",
/// )
/// .unwrap();
/// let check = |part: &str| {
///     let part = Solution::parse(puzzle.kind(), part).unwrap();
///     check_part(&puzzle, &part, &Request::default(), &Cancel::new(), &NoProgress).unwrap()
/// };
/// assert_eq!(check("####\n????\n????"), PartVerdict::Possible);
/// let PartVerdict::Impossible(conflicts) = check("??##\n??##\n????") else { panic!() };
/// assert_eq!(conflicts[0].reasons, ["the 2×2 area at r1c3 is not fully shaded"]);
/// assert_eq!(conflicts[0].values.len(), 4);
/// ```
pub fn check_part(
    puzzle: &Puzzle,
    part: &Solution,
    request: &Request,
    cancel: &Cancel,
    progress: &dyn Progress,
) -> Result<PartVerdict<Solution>, SolveError> {
    let cancel = cancel.within(request.time_limit);
    let catalogue = match catalogue_model(puzzle, request, &cancel, progress) {
        Ok(catalogue) => catalogue,
        Err(error) => return error.limit().map(PartVerdict::Stopped).ok_or(error),
    };
    let no_parts = SolveError::NoParts { kind: puzzle.kind().name() };
    let parts = catalogue.parts().ok_or(no_parts)?;
    let facts = (parts.encoder)(part);
    let decode = |values: &[Fact]| {
        let value = |var| values.iter().find(|fact| fact.var == var).map(|fact| fact.value);
        (parts.decoder)(&value)
    };
    if !facts.impossible.is_empty() {
        let conflict = |Contradiction { said, puzzle, part }| {
            let (reasons, values) = (vec![puzzle], vec![said]);
            PartConflict { reasons, values, part, minimal: true }
        };
        let conflicts = facts.impossible.into_iter().take(MAX_LISTED).map(conflict);
        return Ok(PartVerdict::Impossible(conflicts.collect()));
    }
    let describe = |fact: &Fact| (parts.describe)(fact.var, fact.value);
    let model = catalogue.model();
    let config = catalogue.rest_of(request).clauses_config(&cancel);
    let is_right = |values: &Assignment| match puzzle.check(&catalogue.solution(values)) {
        Ok(()) => Ok(()),
        Err(broken) => Err(SolveError::unsound("part")(crate::kind::first(broken))),
    };
    progress.report(&ProgressEvent::Phase { name: "checking" });
    let terms = Terms { describe: &describe, decode: &decode, is_right: &is_right };
    check_values(model, Some(parts), &config, &cancel, &facts.values, terms)
}

/// Checks values of some variables of a model. The goal of the model plays no part.
///
/// # Errors
///
/// Fails if the model cannot be compiled.
///
/// # Example
///
/// ```
/// use gordian_core::{Cancel, NoProgress};
/// use gordian_model::Model;
/// use gordian_solve::{PartVerdict, Request, check_partial_assignment};
///
/// let mut model = Model::new();
/// let [x, y] = ["x", "y"].map(|name| model.int(name, 0..=9));
/// model.require("less", x.lt(y));
/// let check = |values: &[_]| {
///     let (request, cancel) = (Request::default(), Cancel::new());
///     check_partial_assignment(&model, values, &request, &cancel, &NoProgress).unwrap()
/// };
/// assert_eq!(check(&[(x, 8)]), PartVerdict::Possible);
/// let PartVerdict::Impossible(conflicts) = check(&[(x, 9)]) else { panic!() };
/// assert_eq!((&conflicts[0].reasons[0], &conflicts[0].values[0]), (&"less".into(), &"x is 9".into()));
/// ```
pub fn check_partial_assignment(
    model: &Model,
    values: &[(VarId, i64)],
    request: &Request,
    cancel: &Cancel,
    progress: &dyn Progress,
) -> Result<PartVerdict<Vec<(VarId, i64)>>, SolveError> {
    model.check_conditions()?;
    let cancel = cancel.within(request.time_limit);
    let mut model = model.clone();
    model.take_goal();
    let config = request.clauses_config(&cancel);
    let describe = |fact: &Fact| format!("{} is {}", model.variables()[fact.var].name, fact.value);
    let decode = |facts: &[Fact]| facts.iter().map(|fact| (fact.var, fact.value)).collect();
    let is_right = |values: &Assignment| match model.violations(values).first() {
        None => Ok(()),
        Some(violation) => Err(SolveError::unsound("part")(violation.to_string())),
    };
    progress.report(&ProgressEvent::Phase { name: "checking" });
    let terms = Terms { describe: &describe, decode: &decode, is_right: &is_right };
    check_values(&model, None, &config, &cancel, values, terms)
}

/// What values of variables mean for the caller.
#[derive(Clone, Copy)]
struct Terms<'a, P> {
    /// Describes a fact as a sentence.
    describe: &'a dyn Fn(&Fact) -> String,
    /// Returns the part with these facts alone.
    decode: &'a dyn Fn(&[Fact]) -> P,
    /// Checks a solution by the rules.
    is_right: &'a dyn Fn(&Assignment) -> Result<(), SolveError>,
}

/// Checks values of some variables of a model.
fn check_values<P>(
    model: &Model,
    parts: Option<&Parts<Solution>>,
    config: &Config,
    cancel: &Cancel,
    values: &[(VarId, i64)],
    terms: Terms<'_, P>,
) -> Result<PartVerdict<P>, SolveError> {
    let probe = match Probe::new(model, config).map_err(SolveError::from) {
        Ok(probe) => probe,
        Err(error) => return error.limit().map(PartVerdict::Stopped).ok_or(error),
    };
    let structure = Structure::new(model, parts, &probe);
    Checker { structure: &structure, probe, cancel, terms, gave_up: false }.check(values)
}

/// A refutation: groups of constraints, definitions included, and facts.
struct Refutation {
    groups: Vec<usize>,
    facts: Vec<Fact>,
    is_minimal: bool,
}

struct Checker<'a, P> {
    structure: &'a Structure<'a>,
    probe: Probe<'a>,
    cancel: &'a Cancel,
    terms: Terms<'a, P>,
    /// Whether a question about the current refutation took more than the usual effort.
    gave_up: bool,
}

impl<P> Checker<'_, P> {
    fn check(mut self, values: &[(VarId, i64)]) -> Result<PartVerdict<P>, SolveError> {
        // Several places can belong to one variable: those of a bridge, for example.
        let mut facts: Vec<Fact> =
            values.iter().map(|&(var, value)| Fact::equal(var, value)).collect();
        facts.sort_unstable();
        facts.dedup();
        let domain = |fact: &Fact| &self.structure.model.variables()[fact.var].domain;
        let outside: Vec<PartConflict<P>> = facts
            .iter()
            .filter(|fact| !domain(fact).contains(fact.value))
            .take(MAX_LISTED)
            .map(|fact| self.outside(fact, domain(fact)))
            .collect();
        if !outside.is_empty() {
            return Ok(PartVerdict::Impossible(outside));
        }
        if let Some(twice) = self.twice(&facts) {
            return Ok(PartVerdict::Impossible(vec![twice]));
        }
        let all: Vec<usize> = (0..self.structure.names.len()).collect();
        let core = match self.probe.ask(&all, &facts, None, &Limits::until(self.cancel)) {
            ProbeVerdict::Stopped(limit) => return Ok(PartVerdict::Stopped(limit)),
            ProbeVerdict::Possible(found) => {
                if !facts.iter().all(|fact| fact.holds(&found)) {
                    let message = "the solution does not continue the part".to_owned();
                    return Err(SolveError::unsound("part")(message));
                }
                (self.terms.is_right)(&Assignment::from(found))?;
                return Ok(PartVerdict::Possible);
            }
            ProbeVerdict::Contradiction { groups, known } => Refutation {
                groups,
                facts: known.into_iter().map(|index| facts[index]).collect(),
                is_minimal: false,
            },
        };
        let mut found = self.broken_alone(&facts);
        if found.is_empty() {
            found.push(self.minimal(core));
        }
        let mut conflicts = Vec::new();
        for refutation in found {
            match self.established(&refutation)? {
                None => conflicts.push(self.conflict(&refutation)),
                Some(limit) if conflicts.is_empty() => return Ok(PartVerdict::Stopped(limit)),
                Some(_) => break,
            }
        }
        Ok(PartVerdict::Impossible(conflicts))
    }

    /// Returns the conflict of a value with the domain of its variable.
    fn outside(&self, fact: &Fact, domain: &Domain) -> PartConflict<P> {
        let said = (self.terms.describe)(fact);
        PartConflict {
            reasons: vec![format!("possible values: {domain}")],
            values: vec![said],
            part: (self.terms.decode)(std::slice::from_ref(fact)),
            minimal: true,
        }
    }

    /// Returns the conflict of two values of one variable: a coin that is taken twice, for example.
    /// The facts are in order.
    fn twice(&self, facts: &[Fact]) -> Option<PartConflict<P>> {
        let pair = facts.windows(2).find(|pair| pair[0].var == pair[1].var)?;
        Some(PartConflict {
            reasons: vec!["both cannot hold".to_owned()],
            values: pair.iter().map(self.terms.describe).collect(),
            part: (self.terms.decode)(&pair[..1]),
            minimal: true,
        })
    }

    /// Returns a refutation for each clue or rule that the facts break without the others, those
    /// about few places first.
    fn broken_alone(&mut self, facts: &[Fact]) -> Vec<Refutation> {
        let structure = self.structure;
        let mut order: Vec<usize> =
            (0..structure.names.len()).filter(|&group| !structure.is_definition[group]).collect();
        order.sort_by_key(|&group| structure.variables[group].len());
        let mut found = Vec::new();
        for group in order {
            if found.len() >= MAX_LISTED || self.cancel.stopped().is_some() {
                break;
            }
            let groups = structure.with_definitions(&[group]);
            let scope = structure.scope(&groups);
            let about = |fact: &&Fact| scope.binary_search(&fact.var).is_ok();
            let known: Vec<Fact> = facts.iter().filter(about).copied().collect();
            let limits = Limits::until(self.cancel).with_conflicts(MAX_EFFORT_ALONE);
            if let ProbeVerdict::Contradiction { groups, known: used } =
                self.probe.ask(&groups, &known, None, &limits)
                && !used.is_empty()
            {
                let facts = used.into_iter().map(|index| known[index]).collect();
                let refutation = Refutation { groups, facts, is_minimal: false };
                self.gave_up = false;
                found.push(self.with_fewer_facts(refutation));
            }
        }
        found
    }

    /// Leaves out clues and rules, those about many places first, and then facts, while the rest
    /// is a refutation.
    fn minimal(&mut self, mut core: Refutation) -> Refutation {
        let structure = self.structure;
        self.gave_up = false;
        let mut needed: Vec<usize> = Vec::new();
        loop {
            let rules = core.groups.iter().copied().filter(|it| !structure.is_definition[*it]);
            let open = rules.filter(|it| !needed.contains(it));
            let Some(candidate) = open.max_by_key(|&it| structure.variables[it].len()) else {
                break;
            };
            let rest: Vec<usize> =
                core.groups.iter().copied().filter(|&it| it != candidate).collect();
            match self.refutation(&rest, &core.facts) {
                Ok(Some(smaller)) => core = smaller,
                Ok(None) => needed.push(candidate),
                Err(_) => return core,
            }
        }
        self.with_fewer_facts(core)
    }

    /// Leaves out facts while the rest is a refutation.
    fn with_fewer_facts(&mut self, mut core: Refutation) -> Refutation {
        let mut needed: Vec<Fact> = Vec::new();
        while let Some(&candidate) = core.facts.iter().find(|fact| !needed.contains(fact)) {
            let rest: Vec<Fact> =
                core.facts.iter().copied().filter(|&it| it != candidate).collect();
            match self.refutation(&core.groups, &rest) {
                Ok(Some(smaller)) => core = smaller,
                Ok(None) => needed.push(candidate),
                Err(_) => return core,
            }
        }
        core.is_minimal = !self.gave_up;
        core
    }

    /// Returns a refutation within groups and facts; `None` if none was found with the usual
    /// effort.
    ///
    /// # Errors
    ///
    /// Returns the limit that ends the work.
    fn refutation(
        &mut self,
        groups: &[usize],
        facts: &[Fact],
    ) -> Result<Option<Refutation>, Limit> {
        let limits = Limits::until(self.cancel).with_conflicts(MAX_EFFORT);
        match self.probe.ask(groups, facts, None, &limits) {
            ProbeVerdict::Contradiction { groups, known } => Ok(Some(Refutation {
                groups,
                facts: known.into_iter().map(|index| facts[index]).collect(),
                is_minimal: false,
            })),
            ProbeVerdict::Possible(_) => Ok(None),
            ProbeVerdict::Stopped(Limit::Effort) => {
                self.gave_up = true;
                Ok(None)
            }
            ProbeVerdict::Stopped(limit) => Err(limit),
        }
    }

    /// Establishes a refutation again by propagators; returns the limit that ended it, if one did.
    ///
    /// # Errors
    ///
    /// [`SearchError::Unconfirmed`] if it is none: a bug.
    fn established(&self, refutation: &Refutation) -> Result<Option<Limit>, SolveError> {
        let cancel = match self.cancel.stopped() {
            None => self.cancel.clone(),
            Some(_) => Cancel::new().with_time_limit(CHECK_AFTER_STOP),
        };
        let names = self.names(&refutation.groups);
        match refute(self.structure.model, &names, &refutation.facts, &[], &cancel)? {
            Refuted::Yes => Ok(None),
            Refuted::Stopped(limit) => Ok(Some(self.cancel.stopped().unwrap_or(limit))),
            Refuted::No => {
                let engine = "part".to_owned();
                Err(SearchError::Unconfirmed { engine, other: "lcg" }.into())
            }
        }
    }

    fn names(&self, groups: &[usize]) -> Vec<String> {
        groups.iter().map(|&group| self.structure.names[group].to_owned()).collect()
    }

    fn conflict(&self, refutation: &Refutation) -> PartConflict<P> {
        let rules = refutation.groups.iter().copied();
        let rules: Vec<usize> = rules.filter(|&it| !self.structure.is_definition[it]).collect();
        // Values that contradict what a definition says break no rule beside it.
        let reasons = if rules.is_empty() { &refutation.groups } else { &rules };
        PartConflict {
            reasons: self.names(reasons),
            values: refutation.facts.iter().map(self.terms.describe).collect(),
            part: (self.terms.decode)(&refutation.facts),
            minimal: refutation.is_minimal,
        }
    }
}
