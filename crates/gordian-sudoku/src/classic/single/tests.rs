//! Compares the forms with each other and with the rules written cell by cell.

use std::collections::BTreeSet;

use gordian_core::{Random, SimdLevel};
use gordian_grid::{Candidates, Grid, Layout};

use super::SingleSolver;
use super::machine::{DIGITS, LaneWords, Machine, load_cells, store_cells};
use super::portable::Portable;
use super::rules::{Verdict, propagate};
use crate::engine::{Search, Step};

/// A test that runs with each form.
trait FormTest {
    fn run<M: Machine>(&self, machine: M);
}

fn with_each_form(visit: &impl FormTest) {
    visit.run(Portable);
    #[cfg(gordian_simd)]
    {
        super::simd::Avx2::new().into_iter().for_each(|machine| visit.run(machine));
        super::simd::Avx512::new().into_iter().for_each(|machine| visit.run(machine));
    }
}

/// Returns a solved grid: a cyclic pattern with renamed digits and shuffled lines.
fn solved(random: &mut Random) -> [u8; 81] {
    let mut lines = [[0; 9]; 2];
    for lines in &mut lines {
        let mut bands = [0, 1, 2];
        random.shuffle(&mut bands);
        for (at, band) in bands.into_iter().enumerate() {
            let mut within = [0, 1, 2];
            random.shuffle(&mut within);
            for (offset, line) in within.into_iter().enumerate() {
                lines[3 * at + offset] = 3 * band + line;
            }
        }
    }
    let mut names = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    random.shuffle(&mut names);
    let [rows, columns] = lines;
    std::array::from_fn(|cell| {
        let (row, column) = (rows[cell / 9], columns[cell % 9]);
        names[(3 * row + row / 3 + column) % 9]
    })
}

/// Returns a puzzle with about `n_givens` givens, one of which is random if `wrong`.
fn puzzle(random: &mut Random, n_givens: usize, wrong: bool) -> Grid {
    let mut givens = solved(random).to_vec();
    for digit in &mut givens {
        if random.below(81) >= n_givens {
            *digit = 0;
        }
    }
    if wrong {
        givens[random.below(81)] = *random.choose(&[1, 2, 3, 4, 5, 6, 7, 8, 9]);
    }
    Grid::new(Layout::classic(), givens)
}

/// Returns the solutions up to `limit` in the order found, and the number of guesses, advancing by
/// `nodes` at a time.
fn search(single: &mut SingleSolver, limit: usize, nodes: u64) -> (Vec<Vec<u8>>, u64) {
    let (mut found, before) = (Vec::new(), single.guesses());
    while found.len() < limit {
        match single.advance(nodes) {
            Step::Solution => {
                let mut digits = vec![0; 81];
                single.solution(&mut digits);
                found.push(digits);
            }
            Step::Exhausted => break,
            Step::Paused => {}
        }
    }
    (found, single.guesses() - before)
}

#[test]
fn all_forms_take_the_same_steps() {
    let mut random = Random::new(1);
    // A separate source, so that the puzzles do not depend on the number of available forms.
    let mut strides = Random::new(2);
    let mut forms: Vec<SingleSolver> =
        SimdLevel::available().filter_map(SingleSolver::new).collect();
    for round in 0..400 {
        let puzzle = puzzle(&mut random, 18 + round % 16, round % 3 == 0);
        let mut start = Candidates::of(&puzzle);
        for _ in 0..round % 5 {
            let (cell, digit) = (random.below(81), *random.choose(&[1, 5, 9]));
            start.remove(cell, digit);
        }
        let answers: Vec<_> = forms
            .iter_mut()
            .map(|single| {
                single.start(&start);
                let nodes = *strides.choose(&[1, 3, u64::MAX]);
                search(single, 200, nodes)
            })
            .collect();
        assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "{start:?}");
        let distinct: BTreeSet<_> = answers[0].0.iter().collect();
        assert_eq!(distinct.len(), answers[0].0.len());
    }
}

#[test]
fn donated_nodes_partition_the_solutions() {
    let mut random = Random::new(2);
    for mut single in SimdLevel::available().filter_map(SingleSolver::new) {
        let mut n_donated = 0;
        for round in 0..60 {
            let start = Candidates::of(&puzzle(&mut random, 20 + round % 6, false));
            single.start(&start);
            let (mut whole, _) = search(&mut single, 2000, u64::MAX);
            if whole.len() == 2000 {
                continue;
            }
            let mut shared = Vec::new();
            let mut waiting = vec![start];
            while let Some(start) = waiting.pop() {
                single.start(&start);
                loop {
                    shared.extend(search(&mut single, 1, 2).0);
                    match single.donate() {
                        Some(node) => waiting.push(node),
                        None => break,
                    }
                    n_donated += 1;
                }
            }
            whole.sort_unstable();
            shared.sort_unstable();
            assert_eq!(whole, shared);
        }
        assert!(n_donated > 100, "{n_donated}");
    }
}

#[test]
fn search_pauses_and_ends() {
    let empty = Candidates::all(&Layout::classic());
    for mut single in SimdLevel::available().filter_map(SingleSolver::new) {
        assert_eq!(single.advance(10), Step::Exhausted, "nothing was started");
        single.start(&empty);
        assert_eq!((single.advance(1), single.guesses()), (Step::Paused, 1));
        assert_eq!((single.advance(0), single.guesses()), (Step::Paused, 2));
        assert_eq!(single.advance(u64::MAX), Step::Solution);
        let mut impossible = empty.clone();
        impossible.masks_mut()[80] = 0;
        single.start(&impossible);
        assert_eq!(single.advance(u64::MAX), Step::Exhausted);
        assert_eq!(single.donate(), None);
    }
}

/// Returns the candidates after propagation, computed cell by cell, or `None` on a contradiction.
fn propagate_cell_by_cell(mut cells: [u16; 81]) -> Option<[u16; 81]> {
    loop {
        let before = cells;
        for first in [0, 3, 6, 27, 30, 33, 54, 57, 60] {
            let numbers = [0, 1, 2, 9, 10, 11, 18, 19, 20].map(|offset| first + offset);
            let n_cells = |digit: u16| numbers.iter().filter(|&&c| before[c] & digit != 0).count();
            let digits = || (0..9).map(|digit| 1 << digit);
            if digits().any(|digit| n_cells(digit) == 0) || numbers.iter().any(|&c| before[c] == 0)
            {
                return None;
            }
            let is_single = |cell: usize| before[cell].count_ones() == 1;
            let singles = numbers.iter().filter(|&&cell| is_single(cell));
            let placed = singles.fold(0, |all, &cell| all | before[cell]);
            for cell in numbers {
                let only: u16 = digits().filter(|&digit| n_cells(digit) == 1).sum();
                if is_single(cell) {
                    continue;
                }
                cells[cell] &= if cells[cell] & only != 0 { only } else { !placed };
            }
        }
        let settled = cells;
        for (cell, digits) in cells.iter_mut().enumerate() {
            *digits &= digits_allowed_by_triads(&settled, cell, |row, column| 9 * row + column)
                & digits_allowed_by_triads(&settled, cell, |row, column| 9 * column + row);
        }
        if cells == before {
            return Some(cells);
        }
    }
}

/// Returns the digits for which the two other triads of some pattern through the cell's triad can
/// hold them. `number` maps a line and a position in it to a cell; applied to row and column of a
/// cell, it gives the cell, mirrored for columns.
fn digits_allowed_by_triads(
    cells: &[u16; 81],
    cell: usize,
    number: impl Fn(usize, usize) -> usize,
) -> u16 {
    let own = number(cell / 9, cell % 9);
    let (line, stack) = (own / 9, own % 9 / 3);
    let triad = |line: usize, stack: usize| {
        (0..3).fold(0, |all, at| all | cells[number(line, 3 * stack + at)])
    };
    let others = |own: usize| (own / 3 * 3 + (own + 1) % 3, own / 3 * 3 + (own + 2) % 3);
    let (lines, stacks) = (others(line), others(stack));
    triad(lines.0, stacks.0) & triad(lines.1, stacks.1)
        | triad(lines.0, stacks.1) & triad(lines.1, stacks.0)
}

struct RulesTest;

impl FormTest for RulesTest {
    fn run<M: Machine>(&self, machine: M) {
        let mut random = Random::new(3);
        let (mut n_dead, mut n_open) = (0, 0);
        for round in 0..2000 {
            let puzzle = puzzle(&mut random, 16 + round % 20, round % 4 == 0);
            let mut cells = [0; 81];
            for (cell, &mask) in cells.iter_mut().zip(Candidates::of(&puzzle).masks()) {
                *cell = u16::try_from(mask).expect("nine digits");
            }
            for _ in 0..round % 7 {
                cells[random.below(81)] &= !(1 << random.below(9));
            }
            let mut grid = load_cells(machine, &cells);
            let left = match propagate(machine, &mut grid) {
                Verdict::Contradiction => None,
                Verdict::Open | Verdict::Solved => Some(store_cells(machine, &grid)),
            };
            assert_eq!(left, propagate_cell_by_cell(cells), "{cells:?}");
            n_dead += u32::from(left.is_none());
            n_open += u32::from(left.is_some_and(|left| left.iter().any(|c| c.count_ones() > 1)));
        }
        assert!(n_dead > 100 && n_open > 100, "{n_dead} {n_open}");
    }
}

#[test]
fn propagation_matches_cell_by_cell_rules() {
    with_each_form(&RulesTest);
}

struct OperationsTest;

impl FormTest for OperationsTest {
    fn run<M: Machine>(&self, m: M) {
        let mut random = Random::new(4);
        for _ in 0..300 {
            let [a, b, c] = std::array::from_fn(|_| random_lanes(&mut random));
            let [x, y, z] = [a, b, c].map(|lanes| m.load(&words(&lanes)));
            let check = |found: M::Lanes, expected: &dyn Fn(usize) -> u16| {
                assert_eq!(lanes(&m.store(found)), std::array::from_fn(expected));
            };
            check(m.splat(77), &|_| 77);
            check(m.and(x, y), &|i| a[i] & b[i]);
            check(m.or(x, y), &|i| a[i] | b[i]);
            check(m.xor(x, y), &|i| a[i] ^ b[i]);
            check(m.without(x, y), &|i| a[i] & !b[i]);
            check(m.or3(x, y, z), &|i| a[i] | b[i] | c[i]);
            check(m.and3(x, y, z), &|i| a[i] & b[i] & c[i]);
            check(m.xor3(x, y, z), &|i| a[i] ^ b[i] ^ c[i]);
            check(m.majority(x, y, z), &|i| a[i] & b[i] | a[i] & c[i] | b[i] & c[i]);
            check(m.or_and(x, y, z), &|i| a[i] | b[i] & c[i]);
            check(m.or_without(x, y, z), &|i| a[i] | b[i] & !c[i]);
            check(m.or_xor(x, y, z), &|i| a[i] | b[i] ^ c[i]);
            check(m.add(x, y), &|i| a[i] + b[i]);
            check(m.sub(m.or(x, y), y), &|i| (a[i] | b[i]) - b[i]);
            check(m.times_128(x), &|i| a[i] << 7);
            check(m.drop_lowest(x), &|i| a[i] & a[i].wrapping_sub(1));
            check(m.count_bits(x), &|i| u16::try_from(a[i].count_ones()).expect("small"));
            check(m.where_zero(x, y), &|i| if a[i] == 0 { b[i] } else { 0 });
            check(m.where_equal(x, a[5], y, z), &|i| if a[i] == a[5] { c[i] } else { b[i] });
            check(m.where_equal(m.splat(u16::MAX), u16::MAX, y, z), &|i| c[i]);
            check(m.rotate::<1, 0, 0>(x), &|i| a[rotated(i, 1, 0, 0)]);
            check(m.rotate::<2, 0, 0>(x), &|i| a[rotated(i, 2, 0, 0)]);
            check(m.rotate::<0, 1, 2>(x), &|i| a[rotated(i, 0, 1, 2)]);
            check(m.rotate::<0, 2, 1>(x), &|i| a[rotated(i, 0, 2, 1)]);
            check(m.rotate::<1, 2, 0>(x), &|i| a[rotated(i, 1, 2, 0)]);
            assert_eq!(m.is_zero(x), a == [0; 27]);
            let least = a.iter().chain(&b).chain(&c).min();
            assert_eq!(Some(&m.min_lane([x, y, z])), least);
            let all = m.splat(DIGITS);
            assert_eq!(m.is_contradictory(all, [x, all, all]), a.contains(&0));
            assert!(!m.is_contradictory(m.or(all, x), [all; 3]));
        }
        for lane in 0..27 {
            let mut one = [0; 27];
            one[lane] = 0x80;
            assert!(!m.is_zero(m.load(&words(&one))));
            let mut lacking = [DIGITS; 27];
            lacking[lane] = 0xFF;
            let (all, lacking) = (m.splat(DIGITS), m.load(&words(&lacking)));
            assert!(
                m.is_contradictory(lacking, [all; 3]) && !m.is_contradictory(all, [lacking; 3])
            );
            let mut empty = [DIGITS; 27];
            empty[lane] = 0;
            let empty = m.load(&words(&empty));
            assert!(
                m.is_contradictory(all, [all, empty, all])
                    && m.is_contradictory(all, [all, all, empty])
            );
        }
        assert!(m.is_zero(m.load(&words(&[0; 27]))), "spare lanes do not count");
    }
}

fn random_lanes(random: &mut Random) -> [u16; 27] {
    let sparse = random.flip();
    std::array::from_fn(|_| {
        let lane = u16::try_from(random.below(512)).expect("nine bits");
        if sparse && random.flip() { 0 } else { lane }
    })
}

fn words(lanes: &[u16; 27]) -> LaneWords {
    let mut words = LaneWords::SPARE;
    for (lane, &value) in lanes.iter().enumerate() {
        let word = &mut words.0[lane / 9][lane / 3 % 3];
        let shift = 16 * (lane % 3);
        *word = *word & !(0xFFFF << shift) | u64::from(value) << shift;
    }
    words
}

fn lanes(words: &LaneWords) -> [u16; 27] {
    std::array::from_fn(|lane| {
        let lane_bits = words.0[lane / 9][lane / 3 % 3] >> (16 * (lane % 3)) & 0xFFFF;
        u16::try_from(lane_bits).expect("16 bits")
    })
}

fn rotated(lane: usize, band: usize, row: usize, left: usize) -> usize {
    9 * ((lane / 9 + band) % 3) + 3 * ((lane / 3 + row) % 3) + (lane + left) % 3
}

#[test]
fn operations_match_lane_by_lane_results() {
    with_each_form(&OperationsTest);
}

struct TextsTest;

impl FormTest for TextsTest {
    fn run<M: Machine>(&self, machine: M) {
        for cell in 0..81 {
            let mut text = [b'.'; 81];
            for (digit, character) in (0..).zip(*b"123456789") {
                text[cell] = character;
                let grid = machine.read(&text).expect("digits and dots");
                let cells = store_cells(machine, &grid);
                let expected = |at| if at == cell { 1 << digit } else { DIGITS };
                assert_eq!(cells, std::array::from_fn(expected));
                let filled = load_cells(machine, &cells.map(|c| if c == DIGITS { 1 } else { c }));
                let mut written = [0; 81];
                machine.write(&filled, &mut written);
                assert_eq!(written, text.map(|c| if c == b'.' { b'1' } else { c }));
            }
        }
    }
}

#[test]
fn read_and_write_handle_every_cell() {
    with_each_form(&TextsTest);
}
