//! `gordian perm`: permutation puzzles from definitions.

mod query;

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use gordian::atlas::AtlasError;
use gordian::atlas::distances::{DistancesConfig, Exchange, OneProcess, distances as enumerate};
use gordian::atlas::optimal::{SolverConfig, SolverError};
use gordian::perm::definition::{
    Definition, GroupError, MoveKind, MoveSet, NAMES, PermutationGroup, Sequence, State,
};
use gordian::permutation_puzzles::{
    CubeMap, KnownPuzzle, PermError, Scramble, Scrambler, Solved, StateSolver,
};
use gordian::requests::perm::{
    DistancesResponse, OrbitState, RandomPart, ReadResponse, ScrambleResponse, SolveResponse,
};
use gordian::table::{CheckpointPolicy, Disk};
use gordian::{
    Cancel, Limit, NoProgress, Progress as _, ProgressEvent, Random, Seconds, cube3, square1,
};

use query::open_table;

use super::lines::{LineDocument, answer_each};
use super::{CommandError, Stopwatch, seed_or_random, thread_count, with_progress};
use crate::args::{
    PermArgs, PermCheckArgs, PermCommand, PermCountArgs, PermDistancesArgs, PermInfoArgs,
    PermPuzzleArgs, PermScrambleArgs, PermSolveArgs,
};
use crate::background::cancel_on_ctrl_c;
use crate::console::{Console, Style};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::format::{format_count, format_limit};
use crate::input::Input;
use crate::system::{available_memory, cache_directory};

/// What a stopped command says if the order of the group was not yet known.
const STOPPED_BEFORE: &str = "not known yet: stopped by Ctrl-C";
/// The memory for pattern databases unless another is given, in bytes.
const DEFAULT_DATABASE_BYTES: u64 = 64 << 20;
/// The number of names of moves in a line.
const MOVES_PER_LINE: usize = 12;

pub(super) fn run(args: &PermArgs, console: &mut Console) -> Result<Exit, CommandError> {
    match &args.command {
        PermCommand::Info(args) => info(args, console),
        PermCommand::Check(args) => check(args, console),
        PermCommand::Count(args) => count(args, console),
        PermCommand::Distances(args) => distances(args, console),
        PermCommand::Query(args) => query::query(args, console),
        PermCommand::Solve(args) => solve(args, console),
        PermCommand::Scramble(args) => scramble(args, console),
    }
}

/// A puzzle with its moves.
struct Puzzle {
    definition: Definition,
    moves: MoveSet,
}

/// Reads a definition: that of a name, or else a file. A file named like a puzzle is given by a
/// path such as `./skewb`.
fn definition(puzzle: &str) -> Result<Definition, Fault> {
    if let Some(definition) = Definition::named(puzzle) {
        return Ok(definition);
    }
    let is_name = !puzzle.is_empty() && puzzle.chars().all(|it| it.is_ascii_alphanumeric());
    let path = Path::new(puzzle);
    if is_name && (path.is_dir() || !path.exists()) {
        let hint = format!("give a file, or one of {}", NAMES.join(", "));
        let fault = Fault::new("perm.unknown-puzzle", format!("unknown puzzle `{puzzle}`"));
        return Err(fault.hint(hint));
    }
    definition_of(&Input::new(puzzle))
}

/// Reads the definition in a file.
fn definition_of(input: &Input) -> Result<Definition, Fault> {
    let text = input.read()?;
    Definition::read(&text).map_err(|error| {
        let fault = Fault::new(error.error.code(), error.error.to_string());
        fault.hint(error.error.hint()).in_file(input.name()).at_span(&text, &error.span)
    })
}

impl Puzzle {
    fn new(args: &PermPuzzleArgs) -> Result<Self, Fault> {
        let definition = definition(&args.puzzle)?;
        let moves = match &args.moves {
            None => MoveSet::all(&definition, args.metric),
            Some(names) => {
                let names: Vec<&str> =
                    names.split([' ', ',']).filter(|it| !it.is_empty()).collect();
                if names.is_empty() {
                    let fault = Fault::new("perm.moves", "there is no move");
                    let hint = "give names of moves, or omit `--moves` to allow all of them";
                    return Err(fault.hint(hint).in_file("--moves"));
                }
                MoveSet::restricted(&definition, args.metric, &names)
            }
        };
        let moves = moves.map_err(|error| {
            let fault = Fault::new("perm.moves", error.to_string()).hint(error.hint());
            fault.in_file(if args.moves.is_some() { "--moves" } else { &args.puzzle })
        })?;
        Ok(Self { definition, moves })
    }

    fn sequence(&self, text: &str, name: &str) -> Result<Sequence, Fault> {
        self.definition.parse_sequence(text).map_err(|error| {
            let fault = Fault::new(error.error.code(), error.error.to_string());
            fault.hint(error.error.hint()).in_file(name).at_span(text, &error.span)
        })
    }

    /// Returns the state after a sequence from the solved state.
    fn after(&self, text: &str, name: &str) -> Result<State, Fault> {
        self.reached(&self.sequence(text, name)?, name)
    }

    fn reached(&self, sequence: &Sequence, name: &str) -> Result<State, Fault> {
        let definition = &self.definition;
        definition.apply_sequence(definition.solved(), sequence).map_err(|index| {
            let step: Sequence = sequence.steps()[index..=index].iter().copied().collect();
            let step = step.write(definition);
            let message = format!("move {} of the sequence, {step}, is illegal there", index + 1);
            let hint = "the definition forbids the state after it";
            Fault::new("perm.illegal-move", message).hint(hint).in_file(name)
        })
    }

    /// Returns the puzzle whose solved state is that after a sequence, or the same one without a
    /// sequence.
    fn with_target(&self, text: Option<&str>) -> Result<Definition, Fault> {
        let Some(text) = text else { return Ok(self.definition.clone()) };
        let target = self.definition.with_solved(&self.after(text, "--to")?);
        Ok(target.expect("moves keep the pieces"))
    }

    /// Returns the group that the moves generate, or the limit that stopped the work.
    fn group_or_limit(
        &self,
        console: &Console,
    ) -> Result<Result<PermutationGroup, Limit>, CommandError> {
        let cancel = cancel_on_ctrl_c()?;
        let generated = with_progress("group", console.is_quiet(), |_| self.group(&cancel))?;
        Ok(or_limit(generated.map_err(SolverError::from))?)
    }

    fn group(&self, cancel: &Cancel) -> Result<PermutationGroup, GroupError> {
        PermutationGroup::generated(&self.definition, &self.moves, cancel)
    }
}

/// Runs `gordian perm info`.
fn info(args: &PermInfoArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let puzzle = Puzzle::new(&args.puzzle)?;
    let after = args.after.as_ref().map(|text| puzzle.after(text, "--after")).transpose()?;
    let response = read(&puzzle, after.as_ref(), console)?;
    if args.json {
        console.print_json(&response)?;
    } else {
        console.print_line(Style::Success, &response.name)?;
        for line in info_lines(&puzzle, &response, after.as_ref()) {
            console.print_line(Style::Plain, &line)?;
        }
    }
    Ok(response.limit.map_or(Exit::Answer, Exit::from_limit))
}

/// Returns what the puzzle consists of.
fn read(
    puzzle: &Puzzle,
    after: Option<&State>,
    console: &Console,
) -> Result<ReadResponse, CommandError> {
    let group = puzzle.group_or_limit(console)?;
    let group = group.as_ref().map_err(|limit| *limit);
    Ok(ReadResponse::new(&puzzle.definition, Some(&puzzle.moves), group, after))
}

fn info_lines(
    Puzzle { definition, .. }: &Puzzle,
    response: &ReadResponse,
    after: Option<&State>,
) -> Vec<String> {
    let mut lines = Vec::new();
    for orbit in definition.orbits() {
        let n_labels = orbit.n_labels();
        let positions = format_count(to_u64(orbit.n_positions()), "position");
        let mut line = format!("orbit {}: {positions}", orbit.name());
        if n_labels < orbit.n_positions() {
            line += &format!(", {} of pieces", format_count(to_u64(n_labels), "kind"));
        }
        if orbit.orientations() > 1 {
            line += &format!(", {}", format_count(orbit.orientations().into(), "orientation"));
        }
        lines.push(line);
    }
    if !definition.restrictions().is_empty() {
        lines.push(format_count(to_u64(definition.restrictions().len()), "restriction"));
    }
    let moves = &response.turns;
    lines.push(format!("{}:", format_count(to_u64(moves.len()), "move")));
    lines.extend(moves.chunks(MOVES_PER_LINE).map(|line| format!("  {}", line.join(" "))));
    if let Some(group_order) = &response.group_order {
        let states = response.states.as_deref().unwrap_or("not known without enumeration");
        lines.push(format!("order of the group: {group_order}"));
        lines.push(format!("states: {states}"));
    } else {
        lines.push(format!("order of the group: {STOPPED_BEFORE}"));
    }
    lines.extend(after.into_iter().flat_map(|state| state_lines(definition, state)));
    lines
}

/// Returns the pieces and the orientations of each orbit.
fn state_lines(definition: &Definition, state: &State) -> Vec<String> {
    let mut lines = Vec::new();
    for it in OrbitState::of(definition, state) {
        let pieces: Vec<String> = it.pieces.iter().map(usize::to_string).collect();
        lines.push(format!("{} pieces:       {}", it.orbit, pieces.join(" ")));
        if it.orientations.iter().any(|&it| it != Some(0)) {
            let shown = |it: &Option<u8>| it.map_or("?".to_owned(), |it| it.to_string());
            let orientations: Vec<String> = it.orientations.iter().map(shown).collect();
            lines.push(format!("{} orientations: {}", it.orbit, orientations.join(" ")));
        }
    }
    lines
}

fn to_u64(n: usize) -> u64 {
    u64::try_from(n).unwrap_or(u64::MAX)
}

/// Runs `gordian perm check`.
fn check(args: &PermCheckArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let definition = definition_of(&Input::new(args.file.as_path()))?;
    let turns = definition.base_moves().iter().filter(|it| it.kind() == MoveKind::Turn);
    let line = format!(
        "{}: {}, {}, {}",
        definition.name(),
        format_count(to_u64(definition.orbits().len()), "orbit"),
        format_count(to_u64(definition.n_positions()), "position"),
        format_count(to_u64(turns.count()), "move"),
    );
    console.print_line(Style::Success, &line)?;
    for base in definition.base_moves().iter().filter(|it| it.transformation().is_identity()) {
        let kind = base.kind().name();
        let line = format!("note: {kind} `{}` has no effect", base.name());
        console.print_line(Style::Plain, &line)?;
    }
    for orbit in definition.orbits() {
        let is_changed = |position: usize| {
            definition.base_moves().iter().any(|base| {
                let it = base.transformation();
                usize::from(it.sources()[position]) != position || it.twists()[position] != 0
            })
        };
        let n = orbit.positions().filter(|&position| !is_changed(position)).count();
        if n > 0 {
            let pieces = format_count(to_u64(n), "piece");
            let line = format!("note: no move changes {pieces} of orbit {}", orbit.name());
            console.print_line(Style::Plain, &line)?;
        }
    }
    Ok(Exit::Answer)
}

/// Runs `gordian perm count`.
fn count(args: &PermCountArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let puzzle = Puzzle::new(&args.puzzle)?;
    let response = read(&puzzle, None, console)?;
    let ReadResponse { group_order, states, .. } = &response;
    if args.json {
        console.print_json(&response)?;
    } else if let Some(states) = states {
        console.print_line(Style::Plain, states)?;
    } else if let Some(group_order) = group_order {
        let line = format!(
            "not known without enumeration: the moves generate a group of order {group_order}, \
             and some of its states are illegal or alike"
        );
        console.print_line(Style::Plain, &line)?;
    } else {
        console.print_line(Style::Plain, STOPPED_BEFORE)?;
    }
    Ok(match response.limit {
        Some(limit) => Exit::from_limit(limit),
        None if states.is_none() => Exit::Limit,
        None => Exit::Answer,
    })
}

/// Prints that a limit stopped the work before the first level.
fn print_no_distances(
    puzzle: &Puzzle,
    limit: Limit,
    seconds: Seconds,
    json: bool,
    console: &mut Console,
) -> Result<Exit, CommandError> {
    if json {
        let (definition, limit) = (&puzzle.definition, Some(limit));
        console.print_json(&DistancesResponse::stopped(definition, limit, seconds))?;
    } else {
        let line = format!("stopped by {} before the first level", format_limit(limit));
        console.print_line(Style::Success, &line)?;
    }
    Ok(Exit::from_limit(limit))
}

/// Starts the exchange with other processes, if there are any.
#[cfg(feature = "mpi")]
fn exchange(args: &PermDistancesArgs) -> Result<Box<dyn Exchange>, Fault> {
    if !args.mpi {
        return Ok(Box::new(OneProcess));
    }
    let exchange = gordian::atlas::distances::MpiExchange::start().map_err(|error| {
        let hint = "start the command with `mpirun`";
        Fault::new("perm.mpi", error.to_string()).hint(hint)
    })?;
    Ok(Box::new(exchange))
}

/// Runs `gordian perm distances`.
fn distances(args: &PermDistancesArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let stopwatch = Stopwatch::start();
    let puzzle = Puzzle::new(&args.puzzle)?;
    #[cfg(feature = "mpi")]
    let exchange = exchange(args)?;
    #[cfg(not(feature = "mpi"))]
    let exchange: Box<dyn Exchange> = Box::new(OneProcess);
    let is_first = exchange.process() == 0;
    let cancel = cancel_on_ctrl_c()?.within(args.time_limit);
    let config = DistancesConfig {
        threads: thread_count(args.threads).get(),
        max_bytes: args.memory.unwrap_or_else(|| available_memory() / 2),
        antipodes: usize::try_from(args.antipodes).expect("the number is limited"),
        max_level: args.depth.map(|it| usize::try_from(it).expect("the number is limited")),
        file: args.out.clone(),
        checkpoints: CheckpointPolicy::default(),
        exchange: &*exchange,
    };
    let Puzzle { definition, moves } = &puzzle;
    let is_quiet = console.is_quiet() || !is_first;
    let enumerated = with_progress("distances", is_quiet, |progress| {
        let group = puzzle.group(&cancel)?;
        let total = u64::try_from(group.order()).unwrap_or(u64::MAX);
        let done = AtomicU64::new(0);
        let on_level = |level: usize, n: u64| {
            let done = done.fetch_add(n, Ordering::Relaxed) + n;
            progress.report(&ProgressEvent::Level { level: to_u64(level), done, total });
        };
        let found = enumerate(definition, moves, &group, &Disk, &config, &cancel, &on_level)?;
        Ok::<_, SolverError>(found)
    })?;
    let found = match enumerated {
        Err(SolverError::Atlas(error @ AtlasError::MemoryLimit { .. })) if args.out.is_none() => {
            let fault = Fault::from_table_error(error);
            return Err(fault.also_hint("with `--out FILE`, states are kept in files").into());
        }
        enumerated => match or_limit(enumerated)? {
            Ok(found) => found,
            Err(limit) if is_first => {
                let seconds = stopwatch.elapsed();
                return print_no_distances(&puzzle, limit, seconds, args.json, console);
            }
            Err(limit) => return Ok(Exit::from_limit(limit)),
        },
    };
    let total = found.levels.iter().sum();
    let exit = found.limit.map_or(Exit::Answer, Exit::from_limit);
    if !is_first {
        return Ok(exit);
    }
    if args.json {
        console.print_json(&DistancesResponse::new(definition, &found, stopwatch.elapsed()))?;
        return Ok(exit);
    }
    for (level, n) in found.levels.iter().enumerate() {
        console.print_line(Style::Plain, &format!("{level:>4}  {n}"))?;
    }
    for (number, state) in (1..).zip(&found.antipodes) {
        console.print_line(Style::Plain, &format!("state {number} of the last level:"))?;
        for line in state_lines(definition, state) {
            console.print_line(Style::Plain, &line)?;
        }
    }
    let states = format_count(total, "state");
    let levels = format_count(to_u64(found.levels.len()), "level");
    let end = match found.limit {
        None if found.is_complete => format!("{states} in {levels}"),
        None => format!("{states} in {levels}; there may be more levels"),
        Some(limit) => {
            format!("{states} in {levels}, not complete: stopped by {}", format_limit(limit))
        }
    };
    console.print_line(Style::Success, &end)?;
    if found.first_level > 0 {
        console.print_note(&format!("resumed after level {}", found.first_level))?;
    }
    if let Some(file) = &args.out {
        let what = match (found.limit, found.n_buckets) {
            (Some(Limit::Memory), _) => "the command resumes with a larger `--memory`",
            (Some(_), 0) => "the same command resumes from the last checkpoint, if one was written",
            (Some(_), _) => "the same command resumes from the files",
            (None, _) => "the distances of these states are in the file",
        };
        console.print_note(&format!("{}: {what}", file.display()))?;
    }
    Ok(exit)
}

/// Converts an error; hints name the options of the command line.
fn fault(error: impl Into<PermError>) -> Fault {
    match error.into() {
        PermError::Solver(SolverError::Group(error)) => {
            Fault::new("perm.group", error.to_string()).hint("choose fewer moves with `--moves`")
        }
        PermError::Solver(SolverError::Atlas(error)) => Fault::from_table_error(error),
        error => Fault::of(error),
    }
}

/// Runs `gordian perm solve`.
fn solve(args: &PermSolveArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let stopwatch = Stopwatch::start();
    if args.puzzle.puzzle == "-" && args.sequence == "-" {
        let message = "the definition and the sequences cannot both be standard input";
        return Err(Fault::new("cli.stdin-twice", message).into());
    }
    let puzzle = Puzzle::new(&args.puzzle)?;
    let target = puzzle.with_target(args.to.as_deref())?;
    let cancel = cancel_on_ctrl_c()?;
    let n = usize::try_from(args.solutions).expect("the number is limited");
    let group = match &args.table {
        None => None,
        Some(_) => match or_limit(puzzle.group(&cancel).map_err(SolverError::from))? {
            Ok(group) => Some(group),
            Err(limit) => return Ok(Exit::from_limit(limit)),
        },
    };
    let mut solver = solver(args, &target, &puzzle.moves);
    if let (Some(file), Some(group)) = (&args.table, &group) {
        solver = solver.with_table(open_table(file, &target, &puzzle.moves, group)?);
    }
    let is_quiet = console.is_quiet();
    if args.sequence == "-" {
        let prepared = with_progress("solve", is_quiet, |progress| {
            solver.prepare(&cancel, progress).map(<[String]>::to_vec)
        })?;
        match or_limit(prepared)? {
            Ok(notes) => console.print_notes(&notes)?,
            Err(limit) => return Ok(Exit::from_limit(limit)),
        }
        return answer_each(args.json, usize::MAX, &cancel, console, |line, console| {
            let stopwatch = Stopwatch::start();
            let start = puzzle.after(line.text, "-");
            let start = start.map_err(|fault| fault.on_line(line.number, line.text))?;
            let cancel = cancel.within(args.time_limit);
            let solved = solver.solve(&start, n, &cancel, &NoProgress).map_err(fault)?;
            console.print_notes(&solved.notes)?;
            let response = SolveResponse::new(&puzzle.definition, &solved, stopwatch.elapsed());
            print_on_line(line.number, &solved, response, args.json, console)
        });
    }
    let start = puzzle.after(&args.sequence, "SEQUENCE")?;
    let cancel = cancel.within(args.time_limit);
    let solved =
        with_progress("solve", is_quiet, |progress| solver.solve(&start, n, &cancel, progress))?;
    let solved = solved.map_err(fault)?;
    console.print_notes(&solved.notes)?;
    let response = SolveResponse::new(&puzzle.definition, &solved, stopwatch.elapsed());
    if args.json {
        console.print_json(&response)?;
    } else {
        for line in &response.solutions {
            console.print_line(Style::Plain, line)?;
        }
        console.print_line(Style::Success, &verdict(&solved))?;
    }
    Ok(Exit::from_outcome(solved.outcome(), None))
}

/// Returns the solver, with that of the 3×3×3 unless several solutions are wanted or its tables do
/// not fit the memory allowed.
fn solver<'a>(
    args: &PermSolveArgs,
    definition: &'a Definition,
    moves: &'a MoveSet,
) -> StateSolver<'a> {
    let threads = thread_count(args.threads);
    let cache = cache_directory(args.cache.as_deref());
    let config = SolverConfig {
        max_bytes: args.memory.unwrap_or(DEFAULT_DATABASE_BYTES),
        threads: threads.get(),
        cache: cache.clone(),
    };
    let solver = StateSolver::new(definition, moves, config);
    let has_memory = args.memory.is_none_or(|it| it >= CubeMap::table_bytes());
    if args.solutions > 1 || !has_memory {
        return solver;
    }
    solver.with_cube3(cube3::Solver::new(threads, args.memory).with_cache(cache))
}

/// Returns what was made, or the limit that stopped it.
fn or_limit<T, E: Into<PermError>>(made: Result<T, E>) -> Result<Result<T, Limit>, Fault> {
    match made.map_err(Into::into) {
        Ok(made) => Ok(Ok(made)),
        Err(error) => error.stopped().map(Err).ok_or_else(|| fault(error)),
    }
}

/// Returns the verdict as text.
fn verdict(solved: &Solved) -> String {
    let bound = solved.solution.lower_bound;
    match (solved.length(), solved.solution.limit) {
        (Some(length), Some(limit)) if !solved.solution.is_shortest() => format!(
            "feasible · {} · at least {} · checked · stopped by {}",
            format_count(to_u64(length), "move"),
            bound.unwrap_or(0),
            format_limit(limit),
        ),
        (Some(length), _) => {
            format!("optimal · {} · checked", format_count(to_u64(length), "move"))
        }
        (None, Some(limit)) => format!(
            "stopped by {} · at least {}",
            format_limit(limit),
            format_count(bound.unwrap_or(0).into(), "move")
        ),
        (None, None) => "infeasible · these moves do not solve the state".to_owned(),
    }
}

/// Answers a line of standard input: its solutions, each with its length, or the verdict.
fn print_on_line(
    line: usize,
    solved: &Solved,
    response: SolveResponse,
    json: bool,
    console: &mut Console,
) -> Result<Exit, CommandError> {
    match response.length {
        _ if json => console.print_json(&LineDocument { answer: response, line })?,
        Some(length) => {
            for sequence in response.solutions {
                console.print_line(Style::Plain, format!("{length:2}  {sequence}").trim_end())?;
            }
        }
        None => console.print_line(Style::Plain, &verdict(solved))?,
    }
    Ok(Exit::from_outcome(solved.outcome(), None))
}

/// Runs `gordian perm scramble`.
fn scramble(args: &PermScrambleArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let Puzzle { definition, moves } = Puzzle::new(&args.puzzle)?;
    let seed = seed_or_random(args.random.seed, console)?;
    let mut random = Random::new(seed);
    let cancel = cancel_on_ctrl_c()?;
    let mut scrambler: Option<Scrambler<'_>> = None;
    for _ in 0..args.random.count {
        let (part, scramble) = match args.length {
            Some(length) => {
                let length = usize::try_from(length).expect("the length is limited");
                let made = Scramble::of_random_moves(&definition, &moves, length, &mut random);
                let n = made.sequence.as_ref().map_or(0, |it| it.steps().len());
                if n < length {
                    let moves = format_count(to_u64(n), "move");
                    console.print_note(&format!("no other move is possible after {moves}"))?;
                }
                (RandomPart::Moves, made)
            }
            None => {
                let cancel = cancel.within(Some(args.time_limit));
                // Its tables are built within the time limit of the first state.
                let scrambler = match &mut scrambler {
                    Some(known) => Ok(known),
                    none => new_scrambler(args, &definition, &moves, &cancel)?
                        .map(|made| none.insert(made)),
                };
                let drawn = match scrambler {
                    Ok(scrambler) => with_progress("scramble", console.is_quiet(), |progress| {
                        scrambler.draw(&mut random, &cancel, progress)
                    })?,
                    Err(error) => Err(error),
                };
                let limit = match &drawn {
                    Ok(drawn) => drawn.limit,
                    Err(error) => error.stopped(),
                };
                if let Some(limit) = limit {
                    if limit != Limit::Interrupted {
                        console.print_note(&format!(
                            "a random state is not solved: stopped by {}; allow more with `--time-limit`, or make random \
                             moves with `--length`",
                            format_limit(limit)
                        ))?;
                    }
                    return Ok(Exit::from_limit(limit));
                }
                (RandomPart::State, drawn.map_err(Fault::of)?)
            }
        };
        if cancel.is_stopped() {
            return Ok(Exit::Interrupted);
        }
        let response = ScrambleResponse::new(&definition, part, &scramble, seed);
        if args.json {
            console.print_json(&response)?;
        } else {
            console.print_line(Style::Plain, &response.sequence)?;
        }
    }
    Ok(Exit::Answer)
}

/// Returns the scrambler of a puzzle, with the solver of the 3×3×3 or the Square-1 for these.
fn new_scrambler<'a>(
    args: &PermScrambleArgs,
    definition: &'a Definition,
    moves: &'a MoveSet,
    cancel: &Cancel,
) -> Result<Result<Scrambler<'a>, PermError>, Fault> {
    let threads = thread_count(args.threads);
    let cache = cache_directory(args.cache.as_deref());
    Ok(match KnownPuzzle::of(definition, moves) {
        Some(KnownPuzzle::Cube3(map)) => {
            let solver = cube3::Solver::new(threads, None).with_cache(cache);
            Scrambler::cube3(definition, moves, map, solver, cancel)
        }
        Some(KnownPuzzle::Square1(map)) => {
            let config =
                square1::Config { cache, threads: Some(threads), ..square1::Config::default() };
            let solver = square1::Solver::new(config).map_err(Fault::of)?;
            Ok(Scrambler::square1(definition, map, solver))
        }
        None => {
            let (max_bytes, threads) = (DEFAULT_DATABASE_BYTES, threads.get());
            Scrambler::any(definition, moves, SolverConfig { max_bytes, threads, cache }, cancel)
        }
    })
}
