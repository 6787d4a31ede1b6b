//! Whole files with the batch engine, one thread: from the text to the text of the solutions.

use std::error::Error;

use gordian_bench::clock::{self, Cost, measure, repetitions};
use gordian_bench::note;
use gordian_core::{Cancel, SimdLevel};
use gordian_sudoku::classic::batch::{BatchSolver, Counters, SolveResult};

use crate::arguments::Arguments;
use crate::peer::Peer;
use crate::sets::{Set, judge, lines};

/// A run lasts so many seconds at least, so that the kernel, which samples, can tell user and system
/// time apart.
const LEAST_SECONDS: f64 = 0.2;

/// The length of a line with its end.
const LINE: usize = 82;

/// Who answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Who {
    Gordian(SimdLevel),
    Peer,
}

impl Who {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Gordian(path) => path.name(),
            Self::Peer => "peer",
        }
    }
}

/// The runs of one contestant.
pub(crate) struct Row {
    pub(crate) who: Who,
    /// What one pass over the file cost, in each run.
    pub(crate) costs: Vec<Cost>,
    /// The work of the first pass, by an engine that had done nothing before: exact; not of the peer.
    pub(crate) counters: Option<Counters>,
}

/// What was measured on one file with one limit.
pub(crate) struct Whole {
    pub(crate) set: String,
    pub(crate) n: usize,
    pub(crate) limit: u32,
    /// Solutions, each puzzle's up to the limit.
    pub(crate) solutions: u64,
    /// The paths, fastest first; then the peer, if there is one.
    pub(crate) rows: Vec<Row>,
}

impl Whole {
    /// Returns the median user time of a contestant.
    pub(crate) fn user(&self, who: Who) -> Option<f64> {
        let row = self.rows.iter().find(|row| row.who == who)?;
        Some(clock::median(&row.costs).user)
    }
}

/// Lets all solve a file in turn, run after run; a first run warms up and is checked against the
/// peer puzzle by puzzle.
pub(crate) fn collect(
    set: &Set,
    limit: u32,
    peer: Option<&Peer>,
    arguments: &Arguments,
) -> Result<Whole, Box<dyn Error>> {
    let mut engines: Vec<BatchSolver> =
        arguments.paths.iter().filter_map(|&path| BatchSolver::new(path)).collect();
    let mut contestants: Vec<Who> =
        engines.iter().map(|engine| Who::Gordian(engine.path())).collect();
    contestants.extend(peer.map(|_| Who::Peer));
    let row = |who| Row { who, costs: Vec::new(), counters: None };
    let mut rows: Vec<Row> = contestants.into_iter().map(row).collect();
    let mut expected = Expected::new(set, limit, peer)?;
    let mut buffers = Buffers::new(set);
    for run in 0..=arguments.rounds {
        for (engine, row) in engines.iter_mut().zip(&mut rows) {
            let (first, counters) = buffers.pass(&set.text, engine, limit);
            expected.compare(set, &buffers.answers, row.who)?;
            let (cost, _) = measure(repetitions(LEAST_SECONDS, first.wall), || {
                buffers.one_pass(&set.text, engine, limit)
            });
            expected.compare(set, &buffers.answers, row.who)?;
            row.counters.get_or_insert(counters);
            if run > 0 {
                row.costs.push(cost);
            }
        }
        if let (Some(peer), Some(row)) = (peer, rows.last_mut()) {
            let (cost, solutions) = peer.whole(&set.path, limit, LEAST_SECONDS)?;
            if solutions != expected.solutions() {
                return Err(format!("the peer finds {solutions} solutions in {}", set.name).into());
            }
            if run > 0 {
                row.costs.push(cost);
            }
        }
        note(&format!("{}, limit {limit}: run {run} of {}", set.name, arguments.rounds));
    }
    let solutions = expected.solutions();
    Ok(Whole { set: set.name.clone(), n: set.puzzles.len(), limit, solutions, rows })
}

/// What every answer must agree with: the first of our paths, and the peer.
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
            expected.compare(set, &answers, Who::Peer)?;
        }
        Ok(expected)
    }

    fn solutions(&self) -> u64 {
        let counts = self.answers.iter().map(|answer| answer.n_solutions);
        counts.filter(|&count| count != SolveResult::INVALID).map(u64::from).sum()
    }

    /// Judges every solution by the rules, and compares all with what is expected, or expects them
    /// from now on if they are the first.
    fn compare(
        &mut self,
        set: &Set,
        answers: &[SolveResult],
        who: Who,
    ) -> Result<(), Box<dyn Error>> {
        let wrong = |what: &str| format!("{}, {}: {what}", set.name, who.name());
        if answers.len() != set.puzzles.len() {
            return Err(wrong("not an answer a puzzle").into());
        }
        if self.answers.is_empty() {
            self.answers = answers.to_vec();
        }
        let pairs = answers.iter().zip(&self.answers);
        for (number, (puzzle, (answer, expected))) in (1..).zip(set.puzzles.iter().zip(pairs)) {
            let in_puzzle = |what: &str| wrong(&format!("puzzle {number}: {what}"));
            if answer.n_solutions != SolveResult::INVALID {
                judge(puzzle, answer.n_solutions, &answer.solution)
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

/// Memory that is used again and again.
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
            out: vec![0; LINE * n],
        }
    }

    /// Forgets all answers, and does one pass.
    fn pass(&mut self, text: &[u8], engine: &mut BatchSolver, limit: u32) -> (Cost, Counters) {
        self.answers.fill(SolveResult { n_solutions: u32::MAX - 1, ..SolveResult::NO_SOLUTION });
        measure(1, || self.one_pass(text, engine, limit))
    }

    /// What is measured: finds the lines in the text, validates and solves the puzzles, writes the
    /// solutions.
    fn one_pass(&mut self, text: &[u8], engine: &mut BatchSolver, limit: u32) -> Counters {
        self.puzzles.clear();
        read(text, &mut self.puzzles);
        let mut counters = Counters::default();
        engine.solve(&self.puzzles, limit, &mut self.answers, &mut counters, &Cancel::new());
        for (line, answer) in self.out.chunks_exact_mut(LINE).zip(&self.answers) {
            line[..81].copy_from_slice(&answer.solution);
            line[81] = b'\n';
        }
        counters
    }
}

/// Appends the lines of a text that hold puzzles.
fn read(text: &[u8], puzzles: &mut Vec<[u8; 81]>) {
    let mut rest = text;
    // Most lines are long enough and no more: their ends need not be looked for. What is no
    // character of a puzzle in them, the engine will see.
    while let Some(line) = rest.first_chunk::<LINE>()
        && line[81] == b'\n'
        && line[0] != b'#'
        && let Some(puzzle) = line.first_chunk()
    {
        puzzles.push(*puzzle);
        rest = &rest[LINE..];
    }
    // A line of another length is no puzzle; the engine says so of this one.
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
    fn a_pass_answers_every_puzzle() {
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
    fn lines_are_found() {
        let check = |text: &str, expected: &[[u8; 81]]| {
            let mut puzzles = Vec::new();
            read(text.as_bytes(), &mut puzzles);
            assert_eq!(puzzles, expected, "{text}");
        };
        let line = "7".repeat(81);
        check(&format!("{line}\n{line}"), &[[b'7'; 81]; 2]);
        check(&format!("{line}\n# comment\n\n{line}\n"), &[[b'7'; 81]; 2]);
        check(&format!("{line}\n12\n"), &[[b'7'; 81], [b'!'; 81]]);
    }

    #[test]
    fn wrong_answers_end_the_comparison() {
        let set = set();
        let right = [SolveResult { n_solutions: 1, solution: *SOLUTION }, SolveResult::NO_SOLUTION];
        let compare = |answers: &[SolveResult]| {
            let answers_of_peer = right.to_vec();
            let mut expected = Expected { answers: answers_of_peer, is_from_peer: true, limit: 2 };
            let compared = expected.compare(&set, answers, Who::Gordian(SimdLevel::Portable));
            compared.map_err(|error| error.to_string())
        };
        let check = |answers: &[SolveResult], expected: &str| {
            let error = compare(answers).expect_err(expected);
            assert!(error.contains(expected), "{error}");
        };
        assert_eq!(compare(&right), Ok(()));
        check(&right[..1], "not an answer a puzzle");
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
