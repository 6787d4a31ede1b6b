//! The benchmarks of Gordian: one program with a command for each.
//!
//! The methods are described in `benches/README.md`.

mod compare;
mod cube;
mod export;
mod faults;
mod logic;
mod models;
mod options;
mod perm;
mod square1;
mod sudoku;

use std::error::Error;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use gordian_bench::{log, process};

/// Measures Gordian, and compares it with other solvers.
#[derive(Debug, Parser)]
#[command(name = "gordian-bench", disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Naive models, hand-made models and a peer solver on the same puzzles
    Compare(compare::CompareOptions),
    /// Models whose cost grows with their size, beside a peer solver
    Models(models::ModelsOptions),
    /// Square-1: all positions, beside a peer, and queries to the tables
    Square1(square1::Square1Options),
    /// Sudoku: whole files, single puzzles and several threads, beside a peer; large grids
    Sudoku(sudoku::SudokuOptions),
    /// The 3×3×3: short solutions of random states, optimal solutions of short scrambles
    Cube(cube::CubeOptions),
    /// Permutation puzzles: distances of all states, shortest solutions of random states
    Perm(perm::PermOptions),
    /// Sudoku by logic: puzzles explained and rated per second, and their techniques
    Logic(logic::LogicOptions),
    /// Which faults in the compiler `--confirm` notices
    Faults(faults::FaultsOptions),
    /// Write the models of the puzzles for other solvers, or check the answers of these
    Export(export::ExportOptions),
    /// Measure another program; a helper process of the benchmarks
    #[command(name = process::HELPER_COMMAND, hide = true)]
    Measure(process::HelperOptions),
    /// Answer one model; a helper process of `models`
    #[command(name = models::ANSWER_COMMAND, hide = true)]
    AnswerModel(models::AnswerOptions),
    /// Write the replies of the corpus; a helper process of `faults`
    #[command(name = faults::ANSWER_COMMAND, hide = true)]
    AnswerFaults(faults::AnswerOptions),
}

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            log(&format!("error: {error}"));
            ExitCode::from(2)
        }
    }
}

/// Returns whether the checks of the command passed.
fn run(command: Command) -> Result<bool, Box<dyn Error>> {
    match command {
        Command::Compare(options) => compare::run(&options)?,
        Command::Models(options) => models::run(&options)?,
        Command::Square1(options) => square1::run(&options)?,
        Command::Sudoku(options) => sudoku::run(&options)?,
        Command::Cube(options) => cube::run(&options)?,
        Command::Perm(options) => perm::run(&options)?,
        Command::Logic(options) => logic::run(&options)?,
        Command::Faults(options) => return faults::run(&options),
        Command::Export(options) => return export::run(&options),
        Command::Measure(options) => process::run_helper(&options)?,
        Command::AnswerModel(options) => models::answer(&options)?,
        Command::AnswerFaults(options) => faults::answer(&options)?,
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn commands_are_parsed() {
        let is_valid = |line: &str| {
            Arguments::try_parse_from(["gordian-bench"].into_iter().chain(line.split(' '))).is_ok()
        };
        assert!(is_valid("compare --rounds 3 --seeds --only boards --peer cpsat"));
        assert!(is_valid("square1 --only six --only solving --time-limit 0.5 --sample 7"));
        assert!(is_valid("sudoku a.txt --limit 1 b.txt --paths portable --threads 1,4 --write"));
        assert!(is_valid("faults --only carry,parity --work /tmp/x --write"));
        assert!(is_valid("measure --no-huge-pages ls -l --all"));
        for line in [
            "compare --rounds 4",
            "compare --batch -1",
            "square1 --sample 0",
            "sudoku --limit 3",
            "sudoku --paths portable,neon",
            "sudoku --threads 1,",
            "sudoku --time-limit 0",
            "models --rnuods 3",
        ] {
            assert!(!is_valid(line), "{line}");
        }
    }
}
