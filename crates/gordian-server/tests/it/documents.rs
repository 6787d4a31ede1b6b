//! Checks that `docs/guides/service.md` lists each error code with its status.

use std::path::Path;

use gordian_server::code::CODES;

#[test]
fn every_error_code_is_documented() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guides/service.md");
    let text = fs_err::read_to_string(path).unwrap();
    for code in CODES {
        let name = format!("`{}`", code.name);
        let row = text.lines().find(|line| line.starts_with('|') && line.contains(&name));
        let row = row.unwrap_or_else(|| panic!("{name} is not in the table"));
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [_, _, status, _, _] = cells[..] else { panic!("{row}") };
        let exact = code.status.as_str() == status;
        let class =
            status.ends_with("xx") && status.as_bytes()[0] == code.status.as_str().as_bytes()[0];
        assert!(exact || class, "{name}: {row}");
    }
}
