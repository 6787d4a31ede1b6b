//! The houses that the arguments ask for.

use gordian::Path;
use gordian::sudoku::Layout;
use gordian::sudoku::formats::parse_line;

use crate::args::{Kernel, SudokuLayoutArgs};
use crate::fault::Fault;

/// Returns the layout that the arguments name; `None` if they leave it to the text.
pub(super) fn layout(args: &SudokuLayoutArgs) -> Result<Option<Layout>, Fault> {
    let made = match (args.boxes, args.latin, &args.regions) {
        (Some((rows, columns)), ..) => Layout::boxes(rows, columns),
        (None, Some(n), _) => Layout::latin(n),
        (None, None, Some(letters)) => {
            let letters: Vec<char> = letters.chars().collect();
            Layout::regions(letters.len().isqrt(), &letters)
        }
        (None, None, None) if args.diagonals => Ok(Layout::classic()),
        (None, None, None) => return Ok(None),
    };
    let made = made.map_err(|error| fault(error.to_string()))?;
    Ok(Some(with_diagonals(made, args)))
}

/// Returns the layout of a grid that has no text: the one that the arguments name, or else the usual
/// one of `size` rows.
pub(super) fn layout_of_size(
    size: Option<usize>,
    args: &SudokuLayoutArgs,
) -> Result<Layout, Fault> {
    let Some(n) = size else {
        return Ok(layout(args)?.unwrap_or_else(Layout::classic));
    };
    if n == 0 || n > Layout::MAX_SIZE {
        return Err(fault(format!("a grid has 1 to {} rows, not {n}", Layout::MAX_SIZE)));
    }
    // An empty grid of that size, with the boxes that a reader gives it.
    let empty = parse_line(&".".repeat(n * n), None).map_err(|error| {
        fault(error.to_string()).hint("name its boxes or regions: `--box`, `--regions`, `--latin`")
    })?;
    Ok(with_diagonals(empty.puzzle.layout, args))
}

fn with_diagonals(layout: Layout, args: &SudokuLayoutArgs) -> Layout {
    if args.diagonals { layout.with_main_diagonal().with_anti_diagonal() } else { layout }
}

fn fault(message: String) -> Fault {
    Fault::new("cli.layout", message)
}

/// Returns the form of the inner loops that is asked for.
pub(super) fn kernel(kernel: Kernel) -> Result<Path, Fault> {
    let path = match kernel {
        Kernel::Auto => Path::best(),
        Kernel::Avx512 => Path::Avx512,
        Kernel::Avx2 => Path::Avx2,
        Kernel::Portable => Path::Portable,
    };
    if path.is_available() {
        return Ok(path);
    }
    let message = format!("this machine cannot run the kernel `{}`", path.name());
    Err(Fault::new("sudoku.kernel", message)
        .hint("`--kernel auto` takes the best one that there is"))
}
