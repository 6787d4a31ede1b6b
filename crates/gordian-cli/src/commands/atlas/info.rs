//! `gordian atlas info`.

use std::fmt::Write as _;
use std::io;

use gordian::atlas::square1::CountModel;
use gordian::table::{BLOCK_LEN, FileKind, Table, VERSION};
use serde_json::{Map, Value, json};

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
                Fault::from_table_error(&error),
                Some(&args.file),
                args.json,
                console,
            );
        }
    };
    if args.json {
        console.print_json(&to_json(&table))?
    } else {
        show(&table, console)?
    }
    Ok(Exit::Answer)
}

fn show(table: &Table, console: &mut Console) -> Result<(), CommandError> {
    let description = table.description();
    console.print_line(Style::Bold, &table.path().display().to_string())?;
    let label = if description.label.is_empty() { "–" } else { &description.label };
    let payload = table.payload_len();
    for (name, value) in [
        ("label", label.to_owned()),
        ("kind", description.kind.to_string()),
        ("format", VERSION.to_string()),
        ("payload", format!("{payload} bytes ({})", format_bytes(payload))),
        ("blocks", format!("{} of {BLOCK_LEN} bytes", table.blocks())),
        ("definition", hex(&description.definition)),
        ("content", hex(table.content_hash())),
    ] {
        console.print_line(Style::Plain, &format!("{name:<10}  {value}"))?;
    }
    if !description.series.is_empty() {
        let series = description.series.iter();
        let columns: Vec<LevelColumn<'_>> =
            series.map(|series| (series.name.as_str(), series.counts.as_slice())).collect();
        show_levels(&columns, console)?;
    }
    Ok(())
}

fn to_json(table: &Table) -> Value {
    let description = table.description();
    let series = description.series.iter();
    let models: Map<String, Value> =
        series.map(|series| (series.name.clone(), json!(series.counts))).collect();
    let (kind, step) = match description.kind {
        FileKind::Table => ("table", None),
        FileKind::Checkpoint { step } => ("checkpoint", Some(step)),
    };
    json!({
        "schema": 1,
        "file": table.path().display().to_string(),
        "label": description.label,
        "kind": kind,
        "level": step,
        "format": VERSION,
        "payload_bytes": table.payload_len(),
        "blocks": table.blocks(),
        "definition": hex(&description.definition),
        "content": hex(table.content_hash()),
        "models": models,
    })
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut out, byte| {
        write!(out, "{byte:02x}").expect("writing to a string cannot fail");
        out
    })
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
