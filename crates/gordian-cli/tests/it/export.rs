//! `gordian export`.

use gordian::backend::Cnf;
use serde_json::json;

use crate::support::{file, folder, gordian, gordian_with, run};

#[test]
fn every_format_is_exported() {
    for puzzle in ["horrendum", "golden-waste", "sudoku-cube"] {
        let export = |format: &str| {
            gordian(&format!("export puzzles/{puzzle}.toml --format {format}")).ends_with(0).stdout
        };
        let cnf = Cnf::from_dimacs(&export("cnf")).unwrap();
        assert!(cnf.len() > 100, "{puzzle}");
        assert!(export("opb").starts_with("* #variable="), "{puzzle}");
        let lp = export("lp");
        assert!(lp.contains("\nSubject To\n") && lp.trim_end().ends_with("End"), "{puzzle}");
        let mps = export("mps");
        assert!(mps.contains("\nROWS\n") && mps.trim_end().ends_with("ENDATA"), "{puzzle}");
    }
}

#[test]
fn output_file_replaces_standard_output() {
    let folder = folder("export");
    let out = folder.join("horrendum.cnf").display().to_string();
    let run =
        run(&["export", "puzzles/horrendum.toml", "--format", "cnf", "-o", &out]).ends_with(0);
    assert_eq!(run.stdout, "");
    let expected = gordian("export puzzles/horrendum.toml --format cnf").stdout;
    assert_eq!(fs_err::read_to_string(out).unwrap(), expected);
}

#[test]
fn puzzle_arguments_change_the_export() {
    let export = |flags: &str| gordian(&format!("export {flags} --format cnf")).ends_with(0).stdout;
    assert_ne!(
        export("puzzles/golden-waste.toml"),
        export("puzzles/golden-waste.toml --start any")
    );
    let cube = "puzzles/sudoku-cube.toml";
    assert_ne!(export(cube), export(&format!("{cube} --ignore-reachability")));
}

#[test]
fn model_is_read_from_standard_input() {
    let model = "{\"schema\": 1, \"variables\": [{\"name\": \"x\", \"domain\": [0, 5]}]}";
    assert!(gordian_with("export - --format lp", model).ends_with(0).stdout.contains('x'));
}

#[test]
fn failed_export_keeps_the_existing_file() {
    let folder = folder("unsuitable");
    let model = json!({
        "schema": 1,
        "variables": [
            {"name": "x", "domain": [0, 1_000_000_000_000_u64]},
            {"name": "y", "domain": [0, 1_000_000_000_000_u64]},
        ],
        "constraints": [{"name": "both", "require": ["ne", ["mul", "x", "y"], 12]}],
    });
    let model = file(&folder, "model.json", &model.to_string());
    let older = file(&folder, "older", "precious");
    for format in ["cnf", "opb", "lp", "mps"] {
        let run = run(&["export", &model, "--format", format, "-o", &older]).ends_with(2);
        assert!(run.stderr.contains("`both`") && run.stderr.contains("hint:"), "{}", run.stderr);
        assert_eq!(fs_err::read_to_string(&older).unwrap(), "precious");
    }
}

#[test]
fn export_errors_name_the_file_or_format() {
    let run = gordian("export puzzles/killer.toml --format cnf -o none/such/place").ends_with(2);
    assert!(run.stderr.contains("none/such/place"), "{}", run.stderr);
    assert!(gordian("export puzzles/killer.toml --format xml").ends_with(2).stderr.contains("mps"));
    assert_eq!(gordian("export puzzles/killer.toml").code, 2);
    assert!(gordian("export missing --format lp").ends_with(2).stderr.contains("missing"));
}
