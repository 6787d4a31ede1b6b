//! `gordian perm query`, and tables in `gordian perm solve`.

use std::path::Path;

use gordian::Cancel;
use gordian::atlas::AtlasError;
use gordian::atlas::distances::{DistanceTable, TableDistance};
use gordian::atlas::optimal::SolverError;
use gordian::perm::definition::{Definition, MoveSet, PermutationGroup, State};
use gordian::requests::perm::{QueryResponse, StateInTable};
use gordian::table::{Disk, Table};

use super::{Puzzle, or_limit, to_u64};
use crate::args::{PermPuzzleArgs, PermQueryArgs};
use crate::background::cancel_on_ctrl_c;
use crate::commands::lines::{LineDocument, answer_each};
use crate::commands::{CommandError, with_progress};
use crate::console::{Console, Style};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::format::format_count;

/// Returns the name of the puzzle in the label of a table; that of an unknown puzzle is an error.
fn name_in_label(file: &Path) -> Result<String, Fault> {
    let table = Table::open(file).map_err(AtlasError::from).map_err(Fault::from_table_error)?;
    let label = table.description().label.clone();
    let name = label.strip_prefix("perm ").unwrap_or_default();
    let name = name.split_once(" to distance ").map_or(name, |it| it.0);
    if Definition::named(name).is_some() {
        return Ok(name.to_owned());
    }
    let message =
        format!("`{}` is a table of `{label}`, which is no puzzle by name", file.display());
    let hint = "give its definition with `--puzzle FILE`";
    Err(Fault::new("perm.unknown-puzzle", message).hint(hint).in_file(&file.display().to_string()))
}

/// Opens a table; hints name the options of the command line.
pub(super) fn open_table<'a>(
    file: &Path,
    definition: &'a Definition,
    moves: &'a MoveSet,
    group: &'a PermutationGroup,
) -> Result<DistanceTable<'a>, Fault> {
    DistanceTable::open(definition, moves, group, &Disk, file).map_err(Fault::from_table_error)
}

/// Runs `gordian perm query`.
pub(super) fn query(args: &PermQueryArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let name = match &args.puzzle {
        Some(puzzle) => puzzle.clone(),
        None => name_in_label(&args.table)?,
    };
    if args.puzzle.as_deref() == Some("-") && args.state.as_deref() == Some("-") {
        let message = "the definition and the states cannot both be standard input";
        return Err(Fault::new("cli.stdin-twice", message).into());
    }
    let moves = args.moves.clone();
    let puzzle = Puzzle::new(&PermPuzzleArgs { puzzle: name, moves, metric: args.metric })?;
    let cancel = cancel_on_ctrl_c()?;
    let generated = with_progress("group", console.is_quiet(), |_| puzzle.group(&cancel))?;
    let group = match or_limit(generated.map_err(SolverError::from))? {
        Ok(group) => group,
        Err(limit) => return Ok(Exit::from_limit(limit)),
    };
    let table = open_table(&args.table, &puzzle.definition, &puzzle.moves, &group)?;
    let n = usize::try_from(args.solutions).expect("the number is limited");
    let query = Query { puzzle: &puzzle, table: &table, n, cancel: &cancel };
    if args.state.as_deref() == Some("-") {
        return answer_each(args.json, usize::MAX, &cancel, console, |line, console| {
            let state = query.state(line.text, "-");
            let state = state.map_err(|fault| fault.on_line(line.number, line.text))?;
            let (answer, exit) = query.answer(&state)?;
            if args.json {
                let answer = query.response(Some(answer), None);
                console.print_json(&LineDocument { answer, line: line.number })?;
            } else {
                console.print_line(Style::Plain, &line_of(&answer))?;
            }
            Ok(exit)
        });
    }
    let state = args.state.as_ref().map(|text| query.state(text, "STATE")).transpose()?;
    let answer = state.map(|state| query.answer(&state)).transpose()?;
    let exit = answer.as_ref().map_or(Exit::Answer, |it| it.1);
    let n_antipodes = args.antipodes.map(|it| usize::try_from(it).expect("the number is limited"));
    let antipodes = n_antipodes.map(|n| query.antipodes(n)).transpose()?;
    let answer = answer.map(|it| it.0);
    if args.json {
        console.print_json(&query.response(answer, antipodes.as_deref()))?;
        return Ok(exit);
    }
    if let Some(answer) = answer {
        for line in &answer.solutions {
            console.print_line(Style::Plain, line)?;
        }
        console.print_line(Style::Success, &verdict(&answer))?;
    }
    if let Some(antipodes) = antipodes {
        for line in &antipodes {
            console.print_line(Style::Plain, line)?;
        }
        let last = table.levels().len() - 1;
        let states = format_count(table.levels()[last], "state");
        let line = format!("{states} at distance {last}, {} shown", antipodes.len());
        console.print_line(Style::Success, &line)?;
    }
    Ok(exit)
}

/// A table with its puzzle.
#[derive(Clone, Copy)]
struct Query<'a> {
    puzzle: &'a Puzzle,
    table: &'a DistanceTable<'a>,
    /// The largest number of solutions.
    n: usize,
    cancel: &'a Cancel,
}

impl Query<'_> {
    /// Reads a state: pieces by orbits, or a sequence from the solved state.
    fn state(&self, text: &str, name: &str) -> Result<State, Fault> {
        let definition = &self.puzzle.definition;
        if !definition.is_state(text) {
            return self.puzzle.after(text, name);
        }
        definition.read_state(text).map_err(|error| {
            let fault = Fault::new(error.error.code(), error.error.to_string());
            fault.hint(error.error.hint()).in_file(name).at_span(text, &error.span)
        })
    }

    /// Answers a state; the solutions are replayed by the plain simulator.
    fn answer(&self, state: &State) -> Result<(StateInTable, Exit), Fault> {
        let definition = &self.puzzle.definition;
        let distance = self.table.distance(state).map_err(Fault::from_table_error)?;
        let distance = match distance {
            TableDistance::Unreached => {
                return Ok((StateInTable::without_solution(None), Exit::NoAnswer));
            }
            TableDistance::AtLeast(bound) => {
                return Ok((StateInTable::without_solution(Some(bound)), Exit::Limit));
            }
            TableDistance::Moves(distance) => distance,
        };
        let sequences = self.table.solutions(state, self.n, self.cancel);
        let sequences = sequences.map_err(Fault::from_table_error)?;
        for sequence in &sequences {
            let end = definition.apply_sequence(state, sequence);
            if end.as_ref() != Ok(definition.solved()) || sequence.steps().len() != distance {
                return Err(unsound());
            }
        }
        let answer = StateInTable::solved(definition, distance, &sequences);
        Ok((answer, Exit::Answer))
    }

    /// Returns sequences that make states of the last level.
    fn antipodes(&self, n: usize) -> Result<Vec<String>, Fault> {
        let definition = &self.puzzle.definition;
        let states = self.table.antipodes(n, self.cancel).map_err(Fault::from_table_error)?;
        let sequence = |state: State| {
            let solutions = self.table.solutions(&state, 1, self.cancel);
            let solutions = solutions.map_err(Fault::from_table_error)?;
            let sequence = solutions.first().ok_or_else(unsound)?.inverse();
            let made = definition.apply_sequence(definition.solved(), &sequence);
            if made.as_ref() != Ok(&state) {
                return Err(unsound());
            }
            Ok(sequence.write(definition))
        };
        states.into_iter().map(sequence).collect()
    }

    fn response(&self, state: Option<StateInTable>, antipodes: Option<&[String]>) -> QueryResponse {
        QueryResponse::new(&self.puzzle.definition, self.table, state, antipodes)
    }
}

/// An answer that its check refutes.
fn unsound() -> Fault {
    let message = "a sequence of the table does not solve its state: a bug; please report it";
    Fault::new("atlas.unsound", message)
}

/// Returns the verdict as text.
fn verdict(state: &StateInTable) -> String {
    let moves = |n: usize| format_count(to_u64(n), "move");
    match (state.distance, state.lower_bound) {
        (Some(distance), _) => format!("optimal · {} · checked", moves(distance)),
        (None, Some(bound)) => format!("not in the table · at least {}", moves(bound)),
        (None, None) => "infeasible · these moves do not solve the state".to_owned(),
    }
}

/// Returns the answer to a line: each solution after its length, or the verdict.
fn line_of(state: &StateInTable) -> String {
    let Some(distance) = state.distance else { return verdict(state) };
    let lines = state.solutions.iter().map(|it| format!("{distance:2}  {it}"));
    lines.map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}
