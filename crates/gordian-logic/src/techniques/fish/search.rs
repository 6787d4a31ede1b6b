//! The search for base and cover houses.

use smallvec::SmallVec;

use super::form::{Fins, Form, Shape, Sides};
use crate::cells::Cells;
use crate::context::{Context, Flow};
use crate::topology::Topology;

/// House numbers, in order.
pub(super) type Houses = SmallVec<[usize; 8]>;

/// A fish with eliminations.
#[derive(Clone, Debug)]
pub(super) struct Fish<const W: usize> {
    pub(super) bases: Houses,
    pub(super) covers: Houses,
    pub(super) fins: Cells<W>,
    pub(super) eliminated: Cells<W>,
    /// Whether the fish has exactly the wanted form. A sashimi fish among finned fish, or vice
    /// versa, is also reported, because it may be one half of a Siamese fish.
    pub(super) is_wanted: bool,
}

/// The search for the fish of one digit, one form and one choice of sides.
pub(super) struct Search<'a, 'b, const W: usize> {
    context: &'a Context<'b, W>,
    topology: &'a Topology<W>,
    form: Form,
    sides: Sides,
    /// The places of the digit.
    places: Cells<W>,
    /// The candidates that can be eliminated.
    targets: Cells<W>,
    /// The possible base houses: full houses with more than one place.
    bases: SmallVec<[usize; 32]>,
}

/// A search task: fish that eliminate one candidate, or fish without fins.
struct SearchTask<const W: usize> {
    /// The possible base houses, with their candidates to cover.
    bases: SmallVec<[(usize, Cells<W>); 32]>,
    /// The fixed base and cover houses of the fish.
    fixed_bases: Houses,
    fixed_covers: Houses,
    /// The number of base and cover houses to find.
    n_bases: usize,
    n_covers: usize,
    /// Whether fewer covers are accepted; otherwise a smaller fish would suffice.
    allows_fewer_covers: bool,
}

impl<'a, 'b, const W: usize> Search<'a, 'b, W> {
    pub(super) fn new(context: &'a Context<'b, W>, digit: u8, form: Form, sides: Sides) -> Self {
        let topology = &*context.board.topology;
        let places = context.board.places(digit);
        let bases = topology.houses.iter().enumerate().filter(|(_, house)| {
            house.full && sides.base.allows(house.kind) && (places & house.cells).len() > 1
        });
        let bases = bases.map(|(number, _)| number).collect();
        let needs_targets = form.fins != Fins::None;
        let targets = if needs_targets { context.cells_in_no_template(digit) } else { places };
        Self { context, topology, form, sides, places, targets, bases }
    }

    /// Passes on the fish, some of them several times.
    pub(super) fn run(&self, take: &mut dyn FnMut(Fish<W>) -> Flow) -> Flow {
        if self.bases.len() < self.form.size {
            return Flow::Continue(());
        }
        if self.form.fins == Fins::None {
            return self.run_task(&self.without_fins(), take);
        }
        for target in self.targets.iter() {
            self.fish_eliminating(target, take)?;
        }
        Flow::Continue(())
    }

    /// Returns the possible cover houses of a cell.
    pub(super) fn covers_of(&self, cell: usize) -> impl Iterator<Item = usize> + '_ {
        let houses = self.topology.houses_of[cell].iter().copied();
        houses.filter(|&house| self.sides.cover.allows(self.topology.houses[house].kind))
    }

    fn cells(&self, house: usize) -> Cells<W> {
        self.topology.houses[house].cells
    }

    fn without_fins(&self) -> SearchTask<W> {
        SearchTask {
            bases: self.bases_in(self.places),
            fixed_bases: Houses::new(),
            fixed_covers: Houses::new(),
            n_bases: self.form.size,
            n_covers: self.form.size,
            allows_fewer_covers: false,
        }
    }

    fn bases_in(&self, places: Cells<W>) -> SmallVec<[(usize, Cells<W>); 32]> {
        let bases = self.bases.iter().map(|&house| (house, places & self.cells(house)));
        bases.filter(|(_, cells)| !cells.is_empty()).collect()
    }

    /// Finds the fish that eliminate `target`.
    fn fish_eliminating(&self, target: usize, take: &mut dyn FnMut(Fish<W>) -> Flow) -> Flow {
        let size = self.form.size;
        let places = self.places - self.topology.peers[target] - Cells::one(target);
        // Houses of the target have no candidates left.
        let bases = self.bases_in(places);
        let through: Houses = self.covers_of(target).collect();
        for (at, &cover) in through.iter().enumerate() {
            let mut task = SearchTask {
                bases: bases.clone(),
                fixed_bases: Houses::new(),
                fixed_covers: Houses::from_slice(&[cover]),
                n_bases: size,
                n_covers: size - 1,
                allows_fewer_covers: false,
            };
            self.run_task(&task, take)?;
            // Cannibals: one more house of the target in the cover, and one in the base.
            for &second in &through[at + 1..] {
                let own = self.bases.iter().copied().filter(|base| {
                    self.cells(*base).has(target) && ![cover, second].contains(base)
                });
                for base in own {
                    task.fixed_bases = Houses::from_slice(&[base]);
                    task.fixed_covers = Houses::from_slice(&[cover, second]);
                    (task.n_bases, task.n_covers) = (size - 1, size - 2);
                    self.run_task(&task, take)?;
                }
            }
        }
        Flow::Continue(())
    }

    fn run_task(&self, task: &SearchTask<W>, take: &mut dyn FnMut(Fish<W>) -> Flow) -> Flow {
        self.each_partial_fish(task, &mut |partial| self.check_fish(partial, take))
    }

    /// Passes on each choice of `n` base houses whose candidates in `places` are covered by `n - 1`
    /// houses. Houses without such candidates may also be in the base.
    pub(super) fn contradictory_bases(
        &self,
        places: Cells<W>,
        n: usize,
        take: &mut dyn FnMut(&PartialFish) -> Flow,
    ) -> Flow {
        let bases = self.bases.iter().map(|&house| (house, places & self.cells(house)));
        let task = SearchTask {
            bases: bases.collect(),
            fixed_bases: Houses::new(),
            fixed_covers: Houses::new(),
            n_bases: n,
            n_covers: n - 1,
            allows_fewer_covers: true,
        };
        self.each_partial_fish(&task, &mut |partial| {
            // More additional covers would be arbitrary.
            if partial.covers.len() + 2 < n {
                return Flow::Continue(());
            }
            let mut partial =
                PartialFish { bases: partial.bases.clone(), covers: partial.covers.clone() };
            let (held, _) = self.count(&partial.bases);
            self.complete_covers(held, n - 1, &mut partial, take)
        })
    }

    /// Adds a missing cover house that contains candidates of the base.
    fn complete_covers(
        &self,
        held: Cells<W>,
        n: usize,
        partial: &mut PartialFish,
        take: &mut dyn FnMut(&PartialFish) -> Flow,
    ) -> Flow {
        if partial.covers.len() == n {
            return take(partial);
        }
        for (house, entry) in self.topology.houses.iter().enumerate() {
            let is_used = partial.bases.contains(&house) || partial.covers.contains(&house);
            if self.sides.cover.allows(entry.kind) && !is_used && entry.cells.intersects(&held) {
                partial.covers.push(house);
                take(partial)?;
                partial.covers.pop();
            }
        }
        Flow::Continue(())
    }

    fn each_partial_fish(
        &self,
        task: &SearchTask<W>,
        take: &mut dyn FnMut(&PartialFish) -> Flow,
    ) -> Flow {
        let mut partial = PartialFish { bases: task.fixed_bases.clone(), covers: Houses::new() };
        self.choose_bases(task, 0, task.n_bases, Cells::EMPTY, &mut partial, take)
    }

    fn choose_bases(
        &self,
        task: &SearchTask<W>,
        from: usize,
        missing: usize,
        union: Cells<W>,
        partial: &mut PartialFish,
        take: &mut dyn FnMut(&PartialFish) -> Flow,
    ) -> Flow {
        if missing == 0 {
            partial.covers.clone_from(&task.fixed_covers);
            return self.choose_covers(task, union, task.n_covers, partial, take);
        }
        for (at, &(house, cells)) in task.bases.iter().enumerate().skip(from) {
            self.context.continues()?;
            // A candidate of two base houses would be a fin that the target does not see.
            if cells.intersects(&union) || task.fixed_covers.contains(&house) {
                continue;
            }
            let union = union | cells;
            if !self.may_be_covered(union, task.n_covers) {
                continue;
            }
            partial.bases.push(house);
            self.choose_bases(task, at + 1, missing - 1, union, partial, take)?;
            partial.bases.pop();
        }
        Flow::Continue(())
    }

    /// Returns false only if `n` houses cannot cover the cells, because more than `n` of them share
    /// no house.
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
        task: &SearchTask<W>,
        uncovered: Cells<W>,
        missing: usize,
        partial: &mut PartialFish,
        take: &mut dyn FnMut(&PartialFish) -> Flow,
    ) -> Flow {
        let Some(cell) = uncovered.first() else {
            return if missing == 0 || task.allows_fewer_covers {
                take(partial)
            } else {
                Flow::Continue(())
            };
        };
        if missing == 0 {
            return Flow::Continue(());
        }
        for house in self.covers_of(cell) {
            self.context.continues()?;
            if partial.bases.contains(&house) {
                continue;
            }
            let rest = uncovered - self.cells(house);
            if !self.may_be_covered(rest, missing - 1) {
                continue;
            }
            partial.covers.push(house);
            self.choose_covers(task, rest, missing - 1, partial, take)?;
            partial.covers.pop();
        }
        Flow::Continue(())
    }

    /// Passes on a fish if it has the wanted form.
    fn check_fish(&self, partial: &PartialFish, take: &mut dyn FnMut(Fish<W>) -> Flow) -> Flow {
        let (in_base, twice_in_base) = self.count(&partial.bases);
        let (in_cover, twice_in_cover) = self.count(&partial.covers);
        let fins = (in_base - in_cover) | twice_in_base;
        if fins.is_empty() != (self.form.fins == Fins::None) {
            return Flow::Continue(());
        }
        let mut eliminated = ((in_cover - in_base) | twice_in_cover) - fins;
        for fin in fins.iter() {
            eliminated &= self.topology.peers[fin];
        }
        // A cover house without base candidates is unused.
        let is_unused = |&house: &usize| !self.cells(house).intersects(&in_base);
        if eliminated.is_empty() || !self.has_shape(partial) || partial.covers.iter().any(is_unused)
        {
            return Flow::Continue(());
        }
        let alone = |&house: &usize| ((self.places & self.cells(house)) - fins).len() <= 1;
        let is_wanted = self.form.shape != Shape::Basic
            || partial.bases.iter().any(alone) == (self.form.fins == Fins::Sashimi);
        let (bases, covers) = (partial.bases.clone(), partial.covers.clone());
        let mut fish = Fish { bases, covers, fins, eliminated, is_wanted };
        fish.bases.sort_unstable();
        fish.covers.sort_unstable();
        take(fish)
    }

    /// Returns the places in the houses, and the places in more than one of them.
    pub(super) fn count(&self, houses: &[usize]) -> (Cells<W>, Cells<W>) {
        houses.iter().fold((Cells::EMPTY, Cells::EMPTY), |(once, twice), &house| {
            let cells = self.places & self.cells(house);
            (once | cells, twice | (once & cells))
        })
    }

    fn has_shape(&self, partial: &PartialFish) -> bool {
        let kind = |&house: &usize| self.topology.houses[house].kind;
        self.form.shape == Shape::Basic
            || self.form.shape
                == Shape::of(partial.bases.iter().map(kind), partial.covers.iter().map(kind))
    }
}

/// A fish under construction.
pub(super) struct PartialFish {
    pub(super) bases: Houses,
    pub(super) covers: Houses,
}
