//! Changes to a puzzle that the arguments ask for.

use gordian::Problem;
use gordian::models::Reachability;
use gordian::puzzles::{Goishi, Puzzle};

use crate::args::{PuzzleArgs, Start};
use crate::fault::Fault;

/// Changes `problem` as the arguments ask, and returns where the pieces of a cube may go.
///
/// An argument that means nothing for this kind of problem is a fault, not ignored: whoever wrote it
/// expects another answer.
pub(super) fn change(
    problem: &mut Problem,
    args: &PuzzleArgs,
    file: &str,
) -> Result<Reachability, Fault> {
    let kind = problem.kind();
    let unfit = |flag: &str, fit: &str| {
        Fault::new("cli.not-applicable", format!("`{flag}` means nothing for a {kind}"))
            .hint(format!("it is for the kind `{fit}`"))
            .within(file)
    };
    if let Some(start) = args.start {
        let Problem::Puzzle(Puzzle::Goishi(board)) = problem else {
            return Err(unfit("--start", "goishi"));
        };
        set_start(board, start).map_err(|fault| fault.within(file))?;
    }
    if !args.ignore_reachability {
        return Ok(Reachability::Enforced);
    }
    match problem {
        Problem::Puzzle(Puzzle::SudokuCube(_)) => Ok(Reachability::Ignored),
        _ => Err(unfit("--ignore-reachability", "sudoku-cube")),
    }
}

fn set_start(board: &mut Goishi, start: Start) -> Result<(), Fault> {
    board.start = match start {
        Start::Any => None,
        Start::At(cell) if board.coins.contains(&cell) => Some(cell),
        Start::At(cell) => {
            let message = format!("there is no coin at {cell} to start with");
            let hint = "rows and columns are counted from 1 at the top left";
            return Err(Fault::new("cli.no-coin", message).hint(hint));
        }
    };
    Ok(())
}
