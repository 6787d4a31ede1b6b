//! `gordian atlas info`.

use std::io;

use gordian::atlas::AtlasError;
use gordian::atlas::square1::CountModel;
use gordian::table::{BLOCK_LEN, Table};
use gordian::tables::InfoResponse;

use super::report_fault;
use crate::args::AtlasInfoArgs;
use crate::commands::CommandError;
use crate::console::{Console, Style};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::format::{format_bytes, format_grouped};

pub(super) fn run(args: &AtlasInfoArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let table = match Table::open(&args.file) {
        Ok(table) => table,
        Err(error) => {
            return report_fault(
                Fault::from_table_error(AtlasError::from(error)),
                Some(&args.file),
                args.json,
                console,
            );
        }
    };
    let response = InfoResponse::new(&table);
    if args.json {
        console.print_json(&response)?
    } else {
        show(&table, &response, console)?
    }
    Ok(Exit::Answer)
}

fn show(table: &Table, info: &InfoResponse, console: &mut Console) -> Result<(), CommandError> {
    console.print_line(Style::Bold, &info.file)?;
    let payload = info.payload_bytes;
    for (name, value) in [
        ("label", if info.label.is_empty() { "–".to_owned() } else { info.label.clone() }),
        ("kind", table.description().kind.to_string()),
        ("format", info.format.to_string()),
        ("payload", format!("{payload} bytes ({})", format_bytes(payload))),
        ("blocks", format!("{} of {BLOCK_LEN} bytes", info.blocks)),
        ("definition", info.definition.clone()),
        ("content", info.content.clone()),
    ] {
        console.print_line(Style::Plain, &format!("{name:<10}  {value}"))?;
    }
    let series = table.description().series.iter();
    let columns: Vec<LevelColumn<'_>> =
        series.map(|series| (series.name.as_str(), series.counts.as_slice())).collect();
    if columns.is_empty() { Ok(()) } else { Ok(show_levels(&columns, console)?) }
}

/// The name of a model and the number of positions at each distance.
pub(super) type LevelColumn<'a> = (&'a str, &'a [u64]);

/// Prints the level table: positions at each distance and their sums, several models side by side.
pub(super) fn show_levels(columns: &[LevelColumn<'_>], console: &mut Console) -> io::Result<()> {
    let n_rows = columns.iter().map(|column| column.1.len()).max().unwrap_or(0);
    let cells = |cell: &dyn Fn(&LevelColumn<'_>) -> String| -> Vec<String> {
        columns.iter().map(cell).collect()
    };
    let mut rows = vec![("distance".to_owned(), cells(&|column| column.0.to_owned()))];
    for distance in 0..n_rows {
        let cell = |column: &LevelColumn<'_>| {
            column.1.get(distance).map_or(String::new(), |&n| format_grouped(n))
        };
        rows.push((distance.to_string(), cells(&cell)));
    }
    rows.push(("all".to_owned(), cells(&|column| format_grouped(column.1.iter().sum()))));
    let width = |nth: usize| rows.iter().map(|row| row.1[nth].len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns.len()).map(width).collect();
    let last = rows.len() - 1;
    for (number, (distance, cells)) in rows.iter().enumerate() {
        let mut line = format!("{distance:>8}");
        for (cell, width) in cells.iter().zip(&widths) {
            line += &format!("  {cell:>width$}");
        }
        let style = if number == 0 || number == last { Style::Bold } else { Style::Plain };
        console.print_line(style, line.trim_end())?;
    }
    if columns.iter().any(|column| column.0 == CountModel::IgnoringMiddleModuloFlip.name()) {
        let name = CountModel::IgnoringMiddleModuloFlip.name();
        let text = format!("`{name}` is the model of 2007, which calls distance 0 level 1");
        console.print_line(Style::Dim, &text)?;
    }
    Ok(())
}
