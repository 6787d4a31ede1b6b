//! Boards of known counts, and larger ones.

use std::sync::Arc;

use gordian_core::{Cancel, Index as _, Random};
use gordian_lcg::propagators::Linear;
use gordian_lcg::propagators::graph::{Connected, Graph, Path, Regions, SingleCycle};
use gordian_lcg::{Atom, Propagator as _, Solver, Var, Verdict};

use super::{add_atoms, count, grid, is_true, vars};

/// Returns the atoms of the edges of a vertex.
fn atoms_at(graph: &Graph, vertex: u32, edges: &[Atom]) -> Vec<Atom> {
    graph.neighbours(vertex).iter().map(|it| edges[it.edge as usize]).collect()
}

#[test]
fn connected_sets_of_cells_have_the_known_numbers() {
    // The numbers of connected sets of cells of squares, and the empty set.
    let is_whole = gordian_testkit::size(0, 1) == 1;
    for (n, expected) in [(1, 1), (2, 13), (3, 218), (4, 11_506)] {
        if n == 4 && !is_whole {
            continue;
        }
        let graph = grid(n, n);
        let mut solver = Solver::new();
        let vertices = add_atoms(&mut solver, (n * n) as usize);
        solver.post(Box::new(Connected::vertices(graph, vertices.clone())));
        assert_eq!(count(&mut solver, &vertices), expected + 1, "{n}");
    }
}

#[test]
fn connected_sets_of_edges_are_those_of_the_enumeration() {
    let graph = grid(3, 3);
    let mut expected = 0;
    for set in 0_u32..1 << graph.n_edges() {
        let edges: Vec<[u32; 2]> = (0..graph.n_edges())
            .filter(|edge| set >> edge & 1 == 1)
            .map(|edge| graph.edges()[edge as usize])
            .collect();
        // The vertices that the first edge reaches, as a set.
        let mut reached = edges.first().map_or(0, |&[a, b]| 1_u32 << a | 1 << b);
        for _ in 0..graph.n_vertices() {
            for &[a, b] in &edges {
                let ends = 1 << a | 1 << b;
                reached |= if reached & ends == 0 { 0 } else { ends };
            }
        }
        expected += usize::from(edges.iter().all(|&[a, _]| reached >> a & 1 == 1));
    }
    let mut solver = Solver::new();
    let edges = add_atoms(&mut solver, graph.edges().len());
    solver.post(Box::new(Connected::edges(&graph, edges.clone())));
    assert_eq!(count(&mut solver, &edges), expected);
}

#[test]
fn long_corridor_follows_without_search() {
    // A path is as deep as a search can be.
    let graph = grid(1, 30_000);
    let mut solver = Solver::new();
    let vertices = add_atoms(&mut solver, 30_000);
    for fixed in [vertices[10], vertices[29_980], !vertices[29_990]] {
        solver.add_clause(&[fixed]);
    }
    solver.post(Box::new(Connected::vertices(Arc::clone(&graph), vertices.clone())));
    let edges = add_atoms(&mut solver, 29_999);
    for fixed in [edges[5], edges[29_985]] {
        solver.add_clause(&[fixed]);
    }
    solver.post(Box::new(Connected::edges(&graph, edges.clone())));
    let path = add_atoms(&mut solver, 29_999);
    let ends = [17, 29_500].map(|end| solver.add_var(end, end));
    solver.post(Box::new(Path::new(graph, path.clone(), ends)));
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
    assert_eq!(solver.stats().conflicts, 0);
    let are_root =
        |atoms: &[Atom], truth| atoms.iter().all(|&atom| solver.root_truth(atom) == Some(truth));
    assert!(are_root(&vertices[10..=29_980], true) && are_root(&vertices[29_990..], false));
    assert!(are_root(&edges[5..=29_985], true));
    assert!(are_root(&path[17..29_500], true) && are_root(&path[29_500..], false));
    assert!(are_root(&path[..17], false));
}

#[test]
fn cycles_of_grids_have_the_known_numbers() {
    for (n, expected) in [(2, 1), (3, 13), (4, 213)] {
        let graph = grid(n, n);
        let mut solver = Solver::new();
        let edges = add_atoms(&mut solver, graph.edges().len());
        solver.post(Box::new(SingleCycle::new(graph, edges.clone())));
        assert_eq!(count(&mut solver, &edges), expected, "{n}");
    }
}

#[test]
fn hamiltonian_cycles_of_grids_have_the_known_numbers() {
    for (n_rows, n_columns, expected) in [(4, 4, 6), (4, 6, 37), (5, 5, 0), (6, 6, 1072)] {
        let graph = grid(n_rows, n_columns);
        let mut solver = Solver::new();
        let edges = add_atoms(&mut solver, graph.edges().len());
        for vertex in 0..graph.n_vertices() {
            solver.add_clause(&atoms_at(&graph, vertex, &edges));
        }
        solver.post(Box::new(SingleCycle::new(graph, edges.clone())));
        assert_eq!(count(&mut solver, &edges), expected, "{n_rows} × {n_columns}");
    }
}

#[test]
fn paths_from_corner_to_corner_have_the_known_numbers() {
    let is_whole = gordian_testkit::size(0, 1) == 1;
    for (n, expected) in [(2, 2), (3, 12), (4, 184), (5, 8512)] {
        if n == 5 && !is_whole {
            continue;
        }
        let graph = grid(n, n);
        let mut solver = Solver::new();
        let edges = add_atoms(&mut solver, graph.edges().len());
        let ends = [0, i64::from(n * n) - 1].map(|end| solver.add_var(end, end));
        solver.post(Box::new(Path::new(graph, edges.clone(), ends)));
        assert_eq!(count(&mut solver, &edges), expected, "{n}");
    }
}

#[test]
fn paths_between_any_ends_are_those_between_all_pairs() {
    let graph = grid(3, 3);
    let paths = |first: (i64, i64), last: (i64, i64)| {
        let mut solver = Solver::new();
        let mut atoms = add_atoms(&mut solver, graph.edges().len());
        let ends = [first, last].map(|(min, max)| solver.add_var(min, max));
        solver.post(Box::new(Path::new(Arc::clone(&graph), atoms.clone(), ends)));
        atoms.extend((0..9).flat_map(|vertex| ends.map(|end| end.equal(vertex))));
        count(&mut solver, &atoms)
    };
    let pairs = (0..9).flat_map(|a| (0..9).map(move |b| (a, b)));
    let sum: usize = pairs.map(|(a, b)| paths((a, a), (b, b))).sum();
    assert_eq!(paths((0, 8), (0, 8)), sum);
    assert!(sum > 500, "{sum}");
}

/// A loop on a board: the border of a random set of cells, with the number of its edges at each
/// cell.
struct LoopBoard {
    graph: Arc<Graph>,
    /// The edges around each cell, row by row.
    around: Vec<Vec<u32>>,
    clues: Vec<i64>,
}

/// Grows a set of `n_inside` cells of an `n` × `n` board whose border is one loop.
fn loop_board(n: usize, n_inside: usize, random: &mut Random) -> LoopBoard {
    let side = u32::try_from(n).unwrap() + 1;
    let graph = grid(side, side);
    let edge_of = |a: u32, b: u32| {
        graph.neighbours(a).iter().find(|it| it.vertex == b).expect("neighbours").edge
    };
    let mut around = Vec::new();
    for (row, column) in (0..side - 1).flat_map(|row| (0..side - 1).map(move |c| (row, c))) {
        let at = row * side + column;
        let corners = [at, at + 1, at + side + 1, at + side];
        around.push((0..4).map(|it| edge_of(corners[it], corners[(it + 1) % 4])).collect());
    }
    let around: Vec<Vec<u32>> = around;
    // The definition of the constraint judges the border.
    let vars: Vec<Var> = (0..graph.edges().len()).map(Var::from_usize).collect();
    let atoms = vars.iter().map(|var| var.at_least(1)).collect();
    let rule = SingleCycle::new(Arc::clone(&graph), atoms);
    let border = |inside: &[bool]| {
        let mut border = vec![0_i64; vars.len()];
        for (cell, _) in inside.iter().enumerate().filter(|it| *it.1) {
            for &edge in &around[cell] {
                border[edge as usize] ^= 1;
            }
        }
        border
    };
    let mut inside = vec![false; n * n];
    inside[random.below(n * n)] = true;
    for _ in 1..n_inside {
        loop {
            let cell = random.below(n * n);
            if !std::mem::replace(&mut inside[cell], true) {
                let border = border(&inside);
                if rule.holds(&|var| border[var.index()]) {
                    break;
                }
                inside[cell] = false;
            }
        }
    }
    let border = border(&inside);
    let clue = |edges: &Vec<u32>| edges.iter().map(|&edge| border[edge as usize]).sum();
    LoopBoard { clues: around.iter().map(clue).collect(), graph, around }
}

/// Returns the loop of a board with some of its clues, and the number of conflicts.
fn solve_loop(board: &LoopBoard, clues: &[usize]) -> (Vec<i64>, u64) {
    let mut solver = Solver::new();
    let edges = add_atoms(&mut solver, board.graph.edges().len());
    for &cell in clues {
        let around: Vec<(i64, Var)> =
            board.around[cell].iter().map(|&edge| (1, edges[edge as usize].var)).collect();
        solver.post(Box::new(Linear::at_most(&around, board.clues[cell])));
        solver.post(Box::new(Linear::at_least(&around, board.clues[cell])));
    }
    solver.post(Box::new(SingleCycle::new(Arc::clone(&board.graph), edges.clone())));
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
    let values = vars(&edges).iter().map(|&var| solver.value(var)).collect();
    (values, solver.stats().conflicts)
}

#[test]
fn loops_with_clues_take_few_conflicts() {
    for seed in gordian_testkit::seeds(5, 50) {
        let mut random = Random::new(seed);
        let board = loop_board(10, 52, &mut random);
        let clues: Vec<usize> = (0..100).filter(|_| random.below(10) < 7).collect();
        let (values, n_conflicts) = solve_loop(&board, &clues);
        assert!(n_conflicts < 100, "{n_conflicts}");
        for &cell in &clues {
            let sum: i64 = board.around[cell].iter().map(|&edge| values[edge as usize]).sum();
            assert_eq!(sum, board.clues[cell]);
        }
        let vars = (0..values.len()).map(Var::from_usize);
        let rule =
            SingleCycle::new(Arc::clone(&board.graph), vars.map(|it| it.at_least(1)).collect());
        assert!(rule.holds(&|var| values[var.index()]));
    }
}

/// Counts the divisions of a grid into connected sets of `n` cells, by exact covers with sets as
/// bit masks.
fn divisions(n_rows: u32, n_columns: u32, n: u32) -> usize {
    let graph = grid(n_rows, n_columns);
    let n_cells = graph.n_vertices();
    let is_connected = |set: u32| {
        let mut reached = set & set.wrapping_neg();
        for _ in 0..n {
            for &[a, b] in graph.edges() {
                let ends = (1 << a | 1 << b) & set;
                reached |= if ends.count_ones() == 2 && reached & ends != 0 { ends } else { 0 };
            }
        }
        reached == set
    };
    let sets = (0_u32..1 << n_cells).filter(|set| set.count_ones() == n);
    let sets: Vec<u32> = sets.filter(|&set| is_connected(set)).collect();
    let mut covers = vec![(0_u32, 1_usize)];
    let mut total = 0;
    while let Some((covered, ways)) = covers.pop() {
        let first = (!covered).trailing_zeros();
        if first == n_cells {
            total += ways;
            continue;
        }
        let fits = sets.iter().filter(|&&set| set >> first & 1 == 1 && set & covered == 0);
        covers.extend(fits.map(|set| (covered | set, ways)));
    }
    total
}

#[test]
fn divisions_of_grids_into_equal_regions_are_those_of_exact_covers() {
    for (n_rows, n_columns, n) in [(3, 4, 3), (3, 4, 2), (4, 4, 4), (3, 4, 6), (3, 5, 2)] {
        let graph = grid(n_rows, n_columns);
        let mut solver = Solver::new();
        let joined = add_atoms(&mut solver, graph.edges().len());
        let size = solver.add_var(i64::from(n), i64::from(n));
        let sizes = vec![size; graph.n_vertices() as usize];
        solver.post(Box::new(Regions::new(graph, joined.clone(), sizes)));
        let expected = divisions(n_rows, n_columns, n);
        assert_eq!(count(&mut solver, &joined), expected, "{n_rows} × {n_columns} by {n}");
        assert_eq!(expected == 0, n_rows * n_columns % n != 0);
    }
}

#[test]
fn all_divisions_of_a_grid_are_found_with_their_sizes() {
    // The numbers of divisions of squares into connected regions.
    for (n, expected) in [(1, 1), (2, 12), (3, 1434)] {
        let graph = grid(n, n);
        let n_vertices = i64::from(n * n);
        let mut solver = Solver::new();
        let joined = add_atoms(&mut solver, graph.edges().len());
        let sizes = (0..n_vertices).map(|_| solver.add_var(0, n_vertices)).collect();
        solver.post(Box::new(Regions::new(graph, joined.clone(), sizes)));
        assert_eq!(count(&mut solver, &joined), expected, "{n}");
    }
}

#[test]
fn large_board_is_divided_by_clues() {
    // Every region of a 20 × 20 board has five cells, and no variable is fixed before.
    let graph = grid(20, 20);
    let mut solver = Solver::new();
    let joined = add_atoms(&mut solver, graph.edges().len());
    let sizes: Vec<Var> = (0..400).map(|_| solver.add_var(1, 400)).collect();
    for &size in &sizes {
        solver.add_clause(&[size.equal(5)]);
    }
    let rule = || Regions::new(Arc::clone(&graph), joined.clone(), sizes.clone());
    solver.post(Box::new(rule()));
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
    assert!(rule().holds(&|var| solver.value(var)));
    assert!(joined.iter().filter(|&&atom| is_true(&solver, atom)).count() >= 320);
}

/// Returns 3 × 3 grids, one after the other, with further edges; and the number of the first of
/// these.
fn rooms(n_rooms: u32, connections: &[[u32; 2]]) -> (Arc<Graph>, usize) {
    let room = grid(3, 3);
    let shifted = |at: u32| room.edges().iter().map(move |ends| ends.map(|end| end + 9 * at));
    let mut edges: Vec<[u32; 2]> = (0..n_rooms).flat_map(shifted).collect();
    let n_edges = edges.len();
    edges.extend(connections);
    (Arc::new(Graph::new(9 * n_rooms, edges).unwrap()), n_edges)
}

#[test]
fn cycle_through_two_rooms_passes_both_connections() {
    // The third room has one connection, the fourth one has two to the same vertex.
    let connections = [[2, 9], [8, 15], [16, 18], [4, 27], [4, 29]];
    let (graph, first) = rooms(4, &connections);
    let mut solver = Solver::new();
    let edges = add_atoms(&mut solver, graph.edges().len());
    solver.add_clause(&[edges[0]]);
    solver.add_clause(&[edges[15]]);
    solver.post(Box::new(SingleCycle::new(Arc::clone(&graph), edges.clone())));
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
    for &edge in &edges[first..first + 2] {
        assert_eq!(solver.root_truth(edge), Some(true));
    }
    let other_rooms =
        graph.edges().iter().zip(&edges).filter(|(ends, _)| ends.iter().any(|&end| end >= 18));
    for (_, &edge) in other_rooms {
        assert_eq!(solver.root_truth(edge), Some(false));
    }
    assert_eq!(solver.stats().conflicts, 0);
}

#[test]
fn path_through_rooms_passes_the_only_connections() {
    let (graph, first) = rooms(4, &[[8, 9], [17, 18], [4, 27]]);
    let mut solver = Solver::new();
    let edges = add_atoms(&mut solver, graph.edges().len());
    // The last vertex is somewhere in the third room.
    let ends = [solver.add_var(0, 0), solver.add_var(18, 26)];
    solver.post(Box::new(Path::new(graph, edges.clone(), ends)));
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
    let root_truths = edges[first..].iter().map(|&edge| solver.root_truth(edge));
    assert_eq!(root_truths.collect::<Vec<_>>(), [Some(true), Some(true), Some(false)]);
    assert_eq!(solver.stats().conflicts, 0);
}
