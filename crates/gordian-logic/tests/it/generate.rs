//! Generation of puzzles that meet criteria.

use gordian_core::{Cancel, Limit, NoProgress};
use gordian_grid::{Candidates, Layout};
use gordian_logic::{Config, Criteria, Level, Technique, generate_matching};
use gordian_sudoku::Finder;
use gordian_sudoku::tasks::{GenerateOptions, Symmetry};

#[test]
fn generated_puzzle_meets_the_criteria() {
    let layout = Layout::classic();
    let puzzle = GenerateOptions { seed: 5, symmetry: Symmetry::HalfTurn, ..Default::default() };
    let criteria = Criteria {
        puzzle,
        needs: vec![Technique::NakedPair],
        avoids: vec![Technique::XWing, Technique::HiddenPair],
        levels: Level::Easy..=Level::Medium,
        ..Criteria::default()
    };
    let search =
        generate_matching(&layout, &criteria, &Cancel::new(), &NoProgress).expect("possible");
    let best = search.found.expect("such puzzles are frequent");
    let used: Vec<Technique> = best.solved.steps.iter().map(|step| step.technique).collect();
    assert!(used.contains(&Technique::NakedPair) && !used.contains(&Technique::XWing));
    assert!(!used.contains(&Technique::HiddenPair) && best.rating.unwrap().level == Level::Medium);
    let score: u32 = used.iter().map(|technique| technique.hodoku().expect("known").score).sum();
    assert_eq!(best.rating.unwrap().score, score);
    let puzzle = &best.generated.puzzle;
    assert!((0..81).all(|cell| (puzzle.givens[cell] == 0) == (puzzle.givens[80 - cell] == 0)));
    let found = Finder::new(&layout).count(&Candidates::of(puzzle), 2, &Cancel::new());
    assert_eq!(found.n_solutions, 1);
    assert_eq!(best.solved.end.values(), best.generated.solution);
}

#[test]
fn search_ends_after_max_puzzles() {
    let layout = Layout::boxes(2, 2).expect("a layout");
    let criteria =
        Criteria { needs: vec![Technique::Jellyfish], max_puzzles: 100, ..Criteria::default() };
    let search =
        generate_matching(&layout, &criteria, &Cancel::new(), &NoProgress).expect("possible");
    assert!(search.found.is_none());
    assert_eq!((search.n_examined, search.stopped), (100, Some(Limit::Effort)));
}

#[test]
fn criteria_may_need_a_technique_that_hodoku_does_not_have() {
    let config = Config::hodoku_with(&[Technique::WxyzWing]);
    let at = |technique| config.techniques.iter().position(|&other| other == technique);
    assert!(at(Technique::XWing) < at(Technique::WxyzWing));
    assert!(at(Technique::WxyzWing) < at(Technique::AlsXz));
    let criteria = Criteria { config, needs: vec![Technique::WxyzWing], ..Criteria::default() };
    let made = generate_matching(&Layout::classic(), &criteria, &Cancel::new(), &NoProgress);
    let best = made.unwrap().found.expect("such puzzles are common");
    assert!(best.solved.steps.iter().any(|step| step.technique == Technique::WxyzWing));
    assert_eq!(best.rating, None);
}

#[test]
fn cancelled_search_examines_nothing() {
    let cancel = Cancel::new();
    cancel.cancel();
    let made =
        generate_matching(&Layout::classic(), &Criteria::default(), &cancel, &NoProgress).unwrap();
    assert_eq!((made.n_examined, made.stopped), (0, Some(Limit::Interrupted)));
}
