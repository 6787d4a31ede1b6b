//! Global and graph constraints: what is posted where they are required, and where they are
//! excluded.

use std::sync::Arc;

use gordian_lcg::propagators::graph::{Connected, Graph, Path, Regions, SingleCycle};
use gordian_lcg::propagators::{
    Cardinality, Circuit, Cumulative, Disjunctive, Inverse, Lexicographic, Subcircuit, Task,
};
use gordian_lcg::{Atom, Propagator, Var};
use gordian_model::{Comparison, Expr, Node};

use crate::poster::{Need, Posted, Poster};

impl Poster<'_> {
    /// Requires that a global constraint has a truth value, if the premise holds.
    pub(crate) fn imply_global(
        &mut self,
        premise: Option<Atom>,
        constraint: &Expr,
        truth: bool,
    ) -> Posted<()> {
        let propagators = if truth { self.propagators(constraint.node())? } else { None };
        let Some(propagators) = propagators else {
            // The value of the constraint for all values of its operands.
            let value = self.evaluated(constraint)?;
            let value = self.var_of(&value)?;
            self.clause(premise, [value.equal(truth.into())]);
            return Ok(());
        };
        for propagator in propagators {
            self.post(premise, propagator);
        }
        Ok(())
    }

    /// Returns the propagators of a global constraint; `None` if its lists do not fit together, or
    /// if it is trivial.
    fn propagators(&mut self, node: &Node) -> Posted<Option<Vec<Box<dyn Propagator>>>> {
        let one = |propagator: Box<dyn Propagator>| Ok(Some(vec![propagator]));
        match node {
            Node::GlobalCardinality(items, values, counts) if values.len() == counts.len() => {
                let (items, counts) = (self.operand_vars(items)?, self.operand_vars(counts)?);
                one(Box::new(Cardinality::new(&items, values, &counts)))
            }
            Node::Lexicographic(how, left, right) => {
                let (left, right) = (self.operand_vars(left)?, self.operand_vars(right)?);
                one(Box::new(match how {
                    Comparison::Lt => Lexicographic::less(&left, &right),
                    Comparison::Le => Lexicographic::at_most(&left, &right),
                    Comparison::Gt => Lexicographic::less(&right, &left),
                    Comparison::Ge => Lexicographic::at_most(&right, &left),
                    Comparison::Eq | Comparison::Ne => return Ok(None),
                }))
            }
            Node::Circuit(list) if !list.is_empty() => {
                let successors = self.operand_vars(list)?;
                one(Box::new(Circuit::new(&successors)))
            }
            Node::Subcircuit(list) if !list.is_empty() => {
                let successors = self.operand_vars(list)?;
                one(Box::new(Subcircuit::new(&successors)))
            }
            Node::Inverse(first, second) if first.len() == second.len() => {
                let (first, second) = (self.operand_vars(first)?, self.operand_vars(second)?);
                one(Box::new(Inverse::new(&first, &second)))
            }
            Node::Cumulative { starts, durations, demands, capacity }
                if starts.len() == durations.len() && starts.len() == demands.len() =>
            {
                let lists = [starts, durations, demands].map(|list| self.operand_vars(list));
                let [starts, durations, demands] = lists;
                let (starts, durations, demands) = (starts?, durations?, demands?);
                let tasks: Vec<Task> = (0..starts.len())
                    .map(|at| Task {
                        start: starts[at],
                        duration: durations[at],
                        demand: demands[at],
                    })
                    .collect();
                let capacity = self.operand_var(capacity)?;
                one(Box::new(Cumulative::new(&tasks, capacity)))
            }
            Node::Disjunctive { starts, durations } if starts.len() == durations.len() => {
                let (starts, durations) =
                    (self.operand_vars(starts)?, self.operand_vars(durations)?);
                let tasks: Vec<(Var, Var)> = starts.into_iter().zip(durations).collect();
                one(Box::new(Disjunctive::new(&tasks)))
            }
            Node::Connected(graph, vertices) if has_vertices(graph, vertices) => {
                let atoms = self.operand_atoms(vertices)?;
                one(Box::new(Connected::vertices(converted(graph), atoms)))
            }
            Node::ConnectedEdges(graph, edges) if has_edges(graph, edges) => {
                let atoms = self.operand_atoms(edges)?;
                one(Box::new(Connected::edges(&converted(graph), atoms)))
            }
            Node::SingleCycle(graph, edges) if has_edges(graph, edges) => {
                let atoms = self.operand_atoms(edges)?;
                one(Box::new(SingleCycle::new(converted(graph), atoms)))
            }
            Node::Path(graph, edges, from, to) if has_edges(graph, edges) => {
                let atoms = self.operand_atoms(edges)?;
                let ends = [self.operand_var(from)?, self.operand_var(to)?];
                one(Box::new(Path::new(converted(graph), atoms, ends)))
            }
            Node::Regions(graph, joined, sizes)
                if has_edges(graph, joined) && has_vertices(graph, sizes) =>
            {
                let atoms = self.operand_atoms(joined)?;
                let sizes = self.operand_vars(sizes)?;
                one(Box::new(Regions::new(converted(graph), atoms, sizes)))
            }
            _ => Ok(None),
        }
    }

    fn operand_var(&mut self, operand: &Expr) -> Posted<Var> {
        let form = self.number(operand)?;
        self.var_of(&form)
    }

    fn operand_vars(&mut self, operands: &[Expr]) -> Posted<Vec<Var>> {
        operands.iter().map(|operand| self.operand_var(operand)).collect()
    }

    fn operand_atoms(&mut self, operands: &[Expr]) -> Posted<Vec<Atom>> {
        operands.iter().map(|operand| self.condition(operand, Need::BOTH)).collect()
    }
}

fn has_vertices(graph: &gordian_model::Graph, list: &[Expr]) -> bool {
    list.len() == graph.n_vertices() as usize
}

fn has_edges(graph: &gordian_model::Graph, list: &[Expr]) -> bool {
    list.len() == graph.edges().len()
}

/// Returns the graph of a model as the propagators have it.
fn converted(graph: &gordian_model::Graph) -> Arc<Graph> {
    let converted = Graph::new(graph.n_vertices(), graph.edges().to_vec());
    Arc::new(converted.expect("a graph of a model has neither loops nor unknown vertices"))
}
