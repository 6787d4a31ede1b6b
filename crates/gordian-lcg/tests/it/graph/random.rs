//! Random small graphs: solutions are those of the definition, and all explanations are right.

use std::sync::Arc;

use gordian_core::{Index as _, Random};
use gordian_lcg::propagators::graph::{Connected, Graph, Path, Regions, SingleCycle};
use gordian_lcg::{Atom, Propagator, Var};

use super::grid;
use crate::brute_force::{Problem, Sweep, below, random_atom, random_vars};

/// Returns a random graph with at most `max_size` edges: a path, a grid, a cycle or any, with
/// parallel edges and isolated vertices.
fn random_graph(max_size: usize, random: &mut Random) -> Arc<Graph> {
    let graph = match random.below(8) {
        0 => grid(1, 2 + u32::try_from(random.below(5)).unwrap()),
        1 => grid(2, 2),
        2 => grid(2, 3),
        3 => grid(3, 3),
        _ => {
            let most = if random.flip() { 4 } else { 7 };
            let n = 1 + random.below(most);
            let n_vertices = u32::try_from(n).unwrap();
            let mut edges = Vec::new();
            for _ in 0..random.below(max_size + 1) {
                let ends = [0; 2].map(|_| u32::try_from(random.below(n)).unwrap());
                if ends[0] != ends[1] {
                    edges.push(ends);
                }
            }
            Arc::new(Graph::new(n_vertices, edges).unwrap())
        }
    };
    if graph.edges().len() <= max_size { graph } else { random_graph(max_size, random) }
}

/// Returns random atoms and adds their variables: one variable for each, or few variables with more
/// values, about which atoms are equal, opposite, or imply each other.
fn random_atoms(n: usize, problem: &mut Problem, random: &mut Random) -> Vec<Atom> {
    let first = problem.domains.len();
    if n == 0 || random.below(3) > 0 {
        let vars = (0..n).map(|at| Var::from_usize(first + at));
        problem.domains.extend((0..n).map(|_| (0, 1)));
        return vars
            .map(|var| if random.flip() { var.at_least(1) } else { var.equal(0) })
            .collect();
    }
    let n_vars = 1 + random.below(5);
    let domains: Vec<(i64, i64)> = (0..n_vars).map(|_| (0, 1 + below(3, random))).collect();
    let atoms = (0..n).map(|_| {
        let atom = random_atom(&domains, random);
        Atom { var: Var::from_usize(first + atom.var.index()), ..atom }
    });
    let atoms = atoms.collect();
    problem.domains.extend(domains);
    atoms
}

fn empty_problem() -> Problem {
    Problem { domains: Vec::new(), clauses: Vec::new(), constraints: Vec::new() }
}

fn add_clauses(n: usize, problem: &mut Problem, random: &mut Random) {
    if problem.domains.is_empty() {
        return;
    }
    for _ in 0..random.below(n) {
        let clause = (0..1 + random.below(4)).map(|_| random_atom(&problem.domains, random));
        let clause = clause.collect();
        problem.clauses.push(clause);
    }
}

type MakePropagator = fn(Arc<Graph>, Vec<Atom>) -> Box<dyn Propagator>;

/// Returns a problem with one or two constraints over a graph with an atom for each vertex or edge.
fn random_board(are_edges: bool, make: MakePropagator, random: &mut Random) -> Problem {
    let mut problem = empty_problem();
    let graph = random_graph(9, random);
    let n = if are_edges { graph.edges().len() } else { graph.n_vertices() as usize };
    let atoms = random_atoms(n, &mut problem, random);
    add_clauses(4, &mut problem, random);
    let (other_graph, other_atoms) = (Arc::clone(&graph), atoms.clone());
    problem.constraints.push(Box::new(move || make(Arc::clone(&graph), atoms.clone())));
    if random.below(6) == 0 {
        // The same graph with the atoms in another order.
        let mut atoms = other_atoms;
        random.shuffle(&mut atoms);
        problem.constraints.push(Box::new(move || make(Arc::clone(&other_graph), atoms.clone())));
    }
    problem
}

#[track_caller]
fn assert_variety(sweep: &Sweep, n_judged: usize) {
    let counts = (sweep.n_problems(0..1), sweep.n_problems(6..));
    assert!(sweep.n_judged > n_judged && counts.0 > 100 && counts.1 > 100, "{counts:?} {sweep:?}");
}

#[test]
fn connected_vertices() {
    let sweep = Sweep::run(2000, 20_000, |random| {
        random_board(false, |graph, atoms| Box::new(Connected::vertices(graph, atoms)), random)
    });
    assert_variety(&sweep, 3000);
}

#[test]
fn connected_edges() {
    let sweep = Sweep::run(2000, 20_000, |random| {
        random_board(true, |graph, atoms| Box::new(Connected::edges(&graph, atoms)), random)
    });
    assert_variety(&sweep, 3000);
}

#[test]
fn single_cycles() {
    let sweep = Sweep::run(2000, 20_000, |random| {
        random_board(true, |graph, atoms| Box::new(SingleCycle::new(graph, atoms)), random)
    });
    assert!(sweep.n_judged > 3000 && sweep.n_problems(0..1) > 100, "{sweep:?}");
    assert!(sweep.n_problems(4..) > 100, "{sweep:?}");
}

#[test]
fn paths() {
    let sweep = Sweep::run(2000, 20_000, |random| {
        let mut problem = empty_problem();
        let graph = random_graph(7, random);
        let atoms = random_atoms(graph.edges().len(), &mut problem, random);
        // The same variable may be both ends; values may be beyond the vertices.
        let first_end = problem.domains.len();
        let n_vertices = i64::from(graph.n_vertices());
        for _ in 0..2 {
            let width = [0, 1, 2, n_vertices][random.below(4)];
            let min = below(graph.n_vertices() as usize + 1, random) - 1;
            problem.domains.push((min, min + width));
        }
        let ends = [0; 2].map(|_| Var::from_usize(first_end + random.below(2)));
        add_clauses(4, &mut problem, random);
        problem
            .constraints
            .push(Box::new(move || Box::new(Path::new(Arc::clone(&graph), atoms.clone(), ends))));
        problem
    });
    assert_variety(&sweep, 3000);
}

#[test]
fn regions() {
    let sweep = Sweep::run(2000, 20_000, |random| {
        let mut problem = empty_problem();
        let graph = random_graph(7, random);
        let n_vertices = graph.n_vertices() as usize;
        let atoms = random_atoms(graph.edges().len(), &mut problem, random);
        let first_size = problem.domains.len();
        // Few variables, which several vertices may have, or one for each vertex.
        let is_shared = n_vertices > 5 || random.below(3) == 0;
        let n_sizes = if is_shared { 1 + random.below(4) } else { n_vertices };
        for _ in 0..n_sizes {
            let width = below(4, random);
            let min = below(n_vertices, random);
            problem.domains.push((min, min + width));
        }
        let sizes: Vec<Var> = if is_shared {
            random_vars(n_vertices, n_sizes, random)
        } else {
            (0..n_vertices).map(Var::from_usize).collect()
        };
        let sizes: Vec<Var> =
            sizes.iter().map(|var| Var::from_usize(first_size + var.index())).collect();
        add_clauses(3, &mut problem, random);
        problem.constraints.push(Box::new(move || {
            Box::new(Regions::new(Arc::clone(&graph), atoms.clone(), sizes.clone()))
        }));
        problem
    });
    assert!(sweep.n_judged > 3000 && sweep.n_problems(0..1) > 100, "{sweep:?}");
    assert!(sweep.n_problems(3..) > 100, "{sweep:?}");
}
