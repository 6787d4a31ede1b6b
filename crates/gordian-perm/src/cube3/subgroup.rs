//! The subgroups through which cubes are solved in steps.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::face::{CORNERS, EDGES, Face};
use super::moves::{Axis, FaceTurn};
use super::position::Position;

/// A set of positions that contains the solved one and is closed under some turns.
///
/// An axis is that of two opposite faces: `fb` is F and B.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subgroup {
    /// All positions, by all turns.
    All,
    /// Oriented edges: positions without quarter turns of the two faces of the axis.
    OrientedEdges(Axis),
    /// Domino: positions by half turns, and quarter turns of the two faces of the axis.
    Domino(Axis),
    /// Positions by half turns.
    HalfTurns,
    /// The solved position.
    Solved,
}

/// The arrangements of corners that half turns reach: 96.
static HALF_TURN_CORNERS: LazyLock<BTreeSet<[u8; 8]>> = LazyLock::new(|| {
    let corners = |position: &Position| position.corners().map(|it| it.piece);
    let mut seen = BTreeSet::from([corners(&Position::SOLVED)]);
    let mut new = vec![Position::SOLVED];
    while let Some(position) = new.pop() {
        for turn in Subgroup::HalfTurns.turns() {
            let next = position.apply(&vec![turn].into());
            if seen.insert(corners(&next)) {
                new.push(next);
            }
        }
    }
    seen
});

impl Axis {
    /// Returns the names of the two faces.
    fn faces(self) -> &'static str {
        match self {
            Self::X => "rl",
            Self::Y => "ud",
            Self::Z => "fb",
        }
    }
}

impl Subgroup {
    /// All of them; each contains those after it that have its axis or none.
    pub const ALL: [Self; 9] = [
        Self::All,
        Self::OrientedEdges(Axis::Z),
        Self::OrientedEdges(Axis::X),
        Self::OrientedEdges(Axis::Y),
        Self::Domino(Axis::Y),
        Self::Domino(Axis::Z),
        Self::Domino(Axis::X),
        Self::HalfTurns,
        Self::Solved,
    ];

    /// Returns the name, such as `eo-fb`, `dr-ud` or `htr`.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::All => "all".to_owned(),
            Self::OrientedEdges(axis) => format!("eo-{}", axis.faces()),
            Self::Domino(axis) => format!("dr-{}", axis.faces()),
            Self::HalfTurns => "htr".to_owned(),
            Self::Solved => "solved".to_owned(),
        }
    }

    /// Returns the turns that lead from position to position of the subgroup.
    #[must_use]
    pub fn turns(self) -> Vec<FaceTurn> {
        let is_allowed = |turn: &FaceTurn| {
            let is_half = turn.quarters() == 2;
            match self {
                Self::All => true,
                Self::OrientedEdges(axis) => is_half || !axis.has(turn.face()),
                Self::Domino(axis) => is_half || axis.has(turn.face()),
                Self::HalfTurns => is_half,
                Self::Solved => false,
            }
        };
        FaceTurn::ALL.into_iter().filter(is_allowed).collect()
    }

    /// Returns whether a position belongs to the subgroup, by the colours that it shows. Centres
    /// are ignored.
    #[must_use]
    pub fn contains(self, position: &Position) -> bool {
        match self {
            Self::All => true,
            Self::OrientedEdges(axis) => has_oriented_edges(position, axis),
            Self::Domino(axis) => {
                let other = if axis == Axis::X { Axis::Y } else { Axis::X };
                let on_faces = |&(at, _): &(Face, Face)| axis.has(at);
                has_oriented_edges(position, other)
                    && stickers(position).filter(on_faces).all(|(_, colour)| axis.has(colour))
            }
            Self::HalfTurns => {
                let is_near = |(at, colour): (Face, Face)| colour == at || colour == at.opposite();
                let corners = position.corners().map(|it| it.piece);
                stickers(position).all(is_near) && HALF_TURN_CORNERS.contains(&corners)
            }
            Self::Solved => position.is_solved(),
        }
    }
}

/// Returns the face of each sticker of corners and edges, and its colour as the face where it is
/// solved.
fn stickers(position: &Position) -> impl Iterator<Item = (Face, Face)> {
    let corners = CORNERS.iter().zip(position.corners()).flat_map(|(place, piece)| {
        let (faces, twist) = (CORNERS[usize::from(piece.piece)], usize::from(piece.orientation));
        (0..3).map(move |at| (place[at], faces[(at + 3 - twist) % 3]))
    });
    let edges = EDGES.iter().zip(position.edges()).flat_map(|(place, piece)| {
        let (faces, flip) = (EDGES[usize::from(piece.piece)], usize::from(piece.orientation));
        (0..2).map(move |at| (place[at], faces[(at + flip) % 2]))
    });
    corners.chain(edges)
}

/// Returns whether all edges are oriented without quarter turns of the faces of `axis`.
///
/// An edge place and an edge have a main face: one of an axis without restriction, the same one for
/// all, or else one of `axis`. Quarter turns of the other faces bring main faces to main faces.
fn has_oriented_edges(position: &Position, axis: Axis) -> bool {
    let first = if axis == Axis::Y { Axis::X } else { Axis::Y };
    let main = |faces: [Face; 2]| {
        let of_first = faces.iter().position(|&face| first.has(face));
        of_first.or(faces.iter().position(|&face| axis.has(face)))
    };
    EDGES.iter().zip(position.edges()).all(|(&place, piece)| {
        let edge = main(EDGES[usize::from(piece.piece)]);
        // The flip is the index on the place of the first face of the edge.
        main(place) == edge.map(|it| (it + usize::from(piece.orientation)) % 2)
    })
}

#[cfg(test)]
mod tests {
    use gordian_core::Random;

    use super::*;
    use crate::cube3::random_position;

    #[test]
    fn turns_of_a_subgroup_lead_to_its_positions_and_others_do_not() {
        let mut random = Random::new(1);
        for subgroup in Subgroup::ALL {
            let turns = subgroup.turns();
            let mut position = Position::SOLVED;
            for _ in 0..200 {
                assert!(subgroup.contains(&position), "{}", subgroup.name());
                for turn in FaceTurn::ALL {
                    let next = position.apply(&vec![turn].into());
                    assert_eq!(subgroup.contains(&next), turns.contains(&turn), "{turn:?}");
                }
                if !turns.is_empty() {
                    position = position.apply(&vec![*random.choose(&turns)].into());
                }
            }
        }
    }

    #[test]
    fn subgroups_have_their_share_of_random_positions() {
        let mut random = Random::new(2);
        let positions: Vec<Position> =
            (0..40_000).map(|_| random_position(&mut random, false)).collect();
        for axis in Axis::ALL {
            let oriented = Subgroup::OrientedEdges(axis);
            let n = positions.iter().filter(|it| oriented.contains(it)).count();
            // One in 2048.
            assert!((5..45).contains(&n), "{n}");
            assert!(!positions.iter().any(|it| Subgroup::Domino(axis).contains(it)));
        }
        assert_eq!(HALF_TURN_CORNERS.len(), 96);
        let names: BTreeSet<String> = Subgroup::ALL.into_iter().map(Subgroup::name).collect();
        assert_eq!(names.len(), Subgroup::ALL.len());
    }

    #[test]
    fn inverse_positions_are_those_of_inverse_sequences() {
        let mut random = Random::new(3);
        for _ in 0..100 {
            let turns: Vec<FaceTurn> = (0..30).map(|_| *random.choose(&FaceTurn::ALL)).collect();
            let back: Vec<FaceTurn> = turns.iter().rev().map(|it| it.inverse()).collect();
            let position = Position::SOLVED.apply(&turns.into());
            assert_eq!(position.inverse(), Position::SOLVED.apply(&back.into()));
        }
        let unknown = Position::SOLVED.with_centres([None; 6]).unwrap();
        assert_eq!(unknown.inverse(), unknown);
    }
}
