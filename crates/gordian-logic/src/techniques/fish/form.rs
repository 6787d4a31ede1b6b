//! Which fish a technique asks for.

use gordian_sudoku::HouseKind;

use crate::Technique;

/// Size, shape and fins of a fish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::techniques) struct Form {
    /// Number of base houses and of cover houses.
    pub(super) size: usize,
    pub(super) shape: Shape,
    pub(super) fins: Fins,
}

/// Which houses a fish is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Rows against columns.
    Basic,
    /// Rows and regions against columns and regions, with at least one region.
    Franken,
    /// Whatever else.
    Mutant,
}

/// What fins a fish has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fins {
    None,
    /// Some; if the shape is basic, the fish is not sashimi.
    Some,
    /// Some, and without them a base house is left with at most one candidate.
    Sashimi,
}

/// Defines the table of fish, and a pattern that matches exactly the techniques in it.
///
/// With the pattern, a `match` over all techniques needs no wildcard arm, which would also accept a
/// technique that was forgotten.
macro_rules! fish {
    ($($shape:ident, $fins:ident, [$($technique:ident)*];)*) => {
        /// The fish of a shape by size, from two up.
        const FORMS: &[(Shape, Fins, [Technique; 6])] =
            &[$((Shape::$shape, Fins::$fins, [$(Technique::$technique),*])),*];

        /// Matches the techniques that are fish.
        macro_rules! any_fish {
            () => {
                $($(Technique::$technique)|*)|*
            };
        }
        pub(crate) use any_fish;
    };
}

fish! {
    Basic, None, [XWing Swordfish Jellyfish Squirmbag Whale Leviathan];
    Basic, Some, [
        FinnedXWing FinnedSwordfish FinnedJellyfish
        FinnedSquirmbag FinnedWhale FinnedLeviathan
    ];
    Basic, Sashimi, [
        SashimiXWing SashimiSwordfish SashimiJellyfish
        SashimiSquirmbag SashimiWhale SashimiLeviathan
    ];
    Franken, None, [
        FrankenXWing FrankenSwordfish FrankenJellyfish
        FrankenSquirmbag FrankenWhale FrankenLeviathan
    ];
    Franken, Some, [
        FinnedFrankenXWing FinnedFrankenSwordfish FinnedFrankenJellyfish
        FinnedFrankenSquirmbag FinnedFrankenWhale FinnedFrankenLeviathan
    ];
    Mutant, None, [
        MutantXWing MutantSwordfish MutantJellyfish
        MutantSquirmbag MutantWhale MutantLeviathan
    ];
    Mutant, Some, [
        FinnedMutantXWing FinnedMutantSwordfish FinnedMutantJellyfish
        FinnedMutantSquirmbag FinnedMutantWhale FinnedMutantLeviathan
    ];
}

impl Form {
    /// Returns the form of a fish.
    ///
    /// # Panics
    ///
    /// Panics if the technique is not a fish, that is, if it does not match [`any_fish`].
    pub(in crate::techniques) fn of(fish: Technique) -> Self {
        let form = FORMS.iter().find_map(|&(shape, fins, techniques)| {
            let at = techniques.iter().position(|&other| other == fish)?;
            Some(Self { size: at + 2, shape, fins })
        });
        form.expect("the pattern and the table are made of the same list")
    }
}

/// The kinds of line that the base and the cover of a fish may have.
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
    /// Returns what houses base and cover may be made of, one way after the other.
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
