//! Forcing chains, forcing nets and brute force.
//!
//! A position has one word per cell, as in the tests of chains. Each step is verified from its
//! assumption, or from each of its cases, using only the houses.

use std::collections::BTreeSet;

use gordian_core::{Cancel, Random};
use gordian_grid::{Candidate, Candidates, Grid, Layout};
use gordian_logic::{Config, Node, Position, Step, Technique};
use gordian_sudoku::{Finder, SearchLimits};

use crate::chains::{jigsaw, latin_square, position, see, six_by_six};
use crate::sound::random;

/// Returns the conclusions of a step: `r1c7=4`, `r8c1<>5`.
pub(crate) fn conclusions(layout: &Layout, step: &Step) -> Vec<String> {
    let name = |at: &Candidate, sign: &str| {
        let (row, column) = (at.cell / layout.n() + 1, at.cell % layout.n() + 1);
        format!("r{row}c{column}{sign}{}", at.digit)
    };
    let placed = step.placements.iter().map(|at| name(at, "="));
    placed.chain(step.eliminations.iter().map(|at| name(at, "<>"))).collect()
}

/// Returns the digits that occur in each cell in some solution of a position, of two at most.
fn occurring(position: &Position) -> Vec<u64> {
    let layout = position.layout();
    let mut marks = Candidates::all(layout);
    for cell in (0..layout.n_cells()).filter(|&cell| position.values()[cell] == 0) {
        for digit in (1..).take(layout.n()) {
            if position.mask(cell) >> (digit - 1) & 1 == 0 {
                marks.remove(cell, digit);
            }
        }
    }
    let givens = position.values().to_vec();
    let puzzle = Grid { layout: layout.clone(), givens, marks: Some(marks) };
    let mut masks = vec![0_u64; layout.n_cells()];
    let query = SearchLimits { max_solutions: 2, max_nodes: None };
    Finder::new(layout).find(&Candidates::of(&puzzle), &query, &Cancel::new(), &mut |digits| {
        for (mask, digit) in masks.iter_mut().zip(digits) {
            *mask |= 1 << (digit - 1);
        }
    });
    masks
}

/// Checks that the published conclusions of a position are found and true.
pub(crate) fn check_published(
    layout: &Layout,
    technique: Technique,
    text: &str,
    expected: &[&str],
) -> Vec<Step> {
    let position = position(layout, text);
    let solution = occurring(&position);
    assert!(solution.iter().all(|mask| mask.count_ones() == 1), "one solution: {text}");
    let steps = position.steps(technique);
    for step in &steps {
        let is = |at: &Candidate| solution[at.cell] == 1 << (at.digit - 1);
        assert!(step.placements.iter().all(is) && !step.eliminations.iter().any(is), "{step:?}");
    }
    let found: BTreeSet<String> = steps.iter().flat_map(|step| conclusions(layout, step)).collect();
    for conclusion in expected {
        assert!(found.contains(*conclusion), "{technique} {conclusion} is not among {found:?}");
    }
    steps
}

/// The derived states: candidates that are off and nodes that are on.
struct Derivation<'a> {
    position: &'a Position,
    off: BTreeSet<(usize, u8)>,
    on: BTreeSet<(u8, Vec<usize>)>,
}

impl<'a> Derivation<'a> {
    fn new(position: &'a Position, assumed: &Node, is_on: bool) -> Self {
        let mut derivation = Self { position, off: BTreeSet::new(), on: BTreeSet::new() };
        derivation.add(assumed, is_on);
        derivation
    }

    fn add(&mut self, node: &Node, is_on: bool) {
        if is_on {
            self.on.insert((node.digit, node.cells.clone()));
        } else {
            self.off.extend(node.cells.iter().map(|&cell| (cell, node.digit)));
        }
    }

    fn has(&self, node: &Node, is_on: bool) -> bool {
        if is_on {
            self.on.contains(&(node.digit, node.cells.clone()))
        } else {
            node.cells.iter().all(|&cell| self.off.contains(&(cell, node.digit)))
        }
    }

    fn digits(&self, cell: usize) -> impl Iterator<Item = u8> + use<> {
        let mask = self.position.mask(cell);
        (1..=64).filter(move |digit| mask >> (digit - 1) & 1 == 1)
    }

    fn places(&self, house: usize, digit: u8) -> Vec<usize> {
        let cells = &self.position.layout().houses()[house].cells;
        let has = |cell: &&usize| self.position.mask(**cell) >> (digit - 1) & 1 == 1;
        cells.iter().filter(has).copied().collect()
    }

    fn full(&self) -> impl Iterator<Item = usize> + '_ {
        let houses = self.position.layout().houses();
        (0..houses.len()).filter(|&house| houses[house].cells.len() == self.position.layout().n())
    }

    /// Returns whether a node is on because all others in its cell or in a house are off.
    fn is_last(&self, node: &Node) -> bool {
        let in_cell = node.cells.len() == 1 && {
            let others = self.digits(node.cells[0]).filter(|&digit| digit != node.digit);
            { others }.all(|digit| self.off.contains(&(node.cells[0], digit)))
        };
        in_cell
            || self.full().any(|house| {
                let places = self.places(house, node.digit);
                node.cells.iter().all(|cell| places.contains(cell))
                    && places.iter().all(|cell| {
                        node.cells.contains(cell) || self.off.contains(&(*cell, node.digit))
                    })
            })
    }

    /// Checks a link and adds its end.
    fn follow(&mut self, link: &gordian_logic::Link) {
        if link.strong {
            assert!(self.is_last(&link.to), "{link:?}");
        } else {
            for &cell in &link.to.cells {
                let seen = |&from: &usize| {
                    if link.from.digit == link.to.digit {
                        see(self.position.layout(), from, cell)
                    } else {
                        from == cell
                    }
                };
                assert!(link.from.cells.iter().all(seen), "{link:?}");
            }
        }
        self.add(&link.to, link.strong);
    }

    /// Returns whether the contradiction of the pattern is derived.
    fn has_contradiction(&self, step: &Step) -> bool {
        let pattern = &step.pattern;
        let one_of = |digit: u8| self.on.iter().filter(move |(other, _)| *other == digit);
        match (&pattern.houses[..], &pattern.cells[..], &pattern.digits[..]) {
            ([], &[cell], []) => self.digits(cell).all(|digit| self.off.contains(&(cell, digit))),
            ([], &[cell], &[one, other]) => {
                [one, other].iter().all(|&digit| one_of(digit).any(|(_, cells)| *cells == [cell]))
            }
            (&[house], [], &[digit]) => {
                self.places(house, digit).iter().all(|&cell| self.off.contains(&(cell, digit)))
            }
            (&[house], cells, &[digit]) => {
                let house = &self.position.layout().houses()[house];
                let inside: Vec<_> = one_of(digit)
                    .filter(|(_, own)| own.iter().all(|cell| cells.contains(cell)))
                    .collect();
                cells.iter().all(|cell| house.cells.contains(cell))
                    && inside.iter().any(|(_, one)| {
                        inside.iter().any(|(_, other)| one.iter().all(|cell| !other.contains(cell)))
                    })
            }
            _ => false,
        }
    }
}

/// Verifies a contradiction from its assumption to its end.
fn verify_contradiction(position: &Position, step: &Step) {
    let links = &step.pattern.links;
    let (assumed, is_on) = (&links[0].from, !links[0].strong);
    let mut derivation = Derivation::new(position, assumed, is_on);
    for link in links {
        assert!(derivation.has(&link.from, !link.strong), "{link:?} of {step:?}");
        derivation.follow(link);
    }
    assert!(derivation.has_contradiction(step), "{step:?}");
    let is_assumed = |at: &Candidate| at.digit == assumed.digit && assumed.cells.contains(&at.cell);
    if is_on {
        assert!(step.placements.is_empty() && step.eliminations.iter().all(is_assumed));
        assert_eq!(step.eliminations.len(), assumed.cells.len());
    } else if let [placed] = step.placements[..] {
        assert!(assumed.cells == [placed.cell] && is_assumed(&placed));
    } else {
        let layout = position.layout();
        assert!(assumed.cells.len() > 1);
        assert!(step.eliminations.iter().all(|eliminated| {
            assumed.cells.iter().all(|&cell| see(layout, cell, eliminated.cell))
                && eliminated.digit == assumed.digit
        }));
    }
}

fn node(cell: usize, digit: u8) -> Node {
    Node { digit, cells: vec![cell], through: Vec::new() }
}

/// Verifies a verity from each of its cases to the conclusion.
fn verify_verity(position: &Position, step: &Step) {
    let pattern = &step.pattern;
    let initial = Derivation::new(position, &node(0, 1), true);
    let mut cases: Vec<(Node, bool)> = match (&pattern.houses[..], &pattern.cells[..]) {
        (&[house], []) => {
            let digit = pattern.digits[0];
            initial.places(house, digit).into_iter().map(|cell| (node(cell, digit), true)).collect()
        }
        ([], &[cell]) => match pattern.digits[..] {
            [] => initial.digits(cell).map(|digit| (node(cell, digit), true)).collect(),
            [digit] => vec![(node(cell, digit), true), (node(cell, digit), false)],
            _ => panic!("{step:?}"),
        },
        _ => panic!("{step:?}"),
    };
    cases.reverse();
    let last = &pattern.links[pattern.links.len() - 1];
    let concluded = |derivation: &Derivation<'_>| derivation.has(&last.to, last.strong);
    for at in &step.placements {
        assert!(last.strong && last.to == node(at.cell, at.digit), "{step:?}");
    }
    for at in &step.eliminations {
        let seen = |&cell: &usize| see(position.layout(), cell, at.cell);
        let is_excluded = match last.strong {
            true => last.to.cells.iter().all(seen),
            false => last.to.cells.contains(&at.cell),
        };
        assert!(is_excluded && at.digit == last.to.digit, "{step:?}");
    }
    // A chain ends at the conclusion, and the next starts with the next case.
    let mut next = |from: Option<&Node>| {
        let is_next = |case: &mut (Node, bool)| from.is_none_or(|from| *from == case.0);
        let case = cases.pop_if(is_next)?;
        Some(Derivation::new(position, &case.0, case.1))
    };
    let mut derivation = next(None).expect("a case");
    let mut before: Option<&Node> = None;
    for link in &pattern.links {
        while concluded(&derivation) {
            // Several links of a net may lead to the conclusion.
            match next((before == Some(&link.to)).then_some(&link.from)) {
                Some(case) => derivation = case,
                None => break,
            }
        }
        before = Some(&link.to);
        assert!(derivation.has(&link.from, !link.strong), "{link:?} of {step:?}");
        derivation.follow(link);
    }
    assert!(concluded(&derivation), "{step:?}");
    while let Some(derivation) = next(None) {
        assert!(concluded(&derivation), "{step:?}");
    }
}

fn verify(position: &Position, step: &Step) {
    match step.technique {
        Technique::ForcingChainContradiction | Technique::ForcingNetContradiction => {
            verify_contradiction(position, step);
        }
        _ => verify_verity(position, step),
    }
}

/// A grid of 6 rows with a diagonal.
pub(crate) const SIX_BY_SIX: &str = "
    125   4     12    6   35   235
    3     256   26    4   1    25
    256   1256  3     12  56   4
    1456  1256  2456  12  356  35
    1256  1256  25    3   4    16
    146   3     146   5   2    16";

/// Another grid of 6 rows, with fish.
pub(crate) const SIX_BY_SIX_WITH_FISH: &str = "
    345  1456  156   123   34   126
    2    34    146   134   5    16
    35   1345  124   6     12   45
    6    145   1245  145   124  3
    1    2     345   345   6    45
    45   56    3456  1235  134  12";

/// 6 rows and columns with a diagonal, no regions.
pub(crate) const LATIN: &str = "
    1    256  356  235  346   23456
    346  24   1    35   2346  23456
    346  256  36   1    2346  245
    346  1    356  24   2346  23456
    2    3    4    6    5     1
    5    46   2    34   1     36";

/// A jigsaw with a diagonal.
pub(crate) const JIGSAW: &str = "
    46     23567   9     2367   3457  1      246   236    8
    136    246     1236  2368   348   9      1246  7      5
    13567  23567   8     2367   3457  2567   1246  23469  269
    8      1       7     5      6     4      3     29     29
    2      346     346   78     9     78     5     46     1
    9      46      5     1      2     3      468   468    7
    1456   24568   1246  9      158   2568   7     268    3
    3567   235678  236   23678  3578  25678  9     1      4
    1367   9       1236  4      1378  2678   268   5      26";

/// A classic grid.
pub(crate) const CLASSIC: &str = "
    14  289  278  1257  12458  1245789  346789  347  346789
    14  289  3    6     1248   124789   4789    5    4789
    5   6    78   3     48     4789     1       2    4789
    2   5    14   17    1368   13678    34678   9    34678
    8   3    14   127   9      126      5       47   2467
    9   7    6    4     2358   2358     238     1    238
    3   4    9    8     125    125      27      6    1257
    6   12   25   159   7      34       2349    8    123459
    7   128  258  1259  346    346      29      34   1259";

const CHAINS: [Technique; 2] =
    [Technique::ForcingChainContradiction, Technique::ForcingChainVerity];
const NETS: [Technique; 2] = [Technique::ForcingNetContradiction, Technique::ForcingNetVerity];

#[test]
fn every_link_of_every_step_is_valid() {
    let mut source = Random::new(11);
    let layouts =
        [(Layout::classic(), 25), (six_by_six(), 9), (latin_square(), 10), (jigsaw(), 22)];
    let config = Config::hodoku().without_uniqueness();
    let mut counts = [0; 4];
    for _ in 0..6 {
        for (layout, givens) in &layouts {
            let mut position = Position::new(&random(layout, *givens, &mut source), &[]);
            while let Some(step) = position.next_step(&config) {
                // With singles left, a net would derive half of the solution.
                if step.placements.is_empty() {
                    for (at, technique) in CHAINS.into_iter().chain(NETS).enumerate() {
                        for step in position.steps(technique) {
                            verify(&position, &step);
                            counts[at] += 1;
                        }
                    }
                }
                position.apply(&step);
            }
        }
    }
    assert!(counts.iter().all(|&n| n > 100), "{counts:?}");
}

/// HoDoKu's manual, page "Methods of Last Resort", example of a forcing chain.
const HODOKU_CHAIN: &str = "
    2    7    1     8      9     6      34    35   45
    9    4    3     5      2     7      6     8    1
    8    5    6     3      1     4      7     9    2
    4    8    79    1679   567   1359   139   2    567
    6    3    279   12479  4578  1259   1489  15   4578
    5    1    279   24679  4678  239    3489  36   4678
    3    9    5     1246   46    12     18    7    68
    7    2    4     16     3     8      5     16   9
    1    6    8     79     57    59     2     4    3";

/// Players' forum, topic 2239, "Super tough sudoku from Crazy Dad": a forcing chain through r3c7,
/// r3c9, r8c9 and r8c7.
const CRAZY_DAD: &str = "
    7      156    456    2      458   146   3     458   9
    19     3      459    14589  7     149   2     458   6
    269    269    8      3      45    69    14    7     15
    3      2678   267    1478   9     1247  5     1246  128
    2689   4      25679  1578   258   127   1689  3     128
    289    2589   1      458    6     3     489   249   7
    12689  12689  269    469    24    5     7     1269  3
    4      2679   3      679    1     279   689   2569  258
    5      12679  2679   679    3     8     169   1269  4";

/// Players' forum, topic 2128, "More forcing chains": DanO sees that 3 in r8c7 would leave r9c8
/// without a candidate.
const MORE_CHAINS: &str = "
    235   359   2359  7   14  59  8      14   6
    57    6     8     3   14  59  149    2    17
    4     79    1     8   6   2   39     379  5
    1235  1359  2359  6   7   8   124    145  123
    13    4     6     5   2   13  7      8    9
    8     1357  2357  4   9   13  6      15   123
    6     135   4     29  38  7   12359  39   128
    9     2     357   1   38  4   35     6    78
    137   8     37    29  5   6   129    379  4";

/// Players' forum, topic 1937, "Mixed forcing chains": whichever digit r2c4 holds.
const MIXED_CHAINS: &str = "
    6    3    4     7    2589  258   2589  1    58
    9    5    1     34   6     2348  28    7    38
    8    2    7     1    359   35    569   36   4
    234  1    238   6    34    7     48    5    9
    45   6    58    2    145   9     1478  34   378
    7    9    35    8    1345  345   14    2    6
    1    4    239   39   23    6     57    8    57
    35   8    356   345  7     1     46    9    2
    25   7    2569  459  248   248   3     46   1";

/// Players' forum, topic 5532, "Sudoku for Dummies 233": if r6c4 were 8, r6c6 would be left without
/// a digit; or whichever digit r6c6 holds.
const DUMMIES: &str = "
    1356  135  135   9     18  7   2    4   13568
    1356  4    8     16    2   35  7    9   1356
    7     2    9     168   4   35  568  58  13568
    23    8    237   27    5   6   4    1   9
    1259  159  125   3     18  4   568  7   2568
    4     6    1257  1278  9   12  58   3   258
    1258  15   1245  124   6   9   3    58  7
    1258  7    1245  124   3   12  9    6   58
    39    39   6     5     7   8   1    2   4";

/// Players' forum, topic 39224, "Pisces 7-2": a whip of six, each of whose links depends on all
/// earlier ones.
const PISCES: &str = "
    7   59  23   36    259    23569  8  4    1
    19  6   28   148   12589  2459   7  3    25
    13  58  4    1378  12578  235    9  256  256
    2   4   5    9     3      1      6  7    8
    8   3   9    2     6      7      5  1    4
    6   1   7    5     4      8      3  29   29
    39  7   1    368   2589   23569  4  569  3569
    4   2   36   367   579    3569   1  8    3569
    5   89  368  1346  19     3469   2  69   7";

/// Players' forum, topic 39015, "Mystery puzzle 28": a whip of ten, each of whose links depends on
/// all earlier ones.
const MYSTERY: &str = "
    1579   8      145679  1679   1467  3467    123679  13579  123569
    3      1579   15679   8      2     67      1679    4      1569
    179    1479   2       1679   5     3467    136789  1379   13689
    12578  12457  1457    2567   9     245678  134678  137    13468
    15789  6      14579   3      478   4578    14789   2      1489
    2789   2479   3       267    4678  1       5       79     4689
    12579  12579  8       4      3     257     129     6      1259
    4      12359  159     1256   168   2568    1239    1359   7
    6      12357  157     1257   17    9       1234    8      12345";

/// Players' forum, September 2018, "Hodoku's Weird Net Solution": whichever digit r1c7 holds.
const WEIRD_NET: &str = "
    6    2589  589   7  1  29  38  358  4
    4    289   3     5  6  29  1   7    89
    159  7     159   3  4  8   26  26   59
    3    689   6789  2  5  4   78  89   1
    18   148   2     6  9  7   5   48   3
    579  459   579   8  3  1   27  249  6
    578  3     5678  9  2  56  4   1    58
    58   568   4     1  7  3   9   568  2
    2    19    19    4  8  56  36  356  7";

/// Players' forum, topic 34480, "morl's Extreme Sudoku 1", after the first four steps of SpAce's
/// solution: whichever digit r3c2 holds.
const MORL: &str = "
    1569   1279  1256  367    1267  4     8      135679  1567
    4      1379  136   8      5     167   79     2       167
    156    127   8     367    1267  9     357    13567   4
    2      489   46    45679  3     678   1      5678    5678
    368    5     346   1      467   2678  237    3678    9
    13689  1389  7     569    69    268   235    4       2568
    7      1348  1345  2      149   13    6      1589    158
    135    6     1235  49     8     137   24579  1579    1257
    18     1248  9     467    1467  5     247    178     3";

#[test]
fn published_forcing_chains_are_found() {
    let classic = Layout::classic();
    let check = |technique, text, expected: &[&str]| {
        check_published(&classic, technique, text, expected);
    };
    check(Technique::ForcingChainContradiction, HODOKU_CHAIN, &["r1c7=4"]);
    check(Technique::ForcingChainContradiction, CRAZY_DAD, &["r6c7<>8"]);
    check(Technique::ForcingChainContradiction, MORE_CHAINS, &["r8c7<>3", "r8c7=5"]);
    check(Technique::ForcingChainVerity, HODOKU_CHAIN, &["r1c7=4"]);
    check(Technique::ForcingChainVerity, MIXED_CHAINS, &["r3c6=5", "r2c9=8"]);
    check(Technique::ForcingChainVerity, CRAZY_DAD, &["r6c7<>8"]);
}

#[test]
fn published_forcing_nets_are_found() {
    let classic = Layout::classic();
    check_published(&classic, Technique::ForcingNetContradiction, DUMMIES, &["r6c4<>8"]);
    check_published(&classic, Technique::ForcingNetContradiction, PISCES, &["r3c2<>5"]);
    check_published(&classic, Technique::ForcingNetContradiction, MYSTERY, &["r9c2<>1"]);
    check_published(&classic, Technique::ForcingNetVerity, WEIRD_NET, &["r8c1<>5"]);
    check_published(&classic, Technique::ForcingNetVerity, DUMMIES, &["r6c4<>8"]);
    check_published(&classic, Technique::ForcingNetVerity, MORL, &["r2c7=9"]);
}

/// Checks the conclusions of all steps, in order, and verifies each step.
fn check(layout: &Layout, technique: Technique, text: &str, expected: &[&str]) {
    let position = position(layout, text);
    let steps = position.steps(technique);
    let found: Vec<String> = steps.iter().map(|step| conclusions(layout, step).join(" ")).collect();
    assert_eq!(found, expected, "{technique} in {text}");
    steps.iter().for_each(|step| verify(&position, step));
}

#[test]
fn forcing_chain_conclusions() {
    let check = |layout: &Layout, text: &str, expected: &[&str]| {
        CHAINS.iter().for_each(|&technique| check(layout, technique, text, expected));
    };
    let classic = Layout::classic();
    check(&six_by_six(), SIX_BY_SIX, &["r5c2<>5"]);
    check(&six_by_six(), SIX_BY_SIX_WITH_FISH, &["r6c3<>4"]);
    check(&latin_square(), LATIN, &["r1c6<>2"]);
    check(&jigsaw(), JIGSAW, &["r9c3<>6"]);
    check(&classic, CLASSIC, &["r2c6<>4"]);
    // An empty grid has no steps.
    check(&six_by_six(), &". ".repeat(36), &[]);
}

#[test]
fn forcing_net_conclusions() {
    let check = |layout: &Layout, text: &str, expected: [&[&str]; 2]| {
        NETS.iter().zip(expected).for_each(|(&technique, expected)| {
            check(layout, technique, text, expected);
        });
    };
    let same = |eliminated: &'static [&'static str]| [eliminated, eliminated];
    let classic = Layout::classic();
    check(&six_by_six(), SIX_BY_SIX, same(&["r5c2<>5"]));
    check(&six_by_six(), SIX_BY_SIX_WITH_FISH, same(&["r6c3<>4"]));
    let verities: &[&str] = &["r1c6<>5", "r3c2<>2", "r1c6<>2", "r4c6<>3"];
    check(&latin_square(), LATIN, [&["r1c6<>2", "r3c2<>2", "r4c6<>3"], verities]);
    check(&jigsaw(), JIGSAW, [&["r9c3<>6", "r1c2<>6"], &["r9c3<>6"]]);
    check(&classic, CLASSIC, same(&["r2c6<>4"]));
    // An empty grid has no steps.
    check(&six_by_six(), &". ".repeat(36), same(&[]));
}

#[test]
fn forcing_steps_have_sentences() {
    let classic = Layout::classic();
    let position = position(&classic, CLASSIC);
    let sentence_of = |technique| position.steps(technique)[0].sentence(&classic);
    assert_eq!(
        sentence_of(Technique::ForcingChainContradiction),
        "forcing chain contradiction: if r2c6 is 4, then r8c6 is 3, then r9c8 is 3, then r1c1 is \
         4, then one of r2c79 is 7, then no candidate is left in r1c8, so r2c6 is not 4"
    );
    assert_eq!(
        sentence_of(Technique::ForcingChainVerity),
        "forcing chain verity: whichever digit r1c8 is, the conclusion is the same: \
         if r1c8 is 3, then r9c8 is 4, then one of r123c5 is 4, then r2c6 is not 4; \
         if r1c8 is 4, then r2c1 is 4, then r2c6 is not 4; \
         if r1c8 is 7, then r2c6 is 7, then r2c6 is not 4, so r2c6 is not 4"
    );
    assert_eq!(
        sentence_of(Technique::ForcingNetContradiction),
        "forcing net contradiction: if r2c6 is 4, then r9c5 is 4, then r1c1 is 4, then r3c5 is 8, \
         then r8c6 is 3, then r9c8 is 3, then r3c3 is 7, then r1c8 is 7, then no place is \
         left for 7 in box 2, so r2c6 is not 4"
    );
    assert_eq!(
        sentence_of(Technique::ForcingNetVerity),
        "forcing net verity: whichever digit r1c8 is, the conclusion is the same, so r2c6 is not 4"
    );
}

#[test]
fn brute_force_places_a_digit_of_the_only_solution() {
    let mut source = Random::new(3);
    let mut counts = [0; 2];
    for givens in [8, 15].repeat(10) {
        let layout = six_by_six();
        let position = Position::new(&random(&layout, givens, &mut source), &[]);
        let solution = occurring(&position);
        let is_unique = solution.iter().all(|mask| mask.count_ones() == 1);
        let steps = position.steps(Technique::BruteForce);
        assert_eq!(steps.len(), usize::from(is_unique));
        counts[usize::from(is_unique)] += 1;
        for step in &steps {
            let [placed] = step.placements[..] else { panic!("{step:?}") };
            assert_eq!(solution[placed.cell], 1 << (placed.digit - 1));
            let sentence = step.sentence(&layout);
            assert!(
                sentence.starts_with("brute force: a search without logic found"),
                "{sentence}"
            );
        }
    }
    assert!(counts.iter().all(|&n| n > 2), "{counts:?}");
    let full = Position::new(&random(&six_by_six(), 36, &mut source), &[]);
    assert!(full.steps(Technique::BruteForce).is_empty());
}
