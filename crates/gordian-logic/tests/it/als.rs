//! Techniques with almost locked sets, compared with an exhaustive search over all sets of cells.

use std::collections::BTreeSet;

use gordian_grid::Layout;
use gordian_logic::{Position, Step, Technique};

use crate::chains::{candidate_names, digits_of_set, each_position, places_in_set, position};

fn six_by_six() -> Layout {
    Layout::boxes(2, 3).expect("a layout").with_main_diagonal()
}

fn latin_square() -> Layout {
    Layout::latin(6).expect("a layout").with_main_diagonal()
}

/// Checks the conclusions of all steps, in order.
fn check(layout: &Layout, technique: Technique, text: &str, expected: &[&str]) {
    let position = position(layout, text);
    let steps = position.steps(technique);
    let found: Vec<String> =
        steps.iter().map(|step| candidate_names(layout, &step.eliminations)).collect();
    assert_eq!(found, expected, "{technique} in {text}");
    steps.iter().for_each(|step| verify(&position, step));
}

/// An almost locked set.
#[derive(Clone, Debug)]
struct Set {
    cells: Vec<usize>,
    digits: Vec<u8>,
}

impl Set {
    fn new(position: &Position, cells: &[usize]) -> Self {
        let mask = digits_of_set(position, cells);
        let digits = (1..=16).filter(|digit| mask >> (digit - 1) & 1 == 1).collect();
        Self { cells: cells.to_vec(), digits }
    }

    fn overlaps(&self, other: &Self) -> bool {
        self.cells.iter().any(|cell| other.cells.contains(cell))
    }

    fn is_within(&self, other: &Self) -> bool {
        self.cells.iter().all(|cell| other.cells.contains(cell))
    }
}

fn see(position: &Position, one: usize, other: usize) -> bool {
    let both = |cells: &[usize]| cells.contains(&one) && cells.contains(&other);
    one != other && position.layout().houses().iter().any(|house| both(&house.cells))
}

/// Returns whether a cell sees all places of a digit in sets, which must have it.
fn sees(position: &Position, cell: usize, digit: u8, sets: &[&Set]) -> bool {
    sets.iter().all(|set| {
        let places = places_in_set(position, &set.cells, digit);
        !places.is_empty() && places.iter().all(|&place| see(position, cell, place))
    })
}

fn is_restricted(position: &Position, digit: u8, one: &Set, other: &Set) -> bool {
    let places = places_in_set(position, &one.cells, digit);
    !places.is_empty() && places.iter().all(|&place| sees(position, place, digit, &[other]))
}

/// Returns the candidates that see all places of a digit in sets.
fn seen(position: &Position, digit: u8, sets: &[&Set]) -> Vec<(usize, u8)> {
    let cells = 0..position.layout().n_cells();
    let has = |&cell: &usize| position.mask(cell) >> (digit - 1) & 1 == 1;
    let eliminated = cells.filter(has).filter(|&cell| sees(position, cell, digit, sets));
    eliminated.map(|cell| (cell, digit)).collect()
}

/// Checks the sets of a step, the links between them, and that the conclusion follows.
fn verify(position: &Position, step: &Step) {
    let pattern = &step.pattern;
    let sets: Vec<Set> = pattern.sets.iter().map(|set| Set::new(position, &set.cells)).collect();
    let eliminated = step.eliminations.iter();
    match step.technique {
        Technique::DeathBlossom => {
            let stem = pattern.cells[0];
            assert_eq!(pattern.links.len(), sets.len());
            for (link, set) in pattern.links.iter().zip(&sets) {
                assert_eq!(link.from.cells, [stem]);
                assert!(sees(position, stem, link.from.digit, &[set]), "{step:?}");
            }
            for eliminated in eliminated {
                for &digit in &pattern.digits {
                    let petal = pattern.links.iter().position(|link| link.from.digit == digit);
                    let follows = match petal {
                        _ if digit == eliminated.digit => see(position, stem, eliminated.cell),
                        Some(petal) => {
                            sees(position, eliminated.cell, eliminated.digit, &[&sets[petal]])
                        }
                        None => false,
                    };
                    assert!(follows, "{eliminated:?} of {step:?}");
                }
            }
        }
        Technique::AlsXyWing | Technique::AlsChain => {
            let commons: Vec<u8> = pattern.links.iter().map(|link| link.from.digit).collect();
            assert!(commons.windows(2).all(|pair| pair[0] != pair[1]), "{step:?}");
            for (pair, &common) in sets.windows(2).zip(&commons) {
                assert!(is_restricted(position, common, &pair[0], &pair[1]), "{step:?}");
            }
            let n = sets.len();
            assert!(commons.len() + 1 == n, "{step:?}");
            assert!(if step.technique == Technique::AlsXyWing { n == 3 } else { n > 3 });
            for eliminated in eliminated {
                assert!(
                    eliminated.digit != commons[0] && eliminated.digit != commons[n - 2],
                    "{step:?}"
                );
                assert!(sees(
                    position,
                    eliminated.cell,
                    eliminated.digit,
                    &[&sets[0], &sets[n - 1]]
                ));
            }
        }
        _ => assert!(sets.len() == 2 && !sets[0].overlaps(&sets[1])),
    }
}

/// Returns all almost locked sets by enumerating the sets of cells of each house.
fn all_sets(position: &Position) -> Vec<Set> {
    let mut found = BTreeSet::new();
    for house in position.layout().houses() {
        let open: Vec<usize> =
            house.cells.iter().copied().filter(|&cell| position.values()[cell] == 0).collect();
        for choice in 1_usize..1 << open.len() {
            let cells = (0..open.len()).filter(|i| choice >> i & 1 == 1).map(|i| open[i]);
            let mut cells: Vec<usize> = cells.collect();
            cells.sort_unstable();
            let digits = cells.iter().fold(0, |digits, &cell| digits | position.mask(cell));
            if digits.count_ones() as usize == cells.len() + 1 {
                found.insert(cells);
            }
        }
    }
    found.into_iter().map(|cells| Set::new(position, &cells)).collect()
}

type Conclusions = BTreeSet<Vec<(usize, u8)>>;

fn add(conclusions: &mut Conclusions, mut eliminated: Vec<(usize, u8)>) {
    eliminated.sort_unstable();
    eliminated.dedup();
    if !eliminated.is_empty() {
        conclusions.insert(eliminated);
    }
}

fn found(position: &Position, technique: Technique) -> Conclusions {
    let steps = position.steps(technique);
    steps.iter().for_each(|step| verify(position, step));
    let eliminated = |step: &Step| {
        step.eliminations.iter().map(|eliminated| (eliminated.cell, eliminated.digit)).collect()
    };
    steps.iter().map(eliminated).collect()
}

fn naive_xz(position: &Position, sets: &[Set]) -> Conclusions {
    let mut all = Conclusions::new();
    for (number, one) in sets.iter().enumerate() {
        for other in sets[..number].iter().filter(|other| !other.overlaps(one)) {
            let common: Vec<u8> =
                one.digits.iter().copied().filter(|digit| other.digits.contains(digit)).collect();
            let is_restricted = |digit: &u8| is_restricted(position, *digit, one, other);
            let (restricted, free): (Vec<u8>, Vec<u8>) =
                common.into_iter().partition(is_restricted);
            if restricted.is_empty() {
                continue;
            }
            let both = |&digit: &u8| seen(position, digit, &[one, other]);
            let mut eliminated: Vec<_> = free.iter().flat_map(both).collect();
            if restricted.len() > 1 {
                eliminated.extend(restricted.iter().flat_map(both));
                for (set, beside) in [(one, other), (other, one)] {
                    for &digit in set.digits.iter().filter(|digit| !restricted.contains(digit)) {
                        let locked = seen(position, digit, &[set]).into_iter();
                        eliminated.extend(locked.filter(|(cell, _)| !beside.cells.contains(cell)));
                    }
                }
            }
            add(&mut all, eliminated);
        }
    }
    all
}

fn naive_wings(position: &Position, sets: &[Set]) -> Conclusions {
    let mut all = Conclusions::new();
    let apart = |one: &Set, other: &Set| !one.is_within(other) && !other.is_within(one);
    for pivot in sets {
        let mut wings = Vec::new();
        for set in sets.iter().filter(|set| apart(set, pivot)) {
            let digits = pivot.digits.iter().copied();
            let restricted = digits.filter(|&digit| is_restricted(position, digit, pivot, set));
            wings.extend(restricted.map(|digit| (set, digit)));
        }
        for (number, &(one, x)) in wings.iter().enumerate() {
            for &(other, y) in wings[..number].iter().filter(|&&(other, _)| apart(other, one)) {
                if x != y {
                    let free = one.digits.iter().filter(|&&digit| digit != x && digit != y);
                    let eliminated = free.flat_map(|&digit| seen(position, digit, &[one, other]));
                    add(&mut all, eliminated.collect());
                }
            }
        }
    }
    all
}

#[test]
fn als_xz_eliminations() {
    let check = |layout: &Layout, text: &str, expected: &[&str]| {
        check(layout, Technique::AlsXz, text, expected);
    };
    check(
        &six_by_six(),
        "13   35   4    2    135  6
         2    135  6    35   4    135
         13   4    2    6    135  135
         6    13   5    4    13   2
         5    2    3    1    6    4
         4    6    1    35   2    35",
        &["5r2c6"],
    );
    check(
        &latin_square(),
        "2    15   135  13   6    4
         13   15   6    2    4    35
         6    4    15   13   2    35
         13   6    13   4    5    2
         5    2    4    6    3    1
         4    3    2    5    1    6",
        &["5r1c3 5r2c2", "3r4c1"],
    );
    // Sets 1 2 3 in row 1 and 2 3 in column 1: 2 is restricted, and so is 3: both are locked.
    let linked = "
        .    123  123  .    .    .    .    .    .
        .    .    .    .    .    .    .    .    .
        .    23   .    .    .    .    .    .    .
        .    .    .    .    .    .    .    .    .
        .    .    .    .    .    .    .    .    .
        .    .    .    .    .    .    .    .    .
        .    .    .    .    .    .    .    .    .
        .    .    .    .    .    .    .    .    .
        .    .    .    .    .    .    .    .    .";
    let eliminated = "2r1c1 3r1c1 1r1c1 1r1c4 1r1c5 1r1c6 1r1c7 1r1c8 1r1c9 1r2c1";
    let doubly = position(&Layout::classic(), linked).steps(Technique::AlsXz);
    let doubly = doubly.iter().find(|step| step.pattern.digits == [2, 3]).expect("a step");
    let candidate_names = candidate_names(&Layout::classic(), &doubly.eliminations);
    assert!(
        eliminated.split(' ').all(|eliminated| candidate_names.contains(eliminated)),
        "{candidate_names}"
    );
    check(&Layout::classic(), &linked.replace("23  ", "123 ").replace("1123", "123"), &[]);
}

#[test]
fn als_xy_wing_and_chain_eliminations() {
    let text = "13   35   4    2    135  6
                2    135  6    35   4    135
                13   4    2    6    135  135
                6    13   5    4    13   2
                5    2    3    1    6    4
                4    6    1    35   2    35";
    check(&six_by_six(), Technique::AlsXyWing, text, &["3r3c5", "5r2c6"]);
    let text = "1    2345 2345 345  235  6
                6    234  1    34   23   5
                4    1    235  6    235  23
                235  235  6    35   4    1
                235  2345 2345 1    6    234
                35   6    345  2    1    34";
    check(&latin_square(), Technique::AlsXyWing, text, &["3r3c5", "3r6c6", "4r2c2"]);
    let text = "234  5    234  12346 1346 236
                6    1    234  234  34   5
                234  46   234  2346 5    1
                1    3    6    5    2    4
                5    2    1    346  346  36
                234  46   5    12346 1346 236";
    check(&latin_square(), Technique::AlsChain, text, &["4r1c4", "3r5c5", "3r6c6"]);
}

#[test]
fn death_blossom_eliminations() {
    let check = |layout: &Layout, text: &str, expected: &[&str]| {
        check(layout, Technique::DeathBlossom, text, expected);
    };
    check(
        &six_by_six(),
        "13   16   136  4    2    5
         2    4    5    6    1    3
         136  2    13   5    36   4
         4    5    36   2    36   1
         16   16   4    3    5    2
         5    3    2    1    4    6",
        &["1r1c1", "3r3c3", "6r1c2 6r4c3", "6r3c5 6r4c3 6r5c1", "6r4c3"],
    );
    check(
        &latin_square(),
        "6    3    2    5    4    1
         234  1    34   23   6    5
         234  5    34   6    1    24
         5    4    1    23   23   6
         1    2    6    4    5    3
         34   6    5    1    23   24",
        &["2r6c6", "3r3c1", "4r3c6", "3r2c3 3r3c1 3r4c4"],
    );
    // The stem 1 2 3 and three pairs, each with 4: nothing sees all of these; when the third is
    // moved to row 3, one cell does.
    let blossom = "
        .    14   .    .    .    .    .    .    .
        .    .    .    .    .    .    .    .    .
        123  .    .    .    .    24   .    .    .
        .    .    .    .    .    .    .    .    .
        .    .    .    .    .    .    .    .    .
        .    .    .    .    .    .    .    .    .
        .    .    .    .    .    .    .    .    .
        34   .    .    .    .    .    .    .    .
        .    .    .    .    .    .    .    .    .";
    check(&Layout::classic(), blossom, &[]);
    let blossom = blossom.replacen("34 ", ".  ", 1).replacen("123  .  ", "123  34 ", 1);
    // Petals with a common cell say more: {1 4} {3 4} and {2 4} {3 4} have their 3 in the same one.
    let own = "3r1c1 3r1c3 3r2c1 3r2c2 3r2c3 3r3c3";
    let row = "3r3c4 3r3c5 3r3c7 3r3c8 3r3c9";
    let (with_4, without) = (format!("{own} 4r3c3 {row}"), format!("{own} {row}"));
    check(&Layout::classic(), &blossom, &["4r3c3", &with_4, &without]);
}

#[test]
fn als_steps_agree_with_exhaustive_search() {
    let (mut n_xz, mut n_wings, mut n_others) = (0, 0, [0; 2]);
    each_position(&[(six_by_six(), 9), (latin_square(), 14)], 10, &mut |position| {
        let sets = all_sets(position);
        let xz = found(position, Technique::AlsXz);
        assert_eq!(xz, naive_xz(position, &sets));
        n_xz += xz.len();
        if sets.len() < 40 {
            let wings = found(position, Technique::AlsXyWing);
            assert_eq!(wings, naive_wings(position, &sets));
            n_wings += wings.len();
        }
        let others = [Technique::AlsChain, Technique::DeathBlossom];
        for (n, technique) in n_others.iter_mut().zip(others) {
            *n += found(position, technique).len();
        }
    });
    assert!(n_xz > 50 && n_wings > 50 && n_others.iter().all(|&n| n > 20));
}
