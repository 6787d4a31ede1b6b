//! Variables that may be absent, and intervals: tasks with a start, a duration and an end.

use std::ops::RangeInclusive;

use crate::build::{all_of, any_of, collect, conditional, cumulative, disjunctive};
use crate::composite::is_defined;
use crate::{Expr, Model, Node, VarId};

/// An integer variable that may be absent.
///
/// An absent variable has the smallest value of its range, so that each choice of the others is one
/// solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Optional {
    /// The variable with the value.
    pub value: VarId,
    /// The 0/1 variable that is 1 if it is present.
    pub is_present: VarId,
}

impl Optional {
    /// Returns the value, or `absent` if the variable is absent.
    #[must_use]
    pub fn value_or(&self, absent: impl Into<Expr>) -> Expr {
        conditional(self.is_present, self.value, absent)
    }
}

/// A task in time, which may be optional.
///
/// # Example
///
/// ```
/// use gordian_model::{Goal, Model, maximum, no_overlap};
///
/// // Two tasks on one machine, the second either here or somewhere else.
/// let mut model = Model::new();
/// let saw = model.interval("saw", 0..=9, 3..=3);
/// let paint = model.optional_interval("paint", 0..=9, 2..=4);
/// model.require("one machine", no_overlap([&saw, &paint]));
/// model.require("order", saw.ends_before(&paint));
/// model.set_goal(Goal::minimise(maximum([&saw.end, &paint.end])));
///
/// // saw.start, paint.start, paint.duration, paint.present
/// assert!(model.check(&[0, 3, 2, 1]).is_ok());
/// assert!(model.check(&[1, 0, 2, 0]).is_ok());
/// assert!(model.check(&[1, 3, 2, 1]).is_err());
/// ```
#[derive(Clone, Debug)]
pub struct Interval {
    /// The first time at which it runs.
    pub start: Expr,
    /// How long it runs; 0 if it is absent.
    pub duration: Expr,
    /// The time at which it has ended: the start plus the duration.
    pub end: Expr,
    /// 1 if it is present.
    pub is_present: Expr,
}

impl Interval {
    /// Returns an interval that is always present.
    #[must_use]
    pub fn new(start: impl Into<Expr>, duration: impl Into<Expr>) -> Self {
        let (start, duration) = (start.into(), duration.into());
        Self { end: &start + &duration, start, duration, is_present: 1.into() }
    }

    /// Returns 1 if this interval ends before the other one starts, or one of them is absent.
    #[must_use]
    pub fn ends_before(&self, other: &Self) -> Expr {
        // Without a condition for intervals that are always present: there can be one for each pair
        // of intervals.
        let may_be_absent = |it: &&Expr| !matches!(it.node(), Node::Const(1));
        let present = [&self.is_present, &other.is_present].into_iter().filter(may_be_absent);
        any_of(present.map(|is_present| !is_present).chain([self.end.le(&other.start)]))
    }
}

impl Model {
    /// Adds a variable that may be absent: `x` for its value, and `x.present`.
    ///
    /// # Panics
    ///
    /// As [`Model::int`].
    pub fn optional(&mut self, name: &str, range: RangeInclusive<i64>) -> Optional {
        let smallest = *range.start();
        let value = self.int(name, range);
        let is_present = self.boolean(format!("{name}.present"));
        self.require(format!("absent {name}"), is_present | value.eq(smallest));
        Optional { value, is_present }
    }

    /// Adds the variables of an interval: `task.start`, and `task.duration` if more than one
    /// duration is possible.
    ///
    /// # Panics
    ///
    /// As [`Model::int`].
    pub fn interval(
        &mut self,
        name: &str,
        starts: RangeInclusive<i64>,
        durations: RangeInclusive<i64>,
    ) -> Interval {
        let start = self.int(format!("{name}.start"), starts);
        let duration: Expr = match durations.start() == durations.end() {
            true => (*durations.start()).into(),
            false => self.int(format!("{name}.duration"), durations).into(),
        };
        Interval::new(start, duration)
    }

    /// Adds the variables of an interval that may be absent: those of [`Model::interval`], and
    /// `task.present`.
    ///
    /// The variables of an absent interval have the smallest values of their ranges, so that each
    /// choice of the others is one solution.
    ///
    /// # Panics
    ///
    /// As [`Model::int`].
    pub fn optional_interval(
        &mut self,
        name: &str,
        starts: RangeInclusive<i64>,
        durations: RangeInclusive<i64>,
    ) -> Interval {
        let (earliest, shortest) = (*starts.start(), *durations.start());
        let Interval { start, duration, .. } = self.interval(name, starts, durations);
        let is_present = self.boolean(format!("{name}.present"));
        let is_smallest = start.eq(earliest) & duration.eq(shortest);
        self.require(format!("absent {name}"), is_present | is_smallest);
        let duration = conditional(is_present, duration, 0);
        Interval { is_present: is_present.into(), ..Interval::new(start, duration) }
    }
}

/// Returns 1 if no two of the intervals that are present overlap. An interval of duration 0
/// overlaps with none; a negative duration makes it 0.
#[must_use]
pub fn no_overlap<'a>(intervals: impl IntoIterator<Item = &'a Interval>) -> Expr {
    let (starts, durations) = starts_and_durations(intervals);
    disjunctive(starts, durations)
}

/// Returns 1 if at every time the demands of the intervals that run are at most `capacity`. A
/// negative duration or demand makes it 0, the demand of an absent interval too.
///
/// # Panics
///
/// Panics if the lists have different lengths.
#[must_use]
pub fn within_capacity<'a, D: Into<Expr>>(
    intervals: impl IntoIterator<Item = &'a Interval>,
    demands: impl IntoIterator<Item = D>,
    capacity: impl Into<Expr>,
) -> Expr {
    let (starts, durations) = starts_and_durations(intervals);
    cumulative(starts, durations, collect(demands), capacity)
}

/// Returns 1 if no two rectangles overlap: one of the two ends before the other one starts,
/// horizontally or vertically, or is absent in a direction. A negative duration makes it 0.
///
/// A rectangle without area may lie on the edge of another one, but not inside it.
///
/// Cost: a condition for each pair.
#[must_use]
pub fn no_overlap_2d(rectangles: &[[Interval; 2]]) -> Expr {
    // A single rectangle is in no pair.
    let sides = rectangles.iter().flatten();
    let valid = sides.flat_map(|side| [is_defined(&side.start), side.duration.ge(0)]);
    all_of(valid.chain(pairs_apart(rectangles)))
}

/// Returns for each pair of rectangles whether one of the two ends before the other one starts,
/// horizontally or vertically, or is absent in a direction: the conditions of [`no_overlap_2d`]
/// without those on single rectangles. Durations may be negative.
pub fn pairs_apart(rectangles: &[[Interval; 2]]) -> impl Iterator<Item = Expr> {
    let pairs = rectangles
        .iter()
        .enumerate()
        .flat_map(|(at, second)| rectangles[..at].iter().map(move |first| (first, second)));
    pairs.map(|(first, second)| {
        let sides = first.iter().zip(second);
        any_of(sides.flat_map(|(a, b)| [a.ends_before(b), b.ends_before(a)]))
    })
}

fn starts_and_durations<'a>(
    intervals: impl IntoIterator<Item = &'a Interval>,
) -> (Vec<Expr>, Vec<Expr>) {
    intervals.into_iter().map(|it| (it.start.clone(), it.duration.clone())).unzip()
}
