//! Finds turns that solve a scrambled Sudoku Cube.
//!
//! The model of the grid determines where each piece goes; this module finds the turns. A solution
//! of the grid is a goal, and becomes the solved position of a 3×3×3: each piece is solved at the
//! place where the goal puts it, and each centre if it has the direction of its face.

use gordian_core::{Cancel, Progress};
use gordian_perm::cube3::{
    self as perm, Face, FaceTurn, Metric, Move, OrientedPiece, Position, Sequence,
};
use gordian_puzzles::SudokuCube;
use gordian_puzzles::cube::{self, Placement, SolvedNet};

use super::solver::{Query, Solver};
use super::{CentreGoal, MAX_LENGTH};
use crate::SolveError;

/// A solution of a Sudoku Cube's grid: the goal of the turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The place of each piece.
    pub placement: Placement,
    /// What the faces show.
    pub net: SolvedNet,
}

/// Solutions of a cube's grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goals {
    /// Some or all of the solutions.
    pub goals: Vec<Goal>,
    /// Whether these are all solutions; only then does a lower bound hold for the cube.
    pub complete: bool,
}

/// Turns that solve a Sudoku Cube.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CubeMoves {
    /// The turns, verified by replay sticker by sticker.
    pub sequence: Sequence,
    /// The number of turns in the half-turn metric.
    pub length: usize,
    /// No solution of the grid can be reached in fewer turns; `None` if some solutions were not
    /// examined.
    pub lower_bound: Option<usize>,
    /// The index of the goal that the turns lead to.
    pub goal: usize,
    /// The number of goals.
    pub n_goals: usize,
    /// Whether the goals are all solutions of the grid.
    pub all_goals: bool,
    /// The faces whose centres had an unknown direction: they may end in any direction.
    pub unknown_centres: Vec<Face>,
}

/// Searches for short sequences of turns that bring a 3×3×3 Sudoku Cube to one of `goals`, and
/// returns the shortest one found; `None` if a limit was reached before any was found.
///
/// Each reachable goal gets an equal share of the time limit, and only a shorter sequence than
/// those for earlier goals is accepted.
///
/// # Errors
///
/// [`SolveError::Atlas`] if the system refuses memory or threads, and (a bug)
/// [`SearchError::Unsound`](gordian_search::SearchError::Unsound).
///
/// # Panics
///
/// Panics if the cube is not a 3×3×3 or a goal is not one of this cube.
pub fn find_moves(
    cube: &SudokuCube,
    goals: &Goals,
    query: &Query,
    solver: &mut Solver,
    cancel: &Cancel,
    progress: &dyn Progress,
) -> Result<Option<CubeMoves>, SolveError> {
    let &Goals { ref goals, complete: all_goals } = goals;
    let mut best: Option<CubeMoves> = None;
    let mut lower_bound = MAX_LENGTH;
    let unknown_centres: Vec<Face> = Face::ALL
        .into_iter()
        .filter(|face| cube.centres[face.index()].direction.is_none())
        .collect();
    let n_goals = goals.len();
    let share = u32::try_from(n_goals.max(1)).unwrap_or(u32::MAX);
    for (number, goal) in goals.iter().enumerate() {
        let Some((position, centres)) = position_of(cube, goal) else { continue };
        let query = Query {
            metric: Metric::HalfTurn,
            centres,
            shorter_than: best.as_ref().map_or(MAX_LENGTH + 1, |best| best.length),
            time_limit: query.time_limit.map(|time| time / share),
            ..query.clone()
        };
        let found = solver.solve(&position, &query, cancel, progress)?;
        lower_bound = lower_bound.min(found.lower_bound);
        if let (Some(sequence), Some(length)) = (found.solution, found.length) {
            let unknown_centres = unknown_centres.clone();
            let goal = number;
            best = Some(CubeMoves {
                sequence,
                length,
                lower_bound: None,
                goal,
                n_goals,
                all_goals,
                unknown_centres,
            });
        }
    }
    let Some(mut best) = best else { return Ok(None) };
    best.lower_bound = all_goals.then(|| lower_bound.min(best.length));
    replay(cube, &best, &goals[best.goal])?;
    Ok(Some(best))
}

/// Replays the moves on the cube of stickers and reads the faces.
fn replay(cube: &SudokuCube, moves: &CubeMoves, goal: &Goal) -> Result<(), SolveError> {
    let unsound = |violation: String| SolveError::unsound("two-phase")(violation);
    let turns: Option<Vec<FaceTurn>> = moves
        .sequence
        .moves()
        .iter()
        .map(|&it| if let Move::Face(turn) = it { Some(turn) } else { None })
        .collect();
    let turns = turns.ok_or_else(|| unsound("a move is not the turn of a face".to_owned()))?;
    let first = |broken: Vec<cube::CubeViolation>| broken[0].to_string();
    let shown = cube.check_turns(&turns).map_err(|broken| unsound(first(broken)))?;
    if shown == goal.net { Ok(()) } else { Err(unsound("another grid is reached".to_owned())) }
}

/// Returns the position of a cube relative to a goal, and the goals of its centres; `None` if turns
/// cannot reach the goal.
///
/// # Panics
///
/// Panics if the cube is not a 3×3×3.
fn position_of(cube: &SudokuCube, goal: &Goal) -> Option<(Position, [CentreGoal; 6])> {
    assert_eq!(cube.size, 3, "turns are found for the 3×3×3");
    let corners = placed(&cube::CORNERS, &perm::CORNERS, &goal.placement.corners);
    let edges = placed(&cube::EDGES, &perm::EDGES, &goal.placement.edges);
    let mut centres = [None; 6];
    let mut centre_goals = [CentreGoal::Any; 6];
    for face in Face::ALL {
        let at = face.index();
        let centre = cube.centres[at];
        let Some(now) = centre.direction else { continue };
        let turned = goal.net.digits[at][1][1] != centre.digit;
        let wanted = goal.net.directions[at];
        // A 9 that is read as a 6 must be upside down.
        let wanted = if turned { wanted.opposite() } else { wanted };
        centres[at] = Some((4 + now.quarter_turns() - wanted.quarter_turns()) % 4);
        let reads_both = cube.ambiguity.upside_down(centre.digit) == Some(centre.digit);
        centre_goals[at] = if reads_both { CentreGoal::UpToHalf } else { CentreGoal::Exact };
    }
    let position = Position::new(corners, edges, centres).ok()?;
    Some((position, centre_goals))
}

/// Returns the piece at each place in the order of `gordian-perm`; a piece is numbered by the place
/// to which `placement` brings it.
fn placed<const N: usize, const P: usize>(
    places: &[[Face; N]; P],
    order: &[[Face; N]; P],
    placement: &[(u8, u8)],
) -> [OrientedPiece; P] {
    let number = |faces: &[Face; N]| {
        let same = |other: &[Face; N]| faces.iter().all(|face| other.contains(face));
        order.iter().position(same).expect("both list all places")
    };
    let mut placed = [OrientedPiece::default(); P];
    for (now, &(to, turn)) in places.iter().zip(placement) {
        let home = &places[usize::from(to)];
        let piece = number(home);
        let here = number(now);
        // The sticker that belongs on the first face of the target place, and its current face.
        let k = home.iter().position(|face| *face == order[piece][0]).expect("a face of the place");
        let shown_on = now[(k + usize::from(turn)) % N];
        let turn = order[here].iter().position(|face| *face == shown_on).expect("a face");
        let small = |n: usize| u8::try_from(n).expect("a cube has few pieces");
        placed[here] = OrientedPiece { piece: small(piece), orientation: small(turn) };
    }
    placed
}
