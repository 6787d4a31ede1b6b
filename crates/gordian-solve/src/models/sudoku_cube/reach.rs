//! What turns of the layers never change.
//!
//! Every turn moves pieces in circles of four, and a circle of four is an odd permutation. So a turn
//! is odd in a kind of pieces if the number of its places in the layer, divided by four, is odd;
//! and that number can be counted in the net. A *law* is a set of kinds, perhaps with the quarter
//! turns of the middle centres, in which every turn is odd an even number of times: then so are all
//! sequences of turns.

use gordian_model::{Expr, Model, VarId, sum};
use gordian_puzzles::SudokuCube;
use gordian_puzzles::cube::{Face, PieceKind};

use super::read::Piece;
use super::table::{Field, Table};

/// Whether pieces may go only where turns of the faces can bring them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reachability {
    /// They may: permutations, twists, flips and known centres must fit each other.
    #[default]
    Enforced,
    /// They may go anywhere, as if the cube were taken apart: the post's question.
    Ignored,
}

/// A set of kinds, a bit for each in the order of the cube's kinds, and a last one for the centres.
type Set = u32;

/// Demands what turns never change. Kinds of which some pieces look the same, listed in `free`, can
/// be odd or even as is needed.
pub(super) fn demand(
    model: &mut Model,
    cube: &SudokuCube,
    table: &Table,
    pieces: &[(PieceKind, Vec<Piece>)],
    free: &[PieceKind],
    directions: &[VarId],
) {
    let known: Option<Vec<i64>> = cube
        .centres
        .iter()
        .map(|centre| centre.direction.map(|direction| i64::from(direction.turns())))
        .collect();
    let kinds: Vec<PieceKind> = pieces.iter().map(|(kind, _)| *kind).collect();
    let centres: Set = 1 << kinds.len();
    let mut turns = turns(table, &kinds);
    turns.extend((0..kinds.len()).filter(|&i| free.contains(&kinds[i])).map(|i| 1 << i));
    if known.is_none() || cube.centres.is_empty() {
        // Nothing is known of them, or there are none: then they are odd or even as is needed.
        turns.push(centres);
    }
    let laws = laws(&turns, centres);
    let swaps: Vec<Option<Expr>> = (0..kinds.len())
        .map(|i| {
            let concerned = laws.iter().any(|law| law & 1 << i != 0);
            concerned.then(|| inversions(&pieces[i].1))
        })
        .collect();
    let of_law = |law: Set| (0..kinds.len()).filter(move |&i| law & 1 << i != 0);
    let names = |law: Set| of_law(law).map(|i| format!("{}s", kinds[i].name())).collect::<Vec<_>>();
    let swaps_of = |law: Set| of_law(law).filter_map(|i| swaps[i].clone()).reduce(|a, b| a + b);
    for &law in laws.iter().filter(|&law| law & centres == 0) {
        let swaps = swaps_of(law).expect("a law is about something");
        let rule = format!("turns move {} by permutations that are odd together", join(names(law)));
        model.require(rule, swaps.multiple_of(2));
    }
    for (kind, pieces) in pieces {
        let turned = sum(pieces.iter().filter_map(|piece| piece.permutation));
        match kind.n_turns() {
            3 => model.require("turns twist corners by whole turns in all", turned.multiple_of(3)),
            2 => model.require("turns flip an even number of edges", turned.multiple_of(2)),
            _ => continue,
        };
    }
    for &law in laws.iter().filter(|&law| law & centres != 0) {
        let known = known.iter().flatten().sum::<i64>();
        let quarters = sum(directions) + known;
        let all = match swaps_of(law) {
            Some(swaps) => quarters + swaps,
            None => quarters,
        };
        let names = names(law).into_iter().chain(["centres".to_owned()]).collect();
        let rule = format!("turns move {} by quarter turns that are odd together", join(names));
        model.require(rule, all.multiple_of(2));
    }
}

/// Returns for each turn of a layer the kinds in which it is odd.
fn turns(table: &Table, kinds: &[PieceKind]) -> Vec<Set> {
    let mut turns = Vec::new();
    for face in Face::ALL {
        for depth in 0..table.size / 2 {
            let fields = table.layer(face, depth);
            let mut set: Set = 0;
            for (i, kind) in kinds.iter().enumerate() {
                let place = |field: &Field| match *field {
                    Field::Sticker { kind: other, place, .. } if other == *kind => Some(place),
                    _ => None,
                };
                let mut places: Vec<usize> = fields.iter().filter_map(place).collect();
                places.sort_unstable();
                places.dedup();
                if places.len() / 4 % 2 == 1 {
                    set |= 1 << i;
                }
            }
            if fields.contains(&Field::Middle) {
                set |= 1 << kinds.len();
            }
            turns.push(set);
        }
    }
    turns
}

/// Returns laws of which all others are sums: the shortest first, and none that is a sum of those
/// before it.
fn laws(turns: &[Set], centres: Set) -> Vec<Set> {
    let is_even = |set: Set| set.count_ones().is_multiple_of(2);
    let mut all: Vec<Set> =
        (1..2 * centres).filter(|law| turns.iter().all(|turn| is_even(law & turn))).collect();
    all.sort_by_key(|law| (law.count_ones(), *law));
    let mut sums = vec![0];
    let mut laws = Vec::new();
    for law in all {
        if !sums.contains(&law) {
            sums.extend(sums.clone().iter().map(|other| other ^ law));
            laws.push(law);
        }
    }
    laws
}

fn join(names: Vec<String>) -> String {
    let (last, others) = names.split_last().expect("a law is about something");
    if others.is_empty() { last.clone() } else { format!("{} and {last}", others.join(", ")) }
}

/// Returns how many pairs of pieces change their order: odd for an odd permutation.
fn inversions(pieces: &[Piece]) -> Expr {
    let pairs = pieces.iter().enumerate().flat_map(|(place, second)| {
        pieces[..place].iter().map(|first| first.position.gt(second.position))
    });
    sum(pairs)
}
