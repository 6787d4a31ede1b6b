//! Bounds of sums of different values.
//!
//! Variables with different values have a sum that is greater than their least values say. Such
//! sums are found in two places: among required sums, as in a magic square, and among different
//! distances, as of the marks of a ruler:
//!
//! ```text
//! marks       a ──── b ── c ────── d
//! distances   b−a    c−b  d−c               d−a = (b−a) + (c−b) + (d−c) ≥ 1 + 2 + 3
//!                     d−b                   d−a = (b−a) + (d−b)
//! ```
//!
//! Each distance is an edge of a graph of the marks. The longest path between two marks gives the
//! best bound of their distance, and the longest path that contains an edge gives an upper bound of
//! its length.
//!
//! *Source*: Galinier, Jaumard, Morales, Pesant: "A constraint-based approach to the Golomb ruler
//! problem", CP-AI-OR 2001.

use gordian_lcg::Var;
use gordian_lcg::propagators::{DifferentSum, Term};
use gordian_model::Comparison;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::form::Form;
use crate::notes::DifferentValues;
use crate::poster::Poster;

/// Longer sums are left to the linear constraint.
const MAX_TERMS: usize = 100;
/// At most this many sums are posted.
const MAX_SUMS: usize = 2000;

/// A distance: an edge from one mark to another; `None` is the mark 0.
#[derive(Clone, Copy, Debug)]
struct Edge {
    from: Option<Var>,
    to: Option<Var>,
    /// The distance, which equals `to − from + constant`.
    var: Var,
    constant: i64,
}

impl Edge {
    fn of(form: &Form, var: Var) -> Option<Self> {
        let constant = form.constant;
        let (from, to) = match form.terms[..] {
            [(1, Term::Var(to))] => (None, Some(to)),
            [(-1, Term::Var(from))] => (Some(from), None),
            [(1, Term::Var(to)), (-1, Term::Var(from))]
            | [(-1, Term::Var(from)), (1, Term::Var(to))] => (Some(from), Some(to)),
            _ => return None,
        };
        Some(Self { from, to, var, constant })
    }
}

/// Replaces operands that are variables by the distances that equations define them to be: `d` by
/// `b − a` if `d = b − a` is required. Models that were flattened have such variables.
fn use_definitions(lists: &mut [Vec<(Form, Var)>], sums: &[(Form, Comparison)]) {
    let mut definitions: FxHashMap<Var, Form> = FxHashMap::default();
    for (sum, _) in sums.iter().filter(|(_, how)| *how == Comparison::Eq) {
        for &(coefficient, term) in &sum.terms {
            let Term::Var(var) = term else { continue };
            if sum.terms.len() != 3 || !matches!(coefficient, 1 | -1) {
                continue;
            }
            // coefficient · var + rest = 0
            let own = Form::from((coefficient, var));
            let definition = Form::sum([(-coefficient, sum), (coefficient, &own)]);
            if let Some(definition) = definition.filter(|it| Edge::of(it, var).is_some()) {
                definitions.entry(var).or_insert(definition);
            }
        }
    }
    for (form, var) in lists.iter_mut().flatten() {
        if form.as_var() == Some(*var)
            && let Some(definition) = definitions.get(var)
        {
            *form = definition.clone();
        }
    }
}

/// Distances, as an acyclic graph of marks in topological order.
#[derive(Debug)]
struct Distances {
    n_marks: usize,
    /// The edges with their marks, in the order of these.
    edges: Vec<(usize, usize, Edge)>,
}

impl Distances {
    /// Returns the graph of edges; `None` if it has a cycle.
    fn new(edges: &[Edge]) -> Option<Self> {
        let mut numbers: FxHashMap<Option<Var>, usize> = FxHashMap::default();
        let mut number = |mark| {
            let next = numbers.len();
            *numbers.entry(mark).or_insert(next)
        };
        let pairs: Vec<(usize, usize)> =
            edges.iter().map(|edge| (number(edge.from), number(edge.to))).collect();
        let n_marks = numbers.len();
        let mut out: Vec<Vec<usize>> = vec![Vec::new(); n_marks];
        let mut n_before = vec![0; n_marks];
        for &(from, to) in &pairs {
            out[from].push(to);
            n_before[to] += 1;
        }
        let mut order: Vec<usize> = (0..n_marks).filter(|&at| n_before[at] == 0).collect();
        let mut ranks = vec![0; n_marks];
        let mut next = 0;
        while let Some(&mark) = order.get(next) {
            ranks[mark] = next;
            next += 1;
            for &to in &out[mark] {
                n_before[to] -= 1;
                if n_before[to] == 0 {
                    order.push(to);
                }
            }
        }
        let ranked = pairs.iter().zip(edges).map(|(&(a, b), &edge)| (ranks[a], ranks[b], edge));
        let mut edges: Vec<(usize, usize, Edge)> = ranked.collect();
        edges.sort_by_key(|&(from, to, _)| (from, to));
        (order.len() == n_marks).then_some(Self { n_marks, edges })
    }

    fn is_small(&self) -> bool {
        self.n_marks <= MAX_TERMS
    }

    /// Returns the pairs of marks that a path connects.
    fn connected(&self) -> FxHashSet<(Option<Var>, Option<Var>)> {
        let mut marks = vec![None; self.n_marks];
        for &(from, to, edge) in &self.edges {
            (marks[from], marks[to]) = (edge.from, edge.to);
        }
        let paths = (0..self.n_marks).flat_map(|start| {
            let longest = self.longest(start);
            (0..self.n_marks).filter(move |&end| longest[end].0 > 0).map(move |end| (start, end))
        });
        paths.map(|(start, end)| (marks[start], marks[end])).collect()
    }

    /// Returns, for each mark, the number of edges of a longest path from `start` with its last
    /// edge; 0 without a path.
    fn longest(&self, start: usize) -> Vec<(usize, usize)> {
        let mut longest = vec![(0, 0); self.n_marks];
        for (at, &(from, to, _)) in self.edges.iter().enumerate() {
            let is_reached = from == start || longest[from].0 > 0;
            if is_reached && longest[from].0 + 1 > longest[to].0 {
                longest[to] = (longest[from].0 + 1, at);
            }
        }
        longest
    }

    /// Returns the edges of a longest path from `start` to `end`; none without a path.
    fn path(&self, start: usize, end: usize, longest: &[(usize, usize)]) -> Vec<Edge> {
        let mut path = Vec::new();
        let mut mark = end;
        while mark != start && longest[mark].0 > 0 {
            let (from, _, edge) = self.edges[longest[mark].1];
            path.push(edge);
            mark = from;
        }
        path.reverse();
        path
    }

    /// Returns the longest paths of at least two edges between two marks each, and for each edge
    /// one that contains it.
    fn paths(&self) -> Vec<Vec<Edge>> {
        let all: Vec<_> = (0..self.n_marks).map(|start| self.longest(start)).collect();
        let mut paths = Vec::new();
        let mut keys: FxHashSet<Vec<Var>> = FxHashSet::default();
        let mut add = |path: Vec<Edge>| {
            if path.len() > 1 && keys.insert(path.iter().map(|edge| edge.var).collect()) {
                paths.push(path);
            }
        };
        for (start, longest) in all.iter().enumerate() {
            (0..self.n_marks).for_each(|end| add(self.path(start, end, longest)));
        }
        for &(from, to, edge) in &self.edges {
            let start = (0..self.n_marks).rev().max_by_key(|&start| all[start][from].0);
            let end = (0..self.n_marks).rev().max_by_key(|&end| all[to][end].0);
            let (start, end) = (start.expect("it is a mark"), end.expect("it is a mark"));
            let mut path = self.path(start, from, &all[start]);
            path.push(edge);
            path.extend(self.path(to, end, &all[to]));
            add(path);
        }
        paths
    }
}

impl Poster<'_> {
    /// Posts sums of variables that are required to be different; called once, after all
    /// constraints.
    pub(crate) fn post_different_sums(&mut self) {
        let DifferentValues { mut lists, sums, .. } = std::mem::take(&mut self.different);
        if lists.is_empty() {
            return;
        }
        use_definitions(&mut lists, &sums);
        self.bound_operands(&lists, &sums);
        self.solver.tighten(&self.options.cancel);
        let mut n_posted = 0;
        for list in &lists {
            for sum in self.distance_sums(list) {
                if n_posted < MAX_SUMS {
                    n_posted += 1;
                    self.solver.post(Box::new(sum));
                }
            }
        }
        let sets: Vec<FxHashSet<Var>> =
            lists.iter().map(|list| list.iter().map(|&(_, var)| var).collect()).collect();
        for (form, how) in &sums {
            for sum in sets.iter().flat_map(|set| different_sums(set, form, *how)) {
                if n_posted < MAX_SUMS {
                    n_posted += 1;
                    self.solver.post(Box::new(sum));
                }
            }
        }
    }

    /// Bounds the variables of operands by required comparisons of the same terms: `a < b` bounds
    /// that of `b − a`.
    fn bound_operands(&mut self, lists: &[Vec<(Form, Var)>], sums: &[(Form, Comparison)]) {
        let operands: FxHashMap<&[(i64, Term)], (i64, Var)> = lists
            .iter()
            .flatten()
            .map(|(form, var)| (&form.terms[..], (form.constant, *var)))
            .collect();
        for (sum, how) in sums {
            for sign in [1, -1] {
                let Some(form) = Form::sum([(sign, sum)]) else { continue };
                let Some(&(constant, var)) = operands.get(&form.terms[..]) else { continue };
                // sign · (operand − constant) + constant of the sum ◦ 0
                let operand = Form::from((1, var));
                let Some(rest) = form.constant.checked_sub(constant) else { continue };
                let parts = [(sign, &operand), (sign, &Form::from(rest))];
                let Some(bounded) = Form::sum(parts) else { continue };
                if let Some(atom) = self.simple_atom(&bounded, *how) {
                    self.clause(None, [atom]);
                }
            }
        }
    }

    /// Returns bounds of paths of different distances, which are not negative.
    fn distance_sums(&self, list: &[(Form, Var)]) -> Vec<DifferentSum> {
        let edges: Vec<Edge> = list.iter().filter_map(|(form, var)| Edge::of(form, *var)).collect();
        let is_positive = |edge: &&Edge| self.solver.bounds(edge.var).0 >= 0;
        let positive: Vec<Edge> = edges.iter().filter(is_positive).copied().collect();
        let Some(graph) = Distances::new(&positive).filter(Distances::is_small) else {
            return Vec::new();
        };
        // A distance that is the sum of others, up to a constant, has no negative values either.
        let connected = graph.connected();
        let edges: Vec<Edge> = edges
            .into_iter()
            .filter(|edge| is_positive(&edge) || connected.contains(&(edge.from, edge.to)))
            .collect();
        let Some(graph) = Distances::new(&edges) else { return Vec::new() };
        let direct: FxHashMap<(Option<Var>, Option<Var>), Edge> =
            edges.iter().map(|&edge| ((edge.from, edge.to), edge)).collect();
        let mut sums = Vec::new();
        for path in graph.paths() {
            let (from, to) = (path[0].from, path[path.len() - 1].to);
            let vars: Vec<Var> = path.iter().map(|edge| edge.var).collect();
            // Σ path = to − from + Σ constants
            let constants = path.iter().map(|edge| edge.constant);
            let Some(sum) = constants.clone().try_fold(0, i64::checked_add) else { continue };
            let (rest, bound) = match direct.get(&(from, to)) {
                Some(edge) if !vars.contains(&edge.var) => {
                    (vec![(-1, edge.var)], sum.checked_sub(edge.constant))
                }
                _ => {
                    let ends = [(-1, to), (1, from)];
                    let ends = ends.into_iter().filter_map(|(c, mark)| Some((c, mark?)));
                    (ends.collect(), Some(sum))
                }
            };
            let Some(bound) = bound else { continue };
            sums.push(DifferentSum::at_most(&vars, &rest, bound));
        }
        sums
    }
}

/// Returns bounds of a sum that compares with 0 by the terms that have different values.
fn different_sums(set: &FxHashSet<Var>, form: &Form, how: Comparison) -> Vec<DifferentSum> {
    let mut sums = Vec::new();
    for sign in [1, -1] {
        let is_different = |coefficient: i64, term: Term| {
            coefficient == sign && matches!(term, Term::Var(var) if set.contains(&var))
        };
        let (mut different, mut rest) = (Vec::new(), Vec::new());
        let mut has_atoms = false;
        for &(coefficient, term) in &form.terms {
            match term {
                Term::Var(var) if is_different(coefficient, term) => different.push(var),
                Term::Var(var) => rest.push((coefficient, var)),
                Term::Holds(_) => has_atoms = true,
            }
        }
        let Some(bound) = form.constant.checked_neg() else { continue };
        let (Some(below), Some(above)) = (bound.checked_sub(1), bound.checked_add(1)) else {
            continue;
        };
        let has_opposites = rest.iter().all(|&(coefficient, _)| coefficient != i64::MIN);
        if different.len() < 2 || has_atoms || !has_opposites {
            continue;
        }
        // A sum of opposite numbers is at most a number if the sum of the numbers is at least its
        // opposite.
        let mut add = |is_upper: bool, bound: i64| {
            let opposite = |&(c, var): &(i64, Var)| (-c, var);
            let (rest, bound) = if sign > 0 {
                (rest.clone(), Some(bound))
            } else {
                (rest.iter().map(opposite).collect(), bound.checked_neg())
            };
            let Some(bound) = bound else { return };
            sums.push(if is_upper == (sign > 0) {
                DifferentSum::at_most(&different, &rest, bound)
            } else {
                DifferentSum::at_least(&different, &rest, bound)
            });
        };
        match how {
            Comparison::Le => add(true, bound),
            Comparison::Lt => add(true, below),
            Comparison::Ge => add(false, bound),
            Comparison::Gt => add(false, above),
            Comparison::Eq => {
                add(true, bound);
                add(false, bound);
            }
            Comparison::Ne => {}
        }
    }
    sums
}
