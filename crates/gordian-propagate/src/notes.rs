//! What is noted while constraints are posted, for propagators that follow from several of them
//! together.

use gordian_lcg::Var;
use gordian_model::Comparison;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::form::Form;

/// At most this many pairs of tasks are searched for groups.
const MAX_PAIRS: usize = 200_000;

/// Longer lists of different values have no sums: each run sorts its variables.
const MAX_DIFFERENT: usize = 2000;
/// Longer sums are left to the linear constraint.
const MAX_TERMS: usize = 100;
/// At most this many required sums are kept.
const MAX_NOTED: usize = 10_000;

/// A task: its start and its duration.
pub(crate) type Task = (Var, i64);

/// Pairs of tasks of which one comes after the other, and groups of them.
#[derive(Debug, Default)]
pub(crate) struct TaskPairs {
    pairs: Vec<(Task, Task)>,
}

impl TaskPairs {
    /// Notes that one of two tasks comes after the other.
    pub(crate) fn note(&mut self, first: Task, second: Task) {
        self.pairs.push((first, second));
    }

    /// Returns groups of three or more tasks all pairs of which are known; each pair is in one of
    /// them, if in any.
    pub(crate) fn groups(&self) -> Vec<Vec<Task>> {
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

/// Required lists of different values and required sums.
#[derive(Debug, Default)]
pub(crate) struct DifferentValues {
    /// The operands as forms with the variables that equal them.
    pub(crate) lists: Vec<Vec<(Form, Var)>>,
    /// Sums that compare with 0.
    pub(crate) sums: Vec<(Form, Comparison)>,
    /// The memory of both, in bytes.
    n_bytes: usize,
}

impl DifferentValues {
    /// Returns the memory of the lists and the sums, in bytes.
    pub(crate) fn n_bytes(&self) -> usize {
        self.n_bytes
    }

    /// Notes operands that are required to be different.
    pub(crate) fn note_list(&mut self, forms: Vec<Form>, vars: &[Var]) {
        if (2..=MAX_DIFFERENT).contains(&forms.len()) {
            let n_items = forms.len() * size_of::<(Form, Var)>();
            self.n_bytes += n_items + forms.iter().map(Form::n_term_bytes).sum::<usize>();
            self.lists.push(forms.into_iter().zip(vars.iter().copied()).collect());
        }
    }

    /// Notes a required comparison of a form with 0.
    pub(crate) fn note_sum(&mut self, form: &Form, how: Comparison) {
        if (2..=MAX_TERMS).contains(&form.terms.len())
            && self.sums.len() < MAX_NOTED
            && how != Comparison::Ne
        {
            self.n_bytes += size_of::<(Form, Comparison)>() + form.n_term_bytes();
            self.sums.push((form.clone(), how));
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
