//! Random small boards with a graph constraint: required, negated, or as a part of another
//! condition.

use std::sync::Arc;

use gordian_core::Random;
use gordian_model::{
    Domain, Expr, Goal, Graph, Model, VarId, connected, connected_edges, count_true, path, regions,
    single_cycle, sum,
};

/// A kind of graph constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphConstraint {
    /// Connected vertices.
    Connected,
    /// Connected edges.
    ConnectedEdges,
    /// A single cycle.
    SingleCycle,
    /// A path between ends.
    Path,
    /// A division into regions.
    Regions,
}

impl GraphConstraint {
    /// All kinds.
    pub const ALL: [Self; 5] =
        [Self::Connected, Self::ConnectedEdges, Self::SingleCycle, Self::Path, Self::Regions];
}

/// Returns the board of a seed. One of eight has a goal; some sizes have wide domains of which a
/// constraint leaves few values.
#[must_use]
pub fn board_model(constraint: GraphConstraint, seed: u64) -> Model {
    let mut board = Board::new(seed);
    let condition = match constraint {
        GraphConstraint::Connected => connected_vertices(&mut board),
        GraphConstraint::ConnectedEdges => edges_connected(&mut board),
        GraphConstraint::SingleCycle => cycle(&mut board),
        GraphConstraint::Path => path_between_ends(&mut board),
        GraphConstraint::Regions => division(&mut board),
    };
    board.require(&condition);
    let mut model = board.model;
    if seed.is_multiple_of(8) {
        let weights = board.flags.iter().zip(1..).map(|(&flag, weight)| flag * weight);
        let goal = if seed.is_multiple_of(16) { Goal::Minimise } else { Goal::Maximise };
        model.set_goal(goal(sum(weights)));
    }
    model
}

/// Returns a board with sizes restricted to the few values that its constraints allow, for brute
/// force.
#[must_use]
pub fn narrowed(model: &Model) -> Model {
    let mut result = Model::new();
    for variable in model.variables() {
        let few = Domain::from_range(-1..=4).unwrap();
        let is_wide = variable.domain.size() > 1000;
        let domain = if is_wide { few } else { variable.domain.clone() };
        result.add_variable(variable.name.clone(), domain);
    }
    for constraint in model.constraints() {
        result.require(constraint.name.clone(), constraint.condition.clone());
    }
    if let Some(goal) = model.goal() {
        result.set_goal(goal.clone());
    }
    result
}

/// A small board: a graph, and literals on a few variables as operands.
struct Board {
    random: Random,
    model: Model,
    flags: Vec<VarId>,
    graph: Arc<Graph>,
}

impl Board {
    fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut model = Model::new();
        let flags = (0..4 + random.below(4)).map(|i| model.boolean(format!("f{i}"))).collect();
        let graph = match random.below(5) {
            4 => {
                // Two cycles and edges between them.
                let mut edges = vec![[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3]];
                edges.extend([[0, 3], [5, 2]].into_iter().filter(|_| random.flip()));
                Graph::new(6, edges).unwrap()
            }
            0 => {
                let (n, mut edges) = (2 + random.below(6), Vec::new());
                for a in 0..u32::try_from(n).unwrap() {
                    edges.extend((0..a).filter(|_| random.below(2) == 0).map(|b| [a, b]));
                }
                Graph::new(u32::try_from(n).unwrap(), edges).unwrap()
            }
            kind => {
                let (width, height) = [(2, 2), (3, 2), (3, 3)][kind - 1];
                Graph::grid(width, height)
            }
        };
        Self { random, model, flags, graph: Arc::new(graph) }
    }

    fn n_vertices(&self) -> usize {
        usize::try_from(self.graph.n_vertices()).unwrap()
    }

    /// Returns a flag, often for the first time, its negation, or a constant.
    fn condition(&mut self, place: usize) -> Expr {
        let flag = self.flags[place % self.flags.len()];
        let any = *self.random.choose(&self.flags);
        match self.random.below(12) {
            0 => 0.into(),
            1 => 1.into(),
            2 => any.into(),
            3 => !any,
            4 => flag & any,
            _ => flag.into(),
        }
    }

    fn conditions(&mut self, n: usize) -> Vec<Expr> {
        let shift = self.random.below(8);
        (0..n).map(|place| self.condition(place + shift)).collect()
    }

    /// Requires the constraint: as it is, negated, or as a part of another condition.
    fn require(&mut self, constraint: &Expr) {
        let flag = Expr::from(*self.random.choose(&self.flags));
        let other = self.condition(0);
        let condition = match self.random.below(8) {
            0..=2 => constraint.clone(),
            3 => !constraint,
            4 => constraint | flag,
            5 => constraint.iff(flag),
            6 => gordian_model::conditional(flag, constraint, other),
            _ => (constraint.clone() + flag + other).eq(1),
        };
        self.model.require("graph", condition);
        let n = i64::try_from(self.random.below(4)).unwrap();
        if self.random.flip() {
            self.model.require("clue", count_true(&self.flags).ge(n));
        }
    }
}

fn connected_vertices(board: &mut Board) -> Expr {
    let vertices = board.conditions(board.n_vertices());
    connected(&board.graph, vertices)
}

fn edges_connected(board: &mut Board) -> Expr {
    let edges = board.conditions(board.graph.edges().len());
    connected_edges(&board.graph, edges)
}

fn cycle(board: &mut Board) -> Expr {
    let edges = board.conditions(board.graph.edges().len());
    single_cycle(&board.graph, edges)
}

fn path_between_ends(board: &mut Board) -> Expr {
    let edges = board.conditions(board.graph.edges().len());
    let [from, to] = ["from", "to"].map(|name| -> Expr {
        let first = i64::try_from(board.random.below(5)).unwrap() - 1;
        if board.random.flip() {
            first.into()
        } else {
            board.model.int(name, first..=first + 2).into()
        }
    });
    path(&board.graph, edges, from, to)
}

fn division(board: &mut Board) -> Expr {
    let joined = board.conditions(board.graph.edges().len());
    let values: Vec<Expr> = (0..2)
        .map(|i| {
            let domain = match board.random.below(3) {
                0 => Domain::from_values([1, 2, 4]),
                1 => Domain::from_range(0..=3),
                // A domain without a literal for each value.
                _ => Domain::from_range(-1..=1 << 40),
            };
            let size = board.model.add_variable(format!("size {i}"), domain.unwrap());
            board.model.require("few", Expr::from(size).is_in(Domain::from_range(-1..=4).unwrap()));
            size.into()
        })
        .collect();
    let n = board.n_vertices();
    let size = |board: &mut Board| match board.random.below(4) {
        0 => i64::try_from(1 + board.random.below(n)).unwrap().into(),
        1 => values[1].clone(),
        _ => values[0].clone(),
    };
    let sizes: Vec<Expr> = (0..n).map(|_| size(board)).collect();
    regions(&board.graph, joined, sizes)
}
