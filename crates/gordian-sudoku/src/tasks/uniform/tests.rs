//! Tests of the uniform distribution: completions counted independently, and the same method on 4×4
//! grids.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::*;

const STANDARD_BOX: [u8; 9] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/// The boxes up to the order of their rows and columns.
fn normalised_boxes() -> Vec<[u8; 9]> {
    let mut all = Vec::new();
    permutations(&mut STANDARD_BOX.clone(), 0, &mut |digits| {
        if normalised(*digits) == *digits {
            all.push(*digits);
        }
    });
    all
}

fn permutations(digits: &mut [u8; 9], from: usize, each: &mut dyn FnMut(&[u8; 9])) {
    if from == 9 {
        return each(digits);
    }
    for i in from..9 {
        digits.swap(from, i);
        permutations(digits, from + 1, each);
        digits.swap(from, i);
    }
}

/// Returns a box with its rows and columns in a normalised order.
fn normalised(mut digits: [u8; 9]) -> [u8; 9] {
    let zero = digits.iter().position(|&digit| digit == 0).unwrap();
    for i in 0..3 {
        digits.swap(i, zero / 3 * 3 + i);
    }
    for i in 0..3 {
        digits.swap(3 * i, 3 * i + zero % 3);
    }
    if digits[1] > digits[2] {
        (0..3).for_each(|row| digits.swap(3 * row + 1, 3 * row + 2));
    }
    if digits[3] > digits[6] {
        (3..6).for_each(|cell| digits.swap(cell, cell + 3));
    }
    digits
}

fn transposed(digits: [u8; 9]) -> [u8; 9] {
    [0, 3, 6, 1, 4, 7, 2, 5, 8].map(|cell| digits[cell])
}

fn renamed(digits: [u8; 9], names: &[u8; 9]) -> [u8; 9] {
    digits.map(|digit| names[usize::from(digit)])
}

/// Returns the classes of the 10,080 boxes, each by its smallest box, with its boxes. A class
/// contains the boxes that can be renamed into each other, possibly transposed, by a renaming that
/// maps the standard box to itself up to the order of its rows and columns (and transposition).
fn box_classes(arrangements: &[[u8; 9]]) -> BTreeMap<[u8; 9], Vec<[u8; 9]>> {
    let mut renamings = Vec::new();
    permutations(&mut STANDARD_BOX.clone(), 0, &mut |names| {
        if normalised(*names) == STANDARD_BOX {
            renamings.push(*names);
        }
    });
    let mut classes: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for &digits in arrangements {
        let mirrored = renamed(transposed(digits), &transposed(STANDARD_BOX));
        let images =
            renamings.iter().flat_map(|names| [digits, mirrored].map(|d| renamed(d, names)));
        classes.entry(images.map(normalised).min().unwrap()).or_default().push(digits);
    }
    classes
}

/// By renaming, box 1 can be the standard one. The number of completions does not change with the
/// order of rows and columns in boxes 5 and 9, nor under the operations of [`classes`] on box 5 if
/// they are applied to box 9 as well, nor if both boxes change places with their bands and stacks.
/// So box 5 is one representative of each class, and box 9 is each box of this class, and of a
/// later one twice.
#[test]
#[ignore = "slow: the most completions of three boxes, and the number of all solved grids"]
fn max_completions_and_number_of_grids() {
    let arrangements = normalised_boxes();
    assert_eq!(arrangements.len(), 10_080);
    let classes: Vec<([u8; 9], Vec<[u8; 9]>)> = box_classes(&arrangements).into_iter().collect();
    let of_class = |number: usize| {
        let (mut most, mut sum, mut squares) = (0, 0_u128, 0_u128);
        let (fifth, boxes) = &classes[number];
        let same = boxes.iter().map(|ninth| (ninth, 1));
        let later = classes[number + 1..].iter().flat_map(|(_, boxes)| boxes);
        for (&ninth, orders) in same.chain(later.map(|ninth| (ninth, 2))) {
            let n = BoxCycle::new(&[STANDARD_BOX, *fifth, ninth]).count();
            let weight = orders * u64::try_from(boxes.len()).unwrap();
            most = most.max(n);
            sum += u128::from(n * weight);
            squares += u128::from(n * n * weight);
        }
        (most, sum, squares)
    };
    let (most, sum, squares) = (0..classes.len())
        .into_par_iter()
        .map(of_class)
        .reduce(|| (0, 0, 0), |a, b| (a.0.max(b.0), a.1 + b.1, a.2 + b.2));
    assert_eq!(most, MAX_COMPLETIONS);
    // 9! renamings, and 36 orders of the lines in box 5 and in box 9.
    assert_eq!(362_880 * 36 * 36 * sum, 6_670_903_752_021_072_936_960);
    assert_eq!(squares / sum, MEAN_COMPLETIONS);
}

/// The mean, over all solved grids, of the number of grids with the same boxes 1, 5 and 9.
const MEAN_COMPLETIONS: u128 = 141_738;

fn is_valid_grid(grid: &[u8]) -> bool {
    let complete = |cells: &mut dyn Iterator<Item = usize>| {
        cells.fold(0_u16, |digits, cell| digits | 1 << grid[cell]) == 0x3fe
    };
    (0..9).all(|i| {
        complete(&mut (0..9).map(|j| 9 * i + j))
            && complete(&mut (0..9).map(|j| 9 * j + i))
            && complete(&mut (0..9).map(|j| 27 * (i / 3) + 3 * (i % 3) + 9 * (j / 3) + j % 3))
    })
}

#[test]
fn all_completions_are_distinct_grids() {
    let ring = BoxCycle::new(&[STANDARD_BOX; 3]);
    assert_eq!(ring.count(), MAX_COMPLETIONS);
    let mut seen = rustc_hash::FxHashSet::default();
    for place in 0..ring.count() {
        let grid = ring.nth(place);
        for first in [0, 30, 60] {
            let digits = [0, 1, 2, 9, 10, 11, 18, 19, 20].map(|cell| grid[first + cell] - 1);
            assert_eq!(digits, STANDARD_BOX);
        }
        assert!(is_valid_grid(&grid), "{grid:?}");
        assert!(seen.insert(grid));
    }
}

/// Without rejection the mean would be 139,601, nine standard errors lower.
#[test]
fn random_grids_have_the_expected_mean() {
    let mut random = Random::new(9);
    let draws = 5000;
    let sum: u64 = (0..draws)
        .map(|_| {
            let grid = random_grid(&mut random);
            assert!(is_valid_grid(&grid));
            let boxes = [0, 30, 60].map(|first| {
                [0, 1, 2, 9, 10, 11, 18, 19, 20].map(|cell: usize| grid[first + cell] - 1)
            });
            BoxCycle::new(&boxes).count()
        })
        .sum();
    let mean = u128::from(sum / draws);
    assert!(mean.abs_diff(MEAN_COMPLETIONS) < 800, "mean {mean}");
}

/// The solved 4×4 grids with four given cells.
struct SmallCompletions(Vec<Vec<u8>>);

impl Completions for SmallCompletions {
    fn count(&self) -> u64 {
        self.0.len() as u64
    }

    fn nth(&self, place: u64) -> Vec<u8> {
        self.0[usize::try_from(place).unwrap()].clone()
    }
}

/// Appends all solved 4×4 grids with the prefix `grid`.
fn small_grids(grid: &mut Vec<u8>, all: &mut Vec<Vec<u8>>) {
    let cell = grid.len();
    if cell == 16 {
        return all.push(grid.clone());
    }
    let place = |cell: usize| (cell / 4, cell % 4, cell / 8 * 2 + cell % 4 / 2);
    let (row, column, square) = place(cell);
    for digit in 1..=4 {
        let clash = (0..cell).any(|other| {
            let (r, c, s) = place(other);
            grid[other] == digit && (r == row || c == column || s == square)
        });
        if !clash {
            grid.push(digit);
            small_grids(grid, all);
            grid.pop();
        }
    }
}

/// The method on 4×4 grids: four cells that share no house are drawn; the 256 starts have different
/// numbers of completions, some none. Chi-square with 287 degrees of freedom: mean 287, standard
/// deviation 24.
#[test]
fn small_grids_are_uniformly_distributed() {
    let mut all = Vec::new();
    small_grids(&mut Vec::new(), &mut all);
    assert_eq!(all.len(), 288);
    let completions_of = |cells: [u8; 4]| {
        let fits = |grid: &&Vec<u8>| [0, 6, 9, 15].map(|cell| grid[cell]) == cells;
        SmallCompletions(all.iter().filter(fits).cloned().collect())
    };
    let digits = || (1..=4).flat_map(|a| (1..=4).map(move |b| [a, b]));
    let starts = digits()
        .flat_map(|[a, b]| digits().map(move |[c, d]| completions_of([a, b, c, d]).count()));
    let most = starts.clone().max().unwrap();
    assert!(starts.clone().any(|n| n == 0) && starts.clone().any(|n| 0 < n && n < most));

    let mut random = Random::new(4);
    let mut drawn = BTreeMap::<Vec<u8>, f64>::new();
    let expected = 40.0;
    for _ in 0..288 * 40 {
        let start = |random: &mut Random| {
            completions_of([1, 2, 3, 4].map(|_| *random.choose(&[1, 2, 3, 4])))
        };
        *drawn.entry(rejection_sample(&mut random, most, start)).or_default() += 1.0;
    }
    assert_eq!(drawn.len(), 288);
    let chi: f64 = drawn.values().map(|n| (n - expected).powi(2) / expected).sum();
    assert!((190.0..384.0).contains(&chi), "chi-square {chi}");
}
