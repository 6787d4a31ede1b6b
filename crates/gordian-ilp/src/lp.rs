//! LP files as defined by CPLEX and read by Gurobi, HiGHS, SCIP and others.

use std::io::{self, Write};

use crate::names::{NamedProgram, OBJECTIVE};
use crate::program::{IntegerProgram, Sense};

/// Terms per line; readers limit the length of lines.
const TERMS_PER_LINE: usize = 8;

/// Writes an LP file.
///
/// Every variable of the model is a column with its name, as far as the format allows.
///
/// # Errors
///
/// Fails if `out` does.
///
/// # Example
///
/// ```
/// use gordian_ilp::{linearise, write_lp};
/// use gordian_model::Model;
///
/// let mut model = Model::new();
/// let (x, y) = (model.int("x", 0..=9), model.int("y", 0..=9));
/// model.require("enough", (2 * x + 3 * y).ge(5));
/// let mut text = Vec::new();
/// write_lp(&linearise(&model)?, &mut text)?;
/// assert!(String::from_utf8(text)?.contains("enough: 2 x + 3 y >= 5\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_lp(rows: &IntegerProgram, out: &mut dyn Write) -> io::Result<()> {
    let program = NamedProgram::new(rows);
    for note in &program.notes {
        writeln!(out, "\\ {note}")?;
    }
    writeln!(out, "{}", if rows.maximise { "Maximize" } else { "Minimize" })?;
    write!(out, " {OBJECTIVE}:")?;
    write_sum(&program, &program.objective, out)?;
    writeln!(out, "\nSubject To")?;
    for row in &program.rows {
        write!(out, " {}:", row.name)?;
        write_sum(&program, &row.terms, out)?;
        let sense = match row.sense {
            Sense::AtMost => "<=",
            Sense::Equal => "=",
            Sense::AtLeast => ">=",
        };
        writeln!(out, " {sense} {}", row.rhs)?;
    }
    writeln!(out, "Bounds")?;
    for (name, lower, upper) in &program.columns {
        if lower == upper {
            writeln!(out, " {name} = {lower}")?;
        } else if (*lower, *upper) != (0, 1) {
            writeln!(out, " {lower} <= {name} <= {upper}")?;
        }
    }
    for (heading, binary) in [("General", false), ("Binary", true)] {
        let mut heading = Some(heading);
        for (name, lower, upper) in &program.columns {
            if ((*lower, *upper) == (0, 1)) == binary {
                if let Some(heading) = heading.take() {
                    writeln!(out, "{heading}")?;
                }
                writeln!(out, " {name}")?;
            }
        }
    }
    writeln!(out, "End")
}

fn write_sum(
    program: &NamedProgram,
    terms: &[(usize, i64)],
    out: &mut dyn Write,
) -> io::Result<()> {
    for (position, &(column, weight)) in terms.iter().enumerate() {
        if position > 0 && position % TERMS_PER_LINE == 0 {
            write!(out, "\n   ")?;
        }
        let sign = match (position, weight < 0) {
            (0, false) => "",
            (_, false) => " +",
            (_, true) => " -",
        };
        let name = &program.columns[column].0;
        match weight.unsigned_abs() {
            1 => write!(out, "{sign} {name}")?,
            size => write!(out, "{sign} {size} {name}")?,
        }
    }
    if terms.is_empty() {
        // A sum must name a column; there is always at least one.
        write!(out, " 0 {}", program.columns[0].0)?;
    }
    Ok(())
}
