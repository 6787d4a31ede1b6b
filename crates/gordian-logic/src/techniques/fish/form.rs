//! The forms of fish: size, shape and fins.

use gordian_grid::HouseKind;

/// Size, shape and fins of a fish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::techniques) struct Form {
    /// Number of base houses and of cover houses.
    pub(super) size: usize,
    pub(super) shape: Shape,
    pub(super) fins: Fins,
}

/// The kinds of houses of a fish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Rows against columns.
    Basic,
    /// Rows and regions against columns and regions, with at least one region.
    Franken,
    /// Any other combination of houses.
    Mutant,
}

/// The fins of a fish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fins {
    None,
    /// At least one; a basic fish is not sashimi.
    Some,
    /// At least one, and without the fins a base house has at most one candidate.
    Sashimi,
}

impl Form {
    /// Returns the form of basic fish without fins.
    pub(in crate::techniques) fn basic(size: usize) -> Self {
        Self { size, shape: Shape::Basic, fins: Fins::None }
    }

    /// Returns the form of basic fish with fins that are not sashimi.
    pub(in crate::techniques) fn finned(size: usize) -> Self {
        Self { size, shape: Shape::Basic, fins: Fins::Some }
    }

    /// Returns the form of sashimi fish.
    pub(in crate::techniques) fn sashimi(size: usize) -> Self {
        Self { size, shape: Shape::Basic, fins: Fins::Sashimi }
    }

    /// Returns the form of Franken fish without fins.
    pub(in crate::techniques) fn franken(size: usize) -> Self {
        Self { size, shape: Shape::Franken, fins: Fins::None }
    }

    /// Returns the form of Franken fish with fins.
    pub(in crate::techniques) fn finned_franken(size: usize) -> Self {
        Self { size, shape: Shape::Franken, fins: Fins::Some }
    }

    /// Returns the form of mutant fish without fins.
    pub(in crate::techniques) fn mutant(size: usize) -> Self {
        Self { size, shape: Shape::Mutant, fins: Fins::None }
    }

    /// Returns the form of mutant fish with fins.
    pub(in crate::techniques) fn finned_mutant(size: usize) -> Self {
        Self { size, shape: Shape::Mutant, fins: Fins::Some }
    }
}

/// The kinds of houses that base and cover of a fish may have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sides {
    pub(super) base: Side,
    pub(super) cover: Side,
}

/// Kinds of houses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    rows: bool,
    columns: bool,
    others: bool,
}

impl Side {
    /// Returns whether houses of this kind are on the side.
    pub(super) fn allows(self, kind: HouseKind) -> bool {
        match kind {
            HouseKind::Row => self.rows,
            HouseKind::Column => self.columns,
            _ => self.others,
        }
    }
}

impl Shape {
    /// Returns the possible kinds of base and cover houses.
    pub(super) fn sides(self) -> impl Iterator<Item = Sides> {
        let others = self != Self::Basic;
        let rows = Side { rows: true, columns: false, others };
        let columns = Side { rows: false, columns: true, others };
        let all = Side { rows: true, columns: true, others };
        let ways = if self == Self::Mutant {
            [Some(Sides { base: all, cover: all }), None]
        } else {
            [Some(Sides { base: rows, cover: columns }), Some(Sides { base: columns, cover: rows })]
        };
        ways.into_iter().flatten()
    }

    /// Returns the shape of a fish whose houses are of these kinds.
    pub(super) fn of(
        bases: impl Iterator<Item = HouseKind>,
        covers: impl Iterator<Item = HouseKind>,
    ) -> Self {
        let tally = |kinds: &mut dyn Iterator<Item = HouseKind>| {
            kinds.fold([false; 3], |mut seen, kind| {
                let at = match kind {
                    HouseKind::Row => 0,
                    HouseKind::Column => 1,
                    _ => 2,
                };
                seen[at] = true;
                seen
            })
        };
        let ([base_rows, base_columns, base_others], [cover_rows, cover_columns, cover_others]) =
            (tally(&mut { bases }), tally(&mut { covers }));
        let rows_first = !base_columns && !cover_rows;
        let columns_first = !base_rows && !cover_columns;
        match (rows_first || columns_first, base_others || cover_others) {
            (true, false) => Self::Basic,
            (true, true) => Self::Franken,
            (false, _) => Self::Mutant,
        }
    }
}
