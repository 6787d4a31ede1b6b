//! Measures permutation puzzles given by a definition: the distances of all states, and shortest solutions of random
//! states.

use std::error::Error;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

use clap::Args;
use gordian_atlas::distances::{Distances, DistancesConfig, OneProcess, distances};
use gordian_atlas::optimal::{Solver, SolverConfig};
use gordian_bench::clock::{self, Cost, measure};
use gordian_bench::log;
use gordian_bench::report::{Document, Facts, Spread, ms, push_head, push_line, push_row};
use gordian_core::{Cancel, Random};
use gordian_perm::definition::{Definition, Metric, MoveSet, PermutationGroup, State};
use gordian_table::{CheckpointPolicy, Disk};

use crate::options::{CommonOptions, positive, seconds};

/// The seed of all random states.
const SEED: u64 = 1;

/// The number of random moves, for a puzzle whose states are not those of a group.
const RANDOM_MOVES: usize = 100;

/// Distances of all states.
const DISTANCES: &str = "distances";
/// Shortest solutions.
const SOLVING: &str = "solving";

/// The options of the benchmark. The parts are distances and solving.
#[derive(Debug, Args)]
pub(crate) struct PermOptions {
    /// Names of definitions, or files
    #[arg(value_name = "PUZZLE", default_values = ["floppy", "ivy", "pyraminx", "tower", "skewb", "2x2x2"])]
    puzzles: Vec<String>,
    /// Only these moves of each puzzle, such as "U R"
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// Random states of each puzzle to be solved
    #[arg(long, value_name = "N", default_value = "100", value_parser = positive)]
    states: usize,
    /// The time for each solution
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    time_limit: Duration,
    /// The largest memory of states or databases, in megabytes
    #[arg(long, value_name = "MB", default_value = "1024", value_parser = clap::value_parser!(u64).range(1..))]
    memory: u64,
    /// Threads [default: one per processor]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    common: CommonOptions,
}

/// A puzzle with its moves and their group.
struct Puzzle {
    name: String,
    definition: Definition,
    moves: MoveSet,
    group: PermutationGroup,
}

/// The runs of one puzzle.
struct Enumeration {
    puzzle: String,
    costs: Vec<Cost>,
    distances: Distances,
}

/// The solutions of random states of one puzzle, one list per run.
struct Solutions {
    puzzle: String,
    runs: Vec<Vec<Solved>>,
}

/// The solution of one state. The cost of the first ones contains the building of databases.
struct Solved {
    cost: Cost,
    /// The length, if the solution is proved to be shortest.
    length: Option<usize>,
    nodes: u64,
}

/// Measures the requested parts.
pub(crate) fn run(options: &PermOptions) -> Result<(), Box<dyn Error>> {
    options.common.check_parts(&[DISTANCES, SOLVING])?;
    let threads = options.threads.map_or_else(std::thread::available_parallelism, Ok)?.get();
    let rounds = options.common.rounds(3);
    let mut facts = Facts::collect();
    facts.push("runs", format!("{rounds}, {threads} threads"));
    facts.push("states", format!("random, seed {SEED}"));
    let (mut enumerations, mut solutions) = (Vec::new(), Vec::new());
    for name in &options.puzzles {
        let puzzle = Puzzle::new(name, options.moves.as_deref())?;
        if options.common.is_selected(DISTANCES) {
            enumerations.push(enumerate(&puzzle, threads, rounds, options)?);
        }
        if options.common.is_selected(SOLVING) {
            solutions.push(solve(&puzzle, threads, rounds, options)?);
        }
        log(&format!("{name}: done"));
    }
    let title = "Permutation puzzles: distances of all states, and shortest solutions";
    let mut page = facts.header(title, "");
    push_distances(&mut page, &enumerations);
    push_solutions(&mut page, &solutions);
    let csv = Some(to_csv(&enumerations, &solutions));
    options.common.output.finish(&Document { subject: "perm", page, csv })
}

impl Puzzle {
    /// Returns the puzzle of a name or of a file.
    fn new(name: &str, moves: Option<&str>) -> Result<Self, Box<dyn Error>> {
        let (definition, title) = match Definition::named(name) {
            Some(definition) => (definition, name.to_owned()),
            None => {
                let path = Path::new(name);
                let definition = Definition::read(&fs_err::read_to_string(path)?)?;
                (definition, path.file_stem().unwrap_or_default().display().to_string())
            }
        };
        let (moves, name) = match moves {
            None => (MoveSet::all(&definition, Metric::AnyPower)?, title),
            Some(text) => {
                let names: Vec<&str> = text.split_whitespace().collect();
                let name = format!("{title}, {}", names.join(" "));
                (MoveSet::restricted(&definition, Metric::AnyPower, &names)?, name)
            }
        };
        let group = PermutationGroup::generated(&definition, &moves, &Cancel::new())?;
        Ok(Self { name, definition, moves, group })
    }

    /// Returns random states, each reachable state with the same probability if the states are those of a group.
    fn random_states(&self, n: usize) -> Vec<State> {
        let mut random = Random::new(SEED);
        let definition = &self.definition;
        let by_moves = |random: &mut Random| {
            let sequence = definition.random_sequence(&self.moves, RANDOM_MOVES, random);
            definition.apply_sequence(definition.solved(), &sequence).expect("the moves are legal")
        };
        let state = |_| {
            let uniform = definition.random_state(&self.group, &mut random);
            uniform.unwrap_or_else(|| by_moves(&mut random))
        };
        (0..n).map(state).collect()
    }
}

/// Counts the states at each distance, and compares the counts of all runs.
fn enumerate(
    puzzle: &Puzzle,
    threads: usize,
    rounds: usize,
    options: &PermOptions,
) -> Result<Enumeration, Box<dyn Error>> {
    let Puzzle { name, definition, moves, group } = puzzle;
    let config = DistancesConfig {
        threads,
        max_bytes: options.memory << 20,
        antipodes: 0,
        max_level: None,
        file: None,
        checkpoints: CheckpointPolicy::WhenWorthwhile,
        exchange: &OneProcess,
    };
    let count = |n| {
        let (cost, found) = measure(n, || {
            distances(definition, moves, group, &Disk, &config, &Cancel::new(), &|_, _| {})
        });
        match found? {
            found if found.is_complete => Ok((cost, found)),
            _ => Err(Box::<dyn Error>::from(format!("{name}: not all states were counted"))),
        }
    };
    let (warm, distances) = count(1)?;
    let n = clock::repetitions(clock::LEAST_SECONDS, warm.wall);
    let mut costs = Vec::new();
    while costs.len() < rounds {
        let (cost, again) = count(n)?;
        if again.levels != distances.levels {
            return Err(format!("{name}: the levels differ between runs").into());
        }
        costs.push(cost);
    }
    Ok(Enumeration { puzzle: name.clone(), costs, distances })
}

/// Solves random states one after the other, in each run with a new solver, and replays every solution.
fn solve(
    puzzle: &Puzzle,
    threads: usize,
    rounds: usize,
    options: &PermOptions,
) -> Result<Solutions, Box<dyn Error>> {
    let Puzzle { name, definition, moves, .. } = puzzle;
    let states = puzzle.random_states(options.states);
    let config = SolverConfig { max_bytes: options.memory << 20, threads, cache: None };
    let mut runs: Vec<Vec<Solved>> = Vec::new();
    for _ in 0..rounds {
        let mut solver = Solver::new(definition, moves, &Cancel::new())?;
        let mut run = Vec::new();
        for state in &states {
            let cancel = Cancel::new().with_time_limit(options.time_limit);
            let (cost, found) =
                measure(1, || solver.build_and_solve(state, 1, &Disk, &config, &cancel, &|_| {}));
            let found = found?;
            let first = found.sequences.first().filter(|_| found.is_shortest());
            if let Some(sequence) = first
                && definition.apply_sequence(state, sequence).as_ref() != Ok(definition.solved())
            {
                return Err(format!("{name}: a solution does not solve its state").into());
            }
            let length = first.map(|sequence| sequence.steps().len());
            run.push(Solved { cost, length, nodes: found.n_nodes });
        }
        let lengths = |run: &[Solved]| run.iter().map(|it| it.length).collect::<Vec<_>>();
        let is_known =
            |(a, b): (&Option<usize>, &Option<usize>)| a.is_none() || b.is_none() || a == b;
        if let Some(first) = runs.first()
            && !lengths(first).iter().zip(&lengths(&run)).all(is_known)
        {
            return Err(format!("{name}: the lengths differ between runs").into());
        }
        runs.push(run);
    }
    Ok(Solutions { puzzle: name.clone(), runs })
}

fn push_distances(page: &mut String, enumerations: &[Enumeration]) {
    if enumerations.is_empty() {
        return;
    }
    page.push_str("\n## Distances of all states\n\nSeconds of the run with the median user time; states per second of wall time.\n\n");
    push_head(
        page,
        &[
            "puzzle",
            ">states",
            ">greatest distance",
            "index",
            ">memory of the index, MB",
            ">user",
            ">system",
            ">wall",
            ">states per second",
        ],
    );
    for Enumeration { puzzle, costs, distances } in enumerations {
        let Cost { user, system, wall } = clock::median(costs);
        let states: u64 = distances.levels.iter().sum();
        push_row(
            page,
            &[
                puzzle.clone(),
                states.to_string(),
                (distances.levels.len() - 1).to_string(),
                distances.index.name().to_owned(),
                format!("{:.2}", distances.bytes as f64 / 1e6),
                format!("{user:.3}"),
                format!("{system:.3}"),
                format!("{wall:.3}"),
                format!("{:.0}", states as f64 / wall),
            ],
        );
    }
}

fn push_solutions(page: &mut String, solutions: &[Solutions]) {
    if solutions.is_empty() {
        return;
    }
    page.push_str(
        "\n## Shortest solutions of random states\n\nMilliseconds of wall time for each state, over all runs; `all` is the mean \
         of the whole runs. Databases are built when they are needed, and are part of the time.\n\n",
    );
    push_head(
        page,
        &[
            "puzzle",
            ">states",
            ">proved shortest",
            ">mean length",
            ">median",
            ">mean",
            ">greatest",
            ">all",
            ">all: user",
            ">mean nodes",
        ],
    );
    for Solutions { puzzle, runs } in solutions {
        let all = || runs.iter().flatten();
        let walls = Spread::of(all().map(|it| it.cost.wall));
        let sum =
            |of: fn(&Cost) -> f64| all().map(|it| of(&it.cost)).sum::<f64>() / runs.len() as f64;
        let lengths = Spread::of(all().filter_map(|it| Some(it.length? as f64)));
        push_row(
            page,
            &[
                puzzle.clone(),
                all().count().to_string(),
                all().filter(|it| it.length.is_some()).count().to_string(),
                format!("{:.2}", lengths.mean),
                ms(walls.median),
                ms(walls.mean),
                ms(walls.greatest),
                ms(sum(|cost| cost.wall)),
                ms(sum(|cost| cost.user)),
                format!("{:.0}", Spread::of(all().map(|it| it.nodes as f64)).mean),
            ],
        );
    }
}

fn to_csv(enumerations: &[Enumeration], solutions: &[Solutions]) -> String {
    let mut text =
        "part,puzzle,state,run,user_s,system_s,wall_s,length_or_states,nodes\n".to_owned();
    let times = |Cost { user, system, wall }: &Cost| format!("{user:.6},{system:.6},{wall:.6}");
    for Enumeration { puzzle, costs, distances } in enumerations {
        let states: u64 = distances.levels.iter().sum();
        for (run, cost) in (1..).zip(costs) {
            let times = times(cost);
            push_line(&mut text, format_args!("{DISTANCES},\"{puzzle}\",,{run},{times},{states},"));
        }
    }
    for Solutions { puzzle, runs } in solutions {
        for (run, states) in (1..).zip(runs) {
            for (number, Solved { cost, length, nodes }) in (1..).zip(states) {
                let length = length.map_or_else(String::new, |length| length.to_string());
                let times = times(cost);
                push_line(
                    &mut text,
                    format_args!("{SOLVING},\"{puzzle}\",{number},{run},{times},{length},{nodes}"),
                );
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_are_found_by_name_with_some_of_their_moves() {
        let puzzle = Puzzle::new("2x2x2", Some("U R")).expect("a puzzle");
        assert_eq!((puzzle.name.as_str(), puzzle.moves.moves().len()), ("2x2x2, U R", 6));
        assert_eq!(puzzle.random_states(3).len(), 3);
        assert!(Puzzle::new("/nowhere/puzzle", None).is_err());
    }

    #[test]
    fn puzzles_with_restrictions_have_random_states() {
        let puzzle = Puzzle::new("square1", None).expect("a puzzle");
        let states = puzzle.random_states(2);
        assert!(states.iter().all(|state| puzzle.definition.is_legal(state)));
    }
}
