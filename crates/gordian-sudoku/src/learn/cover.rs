//! A grid as an exact cover: what is still open, and what excludes what.

use gordian_core::{Index, IndexVec};

use super::lit::{Choice, Group};
use crate::general::{Space, Visitor, with_space};
use crate::{Candidates, Layout};

/// The open part of a grid as choices and groups.
///
/// ```text
/// choices: the candidates of the cells that are not decided
/// groups:  for each such cell its choices:                                exactly one
///          for each house and digit that is not yet in it, its places:    exactly one,
///          or, in a house of fewer than n cells:                          at most one
/// ```
///
/// *Invariants*: a group has 1 to 64 members, each once; every choice is in the group of its cell.
/// A choice of choices that keeps to all groups is a solution of the grid, and the other way round.
#[derive(Debug)]
pub(crate) struct Cover {
    /// Cell and digit (from 1) of each choice.
    names: IndexVec<Choice, (usize, u8)>,
    /// Where the members of each group begin; one more than there are groups.
    starts: Vec<u32>,
    members: Vec<Choice>,
    /// Whether one member of the group must be taken.
    exact: IndexVec<Group, bool>,
    /// Where the places of each choice begin; one more than there are choices.
    place_starts: Vec<u32>,
    places: Vec<Place>,
}

/// Membership of a choice in a group: the group and the choice's number there, below 64.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place(u32);

impl Place {
    fn new(group: Group, number: usize) -> Self {
        Self(u32::try_from(group.index() << 6 | number).expect("groups are far fewer than 2^26"))
    }

    #[inline]
    pub(crate) fn group(self) -> Group {
        Group::from_usize((self.0 >> 6) as usize)
    }

    /// Returns the mask of the choice in the group.
    #[inline]
    pub(crate) fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }
}

impl Cover {
    /// Returns the cover of what the candidates leave open.
    ///
    /// The candidates must be consistent: decided cells have taken their digits from the cells they
    /// see, and no cell and no house lacks a candidate.
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
        // The choices of a cell follow one another in the order of digits.
        let choice = |cell: usize, digit: u32| {
            let below = candidates.mask(cell) & !(u64::MAX << digit);
            Choice::from_usize(first[cell] + below.count_ones() as usize)
        };
        let mut groups = Groups::default();
        for cell in (0..layout.n_cells()).filter(|&cell| is_open(cell)) {
            let n_choices = candidates.mask(cell).count_ones() as usize;
            groups.push((first[cell]..first[cell] + n_choices).map(Choice::from_usize), true);
        }
        for house in layout.houses() {
            for digit in (0_u32..).take(n) {
                let open = house
                    .cells
                    .iter()
                    .filter(|&&cell| is_open(cell) && candidates.mask(cell) >> digit & 1 == 1);
                groups.push(open.map(|&cell| choice(cell, digit)), house.cells.len() == n);
            }
        }
        groups.finish(names)
    }

    pub(crate) fn n_choices(&self) -> usize {
        self.names.len()
    }

    pub(crate) fn n_groups(&self) -> usize {
        self.exact.len()
    }

    /// Returns cell and digit (from 1) of a choice.
    pub(crate) fn name(&self, choice: Choice) -> (usize, u8) {
        self.names[choice]
    }

    #[inline]
    pub(crate) fn members(&self, group: Group) -> &[Choice] {
        let at = group.index();
        &self.members[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// Returns the only choice in a mask of a group's members.
    #[inline]
    pub(crate) fn member(&self, group: Group, mask: u64) -> Choice {
        self.members[(self.starts[group.index()] + mask.trailing_zeros()) as usize]
    }

    #[inline]
    pub(crate) fn is_exact(&self, group: Group) -> bool {
        self.exact[group]
    }

    #[inline]
    pub(crate) fn places(&self, choice: Choice) -> &[Place] {
        let at = choice.index();
        &self.places[self.place_starts[at] as usize..self.place_starts[at + 1] as usize]
    }
}

/// Groups in the making.
#[derive(Debug, Default)]
struct Groups {
    ends: Vec<u32>,
    members: Vec<Choice>,
    exact: IndexVec<Group, bool>,
}

impl Groups {
    /// Adds a group, unless it has no members: then the digit is in the house already.
    fn push(&mut self, members: impl Iterator<Item = Choice>, exact: bool) {
        let before = self.members.len();
        self.members.extend(members);
        if self.members.len() > before {
            self.ends.push(number(self.members.len()));
            self.exact.push(exact);
        }
    }

    fn finish(self, names: IndexVec<Choice, (usize, u8)>) -> Cover {
        let starts: Vec<u32> = [0].into_iter().chain(self.ends).collect();
        let mut of_choice = vec![Vec::new(); names.len()];
        for (at, range) in starts.windows(2).enumerate() {
            let members = &self.members[range[0] as usize..range[1] as usize];
            for (number, choice) in members.iter().enumerate() {
                of_choice[choice.index()].push(Place::new(Group::from_usize(at), number));
            }
        }
        let mut place_starts = vec![0];
        let mut places = Vec::new();
        for of_choice in of_choice {
            places.extend(of_choice);
            place_starts.push(number(places.len()));
        }
        Cover { names, starts, members: self.members, exact: self.exact, place_starts, places }
    }
}

fn number(n: usize) -> u32 {
    u32::try_from(n).expect("a grid has far fewer candidates than 2^32")
}

/// What follows from candidates by the conclusions of the depth-first search.
#[derive(Debug)]
pub(crate) enum Root {
    /// There is no solution.
    Contradiction,
    /// There may be: the candidates that are left, and the cover of the open ones.
    Open(Candidates, Cover),
}

impl Root {
    pub(crate) fn new(layout: &Layout, start: &Candidates) -> Self {
        struct Begin<'a>(&'a Layout, &'a Candidates);

        impl Visitor for Begin<'_> {
            type Output = Option<Candidates>;

            fn visit<S: Space + 'static>(self, mut space: S) -> Self::Output {
                space.begin(self.1).then(|| {
                    let cells = 0..self.0.n_cells();
                    Candidates::from_masks(cells.map(|cell| space.mask(cell)).collect())
                })
            }
        }

        match with_space(layout, Begin(layout, start)) {
            None => Self::Contradiction,
            Some(candidates) => {
                let cover = Cover::new(layout, &candidates);
                Self::Open(candidates, cover)
            }
        }
    }
}
