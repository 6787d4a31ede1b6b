//! The interface of constraints: propagators that reduce domains and explain why.

use gordian_core::Index as _;
use gordian_core::numbers::to_u32;

use crate::atom::{Atom, Relation, Var};
use crate::trail::{Position, PropagatorId, Reason, Refuted, Trail};

/// The changes of a variable at which a propagator runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The least value grew.
    Min,
    /// The greatest value fell.
    Max,
    /// The least value grew or the greatest value fell.
    Bounds,
    /// One value is left.
    Fixed,
    /// Any change.
    Any,
}

impl Event {
    /// Returns whether this is among the changes of a domain whose least value grew, whose greatest
    /// value fell, or that has one value then.
    #[inline]
    pub(crate) fn happens(self, grew: bool, fell: bool, is_fixed: bool) -> bool {
        match self {
            Self::Min => grew,
            Self::Max => fell,
            Self::Bounds => grew || fell,
            Self::Fixed => is_fixed,
            Self::Any => true,
        }
    }
}

impl Atom {
    /// Returns a change of the variable that happens whenever this atom becomes true, or false.
    #[must_use]
    pub fn event(self, truth: bool) -> Event {
        match if truth { self } else { !self }.relation {
            Relation::AtLeast => Event::Min,
            Relation::AtMost => Event::Max,
            Relation::Equal => Event::Fixed,
            Relation::NotEqual => Event::Any,
        }
    }
}

/// When a propagator runs in relation to others: cheap ones first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Priority {
    /// Linear in a few variables at most.
    Cheap,
    /// About linear in all variables.
    Linear,
    /// More than that.
    Expensive,
}

impl Priority {
    pub(crate) const ALL: [Self; 3] = [Self::Cheap, Self::Linear, Self::Expensive];
}

/// Returns the memory of the items of a list, in bytes.
#[inline]
pub(crate) fn n_bytes_of<T>(items: &[T]) -> u64 {
    size_of_val(items) as u64
}

/// Returns the memory of a list of this number of items, in bytes.
#[inline]
pub(crate) fn n_bytes_of_list<T>(n: usize) -> u64 {
    (n * size_of::<T>()) as u64
}

/// A constraint that reduces domains.
///
/// It may keep a state only if that state is valid for all domains, because it is not told when the
/// search backtracks, unless it asks for that ([`Propagator::observes_undone`]).
pub trait Propagator: Send {
    /// Returns the name of the constraint, for reports: that of the type.
    fn name(&self) -> &'static str {
        let path = std::any::type_name::<Self>();
        let path = path.split('<').next().unwrap_or(path);
        path.rsplit("::").next().unwrap_or(path)
    }

    /// Returns the variables with the changes at which this propagator runs.
    fn subscriptions(&self) -> Vec<(Var, Event)>;

    /// Returns when it runs.
    fn priority(&self) -> Priority;

    /// Returns about the memory of what it holds beside itself in bytes, with that of the state
    /// that it will have when it runs. It is asked for once, when the constraint is posted.
    fn n_bytes(&self) -> u64;

    /// Returns whether [`Domains::changed`] shall name undone changes too, for a state that is
    /// updated.
    fn observes_undone(&self) -> bool {
        false
    }

    /// Reduces domains. When all variables are fixed, it must find a violation.
    ///
    /// # Errors
    ///
    /// Fails if the constraint is violated.
    fn propagate(&mut self, domains: &mut Domains<'_>) -> Result<(), Conflict>;

    /// Appends atoms that held before the change and that imply `atom` under this constraint.
    ///
    /// `data` is what [`Explanation::Later`] had; `atom` is the atom that was assigned, or a weaker
    /// one on the same side.
    fn explain(&self, atom: Atom, data: u32, before: &Before<'_>, out: &mut Vec<Atom>) {
        let _ = (data, before, out);
        unreachable!("{atom:?} was explained when it was assigned");
    }

    /// Returns whether what [`Propagator::explain`] gives for one atom also implies another one
    /// that was assigned before it in the same run, each with its `data`; for constraints that
    /// assign many atoms at once.
    fn explains_too(&self, explained: (Atom, u32), other: (Atom, u32)) -> bool {
        let _ = (explained, other);
        false
    }

    /// Returns whether the constraint holds for an assignment of all variables. It is the meaning
    /// of the constraint: tests judge every explanation by it.
    fn holds(&self, value: &dyn Fn(Var) -> i64) -> bool;
}

/// The explanation of a change.
#[derive(Clone, Copy, Debug)]
pub enum Explanation<'a> {
    /// The atoms that imply it.
    Now(&'a [Atom]),
    /// [`Propagator::explain`] is called with this number if the explanation is needed.
    Later(u32),
}

/// The constraint is violated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict(pub(crate) ConflictKind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ConflictKind {
    /// An atom was implied whose opposite is true.
    Refuted { atom: Atom, reason: Reason },
    /// The atoms of this stored list are true.
    Stored { start: u32, len: u32 },
    /// There is no conflict, but the memory is used up.
    Memory,
}

/// Receives an explanation: the atom that was implied (`None` for a conflict), the atoms that imply
/// it, and the domains before.
pub type VisitExplanation<'a> = dyn FnMut(Option<Atom>, &[Atom], &Before<'_>) + 'a;

/// The domains that a propagator reads and reduces.
#[derive(Debug)]
pub struct Domains<'a> {
    pub(crate) trail: &'a mut Trail,
    pub(crate) stored: &'a mut Vec<Atom>,
    pub(crate) propagator: PropagatorId,
    pub(crate) changed: &'a [u32],
    /// Whether `changed` has the undone changes too.
    pub(crate) has_undone: bool,
    /// The condition of a [`Conditional`] constraint: it belongs to every stored explanation and
    /// conflict.
    pub(crate) condition: Option<Atom>,
    /// The greatest memory of the trail and of the stored explanations together, in bytes.
    pub(crate) max_bytes: u64,
}

impl<'a> Domains<'a> {
    /// Returns the subscriptions, as places in the list of [`Propagator::subscriptions`], whose
    /// changes happened since the last run; at the first run, all of them. A subscription may occur
    /// several times.
    #[must_use]
    #[inline]
    pub fn changed(&self) -> &'a [u32] {
        self.changed
    }

    /// Returns whether [`Domains::changed`] has all changes since the last run, undone ones as
    /// well.
    #[must_use]
    pub fn has_undone_changes(&self) -> bool {
        self.has_undone
    }

    /// Returns the least value of a variable.
    #[must_use]
    #[inline]
    pub fn min(&self, var: Var) -> i64 {
        self.trail.min(var)
    }

    /// Returns the greatest value of a variable.
    #[must_use]
    #[inline]
    pub fn max(&self, var: Var) -> i64 {
        self.trail.max(var)
    }

    /// Returns whether the domain of a variable contains a value.
    #[must_use]
    #[inline]
    pub fn contains(&self, var: Var, value: i64) -> bool {
        self.trail.contains(var, value)
    }

    /// Returns the value of a variable that is fixed.
    #[must_use]
    pub fn value(&self, var: Var) -> Option<i64> {
        let min = self.trail.min(var);
        (min == self.trail.max(var)).then_some(min)
    }

    /// Returns the bounds of a variable before the first decision; they need no explanation.
    #[must_use]
    #[inline]
    pub fn root_bounds(&self, var: Var) -> (i64, i64) {
        self.trail.root_bounds(var)
    }

    /// Returns whether an atom is true or false; `None` if both are possible.
    #[must_use]
    #[inline]
    pub fn truth(&self, atom: Atom) -> Option<bool> {
        self.trail.truth(atom)
    }

    /// Returns whether an atom is true or false before the first decision.
    #[must_use]
    #[inline]
    pub fn root_truth(&self, atom: Atom) -> Option<bool> {
        self.trail.root_truth(atom)
    }

    /// Makes an atom true. Nothing happens if it is true already.
    ///
    /// # Errors
    ///
    /// Fails if it is false, and if the memory of the search is used up.
    pub fn assign(&mut self, atom: Atom, explanation: Explanation<'_>) -> Result<(), Conflict> {
        if self.trail.truth(atom) == Some(true) {
            return Ok(());
        }
        let reason = match explanation {
            Explanation::Now(atoms) => {
                let (start, len) = self.store(atoms);
                Reason::Stored { start, len }
            }
            Explanation::Later(data) => Reason::Lazy { propagator: self.propagator, data },
        };
        match self.trail.assign(atom, reason) {
            Ok(_) if self.n_bytes() > self.max_bytes => Err(Conflict(ConflictKind::Memory)),
            Ok(_) => Ok(()),
            Err(Refuted) => Err(Conflict(ConflictKind::Refuted { atom, reason })),
        }
    }

    #[inline]
    fn n_bytes(&self) -> u64 {
        self.trail.n_bytes() + n_bytes_of(self.stored)
    }

    /// Returns the conflict that all these atoms, which are true, are not all true in a solution.
    #[must_use]
    pub fn conflict(&mut self, atoms: &[Atom]) -> Conflict {
        let (start, len) = self.store(atoms);
        Conflict(ConflictKind::Stored { start, len })
    }

    /// Returns the number of changes so far, for [`Domains::visit_explanations`].
    #[must_use]
    pub fn n_changes(&self) -> usize {
        self.trail.len()
    }

    /// Calls `visit` with what was explained by [`Explanation::Now`] after the first `n_changes`
    /// changes, and with the atoms of a conflict. Tests judge them.
    pub fn visit_explanations(
        &self,
        n_changes: usize,
        conflict: Option<&Conflict>,
        visit: &mut VisitExplanation<'_>,
    ) {
        let atoms = |start: u32, len: u32| &self.stored[start as usize..(start + len) as usize];
        let before =
            |position| Before { trail: self.trail, position: Position::from_usize(position) };
        for position in n_changes..self.trail.len() {
            let entry = self.trail.entry(Position::from_usize(position));
            if let Reason::Stored { start, len } = entry.reason {
                visit(Some(entry.atom), atoms(start, len), &before(position));
            }
        }
        let end = before(self.trail.len());
        match conflict.map(|conflict| conflict.0) {
            Some(ConflictKind::Refuted { atom, reason: Reason::Stored { start, len } }) => {
                visit(Some(atom), atoms(start, len), &end);
            }
            Some(ConflictKind::Stored { start, len }) => visit(None, atoms(start, len), &end),
            Some(ConflictKind::Refuted { .. } | ConflictKind::Memory) | None => {}
        }
    }

    fn store(&mut self, atoms: &[Atom]) -> (u32, u32) {
        let start = self.stored.len();
        self.stored.extend_from_slice(atoms);
        self.stored.extend(self.condition);
        (to_u32(start), to_u32(self.stored.len() - start))
    }
}

/// The domains before a change.
#[derive(Debug)]
pub struct Before<'a> {
    pub(crate) trail: &'a Trail,
    pub(crate) position: Position,
}

impl Before<'_> {
    /// Returns the least value that a variable had.
    #[must_use]
    #[inline]
    pub fn min(&self, var: Var) -> i64 {
        self.trail.bounds_before(var, self.position).0
    }

    /// Returns the greatest value that a variable had.
    #[must_use]
    #[inline]
    pub fn max(&self, var: Var) -> i64 {
        self.trail.bounds_before(var, self.position).1
    }

    /// Returns whether a variable had a value in its domain.
    #[must_use]
    #[inline]
    pub fn contains(&self, var: Var, value: i64) -> bool {
        self.trail.contained_before(var, value, self.position)
    }

    /// Returns whether an atom was true or false.
    #[must_use]
    #[inline]
    pub fn truth(&self, atom: Atom) -> Option<bool> {
        self.trail.truth_before(atom, self.position)
    }

    /// Returns whether an atom is true or false before the first decision; that needs no
    /// explanation.
    #[must_use]
    #[inline]
    pub fn root_truth(&self, atom: Atom) -> Option<bool> {
        self.trail.root_truth(atom)
    }

    /// Returns the bounds of a variable before the first decision; they need no explanation.
    #[must_use]
    #[inline]
    pub fn root_bounds(&self, var: Var) -> (i64, i64) {
        self.trail.root_bounds(var)
    }

    /// Returns whether a variable has a value in its domain before the first decision; if it has
    /// not, that needs no explanation.
    #[must_use]
    pub fn root_contains(&self, var: Var, value: i64) -> bool {
        self.trail.root_contains(var, value)
    }
}

/// A constraint that is required only if a condition holds (half-reified).
///
/// Nothing is concluded while the condition is undecided.
pub struct Conditional {
    condition: Atom,
    inner: Box<dyn Propagator>,
    /// All places of the subscriptions of the inner constraint.
    all: Vec<u32>,
}

impl Conditional {
    /// Requires `inner` only if `condition` holds.
    #[must_use]
    pub fn new(condition: Atom, inner: Box<dyn Propagator>) -> Self {
        let n = to_u32(inner.subscriptions().len());
        Self { condition, inner, all: (0..n).collect() }
    }
}

impl std::fmt::Debug for Conditional {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Conditional").field("condition", &self.condition).finish_non_exhaustive()
    }
}

impl Propagator for Conditional {
    fn name(&self) -> &'static str {
        self.inner.name()
    }

    fn subscriptions(&self) -> Vec<(Var, Event)> {
        let mut subscriptions = self.inner.subscriptions();
        subscriptions.push((self.condition.var, Event::Any));
        subscriptions
    }

    fn priority(&self) -> Priority {
        self.inner.priority()
    }

    fn n_bytes(&self) -> u64 {
        size_of_val(&*self.inner) as u64 + self.inner.n_bytes() + n_bytes_of(&self.all)
    }

    fn propagate(&mut self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        if domains.truth(self.condition) != Some(true) {
            return Ok(());
        }
        // What the inner constraint concluded under the condition was undone if the condition
        // changed: it runs on everything again.
        let own_place = u32::try_from(self.all.len()).expect("as when it was made");
        let changed =
            if domains.changed.contains(&own_place) { &self.all } else { domains.changed };
        let mut inner = Domains {
            trail: &mut *domains.trail,
            stored: &mut *domains.stored,
            propagator: domains.propagator,
            changed,
            has_undone: false,
            condition: Some(self.condition),
            max_bytes: domains.max_bytes,
        };
        self.inner.propagate(&mut inner)
    }

    fn explain(&self, atom: Atom, data: u32, before: &Before<'_>, out: &mut Vec<Atom>) {
        out.push(self.condition);
        self.inner.explain(atom, data, before, out);
    }

    fn explains_too(&self, explained: (Atom, u32), other: (Atom, u32)) -> bool {
        self.inner.explains_too(explained, other)
    }

    fn holds(&self, value: &dyn Fn(Var) -> i64) -> bool {
        !self.condition.holds_for(value(self.condition.var)) || self.inner.holds(value)
    }
}
