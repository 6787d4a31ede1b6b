//! `gordian cube step`: ways into the subgroups through which cubes are solved in few moves.

use gordian::Limit;
use gordian::atlas::cube3::{Reduction, ReductionQuery, Reductions, Side};
use gordian::cube3::{find_steps, next_subgroups, smallest_subgroup};
use gordian::perm::cube3::{FaceTurn, Sequence, Subgroup};
use gordian::requests::SchemaVersion;
use serde::Serialize;

use super::position;
use crate::args::CubeStepArgs;
use crate::background::cancel_on_ctrl_c;
use crate::commands::{CommandError, with_progress};
use crate::console::{Console, Style};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::format::{format_count, format_limit};

/// The JSON document.
#[derive(Serialize)]
struct StepsDocument {
    schema: SchemaVersion,
    position: String,
    steps: Vec<StepDocument>,
    checked: bool,
}

/// The ways into one subgroup.
#[derive(Serialize)]
struct StepDocument {
    from: String,
    to: String,
    complete_below: usize,
    limit: Option<&'static str>,
    ways: Vec<WayDocument>,
}

#[derive(Serialize)]
struct WayDocument {
    length: usize,
    normal: String,
    inverse: String,
    variants: usize,
}

fn text(turns: &[FaceTurn]) -> String {
    Sequence::from(turns.to_vec()).to_string()
}

/// Returns the moves on the position, and in parentheses those on its inverse.
fn way_text(way: &Reduction) -> String {
    match (way.normal.is_empty(), way.inverse.is_empty()) {
        (true, true) => "(no moves)".to_owned(),
        (false, true) => text(&way.normal),
        (true, false) => format!("({})", text(&way.inverse)),
        (false, false) => format!("{} ({})", text(&way.normal), text(&way.inverse)),
    }
}

/// Returns the subgroups that a name means: one, or those of all axes.
fn subgroups(name: &str, option: &str) -> Result<Vec<Subgroup>, Fault> {
    let axes = format!("{name}-");
    let is_meant = |it: &Subgroup| it.name() == name || it.name().starts_with(&axes);
    let meant: Vec<Subgroup> = Subgroup::ALL.into_iter().filter(is_meant).collect();
    if !meant.is_empty() {
        return Ok(meant);
    }
    let names: Vec<String> = Subgroup::ALL.into_iter().map(Subgroup::name).collect();
    let fault = Fault::new("cli.unknown-subgroup", format!("unknown subgroup `{name}`"));
    Err(fault.hint(format!("give one of eo, dr, {}", names.join(", "))).in_file(option))
}

/// Runs `gordian cube step`.
pub(super) fn run(args: &CubeStepArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let start = position(&args.position, "POSITION", args.notation)?;
    let targets = match &args.to {
        Some(name) => subgroups(name, "--to")?,
        None => next_subgroups(&start),
    };
    let from = match args.from.as_deref().map(|name| subgroups(name, "--from")).transpose()? {
        None => None,
        Some(meant) => {
            let found = meant.iter().copied().find(|it| it.contains(&start));
            let Some(found) = found else {
                let message = format!("the position does not belong to `{}`", meant[0].name());
                let hint = "leave out `--from` to use the smallest subgroup that contains it";
                let fault = Fault::new("cube.not-in-subgroup", message).hint(hint);
                return Err(fault.in_file("--from").into());
            };
            Some(found)
        }
    };
    let cancel = cancel_on_ctrl_c()?.within(args.time_limit);
    let mut steps = Vec::new();
    for &to in &targets {
        let query = ReductionQuery {
            from: from.unwrap_or_else(|| smallest_subgroup(&start, to)),
            to,
            // Moves on the inverse are moves on the position if all pieces are solved.
            side: if to == Subgroup::Solved { Side::Normal } else { args.side },
            max_length: args.max_length.map(usize::from),
            max_solutions: usize::try_from(args.solutions).unwrap_or(usize::MAX),
            variants: args.variants,
        };
        let found = with_progress("step", console.is_quiet() || args.json, |_| {
            find_steps(&start, &query, &cancel)
        })?;
        let found = found.map_err(|error| Fault::of(error).in_file("--to"))?;
        steps.push((query, found));
    }
    if args.json {
        let document = |(query, found): &(ReductionQuery, Reductions)| StepDocument {
            from: query.from.name(),
            to: query.to.name(),
            complete_below: found.complete_below,
            limit: found.limit.map(Limit::name),
            ways: (found.solutions.iter())
                .map(|way| WayDocument {
                    length: way.n_moves(),
                    normal: text(&way.normal),
                    inverse: text(&way.inverse),
                    variants: if args.variants { 1 } else { way.n_variants(query.to) },
                })
                .collect(),
        };
        let steps = steps.iter().map(document).collect();
        let (schema, position) = (SchemaVersion, start.to_string());
        console.print_json(&StepsDocument { schema, position, steps, checked: true })?;
    } else {
        for (query, found) in &steps {
            show(query, found, console)?;
        }
    }
    let limit = |found: &Reductions| found.limit.filter(|&it| it != Limit::Solutions);
    let stopped = steps.iter().find_map(|(_, found)| limit(found));
    Ok(match stopped {
        Some(limit) => Exit::from_limit(limit),
        None if steps.iter().all(|(_, found)| found.solutions.is_empty()) => Exit::NoAnswer,
        None => Exit::Answer,
    })
}

fn show(
    query: &ReductionQuery,
    found: &Reductions,
    console: &mut Console,
) -> Result<(), CommandError> {
    let to = query.to.name();
    for way in &found.solutions {
        let line = format!("{:>3}  {to:<6}  {}", way.n_moves(), way_text(way));
        console.print_line(Style::Plain, &line)?;
    }
    let n = u64::try_from(found.solutions.len()).unwrap_or(u64::MAX);
    let ways = format_count(n, "way");
    let below = found.complete_below;
    let mut line =
        format!("{} to {to}: {ways}, all of fewer than {below} moves", query.from.name());
    match found.limit {
        None => {}
        Some(Limit::Solutions) => line.push_str("; more with a larger `--solutions`"),
        Some(limit) => {
            line.push_str("; stopped by ");
            line.push_str(format_limit(limit));
        }
    }
    line.push_str(" · checked");
    Ok(console.print_line(Style::Success, &line)?)
}
