//! Explanations of steps.

use gordian_grid::Layout;
use gordian_logic::{Position, Sentence, Step, Technique};

use crate::chains::position;
use crate::forcing::CLASSIC;
use crate::technique_pages::examples;

fn texts(sentences: &[Sentence]) -> Vec<&str> {
    sentences.iter().map(|sentence| sentence.text.as_str()).collect()
}

#[test]
fn net_is_explained_from_the_assumption_to_the_contradiction() {
    let classic = Layout::classic();
    let step = &position(&classic, CLASSIC).steps(Technique::ForcingNetContradiction)[0];
    let sentences = step.explanation(&classic);
    assert_eq!(
        texts(&sentences),
        [
            "Assume that r2c6 is 4.",
            "None of r123c5 is 4 (1), so r9c5 is 4: no other place is left for 4 in column 5.",
            "r2c1 is not 4 (1), so r1c1 is 4: no other place is left for 4 in column 1.",
            "r3c5 is not 4 (1), so r3c5 is 8: no other candidate is left in r3c5.",
            "r8c6 is not 4 (1), so r8c6 is 3: no other candidate is left in r8c6.",
            "r9c5 is not 3 (2) and r9c6 is not 3 (5), so r9c8 is 3: no other place is left \
             for 3 in row 9.",
            "r3c3 is not 8 (4), so r3c3 is 7: no other candidate is left in r3c3.",
            "r1c8 is not 3 (6) and r1c8 is not 4 (3), so r1c8 is 7: no other candidate is \
             left in r1c8.",
            "r2c6 is not 7 (1), r3c6 is not 7 (7) and none of r1c46 is 7 (8), so no place is \
             left for 7 in box 2: a contradiction.",
            "So the assumption is false: r2c6 is not 4.",
        ]
    );
    assert_eq!(
        step.eureka(&classic),
        "r2c6=4; r2c6=4 -> r9c5=4; r2c6=4 -> r1c1=4; r2c6=4 -> r3c5=8; r2c6=4 -> r8c6=3; \
         r9c5=4 & r8c6=3 -> r9c8=3; r3c5=8 -> r3c3=7; r9c8=3 & r1c1=4 -> r1c8=7 => r2c6<>4"
    );
}

#[test]
fn verity_is_explained_case_by_case() {
    let classic = Layout::classic();
    let step = &position(&classic, CLASSIC).steps(Technique::ForcingChainVerity)[0];
    let sentences = step.explanation(&classic);
    assert_eq!(
        texts(&sentences),
        [
            "r1c8 must be 3, 4 or 7.",
            "Case 1: assume that r1c8 is 3.",
            "Then r9c8 is not 3, so r9c8 is 4: no other candidate is left in r9c8.",
            "Then r9c5 is not 4, so one of r123c5 is 4: no other places are left for 4 in \
             column 5.",
            "Then r2c6 is not 4.",
            "Case 2: assume that r1c8 is 4.",
            "Then r1c1 is not 4, so r2c1 is 4: no other place is left for 4 in column 1.",
            "Then r2c6 is not 4.",
            "Case 3: assume that r1c8 is 7.",
            "Then none of r2c79 is 7, so r2c6 is 7: no other place is left for 7 in row 2.",
            "Then r2c6 is not 4.",
            "In every case r2c6 is not 4.",
        ]
    );
    let cases: Vec<Option<usize>> = sentences.iter().map(|sentence| sentence.case).collect();
    assert_eq!(cases[0], None);
    assert_eq!(cases[1], Some(1));
    assert_eq!(cases[sentences.len() - 2], Some(3));
    assert_eq!(cases[sentences.len() - 1], None);
}

/// Checks that the explanation mentions every link, that strong links through a house are valid in
/// the position, and that sentences refer only to earlier ones.
fn check(technique: Technique, position: &Position, step: &Step) {
    let layout = position.layout();
    let sentences = step.explanation(layout);
    assert!(sentences.len() > 1, "{technique}");
    for (number, sentence) in sentences.iter().enumerate() {
        assert!(sentence.text.ends_with('.'), "{technique}: {}", sentence.text);
        assert!(sentence.links.iter().all(|&link| link < step.pattern.links.len()));
        assert!(sentence.sets.iter().all(|&set| set < step.pattern.sets.len()));
        for part in sentence.text.split('(').skip(1) {
            let figures = part.split(')').next().unwrap_or_default();
            if let Ok(other) = figures.parse::<usize>() {
                assert!((1..=number).contains(&other), "{technique}: {}", sentence.text);
            }
        }
    }
    let is_mentioned =
        |link: &usize| sentences.iter().any(|sentence| sentence.links.contains(link));
    let links = 0..step.pattern.links.len();
    assert!(links.clone().all(|link| is_mentioned(&link)), "{technique}: {sentences:#?}");
    for branch in &step.pattern.branches {
        assert!(branch.links.end <= links.end, "{technique}");
    }
    for link in &step.pattern.links {
        let Some(house) = link.house else { continue };
        let bit = 1_u64 << (link.to.digit - 1);
        let cells = &layout.houses()[house].cells;
        let places = cells.iter().filter(|&&cell| position.mask(cell) & bit != 0);
        let mut places: Vec<usize> = places.copied().collect();
        places.sort_unstable();
        let same = |other: &&gordian_logic::Link| other.strong && other.to == link.to;
        let into = step.pattern.links.iter().filter(same).filter(|other| other.house == link.house);
        let mut named: Vec<usize> = into.flat_map(|other| other.from.cells.clone()).collect();
        named.extend(&link.to.cells);
        named.sort_unstable();
        named.dedup();
        assert_eq!(places, named, "{technique}: {link:?}");
    }
}

#[test]
fn every_example_is_explained_with_valid_links() {
    for (technique, position, step) in examples() {
        check(technique, &position, &step);
    }
}
