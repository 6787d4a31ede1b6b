//! Counts all positions in separate processes: the program in several configurations, and the peer.

use std::error::Error;
use std::path::{Path, PathBuf};

use gordian_atlas::SimdLevel;
use gordian_atlas::square1::{CountModel, Levels, label};
use gordian_bench::clock::{self, Cost};
use gordian_bench::log;
use gordian_bench::process::{self, ProcessRun};
use gordian_perm::square1::Colours;
use serde_json::Value;

use crate::square1::Square1Options;

/// The program that counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Program {
    Gordian(SimdLevel),
    Peer,
}

/// A configuration of the enumeration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Case {
    program: Program,
    pub(crate) threads: u32,
    /// Whether the distances are also written to a table file.
    pub(crate) table: bool,
    pub(crate) huge_pages: bool,
}

impl Case {
    fn new(program: Program, threads: u32) -> Self {
        Self { program, threads, table: false, huge_pages: true }
    }

    /// Returns every configuration for one of the puzzles; the peer follows the configuration it is
    /// compared with.
    fn all(colours: Colours, with_peer: bool) -> Vec<Self> {
        let mut kernels = SimdLevel::ALL.into_iter().filter(|kernel| kernel.is_available());
        let best =
            Program::Gordian(kernels.next().expect("the portable kernels are always available"));
        let mut all = vec![Self::new(best, 1)];
        if with_peer {
            all.push(Self::new(Program::Peer, 1));
        }
        all.push(Self::new(best, 2));
        all.extend([1, 2].map(|threads| Self { table: true, ..Self::new(best, threads) }));
        if cfg!(target_os = "linux") {
            all.push(Self { huge_pages: false, ..Self::new(best, 1) });
            all.push(Self { huge_pages: false, table: true, ..Self::new(best, 1) });
        }
        // With six colours the slower kernels would take too long.
        if colours == Colours::Silver {
            for kernel in kernels {
                all.extend([1, 2].map(|threads| Self::new(Program::Gordian(kernel), threads)));
            }
        }
        all
    }

    pub(crate) fn name(self) -> String {
        let program = match self.program {
            Program::Gordian(kernel) => kernel.name(),
            Program::Peer => "peer",
        };
        format!("{program}{}", if self.huge_pages { "" } else { ", no huge pages" })
    }

    /// Returns the configuration with huge pages.
    pub(crate) fn with_huge_pages(self) -> Self {
        Self { huge_pages: true, ..self }
    }

    pub(crate) fn is_peer(self) -> bool {
        self.program == Program::Peer
    }

    /// Returns the program and its options.
    fn command(self, colours: Colours, programs: &Commands<'_>) -> Vec<String> {
        let words: Vec<&str> = match self.program {
            Program::Gordian(kernel) => {
                let label = label(colours);
                vec!["atlas", "build", label, "--json", "--kernel", kernel.name(), "--threads"]
            }
            Program::Peer => {
                let puzzle = if colours == Colours::Silver { "silver" } else { "full" };
                programs.peer.unwrap_or_default().split_whitespace().chain([puzzle]).collect()
            }
        };
        let mut words: Vec<String> = words.into_iter().map(str::to_owned).collect();
        if !self.is_peer() {
            words.insert(0, programs.gordian.display().to_string());
        }
        words.push(self.threads.to_string());
        if self.table {
            words.extend(["--out".to_owned(), programs.table.display().to_string()]);
        }
        words
    }
}

/// The programs to run.
struct Commands<'a> {
    gordian: &'a Path,
    peer: Option<&'a str>,
    /// The path of the table file.
    table: PathBuf,
}

/// The runs of one configuration.
pub(crate) struct Row {
    pub(crate) case: Case,
    pub(crate) costs: Vec<Cost>,
    /// Peak memory of each run in bytes.
    pub(crate) peaks: Vec<u64>,
    /// Size of the table file in bytes.
    pub(crate) table_len: Option<u64>,
}

impl Row {
    /// Returns the run with the median user time.
    pub(crate) fn median(&self) -> Cost {
        clock::median(&self.costs)
    }
}

/// The measurements of one puzzle.
pub(crate) struct EnumerationResults {
    pub(crate) colours: Colours,
    pub(crate) rows: Vec<Row>,
    /// In the order of [`CountModel::ALL`].
    pub(crate) levels: Vec<Levels>,
}

impl EnumerationResults {
    /// Returns the row of a configuration.
    pub(crate) fn row(&self, is_wanted: impl Fn(&Case) -> bool) -> Option<&Row> {
        self.rows.iter().find(|row| is_wanted(&row.case))
    }
}

/// Runs all configurations in turn, run after run, after a warm-up run.
pub(crate) fn run(
    colours: Colours,
    gordian: &Path,
    folder: &Path,
    options: &Square1Options,
) -> Result<EnumerationResults, Box<dyn Error>> {
    let peer = options.peer.as_deref();
    let programs = Commands { gordian, peer, table: folder.join("counted.table") };
    let cases = Case::all(colours, peer.is_some());
    let row = |case| Row { case, costs: Vec::new(), peaks: Vec::new(), table_len: None };
    let mut enumeration = EnumerationResults {
        colours,
        rows: cases.into_iter().map(row).collect(),
        levels: Vec::new(),
    };
    for run in 0..=options.rounds() {
        let EnumerationResults { rows, levels, .. } = &mut enumeration;
        for row in rows {
            let ran = process::run(&row.case.command(colours, &programs), row.case.huge_pages)?;
            check(row.case, colours, &ran, levels)?;
            if row.case.table {
                // The next run would find the file.
                row.table_len = Some(fs_err::metadata(&programs.table)?.len());
                fs_err::remove_file(&programs.table)?;
            }
            if run > 0 {
                row.costs.push(ran.cost);
                row.peaks.push(ran.peak);
            }
        }
        log(&format!("{}: run {run} of {}", label(colours), options.rounds()));
    }
    Ok(enumeration)
}

/// Compares the level counts with `known`, those of the first run; fills `known` if it is empty.
fn check(
    case: Case,
    colours: Colours,
    ran: &ProcessRun,
    known: &mut Vec<Levels>,
) -> Result<(), Box<dyn Error>> {
    let wrong = |what: &str| format!("{} with {}: {what}", label(colours), case.name());
    let levels: Vec<Option<Levels>> = match case.program {
        Program::Gordian(kernel) => {
            let document: Value = serde_json::from_str(&ran.output)?;
            if document["kernel"] != kernel.name() || document["threads"] != case.threads {
                return Err(wrong("the program used another kernel or number of threads").into());
            }
            CountModel::ALL.iter().map(|model| levels_from_json(&document, *model)).collect()
        }
        Program::Peer => {
            CountModel::ALL.iter().map(|model| levels_from_text(&ran.output, *model)).collect()
        }
    };
    if known.is_empty() {
        let levels: Option<Vec<Levels>> = levels.iter().cloned().collect();
        *known = levels.ok_or_else(|| wrong("the level counts are missing"))?;
    }
    for ((model, known), levels) in CountModel::ALL.into_iter().zip(&*known).zip(levels) {
        // The peer does not support this model.
        let is_left_out = case.is_peer() && model == CountModel::RotationsOnly;
        if levels.as_ref() != Some(known) && !is_left_out {
            let what = format!("it counts {levels:?}, not {known:?} ({})", model.name());
            return Err(wrong(&what).into());
        }
    }
    Ok(())
}

/// Returns the level counts in the program's JSON.
fn levels_from_json(document: &Value, model: CountModel) -> Option<Levels> {
    document["models"][model.name()].as_array()?.iter().map(Value::as_u64).collect()
}

/// Parses the level counts in the peer's output: lines `twists K: middle N seed N`, from distance 1
/// on; positions with the middle layer and without it.
fn levels_from_text(output: &str, model: CountModel) -> Option<Levels> {
    let key = match model {
        CountModel::ModuloFlip => "middle",
        CountModel::IgnoringMiddleModuloFlip => "seed",
        CountModel::RotationsOnly => return None,
    };
    // The peer does not print distance 0, the solved position.
    let mut levels = vec![1];
    for line in output.lines().filter(|line| line.starts_with("twists ")) {
        let mut words = line.split_whitespace().skip_while(|word| *word != key);
        levels.push(words.nth(1)?.parse().ok()?);
    }
    while levels.last() == Some(&0) {
        levels.pop();
    }
    Some(levels)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CASE: Case = Case { program: Program::Peer, threads: 1, table: false, huge_pages: true };
    const GORDIAN: Case = Case { program: Program::Gordian(SimdLevel::Portable), ..CASE };

    #[test]
    fn commands_have_all_arguments() {
        let check = |case: Case, expected: &str| {
            let programs = Commands {
                gordian: Path::new("/bin/gordian"),
                peer: Some("nice /bin/peer"),
                table: PathBuf::from("/tmp/it"),
            };
            assert_eq!(case.command(Colours::Six, &programs).join(" "), expected);
        };
        check(CASE, "nice /bin/peer full 1");
        let words = "/bin/gordian atlas build square1 --json --kernel portable --threads";
        check(GORDIAN, &format!("{words} 1"));
        let table = Case { threads: 2, table: true, ..GORDIAN };
        check(table, &format!("{words} 2 --out /tmp/it"));
    }

    #[test]
    fn wrong_levels_end_the_comparison() {
        let ran = |output: &str| ProcessRun {
            cost: Cost { user: 0.0, system: 0.0, wall: 0.0 },
            peak: 0,
            output: output.to_owned(),
        };
        let document = |kernel: &str, middle: &str| {
            ran(&format!(
                r#"{{"kernel": "{kernel}", "threads": 1, "models": {{
                    "ignoring-middle-modulo-flip": [1, 32],
                    "modulo-flip": {middle},
                    "rotations-only": [1, 64, 1]}}}}"#
            ))
        };
        let twists = |n: u32| {
            ran(&format!(
                "S 24\ntwists  1: middle 32  seed 32 wall 1\ntwists  2: middle {n} seed 0\n"
            ))
        };
        let mut known = Vec::new();
        let mut check = |case, ran: &ProcessRun| {
            check(case, Colours::Six, ran, &mut known).map_err(|error| error.to_string())
        };
        assert_eq!(check(GORDIAN, &document("portable", "[1, 32, 5]")), Ok(()));
        assert_eq!(check(CASE, &twists(5)), Ok(()));
        let error = check(CASE, &twists(6)).expect_err("wrong");
        assert!(error.contains("square1 with peer: it counts Some([1, 32, 6])"), "{error}");
        let error = check(GORDIAN, &document("portable", "[1, 32]")).expect_err("wrong");
        assert!(error.contains("not [1, 32, 5] (modulo-flip)"), "{error}");
        let error = check(GORDIAN, &document("avx2", "[1, 32, 5]")).expect_err("another kernel");
        assert!(error.contains("another kernel or number of threads"), "{error}");
        assert_eq!(known, vec![vec![1, 32], vec![1, 32, 5], vec![1, 64, 1]]);
    }
}
