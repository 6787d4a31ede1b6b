//! Tasks that do not overlap.
//!
//! ```text
//! task     ├─────────────────┤    from its earliest start to its latest end
//! others   ░░░░░░░░░ ░░░░░░░░     they fill the time so far that the task comes after them
//! ```
//!
//! Four rules: tasks fit into the time they have (overload check); a task that cannot be before
//! some others starts after them (detectable precedences); a task without which some others just
//! fit into their time is after them, or before them (edge-finding); a task that cannot be the
//! last, or the first, ends before the last of the others starts (not-first/not-last). All rules
//! are applied to the mirrored time too. A task is represented by its least duration; one that may
//! take no time is left alone. An explanation widens the time as far as the rule still holds.
//!
//! *Source*: Vilím: "Global constraints in scheduling", PhD thesis, Charles University 2007, with
//! sets of tasks as arrays instead of Θ-trees; the explanations: Vilím: "Computing explanations for
//! the unary resource constraint", CPAIOR 2005.

use crate::atom::{Atom, Var, clamp};
use crate::propagator::{Conflict, Domains, Event, Explanation, Priority, Propagator, n_bytes_of};

/// Tasks with starts and durations, which are at least 0, do not overlap. A task of duration 0 may
/// be anywhere, also inside another one.
#[derive(Clone, Debug)]
pub struct Disjunctive {
    tasks: Vec<(Var, Var)>,
}

/// A task of at least one unit, as it is seen in one direction of time.
#[derive(Clone, Copy, Debug)]
struct View {
    start: Var,
    duration_var: Var,
    earliest: i128,
    latest: i128,
    duration: i128,
    is_mirrored: bool,
}

impl View {
    /// Returns the atom that the task starts at a time or later; mirrored, it ends at the opposite
    /// time or earlier.
    fn at_least(&self, time: i128) -> Atom {
        if self.is_mirrored {
            self.start.at_most(clamp(-time - self.duration))
        } else {
            self.start.at_least(clamp(time))
        }
    }

    /// Returns the atom that the task starts at a time or earlier.
    fn at_most(&self, time: i128) -> Atom {
        if self.is_mirrored {
            self.start.at_least(clamp(-time - self.duration))
        } else {
            self.start.at_most(clamp(time))
        }
    }

    /// Returns the atom that the task is as long as it is now.
    fn is_long(&self) -> Atom {
        self.duration_var.at_least(clamp(self.duration))
    }

    fn earliest_end(&self) -> i128 {
        self.earliest + self.duration
    }

    fn latest_end(&self) -> i128 {
        self.latest + self.duration
    }
}

impl Disjunctive {
    /// Returns the constraint for tasks, each a start and a duration. Variables may occur several
    /// times.
    #[must_use]
    pub fn new(tasks: &[(Var, Var)]) -> Self {
        Self { tasks: tasks.to_vec() }
    }

    /// Returns the tasks of at least one unit, by their earliest starts.
    fn views(&self, is_mirrored: bool, domains: &Domains<'_>) -> Vec<View> {
        let view = |&(start, duration_var): &(Var, Var)| {
            let (min, max) = (i128::from(domains.min(start)), i128::from(domains.max(start)));
            let duration = i128::from(domains.min(duration_var));
            let (earliest, latest) =
                if is_mirrored { (-max - duration, -min - duration) } else { (min, max) };
            View { start, duration_var, earliest, latest, duration, is_mirrored }
        };
        let mut views: Vec<View> =
            self.tasks.iter().map(view).filter(|view| view.duration > 0).collect();
        views.sort_by_key(|view| view.earliest);
        views
    }

    /// Reduces the greatest durations by pairs of tasks: the first cannot be after the second.
    fn filter_durations(&self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        for (i, &(start, duration)) in self.tasks.iter().enumerate() {
            for (j, &(other, other_duration)) in self.tasks.iter().enumerate() {
                let bounds = |var| (i128::from(domains.min(var)), i128::from(domains.max(var)));
                let ((earliest, latest), (other_earliest, other_latest)) =
                    (bounds(start), bounds(other));
                let least = bounds(other_duration).0;
                if i == j || least <= 0 || other_earliest + least <= latest {
                    continue;
                }
                let longest = (other_latest - earliest).max(0);
                if bounds(duration).1 <= longest {
                    continue;
                }
                let atoms = [
                    other.at_least(clamp(latest - least + 1)),
                    start.at_most(clamp(latest)),
                    other_duration.at_least(clamp(least)),
                    start.at_least(clamp(earliest)),
                    other.at_most(clamp(earliest + longest)),
                ];
                domains.assign(duration.at_most(clamp(longest)), Explanation::Now(&atoms))?;
            }
        }
        Ok(())
    }
}

/// Compares the durations of tasks with the time they have, and finds the tasks that are after
/// others because there is no room for them before the latest end of these.
fn find_edges(views: &[View], domains: &mut Domains<'_>) -> Result<(), Conflict> {
    let mut ends: Vec<i128> = views.iter().map(View::latest_end).collect();
    ends.sort_unstable();
    ends.dedup();
    let n = views.len();
    // From each place on, of the tasks that end by `end`: the sum of the durations, and the
    // earliest end of all with the place from which on it is found.
    let mut sums = vec![0_i128; n + 1];
    let mut latest: Vec<Option<(i128, usize)>> = vec![None; n + 1];
    for end in ends {
        let is_inside = |at: usize| views[at].latest_end() <= end;
        for at in (0..n).rev() {
            (sums[at], latest[at]) = (sums[at + 1], latest[at + 1]);
            if !is_inside(at) {
                continue;
            }
            sums[at] += views[at].duration;
            let earliest_end = views[at].earliest + sums[at];
            if earliest_end > end {
                let mut atoms = Vec::new();
                for view in views[at..].iter().filter(|view| view.latest_end() <= end) {
                    let last = earliest_end - 1 - view.duration;
                    atoms.extend([view.at_least(views[at].earliest), view.at_most(last)]);
                    atoms.push(view.is_long());
                }
                return Err(domains.conflict(&atoms));
            }
            latest[at] = latest[at].max(Some((earliest_end, at)));
        }
        // The greatest earliest end of sets that begin no later than the task.
        let mut before: Option<(i128, usize)> = None;
        for (at, view) in views.iter().enumerate() {
            if is_inside(at) {
                before = before.max(Some((views[at].earliest + sums[at], at)));
                continue;
            }
            let own = (sums[at] > 0).then(|| (view.earliest + sums[at], at));
            let Some((set_end, first)) = before.max(own) else { continue };
            let with_task = set_end + view.duration;
            let Some((bound, second)) = latest[first] else { continue };
            if with_task <= end || bound <= view.earliest {
                continue;
            }
            let from = views[first].earliest;
            let mut atoms = vec![view.at_least(from), view.is_long()];
            for (place, other) in views.iter().enumerate().skip(first) {
                if is_inside(place) {
                    let least = if place >= second { views[second].earliest } else { from };
                    let last = with_task - 1 - other.duration;
                    atoms.extend([other.at_least(least), other.at_most(last), other.is_long()]);
                }
            }
            domains.assign(view.at_least(bound), Explanation::Now(&atoms))?;
        }
    }
    Ok(())
}

/// Finds the tasks that are after others because they cannot be before them.
fn detect_precedences(views: &[View], domains: &mut Domains<'_>) -> Result<(), Conflict> {
    for (at, view) in views.iter().enumerate() {
        let is_before = |other: usize| other != at && view.earliest_end() > views[other].latest;
        let mut sum = 0;
        let mut best: Option<(i128, usize)> = None;
        for other in (0..views.len()).rev().filter(|&it| is_before(it)) {
            sum += views[other].duration;
            best = best.max(Some((views[other].earliest + sum, other)));
        }
        let Some((bound, first)) = best.filter(|&(bound, _)| bound > view.earliest) else {
            continue;
        };
        let mut atoms = vec![view.at_least(view.earliest), view.is_long()];
        for other in (first..views.len()).filter(|&it| is_before(it)) {
            let other = &views[other];
            atoms.extend([other.at_least(views[first].earliest), other.is_long()]);
            atoms.push(other.at_most(view.earliest_end() - 1));
        }
        domains.assign(view.at_least(bound), Explanation::Now(&atoms))?;
    }
    Ok(())
}

/// Finds the tasks that are not the last of some set.
fn find_not_last(views: &[View], domains: &mut Domains<'_>) -> Result<(), Conflict> {
    for (at, view) in views.iter().enumerate() {
        let is_in_set = |other: usize| other != at && views[other].latest < view.latest_end();
        let mut sum = 0;
        let mut last_start: Option<i128> = None;
        for first in (0..views.len()).rev().filter(|&it| is_in_set(it)) {
            sum += views[first].duration;
            last_start = last_start.max(Some(views[first].latest));
            let set_end = views[first].earliest + sum;
            let Some(last_start) = last_start.filter(|_| set_end > view.latest) else { continue };
            let mut atoms = vec![view.at_most(set_end - 1), view.is_long()];
            for other in (first..views.len()).filter(|&it| is_in_set(it)) {
                let other = &views[other];
                atoms.extend([other.at_least(views[first].earliest), other.is_long()]);
                atoms.push(other.at_most(last_start));
            }
            let bound = last_start - view.duration;
            domains.assign(view.at_most(bound), Explanation::Now(&atoms))?;
            break;
        }
    }
    Ok(())
}

impl Propagator for Disjunctive {
    fn subscriptions(&self) -> Vec<(Var, Event)> {
        let of_task =
            |&(start, duration): &(Var, Var)| [(start, Event::Bounds), (duration, Event::Bounds)];
        self.tasks.iter().flat_map(of_task).collect()
    }

    fn priority(&self) -> Priority {
        Priority::Expensive
    }

    fn n_bytes(&self) -> u64 {
        n_bytes_of(&self.tasks)
    }

    /// Cost: the square of the number of tasks.
    fn propagate(&mut self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        for &(_, duration) in &self.tasks {
            domains.assign(duration.at_least(0), Explanation::Now(&[]))?;
        }
        self.filter_durations(domains)?;
        for is_mirrored in [false, true] {
            detect_precedences(&self.views(is_mirrored, domains), domains)?;
            let views = self.views(is_mirrored, domains);
            find_edges(&views, domains)?;
            find_not_last(&views, domains)?;
        }
        Ok(())
    }

    fn holds(&self, value: &dyn Fn(Var) -> i64) -> bool {
        let tasks: Vec<[i128; 2]> =
            self.tasks.iter().map(|&(s, d)| [s, d].map(|var| value(var).into())).collect();
        tasks.iter().enumerate().all(|(at, &[start, duration])| {
            let is_free = |&[other, other_duration]: &[i128; 2]| {
                duration == 0
                    || other_duration == 0
                    || start + duration <= other
                    || other + other_duration <= start
            };
            duration >= 0 && tasks[..at].iter().all(is_free)
        })
    }
}
