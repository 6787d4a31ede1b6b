//! The search for bases and covers.

use smallvec::SmallVec;

use super::form::{Fins, Form, Shape, Sides};
use crate::cells::Cells;
use crate::context::{Context, Flow};
use crate::topology::Topology;

/// Numbers of houses, in order.
pub(super) type Houses = SmallVec<[usize; 8]>;

/// A fish that removes something.
#[derive(Clone, Debug)]
pub(super) struct Fish<const W: usize> {
    pub(super) bases: Houses,
    pub(super) covers: Houses,
    pub(super) fins: Cells<W>,
    pub(super) gone: Cells<W>,
    /// Whether it has all that is wanted. A basic fish is handed over, too, if it is sashimi where
    /// it should not be, or the other way round: it may be one half of a Siamese fish.
    pub(super) is_wanted: bool,
}

/// The search for the fish of one digit, one form and one way to choose the sides.
pub(super) struct Search<'a, const W: usize> {
    topology: &'a Topology<W>,
    form: Form,
    sides: Sides,
    /// The places of the digit.
    places: Cells<W>,
    /// Candidates that may go at all.
    targets: Cells<W>,
    /// Houses that may be in the base: they must hold the digit and have more than one place.
    bases: SmallVec<[usize; 32]>,
}

/// What is looked for beneath one candidate that goes, or without one.
struct Quest<const W: usize> {
    /// Houses that may be in the base, with their candidates to cover.
    bases: SmallVec<[(usize, Cells<W>); 32]>,
    /// Base and cover houses that belong to the fish from the beginning.
    fixed_bases: Houses,
    fixed_covers: Houses,
    /// How many base and cover houses are to be found.
    n_bases: usize,
    n_covers: usize,
    /// Whether fewer covers are handed over, too; else with covers to spare a smaller fish would do.
    spares: bool,
}

impl<'a, const W: usize> Search<'a, W> {
    pub(super) fn new(context: &'a Context<'_, W>, digit: u8, form: Form, sides: Sides) -> Self {
        let topology = &*context.board.topology;
        let places = context.board.places(digit);
        let bases = topology.houses.iter().enumerate().filter(|(_, house)| {
            house.full && sides.base.allows(house.kind) && (places & house.cells).len() > 1
        });
        let bases = bases.map(|(number, _)| number).collect();
        let needs_targets = form.fins != Fins::None;
        let targets = if needs_targets { context.impossible(digit) } else { places };
        Self { topology, form, sides, places, targets, bases }
    }

    /// Hands over the fish, some of them more than once.
    pub(super) fn run(&self, take: &mut dyn FnMut(Fish<W>) -> Flow) -> Flow {
        if self.bases.len() < self.form.size {
            return Flow::Continue(());
        }
        if self.form.fins == Fins::None {
            return self.go(&self.without_fins(), take);
        }
        for target in self.targets.each() {
            self.beneath(target, take)?;
        }
        Flow::Continue(())
    }

    /// Houses that may be in the cover.
    pub(super) fn covers_of(&self, cell: usize) -> impl Iterator<Item = usize> + '_ {
        let houses = self.topology.houses_of[cell].iter().copied();
        houses.filter(|&house| self.sides.cover.allows(self.topology.houses[house].kind))
    }

    fn cells(&self, house: usize) -> Cells<W> {
        self.topology.houses[house].cells
    }

    fn without_fins(&self) -> Quest<W> {
        Quest {
            bases: self.bases_in(self.places),
            fixed_bases: Houses::new(),
            fixed_covers: Houses::new(),
            n_bases: self.form.size,
            n_covers: self.form.size,
            spares: false,
        }
    }

    fn bases_in(&self, places: Cells<W>) -> SmallVec<[(usize, Cells<W>); 32]> {
        let bases = self.bases.iter().map(|&house| (house, places & self.cells(house)));
        bases.filter(|(_, cells)| !cells.is_empty()).collect()
    }

    /// Looks for the fish that remove `target`.
    fn beneath(&self, target: usize, take: &mut dyn FnMut(Fish<W>) -> Flow) -> Flow {
        let size = self.form.size;
        let places = self.places - self.topology.peers[target] - Cells::one(target);
        // Houses through the target have no candidates left here.
        let bases = self.bases_in(places);
        let through: Houses = self.covers_of(target).collect();
        for (at, &cover) in through.iter().enumerate() {
            let mut quest = Quest {
                bases: bases.clone(),
                fixed_bases: Houses::new(),
                fixed_covers: Houses::from_slice(&[cover]),
                n_bases: size,
                n_covers: size - 1,
                spares: false,
            };
            self.go(&quest, take)?;
            // Cannibals: one more house of the target in the cover and one in the base.
            for &second in &through[at + 1..] {
                let own = self.bases.iter().copied().filter(|base| {
                    self.cells(*base).has(target) && ![cover, second].contains(base)
                });
                for base in own {
                    quest.fixed_bases = Houses::from_slice(&[base]);
                    quest.fixed_covers = Houses::from_slice(&[cover, second]);
                    (quest.n_bases, quest.n_covers) = (size - 1, size - 2);
                    self.go(&quest, take)?;
                }
            }
        }
        Flow::Continue(())
    }

    fn go(&self, quest: &Quest<W>, take: &mut dyn FnMut(Fish<W>) -> Flow) -> Flow {
        self.each_draft(quest, &mut |draft| self.judge(draft, take))
    }

    /// Hands over each choice of `n` base houses whose candidates among `places` fewer houses cover:
    /// `n - 1` of them. Houses without such candidates may be in the base, too.
    pub(super) fn overfull(
        &self,
        places: Cells<W>,
        n: usize,
        take: &mut dyn FnMut(&Draft) -> Flow,
    ) -> Flow {
        let bases = self.bases.iter().map(|&house| (house, places & self.cells(house)));
        let quest = Quest {
            bases: bases.collect(),
            fixed_bases: Houses::new(),
            fixed_covers: Houses::new(),
            n_bases: n,
            n_covers: n - 1,
            spares: true,
        };
        self.each_draft(&quest, &mut |draft| {
            // More would be arbitrary.
            if draft.covers.len() + 2 < n {
                return Flow::Continue(());
            }
            let mut draft = Draft { bases: draft.bases.clone(), covers: draft.covers.clone() };
            let (held, _) = self.count(&draft.bases);
            self.spare_covers(held, n - 1, &mut draft, take)
        })
    }

    /// Completes a cover by one more house that holds candidates of the base, if one is missing.
    fn spare_covers(
        &self,
        held: Cells<W>,
        n: usize,
        draft: &mut Draft,
        take: &mut dyn FnMut(&Draft) -> Flow,
    ) -> Flow {
        if draft.covers.len() == n {
            return take(draft);
        }
        for (house, about) in self.topology.houses.iter().enumerate() {
            let is_used = draft.bases.contains(&house) || draft.covers.contains(&house);
            if self.sides.cover.allows(about.kind) && !is_used && about.cells.meets(&held) {
                draft.covers.push(house);
                take(draft)?;
                draft.covers.pop();
            }
        }
        Flow::Continue(())
    }

    fn each_draft(&self, quest: &Quest<W>, take: &mut dyn FnMut(&Draft) -> Flow) -> Flow {
        let mut draft = Draft { bases: quest.fixed_bases.clone(), covers: Houses::new() };
        self.choose_bases(quest, 0, quest.n_bases, Cells::EMPTY, &mut draft, take)
    }

    fn choose_bases(
        &self,
        quest: &Quest<W>,
        from: usize,
        missing: usize,
        union: Cells<W>,
        draft: &mut Draft,
        take: &mut dyn FnMut(&Draft) -> Flow,
    ) -> Flow {
        if missing == 0 {
            draft.covers.clone_from(&quest.fixed_covers);
            return self.choose_covers(quest, union, quest.n_covers, draft, take);
        }
        for (at, &(house, cells)) in quest.bases.iter().enumerate().skip(from) {
            // What two houses of the base hold would be a fin, and one that the target does not see.
            if cells.meets(&union) || quest.fixed_covers.contains(&house) {
                continue;
            }
            let union = union | cells;
            if !self.may_be_covered(union, quest.n_covers) {
                continue;
            }
            draft.bases.push(house);
            self.choose_bases(quest, at + 1, missing - 1, union, draft, take)?;
            draft.bases.pop();
        }
        Flow::Continue(())
    }

    /// Returns false only if `n` houses cannot cover the cells: there are more of these no two of
    /// which share a house.
    fn may_be_covered(&self, mut cells: Cells<W>, n: usize) -> bool {
        for _ in 0..n {
            let Some(cell) = cells.first() else { return true };
            for house in self.covers_of(cell) {
                cells -= self.cells(house);
            }
            cells.remove(cell);
        }
        cells.is_empty()
    }

    fn choose_covers(
        &self,
        quest: &Quest<W>,
        uncovered: Cells<W>,
        missing: usize,
        draft: &mut Draft,
        take: &mut dyn FnMut(&Draft) -> Flow,
    ) -> Flow {
        let Some(cell) = uncovered.first() else {
            return if missing == 0 || quest.spares { take(draft) } else { Flow::Continue(()) };
        };
        if missing == 0 {
            return Flow::Continue(());
        }
        for house in self.covers_of(cell) {
            if draft.bases.contains(&house) {
                continue;
            }
            let rest = uncovered - self.cells(house);
            if !self.may_be_covered(rest, missing - 1) {
                continue;
            }
            draft.covers.push(house);
            self.choose_covers(quest, rest, missing - 1, draft, take)?;
            draft.covers.pop();
        }
        Flow::Continue(())
    }

    /// Hands a fish over if it is of the form that is wanted.
    fn judge(&self, draft: &Draft, take: &mut dyn FnMut(Fish<W>) -> Flow) -> Flow {
        let (in_base, twice_in_base) = self.count(&draft.bases);
        let (in_cover, twice_in_cover) = self.count(&draft.covers);
        let fins = (in_base - in_cover) | twice_in_base;
        if fins.is_empty() != (self.form.fins == Fins::None) {
            return Flow::Continue(());
        }
        let mut gone = ((in_cover - in_base) | twice_in_cover) - fins;
        for fin in fins.each() {
            gone &= self.topology.peers[fin];
        }
        // A cover that holds nothing of the base covers nothing.
        let is_idle = |&house: &usize| !self.cells(house).meets(&in_base);
        if gone.is_empty() || !self.has_shape(draft) || draft.covers.iter().any(is_idle) {
            return Flow::Continue(());
        }
        let alone = |&house: &usize| ((self.places & self.cells(house)) - fins).len() <= 1;
        let is_wanted = self.form.shape != Shape::Basic
            || draft.bases.iter().any(alone) == (self.form.fins == Fins::Sashimi);
        let (bases, covers) = (draft.bases.clone(), draft.covers.clone());
        let mut fish = Fish { bases, covers, fins, gone, is_wanted };
        fish.bases.sort_unstable();
        fish.covers.sort_unstable();
        take(fish)
    }

    /// Returns the places in the houses, and those in more than one.
    pub(super) fn count(&self, houses: &[usize]) -> (Cells<W>, Cells<W>) {
        houses.iter().fold((Cells::EMPTY, Cells::EMPTY), |(once, twice), &house| {
            let cells = self.places & self.cells(house);
            (once | cells, twice | (once & cells))
        })
    }

    fn has_shape(&self, draft: &Draft) -> bool {
        let kind = |&house: &usize| self.topology.houses[house].kind;
        self.form.shape == Shape::Basic
            || self.form.shape
                == Shape::of(draft.bases.iter().map(kind), draft.covers.iter().map(kind))
    }
}

/// A fish that is being put together.
pub(super) struct Draft {
    pub(super) bases: Houses,
    pub(super) covers: Houses,
}
