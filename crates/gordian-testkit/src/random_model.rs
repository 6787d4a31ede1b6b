//! Random small models over all operations, and their answers by brute force.
//!
//! The models are small enough to try all assignments, and include what manual models rarely do:
//! undefined parts, shared subexpressions, domains with holes, Boolean operations on integers.

use std::sync::Arc;

use gordian_core::Random;
use gordian_model::{Comparison, Domain, Expr, Goal, Graph, Model, Node, VarId, sum, table};

/// Greatest nesting depth of operations in a constraint.
const MAX_DEPTH: usize = 4;

/// Returns the model of a seed, without global and graph constraints.
///
/// It has 1 to 4 variables of 1 to 5 values, some negative or with holes, 1 to 4 constraints, and
/// in one of three cases a goal. Seven of eight models have an answer, as far as a few attempts
/// find one.
#[must_use]
pub fn model(seed: u64) -> Model {
    random_model(seed, false)
}

/// Returns a model as [`model`] does, in which a third of the conditions are global or graph
/// constraints.
#[must_use]
pub fn global_model(seed: u64) -> Model {
    random_model(seed ^ 0x61_0ba1_0000_0000, true)
}

fn random_model(seed: u64, has_globals: bool) -> Model {
    let mut random = Random::new(seed);
    let mut model = Model::new();
    for position in 0..1 + random.below(4) {
        let domain = domain(&mut random);
        model.add_variable(format!("x{position}"), domain);
    }
    let vars: Vec<VarId> = model.variables().indices().collect();
    let mut generator = ExprGenerator { random, vars, generated: Vec::new(), has_globals };
    let wants_answer = generator.random.below(8) > 0;
    for position in 0..1 + generator.random.below(4) {
        let mut attempt = model.clone();
        for _ in 0..12 {
            attempt = model.clone();
            let depth = 1 + generator.random.below(MAX_DEPTH);
            let condition = generator.boolean(depth);
            attempt.require(format!("c{position}"), condition);
            if !wants_answer || !brute_force(&attempt).is_empty() {
                break;
            }
        }
        model = attempt;
    }
    if generator.random.below(3) == 0 {
        let objective = generator.integer(2);
        let maximise = generator.random.flip();
        let mut attempt = model.clone();
        attempt.set_goal(if maximise { Goal::Maximise } else { Goal::Minimise }(objective));
        if !wants_answer || !brute_force(&attempt).is_empty() {
            model = attempt;
        }
    }
    model
}

/// Returns a model with a variable of more values than are listed, a small variable, and one
/// constraint of one or two operations, which nearly always refers to the large variable.
#[must_use]
pub fn wide_model(seed: u64) -> Model {
    let mut random = Random::new(seed ^ 0x00de_0000_0000);
    let mut model = Model::new();
    let start = *random.choose(&[-1500, -3, 0, 1, 7]);
    let wide = model.int("wide", start..=start + small(&mut random, 1100, 2500));
    let domain = domain(&mut random);
    let narrow = model.add_variable("narrow", domain);
    let mut generator = ExprGenerator {
        random,
        vars: vec![wide, wide, narrow],
        generated: Vec::new(),
        has_globals: false,
    };
    let depth = 1 + generator.random.below(2);
    let integer = generator.integer(depth);
    let value = *generator.random.choose(&[0, 1, 2, 3, 8, 27, 64, 720, 1024]);
    let comparison = generator.comparison();
    model.require("c", Expr::new(Node::Compare(comparison, integer, value.into())));
    model
}

/// Returns all assignments that satisfy the model, in lexicographic order.
#[must_use]
pub fn brute_force(model: &Model) -> Vec<Vec<i64>> {
    let domains: Vec<Vec<i64>> =
        model.variables().iter().map(|variable| variable.domain.values().collect()).collect();
    let mut answers = Vec::new();
    let mut indices = vec![0; domains.len()];
    loop {
        let values: Vec<i64> =
            indices.iter().zip(&domains).map(|(&index, domain)| domain[index]).collect();
        if model.check(&values).is_ok() {
            answers.push(values);
        }
        let Some(last) = (0..indices.len()).rfind(|&i| indices[i] + 1 < domains[i].len()) else {
            return answers;
        };
        indices[last] += 1;
        indices[last + 1..].fill(0);
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

/// Returns an integer from `least` to `greatest`.
fn small(random: &mut Random, least: i64, greatest: i64) -> i64 {
    let count = usize::try_from(greatest - least + 1).expect("a range that is not reversed");
    least + i64::try_from(random.below(count)).expect("a small integer")
}

/// Generates random expressions.
struct ExprGenerator {
    random: Random,
    vars: Vec<VarId>,
    /// Generated expressions with their depth, to be reused as shared subexpressions.
    generated: Vec<(usize, bool, Expr)>,
    /// Whether some conditions are global or graph constraints.
    has_globals: bool,
}

impl ExprGenerator {
    /// Returns an expression that is 0 or 1 for most operands, at most `depth` operations deep.
    fn boolean(&mut self, depth: usize) -> Expr {
        if let Some(shared) = self.shared(depth, true) {
            return shared;
        }
        if depth == 0 {
            // A variable may have values other than 0 and 1, where the enclosing operation is
            // undefined.
            let boolean = self.random.below(8) == 0;
            let constant = Expr::from(small(&mut self.random, 0, 1));
            return if boolean { constant } else { self.variable().into() };
        }
        let below = depth - 1;
        if self.has_globals && self.random.below(3) == 0 {
            let node = self.global(below);
            return self.remember(depth, true, node);
        }
        let node = match self.random.below(16) {
            0..=4 => Node::Compare(self.comparison(), self.integer(below), self.integer(below)),
            5 => Node::Not(self.boolean(below)),
            6 => Node::And(self.booleans(below, 0)),
            7 | 8 => Node::Or(self.booleans(below, 0)),
            9 => Node::Xor(self.booleans(below, 0)),
            10 => Node::Implies(self.boolean(below), self.boolean(below)),
            11 => Node::Iff(self.boolean(below), self.boolean(below)),
            12 => Node::AllDifferent(self.integers(below, 0)),
            13 => Node::InSet(self.integer(below), domain(&mut self.random).into()),
            14 => return self.table(below),
            _ if self.random.flip() => Node::Sos1(self.integers(below, 0)),
            _ => Node::Sos2(self.integers(below, 0)),
        };
        self.remember(depth, true, node)
    }

    /// Returns an expression of any value, at most `depth` operations deep.
    fn integer(&mut self, depth: usize) -> Expr {
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
            0..=2 => Node::Add(self.integers(below, 0)),
            3 | 4 => Node::Mul(self.integers(below, 0)),
            5 => Node::Neg(self.integer(below)),
            6 => Node::Div(self.integer(below), self.integer(below)),
            7 => Node::Rem(self.integer(below), self.integer(below)),
            8 => Node::Pow(self.integer(below), self.integer(below.min(1))),
            9 => Node::Factorial(self.integer(below.min(1))),
            10 => Node::Gcd(self.integers(below, 0)),
            11 => Node::LargestPowerDivisor(self.integer(below), base),
            12 => Node::FloorPower(self.integer(below), base),
            13 => Node::Abs(self.integer(below)),
            14 if self.random.flip() => Node::Min(self.integers(below, 1)),
            14 => Node::Max(self.integers(below, 1)),
            15 => Node::If(self.boolean(below), self.integer(below), self.integer(below)),
            16 => Node::Element(self.integers(below, 1), self.integer(below)),
            17 => {
                let integers = self.integers(below, 1);
                let index = self.random.below(integers.len());
                Node::NthSmallest(integers, index)
            }
            18 => Node::DistinctCount(self.integers(below, 0)),
            _ => return self.boolean(depth),
        };
        self.remember(depth, false, node)
    }

    /// Returns a global or graph constraint. Operands are at most one operation deep, so that
    /// models stay small.
    fn global(&mut self, below: usize) -> Node {
        let below = below.min(1);
        let n = 1 + self.random.below(3);
        match self.random.below(12) {
            0 => {
                let mut values: Vec<i64> = (0..n).map(|_| small(&mut self.random, -2, 3)).collect();
                values.sort_unstable();
                values.dedup();
                let (items, counts) = (self.integers(below, 0), self.list(values.len(), below));
                Node::GlobalCardinality(items, Arc::new(values), counts)
            }
            1 => {
                let how = self.comparison();
                Node::Lexicographic(how, self.integers(below, 0), self.integers(below, 0))
            }
            2 => Node::Circuit(self.list(n + 1, below)),
            3 => Node::Subcircuit(self.list(n + 1, below)),
            4 => Node::Inverse(self.list(n, below), self.list(n, below)),
            5 => Node::Cumulative {
                starts: self.list(n, below),
                durations: self.list(n, below),
                demands: self.list(n, below),
                capacity: self.integer(below),
            },
            6 => Node::Disjunctive { starts: self.list(n, below), durations: self.list(n, below) },
            kind => self.graph_constraint(kind, below),
        }
    }

    fn graph_constraint(&mut self, kind: usize, below: usize) -> Node {
        let graph = Arc::new(self.graph());
        let n_vertices = usize::try_from(graph.n_vertices()).expect("it is small");
        let conditions = |this: &mut Self, n: usize| -> Vec<Expr> {
            (0..n).map(|_| this.boolean(below)).collect()
        };
        if kind == 7 {
            let vertices = conditions(self, n_vertices);
            return Node::Connected(graph, vertices);
        }
        let edges = conditions(self, graph.edges().len());
        match kind {
            8 => Node::ConnectedEdges(graph, edges),
            9 => Node::SingleCycle(graph, edges),
            10 => Node::Path(graph, edges, self.integer(below), self.integer(below)),
            _ => Node::Regions(graph, edges, self.list(n_vertices, below)),
        }
    }

    /// Returns a graph with 1 to 5 vertices and about half of the edges.
    fn graph(&mut self) -> Graph {
        let n_vertices = 1 + u32::try_from(self.random.below(5)).expect("it is small");
        let mut edges = Vec::new();
        for a in 0..n_vertices {
            for b in 0..a {
                if self.random.flip() {
                    edges.push([a, b]);
                }
            }
        }
        Graph::new(n_vertices, edges).expect("the edges are different")
    }

    fn list(&mut self, n: usize, depth: usize) -> Vec<Expr> {
        (0..n).map(|_| self.integer(depth)).collect()
    }

    fn table(&mut self, below: usize) -> Expr {
        let integers = self.integers(below, 0);
        let rows = (0..self.random.below(5))
            .map(|_| integers.iter().map(|_| small(&mut self.random, -2, 3)).collect())
            .collect();
        // A third of the tables are over a sum, so that rows contain larger integers.
        let expr = table(integers.clone(), rows);
        if self.random.below(3) > 0 {
            return expr;
        }
        let total = small(&mut self.random, -4, 8);
        table([sum(integers)], vec![vec![total], vec![total + 2]])
    }

    fn booleans(&mut self, depth: usize, least: usize) -> Vec<Expr> {
        let n = self.random_length(least);
        (0..n).map(|_| self.boolean(depth)).collect()
    }

    fn integers(&mut self, depth: usize, least: usize) -> Vec<Expr> {
        let n = self.random_length(least);
        (0..n).map(|_| self.integer(depth)).collect()
    }

    /// Usually returns two or three; sometimes one or, if allowed, zero.
    fn random_length(&mut self, least: usize) -> usize {
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

    /// Sometimes returns a previously generated expression that is not too deep.
    fn shared(&mut self, depth: usize, boolean: bool) -> Option<Expr> {
        if self.random.below(10) > 0 {
            return None;
        }
        let fitting: Vec<&Expr> = self
            .generated
            .iter()
            .filter(|(own_depth, is_boolean, _)| *own_depth <= depth && (*is_boolean || !boolean))
            .map(|(_, _, expr)| expr)
            .collect();
        (!fitting.is_empty()).then(|| (*self.random.choose(&fitting)).clone())
    }

    fn remember(&mut self, depth: usize, boolean: bool, node: Node) -> Expr {
        let expr = Expr::new(node);
        self.generated.push((depth, boolean, expr.clone()));
        expr
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use gordian_core::Index as _;

    use super::*;

    /// Collects the names of the operations in `expr`.
    fn operations(expr: &Expr, names: &mut BTreeSet<String>) {
        let text = format!("{:?}", expr.node());
        let name = text.split(['(', ' ']).next().expect("a split has a first part");
        names.insert(name.to_owned());
        for child in expr.node().children() {
            operations(child, names);
        }
    }

    /// Checks that models have these operations, and answers, but not all assignments.
    fn check(model: fn(u64) -> Model, expected: &str) {
        let mut names = BTreeSet::new();
        let (mut solvable, mut constrained) = (0, 0);
        for seed in 0..400 {
            let model = model(seed);
            model.expressions().for_each(|expr| operations(expr, &mut names));
            let all: u64 =
                model.variables().iter().map(|variable| variable.domain.size()).product();
            let answers = brute_force(&model).len() as u64;
            solvable += usize::from(answers > 0);
            constrained += usize::from(answers < all);
            assert!(model.variables().indices().all(|var| var.index() < 4));
        }
        assert_eq!(names.into_iter().collect::<Vec<_>>().join(" "), expected);
        assert!(solvable > 300, "{solvable} of 400 models have an answer");
        assert!(constrained > 300, "{constrained} of 400 models refuse some assignment");
    }

    #[test]
    fn random_models_cover_every_operation_and_have_answers() {
        let expected = "Abs Add AllDifferent And Compare Const DistinctCount Div Element Factorial \
                        FloorPower Gcd If Iff Implies InSet LargestPowerDivisor Max Min Mul Neg Not \
                        NthSmallest Or Pow Rem Sos1 Sos2 Table Var Xor";
        check(model, expected);
    }

    #[test]
    fn global_models_cover_every_operation_and_have_answers() {
        let expected = "Abs Add AllDifferent And Circuit Compare Connected ConnectedEdges Const \
                        Cumulative Disjunctive DistinctCount Div Element Factorial FloorPower Gcd \
                        GlobalCardinality If Iff Implies InSet Inverse LargestPowerDivisor \
                        Lexicographic Max Min Mul Neg Not NthSmallest Or Path Pow Regions Rem \
                        SingleCycle Sos1 Sos2 Subcircuit Table Var Xor";
        check(global_model, expected);
    }
}
