//! `perm/read`: what a puzzle consists of; and how requests name puzzles, states and sequences.

use gordian_atlas::optimal::SolverError;
use gordian_core::{Limit, excerpt};
use gordian_perm::definition::{
    BaseMove, Definition, GroupError, IGNORED, Metric, MoveKind, MoveSet, NAMES, Orbit,
    PermutationGroup, ReadLimits, Sequence, SequenceParseError, State,
};
use gordian_solve::perm::PermError;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{ErrorDetail, RequestContext, RequestError, RequestKind, SchemaVersion};

/// Limits of definitions in requests: reading one takes about a second at most.
const LIMITS: ReadLimits = ReadLimits {
    text_len: 64 << 10,
    positions: 500,
    moves: 200,
    sequences: 50,
    sequence_len: 100,
    name_chars: 64 << 10,
};
/// The maximal size of a group whose order is computed: twice the positions and orientations of all
/// levels of its chain of stabilisers, times the number of positions.
const MAX_CHAIN_ENTRIES: usize = 10 << 20;
/// How long the order of a group is computed, in seconds.
const MAX_GROUP_TIME: f64 = 2.0;

/// The puzzle of a request.
pub(super) struct Puzzle {
    pub(super) definition: Definition,
    /// Whether it was given by its name.
    pub(super) is_named: bool,
}

/// Reads the puzzle of a request: a name, or else the text of a definition.
pub(super) fn read_puzzle(text: &str, ctx: &RequestContext<'_>) -> Result<Puzzle, ErrorDetail> {
    let text = text.trim_start_matches('\u{feff}');
    let name = text.trim();
    if let Some(definition) = Definition::named(name) {
        return Ok(Puzzle { definition, is_named: true });
    }
    if name.split_whitespace().count() < 2 {
        let message = format!("unknown puzzle `{}`", excerpt(name));
        let hint = format!("give one of {}, or the text of a definition", NAMES.join(", "));
        return Err(ErrorDetail::new("perm.unknown-puzzle", message).hint(hint));
    }
    let name_chars = ctx.max_name_chars.unwrap_or(LIMITS.name_chars);
    let limits = ReadLimits { name_chars, ..LIMITS };
    let definition = Definition::read_within(text, limits).map_err(|error| {
        ErrorDetail::new(error.error.code(), error.error.to_string())
            .hint(error.error.hint())
            .at(text, &error.span)
    })?;
    Ok(Puzzle { definition, is_named: false })
}

/// Returns whether a text is the definition of a puzzle.
pub(crate) fn is_definition(text: &str, ctx: &RequestContext<'_>) -> bool {
    read_puzzle(text, ctx).is_ok_and(|puzzle| !puzzle.is_named)
}

impl Puzzle {
    /// Reads a sequence; `place` tells in errors which field it is.
    pub(super) fn sequence(
        &self,
        text: &str,
        place: &str,
        ctx: &RequestContext<'_>,
    ) -> Result<Sequence, ErrorDetail> {
        let refused = |SequenceParseError { error, span }| {
            ErrorDetail::new(error.code(), format!("in the {place}: {error}"))
                .hint(error.hint())
                .at(text, &span)
        };
        let sequence = self.definition.parse_sequence(text).map_err(refused)?;
        ctx.check_max_items("moves", sequence.steps().len())?;
        Ok(sequence)
    }

    /// Returns the state after each move of a sequence.
    pub(super) fn states<'a>(
        &'a self,
        start: &State,
        sequence: &'a Sequence,
        place: &'a str,
    ) -> impl Iterator<Item = Result<State, ErrorDetail>> + 'a {
        let mut state = start.clone();
        sequence.steps().iter().enumerate().map(move |(index, &step)| {
            let step: Sequence = std::iter::once(step).collect();
            let next = self.definition.apply_sequence(&state, &step);
            state = next.map_err(|_| {
                let step = step.write(&self.definition);
                let message =
                    format!("in the {place}: move {}, {step}, is illegal there", index + 1);
                ErrorDetail::new("perm.illegal-move", message)
                    .hint("the puzzle forbids the state after it")
            })?;
            Ok(state.clone())
        })
    }

    /// Returns the state after a sequence.
    pub(super) fn end(
        &self,
        start: &State,
        sequence: &Sequence,
        place: &str,
    ) -> Result<State, ErrorDetail> {
        self.states(start, sequence, place).try_fold(start.clone(), |_, state| state)
    }

    /// Returns the state as in documents.
    pub(super) fn document(&self, state: &State) -> Vec<OrbitState> {
        OrbitState::of(&self.definition, state)
    }

    /// Returns whether the group of the moves is small enough for requests.
    pub(super) fn has_small_group(&self) -> bool {
        let entries = self.definition.orbits().iter().map(|orbit| {
            usize::from(orbit.orientations()) * orbit.n_positions() * (orbit.n_positions() + 1)
        });
        entries.sum::<usize>() * self.definition.n_positions() <= MAX_CHAIN_ENTRIES
    }

    /// Returns the moves: those with these names, or all.
    pub(super) fn moves(
        &self,
        names: Option<&str>,
        metric: Metric,
    ) -> Result<MoveSet, ErrorDetail> {
        let moves = match names {
            None => MoveSet::all(&self.definition, metric),
            Some(names) => {
                let names: Vec<&str> =
                    names.split([' ', ',']).filter(|it| !it.is_empty()).collect();
                if names.is_empty() {
                    return Err(ErrorDetail::new("perm.moves", "there is no move")
                        .hint("give names of moves, or leave them out to allow all"));
                }
                MoveSet::restricted(&self.definition, metric, &names)
            }
        };
        moves.map_err(|error| ErrorDetail::new("perm.moves", error.to_string()).hint(error.hint()))
    }

    /// Returns the group that the moves generate, or the limit that was reached: large groups are
    /// not computed.
    fn group(
        &self,
        moves: &MoveSet,
        ctx: &RequestContext<'_>,
    ) -> Result<Result<PermutationGroup, Limit>, ErrorDetail> {
        if !self.has_small_group() {
            return Ok(Err(Limit::Effort));
        }
        let cancel = ctx.cancel_with_time_limit(Some(MAX_GROUP_TIME))?;
        match PermutationGroup::generated(&self.definition, moves, &cancel) {
            Ok(group) => Ok(Ok(group)),
            Err(GroupError::Stopped { limit }) => Ok(Err(limit)),
            Err(error) => Err(PermError::from(SolverError::from(error)).into()),
        }
    }
}

/// A puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadRequest {
    /// The name of a puzzle, or the text of a definition in the format of twsearch.
    pub puzzle: String,
    /// Only these moves and their powers, such as `U R2`; all by default.
    pub moves: Option<String>,
    /// What counts as one move: `htm`, any number of turns of one kind, by default; single turns if
    /// these are too many.
    pub metric: Option<Metric>,
    /// Also returns the state after this sequence of moves.
    pub after: Option<String>,
}

/// An orbit: positions whose pieces the moves can exchange.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OrbitDescription {
    /// The name.
    pub name: String,
    /// The number of positions.
    pub positions: usize,
    /// The number of orientations of each piece.
    pub orientations: u8,
    /// The number of different labels; fewer than positions if pieces are identical.
    pub labels: usize,
}

impl OrbitDescription {
    /// Describes each orbit.
    #[must_use]
    pub fn of(definition: &Definition) -> Vec<Self> {
        let describe = |orbit: &Orbit| Self {
            name: orbit.name().to_owned(),
            positions: orbit.n_positions(),
            orientations: orbit.orientations(),
            labels: orbit.n_labels(),
        };
        definition.orbits().iter().map(describe).collect()
    }
}

/// A move with a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TurnDescription {
    /// The name.
    pub name: String,
    /// What it is used for.
    pub kind: MoveKind,
    /// The least number of repetitions without effect; null if it has more than 64 bits.
    pub order: Option<u64>,
}

impl TurnDescription {
    /// Describes each move, rotation and alias, in the order of the definition.
    #[must_use]
    pub fn of(definition: &Definition) -> Vec<Self> {
        let describe = |base: &BaseMove| Self {
            name: base.name().to_owned(),
            kind: base.kind(),
            order: base.order(),
        };
        definition.base_moves().iter().map(describe).collect()
    }
}

/// The pieces of an orbit, position by position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OrbitState {
    /// The name of the orbit.
    pub orbit: String,
    /// The label of the piece at each position, from 1; identical pieces have the same label.
    pub pieces: Vec<usize>,
    /// The orientation of the piece at each position; null where it is ignored.
    pub orientations: Vec<Option<u8>>,
}

impl OrbitState {
    /// Returns the pieces of each orbit in a state.
    #[must_use]
    pub fn of(definition: &Definition, state: &State) -> Vec<Self> {
        let orbits = definition.orbits().iter();
        let one = |orbit: &Orbit| Self {
            orbit: orbit.name().to_owned(),
            pieces: (state.pieces()[orbit.positions()].iter())
                .map(|&label| usize::from(label) + 1)
                .collect(),
            orientations: (state.orientations()[orbit.positions()].iter())
                .map(|&orientation| (orientation != IGNORED).then_some(orientation))
                .collect(),
        };
        orbits.map(one).collect()
    }
}

/// What a puzzle consists of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReadResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// The name of the puzzle.
    pub name: String,
    /// The orbits.
    pub orbits: Vec<OrbitDescription>,
    /// The moves, rotations and aliases, in the order of the definition.
    pub moves: Vec<TurnDescription>,
    /// The names of what counts as one move, of the moves that are allowed; empty if they are too
    /// many.
    pub turns: Vec<String>,
    /// The solved state.
    pub solved: Vec<OrbitState>,
    /// The number of restrictions; with some, moves can be illegal.
    pub restrictions: usize,
    /// The number of elements of the group that the moves generate; null if it is too large for the
    /// limits.
    pub group_order: Option<String>,
    /// The number of states that the moves reach; null if it is not known without enumeration.
    pub states: Option<String>,
    /// The state after the sequence, if one was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Vec<OrbitState>>,
    /// The limit that stopped the work early; null if none did.
    pub limit: Option<Limit>,
    /// The names of all puzzles that have one.
    pub names: Vec<String>,
}

impl ReadResponse {
    /// Returns the document of a puzzle, with the group that its moves generate, or the limit that
    /// was reached before it was known; without `moves` if they are too many.
    #[must_use]
    pub fn new(
        definition: &Definition,
        moves: Option<&MoveSet>,
        group: Result<&PermutationGroup, Limit>,
        after: Option<&State>,
    ) -> Self {
        let states = group.ok().and_then(|group| definition.n_states(group));
        Self {
            schema: SchemaVersion,
            name: definition.name().to_owned(),
            orbits: OrbitDescription::of(definition),
            moves: TurnDescription::of(definition),
            turns: moves
                .into_iter()
                .flat_map(MoveSet::moves)
                .map(|it| it.name().to_owned())
                .collect(),
            solved: OrbitState::of(definition, definition.solved()),
            restrictions: definition.restrictions().len(),
            group_order: group.ok().map(|group| group.order().to_string()),
            states: states.map(|states| states.to_string()),
            after: after.map(|state| OrbitState::of(definition, state)),
            limit: group.err(),
            names: NAMES.map(str::to_owned).to_vec(),
        }
    }
}

impl RequestKind for ReadRequest {
    const NAME: &'static str = "perm/read";
    const SUMMARY: &'static str = "Returns the orbits, the moves, the solved state and the number of states of a permutation \
         puzzle, by its name or its definition.";
    type Response = ReadResponse;

    fn example() -> Self {
        Self { puzzle: "pyraminx".to_owned(), moves: None, metric: None, after: None }
    }

    fn run(&self, ctx: &RequestContext<'_>) -> Result<ReadResponse, RequestError> {
        let puzzle = read_puzzle(&self.puzzle, ctx)?;
        let names = self.moves.as_deref();
        let moves = match (names, self.metric) {
            (None, None) => {
                let single = |_| puzzle.moves(None, Metric::SinglePower);
                puzzle.moves(None, Metric::AnyPower).or_else(single).ok()
            }
            (names, metric) => Some(puzzle.moves(names, metric.unwrap_or_default())?),
        };
        let after = match &self.after {
            None => None,
            Some(text) => {
                let sequence = puzzle.sequence(text, "after", ctx)?;
                Some(puzzle.end(puzzle.definition.solved(), &sequence, "after")?)
            }
        };
        let group = match &moves {
            Some(moves) => puzzle.group(moves, ctx)?,
            None => Err(Limit::Effort),
        };
        let group = group.as_ref().map_err(|limit| *limit);
        Ok(ReadResponse::new(&puzzle.definition, moves.as_ref(), group, after.as_ref()))
    }
}
