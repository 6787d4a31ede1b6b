//! Decisions in an order that is given, as modellers do.

use gordian_core::{ValueOrder, VarOrder};

use crate::atom::{Atom, Var};
use crate::trail::Trail;

/// Variables that are decided together, and in which order.
#[derive(Clone, Debug)]
pub struct Branching {
    /// The variables.
    pub vars: Vec<Var>,
    /// Which of them is decided next.
    pub var_order: VarOrder,
    /// Which of its values are tried first.
    pub value_order: ValueOrder,
}

/// Lists of variables that are decided one list after the other.
///
/// *Invariant*: `begins` has levels in ascending order, each with a list and a place in it, so that
/// all variables before that place are fixed at that level, and therefore at all above it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Guide {
    lists: Vec<Branching>,
    begins: Vec<(u32, usize, usize)>,
}

impl Guide {
    pub(crate) fn new(lists: Vec<Branching>) -> Self {
        Self { lists, begins: Vec::new() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.lists.is_empty()
    }

    /// Returns the next decision; `None` if all listed variables are fixed.
    pub(crate) fn next(&mut self, trail: &Trail) -> Option<Atom> {
        let is_open = |var: Var| trail.min(var) < trail.max(var);
        let (mut list, mut begin) = self.begins.last().map_or((0, 0), |it| (it.1, it.2));
        loop {
            let Branching { vars, var_order, value_order } = self.lists.get(list)?;
            let Some(skipped) = vars[begin..].iter().position(|&var| is_open(var)) else {
                (list, begin) = (list + 1, 0);
                continue;
            };
            begin += skipped;
            let level = trail.level();
            while self.begins.last().is_some_and(|it| it.0 >= level) {
                self.begins.pop();
            }
            self.begins.push((level, list, begin));
            let range = |var: Var| trail.max(var) - trail.min(var);
            let open = vars[begin..].iter().copied().filter(|&var| is_open(var));
            let var = match var_order {
                VarOrder::Listed => vars[begin],
                VarOrder::SmallestRange => open.min_by_key(|&var| range(var))?,
                VarOrder::LargestRange => open.min_by_key(|&var| -range(var))?,
                VarOrder::LeastLower => open.min_by_key(|&var| trail.min(var))?,
                VarOrder::GreatestUpper => open.min_by_key(|&var| -trail.max(var))?,
            };
            return Some(first_values(trail, var, *value_order));
        }
    }

    /// Forgets what holds above a level only.
    pub(crate) fn backtrack(&mut self, level: u32) {
        while self.begins.last().is_some_and(|it| it.0 > level) {
            self.begins.pop();
        }
    }
}

/// Returns the decision that an open variable has the values that are tried first.
fn first_values(trail: &Trail, var: Var, order: ValueOrder) -> Atom {
    let (min, max) = (trail.min(var), trail.max(var));
    let middle = min + (max - min) / 2;
    match order {
        ValueOrder::Least => var.at_most(min),
        ValueOrder::Greatest => var.at_least(max),
        // Between the bounds, or equal to the lower one.
        ValueOrder::Middle if middle > min && trail.contains(var, middle) => var.equal(middle),
        ValueOrder::Middle | ValueOrder::LowerHalf => var.at_most(middle),
        ValueOrder::UpperHalf => var.at_least(middle + 1),
    }
}
