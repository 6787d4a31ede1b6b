//! Random states, each with the inverse of a solution.

use gordian_atlas::optimal::{Solver, SolverConfig, SolverError};
use gordian_core::{Cancel, Limit, Progress, Random};
use gordian_perm::cube3::Metric;
use gordian_perm::definition::{
    Definition, GroupError, MoveSet, PermutationGroup, Sequence, State, Step,
};
use gordian_perm::square1::{Colours, Move, Position, Sequence as Moves, Turn, random_position};
use gordian_table::Disk;
use rustc_hash::FxHashSet;

use super::{CubeMap, PermError, SquareMap};
use crate::{SolveError, cube3, square1};

/// The largest number of legal states that are listed.
const MAX_LISTED: usize = 1 << 17;
/// The largest number of states whose distances are computed before the first one is solved: a
/// fraction of a second.
const MAX_EXACT: u64 = 1 << 20;
/// States between two polls of the cancellation.
const POLL: usize = 1 << 10;

/// A random state.
#[derive(Clone, Debug)]
pub struct Scramble {
    /// The state.
    pub state: State,
    /// The moves that lead to it from the solved state, verified by replay; `None` if a limit was
    /// reached.
    pub sequence: Option<Sequence>,
    /// The limit that was reached.
    pub limit: Option<Limit>,
}

impl Scramble {
    /// Returns random moves from the solved state, as [`Definition::random_sequence`] chooses them,
    /// and the state after them.
    ///
    /// # Panics
    ///
    /// Panics if the moves belong to another definition.
    #[must_use]
    pub fn of_random_moves(
        definition: &Definition,
        moves: &MoveSet,
        n_moves: usize,
        random: &mut Random,
    ) -> Self {
        let sequence = definition.random_sequence(moves, n_moves, random);
        let state = definition.apply_sequence(definition.solved(), &sequence);
        let state = state.expect("the moves are legal");
        Self { state, sequence: Some(sequence), limit: None }
    }
}

/// Draws states of a puzzle: each that the moves reach has the same probability.
pub struct Scrambler<'a> {
    definition: &'a Definition,
    engine: Engine<'a>,
}

enum Engine<'a> {
    Cube3 { map: CubeMap, group: PermutationGroup, solver: cube3::Solver },
    Square1 { map: SquareMap, solver: square1::Solver },
    Any { states: States, solver: Box<Solver<'a>>, config: SolverConfig },
}

/// All states.
enum States {
    Group(PermutationGroup),
    Listed(Vec<State>),
}

fn stopped(limit: Limit) -> SolverError {
    SolverError::Group(GroupError::Stopped { limit })
}

impl<'a> Scrambler<'a> {
    /// Returns a scrambler of the 3×3×3, which uses its solver.
    ///
    /// # Errors
    ///
    /// Fails if `cancel` stops it.
    pub fn cube3(
        definition: &'a Definition,
        moves: &MoveSet,
        map: CubeMap,
        solver: cube3::Solver,
        cancel: &Cancel,
    ) -> Result<Self, PermError> {
        let group = PermutationGroup::generated(definition, moves, cancel);
        let group = group.map_err(SolverError::from)?;
        Ok(Self { definition, engine: Engine::Cube3 { map, group, solver } })
    }

    /// Returns a scrambler of the Square-1, which uses its solver.
    #[must_use]
    pub fn square1(definition: &'a Definition, map: SquareMap, solver: square1::Solver) -> Self {
        Self { definition, engine: Engine::Square1 { map, solver } }
    }

    /// Returns a scrambler of any puzzle, whose states are solved by searches with pattern
    /// databases.
    ///
    /// # Errors
    ///
    /// Fails with [`PermError::TooManyStates`] if there are more states than 64 bits count, or,
    /// with restrictions, more than 131,072: they cannot be solved, or not be drawn. Otherwise,
    /// fails as [`Solver::new`] does.
    pub fn any(
        definition: &'a Definition,
        moves: &'a MoveSet,
        config: SolverConfig,
        cancel: &Cancel,
    ) -> Result<Self, PermError> {
        let states = if definition.restrictions().is_empty() {
            let group = PermutationGroup::generated(definition, moves, cancel);
            let group = group.map_err(SolverError::from)?;
            if u64::try_from(group.order()).is_err() {
                return Err(PermError::TooManyStates);
            }
            States::Group(group)
        } else {
            match legal_states(definition, moves, cancel)? {
                Some(states) => States::Listed(states),
                None => return Err(PermError::TooManyStates),
            }
        };
        let mut solver = Box::new(Solver::new(definition, moves, cancel)?);
        if let States::Group(group) = &states
            && u64::try_from(group.order()).is_ok_and(|order| order <= MAX_EXACT)
        {
            solver.build_databases(&Disk, &config, cancel)?;
        }
        Ok(Self { definition, engine: Engine::Any { states, solver, config } })
    }

    /// Draws a state and solves it.
    ///
    /// # Errors
    ///
    /// Fails as the solvers do, and (a bug) with
    /// [`SearchError::Unsound`](gordian_search::SearchError::Unsound).
    pub fn draw(
        &mut self,
        random: &mut Random,
        cancel: &Cancel,
        progress: &dyn Progress,
    ) -> Result<Scramble, PermError> {
        let definition = self.definition;
        let (state, solution, limit) = match &mut self.engine {
            Engine::Cube3 { map, group, solver } => {
                let state = definition.random_state(group, random);
                let state = state.expect("the cube has no restrictions");
                let position = map.position(definition, &state);
                let position = position.ok_or_else(|| unsound("two-phase", "no position"))?;
                let query = cube3::Query {
                    metric: map.metric(),
                    ..cube3::Query::scramble(map.has_centres())
                };
                let query = match map.metric() {
                    Metric::HalfTurn => query,
                    // Of solutions of this length, the first is found as soon as one of 21 half
                    // turns.
                    Metric::QuarterTurn => {
                        cube3::Query { max_length: query.max_length + 7, ..query }
                    }
                };
                let answer = solver.solve(&position, &query, cancel, progress)?;
                let solution = answer.solution.and_then(|it| map.sequence(&it));
                (state, solution, answer.limit)
            }
            Engine::Square1 { map, solver } => {
                let position = random_position(random, Colours::Six);
                let (solution, limit) = solve_square1(*map, solver, &position, cancel, progress)?;
                (map.state(&position), solution, limit)
            }
            Engine::Any { states, solver, config } => {
                let state = match states {
                    States::Group(group) => definition.random_state(group, random),
                    States::Listed(all) => Some(random.choose(all).clone()),
                };
                let state = state.expect("without restrictions, states are those of the group");
                let on_phase = |_| {};
                let found = solver.build_and_solve(&state, 1, &Disk, config, cancel, &on_phase)?;
                let solution = found.sequences.into_iter().next();
                if solution.is_none() && found.limit.is_none() {
                    return Err(unsound("search", "a state of the puzzle was not solved").into());
                }
                (state, solution, found.limit)
            }
        };
        // A move that is its own inverse is written without a prime.
        let written = |step: &Step| {
            let order = definition.base_moves()[step.base].order();
            let is_half = order == Some(2 * u64::from(step.amount.unsigned_abs()));
            Step { amount: if is_half { step.amount.abs() } else { step.amount }, ..*step }
        };
        let inverse = |it: Sequence| it.inverse().steps().iter().map(written).collect();
        let sequence: Option<Sequence> = solution.map(inverse);
        if let Some(sequence) = &sequence
            && definition.apply_sequence(definition.solved(), sequence).as_ref() != Ok(&state)
        {
            return Err(unsound("scramble", "its moves do not lead to the state").into());
        }
        let limit = limit.filter(|_| sequence.is_none());
        Ok(Scramble { state, sequence, limit })
    }
}

fn unsound(engine: &str, violation: &str) -> SolveError {
    SolveError::unsound(engine)(violation.to_owned())
}

/// Returns a shortest solution in twists.
fn solve_square1(
    map: SquareMap,
    solver: &mut square1::Solver,
    position: &Position,
    cancel: &Cancel,
    progress: &dyn Progress,
) -> Result<(Option<Sequence>, Option<Limit>), SolveError> {
    let query = square1::Query { count: false, ..square1::Query::default() };
    let answer = solver.solve(position, &query, cancel, progress)?;
    if !answer.flipped {
        let solution = answer.solution.and_then(|it| map.sequence(&it));
        return Ok((solution, answer.limit));
    }
    // The solution of a puzzle that is solved but for lying upside down ends with a flip, which is
    // no move of the definition. So it begins with a twist here.
    let twist = |turn: Turn| -> Moves {
        [Move::Turn(turn), Move::Twist]
            .into_iter()
            .filter(|it| *it != Move::Turn(Turn::default()))
            .collect()
    };
    for top in position.top().cut_turns() {
        for bottom in position.bottom().cut_turns() {
            let first = twist(Turn::new(top, bottom));
            let Ok(next) = position.apply(&first) else { continue };
            let answer = solver.solve(&next, &query, cancel, progress)?;
            if let (false, Some(rest)) = (answer.flipped, answer.solution) {
                let all = first.into_moves().into_iter().chain(rest.into_moves());
                let all: Moves = all.collect();
                return Ok((map.sequence(&all.normalised()), None));
            }
        }
    }
    Ok((None, Some(Limit::Effort)))
}

/// Lists all legal states that the moves reach; `None` if there are too many.
fn legal_states(
    definition: &Definition,
    moves: &MoveSet,
    cancel: &Cancel,
) -> Result<Option<Vec<State>>, SolverError> {
    let mut seen: FxHashSet<State> = FxHashSet::default();
    let mut states = vec![definition.solved().clone()];
    seen.insert(definition.solved().clone());
    let mut next = 0;
    while next < states.len() {
        if next.is_multiple_of(POLL)
            && let Some(limit) = cancel.stopped()
        {
            return Err(stopped(limit));
        }
        for turn in moves.moves() {
            let Some(after) = definition.apply(&states[next], turn.transformation()) else {
                continue;
            };
            if seen.insert(after.clone()) {
                states.push(after);
                if states.len() > MAX_LISTED {
                    return Ok(None);
                }
            }
        }
        next += 1;
    }
    Ok(Some(states))
}
