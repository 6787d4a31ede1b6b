//! OPB files: pseudo-Boolean constraints, for the solvers of the pseudo-Boolean competitions.
//!
//! All unknowns are 0 or 1. A column with other bounds is its least value plus binary digits, with
//! a constraint if the digits could exceed its greatest value. Comments at the top define each
//! variable of the model as a sum of unknowns.

use std::io::{self, Write};

use gordian_core::IndexVec;

use crate::program::{ColumnId, IntegerProgram, LinearExpr, Sense};

/// A weighted sum of numbered 0/1 unknowns and a constant.
struct DigitSum {
    terms: Vec<(usize, i128)>,
    constant: i128,
}

/// Writes an OPB file.
///
/// Weights may exceed 64 bits if columns are that large.
///
/// # Errors
///
/// Fails if `out` does.
pub fn write_opb(rows: &IntegerProgram, out: &mut dyn Write) -> io::Result<()> {
    let mut count = 0;
    let mut constraints: Vec<String> = Vec::new();
    let mut columns: IndexVec<ColumnId, DigitSum> = IndexVec::new();
    for column in &rows.columns {
        let range = i128::from(column.upper) - i128::from(column.lower);
        let digits = usize::try_from(i128::BITS - range.leading_zeros()).unwrap_or_default();
        let terms: Vec<(usize, i128)> =
            (0..digits).map(|position| (count + 1 + position, 1_i128 << position)).collect();
        count += digits;
        if range + 1 < 1_i128 << digits {
            let negative = DigitSum {
                terms: terms.iter().map(|&(unknown, weight)| (unknown, -weight)).collect(),
                constant: range,
            };
            constraints.push(not_negative(&negative, ">="));
        }
        columns.push(DigitSum { terms, constant: i128::from(column.lower) });
    }
    for row in &rows.rows {
        let sign = if row.sense == Sense::AtMost { -1 } else { 1 };
        let left = LinearExpr { terms: row.terms.clone(), constant: 0 };
        let mut left = expand_columns(&left, sign, &columns);
        left.constant -= sign * i128::from(row.rhs);
        let sense = if row.sense == Sense::Equal { "=" } else { ">=" };
        if left.terms.is_empty() {
            let holds = left.constant == 0 || left.constant > 0 && row.sense != Sense::Equal;
            if holds {
                continue;
            }
            // A false constraint without unknowns is written as one that an unknown cannot satisfy.
            count = count.max(1);
            left = DigitSum { terms: vec![(1, 1)], constant: -2 };
        }
        constraints.push(not_negative(&left, sense));
    }
    writeln!(out, "* #variable= {count} #constraint= {}", constraints.len())?;
    writeln!(out, "* Written by gordian: a model as integer rows.")?;
    if !rows.title.is_empty() {
        writeln!(out, "* Title: {:?}", rows.title)?;
    }
    for variable in &rows.variables {
        let value = expand_columns(&variable.value, 1, &columns);
        writeln!(
            out,
            "* {:?} ={} {:+}",
            variable.name,
            format_terms(&value.terms),
            value.constant
        )?;
    }
    let sign = if rows.maximise { -1 } else { 1 };
    let objective = expand_columns(&rows.objective, sign, &columns);
    if !objective.terms.is_empty() || rows.objective.constant != 0 {
        let (goal, constant) =
            (if rows.maximise { "maximise" } else { "minimise" }, sign * objective.constant);
        writeln!(out, "* The model's goal: {goal} {sign:+} min {constant:+}")?;
    }
    if !objective.terms.is_empty() {
        writeln!(out, "min:{} ;", format_terms(&objective.terms))?;
    }
    for constraint in &constraints {
        writeln!(out, "{constraint}")?;
    }
    Ok(())
}

/// Replaces columns by their digits.
fn expand_columns(
    linear: &LinearExpr,
    sign: i128,
    columns: &IndexVec<ColumnId, DigitSum>,
) -> DigitSum {
    let mut total = DigitSum { terms: Vec::new(), constant: sign * i128::from(linear.constant) };
    for &(column, weight) in &linear.terms {
        let weight = sign * i128::from(weight);
        let bits = &columns[column];
        total.constant += weight * bits.constant;
        total.terms.extend(bits.terms.iter().map(|&(unknown, w)| (unknown, weight * w)));
    }
    total
}

/// Returns the constraint that the sum is at least 0, or equal to 0.
fn not_negative(sum: &DigitSum, sense: &str) -> String {
    format!("{} {sense} {} ;", format_terms(&sum.terms).trim_start(), -sum.constant)
}

fn format_terms(terms: &[(usize, i128)]) -> String {
    terms.iter().map(|(unknown, weight)| format!(" {weight:+} x{unknown}")).collect()
}
