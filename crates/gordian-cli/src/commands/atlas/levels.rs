//! The level table: positions at each distance, several models side by side.

use std::io;

use gordian::atlas::square1::CountModel;

use crate::console::{Console, Style};

/// A model's name and its positions at each distance.
pub(super) type Column<'a> = (&'a str, &'a [u64]);

/// Prints the columns with their sums.
pub(super) fn show(columns: &[Column<'_>], console: &mut Console) -> io::Result<()> {
    let n_rows = columns.iter().map(|column| column.1.len()).max().unwrap_or(0);
    let cells = |cell: &dyn Fn(&Column<'_>) -> String| -> Vec<String> {
        columns.iter().map(cell).collect()
    };
    let mut rows = vec![("distance".to_owned(), cells(&|column| column.0.to_owned()))];
    for distance in 0..n_rows {
        let cell = |column: &Column<'_>| column.1.get(distance).map_or(String::new(), grouped);
        rows.push((distance.to_string(), cells(&cell)));
    }
    rows.push(("all".to_owned(), cells(&|column| grouped(&column.1.iter().sum()))));
    let width = |nth: usize| rows.iter().map(|row| row.1[nth].len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns.len()).map(width).collect();
    let last = rows.len() - 1;
    for (number, (distance, cells)) in rows.iter().enumerate() {
        let mut line = format!("{distance:>8}");
        for (cell, width) in cells.iter().zip(&widths) {
            line += &format!("  {cell:>width$}");
        }
        let style = if number == 0 || number == last { Style::Bold } else { Style::Plain };
        console.line(style, line.trim_end())?;
    }
    if columns.iter().any(|column| column.0 == CountModel::IgnoringMiddleModuloFlip.name()) {
        let name = CountModel::IgnoringMiddleModuloFlip.name();
        let text = format!("`{name}` is the model of 2007, which calls distance 0 level 1");
        console.line(Style::Dim, &text)?;
    }
    Ok(())
}

/// Returns a number with a comma after every three digits.
fn grouped(n: &u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
