//! Canonical sequences: of the sequences that differ only in the order of moves that commute, one.

use gordian_perm::definition::{Definition, MoveSet, Transformation};
use rustc_hash::FxHashSet;

/// Returns for each move those that may follow it in a canonical sequence: not those with which it
/// makes one move or none, which is never shortest; and of two moves that commute, only the one
/// with the larger number. With restrictions both orders remain, because the state between may be
/// illegal in one of them.
pub(crate) fn followers(definition: &Definition, moves: &MoveSet) -> Vec<Vec<usize>> {
    let moves = moves.moves();
    let single: FxHashSet<&Transformation> = moves.iter().map(|it| it.transformation()).collect();
    let has_orders = definition.restrictions().is_empty();
    let may_follow = |last: usize, next: usize| {
        let (a, b) = (moves[last].transformation(), moves[next].transformation());
        let both = a.then(b);
        let is_reordered = has_orders && next < last && both == b.then(a);
        !both.is_identity() && !single.contains(&both) && !is_reordered
    };
    let all = 0..moves.len();
    all.clone().map(|last| all.clone().filter(|&next| may_follow(last, next)).collect()).collect()
}
