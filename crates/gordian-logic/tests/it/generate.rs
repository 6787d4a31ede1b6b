//! Puzzles as wished for.

use gordian_core::{Cancel, Limit, NoProgress};
use gordian_logic::{Config, Level, Technique, Wish, generate_as_wished};
use gordian_sudoku::tasks::{GenerateOptions, Symmetry};
use gordian_sudoku::{Candidates, Finder, Layout};

#[test]
fn wishes_are_granted() {
    let layout = Layout::classic();
    let puzzle = GenerateOptions { seed: 5, symmetry: Symmetry::HalfTurn, ..Default::default() };
    let wish = Wish {
        puzzle,
        needs: vec![Technique::NakedPair],
        avoids: vec![Technique::XWing, Technique::HiddenPair],
        levels: Level::Easy..=Level::Medium,
        ..Wish::default()
    };
    let wished = generate_as_wished(&layout, &wish, &Cancel::new(), &NoProgress).expect("possible");
    let best = wished.best.expect("such puzzles are frequent");
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
fn wishes_that_cannot_be_granted_end() {
    let layout = Layout::boxes(2, 2).expect("a layout");
    let wish = Wish { needs: vec![Technique::Jellyfish], n_puzzles: 100, ..Wish::default() };
    let wished = generate_as_wished(&layout, &wish, &Cancel::new(), &NoProgress).expect("possible");
    assert!(wished.best.is_none());
    assert_eq!((wished.looked_at, wished.stopped), (100, Some(Limit::Effort)));
}

#[test]
fn techniques_that_hodoku_does_not_know_can_be_wished_for() {
    let config = Config::hodoku_with(&[Technique::WxyzWing]);
    let at = |technique| config.techniques.iter().position(|&other| other == technique);
    assert!(at(Technique::XWing) < at(Technique::WxyzWing));
    assert!(at(Technique::WxyzWing) < at(Technique::AlsXz));
    let wish = Wish { config, needs: vec![Technique::WxyzWing], ..Wish::default() };
    let made = generate_as_wished(&Layout::classic(), &wish, &Cancel::new(), &NoProgress);
    let best = made.unwrap().best.expect("such puzzles are common");
    assert!(best.solved.steps.iter().any(|step| step.technique == Technique::WxyzWing));
    assert_eq!(best.rating, None);
}

#[test]
fn what_was_stopped_was_not_looked_at() {
    let cancel = Cancel::new();
    cancel.cancel();
    let made =
        generate_as_wished(&Layout::classic(), &Wish::default(), &cancel, &NoProgress).unwrap();
    assert_eq!((made.looked_at, made.stopped), (0, Some(Limit::Interrupted)));
}
