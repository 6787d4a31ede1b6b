//! Constraints that follow from several parts of a model together, and how the search begins.
//!
//! They change no solution; the propagators for a whole conclude more than its parts do.

use gordian_core::numbers::to_i128;
use gordian_lcg::propagators::{Disjunctive, Term};
use gordian_lcg::{Atom, Var};
use gordian_model::{Comparison, Expr, Node};
use rustc_hash::FxHashMap;

use crate::form::Form;
use crate::knapsack::Knapsack;
use crate::notes::Task;
use crate::poster::{Posted, Poster};

/// Permutations of more values have no clause per value.
const MAX_PERMUTATION: usize = 400;
/// The number of required sums that are kept for objectives.
const MAX_SUMS: usize = 8;

impl Poster<'_> {
    /// Notes a disjunction that says that one of two tasks comes after the other.
    pub(crate) fn note_disjunction(&mut self, operands: &[Expr]) -> Posted<()> {
        let [first, second] = operands else { return Ok(()) };
        let (Some(first), Some(second)) = (self.precedence(first)?, self.precedence(second)?)
        else {
            return Ok(());
        };
        if (first.0.0, first.1) == (second.1, second.0.0) && first.0.1 > 0 && second.0.1 > 0 {
            self.task_pairs.note(first.0, second.0);
        }
        Ok(())
    }

    /// Returns the first task and the start of the second one of a condition `start + duration ≤
    /// start`.
    fn precedence(&mut self, condition: &Expr) -> Posted<Option<(Task, Var)>> {
        let Node::Compare(how, left, right) = condition.node() else { return Ok(None) };
        let (left, right) = match how {
            Comparison::Le | Comparison::Lt => (left, right),
            Comparison::Ge | Comparison::Gt => (right, left),
            Comparison::Eq | Comparison::Ne => return Ok(None),
        };
        let left = self.number(left)?;
        let right = self.number(right)?;
        let form = self.difference(&left, &right)?;
        let strict = i64::from(matches!(how, Comparison::Lt | Comparison::Gt));
        Ok(match form.terms[..] {
            [(1, Term::Var(first)), (-1, Term::Var(second))]
            | [(-1, Term::Var(second)), (1, Term::Var(first))] => {
                form.constant.checked_add(strict).map(|duration| ((first, duration), second))
            }
            _ => None,
        })
    }

    /// Posts what follows from all constraints together; called once, after them.
    pub(crate) fn finish(&mut self) {
        let pairs = std::mem::take(&mut self.task_pairs);
        let mut durations: FxHashMap<i64, Var> = FxHashMap::default();
        let mut starts = Vec::new();
        for group in pairs.groups() {
            let mut tasks = Vec::with_capacity(group.len());
            for (start, duration) in group {
                let solver = &mut self.solver;
                let fits = duration.abs() <= gordian_lcg::MAX_VALUE;
                if !fits {
                    continue;
                }
                let length = *durations
                    .entry(duration)
                    .or_insert_with(|| solver.add_var(duration, duration));
                tasks.push((start, length));
                starts.push(start);
            }
            self.solver.post(Box::new(Disjunctive::new(&tasks)));
        }
        starts.sort_unstable();
        starts.dedup();
        self.solver.prefer_earliest(starts);
        self.post_different_sums();
    }

    /// Requires that each value is taken, if variables that are all different have no more values
    /// than they are.
    pub(crate) fn post_permutation(&mut self, premise: Option<Atom>, vars: &[Var]) {
        let bounds = vars.iter().map(|&var| self.solver.bounds(var));
        let hull = bounds.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
        let Some((min, max)) = hull.filter(|_| vars.len() <= MAX_PERMUTATION) else { return };
        let n = to_i128(vars.len());
        if i128::from(max) - i128::from(min) + 1 == n {
            for value in min..=max {
                self.clause(premise, vars.iter().map(|var| var.equal(value)));
            }
        }
    }

    /// Notes a required sum that is at most 0, if its terms are 0 or 1 with positive coefficients,
    /// or one that is 0 and defines the objective.
    pub(crate) fn note_sum(&mut self, form: &Form, how: Comparison) {
        let sign = match how {
            Comparison::Le | Comparison::Lt => 1,
            Comparison::Ge | Comparison::Gt => -1,
            Comparison::Eq => return self.note_definition(form),
            Comparison::Ne => return,
        };
        let strict = i64::from(matches!(how, Comparison::Lt | Comparison::Gt));
        let Some(sum) = Form::sum([(sign, form), (1, &Form::from(strict))]) else { return };
        let is_flag = |&(coefficient, term): &(i64, Term)| coefficient > 0 && self.is_flag(term);
        if self.flag_sums.len() < MAX_SUMS && sum.terms.len() > 2 && sum.terms.iter().all(is_flag) {
            self.flag_sums.push(sum);
        }
    }

    fn note_definition(&mut self, form: &Form) {
        let Some(goal) = self.model.goal() else { return };
        let Node::Var(objective) = goal.objective().node() else { return };
        let objective = Term::Var(self.vars[*objective]);
        let mut terms = form.terms.iter();
        let is_defined = terms.any(|&(factor, term)| term == objective && matches!(factor, -1 | 1));
        let mut others = form.terms.iter().filter(|&&(_, term)| term != objective);
        if is_defined && others.all(|&(_, term)| self.is_flag(term)) {
            self.definition = Some(form.clone());
        }
    }

    /// Returns the sum of 0/1 terms that equals a form of the variable that is the objective, if
    /// there is one.
    pub(crate) fn by_definition(&self, form: &Form) -> Option<Form> {
        let [(factor, var)] = form.terms[..] else { return None };
        let definition = self.definition.as_ref()?;
        let &(own, _) = definition.terms.iter().find(|&&(_, term)| term == var)?;
        // `own` is 1 or −1, so that the variable is not in the difference: factor − factor · own ·
        // own is 0.
        Form::sum([(1, form), (factor.checked_mul(-own)?, definition)])
    }

    /// Returns whether the values of a term are 0 and 1.
    pub(crate) fn is_flag(&self, term: Term) -> bool {
        match term {
            Term::Holds(_) => true,
            Term::Var(var) => self.solver.bounds(var) == (0, 1),
        }
    }

    /// Bounds a minimised form, whose variable is `objective`, by required sums.
    pub(crate) fn bound_objective(&mut self, form: &Form, objective: Var) -> Posted<()> {
        if !form.terms.iter().all(|&(_, term)| self.is_flag(term)) {
            return Ok(());
        }
        let sums = std::mem::take(&mut self.flag_sums);
        for sum in &sums {
            let Some(capacity) = sum.constant.checked_neg() else { continue };
            let mut items: FxHashMap<Term, (i64, i64)> = FxHashMap::default();
            for &(cost, term) in &form.terms {
                items.entry(term).or_default().0 = cost.saturating_neg();
            }
            for &(weight, term) in &sum.terms {
                items.entry(term).or_default().1 = weight;
            }
            let mut items: Vec<(Term, (i64, i64))> = items.into_iter().collect();
            items.sort_unstable_by_key(|&(term, _)| term);
            let numbers = items.iter().map(|&(_, item)| item).collect();
            let Some(knapsack) = Knapsack::new(numbers, capacity) else { continue };
            for factors in knapsack.factors() {
                // −objective · denominator − Σ gain ≤ weight · capacity + count · max_count, up to
                // a constant.
                let gains = items.iter().map(|&(term, item)| {
                    i64::try_from(factors.gain(item)).map(|gain| Form::from((gain, term))).ok()
                });
                let Some(gains) = gains.collect::<Option<Vec<Form>>>() else { continue };
                let constant = i128::from(factors.weight) * i128::from(capacity)
                    + i128::from(factors.count) * i128::from(factors.max_count)
                    - i128::from(factors.denominator) * i128::from(form.constant);
                let Ok(constant) = i64::try_from(constant) else { continue };
                let parts = gains.iter().map(|gain| (-1, gain));
                let rest = [Form::from((-factors.denominator, objective)), Form::from(constant)];
                let parts = parts.chain([(1, &rest[0]), (-1, &rest[1])]);
                let Some(bound) = Form::sum(parts) else { continue };
                self.post_linear(None, &bound, Comparison::Le)?;
            }
            if let [_] = sums[..] {
                self.begin_with(&items, &knapsack.good_choice());
            }
        }
        Ok(())
    }

    /// Makes the search begin with a choice of items.
    fn begin_with(&mut self, items: &[(Term, (i64, i64))], choice: &[bool]) {
        for (&(term, _), &is_chosen) in items.iter().zip(choice) {
            match term {
                Term::Var(var) => self.solver.set_phase(var, is_chosen.into()),
                Term::Holds(atom) => {
                    let (min, max) = self.solver.bounds(atom.var);
                    let value = if atom.holds_for(min) == is_chosen { min } else { max };
                    self.solver.set_phase(atom.var, value);
                }
            }
        }
    }

    /// Makes the search begin with the values that make a form that is minimised small.
    pub(crate) fn prefer_small(&mut self, form: &Form) {
        for &(coefficient, term) in &form.terms {
            let is_positive = coefficient > 0;
            let (var, prefers_least) = match term {
                Term::Var(var) => (var, is_positive),
                Term::Holds(atom) => {
                    use gordian_lcg::Relation::{AtLeast, AtMost};
                    match atom.relation {
                        AtLeast => (atom.var, is_positive),
                        AtMost => (atom.var, !is_positive),
                        _ => continue,
                    }
                }
            };
            let (min, max) = self.solver.bounds(var);
            self.solver.set_phase(var, if prefers_least { min } else { max });
        }
    }
}
