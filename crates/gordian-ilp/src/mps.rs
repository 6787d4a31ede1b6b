//! MPS files in free form: fields separated by blanks, as every current reader accepts them.

use std::io::{self, Write};

use crate::names::{NamedProgram, OBJECTIVE};
use crate::program::{IntegerProgram, Sense};

/// Writes a free MPS file.
///
/// Every variable of the model is a column with its name, as far as the format allows. All columns
/// are integers with explicit bounds.
///
/// # Errors
///
/// Fails if `out` does.
pub fn write_mps(rows: &IntegerProgram, out: &mut dyn Write) -> io::Result<()> {
    let program = NamedProgram::new(rows);
    for note in &program.notes {
        writeln!(out, "* {note}")?;
    }
    writeln!(out, "NAME gordian")?;
    if rows.maximise {
        writeln!(out, "OBJSENSE\n    MAX")?;
    }
    writeln!(out, "ROWS\n N {OBJECTIVE}")?;
    let mut entries: Vec<Vec<(usize, i64)>> = vec![Vec::new(); program.columns.len()];
    for (position, row) in program.rows.iter().enumerate() {
        let sense = match row.sense {
            Sense::AtMost => 'L',
            Sense::Equal => 'E',
            Sense::AtLeast => 'G',
        };
        writeln!(out, " {sense} {}", row.name)?;
        for &(column, weight) in &row.terms {
            entries[column].push((position, weight));
        }
    }
    let mut cost = vec![0; program.columns.len()];
    for &(column, weight) in &program.objective {
        cost[column] = weight;
    }
    writeln!(out, "COLUMNS\n MARKER 'MARKER' 'INTORG'")?;
    for (((name, ..), entries), cost) in program.columns.iter().zip(&entries).zip(cost) {
        // A column is declared by its first entry.
        if cost != 0 || entries.is_empty() {
            writeln!(out, " {name} {OBJECTIVE} {cost}")?;
        }
        for &(row, weight) in entries {
            writeln!(out, " {name} {} {weight}", program.rows[row].name)?;
        }
    }
    writeln!(out, " MARKER 'MARKER' 'INTEND'\nRHS")?;
    for row in program.rows.iter().filter(|row| row.rhs != 0) {
        writeln!(out, " RHS {} {}", row.name, row.rhs)?;
    }
    writeln!(out, "BOUNDS")?;
    for (name, lower, upper) in &program.columns {
        if lower == upper {
            writeln!(out, " FX BND {name} {lower}")?;
        } else {
            writeln!(out, " LO BND {name} {lower}\n UP BND {name} {upper}")?;
        }
    }
    writeln!(out, "ENDATA")
}
