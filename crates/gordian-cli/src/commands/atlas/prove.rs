//! `gordian atlas prove`.

use std::sync::Arc;
use std::time::Instant;

use cpu_time::ProcessTime;
use gordian::atlas::AtlasError;
use gordian::atlas::square1::prove::{WcaBound, wca_bound};
use gordian::atlas::square1::{BuildConfig, Database, label};
use gordian::perm::square1::{Colours, Notation, Position};
use gordian::{Cancel, Outcome, Seconds};
use serde_json::json;

use super::{refuse, settled};
use crate::args::{AtlasProveArgs, Claim};
use crate::commands::Stop;
use crate::commands::solve::show::told_seconds;
use crate::console::{Console, Style};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::interrupt;
use crate::progress::{Notes, Spinner};
use crate::work::watched;

/// What is taken for granted, for people to judge.
const ASSUMPTIONS: [&str; 5] = [
    "positions count if a twist is possible as the layers stand; the middle layer counts",
    "solved is 01234567-F89ABCDE,S, layers turned like that and not flipped over",
    "(x,y) is one move whatever x and y are, (0,0) none; / is one move",
    "a flip is no move and not free: the flipped solved puzzle is not solved",
    "the program computes rightly: its levels are compared with the published ones by its tests",
];

pub(super) fn run(args: &AtlasProveArgs, console: &mut Console) -> Result<Exit, Stop> {
    let Claim::Square1WcaBound = args.claim;
    let (wall, cpu) = (Instant::now(), ProcessTime::now());
    let cancel = interrupt::install()?;
    let notes = Arc::new(Notes::new());
    let mut spinner = Spinner::new("square1-wca-bound", console.is_quiet() || args.json);
    let work = {
        let (table, threads) = (args.table.clone(), args.threads.map(usize::from));
        let (cancel, notes) = (cancel.clone(), Arc::clone(&notes));
        move || {
            let database = match table {
                Some(file) => database_of_six_colours(Database::open(&file)?)?,
                None => build(threads, &cancel, &notes)?,
            };
            wca_bound(&database, &cancel)
        }
    };
    let done = watched(&cancel, &notes, &mut spinner, work);
    drop(spinner);
    let seconds = Seconds { cpu: cpu.elapsed().as_secs_f64(), wall: wall.elapsed().as_secs_f64() };
    match settled(done) {
        Ok(Ok(bound)) => {
            // Judged by the simulator, which knows nothing of tables.
            let solved = Position::solved(Colours::Six);
            if bound.position.apply(&bound.solution).as_ref() != Ok(&solved) {
                let bug = "the solution does not solve the position: this is a bug in Gordian";
                return Err(Fault::new("atlas.unsound", bug.to_owned()).into());
            }
            if args.json {
                console.json(&to_json(&bound, seconds))?
            } else {
                show(&bound, seconds, console)?
            }
            Ok(if bound.holds() { Exit::Answer } else { Exit::NoAnswer })
        }
        Ok(Err(limit)) => {
            if args.json {
                let outcome = Outcome::Stopped(limit).name();
                console.json(&json!({
                    "schema": 1, "claim": "square1-wca-bound", "outcome": outcome,
                    "limit": limit.name(),
                }))?;
            } else {
                console.line(Style::Doubtful, "stopped before anything was proved")?;
            }
            Ok(Exit::of_limit(limit))
        }
        Err(fault) => refuse(fault, args.table.as_deref(), args.json, console),
    }
}

fn build(threads: Option<usize>, cancel: &Cancel, notes: &Notes) -> Result<Database, AtlasError> {
    let default = BuildConfig::default();
    let config = BuildConfig { threads: threads.unwrap_or(default.threads), ..default };
    Database::build_in_memory(Colours::Six, &config, cancel, notes)
}

/// Refuses a table of the silver puzzle.
fn database_of_six_colours(database: Database) -> Result<Database, AtlasError> {
    match database.model().colours() {
        Colours::Six => Ok(database),
        colours => {
            Err(AtlasError::WrongPuzzle { found: label(colours), expected: label(Colours::Six) })
        }
    }
}

fn show(bound: &WcaBound, seconds: Seconds, console: &mut Console) -> Result<(), Stop> {
    let WcaBound { max_twists, at_max, upper_bound, twists, length, lower_bound, nodes, .. } =
        bound;
    console.line(Style::Bold, "square1-wca-bound: (x,y) counts one, / counts one")?;
    let near = max_twists - 1;
    let lines = [
        "at most:".to_owned(),
        format!(
            "  the farthest positions are {max_twists} twists away: {at_max} of them, rotations only"
        ),
        format!(
            "  {near} twists or fewer: 2·{near} − 1 moves, a turn before and one after: {}",
            2 * near + 1
        ),
        format!(
            "  {max_twists} twists: every neighbour is at {near}, so the first twist needs no turn before it:"
        ),
        format!("  2·{max_twists} − 1 moves and a turn after: {upper_bound}"),
        "at least:".to_owned(),
        format!("  {} is {twists} twists away", bound.position),
        format!(
            "  no solution has fewer than {lower_bound} moves: the search is exhaustive, {nodes} positions"
        ),
        format!("  one with {length}: {}", bound.solution.write(Notation::Wca)),
        "assumed:".to_owned(),
    ];
    for line in lines {
        console.line(Style::Plain, &line)?;
    }
    for assumption in ASSUMPTIONS {
        console.line(Style::Plain, &format!("  {assumption}"))?;
    }
    let time = told_seconds(seconds.wall);
    if bound.holds() {
        let text = format!("proved: {upper_bound} moves always suffice, and are needed · {time}");
        console.line(Style::Good, &text)?;
    } else {
        let text = format!("not proved: {upper_bound} suffice, {lower_bound} are needed · {time}");
        console.line(Style::Bad, &text)?;
    }
    Ok(())
}

fn to_json(bound: &WcaBound, seconds: Seconds) -> serde_json::Value {
    json!({
        "schema": 1,
        "claim": "square1-wca-bound",
        "outcome": if bound.holds() { Outcome::Optimal.name() } else { Outcome::Infeasible.name() },
        "metric": "wca",
        "max_twists": bound.max_twists,
        "positions_at_max_twists": bound.at_max,
        "upper_bound": bound.upper_bound,
        "position": bound.position.to_string(),
        "twists": bound.twists,
        "lower_bound": bound.lower_bound,
        "length": bound.length,
        "solution": bound.solution.write(Notation::Wca),
        "checked": true,
        "nodes": bound.nodes,
        "assumed": ASSUMPTIONS,
        "seconds": {"cpu": seconds.cpu, "wall": seconds.wall},
    })
}
