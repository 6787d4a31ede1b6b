//! The puzzles: files, and sets that anybody can make.

use std::error::Error;
use std::path::{Path, PathBuf};

use gordian_bench::note;
use gordian_core::{Cancel, NoProgress, Random};
use gordian_puzzles::grid::is_classic_solution;
use gordian_sudoku::tasks::{ClueCount, GenerateOptions, generate};
use gordian_sudoku::{Layout, Puzzle};

/// The number of clues of the easy puzzles that are made: almost all of them fall to singles.
const EASY_CLUES: usize = 32;

/// A file of puzzles.
pub(crate) struct Set {
    /// The file's name without its ending.
    pub(crate) name: String,
    pub(crate) path: PathBuf,
    /// What is in the file.
    pub(crate) text: Vec<u8>,
    /// The puzzles in it.
    pub(crate) puzzles: Vec<[u8; 81]>,
}

impl Set {
    pub(crate) fn open(path: &Path) -> Result<Self, Box<dyn Error>> {
        let text = fs_err::read(path)?;
        let mut puzzles = Vec::new();
        for line in lines(&text) {
            let line = line.try_into().map_err(|_| {
                let number = puzzles.len() + 1;
                format!("{}: puzzle {number} has {} characters", path.display(), line.len())
            })?;
            puzzles.push(line);
        }
        if puzzles.is_empty() {
            return Err(format!("{}: no puzzles", path.display()).into());
        }
        let name = path.file_stem().unwrap_or(path.as_os_str()).display().to_string();
        Ok(Self { name, path: path.to_owned(), text, puzzles })
    }
}

/// Returns the lines of a text that hold puzzles, without their ends. They may be of any length.
pub(crate) fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut start = 0;
    let ends = memchr::memchr_iter(b'\n', text).chain([text.len()]);
    let lines = ends.map(move |end| &text[std::mem::replace(&mut start, end + 1)..end]);
    lines.filter(|line| !line.is_empty() && line[0] != b'#')
}

/// Says what is wrong with a solution, if anything.
pub(crate) fn judge(puzzle: &[u8; 81], count: u32, grid: &[u8; 81]) -> Result<(), String> {
    if count == 0 || is_classic_solution(puzzle, grid) {
        return Ok(());
    }
    let text = |cells: &[u8; 81]| String::from_utf8_lossy(cells).into_owned();
    Err(format!("{} does not solve {}", text(grid), text(puzzle)))
}

/// Makes the sets by seed, `size` puzzles each, as files in `folder`: easy puzzles, minimal ones
/// (each clue is needed), and minimal ones with one clue changed, of which some have no solution
/// and some have several.
pub(crate) fn make(folder: &Path, size: usize) -> Result<Vec<Set>, Box<dyn Error>> {
    note(&format!("making three sets of {size} puzzles"));
    let easy =
        GenerateOptions { clues: ClueCount::Exactly(EASY_CLUES), ..GenerateOptions::default() };
    let minimal = GenerateOptions { minimal: true, ..GenerateOptions::default() };
    let (mut easies, mut minimals, mut changed) = (Vec::new(), Vec::new(), Vec::new());
    for seed in (0..).take(size) {
        easies.push(one(GenerateOptions { seed, ..easy })?);
        let puzzle = one(GenerateOptions { seed, ..minimal })?;
        changed.push(change_a_clue(&puzzle, &mut Random::new(seed)));
        minimals.push(puzzle);
    }
    let sets = [("easy", easies), ("minimal", minimals), ("one_clue_changed", changed)];
    let write = |(name, puzzles): (&str, Vec<Puzzle>)| {
        let path = folder.join(format!("{name}.txt"));
        fs_err::write(&path, puzzles.iter().map(line).collect::<String>())?;
        Set::open(&path)
    };
    sets.into_iter().map(write).collect()
}

fn one(options: GenerateOptions) -> Result<Puzzle, Box<dyn Error>> {
    let made = generate(&Layout::classic(), &options, &Cancel::new(), &NoProgress)?;
    Ok(made.best.ok_or("a puzzle that is asked for cannot be made")?.puzzle)
}

/// Gives one clue another digit that no clue in a house of its cell has.
fn change_a_clue(puzzle: &Puzzle, random: &mut Random) -> Puzzle {
    let mut changed = puzzle.clone();
    let clues: Vec<usize> = (0..81).filter(|&cell| puzzle.givens[cell] != 0).collect();
    loop {
        let cell = *random.choose(&clues);
        let houses = puzzle.layout.houses().iter().filter(|house| house.cells.contains(&cell));
        let seen: Vec<u8> =
            houses.flat_map(|house| &house.cells).map(|&peer| puzzle.givens[peer]).collect();
        let free: Vec<u8> = (1..=9).filter(|digit| !seen.contains(digit)).collect();
        if !free.is_empty() {
            changed.givens[cell] = *random.choose(&free);
            return changed;
        }
    }
}

fn line(puzzle: &Puzzle) -> String {
    let character = |&digit: &u8| if digit == 0 { '.' } else { char::from(b'0' + digit) };
    puzzle.givens.iter().map(character).chain(['\n']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("some.puzzles.txt");
        let read = |text: String| {
            fs_err::write(&path, text).expect("written");
            Set::open(&path).map_err(|error| error.to_string())
        };
        let puzzle = "1".repeat(81);
        let set = read(format!("# two\n{puzzle}\n\n{puzzle}")).expect("correct");
        assert_eq!((set.name.as_str(), set.puzzles), ("some.puzzles", vec![[b'1'; 81]; 2]));
        let error = read(format!("{puzzle}\n{puzzle}2\n")).map(|_| ()).expect_err("too long");
        assert!(error.ends_with("puzzle 2 has 82 characters"), "{error}");
        assert!(read("# nothing\n".to_owned()).is_err());
    }

    #[test]
    fn sets_are_what_they_are_called() {
        let folder = tempfile::tempdir().expect("a folder");
        let sets = make(folder.path(), 20).expect("made");
        let [easy, minimal, changed] = &sets[..] else { panic!("three sets") };
        let clues = |puzzle: &[u8; 81]| puzzle.iter().filter(|&&clue| clue != b'.').count();
        assert!(easy.puzzles.iter().all(|puzzle| clues(puzzle) == EASY_CLUES));
        for (before, after) in minimal.puzzles.iter().zip(&changed.puzzles) {
            assert!(clues(before) < 30);
            let differ = (0..81).filter(|&cell| before[cell] != after[cell]);
            assert_eq!((differ.count(), clues(before)), (1, clues(after)));
        }
    }

    #[test]
    fn wrong_solutions_are_told() {
        let solution =
            b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        let mut puzzle = *solution;
        puzzle[3..70].fill(b'.');
        assert_eq!(judge(&puzzle, 1, solution), Ok(()));
        assert_eq!(judge(&puzzle, 0, &[b'.'; 81]), Ok(()));
        puzzle[0] = b'1';
        assert!(judge(&puzzle, 1, solution).is_err());
    }
}
