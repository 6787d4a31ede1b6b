//! The houses that the arguments ask for.

use std::sync::LazyLock;

use gordian::SimdLevel;
use gordian::sudoku::Layout;
use gordian::sudoku::formats::parse_line;

use crate::args::{Kernel, SudokuLayoutArgs};
use crate::fault::Fault;

/// The usual grid with both long diagonals, made once: a file may have millions of them.
static CLASSIC_WITH_DIAGONALS: LazyLock<Layout> =
    LazyLock::new(|| Layout::classic().with_main_diagonal().with_anti_diagonal());

/// Returns the layout that the arguments name; `None` if they leave it to the text, but perhaps for
/// the diagonals.
pub(super) fn layout(args: &SudokuLayoutArgs) -> Result<Option<Layout>, Fault> {
    let made = match (args.boxes, args.latin, &args.regions) {
        (Some((rows, columns)), ..) => Layout::boxes(rows, columns).map_err(|error| {
            fault(format!("`--box {rows}x{columns}`: {error}"))
                .hint("boxes of R rows and C columns are those of a grid of R times C rows")
        })?,
        (None, Some(n), _) => Layout::latin(n).map_err(|error| {
            fault(format!("`--latin {n}`: {error}")).hint("give the number of rows")
        })?,
        (None, None, Some(letters)) => regions(letters)?,
        (None, None, None) => return Ok(None),
    };
    Ok(Some(if args.diagonals { with_diagonals(&made) } else { made }))
}

/// Returns the layout whose regions are named by a letter for each cell.
fn regions(letters: &str) -> Result<Layout, Fault> {
    let letters: Vec<char> = letters.chars().collect();
    let hint = "write a letter for each cell, row by row: `aabbaabbccddccdd` for 4×4";
    let (cells, n) = (letters.len(), letters.len().isqrt());
    if n * n != cells {
        let message = format!("`--regions` names {cells} cells, which make no square grid");
        return Err(fault(message).hint(hint));
    }
    Layout::regions(n, &letters).map_err(|error| fault(format!("`--regions`: {error}")).hint(hint))
}

/// Returns the layout of a grid that has no text: the one that the arguments name, or else the usual
/// one of `size` rows.
pub(super) fn layout_of_size(
    size: Option<usize>,
    args: &SudokuLayoutArgs,
) -> Result<Layout, Fault> {
    let Some(n) = size else {
        let named = layout(args)?;
        return Ok(named.unwrap_or_else(|| usual(Layout::classic(), args)));
    };
    if n == 0 || n > Layout::MAX_SIZE {
        let most = Layout::MAX_SIZE;
        return Err(fault(format!("`--size {n}`: a grid has 1 to {most} rows")));
    }
    // An empty grid of that size, with the boxes that a reader gives it.
    let empty = parse_line(&".".repeat(n * n), None).map_err(|error| {
        fault(error.to_string()).hint("name its boxes or regions: `--box`, `--regions`, `--latin`")
    })?;
    Ok(usual(empty.puzzle.layout, args))
}

/// Returns a layout that no argument names, perhaps with the diagonals.
fn usual(layout: Layout, args: &SudokuLayoutArgs) -> Layout {
    if args.diagonals { with_diagonals(&layout) } else { layout }
}

/// Returns a layout with both long diagonals.
pub(super) fn with_diagonals(layout: &Layout) -> Layout {
    if layout.is_classic() {
        return CLASSIC_WITH_DIAGONALS.clone();
    }
    layout.with_main_diagonal().with_anti_diagonal()
}

fn fault(message: String) -> Fault {
    Fault::new("cli.layout", message)
}

/// Returns the form of the inner loops that is asked for.
pub(super) fn kernel(kernel: Kernel) -> Result<SimdLevel, Fault> {
    let path = match kernel {
        Kernel::Auto => SimdLevel::best(),
        Kernel::Avx512 => SimdLevel::Avx512,
        Kernel::Avx2 => SimdLevel::Avx2,
        Kernel::Portable => SimdLevel::Portable,
    };
    if path.is_available() {
        return Ok(path);
    }
    let message = format!("this machine cannot run the kernel `{}`", path.name());
    Err(Fault::new("sudoku.kernel", message)
        .hint("`--kernel auto` takes the best one that there is"))
}
