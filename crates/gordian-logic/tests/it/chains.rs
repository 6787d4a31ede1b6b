//! X-chains, XY-chains, nice loops and AICs, plain and grouped.
//!
//! A position has one word per cell: a placed digit, or the candidates, `.` for all. Positions with
//! placed digits come from random puzzles. Every step is checked link by link, using only the
//! houses.

use gordian_core::Random;
use gordian_grid::{Candidate, Candidates, Grid, Layout};
use gordian_logic::{Config, Node, Position, Step, Technique};

use crate::sound::random;

/// A grid of 6 rows with a diagonal.
pub(crate) fn six_by_six() -> Layout {
    Layout::boxes(2, 3).expect("a layout").with_main_diagonal()
}

/// 6 rows and columns with a diagonal, no regions.
pub(crate) fn latin_square() -> Layout {
    Layout::latin(6).expect("a layout").with_main_diagonal()
}

/// A jigsaw with a diagonal.
pub(crate) fn jigsaw() -> Layout {
    let regions =
        b"AAABBBCCCAAABBBCCCAADBBBCCCADDDEEEFFDDDEEEFFFDDEEEFFFIGGGHHHFIIGGGHHHIIIGGGHHHIII";
    Layout::regions(9, regions).expect("a layout").with_main_diagonal()
}

pub(crate) fn position(layout: &Layout, text: &str) -> Position {
    let words: Vec<&str> = text.split_whitespace().collect();
    assert_eq!(words.len(), layout.n_cells());
    let mut givens = vec![0; words.len()];
    let mut marks = Candidates::all(layout);
    for (cell, word) in words.into_iter().enumerate().filter(|(_, word)| *word != ".") {
        let digits: Vec<u8> = word.bytes().map(|digit| digit - b'0').collect();
        if let [digit] = digits[..] {
            givens[cell] = digit;
            continue;
        }
        let all = (1..).take(layout.n());
        for eliminated in all.filter(|digit| !digits.contains(digit)) {
            marks.remove(cell, eliminated);
        }
    }
    Position::new(&Grid { layout: layout.clone(), givens, marks: Some(marks) }, &[])
}

/// Returns candidates as digit, row and column: `3r1c5`.
pub(crate) fn candidate_names(layout: &Layout, candidates: &[Candidate]) -> String {
    let n = layout.n();
    let name = |candidate: &Candidate| {
        let (row, column) = (candidate.cell / n + 1, candidate.cell % n + 1);
        format!("{}r{row}c{column}", candidate.digit)
    };
    candidates.iter().map(name).collect::<Vec<_>>().join(" ")
}

/// Checks the conclusions of all steps, in order, and the links of each.
fn check(layout: &Layout, technique: Technique, text: &str, expected: &[&str]) {
    let position = position(layout, text);
    let steps = position.steps(technique);
    let found: Vec<String> =
        steps.iter().map(|step| candidate_names(layout, &step.eliminations)).collect();
    assert_eq!(found, expected, "{technique} in {text}");
    for step in &steps {
        verify(&position, step);
    }
}

fn has(position: &Position, cell: usize, digit: u8) -> bool {
    position.mask(cell) >> (digit - 1) & 1 == 1
}

pub(crate) fn see(layout: &Layout, one: usize, other: usize) -> bool {
    let both = |cells: &[usize]| cells.contains(&one) && cells.contains(&other);
    one != other && layout.houses().iter().any(|house| both(&house.cells))
}

/// Returns whether a candidate and a node cannot both be true.
fn excludes(position: &Position, candidate: Candidate, node: &Node) -> bool {
    if candidate.digit != node.digit {
        return node.cells == [candidate.cell];
    }
    node.cells.iter().all(|&cell| see(position.layout(), cell, candidate.cell))
}

fn is_weak(position: &Position, from: &Node, to: &Node) -> bool {
    let excluded = |&cell: &usize| excludes(position, Candidate::new(cell, from.digit), to);
    from.cells.iter().all(excluded)
}

/// Returns the digits of an almost locked set; there are one more than cells.
pub(crate) fn digits_of_set(position: &Position, cells: &[usize]) -> u64 {
    let houses = position.layout().houses();
    assert!(houses.iter().any(|house| cells.iter().all(|cell| house.cells.contains(cell))));
    let digits = cells.iter().fold(0, |digits, &cell| digits | position.mask(cell));
    assert_eq!(digits.count_ones() as usize, cells.len() + 1, "{cells:?}");
    digits
}

/// Returns the cells of a set that may hold a digit.
pub(crate) fn places_in_set(position: &Position, cells: &[usize], digit: u8) -> Vec<usize> {
    cells.iter().copied().filter(|&cell| has(position, cell, digit)).collect()
}

fn is_strong(position: &Position, from: &Node, to: &Node) -> bool {
    let layout = position.layout();
    let set = &from.through;
    let is_direct = if from.digit == to.digit {
        layout.houses().iter().filter(|house| house.cells.len() == layout.n()).any(|house| {
            let places = house.cells.iter().filter(|&&cell| has(position, cell, from.digit));
            let mut places: Vec<usize> = places.copied().collect();
            let mut linked: Vec<usize> = from.cells.iter().chain(&to.cells).copied().collect();
            places.sort_unstable();
            linked.sort_unstable();
            places == linked
        })
    } else {
        from.cells == to.cells
            && from.cells.len() == 1
            && position.mask(from.cells[0]) == 1 << (from.digit - 1) | 1 << (to.digit - 1)
    };
    is_direct || !set.is_empty() && is_strong_through(position, set, from, to)
}

/// Returns whether a set contains one of both ends, or leaves nothing else in the cell of an
/// outside end.
fn is_strong_through(position: &Position, set: &[usize], from: &Node, to: &Node) -> bool {
    let digits = digits_of_set(position, set);
    let inside = |node: &Node| node.cells == places_in_set(position, set, node.digit);
    let forced = |inner: &Node, outer: &Node| {
        let mask = position.mask(outer.cells[0]);
        let others = (1..=64).filter(|digit| mask >> (digit - 1) & 1 == 1 && *digit != outer.digit);
        outer.cells.len() == 1 && { others }.all(|digit| {
            let places = places_in_set(position, set, digit);
            let is_seen = |&cell: &usize| see(position.layout(), cell, outer.cells[0]);
            digit != inner.digit && digits >> (digit - 1) & 1 == 1 && places.iter().all(is_seen)
        })
    };
    match (inside(from), inside(to)) {
        (true, true) if from.digit != to.digit => true,
        (true, _) => forced(from, to),
        (false, true) => forced(to, from),
        (false, false) => false,
    }
}

/// Checks that each link is valid and that the conclusion follows.
fn verify(position: &Position, step: &Step) {
    let links = &step.pattern.links;
    let (first, last) = (&links[0], &links[links.len() - 1]);
    let same = |one: &Node, other: &Node| one.digit == other.digit && one.cells == other.cells;
    for (number, link) in links.iter().enumerate() {
        for node in [&link.from, &link.to] {
            assert!(!node.cells.is_empty(), "{step:?}");
            assert!(node.cells.iter().all(|&cell| has(position, cell, node.digit)), "{step:?}");
        }
        let holds = if link.strong { is_strong } else { is_weak };
        assert!(holds(position, &link.from, &link.to), "{link:?} of {step:?}");
        if let Some(next) = links.get(number + 1) {
            assert!(same(&link.to, &next.from) && link.strong != next.strong, "{step:?}");
        }
    }
    assert!(step.placements.is_empty() && !step.eliminations.is_empty());
    let is_group = |node: &Node| node.cells.len() > 1 || !node.through.is_empty();
    let mut nodes = links.iter().flat_map(|link| [&link.from, &link.to]);
    let is_closed = same(&first.from, &last.to);
    match step.technique {
        Technique::XChain => assert!(nodes.all(|node| node.digit == first.from.digit)),
        Technique::XyChain => assert!(
            links.iter().all(|link| link.strong == (link.from.cells == link.to.cells)),
            "{step:?}"
        ),
        Technique::GroupedAic
        | Technique::GroupedContinuousNiceLoop
        | Technique::GroupedDiscontinuousNiceLoop => assert!(nodes.any(is_group), "{step:?}"),
        _ => assert!(!nodes.any(is_group), "{step:?}"),
    }
    for &eliminated in &step.eliminations {
        assert!(has(position, eliminated.cell, eliminated.digit), "{step:?}");
        let follows = match step.technique {
            Technique::ContinuousNiceLoop | Technique::GroupedContinuousNiceLoop => {
                is_closed
                    && first.strong != last.strong
                    && is_eliminated_by_loop(position, step, eliminated)
            }
            Technique::DiscontinuousNiceLoop | Technique::GroupedDiscontinuousNiceLoop => {
                let is_begin = first.from.cells == [eliminated.cell];
                let is_it = eliminated.digit == first.from.digit;
                is_closed && is_begin && first.strong == last.strong && is_it != first.strong
            }
            _ => {
                let ends = [&first.from, &last.to];
                first.strong
                    && last.strong
                    && ends.iter().all(|end| excludes(position, eliminated, end))
            }
        };
        assert!(follows, "{eliminated:?} of {step:?}");
    }
}

/// Returns whether one link of a continuous loop eliminates a candidate.
fn is_eliminated_by_loop(position: &Position, step: &Step, eliminated: Candidate) -> bool {
    step.pattern.links.iter().any(|link| {
        if !link.strong {
            let ends = [&link.from, &link.to];
            return ends.iter().all(|end| excludes(position, eliminated, end));
        }
        let mut seen = places_in_set(position, &link.from.through, eliminated.digit);
        if link.to.cells.iter().any(|cell| !link.from.through.contains(cell)) {
            let shared = |cell: &&usize| has(position, **cell, eliminated.digit);
            seen.extend(link.to.cells.iter().filter(shared));
        }
        !seen.is_empty() && seen.iter().all(|&cell| see(position.layout(), cell, eliminated.cell))
    })
}

#[test]
fn x_chain_eliminations() {
    let check = |layout: &Layout, text: &str, expected: &[&str]| {
        check(layout, Technique::XChain, text, expected);
    };
    let chain = "
        .    23   23   .    23   23   23   23   23
        .    .    .    .    .    .    .    .    .
        .    .    .    .    .    .    .    .    .
        .    .    .    .    .    .    .    .    .
        23   23   23   .    23   23   .    23   23
        .    .    .    .    .    .    .    .    .
        .    .    .    .    .    .    .    .    .
        .    .    .    .    .    .    .    .    .
        23   .    23   23   23   23   .    23   23";
    // All digits but 2 and 3 have two places in rows 1, 5 and 9; 2 and 3 have more.
    let eliminated = [1, 4, 5, 6, 7, 8, 9].map(|digit| {
        ["r2c2", "r3c2", "r7c1", "r8c1"].map(|cell| format!("{digit}{cell}")).join(" ")
    });
    check(&Layout::classic(), chain, &eliminated.each_ref().map(String::as_str));
    // A third place in row 5 breaks the chain.
    let broken = chain.replacen("23   23   23   .    23", "23   23   .    .    23", 1);
    check(&Layout::classic(), &broken, &[]);
    check(
        &six_by_six(),
        "2456 2456 3    1    256  256
         1256 1256 156  3    256  4
         1456 1456 156  245  3    256
         3    456  2    45   1    56
         25   3    4    6    25   1
         1256 1256 156  25   4    3",
        &["4r3c2", "2r1c1"],
    );
    check(
        &latin_square(),
        "5    6    134  2    34   134
         3    1    456  46   456  2
         1    2    346  346  346  5
         6    5    2    34   1    34
         4    3    16   5    2    16
         2    4    356  1    356  36",
        &["4r1c3", "6r2c3 6r6c3", "6r2c3"],
    );
}

#[test]
fn xy_chain_eliminations() {
    let check = |layout: &Layout, text: &str, expected: &[&str]| {
        check(layout, Technique::XyChain, text, expected);
    };
    let chain = "
        .    37   .    .    78   .    .    .    .
        .    .    .    .    .    .    .    .    .
        .    .    .    .    .    .    .    .    .
        .    .    .    .    .    .    .    .    .
        .    .    .    .    .    .    .    .    .
        .    .    .    .    48   .    .    34   .
        .    .    .    .    .    .    .    .    .
        .    .    .    .    .    .    .    .    .
        .    .    .    .    .    .    .    .    .";
    check(&Layout::classic(), chain, &["3r1c8 3r6c2"]);
    check(&Layout::classic(), &chain.replace("48", "458"), &[]);
    check(&Layout::classic(), &chain.replace("78", "68"), &[]);
    // Two cells are a naked pair.
    check(&Layout::classic(), &chain.replace("78", "37"), &[]);
    check(
        &six_by_six(),
        "24   245  1    6    3    25
         25   3    6    4    1    25
         124  124  24   5    6    3
         3    6    5    1    2    4
         6    24   24   3    5    1
         15   15   3    2    4    6",
        &["2r1c2", "4r1c2"],
    );
    check(
        &latin_square(),
        "6    3    4    2    5    1
         2    1    36   5    346  346
         34   5    2    1    346  346
         34   6    5    34   1    2
         5    2    1    346  34   346
         1    4    36   36   2    5",
        &["3r3c5", "4r3c5"],
    );
}

#[test]
fn continuous_nice_loop_eliminations() {
    let check = |layout: &Layout, text: &str, expected: &[&str]| {
        check(layout, Technique::ContinuousNiceLoop, text, expected);
    };
    check(
        &six_by_six(),
        "3    46   1    5    2    46
         2    56   456  1    46   3
         4    1    2    6    3    5
         5    36   36   4    1    2
         1    2    45   3    56   46
         6    345  345  2    45   1",
        &["5r6c3"],
    );
    check(
        &latin_square(),
        "6    3    2    5    4    1
         234  1    34   23   6    5
         234  5    34   6    1    24
         5    4    1    23   23   6
         1    2    6    4    5    3
         34   6    5    1    23   24",
        &["3r2c1"],
    );
    // Four bivalue cells in a ring: each link holds in both directions.
    let ring = "
        12   .    .    .    23   .    .    .    .
        .    .    .    .    .    .    .    .    .
        .    .    .    .    .    .    .    .    .
        .    .    .    .    .    .    .    .    .
        14   .    .    .    34   .    .    .    .
        .    .    .    .    .    .    .    .    .
        .    .    .    .    .    .    .    .    .
        .    .    .    .    .    .    .    .    .
        .    .    .    .    .    .    .    .    .";
    let eliminated = [
        "2r1c2 2r1c3 2r1c4 2r1c6 2r1c7 2r1c8 2r1c9",
        "1r2c1 3r2c5 1r3c1 3r3c5 1r4c1 3r4c5",
        "4r5c2 4r5c3 4r5c4 4r5c6 4r5c7 4r5c8 4r5c9",
        "1r6c1 3r6c5 1r7c1 3r7c5 1r8c1 3r8c5 1r9c1 3r9c5",
    ];
    check(&Layout::classic(), ring, &[&eliminated.join(" ")]);
    check(&Layout::classic(), &ring.replace("34 ", "345"), &[]);
}

#[test]
fn discontinuous_nice_loop_eliminations() {
    let check = |layout: &Layout, text: &str, expected: &[&str]| {
        check(layout, Technique::DiscontinuousNiceLoop, text, expected);
    };
    check(
        &six_by_six(),
        "124  12345 1234 135  134  6
         14   1345 6    2    134  135
         1245 1234 134  6    123  135
         125  6    123  135  123  4
         3    124  5    14   6    12
         6    124  124  134  5    123",
        &["3r4c4", "2r1c2"],
    );
    // 1 in r1c5 would make r1c1 2, r5c1 3 and r5c5 1 in the same column.
    let loops = "
        12   .    .    .    .    .    .    .    .
        .    .    .    .    .    .    .    .    .
        .    .    .    .    .    .    .    .    .
        .    .    .    .    .    .    .    .    .
        23   .    .    .    13   .    .    .    .
        .    .    .    .    .    .    .    .    .
        .    .    .    .    .    .    .    .    .
        .    .    .    .    .    .    .    .    .
        .    .    .    .    .    .    .    .    .";
    check(&Layout::classic(), loops, &["1r1c5"]);
    check(&Layout::classic(), &loops.replace("13", "34"), &[]);
}

#[test]
fn aic_eliminations() {
    let check = |layout: &Layout, text: &str, expected: &[&str]| {
        check(layout, Technique::Aic, text, expected);
    };
    check(
        &latin_square(),
        "6    35   2    35   4    1
         234  1    34   235  6    245
         234  35   34   6    1    245
         5    4    1    23   23   6
         1    2    6    4    5    3
         34   6    5    1    23   24",
        &["5r1c2 3r1c4", "5r1c2 3r3c2", "5r2c4 2r2c6"],
    );
    // Type 1 with two eliminations; the chain of one of them alone is a loop.
    let chain = "
        .    12   .    .    .    .    .    .    .
        .    .    .    .    .    .    .    .    .
        .    .    .    .    .    .    .    .    .
        .    23   .    .    .    .    .    .    .
        13   .    .    .    .    .    .    .    .
        .    .    .    .    .    .    .    .    .
        .    .    .    .    .    .    .    .    .
        .    .    .    .    .    .    .    .    .
        .    .    .    .    .    .    .    .    .";
    check(&Layout::classic(), chain, &["1r1c1 1r2c1 1r3c1 1r5c2 1r6c2"]);
    check(&Layout::classic(), &chain.replace("23", "24"), &[]);
}

#[test]
fn grouped_chain_eliminations() {
    let text = "13   35   4    2    135  6
                2    135  6    35   4    135
                13   4    2    6    135  135
                6    13   5    4    13   2
                5    2    3    1    6    4
                4    6    1    35   2    35";
    let loops = ["3r1c5", "3r2c2", "3r3c6", "3r2c6"];
    check(&six_by_six(), Technique::GroupedDiscontinuousNiceLoop, text, &loops);
    check(&six_by_six(), Technique::GroupedContinuousNiceLoop, text, &["5r2c6"]);
    check(&six_by_six(), Technique::GroupedAic, text, &["3r1c5 3r3c6"]);
    let text = "5    3    12   4    6    12
                234  1    234  6    34   5
                134  6    34   5    2    14
                6    4    5    2    1    3
                234  5    6    1    34   24
                14   2    14   3    5    6";
    check(&latin_square(), Technique::GroupedContinuousNiceLoop, text, &["4r3c1 4r5c1"]);
    let text = "14   14   3    5    2    6
                6    2    1    34   45   35
                34   145  456  16   1346 2
                2    6    45   34   345  1
                5    3    2    16   16   4
                134  145  46   2    1346 35";
    check(
        &latin_square(),
        Technique::GroupedAic,
        text,
        &["3r2c4 4r4c4", "5r2c6 3r6c6", "5r3c3 5r6c2"],
    );
    // Where everything is possible nothing is linked strongly.
    let none = Layout::boxes(2, 3).expect("a layout");
    let nothing = [". . . . . ."; 6].join(" ");
    check(&none, Technique::GroupedAic, &nothing, &[]);
}

/// The chain techniques.
const ALL: [Technique; 8] = [
    Technique::XChain,
    Technique::XyChain,
    Technique::ContinuousNiceLoop,
    Technique::DiscontinuousNiceLoop,
    Technique::Aic,
    Technique::GroupedContinuousNiceLoop,
    Technique::GroupedDiscontinuousNiceLoop,
    Technique::GroupedAic,
];

/// Calls `check` with the positions of the solution paths of random puzzles.
pub(crate) fn each_position(
    layouts: &[(Layout, usize)],
    n: usize,
    check: &mut dyn FnMut(&Position),
) {
    let mut source = Random::new(11);
    let config = Config::hodoku().without_uniqueness();
    for _ in 0..n {
        for (layout, givens) in layouts {
            let mut position = Position::new(&random(layout, *givens, &mut source), &[]);
            while let Some(step) = position.next_step(&config) {
                position.apply(&step);
                if !matches!(step.technique, Technique::NakedSingle | Technique::HiddenSingle) {
                    check(&position);
                }
            }
        }
    }
}

#[test]
fn every_link_of_every_step_is_valid() {
    let mut n_steps = [0; ALL.len()];
    each_position(
        &[(six_by_six(), 9), (latin_square(), 11), (jigsaw(), 27)],
        12,
        &mut |position| {
            for (n_steps, technique) in n_steps.iter_mut().zip(ALL) {
                for step in position.steps(technique) {
                    verify(position, &step);
                    *n_steps += 1;
                }
                // What is found first is one of the shortest.
                let first = position.next_step(&Config { techniques: vec![technique] });
                let shortest =
                    position.steps(technique).first().map(|step| step.pattern.links.len());
                if let Some(first) = first {
                    verify(position, &first);
                    assert!(Some(first.pattern.links.len()) >= shortest, "{first:?}");
                }
            }
        },
    );
    assert!(n_steps.iter().all(|&n_steps| n_steps > 20), "{n_steps:?}");
}

/// Returns the consequences of each state, computed link by link. State 2 × number is the candidate
/// on, plus one is off.
fn naive_reachability(position: &Position) -> (Vec<Candidate>, Vec<Vec<bool>>) {
    let layout = position.layout();
    let n = u8::try_from(layout.n()).expect("small");
    let digits = |cell| (1..=n).filter(move |&digit| has(position, cell, digit));
    let all: Vec<Candidate> = (0..layout.n_cells())
        .flat_map(|cell| digits(cell).map(move |digit| Candidate::new(cell, digit)))
        .collect();
    let node = |c: &Candidate| Node { digit: c.digit, cells: vec![c.cell], through: Vec::new() };
    let nodes: Vec<Node> = all.iter().map(node).collect();
    let next = |state: usize| {
        let (from, is_on) = (&nodes[state / 2], state.is_multiple_of(2));
        let follows = move |to: &Node| match is_on {
            true => to != from && is_weak(position, from, to),
            false => to != from && is_strong(position, from, to),
        };
        nodes
            .iter()
            .enumerate()
            .filter(move |(_, to)| follows(to))
            .map(move |(number, _)| 2 * number + usize::from(is_on))
    };
    let next: Vec<Vec<usize>> = (0..2 * all.len()).map(|state| next(state).collect()).collect();
    let reach = |start: usize| {
        let mut reached = vec![false; next.len()];
        let mut stack = vec![start];
        while let Some(state) = stack.pop() {
            for &to in &next[state] {
                if !std::mem::replace(&mut reached[to], true) {
                    stack.push(to);
                }
            }
        }
        reached
    };
    (all, (0..2 * nodes.len()).map(reach).collect())
}

#[test]
fn loops_are_found_where_a_candidate_contradicts_itself() {
    let (mut with, mut without) = (0, 0);
    each_position(&[(six_by_six(), 8), (latin_square(), 12)], 12, &mut |position| {
        let (all, reach) = naive_reachability(position);
        let wrong: Vec<Candidate> =
            (0..all.len()).filter(|&i| reach[2 * i][2 * i + 1]).map(|i| all[i]).collect();
        let steps = position.steps(Technique::DiscontinuousNiceLoop);
        assert_eq!(steps.is_empty(), wrong.is_empty());
        for eliminated in steps.iter().flat_map(|step| &step.eliminations) {
            assert!(wrong.contains(eliminated), "{eliminated:?}");
        }
        let number = |candidate: &Candidate| all.iter().position(|other| other == candidate);
        for step in position.steps(Technique::Aic) {
            let links = &step.pattern.links;
            let end = |node: &Node| number(&Candidate::new(node.cells[0], node.digit));
            let (one, other) = (end(&links[0].from), end(&links[links.len() - 1].to));
            let (one, other) = (one.expect("a candidate"), other.expect("a candidate"));
            assert!(reach[2 * one + 1][2 * other], "{step:?}");
        }
        if wrong.is_empty() { without += 1 } else { with += 1 }
    });
    assert!(with > 20 && without > 20, "{with} and {without}");
}
