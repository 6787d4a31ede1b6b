//! Explanations of pencil puzzles: every step agrees with all solutions, and together they explain
//! all that is the same in them; conflicts name clues and rules.

use std::collections::BTreeSet;
use std::sync::Mutex;

use gordian_core::{Cancel, NoProgress, Progress, ProgressEvent};
use gordian_puzzles::board::Size;
use gordian_puzzles::pencil::Marks;
use gordian_puzzles::{Kind, Puzzle, parse};
use gordian_solve::generate::{GenerateRequest, Symmetry, generate};
use gordian_solve::plan::{Plan, PlanExplanation, PlanResult};
use gordian_solve::steps::{Steps, explain_steps};
use gordian_solve::{ConflictAnswer, Problem, Request, SolutionData, Task, explain_conflict};

use crate::answer;
use crate::pencil::instance_puzzle;
use crate::pencil_data::{data, records};
use crate::pencil_rules::common;

/// The number of puzzles of a family.
const N_PUZZLES: usize = 10;
/// The largest number of cells.
const MAX_CELLS: usize = 49;
/// The largest number of solutions.
const MAX_SOLUTIONS: u64 = 200;

/// The kinds by what a solution consists of, and one of which puzzles are generated.
const FAMILIES: [(&str, &[&str], &str); 11] = [
    (
        "shading",
        &[
            "aqre",
            "aquapelago",
            "ayeheya",
            "canal",
            "cave",
            "cocktail",
            "cbanana",
            "chocona",
            "creek",
            "heyablock",
            "heyawake",
            "hitori",
            "kurochute",
            "kurodoko",
            "kurotto",
            "lits",
            "lookair",
            "mochikoro",
            "norinori",
            "norinuri",
            "nuribou",
            "nurikabe",
            "nurimisaki",
            "paintarea",
            "shimaguni",
            "tapa",
            "yajikazu",
            "yinyang",
        ],
        "hitori",
    ),
    (
        "loops and paths",
        &[
            "balance",
            "castle",
            "country",
            "detour",
            "doubleback",
            "geradeweg",
            "koburin",
            "mashu",
            "midloop",
            "moonsun",
            "nagenawa",
            "numlin",
            "simpleloop",
            "slither",
            "yajilin",
            "yajilin-regions",
        ],
        "slither",
    ),
    (
        "division",
        &[
            "araf",
            "compass",
            "fillomino",
            "fivecells",
            "fourcells",
            "nawabari",
            "shikaku",
            "squarejam",
            "tatamibari",
            "tentaisho",
        ],
        "shikaku",
    ),
    (
        "numbers",
        &["cojun", "doppelblock", "easyasabc", "kakuro", "nanro", "ripple", "skyscrapers"],
        "skyscrapers",
    ),
    (
        "placement",
        &[
            "akari",
            "battleship",
            "gokigen",
            "hashi",
            "shakashaka",
            "starbattle",
            "statuepark",
            "tents",
        ],
        "tents",
    ),
    ("pictures", &["aquarium", "nonogram"], "nonogram"),
    ("blocks from rules", &["custom-blocks"], "custom-blocks"),
    ("a loop from rules", &["custom-loop"], "custom-loop"),
    ("numbers from rules", &["custom-numbers"], "custom-numbers"),
    ("objects from rules", &["custom-objects"], "custom-objects"),
    ("shading from rules", &["custom-shading"], "custom-shading"),
];

fn size(puzzle: &Puzzle) -> Size {
    puzzle.pencil_board().expect("a pencil puzzle").size()
}

fn marks<'s>(puzzle: &Puzzle, solution: &'s SolutionData) -> &'s Marks {
    let SolutionData::Puzzle(solution) = solution else { panic!("a solution of a puzzle") };
    (puzzle.kind().pencil().expect("a pencil puzzle").marks)(solution).expect("of its kind")
}

/// Returns all solutions.
fn solutions(puzzle: &Puzzle) -> Vec<SolutionData> {
    let task = Task::All { limit: Some(MAX_SOLUTIONS) };
    let answer = answer(puzzle, &Request { task, ..Request::default() });
    assert_eq!(answer.limit, None, "{puzzle:?}");
    answer.solutions
}

/// Returns small puzzles of a family: the smallest published one of each kind, then the second
/// ones, and so on. If there are too few, more of one kind are generated.
fn puzzles(kinds: &[&str], generated: &str) -> Vec<Puzzle> {
    let mut ranked: Vec<(usize, usize, Puzzle)> = Vec::new();
    for (_, data) in data().into_iter().filter(|(name, _)| kinds.contains(&name.as_str())) {
        let instances = records(&data, "instances").iter();
        let unique = instances.filter(|it| it["unique"] == true);
        let mut puzzles: Vec<Puzzle> = unique.filter_map(instance_puzzle).collect();
        puzzles.retain(|puzzle| size(puzzle).n_cells() <= MAX_CELLS);
        puzzles.sort_by_key(|puzzle| size(puzzle).n_cells());
        let ranks = puzzles.into_iter().enumerate();
        ranked.extend(ranks.map(|(rank, puzzle)| (rank, size(&puzzle).n_cells(), puzzle)));
    }
    ranked.sort_by_key(|&(rank, n_cells, _)| (rank, n_cells));
    let published = ranked.into_iter().map(|it| it.2);
    let kind = *Kind::all().iter().find(|kind| kind.name() == generated).expect("the kind exists");
    let generated = (0..).map(|seed| {
        let (size, symmetry) = (Size::new(5, 5), Symmetry::None);
        let request = GenerateRequest {
            kind,
            size,
            seed,
            symmetry,
            difficulty: None,
            rules: Vec::new(),
            omitted: Vec::new(),
        };
        generate(&request, &Cancel::new()).expect("there are small ones").puzzle
    });
    published.chain(generated).take(N_PUZZLES).collect()
}

/// Checks the explanation of a puzzle.
fn explained(puzzle: &Puzzle) -> Steps {
    let steps = explain_steps(puzzle, &Request::default(), &Cancel::new(), &NoProgress);
    let steps = steps.expect("it can be explained").expect("it has a solution");
    assert_eq!(steps.limit, None);
    let solutions = solutions(puzzle);
    let all: Vec<&Marks> = solutions.iter().map(|it| marks(puzzle, it)).collect();
    let size = size(puzzle);
    let common = common(size, &all);
    for (number, step) in (1..).zip(&steps.steps) {
        let at = format!("step {number} of {puzzle:?}: {step:?}");
        let part = SolutionData::Puzzle(step.part.clone());
        let part = marks(puzzle, &part);
        let agrees = |known: Option<u32>, value: Option<u32>| known.is_none() || known == value;
        assert!(size.cells().all(|it| agrees(part.cell(it), common.cell(it))), "{at}");
        assert!(size.edges().all(|it| agrees(part.edge(it), common.edge(it))), "{at}");
        assert!(!step.conclusions.is_empty(), "{at}");
    }
    if let Some(last) = steps.steps.last() {
        let part = SolutionData::Puzzle(last.part.clone());
        assert_eq!(marks(puzzle, &part), &common, "{puzzle:?}");
    }
    steps
}

#[test]
fn steps_of_every_family_agree_with_all_solutions() {
    let listed: BTreeSet<&str> = FAMILIES.iter().flat_map(|it| it.1).copied().collect();
    let kinds = Kind::all().iter().filter(|kind| kind.pencil().is_some());
    assert_eq!(listed, kinds.map(|kind| kind.name()).collect(), "every kind has a family");
    for (family, kinds, generated) in FAMILIES {
        let puzzles = puzzles(kinds, generated);
        let steps: Vec<Steps> = puzzles.iter().map(explained).collect();
        let n_reasons = steps.iter().flat_map(|it| &it.steps).map(|step| step.reasons.len());
        let (n, n_few) = (n_reasons.clone().count(), n_reasons.filter(|&n| n <= 3).count());
        let share = 100 * n_few / n.max(1);
        println!("{family}: {n} steps of {N_PUZZLES} puzzles, {share} % from at most three clues");
        assert!(share >= 85, "{family}: {share} % of {n} steps");
    }
}

/// Cancels after some steps.
struct CancelAfter {
    n_steps: usize,
    cancel: Cancel,
    /// The number of steps so far, once they are searched.
    n_seen: Mutex<Option<usize>>,
}

impl Progress for CancelAfter {
    fn report(&self, event: &ProgressEvent) {
        let mut n_seen = self.n_seen.lock().unwrap();
        match (event, &mut *n_seen) {
            (ProgressEvent::Phase { name: "explaining" }, _) => *n_seen = Some(0),
            (ProgressEvent::Part { .. }, Some(n)) => {
                *n += 1;
                if *n == self.n_steps {
                    self.cancel.cancel();
                }
            }
            _ => {}
        }
    }
}

#[test]
fn an_interrupted_explanation_has_the_first_steps() {
    let text = "kind = 'nonogram'\nsize = [1, 3]\nabove = '1 1 1'\nleft = '3'\n";
    let puzzle = parse(text).unwrap();
    let all = explained(&puzzle).steps;
    assert_eq!(all.len(), 3);
    for n in 1..3 {
        let cancel = Cancel::new();
        let progress = CancelAfter { n_steps: n, cancel: cancel.clone(), n_seen: Mutex::default() };
        let steps = explain_steps(&puzzle, &Request::default(), &cancel, &progress);
        let steps = steps.unwrap().expect("it has a solution");
        assert_eq!(steps.limit, Some(gordian_core::Limit::Interrupted));
        assert_eq!(steps.steps, all[..n]);
        assert!(steps.text().contains("not complete"), "{}", steps.text());
    }
}

/// Counts the searches of a model.
#[derive(Default)]
struct Searches(Mutex<usize>);

impl Progress for Searches {
    fn report(&self, event: &ProgressEvent) {
        if let ProgressEvent::Phase { name: "compiling the model" | "posting the model" } = event {
            *self.0.lock().unwrap() += 1;
        }
    }
}

#[test]
fn a_puzzle_with_one_solution_is_solved_once_for_its_explanation() {
    let check = |text: &str, n_searches: usize, n_steps: usize| {
        let plan = Plan { explain: true, ..Plan::default() };
        let problem = Problem::Puzzle(parse(text).unwrap());
        let searches = Searches::default();
        let result = plan.run(&problem, &Cancel::new(), &searches, &mut |_| {}).unwrap();
        let PlanResult::Answer { answer, explanation, .. } = result else { panic!("an answer") };
        assert_eq!(*searches.0.lock().unwrap(), n_searches, "{text}");
        assert_eq!(answer.determined, None, "it was not asked for");
        let Some(PlanExplanation::Steps(steps)) = explanation else { panic!("steps") };
        assert_eq!((steps.steps.len(), steps.limit), (n_steps, None), "{}", steps.text());
    };
    check("kind = 'nonogram'\nsize = [1, 3]\nabove = '1 1 1'\nleft = '3'\n", 1, 3);
    // There are two solutions, which have no cell in common.
    check("kind = 'nonogram'\nsize = [2, 2]\nabove = '1 1'\nleft = '1 1'\n", 2, 0);
}

/// What an auxiliary variable means is no rule that could be left out.
#[test]
fn conflicts_have_no_definitions() {
    let text = "kind = 'statuepark'\nboard = '.o.'\npieces = '##'\n";
    let problem = Problem::Puzzle(parse(text).unwrap_or_else(|error| panic!("{error:?}")));
    let conflict = explain_conflict(&problem, &Request::default(), &Cancel::new()).unwrap();
    let names = ["the piece ## is used once", "the white circle at r1c2 is not shaded"];
    let names = names.map(str::to_owned).to_vec();
    assert_eq!(conflict, ConflictAnswer::Found { names, minimal: true, limit: None });
}
