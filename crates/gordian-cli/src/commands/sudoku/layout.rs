//! Layouts from arguments.

use gordian::grid::Layout;
use gordian::sudoku_batch::{default_layout, with_both_diagonals};

use crate::args::SudokuLayoutArgs;
use crate::fault::Fault;

/// Returns the layout that the arguments specify, or `None` if the text determines it (apart from
/// the diagonals).
pub(super) fn layout(args: &SudokuLayoutArgs) -> Result<Option<Layout>, Fault> {
    let made = match (args.boxes, args.latin, &args.regions) {
        (Some((rows, columns)), ..) => Layout::boxes(rows, columns).map_err(|error| {
            fault(format!("`--box {rows}x{columns}`: {error}"))
                .hint("boxes of R rows and C columns need a grid of R times C rows")
        })?,
        (None, Some(n), _) => Layout::latin(n).map_err(|error| {
            fault(format!("`--latin {n}`: {error}")).hint("give the number of rows")
        })?,
        (None, None, Some(letters)) => regions(letters)?,
        (None, None, None) => return Ok(None),
    };
    Ok(Some(with_requested_diagonals(made, args)))
}

/// Returns the layout with regions given by one letter per cell.
fn regions(letters: &str) -> Result<Layout, Fault> {
    let letters: Vec<char> = letters.chars().collect();
    let hint = "write one letter per cell, row by row: `aabbaabbccddccdd` for 4×4";
    let (cells, n) = (letters.len(), letters.len().isqrt());
    if n * n != cells {
        let message = format!("`--regions` has {cells} cells, which do not form a square grid");
        return Err(fault(message).hint(hint));
    }
    Layout::regions(n, &letters).map_err(|error| fault(format!("`--regions`: {error}")).hint(hint))
}

/// Returns the layout of a new grid: the one that the arguments specify, or else the default layout
/// of `size` rows.
pub(super) fn layout_of_size(
    size: Option<usize>,
    args: &SudokuLayoutArgs,
) -> Result<Layout, Fault> {
    let Some(n) = size else {
        let named = layout(args)?;
        return Ok(named.unwrap_or_else(|| with_requested_diagonals(Layout::classic(), args)));
    };
    if n == 0 || n > Layout::MAX_SIZE {
        let most = Layout::MAX_SIZE;
        return Err(fault(format!("`--size {n}`: a grid has 1 to {most} rows")));
    }
    let made = default_layout(n).map_err(|error| {
        fault(error.to_string()).hint("specify boxes or regions: `--box`, `--regions`, `--latin`")
    })?;
    Ok(with_requested_diagonals(made, args))
}

/// Returns a layout, with the diagonals if they are requested.
fn with_requested_diagonals(layout: Layout, args: &SudokuLayoutArgs) -> Layout {
    if args.diagonals { with_both_diagonals(&layout) } else { layout }
}

fn fault(message: String) -> Fault {
    Fault::new("cli.layout", message)
}
