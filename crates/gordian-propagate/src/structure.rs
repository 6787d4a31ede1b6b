//! Constraints that follow from several parts of a model together, and how the search begins.
//!
//! They change no solution; the propagators for a whole conclude more than its parts do.

use gordian_lcg::propagators::{Disjunctive, Term};
use gordian_lcg::{Atom, Var};
use gordian_model::{Comparison, Expr, Node};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::form::Form;
use crate::poster::{Posted, Poster};

/// Permutations of more values have no clause per value.
const MAX_PERMUTATION: usize = 400;
/// At most this many pairs of tasks are searched for groups.
const MAX_PAIRS: usize = 200_000;

/// A task: its start and its duration.
type Task = (Var, i64);

/// Pairs of tasks of which one comes after the other, and groups of them.
#[derive(Debug, Default)]
pub(crate) struct TaskPairs {
    pairs: Vec<(Task, Task)>,
}

impl TaskPairs {
    /// Returns groups of three or more tasks all pairs of which are known; each pair is in one of them, if in any.
    fn groups(&self) -> Vec<Vec<Task>> {
        let mut neighbours: FxHashMap<Task, FxHashSet<Task>> = FxHashMap::default();
        for &(one, other) in self.pairs.iter().take(MAX_PAIRS) {
            neighbours.entry(one).or_default().insert(other);
            neighbours.entry(other).or_default().insert(one);
        }
        let mut grouped: FxHashSet<(Task, Task)> = FxHashSet::default();
        let mut groups = Vec::new();
        for &(one, other) in self.pairs.iter().take(MAX_PAIRS) {
            if grouped.contains(&(one, other)) {
                continue;
            }
            let mut candidates: Vec<Task> = neighbours[&one].iter().copied().collect();
            candidates.sort_unstable();
            let mut group = vec![one, other];
            for task in candidates {
                if !group.contains(&task) && group.iter().all(|it| neighbours[it].contains(&task)) {
                    group.push(task);
                }
            }
            grouped.extend(group.iter().flat_map(|&a| group.iter().map(move |&b| (a, b))));
            if group.len() > 2 {
                groups.push(group);
            }
        }
        groups
    }
}

impl Poster<'_> {
    /// Notes a disjunction that says that one of two tasks comes after the other.
    pub(crate) fn note_disjunction(&mut self, operands: &[Expr]) -> Posted<()> {
        let [first, second] = operands else { return Ok(()) };
        let (Some(first), Some(second)) = (self.precedence(first)?, self.precedence(second)?)
        else {
            return Ok(());
        };
        if (first.0.0, first.1) == (second.1, second.0.0) && first.0.1 > 0 && second.0.1 > 0 {
            self.task_pairs.pairs.push((first.0, second.0));
        }
        Ok(())
    }

    /// Returns the first task and the start of the second one of a condition `start + duration ≤ start`.
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
    }

    /// Requires that each value is taken, if variables that are all different have no more values than they are.
    pub(crate) fn post_permutation(&mut self, premise: Option<Atom>, vars: &[Var]) {
        let bounds = vars.iter().map(|&var| self.solver.bounds(var));
        let hull = bounds.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
        let Some((min, max)) = hull.filter(|_| vars.len() <= MAX_PERMUTATION) else { return };
        let n = i128::try_from(vars.len()).expect("memory ends before");
        if i128::from(max) - i128::from(min) + 1 == n {
            for value in min..=max {
                self.clause(premise, vars.iter().map(|var| var.equal(value)));
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

#[cfg(test)]
mod tests {
    use gordian_core::Index as _;

    use super::*;

    #[test]
    fn groups_contain_all_their_pairs() {
        let task = |n: usize| (Var::from_usize(n), 3);
        let mut pairs = TaskPairs::default();
        // Four tasks on one machine, three on another one that shares a task, and a pair.
        let machines: [&[usize]; 3] = [&[0, 1, 2, 3], &[3, 4, 5], &[5, 6]];
        for machine in machines {
            for (at, &a) in machine.iter().enumerate() {
                pairs.pairs.extend(machine[..at].iter().map(|&b| (task(a), task(b))));
            }
        }
        let mut groups = pairs.groups();
        groups.iter_mut().for_each(|group| group.sort_unstable());
        let expected: Vec<Vec<Task>> =
            machines[..2].iter().map(|it| it.iter().map(|&n| task(n)).collect()).collect();
        assert_eq!(groups, expected);
    }
}
