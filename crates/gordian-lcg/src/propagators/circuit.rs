//! Successors that form one cycle.
//!
//! ```text
//! chain:  s → a → b → e …      e does not lead back to s while other vertices must be visited
//! cut:    { reached } ↛ rest   all arcs out of a set are removed, so no cycle leaves it
//! ```
//!
//! No two vertices have the same successor, no chain of fixed arcs is closed too early, and all
//! vertices of the cycle are reached from each of them in both directions. A closed chain is
//! explained by its arcs, a cut by the removed arcs.
//!
//! *Source*: Francis, Stuckey: "Explaining circuit propagation", Constraints 19 (2014); Caseau,
//! Laburthe: "Solving small TSPs with constraints", ICLP 1997.

use gordian_core::numbers::to_u32;

use super::inverse::{as_index, as_value, restrict_to_indices};
use crate::atom::{Atom, Var};
use crate::propagator::{
    Before, Conflict, Domains, Event, Explanation, Priority, Propagator, n_bytes_of,
};

/// The variables are the successors of vertices, whose numbers begin with 0, and form one cycle
/// through all vertices.
pub type Circuit = Successors<false>;

/// The variables are the successors of vertices, whose numbers begin with 0; the vertices that are
/// not their own successors form one cycle, or there are none.
pub type Subcircuit = Successors<true>;

/// [`Circuit`], or with `MAY_SKIP` [`Subcircuit`]: vertices may be their own successors, which are
/// not on the cycle.
#[derive(Clone, Debug)]
pub struct Successors<const MAY_SKIP: bool> {
    vars: Vec<Var>,
}

/// Why a successor was removed or fixed; a vertex belongs to each reason.
#[derive(Clone, Copy, Debug)]
enum Why {
    /// The vertex is not on the chain, but on the cycle.
    Chain,
    /// The vertex is on a closed cycle.
    Cycle,
    /// Not reached from the vertex, which is on the cycle.
    Forward,
    /// The vertex, which is on the cycle, is not reached.
    Backward,
}

const WHYS: [Why; 4] = [Why::Chain, Why::Cycle, Why::Forward, Why::Backward];

impl<const MAY_SKIP: bool> Successors<MAY_SKIP> {
    /// Returns the constraint for the successors of the vertices 0, 1, ….
    #[must_use]
    pub fn new(successors: &[Var]) -> Self {
        Self { vars: successors.to_vec() }
    }

    fn later(&self, why: Why, vertex: usize) -> Explanation<'static> {
        let data = why as usize * self.vars.len() + vertex;
        Explanation::Later(to_u32(data))
    }

    /// Returns the atom that a vertex is on the cycle.
    fn is_visited(&self, vertex: usize) -> Atom {
        self.vars[vertex].not_equal(as_value(vertex))
    }

    fn arc(&self, from: usize, to: usize) -> Atom {
        self.vars[from].equal(as_value(to))
    }

    /// Removes the successors of vertices that became fixed from the others.
    fn make_different(
        &self,
        next: &[Option<usize>],
        domains: &mut Domains<'_>,
    ) -> Result<(), Conflict> {
        for &place in domains.changed() {
            let from = place as usize;
            let Some(to) = next[from] else { continue };
            let reason = [self.arc(from, to)];
            for (other, var) in self.vars.iter().enumerate() {
                if other != from {
                    domains.assign(var.not_equal(as_value(to)), Explanation::Now(&reason))?;
                }
            }
        }
        Ok(())
    }

    /// Draws the conclusions from chains of fixed arcs. No two of them lead to the same vertex.
    fn propagate_chains(
        &self,
        next: &[Option<usize>],
        domains: &mut Domains<'_>,
    ) -> Result<(), Conflict> {
        let n = self.vars.len();
        let mut has_previous = vec![false; n];
        for &to in next.iter().flatten() {
            has_previous[to] = true;
        }
        let is_visited =
            |domains: &Domains<'_>, it: usize| domains.truth(self.is_visited(it)) == Some(true);
        let mut is_seen = vec![false; n];
        for start in (0..n).filter(|&it| !has_previous[it]) {
            let mut end = start;
            is_seen[start] = true;
            let mut on_chain = vec![start];
            while let Some(to) = next[end] {
                end = to;
                is_seen[end] = true;
                on_chain.push(end);
            }
            if on_chain.len() == 1 {
                continue;
            }
            on_chain.sort_unstable();
            let mut others = (0..n).filter(|it| on_chain.binary_search(it).is_err());
            if let Some(other) = others.find(|&it| is_visited(domains, it)) {
                let atom = self.vars[end].not_equal(as_value(start));
                domains.assign(atom, self.later(Why::Chain, other))?;
            }
        }
        // What remains is closed.
        let on_cycles = |it: usize| !is_seen[it] && next[it].is_some_and(|to| to != it);
        let Some(first) = (0..n).find(|&it| on_cycles(it)) else { return Ok(()) };
        let mut on_cycle = vec![false; n];
        let mut at = first;
        while !on_cycle[at] {
            on_cycle[at] = true;
            at = next[at].expect("a closed chain");
        }
        for other in (0..n).filter(|&it| !on_cycle[it]) {
            domains.assign(self.arc(other, other), self.later(Why::Cycle, first))?;
        }
        Ok(())
    }

    /// Returns which vertices are reached from one of them, or reach it.
    fn reached(
        &self,
        from: usize,
        forward: bool,
        contains: impl Fn(Var, i64) -> bool,
    ) -> Vec<bool> {
        let mut is_reached = vec![false; self.vars.len()];
        is_reached[from] = true;
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            for (other, is_reached) in is_reached.iter_mut().enumerate() {
                let (tail, head) = if forward { (at, other) } else { (other, at) };
                if !*is_reached && contains(self.vars[tail], as_value(head)) {
                    *is_reached = true;
                    open.push(other);
                }
            }
        }
        is_reached
    }

    fn propagate_cuts(&self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        let visited =
            (0..self.vars.len()).find(|&it| domains.truth(self.is_visited(it)) == Some(true));
        let Some(root) = visited else { return Ok(()) };
        for why in [Why::Forward, Why::Backward] {
            let is_forward = matches!(why, Why::Forward);
            let is_reached =
                self.reached(root, is_forward, |var, value| domains.contains(var, value));
            for other in (0..self.vars.len()).filter(|&it| !is_reached[it]) {
                domains.assign(self.arc(other, other), self.later(why, root))?;
            }
        }
        Ok(())
    }
}

impl<const MAY_SKIP: bool> Propagator for Successors<MAY_SKIP> {
    fn name(&self) -> &'static str {
        if MAY_SKIP { "Subcircuit" } else { "Circuit" }
    }

    fn subscriptions(&self) -> Vec<(Var, Event)> {
        self.vars.iter().map(|&var| (var, Event::Any)).collect()
    }

    fn priority(&self) -> Priority {
        Priority::Expensive
    }

    fn n_bytes(&self) -> u64 {
        n_bytes_of(&self.vars)
    }

    /// Cost: the square of the number of vertices.
    fn propagate(&mut self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        let n = self.vars.len();
        restrict_to_indices(&self.vars, n, domains)?;
        if n <= 1 {
            return Ok(());
        }
        if !MAY_SKIP {
            for vertex in 0..n {
                domains.assign(self.is_visited(vertex), Explanation::Now(&[]))?;
            }
        }
        let next: Vec<Option<usize>> =
            self.vars.iter().map(|&var| domains.value(var).map(as_index)).collect();
        self.make_different(&next, domains)?;
        self.propagate_chains(&next, domains)?;
        self.propagate_cuts(domains)
    }

    fn explain(&self, atom: Atom, data: u32, before: &Before<'_>, out: &mut Vec<Atom>) {
        let n = self.vars.len();
        let (why, vertex) = (WHYS[data as usize / n], data as usize % n);
        let next = |at: usize| as_index(before.min(self.vars[at]));
        match why {
            Why::Chain => {
                // The arcs from the removed successor to the vertex whose successor it was.
                let mut at = as_index(atom.value);
                while self.vars[at] != atom.var {
                    out.push(self.arc(at, next(at)));
                    at = next(at);
                }
                out.push(self.is_visited(vertex));
            }
            Why::Cycle => {
                let mut at = vertex;
                loop {
                    out.push(self.arc(at, next(at)));
                    at = next(at);
                    if at == vertex {
                        break;
                    }
                }
            }
            Why::Forward | Why::Backward => {
                let is_forward = matches!(why, Why::Forward);
                let is_reached =
                    self.reached(vertex, is_forward, |var, value| before.contains(var, value));
                out.push(self.is_visited(vertex));
                for (from, &var) in self.vars.iter().enumerate() {
                    if is_reached[from] != is_forward {
                        continue;
                    }
                    let removed = (0..n).filter(|&to| is_reached[to] != is_forward).map(as_value);
                    let removed = removed.filter(|&to| before.root_contains(var, to));
                    out.extend(removed.map(|to| var.not_equal(to)));
                }
            }
        }
    }

    fn holds(&self, value: &dyn Fn(Var) -> i64) -> bool {
        let n = self.vars.len();
        let next: Option<Vec<usize>> = self
            .vars
            .iter()
            .map(|&var| usize::try_from(value(var)).ok().filter(|&to| to < n))
            .collect();
        let Some(next) = next else { return false };
        let must_visit = |it: usize| !MAY_SKIP || next[it] != it;
        let Some(start) = (0..n).find(|&it| must_visit(it)) else { return true };
        // The walk visits each vertex of the cycle once and ends where it began.
        let mut is_visited = vec![false; n];
        let mut at = start;
        while !is_visited[at] {
            is_visited[at] = true;
            at = next[at];
        }
        at == start && (0..n).all(|it| is_visited[it] || !must_visit(it))
    }
}
