//! Kraken fish.

use std::collections::BTreeSet;

use gordian_core::Random;
use gordian_grid::Layout;
use gordian_logic::{Config, Position, Step, Technique};

use crate::chains::{jigsaw, latin_square, position, see, six_by_six};
use crate::forcing::{
    CLASSIC, JIGSAW, LATIN, SIX_BY_SIX, SIX_BY_SIX_WITH_FISH, check_published, conclusions,
};
use crate::sound::random;

const KRAKEN: [Technique; 2] = [Technique::KrakenFish1, Technique::KrakenFish2];

/// Checks that a step is a fish and that its chains start and end correctly.
fn verify(position: &Position, step: &Step) {
    let (layout, pattern) = (position.layout(), &step.pattern);
    let digit = pattern.digits[0];
    let has = |cell: &usize| position.mask(*cell) >> (digit - 1) & 1 == 1;
    let of = |house: &usize| -> Vec<usize> {
        let cells = &layout.houses()[*house].cells;
        cells.iter().copied().filter(has).collect()
    };
    let (bases, covers) = (&pattern.houses, &pattern.covers);
    assert_eq!(bases.len(), covers.len());
    assert!(bases.iter().all(|base| layout.houses()[*base].cells.len() == layout.n()));
    assert!(bases.iter().all(|base| !covers.contains(base)));
    let covered: BTreeSet<usize> = covers.iter().flat_map(of).collect();
    let held: Vec<usize> = bases.iter().flat_map(of).collect();
    let times = |cell: &usize| held.iter().filter(|other| *other == cell).count();
    let is_fin = |cell: &&usize| !covered.contains(cell) || times(cell) > 1;
    let fins: BTreeSet<usize> = held.iter().filter(is_fin).copied().collect();
    assert_eq!(fins, pattern.fins.iter().copied().collect(), "{step:?}");

    // A chain starts after the previous chain has reached the conclusion.
    let last = &pattern.links[pattern.links.len() - 1];
    let mut starts = BTreeSet::new();
    let mut is_first = true;
    for link in &pattern.links {
        if is_first {
            assert!(!link.strong && link.from.digit == digit, "{step:?}");
            starts.extend(&link.from.cells);
        }
        is_first = link.to == last.to && link.strong == last.strong;
    }
    assert!(is_first);
    let at = step.placements.iter().chain(&step.eliminations).next().expect("a conclusion");
    assert!(last.to.cells == [at.cell] && last.to.digit == at.digit, "{step:?}");
    assert_eq!(step.placements.len(), usize::from(last.strong));
    // A place that is the conclusion itself needs no chain.
    if last.strong && at.digit == digit {
        starts.insert(at.cell);
    }
    if step.technique == Technique::KrakenFish1 {
        assert_eq!(starts, fins);
        assert!(fins.iter().any(|&fin| !see(layout, fin, at.cell)), "{step:?}");
        let in_cover = covered.contains(&at.cell) && !held.contains(&at.cell);
        assert!(at.digit == digit && in_cover, "{step:?}");
    } else {
        let fits = |cover: &usize| {
            let own = of(cover).into_iter().filter(|cell| held.contains(cell));
            let all: BTreeSet<usize> = fins.iter().copied().chain(own).collect();
            all.is_subset(&starts)
                && starts.iter().all(|cell| all.contains(cell) || *cell == at.cell)
        };
        assert!(covers.iter().any(fits), "{step:?}");
    }
}

fn check(layout: &Layout, text: &str, expected: [&[&str]; 2]) {
    let position = position(layout, text);
    for (technique, expected) in KRAKEN.into_iter().zip(expected) {
        let steps = position.steps(technique);
        let found: Vec<String> =
            steps.iter().map(|step| conclusions(layout, step).join(" ")).collect();
        assert_eq!(found, expected, "{technique} in {text}");
        steps.iter().for_each(|step| verify(&position, step));
    }
}

#[test]
fn kraken_fish_are_found_in_variants() {
    check(&six_by_six(), SIX_BY_SIX, [&[], &["r5c2<>5"]]);
    check(&six_by_six(), SIX_BY_SIX_WITH_FISH, [&["r6c3<>4"], &["r6c3<>4"]]);
    check(&latin_square(), LATIN, [&[], &["r1c6<>2", "r3c2<>2"]]);
    check(&jigsaw(), JIGSAW, [&["r9c3<>6"], &["r9c3<>6"]]);
    check(&Layout::classic(), CLASSIC, [&["r2c6<>4"], &["r2c6<>4"]]);
    // An empty grid has no steps.
    check(&six_by_six(), &". ".repeat(36), [&[], &[]]);
}

#[test]
fn kraken_fish_has_a_sentence() {
    let classic = Layout::classic();
    let position = position(&classic, CLASSIC);
    assert_eq!(
        position.steps(Technique::KrakenFish1)[0].sentence(&classic),
        "Kraken fish type 1: all places for 4 in column 1 and column 8 are in row 1 and row 2, \
         except for the fins r59c8, and each of these leads to the same conclusion: \
         if r5c8 is 4, then r1c8 is 7, then r2c6 is 7, then r2c6 is not 4; \
         if r9c8 is 4, then one of r123c5 is 4, then r2c6 is not 4, so r2c6 is not 4"
    );
}

#[test]
fn every_step_is_a_valid_kraken_fish() {
    let mut source = Random::new(19);
    let layouts =
        [(Layout::classic(), 25), (six_by_six(), 9), (latin_square(), 10), (jigsaw(), 22)];
    let config = Config::hodoku().without_uniqueness();
    let mut counts = [0; 2];
    for _ in 0..2 {
        for (layout, givens) in &layouts {
            let mut position = Position::new(&random(layout, *givens, &mut source), &[]);
            while let Some(step) = position.next_step(&config) {
                if step.placements.is_empty() {
                    for (count, technique) in counts.iter_mut().zip(KRAKEN) {
                        for step in position.steps(technique) {
                            verify(&position, &step);
                            *count += 1;
                        }
                    }
                }
                position.apply(&step);
            }
        }
    }
    assert!(counts.iter().all(|&n| n > 50), "{counts:?}");
}

/// Players' forum, topic 6638, "Where do I go from here": HoDoKu's author on a sashimi X-wing.
const WHERE_TO_GO: &str = "
    4   159  2   6      159    3     159   7   8
    8   159  19  12459  7      1249  3     6   145
    6   3    7   1459   8      149   2     49  145
    37  19   6   13459  13459  149   1579  8   2
    37  2    8   1359   1359   6     1579  49  145
    5   4    19  8      2      7     19    3   6
    9   6    45  1234   134    124   8     15  7
    1   8    3   7      6      5     4     2   9
    2   7    45  149    149    8     6     15  3";

/// Players' forum, topic 6402, "Kraken X-Wing Example".
const X_WING: &str = "
    139  4     1239   5   6   8  279   17    1239
    8    239   6      23  1   7  2459  2359  23459
    7    123   5      23  4   9  6     8     123
    4    289   7      1   89  3  259   259   6
    139  5     139    6   2   4  79    17    8
    19   6     1289   7   89  5  3     4     129
    5    389   3489   89  7   6  1     239   2349
    2    7     89     4   3   1  589   6     59
    6    1389  13489  89  5   2  489   39    7";

/// Dailysudoku's forum, post 14611, "VH (+): Set A Puzzle 31", after singles and pairs: daj95376
/// says that a Kraken X-wing takes six of the seven candidates that it could. The X-wing of 5 in
/// columns 1 and 7 could take seven, of which r7c3 is true. The sixth, r6c3, is not reached by
/// chains.
const SET_A: &str = "
    3   1    8     7     6       2      9    5     4
    2   5    6     9     4       3      7    1     8
    4   9    7     1     58      58     2    6     3
    9   237  4     6     12357   157    8    23    257
    6   8    1235  245   23579   4579   145  2349  257
    57  237  1235  2458  235789  45789  145  2349  6
    57  6    25    3     2579    4579   45   8     1
    8   234  235   245   125     145    6    7     9
    1   47   9     458   578     6      3    24    25";

/// Players' forum, topic 5143, "Kraken Fish", October 2007: Mike Barker on an X-wing of 3 in rows 3
/// and 6 with the fins r3c1 and r6c3, all of which lead to two places of 8.
const TWO_DIGITS: &str = "
    138  7    5   146  2     38     36   9      348
    6    9    38  147  5     378    12   1248   348
    138  2    4   16   368   9      5    1368   7
    2    4    9   3    17    17     8    5      6
    35   15   6   8    4     2      137  137    9
    7    18   38  5    9     6      4    13     2
    4    568  2   67   3678  3578   9    368    1
    58   568  7   9    13    13458  236  23468  3458
    9    3    1   2    68    458    67   4678   58";

#[test]
fn published_kraken_fish_are_found() {
    let classic = Layout::classic();
    let check = |technique, text, expected: &[&str]| {
        check_published(&classic, technique, text, expected);
    };
    check(Technique::KrakenFish1, WHERE_TO_GO, &["r4c2<>9"]);
    check(Technique::KrakenFish1, X_WING, &["r2c9<>2", "r3c9<>2"]);
    let eliminated = ["r6c4<>5", "r6c5<>5", "r6c6<>5", "r7c5<>5", "r7c6<>5"];
    check(Technique::KrakenFish1, SET_A, &eliminated);
    check(Technique::KrakenFish2, WHERE_TO_GO, &["r4c2<>9"]);
    check(Technique::KrakenFish2, X_WING, &["r2c9<>2", "r3c9<>2"]);
    check(Technique::KrakenFish2, TWO_DIGITS, &["r1c1<>8", "r2c6<>8"]);
}
