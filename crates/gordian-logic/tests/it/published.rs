//! Published positions with their published conclusions.

use std::collections::BTreeSet;

use gordian_core::Cancel;
use gordian_grid::{Candidate, Candidates, Grid, Layout};
use gordian_logic::{Config, Pattern, Position, Step, Technique};
use gordian_sudoku::{Finder, SearchLimits};

/// A position and the only solution of its digits.
pub(crate) struct SolvedPosition {
    pub(crate) position: Position,
    pub(crate) solution: Vec<u8>,
}

impl SolvedPosition {
    /// Parses a puzzle, row by row, and applies singles, locked candidates and subsets.
    pub(crate) fn after_basics(layout: &Layout, text: &str) -> Self {
        use Technique::{
            Claiming, FullHouse, HiddenPair, HiddenQuadruple, HiddenSingle, HiddenTriple,
            NakedPair, NakedQuadruple, NakedSingle, NakedTriple, Pointing,
        };
        let givens =
            text.chars().map(|c| u8::try_from(c.to_digit(10).unwrap_or(0)).expect("small"));
        let puzzle = Grid::new(layout.clone(), givens.collect());
        let (mut position, solution) = (Position::new(&puzzle, &[]), solution(&puzzle));
        let singles = vec![FullHouse, NakedSingle, HiddenSingle, Pointing, Claiming];
        let subsets =
            [NakedPair, HiddenPair, NakedTriple, HiddenTriple, NakedQuadruple, HiddenQuadruple];
        let basics = Config { techniques: singles.into_iter().chain(subsets).collect() };
        while let Some(step) = position.next_step(&basics) {
            position.apply(&step);
        }
        Self { position, solution }
    }

    /// Parses a classic grid, row by row: digits, and the candidates of open cells in braces.
    fn with_candidates(text: &str) -> Self {
        let (mut givens, mut marks, mut in_braces) = (Vec::new(), Vec::new(), false);
        for c in text.chars() {
            match c {
                '{' => (givens.push(0), marks.push(BTreeSet::new()), in_braces = true).2,
                '}' => in_braces = false,
                _ => {
                    let digit = u8::try_from(c.to_digit(10).expect("a digit")).expect("small");
                    if in_braces {
                        marks.last_mut().expect("an open cell").insert(digit);
                    } else {
                        givens.push(digit);
                        marks.push(BTreeSet::new());
                    }
                }
            }
        }
        let puzzle = Grid::new(Layout::classic(), givens);
        let (mut position, solution) = (Position::new(&puzzle, &[]), solution(&puzzle));
        let eliminated = (0..81).flat_map(|cell| {
            let left = &marks[cell];
            let mask = position.mask(cell);
            let eliminated = (1..=9).filter(move |digit| mask >> (digit - 1) & 1 == 1);
            eliminated
                .filter(|digit| !left.contains(digit))
                .map(move |digit| Candidate::new(cell, digit))
        });
        let eliminated = eliminated.collect();
        eliminate(&mut position, eliminated);
        for (cell, left) in marks.iter().enumerate() {
            let mask = left.iter().fold(0, |mask, digit| mask | 1 << (digit - 1));
            assert_eq!(position.mask(cell), mask, "cell {cell}");
        }
        Self { position, solution }
    }

    /// Returns the steps of a technique after checking them against the solution.
    pub(crate) fn steps(&self, technique: Technique) -> Vec<Step> {
        let steps = self.position.steps(technique);
        for step in &steps {
            for candidate in &step.eliminations {
                assert_ne!(self.solution[candidate.cell], candidate.digit, "{step:?}");
            }
        }
        steps
    }

    /// Checks that the steps of a technique together eliminate the candidates.
    #[track_caller]
    pub(crate) fn check(&self, technique: Technique, published: &str) {
        let steps = self.steps(technique);
        let n = self.position.layout().n();
        let eliminated: Vec<Candidate> =
            steps.into_iter().flat_map(|step| step.eliminations).collect();
        for candidate in candidates(n, published) {
            assert!(eliminated.contains(&candidate), "{candidate:?} is left by {technique}");
        }
    }
}

pub(crate) fn eliminate(position: &mut Position, eliminations: Vec<Candidate>) {
    position.apply(&Step {
        technique: Technique::BruteForce,
        placements: Vec::new(),
        eliminations,
        pattern: Pattern::default(),
    });
}

/// Parses candidates: digits and their cells, `3r2c5 38r5c8`.
pub(crate) fn candidates(n: usize, text: &str) -> Vec<Candidate> {
    let number = |c: char| usize::try_from(c.to_digit(10).expect("a digit")).expect("small");
    let words = text.split_whitespace().flat_map(|word| {
        let (digits, cell) = word.split_once('r').expect("a row");
        let (row, column) = cell.split_once('c').expect("a column");
        let cell = |row: char, column: char| (number(row) - 1) * n + number(column) - 1;
        digits.chars().flat_map(move |digit| {
            row.chars().flat_map(move |row| {
                let digit = u8::try_from(number(digit)).expect("small");
                column.chars().map(move |column| Candidate::new(cell(row, column), digit))
            })
        })
    });
    words.collect()
}

fn solution(puzzle: &Grid) -> Vec<u8> {
    let mut solution = Vec::new();
    let query = SearchLimits { max_solutions: 2, max_nodes: None };
    let mut finder = Finder::new(&puzzle.layout);
    let found = finder.find(&Candidates::of(puzzle), &query, &Cancel::new(), &mut |digits| {
        solution = digits.to_vec();
    });
    assert_eq!(found.n_solutions, 1, "one solution");
    solution
}

/// *Source*: the examples of SudokuWiki's page "WXYZ-Wing", with the conclusions that the tests of
/// Joseph Seibel's solver (joeseibel/sudoku-solver) give for them.
#[test]
fn wxyz_wings_of_sudokuwiki_are_found() {
    let check = |text: &str, published: &str| {
        SolvedPosition::with_candidates(text).check(Technique::WxyzWing, published);
    };
    check(
        "{1689}{169}{189}{1589}2473{158}54{189}37{89}26{18}237{1568}{15}{568}{159}{189}4\
         7{12569}{1259}{59}3{259}84{156}{69}{2569}3481{59}{279}{567}{19}84{579}6{2579}{159}{12}3\
         3{12}{128}{1678}{14}{678}{46}59{148}7{158}{568}93{46}{18}2{1489}{159}62{145}{58}3{178}{178}",
        "9r4c2 1r8c3",
    );
    check(
        "842{56}{56}3719{67}{679}31{789}4{568}{258}{26}5{679}1{27}{2789}{289}{68}34\
         {69}38{26}1{269}475{49}2{45}3{59}71681{56}7{456}{4568}{568}293\
         3{58}6{2457}{2457}{25}9{458}1{47}{578}{45}931{568}{258}{26}2198{456}{56}3{45}7",
        "6r6c5 5r6c6 5r7c5 5r9c5",
    );
    check(
        "{2457}{135}{1257}{3467}{2367}{247}8{3456}9{2479}{39}8{34679}{23679}5{13}{346}{136}\
         {459}6{59}1{389}{489}7{345}2{589}{589}{2569}{679}{15679}3{1259}{279}4\
         {259}7{23569}{69}4{19}{12359}8{135}14{359}2{5789}{789}6{379}{357}\
         3{589}4{789}{279}6{259}1{578}{789}2{179}5{1379}{179}4{3679}{3678}\
         6{1589}{1579}{34789}{12379}{12479}{2359}{2379}{3578}",
        "3r2c789",
    );
}

/// *Source*: the examples of SudokuWiki's page "Aligned Pair Exclusion", with the conclusions that
/// the tests of Joseph Seibel's solver (joeseibel/sudoku-solver) give for them.
#[test]
fn aligned_pair_exclusions_of_sudokuwiki_are_found() {
    let check = |text: &str, published: &str| {
        SolvedPosition::with_candidates(text).check(Technique::AlignedPairExclusion, published);
    };
    check(
        "{568}971{258}3{268}4{258}{568}3{128}{258}4{259}7{1269}{2589}\
         {458}{124}{128}67{259}{289}{129}3273914586986{235}{25}71{23}4154{23}68{239}{239}7\
         7{24}{258}{2458}91{36}{36}{28}{48}{124}9736{248}5{12}36{1258}{2458}{258}{25}{2489}7{1289}",
        "8r7c3 8r8c7",
    );
    check(
        "{17}{1458}{457}{14}23{69}{69}{78}62{37}598{137}{137}4{149}{138}{349}7{14}652{38}\
         598{13}62{137}4{137}2{34}1{349}758{39}6{34}768{14}{19}{139}52\
         {1349}62{19}{58}7{134}{138}{135}8{15}{57}6342{17}9{13479}{134}{3479}2{58}{19}{13467}{3678}\
         {1357}",
        "1r3c2 3r3c3",
    );
    check(
        "9{45}{47}{378}{28}{237}1{235}6{67}{16}259{1367}{478}{38}{478}3{156}8{167}4{1267}{257}9\
         {257}{246}8{1346}{369}{16}{3569}{235}7{125}57{13}2{18}4{38}69{26}9{136}{368}7{356}{2358}4\
         {1258}8{24}9{147}5{127}6{12}3{467}{246}{467}{14}389{125}{245}135{469}{26}{269}{2478}{28}\
         {2478}",
        "7r2c79 7r3c46 6r4c1 4r4c3 6r6c1",
    );
}

/// *Source*: HoDoKu's regression library (reglib-1.3), section 0904; petals of the last two share
/// cells there.
#[test]
fn death_blossoms_of_hodoku_are_found() {
    let check = |text: &str, published: &str| {
        SolvedPosition::with_candidates(text).check(Technique::DeathBlossom, published);
    };
    check(
        "8714{23}{29}6{59}{35}542{16}{369}{19}7{89}{38}936857421{14}28{59}7{45}3{16}{69}{147}\
         {59}{45}3{489}62{18}{78}{67}{69}321{89}54{789}{246}1{45}7{28}{258}93{56}3{56}9{16}\
         {46}{145}872{26}87{59}{269}31{56}4",
        "9r6c6",
    );
    check(
        "5{479}6{79}281{479}3{37}2{489}6{1347}{1349}{457}{489}{457}1{3479}{489}5{347}{349}6\
         {4789}29{15}7{13}6{1345}82{145}6{15}38{147}2{457}{147}9482{17}9{15}36{157}8{349}1\
         {29}57{249}{34}6{37}{3479}{49}{1239}86{249}5{14}2654{13}{139}{79}{137}8",
        "3r8c4",
    );
    check(
        "{89}4{78}{1357}6{13579}{129}{1279}{13}1{79}54{39}2{789}6{389}623{17}8{179}4{179}5389\
         {12}46{12}57564{1237}{123}{137}{1289}{129}{189}7129586342{39}187{359}{59}46{89}5{78}\
         6{19}43{179}24{379}6{1235}{1239}{135}{1579}8{19}",
        "3r1c46 3r2c9",
    );
}
