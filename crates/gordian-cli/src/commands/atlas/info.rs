//! `gordian atlas info`.

use std::fmt::Write as _;

use gordian::table::{BLOCK_LEN, Kind, Table, VERSION};
use serde_json::{Map, Value, json};

use super::usage::told_bytes;
use super::{levels, refuse};
use crate::args::AtlasInfoArgs;
use crate::commands::Stop;
use crate::console::{Console, Style};
use crate::exit::Exit;
use crate::fault::Fault;

pub(super) fn run(args: &AtlasInfoArgs, console: &mut Console) -> Result<Exit, Stop> {
    let table = match Table::open(&args.file) {
        Ok(table) => table,
        Err(error) => {
            return refuse(Fault::of_table(&error), Some(&args.file), args.json, console);
        }
    };
    if args.json {
        console.json(&to_json(&table))?
    } else {
        show(&table, console)?
    }
    Ok(Exit::Answer)
}

fn show(table: &Table, console: &mut Console) -> Result<(), Stop> {
    let description = table.description();
    console.line(Style::Bold, &table.path().display().to_string())?;
    let label = if description.label.is_empty() { "–" } else { &description.label };
    let payload = table.payload_len();
    for (name, value) in [
        ("label", label.to_owned()),
        ("kind", description.kind.to_string()),
        ("format", VERSION.to_string()),
        ("payload", format!("{payload} bytes ({})", told_bytes(payload))),
        ("blocks", format!("{} of {BLOCK_LEN} bytes", table.blocks())),
        ("definition", hex(&description.definition)),
        ("content", hex(table.content_hash())),
    ] {
        console.line(Style::Plain, &format!("{name:<10}  {value}"))?;
    }
    if !description.series.is_empty() {
        let series = description.series.iter();
        let columns: Vec<levels::Column<'_>> =
            series.map(|series| (series.name.as_str(), series.counts.as_slice())).collect();
        levels::show(&columns, console)?;
    }
    Ok(())
}

fn to_json(table: &Table) -> Value {
    let description = table.description();
    let series = description.series.iter();
    let models: Map<String, Value> =
        series.map(|series| (series.name.clone(), json!(series.counts))).collect();
    let (kind, step) = match description.kind {
        Kind::Table => ("table", None),
        Kind::Checkpoint { step } => ("checkpoint", Some(step)),
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
        write!(out, "{byte:02x}").expect("a string takes all that is written");
        out
    })
}
