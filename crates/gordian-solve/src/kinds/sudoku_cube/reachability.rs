//! Invariants of layer turns.
//!
//! Every turn moves pieces in 4-cycles, and a 4-cycle is an odd permutation. So a turn is odd on a
//! kind of pieces if the number of places of this kind in the layer, divided by four, is odd; that
//! number can be counted in the net. An *invariant* is a set of kinds, possibly with the quarter
//! turns of the middle centres, such that every turn is odd on an even number of them; then the
//! same holds for all sequences of turns.

use gordian_model::{Expr, Model, VarId, sum};
use gordian_puzzles::SudokuCube;
use gordian_puzzles::cube::{Face, PieceKind};

use super::decode::PieceVars;
use super::net::{NetField, NetLayout};

/// A set of kinds: one bit per kind in the order of the cube's kinds, and a last one for the
/// centres.
type KindSet = u32;

/// Posts the invariants of turns as constraints. Kinds with identical pieces, listed in `free`, can
/// have either parity.
pub(super) fn require_invariants(
    model: &mut Model,
    cube: &SudokuCube,
    layout: &NetLayout,
    pieces: &[(PieceKind, Vec<PieceVars>)],
    free: &[PieceKind],
    directions: &[VarId],
) {
    let known: Option<Vec<i64>> = cube
        .centres
        .iter()
        .map(|centre| centre.direction.map(|direction| i64::from(direction.quarter_turns())))
        .collect();
    let kinds: Vec<PieceKind> = pieces.iter().map(|(kind, _)| *kind).collect();
    let centres: KindSet = 1 << kinds.len();
    let mut turns = turn_parities(layout, &kinds);
    turns.extend((0..kinds.len()).filter(|&i| free.contains(&kinds[i])).map(|i| 1 << i));
    if known.is_none() || cube.centres.is_empty() {
        // Unknown or missing centres can have either parity.
        turns.push(centres);
    }
    let invariants = parity_invariants(&turns, centres);
    let swaps: Vec<Option<Expr>> = (0..kinds.len())
        .map(|i| {
            let concerned = invariants.iter().any(|invariant| invariant & 1 << i != 0);
            concerned.then(|| inversions(&pieces[i].1))
        })
        .collect();
    let kinds_in = |invariant: KindSet| (0..kinds.len()).filter(move |&i| invariant & 1 << i != 0);
    let names = |invariant: KindSet| {
        kinds_in(invariant).map(|i| format!("{}s", kinds[i].name())).collect::<Vec<_>>()
    };
    let inversions_in = |invariant: KindSet| {
        kinds_in(invariant).filter_map(|i| swaps[i].clone()).reduce(|a, b| a + b)
    };
    for &invariant in invariants.iter().filter(|&invariant| invariant & centres == 0) {
        let swaps = inversions_in(invariant).expect("an invariant concerns at least one kind");
        let rule =
            format!("turns move {} by permutations that are odd together", join(names(invariant)));
        model.require(rule, swaps.multiple_of(2));
    }
    for (kind, pieces) in pieces {
        let turned = sum(pieces.iter().filter_map(|piece| piece.permutation));
        match kind.n_orientations() {
            3 => model.require("turns twist corners by whole turns in all", turned.multiple_of(3)),
            2 => model.require("turns flip an even number of edges", turned.multiple_of(2)),
            _ => continue,
        };
    }
    for &invariant in invariants.iter().filter(|&invariant| invariant & centres != 0) {
        let known = known.iter().flatten().sum::<i64>();
        let quarters = sum(directions) + known;
        let all = match inversions_in(invariant) {
            Some(swaps) => quarters + swaps,
            None => quarters,
        };
        let names = names(invariant).into_iter().chain(["centres".to_owned()]).collect();
        let rule = format!("turns move {} by quarter turns that are odd together", join(names));
        model.require(rule, all.multiple_of(2));
    }
}

/// Returns for each turn of a layer the kinds on which it is odd.
fn turn_parities(layout: &NetLayout, kinds: &[PieceKind]) -> Vec<KindSet> {
    let mut turns = Vec::new();
    for face in Face::ALL {
        for depth in 0..layout.size / 2 {
            let fields = layout.layer(face, depth);
            let mut set: KindSet = 0;
            for (i, kind) in kinds.iter().enumerate() {
                let place = |field: &NetField| match *field {
                    NetField::Sticker { kind: other, place, .. } if other == *kind => Some(place),
                    _ => None,
                };
                let mut places: Vec<usize> = fields.iter().filter_map(place).collect();
                places.sort_unstable();
                places.dedup();
                if places.len() / 4 % 2 == 1 {
                    set |= 1 << i;
                }
            }
            if fields.contains(&NetField::Middle) {
                set |= 1 << kinds.len();
            }
            turns.push(set);
        }
    }
    turns
}

/// Returns a basis of the invariants, smallest sets first.
fn parity_invariants(turns: &[KindSet], centres: KindSet) -> Vec<KindSet> {
    let is_even = |set: KindSet| set.count_ones().is_multiple_of(2);
    let mut all: Vec<KindSet> = (1..2 * centres)
        .filter(|invariant| turns.iter().all(|turn| is_even(invariant & turn)))
        .collect();
    all.sort_by_key(|invariant| (invariant.count_ones(), *invariant));
    let mut sums = vec![0];
    let mut invariants = Vec::new();
    for invariant in all {
        if !sums.contains(&invariant) {
            sums.extend(sums.clone().iter().map(|other| other ^ invariant));
            invariants.push(invariant);
        }
    }
    invariants
}

fn join(names: Vec<String>) -> String {
    let (last, others) = names.split_last().expect("an invariant concerns at least one kind");
    if others.is_empty() { last.clone() } else { format!("{} and {last}", others.join(", ")) }
}

/// Returns the number of inversions, which is odd for an odd permutation.
fn inversions(pieces: &[PieceVars]) -> Expr {
    let pairs = pieces.iter().enumerate().flat_map(|(place, second)| {
        pieces[..place].iter().map(|first| first.position.gt(second.position))
    });
    sum(pairs)
}
