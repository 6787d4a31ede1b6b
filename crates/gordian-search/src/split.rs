//! Parts of a model that exclude each other and have all its solutions together, for searches that
//! run apart from each other.
//!
//! ```text
//! all ─┬─ x ≤ 3 ─┬─ y ≤ 1 : part 0
//!      │         └─ y > 1 : part 1
//!      └─ x > 3 ─┬─ z ≤ 0 : refuted, so that nothing is required of z
//!                └─ z > 0 ──────────: part 2
//! ```
//!
//! The largest part is halved until there are enough of them. Both halves are propagated for some
//! of its variables, and the variable is taken whose halves are the smallest. A half that is
//! refuted leaves the part as it is: the parts cover the model whatever propagation concludes.
//! Only a part of which both halves are refuted is left out, and it has no solution.
//!
//! *Source*: Heule, Kullmann, Wieringa, Biere: "Cube and conquer: guiding CDCL SAT solvers by
//! lookaheads", HVC 2011, for the product of the two reductions; here a model has domains, and the
//! reduction is that of the logarithm of the number of assignments.

use std::num::NonZeroUsize;

use gordian_core::{Cancel, Limit};
use gordian_model::{Domain, Expr, Model, Node, VarId};
use gordian_propagate::{Lookahead, Options, Session, Values};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::error::SearchError;
use crate::request::Request;

/// The number of variables of a part for which both halves are propagated.
const MAX_CANDIDATES: usize = 24;

/// A part of a model: domains of some variables that are smaller than those of the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The variables with their domains, in the model's order.
    pub domains: Vec<(VarId, Domain)>,
}

impl Part {
    /// Returns the conditions of the part: one for each of its variables.
    #[must_use]
    pub fn conditions(&self) -> Vec<Expr> {
        let domains = self.domains.iter();
        domains.map(|(var, domain)| Expr::from(*var).is_in(domain.clone())).collect()
    }
}

/// The parts of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    /// At least one part. Every solution of the model is in exactly one of them, and they differ in
    /// answer variables.
    pub parts: Vec<Part>,
    /// The number of further parts that were left out, because it is proved that they have no
    /// solution.
    pub n_refuted: usize,
    /// The limit that was reached before there were as many parts as asked for; `None` also if the
    /// answer variables have too few values.
    pub limit: Option<Limit>,
}

/// A part while it is divided.
struct OpenPart {
    /// What is required of it.
    domains: FxHashMap<VarId, Domain>,
    /// What follows from that: halves that are refuted.
    implied: FxHashMap<VarId, Domain>,
    /// The values of the answer variables, in their order.
    values: Vec<Values>,
}

impl OpenPart {
    /// Returns the binary logarithm of the number of assignments of the answer variables.
    fn size(&self) -> f64 {
        size(&self.values)
    }
}

fn size(values: &[Values]) -> f64 {
    // A domain has less than 2^54 values: the conversion is exact enough for a choice.
    #[expect(clippy::cast_precision_loss, reason = "it is an estimate")]
    values.iter().map(|it| (it.n as f64).log2()).sum()
}

/// How a part is divided.
enum Division {
    /// The two halves.
    Halves(Box<[OpenPart; 2]>),
    /// Both halves of a variable are refuted.
    Refuted,
    /// Every answer variable has one value, as far as propagation knows.
    Single,
    Stopped(Limit),
}

/// Divides `model` into up to `n` parts.
pub(crate) fn split(
    model: &Model,
    n: NonZeroUsize,
    request: &Request,
    cancel: &Cancel,
) -> Result<Split, SearchError> {
    model.check_conditions()?;
    let cancel = cancel.within(request.time_limit);
    let options =
        Options { cancel: cancel.clone(), max_bytes: request.max_bytes(), seed: request.seed };
    let mut splitter = Splitter::new(model, &options, &cancel);
    let whole = Part { domains: Vec::new() };
    let mut split = Split { parts: Vec::new(), n_refuted: 0, limit: None };
    let root = match splitter.values_under(&FxHashMap::default()) {
        Lookahead::Open(values) => {
            OpenPart { domains: FxHashMap::default(), implied: FxHashMap::default(), values }
        }
        // That the model has no solution is left for the search to say.
        Lookahead::Refuted => return Ok(Split { parts: vec![whole], ..split }),
        Lookahead::Stopped(limit) => {
            return Ok(Split { parts: vec![whole], limit: Some(limit), ..split });
        }
    };
    // The parts that may be divided again, and those with one assignment.
    let mut open = vec![root];
    let mut single: Vec<OpenPart> = Vec::new();
    while split.limit.is_none() && open.len() + single.len() < n.get() {
        let sizes = open.iter().enumerate().map(|(place, part)| (place, part.size()));
        let Some((largest, _)) = sizes.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))
        else {
            break;
        };
        let mut part = open.swap_remove(largest);
        match splitter.divide(&mut part) {
            Division::Halves(halves) => open.extend(*halves),
            Division::Refuted => split.n_refuted += 1,
            Division::Single => single.push(part),
            Division::Stopped(limit) => {
                split.limit = Some(limit);
                open.push(part);
            }
        }
    }
    let parts = open.into_iter().chain(single).map(|part| {
        let mut domains: Vec<(VarId, Domain)> = part.domains.into_iter().collect();
        domains.sort_by_key(|&(var, _)| var);
        Part { domains }
    });
    split.parts = parts.collect();
    if split.parts.is_empty() {
        // No part has a solution, and the model as a whole is the one to say so.
        split.n_refuted = 0;
        split.parts.push(whole);
    }
    Ok(split)
}

/// A model whose parts are propagated.
struct Splitter<'m> {
    model: &'m Model,
    answer: Vec<VarId>,
    /// How often each answer variable occurs, in their order.
    n_occurrences: Vec<usize>,
    /// `None` if the propagators cannot have the model: parts are then divided by their domains.
    session: Option<Session<'m>>,
    cancel: Cancel,
}

impl<'m> Splitter<'m> {
    fn new(model: &'m Model, options: &Options, cancel: &Cancel) -> Self {
        let answer = model.answer_variables();
        let mut n_of: FxHashMap<VarId, usize> = FxHashMap::default();
        let mut seen: FxHashSet<usize> = FxHashSet::default();
        let mut stack: Vec<&Expr> = model.expressions().collect();
        while let Some(expr) = stack.pop() {
            if let Node::Var(var) = expr.node() {
                *n_of.entry(*var).or_default() += 1;
            } else if !expr.is_shared() || seen.insert(expr.identity()) {
                stack.extend(expr.node().children());
            }
        }
        let n_occurrences =
            answer.iter().map(|var| n_of.get(var).copied().unwrap_or_default()).collect();
        // Why it cannot have the model is a matter of the engine that solves it.
        let session = Session::new(model, options).ok();
        Self { model, answer, n_occurrences, session, cancel: cancel.clone() }
    }

    /// Returns the values of the answer variables within these domains.
    fn values_under(&mut self, domains: &FxHashMap<VarId, Domain>) -> Lookahead {
        if let Some(limit) = self.cancel.stopped() {
            return Lookahead::Stopped(limit);
        }
        if let Some(session) = &mut self.session {
            let mut domains: Vec<(VarId, Domain)> =
                domains.iter().map(|(&var, domain)| (var, domain.clone())).collect();
            domains.sort_by_key(|&(var, _)| var);
            return session.look_ahead(&domains, &self.answer, &self.cancel);
        }
        let domain = |var: &VarId| domains.get(var).unwrap_or(&self.model.variables()[*var].domain);
        let values = self.answer.iter().map(|var| {
            let domain = domain(var);
            Values { min: domain.min(), max: domain.max(), n: domain.size() }
        });
        Lookahead::Open(values.collect())
    }

    /// Divides a part by the variable whose halves are the smallest. What is refuted on the way is
    /// kept as implied.
    fn divide(&mut self, part: &mut OpenPart) -> Division {
        'part: loop {
            let mut places: Vec<usize> =
                (0..self.answer.len()).filter(|&place| part.values[place].n > 1).collect();
            if places.is_empty() {
                return Division::Single;
            }
            places.sort_by_key(|&place| {
                (part.values[place].n, usize::MAX - self.n_occurrences[place], place)
            });
            places.truncate(MAX_CANDIDATES);
            let size = part.size();
            let mut best: Option<(f64, [OpenPart; 2])> = None;
            for place in places {
                let var = self.answer[place];
                let Some(halves) = self.halves(part, place) else { continue };
                let [low, high] = match halves.each_ref().map(|half| self.half(part, var, half)) {
                    [Err(limit), _] | [_, Err(limit)] => return Division::Stopped(limit),
                    [Ok(None), Ok(None)] => return Division::Refuted,
                    [Ok(Some(left)), Ok(None)] | [Ok(None), Ok(Some(left))] => {
                        debug_assert_ne!(left.values, part.values, "half of the values is gone");
                        (part.implied, part.values) = (left.implied, left.values);
                        continue 'part;
                    }
                    [Ok(Some(low)), Ok(Some(high))] => [low, high],
                };
                let [first, second] = [&low, &high].map(|half| (size - half.size()).max(0.0));
                let score = first * second * 1024.0 + first + second;
                if best.as_ref().is_none_or(|(known, _)| score > *known) {
                    best = Some((score, [low, high]));
                }
            }
            return match best {
                Some((_, halves)) => Division::Halves(Box::new(halves)),
                None => Division::Single,
            };
        }
    }

    /// Returns the two halves of what a part requires of a variable, at the middle of the values
    /// that are left of it; `None` if one of them is empty.
    fn halves(&self, part: &OpenPart, place: usize) -> Option<[Domain; 2]> {
        let var = self.answer[place];
        let Values { min, max, .. } = part.values[place];
        let middle = min + (max - min) / 2;
        let known = part.domains.get(&var).unwrap_or(&self.model.variables()[var].domain);
        // Values that propagation removed stay in the halves, so that these cover the part.
        let low = common(known, &[(known.min(), middle)]);
        low.zip(common(known, &[(middle + 1, known.max())])).map(|(low, high)| [low, high])
    }

    /// Returns a part with another domain of a variable; `None` if it is refuted.
    fn half(
        &mut self,
        part: &OpenPart,
        var: VarId,
        domain: &Domain,
    ) -> Result<Option<OpenPart>, Limit> {
        let (mut domains, mut implied) = (part.domains.clone(), part.implied.clone());
        domains.insert(var, domain.clone());
        let left = match part.implied.get(&var) {
            Some(known) => common(known, domain.ranges()),
            None => Some(domain.clone()),
        };
        let Some(left) = left else { return Ok(None) };
        implied.insert(var, left);
        match self.values_under(&implied) {
            Lookahead::Open(values) => Ok(Some(OpenPart { domains, implied, values })),
            Lookahead::Refuted => Ok(None),
            Lookahead::Stopped(limit) => Err(limit),
        }
    }
}

/// Returns the values of a domain that are in ranges; `None` if there are none.
fn common(domain: &Domain, ranges: &[(i64, i64)]) -> Option<Domain> {
    let cut = domain.ranges().iter().flat_map(|&(first, last)| {
        ranges.iter().map(move |&(lower, upper)| (first.max(lower), last.min(upper)))
    });
    Domain::from_ranges(cut.filter(|(first, last)| first <= last)).ok()
}
