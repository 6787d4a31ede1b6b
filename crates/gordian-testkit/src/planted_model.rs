//! Random models with integers of every magnitude, and a planted assignment that satisfies each of
//! them.
//!
//! Magnitudes are mixed within a model: domains of a few values, of some thousands and up to ±2^53,
//! with holes, negative, or of a single value; operations of every kind, nested two to four deep;
//! root constraints and reified conditions; goals and projections. Half of the models allow each
//! variable only a few values, by constraints that leave its domain wide; all solutions of these
//! are known by enumeration.

use std::collections::BTreeSet;

use gordian_core::{Index as _, Random};
use gordian_model::{Comparison, Domain, Expr, Goal, Model, Node, VarId, table};

/// Limit on the binary digits of the bounds of an expression, so that most models compile.
const MAX_DIGITS: u32 = 60;

/// A model with a planted assignment.
#[derive(Debug)]
pub struct Planted {
    /// The model.
    pub model: Model,
    /// The planted assignment.
    pub solution: Vec<i64>,
    /// Whether the assignment satisfies all constraints; otherwise all solutions are known.
    pub is_solution: bool,
    /// All solutions, if there are few candidates.
    pub all: Option<BTreeSet<Values>>,
    /// Some candidates that are not solutions.
    pub wrong: Vec<Values>,
}

impl Planted {
    /// Returns the model of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        planted_model(seed)
    }

    /// Returns all solutions projected to the answer variables, if all solutions are known.
    #[must_use]
    pub fn answers(&self) -> Option<BTreeSet<Values>> {
        let answer = self.model.answer_variables();
        let project = |values: &Values| answer.iter().map(|var| values[var.index()]).collect();
        Some(self.all.as_ref()?.iter().map(project).collect())
    }

    /// Fails unless a proven optimum, `None` if there is no solution, agrees with what is known.
    /// `at` is for the message.
    ///
    /// # Panics
    ///
    /// Panics if the model has no goal.
    pub fn check_optimum(&self, at: &str, optimum: Option<i64>) {
        let Self { model, solution, all, .. } = self;
        let goal = model.goal().expect("the model has a goal");
        let value = |values: &Values| {
            model.evaluate(goal.objective(), values).expect("solutions have objectives")
        };
        let better = |a: i64, b: i64| if goal.is_better(a, b) { a } else { b };
        let is_infeasible = all.as_ref().is_some_and(BTreeSet::is_empty);
        let Some(optimum) = optimum else {
            assert!(is_infeasible, "{at}: {model:?}\n{solution:?}");
            return;
        };
        assert!(!is_infeasible, "{at}: {model:?}");
        let known = match all {
            Some(all) => all.iter().map(value).reduce(better).expect("there is a solution"),
            None => value(solution),
        };
        assert_eq!(better(optimum, known), optimum, "{at}: {model:?}\n{solution:?}");
        assert!(all.is_none() || optimum == known, "{at}: {model:?}");
    }

    /// Returns assignments, each with whether it is a solution.
    pub fn labelled_assignments(&self) -> impl Iterator<Item = (&Vec<i64>, bool)> {
        let planted = self.is_solution.then_some((&self.solution, true));
        planted.into_iter().chain(self.wrong.iter().map(|values| (values, false)))
    }
}

/// Generates expressions whose values under the planted assignment are known.
struct ModelGenerator {
    random: Random,
    model: Model,
    solution: Vec<i64>,
}

impl ModelGenerator {
    fn below(&mut self, n: usize) -> usize {
        self.random.below(n)
    }

    /// Returns a number from `least` to `greatest`.
    fn between(&mut self, least: i64, greatest: i64) -> i64 {
        let width = i128::from(greatest) - i128::from(least) + 1;
        let offset = i128::from(self.random.bits()) % width;
        i64::try_from(i128::from(least) + offset).expect("it is between two numbers")
    }

    /// Returns a number of at most `digits` binary digits, with uniformly distributed length.
    fn number(&mut self, digits: u32) -> i64 {
        let digits = u32::try_from(self.below(digits as usize + 1)).expect("small");
        let most = (1_i64 << digits) - 1;
        let choice = self.below(3);
        match choice {
            0 => most,
            _ => self.between(0, most),
        }
    }

    fn signed(&mut self, digits: u32) -> i64 {
        let number = self.number(digits);
        if self.below(3) == 0 { -number } else { number }
    }

    /// Adds a variable with its planted value.
    fn variable(&mut self) {
        let digits = [3, 12, 14, 20, 31, 53][self.below(6)];
        let value = self.signed(digits);
        let limit = 1_i64 << 53;
        let domain = match self.below(10) {
            0 => Domain::from_values([value]),
            1 | 2 => {
                let others: Vec<i64> =
                    (0..1 + self.below(4)).map(|_| self.signed(digits)).collect();
                Domain::from_values(others.into_iter().chain([value]))
            }
            3 => {
                let mut ranges = vec![(value, value)];
                for _ in 0..1 + self.below(3) {
                    let start = self.signed(digits);
                    let end = (start + self.number(digits)).min(limit);
                    ranges.push((start, end));
                }
                Domain::from_ranges(ranges)
            }
            kind => {
                let widest = (1_i64 << digits) - 1;
                let below = if self.random.flip() { widest } else { self.number(digits) };
                let above = if self.random.flip() { widest } else { self.number(digits) };
                // The value is often an end of the range.
                let lower = if kind == 4 { value } else { (value - below).max(-limit) };
                let upper = if kind == 5 { value } else { (value + above).min(limit) };
                Domain::from_range(lower..=upper)
            }
        };
        let name = format!("x{}", self.solution.len());
        self.model.add_variable(name, domain.expect("it has the value"));
        self.solution.push(value);
    }

    /// Restricts a variable to its planted value and a few others, by a constraint.
    fn narrow(&mut self, var: VarId) {
        let domain = self.model.variables()[var].domain.clone();
        let mut values = vec![self.value(&var.into()).expect("a variable has a value")];
        for _ in 0..self.below(3) {
            let (lower, upper) = (domain.min(), domain.max());
            let other = match self.below(3) {
                0 => lower,
                1 => upper,
                _ => self.between(lower, upper),
            };
            if domain.contains(other) {
                values.push(other);
            }
        }
        let values = Domain::from_values(values).expect("it has a value");
        self.model.require("few", var.is_in(values));
    }

    fn value(&self, expr: &Expr) -> Option<i64> {
        self.model.evaluate(expr, &self.solution).ok()
    }

    /// Returns a variable whose bounds have at most `digits` binary digits, or a constant.
    fn atom(&mut self, digits: u32) -> Expr {
        let width = |domain: &Domain| domain.min().unsigned_abs().max(domain.max().unsigned_abs());
        let fitting: Vec<VarId> = self
            .model
            .variables()
            .iter_enumerated()
            .filter(|(_, variable)| width(&variable.domain) < 1 << digits.min(63))
            .map(|(var, _)| var)
            .collect();
        if self.below(60) == 0 {
            // Of any magnitude, so that some models overflow.
            let vars: Vec<VarId> = self.model.variables().indices().collect();
            return (*self.random.choose(&vars)).into();
        }
        if fitting.is_empty() || self.below(6) == 0 {
            return self.signed(digits.min(MAX_DIGITS)).into();
        }
        (*self.random.choose(&fitting)).into()
    }

    /// Returns an expression, at most `depth` operations deep, whose bounds nearly always have at
    /// most `digits` binary digits.
    fn expression(&mut self, depth: usize, digits: u32) -> Expr {
        if depth == 0 || digits < 4 {
            return self.atom(digits);
        }
        let below = depth - 1;
        let half = digits / 2;
        let node = match self.below(22) {
            0..=2 => {
                let n = 2 + self.below(2);
                Node::Add((0..n).map(|_| self.expression(below, digits - 2)).collect())
            }
            3..=5 => {
                let own = 1 + u32::try_from(self.below(digits as usize - 1)).expect("small");
                Node::Mul(vec![self.expression(below, own), self.expression(below, digits - own)])
            }
            6 => Node::Mul((0..3).map(|_| self.expression(below, digits / 3)).collect()),
            7 => Node::Neg(self.expression(below, digits)),
            8 => Node::Div(self.expression(below, digits), self.expression(below, digits)),
            9 => Node::Rem(self.expression(below, digits), self.expression(below, digits)),
            10 => {
                let exponent = self.between(0, 4);
                let own = digits / u32::try_from(exponent.max(1)).expect("small");
                Node::Pow(self.expression(below, own), exponent.into())
            }
            11 => Node::Pow(self.atom(half), self.atom(2)),
            12 => Node::Factorial(self.atom(4)),
            13 => Node::Gcd(vec![self.expression(below, half.min(24)), self.atom(half.min(24))]),
            14 => Node::LargestPowerDivisor(self.expression(below, digits), self.between(2, 9)),
            15 => Node::FloorPower(self.expression(below, digits), self.between(2, 9)),
            16 => Node::Abs(self.expression(below, digits)),
            17 => {
                let list = vec![self.expression(below, digits), self.expression(below, digits)];
                if self.random.flip() { Node::Min(list) } else { Node::Max(list) }
            }
            18 => {
                let condition = self.condition(below, digits);
                Node::If(condition, self.expression(below, digits), self.expression(below, digits))
            }
            19 => {
                let list: Vec<Expr> = (0..3).map(|_| self.expression(below, digits)).collect();
                let index = match self.below(2) {
                    0 => self.atom(3),
                    _ => Node::Rem(self.expression(below, digits), 3.into()).into_expr(),
                };
                Node::Element(list, index)
            }
            20 => {
                let list: Vec<Expr> = (0..3).map(|_| self.expression(below, digits)).collect();
                let index = self.below(3);
                Node::NthSmallest(list, index)
            }
            _ => {
                let list: Vec<Expr> = (0..3).map(|_| self.expression(below, digits)).collect();
                Node::DistinctCount(list)
            }
        };
        node.into_expr()
    }

    /// Returns a condition, true or false.
    fn condition(&mut self, depth: usize, digits: u32) -> Expr {
        use Comparison::{Eq, Ge, Gt, Le, Lt, Ne};
        let below = depth.saturating_sub(1);
        let node = match self.below(9) {
            0..=2 => {
                let comparison = *self.random.choose(&[Eq, Ne, Lt, Le, Gt, Ge]);
                Node::Compare(
                    comparison,
                    self.expression(below, digits),
                    self.expression(below, digits),
                )
            }
            3 => {
                let comparison = *self.random.choose(&[Eq, Ne, Lt, Le, Gt, Ge]);
                let bound = self.signed(MAX_DIGITS);
                Node::Compare(comparison, self.expression(below, digits), bound.into())
            }
            4 => {
                let n = 2 + self.below(3);
                Node::AllDifferent((0..n).map(|_| self.expression(below, digits)).collect())
            }
            5 if depth > 1 => {
                Node::Or(vec![self.condition(below, digits), self.condition(below, digits)])
            }
            6 if depth > 1 => Node::Not(self.condition(below, digits)),
            7 => Node::Sos1(vec![self.expression(below, digits), self.expression(below, digits)]),
            8 => Node::Sos2((0..3).map(|_| self.expression(below, digits)).collect()),
            _ => {
                let number = self.expression(below, digits);
                let set = match self.value(&number) {
                    // Domains end at 2^53.
                    Some(value) if value.unsigned_abs() <= 1 << 53 => vec![value, 0, 3],
                    _ => vec![0, 3],
                };
                Node::InSet(number, Domain::from_values(set).expect("it has values").into())
            }
        };
        node.into_expr()
    }

    /// Returns a condition that the planted assignment satisfies.
    fn satisfied_condition(&mut self) -> Expr {
        use Comparison::{Ge, Le, Ne};
        loop {
            let depth = 2 + self.below(3);
            if self.below(3) == 0 {
                let condition = self.condition(depth, MAX_DIGITS);
                match self.value(&condition) {
                    Some(1) => return condition,
                    Some(_) => return !condition,
                    None => continue,
                }
            }
            let number = self.expression(depth, MAX_DIGITS);
            let Some(value) = self.value(&number) else { continue };
            let margin = self.number(6);
            return match self.below(7) {
                0..=2 => number.eq(value),
                3 => number.compare(Le, value.saturating_add(margin)),
                4 => number.compare(Ge, value.saturating_sub(margin)),
                5 => number.compare(Ne, value.saturating_add(margin + 1)),
                _ => {
                    let other = self.expression(1, MAX_DIGITS);
                    let Some(second) = self.value(&other) else { continue };
                    let wrong = value.saturating_add(1);
                    table([number, other], vec![vec![value, second], vec![wrong, second]])
                }
            };
        }
    }

    /// Adds a constraint that the planted assignment satisfies.
    fn require(&mut self, index: usize) {
        let name = format!("c{index}");
        match self.below(4) {
            // A flag equivalent to a condition.
            0 => {
                let condition = loop {
                    let condition = self.condition(2, MAX_DIGITS);
                    if self.value(&condition).is_some() {
                        break condition;
                    }
                };
                let value = self.value(&condition).expect("as chosen");
                let flag = self.model.boolean(format!("flag{index}"));
                self.solution.push(value);
                self.model.require(name, flag.iff(condition));
            }
            1 => {
                let condition = self.satisfied_condition();
                let other = loop {
                    let other = self.condition(1, MAX_DIGITS);
                    if self.value(&other).is_some() {
                        break other;
                    }
                };
                self.model
                    .require(name, if self.random.flip() { condition | other } else { condition });
            }
            _ => {
                let condition = self.satisfied_condition();
                self.model.require(name, condition);
            }
        }
    }
}

trait IntoExpr {
    fn into_expr(self) -> Expr;
}

impl IntoExpr for Node {
    fn into_expr(self) -> Expr {
        Expr::new(self)
    }
}

/// Returns the model of a seed.
fn planted_model(seed: u64) -> Planted {
    let random = Random::new(seed ^ 0x3a67_0000_0000_0000);
    let mut generator = ModelGenerator { random, model: Model::new(), solution: Vec::new() };
    for _ in 0..2 + generator.below(3) {
        generator.variable();
    }
    let vars: Vec<VarId> = generator.model.variables().indices().collect();
    for index in 0..1 + generator.below(2) {
        generator.require(index);
    }
    let has_few = generator.random.flip();
    if has_few {
        for &var in &vars {
            if generator.model.variables()[var].domain.size() > 4 {
                generator.narrow(var);
            }
        }
    }
    if generator.below(4) == 0 {
        let objective = generator.expression(2, MAX_DIGITS);
        if generator.value(&objective).is_some() {
            let goal = if generator.random.flip() { Goal::Maximise } else { Goal::Minimise };
            generator.model.set_goal(goal(objective));
        }
    }
    if generator.below(4) == 0 {
        let n_answer = 1 + generator.below(vars.len());
        generator.model.set_answer_variables(vars[..n_answer].to_vec());
    }
    // A model that may have no solution, for example because a part is undefined.
    if has_few && generator.below(5) == 0 && enumerate_candidates(&generator.model).is_some() {
        let condition = match generator.random.flip() {
            true => generator.condition(2, MAX_DIGITS),
            false => generator.expression(2, 63).ne(5),
        };
        generator.model.require("any", condition);
    }
    let ModelGenerator { model, solution, .. } = generator;
    let (all, mut wrong) = match has_few.then(|| enumerate_candidates(&model)).flatten() {
        Some((all, wrong)) => (Some(all), wrong),
        None => (None, Vec::new()),
    };
    wrong.truncate(1);
    let is_solution = model.check(&solution).is_ok();
    assert!(is_solution || all.is_some(), "seed {seed}");
    Planted { model, solution, is_solution, all, wrong }
}

/// A value of each variable.
pub type Values = Vec<i64>;

/// Returns all solutions, and the candidates that are not solutions, if the constraints named `few`
/// leave few candidates.
fn enumerate_candidates(model: &Model) -> Option<(BTreeSet<Values>, Vec<Values>)> {
    let mut candidates: Vec<Vec<i64>> = Vec::new();
    for (var, variable) in model.variables().iter_enumerated() {
        let allowed = model.constraints().iter().find_map(|constraint| {
            match (constraint.name.as_str(), constraint.condition.node()) {
                ("few", Node::InSet(of, set)) if matches!(of.node(), Node::Var(x) if *x == var) => {
                    Some(set.values().filter(|&value| variable.domain.contains(value)).collect())
                }
                _ => None,
            }
        });
        candidates.push(match allowed {
            Some(allowed) => allowed,
            None if variable.domain.size() <= 5 => variable.domain.values().collect(),
            None => return None,
        });
    }
    let mut partial: Vec<Values> = vec![Values::new()];
    for own in candidates {
        let extended = |head: &Values| {
            let head = head.clone();
            own.iter().map(move |&value| [&head[..], &[value]].concat()).collect::<Vec<Values>>()
        };
        partial = partial.iter().flat_map(extended).collect();
    }
    let (all, wrong): (Vec<_>, Vec<_>) =
        partial.into_iter().partition(|values| model.check(values).is_ok());
    Some((all.into_iter().collect(), wrong))
}
