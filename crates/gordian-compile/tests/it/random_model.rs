//! Random small models over every operation, and all their answers by trying every assignment.
//!
//! The models are small enough to try all assignments and wild enough to meet what a person would
//! not write down: undefined parts, shared trees, holes in domains, truth operations on numbers.

use gordian_core::{Index, Random};
use gordian_model::{Comparison, Domain, Expr, Goal, Model, Node, VarId, sum, table};

/// Deepest nesting of operations in a constraint.
const DEPTH: usize = 4;

/// Returns the model that belongs to `seed`.
///
/// 1 to 4 variables of 1 to 5 values, negative ones and holes among them; 1 to 4 constraints; in
/// one of three models a goal. Seven of eight models have an answer, as far as a few attempts reach.
pub(crate) fn model(seed: u64) -> Model {
    let mut random = Random::new(seed);
    let mut model = Model::new();
    for position in 0..1 + random.below(4) {
        let domain = domain(&mut random);
        model.add_variable(format!("x{position}"), domain);
    }
    let vars: Vec<VarId> = model.variables().indices().collect();
    let mut writer = Writer { random, vars, written: Vec::new() };
    let wants_answer = writer.random.below(8) > 0;
    for position in 0..1 + writer.random.below(4) {
        let mut attempt = model.clone();
        for _ in 0..12 {
            attempt = model.clone();
            let depth = 1 + writer.random.below(DEPTH);
            let condition = writer.truth(depth);
            attempt.require(format!("c{position}"), condition);
            if !wants_answer || !brute_force(&attempt).is_empty() {
                break;
            }
        }
        model = attempt;
    }
    if writer.random.below(3) == 0 {
        let objective = writer.number(2);
        let maximise = writer.random.flip();
        let mut attempt = model.clone();
        attempt.set_goal(if maximise { Goal::Maximise } else { Goal::Minimise }(objective));
        if !wants_answer || !brute_force(&attempt).is_empty() {
            model = attempt;
        }
    }
    model
}

/// Returns a model over a variable of more values than are listed one by one, and a small one: one
/// constraint of one or two operations, which nearly always speaks of the large one.
pub(crate) fn wide_model(seed: u64) -> Model {
    let mut random = Random::new(seed ^ 0x00de_0000_0000);
    let mut model = Model::new();
    let start = *random.choose(&[-1500, -3, 0, 1, 7]);
    let wide = model.int("wide", start..=start + small(&mut random, 1100, 2500));
    let domain = domain(&mut random);
    let narrow = model.add_variable("narrow", domain);
    let mut writer = Writer { random, vars: vec![wide, wide, narrow], written: Vec::new() };
    let depth = 1 + writer.random.below(2);
    let number = writer.number(depth);
    let value = *writer.random.choose(&[0, 1, 2, 3, 8, 27, 64, 720, 1024]);
    let comparison = writer.comparison();
    model.require("c", Expr::new(Node::Compare(comparison, number, value.into())));
    model
}

/// Returns all assignments that satisfy the model, in lexicographic order.
pub(crate) fn brute_force(model: &Model) -> Vec<Vec<i64>> {
    let domains: Vec<Vec<i64>> =
        model.variables().iter().map(|variable| variable.domain.values().collect()).collect();
    let mut answers = Vec::new();
    let mut places = vec![0; domains.len()];
    loop {
        let values: Vec<i64> =
            places.iter().zip(&domains).map(|(&place, domain)| domain[place]).collect();
        if model.check(&values).is_ok() {
            answers.push(values);
        }
        let Some(last) = (0..places.len()).rfind(|&i| places[i] + 1 < domains[i].len()) else {
            return answers;
        };
        places[last] += 1;
        places[last + 1..].fill(0);
    }
}

/// Returns 1 to 5 values near 0, often in a row.
fn domain(random: &mut Random) -> Domain {
    let size = 1 + random.below(5);
    let start = small(random, -4, 3);
    let domain = match random.below(4) {
        0 => Domain::from_range(0..=1),
        1 => Domain::from_values((0..size).map(|_| start + small(random, 0, 7))),
        _ => Domain::from_range(start..=start + small(random, 0, 4)),
    };
    domain.expect("made of at least one small value")
}

/// Returns a number from `least` to `greatest`.
fn small(random: &mut Random, least: i64, greatest: i64) -> i64 {
    let count = usize::try_from(greatest - least + 1).expect("a range that is not reversed");
    least + i64::try_from(random.below(count)).expect("a small number")
}

/// Writes random expressions.
struct Writer {
    random: Random,
    vars: Vec<VarId>,
    /// Expressions so far with their nesting, to be used again: shared trees.
    written: Vec<(usize, bool, Expr)>,
}

impl Writer {
    /// Returns an expression that is 0 or 1 for most operands, at most `depth` operations deep.
    fn truth(&mut self, depth: usize) -> Expr {
        if let Some(shared) = self.shared(depth, true) {
            return shared;
        }
        if depth == 0 {
            // A variable may hold other numbers than 0 and 1: then the operation above is undefined.
            let boolean = self.random.below(8) == 0;
            let constant = Expr::from(small(&mut self.random, 0, 1));
            return if boolean { constant } else { self.variable().into() };
        }
        let below = depth - 1;
        let node = match self.random.below(16) {
            0..=4 => Node::Compare(self.comparison(), self.number(below), self.number(below)),
            5 => Node::Not(self.truth(below)),
            6 => Node::And(self.truths(below, 0)),
            7 | 8 => Node::Or(self.truths(below, 0)),
            9 => Node::Xor(self.truths(below, 0)),
            10 => Node::Implies(self.truth(below), self.truth(below)),
            11 => Node::Iff(self.truth(below), self.truth(below)),
            12 => Node::AllDifferent(self.numbers(below, 0)),
            13 => Node::InSet(self.number(below), domain(&mut self.random).into()),
            14 => return self.table(below),
            _ if self.random.flip() => Node::Sos1(self.numbers(below, 0)),
            _ => Node::Sos2(self.numbers(below, 0)),
        };
        self.keep(depth, true, node)
    }

    /// Returns an expression of any value, at most `depth` operations deep.
    fn number(&mut self, depth: usize) -> Expr {
        if let Some(shared) = self.shared(depth, false) {
            return shared;
        }
        if depth == 0 {
            return match self.random.below(4) {
                0 => small(&mut self.random, -3, 5).into(),
                _ => self.variable().into(),
            };
        }
        let below = depth - 1;
        let base = small(&mut self.random, 2, 3);
        let node = match self.random.below(20) {
            0..=2 => Node::Add(self.numbers(below, 0)),
            3 | 4 => Node::Mul(self.numbers(below, 0)),
            5 => Node::Neg(self.number(below)),
            6 => Node::Div(self.number(below), self.number(below)),
            7 => Node::Rem(self.number(below), self.number(below)),
            8 => Node::Pow(self.number(below), self.number(below.min(1))),
            9 => Node::Factorial(self.number(below.min(1))),
            10 => Node::Gcd(self.numbers(below, 0)),
            11 => Node::LargestPowerDivisor(self.number(below), base),
            12 => Node::FloorPower(self.number(below), base),
            13 => Node::Abs(self.number(below)),
            14 if self.random.flip() => Node::Min(self.numbers(below, 1)),
            14 => Node::Max(self.numbers(below, 1)),
            15 => Node::If(self.truth(below), self.number(below), self.number(below)),
            16 => Node::Element(self.numbers(below, 1), self.number(below)),
            17 => {
                let numbers = self.numbers(below, 1);
                let place = self.random.below(numbers.len());
                Node::NthSmallest(numbers, place)
            }
            18 => Node::DistinctCount(self.numbers(below, 0)),
            _ => return self.truth(depth),
        };
        self.keep(depth, false, node)
    }

    fn table(&mut self, below: usize) -> Expr {
        let numbers = self.numbers(below, 0);
        let rows = (0..self.random.below(5))
            .map(|_| numbers.iter().map(|_| small(&mut self.random, -2, 3)).collect())
            .collect();
        // A third of the tables are over a sum as well, so that rows meet larger numbers.
        let expr = table(numbers.clone(), rows);
        if self.random.below(3) > 0 {
            return expr;
        }
        let total = small(&mut self.random, -4, 8);
        table([sum(numbers)], vec![vec![total], vec![total + 2]])
    }

    fn truths(&mut self, depth: usize, least: usize) -> Vec<Expr> {
        let n = self.length(least);
        (0..n).map(|_| self.truth(depth)).collect()
    }

    fn numbers(&mut self, depth: usize, least: usize) -> Vec<Expr> {
        let n = self.length(least);
        (0..n).map(|_| self.number(depth)).collect()
    }

    /// Two or three as a rule; one and, where allowed, none now and then.
    fn length(&mut self, least: usize) -> usize {
        match self.random.below(12) {
            0 => least,
            1 => 1,
            2..=8 => 2,
            _ => 3,
        }
    }

    fn variable(&mut self) -> VarId {
        *self.random.choose(&self.vars)
    }

    fn comparison(&mut self) -> Comparison {
        use Comparison::{Eq, Ge, Gt, Le, Lt, Ne};
        *self.random.choose(&[Eq, Ne, Lt, Le, Gt, Ge])
    }

    /// Returns an expression written before, now and then, that is not too deep.
    fn shared(&mut self, depth: usize, truth: bool) -> Option<Expr> {
        if self.random.below(10) > 0 {
            return None;
        }
        let fitting: Vec<&Expr> = self
            .written
            .iter()
            .filter(|(deep, is_truth, _)| *deep <= depth && (*is_truth || !truth))
            .map(|(_, _, expr)| expr)
            .collect();
        (!fitting.is_empty()).then(|| (*self.random.choose(&fitting)).clone())
    }

    fn keep(&mut self, depth: usize, truth: bool, node: Node) -> Expr {
        let expr = Expr::new(node);
        self.written.push((depth, truth, expr.clone()));
        expr
    }
}

/// Returns the names of the operations of `expr` and below.
fn operations(expr: &Expr, names: &mut std::collections::BTreeSet<String>) {
    let text = format!("{:?}", expr.node());
    let name = text.split('(').next().expect("a split has a first part");
    names.insert(name.to_owned());
    for child in expr.node().children() {
        operations(child, names);
    }
}

#[test]
fn random_models_cover_every_operation_and_have_answers() {
    let mut names = std::collections::BTreeSet::new();
    let (mut solvable, mut constrained) = (0, 0);
    for seed in 0..400 {
        let model = model(seed);
        model.expressions().for_each(|expr| operations(expr, &mut names));
        let all: u64 = model.variables().iter().map(|variable| variable.domain.size()).product();
        let answers = brute_force(&model).len() as u64;
        solvable += usize::from(answers > 0);
        constrained += usize::from(answers < all);
        assert!(model.variables().indices().all(|var| var.index() < 4));
    }
    let expected = "Abs Add AllDifferent And Compare Const DistinctCount Div Element Factorial Gcd \
                    LargestPowerDivisor FloorPower If Iff Implies InSet Max Min Mul \
                    Neg Not NthSmallest Or Pow Rem Sos1 Sos2 Table Var Xor";
    assert_eq!(names.into_iter().collect::<Vec<_>>().join(" "), expected);
    assert!(solvable > 300, "{solvable} of 400 models have an answer");
    assert!(constrained > 300, "{constrained} of 400 models refuse some assignment");
}
