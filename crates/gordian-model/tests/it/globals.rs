//! Tests of global and graph constraints against independent definitions.
//!
//! The definitions construct what satisfies a constraint, such as all cycles of a graph, or decide
//! it in another way than the evaluation, such as time by time.

use std::collections::BTreeSet;
use std::sync::Arc;

use gordian_model::*;

use crate::support::assignments;

const MIN: i64 = i64::MIN;
const MAX: i64 = i64::MAX;

fn evaluate(expr: &Expr) -> bool {
    match Model::new().evaluate(expr, &[]) {
        Ok(0) => false,
        Ok(1) => true,
        other => panic!("{expr:?} is {other:?}"),
    }
}

fn constants(values: &[i64]) -> Vec<Expr> {
    values.iter().copied().map(Expr::from).collect()
}

/// Returns an index as a number.
fn number(index: usize) -> i64 {
    i64::try_from(index).unwrap()
}

/// Returns a vertex as an index.
fn vertex(vertex: u32) -> usize {
    usize::try_from(vertex).unwrap()
}

fn n_vertices(graph: &Graph) -> usize {
    vertex(graph.n_vertices())
}

fn index(value: i64, length: usize) -> Option<usize> {
    (0..length).find(|&index| number(index) == value)
}

/// Compares an operation on all lists of `length` numbers from `lower` to `upper` with its
/// definition. Returns for how many lists it holds.
fn check(
    length: usize,
    (lower, upper): (i64, i64),
    operation: impl Fn(&[Expr]) -> Expr,
    definition: impl Fn(&[i64]) -> bool,
) -> usize {
    let mut n_true = 0;
    for values in assignments(&vec![(lower..=upper).collect(); length]) {
        let expected = definition(&values);
        assert_eq!(evaluate(&operation(&constants(&values))), expected, "{values:?}");
        n_true += usize::from(expected);
    }
    n_true
}

#[test]
fn cardinalities_are_counted() {
    let make = |v: &[Expr]| global_cardinality(&v[..3], vec![2, -1], &v[3..]);
    let n = check(5, (-1, 3), make, |v| {
        let mut counts = [0; 2];
        for item in &v[..3] {
            match item {
                2 => counts[0] += 1,
                -1 => counts[1] += 1,
                _ => {}
            }
        }
        v[3..] == counts
    });
    assert_eq!(n, 125);
    assert!(evaluate(&global_cardinality(exprs![1, 2], vec![], [0; 0])));
    assert!(!evaluate(&global_cardinality(exprs![MAX, MIN], vec![MAX], [MIN])));
    assert!(evaluate(&global_cardinality(exprs![MAX, MIN], vec![MAX], [1])));
}

#[test]
fn lists_are_compared_in_lexicographic_order() {
    use Comparison::{Eq, Ge, Gt, Le, Lt, Ne};
    /// The order of two lists by their first difference; a prefix comes first.
    fn order(left: &[i64], right: &[i64]) -> std::cmp::Ordering {
        match (left, right) {
            ([], _) | (_, []) => left.len().cmp(&right.len()),
            ([a, left @ ..], [b, right @ ..]) => a.cmp(b).then_with(|| order(left, right)),
        }
    }
    for how in [Eq, Ne, Lt, Le, Gt, Ge] {
        for (n_left, n_right) in [(0, 0), (0, 2), (1, 2), (2, 2), (2, 1)] {
            let holds = |v: &[i64]| {
                let order = order(&v[..n_left], &v[n_left..]);
                how.holds(&order, &std::cmp::Ordering::Equal)
            };
            let split = |v: &[Expr]| (v[..n_left].to_vec(), v[n_left..].to_vec());
            check(n_left + n_right, (-1, 1), |v| lexicographic(split(v).0, how, split(v).1), holds);
            let node = |v: &[Expr]| Expr::new(Node::Lexicographic(how, split(v).0, split(v).1));
            check(n_left + n_right, (-1, 1), node, holds);
        }
    }
}

/// Returns all lists of successors of one cycle through the first positions, in any order, of
/// `length` positions.
fn cycles(length: usize, positions: &[usize]) -> BTreeSet<Vec<i64>> {
    /// Extends a path from the first position in all ways.
    fn extend(path: &mut Vec<usize>, positions: &[usize], found: &mut Vec<Vec<usize>>) {
        if path.len() == positions.len() {
            found.push(path.clone());
        }
        for &next in positions {
            if !path.contains(&next) {
                path.push(next);
                extend(path, positions, found);
                path.pop();
            }
        }
    }
    let mut orders = Vec::new();
    extend(&mut Vec::new(), positions, &mut orders);
    let successors = |order: &Vec<usize>| {
        let mut list: Vec<i64> = (0..number(length)).collect();
        for (place, &at) in order.iter().enumerate() {
            list[at] = number(order[(place + 1) % order.len()]);
        }
        list
    };
    orders.iter().map(successors).collect()
}

#[test]
fn circuits_are_the_cycles_through_all_positions() {
    for (length, n_expected) in [(0, 1), (1, 1), (2, 1), (3, 2), (4, 6), (5, 24)] {
        let all: Vec<usize> = (0..length).collect();
        let expected = cycles(length, &all);
        let range = if length < 5 { (-1, number(length)) } else { (0, 4) };
        let n = check(length, range, |v| circuit(v), |v| expected.contains(v));
        assert_eq!(n, n_expected, "{length} positions");
    }
    assert!(!evaluate(&circuit(exprs![MAX, 0])) && !evaluate(&circuit(exprs![1, MIN])));
}

#[test]
fn subcircuits_are_the_cycles_through_some_positions() {
    for (length, n_expected) in [(0, 1), (1, 1), (2, 2), (3, 6), (4, 21), (5, 85)] {
        let mut expected = BTreeSet::new();
        for chosen in 0..1_usize << length {
            let positions: Vec<usize> = (0..length).filter(|at| chosen >> at & 1 == 1).collect();
            // A cycle through one position is none, and no cycle at all is the same.
            expected.extend(cycles(length, &positions));
        }
        let range = if length < 5 { (-1, number(length)) } else { (0, 4) };
        let n = check(length, range, |v| subcircuit(v), |v| expected.contains(v));
        assert_eq!(n, n_expected, "{length} positions");
    }
    assert!(!evaluate(&subcircuit(exprs![0, MAX])) && !evaluate(&subcircuit(exprs![MIN, 1])));
}

#[test]
fn inverse_lists_lead_back() {
    for (length, n_expected) in [(0, 1), (1, 1), (2, 2), (3, 6)] {
        let range = if length < 3 { (-1, number(length)) } else { (-1, 2) };
        let definition = |v: &[i64]| {
            let (first, second) = v.split_at(length);
            let is_index = |&value: &i64| index(value, length).is_some();
            let pairs = (0..length).flat_map(|i| (0..length).map(move |j| (i, j)));
            let same = |(i, j)| {
                (index(first[i], length) == Some(j)) == (index(second[j], length) == Some(i))
            };
            v.iter().all(is_index) && pairs.into_iter().all(same)
        };
        let n = check(2 * length, range, |v| inverse(&v[..length], &v[length..]), definition);
        assert_eq!(n, n_expected, "{length} positions");
    }
    // Values that are no indices are refused, though no position has them.
    assert!(!evaluate(&inverse(exprs![MAX], exprs![MIN])));
}

#[test]
fn demands_are_limited_at_every_time() {
    let definition = |v: &[i64]| {
        let demand = |time: i64| -> i64 {
            let tasks = (0..2).filter(|&i| v[i] <= time && time < v[i] + v[2 + i]);
            tasks.map(|i| v[4 + i]).sum()
        };
        v[2..].iter().all(|&number| number >= 0) && (-9..=9).all(|time| demand(time) <= v[6])
    };
    let make = |v: &[Expr]| cumulative(&v[..2], &v[2..4], &v[4..6], &v[6]);
    let n = check(7, (-1, 2), make, definition);
    assert!(n > 2000, "{n}");
    // Three tasks of constant demand.
    let demands = [2, 3, 2];
    let make = |v: &[Expr]| cumulative(&v[..3], &v[3..], demands, 4);
    let definition = |v: &[i64]| {
        let demand = |time: i64| -> i64 {
            (0..3).filter(|&i| (v[i]..v[i] + v[3 + i]).contains(&time)).map(|i| demands[i]).sum()
        };
        v[3..].iter().all(|&duration| duration >= 0) && (-9..=9).all(|time| demand(time) <= 4)
    };
    check(6, (-1, 2), make, definition);
    // Ends and sums beyond 64 bits.
    let far = |demand, capacity| cumulative([MAX, MAX - 1], [MAX, MAX], [MAX, demand], capacity);
    assert!(evaluate(&far(0, MAX)) && !evaluate(&far(1, MAX)) && !evaluate(&far(MAX, MAX)));
    assert!(evaluate(&cumulative([MIN, MAX], [MAX, MAX], [1, 1], 1)));
    assert!(evaluate(&cumulative([0; 0], [0; 0], [0; 0], 0)));
    assert!(!evaluate(&cumulative([0; 0], [0; 0], [0; 0], -1)));
}

#[test]
fn tasks_of_positive_duration_do_not_overlap() {
    let definition = |v: &[i64]| {
        let active = |time: i64| (0..3).filter(|&i| v[i] <= time && time < v[i] + v[3 + i]).count();
        v[3..].iter().all(|&duration| duration >= 0) && (-9..=9).all(|time| active(time) <= 1)
    };
    let n = check(6, (-1, 2), |v| disjunctive(&v[..3], &v[3..]), definition);
    assert!(n > 500, "{n}");
    assert!(evaluate(&disjunctive([MIN, -1], [MAX, MAX])));
    assert!(!evaluate(&disjunctive([MIN, -2], [MAX, MAX])));
    assert!(!evaluate(&disjunctive([MAX, MAX - 1], [MAX, MAX])));
    assert!(!evaluate(&disjunctive([0], [MIN])));
}

/// Small graphs: complete, grids, trees, in parts, with isolated vertices, and empty.
fn graphs() -> Vec<Arc<Graph>> {
    let complete = (0..4).flat_map(|a| (a + 1..4).map(move |b| [a, b])).collect();
    let graphs = [
        (0, vec![]),
        (3, vec![]),
        (2, vec![[1, 0]]),
        (4, complete),
        (5, vec![[0, 1], [2, 1], [1, 3], [3, 4]]),
        (7, vec![[0, 1], [1, 2], [2, 0], [4, 5], [5, 6], [6, 4]]),
        (5, vec![[0, 1], [1, 2], [2, 0], [2, 3], [3, 4], [4, 2]]),
    ];
    let graphs = graphs.into_iter().map(|(n, edges)| Graph::new(n, edges).unwrap());
    graphs.chain([Graph::grid(3, 2), Graph::grid(3, 3)]).map(Arc::new).collect()
}

fn ends(edge: [u32; 2]) -> [usize; 2] {
    edge.map(vertex)
}

/// Returns for each two vertices whether `edges` connect them.
fn reachable(graph: &Graph, edges: impl Fn(usize) -> bool) -> Vec<Vec<bool>> {
    let n = n_vertices(graph);
    let mut reach = vec![vec![false; n]; n];
    for (vertex, row) in reach.iter_mut().enumerate() {
        row[vertex] = true;
    }
    for (edge, &pair) in graph.edges().iter().enumerate() {
        let [a, b] = ends(pair);
        reach[a][b] |= edges(edge);
        reach[b][a] |= edges(edge);
    }
    for via in 0..n {
        for from in 0..n {
            for to in 0..n {
                reach[from][to] |= reach[from][via] && reach[via][to];
            }
        }
    }
    reach
}

/// Returns the edges of all simple paths from a vertex, with their last vertices.
fn simple_paths(graph: &Graph, from: usize) -> Vec<(Vec<i64>, usize)> {
    let mut found = Vec::new();
    let mut open = vec![(vec![0; graph.edges().len()], vec![from])];
    while let Some((edges, vertices)) = open.pop() {
        let last = *vertices.last().unwrap();
        for (edge, &pair) in graph.edges().iter().enumerate() {
            let [a, b] = ends(pair);
            let next = if a == last { b } else { a };
            if (a == last || b == last) && !vertices.contains(&next) {
                let mut longer: Vec<i64> = edges.clone();
                longer[edge] = 1;
                open.push((longer, [&vertices[..], &[next]].concat()));
            }
        }
        found.push((edges, last));
    }
    found
}

#[test]
fn active_vertices_are_connected() {
    for graph in graphs() {
        let n = n_vertices(&graph);
        check(
            n,
            (0, 1),
            |v| connected(&graph, v),
            |v| {
                let inner = |edge: usize| ends(graph.edges()[edge]).iter().all(|&end| v[end] == 1);
                let reach = reachable(&graph, inner);
                (0..n).all(|a| (0..n).all(|b| v[a] == 0 || v[b] == 0 || reach[a][b]))
            },
        );
    }
}

#[test]
fn active_edges_are_connected() {
    for graph in graphs() {
        check(
            graph.edges().len(),
            (0, 1),
            |v| connected_edges(&graph, v),
            |v| {
                let reach = reachable(&graph, |edge| v[edge] == 1);
                let active = || graph.edges().iter().zip(v).filter(|edge| *edge.1 == 1);
                active().all(|a| active().all(|b| reach[vertex(a.0[0])][vertex(b.0[0])]))
            },
        );
    }
}

#[test]
fn single_cycles_are_closed_paths() {
    let mut n_cycles = Vec::new();
    for graph in graphs() {
        let mut expected = BTreeSet::new();
        for from in 0..n_vertices(&graph) {
            for (edges, last) in simple_paths(&graph, from) {
                let closing = graph
                    .edges()
                    .iter()
                    .position(|&pair| ends(pair) == [from, last] || ends(pair) == [last, from]);
                if let Some(closing) = closing.filter(|&closing| edges[closing] == 0) {
                    let mut cycle = edges;
                    cycle[closing] = 1;
                    expected.insert(cycle);
                }
            }
        }
        let n_edges = graph.edges().len();
        check(n_edges, (0, 1), |v| single_cycle(&graph, v), |v| expected.contains(v));
        n_cycles.push(expected.len());
    }
    assert_eq!(n_cycles, [0, 0, 0, 7, 0, 2, 2, 3, 13]);
}

#[test]
fn paths_join_two_vertices() {
    for graph in graphs() {
        let n = i64::from(graph.n_vertices());
        for from in [-1, 0, 1, n - 1, n, MAX] {
            for to in [MIN, -1, 0, 2, n - 1, n] {
                let mut expected = BTreeSet::new();
                if let (Some(from), Some(to)) =
                    (index(from, n_vertices(&graph)), index(to, n_vertices(&graph)))
                {
                    let paths = simple_paths(&graph, from).into_iter();
                    expected.extend(paths.filter(|(_, last)| *last == to).map(|(edges, _)| edges));
                }
                let n_edges = graph.edges().len();
                check(n_edges, (0, 1), |v| path(&graph, v, from, to), |v| expected.contains(v));
            }
        }
    }
}

#[test]
fn regions_are_whole_and_have_their_sizes() {
    for graph in graphs().iter().filter(|graph| graph.edges().len() < 10) {
        let (n, n_edges) = (n_vertices(graph), graph.edges().len());
        let mut n_regions = 0;
        for joined in assignments(&vec![vec![0, 1]; n_edges]) {
            let reach = reachable(graph, |edge| joined[edge] == 1);
            let size = |row: &Vec<bool>| number(row.iter().filter(|&&it| it).count());
            let sizes: Vec<i64> = reach.iter().map(size).collect();
            let is_whole = graph.edges().iter().zip(&joined).all(|(&pair, &joined)| {
                let [a, b] = ends(pair);
                reach[a][b] == (joined == 1)
            });
            n_regions += usize::from(is_whole);
            let holds = |sizes: &[i64]| {
                evaluate(&regions(graph, joined.iter().copied(), sizes.iter().copied()))
            };
            assert_eq!(holds(&sizes), is_whole, "{joined:?}");
            for wrong in 0..n {
                for change in [-1, 1, MIN / 2] {
                    let mut sizes = sizes.clone();
                    sizes[wrong] += change;
                    assert!(!holds(&sizes), "{joined:?}, {sizes:?}");
                }
            }
        }
        assert!(n_regions > 0);
    }
}

#[test]
fn lists_that_do_not_fit_violate_constraints() {
    let graph = || Arc::new(Graph::grid(2, 2));
    let list = |n: i64| (0..n).map(|_| Expr::from(1)).collect::<Vec<_>>();
    let nodes = [
        Node::GlobalCardinality(list(2), Arc::new(vec![7]), vec![]),
        Node::Inverse(exprs![0, 1].to_vec(), exprs![0].to_vec()),
        Node::Disjunctive { starts: list(1), durations: vec![] },
        Node::Cumulative {
            starts: list(1),
            durations: list(1),
            demands: vec![],
            capacity: 5.into(),
        },
        Node::Connected(graph(), list(3)),
        Node::ConnectedEdges(graph(), list(5)),
        Node::SingleCycle(graph(), list(5)),
        Node::Path(graph(), exprs![0, 0, 0].to_vec(), 0.into(), 0.into()),
        Node::Regions(graph(), list(4), exprs![4, 4, 4].to_vec()),
        Node::Regions(graph(), list(3), exprs![4, 4, 4, 4].to_vec()),
    ];
    for node in nodes {
        assert!(!evaluate(&Expr::new(node.clone())), "{node:?}");
    }
}

#[test]
fn operands_must_be_defined() {
    let graph = Arc::new(Graph::grid(2, 1));
    let model = Model::new();
    let undefined = || Expr::from(1) / 0;
    let check = |expr: Expr, reason: Undefined| {
        assert_eq!(model.evaluate(&expr, &[]), Err(reason), "{expr:?}");
    };
    check(circuit([undefined()]), Undefined::DivisionByZero);
    check(
        lexicographic(exprs![1], Comparison::Lt, [2.into(), undefined()]),
        Undefined::DivisionByZero,
    );
    check(connected(&graph, exprs![0, 2]), Undefined::NotBoolean { value: 2 });
    check(path(&graph, exprs![-1], 0, 0), Undefined::NotBoolean { value: -1 });
    check(regions(&graph, exprs![3], exprs![1, 1]), Undefined::NotBoolean { value: 3 });
}

#[test]
fn operations_with_other_lists_differ() {
    let lists = |n| (exprs![1, 2, 3][..n].to_vec(), exprs![1, 2, 3][n..].to_vec());
    type Make = fn(Vec<Expr>, Vec<Expr>) -> Node;
    let makes: [Make; 5] = [
        |a, b| Node::Lexicographic(Comparison::Lt, a, b),
        Node::Inverse,
        |starts, durations| Node::Disjunctive { starts, durations },
        |a, b| Node::GlobalCardinality(a, Arc::new(vec![1]), b),
        |a, b| Node::Cumulative { starts: a, durations: b, demands: vec![], capacity: 1.into() },
    ];
    for make in makes {
        let [one, other] = [1, 2].map(|n| Expr::new(make(lists(n).0, lists(n).1)));
        assert!(one != other && one == one.clone(), "{one:?}");
    }
    let path = |graph| Expr::new(Node::Path(Arc::new(graph), vec![], 0.into(), 0.into()));
    assert!(path(Graph::grid(1, 1)) != path(Graph::grid(0, 0)));
    let of = |value| Node::GlobalCardinality(vec![], Arc::new(vec![value]), vec![1.into()]);
    assert!(Expr::new(of(1)) != Expr::new(of(2)));
}
