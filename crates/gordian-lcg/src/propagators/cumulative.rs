//! Tasks that share a resource.
//!
//! ```text
//! start   ├──────────┤           earliest and latest start
//! task    ░░░░░░▓▓▓▓▓░░░░░░      ▓ it runs then, wherever it starts: the compulsory part
//! ```
//!
//! The compulsory parts of all tasks are a profile of the resource. Other tasks are moved to where
//! the profile has room (time-table filtering), and the energy of the tasks inside an interval must
//! fit into it (overload check). The profile has a segment per change, so the length of time does
//! not matter.
//!
//! *Source*: Schutt, Feydy, Stuckey, Wallace: "Explaining the cumulative propagator", Constraints
//! 16 (2011), whose pointwise explanations are used: they say that tasks run at one time, and
//! nothing more. If a task would take many steps over a long segment, one step explains it by the
//! tasks that run all the time.

use crate::atom::{Atom, Var, clamp};
use crate::propagator::{Conflict, Domains, Event, Explanation, Priority, Propagator, n_bytes_of};

/// A task: it uses `demand` units of a resource at the times `start..start + duration`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// The time of its beginning.
    pub start: Var,
    /// How long it takes; at least 0.
    pub duration: Var,
    /// How much it uses; at least 0.
    pub demand: Var,
}

/// At each time, tasks use at most the capacity together. A task of duration or demand 0 uses
/// nothing.
#[derive(Clone, Debug)]
pub struct Cumulative {
    tasks: Vec<Task>,
    capacity: Var,
}

/// The bounds of a task that matter.
#[derive(Clone, Copy, Debug)]
struct View {
    earliest: i128,
    latest: i128,
    duration: i128,
    demand: i128,
}

impl View {
    /// Returns the compulsory part of a task with a duration; empty if the first is not less.
    fn part(self) -> (i128, i128) {
        (self.latest, self.earliest + self.duration)
    }
}

/// A part of the profile: at the times `start..end` the same tasks run.
#[derive(Clone, Debug)]
struct Segment {
    start: i128,
    end: i128,
    height: i128,
}

/// A long segment is passed in one step if more steps than this were needed.
const MAX_STEPS: i128 = 4;

impl Cumulative {
    /// Returns the constraint for some tasks, whose variables may occur several times.
    #[must_use]
    pub fn new(tasks: &[Task], capacity: Var) -> Self {
        Self { tasks: tasks.to_vec(), capacity }
    }

    fn view(&self, at: usize, domains: &Domains<'_>) -> View {
        let Task { start, duration, demand } = self.tasks[at];
        View {
            earliest: domains.min(start).into(),
            latest: domains.max(start).into(),
            duration: domains.min(duration).into(),
            demand: domains.min(demand).into(),
        }
    }

    /// Returns the profile of the tasks with a duration and a demand.
    fn profile(views: &[View]) -> Vec<Segment> {
        let mut events: Vec<(i128, i128)> = Vec::new();
        for view in views.iter().filter(|view| view.demand > 0) {
            let (start, end) = view.part();
            if start < end {
                events.extend([(start, view.demand), (end, -view.demand)]);
            }
        }
        events.sort_unstable();
        let mut segments = Vec::new();
        let mut height = 0;
        for (at, &(time, change)) in events.iter().enumerate() {
            height += change;
            let end = events.get(at + 1).map_or(time, |&(next, _)| next);
            if height > 0 && time < end {
                segments.push(Segment { start: time, end, height });
            }
        }
        segments
    }

    /// Appends atoms by which a task with these bounds runs at all times `from..=to`.
    fn explain_running(
        &self,
        at: usize,
        duration: i128,
        (from, to): (i128, i128),
        out: &mut Vec<Atom>,
    ) {
        let task = &self.tasks[at];
        out.push(task.start.at_most(clamp(from)));
        out.push(task.start.at_least(clamp(to + 1 - duration)));
        out.push(task.duration.at_least(clamp(duration)));
    }

    /// Appends atoms by which the tasks but `skipped` that run at all times `from..=to` use more
    /// than `used`.
    fn explain_profile(
        &self,
        views: &[View],
        skipped: Option<usize>,
        (from, to): (i128, i128),
        used: i128,
        out: &mut Vec<Atom>,
    ) {
        let runs = |&at: &usize| {
            let (start, end) = views[at].part();
            Some(at) != skipped && views[at].demand > 0 && start <= from && to < end
        };
        let running: Vec<usize> = (0..views.len()).filter(runs).collect();
        let height: i128 = running.iter().map(|&at| views[at].demand).sum();
        let mut surplus = height - used - 1;
        debug_assert!(surplus >= 0, "the tasks use more");
        for at in running {
            let View { duration, demand, .. } = views[at];
            if demand <= surplus {
                surplus -= demand;
                continue;
            }
            self.explain_running(at, duration, (from, to), out);
            out.push(self.tasks[at].demand.at_least(clamp(demand - surplus)));
            surplus = 0;
        }
    }

    fn filter_capacity(
        &self,
        views: &[View],
        profile: &[Segment],
        domains: &mut Domains<'_>,
    ) -> Result<(), Conflict> {
        let highest = profile.iter().max_by_key(|segment| segment.height);
        let Some(&Segment { start, height, .. }) = highest else { return Ok(()) };
        if height <= i128::from(domains.min(self.capacity)) {
            return Ok(());
        }
        // Beyond the greatest capacity, one unit more is as good as many.
        let bound = height.min(i128::from(domains.max(self.capacity)) + 1);
        let mut atoms = Vec::new();
        self.explain_profile(views, None, (start, start), bound - 1, &mut atoms);
        domains.assign(self.capacity.at_least(clamp(bound)), Explanation::Now(&atoms))
    }

    /// Moves the earliest start of a task to where the profile has room.
    fn filter_earliest(
        &self,
        (at, views): (usize, &[View]),
        profile: &[Segment],
        domains: &mut Domains<'_>,
    ) -> Result<(), Conflict> {
        let View { mut earliest, duration, demand, .. } = views[at];
        let Task { start, duration: duration_var, demand: demand_var } = self.tasks[at];
        let capacity = domains.max(self.capacity);
        for segment in profile {
            if segment.end <= earliest || !self.is_obstacle(views[at], segment, capacity) {
                continue;
            }
            while earliest < segment.end && segment.start < earliest + duration {
                let first = earliest.max(segment.start);
                let is_long = segment.end - earliest > MAX_STEPS * duration;
                let last = (segment.end - 1).min(earliest + duration - 1);
                // The task would run at the time `last`, or at some time of `from..=to`.
                let (from, to) =
                    if is_long { (last.max(first), segment.end - 1) } else { (last, last) };
                let mut atoms = vec![
                    start.at_least(clamp(from + 1 - duration)),
                    duration_var.at_least(clamp(duration)),
                    demand_var.at_least(clamp(demand)),
                    self.capacity.at_most(capacity),
                ];
                let used = i128::from(capacity) - demand;
                self.explain_profile(views, Some(at), (from, to), used, &mut atoms);
                domains.assign(start.at_least(clamp(to + 1)), Explanation::Now(&atoms))?;
                earliest = to + 1;
            }
        }
        Ok(())
    }

    /// Moves the latest start of a task to where the profile has room.
    fn filter_latest(
        &self,
        (at, views): (usize, &[View]),
        profile: &[Segment],
        domains: &mut Domains<'_>,
    ) -> Result<(), Conflict> {
        let View { mut latest, duration, demand, .. } = views[at];
        let Task { start, duration: duration_var, demand: demand_var } = self.tasks[at];
        let capacity = domains.max(self.capacity);
        for segment in profile.iter().rev() {
            if latest + duration <= segment.start || !self.is_obstacle(views[at], segment, capacity)
            {
                continue;
            }
            while latest < segment.end && segment.start < latest + duration {
                let is_long = latest + duration - segment.start > MAX_STEPS * duration;
                let first = latest.max(segment.start);
                let (from, to) = if is_long { (segment.start, first) } else { (first, first) };
                let mut atoms = vec![
                    start.at_most(clamp(to)),
                    duration_var.at_least(clamp(duration)),
                    demand_var.at_least(clamp(demand)),
                    self.capacity.at_most(capacity),
                ];
                let used = i128::from(capacity) - demand;
                self.explain_profile(views, Some(at), (from, to), used, &mut atoms);
                domains.assign(start.at_most(clamp(from - duration)), Explanation::Now(&atoms))?;
                latest = from - duration;
            }
        }
        Ok(())
    }

    /// Returns whether a task that does not belong to a segment cannot run at its times.
    fn is_obstacle(&self, view: View, segment: &Segment, capacity: i64) -> bool {
        let (start, end) = view.part();
        let is_part = start <= segment.start && segment.end <= end;
        !is_part && segment.height + view.demand > i128::from(capacity)
    }

    /// Reduces the greatest demand and the greatest duration of a task by the profile of the
    /// others.
    fn filter_size(
        &self,
        (at, views): (usize, &[View]),
        profile: &[Segment],
        domains: &mut Domains<'_>,
    ) -> Result<(), Conflict> {
        let view = views[at];
        let Task { start, duration, demand } = self.tasks[at];
        let capacity = domains.max(self.capacity);
        let (part_start, part_end) = view.part();
        // A task that runs at some time uses no more than the capacity.
        let runs = duration.at_least(1);
        if view.duration > 0 {
            let room = Explanation::Now(&[runs, self.capacity.at_most(capacity)]);
            domains.assign(demand.at_most(capacity), room)?;
            let used = clamp(view.demand);
            let use_of_task = Explanation::Now(&[runs, demand.at_least(used)]);
            domains.assign(self.capacity.at_least(used), use_of_task)?;
        } else if view.demand > i128::from(capacity) {
            let atoms = [demand.at_least(capacity + 1), self.capacity.at_most(capacity)];
            domains.assign(duration.at_most(0), Explanation::Now(&atoms))?;
        }
        for segment in profile {
            // The first time of the segment at which the task has begun.
            let time = segment.start.max(view.latest);
            if time >= segment.end {
                continue;
            }
            let is_part = part_start <= segment.start && segment.end <= part_end;
            let others = segment.height - if is_part { view.demand } else { 0 };
            let room = i128::from(capacity) - others;
            let at_time = (time, time);
            if time < part_end && i128::from(domains.max(demand)) > room && room >= 0 {
                let mut atoms = vec![self.capacity.at_most(capacity)];
                self.explain_running(at, view.duration, at_time, &mut atoms);
                let used = i128::from(capacity) - room - 1;
                self.explain_profile(views, Some(at), at_time, used, &mut atoms);
                domains.assign(demand.at_most(clamp(room)), Explanation::Now(&atoms))?;
            }
            if view.demand > room && i128::from(domains.max(duration)) > time - view.earliest {
                let mut atoms = vec![
                    self.capacity.at_most(capacity),
                    demand.at_least(clamp(view.demand)),
                    start.at_most(clamp(time)),
                    start.at_least(clamp(view.earliest)),
                ];
                let used = i128::from(capacity) - view.demand;
                self.explain_profile(views, Some(at), at_time, used, &mut atoms);
                let longest = clamp(time - view.earliest);
                domains.assign(duration.at_most(longest), Explanation::Now(&atoms))?;
            }
        }
        Ok(())
    }

    /// Compares the energy of the tasks inside each interval with what the resource has.
    fn check_energy(&self, views: &[View], domains: &mut Domains<'_>) -> Result<(), Conflict> {
        let end = |at: usize| views[at].latest + views[at].duration;
        let capacity = domains.max(self.capacity);
        let mut by_earliest: Vec<usize> =
            (0..views.len()).filter(|&at| views[at].duration > 0 && views[at].demand > 0).collect();
        by_earliest.sort_by_key(|&at| std::cmp::Reverse(views[at].earliest));
        let energy = |at: usize| views[at].duration.saturating_mul(views[at].demand);
        for &last in &by_earliest {
            let to = end(last);
            let mut used: i128 = 0;
            for (n, &at) in by_earliest.iter().enumerate() {
                if end(at) > to {
                    continue;
                }
                // Saturated sums are more than any capacity times any length.
                used = used.saturating_add(energy(at));
                let from = views[at].earliest;
                let available = i128::from(capacity) * (to - from);
                if used <= available {
                    continue;
                }
                let mut surplus = used - available - 1;
                let mut atoms = vec![self.capacity.at_most(capacity)];
                for &at in by_earliest[..=n].iter().filter(|&&at| end(at) <= to) {
                    if energy(at) <= surplus {
                        surplus -= energy(at);
                        continue;
                    }
                    let Task { start, duration, demand } = self.tasks[at];
                    atoms.extend([
                        start.at_least(clamp(from)),
                        start.at_most(clamp(to - views[at].duration)),
                        duration.at_least(clamp(views[at].duration)),
                        demand.at_least(clamp(views[at].demand)),
                    ]);
                }
                return Err(domains.conflict(&atoms));
            }
        }
        Ok(())
    }
}

impl Propagator for Cumulative {
    fn subscriptions(&self) -> Vec<(Var, Event)> {
        let of_task = |task: &Task| {
            [
                (task.start, Event::Bounds),
                (task.duration, Event::Bounds),
                (task.demand, Event::Bounds),
            ]
        };
        self.tasks.iter().flat_map(of_task).chain([(self.capacity, Event::Bounds)]).collect()
    }

    fn priority(&self) -> Priority {
        Priority::Expensive
    }

    fn n_bytes(&self) -> u64 {
        n_bytes_of(&self.tasks)
    }

    /// Cost: the square of the number of tasks.
    fn propagate(&mut self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        domains.assign(self.capacity.at_least(0), Explanation::Now(&[]))?;
        for task in &self.tasks {
            domains.assign(task.duration.at_least(0), Explanation::Now(&[]))?;
            domains.assign(task.demand.at_least(0), Explanation::Now(&[]))?;
        }
        let views: Vec<View> = (0..self.tasks.len()).map(|at| self.view(at, domains)).collect();
        let profile = Self::profile(&views);
        self.filter_capacity(&views, &profile, domains)?;
        for at in 0..self.tasks.len() {
            if views[at].duration > 0 && views[at].demand > 0 {
                self.filter_earliest((at, &views), &profile, domains)?;
                self.filter_latest((at, &views), &profile, domains)?;
            }
            self.filter_size((at, &views), &profile, domains)?;
        }
        self.check_energy(&views, domains)
    }

    fn holds(&self, value: &dyn Fn(Var) -> i64) -> bool {
        let values: Vec<[i128; 3]> = self
            .tasks
            .iter()
            .map(|task| [task.start, task.duration, task.demand].map(|var| value(var).into()))
            .collect();
        let capacity = i128::from(value(self.capacity));
        let use_at = |time: i128| -> i128 {
            let runs =
                |&&[start, duration, _]: &&[i128; 3]| start <= time && time < start + duration;
            values.iter().filter(runs).map(|&[_, _, demand]| demand).sum()
        };
        // The use grows only at the beginning of a task.
        capacity >= 0
            && values.iter().all(|&[start, duration, demand]| {
                duration >= 0 && demand >= 0 && use_at(start) <= capacity
            })
    }
}
