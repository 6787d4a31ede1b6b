//! The state of posting: the solver and what was posted for expressions.

use gordian_core::IndexVec;
use gordian_core::numbers::to_i128;
use gordian_lcg::propagators::{Linear, LinearNotEqual, Term};
use gordian_lcg::{Atom, Conditional, MAX_VALUE, Propagator, Relation, Solver, Var};
use gordian_model::{Comparison, Expr, Model, VarId};
use rustc_hash::FxHashMap;

use crate::bounds::Interval;
use crate::error::PostError;
use crate::form::Form;
use crate::notes::{DifferentValues, TaskPairs};
use crate::options::Options;
use crate::root::RootBounds;

/// Sums of magnitudes of coefficients times values stay below this power of 2.
const MAX_SUM_BITS: u32 = 120;
/// Counts are split into partial counts if conflicts with them have at least this number of
/// conditions.
const MIN_SPLIT_COUNT: i128 = 16;
/// The smallest partial counts have at most this number of conditions.
const MAX_PARTIAL_COUNT: usize = 2;

/// The clock is read once in this number of calls of [`Poster::poll`].
const CALLS_PER_CLOCK: u64 = 64;

/// The result of posting a part.
pub(crate) type Posted<T> = Result<T, PostError>;

/// In which directions an atom stands for a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Need {
    /// The atom implies the condition.
    pub(crate) forward: bool,
    /// The condition implies the atom.
    pub(crate) backward: bool,
}

impl Need {
    pub(crate) const FORWARD: Self = Self { forward: true, backward: false };
    pub(crate) const BACKWARD: Self = Self { forward: false, backward: true };
    pub(crate) const BOTH: Self = Self { forward: true, backward: true };
    pub(crate) const NEITHER: Self = Self { forward: false, backward: false };

    /// Returns the direction that a condition with this required truth value needs.
    pub(crate) fn of(truth: bool) -> Self {
        if truth { Self::FORWARD } else { Self::BACKWARD }
    }

    /// Returns the directions of this atom that its opposite needs.
    pub(crate) fn swapped(self) -> Self {
        Self { forward: self.backward, backward: self.forward }
    }

    /// Returns the directions of either.
    pub(crate) fn union(self, other: Self) -> Self {
        Self { forward: self.forward || other.forward, backward: self.backward || other.backward }
    }
}

/// Posts a model.
pub(crate) struct Poster<'m> {
    pub(crate) model: &'m Model,
    pub(crate) solver: Solver,
    pub(crate) vars: IndexVec<VarId, Var>,
    /// What was posted for an expression, by [`Expr::identity`]. The model keeps the expressions
    /// alive.
    pub(crate) numbers: FxHashMap<usize, Form>,
    pub(crate) conditions: FxHashMap<usize, (Atom, Need)>,
    /// Variables that equal forms.
    form_vars: FxHashMap<Form, Var>,
    /// Atoms for comparisons of forms with 0.
    comparisons: FxHashMap<(Form, Comparison), (Atom, Need)>,
    pub(crate) task_pairs: TaskPairs,
    /// Required lists of different values, and sums.
    pub(crate) different: DifferentValues,
    /// Required sums of 0/1 terms that are at most 0, for objectives.
    pub(crate) flag_sums: Vec<Form>,
    /// A required sum that is 0, of the variable that is the objective times 1 or −1, and of 0/1
    /// terms.
    pub(crate) definition: Option<Form>,
    /// An atom that is true.
    pub(crate) always: Atom,
    /// The part of the model that is being posted, for errors.
    pub(crate) part: String,
    /// The numbers of clauses and of propagators before each constraint.
    pub(crate) begins: Vec<(usize, usize)>,
    pub(crate) options: Options,
    /// Bounds that follow from the constraints, if numbers do not fit without them.
    pub(crate) root: Option<RootBounds<'m>>,
    n_polls: u64,
    /// The memory of the terms of forms in hash tables, in bytes.
    n_term_bytes: usize,
}

impl<'m> Poster<'m> {
    /// Returns a poster with the variables of the model.
    pub(crate) fn new(
        model: &'m Model,
        options: &Options,
        root: Option<RootBounds<'m>>,
    ) -> Posted<Self> {
        let mut solver = Solver::new();
        solver.limit_memory(options.max_bytes);
        let mut vars = IndexVec::new();
        for (id, variable) in model.variables().iter_enumerated() {
            if options.max_bytes.is_some_and(|max| solver.n_bytes() > max) {
                return Err(PostError::TooLarge);
            }
            let domain = &variable.domain;
            let (min, max) = root.as_ref().map_or((None, None), |root| root.of(id));
            let var = solver.add_var(min.unwrap_or(domain.min()), max.unwrap_or(domain.max()));
            for pair in domain.ranges().windows(2) {
                let (last, first) = (pair[0].1, pair[1].0);
                solver.add_clause(&[var.at_most(last), var.at_least(first)]);
            }
            vars.push(var);
        }
        let one = solver.add_var(1, 1);
        Ok(Self {
            model,
            solver,
            vars,
            numbers: FxHashMap::default(),
            conditions: FxHashMap::default(),
            form_vars: FxHashMap::default(),
            comparisons: FxHashMap::default(),
            task_pairs: TaskPairs::default(),
            different: DifferentValues::default(),
            flag_sums: Vec::new(),
            definition: None,
            always: one.at_least(1),
            part: String::new(),
            begins: Vec::new(),
            options: options.clone(),
            root,
            n_polls: 0,
            n_term_bytes: 0,
        })
    }

    /// Returns about the memory of the solver and of what is known of the expressions, in bytes.
    fn n_bytes(&self) -> u64 {
        /// The entries of a hash table, with one byte for each.
        fn of_map<K, V>(map: &FxHashMap<K, V>) -> usize {
            map.capacity() * (size_of::<(K, V)>() + 1)
        }
        let maps = of_map(&self.numbers)
            + of_map(&self.conditions)
            + of_map(&self.form_vars)
            + of_map(&self.comparisons);
        self.solver.n_bytes() + (maps + self.n_term_bytes + self.different.n_bytes()) as u64
    }

    /// Counts the memory of a form that is kept.
    pub(crate) fn count_form(&mut self, form: &Form) {
        self.n_term_bytes += form.n_term_bytes();
    }

    /// Fails if posting was cancelled or needs too much memory.
    pub(crate) fn poll(&mut self) -> Posted<()> {
        self.n_polls += 1;
        if self.options.max_bytes.is_some_and(|max| self.n_bytes() > max) {
            return Err(PostError::TooLarge);
        }
        if !self.n_polls.is_multiple_of(CALLS_PER_CLOCK) {
            return Ok(());
        }
        match self.options.cancel.stopped() {
            Some(limit) => Err(PostError::Stopped { limit }),
            None => Ok(()),
        }
    }

    pub(crate) fn overflow(&self, operation: &'static str) -> PostError {
        PostError::Overflow { part: self.part.clone(), operation }
    }

    /// Returns the bounds of a form as 64-bit numbers.
    pub(crate) fn narrow_bounds(&self, form: &Form, operation: &'static str) -> Posted<(i64, i64)> {
        form.bounds(&self.solver).narrow().ok_or_else(|| self.overflow(operation))
    }

    /// Returns a new variable for the result of an operation.
    pub(crate) fn new_var(&mut self, bounds: Interval, operation: &'static str) -> Posted<Var> {
        let narrow = bounds.narrow().filter(|&(min, max)| -MAX_VALUE <= min && max <= MAX_VALUE);
        let (min, max) = narrow.ok_or_else(|| self.overflow(operation))?;
        Ok(self.solver.add_var(min, max))
    }

    /// Returns a new variable for the result of an operation, which is in `range` in all solutions.
    pub(crate) fn new_result(
        &mut self,
        bounds: Interval,
        range: Option<Interval>,
        operation: &'static str,
    ) -> Posted<Var> {
        let Some(range) = range else { return self.new_var(bounds, operation) };
        let common = Interval { min: bounds.min.max(range.min), max: bounds.max.min(range.max) };
        if common.min > common.max {
            self.clause(None, []);
            return self.new_var(Interval::from(0), operation);
        }
        self.new_var(common, operation)
    }

    /// Returns the atom of a new 0/1 variable.
    pub(crate) fn new_atom(&mut self) -> Atom {
        self.solver.add_var(0, 1).at_least(1)
    }

    /// Returns a variable that equals a form.
    pub(crate) fn var_of(&mut self, form: &Form) -> Posted<Var> {
        self.poll()?;
        if let Some(var) = form.as_var() {
            return Ok(var);
        }
        if let Some(&var) = self.form_vars.get(form) {
            return Ok(var);
        }
        let var = self.new_var(form.bounds(&self.solver), "sum")?;
        if form.as_constant().is_none() {
            let difference = self.difference(&Form::from((1, var)), form)?;
            self.post_linear(None, &difference, Comparison::Eq)?;
        }
        self.count_form(form);
        self.form_vars.insert(form.clone(), var);
        Ok(var)
    }

    /// Returns `left − right`.
    pub(crate) fn difference(&self, left: &Form, right: &Form) -> Posted<Form> {
        Form::sum([(1, left), (-1, right)]).ok_or_else(|| self.overflow("sum"))
    }

    /// Requires that at least one of the atoms holds, if the premise does.
    pub(crate) fn clause(&mut self, premise: Option<Atom>, atoms: impl IntoIterator<Item = Atom>) {
        let clause: Vec<Atom> = premise.map(|it| !it).into_iter().chain(atoms).collect();
        self.solver.add_clause(&clause);
    }

    /// Requires a constraint, if the premise holds.
    pub(crate) fn post(&mut self, premise: Option<Atom>, propagator: Box<dyn Propagator>) {
        self.solver.post(match premise {
            Some(premise) => Box::new(Conditional::new(premise, propagator)),
            None => propagator,
        });
    }

    /// Requires that a form compares with 0, if the premise holds.
    pub(crate) fn post_linear(
        &mut self,
        premise: Option<Atom>,
        form: &Form,
        how: Comparison,
    ) -> Posted<()> {
        if let Some(atom) = self.simple_atom(form, how) {
            self.clause(premise, [atom]);
            return Ok(());
        }
        let size = form.terms.iter().fold(i128::from(form.constant).abs(), |sum, &(c, term)| {
            let one = Form { terms: vec![(c, term)], constant: 0 };
            sum.saturating_add(one.bounds(&self.solver).abs().max)
        });
        if size >= 1 << MAX_SUM_BITS {
            return Err(self.overflow("sum"));
        }
        let negated = form.constant.checked_neg();
        let bound = negated.ok_or_else(|| self.overflow("sum"))?;
        let has_opposites = form.terms.iter().all(|&(c, _)| c != i64::MIN);
        let (below, above) = (bound.checked_sub(1), bound.checked_add(1));
        let (true, Some(below), Some(above)) = (has_opposites, below, above) else {
            return Err(self.overflow("sum"));
        };
        let conditional = |linear: Linear| match premise {
            Some(premise) => linear.only_if(premise),
            None => linear,
        };
        if premise.is_none() {
            self.note_sum(form, how);
            self.different.note_sum(form, how);
        }
        let split = self.split_count(form)?;
        let terms: &[(i64, Term)] = split.as_ref().unwrap_or(&form.terms);
        let mut post = |linear: Linear| self.solver.post(Box::new(conditional(linear)));
        match how {
            Comparison::Le => post(Linear::at_most(terms, bound)),
            Comparison::Lt => post(Linear::at_most(terms, below)),
            Comparison::Ge => post(Linear::at_least(terms, bound)),
            Comparison::Gt => post(Linear::at_least(terms, above)),
            Comparison::Eq => {
                post(Linear::at_most(terms, bound));
                post(Linear::at_least(terms, bound));
            }
            Comparison::Ne => {
                let different = LinearNotEqual::new(terms, bound);
                self.solver.post(Box::new(match premise {
                    Some(premise) => different.only_if(premise),
                    None => different,
                }));
            }
        }
        Ok(())
    }

    /// Returns two partial counts with the sum of the terms of a form, if these count many
    /// conditions and the constant is a number of them that is neither small nor almost all; `None`
    /// for other forms.
    ///
    /// A conflict with the count then has bounds of partial counts instead of all conditions, and
    /// these are what the search learns about: the proof that fewer than 40 of 118 cells can be
    /// shaded is exponentially long without them. They do not pay where few conditions hold, or few
    /// do not: conflicts are short then.
    ///
    /// *Source*: Abío, Stuckey: "Conflict directed lazy decomposition", CP 2012; Bailleux,
    /// Boufkhad: "Efficient CNF encoding of Boolean cardinality constraints", CP 2003, for the
    /// tree.
    fn split_count(&mut self, form: &Form) -> Posted<Option<Vec<(i64, Term)>>> {
        let Some(&(coefficient, _)) = form.terms.first() else { return Ok(None) };
        let n_terms = to_i128(form.terms.len());
        let n_true = -i128::from(form.constant) / i128::from(coefficient);
        let is_counted = |&(c, term): &(i64, Term)| c == coefficient && self.is_flag(term);
        if n_true.min(n_terms - n_true) < MIN_SPLIT_COUNT || !form.terms.iter().all(is_counted) {
            return Ok(None);
        }
        let (left, right) = form.terms.split_at(form.terms.len() / 2);
        let halves = [self.partial_count(left)?, self.partial_count(right)?];
        Ok(Some(halves.map(|half| (coefficient, Term::Var(half))).into()))
    }

    /// Returns a variable for how many of these conditions hold.
    fn partial_count(&mut self, terms: &[(i64, Term)]) -> Posted<Var> {
        if terms.len() <= MAX_PARTIAL_COUNT {
            let terms = terms.iter().map(|&(_, term)| (1, term)).collect();
            return self.var_of(&Form { terms, constant: 0 });
        }
        let (left, right) = terms.split_at(terms.len() / 2);
        let halves = [self.partial_count(left)?, self.partial_count(right)?];
        let halves = halves.map(|half| Form::from((1, half)));
        let count = Form::sum(halves.iter().map(|half| (1, half)));
        let count = count.ok_or_else(|| self.overflow("sum"))?;
        self.var_of(&count)
    }

    /// Returns an atom for the comparison of a form with 0.
    pub(crate) fn compare_atom(
        &mut self,
        form: &Form,
        how: Comparison,
        need: Need,
    ) -> Posted<Atom> {
        self.poll()?;
        if let Some(atom) = self.simple_atom(form, how) {
            return Ok(atom);
        }
        // One comparison of two opposite ones.
        let opposite = match how {
            Comparison::Ne => Some(Comparison::Eq),
            Comparison::Gt => Some(Comparison::Le),
            Comparison::Ge => Some(Comparison::Lt),
            Comparison::Eq | Comparison::Le | Comparison::Lt => None,
        };
        if let Some(opposite) = opposite {
            return Ok(!self.compare_atom(form, opposite, need.swapped())?);
        }
        let key = (form.clone(), how);
        let known = self.comparisons.get(&key).copied();
        let (atom, has) = match known {
            Some(known) => known,
            None => (self.new_atom(), Need::NEITHER),
        };
        if need.forward && !has.forward {
            self.post_linear(Some(atom), form, how)?;
        }
        if need.backward && !has.backward {
            self.post_linear(Some(!atom), form, how.negated())?;
        }
        if known.is_none() {
            self.count_form(form);
        }
        self.comparisons.insert(key, (atom, has.union(need)));
        Ok(atom)
    }

    /// Returns the atom that is equivalent to the comparison of a form with 0, if the form has at
    /// most one term.
    pub(crate) fn simple_atom(&self, form: &Form, how: Comparison) -> Option<Atom> {
        let constant = |holds: bool| Some(if holds { self.always } else { !self.always });
        let (coefficient, term) = match form.terms[..] {
            [] => return constant(how.holds(&form.constant, &0)),
            [only] => only,
            _ => return None,
        };
        // coefficient · term ◦ value
        let (coefficient, value) = (i128::from(coefficient), -i128::from(form.constant));
        match term {
            Term::Holds(atom) => {
                let holds = [0, coefficient].map(|sum| how.holds(&sum, &value));
                match holds {
                    [false, true] => Some(atom),
                    [true, false] => Some(!atom),
                    [holds, _] => constant(holds),
                }
            }
            Term::Var(var) => {
                // The quotients are within the domain, or all values compare alike.
                let at_least = |bound: i128| bounded(var, Relation::AtLeast, bound, self.always);
                let at_most = |bound: i128| bounded(var, Relation::AtMost, bound, self.always);
                let floor = |number: i128| number.div_euclid(coefficient.abs());
                let (how, value) = match (coefficient < 0, how) {
                    (false, how) => (how, value),
                    (true, Comparison::Le) => (Comparison::Ge, -value),
                    (true, Comparison::Lt) => (Comparison::Gt, -value),
                    (true, Comparison::Ge) => (Comparison::Le, -value),
                    (true, Comparison::Gt) => (Comparison::Lt, -value),
                    (true, how) => (how, -value),
                };
                Some(match how {
                    Comparison::Le => at_most(floor(value)),
                    Comparison::Lt => at_most(floor(value - 1)),
                    Comparison::Ge => at_least(floor(value - 1) + 1),
                    Comparison::Gt => at_least(floor(value) + 1),
                    Comparison::Eq | Comparison::Ne => {
                        let size = coefficient.abs();
                        let quotient = i64::try_from(floor(value)).ok();
                        let equal = quotient.filter(|quotient| {
                            i128::from(*quotient) * size == value
                                && (-MAX_VALUE..=MAX_VALUE).contains(quotient)
                        });
                        let equal = equal.map_or(!self.always, |quotient| var.equal(quotient));
                        if how == Comparison::Eq { equal } else { !equal }
                    }
                })
            }
        }
    }

    /// Names the constraint that is posted next, for errors.
    ///
    /// Clauses and propagators that are posted from now on count for it.
    pub(crate) fn begin_constraint(&mut self, name: &str) {
        self.begins.push(self.size());
        self.part = format!("constraint `{name}`");
    }

    /// Returns the numbers of clauses and of propagators.
    pub(crate) fn size(&self) -> (usize, usize) {
        let (_, n_clauses, n_propagators) = self.solver.size();
        (n_clauses, n_propagators)
    }

    /// Posts a required condition.
    pub(crate) fn require(&mut self, condition: &Expr) -> Posted<()> {
        self.imply(None, condition, true)
    }
}

/// Returns the atom `var ≥ bound` or `var ≤ bound` for any bound.
fn bounded(var: Var, relation: Relation, bound: i128, always: Atom) -> Atom {
    let beyond = i128::from(MAX_VALUE) + 1;
    let is_lower = relation == Relation::AtLeast;
    if bound.abs() < beyond {
        let value = i64::try_from(bound).expect("62 bits");
        return if is_lower { var.at_least(value) } else { var.at_most(value) };
    }
    // All values are on one side of the bound.
    if (bound < 0) == is_lower { always } else { !always }
}
