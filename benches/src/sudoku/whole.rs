//! Throughput of the batch engine on whole files with one thread, from the text to the text of the
//! solutions.

use std::error::Error;

use gordian_bench::clock::{self, Cost, LEAST_SECONDS, measure, repetitions};
use gordian_bench::log;
use gordian_core::{Cancel, SimdLevel};
use gordian_sudoku::classic::batch::{BatchSolver, Counters, SolveResult};

use crate::sudoku::SudokuOptions;
use crate::sudoku::peer::Peer;
use crate::sudoku::sets::{Set, check_solution, lines};

/// The length of a line including its line ending.
const LINE_LEN: usize = 82;

/// A solver under test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Solver {
    Gordian(SimdLevel),
    Peer,
}

impl Solver {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Gordian(path) => path.name(),
            Self::Peer => "peer",
        }
    }
}

/// The runs of one solver.
pub(crate) struct Row {
    pub(crate) solver: Solver,
    /// The cost of one pass over the file, in each run.
    pub(crate) costs: Vec<Cost>,
    /// The exact work counters of the first pass of a new engine; `None` for the peer.
    pub(crate) counters: Option<Counters>,
}

/// The measurements of one file with one limit.
pub(crate) struct WholeFileResults {
    pub(crate) set: String,
    pub(crate) n: usize,
    pub(crate) limit: u32,
    /// The total number of solutions, each puzzle counted up to the limit.
    pub(crate) solutions: u64,
    /// The SIMD paths, fastest first, then the peer if there is one.
    pub(crate) rows: Vec<Row>,
}

impl WholeFileResults {
    /// Returns the median user time of a solver.
    pub(crate) fn user(&self, solver: Solver) -> Option<f64> {
        let row = self.rows.iter().find(|row| row.solver == solver)?;
        Some(clock::median(&row.costs).user)
    }
}

/// Measures all solvers on a file in alternating runs. The first run is a warm-up; its answers are
/// compared with the peer's, puzzle by puzzle.
pub(crate) fn run(
    set: &Set,
    limit: u32,
    peer: Option<&Peer>,
    options: &SudokuOptions,
) -> Result<WholeFileResults, Box<dyn Error>> {
    let mut engines: Vec<BatchSolver> =
        options.simd_levels().into_iter().filter_map(BatchSolver::new).collect();
    let mut solvers: Vec<Solver> =
        engines.iter().map(|engine| Solver::Gordian(engine.simd_level())).collect();
    solvers.extend(peer.map(|_| Solver::Peer));
    let row = |solver| Row { solver, costs: Vec::new(), counters: None };
    let mut rows: Vec<Row> = solvers.into_iter().map(row).collect();
    let mut expected = Expected::new(set, limit, peer)?;
    let mut buffers = Buffers::new(set);
    for run in 0..=options.rounds() {
        for (engine, row) in engines.iter_mut().zip(&mut rows) {
            let (first, counters) = buffers.pass(&set.text, engine, limit);
            expected.compare(set, &buffers.answers, row.solver)?;
            let (cost, _) = measure(repetitions(LEAST_SECONDS, first.wall), || {
                buffers.one_pass(&set.text, engine, limit)
            });
            expected.compare(set, &buffers.answers, row.solver)?;
            row.counters.get_or_insert(counters);
            if run > 0 {
                row.costs.push(cost);
            }
        }
        if let (Some(peer), Some(row)) = (peer, rows.last_mut()) {
            let (cost, solutions) = peer.time_file(&set.path, limit, LEAST_SECONDS)?;
            if solutions != expected.solutions() {
                return Err(format!(
                    "the peer reports a different number of solutions ({solutions}) in {}",
                    set.name
                )
                .into());
            }
            if run > 0 {
                row.costs.push(cost);
            }
        }
        log(&format!("{}, limit {limit}: run {run} of {}", set.name, options.rounds()));
    }
    let solutions = expected.solutions();
    Ok(WholeFileResults { set: set.name.clone(), n: set.puzzles.len(), limit, solutions, rows })
}

/// The expected answers: those of the peer, or of the first path.
struct Expected {
    answers: Vec<SolveResult>,
    is_from_peer: bool,
    limit: u32,
}

impl Expected {
    fn new(set: &Set, limit: u32, peer: Option<&Peer>) -> Result<Self, Box<dyn Error>> {
        let answers = peer.map(|peer| peer.answers(&set.path, limit)).transpose()?;
        let is_from_peer = answers.is_some();
        let mut expected = Self { answers: Vec::new(), is_from_peer, limit };
        if let Some(answers) = answers {
            expected.compare(set, &answers, Solver::Peer)?;
        }
        Ok(expected)
    }

    fn solutions(&self) -> u64 {
        let counts = self.answers.iter().map(|answer| answer.n_solutions);
        counts.filter(|&count| count != SolveResult::INVALID).map(u64::from).sum()
    }

    /// Checks every solution against the rules and compares the answers with the expected ones; the
    /// first answers become the expected ones.
    fn compare(
        &mut self,
        set: &Set,
        answers: &[SolveResult],
        solver: Solver,
    ) -> Result<(), Box<dyn Error>> {
        let wrong = |what: &str| format!("{}, {}: {what}", set.name, solver.name());
        if answers.len() != set.puzzles.len() {
            return Err(wrong("the number of answers differs from the number of puzzles").into());
        }
        if self.answers.is_empty() {
            self.answers = answers.to_vec();
        }
        let pairs = answers.iter().zip(&self.answers);
        for (number, (puzzle, (answer, expected))) in (1..).zip(set.puzzles.iter().zip(pairs)) {
            let in_puzzle = |what: &str| wrong(&format!("puzzle {number}: {what}"));
            if answer.n_solutions != SolveResult::INVALID {
                check_solution(puzzle, answer.n_solutions, &answer.solution)
                    .map_err(|what| in_puzzle(&what))?;
            }
            let is_only_one = answer.n_solutions == 1 && self.limit > 1;
            if answer.n_solutions != expected.n_solutions
                || is_only_one && answer.solution != expected.solution
            {
                let whose = if self.is_from_peer { "the peer's" } else { "the first path's" };
                let what = format!("{answer:?}, but {whose} answer is {expected:?}");
                return Err(in_puzzle(&what).into());
            }
        }
        Ok(())
    }
}

/// Reused memory.
struct Buffers {
    puzzles: Vec<[u8; 81]>,
    answers: Vec<SolveResult>,
    out: Vec<u8>,
}

impl Buffers {
    fn new(set: &Set) -> Self {
        let n = set.puzzles.len();
        Self {
            puzzles: Vec::with_capacity(n),
            answers: vec![SolveResult::NO_SOLUTION; n],
            out: vec![0; LINE_LEN * n],
        }
    }

    /// Clears the answers and measures one pass.
    fn pass(&mut self, text: &[u8], engine: &mut BatchSolver, limit: u32) -> (Cost, Counters) {
        self.answers.fill(SolveResult { n_solutions: u32::MAX - 1, ..SolveResult::NO_SOLUTION });
        measure(1, || self.one_pass(text, engine, limit))
    }

    /// The measured work: finds the lines in the text, validates and solves the puzzles, writes the
    /// solutions.
    fn one_pass(&mut self, text: &[u8], engine: &mut BatchSolver, limit: u32) -> Counters {
        self.puzzles.clear();
        parse_lines(text, &mut self.puzzles);
        let mut counters = Counters::default();
        engine.solve(&self.puzzles, limit, &mut self.answers, &mut counters, &Cancel::new());
        for (line, answer) in self.out.chunks_exact_mut(LINE_LEN).zip(&self.answers) {
            line[..81].copy_from_slice(&answer.solution);
            line[81] = b'\n';
        }
        counters
    }
}

/// Appends the puzzle lines of a text.
fn parse_lines(text: &[u8], puzzles: &mut Vec<[u8; 81]>) {
    let mut rest = text;
    // Fast path: most lines have exactly 81 characters, so their ends need not be searched. The
    // engine detects invalid characters.
    while let Some(line) = rest.first_chunk::<LINE_LEN>()
        && line[81] == b'\n'
        && line[0] != b'#'
        && let Some(puzzle) = line.first_chunk()
    {
        puzzles.push(*puzzle);
        rest = &rest[LINE_LEN..];
    }
    // A line of another length is invalid; `!` makes the engine report it.
    puzzles.extend(lines(rest).map(|line| line.try_into().unwrap_or([b'!'; 81])));
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOLUTION: &[u8; 81] =
        b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    fn set() -> Set {
        let mut puzzle = *SOLUTION;
        puzzle[..10].fill(b'.');
        let puzzles = vec![puzzle, [b'1'; 81]];
        let text: Vec<u8> =
            puzzles.iter().flat_map(|puzzle| [&puzzle[..], b"\n"].concat()).collect();
        Set { name: "set".to_owned(), path: "set.txt".into(), text, puzzles }
    }

    #[test]
    fn one_pass_solves_every_puzzle() {
        let set = set();
        let mut buffers = Buffers::new(&set);
        let (_, counters) = buffers.pass(&set.text, &mut BatchSolver::best(), 2);
        assert_eq!(
            buffers.answers,
            [SolveResult { n_solutions: 1, solution: *SOLUTION }, SolveResult::NO_SOLUTION]
        );
        assert_eq!(buffers.out[..82], [&SOLUTION[..], b"\n"].concat());
        assert!(counters.rounds > 0);
    }

    #[test]
    fn lines_of_any_length_are_found() {
        let check = |text: &str, expected: &[[u8; 81]]| {
            let mut puzzles = Vec::new();
            parse_lines(text.as_bytes(), &mut puzzles);
            assert_eq!(puzzles, expected, "{text}");
        };
        let line = "7".repeat(81);
        check(&format!("{line}\n{line}"), &[[b'7'; 81]; 2]);
        check(&format!("{line}\n# comment\n\n{line}\n"), &[[b'7'; 81]; 2]);
        check(&format!("{line}\n12\n"), &[[b'7'; 81], [b'!'; 81]]);
    }

    #[test]
    fn wrong_answers_are_rejected() {
        let set = set();
        let right = [SolveResult { n_solutions: 1, solution: *SOLUTION }, SolveResult::NO_SOLUTION];
        let compare = |answers: &[SolveResult]| {
            let answers_of_peer = right.to_vec();
            let mut expected = Expected { answers: answers_of_peer, is_from_peer: true, limit: 2 };
            let compared = expected.compare(&set, answers, Solver::Gordian(SimdLevel::Portable));
            compared.map_err(|error| error.to_string())
        };
        let check = |answers: &[SolveResult], expected: &str| {
            let error = compare(answers).expect_err(expected);
            assert!(error.contains(expected), "{error}");
        };
        assert_eq!(compare(&right), Ok(()));
        check(&right[..1], "the number of answers differs from the number of puzzles");
        check(&[right[0], right[0]], "puzzle 2");
        check(&[SolveResult::NO_SOLUTION, SolveResult::NO_SOLUTION], "but the peer's answer is");
        check(
            &[SolveResult { n_solutions: 2, ..right[0] }, SolveResult::NO_SOLUTION],
            "puzzle 1: SolveResult { n_solutions: 2",
        );
        check(
            &[SolveResult { n_solutions: 1, solution: [b'5'; 81] }, SolveResult::NO_SOLUTION],
            "does not solve",
        );
    }
}
