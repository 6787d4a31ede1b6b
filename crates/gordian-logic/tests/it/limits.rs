//! Limits of the lists of steps, and cancellation within techniques.

use gordian_core::{Cancel, Limit, Random};
use gordian_grid::{Candidates, Grid, Layout};
use gordian_logic::{Config, Position, StepLimits, Technique};

/// Returns a grid in which every cell has some candidates at random.
fn many_candidates(layout: &Layout, percent: usize) -> Position {
    let mut random = Random::new(3);
    let mut marks = Candidates::all(layout);
    for cell in 0..layout.n_cells() {
        let own = 1 + u8::try_from(cell % layout.n()).expect("small");
        for digit in marks.digits(cell).filter(|&digit| digit != own) {
            if random.below(100) >= percent {
                marks.remove(cell, digit);
            }
        }
    }
    let givens = vec![0; layout.n_cells()];
    Position::new(&Grid { layout: layout.clone(), givens, marks: Some(marks) }, &[])
}

const SET_TECHNIQUES: [Technique; 3] =
    [Technique::AlsXyWing, Technique::AlsChain, Technique::DeathBlossom];

#[test]
fn list_of_steps_is_a_prefix_within_its_limits() {
    let position = many_candidates(&Layout::boxes(2, 3).expect("a layout"), 40);
    let mut n_limited = 0;
    for technique in Technique::all() {
        let all = position.steps(technique);
        for max_steps in [0, 1, 7] {
            let limits = StepLimits { max_steps, ..StepLimits::default() };
            let found = position.steps_within(technique, limits, &Cancel::new());
            assert_eq!(found.steps, all[..all.len().min(max_steps)], "{technique}");
            assert_eq!(found.is_limited, all.len() > max_steps, "{technique}");
            n_limited += usize::from(found.is_limited);
        }
    }
    assert!(n_limited > 20, "{n_limited}");
}

/// Most patterns have the conclusion of an earlier one: their number is what bounds memory and
/// time.
#[test]
fn patterns_are_limited_within_a_technique() {
    let position = many_candidates(&Layout::classic(), 25);
    for technique in SET_TECHNIQUES {
        let limits = |max_patterns| StepLimits { max_steps: usize::MAX, max_patterns };
        let few = position.steps_within(technique, limits(100), &Cancel::new());
        let more = position.steps_within(technique, limits(1000), &Cancel::new());
        assert!(few.is_limited && more.is_limited, "{technique}");
        assert!(few.steps.len() <= 100 && more.steps.len() <= 1000, "{technique}");
        assert!(more.steps.starts_with(&few.steps), "{technique}");
        let mut conclusions: Vec<_> = more.steps.iter().map(|step| &step.eliminations).collect();
        conclusions.sort_unstable();
        conclusions.dedup();
        assert_eq!(conclusions.len(), more.steps.len(), "{technique}");
    }
}

/// On grids of 25 rows a technique may take minutes, so that a check between techniques is not
/// enough.
#[test]
fn techniques_end_when_they_are_cancelled() {
    let position = many_candidates(&Layout::boxes(5, 5).expect("a layout"), 60);
    let cancel = Cancel::new();
    cancel.cancel();
    // Singles and pairs are found without a check.
    let techniques: Vec<Technique> =
        Technique::all().filter(|technique| technique.weight().0 >= 70).collect();
    for &technique in &techniques {
        let config = Config { techniques: vec![technique] };
        let found = position.next_step_until(&config, &cancel);
        assert_eq!(found, Err(Limit::Interrupted), "{technique}");
        let listed = position.steps_within(technique, StepLimits::default(), &cancel);
        assert_eq!(listed.steps, [], "{technique}");
    }
    assert!(techniques.len() > 40);
    let path = position.solve_until(&Config { techniques }, &cancel);
    assert_eq!((path.steps.len(), path.stopped), (0, Some(Limit::Interrupted)));
}
