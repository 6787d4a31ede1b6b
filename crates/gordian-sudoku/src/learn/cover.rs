//! A grid as an exact cover problem.

use gordian_core::{Index, IndexVec};
use gordian_grid::{Candidates, Layout};

use super::lit::{Group, Var};
use crate::general::{StateSpace, StateSpaceVisitor, with_state_space};

/// The undecided part of a grid as variables and groups.
///
/// ```text
/// variables: the candidates of the undecided cells
/// groups:    for each undecided cell its candidates:                     exactly one
///            for each house and digit not yet placed in it, its places:  exactly one,
///            or, in a house of fewer than n cells:                       at most one
/// ```
///
/// *Invariants*: a group has 1 to 64 distinct members; every variable is in the group of its cell.
/// A set of true variables that satisfies all groups is a solution of the grid, and vice versa.
#[derive(Debug)]
pub(crate) struct ExactCover {
    /// The cell and digit (from 1) of each variable.
    candidates: IndexVec<Var, (usize, u8)>,
    /// The start of the members of each group, and the end of the last.
    starts: Vec<u32>,
    members: Vec<Var>,
    /// Whether exactly one member of the group must be true (otherwise at most one).
    exact: IndexVec<Group, bool>,
    /// The start of the memberships of each variable, and the end of the last.
    place_starts: Vec<u32>,
    places: Vec<Membership>,
}

/// The membership of a variable in a group: the group and the index of the variable in it, below
/// 64.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Membership(u32);

impl Membership {
    fn new(group: Group, number: usize) -> Self {
        Self(u32::try_from(group.index() << 6 | number).expect("groups are far fewer than 2^26"))
    }

    #[inline]
    pub(crate) fn group(self) -> Group {
        Group::from_usize((self.0 >> 6) as usize)
    }

    /// Returns the mask of the variable in the group.
    #[inline]
    pub(crate) fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }
}

impl ExactCover {
    /// Creates the cover of the undecided cells.
    ///
    /// The candidates must be consistent: the digits of decided cells have been removed from their
    /// peers, and no cell and no house lacks a candidate.
    fn new(layout: &Layout, candidates: &Candidates) -> Self {
        let n = layout.n();
        let is_open = |cell: usize| candidates.mask(cell).count_ones() > 1;
        let mut names = IndexVec::new();
        let mut first = vec![0; layout.n_cells()];
        for cell in (0..layout.n_cells()).filter(|&cell| is_open(cell)) {
            first[cell] = names.len();
            for digit in candidates.digits(cell) {
                names.push((cell, digit));
            }
        }
        // The variables of a cell are consecutive, in the order of digits.
        let var = |cell: usize, digit: u32| {
            let below = candidates.mask(cell) & !(u64::MAX << digit);
            Var::from_usize(first[cell] + below.count_ones() as usize)
        };
        let mut groups = GroupBuilder::default();
        for cell in (0..layout.n_cells()).filter(|&cell| is_open(cell)) {
            let n_vars = candidates.mask(cell).count_ones() as usize;
            groups.push((first[cell]..first[cell] + n_vars).map(Var::from_usize), true);
        }
        for house in layout.houses() {
            for digit in (0_u32..).take(n) {
                let open = house
                    .cells
                    .iter()
                    .filter(|&&cell| is_open(cell) && candidates.mask(cell) >> digit & 1 == 1);
                groups.push(open.map(|&cell| var(cell, digit)), house.cells.len() == n);
            }
        }
        groups.finish(names)
    }

    pub(crate) fn n_vars(&self) -> usize {
        self.candidates.len()
    }

    pub(crate) fn n_groups(&self) -> usize {
        self.exact.len()
    }

    /// Returns the cell and digit (from 1) of a variable.
    pub(crate) fn candidate(&self, var: Var) -> (usize, u8) {
        self.candidates[var]
    }

    #[inline]
    pub(crate) fn members(&self, group: Group) -> &[Var] {
        let at = group.index();
        &self.members[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// Returns the only variable in a mask of a group's members.
    #[inline]
    pub(crate) fn member(&self, group: Group, mask: u64) -> Var {
        self.members[(self.starts[group.index()] + mask.trailing_zeros()) as usize]
    }

    #[inline]
    pub(crate) fn is_exact(&self, group: Group) -> bool {
        self.exact[group]
    }

    #[inline]
    pub(crate) fn memberships(&self, var: Var) -> &[Membership] {
        let at = var.index();
        &self.places[self.place_starts[at] as usize..self.place_starts[at + 1] as usize]
    }
}

/// Collects the groups of a cover.
#[derive(Debug, Default)]
struct GroupBuilder {
    ends: Vec<u32>,
    members: Vec<Var>,
    exact: IndexVec<Group, bool>,
}

impl GroupBuilder {
    /// Adds a group, unless it has no members, which means that the digit is already placed in the
    /// house.
    fn push(&mut self, members: impl Iterator<Item = Var>, exact: bool) {
        let before = self.members.len();
        self.members.extend(members);
        if self.members.len() > before {
            self.ends.push(to_u32(self.members.len()));
            self.exact.push(exact);
        }
    }

    fn finish(self, names: IndexVec<Var, (usize, u8)>) -> ExactCover {
        let starts: Vec<u32> = [0].into_iter().chain(self.ends).collect();
        let mut of_var = vec![Vec::new(); names.len()];
        for (at, range) in starts.windows(2).enumerate() {
            let members = &self.members[range[0] as usize..range[1] as usize];
            for (number, var) in members.iter().enumerate() {
                of_var[var.index()].push(Membership::new(Group::from_usize(at), number));
            }
        }
        let mut place_starts = vec![0];
        let mut places = Vec::new();
        for of_var in of_var {
            places.extend(of_var);
            place_starts.push(to_u32(places.len()));
        }
        ExactCover {
            candidates: names,
            starts,
            members: self.members,
            exact: self.exact,
            place_starts,
            places,
        }
    }
}

fn to_u32(n: usize) -> u32 {
    u32::try_from(n).expect("a grid has far fewer candidates than 2^32")
}

/// The result of propagating candidates with the rules of the depth-first search.
#[derive(Debug)]
pub(crate) enum Presolved {
    /// There is no solution.
    Contradiction,
    /// There may be solutions: the remaining candidates, and the cover of the undecided cells.
    Open(Candidates, ExactCover),
}

impl Presolved {
    pub(crate) fn new(layout: &Layout, start: &Candidates) -> Self {
        struct Presolve<'a>(&'a Layout, &'a Candidates);

        impl StateSpaceVisitor for Presolve<'_> {
            type Output = Option<Candidates>;

            fn visit<S: StateSpace + 'static>(self, mut space: S) -> Self::Output {
                space.reset(self.1).then(|| {
                    let cells = 0..self.0.n_cells();
                    Candidates::from_masks(cells.map(|cell| space.mask(cell)).collect())
                })
            }
        }

        match with_state_space(layout, Presolve(layout, start)) {
            None => Self::Contradiction,
            Some(candidates) => {
                let cover = ExactCover::new(layout, &candidates);
                Self::Open(candidates, cover)
            }
        }
    }
}
