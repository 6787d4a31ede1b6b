//! Steps of a solution of the 3×3×3 through subgroups, each way replayed on the simulator.

use gordian_atlas::cube3::{ReductionQuery, Reductions, reduce};
use gordian_core::Cancel;
use gordian_perm::cube3::{FaceTurn, Position, Subgroup};

use crate::SolveError;

/// Returns the smallest subgroup, among those with tables for a step to `to`, that contains the
/// position.
#[must_use]
pub fn smallest_subgroup(position: &Position, to: Subgroup) -> Subgroup {
    // The smallest come last.
    let candidates = Subgroup::ALL.into_iter().rev().filter(|it| match (it, to) {
        (Subgroup::Solved, _) => false,
        (_, Subgroup::Solved) => true,
        // Dominoes lead to half turns and to the solved position only.
        (Subgroup::Domino(_) | Subgroup::HalfTurns, to) => to == Subgroup::HalfTurns,
        (_, to) => to != Subgroup::HalfTurns,
    });
    let mut containing = candidates.filter(|it| it.contains(position));
    containing.next().unwrap_or(Subgroup::All)
}

/// Returns the subgroups of the next step of a position: oriented edges, then a domino, half turns,
/// the solved position.
#[must_use]
pub fn next_subgroups(position: &Position) -> Vec<Subgroup> {
    let has = |wanted: fn(&Subgroup) -> bool| {
        Subgroup::ALL.iter().filter(|it| wanted(it)).any(|it| it.contains(position))
    };
    let all = |wanted: fn(&Subgroup) -> bool| Subgroup::ALL.into_iter().filter(wanted).collect();
    if Subgroup::HalfTurns.contains(position) {
        vec![Subgroup::Solved]
    } else if has(|it| matches!(it, Subgroup::Domino(_))) {
        vec![Subgroup::HalfTurns]
    } else if has(|it| matches!(it, Subgroup::OrientedEdges(_))) {
        all(|it| matches!(it, Subgroup::Domino(_)))
    } else {
        all(|it| matches!(it, Subgroup::OrientedEdges(_)))
    }
}

/// Finds the short ways of `position` into a subgroup; see [`reduce`].
///
/// Every way is replayed on the simulator, and the subgroup is recognised by the colours that the
/// position shows.
///
/// # Errors
///
/// [`SolveError::Reduction`] for a step that cannot be searched, and (a bug)
/// [`SearchError::Unsound`](gordian_search::SearchError::Unsound).
pub fn find_steps(
    position: &Position,
    query: &ReductionQuery,
    cancel: &Cancel,
) -> Result<Reductions, SolveError> {
    let found = reduce(position, query, cancel)?;
    for way in &found.solutions {
        if !query.to.contains(&reached(position, &way.normal, &way.inverse)) {
            let violation = format!("{way:?} does not lead to `{}`", query.to.name());
            return Err(SolveError::unsound("reduction")(violation));
        }
    }
    Ok(found)
}

/// Returns the position after moves on its inverse and then on itself.
fn reached(position: &Position, normal: &[FaceTurn], inverse: &[FaceTurn]) -> Position {
    let on_inverse = position.inverse().apply(&inverse.to_vec().into());
    on_inverse.inverse().apply(&normal.to_vec().into())
}
