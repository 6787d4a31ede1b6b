//! Names that every reader of LP and MPS files accepts, and the named program that both writers
//! share.
//!
//! A name in a file has only ASCII letters, digits and underscores, begins with a letter, is not a
//! keyword of the LP format, cannot be read as a number (`e5`), has at most 200 characters, and is
//! unique. Names of the model that satisfy this are kept. Changed names are listed at the top of
//! the file.

use gordian_core::Index;
use rustc_hash::FxHashMap;

use crate::program::{ColumnId, IntegerProgram, ModelVariable, Sense};

/// Name of the objective row.
pub(crate) const OBJECTIVE: &str = "obj";
/// Longest name; readers accept at least 255 characters.
const MAX_NAME_LENGTH: usize = 200;

/// Keywords of LP and MPS files, in lower case.
const RESERVED: [&str; 44] = [
    "bin", "binaries", "binary", "bnd", "bound", "bounds", "end", "endata", "free", "gen",
    "general", "generals", "inf", "infinity", "infinite", "int", "integer", "integers", "lazy",
    "marker", "max", "maximise", "maximize", "maximum", "min", "minimise", "minimize", "minimum",
    "name", "nan", "obj", "objsense", "ranges", "rhs", "rows", "columns", "s", "sec", "semi",
    "semis", "sos", "st", "subject", "such",
];

/// Allocates unique names.
#[derive(Default)]
pub(crate) struct NameAllocator {
    /// Number of requests for each name.
    used: FxHashMap<String, usize>,
}

impl NameAllocator {
    /// Returns a unique name in the file for a name of the model.
    pub(crate) fn allocate(&mut self, requested: &str) -> String {
        let base = sanitised(requested);
        let mut name = base.clone();
        loop {
            let count = self.used.entry(name.clone()).or_default();
            *count += 1;
            if *count == 1 {
                return name;
            }
            // The name is taken; the suffix counts its requests.
            let number = *count;
            name = format!("{base}_{number}");
        }
    }
}

/// Returns the name with all characters replaced that the formats do not allow.
fn sanitised(requested: &str) -> String {
    let mut name = String::new();
    let mut previous = ' ';
    for letter in requested.chars() {
        if name.len() >= MAX_NAME_LENGTH {
            break;
        }
        match letter {
            'a'..='z' | 'A'..='Z' | '0'..='9' => name.push(letter),
            '_' => name.push('_'),
            // The minus sign of a value.
            '-' if previous == '=' => name.push('m'),
            _ if name.ends_with('_') => {}
            _ => name.push('_'),
        }
        previous = letter;
    }
    if !requested.ends_with('_') {
        name.truncate(name.trim_end_matches('_').len());
    }
    let mut letters = name.chars();
    let number_like = match letters.next() {
        Some('e' | 'E') => letters.next().is_none_or(|next| next.is_ascii_digit()),
        Some(first) => !first.is_ascii_alphabetic(),
        None => true,
    };
    let reserved = RESERVED.contains(&name.to_ascii_lowercase().as_str());
    if number_like || reserved { format!("v_{name}") } else { name }
}

/// A row with a name for the file; columns by index, with weights.
pub(crate) struct NamedRow {
    pub(crate) name: String,
    pub(crate) terms: Vec<(usize, i64)>,
    pub(crate) sense: Sense,
    pub(crate) rhs: i64,
}

/// An integer program with names for a file, and a column for each variable of the model.
pub(crate) struct NamedProgram {
    /// Name, least value and greatest value.
    pub(crate) columns: Vec<(String, i64, i64)>,
    pub(crate) rows: Vec<NamedRow>,
    pub(crate) objective: Vec<(usize, i64)>,
    /// Comments for the top of the file: its origin, and the changed names.
    pub(crate) notes: Vec<String>,
}

impl NamedProgram {
    pub(crate) fn new(rows: &IntegerProgram) -> Self {
        let mut names = NameAllocator::default();
        let mut notes = vec!["Written by gordian: a model as integer rows.".to_owned()];
        if !rows.title.is_empty() {
            notes.push(format!("Title: {:?}", rows.title));
        }
        // Variables are named first, whether they are a column or an expression.
        let mut own: FxHashMap<usize, String> = FxHashMap::default();
        let mut sums: Vec<(String, &ModelVariable)> = Vec::new();
        for variable in &rows.variables {
            let name = names.allocate(&variable.name);
            if name != variable.name {
                notes.push(format!("Column {name}: variable {:?}", variable.name));
            }
            match variable.value.as_column() {
                Some(column) if !own.contains_key(&column.index()) => {
                    own.insert(column.index(), name);
                }
                _ => sums.push((name, variable)),
            }
        }
        let columns = rows.columns.iter().enumerate().map(|(position, column)| {
            let name = own.remove(&position).unwrap_or_else(|| names.allocate(&column.name));
            (name, column.lower, column.upper)
        });
        let columns = columns.collect();
        let mut program = Self { columns, rows: Vec::new(), objective: Vec::new(), notes };
        let mut row_names = NameAllocator::default();
        program.add_rows(rows, &mut row_names);
        for (name, variable) in sums {
            // A column for readability only: its row defines it, and no other row uses it.
            let parts = column_indices(&variable.value.terms).into_iter();
            let negative = parts.map(|(column, weight)| (column, weight.saturating_neg()));
            let terms = [(program.columns.len(), 1)].into_iter().chain(negative).collect();
            let (sense, rhs) = (Sense::Equal, variable.value.constant);
            if !variable.value.terms.is_empty() {
                let name = row_names.allocate(&format!("is_{name}"));
                program.rows.push(NamedRow { name, terms, sense, rhs });
            }
            program.columns.push((name, variable.lower, variable.upper));
        }
        program.objective = column_indices(&rows.objective.terms);
        if rows.objective.constant != 0 || program.columns.is_empty() {
            // Not every reader accepts a constant in the objective; a fixed column works
            // everywhere.
            program.objective.push((program.columns.len(), rows.objective.constant));
            program.columns.push((names.allocate("one"), 1, 1));
        }
        program
    }

    fn add_rows(&mut self, rows: &IntegerProgram, names: &mut NameAllocator) {
        let mut previous: Option<&str> = None;
        for row in &rows.rows {
            let name = names.allocate(&row.name);
            if sanitised(&row.name) != row.name && previous != Some(&row.name) {
                self.notes.push(format!("Row {name}: constraint {:?}", row.name));
            }
            previous = Some(&row.name);
            let (sense, rhs) = (row.sense, row.rhs);
            self.rows.push(NamedRow { name, terms: column_indices(&row.terms), sense, rhs });
        }
    }
}

fn column_indices(terms: &[(ColumnId, i64)]) -> Vec<(usize, i64)> {
    terms.iter().map(|&(column, weight)| (column.index(), weight)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(requested: &[&str], expected: &[&str]) {
        let mut names = NameAllocator::default();
        let given: Vec<String> =
            requested.iter().map(|requested| names.allocate(requested)).collect();
        assert_eq!(given, expected);
    }

    #[test]
    fn valid_names_are_kept() {
        check(&["x", "r1c1", "Total_2", "energy"], &["x", "r1c1", "Total_2", "energy"]);
    }

    #[test]
    fn unsupported_characters_are_replaced() {
        check(&["cell[1, 2]", "a b", "größe"], &["cell_1_2", "a_b", "gr_e"]);
        check(&["x=3", "x=-3", "x = 3"], &["x_3", "x_m3", "x_3_2"]);
        check(&["1x", "e5", "E", "_", "", "-"], &["v_1x", "v_e5", "v_E", "v__", "v_", "v__2"]);
        check(&["free", "Max", "obj"], &["v_free", "v_Max", "v_obj"]);
    }

    #[test]
    fn names_are_unique_and_short() {
        check(&["x", "x", "x_2", "x"], &["x", "x_2", "x_2_2", "x_3"]);
        let long = "y".repeat(300);
        let mut names = NameAllocator::default();
        let given = [names.allocate(&long), names.allocate(&long)];
        assert!(given[0] != given[1] && given.iter().all(|name| name.len() < 255));
    }
}
