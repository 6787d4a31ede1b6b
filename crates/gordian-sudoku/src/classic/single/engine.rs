//! The engine as callers see it.

use gordian_core::Path;
use thiserror::Error;

use super::portable::{Cells, Portable};
use super::search::Stack;
use crate::Candidates;
use crate::engine::{Search, Step};

/// Solves 9×9 puzzles one at a time, each as soon as possible.
#[derive(Clone, Debug)]
pub struct Single {
    stack: Stack<Portable>,
}

/// A character that stands for no cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("character {} of 81 is neither a digit nor a dot", position + 1)]
pub struct BadCharacter {
    /// Its place, from 0.
    pub position: usize,
}

impl Single {
    /// Returns the engine in the form of `path`, or `None` where the machine cannot run it.
    #[must_use]
    pub fn new(path: Path) -> Option<Self> {
        path.is_available().then(|| Self { stack: Stack::new(Portable) })
    }

    /// Returns the engine in the fastest form that the machine can run.
    #[must_use]
    pub fn best() -> Self {
        Self { stack: Stack::new(Portable) }
    }

    /// Counts the solutions of a puzzle up to `limit` and writes the first one.
    ///
    /// *Shape*: 81 characters row by row, `1` to `9` for a given, `.` or `0` for a blank;
    /// `solution` gets 81 digits, and stays as it is where there is none.
    ///
    /// # Errors
    ///
    /// Fails if a character is none of these.
    pub fn solve_line(
        &mut self,
        text: &[u8; 81],
        limit: u32,
        solution: &mut [u8; 81],
    ) -> Result<u32, BadCharacter> {
        let mut cells = [0x1FF; 81];
        for (position, (cell, &character)) in cells.iter_mut().zip(text).enumerate() {
            match character {
                b'1'..=b'9' => *cell = 1 << (character - b'1'),
                b'.' | b'0' => {}
                _ => return Err(BadCharacter { position }),
            }
        }
        self.stack.start(&cells);
        let mut found = 0;
        while found < limit && self.stack.advance(u64::MAX) == Step::Solution {
            if found == 0 {
                write(&self.stack.solution(), solution);
                solution.iter_mut().for_each(|digit| *digit += b'0');
            }
            found += 1;
        }
        Ok(found)
    }
}

fn write(cells: &Cells, digits: &mut [u8]) {
    for (digit, cell) in digits.iter_mut().zip(cells) {
        *digit = u8::try_from(cell.trailing_zeros() + 1).expect("a digit");
    }
}

impl Search for Single {
    fn start(&mut self, start: &Candidates) {
        let mut cells = [0; 81];
        for (cell, mask) in cells.iter_mut().zip(start.masks()) {
            *cell = u16::try_from(mask & 0x1FF).expect("nine bits");
        }
        self.stack.start(&cells);
    }

    fn advance(&mut self, nodes: u64) -> Step {
        self.stack.advance(nodes)
    }

    fn solution(&self, digits: &mut [u8]) {
        write(&self.stack.solution(), digits);
    }

    fn donate(&mut self) -> Option<Candidates> {
        let cells = self.stack.donate()?;
        Some(Candidates::from_masks(cells.iter().map(|&cell| u64::from(cell)).collect()))
    }

    fn guesses(&self) -> u64 {
        self.stack.guesses()
    }
}
